//! Every screen and state, whole, at three sizes. `INSTA_UPDATE=always cargo test -p dropline` writes them anew; look at what changed.

use super::*;
use crate::tui::event::PuzzleNews;
use dropline_arena::ratings::sprt::Tally;
use dropline_arena::{Record, Schedule, Standing, Tournament};
use dropline_core::{Rules, notation};
use dropline_engine::analysis::Analyst;
use dropline_engine::puzzle::{Puzzle, PuzzleAnswer, PuzzleAttempt};
use dropline_engine::{Limits, Think};
use std::sync::atomic::AtomicBool;

const SIZES: [(u16, u16); 3] = [(40, 16), (80, 24), (120, 40)];

/// Boards of both rule sets, the usual one, a small and a large one, each with a few moves.
const BOARDS: [(&str, &str); 6] = [
    ("7x6c4", "4453"),
    ("7x6m4", "4453444312"),
    ("4x3c3", "121"),
    ("4x3m3", "1212"),
    ("20x20c4", "10,10,11,11,10,10,10,10,10,10,10,10,10"),
    ("20x20m4", "1,20,10,10"),
];

fn compare(name: &str, text: &str) {
    insta::with_settings!({prepend_module_to_snapshot => false, omit_expression => true, snapshot_path => "snapshots"}, {
        insta::assert_snapshot!(name, text);
    });
}

fn at_all_sizes(what: &str, stage: &mut Stage) -> String {
    let screens = SIZES.map(|(width, height)| format!("{what}{width}×{height}\n{}\n", stage.screen(width, height)));
    screens.concat()
}

/// A screen that is the same for every board.
fn check(name: &str, stage: &mut Stage) {
    compare(name, &at_all_sizes("", stage));
}

/// A screen with every board.
fn everywhere(name: &str, stage: impl Fn(&str, &str) -> Stage) {
    let text = BOARDS.map(|(variant, moves)| at_all_sizes(&format!("{variant} at "), &mut stage(variant, moves)));
    compare(name, &text.concat());
}

/// A game between two people, after some keys.
fn keys(keys: &str) -> impl Fn(&str, &str) -> Stage {
    move |variant, moves| {
        let mut stage = Stage::game(variant, "human", "human", moves);
        stage.type_keys(keys);
        stage
    }
}

/// Settings that name the players, so that a new strongest one changes no picture.
fn config() -> Config {
    let mut config = Config::default();
    config.new_game.black = Some("smart:depth=6".to_owned());
    config
}

fn saved() -> SavedGame {
    let game = Game::from_moves("7x6c4".parse().unwrap(), "445362").unwrap();
    let players = Some(["human".parse().unwrap(), "random".parse().unwrap()]);
    SavedGame { players, seed: Some(1), ..SavedGame::from(game) }
}

#[test]
fn start() {
    check("start", &mut Stage::new(Config::default()));
    check("start_with_a_game", &mut Stage::with(Remembered { game: Some(saved()), ..Remembered::default() }));
    let problems = vec!["The settings in ~/.config/dropline/config.toml are ignored: line 3: unknown field".to_owned()];
    check("start_with_a_problem", &mut Stage::with(Remembered { problems, ..Remembered::default() }));
}

#[test]
fn forms() {
    let mut stage = Stage::new(config());
    stage.type_keys("n");
    check("new_game", &mut stage);
    for _ in 0..7 {
        stage.press(KeyCode::Down);
    }
    check("new_game_player", &mut stage);
    stage.press(KeyCode::Down);
    stage.type_keys("depth=none");
    stage.press(KeyCode::Enter);
    check("new_game_problem", &mut stage);

    let mut stage = Stage::new(config());
    stage.type_keys("o");
    check("options", &mut stage);

    let mut stage = Stage::new(config());
    stage.type_keys("l");
    stage.event(UiEvent::Filed(Filed::Games(vec!["evening.json".to_owned(), "match.json".to_owned()])));
    stage.type_keys("no");
    stage.event(UiEvent::Filed(Filed::Failed("cannot read no: No such file or directory".to_owned())));
    check("load", &mut stage);
}

