//! What is on the table, from the view.

mod pieces;
mod wording;

use kernel::{
    Area, Barred, Card as _, Ending, Flag, Icon, Intent, Layout, Look, Picture, Piece, Role, Scene, Sentence, Tone,
    Viewer, counted,
};

use crate::{
    Action, DungeonRummy, Hero, Monster, Treasure, View,
    content::{BLAST, Guard, Phase, TORCHES, Tier},
    state::{Cause, End, Pending},
    tell::shares,
};

pub(crate) use wording::wording;

/// Every picture that a scene can name.
pub(crate) fn pictures() -> Vec<Picture> {
    let heroes = Hero::ALL.into_iter().flat_map(|hero| [hero.picture(), pieces::token_picture(hero)]);
    let monsters = Monster::ALL.into_iter().map(Monster::picture);
    let treasures = Treasure::ALL.into_iter().map(Treasure::picture);
    heroes.chain(monsters).chain(treasures).chain(pieces::PICTURES).collect()
}

/// The table as `viewer` sees it.
pub(crate) fn scene(view: &View, viewer: Viewer) -> Scene {
    let gaps = gaps(view, viewer);
    let mut areas = vec![monster(view)];
    for hero in Hero::ALL {
        areas.push(hero_area(view, hero));
        areas.push(meld(view, hero, &gaps));
    }
    areas.extend(Hero::ALL.into_iter().filter_map(|hero| hand(view, hero, viewer)));
    areas.extend([supplies(view), stash(view), graveyard(view), way(view)]);
    Scene {
        headline: format!("{}, turn {} of {TORCHES}", view.table.level.name(), view.table.turn + 1).into(),
        prompt: prompt(view, viewer),
        areas,
        barred: barred(view, viewer),
        ending: ending(view),
        ..Scene::default()
    }
}

/// The places where the viewer can put a card now.
fn gaps(view: &View, viewer: Viewer) -> Vec<(Hero, u8)> {
    let mut gaps = Vec::new();
    let own = viewer.seat().is_some() && view.table.awaited() == viewer.seat();
    if !own || !matches!(view.table.pending, Pending::Act | Pending::Flip { .. }) {
        return gaps;
    }
    // Where cards can go hangs on melds, open tops and the own hand alone: the view has all of that.
    let mut moves = Vec::new();
    view.table.list(&mut moves);
    for action in moves {
        let gap = match action {
            Action::Play { meld, pos, .. }
            | Action::PlayTop { meld, pos, .. }
            | Action::Place { meld, pos, .. }
            | Action::Move { meld, pos, .. } => (meld, pos),
            _ => continue,
        };
        if !gaps.contains(&gap) {
            gaps.push(gap);
        }
    }
    gaps
}

fn prompt(view: &View, viewer: Viewer) -> Sentence {
    let game = &view.table;
    let say = Sentence::new;
    let Some(seat) = game.awaited() else { return "The match is over.".into() };
    if viewer.seat() != Some(seat) {
        let what = match game.pending {
            Pending::Shield { .. } => "shields for Lily, or none",
            Pending::Draw => "to draw",
            Pending::Act => "to play, use boots and attack",
            Pending::Flip { .. } => "about the card turned up",
            Pending::Salvage { .. } => "to take cards of the graveyard",
            Pending::Discard => "to discard",
            Pending::Blast { .. } => "to deal out the blast",
            Pending::Over(_) => "over",
        };
        return say().text("Waiting for ").seat(seat).text(format!(": {what}."));
    }
    match game.pending {
        Pending::Shield { pending, cause } => {
            let what = if cause == Cause::Blast { "The blast" } else { game.foe.monster.name() };
            let tokens = counted(game.hero(Hero::Lily).tokens, "shield token");
            format!("{what} is about to do {}. Lily has {tokens}.", shares(pending)).into()
        }
        Pending::Draw => match game.graveyard.is_empty() {
            true => "Draw a card from your deck.".into(),
            false => "Draw a card from your deck, or take one of the graveyard.".into(),
        },
        Pending::Act => "Your turn: play cards, use boots and tokens, attack.".into(),
        Pending::Flip { hero } => {
            format!("Where does the open card of {} go? You may leave it there.", hero.name()).into()
        }
        Pending::Salvage { left } => format!("Take up to {} of the graveyard.", counted(left, "card")).into(),
        Pending::Discard => "Discard a card.".into(),
        Pending::Blast { asked, shares } => {
            let left = BLAST - shares.iter().sum::<u8>();
            format!("The graveyard has burst: {left} damage is left. How much for {}?", asked.name()).into()
        }
        Pending::Over(_) => "The match is over.".into(),
    }
}

