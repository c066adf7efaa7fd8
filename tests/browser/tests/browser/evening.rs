//! An evening of four friends of a group: they change the rules, one comes back, one takes a step
//! back, they chat on phones, play twice, find both matches on the page of the group, and one gives
//! up in the third.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, PATIENCE};
use std::time::{Duration, Instant};

use super::{
    DESKTOP, PHONE,
    agreements::{in_menu, reads, until_one_may_ask},
    friends::in_turn,
    open, overflow,
    people::{call, named, until},
};

/// Two desktops and two phones, the second of them the narrowest.
const WINDOWS: [(u32, u32); 4] = [DESKTOP, PHONE, (360, 640), DESKTOP];
const NAMES: [&str; 4] = ["Ada", "Ben", "Cleo", "Dan"];

/// Returns the link to join a new group of the host, who has an account.
async fn group(host: &Browser) -> Result<(String, String)> {
    let account = "JSON.stringify({ name: 'Ada', password: 'seven brass lanterns' })";
    call(host, "POST", "/me/account", account).await?;
    let group = call(host, "POST", "/groups", "JSON.stringify({ name: 'Thursday', note: '' })").await?;
    let id = group["id"].as_str().with_context(|| format!("no group: {group}"))?.to_owned();
    let link = group["link"].as_str().with_context(|| format!("no link: {group}"))?;
    let token = link.rsplit('/').next().context("a link ends with its token")?.to_owned();
    Ok((id, token))
}

/// Sets a setting of the lobby.
async fn set(host: &Browser, id: &str, field: &str, value: &str) -> Result<()> {
    host.click(&format!("#set-{id} summary")).await?;
    host.fill(&format!("#set-{id} {field}"), value).await?;
    host.click(&format!("#set-{id} form button")).await
}

/// Plays the match to its end, by calls of all who still play.
async fn play(friends: &[Browser], id: &str) -> Result<()> {
    let moves = format!(
        "return (async () => {{ const table = await (await fetch('/api/v1/tables/{id}')).json(); \
           for (const [seat, moves] of Object.entries(table.state?.legal ?? {{}})) {{ if (!moves.length) continue; \
             await fetch('/api/v1/tables/{id}/act', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
               body: JSON.stringify({{ seat: Number(seat), step: table.step, action: moves[0].action }}) }}); }} return table.phase; }})()"
    );
    let start = Instant::now();
    loop {
        for friend in friends {
            if friend.ask(&moves).await? == "over" {
                return Ok(());
            }
        }
        ensure!(start.elapsed() < 4 * PATIENCE, "the match does not end\n{}", friends[0].text().await?);
    }
}

