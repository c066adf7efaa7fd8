//! What is on the table, from the view.

use kernel::{
    Area, Barred, Ending, Flag, Icon, Layout, Look, Piece, Rank, Role, Scene, Seat, Sentence, Stat, Tone, Viewer,
    Wording, counted,
};

use crate::{
    Action, Curse, EnemyKind, Item, RogueAscension, View,
    content::{HEALTH, KING_PICTURE, LADDER_NAMES, TREASURE_PICTURE, trap_picture},
    event::{long_name, treasure},
    judge::{Outlook, outlook, outlook_of},
    state::{Blow, End, Healing, Hero, Pending},
};

/// The table as `viewer` sees it.
pub(crate) fn scene(view: &View, viewer: Viewer) -> Scene {
    let game = &view.game;
    let mut areas = vec![tower(game)];
    areas.extend(offer(game));
    areas.extend(game.order().iter().map(|seat| hero_area(game, *seat, viewer)));
    areas.extend(viewer.seat().filter(|seat| seat.index() < game.heroes().len()).map(|seat| hand(game, seat)));
    areas.push(piles(game));
    Scene {
        headline: headline(game),
        prompt: prompt(game, viewer),
        areas,
        barred: barred(game, viewer),
        ending: ending(game),
        ..Scene::default()
    }
}

fn headline(game: &RogueAscension) -> Sentence {
    let level = match game.options.ascension {
        0 => String::new(),
        level => format!(", ascension {level}"),
    };
    match game.floor > game.floors() {
        true => format!("The boss room{level}").into(),
        false => format!("Floor {} of {}{level}", game.floor, game.floors()).into(),
    }
}

fn enemy_name(game: &RogueAscension) -> &'static str {
    game.fight.map_or("enemy", |fight| fight.kind.name(game.card))
}

fn prompt(game: &RogueAscension, viewer: Viewer) -> Sentence {
    let say = Sentence::new;
    let you = viewer.seat() == Some(game.turn);
    if matches!(game.pending, Pending::Over(_)) {
        return "The climb is over.".into();
    }
    if !you {
        return say().text("Waiting for ").seat(game.turn).text(format!(": {}.", waiting(game)));
    }
    match game.pending {
        Pending::Camp if game.floor > game.floors() => "You rest before the last door. Behind it is the boss.".into(),
        Pending::Camp => "You rest in camp. Turn up the next floor when you are ready.".into(),
        Pending::Initiative { hero, enemy } => {
            format!("You rolled {hero}, the enemy {enemy}: it would strike first. Do something about it?").into()
        }
        Pending::CombatTurn => format!("Your turn to strike the {}.", enemy_name(game)).into(),
        Pending::AttackRoll { roll, extra: 0, .. } => {
            format!("You rolled {roll}. Add to it before the enemy defends?").into()
        }
        Pending::AttackRoll { roll, extra, .. } => {
            format!("You have {roll} + {extra} = {}. Add more before the enemy defends?", roll + extra).into()
        }
        Pending::Damage(Blow::Strike { attack, defense }) => {
            format!("The {} strikes {attack} against your {defense}. Let it come?", enemy_name(game)).into()
        }
        Pending::Damage(Blow::Trap { damage }) => format!("The trap would do {damage} damage. Let it come?").into(),
        Pending::TrapRoll => trap_prompt(game, "Do something about it?").into(),
        Pending::Assist { .. } => {
            let seat = game.trap.map_or(game.turn, |trap| trap.seat);
            say().seat(seat).text(format!(" is in a trap. {}", trap_prompt(game, "Spend a luck point for 1 more?")))
        }
        Pending::HealingRoll { value, .. } => format!("The healing roll shows {value}. Double it?").into(),
        Pending::Reward => "A treasure is yours, but your curse will spring a trap first. Draw it?".into(),
        Pending::ChooseCard { .. } => "An ace: keep one of these two.".into(),
        Pending::ChooseAbility => "A king: choose a special ability.".into(),
        Pending::Treasure => match game.treasure() {
            Some(item) => format!("You found {}. Use it now, or save it for later?", long_name(item)).into(),
            None => "You found a treasure.".into(),
        },
        Pending::Over(_) => unreachable!("handled above"),
    }
}

