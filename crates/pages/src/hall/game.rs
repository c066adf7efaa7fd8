//! A game's own page: the forms to open a table, and the rules for players.

use kernel::{Level, Meta, Mode, OptionKind, OptionSpec, Pace, Preview, RealLuck, TableTalk};
use maud::{Markup, html};
use model::Rest;
use serde_json::Value;
use text::{Language, t};

use crate::{
    common::{arch, form::choices, lesson, minute, option, shell, sign},
    data::{Notice, Visitor},
    hall::{bench, front, rules},
    scene::clock,
    table::{chat, house_cards, lobby},
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

/// The packs of house cards with which the visitor may open a table.
#[derive(Clone, Default, Debug)]
pub struct PackChoice {
    /// The packs, by hash and title.
    pub packs: Vec<(String, String)>,
    /// The hash of the one that is chosen; empty for none.
    pub chosen: String,
}

/// Returns a game's page. `unlocked` is the highest level that the visitor may choose of an option
/// named `ascension`. Where a game can preview the match of a word, the page lets the visitor try
/// that instead of playing at once.
pub fn game(
    v: &Visitor,
    meta: &'static Meta,
    unlocked: u32,
    notice: Option<Notice>,
    trial: Option<&Trial>,
    packs: &PackChoice,
) -> Markup {
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
            (form(v, meta, unlocked, trial, packs))
            @if let Some(minute) = minute::of(meta) { (minute.draw(v.theme)) }
            @let translated = Language::spoken() == Language::english();
            @if let Some(summary) = rules::summary(meta) {
                article.rules aria-labelledby="summary" { h2 #summary { (t!("The rules on one page")) } (summary) }
            }
            @if !translated { p.quiet { (t!("The rulebook is in English.")) } }
            article.rules aria-label=(t!("Rules")) lang=[(!translated).then_some("en")] { (rules::book(meta)) }
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

fn form(v: &Visitor, meta: &Meta, unlocked: u32, trial: Option<&Trial>, packs: &PackChoice) -> Markup {
    let (low, high) = meta.seats;
    html! {
        details.setup #table open[!packs.chosen.is_empty()] {
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
                @let takes_packs = house_cards::are_taken(meta);
                @if !meta.options.is_empty() || takes_packs {
                    fieldset {
                        legend { (t!("Options")) }
                        @for spec in meta.options {
                            @let value = trial.filter(|trial| trial.spec.key == spec.key).map(|trial| Value::from(trial.value.as_str()));
                            (option(spec, unlocked, value.as_ref()))
                        }
                        @if takes_packs { @if v.local { (bench::link(meta)) } @else { (house_cards::choice(&packs.packs, &packs.chosen)) } }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_its_title_once_and_no_id() {
        for title in roster::GAMES {
            let (meta, heading) = (title.meta(), format!("<h1>{}</h1>", title.meta().title));
            let html = game(&Visitor::default(), meta, 0, None, None, &PackChoice::default()).into_string();
            assert!(html.matches("<h1>").count() == 1 && html.contains(&heading), "{}", meta.id);
            assert!(!html.contains("Game id"), "{}", meta.id);
        }
    }

    #[test]
    fn other_languages_have_the_rules_on_one_page() {
        for meta in roster::GAMES.iter().map(|title| title.meta()) {
            let page = || game(&Visitor::default(), meta, 0, None, None, &PackChoice::default()).into_string();
            assert!(!page().contains("id=\"summary\""), "{} has its whole rulebook", meta.id);
            let german = translations::german().speak(page);
            assert!(german.contains("id=\"summary\""), "{} has a summary", meta.id);
        }
    }

    #[test]
    fn a_word_is_tried_with_its_drawing_and_a_warning() {
        let meta = roster::find("crimsonbranch").unwrap().meta();
        let preview = Preview { drawing: "<svg/>".into(), words: "A & B.".into(), warning: Some("It is lost.".into()) };
        let value = "Zoë & \"Co\"".to_owned();
        let trial = Trial { spec: &meta.options[0], value, preview: Ok(preview), another: Some("Ivo the Bold".into()) };
        let html = game(&Visitor::default(), meta, 0, None, Some(&trial), &PackChoice::default()).into_string();
        assert!(html.contains("/games/crimsonbranch/drawing.svg?opt.hero=Zo%C3%AB%20%26%20%22Co%22"), "{html}");
        assert!(
            html.contains("?opt.hero=Ivo%20the%20Bold\"") && html.contains("It is lost.") && !html.contains("/play\"")
        );
    }
}
