//! How a match ended, as a person would tell it.

use kernel::{Ending, Seat, Sentence, Tone, Viewer, counted};

use crate::{
    AccursedTomb, Meaning,
    event::capital,
    state::{End, PACKS},
};

pub(super) fn ending(game: &AccursedTomb, viewer: Viewer) -> Option<Ending> {
    let end = game.over()?;
    let say = Sentence::new;
    let rounds = game.round;
    let (title, story) = match end {
        End::Demon { winner, demon } => {
            let explorer = game.explorer(winner);
            let left = counted(game.living() - 1, "other explorer");
            let story = say().seat(winner).text(format!(
                " struck {} dead in round {rounds}, with {} health left and strikes × {}. {} still alive.",
                demon.the(),
                explorer.hp,
                game.times(winner),
                match game.living() {
                    1 => "Nobody else was".to_owned(),
                    2 => format!("{} was", capital(&left)),
                    _ => format!("{} were", capital(&left)),
                },
            ));
            (say().seat(winner).text(format!(" slays {}", demon.the())), story)
        }
        End::Last { winner } => {
            let mut fallen: Vec<Seat> = game.party().map(|(seat, _)| seat).filter(|seat| *seat != winner).collect();
            fallen.sort_by_key(|seat| game.explorer(*seat).death_number);
            let (last, before) = match fallen.split_last() {
                Some((last, before)) => (*last, before.to_vec()),
                None => (winner, Vec::new()),
            };
            let story = match before.is_empty() {
                true => say(),
                false => say().text("The tomb took ").seats(before).text(" first. "),
            };
            let story =
                story.seat(last).text(format!(" fell in round {rounds}, and nobody was left but ")).seat(winner);
            let story = story.text(format!(", with {} health.", game.explorer(winner).hp));
            (say().seat(winner).text(" walks out alive"), story)
        }
        End::Sealed => (
            "The tomb keeps its secret".into(),
            say().text(format!(
                "In round {rounds} walls stood all round, and there was nothing left to find between them. Nobody wins."
            )),
        ),
        End::Rounds => (
            "The torches burn down".into(),
            say().text(format!(
                "After {} no demon had fallen, and {} still stood. Nobody wins.",
                counted(rounds, "round"),
                counted(game.living(), "explorer"),
            )),
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
            ("Rounds".into(), rounds.to_string()),
            ("Cards turned".into(), format!("{} of 63", game.turned())),
            ("Monsters slain".into(), game.slain().to_string()),
            ("Explorers fallen".into(), format!("{} of {}", game.seats - game.living(), game.seats)),
            ("Treasures found".into(), treasures(game).to_string()),
        ],
        unlocked: None,
    })
}

/// Weapons, armors, blessings and merchants that have been turned: whoever turns one has it.
fn treasures(game: &AccursedTomb) -> u32 {
    let found = [Meaning::Weapon, Meaning::Armor, Meaning::Blessing, Meaning::Merchant];
    let fresh = PACKS;
    let taken = fresh.iter().filter(|(card, _)| found.contains(&Meaning::of(*card)));
    taken.map(|(card, copies)| u32::from(copies - game.unseen.count(card))).sum()
}
