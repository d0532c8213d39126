use super::*;

/// Some of every kind, worst first.
const SORTED: [Value; 24] = [
    Value::Loses { moves: 1, score: -18 },
    Value::Between { lower: -18, upper: -1 },
    Value::Loses { moves: 9, score: -10 },
    Value::expected(-4.5, 3),
    Value::Margin { score: -2 },
    Value::Estimate { chance: 0.2, depth: 9, bounds: Some([-18, 0]) },
    Value::estimate(0.3, 9),
    Value::estimate(0.5, 8),
    Value::estimate(0.5, 9),
    Value::expected(0.0, 9),
    Value::Estimate { chance: 0.5, depth: 9, bounds: Some([-19, 22]) },
    Value::Between { lower: -18, upper: 0 },
    Value::Between { lower: -3, upper: 4 },
    Value::Margin { score: 0 },
    Value::Tie,
    Value::Between { lower: 0, upper: 18 },
    Value::Estimate { chance: 0.6, depth: 9, bounds: Some([0, 18]) },
    Value::estimate(0.7, 9),
    Value::expected(0.5, 9),
    Value::Wins { moves: 17, score: 1 },
    Value::Between { lower: 1, upper: 18 },
    Value::Margin { score: 2 },
    Value::Wins { moves: 9, score: 10 },
    Value::Wins { moves: 1, score: 18 },
];

/// It compared `Tie` and a margin of 0 as equal, and so bounds and the exact score at both of their ends; `==` did not.
#[test]
fn the_order_agrees_with_equality() {
    for (i, one) in SORTED.iter().enumerate() {
        for (j, two) in SORTED.iter().enumerate() {
            assert_eq!(one.cmp(two), i.cmp(&j), "{one:?} and {two:?}");
            assert_eq!(one == two, i == j, "{one:?} and {two:?}");
            assert_eq!(one.partial_cmp(two), Some(one.cmp(two)));
        }
    }
    assert_eq!(Value::expected(0.0, 3), Value::expected(-0.0, 3));
    assert_ne!(Value::Between { lower: 5, upper: 5 }, Value::Wins { moves: 3, score: 5 });
}

#[test]
fn heights_rise_with_worth_and_stay_within_bounds() {
    for value in SORTED {
        assert!((-1.0..=1.0).contains(&value.height()), "{value:?}");
        assert!(f64::from(value.leaning()) * value.height() >= 0.0, "{value:?}");
    }
    let connect = [Value::Loses { moves: 3, score: -9 }, Value::Between { lower: -9, upper: -1 }, Value::Tie];
    let more = [Value::estimate(0.95, 4), Value::Between { lower: 1, upper: 9 }, Value::Wins { moves: 3, score: 9 }];
    let heights: Vec<f64> = connect.into_iter().chain(more).map(Value::height).collect();
    assert!(heights.is_sorted_by(|one, two| one < two), "{heights:?}");
}

#[test]
fn an_estimate_gives_way_to_a_deeper_one_or_a_proof() {
    let estimate = |depth| Value::estimate(0.55, depth);
    let losing = Value::Between { lower: -18, upper: -1 };
    let cases = [
        (estimate(9), estimate(8), estimate(9)),
        (losing, estimate(30), losing),
        (losing, Value::Between { lower: -9, upper: 4 }, Value::Between { lower: -9, upper: -1 }),
        (losing, Value::Loses { moves: 2, score: -3 }, Value::Loses { moves: 2, score: -3 }),
        (
            estimate(1),
            Value::Between { lower: -3, upper: 4 },
            Value::Estimate { chance: 0.55, depth: 1, bounds: Some([-3, 4]) },
        ),
        (
            estimate(1),
            Value::Between { lower: -3, upper: 0 },
            Value::Estimate { chance: 0.5, depth: 1, bounds: Some([-3, 0]) },
        ),
        (
            Value::Between { lower: 0, upper: 4 },
            Value::Estimate { chance: 0.4, depth: 3, bounds: Some([-2, 0]) },
            Value::Tie,
        ),
        (Value::expected(7.5, 4), Value::Between { lower: -2, upper: 5 }, {
            Value::Expected { margin: 5.0, depth: 4, bounds: Some([-2, 5]) }
        }),
        (Value::expected(7.5, 4), Value::Between { lower: 2, upper: 5 }, Value::Between { lower: 2, upper: 5 }),
    ];
    for (one, two, both) in cases {
        assert_eq!([one.joined(two), two.joined(one)], [both; 2], "{one:?} and {two:?}");
    }
}

