//! Behind a real nginx with TLS, set up as `packaging/nginx.conf` says.

use crate::client::Live;
use crate::packaging;
use crate::site::{Server, settings};
use dropline_server::{Database, Settings};
use serde_json::{Value, json};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

const NAME: &str = "play.example.org";

fn program() -> Option<PathBuf> {
    ["/usr/sbin/nginx", "/usr/bin/nginx"].map(PathBuf::from).into_iter().find(|path| path.exists())
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port()
}

fn run(command: &mut Command) {
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// An authority of our own and a certificate by it.
fn certificates(folder: &Path) {
    let config = folder.join("leaf.cnf");
    let text = format!(
        "[req]\ndistinguished_name = name\nx509_extensions = leaf\nprompt = no\n[name]\nCN = {NAME}\n[leaf]\n\
         basicConstraints = critical, CA:FALSE\nsubjectAltName = DNS:{NAME}\n"
    );
    std::fs::write(&config, text).expect("a file");
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    let openssl = || {
        let mut command = Command::new("openssl");
        command.current_dir(folder).args(["req", "-x509"]).args(key);
        command
    };
    run(openssl().args(["-subj", "/CN=A test", "-keyout", "authority.key", "-out", "authority.pem"]));
    run(openssl()
        .args(["-config", "leaf.cnf", "-CA", "authority.pem", "-CAkey", "authority.key"])
        .args(["-keyout", "leaf.key", "-out", "leaf.pem"]));
}

/// nginx in front of a server, gone when dropped.
struct Nginx {
    process: Child,
    addr: SocketAddr,
    tls: TlsConnector,
    folder: TempDir,
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Nginx {
    async fn start(program: &Path, server: SocketAddr) -> Nginx {
        let folder = tempfile::tempdir().expect("a folder");
        certificates(folder.path());
        let (plain, secure) = (free_port(), free_port());
        let site = std::fs::read_to_string(packaging::folder().join("nginx.conf")).expect("a site");
        let place = |name: &str| folder.path().join(name).display().to_string();
        let mut site = site;
        for (old, new) in [
            ("listen 80;", format!("listen 127.0.0.1:{plain};")),
            ("listen 443 ssl http2;", format!("listen 127.0.0.1:{secure} ssl http2;")),
            ("/etc/ssl/dropline/fullchain.pem", place("leaf.pem")),
            ("/etc/ssl/dropline/privkey.pem", place("leaf.key")),
            ("proxy_pass http://127.0.0.1:7788;", format!("proxy_pass http://{server};")),
        ] {
            assert!(site.contains(old), "{old}");
            site = site.replace(old, &new);
        }
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        let temporary = temporary.map(|kind| format!("{kind}_temp_path {};", place(kind))).join("\n");
        let whole = format!(
            "daemon off;\nmaster_process off;\npid {};\nerror_log {} warn;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}\n{site}\n}}\n",
            place("pid"),
            place("error.log"),
        );
        std::fs::write(folder.path().join("nginx.conf"), whole).expect("a file");
        let process = Command::new("setpriv")
            .args(["--pdeathsig", "KILL"])
            .arg(program)
            .args(["-p", &folder.path().display().to_string(), "-e", &place("error.log"), "-c", &place("nginx.conf")])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("nginx starts");
        let mut roots = RootCertStore::empty();
        let authority = CertificateDer::from_pem_file(folder.path().join("authority.pem")).expect("a certificate");
        roots.add(authority).expect("an authority");
        let provider = Arc::new(crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.expect("versions").with_root_certificates(roots).with_no_client_auth();
        let addr = SocketAddr::from(([127, 0, 0, 1], secure));
        let mut nginx = Nginx { process, addr, tls: TlsConnector::from(Arc::new(config)), folder };
        nginx.wait().await;
        nginx
    }

    async fn wait(&mut self) {
        for _ in 0..300 {
            if TcpStream::connect(self.addr).await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let said = std::fs::read_to_string(self.folder.path().join("error.log")).unwrap_or_default();
        panic!("nginx does not answer: {said}");
    }

    /// A connection with TLS from the address 127.0.0.`last`.
    async fn connect(&self, last: u8) -> TlsStream<TcpStream> {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).expect("an address");
        let stream = socket.connect(self.addr).await.expect("a connection");
        let name = ServerName::try_from(NAME).expect("a name");
        self.tls.connect(name, stream).await.expect("TLS")
    }

    /// A request from 127.0.0.`last`: the whole answer.
    async fn request(&self, last: u8, method: &str, path: &str, more: &str, body: &str) -> String {
        let mut stream = self.connect(last).await;
        let head = format!("{method} {path} HTTP/1.1\r\nhost: {NAME}\r\nconnection: close\r\n{more}");
        let head = format!("{head}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        stream.write_all(head.as_bytes()).await.expect("it can be sent");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Joins a game as a page of this address would.
    async fn join(
        &self,
        last: u8,
        id: &str,
        token: &str,
        since: u64,
        origin: &str,
    ) -> Result<Live<TlsStream<TcpStream>>, u16> {
        let address = format!("wss://{NAME}/api/v1/games/{id}/live?since={since}");
        let mut request = address.into_client_request().expect("an address");
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse().expect("a header"));
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
        match tokio_tungstenite::client_async(request, self.connect(last).await).await {
            Ok((stream, _)) => Ok(Live::new(stream)),
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

fn json_of(answer: &str) -> Value {
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str(&body[body.find('{').expect("JSON")..=body.rfind('}').expect("JSON")]).expect("JSON")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_nginx_with_tls() {
    let Some(program) = program() else {
        eprintln!("skipped: nginx is not here; `cargo xtask test` installs Debian's package where it can");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings: Settings = settings(Database::Sqlite(folder.path().join("games.sqlite3")));
    settings.addr = SocketAddr::from(([127, 0, 0, 1], free_port()));
    settings.public_url = Some(format!("https://{NAME}"));
    settings.trust_proxy = true;
    settings.limits.requests_a_second = 2;
    let server = Server::start(settings.clone()).await;
    let nginx = Nginx::start(&program, server.addr).await;

    let page = nginx.request(1, "GET", "/", "", "").await;
    assert!(status(&page) == "200" && page.contains("strict-transport-security: max-age=31536000"), "{page}");
    assert_eq!(status(&nginx.request(1, "GET", "/metrics", "", "").await), "404");
    let made = nginx.request(1, "POST", "/api/v1/games", "", r#"{"seats": "both"}"#).await;
    assert!(status(&made) == "201" && made.contains("; Secure"), "{made}");
    let made = json_of(&made);
    let id = made["game"]["id"].as_str().expect("a name").to_owned();
    let [red, black] = ["red", "black"].map(|side| made["tokens"][side].as_str().expect("a token").to_owned());

    let here = format!("https://{NAME}");
    let mut live = nginx.join(1, &id, &red, 0, &here).await.expect("a live connection");
    let mut other = nginx.join(4, &id, &black, 0, &here).await.expect("a live connection");
    assert_eq!(nginx.join(1, &id, &red, 0, "https://evil.example").await.err(), Some(403));
    live.play(0, 4).await;
    assert_eq!(other.until("move").await["game"]["moves"], "4");

    // Limits count the real address: what a client writes into the header itself makes no other one of it.
    let mut refused = 0;
    for number in 0..40 {
        let forged = format!("x-forwarded-for: 203.0.113.{number}\r\n");
        refused += usize::from(status(&nginx.request(2, "GET", "/api/v1/players", &forged, "").await) == "429");
    }
    assert!(refused > 5, "{refused} of 40 were refused");
    assert_eq!(status(&nginx.request(3, "GET", "/api/v1/players", "", "").await), "200");

    server.stop().await;
    live.closed().await;
    other.closed().await;
    assert_eq!(status(&nginx.request(3, "GET", "/api/v1/players", "", "").await), "502");
    let server = Server::start(settings).await;
    let mut other = nginx.join(4, &id, &black, 1, &here).await.expect("a live connection");
    assert_eq!(other.next().await["game"]["moves"], "4", "the game is where it was");
    assert_eq!(other.play(1, 4).await, 2);
    let mut live = nginx.join(1, &id, &red, 1, &here).await.expect("a live connection");
    assert_eq!(live.next().await["seq"], json!(1));
    assert_eq!(live.until("move").await["game"]["moves"], "44", "what was missed comes first");
    drop((live, other));
    server.stop().await;
}
