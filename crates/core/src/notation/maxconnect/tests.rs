use super::*;
use crate::Rules;
use proptest::prelude::*;

const EMPTY: &str = "0000000\n0000000\n0000000\n0000000\n0000000\n0000000\n1\n";

/// The course's sample input2.txt.
const SAMPLE: &str = "0000000\n0000000\n0200000\n0100002\n0200111\n1100222\n1\n";

fn problem(text: impl AsRef<[u8]>) -> (usize, usize, MaxFileProblem) {
    let error = parse(text.as_ref()).unwrap_err();
    (error.place.line, error.place.character, error.problem)
}

fn max_variant(file: &MaxFile, connect: usize) -> Variant {
    Variant::new(file.columns(), file.levels(), connect, Rules::Max).unwrap()
}

#[test]
fn a_course_file_becomes_a_game() {
    let file = parse(SAMPLE.as_bytes()).unwrap();
    assert_eq!((file.columns(), file.levels(), file.turn()), (7, 6, Side::Red));
    let game = file.game(max_variant(&file, 4)).unwrap();
    assert_eq!((game.board().checkers(), game.points().red, game.points().black), (12, 0, 0));
    assert_eq!(game.turn(), Side::Red);
}

#[test]
fn odd_but_readable_files_are_read_the_same() {
    let plain = parse(SAMPLE.as_bytes()).unwrap();
    let odd = [
        SAMPLE.replace('\n', "\r\n"),
        SAMPLE.trim_end().to_owned(),
        SAMPLE.replace('\n', "\r\n").trim_end().to_owned(),
        SAMPLE.replace('\n', " \t \n"),
        SAMPLE.replace('\n', "  \r\n"),
        format!("{SAMPLE}\n\n  \n\r\n"),
        format!("\u{feff}{SAMPLE}"),
        format!("\u{feff}{}", SAMPLE.replace('\n', "\r\n")),
    ];
    for text in odd {
        assert_eq!(parse(text.as_bytes()), Ok(plain.clone()), "{text:?}");
    }
}

#[test]
fn the_size_is_taken_from_the_file() {
    for (text, columns, levels) in [
        ("0\n1\n", 1, 1),
        ("0\n0\n1\n1\n", 1, 3),
        ("000\n1\n", 3, 1),
        ("00\n00\n12\n1", 2, 3),
        ("00000000\n00000000\n2\n", 8, 2),
        ("000000\n000000\n000000\n000000\n000000\n000000\n1\n", 6, 6),
    ] {
        let file = parse(text.as_bytes()).unwrap();
        assert_eq!((file.columns(), file.levels()), (columns, levels), "{text:?}");
    }
    let largest = format!("{}1\n", format!("{}\n", "0".repeat(64)).repeat(64));
    assert_eq!(parse(largest.as_bytes()).unwrap().levels(), 64);
    let widest = format!("{}\n1\n", "0".repeat(4096));
    assert_eq!(parse(widest.as_bytes()).unwrap().columns(), 4096);
    let highest = "0\n".repeat(4096) + "1";
    assert_eq!(parse(highest.as_bytes()).unwrap().levels(), 4096);
}

#[test]
fn a_size_that_is_said_must_be_met() {
    let sized = |text: &str, variant: &str| parse_sized(text.as_bytes(), variant.parse().unwrap());
    assert_eq!(sized("0000000\n2\n", "7x1m4").unwrap().levels(), 1);
    assert_eq!(sized(&format!("0000000\n{EMPTY}"), "7x7m4").unwrap().levels(), 7);
    assert_eq!(sized("0\n0\n1\n", "1x2m1").unwrap().levels(), 2);
    let error = sized(EMPTY, "7x5m4").unwrap_err();
    assert_eq!((error.place.line, error.problem), (6, MaxFileProblem::ManyRows { levels: 5 }));
    let error = sized(EMPTY, "8x6m4").unwrap_err();
    assert_eq!((error.place.line, error.place.character), (1, 8));
    assert_eq!(error.problem, MaxFileProblem::ShortRow { found: 7, columns: 8 });
    let error = sized("0\n0\n1\n", "1x3m1").unwrap_err();
    assert_eq!((error.place.line, error.problem), (4, MaxFileProblem::NoTurn));
}

#[test]
fn what_is_no_board_is_refused() {
    assert_eq!(problem(""), (1, 1, MaxFileProblem::Empty));
    assert_eq!(problem("\u{feff}"), (1, 1, MaxFileProblem::Empty));
    assert_eq!(problem("\n"), (1, 1, MaxFileProblem::OnlyBlank));
    assert_eq!(problem(" \r\n\t\n\n"), (1, 1, MaxFileProblem::OnlyBlank));
    assert_eq!(problem(format!("\n{EMPTY}")), (1, 1, MaxFileProblem::BlankFirst));
    assert_eq!(problem(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), (1, 1, MaxFileProblem::Character('\u{fffd}')));
    assert_eq!(problem(b"0000\x0000\n"), (1, 5, MaxFileProblem::Character('\0')));
    assert_eq!(problem("a board\n"), (1, 1, MaxFileProblem::Character('a')));
}

