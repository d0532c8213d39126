//! `interactive INPUT computer-next|human-next DEPTH`.

use crate::harness::{BOTH, DROPLINE, FILES, MAXCONNECT4, folder, names, read, run, write};
use std::path::Path;

fn play(program: &str, folder: &Path, words: &str, input: &str) -> String {
    let words: Vec<&str> = words.split(' ').collect();
    run(program, folder, &words, input).ok()
}

/// A whole game on two columns and two levels, N = 2, the person first.
const WHOLE_GAME: &str = "\
MaxConnect-2 game
Game state before move:
 -------
 | 0 0 | 
 | 0 0 | 
 -------
Score: Player 1 = 0, Player 2 = 0

Enter a column (1-2): 

move 1: Player 1, column 2
Game state after move:
 -------
 | 0 0 | 
 | 0 1 | 
 -------
Score: Player 1 = 0, Player 2 = 0

move 2: Player 2, column 1
Game state after move:
 -------
 | 0 0 | 
 | 2 1 | 
 -------
Score: Player 1 = 0, Player 2 = 0

Enter a column (1-2): 

move 3: Player 1, column 2
Game state after move:
 -------
 | 0 1 | 
 | 2 1 | 
 -------
Score: Player 1 = 1, Player 2 = 0

move 4: Player 2, column 1
Game state after move:
 -------
 | 2 1 | 
 | 2 1 | 
 -------
Score: Player 1 = 1, Player 2 = 1

The board is full.
It is a tie, 1 to 1.
Game over.
";

#[test]
fn a_whole_game_word_for_word() {
    for (program, next) in BOTH.iter().flat_map(|program| ["human-next", "human-first"].map(|next| (program, next))) {
        let folder = folder();
        let words = format!("interactive none {next} 4 --player bad --size 2x2 --connect 2");
        assert_eq!(play(program, folder.path(), &words, "2\n2\n"), WHOLE_GAME);
        assert_eq!(names(folder.path()), ["computer.txt", "human.txt"]);
        assert_eq!(read(folder.path(), "human.txt"), "01\n21\n2\n");
        assert_eq!(read(folder.path(), "computer.txt"), "21\n21\n1\n");
    }
}

#[test]
fn the_computer_can_have_the_next_move() {
    for (program, next) in
        BOTH.iter().flat_map(|program| ["computer-next", "computer-first"].map(|next| (program, next)))
    {
        let folder = folder();
        let words = format!("interactive none {next} 4 --player bad --size 3x1 --connect 1");
        let out = play(program, folder.path(), &words, "3\n");
        assert!(out.contains("\nmove 1: Player 1, column 1\n"), "{out}");
        assert!(out.contains("\nmove 2: Player 2, column 3\n"), "{out}");
        assert!(out.contains("\nmove 3: Player 1, column 2\n"), "{out}");
        assert!(
            out.ends_with(
                "Score: Player 1 = 2, Player 2 = 1\n\nThe board is full.\nPlayer 1 wins 2 to 1.\nGame over.\n"
            )
        );
        assert_eq!(read(folder.path(), "computer.txt"), "112\n2\n");
        assert_eq!(read(folder.path(), "human.txt"), "102\n1\n");
    }
}

#[test]
fn each_plays_the_colour_whose_turn_it_is_in_the_file() {
    let folder = folder();
    let file = format!("{FILES}/v80_mid_1_pieces.txt");
    let out = play(MAXCONNECT4, folder.path(), &format!("interactive {file} human-next 2 --player bad"), "7\n");
    assert!(out.contains("\nmove 2: Player 2, column 7\n"), "{out}");
    assert!(out.contains("\nmove 3: Player 1, column 1\n"), "{out}");
    assert_eq!(read(folder.path(), "human.txt"), "0000000\n0000000\n0000000\n0000000\n0000000\n1000002\n1\n");
    assert_eq!(read(folder.path(), "computer.txt"), "0000000\n0000000\n0000000\n0000000\n1000000\n1000002\n2\n");
}

