//! Questions about positions: exact where they can be, streamed, called off, kept.

use crate::site::{Server, Site, settings};
use dropline_server::Database;
use serde_json::{Value, json};
use std::collections::BTreeSet;
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
    assert_eq!(answer["line"].as_array().map(Vec::len), Some(4));
    assert_eq!(
        (&answer["kind"], &answer["score"], &answer["words"]),
        (&json!("loses"), &json!(-1), &json!("loses in 2"))
    );
}

#[tokio::test]
async fn values_stream_in_and_are_kept_for_the_next_who_asks() {
    let site = Site::sqlite().await;
    let mut live = site.here().connect("/analysis").await;
    let question = |id: u64| json!({"type": "analyse", "id": id, "variant": "5x4c4", "moves": "2"}).to_string();
    live.send_text(question(1)).await;
    let position = live.next().await;
    assert_eq!(
        (&position["type"], &position["id"], &position["turn"]),
        (&json!("position"), &json!(1), &json!("black"))
    );
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
    other.send_text(json!({"type": "ping"}).to_string()).await;
    assert_eq!(other.next().await, json!({"type": "pong"}));
    other.send_text(question(2)).await;
    assert_eq!(other.next().await["type"], "position");
    let known = other.next().await;
    assert_eq!((&known["done"], &known["id"], scores(&known)), (&json!(true), &json!(2), scores(&last)));
}

#[tokio::test]
async fn a_new_question_replaces_the_old_one_and_who_leaves_is_not_thought_for() {
    let site = Site::sqlite().await;
    let mut live = site.here().connect("/analysis").await;
    // Nobody solves this board in the time.
    let long =
        |id: u64, moves: &str| json!({"type": "analyse", "id": id, "variant": "9x7c4", "moves": moves}).to_string();
    live.send_text(long(1, "")).await;
    assert_eq!(live.next().await["type"], "position");
    assert_eq!(live.next().await["type"], "queued");
    live.send_text(json!({"type": "analyse", "id": 2, "moves": LATE}).to_string()).await;
    loop {
        let message = live.next().await;
        if message["id"] == 2 && message["done"] == true {
            break;
        }
        assert_ne!((&message["id"], &message["done"]), (&json!(1), &json!(true)));
    }
    live.send_text(long(3, "")).await;
    assert_eq!(live.next().await["type"], "position");
    assert_eq!(live.next().await["type"], "queued");
    live.send_text(json!({"type": "cancel", "id": 3}).to_string()).await;
    live.send_text(json!({"type": "analyse", "id": 4, "moves": "1212121"}).to_string()).await;
    loop {
        let message = live.next().await;
        if message["type"] == "error" {
            assert_eq!((&message["id"], &message["error"]["code"]), (&json!(4), &json!("game_over")));
            break;
        }
        assert!(message["id"] == 3 || message["type"] == "position", "{message}");
    }
    live.send_text(long(5, "1")).await;
    live.leave().await;
    // The only analysis thread is free again although half a minute was allowed.
    let (status, answer) = site.here().post("/analyses", &json!({"variant": "4x4c4"})).await;
    assert_eq!((status, &answer["exact"]), (200, &json!(true)));
}

/// The only analysis thread was busy for half a minute, and nobody else saw a value.
#[tokio::test]
async fn who_waits_for_another_analysis_has_values_and_reasons_meanwhile() {
    let site = Site::sqlite().await;
    let analyse = |moves: &str| json!({"type": "analyse", "id": 1, "variant": "20x20c5", "moves": moves}).to_string();
    let mut first = site.here().connect("/analysis").await;
    first.send_text(analyse("10,10")).await;
    while first.next().await["type"] != "columns" {}
    let mut second = site.here().connect("/analysis").await;
    second.send_text(analyse("10,11")).await;
    let news = loop {
        let message = second.next().await;
        if message["type"] == "columns" {
            break message;
        }
    };
    assert_eq!((&news["done"], news["columns"].as_array().map(Vec::len)), (&json!(false), Some(20)), "{news}");
    assert_eq!(news["kind"], "estimate", "{news}");
    let question = json!({"variant": "20x20c5", "moves": "10,10", "column": 10});
    let (status, why) = site.here().post("/explanations", &question).await;
    assert_eq!((status, &why["column"]), (200, &json!(10)), "{why}");
    // The first analysis has not come to its end meanwhile.
    first.send_text(json!({"type": "ping"}).to_string()).await;
    loop {
        let message = first.next().await;
        assert_ne!(message["done"], true, "{message}");
        if message["type"] == "pong" {
            break;
        }
    }
}

