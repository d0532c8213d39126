//! The files for operators hold what they promise.

use crate::site::Site;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging")
}

#[test]
fn the_service_of_systemd_is_locked_down() {
    // 2.0 of 10; 9.6 is a service without any of it.
    let checked = Command::new("systemd-analyze")
        .args(["security", "--offline=true", "--no-pager", "--threshold=20"])
        .arg(folder().join("dropline.service"))
        .output();
    let Ok(checked) = checked else {
        eprintln!("skipped: systemd-analyze is not here");
        return;
    };
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

#[tokio::test]
async fn every_alert_asks_for_a_figure_that_is_there() {
    let site = Site::sqlite().await;
    let client = site.here();
    let (id, red, _) = client.make_for_two().await;
    client.seated(&red).join(&id).await.0.done(json!({"type": "resign"})).await;
    let figures = client.http.get(client.url("/metrics")).send().await.expect("an answer").text().await.expect("text");
    let alerts = std::fs::read_to_string(folder().join("alerts.yml")).expect("alerts");
    let word = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    let names: Vec<&str> = alerts.split(word).filter(|name| name.starts_with("dropline_")).collect();
    assert!(names.len() > 10);
    for name in names {
        assert!(figures.lines().any(|line| line.starts_with(name)), "{name}: {figures}");
    }
}
