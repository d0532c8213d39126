//! Principal variation search, one ply deeper and deeper, until the budget is spent or the game is decided.
//!
//! The rules alone settle much: a side that can complete a line does, one that must stop a line has one drop, and a drop below a winning
//! cell of the enemy loses. Forced drops cost no depth, so that a chain of threats is followed to its end, and drops that make a threat are tried
//! beyond the last ply. Drops that come late in
//! the order are looked at less deeply first ([`reduction`]), except where the whole rest of the game is in reach; where the table has no drop to
//! try first, a shorter search finds one.

use super::zugzwang::{End, zugzwang};
use super::{MOST_GUESSED, PROVEN, Table, WIN, WeighedBoard};
use crate::budget::{Budget, Stopped};
use crate::search::table::{Bound, Seen};
use crate::search::{Urgent, centre_first};
use dropline_core::Side;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SearchReport {
    /// The best line known, the column to play first; never empty.
    pub(crate) line: Vec<usize>,
    pub(crate) outlook: SearchOutlook,
    /// Plies looked ahead.
    pub(crate) depth: u32,
}

/// How the game stands for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchOutlook {
    /// The side to move wins with its drop number so many from now, both sides' drops counted, or sooner.
    Win(u32),
    /// It loses to the drop number so many from now, or sooner.
    Loss(u32),
    /// Neither side can win against best play.
    Tie,
    /// Not known; more is better.
    Guess(i32),
}

/// How a search looks at what it sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Manner {
    /// Whether every drop is looked at to the same depth. Otherwise forced drops cost no depth, and unlikely ones are looked at less deeply or left out.
    pub(crate) plain: bool,
    /// Whether it counts out who ends in zugzwang.
    pub(crate) zugzwang: bool,
}

impl Manner {
    /// As well as it can.
    pub(crate) const BEST: Manner = Manner { plain: false, zugzwang: true };
}

/// One thread's search.
pub(crate) struct PrincipalVariation<'a, 'b> {
    position: WeighedBoard,
    manner: Manner,
    table: &'a Table,
    budget: &'a mut Budget<'b>,
    /// For each cell and side, how often a drop there was too good for the enemy to allow.
    history: Vec<[i32; 2]>,
    /// For each ply, the last two columns that were too good.
    killers: Vec<[u16; 2]>,
    moves: Vec<Move>,
    /// What playouts add to each column at the root; nothing if there were none.
    beyond: &'a [i32],
}

#[derive(Clone, Copy, Debug)]
struct Move {
    column: u16,
    promise: i32,
    /// What it adds to the worth of lines; nothing if it may add more than that.
    gain: Option<i32>,
}

/// The root's best so far in a pass, if it is better than what the pass began with.
type Partial = Option<(usize, i32)>;

/// No line is followed further than this.
const MOST_PLIES: i32 = 256;

/// More than any value.
const INFINITE: i32 = WIN + 1;

/// The width of the first guess around the value of the pass before.
const ASPIRATION: i32 = 60;

/// What a drop that makes no threat may be worth besides its lines.
const MARGIN: i32 = 40;

/// From this depth on a position that the table does not know is searched two plies less first, for a drop to begin with.
const FIRST_SHORTER: i32 = 4;

/// The least that a win by zugzwang is worth, however far away.
const LEAST_ZUGZWANG: i32 = 120;

const TABLE_MOVE: i32 = i32::MAX;
const KILLER: i32 = 400;
const MOST_HISTORY: i32 = 2000;

/// What a quiet position is worth to the side to move, in its parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietWorth {
    /// Its open lines, less those of the other side.
    pub(crate) lines: i32,
    /// Who runs out of moves when the columns fill up.
    pub(crate) zugzwang: i32,
    least: i32,
    most: i32,
}

impl QuietWorth {
    #[inline]
    pub(crate) fn of(position: &WeighedBoard, turn: Side) -> QuietWorth {
        let zugzwang = zugzwang(position, turn).map_or(0, |End { winner, drops }| {
            let worth = (40_000 / (drops as i32 + 45) - 160).max(LEAST_ZUGZWANG);
            if winner == turn { worth } else { -worth }
        });
        QuietWorth { zugzwang, ..QuietWorth::of_lines(position, turn) }
    }

    /// The same of one who does not count out zugzwang.
    #[inline]
    fn of_lines(position: &WeighedBoard, turn: Side) -> QuietWorth {
        let (least, most) = reach(position, turn);
        QuietWorth { lines: position.value(turn), zugzwang: 0, least, most }
    }

    /// Both parts together.
    #[inline]
    pub(crate) fn value(self) -> i32 {
        (self.lines + self.zugzwang).clamp(self.least, self.most)
    }
}

