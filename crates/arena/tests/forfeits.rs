//! Programs that misbehave lose their games, and never more than that.
#![cfg(unix)]

use dropline_arena::{ForfeitReason, GameResult, Record, Schedule, TimeControl, Tournament, run};
use dropline_core::{Side, Variant};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const GREETING: &str = "read line; echo ready Tester";

fn script(folder: &TempDir, name: &str, body: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, body).expect("a script");
    path
}

/// Both games of a match of the program against `bad`, each move within 300 ms.
fn play(player: &str, variant: &str) -> Vec<Record> {
    let players = vec![player.parse().expect("a player"), "bad".parse().expect("a player")];
    let control = TimeControl { time_ms: Some(300), depth: Some(3), ..TimeControl::default() };
    let variant: Variant = variant.parse().expect("a variant");
    let schedule =
        Schedule::new(Tournament { players, variant, control, ..Tournament::default() }).expect("a tournament");
    let begun = Instant::now();
    let played = run(&schedule, schedule.participants(), Vec::new(), 2, &AtomicBool::new(false), &mut |_| Ok(()))
        .expect("a run");
    assert!(played.complete && played.records.len() == 2, "{player}");
    assert!(begun.elapsed() < Duration::from_secs(15), "{player} held up the tournament");
    played.records
}

fn exec(body: &str) -> Vec<Record> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = script(&folder, "bot.sh", body);
    play(&format!("exec:sh {}", path.display()), "7x6c4")
}

/// The program lost both games, for this reason; the details of the first one.
fn lost(records: &[Record], reason: ForfeitReason) -> GameResult {
    for record in records {
        let forfeit = record.result.forfeit.as_ref().expect("a forfeit");
        assert_eq!((record.player(forfeit.side), forfeit.reason), (0, reason), "{forfeit:?}");
        assert_eq!(record.result.winner, Some(forfeit.side.other()));
    }
    records[0].result.clone()
}

fn detail(result: &GameResult) -> &str {
    &result.forfeit.as_ref().expect("a forfeit").detail
}

#[test]
fn one_that_hangs() {
    let result = lost(&exec(&format!("{GREETING}; echo thinking >&2; sleep 60")), ForfeitReason::Time);
    assert_eq!(detail(&result), "no answer within 350 ms");
    assert_eq!(result.stderr(Side::Red), "thinking\n");
}

#[test]
fn one_that_crashes() {
    let result =
        lost(&exec(&format!("{GREETING}; read p; read g; echo oh no >&2; kill -SEGV $$")), ForfeitReason::Crash);
    assert!(detail(&result).contains("signal: 11"), "{}", detail(&result));
    assert_eq!(result.stderr(Side::Red), "oh no\n");
}

#[test]
fn one_that_exits_at_once() {
    let result = lost(&exec("echo no licence >&2; exit 3"), ForfeitReason::Crash);
    assert_eq!(detail(&result), "the program ended with exit status: 3: no licence");
    assert_eq!(result.moves, []);
}

#[test]
fn one_that_prints_garbage() {
    let result = lost(
        &exec(&format!("{GREETING}; while read line; do printf 'my\\033 best\\n'; done")),
        ForfeitReason::Nonsense,
    );
    assert_eq!(detail(&result), "`my\\u{1b} best` is not an answer: ready, info, move or error");
    lost(&exec(&format!("{GREETING}; head -c 3000 /dev/urandom; echo; sleep 5")), ForfeitReason::Nonsense);
    lost(&exec(&format!("{GREETING}; while read line; do echo move left; done")), ForfeitReason::Nonsense);
    lost(&exec("echo hello; sleep 5"), ForfeitReason::Nonsense);
}

#[test]
fn one_that_prints_megabytes() {
    let one_line = exec(&format!("{GREETING}; head -c 50000000 /dev/zero | tr '\\0' x; sleep 5"));
    assert_eq!(detail(&lost(&one_line, ForfeitReason::Nonsense)), "a line longer than 65536 bytes");
    lost(&exec(&format!("{GREETING}; yes 'info still thinking'")), ForfeitReason::Nonsense);
    let errors = lost(&exec(&format!("{GREETING}; yes complaint >&2")), ForfeitReason::Time);
    let kept = errors.stderr(Side::Red);
    assert!(kept.len() < 5000 && kept.contains("bytes left out"), "{}", kept.len());
}

#[test]
fn one_that_forks_children() {
    let folder = tempfile::tempdir().unwrap();
    let pids = folder.path().join("pids");
    let body = format!(
        "{GREETING}; sleep 61 & echo $! >> {0}; setsid sleep 62 & (setsid sh -c 'echo $$ >> {0}; sleep 63; true' &) ; sleep 64",
        pids.display()
    );
    let path = script(&folder, "bot.sh", &body);
    lost(&play(&format!("exec:sh {}", path.display()), "7x6c4"), ForfeitReason::Time);
    let started = std::fs::read_to_string(&pids).unwrap();
    assert_eq!(started.lines().count(), 4, "two children of two games are known");
    assert_eq!(still_there(&["sleep\u{0}61", "sleep\u{0}62", "sleep\u{0}63", "sleep\u{0}64"]), 0);
}

