//! Scenes made by hand: every component of a table in every possible state, at once.

use kernel::{
    Area, AutoAction, Barred, Blow, Flag, Forecast, Icon, Intent, Layout, Limit, Look, Move, Picture, Piece, Role,
    Roll, Scene, Seat, Sentence, Stat, Suit, Tone, Wording,
};
use serde_json::json;

/// Returns a fight: both sides with their gauges, two blows, the foe's next action, the track, a
/// hand, choices with odds, and an auto-action.
pub(crate) fn duel() -> Scene {
    let die = |id: &str, sides, value, seat: Option<Seat>, purpose: &str| {
        let look = Look::Die { sides, value, purpose: purpose.into() };
        Piece { seat, ..Piece::new(id, look, format!("{purpose}: d{sides} shows {value}")) }
    };
    let you = Piece {
        seat: Some(Seat(0)),
        ..card("hero-0", "You", "Hero", Tone::Plain, &[(Icon::SWORD, "d8"), (Icon::SHIELD, "d4")])
    };
    let you = you.picture(Picture("common/hero")).gauge(Icon::HEART, 5, 30).flag(Flag::Danger, true);
    let troll = card("enemy", "Troll", "Monster", Tone::Bad, &[(Icon::SWORD, "d6"), (Icon::SHIELD, "d4")]);
    let intent = Intent {
        icon: Icon::SWORD,
        mean: "1.4".into(),
        text: "Next: d6 − your d4".into(),
        range: "0 to 5; 1 in 24 kills you".into(),
    };
    let troll = troll.picture(Picture("common/troll")).gauge(Icon::HEART, 6, 9).intent(intent);
    let dice = [
        die("a", 8, 5, Some(Seat(0)), "Your strike"),
        die("b", 4, 2, None, "Its defence"),
        die("c", 6, 5, None, "Its strike"),
        die("d", 4, 3, Some(Seat(0)), "Your defence"),
    ];
    let roll = |title: &str, dice: [&str; 2], result: &str, by: &str, on: &str, harm| Roll {
        title: title.into(),
        dice: dice.map(str::to_owned).to_vec(),
        result: result.into(),
        sum: Vec::new(),
        blow: Some(Blow { by: Some(by.into()), on: on.into(), harm }),
    };
    let strike = Wording::new("Strike with d8").main();
    let auto_action = AutoAction {
        id: "fight-on",
        text: "Fight on".into(),
        limit: Some(Limit { text: "until my health is at most".into(), min: 0, max: 4, usual: 3 }),
        forecast: Some(Forecast::new("Dice alone to the end: survive 71 %. Potion first: 96 %").odds(0.71, 0.29)),
        discreet: false,
        lasting: false,
    };
    Scene {
        headline: "Floor 7 of 10".into(),
        prompt: "Strike, or drink first?".into(),
        areas: vec![
            way(),
            seat(0, "common/hero", 5, 30, true),
            Area::new("heroes", "Heroes", Role::Fighters, Layout::Row).with([you]),
            Area::new("foes", "The foe", Role::Foes, Layout::Row).active(true).with([troll]),
            Area::new("dice", "Dice", Role::Dice, Layout::Row).with(dice),
            hand(),
        ],
        moves: vec![
            made(0, strike.forecast(Forecast::new("wounds 69 %, 2.3 on average · kills 9 %, with the mace 91 %"))),
            made(1, Wording::new("Drink the potion").from("potion").to("hero-0").forecast("health 5 to 11")),
        ],
        barred: vec![Barred {
            what: "Throw the mace".into(),
            why: "it is added after your roll".into(),
            ruling: Some("R11"),
            piece: Some("mace".into()),
        }],
        standing: vec![auto_action],
        rolls: vec![
            roll("You struck", ["a", "b"], "3 wounds", "hero-0", "enemy", 3),
            roll("It struck back", ["c", "d"], "2 wounds", "enemy", "hero-0", 2),
        ],
        ..Scene::default()
    }
}

