//! Reasons why an action is not legal. Nothing here looks into a hand other than the asking seat's
//! own, nor into a deck.

use kernel::{Card as _, RejectReason, Seat};
use text::t;

use crate::{
    Action, Card, DungeonRummy, Hero, Laid, Treasure,
    content::{ATTACK, Effect, MAX_ACTIONS},
    state::Pending,
};

impl DungeonRummy {
    /// The reason why `action` is not legal for `seat`.
    pub(crate) fn explain(&self, seat: Seat, action: &Action) -> RejectReason {
        if self.awaited() != Some(seat) {
            return RejectReason::plain(t!("it is not for you to decide now"));
        }
        match (self.pending, *action) {
            (Pending::Shield { .. }, Action::Block) => RejectReason::ruled(
                t!("a shield blocks what Lily would suffer, and nothing is about to hurt her"),
                "R47",
            ),
            (Pending::Shield { .. }, Action::Redirect { hero: Hero::Lily }) => {
                RejectReason::ruled(t!("damage is moved from another hero to Lily; her own is blocked"), "R47")
            }
            (Pending::Shield { .. }, Action::Redirect { hero }) => {
                RejectReason::ruled(t!("nothing is about to hurt {hero}", hero = hero.name()), "R47")
            }
            (Pending::Draw, Action::Draw) => {
                RejectReason::plain(t!("deck and trash are empty: take a card of the graveyard"))
            }
            (Pending::Draw, Action::Dig { card }) | (Pending::Salvage { .. }, Action::Salvage { card }) => buried(card),
            (Pending::Discard, Action::Discard { card }) => self.not_held(seat, card),
            (Pending::Blast { asked, .. }, Action::Blast { hero, .. }) if hero != asked => {
                RejectReason::ruled(t!("what is asked for now is the share of {hero}", hero = asked.name()), "R57")
            }
            (Pending::Blast { .. }, Action::Blast { .. }) => {
                RejectReason::ruled(t!("so much of the blast is not left: it does 7 damage in all"), "R56")
            }
            (Pending::Flip { hero }, Action::Place { meld, pos, wild }) => match self.hero(hero).top {
                Some(card) => self.no_place(card, meld, pos, wild),
                None => RejectReason::plain(t!("no card is turned up")),
            },
            (Pending::Act, action) => self.explain_act(seat, action),
            (Pending::Over(_), _) => RejectReason::plain(t!("the match is over")),
            _ => RejectReason::plain(t!("what is to be decided now is {}", self.kind())),
        }
    }

    fn explain_act(&self, seat: Seat, action: Action) -> RejectReason {
        let own = self.hero_of(seat);
        if self.today.actions >= MAX_ACTIONS {
            return RejectReason::ruled(t!("after 200 actions all that is left is to end the turn"), "R62");
        }
        let no_boot = || RejectReason::ruled(t!("no boot is ready"), "R15");
        match action {
            Action::Play { card, .. } if !self.hero(own).hand.contains(card) => self.not_held(seat, card),
            Action::Play { card, meld, pos, wild } => self.no_place(card, meld, pos, wild),
            Action::PlayTop { hero, .. } | Action::Flip { hero } if hero == own => {
                RejectReason::ruled(t!("boots are for the decks of other heroes"), "R28")
            }
            Action::PlayTop { .. } | Action::Flip { .. } if self.today.boots == 0 => no_boot(),
            Action::PlayTop { hero, meld, pos, wild } => match self.hero(hero).top {
                Some(card) => self.no_place(card, meld, pos, wild),
                None => RejectReason::ruled(t!("no card lies open on the deck of {hero}", hero = hero.name()), "R28"),
            },
            Action::Flip { hero } if self.seat_of(hero).is_none() => {
                RejectReason::ruled(t!("a companion's top card is open already: play it"), "R28")
            }
            Action::Flip { hero } if self.hero(hero).top.is_some() => {
                RejectReason::ruled(t!("this deck has an open top already: play it"), "R29")
            }
            Action::Flip { .. } => RejectReason::plain(t!("this deck is empty")),
            Action::Move { from, meld, .. } if from == meld => {
                RejectReason::ruled(t!("a card moves from one meld to another"), "R30")
            }
            Action::Move { .. } if self.today.boots == 0 && self.today.tug == 0 => no_boot(),
            Action::Move { meld, .. } if self.hero(meld).meld.is_empty() => {
                RejectReason::ruled(t!("a card moves to a meld that has at least one card"), "R30")
            }
            Action::Move { from, idx, .. } => match self.hero(from).meld.cards().get(usize::from(idx)) {
                None => no_such_place(from),
                Some(_) if !self.hero(from).meld.may_lose(idx.into()) => {
                    RejectReason::ruled(t!("what stays behind would be no meld"), "R30")
                }
                Some(card) => RejectReason::ruled(t!("{card} does not go there", card = card.code()), "R30"),
            },
            Action::Swap { meld, with, .. } if meld as u8 >= with as u8 => {
                RejectReason::ruled(t!("two cards of different melds are swapped, named in party order"), "R31")
            }
            Action::Swap { .. } if self.today.boots < 2 && self.today.juggle == 0 => {
                RejectReason::ruled(t!("a swap takes two boots that are ready"), "R31")
            }
            Action::Swap { meld, idx, with, with_idx } => {
                let card = |hero: Hero, at: u8| self.hero(hero).meld.cards().get(usize::from(at)).copied();
                match (card(meld, idx), card(with, with_idx)) {
                    (None, _) => no_such_place(meld),
                    (_, None) => no_such_place(with),
                    _ => RejectReason::ruled(t!("one of the melds would be none any more"), "R31"),
                }
            }
            Action::Attack { .. } => RejectReason::plain(t!("an attack takes a meld of at least {ATTACK} cards")),
            Action::Heal { hero } => self
                .no_token(Hero::Oakie)
                .unwrap_or_else(|| RejectReason::ruled(t!("{hero} has full health", hero = hero.name()), "R50")),
            Action::TokenDraw { hero } | Action::TokenDig { hero, .. } if self.seat_of(hero).is_none() => self
                .no_token(Hero::Bob)
                .unwrap_or_else(|| RejectReason::ruled(t!("a companion has no hand to draw into"), "R51")),
            Action::TokenDraw { .. } => {
                self.no_token(Hero::Bob).unwrap_or_else(|| RejectReason::plain(t!("deck and trash are empty")))
            }
            Action::TokenDig { card, .. } => self.no_token(Hero::Bob).unwrap_or_else(|| buried(card)),
            Action::Treasure { id, .. } if !self.stash.contains(id) => {
                RejectReason::ruled(t!("{treasure} does not lie in the stash", treasure = id.name()), "R34")
            }
            Action::Treasure { id, hero } => self.no_use(id, hero),
            _ => RejectReason::plain(t!("what is to be decided now is {}", self.kind())),
        }
    }