/// How many processes with such a command line there are, after a while for them to go.
fn still_there(commands: &[&str]) -> usize {
    let count = || {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
        lines.filter(|line| commands.iter().any(|command| line.starts_with(command.as_bytes()))).count()
    };
    for _ in 0..50 {
        if count() == 0 {
            return 0;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    count()
}

#[test]
fn one_that_answers_an_illegal_column() {
    let off_board = format!("{GREETING}; while read line; do case $line in go*) echo move 8;; esac; done");
    assert!(detail(&lost(&exec(&off_board), ForfeitReason::Illegal)).starts_with("column 8: "));
    let always_one = format!("{GREETING}; while read line; do case $line in go*) echo move 1;; esac; done");
    let result = lost(&exec(&always_one), ForfeitReason::Illegal);
    assert!(detail(&result).starts_with("column 1: ") && result.moves.len() == 6, "{result:?}");
}

#[test]
fn one_that_answers_without_being_asked_or_says_error() {
    let early = format!("{GREETING}; echo move 1; echo move 1; sleep 5");
    // Whether the early lines are seen before the question or taken for answers to it is the machine's pace; the game is lost either way.
    for record in exec(&early) {
        let forfeit = record.result.forfeit.as_ref().expect("a forfeit");
        assert_eq!(record.player(forfeit.side), 0);
        assert!(matches!(forfeit.reason, ForfeitReason::Nonsense | ForfeitReason::Time), "{forfeit:?}");
    }
    // Lines that come in one piece with another are always seen: before the first question, and with the answer to it.
    let at_once =
        "read line; printf 'ready\\nmove 1\\n'; while read line; do case $line in go*) echo move 1;; esac; done";
    let result = lost(&exec(at_once), ForfeitReason::Nonsense);
    assert_eq!((detail(&result), result.moves.len()), ("`move 1` without being asked", 0));
    let twice = format!("{GREETING}; while read line; do case $line in go*) printf 'move 1\\nmove 2\\n';; esac; done");
    for record in exec(&twice) {
        let forfeit = record.result.forfeit.as_ref().expect("a forfeit");
        assert_eq!((record.player(forfeit.side), forfeit.detail.as_str()), (0, "`move 2` without being asked"));
        assert!(record.result.moves.len() < 2, "{:?}", record.result.moves);
    }
    let result = lost(&exec("read line; echo error I play checkers only; read x"), ForfeitReason::Refused);
    assert_eq!(detail(&result), "I play checkers only");
}

#[test]
fn one_that_does_not_read_is_not_waited_for() {
    let deaf = "echo ready; while :; do echo move 1; sleep 0.02; done";
    let records = exec(deaf);
    assert!(records.iter().all(|record| record.result.forfeit.as_ref().is_some_and(|f| record.player(f.side) == 0)));
}

#[test]
fn one_that_plays_well_loses_nothing_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let body = "pwd > /dev/stderr; touch litter; read l; echo ready; \
        while read cmd grid side moves; do case $cmd in go) echo info hm; echo move 7 nodes 12;; quit) exit;; esac; done";
    let path = script(&folder, "bot.sh", body);
    let records = play(&format!("exec:\"sh {}\"", path.display()), "7x6c4");
    for record in &records {
        assert_eq!(record.result.forfeit, None);
        assert_eq!(record.result.winner.map(|side| record.player(side)), Some(usize::from(record.black == 0)));
        let side = if record.red == 0 { Side::Red } else { Side::Black };
        assert_eq!(record.result.nodes[side.index()], 12);
        let home = record.result.stderr(side).trim();
        assert!(home.contains("dropline-arena-") && !Path::new(home).exists(), "{home}");
    }
}

#[test]
fn course_programs_that_misbehave() {
    let folder = tempfile::tempdir().unwrap();
    let run = |body: &str| {
        let path = script(&folder, "course.sh", body);
        play(&format!("maxconnect:sh {}", path.display()), "7x6m4")
    };
    lost(&run("sleep 60"), ForfeitReason::Time);
    assert_eq!(detail(&lost(&run("exit 7"), ForfeitReason::Crash)), "the program ended with exit status: 7");
    assert_eq!(detail(&lost(&run("true"), ForfeitReason::Nonsense)), "no output file was written");
    assert_eq!(detail(&lost(&run("cp $2 $3"), ForfeitReason::Nonsense)), "the output board has no new checker");
    assert_eq!(detail(&lost(&run("yes > $3 & sleep 0.1"), ForfeitReason::Nonsense)), "the output file is too long");
    assert_eq!(detail(&lost(&run("mkfifo $3"), ForfeitReason::Nonsense)), "the output is not a plain file");
    assert_eq!(detail(&lost(&run("ln -s /dev/zero $3"), ForfeitReason::Nonsense)), "the output is not a plain file");
    lost(&run("head -c 500 /dev/urandom > $3"), ForfeitReason::Nonsense);
}

const COURSE: &str = r#"
import sys
assert sys.argv[1] == "one-move" and sys.argv[4] == "3", sys.argv
lines = open(sys.argv[2]).read().split()
rows, turn = [list(line) for line in lines[:-1]], lines[-1]
column = max(c for c in range(len(rows[0])) if rows[0][c] == "0")
row = max(r for r in range(len(rows)) if rows[r][column] == "0")
rows[row][column] = turn
with open(sys.argv[3], "w") as out:
    out.write("\r\n".join("".join(row) for row in rows) + "\r\n" + ("2" if turn == "1" else "1"))
"#;

#[test]
fn a_course_program_plays_whole_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = script(&folder, "course.py", COURSE);
    let players = vec![format!("maxconnect:python3 {}", path.display()).parse().unwrap(), "bad".parse().unwrap()];
    let control = TimeControl { depth: Some(3), ..TimeControl::default() };
    let variant: Variant = "4x3m3".parse().unwrap();
    let schedule = Schedule::new(Tournament { players, variant, control, ..Tournament::default() }).unwrap();
    let played =
        run(&schedule, schedule.participants(), Vec::new(), 2, &AtomicBool::new(false), &mut |_| Ok(())).unwrap();
    for record in played.records {
        assert_eq!(record.result.forfeit, None);
        assert_eq!(record.result.moves.len(), 12);
        assert!(record.result.points.is_some());
    }
}
