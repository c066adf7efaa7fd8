//! The table as a scene, and its texts. All of it comes from the view.

use kernel::{
    Area, Effect, Encoding, Ending, Features, Icon, Layout, Line, Look, Picture, Piece, Present, Role, Scene, Seat,
    Sentence, Tone, Viewer, Wording, listed,
};

use crate::{Action, Bid, Event, LiarsDice, View};

/// The faces of the players, by seat.
const FACES: [Picture; 6] = [
    Picture("common/hero"),
    Picture("crimsonbranch/ranger"),
    Picture("crimsonbranch/wizard"),
    Picture("crimsonbranch/paladin"),
    Picture("crimsonbranch/warrior"),
    Picture("dungeon-rummy/lily"),
];

impl Present for LiarsDice {
    const FEATURES: &'static Features<Self> = &Features { encoding: Encoding::OF, ..Features::NONE };

    fn scene(view: &View, viewer: Viewer) -> Scene {
        let over = view.out.len() + 1 == view.counts.len();
        let awaited = if view.asked.is_empty() { vec![view.turn] } else { view.asked.clone() };
        let own = viewer.seat().filter(|seat| !over && awaited.contains(seat));
        let sides = view.options.die().sides();
        let faces = (1..=sides).filter(|_| own.is_some() && view.asked.is_empty());
        let faces = faces.map(|face| die(format!("face-{face}"), sides, face, "The face to bid on"));
        let table = Area::new("table", "Bids", Role::Board, Layout::Row).with(view.bid.map(|bid| claim(view, bid)));
        let cups = (0..).map(Seat).zip(&view.counts);
        let cups = cups.map(|(seat, count)| cup(view, seat, *count).active(!over && awaited.contains(&seat)));
        Scene {
            headline: format!("Round {}, dice in all: {}", view.round, view.counts.iter().sum::<usize>()).into(),
            prompt: match own {
                _ if over => "The last cup is lifted.".into(),
                Some(_) if view.asked.is_empty() => "Your turn. Bid on all dice, the hidden ones too.".into(),
                Some(_) => Sentence::new().text("Do you believe ").seat(view.turn).text("?"),
                None => Sentence::new().text("Waiting for ").seats(awaited.clone()).text("."),
            },
            areas: std::iter::once(table.with(faces)).chain(cups).collect(),
            ending: over.then(|| Ending {
                title: Sentence::new().text("First: ").seat(view.turn),
                story: "There is nobody left to lie to.".into(),
                tone: Tone::Good,
                numbers: vec![("Rounds".into(), view.round.to_string())],
                unlocked: None,
                draw: None,
                epitaph: None,
            }),
            ..Scene::default()
        }
    }

    fn wording(_: &View, _: Seat, action: &Action) -> Wording {
        match action {
            Action::Bid(bid) => {
                Wording::new(format!("Bid {bid}")).to(format!("face-{}", bid.face)).word(bid.count.to_string())
            }
            Action::Doubt => Wording::new("Doubt").to("bid"),
            Action::Pass => Wording::new("Pass").main(),
        }
    }

    fn tell(event: &Event) -> Line {
        let line = |seat: &Seat, text: String| Line::new(Icon::DIE, Tone::Luck, Sentence::new().seat(*seat).text(text));
        match event {
            Event::Rolled { seat, dice: Some(own) } => {
                let title = Sentence::new().seat(*seat).text(" rolls");
                line(seat, format!(" rolls {}.", shown(own))).effect(Effect::Settle {
                    title,
                    result: shown(own),
                    sum: Vec::new(),
                    blow: None,
                })
            }
            Event::Rolled { seat, dice: None } => line(seat, " rolls.".into()),
            Event::Bid { seat, bid } => {
                line(seat, format!(" bids {bid}.")).effect(Effect::Gain { piece: "bid".into() })
            }
            Event::Passed { seat } => line(seat, " passes.".into()),
            Event::Doubted { seat, bid, dice: cups, found, loser, left } => {
                let text = Sentence::new().seat(*seat).text(format!(" doubts {bid}."));
                let cups = (0..).map(Seat).zip(cups).filter(|(_, cup)| !cup.is_empty());
                let text = cups
                    .fold(text, |text, (owner, cup)| text.text(" ").seat(owner).text(format!(" had {}.", shown(cup))));
                let text = text.text(format!(" That is {found} × {}: ", bid.face)).seat(*loser);
                let line = Line::new(Icon::SKULL, Tone::Bad, text.text(format!(" loses a die and has {left}.")));
                line.effect(Effect::Fall { piece: "bid".into() })
            }
        }
    }

    fn pictures() -> Vec<Picture> {
        FACES.into()
    }
}

impl std::fmt::Display for Bid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} × {}", self.count, self.face)
    }
}

/// Returns the faces of dice as text.
fn shown(dice: &[u8]) -> String {
    listed(&dice.iter().map(u8::to_string).collect::<Vec<_>>())
}

fn die(id: String, sides: u8, value: u8, purpose: &str) -> Piece {
    Piece::new(id, Look::Die { sides, value, purpose: purpose.to_owned() }, format!("{purpose}: {value}"))
}

fn claim(view: &View, bid: Bid) -> Piece {
    let (value, seat) = (Some(bid.to_string()), Some(view.turn));
    let piece =
        Piece::new("bid", Look::Token { icon: Icon::DIE, tone: Tone::Luck, value, seat }, format!("At least {bid}"));
    if view.options.wild {
        piece.text("The highest face is wild.", Some("R9"))
    } else {
        piece.text("No face is wild.", Some("R1"))
    }
}

/// A player's dice: open to who may look, and for all others a cup.
fn cup(view: &View, seat: Seat, count: usize) -> Area {
    let back = Look::Back { count: count as u16 };
    let pieces = match &view.dice[seat.index()] {
        Some(own) => (0..)
            .zip(own)
            .map(|(n, value)| die(format!("die-{seat}-{n}"), view.options.die().sides(), *value, "Under the cup"))
            .collect(),
        None => vec![Piece::new(format!("cup-{seat}"), back, format!("Dice under the cup: {count}"))],
    };
    Area::new(format!("seat-{seat}"), Sentence::new().seat(seat), Role::Seat, Layout::Row)
        .of(seat)
        .picture(FACES[seat.index() % FACES.len()])
        .with(pieces)
}
