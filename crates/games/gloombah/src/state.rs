//! The state of a match, and what always holds of it.
//!
//! The public part is a type of its own, [`Open`]; the rest of the state is only the hands and the
//! item deck.

use arrayvec::ArrayVec;
use kernel::{Multiset, Outcome, Seat, SeatSet, Stock};

use crate::{
    Class, Effect, Item, Monster, Options,
    content::{CLASS_COPIES, Kind, Tag, Vs},
    fight::{Fight, Offer},
};

/// The most players.
pub(crate) const MAX_PLAYERS: usize = 6;

/// Room for item cards.
pub(crate) type Items = Multiset<Item, 64>;
/// The item deck, from which players draw cards unseen by others.
pub(crate) type ItemDeck = Stock<Item, 64>;
/// Room for monster cards.
pub(crate) type Monsters = Multiset<Monster, 40>;
/// Room for class cards.
pub(crate) type Classes = Multiset<Class, 8>;

/// A match of Gloombah!.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gloombah {
    /// All that everybody sees.
    pub(crate) open: Open,
    /// The hands, by seat; those beyond the players are empty.
    pub(crate) hands: [Items; MAX_PLAYERS],
    /// The item deck. It has no order.
    pub(crate) item_deck: ItemDeck,
}

/// The public part of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Open {
    pub(crate) options: Options,
    /// The number of players.
    pub(crate) seats: u8,
    /// The players, by seat; those beyond `seats` are unused.
    pub(crate) players: [Player; MAX_PLAYERS],
    /// The seat in turn.
    pub(crate) active: Seat,
    /// The round, from 1.
    pub(crate) round: u8,
    /// The turn, from 1, counted through the match.
    pub(crate) turn: u16,
    /// The number of monsters drawn this turn, 1 or 2.
    pub(crate) scout: u8,
    pub(crate) phase: Phase,
    /// Item cards that left play in this turn (R61).
    pub(crate) spent: Items,
    pub(crate) item_discard: Items,
    pub(crate) monster_deck: Monsters,
    pub(crate) monster_discard: Monsters,
}

/// A player, without the hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Player {
    pub(crate) class: Class,
    /// 1 to 12.
    pub(crate) level: u8,
    pub(crate) gear: Option<Gear>,
    pub(crate) weapon: Option<Item>,
    /// Lasting effects, oldest first.
    pub(crate) status: ArrayVec<Lasting, MAX_LASTING>,
    pub(crate) deaths: u16,
}

/// The most lasting effects of a player. In each of two rounds a player can lose one fight a turn,
/// and suffers at most one lasting effect by it (R47).
pub(crate) const MAX_LASTING: usize = 2 * MAX_PLAYERS;

/// Gear that is worn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Gear {
    pub(crate) card: Item,
    pub(crate) damaged: bool,
}

/// A monster's effect that lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lasting {
    pub(crate) from: Monster,
    /// It ends with this round.
    pub(crate) until_round: u8,
}

impl Lasting {
    pub(crate) fn effect(self) -> Option<Effect> {
        self.from.card().effect
    }
}

/// The decision that is due.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "a box would have to be allocated in every fight")]
pub(crate) enum Phase {
    /// This seat equips itself before the first turn (R5).
    SetupEquip(Seat),
    /// The active seat prepares.
    Prep,
    /// The active seat chooses one of two monsters, the lower id first.
    ChooseMonster([Monster; 2]),
    /// A monster has been met.
    Met(Fight, Stage),
    /// This seat has too many cards (R62).
    Trim(Seat),
    /// The match has ended.
    Over(End),
}

/// The decision about a monster that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// The active seat fights or runs.
    Encounter,
    /// The fight window is open.
    Window,
    /// The active seat answers an offer.
    Reply(Offer),
    /// This seat died in the lost fight and keeps a card (R50).
    Keep(Seat),
}

