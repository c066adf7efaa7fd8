//! The wording of actions, the pieces that they join, and their forecasts.

use kernel::{Forecast, Icon, Mark, Seat, Tone, Wording};
use text::{counted, t};

use super::{
    pieces::{self, gap_id, id},
    rows::{meets, verdict_id},
};
use crate::{
    Action, Card, DungeonRummy, Hero, Kind, Laid, Meld, View,
    content::{ATTACK, BLAST, MAX_TOKENS},
    event::{name, shares},
    state::Pending,
};

/// The wording of a legal action.
pub(crate) fn wording(view: &View, seat: Seat, action: &Action) -> Wording {
    let game = &view.table;
    let hp = |hero: Hero| format!("hp-{}", hero.id());
    let tokens = |hero: Hero| format!("tokens-{}", hero.id());
    let deck = |hero: Hero| format!("deck-{}", hero.id());
    match *action {
        Action::Block => Wording::new(t!("Block 1 for Lily")).from(tokens(Hero::Lily)).to(hp(Hero::Lily)).button(),
        Action::Redirect { hero } => {
            let by = match game.pending {
                Pending::Shield { pending, .. } => pending[hero as usize].min(2),
                _ => 2,
            };
            Wording::new(t!("Take {by} from {hero} over to Lily", hero = hero.name()))
                .from(tokens(Hero::Lily))
                .to(hp(hero))
                .button()
        }
        Action::Pass => pass(game),
        Action::Draw => draw(game, game.hero_of(seat)).from(deck(game.hero_of(seat))).main(),
        Action::Dig { card } | Action::Salvage { card } => {
            Wording::new(t!("Take {card} from the graveyard", card = name(card))).from(id(card))
        }
        Action::Play { card, meld, pos, wild } => {
            let wording = place(game, Way::Play, card, meld, pos, wild);
            let direct = !wild && only_place(game, card) == Some((meld, pos));
            Wording { direct, ..wording }
        }
        Action::PlayTop { hero, meld, pos, wild } => match game.hero(hero).top {
            Some(card) => place(game, Way::WithABoot, card, meld, pos, wild),
            None => Wording::new(t!("Play the open card")),
        },
        Action::Place { meld, pos, wild } => match flipped(game) {
            // There is only one card to place: it need not be picked up.
            Some(card) => {
                let mut wording = place(game, Way::Place, card, meld, pos, wild);
                wording.path.remove(0);
                wording
            }
            None => Wording::new(t!("Place the card")),
        },
        Action::Flip { hero } => Wording::new(t!("With a boot turn up the top card of {hero}", hero = hero.name()))
            .from("boots")
            .to(deck(hero)),
        Action::Move { from, idx, meld, pos } => move_card(game, from, idx, meld, pos),
        Action::Swap { meld, idx, with, with_idx } => swap(game, (meld, idx), (with, with_idx)),
        Action::Attack { meld } => {
            let own = &game.hero(meld).meld;
            let wording = Wording::new(t!("Attack with {hero}'s {meld}", hero = meld.name(), meld = what(own)))
                .from(format!("attack-{}", meld.id()))
                .to("monster")
                .forecast(strike(game, own, meld))
                .tag(blow(game, own, meld));
            hits(game, own, meld, wording)
        }
        Action::Heal { hero } => {
            let hp_now = game.hero(hero).hp;
            Wording::new(t!("Heal {hero} by 1", hero = hero.name()))
                .from(tokens(Hero::Oakie))
                .to(hp(hero))
                .forecast(t!("{hp_now} → {} of {}", hp_now + 1, hero.health()))
                .mark(Mark::new(hp(hero), Tone::Good).text(format!("{hp_now} → {}", hp_now + 1)))
        }
        Action::TokenDraw { hero } => {
            let text = t!("With a draw token {hero} draws a card", hero = hero.name());
            Wording { text: text.into(), ..draw(game, hero) }.from(tokens(Hero::Bob)).to(deck(hero))
        }
        Action::TokenDig { hero, card } => {
            let text =
                t!("With a draw token {hero} takes {card} from the graveyard", hero = hero.name(), card = name(card));
            Wording::new(text).from(tokens(Hero::Bob)).to(id(card)).to(hp(hero))
        }
        Action::Treasure { id, hero } => {
            let treasure = id.name();
            let text = match hero {
                Some(hero) => t!("Use {treasure} for {hero}", hero = hero.name()),
                None => t!("Use {treasure}"),
            };
            let wording = Wording::new(text).from(pieces::treasure_id(id)).forecast(pieces::effect(id));
            hero.into_iter().fold(wording, |wording, hero| wording.to(hp(hero)))
        }
        Action::End => end(game),
        Action::Leave => Wording::new(t!("Leave it on its deck")).main(),
        Action::Stop => Wording::new(t!("Take no more")).main(),
        Action::Discard { card } => {
            let buried = game.buried() + 1;
            let forecast = match buried >= BLAST.into() {
                true => t!("{buried} of {BLAST} in the graveyard: it bursts"),
                false => t!("{buried} of {BLAST} in the graveyard"),
            };
            Wording::new(t!("Discard {card}", card = name(card))).from(id(card)).to("graveyard").forecast(forecast)
        }
        Action::Blast { hero, n } => {
            let left = game.hero(hero).hp - n as i8;
            Wording::new(t!("{n} damage for {hero}", hero = hero.name()))
                .number(t!("damage"), Icon::HEART, n.into())
                .forecast(if left > 0 { t!("leaves {left}") } else { t!("kills, unless shielded").to_owned() })
                .mark(Mark::new(hp(hero), Tone::Bad).text(format!("{} → {left}", game.hero(hero).hp)))
        }
    }
}

