//! Disks that are full or fail.

use crate::faults::{BROKEN, FULL, Faults};
use crate::server::{Game, Server, command};
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// Fails each of the first writes of a move in turn, once or for good.
fn survives(error: i32, flush: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("games.sqlite3");
    let mut faults = Faults::new(folder.path());
    let serve = |faulty: Option<&Faults>| {
        let mut command = command(&database);
        command.args(flush.then_some("--flush-every-move"));
        if let Some(faults) = faulty {
            faults.befall(&mut command);
        }
        Server::start(command)
    };
    let server = serve(Some(&faults));
    let mut game = Game::make(&server);
    game.must_play(&server);
    let mut refused = 0;
    for times in [1, 1_000_000] {
        for after in 0..10 {
            faults.fail(after, times, error);
            refused += usize::from(game.play(&server).is_err());
            faults.mend();
            server.becomes(true);
            game.must_play(&server);
            game.check(&server);
        }
    }
    assert!(refused > 0 && faults.hits() > 0, "the faults came: {refused} moves refused, {} hits", faults.hits());
    server.kill();
    let server = serve(None);
    game.check(&server);
    game.must_play(&server);
    server.stop();
    game.check(&serve(None));
}

#[test]
fn a_write_without_space_loses_no_acknowledged_move() {
    survives(FULL, false);
}

#[test]
fn a_write_that_the_disk_fails_loses_no_acknowledged_move() {
    survives(BROKEN, false);
}

#[test]
fn a_write_that_fails_while_every_move_is_flushed_loses_no_acknowledged_move() {
    survives(FULL, true);
    survives(BROKEN, true);
}

#[test]
fn a_computer_s_move_that_could_not_be_stored_is_made_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut faults = Faults::new(folder.path());
    let mut command = command(&folder.path().join("games.sqlite3"));
    faults.befall(&mut command);
    let server = Server::start(command);
    let body = r#"{"red": {"kind": "computer", "player": "bad"}}"#;
    let (status, made) = server.request("POST", "/api/v1/games", body);
    assert_eq!(status, 201, "{made}");
    let path = format!("/api/v1/games/{}", made["game"]["id"].as_str().expect("a name"));
    faults.fail(0, 1_000_000, FULL);
    let plies = || server.request("GET", &path, "").1["game"]["ply"].as_u64();
    assert_eq!(plies(), Some(0));
    server.becomes(false);
    faults.mend();
    server.becomes(true);
    // Nobody looks at the game meanwhile, which would set the computer going again.
    std::thread::sleep(std::time::Duration::from_secs(4));
    assert_eq!(plies(), Some(1), "the computer's move was dropped");
}

/// A small disk of its own, as long as it is there.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    /// Nothing without the rights to mount one.
    fn mount() -> Option<SmallDisk> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut mount = Command::new("mount");
        let mounted = mount.args(["-t", "tmpfs", "-o", "size=8m", "tmpfs"]).arg(folder.path()).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(SmallDisk(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn remount(&self, how: &str) {
        let done = Command::new("mount").args(["-o", &format!("remount,{how}")]).arg(self.path()).status();
        assert!(done.is_ok_and(|status| status.success()));
    }

    fn fill(&self) {
        let mut file = std::fs::File::create(self.path().join("filler")).expect("a file");
        for size in [65_536, 4096, 1] {
            while file.write_all(&vec![0; size]).is_ok() {}
        }
    }

    fn empty(&self) {
        std::fs::remove_file(self.path().join("filler")).expect("it can be removed");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(self.path()).status();
    }
}

#[test]
fn a_full_disk_loses_no_acknowledged_move() {
    let Some(disk) = SmallDisk::mount() else { return eprintln!("not tested: only root can mount a small disk") };
    let database = disk.path().join("games.sqlite3");
    for flush in [false, true] {
        let serve = || {
            let mut command = command(&database);
            command.args(flush.then_some("--flush-every-move"));
            Server::start(command)
        };
        let server = serve();
        let mut game = Game::make(&server);
        for _ in 0..3 {
            game.must_play(&server);
            disk.fill();
            let refused = (0..200).any(|_| game.play(&server).is_err());
            assert!(refused, "the disk is full");
            assert!(!server.is_ready());
            disk.empty();
            server.becomes(true);
            for _ in 0..3 {
                game.must_play(&server);
            }
        }
        if flush {
            server.stop();
        } else {
            server.kill();
        }
        let server = serve();
        game.check(&server);
        server.stop();
    }
}

#[test]
fn a_disk_that_became_read_only_makes_the_server_unready() {
    let Some(disk) = SmallDisk::mount() else { return eprintln!("not tested: only root can mount a small disk") };
    let database = disk.path().join("games.sqlite3");
    let server = Server::start(command(&database));
    let mut game = Game::make(&server);
    game.must_play(&server);
    // Files that are open for writing keep a disk from becoming read-only, so the server meets it at the start.
    server.stop();
    disk.remount("ro");
    let said = crate::server::refused(command(&database));
    assert!(said.contains("games.sqlite3"), "{said}");
    disk.remount("rw");
    game.check(&Server::start(command(&database)));
}
