//! What is on the table, from the view.

mod moves;
mod words;

use kernel::{Area, Barred, Ending, Flag, Icon, Layout, Look, Piece, Role, Scene, Seat, Sentence, Stat, Tone, Viewer};

pub(crate) use moves::wording;
use words::{effect_words, fate, formula, item_text, margin};

use crate::{
    Item, Monster, View,
    content::{Kind, Op, TOP, When},
    event::{icon, suffering, terms},
    state::{End, Fight, Open, Phase, Player, Side, Stage},
};

/// The table as `viewer` sees it.
pub(crate) fn scene(view: &View, viewer: Viewer) -> Scene {
    let open = &view.open;
    let mut areas = Vec::new();
    areas.extend(open.fight().map(|fight| encounter(open, fight)));
    areas.extend(offered(open));
    areas.extend(found(view, viewer));
    areas.extend(open.party().map(|(seat, player)| seat_area(view, viewer, seat, player)));
    areas.push(piles(view));
    areas.extend(viewer.seat().and_then(|seat| hand(view, seat)));
    Scene {
        headline: format!("Round {} of {}", open.round, open.options.round_limit).into(),
        prompt: prompt(view, viewer),
        areas,
        moves: Vec::new(),
        barred: viewer.seat().map(|seat| barred(view, seat)).unwrap_or_default(),
        ending: open.over().map(|end| ending(open, end)),
    }
}

fn prompt(view: &View, viewer: Viewer) -> Sentence {
    let open = &view.open;
    let (say, active) = (Sentence::new, open.active);
    let own = viewer.seat().filter(|seat| open.awaited().contains(*seat));
    match (&open.phase, own) {
        (Phase::Over(_), _) => "The cellar is quiet again.".into(),
        (Phase::SetupEquip(_), Some(_)) => "Put on what you like, then you are done.".into(),
        (Phase::Prep, Some(_)) => "Prepare yourself, then turn up a monster.".into(),
        (Phase::ChooseMonster(_), Some(_)) => "Two monsters. Which one will you meet?".into(),
        (Phase::Met(fight, Stage::Encounter), Some(_)) => format!("{}. Fight or run?", fight.monster.name()).into(),
        (Phase::Met(fight, Stage::Window), Some(seat)) => {
            let whose =
                if open.participants(fight).contains(seat) { "Win it, or pass." } else { "Stab, help, or pass." };
            format!("{} {whose}", margin(open.sums(fight))).into()
        }
        (Phase::Met(_, Stage::Reply(offer)), Some(_)) => {
            say().seat(offer.seat).text(format!(" would help you for {}. Do you agree?", terms(offer.share)))
        }
        (Phase::Met(_, Stage::Keep(_)), Some(_)) => "You died. Keep one of your cards.".into(),
        (Phase::Trim(_), Some(_)) => "You hold more than eight cards. Discard one.".into(),
        (Phase::Met(_, Stage::Reply(offer)), None) => {
            let said = say().seat(offer.seat).text(format!(" offers help for {}. ", terms(offer.share)));
            said.seat(active).text(" decides.")
        }
        (Phase::Met(fight, Stage::Window), None) => {
            say().text(format!("{} Waiting for ", margin(open.sums(fight)))).seats(open.awaited().iter()).text(".")
        }
        _ => say().text("Waiting for ").seats(open.awaited().iter()).text("."),
    }
}

// The encounter.

fn encounter(open: &Open, fight: &Fight) -> Area {
    let mut pieces = vec![monster(fight)];
    pieces.extend(open.participants(fight).iter().map(|seat| fighter(open, fight, seat, None)));
    pieces.extend(open.pending().map(|offer| fighter(open, fight, offer.seat, Some(terms(offer.share)))));
    pieces.extend(played(open, fight));
    let sums = open.sums(fight);
    let most = Some(i32::from(sums.players.max(sums.monsters)));
    let meter = |id: &str, name: &str, icon: Icon, value: u16, label: String| {
        let look = Look::Meter { icon, name: name.into(), value: value.into(), max: most };
        Piece::new(id, look, label)
    };
    let monsters = words::monster_formula(fight);
    pieces.push(meter("sum-players", "Players", Icon::SWORD, sums.players, format!("Players: {}", sums.players)));
    pieces.push(meter("sum-monsters", "Monster", Icon::MONSTER, sums.monsters, format!("Monster: {monsters}")));
    if !matches!(open.phase, Phase::Met(_, Stage::Keep(_))) {
        pieces.extend(fates(open));
    }
    let title = Sentence::new().seat(open.active).text(format!(" meets {}", fight.monster.name()));
    Area::new("fight", title, Role::Board, Layout::Row).active(true).with(pieces)
}

