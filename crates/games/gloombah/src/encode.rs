//! `impl Encode`: the numbers of actions, and the observation of a seat.

use kernel::{Card, ChoiceGroup, Encode, Observation, Path, Perspective, ProgressTerm, Seat, Slice};

use crate::{
    Action, Class, Effect, Gloombah, Item, Monster, On, Share, Tag, View,
    content::{BELOW_TOP, HAND_LIMIT, ITEM_KINDS, ITEMS, Kind, MONSTER_KINDS, MONSTERS, Op, TOP},
    fight::Fight,
    state::{End, Items, MAX_PLAYERS, Open, Phase, Player, Stage},
};

const PLAYERS: u16 = MAX_PLAYERS as u16;
const KINDS: u16 = ITEM_KINDS as u16;
/// The consumables by their aim, as bits.
const BITS: [u64; 3] = [bits(Aim::Seat), bits(Aim::Give), bits(Aim::Pick)];
const AIMED: u16 = BITS[Aim::Seat as usize].count_ones() as u16;
const GIVING: u16 = BITS[Aim::Give as usize].count_ones() as u16;
const PICKING: u16 = BITS[Aim::Pick as usize].count_ones() as u16;
/// The greatest share that a monster has, in levels and in treasure.
const SHARE: (u8, u8) = {
    let (mut xp, mut treasure, mut index) = (0, 0, 0);
    while index < MONSTER_KINDS {
        let monster = &MONSTERS[index];
        xp = if monster.xp > xp { monster.xp } else { xp };
        treasure = if monster.treasure > treasure { monster.treasure } else { treasure };
        index += 1;
    }
    (xp, treasure)
};
/// The number of shares with the same levels.
const TREASURES: u16 = SHARE.1 as u16 + 1;

const CHOICES: &[ChoiceGroup] = &[
    ChoiceGroup::new("repair", 1, "mend the own gear"),
    ChoiceGroup::new("done", 1, "end the equipment of the set-up"),
    ChoiceGroup::new("end_prep", 1, "end the preparation: draw"),
    ChoiceGroup::new("fight", 1, "fight the monster met"),
    ChoiceGroup::new("run_auto", 1, "run at a low level"),
    ChoiceGroup::new("run_roll", 1, "roll for running"),
    ChoiceGroup::new("run_discard", 1, "throw the hand away and run"),
    ChoiceGroup::new("pass", 1, "no more actions unless the fight changes"),
    ChoiceGroup::new("accept", 1, "take the offer"),
    ChoiceGroup::new("refuse", 1, "turn the offer down"),
    ChoiceGroup::new("equip", KINDS, "put on gear, or take a weapon: items in the order of their ids"),
    ChoiceGroup::new("play", KINDS, "play a consumable without an aim: items in the order of their ids"),
    ChoiceGroup::new(
        "play_target",
        AIMED * PLAYERS,
        "play a consumable on a seat: consumables that need one in the order of their ids, for each the seats from \
         the own one on",
    ),
    ChoiceGroup::new("play_give", GIVING * KINDS, "play a consumable and give up an item, in the order of the ids"),
    ChoiceGroup::new("play_pick", PICKING * KINDS, "play a consumable and take a discarded item, in the same order"),
    ChoiceGroup::new(
        "offer",
        (SHARE.0 as u16 + 1) * TREASURES,
        "offer help for a share: levels from 0, for each the treasures from 0",
    ),
    ChoiceGroup::new("choose_monster", MONSTER_KINDS as u16, "meet one of the monsters drawn, in the order of the ids"),
    ChoiceGroup::new("keep", KINDS, "keep an item in death, in the order of the ids"),
    ChoiceGroup::new("discard", KINDS, "discard an item that is too many, in the order of the ids"),
];

const EQUIP: u16 = ChoiceGroup::start(CHOICES, "equip");
const PLAY: u16 = ChoiceGroup::start(CHOICES, "play");
const PLAY_TARGET: u16 = ChoiceGroup::start(CHOICES, "play_target");
const PLAY_GIVE: u16 = ChoiceGroup::start(CHOICES, "play_give");
const PLAY_PICK: u16 = ChoiceGroup::start(CHOICES, "play_pick");
const OFFER: u16 = ChoiceGroup::start(CHOICES, "offer");
const CHOOSE_MONSTER: u16 = ChoiceGroup::start(CHOICES, "choose_monster");
const KEEP: u16 = ChoiceGroup::start(CHOICES, "keep");
const DISCARD: u16 = ChoiceGroup::start(CHOICES, "discard");

