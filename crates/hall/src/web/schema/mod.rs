//! The answers of the calls. Handlers return these types, and the OpenAPI description is made from
//! them, so that code and description cannot differ. Parts that other crates write as JSON text
//! have a type that only describes them; a test reads such texts by these types.

mod achievements;
mod agreements;
mod boards;
mod chat;
mod company;
mod daily;
mod deadlines;
mod games;
mod groups;
mod matches;
mod notices;
mod operators;
mod packs;
mod people;
mod puzzles;
mod tables;
mod vacations;

use std::collections::BTreeMap;

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use kernel::{Pace, Seat, TableTalk};
use model::RacerState;
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, Type},
    },
};

pub(crate) use achievements::*;
pub(crate) use agreements::*;
pub(crate) use boards::*;
pub(crate) use chat::*;
pub(crate) use company::*;
pub(crate) use daily::*;
pub(crate) use deadlines::*;
pub(crate) use games::*;
pub(crate) use groups::*;
pub(crate) use matches::*;
pub(crate) use notices::*;
pub(crate) use operators::*;
pub(crate) use packs::*;
pub(crate) use people::*;
pub(crate) use puzzles::*;
pub(crate) use tables::*;
pub(crate) use vacations::*;

use super::errors::FaultAnswer;
use crate::{fault::Fault, store::TableStatus};

/// The result of a handler that answers with JSON.
pub(super) type Answer<T> = Result<Json<T>, FaultAnswer>;

/// The result of a handler that makes something, and answers 201 with JSON.
pub(super) type Created<T> = Result<(StatusCode, Json<T>), FaultAnswer>;

/// Returns the answer of a handler that has made something.
pub(super) fn created<T>(made: T) -> Created<T> {
    Ok((StatusCode::CREATED, Json(made)))
}

/// Describes a text that is the name of a value of a type.
macro_rules! names {
    ($description:ident, $of:ty, $about:literal) => {
        #[doc = $about]
        struct $description;

        impl PartialSchema for $description {
            fn schema() -> RefOr<Schema> {
                let text = ObjectBuilder::new().schema_type(Type::String).description(Some($about));
                text.enum_values(Some(<$of>::ALL.map(<$of>::name))).into()
            }
        }

        impl ToSchema for $description {}
    };
}

names!(Phase, TableStatus, "The phase of a table.");
names!(RacerWord, RacerState, "The state of a racer's match.");
names!(PaceSetting, Pace, "The time limits of players.");
names!(TalkSetting, TableTalk, "How much chat is allowed at a table.");

/// An error: why a call was not carried out.
#[derive(Serialize, ToSchema)]
pub(super) struct Failure {
    error: FailureText,
}

/// A code for programs and a sentence for people.
#[derive(Serialize, ToSchema)]
struct FailureText {
    code: &'static str,
    message: String,
}

/// A conflict: the table has moved on, or the action is not possible now. A stale request gets the
/// present state.
#[derive(Serialize, ToSchema)]
pub(super) struct Late {
    error: FailureText,
    step: Option<usize>,
    answers: Option<usize>,
    state: Option<StateAnswer>,
    #[schema(value_type = Option<Epochs>)]
    epochs: Option<BTreeMap<Seat, usize>>,
}

/// Returns the answer for a fault, without its status.
pub(super) fn failure(fault: &Fault) -> Response {
    let error = FailureText { code: fault.code.name(), message: fault.message.clone() };
    let Some(present) = fault.present.as_deref().cloned() else { return Json(Failure { error }).into_response() };
    let Progress { step, answers, state, epochs, .. } = present.into();
    Json(Late { error, step: Some(step), answers: Some(answers), state, epochs: Some(epochs) }).into_response()
}

#[cfg(test)]
mod tests {
    use kernel::{SeatSet, Source, State};
    use serde::de::DeserializeOwned;

    use super::*;

    fn read<T: DeserializeOwned>(text: &str) -> T {
        serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"))
    }

    #[test]
    fn json_of_other_crates_reads_as_described() {
        assert_eq!(read::<Vec<GameAnswer>>(&roster::list().to_string()).len(), roster::GAMES.len());
        for game in roster::GAMES {
            let seats = game.meta().usual_seats.into();
            let mut table = game.open(&serde_json::Value::Null, seats, Source::Seed(7.into(), vec![])).unwrap();
            while table.outcome().is_none() {
                let State { status, legal, .. } = table.state(SeatSet::first(table.seats()));
                read::<Status>(status.get());
                let (seat, list) = legal.into_iter().next().unwrap();
                let action = read::<Vec<LegalMove>>(list.get()).swap_remove(0).action;
                table.act(seat, &action).unwrap();
            }
            read::<Status>(table.state(SeatSet::default()).status.get());
        }
    }
}
