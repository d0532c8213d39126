//! A game being played: the walk that text and JSON share.
//!
//! A [`Session`] asks whoever has the turn, plays the answer and tells a [`SessionScreen`] what happened, one [`SessionEvent`] at a time. It knows no rule of
//! a game: the core says what is possible, the players say what they want.

mod event;
mod input;
mod json;
mod side_player;
#[cfg(test)]
mod tests;
mod text;
mod typed;

pub(crate) use event::{Asked, SessionEvent, SessionScreen};
pub(crate) use input::read_line;
pub(crate) use json::JsonScreen;
pub(crate) use side_player::SidePlayer;
pub(crate) use text::TextScreen;

use crate::commands::analyze::Found;
use crate::saved_game::SavedGame;
use crate::{files, prose};
use anyhow::{Context, Result, bail};
use dropline_core::{Cell, Column, Game, PlayError, Position, Side, SideNames, Undone, Variant, notation};
use dropline_engine::analysis::{Analysis, Analyst};
use dropline_engine::book::BookChoice;
use dropline_engine::{Caution, Explanation, Limits, OracleOptions, PlayerInfo, Spec, Think, players};
use event::{Farewell, PlayerWords};
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use typed::Typed;

/// A game with somebody on each side.
pub(crate) struct Session<I, S> {
    game: Game,
    seed: u64,
    /// The names of the sides, as far as they were chosen, and those that are said.
    names: Option<SideNames>,
    spoken: SideNames,
    /// What both sides have used, and since when it is one's turn.
    clocks: [Duration; 2],
    since: Instant,
    /// The file that is replaced if somebody asks for it again.
    replacing: Option<PathBuf>,
    /// Red's and black's.
    seats: [SidePlayer; 2],
    /// Whether to wait between two moves of computers.
    step: bool,
    input: I,
    screen: S,
    book: BookChoice,
    /// Made when somebody asks for a hint first.
    analyst: Option<Analyst>,
    /// The line that asked to give up an unfinished game: typed again, it is meant.
    warned: Option<Vec<String>>,
    /// Whether people are asked to look again before a move that throws away a win or a tie.
    coach: bool,
    cautioned: Option<Cautioned>,
}

/// A column that was asked about last, and in which position.
struct Cautioned {
    position: Position,
    column: Column,
    analysis: Analysis,
}

/// How long a person waits for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// Whether the game goes on after a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
}

/// What comes of a line that was typed.
enum Answer {
    /// Something happened to the game, or somebody leaves.
    Done(Next),
    /// The question was answered by showing something.
    AskAgain,
    /// It is not possible, and why.
    Refused(String),
}

impl Answer {
    fn refused(problem: &str) -> Answer {
        Answer::Refused(problem.to_owned())
    }
}

impl<I: BufRead, S: SessionScreen> Session<I, S> {
    /// A session that goes on with a game; who plays is said by the seats.
    pub(crate) fn new(saved: SavedGame, seats: [SidePlayer; 2], step: bool, input: I, screen: S) -> Session<I, S> {
        let SavedGame { game, seed, names, clocks, .. } = saved;
        let (seed, book) = (seed.unwrap_or(0), BookChoice::Embedded);
        let (replacing, analyst, warned, coach, cautioned) = (None, None, None, false, None);
        let spoken = names.unwrap_or_default();
        Session {
            game,
            seats,
            step,
            input,
            screen,
            seed,
            names,
            spoken,
            clocks,
            since: Instant::now(),
            replacing,
            book,
            analyst,
            warned,
            coach,
            cautioned,
        }
    }

    /// The same, with a coach or without.
    pub(crate) fn with_coach(self, coach: bool) -> Session<I, S> {
        Session { coach, ..self }
    }

    /// The same, with the opening book that new players and whoever is asked for a hint get.
    pub(crate) fn with_book(self, book: BookChoice) -> Session<I, S> {
        Session { book, ..self }
    }

