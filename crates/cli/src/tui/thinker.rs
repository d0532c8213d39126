//! The threads that think, so that the screen never waits.
//!
//! Each kind of work has one thread and at most one question that counts. Asking anew, or forgetting, raises the stop flag of the
//! question before; what it still answers carries its own number, and the state throws it away.

use super::event::{
    AttemptQuestion, MoveQuestion, News, PositionQuestion, PuzzleAsked, PuzzleNews, PuzzleWork, QuestionId, UiEvent,
};
use super::insight::{Looked, PositionInsight};
use crate::contest::Contest;
use dropline_arena::Standings;
use dropline_arena::report::Timing;
use dropline_core::Variant;
use dropline_engine::analysis::{Analysis, Analyst};
use dropline_engine::book::BookChoice;
use dropline_engine::puzzle::{Puzzle, PuzzleError};
use dropline_engine::{
    Explanation, Limits, Oracle, OracleError, OracleOptions, Player, Progress, Review, Spec, Think, build_with,
};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Threads whose names start so may fail without ending the program.
pub(crate) const THREAD_PREFIX: &str = "dropline-";

/// How often news of a search is passed on at most.
const NEWS_EVERY: Duration = Duration::from_millis(60);

/// How long a position may take to be looked at briefly, for the graph, and closely.
const BRIEFLY: Duration = Duration::from_millis(700);
const CLOSELY: Duration = Duration::from_secs(60);

/// What the best line, and the reasons for its first move, may cost each.
const REASONS: Duration = Duration::from_millis(1500);

/// What a proof in a puzzle may cost.
const PROOF: Duration = Duration::from_secs(5);

/// All that thinks.
pub(crate) struct Thinkers {
    pub(super) player: Worker<MoveQuestion>,
    pub(super) analyst: Worker<PositionQuestion>,
    pub(super) contest: Worker<(QuestionId, Box<Contest>)>,
    /// Who answers in lessons.
    pub(super) tutor: Worker<AttemptQuestion>,
    pub(super) puzzle: Worker<PuzzleAsked>,
}

impl Thinkers {
    pub(crate) fn start(events: &Sender<UiEvent>, book: &BookChoice) -> Thinkers {
        let [for_player, for_analyst, for_contest, for_tutor, for_puzzle] = std::array::from_fn(|_| events.clone());
        let [player_book, analyst_book, contest_book, tutor_book, puzzle_book] = std::array::from_fn(|_| book.clone());
        let mut seat = None;
        let mut analyst = None;
        let mut tutor = None;
        let mut solver = None;
        Thinkers {
            player: Worker::start("player", move |asked, stop| {
                choose(&mut seat, asked, &player_book, stop, &for_player);
            }),
            analyst: Worker::start("analyst", move |asked, stop| {
                examine(&mut analyst, &asked, &analyst_book, stop, &for_analyst);
            }),
            contest: Worker::start("contest", move |(question, contest): (QuestionId, Box<Contest>), stop| {
                compete(question, &contest, &contest_book, stop, &for_contest);
            }),
            tutor: Worker::start("tutor", move |asked, stop| teach(&mut tutor, &asked, &tutor_book, stop, &for_tutor)),
            puzzle: Worker::start("puzzle", move |asked: PuzzleAsked, stop| {
                let PuzzleAsked { question, work } = asked;
                let tell = |moves, of| drop(for_puzzle.send(UiEvent::News(News::Reviewed { question, moves, of })));
                let solved = || solve(&mut solver, work, &puzzle_book, stop, &tell).map_err(|error| error.to_string());
                let told = guarded(solved);
                let _ = for_puzzle.send(UiEvent::News(News::Puzzle { question, told }));
            }),
        }
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.player.stop();
        self.analyst.stop();
        self.contest.stop();
        self.tutor.stop();
        self.puzzle.stop();
    }
}

/// A thread that answers one question after the other.
pub(super) struct Worker<Q> {
    asked: Sender<(Q, Arc<AtomicBool>)>,
    stop: Arc<AtomicBool>,
}

impl<Q: Send + 'static> Worker<Q> {
    fn start(name: &str, mut answer: impl FnMut(Q, &AtomicBool) + Send + 'static) -> Worker<Q> {
        let (asked, questions): (_, Receiver<(Q, Arc<AtomicBool>)>) = channel();
        let work = move || {
            step_back();
            for (question, stop) in questions {
                answer(question, &stop);
            }
        };
        // Without threads there are no answers, but the screen still works.
        let _ = thread::Builder::new().name(format!("{THREAD_PREFIX}{name}")).spawn(work);
        Worker { asked, stop: Arc::default() }
    }

    /// Asks; whatever was asked before is off.
    pub(super) fn ask(&mut self, question: Q) {
        self.stop();
        self.stop = Arc::default();
        let _ = self.asked.send((question, Arc::clone(&self.stop)));
    }

    /// Lets the answer come soon.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Lets the thread that draws go first where both want the processor: what is thought may come a little later, what is pressed may not.
