//! Every reason that is given holds: what it claims is proved again, by the rules or by the solver, in the slow and obvious way.

use super::plan_proof;
use dropline_core::{Board, Cell, Column, Game, Side};
use dropline_engine::analysis::{Analyst, Parity, Value, threats};
use dropline_engine::{
    Explanation, Limits, LineEnd, Oracle, Plan, PlanRule, Promise, Reason, Think, WinningLine, winning_drop,
};
use std::collections::BTreeMap;

#[test]
fn every_reason_holds_on_six_hundred_positions() {
    let mut given = BTreeMap::new();
    for (variant, count, seed) in
        [("6x5c4", 200, 1), ("5x4c4", 100, 2), ("5x5c3", 50, 3), ("7x6c4", 120, 4), ("4x4m3", 50, 5), ("5x4m3", 80, 6)]
    {
        let variant = variant.parse().unwrap();
        let (mut analyst, mut oracle) = (Analyst::new(variant), Oracle::new(variant).unwrap());
        let late = variant == dropline_core::Variant::STANDARD;
        let games = super::random_positions(&variant.to_string(), count * if late { 4 } else { 1 }, seed);
        for game in games.into_iter().filter(|game| !late || game.moves().len() >= 20).take(count) {
            for column in game.legal_columns().collect::<Vec<_>>() {
                for reason in Explanation::of(&mut analyst, &game, Some(column), &Think::default()).unwrap().reasons {
                    println!("{variant} {:?} column {column}: {reason:?}", game.moves());
                    check(&mut oracle, &game, column, &reason);
                    assert!(reason.to_string().ends_with('.'));
                    kinds(&reason).into_iter().for_each(|kind| *given.entry(kind).or_insert(0) += 1);
                }
            }
        }
    }
    // 25 kinds of reasons exist, four rules of plans with two that go with them, four promises, two ends of lines; each came up.
    println!("{given:?}");
    assert_eq!(given.len(), 37, "{given:?}");
}

/// What is not known was said to be "not proven, but not known yet", one column was "columns", and sides had capitals in the middle of a sentence.
#[test]
fn sentences_read_as_people_write_them() {
    let cell = |column, level| Cell::at(column, level);
    let worth = |value| Reason::Worth { value }.to_string();
    assert_eq!(worth(Value::estimate(0.5, 0)), "It is not known yet what it is worth.");
    assert_eq!(worth(Value::expected(0.0, 0)), "It is not known yet what it is worth.");
    assert_eq!(worth(Value::Between { lower: -3, upper: 4 }), "It is not known yet what it is worth.");
    let half = Value::Estimate { chance: 0.5, depth: 0, bounds: Some([0, 18]) };
    assert_eq!(worth(half), "With best play it is at least a tie.");
    assert_eq!(worth(Value::expected(-2.0, 3)), "It is not proven, but it looks worth -2 points.");
    assert_eq!(worth(Value::estimate(0.5, 3)), "It is not proven, but it has a 50% chance of winning.");
    assert_eq!(worth(Value::Tie), "With best play it ties.");

    let plan = |waits, before: &[usize], forced| {
        let before = before.iter().map(|&index| Column::from_index(index)).collect();
        let promise = Promise::PlaysUnder { cells: vec![cell(2, 3)], waits };
        let (pairs, waiting, too_late, left) = (vec![[cell(0, 0), cell(1, 0)]], Vec::new(), Vec::new(), Vec::new());
        let rule = PlanRule::BaseInverse;
        let plan =
            Plan { side: Side::Red, before, forced, rule, pairs, waiting, given_up: None, too_late, left, promise };
        Reason::Plan(plan).to_string()
    };
    assert_eq!(
        plan(4, &[2], false),
        "Best play goes on with column 3. Then: Red answers 1/1 with 2/1 and the other way round, and every other move in the same column. \
         Black completes no line, and must in the end play below 3/4: 4 other moves are left, black begins, and so runs out of them first."
    );
    assert_eq!(
        plan(0, &[], true),
        "Red answers 1/1 with 2/1 and the other way round, and every other move in the same column. \
         Black completes no line, and must play below 3/4 now: no other moves are left."
    );
    let zugzwang = |waits| {
        let (side, parity, line) = (Side::Red, Parity::Odd, Vec::new());
        Reason::Zugzwang { side, cell: cell(2, 2), parity, standing: true, waits: Some(waits), line }.to_string()
    };
    assert!(zugzwang(0).contains(", of which there are none now, "));
    assert!(zugzwang(1).contains(", of which there is 1 now, "));
    assert!(zugzwang(2).contains(", of which there are 2 now, "));
    let points = Reason::PointsLine { line: vec![Column::from_index(0)], gained: 1, given: 0 };
    let sentence = "Best play goes on with column 1: this side makes 1 point from here on, the other side none.";
    assert_eq!(points.to_string(), sentence);
}