fn pass(game: &DungeonRummy) -> Wording {
    let Pending::Shield { pending, .. } = game.pending else { return Wording::new(t!("No more shields")) };
    let dead = Hero::ALL.into_iter().find(|hero| game.hero(*hero).hp <= pending[*hero as usize] as i8);
    let wording = Wording::new(t!("No more shields")).main();
    let forecast = Forecast::new(shares(pending));
    match dead {
        Some(hero) => {
            wording.forecast(forecast.odds(0.0, 1.0)).confirm(t!("{hero} would die. Let it fall?", hero = hero.name()))
        }
        None => wording.forecast(forecast),
    }
}

/// Drawing from the own deck.
fn draw(game: &DungeonRummy, hero: Hero) -> Wording {
    match game.hero(hero).top {
        Some(card) => Wording::new(t!("Draw {card}, which lies open", card = name(card))),
        None => Wording::new(t!("Draw from your deck")),
    }
}

fn flipped(game: &DungeonRummy) -> Option<Card> {
    match game.pending {
        Pending::Flip { hero } => game.hero(hero).top,
        _ => None,
    }
}

/// The way in which a card is placed.
#[derive(Clone, Copy)]
enum Way {
    Play,
    WithABoot,
    Place,
}

/// A card into a gap: card, gap, and how it goes in if both ways are open.
fn place(game: &DungeonRummy, way: Way, card: Card, meld: Hero, pos: u8, wild: bool) -> Wording {
    let own = &game.hero(meld).meld;
    let (what, place) = (name(card), pieces::place(meld, own, pos.into()));
    let text = match (way, wild) {
        (Way::Play, false) => t!("Play {what} {place}"),
        (Way::Play, true) => t!("Play {what} as a wild {place}"),
        (Way::WithABoot, false) => t!("With a boot play {what} {place}"),
        (Way::WithABoot, true) => t!("With a boot play {what} as a wild {place}"),
        (Way::Place, false) => t!("Place {what} {place}"),
        (Way::Place, true) => t!("Place {what} as a wild {place}"),
    };
    let wording = joins(game, Wording::new(text), Laid::new(card, wild), meld, pos);
    let both = game.can_forge()
        && !card.is_two()
        && [false, true].map(|so| pieces::fits(own, Laid::new(card, so), pos)) == [true; 2];
    match (wild, both) {
        (true, _) => wording.word(t!("as a wild")),
        (false, true) => wording.word(t!("as it is")),
        (false, false) => wording,
    }
}

