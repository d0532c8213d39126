//! The analyst: rounds, estimates, proofs, and one truth among them.

use dropline_core::{Column, Game, Side, Variant};
use dropline_engine::analysis::{Analysis, Analyst, Outlook, Value};
use dropline_engine::book::BookChoice;
use dropline_engine::{
    Grade, GradedMove, KnownBoard, Limits, Oracle, OracleError, OracleOptions, Review, Think, build,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn game(variant: &str, moves: &str) -> Game {
    Game::from_moves(variant.parse().unwrap(), moves).unwrap()
}

fn within(milliseconds: u64) -> Think<'static> {
    let time = Some(Duration::from_millis(milliseconds));
    Think { limits: Limits { time, ..Limits::default() }, ..Think::default() }
}

/// An analyst who knows only what he finds out.
fn without_book(variant: Variant) -> Analyst {
    Analyst::with(variant, OracleOptions { book: BookChoice::None, ..OracleOptions::default() })
}

fn analyze(variant: &str, moves: &str, think: &Think<'_>) -> (Analysis, usize) {
    let game = game(variant, moves);
    let mut told = 0;
    let analysis = Analyst::new(game.variant()).analyze(&game, think, &mut |_| told += 1).unwrap();
    (analysis, told)
}

#[test]
fn small_boards_are_solved_in_rounds_too() {
    let start = game("4x4c4", "");
    let mut analyst = Analyst::new(start.variant());
    let analysis = analyst.analyze(&start, &within(60_000), &mut |_| {}).unwrap();
    assert!(analysis.is_exact() && analysis.value() == Value::Tie);
    assert_eq!(analyst.best_line(&start, &analysis, &within(60_000)).unwrap().len(), 16, "a tie fills the board");
}

#[test]
fn wins_at_once_are_exact_whatever_the_rest_is() {
    let (analysis, _) = analyze("9x7c4", "434343", &within(1));
    assert_eq!(analysis.value().to_string(), "wins at once");
    assert_eq!(analysis.best().map(Column::number).collect::<Vec<_>>(), [4]);
    assert_eq!(Grade::of(&analysis, Column::from_number(4).unwrap()), Grade::Best);
}

#[test]
fn points_are_exact_at_the_end_of_max_connect() {
    let (analysis, _) = analyze("3x2m2", "12312", &within(1000));
    assert!(matches!(analysis.value(), Value::Margin { .. }), "{:?}", analysis.value());
}

#[test]
fn boards_that_cannot_be_solved_are_estimated() {
    for variant in ["20x20c4", "20x20m4"] {
        let (analysis, told) = analyze(variant, "10,10", &within(1500));
        assert!(analysis.columns().len() == 20 && told >= 20, "told {told} times");
        assert!(!analysis.value().is_proven() && analysis.value().to_string().contains("depth"));
        assert_eq!(Grade::of(&analysis, analysis.choice().unwrap()), Grade::Good { lost: 0 });
    }
}

#[test]
fn somebody_values_every_variant() {
    for variant in ["1x1c1", "7x6c4", "7x6m4", "20x20c4", "20x20m4", "4096x1c4", "64x64m5"] {
        let (analysis, _) = analyze(variant, "", &within(1));
        assert_eq!(analysis.columns().len(), game(variant, "").legal_columns().count(), "{variant}");
    }
}

#[test]
fn forced_wins_are_proven_on_any_board() {
    // Two in the middle of an empty row: a third makes an open three.
    let (analysis, _) = analyze("20x20c4", "10,1,11,1", &within(4000));
    let value = |number: u32| analysis.of(Column::from_number(number).unwrap()).unwrap();
    assert_eq!([value(12), value(9)].map(Value::outlook), [Some(Outlook::Win); 2]);
    assert!(!value(12).is_exact() || value(12).score() > Some(190));
    assert_eq!(analysis.value().outlook(), Some(Outlook::Win));
}

