//! `dropline arena` and `dropline engine`, as people and programs use them.

use crate::{Run, command, dropline_with, repository, run};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A folder for journals and reports.
fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = folder.path().join("games.jsonl");
    (folder, journal)
}

fn arena(journal: &Path, args: &[&str]) -> Run {
    let mut command = command();
    command.arg("arena").args(args).arg("--journal").arg(journal);
    run(command, b"")
}

fn json(journal: &Path, args: &[&str]) -> Value {
    let run = arena(journal, &[args, &["--format", "json"]].concat());
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&run.out).expect("JSON")
}

/// The report without what the clock measured.
fn timeless(mut report: Value) -> Value {
    report["timing"].take();
    for game in report["games"].as_array_mut().expect("games") {
        game["micros"].take();
    }
    report
}

fn moves(report: &Value) -> Vec<Value> {
    report["games"].as_array().expect("games").iter().map(|game| game["moves"].clone()).collect()
}

#[test]
fn the_report_is_the_same_for_any_number_of_jobs() {
    let play = |jobs: &str| {
        let (_folder, journal) = folder();
        timeless(json(&journal, &["random", "bad", "random", "--games", "20", "--seed", "7", "--jobs", jobs]))
    };
    let alone = play("1");
    assert_eq!(alone["played_games"], 60);
    assert_eq!(play("2"), alone);
    assert_eq!(play("5"), alone);
}

#[test]
fn a_run_killed_at_twenty_random_moments_ends_with_the_same_table() {
    let args = ["smart:depth=4", "bad", "random", "--games", "100", "--seed", "5", "--jobs", "2"];
    let (_whole_folder, whole_journal) = folder();
    let whole = timeless(json(&whole_journal, &args));

    let (_folder, journal) = folder();
    let mut chance = 0x2545_F491_4F6C_DD1D_u64;
    let saved = || std::fs::read(&journal).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count());
    for _ in 0..20 {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // The moment is told by what is saved, so that it does not depend on the machine's pace.
        let moment = saved() + (chance >> 40) as usize % 8;
        let mut child = command();
        child.arg("arena").args(args).arg("--resume").arg("--journal").arg(&journal);
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while saved() < moment && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(100));
        }
        child.kill().unwrap();
        let status = child.wait().unwrap();
        assert!(!status.success(), "it was done before it could be killed twenty times");
    }
    assert!(saved() > 10, "nothing was saved in 20 runs");
    assert_eq!(timeless(json(&journal, &[&args[..], &["--resume"]].concat())), whole);
    let lines = std::fs::read_to_string(&journal).unwrap().lines().count();
    assert_eq!(lines, 1 + 300, "each game is saved once");
    assert_eq!(timeless(json(&journal, &["--resume"])), whole, "nothing is played again");
}

#[test]
fn reports_are_written_in_every_form() {
    let (folder, journal) = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let names = ["r.txt", "r.json", "r.csv", "r.html"].map(path);
    let mut args = vec!["random", "bad", "--games", "4"];
    names.iter().for_each(|name| args.extend(["--report", name]));
    let games = path("games.csv");
    args.extend(["--games-csv", &games]);
    let run = arena(&journal, &args);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("match on 7x6c4: 4 games, "), "{}", run.out);
    let read = |name: &str| std::fs::read_to_string(name).unwrap();
    assert_eq!(read(&names[0]), run.out);
    assert_eq!(serde_json::from_str::<Value>(&read(&names[1])).unwrap()["played_games"], 4);
    assert_eq!(read(&names[2]).lines().count(), 3);
    assert!(read(&names[3]).starts_with("<!doctype html>"));
    assert_eq!(read(&games).lines().count(), 5);
}

