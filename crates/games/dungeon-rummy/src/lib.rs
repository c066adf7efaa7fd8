//! Dungeon Rummy: one to four players lead four heroes through a dungeon, with runs and sets for
//! weapons.
//!
//! The rulebook for players, with the numbered rulings that the code cites, is
//! `docs/games/dungeon-rummy.md`.
//!
//! **Why every match ends.** An action phase has at most 200 actions and the decisions that they
//! open: a placement for each card turned up, and two cards of one salvage. Around it a turn has at
//! most 8 answers with shields to the monster and 8 to the blast. It also has a draw, a discard and
//! three shares of the blast. After 100 turns the torches go out.

mod achievements;
mod action;
mod cards;
mod characters;
pub mod content;
mod daily;
mod effects;
mod event;
mod judge;
mod laid;
mod measure;
mod melds;
mod openings;
mod options;
mod rules;
mod scene;
mod state;
mod tell;
mod view;

#[cfg(test)]
mod tests;

use kernel::{
    Achievement, ActionSink, BadOptions, Chance, Character, Condition, Daily, ExactOdds, Fast, Game, Imagine, Judge,
    Line, Log, Measured, Meta, Mode, NullLog, Outcome, Picture, Present, Puzzles, RejectReason, Reveals, RollReason,
    Scene, Seat, SeatSet, Status, TableTalk, Temperament, Viewer, Wording,
    measure::{Counts, Measures},
};
use text::{Text, text};

pub use action::Action;
pub use cards::{Card, Suit};
pub use content::{Hero, Level, Monster, Treasure};
pub use event::{Event, Source};
pub use laid::Laid;
pub use melds::{Kind, Meld, legal, run, set};
pub use options::{Boss, Options, TokenControl};
pub use state::{Cause, DungeonRummy};
pub use view::View;

use state::{End, Pending};

static META: Meta = Meta {
    id: "dungeon-rummy",
    title: "Dungeon Rummy",
    tagline: text!("Four heroes, one table of runs and sets, and a boss at the end of the corridor."),
    mode: Mode::Cooperative,
    seats: (1, 4),
    usual_seats: 1,
    options: options::SPECS,
    cover: Some(Picture("scenes/dungeon-rummy")),
    rules: 1,
    rulebook: include_str!("../../../../docs/games/dungeon-rummy.md"),
};

impl Game for DungeonRummy {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    const SECRETS: bool = true;

