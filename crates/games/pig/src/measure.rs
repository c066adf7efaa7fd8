//! The measures that the lab counts.

use kernel::{
    Measured,
    measure::{Counts, Measures},
};

use crate::{Event, Pig, state::ROUNDS};

kernel::measures! {
    enum Number {
        Rolls = "rolls": "Rolls",
        TurnsLost = "turns_lost": "Turns lost to a 1",
    }

    enum Ruling {
        R3: "The last round is over",
    }
}

impl Measured for Pig {
    type Tally = ();

    const MEASURES: &'static Measures =
        &Measures { scored: true, numbers: Number::LABELS, rulings: Ruling::LABELS, ..Measures::EMPTY };

    fn note(_: &mut (), event: &Event, counts: &mut Counts) {
        if let Event::Rolled { value, .. } = event {
            counts.add(Number::Rolls, 1).add(Number::TurnsLost, u32::from(*value == 1));
        }
    }

    fn close(&self, _: &(), counts: &mut Counts) {
        counts.ruled_if(self.round > ROUNDS, Ruling::R3);
    }
}
