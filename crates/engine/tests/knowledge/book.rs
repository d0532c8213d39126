//! Books hold exact scores, and nothing damaged is ever believed.

use dropline_core::{Game, Variant};
use dropline_engine::book::{Book, BookBuilder, BookChoice, BookError, Difficulty};
use dropline_engine::solver::{Solver, SolverOptions};
use dropline_engine::{Limits, Oracle, OracleOptions, Think};
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
    assert!(book.len() > 500, "only {} positions", book.len());
    let mut solver = Solver::new(SolverOptions::default());
    for (key, score) in book.positions() {
        let game = book.game(key);
        assert_eq!(solver.solve(&game, &Think::default()).unwrap().score(), Some(score));
        assert_eq!(book.score(&game), Some(score));
        assert_eq!(book.score(&game.mirrored()), Some(score));
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
    newer[8] = 2;
    assert_eq!(Book::from_bytes(newer).unwrap_err(), BookError::Version { found: 2, known: 1 });
    let book = Book::from_bytes(build("4x4c4", 20, |_| {})).unwrap();
    assert!(matches!(book.check_variant(Variant::STANDARD), Err(BookError::WrongVariant { .. })));
    assert_eq!(book.score(&Game::new(Variant::STANDARD)), None);
    assert!(matches!(BookBuilder::new("7x6m4".parse().unwrap(), 1), Err(BookError::Variant(_))));
    assert!(matches!(BookBuilder::new("20x20c4".parse().unwrap(), 1), Err(BookError::Variant(_))));
}

#[test]
fn what_the_book_knows_of_later_positions_helps() {
    let book = Book::embedded(Variant::STANDARD).unwrap();
    // Hard, but after an easy position, so the book has not looked at them.
    for (moves, score) in [("3726327", 2), ("147343", -1), ("5566661", 2)] {
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
            book: BookChoice::Given(Arc::new(Book::from_bytes(empty_book()).unwrap())),
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

/// A book of the standard board in which every position is easy.
fn empty_book() -> Vec<u8> {
    let mut builder = BookBuilder::new(Variant::STANDARD, u64::MAX).unwrap();
    for key in builder.open().to_vec() {
        builder.record(key, Difficulty::Easy(1));
    }
    builder.next_ply().unwrap();
    builder.finish().unwrap()
}