/// Two games that are always the same.
fn two_games() -> Vec<Record> {
    let players = ["bad", "random"].map(|name| name.parse().unwrap()).to_vec();
    let schedule = Schedule::new(Tournament { players, games: Some(2), ..Tournament::default() }).unwrap();
    let never = AtomicBool::new(false);
    dropline_arena::run(&schedule, schedule.participants(), Vec::new(), 1, &never, &mut |_| Ok(())).unwrap().records
}

#[test]
fn the_arena_tells_what_its_players_are_like() {
    let mut stage = Stage::new(config());
    stage.type_keys("a");
    stage.press(KeyCode::Down);
    let is_level = |stage: &mut Stage| {
        let words = stage.screen(100, 32).split_whitespace().collect::<Vec<_>>().join(" ");
        words.contains("n=5: Steady. In Connect sees double threats")
    };
    assert!((0..12).any(|_| {
        stage.press(KeyCode::Right);
        is_level(&mut stage)
    }));
    stage.press(KeyCode::Up);
    assert!(!is_level(&mut stage));
}

#[test]
fn arena() {
    let mut stage = Stage::new(config());
    stage.type_keys("a");
    check("arena", &mut stage);
    stage.press(KeyCode::Enter);
    check("arena_begins", &mut stage);
    let question = stage.effects.iter().find_map(|effect| match effect {
        Effect::Contest { question, .. } => Some(*question),
        _ => None,
    });
    let question = question.expect("a match was asked for");
    let results = |wins, ties, losses| Tally { wins, ties, losses };
    let (as_red, as_black) = (results(5, 1, 0), results(4, 0, 2));
    let standing = Box::new(Standing { total: as_red.and(as_black), as_red, as_black, ..Standing::default() });
    let news = News::Played { question, standing: standing.clone(), timing: Vec::new(), records: Vec::new() };
    stage.event(UiEvent::News(news));
    check("arena_half_way", &mut stage);
    stage.event(UiEvent::News(News::Played { question, standing, timing: Vec::new(), records: two_games() }));
    stage.type_keys("}");
    check("arena_watched", &mut stage);
    stage.type_keys("e");
    check("arena_export", &mut stage);
    stage.press(KeyCode::Enter);
    let written =
        stage.effects.iter().any(|effect| matches!(effect, Effect::Report { records, .. } if records.len() == 2));
    assert!(written, "{:?}", stage.effects);
    stage.event(UiEvent::News(News::ContestOver { question, problem: None }));
    check("arena_over", &mut stage);
    let mut stage = Stage::new(config());
    stage.type_keys("axx");
    stage.press(KeyCode::Enter);
    check("arena_problem", &mut stage);
}

#[test]
fn setting_up() {
    let set_up = |variant: &str| {
        let mut stage = Stage::new(Config::default());
        stage.app.config.new_game.variant = Some(variant.parse().unwrap());
        stage.type_keys("s1rr2b3");
        stage
    };
    everywhere("setup", |variant, _| set_up(variant));
    let mut stage = set_up("7x6c4");
    stage.type_keys("v");
    check("setup_board", &mut stage);
    stage.type_keys("x");
    stage.press(KeyCode::Enter);
    check("setup_board_problem", &mut stage);
}

#[test]
fn games() {
    everywhere("game_start", |variant, _| Stage::game(variant, "human", "random", ""));
    everywhere("game", keys(""));
    let others = [("64x64c4", "64,1,32,32"), ("4096x1c4", "2047,2049"), ("1x1c1", ""), ("3x2c9", "1")];
    let others = others.map(|(variant, moves)| {
        at_all_sizes(&format!("{variant} at "), &mut Stage::game(variant, "human", "human", moves))
    });
    compare("game_on_other_boards", &others.concat());
}

