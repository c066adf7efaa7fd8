//! Match records: JSON lines that describe a whole match, in a format that anyone can write.
//!
//! A record is a header, a line for each step, and, once the match is over, its outcome:
//!
//! ```text
//! {"format":"undercroft-record","version":1,"game":"rogue-ascension","rules":1,"options":{"ascension":0},"seats":1,"seal":"…"}
//! {"n":1,"seat":0,"action":{"type":"reveal"},"chance":["3","11","9"]}
//! {"outcome":{"victory":false,"placings":[1],"scores":null}}
//! ```

mod read;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::{Answer, EarlyEnd, LuckKind, Outcome, Seat, Seed, seat::MAX_SEATS};

pub use read::{Part, UnknownKey};

/// The value of `format` in a record's header.
pub const FORMAT: &str = "undercroft-record";
/// The version of the format itself.
pub const VERSION: u32 = 1;

/// The first line of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Always [`FORMAT`].
    pub format: String,
    /// Always [`VERSION`].
    pub version: u32,
    /// Id of the game.
    pub game: String,
    /// Version of the game's rules.
    pub rules: u32,
    /// All options, defaults included.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// Number of seats.
    pub seats: u8,
    /// SHA-256 of the seed, published at the start; absent if the dice were entered by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
    /// The seed as 64 hexadecimal digits, once it is public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The kind of luck that players entered, where the seed decided only the other one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub real: Option<LuckKind>,
    /// The shares that the seats added to the dice after the seal was shown, in seat order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<String>,
    /// The givers of the shares, in the same order; empty if not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub givers: Vec<Giver>,
    /// Names of the players, for reading only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// The day of a daily match; for reading only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<String>,
    /// Id of the race in which others played with the same dice, each alone; for reading only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<String>,
    /// Whether the match was ranked: it counted for ratings, and no player could ask for a hint;
    /// for reading only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ranked: bool,
    /// Id of the table where it was played; for reading only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Outcomes of the setup.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub setup: Vec<Answer>,
    /// Number of steps that follow, so that the reader notices a truncated record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    /// How the players ended the match, if they did so before the rules did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<EarlyEnd>,
    /// The decisions of the people at the table that changed the match otherwise than by steps, in
    /// order; for reading only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub incidents: Vec<Incident>,
    /// Other keys, which have no meaning in this version.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

/// A decision of the people at a table that changed a match otherwise than by a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Incident {
    /// The number of steps before it; those that it took back do not count.
    pub after: usize,
    /// The seat that it concerns.
    pub seat: Seat,
    /// The name of the seat's player then.
    pub player: String,
    /// The decision.
    #[serde(flatten)]
    pub what: IncidentKind,
}

/// The kinds of [`Incident`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum IncidentKind {
    /// The player left; a bot plays on, or somebody who sits down.
    Left,
    /// The player left, and the match ended.
    Conceded,
    /// The host removed the player, with the consent of the others; a bot plays on.
    Removed,
    /// The player took back steps, with the consent of all.
    TookBack {
        /// The number of steps: the player's, and those after it.
        steps: usize,
    },
    /// The player proposed to end the match, and all agreed.
    Ended,
    /// The player sat down during the match, and began with the whole time of a clock.
    Joined,
    /// The player's vacation began, so their clock stood still.
    VacationBegan,
    /// The player's vacation ended.
    VacationEnded,
}

/// The giver of a share of the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Giver {
    /// The seat that the share is for.
    pub seat: Seat,
    /// Whether the player or the server chose it.
    pub by: GivenBy,
}

/// The party that chose a share of the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GivenBy {
    /// The player, or their own program, after the seal was shown.
    Player,
    /// The server, for a player who gave none. Such a share proves nothing against the server.
    Hall,
}

/// One step of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Its number, counted from 1.
    pub n: usize,
    /// The seat that acted.
    pub seat: Seat,
    /// Its action.
    pub action: Value,
    /// The outcomes, in the order of the questions.
    #[serde(default)]
    pub chance: Vec<Answer>,
    /// The bot that took the step, for its own seat or for the seat's player. It is absent if the
    /// player took the step, or if that is not known. For reading only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
}

