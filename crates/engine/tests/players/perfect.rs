//! `perfect` on the standard board, with the embedded book: it gets what the position is worth, or more.

use super::{any_opening, player};
use dropline_core::{Game, Outcome, Side, Variant};
use dropline_engine::{Oracle, Think};

/// Everybody else, those with a clock on short time.
const OTHERS: [&str; 9] = [
    "bad",
    "random",
    "damped",
    "forecast",
    "smart:depth=6",
    "level:n=3",
    "level:n=9",
    "engine:time=50ms",
    "engine:nodes=20000",
];

/// Plays a game to its end; 1 if `side` wins, 0 for a tie, −1 if it loses.
fn result(mut game: Game, red: &str, black: &str, side: Side) -> (i32, usize) {
    let mut players = [player(red, game.variant()), player(black, game.variant())];
    while !game.is_over() {
        let choice = players[usize::from(game.turn() == Side::Black)].choose(&game, &Think::default()).unwrap();
        game.play(choice.column).unwrap();
    }
    let result = match game.outcome() {
        Some(Outcome::Win { side: winner, .. }) => 2 * i32::from(winner == side) - 1,
        _ => 0,
    };
    (result, game.moves().len())
}

#[test]
fn wins_against_itself_with_the_41st_move() {
    assert_eq!(result(Game::new(Variant::STANDARD), "perfect", "perfect", Side::Red), (1, 41));
    assert_eq!(result(Game::new(Variant::STANDARD), "perfect:tie=random", "perfect:tie=random", Side::Red), (1, 41));
}

#[test]
fn wins_as_red_against_everybody() {
    for other in OTHERS {
        let (won, moves) = result(Game::new(Variant::STANDARD), "perfect", other, Side::Red);
        assert_eq!(won, 1, "against {other}");
        assert!(moves <= 41, "{moves} moves against {other}");
    }
}

#[test]
fn never_gets_less_than_the_position_is_worth() {
    let mut oracle = Oracle::new(Variant::STANDARD).unwrap();
    for (seed, other) in (0..).zip(OTHERS) {
        for plies in [0, 3, 7] {
            let game = any_opening(seed, Variant::STANDARD, plies);
            let worth = oracle.score(&game, &Think::default()).unwrap().score().unwrap();
            let worth = if game.turn() == Side::Black { worth } else { -worth };
            let (got, _) = result(game.clone(), other, "perfect", Side::Black);
            assert!(got >= worth.signum(), "{got} instead of {worth} against {other} after {:?}", game.moves());
        }
    }
}