/// The least and the most that a guess may say: who has no line left cannot win.
#[inline]
const fn reach(position: &WeighedBoard, turn: Side) -> (i32, i32) {
    let least = if position.open(turn.other()) == 0 { 0 } else { -MOST_GUESSED };
    (least, if position.open(turn) == 0 { 0 } else { MOST_GUESSED })
}

impl<'a, 'b> PrincipalVariation<'a, 'b> {
    pub(crate) fn new(
        position: WeighedBoard,
        table: &'a Table,
        budget: &'a mut Budget<'b>,
    ) -> PrincipalVariation<'a, 'b> {
        let cells = position.columns() * (position.levels() + 1);
        let (killers, history) = (vec![[u16::MAX; 2]; MOST_PLIES as usize + 1], vec![[0; 2]; cells]);
        PrincipalVariation {
            position,
            manner: Manner::BEST,
            table,
            budget,
            history,
            killers,
            moves: Vec::new(),
            beyond: &[],
        }
    }

    pub(crate) fn with_manner(self, manner: Manner) -> PrincipalVariation<'a, 'b> {
        PrincipalVariation { manner, ..self }
    }

    /// With what playouts add to each column at the root.
    pub(crate) fn with_playouts(self, beyond: &'a [i32]) -> PrincipalVariation<'a, 'b> {
        PrincipalVariation { beyond, ..self }
    }

    /// The values of the columns with room, looked at one ply further and further up to `last`, the best first, and how far that was. Of a
    /// column worse than the best by `margin` or more only that is certain. The first pass always ends.
    pub(crate) fn weigh(&mut self, turn: Side, last: u32, margin: i32) -> (Vec<(usize, i32)>, u32) {
        let mut columns = centre_first(self.position.columns());
        columns.retain(|&column| self.position.has_room(column));
        let mut values: Vec<(usize, i32)> = columns.into_iter().map(|column| (column, 0)).collect();
        let last = last.min(MOST_PLIES as u32);
        for depth in 1..=last {
            self.budget.unbounded(depth == 1);
            let start = self.position.clone();
            let mut found = Vec::with_capacity(values.len());
            for &(column, _) in &values {
                let best = found.iter().map(|&(_, value)| value).max().unwrap_or(-INFINITE);
                match self.column(turn, column, depth as i32, (best - margin).max(-INFINITE)) {
                    Ok(value) => found.push((column, value)),
                    Err(Stopped) => {
                        self.position = start;
                        return (values, depth - 1);
                    }
                }
            }
            found.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
            values = found;
            let decided = values.iter().all(|&(_, value)| value.abs() > PROVEN);
            if decided || values[0].1 > PROVEN || self.budget.is_spent() {
                return (values, depth);
            }
        }
        (values, last)
    }

    /// The value of a column at the root.
    fn column(&mut self, turn: Side, column: usize, depth: i32, alpha: i32) -> Result<i32, Stopped> {
        self.moves.clear();
        if self.position.wins(column, turn) {
            return Ok(WIN - 1);
        }
        let (reach, alpha) = (reach(&self.position, turn), self.without_playouts_of(column, alpha));
        let found = self.drop(column, turn, 0, depth - 1, (alpha, INFINITE))?;
        Ok(self.with_playouts_of(column, found, reach))
    }

    /// What playouts add to a column at the root.
    fn added(&self, column: usize) -> i32 {
        self.beyond.get(column).copied().unwrap_or(0)
    }

    /// A bound for a column at the root with playouts, for its search without. What is proven needs none.
    fn without_playouts_of(&self, column: usize, bound: i32) -> i32 {
        if bound.abs() > PROVEN { bound } else { bound - self.added(column) }
    }

    /// What the search found of a column at the root, with playouts.
    fn with_playouts_of(&self, column: usize, found: i32, (least, most): (i32, i32)) -> i32 {
        if found.abs() > PROVEN { found } else { (found + self.added(column)).clamp(least, most) }
    }

