//! The pieces on the table: cards, gaps, tokens, decks.

use kernel::{Card as _, CardSet, Flag, Icon, Look, Picture, Piece, Stat, Tone};
use text::{counted, t};

use crate::{
    Card, Hero, Kind, Laid, Meld, Treasure, View,
    cards::rank_word,
    content::{Effect, MAX_TOKENS},
    event,
};

pub(super) const TORCH: Picture = Picture("dungeon-rummy/torch");
pub(super) const BOOT: Picture = Picture("dungeon-rummy/boot");
pub(super) const GRAVEYARD: Picture = Picture("dungeon-rummy/graveyard");
const TRASH: Picture = Picture("dungeon-rummy/trash");
const COURT: [Picture; 3] =
    [Picture("dungeon-rummy/jack"), Picture("dungeon-rummy/queen"), Picture("dungeon-rummy/king")];
/// The pictures that belong to no hero, monster or treasure.
pub(super) const PICTURES: [Picture; 7] = [TORCH, BOOT, GRAVEYARD, TRASH, COURT[0], COURT[1], COURT[2]];

/// The drawing of a hero's tokens.
pub(super) fn token_picture(hero: Hero) -> Picture {
    match hero {
        Hero::Lily => Picture("dungeon-rummy/token-shield"),
        Hero::Bob => Picture("dungeon-rummy/token-draw"),
        Hero::Oakie => Picture("dungeon-rummy/token-heal"),
        Hero::Milton => Picture("dungeon-rummy/token-wild"),
    }
}

/// The colour of a home, at the foot of its cards.
fn colour(home: Hero) -> Tone {
    match home {
        Hero::Lily => Tone::Bad,
        Hero::Bob => Tone::Luck,
        Hero::Oakie => Tone::Good,
        Hero::Milton => Tone::Plain,
    }
}

/// A playing card. Its id is the same everywhere.
pub(super) fn card(card: Card) -> Piece {
    face(Laid::plain(card), None)
}

/// A card in a meld; a wild shows the value it has there.
pub(super) fn laid(card: Laid, stands_for: Option<u8>) -> Piece {
    face(card, stands_for).flag(Flag::Highlighted, card.marked() || stands_for.is_some())
}

/// A card that no match has, as a part of a meld that would meet a guard.
pub(super) fn example(at: usize, card: Card) -> Piece {
    Piece { id: format!("example-{at}"), picture: None, ..face(Laid::plain(card), None) }
}

fn face(laid: Laid, stands_for: Option<u8>) -> Piece {
    let card = laid.card();
    let sparks = laid.diamonds();
    let mana = (sparks > 0).then(|| Stat { icon: Icon("spark"), name: t!("mana"), value: sparks.to_string() });
    let corner = stands_for.map_or(card.index_word(), rank_word);
    let wild = laid.marked() || stands_for.is_some();
    let picture = match card.rank() {
        rank @ 11..=13 if !wild => Some(COURT[usize::from(rank) - 11]),
        _ => None,
    };
    let means = match (stands_for, wild) {
        (Some(value), _) => t!(", a wild {}", rank_word(value)),
        (None, true) => t!(", a wild").to_owned(),
        (None, false) => String::new(),
    };
    let magic = if sparks > 0 { t!(", {sparks} mana") } else { String::new() };
    let label = format!("{}{means}{magic}", event::name(card));
    let look = Look::Card {
        name: t!("{rank} of {suit}s", rank = card.index_word(), suit = card.suit().word()).into(),
        kind: if wild { t!("Wild") } else { card.home().name() }.into(),
        icon: Icon::CARD,
        tone: colour(card.home()),
        corner: Some(corner.to_owned()),
        suit: Some(card.suit().mark()),
        emblem: wild.then_some(Icon("wild")),
        stats: mana.into_iter().collect(),
        copies: 1,
    };
    Piece { picture, ..Piece::new(id(card), look, label) }
}

/// The id of a card's piece.
pub(super) fn id(card: Card) -> String {
    format!("card-{}", card.code())
}

/// A place in a meld into which a card can go.
pub(super) fn gap(hero: Hero, meld: &Meld, at: usize) -> Piece {
    let look = Look::Tile { icon: None, tone: Tone::Plain, value: wanted(meld, at), pawns: Vec::new() };
    let label = t!("A place {place}", place = place(hero, meld, at));
    Piece::new(gap_id(hero, at as u8), look, label).flag(Flag::Reachable, true)
}

/// The value of a place, if it is certain.
fn wanted(meld: &Meld, at: usize) -> Option<String> {
    if meld.kind() == Kind::Set {
        let natural = (0..meld.len()).find(|at| meld.stands_for(*at).is_none())?;
        return Some(meld.cards()[natural].card().index_word().to_owned());
    }
    let start = meld.start()?;
    // A card behind a wild lowers the value of the wild by one; a card in front of all has itself
    // one less.
    let shifts = at == 0 || at < meld.len() && (0..at).any(|before| meld.stands_for(before).is_some());
    let value = start + at as u8 - u8::from(shifts);
    (1..=14).contains(&value).then(|| rank_word(value).to_owned())
}

/// The id of a gap's piece.
pub(super) fn gap_id(hero: Hero, at: u8) -> String {
    format!("gap-{}-{at}", hero.id())
}

/// The place in words: `at the right end of Lily's meld`.
pub(super) fn place(hero: Hero, meld: &Meld, at: usize) -> String {
    let name = hero.name();
    match meld.cards().get(at) {
        _ if meld.is_empty() => t!("in {name}'s empty space"),
        Some(_) if at == 0 => t!("at the left end of {name}'s meld"),
        None => t!("at the right end of {name}'s meld"),
        Some(next) => t!("in {name}'s meld, before {}", event::name(next.card())),
    }
}

