//! Board files of the course, wherever a position is taken.

use crate::{dropline, dropline_with, file, printed, refused, repository};

fn course(name: &str) -> String {
    repository().join("testdata/maxconnect4").join(name).display().to_string()
}

/// The official second input as a key, as far as it is looked at without thinking.
fn input2() -> (String, String) {
    let path = course("v02_official_input2.txt");
    let key = printed(&format!("show --file {path} --to key"));
    (path, key.trim().to_owned())
}

#[test]
fn every_command_that_takes_a_position_takes_a_board_file() {
    let (path, key) = input2();
    assert!(key.starts_with("7x6m4:"));
    for command in ["show", "judge max", "move max:depth=2", "move max:depth=2 --all --format json", "show --to grid"] {
        let without_time = |text: String| text.split("\"time\"").next().unwrap().to_owned();
        let [by_file, by_key] = [format!("{command} --file {path}"), format!("{command} --key {key}")];
        assert_eq!(without_time(printed(&by_file)), without_time(printed(&by_key)), "{command}");
    }
    let nearly_full = course("v72_nearly_full_39_pieces.txt");
    assert_eq!(printed(&format!("solve --keeps --file {nearly_full}")), "7x6m4:1deiiOZgr -4 keeps=4\n");
    let solved = "{\"position\":\"7x6m4:1deiiOZgr\",\"score\":-4,\"lower\":-4,\"upper\":-4}\n";
    let bytes = std::fs::read(&nearly_full).unwrap();
    assert_eq!(dropline_with("solve --format json", &bytes).out, solved);
    let analysed = dropline_with("analyze", &bytes).out;
    let expected = "Black to move ends 4 points behind.\ncolumn  1:   -7  -7 points\ncolumn  2: full\n";
    assert!(analysed.starts_with(expected), "{analysed}");
    assert!(analysed.contains("\nPoints: red 6, black 0 so far\n"), "{analysed}");
    assert!(printed(&format!("analyze --file {nearly_full}")).starts_with(expected));
    assert!(printed(&format!("explain -f {nearly_full}")).starts_with("Column 4 for black.\n"));
    let played = printed(&format!("play --load {nearly_full} --red max:depth=1 --black max:depth=1"));
    assert!(played.contains("Red wins"), "{played}");
}

#[test]
fn a_board_file_comes_back_byte_for_byte_in_each_form() {
    for (name, ends) in [
        ("v02_official_input2.txt", "lf"),
        ("v04_input2_crlf.txt", "crlf"),
        ("v07_26_pieces_no_final_newline.txt", "lf-between"),
        ("v65_full_legal_5.txt", "lf"),
    ] {
        let path = course(name);
        let written = printed(&format!("show --file {path} --to course --line-ends {ends}"));
        assert_eq!(written.as_bytes(), std::fs::read(&path).unwrap(), "{name}");
    }
    assert_eq!(printed("show --variant 3x2c3 21 --to course"), "000\n210\n1\n");
    let back = dropline_with("show --load - --connect 3 --rules connect --to key", b"000\n210\n1\n").out;
    assert!(back.starts_with("3x2c3:"), "{back}");
}

#[test]
fn the_notation_can_be_said() {
    let (_folder, path) = file("rows.txt", "000\n210\n");
    assert_eq!(printed(&format!("show --load {} --to grid", path.display())), "...\nBR.\nred\n");
    refused(
        &format!("show --load {} --from course", path.display()),
        "line 3, character 1: the digit of the next player (1 or 2) is missing after the board",
    );
    refused("show --from course", "required");
    let (_folder, path) = file("small.txt", "0000000\n1000000\n2\n");
    refused(&format!("show --file {}", path.display()), "too few rows: 2 instead of 6 (a board of another size");
    let sized = printed(&format!("show --file {} --columns 7 --levels 2 --to key", path.display()));
    assert!(sized.starts_with("7x2m4:"), "{sized}");
}

#[test]
fn what_is_wrong_with_a_board_file_is_pointed_at() {
    for (name, problem) in [
        ("m06_short_row.txt", "line 4, character 7: this row is too short: 6 instead of 7 digits"),
        ("m12_turn_3.txt", "line 7, character 1: `3` is not the next player: 1 or 2 must stand here"),
        ("m14_turn_letter.txt", "line 7, character 1: `x` is not the next player: 1 or 2 must stand here"),
        ("m22_turn_with_text.txt", "nothing may follow the digit of the next player"),
    ] {
        for command in ["show", "analyze", "solve", "explain", "review", "judge max", "move bad", "play"] {
            refused(&format!("{command} --file {}", course(name)), problem);
        }
    }
    refused(&format!("review --file {}", input2().0), "there is no move to review in a board alone");
    let run = dropline(&format!("show --file {} --to key", course("v08_three_ones_turn_1.txt")));
    assert_eq!(run.code, 0);
    assert!(run.err.contains("which contradicts player 1 being next"), "{}", run.err);
}