    fn meta() -> &'static Meta {
        &META
    }

    fn check_options(options: &Options, seats: u8) -> Result<(), BadOptions> {
        options::check(options, seats)
    }

    fn setup<C: Chance, L: Log<Event>>(
        options: &Options,
        seats: u8,
        chance: &mut C,
        log: &mut L,
    ) -> Result<Self, C::Halt> {
        Self::lay_out(options, seats, chance, log)
    }

    #[inline]
    fn status(&self) -> Status {
        match (self.pending, self.awaited()) {
            (Pending::Over(end), _) => Status::Over(Outcome::together(self.seats, end == End::Won)),
            (_, seat) => Status::Awaiting(SeatSet::only(seat.unwrap_or_default())),
        }
    }

    fn decision(&self, _: Seat) -> &'static str {
        self.kind()
    }

    // Playouts spend their time on listing and applying, so both are always inlined. By itself the
    // compiler would inline them only into a single caller.
    #[inline(always)]
    fn legal<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        if self.awaited() == Some(seat) {
            self.list(out);
        }
    }

    #[inline(always)]
    fn apply<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), C::Halt> {
        debug_assert_eq!(Some(seat), self.awaited());
        self.decide(action, chance, log)
    }

    /// A card of a hidden hand reveals that it was there; the end of the match reveals all hands.
    fn reveals(&self, seat: Seat, action: &Action) -> Reveals {
        let own = self.hero_of(seat);
        let ends = || {
            // Chance never decides whether a step ends the match: it only names cards, and their
            // numbers are known.
            let mut after = *self;
            let Ok(()) = after.apply(seat, *action, &mut Fast::seeded(0), &mut NullLog);
            matches!(after.pending, Pending::Over(_))
        };
        match *action {
            _ if Hero::ALL.into_iter().any(|hero| self.hides(hero)) && ends() => Reveals::State,
            Action::Play { card, .. } | Action::Discard { card }
                if self.hides(own) && !self.hero(own).seen.contains(card) =>
            {
                Reveals::Action
            }
            _ => Reveals::Nothing,
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn refuse(&self, seat: Seat, action: &Action) -> RejectReason {
        self.explain(seat, action)
    }

    /// The turns, times the most decisions of one turn; see the top of this page.
    fn bound(_: &Options, _: u8) -> u64 {
        u64::from(content::TORCHES) * 240
    }
}

impl Imagine for DungeonRummy {
    /// Deals the cards that the viewer does not see again, for each home, to the deck and the
    /// hidden hand.
    fn imagine<C: Chance>(&self, viewer: Viewer, chance: &mut C) -> Result<Self, C::Halt> {
        const UNSEEN: RollReason = RollReason::new("imagine", text!("A card that may lie in a hand"));
        let mut world = *self;
        for hero in Hero::ALL.into_iter().filter(|hero| self.hidden_from(*hero, viewer)) {
            let own = world.hero_mut(hero);
            let unseen = own.unsee();
            for _ in 0..unseen {
                let card = chance.draw(&mut own.deck, UNSEEN)?;
                own.hand.put(card);
            }
        }
        Ok(world)
    }
}

impl Present for DungeonRummy {
    fn scene(view: &View, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn wording(view: &View, seat: Seat, action: &Action) -> Wording {
        scene::wording(view, seat, action)
    }

    fn tell(event: &Event) -> Line {
        tell::tell(event)
    }

    fn lesson() -> Option<&'static str> {
        Some(include_str!("lesson.jsonl"))
    }

    fn achievements() -> &'static [(Achievement, Condition<Self>)] {
        &achievements::ACHIEVEMENTS
    }

    fn puzzles() -> Option<&'static Puzzles> {
        static PUZZLES: Puzzles = Puzzles::new(include_str!("puzzles.jsonl"));
        Some(&PUZZLES)
    }

    fn daily() -> Option<Daily<Self>> {
        Some(daily::DAILY)
    }

    fn characters() -> &'static [Character] {
        characters::CHARACTERS
    }

    fn phrases() -> &'static [Text] {
        content::PHRASES
    }

    /// Players of one side could tell each other their cards and so play with open hands: while
    /// hands are hidden, chat has only phrases.
    fn table_talk(options: &Options, seats: u8) -> TableTalk {
        if seats > 1 && !options.open_hands { TableTalk::Phrases } else { TableTalk::Free }
    }

    fn pictures() -> Vec<Picture> {
        scene::pictures()
    }
}

impl Judge for DungeonRummy {
    const PACE: u32 = 150;

    fn reference(view: &View, seat: Seat, moves: &[Action]) -> usize {
        judge::policy(&view.table, seat, moves, judge::LONG)
    }

    fn inclined(view: &View, seat: Seat, moves: &[Action], temperament: Temperament) -> usize {
        judge::policy(&view.table, seat, moves, judge::Long::of(temperament))
    }

    fn reference_action(&self, seat: Seat) -> Option<Action> {
        let mut moves = Vec::with_capacity(128);
        self.legal(seat, &mut moves);
        (!moves.is_empty()).then(|| moves[judge::policy(self, seat, &moves, judge::LONG)])
    }

    fn worth(&self, _: Seat) -> f32 {
        judge::worth(self)
    }

    fn prior(&self, seat: Seat, moves: &[Action], weights: &mut Vec<f32>) {
        judge::prior(self, seat, moves, weights);
    }

    fn lookahead(&self) -> u32 {
        1
    }

    fn turns(&self) -> u32 {
        u32::from(self.turn)
    }
}

impl Measured for DungeonRummy {
    type Tally = measure::Tally;

    fn measures() -> &'static Measures {
        &measure::MEASURES
    }

    fn note(tally: &mut measure::Tally, event: &Event, counts: &mut Counts) {
        measure::note(tally, event, counts);
    }

    fn close(&self, tally: &measure::Tally, counts: &mut Counts) {
        measure::close(self, tally, counts);
    }
}

impl ExactOdds for DungeonRummy {}
