//! How actions read, which pieces they join, and what may come of them.

use kernel::{Seat, Wording, counted};

use super::pieces::{self, gap_id, id};
use crate::{
    Action, Card, DungeonRummy, Hero, Kind, Laid, Meld, View,
    content::{BLAST, MAX_TOKENS},
    state::Pending,
    tell::{name, shares},
};

/// How a legal action reads.
pub(crate) fn wording(view: &View, seat: Seat, action: &Action) -> Wording {
    let game = &view.table;
    let hp = |hero: Hero| format!("hp-{}", hero.id());
    let tokens = |hero: Hero| format!("tokens-{}", hero.id());
    let deck = |hero: Hero| format!("deck-{}", hero.id());
    match *action {
        Action::Block => Wording::new("Block 1 for Lily").from(tokens(Hero::Lily)).to(hp(Hero::Lily)),
        Action::Redirect { hero } => {
            let by = match game.pending {
                Pending::Shield { pending, .. } => pending[hero as usize].min(2),
                _ => 2,
            };
            Wording::new(format!("Take {by} from {} over to Lily", hero.name())).from(tokens(Hero::Lily)).to(hp(hero))
        }
        Action::Pass => pass(game),
        Action::Draw => draw(game, game.hero_of(seat)).from(deck(game.hero_of(seat))).main(),
        Action::Dig { card } | Action::Salvage { card } => {
            Wording::new(format!("Take {} from the graveyard", name(card))).from(id(card))
        }
        Action::Play { card, meld, pos, wild } => place(game, "Play", card, meld, pos, wild),
        Action::PlayTop { hero, meld, pos, wild } => match game.hero(hero).top {
            Some(card) => place(game, "With a boot play", card, meld, pos, wild),
            None => Wording::new("Play the open card"),
        },
        Action::Place { meld, pos, wild } => match flipped(game) {
            Some(card) => place(game, "Place", card, meld, pos, wild),
            None => Wording::new("Place the card"),
        },
        Action::Flip { hero } => {
            Wording::new(format!("With a boot turn up the top card of {}", hero.name())).from("boots").to(deck(hero))
        }
        Action::Move { from, idx, meld, pos } => move_card(game, from, idx, meld, pos),
        Action::Swap { meld, idx, with, with_idx } => {
            let card = |hero: Hero, at: u8| game.hero(hero).meld.cards()[usize::from(at)].card();
            let (one, other) = (card(meld, idx), card(with, with_idx));
            Wording::new(format!("Swap {} and {}", name(one), name(other))).from(id(one)).to(id(other))
        }
        Action::Attack { meld } => {
            let own = &game.hero(meld).meld;
            Wording::new(format!("Attack with {}'s {}", meld.name(), what(own)))
                .from(format!("meld-{}", meld.id()))
                .to("monster")
                .forecast(strike(game, own, meld))
        }
        Action::Heal { hero } => {
            let hp_now = game.hero(hero).hp;
            Wording::new(format!("Heal {} by 1", hero.name())).from(tokens(Hero::Oakie)).to(hp(hero)).forecast(format!(
                "{hp_now} → {} of {}",
                hp_now + 1,
                hero.health()
            ))
        }
        Action::TokenDraw { hero } => {
            let text = format!("With a draw token {} draws a card", hero.name());
            Wording { text: text.into(), ..draw(game, hero) }.from(tokens(Hero::Bob)).to(deck(hero))
        }
        Action::TokenDig { hero, card } => {
            let text = format!("With a draw token {} takes {} from the graveyard", hero.name(), name(card));
            Wording::new(text).from(tokens(Hero::Bob)).to(id(card)).to(hp(hero))
        }
        Action::Treasure { id, hero } => {
            let on = hero.map(|hero| format!(" for {}", hero.name())).unwrap_or_default();
            let wording = Wording::new(format!("Use {}{on}", id.name()))
                .from(pieces::treasure_id(id))
                .forecast(pieces::effect(id));
            hero.into_iter().fold(wording, |wording, hero| wording.to(hp(hero)))
        }
        Action::End => end(game),
        Action::Leave => Wording::new("Leave it on its deck").main(),
        Action::Stop => Wording::new("Take no more").main(),
        Action::Discard { card } => {
            let buried = game.buried() + 1;
            let bursts = if buried >= BLAST.into() { ": it bursts" } else { "" };
            Wording::new(format!("Discard {}", name(card)))
                .from(id(card))
                .to("graveyard")
                .forecast(format!("{buried} of {BLAST} in the graveyard{bursts}"))
        }
        Action::Blast { hero, n } => {
            let left = game.hero(hero).hp - n as i8;
            Wording::new(format!("{n} damage for {}", hero.name()))
                .from(hp(hero))
                .word(n.to_string())
                .forecast(if left > 0 { format!("leaves {left}") } else { "kills, unless shielded".to_owned() })
        }
    }
}

