use super::*;
use crate::analysis::Analyst;
use std::collections::BTreeSet;

fn analyst(variant: Variant) -> Analyst {
    puzzle_analyst(variant).unwrap()
}

fn set(lines: &str) -> Result<PuzzleSet, PuzzleSetError> {
    PuzzleSet::parse(&format!("dropline puzzles 1: 7x6c4\n{lines}"))
}

/// Plays a puzzle to its end: the right column first, then whatever the hint says.
fn solve(puzzle: &Puzzle, analyst: &mut Analyst) -> u32 {
    let (mut attempt, mut column, mut moves) = (PuzzleAttempt::new(puzzle), puzzle.column, 0);
    loop {
        moves += 1;
        match attempt.play(column, analyst, &Think::default()).unwrap() {
            PuzzleAnswer::Right { .. } => column = attempt.hint(analyst, &Think::default()).unwrap(),
            PuzzleAnswer::Solved { .. } => return moves,
            PuzzleAnswer::Wrong { .. } => panic!("{}: {column}", puzzle.id()),
        }
    }
}

fn prove(step: usize) {
    for set in PuzzleSet::all_embedded() {
        let mut analyst = analyst(set.variant());
        for puzzle in set.puzzles().iter().step_by(step) {
            puzzle.check(&mut analyst, &Think::default()).unwrap();
            assert!(puzzle.is_worthwhile(), "{}", puzzle.id());
            assert_eq!(solve(puzzle, &mut analyst), puzzle.moves, "{}", puzzle.id());
        }
    }
}

#[test]
fn some_puzzles_of_every_set_are_proven_and_played_out() {
    prove(37);
}

#[test]
#[ignore = "takes minutes"]
fn all_puzzles_of_every_set_are_proven_and_played_out() {
    prove(1);
}

#[test]
fn no_two_puzzles_of_a_set_are_alike() {
    for set in PuzzleSet::all_embedded() {
        let distinct: BTreeSet<_> = set.puzzles().iter().map(Puzzle::canonical).collect();
        assert_eq!(distinct.len(), set.puzzles().len());
        assert!(set.puzzles().iter().all(|puzzle| puzzle.variant() == set.variant()));
        let doubled = set.puzzles().iter().cloned().chain(set.puzzles().iter().cloned());
        assert_eq!(PuzzleSet::new(set.variant(), doubled).puzzles(), set.puzzles());
    }
}

#[test]
fn there_are_puzzles_of_every_band_and_of_every_board_that_is_promised() {
    for variant in ["7x6c4", "6x5c4", "9x7c4", "7x6m4"] {
        assert!(
            PuzzleSet::embedded(variant.parse().unwrap()).is_some_and(|set| !set.puzzles().is_empty()),
            "{variant}"
        );
    }
    let standard = PuzzleSet::embedded(Variant::STANDARD).unwrap();
    for band in PuzzleBand::ALL {
        let count = standard.puzzles().iter().filter(|puzzle| puzzle.band() == band).count();
        assert!(count >= 20, "{}: {count}", band.name());
    }
    assert_eq!(
        (PuzzleBand::of(-5.0), PuzzleBand::of(1500.0), PuzzleBand::of(9e9)),
        (PuzzleBand::Simple, PuzzleBand::Easy, PuzzleBand::Expert)
    );
}

