//! The wording of moves, the pieces that point at them, and their forecasts.

use kernel::{Forecast, Icon, Mark, Seat, Sentence, Tone, Wording, say};
use text::{counted, t};

use super::{
    cards::hand_id,
    encounter::{KIT_DECK, KIT_GEAR, offered_id, place_of},
    outlook::{fates, helped, outcome},
    piles::found_id,
    stand,
    words::worth,
};
use crate::{
    Action, Item, On, Share, View,
    content::{BELOW_TOP, Kind, Op, TOP},
    fight::{Fight, Offer, Side, Sums},
    judge::escapes,
    state::{Open, Phase},
    words::{signed, terms},
};

/// The wording of a legal action.
pub(crate) fn wording(view: &View, seat: Seat, action: &Action) -> Wording {
    let open = &view.open;
    match *action {
        Action::Repair => {
            let text = open.player(seat).gear.map(|gear| t!("Mend {card}", card = gear.card.name()));
            Wording::new(text.unwrap_or_default()).to(KIT_GEAR).tag(t!("mend")).forecast(t!("free of charge")).button()
        }
        Action::Equip { card } => equip(open, seat, card),
        Action::Play { card, on } if open.fight().is_none() => prepare(view, seat, card, on),
        Action::Play { card, on } => play(open, seat, card, on),
        Action::Offer(share) => offer(open, seat, share),
        Action::Done => Wording::new(t!("Ready")).main(),
        Action::EndPrep => {
            let monsters = if open.scout > 1 { t!("Turn up two monsters") } else { t!("Turn up a monster") };
            let wording = Wording::new(monsters).main();
            if matches!(open.phase, Phase::Prep) { wording.to(KIT_DECK).button() } else { wording }
        }
        Action::ChooseMonster { card } => {
            let wording = Wording::new(t!("Meet {monster}", monster = card.name())).to(offered_id(card));
            wording.forecast(against(open, &Fight::new(card), seat))
        }
        Action::Fight => {
            let Some(fight) = open.fight() else { return Wording::new(t!("Fight")) };
            Wording::new(t!("Fight {monster}", monster = fight.monster.name()))
                .forecast(undecided(open, fight, against(open, fight, seat)))
                .main()
        }
        Action::RunAuto => Wording::new(t!("Run")).forecast(t!("free below level 3")),
        Action::RunRoll => run_roll(open, seat),
        Action::RunDiscard => {
            let text = t!("Throw {cards} away and run", cards = counted!(view.count(seat), "card"));
            let wording = Wording::new(text).forecast(t!("escapes for certain"));
            wording.confirm(t!("Your whole hand goes. Throw it away?"))
        }
        Action::Pass => pass(open, seat, Wording::new(t!("Pass")).main()),
        Action::Accept => reply(open, t!("Take the help")),
        Action::Refuse => {
            let alone = open.fight().map(|fight| outcome(open.sums(fight))).unwrap_or_default();
            Wording::new(t!("Turn the help down")).forecast(t!("for now {alone}"))
        }
        Action::Keep { card } => {
            let rest = counted!(view.count(seat).saturating_sub(1), "other card");
            let wording = Wording::new(t!("Keep {card}", card = card.name())).from(hand_id(card)).tag(t!("Keep"));
            wording.forecast(t!("it stays, unseen; {rest} shown to all and discarded"))
        }
        Action::Discard { card } => {
            Wording::new(t!("Discard {card}", card = card.name())).from(hand_id(card)).tag(t!("Discard"))
        }
    }
}

/// The text of a legal action alone. It does not compute the result of each offer, for there are
/// many.
pub(crate) fn move_text(view: &View, seat: Seat, action: &Action) -> Sentence {
    match *action {
        Action::Offer(share) => offer_text(&view.open, share),
        _ => wording(view, seat, action).text,
    }
}

fn equip(open: &Open, seat: Seat, card: Item) -> Wording {
    let player = open.player(seat);
    let name = card.name();
    let (old, text) = match card.kind() {
        Kind::Gear { .. } => (player.gear.map(|gear| gear.card), t!("Put on {name}")),
        Kind::Weapon { .. } | Kind::Consumable { .. } => (player.weapon, t!("Take {name} in hand")),
    };
    let value = worth(card.kind());
    let wording = Wording::new(text).from(hand_id(card)).to(place_of(card));
    let mark = Mark::new(place_of(card), Tone::Good).text(value.clone());
    match old {
        Some(old) => {
            let wording = wording.forecast(t!("{old} is discarded", old = old.name()));
            wording.tag(format!("{} → {value}", worth(old.kind()))).mark(mark)
        }
        None => wording.tag(if value.starts_with('+') { value } else { format!("+{value}") }).mark(mark),
    }
}