/// A whole record.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The first line.
    pub header: Header,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The last line of a finished match, as the file has it.
    pub outcome: Option<Value>,
    /// The keys without a meaning in this version, from all lines but the first; the header has
    /// those of the first. Only reading finds them, and writing leaves them out.
    pub unknown: Vec<UnknownKey>,
}

/// An error in a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadRecord {
    /// There is no line in it.
    #[error("the record is empty; it must start with a header line")]
    Empty,
    /// A malformed line.
    #[error("line {line} of the record is not a {wanted}: {why}")]
    Line {
        /// Line number, from 1.
        line: usize,
        /// The expected content.
        wanted: &'static str,
        /// The parser's message.
        why: String,
    },
    /// Another kind of file, or a newer version.
    #[error("this is a {format:?} of version {version}; readable are records of format {FORMAT:?}, version {VERSION}")]
    Format {
        /// Its format.
        format: String,
        /// Its version.
        version: u32,
    },
    /// Steps that are not numbered 1, 2, 3.
    #[error("line {line} of the record has step {found} where step {wanted} must stand")]
    Order {
        /// Line number, from 1.
        line: usize,
        /// The expected number.
        wanted: usize,
        /// The number found.
        found: usize,
    },
    /// Lines after the outcome.
    #[error("line {line} of the record stands after its outcome, which must be last")]
    AfterEnd {
        /// Line number, from 1.
        line: usize,
    },
    /// Another record after the first.
    #[error("line {line} begins another record; here one is read")]
    Several {
        /// Line number, from 1.
        line: usize,
    },
    /// A truncated record.
    #[error("the record is cut short: its header announces {wanted} steps, it has {found}")]
    CutShort {
        /// Number of steps that the header announces.
        wanted: usize,
        /// Number of steps found.
        found: usize,
    },
    /// A record of another game than the expected one.
    #[error("the record is one of {found:?}, not of {ours:?}")]
    OtherGame {
        /// The record's game.
        found: String,
        /// The expected game.
        ours: &'static str,
    },
    /// A record of another version of the rules.
    #[error(
        "the record was made under version {found} of the rules of {game}; this program plays version {ours} and cannot vouch for it"
    )]
    OtherRules {
        /// The game.
        game: &'static str,
        /// Version of the record.
        found: u32,
        /// Version of this program.
        ours: u32,
    },
    /// Options or seats that the game does not take.
    #[error("the header of the record does not fit the game: {0}")]
    Options(#[from] crate::BadOptions),
    /// A key in the header that no record has.
    #[error("the header of the record has the key {key:?}, which says nothing that can be checked")]
    UnknownKey {
        /// The key.
        key: String,
    },
    /// A key in another line that no record has.
    #[error("line {} of the record has the key {:?}, which says nothing that can be checked", .0.line, .0.key)]
    UnknownKeyOf(UnknownKey),
    /// Givers that do not match the shares.
    #[error(
        "the header of the record has {shares} shares of the dice but does not say for each, seat by seat, who gave it"
    )]
    Givers {
        /// Number of shares.
        shares: usize,
    },
    /// A finished match that does not show how its dice came about, though it claims sealed dice.
    #[error("the match is over and its dice were sealed, but the record has no {what}")]
    Missing {
        /// The missing part.
        what: &'static str,
    },
    /// A malformed seed.
    #[error("the seed of the record is not 64 hexadecimal digits")]
    Seed,
    /// A seed that does not match the seal.
    #[error("the seed of the record does not fit its seal: SHA-256 of the seed is {found}, the seal says {sealed}")]
    Seal {
        /// The seal in the header.
        sealed: String,
        /// The seal of the seed.
        found: String,
    },
    /// A step that the rules refuse.
    #[error("step {n} of the record cannot be: {why}")]
    Step {
        /// Its number; 0 is the setup.
        n: usize,
        /// The referee's message.
        why: String,
    },
    /// An early end that cannot be.
    #[error("the early end of the record cannot be: {why}")]
    EarlyEnd {
        /// Why not.
        why: &'static str,
    },
    /// Outcomes that differ from those of the seed.
    #[error("step {n} of the record has the outcomes [{found}], but its seed gives [{wanted}]")]
    Luck {
        /// Number of the step; 0 is the setup.
        n: usize,
        /// The record's outcomes.
        found: String,
        /// The seed's outcomes.
        wanted: String,
    },
    /// An outcome that differs from the end of the match.
    #[error("the record ends with the outcome {found}, but its steps lead to {wanted}")]
    Outcome {
        /// The record's outcome.
        found: String,
        /// The status after the last step.
        wanted: String,
    },
}

