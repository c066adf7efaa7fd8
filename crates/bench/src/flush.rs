//! Measures how many steps a second the store makes durable, with one table and with many at once.
//!
//! `cargo run --release -p undercroft-bench --bin flush [SECONDS] [FOLDER]`. Each table waits
//! until its step is on the disk before it takes the next, as the server does.

use std::time::{Duration, Instant};

use hall::store::{Occupant, Person, StepRow, Store, TableHeader, TableStatus, Write, now};
use kernel::{Answer, Seat, record::Step};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let seconds: f64 = arguments.next().map_or(Ok(2.0), |text| text.parse())?;
    let folder = arguments.next().map_or_else(std::env::temp_dir, Into::into);
    let file = folder.join(format!("undercroft-flush-{}.db", std::process::id()));
    let store = Store::open(&format!("sqlite://{}", file.display())).await?;
    let host = Person::new("host", "Host");
    store.write(Write::AddPerson(host, Default::default(), None)).await?;
    for tables in [1, 64] {
        let begun = Instant::now();
        let until = begun + Duration::from_secs_f64(seconds.clamp(0.1, 60.0));
        let mut running = Vec::new();
        for table in 0..tables {
            let (store, id) = (store.clone(), format!("{tables}-{table}"));
            store.write(Write::CreateTable(Box::new(header(&id)))).await?;
            running.push(tokio::spawn(play(store, id, until)));
        }
        let mut waits = Vec::new();
        for table in running {
            waits.extend(table.await??);
        }
        let rate = waits.len() as f64 / begun.elapsed().as_secs_f64();
        waits.sort();
        let wait =
            |part: usize| waits.get(waits.len() * part / 100).copied().unwrap_or_default().as_secs_f64() * 1000.0;
        println!(
            "{tables:>3} tables: {rate:>7.0} steps/s; a step waits {:.2} ms (median), {:.2} ms (99 %)",
            wait(50),
            wait(99)
        );
    }
    store.close().await;
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
    Ok(())
}

async fn play(store: Store, table: String, until: Instant) -> Result<Vec<Duration>, hall::store::StoreError> {
    let mut waits = Vec::new();
    for n in 1.. {
        let begun = Instant::now();
        if begun > until {
            break;
        }
        let action = serde_json::json!({ "type": "reveal" });
        let step = Step { n, seat: Seat(0), action, chance: vec![Answer("17".into()), Answer("9".into())], bot: None };
        let row = StepRow { step, request: None, at: now() };
        store.write(Write::AppendStep { table: table.clone(), row, end: None, learned: None, touches: true }).await?;
        waits.push(begun.elapsed());
    }
    Ok(waits)
}

fn header(id: &str) -> TableHeader {
    let seats = vec![Occupant::Nobody];
    TableHeader {
        status: TableStatus::Playing,
        seed: Some([7; 32]),
        ..TableHeader::open(id.into(), "measured".into(), 1, "host".into(), seats, now())
    }
}