/// The kinds of decisions, and the end.
const DECISIONS: usize = 9;
/// More than the cards of a fight ever add up to.
const MOST: f32 = 1_000.0;

const LAYOUT: &[Slice] = &[
    Slice::flags(
        "decision",
        DECISIONS,
        "setup_equip, prep, choose_monster, encounter, fight, offer_reply, death_keep, trim, game_over",
    ),
    Slice::flags("awaited", MAX_PLAYERS, "seats that may act, from the own one on"),
    Slice::flags("active", MAX_PLAYERS, "the seat in turn, from the own one on"),
    Slice::flags("class", MAX_PLAYERS * Class::ALL.len(), "mage, rogue, warrior, for each seat from the own one on"),
    Slice::new("level", MAX_PLAYERS, TOP as f32, "levels", "level, from the own seat on; 0 is nobody"),
    Slice::new("deaths", MAX_PLAYERS, 65_535.0, "deaths", "deaths, from the own seat on"),
    Slice::new("cards", MAX_PLAYERS, 120.0, "cards", "cards in the hand, from the own seat on"),
    Slice::new("gear", MAX_PLAYERS, 9.0, "damage", "damage that the gear takes, from the own seat on"),
    Slice::flags("damaged", MAX_PLAYERS, "whether the gear is damaged, from the own seat on"),
    Slice::new("run", MAX_PLAYERS, 99.0, "points", "modifier of run rolls, from the own seat on").from(-99.0),
    Slice::new(
        "weapon",
        MAX_PLAYERS * Tag::ALL.len(),
        20.0,
        "points",
        "bonus of the weapon against arcane, beast, brute, ooze, trickster, undead, for each seat from the own one on",
    ),
    Slice::new("lasting_attack", MAX_PLAYERS, 0.0, "percent", "lasting percentages on attacks, from the own seat on")
        .from(-MOST),
    Slice::flags("weapon_off", MAX_PLAYERS, "whether a lasting effect takes the weapon, from the own seat on"),
    Slice::flags("no_help", MAX_PLAYERS, "whether a lasting effect forbids offers, from the own seat on"),
    Slice::new("hand", ITEM_KINDS, 120.0, "cards", "own hand by item, in the order of the ids"),
    Slice::new("item_discard", ITEM_KINDS, 120.0, "cards", "discarded items, in the order of the ids"),
    Slice::new("spent", ITEM_KINDS, 120.0, "cards", "items that left play in this turn, in the order of the ids"),
    Slice::new(
        "unseen",
        ITEM_KINDS,
        120.0,
        "cards",
        "items in other hands and the deck together, in the order of the ids",
    ),
    Slice::new("monster_discard", MONSTER_KINDS, 60.0, "cards", "discarded monsters, in the order of the ids"),
    Slice::new("decks", 2, 120.0, "cards", "cards in the item deck and in the monster deck"),
    Slice::new("scout", 1, 2.0, "monsters", "monsters drawn this turn"),
    Slice::new("round", 2, 61.0, "rounds", "the present round from 1, and the option round_limit"),
    Slice::new("offered", MONSTER_KINDS, 2.0, "cards", "monsters to choose from, in the order of the ids"),
    Slice::flags("monster", MONSTER_KINDS, "the monster met, in the order of the ids"),
    Slice::new(
        "monster_card",
        5,
        99.0,
        "points",
        "attack points, damage, whether it goes past gear, levels and treasure of the monster met",
    ),
    Slice::flags("helper", MAX_PLAYERS, "the helper, from the own seat on"),
    Slice::new("share", 2, 20.0, "points", "levels and treasure promised to the helper"),
    Slice::new("duplicates", 1, 20.0, "cards", "duplicates of the monster in play"),
    Slice::new("added", 3, MOST, "points", "attack points and damage added to the monster, attack added by players"),
    Slice::new("percent", 2, MOST, "percent", "percentages by cards on the active seat and on the helper").from(-MOST),
    Slice::new("shield", 2, MOST, "damage", "damage taken off the active seat and the helper"),
    Slice::flags("disarmed", 2, "whether the weapon of the active seat and of the helper does not count"),
    Slice::flags("passed", MAX_PLAYERS, "seats that have passed, from the own one on"),
    Slice::new("offers", MAX_PLAYERS, 3.0, "offers", "offers made in this fight, from the own seat on"),
    Slice::flags("offering", MAX_PLAYERS, "the seat whose offer waits for an answer, from the own one on"),
    Slice::new("offer", 2, 20.0, "points", "levels and treasure of that offer"),
    Slice::new("sums", 2, 65_535.0, "points", "sum of the players and of the monsters, if it were decided now"),
    Slice::new("levels_lost", 2, 255.0, "levels", "levels that a loss costs the active seat and the helper"),
    Slice::flags("winners", MAX_PLAYERS, "seats that have won, from the own one on"),
];

