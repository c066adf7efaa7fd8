//! A page as a list of tags, for tests that need the whole document.

use std::collections::BTreeMap;

/// Attributes whose value is the id of another element, or several ids.
const REFERENCES: [&str; 13] = [
    "popovertarget",
    "for",
    "form",
    "list",
    "headers",
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-details",
    "aria-owns",
    "aria-flowto",
    "aria-activedescendant",
    "aria-errormessage",
];

/// An opening tag.
#[derive(Debug)]
pub struct Tag<'a> {
    pub name: &'a str,
    /// Name and value, in the order in which they are written. The value is escaped.
    pub attributes: Vec<(&'a str, &'a str)>,
}

impl<'a> Tag<'a> {
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|(one, _)| *one == name).map(|(_, value)| *value)
    }
}

/// Returns the opening tags of a page. It reads the HTML of this server: every `<` begins a tag,
/// every value has double quotes.
pub fn tags(html: &str) -> Vec<Tag<'_>> {
    let opening = html.split('<').skip(1).filter(|rest| rest.starts_with(|first: char| first.is_ascii_alphabetic()));
    opening.map(tag).collect()
}

fn tag(text: &str) -> Tag<'_> {
    let end = text.find([' ', '>', '/']).unwrap_or(text.len());
    let (element, mut rest) = text.split_at(end);
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches([' ', '\n', '/']);
        let end = rest.find(['=', ' ', '>', '/']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        if name.is_empty() {
            return Tag { name: element, attributes };
        }
        let (value, after) = match after.strip_prefix("=\"") {
            Some(value) => value.split_once('"').expect("a value ends"),
            None => ("", after),
        };
        attributes.push((name, value));
        rest = after;
    }
}

/// Returns all faults of the ids of a page: those that two elements have, and references to
/// nothing.
pub fn id_faults(html: &str) -> Vec<String> {
    let tags = tags(html);
    let mut owners: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for tag in &tags {
        if let Some(id) = tag.get("id") {
            owners.entry(id).or_default().push(tag.name);
        }
    }
    let twice = owners.iter().filter(|(id, all)| all.len() > 1 || id.is_empty() || id.contains(' '));
    let twice = twice.map(|(id, all)| format!("id {id:?} of {all:?}"));
    let references = tags.iter().flat_map(|tag| {
        let named = tag.attributes.iter().filter(|(name, _)| REFERENCES.contains(name));
        let named = named.flat_map(|(name, value)| value.split(' ').map(move |id| (*name, id)));
        let here = tag.get("href").and_then(|href| href.strip_prefix('#')).map(|id| ("href", id));
        named.chain(here).map(|(name, id)| (tag.name, name, id))
    });
    let lost = references.filter(|(_, _, id)| !owners.contains_key(id));
    let lost = lost.map(|(tag, name, id)| format!("<{tag} {name}={id:?}> names nothing"));
    twice.chain(lost).collect()
}

/// Returns the visible text of a page: all text outside of tags.
pub fn text_of(html: &str) -> String {
    let parts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    parts.collect::<Vec<_>>().join(" ")
}
