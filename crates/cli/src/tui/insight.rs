//! What is known about the positions of a game: values, best lines, mistakes.

use super::event::QuestionId;
use dropline_core::{Column, Game, Position, Side, Undone};
use dropline_engine::analysis::{Analysis, ColumnValue};
use dropline_engine::{Grade, Reason};
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
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PositionInsight {
    pub(crate) analysis: Analysis,
    /// The best line that was found with these values, or some of them.
    pub(crate) line: Vec<Column>,
    /// Why its first move is good.
    pub(crate) reasons: Vec<Reason>,
    /// Why a column that somebody asked about is good or bad.
    pub(crate) why: Option<(Column, Vec<Reason>)>,
    pub(crate) looked: Looked,
}

impl PositionInsight {
    fn new(game: &Game) -> PositionInsight {
        let (line, reasons) = (Vec::new(), Vec::new());
        PositionInsight { analysis: Analysis::new(game), line, reasons, why: None, looked: Looked::Begun }
    }

    /// Takes values in; what is known better is not given up.
    fn learn(&mut self, analysis: &Analysis) {
        self.analysis.learn_all(analysis);
        // What a reason says a column is worth is what is shown of it.
        if let Some((column, reasons)) = &mut self.why
            && let Some(now) = self.analysis.of(*column)
        {
            let worth = |reason: &mut Reason| {
                if let Reason::Worth { value } = reason {
                    *value = now;
                }
            };
            reasons.iter_mut().for_each(worth);
        }
    }

    fn answered(&mut self, answer: PositionInsight) {
        self.why = answer.why.or(self.why.take());
        self.learn(&answer.analysis);
        if answer.looked >= self.looked {
            (self.line, self.reasons, self.looked) = (answer.line, answer.reasons, answer.looked);
        }
    }

    /// The best column found so far.
    pub(crate) fn best(&self) -> Option<ColumnValue> {
        let column = self.analysis.choice()?;
        Some(ColumnValue { column, value: self.analysis.of(column)? })
    }

    /// Best play from here, beginning with the best column: as far as it was found, that column alone if another was better then.
    pub(crate) fn line(&self) -> Vec<Column> {
        let best = self.analysis.choice();
        match self.line.first() {
            Some(_) if self.line.first() == best.as_ref() => self.line.clone(),
            _ => best.into_iter().collect(),
        }
    }

    /// Why the best column is good, if that was found out.
    pub(crate) fn reasons(&self) -> &[Reason] {
        if self.line.first() == self.analysis.choice().as_ref() { &self.reasons } else { &[] }
    }
}

/// One bar of the graph: the position after so many moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GraphBar {
    /// From -1 (black wins) to 1 (red wins); nothing while it is not known.
    pub(crate) height: Option<f64>,
    /// Whether that is proven; an estimate otherwise.
    pub(crate) proven: bool,
    /// How good the move that led here was.
    pub(crate) grade: Option<Grade>,
}

impl GraphBar {
    /// The mark of a mistake: of a proven one, of a proven blunder, or of what only looks like one.
    pub(crate) fn mark(&self) -> Option<&'static str> {
        let mistake = self.grade.filter(|grade| grade.is_mistake())?;
        Some(match (mistake.is_proven(), mistake.is_blunder()) {
            (false, _) => "~",
            (true, true) => "X",
            (true, false) => "?",
        })
    }
}

/// A question that is being answered.
#[derive(Clone, Debug)]
struct Running {
    question: QuestionId,
    game: Game,
    looking: Looked,
    /// The column to be explained.
    why: Option<Column>,
}

/// What is known about the positions of one variant, and what is being found out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Insight {
    known: HashMap<Position, PositionInsight>,
    running: Option<Running>,
    /// Why the last position could not be analysed.
    pub(crate) problem: Option<String>,
}

