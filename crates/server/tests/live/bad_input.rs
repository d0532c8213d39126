//! Whatever comes in, over either door: a clean answer, no panic, and never another player's move.

use crate::client::{Client, Live};
use crate::site::{Server, settings};
use dropline_core::{Game, Variant};
use dropline_server::Database;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Numbers, words and things that a field may hold by mistake or malice.
fn junk() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-2..60i64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        prop::sample::select(vec![
            "red",
            "black",
            "move",
            "4453",
            "7x6c4",
            "9999999x6c4",
            "7x6c4:--10G4C32",
            "-",
            "\u{0}"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,6}", inner, 0..3)
                .prop_map(|map| Value::Object(map.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// A message that is right, nearly right, or not at all.
fn live_message() -> impl Strategy<Value = String> {
    let kinds =
        vec!["move", "move", "move", "resign", "undo", "rematch", "answer", "ping", "hello", "event", "Move", ""];
    let field = prop::sample::select(vec!["ply", "column", "side", "accept", "ref", "type", "extra"]);
    let good_move =
        (0..12usize, 0..9u32).prop_map(|(ply, column)| json!({"type": "move", "ply": ply, "column": column}));
    let nearly =
        (prop::sample::select(kinds), prop::collection::vec((field, junk()), 0..4)).prop_map(|(kind, fields)| {
            let mut message = json!({"type": kind});
            for (name, value) in fields {
                message[name] = value;
            }
            message
        });
    prop_oneof![
        4 => good_move.prop_map(|message| message.to_string()),
        4 => nearly.prop_map(|message| message.to_string()),
        1 => junk().prop_map(|message| message.to_string()),
        1 => "\\PC{0,40}",
    ]
}

struct Table {
    id: String,
    /// Red, black, and somebody with the token of another game.
    connections: Vec<Live>,
}

async fn table(client: &Client) -> Table {
    let (id, red, black) = client.make_for_two().await;
    let (_, other, _) = client.make_for_two().await;
    let mut connections = Vec::new();
    for token in [&red, &black, &other] {
        connections.push(client.seated(token).join(&id).await.0);
    }
    Table { id, connections }
}

/// Sends messages from whoever, and follows the game by its own rules.
async fn follow(client: &Client, messages: &[(usize, String)]) {
    let Table { id, mut connections } = table(client).await;
    let mut before = client.look(&id).await["game"].clone();
    for (who, text) in messages {
        let live = &mut connections[*who];
        live.send_text(text.clone()).await;
        let answer = live.answer().await;
        if answer["type"] == "error" {
            assert!(answer["error"]["code"].is_string() && answer["error"]["message"].is_string(), "{text}: {answer}");
        }
        let after = client.look(&id).await["game"].clone();
        let moves = after["moves"].as_str().expect("moves");
        Game::from_moves(Variant::STANDARD, moves).expect("a legal game");
        let (old, new) = (before["ply"].as_u64().expect("a ply"), after["ply"].as_u64().expect("a ply"));
        if answer["type"] == "error" || *who == 2 {
            assert_eq!(before["seq"], after["seq"], "{text} did something: {answer}");
        } else if new > old {
            assert_eq!((new, before["turn"].as_str()), (old + 1, Some(["red", "black"][*who])), "{text}");
            let said: Value = serde_json::from_str(text).expect("a move is JSON");
            assert_eq!((&said["type"], said["ply"].as_u64()), (&json!("move"), Some(old)));
            assert!(moves.ends_with(&said["column"].to_string()), "{text}: {moves}");
            assert!(before["outcome"].is_null(), "a move after the end: {text}");
        }
        before = after;
    }
}

#[test]
fn messages_of_any_kind_get_one_clean_answer_and_nobody_moves_for_another() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let server = runtime.block_on(Server::start(settings(Database::Sqlite(folder.path().join("games.sqlite3")))));
    let messages = prop::collection::vec((0..3usize, live_message()), 1..40);
    let mut runner =
        TestRunner::new(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() });
    let result = runner.run(&messages, |messages| {
        runtime.block_on(follow(&server.client(), &messages));
        Ok(())
    });
    result.unwrap();
    runtime.block_on(server.stop());
}

#[test]
fn recorded_messages_played_again_in_any_order_change_nothing() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let server = runtime.block_on(Server::start(settings(Database::Sqlite(folder.path().join("games.sqlite3")))));
    let game = [4, 4, 3, 5, 3, 3, 2];
    let mut runner =
        TestRunner::new(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() });
    let order = prop::collection::vec(0..game.len(), 1..30);
    let result = runner.run(&order, |order| {
        runtime.block_on(async {
            let Table { id, mut connections } = table(&server.client()).await;
            for (ply, column) in game.into_iter().enumerate() {
                connections[ply % 2].play(ply, column).await;
            }
            for &ply in &order {
                let again = json!({"type": "move", "ply": ply, "column": game[ply]});
                let seq = connections[ply % 2].done(again.clone()).await;
                assert_eq!(seq, ply as u64 + 1);
                assert_eq!(connections[(ply + 1) % 2].refused(again.clone()).await, "stale");
                assert_eq!(connections[2].refused(again).await, "not_your_seat");
            }
            assert_eq!(server.client().look(&id).await["game"]["seq"], game.len());
        });
        Ok(())
    });
    result.unwrap();
    runtime.block_on(server.stop());
}

#[test]
fn bodies_of_any_kind_get_a_clean_answer() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = settings(Database::Sqlite(folder.path().join("games.sqlite3")));
    settings.limits.analysis_time = Duration::from_millis(20);
    let server = runtime.block_on(Server::start(settings));
    let paths = vec!["/games", "/positions", "/analyses", "/reviews", "/explanations"];
    let names =
        vec!["variant", "moves", "text", "position", "column", "red", "black", "seats", "my_side", "clock", "extra"];
    let small = prop::sample::select(vec!["7x6c4", "3x3m3", "20x20c4", "1x1c1", "7x6c0", "x", "30x30m99999"])
        .prop_map(Value::from);
    let fields = prop::collection::vec((prop::sample::select(names), prop_oneof![2 => junk(), 1 => small]), 0..4);
    let request = (prop::sample::select(paths), fields);
    let mut runner =
        TestRunner::new(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() });
    let result = runner.run(&request, |(path, fields)| {
        let body = Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect());
        let (status, answer) = runtime.block_on(server.client().post(path, &body));
        if status >= 400 {
            assert!(status < 500 && answer["error"]["code"].is_string(), "{path} {body}: {status} {answer}");
            let said = answer["error"]["message"].as_str().expect("a sentence");
            assert!(!said.contains(".rs") && !said.contains("/src/"), "{said}");
        }
        Ok(())
    });
    result.unwrap();
    runtime.block_on(server.stop());
}

#[tokio::test]
async fn what_is_not_text_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(settings(Database::Sqlite(folder.path().join("games.sqlite3")))).await;
    let mut table = table(&server.client()).await;
    table.connections[0].send_bytes(vec![0, 159, 146, 150]).await;
    assert_eq!(table.connections[0].answer().await["error"]["code"], "bad_message");
    let mut analysis = server.client().connect("/analysis").await;
    for text in [
        "",
        "{",
        "[]",
        "{\"type\":\"analyse\"}",
        "{\"type\":\"analyse\",\"id\":-1}",
        "{\"type\":\"cancel\",\"id\":\"x\"}",
    ] {
        analysis.send_text(text.to_owned()).await;
        assert_eq!(analysis.answer().await["error"]["code"], "bad_message", "{text}");
    }
    server.stop().await;
}