#[test]
fn a_ladder_goes_on_from_tournament_to_tournament_and_counts_each_once() {
    let (folder, journal) = folder();
    let ladder = folder.path().join("ladder.json");
    let ladder_arg = ladder.display().to_string();
    let args = ["random", "bad", "--games", "10", "--ladder", &ladder_arg];
    let games = || -> Value {
        let read: Value = serde_json::from_str(&std::fs::read_to_string(&ladder).unwrap()).unwrap();
        read["players"]["bad"]["games"].clone()
    };
    assert_eq!(arena(&journal, &args).code, 0);
    assert_eq!(games(), 10);
    let again = arena(&journal, &["--resume", "--ladder", &ladder_arg]);
    assert!(again.code == 0 && again.err.contains("counts this tournament already"), "{}", again.err);
    assert_eq!(games(), 10);
    let other = folder.path().join("other.jsonl");
    assert_eq!(arena(&other, &[&args[..], &["--seed", "1"]].concat()).code, 0);
    assert_eq!(games(), 20);
}

#[test]
fn a_ladder_keeps_what_another_tournament_counted_meanwhile() {
    let (folder, journal) = folder();
    let [ladder, other, bot] = ["ladder.json", "other.json", "bot.sh"].map(|name| folder.path().join(name));
    assert_eq!(arena(&journal, &["random", "bad", "--games", "10", "--ladder", &other.display().to_string()]).code, 0);
    // The other tournament ends while this one plays.
    let (from, to, dropline) = (other.display(), ladder.display(), env!("CARGO_BIN_EXE_dropline"));
    std::fs::write(&bot, format!("cp '{from}' '{to}'\nexec '{dropline}' engine --player bad\n")).unwrap();
    let (bot, journal) = (format!("exec:sh {}", bot.display()), folder.path().join("second.jsonl"));
    let played = arena(&journal, &[&bot, "bad", "--games", "4", "--ladder", &ladder.display().to_string()]);
    assert_eq!(played.code, 0, "{}", played.err);
    let read: Value = serde_json::from_str(&std::fs::read_to_string(&ladder).unwrap()).unwrap();
    assert_eq!((&read["players"]["bad"]["games"], &read["players"]["random"]["games"]), (&14.into(), &10.into()));
}

