use super::*;
use crate::analysis::Value;
use std::time::Duration;

fn solve(lesson: &Lesson) {
    lesson.check(&Think::default()).unwrap_or_else(|fault| panic!("{}: {fault}", lesson.id));
}

#[test]
fn every_task_of_every_lesson_is_what_it_claims() {
    let ids: Vec<&str> = lessons().iter().map(|lesson| lesson.id.as_str()).collect();
    let wanted =
        "lines block double-threat poisoned-cell odd-and-even zugzwang follow-up waiting-moves opening max-connect";
    assert_eq!(ids.join(" "), wanted, "a file that cannot be read is left out");
    lessons().iter().for_each(solve);
}

#[test]
fn every_lesson_is_short_and_in_both_languages() {
    for lesson in lessons() {
        assert!((3..=6).contains(&lesson.tasks.len()), "{}", lesson.id);
        let tasks =
            lesson.tasks.iter().flat_map(|task| [&task.ask, &task.right, &task.wrong].into_iter().chain(&task.hints));
        for text in lesson.words.iter().chain([&lesson.title]).chain(tasks) {
            let same = text.in_language("de") == text.english();
            assert!(!same || text.english() == "Zugzwang", "{}: {}", lesson.id, text.english());
        }
        let page: usize = lesson.words.iter().map(|words| words.in_language("de").len()).sum();
        assert!(page < 1500, "{} is more than a page", lesson.id);
    }
}

const SOUND: &str = "lesson: own\ntitle: Own\nwords: Words.\n\ntask: win\nposition: 415261\ncolumns: 3 7\nask: Win.\nhint: Look.\nright: Yes.\nwrong: No.\n";

#[test]
fn a_lesson_of_your_own_is_read_and_solved() {
    let lesson = Lesson::parse(SOUND).unwrap();
    solve(&lesson);
    assert_eq!(lesson.title.in_language("de"), "Own");
    let grid = SOUND.replace("415261", "\n  .......\n  .......\n  .......\n  .......\n  B......\n  BB.RRR.\n  red");
    assert_eq!(Lesson::parse(&grid).unwrap().tasks[0].start.position(), lesson.tasks[0].start.position());
}

/// The sentence about a file that is no lesson.
fn refusal(from: &str, to: &str) -> String {
    assert!(SOUND.contains(from));
    Lesson::parse(&SOUND.replace(from, to)).unwrap_err().to_string()
}

#[test]
fn a_file_that_is_no_lesson_is_refused_with_its_line() {
    assert_eq!(
        refusal("lesson: own", "lesson: My own"),
        "line 1: `My own` is no name of a lesson: take lower case letters, digits and hyphens"
    );
    assert_eq!(refusal("title: Own\n", ""), "line 1: the lesson has no `title`");
    assert_eq!(
        refusal("words: Words.", "words"),
        "line 3: a field is written as in `title: Double threat`, and a line that goes on begins with a blank"
    );
    assert_eq!(
        refusal("words: Words.", "words de: Worte."),
        "line 3: `words de` translates nothing: it stands after the English `words`, once"
    );
    assert_eq!(
        refusal("hint: Look.", "clue: Look."),
        "line 9: there is no field `clue` here: a task has variant, position, columns, drops, ask, hint, right, wrong"
    );
    assert_eq!(refusal("hint: Look.\n", ""), "line 5: this task has no `hint`");
    assert_eq!(refusal("ask: Win.", "ask: Win.\nask: Win."), "line 9: `ask` is there twice");
    assert_eq!(
        refusal("3 7", "3 8"),
        "line 7: `8` is no column that can be played in this position: choose from 1 to 7"
    );
    assert_eq!(refusal("3 7", ""), "line 7: name the right columns, as in `columns: 3 5`");
    assert_eq!(refusal("3 7", "3\ndrops: 0"), "line 8: `0` is no number of drops: take 1 to 20");
    assert_eq!(refusal("415261", "4152613"), "line 6: the game is over in this position");
    assert!(refusal("415261", "418").starts_with("line 6: the position cannot be read: "));
    assert!(
        refusal("task: win", "task: lose").starts_with("line 5: there is no task `lose`: choose one of win, block, ")
    );
    assert_eq!(Lesson::parse("").unwrap_err().to_string(), "line 1: the lesson has no `lesson`");
    let head = SOUND.split("\n\n").next().unwrap();
    assert_eq!(Lesson::parse(head).unwrap_err().to_string(), "line 3: the lesson has no `task`");
}

