use super::*;
use crate::{Column, Variant};
use proptest::prelude::*;

const PLAIN: Look = Look { color: false, unicode: true, names: None };
const COLOR: Look = Look { color: true, unicode: true, names: None };
const ESCAPE: char = '\u{1b}';
const ASCII: Look = Look { color: false, unicode: false, names: None };

fn game(variant: &str, moves: &str) -> Game {
    Game::from_moves(variant.parse().unwrap(), moves).unwrap()
}

fn picture(variant: &str, moves: &str, style: Style, look: Look) -> String {
    draw(&View::of(&game(variant, moves)), style, look)
}

/// A text without its colours.
fn stripped(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').expect("an escape ends in m").1)
}

#[test]
fn scaffold_is_the_picture_of_the_rules() {
    let expected = "|R| | |\n|B|R| |\n+-+-+-+\n";
    assert_eq!(picture("3x2c3", "211", Style::Scaffold, PLAIN), expected);
    assert_eq!(picture("3x2c3", "211", Style::Scaffold, COLOR), expected);
    assert_eq!(picture("1x1c1", "1", Style::Scaffold, PLAIN), "|R|\n+-+\n");
}

#[test]
fn bricks_center_wide_column_numbers() {
    let text = picture("11x2c4", "10,11", Style::Bricks, PLAIN);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], r"\\\\ 1 \\ 2 \\ 3 \\ 4 \\ 5 \\ 6 \\ 7 \\ 8 \\ 9 \\10 \\11 \\ ");
    assert_eq!(lines[1], format!(r" \\ {} \\", ["[ ]"; 11].join("  ")));
    assert_eq!(lines[2], format!(r" \\{}\\", " ".repeat(55)));
    assert_eq!(lines[3], format!(r" \\ {}  [R]  [Y] \\", ["[ ]"; 9].join("  ")));
    assert_eq!(lines[4], format!("  {}", "\\".repeat(59)));
    assert_eq!(lines.len(), 5);
}

#[test]
fn bricks_in_color_are_blocks_and_without_it_letters() {
    let line = |look| picture("2x1c4", "12", Style::Bricks, look).lines().nth(1).unwrap().to_owned();
    assert_eq!(line(COLOR), " \\\\ [\u{1b}[31m█\u{1b}[0m]  [\u{1b}[33m█\u{1b}[0m] \\\\");
    assert_eq!(line(PLAIN), r" \\ [R]  [Y] \\");
    assert_eq!(stripped(&line(Look { unicode: false, ..COLOR })), r" \\ [R]  [Y] \\");
}

#[test]
fn letters_colours_and_words_follow_the_names() {
    let named = |names: &str| Look { names: Some(names.parse().unwrap()), ..PLAIN };
    assert_eq!(picture("2x1c4", "12", Style::Scaffold, named("white,green")), "|W|G|\n+-+-+\n");
    assert!(picture("2x1c4", "12", Style::Bricks, named("red,black")).contains("[R]  [B]"));
    let ascii = Look { unicode: false, ..named("orange,violet") };
    assert!(picture("2x1c4", "12", Style::Modern, ascii).contains("| O (V)|"));
    // The second side is yellow only where it is called so.
    let yellow = "\u{1b}[38;5;136m";
    let coloured = |names| picture("2x1c4", "12", Style::Modern, Look { names, ..COLOR });
    assert!(!coloured(None).contains(yellow));
    assert!(coloured(Some(crate::SideNames::RED_YELLOW)).contains(yellow));
    for theme in SvgTheme::NAMES {
        let theme: SvgTheme = theme.parse().unwrap();
        for names in crate::SideNames::USUAL {
            let picture = svg(&View::of(&game("2x1c4", "12")), &theme.clone().with_names(names));
            let said =
                format!("{} has 1 checker and {} has 1 checker", names.capital(Side::Red), names.name(Side::Black));
            assert!(picture.contains(&said), "{picture}");
        }
    }
}

#[test]
fn every_checker_and_the_dot_on_it_can_be_seen() {
    for name in SvgTheme::NAMES {
        for names in crate::SideNames::USUAL {
            let theme = name.parse::<SvgTheme>().unwrap().with_names(names);
            for side in Side::BOTH {
                let (checker, rim) = theme.checker(side);
                let far = |a: Rgb, b: Rgb| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)).max(a.2.abs_diff(b.2));
                assert!(far(checker, theme.hole).max(far(rim, theme.hole)) > 80, "{side} of {names} in {name}");
                assert!(far(checker, theme.dot(side)) > 60, "the dot on {side} of {names} in {name}");
            }
        }
    }
}

#[test]
fn modern_marks_the_last_move_and_the_winning_cells() {
    let expected = " ╭─────────────────────╮
 │ ·  ·  ·  ·  ·  ·  · │
 │ ·  ·  ·  ·  ·  ·  · │
 │ ·  ·  · {●} ·  ·  · │
 │ ·  ·  ○ [●] ·  ·  · │
 │ ·  ·  ○ [●] ·  ·  · │
 │ ·  ·  ○ [●] ·  ·  · │
 ╰─────────────────────╯
   1  2  3  4  5  6  7
";
    assert_eq!(picture("7x6c4", "4343434", Style::Modern, PLAIN), expected);
    let expected = " +---------+
 | .  .  . |
 | R (B) . |
 +---------+
   1  2  3
";
    assert_eq!(picture("3x2c3", "12", Style::Modern, ASCII), expected);
}

