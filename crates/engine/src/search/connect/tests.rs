use super::weights::{LineKind, LineWeights};
use super::*;
use crate::budget::{Budget, interval};
use crate::search::Lines;
use crate::{Limits, Think};
use dropline_core::{Column, Game, Level, Outcome, Position, Side, Variant};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;
use std::sync::Arc;

fn random() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(5)
}

/// A game after some random moves that is not over.
fn random_game(variant: Variant, plies: usize, random: &mut Xoshiro256PlusPlus) -> Option<Game> {
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let legal: Vec<Column> = game.legal_columns().collect();
        if legal.is_empty() {
            break;
        }
        game.play(legal[random.random_range(0..legal.len())]).unwrap();
    }
    (!game.is_over()).then_some(game)
}

/// They ran as well where a line could be completed at once, or had to be blocked.
#[test]
fn playouts_run_only_where_there_is_something_to_choose() {
    let (variant, mut random) = (Variant::STANDARD, random());
    let lines = Arc::new(Lines::new(variant));
    let [mut quiet, mut urgent] = [0; 2];
    for plies in (6..36).cycle().take(150) {
        let Some(game) = random_game(variant, plies, &mut random) else { continue };
        let position = WeighedBoard::of(&lines, game.board(), game.turn());
        let think = Think { limits: Limits { nodes: Some(2000), ..Limits::default() }, ..Think::default() };
        let mut budget = Budget::new(&think, interval(position.columns()));
        let told = !beyond(&lines, &game, &position, &mut budget).is_empty();
        let few = game.legal_columns().count() == 1;
        match position.urgent(game.turn()) {
            Urgent::Nothing if !few => quiet += usize::from(told),
            _ => {
                assert!(!told && budget.nodes() == 0, "{:?}", game.moves());
                urgent += 1;
            }
        }
    }
    assert!(quiet > 30 && urgent > 30, "{quiet} {urgent}");
}

fn search(game: &Game, limits: Limits, last: u32) -> SearchReport {
    let think = Think { limits, ..Think::default() };
    let mut position = WeighedBoard::of(&Arc::new(Lines::new(game.variant())), game.board(), game.turn());
    position.close();
    let mut budget = Budget::new(&think, interval(position.columns()));
    match candidates(&position, game.turn()) {
        Ok(columns) => PrincipalVariation::new(position, &Table::new(14), &mut budget).deepen(
            game.turn(),
            columns,
            (1, last),
            |_, _| {},
        ),
        Err(report) => report,
    }
}

/// The end with best play, plainly: more than 0 if the side to move wins; 100 less the drops it takes.
fn brute(game: &Game, known: &mut HashMap<Position, i32>) -> i32 {
    match game.outcome() {
        Some(Outcome::Tie) => return 0,
        Some(Outcome::Win { .. }) => return -100,
        None => {}
    }
    if let Some(&value) = known.get(&game.position()) {
        return value;
    }
    let value = game.legal_columns().map(|column| after(game, column, known)).max().unwrap();
    known.insert(game.position(), value);
    value
}

/// The value of a drop for the side that makes it.
fn after(game: &Game, column: Column, known: &mut HashMap<Position, i32>) -> i32 {
    let mut next = game.clone();
    next.play(column).unwrap();
    let value = -brute(&next, known);
    value - value.signum()
}

const SMALL: [&str; 9] = ["4x4c4", "4x4c3", "5x3c3", "3x5c3", "6x2c2", "2x7c2", "4x4c9", "4x4c1", "15x1c4"];

#[test]
fn a_search_to_the_end_finds_the_true_value_and_a_column_that_keeps_it() {
    let mut random = random();
    for text in SMALL {
        let variant: Variant = text.parse().unwrap();
        let mut known = HashMap::new();
        for plies in (0..12).cycle().take(120) {
            let Some(game) = random_game(variant, plies, &mut random) else { continue };
            let report = search(&game, Limits::default(), u32::MAX);
            let value = brute(&game, &mut known);
            let kept = after(&game, Column::from_index(report.line[0]), &mut known);
            let context = format!("{text} {:?}: {report:?}, truly {value}", game.moves());
            assert_eq!(kept.signum(), value.signum(), "{context}");
            match report.outlook {
                SearchOutlook::Win(drops) => assert!(value > 0 && drops as i32 >= 100 - value, "{context}"),
                SearchOutlook::Loss(drops) => assert!(value < 0 && drops as i32 >= 100 + value, "{context}"),
                SearchOutlook::Tie => assert_eq!(value, 0, "{context}"),
                // A forced drop is not looked at further.
                SearchOutlook::Guess(_) => assert_eq!(report.depth, 1, "{context}"),
            }
        }
    }
}