#[test]
fn rows_of_a_wrong_length_are_found_where_they_break() {
    let row = |number: usize, text: &str| {
        let mut lines: Vec<_> = EMPTY.lines().collect();
        lines[number - 1] = text;
        lines.join("\n")
    };
    let short = |found| MaxFileProblem::ShortRow { found, columns: 7 };
    let long = |found| MaxFileProblem::LongRow { found, columns: 7 };
    for number in 1..=6 {
        assert_eq!(problem(row(number, "000000")), (number, 7, short(6)));
        assert_eq!(problem(row(number, "00000000")), (number, 8, long(8)));
    }
    assert_eq!(problem(row(2, "0")), (2, 2, short(1)));
    assert_eq!(problem(row(3, "")), (3, 1, short(0)));
    assert_eq!(problem(row(3, "0000000 0")), (3, 8, long(9)));
    assert_eq!(problem("000\n00\n000\n1\n"), (2, 3, MaxFileProblem::ShortRow { found: 2, columns: 3 }));
}

#[test]
fn a_course_board_has_six_rows() {
    let few = |found| MaxFileProblem::FewRows { found, levels: 6 };
    let rows = |number| "0000000\n".repeat(number);
    assert_eq!(problem(rows(5) + "1\n"), (6, 1, few(5)));
    assert_eq!(problem(rows(1) + "1\n"), (2, 1, few(1)));
    assert_eq!(problem(rows(5)), (6, 1, few(5)));
    assert_eq!(problem(rows(7) + "1\n"), (7, 1, MaxFileProblem::ManyRows { levels: 6 }));
    assert_eq!(problem(rows(7)), (7, 1, MaxFileProblem::ManyRows { levels: 6 }));
}

#[test]
fn characters_that_are_no_cells_are_named() {
    for c in ['3', '9', '-', ' ', '.', 'x', 'é', '\0', '\u{1b}', '\r'] {
        let text = SAMPLE.replacen("0200000", &format!("02{c}0000"), 1);
        assert_eq!(problem(text), (3, 3, MaxFileProblem::Character(c)));
    }
    let said = parse(b"00\x00\n000\n1\n").unwrap_err().to_string();
    assert_eq!(said, "line 1, character 3: `\\0` is not a cell: 0 is vacant, 1 and 2 are the players");
    let said = parse(b"00\xff\n000\n1\n").unwrap_err().to_string();
    assert_eq!(
        said,
        "line 1, character 3: a byte that is not text is not a cell: 0 is vacant, 1 and 2 are the players"
    );
}

#[test]
fn the_turn_digit_is_1_or_2_and_the_last_thing() {
    let with_turn = |turn: &str| format!("{}{turn}", EMPTY.strip_suffix("1\n").unwrap());
    assert_eq!(problem(with_turn("")), (7, 1, MaxFileProblem::NoTurn));
    assert_eq!(problem(with_turn("\n1\n")), (7, 1, MaxFileProblem::NoTurn));
    for c in ['0', '3', 'x', '-', ' ', 'é'] {
        assert_eq!(problem(with_turn(&format!("{c}1\n"))), (7, 1, MaxFileProblem::Turn(c)));
    }
    assert_eq!(problem(with_turn("0\n")), (7, 1, MaxFileProblem::Turn('0')));
    assert_eq!(problem(with_turn("12\n")), (7, 2, MaxFileProblem::Trailing));
    assert_eq!(problem(with_turn("1 next player\n")), (7, 3, MaxFileProblem::Trailing));
    assert_eq!(problem(with_turn("1\nx\n")), (8, 1, MaxFileProblem::Trailing));
    assert_eq!(problem(with_turn("1\n\n  x\n")), (9, 3, MaxFileProblem::Trailing));
    assert_eq!(problem(with_turn(&format!("1\n{EMPTY}"))), (8, 1, MaxFileProblem::Trailing));
    assert_eq!(problem("000\n000\n"), (3, 1, MaxFileProblem::NoTurn));
    assert_eq!(problem("000\n1\n2\n"), (3, 1, MaxFileProblem::Trailing));
    assert_eq!(problem("000\n000\nx\n"), (3, 1, MaxFileProblem::Turn('x')));
    assert_eq!(problem("1\n"), (2, 1, MaxFileProblem::NoTurn));
}

#[test]
fn hanging_checkers_are_found_in_reading_order() {
    assert_eq!(problem("0010\n0100\n1000\n2\n"), (1, 3, MaxFileProblem::Floating));
    assert_eq!(problem("0000\n0001\n1000\n2\n"), (2, 4, MaxFileProblem::Floating));
    assert_eq!(problem("1000\n0000\n000x\n9\n"), (1, 1, MaxFileProblem::Floating));
}

