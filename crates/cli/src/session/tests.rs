//! Sessions driven by scripts.

use super::*;
use dropline_core::picture::{Look, Style};
use dropline_core::{Board, Outcome, Rules, SideNames, Variant, WinBy};
use dropline_engine::book::BookChoice;
use serde_json::Value;

fn saved(game: Game) -> SavedGame {
    SavedGame { seed: Some(1), ..SavedGame::from(game) }
}

fn seats(variant: Variant, red: &str, black: &str) -> [SidePlayer; 2] {
    [red, black].map(|spec| SidePlayer::new(spec.parse().unwrap(), variant, 1, &BookChoice::Embedded).unwrap())
}

/// The game after a script, and the events on the way.
fn session(game: Game, red: &str, black: &str, step: bool, script: &[u8]) -> (Game, Vec<Value>) {
    let mut out = Vec::new();
    let seats = seats(game.variant(), red, black);
    let game = Session::new(saved(game), seats, step, script, JsonScreen(&mut out)).run().unwrap();
    let events = String::from_utf8(out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (game, events)
}

/// What a person reads.
fn transcript(game: Game, red: &str, black: &str, script: &str) -> String {
    let mut out = Vec::new();
    let seats = seats(game.variant(), red, black);
    let screen = TextScreen::new(
        &mut out,
        Some((Style::Scaffold, Look { unicode: false, ..Look::default() })),
        SideNames::RED_BLACK,
        true,
    );
    Session::new(saved(game), seats, false, script.as_bytes(), screen).run().unwrap();
    String::from_utf8(out).unwrap()
}

fn standard(moves: &str) -> Game {
    Game::from_moves(Variant::STANDARD, moves).unwrap()
}

fn moves(game: &Game) -> String {
    notation::moves::write(game.variant(), game.moves())
}

fn of_kind<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["event"] == kind).collect()
}

fn problem(script: &str) -> String {
    let (_, events) = session(standard(""), "human", "bad", false, script.as_bytes());
    let refused = of_kind(&events, "refused");
    assert_eq!(refused.len(), 1, "{script:?}");
    refused[0]["problem"].as_str().unwrap().to_owned()
}

#[test]
fn the_course_cases_of_people_hold() {
    let cases = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/course-cases.jsonl"));
    let mut seen = 0;
    for case in cases.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        if case["kind"] != "human" {
            continue;
        }
        seen += 1;
        let number = |value: &Value| value.as_i64().unwrap();
        let side = |value: &Value| Side::BOTH[number(value) as usize];
        let [columns, levels, connect] = ["columns", "levels", "n"].map(|measure| number(&case[measure]) as usize);
        let variant = Variant::new(columns, levels, connect, Rules::Connect);
        let mut board = Board::new(variant.unwrap());
        for drop in case["moves"].as_array().unwrap() {
            board.drop(Column::from_number(number(&drop[0]) as u32).unwrap(), side(&drop[1])).unwrap();
        }
        let game = Game::from_board(board, side(&case["to_move"]));
        let (game, events) = session(game, "human", "human", false, case["stdin"].as_str().unwrap().as_bytes());
        let taken = game.moves().first().map_or(0, |column| i64::from(column.number()));
        assert_eq!(taken, number(&case["expect"]), "{}", case["id"]);
        let asked_before = case["stdin"].as_str().unwrap().lines().position(|line| line == taken.to_string());
        let first_move = events.iter().position(|event| event["event"] == "move").unwrap_or(events.len());
        let refused = of_kind(&events[..first_move], "refused").len();
        assert_eq!(refused, asked_before.unwrap_or(3), "{}: every wrong answer is explained", case["id"]);
    }
    assert_eq!(seen, 3);
}