/// A small sample with few nodes and the outermost column beside the best one; the example `coverage` has the real figures.
#[test]
fn most_moves_of_quiet_positions_get_a_reason() {
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let think = Think { limits, ..Think::default() };
    for (variant, count, least) in [("7x6c4", 40, 55), ("9x7c4", 20, 25), ("7x6m4", 20, 45)] {
        let quiet = |game: &Game| {
            (4..=30).contains(&game.moves().len()) && !threats(game.board()).iter().any(|threat| threat.playable)
        };
        let games = super::random_positions(variant, 40 * count, 7).into_iter().filter(quiet).take(count);
        let mut analyst = Analyst::new(variant.parse().unwrap());
        let (mut told, mut moves) = (0, 0);
        for game in games {
            for column in [None, game.legal_columns().next()] {
                let Explanation { reasons, .. } = Explanation::of(&mut analyst, &game, column, &think).unwrap();
                told += usize::from(reasons.iter().any(Reason::says_why));
                moves += 1;
            }
        }
        println!("{variant}: {told} of {moves}");
        assert!(moves == 2 * count && 100 * told >= least * moves, "{variant}: {told} of {moves}");
    }
}

/// A position was analysed once for a column and once more for the reasons, so that a column was recommended and in the same breath proven to be worse.
#[test]
fn what_is_explained_is_what_was_chosen() {
    let limits = Limits { nodes: Some(3000), ..Limits::default() };
    let think = Think { limits, ..Think::default() };
    for (variant, count) in [("7x6c4", 60), ("9x7c4", 40), ("12x10c5", 20), ("20x20c5", 4), ("7x6m4", 60)] {
        let mut analyst = Analyst::new(variant.parse().unwrap());
        for game in super::random_positions(variant, count, 5) {
            let shown = analyst.analyze(&game, &think, &mut |_| {}).unwrap();
            let told = Explanation::by(&mut analyst, &game, &shown, None, &think).unwrap();
            let context = format!("{variant} {:?}: {told:?}", game.moves());
            assert_eq!(told.analysis.choice(), Some(told.column), "{context}");
            for column in game.legal_columns() {
                let told = match column {
                    best if best == told.column => told.clone(),
                    _ => Explanation::by(&mut analyst, &game, &shown, Some(column), &think).unwrap(),
                };
                let worth = told.reasons.iter().find_map(|reason| match reason {
                    Reason::Worth { value } => Some(*value),
                    _ => None,
                });
                assert!(
                    worth.is_none_or(|worth| Some(worth) == told.value()),
                    "{variant} {:?}: {told:?}",
                    game.moves()
                );
                let before = shown.of(column).unwrap();
                // Half a proof may have become a whole one.
                let now = told.value().unwrap();
                let decided = now.is_proven() && (!before.is_proven() || now.outlook() != before.outlook());
                assert!(decided || now == before, "{before:?} {variant} {:?}: {told:?}", game.moves());
            }
            let worse = told.reasons.iter().any(|reason| matches!(reason, Reason::Worse { .. }));
            assert!(!worse, "{context}");
        }
    }
}

