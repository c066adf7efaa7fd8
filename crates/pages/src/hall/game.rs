//! A game's own page: the forms to open a table, and the rules for players.

use kernel::{Level, Meta, Mode, OptionKind, OptionSpec, Pace, Preview, RealLuck, TableTalk};
use maud::{Markup, PreEscaped, html};
use model::Rest;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd, html::push_html};
use serde_json::Value;
use text::{Language, t};

use crate::{
    common::{arch, form::choices, lesson, minute, option, shell, sign},
    data::{Notice, Visitor},
    hall::front,
    scene::clock,
    table::{chat, lobby},
};

/// A value of an option of words that the visitor tries on a game's page.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The option.
    pub spec: &'static OptionSpec,
    /// The value.
    pub value: String,
    /// The subject of a match with this value, or why there is none.
    pub preview: Result<Preview, String>,
    /// Another value.
    pub another: Option<String>,
}

/// Returns a game's page. `unlocked` is the highest level that the visitor may choose of an option
/// named `ascension`. Where a game can preview the match of a word, the page lets the visitor try
/// that instead of playing at once.
pub fn game(v: &Visitor, meta: &'static Meta, unlocked: u32, notice: Option<Notice>, trial: Option<&Trial>) -> Markup {
    let main = html! {
        div.column {
            (shell::notice(notice.as_ref()))
            @let cover = front::cover(v, meta);
            header.title.covered[cover.is_some()] {
                @match cover {
                    Some(cover) => div.cover aria-hidden="true" { (cover) },
                    None => (arch()),
                }
                div {
                    h1 { (meta.title) }
                    p.tagline { (meta.tagline) }
                    p.quiet { (front::seats(meta)) " · " (front::mode(meta.mode)) }
                }
            }
            @if let Some(trial) = trial { (tried(v, meta, trial)) } @else {
                form.inline method="post" action="/play" data-dice="new" {
                    button.primary name="game" value=(meta.id) { (t!("Play now")) }
                    @if !v.local { button name="game" value=(meta.id) formaction="/friends" { (t!("With friends")) } }
                    (lesson::all(meta))
                    span.quiet { (usual(meta.usual_seats)) }
                }
            }
            (form(v, meta, unlocked, trial))
            @if let Some(minute) = minute::of(meta) { (minute.draw(v.theme)) }
            @let translated = Language::spoken() == Language::english();
            @if let Some(summary) = translations::rules(meta.id) {
                article.rules aria-labelledby="summary" { h2 #summary { (t!("The rules on one page")) } (rules(summary, t!("Table"))) }
            }
            @if !translated { p.quiet { (t!("The rulebook is in English.")) } }
            article.rules aria-label=(t!("Rules")) lang=[(!translated).then_some("en")] { (rules(&for_players(meta), "Table")) }
        }
    };
    shell::page_of(v, shell::PageKind::Hall, meta.title, Some(meta), &main)
}

/// Returns the default occupants of the seats.
fn usual(seats: u8) -> &'static str {
    match seats {
        1 => t!("You alone."),
        2 => t!("You and a bot."),
        _ => t!("You and bots."),
    }
}

/// Returns the form for the tried word: a field, a link to another word, the preview, and the
/// button that begins.
fn tried(v: &Visitor, meta: &Meta, trial: &Trial) -> Markup {
    let (here, field) = (format!("/games/{}", meta.id), format!("opt.{}", trial.spec.key));
    let most = if let OptionKind::Text { max_length, .. } = trial.spec.kind { Some(max_length) } else { None };
    let query = |value: &str| format!("{}={}", encoded(&field), encoded(value));
    html! {
        form.trial method="post" action="/tables" data-dice="new" {
            input type="hidden" name="game" value=(meta.id);
            input type="hidden" name="seats" value=(meta.usual_seats);
            div.word {
                label for="trial" { (trial.spec.title) }
                input #trial name=(field) type="text" maxlength=[most] value=(trial.value) autocomplete="off" aria-describedby="about-trial";
                p.quiet #about-trial { (trial.spec.text) }
                div.inline {
                    button formmethod="get" formaction=(here) { (t!("Show it")) }
                    @if let Some(another) = &trial.another { a.button href={ (here) "?" (query(another)) } rel="nofollow" { (t!("Another")) } }
                    button.primary { (t!("Play now")) }
                    (lesson::all(meta))
                }
            }
            @match &trial.preview {
                Ok(preview) => {
                    @let drawing = format!("{here}/drawing.svg?{}", query(&trial.value));
                    // In the visitor's own browser no server answers with a picture.
                    @let image = if v.local { format!("data:image/svg+xml,{}", encoded(&preview.drawing)) } else { drawing.clone() };
                    a.drawing href=(drawing) { img src=(image) width="180" height="255" alt=(preview.words); }
                    div.promise {
                        p { (preview.words) }
                        @if let Some(warning) = &preview.warning { p.warning { (sign(&art::icons::WARNING)) span { (warning) } } }
                    }
                }
                Err(why) => p.warning { (sign(&art::icons::WARNING)) span { (why) } },
            }
        }
    }
}

