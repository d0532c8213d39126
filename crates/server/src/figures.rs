//! What is counted for the operator. Every counter is there from the start, so that an alert can tell "never" from "not known".

use metrics::{counter, describe_counter, describe_gauge};

/// Counters without labels.
const COUNTERS: [(&str, &str); 7] = [
    ("dropline_games_total", "games made"),
    ("dropline_moves_total", "moves stored"),
    ("dropline_commit_failures_total", "transactions that the database refused"),
    ("dropline_rate_limited_total", "requests refused because their address made too many"),
    ("dropline_games_refused_total", "games refused because their address made too many"),
    ("dropline_floods_total", "live connections closed because they sent too much"),
    ("dropline_log_lines_dropped_total", "log lines dropped because nobody read them"),
];

/// Counters with a label and all its values.
const LABELLED: [(&str, &str, &[&str], &str); 3] = [
    (
        "dropline_connections_refused_total",
        "why",
        &["address", "all", "live", "system"],
        "connections turned away: too many from an address, in all, live ones from an address, or no descriptor",
    ),
    (
        "dropline_questions_refused_total",
        "why",
        &["address", "all"],
        "analyses, reviews and explanations refused: the queue was full",
    ),
    ("dropline_pictures_refused_total", "why", &["address", "all"], "pictures refused: the queue was full"),
];

const GAUGES: [(&str, &str); 8] = [
    ("dropline_sockets", "connections that are not live"),
    ("dropline_connections", "live connections"),
    ("dropline_open_games", "games in memory"),
    ("dropline_analyses_waiting", "questions that wait"),
    ("dropline_analyses_under_way", "questions being answered"),
    ("dropline_player_moves_waiting", "moves of computer players that wait"),
    ("dropline_player_moves_under_way", "moves of computer players being thought about"),
    ("dropline_pictures_waiting", "PNG pictures that wait"),
];

/// Tells the recorder what there is.
pub(crate) fn describe() {
    for (name, about) in COUNTERS {
        describe_counter!(name, about);
        counter!(name).increment(0);
    }
    for (name, label, values, about) in LABELLED {
        describe_counter!(name, about);
        for value in values {
            counter!(name, label => *value).increment(0);
        }
    }
    for (name, about) in GAUGES {
        describe_gauge!(name, about);
    }
}