#[test]
fn boards_above_the_limit_are_refused() {
    let too_wide = format!("{}\n1\n", "0".repeat(4097));
    assert_eq!(problem(too_wide), (1, 4097, MaxFileProblem::TooLarge));
    let too_high = format!("{}1\n", format!("{}\n", "0".repeat(64)).repeat(65));
    assert_eq!(problem(too_high), (65, 1, MaxFileProblem::TooLarge));
}

#[test]
fn counts_that_contradict_the_turn_digit_are_told() {
    for (bottom, turn, agrees) in
        [("0000000", 1, true), ("0000000", 2, false), ("1000000", 2, true), ("1000000", 1, false), ("1200000", 1, true)]
            .into_iter()
            .chain([("1200000", 2, false), ("2000000", 1, false), ("0000111", 1, false), ("0000111", 2, false)])
    {
        let text = format!("{}{bottom}\n{turn}\n", "0000000\n".repeat(5));
        assert_eq!(parse(text.as_bytes()).unwrap().check_counts().is_ok(), agrees, "{bottom} {turn}");
    }
    let text = SAMPLE.replace("1100222\n1", "1102222\n1");
    let said = parse(text.as_bytes()).unwrap().check_counts().unwrap_err().to_string();
    assert_eq!(
        said,
        "line 7, character 1: player 1 has 6 on the board and player 2 has 7, which contradicts player 1 being next (player 1 begins, then turns alternate)"
    );
}

#[test]
fn files_are_written_as_the_course_writes_them() {
    let file = parse(SAMPLE.as_bytes()).unwrap();
    let game = file.game(max_variant(&file, 4)).unwrap();
    assert_eq!(write(game.board(), game.turn(), LineEnds::Lf), SAMPLE);
    assert_eq!(write(game.board(), game.turn(), LineEnds::CrLf), SAMPLE.replace('\n', "\r\n"));
    assert_eq!(write(game.board(), game.turn(), LineEnds::Between), SAMPLE.trim_end());
}

#[test]
fn the_picture_is_the_course_programs() {
    let file = parse(SAMPLE.as_bytes()).unwrap();
    let game = file.game(max_variant(&file, 4)).unwrap();
    assert_eq!(
        picture(game.board()),
        " -----------------\n | 0 0 0 0 0 0 0 | \n | 0 0 0 0 0 0 0 | \n | 0 2 0 0 0 0 0 | \n | 0 1 0 0 0 0 2 | \n | 0 2 0 0 1 1 1 | \n | 1 1 0 0 2 2 2 | \n -----------------\n"
    );
}

/// Any board of any size up to 12 columns and levels, built by drops in any order of colours.
fn any_board() -> impl Strategy<Value = (Board, Side)> {
    let drops = prop::collection::vec((0..12usize, any::<bool>()), 0..100);
    (1..12usize, 1..12usize, drops, any::<bool>()).prop_map(|(columns, levels, drops, black)| {
        let mut board = Board::new(Variant::new(columns, levels, 4, Rules::Max).unwrap());
        let side = |black| if black { Side::Black } else { Side::Red };
        for (column, black) in drops {
            let _ = board.drop(crate::Column::from_index(column), side(black));
        }
        (board, side(black))
    })
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&bytes);
        let _ = parse_sized(&bytes, Variant::STANDARD);
    }

    #[test]
    fn nearly_right_bytes_do_not_panic_and_errors_lie_in_the_text(text in "[012 \r\nx\u{feff}é]{0,80}") {
        match parse(text.as_bytes()) {
            Ok(file) => prop_assert!(file.columns() * file.levels() > 0),
            Err(error) => {
                let lines: Vec<_> = text.strip_prefix('\u{feff}').unwrap_or(&text).split('\n').collect();
                let Place { line, character } = error.place;
                prop_assert!(line <= lines.len() + 1);
                let length = lines.get(line - 1).map_or(0, |line| line.chars().count());
                prop_assert!(character <= length + 1, "{error} in {text:?}");
            }
        }
    }

    #[test]
    fn writing_and_reading_come_back((board, turn) in any_board(), crlf in any::<bool>()) {
        let ends = if crlf { LineEnds::CrLf } else { LineEnds::Lf };
        let text = write(&board, turn, ends);
        let file = parse_sized(text.as_bytes(), board.variant()).unwrap();
        let game = file.game(board.variant()).unwrap();
        prop_assert_eq!(game.position(), board.position(turn));
        if file.columns() != 7 || file.levels() == 6 {
            prop_assert_eq!(parse(text.as_bytes()), Ok(file));
        }
        prop_assert_eq!(write(game.board(), game.turn(), ends), text);
    }
}
