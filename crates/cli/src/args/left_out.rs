//! What needs a feature that this program was built without: left out of the help, and refused by name.

use std::ffi::OsString;

/// Commands that are left out, each with its feature.
const COMMANDS: &[(&str, &str)] = &[
    #[cfg(not(feature = "server"))]
    ("serve", "server"),
    #[cfg(not(feature = "tui"))]
    ("tui", "tui"),
];

/// The refusal of arguments (those after the program's name) that ask for a command that is left out, or for help with it.
pub(crate) fn refusal(mut args: impl Iterator<Item = OsString>) -> Option<String> {
    let typed = args.find(|arg| arg != "help")?;
    let &(command, feature) = COMMANDS.iter().find(|(command, _)| typed == *command)?;
    Some(sentence(&format!("`dropline {command}`"), feature))
}

/// Says that a thing is left out, and how to have it.
pub(crate) fn sentence(thing: &str, feature: &str) -> String {
    format!("this program was built without {thing}: build it with the feature `{feature}`")
}
