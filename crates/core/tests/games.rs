//! The fast games against the slow reference, move by move, on variants of every size.

mod reference;

use dropline_core::{
    Board, Cell, Column, DropError, Game, Outcome, PlayError, Points, Rules, Side, Undone, Variant, WinBy,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use reference::{SlowBoard, SlowGame, any_variant, cells, column, pick, rng};

/// Every cell, count and column of a board.
fn assert_same_board(board: &Board, slow: &SlowBoard) {
    let variant = slow.variant;
    for index in 0..variant.columns() + 1 {
        for level in 0..variant.levels() + 1 {
            let cell = Cell::at(index, level);
            assert_eq!(board.checker_at(cell.column, cell.level), slow.at(index, level), "at {cell}");
        }
        assert_eq!(board.height(column(index)), slow.stacks.get(index).map_or(0, Vec::len));
    }
    assert_eq!(board.vacant(), slow.vacant());
    assert_eq!(board.checkers(), variant.cells() - slow.vacant());
    for side in Side::BOTH {
        assert_eq!(board.count(side), slow.stacks.iter().flatten().filter(|&&found| found == side).count());
    }
    assert!(board.open_columns().map(Column::index).eq(slow.open()));
    assert!(
        board.checkers_by_column().all(|(cell, side)| slow.at(cell.column.index(), cell.level.index()) == Some(side))
    );
    assert_eq!(board.checkers_by_column().count(), board.checkers());
}

/// Lines, their cells and the end, by a scan of the whole board.
fn assert_same_scan(game: &Game, slow: &SlowGame) {
    let lines = Side::BOTH.map(|side| slow.board.lines(side));
    for (side, lines) in Side::BOTH.into_iter().zip(lines.clone()) {
        assert_eq!(game.board().lines(side) as usize, lines.len());
        assert_eq!(game.board().line_cells(side), cells(lines));
    }
    assert_eq!(game.outcome_by_scan(), slow.outcome);
    let winning = match slow.outcome {
        Some(Outcome::Win { side, by: WinBy::Line }) => cells(lines[side.index()].clone()),
        _ => Vec::new(),
    };
    assert_eq!(game.winning_cells(), winning);
}

fn assert_same_game(game: &Game, slow: &SlowGame) {
    assert_eq!(game.turn(), slow.turn);
    assert_eq!(game.outcome(), slow.outcome);
    assert_eq!(game.points(), Points { red: slow.points[0], black: slow.points[1] });
    assert!(game.moves().iter().map(|column| column.index()).eq(slow.moves.iter().copied()));
    assert!(game.legal_columns().map(Column::index).eq(slow.legal()));
}

/// Moves that are not legal are refused with the right reason and change nothing.
fn assert_refusals(game: &mut Game, slow: &SlowGame) {
    let before = game.clone();
    let columns = game.variant().columns();
    for index in [columns, columns + 7, usize::MAX] {
        let refused = match slow.outcome {
            Some(_) => PlayError::Over,
            None => PlayError::Drop(DropError::OffBoard { column: column(index), columns }),
        };
        assert_eq!(game.play(column(index)), Err(refused));
    }
    for index in (0..columns).filter(|&index| !slow.legal().contains(&index)) {
        let refused = match slow.outcome {
            Some(_) => PlayError::Over,
            None => PlayError::Drop(DropError::Full { column: column(index) }),
        };
        assert_eq!(game.play(column(index)), Err(refused));
    }
    if !game.is_over() {
        let side = game.turn().other();
        assert_eq!(game.play_as(side, column(0)), Err(PlayError::OutOfTurn { side }));
    }
    assert_eq!(*game, before);
}

/// Some moves back and forth again, with every state in between as it was before.
fn assert_undo_redo(game: &mut Game, played: &[Game], rng: &mut Xoshiro256PlusPlus) {
    let same = |game: &Game, other: &Game| {
        assert_eq!(game.board(), other.board());
        assert_eq!((game.turn(), game.points(), game.outcome()), (other.turn(), other.points(), other.outcome()));
    };
    let back = rng.random_range(0..=played.len().min(5));
    let now = game.clone();
    for earlier in played.iter().rev().take(back) {
        let last = *game.moves().last().expect("a move to take back");
        assert_eq!(game.undo(), Some(Undone::Drop(last)));
        same(game, earlier);
    }
    assert_eq!(game.redoable(), back);
    for later in played[played.len() - back..].iter().skip(1).chain([&now]).take(back) {
        let column = game.redo().expect("it was undone");
        assert_eq!(game.moves().last(), Some(&column));
        same(game, later);
    }
    assert_eq!(game.redo(), None);
    assert_eq!(*game, now);
}

fn play_and_compare(variant: Variant, seed: u64) {
    let mut rng = rng(seed);
    let (mut game, mut slow) = (Game::new(variant), SlowGame::new(variant));
    // Whole scans and copies of large boards are slow: as many of them as a game on 7×6 would have.
    let sometimes = 42.0 / variant.cells().max(42) as f64;
    let mut recent: Vec<Game> = Vec::new();
    assert_same_scan(&game, &slow);
    while slow.outcome.is_none() {
        let often = rng.random_bool(sometimes);
        if often {
            assert_refusals(&mut game, &slow);
        }
        if often || !recent.is_empty() {
            recent.push(game.clone());
        }
        let index = *pick(&mut rng, &slow.legal());
        let cell = game.play_as(slow.turn, column(index)).expect("a legal move");
        assert_eq!(cell, slow.play(index));
        assert_eq!(game.board().last_cell(), Some(cell));
        assert_eq!(game.board().lines_through(cell) as usize, slow.last_lines.len());
        assert_eq!(game.board().line_cells_through(cell), cells(slow.last_lines.clone()));
        assert_same_game(&game, &slow);
        if often {
            assert_same_scan(&game, &slow);
            assert_same_board(game.board(), &slow.board);
        }
        if recent.len() == 6 {
            assert_undo_redo(&mut game, &recent, &mut rng);
            recent.clear();
        }
    }
    assert_undo_redo(&mut game, &recent, &mut rng);
    assert_same_scan(&game, &slow);
    assert_same_board(game.board(), &slow.board);
    assert_refusals(&mut game, &slow);

    let mirrored = game.mirrored();
    assert_same_board(mirrored.board(), &slow.board.mirrored());
    let moves = slow.moves.iter().map(|index| column(variant.columns() - 1 - index));
    let mut replayed = Game::new(variant);
    moves.for_each(|column| assert!(replayed.play(column).is_ok()));
    assert_eq!(mirrored, replayed);
    assert_eq!(mirrored.mirrored(), game);

    while game.undo().is_some() {}
    assert_same_board(game.board(), &SlowBoard::new(variant));
    assert_eq!((game.turn(), game.points(), game.outcome()), (Side::Red, Points::default(), None));
    assert_eq!(game.redoable(), slow.moves.len());
    while game.redo().is_some() {}
    assert_same_game(&game, &slow);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_games_agree_with_the_reference(variant in any_variant(), seed: u64) {
        play_and_compare(variant, seed);
    }

    #[test]
    fn random_set_ups_agree_with_the_reference(variant in any_variant(), seed: u64, black_moves: bool) {
        let mut rng = rng(seed);
        let (mut board, mut slow) = (Board::new(variant), SlowBoard::new(variant));
        for _ in 0..rng.random_range(0..=variant.cells()) {
            let index = rng.random_range(0..variant.columns());
            // Mostly one colour at a time, so that long lines come about.
            let side = Side::BOTH[usize::from(rng.random_bool(0.5))];
            for _ in 0..rng.random_range(1..4) {
                match board.drop(column(index), side) {
                    Ok(cell) => assert_eq!(cell, slow.drop(index, side)),
                    Err(error) => assert_eq!((error, slow.has_room(index)), (DropError::Full { column: column(index) }, false)),
                }
            }
        }
        assert_same_board(&board, &slow);
        let turn = Side::BOTH[usize::from(black_moves)];
        let game = Game::from_board(board.clone(), turn);
        let lines = Side::BOTH.map(|side| slow.lines(side).len() as u32);
        for side in Side::BOTH {
            assert_eq!(board.lines(side), lines[side.index()]);
            assert_eq!(board.line_cells(side), cells(slow.lines(side)));
        }
        match variant.rules() {
            Rules::Max => {
                assert_eq!(game.points(), Points { red: lines[0], black: lines[1] });
                assert_eq!(game.is_over(), slow.is_full());
            }
            Rules::Connect => {
                let winner = [turn.other(), turn].into_iter().find(|side| lines[side.index()] > 0);
                assert_eq!(game.outcome().and_then(Outcome::winner), winner);
                assert_eq!(game.is_over(), winner.is_some() || slow.is_full());
            }
        }
        let mut undone = board.clone();
        while let Some(back) = undone.undo() {
            assert!(slow.stacks[back.index()].pop().is_some());
        }
        assert_eq!(undone, Board::new(variant));
        assert_eq!(slow, SlowBoard::new(variant));
    }
}

#[test]
fn the_variants_cover_every_width_of_board() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut seen = std::collections::HashMap::new();
    for _ in 0..400 {
        let variant = any_variant().new_tree(&mut runner).unwrap().current();
        let width = match variant.bits() {
            0..=64 => 1,
            65..=128 => 2,
            _ => 3,
        };
        *seen.entry((width, variant.rules(), variant.has_lines())).or_insert(0) += 1;
    }
    for width in 1..=3 {
        for rules in [Rules::Connect, Rules::Max] {
            for has_lines in [false, true] {
                assert!(seen.get(&(width, rules, has_lines)).is_some_and(|&times| times >= 2), "{seen:?}");
            }
        }
    }
}