fn monster(fight: &Fight) -> Piece {
    let card = fight.monster.card();
    let piece = monster_card("monster".into(), fight.monster, 1 + fight.duplicates);
    let wounds = card.damage + fight.damage_add;
    piece.flag(Flag::Highlighted, true).flag(Flag::Danger, wounds > 3 || card.pierce)
}

fn monster_card(id: String, monster: Monster, copies: u8) -> Piece {
    let card = monster.card();
    let pierce = if card.pierce { ", armor-piercing" } else { "" };
    let stat = |icon, name, value: String| Stat { icon, name, value };
    let effect = card.effect.map(effect_words);
    let look = Look::Card {
        name: card.name.into(),
        kind: card.tag.name().into(),
        icon: Icon::MONSTER,
        tone: Tone::Bad,
        corner: Some(format!("AP {}", card.ap)),
        suit: None,
        emblem: None,
        stats: vec![
            stat(Icon::HEART, "damage", format!("{}{}", card.damage, if card.pierce { " P" } else { "" })),
            stat(Icon::STAR, "levels", card.xp.to_string()),
            stat(Icon::CHEST, "treasure", card.treasure.to_string()),
        ],
        copies,
    };
    let losers = effect.map(|effect| format!(" Who loses {effect}.")).unwrap_or_default();
    let label = format!(
        "{}, {}, AP {}, {} damage{pierce}, {} XP, {} treasure.{losers}",
        card.name,
        card.tag.id(),
        card.ap,
        card.damage,
        card.xp,
        card.treasure
    );
    Piece::new(id, look, label).picture(card.picture).text(card.text, None)
}

/// One who fights, or would for these terms.
fn fighter(open: &Open, fight: &Fight, seat: Seat, asks: Option<String>) -> Piece {
    let player = open.player(seat);
    let none = Side::default();
    let side = if asks.is_some() { &none } else { open.side(fight, seat) };
    let attack = open.attack(fight, seat, side);
    let kind = match &asks {
        Some(_) => "Would help",
        None if seat == open.active => "Fighter",
        None => "Helper",
    };
    let mut stats = vec![Stat { icon: Icon::SWORD, name: "attack", value: attack.total().to_string() }];
    stats.extend(player.gear.map(|_| Stat { icon: Icon::ARMOR, name: "gear", value: player.protection().to_string() }));
    let look = Look::Card {
        name: player.class.name().into(),
        kind: kind.into(),
        icon: Icon::HERO,
        tone: Tone::Good,
        corner: Some(player.level.to_string()),
        suit: None,
        emblem: None,
        stats,
        copies: 1,
    };
    let sum = formula(attack, player, fight);
    let label = match asks {
        Some(terms) => format!("Would help for {terms}: {sum}"),
        None => format!("{kind}: {sum}"),
    };
    let piece = Piece::new(format!("fighter-{seat}"), look, label).picture(player.class.picture());
    let piece = piece.flag(Flag::Damaged, player.gear.is_some_and(|gear| gear.damaged));
    Piece { seat: Some(seat), ..piece }
}

/// What cards have done in this fight.
fn played(open: &Open, fight: &Fight) -> Vec<Piece> {
    let token = |id: String, icon: Icon, tone: Tone, value: String, label: String| {
        Piece::new(id, Look::Token { icon, tone, value: Some(value), seat: None }, label)
    };
    let mut pieces = Vec::new();
    let mut add = |n: u8, id: &str, icon: Icon, tone: Tone, what: &str| {
        if n > 0 {
            pieces.push(token(id.into(), icon, tone, format!("+{n}"), format!("Cards: +{n} {what}")));
        }
    };
    add(fight.bonus, "bonus", Icon::FLASK, Tone::Good, "for the players");
    add(fight.monster_add, "monster-add", Icon::TRAP, Tone::Bad, "AP for the monster");
    add(fight.damage_add, "damage-add", Icon::HEART, Tone::Bad, "damage");
    add(fight.duplicates, "duplicates", Icon::DOUBLE, Tone::Bad, "of the monster");
    for seat in open.participants(fight).iter() {
        let side = open.side(fight, seat);
        let of = |piece: Piece| Piece { seat: Some(seat), ..piece };
        for (place, percent) in side.percent.iter().enumerate() {
            let (icon, tone) = if *percent > 0 { (Icon::BLESSING, Tone::Good) } else { (Icon::CURSE, Tone::Bad) };
            let label = format!("{percent:+} % attack in this fight");
            pieces.push(of(token(format!("percent-{seat}-{place}"), icon, tone, format!("{percent:+}%"), label)));
        }
        if side.shield > 0 {
            let label = format!("{} damage less in this fight", side.shield);
            let value = format!("-{}", side.shield);
            pieces.push(of(token(format!("shield-{seat}"), Icon::SHIELD, Tone::Good, value, label)));
        }
        if side.disarmed {
            let label = "The weapon does not count in this fight".into();
            pieces.push(of(token(format!("disarmed-{seat}"), Icon::SWORD, Tone::Bad, "0".into(), label)));
        }
    }
    pieces
}

