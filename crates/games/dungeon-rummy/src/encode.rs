//! `impl Encode`: the numbers of choices, and the observation of a seat.
//!
//! An action that puts a card somewhere is two choices: first the card, then the place. One number
//! for each pair would be more than 10,000.

use kernel::{Card as _, CardSet, ChoiceGroup, Encode, Observation, Path, Perspective, ProgressTerm, Slice};

use crate::{
    Action, Card, DungeonRummy, Hero, Level, Monster, Treasure, View,
    content::{BLAST, MAX_ACTIONS, MAX_TOKENS, TORCHES, Tier},
    melds::LONGEST,
    state::{End, Pending},
};

const CARDS: usize = Card::KINDS;
const MONSTERS: usize = Monster::KINDS;
const TREASURES: usize = Treasure::KINDS;
/// The heroes.
const PARTY: usize = Hero::ALL.len();
/// The places in a meld, with the one behind the right end.
const PLACES: usize = LONGEST + 1;
/// The shares of a blast, from 0.
const SHARES: usize = BLAST as usize + 1;
/// No hero and each hero, for treasures.
const NAMED: usize = 1 + PARTY;

const CHOICES: &[ChoiceGroup] = &[
    ChoiceGroup::new("block", 1, "a shield token takes 1 off what Lily will suffer"),
    ChoiceGroup::new("pass", 1, "use no more shields"),
    ChoiceGroup::new("draw", 1, "draw from the own deck"),
    ChoiceGroup::new("end", 1, "end the action phase"),
    ChoiceGroup::new("leave", 1, "leave the card that was turned up on its deck"),
    ChoiceGroup::new("stop", 1, "take no more cards"),
    ChoiceGroup::new("redirect", PARTY as u16, "a shield token moves up to 2 to Lily: heroes in party order"),
    ChoiceGroup::new("flip", PARTY as u16, "turn up the top card of a hero's deck, in party order"),
    ChoiceGroup::new("attack", PARTY as u16, "attack with a hero's meld, in party order"),
    ChoiceGroup::new("heal", PARTY as u16, "a heal token: heroes in party order"),
    ChoiceGroup::new("token-draw", PARTY as u16, "a draw token: a hero draws, in party order"),
    ChoiceGroup::new("dig", CARDS as u16, "take a card of the graveyard instead of drawing: cards in card order"),
    ChoiceGroup::new("salvage", CARDS as u16, "take a card of the graveyard into the hand, in card order"),
    ChoiceGroup::new("discard", CARDS as u16, "discard a card of the hand, in card order"),
    ChoiceGroup::new(
        "token-dig",
        (PARTY * CARDS) as u16,
        "a draw token: a hero takes a card of the graveyard: heroes in party order, for each the cards in card order",
    ),
    ChoiceGroup::new(
        "treasure",
        (TREASURES * NAMED) as u16,
        "use a treasure: treasures in order, for each no hero, then the heroes in party order",
    ),
    ChoiceGroup::new(
        "blast",
        (PARTY * SHARES) as u16,
        "give a share of the blast to the hero asked about: heroes in party order, for each the shares from 0",
    ),
    ChoiceGroup::new(
        "play",
        (2 * CARDS) as u16,
        "play a card of the hand, then choose its place: cards in card order, for each as it is, then as a wild",
    ),
    ChoiceGroup::new(
        "play-top",
        (2 * PARTY) as u16,
        "play the open top card of a hero's deck, then choose its place: heroes in party order, likewise",
    ),
    ChoiceGroup::new("place", 2, "place the card that was turned up, then choose its place: as it is, as a wild"),
    ChoiceGroup::new(
        "move",
        (PARTY * LONGEST) as u16,
        "move a card of a meld, then choose its place: melds in party order, for each the places from the left",
    ),
    ChoiceGroup::new(
        "swap",
        (PARTY * LONGEST) as u16,
        "swap a card of a meld, then choose the other card: melds in party order, for each the places from the left",
    ),
    ChoiceGroup::new(
        "at",
        (PARTY * PLACES) as u16,
        "the second choice: melds in party order, for each the places from the left, the last one behind the right end",
    ),
];

