//! Tests of several seats asked at once, and of outcomes that only some may see, with a game made
//! for it.

use std::{sync::Arc, time::Duration};

use ::bots::Bot;
use kernel::{
    ActionSink, Chance, Die, Game, Line, Log, Meta, Mode, Outcome, Present, Referee, RejectReason, RollReason, Scene,
    Seat, SeatSet, Seed, Source, Status, Viewer, Wording,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use text::text;

use crate::{
    fault::{Code, Fault},
    people,
    store::{Person, Store},
    views::audience::{self, Lookups, Span, ViewOptions},
};
use service::{
    Calendar,
    tables::{
        self, Expected, Progress, Settings, TableRegistry, TableState,
        characters::BotChoice,
        create::{self, NewTable, SeatRequest},
        hints,
        moves::{self, AnswerRequest, MoveRequest, MoveResult},
        seats::{self, SeatChange},
        undo,
    },
};

/// A test that takes longer has failed.
const LATE: Duration = Duration::from_secs(300);
const SECRET: RollReason = RollReason::new("secret", text!("The secret die"));

/// A game that asks everybody at once; no step changes another seat's decision. The last seat is
/// asked first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Vote {
    acted: Vec<bool>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct NoOptions {}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Action {
    Pass,
    Roll,
}

impl Game for Vote {
    type Options = NoOptions;
    type Action = Action;
    type Event = ();
    type View = Vote;

    const META: &'static Meta = &Meta {
        id: "rogue-ascension",
        title: "Vote",
        tagline: text!("Everybody passes, or rolls a die that nobody else sees."),
        mode: Mode::Competitive,
        seats: (2, 4),
        usual_seats: 2,
        options: &[],
        cover: None,
        rules: 1,
        rulebook: "",
    };

    fn setup<C: Chance, L: Log<()>>(_: &NoOptions, seats: u8, _: &mut C, _: &mut L) -> Result<Self, C::Halt> {
        Ok(Vote { acted: vec![false; seats.into()] })
    }

    fn status(&self) -> Status {
        let open: SeatSet =
            (0..).map(Seat).zip(&self.acted).filter(|(_, acted)| !**acted).map(|(seat, _)| seat).collect();
        match open.is_empty() {
            true => Status::Over(Outcome::by_points(self.acted.iter().map(|_| 0))),
            false => Status::Awaiting(open),
        }
    }

    fn asked_first(&self) -> Option<Seat> {
        self.acted.iter().rposition(|acted| !acted).map(|n| Seat(n as u8))
    }

    fn same_decision(&self, _: &Self, _: Seat) -> bool {
        true
    }

    fn decision(&self, _: Seat) -> &'static str {
        "vote"
    }

    fn legal<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        if !self.acted[seat.index()] {
            // A bot that does not know the game takes the first.
            out.push(Action::Roll);
            out.push(Action::Pass);
        }
    }

    fn apply<C: Chance, L: Log<()>>(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut C,
        _: &mut L,
    ) -> Result<(), C::Halt> {
        if action == Action::Roll {
            chance.roll(Die::D6, SECRET.of(seat).only(SeatSet::only(seat)))?;
            chance.roll(Die::D6, SECRET.of(seat).only(SeatSet::only(seat)))?;
        }
        self.acted[seat.index()] = true;
        Ok(())
    }

    fn view(&self, _: Viewer) -> Vote {
        self.clone()
    }

    fn refuse(&self, _: Seat, _: &Action) -> RejectReason {
        RejectReason::plain("you have voted")
    }

    fn bound(_: &NoOptions, seats: u8) -> u64 {
        seats.into()
    }
}

impl Present for Vote {
    fn scene(_: &Vote, _: Viewer) -> Scene {
        Scene::default()
    }

    fn wording(_: &Vote, _: Seat, action: &Action) -> Wording {
        Wording::new(match action {
            Action::Pass => "Pass",
            Action::Roll => "Roll",
        })
    }

    fn tell(_: &()) -> Line {
        Line::new(kernel::Icon::DIE, kernel::Tone::Plain, "Something.")
    }
}

/// A table where Ada, the host, has seat 0, Ben seat 1, and Cleo the others.
struct Fixture {
    _dir: tempfile::TempDir,
    registry: Arc<TableRegistry>,
    ada: Person,
    ben: Person,
    cleo: Person,
    id: String,
}