    /// The same, for a screen on which the sides are called so.
    pub(crate) fn with_names(self, spoken: SideNames) -> Session<I, S> {
        Session { spoken, ..self }
    }

    /// Whether somebody has to let a computer move: between two of its kind, or where its move would be the end of moves that were taken back.
    fn waits(&self, computer_moved: bool) -> bool {
        (self.step && computer_moved) || (self.has_person() && self.game.redoable() > 0)
    }

    /// Plays until the game is over, or somebody leaves, or the input ends; the game comes back as it then stands.
    pub(crate) fn run(mut self) -> Result<Game> {
        self.begin()?;
        let mut computer_moved = false;
        loop {
            let side = self.game.turn();
            self.since = Instant::now();
            let next = if self.game.is_over() {
                self.end()?
            } else if self.seat().is_person() {
                computer_moved = false;
                self.person()?
            } else {
                let waits = self.waits(computer_moved);
                computer_moved = true;
                if waits { self.step()? } else { self.computer()? }
            };
            self.clocks[side.index()] += self.since.elapsed();
            if next == Next::Leave {
                return Ok(self.game);
            }
        }
    }

    /// Tells what is played.
    fn begin(&mut self) -> Result<()> {
        let [red, black] = &self.seats;
        let event = SessionEvent::Start {
            variant: self.game.variant(),
            red: red.spec(),
            black: black.spec(),
            seed: self.seed,
            turn: self.game.turn(),
            moves: self.game.moves(),
            key: notation::key::write(&self.game),
        };
        Ok(self.screen.show(&self.game, &event)?)
    }

    fn seat(&self) -> &SidePlayer {
        &self.seats[self.game.turn().index()]
    }

    fn has_person(&self) -> bool {
        self.seats.iter().any(SidePlayer::is_person)
    }

    fn show(&mut self, event: &SessionEvent<'_>) -> Result<()> {
        Ok(self.screen.show(&self.game, event)?)
    }

    /// Tells how the game ended. People may still save it, or take a move back and play on.
    fn end(&mut self) -> Result<Next> {
        if let Some(outcome) = self.game.outcome() {
            let event = SessionEvent::End {
                outcome,
                line: self.game.winning_cells(),
                points: prose::points(&self.game),
                moves: self.game.moves(),
            };
            self.screen.show(&self.game, &event)?;
        }
        if self.has_person() { self.ask(Asked::Over) } else { Ok(Next::Leave) }
    }

    fn person(&mut self) -> Result<Next> {
        let columns = self.game.legal_columns().collect();
        self.show(&SessionEvent::Turn { side: self.game.turn(), columns })?;
        self.ask(Asked::Move)
    }

    /// Lets a computer move when somebody says so, unless what was typed has changed the game.
    fn step(&mut self) -> Result<Next> {
        let before = self.game.clone();
        if self.game.redoable() > 0 {
            self.show(&SessionEvent::Turn { side: self.game.turn(), columns: Vec::new() })?;
        }
        match self.ask(Asked::Step)? {
            Next::GoOn if self.game == before => self.computer(),
            next => Ok(next),
        }
    }

    fn computer(&mut self) -> Result<Next> {
        let side = self.game.turn();
        self.screen.thinking(&self.game);
        let seat = &mut self.seats[side.index()];
        let chosen = seat.choose(&self.game, &Think::default());
        self.screen.thought();
        let column = chosen.with_context(|| format!("{} ({})", self.spoken.name(side), seat.spec()))?.column;
        let played = self.game.play(column);
        let cell =
            played.with_context(|| format!("{} ({}) chose a wrong column", self.spoken.name(side), seat.spec()))?;
        self.moved(side, cell)?;
        Ok(Next::GoOn)
    }

    /// Tells of a move just played.
    fn moved(&mut self, side: Side, cell: Cell) -> Result<()> {
        let event = SessionEvent::Move {
            number: self.game.moves().len(),
            side,
            player: self.seats[side.index()].spec(),
            column: cell.column,
            level: cell.level,
            points: prose::points(&self.game),
        };
        Ok(self.screen.show(&self.game, &event)?)
    }