#[test]
fn who_is_stopped_answers_with_what_there_is() {
    for (variant, limits) in [("9x7c4", Limits::default()), ("20x20c5", Limits::default())] {
        let stop = AtomicBool::new(true);
        let think = Think { stop: &stop, limits, ..Think::default() };
        let (analysis, _) = analyze(variant, "", &think);
        assert!(!analysis.columns().is_empty());
    }
    let over = game("7x6c4", "1212121");
    let refused = Analyst::new(over.variant()).analyze(&over, &Think::default(), &mut |_| {});
    assert!(matches!(refused, Err(OracleError::Over)));
}

#[test]
fn who_never_estimates_tells_bounds() {
    let start = game("9x7c4", "");
    let mut analyst = Analyst::exact(Oracle::new(start.variant()).unwrap());
    let analysis = analyst.analyze(&start, &within(50), &mut |_| {}).unwrap();
    assert!(analysis.columns().iter().all(|known| known.value.bounds().is_some()), "{analysis:?}");
}

#[test]
fn a_known_tie_is_not_the_worth_of_a_position_while_another_column_is_open() {
    let start = game("7x6c4", "");
    let mut analysis = Analysis::new(&start);
    let columns: Vec<Column> = start.legal_columns().collect();
    for &column in &columns[1..] {
        analysis.learn(column, Value::Tie);
    }
    assert_eq!(analysis.value(), Value::Between { lower: 0, upper: 20 }, "nobody has looked at column 1");
    analysis.learn(columns[0], Value::estimate(0.25, 4));
    assert_eq!(analysis.value().to_string(), "at least a tie");
    assert_eq!(Grade::of(&analysis, columns[3]), Grade::Good { lost: 0 });
    assert!(analysis.learn(columns[0], Value::Loses { moves: 9, score: -9 }));
    assert!(!analysis.learn(columns[0], Value::estimate(0.25, 40)));
    assert_eq!((analysis.value(), analysis.is_exact()), (Value::Tie, true));
    assert_eq!(Grade::of(&analysis, columns[3]), Grade::Best);
    assert_eq!(Grade::of(&analysis, columns[0]), Grade::TieToLoss);
}

#[test]
fn a_move_is_graded_by_what_is_proven_else_by_what_it_looks_like() {
    let start = game("3x3c3", "");
    let estimate = |chance| Value::estimate(chance, 6);
    let expected = |margin| Value::expected(margin, 6);
    let losing = Value::Between { lower: -3, upper: -1 };
    let (win, slow) = (Value::Wins { moves: 2, score: 4 }, Value::Wins { moves: 3, score: 3 });
    let cases = [
        ([estimate(0.6), estimate(0.62), losing], Grade::Good { lost: 2 }),
        ([estimate(0.6), estimate(0.67), losing], Grade::Slip { lost: 7 }),
        ([estimate(0.4), estimate(0.6), losing], Grade::Mistake { lost: 20 }),
        ([estimate(0.1), estimate(0.9), losing], Grade::Blunder { lost: 80 }),
        ([estimate(0.3), win, losing], Grade::Blunder { lost: 70 }),
        ([losing, estimate(0.9), estimate(0.1)], Grade::Blunder { lost: 90 }),
        ([losing, Value::Tie, estimate(0.9)], Grade::TieToLoss),
        ([losing, win, estimate(0.9)], Grade::WinToLoss { win: Some(2) }),
        ([slow, win, estimate(0.9)], Grade::SlowerWin { before: 2, after: 3 }),
        ([estimate(0.5), Value::estimate(0.5, 0), losing], Grade::Undecided),
        ([Value::estimate(0.5, 0), estimate(0.5), losing], Grade::Undecided),
        ([Value::Between { lower: -2, upper: 3 }, estimate(0.6), losing], Grade::Undecided),
        ([Value::Margin { score: 1 }, Value::Margin { score: 3 }, expected(2.0)], {
            Grade::LostPoints { points: 2, turned: false }
        }),
        ([Value::Margin { score: -1 }, Value::Margin { score: 3 }, expected(2.0)], {
            Grade::LostPoints { points: 4, turned: true }
        }),
        ([expected(2.0), Value::Margin { score: 3 }, expected(1.0)], Grade::Slip { lost: 1 }),
        ([expected(2.7), expected(3.0), expected(1.0)], Grade::Good { lost: 0 }),
        ([expected(-0.5), expected(3.0), expected(1.0)], Grade::Blunder { lost: 4 }),
    ];
    for (values, grade) in cases {
        let mut analysis = Analysis::new(&start);
        for (column, value) in start.legal_columns().zip(values) {
            analysis.learn(column, value);
        }
        assert_eq!(Grade::of(&analysis, Column::from_index(0)), grade, "{values:?}");
        let estimated =
            matches!(grade, Grade::Good { .. } | Grade::Slip { .. } | Grade::Mistake { .. } | Grade::Blunder { .. });
        assert_eq!(grade.is_proven(), !estimated && grade != Grade::Undecided);
    }
    let mut begun = Analysis::new(&start);
    begun.learn(Column::from_index(0), estimate(0.5));
    assert_eq!(Grade::of(&begun, Column::from_index(0)), Grade::Undecided, "the others are not known yet");
}

