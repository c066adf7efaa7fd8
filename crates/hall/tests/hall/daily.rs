//! The daily challenge: one ranked try per person, the same dice for all, opened when the day is
//! over.

use std::{path::Path, time::Duration};

use hall::{
    Calendar, Config, Day, Hall,
    maintenance::{Files, rebuild},
};
use serde_json::{Value, json};

use crate::common::{self, Caller, GAME};

const HOUR: Duration = Duration::from_secs(3600);

/// Opens a hall whose calendar shows a time shortly after midnight.
async fn at_dawn(data: &Path, reference_matches: u32) -> (Hall, Calendar) {
    let calendar = Calendar::default();
    let until = calendar.today().ends() - calendar.now();
    calendar.advance(Duration::from_millis(until.unsigned_abs()) + Duration::from_secs(600));
    let config = Config { calendar: calendar.clone(), reference_matches, ..common::config(data) };
    (hall::open(config).await.unwrap(), calendar)
}

/// Begins a try of today's match, or finds it; returns its table.
async fn try_today(caller: &mut Caller, game: &str) -> String {
    let reply = caller.post(&format!("/api/v1/daily/{game}"), json!({})).await.ok();
    reply.json()["table"].as_str().unwrap().to_owned()
}

/// Returns the match of a day as a caller sees it.
async fn daily(caller: &mut Caller, game: &str, day: Day) -> Value {
    caller.get(&format!("/api/v1/daily/{game}/{day}")).await.ok().json()
}

/// Takes this many steps, always the first legal action.
async fn act(caller: &mut Caller, table: &str, steps: usize) {
    for _ in 0..steps {
        let seen = caller.look(table).await;
        caller.act_first(table, &seen, 0).await.ok();
    }
}

#[tokio::test]
async fn all_have_the_same_sealed_dice_and_one_try_after_many_presses() {
    let dir = tempfile::tempdir().unwrap();
    let (hall, calendar) = at_dawn(dir.path(), 0).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let today = calendar.today();
    let sealed = daily(&mut ada, GAME, today).await;
    // Two tabs at once.
    let (mut left, mut right) = (ada.clone(), ada.clone());
    let (one, other) = tokio::join!(try_today(&mut left, GAME), try_today(&mut right, GAME));
    assert_eq!(one, other);
    let again = ada.post(&format!("/api/v1/daily/{GAME}"), json!({})).await;
    assert_eq!((again.status.as_u16(), again.json()["table"].as_str()), (200, Some(one.as_str())));
    let theirs = try_today(&mut ben, GAME).await;
    assert_ne!(one, theirs);
    let (seen, other) = (ada.look(&one).await, ben.look(&theirs).await);
    assert_eq!((&seen["seal"], &other["seal"]), (&sealed["seal"], &sealed["seal"]));
    assert_eq!((&seen["daily"], &seen["practice"]), (&json!(today.to_string()), &json!(false)));
    // The same moves meet the same dice.
    act(&mut ada, &one, 6).await;
    act(&mut ben, &theirs, 6).await;
    assert_eq!(ada.look(&one).await["state"], ben.look(&theirs).await["state"]);
    let sealed = daily(&mut ada, GAME, today).await;
    assert_eq!((&sealed["tried"], &sealed["playing"], &sealed["seed"]), (&json!(2), &json!(2), &Value::Null));
}

#[tokio::test]
async fn every_game_has_a_match_of_today_and_its_pages_say_so() {
    let dir = tempfile::tempdir().unwrap();
    let (hall, calendar) = at_dawn(dir.path(), 0).await;
    let mut guest = Caller::new(&hall);
    let front = guest.get("/").await.ok().text();
    assert!(front.contains("Same dice for all, one try. Nobody has tried yet."), "{front}");
    let all = guest.get("/daily").await.ok().text();
    assert!(all.contains("The next one begins in") && all.contains("23 h 4"), "{all}");
    for title in roster::GAMES {
        let game = title.meta().id;
        assert!(all.contains(&format!("action=\"/daily/{game}\"")), "{game} can be begun");
        let reply = guest.form(&format!("/daily/{game}"), &[]).await;
        assert_eq!(reply.status, 303, "{}", reply.text());
        let table = reply.header("location").to_owned();
        let page = guest.get(&table).await.ok().text();
        assert!(page.contains(&format!("your one ranked try of {}", calendar.today())), "{game}");
        assert!(!page.contains("/hint\""), "{game}: no hint is offered");
        let page = guest.get(&format!("/daily/{game}")).await.ok().text();
        assert!(page.contains(&format!("href=\"{table}\"")) && page.contains("It is under way."), "{game}");
    }
}

