//! The list of the action phase, against every action that could be written down and the rulebook's
//! own conditions.

use std::collections::HashSet;

use kernel::{Fast, Game, NullLog, Status};

use crate::{
    Action, Card, DungeonRummy, Hero, Laid, Level, Options, TokenControl, Treasure,
    content::{Effect, MAX_ACTIONS},
    legal, run, set,
    state::Pending,
};

/// Section "Melds": a run wherever it comes out, a set at the right end.
fn placing(game: &DungeonRummy, card: Laid, meld: Hero, pos: usize) -> bool {
    let own = game.hero(meld).meld.cards();
    if pos > own.len() {
        return false;
    }
    let mut with = own.to_vec();
    with.insert(pos, card);
    run(&with).is_some() || pos == own.len() && set(&with).is_some()
}

/// Section "The action phase": a card, changed or not.
fn may_lay(game: &DungeonRummy, card: Card, meld: Hero, pos: u8, wild: bool) -> bool {
    let spend = |hero: Hero| {
        let party = !game.own_tokens || game.active_hero() == hero || !game.played().contains(&hero);
        party && game.hero(hero).tokens > 0
    };
    let paid = !wild || card.rank() != 2 && (game.today.forge || spend(Hero::Milton));
    paid && placing(game, Laid::new(card, wild), meld, pos.into())
}

/// Whether the rulebook allows this action of the action phase.
fn allowed(game: &DungeonRummy, action: Action) -> bool {
    let (active, boots) = (game.active_hero(), game.today.boots);
    let played = |hero: Hero| game.played().contains(&hero);
    let own = |hero: Hero| game.hero(hero);
    let spend = |hero: Hero| (!game.own_tokens || active == hero || !played(hero)) && own(hero).tokens > 0;
    let draws = |hero: Hero| own(hero).top.is_some() || own(hero).deck.len() + own(hero).trash.len() > 0;
    let hurt = |hero: Hero| own(hero).hp < hero.health();
    if game.today.actions >= MAX_ACTIONS {
        return action == Action::End;
    }
    match action {
        Action::Play { card, meld, pos, wild } => {
            own(active).hand.contains(card) && may_lay(game, card, meld, pos, wild)
        }
        Action::PlayTop { hero, meld, pos, wild } => {
            boots >= 1 && hero != active && own(hero).top.is_some_and(|card| may_lay(game, card, meld, pos, wild))
        }
        Action::Flip { hero } => {
            boots >= 1 && hero != active && played(hero) && own(hero).top.is_none() && !own(hero).deck.is_empty()
        }
        Action::Move { from, idx, meld, pos } => {
            let cards = own(from).meld.cards();
            let Some(card) = cards.get(usize::from(idx)) else { return false };
            let rest: Vec<Laid> =
                cards.iter().enumerate().filter(|(at, _)| *at != usize::from(idx)).map(|(_, card)| *card).collect();
            (boots >= 1 || game.today.tug > 0)
                && from != meld
                && !own(meld).meld.is_empty()
                && legal(&rest)
                && placing(game, *card, meld, pos.into())
        }
        Action::Swap { meld, idx, with, with_idx } => {
            let (mut one, mut other) = (own(meld).meld.cards().to_vec(), own(with).meld.cards().to_vec());
            let (Some(a), Some(b)) = (one.get(usize::from(idx)).copied(), other.get(usize::from(with_idx)).copied())
            else {
                return false;
            };
            (one[usize::from(idx)], other[usize::from(with_idx)]) = (b, a);
            (boots >= 2 || game.today.juggle > 0) && meld < with && legal(&one) && legal(&other)
        }
        Action::Attack { meld } => own(meld).meld.len() >= 3,
        Action::Heal { hero } => spend(Hero::Oakie) && hurt(hero),
        Action::TokenDraw { hero } => spend(Hero::Bob) && played(hero) && draws(hero),
        Action::TokenDig { hero, card } => spend(Hero::Bob) && played(hero) && game.graveyard.contains(card),
        Action::Treasure { id, hero } => {
            let fits = match (id.effect(), hero) {
                (Effect::Heal(_), Some(hero)) => hurt(hero),
                (Effect::Tokens(_), Some(hero)) => own(hero).tokens < 7,
                (Effect::Heal(_) | Effect::Tokens(_), None) | (_, Some(_)) => false,
                (Effect::HealAll(_), _) => Hero::ALL.into_iter().any(hurt),
                (Effect::Draw(_), _) => draws(active),
                (Effect::DrawAll(_), _) => Hero::ALL.into_iter().any(|hero| played(hero) && draws(hero)),
                (Effect::Dodge, _) => !game.dodge,
                (Effect::Lace, _) => boots < [4, 3, 2, 2][game.played().len() - 1],
                (Effect::Pierce, _) => !game.today.pierce,
                (Effect::Forge, _) => !game.today.forge,
                (Effect::Compost, _) => game.graveyard.len() + game.fallen.len() > 0,
                (Effect::Salvage(_), _) => !game.graveyard.is_empty(),
                (Effect::Sharpen(_) | Effect::Strike(_) | Effect::Tug | Effect::Juggle, _) => true,
            };
            game.stash.contains(id) && fits
        }
        Action::End => true,
        _ => false,
    }
}

