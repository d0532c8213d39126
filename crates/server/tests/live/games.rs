//! What live games must do, whatever the database and however many servers.

use crate::client::Live;
use crate::site::Site;
use dropline_server::TimeSource;
use serde_json::{Value, json};

const HOUR: i64 = 3_600_000;

fn name(made: &Value) -> String {
    made["game"]["id"].as_str().expect("a name").to_owned()
}

fn token(made: &Value, side: &str) -> String {
    made["tokens"][side].as_str().expect("a token").to_owned()
}

/// Events as `seq kind`, to compare.
async fn events(live: &mut Live, count: usize) -> Vec<String> {
    let mut all = Vec::new();
    for _ in 0..count {
        let (seq, event) = live.event().await;
        all.push(format!("{seq} {}", event["kind"].as_str().expect("a kind")));
    }
    all
}

pub(crate) async fn two_people_play_by_link_to_the_end(site: &mut Site) {
    let (id, red, black) = site.here().make_for_two().await;
    let (mut red, hello) = site.here().seated(&red).join(&id).await;
    assert_eq!((&hello["you"], &hello["seq"]), (&json!(["red"]), &json!(0)));
    let (mut black, hello) = site.there().seated(&black).join(&id).await;
    assert_eq!(hello["you"], json!(["black"]));
    for (ply, column) in [4, 3, 4, 3, 4, 3].into_iter().enumerate() {
        let (mover, other) = if ply % 2 == 0 { (&mut red, &mut black) } else { (&mut black, &mut red) };
        let seq = mover.play(ply, column).await;
        assert_eq!(seq, ply as u64 + 1);
        let (told, event) = other.event().await;
        let side = if ply % 2 == 0 { "red" } else { "black" };
        let level = ply / 2 + 1;
        let expected = json!({"kind": "move", "side": side, "column": column, "level": level, "ply": ply + 1});
        assert_eq!((told, event), (seq, expected));
        assert_eq!(mover.event().await.0, seq);
    }
    assert_eq!(red.play(6, 4).await, 7);
    for live in [&mut red, &mut black] {
        assert_eq!(events(live, 1).await, ["7 move"]);
        let (seq, event) = live.event().await;
        let line = json!([[4, 1], [4, 2], [4, 3], [4, 4]]);
        let outcome = json!({"winner": "red", "by": "line", "lines": [line]});
        assert_eq!((seq, event), (8, json!({"kind": "over", "outcome": outcome})));
    }
    assert_eq!(black.refused(json!({"type": "move", "ply": 7, "column": 1})).await, "game_over");
    let seen = site.there().look(&id).await;
    assert_eq!((&seen["game"]["moves"], &seen["game"]["outcome"]["winner"]), (&json!("4343434"), &json!("red")));
    assert_eq!(seen["you"], json!([]));
}

pub(crate) async fn a_spectator_sees_all_and_can_do_nothing(site: &mut Site) {
    let (id, red, _) = site.here().make_for_two().await;
    let (mut red, _) = site.here().seated(&red).join(&id).await;
    let (other_game, other_token, _) = site.here().make_for_two().await;
    assert_ne!(id, other_game);
    let stranger = site.there().seated(&other_token);
    for watcher in [site.there(), stranger] {
        let (mut live, hello) = watcher.join(&id).await;
        assert_eq!(hello["you"], json!([]));
        for request in [
            json!({"type": "move", "ply": 0, "column": 4}),
            json!({"type": "move", "ply": 0, "column": 4, "side": "red"}),
            json!({"type": "resign"}),
            json!({"type": "undo"}),
            json!({"type": "rematch"}),
            json!({"type": "answer", "accept": true}),
        ] {
            assert_eq!(live.refused(request).await, "not_your_seat");
        }
        live.leave().await;
    }
    let (mut watcher, _) = site.there().join(&id).await;
    assert_eq!(red.refused(json!({"type": "move", "ply": 0, "column": 4, "side": "black"})).await, "not_your_seat");
    red.play(0, 4).await;
    assert_eq!(watcher.until("move").await["game"]["moves"], "4");
}

