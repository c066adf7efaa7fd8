//! Screens as a reader would see them. `UPDATE_GOLDEN=1` writes them again.

use std::{path::PathBuf, time::Duration};

use bots::Bot;
use kernel::{Seed, Viewer};
use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{Event, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
};
use serde_json::json;

use super::{
    app::{App, Mode},
    context::Target,
    draw, keys,
    theme::{Colours, Theme},
};
use crate::{Config, Interface, LocalMatch, Luck, Player, Saved, Setup, Start, advice, local_match::Due};

pub(super) const THEME: Theme = Theme { colours: Colours::None, ascii: false };

pub(super) struct Table {
    pub(super) app: App,
    config: Config,
    /// Held until the test is over.
    _folder: tempfile::TempDir,
}

fn table(game: &str, players: &[Player], luck: Luck, theme: Theme) -> Table {
    seated(roster::find(game).unwrap(), players, luck, theme)
}

pub(super) fn seated(title: &'static dyn roster::GameEntry, players: &[Player], luck: Luck, theme: Theme) -> Table {
    let folder = tempfile::tempdir().unwrap();
    let setup = Setup { title, players: players.to_vec(), options: json!({}), luck };
    let saved = Saved::of(folder.path(), title.meta().id);
    let local_match = LocalMatch::open(&setup, saved).unwrap();
    let interface = Interface::Screen(theme);
    let config =
        Config { setup, start: Start::Ask, folder: folder.path().into(), pace: Duration::ZERO, interface, bell: false };
    let mut app = App::new(local_match, theme, Duration::ZERO, None);
    app.tick().unwrap();
    Table { app, config, _folder: folder }
}

fn solo(seed: u64) -> Table {
    table("rogue-ascension", &[Player::Me], Luck::Seed(Seed::from(seed)), THEME)
}

impl Table {
    /// Lets the reference policy play for everybody until `enough`.
    fn until(&mut self, enough: impl Fn(&App) -> bool) {
        for _ in 0..5_000 {
            if enough(&self.app) {
                return;
            }
            self.take_by_reference();
        }
        panic!("that never came");
    }

    /// Lets the reference policy take a step for the seat in turn.
    pub(super) fn take_by_reference(&mut self) {
        let seat = self.app.local_match.table().asked_first().unwrap();
        let advice = advice::bot_move(self.app.local_match.table(), seat, Bot::Reference).unwrap();
        assert!(self.app.settle(|local_match| local_match.act(seat, &advice.action)).unwrap());
        if let Due::Person(seat) = self.app.due() {
            // The keyboard is passed on without a question.
            self.app.mode = Mode::Table;
            self.app.look(Viewer::Seat(seat));
        }
    }

    pub(super) fn press(&mut self, code: KeyCode) {
        keys::take(&mut self.app, &self.config, &Event::Key(code.into())).unwrap();
    }

    pub(super) fn mouse(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let click = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        keys::take(&mut self.app, &self.config, &Event::Mouse(click)).unwrap();
        self.screen(80, 24);
    }

    /// Clicks on the first of these words on the screen.
    pub(super) fn click_on(&mut self, words: &str) {
        let shown = self.screen(80, 24);
        let found = shown.lines().enumerate().find_map(|(row, line)| Some((row, line.split_once(words)?.0)));
        let (row, before) = found.unwrap_or_else(|| panic!("{words}?\n{shown}"));
        self.mouse(before.chars().count() as u16, row as u16);
    }

    /// Enters outcomes of the real table.
    pub(super) fn tell(&mut self, answers: &[&str]) {
        for answer in answers {
            answer.chars().for_each(|key| self.press(KeyCode::Char(key)));
            self.press(KeyCode::Enter);
        }
    }

    pub(super) fn screen(&mut self, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw::draw(&mut self.app, frame)).unwrap();
        let cells = &terminal.backend().buffer().content;
        let row = |row: &[ratatui::buffer::Cell]| row.iter().map(|cell| cell.symbol()).collect::<String>();
        cells.chunks(width.into()).map(|cells| row(cells).trim_end().to_owned() + "\n").collect()
    }

    /// Compares the screen with the stored one, which a person has approved.
    fn golden(&mut self, name: &str) {
        for (width, height) in [(80, 24), (120, 40)] {
            let shown = self.screen(width, height);
            let file = format!("{name}-{width}x{height}.txt");
            let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(&path, &shown).unwrap();
            }
            let wanted = std::fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(shown, wanted, "{} (UPDATE_GOLDEN=1 accepts it)\n{shown}", path.display());
        }
    }
}

#[test]
fn a_fight() {
    let mut table = solo(7);
    table.press(KeyCode::Char('1'));
    table.golden("fight");
    let page = include_str!("../../../../docs/terminal.md");
    assert!(page.contains(&table.screen(80, 24)), "docs/terminal.md shows another screen");
}