#[tokio::test]
async fn results_and_practice_wait_for_ones_own_try() {
    let dir = tempfile::tempdir().unwrap();
    let (hall, calendar) = at_dawn(dir.path(), 0).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let today = calendar.today();
    let (hers, his) = (try_today(&mut ada, GAME).await, try_today(&mut ben, GAME).await);
    let practice = format!("/api/v1/daily/{GAME}/{today}/practice");
    assert_eq!(ada.post(&practice, json!({})).await.error(409), "wrong_phase");
    ada.play_out(&hers).await;
    let (seen, waits) = (daily(&mut ada, GAME, today).await, daily(&mut ben, GAME, today).await);
    assert_eq!((&seen["you"]["result"]["place"], &seen["tries"][0]["name"]), (&json!(1), &json!("Ada")));
    assert_eq!((&waits["tries"], &waits["you"]["result"], &waits["tried"]), (&Value::Null, &Value::Null, &json!(2)));
    for path in [format!("/tables/{hers}"), format!("/tables/{hers}/record"), format!("/replays/{hers}")] {
        let spoiled = ben.get(&path).await;
        assert_eq!(spoiled.status, 403, "{path}: {}", spoiled.text());
    }
    // A player who has finished does not learn the seed either.
    let record = ada.get(&format!("/tables/{hers}/record")).await.ok().text();
    assert!(record.lines().count() == 1 && !record.contains("\"seed\":"), "{record}");
    assert!(record.contains(&format!("\"daily\":\"{today}\"")), "{record}");
    assert_eq!(ada.get(&format!("/tables/{hers}/verify")).await.status, 409);
    let practised = ada.post(&practice, json!({})).await.ok().json()["table"].as_str().unwrap().to_owned();
    let table = ada.look(&practised).await;
    assert_eq!((&table["practice"], &table["daily"]), (&json!(true), &json!(today.to_string())));
    ada.play_out(&practised).await;
    assert_eq!(daily(&mut ada, GAME, today).await["tried"], 2, "practice is no try");
    assert_eq!(ben.get(&format!("/tables/{practised}")).await.status, 403);
    // His try is as long as hers.
    ben.play_out(&his).await;
    let both = daily(&mut ben, GAME, today).await;
    assert_eq!((&both["tries"][0]["place"], &both["tries"][1]["place"]), (&json!(1), &json!(1)), "{both}");
}

#[tokio::test]
async fn a_try_has_no_hints_no_stand_ins_and_no_list() {
    let dir = tempfile::tempdir().unwrap();
    let (hall, _) = at_dawn(dir.path(), 0).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let table = try_today(&mut ada, "accursed-tomb").await;
    let asked = ada.post(&format!("/api/v1/tables/{table}/hint"), json!({ "seat": 0, "step": 0 })).await;
    assert_eq!(asked.error(409), "wrong_phase");
    assert!(asked.text().contains("no hints are given in the ranked try of a day"), "{}", asked.text());
    let taken = ben.form(&format!("/tables/{table}/seats/1"), &[("do", "ask")]).await;
    assert_eq!((taken.status.as_u16(), &ada.look(&table).await["seats"][1]["bot"]), (403, &json!("reference")));
    let listed =
        ada.call(axum::http::Method::PATCH, &format!("/api/v1/tables/{table}"), Some(json!({ "public": true }))).await;
    assert_eq!(listed.error(409), "wrong_phase");
}

#[tokio::test]
async fn a_finished_day_opens_its_match_and_begins_another() {
    let dir = tempfile::tempdir().unwrap();
    let (hall, calendar) = at_dawn(dir.path(), 0).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let day = calendar.today();
    let table = try_today(&mut ada, GAME).await;
    ada.play_out(&table).await;
    calendar.advance(24 * HOUR);
    assert_ne!(calendar.today(), day);
    assert_ne!(try_today(&mut ada, GAME).await, table, "a new day, a new try");
    let mut stranger = Caller::new(&hall);
    let seen = daily(&mut stranger, GAME, day).await;
    let seed = seen["seed"].as_str().unwrap();
    assert_eq!(kernel::Seed::from_hex(seed).unwrap().seal(), seen["seal"].as_str().unwrap());
    assert_eq!(seen["tries"][0]["name"], "Ada");
    let record = stranger.get(&format!("/tables/{table}/record")).await.ok().text();
    assert!(record.contains(seed) && record.lines().count() > 2, "{record}");
    roster::load(&kernel::Record::parse(&record).unwrap()).unwrap();
    let page = stranger.get(&format!("/daily/{GAME}/{day}")).await.ok().text();
    assert!(page.contains(seed) && page.contains(&format!("/tables/{table}/verify")), "{page}");
    assert!(stranger.get(&format!("/tables/{table}/verify")).await.ok().text().contains("The seal fits"));
    let today = stranger.get(&format!("/daily/{GAME}")).await.ok().text();
    assert!(today.contains(&format!("/daily/{GAME}/{day}")), "the archive has the day");
    assert_eq!(stranger.get(&format!("/daily/{GAME}/2020-01-01")).await.status, 404);
    assert_eq!(stranger.get(&format!("/daily/{GAME}/someday")).await.status, 404);
}