#[test]
fn wrong_answers_are_explained_with_the_cure() {
    assert_eq!(problem("9\n"), "column 9 is off the board: choose 1 to 7");
    assert_eq!(problem("0\n"), "column 0 is off the board: choose 1 to 7");
    assert_eq!(problem("-3\n"), "column -3 is off the board: choose 1 to 7");
    assert_eq!(problem("99999999999999999999\n"), "column 99999999999999999999 is off the board: choose 1 to 7");
    assert_eq!(problem("\n"), "type a column (1 to 7), or help");
    assert!(
        problem("four\n").starts_with("`four` is not possible here: type a column (1 to 7), hint, analyze, undo, redo")
    );
    assert!(problem("4 4\n").starts_with("`4 4` is not possible here"));
    assert!(problem("4.5\n").contains("`4.5`"));
    assert_eq!(problem("undo all\n"), "nothing may follow `undo`: type undo alone");
    assert_eq!(problem("save\n"), "save needs a file name: save FILE");
    assert_eq!(problem("undo\n"), "there is no earlier turn of yours to go back to");
    assert_eq!(problem("redo\n"), "there is nothing to play again: redo follows undo");
    assert_eq!(problem("1\n1\n1\n1\n"), "column 1 is full: choose 2 to 7");
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let (game, events) = session(standard(""), "human", "bad", false, b"\xff\xfe4\n\0\n4");
    assert_eq!(of_kind(&events, "refused").len(), 2);
    assert_eq!(moves(&game), "41");
}

#[test]
fn undo_goes_back_to_the_persons_own_turn() {
    let (game, events) = session(standard(""), "human", "bad", false, b"4\n5\nundo\n");
    assert_eq!(moves(&game), "41");
    assert_eq!(of_kind(&events, "undone")[0]["columns"], serde_json::json!([1, 5]));

    let (game, _) = session(standard(""), "human", "human", false, b"4\n5\nundo\n");
    assert_eq!(moves(&game), "4", "two people take back one move");
}

#[test]
fn a_person_who_moves_second_cannot_undo_the_computers_opening() {
    let (game, events) = session(standard(""), "bad", "human", false, b"undo\n");
    assert_eq!(moves(&game), "1");
    assert_eq!(of_kind(&events, "refused").len(), 1);
}

#[test]
fn redo_brings_back_the_move_and_its_answer() {
    let (game, events) = session(standard(""), "human", "bad", false, b"4\n5\nundo\nundo\nredo\nredo\nredo\n");
    assert_eq!(moves(&game), "4151");
    assert_eq!(of_kind(&events, "redone").len(), 2);
    assert_eq!(of_kind(&events, "refused").len(), 1);
}

#[test]
fn a_lost_game_can_be_taken_back_and_played_on() {
    let (game, events) = session(standard("212141"), "human", "bad", false, b"7\nundo\n1\n");
    assert_eq!(of_kind(&events, "end").len(), 1);
    assert_eq!(moves(&game), "21214111");
    assert!(!game.is_over());
}

#[test]
fn resigning_ends_the_game_and_can_be_undone() {
    let (game, events) = session(standard(""), "human", "human", false, b"4\nresign\n");
    assert_eq!(game.outcome(), Some(Outcome::Win { side: Side::Red, by: WinBy::Resignation }));
    assert_eq!(of_kind(&events, "end")[0]["outcome"]["by"], "resignation");
    let (game, _) = session(standard(""), "human", "human", false, b"4\nresign\nundo\n");
    assert!(!game.is_over());
    assert_eq!(moves(&game), "4");
}

#[test]
fn the_end_is_told_with_the_line_and_nothing_more_is_played() {
    let script = b"1\n2\n1\n2\n1\n2\n1\n2\nmoves\n\n";
    let (game, events) = session(standard(""), "human", "human", false, script);
    assert_eq!(moves(&game), "1212121");
    let end = of_kind(&events, "end")[0];
    assert_eq!(end["outcome"], serde_json::json!({"result": "win", "side": "red", "by": "line"}));
    assert_eq!(end["line"].as_array().unwrap().len(), 4);
    assert_eq!(of_kind(&events, "refused")[0]["problem"], "the game is over: undo takes the last move back");
    assert_eq!(events.last().unwrap()["over"], true);
}

#[test]
fn a_new_game_begins_with_clocks_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new.json");
    let script = format!("new\nnew\nsave {}\nquit\n", file.display());
    let old = SavedGame { clocks: [Duration::from_hours(9); 2], ..saved(standard("44")) };
    let seats = seats(Variant::STANDARD, "human", "human");
    Session::new(old, seats, false, script.as_bytes(), JsonScreen(Vec::new())).run().unwrap();
    let new = SavedGame::parse(&files::read_text(file.to_str().unwrap()).unwrap(), "new.json").unwrap();
    assert!(new.game.moves().is_empty() && new.clocks.iter().all(|clock| *clock < Duration::from_hours(8)), "{new:?}");
}

