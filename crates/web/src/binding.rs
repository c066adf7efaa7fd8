//! The functions that the scripts of the site call. Values go as JSON.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use table::fault::Fault;
use wasm_bindgen::prelude::*;

use crate::{Hall, Known, Thinker, proof};

/// Reads an argument.
fn read<T: DeserializeOwned>(text: &str) -> Result<T, JsError> {
    Ok(serde_json::from_str(text)?)
}

/// Reads the values of a list that this build understands.
fn readable<T: DeserializeOwned>(list: &str) -> Result<Vec<T>, JsError> {
    let values: Vec<Value> = read(list)?;
    Ok(values.into_iter().filter_map(|value| serde_json::from_value(value).ok()).collect())
}

/// Writes a result.
fn write(value: &impl Serialize) -> Result<String, JsError> {
    Ok(serde_json::to_string(value)?)
}

/// A fault as an error of the script.
fn broken(fault: Fault) -> JsError {
    JsError::new(&fault.message)
}

/// The hall of a page.
#[wasm_bindgen]
pub struct LocalHall(Hall);

#[wasm_bindgen]
impl LocalHall {
    /// Returns the hall of a site in this folder, for a person with these settings.
    #[wasm_bindgen(constructor)]
    pub fn new(base: &str, settings: &str) -> LocalHall {
        LocalHall(Hall::new(base, serde_json::from_str(settings).unwrap_or_default()))
    }

    /// See [`Hall::know`].
    pub fn know(&mut self, tables: &str, answers: &str, results: &str) -> Result<(), JsError> {
        self.0.know(Known { tables: readable(tables)?, answers: readable(answers)?, results: readable(results)? });
        Ok(())
    }

    /// See [`Hall::has`].
    pub fn has(&self, table: &str) -> bool {
        self.0.has(table)
    }

    /// See [`Hall::latest`].
    pub fn latest(&self) -> Option<String> {
        self.0.latest()
    }

    /// See [`Hall::load`].
    pub fn load(&mut self, header: &str, steps: &str, moment: &str) -> Result<(), JsError> {
        self.0.load(read(header)?, read(steps)?, &read(moment)?).map_err(broken)
    }

    /// See [`Hall::forget`].
    pub fn forget(&mut self, table: &str) {
        self.0.forget(table);
    }

    /// See [`Hall::answer`].
    pub fn answer(&mut self, request: &str, moment: &str) -> Result<String, JsError> {
        let (answer, saves) = self.0.answer(&read(request)?, &read(moment)?);
        write(&json!({ "answer": answer, "saves": saves }))
    }

    /// See [`Hall::held_elsewhere`].
    pub fn held_elsewhere(&mut self, moment: &str) -> Result<String, JsError> {
        write(&self.0.held_elsewhere(&read(moment)?))
    }

    /// See [`Hall::not_stored`].
    pub fn not_stored(&mut self, moment: &str) -> Result<String, JsError> {
        write(&self.0.not_stored(&read(moment)?))
    }

    /// See [`Hall::follow`].
    pub fn follow(&mut self, table: &str, query: &str, moment: &str) -> Result<(), JsError> {
        self.0.follow(table, read(query)?, &read(moment)?).map_err(broken)
    }

    /// See [`Hall::news`].
    pub fn news(&mut self, moment: &str) -> Result<Option<String>, JsError> {
        self.0.news(&read(moment)?).map_err(broken)?.map(|news| write(&news)).transpose()
    }

    /// See [`Hall::todo`].
    pub fn todo(&mut self, table: &str, moment: &str) -> Result<String, JsError> {
        write(&self.0.todo(table, &read(moment)?).map_err(broken)?)
    }

    /// See [`Hall::question`].
    pub fn question(&mut self, table: &str, seat: u8, from: usize, moment: &str) -> Result<String, JsError> {
        write(&self.0.question(table, kernel::Seat(seat), from, &read(moment)?).map_err(broken)?)
    }

    /// See [`Hall::acted`].
    pub fn acted(&mut self, table: &str, acted: &str, moment: &str) -> Result<String, JsError> {
        write(&self.0.acted(table, read(acted)?, &read(moment)?).map_err(broken)?)
    }

    /// See [`Hall::carry_out`].
    pub fn carry_out(&mut self, table: &str, seat: u8, moment: &str) -> Result<String, JsError> {
        write(&self.0.carry_out(table, kernel::Seat(seat), &read(moment)?).map_err(broken)?)
    }

    /// See [`Hall::analyse`].
    pub fn analyse(&mut self, table: &str, moment: &str) -> Result<(), JsError> {
        self.0.analyse(table, &read(moment)?).map_err(broken)
    }

    /// See [`Hall::record`].
    pub fn record(&self, header: &str, steps: &str) -> Result<String, JsError> {
        self.0.record(read(header)?, read(steps)?).map_err(broken)
    }
}

/// A worker in which bots think.
#[wasm_bindgen]
#[derive(Default)]
pub struct LocalThinker(Thinker);

#[wasm_bindgen]
impl LocalThinker {
    /// Returns a worker that has thought about nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> LocalThinker {
        LocalThinker::default()
    }

    /// See [`Thinker::play`].
    pub fn play(&mut self, fields: &str, point: usize, from: u32, to: u32) -> Result<String, JsError> {
        self.0.play(read(fields)?, point, from.into(), to.into()).map_err(broken)
    }

    /// See [`Thinker::think`].
    pub fn think(&mut self, table: &str, question: &str) -> Result<Option<String>, JsError> {
        Ok(self.0.think(table, read(question)?).map(|action| action.to_string()))
    }
}

/// See [`proof::record`].
#[wasm_bindgen]
pub fn proof_record(game: &str, seed: u8) -> Option<String> {
    proof::record(game, seed)
}

/// See [`proof::choices`].
#[wasm_bindgen]
pub fn proof_choices(game: &str, seed: u8, positions: usize, playouts: u32) -> Option<String> {
    proof::choices(game, seed, positions, playouts)
}

/// See [`proof::search`].
#[wasm_bindgen]
pub fn proof_search(game: &str, playouts: u32) -> Option<usize> {
    proof::search(game, playouts)
}

/// Brings a file that is not in the module; see [`text::bring`].
#[wasm_bindgen]
pub fn bring(name: &str, content: String) {
    text::bring(name, content);
}
