//! The forms of pages, read: what a visitor asks for with their fields.

use std::str::FromStr;

use kernel::{Level, Meta, OptionKind, PACK, Pace, RealLuck};
use model::{ChosenSeat, Night, Rest};
use pages::HandOrder;
use roster::GameEntry;
use serde_json::{Map, Value};
use table::{
    BotChoice, Expected,
    access::AccessChange,
    chat, clocks,
    fault::{Code, Fault},
    opening::{self, NewTable, SeatRequest},
    rows::Access,
};
use text::t;

use crate::audience::ViewOptions;

/// The fields of a form or of a query; the last one of a name counts.
#[derive(Clone, Default, Debug)]
pub struct Fields(pub Vec<(String, String)>);

impl Fields {
    /// Returns the field of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns all fields of this name.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns the field of this name, which must be there.
    ///
    /// # Errors
    /// If it is not there.
    pub fn need(&self, name: &str) -> Result<&str, Fault> {
        self.get(name).ok_or_else(|| Fault::bad(t!("the form has no field {name:?}; load the page again")))
    }

    /// Returns the field of this name, which must be a whole number.
    ///
    /// # Errors
    /// If it is not there, or is no whole number.
    pub fn number<T: FromStr>(&self, name: &str) -> Result<T, Fault> {
        let text = self.need(name)?;
        text.trim().parse().map_err(|_| Fault::bad(t!("the field {name:?} must be a whole number")))
    }

    /// Returns the usual table of a game, with the caller in the first seat and bots in the others.
    pub fn usual_table(&self, meta: &Meta) -> NewTable {
        let seats = (0..meta.usual_seats).map(|seat| match seat {
            0 => SeatRequest::Me(self.text("share")),
            _ => SeatRequest::Bot(BotChoice::Next(Level::Normal)),
        });
        NewTable { game: meta.id.into(), seats: seats.collect(), seal: self.text("seal"), ..NewTable::default() }
    }