#[test]
fn wrong_tournaments_are_explained() {
    let (folder, journal) = folder();
    let says = |args: &[&str], expected: &str| {
        let run = arena(&journal, args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(run.err.contains(expected) && run.out.is_empty(), "{args:?}: {}", run.err);
    };
    says(&[], "name the players, as in `dropline arena smart:depth=4 random`");
    says(&["bad"], "needs at least two players, not 1");
    says(&["bad", "clever"], "there is no player `clever`");
    says(&["bad", "human"], "human needs a person at the board");
    says(&["bad", "exec:./no-such-bot"], "exec:./no-such-bot: there is no program `./no-such-bot`");
    says(&["bad", "kaggle:no-such.py"], "there is no program `no-such.py`");
    says(&["bad", "bad", "--games", "3"], "must be an even number from 2, not 3");
    says(&["bad", "bad", "--openings", "all:x"], "`x` is not a number of plies");
    says(&["bad", "bad", "--openings", "no-such-file"], "cannot read no-such-file");
    says(&["bad", "bad", "--openings", "all:9", "--variant", "3x2c3"], "no game of 3x2c3 goes on after 9 moves");
    says(&["bad", "bad", "--time", "fast"], "a time such as 100ms or 2s");
    says(&["bad", "bad", "--depth", "0"], "--depth");
    says(&["bad", "bad", "--sprt", "10,0,0.05,0.05"], "elo0 must be less than elo1");
    says(&["bad", "bad", "bad", "--sprt", "0,10,0.05,0.05"], "for a match of two players");
    says(&["bad", "bad", "--report", "report.pdf"], "ends with .txt, .json, .csv or .html");
    says(&["bad", "bad", "--variant", "7x0c4"], "levels must be 1 or more, not 0");
    says(&["--resume"], "games.jsonl: name its file with --journal");
    says(&["--resume", "--games", "4"], "name the players too");
    says(&["bad", "bad", "--openings", "all:50"], "no game of 7x6c4 goes on after 50 moves");
    let nowhere = folder.path().join("nowhere").join("report.html");
    let nowhere = nowhere.to_str().expect("text");
    says(&["bad", "bad", "--report", nowhere], "report.html: there is no folder");
    says(&["bad", "bad", "--games-csv", nowhere], "report.html: there is no folder");
    says(&["bad", "bad", "--ladder", nowhere], "report.html: there is no folder");
    assert!(!journal.exists(), "a refused tournament leaves no journal");

    assert_eq!(arena(&journal, &["bad", "random", "--games", "2"]).code, 0);
    says(&["bad", "random", "--games", "4"], "--journal FILE saves elsewhere, --overwrite begins anew");
    says(&["bad", "random", "--games", "4"], "its number of games is 2, not 4");
    says(&["bad", "random", "--games", "4", "--resume"], "its number of games is 2, not 4");
    let not_a_journal = folder.path().join("notes.txt");
    std::fs::write(&not_a_journal, "Dear diary\n").unwrap();
    let run = arena(&not_a_journal, &["--resume"]);
    assert!(run.code == 2 && run.err.contains("is not a tournament's journal"), "{}", run.err);
    assert_eq!(std::fs::read_to_string(&not_a_journal).unwrap(), "Dear diary\n");
}

#[test]
fn odd_boards_and_both_rule_sets_are_played() {
    for variant in ["1x1c1", "1x1m1", "2x1c3", "1x9c2", "12x3m2", "300x1c4", "9x9c12"] {
        let (_folder, journal) = folder();
        let report = json(&journal, &["bad", "random", "--games", "4", "--variant", variant]);
        assert_eq!(report["played_games"], 4, "{variant}");
        assert_eq!(report["forfeits"], Value::Array(Vec::new()), "{variant}");
    }
}

#[test]
fn openings_come_from_a_file_and_from_all_positions() {
    let (folder, journal) = folder();
    let file = folder.path().join("openings.txt");
    std::fs::write(&file, "# two of them\n44\n4 5 3\n").unwrap();
    let report = json(&journal, &["bad", "bad", "--openings", &file.display().to_string()]);
    let openings: Vec<_> = report["games"].as_array().unwrap().iter().map(|game| game["opening"].clone()).collect();
    assert_eq!(openings, ["44", "44", "453", "453"]);
    let other = folder.path().join("other.jsonl");
    assert_eq!(json(&other, &["bad", "random", "--openings", "all:2"])["played_games"], 98);
}

#[test]
fn a_sequential_test_ends_early_and_says_why() {
    let (_folder, journal) = folder();
    let args = ["random", "bad", "--sprt", "0,100,0.05,0.05", "--seed", "2"];
    let report = json(&journal, &args);
    let played = report["played_games"].as_u64().unwrap();
    assert!(report["complete"] == true && played < 5000, "{played}");
    assert!(report["sprt"]["verdict"] == "H0" || report["sprt"]["verdict"] == "H1", "{}", report["sprt"]);
    assert_eq!(timeless(json(&journal, &["--resume"])), timeless(report));
}

#[test]
fn a_player_behind_the_protocol_plays_the_same_games_as_itself() {
    let engine = format!("exec:'{}' engine --player random", env!("CARGO_BIN_EXE_dropline"));
    for variant in ["7x6c4", "11x4m3"] {
        let play = |player: &str| {
            let (_folder, journal) = folder();
            moves(&json(&journal, &[player, "bad", "--games", "6", "--seed", "3", "--variant", variant]))
        };
        assert_eq!(play(&engine), play("random"), "{variant}");
    }
}

#[test]
fn the_example_bots_play_without_a_fault() {
    let examples = repository().join("examples");
    let (folder, journal) = folder();
    let bot = folder.path().join("bot");
    let rustc = Command::new("rustc").arg("-O").arg(examples.join("bot.rs")).arg("-o").arg(&bot).status().unwrap();
    assert!(rustc.success());
    let players = [
        format!("exec:python3 {}", examples.join("bot.py").display()),
        format!("exec:{}", bot.display()),
        format!("kaggle:{}", examples.join("kaggle_agent.py").display()),
    ];
    let [python, rust, kaggle] = players.each_ref().map(String::as_str);
    let report = json(&journal, &[python, rust, kaggle, "random", "--games", "4", "--openings", "random:2"]);
    assert_eq!(report["played_games"], 24);
    assert_eq!(report["forfeits"], Value::Array(Vec::new()));
    assert_eq!(report["standings"][3]["name"], "random");
}

#[test]
fn kaggle_agents_get_what_kaggle_gives_and_lose_when_they_fail() {
    let (folder, journal) = folder();
    let write = |name: &str, body: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, body).unwrap();
        format!("kaggle:{}", path.display())
    };
    let checks = write(
        "checks.py",
        "import helper\nprint('noise')\ndef unused(o): return 0\n\
         def my_agent(obs, cfg):\n    print('thinking')\n\
         \x20   assert (cfg.columns, cfg.rows, cfg['inarow']) == (5, 4, 3), cfg\n\
         \x20   assert len(obs.board) == 20 and obs['mark'] in (1, 2) and obs.step == sum(x != 0 for x in obs.board)\n\
         \x20   assert cfg.actTimeout == 2 and obs.remainingOverageTime == 0\n\
         \x20   assert sum(x == 1 for x in obs.board) - sum(x == 2 for x in obs.board) == obs.mark - 1\n\
         \x20   return helper.last(obs.board, cfg.columns)\n",
    );
    write("helper.py", "def last(board, columns):\n    return max(c for c in range(columns) if board[c] == 0)\n");
    let raises = write("raises.py", "def agent(obs):\n    return [][obs.step]\n");
    let silly = write("silly.py", "agent = lambda obs, cfg: 'left'\n");
    let broken = write("broken.py", "def agent(:\n");
    let refused = arena(&journal, &[&checks, &broken, "--games", "2", "--variant", "5x4c3"]);
    assert!(refused.code == 2 && refused.out.is_empty() && !journal.exists(), "{}", refused.err);
    assert!(refused.err.contains(&format!("{broken} cannot be started: ")), "{}", refused.err);
    assert!(refused.err.contains("SyntaxError"), "{}", refused.err);
    let args = [&checks, &raises, &silly, "--games", "2", "--variant", "5x4c3", "--format", "json"];
    let run = arena(&journal, &args);
    assert_eq!(run.code, 1, "{}", run.err);
    for idle in [&raises, &silly] {
        assert!(run.err.contains(&format!("{idle} never made a move")), "{}", run.err);
    }
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(report["standings"][0]["player"], 0);
    let details: Vec<(u64, String)> = report["forfeits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|forfeit| (forfeit["player"].as_u64().unwrap(), forfeit["detail"].as_str().unwrap().to_owned()))
        .collect();
    assert!(details.iter().all(|(player, _)| *player != 0), "{details:?}");
    let said = |player: u64, words: &str| details.iter().any(|(who, detail)| *who == player && detail.contains(words));
    assert!(said(1, "IndexError: list index out of range"), "{details:?}");
    assert!(said(2, "the agent answered 'left', which is not a column"), "{details:?}");
    let trace = report["forfeits"].as_array().unwrap().iter().find(|forfeit| forfeit["player"] == 1).unwrap();
    assert!(trace["stderr"].as_str().unwrap().contains("Traceback"), "{trace}");
}

