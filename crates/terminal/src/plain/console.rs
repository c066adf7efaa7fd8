//! The streams, and the match that is played over them.

use std::io::{self, BufRead, Write};

use ::text::t;
use kernel::plain_text;

use super::commands::{is_no, is_yes};
use crate::{Config, Error, LocalMatch, Start, bell::BELL, saved::Waiting, text::capital};

/// The streams.
pub(super) struct Console<'a, R, W> {
    pub(super) config: &'a Config,
    pub(super) input: R,
    pub(super) out: W,
    /// Whether a person sits at a terminal and wants questions.
    pub(super) asked: bool,
}

/// Decodes typed bytes: UTF-8, or else ISO 8859-1.
fn decoded(line: &[u8]) -> String {
    String::from_utf8(line.to_vec()).unwrap_or_else(|_| line.iter().copied().map(char::from).collect())
}

impl<R: BufRead, W: Write> Console<'_, R, W> {
    pub(super) fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{}", ::text::shown(line))
    }

    pub(super) fn say_all(&mut self, lines: Vec<String>) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    pub(super) fn ring(&mut self) -> io::Result<()> {
        write!(self.out, "{BELL}")?;
        self.out.flush()
    }

    /// The next line; `None` at the end of input.
    pub(super) fn read_line(&mut self) -> io::Result<Option<String>> {
        if self.asked {
            write!(self.out, "> ")?;
        }
        self.out.flush()?;
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line)?;
        Ok((read > 0).then(|| decoded(plain_text::unmarked_bytes(&line)).trim().to_owned()))
    }

    /// Begins a match: the unfinished one, or a new one. `None` if the input ended before that was
    /// clear.
    pub(super) fn begin(&mut self) -> Result<Option<LocalMatch>, Error> {
        let meta = self.config.setup.title.meta();
        let title = format!("{}. {}", meta.title, meta.tagline);
        let saved = self.config.saved();
        // Reports errors of the request first.
        let found = match saved.waiting(self.config.start, meta.title)? {
            Waiting::Nothing => {
                let local_match = LocalMatch::open(&self.config.setup, saved)?;
                self.say(&title)?;
                return Ok(Some(local_match));
            }
            Waiting::Broken(why) => {
                self.say(&title)?;
                self.say(&t!(
                    "{why}. It is put aside in {path}.",
                    why = capital(&why.to_string()),
                    path = format_args!("{}", saved.aside().display())
                ))?;
                return Ok(Some(LocalMatch::open(&self.config.setup, saved)?));
            }
            Waiting::Match(found) => found,
        };
        self.say(&title)?;
        if self.config.start == Start::Resume {
            return Ok(Some(LocalMatch::resume(found, saved)));
        }
        let waiting = LocalMatch::resume(found, saved.clone());
        let Some(go_on) = self.offer(&waiting)? else { return Ok(None) };
        if go_on {
            return Ok(Some(waiting));
        }
        let local_match = LocalMatch::open(&self.config.setup, saved)?;
        self.say(&t!("The old match is put aside in {}.", format_args!("{}", local_match.saved().aside().display())))?;
        Ok(Some(local_match))
    }

    fn offer(&mut self, waiting: &LocalMatch) -> io::Result<Option<bool>> {
        let (what, fresh) = (waiting.summary(), self.config.setup.summary());
        self.say(&t!("A match waits for you: {what}. Go on with it? Say yes, or no for a new one: {fresh}."))?;
        loop {
            match self.read_line()?.as_deref() {
                None => return Ok(None),
                Some(said) if said.is_empty() || is_yes(said) => return Ok(Some(true)),
                Some(said) if is_no(said) => return Ok(Some(false)),
                Some(_) => self.say(t!("Say yes or no."))?,
            }
        }
    }
}