fn trap_prompt(game: &RogueAscension, question: &str) -> String {
    let Some(trap) = game.trap else { return question.to_owned() };
    let sum = i32::from(trap.die) + i32::from(trap.bonus);
    format!("{sum} of the {} needed to disarm it. {question}", trap.target)
}

fn waiting(game: &RogueAscension) -> &'static str {
    match game.pending {
        Pending::Camp => "in camp",
        Pending::Initiative { .. } => "about initiative",
        Pending::CombatTurn => "to strike",
        Pending::AttackRoll { .. } => "about the attack roll",
        Pending::Damage(_) => "about to be hit",
        Pending::TrapRoll => "in a trap",
        Pending::Assist { .. } => "to help, or not",
        Pending::HealingRoll { .. } => "about a healing roll",
        Pending::Reward => "about a cursed reward",
        Pending::ChooseCard { .. } => "to choose a card",
        Pending::ChooseAbility => "to choose an ability",
        Pending::Treasure => "with a treasure in hand",
        Pending::Over(_) => "over",
    }
}

// The tower.

fn tower(game: &RogueAscension) -> Area {
    let hidden = u16::from(game.cards.hidden);
    let floors = match hidden {
        0 => "No floor left above, only the boss room".to_owned(),
        1 => "1 hidden floor above, then the boss".to_owned(),
        more => format!("{more} hidden floors above, then the boss"),
    };
    let mut pieces = vec![
        Piece::new("tower", Look::Back { count: hidden }, floors)
            .text("Face-down cards. Nobody knows what lies on which floor until it is turned.", Some("R1")),
    ];
    pieces.extend(game.fight.is_none().then(|| game.card.map(floor_card)).flatten());
    if let Some(fight) = game.fight {
        let name = fight.kind.name(game.card);
        let stat = |icon, name, value: String| Stat { icon, name, value };
        let look = Look::Card {
            name: capital(name),
            kind: capital(fight.kind.id()),
            icon: fight.kind.icon(),
            tone: Tone::Bad,
            corner: game.card.map(|card| card.to_string()),
            suit: None,
            emblem: None,
            stats: vec![
                stat(Icon::HEART, "health", fight.hp.to_string()),
                stat(Icon::SWORD, "attack", fight.kind.attack().to_string()),
                stat(Icon::SHIELD, "defense", fight.kind.defense().to_string()),
            ],
            copies: 1,
        };
        let label = format!(
            "{}, health {}, attack {}, defense {}",
            capital(name),
            fight.hp,
            fight.kind.attack(),
            fight.kind.defense()
        );
        let first = if fight.heroes_first { "The heroes strike first" } else { "It strikes first" };
        let text = format!("{first} in every round. This is round {}.", fight.round);
        pieces.push(
            Piece::new("enemy", look, label)
                .picture(fight.kind.picture(game.card))
                .text(text, Some("R30"))
                .flag(Flag::Damaged, fight.hp < fight.full),
        );
        let meter = Look::Meter {
            icon: Icon::HEART,
            name: format!("Health of the {name}"),
            value: fight.hp.into(),
            max: Some(fight.full.into()),
        };
        pieces.push(Piece::new("enemy-health", meter, format!("{} of {} health", fight.hp, fight.full)));
    }
    if let Some(trap) = game.trap {
        let look = Look::Card {
            name: if trap.hard { "Hard trap".into() } else { "Easy trap".into() },
            kind: "Trap".into(),
            icon: Icon::TRAP,
            tone: Tone::Bad,
            corner: None,
            suit: None,
            emblem: None,
            stats: vec![
                Stat { icon: Icon::D20, name: "needed", value: trap.target.to_string() },
                Stat { icon: Icon::HEART, name: "damage", value: if trap.hard { "d6".into() } else { "d4".into() } },
            ],
            copies: 1,
        };
        let label = format!("{} trap, {} needed to disarm", if trap.hard { "Hard" } else { "Easy" }, trap.target);
        let piece = Piece::new("trap", look, label)
            .picture(trap_picture(trap.hard))
            .text("A d20 plus luck must reach the target. Defense does not help.", Some("R21"));
        if trap.cursed {
            pieces.push(piece);
        } else {
            pieces.retain(|piece| piece.id != "floor-card");
            pieces.push(piece);
        }
    }
    Area::new("tower", "The tower", Role::Board, Layout::Row).active(true).with(pieces)
}

