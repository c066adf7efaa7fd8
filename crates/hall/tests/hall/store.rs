//! The store alone, on either database: two stores on one database agree on the order of writes.

use std::path::Path;

use hall::store::{
    Looks, NewSession, Occupant, PeopleWrite, Person, SESSION_UNUSED, StepRow, Store, StoreError, TableHeader,
    TableList, TableStatus, Turns, Write, now,
};
use kernel::{
    Answer, Seat,
    record::{GivenBy, Step},
};
use serde_json::json;

use crate::common::database;

/// Opens two stores on one database.
async fn two(data: &Path) -> [Store; 2] {
    let url = database::address(data).unwrap_or_else(|| format!("sqlite://{}", data.join("hall.db").display()));
    let first = Store::open(&url).await.unwrap();
    add_person(&first, "ada", "Ada").await;
    first.write(Write::CreateTable(Box::new(table("t")))).await.unwrap();
    [first, Store::open(&url).await.unwrap()]
}

async fn add_person(store: &Store, id: &str, name: &str) {
    let person = Person::new(id, name);
    store.write(Write::AddPerson(person, looks(name), None)).await.unwrap();
}

fn looks(name: &str) -> Looks {
    [name.to_lowercase(), name.to_lowercase()]
}

fn table(id: &str) -> TableHeader {
    let seats = vec![Occupant::Nobody, Occupant::Bot("normal".into())];
    let open = TableHeader::open(id.into(), "rogue-ascension".into(), 1, "ada".into(), seats, 1);
    TableHeader { seed: Some([7; 32]), ..open }
}

/// Returns a table with these people in its seats.
fn table_of(id: &str, people: &[&str]) -> TableHeader {
    let sits = |id: &&str| Occupant::Person {
        id: (*id).to_owned(),
        share: String::new(),
        by: GivenBy::Hall,
        stand_in: None,
        called: None,
    };
    TableHeader { seats: people.iter().map(sits).collect(), ..table(id) }
}

fn append(table: &str, n: usize, roll: &str) -> Write {
    let step =
        Step { n, seat: Seat(0), action: json!({ "type": "reveal" }), chance: vec![Answer(roll.into())], bot: None };
    Write::AppendStep {
        table: table.into(),
        row: StepRow { step, request: None, at: now() },
        end: None,
        learned: None,
        touches: true,
    }
}

/// Asks for all of these changes at once. In a test of one thread all wait in the queue before the
/// first is written, so they share a transaction.
async fn write_together(store: &Store, writes: impl IntoIterator<Item = Write>) -> Vec<Result<(), StoreError>> {
    let ask = |write| {
        let store = store.clone();
        tokio::spawn(async move { store.write(write).await })
    };
    let mut outcomes = Vec::new();
    for asked in writes.into_iter().map(ask).collect::<Vec<_>>() {
        outcomes.push(asked.await.unwrap());
    }
    outcomes
}

async fn journal(store: &Store, table: &str) -> Vec<(usize, String)> {
    let (_, steps) = store.load(table).await.unwrap().unwrap();
    steps.into_iter().map(|row| (row.step.n, row.step.chance[0].0.clone())).collect()
}

