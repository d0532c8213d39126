//! A player of ours behind the protocol: what `dropline engine` runs.

use super::{LONGEST_LINE, ProtocolAnswer, ProtocolRequest};
use crate::bounded::{Line, read_line};
use dropline_core::{Game, Variant};
use dropline_engine::{Limits, Player, Progress, Spec, Think, book::BookChoice, build_with, strongest};
use std::io::{self, BufRead, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

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
/// `stop`, `quit` and the end of the input interrupt a search: the player answers with what it has.
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
    let stop = AtomicBool::new(false);
    let (sender, lines) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn({
            let stop = &stop;
            move || listen(input, &sender, stop)
        });
        let mut session = Session { served, output: Mutex::new(output), stop: &stop, game: None };
        for line in lines {
            if !session.answer(line)? {
                break;
            }
        }
        Ok(())
    })
}

/// Hands lines on, and sets the stop flag as soon as one asks for it.
fn listen(mut input: impl BufRead, lines: &mpsc::Sender<Line>, stop: &AtomicBool) {
    loop {
        let line = read_line(&mut input, LONGEST_LINE).unwrap_or(Line::End);
        let quit = match &line {
            Line::Text(text) => text.trim() == "quit",
            Line::TooLong | Line::End => true,
        };
        if quit || matches!(&line, Line::Text(text) if text.trim() == "stop") {
            stop.store(true, Ordering::Relaxed);
        }
        if lines.send(line).is_err() || quit {
            return;
        }
    }
}

struct Session<'a, W> {
    served: &'a ServedPlayer,
    output: Mutex<W>,
    stop: &'a AtomicBool,
    game: Option<(Box<dyn Player>, Game)>,
}

impl<W: Write + Send> Session<'_, W> {
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
            Ok(ProtocolRequest::Stop) => self.stop.store(false, Ordering::Relaxed),
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
        let think = Think { limits, stop: self.stop, progress, ..Think::default() };
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

    #[test]
    fn an_endless_line_ends_the_session() {
        let said = conversation("bad", &"x".repeat(100_000));
        assert_eq!(said, "error a line is longer than 65536 bytes\n");
    }
}
