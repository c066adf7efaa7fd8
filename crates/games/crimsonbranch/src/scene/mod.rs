//! The scene of the match, from the view.

mod ahead;
mod goal;
mod hero;
mod marks;
mod moves;
mod outlook;
mod printed;
#[cfg(test)]
mod tests;
mod tree;

use kernel::{
    Area, Badge, Barred, Ending, Features, Flag, Icon, Layout, Line, Look, Picture, Piece, Present, Role, Scene, Seat,
    Sentence, Stat, Tone, Viewer, Wording, say,
};
use text::{capital, counted, t};

use ahead::{Fight, totals};

use crate::{
    Action, Crimsonbranch, Event, View,
    content::{Class, Kind},
    event,
    features::FEATURES,
    state::{ActiveDie, Battle, End, Enemy, Phase, Prepare, Stage},
    words::{enemy_id, sign},
};

impl Present for Crimsonbranch {
    const FEATURES: &'static Features<Self> = &FEATURES;

    fn scene(view: &View, viewer: Viewer) -> Scene {
        let game = &view.game;
        let mut areas = vec![tree::area(view)];
        if let Stage::Battle(battle) = &game.stage {
            areas.push(enemies(game, battle));
            areas.push(spaces(game, battle));
        }
        areas.extend([goal::area(game), hero::area(game)]);
        areas.push(hero::items(game));
        Scene {
            headline: headline(game),
            prompt: prompt(game, viewer),
            areas,
            barred: barred(game, viewer),
            outlooks: outlook::outlooks(game),
            ending: ending(game),
            ..Scene::default()
        }
    }

    fn wording(view: &View, _: Seat, action: &Action) -> Wording {
        moves::wording(view, action)
    }

    fn tell(event: &Event) -> Line {
        event::tell(event)
    }

    fn pictures() -> Vec<Picture> {
        let enemies = Kind::ALL.map(enemy_picture);
        let items = crate::content::Stat::ALL.map(hero::item_picture);
        let classes = Class::ALL.map(hero::class_picture);
        std::iter::once(GREAT_EVIL).chain(enemies).chain(items).chain(classes).collect()
    }

    fn printed() -> Vec<kernel::printed::Part> {
        printed::parts()
    }
}

const GREAT_EVIL: Picture = Picture("crimsonbranch/great-evil");

const fn enemy_picture(kind: Kind) -> Picture {
    match kind {
        Kind::Attack => Picture("crimsonbranch/enemy-attack"),
        Kind::Range => Picture("crimsonbranch/enemy-range"),
        Kind::Heal => Picture("crimsonbranch/enemy-heal"),
        Kind::Defense => Picture("crimsonbranch/enemy-defense"),
    }
}

/// The colour of a kind, the same on nodes, branches and spaces.
const fn tone(kind: Kind) -> Tone {
    match kind {
        Kind::Attack => Tone::Bad,
        Kind::Range => Tone::Good,
        Kind::Heal => Tone::Luck,
        Kind::Defense => Tone::Plain,
    }
}

fn headline(game: &Crimsonbranch) -> Sentence {
    let visit = game.clock.visits;
    match &game.stage {
        Stage::Battle(battle) if battle.great_evil => t!("The Great Evil, turn {}", battle.turn).into(),
        Stage::Battle(battle) => t!("Visit {visit}, turn {}", battle.turn).into(),
        Stage::Explore if visit == 0 => t!("Before the first visit").into(),
        Stage::Explore | Stage::Over(_) => t!("After visit {visit}").into(),
    }
}

fn prompt(game: &Crimsonbranch, viewer: Viewer) -> Sentence {
    if viewer.seat().is_none() && !matches!(game.stage, Stage::Over(_)) {
        return say!("Waiting for {}.", kernel::Seat(0));
    }
    let points = |text: &str| match game.points() {
        0 => text.into(),
        1 => t!("{text} You have a skill point to spend.").into(),
        _ => t!("{text} You have skill points to spend.").into(),
    };
    let battle = match &game.stage {
        Stage::Explore if game.no_pearl_left() => {
            return points(t!("No pearl is left. Visit a node, or challenge the Great Evil."));
        }
        Stage::Explore => return points(t!("Where to? Every visit is a fight.")),
        Stage::Over(_) => return t!("The game is over.").into(),
        Stage::Battle(battle) => battle,
    };
    match battle.phase {
        Phase::Prepare(dice) if dice.tokens.is_empty() => {
            t!("Your {} waits. Begin at a door, or fight now.", dice.active.value).into()
        }
        Phase::Prepare(dice) => prepare_prompt(dice.active).into(),
        Phase::Symbol(_, activation) if activation.used[0].is_some() => t!("Use the other symbol too?").into(),
        Phase::Symbol(..) => t!("Which symbol first?").into(),
        Phase::Six(..) => t!("Which six do you spend?").into(),
        Phase::Fight([attack, range, ..]) => t!("Attack {attack} and range {range} to strike with.").into(),
        Phase::Loot if battle.great_evil => t!("The Great Evil is beaten. Leave, and the score is yours.").into(),
        Phase::Loot => points(t!("All are dead. Take what you like.")),
        Phase::Equip(find) => {
            let ([a, b], quality, stat) = (find.dice, find.quality, find.stat.word());
            t!("An item of {stat}, quality {quality}, dice {a} and {b}. Circle a branch?").into()
        }
    }
}

