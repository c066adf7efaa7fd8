//! Tests of moments and rolls: the parts of a step, in order, and the dice on the table afterwards.

use std::fmt::Debug;

use kernel::{
    ActionSink, Audience, AutoActions, Blow, Chance, Die, Effect, Features, Game, Icon, Line, Log, Look, Match, Meta,
    Mode, Moment, Present, Referee, RejectReason, RollReason, Scene, Seat, SeatSet, Sentence, Source, Status, Tone,
    Viewer, Wording,
};
use serde::{Deserialize, Serialize};
use text::text;

/// A game of one seat that does nothing but roll, wait and settle.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Dicer {
    /// Number of blows struck.
    blows: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct NoOptions {}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Act {
    /// A die is rolled, without a result yet.
    Roll,
    /// No die is rolled, and none is settled.
    Wait,
    /// A second die is rolled, and both are settled.
    Strike,
    /// The open die is settled without another roll.
    Evade,
    /// A die is rolled that only the player sees.
    Peek,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Told {
    Rolled,
    Waited,
    Struck,
    Evaded,
    Peeked,
}

impl Game for Dicer {
    type Options = NoOptions;
    type Action = Act;
    type Event = Told;
    type View = u8;

    const META: &'static Meta = &Meta {
        id: "dicer",
        title: "Dicer",
        tagline: text!("Dice."),
        mode: Mode::Cooperative,
        seats: (1, 1),
        usual_seats: 1,
        options: &[],
        cover: None,
        rules: 1,
        rulebook: "",
    };

    fn setup<C: Chance, L: Log<Told>>(_: &NoOptions, _: u8, _: &mut C, _: &mut L) -> Result<Self, C::Halt> {
        Ok(Dicer { blows: 0 })
    }

    fn status(&self) -> Status {
        Status::Awaiting(SeatSet::only(Seat(0)))
    }

    fn decision(&self, _: Seat) -> &'static str {
        "act"
    }

    fn legal<M: ActionSink<Act>>(&self, _: Seat, out: &mut M) {
        [Act::Roll, Act::Wait, Act::Strike, Act::Evade, Act::Peek].into_iter().for_each(|act| out.push(act));
    }

    fn apply<C: Chance, L: Log<Told>>(
        &mut self,
        seat: Seat,
        act: Act,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), C::Halt> {
        const ROLL: RollReason = RollReason::new("roll", text!("A roll"));
        match act {
            Act::Roll => {
                chance.roll(Die::D6, ROLL)?;
                log.tell(Told::Rolled);
            }
            Act::Wait => log.tell(Told::Waited),
            Act::Strike => {
                chance.roll(Die::D4, ROLL)?;
                log.tell(Told::Struck);
                self.blows += 1;
                log.show(self);
                chance.roll(Die::D8, ROLL)?;
            }
            Act::Evade => log.tell(Told::Evaded),
            Act::Peek => {
                chance.roll(Die::D10, ROLL.only(SeatSet::only(seat)))?;
                log.say(Audience::Only(SeatSet::only(seat)), Told::Peeked);
            }
        }
        Ok(())
    }

    fn view(&self, _: Viewer) -> u8 {
        self.blows
    }

    fn refuse(&self, _: Seat, _: &Act) -> RejectReason {
        RejectReason::plain("no")
    }

    fn bound(_: &NoOptions, _: u8) -> u64 {
        100
    }
}

impl Present for Dicer {
    const FEATURES: &'static Features<Dicer> = &Features { auto_actions: ROLL_ON, ..Features::NONE };

    fn scene(blows: &u8, _: Viewer) -> Scene {
        Scene { headline: format!("{blows} blows").into(), ..Scene::default() }
    }

    fn wording(_: &u8, _: Seat, act: &Act) -> Wording {
        Wording::new(format!("{act:?}"))
    }

    fn tell(event: &Told) -> Line {
        let line = Line::new(Icon::DIE, Tone::Plain, format!("{event:?}"));
        let settle = |title: &str, harm| {
            let blow = Some(Blow { by: None, on: "foe".into(), harm });
            Effect::Settle { title: Sentence::from(title), result: format!("{harm} wounds"), sum: Vec::new(), blow }
        };
        match event {
            Told::Struck => {
                line.effect(settle("Strike", 3)).effect(Effect::Change { piece: "foe".into(), by: -3, to: 1 })
            }
            Told::Evaded => line.effect(settle("Evaded", 0)),
            Told::Rolled | Told::Waited | Told::Peeked => line,
        }
    }
}

const ROLL_ON: AutoActions<Dicer> = AutoActions {
    carry_out: |_, _, order, limit| (order == "roll-on" && limit > 0).then_some(Act::Roll),
    ..AutoActions::NONE
};

fn table() -> Referee<Dicer> {
    Referee::open(&serde_json::json!({}), 1, Source::Manual).expect("it opens")
}

