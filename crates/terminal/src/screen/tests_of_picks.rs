//! Moves picked piece by piece, and several people at one keyboard, at a table made up for it.

use kernel::{Point, Seat, Seed, Viewer};
use ratatui::crossterm::event::KeyCode;

use super::{
    app::Mode,
    tests::{THEME, Table, seated},
    theme::Theme,
};
use crate::{Luck, Player, local_match::Due, made_up::MADE_UP, picks::Entry};

fn alone(theme: Theme) -> Table {
    let mut table = seated(MADE_UP, &[Player::Me], Luck::Seed(Seed::from(1)), theme);
    table.screen(80, 24);
    table
}

fn friends(luck: Luck) -> Table {
    let mut table = seated(MADE_UP, &[Player::Named("Ada".into()), Player::Named("Ben".into())], luck, THEME);
    table.screen(80, 24);
    table
}

impl Table {
    fn picked(&self) -> Vec<&str> {
        fn words(point: &Point) -> &str {
            match point {
                Point::From(words) | Point::To(words) | Point::Word(words) => words,
                Point::Number { name, .. } => name,
            }
        }
        self.app.picked.iter().map(words).collect()
    }

    fn focus(&self) -> &str {
        self.app.focus.as_deref().unwrap_or_default()
    }

    fn live(&self) -> Vec<&str> {
        let mut live: Vec<&str> = self.app.live.iter().map(String::as_str).collect();
        live.sort_unstable();
        live
    }

    fn last(&self) -> String {
        let table = self.app.local_match.table();
        let lines = table.chronicle(self.app.viewer, table.ply());
        lines.iter().map(|line| self.app.local_match.say(&line.text)).collect()
    }

    /// Presses keys as the program would between two frames.
    fn keys(&mut self, keys: &[KeyCode]) {
        for key in keys {
            self.press(*key);
            self.app.tick().unwrap();
            self.screen(80, 24);
        }
    }

    /// Points at a piece.
    fn point(&mut self, piece: &str) {
        self.app.focus = Some(piece.into());
    }
}

const ENTER: KeyCode = KeyCode::Enter;
const ESC: KeyCode = KeyCode::Esc;

#[test]
fn a_path_of_four_steps_is_picked_step_by_step() {
    let mut table = alone(THEME);
    assert_eq!(table.live(), ["ace", "door", "king"]);
    table.point("ace");
    assert!(table.screen(80, 24).contains("Enter: one of 4 moves"));
    table.keys(&[ENTER]);
    assert_eq!((table.picked(), table.live(), table.focus()), (vec!["ace"], vec!["run", "set"], "run"));
    assert_eq!(table.app.listed(), (0..4).map(Entry::Move).collect::<Vec<_>>());
    // The arrows go between the pieces that can follow, and nowhere else.
    table.keys(&[KeyCode::Tab]);
    assert_eq!(table.focus(), "set");
    table.keys(&[KeyCode::Left]);
    assert_eq!(table.focus(), "run");
    table.keys(&[KeyCode::Char(' ')]);
    assert_eq!((table.picked(), table.live()), (vec!["ace", "run"], vec!["end", "front"]));
    table.point("front");
    table.keys(&[ENTER]);
    // Only words can follow: they are listed, and the player points at nothing.
    assert_eq!((table.picked(), table.live(), table.focus()), (vec!["ace", "run", "front"], vec![], ""));
    let shown = table.screen(80, 24);
    assert!(
        shown.contains("Ace → The run → Front → …") && shown.contains("2 Lay the Ace into the run, in front, as it")
    );

    // Esc takes them back one by one.
    table.keys(&[ESC]);
    assert_eq!((table.picked(), table.focus()), (vec!["ace", "run"], "front"));
    table.keys(&[ENTER, KeyCode::Char('2')]);
    assert_eq!(table.last(), "You do 1.");
    assert!(table.app.picked.is_empty());
}

#[test]
fn what_leaves_one_move_is_done_and_another_piece_begins_anew() {
    let mut table = alone(THEME);
    table.app.press("ace").unwrap();
    table.app.press("king").unwrap();
    assert_eq!(table.picked(), ["king"]);
    table.app.press("king").unwrap();
    assert!(table.picked().is_empty());
    table.app.press("ace").unwrap();
    table.app.press("set").unwrap();
    assert_eq!(table.last(), "You do 3.");
}

#[test]
fn moves_of_one_path_are_told_apart_by_their_words() {
    let mut table = alone(THEME);
    table.click_on("King");
    table.click_on("The set");
    assert_eq!((table.picked(), table.app.local_match.table().ply()), (vec!["king", "set"], 0));
    let shown = table.screen(80, 24);
    assert!(shown.contains("1 Bury the King face up") && shown.contains("2 Bury the King face down"), "{shown}");
    table.click_on("Bury the King face down");
    assert_eq!((table.last().as_str(), table.focus()), ("You do 5.", ""));
}