#[test]
fn computers_play_to_the_end_without_being_asked() {
    let (game, events) = session(standard(""), "bad", "random", false, b"");
    assert!(game.is_over());
    assert!(of_kind(&events, "turn").is_empty());
    assert_eq!(of_kind(&events, "move").len(), game.moves().len());
}

#[test]
fn step_waits_between_computer_moves() {
    let (game, events) = session(standard(""), "bad", "bad", true, b"\n\n4\nundo\nmoves\n\n");
    assert_eq!(moves(&game), "1111", "the first move comes at once, one more for each Enter");
    assert_eq!(of_kind(&events, "refused").len(), 2);
    assert_eq!(events.last().unwrap()["why"], "end of input");
}

#[test]
fn saving_replaces_games_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let game_file = folder.path().join("my game.json");
    let other_file = folder.path().join("letter.txt");
    std::fs::write(&other_file, "Dear reader").unwrap();
    let script = format!(
        "4\nsave {0}\n4\nsave {0}\nsave {0}\nsave {1}\nsave {2}\n",
        game_file.display(),
        other_file.display(),
        folder.path().join("no/such/folder.json").display(),
    );
    let (game, events) = session(standard(""), "human", "bad", false, script.as_bytes());
    assert_eq!(SavedGame::parse(&files::read_text(game_file.to_str().unwrap()).unwrap(), "x").unwrap().game, game);
    assert_eq!(std::fs::read_to_string(&other_file).unwrap(), "Dear reader");
    let saved: Vec<_> = of_kind(&events, "saved").iter().map(|event| event["replaced"].clone()).collect();
    assert_eq!(saved, [false, true]);
    let refused = of_kind(&events, "refused");
    assert!(refused[0]["problem"].as_str().unwrap().ends_with("is there already: type the same again to replace it"));
    assert!(refused[1]["problem"].as_str().unwrap().ends_with("holds no saved game: choose another name"));
    assert!(refused[2]["problem"].as_str().unwrap().starts_with("cannot write "));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file is left");
}

#[test]
fn max_connect_tells_the_points_after_every_move() {
    let game = Game::new("3x1m2".parse().unwrap());
    let (_, events) = session(game.clone(), "human", "human", false, b"1\nundo\n1\n3\n2\n");
    let points: Vec<_> = of_kind(&events, "move").iter().map(|event| event["points"]["red"].clone()).collect();
    assert_eq!(points, [0, 0, 0, 1]);
    assert_eq!(of_kind(&events, "undone")[0]["points"]["red"], 0);
    let text = transcript(game, "human", "human", "1\n3\n2\n");
    assert_eq!(text.matches("Points: red").count(), 3);
    assert!(text.contains("Red wins 1 to 0."));
}

#[test]
fn a_person_reads_the_whole_story() {
    let game = Game::new("3x2c2".parse().unwrap());
    let expected = "\
Connect 2 on 3 columns by 2 levels: the first line of 2 wins.
Red is human, black is bad.
Type a column, or help.
| | | |
| | | |
+-+-+-+
It is red's turn.
Red, column (1 to 3): 3
Red (human) plays column 3, level 1.
Black (bad) plays column 1, level 1.
| | | |
|B| |R|
+-+-+-+
It is red's turn.
Red, column (1 to 3): 2
Red (human) plays column 2, level 1.
| | | |
|B|R|R|
+-+-+-+
Red wins with the line 2/1, 3/1 (column/level).
undo, save FILE, or Enter to leave: 
";
    assert_eq!(transcript(game.clone(), "human", "bad", "3\n2\n"), expected);
    let left = transcript(game, "human", "bad", "3\n");
    assert!(left.ends_with(
        "\nEnd of input: the game is unfinished after 2 moves. \
         To go on: dropline play --variant 3x2c2 --moves 31 --red human --black bad --seed 1 --board scaffold\n"
    ));
    let set_up = Game::from_board(Board::new("3x2c2".parse().unwrap()), Side::Black);
    let left = transcript(set_up.clone(), "human", "human", "");
    let position = notation::key::write(&set_up);
    assert!(left.contains(&format!("To go on: dropline play --key {position} --red human --black human")), "{left}");
}

#[test]
fn every_size_can_be_played() {
    for variant in ["1x1c1", "1x1m4", "64x64c4", "4096x1c9", "1x4096m2", "20x20c99"] {
        let game = Game::new(variant.parse().unwrap());
        let cells = game.variant().cells();
        let (game, events) = session(game, "bad", "bad", false, b"");
        assert!(game.is_over(), "{variant}");
        assert!(of_kind(&events, "move").len() <= cells);
    }
}

