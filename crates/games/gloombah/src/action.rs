//! The actions of a seat, spelled as in the spec.

use kernel::{Reveals, Seat};
use serde::{Deserialize, Serialize};

use crate::{Item, Monster};

/// An action. The table of decisions in the rulebook lists which actions are legal when.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Spelled", into = "Spelled")]
pub enum Action {
    /// Mend the player's own gear.
    Repair,
    /// Put on gear, or take a weapon in hand.
    Equip {
        /// The card.
        card: Item,
    },
    /// Play a consumable.
    Play {
        /// The card.
        card: Item,
        /// The aim of the card.
        on: On,
    },
    /// Offer help.
    Offer(Share),
    /// End the equipment of the set-up.
    Done,
    /// End the preparation: draw.
    EndPrep,
    /// Meet one of the monsters drawn.
    ChooseMonster {
        /// The monster to meet.
        card: Monster,
    },
    /// Fight the monster met.
    Fight,
    /// Run at a low level.
    RunAuto,
    /// Roll for running.
    RunRoll,
    /// Throw the hand away and run.
    RunDiscard,
    /// Pass: no more actions unless the fight changes.
    Pass,
    /// Take the offer.
    Accept,
    /// Turn the offer down.
    Refuse,
    /// Keep a card in death.
    Keep {
        /// The card.
        card: Item,
    },
    /// Discard a card that is too many.
    Discard {
        /// The card.
        card: Item,
    },
}

impl Action {
    /// The hidden information that the others learn by it.
    pub(crate) fn reveals(&self) -> Reveals {
        match self {
            Action::Equip { .. } | Action::Play { .. } | Action::Discard { .. } => Reveals::Action,
            // The rest of the hand is revealed.
            Action::RunDiscard | Action::Keep { .. } => Reveals::State,
            Action::Repair
            | Action::Offer(_)
            | Action::Done
            | Action::EndPrep
            | Action::ChooseMonster { .. }
            | Action::Fight
            | Action::RunAuto
            | Action::RunRoll
            | Action::Pass
            | Action::Accept
            | Action::Refuse => Reveals::Nothing,
        }
    }
}

/// The aim of a consumable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum On {
    /// No aim.
    Nothing,
    /// A seat: a participant of the fight, or the victim of a theft.
    Target(Seat),
    /// Another card of the player's own hand, which the player gives up.
    Give(Item),
    /// A card of the discard pile, which the player takes.
    Pick(Item),
}

/// A helper's share of a monster's levels and treasure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Share {
    /// Levels.
    pub xp: u8,
    /// Item cards.
    pub treasure: u8,
}

/// An action in its JSON form.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Spelled {
    Repair,
    Equip {
        card: Item,
    },
    Play {
        card: Item,
        #[serde(skip_serializing_if = "Option::is_none")]
        target: Option<Seat>,
        #[serde(skip_serializing_if = "Option::is_none")]
        give: Option<Item>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pick: Option<Item>,
    },
    Offer {
        xp: u8,
        treasure: u8,
    },
    Done,
    EndPrep,
    ChooseMonster {
        card: Monster,
    },
    Fight,
    RunAuto,
    RunRoll,
    RunDiscard,
    Pass,
    Accept,
    Refuse,
    Keep {
        card: Item,
    },
    Discard {
        card: Item,
    },
}

impl From<Action> for Spelled {
    fn from(action: Action) -> Spelled {
        match action {
            Action::Repair => Spelled::Repair,
            Action::Equip { card } => Spelled::Equip { card },
            Action::Play { card, on } => {
                let (mut target, mut give, mut pick) = (None, None, None);
                match on {
                    On::Nothing => {}
                    On::Target(seat) => target = Some(seat),
                    On::Give(card) => give = Some(card),
                    On::Pick(card) => pick = Some(card),
                }
                Spelled::Play { card, target, give, pick }
            }
            Action::Offer(Share { xp, treasure }) => Spelled::Offer { xp, treasure },
            Action::Done => Spelled::Done,
            Action::EndPrep => Spelled::EndPrep,
            Action::ChooseMonster { card } => Spelled::ChooseMonster { card },
            Action::Fight => Spelled::Fight,
            Action::RunAuto => Spelled::RunAuto,
            Action::RunRoll => Spelled::RunRoll,
            Action::RunDiscard => Spelled::RunDiscard,
            Action::Pass => Spelled::Pass,
            Action::Accept => Spelled::Accept,
            Action::Refuse => Spelled::Refuse,
            Action::Keep { card } => Spelled::Keep { card },
            Action::Discard { card } => Spelled::Discard { card },
        }
    }
}

impl TryFrom<Spelled> for Action {
    type Error = &'static str;

    fn try_from(spelled: Spelled) -> Result<Action, &'static str> {
        Ok(match spelled {
            Spelled::Repair => Action::Repair,
            Spelled::Equip { card } => Action::Equip { card },
            Spelled::Play { card, target, give, pick } => {
                let on = match (target, give, pick) {
                    (None, None, None) => On::Nothing,
                    (Some(seat), None, None) => On::Target(seat),
                    (None, Some(card), None) => On::Give(card),
                    (None, None, Some(card)) => On::Pick(card),
                    _ => return Err("a card is played with a target, with a card given, or with a card picked"),
                };
                Action::Play { card, on }
            }
            Spelled::Offer { xp, treasure } => Action::Offer(Share { xp, treasure }),
            Spelled::Done => Action::Done,
            Spelled::EndPrep => Action::EndPrep,
            Spelled::ChooseMonster { card } => Action::ChooseMonster { card },
            Spelled::Fight => Action::Fight,
            Spelled::RunAuto => Action::RunAuto,
            Spelled::RunRoll => Action::RunRoll,
            Spelled::RunDiscard => Action::RunDiscard,
            Spelled::Pass => Action::Pass,
            Spelled::Accept => Action::Accept,
            Spelled::Refuse => Action::Refuse,
            Spelled::Keep { card } => Action::Keep { card },
            Spelled::Discard { card } => Action::Discard { card },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_card_is_played_on_one_thing() {
        let read = |value| serde_json::from_value::<Action>(value).map_err(|error| error.to_string());
        let curse = json!({ "type": "play", "card": "curse_of_hiccups", "target": 1 });
        let action = read(curse.clone()).unwrap();
        assert!(matches!(action, Action::Play { on: On::Target(Seat(1)), .. }));
        assert_eq!(serde_json::to_value(action).unwrap(), curse);
        let both = json!({ "type": "play", "card": "curse_of_hiccups", "target": 1, "give": "ambush" });
        assert!(read(both).unwrap_err().contains("with a target"));
        assert!(read(json!({ "type": "play", "card": "excalibur" })).is_err());
    }
}