/// The floor card, once the fight or trap that it was is over.
fn floor_card(card: Rank) -> Piece {
    let (name, icon, picture) = match card {
        Rank::Jack => ("Easy trap", Icon::TRAP, trap_picture(false)),
        Rank::Queen => ("Hard trap", Icon::TRAP, trap_picture(true)),
        Rank::King => ("Miniboss", Icon::CROWN, EnemyKind::Miniboss.picture(Some(card))),
        Rank::Ace => ("Treasure", Icon::CHEST, TREASURE_PICTURE),
        _ => (EnemyKind::Monster.name(Some(card)), Icon::SKULL, EnemyKind::Monster.picture(Some(card))),
    };
    let done = if card == Rank::Ace { "a treasure" } else { "done with" };
    let look = Look::Card {
        name: capital(name),
        kind: "Floor".into(),
        icon,
        tone: Tone::Plain,
        corner: Some(card.to_string()),
        suit: None,
        emblem: None,
        stats: Vec::new(),
        copies: 1,
    };
    Piece::new("floor-card", look, format!("{} on this floor, {done}", capital(name)))
        .picture(picture)
        .flag(Flag::Exhausted, card != Rank::Ace)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

// The treasure in hand.

fn offer(game: &RogueAscension) -> Option<Area> {
    let pieces: Vec<Piece> = match game.pending {
        Pending::Treasure => game.treasure().map(|item| item_card("treasure", item, 1)).into_iter().collect(),
        Pending::ChooseCard { cards } => cards.into_iter().map(rank_card).collect(),
        Pending::ChooseAbility => {
            Item::ABILITIES.into_iter().map(|item| item_card(format!("ability-{}", code(item)), item, 1)).collect()
        }
        _ => game.reward.and_then(|reward| reward.card).map(rank_card).into_iter().collect(),
    };
    let title = Sentence::from(if pieces.len() > 1 { "Choose one" } else { "In hand" });
    (!pieces.is_empty()).then(|| Area::new("offer", title, Role::Offer, Layout::Row).active(true).with(pieces))
}

fn code(item: Item) -> &'static str {
    kernel::Card::code(item)
}

/// A treasure card by its rank: what it would be.
fn rank_card(card: Rank) -> Piece {
    let id = format!("card-{card}");
    match Item::of(card) {
        Some(item) => item_card(id, item, 1),
        None => {
            let (name, icon, picture, text) = match card {
                Rank::King => ("King", Icon::STAR, KING_PICTURE, "Choose one of six special abilities."),
                _ => ("Ace", Icon::CHEST, TREASURE_PICTURE, "Draw two more and keep one of them."),
            };
            let look = Look::Card {
                name: name.into(),
                kind: "Treasure".into(),
                icon,
                tone: Tone::Good,
                corner: Some(card.to_string()),
                suit: None,
                emblem: None,
                stats: Vec::new(),
                copies: 1,
            };
            Piece::new(id, look, format!("{name}: {text}")).picture(picture).text(text, Some("R12"))
        }
    }
}

