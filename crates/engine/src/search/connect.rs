//! How Connect-N is played: exactly where that is likely to fit the limits, by looking ahead otherwise.
//!
//! [`WeighedBoard`] is a position that keeps, drop by drop, the worth of its open lines and the cells that win; [`zugzwang`] plays the quiet
//! rest of the game out by counting and says who runs out of moves; [`playouts`] play it out at random, where new threats decide; [`PrincipalVariation`] walks the tree by principal variation search with a
//! [`TranspositionTable`] that several threads may share.
//!
//! Values are whole numbers for the side to move. A win that is proven is worth [`WIN`] less the drops it takes, so a value beyond
//! [`PROVEN`] is never a guess: it comes from drops alone, whatever was pruned or looked at less deeply elsewhere.

mod candidates;
mod playouts;
mod search;
mod sight;
mod threads;
mod weighed_board;
mod weights;
mod zugzwang;

#[cfg(test)]
mod tests;

use super::table::TranspositionTable;
use super::{LineBoard, Lines, Urgent, growth};
use crate::book::{Book, BookChoice};
use crate::budget::{Budget, interval};
use crate::{Choice, Limits, Opinion, OpinionItem, Oracle, OracleOptions, Progress, Score, Think, win_score};
use candidates::candidates;
use dropline_core::{Column, Game, Outcome, Variant};
use search::{PrincipalVariation, QuietWorth, SearchOutlook, SearchReport};
use std::sync::Arc;
use threads::ParallelSearch;

pub(crate) use sight::ConnectSight;
pub(crate) use weighed_board::WeighedBoard;
pub(crate) use weights::{POINT, VERTICAL as VERTICAL_WORTH, WORTH};

/// Two entries share a place.
type Table = TranspositionTable<2>;

/// The value of a line made now.
const WIN: i32 = 1_000_000;

/// Values beyond this are proven wins, below its negative proven losses.
const PROVEN: i32 = WIN - 10_000;

/// What is not proven stays within this.
const MOST_GUESSED: i32 = 500_000;

/// Chooses columns in Connect-N: exactly where that is likely to fit the limits, by looking ahead otherwise. It keeps what it learned
/// for the next move of a game.
pub(crate) struct ConnectSearch {
    threads: usize,
    lines: Arc<Lines>,
    table: Table,
    /// Nothing for boards too large for the solver.
    oracle: Option<Oracle>,
    /// The vacant cells of a position that could not be solved in time: those with about as many are not tried.
    unsolved: usize,
}

/// The share of the limits that an attempt to solve may use up.
const SOLVING: f64 = 0.6;

/// The share of the limits of a search that playouts use up.
const PLAYOUTS: f64 = 0.3;

/// Positions that the solver visits in a second, at least.
const SOLVER_SPEED: f64 = 4e6;

/// The value of a search that is reported as a score of a half.
const EVEN_ODDS: i32 = 400;

/// After an attempt that failed, the next is made with so many vacant cells less.
const FEWER_CELLS: usize = 3;

impl ConnectSearch {
    /// A search with so many threads and room for 2^`table_bits` positions.
    pub(crate) fn new(variant: Variant, threads: usize, table_bits: u32, book: &BookChoice) -> ConnectSearch {
        let mut options = OracleOptions { book: book.clone(), ..OracleOptions::default() };
        options.solver.threads = threads;
        ConnectSearch {
            threads,
            lines: Arc::new(Lines::new(variant)),
            table: Table::new(table_bits),
            oracle: Oracle::with(variant, options).ok(),
            unsolved: usize::MAX,
        }
    }

    /// A column for the side to move of a game that is not over.
    pub(crate) fn choose(&mut self, game: &Game, think: &Think<'_>) -> Choice {
        let mut budget = Budget::new(think, interval(game.variant().columns()));
        let mut position = WeighedBoard::of(&self.lines, game.board(), game.turn());
        position.close();
        let mut columns = match candidates(&position, game.turn()) {
            Ok(columns) => columns,
            Err(report) => return choice(game.variant(), game.board().checkers(), &report, 0),
        };
        let mut solved = Solved::default();
        if columns.len() > 1 && self.is_likely(game, think) {
            let mut part = budget.share(SOLVING);
            solved = self.solve(game, &columns, &mut part);
            budget.resume(&part);
            match solved.score {
                Some(score) if score > 0 || solved.keep.len() == 1 => {
                    return solved.choice(game, solved.keep[0], budget.nodes());
                }
                Some(_) => columns.clone_from(&solved.keep),
                None => self.unsolved = position.vacant(),
            }
        }
        let found = self.look_ahead(game, &position, columns, &budget.left());
        budget.count(found.nodes);
        match solved.score {
            Some(_) => solved.choice(game, found.column.index(), budget.nodes()),
            None => Choice { nodes: budget.nodes(), ..found },
        }
    }