/// What would come of the fight if it were decided now, and with the offer on the table.
fn fates(open: &Open) -> Vec<Piece> {
    let told = |id: &str, when: &str, open: &Open| -> Vec<Piece> {
        let Some(fight) = open.fight() else { return Vec::new() };
        let (sums, danger) = (open.sums(fight), !open.sums(fight).won());
        let head = Piece::new(id, Look::Text, format!("{when}: {}", margin(sums))).flag(Flag::Danger, danger);
        let one = |seat: Seat| {
            let piece = Piece::new(format!("{id}-{seat}"), Look::Text, fate(open, fight, seat));
            Piece { seat: Some(seat), ..piece.flag(Flag::Danger, danger) }
        };
        std::iter::once(head).chain(open.participants(fight).iter().map(one)).collect()
    };
    let mut pieces = told("now", "If decided now", open);
    if let Some(offer) = open.pending() {
        let mut with = open.clone();
        if let Phase::Met(fight, _) = &mut with.phase {
            fight.helper = Some(offer);
        }
        pieces.extend(told("helped", "With this help", &with));
    }
    pieces
}

fn offered(open: &Open) -> Option<Area> {
    let Phase::ChooseMonster(offered) = open.phase else { return None };
    let different = if offered[0] == offered[1] { &offered[..1] } else { &offered[..] };
    let alike = if different.len() == 1 { 2 } else { 1 };
    let cards = different.iter().map(|monster| monster_card(offered_id(*monster), *monster, alike));
    Some(Area::new("offered", "Two monsters", Role::Offer, Layout::Row).active(true).with(cards))
}

fn offered_id(monster: Monster) -> String {
    format!("offered-{}", monster.card().id)
}

/// What lies in the discard pile, for whoever could take something out of it.
fn found(view: &View, viewer: Viewer) -> Option<Area> {
    let seat = viewer.seat().filter(|seat| view.open.phase == Phase::Prep && *seat == view.open.active)?;
    let mut held = view.hand(seat)?.iter();
    held.find(|(card, _)| card.op() == Some(Op::Recover))?;
    let cards = view.open.item_discard.iter().map(|(card, copies)| item_card(found_id(card), card, copies));
    Some(Area::new("found", "The discard pile", Role::Offer, Layout::Row).with(cards))
}

fn found_id(card: Item) -> String {
    format!("discarded-{}", card.card().id)
}

// The players.

