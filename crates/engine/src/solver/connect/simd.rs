//! The instruction sets a caller can choose from.

/// Which instructions the search uses. The scores and node counts are the same with each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simd {
    /// Any processor, one child at a time.
    Portable,
    /// Two children at a time: x86-64 since 2008 (SSE 4.2), 64-bit ARM, WebAssembly built for it (feature `simd128`).
    Simd128,
    /// Four children at a time.
    Avx2,
    /// Eight children at a time.
    Avx512,
}

#[cfg(target_arch = "x86_64")]
macro_rules! detected {
    ($($feature:tt),*) => { $(is_x86_feature_detected!($feature))&&* };
}

impl Simd {
    /// All, slowest first.
    pub const ALL: [Self; 4] = [Self::Portable, Self::Simd128, Self::Avx2, Self::Avx512];

    /// Whether this processor has the instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Simd128 => {
                detected!("ssse3", "sse4.1", "sse4.2", "popcnt")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Simd128 => {
                cfg!(any(target_arch = "aarch64", all(target_arch = "wasm32", feature = "simd128")))
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                detected!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.is_available() && detected!("avx512f", "avx512dq", "avx512bw", "avx512vl", "avx512vpopcntdq")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The fastest that this processor has.
    #[must_use]
    pub fn best() -> Self {
        Self::ALL.into_iter().rev().find(|simd| simd.is_available()).unwrap_or(Self::Portable)
    }
}

dropline_core::display_words!(Simd { Portable: "portable", Simd128: "simd128", Avx2: "avx2", Avx512: "avx512" });
