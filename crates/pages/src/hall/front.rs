//! The front page: your own match first, a table to watch, the games, tables with a free seat.

use kernel::{Meta, Mode, Scene, Seat};
use maud::{Markup, PreEscaped, html};
use model::TableStatus;
use text::{Text, counted, t, text};

use crate::{
    common::{
        Names, arch, candle, goals, icon, lesson, minute, picture, picture_or_arch, progress, shell, shot, sign, since,
    },
    data::{SeatInfo, ShownGoals, TableCard, Visitor},
    hall::{
        mini,
        today::{self, TodayCard},
    },
    people::company::{self, ShownInvitation},
};

/// The data of the front page.
#[derive(Clone, Debug)]
pub struct FrontPage<'a> {
    /// Every game, in order.
    pub games: &'a [&'static Meta],
    /// A match of the visitor's, to continue.
    pub own: Option<OwnMatch<'a>>,
    /// The visitor's other tables that are not over.
    pub yours: &'a [TableCard<'a>],
    /// Tables with a free seat to which others went on from a match of the visitor's.
    pub rematches: &'a [TableCard<'a>],
    /// The visitor's invitations.
    pub invitations: &'a [ShownInvitation],
    /// A match of others, to watch.
    pub shown: Option<ShownMatch<'a>>,
    /// The things that change every day.
    pub today: &'a [TodayCard],
    /// Tables that are open to everybody.
    pub open: &'a [TableCard<'a>],
    /// The visitor's last match with other people.
    pub last: Option<TableCard<'a>>,
    /// The visitor's goals.
    pub goals: &'a ShownGoals,
}

/// A match of the visitor's.
#[derive(Clone, Debug)]
pub struct OwnMatch<'a> {
    /// Its entry.
    pub card: &'a TableCard<'a>,
    /// The table as the visitor sees it.
    pub scene: Scene,
    /// The visitor's seat.
    pub seat: Seat,
}

/// A match that everybody can watch.
#[derive(Clone, Debug)]
pub struct ShownMatch<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its game.
    pub meta: &'static Meta,
    /// The players.
    pub seats: Vec<SeatInfo>,
    /// The table as everybody may see it; the last scene, if the match is over.
    pub scene: Scene,
    /// Whether it is being played now. If not, it is the best match of the last day.
    pub live: bool,
}

