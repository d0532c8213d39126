use super::*;
use crate::{Openings, Tournament, run};
use std::sync::atomic::AtomicBool;

fn played(tournament: Tournament, players: &[&str]) -> (Schedule, Played) {
    let players = players.iter().map(|spec| spec.parse().unwrap()).collect();
    let schedule = Schedule::new(Tournament { players, ..tournament }).unwrap();
    let played =
        run(&schedule, schedule.participants(), Vec::new(), 2, &AtomicBool::new(false), &mut |_| Ok(())).unwrap();
    (schedule, played)
}

fn usual() -> (Schedule, Played) {
    let openings = Openings::Random(2);
    played(Tournament { games: Some(20), openings, seed: 1, ..Tournament::default() }, &["bad", "random", "random"])
}

#[test]
fn the_text_has_every_table() {
    let (schedule, played) = usual();
    let text = text::write(&TournamentReport::new(&schedule, &played));
    assert!(text.starts_with("round robin on 7x6c4: 60 games, "), "{text}");
    for part in ["± 95 %", "random #2", "Score of the row's player", "Thinking:"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("Forfeits:") && !text.contains("Only "), "{text}");
}

#[test]
fn the_json_adds_up() {
    let (schedule, played) = usual();
    let json: serde_json::Value =
        serde_json::from_str(&json::write(&TournamentReport::new(&schedule, &played)).unwrap()).unwrap();
    assert_eq!((json["played_games"].as_u64(), json["planned_games"].as_u64()), (Some(60), Some(60)));
    assert_eq!(json["games"].as_array().unwrap().len(), 60);
    let rows = json["standings"].as_array().unwrap();
    let sum = |key: &str| rows.iter().map(|row| row[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!(sum("wins"), sum("losses"));
    assert_eq!(sum("wins") + sum("ties") + sum("losses"), 120);
    for row in rows {
        let side = |key: &str| row["as_red"][key].as_u64().unwrap() + row["as_black"][key].as_u64().unwrap();
        assert!(["wins", "ties", "losses"].iter().all(|key| Some(side(key)) == row[key].as_u64()));
    }
    let cells = json["cross_table"].as_array().unwrap();
    assert_eq!(cells.len(), 6);
    let score: f64 = cells.iter().map(|cell| cell["score"].as_f64().unwrap()).sum();
    assert!((score - 3.0).abs() < 1e-9);
}

#[test]
fn the_tables_for_spreadsheets_have_a_line_for_each_player_and_game() {
    let (schedule, played) = usual();
    let report = TournamentReport::new(&schedule, &played);
    assert_eq!(csv::standings(&report).unwrap().lines().count(), 4);
    let games = csv::games(&report).unwrap();
    assert_eq!(games.lines().count(), 61);
    assert!(games.lines().nth(1).unwrap().starts_with("1,bad,random,"));
}

#[test]
fn the_page_asks_nobody_for_anything_and_escapes_names() {
    let (schedule, played) = played(
        Tournament { games: Some(2), ..Tournament::default() },
        &["bad", "exec:sh -c 'echo \"</script><b>&\" >&2'"],
    );
    let report = TournamentReport::new(&schedule, &played);
    let page = html::write(&report).unwrap();
    for outside in ["http://", "https://", "src=", "@import", "url("] {
        let found = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(outside), "{outside}");
    }
    assert_eq!(page.matches("</script>").count(), 2, "only the two script elements end");
    assert!(!page.contains("<b>") && page.contains("&lt;b&gt;&amp;"));
    assert!(page.contains("class=\"bar\"") && page.contains("class=\"cross\"") && page.contains("id=\"forfeits\""));
    let text = text::write(&report);
    assert!(text.contains("Forfeits:\ngame 1: exec:"), "{text}");
}

#[test]
fn games_that_repeat_are_pointed_out() {
    let (schedule, played) = played(Tournament { games: Some(10), ..Tournament::default() }, &["bad", "bad"]);
    let report = TournamentReport::new(&schedule, &played);
    assert_eq!(report.distinct_games, 2);
    assert!(text::write(&report).contains("Only 2 of 10 games are different"));
}

#[test]
fn a_test_tells_its_answer() {
    let sprt = Some("0,100,0.05,0.05".parse().unwrap());
    let (schedule, played) = played(Tournament { games: Some(4), sprt, ..Tournament::default() }, &["bad", "random"]);
    let text = text::write(&TournamentReport::new(&schedule, &played));
    assert!(text.contains("Sequential test 0,100,0.05,0.05: not decided yet"), "{text}");
    assert!(text.contains("bad minus random: "), "{text}");
}

#[test]
fn max_connect_and_unfinished_tournaments_are_told_too() {
    let variant = "4x4m3".parse().unwrap();
    let (schedule, mut played) =
        played(Tournament { games: Some(4), variant, ..Tournament::default() }, &["bad", "random"]);
    played.records.truncate(1);
    played.complete = false;
    let report = TournamentReport::new(&schedule, &played);
    assert!(text::write(&report).starts_with("round robin on 4x4m3: 1 game of 4"));
    assert!(html::write(&report).unwrap().contains("4 planned: not finished"));
    played.records.clear();
    let empty = TournamentReport::new(&schedule, &played);
    assert!(text::write(&empty).contains("1500"));
    assert!(html::write(&empty).unwrap().contains("\"games\":[]"));
}
