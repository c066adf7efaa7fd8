//! Six people in six browsers play a match of Gloombah! to its end: offers refused and accepted,
//! backstabs, a death, and a power cut during a fight.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, Driver, Hall, undercroft};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{DESKTOP, PHONE, set_up};

const SEATS: usize = 6;
/// Calls the server as the page's visitor does, and waits for the answer.
const CALL: &str = "const call = (method, path, body) => { const line = new XMLHttpRequest(); line.open(method, path, false); \
     if (body) line.setRequestHeader('content-type', typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json'); \
     line.send(body ? typeof body === 'string' ? body : JSON.stringify(body) : null); \
     try { return JSON.parse(line.responseText); } catch { return line.responseText; } };";
/// Presses this move on the page: its button, or its numbers and their button.
const PRESS: &str = "const parts = value => JSON.stringify(Object.entries(value).sort()); const same = text => { try { return parts(JSON.parse(text)) === parts(action); } catch { return false; } }; \
     const button = [...document.querySelectorAll('button[name=action]')].find(button => same(button.value)); \
     if (button) { button.click(); return true; } \
     const form = document.querySelector('form.by-numbers'); \
     if (!form || action.type !== 'offer') return false; \
     [...form.querySelectorAll('select')].forEach((list, place) => { list.value = [action.xp, action.treasure][place]; list.dispatchEvent(new Event('change', { bubbles: true })); }); \
     form.querySelector('button[type=submit]').click(); return true;";
/// Makes the moves that the test need not see, as long as this visitor has to decide.
const HURRY: &str = "const wanted = ['done', 'end_prep', 'run_auto', 'run_roll', 'refuse', 'pass', 'keep', 'discard', 'choose_monster']; \
     const path = `/api/v1/tables/${id}`; let table = call('GET', path); let taken = 0; \
     for (; taken < 40; taken += 1) { \
       const legal = table.state?.legal?.[seat]; if (!legal) break; \
       const action = wanted.map(kind => legal.find(one => one.action.type === kind)).find(one => one)?.action; \
       if (!action) break; \
       table = call('POST', `${path}/act`, { seat, step: table.step, epoch: table.epochs[seat], action }); } \
     return taken;";

/// Six browsers at a table, each on its own seat.
struct Six {
    hall: Option<Hall>,
    players: Vec<Browser>,
    id: String,
    /// The events so far that were caused by presses on the pages.
    done: Done,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Done {
    refused: usize,
    accepted: usize,
    stabs: usize,
    deaths: usize,
    cuts: usize,
}

impl Done {
    fn all(self) -> bool {
        self.refused > 0 && self.accepted > 0 && self.stabs > 1 && self.deaths > 0 && self.cuts > 0
    }
}

impl Six {
    async fn sit_down(hall: Hall, driver: &Driver) -> Result<Six> {
        let mut players = Vec::new();
        for seat in 0..SEATS {
            // Every other one plays on a phone.
            players.push(driver.browser(if seat % 2 == 0 { DESKTOP } else { PHONE }, true).await?);
        }
        let host = &players[0];
        set_up(&hall, host, "gloombah", SEATS).await?;
        host.fill("input[name='opt.round_limit']", "10").await?;
        host.click("form[action='/tables'] button.primary").await?;
        host.wait_for("input#invite").await?;
        let table = host.url().await?;
        let id = table.rsplit('/').next().context("a table has an id")?.to_owned();
        for (seat, player) in players.iter().enumerate().skip(1) {
            player.go(&table).await?;
            player.click(&format!("button[formaction$='/seats/{seat}'][value='take']")).await?;
            player.wait_for("button[value='leave']").await?;
        }
        players[0].click("form[action$='/start'] button").await?;
        for player in &players {
            player.wait_for("#live .tray").await?;
            // The players do not watch animations.
            player.ask(&format!("{CALL} call('POST', '/me', 'speed=none')")).await?;
            player.go(&table).await?;
        }
        Ok(Six { hall: Some(hall), players, id, done: Done::default() })
    }