/// The kind of a reason, as its name in the code, and what kind of a plan or a line it tells.
fn kinds(reason: &Reason) -> Vec<String> {
    let name = |value: &dyn std::fmt::Debug| format!("{value:?}").split([' ', '{', '(']).next().unwrap().to_owned();
    let mut kinds = vec![name(reason)];
    match reason {
        Reason::Plan(plan) => {
            kinds.extend([name(&plan.rule), name(&plan.promise)]);
            kinds.extend(plan.given_up.map(|_| "gives a threat up".to_owned()));
            kinds.extend((!plan.too_late.is_empty()).then(|| "lines come too late".to_owned()));
        }
        Reason::BestLine(won) | Reason::Refutation(won) => kinds.push(format!("ends in {}", name(&won.end))),
        _ => {}
    }
    kinds
}

/// The score of a drop for the side that makes it.
fn score(oracle: &mut Oracle, game: &Game, column: Column) -> Option<i32> {
    let mut after = game.clone();
    after.play(column).unwrap();
    (!after.is_over()).then(|| -oracle.score(&after, &Think::default()).unwrap().score().unwrap())
}

fn wins_at_once(game: &Game, column: Column) -> bool {
    let mut after = game.clone();
    after.play(column).is_ok() && after.outcome().is_some_and(|end| end.winner() == Some(game.turn()))
}

/// The game as if the other side were to move.
fn passed(game: &Game) -> Game {
    Game::from_board(game.board().clone(), game.turn().other())
}

/// Whether a side with a checker on this cell, too, has a line through it: by looking along every line of the board.
pub(super) fn completes(board: &Board, cell: Cell, side: Side) -> bool {
    let connect = board.variant().connect().cast_signed();
    let (column, level) = (cell.column.index().cast_signed(), cell.level.index().cast_signed());
    let held = |column: isize, level: isize| {
        let (Ok(column), Ok(level)) = (usize::try_from(column), usize::try_from(level)) else { return false };
        let there = Cell::at(column, level);
        there == cell || board.checker_at(there.column, there.level) == Some(side)
    };
    [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
        (0..connect)
            .any(|start| (0..connect).all(|step| held(column + (step - start) * right, level + (step - start) * up)))
    })
}

/// The lines that a drop completes.
fn lines_made(board: &Board, column: Column, side: Side) -> i32 {
    let mut after = board.clone();
    after.drop(column, side).unwrap();
    after.each_line(side).len() as i32 - board.each_line(side).len() as i32
}

fn lowest_vacant(board: &Board, column: Column) -> Cell {
    Cell::at(column.index(), board.height(column))
}