#[tokio::test]
async fn a_try_goes_on_over_midnight_and_keeps_its_day_sealed() {
    let dir = tempfile::tempdir().unwrap();
    let (hall, calendar) = at_dawn(dir.path(), 0).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let day = calendar.today();
    let (hers, his) = (try_today(&mut ada, GAME).await, try_today(&mut ben, GAME).await);
    act(&mut ada, &hers, 3).await;
    ben.play_out(&his).await;
    calendar.advance(25 * HOUR);
    let mut stranger = Caller::new(&hall);
    assert_eq!(daily(&mut stranger, GAME, day).await["seed"], Value::Null, "Ada still plays");
    assert_eq!(daily(&mut ada, GAME, day).await["tries"], Value::Null);
    assert_eq!(stranger.get(&format!("/tables/{his}")).await.status, 403);
    ada.play_out(&hers).await;
    let seen = daily(&mut ada, GAME, day).await;
    assert!(seen["seed"].is_string() && seen["you"]["result"]["finished"] == true, "{seen}");
    assert_eq!((&seen["day"], &seen["tries"].as_array().unwrap().len()), (&json!(day.to_string()), &2));
    assert_eq!(seen["streak"], 1, "it counts for the day on which it was begun");
}

#[tokio::test]
async fn a_try_that_is_not_finished_in_time_counts_as_far_as_it_came() {
    let dir = tempfile::tempdir().unwrap();
    let (hall, calendar) = at_dawn(dir.path(), 0).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let day = calendar.today();
    let table = try_today(&mut ada, GAME).await;
    try_today(&mut Caller::program(&hall, "Ben").await, GAME).await;
    calendar.advance(48 * HOUR);
    // Later steps do not count.
    ada.play_out(&table).await;
    let seen = daily(&mut ada, GAME, day).await;
    let result = &seen["you"]["result"];
    assert_eq!((&result["finished"], &result["reached"]), (&json!(false), &json!("climbed to 1")), "{seen}");
    assert_eq!((&seen["playing"], seen["seed"].is_string()), (&json!(0), true), "Ben's counts no longer either");
    assert_eq!(seen["streak"], 0);
    let page = ada.get(&format!("/daily/{GAME}/{day}")).await.ok().text();
    assert!(page.contains("You climbed to 1 and did not finish: place 1 of 2."), "{page}");
}

#[tokio::test]
async fn days_in_a_row_are_counted() {
    let dir = tempfile::tempdir().unwrap();
    let (hall, calendar) = at_dawn(dir.path(), 0).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    for streak in 1..=3 {
        let table = try_today(&mut ada, GAME).await;
        ada.play_out(&table).await;
        assert_eq!(daily(&mut ada, GAME, calendar.today()).await["streak"], streak);
        calendar.advance(24 * HOUR);
    }
    assert_eq!(daily(&mut ada, GAME, calendar.today()).await["streak"], 3, "today is not over");
    calendar.advance(24 * HOUR);
    assert_eq!(daily(&mut ada, GAME, calendar.today()).await["streak"], 0);
}

