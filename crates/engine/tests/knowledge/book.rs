//! Books hold exact scores, and nothing damaged is ever believed.

use dropline_core::{Board, Column, Game, Side, Variant};
use dropline_engine::book::{Book, BookBuilder, BookChoice, BookCompletion, BookError, Difficulty};
use dropline_engine::solver::{Solver, SolverOptions};
use dropline_engine::{Limits, Oracle, OracleOptions, Think, win_score};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// The bytes of a book, the positions of each ply solved in the order that `order` puts them in.
pub(super) fn build(variant: &str, nodes: u64, order: fn(&mut Vec<dropline_engine::book::Key>)) -> Vec<u8> {
    let mut builder = BookBuilder::new(variant.parse().unwrap(), nodes).unwrap();
    let mut solver = Solver::new(SolverOptions::default());
    let limits = Think { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..Think::default() };
    while !builder.open().is_empty() {
        let mut open = builder.open().to_vec();
        order(&mut open);
        for key in open {
            let solution = solver.solve(&builder.game(key), &limits).unwrap();
            builder.record(key, solution.score().map_or(Difficulty::Hard, Difficulty::Easy));
        }
        builder.next_ply().unwrap();
    }
    builder.finish().unwrap()
}

#[test]
fn every_score_is_the_solvers() {
    let book = Book::from_bytes(build("5x4c4", 100, |_| {})).unwrap();
    assert!(book.hard() > 500, "only {} positions", book.hard());
    let mut solver = Solver::new(SolverOptions::default());
    for (key, score) in book.positions() {
        let game = book.game(key);
        assert_eq!(solver.solve(&game, &Think::default()).unwrap().score(), Some(score));
        assert_eq!(book.score(&game), Some(score));
        assert_eq!(book.score(&game.mirrored()), Some(score));
    }
}

/// The bytes of a book that knows every position of the first moves too.
pub(super) fn complete(bytes: Vec<u8>, plies: usize) -> Vec<u8> {
    let book = Book::from_bytes(bytes).unwrap();
    let mut completion = BookCompletion::new(&book, plies).unwrap();
    let mut solver = Solver::new(SolverOptions { reuse: true, ..SolverOptions::default() });
    for key in completion.open().to_vec() {
        completion.record(key, solver.solve(&book.game(key), &Think::default()).unwrap().score().unwrap());
    }
    completion.finish().unwrap()
}

#[test]
fn a_complete_book_knows_every_position_of_the_first_moves() {
    for (variant, plies) in [("5x4c4", 6), ("4x4c3", 7), ("6x3c4", 5), ("3x5c3", 1), ("2x2c2", 3), ("10x9c4", 2)] {
        // Of 10×9 nothing can be solved here, but first moves have scores, whatever they are.
        let solved = variant != "10x9c4";
        let hard = if solved { build(variant, 20, |_| {}) } else { empty_book(variant) };
        let before = Book::from_bytes(hard.clone()).unwrap();
        let bytes =
            if solved { complete(hard, plies) } else { complete_with(hard, plies, |place| place as i32 % 7 - 3) };
        let book = Book::from_bytes(bytes).unwrap();
        assert_eq!((before.complete(), book.complete()), (None, Some(plies)));
        let mut solver = Solver::new(SolverOptions { reuse: true, ..SolverOptions::default() });
        let mut positions = vec![Game::new(variant.parse().unwrap())];
        for ply in 0..=plies {
            let mut next = Vec::new();
            for game in &positions {
                let score = book.score(game);
                assert!(score.is_some(), "{variant} {:?}", game.moves());
                assert_eq!(score, book.score(&game.mirrored()));
                if solved {
                    assert_eq!(score, solver.solve(game, &Think::default()).unwrap().score(), "{:?}", game.moves());
                }
                next.extend(game.legal_columns().map(|column| {
                    let mut after = game.clone();
                    after.play(column).unwrap();
                    after
                }));
            }
            next.retain(|game| !game.is_over());
            // All ways to the same position are one too many beyond that.
            next.truncate(4000);
            assert!(ply == plies || !next.is_empty() || variant == "2x2c2");
            positions = next;
        }
        for game in super::random_positions(variant, 200, 3).into_iter().filter(|game| game.board().checkers() > plies)
        {
            assert_eq!(book.score(&game), before.score(&game), "{:?}", game.moves());
        }
        for (key, score) in book.positions() {
            assert_eq!(book.score(&book.game(key)), Some(score));
        }
    }
}

#[test]
fn a_position_that_no_game_leads_to_is_not_known() {
    let book = Book::from_bytes(complete(build("4x4c3", 20, |_| {}), 5)).unwrap();
    // Red's checker on top of black's needs a black one played before: nobody can have begun so.
    let mut board = Board::new("4x4c3".parse().unwrap());
    for side in [Side::Black, Side::Red] {
        board.drop(Column::from_index(0), side).unwrap();
    }
    let game = Game::from_board(board, Side::Red);
    assert_eq!(book.score(&game), None);
}

