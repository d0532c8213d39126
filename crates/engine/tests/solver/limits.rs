//! Limits, the stop flag, and positions that cannot be solved.

use dropline_core::{Game, Variant};
use dropline_engine::solver::{SolveError, Solver, SolverOptions};
use dropline_engine::{Clock, Limits, Progress, Think};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

fn nodes_at_most(nodes: u64) -> Think<'static> {
    Think { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..Think::default() }
}

fn time_at_most(time: Duration) -> Think<'static> {
    Think { limits: Limits { time: Some(time), ..Limits::default() }, ..Think::default() }
}

#[test]
fn a_stopped_solve_brackets_the_score() {
    let game = Game::from_moves(Variant::STANDARD, "32751571231557").unwrap();
    for threads in [1, 2] {
        let mut solver = Solver::new(SolverOptions { threads, ..SolverOptions::default() });
        for nodes in [1, 100, 1000, 10_000, 50_000] {
            let limits = nodes_at_most(nodes);
            let solution = solver.solve(&game, &limits).unwrap();
            assert!(solution.lower <= -3 && -3 <= solution.upper, "{solution:?}");
        }
    }
}

#[test]
fn a_node_limit_is_kept_to() {
    let limits = nodes_at_most(50_000);
    let solution = Solver::default().solve(&Game::new(Variant::STANDARD), &limits).unwrap();
    assert!(solution.score().is_none());
    assert!((50_000..50_100).contains(&solution.nodes), "{}", solution.nodes);
}

#[test]
fn time_and_the_stop_flag_end_a_solve() {
    let game = Game::new("8x8c4".parse().unwrap());
    let time = time_at_most(Duration::from_millis(50));
    assert!(Solver::default().solve(&game, &time).unwrap().score().is_none());
    let stop = AtomicBool::new(true);
    let stopped = Think { stop: &stop, ..Think::default() };
    assert!(Solver::default().solve(&game, &stopped).unwrap().score().is_none());
}

#[test]
fn progress_comes_while_it_runs() {
    let game = Game::new("8x7c4".parse().unwrap());
    for threads in [1, 2] {
        let calls = Cell::new(0);
        let progress = |news: &Progress| {
            assert!(news.bounds.is_none_or(|(lower, upper)| lower <= upper) && news.nodes > 0);
            assert!(news.table_permille.is_some());
            calls.set(calls.get() + 1);
        };
        let think = Think { progress: &progress, ..time_at_most(Duration::from_millis(700)) };
        Solver::new(SolverOptions { threads, ..SolverOptions::default() }).solve(&game, &think).unwrap();
        assert!(calls.get() >= 1, "{threads} threads");
    }
}

/// A clock that goes on by a tenth of a second each time it is read.
#[derive(Default)]
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn now(&self) -> Duration {
        Duration::from_millis(100 * self.0.fetch_add(1, Relaxed))
    }
}

#[test]
fn time_is_read_from_the_clock_that_is_passed_in() {
    let clock = Ticks::default();
    let think = Think { clock: Some(&clock), ..time_at_most(Duration::from_secs(2)) };
    let solution = Solver::default().solve(&Game::new("8x8c4".parse().unwrap()), &think).unwrap();
    assert!(solution.score().is_none());
    assert!((Duration::from_secs(2)..Duration::from_secs(3)).contains(&solution.elapsed), "{solution:?}");
}

#[test]
fn one_thread_visits_the_same_nodes_every_time() {
    let game = Game::from_moves(Variant::STANDARD, "335662333565").unwrap();
    let mut solver = Solver::default();
    let first = solver.solve(&game, &Think::default()).unwrap();
    let again = solver.solve(&game, &Think::default()).unwrap();
    let other = Solver::default().solve(&game, &Think::default()).unwrap();
    assert_eq!((first.nodes, first.score()), (again.nodes, again.score()));
    assert_eq!(first.nodes, other.nodes);
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let mut solver = Solver::default();
    let limits = Think::default();
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
        let limits = nodes_at_most(2000);
        let solution = solver.solve(&Game::new(name.parse().unwrap()), &limits).unwrap();
        assert!(solution.lower <= solution.upper, "{name}");
    }
}
