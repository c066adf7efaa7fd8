//! Auto-actions in words.

use ::text::t;
use kernel::{AutoAction, Forecast};

use crate::LocalMatch;

/// An auto-action with its limit: `Fight on until my health is at most 3`.
pub(crate) fn text(local_match: &LocalMatch, auto_action: &AutoAction, limit: Option<i32>) -> String {
    let text = local_match.say(&auto_action.text);
    match (&auto_action.limit, limit) {
        (Some(kind), Some(limit)) => format!("{text} {} {limit}", kind.text),
        _ => text,
    }
}

/// A forecast, with its chances of good and bad if the words give none.
pub(crate) fn forecast(forecast: &Forecast) -> String {
    let text = forecast.text.trim_end_matches('.');
    match forecast.odds.filter(|_| !text.contains('%')) {
        Some(odds) => {
            let [good, bad] = [odds.good, odds.bad].map(percent);
            t!("{text}; goes well {good}, is the end {bad}")
        }
        None => text.to_owned(),
    }
}

/// Thousandths as percent: never 0 or 100 % for an uncertain chance.
pub(crate) fn percent(thousandths: u16) -> String {
    match thousandths {
        0 => "0 %".into(),
        1..10 => t!("under 1 %").into(),
        991..1000 => t!("over 99 %").into(),
        _ => format!("{} %", (thousandths + 5) / 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_told_in_percent() {
        let told = forecast(&Forecast::new("fought to the end.").odds(0.714, 0.0042));
        assert_eq!(told, "fought to the end; goes well 71 %, is the end under 1 %");
        assert_eq!(forecast(&Forecast::new("wounds 69 %").odds(0.714, 0.0042)), "wounds 69 %");
        assert_eq!(forecast(&Forecast::new("nothing happens")), "nothing happens");
        assert_eq!([0, 995, 1000].map(percent), ["0 %", "over 99 %", "100 %"]);
    }
}
