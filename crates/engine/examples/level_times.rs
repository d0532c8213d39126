//! How long the levels, or another player, take for a move:
//! `cargo run --release -p dropline-engine --example level_times -- [--plies N] [--player SPEC] [VARIANT …]`.
//!
//! Each plays a game against itself on each board, or its first so many plies; the longest and the median move are told.

use dropline_core::{Game, Variant};
use dropline_engine::{Think, build};
use std::error::Error;
use std::time::{Duration, Instant};

const BOARDS: [&str; 6] = ["7x6c4", "9x7c4", "20x20c5", "64x64c6", "7x6m4", "20x20m4"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut plies = 60;
    let mut boards = Vec::new();
    let mut players: Vec<String> = (1..=10).map(|level| format!("level:n={level}")).collect();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--plies" => plies = arguments.next().ok_or("--plies needs a number")?.parse()?,
            "--player" => players = vec![arguments.next().ok_or("--player needs a player")?],
            board => boards.push(board.parse::<Variant>()?),
        }
    }
    if boards.is_empty() {
        boards = BOARDS.iter().map(|board| board.parse()).collect::<Result<_, _>>()?;
    }
    println!("| board | player | moves | median | longest |\n| --- | --- | --- | --- | --- |");
    for variant in boards {
        for player in &players {
            let times = times(variant, player, plies)?;
            let [median, longest] = [times[times.len() / 2], times[times.len() - 1]].map(|time| time.as_secs_f64());
            println!("| {variant} | `{player}` | {} | {median:.4} s | {longest:.3} s |", times.len());
        }
    }
    Ok(())
}

/// The times of a game's moves, the shortest first.
fn times(variant: Variant, player: &str, plies: usize) -> Result<Vec<Duration>, Box<dyn Error>> {
    let spec = player.parse()?;
    let mut players = [build(&spec, variant, 1)?, build(&spec, variant, 2)?];
    let (mut game, mut times) = (Game::new(variant), Vec::new());
    while !game.is_over() && game.moves().len() < plies {
        let start = Instant::now();
        let choice = players[game.moves().len() % 2].choose(&game, &Think::default())?;
        times.push(start.elapsed());
        game.play(choice.column)?;
    }
    times.sort();
    Ok(times)
}
