//! What is known about the positions of a game: values, best lines, mistakes.

use super::event::QuestionId;
use super::oracle::{Analysis, ColumnValue, Value};
use dropline_core::{Column, Game, Position, Side, Undone};
use std::collections::HashMap;

/// How closely a position was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Looked {
    /// Not every column has a value yet.
    #[default]
    Begun,
    /// For a short time.
    Briefly,
    /// For as long as it takes, with the best line and the reasons for it.
    Closely,
}

/// What is known about one position.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Known {
    /// Values found so far, from the left.
    pub(crate) columns: Vec<ColumnValue>,
    line: Vec<Column>,
    /// Why the first move of the best line is good, in sentences.
    pub(crate) reasons: Vec<String>,
    looked: Looked,
}

impl Known {
    /// Takes a value in; what is proven is not given up for an estimate.
    fn learn(&mut self, found: ColumnValue) {
        match self.columns.binary_search_by_key(&found.column, |known| known.column) {
            Ok(at) if self.columns[at].value.is_proven() && !found.value.is_proven() => {}
            Ok(at) => self.columns[at] = found,
            Err(at) => self.columns.insert(at, found),
        }
    }

    fn answered(&mut self, analysis: Analysis) {
        for &found in &analysis.columns {
            self.learn(found);
        }
        let looked = if analysis.closely { Looked::Closely } else { Looked::Briefly };
        if looked >= self.looked {
            (self.line, self.reasons, self.looked) = (analysis.line, analysis.reasons, looked);
        }
    }

    pub(crate) fn value_of(&self, column: Column) -> Option<Value> {
        self.columns.iter().find(|found| found.column == column).map(|found| found.value)
    }

    /// The best column found so far; the first move of the best line if none is better.
    pub(crate) fn best(&self) -> Option<ColumnValue> {
        let better = |best: ColumnValue, found: ColumnValue| {
            if found.value.cmp_for_mover(&best.value).is_gt() { found } else { best }
        };
        let best = self.columns.iter().copied().reduce(better)?;
        let first = self.line.first().and_then(|&column| Some(ColumnValue { column, value: self.value_of(column)? }));
        Some(first.map_or(best, |first| better(first, best)))
    }

    /// What the position is worth for the side to move, and whether that is proven: nothing can be better than a win, and everything
    /// else is proven only when every column is.
    fn value(&self) -> Option<(Value, bool)> {
        let best = self.best().filter(|_| self.looked > Looked::Begun)?.value;
        let won = matches!(best, Value::Wins { .. } | Value::Winning);
        Some((best, won || self.columns.iter().all(|found| found.value.is_proven())))
    }

    pub(crate) fn line(&self) -> &[Column] {
        &self.line
    }
}

/// A move that gave something away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// A win became a tie, a tie a loss, or points were lost.
    Slip,
    /// A win became a loss.
    Blunder,
}

/// One point of the graph: the position after so many moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GraphPoint {
    /// From -1 (black wins) to 1 (red wins); nothing while it is not known.
    pub(crate) height: Option<f64>,
    /// Whether that is proven; an estimate otherwise.
    pub(crate) proven: bool,
    /// Whether the move that led here was a mistake; only what is proven counts.
    pub(crate) mistake: Option<Mistake>,
}

/// A question that is being answered.
#[derive(Clone, Debug)]
struct Running {
    question: QuestionId,
    position: Position,
    looking: Looked,
}

/// What is known about the positions of one variant, and what is being found out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Insight {
    known: HashMap<Position, Known>,
    running: Option<Running>,
    /// Why the last position could not be analysed.
    pub(crate) problem: Option<String>,
}

impl Insight {
    pub(crate) fn at(&self, game: &Game) -> Option<&Known> {
        self.known.get(&game.position())
    }

    pub(crate) const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// How closely a position was looked at so far.
    pub(crate) fn looked(&self, game: &Game) -> Looked {
        self.at(game).map_or(Looked::Begun, |known| known.looked)
    }

    /// How closely a position is being looked at now.
    pub(crate) fn looking(&self, game: &Game) -> Option<Looked> {
        self.running.as_ref().filter(|running| running.position == game.position()).map(|running| running.looking)
    }

    pub(crate) fn asked(&mut self, question: QuestionId, game: &Game, looking: Looked) {
        self.problem = None;
        self.running = Some(Running { question, position: game.position(), looking });
    }

    /// The answer to the running question no longer matters.
    pub(crate) fn forget_running(&mut self) -> bool {
        self.running.take().is_some()
    }

