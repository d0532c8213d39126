//! Words that several commands share: sides, columns, results, refusals.

pub(crate) use dropline_core::words::{column_list, number_list, number_of, points, refusal, result};
use dropline_core::{Game, Points, Side, SideNames};
use dropline_engine::Spec;

/// The line that tells the points.
pub(crate) fn points_line(points: Points, names: SideNames) -> String {
    let [red, black] = Side::BOTH.map(|side| names.name(side));
    format!("Points: {red} {}, {black} {}", points.red, points.black)
}

/// What is said before a player thinks that may take hours.
pub(crate) fn takes_long<'a>(players: impl IntoIterator<Item = &'a Spec>, game: &Game) -> Option<String> {
    let slow = players.into_iter().find(|spec| spec.info().takes_long(game))?;
    // As much as has room below a board on a narrow terminal.
    Some(format!("{slow} may take hours a move on {}; level:n=10 takes a second.", game.variant()))
}

/// Refuses a game that is over: what there is not, and how the game ended.
pub(crate) fn refuse_over(game: &Game, nothing: &str, names: SideNames) -> anyhow::Result<()> {
    match game.outcome() {
        Some(outcome) => anyhow::bail!("{nothing}, the game is over: {}", result(game, outcome, names)),
        None => Ok(()),
    }
}

/// A number with at most three places, without a sign if it is zero.
pub(crate) fn number(number: f64) -> String {
    // Adding nothing turns -0 into 0.
    let rounded = (number * 1000.0).round() / 1000.0 + 0.0;
    rounded.to_string()
}
