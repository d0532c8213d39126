//! Lessons over HTTP.

use crate::site::Site;
use serde_json::{Value, json};

#[tokio::test]
async fn lessons_are_listed_told_and_played() {
    let site = Site::sqlite().await;
    let (status, all) = site.here().get("/lessons").await;
    let all = all["lessons"].as_array().expect("lessons");
    assert_eq!((status, all.len(), &all[5]["id"]), (200, 10, &json!("zugzwang")));
    assert_eq!(all[0]["title"]["de"], "Linien und Drohungen");
    for known in all {
        let (status, lesson) = site.here().get(&format!("/lessons/{}", known["id"].as_str().expect("an id"))).await;
        assert_eq!((status, &lesson["title"]), (200, &known["title"]));
        let tasks = lesson["tasks"].as_array().expect("tasks");
        assert_eq!(json!(tasks.len()), known["tasks"]);
        assert!(tasks.iter().all(|task| task.get("columns").is_none()), "the right columns are not told");
    }
    let attempt =
        async |drops: Value| site.here().post("/lessons/zugzwang/attempts", &json!({"task": 1, "drops": drops})).await;
    let (mut drops, mut answer) = (Vec::new(), attempt(json!([])).await.1);
    while answer["state"] == "open" {
        drops.push(answer["right"][0].clone());
        answer = attempt(json!(drops)).await.1;
    }
    assert_eq!((&answer["state"], drops.len()), (&json!("done"), 3), "{answer}");
    assert_eq!(answer["lines"][0].as_array().map(Vec::len), Some(4));
    let (status, answer) = attempt(json!([5])).await;
    assert_eq!((status, &answer["state"], &answer["right"]), (200, &json!("wrong"), &json!([1])));
    assert!(!answer["line"].as_array().expect("a line").is_empty() && answer["value"]["kind"] != "wins");
}

#[tokio::test]
async fn attempts_that_make_no_sense_are_refused() {
    let site = Site::sqlite().await;
    let (status, told) = site.here().get("/lessons/alchemy").await;
    assert_eq!((status, &told["error"]["code"]), (404, &json!("no_lesson")));
    for (body, status, code) in [
        (json!({"task": 0, "drops": []}), 400, "no_task"),
        (json!({"task": 9, "drops": []}), 400, "no_task"),
        (json!({"task": 1, "drops": [0]}), 400, "off_board"),
        (json!({"task": 1, "drops": [8]}), 400, "off_board"),
        (json!({"task": 1, "drops": [7]}), 409, "column_full"),
        (json!({"task": 1, "drops": [1, 1, 1, 1]}), 400, "too_many_drops"),
        (json!({"task": 1, "drops": [], "more": 1}), 400, "bad_json"),
    ] {
        let (found, told) = site.here().post("/lessons/zugzwang/attempts", &body).await;
        assert_eq!((found, &told["error"]["code"]), (status, &json!(code)), "{body}: {told}");
    }
}
