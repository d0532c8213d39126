//! Plans: how a side that has just moved answers every move from here on, and what that is sure to bring.
//!
//! They are the strategies by which the solver proves positions without a search (docs/solver.md has the arguments), for people to follow: M is the
//! side to move, R the one with the plan. Everything M can ever get under the plan is collected, and holds no line.

use super::cell_grid::CellGrid;
use crate::Score;
use crate::analysis::threats;
use dropline_core::{Board, Cell, Column, Game, Rules, Side, SideNames};

/// How a side can play from here on, and what it is then sure of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Plan {
    /// Whose plan it is.
    pub side: Side,
    /// The moves that come first, after the one explained.
    pub before: Vec<Column>,
    /// Whether the other side has no choice in them; otherwise they are best play.
    pub forced: bool,
    /// How the side answers.
    pub rule: PlanRule,
    /// Cells that answer each other.
    pub pairs: Vec<[Cell; 2]>,
    /// Columns to wait in.
    pub waiting: Vec<Column>,
    /// A threat of its own that the side no longer counts on: its column is needed for a waiting move.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub given_up: Option<Cell>,
    /// Lines that the other side could make with what is left to it, each with the one that the side completes before.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub too_late: Vec<[Vec<Cell>; 2]>,
    /// All vacant cells that the other side can still get; of a pair it gets one.
    pub left: Vec<Cell>,
    /// What the side is sure of.
    pub promise: Promise,
}

/// How the side with a plan answers a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum PlanRule {
    /// In the same column.
    FollowUp,
    /// One cell of a pair with the other, else in the same column.
    BaseInverse,
    /// In the same column, and where that is full in a column that is of no use to the other side.
    FreeColumns,
    /// In the same column; when the first of two columns is full, once in the other.
    LateWait,
}

/// What a plan is sure to bring.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case", tag = "promise"))]
pub enum Promise {
    /// The other side completes no line.
    CannotLose,
    /// Besides, the other side must in the end play below one of these threats.
    PlaysUnder {
        /// The threats.
        cells: Vec<Cell>,
        /// Moves that both sides can make before: an even number, so the side that begins runs out of them.
        waits: usize,
    },
    /// Besides, the side completes a line with the cells it gets.
    CompletesLine {
        /// Its cells.
        cells: Vec<Cell>,
    },
    /// Max-Connect: the final margin is at least so many points.
    Margin {
        /// For the side with the plan; less than 0 if it is behind.
        points: i32,
    },
}

impl Promise {
    /// What the score is at least for the side with the plan.
    pub(super) const fn least(&self) -> Score {
        match self {
            Promise::CannotLose => 0,
            Promise::PlaysUnder { .. } | Promise::CompletesLine { .. } => 1,
            Promise::Margin { points } => *points,
        }
    }
}

/// More cells than these are not paired by trial.
const MOST_PAIRED: usize = 6;

impl Plan {
    /// The plans of the side that has just moved, as far as the rules prove some.
    pub(super) fn all(game: &Game) -> Vec<Plan> {
        if game.is_over() || game.variant().connect() < 2 {
            return Vec::new();
        }
        let sides = Sides::of(game);
        match game.variant().rules() {
            Rules::Connect => sides.plans(),
            Rules::Max => sides.margin().into_iter().collect(),
        }
    }

    /// Whether it wins the game.
    #[must_use]
    pub const fn wins(&self) -> bool {
        self.promise.least() > 0
    }

