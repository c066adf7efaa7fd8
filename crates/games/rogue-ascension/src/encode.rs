//! `impl Encode`: the numbers of actions, and the observation of a seat.

use kernel::{Card, ChoiceGroup, Encode, Observation, Path, Perspective, ProgressTerm, Rank, Seat, Slice};

use crate::{
    Action, CoopReward, Curse, DieFloor, EnemyKind, Item, RogueAscension, View,
    content::CardSet,
    state::{Cards, End, MAX_HEROES, Pending},
};

const HEROES: u16 = MAX_HEROES as u16;

const CHOICES: &[ChoiceGroup] = &[
    ChoiceGroup::new("reveal", 1, "turn the next floor, or enter the boss room"),
    ChoiceGroup::new("attack", 1, "roll the attack"),
    ChoiceGroup::new("pass", 1, "add nothing, and go on"),
    ChoiceGroup::new("save", 1, "keep the treasure in hand for later"),
    ChoiceGroup::new("sneak", 1, "roll initiative again"),
    ChoiceGroup::new("double-die", 1, "double the roll"),
    ChoiceGroup::new("evade", 1, "take all damage away"),
    ChoiceGroup::new("lucky-charm", 1, "add 5 to the trap roll"),
    ChoiceGroup::new("assist", 1, "spend a luck point on another hero's trap roll"),
    ChoiceGroup::new("draw", 1, "draw the reward"),
    ChoiceGroup::new("decline", 1, "leave the reward"),
    ChoiceGroup::new(
        "use",
        Item::USABLE.len() as u16 * HEROES,
        "use an item on a hero: usable items in order, for each the heroes from the own one on",
    ),
    ChoiceGroup::new("weapon", Item::WEAPONS.len() as u16, "add a weapon to the attack roll, weakest first"),
    ChoiceGroup::new("choose", Rank::KINDS as u16, "keep one of an ace's two cards: ranks from 2 to the ace"),
    ChoiceGroup::new("ability", Item::ABILITIES.len() as u16, "take a special ability, in the order of the rulebook"),
];

const USE: u16 = ChoiceGroup::start(CHOICES, "use");
const WEAPON: u16 = ChoiceGroup::start(CHOICES, "weapon");
const CHOOSE: u16 = ChoiceGroup::start(CHOICES, "choose");
const ABILITY: u16 = ChoiceGroup::start(CHOICES, "ability");

/// The kinds of decisions, and the end.
const DECISIONS: usize = 13;
/// The kinds of items.
const ITEMS: usize = Item::KINDS;
/// More health than a hero or an enemy ever has.
const MOST_HEALTH: f32 = 10_000.0;
/// More than the dice and bonuses of a roll ever add up to.
const MOST_ROLLED: f32 = 1_000.0;

