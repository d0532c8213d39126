use super::*;
use crate::{Openings, Tournament};
use dropline_core::{Column, Game};
use dropline_engine::{Choice, Player, PlayerError, Think};
use std::sync::Mutex;

fn schedule(tournament: Tournament, players: &[&str]) -> Schedule {
    Schedule::new(Tournament { players: players.iter().map(|spec| spec.parse().unwrap()).collect(), ..tournament })
        .unwrap()
}

fn play(schedule: &Schedule, make: ParticipantMaker, jobs: usize) -> Played {
    run(schedule, make, Vec::new(), jobs, &AtomicBool::new(false), &mut |_| Ok(())).unwrap()
}

/// Without the clock, which is never the same twice.
fn timeless(mut records: Vec<Record>) -> Vec<Record> {
    records.iter_mut().for_each(|record| record.result.micros.clear());
    records
}

/// A player made of a function.
struct Scripted<F>(F);

impl<F: FnMut(&Game, &Think<'_>) -> Column + Send> Player for Scripted<F> {
    fn name(&self) -> String {
        "Scripted".to_owned()
    }

    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Result<Choice, PlayerError> {
        Ok(Choice::plain((self.0)(game, think)))
    }
}

/// Player 0 is as written, the others are those of the schedule.
fn with_first(
    schedule: &Schedule,
    script: impl Fn(&Game, &Think<'_>) -> Column + Clone + Send + Sync + 'static,
) -> ParticipantMaker {
    let others = schedule.participants();
    Arc::new(move |player, seed| match player {
        0 => Ok(Participant::Player(Box::new(Scripted(script.clone())))),
        other => others(other, seed),
    })
}

fn first_legal(game: &Game) -> Column {
    game.legal_columns().next().unwrap()
}

#[test]
fn the_games_are_the_same_for_any_number_of_jobs() {
    let tournament = Tournament { games: Some(20), openings: Openings::Random(3), seed: 9, ..Tournament::default() };
    let schedule = schedule(tournament, &["random", "bad", "random"]);
    let alone = timeless(play(&schedule, schedule.participants(), 1).records);
    assert_eq!(alone.len(), 60);
    for jobs in [2, 3, 8, 100] {
        assert_eq!(timeless(play(&schedule, schedule.participants(), jobs).records), alone, "{jobs} jobs");
    }
    let other = Tournament { seed: 10, ..schedule.tournament().clone() };
    let other = Schedule::new(other).unwrap();
    assert_ne!(timeless(play(&other, other.participants(), 2).records), alone);
}

#[test]
fn a_sequential_test_stops_at_the_same_game_for_any_number_of_jobs() {
    let sprt = Some("0,100,0.05,0.05".parse().unwrap());
    let tournament = Tournament { games: Some(2000), seed: 4, sprt, ..Tournament::default() };
    let schedule = schedule(tournament, &["bad", "random"]);
    let alone = play(&schedule, schedule.participants(), 1);
    assert!(alone.verdict.is_some() && alone.complete && alone.records.len() < 1500, "{}", alone.records.len());
    for jobs in [2, 7] {
        let played = play(&schedule, schedule.participants(), jobs);
        assert_eq!(played.verdict, alone.verdict);
        assert_eq!(timeless(played.records), timeless(alone.records.clone()));
    }
}

#[test]
fn games_played_already_are_not_played_again() {
    let tournament = Tournament { games: Some(30), ..Tournament::default() };
    let schedule = schedule(tournament, &["random", "bad"]);
    let all = play(&schedule, schedule.participants(), 2).records;
    let played: Vec<Record> = all.iter().filter(|record| record.game % 3 != 1).cloned().collect();
    let mut new = Vec::new();
    let resumed = run(&schedule, schedule.participants(), played, 2, &AtomicBool::new(false), &mut |record| {
        new.push(record.game);
        Ok(())
    })
    .unwrap();
    new.sort_unstable();
    assert_eq!(new, (0..30).filter(|game| game % 3 == 1).collect::<Vec<_>>());
    assert_eq!(timeless(resumed.records), timeless(all));
}

#[test]
fn a_panic_and_an_illegal_column_lose_the_game_and_nothing_more() {
    let tournament = Tournament { games: Some(4), ..Tournament::default() };
    let schedule = schedule(tournament, &["bad", "random", "bad"]);
    let panics = with_first(&schedule, |game, _| {
        assert!(game.moves().len() < 2, "out of ideas");
        first_legal(game)
    });
    let played = play(&schedule, panics, 2);
    assert!(played.complete && played.records.len() == 12);
    for record in &played.records {
        let forfeit = record.result.forfeit.as_ref();
        assert_eq!(forfeit.is_some(), record.red == 0 || record.black == 0);
        if let Some(forfeit) = forfeit {
            assert_eq!(record.player(forfeit.side), 0);
            assert_eq!((forfeit.reason, forfeit.detail.as_str()), (ForfeitReason::Crash, "panicked: out of ideas"));
            assert_eq!(record.result.winner, Some(forfeit.side.other()));
            assert_eq!(record.result.moves.len(), 2 + usize::from(record.black == 0));
        }
    }
    let cheats = play(&schedule, with_first(&schedule, |_, _| Column::from_index(7)), 1);
    let forfeit = cheats.records[0].result.forfeit.as_ref().unwrap();
    assert_eq!((forfeit.side, forfeit.reason), (Side::Red, ForfeitReason::Illegal));
    assert!(forfeit.detail.starts_with("column 8: "), "{}", forfeit.detail);
}

#[test]
fn a_player_that_only_heeds_the_stop_flag_is_in_time() {
    let control = TimeControl { time_ms: Some(30), margin_ms: 2000, ..TimeControl::default() };
    let schedule =
        schedule(Tournament { variant: "3x2c3".parse().unwrap(), control, ..Tournament::default() }, &["bad", "bad"]);
    let patient = with_first(&schedule, |game, think| {
        while !think.stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        first_legal(game)
    });
    let played = play(&schedule, patient, 2);
    assert!(played.records.iter().all(|record| record.result.forfeit.is_none()), "{:?}", played.records);
    assert!(played.records.iter().any(|record| record.result.micros.iter().any(|&micros| micros >= 30_000)));
}

#[test]
fn a_late_answer_loses_on_time() {
    let control = TimeControl { time_ms: Some(20), margin_ms: 10, ..TimeControl::default() };
    let schedule = schedule(Tournament { control, ..Tournament::default() }, &["bad", "bad"]);
    let slow = with_first(&schedule, |game, _| {
        std::thread::sleep(Duration::from_millis(120));
        first_legal(game)
    });
    for record in play(&schedule, slow, 2).records {
        let forfeit = record.result.forfeit.unwrap();
        assert_eq!(forfeit.reason, ForfeitReason::Time);
        assert!(forfeit.detail.ends_with("20 ms are allowed"), "{}", forfeit.detail);
    }
}

#[test]
fn a_player_that_never_answers_is_given_up_and_the_tournament_ends() {
    let control = TimeControl { time_ms: Some(20), margin_ms: 10, ..TimeControl::default() };
    let schedule = schedule(Tournament { games: Some(2), control, ..Tournament::default() }, &["bad", "random", "bad"]);
    let open = Arc::new(AtomicBool::new(true));
    let hold = Arc::clone(&open);
    let hangs = with_first(&schedule, move |game, _| {
        while game.moves().len() >= 4 && hold.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(5));
        }
        first_legal(game)
    });
    let begun = Instant::now();
    let played = play(&schedule, hangs, 1);
    assert!(played.complete && played.records.len() == 6 && begun.elapsed() < Duration::from_secs(20));
    for record in &played.records {
        let with_hanger = record.red == 0 || record.black == 0;
        assert_eq!(
            record.result.forfeit.as_ref().map(|forfeit| forfeit.reason),
            with_hanger.then_some(ForfeitReason::Hang)
        );
        if with_hanger {
            assert!(record.result.moves.len() >= 4);
            assert!(record.replay(schedule.tournament().variant).is_ok());
        }
    }
    open.store(false, Ordering::Relaxed);
}