fn pass(game: &DungeonRummy) -> Wording {
    let Pending::Shield { pending, .. } = game.pending else { return Wording::new("No more shields") };
    let dead = Hero::ALL.into_iter().find(|hero| game.hero(*hero).hp <= pending[*hero as usize] as i8);
    let wording = Wording::new("No more shields").forecast(shares(pending)).main();
    match dead {
        Some(hero) => wording.confirm(format!("{} would die. Let it fall?", hero.name())),
        None => wording,
    }
}

/// Drawing from the own deck.
fn draw(game: &DungeonRummy, hero: Hero) -> Wording {
    match game.hero(hero).top {
        Some(card) => Wording::new(format!("Draw {}, which lies open", name(card))),
        None => Wording::new("Draw from your deck"),
    }
}

fn flipped(game: &DungeonRummy) -> Option<Card> {
    match game.pending {
        Pending::Flip { hero } => game.hero(hero).top,
        _ => None,
    }
}

/// A card into a gap: card, meld, gap, and how it goes in where both ways are open.
fn place(game: &DungeonRummy, verb: &str, card: Card, meld: Hero, pos: u8, wild: bool) -> Wording {
    let own = &game.hero(meld).meld;
    let text = match wild {
        true => format!("{verb} {} as a wild {}", name(card), pieces::place(meld, own, pos.into())),
        false => format!("{verb} {} {}", name(card), pieces::place(meld, own, pos.into())),
    };
    let mut after = *own;
    after.insert(pos.into(), Laid::new(card, wild));
    let wording = Wording::new(text)
        .from(id(card))
        .to(format!("meld-{}", meld.id()))
        .to(gap_id(meld, pos))
        .forecast(becomes(game, &after, meld));
    let both = game.can_forge()
        && !card.is_two()
        && [false, true].map(|so| pieces::fits(own, Laid::new(card, so), pos)) == [true; 2];
    match (wild, both) {
        (true, _) => wording.word("as a wild"),
        (false, true) => wording.word("as it is"),
        (false, false) => wording,
    }
}

fn move_card(game: &DungeonRummy, from: Hero, idx: u8, meld: Hero, pos: u8) -> Wording {
    let laid = game.hero(from).meld.cards()[usize::from(idx)];
    let own = &game.hero(meld).meld;
    let mut after = *own;
    after.insert(pos.into(), laid);
    let boot = if game.today.tug > 0 { "Move" } else { "With a boot move" };
    Wording::new(format!("{boot} {} {}", name(laid.card()), pieces::place(meld, own, pos.into())))
        .from(id(laid.card()))
        .to(format!("meld-{}", meld.id()))
        .to(gap_id(meld, pos))
        .forecast(becomes(game, &after, meld))
}

fn end(game: &DungeonRummy) -> Wording {
    let mut moves = Vec::new();
    game.list(&mut moves);
    let mut next = *game;
    next.turn += 1;
    let then =
        if game.dodge { "no attack next turn".to_owned() } else { format!("next turn: {}", shares(next.blow())) };
    let wording = Wording::new("End the action phase").forecast(then);
    if moves.len() == 1 { wording.main() } else { wording }
}

/// What a meld is: `run of 5`, `royal canasta of 8`, `two cards`.
pub(super) fn what(meld: &Meld) -> String {
    let cards = meld.len();
    match (meld.kind(), meld.canasta(), meld.wilds()) {
        _ if meld.is_empty() => "nothing yet".to_owned(),
        (_, true, 0) => format!("royal canasta of {cards}"),
        (_, true, _) => format!("canasta of {cards}"),
        (Kind::Run, ..) => format!("run of {cards}"),
        (Kind::Set, ..) => format!("set of {cards}"),
        (Kind::Open, ..) => format!("{}, a run or a set", counted(cards, "card")),
    }
}

/// What a meld becomes: `run of 4: 4 damage, leaves it 2`.
fn becomes(game: &DungeonRummy, meld: &Meld, hero: Hero) -> String {
    if meld.len() < 3 { what(meld) } else { format!("{}: {}", what(meld), strike(game, meld, hero)) }
}

/// What an attack with a meld would do: `5 damage, leaves it 3, shield tokens 3 → 7`.
pub(super) fn strike(game: &DungeonRummy, meld: &Meld, hero: Hero) -> String {
    let strike = game.strike_with(meld, hero);
    let left = game.phase_health().saturating_sub(game.foe.damage).saturating_sub(strike.damage);
    let last = usize::from(game.foe.phase) + 1 == game.foe.monster.phases().len();
    let harm = match (strike.met, left) {
        (false, _) => "no damage, the guard holds".to_owned(),
        (true, 0) if last => format!("{} damage, beats it", strike.damage),
        (true, 0) => format!("{} damage, beats this phase", strike.damage),
        (true, left) => format!("{} damage, leaves it {left}", strike.damage),
    };
    let (now, then) = (game.hero(hero).tokens, (game.hero(hero).tokens + strike.tokens).min(MAX_TOKENS));
    let magic = if then > now { format!("{} tokens {now} → {then}", hero.token()) } else { "no token".to_owned() };
    format!("{harm}, {magic}")
}
