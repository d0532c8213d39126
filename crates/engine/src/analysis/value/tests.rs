use super::*;

/// Some of every kind, worst first.
const SORTED: [Value; 21] = [
    Value::Loses { moves: 1, score: -18 },
    Value::Between { lower: -18, upper: -1 },
    Value::Loses { moves: 9, score: -10 },
    Value::Expected { margin: -4.5, depth: 3 },
    Value::Margin { score: -2 },
    Value::Estimate { balance: -0.4, depth: 9 },
    Value::Estimate { balance: 0.0, depth: 8 },
    Value::Estimate { balance: 0.0, depth: 9 },
    Value::Expected { margin: 0.0, depth: 9 },
    Value::Between { lower: -18, upper: 0 },
    Value::Between { lower: -3, upper: 4 },
    Value::Margin { score: 0 },
    Value::Tie,
    Value::Between { lower: 0, upper: 18 },
    Value::Estimate { balance: 0.4, depth: 9 },
    Value::Expected { margin: 0.5, depth: 9 },
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
    assert_eq!(Value::Estimate { balance: 0.0, depth: 3 }, Value::Estimate { balance: -0.0, depth: 3 });
    assert_ne!(Value::Between { lower: 5, upper: 5 }, Value::Wins { moves: 3, score: 5 });
}

#[test]
fn heights_rise_with_worth_and_stay_within_bounds() {
    for value in SORTED {
        assert!((-1.0..=1.0).contains(&value.height()), "{value:?}");
        assert!(f64::from(value.leaning()) * value.height() >= 0.0, "{value:?}");
    }
    let connect = [Value::Loses { moves: 3, score: -9 }, Value::Between { lower: -9, upper: -1 }, Value::Tie];
    let more = [
        Value::Estimate { balance: 0.9, depth: 4 },
        Value::Between { lower: 1, upper: 9 },
        Value::Wins { moves: 3, score: 9 },
    ];
    let heights: Vec<f64> = connect.into_iter().chain(more).map(Value::height).collect();
    assert!(heights.is_sorted_by(|one, two| one < two), "{heights:?}");
}

#[test]
fn an_estimate_gives_way_to_a_deeper_one_or_a_proof() {
    let estimate = |depth| Value::Estimate { balance: 0.1, depth };
    assert!(estimate(9).is_better_known(estimate(8)) && !estimate(8).is_better_known(estimate(8)));
    let losing = Value::Between { lower: -18, upper: -1 };
    assert!(losing.is_better_known(estimate(30)) && !estimate(30).is_better_known(losing));
    assert!(Value::Between { lower: -9, upper: -1 }.is_better_known(losing));
    assert!(estimate(1).is_better_known(Value::Between { lower: -3, upper: 4 }));
    assert!(Value::Loses { moves: 2, score: -3 }.is_better_known(losing));
}

#[test]
fn words_are_long_or_brief_or_short() {
    let told = |value: Value| [value.to_string(), value.brief(), value.short(), value.verb()];
    let cases = [
        (Value::Wins { moves: 1, score: 18 }, ["wins at once", "wins at once", "W1", "wins at once"]),
        (Value::Loses { moves: 12, score: -3 }, ["loses in 12", "loses in 12", "L12", "loses in 12"]),
        (Value::Tie, ["tie", "tie", "=", "ties"]),
        (Value::Margin { score: -1 }, ["-1 point", "-1 point", "-1", "ends 1 point behind"]),
        (Value::Between { lower: 1, upper: 9 }, ["wins (score 1 to 9)", "wins", "W", "wins"]),
        (
            Value::Between { lower: 0, upper: 9 },
            ["at least a tie (score 0 to 9)", "at least a tie", "=+", "is at least a tie"],
        ),
        (
            Value::Between { lower: -9, upper: 0 },
            ["at most a tie (score -9 to 0)", "at most a tie", "=-", "is at most a tie"],
        ),
        (Value::Between { lower: -3, upper: 4 }, ["not decided (score -3 to 4)", "not decided", "?", "is not decided"]),
        (Value::Estimate { balance: 0.25, depth: 14 }, ["~ better (depth 14)", "~ better", "+0.3", "looks better"]),
        (
            Value::Estimate { balance: -0.01, depth: 4 },
            ["~ about even (depth 4)", "~ about even", "+0.0", "looks about even"],
        ),
        (
            Value::Expected { margin: -12.3, depth: 4 },
            ["~ -12 points (depth 4)", "~ -12 points", "~-12", "looks worth -12 points"],
        ),
        (Value::Expected { margin: -0.2, depth: 4 }, ["~ even (depth 4)", "~ even", "~+0", "looks even"]),
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
        r#"{"kind":"between","exact":false,"proven":true,"bounds":[0,4],"words":"at least a tie (score 0 to 4)","short":"=+","height":0.1}"#
    );
    assert_eq!(
        json(Value::Expected { margin: 1.23456, depth: 7 }),
        r#"{"kind":"estimate","exact":false,"proven":false,"estimate":1.235,"depth":7,"words":"~ +1 point (depth 7)","short":"~+1","height":0.292}"#
    );
}
