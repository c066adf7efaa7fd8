//! Lines of text: for screen readers, pipes, and terminals that cannot draw.

mod commands;
mod console;
mod describe;
#[cfg(test)]
mod tests;

use std::{
    io::{self, BufRead, IsTerminal, Write},
    thread,
};

use ::text::t;
use kernel::{Point, Scene, Seat, Viewer};

use crate::{
    Config, Error, LocalMatch, advice, auto_actions,
    bell::Bell,
    chronicle::Chronicle,
    local_match::{Due, StepError},
    picks::{self, Entry},
    question,
    rulebook::{self, Row},
    text::capital,
};
use commands::{COMMANDS, Command, is_all, is_yes, parse};
use console::Console;

/// The width of the rulebook in columns.
const COLUMNS: usize = 80;

/// Plays until the players leave or the input ends.
pub(crate) fn run(config: &Config, input: impl BufRead, out: impl Write) -> Result<(), Error> {
    let asked = io::stdin().is_terminal();
    let mut console = Console { config, input, out, asked };
    let Some(local_match) = console.begin()? else { return Ok(()) };
    let reported = vec![0; usize::from(local_match.table().seats()) + 1];
    let viewer = local_match.first_look();
    let (bell, headline) = (Bell::new(config.bell), String::new());
    Dialogue { console, local_match, viewer, reported, bell, headline, order: None, picked: Vec::new() }.play()
}

/// A match being played, command by command.
struct Dialogue<'a, R, W> {
    console: Console<'a, R, W>,
    local_match: LocalMatch,
    viewer: Viewer,
    /// The number of steps printed for each seat, and last for the spectator.
    reported: Vec<usize>,
    bell: Bell,
    headline: String,
    /// The auto-action of a player.
    order: Option<ActiveAutoAction>,
    /// The picks on the way to a move, if moves are listed in steps.
    picked: Vec<Point>,
}

/// An auto-action that is running.
struct ActiveAutoAction {
    seat: Seat,
    id: &'static str,
    limit: i32,
    /// The number of steps after which it was set.
    given: usize,
}

/// The effect of a line of input.
enum Effect {
    /// The match has moved on.
    Moved,
    /// It has not; the decision need not be printed again.
    Stay,
    /// The players leave.
    Leave,
}