impl Encode for Gloombah {
    const VERSION: u32 = 1;
    const CHOICES: &'static [ChoiceGroup] = CHOICES;
    const LAYOUT: &'static [Slice] = LAYOUT;
    const PROGRESS: &'static [ProgressTerm] = &[
        ProgressTerm { name: "level", weight: 0.8, meaning: "own levels above 1, of the 11 to the top" },
        ProgressTerm { name: "gear", weight: 0.1, meaning: "1 with gear and weapon, 0.5 with one of them" },
        ProgressTerm { name: "hand", weight: 0.1, meaning: "cards in the own hand, up to 8, of 8" },
    ];

    fn path(action: &Action, from: Perspective) -> Path {
        let choice = match *action {
            Action::Repair => Some(const { ChoiceGroup::start(CHOICES, "repair") }),
            Action::Done => Some(const { ChoiceGroup::start(CHOICES, "done") }),
            Action::EndPrep => Some(const { ChoiceGroup::start(CHOICES, "end_prep") }),
            Action::Fight => Some(const { ChoiceGroup::start(CHOICES, "fight") }),
            Action::RunAuto => Some(const { ChoiceGroup::start(CHOICES, "run_auto") }),
            Action::RunRoll => Some(const { ChoiceGroup::start(CHOICES, "run_roll") }),
            Action::RunDiscard => Some(const { ChoiceGroup::start(CHOICES, "run_discard") }),
            Action::Pass => Some(const { ChoiceGroup::start(CHOICES, "pass") }),
            Action::Accept => Some(const { ChoiceGroup::start(CHOICES, "accept") }),
            Action::Refuse => Some(const { ChoiceGroup::start(CHOICES, "refuse") }),
            Action::Equip { card } => Some(EQUIP + card.index() as u16),
            Action::Play { card, on: On::Nothing } => Some(PLAY + card.index() as u16),
            Action::Play { card, on: On::Target(seat) } => place(Aim::Seat, card)
                .filter(|_| seat.0 < from.seats)
                .map(|place| PLAY_TARGET + place * PLAYERS + from.number(seat)),
            Action::Play { card, on: On::Give(given) } => {
                place(Aim::Give, card).map(|place| PLAY_GIVE + place * KINDS + given.index() as u16)
            }
            Action::Play { card, on: On::Pick(picked) } => {
                place(Aim::Pick, card).map(|place| PLAY_PICK + place * KINDS + picked.index() as u16)
            }
            Action::Offer(Share { xp, treasure }) => {
                (xp <= SHARE.0 && treasure <= SHARE.1).then(|| OFFER + u16::from(xp) * TREASURES + u16::from(treasure))
            }
            Action::ChooseMonster { card } => Some(CHOOSE_MONSTER + card.index() as u16),
            Action::Keep { card } => Some(KEEP + card.index() as u16),
            Action::Discard { card } => Some(DISCARD + card.index() as u16),
        };
        choice.into_iter().collect()
    }

    fn action(path: &[u16], from: Perspective) -> Option<Action> {
        let [choice] = *path else { return None };
        let (group, place) = ChoiceGroup::find(CHOICES, choice)?;
        let item = |place: u16| Item::from_index(place.into());
        Some(match group {
            "repair" => Action::Repair,
            "done" => Action::Done,
            "end_prep" => Action::EndPrep,
            "fight" => Action::Fight,
            "run_auto" => Action::RunAuto,
            "run_roll" => Action::RunRoll,
            "run_discard" => Action::RunDiscard,
            "pass" => Action::Pass,
            "accept" => Action::Accept,
            "refuse" => Action::Refuse,
            "equip" => Action::Equip { card: item(place) },
            "play" => Action::Play { card: item(place), on: On::Nothing },
            "play_target" => {
                Action::Play { card: nth(Aim::Seat, place / PLAYERS), on: On::Target(from.seat_at(place % PLAYERS)?) }
            }
            "play_give" => Action::Play { card: nth(Aim::Give, place / KINDS), on: On::Give(item(place % KINDS)) },
            "play_pick" => Action::Play { card: nth(Aim::Pick, place / KINDS), on: On::Pick(item(place % KINDS)) },
            "offer" => Action::Offer(Share { xp: (place / TREASURES) as u8, treasure: (place % TREASURES) as u8 }),
            "choose_monster" => Action::ChooseMonster { card: Monster::from_index(place.into()) },
            "keep" => Action::Keep { card: item(place) },
            _ => Action::Discard { card: item(place) },
        })
    }

    fn observe(view: &View, from: Perspective, _: &[u16], out: &mut Observation<'_>) {
        let open = &view.open;
        let seat = |seat: Seat| usize::from(from.number(seat));
        out.one_of(DECISIONS, Some(decision(&open.phase)));
        let awaited = open.awaited();
        out.numbers(MAX_PLAYERS, from.all().map(|seat| u8::from(awaited.contains(seat))));
        out.one_of(MAX_PLAYERS, Some(seat(open.active)));
        observe_players(view, from, out);
        out.numbers(ITEM_KINDS, view.hand(from.seat).map_or(&[][..], Items::counts).iter().copied());
        out.numbers(ITEM_KINDS, open.item_discard.counts().iter().copied());
        out.numbers(ITEM_KINDS, open.spent.counts().iter().copied());
        out.numbers(ITEM_KINDS, view.unseen().cards().counts().iter().copied());
        out.numbers(MONSTER_KINDS, open.monster_discard.counts().iter().copied());
        out.numbers(2, [view.item_deck, open.monster_deck.len() as u8]);
        out.number(open.scout);
        out.numbers(2, [open.round, open.options.round_limit]);
        let offered = out.zeros(MONSTER_KINDS);
        if let Phase::ChooseMonster(monsters) = open.phase {
            monsters.into_iter().for_each(|monster| offered[monster.index()] += 1.0);
        }
        match open.fight() {
            Some(fight) => observe_fight(open, fight, from, out),
            None => _ = out.zeros(const { Slice::start(LAYOUT, "winners") - Slice::start(LAYOUT, "monster") }),
        }
        let winners = open.over().map(End::winners).unwrap_or_default();
        out.numbers(MAX_PLAYERS, from.all().map(|seat| u8::from(winners.contains(seat))));
    }

    fn progress(view: &View, from: Perspective, terms: &mut [f32]) {
        let player = view.open.player(from.seat);
        terms[0] = f32::from(player.level - 1) / f32::from(BELOW_TOP);
        terms[1] = f32::from(player.equipped()) / 2.0;
        terms[2] = f32::from(view.count(from.seat).min(HAND_LIMIT)) / f32::from(HAND_LIMIT);
    }
}

