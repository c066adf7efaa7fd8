//! Three friends decide together: one takes a step back, one leaves, and the others end the match.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, Hall, PATIENCE};
use std::time::{Duration, Instant};

use super::{DESKTOP, PHONE, open, overflow, set_up, tray::tapped};

pub(super) async fn reads(browser: &Browser, words: &str) -> Result<()> {
    let start = Instant::now();
    // A live update may replace an element while the page is read.
    while !browser.text().await.is_ok_and(|text| text.contains(words)) {
        ensure!(start.elapsed() < PATIENCE, "the page does not say {words:?}\n{}", browser.text().await?);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// Opens the menu of the table, if it is not open, and presses something there.
pub(super) async fn in_menu(browser: &Browser, css: &[&str]) -> Result<()> {
    for css in css {
        let start = Instant::now();
        let open = format!("return document.querySelector('#menu {css}')?.closest('details')?.open !== false");
        // A press meets what lies there after an update: beside the menu it closes it.
        loop {
            if browser.visible("#menu:popover-open").await?.is_none() {
                browser.click("button[popovertarget='menu']").await?;
            }
            browser.click(&format!("#menu {css}")).await?;
            if !css.ends_with("summary") || browser.ask(&open).await? == true {
                break;
            }
            ensure!(start.elapsed() < PATIENCE, "{css} does not open");
        }
    }
    Ok(())
}

async fn seated(hall: &Hall, friends: &[&Browser]) -> Result<()> {
    set_up(hall, friends[0], "rogue-ascension", friends.len()).await?;
    friends[0].click("form[action='/tables'] button.primary").await?;
    friends[0].wait_for("input#invite").await?;
    let link = friends[0].attribute("input#invite", "value").await?.context("a lobby has an invitation")?;
    for (friend, name) in friends[1..].iter().zip(["Ben", "Cleo"]) {
        friend.go(&link).await?;
        friend.fill("#sit-name", name).await?;
        friend.click("button[name='do'][value='take']").await?;
        reads(friends[0], name).await?;
    }
    friends[0].click("form[action$='/start'] button").await?;
    for friend in friends {
        friend.wait_for("#live .tray").await?;
    }
    Ok(())
}

/// Lets the players move until one of them may ask for a step back; returns their place.
pub(super) async fn until_one_may_ask(friends: &[&Browser]) -> Result<usize> {
    let start = Instant::now();
    loop {
        for (place, friend) in friends.iter().enumerate() {
            let asks = "return !!document.querySelector('#menu button[value=\"take-back\"]')";
            if friend.ask(asks).await? == true {
                return Ok(place);
            }
            if friend.visible("#live[data-turn]").await?.is_some() {
                friend.try_a_move().await.ok();
            }
        }
        ensure!(start.elapsed() < PATIENCE, "nobody may ask for a step back");
    }
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn friends_take_back_leave_and_end_by_agreement() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let (ada, ben) = (driver.browser(DESKTOP, true).await?, driver.browser(PHONE, true).await?);
    let cleo = driver.browser((360, 640), true).await?;
    let friends = [&ada, &ben, &cleo];
    seated(&hall, &friends).await?;

    let place = until_one_may_ask(&friends).await?;
    let step = friends[place].step().await?;
    in_menu(friends[place], &["button[value='take-back']"]).await?;
    reads(friends[place], "You have asked to take").await?;
    for (other, friend) in friends.iter().enumerate().filter(|(other, _)| *other != place) {
        reads(friend, "back.").await?;
        ensure!(overflow(friend).await? == 0, "a proposal scrolls sideways at {other}");
        friend.click(".proposal button[value='accept']").await?;
    }
    for friend in friends {
        let start = Instant::now();
        while friend.step().await? >= step {
            ensure!(start.elapsed() < PATIENCE, "the step was not taken back");
        }
    }

    in_menu(&cleo, &["#leave summary", "#leave button"]).await?;
    reads(&ada, "left the match. A bot plays on.").await?;

    in_menu(&ada, &["#end-for-all summary", "#end-for-all button"]).await?;
    let agree = ".proposal button[value='accept']";
    ben.wait_for(agree).await?;
    // A finger agrees at once where the button stays though the tray changes.
    tokio::time::sleep(Duration::from_millis(400)).await;
    ensure!(ben.ask(&tapped(agree, "change(html)", 0, "touch")).await? == true, "a quick tap on Agree is dropped");
    ben.click(agree).await?;
    for friend in [&ada, &ben] {
        reads(friend, "Given up together").await?;
        ensure!(overflow(friend).await? == 0, "the ending scrolls sideways");
    }
    for friend in [ada, ben, cleo] {
        friend.close().await?;
    }
    Ok(())
}