const LAYOUT: &[Slice] = &[
    Slice::flags(
        "decision",
        DECISIONS,
        "camp, combat-turn, initiative, attack-roll, damage, trap-roll, assist, healing-roll, reward, choose-card, \
         choose-ability, treasure, over",
    ),
    Slice::flags("turn", MAX_HEROES, "the hero that decides, from the own one on"),
    Slice::flags("active", MAX_HEROES, "the hero whose floor it is, from the own one on"),
    Slice::new("place", MAX_HEROES, 4.0, "place", "place in the turn order from 1, from the own hero on; 0 is nobody"),
    Slice::new("health", MAX_HEROES, MOST_HEALTH, "health", "health, from the own hero on"),
    Slice::new("attack", MAX_HEROES, 11.0, "level", "level of attack on the dice ladder, from the own hero on"),
    Slice::new("defense", MAX_HEROES, 11.0, "level", "level of defense on the dice ladder, from the own hero on"),
    Slice::new("luck", MAX_HEROES, 255.0, "points", "luck points less Unlucky curses, from the own hero on")
        .from(-255.0),
    Slice::new("items", MAX_HEROES * ITEMS, 255.0, "items", "items by kind, for each hero from the own one on"),
    Slice::new("curses", MAX_HEROES * Curse::ALL.len(), 255.0, "curses", "curses by kind, for each hero likewise"),
    Slice::new("floor", 2, 26.0, "floors", "the present floor from 1, and the floors of the tower"),
    Slice::flags("card", Rank::KINDS, "rank of the floor card on the table, from 2 to the ace"),
    Slice::flags("enemy", 3, "monster, miniboss, boss"),
    Slice::new("enemy_health", 2, MOST_HEALTH, "health", "health of the enemy: left, and at the start"),
    Slice::new("fight_round", 1, 1000.0, "rounds", "round of the fight, from 1"),
    Slice::flags("heroes_first", 1, "whether the heroes strike first"),
    Slice::flags("striking", MAX_HEROES, "the hero that strikes or is struck, from the own one on"),
    Slice::flags("trapped", MAX_HEROES, "the hero in the trap, from the own one on"),
    Slice::flags("trap", 2, "whether the trap is a hard one, and whether a Cursed Treasure sprang it"),
    Slice::new("trap_roll", 3, MOST_ROLLED, "points", "target, roll and bonus at the trap").from(-MOST_ROLLED),
    Slice::flags("treasure", Rank::KINDS, "rank of the treasure in hand, from 2 to the ace"),
    Slice::new("reward_traps", 1, 255.0, "traps", "traps of Cursed Treasure still to come before the treasure"),
    Slice::new("initiative", 2, MOST_ROLLED, "points", "rolled initiative of the hero and of the enemy"),
    Slice::new("attack_roll", 3, MOST_ROLLED, "points", "rolled attack, bonus of weapons, number of weapons"),
    Slice::new("damage", 1, MOST_ROLLED, "health", "damage about to be taken"),
    Slice::new("healing", 1, MOST_ROLLED, "health", "rolled healing"),
    Slice::new("choice", Rank::KINDS, 2.0, "cards", "an ace's two cards by rank"),
    Slice::new("unseen", Rank::KINDS, 104.0, "cards", "cards by rank that are in the tower or unseen"),
    Slice::new("pile", Rank::KINDS, 104.0, "cards", "cards by rank in the draw pile after a reshuffle"),
    Slice::new("discard", Rank::KINDS, 104.0, "cards", "cards by rank in the discard pile"),
    Slice::new("hidden", 2, 104.0, "cards", "floors still face down, and cards in the draw pile"),
    Slice::new("ascension", 1, 99.0, "levels", "option: ascension level"),
    Slice::flags("options", 5, "options: die_floor none, overheal, coop_reward active-and-slayer, active, all"),
    Slice::new("fight_round_limit", 1, 1000.0, "rounds", "option: rounds after which a fight is lost"),
    Slice::flags("won", 1, "whether the match is won"),
];

