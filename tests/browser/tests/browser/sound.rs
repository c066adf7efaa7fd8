//! Sounds: off until asked for, and as loud as their class.

use super::*;

/// Returns the answer of the measuring script to an expression.
async fn measured(browser: &Browser, asked: &str) -> Result<serde_json::Value> {
    browser.ask(&format!("return (async () => {{ {} return {asked}; }})()", include_str!("loudness.js"))).await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn every_sound_is_as_loud_as_its_class() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let ada = driver.browser(DESKTOP, true).await?;
    ada.go(&hall.address).await?;
    let names: Vec<String> = serde_json::from_value(measured(&ada, "names()").await?)?;
    ensure!(names.len() == 30, "28 sounds and 2 ambiences: {names:?}");
    for name in names {
        let found = measured(&ada, &format!("await measure({name:?})")).await?;
        let number = |key: &str| found[key].as_f64().with_context(|| format!("{name} has no {key}: {found}"));
        let (goal, low, high) = (number("goal")?, number("low")?, number("high")?);
        ensure!(number("peak")? < -1.0, "{name} peaks at {found}");
        ensure!(low > goal - 3.0 && high < goal + 3.0, "{name} is not as loud as its class: {found}");
    }
    ada.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn sound_is_off_until_somebody_switches_it_on() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let ada = driver.browser(DESKTOP, true).await?;
    crate::play_alone(&hall, &ada).await?;
    ensure!(ada.ask("return player").await?.is_null(), "nothing is fetched for sounds that nobody wants");
    ada.click(".tools [data-sound]").await?;
    ada.wait_for(".tools [data-sound][aria-pressed='true']").await?;
    let heard = "return new Promise(done => { const look = () => player?.context ? done(player.context.state) \
                 : setTimeout(look, 20); look(); })";
    ensure!(ada.ask(heard).await? == "running", "a press lets sounds be heard");
    // One sound a press, and none when it is switched off again.
    ensure!(ada.ask("return player.play('coin')").await? == true);
    ada.click(".tools [data-sound]").await?;
    ensure!(ada.ask("return player.play('coin')").await? == false);
    ada.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn the_speed_is_set_at_the_table_and_stays() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let ada = driver.browser(DESKTOP, true).await?;
    crate::play_alone(&hall, &ada).await?;
    for (code, factor) in [("fast", "×2"), ("fastest", "×4"), ("none", "–")] {
        ada.click(".tools [data-speed-step]").await?;
        ensure!(ada.ask("return $('.tools [data-speed-step] .factor').textContent").await? == factor);
        let kept = "return fetch('/api/v1/me').then(answer => answer.json()).then(me => me.speed)";
        let start = Instant::now();
        while ada.ask(kept).await? != code {
            ensure!(start.elapsed() < PATIENCE, "the hall does not keep {code}");
        }
    }
    ada.close().await
}
