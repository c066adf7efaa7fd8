//! Lines of text: for screen readers, pipes, and terminals that cannot draw.

mod tell;
mod words;

use std::{
    io::{self, BufRead, IsTerminal, Write},
    thread,
};

use kernel::{Scene, Seat, Viewer};

use crate::{
    Config, Error, Saved, Sitting, Start, advice, question,
    rulebook::{self, Row},
    saved::Waiting,
    sitting::{Due, Trouble},
    text::capital,
};
use words::{Said, WORDS, understand};

/// The columns that the rulebook is broken to.
const COLUMNS: usize = 80;

/// Plays until the players leave or the input ends.
pub(crate) fn run(config: &Config, input: impl BufRead, out: impl Write) -> Result<(), Error> {
    let asked = io::stdin().is_terminal();
    let mut desk = Desk { config, input, out, asked };
    let Some(sitting) = desk.begin()? else { return Ok(()) };
    let told = vec![0; usize::from(sitting.table().seats()) + 1];
    let viewer = sitting.first_look();
    Round { desk, sitting, viewer, told, headline: String::new() }.play()
}

/// The streams.
struct Desk<'a, R, W> {
    config: &'a Config,
    input: R,
    out: W,
    /// Whether somebody sits at a terminal and wants to be asked.
    asked: bool,
}

impl<R: BufRead, W: Write> Desk<'_, R, W> {
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }

    fn say_all(&mut self, lines: Vec<String>) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    /// The next line; `None` at the end of input.
    fn hear(&mut self) -> io::Result<Option<String>> {
        if self.asked {
            write!(self.out, "> ")?;
        }
        self.out.flush()?;
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
    }

    /// A match: the one that waits, or a new one. `None` if the input ended before that was clear.
    fn begin(&mut self) -> Result<Option<Sitting>, Error> {
        let meta = self.config.setup.title.meta();
        let title = format!("{}. {}", meta.title, meta.tagline);
        let saved = Saved::of(&self.config.folder, meta.id);
        // What is wrong with the request is said before anything else.
        let found = match saved.waiting(self.config.start, meta.title)? {
            Waiting::Nothing => {
                let sitting = Sitting::open(&self.config.setup, saved)?;
                self.say(&title)?;
                return Ok(Some(sitting));
            }
            Waiting::Broken(why) => {
                self.say(&title)?;
                self.say(&format!("{}. It is put aside in {}.", capital(&why.to_string()), saved.aside().display()))?;
                return Ok(Some(Sitting::open(&self.config.setup, saved)?));
            }
            Waiting::Match(found) => found,
        };
        self.say(&title)?;
        if self.config.start == Start::Resume {
            return Ok(Some(Sitting::resume(found, saved)));
        }
        let waiting = Sitting::resume(found, saved.clone());
        let Some(go_on) = self.offer(&waiting)? else { return Ok(None) };
        if go_on {
            return Ok(Some(waiting));
        }
        let sitting = Sitting::open(&self.config.setup, saved)?;
        self.say(&format!("The old match is put aside in {}.", sitting.saved().aside().display()))?;
        Ok(Some(sitting))
    }

    fn offer(&mut self, waiting: &Sitting) -> io::Result<Option<bool>> {
        let (what, fresh) = (waiting.summary(), self.config.setup.summary());
        self.say(&format!("A match waits for you: {what}. Go on with it? Say yes, or no for a new one: {fresh}."))?;
        loop {
            match self.hear()?.as_deref().map(str::to_lowercase).as_deref() {
                None => return Ok(None),
                Some("yes" | "y" | "") => return Ok(Some(true)),
                Some("no" | "n") => return Ok(Some(false)),
                Some(_) => self.say("Say yes or no.")?,
            }
        }
    }
}

/// A match going on.
struct Round<'a, R, W> {
    desk: Desk<'a, R, W>,
    sitting: Sitting,
    viewer: Viewer,
    /// How many steps each seat, and last the spectator, has been told of.
    told: Vec<usize>,
    headline: String,
}

/// What comes of a line of input.
enum Heard {
    /// The match has moved on.
    Moved,
    /// It has not; what is to be decided need not be said again.
    Stay,
    /// The players leave.
    Leave,
}

