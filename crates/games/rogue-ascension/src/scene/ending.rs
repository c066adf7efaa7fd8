//! The end of the climb.

use kernel::{Ending, Epitaph, Seat, Sentence, Tone, say};
use text::{capital, t};

use super::numbers::percent;
use crate::{
    RogueAscension,
    content::HERO_PICTURE,
    outlook::Damage,
    state::{Blow, End, LastBlow, Pending},
};

pub(super) fn ending(game: &RogueAscension) -> Option<Ending> {
    let Pending::Over(end) = game.pending else { return None };
    let won = end == End::Won;
    let level = game.options.ascension;
    Some(Ending {
        title: title(game, end).into(),
        story: story(game, end),
        tone: if won { Tone::Good } else { Tone::Bad },
        numbers: numbers(game),
        unlocked: won.then(|| t!("Ascension level {} is open now.", u16::from(level) + 1)),
        draw: won.then(|| t!("Draw its curse").into()),
        epitaph: epitaph(game, end),
    })
}

/// The place where the climb ended.
fn place(game: &RogueAscension) -> String {
    match game.floor > game.floors() {
        true => t!("in the boss room").to_owned(),
        false => t!("on floor {}", game.floor),
    }
}

fn title(game: &RogueAscension, end: End) -> String {
    let place = place(game);
    match end {
        End::Won => t!("The tower is yours").to_owned(),
        End::Slain(_) | End::Trapped => t!("Fallen {place}"),
        End::Exhausted => t!("Worn out {place}"),
    }
}

/// The words on the stone of the heroes who fell: the first line that is true of them.
fn epitaph(game: &RogueAscension, end: End) -> Option<Epitaph> {
    let fallen = || game.heroes().iter().enumerate().filter(|(_, hero)| hero.hp == 0);
    let name = Sentence::new().seats(fallen().map(|(seat, _)| Seat(seat as u8)).collect::<Vec<_>>());
    let left = |kind: &str| fallen().any(|(_, hero)| hero.items.iter().any(|(item, _)| item.kind() == kind));
    let killer = match end {
        End::Slain(kind) => kind.the(game.card).as_str(),
        End::Trapped => t!("a trap"),
        End::Won | End::Exhausted => return None,
    };
    let place = match game.floor > game.floors() {
        true => t!("The boss room").to_owned(),
        false => t!("Floor {}, {killer}", game.floor),
    };
    let blow = game.story.last.map(|last| last.blow);
    let near_best = Some(t!("So near the best climb.").into());
    let (line, near_best) = match blow {
        _ if left(t!("Potion")) => (t!("The potion was still full."), None),
        _ if left(t!("Weapon")) => (t!("The weapon never left the bag."), None),
        Some(Blow::Trap { .. }) => (t!("Mind the step, they said."), None),
        Some(Blow::Strike { attack: 6, defense: 1 }) => (t!("Six against one."), None),
        _ if game.floor + 1 >= game.floors() => (t!("So nearly at the top."), None),
        _ => (t!("It was a good climb."), near_best),
    };
    Some(Epitaph { name, place, line: line.into(), near_best, picture: HERO_PICTURE })
}

fn story(game: &RogueAscension, end: End) -> Sentence {
    let place = place(game);
    let seat = game.heroes().iter().position(|hero| hero.hp == 0).map_or(game.turn, |seat| Seat(seat as u8));
    let told = match end {
        End::Won => return say!("The boss fell to {}, and the stairs go on into the light.", game.turn),
        End::Exhausted => return say!("The fight {place} would not end, and strength ran out."),
        End::Slain(kind) if one_blow_short(game) => {
            say!("{seat} fell to {enemy} {place}, one blow short.", enemy = kind.the(game.card))
        }
        End::Slain(kind) => say!("{seat} fell to {enemy} {place}.", enemy = kind.the(game.card)),
        End::Trapped => say!("{seat} fell to a trap {place}."),
    };
    match cause(game) {
        Some(cause) => say!("{told} {cause}"),
        None => told,
    }
}

/// Whether one strike of some hero could have ended the fight.
fn one_blow_short(game: &RogueAscension) -> bool {
    let Some(fight) = game.fight else { return false };
    game.heroes().iter().any(|hero| Damage::of_strike(hero.attack.level, fight.kind).chance_of(fight.hp) > 0.0)
}

/// The last blow as a chance: `The troll needed a 6 against a 1: one chance in 24.`
fn cause(game: &RogueAscension) -> Option<String> {
    let LastBlow { blow, health, doubled } = game.story.last?;
    match blow {
        Blow::Strike { .. } if doubled => None,
        Blow::Strike { attack, defense } => {
            let fight = game.fight?;
            let level = game.hero(game.turn).defense.level;
            let enemy = fight.kind.the(game.card);
            let (some, all) = Damage::of_blow(fight.kind, level).ways_of(health);
            let chance = percent(some as f64 / all as f64);
            Some(capital(&match some {
                1 if level == 0 => t!("{enemy} needed a {attack}: one chance in {all}."),
                1 => t!("{enemy} needed a {attack} against a {defense}: one chance in {all}."),
                some if some == all => t!("No roll could have kept off {enemy}'s blow."),
                _ if level == 0 => t!("{enemy} rolled a {attack}: such a blow comes in {chance} of all cases."),
                _ => t!("{enemy} rolled a {attack} against a {defense}: such a blow comes in {chance} of all cases."),
            }))
        }
        Blow::Trap { damage } => {
            let trap = game.trap?;
            let (_, die) = game.trap_of(trap.seat, trap.hard);
            let deadly = u16::from(die.sides()).saturating_sub(health - 1);
            let chance = percent(f64::from(deadly) / f64::from(die.sides()));
            Some(t!("Its {die} did {damage}, and {health} or more was deadly: {chance} once it had snapped."))
        }
    }
}

/// The climb in five numbers.
fn numbers(game: &RogueAscension) -> Vec<(String, String)> {
    let climbed = (game.floor - 1).min(game.floors());
    let struck = game.fight.map_or(0, |fight| fight.full - fight.hp);
    let lost: u16 = game.story.passed.iter().flatten().map(|passed| passed.lost).sum();
    let cards: usize = game.heroes().iter().map(|hero| hero.items.len()).sum();
    let health: u16 = game.heroes().iter().map(|hero| hero.hp).sum();
    vec![
        (t!("Floors climbed").into(), t!("{climbed} of {}", game.floors())),
        (t!("Wounds dealt").into(), (game.story.slain + struck).to_string()),
        (t!("Wounds taken").into(), (lost + game.story.lost).to_string()),
        (t!("Cards unused").into(), cards.to_string()),
        (t!("Health left").into(), health.to_string()),
    ]
}
