//! Every screen and state, whole, at three sizes. `INSTA_UPDATE=always cargo test -p dropline` writes them anew; look at what changed.

use super::*;

const SIZES: [(u16, u16); 3] = [(40, 16), (80, 24), (120, 40)];

fn check(name: &str, stage: &mut Stage) {
    let mut text = String::new();
    for (width, height) in SIZES {
        text += &format!("{width}×{height}\n{}\n", stage.screen(width, height));
    }
    insta::with_settings!({prepend_module_to_snapshot => false, omit_expression => true, snapshot_path => "snapshots"}, {
        insta::assert_snapshot!(name, text);
    });
}

/// Settings that name the players, so that a new strongest one changes no picture.
fn config() -> Config {
    let mut config = Config::default();
    config.new_game.black = Some("smart:depth=6".to_owned());
    config
}

fn saved() -> SavedGame {
    let game = Game::from_moves("7x6c4".parse().unwrap(), "445362").unwrap();
    SavedGame::new(&game, &["human".parse().unwrap(), "random".parse().unwrap()], 1, [Duration::ZERO; 2])
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
    stage.event(Event::Filed(Filed::Games(vec!["evening.json".to_owned(), "match.json".to_owned()])));
    stage.type_keys("no");
    stage.event(Event::Filed(Filed::Failed("cannot read no: No such file or directory".to_owned())));
    check("load", &mut stage);
}

#[test]
fn arena() {
    let mut stage = Stage::new(config());
    stage.type_keys("a");
    check("arena", &mut stage);
}

#[test]
fn setting_up() {
    for variant in ["7x6c4", "4x3m3", "20x20c4"] {
        let mut stage = Stage::new(Config::default());
        stage.app.config.new_game.variant = Some(variant.parse().unwrap());
        stage.type_keys("s1rr2b3");
        check(&format!("setup_{variant}"), &mut stage);
    }
}

#[test]
fn games() {
    for (variant, moves) in
        [("7x6c4", "4453"), ("7x6m4", "4453444"), ("4x3c3", "121"), ("4x3m3", "121"), ("20x20m4", "1,20,10,10")]
    {
        check(&format!("game_{variant}_start"), &mut Stage::game(variant, "human", "random", ""));
        check(&format!("game_{variant}"), &mut Stage::game(variant, "human", "human", moves));
    }
    check("game_20x20c4", &mut Stage::game("20x20c4", "human", "human", "10,10,11,11,10,10,10,10,10,10,10,10,10"));
    check("game_64x64c4", &mut Stage::game("64x64c4", "human", "human", "64,1,32,32"));
    check("game_4096x1c4", &mut Stage::game("4096x1c4", "human", "human", "2047,2049"));
}

#[test]
fn ends() {
    check("won", &mut Stage::game("7x6c4", "human", "random", "4343434"));
    check("tied", &mut Stage::game("3x2c3", "human", "human", "123123"));
    check("won_on_points", &mut Stage::game("4x3m3", "human", "human", "112233441234"));
    let mut stage = Stage::game("7x6c4", "human", "random", "44");
    stage.type_keys("R");
    check("resign_question", &mut stage);
    stage.type_keys("y");
    check("resigned", &mut stage);
}

#[test]
fn falling() {
    let mut stage = Stage::game("7x6c4", "human", "human", "4453");
    stage.app.config.animation = true;
    stage.press(KeyCode::Enter);
    stage.pass(200);
    check("falling", &mut stage);
}

#[test]
fn thinking() {
    let mut stage = Stage::game("7x6c4", "human", "random", "44");
    stage.press(KeyCode::Enter);
    let asked = stage.asked().unwrap().question;
    stage.pass(3000);
    check("thinking", &mut stage);
    stage.progress(asked, 12, 4_560_000, &[4, 4, 5, 3, 2]);
    check("thinking_with_progress", &mut stage);
    stage.press(KeyCode::Char(' '));
    check("moving_now", &mut stage);
    stage.type_keys("u[");
    check("paused", &mut stage);
}