    /// The only column of a game that is not over which does not lose at once, if there is only one.
    pub(crate) fn only_column(&self, game: &Game) -> Option<Column> {
        let mut position = WeighedBoard::of(&self.lines, game.board(), game.turn());
        position.close();
        match candidates(&position, game.turn()).ok()?.as_slice() {
            [column] => Some(Column::from_index(*column)),
            _ => None,
        }
    }

    /// What a game that is not over looks like to the other side after each of these drops, without looking ahead: only lines that are completed at once, or that
    /// cannot be stopped, are seen.
    pub(crate) fn glances(&self, game: &Game, columns: &[Column]) -> Vec<Choice> {
        let (turn, enemy) = (game.turn(), game.turn().other());
        let mut position = WeighedBoard::of(&self.lines, game.board(), turn);
        position.close();
        let mut glance = |&column: &Column| {
            position.make(column.index(), turn);
            let (outlook, depth) = match position.urgent(enemy) {
                Urgent::Win => (SearchOutlook::Win(1), 1),
                Urgent::Loss => (SearchOutlook::Loss(2), 2),
                _ => (SearchOutlook::Guess(QuietWorth::of(&position, enemy).value()), 0),
            };
            position.unmake(column.index(), turn);
            let report = SearchReport { line: vec![column.index()], outlook, depth };
            choice(game.variant(), game.board().checkers() + 1, &report, 1)
        };
        columns.iter().map(&mut glance).collect()
    }

    /// The parts of which a position is made up for it when it looks no further.
    pub(crate) fn opinion(&self, game: &Game) -> Opinion {
        let side = game.turn();
        let mut position = WeighedBoard::of(&self.lines, game.board(), side);
        position.close();
        let worth = QuietWorth::of(&position, side);
        let items =
            vec![OpinionItem::weighed("open lines", worth.lines), OpinionItem::weighed("zugzwang", worth.zugzwang)];
        let note = format!("as a score between -1 and 1: {:.3}", guess(worth.value()));
        Opinion { side, items, score: worth.value().into(), note: Some(note), places: None }
    }

    /// The column that looks best.
    fn look_ahead(&mut self, game: &Game, position: &WeighedBoard, columns: Vec<usize>, think: &Think<'_>) -> Choice {
        // Helpers take longer to start and to end than an answer that is wanted at once.
        let threads = if think.stopped() { 1 } else { self.threads };
        let nodes = think.limits.nodes.map(|nodes| nodes.div_ceil(threads as u64));
        let share = Think { limits: Limits { nodes, ..think.limits }, ..*think };
        let mut budget = Budget::new(&share, interval(position.columns()));
        let depth = budget.depth(position.vacant());
        // Without a clock the answer must not depend on what was asked before.
        self.table.begin(think.limits.time.is_some());
        let (variant, checkers) = (game.variant(), game.board().checkers());
        let beyond = beyond(&self.lines, game, position, &mut budget);
        let (turn, table, beyond) = (game.turn(), &self.table, &beyond);
        let task = ParallelSearch { position, turn, columns, table, depth, threads, beyond };
        let (report, nodes) = task.run(&mut budget, |report, nodes| {
            let line = report.line.iter().copied().map(Column::from_index).collect();
            let score = choice(variant, checkers, report, nodes).score;
            (think.progress)(&Progress { depth: report.depth, nodes, score, line, ..Progress::default() });
        });
        choice(variant, checkers, &report, nodes)
    }

