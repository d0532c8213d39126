//! Perfect play: the exact value of every column, the soonest win, the latest loss.

use crate::analysis::{Analysis, Analyst};
use crate::book::BookChoice;
use crate::registry::{BOTH_RULES, OptionInfo, PlayerInfo};
use crate::solver::MAX_BITS;
use crate::{Choice, ColumnScore, Oracle, OracleOptions, Player, PlayerError, Spec, SpecError, Think, Weighing};
use dropline_core::{Column, Game, Variant};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// From the empty boards of 8×6 and 9×5 a proof takes minutes.
const LONG_ABOVE: u32 = 148;

pub(crate) const INFO: PlayerInfo = PlayerInfo {
    name: "perfect",
    about: "plays a best move always: wins as soon, loses as late as possible; only where positions can be solved",
    rules: BOTH_RULES,
    most_bits: Some(MAX_BITS),
    long_above: Some(LONG_ABOVE),
    options: &[OptionInfo {
        key: "tie",
        values: "centre or random",
        default: "centre",
        about: "which of equally good columns: the one nearest the middle, or any",
        named: &[],
    }],
    interactive: false,
    strength: 0,
    check: |spec| ties(spec).map(|_| ()),
    build: |spec, variant, seed, book| Ok(Box::new(Perfect::new(spec, variant, seed, book)?)),
};

/// How equally good columns are told apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ties {
    CentreFirst,
    Random,
}

fn ties(spec: &Spec) -> Result<Ties, SpecError> {
    Ok(if spec.word("tie", &["centre", "random"])? == "random" { Ties::Random } else { Ties::CentreFirst })
}

struct Perfect {
    ties: Ties,
    analyst: Analyst,
    random: Xoshiro256PlusPlus,
}

impl Perfect {
    fn new(spec: &Spec, variant: Variant, seed: u64, book: &BookChoice) -> Result<Perfect, SpecError> {
        let analyst = analyst(variant, book)?;
        Ok(Perfect { ties: ties(spec)?, analyst, random: Xoshiro256PlusPlus::seed_from_u64(seed) })
    }
}

/// An analyst for a player that needs exact values.
fn analyst(variant: Variant, book: &BookChoice) -> Result<Analyst, SpecError> {
    let options = OracleOptions { book: book.clone(), ..OracleOptions::default() };
    let oracle = Oracle::with(variant, options).map_err(|_| SpecError::Variant {
        player: INFO.name,
        variant,
        plays: INFO.boards(),
    })?;
    Ok(Analyst::exact(oracle))
}

/// The choice of a column by an analysis.
fn choice(column: Option<Column>, analysis: &Analysis) -> Result<Choice, PlayerError> {
    let (column, proven) = (column.ok_or(PlayerError::NoMove)?, analysis.is_settled());
    let score = analysis.value().score().filter(|_| proven).map(f64::from);
    Ok(Choice { column, score, depth: None, nodes: analysis.nodes, proven })
}

impl Perfect {
    /// One of the best columns.
    fn choice(&mut self, analysis: &Analysis) -> Result<Choice, PlayerError> {
        let column = match self.ties {
            Ties::CentreFirst => analysis.choice(),
            Ties::Random => analysis.best().collect::<Vec<_>>().choose(&mut self.random).copied(),
        };
        choice(column, analysis)
    }
}

impl Player for Perfect {
    fn name(&self) -> String {
        "Perfect".to_owned()
    }

    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Result<Choice, PlayerError> {
        let analysis = self.analyst.analyze(game, think, &mut |_| {}).map_err(|_| PlayerError::NoMove)?;
        self.choice(&analysis)
    }

    fn weigh(&mut self, game: &Game, think: &Think<'_>) -> Result<Option<Weighing>, PlayerError> {
        let analysis = self.analyst.analyze(game, think, &mut |_| {}).map_err(|_| PlayerError::NoMove)?;
        let choice = self.choice(&analysis)?;
        let known = analysis.columns().iter().filter_map(|known| Some((known.column, known.value.score()?)));
        let columns = known.map(|(column, score)| ColumnScore { column, score: score.into(), left_out: false });
        Ok(Some(Weighing { choice, columns: columns.collect() }))
    }
}