#[test]
fn words_are_long_or_brief_or_short() {
    let told = |value: Value| [value.to_string(), value.brief(), value.short(), value.verb()];
    let cases = [
        (Value::Wins { moves: 1, score: 18 }, ["wins at once", "wins at once", "W1", "wins at once"]),
        (Value::Loses { moves: 12, score: -3 }, ["loses in 12", "loses in 12", "L12", "loses in 12"]),
        (Value::Tie, ["tie", "tie", "=", "ties"]),
        (Value::Margin { score: -1 }, ["-1 point", "-1 point", "-1", "ends 1 point behind"]),
        (Value::Between { lower: 1, upper: 9 }, ["wins", "wins", "W", "wins"]),
        (Value::Between { lower: 0, upper: 9 }, ["at least a tie", "at least a tie", "=+", "is at least a tie"]),
        (Value::Between { lower: -9, upper: 0 }, ["at most a tie", "at most a tie", "=-", "is at most a tie"]),
        (Value::Between { lower: -3, upper: 4 }, ["not decided", "not decided", "?", "is not decided"]),
        (Value::estimate(0.625, 14), ["~ 63% (depth 14)", "~ 63%", "63%", "has a 63% chance of winning"]),
        (Value::estimate(0.5, 0), ["not known yet", "not known yet", "?", "is not known yet"]),
        (
            Value::Estimate { chance: 0.5, depth: 0, bounds: Some([0, 22]) },
            ["at least a tie", "at least a tie", "=+", "is at least a tie"],
        ),
        (
            Value::Estimate { chance: 0.3, depth: 4, bounds: Some([-19, 22]) },
            ["~ 30% (depth 4)", "~ 30%", "30%", "has a 30% chance of winning"],
        ),
        (
            Value::Estimate { chance: 0.3, depth: 4, bounds: Some([-19, 0]) },
            [
                "at most a tie, ~ 30% (depth 4)",
                "at most a tie, ~ 30%",
                "=-",
                "is at most a tie, with a 30% chance of winning",
            ],
        ),
        // JSON tells 0.495.
        (Value::estimate(0.49496, 4), ["~ 50% (depth 4)", "~ 50%", "50%", "has a 50% chance of winning"]),
        (Value::estimate(0.9999, 4), ["~ 99% (depth 4)", "~ 99%", "99%", "has a 99% chance of winning"]),
        (Value::expected(-12.3, 4), ["~ -12 points (depth 4)", "~ -12 points", "~-12", "looks worth -12 points"]),
        (Value::expected(-0.2, 4), ["~ even (depth 4)", "~ even", "~+0", "looks even"]),
    ];
    for (value, words) in cases {
        assert_eq!(told(value), words, "{value:?}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn the_json_has_numbers_for_programs_and_words_for_people() {
    let json = |value: Value| serde_json::to_string(&value).unwrap();
    assert_eq!(
        json(Value::Wins { moves: 2, score: 17 }),
        r#"{"kind":"wins","exact":true,"proven":true,"outlook":"win","score":17,"drops":2,"words":"wins in 2","short":"W2","height":0.97}"#
    );
    assert_eq!(
        json(Value::Between { lower: 0, upper: 4 }),
        r#"{"kind":"between","exact":false,"proven":true,"bounds":[0,4],"words":"at least a tie","short":"=+","height":0.1}"#
    );
    assert_eq!(
        json(Value::expected(1.23456, 7)),
        r#"{"kind":"estimate","exact":false,"proven":false,"margin":1.235,"depth":7,"words":"~ +1 point (depth 7)","short":"~+1","height":0.292}"#
    );
    assert_eq!(
        json(Value::Estimate { chance: 0.63412, depth: 7, bounds: Some([-3, 4]) }),
        r#"{"kind":"estimate","exact":false,"proven":false,"bounds":[-3,4],"chance":0.634,"depth":7,"words":"~ 63% (depth 7)","short":"63%","height":0.161}"#
    );
}
