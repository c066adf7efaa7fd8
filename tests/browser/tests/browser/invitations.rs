//! Friends on the way from the front page to the first move. Presses are counted, because an
//! evening with friends should begin as quickly as a match with bots.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, Hall, PATIENCE};
use std::time::Instant;

use super::{DESKTOP, PHONE, open, overflow};

/// The most presses of the host and of a guest, from the front page or the link to the first move.
const MOST: [usize; 2] = [4, 2];

/// A person at a browser, with the number of their presses.
struct Person {
    browser: Browser,
    presses: usize,
}

impl Person {
    /// Makes a move, if it is this person's turn. Returns whether the table has gone on.
    async fn move_on(&self) -> Result<bool> {
        let (turn, step) = (self.browser.visible("#live[data-turn]").await?, self.browser.step().await?);
        Ok(turn.is_some() && self.browser.try_a_move().await? && self.browser.step().await? > step)
    }

    async fn press(&mut self, css: &str) -> Result<()> {
        self.presses += 1;
        self.browser.click(css).await
    }

    /// Waits until the page contains these words.
    async fn reads(&self, words: &str) -> Result<()> {
        let start = Instant::now();
        // The page that a form brings replaces the one that is being read.
        while !self.browser.text().await.is_ok_and(|text| text.contains(words)) {
            ensure!(start.elapsed() < PATIENCE, "the page does not say {words:?}\n{}", self.browser.text().await?);
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        Ok(())
    }
}

/// Opens a table with friends from the front page, and returns its link, which the host copies.
async fn open_with_friends(hall: &Hall, host: &mut Person) -> Result<String> {
    host.browser.go(&hall.address).await?;
    host.press(".cover-card button[formaction='/friends'][value='rogue-ascension']").await?;
    host.browser.wait_for("input#invite").await?;
    let clipboard = "navigator.clipboard.writeText = async text => { window.copied = text; };";
    host.browser.ask(clipboard).await?;
    host.press("button[data-copy='invite']").await?;
    let copied = host.browser.ask("return window.copied").await?;
    copied.as_str().map(str::to_owned).context("the button copies the link")
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn friends_reach_the_first_move_in_few_presses() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let mut people = Vec::new();
    for size in [DESKTOP, PHONE, DESKTOP] {
        people.push(Person { browser: driver.browser(size, true).await?, presses: 0 });
    }
    let link = open_with_friends(&hall, &mut people[0]).await?;
    for (guest, name) in people[1..].iter_mut().zip(["Ben", "Cleo"]) {
        guest.browser.go(&link).await?;
        guest.browser.fill("#sit-name", name).await?;
        guest.press("button[name='do'][value='take']").await?;
        guest.reads("Stand up").await?;
        ensure!(overflow(&guest.browser).await? == 0, "the lobby scrolls sideways");
    }
    people[0].reads("Ben").await?;
    people[0].reads("Cleo").await?;
    people[0].press("form[action$='/start'] button").await?;
    let mut moved = [false; 3];
    let start = Instant::now();
    while moved.contains(&false) {
        for (person, moved) in people.iter_mut().zip(&mut moved) {
            // A player who has moved goes on, so that the others come to their turns. A live update
            // may replace an element between the look and the press: then they look again.
            if person.move_on().await.unwrap_or(false) && !*moved {
                person.presses += 1;
                *moved = true;
            }
        }
        ensure!(start.elapsed() < PATIENCE, "somebody cannot move: {moved:?}");
    }
    let presses: Vec<usize> = people.iter().map(|person| person.presses).collect();
    ensure!(presses[0] <= MOST[0] && presses[1..].iter().all(|guest| *guest <= MOST[1]), "presses: {presses:?}");
    for person in people {
        person.browser.close().await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn changed_settings_reach_all_and_a_draft_stays() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let mut host = Person { browser: driver.browser(DESKTOP, true).await?, presses: 0 };
    let mut guest = Person { browser: driver.browser(PHONE, true).await?, presses: 0 };
    let link = open_with_friends(&hall, &mut host).await?;
    // The words of the host stay while somebody sits down.
    host.press("#set-title summary").await?;
    host.browser.fill("#title", "Soup night").await?;
    guest.browser.go(&link).await?;
    guest.browser.fill("#sit-name", "Ben").await?;
    guest.press("button[name='do'][value='take']").await?;
    host.reads("Ben").await?;
    host.press("#set-title form button").await?;
    guest.reads("Soup night").await?;
    // Another clock takes the guest's mark back.
    host.press("#set-pace summary").await?;
    host.browser.choose("#set-pace select", "brisk").await?;
    host.press("#set-pace form button").await?;
    guest.reads("Are you still in?").await?;
    host.reads("Ben is not ready.").await?;
    ensure!(overflow(&guest.browser).await? == 0 && overflow(&host.browser).await? == 0, "the lobby scrolls sideways");
    guest.press("button[name='ready'][value='yes']").await?;
    host.press("form[action$='/start'] button").await?;
    guest.browser.wait_for("#live .tray").await?;
    for person in [host, guest] {
        person.browser.close().await?;
    }
    Ok(())
}