#[test]
fn the_second_player_can_win() {
    let folder = folder();
    let out = play(DROPLINE, folder.path(), "interactive none computer-next 1 --player bad --size 4x1 --connect 2", "");
    assert!(out.ends_with("The game is unfinished: the input has ended.\n"), "{out}");
    write(folder.path(), "in.txt", "2210\n2\n");
    let ran = run(
        DROPLINE,
        folder.path(),
        &["interactive", "in.txt", "human-next", "1", "--player", "bad", "--connect", "2"],
        "4\n",
    );
    assert!(ran.out.ends_with("\nThe board is full.\nPlayer 2 wins 1 to 0.\nGame over.\n"), "{}", ran.out);
    assert!(ran.err.starts_with("warning: in.txt:2:1: player 1 has 1 on the board and player 2 has 2"), "{}", ran.err);
}

#[test]
fn what_cannot_be_played_is_explained_and_asked_again() {
    let folder = folder();
    let file = format!("{FILES}/v06_both_scored.txt");
    let input = "\nfour\n0\n8\n-1\n99999999999999999999\n1\n4 4\n2.5\n\u{1b}[A\n 3 \n";
    let ran = run(MAXCONNECT4, folder.path(), &["interactive", &file, "human-next", "2", "--player", "bad"], input);
    assert_eq!(ran.code, Some(0));
    let expected = "\
Enter a column (1-7): \nno column was entered: choose 1 to 7
Enter a column (1-7): \n`four` is not a column: choose 1 to 7
Enter a column (1-7): \ncolumn 0 is off the board: choose 1 to 7
Enter a column (1-7): \ncolumn 8 is off the board: choose 1 to 7
Enter a column (1-7): \n`-1` is not a column: choose 1 to 7
Enter a column (1-7): \ncolumn 99999999999999999999 is off the board: choose 1 to 7
Enter a column (1-7): \ncolumn 1 is full: choose 2 to 7
Enter a column (1-7): \n`4 4` is not a column: choose 1 to 7
Enter a column (1-7): \n`2.5` is not a column: choose 1 to 7
Enter a column (1-7): \n`\\u{1b}[A` is not a column: choose 1 to 7
Enter a column (1-7): \n\nmove 20: Player 1, column 3
";
    assert!(ran.out.contains(expected), "{}", ran.out);
}

#[test]
fn columns_can_be_asked_for_from_0_and_are_printed_from_1() {
    let folder = folder();
    let file = format!("{FILES}/v06_both_scored.txt");
    let words = ["interactive", &file, "human-next", "2", "--player", "bad", "--zero-based"];
    let out = run(MAXCONNECT4, folder.path(), &words, "7\n0\n6\n").out;
    let expected = "\
Enter a column (0-6): \ncolumn 7 is off the board: choose 0 to 6
Enter a column (0-6): \ncolumn 0 is full: choose 1 to 6
Enter a column (0-6): \n\nmove 20: Player 1, column 7
";
    assert!(out.contains(expected), "{out}");
}

#[test]
fn the_end_of_the_input_leaves_the_files_as_they_were() {
    let folder = folder();
    write(folder.path(), "human.txt", "as it was");
    write(folder.path(), "computer.txt", "as it was");
    for input in ["", "9\n", "x"] {
        let out = play(DROPLINE, folder.path(), "interactive none human-next 3 --player bad", input);
        assert!(out.ends_with("Enter a column (1-7): \nThe game is unfinished: the input has ended.\n"), "{out}");
        assert_eq!(read(folder.path(), "human.txt"), "as it was");
        assert_eq!(read(folder.path(), "computer.txt"), "as it was");
    }
    let out = play(DROPLINE, folder.path(), "interactive none human-next 3 --player bad", "4");
    assert!(out.contains("\nmove 2: Player 2, column 1\n"), "an answer without a line end counts: {out}");
}

#[test]
fn files_are_written_with_crlf_when_asked_for() {
    let folder = folder();
    play(DROPLINE, folder.path(), "interactive none human-next 1 --player bad --size 2x1 --crlf", "1\r\n");
    assert_eq!(read(folder.path(), "human.txt"), "10\r\n2\r\n");
    assert_eq!(read(folder.path(), "computer.txt"), "12\r\n1\r\n");
}

#[test]
fn a_file_that_cannot_be_saved_is_told() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("computer.txt")).unwrap();
    let ran = run(DROPLINE, folder.path(), &["interactive", "none", "computer-next", "1", "--player", "bad"], "");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.starts_with("dropline: cannot write computer.txt: "), "{}", ran.err);
}
