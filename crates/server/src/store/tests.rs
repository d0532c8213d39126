use super::*;
use crate::live::Seat;
use crate::live::{PersonNames, Series};
use dropline_core::Variant;
use tempfile::TempDir;

async fn open() -> (TempDir, Store, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite3");
    let (store, _) = Store::open(&Settings::new(Database::Sqlite(path.clone()))).await.unwrap();
    (folder, store, path.display().to_string())
}

fn new_game() -> Write {
    let id = GameId::new().unwrap();
    let setup = GameSetup {
        variant: Variant::STANDARD,
        moves: String::new(),
        seats: [Seat::Person, Seat::Person],
        clock: None,
        seed: 0,
        start: None,
        names: PersonNames::default(),
        series: Series::default(),
    };
    let create = Some(Box::new(NewGame { id: id.clone(), setup, hashes: [None, None] }));
    Write { game: id, events: Vec::new(), finished: false, create, at: 0 }
}

#[tokio::test]
async fn a_database_that_fails_is_named_with_what_it_could_not_do() {
    let (_folder, store, name) = open().await;
    store.write(new_game()).await.unwrap();
    let Pool::Sqlite(pool) = &store.backend.pool else { panic!("a file was opened") };
    for table in ["events", "games"] {
        sqlx::query(sqlx::AssertSqlSafe(format!("DROP TABLE {table}"))).execute(pool).await.unwrap();
    }
    let said = store.write(new_game()).await.unwrap_err().to_string();
    assert!(said.starts_with(&format!("the database {name} cannot store what happened in games: ")), "{said}");
    assert!(said.contains("no such table"), "{said}");
    let said = store.load(&GameId::new().unwrap()).await.unwrap_err().to_string();
    assert!(said.starts_with(&format!("the database {name} cannot read a game: ")), "{said}");
}

#[tokio::test]
async fn only_a_store_that_was_closed_is_shutting_down() {
    let (_folder, store, _) = open().await;
    store.close().await;
    assert!(matches!(store.write(new_game()).await, Err(StoreError::Closed)));
    assert!(matches!(store.ready().await, Err(StoreError::Closed)));
}