    /// Takes a value in; says whether it was waited for.
    pub(crate) fn column_found(&mut self, question: QuestionId, found: ColumnValue) -> bool {
        let Some(running) = self.running.as_ref().filter(|running| running.question == question) else { return false };
        self.known.entry(running.position.clone()).or_default().learn(found);
        true
    }

    /// Takes an answer in; says whether it was the one waited for.
    pub(crate) fn analyzed(&mut self, question: QuestionId, analysis: Result<Analysis, String>) -> bool {
        let Some(running) = self.running.take_if(|running| running.question == question) else { return false };
        match analysis {
            Ok(analysis) => self.known.entry(running.position).or_default().answered(analysis),
            Err(problem) => self.problem = Some(problem),
        }
        true
    }

    /// The graph of a game: its start and every move, those that were taken back included.
    pub(crate) fn graph(&self, game: &Game) -> Vec<GraphPoint> {
        let positions = positions(game);
        let mut points = Vec::with_capacity(positions.len());
        for (index, (game, _)) in positions.iter().enumerate() {
            let mistake = index.checked_sub(1).and_then(|before| {
                let (earlier, played) = &positions[before];
                self.mistake(earlier, (*played)?)
            });
            let (height, proven) = self.height(game).unzip();
            points.push(GraphPoint { height, proven: proven.unwrap_or(false), mistake });
        }
        points
    }

    /// The first position of the game, from its end, that nobody has looked at yet; not the one on the board.
    pub(crate) fn unknown(&self, game: &Game) -> Option<Game> {
        let here = game.position();
        let unknown = |game: &Game| !game.is_over() && self.looked(game) == Looked::Begun && game.position() != here;
        positions(game).into_iter().rev().map(|(game, _)| game).find(unknown)
    }

    /// How high a position is in the graph, and whether that is proven.
    fn height(&self, game: &Game) -> Option<(f64, bool)> {
        if let Some(outcome) = game.outcome() {
            let height = match outcome.winner() {
                None => 0.0,
                Some(Side::Red) => 1.0,
                Some(Side::Black) => -1.0,
            };
            return Some((height, true));
        }
        let (value, proven) = self.at(game)?.value()?;
        let height = height(value);
        Some((if game.turn() == Side::Red { height } else { -height }, proven))
    }

    /// What a move gave away for certain: its own value and a better one are both proven.
    fn mistake(&self, before: &Game, played: Column) -> Option<Mistake> {
        let known = self.at(before)?;
        let played = known.value_of(played).filter(|value| value.is_proven())?;
        let proven = known.columns.iter().map(|found| found.value).filter(|value| value.is_proven());
        let best = proven.max_by(Value::cmp_for_mover)?;
        let lost_points = matches!((best, played), (Value::Margin(best), Value::Margin(played)) if best > played);
        match class(best) - class(played) {
            2 => Some(Mistake::Blunder),
            1 => Some(Mistake::Slip),
            _ => lost_points.then_some(Mistake::Slip),
        }
    }
}

/// Won 2, tied 1, lost 0.
const fn class(value: Value) -> i32 {
    match value {
        Value::Wins { .. } | Value::Winning => 2,
        Value::Tie | Value::Estimate { .. } | Value::Expected { .. } => 1,
        Value::Loses { .. } | Value::Losing => 0,
        Value::Margin(margin) => 1 + margin.signum(),
    }
}

/// From -1 (the side to move loses at once) to 1 (it wins at once).
fn height(value: Value) -> f64 {
    let sure = |moves: u32| 1.0 - f64::from(moves.min(25)) * 0.015;
    let by_points = |margin: f64| margin / (margin.abs() + 3.0);
    match value {
        Value::Wins { moves } => sure(moves),
        Value::Winning => sure(25),
        Value::Tie => 0.0,
        Value::Losing => -sure(25),
        Value::Loses { moves } => -sure(moves),
        Value::Margin(margin) => by_points(margin.into()),
        Value::Estimate { score, .. } => score * 0.6,
        Value::Expected { margin, .. } => by_points(margin),
    }
}

