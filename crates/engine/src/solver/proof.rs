//! The score of one hard position, found in parts.
//!
//! The position is split into those some plies on, mirror images once. Which of them matter depends on the question at hand ("is the score more than α?"), so
//! that questions are handed out best first, answers are folded upwards, and many parts are never asked. A proof only keeps track: asking, on as many
//! machines as there are, and remembering answers over an interruption is the caller's part. Answers may come in any order, more than once and for parts that
//! nobody needs any more; a bound is true wherever it was found.

use super::connect::{Driver, Questions, columns_in_order};
use crate::Score;
use crate::book::{Key, Successor, successors_in, supports};
use dropline_core::words::number_of;
use dropline_core::{Game, Variant};
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// A proof in the making: a tree of parts.
///
/// ```
/// use dropline_core::Game;
/// use dropline_engine::Think;
/// use dropline_engine::solver::{ProofTree, Solver};
///
/// let mut proof = ProofTree::new(&Game::new("5x4c4".parse()?), 3)?;
/// while let Some(&(part, alpha)) = proof.questions().first() {
///     let found = Solver::default().exceeds(&proof.game(part), alpha, &Think::default())?;
///     proof.answer(part, found.lower..=found.upper)?;
/// }
/// assert_eq!(proof.bounds(), 0..=0); // a tie
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProofTree {
    variant: Variant,
    root: Key,
    driver: Driver,
    parts: HashMap<Key, Part>,
}

/// From which scores to reach on another order of drops is best: to put a loss off, to hold, to win, to win soon.
const BETAS: [Score; 4] = [Score::MIN, -1, 1, 3];

/// More parts than anybody needs to begin with; they take some hundred bytes each.
const MOST_PARTS: usize = 1_000_000;

/// What is known of a position, for the side to move.
#[derive(Clone, Debug)]
struct Part {
    lower: Score,
    upper: Score,
    /// What its drops lead to; nothing while it is asked as a whole.
    branches: Vec<Successor>,
    /// In which order to try the open ones, for each of [`BETAS`].
    orders: [Vec<Key>; BETAS.len()],
    /// The positions that a drop leads here from.
    parents: Vec<Key>,
}

/// Why a proof cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The variant has no proofs in parts.
    #[error("positions of Connect-N with (levels + 1) × columns up to 128 are proven in parts, not those of {0}")]
    Variant(Variant),
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// There is no room for so many parts.
    #[error("the positions after {} are more than {MOST_PARTS}: choose fewer", number_of(*.0, "move"))]
    TooMany(usize),
    /// It is not a part of this proof.
    #[error("{0} is not a part of this proof")]
    Unknown(Key),
    /// Two answers cannot both be true.
    #[error("the answers contradict each other: the score of {key} is at least {lower} and at most {upper}")]
    Contradiction {
        /// The part.
        key: Key,
        /// The greater lower bound.
        lower: Score,
        /// The lesser upper bound.
        upper: Score,
    },
}

impl ProofTree {
    /// A proof of a position's score by those so many plies on.
    pub fn new(game: &Game, plies: usize) -> Result<ProofTree, ProofError> {
        let variant = game.variant();
        let root = Key::of(game).filter(|_| supports(variant)).ok_or(ProofError::Variant(variant))?;
        if game.is_over() {
            return Err(ProofError::Over);
        }
        let driver = match game.board().checkers() {
            0 => Driver::of_empty(variant.columns() as u32, variant.levels() as u32, variant.connect() as u32),
            _ => Driver::Outwards,
        };
        let mut proof = ProofTree { variant, root, driver, parts: HashMap::new() };
        proof.add(root, None);
        let mut front = vec![root];
        for _ in 0..plies.min(variant.cells()) {
            for key in std::mem::take(&mut front) {
                front.extend(proof.split(key)?);
                if proof.parts.len() > MOST_PARTS {
                    return Err(ProofError::TooMany(plies));
                }
            }
        }
        Ok(proof)
    }