// The monster.

fn monster(view: &View) -> Area {
    let game = &view.table;
    let (foe, phase) = (&game.foe, game.phase());
    let (health, phases) = (game.phase_health(), foe.monster.phases().len());
    let left = health.saturating_sub(foe.damage);
    let over = matches!(game.pending, Pending::Over(_));
    let kind = match foe.monster.tier() {
        Tier::Boss => "Boss".to_owned(),
        tier => format!("Tier {}", tier.number()),
    };
    let number = if phases > 1 { format!(", phase {} of {phases}", foe.phase + 1) } else { String::new() };
    let (name, guard) = (foe.monster.name(), guard_words(phase.guard));
    let look = pieces::card_look(name, format!("{kind}{number}"), Icon::MONSTER, Tone::Bad);
    let label = format!("{name}, {kind}{number}: {left} of {health} health. {guard}");
    let text = format!("{guard} {} {}", attack_words(phase), foe.monster.line());
    let card = Piece::new("monster", look, label)
        .text(text, None)
        .picture(foe.monster.picture())
        .gauge(Icon::HEART, left.into(), health.into())
        .flag(Flag::Dead, left == 0);
    let card = if over { card } else { card.intent(next_attack(game)) };
    let mut all = vec![card, Piece::new("guard", Look::Text, guard)];
    if foe.rage > 0 {
        all.push(pieces::token(
            "rage",
            Icon("strength"),
            foe.rage,
            format!("Rage {}: so much more for the focus", foe.rage),
        ));
    }
    Area::new("monster", "The monster", Role::Foes, Layout::Row).active(!over).with(all)
}

/// What the monster will do at the beginning of the next turn, as the table stands.
fn next_attack(game: &DungeonRummy) -> Intent {
    let intent = |mean: u32, range: String| Intent {
        icon: Icon::MONSTER,
        mean: mean.to_string(),
        text: "Next turn:".to_owned(),
        range,
    };
    if game.dodge {
        return intent(0, "no attack".to_owned());
    }
    let mut next = *game;
    next.turn += 1;
    let then = match game.phase().effects {
        [] => "",
        _ => ", and more",
    };
    let blow = next.blow();
    intent(blow.iter().map(|by| u32::from(*by)).sum(), format!("{}{then}", shares(blow)))
}

/// A guard in words.
fn guard_words(guards: &[Guard]) -> String {
    let word = |guard: &Guard| match *guard {
        Guard::Run => "runs".to_owned(),
        Guard::Set => "sets".to_owned(),
        Guard::Min(cards) => format!("melds of {cards} or more cards"),
        Guard::Pure => "melds without a wild".to_owned(),
        Guard::Suits(suits) => format!("melds with {suits} or more suits"),
        Guard::Mana(mana) => format!("melds with {mana} or more mana"),
        Guard::Canasta => "canastas".to_owned(),
    };
    let words: Vec<String> = guards.iter().map(word).collect();
    if words.is_empty() {
        "Every meld harms it.".to_owned()
    } else {
        format!("Only {} harm it.", kernel::listed(&words))
    }
}