    /// The best of some columns for `turn`, searched from `first` to at most `last` plies, or to `first` if there is only one. The first
    /// pass always ends. `told` hears of each pass.
    pub(crate) fn deepen(
        &mut self,
        turn: Side,
        mut columns: Vec<usize>,
        (first, last): (u32, u32),
        mut told: impl FnMut(&SearchReport, u64),
    ) -> SearchReport {
        let last = if columns.len() == 1 { first } else { last.min(MOST_PLIES as u32) };
        let mut report = SearchReport { line: vec![columns[0]], outlook: SearchOutlook::Guess(0), depth: 0 };
        let mut value = 0;
        for depth in first..=last.max(first) {
            self.budget.unbounded(depth == first);
            let start = self.position.clone();
            let mut partial = None;
            let ended = self.pass(turn, depth as i32, value, &mut columns, &mut partial);
            if let Some((column, found)) = partial {
                value = found;
                report.line = vec![column];
                report.outlook = self.outlook(found, depth);
            }
            if ended.is_err() {
                self.position = start;
                // Columns not yet looked at may be better, so of a pass cut short only a win is certain.
                if partial.is_some_and(|(_, found)| found <= PROVEN) {
                    report.outlook = SearchOutlook::Guess(value.max(-MOST_GUESSED));
                }
                break;
            }
            report.depth = depth;
            report.line = self.line(turn, report.line[0], depth);
            told(&report, self.budget.nodes());
            if !matches!(report.outlook, SearchOutlook::Guess(_)) || self.budget.is_spent() {
                break;
            }
        }
        report
    }

    fn outlook(&self, value: i32, depth: u32) -> SearchOutlook {
        if value > PROVEN {
            SearchOutlook::Win((WIN - value) as u32)
        } else if value < -PROVEN {
            SearchOutlook::Loss((WIN + value) as u32)
        } else if depth as usize >= self.position.vacant() || self.hopeless() {
            SearchOutlook::Tie
        } else {
            SearchOutlook::Guess(value)
        }
    }

    /// Whether neither side can complete a line any more.
    const fn hopeless(&self) -> bool {
        self.position.open(Side::Red) == 0 && self.position.open(Side::Black) == 0
    }

    /// Searches the root to one depth, around the value of the pass before first. Columns that prove good move to the front.
    fn pass(
        &mut self,
        turn: Side,
        depth: i32,
        guess: i32,
        columns: &mut [usize],
        partial: &mut Partial,
    ) -> Result<(), Stopped> {
        let narrow = depth > 3 && guess.abs() < PROVEN;
        let mut bounds = if narrow { (guess - ASPIRATION, guess + ASPIRATION) } else { (-INFINITE, INFINITE) };
        loop {
            let value = self.root(turn, depth, bounds, columns, partial)?;
            if value <= bounds.0 {
                bounds.0 = -INFINITE;
            } else if value >= bounds.1 {
                bounds.1 = INFINITE;
            } else {
                return Ok(());
            }
        }
    }

    fn root(
        &mut self,
        turn: Side,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        columns: &mut [usize],
        partial: &mut Partial,
    ) -> Result<i32, Stopped> {
        self.moves.clear();
        let mut value = -INFINITE;
        let reach = reach(&self.position, turn);
        for at in 0..columns.len() {
            let column = columns[at];
            let window = (at == 0, self.without_playouts_of(column, alpha), self.without_playouts_of(column, beta));
            let found = self.variation(column, turn, 0, depth - 1, 0, window)?;
            let found = self.with_playouts_of(column, found, reach);
            value = value.max(found);
            if found > alpha {
                alpha = found;
                *partial = Some((column, found));
                columns[..=at].rotate_right(1);
                if found >= beta {
                    break;
                }
            }
        }
        Ok(value)
    }

    /// The value of a drop, the first of a node with the whole window, others by asking first whether they are better at all.
    fn variation(
        &mut self,
        column: usize,
        side: Side,
        ply: i32,
        depth: i32,
        less: i32,
        (first, alpha, beta): (bool, i32, i32),
    ) -> Result<i32, Stopped> {
        if first {
            return self.drop(column, side, ply, depth, (alpha, beta));
        }
        let mut found = self.drop(column, side, ply, depth - less, (alpha, alpha + 1))?;
        if less > 0 && found > alpha {
            found = self.drop(column, side, ply, depth, (alpha, alpha + 1))?;
        }
        if found > alpha && found < beta {
            found = self.drop(column, side, ply, depth, (alpha, beta))?;
        }
        Ok(found)
    }

    /// The value for `side` of a drop at `ply`, looked at `depth` plies further.
    fn drop(&mut self, column: usize, side: Side, ply: i32, depth: i32, window: (i32, i32)) -> Result<i32, Stopped> {
        self.position.make(column, side);
        let value = -self.node(side.other(), ply + 1, depth, -window.1, -window.0)?;
        self.position.unmake(column, side);
        Ok(value)
    }