#[test]
fn ends() {
    everywhere("ended", |variant, _| {
        let mut game = Game::new(variant.parse().unwrap());
        let middle = Column::from_index(game.variant().columns() / 2);
        while !game.is_over() {
            let wins = game.turn() == Side::Red && game.variant().rules() == Rules::Connect;
            let column = if wins { middle } else { game.legal_columns().next().unwrap() };
            game.play(column).unwrap();
        }
        let moves = dropline_core::notation::moves::write(game.variant(), game.moves());
        Stage::game(variant, "human", "random", &moves)
    });
    check("tied", &mut Stage::game("3x2c3", "human", "human", "123123"));
    everywhere("resign_question", keys("R"));
    everywhere("resigned", keys("Ry"));
}

#[test]
fn how_a_game_ended_fits_into_its_line() {
    for (variant, moves, last, end) in [
        ("7x6c4", "121212", 1, "Red wins."),
        ("20x20c4", "20,1,20,1,20,1", 20, "Red wins."),
        ("7x1c4", "123456", 7, "It is a tie: the board is full."),
        ("3x1m1", "12", 3, "Red wins 2 to 1."),
    ] {
        for coach in [false, true] {
            let mut stage = Stage::game(variant, "smart:depth=8,time=5s", "human", moves);
            stage.app.config.coach = coach;
            let asked = stage.asked().unwrap().question;
            stage.answer(asked, last);
            let screen = stage.screen(80, 24);
            let line = screen.lines().last().unwrap();
            let end = if coach { format!("{end} Its mistakes as puzzles: q, p, g.") } else { end.to_owned() };
            assert!(line.ends_with(&end), "{line}");
        }
    }
}

#[test]
fn falling() {
    everywhere("falling", |variant, moves| {
        let mut stage = Stage::game(variant, "human", "human", moves);
        stage.app.config.animation = true;
        stage.press(KeyCode::Enter);
        stage.pass(120);
        stage
    });
}

#[test]
fn thinking() {
    let asked = |variant: &str, moves: &str| {
        let mut stage = Stage::game(variant, "human", "random", moves);
        if stage.asked().is_none() {
            stage.press(KeyCode::Enter);
        }
        let asked = stage.asked().unwrap().question;
        stage.pass(3000);
        (stage, asked)
    };
    everywhere("thinking", |variant, moves| asked(variant, moves).0);
    let with_progress = |variant: &str, moves: &str| {
        let (mut stage, asked) = asked(variant, moves);
        stage.progress(asked, 12, 4_560_000, &[4, 4, 3, 2, 2]);
        stage
    };
    everywhere("thinking_with_progress", with_progress);
    everywhere("moving_now", |variant, moves| {
        let mut stage = with_progress(variant, moves);
        stage.press(KeyCode::Char(' '));
        stage
    });
    everywhere("answered", |variant, moves| {
        let mut stage = with_progress(variant, moves);
        let asked = stage.asked().unwrap().question;
        stage.answer(asked, 3);
        stage
    });
    everywhere("paused", |variant, moves| {
        let (mut stage, _) = asked(variant, moves);
        stage.type_keys("u[");
        stage
    });
}

const fn wins(moves: u32) -> Value {
    Value::Wins { moves, score: 22 - moves.cast_signed() }
}

const fn loses(moves: u32) -> Value {
    Value::Loses { moves, score: moves.cast_signed() - 22 }
}

/// One value after the other, for as many columns as there are.
fn values(rules: Rules) -> Vec<Value> {
    let values = match rules {
        Rules::Connect => {
            vec![loses(12), Value::Tie, wins(9), wins(5), Value::estimate(0.625, 9), loses(3), Value::estimate(0.15, 9)]
        }
        Rules::Max => {
            let expected = |margin| Value::expected(margin, 7);
            [-3, -1, 0, 2, 14, -12].map(|score| Value::Margin { score }).into_iter().chain([expected(2.4)]).collect()
        }
    };
    values.into_iter().cycle().take(20).collect()
}

/// A game between two people, after some keys and an answer to the last question.
fn analyzed(before: &str, after: &str) -> impl Fn(&str, &str) -> Stage {
    move |variant, moves| {
        let mut stage = keys(before)(variant, moves);
        stage.analyze(&values(stage.game_screen().game.variant().rules()), &[4, 4, 3, 2, 2]);
        stage.type_keys(after);
        stage
    }
}