    /// The cells that show it: those that are left to the other side, and where the win is.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        match &self.promise {
            Promise::PlaysUnder { cells, .. } | Promise::CompletesLine { cells } => cells.clone(),
            Promise::CannotLose | Promise::Margin { .. } => self.left.clone(),
        }
    }

    pub(super) fn words(&self, names: SideNames) -> String {
        let (mine, theirs) = (names.name(self.side), names.name(self.side.other()));
        let (capital, their_capital) = (names.capital(self.side), names.capital(self.side.other()));
        let first = match (self.before.as_slice(), self.forced) {
            ([], _) => String::new(),
            ([one], true) => format!("After column {one}: "),
            (many, true) => format!("After columns {}, which are forced: ", super::list(many)),
            (some, false) => format!("Best play goes on with {}. Then: ", super::columns(some)),
        };
        let spare = self
            .given_up
            .map_or_else(String::new, |cell| format!("{capital} gives up its threat on {cell}, to wait there. "));
        let answers = match self.rule {
            PlanRule::FollowUp => format!("{capital} answers every move in the same column."),
            PlanRule::BaseInverse => {
                let pair = |[one, two]: &[Cell; 2]| format!("{one} with {two}");
                let pairs: Vec<String> = self.pairs.iter().map(pair).collect();
                format!(
                    "{capital} answers {} and the other way round, and every other move in the same column.",
                    super::list(&pairs)
                )
            }
            PlanRule::FreeColumns => format!(
                "{capital} answers every move in the same column, and where that is full waits in {}, which {theirs} has no use for.",
                super::columns(&self.waiting)
            ),
            PlanRule::LateWait => format!(
                "{capital} answers every move in the same column; when one of columns {} is full, {mine} waits once in the other.",
                super::list(&self.waiting)
            ),
        };
        let gets = format!("{their_capital} gets no more than the marked cells");
        let brings = match &self.promise {
            Promise::CannotLose => format!("{gets}, completes no line with them, and so cannot win."),
            Promise::PlaysUnder { cells, waits: 0 } => format!(
                "{their_capital} completes no line, and must play below {} now: no other moves are left.",
                super::list_or(cells),
            ),
            Promise::PlaysUnder { cells, waits } => format!(
                "{their_capital} completes no line, and must in the end play below {}: {waits} other moves are left, {theirs} begins, and so runs out of them first.",
                super::list_or(cells),
            ),
            Promise::CompletesLine { cells } => {
                format!("{their_capital} completes no line, and {mine} gets the line {}.", super::list(cells))
            }
            Promise::Margin { points: 0 } => format!("{gets}, and {mine} has at least a tie."),
            Promise::Margin { points } if *points > 0 => {
                format!("{gets}, and {mine} ends at least {} ahead.", super::points(*points))
            }
            Promise::Margin { points } => format!("{gets}, and {mine} ends at most {} behind.", super::points(-points)),
        };
        let late = self.too_late.first().map_or_else(String::new, |[line, before]| {
            format!(" A line such as {} comes too late: {mine} has {} by then.", super::list(line), super::list(before))
        });
        format!("{first}{spare}{answers} {brings}{late}")
    }
}

/// Who gets which of the vacant cells if R answers in the same column.
struct Shares {
    first: Vec<Cell>,
    second: Vec<Cell>,
    /// The lowest threat of R among its own cells in each column: M must not play below it, and never gets above it.
    wins: Vec<Cell>,
}

impl Shares {
    /// M's cells that R does not win before.
    fn reach(&self) -> impl Iterator<Item = Cell> + Clone {
        let closed = |cell: &Cell| self.wins.iter().any(|win| win.column == cell.column && win.level <= cell.level);
        self.first.iter().copied().filter(move |cell| !closed(cell))
    }
}

struct Sides<'a> {
    board: &'a Board,
    mover: Side,
    planner: Side,
    /// R's threats.
    standing: Vec<Cell>,
    /// Whether M can win at once.
    too_late: bool,
}

impl<'a> Sides<'a> {
    fn of(game: &'a Game) -> Sides<'a> {
        let (board, mover) = (game.board(), game.turn());
        let all = threats(board);
        let standing = all.iter().filter(|threat| threat.side != mover).map(|threat| threat.cell).collect();
        let too_late = super::forcing::playable(&all, mover).next().is_some();
        Sides { board, mover, planner: mover.other(), standing, too_late }
    }

    fn vacant(&self, column: Column) -> impl Iterator<Item = Cell> + use<> {
        (self.board.height(column)..self.board.variant().levels()).map(move |level| Cell::at(column.index(), level))
    }

    fn odd(&self) -> impl Iterator<Item = Column> + '_ {
        self.board.columns().filter(|&column| self.vacant(column).count() % 2 == 1)
    }

    /// The lowest vacant cell of each of these columns, which have one.
    fn bases(&self, columns: &[Column]) -> Vec<Cell> {
        columns.iter().map(|column| Cell::at(column.index(), self.board.height(*column))).collect()
    }