/// Returns text as a part of an address.
fn encoded(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(one).collect()
}

fn form(v: &Visitor, meta: &Meta, unlocked: u32, trial: Option<&Trial>) -> Markup {
    let (low, high) = meta.seats;
    html! {
        details.setup {
            summary { (t!("Open a table of your own")) }
            form method="post" action="/tables" data-dice="new" {
                input type="hidden" name="game" value=(meta.id);
                fieldset.seat-choice {
                    legend { (t!("Seats")) }
                    @if low == high {
                        input type="hidden" name="seats" value=(low);
                    } @else {
                        div.segments role="group" aria-label=(t!("Number of seats")) {
                            @for count in low..=high {
                                label {
                                    input type="radio" name="seats" value=(count) checked[count == meta.usual_seats];
                                    span { (count) }
                                }
                            }
                        }
                    }
                    @for seat in 0..high { (info(v, meta, seat)) }
                }
                @if !meta.options.is_empty() {
                    fieldset {
                        legend { (t!("Options")) }
                        @for spec in meta.options {
                            @let value = trial.filter(|trial| trial.spec.key == spec.key).map(|trial| Value::from(trial.value.as_str()));
                            (option(spec, unlocked, value.as_ref()))
                        }
                    }
                }
                (dice())
                @if !v.local {
                    (time())
                    @if meta.mode == Mode::Competitive { (ratings()) }
                    @if high > 1 { (access()) (table_talk()) }
                }
                button.primary { (t!("Open the table")) }
            }
        }
    }
}

/// Returns the choice of dice.
fn dice() -> Markup {
    let words = |real| match real {
        RealLuck::None => (
            t!("Sealed dice."),
            t!("The hall rolls and draws. You see the seal before, and can check every roll after."),
        ),
        RealLuck::Dice => {
            (t!("Your own dice."), t!("You roll at your table. The hall deals the cards, sealed and secret."))
        }
        RealLuck::Cards => (t!("Your own cards."), t!("You draw at your table. The hall rolls the dice, sealed.")),
        RealLuck::All => (t!("Your own."), t!("You roll and draw at your table, and type in what falls.")),
    };
    let all = RealLuck::ALL.map(|real| (real.name(), words(real).0, words(real).1));
    choices(t!("Dice and cards"), "dice", all)
}

/// Returns the choice of access to the table.
fn access() -> Markup {
    let private = t!("Only people with the link can find the table.");
    let open = t!("The first page lists the table, and anybody may sit down or look on.");
    let all = [("no", t!("Private."), private), ("yes", t!("Open to all."), open)];
    choices(t!("Who may come"), "public", all)
}

/// Returns the choice of pace.
fn time() -> Markup {
    html! {
        fieldset {
            legend { (t!("Time")) }
            div.option {
                label for="pace" { (t!("For each player")) }
                select #pace name="pace" aria-describedby="about-pace" {
                    @for pace in Pace::ALL { option value=(pace.name()) { (clock::words(pace)) } }
                }
                p.quiet #about-pace {
                    (t!("When somebody's time runs out a bot makes that move for them, and they go on. Dice of your own are played without a clock."))
                }
            }
            (clock::rest_fields(Rest::default()))
        }
    }
}

/// Returns the choice whether the match counts for ratings.
fn ratings() -> Markup {
    let unranked = t!("Anybody may play, and hints are given.");
    let ranked = t!(
        "It counts for ratings: without hints, with sealed dice, between people with an account or guests of some days."
    );
    let all = [("no", t!("Unranked."), unranked), ("yes", t!("Ranked."), ranked)];
    choices(t!("Ratings"), "ranked", all)
}