#[test]
fn a_treasure() {
    let mut table = solo(3);
    table.until(|app| app.scene.areas.iter().any(|area| area.role == kernel::Role::Offer && area.pieces.len() == 1));
    table.golden("treasure");
}

#[test]
fn what_players_have_laid_out() {
    let mut table = table("dungeon-rummy", &[Player::Me], Luck::Seed(Seed::from(5)), THEME);
    let laid = |app: &App| app.scene.areas.iter().filter(|area| area.active && area.id.starts_with("space")).count();
    table.until(|app| laid(app) > 0 && app.scene.moves.len() > 9);
    // Each hero has a line, and the laid cards another, with the result of an attack with them.
    let shown = table.screen(120, 60);
    assert!(shown.matches("Meld").count() >= 4 && shown.contains("Attack: hits"), "{shown}");
}

#[test]
fn an_end() {
    let mut table = solo(7);
    table.until(|app| app.due() == Due::Nobody);
    table.golden("end");
}

#[test]
fn a_grid() {
    let bot = Player::Bot(Bot::Reference);
    let players = [Player::Named("Ada".into()), bot.clone(), bot];
    let mut table = table("accursed-tomb", &players, Luck::Seed(Seed::from(5)), THEME);
    table.until(|app| app.local_match.table().ply() > 40 && matches!(app.due(), Due::Person(_)));
    table.golden("grid");
}

#[test]
fn ascii_means_ascii() {
    let theme = Theme { ascii: true, ..THEME };
    for game in roster::GAMES {
        let players = vec![Player::Me; usize::from(game.meta().usual_seats)];
        let mut table = table(game.meta().id, &players, Luck::Seed(Seed::from(5)), theme);
        for steps in 0..30 {
            table.until(|app| app.local_match.table().ply() >= steps || app.due() == Due::Nobody);
            assert!(table.screen(80, 24).is_ascii(), "{}", table.screen(80, 24));
        }
        table.press(KeyCode::Char('?'));
        assert!(table.screen(80, 24).is_ascii());
    }
}

#[test]
fn every_size_is_drawn_with_the_turn_where_one_can_play() {
    for game in roster::GAMES {
        let players = vec![Player::Me; usize::from(game.meta().usual_seats)];
        let mut table = table(game.meta().id, &players, Luck::Seed(Seed::from(9)), THEME);
        table.until(|app| app.local_match.table().ply() > 8);
        for (width, height) in [(1, 1), (10, 3), (30, 10), (40, 15), (60, 20), (109, 24), (110, 24), (240, 70)] {
            let shown = table.screen(width, height);
            assert!(width < 30 || shown.contains("your turn") || shown.contains("the end"), "{shown}");
        }
    }
}

#[test]
fn digits_arrows_and_the_mouse_do_moves() {
    let mut table = solo(7);
    table.press(KeyCode::Char('9'));
    assert_eq!(table.app.local_match.table().ply(), 0);
    assert!(table.screen(80, 24).contains("There are moves 1 to 1."));
    table.press(KeyCode::Enter);
    assert_eq!(table.app.local_match.table().ply(), 1);

    table.screen(80, 24);
    let enemy = table.app.place("enemy").unwrap();
    let at = (enemy.x + 1, enemy.y + 1);
    table.mouse(at.0, at.1);
    assert_eq!(table.app.local_match.table().ply(), 2);

    table.press(KeyCode::Right);
    assert!(table.app.focus.is_some());
    table.press(KeyCode::Esc);
    assert!(table.app.focus.is_none());
    table.press(KeyCode::Char(' '));
    assert_eq!(table.app.local_match.table().ply(), 3);
}

/// A climb in a fight that offers to fight on.
fn fighting() -> Table {
    let mut table = solo(7);
    table.until(|app| app.scene.standing.iter().any(|order| order.limit.is_some() && !order.lasting));
    table
}

#[test]
fn a_standing_order_is_carried_out_step_by_step_until_it_ends() {
    let mut table = fighting();
    let usual = table.app.scene.standing[0].limit.as_ref().unwrap().usual;
    table.press(KeyCode::Char('o'));
    let shown = table.screen(80, 24);
    assert!(shown.contains(&format!("at most {usual}")) && shown.contains("Enter does it"), "{shown}");
    table.press(KeyCode::Enter);
    let mut steps = Vec::new();
    while table.app.order.is_some() {
        steps.push(table.app.local_match.table().ply());
        assert!(table.screen(80, 24).contains("Fight on until"), "it is said what is being done");
        table.app.tick().unwrap();
    }
    assert!(steps.windows(2).all(|pair| pair[1] - pair[0] <= 1), "a step at a time: {steps:?}");
    assert!(steps.last() > steps.first(), "{steps:?}");
    let shown = table.screen(80, 24);
    assert!(shown.contains("it is up to you again") || table.app.due() == Due::Nobody, "{shown}");
}

