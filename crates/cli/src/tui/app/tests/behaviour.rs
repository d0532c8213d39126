//! What keys, answers and time do.

use super::*;
use crate::tui::game_screen::HintLevel;
use crate::tui::insight::Looked;
use crate::tui::screens::game;
use dropline_core::Cell;
use dropline_engine::Think;
use dropline_engine::analysis::Parity;
use dropline_engine::book::BookChoice;
use dropline_engine::puzzle::{Day, PuzzleSet, PuzzleWish, puzzle_analyst};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use std::sync::atomic::AtomicBool;

fn autosaves(stage: &Stage) -> usize {
    stage.effects.iter().filter(|effect| matches!(effect, Effect::Autosave(_))).count()
}

fn question(stage: &Stage) -> QuestionId {
    stage.asked().expect("a player was asked").question
}

#[test]
fn a_move_is_answered_and_every_move_is_kept() {
    let mut stage = Stage::game("7x6c4", "human", "random", "");
    stage.press(KeyCode::Enter);
    assert_eq!(stage.moves(), "4");
    let asked = question(&stage);
    stage.answer(asked, 3);
    assert_eq!(stage.moves(), "43");
    assert!(autosaves(&stage) >= 3);
    assert_eq!(stage.game_screen().said, "Yellow (random) plays column 3, level 1.");
}

#[test]
fn a_stale_answer_is_never_played() {
    let mut stage = Stage::game("7x6c4", "human", "random", "");
    stage.press(KeyCode::Enter);
    let first = question(&stage);
    stage.type_keys("u");
    assert_eq!(stage.moves(), "");
    assert!(stage.effects.iter().any(|effect| matches!(effect, Effect::StopPlayer)));
    stage.answer(first, 3);
    assert_eq!(stage.moves(), "", "the move it answers was taken back");
    stage.press(KeyCode::Enter);
    stage.answer(first, 3);
    assert_eq!(stage.moves(), "4", "the same position, but another question");
    let second = question(&stage);
    assert_ne!(first, second);
    stage.answer(second, 5);
    assert_eq!(stage.moves(), "45");
}

#[test]
fn leaving_the_table_makes_answers_stale_too() {
    let mut stage = Stage::game("7x6c4", "human", "random", "");
    stage.press(KeyCode::Enter);
    let asked = question(&stage);
    stage.press(KeyCode::Esc);
    stage.answer(asked, 3);
    stage.type_keys("c");
    assert_eq!(stage.moves(), "4");
    assert_ne!(question(&stage), asked, "the computer is asked anew");
}

#[test]
fn move_now_keeps_the_question() {
    let mut stage = Stage::game("7x6c4", "human", "random", "");
    stage.press(KeyCode::Enter);
    let asked = question(&stage);
    stage.press(KeyCode::Char(' '));
    assert!(matches!(stage.effects.back(), Some(Effect::StopPlayer)));
    assert!(stage.game_screen().thinking.as_ref().unwrap().hurried);
    stage.answer(asked, 7);
    assert_eq!(stage.moves(), "47");
}

#[test]
fn undo_goes_back_to_your_turn_and_redo_forward() {
    let mut stage = Stage::game("7x6c4", "human", "random", "445321");
    stage.type_keys("u");
    assert_eq!(stage.moves(), "4453");
    stage.type_keys("[");
    assert_eq!(stage.moves(), "445");
    assert!(stage.game_screen().paused, "the computer waits at its turn");
    stage.type_keys("]");
    assert_eq!(stage.moves(), "4453");
    stage.type_keys("{");
    assert_eq!(stage.moves(), "");
    stage.type_keys("}");
    assert_eq!(stage.moves(), "445321");
    stage.type_keys("ur");
    assert_eq!(stage.moves(), "445321");
    stage.type_keys("m");
    stage.press(KeyCode::Home);
    stage.press(KeyCode::Right);
    stage.press(KeyCode::Enter);
    assert_eq!(stage.moves(), "4");
}

#[test]
fn a_paused_computer_goes_on_when_told() {
    let mut stage = Stage::game("7x6c4", "human", "random", "44");
    stage.type_keys("[");
    let before = question_count(&stage);
    assert!(stage.game_screen().paused && stage.game_screen().thinking.is_none());
    stage.press(KeyCode::Char(' '));
    assert_eq!(question_count(&stage), before + 1);
    let asked = question(&stage);
    stage.answer(asked, 1);
    assert_eq!(stage.moves(), "41");
}

fn question_count(stage: &Stage) -> usize {
    stage.effects.iter().filter(|effect| matches!(effect, Effect::Choose(_))).count()
}

#[test]
fn the_computer_moves_for_either_side() {
    let mut stage = Stage::game("7x6c4", "human", "human", "");
    for (number, moves) in [(4, "4"), (3, "43")] {
        stage.type_keys("c");
        let asked = question(&stage);
        stage.answer(asked, number);
        assert_eq!(stage.moves(), moves);
    }
}

#[test]
fn swapping_sides_hands_the_move_over() {
    let mut stage = Stage::game("7x6c4", "human", "random", "");
    assert!(stage.asked().is_none());
    stage.type_keys("x");
    let asked = question(&stage);
    stage.answer(asked, 2);
    assert_eq!(stage.moves(), "2");
    assert!(stage.game_screen().is_person(Side::Black));
}