    fn node(&mut self, turn: Side, ply: i32, depth: i32, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.budget.visit()?;
        if self.position.vacant() == 0 || self.hopeless() {
            return Ok(0);
        }
        // So a depth that reaches the end of the game is one that no line is cut short by.
        let depth = depth.min(MOST_PLIES - ply);
        match self.position.urgent(turn) {
            Urgent::Win => return Ok(WIN - (ply + 1)),
            Urgent::Loss => return Ok(-(WIN - (ply + 2))),
            Urgent::Block(column) if ply < MOST_PLIES && !(self.manner.plain && depth <= 0) => {
                return self.drop(column, turn, ply, depth - i32::from(self.manner.plain), (alpha, beta));
            }
            _ => {}
        }
        if self.position.open(turn) == 0 && alpha >= 0 || self.position.open(turn.other()) == 0 && beta <= 0 {
            return Ok(0);
        }
        if depth <= 0 {
            return if depth < 0 || self.manner.plain {
                Ok(self.judge(turn))
            } else {
                self.settle(turn, ply, alpha, beta)
            };
        }
        let soonest = WIN - (ply + 3);
        if alpha >= soonest {
            return Ok(soonest);
        }
        self.expand(turn, ply, depth, alpha, beta)
    }

    /// The value of a quiet position beyond the last ply: what it is worth as it stands, or after a drop that makes a threat. A win seen so is as good as any, but not told as proven:
    /// there may be a sooner one among the drops that are not tried.
    fn settle(&mut self, turn: Side, ply: i32, mut alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let mut value = self.judge(turn);
        if ply >= MOST_PLIES {
            return Ok(value);
        }
        for column in 0..self.position.columns() {
            if value >= beta {
                break;
            }
            let position = &self.position;
            if position.has_room(column)
                && position.threatens(column, turn)
                && !position.wins_above(column, turn.other())
            {
                alpha = alpha.max(value);
                value = value.max(self.drop(column, turn, ply, -1, (alpha, beta))?.min(MOST_GUESSED));
            }
        }
        Ok(value)
    }

    /// The value of a position in which nothing is urgent, by its drops.
    fn expand(&mut self, turn: Side, ply: i32, depth: i32, mut alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let key = self.position.key_of(turn);
        let seen = self.table.get(key);
        if let Some(seen) = seen {
            let here = Seen { value: from_here(seen.value, ply), ..seen };
            if settles(&here, depth as u32, alpha, beta) {
                return Ok(here.value);
            }
        }
        let whole = depth as usize >= self.position.vacant();
        let mut hint = seen.map(|seen| seen.best);
        if hint.is_none() && depth >= FIRST_SHORTER && !whole && !self.manner.plain {
            self.expand(turn, ply, depth - 2, alpha, beta)?;
            hint = self.table.get(key).map(|seen| seen.best);
        }
        let first = self.moves.len();
        let left_out = self.list(turn, ply, hint);
        let start = alpha;
        // A drop left out loses to the reply.
        let mut value = if left_out { -(WIN - (ply + 2)) } else { -INFINITE };
        let mut best = usize::from(self.moves[first].column);
        // On the last ply the lines tell nearly all of what a drop is worth, and most drops need not be made.
        let hope = (depth == 1 && !whole && !self.manner.plain && alpha > -PROVEN).then(|| self.judge(turn) + MARGIN);
        for at in first..self.moves.len() {
            let column = self.next_move(at);
            let late = at - first;
            if late > 0
                && let (Some(hope), Some(gain)) = (hope, self.moves[at].gain)
                && hope + gain <= alpha
            {
                value = value.max((hope + gain).clamp(-MOST_GUESSED, MOST_GUESSED));
                continue;
            }
            let less =
                if whole || self.manner.plain { 0 } else { reduction(depth, late, self.moves[at].gain.is_none()) };
            let found = self.variation(column, turn, ply, depth - 1, less, (late == 0, alpha, beta))?;
            if found > value {
                value = found;
                best = column;
                alpha = alpha.max(found);
                if alpha >= beta {
                    self.remember(turn, ply, depth, first, at);
                    break;
                }
            }
        }
        self.moves.truncate(first);
        self.table.put(key, to_table(value, ply), Bound::of(value, start, beta), depth as u32, best);
        Ok(value)
    }

    /// Lists the drops that do not lose to the reply, and tells whether there are others. At least one does not.
    fn list(&mut self, turn: Side, ply: i32, hint: Option<usize>) -> bool {
        let enemy = turn.other();
        let killers = self.killers[ply as usize];
        let mut left_out = false;
        for column in 0..self.position.columns() {
            if !self.position.has_room(column) {
                continue;
            }
            if self.position.wins_above(column, enemy) {
                left_out = true;
                continue;
            }
            let mut drop = Move { column: column as u16, promise: TABLE_MOVE, gain: None };
            if hint != Some(column) {
                let history = self.history[self.position.top(column)][turn.index()];
                let killer = if killers.contains(&drop.column) { KILLER } else { 0 };
                let (gain, threatens) = self.position.gain(column, turn);
                drop.promise = 4 * gain + history + killer;
                drop.gain = (!threatens).then_some(gain);
            }
            self.moves.push(drop);
        }
        left_out
    }