/// The one place where this card of the hand makes a meld on the table longer and spoils no attack;
/// `None` if there is no such place, or several.
fn only_place(game: &DungeonRummy, card: Card) -> Option<(Hero, u8)> {
    let card = Laid::plain(card);
    let places = Hero::ALL.into_iter().flat_map(|hero| {
        let own = &game.hero(hero).meld;
        let places = if own.is_empty() { Vec::new() } else { own.places(card) };
        places.into_iter().map(move |pos| (hero, pos))
    });
    let mut sensible = places.filter(|(hero, pos)| {
        let own = &game.hero(*hero).meld;
        let mut after = *own;
        after.insert((*pos).into(), card);
        meets(game, &after, *hero) != Some(false) || meets(game, own, *hero) == Some(false)
    });
    sensible.next().filter(|_| sensible.next().is_none())
}

fn move_card(game: &DungeonRummy, from: Hero, idx: u8, meld: Hero, pos: u8) -> Wording {
    let laid = game.hero(from).meld.cards()[usize::from(idx)];
    let (card, place) = (name(laid.card()), pieces::place(meld, &game.hero(meld).meld, pos.into()));
    let wording = Wording::new(match game.today.tug {
        0 => t!("With a boot move {card} {place}"),
        _ => t!("Move {card} {place}"),
    });
    let mut left = game.hero(from).meld;
    left.remove(idx.into());
    becomes(game, &left, from, joins(game, wording, laid, meld, pos))
}

/// A card that goes into a gap, and the meld there with it.
fn joins(game: &DungeonRummy, wording: Wording, card: Laid, meld: Hero, pos: u8) -> Wording {
    let mut after = game.hero(meld).meld;
    after.insert(pos.into(), card);
    let forecast =
        if after.len() < ATTACK { what(&after) } else { format!("{}: {}", what(&after), strike(game, &after, meld)) };
    let wording = wording.from(id(card.card())).to(gap_id(meld, pos)).forecast(forecast);
    hits(game, &after, meld, becomes(game, &after, meld, wording))
}

/// Two cards that change places, each taking the other's.
fn swap(game: &DungeonRummy, (meld, idx): (Hero, u8), (with, with_idx): (Hero, u8)) -> Wording {
    let (mut one, mut other) = (game.hero(meld).meld, game.hero(with).meld);
    let (here, there) = (one.cards()[usize::from(idx)], other.cards()[usize::from(with_idx)]);
    one.replace(idx.into(), there);
    other.replace(with_idx.into(), here);
    let (card, second) = (name(here.card()), name(there.card()));
    let wording = Wording::new(match game.today.juggle {
        0 => t!("With two boots swap {card} and {second}"),
        _ => t!("Swap {card} and {second}"),
    });
    let theirs = |hero: Hero, meld: &Meld| t!("{hero}'s {meld}", hero = hero.name(), meld = what(meld));
    let wording = wording.from(id(here.card())).from(id(there.card())).forecast(format!(
        "{}, {}",
        theirs(meld, &one),
        theirs(with, &other)
    ));
    becomes(game, &other, with, becomes(game, &one, meld, wording))
}

/// Marks what a meld would be: `run: 5 → 6`, or `0 → 1` while it may become either.
fn becomes(game: &DungeonRummy, after: &Meld, hero: Hero, wording: Wording) -> Wording {
    let (before, now, harms) = (game.hero(hero).meld.len(), after.len(), meets(game, after, hero));
    let tone = match harms {
        Some(true) => Tone::Good,
        Some(false) => Tone::Bad,
        None => Tone::Plain,
    };
    let no = if harms == Some(false) { t!(", no harm") } else { "" };
    let text = match after.kind() {
        Kind::Run => t!("run: {before} → {now}{no}"),
        Kind::Set => t!("set: {before} → {now}{no}"),
        Kind::Open => format!("{before} → {now}{no}"),
    };
    wording.mark(Mark::new(verdict_id(hero), tone).text(text))
}