impl<R: BufRead, W: Write> Round<'_, R, W> {
    fn play(mut self) -> Result<(), Error> {
        loop {
            self.chronicle()?;
            match self.sitting.due(self.viewer) {
                Due::Bot(seat, bot) => {
                    thread::sleep(self.desk.config.pace);
                    let Some(advice) = advice::bot_move(self.sitting.table(), seat, bot) else { return Ok(()) };
                    self.settle(|sitting| sitting.act(seat, &advice.action))?;
                }
                Due::Nobody => return self.end(),
                Due::Person(seat) => {
                    if !self.hand_over(seat)? {
                        return self.leave();
                    }
                    self.chronicle()?;
                    self.decide(seat)?;
                    if !self.listen(Some(seat))? {
                        return self.leave();
                    }
                }
                Due::Outcome => {
                    self.ask()?;
                    if !self.listen(None)? {
                        return self.leave();
                    }
                }
            }
        }
    }

    /// Tells what the viewer has not heard yet.
    fn chronicle(&mut self) -> io::Result<()> {
        let table = self.sitting.table();
        let place = self.place(self.viewer);
        let mut lines = Vec::new();
        if table.scene(self.viewer, Some(0)).is_some() {
            for step in self.told[place]..=table.ply() {
                lines.extend(table.chronicle(self.viewer, step).iter().map(|line| self.sitting.say(&line.text)));
            }
            self.told[place] = table.ply() + 1;
        }
        self.desk.say_all(lines)
    }

    fn place(&self, viewer: Viewer) -> usize {
        viewer.seat().map_or(self.told.len() - 1, Seat::index)
    }

    fn scene(&self) -> Scene {
        self.sitting.scene(self.viewer, None).unwrap_or_default()
    }

    /// Says where the match stands and what can be done.
    fn decide(&mut self, seat: Seat) -> io::Result<()> {
        let scene = self.scene();
        let headline = self.sitting.say(&scene.headline);
        self.desk.say("")?;
        if headline != self.headline {
            self.desk.say(&format!("{headline}."))?;
            self.headline = headline;
        }
        let prompt = self.sitting.say(&scene.prompt);
        match self.sitting.people().count() {
            0 | 1 => self.desk.say(&prompt)?,
            _ => self.desk.say(&format!("{}: {prompt}", self.sitting.name(seat)))?,
        }
        self.desk.say_all(tell::moves(&self.sitting, &scene))
    }

    fn ask(&mut self) -> io::Result<()> {
        let Some(asked) = self.sitting.question() else { return Ok(()) };
        let who = match asked.why.seat.filter(|_| self.sitting.table().seats() > 1) {
            Some(seat) => format!("{}: ", self.sitting.name(seat)),
            None => String::new(),
        };
        let told = self.sitting.told().map(|told| format!("So far: {told}. ")).unwrap_or_default();
        let line = format!("{told}{who}{} What fell? ({})", question::request(asked), question::possible(asked));
        self.desk.say(&line)
    }

    /// Before the table of another person is told, where it has secrets.
    fn hand_over(&mut self, seat: Seat) -> io::Result<bool> {
        let next = Viewer::Seat(seat);
        if self.sitting.secrets_between(self.viewer, next) {
            if self.desk.asked {
                self.desk.say(&"\n".repeat(60))?;
            }
            self.desk.say(&format!("Pass the keyboard to {}, who then presses Enter.", self.sitting.name(seat)))?;
            if self.desk.hear()?.is_none() {
                return Ok(false);
            }
        }
        if !self.sitting.secrets_between(self.viewer, next) {
            // They have heard the same.
            let heard = self.told[self.place(self.viewer)];
            let own = self.place(next);
            self.told[own] = self.told[own].max(heard);
        }
        self.viewer = next;
        Ok(true)
    }

    /// Listens until the match has moved on; `false` if the players leave.
    fn listen(&mut self, seat: Option<Seat>) -> Result<bool, Error> {
        loop {
            let Some(line) = self.desk.hear()? else { return Ok(false) };
            match self.hear(seat, &line)? {
                Heard::Moved => return Ok(true),
                Heard::Stay => {}
                Heard::Leave => return Ok(false),
            }
        }
    }

    fn hear(&mut self, seat: Option<Seat>, line: &str) -> Result<Heard, Error> {
        match understand(line) {
            Said::Else(text) => return self.answer(seat, &text),
            Said::Moves => self.again(seat)?,
            Said::Look => {
                let scene = self.scene();
                self.desk.say(&format!("{}.", self.sitting.say(&scene.headline)))?;
                self.desk.say_all(tell::table(&self.sitting, &scene))?;
            }
            Said::Rules(chapter) => self.rules(&chapter)?,
            Said::Hint => self.hint(seat)?,
            Said::Undo => {
                let asked = self.sitting.question().is_some();
                if self.settle(Sitting::undo)? {
                    let now = self.sitting.table().ply();
                    self.told.iter_mut().for_each(|told| *told = (*told).min(now + 1));
                    self.desk.say(match (asked, self.sitting.question()) {
                        (false, _) => "The last step is taken back.",
                        (true, None) => "The step is given up.",
                        (true, Some(_)) => "What was told last is taken back.",
                    })?;
                    return Ok(Heard::Moved);
                }
            }
            Said::Log => self.log()?,
            Said::Why => {
                let scene = self.scene();
                self.desk.say_all(tell::barred(&scene))?;
            }
            Said::Save => {
                self.sitting.save()?;
                self.desk.say(&format!("The match is kept in {}.", self.sitting.saved().path().display()))?;
            }
            Said::Help => {
                let lines = WORDS.map(|(word, does)| format!("{word}: {does}"));
                self.desk.say_all(lines.to_vec())?;
            }
            Said::Quit => return Ok(Heard::Leave),
        }
        Ok(Heard::Stay)
    }

    fn again(&mut self, seat: Option<Seat>) -> io::Result<()> {
        match seat {
            Some(seat) => self.decide(seat),
            None => self.ask(),
        }
    }

    /// A number of a move, or an outcome.
    fn answer(&mut self, seat: Option<Seat>, text: &str) -> Result<Heard, Error> {
        let Some(seat) = seat else {
            let answer = self.sitting.question().map(|asked| question::meant(asked, text)).unwrap_or_default();
            let known = self.sitting.question().is_some_and(|asked| asked.check(&answer).is_ok());
            if known && self.settle(|sitting| sitting.answer(&answer))? {
                return Ok(Heard::Moved);
            }
            let possible = self.sitting.question().map(question::possible).unwrap_or_default();
            self.desk.say(&format!("Say what fell: {possible}. Or say help, or undo for the one before."))?;
            return Ok(Heard::Stay);
        };
        let scene = self.scene();
        let chosen = text.parse::<usize>().ok().and_then(|number| scene.moves.get(number.checked_sub(1)?));
        let Some(chosen) = chosen else {
            let line = match scene.moves.len() {
                1 => "Say 1, or help for other words.".to_owned(),
                moves => format!("Say a number from 1 to {moves}, or help for other words."),
            };
            self.desk.say(&line)?;
            return Ok(Heard::Stay);
        };
        if let Some(confirm) = &chosen.wording.confirm {
            self.desk.say(&format!("{confirm} Say yes to do it."))?;
            let Some(line) = self.desk.hear()? else { return Ok(Heard::Leave) };
            if !matches!(line.to_lowercase().as_str(), "yes" | "y") {
                self.desk.say("Not done.")?;
                return Ok(Heard::Stay);
            }
        }
        let moved = self.settle(|sitting| sitting.act(seat, &chosen.action))?;
        Ok(if moved { Heard::Moved } else { Heard::Stay })
    }

    /// Does something to the match; says so if the referee refuses it.
    fn settle(&mut self, deed: impl FnOnce(&mut Sitting) -> Result<(), Trouble>) -> Result<bool, Error> {
        match deed(&mut self.sitting) {
            Ok(()) => Ok(true),
            Err(Trouble::Failed(error)) => Err(error),
            Err(Trouble::Refused(refused)) => {
                self.desk.say(&format!("{}.", capital(&refused.to_string())))?;
                Ok(false)
            }
        }
    }

    fn hint(&mut self, seat: Option<Seat>) -> io::Result<()> {
        let advice = seat.and_then(|seat| self.sitting.hint(seat));
        let Some(advice) = advice else { return self.desk.say("There is nothing to decide now.") };
        let reason = advice.reason().map(|reason| format!(" ({reason})")).unwrap_or_default();
        let scene = self.scene();
        let number = scene.moves.iter().position(|choice| choice.action == advice.action).map_or(0, |index| index + 1);
        self.desk.say(&format!("A good player would do {number}: {}{reason}", self.sitting.say(&advice.text)))
    }

    fn log(&mut self) -> io::Result<()> {
        let table = self.sitting.table();
        let lines = (0..=table.ply()).flat_map(|step| table.chronicle(self.viewer, step));
        let lines = lines.map(|line| self.sitting.say(&line.text)).collect();
        self.desk.say_all(lines)
    }

    fn rules(&mut self, chapter: &str) -> io::Result<()> {
        let rows = rulebook::rows(self.sitting.table().meta().rulebook, COLUMNS);
        let chapters: Vec<(usize, &Row)> =
            rulebook::headings(&rows).filter(|(_, row)| row.heading.is_some_and(|level| level <= 3)).collect();
        if chapter == "all" {
            return self.desk.say_all(rows.into_iter().map(|row| row.text).collect());
        }
        let by_number = chapter.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let found = match by_number {
            Some(index) => (index < chapters.len()).then_some(index),
            None if chapter.is_empty() => None,
            None => chapters.iter().position(|(_, row)| row.text.to_lowercase().contains(chapter)),
        };
        let Some(index) = found else {
            let lines = chapters.iter().enumerate().map(|(n, (_, row))| format!("{}. {}", n + 1, row.text));
            let lines = lines.chain(["Say rules and a number or a word to read one.".into()]).collect();
            return self.desk.say_all(lines);
        };
        let start = chapters[index].0;
        let end = chapters.get(index + 1).map_or(rows.len(), |(row, _)| *row);
        self.desk.say_all(rows[start..end].iter().map(|row| row.text.clone()).collect())
    }

    fn end(mut self) -> Result<(), Error> {
        let scene = self.scene();
        self.desk.say("")?;
        if let Some(ending) = &scene.ending {
            self.desk.say_all(tell::ending(&self.sitting, ending))?;
        }
        self.desk.say(&format!("The match is kept in {}.", self.sitting.saved().path().display()))?;
        Ok(self.desk.out.flush()?)
    }

    fn leave(mut self) -> Result<(), Error> {
        self.sitting.save()?;
        let laid_out = self.sitting.scene(self.viewer, None).is_some();
        self.desk.say(if laid_out {
            "The match is saved. Play again to go on with it."
        } else {
            "Nothing was laid out yet, so nothing is kept."
        })?;
        Ok(self.desk.out.flush()?)
    }
}