#[test]
fn analysis() {
    everywhere("analysis_begins", keys("a"));
    everywhere("analysis", analyzed("a", ""));
    everywhere("best_line", analyzed("ag", "..."));
    everywhere("threats", |variant, _| {
        let moves = if variant.contains("x3") { "1213" } else { "4,1,5,1,6,1" };
        keys("t")(variant, moves)
    });
}

#[test]
fn hints() {
    everywhere("hint_begins", keys("i"));
    everywhere("hint_which", analyzed("i", ""));
    everywhere("hint_why", analyzed("i", "i"));
}

/// Every position has the same values, so that some moves are proven mistakes, and most only estimated.
fn whole_graph(variant: &str, moves: &str) -> Stage {
    let mut stage = keys("g")(variant, moves);
    while stage.game_screen().insight.unknown(&stage.game_screen().game).is_some() {
        stage.analyze(&values(stage.game_screen().game.variant().rules()), &[4]);
    }
    stage
}

#[test]
fn graph() {
    everywhere("graph_begins", keys("g"));
    everywhere("graph", whole_graph);
    everywhere("analysis_with_graph", |variant, moves| {
        let mut stage = whole_graph(variant, moves);
        stage.type_keys("ga");
        stage
    });
    let mut stage = Stage::game("7x6c4", "human", "human", "44536");
    stage.type_keys("g");
    // From the position on the board back to the start, where 4 was a blunder and 5, later, a slip; 3 was perhaps not best.
    stage.analyze(&[wins(4); 7], &[4]);
    stage.analyze(&[loses(8); 7], &[4]);
    let estimates = [0.75, 0.55, 0.05, 0.95, 0.6, 0.6, 0.55].map(|chance| Value::estimate(chance, 8));
    stage.analyze(&estimates, &[4]);
    stage.analyze(&[4, 4, 4, 4, 0, 4, 4].map(|won| if won == 0 { Value::Tie } else { wins(won) }), &[4]);
    stage.analyze(&[wins(9); 7], &[4]);
    stage.analyze(&[1, 1, 1, 0, 1, 1, 1].map(|won| if won == 0 { loses(5) } else { wins(9) }), &[1]);
    check("graph_with_mistakes", &mut stage);
}

#[test]
fn dialogs() {
    let mut stage = Stage::game("7x6c4", "human", "human", "4453");
    for (key, name) in [("?", "help"), ("s", "save"), ("e", "export")] {
        stage.type_keys(key);
        check(name, &mut stage);
        stage.press(KeyCode::Esc);
    }
    stage.type_keys("?");
    stage.screen(40, 16);
    stage.press(KeyCode::End);
    stage.press(KeyCode::End);
    stage.press(KeyCode::End);
    stage.press(KeyCode::End);
    check("help_further_down", &mut stage);
    stage.press(KeyCode::Esc);
    stage.type_keys("e");
    stage.type_keys("x");
    stage.press(KeyCode::Enter);
    check("export_problem", &mut stage);
    let write = stage.effects.iter().find(|effect| effect.file().is_some()).cloned();
    assert!(write.is_none(), "a name that will not do writes nothing");
    stage.press(KeyCode::Backspace);
    stage.press(KeyCode::Enter);
    let write = stage.effects.pop_back().filter(|effect| effect.file().is_some()).expect("a picture is written");
    stage.event(UiEvent::Filed(Filed::Exists(Box::new(write))));
    check("replace_question", &mut stage);
    stage.type_keys("y");
    assert!(matches!(stage.effects.back(), Some(Effect::Write { picture: Some(_), replace: true, .. })));
    everywhere("copy", keys("y"));
    everywhere("copied", keys("yk"));
    everywhere("restart_question", keys("n"));
    everywhere("move_list", |variant, moves| {
        let mut stage = keys("m")(variant, moves);
        stage.press(KeyCode::Home);
        stage.press(KeyCode::Right);
        stage
    });
}