    /// The shares above the lowest vacant cells of `based` columns, and from these on in the others.
    fn shares(&self, based: &[Column]) -> Shares {
        let (mut first, mut second, mut wins) = (Vec::new(), Vec::new(), Vec::new());
        for column in self.board.columns() {
            let base = usize::from(based.contains(&column));
            let cells: Vec<Cell> = self.vacant(column).skip(base).collect();
            first.extend(cells.iter().step_by(2));
            let theirs = cells.iter().skip(1).step_by(2);
            second.extend(theirs.clone());
            wins.extend(theirs.clone().find(|cell| self.standing.contains(cell)));
        }
        Shares { first, second, wins }
    }

    fn plans(&self) -> Vec<Plan> {
        if self.too_late {
            return Vec::new();
        }
        let shares = self.shares(&[]);
        let closed = |column: Column| shares.wins.iter().copied().find(|win| win.column == column);
        let odd: Vec<Column> = self.odd().filter(|&column| closed(column).is_none()).collect();
        if odd.is_empty() {
            let lines = self.reach(shares.reach()).lines().collect();
            let promise = || self.promise(&shares.second, &shares.wins);
            let plan = |too_late| {
                let plan = self.plan(PlanRule::FollowUp, shares.reach().collect(), promise());
                Plan { too_late, ..plan }
            };
            return self.refuted(lines, &shares.second).map(plan).into_iter().collect();
        }
        if odd.len().is_multiple_of(2) {
            return self.base_inverse(&odd).into_iter().chain(self.free_columns(&shares, &odd, None)).collect();
        }
        // A waiting move is missing: the threat in another odd column is given up for it.
        let spares = self.odd().filter_map(closed);
        let plans = spares.flat_map(|spare| {
            let odd = [&odd, [spare.column].as_slice()].concat();
            let plans = self.base_inverse(&odd).into_iter().chain(self.free_columns(&shares, &odd, Some(spare)));
            plans.map(move |plan| Plan { given_up: Some(spare), ..plan })
        });
        plans.collect()
    }

    /// M's checkers with more cells.
    fn reach(&self, cells: impl Iterator<Item = Cell>) -> CellGrid {
        CellGrid::checkers(self.board, self.mover).with(cells)
    }

    /// These lines of M, each with one that R completes before with its `sure` cells below; nothing if one of them comes in time.
    fn refuted(&self, lines: Vec<Vec<Cell>>, sure: &[Cell]) -> Option<Vec<[Vec<Cell>; 2]>> {
        let refuting = |line: Vec<Cell>| {
            let below = |cell: &Cell| line.iter().any(|above| above.column == cell.column && above.level > cell.level);
            let own = CellGrid::checkers(self.board, self.planner).with(sure.iter().copied().filter(below));
            let before = own.lines().next()?;
            Some([line, before])
        };
        lines.into_iter().map(refuting).collect()
    }

    /// The lowest cells of the odd columns are paired so that M gets one of each.
    fn base_inverse(&self, odd: &[Column]) -> Option<Plan> {
        let (shares, bases) = (self.shares(odd), self.bases(odd));
        let lines: Vec<Vec<Cell>> = self.reach(shares.reach().chain(bases.iter().copied())).lines().collect();
        let (pairs, too_late) = pairings(&bases).into_iter().find_map(|pairs| {
            let open = |line: &&Vec<Cell>| pairs.iter().all(|[one, two]| !line.contains(one) || !line.contains(two));
            let too_late = self.refuted(lines.iter().filter(open).cloned().collect(), &shares.second)?;
            Some((pairs, too_late))
        })?;
        let left = shares.reach().chain(bases).collect();
        let promise = self.promise(&shares.second, &shares.wins);
        Some(Plan { pairs, too_late, ..self.plan(PlanRule::BaseInverse, left, promise) })
    }