#[test]
fn a_text_that_is_no_set_is_refused_with_the_line_and_the_reason() {
    let said = |lines: &str| set(lines).unwrap_err().to_string();
    let good = "-N6eWGF31 6 win 2 double-threat 1365 67\n";
    assert_eq!(set(&format!("# mine\n\n{good}")).unwrap().puzzles().len(), 1);
    assert!(PuzzleSet::parse("").unwrap_err().to_string().starts_with("line 1: a puzzle set begins with"));
    assert!(PuzzleSet::parse("dropline puzzles 1: 7y6").unwrap_err().to_string().starts_with("line 1: "));
    assert!(said("-N6eWGF31 6 win 2").starts_with("line 2: a puzzle is its position"));
    assert!(said("!N6eWGF31 6 win 2 plan 1365 67").contains("does not occur in position keys"));
    assert!(said("-N6eWGF3 6 win 2 plan 1365 67").contains("has 9 characters after the colon, not 8"));
    assert!(said("-N6eWGF31 8 win 2 plan 1365 67").contains("7x6c4:-N6eWGF31: column 8 is off the board"));
    assert!(said("-N6eWGF31 0 win 2 plan 1365 67").contains("`0` is no column"));
    assert!(said("-N6eWGF31 6 loss 2 plan 1365 67").contains("`loss` is no goal"));
    assert!(said("-N6eWGF31 6 win 0 plan 1365 67").contains("`0` is no number of moves"));
    assert!(
        said("-N6eWGF31 6 win 2 trick 1365 67").contains("there is no theme `trick`: choose one of double-threat,")
    );
    assert!(said("-N6eWGF31 6 win 2 plan x 67").contains("`x` is no rating"));
    assert!(said(&format!("{good}{good}")).contains("line 3: 7x6c4:-N6eWGF31 is the puzzle of line 2 again"));
    let puzzle = set(good).unwrap().puzzles()[0].clone();
    let mirrored = Puzzle { game: puzzle.game().mirrored(), column: Column::from_index(1), ..puzzle.clone() };
    assert!(said(&format!("{good}{}", mirrored.line())).contains("or its mirror image"));
    let won = Game::from_moves(Variant::STANDARD, "1212121").unwrap();
    let over = Puzzle { game: Game::from_board(won.board().clone(), won.turn()), ..puzzle.clone() };
    assert!(said(&over.line()).contains("the game is over"));
    let twice = Game::from_board(puzzle.game().board().clone(), puzzle.game().turn().other());
    assert!(said(&Puzzle { game: twice, ..puzzle.clone() }.line()).contains("checkers it is not"));
}

#[test]
fn a_puzzle_that_is_not_what_it_says_is_told_with_the_position_and_what_is_true() {
    let said = |line: &str| {
        let puzzle = set(line).unwrap().puzzles()[0].clone();
        puzzle.check(&mut analyst(puzzle.variant()), &Think::default()).unwrap_err().to_string()
    };
    let truth = "but column 6 alone keeps the win (win in 2)";
    for (line, claim) in [
        ("-N6eWGF31 3 win 2 plan 1365 67", "it says that column 3 alone keeps the win (win in 2)"),
        ("-N6eWGF31 6 win 3 plan 1365 67", "it says that column 6 alone keeps the win (win in 3)"),
        ("-N6eWGF31 6 tie 2 plan 1365 67", "it says that column 6 alone keeps the tie (keep the tie: 2 only moves)"),
    ] {
        assert_eq!(said(line), format!("7x6c4:-N6eWGF31: {claim}, {truth}"));
    }
    let start = notation::key::write(&Game::from_moves(Variant::STANDARD, "3141").unwrap());
    let several = said(&format!("{} 5 win 2 plan 1500 50", start.split_once(':').unwrap().1));
    assert!(several.contains("but not one column alone keeps the win: columns "), "{several}");
}

