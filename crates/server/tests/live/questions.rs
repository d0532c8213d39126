//! Questions about positions: exact where they can be, streamed, called off, kept.

use crate::site::{Server, Site, settings};
use dropline_server::Database;
use serde_json::{Value, json};
use std::time::Duration;

/// A position with known scores, from the solver's test set: column 2 loses latest, in 2.
const LATE: &str = "2252576253462244111563365343671351441";

fn scores(answer: &Value) -> Vec<(u64, Option<i64>)> {
    let columns = answer["columns"].as_array().expect("columns");
    columns.iter().map(|column| (column["column"].as_u64().expect("a column"), column["score"].as_i64())).collect()
}

#[tokio::test]
async fn the_analysis_of_a_known_position_is_exact() {
    let site = Site::sqlite().await;
    let (status, answer) = site.here().post("/analyses", &json!({"variant": "7x6c4", "moves": LATE})).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!((&answer["type"], &answer["done"], &answer["exact"]), (&json!("columns"), &json!(true), &json!(true)));
    let best = scores(&answer).into_iter().filter_map(|(_, score)| score).max();
    assert_eq!(best, Some(-1));
    let full = |column: &&Value| column["full"] == true;
    assert!(answer["columns"].as_array().is_some_and(|columns| columns.iter().any(|column| full(&column))));
    assert!(answer["threats"].as_array().is_some_and(|threats| !threats.is_empty()));
    assert!(answer["line"].as_str().is_some_and(|line| !line.is_empty()));
}

#[tokio::test]
async fn values_stream_in_and_are_kept_for_the_next_who_asks() {
    let site = Site::sqlite().await;
    let mut live = site.here().connect("/analysis").await;
    let question = |id: u64| json!({"type": "analyse", "id": id, "variant": "5x4c4", "moves": "3"}).to_string();
    live.send_text(question(1)).await;
    assert_eq!(live.next().await, json!({"type": "queued", "id": 1, "ahead": 0}));
    let mut news = 0;
    let last = loop {
        let message = live.next().await;
        assert_eq!((&message["type"], &message["id"]), (&json!("columns"), &json!(1)), "{message}");
        if message["done"] == true {
            break message;
        }
        news += 1;
    };
    assert!(news >= 5, "each column was told as it was found, not {news} times");
    assert_eq!(last["exact"], true);
    let mut other = site.here().connect("/analysis").await;
    other.send_text(question(2)).await;
    let known = other.next().await;
    assert_eq!((&known["done"], &known["id"], scores(&known)), (&json!(true), &json!(2), scores(&last)));
}

#[tokio::test]
async fn a_new_question_replaces_the_old_one_and_who_leaves_is_not_thought_for() {
    let site = Site::sqlite().await;
    let mut live = site.here().connect("/analysis").await;
    live.send_text(json!({"type": "analyse", "id": 1, "moves": ""}).to_string()).await;
    assert_eq!(live.next().await["type"], "queued");
    live.send_text(json!({"type": "analyse", "id": 2, "moves": LATE}).to_string()).await;
    loop {
        let message = live.next().await;
        if message["id"] == 2 && message["done"] == true {
            break;
        }
        assert_ne!((&message["id"], &message["done"]), (&json!(1), &json!(true)));
    }
    live.send_text(json!({"type": "analyse", "id": 3, "moves": ""}).to_string()).await;
    assert_eq!(live.next().await["type"], "queued");
    live.send_text(json!({"type": "cancel", "id": 3}).to_string()).await;
    live.send_text(json!({"type": "analyse", "id": 4, "moves": "1212121"}).to_string()).await;
    loop {
        let message = live.next().await;
        if message["type"] == "error" {
            assert_eq!((&message["id"], &message["error"]["code"]), (&json!(4), &json!("game_over")));
            break;
        }
        assert_eq!(message["id"], 3);
    }
    live.send_text(json!({"type": "analyse", "id": 5, "moves": "1"}).to_string()).await;
    live.leave().await;
    // The only analysis thread is free again although half a minute was allowed.
    let (status, answer) = site.here().post("/analyses", &json!({"variant": "4x4c4"})).await;
    assert_eq!((status, &answer["exact"]), (200, &json!(true)));
}

#[tokio::test]
async fn boards_beyond_the_solver_get_the_players_opinion() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = settings(Database::Sqlite(folder.path().join("games.sqlite3")));
    settings.limits.analysis_time = Duration::from_millis(200);
    let server = Server::start(settings).await;
    let (status, answer) = server.client().post("/analyses", &json!({"variant": "20x20c5", "moves": "10,10"})).await;
    assert_eq!((status, &answer["exact"], &answer["done"]), (200, &json!(false), &json!(true)), "{answer}");
    assert_eq!(answer["best"].as_array().map(Vec::len), Some(1));
    // What is not proven in the time given comes as bounds.
    let (status, answer) = server.client().post("/analyses", &json!({"variant": "9x9c4"})).await;
    assert_eq!((status, &answer["exact"]), (200, &json!(false)), "{answer}");
    server.stop().await;
}

#[tokio::test]
async fn games_are_reviewed_and_moves_explained_as_by_the_command() {
    let site = Site::sqlite().await;
    let question = json!({"variant": "4x4c3", "moves": "1212"});
    let (status, review) = site.here().post("/reviews", &question).await;
    assert_eq!((status, &review["variant"]), (200, &json!("4x4c3")), "{review}");
    assert_eq!(review["moves"].as_array().map(Vec::len), Some(4));
    assert!(review["moves"][0]["grade"].is_string() && review["moves"][0]["words"].is_string());
    assert_eq!(review["perfect"][0]["side"], "red");
    let (status, told) =
        site.here().post("/explanations", &json!({"variant": "4x4c3", "moves": "1212", "column": 1})).await;
    assert_eq!((status, &told["column"]), (200, &json!(1)), "{told}");
    assert_eq!(told["reasons"][0]["reason"], "wins-at-once");
}

#[tokio::test]
async fn positions_are_read_and_drawn() {
    let site = Site::sqlite().await;
    let (status, told) = site.here().post("/positions", &json!({"text": "4 4 5"})).await;
    assert_eq!((status, &told["moves"], &told["turn"]), (200, &json!("445"), &json!("black")));
    assert_eq!(told["grid"][5], json!([null, null, null, "red", "red", null, null]));
    let grid = "...\nRB.\nred\n";
    let (_, told) = site.here().post("/positions", &json!({"text": grid})).await;
    assert_eq!((&told["moves"], &told["variant"]), (&Value::Null, &json!("3x2c4")));
    let key = told["position"].as_str().expect("a key");
    let (status, svg) = site.here().get(&format!("/picture.svg?position={key}&theme=dark")).await;
    assert!(status == 200 && svg.as_str().is_some_and(|svg| svg.starts_with("<svg")), "{svg}");
    let client = site.here();
    let png =
        client.http.get(client.url("/api/v1/picture.png?variant=7x6c4&moves=4453")).send().await.expect("an answer");
    assert_eq!(png.headers()["content-type"], "image/png");
    assert!(png.bytes().await.expect("bytes").starts_with(b"\x89PNG"));
}
