//! Live games over real connections: every test runs on one server with SQLite, and on two servers side by side with Postgres.

mod access;
mod bad_input;
mod broken;
mod client;
mod games;
mod http;
mod lessons;
mod nginx;
mod packaging;
mod postgres;
mod puzzles;
mod questions;
mod site;

/// Runs each test of [`games`] on both kinds of database.
macro_rules! on_both_databases {
    ($($name:ident),+ $(,)?) => {
        mod on_sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    crate::games::$name(&mut crate::site::Site::sqlite().await).await;
                }
            )+
        }

        mod on_postgres_with_two_servers {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    crate::games::$name(&mut crate::site::Site::postgres().await).await;
                }
            )+
        }
    };
}

on_both_databases!(
    two_people_play_by_link_to_the_end,
    a_spectator_sees_all_and_can_do_nothing,
    who_comes_back_gets_what_was_missed,
    a_restart_loses_nothing,
    the_same_move_sent_twice_is_played_once,
    two_connections_of_one_seat_play_one_move,
    out_of_turn_and_out_of_order_moves_are_refused,
    people_agree_on_taking_back,
    a_computer_answers_and_lets_take_back_at_once,
    a_computer_goes_on_after_a_restart,
    two_computers_play_while_somebody_watches,
    who_resigns_loses,
    a_rematch_exchanges_sides_and_keeps_tokens,
    time_runs_out,
    who_comes_and_goes_is_told,
    one_person_plays_both_sides,
    max_connect_counts_points,
    a_game_starts_from_given_moves,
    old_unfinished_games_are_pruned,
    empty_games_are_pruned_soon,
    a_jump_of_the_wall_clock_loses_no_game,
    a_restart_at_another_time_loses_no_game,
    a_wrong_clock_deletes_no_game,
);
