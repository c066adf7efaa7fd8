//! The scene of the match, from the view.

mod auto_actions;
mod ending;
mod moves;
mod numbers;
mod offer;
mod printed;
mod seats;
mod stage;
mod track;

use kernel::{Barred, Features, Line, Picture, Present, RejectReason, Scene, Seat, Sentence, Viewer, Wording, say};
use text::{Text, capital, t, text};

use crate::{
    Action, Event, Item, RogueAscension, View, content, event,
    event::long_name,
    features::FEATURES,
    state::{Blow, Pending, kinds},
};

pub(crate) use auto_actions::{carry_out, stands};

impl Present for RogueAscension {
    const FEATURES: &'static Features<Self> = &FEATURES;

    fn scene(view: &View, viewer: Viewer) -> Scene {
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
            standing: auto_actions::standing(game, viewer),
            ending: ending::ending(game),
            ..Scene::default()
        }
    }

    fn wording(view: &View, seat: Seat, action: &Action) -> Wording {
        moves::wording(view, seat, action)
    }

    fn tell(event: &Event) -> Line {
        event::tell(event)
    }

    fn meter(view: &View, seat: Seat) -> Option<i32> {
        Some(view.game.hero(seat).hp.into())
    }

    fn pictures() -> Vec<Picture> {
        content::pictures()
    }

    fn printed() -> Vec<kernel::printed::Part> {
        printed::parts()
    }
}

/// The seat of the viewer, if the viewer plays.
fn player(game: &RogueAscension, viewer: Viewer) -> Option<Seat> {
    viewer.seat().filter(|seat| seat.index() < game.heroes().len())
}

fn is_over(game: &RogueAscension) -> bool {
    matches!(game.pending, Pending::Over(_))
}

fn headline(game: &RogueAscension) -> Sentence {
    let place = match game.floor > game.floors() {
        true => t!("The boss room").to_owned(),
        false => t!("Floor {} of {}", game.floor, game.floors()),
    };
    match game.options.ascension {
        0 => place.into(),
        level => t!("{place}, ascension {level}").into(),
    }
}

fn the_enemy(game: &RogueAscension) -> Text {
    game.fight.map_or(text!("the enemy"), |fight| fight.kind.the(game.card))
}

fn prompt(game: &RogueAscension, viewer: Viewer) -> Sentence {
    if is_over(game) {
        return t!("The climb is over.").into();
    }
    if viewer.seat() != Some(game.turn) {
        return waiting(game);
    }
    let enemy = the_enemy(game);
    match game.pending {
        Pending::Camp if game.floor > game.floors() => {
            t!("You rest before the last door. Behind it is the boss.").into()
        }
        Pending::Camp => t!("You rest in camp. Turn up the next floor when you are ready.").into(),
        Pending::Initiative { hero, enemy } => {
            t!("You rolled {hero}, the enemy {enemy}: it would strike first. Do something about it?").into()
        }
        Pending::CombatTurn if game.hero(game.turn).holds_any(const { kinds(&Item::POTIONS) }) => {
            t!("Strike {enemy}, or drink first?").into()
        }
        Pending::CombatTurn if game.hero(game.turn).holds_any(const { kinds(&Item::USABLE) }) => {
            t!("Strike {enemy}, or use a card first?").into()
        }
        Pending::CombatTurn => t!("Your turn to strike {enemy}.").into(),
        Pending::AttackRoll { roll, extra: 0, .. } => t!("You rolled {roll}. Add to it before {enemy} defends?").into(),
        Pending::AttackRoll { roll, extra, .. } => {
            t!("You have {roll} + {extra} = {sum}. Add more before {enemy} defends?", sum = roll + extra).into()
        }
        Pending::Damage(Blow::Strike { attack, defense }) => {
            capital(&t!("{enemy} strikes: {attack} against your {defense}. Let it come?")).into()
        }
        Pending::Damage(Blow::Trap { damage }) => t!("The trap would do {damage} damage. Let it come?").into(),
        Pending::TrapRoll => trap_prompt(game, t!("Do something about it?")).into(),
        Pending::Assist { .. } => {
            let seat = game.trap.map_or(game.turn, |trap| trap.seat);
            say!("{seat} is in a trap. {}", trap_prompt(game, t!("Spend a luck point for 1 more?")))
        }
        Pending::HealingRoll { value, .. } => t!("The healing roll shows {value}. Double it?").into(),
        Pending::Reward => t!("A treasure is yours, but your curse will spring a trap first. Draw it?").into(),
        Pending::ChooseCard { .. } => t!("An ace. Keep one of these two.").into(),
        Pending::ChooseAbility => t!("A king. Choose one ability to keep.").into(),
        Pending::Treasure => match game.treasure() {
            Some(item) => t!("You found {}. Use it now, or save it for later?", long_name(item)).into(),
            None => t!("You found a treasure.").into(),
        },
        Pending::Over(_) => unreachable!("handled above"),
    }
}

fn trap_prompt(game: &RogueAscension, question: &str) -> String {
    let Some(trap) = game.trap else { return question.to_owned() };
    let sum = i32::from(trap.die) + i32::from(trap.bonus);
    t!("{sum} of the {target} needed to disarm it. {question}", target = trap.target)
}

/// The prompt for players who are not in turn.
fn waiting(game: &RogueAscension) -> Sentence {
    let seat = game.turn;
    match game.pending {
        Pending::Camp if game.floor > game.floors() => say!("{seat} rests before the boss's door."),
        Pending::Camp => say!("{seat} rests in camp."),
        Pending::Initiative { .. } => say!("{seat} may do something about initiative."),
        Pending::CombatTurn => say!("{seat} is about to strike {enemy}.", enemy = the_enemy(game)),
        Pending::AttackRoll { .. } => say!("{seat} may add to the attack roll."),
        Pending::Damage(_) => say!("{seat} may ward off a blow."),
        Pending::TrapRoll => say!("{seat} may do something about the trap."),
        Pending::Assist { .. } => say!("{seat} may help with a luck point."),
        Pending::HealingRoll { .. } => say!("{seat} may double a healing roll."),
        Pending::Reward => say!("{seat} may draw a treasure under a curse."),
        Pending::ChooseCard { .. } => say!("{seat} chooses one of two cards."),
        Pending::ChooseAbility => say!("{seat} chooses an ability."),
        Pending::Treasure => say!("{seat} has a treasure in hand."),
        Pending::Over(_) => say!("{seat} is done."),
    }
}

fn code(item: Item) -> &'static str {
    kernel::Card::code(item)
}

/// The piece of an item that a hero holds.
fn item_id(seat: Seat, item: Item) -> String {
    format!("item-{seat}-{}", code(item))
}

/// The actions with items that the viewer might expect but cannot do now.
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
            Item::SecondWind => RejectReason::ruled(t!("Second Wind acts by itself when you would die"), "R19"),
            _ => game.explain(&action(item)),
        };
        Barred {
            what: t!("Use {}", long_name(item)),
            why: capital(&refusal.text),
            ruling: refusal.ruling,
            piece: Some(item_id(seat, item)),
        }
    })
    .collect()
}