impl Fixture {
    async fn new(seats: u8, source: Source) -> Fixture {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite://{}", dir.path().join("hall.db").display())).await.unwrap();
        let mut people = Vec::new();
        for _ in 0..3 {
            people.push(people::add_guest(&store, None, None).await.unwrap());
        }
        let [ada, ben, cleo] = <[Person; 3]>::try_from(people).unwrap();
        let settings = Settings {
            roster: roster::Roster::default(),
            bot_pause: Duration::ZERO,
            idle: LATE,
            analysis: Duration::ZERO,
            absence: LATE,
            calendar: Calendar::default(),
            reference_matches: 0,
            clock_haste: 0,
            host_absence: LATE,
            ranked_after: Duration::ZERO,
        };
        let registry = tables::open(store, settings).await.unwrap();
        let mut requests = vec![SeatRequest::Other(cleo.id.clone()); seats.into()];
        requests[0] = SeatRequest::Me(None);
        requests[1] = SeatRequest::Open;
        let wanted = NewTable { game: Vote::META.id.into(), seats: requests, ..NewTable::default() };
        let id = create::create(&registry, &ada.id, wanted).await.unwrap();
        seats::change(&registry, &ben.id, &id, 1, SeatChange::Take { share: None, called: None }).await.unwrap();
        create::start(&registry, &ada.id, &id, create::Start::default()).await.unwrap();
        let mut guard = registry.lock(&id).await.unwrap();
        guard.table = Some(Box::new(Referee::<Vote>::open(&json!({}), seats.into(), source).unwrap()));
        drop(guard);
        Fixture { _dir: dir, registry, ada, ben, cleo, id }
    }

    /// Gives a seat of Cleo's to a bot, which votes at once, and waits until `done`.
    async fn bot_votes(&self, seat: u64, done: fn(&TableState) -> bool) {
        let bot = SeatChange::Bot(BotChoice::Unnamed(Bot::Random));
        seats::change(&self.registry, &self.cleo.id, &self.id, seat, bot).await.unwrap();
        let (slot, guard) = self.registry.look(&self.id, None).await.unwrap();
        drop(guard);
        let mut changed = slot.watch();
        while !done(&self.registry.lock(&self.id).await.unwrap()) {
            tokio::time::timeout(LATE, changed.changed()).await.unwrap().unwrap();
        }
    }

    async fn act(
        &self,
        who: &Person,
        seat: u64,
        step: usize,
        epoch: Option<usize>,
        kind: &str,
    ) -> Result<MoveResult<Progress>, Fault> {
        let expected = Expected { step, epoch };
        let asked = MoveRequest { seat, expected, action: json!({ "type": kind }), request: None };
        moves::act(&self.registry, &who.id, &self.id, asked, |live, me, _| live.present(Some(me))).await
    }

    async fn answer(&self, who: &Person, value: &str) -> Result<(), Fault> {
        let asked = AnswerRequest { step: 0, answers: None, value: value.into() };
        moves::answer(&self.registry, &who.id, &self.id, asked, |_, _, _| ()).await
    }

    async fn ask(&self, who: &Person) -> Value {
        let guard = self.registry.lock(&self.id).await.unwrap();
        json!(guard.state(Some(&who.id)).unwrap())["ask"].clone()
    }

    async fn page(&self, who: &Person) -> String {
        let guard = self.registry.lock(&self.id).await.unwrap();
        let around = guard.handle().around(&guard, Some(&who.id));
        let view = ViewOptions { fragment: true, ..ViewOptions::default() };
        let frame = audience::frame(around, &guard, Lookups::default(), Some(who), Span::Whole, view).unwrap();
        audience::drawn(&frame, &audience::visitor(Some(who))).into_string()
    }
}

fn sealed() -> Source {
    Source::Seed(Seed([7; 32]), Vec::new())
}

fn code<T>(result: Result<T, Fault>) -> Option<Code> {
    result.err().map(|fault| fault.code)
}

#[tokio::test]
async fn two_seats_that_answer_in_the_same_moment_both_succeed() {
    let all = Fixture::new(2, sealed()).await;
    let (one, other) = tokio::join!(all.act(&all.ada, 0, 0, Some(0), "pass"), all.act(&all.ben, 1, 0, Some(0), "pass"));
    assert!(one.is_ok() && other.is_ok(), "{one:?} {other:?}");
    let guard = all.registry.lock(&all.id).await.unwrap();
    assert_eq!((guard.step(), guard.taken.len()), (2, 2));
}

