//! The table as a scene, and its texts. All of it comes from the view.

use kernel::{
    Area, Effect, Ending, Features, Icon, Layout, Line, Look, Picture, Piece, Present, Role, Scene, Seat, Sentence,
    Tone, Viewer, Wording,
};

use crate::{Action, Event, Pig, state::ROUNDS};

/// The faces of the players, by seat.
const FACES: [Picture; 8] = [
    Picture("common/hero"),
    Picture("crimsonbranch/ranger"),
    Picture("crimsonbranch/wizard"),
    Picture("crimsonbranch/paladin"),
    Picture("crimsonbranch/warrior"),
    Picture("dungeon-rummy/lily"),
    Picture("dungeon-rummy/milton"),
    Picture("dungeon-rummy/bob"),
];

impl Present for Pig {
    const FEATURES: &'static Features<Pig> = &Features { lessons: &[include_str!("lesson.jsonl")], ..Features::NONE };

    fn scene(view: &Pig, viewer: Viewer) -> Scene {
        let banks = (0..).zip(&view.scores).map(|(seat, score)| bank(view, Seat(seat), *score));
        Scene {
            headline: format!("Round {} of {ROUNDS}, to {} points", view.round.min(ROUNDS), view.goal).into(),
            prompt: match viewer.seat() {
                _ if view.over() => "The die rests.".into(),
                Some(seat) if seat == view.turn => "Your turn. Dare another roll?".into(),
                _ => Sentence::new().text("Waiting for ").seat(view.turn).text("."),
            },
            areas: std::iter::once(risk(view)).chain(banks).collect(),
            ending: view.over().then(|| ending(view)),
            ..Scene::default()
        }
    }

    fn wording(view: &Pig, seat: Seat, action: &Action) -> Wording {
        match action {
            Action::Roll => Wording::new("Roll").forecast(format!("1 in 6 loses {}", view.points)).main(),
            Action::Hold => Wording::new(format!("Hold {}", view.points)).from("risk").to(format!("bank-{seat}")),
        }
    }

    fn tell(event: &Event) -> Line {
        let (icon, tone, seat, text) = match *event {
            Event::Rolled { seat, value: 1, .. } => {
                (Icon::SKULL, Tone::Bad, seat, " rolls 1: the turn is lost.".to_owned())
            }
            Event::Rolled { seat, value, points } => {
                (Icon::DIE, Tone::Luck, seat, format!(" rolls {value}: {points} at risk."))
            }
            Event::Held { seat, points, score } => {
                (Icon::COIN, Tone::Good, seat, format!(" holds {points} and has {score}."))
            }
        };
        Line::new(icon, tone, Sentence::new().seat(seat).text(text)).effect(effect(event))
    }

    fn pictures() -> Vec<Picture> {
        FACES.into()
    }
}

/// Returns the effect of an event on the pieces of the table.
fn effect(event: &Event) -> Effect {
    match *event {
        Event::Rolled { seat, value, points } => Effect::Settle {
            title: Sentence::new().seat(seat).text(" rolls"),
            result: if value == 1 { "the turn is lost".into() } else { format!("{points} at risk") },
            sum: Vec::new(),
            blow: None,
        },
        Event::Held { seat, points, score } => {
            Effect::Change { piece: format!("bank-{seat}"), by: points.into(), to: score.into() }
        }
    }
}

fn risk(view: &Pig) -> Area {
    let look = Look::Token { icon: Icon::COIN, tone: Tone::Luck, value: Some(view.points.to_string()), seat: None };
    let piece = Piece::new("risk", look, format!("{} points at risk", view.points)).text("A 1 loses them.", None);
    Area::new("turn", "At risk", Role::Board, Layout::Row).active(!view.over()).with([piece])
}

fn bank(view: &Pig, seat: Seat, score: u16) -> Area {
    let max = Some(view.goal.into());
    let look = Look::Meter { icon: Icon::TROPHY, name: "Score".into(), value: score.into(), max };
    let piece = Piece::new(format!("bank-{seat}"), look, format!("Score {score} of {}", view.goal));
    Area::new(format!("seat-{seat}"), Sentence::new().seat(seat), Role::Seat, Layout::Row)
        .of(seat)
        .picture(FACES[seat.index() % FACES.len()])
        .active(view.turn == seat && !view.over())
        .with([piece])
}

fn ending(view: &Pig) -> Ending {
    let places = view.outcome().placings;
    let winners = (0..).map(Seat).zip(places).filter(|(_, place)| *place == 1).map(|(seat, _)| seat);
    Ending {
        title: Sentence::new().text("First: ").seats(winners),
        story: "The die forgives nobody, but it has its favourites.".into(),
        tone: Tone::Good,
        numbers: vec![("Goal".into(), view.goal.to_string())],
        unlocked: None,
        draw: None,
        epitaph: None,
    }
}
