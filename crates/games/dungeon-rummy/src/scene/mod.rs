//! The scene of the match, from the view.

mod foe;
pub(crate) mod lay;
mod pieces;
mod printed;
mod rows;
mod wording;

use kernel::{
    Area, Barred, Card as _, Ending, Epitaph, Features, Flag, Icon, Layout, Line, Look, Picture, Piece, Present, Role,
    Scene, Seat, Sentence, Tone, Viewer, Wording, say,
};
use text::{counted, t};

use crate::{
    Action, DungeonRummy, Event, Hero, Monster, Treasure, View,
    content::{BLAST, Phase, TORCHES, Tier},
    event::{self, shares},
    features::FEATURES,
    state::{Cause, End, Pending},
};

impl Present for DungeonRummy {
    const FEATURES: &'static Features<Self> = &FEATURES;

    fn scene(view: &View, viewer: Viewer) -> Scene {
        let (gaps, standing) = (gaps(view, viewer), lay::standing(view, viewer));
        let mut areas = vec![foe::area(view)];
        for hero in Hero::ALL {
            let offer = standing.iter().find(|one| one.id == lay::name(hero));
            areas.extend([rows::head(view, hero), rows::laid(view, hero, &gaps, offer)]);
        }
        areas.extend(Hero::ALL.into_iter().filter_map(|hero| hand(view, hero, viewer)));
        areas.extend([supplies(view), stash(view), graveyard(view), way(view)]);
        Scene {
            headline: t!("{}, turn {} of {TORCHES}", view.table.level.name(), view.table.turn + 1).into(),
            prompt: prompt(view, viewer),
            areas,
            standing,
            barred: barred(view, viewer),
            ending: ending(view),
            ..Scene::default()
        }
    }

    fn wording(view: &View, seat: Seat, action: &Action) -> Wording {
        wording::wording(view, seat, action)
    }

    fn tell(event: &Event) -> Line {
        event::tell(event)
    }

    fn pictures() -> Vec<Picture> {
        let heroes = Hero::ALL.into_iter().flat_map(|hero| [hero.picture(), pieces::token_picture(hero)]);
        let monsters = Monster::ALL.into_iter().map(Monster::picture);
        let treasures = Treasure::ALL.into_iter().map(Treasure::picture);
        heroes.chain(monsters).chain(treasures).chain(pieces::PICTURES).collect()
    }

    fn printed() -> Vec<kernel::printed::Part> {
        printed::parts()
    }
}

/// The places where the viewer can put a card now.
fn gaps(view: &View, viewer: Viewer) -> Vec<(Hero, u8)> {
    let mut gaps = Vec::new();
    let own = viewer.seat().is_some() && view.table.awaited() == viewer.seat();
    if !own || !matches!(view.table.pending, Pending::Act | Pending::Flip { .. }) {
        return gaps;
    }
    // The places for cards depend on melds, open tops and the player's own hand alone: the view has
    // all of that.
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
    let Some(seat) = game.awaited() else { return t!("The match is over.").into() };
    if viewer.seat() != Some(seat) {
        return waiting(game, seat);
    }
    match game.pending {
        Pending::Shield { pending, cause } => threat(game, pending, cause).into(),
        Pending::Draw => match game.graveyard.is_empty() {
            true => t!("Draw a card from your deck.").into(),
            false => t!("Draw a card from your deck, or take one of the graveyard.").into(),
        },
        Pending::Act => t!("Your turn: play cards, use boots and tokens, attack.").into(),
        Pending::Flip { hero } => {
            t!("Where does the open card of {hero} go? You may leave it there.", hero = hero.name()).into()
        }
        Pending::Salvage { left } => t!("Take up to {cards} of the graveyard.", cards = counted!(left, "card")).into(),
        Pending::Discard => t!("Discard a card.").into(),
        Pending::Blast { asked, shares } => {
            t!("{about} How much for {hero}?", about = burst(shares), hero = asked.name()).into()
        }
        Pending::Over(_) => t!("The match is over.").into(),
    }
}

/// The prompt for waiting players: the subject, the seat in turn, and its decision.
fn waiting(game: &DungeonRummy, seat: Seat) -> Sentence {
    match game.pending {
        Pending::Shield { pending, cause } => {
            say!("{about} Waiting for {seat}: shields, or none.", about = threat(game, pending, cause))
        }
        Pending::Draw if game.graveyard.is_empty() => say!("Waiting for {seat}: to draw."),
        Pending::Draw => say!("Waiting for {seat}: to draw, or to dig in the graveyard."),
        Pending::Act => say!("Waiting for {seat}: to play, use boots and attack."),
        Pending::Flip { hero } => {
            say!("Waiting for {seat}: where the open card of {hero} goes.", hero = hero.name())
        }
        Pending::Salvage { left } => {
            say!("Waiting for {seat}: to take up to {cards} of the graveyard.", cards = counted!(left, "card"))
        }
        Pending::Discard => say!("Waiting for {seat}: to discard."),
        Pending::Blast { asked, shares } => {
            say!("{about} Waiting for {seat}: how much for {hero}.", about = burst(shares), hero = asked.name())
        }
        Pending::Over(_) => t!("The match is over.").into(),
    }
}

