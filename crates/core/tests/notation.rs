//! What is written can be read again, and what cannot be read is refused with its place, whatever the text.

mod reference;

use dropline_core::notation::{self, Notation, grid, key, maxconnect, moves};
use dropline_core::{Board, Game, Position, Rules, Side, Variant};
use proptest::prelude::*;
use rand::RngExt;
use reference::{SlowBoard, SlowGame, any_variant, column, pick, rng};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A random game, in full or broken off, beside its slow twin.
fn random_game(variant: Variant, seed: u64) -> (Game, SlowGame) {
    let mut rng = rng(seed);
    let (mut game, mut slow) = (Game::new(variant), SlowGame::new(variant));
    let plies = rng.random_range(0..=variant.cells().min(600));
    while slow.moves.len() < plies && slow.outcome.is_none() {
        let index = *pick(&mut rng, &slow.legal());
        game.play(column(index)).expect("a legal move");
        slow.play(index);
    }
    (game, slow)
}

/// A random board with any order of colours.
fn random_board(variant: Variant, seed: u64) -> Board {
    let mut rng = rng(seed);
    let mut board = Board::new(variant);
    for _ in 0..rng.random_range(0..=variant.cells().min(600)) {
        let _ =
            board.drop(column(rng.random_range(0..variant.columns())), Side::BOTH[usize::from(rng.random_bool(0.5))]);
    }
    board
}

fn hash(position: &Position) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}

