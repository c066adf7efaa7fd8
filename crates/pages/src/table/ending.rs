//! The end of a match: its last scene, the winner, the match in a few numbers and in one curve, and
//! the next actions.
//!
//! The [analysis](roster::Analysis) arrives a moment after the rest; the page leaves out a figure
//! that is not known.

use kernel::{Area, Ending, Flag, Layout, Look, OptionKind, OptionSpec, Role, Seat, Tone};
use maud::{Markup, html};
use roster::{Luck, TurningPoint};
use text::t;

use crate::{
    common::{Names, Within, achievements, badge, candle, goals, icon, markup, picture, shell, shot, sign, tone_class},
    context::{Part, RenderContext},
    data::{NextTable, OfDay, TablePage},
    pieces::gauge,
    scene::{stage, track},
    table::{
        chat, chronicle,
        curve::{self, turning_point},
        head, help, is_broad, luck, moment, race, stone,
    },
};

/// Returns the parts of the page, if the match is over and the page shows its last scene.
pub(crate) fn parts(ctx: RenderContext) -> Option<Vec<Part>> {
    let page = ctx.page;
    let ending = page.ending()?;
    let drawn = [
        ("head", head::head(ctx)),
        ("notice", html! { (shell::notice(page.notice.as_ref())) (gone_on(page)) }),
        ("last", last(ctx, ending)),
        ("verdict", verdict(page, ending)),
        ("earned", achievements::newly_earned(page)),
        ("reach", html! { @if let Some(reach) = &page.finished.goals { (goals::at_end(reach, page.theme)) } }),
        ("next", next(page, ending)),
        ("story", story(page)),
        ("numbers", numbers(page, ending)),
        ("proof", proof(page)),
        ("chronicle", chronicle::whole(page, &format!("/tables/{}", page.id))),
    ];
    let drawn = drawn.into_iter().map(|(name, drawing)| Part::new(name, drawing));
    Some(drawn.chain([chat::part(page), chat::react_part(page), help::help(page)]).collect())
}

/// Returns the parts in their places.
pub(crate) fn laid_out(place: impl Fn(&str) -> Markup) -> Markup {
    html! {
        div.ended {
            (gauge::hatching())
            (place("head")) (place("notice"))
            div.ending {
                (place("last")) (place("verdict")) (place("next")) (place("earned")) (place("reach")) (place("story")) (place("numbers")) (place("proof"))
            }
            (place("chronicle")) (place("talk")) (place("help")) (place("react"))
        }
    }
}

/// Returns the picture of the end: the stone of the fallen, the way up of a win, or the last scene
/// as the players left it.
fn last(ctx: RenderContext, ending: &Ending) -> Markup {
    let way = ctx.areas(Role::Track).find(|area| area.layout == Layout::List && ending.tone == Tone::Good);
    html! {
        @match (&ending.epitaph, way) {
            (Some(epitaph), _) => (stone::grave(ctx.page, epitaph)),
            (None, Some(way)) => (candles(ctx, way)),
            (None, None) => section class={ "last " (tone_class(ending.tone)) } aria-label=(t!("The table at the end")) { (stage::vault()) @if is_broad(ctx.page) { (stage::backdrop(ctx.page)) } (stage::stage(ctx)) },
        }
    }
}

/// Returns the way of a win as a tower, with its first step at the foot and its last in the crown: a
/// window with a picture for each step, a candle that burns if the step was taken, and the health
/// that was left there.
fn candles(ctx: RenderContext, way: &Area) -> Markup {
    html! {
        section.last.ascent.tone-good aria-label=(way.title.plain(kernel::unnamed)) {
            ol reversed {
                @for (at, piece) in way.pieces.iter().enumerate() {
                    @let has = |flag| piece.flags.contains(&flag);
                    @let lit = has(Flag::Exhausted) || has(Flag::Dead);
                    @let (name, number, left) = track::words(piece, at);
                    @let sign = match &piece.look { Look::Card { corner: None, icon: sign, .. } => Some(icon(*sign)), _ => None };
                    @let image = piece.picture.and_then(|name| picture(name, ctx.page.theme));
                    li.lit[lit].crown[has(Flag::Danger)] {
                        span.unseen { (piece.label) }
                        span.pane aria-hidden="true" { @if let Some(image) = image { (image) } @else if let Some(sign) = &sign { (sign) } }
                        (candle())
                        span.no aria-hidden="true" { @if let Some(sign) = &sign { (sign) } @else { (number) } }
                        span.told aria-hidden="true" { b { (name) } @if let Some(note) = &piece.note { small { (note) } } }
                        @if let Some(left) = left { b.remains aria-hidden="true" { (left) } }
                    }
                }
            }
        }
    }
}

