//! Every reason that is given holds.

use dropline_core::{Column, Game, Side};
use dropline_engine::analysis::{Analyst, Value, threats};
use dropline_engine::{Oracle, Reason, Think, explain};

#[test]
fn every_reason_holds_on_five_hundred_positions() {
    let mut given = std::collections::BTreeMap::new();
    for (variant, count, seed) in
        [("6x5c4", 200, 1), ("5x4c4", 100, 2), ("5x5c3", 50, 3), ("7x6c4", 100, 4), ("4x4m3", 50, 5)]
    {
        let variant = variant.parse().unwrap();
        let (mut analyst, mut oracle) = (Analyst::new(variant), Oracle::new(variant).unwrap());
        let late = variant == dropline_core::Variant::STANDARD;
        let games = super::random_positions(&variant.to_string(), count * if late { 4 } else { 1 }, seed);
        for game in games.into_iter().filter(|game| !late || game.moves().len() >= 20).take(count) {
            for column in game.legal_columns().collect::<Vec<_>>() {
                for reason in explain(&mut analyst, &game, column, &Think::default()).unwrap() {
                    check(&mut oracle, &game, column, &reason);
                    assert!(reason.to_string().ends_with('.'));
                    *given.entry(kind(&reason)).or_insert(0) += 1;
                }
            }
        }
    }
    // Thirteen kinds of reasons exist; each came up.
    assert_eq!(given.len(), 13, "{given:?}");
}

/// The kind of a reason, as its name in the code.
fn kind(reason: &Reason) -> String {
    format!("{reason:?}").split([' ', '{']).next().unwrap().to_owned()
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

fn check(oracle: &mut Oracle, game: &Game, column: Column, reason: &Reason) {
    let mut after = game.clone();
    let cell = after.play(column).unwrap();
    let me: Side = game.turn();
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
        Reason::MakesThreat { cell, .. } => {
            let stands =
                |game: &Game| threats(game.board()).iter().any(|threat| threat.cell == *cell && threat.side == me);
            assert!(stands(&after) && !stands(game));
        }
        Reason::ForcedLine { line } => check_forced(&after, line, me),
        Reason::Zugzwang { side, cell, .. } => {
            assert_eq!(known.unwrap() > 0, *side == me);
            assert!(threats(after.board()).iter().any(|threat| threat.cell == *cell && threat.side == *side));
        }
        Reason::FollowUp => assert!(known.unwrap() >= 0),
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
    }
}

/// Each answer in the line is the only one that does not lose at once, and the line ends with the win.
fn check_forced(after: &Game, line: &[Column], winner: Side) {
    let mut game = after.clone();
    for (index, &column) in line.iter().enumerate() {
        if index % 2 == 0 {
            assert!(!game.legal_columns().any(|own| wins_at_once(&game, own)), "the answer was not forced");
            for other in game.legal_columns().filter(|&other| other != column) {
                let mut elsewhere = game.clone();
                elsewhere.play(other).unwrap();
                assert!(elsewhere.legal_columns().any(|reply| wins_at_once(&elsewhere, reply)), "{other} held");
            }
        }
        game.play(column).unwrap();
    }
    assert_eq!(game.outcome().and_then(dropline_core::Outcome::winner), Some(winner));
}
