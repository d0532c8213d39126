//! `dropline book`, and `--book` of the commands that use one.

use crate::{command, dropline, printed};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A small book, in a folder of its own.
fn small_book() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("small.book");
    let told = printed(&format!("book build --variant 4x4c4 --nodes 100 --out {}", path.display()));
    assert!(told.contains(" positions of 4x4c4, "), "{told}");
    assert!(!folder.path().join("small.book.part").exists(), "what an unfinished build remembers is gone");
    (folder, path)
}

#[track_caller]
fn refused(args: &str, sentence: &str) {
    let run = dropline(args);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "dropline {args}\n{}", run.err);
    assert!(run.err.contains(sentence), "dropline {args}\nsaid     {}expected {sentence}", run.err);
}

fn info(path: &Path) -> Value {
    serde_json::from_str(&printed(&format!("book info {} --format json", path.display()))).expect("JSON")
}

#[test]
fn a_book_is_built_told_of_listed_and_verified() {
    let (_folder, path) = small_book();
    let name = path.display();
    let told = info(&path);
    let positions = told["positions"].as_u64().unwrap();
    assert_eq!((told["variant"].as_str(), told["nodes"].as_u64()), (Some("4x4c4"), Some(100)));
    assert_eq!(told["bytes"].as_u64(), Some(std::fs::metadata(&path).unwrap().len()));
    let by_ply: u64 = told["by_ply"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert!(positions > 0 && by_ply == positions, "{told}");

    let text = printed(&format!("book info {name}"));
    let head = format!("a book for 4x4c4: {positions} positions that take more than 100 nodes, ");
    assert!(text.starts_with(&head) && text.contains("\nafter 0 moves: 1\n"), "{text}");

    let verified = format!("{positions} of {positions} positions verified, 0 wrong\n");
    assert_eq!(printed(&format!("book verify {name} --all")), verified);
    let sample = printed(&format!("book verify {name} --sample 5"));
    assert!(sample.ends_with(&format!("of {positions} positions verified, 0 wrong\n")), "{sample}");

    let dump = printed(&format!("book dump {name}"));
    assert_eq!(dump.lines().count() as u64, positions);
    let csv = printed(&format!("book dump {name} --format csv"));
    assert_eq!(csv.lines().next(), Some("position,score"));
    for (line, row) in dump.lines().zip(csv.lines().skip(1)) {
        assert_eq!(line.replace(' ', ","), row);
    }
}

#[test]
fn without_a_file_it_is_the_book_in_the_program() {
    let text = printed("book info");
    assert!(
        text.starts_with(
            "a book for 7x6c4: 1010502 positions, 2289551 bytes; it knows every position of up to 10 moves, \
             and of later ones 173357 that take more than 500000 nodes\n"
        ),
        "{text}"
    );
    assert!(printed("book verify --sample 2").ends_with("of 1010502 positions verified, 0 wrong\n"));
    let csv = printed("book dump --format csv");
    assert_eq!(csv.lines().count(), 1_010_503);
}

#[test]
fn a_book_is_completed() {
    let (folder, path) = small_book();
    let whole = folder.path().join("whole.book");
    let (small, name) = (path.display(), whole.display());
    let told = printed(&format!("book complete {small} --plies 5 --out {name}"));
    assert!(told.contains("whole.book: all positions of 4x4c4 of up to 5 moves and "), "{told}");
    assert!(!folder.path().join("whole.book.part").exists(), "what is remembered of unfinished work is gone");
    let told = info(&whole);
    assert_eq!(told["complete"].as_u64(), Some(5), "{told}");
    assert_eq!(info(&path).get("complete"), None);
    let text = printed(&format!("book info {name}"));
    assert!(text.contains("; it knows every position of up to 5 moves, and of later ones "), "{text}");
    let positions = told["positions"].as_u64().unwrap();
    let verified = format!("{positions} of {positions} positions verified, 0 wrong\n");
    assert_eq!(printed(&format!("book verify {name} --all")), verified);
    assert_eq!(printed(&format!("book dump {name}")).lines().count() as u64, positions);
    let told: Value =
        serde_json::from_str(&printed(&format!("analyze --variant 4x4c4 123 --book {name} --format json"))).unwrap();
    assert_eq!(told["nodes"].as_u64(), Some(0), "{told}");

    let jobs = folder.path().join("jobs.book");
    // The head, a line that stands, and one that was cut off in the middle.
    let head = "dropline book completion 1: 4x4c4, 5 moves\n12";
    std::fs::write(folder.path().join("jobs.book.part"), head).unwrap();
    printed(&format!("book complete {small} --plies 5 --jobs 3 --out {}", jobs.display()));
    assert!(
        std::fs::read(&jobs).unwrap() == std::fs::read(&whole).unwrap(),
        "the same bytes whatever the number of jobs"
    );

    let out = folder.path().join("x.book").display().to_string();
    refused(
        &format!("book complete {name} --plies 5 --out {out}"),
        "a book for 4x4c4 that knows all positions of up to 5 moves can be completed to a number of moves from 6 to 15, not 5",
    );
    refused(
        &format!("book complete {small} --plies 16 --out {out}"),
        "can be completed to a number of moves from 1 to 15, not 16",
    );
    refused(&format!("book complete {small} --plies 0 --out {out}"), "--plies");
    refused(&format!("book complete {small} --plies 3"), "--out <FILE>");
    std::fs::write(format!("{out}.part"), "dropline book completion 1: 5x5c4, 3 moves\n").unwrap();
    refused(&format!("book complete {small} --plies 3 --out {out}"), "x.book.part belongs to another book");
}

#[test]
fn a_second_build_of_a_book_is_refused_while_the_first_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let build = format!("book build --nodes 2k --jobs 1 --out {}", folder.path().join("x.book").display());
    let mut first = command().args(build.split(' ')).spawn().unwrap();
    let part = folder.path().join("x.book.part");
    while std::fs::read_to_string(&part).unwrap_or_default().lines().count() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let second = dropline(&build);
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!((second.code, second.out.as_str()), (2, ""));
    assert!(second.err.ends_with("x.book.part is in use by another run\n"), "{}", second.err);
}

