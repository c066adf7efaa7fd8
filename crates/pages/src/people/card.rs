//! The card of a player: portrait, title and favourite game, and the page on which its owner chooses
//! them.

use kernel::{Achievement, Picture};
use maud::{Markup, PreEscaped, html};
use model::{PlayerCard, Shown};
use text::t;

use crate::{
    common::{arch, form::radio, picture, shell},
    data::{Theme, Visitor},
    people::profile::ShownProfile,
};

/// The card of a player.
#[derive(Clone, Copy, Default, Debug)]
pub struct ShownCard {
    /// The portrait, if its owner has chosen one.
    pub portrait: Option<Picture>,
    /// The achievement that the owner bears as a title.
    pub title: Option<&'static Achievement>,
    /// The parts of the page that others see.
    pub shown: Shown,
}

/// The page on which the owner chooses the card.
#[derive(Clone, Copy, Debug)]
pub struct CardPage<'a> {
    /// The card as it is.
    pub card: &'a PlayerCard,
    /// The achievements that the owner has earned, each with the id and the title of its game.
    pub titles: &'a [(&'static str, &'static str, &'static Achievement)],
}

/// Returns the names of all pictures that can be portraits.
pub fn portraits() -> impl Iterator<Item = &'static str> {
    art::pictures().map(art::Picture::name).filter(|name| !name.starts_with("scenes/"))
}

/// Returns the card of a player; `act` is what the visitor can do with it.
pub(crate) fn card(v: &Visitor, name: &str, profile: &ShownProfile, act: &Markup) -> Markup {
    let card = &profile.card;
    let all: usize = profile.games.iter().map(|game| game.finished).sum();
    let most = profile.games.iter().find(|game| Some(game.title) == profile.favourite);
    let earned: usize = profile.achievements.iter().map(|game| game.earned).sum();
    html! {
        aside.player-card {
            div.player-face aria-hidden="true" { @match card.portrait.and_then(|name| picture(name, v.theme)) { Some(drawing) => (drawing), None => (arch()) } }
            div {
                h1 { (name) }
                @if let Some(title) = card.title { p.honour { "“" (title.title) "”" } }
                @if let Some(most) = most { p { (t!("Plays {} most: {} of {all} matches.", most.title, most.finished)) } }
                @if earned > 0 { p { (t!("Achievements: {earned}")) } }
            }
            (act)
        }
    }
}

/// Returns a small curve of the main meter of a match; nothing for fewer than two points.
pub(crate) fn spark(course: &[i32]) -> Markup {
    const SIZE: [f64; 2] = [100.0, 24.0];
    let (least, most) = (course.iter().copied().min().unwrap_or(0).min(0), course.iter().copied().max().unwrap_or(0));
    let x = |at: usize| SIZE[0] * at as f64 / (course.len().max(2) - 1) as f64;
    let y = |value: i32| SIZE[1] * f64::from(most - value) / f64::from((most - least).max(1));
    let points: Vec<String> =
        course.iter().enumerate().map(|(at, value)| format!("{:.0},{:.0}", x(at), y(*value))).collect();
    html! {
        @if points.len() > 1 {
            svg.spark viewBox="0 -2 100 28" preserveAspectRatio="none" fill="none" aria-hidden="true" focusable="false" {
                polyline points=(points.join(" ")) vector-effect="non-scaling-stroke" {}
            }
        }
    }
}

/// Returns the page on which the owner chooses portrait, title, and the parts that others see.
pub fn own_card(v: &Visitor, page: &CardPage) -> Markup {
    let worn = |game: &str, id: &str| {
        page.card.title.as_ref().is_some_and(|title| title.game == game && title.achievement == id)
    };
    let main = html! {
        form.column.settings method="post" action="/me/card" {
            h1 { (t!("Your card")) }
            div.option {
                label for="title" { (t!("Title")) }
                select #title name="title" {
                    option value="" { (t!("No title")) }
                    @for (game, name, achievement) in page.titles {
                        option value={ (game) "/" (achievement.id) } selected[worn(game, achievement.id)] { (achievement.title) " (" (name) ")" }
                    }
                }
                p.quiet { (t!("Every achievement that you have earned can be your title.")) }
            }
            @if !v.local {
                fieldset {
                    legend { (t!("Others see")) }
                    @for shown in Shown::ALL {
                        (radio("shown", shown.name(), shown == page.card.shown, html! { span { (seen(shown)) } }))
                    }
                }
            }
            fieldset.portraits {
                legend { (t!("Portrait")) }
                label { input type="radio" name="portrait" value="" checked[page.card.portrait.is_empty()]; span.shot { (arch()) } span.unseen { (t!("No portrait")) } }
                @for name in portraits() {
                    label {
                        input type="radio" name="portrait" value=(name) checked[page.card.portrait == name];
                        span.shot { (later(name, v.theme)) }
                        span.unseen { (art::picture(name).map_or(name, art::Picture::words)) }
                    }
                }
            }
            button.primary { (t!("Save")) }
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("Your card"), &main)
}

/// Returns a drawing that the browser fetches when it comes into sight.
fn later(name: &'static str, theme: Theme) -> Markup {
    let drawing = picture(Picture(name), theme).map_or("", |drawing| drawing.0);
    PreEscaped(drawing.replace("decoding=\"sync\"", "loading=\"lazy\""))
}

fn seen(shown: Shown) -> &'static str {
    match shown {
        Shown::All => t!("Everything: card, results, achievements and the last matches"),
        Shown::Results => t!("Results and achievements, without matches"),
        Shown::Card => t!("The card alone"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_curve_spans_its_box_and_needs_two_points() {
        assert_eq!(spark(&[7]).into_string(), "");
        assert!(spark(&[30, 15, 0]).into_string().contains(r#"points="0,0 50,12 100,24""#));
        assert!(spark(&[4, 4]).into_string().contains(r#"points="0,0 100,0""#));
    }

    #[test]
    fn every_portrait_is_drawn_and_comes_when_it_is_in_sight() {
        assert!(portraits().count() > 100);
        for name in portraits() {
            assert!(later(name, Theme::Vault).into_string().contains("loading=\"lazy\""), "{name}");
        }
    }
}