    /// M may have every cell of the odd columns, or all but the top of the one in which R waits late; of a given up threat's column it never gets the top.
    fn free_columns(&self, shares: &Shares, odd: &[Column], spare: Option<Cell>) -> Option<Plan> {
        let all = || odd.iter().flat_map(|&column| self.vacant(column));
        let top = self.board.variant().levels() - 1;
        let late = |&column: &Column| {
            let cells = shares.reach().chain(self.vacant(column));
            let gets = |cell: &Cell| cell.column != column || cell.level.index() < top;
            self.reach(cells.filter(gets)).flat_lines().next().is_none()
        };
        let waits = |column: &&Column| spare.is_none_or(|spare| spare.column == **column);
        let outside: Vec<Cell> = shares.second.iter().copied().filter(|cell| !odd.contains(&cell.column)).collect();
        let lines = self.reach(shares.reach().chain(all())).flat_lines().collect();
        let (rule, too_late) = match self.refuted(lines, &outside) {
            Some(too_late) => (PlanRule::FreeColumns, too_late),
            None if odd.len() == 2 && odd.iter().filter(waits).all(late) => (PlanRule::LateWait, Vec::new()),
            None => return None,
        };
        let mut left: Vec<Cell> = shares.reach().chain(all()).collect();
        left.sort_unstable();
        left.dedup();
        let wins: Vec<Cell> = shares.wins.iter().copied().filter(|win| spare != Some(*win)).collect();
        let promise = self.promise(&outside, &wins);
        Some(Plan { waiting: odd.to_vec(), too_late, ..self.plan(rule, left, promise) })
    }

    /// A plan that holds, with what it leaves to M and brings.
    const fn plan(&self, rule: PlanRule, left: Vec<Cell>, promise: Promise) -> Plan {
        Plan {
            side: self.planner,
            before: Vec::new(),
            forced: true,
            rule,
            pairs: Vec::new(),
            waiting: Vec::new(),
            given_up: None,
            too_late: Vec::new(),
            left,
            promise,
        }
    }

    /// What a plan brings that gives R these cells and threats.
    fn promise(&self, second: &[Cell], wins: &[Cell]) -> Promise {
        let own = CellGrid::checkers(self.board, self.planner).with(second.iter().copied());
        let levels = self.board.variant().levels();
        if !wins.is_empty() {
            let lost: usize = wins.iter().map(|win| levels - win.level.index() + 1).sum();
            Promise::PlaysUnder { cells: wins.to_vec(), waits: self.board.vacant() - lost }
        } else if let Some(cells) = own.lines().next() {
            Promise::CompletesLine { cells }
        } else {
            Promise::CannotLose
        }
    }

    /// Max-Connect: the best margin that R can be sure of by answering in the same column and pairing what is too much.
    fn margin(&self) -> Option<Plan> {
        let odd: Vec<Column> = self.odd().collect();
        if !odd.len().is_multiple_of(2) || odd.len() > MOST_PAIRED {
            return None;
        }
        let (shares, bases) = (self.shares(&odd), self.bases(&odd));
        let worst = |pairs: &Vec<[Cell; 2]>| {
            (0..1_usize << pairs.len()).map(|choice| self.filled(&shares, pairs, choice)).min().unwrap_or(0)
        };
        let best = pairings(&bases).into_iter().map(|pairs| (worst(&pairs), pairs));
        let (points, pairs) = best.max_by_key(|(points, _)| *points)?;
        let rule = if pairs.is_empty() { PlanRule::FollowUp } else { PlanRule::BaseInverse };
        let left = shares.first.iter().copied().chain(bases).collect();
        Some(Plan { pairs, ..self.plan(rule, left, Promise::Margin { points }) })
    }

    /// R's margin on the full board, M having taken of each pair the cell that the bits of `choice` say.
    fn filled(&self, shares: &Shares, pairs: &[[Cell; 2]], choice: usize) -> i32 {
        let taken = |side: usize| pairs.iter().enumerate().map(move |(at, pair)| pair[(choice >> at & 1) ^ side]);
        let lines = |side, cells: &[Cell], base| {
            CellGrid::checkers(self.board, side).with(cells.iter().copied()).with(taken(base)).lines().count() as i32
        };
        lines(self.planner, &shares.second, 1) - lines(self.mover, &shares.first, 0)
    }
}

/// All ways to make pairs of an even number of cells; if they are many, only neighbours with neighbours.
fn pairings(cells: &[Cell]) -> Vec<Vec<[Cell; 2]>> {
    let [first, rest @ ..] = cells else { return vec![Vec::new()] };
    if cells.len() > MOST_PAIRED {
        return vec![cells.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()];
    }
    let mut all = Vec::new();
    for (at, partner) in rest.iter().enumerate() {
        let others: Vec<Cell> =
            rest.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, &cell)| cell).collect();
        all.extend(pairings(&others).into_iter().map(|mut pairs| {
            pairs.insert(0, [*first, *partner]);
            pairs
        }));
    }
    all
}