#[test]
fn what_is_undecided_is_not_counted_as_wrong() {
    for (variant, moves) in [("20x20c5", "10,10,9"), ("20x20m4", "10,10")] {
        let game = game(variant, moves);
        let limits = Limits { nodes: Some(4000), ..Limits::default() };
        let think = Think { limits, ..Think::default() };
        let mut analyst = Analyst::new(game.variant());
        let mut told = 0;
        let review = Review::of(&game, &mut analyst, &think, &mut |graded| {
            told += 1;
            assert_eq!(graded.number, told);
        })
        .unwrap();
        assert_eq!((review.moves.len(), told), (game.moves().len(), game.moves().len()));
        let [best, decided, moves] = review.perfect_moves(Side::Red);
        assert_eq!([best, decided, moves], [0, 0, game.moves().len().div_ceil(2)], "{review:?}");
    }
}

/// It said "undecided in the time given" of a move that is proven to be at least a tie where another column wins.
#[test]
fn what_is_known_of_an_undecided_move_is_said() {
    let column = |number| Column::from_number(number).unwrap();
    let told = |value, best_value, best: &[u32]| {
        let best = best.iter().copied().map(column).collect();
        let (side, grade) = (Side::Black, Grade::Undecided);
        GradedMove { number: 4, side, column: column(5), value, best_value, best, grade }.to_string()
    };
    let half = Value::Expected { margin: 0.2, depth: 15, bounds: Some([0, 12]) };
    let wins = Value::Between { lower: 1, upper: 12 };
    assert_eq!(told(half, wins, &[4]), "undecided in the time given: at least a tie, ~ even; column 4: wins");
    assert_eq!(told(half, wins, &[3, 4]), "undecided in the time given: at least a tie, ~ even; columns 3 and 4: wins");
    assert_eq!(told(half, half, &[5]), "undecided in the time given: at least a tie, ~ even");
    let open = Value::Between { lower: -12, upper: 12 };
    assert_eq!(told(open, wins, &[4]), "undecided in the time given");
}

fn mirror(game: &Game, column: Column) -> Column {
    Column::from_index(game.variant().columns() - 1 - column.index())
}

/// It said that column 2 looks best on the empty 9x7 board.
#[test]
fn left_is_as_right() {
    for (variant, count) in [
        ("5x4c3", 8),
        ("7x6c4", 8),
        ("9x7c4", 8),
        ("12x10c5", 6),
        ("20x20c5", 4),
        ("32x32c6", 2),
        ("7x6m4", 6),
        ("10x8m5", 6),
    ] {
        let limits = Limits { nodes: Some(6000), ..Limits::default() };
        let few = Think { limits, ..Think::default() };
        let mut games = super::random_positions(variant, count, 3);
        // The same moves on both sides of the middle.
        games.push(game(variant, ""));
        let mut twins = game(variant, "");
        let [left, right] = [Column::from_index(0), mirror(&twins, Column::from_index(0))];
        twins.play(left).unwrap();
        twins.play(right).unwrap();
        games.push(twins);
        for game in games {
            let look = |game: &Game| Analyst::new(game.variant()).analyze(game, &few, &mut |_| {}).unwrap();
            let (analysis, other) = (look(&game), look(&game.mirrored()));
            let symmetric = game.position() == game.mirrored().position();
            for known in analysis.columns() {
                let across = mirror(&game, known.column);
                assert_eq!(other.of(across), Some(known.value), "{variant} {:?}", game.moves());
                if symmetric {
                    assert_eq!(analysis.of(across), Some(known.value), "{variant} {:?}", game.moves());
                }
            }
        }
    }
    let (analysis, _) = analyze("9x7c4", "", &within(300));
    assert!(analysis.columns().iter().zip(analysis.mirrored().columns()).all(|(one, two)| one == two));
}

