//! Limits, the stop flag, and positions that cannot be solved.

use dropline_core::{Game, Variant};
use dropline_engine::solver::{SolveError, SolveLimits, Solver, SolverOptions};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

#[test]
fn a_stopped_solve_brackets_the_score() {
    let game = Game::from_moves(Variant::STANDARD, "32751571231557").unwrap();
    for threads in [1, 2] {
        let mut solver = Solver::new(SolverOptions { threads, ..SolverOptions::default() });
        for nodes in [1, 100, 1000, 10_000, 50_000] {
            let limits = SolveLimits { nodes: Some(nodes), ..SolveLimits::default() };
            let solution = solver.solve(&game, &limits).unwrap();
            assert!(solution.lower <= -3 && -3 <= solution.upper, "{solution:?}");
        }
    }
}

#[test]
fn a_node_limit_is_kept_to() {
    let limits = SolveLimits { nodes: Some(50_000), ..SolveLimits::default() };
    let solution = Solver::default().solve(&Game::new(Variant::STANDARD), &limits).unwrap();
    assert!(solution.score().is_none());
    assert!((50_000..50_100).contains(&solution.nodes), "{}", solution.nodes);
}

#[test]
fn time_and_the_stop_flag_end_a_solve() {
    let game = Game::new("8x8c4".parse().unwrap());
    let time = SolveLimits { time: Some(Duration::from_millis(50)), ..SolveLimits::default() };
    assert!(Solver::default().solve(&game, &time).unwrap().score().is_none());
    let stop = AtomicBool::new(true);
    let stopped = SolveLimits { stop: Some(&stop), ..SolveLimits::default() };
    assert!(Solver::default().solve(&game, &stopped).unwrap().score().is_none());
}

#[test]
fn progress_comes_while_it_runs() {
    let calls = AtomicU32::new(0);
    let progress = |news: &dropline_engine::solver::SolveProgress| {
        assert!(news.lower <= news.upper && news.nodes > 0);
        calls.fetch_add(1, Relaxed);
    };
    let limits =
        SolveLimits { time: Some(Duration::from_millis(700)), progress: Some(&progress), ..SolveLimits::default() };
    Solver::default().solve(&Game::new("8x7c4".parse().unwrap()), &limits).unwrap();
    assert!(calls.load(Relaxed) >= 1);
}

#[test]
fn one_thread_visits_the_same_nodes_every_time() {
    let game = Game::from_moves(Variant::STANDARD, "335662333565").unwrap();
    let mut solver = Solver::default();
    let first = solver.solve(&game, &SolveLimits::default()).unwrap();
    let again = solver.solve(&game, &SolveLimits::default()).unwrap();
    let other = Solver::default().solve(&game, &SolveLimits::default()).unwrap();
    assert_eq!((first.nodes, first.score()), (again.nodes, again.score()));
    assert_eq!(first.nodes, other.nodes);
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let mut solver = Solver::default();
    let limits = SolveLimits::default();
    let over = Game::from_moves(Variant::STANDARD, "1212121").unwrap();
    assert!(matches!(solver.solve(&over, &limits), Err(SolveError::GameOver)));
    let large = Game::new("16x9c4".parse().unwrap());
    let error = solver.solve(&large, &limits).unwrap_err();
    assert_eq!(error.to_string(), "16x9c4 is too large to solve: (levels + 1) × columns is 160, at most 128 fit");
    let points = Game::new("7x6m4".parse().unwrap());
    assert!(matches!(solver.solve(&points, &limits), Err(SolveError::NotConnect(_))));
}

#[test]
fn the_largest_boards_fit() {
    let mut solver = Solver::default();
    for name in ["16x7c4", "64x1c4", "2x63c4", "1x127c4", "32x3c5"] {
        let limits = SolveLimits { nodes: Some(2000), ..SolveLimits::default() };
        let solution = solver.solve(&Game::new(name.parse().unwrap()), &limits).unwrap();
        assert!(solution.lower <= solution.upper, "{name}");
    }
}