    /// Notes a drop that the enemy will not allow, and those tried before it in vain.
    fn remember(&mut self, turn: Side, ply: i32, depth: i32, first: usize, at: usize) {
        let weight = (depth * depth).min(400);
        for tried in first..=at {
            let column = usize::from(self.moves[tried].column);
            let history = &mut self.history[self.position.top(column)][turn.index()];
            // The nearer to the limit, the less is added.
            let more = if tried == at { weight } else { -weight };
            *history += more - *history * weight / MOST_HISTORY;
        }
        let column = self.moves[at].column;
        let killers = &mut self.killers[ply as usize];
        if killers[0] != column {
            *killers = [column, killers[0]];
        }
    }

    /// Brings the most promising of the moves from `at` on to `at` and returns its column; of equals the first.
    fn next_move(&mut self, at: usize) -> usize {
        let rest = &mut self.moves[at..];
        let mut most = 0;
        for other in 1..rest.len() {
            if rest[other].promise > rest[most].promise {
                most = other;
            }
        }
        rest.swap(0, most);
        rest[0].column.into()
    }

    /// The worth of a quiet position.
    fn judge(&self, turn: Side) -> i32 {
        match self.manner.zugzwang {
            true => QuietWorth::of(&self.position, turn).value(),
            false => QuietWorth::of_lines(&self.position, turn).value(),
        }
    }

    /// The line that the table holds after a first drop.
    fn line(&mut self, turn: Side, column: usize, depth: u32) -> Vec<usize> {
        let mut line = vec![column];
        let mut side = turn;
        self.position.make(column, side);
        while line.len() < depth as usize && self.position.vacant() > 0 {
            side = side.other();
            let next = match self.position.urgent(side) {
                Urgent::Win | Urgent::Loss => {
                    (0..self.position.columns()).find(|&column| self.position.wins(column, side))
                }
                Urgent::Block(column) => Some(column),
                Urgent::Nothing => self.table.get(self.position.key_of(side)).map(|seen| seen.best),
            };
            let Some(column) =
                next.filter(|&column| column < self.position.columns() && self.position.has_room(column))
            else {
                break;
            };
            let over = self.position.wins(column, side);
            self.position.make(column, side);
            line.push(column);
            if over {
                break;
            }
        }
        for (at, &column) in line.iter().enumerate().rev() {
            self.position.unmake(column, if at % 2 == 0 { turn } else { turn.other() });
        }
        line
    }
}

/// How many plies less a drop is looked at that comes after so many others: a third of the product of the logarithms of depth and place, one less if it makes
/// a threat.
pub(super) const fn reduction(depth: i32, late: usize, threatens: bool) -> i32 {
    if depth < 3 || late < 3 {
        return 0;
    }
    let less = (384 + sixteenths_of_log2(depth as u32) * sixteenths_of_log2(late as u32 + 1)) / 768;
    let less = less as i32 - threatens as i32;
    if less < 0 {
        0
    } else if less < depth {
        less
    } else {
        depth - 1
    }
}

/// 16 times the logarithm to base 2, by straight lines between the powers of two: the same on every computer.
const fn sixteenths_of_log2(number: u32) -> u32 {
    let whole = number.ilog2();
    16 * whole + ((16 * (number - (1 << whole))) >> whole)
}

/// Whether the value of a position settles a search of so many plies within these bounds.
///
/// What is proven is true at any depth: a win is at least that good, a loss at most.
#[inline]
pub(super) const fn settles(seen: &Seen, depth: u32, alpha: i32, beta: i32) -> bool {
    let deep = seen.depth >= depth;
    let proven = match seen.bound {
        Bound::Exact => seen.value.abs() > PROVEN,
        Bound::AtLeast => seen.value > PROVEN,
        Bound::AtMost => seen.value < -PROVEN,
    };
    (deep || proven) && seen.bound.settles(seen.value, alpha, beta)
}

/// Wins and losses are counted from the root in the search and from the position itself in the table.
const fn to_table(value: i32, ply: i32) -> i32 {
    if value > PROVEN {
        value + ply
    } else if value < -PROVEN {
        value - ply
    } else {
        value
    }
}

const fn from_here(value: i32, ply: i32) -> i32 {
    if value > PROVEN {
        value - ply
    } else if value < -PROVEN {
        value + ply
    } else {
        value
    }
}