const LAYOUT: &[Slice] = &[
    Slice::flags("decision", 8, "shield, draw, act, flip, salvage, discard, blast, over"),
    Slice::flags("own", PARTY, "the own hero: Lily, Bob, Oakie, Milton, as in all that follows"),
    Slice::flags("played", PARTY, "heroes that are played"),
    Slice::flags("active", PARTY, "the hero in turn"),
    Slice::flags("focus", PARTY, "the hero that the monster attacks"),
    Slice::new("health", PARTY, 30.0, "health", "health of each hero; 0 or less is dead").from(-128.0),
    Slice::new("tokens", PARTY, MAX_TOKENS as f32, "tokens", "tokens of each hero"),
    Slice::new("held", PARTY, 104.0, "cards", "cards in the hand of each hero"),
    Slice::new("decks", PARTY, 26.0, "cards", "cards in the deck of each hero, without an open top"),
    Slice::flags("hands", PARTY * CARDS, "cards known to be in the hand of each hero, in card order"),
    Slice::flags("tops", CARDS, "open cards on the decks of their homes, in card order"),
    Slice::flags("trash", CARDS, "cards in the trash of their homes, in card order"),
    Slice::flags("graveyard", CARDS, "cards in the graveyard, in card order"),
    Slice::new(
        "melds",
        PARTY * CARDS,
        14.0,
        "place",
        "place from 1 in the meld of each hero, in card order; 0 is none",
    ),
    Slice::flags("marked", CARDS, "cards in melds that a token has made wild, in card order"),
    Slice::flags("monster", MONSTERS, "the monster on the table, by tier"),
    Slice::new("phase", 1, 8.0, "phases", "phase of the monster, from 1"),
    Slice::new("damage", 2, 255.0, "damage", "damage on the phase, and its health"),
    Slice::new("rage", 1, 255.0, "damage", "rage of the monster"),
    Slice::flags("boss", MONSTERS, "the boss at the end"),
    Slice::flags("fallen", MONSTERS, "monsters in the graveyard"),
    Slice::new("ahead", 3, 6.0, "monsters", "monsters of tier 1, 2 and 3 still to come"),
    Slice::flags("treasures", TREASURES, "treasures won, in order"),
    Slice::new("unlooted", 1, TREASURES as f32, "cards", "treasures in their deck"),
    Slice::new("turn", 1, TORCHES as f32, "turns", "turn, from 0"),
    Slice::new("boots", 2, 9.0, "boots", "boots that are ready, and boots that will not be refreshed"),
    Slice::new("sharpen", 1, 255.0, "damage", "more damage by the next attack of this turn"),
    Slice::new("free", 2, 16.0, "actions", "moves and swaps that cost no boots"),
    Slice::flags("effects", 3, "whether the next attack meets any guard, the next wild is free, the monster misses"),
    Slice::new("actions", 1, MAX_ACTIONS as f32, "actions", "actions taken in the action phase"),
    Slice::new("suffering", PARTY, 255.0, "health", "damage about to happen, or shares of the blast so far"),
    Slice::flags("asked", PARTY, "the hero whose share of the blast is due, or whose card is turned up"),
    Slice::new("salvage", 1, 16.0, "cards", "cards that may still be taken of the graveyard"),
    Slice::flags("level", 4, "option: easy, normal, hard, heroic"),
    Slice::flags("options", 2, "options: open_hands, token_control owner"),
    Slice::flags("chosen", 5, "the first choice, if it is made: play, play-top, place, move, swap"),
    Slice::flags("chosen_card", CARDS, "the card of the first choice, in card order"),
    Slice::flags("chosen_wild", 1, "whether the first choice makes the card wild"),
    Slice::flags("won", 1, "whether the match is won"),
];