/// The prompt for the active die.
fn prepare_prompt(ActiveDie { value, space }: ActiveDie) -> String {
    match space {
        Some(space) => {
            t!("Your {value} lies under {space}. Go on along marked branches, or fight now.", space = space.word())
        }
        None => t!("Your {value} is neutral. Go on along marked branches, or fight now."),
    }
}

fn enemies(game: &Crimsonbranch, battle: &Battle) -> Area {
    let living = battle.enemies.iter().filter(|enemy| enemy.alive()).count();
    let fight = Fight::of(game, totals(game));
    let title = match (battle.great_evil, living) {
        (true, _) => t!("The Great Evil: {living} of {} alive", battle.enemies.len()),
        (false, 0) if battle.enemies.is_empty() => t!("Nobody came").to_owned(),
        (false, 0) => t!("All are dead").to_owned(),
        (false, living) => t!("{living} against you"),
    };
    let mut pieces = Vec::new();
    if battle.great_evil {
        let look = Look::Token { icon: Icon::BOSS, tone: Tone::Bad, value: None, seat: None };
        pieces.push(Piece::new("great-evil", look, t!("The Great Evil")).picture(GREAT_EVIL).flag(Flag::Boss, true));
    }
    pieces.extend(battle.enemies.iter().enumerate().map(|(id, enemy)| {
        let falls = fight.as_ref().is_some_and(|fight| fight.fells(id));
        card(id, enemy, falls)
    }));
    let active = matches!(battle.phase, Phase::Fight(_) | Phase::Loot);
    Area::new("enemies", title, Role::Foes, Layout::Row).active(active).with(pieces)
}

fn card(id: usize, enemy: &Enemy, falls: bool) -> Piece {
    let name = capital(enemy.kind.word().as_str());
    let mut stats = vec![Stat { icon: Icon("strength"), name: t!("Strength"), value: enemy.strength.to_string() }];
    let mut label = match (enemy.hp, enemy.looted) {
        (0, true) => t!("{name}, dead and looted"),
        (0, false) => t!("{name}, dead, Strength {} to take", enemy.strength),
        (hp, _) => t!("{name}, Strength {}, {hp} HP", enemy.strength),
    };
    if enemy.shield > 0 {
        stats.push(Stat { icon: Icon::SHIELD, name: t!("Shield"), value: enemy.shield.to_string() });
        label = t!("{label}, behind a shield of {}", enemy.shield);
    }
    if falls {
        label = t!("{label}, falls to what lies in the spaces");
    }
    let look = Look::Card {
        name: name.into(),
        kind: t!("Enemy").into(),
        icon: sign(enemy.kind),
        tone: tone(enemy.kind),
        corner: Some(enemy.strength.to_string()),
        suit: None,
        emblem: None,
        stats: stats.into(),
        copies: 1,
    };
    let cost = match enemy.kind {
        Kind::Attack => t!("Each HP costs 1 from attack or 2 from range."),
        Kind::Range => t!("Each HP costs 1 from range or 2 from attack."),
        Kind::Heal => t!("Each HP costs 1. While it lives all enemies mend by its Strength."),
        Kind::Defense => t!("Each HP costs 1. While it lives its Strength shields the others."),
    };
    let text = t!("{cost} It came from {}.", counted!(enemy.region.len(), "node"));
    let piece = Piece::new(enemy_id(id), look, label);
    let piece = if falls { piece.note(t!("falls")) } else { piece };
    piece
        .picture(enemy_picture(enemy.kind))
        .gauge(Icon::HEART, enemy.hp.into(), enemy.strength.into())
        .text(text, Some("R29"))
        .flag(Flag::Danger, falls)
        .flag(Flag::Damaged, enemy.alive() && enemy.hp < enemy.strength)
        .flag(Flag::Dead, !enemy.alive())
        .flag(Flag::Exhausted, enemy.looted)
}

fn space_id(space: Option<Kind>) -> String {
    format!("space-{}", space.map_or("neutral", Kind::name))
}

