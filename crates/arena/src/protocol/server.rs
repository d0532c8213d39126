//! A player of ours behind the protocol: what `dropline engine` runs.

use super::{LONGEST_LINE, ProtocolAnswer, ProtocolRequest};
use crate::bounded::{Line, read_line};
use dropline_core::{Game, Variant};
use dropline_engine::{Limits, Player, Progress, Spec, Think, book::BookChoice, build_with, strongest};
use std::io::{self, BufRead, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// Which player answers.
#[derive(Clone, Debug, Default)]
pub struct ServedPlayer {
    /// The player; nothing for the strongest there is for the rules of each game.
    pub player: Option<Spec>,
    /// Whether the progress of a search is told in `info` lines.
    pub info: bool,
    /// The opening book, for players that use one.
    pub book: BookChoice,
}

/// Serves requests until `quit` or the end of the input; an error is one of writing. Lines that are not understood are answered with `error` and change nothing.
///
/// `stop` interrupts a search: the player answers with what it has. After `quit` or the end of the input the moves asked for before are still answered; a
/// `go` without limits, which might take for ever, is then interrupted after ten seconds.
///
/// ```
/// use dropline_arena::protocol::{ServedPlayer, serve};
/// let served = ServedPlayer { player: Some("bad".parse()?), ..ServedPlayer::default() };
/// let mut said = Vec::new();
/// serve(&served, &b"game 3x2c3\nposition .../.R. black 2\ngo\nquit\n"[..], &mut said)?;
/// assert_eq!(String::from_utf8(said)?, "ready Bad\nmove 1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve(served: &ServedPlayer, input: impl BufRead + Send, output: impl Write + Send) -> io::Result<()> {
    let call = Call::default();
    let (sender, lines) = mpsc::channel();
    let (leaving, left) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn({
            let call = &call;
            move || {
                listen(input, &sender, call);
                call.hurry(&left);
            }
        });
        let mut session = Session { served, output: Mutex::new(output), call: &call, game: None };
        let answered = session.answer_all(lines);
        drop::<mpsc::Sender<()>>(leaving);
        answered
    })
}

/// How long a move without limits may take once the other side has left.
const LAST_MOVE: Duration = Duration::from_secs(10);

/// What the thread that listens tells the one that thinks.
#[derive(Default)]
struct Call {
    stop: AtomicBool,
    /// Whether the move in progress ends by itself.
    limited: AtomicBool,
}

