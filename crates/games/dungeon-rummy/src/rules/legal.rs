//! The legal actions, in the order of the table of decisions.

use kernel::{ActionSink, Card as _, CardSet};

use crate::{
    Action, Card, DungeonRummy, Hero, Laid, Treasure,
    content::{ATTACK, BLAST, Effect, MAX_ACTIONS, MAX_TOKENS},
    melds::{LONGEST, Openings},
    state::Pending,
};

impl DungeonRummy {
    /// Lists the legal actions of the awaited seat.
    #[inline]
    pub(crate) fn list<M: ActionSink<Action>>(&self, out: &mut M) {
        match self.pending {
            Pending::Shield { pending, .. } => {
                out.push_if(pending[Hero::Lily as usize] > 0, Action::Block);
                for hero in [Hero::Bob, Hero::Oakie, Hero::Milton] {
                    out.push_if(pending[hero as usize] > 0, Action::Redirect { hero });
                }
                out.push(Action::Pass);
            }
            Pending::Draw => {
                out.push_if(self.hero(self.active_hero()).can_draw(), Action::Draw);
                push_cards(self.graveyard, |card| Action::Dig { card }, out);
            }
            Pending::Act => {
                if self.today.actions < MAX_ACTIONS {
                    self.list_acts(out);
                }
                out.push(Action::End); // R62
            }
            Pending::Flip { hero } => {
                if let Some(card) = self.hero(hero).top {
                    let places = Places::of(card, &Openings::between(self.melds()), self.can_forge());
                    places.push(|meld, pos, wild| Action::Place { meld, pos, wild }, out);
                }
                out.push(Action::Leave);
            }
            Pending::Salvage { .. } => {
                push_cards(self.graveyard, |card| Action::Salvage { card }, out);
                out.push(Action::Stop);
            }
            Pending::Discard => push_cards(self.hero(self.active_hero()).hand, |card| Action::Discard { card }, out),
            Pending::Blast { asked, shares } => {
                let left = BLAST - shares.iter().sum::<u8>();
                out.push_each(u32::from(left) + 1, |n| Action::Blast { hero: asked, n: n as u8 });
            }
            Pending::Over(_) => {}
        }
    }

    fn list_acts<M: ActionSink<Action>>(&self, out: &mut M) {
        let openings = Openings::between(self.melds());
        let active = self.active_hero();
        let wild = self.can_forge();
        // 7.1
        for card in self.hero(active).hand.iter() {
            let places = Places::of(card, &openings, wild);
            places.push(|meld, pos, wild| Action::Play { card, meld, pos, wild }, out);
        }
        // 7.2
        if self.today.boots > 0 {
            for hero in Hero::ALL {
                if let Some(card) = self.hero(hero).top.filter(|_| hero != active) {
                    let places = Places::of(card, &openings, wild);
                    places.push(|meld, pos, wild| Action::PlayTop { hero, meld, pos, wild }, out);
                }
            }
            for hero in self.played().iter().copied().filter(|hero| *hero != active) {
                let closed = self.hero(hero).top.is_none() && !self.hero(hero).deck.is_empty();
                out.push_if(closed, Action::Flip { hero });
            }
        }
        if self.today.boots > 0 || self.today.tug > 0 {
            self.list_moves(&openings, out);
        }
        if self.today.boots > 1 || self.today.juggle > 0 {
            self.list_swaps(out);
        }
        // 7.5
        for meld in Hero::ALL {
            out.push_if(self.hero(meld).meld.len() >= ATTACK, Action::Attack { meld });
        }
        // 7.3
        if self.can_spend(Hero::Oakie) {
            for hero in Hero::ALL {
                out.push_if(self.hurt(hero), Action::Heal { hero });
            }
        }
        if self.can_spend(Hero::Bob) {
            for hero in self.played().iter().copied() {
                out.push_if(self.hero(hero).can_draw(), Action::TokenDraw { hero });
            }
            for hero in self.played().iter().copied() {
                push_cards(self.graveyard, |card| Action::TokenDig { hero, card }, out);
            }
        }
        // 7.4
        for id in self.stash.iter() {
            if id.names_a_hero() {
                for hero in Hero::ALL {
                    out.push_if(self.can_use(id, Some(hero)), Action::Treasure { id, hero: Some(hero) });
                }
            } else {
                out.push_if(self.can_use(id, None), Action::Treasure { id, hero: None });
            }
        }
    }

    /// R30: the rest stays a meld, and the other meld takes the card.
    fn list_moves<M: ActionSink<Action>>(&self, openings: &Openings, out: &mut M) {
        let lies = self.melds().enumerate().filter(|(_, meld)| !meld.is_empty());
        let melds = lies.fold(0, |melds, (nth, _)| melds | SPACE << (16 * nth));
        for from in &Hero::ALL {
            let others = melds & !(SPACE << (16 * *from as u32));
            let meld = &self.hero(*from).meld;
            for (idx, card) in meld.cards().iter().enumerate() {
                let places = openings.of(*card) & others;
                if places == 0 || !meld.may_lose(idx) {
                    continue;
                }
                each_meld(places, |meld, there| {
                    let nth = |n| Action::Move { from: *from, idx: idx as u8, meld, pos: nth_bit(there.into(), n) };
                    out.push_each(there.count_ones(), nth);
                });
            }
        }
    }