impl BadRecord {
    /// Whether the text could not be parsed as a record that this program knows. All other errors
    /// come from a parsed record whose content is false.
    pub fn is_unreadable(&self) -> bool {
        match self {
            BadRecord::Empty
            | BadRecord::Line { .. }
            | BadRecord::Format { .. }
            | BadRecord::Order { .. }
            | BadRecord::AfterEnd { .. }
            | BadRecord::Several { .. }
            | BadRecord::CutShort { .. }
            | BadRecord::OtherGame { .. }
            | BadRecord::OtherRules { .. }
            | BadRecord::Options(_) => true,
            BadRecord::UnknownKey { .. }
            | BadRecord::UnknownKeyOf(_)
            | BadRecord::Givers { .. }
            | BadRecord::Missing { .. }
            | BadRecord::Seed
            | BadRecord::Seal { .. }
            | BadRecord::Step { .. }
            | BadRecord::EarlyEnd { .. }
            | BadRecord::Luck { .. }
            | BadRecord::Outcome { .. } => false,
        }
    }

    /// Whether the error is about dice and cards that do not match the seal.
    pub fn is_false_luck(&self) -> bool {
        matches!(self, BadRecord::Seed | BadRecord::Seal { .. } | BadRecord::Luck { .. })
    }
}

impl Record {
    /// Checks that the record has everything that a record of its kind shows. No line may have an
    /// unknown key. A match that is `over` and has sealed dice must have both seal and seed.
    ///
    /// # Errors
    /// The first error found.
    pub fn is_complete(&self, over: bool) -> Result<(), BadRecord> {
        let Header { seats, seal, seed, real, shares, givers, unknown, .. } = &self.header;
        if let Some(key) = unknown.keys().next() {
            return Err(BadRecord::UnknownKey { key: key.clone() });
        }
        if let Some(unknown) = self.unknown.first() {
            return Err(BadRecord::UnknownKeyOf(unknown.clone()));
        }
        let seat_by_seat = givers.windows(2).all(|two| two[0].seat < two[1].seat);
        let at_table = givers.iter().all(|giver| giver.seat.0 < *seats);
        let fit = givers.len() == shares.len() && seat_by_seat && at_table;
        if !givers.is_empty() && !fit {
            return Err(BadRecord::Givers { shares: shares.len() });
        }
        let missing = match (seal, seed) {
            (Some(_), None) => Some("seed"),
            (None, Some(_)) => Some("seal"),
            (None, None) if !shares.is_empty() || real.is_some() => Some("seal and seed"),
            _ => None,
        };
        missing.filter(|_| over).map_or(Ok(()), |what| Err(BadRecord::Missing { what }))
    }

    /// Returns the seed, if the record shows it.
    ///
    /// # Errors
    /// If it is malformed, or does not match its seal.
    pub fn seed(&self) -> Result<Option<Seed>, BadRecord> {
        let Some(hex) = &self.header.seed else { return Ok(None) };
        let seed = Seed::from_hex(hex).ok_or(BadRecord::Seed)?;
        match &self.header.seal {
            Some(sealed) if !sealed.eq_ignore_ascii_case(&seed.seal()) => {
                Err(BadRecord::Seal { sealed: sealed.clone(), found: seed.seal() })
            }
            Some(_) | None => Ok(Some(seed)),
        }
    }
}

impl std::fmt::Display for Record {
    /// Writes the record line by line, each ended by a line feed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let json = |value: serde_json::Result<String>| value.map_err(|_| std::fmt::Error);
        writeln!(f, "{}", json(serde_json::to_string(&self.header))?)?;
        for step in &self.steps {
            writeln!(f, "{}", json(serde_json::to_string(step))?)?;
        }
        match &self.outcome {
            Some(outcome) => writeln!(f, "{}", serde_json::json!({ "outcome": outcome })),
            None => Ok(()),
        }
    }
}

