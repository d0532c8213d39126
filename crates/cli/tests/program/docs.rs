//! The documents tell the truth: the commands they show are run, and print what stands below them.
//!
//! A block of `console` has a command and what it prints; `[..]` stands for what differs each time. Each line of a block of `sh` is run, and has to end well or to be
//! at work still after a while. Behind `<!-- not run: REASON -->` a block is only read, as are commands in the text: the command has to exist, and to take the options
//! it is given. `file=NAME` behind a block's language writes it into the folder in which the commands of its page run.

use crate::examples::{PATIENCE, all_commands, fill, help};
use crate::{repository, run};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// A block of code in a page.
struct Block {
    language: String,
    /// The file it is meant to be in.
    file: Option<String>,
    text: String,
    is_run: bool,
}

fn read(page: &str) -> String {
    std::fs::read_to_string(repository().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// The pages of the handbook and the README, by their paths.
fn pages() -> Vec<String> {
    let entries = std::fs::read_dir(repository().join("docs")).expect("the handbook");
    let names = entries.map(|entry| format!("docs/{}", entry.expect("a page").file_name().to_string_lossy()));
    let mut pages: Vec<String> = names.filter(|name| name.ends_with(".md")).collect();
    pages.push("README.md".to_owned());
    pages
}

/// The blocks of a page, and the lines between them.
fn taken_apart(page: &str) -> (Vec<Block>, Vec<String>) {
    let (mut blocks, mut prose) = (Vec::new(), Vec::<String>::new());
    let text = read(page);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            prose.push(line.to_owned());
            continue;
        };
        let mut words = info.split_whitespace();
        let language = words.next().unwrap_or_default().to_owned();
        let file = words.find_map(|word| word.strip_prefix("file=")).map(str::to_owned);
        let text = lines.by_ref().take_while(|line| *line != "```").fold(String::new(), |all, line| all + line + "\n");
        let is_run = !prose.last().is_some_and(|line| line.starts_with("<!-- not run: "));
        blocks.push(Block { language, file, text, is_run });
    }
    (blocks, prose)
}

/// Lets a shell run a command of a page that finds the programs under test; after the patience it is stopped.
fn shell(line: &str, folder: &Path, patience: &str) -> crate::Run {
    let bin = Path::new(env!("CARGO_BIN_EXE_dropline")).parent().expect("a folder");
    let mut command = Command::new("timeout");
    command.args([patience, "sh", "-c", line]).current_dir(folder).env("HOME", folder).env("LC_ALL", "C.UTF-8");
    command.env("PATH", format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default()));
    for name in ["XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        command.env_remove(name);
    }
    run(command, b"")
}

/// Whether a line is as expected; `[..]` stands for anything.
fn matches(expected: &str, line: &str) -> bool {
    let Some((start, rest)) = expected.split_once("[..]") else { return expected == line };
    let (middle, end) = rest.rsplit_once("[..]").unwrap_or(("", rest));
    let inside = line.strip_prefix(start).and_then(|line| line.strip_suffix(end));
    let found = inside.map(|inside| {
        middle.split("[..]").try_fold(inside, |inside, part| inside.find(part).map(|at| &inside[at + part.len()..]))
    });
    found.flatten().is_some()
}

/// Runs the commands of a page, checks what stands below each, and returns the lines printed by each.
fn transcripts(page: &str) -> Vec<Vec<String>> {
    let transcript = |block: &Block| {
        let mut lines = block.text.lines();
        let line = lines.next().and_then(|line| line.strip_prefix("$ ")).expect("a command");
        let run = shell(line, &repository(), "600");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{line}");
        let expected: Vec<_> = lines.collect();
        let out: Vec<_> = run.out.lines().map(str::to_owned).collect();
        assert_eq!(out.len(), expected.len(), "{line}\n{}", run.out);
        for (expected, out) in expected.into_iter().zip(&out) {
            assert!(matches(expected, out), "{page}: {line}\nexpected {expected}\nprinted  {out}");
        }
        out
    };
    let (blocks, _) = taken_apart(page);
    blocks.iter().filter(|block| block.language == "console").map(transcript).collect()
}

/// Pages whose transcripts have a test of their own, here and among those of the course.
const APART: [&str; 5] =
    ["docs/json.md", "docs/players.md", "docs/puzzles.md", "docs/explain.md", "docs/maxconnect4.md"];