#[test]
fn the_same_command_again_shows_the_tournament_and_another_one_is_saved_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = |args: &str| {
        let mut command = command();
        command.current_dir(&folder).arg("arena").args(args.split(' '));
        run(command, b"")
    };
    let first = play("bad random --games 4");
    assert_eq!((first.code, first.err.as_str()), (0, ""));
    let again = play("bad random --games 4");
    assert_eq!((again.code, &again.out), (0, &first.out));
    assert!(again.err.contains("dropline-arena.jsonl has 4 of the 4 games of this tournament"), "{}", again.err);
    let other = play("bad random --games 6");
    assert!(other.code == 0 && other.out.contains("6 games"), "{}", other.err);
    assert!(other.err.contains("this one is saved in dropline-arena-2.jsonl"), "{}", other.err);
    let resumed = play("bad random --games 6");
    assert_eq!(resumed.out, other.out);
    let refused = play("bad random --games 3");
    assert!(refused.code == 2 && !refused.err.contains("saved in"), "{}", refused.err);
    let number = std::fs::read_dir(&folder).expect("the folder").count();
    assert_eq!(number, 2, "no tournament is saved twice");
}

#[test]
fn a_program_that_does_not_start_is_told_before_the_first_game() {
    for command in ["arena", "match"] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut program = crate::command();
        program.current_dir(&folder).args([command, "bad", "exec:python3 no-such-bot.py", "--games", "60"]);
        let refused = run(program, b"");
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{command}");
        assert!(refused.err.contains("exec:python3 no-such-bot.py cannot be started: "), "{}", refused.err);
    }
}