fn values() -> [Value; 7] {
    [
        Value::Loses { moves: 12 },
        Value::Tie,
        Value::Wins { moves: 9 },
        Value::Wins { moves: 5 },
        Value::Estimate { score: 0.25, depth: 9 },
        Value::Loses { moves: 3 },
        Value::Tie,
    ]
}

#[test]
fn analysis() {
    let mut stage = Stage::game("7x6c4", "human", "human", "4453");
    stage.type_keys("a");
    check("analysis_begins", &mut stage);
    stage.analyze(&values(), &[4, 4, 5, 3, 2, 2]);
    check("analysis", &mut stage);
    stage.type_keys("...");
    check("best_line", &mut stage);

    let mut stage = Stage::game("7x6m4", "human", "human", "4453");
    stage.type_keys("a");
    stage.analyze(&[-3, -1, 0, 2, 4, 12, -12].map(Value::Margin), &[6]);
    check("analysis_of_points", &mut stage);

    let mut stage = Stage::game("20x20c4", "human", "human", "10,10");
    stage.type_keys("a");
    stage.analyze(&[Value::Estimate { score: -0.5, depth: 4 }; 20], &[10, 10, 11]);
    check("analysis_20x20", &mut stage);
}

#[test]
fn threats() {
    let mut stage = Stage::game("7x6c4", "human", "human", "415161");
    stage.type_keys("t");
    check("threats", &mut stage);
}

#[test]
fn hints() {
    let mut stage = Stage::game("7x6c4", "human", "human", "4453");
    stage.type_keys("i");
    check("hint_begins", &mut stage);
    stage.analyze(&values(), &[4, 4]);
    check("hint_which", &mut stage);
    stage.type_keys("i");
    check("hint_why", &mut stage);
}

#[test]
fn graph() {
    let mut stage = Stage::game("7x6c4", "human", "human", "44536");
    stage.type_keys("g");
    // From the position on the board back to the start, where 4 was a blunder and 5, later, a slip.
    stage.analyze(&[Value::Wins { moves: 4 }; 7], &[4]);
    stage.analyze(&[Value::Loses { moves: 8 }; 7], &[4]);
    stage.analyze(&[Value::Tie; 7], &[4]);
    stage.analyze(
        &[4, 4, 4, 4, 0, 4, 4].map(|won| if won == 0 { Value::Tie } else { Value::Wins { moves: won } }),
        &[4],
    );
    stage.analyze(&[Value::Wins { moves: 9 }; 7], &[4]);
    stage.analyze(
        &[1, 1, 1, 0, 1, 1, 1].map(|won| if won == 0 { Value::Loses { moves: 5 } } else { Value::Wins { moves: 9 } }),
        &[1],
    );
    check("graph", &mut stage);
}

#[test]
fn dialogs() {
    let mut stage = Stage::game("7x6c4", "human", "human", "4453");
    for (key, name) in [("?", "help"), ("y", "copy"), ("s", "save"), ("e", "export")] {
        stage.type_keys(key);
        check(name, &mut stage);
        stage.press(KeyCode::Esc);
    }
    stage.type_keys("n");
    check("restart_question", &mut stage);
    stage.press(KeyCode::Esc);
    stage.type_keys("e");
    stage.type_keys("x");
    stage.press(KeyCode::Enter);
    check("export_problem", &mut stage);
}

#[test]
fn ascii() {
    let mut stage = Stage::game("7x6c4", "human", "human", "4343434");
    stage.app.config.characters = Characters::Ascii;
    check("ascii", &mut stage);
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
    insta::with_settings!({prepend_module_to_snapshot => false, omit_expression => true, snapshot_path => "snapshots"}, {
        insta::assert_snapshot!("too_small", stage.screen(39, 16) + &stage.screen(40, 15));
    });
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
