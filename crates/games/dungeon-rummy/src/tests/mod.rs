//! Situations that no short script reaches, built card by card, and what holds of every state.

mod lists;
mod rulings;
mod table;

use kernel::{Answer, Card as _, CardSet, Fast, Game, NullLog, Recorder, Seat, Status, Tape};

use crate::{
    Action, Boss, Card, DungeonRummy, Hero, Laid, Level, Meld, Monster, Options, TokenControl, Treasure, legal,
    state::{End, HeroState, Pending, Today},
};

/// Four players on level `normal`: full health, no tokens, empty hands and spaces, all cards in
/// their home decks.
fn bare(monster: Monster) -> DungeonRummy {
    bare_for(monster, 4)
}

fn bare_for(monster: Monster, seats: u8) -> DungeonRummy {
    let options = Options { boss: Boss::Dragon, ..Options::default() };
    let Ok(mut game) = DungeonRummy::setup(&options, seats, &mut Fast::seeded(1), &mut NullLog);
    game.heroes = Hero::ALL.map(HeroState::new);
    game.foe = crate::state::Foe { monster, phase: 0, damage: 0, rage: 0 };
    game.pool.put(monster);
    game.pool.take(monster);
    game.graveyard = CardSet::EMPTY;
    game.turn = 0;
    game.today = Today { boots: game.all_boots(), ..Today::default() };
    game.pending = Pending::Act;
    game
}

fn cards(text: &str) -> impl Iterator<Item = Laid> {
    text.split_whitespace().map(|code| {
        let (code, marked) = code.strip_suffix('*').map_or((code, false), |code| (code, true));
        Laid::new(Card::from_code(code).unwrap_or_else(|| panic!("no card {code}")), marked)
    })
}

impl DungeonRummy {
    /// Takes a card out of its deck.
    fn fetch(&mut self, card: Card) -> Card {
        assert!(self.hero_mut(card.home()).deck.take(card), "{card:?} is still in its deck");
        card
    }

    fn with_meld(mut self, hero: Hero, text: &str) -> Self {
        let laid: Vec<Laid> = cards(text).collect();
        laid.iter().for_each(|card| {
            self.fetch(card.card());
        });
        self.hero_mut(hero).meld = Meld::of(&laid).unwrap_or_else(|| panic!("{text} is no meld"));
        self
    }

    fn with_hand(mut self, hero: Hero, text: &str) -> Self {
        for card in cards(text) {
            let card = self.fetch(card.card());
            self.hero_mut(hero).hand.put(card);
        }
        self
    }

    fn with_graveyard(mut self, text: &str) -> Self {
        for card in cards(text) {
            let card = self.fetch(card.card());
            self.graveyard.put(card);
        }
        self
    }

    /// Plays an action with these outcomes, and returns the tags of the outcomes that the rules
    /// asked for.
    fn play(&mut self, action: Action, outcomes: &[&str]) -> Vec<&'static str> {
        self.run(outcomes, |game, chance| {
            let seat = game.awaited().expect("somebody decides");
            let mut legal = Vec::new();
            game.legal(seat, &mut legal);
            assert!(legal.contains(&action), "{action:?} is not among {legal:?}");
            assert!(game.apply(seat, action, chance, &mut NullLog).is_ok(), "the outcomes fit");
        })
    }

    /// Lets a turn begin, with these outcomes.
    fn begin(&mut self, turn: u8, outcomes: &[&str]) -> Vec<&'static str> {
        self.turn = turn;
        self.run(outcomes, |game, chance| {
            assert!(game.begin_turn(chance, &mut NullLog).is_ok(), "the outcomes fit");
        })
    }

    fn run<'a>(
        &mut self,
        outcomes: &[&'a str],
        step: impl FnOnce(&mut Self, &mut Recorder<'_, Tape<'_>>),
    ) -> Vec<&'static str> {
        let answers: Vec<Answer> = outcomes.iter().map(|code: &&'a str| Answer::from(*code)).collect();
        let mut tape = Tape::new(&answers);
        let mut recorder = Recorder::new(&mut tape);
        step(self, &mut recorder);
        let tags = recorder.into_outcomes().iter().map(|outcome| outcome.why.tag).collect();
        assert!(tape.rest().is_empty(), "all outcomes are used");
        check(self);
        tags
    }

    fn listed(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        self.awaited().into_iter().for_each(|seat| self.legal(seat, &mut legal));
        legal
    }

    fn health(&self) -> [i8; 4] {
        self.heroes.map(|hero| hero.hp)
    }

    fn tokens(&self) -> [u8; 4] {
        self.heroes.map(|hero| hero.tokens)
    }
}

