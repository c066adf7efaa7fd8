//! The matches of the day: their pages, and matches for practice.
//!
//! No server draws their seeds in secret, so everybody can compute them: such a match is practice.

use kernel::{DailyMatch, Seed};
use model::Day;
use pages::{OwnTry, ShownDaily, TableCard, TodayAct, TodayCard};
use roster::GameEntry;
use table::{
    daily::{deadline, public_seed},
    fault::{Code, Fault},
    ids,
    opening::{self, Drawn, NewTable},
    rows::{TableHeader, TableStatus},
};
use text::t;

use crate::{Answer, Hall, ME, hall::ID, nothing_here};

/// How many earlier days a page lists.
const EARLIER: i64 = 7;

impl Hall {
    /// Answers a request below `/daily`.
    pub(crate) fn days(&mut self, method: &str, path: &[&str]) -> Result<Answer, Fault> {
        let today = Day::of(self.now);
        let read =
            |day: &str| day.parse().map_err(|_| Fault::new(Code::NotFound, t!("a day is written as 2026-11-21")));
        match (method, path) {
            ("GET", []) => {
                let all = roster::GAMES.iter().filter_map(|title| self.shown_day(*title, today).ok());
                let all: Vec<ShownDaily> = all.collect();
                let person = self.settings.person();
                Ok(Answer::html(200, pages::dailies(&self.visitor(&person), &all).into_string()))
            }
            ("GET", [game]) => self.day_page(game, today),
            ("GET", [game, day]) => self.day_page(game, read(day)?),
            ("POST", [game]) => match self.under_way(game, today) {
                Some(id) => Ok(Answer::to(format!("/tables/{id}"))),
                None => self.practise(game, today),
            },
            ("POST", [game, day, "practice"]) => self.practise(game, read(day)?),
            _ => Err(nothing_here()),
        }
    }

    /// Returns the headers of the person's matches of a day, the last touched first.
    fn of_day(&self, game: &str, day: Day) -> Vec<&TableHeader> {
        self.listed(|header| header.daily == Some(day) && header.game == game)
    }

    /// Returns the id of the person's match of a day that goes on.
    fn under_way(&self, game: &str, day: Day) -> Option<String> {
        let mut all = self.of_day(game, day).into_iter();
        all.find(|header| header.status == TableStatus::Playing).map(|header| header.id.clone())
    }

    /// Returns the match of a day that has come.
    fn match_of(&self, title: &dyn GameEntry, day: Day) -> Result<DailyMatch, Fault> {
        let number = u64::try_from(day.0).ok().filter(|_| day <= Day::of(self.now));
        let none = || Fault::new(Code::NotFound, t!("{} has no match of that day", title.meta().title));
        number.and_then(|number| title.daily(number)).ok_or_else(none)
    }

    fn shown_day(&self, title: &dyn GameEntry, day: Day) -> Result<ShownDaily, Fault> {
        let (meta, of_day) = (title.meta(), self.match_of(title, day)?);
        let (today, seed) = (Day::of(self.now), public_seed(meta.id, day));
        let own = self.under_way(meta.id, day).map(|table| OwnTry { table, until: deadline(day), result: None });
        let earlier = (1..=EARLIER).map(|before| Day(today.0 - before)).filter(|one| *one != day && one.0 >= 0);
        Ok(ShownDaily {
            meta,
            words: of_day.words,
            options: of_day.options,
            day,
            next: (day == today).then(|| (day.ends(), day.ends() - self.now)),
            seal: seed.seal(),
            seed: Some(seed.to_hex()),
            tried: 0,
            top: 0,
            playing: 0,
            practice: true,
            own,
            streak: 0,
            visible: false,
            best: Vec::new(),
            earlier: earlier.collect(),
        })
    }

    fn day_page(&self, game: &str, day: Day) -> Result<Answer, Fault> {
        let shown = self.shown_day(self.roster.find(game)?, day)?;
        let (person, own) = (self.settings.person(), self.of_day(game, day));
        let names: Vec<_> = own.iter().map(|header| self.names(header)).collect();
        let cards: Vec<TableCard> =
            own.into_iter().zip(&names).map(|(header, names)| self.card(header, names)).collect();
        Ok(Answer::html(200, pages::daily(&self.visitor(&person), &shown, &cards).into_string()))
    }

    /// Begins a match of a day for practice.
    fn practise(&mut self, game: &str, day: Day) -> Result<Answer, Fault> {
        let title = self.roster.find(game)?;
        let of_day = self.match_of(title, day)?;
        let (id, at, Seed(seed)) = (ids::id::<ID>(self.bytes()), self.now, public_seed(game, day));
        let drawn = Drawn { id, seed: Some(seed), share: || ids::share(self.bytes()), at };
        let header = NewTable::of_day(game, of_day.options, of_day.seats).header(title, ME, drawn)?;
        let header = opening::of_day(title, header, (day, seed), true, at)?;
        Ok(Answer::to(format!("/tables/{}", self.lay(header, Vec::new())?)))
    }

    /// Returns the front page's card for today's matches: that of the game which a server shows too.
    pub(crate) fn day_card(&self) -> Option<TodayCard> {
        let today = Day::of(self.now);
        let (meta, words) = views::daily::on_front(today)?;
        let path = format!("/daily/{}", meta.id);
        let go = |href: String, label: &str| TodayAct::Go { href, label: label.to_owned() };
        let act = match (self.under_way(meta.id, today), self.of_day(meta.id, today).is_empty()) {
            (Some(table), _) => go(format!("/tables/{table}"), t!("Go on")),
            (None, true) => TodayAct::Press { action: path, label: words.begin.to_string() },
            (None, false) => go(path, t!("Look")),
        };
        let text = t!("Same dice for all, for practice: there is no board.").to_owned();
        Some(TodayCard { picture: meta.cover, title: words.title.to_string(), text, act })
    }
}
