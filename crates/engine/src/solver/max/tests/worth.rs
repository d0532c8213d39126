//! What the cells look worth.

use super::*;
use crate::solver::CellSet;
use crate::solver::max::MaxTechniques;
use crate::solver::max::geometry::{LineGeometry, Shape};
use crate::solver::max::node::Node;
use crate::solver::max::size::{ForSize, for_size};
use crate::solver::max::table::Packing;
use crate::solver::max::worth::CellWorth;
use dropline_core::Level;

/// The worth of the cells of a game that are vacant as the search sees it, by column and level.
struct Worth<'a>(&'a Game);

impl ForSize for Worth<'_> {
    type Output = HashMap<(usize, usize), i32>;

    fn run<P: Packing, S: Shape>(self, geometry: LineGeometry<P::Word, S>) -> Self::Output {
        let node = Node::of_game(&geometry, self.0, &MaxTechniques::ALL).unwrap();
        let vacant = node.vacant(&geometry);
        let worth = CellWorth::of(&geometry, &node, vacant);
        let place = |cell: P::Word| (cell.first() / geometry.shape.stride(), cell.first() % geometry.shape.stride());
        vacant.each().map(|cell| (place(cell), worth.at(cell))).collect()
    }
}

/// The same of one cell, from the board alone: every line through it that a side can still make.
fn plain_worth(game: &Game, (column, level): (usize, usize)) -> f64 {
    let variant = game.variant();
    let (columns, levels, connect) =
        (variant.columns() as isize, variant.levels() as isize, variant.connect() as isize);
    let mut worth = 0.0;
    for (across, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        for back in 0..connect {
            let start = (column as isize - back * across, level as isize - back * up);
            let line: Vec<_> = (0..connect).map(|i| (start.0 + i * across, start.1 + i * up)).collect();
            if line.iter().any(|&(c, l)| !(0..columns).contains(&c) || !(0..levels).contains(&l)) {
                continue;
            }
            let at = |&(c, l): &(isize, isize)| {
                game.board().checker_at(Column::from_index(c as usize), Level::from_index(l as usize))
            };
            for side in [game.turn(), game.turn().other()] {
                if line.iter().any(|cell| at(cell) == Some(side.other())) {
                    continue;
                }
                // With an even number of vacant cells the side to move is answered, and gets what is not second from the top.
                let answers = (side == game.turn()) == (game.board().vacant() % 2 == 1);
                worth += line
                    .iter()
                    .filter(|cell| at(cell).is_none())
                    .fold(1.0, |worth, &(_, l)| worth * if ((levels - 1 - l) % 2 == 0) == answers { 0.7 } else { 0.4 });
            }
        }
    }
    worth
}

#[test]
fn cells_are_worth_the_open_lines_through_them() {
    let mut rng = rng(14);
    for (name, _) in KINDS {
        let variant: Variant = name.parse().unwrap();
        if variant.connect() == 1 {
            continue;
        }
        for _ in 0..20 {
            let game = random_game(variant, variant.cells(), &mut rng);
            for (place, worth) in for_size(variant, Worth(&game)).unwrap() {
                let plain = 4096.0 * plain_worth(&game, place);
                // A line is rounded down.
                assert!(
                    plain - 100.0 < f64::from(worth) && f64::from(worth) < plain + 1.0,
                    "{place:?}\n{}",
                    picture(&game)
                );
            }
        }
    }
}
