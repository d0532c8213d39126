//! The relaxed bounds, and the stacks below them.

use super::*;
#[cfg(target_arch = "x86_64")]
use crate::Think;
use crate::solver::max::MaxTechniques;
#[cfg(target_arch = "x86_64")]
use crate::solver::max::budget_for;
#[cfg(target_arch = "x86_64")]
use crate::solver::max::exact::ExactSearch;
use crate::solver::max::geometry::{LineGeometry, Shape};
use crate::solver::max::lines::{AtOnce, Sorted};
use crate::solver::max::node::Node;
use crate::solver::max::relaxed::{Decided, decide};
use crate::solver::max::size::{ForSize, for_size};
use crate::solver::max::stacks::Stacks;
use crate::solver::max::table::Packing;
use crate::solver::max::weights::{CellWeights, take_in_turn};
use crate::solver::{CellSet, checkers};

/// Whether the bounds of a position hold that has this many points still to come, whatever is asked; how many questions they decide.
struct Bounded<'a> {
    game: &'a Game,
    to_come: i32,
    hold: bool,
}

impl ForSize for Bounded<'_> {
    type Output = usize;

    fn run<P: Packing, S: Shape>(self, geometry: LineGeometry<P::Word, S>) -> usize {
        let node = Node::of_game(&geometry, self.game, &MaxTechniques::ALL).unwrap();
        let lines = Sorted::new(&geometry, &node);
        let at_once = AtOnce::new(&geometry, &node, &lines);
        let mut stacks = Stacks::new();
        let mut decided = 0;
        for beta in self.to_come - 3..=self.to_come + 3 {
            match decide(&mut stacks, &geometry, &node, (&lines, &at_once), beta, self.hold) {
                Some(Decided::AtLeast(bound)) => {
                    assert!(beta <= bound && bound <= self.to_come, "at least {bound}\n{}", picture(self.game));
                }
                Some(Decided::AtMost(bound)) => {
                    assert!(self.to_come <= bound && bound < beta, "at most {bound}\n{}", picture(self.game));
                }
                None => continue,
            }
            decided += 1;
        }
        decided
    }
}

#[test]
fn relaxed_bounds_hold_and_held_lines_decide_more() {
    let mut rng = rng(11);
    let mut decided = [0, 0];
    for (name, most_vacant) in KINDS {
        let variant: Variant = name.parse().unwrap();
        for _ in 0..60 {
            let mut game = random_game(variant, most_vacant, &mut rng);
            let to_come = BruteForce::default().margin(&mut game) - ahead(&game, game.turn());
            for hold in [false, true] {
                let bounded = Bounded { game: &game, to_come, hold };
                decided[usize::from(hold)] += for_size(variant, bounded).unwrap();
            }
        }
    }
    assert!(decided[1] > decided[0] && decided[0] > 1000, "{decided:?}");
}

/// Random numbers on the vacant cells of a game, and ones added to them, against the plain closed form.
struct Added<'a> {
    game: &'a Game,
    largest: i32,
    rng: &'a mut Xoshiro256PlusPlus,
}

impl ForSize for Added<'_> {
    type Output = ();

    fn run<P: Packing, S: Shape>(self, geometry: LineGeometry<P::Word, S>) {
        let filled = [Side::Red, Side::Black].map(|side| P::Word::narrow(checkers(self.game, side).unwrap()));
        let vacant = geometry.plane.board & !(filled[0] | filled[1]);
        let mut weights = CellWeights::new();
        for cell in vacant.each() {
            for _ in 0..self.rng.random_range(0..=self.largest) {
                weights.add(cell);
            }
        }
        let plain = |weights: &CellWeights<P::Word>| {
            2 * take_in_turn(&geometry, vacant, weights, &CellWeights::new()) - weights.sum()
        };
        let mut stacks = Stacks::new();
        let Some(taken) = stacks.set_up(&geometry, vacant, &weights) else {
            return assert!(self.largest > 3, "{}", picture(self.game));
        };
        assert_eq!(taken, plain(&weights), "{}", picture(self.game));
        for cell in vacant.each() {
            let wanted = if self.rng.random_bool(0.5) { 1 } else { -1 };
            let (before, mut more) = (plain(&weights), weights);
            more.add(cell);
            if stacks.add(&geometry, cell, wanted) {
                assert_eq!(plain(&more), before + wanted, "{}", picture(self.game));
                if self.rng.random_bool(0.5) {
                    stacks.take_back(&geometry, cell);
                } else {
                    weights = more;
                }
            } else if self.largest <= 3 && geometry.plane.levels <= 6 {
                assert_eq!(plain(&more), before - wanted, "{}", picture(self.game));
            }
        }
    }
}

#[test]
fn stacks_that_change_by_one_agree_with_the_closed_form() {
    let mut rng = rng(12);
    for (name, _) in KINDS {
        let variant: Variant = name.parse().unwrap();
        for i in 0..60 {
            let game = random_game(variant, 20, &mut rng);
            for_size(variant, Added { game: &game, largest: 1 + i % 8, rng: &mut rng }).unwrap();
        }
    }
}

/// What the copies of the search for any processor and for this one find of a game, and with how many nodes.
#[cfg(target_arch = "x86_64")]
struct Copies<'a>(&'a Game);

#[cfg(target_arch = "x86_64")]
impl ForSize for Copies<'_> {
    type Output = [(i32, i32, u64); 2];

    fn run<P: Packing, S: Shape>(self, geometry: LineGeometry<P::Word, S>) -> Self::Output {
        let mut exact = ExactSearch::<P, S>::new(geometry.clone(), 1 << 20, MaxTechniques::ALL).unwrap();
        let mut portable = ExactSearch::<P, S>::new(geometry, 1 << 20, MaxTechniques::ALL).unwrap();
        portable.modern = false;
        [&mut exact, &mut portable].map(|search| {
            let node = Node::of_game(&search.moves.geometry, self.0, &MaxTechniques::ALL).unwrap();
            let mut budget = budget_for(&Think::default());
            let bounds = search.value(&node, 0, &mut budget);
            (bounds.lower, bounds.upper, budget.nodes())
        })
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn every_copy_of_the_search_visits_the_same_nodes() {
    let mut rng = rng(13);
    for (name, most_vacant) in KINDS {
        let variant: Variant = name.parse().unwrap();
        for _ in 0..5 {
            let game = random_game(variant, most_vacant + 4, &mut rng);
            let [here, anywhere] = for_size(variant, Copies(&game)).unwrap();
            assert_eq!(here, anywhere, "{}", picture(&game));
        }
    }
}