#[test]
fn the_json_of_the_docs_is_the_json_of_the_command() {
    let printed = transcripts("docs/json.md");
    for line in printed.iter().flatten() {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
    assert_eq!(printed.len(), 22);
}

#[test]
fn what_players_see_in_the_docs_is_what_the_command_prints() {
    assert_eq!(transcripts("docs/players.md").len(), 11);
}

#[test]
fn the_puzzles_of_the_docs_are_those_of_the_program() {
    assert_eq!(transcripts("docs/puzzles.md").len(), 4);
}

#[test]
fn the_explanations_of_the_docs_are_those_of_the_command() {
    assert_eq!(transcripts("docs/explain.md").len(), 10);
}

#[test]
fn the_outputs_of_all_other_pages_are_those_of_the_command() {
    let others = pages().into_iter().filter(|page| !APART.contains(&page.as_str()));
    assert!(others.map(|page| transcripts(&page).len()).sum::<usize>() >= 15);
}

/// The lines of a block, those that end in a backslash joined with the next.
fn commands(block: &Block) -> Vec<String> {
    block.text.replace("\\\n", " ").lines().map(str::to_owned).collect()
}

#[test]
#[cfg(unix)]
fn what_the_docs_let_a_shell_do_works() {
    let bin = Path::new(env!("CARGO_BIN_EXE_dropline")).parent().expect("a folder");
    let (mut count, mut wrong) = (0, Vec::new());
    for page in pages() {
        let (blocks, _) = taken_apart(&page);
        let lines: Vec<String> =
            blocks.iter().filter(|block| block.language == "sh" && block.is_run).flat_map(commands).collect();
        if lines.is_empty() {
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder");
        fill(folder.path(), bin);
        for (file, block) in blocks.iter().filter_map(|block| Some((block.file.as_ref()?, block))) {
            std::fs::write(folder.path().join(file), &block.text).expect("a file");
        }
        for line in lines {
            let run = shell(&line, folder.path(), PATIENCE);
            count += 1;
            if !matches!(run.code, 0 | 124) {
                wrong.push(format!("{page}: {line}: exit code {}: {}", run.code, run.err));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 25, "the commands are found: {count}");
}

/// The commands of ours in the text of a page, and those that are shown and not run.
fn only_named(page: &str) -> Vec<String> {
    let (blocks, prose) = taken_apart(page);
    let spans = prose.iter().flat_map(|line| line.split('`').skip(1).step_by(2)).map(str::to_owned);
    let shown = blocks.iter().filter(|block| block.language == "sh" && !block.is_run).flat_map(commands);
    let is_ours = |text: &String| text.starts_with("dropline ") && !text.starts_with("dropline puzzles 1:");
    spans.chain(shown).filter(is_ours).collect()
}

#[test]
fn commands_that_the_docs_name_exist_and_take_their_options() {
    let known: BTreeMap<String, String> = all_commands().into_iter().map(|name| (name.clone(), help(&name))).collect();
    let (mut count, mut wrong) = (0, Vec::new());
    for page in pages() {
        for text in only_named(&page) {
            count += 1;
            let typed = text.split(['#', '|', '<', '>', '&', ';']).next().unwrap_or_default();
            // What stands in quotes is another command.
            let words: Vec<&str> =
                typed.split(['"', '\'']).step_by(2).flat_map(str::split_whitespace).skip(1).collect();
            let two = words.iter().take(2).copied().collect::<Vec<_>>().join(" ");
            let one = words.first().copied().filter(|word| !word.starts_with('-')).unwrap_or_default();
            let Some(help) = known.get(&two).or_else(|| known.get(one)) else {
                wrong.push(format!("{page}: `{text}`: there is no such command"));
                continue;
            };
            for option in words.iter().filter(|word| word.starts_with("--")) {
                let name = option.split('=').next().unwrap_or_default();
                if !help.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == name) {
                    wrong.push(format!("{page}: `{text}`: there is no option {name}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 80, "the commands are found: {count}");
}

#[test]
fn every_block_is_of_a_kind_that_somebody_checks() {
    // `example`: tests of the engine; `python`: those of the package; `http`: those of `dropline serve`; `rust`: those of the libraries; `text` and `toml` are no commands.
    let kinds = ["console", "sh", "example", "http", "python", "rust", "text", "toml"];
    for page in pages() {
        for Block { language, text, .. } in taken_apart(&page).0 {
            assert!(kinds.contains(&language.as_str()), "{page}: a block of `{language}`:\n{text}");
            assert!(language != "text" || !text.contains("\n$ ") && !text.starts_with("$ "), "{page}: {text}");
        }
    }
}

const REFERENCE: &str = "docs/commands.md";

/// The page of all commands: what each says with `--help`.
fn reference() -> String {
    let mut page = "# Commands\n\nWhat every command says with `--help`. `dropline man` prints it as a manual page, `dropline completions` has it for shells. How to use the course program `maxconnect4`: \
                    [The course](maxconnect4.md).\n\n<!-- Written by `UPDATE_DOCS=1 cargo test -p dropline --test program docs` -->\n"
        .to_owned();
    let course = ["", "one-move", "interactive"].map(str::to_owned);
    let programs = [("dropline", all_commands()), ("maxconnect4", course.to_vec())];
    for (program, name) in
        programs.into_iter().flat_map(|(program, names)| names.into_iter().map(move |name| (program, name)))
    {
        let mut command =
            if program == "dropline" { crate::command() } else { Command::new(env!("CARGO_BIN_EXE_maxconnect4")) };
        command.args(name.split_whitespace()).arg("--help").env("COLUMNS", "120");
        let help = run(command, b"").out;
        let text = help.lines().fold(String::new(), |all, line| all + line.trim_end() + "\n");
        write!(page, "\n## {}\n\n```text\n{text}```\n", format!("{program} {name}").trim_end()).expect("text");
    }
    page
}

#[test]
fn the_reference_of_commands_is_what_they_say_themselves() {
    let page = reference();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(repository().join(REFERENCE), &page).expect("the page");
    }
    assert!(read(REFERENCE) == page, "write it anew: UPDATE_DOCS=1 cargo test -p dropline --test program docs");
}