/// Returns the choice of how much players may write at the table.
fn table_talk() -> Markup {
    html! {
        fieldset {
            legend { (t!("Table talk")) }
            div.option {
                label for="talk" { (t!("At this table")) }
                select #talk name="talk" aria-describedby="about-talk" {
                    option value="" { (t!("as the game suggests")) }
                    @for setting in TableTalk::ALL { option value=(setting.name()) { (chat::words(setting)) } }
                }
                p.quiet #about-talk {
                    (t!(
                        "Games suggest free talk, save where friends hide their hands from each other: there phrases keep hidden hands \
                         hidden. You can change it at any time."
                    ))
                }
            }
        }
    }
}

/// Returns the choice of who sits on a seat. A style shows the field for a name where several
/// people at this browser play.
fn info(v: &Visitor, meta: &Meta, seat: u8) -> Markup {
    let name = format!("seat{seat}");
    html! {
        section.seat-row {
            label for=(name) { (t!("Seat {}", seat + 1)) }
            select id=(name) name=(name) {
                option value="me" selected[seat == 0] { (t!("You")) }
                @if !v.local { option value="open" { (t!("Open: anybody with the link")) } }
                (lobby::bot_options(meta, "bot:", if seat > 0 { Level::Normal.name() } else { "" }))
            }
            @if meta.seats.1 > 1 {
                @let words = t!("Name of the player on seat {}", seat + 1);
                input name={ "called" (seat) } type="text" maxlength="40" autocomplete="off" aria-label=(words) placeholder=(words);
            }
        }
    }
}

/// Returns a rulebook without the parts that the page shows elsewhere, its title and its minute,
/// and without the id, which only programs need.
fn for_players(meta: &Meta) -> String {
    let rulebook = minute::without(minute::rulebook(meta));
    let titled = rulebook.strip_prefix("# ").and_then(|rest| rest.split_once('\n'));
    let text = titled.map_or(rulebook.as_str(), |(_, rest)| rest);
    match text.split_once(&format!("Game id `{}`", meta.id)) {
        Some((before, after)) => format!("{before}{}", after.trim_start_matches(['.', ' '])),
        None => text.to_owned(),
    }
}

/// Returns a rulebook as HTML. The text is our own, yet raw HTML in it is shown as text
/// nevertheless. `table` names tables to screen readers. Scripts of worked examples are folded, and
/// rulings have anchors for links: `#R12`.
fn rules(markdown: &str, table: &str) -> Markup {
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
    fn the_page_says_its_title_once_and_no_id() {
        for title in roster::GAMES {
            let (meta, heading) = (title.meta(), format!("<h1>{}</h1>", title.meta().title));
            let html = game(&Visitor::default(), meta, 0, None, None).into_string();
            assert!(html.matches("<h1>").count() == 1 && html.contains(&heading), "{}", meta.id);
            assert!(!html.contains("Game id"), "{}", meta.id);
        }
    }

    #[test]
    fn other_languages_have_the_rules_on_one_page() {
        for meta in roster::GAMES.iter().map(|title| title.meta()) {
            let page = || game(&Visitor::default(), meta, 0, None, None).into_string();
            assert!(!page().contains("id=\"summary\""), "{} has its whole rulebook", meta.id);
            let german = translations::german().speak(page);
            assert!(german.contains("id=\"summary\""), "{} has a summary", meta.id);
        }
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

    #[test]
    fn a_word_is_tried_with_its_drawing_and_a_warning() {
        let meta = roster::find("crimsonbranch").unwrap().meta();
        let preview = Preview { drawing: "<svg/>".into(), words: "A & B.".into(), warning: Some("It is lost.".into()) };
        let value = "Zoë & \"Co\"".to_owned();
        let trial = Trial { spec: &meta.options[0], value, preview: Ok(preview), another: Some("Ivo the Bold".into()) };
        let html = game(&Visitor::default(), meta, 0, None, Some(&trial)).into_string();
        assert!(html.contains("/games/crimsonbranch/drawing.svg?opt.hero=Zo%C3%AB%20%26%20%22Co%22"), "{html}");
        assert!(
            html.contains("?opt.hero=Ivo%20the%20Bold\"") && html.contains("It is lost.") && !html.contains("/play\"")
        );
    }
}