    /// What is proven of the position's score: it is at least and at most this.
    #[must_use]
    pub fn bounds(&self) -> RangeInclusive<Score> {
        self.parts.get(&self.root).map_or(Score::MIN..=Score::MAX, |root| root.lower..=root.upper)
    }

    /// A game at a part.
    #[must_use]
    pub fn game(&self, part: Key) -> Game {
        part.game(self.variant)
    }

    /// The parts to ask next, best first, each with its α; none when the score is known.
    ///
    /// First come those that a search on one machine would come to, then what is needed only if the columns that look best are not.
    #[must_use]
    pub fn questions(&self) -> Vec<(Key, Score)> {
        let (lower, upper) = self.bounds().into_inner();
        let Some(alpha) = Questions::new(self.driver, lower, upper).next() else { return Vec::new() };
        let mut walk = Walk { proof: self, doubts: HashMap::new(), open: Vec::new() };
        walk.enter(self.root, alpha, 0, None);
        let Walk { doubts, mut open, .. } = walk;
        open.sort_by_key(|(key, _)| doubts[key]);
        let mut last = std::collections::HashSet::new();
        open.retain(|&(key, _)| last.insert(key));
        open
    }

    /// Takes in what is known of a part, and tells those before it.
    pub fn answer(&mut self, part: Key, bounds: RangeInclusive<Score>) -> Result<(), ProofError> {
        let known = self.parts.get_mut(&part).ok_or(ProofError::Unknown(part))?;
        let (lower, upper) = (known.lower.max(*bounds.start()), known.upper.min(*bounds.end()));
        if lower > upper {
            return Err(ProofError::Contradiction { key: part, lower, upper });
        }
        if (lower, upper) == (known.lower, known.upper) {
            return Ok(());
        }
        (known.lower, known.upper) = (lower, upper);
        for parent in known.parents.clone() {
            self.fold(parent)?;
        }
        Ok(())
    }

    /// Splits a part, which is then asked by its drops; gives the new parts among them. One that is split already has none.
    pub fn split(&mut self, part: Key) -> Result<Vec<Key>, ProofError> {
        let known = self.parts.get_mut(&part).ok_or(ProofError::Unknown(part))?;
        if !known.branches.is_empty() {
            return Ok(Vec::new());
        }
        let game = part.game(self.variant);
        let orders = BETAS.map(|beta| {
            let mut branches = Vec::new();
            for branch in successors_in(&game, columns_in_order(&game, beta)) {
                // Of a symmetric position, half of the drops say nothing new.
                if !branches.contains(&branch) {
                    branches.push(branch);
                }
            }
            branches
        });
        let branches = orders[0].clone();
        known.branches.clone_from(&branches);
        known.orders = orders.map(|order| order.into_iter().filter_map(Successor::key).collect());
        let mut new = Vec::new();
        for branch in branches {
            if let Successor::Open(key) = branch
                && self.add(key, Some(part))
            {
                new.push(key);
            }
        }
        self.fold(part)?;
        Ok(new)
    }

    /// Adds a part below another; false if it was there.
    fn add(&mut self, key: Key, parent: Option<Key>) -> bool {
        if let Some(part) = self.parts.get_mut(&key) {
            part.parents.extend(parent);
            return false;
        }
        let vacant = key.game(self.variant).board().vacant() as Score;
        let part = Part {
            lower: -(vacant / 2),
            upper: (vacant + 1) / 2,
            branches: Vec::new(),
            orders: Default::default(),
            parents: parent.into_iter().collect(),
        };
        self.parts.insert(key, part);
        true
    }

    /// What follows for a position from its drops.
    fn fold(&mut self, key: Key) -> Result<(), ProofError> {
        let Some(part) = self.parts.get(&key) else { return Ok(()) };
        let values = part.branches.iter().map(|&branch| match branch {
            Successor::Over(score) => (score, score),
            Successor::Open(key) => {
                self.parts.get(&key).map_or((Score::MIN, Score::MAX), |part| (-part.upper, -part.lower))
            }
        });
        let (lower, upper) =
            values.fold((Score::MIN, Score::MIN), |(lower, upper), value| (lower.max(value.0), upper.max(value.1)));
        self.answer(key, lower..=upper)
    }
}