/// The damage against which shields can be used.
fn threat(game: &DungeonRummy, pending: [u8; 4], cause: Cause) -> String {
    let tokens = Hero::Lily.tokens().counted(game.hero(Hero::Lily).tokens);
    let shares = shares(pending);
    match cause {
        Cause::Blast => t!("The blast is about to do {shares}. Lily has {tokens}."),
        _ => t!("{monster} is about to do {shares}. Lily has {tokens}.", monster = game.foe.monster.name()),
    }
}

/// The rest of a blast to deal out, and the shares so far.
fn burst(dealt: [u8; 4]) -> String {
    let left = BLAST - dealt.iter().sum::<u8>();
    match dealt {
        [0, 0, 0, 0] => t!("The graveyard has burst: {left} damage is left."),
        dealt => t!("The graveyard has burst: {shares}, {left} damage is left.", shares = shares(dealt)),
    }
}

// The cards in hands.

fn hand(view: &View, hero: Hero, viewer: Viewer) -> Option<Area> {
    let seat = view.table.seat_of(hero).filter(|_| view.shows_hand(hero))?;
    let own = viewer.seat() == Some(seat);
    let (id, title, role) = match own {
        true => ("hand".to_owned(), Sentence::from(t!("Your hand")), Role::Hand),
        false => (format!("cards-{}", hero.id()), say!("The hand of {seat}"), Role::Piles),
    };
    let cards = view.table.hero(hero).hand.iter().map(pieces::card);
    Some(Area::new(id, title, role, Layout::Fan).of(seat).with(cards))
}

// Areas that belong to all.

/// Torches, boots, and effects of treasures that are still to come.
fn supplies(view: &View) -> Area {
    let game = &view.table;
    let today = &game.today;
    let (left, all_boots) = (TORCHES - game.turn, game.all_boots());
    let torches =
        Look::Meter { icon: Icon("torch"), name: t!("Torches").into(), value: left.into(), max: Some(TORCHES.into()) };
    let boots = Look::Token {
        icon: Icon("boot"),
        tone: Tone::Plain,
        value: Some(format!("{}/{all_boots}", today.boots)),
        seat: None,
    };
    let mut all = vec![
        Piece::new("torches", torches, t!("{turns} until the torches go out", turns = counted!(left, "turn")))
            .text(t!("Without torches the match is lost."), Some("R61"))
            .picture(pieces::TORCH),
        Piece::new("boots", boots, t!("{} of {all_boots} boots ready", today.boots))
            .text(
                t!("A boot plays an open top card, turns one up or moves a card; two boots swap two cards."),
                Some("R28"),
            )
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
        t!("The next attack does {} more", today.sharpen),
    ));
    all.extend(waiting(today.pierce, Treasure::BoneKey, t!("The next attack meets any guard").into()));
    all.extend(waiting(today.forge, Treasure::ForgedPapers, t!("The next wild costs no token").into()));
    all.extend(waiting(today.tug > 0, Treasure::StickyGloves, t!("The next move costs no boot").into()));
    all.extend(waiting(today.juggle > 0, Treasure::JugglersManual, t!("The next swap costs no boots").into()));
    all.extend(waiting(game.dodge, Treasure::BorrowedUmbrella, t!("The monster's next attack is skipped").into()));
    Area::new("supplies", t!("Supplies"), Role::Piles, Layout::Row).with(all)
}

fn stash(view: &View) -> Area {
    let treasures = view.table.stash.iter().map(pieces::treasure);
    let left = view.table.unlooted.len();
    let deck = Look::Back { count: left as u16 };
    let deck =
        Piece::new("treasure-deck", deck, t!("{treasures} still to be found", treasures = counted!(left, "treasure")));
    Area::new("stash", t!("Treasures"), Role::Piles, Layout::Row).with(treasures).with([deck])
}

fn graveyard(view: &View) -> Area {
    let game = &view.table;
    let buried = game.buried();
    let meter = Look::Meter {
        icon: Icon("grave"),
        name: t!("Graveyard").into(),
        value: buried as i32,
        max: Some(BLAST.into()),
    };
    let label = t!("{buried} of {BLAST} in the graveyard");
    let pile = Piece::new("graveyard", meter, label)
        .text(t!("At the end of a turn seven or more cards and monsters in here do 7 damage."), Some("R56"))
        .picture(pieces::GRAVEYARD)
        .flag(Flag::Danger, buried + 2 >= BLAST.into());
    let fallen = game.fallen.iter().map(|monster| {
        let look = Look::card(monster.name().as_str(), t!("Fallen monster"), Icon::SKULL, Tone::Plain, Vec::new());
        Piece::new(format!("fallen-{}", monster.code()), look, t!("{monster}, fallen", monster = monster.name()))
            .picture(monster.picture())
            .flag(Flag::Dead, true)
    });
    Area::new("graveyard", t!("The graveyard"), Role::Piles, Layout::Fan)
        .with([pile])
        .with(game.graveyard.iter().map(pieces::card))
        .with(fallen)
}

