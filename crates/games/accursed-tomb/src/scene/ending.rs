//! The end of a match, as a person would tell it.

use kernel::{Ending, Epitaph, Seat, Sentence, Tone, Viewer, say};
use text::{counted, t};

use crate::{AccursedTomb, Meaning, content::CardSet, content::FACES, state::End};

pub(super) fn ending(game: &AccursedTomb, viewer: Viewer) -> Option<Ending> {
    let end = game.over()?;
    let rounds = game.round;
    let (title, story) = match end {
        End::Demon { winner, demon } => {
            let others = counted!(game.living() - 1, "other explorer");
            let left = match game.living() {
                1 => t!("Nobody else was still alive.").to_owned(),
                2 => t!("{others} was still alive."),
                _ => t!("{others} were still alive."),
            };
            let story = say!(
                "{winner} struck {demon} dead in round {rounds}, with {health} health left and strikes × {times}. {left}",
                demon = demon.the(),
                health = game.explorer(winner).hp,
                times = game.times(winner),
            );
            (say!("{winner} slays {demon}", demon = demon.the()), story)
        }
        End::Last { winner } => {
            let mut fallen: Vec<Seat> = game.party().map(|(seat, _)| seat).filter(|seat| *seat != winner).collect();
            fallen.sort_by_key(|seat| game.explorer(*seat).death_number);
            let (last, before) = match fallen.split_last() {
                Some((last, before)) => (*last, before.to_vec()),
                None => (winner, Vec::new()),
            };
            let fell = say!(
                "{last} fell in round {rounds}, and nobody was left but {winner}, with {health} health.",
                health = game.explorer(winner).hp,
            );
            let story = match before.is_empty() {
                true => fell,
                false => say!("The tomb took {before} first. {fell}", before = Sentence::new().seats(before)),
            };
            (say!("{winner} walks out alive"), story)
        }
        End::Sealed => (
            t!("The tomb keeps its secret").into(),
            t!(
                "In round {rounds} walls stood all round, and there was nothing left to find between them. Nobody wins."
            )
            .into(),
        ),
        End::Rounds => (
            t!("The torches burn down").into(),
            t!(
                "After {rounds} no demon had fallen, and {explorers} still stood. Nobody wins.",
                rounds = counted!(rounds, "round"),
                explorers = counted!(game.living(), "explorer"),
            )
            .into(),
        ),
    };
    let happy = match (end.winner(), viewer.seat()) {
        (Some(winner), Some(seat)) => winner == seat,
        (Some(_), None) => true,
        (None, _) => false,
    };
    Some(Ending {
        title,
        story,
        tone: if happy { Tone::Good } else { Tone::Bad },
        numbers: vec![
            (t!("Rounds").into(), rounds.to_string()),
            (t!("Cards turned").into(), t!("{turned} of 63", turned = game.turned())),
            (t!("Monsters slain").into(), game.slain().to_string()),
            (
                t!("Explorers fallen").into(),
                t!("{fallen} of {all}", fallen = game.seats - game.living(), all = game.seats),
            ),
            (t!("Treasures found").into(), treasures(game).to_string()),
        ],
        unlocked: None,
        draw: None,
        epitaph: viewer.seat().and_then(|seat| epitaph(game, seat)),
    })
}

/// The words on the stone of an explorer who did not come out.
fn epitaph(game: &AccursedTomb, seat: Seat) -> Option<Epitaph> {
    let explorer = game.explorer(seat);
    let line = match (explorer.weapons, explorer.armors) {
        (2.., _) => t!("Well armed, and then some."),
        (_, 2..) => t!("Dressed for any occasion."),
        (1, 1) => t!("Everything but the luck."),
        _ => t!("Just one more card."),
    };
    let place = t!("The Accursed Tomb, round {}", game.round);
    (!explorer.alive()).then(|| Epitaph {
        name: say!("{seat}"),
        place,
        line: line.into(),
        near_best: None,
        picture: FACES[seat.index() % FACES.len()],
    })
}

/// The number of weapons, armors, blessings and merchants turned: the explorer that turns one gets
/// it.
fn treasures(game: &AccursedTomb) -> u32 {
    let found = [Meaning::Weapon, Meaning::Armor, Meaning::Blessing, Meaning::Merchant];
    let fresh = CardSet::in_force().unseen.clone();
    let taken = fresh.iter().filter(|(card, _)| found.contains(&Meaning::of(*card)));
    taken.map(|(card, copies)| u32::from(copies - game.unseen.count(card))).sum()
}
