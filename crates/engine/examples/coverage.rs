//! How many moves of random quiet positions get a reason beyond what they are worth.
//!
//! `cargo run --release -p dropline-engine --example coverage -- [VARIANT] [POSITIONS] [NODES]`: plies 4 to 30, nothing to win or to block at once;
//! the best column and a random one. NODES is the limit of each search, so that the figures are the same on every machine.

use dropline_core::{Column, Game, Variant};
use dropline_engine::analysis::{Analyst, threats};
use dropline_engine::{Explanation, Limits, Reason, Think};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, usual: &str| words.get(index).cloned().unwrap_or_else(|| usual.to_owned());
    let (variant, positions, nodes) = (word(0, "7x6c4").parse()?, word(1, "2000").parse()?, word(2, "300000").parse()?);
    let think = Think { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..Think::default() };
    let (mut random, mut analyst) = (Xoshiro256PlusPlus::seed_from_u64(20), Analyst::new(variant));
    let (mut kinds, mut told) = (BTreeMap::<String, usize>::new(), [0; 2]);
    for _ in 0..positions {
        let game = quiet(variant, &mut random);
        for (which, column) in [None, Some(pick(&game, &mut random))].into_iter().enumerate() {
            let Explanation { reasons, .. } = Explanation::of(&mut analyst, &game, column, &think)?;
            told[which] += usize::from(reasons.iter().any(Reason::says_why));
            let mut names: Vec<String> = reasons.iter().map(kind).collect();
            names.dedup();
            names.into_iter().for_each(|name| *kinds.entry(name).or_default() += 1);
        }
    }
    let share = |count: usize, of: usize| format!("{:.1} %", 100.0 * count as f64 / of as f64);
    println!("{variant}, {positions} positions, {nodes} nodes for each search");
    println!("best column {}, random column {}", share(told[0], positions), share(told[1], positions));
    println!("both {}", share(told[0] + told[1], 2 * positions));
    for (kind, count) in kinds {
        println!("{kind:<16} {}", share(count, 2 * positions));
    }
    Ok(())
}

fn kind(reason: &Reason) -> String {
    format!("{reason:?}").split([' ', '{', '(']).next().unwrap_or_default().to_owned()
}

/// A position after 4 to 30 random moves in which no side can complete a line at once.
fn quiet(variant: Variant, random: &mut Xoshiro256PlusPlus) -> Game {
    loop {
        let (mut game, plies) = (Game::new(variant), random.random_range(4..=30));
        while game.moves().len() < plies && !game.is_over() {
            let column = pick(&game, random);
            let _ = game.play(column);
        }
        if !game.is_over() && !threats(game.board()).iter().any(|threat| threat.playable) {
            return game;
        }
    }
}

fn pick(game: &Game, random: &mut Xoshiro256PlusPlus) -> Column {
    let open: Vec<Column> = game.legal_columns().collect();
    open[random.random_range(0..open.len())]
}