/// The game at its start and after every move, with the move that followed.
fn positions(game: &Game) -> Vec<(Game, Option<Column>)> {
    let mut at = game.clone();
    while at.redo().is_some() {}
    let mut positions = vec![(at.clone(), None)];
    while let Some(undone) = at.undo() {
        if let Undone::Drop(column) = undone {
            positions.push((at.clone(), Some(column)));
        }
    }
    positions.reverse();
    positions
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::Variant;

    fn analysis(columns: &[(u32, Value)]) -> Analysis {
        let columns: Vec<_> = columns
            .iter()
            .map(|&(number, value)| ColumnValue { column: Column::from_number(number).unwrap(), value })
            .collect();
        Analysis { columns, line: Vec::new(), reasons: Vec::new(), closely: true }
    }

    #[test]
    fn stale_answers_are_thrown_away() {
        let game = Game::new(Variant::STANDARD);
        let mut insight = Insight::default();
        insight.asked(1, &game, Looked::Closely);
        insight.asked(2, &game, Looked::Closely);
        let found = ColumnValue { column: Column::from_index(0), value: Value::Tie };
        insight.column_found(1, found);
        assert!(!insight.analyzed(1, Ok(analysis(&[(1, Value::Tie)]))));
        assert_eq!(insight.at(&game), None);
        insight.column_found(2, found);
        assert_eq!(insight.at(&game).unwrap().best(), Some(found));
        assert!(insight.analyzed(2, Ok(analysis(&[(1, Value::Tie), (4, Value::Wins { moves: 3 })]))));
        assert_eq!(insight.at(&game).unwrap().best().unwrap().column.number(), 4);
    }

    #[test]
    fn the_graph_marks_mistakes() {
        let mut game = Game::from_moves(Variant::STANDARD, "41").unwrap();
        game.undo();
        let mut insight = Insight::default();
        let start = Game::new(Variant::STANDARD);
        insight.asked(1, &start, Looked::Closely);
        insight.analyzed(1, Ok(analysis(&[(4, Value::Loses { moves: 9 }), (5, Value::Wins { moves: 5 })])));
        insight.asked(2, &game, Looked::Closely);
        insight.analyzed(2, Ok(analysis(&[(1, Value::Tie), (2, Value::Wins { moves: 9 })])));
        let graph = insight.graph(&game);
        assert_eq!(graph.len(), 3);
        assert_eq!(
            graph.iter().map(|point| point.mistake).collect::<Vec<_>>(),
            [None, Some(Mistake::Blunder), Some(Mistake::Slip)]
        );
        assert!(graph[0].height.unwrap() > 0.9);
        assert!(graph[1].height.unwrap() < -0.8, "black to move wins");
        assert_eq!(graph[2].height, None);
        assert_eq!(insight.unknown(&game).unwrap().moves().len(), 2);
    }

    #[test]
    fn only_proven_values_make_a_mistake() {
        let estimate = |score| Value::Estimate { score, depth: 6 };
        let mistake = |columns: &[(u32, Value)]| {
            let start = Game::new(Variant::STANDARD);
            let mut insight = Insight::default();
            insight.asked(1, &start, Looked::Briefly);
            insight.analyzed(1, Ok(analysis(columns)));
            let graph = insight.graph(&Game::from_moves(Variant::STANDARD, "4").unwrap());
            (graph[0].proven, graph[1].mistake)
        };
        assert_eq!(mistake(&[(4, estimate(-0.9)), (5, estimate(0.9))]), (false, None));
        assert_eq!(mistake(&[(4, estimate(-0.9)), (5, Value::Wins { moves: 3 })]), (true, None));
        assert_eq!(mistake(&[(4, Value::Losing), (5, estimate(0.9))]), (false, None));
        assert_eq!(mistake(&[(4, Value::Losing), (5, Value::Tie), (6, estimate(0.9))]), (false, Some(Mistake::Slip)));
        assert_eq!(mistake(&[(4, Value::Margin(1)), (5, Value::Margin(3))]), (true, Some(Mistake::Slip)));
        assert_eq!(mistake(&[(4, Value::Margin(-1)), (5, Value::Margin(3))]), (true, Some(Mistake::Blunder)));
        assert_eq!(mistake(&[(4, Value::Wins { moves: 9 }), (5, Value::Wins { moves: 3 })]), (true, None));
    }

    #[test]
    fn a_second_look_does_not_forget_what_is_proven() {
        let game = Game::new(Variant::STANDARD);
        let mut insight = Insight::default();
        insight.asked(1, &game, Looked::Briefly);
        insight.analyzed(1, Ok(analysis(&[(4, Value::Winning)])));
        insight.asked(2, &game, Looked::Closely);
        let column = Column::from_number(4).unwrap();
        assert!(insight.column_found(2, ColumnValue { column, value: Value::Estimate { score: 0.1, depth: 6 } }));
        assert_eq!(insight.at(&game).unwrap().value_of(column), Some(Value::Winning));
        assert!(insight.column_found(2, ColumnValue { column, value: Value::Wins { moves: 21 } }));
        assert_eq!(insight.at(&game).unwrap().value_of(column), Some(Value::Wins { moves: 21 }));
    }
}
