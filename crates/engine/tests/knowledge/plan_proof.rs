//! A plan is followed to the letter against every defence, or against many where there are too many.

use dropline_core::{Cell, Column, Game, Outcome};
use dropline_engine::{Plan, PlanRule, Promise};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Up to so many vacant cells every defence is tried; beyond, `GAMES` random ones.
const EVERY: usize = 9;
const GAMES: usize = 12;

/// A plan promises no more than what the position is worth to its side.
pub(super) fn check_promise(plan: &Plan, score: i32) {
    match plan.promise {
        Promise::CannotLose => assert!(score >= 0),
        Promise::PlaysUnder { .. } | Promise::CompletesLine { .. } => assert!(score > 0),
        Promise::Margin { points } => assert!(score >= points),
    }
}

/// Whoever follows the plan gets what it promises, and the other side no more than what is left to it.
pub(super) fn check(plan: &Plan, game: &Game) {
    assert_eq!(game.turn(), plan.side.other());
    if let Promise::PlaysUnder { cells, waits } = &plan.promise {
        let safe = |cell: &Cell| {
            !cells.iter().any(|win| win.column == cell.column && cell.level.number() + 1 >= win.level.number())
        };
        assert_eq!(vacant(game).filter(safe).count(), *waits);
        assert_eq!(waits % 2, 0, "the side that begins does not run out first");
    }
    if let Some(threat) = plan.given_up {
        assert!(super::explanation::completes(game.board(), threat, plan.side));
    }
    for [line, before] in &plan.too_late {
        let mine = |cell: &Cell| game.board().checker_at(cell.column, cell.level) == Some(plan.side);
        let below = |cell: &Cell| line.iter().any(|above| above.column == cell.column && above.level > cell.level);
        assert!(before.iter().all(|cell| mine(cell) || below(cell)), "{plan:?}: {before:?} is not there by then");
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    if game.board().vacant() <= EVERY {
        return every_defence(plan, game);
    }
    for _ in 0..GAMES {
        let mut at = game.clone();
        while !at.is_over() {
            let column = at.legal_columns().choose(&mut random).unwrap();
            exchange(plan, &mut at, column);
        }
        check_end(plan, &at);
    }
}

fn vacant(game: &Game) -> impl Iterator<Item = Cell> + '_ {
    let levels = game.variant().levels();
    let board = game.board();
    board
        .columns()
        .flat_map(move |column| (board.height(column)..levels).map(move |level| Cell::at(column.index(), level)))
}

fn every_defence(plan: &Plan, game: &Game) {
    if game.is_over() {
        return check_end(plan, game);
    }
    for column in game.legal_columns() {
        let mut next = game.clone();
        exchange(plan, &mut next, column);
        every_defence(plan, &next);
    }
}

/// The other side moves, and the plan answers.
fn exchange(plan: &Plan, game: &mut Game, column: Column) {
    let cell = game.play(column).unwrap();
    let under_a_win = matches!(&plan.promise, Promise::PlaysUnder { cells, .. }
        if cells.iter().any(|win| win.column == column));
    assert!(plan.left.contains(&cell) || under_a_win, "{plan:?}: {cell} is not left to the other side");
    if !game.is_over() {
        let answer = answer(plan, game, cell);
        game.play(answer).unwrap();
    }
}

fn answer(plan: &Plan, game: &Game, cell: Cell) -> Column {
    for &[one, two] in &plan.pairs {
        for (taken, partner) in [(one, two), (two, one)] {
            if taken == cell {
                assert_eq!(game.board().height(partner.column), partner.level.index(), "the partner is not free");
                return partner.column;
            }
        }
    }
    let room = |column: &Column| game.board().has_room(*column).is_ok();
    if room(&cell.column) {
        return cell.column;
    }
    assert!(matches!(plan.rule, PlanRule::FreeColumns | PlanRule::LateWait), "{plan:?} has no answer to {cell}");
    plan.waiting.iter().copied().find(room).unwrap()
}

fn check_end(plan: &Plan, game: &Game) {
    let won = game.outcome().and_then(Outcome::winner);
    match plan.promise {
        Promise::CannotLose => assert_ne!(won, Some(plan.side.other()), "{plan:?}"),
        Promise::PlaysUnder { .. } | Promise::CompletesLine { .. } => assert_eq!(won, Some(plan.side), "{plan:?}"),
        Promise::Margin { points } => {
            let made = |side| game.points().of(side) as i32;
            assert!(made(plan.side) - made(plan.side.other()) >= points, "{plan:?}");
        }
    }
}
