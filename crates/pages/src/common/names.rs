//! The names of the people and bots in the seats.

use bots::Bot;
use kernel::{Piece, Seat, Sentence, Words};
use maud::{Markup, html};
use model::shown_name;
use text::t;
use unicode_normalization::char::is_combining_mark;

use crate::{
    common::escaped,
    data::{SeatInfo, TablePage},
};

/// The names of the players at a table.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a>(&'a [SeatInfo]);

impl<'a> Names<'a> {
    pub(crate) fn new(seats: &'a [SeatInfo]) -> Names<'a> {
        Names(seats)
    }

    pub(crate) fn at(page: &'a TablePage) -> Names<'a> {
        Names(&page.seats)
    }

    pub(crate) fn info(self, seat: Seat) -> Option<&'a SeatInfo> {
        self.0.iter().find(|info| info.seat == seat)
    }

    /// Returns the name of the player at `seat`. The seat distinguishes two players of the same
    /// name: bots, and players who share a browser.
    pub(crate) fn of(self, seat: Seat) -> String {
        let Some(info) = self.info(seat) else { return kernel::unnamed(seat) };
        match (info.person.as_deref(), info.bot.as_deref()) {
            (Some(person), _) => {
                let alike = self.0.iter().filter(|other| other.person.as_deref() == Some(person)).count();
                let person = shown_name(person);
                if alike > 1 { format!("{person} {}", seat.0 + 1) } else { person.to_owned() }
            }
            (None, Some(bot)) => {
                let same = |other: &&SeatInfo| match info.character {
                    Some(_) => other.character == info.character,
                    None => other.character.is_none() && other.bot.as_deref() == Some(bot),
                };
                let alike = self.0.iter().filter(|other| other.person.is_none()).filter(same).count();
                let name = info.character.map_or_else(|| bot_title(bot), |character| character.name.to_owned());
                if alike > 1 { format!("{name} {}", seat.0 + 1) } else { name }
            }
            (None, None) => kernel::unnamed(seat),
        }
    }

    /// Returns the names of these players as a list in words.
    pub(crate) fn listed(self, seats: &[Seat]) -> String {
        kernel::listed(&seats.iter().map(|seat| self.of(*seat)).collect::<Vec<_>>())
    }

    /// Returns a name that is short enough for a bar or for the seats on a phone. A long name loses
    /// its end; if two names are then the same, the numbers of the seats distinguish them. A bot
    /// without a name is a bot with its number.
    pub(crate) fn brief(self, seat: Seat) -> String {
        let short = |seat: Seat| {
            let name = self.of(seat);
            let named = self.info(seat).is_some_and(|info| info.person.is_some() || info.character.is_some());
            if named { cut(&name, BRIEF) } else { title_and_number(&name) }
        };
        let own = short(seat);
        let twin = self.0.iter().any(|info| info.seat != seat && short(info.seat) == own);
        if twin { format!("{} {}", cut(&self.of(seat), BRIEF - 2), seat.0 + 1) } else { own }
    }

    /// Returns the description of a piece, with the names of the players on it.
    pub(crate) fn label(self, piece: &Piece) -> String {
        piece.plain_for(self.reader(), |seat| self.of(seat))
    }

    /// Returns the visitor's seat, if they have exactly one: sentences call it "you".
    fn reader(self) -> Option<Seat> {
        let mut own = self.0.iter().filter(|info| info.you).map(|info| info.seat);
        own.next().filter(|_| own.next().is_none())
    }

    /// Whether the visitor is called "you" at this seat: it is their only one.
    pub(crate) fn is_you(self, seat: Seat) -> bool {
        self.reader() == Some(seat)
    }

    /// Whether a seat is marked as the visitor's own: their name does not say so.
    pub(crate) fn marks_you(self, info: &SeatInfo) -> bool {
        info.you && self.of(info.seat) != t!("You")
    }

    /// Returns a sentence in pieces, as the visitor reads it.
    pub(crate) fn read(self, sentence: &Sentence) -> Vec<Words<'_>> {
        sentence.read_by(self.reader(), |seat| self.of(seat))
    }

    /// Returns a sentence with short names, as the visitor reads it.
    pub(crate) fn briefly(self, sentence: &Sentence) -> String {
        sentence.plain_for(self.reader(), |seat| self.brief(seat))
    }

    /// Returns a sentence as text, as the visitor reads it.
    pub(crate) fn plain(self, sentence: &Sentence) -> String {
        sentence.plain_for(self.reader(), |seat| self.of(seat))
    }

    /// Returns a sentence with people in bold, as the visitor reads it.
    pub(crate) fn rich(self, sentence: &Sentence) -> Markup {
        html! {
            @for words in self.read(sentence) {
                @match words.seat {
                    None => (escaped(&words.text)),
                    Some(seat) => b.who data-seat=(seat) { (escaped(&words.text)) },
                }
            }
        }
    }
}