/// Marks what an attack with a meld would do to the monster: `8 → 2`.
fn hits(game: &DungeonRummy, meld: &Meld, hero: Hero, wording: Wording) -> Wording {
    let strike = game.strike_with(meld, hero);
    if meld.len() < ATTACK || strike.damage == 0 {
        return wording;
    }
    let now = game.phase_health().saturating_sub(game.foe.damage);
    let then = now.saturating_sub(strike.damage);
    wording.mark(Mark::new("monster", Tone::Good).text(format!("{now} → {then}")))
}

fn end(game: &DungeonRummy) -> Wording {
    let mut moves = Vec::new();
    game.list(&mut moves);
    let mut next = *game;
    next.turn += 1;
    let then = if game.dodge { t!("no attack next turn").to_owned() } else { t!("next turn: {}", shares(next.blow())) };
    let wording = Wording::new(t!("End the action phase")).forecast(then);
    if moves.len() == 1 { wording.main() } else { wording }
}

/// The name of a meld: `run of 5`, `royal canasta of 8`, `two cards`.
pub(super) fn what(meld: &Meld) -> String {
    let cards = meld.len();
    match (meld.kind(), meld.canasta(), meld.wilds()) {
        _ if meld.is_empty() => t!("nothing yet").to_owned(),
        (_, true, 0) => t!("royal canasta of {cards}"),
        (_, true, _) => t!("canasta of {cards}"),
        (Kind::Run, ..) => t!("run of {cards}"),
        (Kind::Set, ..) => t!("set of {cards}"),
        (Kind::Open, ..) => t!("{cards}, a run or a set", cards = counted!(cards, "card")),
    }
}

/// The result of an attack with a meld, in short: `hits 5, shields 3 → 7`.
pub(super) fn blow(game: &DungeonRummy, meld: &Meld, hero: Hero) -> String {
    let strike = game.strike_with(meld, hero);
    let harm = if strike.met { t!("hits {}", strike.damage) } else { t!("no harm").to_owned() };
    match gained(game, hero, strike.tokens) {
        Some((now, then)) => format!("{harm}, {} {now} → {then}", hero.tokens_in_short().word("0")),
        None => t!("{harm}, no token"),
    }
}

/// The tokens of a hero before and after, if the hero gains any (R38).
fn gained(game: &DungeonRummy, hero: Hero, tokens: u8) -> Option<(u8, u8)> {
    let now = game.hero(hero).tokens;
    let then = (now + tokens).min(MAX_TOKENS);
    (then > now).then_some((now, then))
}

/// The result of an attack with a meld: `5 damage, leaves it 3, shield tokens 3 → 7`.
pub(super) fn strike(game: &DungeonRummy, meld: &Meld, hero: Hero) -> String {
    let strike = game.strike_with(meld, hero);
    let left = game.phase_health().saturating_sub(game.foe.damage).saturating_sub(strike.damage);
    let last = usize::from(game.foe.phase) + 1 == game.foe.monster.phases().len();
    let harm = match (strike.met, left) {
        (false, _) => t!("no damage, the guard holds").to_owned(),
        (true, 0) if last => t!("{} damage, beats it", strike.damage),
        (true, 0) => t!("{} damage, beats this phase", strike.damage),
        (true, left) => t!("{} damage, leaves it {left}", strike.damage),
    };
    match gained(game, hero, strike.tokens) {
        Some((now, then)) => format!("{harm}, {} {now} → {then}", hero.tokens().word("0")),
        None => t!("{harm}, no token"),
    }
}