fn item_card(id: impl Into<String>, item: Item, copies: u8) -> Piece {
    let stats = match (item.heals(), item.adds()) {
        (Some(heals), _) => vec![Stat { icon: Icon::HEART, name: "heals", value: format!("+{heals}") }],
        (_, Some(adds)) => vec![Stat { icon: Icon::SWORD, name: "adds", value: format!("+{adds}") }],
        (None, None) => Vec::new(),
    };
    let look = Look::Card {
        name: item.name().into(),
        kind: item.kind().into(),
        icon: item.icon(),
        tone: Tone::Good,
        corner: Some(item.rank().to_string()),
        suit: None,
        emblem: None,
        stats,
        copies,
    };
    let (text, ruling) = item.text();
    let number = if copies > 1 { format!(", {copies} of them") } else { String::new() };
    Piece::new(id, look, format!("{}: {text}{number}", item.name())).picture(item.picture()).text(text, Some(ruling))
}

// The heroes.

fn hero_area(game: &RogueAscension, seat: Seat, viewer: Viewer) -> Area {
    let hero = game.hero(seat);
    let low = hero.hp <= 6;
    let token = |id: &str, icon, name: &str, value: String, label: String| {
        let look = Look::Token { icon, tone: Tone::Plain, value: Some(value), seat: None };
        Piece::new(format!("hero-{seat}-{id}"), look, label).text(name.to_owned(), None)
    };
    let attack = LADDER_NAMES[usize::from(hero.attack.level)];
    let defense = LADDER_NAMES[usize::from(hero.defense.level)];
    let luck = format!("{:+}", hero.luck_modifier());
    let health =
        Look::Meter { icon: Icon::HEART, name: "Health".into(), value: hero.hp.into(), max: Some(HEALTH.into()) };
    let mut pieces = vec![
        Piece::new(format!("hero-{seat}"), health, format!("{} of {HEALTH} health", hero.hp))
            .flag(Flag::Danger, low && hero.hp > 0)
            .flag(Flag::Dead, hero.hp == 0),
        token("attack", Icon::SWORD, "Attack", attack.into(), format!("attack {attack}")),
        token("defense", Icon::SHIELD, "Defense", defense.into(), format!("defense {defense}")),
        token("luck", Icon::LUCK, "Luck", luck.clone(), format!("luck {luck}")),
    ];
    pieces.extend(curses(hero, seat));
    if viewer.seat() != Some(seat) {
        pieces.extend(
            hero.items.iter().map(|(item, copies)| item_card(format!("held-{seat}-{}", code(item)), item, copies)),
        );
    }
    let active = game.turn == seat && !matches!(game.pending, Pending::Over(_));
    Area::new(format!("seat-{seat}"), Sentence::new().seat(seat), Role::Seat, Layout::Row)
        .of(seat)
        .active(active)
        .with(pieces)
}

fn curses(hero: &Hero, seat: Seat) -> impl Iterator<Item = Piece> {
    let held = Curse::ALL.into_iter().filter(|curse| hero.cursed(*curse) > 0);
    held.map(move |curse| {
        let copies = hero.cursed(curse);
        let look = Look::Token {
            icon: Icon::CURSE,
            tone: Tone::Bad,
            value: Some(if copies > 1 { format!("{} ×{copies}", curse.name()) } else { curse.name().into() }),
            seat: None,
        };
        let (text, ruling) = curse.text();
        let label = format!("Curse {}, {copies}: {text}", curse.name());
        Piece::new(format!("hero-{seat}-{}", curse.id()), look, label).picture(curse.picture()).text(text, Some(ruling))
    })
}

fn hand(game: &RogueAscension, seat: Seat) -> Area {
    let items = game.hero(seat).items.iter();
    let pieces = items.map(|(item, copies)| item_card(format!("item-{}", code(item)), item, copies));
    Area::new("hand", "Your items", Role::Hand, Layout::Fan).of(seat).with(pieces)
}