#[test]
fn digits_go_to_columns_and_twice_drop() {
    let mut stage = Stage::game("7x6c4", "human", "human", "");
    stage.type_keys("2");
    assert_eq!((stage.game_screen().cursor, stage.moves().as_str()), (1, ""));
    stage.type_keys("2");
    assert_eq!(stage.moves(), "2");
    stage.type_keys("9");
    assert!(stage.game_screen().said.contains("off the board"), "{}", stage.game_screen().said);
    let mut wide = Stage::game("20x4c4", "human", "human", "");
    wide.type_keys("17");
    assert_eq!(wide.game_screen().cursor, 16);
    wide.pass(2000);
    wide.type_keys("3");
    assert_eq!(wide.game_screen().cursor, 2, "a new number after a while");
    wide.press(KeyCode::Enter);
    assert_eq!(wide.moves(), "3");
}

#[test]
fn full_columns_and_finished_games_are_refused_in_words() {
    let mut stage = Stage::game("2x2c2", "human", "human", "11");
    stage.type_keys("11");
    assert_eq!(stage.game_screen().said, "Column 1 is full: choose 2.");
    stage.type_keys("22");
    assert!(stage.game_screen().said.contains("wins"), "{}", stage.game_screen().said);
    stage.press(KeyCode::Enter);
    assert!(stage.game_screen().said.contains("The game is over"));
}

#[test]
fn resigning_and_starting_again_are_asked_about() {
    let mut stage = Stage::game("7x6c4", "human", "random", "44");
    stage.type_keys("Rn");
    assert!(!stage.game_screen().game.is_over(), "n is no");
    stage.type_keys("Ry");
    assert_eq!(stage.game_screen().said, "Yellow wins: red resigned.");
    stage.type_keys("u");
    assert!(!stage.game_screen().game.is_over());
    stage.type_keys("ny");
    assert_eq!(stage.moves(), "");
}

#[test]
fn a_falling_checker_holds_the_answer_back_until_it_lies() {
    let mut stage = Stage::game("7x6c4", "human", "random", "");
    stage.app.config.animation = true;
    stage.press(KeyCode::Enter);
    assert!(stage.game_screen().fall.is_some());
    let asked = question(&stage);
    stage.answer(asked, 3);
    assert_eq!(stage.moves(), "4");
    stage.pass(1000);
    assert_eq!(stage.moves(), "43");
    assert!(stage.app.next_tick().unwrap() <= stage.now + Duration::from_millis(16), "the answer falls now");
    stage.pass(1000);
    assert!(stage.game_screen().fall.is_none());
}

#[test]
fn nothing_ticks_faster_than_the_clock_when_nothing_moves() {
    let mut stage = Stage::game("7x6c4", "human", "random", "");
    stage.pass(300);
    assert_eq!(stage.app.next_tick(), Some(Duration::from_secs(1)));
    stage.press(KeyCode::Esc);
    assert_eq!(stage.app.next_tick(), None, "the menu sleeps");
}

#[test]
fn analysis_is_asked_for_the_position_on_the_board_only() {
    let mut stage = Stage::game("7x6c4", "human", "human", "");
    stage.type_keys("ag");
    let analyses = |stage: &Stage| stage.effects.iter().filter(|e| matches!(e, Effect::Analyze(_))).count();
    assert_eq!(analyses(&stage), 1);
    stage.press(KeyCode::Enter);
    assert_eq!(analyses(&stage), 2);
    stage.analyze(&[Value::Tie; 7], &[4, 4]);
    stage.press(KeyCode::Enter);
    stage.type_keys("u");
    assert_eq!(analyses(&stage), 3, "what is known is not asked again");
    stage.type_keys("a");
    stage.press(KeyCode::Enter);
    assert_eq!(analyses(&stage), 3);
}

#[test]
fn the_graph_is_filled_before_the_position_is_looked_at_closely() {
    let mut stage = Stage::game("7x6c4", "human", "human", "44");
    stage.type_keys("a");
    let mut asked = Vec::new();
    for _ in 0..4 {
        let last = stage.effects.iter().rev().find_map(|effect| match effect {
            Effect::Analyze(asked) => Some((asked.game.moves().len(), asked.looking == Looked::Closely)),
            _ => None,
        });
        asked.extend(last);
        stage.analyze(&[Value::Tie; 7], &[4]);
    }
    assert_eq!(asked, [(2, false), (1, false), (0, false), (2, true)]);
    assert!(!stage.app.expects_news(), "all is known");
    stage.type_keys("g");
    assert!(stage.game_screen().graph.is_empty() && !stage.app.expects_news());
}

#[test]
fn the_best_line_is_stepped_through_without_playing_it() {
    let mut stage = Stage::game("7x6c4", "human", "human", "");
    stage.type_keys("a");
    stage.analyze(&[Value::Tie; 7], &[4, 4, 5]);
    stage.type_keys("..");
    assert_eq!(stage.game_screen().with_line().moves().len(), 2);
    assert_eq!(stage.moves(), "");
    stage.type_keys(",....");
    assert_eq!(stage.game_screen().with_line().moves().len(), 3);
    stage.press(KeyCode::Esc);
    assert_eq!(stage.game_screen().line, 0);
    assert!(matches!(stage.app.screen, Screen::Game));
}

