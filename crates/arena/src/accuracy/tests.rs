use super::*;
use crate::{GameResult, Tournament};
use dropline_core::{Outcome, Rules, Variant};

/// Plain search to the end, for small boards.
#[derive(Default)]
struct BruteForce(FxHashMap<Position, i32>);

impl BruteForce {
    /// The score of a position for the side to move: in Connect, quick wins are worth more; in Max-Connect, the margin.
    fn score(&mut self, game: &mut Game) -> i32 {
        if let Some(outcome) = game.outcome() {
            return match (game.variant().rules(), outcome) {
                (Rules::Max, _) => {
                    let points = game.points();
                    points.of(game.turn()) as i32 - points.of(game.turn().other()) as i32
                }
                (Rules::Connect, Outcome::Tie) => 0,
                (Rules::Connect, Outcome::Win { .. }) => -((game.board().vacant() as i32 + 2) / 2),
            };
        }
        if let Some(&known) = self.0.get(&game.position()) {
            return known;
        }
        let best = self.columns(game).into_iter().map(|(_, score)| score).max().unwrap();
        self.0.insert(game.position(), best);
        best
    }

    fn columns(&mut self, game: &mut Game) -> Vec<(Column, i32)> {
        let columns: Vec<Column> = game.legal_columns().collect();
        columns
            .into_iter()
            .map(|column| {
                game.play(column).unwrap();
                let score = -self.score(game);
                game.undo();
                (column, score)
            })
            .collect()
    }

    fn analyze(&mut self, game: &Game) -> Analysis {
        analysis(game, self.columns(&mut game.clone()))
    }
}

/// The analysis that says so.
fn analysis(game: &Game, scores: impl IntoIterator<Item = (Column, i32)>) -> Analysis {
    let mut analysis = Analysis::new(game);
    for (column, score) in scores {
        analysis.learn(column, Value::of_position(game, score));
    }
    analysis
}

fn judged(variant: &str, games: &[&str]) -> Vec<Accuracy> {
    let variant: Variant = variant.parse().unwrap();
    let players = vec!["bad".parse().unwrap(), "random".parse().unwrap()];
    let schedule = Schedule::new(Tournament { players, variant, games: Some(100), ..Tournament::default() }).unwrap();
    let record = |(game, moves): (usize, &&str)| {
        let moves = Game::from_moves(variant, moves).unwrap().moves().to_vec();
        let result = GameResult { moves, ..GameResult::default() };
        Record { game, red: 0, black: 1, opening: "-".into(), result }
    };
    let records: Vec<Record> = games.iter().enumerate().map(record).collect();
    let mut brute_force = BruteForce::default();
    judge(&schedule, &records, &mut |game| Some(brute_force.analyze(game)), &mut |_| true)
}

#[test]
fn the_first_error_of_each_side_is_found() {
    // Two in line on one level of four: red wins from columns 2 and 3; from column 1 black ties by answering 2.
    let players = judged("4x1c2", &["132"]);
    let columns = |error: &FirstError| error.better.iter().map(|column| column.number()).collect::<Vec<_>>();
    let red = players[0].earliest_error().unwrap();
    assert_eq!((red.game, red.ply, red.played.number(), columns(red)), (0, 1, 1, vec![2, 3]));
    assert_eq!((red.was, red.became), (Outlook::Win, Outlook::Tie));
    let black = players[1].earliest_error().unwrap();
    assert_eq!((black.ply, black.played.number(), columns(black)), (2, 3, vec![2]));
    assert_eq!((black.was, black.became), (Outlook::Tie, Outlook::Loss));
    assert_eq!((players[0].judged, players[0].kept, players[0].best, players[0].flawless_games), (2, 1, 1, 0));
    assert_eq!((players[1].judged, players[1].kept, players[1].best, players[1].flawless_games), (1, 0, 0, 0));
}

#[test]
fn a_win_that_could_be_quicker_keeps_the_value_but_is_not_best() {
    // After 2 1 red wins at once in column 3, but plays 5 and wins in column 4 later.
    let players = judged("5x1c2", &["21534", "213"]);
    assert_eq!((players[0].judged, players[0].kept, players[0].best, players[0].flawless_games), (5, 5, 4, 2));
    assert_eq!((players[1].judged, players[1].kept), (3, 3), "a lost position cannot be spoiled");
    assert_eq!(players[0].earliest_error(), None);
}

#[test]
fn in_max_connect_the_margin_decides_what_is_best() {
    let players = judged("2x2m2", &["1122", "1212"]);
    assert_eq!(players.iter().map(|player| player.judged).sum::<u64>(), 8);
    assert!(players.iter().all(|player| player.best <= player.kept));
}

#[test]
fn positions_that_are_too_hard_are_counted_apart() {
    let mut ignorant = |game: &Game| {
        (game.board().vacant() < 3).then(|| analysis(game, game.legal_columns().map(|column| (column, 0))))
    };
    let players = vec!["bad".parse().unwrap(), "random".parse().unwrap()];
    let variant: Variant = "3x2c4".parse().unwrap();
    let schedule = Schedule::new(Tournament { players, variant, ..Tournament::default() }).unwrap();
    let moves = Game::from_moves(variant, "123123").unwrap().moves().to_vec();
    let result = GameResult { moves, ..GameResult::default() };
    let records = [Record { game: 0, red: 0, black: 1, opening: "-".into(), result }];
    let judged = judge(&schedule, &records, &mut ignorant, &mut |_| true);
    assert_eq!((judged[0].judged, judged[0].not_judged), (1, 2));
    assert_eq!((judged[1].judged, judged[1].not_judged), (1, 2));
}

#[test]
fn the_solver_and_brute_force_agree_on_every_move() {
    for (variant, moves) in [
        ("4x3c3", ""),
        ("4x3c3", "21"),
        ("4x4c4", "1122334"),
        ("5x3c3", "3"),
        ("3x3c3", "2213"),
        ("4x1c2", ""),
        ("4x3m3", "12"),
        ("3x3m2", "2"),
    ] {
        let game = Game::from_moves(variant.parse().unwrap(), moves).unwrap();
        // Positions do not tell their variant, so what is remembered of one is not used for another.
        let proven = prover(game.variant(), 10_000_000)(&game).unwrap();
        let forced = BruteForce::default().analyze(&game);
        assert_eq!(proven.columns(), forced.columns(), "{variant} {moves}");
    }
}

#[test]
fn what_the_solver_cannot_do_in_its_limit_is_left_out() {
    // No book knows this one.
    let proven = |variant: &str, nodes| {
        let game = Game::new(variant.parse().unwrap());
        prover(game.variant(), nodes)(&game).is_some_and(|analysis| analysis.is_exact())
    };
    assert!(!proven("7x7c4", 10) && !proven("7x6m4", 10) && !proven("20x20c4", 1000));
}
