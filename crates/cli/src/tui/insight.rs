//! What is known about the positions of a game: values, best lines, mistakes.

use super::event::Question;
use super::oracle::{Analysis, ColumnValue, Value};
use dropline_core::{Column, Game, Position, Side, Undone};
use std::collections::HashMap;

/// How much worse than the best an estimated column must be to count as a mistake.
const CLEARLY_WORSE: f64 = 0.5;

/// What is known about one position.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Known {
    /// Values found so far, from the left.
    pub(crate) columns: Vec<ColumnValue>,
    /// The whole answer, once it is there.
    pub(crate) whole: Option<Analysis>,
}

impl Known {
    fn learn(&mut self, found: ColumnValue) {
        match self.columns.binary_search_by_key(&found.column, |known| known.column) {
            Ok(at) => self.columns[at] = found,
            Err(at) => self.columns.insert(at, found),
        }
    }

    pub(crate) fn value_of(&self, column: Column) -> Option<Value> {
        self.columns.iter().find(|found| found.column == column).map(|found| found.value)
    }

    /// The best column found so far; the first move of the best line where that is known.
    pub(crate) fn best(&self) -> Option<ColumnValue> {
        let line = self.whole.as_ref().and_then(|whole| whole.line.first().copied());
        if let Some(column) = line
            && let Some(value) = self.value_of(column)
        {
            return Some(ColumnValue { column, value });
        }
        self.columns.iter().copied().reduce(
            |best, found| {
                if found.value.cmp_for_mover(&best.value).is_gt() { found } else { best }
            },
        )
    }

    pub(crate) fn line(&self) -> &[Column] {
        self.whole.as_ref().map_or(&[], |whole| &whole.line)
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
    /// Whether the move that led here was a mistake.
    pub(crate) mistake: Option<Mistake>,
}

/// What is known about the positions of one variant, and what is being found out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Insight {
    known: HashMap<Position, Known>,
    running: Option<(Question, Position)>,
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

    pub(crate) fn is_running_for(&self, game: &Game) -> bool {
        self.running.as_ref().is_some_and(|(_, position)| *position == game.position())
    }

    pub(crate) fn asked(&mut self, question: Question, game: &Game) {
        self.problem = None;
        self.running = Some((question, game.position()));
    }

    /// The answer to the running question no longer matters.
    pub(crate) fn forget_running(&mut self) -> bool {
        self.running.take().is_some()
    }

    pub(crate) fn column_found(&mut self, question: Question, found: ColumnValue) {
        if let Some((running, position)) = &self.running
            && *running == question
        {
            self.known.entry(position.clone()).or_default().learn(found);
        }
    }

    /// Takes an answer in; says whether it was the one waited for.
    pub(crate) fn analyzed(&mut self, question: Question, analysis: Result<Analysis, String>) -> bool {
        let Some((_, position)) = self.running.take_if(|(running, _)| *running == question) else { return false };
        match analysis {
            Ok(analysis) => {
                let known = self.known.entry(position).or_default();
                for &found in &analysis.columns {
                    known.learn(found);
                }
                known.whole = Some(analysis);
            }
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
            points.push(GraphPoint { height: self.height(game), mistake });
        }
        points
    }

    /// The first position of the game, from its end, that nobody has analysed yet.
    pub(crate) fn unknown(&self, game: &Game) -> Option<Game> {
        let unknown = |game: &Game| !game.is_over() && self.at(game).is_none_or(|known| known.whole.is_none());
        positions(game).into_iter().rev().map(|(game, _)| game).find(unknown)
    }

    fn height(&self, game: &Game) -> Option<f64> {
        let for_red = |height: f64| if game.turn() == Side::Red { height } else { -height };
        if let Some(outcome) = game.outcome() {
            return Some(match outcome.winner() {
                None => 0.0,
                Some(Side::Red) => 1.0,
                Some(Side::Black) => -1.0,
            });
        }
        let known = self.at(game)?;
        let value = known.whole.as_ref().map(|whole| whole.value);
        Some(for_red(height(value?)))
    }

    pub(crate) fn mistake(&self, before: &Game, played: Column) -> Option<Mistake> {
        let known = self.at(before)?;
        let best = known.whole.as_ref()?.value;
        let played = known.value_of(played)?;
        if !best.is_proven() || !played.is_proven() {
            return (height(best) - height(played) > CLEARLY_WORSE).then_some(Mistake::Slip);
        }
        match class(best) - class(played) {
            lost if lost <= 0 => None,
            1 => Some(Mistake::Slip),
            _ => Some(Mistake::Blunder),
        }
    }
}

/// Won 2, tied 1, lost 0; in Max-Connect the margin.
const fn class(value: Value) -> i32 {
    match value {
        Value::Wins { .. } | Value::Winning => 2,
        Value::Tie | Value::Estimate { .. } | Value::Expected { .. } => 1,
        Value::Loses { .. } | Value::Losing => 0,
        Value::Margin(margin) => margin,
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
        let best = columns.iter().copied().reduce(|a, b| if b.value.cmp_for_mover(&a.value).is_gt() { b } else { a });
        let best = best.unwrap();
        Analysis { value: best.value, columns, line: vec![best.column], reasons: Vec::new() }
    }

    #[test]
    fn stale_answers_are_thrown_away() {
        let game = Game::new(Variant::STANDARD);
        let mut insight = Insight::default();
        insight.asked(1, &game);
        insight.asked(2, &game);
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
        insight.asked(1, &start);
        insight.analyzed(1, Ok(analysis(&[(4, Value::Loses { moves: 9 }), (5, Value::Wins { moves: 5 })])));
        insight.asked(2, &game);
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
}