#[test]
fn reasons_are_lit_one_after_the_other_and_their_lines_stepped_through() {
    let mut stage = Stage::game("7x6c4", "human", "human", "");
    let column = |number| Column::from_number(number).unwrap();
    let threat = Reason::MakesThreat { cell: Cell::at(6, 2), parity: Parity::Odd, poisons: false };
    let (side, cell, line) = (Side::Red, Cell::at(0, 4), [4, 5, 6].map(column).to_vec());
    let zugzwang = Reason::Zugzwang { side, cell, parity: Parity::Odd, standing: false, waits: Some(12), line };
    stage.type_keys("i");
    while stage.app.expects_news() {
        stage.explain(&[Value::Tie; 7], &[4, 4], vec![threat.clone(), Reason::OnlyMove, zugzwang.clone()]);
    }
    stage.type_keys("i");
    assert_eq!(stage.game_screen().lit_reason(), Some(&threat));
    assert_eq!(stage.screen(100, 40).matches('□').count(), 1);
    assert_eq!(stage.game_screen().shown_line().len(), 2, "the best line, where a reason has none");
    stage.type_keys("i");
    assert_eq!(stage.game_screen().lit_reason(), Some(&zugzwang));
    stage.type_keys("...");
    assert_eq!(stage.game_screen().with_line().moves(), [4, 4, 5].map(column));
    assert_eq!(stage.moves(), "", "nothing is played");
    stage.type_keys("i");
    assert_eq!((stage.game_screen().hint, stage.game_screen().line), (HintLevel::None, 0));
}

#[test]
fn a_coach_asks_once_before_a_move_that_loses() {
    let mut stage = Stage::game("7x6c4", "human", "human", "44");
    stage.app.config.coach = true;
    stage.type_keys("g");
    let mut values = [Value::Tie; 7];
    values[0] = Value::Loses { moves: 3, score: -16 };
    while stage.app.expects_news() {
        stage.analyze(&values, &[4]);
    }
    stage.type_keys("11");
    assert!(stage.game_screen().said.starts_with("This loses. Look again?"), "{}", stage.game_screen().said);
    assert_eq!(stage.moves(), "44");
    stage.press(KeyCode::Enter);
    assert_eq!(stage.moves(), "441", "asked once");
    stage.type_keys("u");
    stage.type_keys("55");
    assert_eq!(stage.moves(), "445", "a good move is not asked about");
}

#[test]
fn a_coach_asks_again_in_another_position_after_as_many_moves() {
    let mut stage = Stage::game("7x6c4", "human", "human", "4");
    stage.app.config.coach = true;
    let mut values = [Value::Tie; 7];
    values[0] = Value::Loses { moves: 3, score: -16 };
    let asks = |stage: &mut Stage| {
        while stage.app.expects_news() {
            stage.analyze(&values, &[4]);
        }
        stage.type_keys("11");
        stage.game_screen().said.starts_with("This loses. Look again?")
    };
    stage.type_keys("44");
    assert!(asks(&mut stage));
    stage.type_keys("u55");
    assert_eq!(stage.moves(), "45");
    assert!(asks(&mut stage), "nothing was said of column 1 here");
    assert_eq!(stage.moves(), "45");
}

#[test]
fn a_coach_tells_why_a_move_is_bad() {
    let mut stage = Stage::game("7x6c4", "human", "human", "44");
    stage.app.config.coach = true;
    stage.type_keys("g");
    let mut values = [Value::Tie; 7];
    values[0] = Value::Loses { moves: 3, score: -16 };
    while stage.app.expects_news() {
        stage.analyze(&values, &[4]);
    }
    stage.type_keys("11w");
    let line = [4, 5].map(|number| Column::from_number(number).unwrap()).to_vec();
    let (side, cell, parity) = (Side::Black, Cell::at(2, 3), Parity::Even);
    let zugzwang = Reason::Zugzwang { side, cell, parity, standing: true, waits: None, line };
    assert!(stage.screen(100, 40).contains("Looking…"));
    stage.explain(&values, &[4], vec![zugzwang.clone()]);
    let screen = stage.screen(100, 40);
    assert!(screen.contains("Column 1:") && screen.contains("threat on 3/4"), "{screen}");
    assert_eq!(stage.game_screen().lit_reason(), Some(&zugzwang));
    stage.type_keys("..");
    assert_eq!(stage.game_screen().with_line().moves().len(), 4, "its line, after the move that is explained");
    stage.type_keys("w");
    assert_eq!((stage.game_screen().hint, stage.moves().as_str()), (HintLevel::None, "44"));
}

#[test]
fn after_a_game_with_a_coach_its_mistakes_are_the_next_puzzles() {
    let mut stage = Stage::game("7x6c4", "human", "human", "434343");
    stage.app.config.coach = true;
    stage.type_keys("44");
    stage.pass(2000);
    assert!(stage.game_screen().said.ends_with("Its mistakes as puzzles: q, p, g."), "{}", stage.game_screen().said);
    stage.type_keys("qpg");
    assert!(stage.effects.iter().any(|effect| matches!(
        effect,
        Effect::Puzzle(PuzzleAsked { work: PuzzleWork::Mistakes { game }, .. }) if game.moves().len() == 7
    )));
}

#[test]
fn a_drop_waits_for_the_coach_but_not_for_long() {
    let coached = || {
        let mut stage = Stage::game("9x7c4", "human", "human", "");
        stage.app.config.coach = true;
        stage.type_keys("44");
        assert_eq!((stage.moves().as_str(), stage.game_screen().said.as_str()), ("", "The coach is looking…"));
        stage
    };
    let mut late = coached();
    late.pass(1000);
    assert_eq!(late.moves(), "");
    late.pass(500);
    assert_eq!(late.moves(), "4", "nobody waits longer");
    let mut hurried = coached();
    hurried.press(KeyCode::Enter);
    assert_eq!(hurried.moves(), "4", "asked for again, it is played");
    let mut known = coached();
    known.analyze(&[Value::Tie; 9], &[4]);
    assert_eq!(known.moves(), "4", "played as soon as the coach knows");
    let mut warned = coached();
    let mut values = [Value::Tie; 9];
    values[3] = Value::Loses { moves: 3, score: -16 };
    warned.analyze(&values, &[5]);
    assert!(warned.game_screen().said.starts_with("This loses. Look again?"));
    warned.pass(5000);
    assert_eq!(warned.moves(), "");
}