pub(crate) async fn who_comes_back_gets_what_was_missed(site: &mut Site) {
    let (id, red_token, black_token) = site.here().make_for_two().await;
    let (mut red, _) = site.here().seated(&red_token).join(&id).await;
    let (mut black, _) = site.there().seated(&black_token).join(&id).await;
    red.play(0, 1).await;
    assert_eq!(events(&mut black, 1).await, ["1 move"]);
    black.leave().await;
    let (mut black, _) = site.there().seated(&black_token).join(&id).await;
    black.play(1, 2).await;
    black.leave().await;
    red.play(2, 3).await;
    let (mut back, hello) = site.there().seated(&black_token).join_since(&id, Some(1)).await;
    assert_eq!((&hello["seq"], &hello["game"]["moves"]), (&json!(1), &json!("1")));
    let first = back.until("move").await;
    assert_eq!((&first["seq"], &first["game"]["moves"]), (&json!(2), &json!("12")));
    let second = back.until("move").await;
    assert_eq!((&second["seq"], &second["game"]["moves"]), (&json!(3), &json!("123")));
    back.play(3, 4).await;
    assert_eq!(events(&mut back, 1).await, ["4 move"]);
    let (_, hello) = site.here().join_since(&id, Some(99)).await;
    assert_eq!((&hello["seq"], &hello["game"]["moves"]), (&json!(4), &json!("1234")));
    assert_eq!(events(&mut red, 4).await, ["1 move", "2 move", "3 move", "4 move"]);
}

pub(crate) async fn a_restart_loses_nothing(site: &mut Site) {
    let (id, red_token, black_token) = site.here().make_for_two().await;
    let (mut red, _) = site.here().seated(&red_token).join(&id).await;
    let (mut black, _) = site.there().seated(&black_token).join(&id).await;
    red.play(0, 4).await;
    black.until("move").await;
    black.play(1, 4).await;
    site.restart().await;
    red.closed().await;
    black.closed().await;
    let (mut red, hello) = site.here().seated(&red_token).join_since(&id, Some(1)).await;
    assert_eq!((&hello["you"], &hello["game"]["moves"]), (&json!(["red"]), &json!("4")));
    assert_eq!(red.until("move").await["game"]["moves"], "44");
    assert_eq!(red.play(2, 5).await, 3);
    let (mut black, hello) = site.there().seated(&black_token).join(&id).await;
    assert_eq!(hello["game"]["moves"], "445");
    assert_eq!(black.play(3, 1).await, 4);
}

pub(crate) async fn the_same_move_sent_twice_is_played_once(site: &mut Site) {
    let (id, red_token, black_token) = site.here().make_for_two().await;
    let (mut red, _) = site.here().seated(&red_token).join(&id).await;
    let (mut black, _) = site.there().seated(&black_token).join(&id).await;
    assert_eq!(red.play(0, 4).await, 1);
    assert_eq!(red.play(0, 4).await, 1);
    black.until("move").await;
    assert_eq!(black.play(1, 4).await, 2);
    red.until("move").await;
    red.until("move").await;
    assert_eq!(red.play(0, 4).await, 1);
    let (mut again, _) = site.there().seated(&red_token).join(&id).await;
    assert_eq!(again.play(0, 4).await, 1);
    assert_eq!(site.here().look(&id).await["game"]["moves"], "44");
}

pub(crate) async fn two_connections_of_one_seat_play_one_move(site: &mut Site) {
    let (id, red_token, _) = site.here().make_for_two().await;
    let mut connections = Vec::new();
    for index in 0..8 {
        let client = if index % 2 == 0 { site.here() } else { site.there() };
        connections.push(client.seated(&red_token).join(&id).await.0);
    }
    let tries = connections.into_iter().zip(1..).map(|(mut live, column)| {
        let column = if column > 4 { 1 } else { column };
        tokio::spawn(async move { live.ask(json!({"type": "move", "ply": 0, "column": column})).await })
    });
    let mut accepted = 0;
    for answer in tries.collect::<Vec<_>>() {
        let answer = answer.await.expect("an answer");
        match answer["type"].as_str() {
            Some("ok") => {
                assert_eq!(answer["seq"], 1);
                accepted += 1;
            }
            _ => assert_eq!(answer["error"]["code"], "stale", "{answer}"),
        }
    }
    assert!(accepted >= 1);
    let seen = site.here().look(&id).await;
    assert_eq!((&seen["game"]["ply"], &seen["game"]["seq"]), (&json!(1), &json!(1)));
}

