//! Strict JSON: it refuses duplicate keys and finds keys that no field reads.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Reads a JSON text.
///
/// # Errors
/// If it is not JSON, or an object in it has a key twice: readers would disagree on its meaning.
pub fn read(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(text).map(|Strict(value)| value)
}

/// Returns the path of the first key in `given` that is missing in `read`, the parsed value:
/// `card.extra`. A list in place of an object has no keys, so the path names its first element.
pub(crate) fn unread(given: &Value, read: &Value) -> Option<String> {
    let below = |step: String, given: &Value, read: &Value| {
        let path = unread(given, read)?;
        Some(if path.starts_with('[') { step + &path } else { format!("{step}.{path}") })
    };
    match (given, read) {
        (Value::Object(given), Value::Object(read)) => given.iter().find_map(|(key, value)| match read.get(key) {
            Some(read) => below(key.clone(), value, read),
            None => Some(key.clone()),
        }),
        (Value::Array(given), Value::Array(read)) => {
            let mut pairs = given.iter().zip(read).enumerate();
            pairs.find_map(|(at, (given, read))| below(format!("[{at}]"), given, read))
        }
        (Value::Array(_), Value::Object(_)) => Some("[0]".to_owned()),
        _ => None,
    }
}

/// A value in which no object has a key twice.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Strict, D::Error> {
        from.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            let Strict(value) = object.next_value()?;
            if map.contains_key(&key) {
                return Err(A::Error::custom(format_args!("the key {key:?} is given twice")));
            }
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_given_twice_are_refused_at_any_depth() {
        for text in [r#"{"a":1,"a":1}"#, r#"[{"b":{"a":1,"c":2,"a":3}}]"#, r#"{"a":1,"\u0061":2}"#] {
            assert!(read(text).unwrap_err().to_string().contains("\"a\" is given twice"), "{text}");
        }
        let all = r#"{"a":[null,true,-1,18446744073709551615,1.5,"x"],"b":{}}"#;
        assert_eq!(read(all).unwrap(), serde_json::from_str::<Value>(all).unwrap());
    }

    #[test]
    fn the_first_key_that_nobody_reads_is_named_with_its_path() {
        let read = json!({ "a": { "b": [{ "c": 1 }] } });
        assert_eq!(unread(&read, &read), None);
        assert_eq!(unread(&json!({ "x": 1 }), &read).as_deref(), Some("x"));
        assert_eq!(unread(&json!({ "a": { "b": [{ "c": 1, "d": 2 }] } }), &read).as_deref(), Some("a.b[0].d"));
        assert_eq!(unread(&json!({ "a": { "b": [[1]] } }), &read).as_deref(), Some("a.b[0][0]"));
    }
}