#[cfg(target_os = "linux")]
fn step_back() {
    const NICER: i32 = 10;
    // On Linux this is for the calling thread, and for those that it starts.
    let _ = rustix::process::nice(NICER);
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

/// A player that was made, with what it was made for.
struct MadePlayer {
    spec: Spec,
    variant: Variant,
    seed: u64,
    player: Box<dyn Player>,
}

fn choose(
    seats: &mut Option<[Option<MadePlayer>; 2]>,
    asked: MoveQuestion,
    book: &BookChoice,
    stop: &AtomicBool,
    events: &Sender<UiEvent>,
) {
    let MoveQuestion { question, spec, seed, game } = asked;
    let variant = game.variant();
    let seat = &mut seats.get_or_insert_default()[game.turn().index()];
    let choice = guarded(|| {
        let fits = seat.as_ref().is_some_and(|seat| seat.spec == spec && seat.variant == variant && seat.seed == seed);
        if !fits {
            *seat = None;
            let player = build_with(&spec, variant, seed, book).map_err(|error| error.to_string())?;
            *seat = Some(MadePlayer { spec, variant, seed, player });
        }
        let Some(MadePlayer { player, .. }) = seat else { return Err("there is no player".to_owned()) };
        let progress = |progress: Progress| News::Progress { question, progress };
        let sink = throttled(events, &progress);
        let think = Think { stop, progress: &sink, ..Think::default() };
        player.choose(&game, &think).map_err(|error| error.to_string())
    });
    if choice.is_err() {
        *seat = None;
    }
    let _ = events.send(UiEvent::News(News::Chosen { question, choice }));
}

fn examine(
    analyst: &mut Option<Analyst>,
    asked: &PositionQuestion,
    book: &BookChoice,
    stop: &AtomicBool,
    events: &Sender<UiEvent>,
) {
    let (question, variant) = (asked.question, asked.game.variant());
    if stop.load(Ordering::Relaxed) {
        return;
    }
    let answer = guarded(|| {
        let analyst = analyst_of(analyst, variant, book);
        let tell = |news| drop(events.send(UiEvent::News(news)));
        look(analyst, asked, stop, &|analysis| tell(News::Learned { question, analysis: analysis.clone() }))
            .map_err(|error| error.to_string())
    });
    if answer.is_err() {
        *analyst = None;
    }
    let _ = events.send(UiEvent::News(News::Examined { question, answer }));
}

/// The analyst that is there, or one for this variant.
fn analyst_of<'a>(analyst: &'a mut Option<Analyst>, variant: Variant, book: &BookChoice) -> &'a mut Analyst {
    if analyst.as_ref().is_none_or(|analyst| analyst.variant() != variant) {
        // The old one's memory is freed before the new one takes its own.
        drop(analyst.take());
    }
    let options = || OracleOptions { book: book.clone(), ..OracleOptions::default() };
    analyst.get_or_insert_with(|| Analyst::with(variant, options()))
}

/// Says what comes of a learner's drops.
fn teach(
    analyst: &mut Option<Analyst>,
    asked: &AttemptQuestion,
    book: &BookChoice,
    stop: &AtomicBool,
    events: &Sender<UiEvent>,
) {
    let answer = guarded(|| {
        let analyst = analyst_of(analyst, asked.task.start.variant(), book);
        let limits = Limits { time: Some(CLOSELY), ..Limits::default() };
        let think = Think { stop, limits, ..Think::default() };
        asked.task.attempt(&asked.drops, analyst, &think).map_err(|error| error.to_string())
    });
    if answer.is_err() {
        *analyst = None;
    }
    let _ = events.send(UiEvent::News(News::Attempted { question: asked.question, answer }));
}

/// Values the columns, and explains the one that was asked about; whoever looks closely also finds the best line and the reasons for it.
fn look(
    analyst: &mut Analyst,
    asked: &PositionQuestion,
    stop: &AtomicBool,
    tell: &dyn Fn(&Analysis),
) -> Result<PositionInsight, OracleError> {
    let PositionQuestion { ref game, ref known, looking, why, .. } = *asked;
    let within = |time| Think { stop, limits: Limits { time: Some(time), ..Limits::default() }, ..Think::default() };
    let closely = looking == Looked::Closely;
    let mut analysis =
        analyst.analyze(game, &within(if closely { CLOSELY } else { BRIEFLY }), &mut |news| tell(news))?;
    analysis.learn_all(known);
    let mut explain = |analysis: &mut Analysis, column| {
        let told = Explanation::by(analyst, game, analysis, column, &within(REASONS))?;
        *analysis = told.analysis;
        Ok::<_, OracleError>((told.column, told.reasons))
    };
    let why = why.map(|column| explain(&mut analysis, Some(column))).transpose()?;
    let looks_on = closely && !stop.load(Ordering::Relaxed);
    let reasons = match looks_on && analysis.is_settled() {
        true => explain(&mut analysis, None)?.1,
        false => Vec::new(),
    };
    let line = match looks_on {
        true => analyst.best_line(game, &analysis, &within(REASONS))?,
        false => analysis.choice().into_iter().collect(),
    };
    Ok(PositionInsight { analysis, line, reasons, why, looked: looking })
}

