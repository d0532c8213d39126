//! The keys of the game screen: one table for what they do and for the help that tells of it.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key of the game screen does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Left,
    Right,
    First,
    Last,
    Drop,
    ScrollUp,
    ScrollDown,
    Undo,
    Redo,
    Back,
    Forward,
    ToStart,
    ToEnd,
    MoveList,
    ComputerMove,
    Swap,
    Restart,
    Resign,
    Analysis,
    Threats,
    Hint,
    Why,
    LineNext,
    LineBack,
    Graph,
    Judge,
    Copy,
    Save,
    Export,
    NextTheme,
    Animation,
    Help,
    Menu,
}

/// Keys that do the same.
pub(crate) struct Binding {
    keys: &'static [KeyCode],
    pub(crate) shown: &'static str,
    pub(crate) does: &'static str,
    pub(crate) action: Action,
}

const fn bind(keys: &'static [KeyCode], shown: &'static str, does: &'static str, action: Action) -> Binding {
    Binding { keys, shown, does, action }
}

/// The keys in groups, as the help shows them.
pub(crate) const GROUPS: &[(&str, &[Binding])] = {
    use KeyCode::{Backspace, Char, Down, End, Enter, Home, Left, PageDown, PageUp, Right, Up};
    &[
        (
            "Play",
            &[
                bind(&[Left, Char('h')], "← h", "column to the left", Action::Left),
                bind(&[Right, Char('l')], "→ l", "column to the right", Action::Right),
                bind(&[Home], "Home", "first column", Action::First),
                bind(&[End], "End", "last column", Action::Last),
                bind(
                    &[Enter, Char(' '), Down, Char('j')],
                    "Enter Space ↓ j",
                    "drop; while a computer thinks: move now",
                    Action::Drop,
                ),
                bind(&[Char('c')], "c", "let the computer move for the side to move", Action::ComputerMove),
                bind(&[Char('x')], "x", "swap sides", Action::Swap),
                bind(&[Char('n')], "n", "start again", Action::Restart),
                bind(&[Char('R')], "R", "resign", Action::Resign),
            ],
        ),
        (
            "Time travel",
            &[
                bind(&[Char('u'), Backspace], "u Backspace", "take back to your turn", Action::Undo),
                bind(&[Char('r')], "r", "play again", Action::Redo),
                bind(&[Char('[')], "[", "one move back", Action::Back),
                bind(&[Char(']')], "]", "one move forward", Action::Forward),
                bind(&[Char('{')], "{", "to the start", Action::ToStart),
                bind(&[Char('}')], "}", "to the end", Action::ToEnd),
                bind(&[Char('m')], "m", "choose in the move list", Action::MoveList),
            ],
        ),
        (
            "Learn",
            &[
                bind(&[Char('a')], "a", "analysis: values, threats, graph", Action::Analysis),
                bind(&[Char('t')], "t", "threats on the board", Action::Threats),
                bind(&[Char('i')], "i", "hint: column; why; next reason", Action::Hint),
                bind(&[Char('w')], "w", "why this column; next reason", Action::Why),
                bind(&[Char('.')], ".", "best line, a step on", Action::LineNext),
                bind(&[Char(',')], ",", "best line, a step back", Action::LineBack),
                bind(&[Char('g')], "g", "graph: ? mistake, X win lost", Action::Graph),
                bind(&[Char('p')], "p", "the position as a player sees it", Action::Judge),
            ],
        ),
        (
            "Keep",
            &[
                bind(&[Char('y')], "y", "copy the position as text", Action::Copy),
                bind(&[Char('s')], "s", "save to a file", Action::Save),
                bind(&[Char('e')], "e", "export a picture (SVG, PNG)", Action::Export),
            ],
        ),
        (
            "Screen",
            &[
                bind(&[Up, Char('k'), PageUp], "↑ k PgUp", "look higher up a tall board", Action::ScrollUp),
                bind(&[PageDown], "PgDn", "look further down", Action::ScrollDown),
                bind(&[Char('T')], "T", "next theme", Action::NextTheme),
                bind(&[Char('A')], "A", "falling checkers on or off", Action::Animation),
                bind(&[Char('?'), KeyCode::F(1)], "? F1", "this help", Action::Help),
                bind(&[Char('q'), KeyCode::Esc], "q Esc", "back to the menu (the game is kept)", Action::Menu),
            ],
        ),
    ]
};

/// What is not a single key, for the help.
pub(crate) const ALSO: &[(&str, &str)] = &[
    ("1 2 3 …", "to that column; the same digit again drops"),
    ("mouse", "point, click to drop, right click to take back; click a move to jump"),
    ("Ctrl-C", "leave at once (the game is kept)"),
    ("Ctrl-L", "draw the screen anew"),
    ("Ctrl-Z", "suspend"),
];

/// What a key does on the game screen.
pub(crate) fn action(key: KeyEvent) -> Option<Action> {
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return None;
    }
    let mut bindings = GROUPS.iter().flat_map(|(_, bindings)| *bindings);
    bindings.find(|binding| binding.keys.contains(&key.code)).map(|binding| binding.action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_key_has_two_meanings() {
        let mut seen = HashSet::new();
        for binding in GROUPS.iter().flat_map(|(_, bindings)| *bindings) {
            for key in binding.keys {
                assert!(seen.insert(*key), "{key:?} is bound twice");
            }
        }
    }
}