impl Encode for RogueAscension {
    const VERSION: u32 = 1;
    const CHOICES: &'static [ChoiceGroup] = CHOICES;
    const LAYOUT: &'static [Slice] = LAYOUT;
    const PROGRESS: &'static [ProgressTerm] = &[
        ProgressTerm { name: "floors", weight: 0.6, meaning: "floors left behind, of those of the tower" },
        ProgressTerm { name: "boss", weight: 0.2, meaning: "health that the boss has lost, of all of it" },
        ProgressTerm { name: "health", weight: 0.2, meaning: "health of all heroes, up to 30 each, of 30 each" },
    ];

    fn path(action: &Action, from: Perspective) -> Path {
        let place = |items: &[Item], item: Item| items.iter().position(|other| *other == item);
        let choice = match *action {
            Action::Reveal => Some(const { ChoiceGroup::start(CHOICES, "reveal") }),
            Action::Attack => Some(const { ChoiceGroup::start(CHOICES, "attack") }),
            Action::Pass => Some(const { ChoiceGroup::start(CHOICES, "pass") }),
            Action::Save => Some(const { ChoiceGroup::start(CHOICES, "save") }),
            Action::Sneak => Some(const { ChoiceGroup::start(CHOICES, "sneak") }),
            Action::DoubleDie => Some(const { ChoiceGroup::start(CHOICES, "double-die") }),
            Action::Evade => Some(const { ChoiceGroup::start(CHOICES, "evade") }),
            Action::LuckyCharm => Some(const { ChoiceGroup::start(CHOICES, "lucky-charm") }),
            Action::Assist => Some(const { ChoiceGroup::start(CHOICES, "assist") }),
            Action::Draw => Some(const { ChoiceGroup::start(CHOICES, "draw") }),
            Action::Decline => Some(const { ChoiceGroup::start(CHOICES, "decline") }),
            Action::Use { item, target } => place(&Item::USABLE, item)
                .filter(|_| target.0 < from.seats)
                .map(|place| USE + place as u16 * HEROES + from.number(target)),
            Action::Weapon { item } => place(&Item::WEAPONS, item).map(|place| WEAPON + place as u16),
            Action::Choose { card } => Some(CHOOSE + card as u16),
            Action::Ability { name } => place(&Item::ABILITIES, name).map(|place| ABILITY + place as u16),
        };
        choice.into_iter().collect()
    }

    fn action(path: &[u16], from: Perspective) -> Option<Action> {
        let [choice] = *path else { return None };
        let (group, place) = ChoiceGroup::find(CHOICES, choice)?;
        Some(match group {
            "reveal" => Action::Reveal,
            "attack" => Action::Attack,
            "pass" => Action::Pass,
            "save" => Action::Save,
            "sneak" => Action::Sneak,
            "double-die" => Action::DoubleDie,
            "evade" => Action::Evade,
            "lucky-charm" => Action::LuckyCharm,
            "assist" => Action::Assist,
            "draw" => Action::Draw,
            "decline" => Action::Decline,
            "use" => {
                Action::Use { item: Item::USABLE[usize::from(place / HEROES)], target: from.seat_at(place % HEROES)? }
            }
            "weapon" => Action::Weapon { item: Item::WEAPONS[usize::from(place)] },
            "choose" => Action::Choose { card: Rank::from_index(place.into()) },
            _ => Action::Ability { name: Item::ABILITIES[usize::from(place)] },
        })
    }

    fn observe(view: &View, from: Perspective, _: &[u16], out: &mut Observation<'_>) {
        let game = &view.game;
        let heroes = || from.all().map(|seat| game.hero(seat));
        let seat = |seat: Seat| usize::from(from.number(seat));
        out.one_of(DECISIONS, Some(decision(game.pending)));
        out.one_of(MAX_HEROES, Some(seat(game.turn)));
        out.one_of(MAX_HEROES, Some(seat(game.active)));
        out.numbers(MAX_HEROES, from.all().map(|seat| 1 + game.place(seat) as u8));
        out.numbers(MAX_HEROES, heroes().map(|hero| hero.hp));
        out.numbers(MAX_HEROES, heroes().map(|hero| hero.attack.level));
        out.numbers(MAX_HEROES, heroes().map(|hero| hero.defense.level));
        out.numbers(MAX_HEROES, heroes().map(|hero| hero.luck_modifier()));
        let items = out.zeros(MAX_HEROES * ITEMS);
        for (items, hero) in items.chunks_mut(ITEMS).zip(heroes()) {
            hero.items.iter().for_each(|(item, copies)| items[item.index()] = copies.into());
        }
        out.numbers(MAX_HEROES * Curse::ALL.len(), heroes().flat_map(|hero| hero.curses));
        out.numbers(2, [game.floor, game.floors()]);
        out.one_of(Rank::KINDS, game.card.map(Card::index));
        let fight = game.fight;
        out.one_of(3, fight.map(|fight| fight.kind as usize));
        out.numbers(2, fight.into_iter().flat_map(|fight| [fight.hp, fight.full]));
        out.number(fight.map_or(0, |fight| fight.round));
        out.flag(fight.is_some_and(|fight| fight.heroes_first));
        out.one_of(MAX_HEROES, fight.and_then(|fight| game.order().get(usize::from(fight.at))).map(|at| seat(*at)));
        let trap = game.trap;
        out.one_of(MAX_HEROES, trap.map(|trap| seat(trap.seat)));
        out.flag(trap.is_some_and(|trap| trap.hard));
        out.flag(trap.is_some_and(|trap| trap.cursed));
        out.numbers(3, trap.into_iter().flat_map(|trap| [trap.target as i16, trap.die as i16, trap.bonus]));
        out.one_of(Rank::KINDS, game.reward.and_then(|reward| reward.card).map(Card::index));
        out.number(game.reward.map_or(0, |reward| reward.traps));
        observe_roll(game.pending, out);
        for cards in [&game.cards.unseen, &game.cards.pile, &game.cards.discard] {
            observe_cards(cards, out);
        }
        out.numbers(2, [game.cards.hidden, game.cards.pile_len() as u8]);
        let options = &game.options;
        out.number(options.ascension);
        out.flag(options.die_floor == DieFloor::None);
        out.flag(options.overheal);
        let rewards = [CoopReward::ActiveAndSlayer, CoopReward::Active, CoopReward::All];
        rewards.into_iter().for_each(|reward| out.flag(options.coop_reward == reward));
        out.number(options.fight_round_limit);
        out.flag(game.pending == Pending::Over(End::Won));
    }

    fn progress(view: &View, _: Perspective, terms: &mut [f32]) {
        let game = &view.game;
        let won = game.pending == Pending::Over(End::Won);
        let boss = game.fight.filter(|fight| fight.kind == EnemyKind::Boss);
        let health: u16 = game.heroes().iter().map(|hero| hero.hp.min(CardSet::health())).sum();
        terms[0] = f32::from(game.floor - 1) / f32::from(game.floors());
        terms[1] = match boss {
            _ if won => 1.0,
            Some(fight) => 1.0 - f32::from(fight.hp) / f32::from(fight.full.max(1)),
            None => 0.0,
        };
        terms[2] = f32::from(health) / f32::from(CardSet::health() * u16::from(game.players));
    }
}

