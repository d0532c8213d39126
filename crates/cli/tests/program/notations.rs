//! `dropline show`: every form, there and back.

use crate::{command, dropline, dropline_with, file, printed, repository, run};

#[test]
fn the_bricks_are_the_published_ones() {
    let expected = std::fs::read_to_string(repository().join("testdata/board-bricks-7x6.txt")).unwrap();
    assert_eq!(printed("show --to bricks"), expected);
    assert_eq!(printed("show - --to bricks"), expected);
}

#[test]
fn the_scaffold_is_the_published_one() {
    assert_eq!(printed("show --variant 3x2c3 211 --to scaffold"), "|R| | |\n|B|R| |\n+-+-+-+\n");
    let underscored = "|R| | |\n|B|R| |\n+_+_+_+\n";
    assert_eq!(printed("show --variant 3x2c3 211 --to scaffold-underscore"), underscored);
    let played = printed("play --variant 1x2c3 --red bad --black bad --board scaffold-underscore");
    assert!(played.contains("|B|\n|R|\n+_+\n"), "{played}");
}

#[test]
fn what_is_written_is_read_back() {
    for (variant, moves) in
        [("7x6c4", "4453"), ("7x6m4", "1234567"), ("12x3c5", "12,1,12"), ("1x1c1", "1"), ("64x64c4", "64,1")]
    {
        let position = format!("--variant {variant} {moves}");
        let as_moves = printed(&format!("show {position} --to moves"));
        assert_eq!(as_moves.trim(), moves);
        let key = printed(&format!("show {position} --to key"));
        let grid = printed(&format!("show {position} --to grid"));
        let json = printed(&format!("show {position} --to json"));
        assert_eq!(printed(&format!("show --key {} --to grid", key.trim())), grid);
        assert_eq!(dropline_with("show --load - --to moves", json.as_bytes()).out, as_moves);
        assert_eq!(dropline_with(&format!("show --variant {variant} --grid - --to key"), grid.as_bytes()).out, key);
    }
}

#[test]
fn moves_may_be_separated_by_blanks() {
    let mut spaced = command();
    spaced.args(["show", "--to", "moves", " 4 4, 5 "]);
    assert_eq!(run(spaced, b"").out, "445\n");
}

#[test]
fn a_set_up_position_has_no_moves() {
    let run = dropline_with("show --grid - --to moves", b"...\nRRR\nred\n");
    assert_eq!(run.code, 2);
    assert_eq!(
        run.err,
        "dropline: this position was set up, so there are no moves that led to it: use --to grid, course, key or json\n"
    );
    let json = dropline_with("show --grid - --to json", b"...\nRRR\nred\n").out;
    assert_eq!(json, "{\"variant\":\"3x2c4\",\"start\":\"...\\nRRR\\nred\\n\",\"moves\":[]}\n");
    assert_eq!(dropline_with("show --load - --to grid", json.as_bytes()).out, "...\nRRR\nred\n");
}

#[test]
fn a_grid_says_its_own_size() {
    let grid = b"..\n..\nRB\n";
    let key = |args: &str| dropline_with(&format!("show --grid - --to key {args}"), grid).out;
    assert!(key("").starts_with("2x3c4:"));
    assert!(key("--connect 2 --rules max").starts_with("2x3m2:"));
    assert!(key("--variant 2x3c3").starts_with("2x3c3:"));
    let wrong = dropline_with("show --grid - --variant 7x6c4", grid);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("the grid has 2 columns × 3 levels, but 7x6c4 is played"), "{}", wrong.err);
}

#[test]
fn max_connect_shows_the_points() {
    let text = printed("show --variant 4x1m2 1423 --to scaffold");
    assert!(text.ends_with("Points: red 1, black 1\n"), "{text}");
    assert!(!printed("show --to scaffold").contains("Points"));
}

#[cfg(feature = "png")]
#[test]
fn a_picture_in_pixels_goes_to_a_file() {
    let (folder, _) = file("unused", "");
    let path = folder.path().join("board.png");
    assert_eq!(printed(&format!("show 4453 --to png --theme dark --out {}", path.display())), "");
    let png = std::fs::read(&path).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let size = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert!((500..1000).contains(&size(16)) && (500..1000).contains(&size(20)), "{} x {}", size(16), size(20));
}

#[test]
fn pictures_go_to_files() {
    let (folder, _) = file("unused", "");
    let svg = folder.path().join("board.svg");
    printed(&format!("show 4453 --to svg --out {}", svg.display()));
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg "));
    for theme in ["light", "dark", "high-contrast", "colour-blind"] {
        assert!(printed(&format!("show 4453 --to svg --theme {theme}")).starts_with("<svg "));
    }
    let missing = dropline(&format!("show --out {}/no/such/folder.txt", folder.path().display()));
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("cannot write"));
    let onto_folder = dropline(&format!("show --out {}", folder.path().display()));
    assert_eq!(onto_folder.code, 2);
}

#[cfg(feature = "png")]
#[test]
fn a_picture_of_the_widest_board_is_made_to_fit() {
    let (folder, _) = file("unused", "");
    let path = folder.path().join("wide.png");
    printed(&format!("show --variant 4096x1c4 --to png --out {}", path.display()));
    let png = std::fs::read(&path).unwrap();
    assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 8192);
}

#[test]
fn the_modern_picture_says_who_moves_or_who_won() {
    assert!(printed("show 4453").ends_with("\nRed to move.\n"));
    assert!(printed("show 1212121").ends_with("\nRed wins with the line 1/1, 1/2, 1/3, 1/4 (column/level).\n"));
    assert!(printed("show --variant 2x1m1 12").contains("tie"));
}

#[test]
fn a_byte_order_mark_and_blank_lines_before_a_text_say_nothing() {
    assert_eq!(dropline_with("solve", b"\xef\xbb\xbf112233\n").out, "112233 18\n");
    let (_folder, lines) = file("lines.txt", b"\xef\xbb\xbf112233\n112233\n");
    assert_eq!(printed(&format!("solve --file {}", lines.display())), "112233 18\n112233 18\n");
    assert_eq!(printed(&format!("analyze --file {}", lines.display())).lines().count(), 2);
    let grid = "\n\n.......\n.......\n.......\nBBB....\nRRR....\nBBRR...\nred\n";
    let (_folder, path) = file("grid.txt", grid);
    let key = printed(&format!("show --file {} --to key", path.display()));
    let solved = printed(&format!("solve --file {}", path.display()));
    assert_eq!(solved.split_once(' ').map(|(name, _)| name), Some(key.trim()), "{solved}");
    assert!(printed(&format!("analyze --file {}", path.display())).starts_with("Red to move wins"));
    assert_eq!(
        dropline_with("solve", b"\n\n9\n").err.split_once(": char").map(|(place, _)| place),
        Some("dropline: line 3")
    );
    let engine = dropline_with("engine --player bad", b"\xef\xbb\xbfgame 7x6c4\ngo\nquit\n");
    assert!(engine.out.contains("\nmove 1\n") && !engine.out.contains("error"), "{}", engine.out);
    let play = dropline_with("play --black bad", b"\xef\xbb\xbf4\nquit\n");
    assert!(play.out.contains("Red (human) plays column 4"), "{}", play.out);
    let (_folder, puzzles) = file("x.puzzles", b"\xef\xbb\xbfdropline puzzles 1: 7x6c4\n");
    assert_eq!(dropline(&format!("puzzles list {}", puzzles.display())).code, 0);
}