#[test]
fn the_longest_boards_play_to_the_end() {
    for name in ["4096x1c4", "1x4096c4", "4096x1m9", "1x4096m9", "1x1c1", "1x1m1", "1x1c2", "64x64m7"] {
        play_and_compare(name.parse().unwrap(), 7);
    }
}

#[test]
fn redo_survives_a_resignation_that_is_taken_back() {
    let mut game = Game::from_moves(Variant::STANDARD, "44").unwrap();
    game.undo();
    game.resign(Side::Black).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Win { side: Side::Red, by: WinBy::Resignation }));
    assert_eq!(game.redo(), None);
    assert_eq!(game.play(column(0)), Err(PlayError::Over));
    assert_eq!(game.resign(Side::Red), Err(PlayError::Over));
    assert_eq!(game.undo(), Some(Undone::Resignation(Side::Black)));
    assert_eq!(game.redo(), Some(column(3)));
    assert_eq!(game.moves().len(), 2);
}

#[test]
fn a_new_move_forgets_what_was_undone() {
    let mut game = Game::from_moves(Variant::STANDARD, "445").unwrap();
    game.undo();
    assert!(game.play(Column::from_index(9)).is_err());
    assert_eq!(game.redoable(), 1, "a refused move forgets nothing");
    game.play(column(0)).unwrap();
    assert_eq!(game.redoable(), 0);
}