    /// Asks until something happens: a move, one taken back, or the end of the session.
    fn ask(&mut self, asked: Asked) -> Result<Next> {
        loop {
            self.screen.ask(&self.game, asked)?;
            let Some(line) = read_line(&mut self.input).context("cannot read standard input")? else {
                return self.leave(Farewell::InputEnded);
            };
            self.screen.echo(&line)?;
            let answer = match Typed::parse(&line, &self.game, asked) {
                Ok(typed) => self.answer(typed, asked)?,
                Err(problem) => Answer::Refused(problem),
            };
            match answer {
                Answer::Done(next) => return Ok(next),
                Answer::AskAgain => {}
                Answer::Refused(problem) => self.show(&SessionEvent::Refused { input: &line, problem })?,
            }
        }
    }

    fn answer(&mut self, typed: Typed, asked: Asked) -> Result<Answer> {
        if !matches!(typed, Typed::New(_)) {
            self.warned = None;
        }
        let event = match typed {
            Typed::Column(column) => return self.column(column, asked),
            Typed::Nothing => return self.nothing(asked),
            Typed::Undo => return self.undo(),
            Typed::Redo => return self.redo(),
            Typed::Resign => return Ok(self.resign(asked)),
            Typed::Save(file) => return self.save(&file),
            Typed::Quit => return Ok(Answer::Done(self.leave(Farewell::Quit)?)),
            Typed::Moves => SessionEvent::Moves {
                moves: self.game.moves(),
                text: notation::moves::write(self.game.variant(), self.game.moves()),
            },
            Typed::Board => SessionEvent::Board {
                grid: notation::grid::write(self.game.board(), self.game.turn()),
                key: notation::key::write(&self.game),
            },
            Typed::Hint | Typed::Analyze if self.game.is_over() => {
                return Ok(Answer::refused("the game is over: there is nothing to look for"));
            }
            Typed::Hint => self.hint()?,
            Typed::Why => match self.why()? {
                Some(event) => event,
                None => {
                    return Ok(Answer::refused("the coach has not asked to look again: type hint for a good column"));
                }
            },
            Typed::Analyze => SessionEvent::Analysis(self.found()?.told(&self.game)),
            Typed::New(words) => return self.start_over(words),
            Typed::Players => {
                let plays = |info: &&PlayerInfo| info.rules.contains(&self.game.variant().rules());
                let words = |info: &PlayerInfo| PlayerWords { name: info.name, about: info.about };
                SessionEvent::Players { players: players().iter().filter(plays).map(words).collect() }
            }
            Typed::Help => SessionEvent::Help { commands: typed::COMMANDS },
        };
        self.screen.show(&self.game, &event)?;
        Ok(Answer::AskAgain)
    }

    /// What the columns are worth, as far as a moment's thought tells.
    fn found(&mut self) -> Result<Found> {
        let limits = Limits { time: Some(HINT_TIME), ..Limits::default() };
        self.screen.thinking(&self.game);
        let analyst = analyst(&mut self.analyst, self.game.variant(), &self.book);
        let found = Found::new(analyst, &self.game, &Think { limits, ..Think::default() });
        self.screen.thought();
        found
    }