/// The aim that a consumable needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// A seat.
    Seat,
    /// A card to give up.
    Give,
    /// A card to take.
    Pick,
}

/// The consumables with this aim, as bits.
const fn bits(aim: Aim) -> u64 {
    let (mut bits, mut index) = (0, 0);
    while index < ITEM_KINDS {
        if let Kind::Consumable { op, .. } = ITEMS[index].kind {
            let needs = match aim {
                Aim::Seat => op.aims() || matches!(op, Op::Steal(_)),
                Aim::Give => matches!(op, Op::TradeIn(_)),
                Aim::Pick => matches!(op, Op::Recover),
            };
            bits |= (needs as u64) << index;
        }
        index += 1;
    }
    bits
}

/// Place of a consumable among those with this aim.
#[inline]
fn place(aim: Aim, card: Item) -> Option<u16> {
    let bits = BITS[aim as usize];
    let own = 1 << card.index();
    (bits & own != 0).then(|| (bits & (own - 1)).count_ones() as u16)
}

/// The consumable at this place among those with this aim.
fn nth(aim: Aim, place: u16) -> Item {
    let left = (0..place).fold(BITS[aim as usize], |bits, _| bits & (bits - 1));
    Item::from_index(left.trailing_zeros() as usize)
}

/// Place of a decision in the layout.
fn decision(phase: &Phase) -> usize {
    match phase {
        Phase::SetupEquip(_) => 0,
        Phase::Prep => 1,
        Phase::ChooseMonster(_) => 2,
        Phase::Met(_, Stage::Encounter) => 3,
        Phase::Met(_, Stage::Window) => 4,
        Phase::Met(_, Stage::Reply(_)) => 5,
        Phase::Met(_, Stage::Keep(_)) => 6,
        Phase::Trim(_) => 7,
        Phase::Over(_) => 8,
    }
}

