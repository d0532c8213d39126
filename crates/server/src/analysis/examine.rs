//! What every column is worth, told as it is found.
//!
//! Values come in rounds with more and more time for each column, so that one hard column does not keep the others waiting. What was learned in one
//! round stays in the solver's table for the next. On boards that no solver can take, the strongest player says what it would do.

use super::message::{Found, FoundColumn};
use crate::worker_pool::WorkerState;
use dropline_core::{Column, Game, notation};
use dropline_engine::analysis::{Analyst, Value, threats};
use dropline_engine::{Limits, OracleError, Progress, Think, build, strongest};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time for each column in the first round; it grows by `GROWTH` from round to round.
const FIRST_ROUND: Duration = Duration::from_millis(40);
const GROWTH: u32 = 4;

/// How long the best line may take.
const LINE: Duration = Duration::from_secs(2);

/// Examines a position; `tell` hears whatever is new.
pub(super) fn examine(
    worker: &mut WorkerState,
    game: &Game,
    stop: &AtomicBool,
    time: Duration,
    tell: &mut dyn FnMut(Found),
) -> Result<Found, OracleError> {
    let until = Instant::now() + time;
    let mut found = match worker.analyst(game.variant()) {
        Ok(analyst) => by_solver(analyst, game, stop, until, tell)?,
        Err(_) => by_player(game, stop, time, tell),
    };
    found.done = true;
    found.threats = Some(threats(game.board()).into_iter().map(Into::into).collect());
    Ok(found)
}

fn by_solver(
    analyst: &mut Analyst,
    game: &Game,
    stop: &AtomicBool,
    until: Instant,
    tell: &mut dyn FnMut(Found),
) -> Result<Found, OracleError> {
    let mut values: Vec<Option<Value>> = vec![None; game.variant().columns()];
    let mut round = FIRST_ROUND;
    loop {
        let open = |values: &[Option<Value>], column: &Column| !values[column.index()].is_some_and(Value::is_exact);
        let undecided: Vec<Column> = centre_first(game).into_iter().filter(|column| open(&values, column)).collect();
        for &column in &undecided {
            let left = until.saturating_duration_since(Instant::now()).min(round);
            let limits = Limits { time: Some(left), ..Limits::default() };
            let value = analyst.column(game, column, &Think { limits, stop, ..Think::default() })?;
            values[column.index()] = Some(value);
            if stop.load(Ordering::Relaxed) {
                return Ok(sum_up(game, &values, String::new()));
            }
            tell(sum_up(game, &values, String::new()));
        }
        if undecided.iter().all(|column| !open(&values, column)) || Instant::now() >= until {
            break;
        }
        round *= GROWTH;
    }
    let best = values.iter().flatten().copied().reduce(Value::better);
    let line = match best {
        Some(best) if best.is_exact() => {
            let left = until.saturating_duration_since(Instant::now()).min(LINE);
            let limits = Limits { time: Some(left), ..Limits::default() };
            analyst.line(game, &Think { limits, stop, ..Think::default() })?
        }
        _ => Vec::new(),
    };
    Ok(sum_up(game, &values, notation::moves::write(game.variant(), &line)))
}

fn sum_up(game: &Game, values: &[Option<Value>], line: String) -> Found {
    let value = |column: Column| values[column.index()];
    let told = |column: Column| match game.board().has_room(column) {
        Ok(()) => FoundColumn::new(column.number(), value(column)),
        Err(_) => FoundColumn::Full { column: column.number(), full: true },
    };
    let best = values.iter().flatten().copied().reduce(Value::better);
    let is_best = |column: &Column| best.is_some() && value(*column) == best;
    Found {
        columns: game.board().columns().map(told).collect(),
        best: game.legal_columns().filter(is_best).map(Column::number).collect(),
        line,
        exact: game.legal_columns().all(|column| value(column).is_some_and(Value::is_exact)),
        ..Found::default()
    }
}

/// What the strongest player makes of a board that is too large to be solved.
fn by_player(game: &Game, stop: &AtomicBool, time: Duration, tell: &mut dyn FnMut(Found)) -> Found {
    let blank = sum_up(game, &vec![None; game.variant().columns()], String::new());
    let tell = RefCell::new(tell);
    let guess = |depth: Option<u32>, line: &[Column]| Found {
        depth,
        best: line.first().map(|column| column.number()).into_iter().collect(),
        line: notation::moves::write(game.variant(), line),
        ..blank.clone()
    };
    let progress = |news: &Progress| tell.borrow_mut()(guess(Some(news.depth), &news.line));
    let limits = Limits { time: Some(time), ..Limits::default() };
    let think = Think { limits, stop, progress: &progress, clock: None };
    let player = build(&strongest(game.variant().rules()), game.variant(), 0);
    match player.map(|mut player| player.choose(game, &think)) {
        Ok(Ok(choice)) => guess(choice.depth, &[choice.column]),
        _ => blank.clone(),
    }
}

/// The playable columns, nearest to the middle first.
fn centre_first(game: &Game) -> Vec<Column> {
    let last = game.variant().columns() - 1;
    let mut columns: Vec<Column> = game.legal_columns().collect();
    columns.sort_by_key(|column| (2 * column.index()).abs_diff(last));
    columns
}
