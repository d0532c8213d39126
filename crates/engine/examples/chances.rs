//! How often positions are won that are told to be won so often: the table of docs/engine.md.
//!
//! ```text
//! chances [--games N] [--nodes N] [--seed S] [--rows] VARIANT…
//! ```
//!
//! The engine plays so many games against itself on each board, a fixed number of positions for each move, from random openings. Every position that it does not prove is told
//! a chance, and afterwards one knows what the side to move got: the table has them by tenths. `--rows` prints all of them as CSV instead, to fit
//! `analysis/chance.rs` to. Where a single drop is possible the search does not look ahead, and nobody is told.

use dropline_core::{Column, Game, Rules, Side, Variant};
use dropline_engine::analysis::Value;
use dropline_engine::{Think, build};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::error::Error;

struct Wanted {
    variants: Vec<Variant>,
    games: u64,
    nodes: u64,
    seed: u64,
    rows: bool,
}

fn wanted() -> Result<Wanted, Box<dyn Error>> {
    let mut wanted = Wanted { variants: Vec::new(), games: 100, nodes: 4000, seed: 1, rows: false };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} wants a value"));
        match arg.as_str() {
            "--games" => wanted.games = value()?.parse()?,
            "--nodes" => wanted.nodes = value()?.parse()?,
            "--seed" => wanted.seed = value()?.parse()?,
            "--rows" => wanted.rows = true,
            _ => wanted.variants.push(arg.parse()?),
        }
    }
    if let Some(variant) = wanted.variants.iter().find(|variant| variant.rules() == Rules::Max) {
        return Err(format!("{variant} knows margins, not chances").into());
    }
    Ok(wanted)
}

/// A position that was not proven.
struct Row {
    side: Side,
    checkers: usize,
    depth: u32,
    score: f64,
    chance: f64,
}

/// A random opening of up to eight plies that decides nothing.
fn opening(variant: Variant, random: &mut Xoshiro256PlusPlus) -> Game {
    loop {
        let mut game = Game::new(variant);
        for _ in 0..random.random_range(1..=8) {
            let column: Option<Column> = game.legal_columns().choose(random);
            if column.is_none_or(|column| game.play(column).is_err()) || game.is_over() {
                break;
            }
        }
        if !game.is_over() {
            return game;
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let wanted = wanted()?;
    if wanted.rows {
        println!("variant,game,checkers,depth,score,chance,result");
    }
    // Told chances by tenths: how many, their sum, and the sum of what was got.
    let mut all = [(0u32, 0.0, 0.0); 10];
    for &variant in &wanted.variants {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(wanted.seed);
        let mut own = [(0u32, 0.0, 0.0); 10];
        for number in 1..=wanted.games {
            let spec = format!("engine:nodes={}", wanted.nodes).parse()?;
            let mut players = [build(&spec, variant, 1)?, build(&spec, variant, 2)?];
            let mut game = opening(variant, &mut random);
            let mut rows = Vec::new();
            while !game.is_over() {
                let choice = players[game.turn().index()].choose(&game, &Think::default())?;
                if let (Some(score), Some(depth @ 2..), false) = (choice.score, choice.depth, choice.proven) {
                    let chance = Value::estimated(&game, score, depth).chance().unwrap_or(0.5);
                    rows.push(Row { side: game.turn(), checkers: game.board().checkers(), depth, score, chance });
                }
                game.play(choice.column)?;
            }
            let winner = game.outcome().and_then(dropline_core::Outcome::winner);
            for Row { side, checkers, depth, score, chance } in rows {
                let result = winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
                if wanted.rows {
                    println!("{variant},{number},{checkers},{depth},{score:.4},{chance:.4},{result}");
                }
                for table in [&mut own, &mut all] {
                    let tenth = &mut table[((chance * 10.0) as usize).min(9)];
                    *tenth = (tenth.0 + 1, tenth.1 + chance, tenth.2 + result);
                }
            }
        }
        if !wanted.rows {
            print(&variant.to_string(), &own);
        }
    }
    if !wanted.rows && wanted.variants.len() > 1 {
        print("all", &all);
    }
    Ok(())
}

fn print(name: &str, tenths: &[(u32, f64, f64); 10]) {
    println!("{name}\n| told | positions | mean told | got | off |\n| --- | --- | --- | --- | --- |");
    for (tenth, &(count, told, got)) in tenths.iter().enumerate() {
        let [told, got] = [told, got].map(|sum| 100.0 * sum / f64::from(count.max(1)));
        let (from, to) = (tenth * 10, tenth * 10 + 10);
        println!("| {from} to {to} % | {count} | {told:.1} % | {got:.1} % | {:+.1} |", got - told);
    }
}