    /// Whether a position is likely to be solved within the limits.
    pub(crate) fn is_likely(&self, game: &Game, think: &Think<'_>) -> bool {
        let limits = think.limits;
        let Some(oracle) = self.oracle.as_ref().filter(|_| limits.depth.is_none() && !think.stopped()) else {
            return false;
        };
        if oracle.book().is_some_and(|book| book.score(game).is_some()) {
            return true;
        }
        if game.board().vacant().saturating_add(FEWER_CELLS) > self.unsolved {
            return false;
        }
        let by_time = limits.time.map(|time| time.as_secs_f64() * SOLVER_SPEED);
        let nodes = by_time.into_iter().chain(limits.nodes.map(|nodes| nodes as f64)).reduce(f64::min);
        nodes.is_some_and(|nodes| likely_nodes(game, oracle.book()) <= SOLVING * nodes)
    }

    /// Tries to find the exact score of a position and the columns that keep it.
    fn solve(&mut self, game: &Game, columns: &[usize], budget: &mut Budget<'_>) -> Solved {
        let mut solved = Solved::default();
        let Some(oracle) = &mut self.oracle else { return solved };
        let mut ask = |game: &Game| {
            let known = oracle.score(game, &budget.left()).ok()?;
            budget.count(known.nodes);
            known.score()
        };
        let Some(score) = ask(game) else { return solved };
        for &column in columns {
            let mut after = game.clone();
            if after.play(Column::from_index(column)).is_err() {
                continue;
            }
            let value = match after.outcome() {
                Some(Outcome::Tie) => Some(0),
                _ => ask(&after).map(|value| -value),
            };
            if value == Some(score) {
                solved.score = Some(score);
                solved.keep.push(column);
                if score > 0 {
                    break;
                }
            }
        }
        solved
    }
}

/// What playouts add to each column of a game's position, in a share of the limits; nothing while they tell nothing, and where something is urgent or there is
/// nothing to choose. Who is told how far to look looks no further.
fn beyond(lines: &Arc<Lines>, game: &Game, position: &WeighedBoard, budget: &mut Budget<'_>) -> Vec<i32> {
    let board = game.board();
    let quiet = candidates(position, game.turn()).is_ok_and(|columns| columns.len() > 1);
    if !quiet || !playouts::tell(board.vacant(), game.variant().cells()) || budget.left().limits.depth.is_some() {
        return Vec::new();
    }
    let mut part = budget.share(PLAYOUTS);
    let start = LineBoard::new(lines, board, (), |_| ());
    let beyond = playouts::playouts(&start, game.turn(), &mut part);
    budget.resume(&part);
    beyond
}

/// What the solver found out.
#[derive(Default)]
struct Solved {
    /// Known only if a column is known that keeps it.
    score: Option<Score>,
    /// Columns that keep the score, the middle first; of winning ones only the first.
    keep: Vec<usize>,
}

impl Solved {
    fn choice(&self, game: &Game, column: usize, nodes: u64) -> Choice {
        Choice {
            column: Column::from_index(column),
            score: self.score.map(f64::from),
            depth: Some(game.board().vacant() as u32),
            nodes,
            proven: true,
        }
    }
}

/// The answer of a search. A win is worth what the solver says, a guess lies between −1 and 1.
fn choice(variant: Variant, checkers: usize, report: &SearchReport, nodes: u64) -> Choice {
    let won_after = |drops: u32| f64::from(win_score(variant, checkers + drops as usize - 1));
    let (score, proven) = match report.outlook {
        SearchOutlook::Win(drops) => (won_after(drops), true),
        SearchOutlook::Loss(drops) => (-won_after(drops), true),
        SearchOutlook::Tie => (0.0, true),
        SearchOutlook::Guess(value) => (guess(value), false),
    };
    Choice { column: Column::from_index(report.line[0]), score: Some(score), depth: Some(report.depth), nodes, proven }
}

/// The value of a search that proved nothing, between −1 and 1.
fn guess(value: i32) -> f64 {
    f64::from(value) / f64::from(value.abs() + EVEN_ODDS)
}

/// How many positions the solver is likely to visit: roughly the median of random 7×6 positions of 4 to 12 checkers. What is not in a book takes
/// fewer than the book's limit, most positions far fewer.
pub(crate) fn likely_nodes(game: &Game, book: Option<&Book>) -> f64 {
    let columns = game.legal_columns().count().max(2) as u32;
    let alone = (growth(columns, game.board().vacant() as u32) - 8.0).exp2();
    book.map_or(alone, |book| alone.min(book.nodes() as f64 / 4.0))
}
