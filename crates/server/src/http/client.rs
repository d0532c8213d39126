//! Who asks: the address, for limits, and the tokens, for seats.

use crate::state::AppState;
use crate::token::{Token, TokenHash};
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The seats of games that the browser made, and those it was invited to: an invitation cannot take one's own seats away.
const OWN: &str = "dropline_seats";
const INVITED: &str = "dropline_invited";

/// Seats of each kind that a browser holds at most; the oldest is forgotten.
const SEATS: usize = 32;

const COOKIE_SECONDS: u32 = 180 * 24 * 3600;

/// The address limits count for: that of an IPv4 client, the network of an IPv6 one.
pub(crate) fn address(headers: &HeaderMap, extensions: &Extensions, trust_proxy: bool) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
    // The proxy adds the address it sees at the end; what stands before it, anybody can write.
    let told = headers.get_all("x-forwarded-for").iter().next_back().and_then(|value| value.to_str().ok());
    let told = told.and_then(|list| list.rsplit(',').next()?.trim().parse().ok());
    let found = if trust_proxy { told.or(peer) } else { peer };
    network(found.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED)))
}

/// What counts as one address: an IPv4 address, an IPv6 network of 64 bits.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

/// The client of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    pub(crate) address: IpAddr,
}

impl Client {
    /// Whose turn its questions take.
    pub(crate) fn queue(self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.address.hash(&mut hasher);
        hasher.finish()
    }
}

impl FromRequestParts<AppState> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Client, Infallible> {
        Ok(Client { address: address(&parts.headers, &parts.extensions, state.settings.trust_proxy) })
    }
}

/// The seats a client holds: those in its cookies, and one in the header `authorization: Bearer …`.
#[derive(Clone, Debug)]
pub(crate) struct Seats {
    own: Vec<Token>,
    invited: Vec<Token>,
    bearer: Option<Token>,
}

impl Seats {
    fn read(headers: &HeaderMap) -> Seats {
        let jar = CookieJar::from_headers(headers);
        let cookie = |name| jar.get(name).map(Cookie::value).unwrap_or_default();
        let tokens = |name| cookie(name).split('.').take(SEATS).filter_map(Token::read).collect();
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = bearer.and_then(|value| Token::read(value.strip_prefix("Bearer ")?.trim()));
        Seats { own: tokens(OWN), invited: tokens(INVITED), bearer }
    }

    pub(crate) fn hashes(&self) -> Vec<TokenHash> {
        self.own.iter().chain(&self.invited).chain(&self.bearer).map(Token::hash).collect()
    }

    /// A `set-cookie` header for seats of a game that the browser has made, and those held before.
    pub(crate) fn cookie_with_own(&self, more: &[Token], secure: bool) -> String {
        cookie(OWN, more, &self.own, secure)
    }

    /// A `set-cookie` header for a seat that the browser was invited to, and those held before.
    pub(crate) fn cookie_with_invited(&self, token: Token, secure: bool) -> String {
        cookie(INVITED, &[token], &self.invited, secure)
    }

    /// Whether another invitation would take the place of one that was accepted before.
    pub(crate) fn are_full(&self) -> bool {
        self.invited.len() >= SEATS
    }
}

fn cookie(name: &str, more: &[Token], before: &[Token], secure: bool) -> String {
    let new: Vec<&str> = more.iter().map(Token::reveal).collect();
    let old = before.iter().map(Token::reveal).filter(|old| !new.contains(old));
    let all: Vec<&str> = new.iter().copied().chain(old).take(SEATS).collect();
    let secure = if secure { "; Secure" } else { "" };
    format!("{name}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={COOKIE_SECONDS}{secure}", all.join("."))
}

impl<S: Send + Sync> FromRequestParts<S> for Seats {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Seats, Infallible> {
        Ok(Seats::read(&parts.headers))
    }
}
