//! What a position comes to when it is played on at random, hundreds of times.
//!
//! The count of zugzwang knows the threats there are; on a large board those that come later decide, and no search reaches them. A *playout* fills the board: a side
//! completes a line where it can, blocks one that it must, drops below no threat of the other side, below its own only when nothing else is left, and apart from that
//! anywhere. So every playout ends in a zugzwang of its own, and their mean tells whom the threats there are, and the room for others, favour: of positions of 15x15c5 with
//! 70 to 130 vacant cells it names the winner far more often than the search does (docs/engine.md).
//!
//! Single columns are told apart by who came to lie on their next cell in each playout, whenever that was: each playout says something of each column, where one that
//! began with a column would say something of that column alone.
//!
//! Same position, same playouts: the dice begin with its key. Numbers are added, divided and compared only, which every computer does alike.

use super::MOST_GUESSED;
use crate::budget::{Budget, Stopped};
use crate::search::LineBoard;
use dropline_core::Side;

/// A drop of a playout takes about so much less time than a position of the search.
const DROPS_A_NODE: u64 = 6;

/// What playouts take at most, in positions of the search: about a third of a second. More of them tell nothing new.
const MOST_NODES: u64 = 600_000;

/// As long as more than this share of the cells is vacant, playouts are little but noise.
const VACANT: (usize, usize) = (7, 8);

/// How many playouts of no difference are added to those seen.
const DOUBT: f64 = 20.0;

/// What a column is worth for having its cell, and the other side for not having it.
const COLUMN: f64 = 80.0;

/// What the mean of all playouts is worth.
const MEAN: f64 = 100.0;

/// Whether playouts tell anything of a position with so many vacant cells of so many.
pub(super) const fn tell(vacant: usize, cells: usize) -> bool {
    vacant * VACANT.1 <= cells * VACANT.0
}

/// What playouts of a position in which nothing is urgent add to the worth of each column for `turn`, in the units of the search.
pub(super) fn playouts(start: &LineBoard<()>, turn: Side, budget: &mut Budget<'_>) -> Vec<i32> {
    let mut tally = Tally::new(start.columns());
    let mut playout = Playout::new(start, turn);
    let last = budget.nodes().saturating_add(MOST_NODES);
    while budget.nodes() < last
        && let Ok(winner) = playout.run(start, turn, budget)
    {
        tally.note(&playout.owners, turn, winner);
    }
    tally.worths()
}

/// A playout under way.
struct Playout {
    board: LineBoard<()>,
    dice: Dice,
    /// Drops until the next position is counted.
    left: u64,
    /// The columns to choose from, and those below a threat of one's own.
    free: Vec<u16>,
    reserve: Vec<u16>,
    /// Who got the next cell of each column.
    owners: Vec<Option<Side>>,
}

/// What the side to move does.
enum Next {
    Drop(usize),
    Over(Option<Side>),
}

impl Playout {
    fn new(start: &LineBoard<()>, turn: Side) -> Playout {
        let dice = Dice(start.key() ^ turn.index() as u64 | 1 << 63);
        let owners = vec![None; start.columns()];
        Playout { board: start.clone(), dice, left: DROPS_A_NODE, free: Vec::new(), reserve: Vec::new(), owners }
    }

    /// Plays on from a position; the winner.
    fn run(&mut self, start: &LineBoard<()>, turn: Side, budget: &mut Budget<'_>) -> Result<Option<Side>, Stopped> {
        self.board.copy_from(start);
        self.owners.fill(None);
        let mut side = turn;
        budget.visit()?;
        loop {
            match self.next(side) {
                Next::Over(winner) => return Ok(winner),
                Next::Drop(column) => {
                    self.owners[column].get_or_insert(side);
                    self.board.make(column, side);
                }
            }
            side = side.other();
            self.left -= 1;
            if self.left == 0 {
                self.left = DROPS_A_NODE;
                budget.visit()?;
            }
        }
    }

    fn next(&mut self, side: Side) -> Next {
        let (board, enemy) = (&self.board, side.other());
        self.free.clear();
        self.reserve.clear();
        let (mut blocks, mut block, mut full) = (0, 0, true);
        for column in 0..board.columns() {
            if !board.has_room(column) {
                continue;
            }
            full = false;
            if board.wins(column, side) {
                return Next::Over(Some(side));
            }
            if board.wins(column, enemy) {
                (blocks, block) = (blocks + 1, column);
            }
            if board.wins_above(column, enemy) {
                continue;
            }
            let list = if board.wins_above(column, side) { &mut self.reserve } else { &mut self.free };
            list.push(column as u16);
        }
        match blocks {
            0 if full => Next::Over(None),
            0 => {
                let list = if self.free.is_empty() { &self.reserve } else { &self.free };
                self.dice.choose(list).map_or(Next::Over(Some(enemy)), |column| Next::Drop(column.into()))
            }
            1 if !board.wins_above(block, enemy) => Next::Drop(block),
            _ => Next::Over(Some(enemy)),
        }
    }
}

/// How some playouts ended, in points of one side: 2 for a win, 1 for a tie.
#[derive(Clone, Copy, Debug, Default)]
struct Results {
    count: u32,
    points: u32,
}

impl Results {
    const fn note(&mut self, points: u32) {
        self.count += 1;
        self.points += points;
    }

    /// The share of points, with some playouts of this share added.
    fn share(self, doubted: f64) -> f64 {
        (f64::from(self.points) / 2.0 + DOUBT * doubted) / (f64::from(self.count) + DOUBT)
    }
}