#[test]
fn modern_stays_aligned_from_10_and_from_100_columns_on() {
    let text = picture("12x1c4", "10,12", Style::Modern, PLAIN);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], " │ ·  ·  ·  ·  ·  ·  ·  ·  ·  ●  · (○)│");
    assert_eq!(lines[3], "   1  2  3  4  5  6  7  8  9 10 11 12");

    let text = picture("101x1c4", "99,101", Style::Modern, PLAIN);
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    assert_eq!(lines[3][lines[3].len() - 11..].iter().collect::<String>(), "99  100 101");
    assert_eq!(lines[1][lines[1].len() - 12..].iter().collect::<String>(), " ●   ·  (○)│");
    assert_eq!(lines[0].len(), lines[1].len());
}

#[test]
fn max_connect_marks_lines_of_both_sides_but_only_at_the_end() {
    assert_eq!(View::of(&game("2x2m2", "12")).marked, []);
    let over = game("2x2m2", "1212");
    assert_eq!(View::of(&over).marked.len(), 4);
    let mut resigned = game("2x2m2", "121");
    resigned.resign(Side::Black).unwrap();
    assert_eq!(View::of(&resigned).marked, [Cell::at(0, 0), Cell::at(0, 1)]);
}

#[test]
fn styles_and_themes_are_known_by_name() {
    for style in Style::ALL {
        assert_eq!(style.to_string().parse(), Ok(style));
        #[cfg(feature = "serde")]
        assert_eq!(serde_json::to_string(&style).unwrap(), format!("\"{style}\""));
    }
    assert_eq!(
        "brick".parse::<Style>().unwrap_err().to_string(),
        "`brick` is not a board style: scaffold, scaffold-underscore, bricks or modern"
    );
    for name in SvgTheme::NAMES {
        assert!(name.parse::<SvgTheme>().is_ok());
    }
    let error = "night".parse::<SvgTheme>().unwrap_err().to_string();
    assert_eq!(error, "`night` is not a theme: light, dark, high-contrast or colour-blind");
}

/// How many spots the first path of a class has.
fn spots(svg: &str, class: &str) -> usize {
    let path = svg.lines().find(|line| line.starts_with(&format!("<path class=\"{class}\"")));
    path.map_or(0, |path| path.matches("h0").count())
}

#[test]
fn svg_draws_each_cell_once_and_marks_what_stands_out() {
    let game = game("7x6c4", "4343434");
    let picture = svg(&View::of(&game), &SvgTheme::light());
    assert_eq!(spots(&picture, "hole"), 35);
    assert_eq!(spots(&picture, "red"), 4);
    assert_eq!(spots(&picture, "black"), 3);
    assert_eq!(spots(&picture, "halo"), 4);
    assert_eq!(spots(&picture, "last"), 1);
    // Column 4, level 4: 6 + 6 + 3½ cells from the left, 6 + 6 + 2½ from the top.
    assert!(picture.contains("<path class=\"last\" stroke=\"#101820\" stroke-width=\"8\" d=\"M152 112h0\"/>"));
    assert!(picture.contains("<title>A board of 7 columns and 6 levels</title>"));
    let description = "<desc>Red has 4 checkers and yellow has 3 checkers on it. Last move: red in column 4, level 4. \
        Highlighted (column/level): 4/1, 4/2, 4/3, 4/4. Column 3 from the bottom: yellow, yellow, yellow. \
        Column 4 from the bottom: red, red, red, red.</desc>";
    assert!(picture.contains(description), "{picture}");
}

#[test]
fn svg_needs_no_fonts_and_takes_its_colors_from_the_theme() {
    let game = game("10x1c4", "10");
    let mut theme = SvgTheme::dark();
    theme.red = Rgb(1, 2, 3);
    let picture = svg(&View::of(&game), &theme);
    assert!(!picture.contains("<text"));
    assert!(picture.contains("<path class=\"red\" stroke=\"#010203\""));
    assert!(picture.contains(".dropline .red{stroke:var(--dropline-red,#010203)}"));
    // Ten numbers of eleven digits.
    let numbers = picture.lines().find(|line| line.starts_with("<path class=\"number\"")).unwrap();
    assert_eq!(numbers.matches('M').count(), 11);
}

proptest! {
    #[test]
    fn pictures_of_any_size_are_well_formed(columns in 1usize..=64, levels in 1usize..=64, connect in 1usize..8, max: bool, seed: u64) {
        let rules = if max { Rules::Max } else { Rules::Connect };
        let mut game = Game::new(Variant::new(columns, levels, connect, rules).unwrap());
        let mut state = seed;
        for _ in 0..state % 300 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let _ = game.play(Column::from_index((state >> 33) as usize % columns));
        }
        let view = View::of(&game);
        for style in Style::ALL {
            let plain = draw(&view, style, PLAIN);
            prop_assert!(plain.ends_with('\n') && !plain.contains(ESCAPE));
            prop_assert!(draw(&view, style, ASCII).is_ascii());
            if style != Style::Bricks {
                prop_assert_eq!(stripped(&draw(&view, style, COLOR)), plain);
            }
        }
        let picture = svg(&view, &SvgTheme::light());
        prop_assert_eq!(spots(&picture, "hole"), game.board().vacant());
        prop_assert_eq!(spots(&picture, "red"), game.board().count(Side::Red));
        prop_assert_eq!(spots(&picture, "black"), game.board().count(Side::Black));
        prop_assert_eq!(picture.matches('<').count(), picture.matches('>').count());
    }
}