#[test]
fn a_player_that_fails_leaves_the_game_playable() {
    let mut stage = Stage::game("7x6c4", "human", "random", "");
    stage.press(KeyCode::Enter);
    let question = question(&stage);
    let choice = Err("it failed: oh".to_owned());
    stage.event(UiEvent::News(News::Chosen { question, choice }));
    assert_eq!(stage.game_screen().said, "random cannot move: it failed: oh.");
    assert!(stage.game_screen().paused);
    stage.type_keys("u");
    stage.press(KeyCode::Enter);
    assert_eq!(stage.moves(), "4");
}

#[test]
fn a_column_that_cannot_be_is_not_played() {
    let mut stage = Stage::game("7x6c4", "random", "human", "444444");
    let asked = question(&stage);
    stage.answer(asked, 4);
    assert_eq!(stage.game_screen().said, "random cannot move: column 4 is full: choose 1 to 3, 5 to 7.");
    assert!(stage.game_screen().paused);
    stage.press(KeyCode::Char(' '));
    let asked = question(&stage);
    stage.answer(asked, 5);
    assert_eq!(stage.moves(), "4444445");
}

#[test]
fn the_game_comes_back_with_continue() {
    let mut stage = Stage::game("5x4m3", "human", "human", "1213");
    stage.type_keys("u");
    stage.press(KeyCode::Esc);
    assert!(stage.app.game_screen.is_none());
    stage.type_keys("c");
    assert_eq!(stage.moves(), "121");
    stage.type_keys("r");
    assert_eq!(stage.moves(), "1213");
}

#[test]
fn continue_brings_back_what_another_program_has_kept_since() {
    let saved = |moves: &str| SavedGame::from(Game::from_moves(Variant::STANDARD, moves).unwrap());
    let idle = || Stage::with(Remembered { game: Some(saved("4")), ..Remembered::default() });
    let mut stage = idle();
    stage.meanwhile = Some(saved("4444"));
    stage.type_keys("c");
    assert_eq!(stage.moves(), "4444");
    let mut stage = Stage::with(Remembered { game: Some(saved("1212121")), ..Remembered::default() });
    stage.meanwhile = Some(saved("4444"));
    stage.type_keys("n");
    stage.press(KeyCode::Enter);
    assert!(matches!(stage.app.dialog, Some(Dialog::Confirm { what: Confirm::GiveUp(..) })), "it is not over");
}

#[test]
fn a_player_that_may_take_hours_says_so_where_it_can_be_read() {
    let seats = ["human", "perfect:tie=random"].map(|spec| spec.parse().unwrap());
    let said = |variant: &str| {
        let mut stage = Stage::new(Config::default());
        stage.app.start_game(Game::new(variant.parse().unwrap()), seats.clone(), &mut Vec::new());
        stage.screen(80, 24).contains("perfect:tie=random may take hours a move on 9x7c4; level:n=10 takes a second.")
    };
    assert!(said("9x7c4") && !said("7x6c4"));
}

#[test]
fn a_game_that_cannot_be_kept_disturbs_nobody_who_types() {
    let mut stage = Stage::game("9x7c4", "human", "random", "");
    stage.press(KeyCode::Enter);
    let asked = question(&stage);
    stage.type_keys("s");
    for _ in 0..20 {
        stage.press(KeyCode::Backspace);
    }
    let not_kept = || UiEvent::Filed(Filed::NotKept("cannot write last-game.json: no storage space".to_owned()));
    stage.answer(asked, 1);
    stage.event(not_kept());
    stage.type_keys("22u");
    let Some(Dialog::Prompt { field, .. }) = &stage.app.dialog else { panic!("the prompt is still there") };
    assert_eq!((field.text(), stage.moves().as_str()), ("22u", "51"));
    stage.press(KeyCode::Esc);
    stage.event(not_kept());
    assert!(stage.screen(80, 24).contains("no storage space"), "told when there is room");
    stage.press(KeyCode::Esc);
    stage.event(not_kept());
    assert!(stage.app.dialog.is_none(), "told once, not after every move");
}

#[test]
fn continue_lets_no_computer_play_over_moves_that_were_taken_back() {
    let mut stage = Stage::game("7x6c4", "human", "random", "414243");
    stage.type_keys("[q");
    stage.effects.clear();
    stage.type_keys("c");
    let screen = stage.game_screen();
    assert_eq!((stage.moves().as_str(), screen.game.redoable()), ("41424", 1));
    assert!(screen.paused && screen.said.ends_with("Space: go on."), "{}", screen.said);
    assert!(stage.asked().is_none(), "nobody is asked for a move");
    stage.type_keys("r");
    assert_eq!(stage.moves(), "414243");
    let mut computers = Stage::game("5x4c3", "random", "bad", "122");
    computers.type_keys("{q");
    computers.effects.clear();
    computers.type_keys("c");
    assert!(computers.asked().is_none(), "two computers wait too");
    computers.press(KeyCode::Char(' '));
    assert!(computers.asked().is_some());
}

#[test]
fn a_loaded_game_keeps_the_moves_that_were_taken_back() {
    let mut stage = Stage::new(Config::default());
    let mut game = Game::from_moves(Variant::STANDARD, "4142").unwrap();
    game.undo();
    let players = Some(["human".parse().unwrap(), "random".parse().unwrap()]);
    let saved = Box::new(SavedGame { players, ..SavedGame::from(game) });
    stage.event(UiEvent::Filed(Filed::Loaded { file: "a.json".to_owned(), saved }));
    assert_eq!(stage.game_screen().said, "Loaded a.json. Space: go on.");
    assert!(stage.asked().is_none() && stage.game_screen().game.redoable() == 1);
}