/// Returns the first page: the games to play, and the tables to join or watch.
pub fn front(v: &Visitor, page: &FrontPage) -> Markup {
    let own = page.own.as_ref().map(|own| own.card);
    let waiting: Vec<_> = own.into_iter().chain(page.yours).filter(|card| card.your_turn).collect();
    let others: Vec<_> = page.yours.iter().filter(|card| !card.your_turn).collect();
    let main = html! {
        section.hero {
            div.vault aria-hidden="true" { (picture_or_arch(VAULT, v.theme)) }
            div.inside {
                div.greet {
                    h1 { (t!("Come down, the candles are lit.")) }
                    p.quiet {
                        @if v.local { (t!("{} dungeon games of cards and dice. Alone or with bots, on this device, without a network.", count(page.games.len()))) }
                        @else { (t!("{} dungeon games of cards and dice. Alone, with bots, or send a friend the link. No account.", count(page.games.len()))) }
                    }
                    @match (&page.own, page.games.first()) {
                        (Some(own), _) => (go_on(v, own)),
                        (None, Some(meta)) => (begin(v, meta)),
                        (None, None) => {}
                    }
                }
                @if let Some(shown) = &page.shown { (watch(v, shown)) }
            }
        }
        div #invitations { (company::invitations(page.invitations)) }
        section.games aria-labelledby="games" {
            h2 #games.unseen { (t!("Games")) }
            ol.covers { @for meta in page.games { li { (cover_card(v, meta)) } } }
            @if v.offline { p { a href="/offline/" { (t!("Play offline: alone, with bots, or several at one device.")) } } }
            @if v.local { p { a href="/lab" { (t!("The lab: bots play by the thousand, and you see what a rule changes.")) } }
            p { a href="/bench" { (t!("The bench: change the cards, and see what it does.")) } } }
            @if let Some(last) = &page.last { (as_last_time(last)) }
        }
        section.lists {
            @if !waiting.is_empty() {
                section.panel aria-labelledby="waiting-for-you" {
                    header { h2 #waiting-for-you { (t!("Waiting for you")) } @if !v.local { a href="/me/notices" { (t!("How you are told")) } } }
                    ul { @for card in &waiting { li { (table_row(v, card, t!("Go on"))) } } }
                    @if v.waiting > waiting.len() { p { a href="/me/tables?list=waiting" { (t!("All {} that wait for you", v.waiting)) } } }
                }
            }
            @if !others.is_empty() || !page.rematches.is_empty() {
                section.panel aria-labelledby="yours" {
                    header { h2 #yours { (t!("Your tables")) } a href="/me#tables" { (t!("All your matches")) } }
                    ul {
                        @for card in page.rematches { li { (table_row(v, card, t!("Join"))) } }
                        @for card in &others { li { (table_row(v, card, t!("Look in"))) } }
                    }
                }
            }
            (goals::panel(page.goals, v.theme))
            (today::today(v, page.today, &[(t!("All games"), "/daily"), (t!("All puzzles"), "/puzzles")]))
            @if !v.local {
                section.panel aria-labelledby="open" {
                    header { h2 #open { (t!("Open tables")) } a href="/games" { (t!("Open your own")) } }
                    @if page.open.is_empty() {
                        p.quiet { (t!("Nobody is waiting for a fellow player just now. Open a table and send the link.")) }
                    } @else {
                        ul { @for card in page.open { li { (table_row(v, card, t!("Sit down"))) } } }
                    }
                }
            }
        }
        p.fair {
            (sign(&art::icons::VERIFIED))
            span { (t!("The dice are sealed before a game and opened after it, so anyone can check that none was chosen.")) " " a href="/fairness" { (t!("How the dice are sealed")) } }
        }
    };
    shell::page(v, shell::PageKind::Front, t!("The hall"), &main)
}

/// Returns the page of all games, to read their rules or open a table.
pub fn games(v: &Visitor, games: &[&'static Meta]) -> Markup {
    let main = html! {
        h1 { (t!("Games and rules")) }
        p.quiet { (t!("Each game's page tells it in a minute, opens a table of your own, and has the whole rulebook.")) }
        h2.unseen { (t!("Games")) }
        ol.covers { @for meta in games { li { (cover_card(v, meta)) } } }
    };
    shell::page(v, shell::PageKind::Hall, t!("Games and rules"), &main)
}

const VAULT: kernel::Picture = kernel::Picture("scenes/vault");

/// Returns a small number as a word, as it begins a sentence.
fn count(games: usize) -> String {
    const WORDS: [Text; 10] = [
        text!("No"),
        text!("One"),
        text!("Two"),
        text!("Three"),
        text!("Four"),
        text!("Five"),
        text!("Six"),
        text!("Seven"),
        text!("Eight"),
        text!("Nine"),
    ];
    WORDS.get(games).map_or_else(|| games.to_string(), Text::to_string)
}

fn go_on(v: &Visitor, own: &OwnMatch) -> Markup {
    let names = Names::new(&own.card.seats);
    let face = mini::face(&own.scene).or(own.card.cover);
    html! {
        div.go-on {
            (shot(face, v.theme))
            div.about {
                span.label { @if own.card.your_turn { (candle()) (t!("Your turn")) } @else { (t!("Others are to move")) } }
                b { (own.card.title) ": " (names.plain(&own.scene.headline)) }
                @if let Some(gauge) = mini::health(&own.scene, own.seat) { (mini::meter(gauge)) }
            }
            a.button.primary href={ "/tables/" (own.card.id) } { (t!("Continue")) }
        }
    }
}

/// Returns the first game with its button, for visitors without a match.
fn begin(v: &Visitor, meta: &Meta) -> Markup {
    html! {
        form.go-on method="post" action="/play" data-dice="new" {
            (shot(meta.cover, v.theme))
            div.about {
                span.label { (t!("A good first game")) }
                b { (meta.title) }
                span { (minute::pitch(meta)) }
            }
            span.inline {
                button.primary name="game" value=(meta.id) { (t!("Play now")) }
                (lesson::offer(meta))
            }
        }
    }
}

fn watch(v: &Visitor, shown: &ShownMatch) -> Markup {
    let names = Names::new(&shown.seats);
    let scene = &shown.scene;
    let (href, verb) = if shown.live {
        (format!("/tables/{}", shown.id), t!("Watch"))
    } else {
        (format!("/replays/{}", shown.id), t!("Watch the replay"))
    };
    html! {
        section.live aria-labelledby="live" {
            header {
                @if shown.live { span.lamp aria-hidden="true" {} }
                h2 #live { @if shown.live { (t!("Live now")) } @else { span title=(BEST.as_str()) { (t!("Best of the last day")) } } }
                span.quiet { (shown.meta.title) ", " (names.plain(&scene.headline)) }
            }
            div.body {
                @if let Some(board) = mini::board(scene, v.theme).or_else(|| cover(v, shown.meta)) { (board) }
                div.tale {
                    b { (names.rich(match &scene.ending { Some(ending) => &ending.title, None => &scene.prompt })) }
                    span.quiet { (company(&shown.seats)) }
                    a.button href=(href) { (icon(kernel::Icon("eye"))) (verb) }
                }
            }
        }
    }
}

/// The rule that selects the best match of a day.
const BEST: Text = text!("The latest win at the highest level among the matches that ended in the last 24 hours");

/// Returns the number of players: `2 people and 1 bot`.
fn company(seats: &[SeatInfo]) -> String {
    let people = seats.iter().filter(|info| info.person.is_some()).count();
    let bots = seats.iter().filter(|info| info.bot.is_some()).count();
    let people = (people > 0).then(|| if people == 1 { t!("1 person").to_owned() } else { t!("{people} people") });
    let bots = (bots > 0).then(|| counted!(bots, "bot"));
    kernel::listed(&people.into_iter().chain(bots).collect::<Vec<_>>())
}

/// Returns the button with which the visitor goes on from their last match with other people.
fn as_last_time(last: &TableCard) -> Markup {
    let names = Names::new(&last.seats);
    let others = last.seats.iter().filter(|info| info.person.is_some() && !info.you);
    let others: Vec<String> = others.map(|info| names.of(info.seat)).collect();
    html! {
        form.again method="post" action="/friends/again" data-dice="new" {
            button { (t!("As last time")) }
            span.quiet { (t!("{} with {}", last.heading(), kernel::listed(&others))) }
        }
    }
}

fn cover_card(v: &Visitor, meta: &Meta) -> Markup {
    html! {
        article.cover-card {
            a.top-half href={ "/games/" (meta.id) } {
                span.shot { span aria-hidden="true" { (cover(v, meta).unwrap_or_else(arch)) } span.plate { (plate(meta)) } }
                h3 { (meta.title) }
                p { (minute::pitch(meta)) }
            }
            form method="post" action="/play" data-dice="new" {
                button name="game" value=(meta.id) aria-label=(t!("Play {}", meta.title)) { (t!("Play")) }
                @if !v.local {
                    button name="game" value=(meta.id) formaction="/friends" aria-label=(t!("{} with friends", meta.title)) { (t!("With friends")) }
                }
            }
        }
    }
}

fn table_row(v: &Visitor, card: &TableCard, verb: &str) -> Markup {
    let names = Names::new(&card.seats);
    let taken = card.seats.iter().filter(|info| !info.is_free());
    let who: Vec<String> = taken.clone().map(|info| names.of(info.seat)).collect();
    let seats = t!("{} of {} seats taken", taken.count(), card.seats.len());
    let open = card.status == TableStatus::Open;
    html! {
        a.table-row.awaited[card.your_turn] href={ "/tables/" (card.id) } {
            (shot(card.cover, v.theme))
            span.about {
                b { (card.heading()) }
                span.quiet {
                    @if let Some(state) = &card.state { (progress(card, state)) }
                    @else if card.your_turn { (t!("Your turn.")) " " }
                    @if open { @if !card.waiting.is_empty() { (waits(&card.waiting)) ", " } (seats) }
                    @else if card.state.is_none() { @if !who.is_empty() { (kernel::listed(&who)) ". " } (since(card.changed, &card.when)) }
                }
            }
            span.button { (verb) }
        }
    }
}

/// Returns the names of players who wait for others: `Ada and Ben wait`.
fn waits(names: &[&str]) -> String {
    let several = names.len() > 1;
    let names = kernel::listed(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    if several { t!("{names} wait") } else { t!("{names} waits") }
}

/// Returns the picture on a game's box.
pub(crate) fn cover(v: &Visitor, meta: &Meta) -> Option<Markup> {
    picture(meta.cover?, v.theme).map(|image| PreEscaped(image.0.to_owned()))
}

/// Returns how many can play and who plays against whom, for a plate on a cover.
fn plate(meta: &Meta) -> String {
    match (meta.seats, meta.mode) {
        ((1, 1), _) => t!("solo").into(),
        ((low, high), Mode::Cooperative) => t!("{low} to {high}, together"),
        ((low, high), Mode::Competitive) => t!("{low} to {high}, rivals"),
    }
}

/// Returns how many can play.
pub(crate) fn seats(meta: &Meta) -> String {
    match meta.seats {
        (1, 1) => t!("For one").into(),
        (low, high) if low == high => t!("For {low}"),
        (low, high) => t!("For {low} to {high}"),
    }
}

/// Returns the mode in words: which players win together.
pub(crate) fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Cooperative => t!("win or lose together"),
        Mode::Competitive => t!("each for themselves"),
    }
}