/// The end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// This seat has reached level 12.
    Level(Seat),
    /// The last round is over, and these are first (R60).
    Lantern(SeatSet),
}

impl End {
    pub(crate) const fn id(self) -> &'static str {
        match self {
            End::Level(_) => "level",
            End::Lantern(_) => "lantern",
        }
    }

    pub(crate) const fn winners(self) -> SeatSet {
        match self {
            End::Level(seat) => SeatSet::only(seat),
            End::Lantern(seats) => seats,
        }
    }
}

impl Player {
    pub(crate) const NOBODY: Player =
        Player { class: Class::Mage, level: 1, gear: None, weapon: None, status: ArrayVec::new_const(), deaths: 0 };

    /// Whether a lasting effect of this name holds.
    pub(crate) fn suffers(&self, effect: Effect) -> bool {
        self.status.iter().any(|lasting| lasting.effect() == Some(effect))
    }

    /// The modifier of gear and lasting effects to run rolls (R15).
    pub(crate) fn run_modifier(&self) -> i8 {
        let gear = self.gear.map_or(0, |gear| gear_numbers(gear.card).1);
        let run = |lasting: &Lasting| match lasting.effect() {
            Some(Effect::Run(n)) => n,
            _ => 0,
        };
        gear + self.status.iter().map(run).sum::<i8>()
    }

    /// The bonus of the weapon against this tag, if it counts.
    pub(crate) fn weapon_bonus(&self, tag: Tag) -> u8 {
        match self.weapon.map(Item::kind) {
            Some(Kind::Weapon { bonus, vs, .. }) => bonus + Vs::against(vs, tag),
            _ => 0,
        }
    }

    /// The damage that the gear takes; 0 without gear.
    pub(crate) fn protection(&self) -> u8 {
        self.gear.map_or(0, |gear| gear_numbers(gear.card).0)
    }

    /// Cards on the table.
    pub(crate) fn equipped(&self) -> u8 {
        u8::from(self.gear.is_some()) + u8::from(self.weapon.is_some())
    }
}

/// Value and run modifier of a piece of gear.
fn gear_numbers(card: Item) -> (u8, i8) {
    match card.kind() {
        Kind::Gear { value, run } => (value, run),
        Kind::Weapon { .. } | Kind::Consumable { .. } => unreachable!("{} is no gear", card.name()),
    }
}

impl Open {
    /// The players with their seats.
    pub(crate) fn party(&self) -> impl Iterator<Item = (Seat, &Player)> {
        Seat::all(self.seats).zip(&self.players)
    }

    #[inline]
    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index() % MAX_PLAYERS]
    }

    #[inline]
    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index() % MAX_PLAYERS]
    }

    /// The next seat in turn order.
    #[inline]
    pub(crate) fn after(&self, seat: Seat) -> Seat {
        Seat(if seat.0 + 1 < self.seats { seat.0 + 1 } else { 0 })
    }

    /// All seats in turn order, from `first` on.
    #[inline]
    pub(crate) fn from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        (first.0..self.seats).chain(0..first.0).map(Seat)
    }

    /// The end of the match, if it has ended.
    pub(crate) fn over(&self) -> Option<End> {
        match self.phase {
            Phase::Over(end) => Some(end),
            _ => None,
        }
    }

    /// The seats that must act; empty when the match is over.
    #[inline]
    pub(crate) fn awaited(&self) -> SeatSet {
        match &self.phase {
            Phase::SetupEquip(seat) | Phase::Trim(seat) | Phase::Met(_, Stage::Keep(seat)) => SeatSet::only(*seat),
            Phase::Met(fight, Stage::Window) => SeatSet::first(self.seats).difference(fight.passed),
            Phase::Prep | Phase::ChooseMonster(_) | Phase::Met(_, Stage::Encounter | Stage::Reply(_)) => {
                SeatSet::only(self.active)
            }
            Phase::Over(_) => SeatSet::EMPTY,
        }
    }

    /// The name of the decision, as in the rulebook.
    pub(crate) fn kind(&self) -> &'static str {
        match self.phase {
            Phase::SetupEquip(_) => "setup_equip",
            Phase::Prep => "prep",
            Phase::ChooseMonster(_) => "choose_monster",
            Phase::Met(_, Stage::Encounter) => "encounter",
            Phase::Met(_, Stage::Window) => "fight",
            Phase::Met(_, Stage::Reply(_)) => "offer_reply",
            Phase::Met(_, Stage::Keep(_)) => "death_keep",
            Phase::Trim(_) => "trim",
            Phase::Over(_) => "game_over",
        }
    }

    /// The class cards that are left in the deck.
    pub(crate) fn class_deck(&self) -> Classes {
        let mut deck = Classes::filled(CLASS_COPIES);
        self.party().for_each(|(_, player)| assert!(deck.take(player.class), "two copies of each class"));
        deck
    }
}

