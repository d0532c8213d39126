//! The bytes of a book: writing them, and checking them before they are believed.

use super::layer::{self, Layer};
use super::{BookError, key::Key};
use dropline_core::{Rules, Variant};

const MAGIC: &[u8; 8] = b"DROPBOOK";
/// Books without complete plies are written as version 1, which older programs read too.
const VERSION: u32 = 2;
pub(super) const HEADER: usize = 48;
const CHECKSUM: usize = 8;

/// What a book says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) variant: Variant,
    pub(super) nodes: u64,
    pub(super) count: usize,
    pub(super) key_size: usize,
    /// Up to how many moves all positions are known; 0 if there is no such number.
    pub(super) complete: usize,
}

impl Header {
    /// Where the hard positions end.
    pub(super) const fn end_of_hard(&self) -> usize {
        HEADER + self.count * (self.key_size + 1)
    }
}

/// How many bytes a key of a variant takes.
pub(super) const fn key_size(variant: Variant) -> usize {
    if variant.bits() <= 64 { 8 } else { 16 }
}

/// A book of these hard positions, which must be ascending, and the layers of a book that is complete up to so many moves.
pub(super) fn write(
    variant: Variant,
    nodes: u64,
    positions: &[(Key, i8)],
    complete: usize,
    layers: &[Vec<u8>],
) -> Vec<u8> {
    let key_size = key_size(variant);
    let mut bytes = Vec::with_capacity(HEADER + positions.len() * (key_size + 1) + CHECKSUM);
    bytes.extend(MAGIC);
    let version = if complete > 0 { VERSION } else { 1 };
    for number in [version, variant.columns() as u32, variant.levels() as u32, variant.connect() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(nodes.to_le_bytes());
    bytes.extend((positions.len() as u64).to_le_bytes());
    bytes.extend((key_size as u32).to_le_bytes());
    bytes.extend((complete as u32).to_le_bytes());
    for (key, _) in positions {
        bytes.extend(&key.0.to_le_bytes()[..key_size]);
    }
    bytes.extend(positions.iter().map(|&(_, score)| score.cast_unsigned()));
    bytes.extend(layers.concat());
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Checks a whole book.
pub(super) fn check(bytes: &[u8]) -> Result<Header, BookError> {
    if bytes.len() < MAGIC.len() || &bytes[..MAGIC.len()] != MAGIC {
        return Err(BookError::NotABook);
    }
    let length = |expected: usize| BookError::Length { found: bytes.len() as u64, expected: expected as u64 };
    if bytes.len() < HEADER + CHECKSUM {
        return Err(length(HEADER + CHECKSUM));
    }
    let version = u32_at(bytes, 8);
    if !(1..=VERSION).contains(&version) {
        return Err(BookError::Version { found: version, known: VERSION });
    }
    let [columns, levels, connect] = [12, 16, 20].map(|at| u32_at(bytes, at) as usize);
    let variant = Variant::new(columns, levels, connect, Rules::Connect)
        .map_err(|_| BookError::Inconsistent("its variant is not a legal one"))?;
    let (count, key_size) = (u64_at(bytes, 32), u32_at(bytes, 40) as usize);
    if variant.bits() > 128 || key_size != self::key_size(variant) {
        return Err(BookError::Inconsistent("its keys do not fit its variant"));
    }
    let complete = if version == 1 { 0 } else { u32_at(bytes, 44) as usize };
    if complete >= variant.cells() {
        return Err(BookError::Inconsistent("it claims to be complete beyond the end of the game"));
    }
    let too_many = BookError::Inconsistent("it claims to hold more positions than there can be");
    let hard = usize::try_from(count).ok().and_then(|count| count.checked_mul(key_size + 1));
    let expected = layer::plies(complete)
        .into_iter()
        .map(|ply| Layer::size(variant, ply))
        .chain([hard])
        .try_fold(HEADER + CHECKSUM, |sum, part| sum.checked_add(part?))
        .ok_or(too_many)?;
    if expected != bytes.len() {
        return Err(length(expected));
    }
    let (body, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    if checksum(body).to_le_bytes() != sum {
        return Err(BookError::Checksum);
    }
    Ok(Header { variant, nodes: u64_at(bytes, 24), count: count as usize, key_size, complete })
}

/// The checksum of a book, and of other files that must notice damage: multiplies and folds eight bytes at a time. Each step is a bijection of the
/// state, so that no single changed word goes unnoticed.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut state = ODD ^ bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        state = (state ^ u64::from_le_bytes(word)).wrapping_mul(ODD);
        state ^= state >> 29;
    }
    state
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u64_at(bytes, at) as u32
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

/// The key at a place in a checked book.
pub(super) fn key_at(bytes: &[u8], header: &Header, index: usize) -> Key {
    let at = HEADER + index * header.key_size;
    let mut word = [0; 16];
    word[..header.key_size].copy_from_slice(&bytes[at..at + header.key_size]);
    Key(u128::from_le_bytes(word))
}

/// The score at a place in a checked book.
pub(super) fn score_at(bytes: &[u8], header: &Header, index: usize) -> i8 {
    bytes[HEADER + header.count * header.key_size + index].cast_signed()
}
