//! The paths of a scene's moves as a tree: which pieces and words lead to which move.
//!
//! A player picks a path step by step. Picking something that leads to one move alone makes that
//! move. Picking something that leads to several moves offers the next choices, which work the same
//! way. Moves whose paths end at the same place have a button each. A piece is one step, whether
//! some moves pick it up and others aim at it.

use kernel::{Layout, Look, Move, Point, Role, Scene};
use serde_json::json;

use crate::{
    context::lane,
    data::{TablePage, hash::QuickSet},
};

/// A place in the tree: the path picked so far, and the next choices.
pub(crate) struct Node<'a> {
    /// The path picked so far, in order; empty at the root.
    pub(crate) stem: Vec<&'a Point>,
    /// The place before the last pick; for the root, the root.
    pub(crate) back: usize,
    /// The moves whose path ends here. If there are several, only their words differ.
    pub(crate) ends: Vec<usize>,
    /// The next choices, in the order of the moves.
    pub(crate) forks: Vec<Fork<'a>>,
}

/// A choice at a place in the tree.
pub(crate) struct Fork<'a> {
    /// A piece or a word.
    pub(crate) point: &'a Point,
    /// The moves to which it leads.
    pub(crate) moves: Vec<usize>,
    /// The place to which it leads, if it leads to several moves.
    pub(crate) node: Option<usize>,
}

/// A path to a move: the choices, in order.
struct Way<'a> {
    index: usize,
    path: Vec<&'a Point>,
}

/// The paths of a scene's moves. The tree leaves out points on pieces that are not on the table, so
/// that no move is lost.
pub(crate) struct MoveTree<'a> {
    nodes: Vec<Node<'a>>,
    scene: &'a Scene,
    /// The pieces with which some move begins, or to which one leads.
    named: QuickSet<&'a str>,
    /// The cards of a scene with rows of laid out cards. The player sees the place of a card before
    /// moving it, even if there is only one place.
    cards: QuickSet<&'a str>,
    /// The moves of cards in a hand that have a tag with their effects. The player picks the card
    /// up first, to read its effects before the move.
    tagged: QuickSet<usize>,
}

impl<'a> MoveTree<'a> {
    pub(crate) fn new(scene: &'a Scene) -> MoveTree<'a> {
        let named: QuickSet<&str> = scene.moves.iter().flat_map(|one| one.wording.pieces()).collect();
        let pieces = scene.pieces().filter(|_| !named.is_empty()).map(|piece| piece.id.as_str());
        let on_table: QuickSet<&str> = pieces.filter(|id| named.contains(id)).collect();
        let shown = |point: &&Point| point.piece().is_none_or(|id| on_table.contains(id));
        let mut ways: Vec<Way<'a>> = Vec::with_capacity(scene.moves.len());
        for (index, one) in scene.moves.iter().enumerate() {
            let path: Vec<&Point> = one.wording.path.iter().filter(shown).collect();
            // If a move picks up two pieces, either can be the first.
            let other = match path[..] {
                [one @ Point::From(_), other @ Point::From(_)] => Some(Way { index, path: vec![other, one] }),
                _ => None,
            };
            ways.push(Way { index, path });
            ways.extend(other);
        }
        let is_card = |piece: &&kernel::Piece| matches!(piece.look, Look::Card { .. });
        let cards = match lane::any(scene) {
            true => scene.pieces().filter(is_card).map(|piece| piece.id.as_str()).collect(),
            false => QuickSet::default(),
        };
        let in_fan =
            |id: &str| scene.area_of(id).is_some_and(|area| area.role == Role::Hand && area.layout == Layout::Fan);
        let tagged = scene.moves.iter().enumerate().filter(|(_, one)| one.wording.tag.is_some());
        let tagged =
            tagged.filter(|(_, one)| one.wording.source().is_some_and(in_fan)).map(|(index, _)| index).collect();
        let mut tree = MoveTree { nodes: Vec::new(), scene, named, cards, tagged };
        tree.grow(Vec::new(), 0, &ways.iter().collect::<Vec<_>>());
        tree
    }

    /// Adds the place after `stem`, with which these ways begin, and all places after it.
    fn grow(&mut self, stem: Vec<&'a Point>, back: usize, ways: &[&Way<'a>]) -> usize {
        let (here, depth) = (self.nodes.len(), stem.len());
        let mut forks: Vec<(Fork<'a>, Vec<&Way<'a>>)> = Vec::new();
        let mut ends = Vec::new();
        for way in ways {
            match way.path.get(depth) {
                None => ends.push(way.index),
                Some(point) => match forks.iter_mut().find(|(fork, _)| fork.point.same_pick(point)) {
                    Some((fork, ways)) => {
                        fork.moves.push(way.index);
                        ways.push(way);
                    }
                    None => forks.push((Fork { point, moves: vec![way.index], node: None }, vec![way])),
                },
            }
        }
        self.nodes.push(Node { stem: stem.clone(), back, ends, forks: Vec::new() });
        for (fork, ways) in &mut forks {
            let goes_on = ways[0].path.len() > depth + 1;
            let placed = goes_on && fork.point.piece().is_some_and(|piece| self.cards.contains(piece));
            if ways.len() == 1 && !placed && !self.is_shown_first(fork, depth) {
                continue;
            }
            let stem = stem.iter().copied().chain([fork.point]).collect();
            fork.node = Some(self.grow(stem, here, ways));
        }
        self.nodes[here].forks = forks.into_iter().map(|(fork, _)| fork).collect();
        here
    }