/// `solve` answered from the table of known boards at once, and `analyze` estimated a 53 % chance of winning.
#[test]
fn what_is_known_of_an_empty_board_is_known_to_an_analysis() {
    let few = Think { limits: Limits { nodes: Some(500), ..Limits::default() }, ..Think::default() };
    let look = |variant| analyze(variant, "", &few).0;
    for (variant, words) in [("9x7c4", "wins in 28"), ("7x7c4", "tie"), ("8x8c4", "loses in 31"), ("8x9c4", "wins")] {
        let found = look(variant);
        assert_eq!(found.value().to_string(), words, "{found:?}");
        assert!(!found.is_settled(), "nobody knows which column it is: {found:?}");
        let start = game(variant, "");
        assert_eq!(Analyst::new(start.variant()).best_line(&start, &found, &few).unwrap().len(), 1, "{variant}");
        let computed = without_book(start.variant()).analyze(&start, &few, &mut |_| {}).unwrap();
        assert!(!computed.value().is_exact(), "{computed:?}");
    }
    let losing = look("8x8c4");
    assert!(losing.columns().iter().all(|known| known.value.outlook() == Some(Outlook::Loss)), "{losing:?}");
    assert!(look("7x7c4").columns().iter().all(|known| known.value.bounds().unwrap()[1] == 0));
    let middle = look("7x6m4");
    assert!(middle.is_settled() && middle.value() == Value::Margin { score: 0 }, "{middle:?}");
    assert_eq!(middle.best().map(Column::number).collect::<Vec<_>>(), [3, 4, 5]);
    assert!(middle.of(Column::from_index(0)).unwrap().bounds().unwrap()[1] == -1, "{middle:?}");
    let mut perfect = build(&"perfect".parse().unwrap(), "7x6m4".parse().unwrap(), 0).unwrap();
    let choice = perfect.choose(&game("7x6m4", ""), &few).unwrap();
    assert_eq!((choice.column.number(), choice.score, choice.proven), (4, Some(0.0), true));
}

/// Of every empty board that is quick to solve.
#[test]
fn what_an_analysis_knows_of_an_empty_board_is_what_the_solver_finds() {
    let think = |nodes| Think { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..Think::default() };
    let (mut boards, mut columns) = (0, 0);
    for board in KnownBoard::all() {
        let start = Game::new(board.variant);
        let known = Analyst::new(board.variant).analyze(&start, &think(1), &mut |_| {}).unwrap();
        let alone = OracleOptions { book: BookChoice::None, ..OracleOptions::default() };
        let mut solver = Oracle::with(board.variant, alone).unwrap();
        if let Some(score) = solver.score(&start, &think(100_000)).unwrap().score() {
            let said = known.value().bounds();
            assert!(said.is_none_or(|[lower, upper]| lower <= score && score <= upper), "{board:?} {known:?}");
            boards += 1;
        }
        for (column, score) in solver.scores(&start, &think(100_000)).unwrap() {
            let Some(score) = score else { continue };
            let said = known.of(column).unwrap().bounds();
            assert!(said.is_none_or(|[lower, upper]| lower <= score && score <= upper), "{board:?} {column} {known:?}");
            columns += 1;
        }
    }
    assert!(boards >= 80 && columns >= 300, "{boards} boards, {columns} columns");
}