/// Every action of the action phase that can be written down, as far as places and cards on the
/// table go.
fn every(game: &DungeonRummy) -> Vec<Action> {
    let mut all = vec![Action::End];
    let cards = || Hero::ALL.into_iter().flat_map(|hero| game.hero(hero).hand.iter()).chain(game.graveyard.iter());
    let places = |meld: Hero| 0..=game.hero(meld).meld.len() as u8 + 1;
    for hero in Hero::ALL {
        all.extend([Action::Flip { hero }, Action::Attack { meld: hero }, Action::Heal { hero }]);
        all.push(Action::TokenDraw { hero });
        all.extend(cards().map(|card| Action::TokenDig { hero, card }));
        for meld in Hero::ALL {
            for pos in places(meld) {
                for wild in [false, true] {
                    all.push(Action::PlayTop { hero, meld, pos, wild });
                }
                all.extend(places(hero).map(|idx| Action::Move { from: hero, idx, meld, pos }));
                all.extend(places(hero).map(|idx| Action::Swap { meld: hero, idx, with: meld, with_idx: pos }));
            }
        }
        for pos in places(hero) {
            let plays = |card| [false, true].map(|wild| Action::Play { card, meld: hero, pos, wild });
            all.extend(cards().flat_map(plays));
        }
    }
    for id in Treasure::ALL {
        all.extend([None].into_iter().chain(Hero::ALL.map(Some)).map(|hero| Action::Treasure { id, hero }));
    }
    all
}

#[test]
fn the_list_of_the_action_phase_is_what_the_rulebook_allows() {
    let (mut phases, mut longest) = (0, 0);
    for (seed, seats) in (0..40u64).zip([1, 2, 3, 4].repeat(10)) {
        let token_control = if seed % 3 == 0 { TokenControl::Owner } else { TokenControl::Party };
        let options = Options { level: Level::Easy, token_control, ..Options::default() };
        let (mut dice, mut whim) = (Fast::seeded(seed), Fast::seeded(500 + seed));
        let Ok(mut game) = DungeonRummy::setup(&options, seats, &mut dice, &mut NullLog);
        // Rich parties have more to choose from.
        (0..4).for_each(|hero| game.heroes[hero].tokens = (seed % 4) as u8);
        game.stash = Treasure::ALL.into_iter().filter(|id| (*id as u64 + seed).is_multiple_of(3)).collect();
        game.unlooted = Treasure::ALL.into_iter().filter(|id| !game.stash.contains(*id)).collect();
        while let Status::Awaiting(awaited) = game.status() {
            let seat = awaited.lowest().expect("somebody decides");
            if game.pending == Pending::Act {
                let mut listed = Vec::new();
                game.legal(seat, &mut listed);
                let listed: HashSet<Action> = listed.into_iter().collect();
                let expected: HashSet<Action> = every(&game).into_iter().filter(|one| allowed(&game, *one)).collect();
                let wrong: Vec<&Action> = listed.symmetric_difference(&expected).collect();
                assert!(wrong.is_empty(), "{wrong:?} in {game:?}");
                (phases, longest) = (phases + 1, longest.max(listed.len()));
            }
            let action = game.any(seat, &mut whim.0).expect("nobody is ever stuck");
            let Ok(()) = game.apply(seat, action, &mut dice, &mut NullLog);
        }
    }
    assert!(phases > 1500 && longest > 60, "{phases} {longest}");
}