    /// Returns whether a piece that leads to one move is nevertheless picked first. These are cards
    /// of a fan whose move has a tag with its effects, and nodes or edges of a map whose move
    /// affects other pieces. A player who can point without pressing makes the latter at once.
    fn is_shown_first(&self, fork: &Fork, depth: usize) -> bool {
        let Some(piece) = fork.point.piece() else { return false };
        let marked = || !self.scene.moves[fork.moves[0]].wording.marks.is_empty();
        let on_map = || self.scene.area_of(piece).is_some_and(|area| matches!(area.layout, Layout::Map { .. }));
        depth == 0 && fork.moves.iter().any(|index| self.tagged.contains(index))
            || fork.moves.len() == 1 && marked() && on_map()
    }
}

/// The moves of a scene, and the visitor's picks among them.
#[derive(Clone, Copy)]
pub(crate) struct MoveMap<'a> {
    scene: &'a Scene,
    tree: &'a MoveTree<'a>,
    picked: usize,
    asking: Option<usize>,
    armed: Option<usize>,
}

/// The effect of pressing a piece.
#[derive(Clone, Copy)]
pub(crate) enum PressEffect<'a> {
    /// Nothing.
    Idle,
    /// Makes the move of this index.
    Does(usize),
    /// Picks it first, because it leads to several moves.
    PicksUp(&'a Fork<'a>),
    /// Puts it back, with everything picked after it: to this place.
    PutsBack(usize),
    /// Adds it to the picked path, and so makes the move of this index.
    Receives(usize),
    /// Adds it to the picked path, which then leads to several moves.
    LeadsOn(&'a Fork<'a>),
}

/// A form's button: the form to which it belongs, and the value that it sends.
pub(crate) struct Press {
    pub(crate) form: &'static str,
    pub(crate) name: &'static str,
    pub(crate) value: String,
}

impl<'a> MoveMap<'a> {
    pub(crate) fn new(page: &TablePage, scene: &'a Scene, tree: &'a MoveTree<'a>) -> MoveMap<'a> {
        let asking = page.confirm.filter(|index| *index < scene.moves.len());
        let armed = page.beforehand.armed.as_ref().map(|(action, _)| action);
        let armed = scene.moves.iter().position(|one| page.beforehand.arms && armed == Some(&one.action));
        let moves = MoveMap { scene, tree, picked: 0, asking, armed };
        let wanted = page.picked.as_deref();
        let picked = (1..tree.nodes.len()).find(|node| wanted == Some(&moves.stem(*node))).unwrap_or(0);
        MoveMap { picked, ..moves }
    }

    pub(crate) fn all(self) -> &'a [Move] {
        &self.scene.moves
    }

    /// Returns the move that waits for a confirmation.
    pub(crate) fn asking(self) -> Option<usize> {
        self.asking
    }

    /// Returns whether some move begins with a piece or leads to it.
    pub(crate) fn names(self, piece: &str) -> bool {
        self.tree.named.contains(piece)
    }

    /// Returns the place where nothing is picked.
    pub(crate) fn root(self) -> &'a Node<'a> {
        &self.tree.nodes[0]
    }

    /// Returns whether nothing is picked.
    pub(crate) fn at_root(self) -> bool {
        self.picked == 0
    }

    /// Returns the premove; pressing it again takes it back.
    pub(crate) fn armed(self) -> Option<usize> {
        self.armed
    }

    /// Returns the places where something is picked, and whether the visitor is there.
    pub(crate) fn picks(self) -> impl Iterator<Item = (usize, &'a Node<'a>, bool)> {
        self.tree.nodes.iter().enumerate().skip(1).map(move |(at, node)| (at, node, at == self.picked))
    }

    /// Returns the move that is fully picked: only its confirmation is missing.
    pub(crate) fn picked_whole(self) -> Option<usize> {
        let node = &self.tree.nodes[self.picked];
        match node.ends[..] {
            [only] if !self.at_root() && node.forks.is_empty() => Some(only),
            _ => None,
        }
    }