#[test]
fn how_far_an_order_goes_is_chosen_and_any_key_stops_it() {
    let mut table = fighting();
    let limit = table.app.scene.standing[0].limit.clone().unwrap();
    table.press(KeyCode::Char('o'));
    let at = |table: &Table| if let Mode::Order(_, limit) = table.app.mode { limit } else { None };
    assert_eq!(at(&table), Some(limit.usual));
    table.press(KeyCode::Up);
    assert_eq!(at(&table), Some((limit.usual + 1).min(limit.max)));
    table.press(KeyCode::Char('2'));
    table.press(KeyCode::Char('9'));
    assert_eq!(at(&table), Some(if limit.max >= 29 { 29 } else { 9 }));
    table.press(KeyCode::Esc);
    assert!(at(&table).is_none() && table.app.order.is_none());
    table.press(KeyCode::Char('o'));
    table.press(KeyCode::Enter);
    let before = table.app.local_match.table().ply();
    table.press(KeyCode::Char('1'));
    assert!(table.app.order.is_none(), "and the key does nothing else");
    table.app.tick().unwrap();
    assert_eq!(table.app.local_match.table().ply(), before);
    assert!(table.screen(80, 24).contains("stopped"));
}

#[test]
fn what_has_just_changed_stands_beside_its_number() {
    let mut table = solo(7);
    let lost = |app: &App| {
        let mut changes = app.changes.iter().filter(|(id, _)| app.piece(id).is_some());
        changes.find_map(|(_, by)| (*by < 0).then_some(*by))
    };
    table.until(|app| lost(app).is_some());
    let lost = lost(&table.app).unwrap();
    let shown = table.screen(80, 24);
    assert!(shown.contains(&format!(" −{}", -lost)), "{shown}");
}

#[test]
fn details_of_the_chronicle_are_shown_on_request() {
    let mut table = solo(7);
    table.until(|app| app.local_match.table().ply() > 4);
    table.press(KeyCode::Char('l'));
    let short = table.screen(80, 60);
    assert!(short.contains("d details") && short.contains("You strike"), "{short}");
    table.press(KeyCode::Char('d'));
    let long = table.screen(80, 60);
    assert!(
        long.lines().filter(|line| !line.is_empty()).count() > short.lines().filter(|line| !line.is_empty()).count(),
        "{long}"
    );
    table.press(KeyCode::Char('d'));
    assert_eq!(table.screen(80, 60), short);
}

#[test]
fn the_law_of_undo_is_kept_and_said() {
    let mut table = solo(7);
    table.press(KeyCode::Char(' '));
    table.press(KeyCode::Char('u'));
    assert!(table.screen(80, 24).contains("cannot be taken back: dice or cards have fallen"));
    table.until(|app| app.local_match.may_undo());
    let ply = table.app.local_match.table().ply();
    table.press(KeyCode::Char('u'));
    assert_eq!(table.app.local_match.table().ply(), ply - 1);
}

#[test]
fn the_replay_goes_to_every_step_and_back_to_now() {
    let mut table = solo(7);
    table.until(|app| app.local_match.table().ply() == 12);
    let now = table.screen(80, 24);
    table.press(KeyCode::Char('r'));
    table.press(KeyCode::Home);
    assert!(table.screen(80, 24).contains("step  0 of 12"));
    for _ in 0..4 {
        table.press(KeyCode::Right);
    }
    assert!(table.screen(80, 24).contains("step  4 of 12"));
    table.press(KeyCode::End);
    assert!(table.screen(80, 24).contains("step 12 of 12"));
    table.press(KeyCode::Esc);
    assert_eq!(table.screen(80, 24), now);
}

#[test]
fn games_without_secrets_need_no_curtain() {
    let mut table = table("rogue-ascension", &[Player::Me, Player::Me], Luck::Seed(Seed::from(7)), THEME);
    for _ in 0..60 {
        table.app.tick().unwrap();
        assert!(matches!(table.app.mode, Mode::Table));
        if table.app.scene.moves.is_empty() {
            break;
        }
        table.press(KeyCode::Char('1'));
        table.press(KeyCode::Char('y'));
    }
    assert!(table.app.local_match.table().ply() > 10);
}