/// The opponents still to come.
fn way(view: &View) -> Area {
    let game = &view.table;
    let tiers = game.ahead().iter().enumerate().map(|(place, tier)| {
        let label = t!("A monster of tier {}", tier.number());
        pieces::token(&format!("ahead-{place}"), Icon::MONSTER, tier.number(), label)
    });
    let boss = game.boss;
    let more = game.level.boss_health();
    let phase = |phase: &Phase| {
        let (health, guard, attack) = (phase.health + more, foe::guard_words(phase.guard), foe::attack_words(phase));
        t!("{health} health. {guard} {attack}")
    };
    let phases: Vec<String> = boss.phases().iter().map(phase).collect();
    let look = Look::card(boss.name().as_str(), t!("Boss"), Icon::BOSS, Tone::Bad, Vec::new());
    let boss = Piece::new("boss", look, t!("At the end: {boss}", boss = boss.name()))
        .text(phases.join(t!(" Then: ")), Some("R64"))
        .picture(boss.picture());
    Area::new("way", t!("The way ahead"), Role::Piles, Layout::List).with(tiers).with([boss])
}

fn barred(view: &View, viewer: Viewer) -> Vec<Barred> {
    let game = &view.table;
    let acts = matches!(game.pending, Pending::Act) && game.awaited() == viewer.seat() && viewer.seat().is_some();
    let boots = (acts && game.today.boots == 0).then(|| Barred {
        what: t!("Use a boot").into(),
        why: t!("no boot is ready").into(),
        ruling: Some("R15"),
        piece: Some("boots".into()),
    });
    let tokens = Hero::ALL.into_iter().filter(|hero| *hero != Hero::Lily).filter_map(|hero| {
        let theirs = acts && game.hero(hero).tokens > 0 && !game.can_spend(hero);
        theirs.then(|| Barred {
            what: t!("Spend the {tokens} of {hero}", tokens = hero.tokens().word("0"), hero = hero.name()),
            why: t!("tokens are their owner's business here").into(),
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
    let fallen: Vec<Hero> = Hero::ALL.into_iter().filter(|hero| game.hero(*hero).hp <= 0).collect();
    let dead: Vec<String> = fallen.iter().map(|hero| hero.name().to_owned()).collect();
    let (title, story) = match end {
        End::Won => (t!("{boss} is beaten"), t!("The way out is free, and the biscuits are yours.").to_owned()),
        End::Death => {
            (t!("The party has fallen").to_owned(), t!("{heroes} did not make it.", heroes = kernel::listed(&dead)))
        }
        End::Torches => (t!("The torches have gone out").to_owned(), t!("Nobody finds the way any more.").to_owned()),
    };
    let health: i32 = Hero::ALL.into_iter().map(|hero| i32::from(game.hero(hero).hp.max(0))).sum();
    let beaten = game.met - u8::from(game.foe.monster.tier() != Tier::Boss);
    let numbers = [
        (t!("Turns"), i32::from(game.turn) + i32::from(end != End::Torches)),
        (t!("Monsters beaten"), i32::from(beaten) + i32::from(end == End::Won)),
        (t!("Health left"), health),
        (t!("Treasures left"), game.stash.len() as i32),
    ];
    Some(Ending {
        title: title.into(),
        story: story.into(),
        tone: if end == End::Won { Tone::Good } else { Tone::Bad },
        numbers: numbers.into_iter().map(|(name, number)| (name.to_owned(), number.to_string())).collect(),
        unlocked: None,
        draw: None,
        epitaph: fallen.first().filter(|_| end == End::Death).map(|hero| epitaph(view, &dead, *hero)),
    })
}

/// The words on the stone of the heroes who fell, with the picture of the first.
fn epitaph(view: &View, dead: &[String], first: Hero) -> Epitaph {
    let game = &view.table;
    let tokens = Hero::ALL.into_iter().any(|hero| game.hero(hero).tokens > 0);
    let line = match (game.stash.is_empty(), tokens) {
        (false, _) => t!("The treasure stayed in the bag."),
        (true, true) => t!("Some tokens were left over."),
        (true, false) => t!("One card short of a run."),
    };
    let place = t!("Turn {turn}, {monster}", turn = game.turn + 1, monster = game.foe.monster.name());
    Epitaph { name: kernel::listed(dead).into(), place, line: line.into(), near_best: None, picture: first.picture() }
}
