//! The transcripts in docs/maxconnect4.md are what the command prints.

use crate::harness::{FILES, MAXCONNECT4, folder, run};
use std::path::Path;

const GUIDE: &str = include_str!("../../../../docs/maxconnect4.md");

/// The question for a column, up to where the answer is typed.
const QUESTION: &str = "): ";

/// One command of the guide with what it prints and what is typed meanwhile.
struct Transcript {
    command: String,
    answers: String,
    printed: String,
}

fn transcripts() -> Vec<Transcript> {
    let blocks = GUIDE.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let commands =
        blocks.flat_map(|block| format!("\n{block}").split("\n$ ").skip(1).map(str::to_owned).collect::<Vec<_>>());
    commands.map(|text| transcript(&text)).collect()
}

fn transcript(text: &str) -> Transcript {
    let mut lines = text.lines();
    let command = lines.next().expect("a command").to_owned();
    let (mut answers, mut printed) = (String::new(), String::new());
    for line in lines {
        match line.split_once(QUESTION) {
            Some((question, answer)) if question.starts_with("Enter a column (") => {
                answers += &format!("{answer}\n");
                printed += &format!("{question}{QUESTION}\n");
            }
            _ => printed += &format!("{line}\n"),
        }
    }
    Transcript { command, answers, printed }
}

#[test]
fn the_guide_shows_what_the_command_prints() {
    let folder = folder();
    std::fs::copy(Path::new(FILES).join("v02_official_input2.txt"), folder.path().join("input2.txt")).unwrap();
    let commands = Path::new(MAXCONNECT4).parent().unwrap().display();
    let transcripts = transcripts();
    assert!(transcripts.len() >= 5);
    for Transcript { command, answers, printed } in transcripts {
        let script = format!("PATH='{commands}':\"$PATH\"; {{ {command}\n}} 2>&1");
        assert_eq!(run("sh", folder.path(), &["-c", &script], &answers).out, printed, "{command}");
    }
}
