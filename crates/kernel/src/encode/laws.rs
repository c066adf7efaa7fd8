//! The laws of an encoding: the contract of games checks them, and `cargo xtask laws` at every
//! decision of a million matches.

use std::collections::BTreeSet;

use super::{ChoiceGroup, Encoding, Path, Perspective};
use crate::{Fast, Game, Seat, Viewer};

impl<G: Game> Encoding<G> {
    /// Checks the data of the encoding: names, ranges, weights, and that every choice that makes up
    /// an action by itself is the choice of that action.
    ///
    /// # Errors
    /// The first broken law.
    pub fn check_data(&self) -> Result<(), String> {
        let unique = |names: Vec<&str>| names.iter().collect::<BTreeSet<_>>().len() == names.len();
        let named = unique(self.choices.iter().map(|group| group.name).collect())
            && unique(self.layout.iter().map(|slice| slice.name).collect())
            && unique(self.progress.iter().map(|term| term.name).collect());
        if !named {
            return Err("two groups, slices or terms have the same name".into());
        }
        if let Some(slice) = self.layout.iter().find(|slice| slice.length == 0 || slice.range.0 >= slice.range.1) {
            return Err(format!("the slice {} has no numbers or no range", slice.name));
        }
        let weights: f32 = self.progress.iter().map(|term| term.weight).sum();
        if (weights - 1.0).abs() > 1e-6 {
            return Err(format!("the weights of the progress add up to {weights}, not to 1"));
        }
        let mut names = BTreeSet::new();
        for choice in 0..self.actions() as u16 {
            let name = self.name(choice).filter(|name| !name.is_empty());
            let name = name.ok_or_else(|| format!("choice {choice} has no name"))?;
            if !names.insert(name.clone()) {
                return Err(format!("two choices have the name {name}"));
            }
            let (fewest, most) = G::META.seats;
            for seats in fewest..=most {
                for from in Seat::all(seats).map(|seat| Perspective { seat, seats }) {
                    let Some(action) = (self.action)(&[choice], from) else { continue };
                    let path = (self.path)(&action, from);
                    if path[..] != [choice] {
                        return Err(format!("choice {choice} is {action:?}, which is {path:?} from {from:?}"));
                    }
                }
            }
        }
        match ChoiceGroup::find(self.choices, self.actions() as u16) {
            Some((group, _)) => Err(format!("the group {group} goes on beyond the last choice")),
            None => Ok(()),
        }
    }

    /// Checks the choices of a seat: each legal action has its own path that leads back to it, and
    /// the masks lead to the legal actions and to no others.
    ///
    /// # Errors
    /// The first broken law.
    pub fn check_choices(&self, from: Perspective, legal: &[G::Action]) -> Result<(), String> {
        let paths: Vec<Path> = legal.iter().map(|action| (self.path)(action, from)).collect();
        for (action, path) in legal.iter().zip(&paths) {
            if (self.action)(path, from).as_ref() != Some(action) {
                return Err(format!("{action:?} is {path:?}, which is {:?}", (self.action)(path, from)));
            }
        }
        let mut mask = vec![false; self.actions()];
        let mut marked = |chosen: &[u16]| -> Vec<u16> {
            self.mask(&paths, chosen, &mut mask);
            mask.iter().zip(0..).filter(|(marked, _)| **marked).map(|(_, choice)| choice).collect()
        };
        let mut reached = 0;
        for first in marked(&[]) {
            let seconds = marked(&[first]);
            let whole = (self.action)(&[first], from);
            let ends: Vec<_> = match whole {
                Some(action) if seconds.is_empty() => vec![Some(action)],
                Some(action) => return Err(format!("choice {first} is {action:?}, and goes on")),
                None => seconds.iter().map(|second| (self.action)(&[first, *second], from)).collect(),
            };
            if let Some(end) = ends.iter().find(|end| end.as_ref().is_none_or(|action| !legal.contains(action))) {
                return Err(format!("the masks lead by choice {first} to {end:?}, which is not legal"));
            }
            reached += ends.len();
        }
        match reached == legal.len() {
            true => Ok(()),
            false => Err(format!("the masks lead to {reached} actions, and {} are legal", legal.len())),
        }
    }

    /// Checks the observation and the progress of a seat: all numbers are in their ranges, and they
    /// are the same in a world that the seat can imagine. `chosen` is the beginning of a path.
    ///
    /// # Errors
    /// The first broken law.
    pub fn check_observation(&self, game: &G, from: Perspective, chosen: &[u16], rng: &mut Fast) -> Result<(), String> {
        let viewer = Viewer::Seat(from.seat);
        let observed = |game: &G| {
            let mut numbers = vec![f32::NAN; self.size() + self.progress.len()];
            let (observation, terms) = numbers.split_at_mut(self.size());
            let view = game.view(viewer);
            self.observe(&view, from, chosen, observation);
            let progress = self.progress(&view, from, terms);
            (numbers, progress)
        };
        let (numbers, progress) = observed(game);
        let slices = self.layout.iter().flat_map(|slice| std::iter::repeat_n((slice.name, slice.range), slice.length));
        let terms = self.progress.iter().map(|term| (term.name, (0.0, 1.0)));
        for (number, (name, (min, max))) in numbers.iter().zip(slices.chain(terms)) {
            if !(min..=max).contains(number) {
                return Err(format!("seat {}: {name} is {number}, not {min} to {max}", from.seat));
            }
        }
        if !(0.0..=1.0 + 1e-6).contains(&progress) {
            return Err(format!("seat {}: the progress is {progress}, not 0 to 1", from.seat));
        }
        let Ok(world) = game.imagine(viewer, rng);
        match observed(&world) == (numbers, progress) {
            true => Ok(()),
            false => Err(format!("seat {} observes another world than it can imagine", from.seat)),
        }
    }
}
