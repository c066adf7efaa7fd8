//! The trial of a value of a text option on a game's page: a preview of a match with it, and
//! another suggestion.

use kernel::OptionKind;
use pages::Trial;
use serde_json::{Map, Value};

use super::fields::Fields;
use crate::{fault::Fault, random};

/// Returns the trial of a game's text option that has a preview. Without a value in the query it
/// has the default.
pub(super) fn of(id: &str, fields: &Fields) -> Result<Option<Trial>, Fault> {
    let title = roster::find(id)?;
    let Some(spec) = title.meta().options.iter().find(|spec| matches!(spec.kind, OptionKind::Text { .. })) else {
        return Ok(None);
    };
    let OptionKind::Text { default, .. } = spec.kind else { return Ok(None) };
    let value = fields.get(&format!("opt.{}", spec.key)).unwrap_or(default);
    let preview = match title.preview(&options(spec.key, value)) {
        Ok(None) => return Ok(None),
        Ok(Some(preview)) => Ok(preview),
        Err(no) => Err(no.to_string()),
    };
    let another = title.suggestion(spec.key, u64::from_le_bytes(random::bytes()));
    Ok(Some(Trial { spec, value: value.to_owned(), preview, another }))
}

/// Returns the picture of the preview.
pub(super) fn drawing(id: &str, fields: &Fields) -> Result<Option<String>, Fault> {
    Ok(of(id, fields)?.and_then(|trial| trial.preview.ok()).map(|preview| preview.drawing))
}

fn options(key: &str, value: &str) -> Value {
    Value::Object(Map::from_iter([(key.to_owned(), value.into())]))
}