#[test]
fn real_dice_are_asked_for_one_by_one() {
    let mut table = table("rogue-ascension", &[Player::Me], Luck::Physical, THEME);
    table.press(KeyCode::Char('1'));
    assert!(table.screen(80, 24).contains("Draw a card: The next floor."));
    for key in "z".chars() {
        table.press(KeyCode::Char(key));
    }
    table.press(KeyCode::Enter);
    assert!(table.screen(80, 24).contains("z cannot fall here."));
    table.press(KeyCode::Char('2'));
    table.press(KeyCode::Enter);
    assert!(table.screen(80, 24).contains("Roll a d20: Initiative of the hero."));
    // A typing error: the card is taken back and entered again, then the step itself is taken back.
    assert!(table.screen(80, 24).contains("So far: The next floor: 2"));
    table.press(KeyCode::Backspace);
    assert!(table.screen(80, 24).contains("Draw a card: The next floor."));
    table.press(KeyCode::Backspace);
    assert_eq!(table.app.local_match.question(), None);

    // A whole step can be taken back too: the dice stay as they were rolled.
    table.press(KeyCode::Char('1'));
    table.tell(&["2", "15", "4"]);
    assert_eq!((table.app.local_match.question(), table.app.local_match.table().ply()), (None, 1));
    table.press(KeyCode::Char('u'));
    assert_eq!(table.app.local_match.table().ply(), 0);
}

#[test]
fn a_setup_with_real_dice_can_be_mended_too() {
    let players = [Player::Named("Ada".into()), Player::Named("Ben".into())];
    let mut table = table("rogue-ascension", &players, Luck::Physical, THEME);
    table.tell(&["3"]);
    assert!(table.screen(80, 24).contains("So far: "));
    table.press(KeyCode::Esc);
    assert!(table.screen(80, 24).contains("not laid out yet"));
    table.press(KeyCode::Char('n'));
    table.press(KeyCode::Backspace);
    assert!(!table.screen(80, 24).contains("So far: "));
    table.press(KeyCode::Backspace);
    assert!(table.screen(80, 24).contains("There is no step to take back."));
}

#[test]
fn a_number_half_typed_is_forgotten_by_the_arrows() {
    // From a portal the player may go anywhere.
    let on_a_portal = |seed| {
        let mut table = table("accursed-tomb", &[Player::Me, Player::Me], Luck::Seed(Seed::from(seed)), THEME);
        table.until(|app| app.scene.moves.len() > 12 || app.due() == Due::Nobody);
        (table.app.due() != Due::Nobody).then_some(table)
    };
    let mut table = (0..100).find_map(on_a_portal).unwrap();
    let ply = table.app.local_match.table().ply();
    table.press(KeyCode::Char('1'));
    assert!(table.screen(80, 24).contains("Move 1: more digits, or Enter"));
    table.press(KeyCode::Down);
    assert!(!table.screen(80, 24).contains("more digits"));
    assert_eq!((table.app.selected, table.app.local_match.table().ply()), (1, ply));
    table.press(KeyCode::Char('1'));
    table.press(KeyCode::Backspace);
    assert_eq!(table.app.selected, 0);
}

#[test]
fn keys_that_nobody_can_see_do_nothing() {
    let mut table = solo(7);
    assert!(table.screen(20, 5).contains("Please make"));
    table.press(KeyCode::Char('1'));
    assert_eq!(table.app.local_match.table().ply(), 0);
    table.screen(80, 24);
    table.press(KeyCode::Char('1'));
    assert_eq!(table.app.local_match.table().ply(), 1);
}

#[test]
fn the_mouse_answers_questions_and_moves_the_replay() {
    let mut table = solo(7);
    table.until(|app| app.local_match.table().ply() == 10);
    table.click_on("r replay");
    assert!(matches!(table.app.mode, Mode::Replay(10)), "{}", table.screen(80, 24));
    let bar = table.app.hits.iter().find(|hit| hit.target == Target::Steps(10)).unwrap().at;
    table.mouse(bar.x, bar.y);
    assert!(matches!(table.app.mode, Mode::Replay(0)));
    table.mouse(bar.right() - 1, bar.y);
    assert!(matches!(table.app.mode, Mode::Replay(10)));
    table.click_on("Esc back to now");
    assert!(matches!(table.app.mode, Mode::Table));
    table.click_on("q quit");
    table.click_on("n stays");
    assert!(matches!(table.app.mode, Mode::Table) && !table.app.done);
    table.click_on("q quit");
    table.click_on("y leaves");
    assert!(table.app.done);
}

#[test]
fn on_a_small_screen_the_place_that_matters_is_seen() {
    let players = vec![Player::Me; 2];
    let mut table = table("accursed-tomb", &players, Luck::Seed(Seed::from(5)), THEME);
    // The explorers begin in row 8, and all first moves lead to rows 7 and 8.
    let shown = table.screen(60, 20);
    assert!(shown.contains("\n 7 ") && shown.contains("\n 8 "), "{shown}");
}
