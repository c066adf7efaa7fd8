//! Reasons why an action is not legal. They use only facts that the seat itself knows.

use kernel::{RejectReason, Seat};
use text::t;

use crate::{
    Action, Effect, Gloombah, Item,
    action::{On, Share},
    content::{BELOW_TOP, Kind, Op, RUN_LEVEL, When},
    fight::Fight,
    state::{Phase, Stage},
};

impl Gloombah {
    /// The reason why `action` is not legal for `seat`.
    pub(crate) fn explain(&self, seat: Seat, action: &Action) -> RejectReason {
        if let Phase::Over(_) = self.open.phase {
            return RejectReason::plain(t!("the match is over"));
        }
        if !self.open.awaited().contains(seat) {
            return self.not_awaited(seat);
        }
        match *action {
            Action::Repair => self.no_repair(seat),
            Action::Equip { card } => self.no_equip(seat, card),
            Action::Play { card, on } => self.no_play(seat, card, on),
            Action::Offer(share) => self.no_offer(seat, share),
            Action::Done => RejectReason::ruled(t!("the set-up is over"), "R7"),
            Action::EndPrep => RejectReason::plain(t!("there is no preparation to end now")),
            Action::ChooseMonster { .. } => match self.open.phase {
                Phase::ChooseMonster(_) => RejectReason::ruled(t!("that monster is not one of the two drawn"), "R65"),
                _ => RejectReason::ruled(t!("only a map lets you choose between two monsters"), "R65"),
            },
            Action::Fight => RejectReason::plain(t!("there is no monster to fight or to run from now")),
            Action::RunAuto | Action::RunRoll | Action::RunDiscard => self.no_run(seat, action),
            Action::Pass => RejectReason::plain(t!("there is nothing to pass on now")),
            Action::Accept | Action::Refuse => RejectReason::ruled(t!("there is no offer to answer"), "R23"),
            Action::Keep { .. } => match self.open.phase {
                Phase::Met(_, Stage::Keep(_)) => RejectReason::ruled(t!("you keep a card that you hold"), "R50"),
                _ => RejectReason::ruled(t!("only the dead choose a card to keep"), "R50"),
            },
            Action::Discard { .. } => match self.open.phase {
                Phase::Trim(_) => RejectReason::ruled(t!("you discard a card that you hold"), "R62"),
                _ => RejectReason::ruled(t!("cards are discarded only at the end of a turn, down to eight"), "R62"),
            },
        }
    }

    fn not_awaited(&self, seat: Seat) -> RejectReason {
        match &self.open.phase {
            Phase::Met(fight, Stage::Window) if fight.passed.contains(seat) => {
                RejectReason::ruled(t!("you have passed, and nothing has changed since"), "R19")
            }
            Phase::Met(_, Stage::Reply(_)) => RejectReason::ruled(t!("an offer has to be answered first"), "R23"),
            Phase::Met(_, Stage::Keep(_)) => RejectReason::ruled(t!("the dead choose a card to keep first"), "R39"),
            Phase::SetupEquip(_) => RejectReason::ruled(t!("the others equip themselves when it is their turn"), "R5"),
            _ => RejectReason::plain(t!("it is not your turn")),
        }
    }

    fn no_repair(&self, seat: Seat) -> RejectReason {
        match (&self.open.phase, self.open.player(seat).gear) {
            (Phase::Prep, None) => RejectReason::ruled(t!("you wear nothing that could be mended"), "R10"),
            (Phase::Prep, Some(_)) => RejectReason::ruled(t!("your gear is whole"), "R10"),
            _ => RejectReason::ruled(t!("gear is mended in your own preparation"), "R10"),
        }
    }

    fn no_equip(&self, seat: Seat, card: Item) -> RejectReason {
        if !matches!(self.open.phase, Phase::Prep | Phase::SetupEquip(_)) {
            return RejectReason::ruled(t!("equipment changes only in your own preparation"), "R7");
        }
        match card.kind() {
            _ if self.hand(seat).count(card) == 0 => not_held(card),
            Kind::Weapon { class, .. } => {
                RejectReason::ruled(t!("only a {class} can use {card}", class = class.name(), card = card.name()), "R9")
            }
            Kind::Gear { .. } | Kind::Consumable { .. } => {
                RejectReason::ruled(t!("{card} is neither gear nor a weapon", card = card.name()), "R6")
            }
        }
    }

    fn no_play(&self, seat: Seat, card: Item, on: On) -> RejectReason {
        let Some(op) = card.op() else {
            return RejectReason::plain(t!("{card} is put on, not played", card = card.name()));
        };
        if self.hand(seat).count(card) == 0 {
            return not_held(card);
        }
        match (&self.open.phase, op.when()) {
            (Phase::Prep, When::Prep) => self.no_prep(seat, card, op, on),
            (Phase::Prep, _) => RejectReason::ruled(t!("{card} is for fights", card = card.name()), "R11"),
            (Phase::Met(_, Stage::Window), When::Prep) => {
                RejectReason::ruled(t!("{card} is for your own preparation", card = card.name()), "R11")
            }
            (Phase::Met(fight, Stage::Window), when) => self.no_fight_card(seat, fight, card, op, when, on),
            _ => RejectReason::plain(t!("no card can be played now")),
        }
    }