#[test]
fn a_complete_book_can_be_completed_further_and_gains_by_what_it_knows() {
    let hard = build("4x4c4", 20, |_| {});
    let shorter = Book::from_bytes(complete(hard.clone(), 3)).unwrap();
    assert_eq!(complete(complete(hard.clone(), 3), 6), complete(hard, 6));
    for plies in [0, 1, 3, 16, 1000] {
        let told = BookCompletion::new(&shorter, plies).unwrap_err().to_string();
        let sentence = format!(
            "that knows all positions of up to 3 moves can be completed to a number of moves from 4 to 15, not {plies}"
        );
        assert!(told.ends_with(&sentence), "{told}");
    }
    let one_cell = Book::from_bytes(empty_book("1x1c1")).unwrap();
    let told = BookCompletion::new(&one_cell, 1).unwrap_err().to_string();
    assert_eq!(told, "a book for 1x1c1 cannot be completed further");
    let large = Book::from_bytes(empty_book("10x10c4")).unwrap();
    let told = BookCompletion::new(&large, 30).unwrap_err().to_string();
    assert_eq!(told, "10x10c4 has too many positions of up to 30 moves: their scores would take more than 16 MiB");
    assert!(matches!(BookCompletion::new(&shorter, 5).unwrap().finish(), Err(BookError::Unfinished(1..))));
}

#[test]
fn changed_bytes_of_a_complete_book_are_noticed() {
    let whole = complete(build("4x4c4", 20, |_| {}), 6);
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        assert!(Book::from_bytes(bytes).is_err(), "byte {at}");
        assert!(Book::from_bytes(whole[..at].to_vec()).is_err(), "{at} bytes");
    }
}

#[test]
fn the_order_of_solving_makes_no_difference() {
    assert_eq!(build("4x4c4", 20, |_| {}), build("4x4c4", 20, |keys| keys.reverse()));
}

#[test]
fn positions_outside_the_book_take_no_more_than_its_nodes() {
    let book = Book::from_bytes(build("5x4c4", 100, |_| {})).unwrap();
    let mut solver = Solver::new(SolverOptions::default());
    for game in super::random_positions("5x4c4", 300, 7) {
        if book.score(&game).is_none() && reached_by_hard_positions(&book, &game) {
            // The builder looked at one of two mirror images; the other may take some nodes more, since of equal columns the left one comes first.
            let mut nodes = |game: &Game| solver.solve(game, &Think::default()).unwrap().nodes;
            let nodes = nodes(&game).min(nodes(&game.mirrored()));
            assert!(nodes <= 100, "{nodes} nodes");
        }
    }
}

/// Whether every position before this one on its way is in the book, so that the builder looked at it.
fn reached_by_hard_positions(book: &Book, game: &Game) -> bool {
    let mut before = Game::new(game.variant());
    game.moves().iter().all(|&column| {
        let known = book.score(&before).is_some();
        before.play(column).unwrap();
        known
    })
}

#[test]
fn an_oracle_with_a_book_says_the_same() {
    let variant: Variant = "5x4c4".parse().unwrap();
    let book = Arc::new(Book::from_bytes(build("5x4c4", 100, |_| {})).unwrap());
    let mut with =
        Oracle::with(variant, OracleOptions { book: BookChoice::Given(book), ..OracleOptions::default() }).unwrap();
    let mut without = Oracle::new(variant).unwrap();
    for game in super::random_positions("5x4c4", 300, 8) {
        let scores = [&mut with, &mut without].map(|oracle| oracle.score(&game, &Think::default()).unwrap().score());
        assert_eq!(scores[0], scores[1]);
    }
    let empty = Game::new(variant);
    assert_eq!(with.score(&empty, &Think::default()).unwrap().nodes, 0);
}

#[test]
fn two_hundred_changed_bytes_are_noticed() {
    let whole = build("4x4c4", 20, |_| {});
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..200 {
        let mut bytes = whole.clone();
        let at = random.random_range(0..bytes.len());
        bytes[at] ^= random.random_range(1..=255u8);
        assert!(Book::from_bytes(bytes).is_err(), "byte {at}");
    }
}

#[test]
fn a_book_cut_off_anywhere_is_refused() {
    let whole = build("4x4c4", 20, |_| {});
    for length in 0..whole.len() {
        assert!(Book::from_bytes(whole[..length].to_vec()).is_err(), "{length} bytes");
    }
    let mut longer = whole;
    longer.push(0);
    assert!(matches!(Book::from_bytes(longer), Err(BookError::Length { .. })));
}

