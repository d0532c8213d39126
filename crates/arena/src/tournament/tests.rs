use super::*;
use std::collections::BTreeMap;

fn tournament(players: &[&str]) -> Tournament {
    Tournament { players: players.iter().map(|spec| spec.parse().unwrap()).collect(), ..Tournament::default() }
}

fn fixtures(schedule: &Schedule) -> Vec<Fixture> {
    (0..schedule.len()).map(|game| schedule.fixture(game).unwrap()).collect()
}

#[test]
fn everybody_plays_every_opening_with_both_colours() {
    let openings = Openings::Random(4);
    let schedule =
        Schedule::new(Tournament { openings, games: Some(10), ..tournament(&["bad", "random", "bad", "random"]) })
            .unwrap();
    let mut seen: BTreeMap<(usize, usize, String), u32> = BTreeMap::new();
    for fixture in fixtures(&schedule) {
        *seen.entry((fixture.red, fixture.black, fixture.opening())).or_default() += 1;
    }
    assert_eq!(schedule.len(), 60);
    for ((red, black, opening), count) in &seen {
        assert_eq!(seen.get(&(*black, *red, opening.clone())), Some(count));
    }
    let meetings =
        |a, b| seen.iter().filter(|((red, black, _), _)| (*red, *black) == (a, b)).map(|(_, n)| n).sum::<u32>();
    assert!((0..4).all(|a| (0..4).all(|b| meetings(a, b) == if a == b { 0 } else { 5 })));
}

#[test]
fn a_gauntlet_is_one_against_all() {
    let format = TournamentFormat::Gauntlet;
    let schedule =
        Schedule::new(Tournament { format, games: Some(2), ..tournament(&["bad", "random", "bad"]) }).unwrap();
    let pairs: Vec<_> = fixtures(&schedule).iter().map(|fixture| (fixture.red, fixture.black)).collect();
    assert_eq!(pairs, [(0, 1), (1, 0), (0, 2), (2, 0)]);
}

#[test]
fn without_a_number_of_games_each_opening_is_played_once_with_both_colours() {
    let schedule = Schedule::new(Tournament { openings: Openings::All(1), ..tournament(&["bad", "random"]) }).unwrap();
    let openings: Vec<_> = fixtures(&schedule).iter().map(Fixture::opening).collect();
    assert_eq!(openings.join(" "), "1 1 2 2 3 3 4 4 5 5 6 6 7 7");
    let schedule = Schedule::new(tournament(&["bad", "random"])).unwrap();
    assert_eq!(fixtures(&schedule).iter().map(Fixture::opening).collect::<Vec<_>>(), ["-", "-"]);
}

#[test]
fn each_game_has_its_own_chance() {
    let schedule =
        Schedule::new(Tournament { games: Some(200), seed: 5, ..tournament(&["random", "random"]) }).unwrap();
    let seeds: std::collections::BTreeSet<u64> = fixtures(&schedule).iter().flat_map(|fixture| fixture.seeds).collect();
    assert_eq!(seeds.len(), 400);
}

#[test]
fn impossible_tournaments_are_refused_in_words() {
    let said = |tournament: Tournament| Schedule::new(tournament).unwrap_err().to_string();
    assert_eq!(said(tournament(&["bad"])), "a round robin needs at least two players, not 1");
    let format = TournamentFormat::Match;
    assert_eq!(
        said(Tournament { format, ..tournament(&["bad", "bad", "bad"]) }),
        "a match is between two players, not 3"
    );
    let odd = Tournament { games: Some(3), ..tournament(&["bad", "bad"]) };
    assert_eq!(said(odd), "each opening is played with both colours: the games must be an even number from 2, not 3");
    assert!(said(tournament(&["bad", "human"])).starts_with("human needs a person at the board"));
    let missing = said(tournament(&["bad", "exec:./no-such-program"]));
    assert_eq!(missing, "exec:./no-such-program: there is no program `./no-such-program`");
    let max = Tournament { variant: "7x6m4".parse().unwrap(), ..tournament(&["bad", "kaggle:x.py"]) };
    assert!(said(max).contains("ConnectX agents play Connect only"));
    let sprt = Some("0,10,0.05,0.05".parse().unwrap());
    assert!(said(Tournament { sprt, ..tournament(&["bad", "bad", "bad"]) }).contains("sequential test"));
    assert!(said(Tournament { games: Some(usize::MAX - 1), ..tournament(&["bad", "bad"]) }).contains("more than"));
    let control = TimeControl { time_ms: Some(0), ..TimeControl::default() };
    assert_eq!(said(Tournament { control, ..tournament(&["bad", "bad"]) }), "a time limit must be at least 1 ms");
    assert!("clever".parse::<Contestant>().unwrap_err().to_string().ends_with("kaggle:FILE.py"));
}

#[test]
fn a_player_that_takes_part_twice_is_numbered() {
    let schedule = Schedule::new(tournament(&["random", "bad", "random"])).unwrap();
    assert_eq!(schedule.names(), ["random", "bad", "random #2"]);
}
