//! Ranked matches, which count for ratings. All players are known, the same rivals meet only a few
//! times a day, and nobody gets hints.

use kernel::{Meta, Mode, RealLuck};
use model::Day;
use store::{TableHeader, now};
use text::{counted, t};

use crate::{
    fault::{Code, Fault},
    tables::runtime::TableRegistry,
};

/// How many ranked matches the same two players may begin within a day.
const TOGETHER_A_DAY: u32 = 5;

/// Checks that a game has ranked matches: its players are rivals, and the server rolls the dice.
pub(crate) fn check_offered(meta: &Meta, real: RealLuck) -> Result<(), Fault> {
    match (meta.mode, real) {
        (Mode::Competitive, RealLuck::None) => Ok(()),
        (Mode::Competitive, _) => {
            Err(Fault::new(Code::BadOptions, t!("a ranked match has sealed dice; choose these, or play unranked")))
        }
        _ => Err(Fault::new(
            Code::BadOptions,
            t!("{} is not played against each other, so it has no ranked matches", meta.title),
        )),
    }
}

/// Checks that a person may sit at a table: a ranked one requires an account, or a guest who has
/// been known for some time.
pub(crate) async fn check_known(registry: &TableRegistry, header: &TableHeader, person: &str) -> Result<(), Fault> {
    if !header.ranked {
        return Ok(());
    }
    let Some(since) = registry.store.guest_since(person).await? else { return Ok(()) };
    if since + registry.settings.ranked_after.as_millis() as i64 <= now() {
        return Ok(());
    }
    let days = registry.settings.ranked_after.as_millis() as i64 / Day::LENGTH;
    Err(Fault::new(
        Code::NotYourSeat,
        t!(
            "ranked matches are for people with an account, and for guests who have been here for {}; make an account, or play unranked",
            counted!(days, "day")
        ),
    ))
}

/// Checks that the people of a table may begin a ranked match. There are at least two, all are
/// known, and no two of them have met too often within a day.
pub(crate) async fn check_rivals(registry: &TableRegistry, header: &TableHeader) -> Result<(), Fault> {
    if !header.ranked {
        return Ok(());
    }
    let people = header.people();
    if people.len() < 2 {
        return Err(Fault::new(
            Code::WrongPhase,
            t!("a ranked match needs two people at least; wait for somebody, or open an unranked table"),
        ));
    }
    for (n, person) in people.iter().enumerate() {
        check_known(registry, header, person).await?;
        for other in &people[..n] {
            if registry.store.ranked_together(person, other, now() - Day::LENGTH).await? >= TOGETHER_A_DAY {
                return Err(Fault::new(
                    Code::WrongPhase,
                    t!(
                        "the same two begin at most {TOGETHER_A_DAY} ranked matches within a day; open an unranked table to play on"
                    ),
                ));
            }
        }
    }
    Ok(())
}
