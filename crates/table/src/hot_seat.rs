//! Several players at one browser: the screen between them, and the player to whom it is handed.

use kernel::{Match, SeatSet};
use model::{ChosenSeat, HandOver};

use crate::{
    TableState,
    rows::TableStatus,
    state::{first_of, own_question_seat},
};

impl TableState {
    /// Returns whether several players share one screen and have secrets from each other: one
    /// person has several seats.
    pub fn shares_a_screen(&self, person: Option<&str>) -> bool {
        let secrets =
            self.header.status == TableStatus::Playing && self.table.as_deref().is_some_and(Match::has_secrets);
        secrets && self.seats_of(person).len() > 1
    }

    /// Returns the screen that stands between the players at a shared browser until one of them
    /// comes to it; `None` if `chosen` may be there now, or none of them must act. A player who
    /// only looks may be there until the next step. A hidden outcome is for its player alone.
    pub fn hand_over(&self, person: Option<&str>, chosen: Option<ChosenSeat>) -> Option<HandOver> {
        let table = self.table.as_deref().filter(|_| self.shares_a_screen(person))?;
        let (own, awaited) = (self.seats_of(person), table.awaited());
        let asked = own_question_seat(table, own);
        let to = asked.or_else(|| first_of(table, |seat| own.contains(seat)))?;
        let stays = chosen.is_some_and(|chosen| match asked {
            Some(asked) => chosen.seat == asked,
            None => awaited.contains(chosen.seat) || chosen.step == Some(self.step()),
        });
        let others = if asked.is_some() { SeatSet::EMPTY } else { own.difference(SeatSet::only(to)) };
        let looking = others.difference(awaited);
        (!stays).then_some(HandOver { to, awaited: others.difference(looking), looking })
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Match, Seat, record::GivenBy};
    use roster::Roster;

    use super::*;
    use crate::{
        Pending,
        rows::{Occupant, TableHeader},
    };

    /// A match with hidden hands: Ada has the first two seats, Ben has the third.
    fn table(seed: Option<[u8; 32]>) -> TableState {
        let seat = |id: &str| Occupant::Person {
            id: id.into(),
            share: String::new(),
            by: GivenBy::Hall,
            stand_in: None,
            called: None,
        };
        let seats = ["ada", "ada", "ben"].map(seat).to_vec();
        let open = TableHeader::open("t".into(), "gloombah".into(), 1, "ada".into(), seats, 0);
        let header = TableHeader { status: TableStatus::Playing, seed, ..open };
        TableState::from_journal(&Roster::default(), header, Vec::new()).unwrap()
    }

    fn chosen(text: &str) -> Option<ChosenSeat> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn who_acts_next_and_who_looks_come_to_the_screen() {
        let mut table = table(Some([7; 32]));
        let ada = Some("ada");
        let first = table.table.as_deref().and_then(Match::asked_first).unwrap();
        assert_eq!(first, Seat(0));
        let looking = SeatSet::only(Seat(1));
        let screen = Some(HandOver { to: first, awaited: SeatSet::EMPTY, looking });
        assert_eq!([None, chosen("1"), chosen("1-3")].map(|chosen| table.hand_over(ada, chosen)), [screen; 3]);
        assert_eq!([chosen("0"), chosen("1-0")].map(|chosen| table.hand_over(ada, chosen)), [None; 2]);
        assert_eq!(table.hand_over(Some("ben"), None), None, "one seat needs no screen");

        let action = table.table.as_deref().unwrap().actions(first)[0].clone();
        table.act(&action, Pending::of(first)).unwrap();
        assert_eq!(table.step(), 1);
        assert!(table.hand_over(ada, chosen("1-0")).is_some() || table.awaited_seats().contains(Seat(1)));
    }

    #[test]
    fn a_hidden_outcome_calls_its_player_alone() {
        let mut table = table(None);
        // A class for each player, openly; then the hands.
        for (answers, class) in ["mage", "mage", "warrior"].into_iter().enumerate() {
            table.answer("ada", 0, Some(answers), class).unwrap();
        }
        let screen = table.hand_over(Some("ada"), chosen("1-0")).expect("the first hand is dealt");
        assert_eq!((screen.to, screen.awaited, screen.looking), (Seat(0), SeatSet::EMPTY, SeatSet::EMPTY));
        assert_eq!(table.hand_over(Some("ada"), chosen("0")), None);
    }
}