#[test]
fn foreign_files_and_variants_are_named() {
    assert_eq!(Book::from_bytes(b"PK\x03\x04 something else".to_vec()).unwrap_err(), BookError::NotABook);
    let mut newer = build("4x4c4", 20, |_| {});
    newer[8] = 3;
    assert_eq!(Book::from_bytes(newer).unwrap_err(), BookError::Version { found: 3, known: 2 });
    let book = Book::from_bytes(build("4x4c4", 20, |_| {})).unwrap();
    assert!(matches!(book.check_variant(Variant::STANDARD), Err(BookError::WrongVariant { .. })));
    assert_eq!(book.score(&Game::new(Variant::STANDARD)), None);
    assert!(matches!(BookBuilder::new("7x6m4".parse().unwrap(), 1), Err(BookError::Variant(_))));
    assert!(matches!(BookBuilder::new("20x20c4".parse().unwrap(), 1), Err(BookError::Variant(_))));
}

#[test]
fn the_embedded_book_knows_every_position_of_up_to_ten_moves() {
    let book = Book::embedded(Variant::STANDARD).unwrap();
    assert_eq!(book.complete(), Some(10));
    let mut solver = Solver::new(SolverOptions { reuse: true, ..SolverOptions::default() });
    let all = super::random_positions("7x6c4", 1500, 11);
    for (index, game) in all.into_iter().filter(|game| game.board().checkers() <= 10).enumerate() {
        let score = book.score(&game);
        assert!(score.is_some() && score == book.score(&game.mirrored()), "{:?}", game.moves());
        // Earlier ones take long; `dropline book verify` and the next plies stand for them.
        if game.board().checkers() >= 9 && index % 4 == 0 {
            assert_eq!(solver.solve(&game, &Think::default()).unwrap().score(), score, "{:?}", game.moves());
        }
        let next = game.legal_columns().map(|column| {
            let mut after = game.clone();
            after.play(column).unwrap();
            if after.is_over() {
                Some(win_score(Variant::STANDARD, game.board().checkers()))
            } else {
                book.score(&after).map(|score| -score)
            }
        });
        if game.board().checkers() < 10 {
            assert_eq!(next.max().flatten(), score, "{:?}", game.moves());
        }
    }
}

#[test]
fn what_the_book_knows_of_later_positions_helps() {
    let book = Book::embedded(Variant::STANDARD).unwrap();
    // Hard, but after an easy position, so the book has not looked at them.
    for (moves, score) in [("76126754212", -2), ("63452117124", -2), ("74115632672", 0)] {
        let game = Game::from_moves(Variant::STANDARD, moves).unwrap();
        assert_eq!(book.score(&game), None, "{moves}");
        let ask = |book| {
            let options = OracleOptions { book, ..OracleOptions::default() };
            let known = Oracle::with(Variant::STANDARD, options).unwrap().score(&game, &Think::default()).unwrap();
            assert_eq!(known.score(), Some(score), "{moves}");
            known.nodes
        };
        let (alone, told) = (ask(BookChoice::None), ask(BookChoice::Embedded));
        assert!(alone > book.nodes() && told < alone / 2, "{moves}: {told} instead of {alone} nodes");
    }
}

#[test]
fn a_node_limit_holds_before_and_after_the_book_is_asked_ahead() {
    let game = Game::from_moves(Variant::STANDARD, "13712").unwrap();
    let mut oracle = Oracle::with(
        Variant::STANDARD,
        OracleOptions {
            book: BookChoice::Given(Arc::new(Book::from_bytes(empty_book("7x6c4")).unwrap())),
            ..OracleOptions::default()
        },
    )
    .unwrap();
    for nodes in [100, 50_000, 60_000, 200_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let known = oracle.score(&game, &Think { limits, ..Think::default() }).unwrap();
        // forced moves are followed to their end
        let most = nodes + Variant::STANDARD.cells() as u64;
        assert!(known.score().is_none() && known.nodes <= most, "{known:?} within {nodes}");
        assert!(known.lower <= 3 && known.upper >= 3, "{known:?}");
    }
}

/// A book in which scores by their place are taken for true.
fn complete_with(bytes: Vec<u8>, plies: usize, score: fn(usize) -> i32) -> Vec<u8> {
    let book = Book::from_bytes(bytes).unwrap();
    let mut completion = BookCompletion::new(&book, plies).unwrap();
    for (place, key) in completion.open().to_vec().into_iter().enumerate() {
        completion.record(key, score(place));
    }
    completion.finish().unwrap()
}

/// A book of a board on which every position is easy.
fn empty_book(variant: &str) -> Vec<u8> {
    let mut builder = BookBuilder::new(variant.parse().unwrap(), u64::MAX).unwrap();
    for key in builder.open().to_vec() {
        builder.record(key, Difficulty::Easy(1));
    }
    builder.next_ply().unwrap();
    builder.finish().unwrap()
}