    /// The address of the table.
    fn table(&self) -> Result<String> {
        let hall = self.hall.as_ref().context("the hall is open")?;
        Ok(format!("{}/tables/{}", hall.address, self.id))
    }

    async fn look(&self, seat: usize) -> Result<Value> {
        self.players[seat].ask(&format!("{CALL} return call('GET', '/api/v1/tables/{}')", self.id)).await
    }

    async fn hurry(&self, seat: usize) -> Result<()> {
        self.players[seat].ask(&format!("{CALL} const id = '{}', seat = {seat}; {HURRY}", self.id)).await?;
        Ok(())
    }

    /// Presses a move on a player's own page, and waits until its step arrives.
    async fn press(&self, seat: usize, action: &Value) -> Result<()> {
        let (player, before) =
            (&self.players[seat], self.look(seat).await?["step"].as_u64().unwrap_or_default() as usize);
        player.wait_for_step(before).await?;
        let pressed = player.ask(&format!("const action = {action}; {PRESS}")).await?;
        ensure!(pressed == true, "nothing on the page of seat {seat} does {action}\n{}", player.text().await?);
        player.wait_for_step(before + 1).await
    }

    /// The first legal action of this kind for a seat.
    async fn legal(&self, seat: usize, kind: &str) -> Result<Option<Value>> {
        let table = self.look(seat).await?;
        let legal = table["state"]["legal"][seat.to_string()].as_array().cloned().unwrap_or_default();
        Ok(legal.into_iter().map(|one| one["action"].clone()).find(|action| action["type"] == kind))
    }

    /// Ends the server as a power cut would, and goes on in another on the same data.
    async fn cut(&mut self, data: &TempDir) -> Result<()> {
        let before = self.look(0).await?;
        if let Some(hall) = self.hall.take() {
            hall.kill();
        }
        self.hall = Some(Hall::open(data.path())?);
        let table = self.table()?;
        for player in &self.players {
            player.go(&table).await?;
            player.wait_for("#live .tray").await?;
        }
        let after = self.look(0).await?;
        ensure!((&before["step"], &before["state"]) == (&after["step"], &after["state"]), "the fight is as it was");
        self.done.cuts += 1;
        Ok(())
    }

    /// In the fight window: makes one of the untried moves, on the page of a player who can; then
    /// all pass. An offer a fight.
    async fn fight(&mut self, awaited: &[usize], offered: &mut bool, data: &TempDir) -> Result<()> {
        let active = self.active().await?;
        for seat in awaited.iter().copied().filter(|seat| *seat != active) {
            if self.done.stabs < 2
                && let Some(stab) = self.legal(seat, "play").await?
            {
                self.press(seat, &stab).await?;
                self.done.stabs += 1;
                if self.done.cuts == 0 {
                    self.cut(data).await?;
                }
                return Ok(());
            }
            if (self.done.refused == 0 || self.done.accepted == 0)
                && !*offered
                && let Some(offer) = self.legal(seat, "offer").await?
            {
                *offered = true;
                return self.press(seat, &offer).await;
            }
        }
        for seat in awaited {
            self.hurry(*seat).await?;
        }
        Ok(())
    }