fn verdict(page: &TablePage, ending: &Ending) -> Markup {
    let names = Names::at(page);
    html! {
        section class={ "outcome " (tone_class(ending.tone)) } aria-labelledby="ending" {
            h2 #ending { (names.rich(&ending.title)) }
            p { (names.rich(&ending.story)) }
            @if let Some(unlocked) = ending.unlocked.as_ref().filter(|_| !page.finished.practice) {
                p.unlocked { (unlocked) }
            }
            (places(page))
        }
    }
}

/// Returns the places among rivals in order, with how far each player came once that is known.
fn places(page: &TablePage) -> Markup {
    let names = Names::at(page);
    let mut placed: Vec<(u8, Seat)> = page.finished.placings.iter().copied().zip((0..).map(Seat)).collect();
    placed.sort_unstable();
    html! {
        @if placed.len() > 1 {
            ol.places aria-label=(t!("Places")) {
                @for (place, seat) in placed {
                    li value=(place) {
                        b { (place) "." } (badge(seat)) span.name { (names.of(seat)) }
                        @if let Some(reached) = curve::reading(page, seat, page.step) { small { (reached) } }
                    }
                }
            }
        }
    }
}

// The next actions.

fn next(page: &TablePage, ending: &Ending) -> Markup {
    html! {
        section.nexts aria-label=(t!("What next")) {
            @if page.own_seat().is_some() {
                @match (&page.race, &page.finished.next, page.of_day) {
                    (Some(race), ..) => (race::back(race)),
                    (None, None, Some(of)) => (onward(page.meta.id, of)),
                    (None, Some(next), _) => { (drawn(page, next)) (join(page, next)) }
                    (None, None, None) => (again(page, ending)),
                }
                @if page.offline && page.finished.early && is_opened(page) {
                    a.move.button href=(moment::along(page, "play", page.step)) { b { (t!("Go on offline")) } span { (t!("for practice, against bots")) } }
                }
                @if let Some(step) = retry_step(page).filter(|_| !page.is_racing()) { (retry(page, step)) }
            } @else {
                form.main method="post" action="/play" {
                    button.move.primary.large name="game" value=(page.meta.id) data-main { b { (t!("Play this game")) } }
                }
            }
            @if page.local { (to_server(page)) }
            (share(page))
        }
    }
}

/// Returns the button that brings the match to the server of the site's folder. The site shows it
/// once a match was taken along from there.
fn to_server(page: &TablePage) -> Markup {
    html! {
        div.to-server {
            button.quiet type="button" data-record={ "/tables/" (page.id) "/record" } data-failed=(t!("The server cannot be reached. The match stays here.")) {
                (t!("Bring it to the server"))
            }
            p role="status" {}
        }
    }
}

/// Returns the links for a player who has ended a daily match.
fn onward(game: &str, of: OfDay) -> Markup {
    html! {
        a.move.button.primary.large.main href={ "/daily/" (game) "/" (of.day) } data-main {
            b { @if of.ranked { (t!("Your place")) } @else { (t!("The match of the day")) } } span { (of.day) }
        }
    }
}

/// Returns the notice that names the table where the players went on. The script takes players who
/// have a seat there along.
pub(crate) fn gone_on(page: &TablePage) -> Markup {
    html! {
        @if let Some(next) = &page.finished.next {
            @let at = format!("/tables/{}", next.id);
            div.notice.gone-on role="status" data-onward=[next.seated.then_some(&at)] {
                p {
                    @if next.people.is_empty() { (t!("There is another table to go on to.")) }
                    @else { (play_on(&next.people)) }
                    @if next.seated { " " (t!("You have a seat there.")) " " span data-countdown {} }
                    @else if page.own_seat().is_some() && next.free { " " (t!("A seat is free for you.")) }
                }
                @if next.seated { button type="button" data-stay hidden { (t!("Stay here")) } }
                @if page.own_seat().is_none() { a.button href=(at) { (t!("Look on there")) } }
            }
        }
    }
}

fn play_on(people: &[String]) -> String {
    let names = kernel::listed(people);
    if people.len() == 1 { t!("{names} plays on.") } else { t!("{names} play on.") }
}