impl Insight {
    pub(crate) fn at(&self, game: &Game) -> Option<&PositionInsight> {
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
        self.running
            .as_ref()
            .filter(|running| running.game.position() == game.position())
            .map(|running| running.looking)
    }

    /// Which column of the position is being explained.
    pub(crate) fn explaining(&self) -> Option<Column> {
        self.running.as_ref().and_then(|running| running.why)
    }

    pub(crate) fn asked(&mut self, question: QuestionId, game: &Game, looking: Looked, why: Option<Column>) {
        self.problem = None;
        self.running = Some(Running { question, game: game.clone(), looking, why });
    }

    /// The answer to the running question no longer matters.
    pub(crate) fn forget_running(&mut self) -> bool {
        self.running.take().is_some()
    }

    /// Takes in what is known so far; says whether it was waited for.
    pub(crate) fn learned(&mut self, question: QuestionId, analysis: &Analysis) -> bool {
        let Some(running) = self.running.as_ref().filter(|running| running.question == question) else { return false };
        let game = &running.game;
        self.known.entry(game.position()).or_insert_with(|| PositionInsight::new(game)).learn(analysis);
        true
    }

    /// Takes an answer in; says whether it was the one waited for.
    pub(crate) fn answered(&mut self, question: QuestionId, answer: Result<PositionInsight, String>) -> bool {
        let Some(Running { game, .. }) = self.running.take_if(|running| running.question == question) else {
            return false;
        };
        match answer {
            Ok(answer) => {
                self.known.entry(game.position()).or_insert_with(|| PositionInsight::new(&game)).answered(answer);
            }
            Err(problem) => self.problem = Some(problem),
        }
        true
    }