/// The invariants of every state (section "Why every game ends" of the rulebook).
fn check(game: &DungeonRummy) {
    let mut found = vec![0; 104];
    let mut count = |cards: CardSet<Card>| cards.iter().for_each(|card| found[card.index()] += 1);
    count(game.graveyard);
    for hero in Hero::ALL {
        let own = game.hero(hero);
        count(own.deck);
        count(own.hand);
        count(own.trash);
        count(own.top.into_iter().collect());
        count(own.meld.cards().iter().map(|card| card.card()).collect());
        assert!(own.deck.iter().chain(own.trash.iter()).all(|card| card.home() == hero), "cards stay with their homes");
        assert!(own.seen.iter().all(|card| own.hand.contains(card)), "what was seen going to the hand is there");
        let unseen = own.hand.iter().filter(|card| !own.seen.contains(*card));
        assert!(unseen.into_iter().all(|card| card.home() == hero), "unseen cards of a hand are of its home");
        assert!(legal(own.meld.cards()), "{:?}", own.meld);
        assert!(own.meld.cards().iter().filter(|card| card.marked()).count() <= 1);
        assert!(own.tokens <= 7 && own.hp <= hero.health());
        assert!(own.hp > 0 || matches!(game.pending, Pending::Over(End::Death)));
        assert!(game.seat_of(hero).is_some() || own.hand.is_empty(), "companions have no hand");
    }
    assert_eq!(found, [1; 104], "every card is in one place");
    assert!(game.stash.iter().all(|treasure| !game.unlooted.contains(treasure)));
    assert!(game.foe.damage < game.phase_health() || matches!(game.pending, Pending::Over(End::Won)));
}

#[test]
fn invariants_hold_after_every_step() {
    let mut kinds = std::collections::HashSet::new();
    let mut steps = 0;
    for seats in 1..=4 {
        for (seed, level) in (0..).zip([Level::Easy, Level::Normal, Level::Hard, Level::Heroic].repeat(15)) {
            let token_control = if seed % 2 == 0 { TokenControl::Party } else { TokenControl::Owner };
            let options = Options { level, token_control, open_hands: seed % 3 == 0, ..Options::default() };
            let (mut dice, mut whim) = (Fast::seeded(seed), Fast::seeded(1000 + seed));
            let Ok(mut game) = DungeonRummy::setup(&options, seats, &mut dice, &mut NullLog);
            while let Status::Awaiting(awaited) = game.status() {
                check(&game);
                let seat = awaited.lowest().expect("somebody decides");
                kinds.insert(game.decision(seat));
                let action = game.any(seat, &mut whim.0).expect("nobody is ever stuck");
                let Ok(()) = game.apply(seat, action, &mut dice, &mut NullLog);
                steps += 1;
            }
            check(&game);
        }
    }
    assert!(steps > 10_000, "{steps}");
    assert_eq!(kinds.len(), 7, "every kind of decision came up: {kinds:?}");
}

const CANASTA: &str = "L-3T L-4D L-5T L-2S L-7T L-8S L-9T";

#[test]
fn e1_a_canasta_with_a_wild_meets_the_guard_canasta() {
    let mut game = bare(Monster::Dragon).with_meld(Hero::Lily, CANASTA);
    game.met = 4;
    game.foe.phase = 2;
    assert_eq!(game.phase_health(), 10);
    let short = CANASTA.split_once(' ').expect("seven cards").1;
    let mut without = bare(Monster::Dragon).with_meld(Hero::Lily, short);
    without.foe.phase = 2;
    game.play(Action::Attack { meld: Hero::Lily }, &[]);
    assert_eq!(game.pending, Pending::Over(End::Won));
    without.play(Action::Attack { meld: Hero::Lily }, &[]);
    assert_eq!((without.foe.damage, without.tokens()), (0, [6, 0, 0, 0]));
}

#[test]
fn e2_a_wild_does_not_meet_the_guard_pure() {
    let mut game = bare(Monster::GargoyleNotary).with_meld(Hero::Lily, CANASTA);
    assert_eq!(game.strike(Hero::Lily).mana, 10);
    game.play(Action::Attack { meld: Hero::Lily }, &[]);
    assert_eq!((game.foe.damage, game.tokens()), (0, [7, 0, 0, 0]));
    assert!(game.hero(Hero::Lily).meld.is_empty());
}

