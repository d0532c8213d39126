//! Puzzles over HTTP.

use crate::site::Site;
use serde_json::{Value, json};

#[tokio::test]
async fn a_puzzle_is_chosen_solved_and_rated() {
    let site = Site::sqlite().await;
    let (status, shelf) = site.here().get("/puzzles").await;
    assert_eq!((status, &shelf["sets"][0]["variant"]), (200, &json!("7x6c4")), "{shelf}");
    let theme = &shelf["sets"][0]["themes"][0];
    let (status, puzzle) = site.here().post("/puzzles/next", &json!({"theme": theme, "rating": 1000, "seed": 7})).await;
    assert_eq!((status, &puzzle["theme"]), (200, theme), "{puzzle}");
    assert!(puzzle.get("column").is_none(), "the right column is not told");
    let (id, goal) = (&puzzle["id"], &puzzle["goal"]);
    let (_, same) = site.here().post("/puzzles/named", &json!({"id": id, "drops": []})).await;
    assert_eq!((&same["id"], &same["goal"]), (id, goal));
    let solution = async |drops: &[Value]| {
        site.here().post("/puzzles/solutions", &json!({"id": id, "drops": drops})).await.1["line"][0].clone()
    };
    let attempt =
        async |drops: &[Value]| site.here().post("/puzzles/attempts", &json!({"id": id, "drops": drops})).await.1;
    let right = solution(&[]).await;
    let (_, facts) = site.here().post("/positions", &json!({"text": id})).await;
    let wrong = (1..=7).find(|column| json!(column) != right && facts["grid"][0][column - 1].is_null());
    let refuted = attempt(&[json!(wrong)]).await;
    assert_eq!(refuted["answer"], "wrong", "{refuted}");
    assert!(refuted["value"]["kind"].is_string() && !refuted["line"].as_array().expect("a line").is_empty());
    let mut drops = vec![right];
    let mut answer = attempt(&drops).await;
    while answer["answer"] == "right" {
        drops.push(solution(&drops).await);
        answer = attempt(&drops).await;
    }
    assert_eq!(answer["answer"], "solved", "{answer}");
    let result = json!({"id": id, "solved": true, "day": "2026-11-16"});
    let (status, progress) = site.here().post("/puzzles/results", &result).await;
    assert_eq!((status, &progress["streak"], &progress["days"]["2026-11-16"]), (200, &json!(1), &json!(true)));
    assert!(progress["rating"]["rating"].as_f64() > Some(1500.0));
    let (_, other) = site
        .here()
        .post("/puzzles/next", &json!({"theme": theme, "rating": 1000, "seed": 7, "progress": progress}))
        .await;
    assert_ne!(&other["id"], id, "what was tried is not asked again");
}

#[tokio::test]
async fn the_puzzle_of_a_day_is_the_same_for_everybody() {
    let site = Site::sqlite().await;
    let ask = async |day: &str| site.here().post("/puzzles/next", &json!({"day": day})).await;
    let ((_, one), (_, two), (_, other)) = (ask("2026-11-16").await, ask("2026-11-16").await, ask("2026-11-17").await);
    assert_eq!(one, two);
    assert_ne!(one["id"], other["id"]);
    assert_eq!(ask("2026-02-30").await.0, 400);
}

#[tokio::test]
async fn mistakes_of_a_game_are_puzzles() {
    let site = Site::sqlite().await;
    // Black fails to win, and in the end to block; red's mistake had more than one better column.
    let game = json!({"variant": "5x4c4", "moves": "112231"});
    let (status, own) = site.here().post("/puzzles/mistakes", &game).await;
    assert_eq!(status, 200, "{own}");
    for puzzle in own["puzzles"].as_array().expect("puzzles") {
        let (status, told) = site.here().post("/puzzles/named", &json!({"id": puzzle["id"], "drops": []})).await;
        assert_eq!((status, &told["goal"]), (200, &puzzle["goal"]));
    }
    assert_eq!(own["puzzles"].as_array().map(Vec::len), Some(2), "{own}");
}

#[tokio::test]
async fn puzzles_that_make_no_sense_are_refused() {
    let site = Site::sqlite().await;
    let rating = |rating: f64| json!({"rating": rating, "deviation": 350.0, "volatility": 0.06});
    let progress = |rating| json!({"rating": rating, "streak": 0, "longest_streak": 0, "tried": {}, "days": {}});
    let (_, puzzle) = site.here().post("/puzzles/next", &json!({})).await;
    for (path, body, status, code) in [
        ("next", json!({"variant": "20x20c5"}), 404, "no_puzzle"),
        ("next", json!({"variant": "x"}), 400, "bad_variant"),
        ("next", json!({"theme": "alchemy"}), 400, "bad_json"),
        ("next", json!({"progress": progress(rating(1e300))}), 400, "bad_rating"),
        ("next", json!({"progress": {"rating": 3}}), 400, "bad_json"),
        ("named", json!({"id": "x", "drops": []}), 400, "bad_position"),
        ("named", json!({"id": "7x6c4:-------_", "drops": []}), 400, "bad_position"),
        ("attempts", json!({"id": puzzle["id"], "drops": []}), 400, "no_drops"),
        ("attempts", json!({"id": puzzle["id"], "drops": [0]}), 400, "off_board"),
        ("attempts", json!({"id": puzzle["id"], "drops": [8]}), 400, "off_board"),
        ("attempts", json!({"id": puzzle["id"], "drops": vec![1; 43]}), 400, "too_many_drops"),
        ("results", json!({"id": puzzle["id"], "solved": true, "progress": progress(rating(-1.0))}), 400, "bad_rating"),
        ("mistakes", json!({"moves": "9"}), 400, "bad_moves"),
    ] {
        let (found, told) = site.here().post(&format!("/puzzles/{path}"), &body).await;
        assert_eq!((found, &told["error"]["code"]), (status, &json!(code)), "{path} {body}: {told}");
    }
}
