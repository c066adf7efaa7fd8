//! Rest in bodies and answers: vacations, nights and weekends.

use model::{Night, Rest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The vacation of the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct VacationAnswer {
    /// When the present vacation ends, in milliseconds since 1970; null without one.
    pub(crate) until: Option<i64>,
    /// How many days are left this year. Those of the present vacation do not count as left.
    pub(crate) left: u32,
    /// How many days a person has in a year.
    pub(crate) allowance: u32,
}

/// The times in which the clocks of a table stand still; only clocks of days can.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RestSetting {
    /// The sleeping hours; null for none.
    night: Option<NightSetting>,
    /// Whether clocks stand still on Saturdays and Sundays.
    #[serde(default)]
    weekends: bool,
    /// The offset of these times from UTC, in minutes.
    #[serde(default)]
    zone: i16,
}

/// The sleeping hours of a table, at most 12.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NightSetting {
    /// The hour at which they begin, from 0 to 23.
    from: u8,
    /// The hour at which they end, from 0 to 23.
    to: u8,
}

impl From<RestSetting> for Rest {
    fn from(setting: RestSetting) -> Rest {
        let night = setting.night.map(|NightSetting { from, to }| Night { from, to });
        Rest { night, weekends: setting.weekends, zone: setting.zone }
    }
}

impl RestSetting {
    /// Returns the rest of a table; `None` if its clocks never stand still.
    pub(crate) fn of(rest: Rest) -> Option<RestSetting> {
        let night = rest.night.map(|Night { from, to }| NightSetting { from, to });
        (!rest.is_none()).then_some(RestSetting { night, weekends: rest.weekends, zone: rest.zone })
    }
}