fn piles(game: &RogueAscension) -> Area {
    let pile = game.cards.pile_len() as u16;
    let discard = game.cards.discard.len();
    let unseen: Vec<String> = game.cards.unseen.iter().map(|(rank, copies)| format!("{rank} ×{copies}")).collect();
    let discarded: Vec<String> = game.cards.discard.iter().map(|(rank, copies)| format!("{rank} ×{copies}")).collect();
    let token = Look::Token { icon: Icon::CARD, tone: Tone::Plain, value: Some(discard.to_string()), seat: None };
    Area::new("piles", "Cards", Role::Piles, Layout::Row).with([
        Piece::new("pile", Look::Back { count: pile }, format!("{pile} cards in the pile"))
            .text(format!("Not yet seen, here and in the tower: {}.", unseen.join(", ")), Some("R1")),
        Piece::new("discard", token, format!("{} discarded", counted(discard, "card"))).text(
            if discarded.is_empty() {
                "Nothing is discarded.".into()
            } else {
                format!("Discarded: {}.", discarded.join(", "))
            },
            Some("R26"),
        ),
    ])
}

// Moves.

/// How a legal action reads.
pub(crate) fn wording(view: &View, seat: Seat, action: &Action) -> Wording {
    let game = &view.game;
    match *action {
        Action::Reveal if game.floor > game.floors() => Wording::new("Open the boss's door").to("tower").main(),
        Action::Reveal => Wording::new(format!("Turn up floor {}", game.floor)).to("tower").main(),
        Action::Attack => attack(game, seat),
        Action::Pass => pass(game),
        Action::Use { item, target } => {
            let from = match game.pending {
                Pending::Treasure => "treasure".to_owned(),
                _ => format!("item-{}", code(item)),
            };
            let text = match game.players {
                1 => Sentence::from(format!("Use {}", long_name(item))),
                _ => Sentence::new().text(format!("Use {} on ", long_name(item))).seat(target),
            };
            let wording = Wording::new(text).from(from).to(format!("hero-{target}"));
            match forecast_use(game, item, target) {
                Some(forecast) => wording.forecast(forecast),
                None => wording,
            }
        }
        Action::Save => Wording::new("Save it for later").to("treasure"),
        Action::Sneak => Wording::new("Sneak: roll initiative again").from("item-sneak"),
        Action::DoubleDie => double(game),
        Action::Weapon { item } => {
            let wording =
                Wording::new(format!("Add {}", long_name(item))).from(format!("item-{}", code(item))).to("enemy");
            match (game.pending, game.fight, item.adds()) {
                (Pending::AttackRoll { roll, extra, .. }, Some(fight), Some(adds)) => {
                    wording.forecast(odds(outlook_of(roll + extra + adds, fight.kind.defense(), fight.hp)))
                }
                _ => wording,
            }
        }
        Action::Evade => Wording::new("Evade: take no damage").from("item-evade").forecast("no damage"),
        Action::LuckyCharm => {
            let wording = Wording::new("Rub the Lucky Charm: 5 more").from("item-lucky-charm");
            wording.forecast(trap_forecast(game, 5))
        }
        Action::Assist => Wording::new("Spend a luck point to help").forecast(trap_forecast(game, 1)),
        Action::Draw => Wording::new("Draw the treasure").main(),
        Action::Decline => Wording::new("Leave the treasure alone"),
        Action::Choose { card } => Wording::new(format!("Keep {}", treasure(card))).from(format!("card-{card}")),
        Action::Ability { name } => {
            Wording::new(format!("Take {}", name.name())).from(format!("ability-{}", code(name)))
        }
    }
}

fn attack(game: &RogueAscension, seat: Seat) -> Wording {
    let level = game.hero(seat).attack.level;
    let dice = LADDER_NAMES[usize::from(level)];
    let wording = Wording::new(format!("Strike the {} with {dice}", enemy_name(game))).to("enemy").main();
    match game.fight {
        Some(fight) => wording.forecast(odds(outlook(level, fight.kind.defense(), fight.hp))),
        None => wording,
    }
}

