//! `dropline.Game`.

use crate::array;
use crate::errors::{NotationError, bad_move, bad_notation, bad_value};
use crate::position::{self, column, other_variant};
use crate::variant::{self, PyVariant};
use dropline_core::notation::maxconnect::{self, LineEnds};
use dropline_core::notation::{Notation, from_json, grid, key};
use dropline_core::picture::{Look, Style, SvgTheme, View, draw, svg};
use dropline_core::{
    Column, Game, NotationError as ReadingError, Outcome, Side, SideNames, Undone, WinBy, notation, words,
};
use numpy::{PyArray2, PyUntypedArray};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyString;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A game of any variant, from its start to wherever it stands. Columns count from 1.
///
/// >>> game = Game("4453")
/// >>> game.play(4)
/// >>> game.moves, game.turn, game.legal
/// ('44534', 'black', [1, 2, 3, 4, 5, 6, 7])
/// >>> Game("1212121").outcome
/// Outcome(winner='red', by='line')
#[pyclass(name = "Game", module = "dropline")]
pub(crate) struct PyGame(pub(crate) Game);

/// How a game ended.
#[pyclass(name = "Outcome", module = "dropline", frozen, eq, hash, get_all)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome {
    /// ``"red"``, ``"black"``, or ``None`` for a tie.
    winner: Option<&'static str>,
    /// ``"line"``, ``"points"`` or ``"resignation"``; ``None`` for a tie.
    by: Option<&'static str>,
}

#[pymethods]
impl PyOutcome {
    fn __repr__(&self) -> String {
        let told = |word: Option<&str>| word.map_or_else(|| "None".to_owned(), |word| format!("'{word}'"));
        format!("Outcome(winner={}, by={})", told(self.winner), told(self.by))
    }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Red => "red",
        Side::Black => "black",
    }
}

impl From<Outcome> for PyOutcome {
    fn from(outcome: Outcome) -> PyOutcome {
        let by = match outcome {
            Outcome::Win { by: WinBy::Line, .. } => Some("line"),
            Outcome::Win { by: WinBy::Points, .. } => Some("points"),
            Outcome::Win { by: WinBy::Resignation, .. } => Some("resignation"),
            Outcome::Tie => None,
        };
        PyOutcome { winner: outcome.winner().map(side_name), by }
    }
}

fn read(notation: Notation, text: &str, variant: Option<&Bound<'_, PyAny>>, what: &str) -> PyResult<PyGame> {
    let said = |error: ReadingError| match error {
        ReadingError::OtherVariant { own, asked } => other_variant(own, asked),
        error => bad_notation(what, error),
    };
    let given = variant::given(variant)?;
    let reading = notation.parse(text, given).map_err(said)?;
    let variant = given.map_or_else(|| reading.variant(), Ok);
    reading.game(variant.map_err(|error| bad_notation(what, error))?).map(PyGame).map_err(said)
}

