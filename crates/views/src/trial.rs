//! The trial of a value of a text option on a game's page: a preview of a match with it, and
//! another suggestion.

use kernel::{OptionKind, OptionSpec};
use pages::Trial;
use roster::GameEntry;
use serde_json::{Map, Value};

use crate::fields::Fields;

/// Returns the trial of a game's text option that has a preview. Without a value in the query it
/// has the default. `luck` draws the other suggestion.
pub fn of(title: &dyn GameEntry, fields: &Fields, luck: u64) -> Option<Trial> {
    let text = |spec: &'static OptionSpec| match spec.kind {
        OptionKind::Text { default, .. } => Some((spec, default)),
        _ => None,
    };
    let (spec, default) = title.meta().options.iter().find_map(text)?;
    let value = fields.get(&format!("opt.{}", spec.key)).unwrap_or(default);
    let preview = match title.preview(&options(spec.key, value)) {
        Ok(None) => return None,
        Ok(Some(preview)) => Ok(preview),
        Err(no) => Err(no.to_string()),
    };
    let another = title.suggestion(spec.key, luck);
    Some(Trial { spec, value: value.to_owned(), preview, another })
}

/// Returns the picture of the preview.
pub fn drawing(title: &dyn GameEntry, fields: &Fields) -> Option<String> {
    Some(of(title, fields, 0)?.preview.ok()?.drawing)
}

fn options(key: &str, value: &str) -> Value {
    Value::Object(Map::from_iter([(key.to_owned(), value.into())]))
}