#[test]
fn what_a_book_says_is_what_solving_says() {
    let (_folder, path) = small_book();
    let dump = printed(&format!("book dump {}", path.display()));
    for line in dump.lines().take(8) {
        let (key, score) = line.split_once(' ').unwrap();
        let told: Value = serde_json::from_str(&printed(&format!("analyze --key {key} --format json"))).unwrap();
        assert_eq!(told["score"].to_string(), score, "{key}");
    }
}

#[test]
fn the_same_book_whatever_the_number_of_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let books = [1, 3].map(|jobs| {
        let path = folder.path().join(format!("{jobs}.book"));
        printed(&format!("book build --variant 4x4c4 --nodes 100 --jobs {jobs} --out {}", path.display()));
        std::fs::read(path).unwrap()
    });
    assert_eq!(books[0], books[1]);
}

#[test]
fn a_build_goes_on_where_it_stopped() {
    let (_folder, whole) = small_book();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.book");
    // The head, and a line that was cut off in the middle.
    std::fs::write(folder.path().join("small.book.part"), "dropline book part 2: 4x4c4, 100 nodes\n12").unwrap();
    printed(&format!("book build --variant 4x4c4 --nodes 100 --out {}", path.display()));
    assert_eq!(std::fs::read(path).unwrap(), std::fs::read(whole).unwrap());
}