impl Encode for DungeonRummy {
    const VERSION: u32 = 1;
    const CHOICES: &'static [ChoiceGroup] = CHOICES;
    const LAYOUT: &'static [Slice] = LAYOUT;
    const PROGRESS: &'static [ProgressTerm] = &[
        ProgressTerm { name: "monsters", weight: 0.6, meaning: "monsters beaten, of all with the boss" },
        ProgressTerm {
            name: "damage",
            weight: 0.2,
            meaning: "phases and damage of the present monster, of its phases",
        },
        ProgressTerm { name: "health", weight: 0.2, meaning: "health of all heroes, of their full health" },
    ];

    fn path(action: &Action, _: Perspective) -> Path {
        let one = |group: u16, place: usize| Path::from_iter([group + place as u16]);
        let two = |group: u16, place: usize, meld: Hero, pos: u8| {
            let at = const { ChoiceGroup::start(CHOICES, "at") } + (meld as usize * PLACES) as u16 + u16::from(pos);
            Path::from([group + place as u16, at])
        };
        match *action {
            Action::Block => one(const { ChoiceGroup::start(CHOICES, "block") }, 0),
            Action::Pass => one(const { ChoiceGroup::start(CHOICES, "pass") }, 0),
            Action::Draw => one(const { ChoiceGroup::start(CHOICES, "draw") }, 0),
            Action::End => one(const { ChoiceGroup::start(CHOICES, "end") }, 0),
            Action::Leave => one(const { ChoiceGroup::start(CHOICES, "leave") }, 0),
            Action::Stop => one(const { ChoiceGroup::start(CHOICES, "stop") }, 0),
            Action::Redirect { hero } => one(const { ChoiceGroup::start(CHOICES, "redirect") }, hero as usize),
            Action::Flip { hero } => one(const { ChoiceGroup::start(CHOICES, "flip") }, hero as usize),
            Action::Attack { meld } => one(const { ChoiceGroup::start(CHOICES, "attack") }, meld as usize),
            Action::Heal { hero } => one(const { ChoiceGroup::start(CHOICES, "heal") }, hero as usize),
            Action::TokenDraw { hero } => one(const { ChoiceGroup::start(CHOICES, "token-draw") }, hero as usize),
            Action::Dig { card } => one(const { ChoiceGroup::start(CHOICES, "dig") }, card.index()),
            Action::Salvage { card } => one(const { ChoiceGroup::start(CHOICES, "salvage") }, card.index()),
            Action::Discard { card } => one(const { ChoiceGroup::start(CHOICES, "discard") }, card.index()),
            Action::TokenDig { hero, card } => {
                one(const { ChoiceGroup::start(CHOICES, "token-dig") }, hero as usize * CARDS + card.index())
            }
            Action::Treasure { id, hero } => {
                let named = hero.map_or(0, |hero| 1 + hero as usize);
                one(const { ChoiceGroup::start(CHOICES, "treasure") }, id as usize * NAMED + named)
            }
            Action::Blast { hero, n } if usize::from(n) < SHARES => {
                one(const { ChoiceGroup::start(CHOICES, "blast") }, hero as usize * SHARES + usize::from(n))
            }
            Action::Play { card, meld, pos, wild } if usize::from(pos) < PLACES => {
                let first = 2 * card.index() + usize::from(wild);
                two(const { ChoiceGroup::start(CHOICES, "play") }, first, meld, pos)
            }
            Action::PlayTop { hero, meld, pos, wild } if usize::from(pos) < PLACES => {
                let first = 2 * hero as usize + usize::from(wild);
                two(const { ChoiceGroup::start(CHOICES, "play-top") }, first, meld, pos)
            }
            Action::Place { meld, pos, wild } if usize::from(pos) < PLACES => {
                two(const { ChoiceGroup::start(CHOICES, "place") }, usize::from(wild), meld, pos)
            }
            Action::Move { from, idx, meld, pos } if usize::from(idx) < LONGEST && usize::from(pos) < PLACES => {
                let first = from as usize * LONGEST + usize::from(idx);
                two(const { ChoiceGroup::start(CHOICES, "move") }, first, meld, pos)
            }
            Action::Swap { meld, idx, with, with_idx }
                if usize::from(idx) < LONGEST && usize::from(with_idx) < PLACES =>
            {
                let first = meld as usize * LONGEST + usize::from(idx);
                two(const { ChoiceGroup::start(CHOICES, "swap") }, first, with, with_idx)
            }
            // Beyond all places.
            Action::Blast { .. }
            | Action::Play { .. }
            | Action::PlayTop { .. }
            | Action::Place { .. }
            | Action::Move { .. }
            | Action::Swap { .. } => Path::new(),
        }
    }

    fn action(path: &[u16], _: Perspective) -> Option<Action> {
        let (first, second) = match *path {
            [first] => (first, None),
            [first, second] => (first, Some(second)),
            _ => return None,
        };
        let (group, place) = ChoiceGroup::find(CHOICES, first)?;
        let place = usize::from(place);
        if let Some(second) = second {
            let ("at", at) = ChoiceGroup::find(CHOICES, second)? else { return None };
            let (meld, pos) = (Hero::ALL[usize::from(at) / PLACES], (usize::from(at) % PLACES) as u8);
            let wild = place % 2 == 1;
            let (own, idx) = (|| Hero::ALL[place / LONGEST], (place % LONGEST) as u8);
            return Some(match group {
                "play" => Action::Play { card: Card::from_index(place / 2), meld, pos, wild },
                "play-top" => Action::PlayTop { hero: Hero::ALL[place / 2], meld, pos, wild },
                "place" => Action::Place { meld, pos, wild },
                "move" => Action::Move { from: own(), idx, meld, pos },
                "swap" => Action::Swap { meld: own(), idx, with: meld, with_idx: pos },
                _ => return None,
            });
        }
        let (hero, card) = (|| Hero::ALL[place], || Card::from_index(place));
        Some(match group {
            "block" => Action::Block,
            "pass" => Action::Pass,
            "draw" => Action::Draw,
            "end" => Action::End,
            "leave" => Action::Leave,
            "stop" => Action::Stop,
            "redirect" => Action::Redirect { hero: hero() },
            "flip" => Action::Flip { hero: hero() },
            "attack" => Action::Attack { meld: hero() },
            "heal" => Action::Heal { hero: hero() },
            "token-draw" => Action::TokenDraw { hero: hero() },
            "dig" => Action::Dig { card: card() },
            "salvage" => Action::Salvage { card: card() },
            "discard" => Action::Discard { card: card() },
            "token-dig" => Action::TokenDig { hero: Hero::ALL[place / CARDS], card: Card::from_index(place % CARDS) },
            "treasure" => {
                let hero = (place % NAMED).checked_sub(1).map(|hero| Hero::ALL[hero]);
                Action::Treasure { id: Treasure::ALL[place / NAMED], hero }
            }
            "blast" => Action::Blast { hero: Hero::ALL[place / SHARES], n: (place % SHARES) as u8 },
            _ => return None,
        })
    }

    /// Choices that are a part of an action are named like one, without what is not chosen yet.
    fn choice_name(choice: u16) -> String {
        let from = Perspective { seat: kernel::Seat(0), seats: 4 };
        let whole = Self::action(&[choice], from).and_then(|action| serde_json::to_value(action).ok());
        let Some((group, place)) = ChoiceGroup::find(CHOICES, choice) else { return String::new() };
        let place = usize::from(place);
        let wild = place % 2 == 1;
        let at = |length: usize| (Hero::ALL[place / length], place % length);
        let part = || match group {
            "play" => serde_json::json!({ "type": group, "card": Card::from_index(place / 2), "wild": wild }),
            "play-top" => serde_json::json!({ "type": group, "hero": Hero::ALL[place / 2], "wild": wild }),
            "place" => serde_json::json!({ "type": group, "wild": wild }),
            "move" => serde_json::json!({ "type": group, "from": at(LONGEST).0, "idx": at(LONGEST).1 }),
            "swap" => serde_json::json!({ "type": group, "meld": at(LONGEST).0, "idx": at(LONGEST).1 }),
            _ => serde_json::json!({ "meld": at(PLACES).0, "pos": at(PLACES).1 }),
        };
        whole.unwrap_or_else(part).to_string()
    }

    fn observe(view: &View, from: Perspective, chosen: &[u16], out: &mut Observation<'_>) {
        let game = &view.table;
        let one = |hero: Option<Hero>, out: &mut Observation<'_>| out.one_of(PARTY, hero.map(|hero| hero as usize));
        out.one_of(8, Some(decision(game.pending)));
        one(Some(game.hero_of(from.seat)), out);
        out.numbers(PARTY, Hero::ALL.map(|hero| u8::from(game.seat_of(hero).is_some())));
        one(Some(game.active_hero()), out);
        one(Some(game.focus()), out);
        out.numbers(PARTY, game.heroes.iter().map(|hero| hero.hp));
        out.numbers(PARTY, game.heroes.iter().map(|hero| hero.tokens));
        out.numbers(PARTY, view.held);
        out.numbers(PARTY, Hero::ALL.map(|hero| view.deck_len(hero) as u8));
        game.heroes.iter().for_each(|hero| cards(hero.hand, out));
        cards(game.heroes.iter().filter_map(|hero| hero.top).collect(), out);
        cards(game.heroes.iter().fold(CardSet::EMPTY, |all, hero| all.union(hero.trash)), out);
        cards(game.graveyard, out);
        let mut marked = CardSet::EMPTY;
        for meld in game.melds() {
            let places = out.zeros(CARDS);
            for (place, card) in meld.cards().iter().enumerate() {
                places[card.card().index()] = 1.0 + place as f32;
                _ = card.marked() && marked.put(card.card());
            }
        }
        cards(marked, out);
        out.one_of(MONSTERS, Some(game.foe.monster.index()));
        out.number(game.foe.phase + 1);
        out.numbers(2, [game.foe.damage, game.phase_health()]);
        out.number(game.foe.rage);
        out.one_of(MONSTERS, Some(game.boss.index()));
        let fallen = out.zeros(MONSTERS);
        game.fallen.iter().for_each(|monster| fallen[monster.index()] = 1.0);
        let tier = |tier: Tier| game.ahead().iter().filter(|ahead| **ahead == tier).count() as u8;
        out.numbers(3, [Tier::One, Tier::Two, Tier::Three].map(tier));
        let stash = out.zeros(TREASURES);
        game.stash.iter().for_each(|treasure| stash[treasure.index()] = 1.0);
        out.number(game.unlooted.len() as u8);
        out.number(game.turn);
        let today = game.today;
        out.numbers(2, [today.boots, today.trip]);
        out.number(today.sharpen);
        out.numbers(2, [today.tug, today.juggle]);
        [today.pierce, today.forge, game.dodge].into_iter().for_each(|effect| out.flag(effect));
        out.number(today.actions);
        observe_pending(game.pending, out);
        out.one_of(4, Some(level(game.level)));
        out.flag(game.open_hands);
        out.flag(game.own_tokens);
        observe_chosen(game, chosen, out);
        out.flag(game.pending == Pending::Over(End::Won));
    }

    fn progress(view: &View, _: Perspective, terms: &mut [f32]) {
        let game = &view.table;
        let (won, all) = (game.pending == Pending::Over(End::Won), game.level.tiers().len() + 1);
        let met = usize::from(game.met) + usize::from(game.foe.monster.tier() == Tier::Boss);
        let damage = f32::from(game.foe.damage) / f32::from(game.phase_health());
        let phases = game.foe.monster.phases().len() as f32;
        let health: i16 = game.heroes.iter().map(|hero| i16::from(hero.hp.max(0))).sum();
        let full: i16 = Hero::ALL.iter().map(|hero| i16::from(hero.health())).sum();
        terms[0] = if won { 1.0 } else { met.saturating_sub(1) as f32 / all as f32 };
        terms[1] = if won { 1.0 } else { (f32::from(game.foe.phase) + damage.min(1.0)) / phases };
        terms[2] = f32::from(health) / f32::from(full);
    }
}