#[test]
fn what_a_short_search_claims_is_true() {
    let mut random = random();
    let mut claims = 0;
    for text in SMALL {
        let variant: Variant = text.parse().unwrap();
        let mut known = HashMap::new();
        for round in 0..400 {
            let Some(game) = random_game(variant, round % 11, &mut random) else { continue };
            let limits = Limits { nodes: Some(1 << (round % 9)), ..Limits::default() };
            let report = search(&game, limits, 1 + (round % 6) as u32);
            let value = brute(&game, &mut known);
            let right = match report.outlook {
                SearchOutlook::Win(_) => value > 0 && after(&game, Column::from_index(report.line[0]), &mut known) > 0,
                SearchOutlook::Loss(_) => value < 0,
                SearchOutlook::Tie => value == 0,
                SearchOutlook::Guess(_) => continue,
            };
            assert!(right, "{text} {:?}: {report:?}, truly {value}", game.moves());
            claims += 1;
        }
    }
    assert!(claims > 1000, "{claims} claims");
}

#[test]
fn counts_kept_drop_by_drop_are_those_of_a_fresh_count() {
    let mut random = random();
    for text in ["7x6c4", "4x4c2", "1x9c3", "9x1c3", "5x5c1", "5x4c20", "9x9c8", "12x12c5", "3x80c4"] {
        let variant: Variant = text.parse().unwrap();
        let lines = Arc::new(Lines::new(variant));
        let mut game = Game::new(variant);
        let mut position = WeighedBoard::of(&lines, game.board(), game.turn());
        while !game.is_over() {
            // There and back must change nothing.
            for column in game.legal_columns() {
                let (before, turn) = (facts(&position), game.turn());
                let (gain, threatens) = position.gain(column.index(), turn);
                assert!(variant.connect() < 3 || position.threatens(column.index(), turn) == threatens, "{text}");
                position.make(column.index(), turn);
                assert_eq!(position.value(turn), before.0 * if turn == Side::Red { 1 } else { -1 } + gain, "{text}");
                let threats =
                    |columns: &[[u64; 2]]| columns.iter().map(|of| of[turn.index()].count_ones()).sum::<u32>();
                assert!(threatens || threats(&facts(&position).3) <= threats(&before.3), "{text}");
                position.unmake(column.index(), turn);
                assert_eq!(facts(&position), before, "{text}");
                let mut next = game.clone();
                next.play(column).unwrap();
                let wins = matches!(next.outcome(), Some(Outcome::Win { .. }));
                assert_eq!(position.wins(column.index(), turn), wins, "{text} {:?}", next.moves());
            }
            let legal: Vec<Column> = game.legal_columns().collect();
            let column = legal[random.random_range(0..legal.len())];
            position.make(column.index(), game.turn());
            game.play(column).unwrap();
            let fresh = WeighedBoard::of(&lines, game.board(), game.turn());
            assert_eq!(facts(&position), facts(&fresh), "{text} {:?}", game.moves());
        }
    }
}

#[test]
fn closed_lines_are_those_above_a_threat_and_count_nothing() {
    let mut random = random();
    let mut closed = 0;
    for text in ["7x6c4", "4x4c2", "5x5c1", "5x4c20", "9x9c5", "12x12c4", "3x40c4"] {
        let variant: Variant = text.parse().unwrap();
        let lines = Arc::new(Lines::new(variant));
        for plies in (0..variant.cells()).cycle().take(300) {
            let Some(game) = random_game(variant, plies, &mut random) else { continue };
            let mut position = WeighedBoard::of(&lines, game.board(), game.turn());
            let before = facts(&position);
            position.close();
            let after = facts(&position);
            assert_eq!(after.0, worth_of_lines(&game), "{text} {:?}", game.moves());
            closed += usize::from(after.0 != before.0);
            // Nothing else changes, not even in a search.
            assert_eq!((after.1, after.2, &after.3), (before.1, before.2, &before.3));
            for column in game.legal_columns() {
                position.make(column.index(), game.turn());
                position.unmake(column.index(), game.turn());
                assert_eq!(facts(&position), after, "{text} {:?}", game.moves());
            }
        }
    }
    assert!(closed > 50, "{closed} positions with closed lines");
}