#[test]
fn e3_phases_and_what_is_too_much() {
    let mut game = bare(Monster::TwoHeadedOgre)
        .with_meld(Hero::Lily, "L-9T B-9D L-9H M-9S")
        .with_meld(Hero::Bob, "L-KT M-KS L-KD")
        .with_meld(Hero::Oakie, "L-4T O-5H L-6T O-7H L-8T O-9H")
        .with_meld(Hero::Milton, "B-5D M-6S B-7D M-8S B-9T M-10S B-JD");
    (game.level, game.met) = (Level::Easy, 2);
    game.pool = Monster::ALL.into_iter().filter(|monster| monster.tier().number() <= 2).collect();
    game.play(Action::Attack { meld: Hero::Lily }, &[]);
    assert_eq!((game.foe.phase, game.foe.damage, game.tokens()), (0, 4, [3, 0, 0, 0]));
    game.play(Action::Attack { meld: Hero::Bob }, &[]);
    assert_eq!((game.foe.phase, game.foe.damage, game.tokens()), (1, 0, [3, 1, 0, 0]));
    game.play(Action::Attack { meld: Hero::Oakie }, &[]);
    assert_eq!((game.foe.damage, game.tokens()), (6, [3, 1, 4, 0]));
    let outcomes = ["jar-of-bees", "lukewarm-tea", "tax-wraith"];
    assert_eq!(game.play(Action::Attack { meld: Hero::Milton }, &outcomes), ["loot", "loot", "monster"]);
    assert_eq!((game.foe.monster, game.foe.damage, game.tokens()), (Monster::TaxWraith, 0, [3, 1, 4, 2]));
    assert_eq!(game.fallen.iter().collect::<Vec<_>>(), [Monster::TwoHeadedOgre]);
}

#[test]
fn e4_shields_take_damage_over_and_block() {
    let mut game = bare(Monster::TrollRenovation);
    game.heroes[0].tokens = 3;
    game.foe.damage = 2;
    game.begin(1, &[]);
    assert_eq!(game.listed(), [Action::Redirect { hero: Hero::Bob }, Action::Pass]);
    assert_eq!(game.awaited(), Some(Seat(0)));
    game.play(Action::Redirect { hero: Hero::Bob }, &[]);
    game.play(Action::Redirect { hero: Hero::Bob }, &[]);
    game.play(Action::Block, &[]);
    assert_eq!((game.health(), game.tokens()[0], game.foe.damage), ([27, 14, 15, 15], 0, 1));
    assert_eq!((game.pending, game.awaited()), (Pending::Draw, Some(Seat(1))));
}

#[test]
fn e5_rage_grows() {
    let mut game = bare(Monster::LostMinotaur);
    (0..3).for_each(|turn| drop(game.begin(turn, &[])));
    assert_eq!((game.health(), game.foe.rage), ([27, 11, 10, 15], 3));
}

#[test]
fn e6_the_wardrobe_chews_the_rightmost_card() {
    let mut game = bare(Monster::MimicWardrobe).with_meld(Hero::Milton, "M-5S M-6D M-7H*");
    game.begin(3, &[]);
    assert_eq!(game.health()[3], 12);
    assert_eq!(game.graveyard.iter().map(|card| card.code()).collect::<Vec<_>>(), ["M-7H"]);
    assert_eq!(game.hero(Hero::Milton).meld.len(), 2);
}

#[test]
fn e7_the_slime_mends() {
    let mut game = bare(Monster::AmbitiousSlime);
    game.foe.damage = 6;
    game.begin(1, &[]);
    assert_eq!((game.health()[1], game.foe.damage), (11, 5));
}

#[test]
fn e8_key_and_whetstone() {
    let mut game = bare(Monster::GargoyleNotary).with_meld(Hero::Oakie, "L-3T L-2S L-5T");
    game.stash = [Treasure::BoneKey, Treasure::AdequateWhetstone].into_iter().collect();
    game.unlooted = CardSet::EMPTY;
    for id in [Treasure::BoneKey, Treasure::AdequateWhetstone] {
        game.play(Action::Treasure { id, hero: None }, &[]);
    }
    game.play(Action::Attack { meld: Hero::Oakie }, &[]);
    assert_eq!((game.foe.damage, game.tokens()), (6, [0, 0, 2, 0]));
    assert!(game.today.sharpen == 0 && !game.today.pierce && game.stash.is_empty());
}

#[test]
fn e9_a_refill_that_empties_the_deck() {
    let mut game = bare(Monster::SockGolem).with_hand(Hero::Lily, "L-KD");
    let deck: CardSet<Card> = cards("L-AT L-AD L-2T").map(Laid::card).collect();
    let lily = game.hero_mut(Hero::Lily);
    lily.trash = lily.deck.iter().filter(|card| !deck.contains(*card)).collect();
    lily.deck = deck;
    assert_eq!(lily.trash.len(), 22);
    game.play(Action::End, &[]);
    let king = Card::from_code("L-KD").expect("a card");
    let drawn = ["L-AT", "L-AD", "L-2T", "L-5T", "L-6T", "L-7T", "L-8T"];
    let tags = game.play(Action::Discard { card: king }, &drawn);
    assert_eq!(tags, ["deck-lily"; 7]);
    let lily = game.hero(Hero::Lily);
    assert_eq!((lily.hp, lily.hand.len(), lily.deck.len(), lily.trash.len()), (28, 7, 18, 0));
}