/// Goes on to the next match with one press; all come to its table, whose address is returned.
async fn rematch(all: &[&Browser], table: &str) -> Result<String> {
    all[0].click("form[action$='/rematch'] button").await?;
    for friend in all {
        let start = Instant::now();
        while friend.url().await? == table || friend.visible("#live .tray").await.unwrap_or(None).is_none() {
            ensure!(start.elapsed() < PATIENCE, "not everybody is at the next table\n{}", friend.text().await?);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    all[0].url().await
}

fn id_of(address: &str) -> String {
    address.rsplit('/').next().unwrap_or_default().to_owned()
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn four_of_a_group_play_twice_and_find_it_on_their_page() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let mut friends = Vec::new();
    for (size, name) in WINDOWS.into_iter().zip(NAMES) {
        let browser = driver.browser(size, true).await?;
        named(&hall, &browser, name).await?;
        friends.push(browser);
    }
    let [ada, ben, cleo, dan] = friends.as_slice() else { unreachable!("there are four windows") };
    let (group, token) = group(ada).await?;
    for guest in [ben, cleo, dan] {
        call(guest, "POST", &format!("/join/{token}"), "'{}'").await?;
    }

    // A table of the group: the host makes it one for four, and then shortens the fights.
    ada.go(&format!("{}/groups/{group}", hall.address)).await?;
    ada.choose("#group-game", "rogue-ascension").await?;
    ada.click("form[action$='/tables'] button").await?;
    ada.wait_for("#set-seats").await?;
    let table = ada.url().await?;
    ada.click("#set-seats summary").await?;
    ada.click("#set-seats label:has([value='4'])").await?;
    ada.click("#set-seats form button").await?;
    until(ada, "document.querySelectorAll('.chairs > *').length === 4").await?;
    for (guest, name) in [ben, cleo, dan].into_iter().zip(&NAMES[1..]) {
        guest.go(&hall.address).await?;
        guest.click(".invitation a.button").await?;
        guest.click("button[name='do'][value='take']").await?;
        until(ada, &format!("document.querySelector('.chairs').textContent.includes('{name}')")).await?;
        ensure!(overflow(guest).await? == 0, "the lobby scrolls sideways for {name}");
    }
    set(ada, "opt-fight_round_limit", "[name='opt.fight_round_limit']", "1").await?;
    for guest in [ben, cleo, dan] {
        reads(guest, "Are you still in?").await?;
        guest.click("button[name='ready'][value='yes']").await?;
    }
    until(ada, "!document.querySelector('.chairs').textContent.includes('not ready')").await?;
    ada.click("form[action$='/start'] button").await?;
    for friend in &friends {
        friend.wait_for("#live .tray").await?;
    }

    // One closes the tab in their turn, and comes back.
    let all = [ada, ben, cleo, dan];
    let gone = in_turn(&all).await?;
    gone.go("about:blank").await?;
    let other = if std::ptr::eq(gone, ben) { cleo } else { ben };
    reads(other, "is away").await?;
    gone.go(&table).await?;
    gone.wait_for("#live .tray").await?;
    until(other, "!document.querySelector('#live').textContent.includes('is away')").await?;

    // A step is taken back, as all agree.
    let place = until_one_may_ask(&all).await?;
    let step = all[place].step().await?;
    in_menu(all[place], &["button[value='take-back']"]).await?;
    for (_, friend) in all.iter().enumerate().filter(|(other, _)| *other != place) {
        friend.click(".proposal button[value='accept']").await?;
    }
    for friend in all {
        let start = Instant::now();
        while friend.step().await? >= step {
            ensure!(start.elapsed() < PATIENCE, "the step was not taken back\n{}", friend.text().await?);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        ensure!(overflow(friend).await? == 0, "the table scrolls sideways");
    }

    // Chat on a phone.
    ben.click(".head .to-talk").await?;
    ben.fill("#remark", "Mind the goblin").await?;
    ben.click("#talk form.say button").await?;
    until(cleo, "document.querySelector('.remarks').textContent.includes('Mind the goblin')").await?;

    play(&friends, &id_of(&table)).await?;
    for friend in all {
        friend.wait_for(".ending").await?;
        ensure!(overflow(friend).await? == 0, "the ending scrolls sideways");
    }

    let second = rematch(&all, &table).await?;
    play(&friends, &id_of(&second)).await?;
    for friend in all {
        friend.go(&format!("{}/groups/{group}", hall.address)).await?;
        friend.wait_for("#boards").await?;
        friend.wait_for("#evenings").await?;
        let text = friend.text().await?;
        ensure!(text.contains("2 matches"), "the evening has two matches\n{text}");
        ensure!(overflow(friend).await? == 0, "the page of the group scrolls sideways");
    }

    // In a third match one gives up.
    for friend in all {
        friend.go(&second).await?;
        friend.wait_for(".ending").await?;
    }
    rematch(&all, &second).await?;
    in_menu(dan, &["#leave summary", "#leave button"]).await?;
    reads(ada, "left the match. A bot plays on.").await?;
    for friend in friends {
        friend.close().await?;
    }
    Ok(())
}
