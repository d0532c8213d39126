//! `smart` against plain minimax, and against brute force on small boards.

use super::plain::Plain;
use super::{any_position, any_set_up, ask, chance, compare, compare_columns, opinions, player};
use dropline_core::{Column, Game, Rules, Side, Variant};
use dropline_engine::Think;
use rand::RngExt;
use std::collections::HashMap;

/// The description, word for word: the leftmost column whose value is strictly larger than the best so far.
fn twin(board: &mut Plain, mover: Side, limit: u32) -> (usize, f64) {
    let full = if board.columns * board.levels > 900 { (board.columns * board.levels + 100) as i64 } else { 1000 };
    let mut best = None;
    for column in board.open() {
        board.drop(column, mover);
        let value = value(board, mover, mover, 1, limit, full);
        board.undo(column);
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((column, value));
        }
    }
    let (column, value) = best.unwrap();
    (column, value as f64)
}

/// The value for the mover of a position in which `last` has just dropped.
fn value(board: &mut Plain, mover: Side, last: Side, depth: u32, limit: u32, full: i64) -> i64 {
    if board.has_won(last) {
        let win = full - i64::from(depth);
        return if last == mover { win } else { -win };
    }
    if board.is_full() {
        return 0;
    }
    if depth == limit {
        let most = full - 100 - i64::from(limit);
        return rate(board, mover).clamp(-most, most);
    }
    let turn = last.other();
    let mut values = Vec::new();
    for column in board.open() {
        board.drop(column, turn);
        values.push(value(board, mover, turn, depth + 1, limit, full));
        board.undo(column);
    }
    if turn == mover { values.into_iter().max().unwrap() } else { values.into_iter().min().unwrap() }
}

fn rate(board: &Plain, side: Side) -> i64 {
    let points = |side| -> i64 {
        let held = board.lines.iter().map(|line| board.held(line, side));
        held.filter(|&(own, open)| open && own > 0).map(|(own, _)| 4i64.pow(own as u32 - 1)).sum()
    };
    points(side) - points(side.other())
}

#[test]
fn plays_as_plain_minimax_to_a_depth() {
    compare(1, 4000, (7, 6), Rules::Connect, 1500, |depth| format!("smart:depth={depth}"), twin);
}

#[test]
fn plays_as_plain_minimax_on_wide_boards() {
    compare(2, 300, (24, 20), Rules::Connect, 600, |depth| format!("smart:depth={depth}"), twin);
}

#[test]
fn plays_as_plain_minimax_where_a_win_is_worth_more_than_1000() {
    let mut random = chance(3);
    for (text, depth) in [("64x64c4", 1), ("32x32c5", 2), ("31x30c4", 2), ("1000x1c3", 1), ("1x1000c4", 6)] {
        let variant: Variant = text.parse().unwrap();
        for checkers in [0, 30, 60] {
            let game = any_set_up(&mut random, variant, checkers);
            if !game.is_over() {
                let choice = ask(&format!("smart:depth={depth}"), &game);
                let expected = twin(&mut Plain::new(&game), game.turn(), depth);
                assert_eq!((choice.column.index(), choice.score.unwrap()), expected, "{text} with {checkers}");
            }
        }
    }
}

/// Brute force: the value of every position, remembered. A win with the k-th drop from here is worth 1000 − k.
#[derive(Default)]
struct BruteForce(HashMap<Vec<u8>, i64>);

impl BruteForce {
    /// For the side to move.
    fn value(&mut self, board: &mut Plain, turn: Side) -> i64 {
        let key = key(board);
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let value = self.columns(board, turn).into_iter().map(|(_, value)| value).max().unwrap_or(0);
        self.0.insert(key, value);
        value
    }

    fn columns(&mut self, board: &mut Plain, turn: Side) -> Vec<(usize, i64)> {
        let mut columns = Vec::new();
        for column in board.open() {
            board.drop(column, turn);
            // One drop further away from the end, so one less in size.
            let value = if board.has_won(turn) { 999 } else { -self.value(board, turn.other()) };
            board.undo(column);
            columns.push((column, if value == 999 { value } else { value - value.signum() }));
        }
        columns
    }

    /// The leftmost of the columns that win soonest or lose latest.
    fn best(&mut self, board: &mut Plain, turn: Side) -> (usize, f64) {
        let columns = self.columns(board, turn);
        let most = columns.iter().map(|&(_, value)| value).max().unwrap();
        let &(column, value) = columns.iter().find(|&&(_, value)| value == most).unwrap();
        (column, value as f64)
    }
}

fn key(board: &Plain) -> Vec<u8> {
    let cell = |cell| board.at(cell).map_or(0, |side| side.index() as u8 + 1);
    (0..board.columns).flat_map(|column| (0..board.levels).map(move |level| (column, level))).map(cell).collect()
}

fn small_boards() -> impl Iterator<Item = Variant> {
    let sizes = (1..=16usize).flat_map(|columns| (1..=16 / columns).map(move |levels| (columns, levels)));
    sizes.flat_map(|(columns, levels)| {
        let most = columns.max(levels) + 1;
        (1..=most).map(move |connect| Variant::new(columns, levels, connect, Rules::Connect).unwrap())
    })
}