#[tokio::test]
async fn a_table_is_read_as_it_was_written() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second] = two(dir.path()).await;
    let (header, steps) = second.load("t").await.unwrap().unwrap();
    assert_eq!(header, table("t"));
    assert_eq!(steps, []);
    let Write::AppendStep { row, .. } = append("t", 1, "6") else { unreachable!() };
    first
        .write(Write::AppendStep { table: "t".into(), row: row.clone(), end: None, learned: None, touches: true })
        .await
        .unwrap();
    assert_eq!(second.load("t").await.unwrap().unwrap().1, [row]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_that_take_the_same_step_one_does() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second] = two(dir.path()).await;
    let mut taken = Vec::new();
    for n in 1..=40 {
        let (one, other) = tokio::join!(first.write(append("t", n, "1")), second.write(append("t", n, "2")));
        match (one, other) {
            (Ok(()), Err(StoreError::Conflict)) => taken.push((n, "1".to_owned())),
            (Err(StoreError::Conflict), Ok(())) => taken.push((n, "2".to_owned())),
            both => panic!("step {n}: {both:?}"),
        }
    }
    assert_eq!(journal(&first, "t").await, taken);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_is_not_taken_back_under_another() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second] = two(dir.path()).await;
    let mut length = 1;
    first.write(append("t", 1, "1")).await.unwrap();
    for round in 0..60 {
        let back = Write::RemoveSteps { table: "t".into(), from: length, last: length };
        let (on, back) = tokio::join!(first.write(append("t", length + 1, "2")), second.write(back));
        match (on, back) {
            (Ok(()), Err(StoreError::Conflict)) => length += 1,
            (Err(StoreError::Conflict), Ok(())) => length -= 1,
            both => panic!("round {round}: {both:?}"),
        }
        if length == 0 {
            first.write(append("t", 1, "1")).await.unwrap();
            length = 1;
        }
        let steps: Vec<usize> = journal(&first, "t").await.into_iter().map(|(n, _)| n).collect();
        assert_eq!(steps, (1..=length).collect::<Vec<_>>(), "no gap");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_tables_changed_from_two_sides_stand_in_nobodys_way() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second] = two(dir.path()).await;
    let ids: Vec<String> = (0..30).map(|n| format!("t{n}")).collect();
    for id in &ids {
        first.write(Write::CreateTable(Box::new(table_of(id, &["ada"])))).await.unwrap();
    }
    // One side goes through the tables from the front, the other from the back: locks taken in that
    // order would deadlock.
    let side = |store: Store, ids: Vec<String>| {
        tokio::spawn(async move {
            for n in 1..=4 {
                let writes = ids.iter().map(|id| Write::WithTurns(Box::new(append(id, n, "1")), turns(id)));
                for outcome in write_together(&store, writes).await {
                    assert!(matches!(outcome, Ok(()) | Err(StoreError::Conflict)), "{outcome:?}");
                }
            }
        })
    };
    let back: Vec<String> = ids.iter().rev().cloned().collect();
    let (one, other) = (side(first.clone(), ids.clone()), side(second, back));
    one.await.unwrap();
    other.await.unwrap();
    for id in ids {
        assert_eq!(journal(&first, &id).await.len(), 4);
        assert_eq!(first.turns(&id).await.unwrap(), ["ada"]);
    }
}

fn turns(table: &str) -> Turns {
    Turns { table: table.into(), gone: Vec::new(), come: vec!["ada".to_owned()], at: now() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_accounts_whose_names_look_alike_there_is_one() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second] = two(dir.path()).await;
    for n in 0..20 {
        let name = format!("Name{n}");
        let claim = async |store: &Store, id: String| {
            add_person(store, &id, &format!("guest {id}")).await;
            let (password, recovery) = (Some("hash".into()), None);
            let (name, looks) = (name.clone(), looks(&name));
            let claim = PeopleWrite::Claim { person: id, name, looks, password, recovery, session: None };
            store.write(claim.into()).await
        };
        let (one, other) = tokio::join!(claim(&first, format!("a{n}")), claim(&second, format!("b{n}")));
        let taken = [&one, &other].into_iter().filter(|outcome| outcome.is_ok()).count();
        assert_eq!(taken, 1, "{name}: {one:?} {other:?}");
        assert!(first.account_named(&looks(&name)).await.unwrap().is_some());
    }
}

