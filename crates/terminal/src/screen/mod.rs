//! The drawn table.

mod about;
mod aim;
mod app;
mod balance;
mod block;
mod canvas;
mod context;
mod draw;
mod edges;
pub(crate) mod glyphs;
mod grid;
mod guard;
mod keys;
mod page;
mod paint;
mod panels;
mod picking;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_moves;
#[cfg(test)]
mod tests_of_picks;
mod theme;

use ::text::t;
use ratatui::crossterm::event;

use crate::{Config, Error, LocalMatch, Start, bell::Bell, saved::Waiting, text::capital};
use app::App;
use guard::Guard;
pub use theme::{Colours, Theme};

/// Plays on the whole screen until the players leave.
pub(crate) fn run(config: &Config, theme: Theme) -> Result<(), Error> {
    // Reports errors of the request before taking the screen.
    let mut app = open(config, theme)?;
    let mut guard = Guard::take(theme.colours)?;
    let mut bell = Bell::new(config.bell);
    while !app.done {
        guard.pause(std::mem::take(&mut app.pause))?;
        app.tick()?;
        guard.terminal.draw(|frame| draw::draw(&mut app, frame))?;
        if bell.rings(&app.due()) {
            guard.ring()?;
        }
        if event::poll(app.patience())? {
            keys::take(&mut app, config, &event::read()?)?;
        }
    }
    app.local_match.save()
}

fn open(config: &Config, theme: Theme) -> Result<App, Error> {
    let meta = config.setup.title.meta();
    let saved = config.saved();
    let fresh = |saved| Ok::<_, Error>(App::new(LocalMatch::open(&config.setup, saved)?, theme, config.pace, None));
    match saved.waiting(config.start, meta.title)? {
        Waiting::Nothing => fresh(saved),
        Waiting::Broken(why) => {
            let mut app = fresh(saved)?;
            let path = app.local_match.saved().aside().display().to_string();
            app.notice = Some(t!("{why}. It is put aside in {path}.", why = capital(&why.to_string())));
            Ok(app)
        }
        Waiting::Match(found) => {
            let local_match = LocalMatch::resume(found, saved);
            let (waiting, fresh) = (local_match.summary(), config.setup.summary());
            let offer = t!("A match waits for you: {waiting}. A new one would be: {fresh}.");
            Ok(App::new(local_match, theme, config.pace, (config.start == Start::Ask).then_some(offer)))
        }
    }
}