/// The largest number of characters in a brief name.
const BRIEF: usize = 12;

/// Returns a name of at most `most` characters: a longer one ends in an ellipsis. A combining mark
/// stays with its letter.
fn cut(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    let mut kept: String = name.chars().take(most - 1).collect();
    let rest = name.chars().skip(most - 1);
    kept.extend(rest.take_while(|c| is_combining_mark(*c)));
    format!("{}…", kept.trim_end())
}

/// Returns `Bot 2` for `Reference bot 2`.
fn title_and_number(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    match words[..] {
        [.., noun, number] if number.parse::<u32>().is_ok() => {
            let mut letters = noun.chars();
            let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
            format!("{first}{} {number}", letters.as_str())
        }
        [.., last] => last.to_owned(),
        [] => name.to_owned(),
    }
}

/// Returns the name for people of a bot without one: `Reference bot`.
pub(crate) fn bot_title(name: &str) -> String {
    let title = match name.parse::<Bot>().map_or(name, |bot| bot.plain().name()) {
        "random" => t!("Random bot"),
        "reference" => t!("Reference bot"),
        "search" => t!("Search bot"),
        "easy" => t!("Easy bot"),
        "normal" => t!("Normal bot"),
        "hard" => t!("Hard bot"),
        other => return t!("{other} bot"),
    };
    title.to_owned()
}

/// Returns the mark of a seat: its number on its colour, as on pawns.
pub(crate) fn badge(seat: Seat) -> Markup {
    html! { span.badge data-seat=(seat) aria-hidden="true" { (seat.0 + 1) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(seat: u8, person: Option<&str>, bot: Option<&str>) -> SeatInfo {
        let [person, bot] = [person, bot].map(|name| name.map(str::to_owned));
        SeatInfo { seat: Seat(seat), person, bot, you: false, connected: true, ..SeatInfo::default() }
    }

    #[test]
    fn everybody_has_a_name_of_their_own() {
        let chairs = [info(0, Some("Ada"), None), info(1, None, Some("reference")), info(2, None, Some("reference"))];
        let names = Names::new(&chairs);
        let all: Vec<String> = (0..4).map(|seat| names.of(Seat(seat))).collect();
        assert_eq!(all, ["Ada", "Reference bot 2", "Reference bot 3", "Player 4"]);
        let brief: Vec<String> = (0..4).map(|seat| names.brief(Seat(seat))).collect();
        assert_eq!(brief, ["Ada", "Bot 2", "Bot 3", "Player 4"]);
    }

    #[test]
    fn brief_names_lose_their_end_and_stay_different() {
        let chairs = [
            info(0, Some("Anna Schmidt-Rottluff"), None),
            info(1, Some("Anna Schmidthuber"), None),
            info(2, Some("Ada Lovelace the Countess"), None),
            info(3, Some("Ben"), None),
        ];
        let names = Names::new(&chairs);
        let brief: Vec<String> = (0..4).map(|seat| names.brief(Seat(seat))).collect();
        assert_eq!(brief, ["Anna Schm… 1", "Anna Schm… 2", "Ada Lovelac…", "Ben"]);
        assert_eq!(cut("Zoe\u{301}e\u{301}e", 4), "Zoe\u{301}…");
    }

    #[test]
    fn players_at_one_browser_are_told_apart() {
        let chairs = [info(0, Some("Ada"), None), info(1, Some("Ben"), None), info(2, Some("Ada"), None)];
        let names = Names::new(&chairs);
        assert_eq!([0, 1, 2].map(|seat| names.of(Seat(seat))), ["Ada 1", "Ben", "Ada 3"]);
    }

    #[test]
    fn the_visitor_is_you_unless_they_hold_several_seats() {
        let told = Sentence::new().seat(Seat(0)).text(" strikes ").seat(Seat(1)).text(".");
        let own = |seat, you| SeatInfo { you, ..info(seat, Some(["Ada", "Ben"][usize::from(seat)]), None) };
        let read = |one, other| Names::new(&[own(0, one), own(1, other)]).plain(&told);
        assert_eq!(read(false, false), "Ada strikes Ben.");
        assert_eq!(read(true, false), "You strike Ben.");
        assert_eq!(read(false, true), "Ada strikes you.");
        assert_eq!(read(true, true), "Ada strikes Ben.");
    }

    #[test]
    fn names_are_escaped() {
        let chairs = [info(0, Some("<script>x</script>"), None)];
        let shown = Names::new(&chairs).rich(&Sentence::new().seat(Seat(0)).text(" & co")).into_string();
        assert!(!shown.contains("<script>") && shown.contains("&lt;script&gt;") && shown.contains("&amp; co"));
    }
}
