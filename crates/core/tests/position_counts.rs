//! The published numbers of positions are the oracle for the rules.
#![allow(clippy::unwrap_used)]

use dropline_core::{Rules, Variant, count};

fn data(name: &str) -> Vec<Vec<u64>> {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(|field| field.parse().unwrap()).collect()).collect()
}

fn total(columns: u64, levels: u64) -> u64 {
    count::positions(Variant::new(columns as usize, levels as usize, 4, Rules::Connect).unwrap()).sum()
}

#[test]
fn every_board_up_to_5x5_has_the_published_number_of_positions() {
    let small = data("position-counts-c4.csv").into_iter().filter(|row| row[0] <= 5 && row[1] <= 5);
    let checked = small.map(|row| assert_eq!(total(row[0], row[1]), row[2], "{}x{}", row[0], row[1])).count();
    assert_eq!(checked, 25);
}

#[test]
fn long_and_flat_boards_have_the_published_number_of_positions() {
    for row in data("position-counts-c4.csv").into_iter().filter(|row| row[2] < 1_000_000) {
        assert_eq!(total(row[0], row[1]), row[2], "{}x{}", row[0], row[1]);
    }
}

#[test]
fn the_standard_board_has_the_published_number_of_positions_after_each_ply() {
    let published = data("position-counts-7x6c4-by-ply.csv");
    for (row, counted) in published.iter().zip(count::positions(Variant::STANDARD)).take(11) {
        assert_eq!(counted, row[4], "ply {}", row[0]);
    }
}

#[test]
fn words_of_every_width_count_alike() {
    // Nothing reaches the upper levels in six plies, so that the height, and with it the word, makes no difference.
    let by_height = |levels| -> Vec<u64> {
        count::positions(Variant::new(6, levels, 4, Rules::Connect).unwrap()).take(7).collect()
    };
    assert_eq!(by_height(7), by_height(12));
    assert_eq!(by_height(7), by_height(30));
}

#[test]
fn boards_where_nobody_can_align_fill_up() {
    let variant = Variant::new(1, 9, 5, Rules::Max).unwrap();
    assert_eq!(count::positions(variant).collect::<Vec<_>>(), [1; 10]);
    assert_eq!(count::positions("1x1c1".parse().unwrap()).sum::<u64>(), 2);
}