#[test]
fn a_wrong_move_is_refuted_taken_back_and_not_forgotten() {
    let puzzle = &set("-N6eWGF31 6 win 2 double-threat 1365 67").unwrap().puzzles()[0].clone();
    let (mut analyst, think) = (analyst(puzzle.variant()), Think::default());
    for wrong in puzzle.game().legal_columns().filter(|&column| column != puzzle.column) {
        let mut attempt = PuzzleAttempt::new(puzzle);
        let answer = attempt.play(wrong, &mut analyst, &think).unwrap();
        let PuzzleAnswer::Wrong { value, line } = answer else { panic!("{answer:?}") };
        assert!(value.is_exact() && value.outlook() < Some(Outlook::Win) && !line.is_empty());
        let mut refuted = puzzle.game().clone();
        refuted.play(wrong).unwrap();
        line.iter().for_each(|&column| assert!(refuted.play(column).is_ok()));
        let winner = refuted.outcome().unwrap().winner();
        assert_eq!(winner.is_some(), value.outlook() == Some(Outlook::Loss));
        assert!(winner != Some(puzzle.game().turn()));
        assert_eq!(attempt.game(), puzzle.game());
        assert!(!attempt.is_clean() && !attempt.is_solved());
    }
    let mut attempt = PuzzleAttempt::new(puzzle);
    assert!(attempt.play(Column::from_index(7), &mut analyst, &think).is_err());
    assert!(attempt.is_clean());
    assert!(matches!(attempt.play(puzzle.column, &mut analyst, &think), Ok(PuzzleAnswer::Right { .. })));
    let last = attempt.hint(&mut analyst, &think).unwrap();
    assert_eq!(attempt.play(last, &mut analyst, &think).unwrap(), PuzzleAnswer::Solved { reply: None });
    assert!(attempt.is_solved() && !attempt.is_clean() && attempt.game().is_over());
    assert!(matches!(attempt.play(last, &mut analyst, &think), Err(PuzzleError::Over)));
}

#[test]
fn mistakes_of_a_game_become_puzzles_where_one_column_was_right() {
    let game = Game::from_moves(Variant::STANDARD, "4444467").unwrap();
    let mut estimating = Analyst::new(game.variant());
    let review = Review::of(&game, &mut estimating, &Think::default(), &mut |_| {}).unwrap();
    let puzzles = Puzzle::from_review(&game, &review, &mut estimating, &Think::default()).unwrap();
    let mistakes: Vec<usize> = review.turning_points().map(|graded| graded.number).collect();
    assert!(!puzzles.is_empty() && puzzles.len() <= mistakes.len(), "{mistakes:?}");
    for puzzle in &puzzles {
        puzzle.check(&mut estimating, &Think::default()).unwrap();
        assert!(mistakes.contains(&(puzzle.game().board().checkers() + 1)));
    }
}

#[test]
fn the_puzzle_of_the_day_is_the_same_for_everybody_and_changes_daily() {
    let set = PuzzleSet::embedded(Variant::STANDARD).unwrap();
    let first: Day = "2026-11-16".parse().unwrap();
    let days = std::iter::successors(Some(first), |day| day.before()).take(60);
    let chosen: Vec<String> = days.map(|day| set.of_the_day(day).unwrap().id()).collect();
    let distinct: BTreeSet<_> = chosen.iter().collect();
    assert!(distinct.len() > 5, "{distinct:?}");
    let backwards = PuzzleSet::new(set.variant(), set.puzzles().iter().rev().cloned());
    assert_eq!(backwards.of_the_day(first), set.of_the_day(first));
    assert_eq!(PuzzleSet::new(set.variant(), []).of_the_day(first), None);
}

#[test]
fn the_next_puzzle_fits_the_wish_and_was_not_tried() {
    let set = PuzzleSet::embedded(Variant::STANDARD).unwrap();
    let mut progress = PuzzleProgress::default();
    let wish = PuzzleWish { theme: Some(PuzzleTheme::Zugzwang), rating: Some(1900.0) };
    let mut tried = BTreeSet::new();
    while let Some(puzzle) = set.next(&progress, wish, &[], 3) {
        assert_eq!(puzzle.theme, PuzzleTheme::Zugzwang);
        assert!(tried.insert(puzzle.id()));
        progress.record(puzzle, false, None);
    }
    assert_eq!(tried.len(), set.puzzles().iter().filter(|puzzle| puzzle.theme == PuzzleTheme::Zugzwang).count());
    assert!(set.next(&progress, PuzzleWish::default(), &[], 3).is_some());
    assert!(PuzzleSet::new(set.variant(), []).next(&progress, PuzzleWish::default(), &[], 3).is_none());
}

