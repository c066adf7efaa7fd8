//! How moves read, how they are pointed at, and what may come of them.

use kernel::{Seat, Sentence, Wording, counted};

use super::{
    cards::hand_id,
    encounter::{found_id, offered_id},
};
use crate::{
    Action, Item, On, Share, View,
    content::{Kind, Op},
    event::{signed, terms},
    fight::{Fight, Offer, Side, Sums},
    judge::escapes,
    state::{Open, Phase, Stage},
};

/// How a legal action reads.
pub(crate) fn wording(view: &View, seat: Seat, action: &Action) -> Wording {
    let open = &view.open;
    match *action {
        Action::Repair => {
            let text = open.player(seat).gear.map(|gear| format!("Mend {}", gear.card.name()));
            Wording::new(text.unwrap_or_default()).to(format!("gear-{seat}")).forecast("free of charge")
        }
        Action::Equip { card } => equip(open, seat, card),
        Action::Play { card, on } if open.fight().is_none() => prepare(view, seat, card, on),
        Action::Play { card, on } => play(open, seat, card, on),
        Action::Offer(share) => offer(open, seat, share),
        Action::Done => Wording::new("Ready").main(),
        Action::EndPrep => {
            let monsters = if open.scout > 1 { "Turn up two monsters" } else { "Turn up a monster" };
            Wording::new(monsters).main()
        }
        Action::ChooseMonster { card } => {
            let wording = Wording::new(format!("Meet {}", card.name())).to(offered_id(card));
            wording.forecast(against(open, &Fight::new(card), seat))
        }
        Action::Fight => {
            let Some(fight) = open.fight() else { return Wording::new("Fight") };
            Wording::new(format!("Fight {}", fight.monster.name())).forecast(against(open, fight, seat)).main()
        }
        Action::RunAuto => Wording::new("Run").forecast("free below level 3"),
        Action::RunRoll => run_roll(open, seat),
        Action::RunDiscard => {
            let count = view.count(seat);
            let text = format!("Throw {} away and run", counted(count, "card"));
            Wording::new(text).forecast("escapes for certain").confirm("Your whole hand goes. Throw it away?")
        }
        Action::Pass => Wording::new("Pass").forecast(passing(open)).main(),
        Action::Accept => reply(open, "Take the help"),
        Action::Refuse => Wording::new("Turn the help down"),
        Action::Keep { card } => {
            let rest = counted(view.count(seat).saturating_sub(1), "other card");
            Wording::new(format!("Keep {}", card.name())).from(hand_id(card)).forecast(format!("{rest} shown and lost"))
        }
        Action::Discard { card } => Wording::new(format!("Discard {}", card.name())).from(hand_id(card)),
    }
}

fn equip(open: &Open, seat: Seat, card: Item) -> Wording {
    let player = open.player(seat);
    let name = card.name();
    let (slot, old, text) = match card.kind() {
        Kind::Gear { .. } => ("gear", player.gear.map(|gear| gear.card), format!("Put on {name}")),
        Kind::Weapon { .. } | Kind::Consumable { .. } => ("weapon", player.weapon, format!("Take {name} in hand")),
    };
    let wording = Wording::new(text).from(hand_id(card)).to(format!("{slot}-{seat}"));
    match old {
        Some(old) => wording.forecast(format!("{} is discarded", old.name())),
        None => wording,
    }
}

fn prepare(view: &View, seat: Seat, card: Item, on: On) -> Wording {
    let level = view.open.player(seat).level;
    let play = |text: Sentence| Wording::new(text).from(hand_id(card));
    let name = card.name();
    match (on, card.op()) {
        (On::Target(target), _) => {
            let text = Sentence::new().text(format!("{name}: rob ")).seat(target);
            let one = counted(view.count(target), "card");
            play(text).to(format!("cards-{target}")).forecast(format!("a random one of {one}"))
        }
        (On::Give(given), _) => {
            play(format!("{name}: trade {} in", given.name()).into()).to(hand_id(given)).forecast("draws 2 cards")
        }
        (On::Pick(picked), _) => play(format!("{name}: take {}", picked.name()).into()).to(found_id(picked)),
        (On::Nothing, Some(Op::LevelUp(n))) => {
            play(format!("Play {name}").into()).forecast(format!("level {level} → {}", level + n))
        }
        (On::Nothing, Some(Op::Draw(n))) => {
            play(format!("Play {name}").into()).forecast(format!("draws {}", counted(n, "card")))
        }
        (On::Nothing, _) => play(format!("Play {name}").into()),
    }
}