/// Writes all public numbers of the players.
fn observe_players(view: &View, from: Perspective, out: &mut Observation<'_>) {
    let players = || from.all().map(|seat| view.open.player(seat));
    let classes = out.zeros(MAX_PLAYERS * Class::ALL.len());
    for (classes, player) in classes.chunks_mut(Class::ALL.len()).zip(players()) {
        classes[player.class as usize] = 1.0;
    }
    out.numbers(MAX_PLAYERS, players().map(|player| player.level));
    out.numbers(MAX_PLAYERS, players().map(|player| player.deaths));
    out.numbers(MAX_PLAYERS, from.all().map(|seat| view.count(seat)));
    out.numbers(MAX_PLAYERS, players().map(Player::protection));
    out.numbers(MAX_PLAYERS, players().map(|player| u8::from(player.gear.is_some_and(|gear| gear.damaged))));
    out.numbers(MAX_PLAYERS, players().map(Player::run_modifier));
    out.numbers(
        MAX_PLAYERS * Tag::ALL.len(),
        players().flat_map(|player| Tag::ALL.map(|tag| player.weapon_bonus(tag))),
    );
    let lasting = |player: &Player| -> i16 {
        let effects = player.status.iter().filter_map(|lasting| lasting.effect());
        effects.map(|effect| if let Effect::Attack(n) = effect { n.into() } else { 0 }).sum()
    };
    out.numbers(MAX_PLAYERS, players().map(lasting));
    out.numbers(MAX_PLAYERS, players().map(|player| u8::from(player.suffers(Effect::WeaponOff))));
    out.numbers(MAX_PLAYERS, players().map(|player| u8::from(player.suffers(Effect::NoHelp))));
}

/// Writes a fight.
fn observe_fight(open: &Open, fight: &Fight, from: Perspective, out: &mut Observation<'_>) {
    let seat = |seat: Seat| usize::from(from.number(seat));
    let card = fight.monster.card();
    out.one_of(MONSTER_KINDS, Some(fight.monster.index()));
    out.numbers(5, [card.ap, card.damage, card.pierce.into(), card.xp, card.treasure]);
    out.one_of(MAX_PLAYERS, fight.helper.map(|helper| seat(helper.seat)));
    let share = fight.share();
    out.numbers(2, [share.xp, share.treasure]);
    out.number(fight.duplicates);
    out.numbers(3, [fight.monster_add, fight.damage_add, fight.bonus]);
    out.numbers(2, fight.sides.iter().map(|side| side.percent.iter().map(|n| i16::from(*n)).sum::<i16>()));
    out.numbers(2, fight.sides.iter().map(|side| side.shield));
    out.numbers(2, fight.sides.iter().map(|side| u8::from(side.disarmed)));
    out.numbers(MAX_PLAYERS, from.all().map(|seat| u8::from(fight.passed.contains(seat))));
    out.numbers(MAX_PLAYERS, from.all().map(|seat| fight.offers[seat.index()]));
    let pending = open.pending();
    out.one_of(MAX_PLAYERS, pending.map(|offer| seat(offer.seat)));
    out.numbers(2, pending.into_iter().flat_map(|offer| [offer.share.xp, offer.share.treasure]));
    let sums = open.sums(fight);
    out.numbers(2, [sums.players, sums.monsters]);
    let sides = [Some(open.active), fight.helper.map(|helper| helper.seat)];
    out.numbers(2, sides.map(|seat| seat.map_or(0, |seat| open.levels_lost(fight, seat))));
}
