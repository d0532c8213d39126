//! The secrets that hold seats, and the names of games.
//!
//! A token is 192 random bits. Only its SHA-256 is stored, so that who reads the database cannot play, and hashes are compared in constant
//! time. Tokens have no `Display` or `Debug` that shows them: they cannot slip into a log.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use subtle::{Choice, ConstantTimeEq};

const TOKEN_BYTES: usize = 24;
const TOKEN_CHARS: usize = TOKEN_BYTES / 3 * 4;
const ID_BYTES: usize = 9;

/// The operating system gave no random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gives no random numbers")]
pub(crate) struct NoRandomness;

fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// A random number, for seeds and coin flips.
pub(crate) fn random_u64() -> Result<u64, NoRandomness> {
    Ok(u64::from_le_bytes(random()?))
}

/// A secret that holds a seat.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    pub(crate) fn new() -> Result<Token, NoRandomness> {
        Ok(Token(URL_SAFE_NO_PAD.encode(random::<TOKEN_BYTES>()?)))
    }

    /// The token a client sent, if it has the form of one.
    pub(crate) fn read(text: &str) -> Option<Token> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        (text.len() == TOKEN_CHARS && bytes.len() == TOKEN_BYTES).then(|| Token(text.to_owned()))
    }

    /// The secret itself, for the one who holds it.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// What is stored of a token.
#[derive(Clone, Copy)]
pub(crate) struct TokenHash([u8; 32]);

impl TokenHash {
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<TokenHash> {
        bytes.try_into().ok().map(TokenHash)
    }

    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Whether one of these tokens is the one; every one of them is looked at, whatever comes out.
    pub(crate) fn matches_any(&self, tokens: &[TokenHash]) -> bool {
        let found = tokens.iter().fold(Choice::from(0), |found, token| found | self.0.ct_eq(&token.0));
        found.into()
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(…)")
    }
}

/// The name of a game in addresses: 12 characters, too many to guess but no secret.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct GameId(String);

impl TryFrom<String> for GameId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<GameId, &'static str> {
        GameId::read(&text).ok_or("no game has this name")
    }
}

impl GameId {
    pub(crate) fn new() -> Result<GameId, NoRandomness> {
        Ok(GameId(URL_SAFE_NO_PAD.encode(random::<ID_BYTES>()?)))
    }

    pub(crate) fn read(text: &str) -> Option<GameId> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        (text.len() == ID_BYTES / 3 * 4 && text.chars().all(plain)).then(|| GameId(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_by_its_hash_alone_and_never_shown() {
        let [mine, other] = [Token::new().unwrap(), Token::new().unwrap()];
        let stored = TokenHash::from_bytes(mine.hash().bytes()).unwrap();
        assert!(stored.matches_any(&[other.hash(), mine.hash()]));
        assert!(!stored.matches_any(&[other.hash()]));
        assert!(!stored.matches_any(&[]));
        assert!(!format!("{mine:?} {stored:?}").contains(mine.reveal()));
        assert!(Token::read(mine.reveal()).is_some());
    }

    #[test]
    fn other_texts_are_no_tokens_and_no_games() {
        for text in ["", "abc", "a".repeat(33).as_str(), "=".repeat(32).as_str(), "ä".repeat(16).as_str()] {
            assert!(Token::read(text).is_none(), "{text}");
            assert!(GameId::read(text).is_none(), "{text}");
        }
        assert!(GameId::read("../../../etc").is_none());
        assert!(GameId::read(GameId::new().unwrap().as_str()).is_some());
    }
}