#[test]
fn e10_the_blast_is_dealt_out_and_shielded() {
    let mut game =
        bare(Monster::ModerateRat).with_graveyard("L-4T L-9H B-6D B-QD O-8H").with_hand(Hero::Milton, "M-3D M-KH");
    game.fallen.put(Monster::SockGolem);
    game.turn = 3;
    game.dodge = true;
    game.heroes[0].tokens = 1;
    game.play(Action::End, &[]);
    game.play(Action::Discard { card: Card::from_code("M-3D").expect("a card") }, &[]);
    let shares = |hero, most| (0..=most).map(move |n| Action::Blast { hero, n }).collect::<Vec<_>>();
    assert_eq!(game.listed(), shares(Hero::Lily, 7));
    game.play(Action::Blast { hero: Hero::Lily, n: 4 }, &[]);
    assert_eq!(game.listed(), shares(Hero::Bob, 3));
    game.play(Action::Blast { hero: Hero::Bob, n: 1 }, &[]);
    assert_eq!(game.listed(), shares(Hero::Oakie, 2));
    game.play(Action::Blast { hero: Hero::Oakie, n: 2 }, &[]);
    game.play(Action::Block, &[]);
    assert_eq!(game.health(), [27, 14, 13, 15]);
    assert_eq!(game.heroes.map(|hero| hero.trash.len()), [2, 2, 1, 1]);
    assert!(game.buried() == 0 && game.hero(Hero::Milton).hand.len() == 1 && game.turn == 4);
}

#[test]
fn e11_a_wild_is_moved() {
    let game =
        bare(Monster::SockGolem).with_meld(Hero::Lily, "L-5T L-6H L-7T L-QH*").with_meld(Hero::Bob, "B-9D M-10S");
    let moves: Vec<Action> = game.listed().into_iter().filter(|action| matches!(action, Action::Move { .. })).collect();
    let star = |pos| Action::Move { from: Hero::Lily, idx: 3, meld: Hero::Bob, pos };
    let nine = Action::Move { from: Hero::Bob, idx: 0, meld: Hero::Lily, pos: 4 };
    for action in [star(0), star(2), nine] {
        assert!(moves.contains(&action), "{action:?} is not among {moves:?}");
    }
    let mut moved = game;
    moved.play(star(0), &[]);
    assert!(moved.hero(Hero::Bob).meld.cards()[0].marked(), "it stays a wild");
    assert_eq!((moved.today.boots, moved.hero(Hero::Bob).meld.start()), (1, Some(8)));
}

#[test]
fn e12_two_hits_fall_at_once() {
    let mut game = bare(Monster::Dragon);
    game.foe.phase = 2;
    for (hero, hp) in game.heroes.iter_mut().zip([5, 1, 9, 9]) {
        hero.hp = hp;
    }
    game.begin(2, &[]);
    assert_eq!((game.health(), game.pending), ([4, 0, 6, 8], Pending::Over(End::Death)));
}

#[test]
fn e13_seven_tokens_are_all_that_a_hero_can_hold() {
    let mut game = bare(Monster::SockGolem).with_meld(Hero::Lily, "B-5D L-6H B-7D L-8S");
    game.heroes[0].tokens = 6;
    game.play(Action::Attack { meld: Hero::Lily }, &[]);
    assert_eq!((game.tokens()[0], game.foe.damage), (7, 4));
}

#[test]
fn e14_two_players_and_the_focus() {
    let options = Options { heroes: vec![Hero::Bob, Hero::Milton], ..Options::default() };
    let mut dice = Fast::seeded(3);
    let mut recorder = Recorder::new(&mut dice);
    let Ok(mut game) = DungeonRummy::setup(&options, 2, &mut recorder, &mut NullLog);
    let tags: Vec<&str> = recorder.into_outcomes().iter().map(|outcome| outcome.why.tag).collect();
    let mut expected = vec!["boss", "deck-lily"];
    expected.extend(["deck-bob"; 7]);
    expected.push("deck-oakie");
    expected.extend(["deck-milton"; 7]);
    expected.push("monster");
    assert_eq!(tags[..expected.len()], expected);
    let turns =
        [(Hero::Bob, Hero::Lily), (Hero::Milton, Hero::Bob), (Hero::Bob, Hero::Oakie), (Hero::Milton, Hero::Milton)];
    for (turn, expected) in (0..).zip(turns) {
        game.turn = turn;
        assert_eq!((game.active_hero(), game.focus()), expected, "turn {turn}");
    }
}