/// The moves after a script of two people with a coach, and the events on the way.
fn coached(start: &str, script: &str) -> (String, Vec<Value>) {
    let (mut out, game) = (Vec::new(), standard(start));
    let seats = seats(game.variant(), "human", "human");
    let session = Session::new(saved(game), seats, false, script.as_bytes(), JsonScreen(&mut out));
    let game = session.with_coach(true).run().unwrap();
    let text = String::from_utf8(out).unwrap();
    (moves(&game), text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn a_coach_asks_anew_in_another_position_of_as_many_moves() {
    // After 1 black has to block, after 4 it wins, and column 2 does neither.
    let (played, events) = coached("1414", "1\n2\nundo\n4\nwhy\n2\nquit\n");
    assert_eq!((played.as_str(), of_kind(&events, "caution").len()), ("14144", 2), "{events:?}");
    assert_eq!((of_kind(&events, "why").len(), of_kind(&events, "refused").len()), (0, 1));
}

#[test]
fn a_computer_does_not_play_over_moves_that_were_taken_back() {
    let taken_back = || {
        let mut game = standard("4142");
        game.undo();
        game
    };
    let (game, events) = session(taken_back(), "human", "bad", false, b"quit\n");
    assert_eq!((moves(&game).as_str(), game.redoable()), ("414", 1));
    assert!(of_kind(&events, "move").is_empty());
    assert_eq!(of_kind(&events, "turn")[0]["columns"], serde_json::json!([]));
    let (game, _) = session(taken_back(), "human", "bad", false, b"redo\nquit\n");
    assert_eq!(moves(&game), "4142");
    let (game, _) = session(taken_back(), "human", "bad", false, b"undo\nquit\n");
    assert_eq!(moves(&game), "41", "back to the turn of the person");
    let (game, events) = session(taken_back(), "human", "bad", false, b"5\n\nquit\n");
    assert_eq!((moves(&game).as_str(), of_kind(&events, "refused").len()), ("4141", 1));
    let (game, _) = session(taken_back(), "random", "bad", false, b"");
    assert!(game.is_over(), "nobody is there to be asked");
}

/// A hint said "~ 52%" and then "a 49% chance of winning", which a second analysis had found.
#[test]
fn a_hint_explains_the_value_that_it_names() {
    for variant in ["12x10c5", "20x20c5"] {
        let (_, events) = session(Game::new(variant.parse().unwrap()), "human", "human", false, b"hint\nquit\n");
        let hint = of_kind(&events, "hint")[0];
        let percent = |words: &Value| {
            words.as_str().unwrap().split_once('%').map(|(before, _)| before[before.len() - 2..].to_owned())
        };
        let named = percent(&hint["value"]["words"]);
        let reasons = hint["reasons"].as_array().unwrap();
        assert!(named.is_some() && reasons.iter().filter_map(percent).all(|told| Some(told) == named), "{hint}");
    }
}

#[test]
fn a_coach_asks_once_before_a_move_that_loses() {
    let coached = |script: &str| coached("415161", script);
    // Red wins at once in columns 3 and 7; elsewhere but in column 1 black wins.
    let (played, events) = coached("2\nwhy\n4\n4\nquit\n");
    let cautions = of_kind(&events, "caution");
    assert_eq!(cautions.iter().map(|event| event["column"].as_u64().unwrap()).collect::<Vec<_>>(), [2, 4]);
    assert!(cautions.iter().all(|event| event["words"].as_str().unwrap().ends_with("Look again?")));
    let why = of_kind(&events, "why");
    assert!(
        why[0]["reasons"].as_array().unwrap().iter().any(|words| words.as_str().unwrap().contains("It misses a win"))
    );
    assert_eq!(played, "4151614", "typed again, it is played");
    // A good move is not asked about, and without a caution there is no why.
    let (played, events) = coached("why\n3\n");
    assert_eq!(
        (played.as_str(), of_kind(&events, "caution").len(), of_kind(&events, "refused").len()),
        ("4151613", 0, 1)
    );
    // Without a coach nobody is asked.
    let (_, events) = session(standard("415161"), "human", "human", false, b"2\nquit\n");
    assert!(of_kind(&events, "caution").is_empty());
}
