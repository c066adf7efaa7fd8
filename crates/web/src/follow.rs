//! The page that follows a table: the changes that it is sent.

use serde::Serialize;
use serde_json::{Value, json};
use table::fault::Fault;
use views::{
    audience::{Span, ViewOptions},
    fields::Fields,
    parts::{self, Change, Drawing, PartHashes},
};

use crate::{Hall, Moment};

/// A page that follows a table.
pub(crate) struct Page {
    table: String,
    view: ViewOptions,
    /// The hashes of the page's parts; `None` if the whole page must be sent.
    has: Option<PartHashes>,
}

/// A message of the stream.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct News {
    /// The kind of event.
    pub kind: &'static str,
    /// Its data.
    pub data: String,
}

impl News {
    fn new(kind: &'static str, data: Vec<u8>) -> News {
        // Messages are JSON and drawings, which are text.
        News { kind, data: String::from_utf8_lossy(&data).into_owned() }
    }
}

impl Hall {
    /// Begins to follow a table for the page with these fields in the address of its stream.
    ///
    /// # Errors
    /// If the table is not in memory.
    pub fn follow(&mut self, table: &str, query: Vec<(String, String)>, moment: &Moment) -> Result<(), Fault> {
        self.at(moment);
        let query = Fields(query);
        let view = query.view_options(None, true);
        let view = ViewOptions { at: None, pick: None, confirm: None, ..view };
        let version = self.table(table)?.version();
        let language = self.settings.language(&moment.languages);
        let has = match query.get("version") {
            Some(given) if given == version => Some(language.speak(|| self.drawing(table, &view, None))?.outline),
            _ => None,
        };
        self.page = Some(Page { table: table.to_owned(), view, has });
        Ok(())
    }

    /// Returns the changes since the page was last sent any; `None` if there are none.
    ///
    /// # Errors
    /// If the table is no longer in memory.
    pub fn news(&mut self, moment: &Moment) -> Result<Option<News>, Fault> {
        self.at(moment);
        let Some(mut page) = self.page.take() else { return Ok(None) };
        let language = self.settings.language(&moment.languages);
        let news = language.speak(|| self.changes(&mut page));
        self.page = Some(page);
        let placed = |news: News| News { data: self.placed(&news.data), ..news };
        Ok(news?.map(placed))
    }

    fn changes(&self, page: &mut Page) -> Result<Option<News>, Fault> {
        let Some(has) = &page.has else { return self.whole(page, &[]).map(Some) };
        if *has.version == *self.table(&page.table)?.version() {
            return Ok(None);
        }
        let drawing = self.drawing(&page.table, &page.view, Some(has))?;
        let news = match drawing.since(has) {
            Change::Nothing => {
                News::new("version", json!({ "version": drawing.outline.version }).to_string().into_bytes())
            }
            Change::Parts(data) => News::new("step", data),
            Change::Whole(moments) => return self.whole(page, &moments).map(Some),
        };
        page.has = Some(drawing.outline);
        Ok(Some(news))
    }

    fn whole(&self, page: &mut Page, moments: &[Value]) -> Result<News, Fault> {
        let mut frame = self.frame(&page.table, Span::Whole, page.view.clone())?;
        let (data, outline) = parts::whole(&mut frame, moments);
        page.has = Some(outline);
        Ok(News::new("whole", data))
    }

    fn drawing(&self, table: &str, view: &ViewOptions, base: Option<&PartHashes>) -> Result<Drawing, Fault> {
        let since = Span::Since(base.map_or(u64::MAX, |base| base.revision));
        let mut frame = self.frame(table, since, view.clone())?;
        Ok(Drawing::new(&mut frame, base))
    }
}