#[tokio::test]
async fn a_try_is_measured_by_matches_of_bots_with_the_same_dice() {
    let dir = tempfile::tempdir().unwrap();
    let (hall, calendar) = at_dawn(dir.path(), 60).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let today = calendar.today();
    let table = try_today(&mut ada, GAME).await;
    assert!(!daily(&mut ada, GAME, today).await.to_string().contains("percent"), "not before the try has ended");
    ada.play_out(&table).await;
    for _ in 0..600 {
        let seen = daily(&mut ada, GAME, today).await;
        let better = &seen["you"]["result"]["better"];
        if better["matches"] == 60 {
            assert!(better["percent"].as_u64().unwrap() <= 100);
            let page = ada.get(&format!("/daily/{GAME}")).await.ok().text();
            assert!(page.contains("of 60 reference climbs of this very tower"), "{page}");
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("bots were not done");
}

#[tokio::test]
async fn a_leaver_leaves_no_name_and_the_bot_s_part_does_not_count() {
    let dir = tempfile::tempdir().unwrap();
    let (hall, calendar) = at_dawn(dir.path(), 0).await;
    let mut ada = Caller::new(&hall);
    ada.form("/me", &[("name", "Ada")]).await;
    let day = calendar.today();
    ada.form(&format!("/daily/{GAME}"), &[]).await;
    ada.form("/me/delete", &[("sure", "yes")]).await;
    calendar.advance(24 * HOUR);
    let mut stranger = Caller::new(&hall);
    for _ in 0..600 {
        let seen = daily(&mut stranger, GAME, day).await;
        let one = &seen["tries"][0];
        // The server reads the tries under way and the finished ones one after the other.
        if seen["playing"] == 0 && one.is_object() {
            assert_eq!((&one["name"], &one["finished"]), (&json!("Somebody who left"), &json!(false)));
            assert_eq!((&one["reached"], &seen["top"]), (&json!("climbed to 1"), &json!(0)));
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("no bot played on");
}

#[tokio::test]
async fn what_tries_came_to_is_the_same_when_the_hall_is_rebuilt() {
    let dir = tempfile::tempdir().unwrap();
    let (hall, calendar) = at_dawn(dir.path(), 0).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let day = calendar.today();
    let table = try_today(&mut ada, GAME).await;
    ada.play_out(&table).await;
    let before = daily(&mut ada, GAME, day).await;
    assert_eq!((&before["tries"][0]["finished"], &before["streak"]), (&json!(true), &json!(1)));
    hall.close().await;
    drop((hall, std::mem::replace(&mut ada.router, axum::Router::new())));
    let config = Config { calendar, ..common::config(dir.path()) };
    let files = Files { data: config.data.clone(), database: config.database.clone() };
    rebuild(&files, &mut |_, _| {}).await.unwrap();
    let hall = hall::open(config).await.unwrap();
    ada.router = hall.router();
    let streak = ada.get("/api/v1/daily").await.ok().json()["dailies"][0]["streak"].clone();
    assert_eq!((streak, daily(&mut ada, GAME, day).await), (json!(1), before));
}

/// Opens two processes of one hall shortly before midnight. The clock of the second is a minute
/// ahead of the first. Returns `None` where no PostgreSQL server is named.
async fn two_at_midnight(data: &Path) -> Option<([Hall; 2], [Calendar; 2])> {
    if std::env::var(common::database::SERVER).is_err() {
        eprintln!("left out: {} names no PostgreSQL server", common::database::SERVER);
        return None;
    }
    let (here, there) = (Calendar::default(), Calendar::default());
    let until = Duration::from_millis((here.today().ends() - here.now()).unsigned_abs());
    here.advance(until - Duration::from_secs(30));
    there.advance(until + Duration::from_secs(30));
    let open = |calendar: &Calendar| hall::open(Config { calendar: calendar.clone(), ..common::config(data) });
    Some(([open(&here).await.unwrap(), open(&there).await.unwrap()], [here, there]))
}

#[tokio::test]
async fn processes_with_different_clocks_agree_on_the_day_and_tries() {
    let dir = tempfile::tempdir().unwrap();
    let Some(([here, there], [clock, ahead])) = two_at_midnight(dir.path()).await else { return };
    let (day, next) = (clock.today(), ahead.today());
    assert_eq!(next.before(), day);
    let mut ada = Caller::program(&here, "Ada").await;
    let mut elsewhere = Caller { router: there.router(), ..ada.clone() };
    let (late, early) = (try_today(&mut ada, GAME).await, try_today(&mut elsewhere, GAME).await);
    let days = [ada.look(&late).await["daily"].clone(), elsewhere.look(&early).await["daily"].clone()];
    assert_eq!(days, [json!(day.to_string()), json!(next.to_string())], "a try is of the day that its process wrote");
    ada.play_out(&late).await;
    assert_eq!(
        daily(&mut elsewhere, GAME, day).await["seed"],
        Value::Null,
        "the other process may still let somebody begin"
    );
    clock.advance(Duration::from_secs(60));
    let (mut left, mut right) = (ada.clone(), elsewhere.clone());
    assert_eq!(try_today(&mut ada, GAME).await, early);
    // A match that neither has requested before, on both at once.
    let (one, other) = tokio::join!(try_today(&mut left, "crimsonbranch"), try_today(&mut right, "crimsonbranch"));
    assert_eq!(one, other);
}