fn prepare(view: &View, seat: Seat, card: Item, on: On) -> Wording {
    let level = view.open.player(seat).level;
    let play = |text: Sentence| Wording::new(text).from(hand_id(card));
    let name = card.name();
    match (on, card.op()) {
        (On::Target(target), _) => {
            let wording = play(say!("{name}: rob {target}")).to(format!("cards-{target}")).tag(t!("rob"));
            wording.forecast(t!("a random one of {cards}", cards = counted!(view.count(target), "card")))
        }
        (On::Give(given), _) => play(t!("{name}: trade {given} in", given = given.name()).into())
            .to(hand_id(given))
            .tag(t!("trade"))
            .forecast(t!("draws 2 cards")),
        (On::Pick(picked), _) => {
            play(t!("{name}: take {picked}", picked = picked.name()).into()).to(found_id(picked)).tag(t!("find"))
        }
        (On::Nothing, Some(Op::LevelUp(n))) => {
            let change = format!("{level} → {}", level + n);
            play(t!("Play {name}").into()).forecast(t!("level {change}")).tag(change)
        }
        (On::Nothing, Some(Op::Draw(n))) => {
            let forecast = t!("draws {cards}", cards = counted!(n, "card"));
            play(t!("Play {name}").into()).forecast(forecast).tag(format!("+{n}"))
        }
        (On::Nothing, Some(Op::Scout(n))) => {
            play(t!("Play {name}").into()).forecast(t!("choose one of {n} monsters")).tag(t!("1 of {n}"))
        }
        (On::Nothing, _) => play(t!("Play {name}").into()).forecast(t!("all your troubles end")).tag(t!("cure")),
    }
}

/// A card in a fight: its aim, and the sums after it.
fn play(open: &Open, seat: Seat, card: Item, on: On) -> Wording {
    let Some(op) = card.op() else { return Wording::new(card.name()) };
    let name = card.name();
    let text = || t!("Play {name}").into();
    let from = |text: Sentence| Wording::new(text).from(hand_id(card));
    let aimed = match on {
        On::Target(target) if target == seat => {
            from(t!("Play {name} on yourself").into()).to(format!("fighter-{target}"))
        }
        On::Target(target) => from(say!("Play {name} on {target}")).to(format!("fighter-{target}")),
        _ => match op {
            Op::Attack(..) => from(text()).to(format!("fighter-{}", open.active)),
            Op::Escape => from(text()),
            _ => from(text()).to("monster"),
        },
    };
    let Some(fight) = open.fight() else { return aimed };
    let mut then = open.clone();
    if op != Op::Escape {
        then.work(op, if let On::Target(target) = on { Some(target) } else { None });
    }
    let (tag, forecast) = match (op, on) {
        (Op::Escape, _) => (t!("away").to_owned(), t!("the fight ends without result").to_owned()),
        (Op::DestroyGear, On::Target(target)) => {
            let gear = open.player(target).gear.map(|gear| gear.card.name().as_str()).unwrap_or_default();
            (t!("no gear").into(), t!("{gear} is gone for good"))
        }
        (Op::Shield(_), On::Target(target)) => {
            let side = |open: &Open| open.fight().map_or(0, |fight| fight.damage(open.side(fight, target)));
            let change = format!("{} → {}", side(open), side(&then));
            (format!("♥ {change}"), t!("damage {change}, if it is lost"))
        }
        (Op::DamageAdd(_), _) => {
            let change = format!(
                "{} → {}",
                fight.damage(&Side::default()),
                then.fight().map_or(0, |fight| fight.damage(&Side::default()))
            );
            (format!("♥ {change}"), t!("damage {change}, if it is lost"))
        }
        _ => (tag(open, &then), changed(open, &then)),
    };
    let good = if open.participants(fight).contains(seat) { Tone::Good } else { Tone::Bad };
    let target = aimed.target().map(str::to_owned);
    let aimed = match target {
        Some(target) => aimed.mark(Mark::new(target, good).text(tag.clone())),
        None => aimed,
    };
    aimed.tag(tag).forecast(forecast)
}

/// The sum that a change moves: `12 → 16`.
fn tag(before: &Open, after: &Open) -> String {
    let (Some(one), Some(other)) = (before.fight(), after.fight()) else { return String::new() };
    let (then, now) = (before.sums(one), after.sums(other));
    match (then.players == now.players, then.monsters == now.monsters) {
        (false, _) => format!("{} → {}", then.players, now.players),
        (true, false) => format!("{} → {}", then.monsters, now.monsters),
        (true, true) => "±0".into(),
    }
}