#[test]
fn stopping_keeps_what_is_finished_and_counts_nothing_else() {
    let schedule = schedule(Tournament { games: Some(1000), ..Tournament::default() }, &["random", "bad"]);
    let stop = AtomicBool::new(false);
    let told = Mutex::new(Vec::new());
    let played = run(&schedule, schedule.participants(), Vec::new(), 2, &stop, &mut |record| {
        told.lock().unwrap().push(record.game);
        stop.store(record.game >= 20, Ordering::Relaxed);
        Ok(())
    })
    .unwrap();
    assert!(!played.complete);
    let mut told = told.into_inner().unwrap();
    told.sort_unstable();
    assert_eq!(played.records.iter().map(|record| record.game).collect::<Vec<_>>(), told);
}

#[test]
fn a_journal_that_cannot_be_written_ends_the_run_with_its_error() {
    let schedule = schedule(Tournament { games: Some(100), ..Tournament::default() }, &["random", "bad"]);
    let full = &mut |_: &Record| Err(io::Error::other("disk full"));
    let error = run(&schedule, schedule.participants(), Vec::new(), 2, &AtomicBool::new(false), full).unwrap_err();
    assert_eq!(error.to_string(), "disk full");
}

#[test]
fn an_error_about_a_forfeit_sends_everybody_home() {
    let control = TimeControl { time_ms: Some(20), margin_ms: 10, ..TimeControl::default() };
    let schedule = schedule(Tournament { games: Some(40), control, ..Tournament::default() }, &["bad", "random"]);
    let (open, asked) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicUsize::new(0)));
    let (hold, asking) = (Arc::clone(&open), Arc::clone(&asked));
    // The first question is never answered, later ones as soon as the player is stopped.
    let seating = with_first(&schedule, move |game, think| {
        let hangs = asking.fetch_add(1, Ordering::SeqCst) == 0;
        while hold.load(Ordering::SeqCst) && (hangs || !think.stopped()) {
            std::thread::sleep(Duration::from_millis(1));
        }
        first_legal(game)
    });
    let full = &mut |record: &Record| match record.result.forfeit.as_ref().map(|forfeit| forfeit.reason) {
        Some(ForfeitReason::Hang) => Err(io::Error::other("disk full")),
        _ => Ok(()),
    };
    let error = run(&schedule, seating, Vec::new(), 2, &AtomicBool::new(false), full).unwrap_err();
    assert_eq!(error.to_string(), "disk full");
    let before = asked.load(Ordering::SeqCst);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(asked.load(Ordering::SeqCst), before, "somebody goes on playing");
    open.store(false, Ordering::SeqCst);
}

