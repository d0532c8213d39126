//! Games of which something was lost or changed in the database say so, and no other game suffers.

use crate::site::Site;
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection};

async fn change(site: &mut Site, statement: &str) {
    site.stop().await;
    let options = SqliteConnectOptions::new().filename(site.file()).foreign_keys(false);
    let mut database = SqliteConnection::connect_with(&options).await.expect("a database");
    let changed = sqlx::query(AssertSqlSafe(statement)).execute(&mut database).await.expect("it can be changed");
    assert_eq!(changed.rows_affected(), 1, "{statement}");
    database.close().await.expect("it can be closed");
    site.start().await;
}

/// A game with six moves.
async fn game(site: &Site) -> String {
    let made = site.here().make(json!({"seats": "both", "clock": {"minutes": 5, "increment": 0}})).await;
    let id = made["game"]["id"].as_str().expect("a name").to_owned();
    let token = |side: &str| made["tokens"][side].as_str().expect("a token").to_owned();
    let (mut red, _) = site.here().seated(&token("red")).join(&id).await;
    let (mut black, _) = site.here().seated(&token("black")).join(&id).await;
    for ply in 0..6 {
        let mover = if ply % 2 == 0 { &mut red } else { &mut black };
        mover.play(ply, ply as u32 + 1).await;
    }
    id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_or_missing_row_breaks_one_game_and_no_other() {
    let mut site = Site::sqlite().await;
    let whole = game(&site).await;
    for statement in [
        "DELETE FROM events WHERE game = 'ID' AND seq = 3",
        "DELETE FROM events WHERE game = 'ID' AND seq = 1",
        "UPDATE events SET seq = 9 WHERE game = 'ID' AND seq = 6",
        "UPDATE events SET body = replace(body, '\"column\":3', '\"column\":7') WHERE game = 'ID' AND seq = 3",
        "UPDATE events SET body = replace(body, '\"column\":3', '\"column\":2'), checksum = NULL WHERE game = 'ID' AND seq = 3",
        "UPDATE events SET body = replace(body, '\"red\"', '\"black\"'), checksum = NULL WHERE game = 'ID' AND seq = 3",
        "UPDATE events SET body = 'scribble', checksum = NULL WHERE game = 'ID' AND seq = 3",
        "UPDATE events SET at = at + 1 WHERE game = 'ID' AND seq = 3",
        "UPDATE events SET body = replace(body, '300000', '200000') WHERE game = 'ID' AND seq = 1",
        "UPDATE games SET setup = replace(setup, '7x6c4', '8x6c4') WHERE id = 'ID'",
        "UPDATE games SET red_hash = x'00' WHERE id = 'ID'",
        "UPDATE games SET black_hash = red_hash WHERE id = 'ID'",
    ] {
        let broken = game(&site).await;
        change(&mut site, &statement.replace("ID", &broken)).await;
        let (status, said) = site.here().get(&format!("/games/{broken}")).await;
        assert_eq!((status, &said["error"]["code"]), (500, &json!("broken_game")), "{statement}: {said}");
        assert_eq!(site.here().look(&whole).await["game"]["moves"], "123456", "{statement}");
        let ready = site.here().http.get(site.here().url("/readyz")).send().await.expect("an answer");
        assert_eq!(ready.status(), 200, "{statement}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_of_earlier_versions_are_read() {
    let mut site = Site::sqlite().await;
    let id = game(&site).await;
    change(&mut site, &format!("UPDATE games SET checksum = NULL WHERE id = '{id}'")).await;
    change(&mut site, &format!("UPDATE events SET checksum = NULL WHERE game = '{id}' AND seq = 2")).await;
    assert_eq!(site.here().look(&id).await["game"]["moves"], "123456");
}