/// Returns six cards to choose from.
pub(crate) fn offer() -> Scene {
    let all = [
        ("double-die", "Double Die", "Double one of your dice after you see it.", "×2"),
        ("evade", "Evade", "One blow or trap does you no harm.", "0"),
        ("heal", "Heal", "Heal d6 in camp or before a strike.", "d6"),
        ("luck", "Sneak", "Roll initiative again, keep the better.", "2d20"),
        ("lucky-charm", "Lucky Charm", "Add 5 to one trap roll that fell short.", "+5"),
        ("boss", "Second Wind", "Once, death leaves you d4 health.", "d4"),
    ];
    let picture = |id: &str| {
        art::pictures().find(|picture| picture.name() == format!("rogue-ascension/{id}")).map(|p| Picture(p.name()))
    };
    let pieces = all.map(|(id, name, text, stat)| {
        let piece = card(id, name, "Ability", Tone::Luck, &[(Icon::STAR, stat)]).text(text, Some("R16"));
        match picture(id) {
            Some(picture) => piece.picture(picture),
            None => piece,
        }
    });
    let moves =
        all.iter().enumerate().map(|(n, (id, name, ..))| made(n, Wording::new(format!("Take {name}")).from(*id)));
    Scene {
        headline: "Floor 5 of 10".into(),
        prompt: "A king. Choose one ability to keep.".into(),
        areas: vec![
            way(),
            seat(0, "common/hero", 21, 30, true),
            Area::new("offer", "Choose one", Role::Offer, Layout::Row).active(true).with(pieces),
            hand(),
        ],
        moves: moves.collect(),
        ..Scene::default()
    }
}

/// Returns cards in every state: choosable, barred, picked, damaged, dead; playing cards, backs,
/// tokens.
pub(crate) fn cards() -> Scene {
    let plain = |id: &str, name: &'static str, tone| {
        card(id, name, "Kind", tone, &[(Icon::SWORD, "+2"), (Icon::SHIELD, "3")]).picture(Picture("common/goblin"))
    };
    let playing = |id: &str, rank: &str, suit, tone| {
        let look = Look::Card {
            name: format!("{rank} of a suit").into(),
            kind: "Boots".into(),
            icon: Icon::CARD,
            tone,
            corner: Some(rank.into()),
            suit: Some(suit),
            emblem: Some(Icon::STAR),
            stats: Vec::new().into(),
            copies: 1,
        };
        Piece::new(id, look, format!("{rank} of a suit"))
    };
    let token = |id: &str, tone, value: &str| {
        let look = Look::Token { icon: Icon::COIN, tone, value: Some(value.into()), seat: None };
        Piece::new(id, look, format!("Coin: {value}"))
    };
    let states = [
        plain("idle", "Idle", Tone::Plain),
        plain("can", "Can be used", Tone::Good).note("glows"),
        plain("used", "Used up", Tone::Good).flag(Flag::Exhausted, true),
        plain("hurt", "Damaged", Tone::Luck).flag(Flag::Damaged, true),
        plain("now", "Highlighted", Tone::Bad).flag(Flag::Highlighted, true),
        plain("dead", "Dead", Tone::Bad).flag(Flag::Dead, true),
    ];
    Scene {
        headline: "Round 9".into(),
        prompt: "Which card?".into(),
        areas: vec![
            seat(0, "common/hero", 6, 10, true),
            seat(1, "common/orc", 8, 10, false).note("at the demon: 50 % to win next"),
            seat(2, "common/goblin", 17, 20, false),
            seat(3, "common/skeleton", 0, 10, false),
            Area::new("states", "States of a card", Role::Board, Layout::Row).with(states),
            Area::new("meld", "A meld", Role::Board, Layout::Fan).with([
                playing("h9", "9", Suit::Hearts, Tone::Bad),
                playing("s10", "10", Suit::Spades, Tone::Luck),
                playing("dq", "Q", Suit::Diamonds, Tone::Good),
            ]),
            Area::new("piles", "Decks and piles", Role::Piles, Layout::Row).with([
                Piece::new("deck", Look::Back { count: 23 }, "Deck: 23 cards"),
                token("gold", Tone::Luck, "12"),
                token("debt", Tone::Bad, "3"),
            ]),
            hand(),
        ],
        moves: vec![
            made(
                0,
                Wording::new("Play it")
                    .from("can")
                    .forecast(Forecast::new("wins 61 %, loses all 8 %").odds(0.61, 0.08)),
            ),
            made(1, Wording::new("Play the potion").from("potion").to("hero-0")),
            made(2, Wording::new("Pass").forecast("nothing changes")),
            made(3, Wording::new("End the turn").main().confirm("Two cards are lost.")),
        ],
        ..Scene::default()
    }
}

