//! A value as JSON: one flat object, the same wherever it is told.

use super::{Outlook, Value, rounded};
use crate::Score;
use serde::{Serialize, Serializer};

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Default, Serialize)]
        struct Wire {
            kind: &'static str,
            exact: bool,
            proven: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            outlook: Option<Outlook>,
            #[serde(skip_serializing_if = "Option::is_none")]
            score: Option<Score>,
            #[serde(skip_serializing_if = "Option::is_none")]
            drops: Option<u32>,
            #[serde(skip_serializing_if = "Option::is_none")]
            bounds: Option<[Score; 2]>,
            #[serde(skip_serializing_if = "Option::is_none")]
            chance: Option<f64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            margin: Option<f64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            depth: Option<u32>,
            words: String,
            short: String,
            height: f64,
        }
        let wire = Wire {
            exact: self.is_exact(),
            proven: self.is_proven(),
            outlook: self.outlook(),
            score: self.score(),
            bounds: self.bounds().filter(|_| !self.is_exact()),
            depth: self.depth(),
            words: self.to_string(),
            short: self.short(),
            height: rounded(self.height()),
            ..Wire::default()
        };
        match *self {
            Value::Wins { moves, .. } => Wire { kind: "wins", drops: Some(moves), ..wire },
            Value::Loses { moves, .. } => Wire { kind: "loses", drops: Some(moves), ..wire },
            Value::Tie => Wire { kind: "tie", ..wire },
            Value::Margin { .. } => Wire { kind: "margin", ..wire },
            Value::Between { .. } => Wire { kind: "between", ..wire },
            Value::Estimate { chance, .. } => Wire { kind: "estimate", chance: Some(rounded(chance)), ..wire },
            Value::Expected { margin, .. } => Wire { kind: "estimate", margin: Some(rounded(margin)), ..wire },
        }
        .serialize(serializer)
    }
}
