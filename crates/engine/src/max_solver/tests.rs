//! The exact search against a slow, obvious one.

use super::*;
use dropline_core::{Board, Position};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;

/// Boards of every sort: flat, narrow, square, even and odd sizes, N from 1 to beyond the board, one word and two; with the most vacant cells that plain
/// search can bear.
const KINDS: [(&str, usize); 26] = [
    ("1x1m1", 1),
    ("4x4m1", 12),
    ("3x3m2", 9),
    ("5x3m2", 13),
    ("4x4m2", 12),
    ("2x7m2", 14),
    ("3x3m3", 9),
    ("4x3m3", 12),
    ("3x5m3", 13),
    ("4x4m3", 13),
    ("5x5m3", 13),
    ("6x3m3", 13),
    ("4x4m4", 14),
    ("5x4m4", 13),
    ("7x6m4", 13),
    ("6x5m4", 13),
    ("5x7m5", 13),
    ("3x3m5", 9),
    ("1x12m3", 12),
    ("12x1m3", 11),
    ("8x8m4", 12),
    ("9x7m4", 12),
    ("10x10m5", 11),
    ("64x1m3", 9),
    ("1x127m4", 20),
    ("12x2m2", 10),
];

/// A random position with at most so many vacant cells: half of them reached by turns, half set up with any colours.
fn random_game(variant: Variant, most_vacant: usize, rng: &mut Xoshiro256PlusPlus) -> Game {
    let vacant = rng.random_range(0..=most_vacant.min(variant.cells()));
    let taking_turns = rng.random_bool(0.5);
    let mut board = Board::new(variant);
    let mut side = if rng.random_bool(0.5) { Side::Red } else { Side::Black };
    while board.vacant() > vacant {
        let columns: Vec<Column> = board.open_columns().collect();
        let &column = columns.choose(rng).unwrap();
        board.drop(column, side).unwrap();
        if taking_turns || rng.random_bool(0.5) {
            side = side.other();
        }
    }
    Game::from_board(board, side)
}

/// The final margin for the side to move, by trying everything.
fn brute_force(game: &mut Game, seen: &mut HashMap<Position, i32>) -> i32 {
    if game.is_over() {
        return ahead(game, game.turn());
    }
    let position = game.position();
    if let Some(&to_come) = seen.get(&position) {
        return ahead(game, game.turn()) + to_come;
    }
    let columns: Vec<Column> = game.legal_columns().collect();
    let values = columns.into_iter().map(|column| {
        game.play(column).unwrap();
        let value = -brute_force(game, seen);
        game.undo();
        value
    });
    let best = values.max().unwrap();
    seen.insert(position, best - ahead(game, game.turn()));
    best
}

/// Everything on, then each idea alone off, then nothing but the table, then nothing.
fn all_switches() -> Vec<Techniques> {
    let all = Techniques::ALL;
    let none = Techniques {
        neutral: false,
        tails: false,
        mirror: false,
        counts: false,
        table: false,
        pairing: false,
        closed_form: false,
        relaxed: false,
        cutoffs: false,
        order: false,
    };
    vec![
        all,
        Techniques { neutral: false, ..all },
        Techniques { tails: false, ..all },
        Techniques { mirror: false, ..all },
        Techniques { counts: false, ..all },
        Techniques { table: false, ..all },
        Techniques { pairing: false, ..all },
        Techniques { closed_form: false, ..all },
        Techniques { relaxed: false, ..all },
        Techniques { cutoffs: false, ..all },
        Techniques { order: false, ..all },
        Techniques { table: true, ..none },
        none,
    ]
}

#[test]
fn every_idea_on_or_off_agrees_with_brute_force() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for (name, most_vacant) in KINDS {
        let variant: Variant = name.parse().unwrap();
        let new = |techniques| MaxSolver::new(MaxSolverOptions { memory: 1 << 16, techniques });
        let mut solvers: Vec<MaxSolver> = all_switches().into_iter().map(new).collect();
        for _ in 0..200 {
            let mut game = random_game(variant, most_vacant, &mut rng);
            let expected = brute_force(&mut game, &mut HashMap::new());
            for solver in &mut solvers {
                // Without any bound the search is slow: enough that it is right on the smaller positions.
                if !solver.options.techniques.table && game.board().vacant() > 9 {
                    continue;
                }
                let solution = solver.solve(&game, &Think::default()).unwrap();
                let described = format!("{:?}\n{name}\n{}", solver.options.techniques, picture(&game));
                assert_eq!(solution.margin(), Some(expected), "{described}");
                assert_eq!(solution.best.is_none(), game.is_over(), "{described}");
                if let Some(best) = solution.best {
                    game.play(best).unwrap();
                    assert_eq!(-brute_force(&mut game, &mut HashMap::new()), expected, "{described}");
                    game.undo();
                }
            }
        }
    }
}

fn picture(game: &Game) -> String {
    dropline_core::notation::grid::write(game.board(), game.turn())
}