impl Call {
    /// After the last line: interrupts what has no end, until the session has left.
    fn hurry(&self, left: &mpsc::Receiver<()>) {
        while left.recv_timeout(LAST_MOVE) == Err(mpsc::RecvTimeoutError::Timeout) {
            if !self.limited.load(Ordering::Relaxed) {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Hands lines on until the last one, and sets the stop flag as soon as one asks for it.
fn listen(mut input: impl BufRead, lines: &mpsc::Sender<Line>, call: &Call) {
    loop {
        let line = match read_line(&mut input, LONGEST_LINE) {
            Ok(Line::Text(text)) => Line::Text(text.trim_start_matches('\u{feff}').to_owned()),
            line => line.unwrap_or(Line::End),
        };
        let is = |word| matches!(&line, Line::Text(text) if text.trim() == word);
        if is("stop") {
            call.stop.store(true, Ordering::Relaxed);
        }
        let last = is("quit") || !matches!(line, Line::Text(_));
        if lines.send(line).is_err() || last {
            return;
        }
    }
}

struct Session<'a, W> {
    served: &'a ServedPlayer,
    output: Mutex<W>,
    call: &'a Call,
    game: Option<(Box<dyn Player>, Game)>,
}

impl<W: Write + Send> Session<'_, W> {
    fn answer_all(&mut self, lines: mpsc::Receiver<Line>) -> io::Result<()> {
        for line in lines {
            if !self.answer(line)? {
                break;
            }
        }
        Ok(())
    }

    /// Answers a line; false after the last one.
    fn answer(&mut self, line: Line) -> io::Result<bool> {
        let text = match line {
            Line::Text(text) if text.trim().is_empty() => return Ok(true),
            Line::Text(text) => text,
            Line::TooLong => {
                self.say(&ProtocolAnswer::Error(format!("a line is longer than {LONGEST_LINE} bytes")))?;
                return Ok(false);
            }
            Line::End => return Ok(false),
        };
        let variant = self.game.as_ref().map(|(_, game)| game.variant());
        match ProtocolRequest::read(&text, variant) {
            Ok(ProtocolRequest::Game { variant, seed }) => self.new_game(variant, seed)?,
            Ok(ProtocolRequest::Position(game)) => {
                if let Some((_, current)) = &mut self.game {
                    *current = *game;
                }
            }
            Ok(ProtocolRequest::Go(limits)) => self.go(limits)?,
            Ok(ProtocolRequest::Stop) => self.call.stop.store(false, Ordering::Relaxed),
            Ok(ProtocolRequest::Quit) => return Ok(false),
            Err(error) => self.say(&ProtocolAnswer::Error(error.to_string()))?,
        }
        Ok(true)
    }

    fn new_game(&mut self, variant: Variant, seed: u64) -> io::Result<()> {
        let spec = self.served.player.clone().unwrap_or_else(|| strongest(variant.rules()));
        match build_with(&spec, variant, seed, &self.served.book) {
            Ok(player) => {
                let ready = ProtocolAnswer::Ready(player.name());
                self.game = Some((player, Game::new(variant)));
                self.say(&ready)
            }
            Err(error) => {
                self.game = None;
                self.say(&ProtocolAnswer::Error(error.to_string()))
            }
        }
    }

    fn go(&mut self, limits: Limits) -> io::Result<()> {
        let Some((player, game)) = &mut self.game else {
            return self.say(&ProtocolAnswer::Error("`go` needs a `game` before it".to_owned()));
        };
        let output = &self.output;
        let told = |progress: &Progress| {
            // A reader that is gone is noticed when the move is written.
            let _ = write_line(output, &ProtocolAnswer::Info(info(progress)));
        };
        let quiet = |_: &Progress| {};
        let progress: &dyn Fn(&Progress) = if self.served.info { &told } else { &quiet };
        self.call.limited.store(limits != Limits::default(), Ordering::Relaxed);
        let think = Think { limits, stop: &self.call.stop, progress, ..Think::default() };
        let answer = match player.choose(game, &think) {
            Ok(choice) => ProtocolAnswer::Move(choice),
            Err(error) => ProtocolAnswer::Error(error.to_string()),
        };
        self.say(&answer)
    }

    fn say(&self, answer: &ProtocolAnswer) -> io::Result<()> {
        write_line(&self.output, answer)
    }
}

fn write_line(output: &Mutex<impl Write>, answer: &ProtocolAnswer) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    writeln!(output, "{answer}")?;
    output.flush()
}

fn info(progress: &Progress) -> String {
    let score = progress.score.map_or_else(String::new, |score| format!(" score {score}"));
    let line: Vec<String> = progress.line.iter().map(ToString::to_string).collect();
    let line = if line.is_empty() { String::new() } else { format!(" line {}", line.join(",")) };
    format!("depth {} nodes {}{score}{line}", progress.depth, progress.nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conversation(player: &str, lines: &str) -> String {
        let served = ServedPlayer { player: Some(player.parse().unwrap()), ..ServedPlayer::default() };
        let mut said = Vec::new();
        serve(&served, lines.as_bytes(), &mut said).unwrap();
        String::from_utf8(said).unwrap()
    }

    #[test]
    fn mistakes_are_answered_and_the_game_goes_on() {
        let said = conversation("bad", "what\ngo\ngame 9x9\ngame 2x2c2 seed 3\n\nposition R. red\ngo\nquit\ngo\n");
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines[0], "error `what` is not a command: game, position, go, stop or quit");
        assert_eq!(lines[1], "error `go` needs a `game` before it");
        assert!(lines[2].starts_with("error `9x9` is not a variant"), "{said}");
        assert_eq!(lines[3], "ready Bad");
        assert!(lines[4].starts_with("error the grid: "), "{said}");
        assert_eq!(lines[5..], ["move 1"]);
    }

    #[test]
    fn the_end_of_the_input_and_a_finished_game_are_not_a_panic() {
        assert_eq!(conversation("random", ""), "");
        let said = conversation("bad", "game 1x1c1\nposition R black -\ngo\n");
        assert_eq!(said, "ready Bad\nerror no move is possible: the game is over\n");
    }

    /// What was asked for is answered as if nobody had left, and what has no end is interrupted.
    #[test]
    fn moves_are_finished_after_quit_and_at_the_end_of_the_input() {
        let patient = conversation("smart:depth=7", "game 7x6c4\ngo\n");
        assert!(patient.contains(" depth 7 "), "{patient}");
        assert_eq!(conversation("smart:depth=7", "game 7x6c4\ngo\nquit\n"), patient);
        let shallow = conversation("engine", "game 9x7c4\ngo depth 5\ngo nodes 20000\nquit\n");
        let answers: Vec<&str> = shallow.lines().collect();
        assert!(answers.len() == 3 && answers[1].contains(" depth 5 "), "{shallow}");
        assert!(!answers[2].contains(" depth 1 "), "{shallow}");
    }

    #[test]
    fn a_stop_ends_the_moves_asked_for_before_it_only() {
        let said = conversation("engine:depth=60", "game 20x20c5\ngo\nstop\ngo depth 3\nquit\n");
        let answers: Vec<&str> = said.lines().collect();
        assert!(answers.len() == 3 && answers[2].contains(" depth 3 "), "{said}");
    }

    #[test]
    fn an_endless_line_ends_the_session() {
        let said = conversation("bad", &"x".repeat(100_000));
        assert_eq!(said, "error a line is longer than 65536 bytes\n");
    }
}