#[test]
fn ctrl_c_keeps_what_was_played() {
    let (_folder, journal) = folder();
    let mut child = command();
    child.args(["arena", "random", "random", "--games", "100000", "--jobs", "2", "--journal"]).arg(&journal);
    let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while std::fs::read_to_string(&journal).unwrap_or_default().lines().count() < 20 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let output = child.wait_with_output().unwrap();
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("of 100000 games; `dropline arena --resume --journal "), "{err}");
    let saved = std::fs::read_to_string(&journal).unwrap().lines().count() - 1;
    assert!(out.starts_with(&format!("match on 7x6c4: {saved} games of 100000, ")), "{out}");
}

#[test]
fn the_engine_answers_line_by_line() {
    let said = dropline_with("engine --player bad", b"game 7x6c4 seed 1\ngo\nhm\nquit\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert_eq!(said.out, "ready Bad\nmove 1\nerror `hm` is not a command: game, position, go, stop or quit\n");
    let human = dropline_with("engine --player human", b"");
    assert!(human.code == 2 && human.err.contains("human asks a person"), "{}", human.err);
}

#[test]
fn moves_are_judged_by_the_solver() {
    let (_folder, journal) = folder();
    let report = json(&journal, &["smart:depth=20", "random", "--games", "10", "--variant", "4x4c3", "--perfect"]);
    let [smart, random] = report["accuracy"].as_array().unwrap().as_slice() else { panic!("{report}") };
    assert_eq!([&smart["kept"], &smart["best"]], [&smart["judged"]; 2], "it searches to the end");
    assert_eq!((&smart["not_judged"], &smart["flawless_games"]), (&0.into(), &10.into()));
    assert!(random["kept"].as_u64() < random["judged"].as_u64(), "{random}");
    let error = &random["first_errors"][0];
    assert!(error["ply"].as_u64() > Some(4) && error["was"] != error["became"], "{error}");
}

#[test]
#[cfg(target_os = "linux")]
fn after_kill_no_program_and_no_folder_of_the_arena_stays() {
    let (folder, journal) = folder();
    let (bot, pids) = (folder.path().join("bot.sh"), folder.path().join("pids"));
    let body = format!("setsid sleep 600 & echo $$ $! >'{}'; read line; echo ready; sleep 600", pids.display());
    std::fs::write(&bot, body).expect("a script");
    let temporary = folder.path().join("tmp");
    std::fs::create_dir(&temporary).expect("a folder");
    let mut command = command();
    command.args(["arena", &format!("exec:sh {}", bot.display()), "bad", "--time", "60s", "--journal"]).arg(&journal);
    command.env("TMPDIR", &temporary).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("dropline starts");
    let wait = |what: &dyn Fn() -> bool, told: &str| {
        let mut tries = 0..1000;
        while !what() {
            assert!(tries.next().is_some(), "{told}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let written = || std::fs::read_to_string(&pids).unwrap_or_default();
    wait(&|| written().ends_with('\n'), "the program starts");
    let is_there = |pid: &str| Path::new("/proc").join(pid).exists();
    let pids: Vec<String> = written().split_whitespace().map(str::to_owned).collect();
    assert!(pids.len() == 2 && pids.iter().all(|pid| is_there(pid)));
    child.kill().and_then(|()| child.wait()).expect("it can be killed");
    wait(&|| !pids.iter().any(|pid| is_there(pid)), "a program stays");
    wait(&|| std::fs::read_dir(&temporary).expect("a folder").next().is_none(), "a folder stays");
}