#[tokio::test]
async fn a_change_that_fails_harms_none_that_is_made_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let [store, _] = two(dir.path()).await;
    let mut writes: Vec<Write> = (0..20).map(|n| Write::CreateTable(Box::new(table(&format!("good{n}"))))).collect();
    writes.insert(7, Write::CreateTable(Box::new(TableHeader { host: "nobody".into(), ..table("bad") })));
    let mut outcomes = write_together(&store, writes).await;
    assert!(matches!(outcomes.remove(7), Err(StoreError::Failed(_))));
    assert_eq!(outcomes, vec![Ok(()); 20]);
    assert!(store.load("bad").await.unwrap().is_none());
    assert!(store.load("good19").await.unwrap().is_some());
}

#[tokio::test]
async fn a_step_that_comes_too_late_harms_none_that_is_taken_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let [store, _] = two(dir.path()).await;
    let ids: Vec<String> = (0..10).map(|n| format!("t{n}")).collect();
    for id in &ids {
        store.write(Write::CreateTable(Box::new(table_of(id, &["ada"])))).await.unwrap();
    }
    store.write(append("t3", 1, "6")).await.unwrap();
    // The first step is there already at one table, and missing before the second at another.
    let step = |id: &String| if id == "t7" { 2 } else { 1 };
    let writes = ids.iter().map(|id| Write::WithTurns(Box::new(append(id, step(id), "1")), turns(id)));
    for (id, outcome) in ids.iter().zip(write_together(&store, writes).await) {
        let late = id == "t3" || id == "t7";
        assert_eq!(outcome, if late { Err(StoreError::Conflict) } else { Ok(()) }, "{id}");
        let taken = match id.as_str() {
            "t3" => vec![(1, "6".to_owned())],
            "t7" => Vec::new(),
            _ => vec![(1, "1".to_owned())],
        };
        assert_eq!(journal(&store, id).await, taken, "{id}");
        assert_eq!(store.turns(id).await.unwrap().is_empty(), late, "{id}");
    }
}

#[tokio::test]
async fn turns_are_written_for_those_who_are_waited_for_alone() {
    let dir = tempfile::tempdir().unwrap();
    let [store, _] = two(dir.path()).await;
    add_person(&store, "ben", "Ben").await;
    add_person(&store, "cem", "Cem").await;
    store.write(Write::CreateTable(Box::new(table_of("u", &["ada", "ben", "cem"])))).await.unwrap();
    let set = async |people: &[&str], at| {
        let people: Vec<_> = people.iter().map(|id| (*id).to_owned()).collect();
        let before = store.turns("u").await.unwrap();
        store.write(Write::SetTurns(Turns::between("u", &before, &people, at))).await.unwrap();
        store.turns("u").await.unwrap()
    };
    assert_eq!(set(&["ada", "ben"], 1).await, ["ada", "ben"]);
    assert_eq!(set(&["ben", "cem"], 2).await, ["ben", "cem"]);
    assert_eq!(set(&[], 3).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_on_one_list_while_turns_come_and_go() {
    let dir = tempfile::tempdir().unwrap();
    let [store, other] = two(dir.path()).await;
    let playing = TableHeader { status: TableStatus::Playing, touched: now(), ..table_of("u", &["ada"]) };
    store.write(Write::CreateTable(Box::new(playing))).await.unwrap();
    let turning = tokio::spawn(async move {
        for n in 0..300 {
            let (none, ada) = ([].as_slice(), ["ada".to_owned()]);
            let (before, after) = if n % 2 == 0 { (none, &ada[..]) } else { (&ada[..], none) };
            other.write(Write::SetTurns(Turns::between("u", before, after, n))).await.unwrap();
        }
    });
    let (mut waited, mut looks) = (0, 0);
    while !turning.is_finished() {
        let listed = store.tables_of("ada", &TableList::ALL, 0, (0, 9)).await.unwrap();
        assert_eq!(listed.iter().filter(|header| header.id == "u").count(), 1, "after {looks} looks");
        let [waiting, under_way, ..] = store.count_tables_of("ada", TableList::ALL, 0).await.unwrap();
        // The other one is the open table.
        assert_eq!(waiting + under_way, 2, "after {looks} looks");
        (waited, looks) = (waited + waiting, looks + 1);
    }
    turning.await.unwrap();
    assert!(0 < waited && waited < looks, "{waited} of {looks}");
}

#[tokio::test]
async fn lists_are_told_of_a_step_that_says_so_alone() {
    let dir = tempfile::tempdir().unwrap();
    let [store, _] = two(dir.path()).await;
    let touched = async || store.load("t").await.unwrap().unwrap().0.touched;
    let Write::AppendStep { row, .. } = append("t", 1, "6") else { unreachable!() };
    store.write(Write::AppendStep { table: "t".into(), row, end: None, learned: None, touches: false }).await.unwrap();
    assert_eq!(touched().await, table("t").touched);
    store.write(append("t", 2, "6")).await.unwrap();
    assert!(touched().await > table("t").touched);
}

#[tokio::test]
async fn a_session_is_found_by_the_hash_of_its_token() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second] = two(dir.path()).await;
    let person = Person::new("ben", "Ben");
    let session = NewSession { token: [9; 32], device: "a program".into() };
    first.write(Write::AddPerson(person.clone(), looks("Ben"), Some(session))).await.unwrap();
    assert_eq!(second.session(&[9; 32]).await.unwrap().map(|(person, _)| person), Some(person));
    first.write(PeopleWrite::EndSession([9; 32]).into()).await.unwrap();
    assert_eq!(first.session(&[9; 32]).await.unwrap(), None);
    // A process learns from the notification channel which data it must read again.
    second.forget_sessions(None);
    assert_eq!(second.session(&[9; 32]).await.unwrap(), None);
}

