//! The auto-actions of the game: to lay all cards of the hand that belong together.
//!
//! In each space the cards of the hand can make a run or a set, or make one longer. Where two or
//! more of them go in, one press lays them one by one, each as it is: no token is spent, and no
//! other card is moved. The best such meld is the one that does the most damage to the monster,
//! then the longest, then the one with the most mana. It stays the best until it is whole, because
//! each step only rules out other melds.

use std::cmp::Reverse;

use kernel::{AutoAction, CardSet, Seat, Viewer};
use text::t;

use super::wording;
use crate::{
    Action, Card, DungeonRummy, Hero, Laid, Meld, View,
    content::{ATTACK, MAX_ACTIONS},
    state::Pending,
};

/// The names of the auto-actions, by hero in party order. The piece of the same id offers it.
const NAMES: [&str; 4] = ["lay-lily", "lay-bob", "lay-oakie", "lay-milton"];
/// The most melds that are looked at for one space. Only hands of twenty and more cards have more.
const LOOKS: u32 = 1000;

/// The name of the auto-action that lays cards into the space of this hero.
pub(super) fn name(hero: Hero) -> &'static str {
    NAMES[hero as usize]
}

/// The auto-actions that the viewer can start now.
pub(super) fn standing(view: &View, viewer: Viewer) -> Vec<AutoAction> {
    let game = &view.table;
    if viewer.seat().is_none() || game.awaited() != viewer.seat() {
        return Vec::new();
    }
    Hero::ALL.into_iter().filter_map(|hero| offer(game, hero)).collect()
}

fn offer(game: &DungeonRummy, hero: Hero) -> Option<AutoAction> {
    let own = &game.hero(hero).meld;
    let Plan { meld, .. } = best(game, hero)?;
    if meld.len() < ATTACK || meld.len() < own.len() + 2 {
        return None;
    }
    let fresh = meld.cards().iter().filter(|card| !own.cards().contains(card));
    let ranks: Vec<&str> = fresh.map(|card| card.card().index_word()).collect();
    Some(AutoAction {
        id: name(hero),
        text: t!("Lay {cards} for {hero}", cards = ranks.join(" "), hero = hero.name()).into(),
        limit: None,
        forecast: Some(format!("{}: {}", wording::what(&meld), wording::blow(game, &meld, hero)).into()),
        discreet: false,
        lasting: false,
    })
}

/// The next card that an auto-action lays; `None` when the meld is whole.
pub(crate) fn carry_out(view: &View, seat: Seat, id: &str, _: i32) -> Option<Action> {
    let game = &view.table;
    let hero = Hero::ALL.into_iter().find(|hero| name(*hero) == id)?;
    let (card, pos) = best(game, hero).filter(|_| game.awaited() == Some(seat))?.first;
    Some(Action::Play { card, meld: hero, pos, wild: false })
}

/// A meld that a space can become with cards of the hand.
#[derive(Clone, Copy)]
struct Plan {
    meld: Meld,
    /// The first card to lay, and its place.
    first: (Card, u8),
}

impl Plan {
    fn is_better_than(&self, other: &Plan, game: &DungeonRummy, hero: Hero) -> bool {
        let worth = |plan: &Plan| {
            let strike = game.strike_with(&plan.meld, hero);
            let cards = plan.meld.cards().iter().map(|card| card.card()).collect::<Vec<_>>();
            (strike.damage, plan.meld.len(), strike.mana, Reverse(cards))
        };
        worth(self) > worth(other)
    }
}

/// The best meld for a space, if any card of the hand goes in.
fn best(game: &DungeonRummy, hero: Hero) -> Option<Plan> {
    if game.pending != Pending::Act || game.today.actions >= MAX_ACTIONS {
        return None;
    }
    let hand = game.hero(game.active_hero()).hand;
    let own = game.hero(hero).meld;
    let mut search = Search { game, hero, looks: LOOKS, best: None };
    search.grow(own, hand, !own.is_empty(), None);
    search.best
}

struct Search<'a> {
    game: &'a DungeonRummy,
    hero: Hero,
    looks: u32,
    best: Option<Plan>,
}

impl Search<'_> {
    /// Looks at all melds that grow from this one: at its left end first, then at its right end.
    fn grow(&mut self, meld: Meld, hand: CardSet<Card>, leftwards: bool, first: Option<(Card, u8)>) {
        for card in hand.iter() {
            let room = meld.room_for(Laid::plain(card));
            for (pos, more_left) in [(0, true), (meld.len() as u8, false)] {
                if room & 1 << pos == 0 || more_left && !leftwards || self.looks == 0 {
                    continue;
                }
                self.looks -= 1;
                let (mut grown, mut left) = (meld, hand);
                grown.insert(pos.into(), Laid::plain(card));
                left.take(card);
                let plan = Plan { meld: grown, first: first.unwrap_or((card, pos)) };
                if self.best.is_none_or(|best| plan.is_better_than(&best, self.game, self.hero)) {
                    self.best = Some(plan);
                }
                self.grow(grown, left, leftwards && more_left, Some(plan.first));
            }
        }
    }
}
