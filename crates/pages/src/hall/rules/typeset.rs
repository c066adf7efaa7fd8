//! Typesets Markdown.

use maud::{Markup, PreEscaped};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd, html::push_html};

/// Returns a rulebook as HTML. The text is our own, yet raw HTML in it is shown as text
/// nevertheless. `table` names tables to screen readers. Scripts of worked examples are folded, and
/// rulings have anchors for links: `#R12`.
pub(super) fn rules(markdown: &str, table: &str) -> Markup {
    let mut events = Vec::new();
    let mut headings = headings(markdown).into_iter();
    let mut parser = Parser::new_ext(markdown, Options::ENABLE_TABLES).peekable();
    let mut in_script = false;
    let mut in_head = false;
    while let Some(event) = parser.next() {
        let event = match event {
            Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) if &*kind == "example" => {
                in_script = true;
                Event::Html("<details><summary>The script</summary><pre tabindex=\"0\"><code>".into())
            }
            Event::End(TagEnd::CodeBlock) if in_script => {
                in_script = false;
                Event::Html("</code></pre></details>".into())
            }
            // A table may be wider than a phone, so it scrolls separately, also with the keyboard.
            Event::Start(Tag::Table(columns)) => {
                let scroll = format!("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{table}\">");
                events.push(Event::Html(scroll.into()));
                Event::Start(Tag::Table(columns))
            }
            Event::End(TagEnd::Table) => {
                events.push(Event::End(TagEnd::Table));
                Event::Html("</div>".into())
            }
            Event::Start(Tag::TableHead) => {
                in_head = true;
                Event::Start(Tag::TableHead)
            }
            Event::End(TagEnd::TableHead) => {
                in_head = false;
                Event::End(TagEnd::TableHead)
            }
            // A column without a heading gets no heading cell, rather than an empty one.
            Event::Start(Tag::TableCell) if in_head && parser.peek() == Some(&Event::End(TagEnd::TableCell)) => {
                parser.next();
                Event::Html("<td></td>".into())
            }
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let id = headings.next().map(Into::into);
                Event::Start(Tag::Heading { level, id, classes, attrs })
            }
            Event::Start(Tag::Strong) => match parser.peek() {
                Some(Event::Text(text)) if ruling(text).is_some() => {
                    let id = ruling(text).unwrap_or_default();
                    Event::Html(format!("<strong id=\"{id}\">").into())
                }
                _ => Event::Start(Tag::Strong),
            },
            other => other,
        };
        events.push(event);
    }
    let mut out = String::new();
    push_html(&mut out, events.into_iter());
    PreEscaped(out)
}

/// Returns the ids of the headings, in order. They match those of code hosts, because the links of
/// a rulebook work there as well. An id has letters and digits in lower case, a hyphen for each
/// space, and a number if it is repeated.
fn headings(markdown: &str) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    let mut words: Option<String> = None;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match (event, &mut words) {
            (Event::Start(Tag::Heading { .. }), _) => words = Some(String::new()),
            (Event::Text(text) | Event::Code(text), Some(words)) => words.push_str(&text),
            (Event::End(TagEnd::Heading(_)), Some(heading)) => {
                let hyphened = heading.to_lowercase().replace(' ', "-");
                let base: String =
                    hyphened.chars().filter(|one| one.is_alphanumeric() || "-_".contains(*one)).collect();
                let twin = |id: &String| ids.contains(id);
                let numbered = (1..).map(|number| format!("{base}-{number}"));
                let id = std::iter::once(base.clone()).chain(numbered).find(|id| !twin(id));
                ids.extend(id);
                words = None;
            }
            _ => {}
        }
    }
    ids
}

/// Returns `R12` of `R12 End of the ladder`.
fn ruling(text: &str) -> Option<&str> {
    let word = text.split([' ', '.', ':']).next()?;
    let number = word.strip_prefix('R')?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_typeset_and_cannot_smuggle() {
        let html = rules("# Rules\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<script>x</script>", "Table").into_string();
        assert!(html.contains("<h1 id=\"rules\">Rules</h1>") && html.contains("<table>") && !html.contains("<script>"));
    }

    #[test]
    fn a_column_without_a_heading_has_no_empty_one() {
        let html = rules("| a | |\n|---|---|\n| 1 | 2 |", "Table").into_string();
        assert!(html.contains("<th>a</th><td></td></tr></thead>"), "{html}");
        assert!(html.contains("<div class=\"scroll\" tabindex=\"0\""));
    }

    #[test]
    fn rulings_can_be_linked_to_and_scripts_are_folded() {
        let html = rules("- **R12 A rule.** So.\n\n```example\nname: <one>\n```\n\n**Rest**", "Table").into_string();
        assert!(html.contains(r#"<strong id="R12">R12 A rule.</strong>"#), "{html}");
        assert!(html.contains(
            "<details><summary>The script</summary><pre tabindex=\"0\"><code>name: &lt;one&gt;\n</code></pre></details>"
        ));
        assert!(html.contains("<strong>Rest</strong>"));
    }
}