/// A small token with a number.
pub(super) fn token(id: &str, icon: Icon, value: u8, label: String) -> Piece {
    let look = Look::Token { icon, tone: Tone::Plain, value: Some(value.to_string()), seat: None };
    Piece::new(id, look, label)
}

/// The tokens of a hero.
pub(super) fn tokens(hero: Hero, number: u8) -> Piece {
    let icon = match hero {
        Hero::Lily => Icon::SHIELD,
        Hero::Bob => Icon("draw"),
        Hero::Oakie => Icon("heal"),
        Hero::Milton => Icon("wild"),
    };
    let text = token_effect(hero);
    let label = t!("{tokens} of {MAX_TOKENS}", tokens = hero.tokens().counted(number));
    token(&format!("tokens-{}", hero.id()), icon, number, label)
        .text(t!("{text} {mana} mana make one.", mana = hero.mana()), Some("R38"))
        .picture(token_picture(hero))
        .flag(Flag::Exhausted, number == 0)
}

/// The effect of a hero's token, in words.
pub(super) fn token_effect(hero: Hero) -> &'static str {
    match hero {
        Hero::Lily => t!("Takes 1 off what Lily suffers, or moves up to 2 from another hero to her."),
        Hero::Bob => t!("A hero with a hand draws a card, or takes one of the graveyard."),
        Hero::Oakie => t!("A hero regains 1 health."),
        Hero::Milton => t!("A card becomes a wild while it is being placed."),
    }
}

/// The home suit of a hero.
pub(super) fn suit(hero: Hero) -> Piece {
    let suit = hero.suit();
    let sign = match suit.mark() {
        kernel::Suit::Hearts => Icon("suit-hearts"),
        kernel::Suit::Diamonds => Icon("suit-diamonds"),
        kernel::Suit::Clubs => Icon("suit-clubs"),
        kernel::Suit::Spades => Icon("suit-spades"),
    };
    let look = Look::Token { icon: sign, tone: Tone::Plain, value: Some(suit.word().to_owned()), seat: None };
    let label = t!("{suit}: the suit of {hero}", suit = text::capital(suit.word()), hero = hero.name());
    Piece::new(format!("suit-{}", hero.id()), look, label)
        .text(t!("A run has no suit twice side by side, a set has none twice."), Some("R19"))
}

/// The closed cards of a hero's deck.
pub(super) fn deck(view: &View, hero: Hero) -> Piece {
    let count = view.deck_len(hero);
    let label = t!("{cards} in the deck of {hero}", cards = counted!(count, "card"), hero = hero.name());
    Piece::new(format!("deck-{}", hero.id()), Look::Back { count: count as u16 }, label)
        .text(t!("When it is empty the trash becomes the deck again, for 2 health."), Some("R59"))
}

/// A hero's trash, with all its cards.
pub(super) fn trash(hero: Hero, cards: CardSet<Card>) -> Piece {
    let names: Vec<String> = cards.iter().map(|card| card.code().to_owned()).collect();
    let label = t!("{cards} in the trash of {hero}", cards = counted!(cards.len(), "card"), hero = hero.name());
    token(&format!("trash-{}", hero.id()), Icon("trash"), cards.len() as u8, label)
        .text(if names.is_empty() { t!("Nothing is in it.").to_owned() } else { names.join(", ") }, Some("R46"))
        .picture(TRASH)
}

/// A treasure of the stash.
pub(super) fn treasure(treasure: Treasure) -> Piece {
    let text = effect(treasure);
    let look = Look::card(treasure.name().as_str(), t!("Treasure"), Icon("treasure"), Tone::Good, Vec::new());
    Piece::new(treasure_id(treasure), look, format!("{}: {text}", treasure.name()))
        .text(text, Some("R33"))
        .picture(treasure.picture())
}

/// The id of a treasure's piece.
pub(super) fn treasure_id(treasure: Treasure) -> String {
    format!("treasure-{}", treasure.code())
}

/// The effect of a treasure, in words.
pub(super) fn effect(treasure: Treasure) -> String {
    match treasure.effect() {
        Effect::Heal(by) => t!("A hero regains {by} health."),
        Effect::HealAll(by) => t!("Every hero regains {by} health."),
        Effect::Tokens(tokens) => t!("A hero gains {tokens} tokens."),
        Effect::Draw(cards) => t!("You draw {cards} cards."),
        Effect::DrawAll(cards) => t!("Everybody draws {cards}.", cards = counted!(cards, "card")),
        Effect::Dodge => t!("The monster's next attack is skipped.").to_owned(),
        Effect::Lace => t!("All your boots are ready again.").to_owned(),
        Effect::Sharpen(by) => t!("Your next attack this turn does {by} more, if the guard is met."),
        Effect::Pierce => t!("Your next attack this turn meets any guard.").to_owned(),
        Effect::Strike(by) => t!("{by} damage, whatever the guard."),
        Effect::Compost => t!("The graveyard is cleared, without a blast.").to_owned(),
        Effect::Salvage(cards) => t!("Up to {cards} cards of the graveyard into your hand."),
        Effect::Forge => t!("The next wild this turn costs no token.").to_owned(),
        Effect::Tug => t!("The next move this turn costs no boot.").to_owned(),
        Effect::Juggle => t!("The next swap this turn costs no boots.").to_owned(),
    }
}

/// Whether a card could go there in a meld. The wording uses it to see if it must name the way the
/// card goes in.
pub(super) fn fits(meld: &Meld, card: Laid, at: u8) -> bool {
    meld.room_for(card) & 1 << at != 0
}