/// A search that ends after its first pass was taken for one with a single drop to look at, and a line of guesses for a proof.
#[test]
fn little_time_proves_nothing_about_an_empty_board() {
    for (variant, step) in [("8x8c4", 20), ("9x7c4", 20), ("12x10c5", 150), ("20x20c5", 400)] {
        for nodes in (step..40 * step).step_by(step) {
            let think = Think { limits: Limits { nodes: Some(nodes as u64), ..Limits::default() }, ..Think::default() };
            let game = game(variant, "");
            let found = without_book(game.variant()).analyze(&game, &think, &mut |_| {}).unwrap();
            assert_eq!(found.best_proven(), None, "{variant} within {nodes} nodes");
        }
    }
}

/// The values came column by column, and the last only after a third of a second for each.
#[test]
fn all_columns_have_a_value_at_once() {
    for (variant, moves) in
        [("20x20c5", "10,10,9"), ("64x64c6", ""), ("20x20m4", "10"), ("4096x1c4", "2,9"), ("7x6m4", "4")]
    {
        let game = game(variant, moves);
        let (mut first, stop) = (None, AtomicBool::new(false));
        let think = Think { stop: &stop, ..within(60_000) };
        let mut analyst = Analyst::new(game.variant());
        let found = analyst.analyze(&game, &think, &mut |news| {
            stop.store(true, Ordering::Relaxed);
            first = first.take().or_else(|| Some(news.clone()));
        });
        assert!(found.is_ok() && first.is_some_and(|first| first.is_looked_at()), "{variant}");
    }
}

/// Half of all positions of the standard board were estimated for 17 ms before they were solved in a hundredth of one.
#[test]
fn what_is_proven_in_a_moment_is_not_estimated() {
    for moves in ["", "2252576253462244111563365343671351441"] {
        let game = game("7x6c4", moves);
        let mut analyst = Analyst::new(game.variant());
        let mut news = 0;
        let mut exact = |found: &Analysis| {
            news += 1;
            assert!(found.columns().iter().all(|known| known.value.is_exact()), "{moves}: {:?}", found.columns());
        };
        analyst.analyze(&game, &Think::default(), &mut exact).unwrap();
        assert!(news > 0, "{moves}");
    }
}

/// Who does not estimate first has nothing to say of a column when he is stopped.
#[test]
fn an_analysis_that_is_stopped_at_once_speaks_of_every_column() {
    for (variant, moves) in [("7x6c4", "44444326"), ("5x4c3", "3"), ("20x20c5", "10,10")] {
        let game = game(variant, moves);
        let stop = AtomicBool::new(true);
        let think = Think { stop: &stop, ..Think::default() };
        let mut told = None;
        let mut listen = |found: &Analysis| told = Some(found.columns().len());
        let found = Analyst::new(game.variant()).analyze(&game, &think, &mut listen).unwrap();
        assert_eq!(
            (found.columns().len(), told),
            (game.legal_columns().count(), Some(found.columns().len())),
            "{variant}"
        );
    }
}