pub(crate) async fn out_of_turn_and_out_of_order_moves_are_refused(site: &mut Site) {
    let (id, red, black) = site.here().make_for_two().await;
    let (mut red, _) = site.here().seated(&red).join(&id).await;
    let (mut black, _) = site.there().seated(&black).join(&id).await;
    let play = |ply: usize, column: i64| json!({"type": "move", "ply": ply, "column": column});
    assert_eq!(black.refused(play(0, 4)).await, "not_your_turn");
    assert_eq!(red.refused(play(1, 4)).await, "stale");
    assert_eq!(red.refused(play(0, 8)).await, "off_board");
    assert_eq!(red.refused(play(0, 0)).await, "off_board");
    assert_eq!(red.refused(play(0, 4_000_000_000)).await, "off_board");
    assert_eq!(red.refused(play(0, -1)).await, "bad_message");
    red.play(0, 4).await;
    black.until("move").await;
    assert_eq!(red.refused(play(1, 4)).await, "not_your_turn");
    assert_eq!(black.refused(play(0, 3)).await, "stale");
    for ply in 1..6 {
        let (mover, other) = if ply % 2 == 0 { (&mut red, &mut black) } else { (&mut black, &mut red) };
        mover.play(ply, 4).await;
        while other.until("move").await["game"]["ply"] != ply + 1 {}
    }
    assert_eq!(red.refused(play(6, 4)).await, "column_full");
    assert_eq!(site.there().look(&id).await["game"]["moves"], "444444");
}

pub(crate) async fn people_agree_on_taking_back(site: &mut Site) {
    let (id, red, black) = site.here().make_for_two().await;
    let (mut red, _) = site.here().seated(&red).join(&id).await;
    let (mut black, _) = site.there().seated(&black).join(&id).await;
    assert_eq!(red.refused(json!({"type": "undo"})).await, "nothing_to_undo");
    red.play(0, 4).await;
    black.until("move").await;
    let offer = red.done(json!({"type": "undo", "ply": 1})).await;
    assert_eq!(red.done(json!({"type": "undo", "ply": 1})).await, offer);
    assert_eq!(red.refused(json!({"type": "answer", "accept": true})).await, "no_offer");
    let told = black.until("offer").await;
    assert_eq!(told["game"]["offer"], json!({"kind": "undo", "by": "red"}));
    black.done(json!({"type": "answer", "accept": false})).await;
    assert_eq!(red.until("offer_declined").await["game"]["ply"], 1);
    red.done(json!({"type": "undo"})).await;
    black.until("offer").await;
    black.done(json!({"type": "answer", "accept": true})).await;
    let undone = red.until("undo").await;
    assert_eq!((&undone["event"]["to_ply"], &undone["game"]["moves"]), (&json!(0), &json!("")));
    assert_eq!(black.refused(json!({"type": "answer", "accept": true})).await, "no_offer");
    red.play(0, 1).await;
    while black.until("move").await["game"]["moves"] != "1" {}
    black.play(1, 2).await;
    while red.until("move").await["game"]["moves"] != "12" {}
    // Red takes back its own last move, and so the answer to it; a move by anybody voids the offer.
    red.done(json!({"type": "undo"})).await;
    black.until("offer").await;
    red.play(2, 3).await;
    while black.until("move").await["game"]["moves"] != "123" {}
    assert_eq!(black.refused(json!({"type": "answer", "accept": true})).await, "no_offer");
    black.done(json!({"type": "undo"})).await;
    red.until("offer").await;
    red.done(json!({"type": "undo"})).await;
    assert_eq!(black.until("undo").await["game"]["moves"], "1", "both asked for it: agreed");
}

pub(crate) async fn a_computer_answers_and_lets_take_back_at_once(site: &mut Site) {
    let made = site.here().make(json!({"black": {"kind": "computer", "player": "bad"}})).await;
    assert_eq!((made.get("invitation"), made["tokens"].get("black")), (None, None));
    let id = name(&made);
    let (mut red, _) = site.here().seated(&token(&made, "red")).join(&id).await;
    red.play(0, 4).await;
    while red.until("move").await["game"]["ply"] != 2 {}
    red.play(2, 4).await;
    while red.until("move").await["game"]["ply"] != 4 {}
    red.done(json!({"type": "undo", "ply": 4})).await;
    assert_eq!(red.until("undo").await["game"]["moves"], "41");
    let already = red.done(json!({"type": "undo", "ply": 4})).await;
    assert_eq!(site.here().look(&id).await["game"]["moves"], "41");
    assert_eq!(already, 5);
    let (mut elsewhere, hello) = site.there().join(&id).await;
    assert_eq!(hello["game"]["moves"], "41");
    red.play(2, 5).await;
    while elsewhere.until("move").await["game"]["ply"] != 4 {}
    assert_eq!(site.there().look(&id).await["game"]["ply"], 4);
}

