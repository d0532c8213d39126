//! A Postgres for the tests: a cluster in a temporary folder, started when the first test asks and ended with the process.

use std::net::TcpListener;
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

const MISSING: &str = "Debian's package postgresql is needed: `cargo xtask test` installs it";

/// Ends Postgres and removes its folder when the tests are over: `setpriv` sends TERM when the thread that started it is gone.
const KEEPER: &str = r#"
trap 'kill -INT "$server" 2>/dev/null; wait "$server"; rm -rf "$2"; exit 0' TERM
"$1/postgres" -D "$2/data" -p "$3" -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=400 \
    -c shared_buffers=32MB >"$2/log" 2>&1 &
server=$!
wait "$server"
"#;

/// The address of a new, empty database.
pub(crate) async fn fresh_database() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let port = tokio::task::spawn_blocking(cluster).await.expect("a cluster");
    let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let server = format!("postgres://dropline@127.0.0.1:{port}");
    let made = tokio::task::spawn_blocking({
        let (server, name) = (format!("{server}/postgres"), name.clone());
        move || Command::new(binaries().join("createdb")).arg("--maintenance-db").arg(server).arg(name).output()
    });
    let made = made.await.expect("a thread").expect("createdb runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    format!("{server}/{name}")
}

fn binaries() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").expect(MISSING);
    let newest = versions.filter_map(Result::ok).map(|entry| entry.path().join("bin")).max();
    newest.filter(|path| path.join("initdb").exists()).expect(MISSING)
}

/// The port of the cluster, which is started if it is not there.
fn cluster() -> u16 {
    static PORT: OnceLock<u16> = OnceLock::new();
    *PORT.get_or_init(|| {
        let (tell, told) = std::sync::mpsc::channel();
        // The thread that starts the keeper stays as long as the process.
        std::thread::spawn(move || {
            let (mut keeper, port) = start();
            tell.send(port).expect("somebody waits");
            keeper.wait().expect("Postgres ends with the tests")
        });
        told.recv().expect("Postgres starts")
    })
}

/// A command that runs as a user whom Postgres accepts: not as root.
fn unprivileged(user: Option<(u32, u32)>) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "TERM"]);
    if let Some((user, group)) = user {
        command.arg(format!("--reuid={user}")).arg(format!("--regid={group}")).arg("--clear-groups");
    }
    command
}

fn number(args: &[&str]) -> Option<u32> {
    let output = Command::new("id").args(args).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

fn start() -> (Child, u16) {
    let binaries = binaries();
    let folder = tempfile::Builder::new().prefix("dropline-postgres-").tempdir().expect("a folder").keep();
    let root = number(&["-u"]) == Some(0);
    let user = root.then(|| (number(&["-u", "postgres"]).expect(MISSING), number(&["-g", "postgres"]).expect(MISSING)));
    if let Some((user, group)) = user {
        chown(&folder, Some(user), Some(group)).expect("the folder is given away");
    }
    let made = unprivileged(user)
        .arg(binaries.join("initdb"))
        .args(["--no-sync", "--auth=trust", "--username=dropline", "--encoding=UTF8", "--locale=C", "-D"])
        .arg(folder.join("data"))
        .current_dir(&folder)
        .output()
        .expect("initdb runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
    let keeper = unprivileged(user)
        .args(["sh", "-c", KEEPER, "keeper"])
        .arg(&binaries)
        .arg(&folder)
        .arg(port.to_string())
        .current_dir(&folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("Postgres starts");
    wait_for(&binaries, port, &folder);
    (keeper, port)
}

fn wait_for(binaries: &Path, port: u16, folder: &Path) {
    for _ in 0..600 {
        let port = port.to_string();
        let asked = Command::new(binaries.join("pg_isready")).args(["-q", "-h", "127.0.0.1", "-p", &port]).status();
        if asked.is_ok_and(|status| status.success()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("Postgres does not answer: {}", std::fs::read_to_string(folder.join("log")).unwrap_or_default());
}