/// The worth of lines to red less that to black, from scratch.
fn worth_of_lines(game: &Game) -> i32 {
    let (board, variant) = (game.board(), game.variant());
    let weights = LineWeights::new(variant, game.turn(), board.vacant());
    let (columns, levels, connect) = (variant.columns() as i64, variant.levels() as i64, variant.connect() as i64);
    let checker = |(column, level): (i64, i64)| {
        board.checker_at(Column::from_index(column as usize), Level::from_index(level as usize))
    };
    let mut lines = Vec::new();
    for (across, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for start in (0..columns).flat_map(|column| (0..levels).map(move |level| (column, level))) {
            let cells: Vec<(i64, i64)> =
                (0..connect.min(100)).map(|step| (start.0 + step * across, start.1 + step * up)).collect();
            let inside = |&(column, level): &(i64, i64)| column < columns && (0..levels).contains(&level);
            if cells.iter().all(inside) {
                let vacant: Vec<_> = cells.iter().copied().filter(|&cell| checker(cell).is_none()).collect();
                let held = |side| cells.iter().filter(|&&cell| checker(cell) == Some(side)).count();
                lines.push((vacant, [held(Side::Red), held(Side::Black)], up == 1 && across == 0));
            }
        }
    }
    // For each column, the lowest threat that is not on its next cell.
    let mut lowest = vec![i64::MAX; columns as usize];
    for (vacant, held, _) in &lines {
        if let &[(column, level)] = &vacant[..]
            && (held[0] == 0 || held[1] == 0)
            && level > 0
            && checker((column, level - 1)).is_none()
        {
            let lowest = &mut lowest[column as usize];
            *lowest = level.min(*lowest);
        }
    }
    let mut worth = 0;
    for (vacant, held, vertical) in lines {
        let kind = match () {
            () if vacant.iter().any(|&(column, level)| level > lowest[column as usize]) => continue,
            () if vertical => LineKind::VERTICAL,
            () => vacant.iter().fold(LineKind::EMPTY, |kind, &(_, level)| kind.with(level % 2 == 0)),
        };
        let of = |side: usize| match held[1 - side] {
            0 => weights.of(side, vacant.len() as u16, kind),
            _ => 0,
        };
        worth += of(0) - of(1);
    }
    worth
}

/// What a position knows: the worth of its lines to red, open lines, and each column's vacant winning cells.
fn facts(position: &WeighedBoard) -> (i32, [i32; 2], u64, Vec<[u64; 2]>) {
    let open = [position.open(Side::Red), position.open(Side::Black)];
    let room = |column| {
        let vacant = position.levels() - position.height(column);
        let mask = u64::MAX.checked_shr(64 - vacant.min(64) as u32).unwrap_or(0);
        position.threats_from_top(column).map(|levels| levels & mask)
    };
    (position.value(Side::Red), open, position.key_of(Side::Red), (0..position.columns()).map(room).collect())
}

#[test]
fn the_line_shown_can_be_played() {
    let mut random = random();
    for text in ["7x6c4", "10x10c4", "15x15c5"] {
        for plies in [0, 7, 14] {
            let Some(mut game) = random_game(text.parse().unwrap(), plies, &mut random) else { continue };
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            for column in search(&game, limits, u32::MAX).line {
                game.play(Column::from_index(column)).unwrap();
            }
        }
    }
}

#[test]
fn proven_values_settle_at_any_depth_and_guesses_only_at_theirs() {
    use crate::search::table::{Bound, Seen};
    use search::settles;
    let guess = Seen { value: 50, bound: Bound::AtLeast, depth: 4, best: 0, fresh: true };
    assert!(settles(&guess, 4, 0, 50));
    assert!(!settles(&guess, 5, 0, 50));
    assert!(!settles(&guess, 4, 0, 51));
    assert!(settles(&Seen { value: PROVEN + 3, ..guess }, 40, 0, 50));
    let at_most = Seen { value: PROVEN + 3, bound: Bound::AtMost, ..guess };
    assert!(!settles(&at_most, 40, PROVEN + 5, PROVEN + 6));
}

#[test]
fn late_drops_are_looked_at_less_deeply_the_deeper_and_the_later() {
    for depth in 1..40 {
        for late in 0..64 {
            let less = search::reduction(depth, late, false);
            assert!((0..depth).contains(&less) && less <= search::reduction(depth + 1, late, false));
            assert!(less <= search::reduction(depth, late + 1, false) && less >= search::reduction(depth, late, true));
        }
    }
    assert_eq!([(2, 9), (9, 2)].map(|(depth, late)| search::reduction(depth, late, false)), [0, 0]);
    assert_eq!([(3, 3), (6, 8), (12, 14)].map(|(depth, late)| search::reduction(depth, late, false)), [1, 3, 5]);
}
