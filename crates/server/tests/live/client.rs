//! A client as a program would be one: HTTP with JSON, and live connections.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Nothing takes so long unless something hangs.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) addr: SocketAddr,
    pub(crate) http: reqwest::Client,
    pub(crate) token: Option<String>,
    /// What a proxy says its address is.
    pub(crate) forwarded: Option<String>,
}

impl Client {
    pub(crate) fn new(addr: SocketAddr) -> Client {
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
        Client { addr, http, token: None, forwarded: None }
    }

    /// The same client with the token of a seat.
    pub(crate) fn seated(&self, token: &str) -> Client {
        Client { token: Some(token.to_owned()), ..self.clone() }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.addr)
    }

    fn authorized(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        let request = self.authorized(self.http.get(self.url(&format!("/api/v1{path}"))));
        read(request.send().await.expect("an answer")).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let request = self.authorized(self.http.post(self.url(&format!("/api/v1{path}"))).json(body));
        read(request.send().await.expect("an answer")).await
    }

    /// Makes a game.
    pub(crate) async fn make(&self, body: Value) -> Value {
        let (status, made) = self.post("/games", &body).await;
        assert_eq!(status, 201, "{made}");
        made
    }

    /// Makes a game between two people; its name and the tokens of red and black.
    pub(crate) async fn make_for_two(&self) -> (String, String, String) {
        let made = self.make(json!({"variant": "7x6c4", "seats": "mine"})).await;
        let id = made["game"]["id"].as_str().expect("a name").to_owned();
        let red = made["tokens"]["red"].as_str().expect("a token").to_owned();
        let invitation = made["invitation"].as_str().expect("an invitation");
        let black = invitation.split_once("seat=").expect("a seat").1.to_owned();
        (id, red, black)
    }

    pub(crate) async fn look(&self, id: &str) -> Value {
        let (status, seen) = self.get(&format!("/games/{id}")).await;
        assert_eq!(status, 200, "{seen}");
        seen
    }

    /// Joins a game; what it says first comes with it.
    pub(crate) async fn join(&self, id: &str) -> (Live, Value) {
        self.join_since(id, None).await
    }

    pub(crate) async fn join_since(&self, id: &str, since: Option<u64>) -> (Live, Value) {
        let since = since.map(|since| format!("?since={since}")).unwrap_or_default();
        let mut live = self.connect(&format!("/games/{id}/live{since}")).await;
        let hello = live.next().await;
        assert_eq!(hello["type"], "hello", "{hello}");
        (live, hello)
    }

    pub(crate) async fn connect(&self, path: &str) -> Live {
        let mut request = format!("ws://{}/api/v1{path}", self.addr).into_client_request().expect("an address");
        if let Some(token) = &self.token {
            let value = format!("Bearer {token}").parse().expect("a header");
            request.headers_mut().insert("authorization", value);
        }
        if let Some(address) = &self.forwarded {
            request.headers_mut().insert("x-forwarded-for", address.parse().expect("a header"));
        }
        let (stream, _) = connect_async(request).await.expect("a connection");
        Live::new(stream)
    }
}

async fn read(response: reqwest::Response) -> (u16, Value) {
    let status = response.status().as_u16();
    let text = response.text().await.expect("a body");
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

/// A live connection.
pub(crate) struct Live<S = MaybeTlsStream<TcpStream>> {
    stream: WebSocketStream<S>,
    /// What came while an answer was waited for.
    waiting: Vec<Value>,
    references: u32,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Live<S> {
    pub(crate) fn new(stream: WebSocketStream<S>) -> Live<S> {
        Live { stream, waiting: Vec::new(), references: 0 }
    }

    async fn receive(&mut self) -> Option<Value> {
        // Pings come for ever: they are no reason to go on waiting.
        let until = tokio::time::Instant::now() + PATIENCE;
        loop {
            let message = tokio::time::timeout_at(until, self.stream.next()).await.expect("the server says something");
            match message {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).expect("JSON")),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message that is no answer.
    pub(crate) async fn next(&mut self) -> Value {
        if self.waiting.is_empty() { self.receive().await.expect("a message") } else { self.waiting.remove(0) }
    }

    /// The next event, as `(seq, event)`; who comes and goes is passed over.
    pub(crate) async fn event(&mut self) -> (u64, Value) {
        loop {
            let message = self.next().await;
            if message["type"] == "event" {
                assert_eq!(message["seq"], message["game"]["seq"]);
                return (message["seq"].as_u64().expect("a number"), message["event"].clone());
            }
            assert_eq!(message["type"], "presence", "{message}");
        }
    }

    /// Waits until an event of a kind has come, and gives it with its message.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["event"]["kind"] == kind {
                return message;
            }
        }
    }

    pub(crate) async fn send_text(&mut self, text: String) {
        self.stream.send(Message::text(text)).await.expect("it can be sent");
    }

    /// Sends although the server may have closed the connection.
    pub(crate) async fn send_text_if_open(&mut self, text: String) {
        let _ = self.stream.send(Message::text(text)).await;
    }

    pub(crate) async fn send_bytes(&mut self, bytes: Vec<u8>) {
        self.stream.send(Message::binary(bytes)).await.expect("it can be sent");
    }

    /// Asks for something; the answer, `ok` or `error`.
    pub(crate) async fn ask(&mut self, mut request: Value) -> Value {
        self.references += 1;
        request["ref"] = Value::from(self.references.to_string());
        self.send_text(request.to_string()).await;
        self.answer().await
    }

    /// The next answer.
    pub(crate) async fn answer(&mut self) -> Value {
        loop {
            let message = self.receive().await.expect("an answer");
            if message["type"] == "ok" || message["type"] == "error" {
                return message;
            }
            self.waiting.push(message);
        }
    }

    /// Asks for something that is done; the number of its event.
    pub(crate) async fn done(&mut self, request: Value) -> u64 {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["type"], "ok", "{request}: {answer}");
        answer["seq"].as_u64().expect("a number")
    }

    /// Asks for something that is refused; the error's code.
    pub(crate) async fn refused(&mut self, request: Value) -> String {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["type"], "error", "{request}: {answer}");
        assert!(answer["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{answer}");
        answer["error"]["code"].as_str().expect("a code").to_owned()
    }

    pub(crate) async fn play(&mut self, ply: usize, column: u32) -> u64 {
        self.done(json!({"type": "move", "ply": ply, "column": column})).await
    }

    /// Waits until the server closes the connection.
    pub(crate) async fn closed(&mut self) {
        while self.receive().await.is_some() {}
    }

    pub(crate) async fn leave(mut self) {
        let _ = self.stream.close(None).await;
    }
}
