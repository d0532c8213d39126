//! Instruction sets: which vectors exist, and the compiled copies of the search that use them.
//!
//! The search is one generic, always-inlined body. Each instruction set wraps it in a function of its own that is
//! compiled with that set's features, so a portable binary carries all copies and picks one when a solver is made.

use super::geometry::BoardGeometry;
use super::lanes::Lanes;
use super::search::NullWindow;
use super::table::ProofTable;

/// A set of machine instructions the search is compiled for.
pub(crate) trait Isa: Copy + Send + Sync + 'static {
    /// Vectors of 64-bit words.
    type Lanes: Lanes<Word = u64>;

    /// Runs [`NullWindow::node`] compiled for this instruction set.
    ///
    /// # Safety
    /// The processor must have the instructions.
    unsafe fn node<G: BoardGeometry, T: ProofTable>(
        search: &mut NullWindow<'_, G, T, Self>,
        mover: G::Word,
        other: G::Word,
        other_wins: G::Word,
        played: i32,
        alpha: i32,
    ) -> i32;
}

macro_rules! isa {
    ($isa:ident, $lanes:ty $(, $features:literal)?) => {
        impl Isa for $isa {
            type Lanes = $lanes;

            $(#[target_feature(enable = $features)])?
            unsafe fn node<G: BoardGeometry, T: ProofTable>(
                search: &mut NullWindow<'_, G, T, Self>,
                mover: G::Word,
                other: G::Word,
                other_wins: G::Word,
                played: i32,
                alpha: i32,
            ) -> i32 {
                // SAFETY: the caller has checked the features, if there are any, and this function enables them.
                unsafe { search.body(mover, other, other_wins, played, alpha) }
            }
        }
    };
}

/// Plain Rust for any processor: one child at a time.
#[cfg(not(all(target_arch = "wasm32", feature = "simd128")))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;
#[cfg(not(all(target_arch = "wasm32", feature = "simd128")))]
isa!(Portable, super::lanes::One<u64>);

/// Two children at a time in 128-bit registers.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", feature = "simd128")))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simd128;
#[cfg(all(target_arch = "wasm32", feature = "simd128"))]
isa!(Simd128, super::lanes::Two, "simd128");
#[cfg(target_arch = "aarch64")]
isa!(Simd128, super::lanes::Two, "neon");
#[cfg(target_arch = "x86_64")]
isa!(Simd128, super::lanes::Two, "ssse3,sse4.1,sse4.2,popcnt");

/// Four children at a time in 256-bit registers.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2;
#[cfg(target_arch = "x86_64")]
isa!(Avx2, super::lanes::Four, "avx2,bmi1,bmi2,lzcnt,popcnt");

/// Eight children at a time in 512-bit registers.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512;
#[cfg(target_arch = "x86_64")]
isa!(Avx512, super::lanes::Eight, "avx2,avx512f,avx512dq,avx512bw,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt");
