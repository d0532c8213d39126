//! `dropline judge`: what is typed.

use crate::args::{FormatArgs, PositionArgs};
use crate::commands::judge::JudgeOptions;
use anyhow::Result;
use clap::Args;
use dropline_engine::Spec;

const EXAMPLES: &str = "\
Examples:
  dropline judge forecast 44453                   the published table: how often, points, sum
  dropline judge smart 44453                      its rating of lines
  dropline judge max --variant 7x6m4 44           points and the centre table
  dropline judge engine 44453 --format json
  dropline judge damped --grid board.txt          a set-up board; its last line says who moves

What a player thinks of every column, looking ahead, is shown by `dropline move SPEC --all`.";

/// Options of `dropline judge`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct JudgeArgs {
    /// Whose view is shown, as in forecast or max:eval=classic; `dropline players` lists them
    #[arg(value_name = "SPEC")]
    player: Spec,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    position: PositionArgs,
}

impl JudgeArgs {
    pub(crate) fn options(self) -> Result<JudgeOptions> {
        Ok(JudgeOptions { player: self.player, game: self.position.game()?, json: self.format.is_json() })
    }
}