pub(crate) async fn a_computer_goes_on_after_a_restart(site: &mut Site) {
    let made = site.here().make(json!({"red": {"kind": "computer", "player": "engine:time=300ms"}})).await;
    let id = name(&made);
    let black = token(&made, "black");
    let (live, hello) = site.here().seated(&black).join(&id).await;
    assert_eq!((&hello["you"], &hello["game"]["turn"]), (&json!(["black"]), &json!("red")));
    drop(live);
    site.restart().await;
    let (mut live, hello) = site.there().seated(&black).join(&id).await;
    if hello["game"]["ply"] == 0 {
        live.until("move").await;
    }
    live.play(1, 1).await;
    while live.until("move").await["game"]["ply"] != 3 {}
}

pub(crate) async fn two_computers_play_while_somebody_watches(site: &mut Site) {
    let computer = json!({"kind": "computer", "player": "random"});
    let made = site.here().make(json!({"variant": "3x2c3", "red": computer, "black": computer})).await;
    let (mut watcher, hello) = site.here().join(&name(&made)).await;
    assert_eq!(hello["you"], json!([]));
    assert!(watcher.until("over").await["game"]["outcome"].is_object());
}

pub(crate) async fn who_resigns_loses(site: &mut Site) {
    let (id, red, black) = site.here().make_for_two().await;
    let (mut red, _) = site.here().seated(&red).join(&id).await;
    let (mut black, _) = site.there().seated(&black).join(&id).await;
    assert_eq!(black.done(json!({"type": "resign"})).await, 1);
    assert_eq!(events(&mut red, 2).await, ["1 resign", "2 over"]);
    let outcome = json!({"winner": "red", "by": "resignation", "lines": []});
    assert_eq!(site.there().look(&id).await["game"]["outcome"], outcome);
    assert_eq!(black.done(json!({"type": "resign"})).await, 2, "said twice, it is done once");
    assert_eq!(red.refused(json!({"type": "resign"})).await, "game_over");
    assert_eq!(red.refused(json!({"type": "move", "ply": 0, "column": 1})).await, "game_over");
    assert_eq!(red.refused(json!({"type": "undo"})).await, "game_over");
}

pub(crate) async fn a_rematch_exchanges_sides_and_keeps_tokens(site: &mut Site) {
    let (id, red_token, black_token) = site.here().make_for_two().await;
    let (mut red, _) = site.here().seated(&red_token).join(&id).await;
    let (mut black, _) = site.there().seated(&black_token).join(&id).await;
    assert_eq!(red.refused(json!({"type": "rematch"})).await, "not_over");
    red.done(json!({"type": "resign"})).await;
    black.until("over").await;
    black.done(json!({"type": "rematch"})).await;
    red.until("offer").await;
    let agreed = red.done(json!({"type": "answer", "accept": true})).await;
    let told = black.until("rematch").await;
    let next = told["event"]["id"].as_str().expect("a name").to_owned();
    assert_eq!((told["seq"].as_u64(), &told["game"]["next"]), (Some(agreed), &json!(next)));
    assert_eq!(black.done(json!({"type": "rematch"})).await, agreed, "there is one next game");
    let (_, hello) = site.there().seated(&red_token).join(&next).await;
    assert_eq!(hello["you"], json!(["black"]));
    let (mut first, hello) = site.here().seated(&black_token).join(&next).await;
    assert_eq!(hello["you"], json!(["red"]));
    first.play(0, 4).await;
}