/// Place of a decision in the layout.
fn decision(pending: Pending) -> usize {
    match pending {
        Pending::Shield { .. } => 0,
        Pending::Draw => 1,
        Pending::Act => 2,
        Pending::Flip { .. } => 3,
        Pending::Salvage { .. } => 4,
        Pending::Discard => 5,
        Pending::Blast { .. } => 6,
        Pending::Over(_) => 7,
    }
}

/// Place of a level in the layout.
fn level(level: Level) -> usize {
    match level {
        Level::Easy => 0,
        Level::Normal => 1,
        Level::Hard => 2,
        Level::Heroic => 3,
    }
}

/// Writes a flag for each card.
fn cards(set: CardSet<Card>, out: &mut Observation<'_>) {
    let flags = out.zeros(CARDS);
    set.iter().for_each(|card| flags[card.index()] = 1.0);
}

/// Writes the values of the pending decision.
fn observe_pending(pending: Pending, out: &mut Observation<'_>) {
    let (mut suffering, mut asked, mut salvage) = ([0; PARTY], None, 0);
    match pending {
        Pending::Shield { pending, .. } => suffering = pending,
        Pending::Blast { asked: hero, shares } => (asked, suffering) = (Some(hero), shares),
        Pending::Flip { hero } => asked = Some(hero),
        Pending::Salvage { left } => salvage = left,
        Pending::Draw | Pending::Act | Pending::Discard | Pending::Over(_) => {}
    }
    out.numbers(PARTY, suffering);
    out.one_of(PARTY, asked.map(|hero| hero as usize));
    out.number(salvage);
}

/// Writes the first choice, if it is made: its group, its card, and whether it makes the card wild.
fn observe_chosen(game: &DungeonRummy, chosen: &[u16], out: &mut Observation<'_>) {
    let found = chosen.first().and_then(|first| ChoiceGroup::find(CHOICES, *first));
    let Some((group, place)) = found else {
        out.zeros(5 + CARDS + 1);
        return;
    };
    let place = usize::from(place);
    let lies = || game.heroes.get(place / LONGEST)?.meld.cards().get(place % LONGEST).map(|laid| laid.card());
    let flipped = || match game.pending {
        Pending::Flip { hero } => game.hero(hero).top,
        _ => None,
    };
    let (kind, card, wild) = match group {
        "play" => (0, Some(Card::from_index(place / 2)), place % 2 == 1),
        "play-top" => (1, game.heroes[place / 2].top, place % 2 == 1),
        "place" => (2, flipped(), place == 1),
        "move" => (3, lies(), false),
        _ => (4, lies(), false),
    };
    out.one_of(5, Some(kind));
    out.one_of(CARDS, card.map(kernel::Card::index));
    out.flag(wild);
}