/// The four spaces and neutral, with the dice that lie there.
fn spaces(game: &Crimsonbranch, battle: &Battle) -> Area {
    let dice = match battle.phase {
        Phase::Prepare(dice) | Phase::Symbol(dice, _) | Phase::Six(dice, _) => Some(dice),
        Phase::Fight(_) | Phase::Loot | Phase::Equip(_) => None,
    };
    let totals = totals(game);
    let space = |kind: Kind| {
        let total = totals[kind as usize];
        let name = capital(kind.word().as_str());
        let label = format!("{name} {total}");
        let look = Look::Meter { icon: sign(kind), name: name.into(), value: total.into(), max: None };
        let effect = crate::print::effect(game.sheet.class.effect(kind));
        let held = dice.is_some_and(|dice| dice.locked == Some(kind) || dice.active.space == Some(kind));
        Piece::new(space_id(Some(kind)), look, label)
            .note(format!("6: {effect}"))
            .text(t!("A six spent here by a special: {effect}."), Some("R28"))
            .badge(Badge { icon: sign(kind), tone: tone(kind), bright: true })
            .flag(Flag::Highlighted, held)
    };
    let mut pieces: Vec<Piece> = Vec::new();
    if let Some(dice) = dice.filter(|dice| dice.active.space.is_none()) {
        let value = dice.active.value;
        let look = Look::Meter { icon: Icon::DIE, name: t!("Neutral").into(), value: value.into(), max: None };
        let label = t!("Neutral: a {value} that counts nowhere yet");
        pieces.push(Piece::new(space_id(None), look, label).note(t!("counts nowhere yet")));
    }
    pieces.extend(Kind::ALL.into_iter().map(space));
    pieces.extend(dice.into_iter().flat_map(dice_pieces));
    let active = matches!(battle.phase, Phase::Prepare(_) | Phase::Symbol(..) | Phase::Six(..));
    Area::new("spaces", t!("Spaces for dice"), Role::Board, Layout::List).active(active).with(pieces)
}

fn dice_pieces(dice: Prepare) -> impl Iterator<Item = Piece> {
    let place = dice.active.space.map_or(t!("neutral"), |space| space.word().as_str());
    let look = Look::Die { sides: 6, value: dice.active.value, purpose: t!("active, {place}") };
    let active = Piece::new("die-active", look, t!("Active die: {}, {place}", dice.active.value))
        .on(space_id(dice.active.space))
        .flag(Flag::Highlighted, true);
    let locked = dice.locked.map(|space| {
        let look = Look::Die { sides: 6, value: 6, purpose: t!("locked, {}", space.word()) };
        Piece::new("die-locked", look, t!("A six locked under {}", space.word())).on(space_id(Some(space)))
    });
    std::iter::once(active).chain(locked)
}

fn barred(game: &Crimsonbranch, viewer: Viewer) -> Vec<Barred> {
    let open = game.marks.open.len();
    if viewer.seat().is_none() || open == 0 || game.stage != Stage::Explore {
        return Vec::new();
    }
    let pearls = counted!(open, "pearl");
    let why = if open == 1 { t!("{pearls} is still open") } else { t!("{pearls} are still open") };
    vec![Barred { what: t!("Challenge the Great Evil").into(), why, ruling: None, piece: None }]
}

fn ending(game: &Crimsonbranch) -> Option<Ending> {
    let Stage::Over(end) = game.stage else { return None };
    let (name, class) = (game.sheet.name.as_str().trim(), game.sheet.class.word());
    let name = if name.is_empty() { t!("The hero without a name") } else { name };
    let open = 8 - game.marks.open.len();
    let mut numbers = vec![
        (t!("Hero").to_owned(), format!("{name}, {class}")),
        (t!("Level").to_owned(), game.hero.level.to_string()),
        (t!("Time boxes ticked").to_owned(), game.clock.ticks.to_string()),
        (t!("Visits").to_owned(), game.clock.visits.to_string()),
        (t!("Defeats").to_owned(), game.clock.defeats.to_string()),
        (t!("Pearls used").to_owned(), t!("{open} of 8")),
    ];
    let (title, story, tone) = match end {
        End::Won { score } => {
            numbers.insert(0, (t!("Score").to_owned(), score.to_string()));
            (
                t!("The Great Evil is beaten"),
                t!("{name} walks out through the nearest door, and the tree grows on."),
                Tone::Good,
            )
        }
        End::Retired => (t!("Home again"), t!("{name} has seen enough of the dungeons."), Tone::Plain),
        End::Limit => (t!("Too late"), t!("{name} came this far, and time ran out."), Tone::Bad),
    };
    Some(Ending { title: title.into(), story: story.into(), tone, numbers, unlocked: None, draw: None, epitaph: None })
}