pub(crate) async fn time_runs_out(site: &mut Site) {
    let clock = json!({"minutes": 0.002, "increment": 0});
    let made = site.here().make(json!({"seats": "both", "clock": clock})).await;
    assert_eq!(made["game"]["clock"], json!({"red_ms": 120, "black_ms": 120, "running": false}));
    let id = name(&made);
    let (mut live, _) = site.here().seated(&token(&made, "red")).join(&id).await;
    let (mut watcher, _) = site.there().join(&id).await;
    live.play(0, 4).await;
    for live in [&mut live, &mut watcher] {
        let over = live.until("over").await;
        assert_eq!(over["event"]["outcome"], json!({"winner": "red", "by": "time", "lines": []}));
        assert_eq!((&over["game"]["clock"]["black_ms"], &over["game"]["clock"]["running"]), (&json!(0), &json!(false)));
    }
    let (mut black, _) = site.there().seated(&token(&made, "black")).join(&id).await;
    assert_eq!(black.refused(json!({"type": "move", "ply": 1, "column": 4})).await, "game_over");
}

pub(crate) async fn who_comes_and_goes_is_told(site: &mut Site) {
    let (id, red, black) = site.here().make_for_two().await;
    let (mut red, _) = site.here().seated(&red).join(&id).await;
    let (black_live, _) = site.there().seated(&black).join(&id).await;
    let presence = |side: &str, here: bool| json!({"type": "presence", "side": side, "here": here});
    while red.next().await != presence("black", true) {}
    assert_eq!(site.here().look(&id).await["game"]["black"], json!({"kind": "person", "here": true}));
    black_live.leave().await;
    while red.next().await != presence("black", false) {}
    assert_eq!(site.here().look(&id).await["game"]["black"]["here"], false);
}

pub(crate) async fn one_person_plays_both_sides(site: &mut Site) {
    let made = site.here().make(json!({"seats": "both"})).await;
    assert_eq!(made.get("invitation"), None);
    let id = name(&made);
    let cookie = format!("dropline_seats={}.{}", token(&made, "red"), token(&made, "black"));
    let address = site.there().url(&format!("/api/v1/games/{id}"));
    let seen = site.there().http.get(address).header("cookie", cookie).send().await.expect("an answer");
    let seen: Value = seen.json().await.expect("JSON");
    assert_eq!(seen["you"], json!(["red", "black"]));
    let (mut red, _) = site.here().seated(&token(&made, "red")).join(&id).await;
    let (mut black, _) = site.there().seated(&token(&made, "black")).join(&id).await;
    red.play(0, 4).await;
    black.until("move").await;
    black.play(1, 4).await;
}

pub(crate) async fn max_connect_counts_points(site: &mut Site) {
    let made = site.here().make(json!({"variant": "2x2m2", "seats": "mine", "my_side": "black"})).await;
    let id = name(&made);
    let red = made["invitation"].as_str().and_then(|link| link.split_once("seat=")).expect("a seat").1;
    let (mut red, _) = site.here().seated(red).join(&id).await;
    let (mut black, hello) = site.there().seated(&token(&made, "black")).join(&id).await;
    assert_eq!(hello["game"]["points"], json!({"red": 0, "black": 0}));
    for (ply, column) in [1, 1, 2, 2].into_iter().enumerate() {
        let (mover, other) = if ply % 2 == 0 { (&mut red, &mut black) } else { (&mut black, &mut red) };
        mover.play(ply, column).await;
        while other.until("move").await["game"]["ply"] != ply + 1 {}
    }
    let over = black.until("over").await;
    assert_eq!(over["game"]["points"], json!({"red": 1, "black": 1}));
    assert_eq!(over["event"]["outcome"]["winner"], Value::Null);
    assert_eq!(over["event"]["outcome"]["lines"].as_array().map(Vec::len), Some(2));
}

pub(crate) async fn a_game_starts_from_given_moves(site: &mut Site) {
    let made = site.here().make(json!({"moves": "4453", "seats": "both"})).await;
    assert_eq!((&made["game"]["start_ply"], &made["game"]["ply"]), (&json!(4), &json!(4)));
    let (mut red, _) = site.there().seated(&token(&made, "red")).join(&name(&made)).await;
    assert_eq!(red.refused(json!({"type": "undo"})).await, "nothing_to_undo");
    assert_eq!(red.refused(json!({"type": "move", "ply": 2, "column": 5})).await, "stale");
    red.play(4, 5).await;
    assert_eq!(red.until("move").await["game"]["moves"], "44535");
}

