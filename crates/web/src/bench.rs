//! The bench: a page on which the cards of a game are changed, and the changed cards on paper.

use kernel::{BadOptions, HouseCards, Meta};
use lab::Experiment;
use print::{Ink, Paper};
use roster::{GameEntry, Setting};
use serde_json::Value;
use table::fault::{Code, Fault};
use views::fields::Fields;

use crate::{
    Answer, Hall,
    lab::{MAX_PLIES, refused},
    nothing_here,
};

fn takes_packs(title: &&'static dyn GameEntry) -> bool {
    title.packs().is_some()
}

impl Hall {
    /// Answers a request of the bench.
    pub(crate) fn bench(
        &mut self,
        method: &str,
        path: &[&str],
        query: &Fields,
        fields: &Fields,
    ) -> Result<Answer, Fault> {
        match (method, path) {
            ("GET", []) => {
                let title = match query.get("game") {
                    Some(id) => self.roster.find(id)?,
                    None => roster::GAMES.iter().copied().find(takes_packs).ok_or_else(nothing_here)?,
                };
                self.bench_of(title)
            }
            ("POST", ["print"]) => self.print_cards(fields),
            _ => Err(nothing_here()),
        }
    }

    fn bench_of(&self, title: &'static dyn GameEntry) -> Result<Answer, Fault> {
        let games: Vec<&'static Meta> =
            roster::GAMES.iter().copied().filter(takes_packs).map(GameEntry::meta).collect();
        let (packs, meta) = (title.packs().ok_or_else(nothing_here)?, title.meta());
        let setting = Setting {
            options: Value::Null,
            seats: meta.usual_seats.into(),
            bots: vec![bots::Bot::Random.into()],
            seed: 1,
            max_plies: MAX_PLIES,
        };
        let figures = lab::figure_names(&Experiment::new(title, &setting, 1).map_err(refused)?);
        // Wins by seat hardly depend on cards: all seats are dealt alike.
        let (by_seat, others): (Vec<_>, Vec<_>) =
            figures.into_iter().partition(|(key, _)| key.starts_with("wins_seat_"));
        let figures: Vec<_> = others.into_iter().filter(|(key, _)| key != "plies").chain(by_seat).collect();
        let person = self.settings.person();
        Ok(Answer::html(200, pages::bench(&self.visitor(&person), &games, meta, packs, &figures).into_string()))
    }

    /// Returns the pages of the parts that a pack has changed, as SVGs one after the other; without a
    /// change, those of all parts.
    fn print_cards(&self, fields: &Fields) -> Result<Answer, Fault> {
        let title = self.roster.find(fields.need("game")?)?;
        let packs = title.packs().ok_or_else(nothing_here)?;
        let bad = |why: &dyn std::fmt::Display| Fault::new(Code::BadOptions, why.to_string());
        let pack: Value = serde_json::from_str(fields.need("pack")?).map_err(|why| bad(&why))?;
        let cards = packs.read(&pack).map_err(|faults| bad(&BadOptions::Pack(faults)))?;
        let before = title.printed();
        let _in_force = HouseCards::enter(Some(cards));
        let mut parts = print::changed(&before, title.printed());
        if parts.is_empty() {
            parts = before;
        }
        let (decks, sheets) = print::split(&parts);
        let paper = if fields.get("paper") == Some("letter") { Paper::Letter } else { Paper::A4 };
        let mut pages = print::pieces(title.meta().title, &decks, paper, false, Ink::Full);
        pages.extend(print::sheets(&sheets, paper).map_err(|why| bad(&why))?);
        let pages = pages.iter().map(|marks| print::svg(marks, paper.size())).collect::<Result<String, _>>();
        Ok(Answer::html(200, pages.map_err(|why| bad(&why))?))
    }
}