    /// R31: exact places, and both melds stay legal.
    fn list_swaps<M: ActionSink<Action>>(&self, out: &mut M) {
        let openings = Openings::instead(self.melds());
        let mut places = [[0; LONGEST]; Hero::ALL.len()];
        for (places, meld) in places.iter_mut().zip(self.melds()) {
            places.iter_mut().zip(meld.cards()).for_each(|(places, card)| *places = openings.of(*card));
        }
        for meld in &Hero::ALL[..3] {
            let behind = u64::MAX << 16 << (16 * *meld as u32);
            for (idx, one) in places[*meld as usize].iter().enumerate().take(self.hero(*meld).meld.len()) {
                let back = 1 << (16 * *meld as usize + idx);
                each_meld(one & behind, |with, there| {
                    let fits = |place: u32| u16::from(places[with as usize][place as usize] & back != 0) << place;
                    let there = bits(there).map(fits).fold(0, |both, place| both | place);
                    let nth =
                        |n| Action::Swap { meld: *meld, idx: idx as u8, with, with_idx: nth_bit(there.into(), n) };
                    out.push_each(there.count_ones(), nth);
                });
            }
        }
    }

    /// Whether this hero is below full health.
    #[inline]
    pub(crate) fn hurt(&self, hero: Hero) -> bool {
        self.hero(hero).hp < hero.health()
    }

    /// Whether a treasure may be used now, on this hero where it names one.
    pub(crate) fn can_use(&self, treasure: Treasure, named: Option<Hero>) -> bool {
        match (treasure.effect(), named) {
            (Effect::Heal(_), Some(hero)) => self.hurt(hero),
            (Effect::Tokens(_), Some(hero)) => self.hero(hero).tokens < MAX_TOKENS,
            (Effect::Heal(_) | Effect::Tokens(_), None) => false,
            (_, Some(_)) => false,
            (Effect::HealAll(_), None) => Hero::ALL.into_iter().any(|hero| self.hurt(hero)),
            (Effect::Draw(_), None) => self.hero(self.active_hero()).can_draw(),
            (Effect::DrawAll(_), None) => self.played().iter().any(|hero| self.hero(*hero).can_draw()),
            (Effect::Dodge, None) => !self.dodge,
            (Effect::Lace, None) => self.today.boots < self.all_boots(),
            (Effect::Pierce, None) => !self.today.pierce,
            (Effect::Compost, None) => self.buried() > 0,
            (Effect::Salvage(_), None) => !self.graveyard.is_empty(),
            (Effect::Forge, None) => !self.today.forge,
            (Effect::Sharpen(_) | Effect::Strike(_) | Effect::Tug | Effect::Juggle, None) => true,
        }
    }
}

/// The places for a card on the whole table, as bits: 16 for each hero in party order.
struct Places {
    plain: u64,
    /// The places for the card as a wild, by a token.
    wild: u64,
}

impl Places {
    /// R53: a token does not make a 2 wild.
    #[inline]
    fn of(card: Card, openings: &Openings, wild: bool) -> Places {
        let marked = || openings.of(Laid::new(card, true));
        let wild = if wild && !card.is_two() { marked() } else { 0 };
        Places { plain: openings.of(Laid::plain(card)), wild }
    }

    /// Hero by hero, first as it is, then as a wild.
    #[inline]
    fn push<M: ActionSink<Action>>(&self, action: impl Fn(Hero, u8, bool) -> Action, out: &mut M) {
        let nth = |n| {
            let both = |bits, hero| {
                bits | u128::from(at_meld(self.plain, hero)) << (32 * hero as u32)
                    | u128::from(at_meld(self.wild, hero)) << (32 * hero as u32 + 16)
            };
            let bit = nth_bit(Hero::ALL.into_iter().fold(0, both), n);
            action(Hero::ALL[usize::from(bit / 32)], bit % 16, bit / 16 % 2 == 1)
        };
        out.push_each(self.plain.count_ones() + self.wild.count_ones(), nth);
    }
}

/// The places of the first meld.
const SPACE: u64 = 0xFFFF;

/// The places of one meld.
#[inline]
fn at_meld(places: u64, hero: Hero) -> u16 {
    (places >> (16 * hero as u32)) as u16
}

/// Each meld that has any of these places, with those it has.
#[inline]
fn each_meld(mut places: u64, mut take: impl FnMut(Hero, u16)) {
    while places != 0 {
        let hero = Hero::ALL[places.trailing_zeros() as usize / 16];
        take(hero, at_meld(places, hero));
        places &= !(SPACE << (16 * hero as u32));
    }
}

/// The numbers of the bits that are set.
#[inline]
fn bits(mut left: u16) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (left != 0).then(|| left.trailing_zeros());
        left &= left.wrapping_sub(1);
        lowest
    })
}

/// The bit that has `before` set bits below it.
#[inline]
fn nth_bit(bits: u128, before: u32) -> u8 {
    let left = (0..before).fold(bits, |left, _| left & (left - 1));
    left.trailing_zeros() as u8
}

/// An action for each of these cards, in card order.
#[inline]
fn push_cards<M: ActionSink<Action>>(cards: CardSet<Card>, action: impl Fn(Card) -> Action, out: &mut M) {
    let nth = |n| action(Card::from_index(nth_bit(cards.bits(), n).into()));
    out.push_each(cards.len() as u32, nth);
}