/// Returns the curses that were drawn for the next match, as cards that turn up.
fn drawn(page: &TablePage, next: &NextTable) -> Markup {
    html! {
        @if !next.curses.is_empty() {
            ul.feats.drawn aria-label=(t!("Drawn for the next match")) {
                @for curse in &next.curses {
                    @let name = match &curse.look { Look::Token { value: Some(value), .. } => value.as_str(), _ => &curse.label };
                    li {
                        (shot(curse.picture, page.theme))
                        b { (name) }
                        @if let Some(text) = &curse.text { p { (text) } }
                    }
                }
            }
        }
    }
}

/// Returns the link to the table where the others went on, or where the visitor has a seat.
pub(crate) fn join(page: &TablePage, next: &NextTable) -> Markup {
    html! {
        @if next.seated || !next.free {
            a.move.button.primary.large.main href={ "/tables/" (next.id) } data-main {
                b { @if !next.curses.is_empty() { (t!("Play with it")) } @else if next.seated { (t!("Go to the next table")) } @else { (t!("Look on at the next table")) } }
            }
        } @else {
            form.main method="post" action={ "/tables/" (page.id) "/rematch" } {
                button.move.primary.large data-main { b { (t!("Join them")) } span { (t!("a seat is free")) } }
            }
        }
    }
}

/// Returns the button for another match: at the level that the win has unlocked, else at the same.
fn again(page: &TablePage, ending: &Ending) -> Markup {
    let level = page.meta.options.iter().find(|spec| spec.unlocked_by_winning);
    let here = level.and_then(|spec| page.options.get(spec.key)?.as_u64());
    let opened = level.zip(here).filter(|_| ending.unlocked.is_some() && !page.finished.practice);
    let opened = opened.and_then(|(spec, here)| above(spec, here));
    let name = Within(level.map_or("", |spec| spec.title.as_str()));
    html! {
        form.main method="post" action={ "/tables/" (page.id) "/rematch" } data-dice="new" {
            @match (opened, here) {
                (Some(level), _) => {
                    input type="hidden" name="level" value=(level);
                    @if let Some(draw) = &ending.draw {
                        button.move.primary.large name="draw" value="1" data-main { b { (draw) } span { (t!("{name} {level} is open now")) } }
                    } @else {
                    button.move.primary.large data-main { b { (t!("Play {name} {level}")) } span { (t!("it is open now")) } }
                    }
                }
                (None, Some(level)) => {
                    button.move.primary.large data-main { b { (t!("Play again")) } span { (t!("new dice, {name} {level}")) } }
                }
                (None, None) => button.move.primary.large data-main { b { (t!("Play again")) } span { (t!("new dice")) } },
            }
        }
    }
}

/// Returns the level above, if there is one.
fn above(spec: &OptionSpec, here: u64) -> Option<u64> {
    match spec.kind {
        OptionKind::Number { max, .. } => Some(here + 1).filter(|level| *level <= max.into()),
        _ => None,
    }
}

/// Returns after how many steps the visitor would take the match up again: before their turning
/// point, else before the last step that they took.
fn retry_step(page: &TablePage) -> Option<usize> {
    let turning = turning_point(page).filter(|point| page.is_own(point.seat)).map(|point| point.step);
    turning.or(page.finished.last_move)?.checked_sub(1)
}

fn retry(page: &TablePage, step: usize) -> Markup {
    let from = page.own_seat().and_then(|seat| curve::reading(page, seat, step));
    html! {
        form method="post" action={ "/tables/" (page.id) "/retry" } {
            input type="hidden" name="step" value=(step);
            button.move title=(t!("The dice are those of this match: the same moves meet the same luck. A win unlocks nothing.")) {
                b { (t!("Retry the turn")) }
                span { @match from { Some(from) => (t!("for practice, from {from}")), None => (t!("for practice")) } }
            }
        }
    }
}

/// Returns whether others may see the match: it is neither one of a day that is not opened nor one
/// of a race that goes on.
fn is_opened(page: &TablePage) -> bool {
    page.of_day.is_none_or(|of| of.opened) && !page.is_racing()
}

fn share(page: &TablePage) -> Markup {
    let replay = format!("/replays/{}", page.id);
    html! {
        div.share {
            @if is_opened(page) {
                button.move type="button" data-copy-href=(replay) hidden {
                    b { (sign(&art::icons::SHARE)) (t!("Share")) } span { (t!("a link to this match")) }
                }
            }
            a.move.button href=(replay) { b { (t!("Replay")) } span { (t!("step by step")) } }
        }
    }
}