pub(super) fn check(oracle: &mut Oracle, game: &Game, column: Column, reason: &Reason) {
    let mut after = game.clone();
    let cell = after.play(column).unwrap();
    let (me, other) = (game.turn(), game.turn().other());
    let known = score(oracle, game, column);
    match reason {
        Reason::WinsAtOnce { cells } => {
            assert!(wins_at_once(game, column));
            assert_eq!(*cells, after.winning_cells());
        }
        Reason::MissesWin { column: missed } => {
            assert!(wins_at_once(game, *missed) && !wins_at_once(game, column));
        }
        Reason::Blocks { cell: blocked } => {
            assert_eq!(*blocked, cell);
            assert!(wins_at_once(&passed(game), column));
        }
        Reason::LeavesWin { cell } | Reason::GivesAway { cell } => {
            assert!(wins_at_once(&after, cell.column));
            assert!(known.unwrap() < 0);
        }
        Reason::DoubleThreat { cells } => {
            assert!(cells.len() >= 2 && cells.iter().all(|cell| wins_at_once(&passed(&after), cell.column)));
            assert!(known.unwrap() > 0);
        }
        Reason::ForcesBlock { cell } => {
            assert!(!after.legal_columns().any(|column| wins_at_once(&after, column)));
            for elsewhere in after.legal_columns().filter(|&column| column != cell.column) {
                assert!(wins_at_once(&played(&after, &[elsewhere]), cell.column));
            }
        }
        Reason::MakesThreat { cell, parity, poisons } => {
            assert!(completes(after.board(), *cell, me) && !completes(game.board(), *cell, me));
            assert_eq!(cell.level.number() % 2 == 1, *parity == Parity::Odd);
            assert!(!poisons || wins_at_once(&played(&after, &[cell.column]), cell.column));
        }
        Reason::PreventsForce { cells } => {
            let instead = played(&passed(game), &[column]);
            let found = oracle.score(&instead, &Think::default()).unwrap().score().unwrap();
            assert!(found < 0 && winning_drop(&instead, found).unwrap() <= cells.len() as u32);
        }
        Reason::PreventsThreat { cells } => {
            let mut instead = game.board().clone();
            instead.drop(column, other).unwrap();
            for &threat in cells {
                assert!(completes(&instead, threat, other) && !completes(game.board(), threat, other));
            }
        }
        Reason::ThreatensForce { cells } => {
            let again = passed(&after);
            let found = oracle.score(&again, &Think::default()).unwrap().score().unwrap();
            assert!(found > 0 && winning_drop(&again, found).unwrap() <= cells.len() as u32);
        }
        Reason::MakesPoints { points, cells } => {
            assert_eq!(lines_made(game.board(), column, me), *points);
            assert!(cells.contains(&cell) && cells.iter().all(|&held| completes(after.board(), held, me)));
        }
        Reason::TakesPoints { points, .. } => assert_eq!(lines_made(game.board(), column, other), *points),
        Reason::GivesPoints { cell, points } => {
            assert_eq!(lowest_vacant(after.board(), column), *cell);
            assert_eq!(lines_made(after.board(), column, other), *points);
        }
        Reason::PointsLine { line, gained, given } => {
            let end = played(&after, line);
            assert!(end.is_over());
            let more = |side| end.points().of(side) as i32 - game.points().of(side) as i32;
            assert_eq!((more(me), more(other)), (*gained, *given));
            check_best_play(oracle, &after, line);
        }
        Reason::ForcedLine { line } => check_forced(&after, line, me),
        Reason::BestLine(won) => {
            assert!(won.side == me && known.unwrap() > 0);
            check_won(oracle, &after, won);
        }
        Reason::Refutation(won) => {
            assert!(won.side == other && known.unwrap() < 0);
            check_won(oracle, &after, won);
        }
        Reason::Zugzwang { side, cell, parity, standing, waits, line } => {
            assert_eq!(known.unwrap() > 0, *side == me);
            assert_eq!(cell.level.number() % 2 == 1, *parity == Parity::Odd);
            assert_eq!(completes(after.board(), *cell, *side), *standing);
            check_best_play(oracle, &after, line);
            let (ways, last) = check_end(&after, line, *side);
            assert!(ways.is_empty() && last == *cell, "the loser could have waited");
            if let Some(waits) = *waits {
                let board = after.board();
                let vacant = board.columns().flat_map(|column| {
                    (board.height(column)..game.variant().levels()).map(move |level| Cell::at(column.index(), level))
                });
                let besides = |one: &Cell| one.column != cell.column || one.level.number() + 1 < cell.level.number();
                assert_eq!(vacant.filter(besides).count(), waits);
                assert_eq!(waits % 2 == 0, after.turn() != *side, "the winner runs out of moves");
            }
        }
        Reason::Plan(plan) => {
            let score = if plan.side == me { known.unwrap() } else { -known.unwrap() };
            plan_proof::check_promise(plan, score);
            let at = played(&after, &plan.before);
            if plan.forced {
                check_answers(&after, &plan.before, plan.side.other());
            } else {
                check_best_play(oracle, &after, &plan.before);
            }
            plan_proof::check(plan, &at);
        }
        Reason::Worth { value } => {
            if let Some(known) = known {
                assert_eq!(value.score(), Some(known));
            }
        }
        Reason::OnlyMove => {
            for other in game.legal_columns().filter(|&other| other != column) {
                let tied = score(oracle, game, other).is_some_and(|other| known.is_some_and(|known| other >= known));
                assert!(!tied && !(wins_at_once(game, other)), "{other} is as good");
            }
        }
        Reason::Worse { better, value } => {
            assert!(!better.contains(&column));
            for &other in better {
                match score(oracle, game, other) {
                    Some(found) => assert_eq!(value.score(), Some(found)),
                    None => assert!(matches!(value, Value::Wins { moves: 1, .. } | Value::Tie | Value::Margin { .. })),
                }
            }
        }
        Reason::Yields { cell } => {
            assert_ne!(cell.column, column);
            assert_eq!(*cell, lowest_vacant(after.board(), cell.column));
            assert!(score(oracle, game, cell.column).is_none_or(|better| better > known.unwrap()));
            check_best_play(oracle, &after, &[cell.column]);
        }
        Reason::Comparison { column: other, because } => {
            assert_ne!(score(oracle, game, *other), known, "there is nothing to compare");
            check(oracle, game, *other, because);
        }
    }
}

