//! The exact search.

use super::*;
use crate::solver::{MaxSolver, MaxSolverOptions, MaxTechniques, SolveError};
use crate::{Limits, Think};
use std::sync::atomic::AtomicBool;

/// Everything on, then each idea alone off, then nothing but the table, then nothing.
fn all_switches() -> Vec<MaxTechniques> {
    let all = MaxTechniques::ALL;
    let none = MaxTechniques {
        neutral: false,
        tails: false,
        mirror: false,
        counts: false,
        table: false,
        pairing: false,
        closed_form: false,
        relaxed: false,
        held: false,
        cutoffs: false,
        order: false,
    };
    vec![
        all,
        MaxTechniques { neutral: false, ..all },
        MaxTechniques { tails: false, ..all },
        MaxTechniques { mirror: false, ..all },
        MaxTechniques { counts: false, ..all },
        MaxTechniques { table: false, ..all },
        MaxTechniques { pairing: false, ..all },
        MaxTechniques { closed_form: false, ..all },
        MaxTechniques { relaxed: false, ..all },
        MaxTechniques { held: false, ..all },
        MaxTechniques { cutoffs: false, ..all },
        MaxTechniques { order: false, ..all },
        MaxTechniques { table: true, ..none },
        none,
    ]
}

fn compare_with_brute_force(positions: usize, seed: u64) {
    let mut rng = rng(seed);
    for (name, most_vacant) in KINDS {
        let variant: Variant = name.parse().unwrap();
        // A small table, so that replacement is at work too, kept from position to position.
        let new = |techniques| MaxSolver::new(MaxSolverOptions { memory: 1 << 16, techniques });
        let mut solvers: Vec<MaxSolver> = all_switches().into_iter().map(new).collect();
        for _ in 0..positions {
            let mut game = random_game(variant, most_vacant, &mut rng);
            let mut brute_force = BruteForce::default();
            let columns = brute_force.columns(&mut game);
            let expected = brute_force.margin(&mut game);
            for solver in &mut solvers {
                let techniques = solver.options.techniques;
                // Without a table the search is slow: enough that it is right on the smaller positions.
                if !techniques.table && game.board().vacant() > 8 {
                    continue;
                }
                let solution = solver.solve(&game, &Think::default()).unwrap();
                assert_eq!(solution.score(), Some(expected), "{techniques:?}\n{}", picture(&game));
                match solution.best {
                    Some(best) => assert!(columns.contains(&(best, expected)), "{techniques:?}\n{}", picture(&game)),
                    None => assert!(game.is_over(), "{techniques:?}\n{}", picture(&game)),
                }
            }
            let values = solvers[0].column_values(&game, &Think::default()).unwrap();
            let values: Vec<_> = values.iter().map(|value| (value.column, value.margin().unwrap())).collect();
            assert_eq!(values, columns, "{}", picture(&game));
        }
    }
}

#[test]
fn every_idea_on_or_off_agrees_with_brute_force() {
    compare_with_brute_force(80, 5);
}

#[test]
#[ignore = "minutes"]
fn every_idea_on_or_off_agrees_with_brute_force_on_many_positions() {
    compare_with_brute_force(2000, 6);
}

/// From the empty board, without anything played at random.
#[test]
fn small_boards_agree_with_brute_force_from_the_start() {
    let mut solver = MaxSolver::new(MaxSolverOptions::default());
    for connect in 1..=5 {
        for (columns, levels) in [(1, 1), (2, 2), (3, 3), (4, 3), (3, 4), (5, 2), (2, 6), (4, 4), (5, 3), (3, 5)] {
            let variant = Variant::new(columns, levels, connect, dropline_core::Rules::Max).unwrap();
            let mut game = Game::new(variant);
            let columns = BruteForce::default().columns(&mut game);
            let values = solver.column_values(&game, &Think::default()).unwrap();
            let values: Vec<_> = values.iter().map(|value| (value.column, value.margin().unwrap())).collect();
            assert_eq!(values, columns, "{variant}");
        }
    }
}

#[test]
fn a_limit_leaves_proven_bounds() {
    let mut rng = rng(1);
    let full = || MaxSolver::new(MaxSolverOptions::default());
    for _ in 0..20 {
        let game = random_game("7x6m4".parse().unwrap(), 22, &mut rng);
        let exact = full().solve(&game, &Think::default()).unwrap();
        let mut narrowing = full();
        for nodes in [0, 1, 100, 1000, 10_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let solution = narrowing.solve(&game, &Think { limits, ..Think::default() }).unwrap();
            assert!(solution.nodes <= nodes);
            assert!(solution.lower <= exact.lower && exact.upper <= solution.upper, "{}", picture(&game));
        }
        // What was learned before a limit is still true, and helps.
        let later = narrowing.solve(&game, &Think::default()).unwrap();
        assert_eq!(later.score(), exact.score());
    }
}

#[test]
fn a_stop_flag_and_a_time_limit_stop_at_once() {
    let stop = AtomicBool::new(true);
    let mut solver = MaxSolver::new(MaxSolverOptions::default());
    let game = Game::new("8x8m4".parse().unwrap());
    let solution = solver.solve(&game, &Think { stop: &stop, ..Think::default() }).unwrap();
    assert!(solution.score().is_none() && solution.best.is_none());
    assert!(solution.nodes <= 1, "{}", solution.nodes);
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    let columns = solver.column_values(&game, &Think { limits, ..Think::default() }).unwrap();
    assert_eq!(columns.len(), 8);
    assert!(columns.iter().all(|column| column.margin().is_none() && column.lower < column.upper));
}

#[test]
fn boards_and_rules_that_cannot_be_solved_are_refused() {
    let mut solver = MaxSolver::new(MaxSolverOptions::default());
    let said = |error: SolveError| error.to_string();
    let mut refused =
        |variant: &str| said(solver.solve(&Game::new(variant.parse().unwrap()), &Think::default()).unwrap_err());
    assert_eq!(refused("7x6c4"), "7x6c4 is not a Max-Connect variant");
    assert_eq!(refused("12x10m4"), "12x10m4 is too large to solve: (levels + 1) × columns is 132, at most 128 fit");
}

#[test]
fn a_full_board_has_its_margin_and_no_column() {
    let game = Game::from_moves("2x2m2".parse().unwrap(), "1212").unwrap();
    let mut solver = MaxSolver::new(MaxSolverOptions::default());
    let solution = solver.solve(&game, &Think::default()).unwrap();
    // Red has column 1 from bottom to top, black column 2.
    assert_eq!((solution.score(), solution.best, solution.nodes), (Some(0), None, 0));
    assert!(solver.column_values(&game, &Think::default()).unwrap().is_empty());
}

#[test]
fn the_smallest_table_gives_the_same_values() {
    let mut rng = rng(3);
    for _ in 0..30 {
        let game = random_game("5x5m3".parse().unwrap(), 16, &mut rng);
        let [tiny, large] = [0, 64 << 20].map(|memory| {
            let mut solver = MaxSolver::new(MaxSolverOptions { memory, ..MaxSolverOptions::default() });
            solver.solve(&game, &Think::default()).unwrap()
        });
        assert_eq!(tiny.score(), large.score(), "{}", picture(&game));
        assert!(tiny.nodes >= large.nodes);
    }
}