#[test]
fn is_perfect_on_boards_of_at_most_16_cells() {
    let mut random = chance(4);
    let mut compared = 0;
    for variant in small_boards() {
        let mut player = player("smart", variant);
        let mut brute_force = BruteForce::default();
        // Brute force from the first move takes too long on wide boards.
        let most_vacant = if variant.columns() > 6 { 10 } else { 12 };
        for _ in 0..60 {
            let game = any_position(&mut random, variant);
            if game.board().vacant() > most_vacant {
                continue;
            }
            // Set-up positions share no parity with played ones, so they would confuse what is remembered.
            if !game.starts_empty() {
                brute_force = BruteForce::default();
            }
            let choice = player.choose(&game, &Think::default()).unwrap();
            let expected = brute_force.best(&mut Plain::new(&game), game.turn());
            assert_eq!((choice.column.index(), choice.score.unwrap()), expected, "{variant} {:?}", game.moves());
            if !game.starts_empty() {
                brute_force = BruteForce::default();
            }
            compared += 1;
        }
    }
    assert!(compared > 5000, "only {compared} positions compared");
}

#[test]
fn is_perfect_in_every_reachable_position() {
    for text in ["3x3c3", "4x2c2", "4x2c3", "2x4c3", "3x2c3", "2x2c2", "5x2c3", "1x9c2", "7x1c3", "3x3c2"] {
        let variant: Variant = text.parse().unwrap();
        let mut player = player("smart", variant);
        let mut brute_force = BruteForce::default();
        let mut seen = std::collections::HashSet::new();
        let mut waiting = vec![Game::new(variant)];
        while let Some(game) = waiting.pop() {
            if game.is_over() || !seen.insert(game.position()) {
                continue;
            }
            let choice = player.choose(&game, &Think::default()).unwrap();
            let expected = brute_force.best(&mut Plain::new(&game), game.turn());
            assert_eq!((choice.column.index(), choice.score.unwrap()), expected, "{variant} {:?}", game.moves());
            for column in game.legal_columns() {
                let mut next = game.clone();
                next.play(column).unwrap();
                waiting.push(next);
            }
        }
    }
}

#[test]
fn is_perfect_from_the_first_move_of_4x4() {
    let mut brute_force: HashMap<usize, BruteForce> = HashMap::new();
    for connect in 1..=5 {
        let variant = Variant::new(4, 4, connect, Rules::Connect).unwrap();
        let brute_force = brute_force.entry(connect).or_default();
        let mut player = player("smart", variant);
        let mut game = Game::new(variant);
        while !game.is_over() {
            let choice = player.choose(&game, &Think::default()).unwrap();
            let expected = brute_force.best(&mut Plain::new(&game), game.turn());
            assert_eq!((choice.column.index(), choice.score.unwrap()), expected, "{variant} {:?}", game.moves());
            game.play(choice.column).unwrap();
        }
    }
}

/// Random positions of a large board in which somebody could win with one drop, with a little time to think: the answer takes the win or stops
/// the loss if it can be stopped.
#[test]
fn takes_wins_and_stops_losses_on_large_boards() {
    let mut random = chance(5);
    for text in ["7x6c4", "10x10c4", "20x20c4"] {
        let variant: Variant = text.parse().unwrap();
        let mut player = player("smart:time=2ms", variant);
        let (mut wins, mut losses) = (0, 0);
        while wins < 60 || losses < 60 {
            let mut game = Game::new(variant);
            while !game.is_over() {
                let mut board = Plain::new(&game);
                let side = game.turn();
                let (winning, threatened) = (board.winning(side), board.winning(side.other()));
                if !winning.is_empty() || !threatened.is_empty() {
                    let column = player.choose(&game, &Think::default()).unwrap().column.index();
                    if !winning.is_empty() {
                        assert_eq!(column, winning[0], "{text} {:?}", game.moves());
                        wins += 1;
                    } else {
                        let stops = |&column: &usize| {
                            let mut after = board.clone();
                            after.drop(column, side);
                            after.winning(side.other()).is_empty()
                        };
                        let stopping: Vec<usize> = board.open().into_iter().filter(stops).collect();
                        assert!(stopping.is_empty() || stopping.contains(&column), "{text} {:?}", game.moves());
                        losses += 1;
                    }
                }
                let open: Vec<Column> = game.legal_columns().collect();
                game.play(open[random.random_range(0..open.len())]).unwrap();
            }
        }
    }
}

#[test]
fn every_column_has_the_score_of_plain_minimax() {
    let spec = |depth| format!("smart:depth={depth}");
    compare_columns(5, Rules::Connect, 300, spec, |board, column, mover, limit| {
        board.drop(column, mover);
        let value = value(board, mover, mover, 1, limit, 1000);
        board.undo(column);
        value as f64
    });
}

#[test]
fn what_it_sees_is_its_rating() {
    for (game, opinion) in opinions(6, Rules::Connect, "smart:depth=4") {
        let rating = rate(&Plain::new(&game), game.turn());
        assert_eq!((opinion.side, opinion.score), (game.turn(), rating.clamp(-896, 896) as f64));
        let sum: f64 = opinion.items.iter().map(|item| item.sum).sum();
        assert_eq!((sum, opinion.note.is_some()), (rating as f64, rating.abs() > 896));
    }
}