/// What came of playouts.
struct Tally {
    all: Results,
    /// For each column, those in which the side to move got the next cell, and the others.
    columns: Vec<[Results; 2]>,
}

impl Tally {
    fn new(columns: usize) -> Tally {
        Tally { all: Results::default(), columns: vec![[Results::default(); 2]; columns] }
    }

    fn note(&mut self, owners: &[Option<Side>], turn: Side, winner: Option<Side>) {
        let points = winner.map_or(1, |side| if side == turn { 2 } else { 0 });
        self.all.note(points);
        for (results, owner) in self.columns.iter_mut().zip(owners) {
            if let Some(owner) = *owner {
                results[usize::from(owner != turn)].note(points);
            }
        }
    }

    fn worths(&self) -> Vec<i32> {
        let mean = self.all.share(0.5);
        let worth = |[own, other]: &[Results; 2]| {
            let worth = COLUMN * (odds(own.share(mean)) - odds(other.share(mean))) + MEAN * odds(mean);
            (worth as i32).clamp(-MOST_GUESSED, MOST_GUESSED)
        };
        self.columns.iter().map(worth).collect()
    }
}

/// Something like the log odds of a share: 0 for a half, ±10 for all and nothing.
fn odds(share: f64) -> f64 {
    let ahead = 2.0 * share - 1.0;
    ahead / (1.1 - ahead.abs())
}

/// Random numbers of no great quality, fast (xorshift).
struct Dice(u64);

impl Dice {
    fn choose(&mut self, list: &[u16]) -> Option<u16> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        list.get((((self.0 >> 32) * list.len() as u64) >> 32) as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Lines;
    use crate::search::connect::interval;
    use crate::{Limits, Think};
    use dropline_core::{Column, Game, Outcome};
    use std::sync::Arc;

    fn board(game: &Game) -> LineBoard<()> {
        LineBoard::new(&Arc::new(Lines::new(game.variant())), game.board(), (), |_| ())
    }

    fn game(variant: &str, moves: &[usize]) -> Game {
        let mut game = Game::new(variant.parse().unwrap());
        moves.iter().for_each(|&column| game.play(Column::from_index(column)).map(|_| ()).unwrap());
        game
    }

    fn worths(game: &Game, nodes: u64) -> Vec<i32> {
        let think = Think { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..Think::default() };
        playouts(&board(game), game.turn(), &mut Budget::new(&think, interval(game.variant().columns())))
    }

    #[test]
    fn every_playout_is_a_game_by_the_rules_with_its_true_end() {
        for variant in ["5x4c3", "7x6c4", "12x10c5", "4x4c9", "9x1c3", "1x9c3", "2x2c2", "70x3c4"] {
            let start = game(variant, &[]);
            let (position, mut budget) = (board(&start), Budget::new(&Think::default(), 1000));
            let mut playout = Playout::new(&position, start.turn());
            for _ in 0..20 {
                playout.board.copy_from(&position);
                let mut game = start.clone();
                let winner = loop {
                    match playout.next(game.turn()) {
                        Next::Over(winner) => break winner,
                        Next::Drop(column) => {
                            playout.board.make(column, game.turn());
                            game.play(Column::from_index(column)).unwrap();
                        }
                    }
                    assert!(
                        !matches!(game.outcome(), Some(Outcome::Win { .. })),
                        "{variant}: it is over before a line is made"
                    );
                };
                // Who is said to win does so with the next drop, or the other side cannot help it.
                let (side, enemy) = (game.turn(), game.turn().other());
                let makes = |game: &Game, side| {
                    game.legal_columns().filter(|&column| board(game).wins(column.index(), side)).count()
                };
                match winner {
                    None => assert!(game.is_over(), "{variant}"),
                    Some(winner) if winner == side => assert!(makes(&game, side) > 0, "{variant}"),
                    Some(_) => {
                        for column in game.legal_columns() {
                            let mut after = game.clone();
                            after.play(column).unwrap();
                            assert!(makes(&after, enemy) > 0, "{variant} {:?}", game.moves());
                        }
                    }
                }
            }
            assert!(playout.run(&position, start.turn(), &mut budget).is_ok());
        }
    }

    #[test]
    fn the_same_position_gets_the_same_worths_and_limits_are_kept_to() {
        let game = game("9x7c4", &[4, 4, 3, 5]);
        assert_eq!(worths(&game, 2000), worths(&game, 2000));
        let think = Think { limits: Limits { nodes: Some(500), ..Limits::default() }, ..Think::default() };
        let mut budget = Budget::new(&think, interval(9));
        playouts(&board(&game), game.turn(), &mut budget);
        assert_eq!(budget.nodes(), 500);
        assert_eq!(worths(&game, 0), [0; 9], "nobody asked, nothing said");
        let mut budget = Budget::new(&Think::default(), interval(9));
        playouts(&board(&game), game.turn(), &mut budget);
        assert!((MOST_NODES..MOST_NODES + 100).contains(&budget.nodes()), "they end without limits");
    }

    #[test]
    fn a_threat_that_zugzwang_brings_home_is_seen() {
        // Red threatens the third level of the first column, which black must open in the end: an odd threat.
        let won = game("7x6c4", &[1, 0, 2, 6, 3, 1, 1, 2, 3, 2, 2, 3, 3, 0]);
        let worths = worths(&won, 20_000);
        assert!(worths.iter().sum::<i32>() > 0, "{worths:?}");
    }

    #[test]
    fn nobody_wins_where_no_line_fits() {
        let game = game("4x4c9", &[0]);
        assert_eq!(worths(&game, 2000), [0; 4]);
    }
}
