//! How the climb ended.

use kernel::{Ending, Seat, Sentence, Tone};

use super::numbers::percent;
use crate::{
    RogueAscension,
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
        unlocked: won.then(|| format!("Ascension level {} is open now.", u16::from(level) + 1)),
    })
}

/// Where it ended.
fn place(game: &RogueAscension) -> String {
    match game.floor > game.floors() {
        true => "in the boss room".to_owned(),
        false => format!("on floor {}", game.floor),
    }
}

fn title(game: &RogueAscension, end: End) -> String {
    match end {
        End::Won => "The tower is yours".to_owned(),
        End::Slain(_) | End::Trapped => format!("Fallen {}", place(game)),
        End::Exhausted => format!("Worn out {}", place(game)),
    }
}

fn story(game: &RogueAscension, end: End) -> Sentence {
    let say = Sentence::new;
    let where_ = place(game);
    let seat = game.heroes().iter().position(|hero| hero.hp == 0).map_or(game.turn, |seat| Seat(seat as u8));
    let cause = cause(game).map(|cause| format!(" {cause}")).unwrap_or_default();
    match end {
        End::Won => say().text("The boss fell to ").seat(game.turn).text(", and the stairs go on into the light."),
        End::Slain(kind) => {
            let short = if one_blow_short(game) { ", one blow short" } else { "" };
            say().seat(seat).text(format!(" fell to the {} {where_}{short}.{cause}", kind.name(game.card)))
        }
        End::Trapped => say().seat(seat).text(format!(" fell to a trap {where_}.{cause}")),
        End::Exhausted => say().text(format!("The fight {where_} would not end, and strength ran out.")),
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
            let name = fight.kind.name(game.card);
            let (some, all) = Damage::of_blow(fight.kind, level).ways_of(health);
            Some(match some {
                1 if level == 0 => format!("The {name} needed a {attack}: one chance in {all}."),
                1 => format!("The {name} needed a {attack} against a {defense}: one chance in {all}."),
                some if some == all => format!("No roll could have kept off the {name}'s blow."),
                _ => {
                    let against = if level == 0 { String::new() } else { format!(" against a {defense}") };
                    let chance = percent(some as f64 / all as f64);
                    format!("The {name} rolled a {attack}{against}: such a blow comes in {chance} of all cases.")
                }
            })
        }
        Blow::Trap { damage } => {
            let trap = game.trap?;
            let (_, die) = game.trap_of(trap.seat, trap.hard);
            let deadly = u16::from(die.sides()).saturating_sub(health - 1);
            let chance = percent(f64::from(deadly) / f64::from(die.sides()));
            Some(format!("Its {die} did {damage}, and {health} or more was deadly: {chance} once it had snapped."))
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
        ("Floors climbed".into(), format!("{climbed} of {}", game.floors())),
        ("Wounds dealt".into(), (game.story.slain + struck).to_string()),
        ("Wounds taken".into(), (lost + game.story.lost).to_string()),
        ("Cards unused".into(), cards.to_string()),
        ("Health left".into(), health.to_string()),
    ]
}