// The story: the turning point, and the curve.

fn story(page: &TablePage) -> Markup {
    let point = turning_point(page);
    html! {
        @if let Some(analysis) = &page.finished.analysis {
            section.story aria-labelledby="turning-point" {
                div.point { (turning(page, point)) (luck::extremes(page, own_luck(page))) }
                (curve::curve(page, analysis, point))
            }
        } @else if page.finished.turning_points.is_some() {
            section.story.waiting { p { (t!("There is no analysis of this match.")) } }
        } @else {
            section.story.waiting { p { (t!("The match is being thought over.")) } }
        }
    }
}

fn turning(page: &TablePage, point: Option<&TurningPoint>) -> Markup {
    html! {
        h3 #turning-point { @if point.is_some() { span.ring aria-hidden="true" {} } (t!("The turning point")) }
        @match (point, &page.finished.turning_points) {
            (Some(point), _) => (told(page, point)),
            (None, Some(_)) => p { (t!("No single decision cost more than luck can explain.")) },
            (None, None) => p.quiet { (t!("Every decision is being tried out once more.")) },
        }
    }
}

fn told(page: &TablePage, point: &TurningPoint) -> Markup {
    let names = Names::at(page);
    let you = names.is_you(point.seat);
    let percent = |worth: f64| html! { b { (format!("{:.0}\u{a0}%", 100.0 * worth.clamp(0.0, 1.0))) } };
    let (name, done, best) = (names.of(point.seat), names.rich(&point.done), names.rich(&point.best));
    let (worth, better) = (percent(point.done_worth), percent(point.best_worth));
    let meaning = t!(
        "Playing on from there {} times in the head after each of the two, from what was known then: 0 % is always lost, 100 % always won.",
        point.playouts
    );
    let before = point.step.saturating_sub(1);
    let told = match (curve::reading(page, point.seat, before), you) {
        (Some(from), true) => {
            markup!("At {from} you chose “{done}”: about {worth} to win. “{best}” made it about {better}.")
        }
        (Some(from), false) => {
            markup!("At {from} {name} chose “{done}”: about {worth} to win. “{best}” made it about {better}.")
        }
        (None, true) => markup!("You chose “{done}”: about {worth} to win. “{best}” made it about {better}."),
        (None, false) => markup!("{name} chose “{done}”: about {worth} to win. “{best}” made it about {better}."),
    };
    html! {
        p title=(meaning) {
            (told)
            span.unseen { " " (meaning) }
        }
        p.see { a href={ "/replays/" (page.id) "?at=" (before) } { (t!("See it in the replay")) } }
    }
}

// The numbers.

/// How many numbers there are room for.
const NUMBERS: usize = 5;

fn numbers(page: &TablePage, ending: &Ending) -> Markup {
    let luck = own_luck(page).filter(|luck| luck::tells(luck));
    let own = NUMBERS - usize::from(luck.is_some());
    html! {
        dl.five {
            @for (what, number) in ending.numbers.iter().take(own) { div { dt { (what) } dd { (number) } } }
            @if let Some(luck) = luck { (luck::number(luck)) }
        }
    }
}

/// Returns the luck of the visitor, or of all where they share it; for spectators of rivals, none.
fn own_luck(page: &TablePage) -> Option<&Luck> {
    let seat = page.own_seat().or((page.meta.mode == kernel::Mode::Cooperative).then_some(Seat(0)))?;
    page.finished.analysis.as_ref()?.luck.get(seat.index())?.as_ref()
}

fn proof(page: &TablePage) -> Markup {
    let at = |rest: &str| format!("/tables/{}/{rest}", page.id);
    html! {
        p.proof {
            @if page.is_racing() {
                span { (t!("The dice are opened when the race is over.")) }
            } @else if !is_opened(page) {
                span { (t!("The dice are opened when the day is over.")) }
            } @else if page.seal.is_some() {
                span { (sign(&art::icons::VERIFIED)) (t!("The dice were sealed before the match.")) " " a href=(at("verify")) { (t!("Check them")) } }
            }
            a href=(at("record")) { (t!("Save the record")) }
            (moment::match_picture(page, None))
            a href={ "/games/" (page.meta.id) } { (t!("Other options")) }
        }
    }
}