#[tokio::test]
async fn voting_bots_do_not_refuse_a_click_with_a_stale_table() {
    let all = Fixture::new(4, sealed()).await;
    assert_eq!(all.registry.lock(&all.id).await.unwrap().playing().unwrap().asked_first(), Some(Seat(3)));
    all.bot_votes(3, |table| table.step() == 1).await;
    all.bot_votes(2, |table| table.step() == 2).await;
    {
        let guard = all.registry.lock(&all.id).await.unwrap();
        assert_eq!(guard.epochs(Some(&all.ada.id)), [(Seat(0), 0)].into());
        assert!(guard.epochs(Some(&all.cleo.id)).is_empty());
    }
    // Programs that send just the step get a refusal with the data that they need to go on.
    let late = all.act(&all.ada, 0, 0, None, "pass").await.unwrap_err();
    assert_eq!((late.code, late.present.unwrap().epochs), (Code::Stale, [(Seat(0), 0)].into()));
    assert_eq!(code(all.act(&all.ada, 0, 0, Some(1), "pass").await), Some(Code::Stale), "another decision");
    assert_eq!(code(all.act(&all.ada, 0, 9, Some(0), "pass").await), Some(Code::Stale), "a step that is to come");
    assert!(all.page(&all.ada).await.contains(r#"name="epoch" value="0""#));
    let MoveResult::Made(made) = all.act(&all.ada, 0, 0, Some(0), "pass").await.unwrap() else { panic!("it is new") };
    assert_eq!((made.step, made.epochs), (3, [(Seat(0), 3)].into()));
}

#[tokio::test]
async fn a_step_taken_back_leaves_no_hint() {
    let all = Fixture::new(2, sealed()).await;
    let action = json!({ "type": "pass" });
    let advice = Arc::new(roster::Advice { action, text: "Pass".into(), estimates: Vec::new() });
    let put = async || {
        let mut guard = all.registry.lock(&all.id).await.unwrap();
        guard.hints.insert(Seat(0), advice.clone());
    };
    let kept = async || all.registry.lock(&all.id).await.unwrap().hints.len();
    put().await;
    all.act(&all.ben, 1, 0, Some(0), "pass").await.unwrap();
    assert_eq!(kept().await, 1, "what others do changes nothing about it");
    let expected = Expected { step: 0, epoch: Some(0) };
    let again = hints::hint(&all.registry, &all.ada.id, &all.id, 0, expected).await.unwrap();
    assert!(Arc::ptr_eq(&again, &advice), "asked again, it says the same");
    undo::undo(&all.registry, &all.ben.id, &all.id, 1).await.unwrap();
    assert_eq!(kept().await, 0);
}

#[tokio::test]
async fn a_hidden_outcome_is_asked_only_of_those_who_may_see_it() {
    let all = Fixture::new(2, Source::Manual).await;
    all.act(&all.ben, 1, 0, Some(0), "roll").await.unwrap();
    let hidden = json!({ "hidden": true, "tag": "secret", "why": "The secret die", "seat": 1 });
    for (who, shown) in [(&all.ada, false), (&all.ben, true), (&all.cleo, false)] {
        let page = all.page(who).await;
        assert_eq!(all.ask(who).await["die"] == 6, shown, "{}", all.ask(who).await);
        assert_eq!(all.ask(who).await == hidden, !shown);
        assert_eq!(page.contains(r#"name="value" value="6""#), shown, "{page}");
    }
    assert_eq!(code(all.answer(&all.ada, "6").await), Some(Code::NotYourSeat), "though she is the host");
    assert_eq!(code(all.answer(&all.cleo, "6").await), Some(Code::NotYourSeat));
    all.answer(&all.ben, "6").await.unwrap();
    for (who, shown) in [(&all.ada, false), (&all.ben, true), (&all.cleo, false)] {
        assert_eq!(all.page(who).await.contains("The secret die 6"), shown, "what has been entered is hidden as well");
    }
    all.answer(&all.ben, "5").await.unwrap();
    assert_eq!(all.ask(&all.ben).await, Value::Null);
}

#[tokio::test]
async fn the_host_enters_hidden_outcomes_of_bots() {
    let all = Fixture::new(3, Source::Manual).await;
    all.bot_votes(2, TableState::has_question).await;
    assert_eq!(all.ask(&all.ada).await["die"], 6);
    assert_eq!(all.ask(&all.ben).await["hidden"], true);
    assert_eq!(code(all.answer(&all.ben, "1").await), Some(Code::NotYourSeat));
    assert!(all.page(&all.ada).await.contains(r#"name="value" value="6""#));
    all.answer(&all.ada, "1").await.unwrap();
}

#[test]
#[cfg(target_pointer_width = "64")]
fn a_table_takes_little_room() {
    use service::tables::TableHandle;
    // With the two words of a shared pointer, each fits a size class of common allocators.
    assert!(size_of::<tokio::sync::Mutex<Option<TableState>>>() + 16 <= 1_024);
    assert!(size_of::<TableHandle>() + 16 <= 384);
}
