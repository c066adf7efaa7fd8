//! Gloombah!: two to six adventurers fight monsters for levels, bargain for help, and stab each
//! other in the back.
//!
//! Hands are hidden, and so is the order of a deck: unseen cards are a multiset. The rulebook for
//! players, with the numbered rulings that the code cites, is `docs/games/gloombah.md`.
//!
//! **Why every match ends.** In a turn each of the 120 item cards is used up at most once: used
//! cards wait in `spent` until the turn is over (R61). Only a card or the one bargain of a fight
//! clears the passes, so there are at most 121 changes. Each seat passes at most once between two
//! of them (R19); offers are three a seat (R23). The rest is repair, the end of the preparation,
//! the choices about the monster, and the cards kept in death. So a turn has fewer than 1,100
//! decisions with six seats, and after `round_limit` rounds the lantern goes out (R59).

mod achievements;
mod action;
mod characters;
pub mod content;
mod daily;
mod effects;
mod event;
mod fight;
mod judge;
mod measure;
mod options;
mod orders;
mod rules;
mod scene;
mod state;
mod view;

use kernel::{
    Achievement, ActionSink, Chance, Character, Condition, Daily, ExactOdds, Game, Imagine, Judge, Line, Log, Measured,
    Meta, Mode, Picture, Present, Puzzles, RejectReason, Reveals, RollReason, Scene, Seat, Sentence, Status,
    Temperament, Viewer, Wording,
    measure::{Counts, Measures},
};
use text::{Text, text};

pub use action::{Action, On, Share};
pub use content::{Class, Effect, Item, Monster, Tag};
pub use event::Event;
pub use options::Options;
pub use state::Gloombah;
pub use view::View;

static META: Meta = Meta {
    id: "gloombah",
    title: "Gloombah!",
    tagline: text!("Fight monsters, strike bargains, stab your friends in the back, and be the first at level 12."),
    mode: Mode::Competitive,
    seats: (2, state::MAX_PLAYERS as u8),
    usual_seats: 4,
    options: options::SPECS,
    cover: Some(Picture("scenes/gloombah")),
    rules: 1,
    rulebook: include_str!("../../../../docs/games/gloombah.md"),
};

/// The most decisions of a turn.
const DECISIONS_A_TURN: u64 = 1_100;
/// The most decisions of a seat in the set-up: its cards, and that it is done.
const DECISIONS_AT_SETUP: u64 = content::DEALT as u64 + 1;

impl Game for Gloombah {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    /// Hands, and with them the item deck.
    const SECRETS: bool = true;