/// What a phase does, in words.
fn attack_words(phase: &Phase) -> String {
    use crate::content::{SideEffect, Target};
    let who = |target: Target| match target {
        Target::Focus => "the focus hero",
        Target::Next => "the hero after the focus",
        Target::Active => "the active hero",
        Target::All => "everybody",
        Target::Weakest => "the weakest",
        Target::Toughest => "the toughest",
        Target::Richest => "the richest in tokens",
    };
    let hits = phase.hits.iter().map(|(target, by)| format!("{by} to {}", who(*target)));
    let effects = phase.effects.iter().map(|effect| match *effect {
        SideEffect::Rage(by) => format!("it gets angrier by {by}"),
        SideEffect::Mend(by) => format!("it mends {by}"),
        SideEffect::Trip(boots) => format!("{} not refreshed", counted(boots, "boot")),
        SideEffect::Drain(target, by) => format!("{} lost by {}", counted(by, "token"), who(target)),
        SideEffect::Fumble(cards) => format!("{} of the active hand dropped", counted(cards, "card")),
        SideEffect::Chew(target, cards) => format!("{} chewed off the meld of {}", counted(cards, "card"), who(target)),
        SideEffect::Mill(target, cards) => format!("{} off the deck of {}", counted(cards, "card"), who(target)),
        SideEffect::Pilfer(number) => format!("{} stolen", counted(number, "treasure")),
    });
    format!("Attacks: {}.", hits.chain(effects).collect::<Vec<_>>().join("; "))
}

// The heroes.

fn hero_area(view: &View, hero: Hero) -> Area {
    let game = &view.table;
    let (own, name) = (game.hero(hero), hero.name());
    let hp = own.hp.max(0);
    let health =
        Look::Meter { icon: Icon::HEART, name: "Health".into(), value: hp.into(), max: Some(hero.health().into()) };
    let coming = match game.pending {
        Pending::Shield { pending, .. } if pending[hero as usize] > 0 => {
            format!(", about to lose {}", pending[hero as usize])
        }
        _ => String::new(),
    };
    let mut all = vec![
        Piece::new(format!("hp-{}", hero.id()), health, format!("{name}: {hp} of {} health{coming}", hero.health()))
            .picture(hero.picture())
            .flag(Flag::Danger, !coming.is_empty() || (1..=4).contains(&hp))
            .flag(Flag::Dead, hp == 0),
        pieces::tokens(hero, own.tokens),
        pieces::deck(view, hero),
    ];
    all.extend(own.top.map(|card| pieces::card(card).flag(Flag::Reachable, true)));
    let held = view.held[hero as usize];
    if game.seat_of(hero).is_some() && !view.shows_hand(hero) {
        let label = format!("{name} holds {}", counted(held, "card"));
        all.push(Piece::new(format!("hand-{}", hero.id()), Look::Back { count: held.into() }, label));
    }
    all.push(pieces::trash(hero, own.trash));
    let class = hero.class();
    let title = match game.seat_of(hero) {
        Some(seat) => Sentence::new().text(format!("{name}, {class}: ")).seat(seat),
        None => format!("{name}, {class}: companion").into(),
    };
    let area = Area::new(format!("hero-{}", hero.id()), title, Role::Seat, Layout::Row)
        .picture(hero.picture())
        .active(game.awaited().is_some() && game.seat_of(hero) == game.awaited());
    let area = match game.seat_of(hero) {
        Some(seat) => area.of(seat),
        None => area,
    };
    area.with(all)
}

/// The cards of a meld in order, with the gaps into which a card can go, and what an attack would do.
fn meld(view: &View, hero: Hero, gaps: &[(Hero, u8)]) -> Area {
    let game = &view.table;
    let (own, name) = (&game.hero(hero).meld, hero.name());
    let gap = |at: usize| gaps.contains(&(hero, at as u8)).then(|| pieces::gap(hero, own, at));
    let mut all = vec![Piece::new(format!("meld-{}", hero.id()), Look::Text, meld_words(game, hero))];
    for (at, card) in own.cards().iter().enumerate() {
        all.extend(gap(at));
        all.push(pieces::laid(*card, own.stands_for(at)));
    }
    all.extend(gap(own.len()));
    let met = own.len() > 2 && game.strike(hero).met;
    Area::new(format!("space-{}", hero.id()), format!("The meld of {name}"), Role::Board, Layout::Fan)
        .active(met)
        .with(all)
}