/// Star, best line and hint named three different columns. Whatever a front end shows comes from what is compared here: the choice, the best columns and the
/// best line of an analysis, its JSON, and the graded move of a review.
#[test]
fn one_column_is_best_for_everybody() {
    for variant in ["5x4c3", "7x6c4", "9x7c4", "12x10c5", "20x20c5", "32x32c6", "7x6m4", "10x8m5"] {
        let limits = Limits { nodes: Some(1500), ..Limits::default() };
        let few = Think { limits, ..Think::default() };
        for game in super::random_positions(variant, 25, 11) {
            let told = format!("{variant} {:?}", game.moves());
            let mut analyst = Analyst::new(game.variant());
            let mut news = Vec::new();
            let analysis = analyst.analyze(&game, &few, &mut |found| news.push(found.clone())).unwrap();
            assert_eq!(news.last().map(Analysis::columns), Some(analysis.columns()), "{told}");
            for found in &news {
                assert!(found.best().any(|column| Some(column) == found.choice()), "{told}");
                assert!(found.best().all(|column| found.of(column) == Some(found.best_value())), "{told}");
            }
            let line = analyst.best_line(&game, &analysis, &few).unwrap();
            assert_eq!(line.first(), analysis.choice().as_ref(), "{told}");
            #[cfg(feature = "serde")]
            {
                let json = dropline_engine::told::ToldAnalysis::new(&game, &analysis, &line, 0.0);
                assert!(json.best.iter().copied().eq(analysis.best()) && json.value == analysis.value(), "{told}");
                // The message of the server, from which the pages take what they mark and name; the commands' hint is the choice.
                let message = dropline_engine::told::ToldNews::last(&game, json);
                let message = serde_json::to_value(&message).unwrap();
                let choice = serde_json::json!(analysis.choice());
                assert_eq!(message["line"][0], choice, "{told}");
                assert!(message["best"].as_array().unwrap().contains(&choice), "{told}");
            }
            let column = game.legal_columns().next().unwrap();
            let mut moved = Game::from_board(game.board().clone(), game.turn());
            moved.play(column).unwrap();
            let review = Review::of(&moved, &mut Analyst::new(game.variant()), &few, &mut |_| {}).unwrap();
            let graded = &review.moves[0];
            assert!(graded.best.iter().copied().eq(analysis.best()), "{told}: {graded:?}");
            assert_eq!((graded.best_value, Some(graded.value)), (analysis.best_value(), analysis.of(column)), "{told}");
            assert_eq!(graded.grade, Grade::of(&analysis, column), "{told}");
            let is_best = analysis.best().any(|best| best == column);
            assert!(
                !is_best || matches!(graded.grade, Grade::Best | Grade::Good { lost: 0 } | Grade::Undecided),
                "{told}"
            );
        }
    }
}

/// Best, line and value are one truth, exact is what the solver says, and left is as right.
#[test]
fn all_that_is_said_of_a_position_agrees() {
    for (variant, count) in [("5x4c3", 30), ("7x6c4", 12), ("9x7c4", 8), ("12x10c5", 6), ("7x6m4", 8), ("20x20c5", 4)] {
        let mut analyst = Analyst::new(variant.parse().unwrap());
        let mut solver = Oracle::with(variant.parse().unwrap(), OracleOptions::default()).ok();
        for (index, game) in super::random_positions(variant, count, 7).into_iter().enumerate() {
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let few = Think { limits, ..Think::default() };
            let think = if index % 2 == 0 { within(40) } else { few };
            let analysis = analyst.analyze(&game, &think, &mut |_| {}).unwrap();
            let told = format!("{variant} {:?}: {analysis:?}", game.moves());
            assert_eq!(analysis.columns().len(), game.legal_columns().count(), "{told}");
            let most = analysis.columns().iter().map(|known| known.value).max().unwrap();
            let greatest = analysis.columns().iter().filter(|known| known.value == most).map(|known| known.column);
            assert!(analysis.best().eq(greatest), "{told}");
            let line = analyst.best_line(&game, &analysis, &think).unwrap();
            assert!(analysis.best().any(|column| Some(&column) == line.first()), "{told} {line:?}");
            assert!(analysis.best().any(|column| Some(column) == analysis.choice()), "{told}");
            let other = Analyst::new(game.variant()).analyze(&game.mirrored(), &think, &mut |_| {}).unwrap();
            for known in analysis.columns() {
                let twin = other.of(mirror(&game, known.column)).unwrap();
                if known.value.is_exact() && twin.is_exact() {
                    assert_eq!(known.value, twin, "{told}");
                }
                let mut after = game.clone();
                after.play(known.column).unwrap();
                if let (Some(bounds), Some(solver), false) = (known.value.bounds(), &mut solver, after.is_over()) {
                    let solution = solver.score(&after, &few).unwrap();
                    assert!(-solution.upper <= bounds[1] && bounds[0] <= -solution.lower, "{told} {solution:?}");
                }
            }
        }
    }
}
