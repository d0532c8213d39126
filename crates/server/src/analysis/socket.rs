//! The analysis connection: one question at a time, answered as it is found out.

use super::message::{Message, Request};
use super::{Analysts, Answer, Last, ReviewUnderWay};
use crate::error::ApiError;
use crate::position;
use crate::settings::ServerLimits;
use crate::socket::{Allowance, Allowed, Ping, close_flood, send};
use crate::worker_pool::Ticket;
use axum::extract::ws::{self, WebSocket};
use dropline_core::notation::from_json;
use dropline_engine::told::{ToldMove, ToldNews, ToldPosition, ToldReview};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot, watch};

/// A question that is being answered. It is called off when dropped.
struct UnderWay {
    id: u64,
    _ticket: Ticket,
    answer: Coming,
}

/// What is being found out.
enum Coming {
    Analysis { news: mpsc::Receiver<ToldNews>, last: oneshot::Receiver<Last> },
    Review { moves: usize, news: mpsc::Receiver<ToldMove>, last: oneshot::Receiver<Result<ToldReview, ApiError>> },
}

impl UnderWay {
    /// The next message, and whether it is the last.
    async fn next(&mut self) -> (Message, bool) {
        let id = self.id;
        let message = match &mut self.answer {
            Coming::Analysis { news, last } => {
                if let Some(state) = news.recv().await {
                    return (Message::Columns { id, state: Arc::new(state) }, false);
                }
                last.await.map(|last| last.map(|state| Message::Columns { id, state }))
            }
            Coming::Review { moves, news, last } => {
                if let Some(graded) = news.recv().await {
                    return (Message::Graded { id, of: *moves, graded }, false);
                }
                last.await.map(|last| last.map(|review| Message::Reviewed { id, review }))
            }
        };
        let message = message.unwrap_or_else(|_| Err(ApiError::unavailable()));
        (message.unwrap_or_else(|error| Message::Error { id: Some(id), error: error.object }), true)
    }
}

/// Serves a connection until it is closed or the server goes; `client` is whose turn its questions take.
pub(crate) async fn serve(
    analysts: Arc<Analysts>,
    client: u64,
    mut socket: WebSocket,
    limits: ServerLimits,
    mut closing: watch::Receiver<bool>,
) {
    let mut allowance = Allowance::new(&limits);
    let mut ping = Ping::new(&limits);
    let mut under_way: Option<UnderWay> = None;
    loop {
        let answer = async {
            match under_way.as_mut() {
                Some(question) => question.next().await,
                None => std::future::pending().await,
            }
        };
        let messages = tokio::select! {
            (message, last) = answer => {
                if last {
                    under_way = None;
                }
                vec![message]
            }
            said = socket.recv() => {
                ping.heard();
                let allowed = allowance.take();
                match said {
                    Some(Ok(_)) if allowed == Allowed::Flood => return close_flood(socket).await,
                    Some(Ok(ws::Message::Text(said))) => {
                        let heard = if allowed == Allowed::Yes { hear(&said) } else { Err((None, Allowance::refusal())) };
                        match heard {
                            Ok(request) => heed(request, &analysts, client, &limits, &mut under_way),
                            Err((id, error)) => vec![Message::Error { id, error: error.object }],
                        }
                    }
                    Some(Ok(ws::Message::Binary(_))) => {
                        let error = ApiError::bad("bad_message", "messages are JSON as text, not binary");
                        vec![Message::Error { id: None, error: error.object }]
                    }
                    Some(Ok(ws::Message::Ping(_) | ws::Message::Pong(_))) => continue,
                    Some(Ok(ws::Message::Close(_)) | Err(_)) | None => return,
                }
            }
            () = ping.due() => match ping.ask(&mut socket).await {
                true => continue,
                false => return,
            },
            _ = closing.changed() => return crate::socket::close(socket, "the server is restarting: connect again").await,
        };
        for message in messages {
            let text = serde_json::to_string(&message).unwrap_or_default();
            if !send(&mut socket, ws::Message::Text(text.into())).await {
                return;
            }
        }
    }
}

fn hear(said: &str) -> Result<Request, (Option<u64>, ApiError)> {
    #[derive(serde::Deserialize)]
    struct Named {
        id: u64,
    }
    from_json(said).map_err(|error| {
        let id = serde_json::from_str::<Named>(said).ok().map(|named| named.id);
        (id, ApiError::bad("bad_message", format!("this message is not understood: {error}")))
    })
}

fn heed(
    request: Request,
    analysts: &Analysts,
    client: u64,
    limits: &ServerLimits,
    under_way: &mut Option<UnderWay>,
) -> Vec<Message> {
    match request {
        Request::Cancel { id } => {
            if under_way.as_ref().is_some_and(|question| question.id == id) {
                *under_way = None;
            }
            Vec::new()
        }
        Request::Analyse { id, question } => {
            *under_way = None;
            let failed = |error: ApiError| Message::Error { id: Some(id), error: error.object };
            let game = match position::of_question(&question, limits) {
                Ok(game) => game,
                Err(error) => return vec![failed(error)],
            };
            let position = Message::Position { id, position: Box::new(ToldPosition::new(&game)) };
            let next = match analysts.analyse(client, game) {
                Err(error) => failed(error),
                Ok(Answer::Known(state)) => Message::Columns { id, state },
                Ok(Answer::UnderWay { ticket, news, last }) => {
                    wait(under_way, id, ticket, Coming::Analysis { news, last })
                }
            };
            vec![position, next]
        }
        Request::Review { id, question } => {
            *under_way = None;
            let asked = position::of_question(&question, limits).and_then(|game| analysts.review(client, game));
            vec![match asked {
                Err(error) => Message::Error { id: Some(id), error: error.object },
                Ok(ReviewUnderWay { ticket, moves, news, last }) => {
                    wait(under_way, id, ticket, Coming::Review { moves, news, last })
                }
            }]
        }
        Request::Ping {} => vec![Message::Pong {}],
    }
}

fn wait(under_way: &mut Option<UnderWay>, id: u64, ticket: Ticket, answer: Coming) -> Message {
    let queued = Message::Queued { id, ahead: ticket.ahead };
    *under_way = Some(UnderWay { id, _ticket: ticket, answer });
    queued
}