#[test]
fn ascii() {
    let mut stage = Stage::game("7x6c4", "human", "human", "4343434");
    stage.app.config.characters = Characters::Ascii;
    check("ascii", &mut stage);
    let mut graph = whole_graph("7x6c4", "4453");
    graph.app.config.characters = Characters::Ascii;
    graph.type_keys("ga");
    check("ascii_analysis", &mut graph);
    for (width, height) in SIZES {
        assert!(stage.screen(width, height).is_ascii());
    }
    stage.type_keys("u");
    for key in ["a", "g", "?", "q", "q", "n"] {
        stage.type_keys(key);
        let screen = stage.screen(80, 24);
        assert!(screen.is_ascii(), "{screen}");
    }
}

#[test]
fn too_small() {
    let mut stage = Stage::game("7x6c4", "human", "human", "");
    compare("too_small", &(stage.screen(39, 16) + &stage.screen(40, 15)));
    for (width, height) in [(1, 1), (5, 2), (39, 16), (40, 15)] {
        stage.screen(width, height);
    }
    assert!(stage.screen(40, 16).contains("Dropline"));
}

#[test]
fn themes_tell_the_sides_apart_by_colour_and_shape() {
    let mut seen = std::collections::HashSet::new();
    for theme in ThemeName::ALL {
        let mut stage = Stage::game("7x6c4", "human", "human", "43");
        stage.app.config.theme = theme;
        let mut terminal = Terminal::new(TestBackend::new(40, 16)).unwrap();
        terminal.draw(|frame| stage.app.draw(frame.buffer_mut())).unwrap();
        let buffer = terminal.backend().buffer();
        let colour = |symbol: &str| {
            let cell = buffer.content.iter().rev().find(|cell| cell.symbol() == symbol).unwrap();
            (cell.fg, cell.bg)
        };
        assert_ne!(colour("●"), colour("○"));
        assert!(seen.insert(format!("{:?}", (colour("●"), colour("○")))), "{} looks like another", theme.name());
    }
}

/// The cells of a screen, from the top left.
fn drawn(stage: &Stage, (width, height): (u16, u16)) -> ratatui::buffer::Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| stage.app.draw(frame.buffer_mut())).unwrap();
    terminal.backend().buffer().clone()
}

#[test]
fn the_hole_where_the_checker_would_land_is_tinted() {
    for theme in ThemeName::ALL {
        for size in SIZES {
            let mut stage = Stage::game("7x6c4", "human", "human", "4");
            stage.app.config.theme = theme;
            stage.event(UiEvent::Resize { width: size.0, height: size.1 });
            let board = crate::tui::screens::game::layout(stage.game_screen(), stage.app.area()).board;
            let colour = |stage: &Stage, column: usize, level: usize| {
                let place = board.cell(dropline_core::Cell::at(column, level)).unwrap();
                drawn(stage, size)[(place.x + place.width / 2, place.y + place.height / 2)].fg
            };
            assert_ne!(colour(&stage, 3, 1), colour(&stage, 3, 2), "{} {size:?}", theme.name());
            let before = colour(&stage, 2, 0);
            stage.press(KeyCode::Left);
            assert_ne!(colour(&stage, 2, 0), before, "it follows the pointer");
            assert_eq!(colour(&stage, 3, 1), colour(&stage, 3, 2));
        }
    }
}

#[test]
fn estimates_are_slanted_and_what_is_proven_is_not() {
    let stage = analyzed("a", "")("7x6c4", "4453");
    let buffer = drawn(&stage, (80, 24));
    let slanted = |text: &str| {
        let line = |y: u16| (0..80).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        let (y, x) =
            (0..24).find_map(|y| Some((y, line(y).find(text).map(|at| line(y)[..at].chars().count())?))).unwrap();
        buffer[(x as u16, y)].modifier.contains(ratatui::style::Modifier::ITALIC)
    };
    assert!(slanted("~ 63%") && slanted("63%"));
    assert!(!slanted("wins in 5") && !slanted("W5"));
}

