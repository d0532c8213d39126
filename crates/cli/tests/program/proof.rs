//! `dropline proof check`.

use crate::{dropline, repository};
use serde_json::{Value, json};

/// The certificate of the tests: 6×4 by the positions two plies on, made with `python -m dropline.cluster prove`.
fn certificate() -> Value {
    let text = std::fs::read(repository().join("testdata/proof-6x4c4.json")).expect("a certificate");
    serde_json::from_slice(&text).expect("JSON")
}

/// What is said of a certificate after a change: the exit code, and all that was printed.
fn checked(change: impl FnOnce(&mut Value), options: &str) -> (i32, String) {
    let mut told = certificate();
    change(&mut told);
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), told.to_string()).expect("room");
    let run = dropline(&format!("proof check {} {options}", file.path().display()));
    (run.code, run.out + &run.err)
}

#[test]
fn a_certificate_is_folded_and_asked_anew() {
    let all = "score -1: 10 answers folded, 10 asked anew, 0 wrong\n";
    assert_eq!(checked(|_| {}, ""), (0, all.to_owned()));
    let some = r#"{"score":-1,"answers":10,"asked":2,"wrong":[]}"#;
    assert_eq!(checked(|_| {}, "--sample 2 --memory 1M --format json"), (0, format!("{some}\n")));
}

#[test]
fn what_is_wrong_in_a_certificate_is_told() {
    type Change = fn(&mut Value);
    let cases: [(&str, Change, i32, &str); 8] = [
        ("another score", |told| told["score"] = json!(0), 1, "the answers prove a score of -1 to -1, not 0"),
        (
            "an answer left out",
            |told| drop(told["answers"].as_array_mut().unwrap().remove(0)),
            1,
            "of -11 to -1, not -1",
        ),
        (
            "an answer that is not true",
            |told| told["answers"][0]["lower"] = json!(1),
            1,
            "1 to 10 is written, asking gives",
        ),
        ("another position", |told| told["answers"][0]["position"] = json!("6x4c4:-37FW1"), 1, "not 6x4c4:-37FW1"),
        ("no part", |told| told["answers"][0]["part"] = json!("2"), 2, "2 is not a part of this proof"),
        ("answers that contradict", |told| told["answers"][0]["lower"] = json!(11), 2, "contradict each other"),
        ("no position", |told| told["position"] = json!("6x4c4:?"), 2, "the certificate is damaged: `6x4c4:?`"),
        ("more parts than there is room for", |told| told["plies"] = json!(40), 2, "more than 1000000: choose fewer"),
    ];
    for (what, change, code, said) in cases {
        let (exit, text) = checked(change, "");
        assert!(exit == code && text.contains(said), "{what}: {exit}, {text}");
    }
    let (exit, text) = checked(|told| *told = json!({}), "");
    assert!(exit == 2 && text.contains("is no certificate") && text.contains("is missing"), "{text}");
    assert_eq!(dropline("proof check nowhere.json").code, 2);
}
