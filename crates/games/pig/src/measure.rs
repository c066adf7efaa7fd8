//! The measures that the lab counts.

use kernel::{
    Measured,
    measure::{Counts, Label, Measures},
};

use crate::{Event, Pig, state::ROUNDS};

static MEASURES: Measures = Measures {
    scored: true,
    numbers: &[Label::new("rolls", "Rolls"), Label::new("turns_lost", "Turns lost to a 1")],
    rulings: &[Label::new("R3", "The last round is over")],
    ..Measures::EMPTY
};

impl Measured for Pig {
    type Tally = ();

    fn measures() -> &'static Measures {
        &MEASURES
    }

    fn note(_: &mut (), event: &Event, counts: &mut Counts) {
        if let Event::Rolled { value, .. } = event {
            counts.add(0, 1);
            counts.add(1, u32::from(*value == 1));
        }
    }

    fn close(&self, _: &(), counts: &mut Counts) {
        counts.ruled_if(self.round > ROUNDS, 0); // R3
    }
}