fn odds(outlook: Outlook) -> String {
    let percent = |chance: f64| format!("{:.0}%", 100.0 * chance);
    let kills = if outlook.kills > 0.0 { format!(", kills {}", percent(outlook.kills)) } else { String::new() };
    format!("wounds {}{kills}, {:.1} on average", percent(outlook.wounds), outlook.mean)
}

fn pass(game: &RogueAscension) -> Wording {
    match game.pending {
        Pending::Initiative { .. } => Wording::new("Let the enemy strike first").main(),
        Pending::AttackRoll { roll, extra, .. } => {
            let wording = Wording::new(format!("Strike with {}", roll + extra)).to("enemy").main();
            match game.fight {
                Some(fight) => wording.forecast(odds(outlook_of(roll + extra, fight.kind.defense(), fight.hp))),
                None => wording,
            }
        }
        Pending::Damage(blow) => {
            let damage = blow.damage();
            let wording = Wording::new(format!("Take {damage} damage")).main();
            let hero = game.hero(game.turn);
            match (damage >= hero.hp, hero.holds(Item::SecondWind)) {
                (true, true) => wording.forecast("you fall, and Second Wind brings you back"),
                (true, false) => {
                    wording.forecast("this kills you").confirm("This kills your hero and ends the climb. Take it?")
                }
                (false, _) => wording.forecast(format!("{} health left", hero.hp - damage)),
            }
        }
        Pending::TrapRoll | Pending::Assist { .. } => Wording::new("Let the trap snap").main(),
        Pending::HealingRoll { value, healing } => {
            let what = match healing {
                Healing::Heal { .. } => format!("Heal {value}"),
                Healing::SecondWind => format!("Get up with {value} health"),
            };
            Wording::new(what).main()
        }
        _ => Wording::new("Go on").main(),
    }
}

fn double(game: &RogueAscension) -> Wording {
    let wording = |text: String| Wording::new(text).from("item-double-die");
    match game.pending {
        Pending::Initiative { hero, enemy } => {
            let first = if 2 * hero > enemy { "you strike first" } else { "still not enough" };
            wording(format!("Double the {hero} to {}", 2 * hero)).forecast(first)
        }
        Pending::AttackRoll { roll, extra, .. } => {
            let wording = wording(format!("Double the {roll} to {}", 2 * roll));
            match game.fight {
                Some(fight) => wording.forecast(odds(outlook_of(2 * roll + extra, fight.kind.defense(), fight.hp))),
                None => wording,
            }
        }
        Pending::Damage(Blow::Strike { attack, defense }) => wording(format!("Double your defense to {}", 2 * defense))
            .forecast(format!("{} damage instead", attack.saturating_sub(2 * defense))),
        Pending::TrapRoll => {
            let die = game.trap.map_or(0, |trap| trap.die);
            wording(format!("Double the {die} to {}", 2 * die)).forecast(trap_forecast(game, die.into()))
        }
        Pending::HealingRoll { value, .. } => wording(format!("Double the {value} to {}", 2 * value)),
        _ => wording("Double the die".into()),
    }
}

fn trap_forecast(game: &RogueAscension, more: i32) -> String {
    let Some(trap) = game.trap else { return String::new() };
    let sum = i32::from(trap.die) + i32::from(trap.bonus) + more;
    let enough = if sum >= trap.target.into() { "disarms it" } else { "not enough yet" };
    format!("{sum} of {}: {enough}", trap.target)
}

fn forecast_use(game: &RogueAscension, item: Item, target: Seat) -> Option<String> {
    let hero = game.hero(target);
    let floor = game.options.die_floor;
    let next = |attack: bool| {
        let mut grade = if attack { hero.attack } else { hero.defense };
        LADDER_NAMES[usize::from(grade.change(1, floor))]
    };
    match item {
        Item::AttackUp => Some(format!("attack becomes {}", next(true))),
        Item::DefenseUp => Some(format!("defense becomes {}", next(false))),
        Item::Luck => Some(format!("luck becomes {:+}", hero.luck_modifier() + 1)),
        Item::Heal => Some("heals 1 to 6".into()),
        _ => item.heals().map(|heals| {
            let health = if game.options.overheal { hero.hp + heals } else { (hero.hp + heals).min(HEALTH) };
            format!("health {} to {health}", hero.hp)
        }),
    }
}