/// Finds out about a puzzle, by proof alone; `tell` hears how many moves of a game were looked at, and of how many.
pub(crate) fn solve(
    analyst: &mut Option<Analyst>,
    work: PuzzleWork,
    book: &BookChoice,
    stop: &AtomicBool,
    tell: &dyn Fn(usize, usize),
) -> Result<PuzzleNews, PuzzleError> {
    let variant = match &work {
        PuzzleWork::Play { attempt, .. } | PuzzleWork::Hint { attempt } | PuzzleWork::Solution { attempt } => {
            attempt.game().variant()
        }
        PuzzleWork::Mistakes { game } => game.variant(),
    };
    if analyst.as_ref().is_none_or(|analyst| analyst.variant() != variant) {
        drop(analyst.take());
        let options = OracleOptions { book: book.clone(), ..OracleOptions::default() };
        *analyst = Some(Analyst::exact(Oracle::with(variant, options)?));
    }
    let Some(analyst) = analyst else { return Err(PuzzleError::Undecided) };
    let within = |time| Think { stop, limits: Limits { time: Some(time), ..Limits::default() }, ..Think::default() };
    let think = &within(PROOF);
    Ok(match work {
        PuzzleWork::Play { mut attempt, column } => {
            let answer = attempt.play(column, analyst, think)?;
            PuzzleNews::Answer { attempt, column, answer }
        }
        PuzzleWork::Hint { mut attempt } => {
            let column = attempt.hint(analyst, think)?;
            PuzzleNews::Hint { attempt, column }
        }
        PuzzleWork::Solution { mut attempt } => {
            let line = attempt.solution(analyst, think)?;
            PuzzleNews::Solution { attempt, line }
        }
        PuzzleWork::Mistakes { game } => {
            let moves = game.moves().len();
            let time = Review::TIME_FOR_MOVE * u32::try_from(moves).unwrap_or(u32::MAX);
            tell(0, moves);
            let review = Review::of(&game, analyst, &within(time), &mut |graded| tell(graded.number, moves))?;
            PuzzleNews::Mistakes(Puzzle::from_review(&game, &review, analyst, think)?)
        }
    })
}

fn compete(question: QuestionId, contest: &Contest, book: &BookChoice, stop: &AtomicBool, events: &Sender<UiEvent>) {
    let played = guarded(|| {
        let schedule = contest.schedule().map_err(|error| format!("{error:#}"))?;
        let (mut records, mut known) = (Vec::new(), 0);
        let mut told: Option<Instant> = None;
        // One game at a time: the screen needs a core too.
        let played = dropline_arena::run(
            &schedule,
            schedule.participants_with(book.clone()),
            Vec::new(),
            1,
            stop,
            &mut |record| {
                records.push(record.clone());
                let last = records.len() == schedule.len();
                if last || told.is_none_or(|told| told.elapsed() >= NEWS_EVERY) {
                    told = Some(Instant::now());
                    let standing = Box::new(Standings::of(&schedule, &records).by_player()[0].clone());
                    let timing = Timing::of(&schedule, &records);
                    let new = records[known..].to_vec();
                    known = records.len();
                    let _ = events.send(UiEvent::News(News::Played { question, standing, timing, records: new }));
                }
                Ok(())
            },
        );
        played.map(|_| ()).map_err(|error| error.to_string())
    });
    let _ = events.send(UiEvent::News(News::ContestOver { question, problem: played.err() }));
}

/// Passes progress on, but not more often than a screen can use it.
fn throttled(events: &Sender<UiEvent>, news: &dyn Fn(Progress) -> News) -> impl Fn(&Progress) {
    let told: Cell<Option<Instant>> = Cell::new(None);
    move |progress: &Progress| {
        if told.get().is_some_and(|told| told.elapsed() < NEWS_EVERY) {
            return;
        }
        told.set(Some(Instant::now()));
        let _ = events.send(UiEvent::News(news(progress.clone())));
    }
}

/// A panic in a search becomes a sentence: the game on the screen goes on.
fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().cloned();
        let said = said.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
        Err(format!("it failed: {}", said.unwrap_or_default()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::Game;

    #[test]
    fn a_panic_in_a_search_becomes_a_sentence() {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let said = guarded::<()>(|| panic!("no such square"));
        std::panic::set_hook(hook);
        assert_eq!(said, Err("it failed: no such square".to_owned()));
    }

    #[test]
    fn answers_carry_the_number_of_their_question() {
        let (events, received) = channel();
        let mut thinkers = Thinkers::start(&events, &BookChoice::Embedded);
        let game = Box::new(Game::new(Variant::STANDARD));
        for question in [1, 2] {
            let spec = "bad".parse().unwrap();
            thinkers.player.ask(MoveQuestion { question, spec, seed: 0, game: game.clone() });
        }
        for expected in [1, 2] {
            let answer = received.recv_timeout(Duration::from_secs(60)).unwrap();
            let UiEvent::News(News::Chosen { question, choice }) = answer else { panic!("{answer:?}") };
            assert_eq!((question, choice.unwrap().column.number()), (expected, 1));
        }
    }
}