#[test]
fn a_game_that_was_taken_back_to_its_start_is_not_thrown_away_without_a_question() {
    let mut stage = Stage::game("7x6c4", "human", "human", "445");
    stage.type_keys("{n");
    assert!(matches!(stage.app.dialog, Some(Dialog::Confirm { what: Confirm::Restart })));
    stage.type_keys("nqn");
    stage.press(KeyCode::Enter);
    assert!(matches!(stage.app.dialog, Some(Dialog::Confirm { what: Confirm::GiveUp(..) })));
}

#[test]
fn choices_for_a_new_game_are_remembered() {
    let mut stage = Stage::new(Config::default());
    stage.type_keys("n");
    stage.press(KeyCode::Right);
    stage.press(KeyCode::Enter);
    assert_eq!(stage.game_screen().game.variant().to_string(), "4x3c3");
    let saved = stage.effects.iter().find_map(|effect| match effect {
        Effect::SaveConfig(config) => Some(config.clone()),
        _ => None,
    });
    assert_eq!(saved.unwrap().new_game.variant, Some("4x3c3".parse().unwrap()));
}

#[test]
fn the_mouse_points_drops_and_jumps() {
    let mut stage = Stage::game("7x6c4", "human", "human", "44");
    let area = stage.app.area();
    let at = |kind, column, row| UiEvent::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    let board = game::layout(stage.game_screen(), area).board;
    let x = board.column_x(6).unwrap();
    stage.event(at(MouseEventKind::Moved, x + 2, board.cells.y + 3));
    assert_eq!((stage.game_screen().cursor, stage.moves().as_str()), (6, "44"));
    stage.event(click(x + 2, board.numbers));
    assert_eq!(stage.moves(), "447");
    let screen = stage.screen(80, 24);
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains("1. ")).unwrap();
    let column = line.chars().position(|c| c == '.').unwrap() + 2;
    stage.event(click(column as u16, row as u16));
    assert_eq!(stage.moves(), "4");
}