#[tokio::test]
async fn no_text_is_too_odd_to_be_looked_for_or_kept() {
    let dir = tempfile::tempdir().unwrap();
    let [store, _] = two(dir.path()).await;
    assert_eq!(store.person("a\0da").await.unwrap(), None);
    assert!(store.load("\0").await.unwrap().is_none());
    add_person(&store, "odd", "O'D\0d\u{1f600} $1 ?").await;
    let name = store.person("odd").await.unwrap().unwrap().name;
    assert!(name.starts_with("O'D") && name.ends_with("d\u{1f600} $1 ?"), "{name:?}");
}

#[tokio::test]
async fn sessions_end_after_a_year_without_use() {
    let dir = tempfile::tempdir().unwrap();
    let [store, other] = two(dir.path()).await;
    let session = |n| NewSession { token: [n; 32], device: "Firefox on Linux".into() };
    store.write(Write::AddPerson(Person::new("eve", "Eve"), looks("Eve"), Some(session(1)))).await.unwrap();
    let claim = PeopleWrite::Claim {
        person: "eve".into(),
        name: "Eve".into(),
        looks: looks("Eve"),
        password: Some("hash".into()),
        recovery: None,
        session: None,
    };
    store.write(claim.into()).await.unwrap();
    store.write(PeopleWrite::BeginSession { person: "eve".into(), session: session(2) }.into()).await.unwrap();
    let used = |token: u8, ago: i64| PeopleWrite::UseSession { token: [token; 32], at: now() - ago };
    store.write(used(1, SESSION_UNUSED + 60_000).into()).await.unwrap();
    store.write(used(2, SESSION_UNUSED - 60_000).into()).await.unwrap();
    for store in [&store, &other] {
        assert!(store.session(&[1; 32]).await.unwrap().is_none());
        assert!(store.session(&[2; 32]).await.unwrap().is_some());
    }
    assert_eq!(store.sessions("eve").await.unwrap().len(), 2, "both are in the database");
    store.write(PeopleWrite::EndUnused.into()).await.unwrap();
    let left: Vec<_> = store.sessions("eve").await.unwrap().into_iter().map(|session| session.token).collect();
    assert_eq!(left, [[2; 32]]);
}