    /// While an offer waits, another player sets a pass as premove, takes it back by a key, and
    /// sets it again. The page is never loaded again.
    async fn arm(&self, asked: usize) -> Result<usize> {
        let pass = json!({ "type": "pass" });
        for (seat, player) in self.players.iter().enumerate().filter(|(seat, _)| *seat != asked) {
            if self.look(seat).await?["armable"].as_object().is_none_or(serde_json::Map::is_empty) {
                continue;
            }
            player.ask("window.unloaded = false").await?;
            player.wait_for_step(self.look(seat).await?["step"].as_u64().unwrap_or_default() as usize).await?;
            for again in [true, false] {
                let pressed = player.ask(&format!("const action = {pass}; {PRESS}")).await?;
                ensure!(pressed == true, "seat {seat} cannot arm a pass\n{}", player.text().await?);
                player.wait_for("[data-disarm]").await?;
                ensure!(self.look(seat).await?["armed"][seat.to_string()]["action"] == pass, "the hall keeps it");
                if again {
                    player
                        .ask("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))")
                        .await?;
                    while player.visible("[data-disarm]").await?.is_some() {
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                    ensure!(self.look(seat).await?["armed"] == json!({}), "the key has taken it back");
                }
            }
            ensure!(player.ask("return window.unloaded").await? == false, "the page was loaded anew");
            return Ok(seat);
        }
        anyhow::bail!("nobody can arm anything")
    }

    async fn active(&self) -> Result<usize> {
        let view = format!("{CALL} return call('GET', '/api/v1/tables/{}/view').view.active", self.id);
        Ok(self.players[0].ask(&view).await?.as_u64().context("somebody is in turn")? as usize)
    }

    /// Makes one decision, or all that can be made in a hurry.
    async fn go_on(&mut self, offered: &mut bool, data: &TempDir) -> Result<bool> {
        let table = self.look(0).await?;
        if table["phase"] == "over" {
            return Ok(false);
        }
        let entries = table["state"]["status"]["awaiting"].as_array().cloned().unwrap_or_default();
        let awaited: Vec<usize> =
            entries.iter().filter_map(|entry| entry["seat"].as_u64()).map(|seat| seat as usize).collect();
        let seat = *awaited.first().context("somebody is asked")?;
        match entries[0]["kind"].as_str().unwrap_or_default() {
            "fight" if !self.done.all() => self.fight(&awaited, offered, data).await?,
            "encounter" if !self.done.all() => {
                *offered = false;
                self.press(seat, &json!({ "type": "fight" })).await?;
            }
            "prep" if !self.done.all() => self.press(seat, &json!({ "type": "end_prep" })).await?,
            "offer_reply" if self.done.refused == 0 => {
                let onlooker = self.arm(seat).await?;
                let step = self.look(0).await?["step"].as_u64().unwrap_or_default() as usize;
                self.press(seat, &json!({ "type": "refuse" })).await?;
                // The premove comes right after the answer, without any action.
                self.players[onlooker].wait_for_step(step + 2).await?;
                self.done.refused += 1;
            }
            "offer_reply" => {
                self.press(seat, &json!({ "type": "accept" })).await?;
                self.done.accepted += 1;
            }
            "death_keep" => {
                let kept = self.legal(seat, "keep").await?.context("a card is kept")?;
                self.press(seat, &kept).await?;
                self.done.deaths += 1;
            }
            _ => self.hurry(seat).await?,
        }
        Ok(true)
    }
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn six_play_with_bargains_knives_a_death_and_a_power_cut() -> Result<()> {
    let data = TempDir::new()?;
    let driver = Driver::start()?;
    let mut six = Six::sit_down(Hall::open(data.path())?, &driver).await?;
    let (mut offered, mut decisions) = (false, 0);
    while six.go_on(&mut offered, &data).await? {
        decisions += 1;
        ensure!(decisions < 2_000, "the match does not end: {:?}", six.done);
    }
    ensure!(six.done.all(), "not all of it happened: {:?}", six.done);
    let over = six.look(0).await?;
    let steps = over["step"].as_u64().context("steps are counted")? as usize;
    println!("{steps} steps, {:?}", six.done);
    for player in &six.players {
        player.wait_for(".ending").await?;
        ensure!(player.step().await? == steps, "all see the same end");
    }
    let (host, table) = (&six.players[0], six.table()?);
    host.go(&format!("{}?at=2", table.replace("/tables/", "/replays/"))).await?;
    ensure!(host.text().await?.contains("Round 1 of 10"), "the replay shows the table");
    let record = host.ask(&format!("{CALL} return call('GET', '/tables/{}/record')", six.id)).await?;
    let file = data.path().join("match.jsonl");
    std::fs::write(&file, record.as_str().context("a record is text")?)?;
    let verified = undercroft(&["verify".as_ref(), file.as_os_str()])?;
    ensure!(verified.contains(&steps.to_string()), "{verified}");
    for player in six.players {
        player.close().await?;
    }
    Ok(())
}