#[test]
fn a_book_answers_without_searching() {
    let (_folder, path) = small_book();
    let told = |args: &str| -> Value { serde_json::from_str(&printed(args)).unwrap() };
    let with = told(&format!("analyze --variant 4x4c4 - --book {} --format json", path.display()));
    let without = told("analyze --variant 4x4c4 - --format json");
    assert_eq!(with["columns"], without["columns"]);
    assert!(with["nodes"].as_u64() < without["nodes"].as_u64(), "{with}\n{without}");
    let review = format!("review --variant 4x4c4 1122 --book {}", path.display());
    assert_eq!(printed(&review), printed("review --variant 4x4c4 1122"));
    let explain = format!("explain --variant 4x4c4 11 --book {}", path.display());
    assert_eq!(printed(&explain), printed("explain --variant 4x4c4 11"));
}

#[test]
fn damaged_books_are_refused() {
    let (folder, path) = small_book();
    let bytes = std::fs::read(&path).unwrap();
    let written = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let cut = written("cut.book", &bytes[..60]);
    refused(&format!("book info {cut}"), "cut.book: the book is 60 bytes long, but its header says ");
    let mut flipped = bytes.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0x20;
    let flipped = written("flipped.book", &flipped);
    let damaged = "flipped.book: the book is damaged: its checksum does not match";
    for command in ["book info", "book verify", "book dump", "analyze --variant 4x4c4 - --book"] {
        refused(&format!("{command} {flipped}"), damaged);
    }
    let mut longer = bytes;
    longer.push(0);
    let longer = written("longer.book", &longer);
    refused(&format!("book info {longer}"), "longer.book: ");
    let other = written("other.book", b"hello");
    refused(&format!("book info {other}"), "other.book: this is not a Dropline book");
    let empty = written("empty.book", b"");
    refused(&format!("book info {empty}"), "empty.book: ");
    refused("book info /no/such/book", "cannot read /no/such/book");
    refused("book dump /", "cannot read /: this is a folder, not a file");
}

#[test]
fn a_book_of_another_variant_is_refused() {
    let (_folder, path) = small_book();
    let name = path.display();
    refused(&format!("analyze 44 --book {name}"), "small.book: the book is for 4x4c4, not for 7x6c4");
    refused(&format!("explain --variant 4x3c3 1 --book {name}"), "the book is for 4x4c4, not for 4x3c3");
    refused(&format!("review --variant 4x4m4 1 --book {name}"), "the book is for 4x4c4, not for 4x4m4");
}

#[test]
fn builds_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("x.book").display().to_string();
    let boards = "books hold Connect-N positions of boards with (levels + 1) × columns up to 128, not ";
    refused(&format!("book build --variant 20x20c4 --out {out}"), &format!("{boards}20x20c4"));
    refused(&format!("book build --variant 4x4m4 --out {out}"), &format!("{boards}4x4m4"));
    refused(&format!("book build --nodes x --out {out}"), "write a number of nodes, 1 or more, such as 500k or 2M");
    refused(&format!("book build --nodes 0 --out {out}"), "write a number of nodes, 1 or more, such as 500k or 2M");
    refused("book build", "--out <FILE>");
    refused(
        "book build --variant 4x4c4 --nodes 100 --out /no/such/folder/x.book",
        "cannot use /no/such/folder/x.book.part",
    );
    std::fs::write(format!("{out}.part"), "dropline book part 2: 5x5c4, 100 nodes\n").unwrap();
    refused(
        &format!("book build --variant 4x4c4 --nodes 100 --out {out}"),
        "x.book.part belongs to another book (dropline book part 2: 5x5c4, 100 nodes): delete it or choose another --out",
    );
    std::fs::write(format!("{out}.part"), "dropline book part 2: 4x4c4, 100 nodes\nhello\n").unwrap();
    refused(
        &format!("book build --variant 4x4c4 --nodes 100 --out {out}"),
        "x.book.part: `hello` is damaged: delete the file to begin anew",
    );
    let (_folder, path) = small_book();
    refused(&format!("book verify {} --sample 0", path.display()), "--sample must be 1 or more, not 0");
}
