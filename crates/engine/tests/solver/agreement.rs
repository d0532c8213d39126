//! The same scores whatever the solver is made of.

use crate::{positions, score, winner};
use dropline_core::Game;
use dropline_engine::Think;
use dropline_engine::solver::{Driver, Simd, Solver, SolverOptions, Techniques};

/// Scores of the first positions of a set.
fn scores(options: SolverOptions, set: &str, count: usize) -> Vec<i32> {
    let (variant, positions) = positions(set);
    let mut solver = Solver::new(options);
    positions.iter().take(count).map(|(moves, _)| score(&mut solver, variant, moves)).collect()
}

/// The published ones.
fn expected(set: &str, count: usize) -> Vec<i32> {
    positions(set).1.iter().take(count).map(|(_, score)| *score).collect()
}

#[test]
fn every_table_size() {
    for kib in [1, 2, 4, 16, 64, 512, 4096, 65536] {
        let options = SolverOptions { memory: kib << 10, ..SolverOptions::default() };
        for (set, count) in [("7x6c4-middle-medium", 30), ("9x5c4-midgame-1", 50), ("10x6c4-midgame-1", 20)] {
            assert_eq!(scores(options, set, count), expected(set, count), "{kib} KiB, {set}");
        }
    }
}

#[test]
fn every_instruction_set_visits_the_same_nodes() {
    for (set, count) in [("7x6c4-middle-medium", 100), ("9x5c4-midgame-1", 50), ("10x6c4-midgame-1", 50)] {
        let (variant, positions) = positions(set);
        let mut seen = Vec::new();
        for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
            for specialised in [true, false] {
                let options = SolverOptions { simd: Some(simd), specialised, ..SolverOptions::default() };
                let mut solver = Solver::new(options);
                let mut nodes = 0;
                for (moves, expected) in positions.iter().take(count) {
                    let game = dropline_core::Game::from_moves(variant, moves).unwrap();
                    let solution = solver.solve(&game, &Think::default()).unwrap();
                    assert_eq!(solution.score(), Some(*expected), "{simd}: {moves}");
                    nodes += solution.nodes;
                }
                seen.push((simd, specialised, nodes));
            }
        }
        assert!(seen.iter().all(|(_, _, nodes)| *nodes == seen[0].2), "{set}: {seen:?}");
    }
}

#[test]
fn one_and_several_threads() {
    for (threads, in_step) in [(2, false), (2, true), (8, true)] {
        let options = SolverOptions { threads, in_step, ..SolverOptions::default() };
        for (set, count) in [("7x6c4-begin-medium", 10), ("9x5c4-midgame-2", 10), ("10x6c4-midgame-1", 20)] {
            assert_eq!(scores(options, set, count), expected(set, count), "{set}, {threads} threads");
        }
    }
}

#[test]
fn two_threads_in_step_search_little_in_vain() {
    let nodes = |threads| {
        let mut solver = Solver::new(SolverOptions { threads, in_step: true, ..SolverOptions::default() });
        let (variant, positions) = positions("7x6c4-begin-medium");
        let solve = |(moves, _): &(String, i32)| {
            let game = Game::from_moves(variant, moves).expect("a position");
            solver.solve(&game, &Think::default()).expect("a solution").nodes
        };
        positions.iter().take(20).map(solve).sum::<u64>()
    };
    let (one, two) = (nodes(1), nodes(2));
    assert!(two * 4 < one * 5, "{two} nodes with two threads, {one} with one");
}

#[test]
fn score_and_winner() {
    let mut solver = Solver::default();
    for (set, count) in [("7x6c4-middle-medium", 200), ("9x5c4-midgame-1", 100), ("10x6c4-endgame-1", 100)] {
        let (variant, positions) = positions(set);
        for (moves, expected) in positions.iter().take(count) {
            assert_eq!(winner(&mut solver, variant, moves), expected.signum(), "{set}: {moves}");
        }
    }
}

#[test]
fn every_driver_and_any_techniques() {
    let set = "7x6c4-middle-medium";
    for driver in [Driver::Outwards, Driver::LossFirst, Driver::Halving, Driver::Inwards] {
        let options = SolverOptions { driver: Some(driver), ..SolverOptions::default() };
        assert_eq!(scores(options, set, 40), expected(set, 40), "{driver:?}");
    }
    for techniques in [Techniques::ALL, Techniques::NONE] {
        let options = SolverOptions { techniques: Some(techniques), ..SolverOptions::default() };
        assert_eq!(scores(options, set, 20), expected(set, 20), "{techniques:?}");
    }
}

#[test]
fn a_table_that_is_kept() {
    let options = SolverOptions { reuse: true, ..SolverOptions::default() };
    for set in ["7x6c4-middle-medium", "7x6c4-begin-easy"] {
        assert_eq!(scores(options, set, 200), expected(set, 200), "{set}");
    }
}

#[test]
fn many_generations_of_a_small_table() {
    let options = SolverOptions { memory: 16 << 10, ..SolverOptions::default() };
    assert_eq!(scores(options, "7x6c4-middle-easy", 500), expected("7x6c4-middle-easy", 500));
}