/// Returns an outcome in the format of records and the engine protocol.
impl From<&Outcome> for Value {
    fn from(outcome: &Outcome) -> Value {
        serde_json::json!({
            "victory": outcome.victory,
            "placings": outcome.placings.as_slice(),
            "scores": outcome.scores.as_ref().map(|scores| scores.as_slice()),
        })
    }
}

impl Outcome {
    /// Reads an outcome in the format of records and the engine protocol; `None` if it is
    /// malformed.
    ///
    /// ```
    /// use kernel::Outcome;
    ///
    /// for outcome in [Outcome::together(2, true), Outcome::by_points([30, -10])] {
    ///     assert_eq!(Outcome::read(&serde_json::Value::from(&outcome)), Some(outcome));
    /// }
    /// assert_eq!(Outcome::read(&serde_json::json!({ "victory": true })), None);
    /// ```
    pub fn read(json: &Value) -> Option<Outcome> {
        fn list<T: DeserializeOwned>(json: &Value) -> Option<ArrayVec<T, MAX_SEATS>> {
            let list = Vec::deserialize(json).ok().filter(|list: &Vec<T>| list.len() <= MAX_SEATS)?;
            Some(list.into_iter().collect())
        }
        Some(Outcome {
            victory: Option::deserialize(&json["victory"]).ok()?,
            placings: list(&json["placings"])?,
            scores: match &json["scores"] {
                Value::Null => None,
                scores => Some(list(scores)?),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = r#"{"format":"undercroft-record","version":1,"game":"x","rules":1,"seats":1,"steps":1}"#;
    const STEP: &str = r#"{"n":1,"seat":0,"action":{"type":"reveal"},"chance":["3"]}"#;

    fn error(lines: &[&str]) -> String {
        Record::parse(&lines.join("\n")).unwrap_err().to_string()
    }

    #[test]
    fn text_and_record_agree() {
        let text = format!("{HEAD}\n{STEP}\n{{\"outcome\":{{\"victory\":true}}}}\n");
        let record = Record::parse(&text).unwrap();
        assert_eq!(Record::parse(&record.to_string()).unwrap(), record);
        assert_eq!(record.steps[0].chance, [Answer::from("3")]);
    }

    #[test]
    fn what_is_no_record_says_where_and_why() {
        assert_eq!(error(&[]), "the record is empty; it must start with a header line");
        assert!(error(&["{"]).starts_with("line 1 of the record is not a header"));
        assert!(error(&[&HEAD.replace("undercroft-record", "chess")]).contains(r#"this is a "chess""#));
        assert!(error(&[HEAD, &STEP[..20]]).starts_with("line 2 of the record is not a step"));
        assert!(error(&[HEAD, r#"[1,0,{"type":"reveal"},["3"]]"#]).contains("it is no JSON object"));
        assert!(error(&[HEAD]).contains("cut short: its header announces 1 steps, it has 0"));
        assert!(error(&[HEAD, &STEP.replace("\"n\":1", "\"n\":2")]).contains("has step 2 where step 1 must stand"));
        assert!(error(&[HEAD, STEP, r#"{"outcome":null}"#, STEP]).contains("line 4"));
        assert!(error(&[HEAD, STEP, HEAD, STEP]).starts_with("line 3 begins another record"));
        assert!(error(&[HEAD, &STEP.replace("\"n\":1", "\"n\":1,\"n\":1")]).contains("\"n\" is given twice"));
    }

    #[test]
    fn a_file_of_many_records_is_read_one_by_one() {
        let [one, other] = ["t1", "t2"].map(|id| HEAD.replace("\"steps\"", &format!("\"table\":\"{id}\",\"steps\"")));
        let text = format!("\u{feff}{one}\r\n{STEP}\r\n\r\n\u{feff}{other}\r\n{STEP}\r\n{{\"outcome\":null}}\r\n");
        let parts = Part::all(&text);
        let found: Vec<_> = parts.iter().map(|part| (part.number, part.table())).collect();
        assert_eq!(found, [(1, Some("t1".into())), (2, Some("t2".into()))]);
        let records: Vec<Record> = parts.iter().map(|part| part.parse().unwrap()).collect();
        assert_eq!((records[0].outcome.is_some(), records[1].outcome.is_some()), (false, true));
        assert_eq!(records[0].is_complete(false), Ok(()), "the table is a key that is known");
        assert_eq!(Record::parse(&records[1].to_string()).as_ref(), Ok(&records[1]));
        let broken = text.replacen("\"n\":1", "\"n\":7", 2).replacen("\"n\":7", "\"n\":1", 1);
        let parts = Part::all(&broken);
        assert!(parts[0].parse().is_ok());
        assert_eq!(
            parts[1].parse(),
            Err(BadRecord::Order { line: 5, wanted: 1, found: 7 }),
            "as the file counts lines"
        );
    }

    #[test]
    fn keys_that_say_nothing_are_found_in_every_line() {
        let unknown = |lines: &[&str]| {
            let record = Record::parse(&lines.join("\n")).unwrap();
            record.is_complete(false).unwrap_err().to_string()
        };
        let step = STEP.replace("\"n\":1", "\"n\":1,\"proof\":\"x\"");
        assert!(unknown(&[HEAD, &step]).starts_with("line 2 of the record has the key \"proof\""));
        let outcome = r#"{"outcome":null,"signed":"the founder"}"#;
        assert!(unknown(&[HEAD, STEP, outcome]).starts_with("line 3 of the record has the key \"signed\""));
        let givers = r#""shares":["c"],"givers":[{"seat":0,"by":"hall","why":"x"}],"steps""#;
        assert!(unknown(&[&HEAD.replace("\"steps\"", givers), STEP]).contains("\"givers[0].why\""));
    }

    #[test]
    fn a_finished_record_shows_what_it_claims() {
        let head = |more: &str| HEAD.replace(r#","steps":1"#, more);
        let complete = |more: &str, over: bool| Record::parse(&head(more)).unwrap().is_complete(over);
        assert_eq!(complete("", true), Ok(()), "dice entered by hand");
        assert_eq!(complete(r#","seal":"a","seed":"b","shares":["c"]"#, true), Ok(()));
        assert_eq!(complete(r#","seal":"a""#, false), Ok(()), "the seed is shown when the match is over");
        assert_eq!(complete(r#","seal":"a""#, true), Err(BadRecord::Missing { what: "seed" }));
        assert_eq!(complete(r#","seed":"b""#, true), Err(BadRecord::Missing { what: "seal" }));
        assert_eq!(complete(r#","shares":["c"]"#, true), Err(BadRecord::Missing { what: "seal and seed" }));
        assert_eq!(complete(r#","real":"dice""#, true), Err(BadRecord::Missing { what: "seal and seed" }));
        assert_eq!(complete(r#","real":"dice","seal":"a","seed":"b""#, true), Ok(()));
        let given = |givers: &str| complete(&format!(r#","seal":"a","shares":["c"],"givers":[{givers}]"#), false);
        assert_eq!(given(r#"{"seat":0,"by":"hall"}"#), Ok(()));
        assert_eq!(given(r#"{"seat":1,"by":"hall"}"#), Err(BadRecord::Givers { shares: 1 }), "no such seat");
        let twice = r#"{"seat":0,"by":"hall"},{"seat":0,"by":"player"}"#;
        assert_eq!(given(twice), Err(BadRecord::Givers { shares: 1 }));
        assert_eq!(complete(r#","sealed":true"#, false), Err(BadRecord::UnknownKey { key: "sealed".into() }));
    }

    #[test]
    fn a_seed_must_fit_its_seal() {
        let seed = Seed::from(7);
        let head = |seal: &str, seed: &str| {
            let head = HEAD.replace(r#""steps":1"#, &format!(r#""seal":"{seal}","seed":"{seed}""#));
            Record::parse(&head).unwrap().seed()
        };
        assert_eq!(head(&seed.seal(), &seed.to_hex()), Ok(Some(seed.clone())));
        assert_eq!(head(&seed.seal(), "12"), Err(BadRecord::Seed));
        assert!(matches!(head(&seed.seal(), &Seed::from(8).to_hex()), Err(BadRecord::Seal { .. })));
    }
}