    /// Returns the action that a form asks for.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn action(&self) -> Result<Value, Fault> {
        read_action(&self.action_text()?)
    }

    /// Returns the options with which a page's address shows a table; `origin` is the address of
    /// the server as the caller uses it, and `fragment` says whether only the changing part is
    /// wanted.
    pub fn view_options(&self, origin: Option<String>, fragment: bool) -> ViewOptions {
        ViewOptions {
            at: self.number("at").ok(),
            seat: self.chosen_seat("seat"),
            pick: self.text("pick"),
            hand_order: HandOrder::named(self.get("sort").unwrap_or_default()),
            limit: self.number("set").ok(),
            confirm: self.number("confirm").ok(),
            fragment,
            since: self.number("since").ok(),
            origin,
            ..ViewOptions::default()
        }
    }

    /// Returns the seat from which a visitor looks, if the field of this name has one.
    pub fn chosen_seat(&self, name: &str) -> Option<ChosenSeat> {
        self.get(name)?.parse().ok()
    }

    /// Returns a field that may be left empty.
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    /// Returns the table that the form of a game asks for.
    ///
    /// # Errors
    /// If a choice cannot be read.
    pub fn new_table(&self, title: &dyn GameEntry) -> Result<NewTable, Fault> {
        let meta = title.meta();
        let seats: u8 = match self.get("seats") {
            Some(_) => self.number("seats")?,
            None => meta.usual_seats,
        };
        let request = |seat: u8| match self.get(&format!("seat{seat}")) {
            Some("me") => Ok(SeatRequest::Me(self.text("share"))),
            Some("open") => Ok(SeatRequest::Open),
            None => Ok(if seat == 0 { SeatRequest::Me(self.text("share")) } else { SeatRequest::Open }),
            Some(other) => match other.strip_prefix("bot:") {
                Some(bot) => Ok(SeatRequest::Bot(BotChoice::picked(title, bot)?)),
                None => Err(Fault::bad(t!("seat {seat} can be for you, open, or for a bot"))),
            },
        };
        let pace = self.get("pace").map_or(Ok(Pace::Free), clocks::pace)?;
        let requests = (0..seats).map(request).collect::<Result<Vec<_>, Fault>>()?;
        let own = requests.iter().filter(|request| matches!(request, SeatRequest::Me(_))).count();
        Ok(NewTable {
            game: meta.id.into(),
            options: Value::Object(self.options(meta)?),
            title: String::new(),
            note: String::new(),
            group: None,
            seats: requests,
            // Only several people at one browser need other names than the visitor's own.
            called: (0..seats).map(|seat| self.text(&format!("called{seat}")).filter(|_| own > 1)).collect(),
            lesson: None,
            race: false,
            real: self.dice()?.unwrap_or_default(),
            ranked: self.yes_or_no("ranked")?.unwrap_or_default(),
            access: self.access_change()?.on(Access::default()),
            talk: self.get("talk").filter(|talk| !talk.is_empty()).map(chat::setting).transpose()?,
            pace,
            rest: self.rest(Some(pace))?.unwrap_or_default(),
            seal: self.text("seal"),
        })
    }

    /// Returns the options of a game that a form sets.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn options(&self, meta: &Meta) -> Result<Map<String, Value>, Fault> {
        let mut options = Map::new();
        for (field, value) in &self.0 {
            let Some(key) = field.strip_prefix("opt.") else { continue };
            if key == PACK {
                // A hash names a pack of the server; where there is none, the pack comes whole.
                let whole = value.starts_with('{').then(|| serde_json::from_str(value).ok()).flatten();
                options.insert(key.to_owned(), whole.unwrap_or_else(|| value.as_str().into()));
                continue;
            }
            let spec = kernel::options::find(meta.options, key)?;
            // A choice of several values has several fields of one name; an empty one adds nothing.
            let value = match spec.kind {
                OptionKind::Subset(_) => spec.parse(&self.all(field).collect::<Vec<_>>().join(","))?,
                _ => spec.parse(value)?,
            };
            options.insert(key.to_owned(), value);
        }
        Ok(options)
    }

    /// Returns the kinds of luck that a form asks to be real, if it says anything about the dice.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn dice(&self) -> Result<Option<RealLuck>, Fault> {
        self.get("dice").map(opening::real_luck).transpose()
    }

    /// Returns the rest that a form asks for together with a pace, if it says anything about it. The
    /// page hides the fields for a pace whose clocks do not run for days, and they mean nothing then.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn rest(&self, pace: Option<Pace>) -> Result<Option<Rest>, Fault> {
        if self.get("zone").is_none() {
            return Ok(None);
        }
        if !pace.is_some_and(Pace::is_over_days) {
            return Ok(Some(Rest::default()));
        }
        let hours = |text: &str| {
            let (from, to) = text.split_once('-')?;
            Some(Night { from: from.parse().ok()?, to: to.parse().ok()? })
        };
        let wrong = || Fault::bad(t!("sleeping hours are two full hours, such as 22-7"));
        let night = self.get("night").filter(|text| !text.is_empty());
        Ok(Some(Rest {
            night: night.map(|text| hours(text).ok_or_else(wrong)).transpose()?,
            weekends: self.yes_or_no("weekends")?.unwrap_or_default(),
            zone: self.number("zone")?,
        }))
    }

    /// Returns the change of access that a form asks for.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn access_change(&self) -> Result<AccessChange, Fault> {
        Ok(AccessChange { public: self.yes_or_no("public")?, spectators: self.yes_or_no("spectators")? })
    }

    /// Returns a yes-or-no choice in a form, if it was made.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn yes_or_no(&self, name: &str) -> Result<Option<bool>, Fault> {
        match self.get(name) {
            None => Ok(None),
            Some("yes") => Ok(Some(true)),
            Some("no") => Ok(Some(false)),
            Some(_) => Err(Fault::bad(t!("the field {name:?} is either yes or no"))),
        }
    }

    /// Returns the action that a form names, or the one for its numbers.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn action_text(&self) -> Result<String, Fault> {
        if self.get("action").is_some() || self.get("actions").is_none() {
            return self.need("action").map(str::to_owned);
        }
        let by_numbers = read_action(self.need("actions")?)?;
        let numbers = self.all("number").collect::<Vec<_>>().join(",");
        let action = by_numbers
            .get(&numbers)
            .ok_or_else(|| Fault::bad(t!("these numbers do not go together; choose others")))?;
        Ok(action.to_string())
    }

    /// Returns the state that the page showed when a button was pressed.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn expected(&self) -> Result<Expected, Fault> {
        let epoch = self.get("epoch").map(|_| self.number("epoch")).transpose()?;
        Ok(Expected { step: self.number("step")?, epoch })
    }
}

/// Reads an action.
///
/// # Errors
/// If it is not JSON.
pub fn read_action(text: &str) -> Result<Value, Fault> {
    serde_json::from_str(text)
        .map_err(|error| Fault::new(Code::BadJson, t!("the action is not JSON: {error}", error = error.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_to_the_action_that_the_form_has_for_them() {
        let fields = |pairs: &[(&str, &str)]| {
            Fields(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
        };
        let actions = ("actions", r#"{"2,1":{"type":"offer","xp":2},"0,1":{"type":"offer","xp":0}}"#);
        let text = |pairs: &[(&str, &str)]| fields(pairs).action_text().map_err(|fault| fault.code);
        assert_eq!(text(&[actions, ("number", "2"), ("number", "1")]).as_deref(), Ok(r#"{"type":"offer","xp":2}"#));
        assert_eq!(text(&[actions, ("number", "1"), ("number", "1")]), Err(Code::BadRequest));
        assert_eq!(text(&[("actions", "{"), ("number", "1")]), Err(Code::BadJson));
        assert_eq!(text(&[("number", "1")]), Err(Code::BadRequest));
        assert_eq!(text(&[actions, ("action", "{}")]).as_deref(), Ok("{}"));
    }
}