/// A card in a fight: where it is aimed at, and what the sums become.
fn play(open: &Open, seat: Seat, card: Item, on: On) -> Wording {
    let Some(op) = card.op() else { return Wording::new(card.name()) };
    let text = Sentence::new().text(format!("Play {}", card.name()));
    let from = |text: Sentence| Wording::new(text).from(hand_id(card));
    let aimed = match on {
        On::Target(target) if target == seat => from(text.text(" on yourself")).to(format!("fighter-{target}")),
        On::Target(target) => from(text.text(" on ").seat(target)).to(format!("fighter-{target}")),
        _ => match op {
            Op::Attack(..) => from(text).to(format!("fighter-{}", open.active)),
            Op::Escape => from(text),
            _ => from(text).to("monster"),
        },
    };
    let forecast = match (op, on) {
        (Op::Escape, _) => "the fight ends without result".to_owned(),
        (Op::DestroyGear, On::Target(target)) => {
            let gear = open.player(target).gear.map(|gear| gear.card.name()).unwrap_or_default();
            format!("{gear} is gone for good")
        }
        (Op::Shield(n), _) => format!("{n} damage less"),
        (Op::DamageAdd(n), _) => format!("{n} damage more, if it wins"),
        _ => {
            let mut then = open.clone();
            then.work(op, if let On::Target(target) = on { Some(target) } else { None });
            changed(open, &then)
        }
    };
    aimed.forecast(forecast)
}

/// How a change moves the sums: `12 → 16 against 19`, `12 against 19 → 24`.
fn changed(before: &Open, after: &Open) -> String {
    let (Some(one), Some(other)) = (before.fight(), after.fight()) else { return String::new() };
    let (then, now) = (before.sums(one), after.sums(other));
    let side = |then: u16, now: u16| if then == now { now.to_string() } else { format!("{then} → {now}") };
    let outcome = match (then.won(), now.won()) {
        (false, true) => ", won",
        (true, false) => ", lost",
        _ => "",
    };
    format!("{} against {}{outcome}", side(then.players, now.players), side(then.monsters, now.monsters))
}

fn offer(open: &Open, seat: Seat, share: Share) -> Wording {
    let text = Sentence::new().text("Offer ").seat(open.active).text(format!(" help for {}", terms(share)));
    let wording =
        Wording::new(text).word(format!("Offer help for {} XP", share.xp)).word(format!("{} treasure", share.treasure));
    wording.forecast(helped(open, Offer { seat, share }))
}

/// What the sums become with a helper.
fn helped(open: &Open, offer: Offer) -> String {
    let mut with = open.clone();
    if let Phase::Met(fight, stage) = &mut with.phase {
        (fight.helper, *stage) = (Some(offer), Stage::Window);
    }
    changed(open, &with)
}

fn reply(open: &Open, text: &str) -> Wording {
    let wording = Wording::new(text).main();
    match open.pending() {
        Some(offer) => wording.forecast(format!("{}, for {}", helped(open, offer), terms(offer.share))),
        None => wording,
    }
}

fn passing(open: &Open) -> String {
    let Some(fight) = open.fight() else { return String::new() };
    let last = open.seats - fight.passed.len() == 1;
    let margin = super::words::margin(open.sums(fight));
    if last { format!("decides the fight: {margin}") } else { margin }
}

/// The sums if this monster is fought.
fn against(open: &Open, fight: &Fight, seat: Seat) -> String {
    let players = open.attack(fight, seat, &Side::default()).total();
    super::words::margin(Sums { players, monsters: fight.monster.card().ap.into() })
}

fn run_roll(open: &Open, seat: Seat) -> Wording {
    let player = open.player(seat);
    let modifier = player.run_modifier();
    let ways = escapes(player.level as i8 - modifier);
    let chance = (100 * u32::from(ways) + 18) / 36;
    let text = format!("two dice{} of at least {}: {chance}%", signed(modifier), player.level);
    Wording::new("Roll to run").forecast(text)
}