fn play(table: &mut Referee<Dicer>, act: Act, dice: &str) {
    table.act(Seat(0), act).expect("it is legal");
    dice.split_whitespace().for_each(|value| Match::answer(table, value).expect("it can fall so"));
}

/// Returns the moments of the last step in short.
fn moments(table: &Referee<Dicer>, viewer: Viewer) -> Vec<String> {
    let n = Match::ply(table);
    let lines = table.chronicle(viewer, n);
    let short = |moment: Moment| match moment {
        Moment::Die { piece } => piece,
        Moment::Tell { line } => lines[line].text.plain(|_| String::new()),
        Moment::Show { scene } => {
            let shown = table.shown(viewer, n, scene).expect("the step is not long past");
            format!("shown at {}", shown.headline.plain(|_| String::new()))
        }
        Moment::Effect(Effect::Settle { result, .. }) => result,
        Moment::Effect(Effect::Change { piece, by, to }) => format!("{piece} {by} {to}"),
        Moment::Effect(other) => format!("{other:?}"),
    };
    table.moments(viewer, n).into_iter().map(short).collect()
}

/// Returns the rolls on the table: their purpose, and the values of their dice.
fn rolls(table: &Referee<Dicer>, viewer: Viewer) -> Vec<String> {
    let scene = table.scene(viewer, None).expect("it is laid out");
    let value = |id: &String| match scene.piece(id).map(|piece| &piece.look) {
        Some(Look::Die { value, .. }) => value.to_string(),
        other => panic!("{id} is {other:?}"),
    };
    let one = |roll: &kernel::Roll| {
        let dice: Vec<String> = roll.dice.iter().map(value).collect();
        format!("{}: {}", roll.title.plain(|_| String::new()), dice.join(" "))
    };
    scene.rolls.iter().map(one).collect()
}

const ME: Viewer = Viewer::Seat(Seat(0));

#[test]
fn dice_and_lines_come_as_they_came() {
    let mut table = table();
    play(&mut table, Act::Strike, "2 7");
    assert_eq!(moments(&table, ME), ["fall-1-0", "Struck", "3 wounds", "foe -3 1", "shown at 1 blows", "fall-1-1"]);
    assert_eq!(rolls(&table, ME), ["Strike: 2", ": 7"], "what fell behind the settling is open");
}

#[test]
fn a_roll_spans_the_steps_until_it_is_settled() {
    let mut table = table();
    play(&mut table, Act::Roll, "5");
    assert_eq!(rolls(&table, ME), [": 5"]);
    play(&mut table, Act::Wait, "");
    play(&mut table, Act::Wait, "");
    assert_eq!((moments(&table, ME), rolls(&table, ME)), (vec!["Waited".to_owned()], vec![": 5".to_owned()]));
    play(&mut table, Act::Strike, "1 8");
    assert_eq!(rolls(&table, ME), ["Strike: 5 1", ": 8"], "though steps without dice lie between");
    play(&mut table, Act::Evade, "");
    assert_eq!(rolls(&table, ME), ["Strike: 5 1", "Evaded: 8"], "settled without another die");
    play(&mut table, Act::Roll, "6");
    assert_eq!(rolls(&table, ME), [": 6"], "a new roll clears the table");
    let scene = table.scene(ME, Some(1)).expect("there was a step 1");
    assert_eq!(scene.rolls.len(), 1, "the table of a past step is that of then");
}

#[test]
fn shown_states_last_for_some_steps_and_go_with_undo() {
    let mut table = table();
    play(&mut table, Act::Strike, "2 7");
    assert!(table.shown(ME, 1, 0).is_some() && table.shown(ME, 1, 1).is_none() && table.shown(ME, 2, 0).is_none());
    Match::undo(&mut table).expect("there is a step");
    assert!(table.shown(ME, 1, 0).is_none(), "the step is taken back");
    play(&mut table, Act::Strike, "2 7");
    for _ in 0..16 {
        assert!(table.shown(ME, 1, 0).is_some());
        play(&mut table, Act::Wait, "");
    }
    assert!(table.shown(ME, 1, 0).is_none(), "the step is long past");
}

#[test]
fn who_does_not_see_a_die_is_told_nothing_of_it() {
    let mut table = table();
    play(&mut table, Act::Peek, "9");
    assert_eq!(moments(&table, ME), ["fall-1-0", "Peeked"]);
    assert!(moments(&table, Viewer::Spectator).is_empty());
    assert!(rolls(&table, Viewer::Spectator).is_empty());
}

#[test]
fn a_standing_order_is_carried_out_by_the_game() {
    let table = table();
    let done = Match::carry_out(&table, Seat(0), "roll-on", 1);
    assert_eq!(done, Some(serde_json::json!({ "type": "roll" })));
    assert_eq!(Match::carry_out(&table, Seat(0), "roll-on", 0), None, "the limit is reached");
    assert_eq!(Match::carry_out(&table, Seat(0), "sleep", 1), None, "no such order");
    assert_eq!(Match::carry_out(&table, Seat(1), "roll-on", 1), None, "not awaited");
}