/// The number right after some words on the screen.
fn number_after(screen: &str, words: &str) -> Option<u32> {
    let number = |rest: &str| {
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()
    };
    screen.lines().find_map(|line| line.split(words).skip(1).find_map(number))
}

/// They named three different columns on 7x6m4 and 12x10c5.
#[test]
fn star_best_line_and_hint_name_the_same_column() {
    for (index, variant) in
        ["5x4c3", "7x6c4", "9x7c4", "12x10c5", "20x20c5", "32x32c6", "7x6m4", "10x8m5"].into_iter().enumerate()
    {
        for seed in 0..25 {
            let mut game = Game::new(variant.parse().unwrap());
            let mut random: u64 = 77 + seed * 31 + index as u64;
            for _ in 0..seed * 2 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let column = Column::from_index((random >> 33) as usize % game.variant().columns());
                let mut next = game.clone();
                if next.play(column).is_ok() && !next.is_over() {
                    game = next;
                }
            }
            let mut stage =
                Stage::game(variant, "human", "human", &notation::moves::write(game.variant(), game.moves()));
            stage.type_keys("ai");
            // A brief look, then a closer one, as the thinking thread has it.
            for nodes in [200, 1200] {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let think = Think { limits, ..Think::default() };
                let mut analyst = Analyst::new(game.variant());
                let analysis = analyst.analyze(&game, &think, &mut |_| {}).unwrap();
                let line = analyst.best_line(&game, &analysis, &think).unwrap();
                let values: Vec<Value> = analysis.columns().iter().map(|known| known.value).collect();
                stage.analyze(&values, &line.iter().map(|column| column.number()).collect::<Vec<_>>());
                let screen = stage.screen(160, 60);
                let named = ["★", "Best:", "Hint: column"].map(|words| number_after(&screen, words));
                assert!(named[0].is_some() && named.iter().all(|column| *column == named[0]), "{named:?}\n{screen}");
            }
        }
    }
}

#[test]
fn lessons() {
    let mut stage = Stage::new(config());
    stage.type_keys("e");
    for width in 40..80 {
        let screen = stage.screen(width, 24);
        let mut counts = screen.lines().filter_map(|line| line.split_once(" of ")).map(|(title, _)| title);
        assert!(counts.all(|title| title.ends_with("  0")), "titles end before the counts:\n{screen}");
    }
    check("lessons", &mut stage);
    stage.press(KeyCode::Enter);
    check("lesson_words", &mut stage);
    stage.press(KeyCode::Enter);
    stage.type_keys("i");
    check("lesson_task", &mut stage);
    stage.type_keys("11");
    stage.press(KeyCode::Enter);
    stage.teach();
    check("lesson_wrong", &mut stage);
    stage.type_keys("r7");
    stage.press(KeyCode::Enter);
    stage.teach();
    check("lesson_done", &mut stage);
}

#[test]
fn puzzle_screens() {
    let variant = dropline_core::Variant::STANDARD;
    let puzzle = Puzzle::parse(variant, "-N6eWGF31 6 win 2 double-threat 1365 67").unwrap();
    let mut stage = Stage::new(config());
    let mut screen = PuzzleScreen::new(variant, &PuzzleProgress::default());
    screen.told(Ok(PuzzleNews::Mistakes(vec![puzzle.clone()])), &PuzzleProgress::default());
    stage.app.screen = Screen::Puzzle(Box::new(screen.clone()));
    check("puzzle", &mut stage);
    let attempt = Box::new(PuzzleAttempt::new(&puzzle));
    let value = Value::Loses { moves: 2, score: -9 };
    let line = [4, 1, 4].map(|number| Column::from_number(number).unwrap()).to_vec();
    let answer = PuzzleAnswer::Wrong { value, line };
    let told = PuzzleNews::Answer { attempt, column: Column::from_number(3).unwrap(), answer };
    screen.told(Ok(told), &PuzzleProgress::default());
    stage.app.screen = Screen::Puzzle(Box::new(screen));
    check("puzzle_refuted", &mut stage);
}