/// The change of the sums: `12 → 16 against 19`, `12 against 19 → 24`.
fn changed(before: &Open, after: &Open) -> String {
    let (Some(one), Some(other)) = (before.fight(), after.fight()) else { return String::new() };
    let (then, now) = (before.sums(one), after.sums(other));
    let side = |then: u16, now: u16| if then == now { now.to_string() } else { format!("{then} → {now}") };
    let (players, monsters) = (side(then.players, now.players), side(then.monsters, now.monsters));
    match (then.won(), now.won()) {
        (false, true) => t!("{players} against {monsters}, won"),
        (true, false) => t!("{players} against {monsters}, lost"),
        _ => t!("{players} against {monsters}"),
    }
}

fn offer(open: &Open, seat: Seat, share: Share) -> Wording {
    let wording = Wording::new(offer_text(open, share)).number(t!("XP"), Icon::STAR, share.xp.into());
    let wording = wording.number(t!("treasure"), Icon::CHEST, share.treasure.into());
    wording.forecast(bargain(open, Offer { seat, share }, seat))
}

fn offer_text(open: &Open, share: Share) -> Sentence {
    say!("Offer {seat} help for {terms}", seat = open.active, terms = terms(share))
}

fn reply(open: &Open, text: &str) -> Wording {
    let wording = Wording::new(text).main();
    let Some(offer) = open.pending() else { return wording };
    let (with, text) = (helped(open, offer), bargain(open, offer, open.active));
    match with.fight() {
        Some(fight) => wording.forecast(undecided(&with, fight, text)),
        None => wording.forecast(text),
    }
}

/// The forecast of a fight that cards may still turn: as it stands, a lost one cannot succeed.
fn undecided(open: &Open, fight: &Fight, text: String) -> Forecast {
    match open.sums(fight).won() {
        true => Forecast::new(text),
        false => Forecast::new(text).odds(0.0, 0.0),
    }
}

/// The result of a bargain, as `reader` sees it: `25 against 19: you 2 XP and 2 treasure, they 1 XP
/// and 2 treasure`.
fn bargain(open: &Open, offer: Offer, reader: Seat) -> String {
    let with = helped(open, offer);
    let Some(fight) = with.fight() else { return String::new() };
    let sums = with.sums(fight);
    let Sums { players, monsters } = sums;
    if !sums.won() {
        return t!("{players} against {monsters}, still {outcome}", outcome = outcome(sums));
    }
    let gain = |level: u8, most: u8, xp: u8, treasure: u8| {
        if most == TOP && level + xp >= TOP {
            return t!("victory").to_owned();
        }
        t!("{xp} XP, {treasure} treasure", xp = most.min(level + xp) - level)
    };
    let xp = fight.monster.card().xp - offer.share.xp;
    let fighter = gain(open.player(open.active).level, TOP, xp, fight.treasure());
    let helper = gain(open.player(offer.seat).level, BELOW_TOP, offer.share.xp, offer.share.treasure);
    let (you, they) = if reader == offer.seat { (helper, fighter) } else { (fighter, helper) };
    t!("{players} against {monsters}: you {you}; they {they}")
}

/// Passing needs no words unless it decides.
fn pass(open: &Open, seat: Seat, wording: Wording) -> Wording {
    let last = open.fight().filter(|fight| open.seats - fight.passed.len() == 1);
    match last {
        Some(fight) => {
            let forecast = Forecast::new(t!("decides: {outcome}", outcome = outcome(open.sums(fight))));
            wording.forecast(match fates(open, fight).iter().find(|fate| fate.seat == seat) {
                Some(fate) if !open.sums(fight).won() => forecast.odds(0.0, f64::from(u8::from(fate.dies))),
                _ => forecast,
            })
        }
        None => wording,
    }
}

/// The sums if this monster is fought.
fn against(open: &Open, fight: &Fight, seat: Seat) -> String {
    let players = open.attack(fight, seat, &Side::default()).total();
    stand(Sums { players, monsters: fight.monster.card().ap.into() })
}

fn run_roll(open: &Open, seat: Seat) -> Wording {
    let player = open.player(seat);
    let modifier = player.run_modifier();
    let ways = escapes(player.level as i8 - modifier);
    let chance = (100 * u32::from(ways) + 18) / 36;
    let text =
        t!("two dice{modifier} of at least {level}: {chance}%", modifier = signed(modifier), level = player.level);
    Wording::new(t!("Roll to run")).forecast(text)
}