/// What lies in a space and what an attack with it would do: `run of 5, meets the guard: 5 damage, shield tokens 3 → 7`.
fn meld_words(game: &DungeonRummy, hero: Hero) -> String {
    let meld = &game.hero(hero).meld;
    let what = wording::what(meld);
    if meld.len() < 3 {
        return what;
    }
    let harm = if game.strike(hero).met { "meets the guard" } else { "no harm" };
    format!("{what}, {harm}: {}", wording::strike(game, meld, hero))
}

// The cards in hands.

fn hand(view: &View, hero: Hero, viewer: Viewer) -> Option<Area> {
    let seat = view.table.seat_of(hero).filter(|_| view.shows_hand(hero))?;
    let own = viewer.seat() == Some(seat);
    let (id, title, role) = match own {
        true => ("hand".to_owned(), Sentence::from("Your hand"), Role::Hand),
        false => (format!("cards-{}", hero.id()), Sentence::new().text("The hand of ").seat(seat), Role::Seat),
    };
    let cards = view.table.hero(hero).hand.iter().map(pieces::card);
    Some(Area::new(id, title, role, Layout::Fan).of(seat).with(cards))
}

// What belongs to all.

/// Torches, boots, and what treasures have left to come.
fn supplies(view: &View) -> Area {
    let game = &view.table;
    let today = &game.today;
    let (left, all_boots) = (TORCHES - game.turn, game.all_boots());
    let torches =
        Look::Meter { icon: Icon("torch"), name: "Torches".into(), value: left.into(), max: Some(TORCHES.into()) };
    let boots = Look::Token {
        icon: Icon("boot"),
        tone: Tone::Plain,
        value: Some(format!("{}/{all_boots}", today.boots)),
        seat: None,
    };
    let mut all = vec![
        Piece::new("torches", torches, format!("{} until the torches go out", counted(left, "turn")))
            .text("Without torches the match is lost.", Some("R61"))
            .picture(pieces::TORCH),
        Piece::new("boots", boots, format!("{} of {all_boots} boots ready", today.boots))
            .text("A boot plays an open top card, turns one up or moves a card; two boots swap two cards.", Some("R28"))
            .picture(pieces::BOOT)
            .flag(Flag::Exhausted, today.boots == 0),
    ];
    let waiting = |so: bool, treasure: Treasure, text: String| {
        so.then(|| {
            let id = format!("effect-{}", treasure.code());
            pieces::token(&id, Icon("treasure"), 1, text).picture(treasure.picture())
        })
    };
    all.extend(waiting(
        today.sharpen > 0,
        Treasure::AdequateWhetstone,
        format!("The next attack does {} more", today.sharpen),
    ));
    all.extend(waiting(today.pierce, Treasure::BoneKey, "The next attack meets any guard".into()));
    all.extend(waiting(today.forge, Treasure::ForgedPapers, "The next wild costs no token".into()));
    all.extend(waiting(today.tug > 0, Treasure::StickyGloves, "The next move costs no boot".into()));
    all.extend(waiting(today.juggle > 0, Treasure::JugglersManual, "The next swap costs no boots".into()));
    all.extend(waiting(game.dodge, Treasure::BorrowedUmbrella, "The monster's next attack is skipped".into()));
    Area::new("supplies", "Supplies", Role::Piles, Layout::Row).with(all)
}

fn stash(view: &View) -> Area {
    let treasures = view.table.stash.iter().map(pieces::treasure);
    let left = view.table.unlooted.len();
    let deck = Look::Back { count: left as u16 };
    let deck = Piece::new("treasure-deck", deck, format!("{} still to be found", counted(left, "treasure")));
    Area::new("stash", "Treasures", Role::Piles, Layout::Row).with(treasures).with([deck])
}