#[tokio::test]
async fn boards_beyond_the_solver_get_the_players_opinion() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = settings(Database::Sqlite(folder.path().join("games.sqlite3")));
    settings.limits.analysis_time = Duration::from_millis(200);
    let server = Server::start(settings).await;
    let (status, answer) = server.client().post("/analyses", &json!({"variant": "20x20c5", "moves": "10,10"})).await;
    assert_eq!((status, &answer["exact"], &answer["done"]), (200, &json!(false), &json!(true)), "{answer}");
    assert!(answer["best"].as_array().is_some_and(|best| best.contains(&answer["line"][0])), "{answer}");
    assert_eq!((&answer["kind"], &answer["proven"]), (&json!("estimate"), &json!(false)), "{answer}");
    assert!(
        answer["columns"].as_array().is_some_and(|columns| columns.iter().all(|column| column["short"].is_string()))
    );
    // So is what is not proven in the time given.
    let (status, answer) = server.client().post("/analyses", &json!({"variant": "9x9c4"})).await;
    assert_eq!((status, &answer["exact"]), (200, &json!(false)), "{answer}");
    let (status, review) = server.client().post("/reviews", &json!({"variant": "20x20c5", "moves": "10,10"})).await;
    assert_eq!((status, &review["perfect"][0]["decided"]), (200, &json!(0)), "{review}");
    // A review over the connection tells how far it has come.
    let mut live = server.client().connect("/analysis").await;
    let question = json!({"type": "review", "id": 7, "variant": "20x20c5", "moves": "10,10,9"});
    live.send_text(question.to_string()).await;
    assert_eq!(live.next().await, json!({"type": "queued", "id": 7, "ahead": 0}));
    for number in 1..=3 {
        let graded = live.next().await;
        assert_eq!((&graded["type"], &graded["of"]), (&json!("graded"), &json!(3)), "{graded}");
        assert_eq!(
            (&graded["move"]["number"], graded["move"]["words"].is_string()),
            (&json!(number), true),
            "{graded}"
        );
    }
    let review = live.next().await;
    assert_eq!((&review["type"], review["moves"].as_array().map(Vec::len)), (&json!("reviewed"), Some(3)), "{review}");
    live.send_text(json!({"type": "review", "id": 8, "variant": "20x20c5"}).to_string()).await;
    assert_eq!(live.next().await["error"]["code"], "no_moves");
    live.leave().await;
    server.stop().await;
}

/// What load left open was served to everybody who asked later.
#[tokio::test]
async fn only_exact_analyses_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = settings(Database::Sqlite(folder.path().join("games.sqlite3")));
    settings.limits.analysis_time = Duration::from_millis(1500);
    let server = Server::start(settings).await;
    let mut live = server.client().connect("/analysis").await;
    for (variant, moves, kept) in [("9x9c4", "", false), ("4x4c4", "112233", true)] {
        for id in [1, 2] {
            let question = json!({"type": "analyse", "id": id, "variant": variant, "moves": moves});
            live.send_text(question.to_string()).await;
            assert_eq!(live.next().await["type"], "position");
            let first = live.next().await;
            let known = first["done"] == true;
            assert_eq!(known, kept && id == 2, "{first}");
            let mut last = first;
            while last["done"] != true {
                last = live.next().await;
                assert_eq!(last["type"], "columns", "{last}");
            }
            assert_eq!(last["exact"], kept, "{last}");
        }
    }
    live.leave().await;
    server.stop().await;
}

/// The fields of a schema, those of its parts included.
fn fields(openapi: &Value, schema: &Value) -> BTreeSet<String> {
    if let Some(name) = schema["$ref"].as_str() {
        return fields(openapi, openapi.pointer(name.trim_start_matches('#')).expect("a schema"));
    }
    let parts = ["allOf", "oneOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten();
    let mut found: BTreeSet<String> = parts.flat_map(|part| fields(openapi, part)).collect();
    found.extend(schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()));
    found
}

#[tokio::test]
async fn the_openapi_describes_every_field_of_an_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = settings(Database::Sqlite(folder.path().join("games.sqlite3")));
    settings.limits.analysis_time = Duration::from_secs(2);
    let server = Server::start(settings).await;
    let (_, openapi) = server.client().get("/openapi.json").await;
    let [answers, columns] =
        ["AnalysisAnswer", "ColumnValue"].map(|name| fields(&openapi, &openapi["components"]["schemas"][name]));
    let mut kinds = BTreeSet::new();
    for (variant, moves) in [("7x6c4", LATE), ("4x4c4", ""), ("4x4m3", "12"), ("20x20c5", "")] {
        let (_, answer) = server.client().post("/analyses", &json!({"variant": variant, "moves": moves})).await;
        for (described, object) in answer["columns"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|column| (&columns, column))
            .chain([(&answers, &answer)])
        {
            for (field, value) in object.as_object().expect("an object") {
                assert!(described.contains(field), "{field}: {value}");
            }
            kinds.extend(object["kind"].as_str().map(str::to_owned));
        }
    }
    assert!(kinds.len() >= 4, "{kinds:?}");
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