#[test]
fn many_moves_are_listed_by_what_they_begin_with() {
    let mut table = alone(THEME);
    let shown = table.screen(80, 24);
    for words in ["1 Lay the Ace …", "2 Bury the King face …", "3 Open the door", "4 Offer help to the …", "5 Pass"]
    {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    table.keys(&[KeyCode::Char('4')]);
    assert_eq!((table.picked(), table.focus()), (vec!["Offer help"], ""));
    table.keys(&[KeyCode::Char('2')]);
    assert_eq!(table.last(), "You do 8.");
    // The plain way on needs no number.
    table.keys(&[KeyCode::Char(' ')]);
    assert_eq!(table.last(), "You do 9.");
}

#[test]
fn a_piece_that_comes_later_says_what_moves_to_it_begin_with() {
    let mut table = alone(THEME);
    table.app.press("set").unwrap();
    assert!(table.screen(80, 24).contains("Moves to it begin with Ace and King."));
    table.keys(&[ESC]);
    // Only one move leads there.
    table.app.press("end").unwrap();
    assert_eq!(table.last(), "You do 2.");
}

#[test]
fn edges_are_drawn_between_their_nodes_and_can_be_pointed_at() {
    let mut table = alone(THEME);
    let shown = table.screen(80, 24);
    let lines: Vec<&str> = shown.lines().collect();
    let map: Vec<String> = lines[1..7].iter().map(|line| line.chars().take(24).collect::<String>()).collect();
    let drawn = [
        "     1      2      3   ",
        " 1   ▲  ━━  ▲",
        "     │",
        " 2   ▲  ─!  ▲",
        "            └──────┐",
        " 3                 ▲",
    ];
    for (line, wanted) in map.iter().zip(drawn) {
        assert_eq!(line.trim_end(), wanted.trim_end(), "{shown}");
    }
    // A piece that leads nowhere and has no words beyond its label is not pointed at.
    assert!(table.app.place("ladder").is_none() && table.app.place("breach").is_some());
    table.point("door");
    assert!(table.screen(80, 24).contains("A door, between row 1, column 1 and row 1, column 2."));
    assert!(table.screen(80, 24).contains("══"));
    let door = table.app.place("door").unwrap();
    assert_eq!((door.width, door.height), (2, 1));
    table.mouse(door.x + 1, door.y);
    assert_eq!(table.last(), "You do 6.");
    let shown = alone(Theme { ascii: true, ..THEME }).screen(80, 24);
    assert!(shown.is_ascii() && shown.contains(" 1   n  ==  n"), "{shown}");
}

#[test]
fn a_card_without_a_telling_sign_has_that_of_its_drawing() {
    let shown = alone(THEME).screen(80, 40);
    let goblin = art::picture("common/goblin").unwrap().icon().sign();
    assert!(shown.contains(&format!("{goblin} Ace")) && shown.contains("♔ King"), "{shown}");
}

#[test]
fn a_screen_stands_between_people_who_have_secrets() {
    let mut table = friends(Luck::Seed(Seed::from(1)));
    // The game asks its last seat first.
    let shown = table.screen(80, 24);
    assert!(shown.contains("Pass the keyboard to Ben.") && !shown.contains("My number"), "{shown}");
    table.keys(&[ENTER]);
    assert_eq!((table.app.viewer, table.app.due()), (Viewer::Seat(Seat(1)), Due::Person(Seat(1))));
    assert!(table.screen(80, 24).contains("My number"));
    table.keys(&[KeyCode::Char(' ')]);
    assert!(table.screen(80, 24).contains("Pass the keyboard to Ada."));
    assert!(matches!(table.app.mode, Mode::HandOver(Seat(0))));
}

#[test]
fn a_secret_outcome_is_asked_of_its_person_and_hidden_else() {
    let mut table = friends(Luck::Physical);
    assert!(table.screen(80, 24).contains("Pass the keyboard to Ada."));
    table.keys(&[ENTER]);
    assert!(table.screen(80, 24).contains("Roll a d6: Secret number."));
    table.keys(&[KeyCode::Char('5'), ENTER]);
    assert!(table.screen(80, 24).contains("Pass the keyboard to Ben."));
    table.keys(&[ENTER]);
    let shown = table.screen(80, 24);
    assert!(shown.contains("So far: Secret number (hidden)") && !shown.contains('5'), "{shown}");
    table.keys(&[KeyCode::Char('3'), ENTER]);
    // The game asks Ben first, who sits there already.
    assert!(table.screen(80, 24).contains("My number is 3"));
    // A secret roll and an open one: Ben enters both, and sees both.
    table.keys(&[KeyCode::Char('6'), KeyCode::Char('4'), ENTER]);
    let shown = table.screen(80, 24);
    assert!(shown.contains("So far: Secret number 4") && shown.contains("Weather"), "{shown}");
    table.keys(&[KeyCode::Char('2'), ENTER, ENTER]);
    let shown = table.screen(80, 24);
    assert!(shown.contains("My number is 5") && shown.contains("[d4 2] rain") && !shown.contains("[d6 4]"), "{shown}");
}
