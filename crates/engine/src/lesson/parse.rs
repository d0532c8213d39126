//! Lesson files: fields, one to a line, `name: text`; a line that begins with a blank goes on with the field before.

use super::{GoalError, Lesson, LessonTask, LessonText, TaskGoal};
use dropline_core::{Column, Game, NotationError, Variant, VariantError, notation, words};

/// Why a text is no lesson.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct LessonFileError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: LessonProblem,
}

/// What is wrong in a lesson file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LessonProblem {
    /// A line is no field.
    #[error("a field is written as in `title: Double threat`, and a line that goes on begins with a blank")]
    Form,
    /// There is no such field here.
    #[error("there is no field `{name}` here: {} {}", if *.task { "a task has" } else { "before the first task stand" }, if *.task { TASK } else { HEAD })]
    Name {
        /// The name given.
        name: String,
        /// Whether it stands in a task.
        task: bool,
    },
    /// A field is there twice that can be there once.
    #[error("`{name}` is there twice")]
    Twice {
        /// Its name.
        name: String,
    },
    /// A field is not there.
    #[error("{} has no `{name}`", if *.task { "this task" } else { "the lesson" })]
    Missing {
        /// Its name.
        name: &'static str,
        /// Whether a task lacks it.
        task: bool,
    },
    /// A translation of something that is not there, or is translated already.
    #[error("`{name}` translates nothing: it stands after the English `{english}`, once")]
    Translation {
        /// The field.
        name: String,
        /// The field that it would translate.
        english: String,
    },
    /// A name that cannot stand in an address.
    #[error("`{id}` is no name of a lesson: take lower case letters, digits and hyphens")]
    Id {
        /// The name given.
        id: String,
    },
    /// There is no such goal.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// There is no such variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The position cannot be read.
    #[error("the position cannot be read: {0}")]
    Position(#[from] NotationError),
    /// The game is over there.
    #[error("the game is over in this position")]
    Over,
    /// A column that cannot be played.
    #[error("`{text}` is no column that can be played in this position: choose from {}", words::column_list(.playable.iter().copied()))]
    Column {
        /// What was given.
        text: String,
        /// The columns that can be played.
        playable: Vec<Column>,
    },
    /// No column.
    #[error("name the right columns, as in `columns: 3 5`")]
    NoColumns,
    /// Too few or too many drops.
    #[error("`{text}` is no number of drops: take 1 to {MOST_DROPS}")]
    Drops {
        /// What was given.
        text: String,
    },
}

const HEAD: &str = "lesson, title, words";
const TASK: &str = "variant, position, columns, drops, ask, hint, right, wrong";

/// The most drops of a task.
const MOST_DROPS: usize = 20;

/// A field with the number of its line.
struct Field {
    line: usize,
    name: String,
    text: String,
}

impl Field {
    fn fails<P: Into<LessonProblem>>(&self) -> impl FnOnce(P) -> LessonFileError {
        let line = self.line;
        move |problem| LessonFileError { line, problem: problem.into() }
    }
}

pub(super) fn lesson(text: &str) -> Result<Lesson, LessonFileError> {
    let fields = fields(text)?;
    let mut parts = fields.chunk_by(|_, next| next.name != "task");
    let (first, last) = (1, text.lines().count().max(1));
    let head = Part::read(parts.next().unwrap_or_default(), false, first)?;
    let name = head.one("lesson")?;
    let id = name.text.clone();
    if id.is_empty() || !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
        return Err(name.fails()(LessonProblem::Id { id }));
    }
    let (title, words) = (head.text("title")?, head.texts("words")?);
    let tasks = parts.map(task).collect::<Result<Vec<_>, _>>()?;
    if tasks.is_empty() {
        let problem = LessonProblem::Missing { name: "task", task: false };
        return Err(LessonFileError { line: last, problem });
    }
    Ok(Lesson { id, title, words, tasks })
}

fn fields(text: &str) -> Result<Vec<Field>, LessonFileError> {
    let mut fields: Vec<Field> = Vec::new();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let failed = || LessonFileError { line: index + 1, problem: LessonProblem::Form };
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with([' ', '\t']) {
            let field = fields.last_mut().ok_or_else(failed)?;
            // The rows of a board stay rows.
            let joint = if field.name == "position" { "\n" } else { " " };
            field.text = format!("{}{joint}{}", field.text, line.trim()).trim_start().to_owned();
            continue;
        }
        let (name, text) = line.split_once(':').ok_or_else(failed)?;
        fields.push(Field { line: index + 1, name: name.trim().to_owned(), text: text.trim().to_owned() });
    }
    Ok(fields)
}