#[test]
fn control_c_ends_and_keeps_the_game() {
    let mut stage = Stage::game("7x6c4", "human", "random", "44");
    let before = autosaves(&stage);
    stage.event(UiEvent::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert!(stage.app.is_over());
    assert!(autosaves(&stage) > before);
}

fn click(column: u16, row: u16) -> UiEvent {
    let kind = MouseEventKind::Down(MouseButton::Left);
    UiEvent::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
}

#[test]
fn a_click_in_a_tiny_terminal_does_not_panic() {
    let mut stage = Stage::game("7x6c4", "human", "human", "");
    for width in 1..=45 {
        for height in [1, 3, 10, 16] {
            stage.screen(width, height);
            stage.event(click(width / 2, height / 2));
        }
    }
}

#[test]
fn keys_clicks_and_pastes_do_nothing_where_nothing_can_be_seen() {
    let mut stage = Stage::game("9x7c4", "human", "human", "");
    stage.screen(39, 24);
    stage.type_keys("11xu22");
    stage.event(click(5, 12));
    assert_eq!((stage.moves().as_str(), &stage.game_screen().seats[0]), ("", &"human".parse().unwrap()));
    stage.screen(80, 24);
    stage.type_keys("s");
    stage.screen(80, 15);
    stage.event(UiEvent::Paste("x".to_owned()));
    stage.press(KeyCode::Enter);
    let Some(Dialog::Prompt { field, .. }) = &stage.app.dialog else { panic!("the prompt is still there") };
    assert_eq!(field.text(), "9x7c4-game.json");
    stage.event(UiEvent::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert!(stage.app.is_over());
}

#[test]
fn any_key_in_any_order_never_panics() {
    use rand_xoshiro::rand_core::{Rng, SeedableRng};
    let keys: Vec<KeyCode> = "hjklcxnRur[]{}mati.,gyseTAkq?1234567890 ynvop"
        .chars()
        .map(KeyCode::Char)
        .chain([KeyCode::Enter, KeyCode::Esc, KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down])
        .chain([KeyCode::Home, KeyCode::End, KeyCode::Tab, KeyCode::Backspace, KeyCode::PageUp, KeyCode::F(1)])
        .collect();
    let mut chance = rand_xoshiro::SplitMix64::seed_from_u64(7);
    for variant in ["1x1c1", "7x6c4", "4x3m3", "20x20c4", "64x64m5", "4096x1c4", "1x100c9"] {
        let mut stage = Stage::game(variant, "human", "random", "");
        for step in 0..1500 {
            let key = keys[(chance.next_u64() % keys.len() as u64) as usize];
            stage.press(key);
            if step % 7 == 0 {
                stage.event(click((chance.next_u64() % 130) as u16, (chance.next_u64() % 50) as u16));
            }
            if stage.app.is_over() {
                stage.app.over = false;
            }
            if let Some(asked) = stage.asked().map(|asked| asked.question)
                && chance.next_u64() % 3 == 0
            {
                let columns = stage.app.game_screen.as_ref().map_or(1, |screen| screen.game.variant().columns()) as u64;
                stage.answer(asked, (chance.next_u64() % columns) as u32 + 1);
            }
            stage.pass(chance.next_u64() % 200);
            if step % 50 == 0 {
                let (width, height) = ((chance.next_u64() % 130) as u16 + 20, (chance.next_u64() % 50) as u16 + 10);
                stage.screen(width, height);
            }
            stage.effects.drain(..stage.effects.len().saturating_sub(40));
        }
    }
}

#[test]
fn a_loaded_game_has_its_players_names_seed_and_clocks() {
    let mut stage = Stage::new(Config { animation: false, ..Config::default() });
    stage.type_keys("l44453");
    stage.press(KeyCode::Enter);
    assert!(
        matches!(stage.effects.back(), Some(Effect::Load { file, variant }) if file == "44453" && *variant == Variant::STANDARD)
    );
    let saved = SavedGame {
        players: Some(["human".parse().unwrap(), "smart:depth=3".parse().unwrap()]),
        seed: Some(9),
        names: Some("white,green".parse().unwrap()),
        clocks: [Duration::from_secs(65), Duration::ZERO],
        ..SavedGame::from(Game::from_moves(Variant::STANDARD, "4453").unwrap())
    };
    stage.event(UiEvent::Filed(Filed::Loaded { file: "game.json".to_owned(), saved: Box::new(saved.clone()) }));
    assert_eq!(stage.game_screen().saved(stage.now, "white,green".parse().unwrap()), saved);
    let screen = stage.screen(80, 24);
    assert!(screen.contains("White") && screen.contains("Green") && screen.contains("1:05"), "{screen}");
    stage.press(KeyCode::Char('s'));
    stage.press(KeyCode::Enter);
    let Some(Effect::Write { game, picture: None, .. }) = stage.effects.back() else { panic!("a game is written") };
    assert_eq!(**game, saved);
}

#[test]
fn a_game_that_is_not_loaded_after_all_leaves_the_names_as_they_were() {
    let mut stage = Stage::game("7x6c4", "human", "human", "445");
    stage.type_keys("ql");
    let names = Some("violet,green".parse().unwrap());
    let saved = SavedGame { names, ..SavedGame::from(Game::from_moves(Variant::STANDARD, "4453").unwrap()) };
    let loaded = || UiEvent::Filed(Filed::Loaded { file: "a.json".to_owned(), saved: Box::new(saved.clone()) });
    stage.event(loaded());
    stage.type_keys("n");
    assert_eq!(stage.app.config.names, dropline_core::SideNames::RED_YELLOW);
    stage.event(loaded());
    stage.type_keys("y");
    assert_eq!(Some(stage.app.config.names), names);
}

#[test]
fn the_sides_are_chosen_in_the_options_and_kept() {
    let mut stage = Stage::new(Config::default());
    stage.type_keys("o");
    stage.press(KeyCode::Down);
    stage.press(KeyCode::Right);
    stage.press(KeyCode::Esc);
    let Some(Effect::SaveConfig(config)) = stage.effects.back() else { panic!("the settings are kept") };
    assert_eq!(config.names, dropline_core::SideNames::RED_BLACK);
    assert!(config.text().contains("names = \"red,black\""), "{}", config.text());
    stage.type_keys("n");
    let screen = stage.screen(80, 24);
    assert!(screen.contains("Black") && !screen.contains("Yellow"), "{screen}");
}

#[test]
fn threat_letters_vanish_when_the_game_is_over() {
    let mut stage = Stage::game("7x6c4", "human", "human", "435353");
    stage.type_keys("t");
    let letters = |screen: &str| {
        screen
            .lines()
            .take(20)
            .any(|line| line.split('│').nth(1).is_some_and(|board| board.contains(['O', 'o', 'E', 'e'])))
    };
    let before = stage.screen(80, 24);
    assert!(letters(&before), "{before}");
    stage.event(UiEvent::Key(KeyCode::Char('R').into()));
    stage.press(KeyCode::Char('y'));
    let after = stage.screen(80, 24);
    assert!(stage.game_screen().game.is_over() && !letters(&after), "{after}");
}

#[test]

fn a_position_is_shown_as_a_player_sees_it() {
    let mut stage = Stage::game("7x6c4", "human", "forecast", "44453");
    stage.type_keys("p");
    assert!(stage.screen(80, 24).contains("forecast"));
    stage.press(KeyCode::Enter);
    let screen = stage.screen(80, 30);
    assert!(
        screen.contains("As forecast sees it for yellow, yellow to move:") && screen.contains("points"),
        "{screen}"
    );
    stage.press(KeyCode::Down);
    assert!(!stage.screen(80, 16).contains("sees it for"));
    stage.press(KeyCode::Esc);
    stage.type_keys("px");
    stage.press(KeyCode::Enter);
    assert!(stage.screen(80, 24).contains("no player `forecastx`"), "{}", stage.screen(80, 24));
}

#[test]
fn an_unfinished_game_is_not_thrown_away_without_a_question() {
    let mut stage = Stage::game("7x6c4", "human", "human", "445");
    stage.type_keys("q");
    stage.type_keys("n");
    stage.press(KeyCode::Enter);
    assert!(stage.app.game_screen.is_none(), "somebody is asked first");
    stage.type_keys("n");
    stage.press(KeyCode::Esc);
    stage.press(KeyCode::Enter);
    let moves = |stage: &Stage| stage.app.game_screen.as_ref().map(|screen| screen.game.moves().len());
    assert_eq!(moves(&stage), Some(3), "the kept game goes on");
    stage.type_keys("q");
    stage.type_keys("n");
    stage.press(KeyCode::Enter);
    stage.type_keys("y");
    assert_eq!(moves(&stage), Some(0));
}

#[test]
fn the_pointer_stays_and_the_last_report_is_the_final_one() {
    let mut stage = Stage::game("7x6c4", "human", "smart:depth=12", "");
    stage.type_keys("7");
    stage.press(KeyCode::Enter);
    let question = stage.effects.iter().rev().find_map(|effect| match effect {
        Effect::Choose(MoveQuestion { question, .. }) => Some(*question),
        _ => None,
    });
    let question = question.expect("the computer is asked");
    let progress = Progress { depth: 1, nodes: 10, ..Progress::default() };
    stage.event(UiEvent::News(News::Progress { question, progress }));
    let choice = Choice { depth: Some(12), nodes: 345_678, ..Choice::plain(Column::from_index(2)) };
    stage.event(UiEvent::News(News::Chosen { question, choice: Ok(choice) }));
    let screen = stage.app.game_screen.as_ref().expect("a game");
    assert_eq!(screen.cursor, 6, "where the player put it");
    let thought = screen.thought.as_ref().expect("a report");
    assert_eq!((thought.depth, thought.nodes), (12, 345_678));
}

#[test]
fn a_lesson_is_played_and_what_was_done_is_kept() {
    let mut stage = Stage::new(Config::default());
    stage.type_keys("e");
    assert!(stage.screen(80, 24).contains("Lines and threats"));
    for _ in 0..5 {
        stage.press(KeyCode::Down);
    }
    stage.press(KeyCode::Enter);
    assert!(stage.screen(80, 24).contains("Nobody may pass."));
    stage.press(KeyCode::Enter);
    stage.type_keys("7");
    stage.press(KeyCode::Enter);
    assert!(stage.screen(80, 24).contains("column 7 is full"), "{}", stage.screen(80, 24));
    stage.type_keys("5");
    stage.press(KeyCode::Enter);
    assert!(stage.app.expects_news());
    stage.press(KeyCode::Enter);
    stage.teach();
    assert!(!stage.app.expects_news() && stage.screen(120, 40).contains("Count the harmless cells again"));
    stage.type_keys(".,r");
    for (column, said) in
        [('1', "Right so far"), ('1', "Right so far"), ('3', "Right. The other side had nothing left")]
    {
        stage.type_keys(&format!("{column}"));
        stage.press(KeyCode::Enter);
        stage.teach();
        assert!(stage.screen(120, 40).contains(said), "{}", stage.screen(120, 40));
    }
    let kept = stage.effects.iter().find_map(|effect| match effect {
        Effect::SaveLessons(lessons) => Some(lessons.is_done("zugzwang", 1)),
        _ => None,
    });
    assert_eq!(kept, Some(true));
    stage.press(KeyCode::Enter);
    assert!(stage.screen(120, 40).contains("task 2 of 4"));
    for _ in 0..3 {
        stage.press(KeyCode::Esc);
    }
    stage.type_keys("e");
    assert!(stage.screen(80, 24).contains("1 of 4"));
}

#[test]
fn one_digit_drops_nothing_in_a_lesson_and_two_drop_in_a_puzzle() {
    let mut stage = Stage::new(Config::default());
    stage.type_keys("e");
    stage.press(KeyCode::Enter);
    stage.press(KeyCode::Enter);
    stage.type_keys("4");
    assert!(!stage.app.expects_news(), "the pointer was there already");
    stage.type_keys("4");
    assert!(stage.app.expects_news());
    let mut stage = Stage::new(Config::default());
    stage.type_keys("p");
    let first = PuzzleSet::embedded(Variant::STANDARD)
        .and_then(|set| set.next(&PuzzleProgress::default(), PuzzleWish::default(), &[], 0))
        .unwrap();
    stage.type_keys(&first.column.to_string());
    assert!(!stage.app.expects_news());
    stage.type_keys(&first.column.to_string());
    assert!(stage.app.expects_news());
}

#[test]
fn an_answer_about_a_task_that_was_left_changes_nothing() {
    let mut stage = Stage::new(Config::default());
    stage.type_keys("e");
    stage.press(KeyCode::Enter);
    stage.press(KeyCode::Enter);
    stage.type_keys("33");
    stage.type_keys("r");
    stage.teach();
    assert!(!stage.effects.iter().any(|effect| matches!(effect, Effect::SaveLessons(_))));
    assert!(!stage.screen(80, 24).contains("Right."));
}

/// The puzzle that the next key asks about, answered as the thread behind the screen does.
fn answer_puzzle(stage: &mut Stage) {
    let mut asked = stage.effects.drain(..).filter_map(|effect| match effect {
        Effect::Puzzle(asked) => Some(asked),
        _ => None,
    });
    let PuzzleAsked { question, work } = asked.next_back().expect("a question about a puzzle");
    drop(asked);
    let never = AtomicBool::new(false);
    let told = crate::tui::thinker::solve(&mut None, work, &BookChoice::Embedded, &never, &|_, _| {});
    stage.event(UiEvent::News(News::Puzzle { question, told: told.map_err(|error| error.to_string()) }));
}

fn saved_progress(stage: &Stage) -> Option<PuzzleProgress> {
    stage.effects.iter().rev().find_map(|effect| match effect {
        Effect::SaveProgress(progress, _) => Some((**progress).clone()),
        _ => None,
    })
}

#[test]
fn a_puzzle_is_solved_by_keys_and_the_progress_kept() {
    let mut stage = Stage::new(Config::default());
    stage.press(KeyCode::Char('p'));
    assert!(stage.screen(80, 24).contains("Puzzle · 7x6c4"));
    stage.press(KeyCode::Char('d'));
    assert!(matches!(stage.effects.pop_back(), Some(Effect::AskDay)));
    let day: Day = "2026-11-16".parse().unwrap();
    stage.event(UiEvent::Filed(Filed::Today(day)));
    assert!(stage.screen(80, 24).contains("of 2026-11-16"));
    let puzzle = PuzzleSet::embedded(Variant::STANDARD).and_then(|set| set.of_the_day(day)).unwrap();
    let (mut column, mut moves) = (puzzle.column, 0);
    let mut game = puzzle.game().clone();
    while saved_progress(&stage).is_none() {
        stage.type_keys(&column.to_string());
        stage.press(KeyCode::Enter);
        answer_puzzle(&mut stage);
        moves += 1;
        assert!(moves <= 42);
        // The column that the solver would play next.
        game.play(column).unwrap();
        let said = stage.screen(120, 40);
        let Some((_, reply)) = said.split_once("The reply is column ") else { continue };
        game.play(Column::from_number(reply.chars().next().and_then(|c| c.to_digit(10)).unwrap()).unwrap()).unwrap();
        column = puzzle_analyst(game.variant()).unwrap().line(&game, &Think::default()).unwrap()[0];
    }
    let progress = saved_progress(&stage).unwrap();
    assert_eq!((progress.solved(), progress.streak(), progress.result_of_day(day)), (1, 1, Some(true)));
    assert!(stage.screen(80, 24).contains("Solved. Enter gives the next puzzle."));
    stage.press(KeyCode::Enter);
    assert!(!stage.screen(80, 24).contains("of 2026-11-16"));
    stage.press(KeyCode::Esc);
    assert!(stage.screen(80, 24).contains("New game"));
}

#[test]
fn a_wrong_column_of_a_puzzle_is_refuted_and_counts_once() {
    let mut stage = Stage::new(Config::default());
    stage.press(KeyCode::Char('p'));
    let first = PuzzleSet::embedded(Variant::STANDARD)
        .and_then(|set| set.next(&PuzzleProgress::default(), PuzzleWish::default(), &[], 0))
        .unwrap();
    let wrong = first.game().legal_columns().find(|&column| column != first.column).unwrap();
    for _ in 0..2 {
        stage.type_keys(&wrong.to_string());
        stage.press(KeyCode::Enter);
        answer_puzzle(&mut stage);
        assert!(stage.screen(120, 40).contains(": this is why."));
        stage.press(KeyCode::Enter);
        assert!(!stage.effects.iter().any(|effect| matches!(effect, Effect::Puzzle(_))), "the refutation was shown");
    }
    stage.press(KeyCode::Char('i'));
    assert!(stage.screen(120, 40).contains("The theme is: "));
    stage.press(KeyCode::Char('i'));
    answer_puzzle(&mut stage);
    assert!(stage.screen(120, 40).contains(&format!("Column {}.", first.column)));
    stage.press(KeyCode::Char('s'));
    answer_puzzle(&mut stage);
    assert!(stage.screen(120, 40).contains("Best play from here."));
    assert!(stage.app.progress.tried() == 1 && stage.app.progress.solved() == 0);
}

#[test]
fn a_game_is_saved_in_the_home_that_was_typed() {
    let mut stage = Stage::game("7x6c4", "human", "human", "44");
    stage.type_keys("s");
    stage.event(UiEvent::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    stage.type_keys("~/x.json");
    stage.press(KeyCode::Enter);
    let file = stage.effects.iter().find_map(|effect| effect.file()).expect("a file is written");
    assert!(file.is_absolute() && file.ends_with("x.json") && !file.to_string_lossy().contains('~'), "{file:?}");
}

#[test]
fn n_among_puzzles_gives_another_one() {
    let mut stage = Stage::new(Config::default());
    stage.press(KeyCode::Char('p'));
    let mut boards = vec![stage.screen(80, 24)];
    for _ in 0..5 {
        stage.press(KeyCode::Char('n'));
        let board = stage.screen(80, 24);
        assert!(!boards.contains(&board), "{board}");
        boards.push(board);
    }
}

#[test]
fn mistakes_of_the_game_that_was_left_are_puzzles_that_do_not_count() {
    let mut stage = Stage::new(Config::default());
    stage.type_keys("pg");
    assert!(stage.screen(80, 24).contains("There is no game of yours yet"));
    let mut stage = Stage::game("7x6c4", "human", "human", "4444467");
    stage.type_keys("qpg");
    answer_puzzle(&mut stage);
    assert!(stage.screen(80, 24).contains("from your last game"));
    stage.press(KeyCode::Char('s'));
    answer_puzzle(&mut stage);
    assert!(saved_progress(&stage).is_none() && stage.app.progress.tried() == 0);
    stage.press(KeyCode::Char('t'));
    assert!(stage.screen(80, 24).contains("about: double threat"));
}

#[test]
fn looking_for_mistakes_tells_how_far_it_is_and_can_be_stopped() {
    let mut stage = Stage::game("7x6m4", "human", "human", "1234567123");
    stage.type_keys("qpg");
    let question = stage.effects.iter().rev().find_map(|effect| match effect {
        Effect::Puzzle(asked) => Some(asked.question),
        _ => None,
    });
    let question = question.expect("mistakes are looked for");
    stage.event(UiEvent::News(News::Reviewed { question, moves: 2, of: 10 }));
    assert!(stage.screen(80, 24).contains("Looking at move 3 of 10. n stops."));
    stage.press(KeyCode::Enter);
    assert!(stage.app.expects_news(), "nothing else happens meanwhile");
    stage.type_keys("n");
    assert!(matches!(stage.effects.back(), Some(Effect::StopPuzzle)) && !stage.app.expects_news());
    stage.event(UiEvent::News(News::Reviewed { question, moves: 3, of: 10 }));
    assert!(!stage.screen(80, 24).contains("n stops"));
}