pub(crate) async fn old_unfinished_games_are_pruned(site: &mut Site) {
    let (unfinished, ..) = site.here().make_for_two().await;
    let (finished, red, _) = site.here().make_for_two().await;
    let (mut red, _) = site.here().seated(&red).join(&finished).await;
    red.done(json!({"type": "resign"})).await;
    site.restart_with(|settings| settings.prune_unfinished = Some(std::time::Duration::from_millis(1))).await;
    site.time().pass(HOUR as u64);
    let gone = async |id: &str| site.there().get(&format!("/games/{id}")).await.0 == 404;
    while !gone(&unfinished).await {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(!gone(&finished).await);
}

pub(crate) async fn empty_games_are_pruned_soon(site: &mut Site) {
    let (empty, ..) = site.here().make_for_two().await;
    let (begun, red, _) = site.here().make_for_two().await;
    site.here().seated(&red).join(&begun).await.0.play(0, 4).await;
    site.restart_with(|settings| settings.prune_empty = Some(std::time::Duration::from_millis(1))).await;
    site.time().pass(HOUR as u64);
    let gone = async |id: &str| site.there().get(&format!("/games/{id}")).await.0 == 404;
    while !gone(&empty).await {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(!gone(&begun).await);
}

/// The wall clock is set while a game with a clock is under way.
pub(crate) async fn a_jump_of_the_wall_clock_loses_no_game(site: &mut Site) {
    let clock = json!({"minutes": 5, "increment": 0});
    let made = site.here().make(json!({"seats": "both", "clock": clock})).await;
    let id = name(&made);
    let (mut red, _) = site.here().seated(&token(&made, "red")).join(&id).await;
    let (mut black, _) = site.there().seated(&token(&made, "black")).join(&id).await;
    red.play(0, 4).await;
    for (ply, shift) in [(1, HOUR), (2, -3 * HOUR), (3, 2 * HOUR)] {
        site.time().shift_wall(shift);
        let mover = if ply % 2 == 0 { &mut red } else { &mut black };
        while mover.until("move").await["game"]["ply"] != ply {}
        mover.play(ply, 4).await;
    }
    let game = &site.here().look(&id).await["game"];
    assert_eq!((&game["outcome"], &game["moves"]), (&Value::Null, &json!("4444")));
    for side in ["red_ms", "black_ms"] {
        assert!(game["clock"][side].as_u64().expect("a time") > 200_000, "{}", game["clock"]);
    }
}

/// The wall clock is another one after a restart; what was left on the clocks before it is left after it.
pub(crate) async fn a_restart_at_another_time_loses_no_game(site: &mut Site) {
    let clock = json!({"minutes": 5, "increment": 0});
    let made = site.here().make(json!({"seats": "both", "clock": clock})).await;
    let id = name(&made);
    let red_token = token(&made, "red");
    let (mut red, _) = site.here().seated(&red_token).join(&id).await;
    let (mut black, _) = site.here().seated(&token(&made, "black")).join(&id).await;
    red.play(0, 4).await;
    black.until("move").await;
    site.time().pass(100_000);
    black.play(1, 4).await;
    for days in [60, -60, 0] {
        site.restart_with(|settings| settings.time = TimeSource::start_shifted(days * 24 * HOUR)).await;
        let game = &site.here().look(&id).await["game"];
        assert_eq!(game["outcome"], Value::Null, "{days} days");
        let (red, black) = (&game["clock"]["red_ms"], &game["clock"]["black_ms"]);
        assert!(red.as_u64().expect("a time") > 250_000, "{days} days: {red}");
        assert!((150_000..=200_000).contains(&black.as_u64().expect("a time")), "{days} days: {black}");
    }
    let (mut red, _) = site.here().seated(&red_token).join(&id).await;
    red.play(2, 4).await;
}

/// A wrong clock at the start, put right within an hour, deletes nothing.
pub(crate) async fn a_wrong_clock_deletes_no_game(site: &mut Site) {
    let (id, ..) = site.here().make_for_two().await;
    let day = 24 * HOUR;
    site.restart_with(|settings| settings.time = TimeSource::start_shifted(60 * day)).await;
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    site.here().look(&id).await;
    site.time().shift_wall(-60 * day);
    for _ in 0..2 {
        site.time().pass(HOUR as u64);
        tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
        site.here().look(&id).await;
    }
    // A clock that is right for longer does its work: after 31 days the game is gone.
    site.time().pass(31 * day as u64);
    for _ in 0..100 {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        site.time().pass(HOUR as u64);
        if site.here().get(&format!("/games/{id}")).await.0 == 404 {
            return;
        }
    }
    panic!("the old game stays");
}