#[test]
fn a_puzzle_that_was_left_comes_again_when_all_others_were_given() {
    let set = PuzzleSet::embedded(Variant::STANDARD).unwrap();
    let (progress, wish) =
        (PuzzleProgress::default(), PuzzleWish { theme: Some(PuzzleTheme::Sacrifice), rating: None });
    let all = set.puzzles().iter().filter(|puzzle| puzzle.theme == PuzzleTheme::Sacrifice).count();
    let mut given: Vec<String> = Vec::new();
    for _ in 0..2 * all {
        given.push(set.next(&progress, wish, &given, 3).unwrap().id());
    }
    assert!(all > 1 && given[..all].iter().collect::<BTreeSet<_>>().len() == all, "{all}");
    assert_eq!(given[..all], given[all..]);
}

#[test]
fn progress_counts_the_first_try_alone() {
    let set = PuzzleSet::embedded(Variant::STANDARD).unwrap();
    let [one, two] = [&set.puzzles()[0], &set.puzzles()[1]];
    let today: Day = "2026-03-01".parse().unwrap();
    let mut progress = PuzzleProgress::default();
    assert!(progress.record(one, true, Some(today.before().unwrap())));
    let after = progress.clone();
    assert!(!progress.record(one, false, None));
    assert_eq!(progress, after);
    assert_eq!((progress.streak(), progress.day_streak(today), progress.result(&one.id())), (1, 1, Some(true)));
    assert!(progress.record(two, false, Some(today)));
    assert!(progress.rating().rating < after.rating().rating && progress.rating().deviation < 350.0);
    assert_eq!((progress.streak(), progress.longest_streak(), progress.day_streak(today)), (0, 1, 0));
    assert_eq!((progress.tried(), progress.solved(), progress.result_of_day(today)), (2, 1, Some(false)));
}

#[cfg(feature = "serde")]
#[test]
fn progress_comes_back_from_json_and_damage_is_an_error() {
    let set = PuzzleSet::embedded(Variant::STANDARD).unwrap();
    let mut progress = PuzzleProgress::default();
    progress.record(&set.puzzles()[0], true, Some("2026-11-16".parse().unwrap()));
    let text = serde_json::to_string(&progress).unwrap();
    assert!(text.contains("\"days\":{\"2026-11-16\":true}"), "{text}");
    let read: PuzzleProgress = serde_json::from_str(&text).unwrap();
    // The last digit of a number may change on its way through JSON.
    assert!((read.rating().rating - progress.rating().rating).abs() < 1e-9);
    assert_eq!((read.streak(), read.tried(), read.solved()), (1, 1, 1));
    for end in 0..text.len() {
        assert!(serde_json::from_str::<PuzzleProgress>(&text[..end]).is_err());
    }
    assert!(serde_json::from_str::<PuzzleProgress>(&text.replace("11-16", "11-31")).is_err());
    assert!(serde_json::from_str::<PuzzleProgress>(&text.replace("\"streak\":1", "\"streak\":-1")).is_err());
}

#[test]
fn there_is_no_puzzle_in_positions_that_are_over_lost_or_without_a_choice() {
    let said = |variant: &str, moves: &str| {
        let game = Game::from_moves(variant.parse().unwrap(), moves).unwrap();
        Puzzle::of(&game, &mut analyst(game.variant()), &Think::default()).unwrap_err().to_string()
    };
    assert_eq!(said("1x1c1", "1"), "the game is over");
    assert_eq!(said("1x2c4", ""), "only one column can be played");
    assert_eq!(said("7x6c4", "31415"), "every column loses"); // red wins on either side
    assert!(puzzle_analyst("20x20c5".parse().unwrap()).is_err());
}
