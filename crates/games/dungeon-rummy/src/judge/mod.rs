//! The game's own judgement: the reference policy, and the worth of a position.
//!
//! The last section of the rulebook before the examples defines the policy. It sees a view and
//! nothing else.

mod outlook;

use arrayvec::ArrayVec;
use kernel::{CardSet, Judge, Seat, Temperament};

use crate::{
    Action, Card, DungeonRummy, Hero, Kind, Laid, Meld, Treasure, View,
    content::{BLAST, CANASTA, Effect, Guard, Tier},
    state::Pending,
};

/// Cards that can be played: the hand and the open tops.
type Pool = ArrayVec<Card, 112>;

/// The number of cards from which on the policy attacks without need.
#[derive(Clone, Copy)]
struct Long(usize);

/// The number for the reference policy.
const LONG: Long = Long(6);

impl Long {
    /// The number with a temperament.
    const fn of(temperament: Temperament) -> Long {
        match temperament {
            Temperament::Careful => Long(5),
            Temperament::Bold => Long(7),
            Temperament::Spiteful => LONG,
        }
    }
}

impl Judge for DungeonRummy {
    const PACE: u32 = 150;

    fn reference(view: &View, seat: Seat, moves: &[Action]) -> usize {
        policy(&view.table, seat, moves, LONG)
    }

    fn inclined(view: &View, seat: Seat, moves: &[Action], temperament: Temperament) -> usize {
        policy(&view.table, seat, moves, Long::of(temperament))
    }

    fn reference_index(&self, seat: Seat, moves: &[Action]) -> usize {
        policy(self, seat, moves, LONG)
    }

    fn worth(&self, _: Seat) -> f32 {
        outlook::worth(self)
    }

    fn prior(&self, seat: Seat, moves: &[Action], weights: &mut Vec<f32>) {
        let policy = Policy { game: self, hero: self.hero_of(seat), moves, long: LONG };
        weights.extend(moves.iter().map(|action| libm::expf(policy.gain(action))));
    }

    fn lookahead(&self) -> u32 {
        1
    }

    fn turns(&self) -> u32 {
        u32::from(self.turn)
    }
}

/// Chooses an action for `seat` by the policy. It looks at no hand but the seat's own, and at no
/// deck.
fn policy(game: &DungeonRummy, seat: Seat, moves: &[Action], long: Long) -> usize {
    let wanted = Policy { game, hero: game.hero_of(seat), moves, long }.choose();
    wanted.and_then(|wanted| moves.iter().position(|listed| *listed == wanted)).unwrap_or(moves.len() - 1)
}

struct Policy<'a> {
    game: &'a DungeonRummy,
    hero: Hero,
    moves: &'a [Action],
    long: Long,
}

/// A meld to grow, and the first card on the way to it.
#[derive(Clone, Copy)]
struct Plan {
    meld: Meld,
    used: usize,
    first: Option<(Card, u8)>,
}