/// What the viewer might expect to do with an item but cannot now.
fn barred(game: &RogueAscension, viewer: Viewer) -> Vec<Barred> {
    let Some(seat) = viewer.seat().filter(|seat| seat.index() < game.heroes().len()) else { return Vec::new() };
    if matches!(game.pending, Pending::Over(_)) || game.turn != seat {
        return Vec::new();
    }
    let mut legal = Vec::new();
    game.list(&mut legal);
    let usable = |item: Item| {
        legal.iter().any(|action| match *action {
            Action::Use { item: used, .. } | Action::Weapon { item: used } => used == item,
            Action::Sneak => item == Item::Sneak,
            Action::DoubleDie => item == Item::DoubleDie,
            Action::Evade => item == Item::Evade,
            Action::LuckyCharm => item == Item::LuckyCharm,
            _ => false,
        })
    };
    let action = |item: Item| match item {
        Item::Sneak => Action::Sneak,
        Item::DoubleDie => Action::DoubleDie,
        Item::Evade => Action::Evade,
        Item::LuckyCharm => Action::LuckyCharm,
        _ if item.adds().is_some() => Action::Weapon { item },
        _ => Action::Use { item, target: seat },
    };
    let held = game.hero(seat).items.iter().map(|(item, _)| item).filter(|item| !usable(*item));
    held.map(|item| {
        let refusal = match item {
            Item::SecondWind => kernel::Refusal::ruled("Second Wind acts by itself when you would die", "R19"),
            _ => game.explain(&action(item)),
        };
        Barred {
            what: format!("Use {}", long_name(item)),
            why: capital(&refusal.text),
            ruling: refusal.ruling,
            piece: Some(format!("item-{}", code(item))),
        }
    })
    .collect()
}

// The end.

fn ending(game: &RogueAscension) -> Option<Ending> {
    let Pending::Over(end) = game.pending else { return None };
    let won = end == End::Won;
    let say = Sentence::new;
    let fallen = || game.heroes().iter().position(|hero| hero.hp == 0).map_or(Seat(0), |index| Seat(index as u8));
    let where_ = match game.floor > game.floors() {
        true => "in the boss room".to_owned(),
        false => format!("on floor {}", game.floor),
    };
    let story = match end {
        End::Won => say().text("The boss lies at your feet, and the stairs go on into the light."),
        End::Slain(kind) => {
            let name = kind.name(game.card);
            say().seat(fallen()).text(format!(" was slain by the {name} {where_}."))
        }
        End::Trapped => say().seat(fallen()).text(format!(" was killed by a trap {where_}.")),
        End::Exhausted => say().text(format!("The fight {where_} would not end, and strength ran out.")),
    };
    let climbed = (game.floor - 1).min(game.floors());
    let best = game.heroes().iter().map(|hero| hero.attack.level).max().unwrap_or_default();
    let items: usize = game.heroes().iter().map(|hero| hero.items.len()).sum();
    let health: u16 = game.heroes().iter().map(|hero| hero.hp).sum();
    let level = game.options.ascension;
    Some(Ending {
        title: if won { "The tower is yours".into() } else { "The tower stands".into() },
        story,
        tone: if won { Tone::Good } else { Tone::Bad },
        numbers: vec![
            ("Floors climbed".into(), format!("{climbed} of {}", game.floors())),
            ("Ascension level".into(), level.to_string()),
            ("Health left".into(), health.to_string()),
            ("Best attack".into(), LADDER_NAMES[usize::from(best)].into()),
            ("Items unused".into(), items.to_string()),
        ],
        unlocked: won.then(|| format!("Ascension level {} is open now.", u16::from(level) + 1)),
    })
}