/// A guest that fails at once, and says how.
struct Failing(PlayerError);

impl Player for Failing {
    fn name(&self) -> String {
        "Failing".to_owned()
    }

    fn choose(&mut self, _: &Game, _: &Think<'_>) -> Result<Choice, PlayerError> {
        Err(self.0.clone())
    }

    fn last_words(&self) -> String {
        "a trace".to_owned()
    }
}

#[test]
fn a_guest_that_fails_loses_and_its_last_words_are_kept() {
    let players = vec![crate::Contestant::Guest("mine".to_owned()), "bad".parse().unwrap()];
    let schedule = Schedule::new(Tournament { players, games: Some(2), ..Tournament::default() }).unwrap();
    assert_eq!(schedule.names(), ["mine", "bad"]);
    for (error, reason) in [
        (PlayerError::Failed("it broke".to_owned()), ForfeitReason::Crash),
        (PlayerError::Impossible("answered None".to_owned()), ForfeitReason::Illegal),
    ] {
        let (usual, said) = (schedule.participants(), error.to_string());
        let make: ParticipantMaker = Arc::new(move |player, seed| match player {
            0 => Ok(Participant::Player(Box::new(Failing(error.clone())))),
            other => usual(other, seed),
        });
        for record in play(&schedule, make, 1).records {
            let forfeit = record.result.forfeit.as_ref().unwrap();
            assert_eq!((record.player(forfeit.side), forfeit.reason, &forfeit.detail), (0, reason, &said));
            assert_eq!(record.result.stderr(forfeit.side), "a trace");
        }
    }
    for record in play(&schedule, schedule.participants(), 1).records {
        assert_eq!(record.result.forfeit.unwrap().detail, "nobody has brought mine along");
    }
}