/// The sentence about a lesson whose task is not what it claims.
fn fault(from: &str, to: &str) -> String {
    assert!(SOUND.contains(from));
    let lesson = Lesson::parse(&SOUND.replace(from, to)).unwrap();
    let think = Think {
        limits: crate::Limits { time: Some(Duration::from_secs(20)), ..Default::default() },
        ..Think::default()
    };
    lesson.check(&think).unwrap_err().to_string()
}

#[test]
fn a_position_that_is_not_what_it_claims_is_refused_with_what_is_true() {
    let game = Game::from_moves(dropline_core::Variant::STANDARD, "415261").unwrap();
    let key = notation::key::write(&game);
    assert_eq!(fault("3 7", "3"), format!("task 1, to win at {key}: right are the columns 3, 7, the file says 3"));
    assert_eq!(
        fault("task: win", "task: block"),
        format!("task 1, to block at {key}: right is no column, the file says 3, 7")
    );
    assert_eq!(
        fault("task: win", "task: keep-tie"),
        format!("task 1, to keep-tie at {key}: with best play it is a win for the side to move")
    );
    assert_eq!(
        fault("task: win", "task: points"),
        format!("task 1, to points at {key}: the rules of 7x6c4 have no such task")
    );
    assert_eq!(fault("3 7", "3 7\ndrops: 2"), format!("task 1, to win at {key}: it is over after 1 of its 2 drops"));
    assert!(
        fault("win\nposition: 415261\ncolumns: 3 7", "avoid\nposition:\ncolumns: 1 2 3 4 5 6 7")
            .ends_with("every column is right, so there is nothing to find")
    );
}

#[test]
fn rules_decide_on_boards_that_no_solver_takes() {
    let large =
        SOUND.replace("position: 415261\ncolumns: 3 7", "variant: 20x20c4\nposition: 4 1 5 2 6 1\ncolumns: 3 7");
    solve(&Lesson::parse(&large).unwrap());
    let open = large.replace("4 1 5 2 6 1", "").replace("task: win", "task: keep-win");
    let limits = crate::Limits { time: Some(Duration::from_millis(50)), ..Default::default() };
    let fault = Lesson::parse(&open).unwrap().check(&Think { limits, ..Think::default() });
    assert!(fault.unwrap_err().to_string().ends_with("it could not be solved in time"));
}

#[test]
fn an_attempt_is_answered_and_a_wrong_drop_is_punished() {
    let lesson = lessons().iter().find(|lesson| lesson.id == "zugzwang").unwrap();
    let task = &lesson.tasks[0];
    let mut analyst = Analyst::new(task.start.variant());
    let mut attempt = |drops: &[Column]| task.attempt(drops, &mut analyst, &Think::default()).unwrap();
    assert_eq!(attempt(&[]).state, TaskState::Open);
    let mut drops = task.columns.clone();
    let first = attempt(&drops);
    assert_eq!((first.state, first.moves.len()), (TaskState::Open, 2));
    drops.push(first.right[0]);
    drops.push(attempt(&drops).right[0]);
    assert_eq!(attempt(&drops).state, TaskState::Done);
    let wrong = task.start.legal_columns().find(|column| !task.columns.contains(column)).unwrap();
    let wrong = attempt(&[wrong]);
    assert_eq!((wrong.state, wrong.right), (TaskState::Wrong, task.columns.clone()));
    assert!(!wrong.line.is_empty() && wrong.value.unwrap() < Value::Wins { moves: 21, score: 1 });
}
