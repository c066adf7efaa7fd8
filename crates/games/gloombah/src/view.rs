//! The view of each seat (section "What is hidden" of the rulebook).

use kernel::{Card, Chance, Game, RollReason, Seat, Viewer};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    Gloombah,
    content::Decks,
    fight::Fight,
    state::{ItemDeck, Items, MAX_PLAYERS, Open, Phase, Player},
};
use text::text;

/// All that a viewer may know of a match: the public part, and the hands that the viewer may see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub(crate) open: Open,
    /// The hands that the viewer sees, by seat.
    pub(crate) hands: [Option<Items>; MAX_PLAYERS],
    /// The number of cards in each seat's hand.
    pub(crate) counts: [u8; MAX_PLAYERS],
    /// The number of cards in the item deck.
    pub(crate) item_deck: u8,
}

impl View {
    pub(crate) fn new(game: &Gloombah, viewer: Viewer) -> View {
        let over = game.open.over().is_some();
        let seen = |index: usize| over || viewer.sees(Seat(index as u8));
        let hand = |index: usize| (index < game.open.seats.into() && seen(index)).then(|| game.hands[index].clone());
        View {
            open: game.open.clone(),
            hands: std::array::from_fn(hand),
            counts: std::array::from_fn(|index| game.hands[index].len() as u8),
            item_deck: game.item_deck.len() as u8,
        }
    }

    /// The hand of a seat, if the viewer sees it.
    pub(crate) fn hand(&self, seat: Seat) -> Option<&Items> {
        self.hands[seat.index() % MAX_PLAYERS].as_ref()
    }

    /// The cards that the viewer cannot see, the other hands and the deck together: all but the
    /// visible hands and the public cards. Empty for viewers who see all hands, for no view has the
    /// deck.
    pub(crate) fn unseen(&self) -> ItemDeck {
        if self.hands[..self.open.seats.into()].iter().all(Option::is_some) {
            return ItemDeck::new(Items::new());
        }
        let mut unseen = ItemDeck::new(Decks::in_force().items.clone());
        // If real cards were entered wrong, more copies can be seen than exist: the deck owes
        // those.
        unseen.claim_all(&self.open.spent);
        unseen.claim_all(&self.open.item_discard);
        self.hands.iter().flatten().for_each(|hand| unseen.claim_all(hand));
        for (_, player) in self.open.party() {
            player.gear.iter().map(|gear| gear.card).chain(player.weapon).for_each(|card| _ = unseen.claim(card));
        }
        unseen
    }

    /// The number of cards in a seat's hand.
    pub(crate) fn count(&self, seat: Seat) -> u8 {
        self.counts[seat.index() % MAX_PLAYERS]
    }
}

impl Serialize for View {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let open = &self.open;
        let offered = match open.phase {
            Phase::ChooseMonster(offered) => offered.to_vec(),
            _ => Vec::new(),
        };
        json!({
            "round": open.round,
            "round_limit": open.options.round_limit,
            "turn": open.turn,
            "active": open.active,
            "players": open.party().map(|(seat, player)| self.player(seat, player)).collect::<Vec<_>>(),
            "scout": open.scout,
            "offered": offered,
            "item_deck": self.item_deck,
            "monster_deck": open.monster_deck.len(),
            "class_deck": listed(open.class_deck().iter()),
            "item_discard": listed(open.item_discard.iter()),
            "monster_discard": listed(open.monster_discard.iter()),
            "spent": listed(open.spent.iter()),
            "unseen": listed(self.unseen().cards().iter()),
            "fight": open.fight().map(|fight| self.fight(fight)),
            "over": open.over().map(|end| end.id()),
            "winners": open.over().map(|end| end.winners().iter().collect::<Vec<_>>()),
        })
        .serialize(to)
    }
}

impl View {
    fn player(&self, seat: Seat, player: &Player) -> Value {
        let status = player.status.iter().filter_map(|lasting| {
            let effect = lasting.effect()?;
            Some(json!({
                "op": effect.id(),
                "n": effect.number(),
                "until_round": lasting.until_round,
                "from": lasting.from,
            }))
        });
        json!({
            "class": player.class,
            "level": player.level,
            "hand": self.hand(seat).map(|hand| listed(hand.iter())),
            "hand_count": self.count(seat),
            "gear": player.gear.map(|gear| json!({ "card": gear.card, "damaged": gear.damaged })),
            "weapon": player.weapon,
            "status": status.collect::<Vec<_>>(),
            "deaths": player.deaths,
        })
    }

    fn fight(&self, fight: &Fight) -> Value {
        let open = &self.open;
        let participants = open.participants(fight);
        let by_seat = |of: &dyn Fn(Seat) -> Value, none: Value| -> Vec<Value> {
            let one = |seat: Seat| if participants.contains(seat) { of(seat) } else { none.clone() };
            Seat::all(open.seats).map(one).collect()
        };
        let sums = open.sums(fight);
        let pending = open
            .pending()
            .map(|offer| json!({ "seat": offer.seat, "xp": offer.share.xp, "treasure": offer.share.treasure }));
        json!({
            "monster": fight.monster,
            "helper": fight.helper.map(|helper| helper.seat),
            "share": fight.share(),
            "duplicates": fight.duplicates,
            "monster_add": fight.monster_add,
            "damage_add": fight.damage_add,
            "bonus": fight.bonus,
            "percent": by_seat(&|seat| json!(open.side(fight, seat).percent.as_slice()), json!([])),
            "shield": by_seat(&|seat| json!(open.side(fight, seat).shield), json!(0)),
            "disarmed": participants.iter().filter(|seat| open.side(fight, *seat).disarmed).collect::<Vec<_>>(),
            "passed": fight.passed.iter().collect::<Vec<_>>(),
            "offers": &fight.offers[..usize::from(open.seats)],
            "pending": pending,
            "sums": { "players": sums.players, "monsters": sums.monsters },
        })
    }
}

/// Ids in order, equal ones repeated.
fn listed<T: Card>(cards: impl Iterator<Item = (T, u8)>) -> Vec<&'static str> {
    cards.flat_map(|(card, copies)| std::iter::repeat_n(card.code(), copies.into())).collect()
}

/// Deals the other hands and the deck again from the cards that the viewer cannot see.
pub(crate) fn imagine<C: Chance>(game: &Gloombah, viewer: Viewer, chance: &mut C) -> Result<Gloombah, C::Halt> {
    const IMAGINED: RollReason = RollReason::new("imagined", text!("An imagined card"));
    let mut world = game.clone();
    if viewer == Viewer::All || game.open.over().is_some() {
        return Ok(world);
    }
    world.item_deck = game.view(viewer).unseen();
    for seat in Seat::all(game.open.seats).filter(|seat| !viewer.sees(*seat)) {
        let hand = &mut world.hands[seat.index()];
        *hand = Items::new();
        for _ in 0..game.hand(seat).len() {
            hand.put(chance.draw(&mut world.item_deck, IMAGINED.of(seat))?);
        }
    }
    Ok(world)
}