impl<R: BufRead, W: Write> Dialogue<'_, R, W> {
    fn play(mut self) -> Result<(), Error> {
        loop {
            self.chronicle()?;
            let due = self.local_match.due(self.viewer);
            if self.bell.rings(&due) {
                self.console.ring()?;
            }
            match due {
                Due::Bot(seat, bot) => {
                    thread::sleep(self.console.config.pace);
                    let Some(advice) = advice::bot_move(self.local_match.table(), seat, bot) else { return Ok(()) };
                    self.settle(|local_match| local_match.act(seat, &advice.action))?;
                }
                Due::Nobody => return self.end(),
                Due::Person(seat) if self.order.as_ref().is_some_and(|order| order.seat == seat) => {
                    if let Some(order) = self.order.take() {
                        self.carry_out(order)?;
                    }
                }
                Due::Person(seat) => {
                    if !self.hand_over(seat)? {
                        return self.leave();
                    }
                    self.chronicle()?;
                    self.picked.clear();
                    self.decide(seat)?;
                    if !self.listen(Some(seat))? {
                        return self.leave();
                    }
                }
                Due::Outcome(person) => {
                    if let Some(seat) = person
                        && !self.hand_over(seat)?
                    {
                        return self.leave();
                    }
                    self.ask()?;
                    if !self.listen(None)? {
                        return self.leave();
                    }
                }
            }
        }
    }

    /// Prints everything that the viewer has not read yet.
    fn chronicle(&mut self) -> io::Result<()> {
        let table = self.local_match.table();
        let place = self.place(self.viewer);
        let mut lines = Vec::new();
        if table.scene(self.viewer, Some(0)).is_some() {
            for step in self.reported[place]..=table.ply() {
                lines.extend(table.chronicle(self.viewer, step).iter().map(|line| self.local_match.say(&line.text)));
            }
            self.reported[place] = table.ply() + 1;
        }
        self.console.say_all(lines)
    }

    fn place(&self, viewer: Viewer) -> usize {
        viewer.seat().map_or(self.reported.len() - 1, Seat::index)
    }

    fn scene(&self) -> Scene {
        self.local_match.scene(self.viewer, None).unwrap_or_default()
    }

    /// Prints the state of the match and the legal moves.
    fn decide(&mut self, seat: Seat) -> io::Result<()> {
        let scene = self.scene();
        let headline = self.local_match.say(&scene.headline);
        self.console.say("")?;
        if headline != self.headline {
            self.console.say(&format!("{headline}."))?;
            self.headline = headline;
        }
        let prompt = self.local_match.say(&scene.prompt);
        match self.local_match.people().count() {
            0 | 1 => self.console.say(&prompt)?,
            _ => self.console.say(&format!("{}: {prompt}", self.local_match.name(seat)))?,
        }
        self.console.say_all(describe::weighed(&self.local_match, &scene))?;
        self.list(&scene)
    }

    /// Lists the entries after the picks so far.
    fn list(&mut self, scene: &Scene) -> io::Result<()> {
        if !self.picked.is_empty() {
            let names = picks::names(scene, &self.picked).join(", ");
            self.console.say(&t!("{names}: say a number, or back for the list before."))?;
        }
        self.console.say_all(describe::moves(&self.local_match, scene, &self.picked))?;
        match self.picked[..] {
            [] => self.console.say_all(describe::standing(&self.local_match, scene)),
            _ => Ok(()),
        }
    }

    fn ask(&mut self) -> io::Result<()> {
        let Some(asked) = self.local_match.question() else { return Ok(()) };
        let who = match asked.why.seat.filter(|_| self.local_match.table().seats() > 1) {
            Some(seat) => format!("{}: ", self.local_match.called(seat)),
            None => String::new(),
        };
        let entered =
            self.local_match.entered(self.viewer).map(|entered| t!("So far: {entered}. ")).unwrap_or_default();
        let (request, possible) = (question::request(asked), question::possible(asked));
        let line = t!("{entered}{who}{request} What fell? ({possible})");
        self.console.say(&line)
    }

    /// Passes the keyboard before the table of another person is printed, if it has secrets.
    fn hand_over(&mut self, seat: Seat) -> io::Result<bool> {
        let next = Viewer::Seat(seat);
        if self.local_match.secrets_between(self.viewer, next) {
            if self.console.asked {
                self.console.say(&"\n".repeat(60))?;
            }
            self.console.say(&t!("Pass the keyboard to {}, who then presses Enter.", self.local_match.name(seat)))?;
            if self.console.read_line()?.is_none() {
                return Ok(false);
            }
        }
        if !self.local_match.secrets_between(self.viewer, next) {
            // They have read the same.
            let heard = self.reported[self.place(self.viewer)];
            let own = self.place(next);
            self.reported[own] = self.reported[own].max(heard);
        }
        self.viewer = next;
        Ok(true)
    }

    /// Reads commands until the match has moved on; `false` if the players leave.
    fn listen(&mut self, seat: Option<Seat>) -> Result<bool, Error> {
        loop {
            let Some(line) = self.console.read_line()? else { return Ok(false) };
            match self.run(seat, &line)? {
                Effect::Moved => return Ok(true),
                Effect::Stay => {}
                Effect::Leave => return Ok(false),
            }
        }
    }

    fn run(&mut self, seat: Option<Seat>, line: &str) -> Result<Effect, Error> {
        match parse(line) {
            Command::Other(text) => return self.answer(seat, &text),
            Command::Moves => self.again(seat)?,
            Command::Back => self.back(seat)?,
            Command::Look => {
                let scene = self.scene();
                self.console.say(&format!("{}.", self.local_match.say(&scene.headline)))?;
                self.console.say_all(describe::table(&self.local_match, &scene))?;
            }
            Command::Rules(chapter) => self.rules(&chapter)?,
            Command::Hint => self.hint(seat)?,
            Command::Order(words) => return self.order(seat, &words),
            Command::Undo => {
                let asked = self.local_match.question().is_some();
                if self.settle(LocalMatch::undo)? {
                    let now = self.local_match.table().ply();
                    self.reported.iter_mut().for_each(|steps| *steps = (*steps).min(now + 1));
                    self.console.say(match (asked, self.local_match.question()) {
                        (false, _) => t!("The last step is taken back."),
                        (true, None) => t!("The step is given up."),
                        (true, Some(_)) => t!("The last entry is taken back."),
                    })?;
                    return Ok(Effect::Moved);
                }
            }
            Command::Log { details } => self.log(details)?,
            Command::Why => {
                let scene = self.scene();
                self.console.say_all(describe::barred(&scene))?;
            }
            Command::Save => {
                self.local_match.save()?;
                self.console.say(&t!(
                    "The match is saved in {}.",
                    format_args!("{}", self.local_match.saved().path().display())
                ))?;
            }
            Command::Help => {
                let lines = COMMANDS.map(|(word, does)| format!("{word}: {does}"));
                self.console.say_all(lines.to_vec())?;
            }
            Command::Quit => return Ok(Effect::Leave),
        }
        Ok(Effect::Stay)
    }

    fn again(&mut self, seat: Option<Seat>) -> io::Result<()> {
        match seat {
            Some(seat) => self.decide(seat),
            None => self.ask(),
        }
    }

    /// Goes back to the list before.
    fn back(&mut self, seat: Option<Seat>) -> io::Result<()> {
        if seat.is_none() || self.picked.is_empty() {
            return self.console.say(t!("There is no list to go back to."));
        }
        let scene = self.scene();
        let shown = picks::entries(&scene.moves, &self.picked);
        // A list that was skipped on the way there is skipped on the way back.
        while self.picked.pop().is_some() && picks::entries(&scene.moves, &self.picked) == shown {}
        self.list(&scene)
    }

    /// A number of the list, or an outcome.
    fn answer(&mut self, seat: Option<Seat>, text: &str) -> Result<Effect, Error> {
        let Some(seat) = seat else {
            let answer = self.local_match.question().map(|asked| question::meant(asked, text)).unwrap_or_default();
            let known = self.local_match.question().is_some_and(|asked| asked.check(&answer).is_ok());
            if known && self.settle(|local_match| local_match.answer(&answer))? {
                return Ok(Effect::Moved);
            }
            let possible = self.local_match.question().map(question::possible).unwrap_or_default();
            self.console.say(&t!("Say what fell: {possible}. Or say help, or undo for the one before."))?;
            return Ok(Effect::Stay);
        };
        let scene = self.scene();
        let entries = picks::entries(&scene.moves, &self.picked);
        let chosen = match text.parse::<usize>().ok().and_then(|number| entries.get(number.checked_sub(1)?)) {
            Some(Entry::Move(index)) => &scene.moves[*index],
            Some(Entry::Stem(stem)) => {
                self.picked.clone_from(&stem.picked);
                self.list(&scene)?;
                return Ok(Effect::Stay);
            }
            None => {
                let line = match entries.len() {
                    1 => t!("Say 1, or help for other words.").to_owned(),
                    entries => t!("Say a number from 1 to {entries}, or help for other words."),
                };
                self.console.say(&line)?;
                return Ok(Effect::Stay);
            }
        };
        if let Some(confirm) = &chosen.wording.confirm {
            self.console.say(&t!("{confirm} Say yes to do it."))?;
            let Some(line) = self.console.read_line()? else { return Ok(Effect::Leave) };
            if !is_yes(&line) {
                self.console.say(t!("Not done."))?;
                return Ok(Effect::Stay);
            }
        }
        let moved = self.settle(|local_match| local_match.act(seat, &chosen.action))?;
        Ok(if moved { Effect::Moved } else { Effect::Stay })
    }

    /// Takes a step in the match; prints the refusal if the referee refuses it.
    fn settle(&mut self, step: impl FnOnce(&mut LocalMatch) -> Result<(), StepError>) -> Result<bool, Error> {
        match step(&mut self.local_match) {
            Ok(()) => Ok(true),
            Err(StepError::Failed(error)) => Err(error),
            Err(StepError::Refused(refused)) => {
                self.console.say(&format!("{}.", capital(&refused.to_string())))?;
                Ok(false)
            }
        }
    }

    fn hint(&mut self, seat: Option<Seat>) -> io::Result<()> {
        let advice = seat.and_then(|seat| self.local_match.hint(seat));
        let Some(advice) = advice else { return self.console.say(t!("There is nothing to decide now.")) };
        let reason = advice.reason().map(|reason| format!(" ({reason})")).unwrap_or_default();
        let scene = self.scene();
        let text = self.local_match.say(&advice.text);
        let index = scene.moves.iter().position(|choice| choice.action == advice.action).unwrap_or_default();
        let mut numbers = picks::numbers(&scene.moves, &self.picked, index);
        if numbers.is_empty() {
            self.picked.clear();
            numbers = picks::numbers(&scene.moves, &self.picked, index);
            self.list(&scene)?;
        }
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        self.console.say(&t!("A good player would do {numbers}: {text}{reason}", numbers = numbers.join(t!(", then "))))
    }

    /// Sets an auto-action.
    fn order(&mut self, seat: Option<Seat>, words: &str) -> Result<Effect, Error> {
        let scene = self.scene();
        let numbers: Vec<Option<i32>> = words.split_whitespace().map(|word| word.parse().ok()).collect();
        let (which, limit) = match (scene.standing.len(), &numbers[..]) {
            (1, []) => (Some(0), None),
            (1, [limit]) => (limit.map(|_| 0), *limit),
            (_, [which]) => (which.and_then(|which| usize::try_from(which - 1).ok()), None),
            (_, [which, limit]) => (which.and_then(|which| usize::try_from(which - 1).ok()), *limit),
            _ => (None, None),
        };
        let given = which.and_then(|which| scene.standing.get(which));
        let (Some(seat), Some(order)) = (seat, given) else {
            let lines = describe::standing(&self.local_match, &scene);
            self.console.say_all(if lines.is_empty() {
                vec![t!("No auto-action is possible now.").into()]
            } else {
                lines
            })?;
            return Ok(Effect::Stay);
        };
        let limit = order.limit.as_ref().map(|kind| limit.unwrap_or(kind.usual).clamp(kind.min, kind.max));
        let text = auto_actions::text(&self.local_match, order, limit);
        self.console.say(&format!("{text}."))?;
        let given = self.local_match.table().ply();
        self.order = Some(ActiveAutoAction { seat, id: order.id, limit: limit.unwrap_or_default(), given });
        Ok(Effect::Moved)
    }

    /// Takes one step of the auto-action, or reports its end: by its limit, or by a new decision.
    fn carry_out(&mut self, order: ActiveAutoAction) -> Result<(), Error> {
        let table = self.local_match.table();
        let stands = table.stands(order.seat, order.id, order.given);
        let action = table.carry_out(order.seat, order.id, order.limit).filter(|_| stands);
        let Some(action) = action else { return Ok(self.console.say(t!("It is up to you again."))?) };
        if self.settle(|local_match| local_match.act(order.seat, &action))? {
            self.order = Some(order);
            thread::sleep(self.console.config.pace / 3);
        }
        Ok(())
    }

    /// Prints the match so far, a line a step; with `details` also the way each came about.
    fn log(&mut self, details: bool) -> io::Result<()> {
        let chronicle = Chronicle::of(self.local_match.table(), self.viewer);
        let mut lines = Vec::new();
        for entry in chronicle.until(self.local_match.table().ply()) {
            let details = entry.details.iter().filter(|_| details);
            lines.extend(entry.head.into_iter().chain(details.copied()).map(|line| self.local_match.say(&line.text)));
            lines.extend(entry.in_one_line(&self.local_match));
        }
        self.console.say_all(lines)
    }

    fn rules(&mut self, chapter: &str) -> io::Result<()> {
        let rows = rulebook::rows(self.local_match.table().meta().rulebook, COLUMNS);
        let chapters: Vec<(usize, &Row)> =
            rulebook::headings(&rows).filter(|(_, row)| row.heading.is_some_and(|level| level <= 3)).collect();
        if is_all(chapter) {
            return self.console.say_all(rows.into_iter().map(|row| row.text).collect());
        }
        let by_number = chapter.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let found = match by_number {
            Some(index) => (index < chapters.len()).then_some(index),
            None if chapter.is_empty() => None,
            None => chapters.iter().position(|(_, row)| row.text.to_lowercase().contains(chapter)),
        };
        let Some(index) = found else {
            let lines = chapters.iter().enumerate().map(|(n, (_, row))| format!("{}. {}", n + 1, row.text));
            let lines = lines.chain([t!("Say rules and a number or a word to read one.").into()]).collect();
            return self.console.say_all(lines);
        };
        let start = chapters[index].0;
        let end = chapters.get(index + 1).map_or(rows.len(), |(row, _)| *row);
        self.console.say_all(rows[start..end].iter().map(|row| row.text.clone()).collect())
    }

    fn end(mut self) -> Result<(), Error> {
        let scene = self.scene();
        self.console.say("")?;
        if scene.teaching.is_some() {
            self.console.say(&self.local_match.say(&scene.prompt))?;
            return Ok(self.console.out.flush()?);
        }
        if let Some(ending) = &scene.ending {
            self.console.say_all(describe::ending(&self.local_match, ending))?;
        }
        self.console
            .say(&t!("The match is saved in {}.", format_args!("{}", self.local_match.saved().path().display())))?;
        Ok(self.console.out.flush()?)
    }

    fn leave(mut self) -> Result<(), Error> {
        self.local_match.save()?;
        let laid_out = self.local_match.scene(self.viewer, None).is_some();
        self.console.say(if laid_out {
            t!("The match is saved. Play again to go on with it.")
        } else {
            t!("Nothing was laid out yet, so nothing is saved.")
        })?;
        Ok(self.console.out.flush()?)
    }
}
