//! The pages outside a table: the front page, games, settings, lists of tables.

use kernel::Meta;
use model::{ListCounts, TableList};
use pages::{Entered, FrontPage, Notice, NoticeKind, OwnMatch, OwnPage, ShownList, TableCard, TodayCard};
use roster::GameEntry;
use serde_json::Value;
use table::{
    fault::{Code, Fault},
    rows::{TableHeader, TableStatus},
};
use text::t;
use views::{
    fields::Fields,
    lists,
    puzzles::{self, PuzzleDay},
    trial,
};

use crate::{Answer, Hall, ME, Request, Save, nothing_here};

/// How many tables a list shows.
const LISTED: usize = 30;
/// The maximal length of a name.
const LONGEST_NAME: usize = 40;

impl Hall {
    pub(crate) fn shown(
        &mut self,
        method: &str,
        path: &[&str],
        query: &Fields,
        fields: &Fields,
        request: &Request,
    ) -> Result<Answer, Fault> {
        let person = self.settings.person();
        let visitor = self.visitor(&person);
        let page = |markup: String| Ok(Answer::html(200, markup));
        match (method, path) {
            ("GET", []) => {
                let puzzle = puzzles::card(&self.puzzle_answers(), &PuzzleDay::of(self.now));
                let today: Vec<_> = self.day_card().into_iter().chain(puzzle).collect();
                Ok(self.front(&today))
            }
            ("GET", ["games"]) => page(pages::games(&visitor, &lists::games()).into_string()),
            ("GET", ["games", id]) => Ok(self.game_page(self.roster.find(id)?, None, query)),
            ("GET", ["games", id, "drawing.svg"]) => {
                let drawing = trial::drawing(self.roster.find(id)?, query);
                let none = || Fault::new(Code::NotFound, t!("there is nothing to show of these options"));
                Ok(Answer { kind: "image/svg+xml", ..Answer::html(200, drawing.ok_or_else(none)?) })
            }
            ("GET", ["fairness"]) => page(pages::fairness(&visitor).into_string()),
            ("GET", ["me"]) => Ok(self.me(None)),
            ("GET", ["me", "card"]) => Ok(self.card_page()),
            ("POST", ["me", "card"]) => {
                self.set_card(fields);
                Ok(Answer::to("/me"))
            }
            ("GET", ["me", "settings"]) => {
                page(pages::own_settings(&visitor, false, None, &Entered::default(), None).into_string())
            }
            ("GET", ["me", "tables"]) => Ok(self.list(query)),
            ("POST", ["me"]) => {
                self.set(fields)?;
                Ok(Answer::to("/me/settings"))
            }
            ("POST", ["me", "matches"]) => {
                let added = self.bring(fields.need("records")?)?;
                let text = if added == 1 { t!("1 match added.").into() } else { t!("{added} matches added.") };
                Ok(self.me(Some(&Notice { kind: NoticeKind::Info, text })))
            }
            ("PUT", ["api", "v1", "me"]) => {
                let given: Value = request
                    .fields
                    .first()
                    .and_then(|(_, json)| serde_json::from_str(json).ok())
                    .ok_or_else(|| Fault::new(Code::BadJson, t!("this address takes a JSON object")))?;
                if let Some(speed) = given.get("speed").and_then(Value::as_str) {
                    self.settings.speed = pages::Speed::named(speed).code().into();
                    self.saves.push(Save::Settings(self.settings.clone()));
                }
                Ok(Answer::empty())
            }
            _ => Err(nothing_here()),
        }
    }

    /// Returns the headers of tables of these states, the last touched first.
    pub(crate) fn listed(&self, wanted: impl Fn(&TableHeader) -> bool) -> Vec<&TableHeader> {
        let mut found: Vec<&TableHeader> = self.headers.values().filter(|header| wanted(header)).collect();
        found.sort_by_key(|header| std::cmp::Reverse(header.touched));
        found
    }

    /// Returns the front page, with what changes every day.
    pub(crate) fn front(&self, today: &[TodayCard]) -> Answer {
        let person = self.settings.person();
        let playing = self.playing();
        let names: Vec<_> = playing.iter().map(|header| self.names(header)).collect();
        let cards: Vec<TableCard> =
            playing.iter().zip(&names).take(LISTED).map(|(header, names)| self.card(header, names)).collect();
        let own = cards.first().and_then(|card| {
            let live = &self.table(card.id).ok()?.live;
            let viewer = live.viewer(Some(ME));
            let scene = live.table.as_deref()?.scene(viewer, None)?;
            Some(OwnMatch { card, scene, seat: viewer.seat()? })
        });
        let yours = if own.is_some() { &cards[1..] } else { &cards[..] };
        let games: Vec<&'static Meta> = lists::games();
        let page = FrontPage {
            games: &games,
            goals: &self.goals(),
            own,
            yours,
            rematches: &[],
            invitations: &[],
            shown: None,
            today,
            open: &[],
            last: None,
        };
        Answer::html(200, pages::front(&self.visitor(&person), &page).into_string())
    }

