//! The options of tables, shared in memory by all tables with the same options.

use std::{
    convert::Infallible,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use serde_json::{Map, Value};

use crate::weak_map::WeakMap;

/// The options of a table.
pub type Options = Arc<Map<String, Value>>;

/// The options in use, by their JSON.
static KNOWN: LazyLock<Mutex<WeakMap<String, Map<String, Value>>>> = LazyLock::new(Mutex::default);

/// Returns these options as a value shared by all tables with the same options.
pub fn shared(options: Map<String, Value>) -> Options {
    let text = Value::Object(options.clone()).to_string();
    match known(&text, || Ok::<_, Infallible>(options)) {
        Ok(options) => options,
    }
}

/// Parses options from JSON.
///
/// # Errors
/// If it is not an object.
pub fn read(text: &str) -> Result<Options, serde_json::Error> {
    known(text, || serde_json::from_str(text))
}

/// Returns the options with this JSON; makes them if no table has them.
fn known<E>(text: &str, make: impl FnOnce() -> Result<Map<String, Value>, E>) -> Result<Options, E> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(options) = known.get(text) {
        return Ok(options);
    }
    let options = Arc::new(make()?);
    known.insert(text.to_owned(), &options);
    Ok(options)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn equal_options_are_in_memory_once() {
        let Value::Object(options) = json!({ "level": 3, "test": "equal" }) else { panic!("an object") };
        let (one, other) = (shared(options.clone()), read(r#"{"level":3,"test":"equal"}"#).unwrap());
        assert!(Arc::ptr_eq(&one, &other));
        assert_eq!(*one, options);
        let third = read(r#"{"level":4,"test":"equal"}"#).unwrap();
        assert_eq!(third["level"], 4);
        assert!(read("[]").is_err());
    }
}
