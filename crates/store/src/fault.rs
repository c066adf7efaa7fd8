//! The faults that players see when the store fails.

use table::fault::{Code, Fault};
use text::t;

use crate::StoreError;

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        match error {
            StoreError::Conflict => {
                Fault::new(Code::Stale, t!("somebody else was first; look at the table as it is now"))
            }
            StoreError::Overtaken => Fault { overtaken: true, ..StoreError::Conflict.into() },
            StoreError::Closing => Fault::new(
                Code::Closing,
                t!("the hall is closing; everything confirmed so far is saved, come back soon"),
            ),
            StoreError::Failed(why) => {
                tracing::error!("{why}");
                Fault::new(Code::Internal, t!("the hall could not save that, so nothing has changed; try again"))
            }
            StoreError::Unread(why) => {
                tracing::error!("the store could not be read: {why}");
                Fault::new(Code::Internal, t!("the hall could not read that just now; try again"))
            }
        }
    }
}
