//! The drawn table.

mod aim;
mod app;
mod block;
mod context;
mod draw;
pub(crate) mod glyphs;
mod grid;
mod guard;
mod keys;
mod page;
mod paint;
mod panels;
mod sheet;
#[cfg(test)]
mod tests;
mod theme;

use ratatui::crossterm::event;

use crate::{Config, Error, Saved, Sitting, Start, saved::Waiting, text::capital};
use app::App;
use guard::Guard;
pub use theme::{Colours, Theme};

/// Plays on the whole screen until the players leave.
pub(crate) fn run(config: &Config, theme: Theme) -> Result<(), Error> {
    // What is wrong with the request is said before the screen is taken.
    let mut app = open(config, theme)?;
    let mut guard = Guard::take(theme.colours)?;
    while !app.done {
        guard.pause(std::mem::take(&mut app.pause))?;
        app.tick()?;
        guard.terminal.draw(|frame| draw::draw(&mut app, frame))?;
        if event::poll(app.patience())? {
            keys::take(&mut app, config, &event::read()?)?;
        }
    }
    app.sitting.save()
}

fn open(config: &Config, theme: Theme) -> Result<App, Error> {
    let meta = config.setup.title.meta();
    let saved = Saved::of(&config.folder, meta.id);
    let fresh = |saved| Ok::<_, Error>(App::new(Sitting::open(&config.setup, saved)?, theme, config.pace, None));
    match saved.waiting(config.start, meta.title)? {
        Waiting::Nothing => fresh(saved),
        Waiting::Broken(why) => {
            let mut app = fresh(saved)?;
            let aside = app.sitting.saved().aside().display().to_string();
            app.notice = Some(format!("{}. It is put aside in {aside}.", capital(&why.to_string())));
            Ok(app)
        }
        Waiting::Match(found) => {
            let sitting = Sitting::resume(found, saved);
            let (waiting, fresh) = (sitting.summary(), config.setup.summary());
            let offer = format!("A match waits for you: {waiting}. A new one would be: {fresh}.");
            Ok(App::new(sitting, theme, config.pace, (config.start == Start::Ask).then_some(offer)))
        }
    }
}