/// Place of a decision in the layout.
fn decision(pending: Pending) -> usize {
    match pending {
        Pending::Camp => 0,
        Pending::CombatTurn => 1,
        Pending::Initiative { .. } => 2,
        Pending::AttackRoll { .. } => 3,
        Pending::Damage(_) => 4,
        Pending::TrapRoll => 5,
        Pending::Assist { .. } => 6,
        Pending::HealingRoll { .. } => 7,
        Pending::Reward => 8,
        Pending::ChooseCard { .. } => 9,
        Pending::ChooseAbility => 10,
        Pending::Treasure => 11,
        Pending::Over(_) => 12,
    }
}

/// Writes the values of the pending decision.
fn observe_roll(pending: Pending, out: &mut Observation<'_>) {
    let (mut initiative, mut attack, mut damage, mut healing, mut choice) = ([0; 2], [0; 3], 0, 0, [None; 2]);
    match pending {
        Pending::Initiative { hero, enemy } => initiative = [hero, enemy],
        Pending::AttackRoll { roll, extra, weapons } => attack = [roll, extra, weapons.into()],
        Pending::Damage(blow) => damage = blow.damage(),
        Pending::HealingRoll { value, .. } => healing = value,
        Pending::ChooseCard { cards } => choice = cards.map(Some),
        _ => {}
    }
    out.numbers(2, initiative);
    out.numbers(3, attack);
    out.number(damage);
    out.number(healing);
    let ranks = out.zeros(Rank::KINDS);
    choice.into_iter().flatten().for_each(|card| ranks[card.index()] += 1.0);
}

/// Writes the number of cards of each rank.
fn observe_cards(cards: &Cards, out: &mut Observation<'_>) {
    let ranks = out.zeros(Rank::KINDS);
    cards.iter().for_each(|(card, copies)| ranks[card.index()] = copies.into());
}