fn played(game: &Game, line: &[Column]) -> Game {
    let mut game = game.clone();
    for &column in line {
        game.play(column).unwrap();
    }
    game
}

/// The score of a position that may have ended, for the side that would move.
fn score_of(oracle: &mut Oracle, game: &Game) -> i32 {
    let before = |game: &Game| game.points().of(game.turn()) as i32 - game.points().of(game.turn().other()) as i32;
    match game.outcome() {
        None => oracle.score(game, &Think::default()).unwrap().score().unwrap(),
        Some(_) if game.variant().rules() == dropline_core::Rules::Max => before(game),
        Some(end) if end.winner().is_none() => 0,
        Some(_) => -((game.variant().cells() + 2 - game.board().checkers()) as i32 / 2),
    }
}

/// No move of the line changes what the game is worth.
fn check_best_play(oracle: &mut Oracle, game: &Game, line: &[Column]) {
    let mut at = game.clone();
    for &column in line {
        let before = score_of(oracle, &at);
        at.play(column).unwrap();
        assert_eq!(score_of(oracle, &at), -before, "column {column} is not best");
    }
}

/// A line is won by its side, as far as it is forced by force and else by best play; and it ends as it says.
fn check_won(oracle: &mut Oracle, game: &Game, won: &WinningLine) {
    let moves = won.line.len() - 2;
    check_answers(game, &won.line[..won.forced.min(moves)], won.side.other());
    if won.forced < moves {
        check_best_play(oracle, game, &won.line);
    }
    let (ways, _) = check_end(game, &won.line, won.side);
    match &won.end {
        LineEnd::TwoWays { cells } => assert!(cells.len() >= 2 && *cells == ways),
        LineEnd::OnTop { cells: [cell, above] } => {
            assert_eq!(ways, [*cell]);
            assert_eq!((above.column, above.level.number()), (cell.column, cell.level.number() + 1));
        }
    }
}

/// A line ends with the win of a side, and whatever the other side does with its last move, it loses. What it had to stop, and where the line was completed.
fn check_end(game: &Game, line: &[Column], side: Side) -> (Vec<Cell>, Cell) {
    let (moves, last) = line.split_at(line.len() - 2);
    let end = played(game, moves);
    assert_ne!(end.turn(), side);
    assert!(!end.legal_columns().any(|column| wins_at_once(&end, column)));
    for column in end.legal_columns() {
        let answered = played(&end, &[column]);
        assert!(answered.legal_columns().any(|column| wins_at_once(&answered, column)), "column {column} holds");
    }
    let finished = played(&end, last);
    assert_eq!(finished.outcome().and_then(dropline_core::Outcome::winner), Some(side));
    let ways = end.legal_columns().filter(|&column| wins_at_once(&passed(&end), column));
    (ways.map(|column| lowest_vacant(end.board(), column)).collect(), finished.board().last_cell().unwrap())
}

/// Each move of a side in a line is the only one that does not lose at once.
fn check_answers(game: &Game, line: &[Column], side: Side) {
    let mut at = game.clone();
    for &column in line {
        if at.turn() == side {
            assert!(!at.legal_columns().any(|own| wins_at_once(&at, own)), "the answer was not forced");
            for other in at.legal_columns().filter(|&other| other != column) {
                let elsewhere = played(&at, &[other]);
                assert!(elsewhere.legal_columns().any(|reply| wins_at_once(&elsewhere, reply)), "{other} held");
            }
        }
        at.play(column).unwrap();
    }
}

/// Each answer in the line is the only one that does not lose at once, and the line ends with the win.
fn check_forced(after: &Game, line: &[Column], winner: Side) {
    check_answers(after, line, winner.other());
    assert_eq!(played(after, line).outcome().and_then(dropline_core::Outcome::winner), Some(winner));
}
