//! `dropline count`, `completions`, `man` and the help.

use crate::{dropline, printed, repository};

const COMMANDS: [&str; 10] =
    ["play", "show", "move", "judge", "match", "players", "count", "boards", "completions", "man"];

#[test]
fn counts_are_a_line_for_each_ply_and_the_total() {
    assert_eq!(printed("count --variant 2x2c2"), "0 1\n1 2\n2 4\n3 6\ntotal 13\n");
    assert_eq!(printed("count --plies 2"), "0 1\n1 7\n2 49\ntotal 57\n");
    assert_eq!(printed("count --variant 1x1c1"), "0 1\n1 1\ntotal 2\n");
    assert_eq!(printed("count --variant 64x64c4 --plies 1"), "0 1\n1 64\ntotal 65\n");
    assert_eq!(printed("count --plies 0"), "0 1\ntotal 1\n");
}

#[test]
fn counting_ends_before_it_takes_all_memory_unless_it_is_said_how_far() {
    let run = dropline("count --variant 64x64c4");
    assert_eq!((run.code, run.out.as_str()), (2, "0 1\n1 64\n2 4096\n3 137152\n"));
    let sentence =
        "the positions of 64x64c4 after 4 plies may take more than 512 MiB: say how far to count, as in --plies 4";
    assert!(run.err.contains(sentence), "{}", run.err);
    assert!(printed("count --variant 5x4c4").ends_with("total 3945711\n"));
}

#[test]
fn counts_are_the_published_ones() {
    let published = std::fs::read_to_string(repository().join("testdata/position-counts-7x6c4-by-ply.csv")).unwrap();
    let header: Vec<&str> = published.lines().next().unwrap().split(',').collect();
    let column = |name: &str| header.iter().position(|&title| title == name).unwrap();
    let (ply, total) = (column("ply"), column("positions"));
    let counted = printed("count --plies 7");
    for (line, row) in counted.lines().zip(published.lines().skip(1)).take(8) {
        let row: Vec<&str> = row.split(',').collect();
        assert_eq!(line, format!("{} {}", row[ply], row[total]));
    }
}

#[test]
fn known_boards_are_listed_and_solve_answers_from_them() {
    assert!(printed("boards").contains("\n9x7c4    first with checker 55    -        published\n"));
    assert_eq!(
        printed("boards --variant 7x6m4").lines().nth(1),
        Some("7x6m4    a tie                    3,4,5    ours")
    );
    assert_eq!(printed("solve --variant 9x7c4 -"), "- 5\n");
    assert_eq!(printed("solve --variant 8x9c4 --weak -"), "- 1\n");
    let wide = printed("boards --columns 9");
    assert!(wide.lines().count() > 2 && wide.lines().skip(1).all(|line| line.starts_with("9x")), "{wide}");
    let max = printed("boards --rules max --connect 4");
    assert!(max.lines().count() > 2 && max.lines().skip(1).all(|line| line.contains("m4 ")), "{max}");
    crate::refused("boards --connect 0", "connect must be 1 or more, not 0");
    crate::refused("boards --connect 77", "no board of the table is like that: without options all are listed");
    crate::refused("boards --variant 3x3c3", "`dropline solve --variant 3x3c3 -` computes it");
}

#[test]
fn every_command_teaches_with_examples() {
    let help = printed("--help");
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command} is listed");
        let help = printed(&format!("{command} --help"));
        assert!(help.contains("Examples:\n  dropline "), "{command}");
    }
    assert!(help.contains("Exit codes: 0"));
    assert!(printed("--version").starts_with("dropline "));
}

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&format!("completions {shell}"));
        assert!(script.contains("random-plies"), "{shell}");
        let course = printed(&format!("completions {shell} --program maxconnect4"));
        assert!(course.contains("maxconnect4") && course.contains("one-move"), "{shell}");
        assert!(course.contains("zero-based") && !course.contains("random-plies"), "{shell}");
        assert!(!course.contains("dropline"), "{shell}: {course}");
    }
}

#[test]
fn the_manual_tells_all_commands() {
    let page = printed("man");
    assert!(page.contains(".TH dropline 1"));
    assert_eq!(page.matches("\n.TH ").count(), 1, "it is one page");
    for command in COMMANDS {
        assert!(page.contains(&format!(".SH \"DROPLINE {}\"", command.to_uppercase())), "{command}");
    }
    assert!(page.contains("random\\-plies"));
    let course = printed("man --program maxconnect4");
    assert!(course.contains(".TH maxconnect4 1") && course.contains(".SH \"MAXCONNECT4 INTERACTIVE\""), "{course}");
    let folder = tempfile::tempdir().unwrap();
    printed(&format!("man --dir {}/man1", folder.path().display()));
    for page in
        ["dropline.1", "dropline-move.1", "maxconnect4.1", "maxconnect4-one-move.1", "maxconnect4-interactive.1"]
    {
        let text = std::fs::read_to_string(folder.path().join("man1").join(page)).unwrap();
        assert!(text.contains(&format!(".TH {} 1", page.trim_end_matches(".1"))), "{page}");
    }
    let pages = std::fs::read_dir(folder.path().join("man1")).unwrap().count();
    assert!(pages > COMMANDS.len(), "{pages}");
}