    /// The graph of a game: its start and every move, those that were taken back included.
    pub(crate) fn graph(&self, game: &Game) -> Vec<GraphBar> {
        let positions = positions(game);
        let mut points = Vec::with_capacity(positions.len());
        for (index, (game, _)) in positions.iter().enumerate() {
            let grade = index.checked_sub(1).and_then(|before| {
                let (earlier, played) = &positions[before];
                Some(Grade::of(&self.at(earlier)?.analysis, (*played)?))
            });
            let (height, proven) = self.height(game).unzip();
            points.push(GraphBar { height, proven: proven.unwrap_or(false), grade });
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
        let known = self.at(game).filter(|known| known.looked > Looked::Begun)?;
        let (best, value) = (known.analysis.best_value(), known.analysis.value());
        let proven = value.outlook().is_some();
        // Who wins an empty board may be known, and not how.
        let height = if proven && best.outlook().is_none() { value.height() } else { best.height() };
        Some((if game.turn() == Side::Red { height } else { -height }, proven))
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
    use dropline_engine::analysis::Value;

    const WINNING: Value = Value::Between { lower: 1, upper: 21 };

    fn found(game: &Game, columns: &[(u32, Value)]) -> Analysis {
        let mut analysis = Analysis::new(game);
        for &(number, value) in columns {
            analysis.learn(Column::from_number(number).unwrap(), value);
        }
        analysis
    }

    fn examined(game: &Game, columns: &[(u32, Value)]) -> Result<PositionInsight, String> {
        let (line, reasons) = (Vec::new(), Vec::new());
        Ok(PositionInsight { analysis: found(game, columns), line, reasons, why: None, looked: Looked::Closely })
    }

    #[test]
    fn stale_answers_are_thrown_away() {
        let game = Game::new(Variant::STANDARD);
        let mut insight = Insight::default();
        insight.asked(1, &game, Looked::Closely, None);
        insight.asked(2, &game, Looked::Closely, None);
        insight.learned(1, &found(&game, &[(1, Value::Tie)]));
        assert!(!insight.answered(1, examined(&game, &[(1, Value::Tie)])));
        assert_eq!(insight.at(&game), None);
        insight.learned(2, &found(&game, &[(1, Value::Tie)]));
        let first = ColumnValue { column: Column::from_index(0), value: Value::Tie };
        assert_eq!(insight.at(&game).unwrap().best(), Some(first));
        let win = Value::Wins { moves: 3, score: 19 };
        assert!(insight.answered(2, examined(&game, &[(1, Value::Tie), (4, win)])));
        assert_eq!(insight.at(&game).unwrap().best().unwrap().column.number(), 4);
    }

    #[test]
    fn the_graph_marks_mistakes() {
        let mut game = Game::from_moves(Variant::STANDARD, "41").unwrap();
        game.undo();
        let mut insight = Insight::default();
        let start = Game::new(Variant::STANDARD);
        let [loss, win] = [Value::Loses { moves: 9, score: -13 }, Value::Wins { moves: 5, score: 17 }];
        insight.asked(1, &start, Looked::Closely, None);
        insight.answered(1, examined(&start, &[(4, loss), (5, win)]));
        insight.asked(2, &game, Looked::Closely, None);
        insight.answered(2, examined(&game, &[(1, Value::Tie), (2, Value::Wins { moves: 9, score: 12 })]));
        let graph = insight.graph(&game);
        assert_eq!(graph.len(), 3);
        let grades: Vec<_> = graph.iter().map(|bar| bar.grade).collect();
        assert_eq!(grades, [None, Some(Grade::WinToLoss { win: Some(5) }), Some(Grade::WinToTie { win: Some(9) })]);
        assert!(graph[0].height.unwrap() > 0.9 && graph[0].proven);
        assert!(graph[1].height.unwrap() < -0.8, "black to move wins");
        assert_eq!(graph[2].height, None);
        assert_eq!(insight.unknown(&game).unwrap().moves().len(), 2);
    }

    /// `w` said "a 51% chance of winning" beside "★ 6 ~ 53%".
    #[test]
    fn what_a_reason_says_a_column_is_worth_is_what_is_shown_of_it() {
        let game = Game::new(Variant::STANDARD);
        let mut insight = Insight::default();
        let (first, look) = (Column::from_index(0), |chance, depth| [(1, Value::estimate(chance, depth))]);
        let worth = |insight: &Insight| match &insight.at(&game).unwrap().why.as_ref().unwrap().1[..] {
            [Reason::Worth { value }] => (*value, insight.at(&game).unwrap().analysis.of(first).unwrap()),
            other => panic!("{other:?}"),
        };
        insight.asked(1, &game, Looked::Closely, None);
        insight.answered(1, examined(&game, &look(0.53, 12)));
        insight.asked(2, &game, Looked::Briefly, Some(first));
        let why = Some((first, vec![Reason::Worth { value: Value::estimate(0.51, 11) }]));
        insight.answered(2, examined(&game, &look(0.51, 11)).map(|answer| PositionInsight { why, ..answer }));
        assert_eq!(worth(&insight), (Value::estimate(0.53, 12), Value::estimate(0.53, 12)));
        insight.asked(3, &game, Looked::Closely, None);
        insight.learned(3, &found(&game, &look(0.56, 13)));
        assert_eq!(worth(&insight), (Value::estimate(0.56, 13), Value::estimate(0.56, 13)));
    }

    #[test]
    fn a_second_look_does_not_forget_what_is_proven() {
        let game = Game::new(Variant::STANDARD);
        let mut insight = Insight::default();
        insight.asked(1, &game, Looked::Briefly, None);
        insight.answered(1, examined(&game, &[(4, WINNING)]));
        insight.asked(2, &game, Looked::Closely, None);
        let value = |insight: &Insight| insight.at(&game).unwrap().best().unwrap().value;
        assert!(insight.learned(2, &found(&game, &[(4, Value::estimate(0.55, 6))])));
        assert_eq!(value(&insight), WINNING);
        let win = Value::Wins { moves: 21, score: 1 };
        assert!(insight.learned(2, &found(&game, &[(4, win)])));
        assert_eq!(value(&insight), win);
    }
}