fn assert_round_trips(game: &Game) {
    let variant = game.variant();
    let position = game.position();

    let text = grid::write(game.board(), game.turn());
    let again = grid::parse(&text).and_then(|grid| grid.game(variant)).expect("a grid that was written");
    assert_eq!(again.position(), position);
    assert_eq!(grid::write(again.board(), again.turn()), text);

    let text = key::write(game);
    let again = key::parse(&text).expect("a key that was written");
    assert_eq!((again.variant(), again.position()), (variant, position.clone()));
    assert_eq!(key::write(&again), text);

    #[cfg(feature = "serde")]
    {
        let text = serde_json::to_string(game).expect("games have a JSON form");
        assert_eq!(serde_json::from_str::<Game>(&text).expect("a record that was written"), *game);
        #[cfg(feature = "json")]
        assert_eq!(notation::read(&format!(" {text}\n"), None), Ok(game.clone()));
    }

    // Whatever it is written in, a game is known by its look. (A board file seven columns wide has six rows, or it is damaged.)
    let file = maxconnect::write(game.board(), game.turn(), maxconnect::LineEnds::CrLf);
    let file = (variant.columns() != 7 || variant.levels() == 6).then_some(file);
    let others = [grid::write(game.board(), game.turn()), format!("\n {}\n", key::write(game))];
    for text in others.into_iter().chain(file) {
        let reading = Notation::of(&text).parse(&text, None).expect("a text that was written");
        assert_eq!(reading.game(variant).expect("a game of its variant").position(), position, "{text}");
    }

    let board = position.board(variant).expect("a position of this variant");
    assert_eq!(board.position(game.turn()), position);
    let mirrored = game.mirrored().position();
    assert_eq!(position.mirrored(variant), Ok(mirrored.clone()));
    assert_eq!(position.canonical(variant), mirrored.canonical(variant));
    assert_eq!(position.canonical(variant), Ok(position.min(mirrored)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn games_round_trip_through_every_notation(variant in any_variant(), seed: u64) {
        let (game, slow) = random_game(variant, seed);
        assert_round_trips(&game);
        let text = moves::write(variant, game.moves());
        prop_assert_eq!(Game::from_moves(variant, &text).expect("moves that were written"), game.clone());
        let spaced: Vec<String> = slow.moves.iter().map(|index| (index + 1).to_string()).collect();
        prop_assert_eq!(Game::from_moves(variant, &format!(" {}\n", spaced.join(" , "))).expect("moves"), game.clone());
        prop_assert_eq!(grid::write(game.board(), game.turn()), slow.board.grid(slow.turn));
    }

    #[test]
    fn set_ups_round_trip_through_every_notation(variant in any_variant(), seed: u64, black_moves: bool, resigns: bool) {
        let board = random_board(variant, seed);
        let mut game = Game::from_board(board, Side::BOTH[usize::from(black_moves)]);
        assert_round_trips(&game);
        let mut rng = rng(seed);
        for _ in 0..5 {
            let _ = game.play(column(rng.random_range(0..variant.columns())));
        }
        if resigns && !game.is_over() {
            game.resign(Side::Red).expect("the game goes on");
        }
        assert_round_trips(&game);
    }

    /// On boards this small two random games often meet.
    #[test]
    fn positions_and_keys_are_equal_exactly_for_equal_boards(columns in 1usize..4, levels in 1usize..3, one: u64, two: u64) {
        let variant = Variant::new(columns, levels, 9, Rules::Connect).expect("a legal size");
        let ((one, slow_one), (two, slow_two)) = (random_game(variant, one), random_game(variant, two));
        let equal = slow_one.board == slow_two.board && slow_one.turn == slow_two.turn;
        prop_assert_eq!(one.position() == two.position(), equal);
        prop_assert_eq!(key::write(&one) == key::write(&two), equal);
        prop_assert_eq!(hash(&one.position()) == hash(&two.position()), equal);
        prop_assert_eq!(one.position().turn(), slow_one.turn);
    }

    #[test]
    fn keys_sort_as_positions_and_are_all_of_one_length(variant in any_variant(), one: u64, two: u64) {
        let (one, two) = (random_game(variant, one).0, random_game(variant, two).0);
        let order = one.position().cmp(&two.position());
        let (one, two) = (key::write(&one), key::write(&two));
        prop_assert_eq!(one.cmp(&two), order);
        prop_assert_eq!(one.len(), two.len());
        prop_assert_eq!(one.len(), variant.to_string().len() + 1 + (1 + variant.bits()).div_ceil(6));
    }
}

/// Text made of what parsers look for, so that it gets far into them.
fn tempting_text() -> impl Strategy<Value = String> {
    const PIECES: &str = "0|1|2|4|7|9|10|99999999999|x|c|m|7x6c4|3x2m2|:|,| |-|z|\n|\r\n|\r|\t|.|_|R|B|y|O|red|black|\u{feff}|é|\u{2028}|\
        {|}|[|]|\"|\"variant\":\"3x2c2\"|\"moves\":[1,2]|\"start\":\"...\\n...\\nred\"|\"resigned\":\"red\"";
    let pieces: Vec<&str> = PIECES.split('|').collect();
    prop::collection::vec(prop::sample::select(pieces), 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_makes_a_parser_panic(text in prop_oneof![any::<String>(), tempting_text()], variant in any_variant()) {
        let _ = text.parse::<Variant>();
        let _ = text.parse::<Side>();
        #[cfg(feature = "pictures")]
        let _ = (text.parse::<dropline_core::picture::Style>(), text.parse::<dropline_core::picture::SvgTheme>());
        #[cfg(feature = "serde")]
        let _ = serde_json::from_str::<Game>(&text);
        if let Ok(game) = Game::from_moves(variant, &text) {
            assert_round_trips(&game);
        }
        if let Ok(game) = notation::read(&text, None) {
            assert_round_trips(&game);
        }
        if let Ok(game) = key::parse(&text) {
            assert_round_trips(&game);
        }
        if let Ok(grid) = grid::parse(&text) {
            let size = Variant::new(grid.columns(), grid.levels(), 4, Rules::Connect).expect("a small size");
            assert_round_trips(&grid.game(size).expect("a game of the grid's own size"));
        }
    }

    /// Every place lies in the text, or just behind the end of its line or of the text.
    #[test]
    fn places_lie_in_the_text(text in prop_oneof![any::<String>(), tempting_text()], variant in any_variant()) {
        let moves = Game::from_moves(variant, &text).err().map(|error| error.place);
        let grid = grid::parse(&text).err().map(|error| error.place);
        let key = key::parse(&text).err().map(|error| error.place);
        for place in [moves, grid, key].into_iter().flatten() {
            let lines: Vec<&str> = text.split('\n').collect();
            prop_assert!(place.line >= 1 && place.line <= lines.len() + 1, "{place}");
            let length = if Some(place) == key { text.chars().count() } else { lines.get(place.line - 1).map_or(0, |line| line.chars().count()) };
            prop_assert!(place.character >= 1 && place.character <= length + 1, "{place}");
        }
    }

    /// One character changed in a key gives another position of the same variant or an error, never the same position.
    #[test]
    fn a_changed_key_is_another_position(variant in any_variant(), seed: u64, at: prop::sample::Index, c: char) {
        let (game, _) = random_game(variant, seed);
        let text = key::write(&game);
        let first = variant.to_string().len() + 1;
        let mut chars: Vec<char> = text.chars().collect();
        let at = first + at.index(chars.len() - first);
        prop_assume!(chars[at] != c);
        chars[at] = c;
        match key::parse(&chars.into_iter().collect::<String>()) {
            Ok(other) => prop_assert_ne!(other.position(), game.position()),
            Err(error) => prop_assert_eq!(error.place.line, 1),
        }
    }
}

/// What is wrong with a text, in words.
type Reader = fn(Variant, &str) -> Result<(), String>;

const MOVES: Reader = |variant, text| Game::from_moves(variant, text).map(drop).map_err(|error| error.to_string());
const GRID: Reader = |variant, text| match grid::parse(text).and_then(|grid| grid.game(variant)) {
    Ok(_) => Ok(()),
    Err(error) => Err(error.to_string()),
};
const KEY: Reader = |_, text| key::parse(text).map(drop).map_err(|error| error.to_string());
#[cfg(feature = "serde")]
const RECORD: Reader = |_, text| serde_json::from_str::<Game>(text).map(drop).map_err(|error| error.to_string());

#[test]
fn every_kind_of_bad_input_is_named_with_its_place() {
    assert_refused(&[
        // Moves.
        (MOVES, "7x6c4", "44a4", "line 1, character 3: `a` is not a column: columns are numbers from 1"),
        (MOVES, "7x6c4", "4 4\n4 \u{1b}", "line 2, character 3: `\\u{1b}` is not a column: columns are numbers from 1"),
        (MOVES, "7x6c4", "404", "line 1, character 2: column 0 is off the board (1 to 7)"),
        (MOVES, "7x6c4", "1,8", "line 1, character 3: column 8 is off the board (1 to 7)"),
        (
            MOVES,
            "7x6c4",
            "1,99999999999999999999",
            "line 1, character 3: column 99999999999999999999 is off the board (1 to 7)",
        ),
        (
            MOVES,
            "12x6c4",
            "1212",
            "line 1, character 1: column 1212 is off the board (1 to 12); put commas between columns on boards with more than 9",
        ),
        (MOVES, "7x6c4", "4444444", "line 1, character 7: column 4 is full"),
        (MOVES, "7x6c4", "4545454\n6", "line 1, character 1: column 4545454 is off the board (1 to 7)"),
        (MOVES, "7x6c4", "45454541", "line 1, character 8: the game is already over before this move"),
        (MOVES, "2x1m2", "1\n2\n1", "line 3, character 1: the game is already over before this move"),
        (MOVES, "7x6c4", ",4", "line 1, character 1: expected a column next to the comma"),
        (MOVES, "7x6c4", "4,,4", "line 1, character 3: expected a column next to the comma"),
        (MOVES, "7x6c4", "é", "line 1, character 1: `é` is not a column: columns are numbers from 1"),
        (MOVES, "7x6c4", "4, 4, ", "line 1, character 5: expected a column next to the comma"),
        (MOVES, "7x6c4", "-4", "line 1, character 1: `-` is not a column: columns are numbers from 1"),
        // Grids.
        (GRID, "3x2c2", "", "line 1, character 1: expected the top level of the grid, found an empty line"),
        (GRID, "3x2c2", "\n\n...\n", "line 1, character 1: expected the top level of the grid, found an empty line"),
        (
            GRID,
            "3x2c2",
            "...\n.R?\n",
            "line 2, character 3: `?` is not a cell: use . for vacant, R for red, B for black",
        ),
        (
            GRID,
            "3x2c2",
            "\u{feff}?..\n...",
            "line 1, character 1: `?` is not a cell: use . for vacant, R for red, B for black",
        ),
        (GRID, "3x2c2", "...\n....\n", "line 2, character 4: this line has 4 cells, the first has 3"),
        (GRID, "3x2c2", "...\r\n..\r\n", "line 2, character 3: this line has 2 cells, the first has 3"),
        (GRID, "3x2c2", "...\n\n...\n", "line 2, character 1: this line has 0 cells, the first has 3"),
        (GRID, "3x2c2", ".R.\n...\n", "line 1, character 2: the checker at column 2, level 2 hangs in the air"),
        (GRID, "3x3c2", "...\n..B\nRR.\nred", "line 2, character 3: the checker at column 3, level 2 hangs in the air"),
        (
            GRID,
            "3x2c2",
            "...\nRR.\n",
            "line 3, character 1: 2 red and 0 black checkers cannot come from taking turns: add a last line `red` or `black` for a set-up position",
        ),
        (
            GRID,
            "3x2c2",
            "...\n.B.\n",
            "line 3, character 1: 0 red and 1 black checkers cannot come from taking turns: add a last line `red` or `black` for a set-up position",
        ),
        (GRID, "3x2c2", "...\n...\nred\n...\n", "line 4, character 1: nothing may follow the side to move"),
        (
            GRID,
            "3x2c2",
            "...\n...\ngreen\n",
            "line 3, character 1: `g` is not a cell: use . for vacant, R for red, B for black",
        ),
        (GRID, "3x2c2", "....\n....\n", "line 1, character 4: the grid has 4 columns × 2 levels, but 3x2c2 is played"),
        (GRID, "3x2c2", "..\n..\n", "line 1, character 3: the grid has 2 columns × 2 levels, but 3x2c2 is played"),
        (
            GRID,
            "3x2c2",
            "...\n...\n...\n",
            "line 3, character 1: the grid has 3 columns × 3 levels, but 3x2c2 is played",
        ),
        (GRID, "3x2c2", "...\n", "line 2, character 1: the grid has 3 columns × 1 level, but 3x2c2 is played"),
        // Keys. Those of 2x1c2 have five bits: beyond the board, column 2 (mark, red), column 1 (mark, red), who moves.
        (KEY, "", "7x6c4", "line 1, character 6: a position key is a variant, a colon and the position, as in 7x6c4:…"),
        (
            KEY,
            "",
            "7y6c4:--",
            "line 1, character 2: `7y6c4` is not a variant: at character 2, expected an `x` between columns and levels (as in 7x6c4, or 7x6m4 for Max-Connect)",
        ),
        (KEY, "", "7x0c4:--", "line 1, character 1: levels must be 1 or more, not 0"),
        (KEY, "", "2x1c2:-0", "line 1, character 8: a key of 2x1c2 has 1 character after the colon, not 2"),
        (KEY, "", "2x1c2:", "line 1, character 7: a key of 2x1c2 has 1 character after the colon, not 0"),
        (KEY, "", "2x1c2:+", "line 1, character 7: `+` does not occur in position keys"),
        (KEY, "", "2x1c2:-", "line 1, character 7: the bits of column 1 are all zero, which no column is"),
        (KEY, "", "2x1c2:z", "line 1, character 7: the position has bits beyond the board"),
        (KEY, "", "4x3c2:0-G", "line 1, character 8: the bits of column 2 are all zero, which no column is"),
    ]);
}

/// What reads JSON adds where it stopped.
#[cfg(feature = "serde")]
#[test]
fn every_kind_of_bad_record_is_named() {
    assert_refused(&[
        (RECORD, "", r#"{"variant":"3x2c2","moves":[1,2,1,1]}"#, "move 4 (column 1): the game is over"),
        (RECORD, "", r#"{"variant":"3x2c9","moves":[1,1,1]}"#, "move 3 (column 1): column 1 is full"),
        (RECORD, "", r#"{"variant":"3x2c9","moves":[4]}"#, "move 1 (column 4): column 4 is off the board"),
        (
            RECORD,
            "",
            r#"{"variant":"3x2c9","moves":[0]}"#,
            "0 is not a column: they count from 1 to 65535 at line 1 column 30",
        ),
        (
            RECORD,
            "",
            r#"{"variant":"3x2c9","start":"...\nR.?\nred"}"#,
            "the start: line 2, character 3: `?` is not a cell: use . for vacant, R for red, B for black",
        ),
        (RECORD, "", r#"{"variant":"3x2c2","moves":[1,2,1],"resigned":"red"}"#, "red resigns, but the game is over"),
        (RECORD, "", r#"{"variant":"0x2c2"}"#, "columns must be 1 or more, not 0 at line 1 column 19"),
        (
            RECORD,
            "",
            r#"{"variant":"3x2c2","move":[1]}"#,
            "unknown field `move`, expected one of `variant`, `start`, `moves`, `resigned`, `ahead`, `red`, `black`, `names`, `seed`, `clocks`, `variations` at line 1 column 25",
        ),
        (RECORD, "", r#"{"moves":[1]}"#, "missing field `variant` at line 1 column 13"),
    ]);
}

/// Each text with its variant is refused in these words.
fn assert_refused(cases: &[(Reader, &str, &str, &str)]) {
    for (read, variant, text, expected) in cases {
        let variant = if variant.is_empty() { Variant::STANDARD } else { variant.parse().expect("a variant") };
        assert_eq!(read(variant, text), Err((*expected).to_owned()), "{text:?}");
    }
}

#[test]
fn every_spelling_of_a_grid_is_read() {
    let variant: Variant = "4x2c4".parse().expect("a variant");
    let plain = grid::parse("....\nRBRB").and_then(|grid| grid.game(variant)).expect("a grid");
    for text in
        ["    \nrbxy\n", "0000\n12Xo\n\n", "____\r\n1YxO\r\n", "\u{feff}._0 \nXyXb\nRED\n", "....\nRBRB\n red \n"]
    {
        let game = grid::parse(text).and_then(|grid| grid.game(variant)).expect("a grid");
        assert_eq!(game.position(), plain.position(), "{text:?}");
    }
    let black = grid::parse("....\nRBRB\nblack").and_then(|grid| grid.game(variant)).expect("a grid");
    assert_eq!(black.turn(), Side::Black);
}

#[test]
fn slow_boards_write_what_grids_read() {
    let variant: Variant = "3x2c3".parse().expect("a variant");
    let mut slow = SlowBoard::new(variant);
    slow.drop(1, Side::Red);
    assert_eq!(slow.grid(Side::Black), "...\n.R.\nblack\n");
}

#[test]
fn every_notation_is_known_by_its_look() {
    for text in ["", "-", "4453", " 4, 4 5 3\n", "44x", "1120"] {
        assert_eq!(Notation::of(text), Notation::Moves, "{text:?}");
    }
    for text in ["R..", "...\nRB.", "\n\n...\nRB.\nred\n", "   \n RB", "00\n12", "00\n12\nred", "0\n0", "4 4\n5 3"] {
        assert_eq!(Notation::of(text), Notation::Grid, "{text:?}");
    }
    for text in
        ["00\n12\n1", "\n00\r\n12\r\n1\r\n", "0000000\n0000000\n1\n", "0\n0\n1\n", "00\n12\nx\n", "00\n12\n1 next\n"]
    {
        assert_eq!(Notation::of(text), Notation::BoardFile, "{text:?}");
    }
    assert_eq!(Notation::of("7x6c4:--"), Notation::Key);
    #[cfg(feature = "json")]
    assert_eq!(Notation::of("\u{feff} {\"variant\":"), Notation::Record);
}

#[test]
fn places_count_from_the_start_of_the_whole_text() {
    let said = |text: &str, variant: Option<&str>| {
        notation::read(text, variant.map(|name| name.parse().expect("a variant")))
            .expect_err("a wrong text")
            .to_string()
    };
    assert_eq!(said("44\n", Some("3x3c3")), "line 1, character 1: column 4 is off the board (1 to 3)");
    assert_eq!(said("\n\n.R.\n...\n", None), "line 3, character 2: the checker at column 2, level 2 hangs in the air");
    assert_eq!(
        said("\n...\n...\n", Some("2x2c2")),
        "line 2, character 3: the grid has 3 columns × 2 levels, but 2x2c2 is played"
    );
    assert_eq!(said("\n0000000\n0000000\n1\n", None), "line 4, character 1: too few rows: 2 instead of 6");
    assert!(notation::read("\n0000000\n0000000\n1\n", Some("7x2m4".parse().expect("a variant"))).is_ok());
    assert_eq!(said("\n  2x1c2:+ ", None), "line 2, character 9: `+` does not occur in position keys");
    assert_eq!(said("2x1c2:E", Some("2x1m2")), "this is a position of 2x1c2, not of 2x1m2");
    assert_eq!(said(&".\n".repeat(5000), None), "levels must be at most 4096, not 5000");
}