    fn no_prep(&self, seat: Seat, card: Item, op: Op, on: On) -> RejectReason {
        match (op, on) {
            (Op::LevelUp(_), On::Nothing) => RejectReason::ruled(t!("no card takes you to level 12"), "R55"),
            (Op::Scout(_), On::Nothing) => RejectReason::ruled(t!("you will draw two monsters already"), "R67"),
            (Op::Cure, On::Nothing) => RejectReason::ruled(t!("there is nothing to cure"), "R67"),
            (Op::Steal(_), On::Target(target)) if target == seat => {
                RejectReason::ruled(t!("you cannot rob yourself"), "R67")
            }
            (Op::Steal(_), On::Target(target)) if target.0 >= self.open.seats => {
                RejectReason::plain(t!("nobody sits there"))
            }
            (Op::Steal(_), On::Target(_)) => RejectReason::ruled(t!("that hand is empty"), "R67"),
            (Op::Steal(_), _) => RejectReason::plain(t!("name the player whose hand it is")),
            (Op::TradeIn(_), On::Give(given)) if given == card => {
                RejectReason::ruled(t!("the card itself cannot be traded in"), "R67")
            }
            (Op::TradeIn(_), On::Give(given)) => not_held(given),
            (Op::TradeIn(_), _) => RejectReason::ruled(t!("name another card of your hand to trade in"), "R67"),
            (Op::Recover, On::Pick(picked)) if self.open.spent.count(picked) > 0 => {
                RejectReason::ruled(t!("what left play in this turn is not in the discard pile yet"), "R64")
            }
            (Op::Recover, On::Pick(_)) => RejectReason::ruled(t!("that card is not in the discard pile"), "R64"),
            (Op::Recover, _) => RejectReason::ruled(t!("name a card of the discard pile"), "R64"),
            _ => RejectReason::plain(t!("{card} is played on nothing in particular", card = card.name())),
        }
    }

    fn no_fight_card(&self, seat: Seat, fight: &Fight, card: Item, op: Op, when: When, on: On) -> RejectReason {
        let participants = self.open.participants(fight);
        match (when, participants.contains(seat)) {
            (When::Backstab, true) => {
                return RejectReason::ruled(t!("cards with the backstab sign are for those who do not fight"), "R20");
            }
            (When::Fight, false) => {
                return RejectReason::ruled(t!("only those who fight can play that card"), "R20");
            }
            _ => {}
        }
        match on {
            _ if op == Op::Escape && seat != self.open.active => {
                RejectReason::ruled(t!("a helper keeps a bargain: only the one whose fight it is can vanish"), "R37")
            }
            On::Target(target) if op.aims() && participants.contains(target) => match op {
                Op::Cleanse => RejectReason::ruled(t!("there is nothing to wash off"), "R67"),
                Op::DestroyGear => RejectReason::ruled(t!("there is no gear to destroy"), "R67"),
                _ => RejectReason::ruled(t!("there is no weapon that counts"), "R67"),
            },
            _ if op.aims() => RejectReason::ruled(t!("name one of those who fight"), "R21"),
            _ => RejectReason::plain(t!("{card} is played on nothing in particular", card = card.name())),
        }
    }

    fn no_offer(&self, seat: Seat, share: Share) -> RejectReason {
        let Phase::Met(fight, Stage::Window) = &self.open.phase else {
            return RejectReason::ruled(t!("help is offered in somebody else's fight"), "R23");
        };
        let (player, monster) = (self.open.player(seat), fight.monster.card());
        if self.open.participants(fight).contains(seat) {
            RejectReason::ruled(t!("you are in this fight already"), "R23")
        } else if fight.helper.is_some() {
            RejectReason::ruled(t!("there is a helper already, and one is all a fight can have"), "R22")
        } else if player.suffers(Effect::NoHelp) {
            RejectReason::ruled(t!("a lasting effect keeps you from offering help"), "R32")
        } else if self.open.best_share(fight, seat).is_none() {
            RejectReason::ruled(t!("you have made your three offers in this fight"), "R23")
        } else if share.xp > monster.xp || share.treasure > monster.treasure {
            RejectReason::ruled(t!("shares come out of what is printed on the card"), "R24")
        } else {
            RejectReason::ruled(t!("helping takes nobody beyond level {level}", level = BELOW_TOP), "R25")
        }
    }

    fn no_run(&self, seat: Seat, action: &Action) -> RejectReason {
        let level = self.open.player(seat).level;
        match (&self.open.phase, action) {
            (Phase::Met(_, Stage::Encounter), Action::RunAuto) => {
                RejectReason::ruled(t!("running is free only below level 3"), "R13")
            }
            (Phase::Met(_, Stage::Encounter), _) if level < RUN_LEVEL => {
                RejectReason::ruled(t!("at your level running is free, and there is no other way"), "R13")
            }
            (Phase::Met(_, Stage::Encounter), _) => {
                RejectReason::ruled(t!("an empty hand cannot be thrown away"), "R16")
            }
            (Phase::Met(..), _) => RejectReason::ruled(t!("it is too late to run"), "R17"),
            _ => RejectReason::plain(t!("there is nothing to run from")),
        }
    }
}

fn not_held(card: Item) -> RejectReason {
    RejectReason::plain(t!("you do not hold {card}", card = card.name()))
}