/// A walk through everything that the question at hand depends on.
struct Walk<'a> {
    proof: &'a ProofTree,
    /// How many drops that look better would have to fail before a part is needed, at least.
    doubts: HashMap<Key, usize>,
    open: Vec<(Key, Score)>,
}

impl Walk<'_> {
    /// Looks at a position; `hope` says whether its score is thought to be more than α: then one drop is enough, otherwise all of them are needed. As long as nobody knows,
    /// the first drop goes before the others, because it may be all it takes.
    fn enter(&mut self, key: Key, alpha: Score, doubt: usize, hope: Option<bool>) {
        let Some(part) = self.proof.parts.get(&key) else { return };
        let known = part.lower > alpha || part.upper <= alpha;
        if known || self.doubts.get(&key).is_some_and(|&before| before <= doubt) {
            return;
        }
        self.doubts.insert(key, doubt);
        if part.branches.is_empty() {
            self.open.push((key, alpha));
            return;
        }
        let (mut drops, mut failed): (Vec<(Score, Key)>, usize) = (Vec::new(), 0);
        let order = BETAS.iter().rposition(|&beta| beta <= alpha + 1).unwrap_or(0);
        for &key in &part.orders[order] {
            if let Some(next) = self.proof.parts.get(&key) {
                if next.lower < -alpha {
                    drops.push((next.upper, key));
                } else {
                    failed += 1;
                }
            }
        }
        // What earlier questions found good comes first.
        drops.sort_by_key(|&(upper, _)| upper);
        let hope = match hope {
            None if failed > 0 => Some(false),
            Some(true) if failed > 1 => Some(false),
            hope => hope,
        };
        for (place, (_, key)) in drops.into_iter().enumerate() {
            let more = if hope == Some(false) { 0 } else { place };
            self.enter(key, -alpha - 1, doubt + more, hope.map(|hope| !hope));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Solver, SolverOptions};
    use crate::{Limits, Think};

    fn prove(variant: &str, moves: &str, plies: usize) -> (Score, usize) {
        let game = Game::from_moves(variant.parse().unwrap(), moves).unwrap();
        let mut proof = ProofTree::new(&game, plies).unwrap();
        let mut solver = Solver::default();
        let mut asked = 0;
        while let Some(&(part, alpha)) = proof.questions().first() {
            let found = solver.exceeds(&proof.game(part), alpha, &Think::default()).unwrap();
            assert!(found.lower > alpha || found.upper <= alpha);
            proof.answer(part, found.lower..=found.upper).unwrap();
            asked += 1;
        }
        let (lower, upper) = proof.bounds().into_inner();
        assert_eq!(lower, upper);
        (lower, asked)
    }

    #[test]
    fn more_plies_than_cells_end() {
        let proof = ProofTree::new(&Game::new("2x2c2".parse().unwrap()), usize::MAX).unwrap();
        assert_eq!(proof.questions(), []);
        assert_eq!(proof.bounds(), 1..=1);
    }

    #[test]
    fn parts_come_to_the_score_of_the_whole() {
        for (variant, moves) in [
            ("5x4c4", ""),
            ("4x4c3", ""),
            ("5x5c4", "3344"),
            ("6x5c4", "334433"),
            ("7x6c4", "4444441222"),
            ("11x2c3", "6"),
            ("1x1c1", ""),
            ("3x5c4", ""),
            ("7x6c4", "112233"),
        ] {
            let game = Game::from_moves(variant.parse().unwrap(), moves).unwrap();
            let whole = Solver::default().solve(&game, &Think::default()).unwrap().score();
            for plies in 0..5 {
                assert_eq!(Some(prove(variant, moves, plies).0), whole, "{variant} {moves} {plies}");
            }
        }
    }

    /// Solvers that take turns of so many nodes and tell each other what they find: the nodes in all.
    fn prove_together(variant: Variant, plies: usize, solvers: usize, turn: u64) -> u64 {
        let options = SolverOptions { reuse: true, tell_from: Some(1000), ..SolverOptions::default() };
        let mut proof = ProofTree::new(&Game::new(variant), plies).unwrap();
        let mut crew: Vec<_> = (0..solvers).map(|_| (Solver::new(options), None)).collect();
        let think = Think { limits: Limits { nodes: Some(turn), ..Limits::default() }, ..Think::default() };
        let mut nodes = 0;
        for at in (0..solvers).cycle() {
            let questions = proof.questions();
            if questions.is_empty() {
                break;
            }
            let last = crew[at].1.take().filter(|last| questions.contains(last));
            let taken: Vec<Key> = crew.iter().filter_map(|(_, last)| *last).map(|(part, _)| part).collect();
            let next = last.or_else(|| questions.into_iter().find(|(part, _)| !taken.contains(part)));
            let Some((part, alpha)) = next else { continue };
            crew[at].1 = Some((part, alpha));
            let found = crew[at].0.exceeds(&proof.game(part), alpha, &think).unwrap();
            nodes += found.nodes;
            proof.answer(part, found.lower..=found.upper).unwrap();
            let findings = crew[at].0.findings();
            for (solver, _) in &mut crew {
                solver.take_in(variant, &findings).unwrap();
            }
        }
        assert!(proof.questions().is_empty());
        nodes
    }

    #[test]
    fn parts_take_few_more_nodes_than_the_whole() {
        // The whole of 5x7 takes fifteen turns of one solver: two have something left over more often than on the others.
        for (variant, percents) in [("5x7c4", [115, 145]), ("6x6c4", [115, 130]), ("7x5c4", [115, 130])] {
            let variant = variant.parse().unwrap();
            let whole = prove_together(variant, 0, 1, u64::MAX);
            for (solvers, percent) in (1..).zip(percents) {
                let parts = prove_together(variant, 4, solvers, 20_000);
                assert!(parts * 100 <= whole * percent, "{variant}, {solvers} solvers: {parts} nodes, not {whole}");
            }
        }
    }

    #[test]
    fn most_parts_are_never_asked() {
        let (_, asked) = prove("6x4c4", "", 4);
        let proof = ProofTree::new(&Game::new("6x4c4".parse().unwrap()), 4).unwrap();
        assert!(asked * 3 < proof.parts.len(), "{asked} of {}", proof.parts.len());
    }

    #[test]
    fn parts_may_be_split_later() {
        let game = Game::new("5x4c4".parse().unwrap());
        let mut proof = ProofTree::new(&game, 1).unwrap();
        let mut solver = Solver::default();
        let mut turn = 0;
        while let Some(&(part, alpha)) = proof.questions().last() {
            turn += 1;
            if turn % 3 == 0 {
                proof.split(part).unwrap();
                continue;
            }
            let found = solver.exceeds(&proof.game(part), alpha, &Think::default()).unwrap();
            proof.answer(part, found.lower..=found.upper).unwrap();
        }
        assert_eq!(proof.bounds(), 0..=0);
    }

    #[test]
    fn a_contradiction_is_noticed() {
        let mut proof = ProofTree::new(&Game::new("5x4c4".parse().unwrap()), 1).unwrap();
        let parts: Vec<Key> = proof.questions().into_iter().map(|(part, _)| part).collect();
        proof.answer(proof.root, 0..=0).unwrap();
        let wrong = parts.iter().find_map(|&part| proof.answer(part, -5..=-5).err());
        assert!(matches!(wrong, Some(ProofError::Contradiction { .. })));
        assert!(matches!(ProofTree::new(&Game::new("7x6m4".parse().unwrap()), 1), Err(ProofError::Variant(_))));
    }
}
