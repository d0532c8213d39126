//! Types that are words: how they are shown and read. For the crates of this project, no part of the promise of this one.

/// Shows each variant of an enum as a word.
#[doc(hidden)]
#[macro_export]
macro_rules! display_words {
    ($type:ident { $($variant:ident: $word:literal),* $(,)? }) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(match self {
                    $($type::$variant => $word,)*
                })
            }
        }
    };
}

/// Conversions from and to text by `FromStr` and `Display`, for types that are text in JSON.
#[doc(hidden)]
#[macro_export]
macro_rules! text_conversions {
    ($type:ty) => {
        impl TryFrom<String> for $type {
            type Error = <$type as std::str::FromStr>::Err;

            fn try_from(text: String) -> Result<$type, Self::Error> {
                text.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> String {
                value.to_string()
            }
        }
    };
}