fn graveyard(view: &View) -> Area {
    let game = &view.table;
    let buried = game.buried();
    let meter =
        Look::Meter { icon: Icon("grave"), name: "Graveyard".into(), value: buried as i32, max: Some(BLAST.into()) };
    let label = format!("{buried} of {BLAST} in the graveyard");
    let pile = Piece::new("graveyard", meter, label)
        .text("At the end of a turn seven or more cards and monsters in here do 7 damage.", Some("R56"))
        .picture(pieces::GRAVEYARD)
        .flag(Flag::Danger, buried + 2 >= BLAST.into());
    let fallen = game.fallen.iter().map(|monster| {
        let look = pieces::card_look(monster.name(), "Fallen monster".into(), Icon::SKULL, Tone::Plain);
        Piece::new(format!("fallen-{}", monster.code()), look, format!("{}, fallen", monster.name()))
            .picture(monster.picture())
            .flag(Flag::Dead, true)
    });
    Area::new("graveyard", "The graveyard", Role::Piles, Layout::Fan)
        .with([pile])
        .with(game.graveyard.iter().map(pieces::card))
        .with(fallen)
}

/// What is still to come.
fn way(view: &View) -> Area {
    let game = &view.table;
    let tiers = game.ahead().iter().enumerate().map(|(place, tier)| {
        let label = format!("A monster of tier {}", tier.number());
        pieces::token(&format!("ahead-{place}"), Icon::MONSTER, tier.number(), label)
    });
    let boss = game.boss;
    let more = game.level.boss_health();
    let phase =
        |phase: &Phase| format!("{} health. {} {}", phase.health + more, guard_words(phase.guard), attack_words(phase));
    let phases: Vec<String> = boss.phases().iter().map(phase).collect();
    let look = pieces::card_look(boss.name(), "Boss".into(), Icon::BOSS, Tone::Bad);
    let boss = Piece::new("boss", look, format!("At the end: {}", boss.name()))
        .text(phases.join(" Then: "), Some("R64"))
        .picture(boss.picture());
    Area::new("way", "The way ahead", Role::Piles, Layout::Row).with(tiers).with([boss])
}

fn barred(view: &View, viewer: Viewer) -> Vec<Barred> {
    let game = &view.table;
    let acts = matches!(game.pending, Pending::Act) && game.awaited() == viewer.seat() && viewer.seat().is_some();
    let boots = (acts && game.today.boots == 0).then(|| Barred {
        what: "Use a boot".into(),
        why: "no boot is ready".into(),
        ruling: Some("R15"),
        piece: Some("boots".into()),
    });
    let tokens = Hero::ALL.into_iter().filter(|hero| *hero != Hero::Lily).filter_map(|hero| {
        let theirs = acts && game.hero(hero).tokens > 0 && !game.can_spend(hero);
        theirs.then(|| Barred {
            what: format!("Spend the {} tokens of {}", hero.token(), hero.name()),
            why: "tokens are their owner's business here".into(),
            ruling: Some("R54"),
            piece: Some(format!("tokens-{}", hero.id())),
        })
    });
    boots.into_iter().chain(tokens).collect()
}

fn ending(view: &View) -> Option<Ending> {
    let game = &view.table;
    let Pending::Over(end) = game.pending else { return None };
    let boss = game.boss.name();
    let dead: Vec<String> =
        Hero::ALL.into_iter().filter(|hero| game.hero(*hero).hp <= 0).map(|hero| hero.name().to_owned()).collect();
    let (title, story) = match end {
        End::Won => (format!("{boss} is beaten"), "The way out is free, and the biscuits are yours.".to_owned()),
        End::Death => ("The party has fallen".to_owned(), format!("{} did not make it.", kernel::listed(&dead))),
        End::Torches => ("The torches have gone out".to_owned(), "Nobody finds the way any more.".to_owned()),
    };
    let health: i32 = Hero::ALL.into_iter().map(|hero| i32::from(game.hero(hero).hp.max(0))).sum();
    let beaten = game.met - u8::from(game.foe.monster.tier() != Tier::Boss);
    let numbers = [
        ("Turns", i32::from(game.turn) + i32::from(end != End::Torches)),
        ("Monsters beaten", i32::from(beaten) + i32::from(end == End::Won)),
        ("Health left", health),
        ("Treasures left", game.stash.len() as i32),
    ];
    Some(Ending {
        title: title.into(),
        story: story.into(),
        tone: if end == End::Won { Tone::Good } else { Tone::Bad },
        numbers: numbers.into_iter().map(|(name, number)| (name.to_owned(), number.to_string())).collect(),
        unlocked: None,
    })
}