/// The head of a file, or one of its tasks.
struct Part<'a> {
    fields: &'a [Field],
    task: bool,
    line: usize,
}

impl<'a> Part<'a> {
    fn read(fields: &'a [Field], task: bool, line: usize) -> Result<Part<'a>, LessonFileError> {
        let known = if task { TASK } else { HEAD };
        for (index, field) in fields.iter().enumerate() {
            let english = field.name.split(' ').next().unwrap_or_default();
            let starts = task && index == 0;
            if !starts && !known.split(", ").any(|name| name == english) {
                let name = field.name.clone();
                return Err(field.fails()(LessonProblem::Name { name, task }));
            }
        }
        Ok(Part { fields, task, line })
    }

    fn all(&self, name: &str) -> impl Iterator<Item = &'a Field> {
        self.fields.iter().filter(move |field| field.name == name)
    }

    fn maybe(&self, name: &str) -> Result<Option<&'a Field>, LessonFileError> {
        let mut all = self.all(name);
        let first = all.next();
        match all.next() {
            Some(second) => Err(second.fails()(LessonProblem::Twice { name: name.to_owned() })),
            None => Ok(first),
        }
    }

    fn one(&self, name: &'static str) -> Result<&'a Field, LessonFileError> {
        self.maybe(name)?.ok_or_else(|| self.misses(name))
    }

    fn misses(&self, name: &'static str) -> LessonFileError {
        LessonFileError { line: self.line, problem: LessonProblem::Missing { name, task: self.task } }
    }

    fn text(&self, name: &'static str) -> Result<LessonText, LessonFileError> {
        self.one(name)?;
        Ok(self.texts(name)?.swap_remove(0))
    }

    /// The fields of a name, each with the translations that follow it; one at least.
    fn texts(&self, name: &'static str) -> Result<Vec<LessonText>, LessonFileError> {
        let mut texts: Vec<LessonText> = Vec::new();
        for field in self.fields {
            if field.name == name {
                texts.push(LessonText::new(field.text.clone()));
            } else if let Some(language) = field.name.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')) {
                let added = texts.last_mut().is_some_and(|text| text.translate(language.trim(), field.text.clone()));
                if !added {
                    let (name, english) = (field.name.clone(), name.to_owned());
                    return Err(field.fails()(LessonProblem::Translation { name, english }));
                }
            }
        }
        if texts.is_empty() { Err(self.misses(name)) } else { Ok(texts) }
    }
}

fn task(fields: &[Field]) -> Result<LessonTask, LessonFileError> {
    let part = Part::read(fields, true, fields[0].line)?;
    let goal: TaskGoal = fields[0].text.parse().map_err(fields[0].fails::<GoalError>())?;
    let variant: Option<Variant> = match part.maybe("variant")? {
        Some(field) => Some(field.text.parse().map_err(field.fails::<VariantError>())?),
        None => None,
    };
    let position = part.one("position")?;
    let start: Game = notation::read(&position.text, variant).map_err(position.fails::<NotationError>())?;
    if start.is_over() {
        return Err(position.fails()(LessonProblem::Over));
    }
    let columns = columns(part.one("columns")?, &start)?;
    let drops = match part.maybe("drops")? {
        Some(field) => match field.text.parse() {
            Ok(drops @ 1..=MOST_DROPS) => drops,
            _ => return Err(field.fails()(LessonProblem::Drops { text: field.text.clone() })),
        },
        None => 1,
    };
    Ok(LessonTask {
        start,
        goal,
        columns,
        drops,
        ask: part.text("ask")?,
        hints: part.texts("hint")?,
        right: part.text("right")?,
        wrong: part.text("wrong")?,
    })
}

fn columns(field: &Field, start: &Game) -> Result<Vec<Column>, LessonFileError> {
    let mut columns = Vec::new();
    for word in field.text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let named = |column: &Column| word.parse() == Ok(column.number());
        let refused = || LessonProblem::Column { text: word.to_owned(), playable: start.legal_columns().collect() };
        columns.push(start.legal_columns().find(named).ok_or_else(refused).map_err(field.fails())?);
    }
    columns.sort_unstable();
    columns.dedup();
    if columns.is_empty() { Err(field.fails()(LessonProblem::NoColumns)) } else { Ok(columns) }
}