    /// Returns the path picked at a place, as forms send it: a JSON list, empty text for nothing.
    pub(crate) fn stem(self, node: usize) -> String {
        let step = |point: &&Point| match point {
            Point::From(id) | Point::To(id) => json!({ "piece": id }),
            Point::Word(word) => json!({ "word": word }),
            Point::Number { name, value, .. } => json!({ "number": name, "value": value }),
        };
        match &self.tree.nodes[node].stem[..] {
            [] => String::new(),
            stem => stem.iter().map(step).collect::<serde_json::Value>().to_string(),
        }
    }

    /// Returns the effect of pressing a piece.
    pub(crate) fn effect(self, piece: &str) -> PressEffect<'a> {
        let fork = |node: usize| self.tree.nodes[node].forks.iter().find(|fork| fork.point.piece() == Some(piece));
        if let Some(fork) = fork(self.picked).filter(|_| !self.at_root()) {
            return if fork.node.is_some() { PressEffect::LeadsOn(fork) } else { PressEffect::Receives(fork.moves[0]) };
        }
        if let Some(before) = self.before(piece) {
            return PressEffect::PutsBack(before);
        }
        match fork(0) {
            None => PressEffect::Idle,
            Some(fork) if fork.node.is_some() => PressEffect::PicksUp(fork),
            Some(fork) => PressEffect::Does(fork.moves[0]),
        }
    }

    /// Returns the place before this piece was picked, if it is picked.
    fn before(self, piece: &str) -> Option<usize> {
        let mut at = self.picked;
        while at != 0 {
            let node = &self.tree.nodes[at];
            if node.stem.last().and_then(|point| point.piece()) == Some(piece) {
                return Some(node.back);
            }
            at = node.back;
        }
        None
    }

    /// Returns the moves to which pressing a piece leads.
    pub(crate) fn of(self, effect: PressEffect<'a>) -> Vec<usize> {
        match effect {
            PressEffect::Idle | PressEffect::PutsBack(_) => Vec::new(),
            PressEffect::Does(index) | PressEffect::Receives(index) => vec![index],
            PressEffect::PicksUp(fork) | PressEffect::LeadsOn(fork) => fork.moves.clone(),
        }
    }

    /// Returns the signs on a piece: the changes by the first of the moves that begin with it.
    pub(crate) fn tag(self, piece: &str) -> Option<&'a str> {
        let fork = self.root().forks.iter().find(|fork| fork.point.piece() == Some(piece))?;
        self.scene.moves[*fork.moves.first()?].wording.tag.as_deref()
    }

    /// Returns whether this is a card of the hand that has a tag with its effects, and is picked
    /// before the move.
    pub(crate) fn is_tagged(self, fork: &Fork) -> bool {
        fork.moves.iter().any(|index| self.tree.tagged.contains(index))
    }

    /// Returns whether a piece shows its own effect, so that it needs no other button. A card of
    /// the hand does so where the tray has the plain way on, so that the tray always has a button.
    pub(crate) fn speaks_for_itself(self, piece: &str) -> bool {
        let area = self.scene.area_of(piece);
        area.is_some_and(|area| match area.role {
            Role::Offer => true,
            _ if lane::shows(self.scene, area) => true,
            Role::Hand => self.scene.moves.iter().any(|one| one.wording.main),
            _ => matches!(area.layout, Layout::Grid { .. } | Layout::Map { .. }),
        })
    }

    /// Returns whether a piece is pressed in place once another is picked: on a map, or where laid
    /// out cards lie in rows. It then needs no button.
    pub(crate) fn pressed_there(self, piece: &str) -> bool {
        let area = self.scene.area_of(piece);
        area.is_some_and(|area| matches!(area.layout, Layout::Map { .. }) || lane::shows(self.scene, area))
    }

    /// Returns whether a piece is where players look first, in their hand or on the board: it is
    /// then pressed there.
    pub(crate) fn lies_open(self, piece: &str) -> bool {
        let area = self.scene.area_of(piece);
        area.is_some_and(|area| {
            matches!(area.role, Role::Hand | Role::Board | Role::Offer | Role::Fighters | Role::Foes)
                || lane::shows(self.scene, area)
        })
    }

    /// Returns the button of a move: it acts at once, or asks first.
    pub(crate) fn press(self, index: usize) -> Press {
        let chosen = &self.scene.moves[index];
        match chosen.wording.confirm {
            _ if self.armed == Some(index) => Press { form: "act", name: "action", value: String::new() },
            Some(_) if self.asking != Some(index) => Press { form: "ask", name: "confirm", value: index.to_string() },
            _ => Press { form: "act", name: "action", value: chosen.action.to_string() },
        }
    }

    /// Returns the button that goes to a place: it picks what leads there, or puts back later
    /// picks.
    pub(crate) fn pick(self, node: usize) -> Press {
        Press { form: "ask", name: "pick", value: self.stem(node) }
    }
}