impl Gloombah {
    #[inline]
    pub(crate) fn hand(&self, seat: Seat) -> &Items {
        &self.hands[seat.index() % MAX_PLAYERS]
    }

    #[inline]
    pub(crate) fn hand_mut(&mut self, seat: Seat) -> &mut Items {
        &mut self.hands[seat.index() % MAX_PLAYERS]
    }

    /// The rank of a seat at the end; greater is better (R60).
    pub(crate) fn rank(&self, seat: Seat) -> (u8, std::cmp::Reverse<u16>, usize) {
        let player = self.open.player(seat);
        let cards = self.hand(seat).len() + usize::from(player.equipped());
        (player.level, std::cmp::Reverse(player.deaths), cards)
    }

    /// The seats that are first.
    pub(crate) fn first(&self) -> SeatSet {
        let seats = || Seat::all(self.open.seats);
        let best = seats().map(|seat| self.rank(seat)).max();
        seats().filter(|seat| Some(self.rank(*seat)) == best).collect()
    }

    /// The result: places by the ranking, levels as scores.
    pub(crate) fn outcome(&self) -> Outcome {
        let seats = || Seat::all(self.open.seats);
        let place = |seat: Seat| 1 + seats().filter(|other| self.rank(*other) > self.rank(seat)).count() as u8;
        Outcome {
            victory: None,
            placings: seats().map(place).collect(),
            scores: Some(seats().map(|seat| self.open.player(seat).level.into()).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Action,
        content::{BELOW_TOP, Decks, HAND_LIMIT, TOP},
    };
    use kernel::{Fast, Game, NullLog, Status, below};

    /// After every step of many random matches.
    #[test]
    fn the_invariants_hold() {
        let mut rng = Fast::seeded(7);
        for number in 0..60u8 {
            let options = Options { round_limit: 10 + number % 20, pack: None };
            let Ok(mut game) = Gloombah::setup(&options, 2 + number % 5, &mut rng, &mut NullLog);
            while let Status::Awaiting(awaited) = game.status() {
                let awaited: Vec<Seat> = awaited.iter().collect();
                let seat = awaited[below(&mut rng.0, awaited.len() as u32) as usize];
                let Some(action) = game.any(seat, &mut rng.0) else { panic!("seat {seat} can do something") };
                let Ok(()) = game.apply(seat, action, &mut rng, &mut NullLog);
                check(&game);
            }
        }
    }

    fn check(game: &Gloombah) {
        let open = &game.open;
        let mut items = Decks::in_force().items.clone();
        let mut monsters = Decks::in_force().monsters.clone();
        let mut lie = |cards: &Items| {
            cards.iter().for_each(|(card, copies)| (0..copies).for_each(|_| assert!(items.take(card))));
        };
        [game.item_deck.cards(), &open.item_discard, &open.spent].into_iter().chain(&game.hands).for_each(&mut lie);
        for (_, player) in open.party() {
            lie(&player.gear.iter().map(|gear| gear.card).chain(player.weapon).collect());
            assert!((1..=TOP).contains(&player.level));
            assert!(player.level <= BELOW_TOP || open.over().is_some());
            assert!(player.status.iter().all(|lasting| lasting.until_round >= open.round || open.over().is_some()));
        }
        assert!(items.is_empty(), "every item card lies somewhere");
        let offered = match open.phase {
            Phase::ChooseMonster(offered) => offered.to_vec(),
            _ => open.fight().map(|fight| fight.monster).into_iter().collect(),
        };
        let piles = [&open.monster_deck, &open.monster_discard].into_iter().flat_map(|pile| pile.iter());
        let out = offered.into_iter().map(|monster| (monster, 1));
        piles.chain(out).for_each(|(card, copies)| (0..copies).for_each(|_| assert!(monsters.take(card))));
        assert!(monsters.is_empty() || open.over().is_some(), "every monster card lies somewhere");
        if let Phase::Prep = open.phase {
            let full = |seat: &Seat| *seat != open.active && game.hand(*seat).len() > HAND_LIMIT.into();
            assert!(!Seat::all(open.seats).any(|seat| full(&seat)), "hands are trimmed between turns");
        }
    }

    #[test]
    fn r63_an_empty_deck_is_refilled_and_nothing_at_all_is_skipped() {
        let mut rng = Fast::seeded(1);
        let Ok(mut game) = Gloombah::setup(&Options::default(), 2, &mut rng, &mut NullLog);
        let Some(parcel) = <Item as kernel::Card>::from_code("birthday_parcel") else { panic!("there is a parcel") };
        let mut play = |deck: &[Item], discard: &[Item]| {
            let mut game = game.clone();
            game.open.phase = Phase::Prep;
            game.hands[0] = [parcel].into_iter().collect();
            (game.item_deck, game.open.item_discard) =
                (Stock::new(deck.iter().copied().collect()), discard.iter().copied().collect());
            game.open.spent.put(parcel);
            let action = Action::Play { card: parcel, on: crate::On::Nothing };
            let mut legal = Vec::new();
            game.legal(Seat(0), &mut legal);
            let Ok(()) = game.apply(Seat(0), action, &mut rng, &mut NullLog);
            (legal.contains(&action), game.hand(Seat(0)).len(), game.item_deck.len(), game.open.item_discard.len())
        };
        assert_eq!(play(&[parcel], &[parcel; 4]), (true, 3, 2, 0), "one of the deck, two of the pile");
        assert_eq!(play(&[], &[parcel; 2]), (true, 2, 0, 0), "what was spent this turn stays where it is");
        assert_eq!(play(&[], &[]), (false, 0, 0, 0));
        game.open.monster_discard = Decks::in_force().monsters.clone();
        game.open.monster_deck = Multiset::new();
        game.open.phase = Phase::Prep;
        let Ok(()) = game.apply(Seat(0), Action::EndPrep, &mut rng, &mut NullLog);
        assert_eq!((game.open.monster_deck.len(), game.open.monster_discard.len()), (59, 0));
    }

    #[test]
    fn places_are_shared_by_equals_and_levels_are_scores() {
        let Ok(mut game) = Gloombah::setup(&Options::default(), 4, &mut Fast::seeded(1), &mut NullLog);
        for (seat, level, deaths) in [(0, 5, 1), (1, 7, 2), (2, 5, 0), (3, 5, 1)] {
            (game.open.players[seat].level, game.open.players[seat].deaths) = (level, deaths);
        }
        let outcome = game.outcome();
        assert_eq!(outcome.placings.to_vec(), [3, 1, 2, 3]);
        assert_eq!(outcome.scores.map(|scores| scores.to_vec()), Some(vec![5, 7, 5, 5]));
        game.hands[3] = Items::new();
        assert_eq!(game.outcome().placings.to_vec(), [3, 1, 2, 4], "more cards are better");
    }
}
