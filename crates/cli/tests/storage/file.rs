//! A database that is taken away from under the server, or asked for twice.

use crate::server::{Game, Server, command, refused};
use std::fs;
use std::os::unix::fs::{FileExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

fn server(folder: &Path) -> (PathBuf, Server, Game) {
    let database = folder.join("games.sqlite3");
    let server = Server::start(command(&database));
    let mut game = Game::make(&server);
    game.must_play(&server);
    (database, server, game)
}

/// No move is acknowledged, and `/readyz` says so.
fn is_unready(server: &Server, game: &mut Game) {
    server.becomes(false);
    assert!(game.play(server).is_err(), "a move was played into a file that is gone");
    assert!(!server.is_ready());
}

#[test]
fn a_deleted_database_is_not_played_into() {
    let folder = tempfile::tempdir().expect("a folder");
    let (database, server, mut game) = server(folder.path());
    let aside = folder.path().join("aside");
    fs::rename(&database, &aside).expect("it can be moved");
    is_unready(&server, &mut game);
    assert!(!database.exists(), "no empty database takes its place");
    fs::rename(&aside, &database).expect("it can be moved back");
    server.becomes(true);
    game.must_play(&server);
    server.kill();
    game.check(&Server::start(command(&database)));
}

#[test]
fn a_replaced_database_is_not_played_into() {
    let folder = tempfile::tempdir().expect("a folder");
    let (database, server, mut game) = server(folder.path());
    let copy = folder.path().join("copy");
    fs::copy(&database, &copy).and_then(|_| fs::rename(&copy, &database)).expect("it can be replaced");
    is_unready(&server, &mut game);
}

#[test]
fn an_overwritten_database_is_not_played_into() {
    let folder = tempfile::tempdir().expect("a folder");
    let (database, server, mut game) = server(folder.path());
    let file = fs::OpenOptions::new().write(true).open(&database).expect("a file");
    file.write_all_at(&[0x5A; 8192], 0).expect("it can be overwritten");
    is_unready(&server, &mut game);
}

#[test]
fn another_database_copied_over_the_file_is_not_played_into() {
    let folder = tempfile::tempdir().expect("a folder");
    let (database, server, mut game) = server(folder.path());
    let other = folder.path().join("other.sqlite3");
    Server::start(command(&other)).stop();
    let file = fs::OpenOptions::new().write(true).open(&database).expect("a file");
    file.write_all_at(&fs::read(&other).expect("a database"), 0).expect("it can be overwritten");
    is_unready(&server, &mut game);
}

#[test]
fn a_file_has_one_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let (database, first, mut game) = server(folder.path());
    let link = folder.path().join("link");
    symlink(&database, &link).expect("a link");
    for path in [&database, &link] {
        let said = refused(command(path));
        assert!(said.contains("is used by another server (process "), "{said}");
        assert!(said.contains("one server uses one file"), "{said}");
    }
    game.must_play(&first);
    first.kill();
    let second = Server::start(command(&database));
    game.check(&second);
    second.stop();
    game.check(&Server::start(command(&link)));
}

#[test]
fn a_database_that_cannot_be_written_to_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (database, server, _) = server(folder.path());
    server.stop();
    let set = |how: &str| Command::new("chattr").arg(how).arg(&database).output();
    if !set("+i").is_ok_and(|output| output.status.success()) {
        return eprintln!("not tested: files cannot be made unchangeable here");
    }
    let said = refused(command(&database));
    assert!(set("-i").is_ok_and(|output| output.status.success()));
    assert!(said.contains("games.sqlite3"), "{said}");
}