/// The reasons came from a second analysis, which said something else than the one that the page shows beside them.
#[tokio::test]
async fn reasons_speak_of_the_values_that_were_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = settings(Database::Sqlite(folder.path().join("games.sqlite3")));
    settings.limits.analysis_time = Duration::from_millis(200);
    let server = Server::start(settings).await;
    let question = json!({"variant": "12x10c5"});
    let (status, shown) = server.client().post("/analyses", &question).await;
    assert_eq!(status, 200, "{shown}");
    let (status, told) = server.client().post("/explanations", &question).await;
    assert_eq!((status, &told["column"]), (200, &shown["line"][0]), "{told}");
    let worth = told["reasons"].as_array().unwrap().iter().find(|reason| reason["reason"] == "worth").unwrap();
    let column = shown["columns"].as_array().unwrap().iter().find(|known| known["column"] == told["column"]).unwrap();
    assert_eq!(worth["value"]["words"], column["words"], "{told} {shown}");
    server.stop().await;
}

/// A set-up position and moves from there are one game in every question.
#[tokio::test]
async fn games_from_a_set_up_position_are_reviewed_drawn_and_played() {
    let site = Site::sqlite().await;
    let saved = r#"{"variant": "5x4c3", "start": ".....\n.....\n.....\nR...R\nblack\n", "moves": [3, 2]}"#;
    let (status, told) = site.here().post("/positions", &json!({"text": saved})).await;
    let start = &told["start"]["position"];
    assert_eq!((status, &told["moves"], &told["start"]["moves"]), (200, &Value::Null, &json!("32")), "{told}");
    let question = json!({"position": start, "moves": "32"});
    let (status, review) = site.here().post("/reviews", &question).await;
    assert_eq!((status, review["moves"].as_array().map(Vec::len)), (200, Some(2)), "{review}");
    assert_eq!(review["moves"][0]["side"], "black");
    let (status, told) = site.here().post("/reviews", &json!({"position": start})).await;
    assert_eq!((status, &told["error"]["code"]), (400, &json!("no_moves")));
    let (status, told) = site.here().post("/analyses", &json!({"position": start, "moves": "6"})).await;
    assert_eq!((status, &told["error"]["field"]), (400, &json!("moves")), "{told}");

    let made = site.here().make(json!({"position": start, "moves": "32", "seats": "both"})).await;
    let game = &made["game"];
    assert_eq!((&game["start"]["position"], &game["moves"], &game["start_ply"]), (start, &json!("32"), &json!(2)));
    let page = site.here().get(&format!("/../../g/{}", game["id"].as_str().expect("a name"))).await.1;
    let page = page.as_str().expect("a page");
    let picture = page.split("/api/v1").find(|part| part.starts_with("/picture.png?")).expect("a picture");
    let picture = picture.split('"').next().expect("an address").replace(".png", ".svg").replace("&amp;", "&");
    let (status, svg) = site.here().get(&picture).await;
    assert!(status == 200 && svg.as_str().is_some_and(|svg| svg.contains("Red has 3 checkers")), "{picture} {svg}");
}

#[tokio::test]
async fn positions_are_shown_as_a_player_sees_them() {
    let site = Site::sqlite().await;
    let ask = async |player: &str| {
        site.here().post("/opinions", &json!({"variant": "7x6c4", "moves": "44453", "player": player})).await
    };
    let (status, told) = ask("forecast").await;
    assert_eq!((status, &told["player"]), (200, &json!("forecast")), "{told}");
    let sum = |item: &Value| item["sum"].as_f64();
    assert!(
        told["score"].is_number()
            && told["items"].as_array().is_some_and(|items| items.iter().all(|i| sum(i).is_some()))
    );
    let (_, told) = ask("random").await;
    assert!(told["words"].as_str().is_some_and(|words| words.starts_with("random judges no position")), "{told}");
    for wrong in ["clever", "max:depth=x", "engine:threads=2", "human"] {
        let (status, told) = ask(wrong).await;
        assert_eq!(
            (status, &told["error"]["code"], &told["error"]["field"]),
            (400, &json!("bad_player"), &json!("player")),
            "{wrong}"
        );
    }
    let over = json!({"variant": "7x6c4", "moves": "1212121", "player": "smart"});
    assert_eq!(site.here().post("/opinions", &over).await.0, 409);
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
    for (names, said) in [("", "yellow has 1 checker"), ("&names=white,black", "White has 1 checker and black has")] {
        let (_, svg) = site.here().get(&format!("/picture.svg?position={key}{names}")).await;
        assert!(svg.as_str().is_some_and(|svg| svg.contains(said)), "{svg}");
    }
    let (status, told) = site.here().get(&format!("/picture.svg?position={key}&names=red,blue")).await;
    assert_eq!((status, &told["error"]["code"], &told["error"]["field"]), (400, &json!("bad_names"), &json!("names")));
    let client = site.here();
    let png =
        client.http.get(client.url("/api/v1/picture.png?variant=7x6c4&moves=4453")).send().await.expect("an answer");
    assert_eq!(png.headers()["content-type"], "image/png");
    assert!(png.bytes().await.expect("bytes").starts_with(b"\x89PNG"));
}