    fn hint(&mut self) -> Result<SessionEvent<'static>> {
        let found = self.found()?;
        let explanation = self.explanation(&found.analysis, None)?;
        let value = explanation.value().context("a column without a value")?;
        Ok(SessionEvent::Hint { column: explanation.column, value, reasons: self.words(&explanation) })
    }

    /// Why the coach asks to look again: by the analysis for which it does.
    fn why(&mut self) -> Result<Option<SessionEvent<'static>>> {
        let Some(cautioned) = self.cautioned.take_if(|cautioned| cautioned.position == self.game.position()) else {
            return Ok(None);
        };
        let explanation = self.explanation(&cautioned.analysis, Some(cautioned.column))?;
        self.cautioned = Some(cautioned);
        Ok(Some(SessionEvent::Why { column: explanation.column, reasons: self.words(&explanation) }))
    }

    /// Why a column is good or bad, or a best one if none is named, by what was found.
    fn explanation(&mut self, analysis: &Analysis, column: Option<Column>) -> Result<Explanation> {
        let limits = Limits { time: Some(HINT_TIME), ..Limits::default() };
        let think = Think { limits, ..Think::default() };
        let analyst = analyst(&mut self.analyst, self.game.variant(), &self.book);
        Ok(Explanation::by(analyst, &self.game, analysis, column, &think)?)
    }

    fn words(&self, explanation: &Explanation) -> Vec<String> {
        explanation.reasons.iter().map(|reason| reason.words(self.spoken)).collect()
    }

    /// What the coach says of a column, unless it has been said.
    fn caution(&mut self, column: Column) -> Result<Option<SessionEvent<'static>>> {
        let position = self.game.position();
        let asked = |cautioned: &Cautioned| (&cautioned.position, cautioned.column) == (&position, column);
        if !self.coach || self.cautioned.as_ref().is_some_and(asked) || self.game.board().has_room(column).is_err() {
            return Ok(None);
        }
        let analysis = self.found()?.analysis;
        let caution = Caution::of(&analysis, column);
        if caution.is_some() {
            self.cautioned = Some(Cautioned { position, column, analysis });
        }
        Ok(caution.map(|caution| SessionEvent::Caution { column, caution, words: caution.to_string() }))
    }

    /// Begins a new game; an unfinished one is given up only if that is asked for twice.
    fn start_over(&mut self, words: Vec<String>) -> Result<Answer> {
        let unfinished = !self.game.is_over() && !self.game.moves().is_empty();
        if unfinished && self.warned.as_ref() != Some(&words) {
            let problem = "this game is not over: type that again to give it up, or save FILE first";
            self.warned = Some(words);
            return Ok(Answer::refused(problem));
        }
        self.warned = None;
        let (variant, [red, black]) = match self.chosen(&words) {
            Ok(chosen) => chosen,
            Err(error) => return Ok(Answer::Refused(format!("{error:#}"))),
        };
        let seat = |spec, seed| SidePlayer::new(spec, variant, seed, &self.book);
        match (seat(red, self.seed), seat(black, self.seed.wrapping_add(1))) {
            (Ok(red), Ok(black)) => self.seats = [red, black],
            (Err(error), _) | (_, Err(error)) => return Ok(Answer::Refused(error.to_string())),
        }
        (self.game, self.analyst) = (Game::new(variant), None);
        (self.clocks, self.since) = ([Duration::ZERO; 2], Instant::now());
        self.begin()?;
        Ok(Answer::Done(Next::GoOn))
    }

    /// The board and the players that were named; those that were not stay.
    fn chosen(&self, words: &[String]) -> Result<(Variant, [Spec; 2])> {
        let [red, black] = self.seats.each_ref().map(|seat| seat.spec().clone());
        let variant = words.first().map_or(Ok(self.game.variant()), |word| word.parse())?;
        let red = words.get(1).map_or(Ok(red), |word| word.parse())?;
        let black = words.get(2).map_or(Ok(black), |word| word.parse())?;
        if words.len() > 3 {
            bail!("new takes a board, red and black, as in new 7x6c4 human smart:depth=6");
        }
        Ok((variant, [red, black]))
    }

    fn column(&mut self, column: Column, asked: Asked) -> Result<Answer> {
        if asked == Asked::Step {
            return Ok(Answer::refused("a computer has the turn: press Enter for its move"));
        }
        if asked == Asked::Move
            && let Some(event) = self.caution(column)?
        {
            self.show(&event)?;
            return Ok(Answer::AskAgain);
        }
        let side = self.game.turn();
        match self.game.play(column) {
            Ok(cell) => {
                self.moved(side, cell)?;
                Ok(Answer::Done(Next::GoOn))
            }
            Err(PlayError::Over) => Ok(Answer::refused("the game is over: undo takes the last move back")),
            Err(error) => Ok(Answer::Refused(prose::refusal(&self.game, error))),
        }
    }

    fn nothing(&mut self, asked: Asked) -> Result<Answer> {
        match asked {
            Asked::Move => Ok(Answer::Refused(format!("type a column ({}), or help", playable(&self.game)))),
            Asked::Step => Ok(Answer::Done(Next::GoOn)),
            Asked::Over => Ok(Answer::Done(self.leave(Farewell::Quit)?)),
        }
    }

    /// Goes back to the last turn of a person.
    fn undo(&mut self) -> Result<Answer> {
        let mut earlier = self.game.clone();
        let mut columns = Vec::new();
        while let Some(undone) = earlier.undo() {
            if let Undone::Drop(column) = undone {
                columns.push(column);
            }
            if self.seats[earlier.turn().index()].is_person() {
                self.game = earlier;
                self.show(&SessionEvent::Undone { columns, points: prose::points(&self.game) })?;
                return Ok(Answer::Done(Next::GoOn));
            }
        }
        Ok(Answer::refused("there is no earlier turn of yours to go back to"))
    }

    /// Goes forward to the next turn of a person, as far as moves were undone.
    fn redo(&mut self) -> Result<Answer> {
        let mut columns = Vec::new();
        while let Some(column) = self.game.redo() {
            columns.push(column);
            if self.game.is_over() || self.seat().is_person() {
                break;
            }
        }
        if columns.is_empty() {
            return Ok(Answer::refused("there is nothing to play again: redo follows undo"));
        }
        self.show(&SessionEvent::Redone { columns, points: prose::points(&self.game) })?;
        Ok(Answer::Done(Next::GoOn))
    }

    fn resign(&mut self, asked: Asked) -> Answer {
        if asked == Asked::Move && self.game.resign(self.game.turn()).is_ok() {
            return Answer::Done(Next::GoOn);
        }
        Answer::refused("nobody is to move who could resign")
    }

    /// Saves the game, but not over a file that holds something else, and over another game only if asked twice.
    fn save(&mut self, file: &Path) -> Result<Answer> {
        let replaced = file.exists();
        if replaced && !files::is_game(file) {
            let problem = format!("{} is there and holds no saved game: choose another name", file.display());
            return Ok(Answer::Refused(problem));
        }
        if replaced && self.replacing.replace(file.to_owned()).as_deref() != Some(file) {
            let problem = format!("{} is there already: type the same again to replace it", file.display());
            return Ok(Answer::Refused(problem));
        }
        self.replacing = None;
        let saved = SavedGame {
            game: self.game.clone(),
            players: Some([&self.seats[0], &self.seats[1]].map(|seat| seat.spec().clone())),
            seed: Some(self.seed),
            names: self.names,
            clocks: self.clocks,
        };
        if let Err(problem) = files::write_whole(file, saved.text()?.as_bytes()) {
            return Ok(Answer::Refused(format!("{problem:#}")));
        }
        self.show(&SessionEvent::Saved { file, replaced })?;
        Ok(Answer::AskAgain)
    }

    fn leave(&mut self, why: Farewell) -> Result<Next> {
        let game = &self.game;
        let event = SessionEvent::Left { why, over: game.is_over(), moves: game.moves() };
        self.screen.show(game, &event)?;
        Ok(Next::Leave)
    }
}

/// The analyst that is there, or one for this variant.
fn analyst<'a>(there: &'a mut Option<Analyst>, variant: Variant, book: &BookChoice) -> &'a mut Analyst {
    let options = || OracleOptions { book: book.clone(), ..OracleOptions::default() };
    there.get_or_insert_with(|| Analyst::with(variant, options()))
}

/// The columns that can be played, in words.
pub(crate) fn playable(game: &Game) -> String {
    prose::column_list(game.legal_columns())
}