    fn meta() -> &'static Meta {
        &META
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
        match self.open.over() {
            Some(_) => Status::Over(self.outcome()),
            None => Status::Awaiting(self.open.awaited()),
        }
    }

    /// The seat to ask first. In a fight the others come first, in turn order from the left of the
    /// active seat, and the active seat comes last.
    #[inline]
    fn asked_first(&self) -> Option<Seat> {
        self.open.awaited().lowest_from(self.open.after(self.open.active))
    }

    /// Ignores passes of others since `before` in the fight window.
    fn same_decision(&self, before: &Self, seat: Seat) -> bool {
        let passes = |game: &Self| game.open.window().filter(|fight| !fight.passed.contains(seat)).map(|f| f.passed);
        let (Some(now), Some(_)) = (passes(self), passes(before)) else { return false };
        let mut then = before.clone();
        then.fight_mut().passed = now;
        then == *self
    }

    fn decision(&self, _: Seat) -> &'static str {
        self.open.kind()
    }

    // Playouts spend their time on listing and applying, so both are always inlined. By itself the
    // compiler would inline them only into a single caller.
    #[inline(always)]
    fn legal<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        self.list(seat, out);
    }

    #[inline(always)]
    fn apply<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), C::Halt> {
        debug_assert!(self.open.awaited().contains(seat));
        self.decide(seat, action, chance, log)
    }

    fn reveals(&self, _: Seat, action: &Action) -> Reveals {
        match action {
            Action::Equip { .. } | Action::Play { .. } | Action::Discard { .. } => Reveals::Action,
            // The rest of the hand is revealed.
            Action::RunDiscard | Action::Keep { .. } => Reveals::State,
            Action::Repair
            | Action::Offer(_)
            | Action::Done
            | Action::EndPrep
            | Action::ChooseMonster { .. }
            | Action::Fight
            | Action::RunAuto
            | Action::RunRoll
            | Action::Pass
            | Action::Accept
            | Action::Refuse => Reveals::Nothing,
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn refuse(&self, seat: Seat, action: &Action) -> RejectReason {
        self.explain(seat, action)
    }

    fn bound(options: &Options, seats: u8) -> u64 {
        u64::from(seats) * (DECISIONS_A_TURN * u64::from(options.round_limit) + DECISIONS_AT_SETUP)
    }
}

impl Imagine for Gloombah {
    /// Deals the other hands and the deck again from the cards that the viewer cannot see.
    fn imagine<C: Chance>(&self, viewer: Viewer, chance: &mut C) -> Result<Self, C::Halt> {
        const IMAGINED: RollReason = RollReason::new("imagined", text!("An imagined card"));
        let mut world = self.clone();
        if viewer == Viewer::All || self.open.over().is_some() {
            return Ok(world);
        }
        world.item_deck = self.view(viewer).unseen();
        for seat in Seat::all(self.open.seats).filter(|seat| !viewer.sees(*seat)) {
            let hand = &mut world.hands[seat.index()];
            *hand = state::Items::new();
            for _ in 0..self.hand(seat).len() {
                hand.put(chance.draw(&mut world.item_deck, IMAGINED.of(seat))?);
            }
        }
        Ok(world)
    }
}

impl Present for Gloombah {
    fn scene(view: &View, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn wording(view: &View, seat: Seat, action: &Action) -> Wording {
        scene::wording(view, seat, action)
    }

    fn move_text(view: &View, seat: Seat, action: &Action) -> Sentence {
        scene::move_text(view, seat, action)
    }

    fn tell(event: &Event) -> Line {
        event::tell(event)
    }

    fn lesson() -> Option<&'static str> {
        Some(include_str!("lesson.jsonl"))
    }

    fn puzzles() -> Option<&'static Puzzles> {
        static PUZZLES: Puzzles = Puzzles::new(include_str!("puzzles.jsonl"));
        Some(&PUZZLES)
    }

    fn achievements() -> &'static [(Achievement, Condition<Self>)] {
        &achievements::ACHIEVEMENTS
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

    fn carry_out(view: &View, _: Seat, order: &str, _: i32) -> Option<Action> {
        orders::carry_out(view, order)
    }

    fn stands(given: &View, now: &View, _: Seat, order: &str) -> bool {
        orders::stands(given, now, order)
    }

    fn armable(view: &View, seat: Seat) -> Vec<Action> {
        orders::armable(view, seat)
    }

    fn still_meant(armed: &View, now: &View, _: Seat, _: &Action) -> bool {
        orders::still_meant(armed, now)
    }

    fn pictures() -> Vec<Picture> {
        let classes = Class::ALL.into_iter().map(Class::picture);
        let items = Item::all().map(|item| item.card().picture);
        let monsters = Monster::all().map(|monster| monster.card().picture);
        classes.chain(items).chain(monsters).collect()
    }
}

impl Judge for Gloombah {
    fn reference(view: &View, seat: Seat, moves: &[Action]) -> usize {
        judge::choose(view, seat, moves, judge::NERVE)
    }

    fn inclined(view: &View, seat: Seat, moves: &[Action], temperament: Temperament) -> usize {
        judge::choose(view, seat, moves, judge::Nerve::of(temperament))
    }

    fn reference_action(&self, seat: Seat) -> Option<Action> {
        let mut moves = Vec::with_capacity(32);
        self.legal(seat, &mut moves);
        (!moves.is_empty()).then(|| judge::policy(self, seat, &moves))
    }

    fn worth(&self, seat: Seat) -> f32 {
        judge::worth(self, seat)
    }

    fn prior(&self, seat: Seat, moves: &[Action], weights: &mut Vec<f32>) {
        judge::prior(self, seat, moves, weights);
    }

    fn lookahead(&self) -> u32 {
        2
    }

    fn turns(&self) -> u32 {
        u32::from(self.open.turn) - 1 + u32::from(self.open.over().is_some())
    }
}

impl Measured for Gloombah {
    type Tally = measure::Tally;

    fn measures() -> &'static Measures {
        &measure::MEASURES
    }

    #[inline(always)]
    fn note(tally: &mut measure::Tally, event: &Event, counts: &mut Counts) {
        measure::note(tally, event, counts);
    }

    fn close(&self, tally: &measure::Tally, counts: &mut Counts) {
        measure::close(self, tally, counts);
    }

    fn class(&self, seat: Seat) -> Option<&'static str> {
        Some(self.open.player(seat).class.name().source())
    }
}

/// A fight depends on cards in other hands, so there are no exact odds.
impl ExactOdds for Gloombah {}