fn made(n: usize, wording: Wording) -> Move {
    Move { action: json!({ "n": n }), wording }
}

fn card(id: &str, name: &'static str, kind: &'static str, tone: Tone, stats: &[(Icon, &str)]) -> Piece {
    let look = Look::card(
        name,
        kind,
        Icon::CARD,
        tone,
        stats.iter().map(|(icon, value)| Stat { icon: *icon, name: icon.0, value: (*value).into() }).collect(),
    );
    Piece::new(id, look, format!("{name}, {kind}"))
}

fn hand() -> Area {
    let item = |id, name, kind, picture, stat| {
        card(id, name, kind, Tone::Good, &[(Icon::SWORD, stat)])
            .picture(Picture(picture))
            .text("What it does, in a sentence.", Some("R9"))
    };
    Area::new("hand", "Your items", Role::Hand, Layout::Fan).of(Seat(0)).with([
        item("potion", "Potion", "Drink now", "common/potion", "+6"),
        item("mace", "Mace", "after roll", "rogue-ascension/mace", "+7").flag(Flag::Exhausted, true),
        item("dagger", "Dagger", "after roll", "rogue-ascension/dagger", "+6").flag(Flag::Exhausted, true),
        item("charm", "Charm", "in traps", "rogue-ascension/lucky-charm", "+5").flag(Flag::Exhausted, true),
    ])
}

fn seat(seat: u8, face: &'static str, value: i32, max: i32, active: bool) -> Area {
    let meter = Look::Meter { icon: Icon::HEART, name: "Health".into(), value, max: Some(max) };
    let gear = |id: &str, icon, value: &'static str| {
        let look = Look::Token { icon, tone: Tone::Plain, value: Some(value.into()), seat: None };
        Piece::new(format!("seat-{seat}-{id}"), look, value)
    };
    Area::new(format!("seat-{seat}"), Sentence::new().seat(Seat(seat)), Role::Seat, Layout::Row)
        .of(Seat(seat))
        .active(active)
        .picture(Picture(face))
        .with([
            Piece::new(format!("seat-{seat}-health"), meter, format!("{value} of {max} health"))
                .flag(Flag::Dead, value == 0),
            gear("attack", Icon::SWORD, "d8"),
            gear("defence", Icon::SHIELD, "d4"),
            gear("luck", Icon::LUCK, "+1"),
        ])
}

fn way() -> Area {
    let floor = |n: usize, name: &'static str, picture: &'static str, note: &'static str, left: &str| {
        card(&format!("floor-{n}"), name, "Floor", Tone::Plain, &[(Icon::HEART, left)])
            .picture(Picture(picture))
            .note(note)
    };
    let dark =
        |n: usize| Piece::new(format!("floor-{n}"), Look::Back { count: 1 }, format!("Floor {n}")).note("face down");
    let done = |piece: Piece| piece.flag(Flag::Exhausted, true);
    Area::new("climb", "The climb", Role::Track, Layout::List).with([
        done(floor(1, "Rat", "rogue-ascension/rat", "took 2", "28")),
        done(floor(2, "Bear trap", "common/spikes", "took 3", "25")),
        done(floor(3, "Treasure", "common/chest", "dagger of 6", "25")),
        done(floor(4, "Goblin", "common/goblin", "slain", "25")),
        done(floor(5, "Miniboss", "rogue-ascension/miniboss", "took 4", "21")),
        done(floor(6, "Swinging axes", "common/spikes", "took 6", "15")),
        floor(7, "Troll", "common/troll", "floor 7, 6 of 9 left", "5").flag(Flag::Highlighted, true),
        dark(8),
        dark(9),
        dark(10),
        floor(11, "The boss", "rogue-ascension/boss", "health 20", "").flag(Flag::Danger, true),
    ])
}