impl PyGame {
    /// What tells one game from another: all but what was undone.
    fn same(&self, other: &PyGame) -> bool {
        let (one, two) = (&self.0, &other.0);
        one.variant() == two.variant()
            && one.moves() == two.moves()
            && one.outcome() == two.outcome()
            && one.start() == two.start()
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (moves = None, variant = None))]
    fn new(moves: Option<&Bound<'_, PyAny>>, variant: Option<&Bound<'_, PyAny>>) -> PyResult<PyGame> {
        let variant = variant::given(variant)?.unwrap_or_default();
        let Some(moves) = moves else { return Ok(PyGame(Game::new(variant))) };
        if let Ok(text) = moves.extract::<PyBackedStr>() {
            return position::moves(&text, variant).map(PyGame);
        }
        let mut game = Game::new(variant);
        for number in moves.try_iter()? {
            game = position::played(game.clone(), column(&game, &number?)?)?;
        }
        Ok(PyGame(game))
    }

    /// The game of a board drawn in text: a line for each level, top first, of ``.``, ``R`` and ``B``.
    ///
    /// >>> Game.from_grid("...\n.B.\nBRR").turn
    /// 'red'
    #[staticmethod]
    #[pyo3(signature = (text, variant = None))]
    fn from_grid(text: &str, variant: Option<&Bound<'_, PyAny>>) -> PyResult<PyGame> {
        read(Notation::Grid, text, variant, "the grid")
    }

    /// The game of a position key, as ``to_key`` gives it.
    ///
    /// >>> Game.from_key(Game("4453").to_key()).to_array().sum()
    /// 6
    #[staticmethod]
    fn from_key(key: &str) -> PyResult<PyGame> {
        read(Notation::Key, key, None, "the position key")
    }

    /// The game of an array of shape (levels, columns), top row first: 0 vacant, 1 red, 2 black. The turn follows from the counts.
    #[staticmethod]
    #[pyo3(signature = (array, variant = None))]
    fn from_array(array: &Bound<'_, PyAny>, variant: Option<&Bound<'_, PyAny>>) -> PyResult<PyGame> {
        let array = array.py().import("numpy")?.call_method1("asarray", (array,))?;
        array::game(array.cast::<PyUntypedArray>()?, variant::given(variant)?).map(PyGame)
    }

    /// The game of a board file of the Max-Connect course: rows of ``0``, ``1`` and ``2``, then the player to move.
    ///
    /// >>> Game.from_course("000\n210\n1\n").turn
    /// 'red'
    #[staticmethod]
    #[pyo3(signature = (text, variant = None))]
    fn from_course(text: &Bound<'_, PyAny>, variant: Option<&Bound<'_, PyAny>>) -> PyResult<PyGame> {
        let said = |error: &dyn std::fmt::Display| bad_notation("the board file", error);
        let asked = variant::given(variant)?;
        let bytes = match text.extract::<PyBackedStr>() {
            Ok(text) => text.as_bytes().to_vec(),
            Err(_) => text.extract::<PyBackedBytes>()?.to_vec(),
        };
        let file = match asked {
            Some(variant) => maxconnect::parse_sized(&bytes, variant),
            None => maxconnect::parse(&bytes),
        };
        let file = file.map_err(|error| said(&error))?;
        let usual = || {
            let connect = dropline_core::Variant::STANDARD.connect();
            dropline_core::Variant::new(file.columns(), file.levels(), connect, dropline_core::Rules::Max)
        };
        let variant = asked.map_or_else(usual, Ok).map_err(|error| said(&error))?;
        file.game(variant).map(PyGame).map_err(|error| said(&error))
    }

    /// The game that ``to_json`` or ``dropline show --to json`` saved.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<PyGame> {
        read(Notation::Record, text, None, "the saved game")
    }

    /// The variant played.
    #[getter]
    fn variant(&self) -> PyVariant {
        PyVariant(self.0.variant())
    }

    /// The moves since the start, as text.
    #[getter]
    fn moves(&self) -> String {
        notation::moves::write(self.0.variant(), self.0.moves())
    }

    /// The columns played since the start.
    #[getter]
    fn history(&self) -> Vec<u32> {
        self.0.moves().iter().copied().map(Column::number).collect()
    }

    /// ``"red"`` or ``"black"``: whose turn it is; after the end, whose it would be.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        match self.0.turn() {
            Side::Red => intern!(py, "red"),
            Side::Black => intern!(py, "black"),
        }
    }

    /// The columns that can be played now; none after the end.
    #[getter]
    fn legal(&self) -> Vec<u32> {
        self.0.legal_columns().map(Column::number).collect()
    }

    /// How the game ended; ``None`` while it goes on.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.0.outcome().map(PyOutcome::from)
    }

    /// Whether the game has ended.
    #[getter]
    fn over(&self) -> bool {
        self.0.is_over()
    }

    /// The cells of the winner's lines as pairs of column and level, both from 1.
    #[getter]
    fn winning_cells(&self) -> Vec<(u32, u32)> {
        self.0.winning_cells().iter().map(|cell| (cell.column.number(), cell.level.number())).collect()
    }

    /// Red's and black's points in Max-Connect; none are counted in Connect.
    #[getter]
    fn points(&self) -> (u32, u32) {
        let points = self.0.points();
        (points.red, points.black)
    }

    /// Drops a checker of the side to move into a column, counted from 1.
    ///
    /// >>> Game().play(9)
    /// Traceback (most recent call last):
    ///   ...
    /// dropline.MoveError: column 9 is off the board: choose 1 to 7
    fn play(&mut self, column: &Bound<'_, PyAny>) -> PyResult<()> {
        let column = position::column(&self.0, column)?;
        match self.0.play(column) {
            Ok(_) => Ok(()),
            Err(error) => Err(bad_move(&self.0, error)),
        }
    }

    /// Takes back the last move and returns its column; ``None`` if there is none, or if it was a resignation.
    fn undo(&mut self) -> Option<u32> {
        match self.0.undo()? {
            Undone::Drop(column) => Some(column.number()),
            _ => None,
        }
    }

    /// Plays the last undone move again and returns its column; ``None`` if there is none.
    fn redo(&mut self) -> Option<u32> {
        self.0.redo().map(Column::number)
    }

    /// Ends the game in favour of the other side: ``"red"`` or ``"black"`` gives up.
    fn resign(&mut self, side: &str) -> PyResult<()> {
        let side = side.parse().map_err(|error: dropline_core::SideError| bad_value(error))?;
        self.0.resign(side).map_err(|error| bad_move(&self.0, error))
    }

    /// The same game once more, with what can be redone.
    fn copy(&self) -> PyGame {
        PyGame(self.0.clone())
    }

    /// The board as int8 array of shape (levels, columns), top row first: 0 vacant, 1 red, 2 black.
    ///
    /// >>> Game("12", "3x2c3").to_array()
    /// array([[0, 0, 0],
    ///        [1, 2, 0]], dtype=int8)
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        array::of(py, self.0.board())
    }

    /// The position key: short text that stands for the position.
    fn to_key(&self) -> String {
        key::write(&self.0)
    }

    /// The board drawn in text, with the side to move on the last line.
    fn to_grid(&self) -> String {
        grid::write(self.0.board(), self.0.turn())
    }

    /// The board as a board file of the Max-Connect course.
    fn to_course(&self) -> String {
        maxconnect::write(self.0.board(), self.0.turn(), LineEnds::Lf)
    }

    /// The game as it is saved: its variant, start and moves.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(bad_value)
    }

    /// The board as text in one of the styles modern, scaffold, scaffold-underscore and bricks.
    ///
    /// >>> print(Game("211", "3x2c3").text("scaffold"), end="")
    /// |R| | |
    /// |B|R| |
    /// +-+-+-+
    #[pyo3(signature = (style = "modern", *, color = false, unicode = true))]
    fn text(&self, style: &str, color: bool, unicode: bool) -> PyResult<String> {
        let style: Style = style.parse().map_err(|error: dropline_core::picture::StyleError| bad_value(error))?;
        Ok(draw(&View::of(&self.0), style, Look { color, unicode, names: None }))
    }

    /// The board as an SVG document, in the theme light, dark, high-contrast or colour-blind.
    #[pyo3(signature = (theme = "light"))]
    fn svg(&self, theme: &str) -> PyResult<String> {
        let theme: SvgTheme = theme.parse().map_err(|error: dropline_core::picture::ThemeError| bad_value(error))?;
        Ok(svg(&View::of(&self.0), &theme))
    }

    fn _repr_svg_(&self) -> String {
        svg(&View::of(&self.0), &SvgTheme::light())
    }

    fn __str__(&self) -> String {
        let mut text = draw(&View::of(&self.0), Style::Modern, Look::default());
        text += &match self.0.outcome() {
            Some(outcome) => words::result(&self.0, outcome, SideNames::RED_BLACK),
            None => format!("{} to move.", SideNames::RED_BLACK.capital(self.0.turn())),
        };
        text
    }

    fn __repr__(&self) -> String {
        if !self.0.starts_empty() {
            return format!("Game.from_key('{}')", self.to_key());
        }
        match self.0.variant() {
            dropline_core::Variant::STANDARD => format!("Game('{}')", self.moves()),
            variant => format!("Game('{}', '{variant}')", self.moves()),
        }
    }

    fn __len__(&self) -> usize {
        self.0.moves().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &PyGame) -> bool {
        self.same(other)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.0.variant(), self.0.position()).hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(&self) -> PyGame {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyGame {
        self.copy()
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyGame>) -> PyResult<(Bound<'py, PyAny>, (String, usize))> {
        let mut whole = slf.borrow().0.clone();
        let mut undone = 0;
        while whole.redo().is_some() {
            undone += 1;
        }
        Ok((slf.get_type().getattr("_restore")?, (PyGame(whole).to_json()?, undone)))
    }

    /// A game that was pickled: all its moves, and how many of them were undone.
    #[staticmethod]
    fn _restore(text: &str, undone: usize) -> PyResult<PyGame> {
        let mut game: Game =
            from_json(text).map_err(|error| NotationError::new_err(format!("the saved game: {error}")))?;
        for _ in 0..undone {
            game.undo();
        }
        Ok(PyGame(game))
    }
}