fn seat_area(view: &View, viewer: Viewer, seat: Seat, player: &Player) -> Area {
    let open = &view.open;
    let meter = |icon: Icon, name: &str, value: u8, max: Option<i32>| Look::Meter {
        icon,
        name: name.into(),
        value: value.into(),
        max,
    };
    let level = meter(Icon::ASCEND, "Level", player.level, Some(TOP.into()));
    let level = Piece::new(format!("level-{seat}"), level, format!("Level {} of {TOP}", player.level));
    let class = Look::Token { icon: Icon::HERO, tone: Tone::Plain, value: None, seat: Some(seat) };
    let class = Piece::new(format!("class-{seat}"), class, player.class.name()).picture(player.class.picture());
    let mut pieces = vec![class.text(words::class_text(player.class), Some("R30")), level.flag(Flag::Danger, false)];
    pieces.push(match player.gear {
        Some(gear) => {
            let piece = item_card(format!("gear-{seat}"), gear.card, 1);
            let label = if gear.damaged { format!("{}, damaged", piece.label) } else { piece.label.clone() };
            Piece { label, ..piece }.flag(Flag::Damaged, gear.damaged)
        }
        None => slot(format!("gear-{seat}"), Icon::ARMOR, "No gear"),
    });
    pieces.push(match player.weapon {
        Some(weapon) => {
            let disarmed = open
                .fight()
                .is_some_and(|fight| open.participants(fight).contains(seat) && open.side(fight, seat).disarmed);
            item_card(format!("weapon-{seat}"), weapon, 1).flag(Flag::Exhausted, disarmed)
        }
        None => slot(format!("weapon-{seat}"), Icon::SWORD, "No weapon"),
    });
    for (place, lasting) in player.status.iter().enumerate() {
        let effect = lasting.effect().map(crate::Effect::id).unwrap_or_default();
        let look = Look::Token {
            icon: Icon::CURSE,
            tone: Tone::Bad,
            value: Some(words::status(effect, *lasting)),
            seat: None,
        };
        let label =
            format!("{} {} until round {} is over", lasting.from.name(), suffering(lasting.from), lasting.until_round);
        let label = label.replacen(lasting.from.name(), &format!("After {}:", lasting.from.name()), 1);
        pieces.push(Piece::new(format!("status-{seat}-{place}"), look, label).picture(lasting.from.card().picture));
    }
    let count = view.count(seat);
    let cards = Look::Back { count: count.into() };
    pieces.push(Piece::new(format!("cards-{seat}"), cards, format!("{} in hand", kernel::counted(count, "card"))));
    if player.deaths > 0 {
        let value = Some(player.deaths.to_string());
        let look = Look::Token { icon: Icon::SKULL, tone: Tone::Bad, value, seat: None };
        pieces.push(Piece::new(format!("deaths-{seat}"), look, kernel::counted(player.deaths, "death")));
    }
    pieces.extend(state(open, seat));
    if let Some(hand) = view.hand(seat).filter(|_| viewer.seat() != Some(seat)) {
        pieces.extend(
            hand.iter().map(|(card, copies)| item_card(format!("held-{seat}-{}", card.card().id), card, copies)),
        );
    }
    Area::new(format!("seat-{seat}"), Sentence::new().seat(seat), Role::Seat, Layout::Row)
        .of(seat)
        .active(open.awaited().contains(seat))
        .with(pieces)
}

fn slot(id: String, icon: Icon, label: &str) -> Piece {
    Piece::new(id, Look::Token { icon, tone: Tone::Plain, value: None, seat: None }, label).flag(Flag::Exhausted, true)
}

/// What a seat does in the fight going on.
fn state(open: &Open, seat: Seat) -> Option<Piece> {
    let fight = open.fight()?;
    let (icon, word) = if seat == open.active {
        (Icon::SWORD, "fights")
    } else if open.participants(fight).contains(seat) {
        (Icon::SHIELD, "helps")
    } else if open.pending().is_some_and(|offer| offer.seat == seat) {
        (Icon::MERCHANT, "offers help")
    } else if fight.passed.contains(seat) {
        (Icon::CLOCK, "has passed")
    } else {
        (Icon::SNEAK, "looks on")
    };
    let passed = fight.passed.contains(seat);
    let word =
        if passed && open.participants(fight).contains(seat) { format!("{word}, has passed") } else { word.into() };
    let look = Look::Token { icon, tone: Tone::Plain, value: Some(word.clone()), seat: None };
    Some(Piece::new(format!("state-{seat}"), look, word).flag(Flag::Exhausted, passed))
}

// Cards.

fn hand(view: &View, seat: Seat) -> Option<Area> {
    let cards = view.hand(seat)?.iter().map(|(card, copies)| item_card(hand_id(card), card, copies));
    let active = view.open.awaited().contains(seat);
    Some(Area::new("hand", "Your hand", Role::Hand, Layout::Fan).of(seat).active(active).with(cards))
}

fn hand_id(card: Item) -> String {
    format!("hand-{}", card.card().id)
}

fn item_card(id: String, item: Item, copies: u8) -> Piece {
    let card = item.card();
    let (kind, tone) = match card.kind {
        Kind::Gear { .. } => ("Gear", Tone::Plain),
        Kind::Weapon { class, .. } => (class.name(), Tone::Plain),
        Kind::Consumable { op, .. } => match op.when() {
            When::Prep => ("Your own turn", Tone::Luck),
            When::Fight => ("Fighters", Tone::Good),
            When::Backstab => ("Backstab", Tone::Bad),
        },
    };
    let corner = words::corner(card.kind);
    let look = Look::Card {
        name: card.name.into(),
        kind: kind.into(),
        icon: icon(item),
        tone,
        corner,
        suit: None,
        emblem: None,
        stats: words::stats(card.kind),
        copies,
    };
    let text = item_text(card.kind);
    let label = format!("{}, {}: {text}", card.name, kind.to_lowercase());
    Piece::new(id, look, label).picture(card.picture).text(text, None)
}

