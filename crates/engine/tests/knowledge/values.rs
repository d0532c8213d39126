//! Values of columns, best lines, perfect play and reviews.

use dropline_core::{Game, Outcome, Rules, Variant};
use dropline_engine::analysis::{Analyst, Value};
use dropline_engine::{Grade, Oracle, Review, Strength, Think, build};

#[test]
fn a_column_is_worth_what_the_position_after_it_is() {
    for (variant, seed) in [("5x4c4", 1), ("4x5c3", 2), ("6x4c4", 3), ("4x4m3", 4), ("5x3m3", 5)] {
        let mut oracle = Oracle::new(variant.parse().unwrap()).unwrap();
        let mut analyst = Analyst::new(variant.parse().unwrap());
        for game in super::random_positions(variant, 150, seed) {
            let analysis = analyst.analyze(&game, &Think::default(), &mut |_| {}).unwrap();
            let whole = oracle.score(&game, &Think::default()).unwrap().score();
            assert_eq!(analysis.value().score(), whole, "{variant} {:?}", game.moves());
            assert_eq!(analysis.columns().len(), game.legal_columns().count());
            for known in analysis.columns() {
                let mut after = game.clone();
                after.play(known.column).unwrap();
                let keeps = oracle.keeps(&game, known.column, whole.unwrap(), Strength::Score, &Think::default());
                assert_eq!(keeps.unwrap(), Some(known.value.score() == whole));
                if !after.is_over() {
                    let score = oracle.score(&after, &Think::default()).unwrap().score().unwrap();
                    assert_eq!(known.value.score(), Some(-score));
                }
            }
        }
    }
}

#[test]
fn positions_visited_for_one_question_are_counted() {
    for variant in ["5x4c4", "4x4m3"] {
        let mut oracle = Oracle::new(variant.parse().unwrap()).unwrap();
        let game = Game::new(oracle.variant());
        let score = oracle.score(&game, &Think::default()).unwrap().score().unwrap();
        oracle.forget();
        let before = oracle.nodes();
        let column = game.legal_columns().next().unwrap();
        assert!(oracle.keeps(&game, column, score, Strength::Score, &Think::default()).unwrap().is_some());
        assert!(oracle.nodes() > before + 10, "{variant}");
    }
}

#[test]
fn the_best_line_ends_when_the_value_says() {
    for (variant, seed) in [("5x4c4", 1), ("4x4c3", 2), ("4x4m3", 3)] {
        let mut analyst = Analyst::new(variant.parse().unwrap());
        for game in super::random_positions(variant, 100, seed) {
            let value = analyst.value(&game, &Think::default()).unwrap();
            let mut end = game.clone();
            for column in analyst.line(&game, &Think::default()).unwrap() {
                end.play(column).unwrap();
            }
            let drops = (end.moves().len() - game.moves().len()) as u32;
            let mine = |end: Outcome| end.winner().map(|side| side == game.turn());
            match value {
                Value::Wins { moves, .. } => {
                    assert_eq!((end.outcome().and_then(mine), drops), (Some(true), 2 * moves - 1));
                }
                Value::Loses { moves, .. } => {
                    assert_eq!((end.outcome().and_then(mine), drops), (Some(false), 2 * moves));
                }
                Value::Tie => assert_eq!(end.outcome(), Some(Outcome::Tie)),
                Value::Margin { score } => {
                    let points = end.points();
                    let [mine, theirs] = [points.of(game.turn()), points.of(game.turn().other())];
                    assert_eq!(score, mine.cast_signed() - theirs.cast_signed());
                }
                open => panic!("{open} without a limit"),
            }
        }
    }
}

#[test]
fn perfect_play_keeps_the_value_to_the_end() {
    for variant in ["6x5c4", "4x5c3", "5x4m3"] {
        let variant: Variant = variant.parse().unwrap();
        for spec in ["perfect", "perfect:tie=random", "level:n=10"] {
            let mut game = Game::new(variant);
            let mut analyst = Analyst::new(variant);
            let value = analyst.value(&game, &Think::default()).unwrap();
            let mut player = build(&spec.parse().unwrap(), variant, 3).unwrap();
            while !game.is_over() {
                let column = player.choose(&game, &Think::default()).unwrap().column;
                game.play(column).unwrap();
            }
            match (value, variant.rules()) {
                (Value::Tie, Rules::Connect) => assert_eq!(game.outcome(), Some(Outcome::Tie)),
                (Value::Wins { moves, .. }, _) => assert_eq!(game.moves().len() as u32, 2 * moves - 1),
                (Value::Loses { moves, .. }, _) => assert_eq!(game.moves().len() as u32, 2 * moves),
                (Value::Margin { score }, _) => {
                    assert_eq!(score, game.points().red.cast_signed() - game.points().black.cast_signed());
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn levels_from_two_up_see_what_is_there_to_be_seen() {
    let variant = Variant::STANDARD;
    for level in 2..=9 {
        let mut player = build(&format!("level:n={level}").parse().unwrap(), variant, level).unwrap();
        let winning = Game::from_moves(variant, "112233").unwrap();
        let blocking = Game::from_moves(variant, "11223").unwrap();
        for _ in 0..5 {
            assert_eq!(player.choose(&winning, &Think::default()).unwrap().column.number(), 4);
            assert_eq!(player.choose(&blocking, &Think::default()).unwrap().column.number(), 4);
        }
    }
    assert!("level:n=11".parse::<dropline_engine::Spec>().is_err());
    assert!(build(&"perfect".parse().unwrap(), "20x20c4".parse().unwrap(), 0).is_err());
}

#[test]
fn a_review_finds_where_a_game_turned() {
    let variant: Variant = "7x6c4".parse().unwrap();
    let game = Game::from_moves(variant, "2252576253462244111563365343671351441").unwrap();
    let tail = game.moves().len() - 6;
    let mut start = Game::new(variant);
    game.moves()[..tail].iter().for_each(|&column| {
        start.play(column).unwrap();
    });
    let mut late = Game::from_board(start.board().clone(), start.turn());
    game.moves()[tail..].iter().for_each(|&column| {
        late.play(column).unwrap();
    });
    let mut analyst = Analyst::new(variant);
    let review = Review::of(&late, &mut analyst, &Think::default(), &mut |_| {}).unwrap();
    assert_eq!(review.moves.len(), 6);
    for graded in &review.moves {
        let kept = graded.value.score() == graded.best_value.score();
        assert_eq!(graded.grade == Grade::Best, kept);
        let sign = |value: Value| value.score().unwrap().signum();
        assert_eq!(graded.grade.is_mistake(), sign(graded.value) != sign(graded.best_value));
    }
}
