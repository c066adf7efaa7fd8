//! The answer about deadlines.

use serde::Serialize;
use utoipa::ToSchema;

/// The address of the calendar of the caller's deadlines.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeadlinesAnswer {
    /// The path of the calendar of deadlines; null if there is none.
    pub(crate) calendar: Option<String>,
}