fn piles(view: &View) -> Area {
    let open = &view.open;
    let deck = |id: &str, count: usize, what: &str| {
        Piece::new(id, Look::Back { count: count as u16 }, format!("{what}: {}", kernel::counted(count, "card")))
    };
    let pile = |id: &str, count: usize, what: &str, names: Vec<String>| {
        let look = Look::Token { icon: Icon::CARD, tone: Tone::Plain, value: Some(count.to_string()), seat: None };
        let text = if names.is_empty() { "Nothing lies there.".into() } else { names.join(", ") };
        Piece::new(id, look, format!("{what}: {}", kernel::counted(count, "card"))).text(text, None)
    };
    let name = |name: &str, copies: u8| if copies > 1 { format!("{copies} × {name}") } else { name.to_owned() };
    let items = |cards: &crate::state::Items| cards.iter().map(|(card, copies)| name(card.name(), copies)).collect();
    let monsters = open.monster_discard.iter().map(|(monster, copies)| name(monster.name(), copies)).collect();
    Area::new("piles", "Decks and piles", Role::Piles, Layout::Row).with([
        deck("item-deck", view.item_deck.into(), "Items"),
        pile("item-discard", open.item_discard.len(), "Discarded items", items(&open.item_discard)),
        pile("spent", open.spent.len(), "Spent this turn", items(&open.spent)),
        deck("monster-deck", open.monster_deck.len(), "Monsters"),
        pile("monster-discard", open.monster_discard.len(), "Discarded monsters", monsters),
    ])
}

/// Cards of the own hand that cannot be played now, though it is the seat's decision.
fn barred(view: &View, seat: Seat) -> Vec<Barred> {
    let open = &view.open;
    let (Some(hand), true) = (view.hand(seat), open.awaited().contains(seat)) else { return Vec::new() };
    let when = match &open.phase {
        Phase::Prep => When::Prep,
        Phase::Met(fight, Stage::Window) if open.participants(fight).contains(seat) => When::Fight,
        Phase::Met(_, Stage::Window) => When::Backstab,
        _ => return Vec::new(),
    };
    let why = |card: Item| match card.kind() {
        Kind::Weapon { class, .. } if when == When::Prep && class != open.player(seat).class => {
            Some((format!("Only a {} can use it.", class.name()), "R9"))
        }
        Kind::Consumable { op, .. } if op.when() != when => Some(match op.when() {
            When::Prep => ("It is for your own preparation.".into(), "R11"),
            When::Fight => ("It is for those who fight.".into(), "R20"),
            When::Backstab => ("It is for those who look on at a fight.".into(), "R20"),
        }),
        _ => None,
    };
    let one = |(card, _): (Item, u8)| {
        let (why, ruling) = why(card)?;
        Some(Barred { what: card.name().into(), why, ruling: Some(ruling), piece: Some(hand_id(card)) })
    };
    hand.iter().filter_map(one).collect()
}

fn ending(open: &Open, end: End) -> Ending {
    let winners = end.winners();
    let verb = if winners.len() > 1 { " win" } else { " wins" };
    let story = match end {
        End::Level(seat) => {
            let monster = open.player(seat).class.name();
            format!("Level {TOP}, and a {monster} the others will talk about for a long time.")
        }
        End::Lantern(_) => format!("After {} rounds the lantern went out, and the highest level counts.", open.round),
    };
    let deaths: u16 = open.party().map(|(_, player)| player.deaths).sum();
    let levels: Vec<String> = open.party().map(|(_, player)| player.level.to_string()).collect();
    Ending {
        title: Sentence::new().seats(winners.iter()).text(verb),
        story: story.into(),
        tone: Tone::Good,
        numbers: vec![
            ("Levels".into(), levels.join(", ")),
            ("Turns".into(), open.turn.to_string()),
            ("Rounds".into(), open.round.to_string()),
            ("Deaths".into(), deaths.to_string()),
        ],
        unlocked: None,
    }
}
