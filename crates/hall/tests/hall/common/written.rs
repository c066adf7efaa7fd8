//! JSON as tests write it down.

use std::fmt::Write;

use serde_json::{Value, json};

/// The width up to which a value stays on one line.
const WIDTH: usize = 110;

/// Returns a value with the kind of each number, text and flag in its place.
pub fn kinds(value: &Value) -> Value {
    match value {
        Value::Null => Value::Null,
        Value::Bool(_) => json!("<flag>"),
        Value::Number(number) => json!(if number.is_f64() { "<fraction>" } else { "<number>" }),
        Value::String(_) => json!("<text>"),
        Value::Array(all) => all.first().map(kinds).into_iter().collect(),
        Value::Object(all) => all.iter().map(|(key, one)| (key.clone(), kinds(one))).collect(),
    }
}

/// Writes JSON on several lines where it is long.
pub fn spread(value: &Value, depth: usize, out: &mut String) {
    let (short, inner) = (value.to_string(), "  ".repeat(depth + 1));
    let parts: Vec<(String, &Value)> = match value {
        Value::Array(all) => all.iter().map(|one| (String::new(), one)).collect(),
        Value::Object(all) => all.iter().map(|(key, one)| (format!("{key:?}: "), one)).collect(),
        _ => Vec::new(),
    };
    if parts.is_empty() || short.len() + 2 * depth <= WIDTH {
        out.push_str(&short);
        return;
    }
    let ends = if value.is_array() { ["[", "]"] } else { ["{", "}"] };
    out.push_str(ends[0]);
    for (n, (key, one)) in parts.iter().enumerate() {
        let _ = write!(out, "{}\n{inner}{key}", if n > 0 { "," } else { "" });
        spread(one, depth + 1, out);
    }
    let _ = write!(out, "\n{}{}", "  ".repeat(depth), ends[1]);
}