impl Policy<'_> {
    /// Returns the wanted action. Without one the caller takes the last of the list, which passes,
    /// leaves, stops or ends.
    fn choose(&self) -> Option<Action> {
        match self.game.pending {
            Pending::Shield { pending, .. } => self.shield(pending),
            Pending::Draw => Some(self.draw()),
            Pending::Act => self.act(),
            Pending::Flip { hero } => self.flip(hero),
            Pending::Salvage { .. } => {
                let best = self.best_of(self.game.graveyard)?;
                Some(Action::Salvage { card: best })
            }
            Pending::Discard => self.discard(),
            Pending::Blast { asked, .. } => Some(Action::Blast { hero: asked, n: self.share(asked) }),
            Pending::Over(_) => None,
        }
    }

    fn may(&self, action: Action) -> Option<Action> {
        self.moves.contains(&action).then_some(action)
    }

    // Outside the action phase.

    /// Redirects the damage that would hurt most while Lily can bear it, and blocks the rest.
    fn shield(&self, pending: [u8; 4]) -> Option<Action> {
        let left = |hero: Hero| i16::from(self.game.hero(hero).hp) - i16::from(pending[hero as usize]);
        let others = [Hero::Bob, Hero::Oakie, Hero::Milton].into_iter().filter(|hero| pending[*hero as usize] > 0);
        let worst = others.min_by_key(|hero| left(*hero));
        let worst = worst.filter(|hero| left(*hero) <= 0 || left(Hero::Lily) > left(*hero) + 2);
        let redirect = worst.filter(|hero| pending[*hero as usize] > 1 || left(*hero) <= 6);
        redirect.map(|hero| Action::Redirect { hero }).or_else(|| self.may(Action::Block))
    }

    /// Takes a card of the graveyard that lengthens a meld or fits the hand; else draws from the
    /// deck.
    fn draw(&self) -> Action {
        let wanted = self.best_of(self.game.graveyard).filter(|card| self.use_of(*card) >= 2.5);
        match (wanted, self.may(Action::Draw)) {
            (Some(card), _) => Action::Dig { card },
            (None, Some(draw)) => draw,
            (None, None) => self.moves[0],
        }
    }

    fn best_of(&self, cards: CardSet<Card>) -> Option<Card> {
        cards.iter().max_by(|one, other| self.use_of(*one).total_cmp(&self.use_of(*other)))
    }

    /// The worth of a card in the hand: its gain for a meld, or for the other cards.
    fn use_of(&self, card: Card) -> f32 {
        let melds = Hero::ALL.into_iter().map(|hero| &self.game.hero(hero).meld).filter(|meld| meld.len() > 1);
        let added = melds.filter_map(|meld| {
            let places = meld.room_for(Laid::plain(card));
            (places != 0).then(|| self.worth(&with(meld, Laid::plain(card), places)) - self.worth(meld))
        });
        let best = added.fold(0.0, f32::max);
        let hand = self.game.hero(self.hero).hand.iter().filter(|other| *other != card);
        let near = |other: Card| match other.rank().abs_diff(card.rank()) {
            0 | 1 if other.suit() != card.suit() => 0.8,
            2 => 0.3,
            _ => 0.0,
        };
        let wild = if card.is_two() { 3.0 } else { 0.0 };
        best + hand.map(near).sum::<f32>() + wild + 0.2 * f32::from(card.diamonds())
    }

    /// Discards the least useful card.
    fn discard(&self) -> Option<Action> {
        let hand = self.game.hero(self.hero).hand.iter();
        let worst = hand.min_by(|one, other| self.use_of(*one).total_cmp(&self.use_of(*other)))?;
        Some(Action::Discard { card: worst })
    }

    /// Deals the damage out one by one, each to the hero with the most health left, shields
    /// counted.
    fn share(&self, asked: Hero) -> u8 {
        let Pending::Blast { shares, .. } = self.game.pending else { return 0 };
        let mut dealt = shares;
        let open: ArrayVec<Hero, 4> = Hero::ALL.into_iter().filter(|hero| *hero >= asked).collect();
        for _ in shares.iter().sum::<u8>()..BLAST {
            let shields = |hero: Hero| if hero == Hero::Lily { i16::from(self.game.hero(hero).tokens) } else { 0 };
            let left =
                |hero: &Hero| i16::from(self.game.hero(*hero).hp) - i16::from(dealt[*hero as usize]) + shields(*hero);
            // Ties go to the first hero in party order.
            if let Some(hero) = open.iter().rev().copied().max_by_key(left) {
                dealt[hero as usize] += 1;
            }
        }
        dealt[asked as usize]
    }

    fn flip(&self, hero: Hero) -> Option<Action> {
        let card = self.game.hero(hero).top?;
        let (meld, pos, gain) = self.best_place(card)?;
        (gain >= 0.8).then_some(Action::Place { meld, pos, wild: false })
    }

    /// The place where a card adds most to a meld of two or more cards.
    fn best_place(&self, card: Card) -> Option<(Hero, u8, f32)> {
        let mut best: Option<(Hero, u8, f32)> = None;
        for hero in Hero::ALL {
            let meld = &self.game.hero(hero).meld;
            let places = meld.room_for(Laid::plain(card));
            if meld.len() < 2 || places == 0 {
                continue;
            }
            let gain = self.worth(&with(meld, Laid::plain(card), places)) - self.worth(meld);
            if best.is_none_or(|(_, _, most)| gain > most) {
                best = Some((hero, last(places), gain));
            }
        }
        best
    }

    // The action phase.

    fn act(&self) -> Option<Action> {
        self.finish()
            .or_else(|| self.treasure())
            .or_else(|| self.tokens())
            .or_else(|| self.lengthen())
            .or_else(|| self.join())
            .or_else(|| self.wild())
            .or_else(|| self.attack())
            .or_else(|| self.turn_up())
            .or_else(|| self.unload())
    }

    /// The damage that beats the phase.
    fn left(&self) -> u8 {
        self.game.phase_health() - self.game.foe.damage
    }

    /// The shortest meld, or a treasure, that beats the phase.
    fn finish(&self) -> Option<Action> {
        let ends = |hero: &Hero| self.game.hero(*hero).meld.len() > 2 && self.game.strike(*hero).damage >= self.left();
        let meld = Hero::ALL.into_iter().filter(ends).min_by_key(|hero| self.game.hero(*hero).meld.len());
        let strike = |id: Treasure| matches!(id.effect(), Effect::Strike(by) if by >= self.left());
        let thrown = self.game.stash.iter().find(|id| strike(*id));
        let thrown = thrown.and_then(|id| self.may(Action::Treasure { id, hero: None }));
        thrown.or(meld.map(|meld| Action::Attack { meld }))
    }

    /// Treasures that help at once.
    fn treasure(&self) -> Option<Action> {
        self.game.stash.iter().find_map(|id| {
            let plain = self.may(Action::Treasure { id, hero: None });
            let missing = |hero: Hero| (hero.health() - self.game.hero(hero).hp) as u8;
            let strong = matches!(self.game.foe.monster.tier(), Tier::Three | Tier::Boss);
            match id.effect() {
                Effect::Heal(by) => {
                    let hero = Hero::ALL.into_iter().min_by_key(|hero| self.game.hero(*hero).hp)?;
                    (missing(hero) >= by).then_some(Action::Treasure { id, hero: Some(hero) })
                }
                Effect::HealAll(by) => {
                    plain.filter(|_| Hero::ALL.into_iter().filter(|hero| missing(*hero) >= by).count() >= 3)
                }
                Effect::Tokens(by) => {
                    let room = |hero: &Hero| self.game.hero(*hero).tokens + by <= 7;
                    let hero = self.purses().into_iter().find(room)?;
                    Some(Action::Treasure { id, hero: Some(hero) })
                }
                Effect::Draw(_) | Effect::DrawAll(_) => plain,
                Effect::Dodge => plain.filter(|_| strong),
                Effect::Lace => plain.filter(|_| self.game.today.boots == 0),
                Effect::Strike(_) => plain.filter(|_| self.game.foe.monster.tier() == Tier::Boss),
                Effect::Compost => plain.filter(|_| self.game.buried() >= 5),
                Effect::Salvage(_) => plain,
                Effect::Tug => plain,
                Effect::Sharpen(_) | Effect::Pierce | Effect::Forge | Effect::Juggle => None,
            }
        })
    }

    /// Heals and draws at once.
    fn tokens(&self) -> Option<Action> {
        let heal = |hero: &Hero| self.may(Action::Heal { hero: *hero }).is_some();
        let hurt = Hero::ALL.into_iter().filter(heal).min_by_key(|hero| self.game.hero(*hero).hp);
        hurt.map(|hero| Action::Heal { hero }).or_else(|| self.may(Action::TokenDraw { hero: self.hero }))
    }

    /// The first card of the plan that adds most.
    fn lengthen(&self) -> Option<Action> {
        let tops = |hero: Hero| self.game.hero(hero).top.filter(|_| hero != self.hero && self.game.today.boots > 0);
        let pool: Pool = self.game.hero(self.hero).hand.iter().chain(Hero::ALL.into_iter().filter_map(tops)).collect();
        let all = (1 << pool.len()) - 1;
        let mut best: Option<(f32, Action)> = None;
        let mut consider = |hero: Hero, plan: &Plan| {
            let Some((card, pos)) = plan.first else { return };
            let gain = (self.worth(&plan.meld) - self.worth(&self.game.hero(hero).meld)) / plan.used as f32;
            if gain > 0.2 && best.is_none_or(|(most, _)| gain > most) {
                best = self.place(card, hero, pos).map(|action| (gain, action)).or(best);
            }
        };
        let empty = self.purses().into_iter().find(|hero| self.game.hero(*hero).meld.is_empty());
        for hero in Hero::ALL {
            let meld = &self.game.hero(hero).meld;
            if meld.is_empty() && empty != Some(hero) {
                continue;
            }
            for kind in [Kind::Run, Kind::Set] {
                if !meld.is_empty() {
                    consider(hero, &Plan::of(*meld).grow(&pool, all, kind));
                    continue;
                }
                for (index, card) in pool.iter().enumerate().filter(|(_, card)| !card.is_two()) {
                    let plan = Plan::of(*meld).with(*card, 0).grow(&pool, all & !(1 << index), kind);
                    // A new meld should have a use, unless the hand has to shrink.
                    if plan.meld.len() > 2 {
                        consider(hero, &plan);
                    }
                }
            }
        }
        best.map(|(_, action)| action)
    }

    /// Plays a card from the hand, or the open top of a deck.
    fn place(&self, card: Card, meld: Hero, pos: u8) -> Option<Action> {
        if self.game.hero(self.hero).hand.contains(card) {
            return self.may(Action::Play { card, meld, pos, wild: false });
        }
        let hero = Hero::ALL.into_iter().find(|hero| self.game.hero(*hero).top == Some(card))?;
        self.may(Action::PlayTop { hero, meld, pos, wild: false })
    }

    /// A move that makes two melds worth more than they are.
    fn join(&self) -> Option<Action> {
        let mut best: Option<(f32, Action)> = None;
        for action in self.moves {
            let Action::Move { from, idx, meld, pos } = *action else { continue };
            let (mut here, mut there) = (self.game.hero(from).meld, self.game.hero(meld).meld);
            let before = self.worth(&here) + self.worth(&there);
            let card = here.remove(idx.into());
            there.insert(pos.into(), card);
            let gain = self.worth(&here) + self.worth(&there) - before;
            if gain > 0.6 && best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, *action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// A wild token, where it makes a canasta or the attack that beats the phase.
    fn wild(&self) -> Option<Action> {
        let pays = |action: &&Action| {
            let Action::Play { card, meld, pos, wild: true } = **action else { return false };
            let mut after = self.game.hero(meld).meld;
            after.insert(pos.into(), Laid::new(card, true));
            let damage = self.game.strike_with(&after, meld).damage;
            after.len() > 2 && damage > 0 && (damage >= self.left() || after.len() == CANASTA)
        };
        self.moves.iter().find(pays).copied()
    }

    /// Attacks with long melds, with full sets, and when no space is left; not while waiting could
    /// still help.
    fn attack(&self) -> Option<Action> {
        let melds = Hero::ALL.into_iter().filter(|hero| self.game.hero(*hero).meld.len() > 2);
        let met = |hero: &Hero| self.game.strike(*hero).met;
        let full =
            |hero: &Hero| self.game.hero(*hero).meld.kind() == Kind::Set && self.game.hero(*hero).meld.len() == 4;
        let long = |hero: &Hero| self.game.hero(*hero).meld.len() >= self.long.0 && !self.wants_canasta(*hero);
        let clogged = Hero::ALL.into_iter().all(|hero| !self.game.hero(hero).meld.is_empty());
        let ready = melds.clone().filter(|hero| met(hero) && (full(hero) || long(hero)));
        let most = |hero: &Hero| (self.game.strike(*hero).damage, self.game.hero(*hero).meld.len());
        let hopeless = |hero: &Hero| !met(hero) && self.never(&self.game.hero(*hero).meld);
        let wanted = ready.max_by_key(most).or_else(|| {
            let any = || melds.clone().filter(|_| clogged);
            any()
                .filter(met)
                .max_by_key(most)
                .or_else(|| any().filter(hopeless).max_by_key(most))
                .or_else(|| any().max_by_key(most))
        })?;
        let strike = self.game.strike(wanted);
        let sharpen = |id: &Treasure| matches!(id.effect(), Effect::Sharpen(_)) && strike.met;
        let pierce = |id: &Treasure| id.effect() == Effect::Pierce && !strike.met;
        let first = self.game.stash.iter().find(|id| sharpen(id) || pierce(id));
        first.and_then(|id| self.may(Action::Treasure { id, hero: None })).or(Some(Action::Attack { meld: wanted }))
    }

    /// Whether only a canasta counts and this meld is not one yet.
    fn wants_canasta(&self, hero: Hero) -> bool {
        self.game.phase().guard.contains(&Guard::Canasta) && !self.game.hero(hero).meld.canasta()
    }

    /// Looks at the top card of the team-mate with the largest deck.
    fn turn_up(&self) -> Option<Action> {
        let open = |action: &&Action| matches!(action, Action::Flip { .. });
        self.moves.iter().find(open).copied()
    }

    /// A card into an empty space, while another one stays empty or the hand can be played out.
    fn unload(&self) -> Option<Action> {
        let hand = self.game.hero(self.hero).hand;
        let empty: ArrayVec<Hero, 4> =
            self.purses().into_iter().filter(|hero| self.game.hero(*hero).meld.is_empty()).collect();
        let out = hand.len() <= empty.len() + 1;
        if hand.len() < 2 || empty.is_empty() || !out && empty.len() < 3 {
            return None;
        }
        let card = hand.iter().filter(|card| !card.is_two() || out);
        let card = card.max_by(|one, other| self.use_of(*one).total_cmp(&self.use_of(*other)))?;
        self.may(Action::Play { card, meld: *empty.first()?, pos: 0, wild: false })
    }

    // Judgement.

    /// The worth of a meld in damage and magic; less if it can never meet the guard.
    fn worth(&self, meld: &Meld) -> f32 {
        let cards = meld.len() as f32;
        let base = match meld.len() {
            0 => 0.0,
            1 => 0.2,
            2 => 1.2,
            n if n >= CANASTA => cards + 5.0,
            _ => cards + 0.25 * (cards - 3.0) * (cards - 3.0),
        };
        let wild = if meld.len() < 4 { 0.9 } else { 0.5 } * f32::from(meld.wilds());
        let magic = 0.15 * f32::from(meld.diamonds());
        let fits = if self.never(meld) { 0.45 } else { 1.0 };
        base * fits + magic - wild
    }

    /// Whether this meld can never meet the guard by growing.
    fn never(&self, meld: &Meld) -> bool {
        !self.game.today.pierce
            && self.game.phase().guard.iter().any(|guard| match guard {
                Guard::Run => meld.kind() == Kind::Set,
                Guard::Set => meld.kind() == Kind::Run,
                Guard::Pure => meld.wilds() > 0,
                Guard::Canasta => meld.kind() == Kind::Set,
                Guard::Min(cards) => meld.kind() == Kind::Set && *cards > 4,
                Guard::Suits(_) | Guard::Mana(_) => false,
            })
    }

    /// The heroes in the order in which their tokens are wanted.
    fn purses(&self) -> [Hero; 4] {
        let missing: i8 = Hero::ALL.into_iter().map(|hero| hero.health() - self.game.hero(hero).hp).sum();
        let room = |hero: Hero| self.game.hero(hero).tokens < 5;
        let (oakie, lily) = (missing >= 3 && room(Hero::Oakie), room(Hero::Lily));
        match (oakie, lily) {
            (true, _) => [Hero::Oakie, Hero::Lily, Hero::Bob, Hero::Milton],
            (false, true) => [Hero::Lily, Hero::Bob, Hero::Oakie, Hero::Milton],
            (false, false) => [Hero::Bob, Hero::Oakie, Hero::Lily, Hero::Milton],
        }
    }
}

/// The rightmost of these places.
fn last(places: u16) -> u8 {
    places.ilog2() as u8
}

/// The meld with a card at the rightmost of these places.
fn with(meld: &Meld, card: Laid, places: u16) -> Meld {
    let mut meld = *meld;
    meld.insert(last(places).into(), card);
    meld
}

impl Plan {
    fn of(meld: Meld) -> Plan {
        Plan { meld, used: 0, first: None }
    }

    /// The plan with one more card in a place where it can go.
    fn with(mut self, card: Card, pos: u8) -> Plan {
        self.meld.insert(pos.into(), Laid::plain(card));
        self.used += 1;
        self.first = self.first.or(Some((card, pos)));
        self
    }

    /// Adds cards of the pool, from the places of the bits `left`, as long as one fits that leaves
    /// the meld of this kind. Natural cards come first, then a 2 as a wild.
    fn grow(mut self, pool: &Pool, mut left: u128, kind: Kind) -> Plan {
        let keeps = |meld: &Meld| meld.kind() == kind || meld.kind() == Kind::Open;
        // A meld that is not a run or set does not become one by growing.
        while keeps(&self.meld) {
            let least = self.meld.wilds();
            let mut next: Option<(u8, u32, Plan)> = None;
            let mut untried = left;
            while untried != 0 {
                let index = untried.trailing_zeros();
                untried &= untried - 1;
                let card = pool[index as usize];
                let places = self.meld.room_for(Laid::plain(card));
                if places == 0 {
                    continue;
                }
                let after = self.with(card, last(places));
                let wilds = after.meld.wilds();
                if keeps(&after.meld) && next.as_ref().is_none_or(|(fewest, ..)| wilds < *fewest) {
                    next = Some((wilds, index, after));
                    // A longer meld never needs fewer wilds.
                    if wilds == least {
                        break;
                    }
                }
            }
            let Some((_, index, after)) = next else { break };
            left &= !(1 << index);
            self = after;
        }
        self
    }
}
