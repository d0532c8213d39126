//! Somebody who answers the questions of the server's HTTP API without a server.

use dropline_core::notation::from_json;
use dropline_core::picture::{SvgTheme, View, svg};
use dropline_core::{Column, Game, Side, Variant};
use dropline_engine::analysis::Analyst;
use dropline_engine::asked::{self, AskedPosition, AskedPuzzle, AskedTask, KnownColumn, Refusal};
use dropline_engine::book::{Book, BookChoice, BookError};
use dropline_engine::lesson::lessons;
use dropline_engine::puzzle::{Day, PuzzleProgress, PuzzleTheme, PuzzleWish};
use dropline_engine::told::{
    GameEnd, ToldAnalysis, ToldExplanation, ToldLesson, ToldLessonTitle, ToldMove, ToldNews, ToldOpinion, ToldPlayers,
    ToldPosition, ToldPuzzle, ToldPuzzleSet, ToldReview,
};
use dropline_engine::{
    Choice, Clock, Explanation, GradedMove, Limits, Oracle, OracleError, OracleOptions, Review, SpecError, Think,
    build_with,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// The largest boards, in cells; the same as a server's unless it is told otherwise.
pub const MOST_CELLS: usize = 1024;

/// The longest time for a question, where it names none.
const USUAL_TIME: Duration = Duration::from_secs(30);

/// Answers questions one after the other, and keeps its tables in between.
///
/// ```
/// use dropline_engine::SystemClock;
/// use dropline_wasm::Answerer;
///
/// let mut answerer = Answerer::new(16 << 20);
/// let answer = answerer.answer("/solutions", r#"{"variant": "5x4c4"}"#, &SystemClock::start(), &mut |_| {});
/// assert!(answer.starts_with(r#"{"score":0,"lower":0,"upper":0"#));
/// ```
#[derive(Debug)]
pub struct Answerer {
    book: BookChoice,
    memory: usize,
    /// The one of the variant that was asked about last.
    analyst: Option<Analyst>,
    oracle: Option<Oracle>,
}

/// A question about a position; each kind has a few words more.
#[derive(Deserialize)]
struct Question {
    #[serde(flatten)]
    position: AskedPosition,
    /// Seconds for the whole answer.
    time: Option<f64>,
    column: Option<u32>,
    names: Option<String>,
    player: Option<String>,
    seed: Option<u64>,
    theme: Option<String>,
    /// What an analysis found out about the columns, which a page shows beside the reasons that it asks for.
    known: Option<Vec<KnownColumn>>,
    /// Whether to forget what was found out for other questions, so that a score takes as many positions as if it were asked for first.
    fresh: Option<bool>,
}

/// A text to be read.
#[derive(Deserialize)]
struct Import {
    text: String,
    variant: Option<String>,
}

/// All lessons.
#[derive(Serialize)]
struct Lessons {
    lessons: Vec<ToldLessonTitle>,
}

/// What a learner has dropped so far in a task, which is counted from 1.
#[derive(Deserialize)]
struct AttemptQuestion {
    task: usize,
    drops: Vec<u32>,
}

/// A question about puzzles; each kind has some of these words.
#[derive(Deserialize)]
struct PuzzleQuestion {
    #[serde(flatten)]
    position: AskedPosition,
    theme: Option<PuzzleTheme>,
    rating: Option<f64>,
    day: Option<Day>,
    #[serde(default)]
    seed: u64,
    progress: Option<PuzzleProgress>,
    #[serde(default)]
    id: String,
    #[serde(default)]
    drops: Vec<u32>,
    #[serde(default)]
    solved: bool,
}

/// The puzzles there are.
#[derive(Serialize)]
struct PuzzleShelf {
    sets: Vec<ToldPuzzleSet>,
}

/// The puzzles of a game.
#[derive(Serialize)]
struct OwnPuzzles {
    puzzles: Vec<ToldPuzzle>,
}

/// Best play in a puzzle.
#[derive(Serialize)]
struct PuzzleSolution {
    line: Vec<Column>,
}

/// The last word about the columns, as over HTTP.
#[derive(Serialize)]
struct Analysed {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    news: ToldNews,
}

/// A graded move before the others are.
#[derive(Serialize)]
struct Graded {
    of: usize,
    #[serde(rename = "move")]
    graded: ToldMove,
}

/// The score of a position as far as it is proven.
#[derive(Serialize)]
struct Solved {
    score: Option<i32>,
    lower: i32,
    upper: i32,
    nodes: u64,
    microseconds: f64,
}

/// A computer's move.
#[derive(Serialize)]
struct Moved {
    side: Side,
    #[serde(flatten)]
    choice: Choice,
}

/// Where a checker came to lie, and whether that ended the game.
#[derive(Serialize)]
struct Dropped {
    level: u32,
    outcome: Option<GameEnd>,
}

/// A picture.
#[derive(Serialize)]
struct Drawn {
    svg: String,
}

/// What a refused question is answered.
#[derive(Serialize)]
struct Refused {
    error: Refusal,
}

type News<'a> = &'a mut dyn FnMut(&str);

impl Answerer {
    /// An answerer whose tables take about so many bytes, and which has no book yet.
    #[must_use]
    pub const fn new(memory: usize) -> Answerer {
        Answerer { book: BookChoice::None, memory, analyst: None, oracle: None }
    }

    /// Takes over a book.
    ///
    /// # Errors
    /// When the bytes are no whole book.
    pub fn take_book(&mut self, bytes: Vec<u8>) -> Result<(), BookError> {
        self.book = BookChoice::Given(Arc::new(Book::from_bytes(bytes)?));
        (self.analyst, self.oracle) = (None, None);
        Ok(())
    }

    /// The answer to a question of the HTTP API, or why there is none, as JSON; `news` hears of what is known before.
    pub fn answer(&mut self, path: &str, body: &str, clock: &dyn Clock, news: News<'_>) -> String {
        let answer = self.find_out(path, body, clock, news);
        answer.unwrap_or_else(|error| serde_json::to_string(&Refused { error }).unwrap_or_default())
    }

    fn find_out(&mut self, path: &str, body: &str, clock: &dyn Clock, news: News<'_>) -> Result<String, Refusal> {
        match path {
            "/players" => return json(&ToldPlayers::on_one_thread()),
            "/positions" => {
                let Import { text, variant } = read(body)?;
                return json(&ToldPosition::new(&asked::import(&text, variant.as_deref(), MOST_CELLS)?));
            }
            "/puzzles" => return json(&PuzzleShelf { sets: ToldPuzzleSet::all() }),
            "/lessons" => {
                let lessons = lessons().iter().map(ToldLessonTitle::from).collect();
                return json(&Lessons { lessons });
            }
            _ => {}
        }
        if let Some(id) = path.strip_prefix("/lessons/") {
            return self.learn(id, body, clock);
        }
        if let Some(kind) = path.strip_prefix("/puzzles/") {
            return self.puzzle(kind, read(body)?, clock);
        }
        let question: Question = read(body)?;
        let game = question.position.game(MOST_CELLS)?;
        let think = within(question.time()?, clock);
        match path {
            "/facts" => json(&ToldPosition::new(&game)),
            "/drops" => drop_in(game, &question),
            "/pictures" => json(&Drawn { svg: svg(&View::of(&game), &question.theme()?) }),
            "/reviews" => self.review(&game, &think, news),
            "/analyses" | "/explanations" | "/opinions" | "/solutions" | "/moves" if game.is_over() => {
                Err(Refusal::conflict("game_over", "there is nothing to find out: the game is over"))
            }
            "/analyses" => self.analyse(&game, &think, news),
            "/explanations" => self.explain(&game, &question, &think),
            "/opinions" => {
                let player = asked::computer(question.player()?, game.variant(), "player")?;
                let bad = |error: SpecError| Refusal::bad("bad_player", "player", error.to_string());
                json(&ToldOpinion::new(player, &game).map_err(bad)?)
            }
            "/solutions" => self.solve(&game, question.fresh.unwrap_or(false), &think),
            "/moves" => self.choose(&game, &question, &think),
            _ => Err(nothing_at(path)),
        }
    }

    fn analyse(&mut self, game: &Game, think: &Think<'_>, news: News<'_>) -> Result<String, Refusal> {
        let start = now(think);
        let passed = || now(think).saturating_sub(start);
        let analyst = self.analyst(game.variant());
        let mut tell = |analysis: &_| {
            if let Ok(text) = json(&ToldNews::so_far(game, analysis, passed())) {
                news(&text);
            }
        };
        let analysis = analyst.analyze(game, think, &mut tell).map_err(refused)?;
        let line = analyst.best_line(game, &analysis, think).map_err(refused)?;
        let told = ToldAnalysis::new(game, &analysis, &line, passed().as_secs_f64());
        json(&Analysed { kind: "columns", news: ToldNews::last(game, told) })
    }

    fn review(&mut self, game: &Game, think: &Think<'_>, news: News<'_>) -> Result<String, Refusal> {
        let of = game.moves().len();
        if of == 0 {
            return Err(Refusal::bad("no_moves", "moves", "there is no move to review: give the moves of a game"));
        }
        let mut tell = |graded: &GradedMove| {
            if let Ok(text) = json(&Graded { of, graded: graded.into() }) {
                news(&text);
            }
        };
        let review = Review::of(game, self.analyst(game.variant()), think, &mut tell).map_err(refused)?;
        json(&ToldReview::new(game.variant(), &review))
    }

    fn explain(&mut self, game: &Game, question: &Question, think: &Think<'_>) -> Result<String, Refusal> {
        let column = question.column.map(|number| asked::playable(game, number)).transpose()?;
        let names = asked::names(question.names.as_deref())?.unwrap_or_default();
        let known = question.known.as_deref().map(|known| KnownColumn::analysis(game, known)).transpose()?;
        let analyst = self.analyst(game.variant());
        let explanation = match &known {
            Some(known) => Explanation::by(analyst, game, known, column, think),
            None => Explanation::of(analyst, game, column, think),
        };
        let Explanation { column, reasons, .. } = explanation.map_err(refused)?;
        json(&ToldExplanation::new(game.variant(), column, reasons, names))
    }

    /// A lesson, or what comes of a learner's drops in one of its tasks.
    fn learn(&mut self, id: &str, body: &str, clock: &dyn Clock) -> Result<String, Refusal> {
        let Some(id) = id.strip_suffix("/attempts") else { return json(&ToldLesson::from(asked::lesson(id)?)) };
        let AttemptQuestion { task, drops } = read(body)?;
        let task = AskedTask::new(id, task, &drops)?;
        json(&task.attempt(self.analyst(task.variant()), &within(USUAL_TIME, clock))?)
    }

    /// Puzzles: which there are, and what comes of them.
    fn puzzle(&mut self, kind: &str, question: PuzzleQuestion, clock: &dyn Clock) -> Result<String, Refusal> {
        let PuzzleQuestion { position, theme, rating, day, seed, progress, id, drops, solved } = question;
        let think = within(USUAL_TIME, clock);
        match kind {
            "next" => {
                let variant = asked::variant(position.variant.as_deref(), MOST_CELLS)?;
                return json(&asked::next_puzzle(variant, PuzzleWish { theme, rating }, day, progress, seed)?);
            }
            "mistakes" => {
                let game = position.game(MOST_CELLS)?;
                let puzzles = asked::puzzles_of_mistakes(&game, self.analyst(game.variant()), &think)?;
                return json(&OwnPuzzles { puzzles });
            }
            _ => {}
        }
        let puzzle = AskedPuzzle::named(&id, MOST_CELLS)?;
        let analyst = self.analyst(puzzle.variant());
        match kind {
            "named" => json(&ToldPuzzle::task(&puzzle.puzzle(analyst, &think)?)),
            "attempts" => json(&puzzle.attempt(&drops, analyst, &think)?),
            "solutions" => json(&PuzzleSolution { line: puzzle.solution(&drops, analyst, &think)? }),
            "results" => json(&puzzle.record(progress, solved, day)?),
            _ => Err(nothing_at(&format!("/puzzles/{kind}"))),
        }
    }

    fn solve(&mut self, game: &Game, fresh: bool, think: &Think<'_>) -> Result<String, Refusal> {
        if self.oracle.as_ref().is_none_or(|oracle| oracle.variant() != game.variant()) {
            // A page has room for the tables of one of them.
            (self.analyst, self.oracle) = (None, None);
            let options = OracleOptions { book: self.book.clone(), ..OracleOptions::default() }.within(self.memory);
            self.oracle = Some(Oracle::with(game.variant(), options).map_err(refused)?);
        }
        let Some(oracle) = &mut self.oracle else { return Err(refused(OracleError::Over)) };
        if fresh {
            oracle.forget();
        }
        let solution = oracle.score(game, think).map_err(refused)?;
        json(&Solved {
            score: solution.score(),
            lower: solution.lower,
            upper: solution.upper,
            nodes: solution.nodes,
            microseconds: (solution.elapsed.as_secs_f64() * 1e7).round() / 10.0,
        })
    }

    fn choose(&mut self, game: &Game, question: &Question, think: &Think<'_>) -> Result<String, Refusal> {
        let bad = |message: String| Refusal::bad("bad_player", "player", message);
        let spec = asked::computer(question.player()?, game.variant(), "player")?;
        // These tables make room for those of a player.
        (self.analyst, self.oracle) = (None, None);
        let seed = question.seed.unwrap_or_default();
        let mut player = build_with(&spec, game.variant(), seed, &self.book).map_err(|error| bad(error.to_string()))?;
        let choice = player.choose(game, think).map_err(|error| bad(error.to_string()))?;
        json(&Moved { side: game.turn(), choice })
    }

    /// The analyst of a variant.
    fn analyst(&mut self, variant: Variant) -> &mut Analyst {
        if self.analyst.as_ref().is_none_or(|analyst| analyst.variant() != variant) {
            // The old one's memory is freed before the new one takes its own.
            (self.analyst, self.oracle) = (None, None);
        }
        let (book, memory) = (&self.book, self.memory);
        self.analyst.get_or_insert_with(|| {
            let options = OracleOptions { book: book.clone(), ..OracleOptions::default() };
            Analyst::within(variant, options, memory)
        })
    }
}

impl Question {
    fn time(&self) -> Result<Duration, Refusal> {
        let Some(seconds) = self.time else { return Ok(USUAL_TIME) };
        let message = || format!("{seconds} is out of range: a time is a number of seconds, 0 or more");
        Duration::try_from_secs_f64(seconds).map_err(|_| Refusal::bad("bad_time", "time", message()))
    }

    fn player(&self) -> Result<&str, Refusal> {
        self.player.as_deref().ok_or_else(|| Refusal::bad("bad_player", "player", "say which player is meant"))
    }

    fn theme(&self) -> Result<SvgTheme, Refusal> {
        let theme = self.theme.as_deref().unwrap_or("light").parse::<SvgTheme>();
        let theme = theme.map_err(|error| Refusal::bad("bad_theme", "theme", error.to_string()))?;
        let names = asked::names(self.names.as_deref())?.unwrap_or(theme.names);
        Ok(theme.with_names(names))
    }
}

fn drop_in(mut game: Game, question: &Question) -> Result<String, Refusal> {
    let column = asked::playable(&game, question.column.unwrap_or_default())?;
    let cell = game.play(column).map_err(|error| Refusal::of_move(&game, error))?;
    json(&Dropped { level: cell.level.number(), outcome: GameEnd::on_board(&game) })
}

fn within(time: Duration, clock: &dyn Clock) -> Think<'_> {
    let limits = Limits { time: Some(time), ..Limits::default() };
    Think { limits, clock: Some(clock), ..Think::default() }
}

