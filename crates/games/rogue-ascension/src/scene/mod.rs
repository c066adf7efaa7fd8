//! What is on the table, from the view.

mod ending;
mod moves;
mod numbers;
mod offer;
mod orders;
mod seats;
mod stage;
mod track;

use kernel::{Barred, Refusal, Scene, Seat, Sentence, Viewer};

use crate::{
    Action, Item, RogueAscension, View,
    event::long_name,
    state::{Blow, Pending, kinds},
};

pub(crate) use moves::wording;
pub(crate) use orders::carry_out;

/// The table as `viewer` sees it.
pub(crate) fn scene(view: &View, viewer: Viewer) -> Scene {
    let game = &view.game;
    let mut areas = vec![track::climb(game)];
    areas.extend(stage::board(game));
    areas.extend(stage::fighters(game, viewer));
    areas.extend(stage::foes(game, viewer));
    areas.extend(offer::offer(game));
    areas.extend(game.order().iter().map(|seat| seats::hero_area(game, *seat, viewer)));
    areas.extend(player(game, viewer).map(|seat| seats::hand(game, seat)));
    areas.push(seats::piles(game));
    Scene {
        headline: headline(game),
        prompt: prompt(game, viewer),
        areas,
        barred: barred(game, viewer),
        standing: orders::standing(game, viewer),
        ending: ending::ending(game),
        ..Scene::default()
    }
}

/// The seat of a viewer who plays.
fn player(game: &RogueAscension, viewer: Viewer) -> Option<Seat> {
    viewer.seat().filter(|seat| seat.index() < game.heroes().len())
}

fn is_over(game: &RogueAscension) -> bool {
    matches!(game.pending, Pending::Over(_))
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
    if is_over(game) {
        return "The climb is over.".into();
    }
    if viewer.seat() != Some(game.turn) {
        return waiting(game);
    }
    let enemy = enemy_name(game);
    match game.pending {
        Pending::Camp if game.floor > game.floors() => "You rest before the last door. Behind it is the boss.".into(),
        Pending::Camp => "You rest in camp. Turn up the next floor when you are ready.".into(),
        Pending::Initiative { hero, enemy } => {
            format!("You rolled {hero}, the enemy {enemy}: it would strike first. Do something about it?").into()
        }
        Pending::CombatTurn if game.hero(game.turn).holds_any(const { kinds(&Item::POTIONS) }) => {
            format!("Strike the {enemy}, or drink first?").into()
        }
        Pending::CombatTurn if game.hero(game.turn).holds_any(const { kinds(&Item::USABLE) }) => {
            format!("Strike the {enemy}, or use a card first?").into()
        }
        Pending::CombatTurn => format!("Your turn to strike the {enemy}.").into(),
        Pending::AttackRoll { roll, extra: 0, .. } => {
            format!("You rolled {roll}. Add to it before the {enemy} defends?").into()
        }
        Pending::AttackRoll { roll, extra, .. } => {
            format!("You have {roll} + {extra} = {}. Add more before the {enemy} defends?", roll + extra).into()
        }
        Pending::Damage(Blow::Strike { attack, defense }) => {
            format!("The {enemy} strikes: {attack} against your {defense}. Let it come?").into()
        }
        Pending::Damage(Blow::Trap { damage }) => format!("The trap would do {damage} damage. Let it come?").into(),
        Pending::TrapRoll => trap_prompt(game, "Do something about it?").into(),
        Pending::Assist { .. } => {
            let seat = game.trap.map_or(game.turn, |trap| trap.seat);
            say().seat(seat).text(format!(" is in a trap. {}", trap_prompt(game, "Spend a luck point for 1 more?")))
        }
        Pending::HealingRoll { value, .. } => format!("The healing roll shows {value}. Double it?").into(),
        Pending::Reward => "A treasure is yours, but your curse will spring a trap first. Draw it?".into(),
        Pending::ChooseCard { .. } => "An ace. Keep one of these two.".into(),
        Pending::ChooseAbility => "A king. Choose one ability to keep.".into(),
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

/// What is waited for, to whoever is not in turn.
fn waiting(game: &RogueAscension) -> Sentence {
    let does = match game.pending {
        Pending::Camp if game.floor > game.floors() => "rests before the boss's door".into(),
        Pending::Camp => "rests in camp".into(),
        Pending::Initiative { .. } => "may do something about initiative".into(),
        Pending::CombatTurn => format!("is about to strike the {}", enemy_name(game)),
        Pending::AttackRoll { .. } => "may add to the attack roll".into(),
        Pending::Damage(_) => "may ward off a blow".into(),
        Pending::TrapRoll => "may do something about the trap".into(),
        Pending::Assist { .. } => "may help with a luck point".into(),
        Pending::HealingRoll { .. } => "may double a healing roll".into(),
        Pending::Reward => "may draw a treasure under a curse".into(),
        Pending::ChooseCard { .. } => "chooses one of two cards".into(),
        Pending::ChooseAbility => "chooses an ability".into(),
        Pending::Treasure => "has a treasure in hand".into(),
        Pending::Over(_) => "is done".into(),
    };
    Sentence::new().seat(game.turn).text(format!(" {does}."))
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn code(item: Item) -> &'static str {
    kernel::Card::code(item)
}

/// The piece of an item that a hero holds.
fn item_id(seat: Seat, item: Item) -> String {
    format!("item-{seat}-{}", code(item))
}

/// What the viewer might expect to do with an item but cannot now.
fn barred(game: &RogueAscension, viewer: Viewer) -> Vec<Barred> {
    let Some(seat) = player(game, viewer) else { return Vec::new() };
    if is_over(game) || game.turn != seat {
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
            Item::SecondWind => Refusal::ruled("Second Wind acts by itself when you would die", "R19"),
            _ => game.explain(&action(item)),
        };
        Barred {
            what: format!("Use {}", long_name(item)),
            why: capital(&refusal.text),
            ruling: refusal.ruling,
            piece: Some(item_id(seat, item)),
        }
    })
    .collect()
}
