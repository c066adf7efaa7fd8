//! The view of each viewer (section "What is hidden" of the rulebook).

use kernel::{Card as _, CardSet, Chance, Fast, Game, NullLog, Reveals, RollReason, Seat, Viewer};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{
    Action, Card, DungeonRummy, Hero, Laid,
    state::{End, Pending},
};
use text::text;

/// All that a viewer may know of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The match, without anything that the viewer cannot know. A hidden hand has only the cards
    /// that everybody saw going there; all other unseen cards of that home are in its deck.
    pub(crate) table: DungeonRummy,
    /// The number of cards in each hero's real hand.
    pub(crate) held: [u8; 4],
    pub(crate) viewer: Viewer,
}

impl View {
    pub(crate) fn new(game: &DungeonRummy, viewer: Viewer) -> View {
        let mut table = *game;
        for hero in Hero::ALL.into_iter().filter(|hero| game.hidden_from(*hero, viewer)) {
            table.hero_mut(hero).unsee();
        }
        View { table, held: Hero::ALL.map(|hero| game.hero(hero).hand.len() as u8), viewer }
    }

    /// Whether the viewer knows this hero's hand.
    pub(crate) fn shows_hand(&self, hero: Hero) -> bool {
        !self.table.hidden_from(hero, self.viewer)
    }

    /// The number of cards in a hero's deck, without an open top.
    pub(crate) fn deck_len(&self, hero: Hero) -> usize {
        let unseen = usize::from(self.held[hero as usize]) - self.table.hero(hero).hand.len();
        self.table.hero(hero).deck.len() - unseen
    }
}

impl DungeonRummy {
    /// Whether a viewer does not know this hero's hand.
    pub(crate) fn hidden_from(&self, hero: Hero, viewer: Viewer) -> bool {
        self.hides(hero) && self.seat_of(hero).is_some_and(|seat| !viewer.sees(seat))
    }
}

impl crate::state::HeroState {
    /// Puts the cards of the hand that no other player has seen back into the deck, and returns how
    /// many they were. They are all of the hero's own home: cards of others come from the
    /// graveyard, where they were seen.
    pub(crate) fn unsee(&mut self) -> usize {
        let unseen = self.hand.difference(self.seen);
        self.deck = self.deck.union(unseen);
        self.hand = self.seen;
        unseen.len()
    }
}

impl Serialize for View {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let game = &self.table;
        let mut view = json!({
            "turn": game.turn,
            "level": game.level,
            "boss": game.boss,
            "ahead": game.ahead().iter().map(|tier| tier.number()).collect::<Vec<_>>(),
            "over": self.over(),
            "why": self.why(),
            "heroes": Hero::ALL.map(|hero| self.hero(hero)),
            "monster": {
                "id": game.foe.monster,
                "phase": game.foe.phase + 1,
                "damage": game.foe.damage,
                "hp": game.phase_health(),
                "rage": game.foe.rage,
            },
            "graveyard": codes(game.graveyard),
            "fallen": sorted(game.fallen.iter().map(|monster| monster.code())),
            "treasures": sorted(game.stash.iter().map(|treasure| treasure.code())),
            "unlooted": game.unlooted.len(),
        });
        if let (Some(all), Some(more)) = (view.as_object_mut(), self.going_on()) {
            all.extend(more);
        }
        view.serialize(to)
    }
}

impl View {
    fn hero(&self, id: Hero) -> Value {
        let hero = self.table.hero(id);
        json!({
            "id": id,
            "seat": self.table.seat_of(id),
            "hp": hero.hp,
            "tokens": hero.tokens,
            "hand": self.shows_hand(id).then(|| codes(hero.hand)),
            "hand_count": self.held[id as usize],
            "deck": self.deck_len(id),
            "top": hero.top,
            "trash": codes(hero.trash),
            "meld": hero.meld.cards().iter().map(|card| Laid::code(*card)).collect::<Vec<_>>(),
        })
    }

    fn over(&self) -> Option<&'static str> {
        match self.table.pending {
            Pending::Over(End::Won) => Some("won"),
            Pending::Over(_) => Some("lost"),
            _ => None,
        }
    }

    fn why(&self) -> Option<&'static str> {
        match self.table.pending {
            Pending::Over(End::Won) => Some("boss"),
            Pending::Over(End::Death) => Some("death"),
            Pending::Over(End::Torches) => Some("torches"),
            _ => None,
        }
    }

    /// Fields that exist only while the match goes on. The kernel adds the open decision.
    fn going_on(&self) -> Option<Map<String, Value>> {
        let game = &self.table;
        let today = &game.today;
        game.awaited()?;
        let acting = matches!(game.pending, Pending::Act | Pending::Flip { .. } | Pending::Salvage { .. });
        let pending = match game.pending {
            Pending::Shield { pending, .. } => Some(pending),
            Pending::Blast { shares, .. } => Some(shares),
            _ => None,
        };
        let flipped = match game.pending {
            Pending::Flip { hero } => Some(hero),
            _ => None,
        };
        let more = json!({
            "active": game.active(),
            "focus": game.focus(),
            "boots": acting.then_some(today.boots),
            "pending": pending,
            "flipped": flipped,
            "turn_effects": {
                "sharpen": today.sharpen,
                "pierce": today.pierce,
                "forge": today.forge,
                "tug": today.tug,
                "juggle": today.juggle,
            },
            "dodge": game.dodge,
        });
        match more {
            Value::Object(more) => Some(more),
            _ => None,
        }
    }
}

fn codes(cards: CardSet<Card>) -> Vec<&'static str> {
    cards.iter().map(|card| card.code()).collect()
}

fn sorted(ids: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut ids: Vec<_> = ids.collect();
    ids.sort_unstable();
    ids
}

/// A card of a hidden hand reveals that it was there; the end of the match reveals all hands.
pub(crate) fn reveals(game: &DungeonRummy, seat: Seat, action: &Action) -> Reveals {
    let own = game.hero_of(seat);
    let ends = || {
        // Chance never decides whether a step ends the match: it only names cards, and their
        // numbers are known.
        let mut after = *game;
        let Ok(()) = after.apply(seat, *action, &mut Fast::seeded(0), &mut NullLog);
        matches!(after.pending, Pending::Over(_))
    };
    match *action {
        _ if Hero::ALL.into_iter().any(|hero| game.hides(hero)) && ends() => Reveals::State,
        Action::Play { card, .. } | Action::Discard { card }
            if game.hides(own) && !game.hero(own).seen.contains(card) =>
        {
            Reveals::Action
        }
        _ => Reveals::Nothing,
    }
}

/// Deals the cards that the viewer does not see again, for each home, to the deck and the hidden
/// hand.
pub(crate) fn imagine<C: Chance>(game: &DungeonRummy, viewer: Viewer, chance: &mut C) -> Result<DungeonRummy, C::Halt> {
    const UNSEEN: RollReason = RollReason::new("imagine", text!("A card that may lie in a hand"));
    let mut world = *game;
    for hero in Hero::ALL.into_iter().filter(|hero| game.hidden_from(*hero, viewer)) {
        let own = world.hero_mut(hero);
        let unseen = own.unsee();
        for _ in 0..unseen {
            let card = chance.draw(&mut own.deck, UNSEEN)?;
            own.hand.put(card);
        }
    }
    Ok(world)
}