fn nothing_at(path: &str) -> Refusal {
    Refusal::bad("not_found", "path", format!("there is nothing at `{path}`"))
}

fn now(think: &Think<'_>) -> Duration {
    think.clock.map_or(Duration::ZERO, Clock::now)
}

fn read<'a, T: Deserialize<'a>>(body: &'a str) -> Result<T, Refusal> {
    from_json(body)
        .map_err(|error| Refusal::bad("bad_body", "body", format!("this question is not understood: {error}")))
}

fn json(answer: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(answer).map_err(|error| Refusal::conflict("internal", error.to_string()))
}

fn refused(error: OracleError) -> Refusal {
    match error {
        OracleError::Over => Refusal::conflict("game_over", error.to_string()),
        error => Refusal::unavailable(&error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::SystemClock;
    use serde_json::Value;

    fn ask(path: &str, body: &str) -> (Value, usize) {
        let mut heard = 0;
        let mut answerer = Answerer::new(16 << 20);
        let answer = answerer.answer(path, body, &SystemClock::start(), &mut |news| {
            heard += usize::from(serde_json::from_str::<Value>(news).is_ok());
        });
        (serde_json::from_str(&answer).unwrap(), heard)
    }

    /// The reasons came from a second analysis, which said something else than the one that the page shows beside them; another worker knew nothing of that one at all.
    #[test]
    fn reasons_speak_of_the_values_that_were_shown() {
        for variant in ["12x10c5", "7x6m4"] {
            let (shown, _) = ask("/analyses", &format!(r#"{{"variant": "{variant}", "time": 0.3}}"#));
            let columns = shown["columns"].as_array().unwrap();
            let explain = |column: &str| {
                let known = &shown["columns"];
                ask("/explanations", &format!(r#"{{"variant": "{variant}", "time": 0.3{column}, "known": {known}}}"#)).0
            };
            for (index, shown) in columns.iter().enumerate() {
                let told = explain(&format!(r#", "column": {}"#, index + 1));
                let reasons = told["reasons"].as_array().unwrap();
                let worth = reasons.iter().find(|reason| reason["reason"] == "worth").unwrap();
                assert_eq!(worth["value"]["words"], shown["words"], "{variant}, column {}", index + 1);
            }
            let best = |told: &Value| columns[told.as_u64().unwrap() as usize - 1]["words"].clone();
            assert_eq!(best(&explain("")["column"]), best(&shown["line"][0]));
        }
    }

    /// Whatever somebody says of the columns is answered, or refused.
    #[test]
    fn no_values_are_too_strange_to_be_explained_by() {
        let mut answerer = Answerer::new(16 << 20);
        let numbers = ["-2147483648", "-100", "-18", "-17", "-1", "0", "1", "18", "19", "100", "2147483647"];
        let said = numbers.iter().flat_map(|number| {
            let chance = format!(r#""chance": {number}, "depth": 4294967295"#);
            let bounds = numbers.iter().map(move |other| format!(r#""bounds": [{number}, {other}], "chance": 0.5"#));
            bounds.chain([format!(r#""score": {number}"#), chance, format!(r#""margin": {number}"#)])
        });
        for said in said {
            for place in [r#""moves": "4444""#, r#""variant": "7x6m4", "moves": "44""#] {
                let question =
                    format!(r#"{{{place}, "time": 0.001, "column": 1, "known": [{{"column": 1, {said}}}]}}"#);
                let answer = answerer.answer("/explanations", &question, &SystemClock::start(), &mut |_| {});
                let answer: Value = serde_json::from_str(&answer).unwrap();
                assert!(answer["reasons"].is_array() || answer["error"]["code"] == "bad_known", "{question}: {answer}");
            }
        }
        for (column, code) in [(8, "off_board"), (4, "column_full")] {
            let question =
                format!(r#"{{"moves": "444444", "column": 1, "known": [{{"column": {column}, "score": 0}}]}}"#);
            assert_eq!(ask("/explanations", &question).0["error"]["code"], code);
        }
    }

    #[test]
    fn every_question_is_answered() {
        let late = r#""variant": "7x6c4", "moves": "2252576253462244111563365343671351441", "time": 5"#;
        let (analysis, heard) = ask("/analyses", &format!("{{{late}}}"));
        assert_eq!((&analysis["words"], &analysis["type"]), (&"loses in 2".into(), &"columns".into()));
        assert!(heard > 0 && analysis["done"] == true && analysis["threats"].is_array());
        let (review, heard) = ask("/reviews", r#"{"variant": "4x4c3", "moves": "1122"}"#);
        assert_eq!((review["moves"].as_array().unwrap().len(), heard), (4, 4));
        assert!(ask("/explanations", &format!("{{{late}}}")).0["reasons"][0]["words"].is_string());
        assert_eq!(ask("/opinions", r#"{"moves": "44", "player": "forecast"}"#).0["player"], "forecast");
        assert_eq!(ask("/moves", r#"{"moves": "415161", "player": "level:n=10"}"#).0["side"], "red");
        assert_eq!(ask("/solutions", r#"{"variant": "4x4m3", "time": 5}"#).0["lower"].as_i64(), Some(0));
        assert!(ask("/pictures", r#"{"moves": "44"}"#).0["svg"].as_str().unwrap().starts_with("<svg"));
        assert_eq!(ask("/positions", r#"{"text": "4151617"}"#).0["outcome"]["winner"], "red");
        assert_eq!(ask("/facts", r#"{"variant": "7x6m4", "moves": "44"}"#).0["points"]["red"], 0);
        let (dropped, _) = ask("/drops", r#"{"moves": "415161", "column": 7}"#);
        assert_eq!((&dropped["level"], &dropped["outcome"]["by"]), (&1.into(), &"line".into()));
        let first = ask("/lessons", "{}").0["lessons"][0]["id"].as_str().unwrap().to_owned();
        assert!(ask(&format!("/lessons/{first}"), "{}").0["tasks"][0]["goal"].is_string());
        let (attempt, _) = ask(&format!("/lessons/{first}/attempts"), r#"{"task": 1, "drops": []}"#);
        assert_eq!(attempt["state"], "open");
        assert_eq!(ask("/puzzles", "{}").0["sets"][0]["variant"], "7x6c4");
        for variant in ["7x6c4", "6x5c4", "9x7c4", "7x6m4"] {
            let (puzzle, _) = ask("/puzzles/next", &format!(r#"{{"variant": "{variant}", "seed": 3}}"#));
            let id = puzzle["id"].as_str().unwrap().to_owned();
            assert_eq!(ask("/puzzles/named", &format!(r#"{{"id": "{id}"}}"#)).0, puzzle);
            let line = ask("/puzzles/solutions", &format!(r#"{{"id": "{id}"}}"#)).0["line"].clone();
            let (answer, _) = ask("/puzzles/attempts", &format!(r#"{{"id": "{id}", "drops": [{}]}}"#, line[0]));
            assert!(answer["answer"] == "right" || answer["answer"] == "solved", "{variant}: {answer}");
            let (progress, _) = ask("/puzzles/results", &format!(r#"{{"id": "{id}", "solved": true}}"#));
            assert_eq!((&progress["streak"], &progress["tried"][&id]), (&1.into(), &true.into()));
        }
        // Black lets red have three in a row with both ends open.
        let (own, _) = ask("/puzzles/mistakes", r#"{"variant": "7x6c4", "moves": "4436443322352522"}"#);
        assert!(own["puzzles"].is_array(), "{own}");
        assert!(!ask("/players", "").0["players"].as_array().unwrap().is_empty());
    }

    #[test]
    fn a_fresh_solution_takes_as_many_positions_as_the_first_one() {
        let mut answerer = Answerer::new(16 << 20);
        let mut nodes = |fresh: bool| {
            let question = format!(r#"{{"variant": "6x5c4", "moves": "12", "fresh": {fresh}}}"#);
            let answer = answerer.answer("/solutions", &question, &SystemClock::start(), &mut |_| {});
            serde_json::from_str::<Value>(&answer).unwrap()["nodes"].as_u64().unwrap()
        };
        let first = nodes(false);
        assert!(nodes(false) < first);
        assert_eq!(nodes(true), first);
    }

    #[test]
    fn every_size_is_answered() {
        for variant in ["1x1c1", "9x7c4", "12x10c5", "20x20c5", "7x6m4", "20x20m5"] {
            let (analysis, _) = ask("/analyses", &format!(r#"{{"variant": "{variant}", "time": 0.3}}"#));
            assert_eq!(analysis["variant"], *variant);
            let (moved, _) = ask("/moves", &format!(r#"{{"variant": "{variant}", "player": "level:n=3"}}"#));
            assert!(moved["column"].is_number(), "{variant}: {moved}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (path, body, code) in [
            ("/analyses", "", "bad_body"),
            ("/analyses", r#"{"moves": "9"}"#, "bad_moves"),
            ("/analyses", r#"{"variant": "7"}"#, "bad_variant"),
            ("/analyses", r#"{"variant": "64x64c4"}"#, "board_too_large"),
            ("/analyses", r#"{"moves": "4151617"}"#, "game_over"),
            ("/reviews", "{}", "no_moves"),
            ("/explanations", r#"{"column": 8}"#, "off_board"),
            ("/drops", r#"{"moves": "444444", "column": 4}"#, "column_full"),
            ("/drops", "{}", "off_board"),
            ("/moves", r#"{"player": "engine:threads=2"}"#, "bad_player"),
            ("/moves", "{}", "bad_player"),
            ("/solutions", r#"{"variant": "20x20c5"}"#, "unavailable"),
            ("/pictures", r#"{"theme": "pink"}"#, "bad_theme"),
            ("/analyses", r#"{"time": -1}"#, "bad_time"),
            ("/solutions", r#"{"time": 1e300}"#, "bad_time"),
            ("/lessons/none", "{}", "no_lesson"),
            ("/lessons/lines/attempts", r#"{"task": 0, "drops": []}"#, "no_task"),
            ("/lessons/lines/attempts", r#"{"task": 1, "drops": [9]}"#, "off_board"),
            ("/lessons/lines/attempts", r#"{"task": 1, "drops": [1, 1, 1, 1, 1, 1, 1, 1]}"#, "too_many_drops"),
            ("/puzzles/next", r#"{"variant": "20x20c5"}"#, "no_puzzle"),
            ("/puzzles/next", r#"{"theme": "none"}"#, "bad_body"),
            ("/puzzles/next", r#"{"day": "2026-02-30"}"#, "bad_body"),
            ("/puzzles/named", "{}", "bad_position"),
            ("/puzzles/named", r#"{"id": "7x6c4:"}"#, "bad_position"),
            ("/puzzles/attempts", r#"{"id": "3x3c3:---"}"#, "bad_position"),
            ("/puzzles/nothing", r#"{"id": "3x3c3:---"}"#, "bad_position"),
            ("/puzzles/mistakes", r#"{"moves": "9"}"#, "bad_moves"),
            ("/nothing", "{}", "not_found"),
        ] {
            assert_eq!(ask(path, body).0["error"]["code"], code, "{path} {body}");
        }
    }

    #[test]
    fn a_damaged_book_is_refused() {
        assert!(Answerer::new(16 << 20).take_book(b"DROPBOOK".to_vec()).is_err());
    }
}