    /// The reason why a card that is available cannot be placed so.
    fn no_place(&self, card: Card, meld: Hero, pos: u8, wild: bool) -> RejectReason {
        if wild && card.is_two() {
            return RejectReason::ruled(t!("a 2 is a wild already"), "R53");
        }
        if wild && !self.can_forge() {
            return self
                .no_token(Hero::Milton)
                .unwrap_or_else(|| RejectReason::plain(t!("there is no wild token to spend")));
        }
        let (cards, at) = (self.hero(meld).meld.cards(), usize::from(pos));
        if at > cards.len() {
            return no_such_place(meld);
        }
        let suit = card.suit();
        let beside = [at.checked_sub(1), Some(at)].into_iter().flatten().filter_map(|place| cards.get(place));
        let touches = beside.into_iter().any(|card| card.card().suit() == suit);
        let card = Laid::new(card, wild).code();
        if touches {
            let text = t!("{card} would lie beside a card of its own suit, {suit}", suit = suit.word());
            return RejectReason::ruled(text, "R19");
        }
        RejectReason::ruled(t!("with {card} there it would be neither a run nor a set with at most one wild"), "R24")
    }

    /// The reason why none of this hero's tokens can be spent, if there is one.
    fn no_token(&self, hero: Hero) -> Option<RejectReason> {
        let name = hero.name();
        if self.can_spend(hero) {
            None
        } else if self.hero(hero).tokens == 0 {
            Some(RejectReason::plain(t!("{name} has no {token}", token = hero.tokens().word("1"))))
        } else {
            Some(RejectReason::ruled(t!("the tokens of {name} are not yours to spend"), "R54"))
        }
    }

    fn not_held(&self, seat: Seat, card: Card) -> RejectReason {
        let held = self.hero(self.hero_of(seat)).hand.contains(card);
        let card = card.code();
        RejectReason::plain(if held { t!("{card} is in your hand") } else { t!("{card} is not in your hand") })
    }

    fn no_use(&self, treasure: Treasure, hero: Option<Hero>) -> RejectReason {
        let text = match (treasure.effect(), hero) {
            (Effect::Heal(_) | Effect::Tokens(_), None) => t!("say for which hero").to_owned(),
            (Effect::Heal(_), Some(hero)) => t!("{hero} has full health", hero = hero.name()),
            (Effect::Tokens(_), Some(hero)) => t!("{hero} has all the tokens that a hero can hold", hero = hero.name()),
            (_, Some(_)) => t!("it is for no hero in particular").to_owned(),
            (Effect::HealAll(_), None) => t!("nobody is hurt").to_owned(),
            (Effect::Draw(_), None) => t!("your deck and your trash are empty").to_owned(),
            (Effect::DrawAll(_), None) => t!("nobody can draw a card").to_owned(),
            (Effect::Lace, None) => t!("all your boots are ready").to_owned(),
            (Effect::Compost, None) => t!("the graveyard is empty").to_owned(),
            (Effect::Salvage(_), None) => t!("the graveyard has no card").to_owned(),
            (Effect::Dodge | Effect::Pierce | Effect::Forge, None) => t!("its effect is waiting already").to_owned(),
            (Effect::Sharpen(_) | Effect::Strike(_) | Effect::Tug | Effect::Juggle, None) => {
                t!("it cannot be used now").to_owned()
            }
        };
        RejectReason::plain(text)
    }

    /// The name of the decision, as in the spec.
    pub(crate) fn kind(&self) -> &'static str {
        match self.pending {
            Pending::Shield { .. } => "shield",
            Pending::Draw => "draw",
            Pending::Act => "act",
            Pending::Flip { .. } => "flip",
            Pending::Salvage { .. } => "salvage",
            Pending::Discard => "discard",
            Pending::Blast { .. } => "blast",
            Pending::Over(_) => "over",
        }
    }
}

fn buried(card: Card) -> RejectReason {
    RejectReason::plain(t!("{card} does not lie in the graveyard", card = card.code()))
}

fn no_such_place(hero: Hero) -> RejectReason {
    RejectReason::plain(t!("the meld of {hero} has no such place", hero = hero.name()))
}