    /// Returns the headers of matches under way that are no lesson, the last touched first.
    fn playing(&self) -> Vec<&TableHeader> {
        self.listed(|header| header.status == TableStatus::Playing && header.lesson.is_none())
    }

    /// Returns the id of the match that the front page offers to go on with.
    pub fn latest(&self) -> Option<String> {
        self.playing().first().map(|header| header.id.clone())
    }

    /// Returns the address of the next match under way after the one at this table, or of the front
    /// page.
    pub(crate) fn next_of(&self, table: &str) -> String {
        let other = self.playing().into_iter().find(|header| header.id != table);
        other.map_or_else(|| "/".to_owned(), |header| format!("/tables/{}", header.id))
    }

    pub(crate) fn game_page(
        &mut self,
        title: &'static dyn GameEntry,
        notice: Option<Notice>,
        query: &Fields,
    ) -> Answer {
        let luck = u64::from_le_bytes(self.bytes());
        let person = self.settings.person();
        let unlocked = self.settings.unlocked.get(title.meta().id).copied().unwrap_or_default();
        let trial = trial::of(title, query, luck);
        let page =
            pages::game(&self.visitor(&person), title.meta(), unlocked, notice, trial.as_ref(), &Default::default());
        Answer::html(200, page.into_string())
    }

    /// Returns whether a list has a table.
    fn is_in(list: TableList, header: &TableHeader) -> bool {
        let over = header.status == TableStatus::Over;
        header.lesson.is_none()
            && match list {
                TableList::Waiting | TableList::PutAway => false,
                TableList::UnderWay => !over,
                TableList::Finished => over,
            }
    }

    fn counts(&self) -> ListCounts {
        TableList::ALL.map(|list| self.listed(|header| Hall::is_in(list, header)).len() as u32)
    }

    fn me(&self, notice: Option<&Notice>) -> Answer {
        let person = self.settings.person();
        let latest = self.listed(|header| header.lesson.is_none());
        let names: Vec<_> = latest.iter().map(|header| self.names(header)).collect();
        let card = |(header, names)| self.card(header, names);
        let cards: Vec<TableCard> = latest.iter().copied().zip(&names).take(LISTED).map(card).collect();
        let page = OwnPage {
            known: !self.headers.is_empty(),
            profile: &self.profile(),
            tables: &cards,
            counts: self.counts(),
        };
        Answer::html(200, pages::me(&self.visitor(&person), &page, notice).into_string())
    }

    pub(crate) fn card<'a>(
        &self,
        header: &'a TableHeader,
        names: &'a std::collections::HashMap<kernel::Seat, String>,
    ) -> TableCard<'a> {
        let title = self.roster.find(&header.game).ok();
        lists::card(title, header, names, Some(ME), |_| true, [header.touched, self.now])
    }

    fn list(&self, query: &Fields) -> Answer {
        let person = self.settings.person();
        let list = query.get("list").and_then(TableList::named).unwrap_or(TableList::UnderWay);
        let all = self.listed(|header| Hall::is_in(list, header));
        let pages = all.len().div_ceil(LISTED).max(1);
        let page = query.number::<usize>("page").unwrap_or(1).clamp(1, pages);
        let part: Vec<&TableHeader> = all.into_iter().skip((page - 1) * LISTED).take(LISTED).collect();
        let names: Vec<_> = part.iter().map(|header| self.names(header)).collect();
        let cards: Vec<TableCard> =
            part.iter().copied().zip(&names).map(|(header, names)| self.card(header, names)).collect();
        let shown = ShownList { list, page: page as u32, pages: pages as u32, counts: self.counts(), tables: &cards };
        Answer::html(200, pages::own_tables(&self.visitor(&person), &shown).into_string())
    }

    /// Changes the settings that a form has.
    fn set(&mut self, fields: &Fields) -> Result<(), Fault> {
        self.settings.name = clean_name(fields.need("name")?)?;
        self.settings.theme = pages::Theme::named(fields.get("theme").unwrap_or_default()).code().into();
        self.settings.speed = pages::Speed::named(fields.get("speed").unwrap_or_default()).code().into();
        let language = fields.get("language").and_then(translations::named);
        self.settings.language = language.map(|language| language.tag().to_owned()).unwrap_or_default();
        self.settings.quiet_bots = fields.get("bots") == Some("quiet");
        self.saves.push(Save::Settings(self.settings.clone()));
        Ok(())
    }
}

/// Returns a name as it is stored.
///
/// # Errors
/// If nothing is left of it, or it is too long or more than a line of text.
pub(crate) fn clean_name(given: &str) -> Result<String, Fault> {
    let name = given.split_whitespace().collect::<Vec<_>>().join(" ");
    match name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        true => Err(Fault::bad(t!("a name has 1 to {LONGEST_NAME} characters"))),
        false => Ok(name),
    }
}
