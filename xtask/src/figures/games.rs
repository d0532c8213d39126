//! What comes of games: docs/players.md, docs/engine.md, docs/explain.md.

use super::programs::Programs;
use super::{Figure, grouped, measured, table};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

const DROPLINE: &str = "bin dropline";

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        name: "round-robin",
        page: "players.md",
        runs: "`dropline arena bad random damped:depth=2 damped:depth=4 forecast:depth=2 forecast:depth=4 max:depth=4 max:depth=8 smart:depth=2 smart:depth=4 smart:depth=6 smart:depth=8 --games 40 --openings random:4 --seed 1 --jobs 2`",
        seconds: 20,
        needs: &[DROPLINE],
        make: round_robin,
    },
    Figure {
        name: "pairs",
        page: "players.md",
        runs: "`dropline arena bad random damped forecast max smart:depth=6 --games 200 --openings random:2 --seed 1`",
        seconds: 60,
        needs: &[DROPLINE],
        make: pairs,
    },
    Figure {
        name: "level-times",
        page: "players.md",
        runs: "`cargo run --release -p dropline-engine --example level_times`, which prints the medians too",
        seconds: 60,
        needs: &["example level_times"],
        make: level_times,
    },
    Figure {
        name: "engine-times",
        page: "players.md",
        runs: "`cargo run --release -p dropline-engine --example level_times -- --plies 40 --player engine:time=100ms 7x6c4 9x7c4 15x15c5 20x20c5 64x64c6 7x6m4 20x20m4`",
        seconds: 30,
        needs: &["example level_times"],
        make: engine_times,
    },
    Figure {
        name: "levels",
        page: "players.md",
        runs: "`dropline arena random level:n=1 level:n=2 level:n=3 level:n=4 level:n=5 level:n=6 level:n=7 level:n=8 level:n=9 level:n=10 --variant 7x6c4 --games 100 --seed 1`, and so on the other boards; on 15x15c5 the same without level 10 and with `--games 60 --seed 11`, then `dropline arena level:n=8 level:n=9 level:n=10 --variant 15x15c5 --games 60 --seed 11`",
        seconds: 36_000,
        needs: &[DROPLINE],
        make: levels,
    },
    Figure {
        name: "course-player",
        page: "engine.md",
        runs: "`dropline match engine:time=100ms max:depth=8 --variant 7x6m4 --games 40 --random-plies 4 --seed 1`",
        seconds: 90,
        needs: &[DROPLINE],
        make: course_player,
    },
    Figure {
        name: "published-players",
        page: "engine.md",
        runs: "`dropline match engine:time=100ms smart:depth=8 --variant 15x15c5 --games 200 --random-plies 4 --seed 1 --jobs 2`, and so with the others",
        seconds: 18_000,
        needs: &[DROPLINE],
        make: published_players,
    },
    Figure {
        name: "unseen-openings",
        page: "engine.md",
        runs: "`dropline match engine:time=100ms smart:depth=8 --variant 15x15c5 --games 100 --random-plies 4 --seed 7 --jobs 2`, and so with the others",
        seconds: 7200,
        needs: &[DROPLINE],
        make: unseen_openings,
    },
    Figure {
        name: "lost-openings",
        page: "engine.md",
        runs: "`dropline arena engine:time=1s smart:depth=10 --variant 9x6c4 --games 100 --openings random:4 --seed 7 --jobs 2`, then `dropline solve --weak --variant 9x6c4 --memory 4G OPENING` for the opening of every game that was lost",
        seconds: 3600,
        needs: &[DROPLINE],
        make: lost_openings,
    },
    Figure {
        name: "chances",
        page: "engine.md",
        runs: "`cargo run --release -p dropline-engine --example chances -- --games 800 --nodes 10000 --seed 7 9x7c4`, `--games 400 … 12x10c5`, `--games 200 … 15x15c5`",
        seconds: 300,
        needs: &["example chances"],
        make: chances,
    },
    Figure {
        name: "coverage",
        page: "explain.md",
        runs: "`cargo run --release -p dropline-engine --example coverage -- 7x6c4 2000`, `9x7c4 2000`, `7x6m4 700`",
        seconds: 3600,
        needs: &["example coverage"],
        make: coverage,
    },
];

/// Where tournaments are saved that nobody goes on with.
pub(super) const JOURNAL: &str = "--journal .local/figures/arena.jsonl --overwrite";

/// The report of a tournament, games and all.
fn arena(programs: &Programs, args: &str) -> Result<Value, String> {
    programs.json(&format!("arena {args} {JOURNAL}"))
}

/// A part of JSON that is a number; 0 if it is none.
fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_default()
}

/// Everybody's place by Elo: the number of the player, and the line of the standings.
fn standings(report: &Value) -> impl Iterator<Item = &Value> {
    report["standings"].as_array().into_iter().flatten()
}

/// What the players score against each other, as text.
fn cross_table(report: &Value) -> String {
    let order: Vec<(&str, u64)> =
        standings(report).filter_map(|line| Some((line["name"].as_str()?, line["player"].as_u64()?))).collect();
    let met = report["cross_table"].as_array().into_iter().flatten();
    let scores: BTreeMap<_, _> = met
        .map(|pair| ((pair["player"].as_u64(), pair["opponent"].as_u64()), 100.0 * number(&pair["score"])))
        .collect();
    let width = order.iter().map(|(name, _)| name.len()).max().unwrap_or(0) + 3;
    let cell = |row: u64, column: u64| {
        scores.get(&(Some(row), Some(column))).map_or("·".to_owned(), |score| format!("{score:.1}"))
    };
    let mut lines =
        vec![format!("{:width$}{}", "", (1..=order.len()).map(|place| format!("{place:>7}")).collect::<String>())];
    for (place, (name, player)) in order.iter().enumerate() {
        let cells: String = order.iter().map(|(_, opponent)| format!("{:>7}", cell(*player, *opponent))).collect();
        lines.push(format!("{:width$}{cells}", format!("{:<2} {name}", place + 1)));
    }
    format!("```text\n{}\n```\n", lines.join("\n"))
}

fn round_robin(programs: &Programs) -> Result<String, String> {
    let players = "bad random damped:depth=2 damped:depth=4 forecast:depth=2 forecast:depth=4 max:depth=4 max:depth=8 \
                   smart:depth=2 smart:depth=4 smart:depth=6 smart:depth=8";
    let report = arena(programs, &format!("{players} --games 40 --openings random:4 --seed 1 --jobs 2"))?;
    let share = |tally: &Value| {
        let [wins, ties, losses] = ["wins", "ties", "losses"].map(|what| number(&tally[what]));
        format!("{:.1} %", 100.0 * (wins + ties / 2.0) / (wins + ties + losses).max(1.0))
    };
    let timing = report["timing"].as_array();
    let nodes = |player: &Value| {
        let told = timing.into_iter().flatten().find(|told| told["player"] == *player);
        told.map_or(0.0, |told| number(&told["nodes"]) / number(&told["moves"]).max(1.0))
    };
    let rows = standings(&report).map(|line| {
        let name = line["name"].as_str().unwrap_or_default();
        let counted = ["wins", "ties", "losses"].map(|what| line[what].to_string());
        let elo = format!("{:.0} ± {:.0}", number(&line["elo"]), number(&line["elo_margin"]));
        let shares =
            [format!("{:.1} %", 100.0 * number(&line["score"])), share(&line["as_red"]), share(&line["as_black"])];
        [
            &[line["rank"].to_string(), format!("`{name}`"), elo],
            &counted[..],
            &shares,
            &[grouped(nodes(&line["player"]).round() as u64)],
        ]
        .concat()
    });
    let head = ["", "player", "Elo ± 95 %", "wins", "ties", "losses", "score", "as red", "as black", "positions/move"];
    Ok(format!(
        "{}\nScore of the row's player against the column's, in percent:\n\n{}",
        table(&head, rows),
        cross_table(&report)
    ))
}

fn pairs(programs: &Programs) -> Result<String, String> {
    let players = "bad random damped forecast max smart:depth=6";
    Ok(cross_table(&arena(programs, &format!("{players} --games 200 --openings random:2 --seed 1"))?))
}

/// The rows of `level_times`: board, player, moves, median, longest.
fn move_times(programs: &Programs, args: &str) -> Result<Vec<[String; 5]>, String> {
    let told = programs.output("example level_times", args)?;
    let cells = |line: &str| line.trim_matches(['|', ' ']).split(" | ").map(str::to_owned).collect::<Vec<_>>();
    told.lines().skip(2).map(|line| cells(line).try_into().map_err(|_| format!("cannot read `{line}`"))).collect()
}

fn level_times(programs: &Programs) -> Result<String, String> {
    let times = move_times(programs, "")?;
    let mut boards: Vec<&str> = times.iter().map(|row| row[0].as_str()).collect();
    boards.dedup();
    let rows = (1..=10).map(|level| {
        let player = format!("`level:n={level}`");
        let longest = times.iter().filter(|row| row[1] == player).map(|row| row[4].clone());
        [level.to_string()].into_iter().chain(longest).collect::<Vec<_>>()
    });
    Ok(table(&[&["level"], &boards[..]].concat(), rows))
}

fn engine_times(programs: &Programs) -> Result<String, String> {
    let boards = "7x6c4 9x7c4 15x15c5 20x20c5 64x64c6 7x6m4 20x20m4";
    let times = move_times(programs, &format!("--plies 40 --player engine:time=100ms {boards}"))?;
    Ok(table(
        &["board", "moves", "median", "longest"],
        times.into_iter().map(|[board, _, moves, median, longest]| [board, moves, median, longest]),
    ))
}

/// What came of a tournament: everybody's Elo with half its interval, and the games.
struct Ratings {
    elo: HashMap<String, (f64, f64)>,
    games: f64,
}

fn levels(programs: &Programs) -> Result<String, String> {
    let names: Vec<String> =
        (0..=10).map(|level| if level == 0 { "random".to_owned() } else { format!("level:n={level}") }).collect();
    let met = |players: &[String], board: &str, games: &str| {
        let report = arena(programs, &format!("{} --variant {board} --games {games}", players.join(" ")))?;
        let rated = |line: &Value| {
            let name = line["name"].as_str().unwrap_or_default().to_owned();
            (name, (number(&line["elo"]), number(&line["elo_margin"])))
        };
        let elo = standings(&report).map(rated).collect();
        Ok::<_, String>(Ratings { elo, games: number(&report["played_games"]) })
    };
    let mut boards = Vec::new();
    for (board, games) in [("7x6c4", "100 --seed 1"), ("9x7c4", "60 --seed 1"), ("7x6m4", "60 --seed 1")] {
        boards.push((board, met(&names, board, games)?));
    }
    // The last level takes seconds a game there and loses next to none to most: it meets the two before it only.
    let large = "15x15c5";
    let [before, last] = [&names[9], &names[10]];
    let mut rated = met(&names[..10], large, "60 --seed 11")?;
    let highest = met(&names[8..], large, "60 --seed 11")?;
    let above = highest.elo[last].0 - highest.elo[before].0;
    rated.elo.insert(last.clone(), (rated.elo[before].0 + above, highest.elo[last].1));
    rated.games += highest.games;
    boards.push((large, rated));

    let mut rows = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let cell = |(_, rated): &(&str, Ratings)| {
            let (elo, margin) = rated.elo[name];
            let above = index.checked_sub(1).map(|before| format!(" ({:.0})", elo - rated.elo[&names[before]].0));
            format!("{elo:.0} ± {margin:.0}{}", above.unwrap_or_default())
        };
        let first = if index == 0 { "`random`".to_owned() } else { index.to_string() };
        rows.push([&[first], &boards.iter().map(cell).collect::<Vec<_>>()[..]].concat());
    }
    let games = boards.iter().map(|(_, rated)| grouped(rated.games as u64));
    rows.push(["games".to_owned()].into_iter().chain(games).collect());
    rows.push(["wanted between levels", "100 to 200", "60 to 250", "60 to 250", "even"].map(str::to_owned).to_vec());
    let boards: Vec<&str> = boards.iter().map(|(board, _)| *board).collect();
    let table = table(&[&["level"], &boards[..]].concat(), rows);
    Ok(format!("{table}\n± is the half of a 95 % interval; on {large} level 10 met levels 8 and 9 only.\n"))
}

/// A match of the engine at 100 ms.
fn against(programs: &Programs, variant: &str, opponent: &str, games: &str) -> Result<Value, String> {
    met(programs, ["engine:time=100ms", opponent], variant, &format!("--games {games} --seed 1"))
}

/// What came of a match from random openings of four plies.
fn met(programs: &Programs, [player, opponent]: [&str; 2], variant: &str, options: &str) -> Result<Value, String> {
    programs.json(&format!("match {player} {opponent} --variant {variant} --random-plies 4 {options} --jobs 2"))
}

/// Wins, ties and losses, and the score in percent.
fn tally(told: &Value) -> [String; 4] {
    let [wins, ties, losses] = ["wins", "ties", "losses"].map(|what| told[what].to_string());
    [wins, ties, losses, format!("**{:.1} %**", 100.0 * number(&told["score"]))]
}

fn course_player(programs: &Programs) -> Result<String, String> {
    let row = |opponent: &str| {
        let told = against(programs, "7x6m4", opponent, "40")?;
        let [wins, ties, losses, _] = tally(&told);
        let time = &told["time"][0];
        let ms = ["mean", "most"].map(|what| format!("{:.0} ms", 1e3 * number(&time[what])));
        let points = format!("{} : {}", told["points"][0], told["points"][1]);
        Ok([&[format!("`{opponent}`"), wins, ties, losses, points], &ms[..]].concat())
    };
    let head = ["opponent", "wins", "ties", "losses", "points", "a move, mean", "at most"];
    measured(&head, ["max:depth=8", "max:depth=8,eval=classic"], row)
}

fn published_players(programs: &Programs) -> Result<String, String> {
    let mut rows = Vec::new();
    for (variant, wanted) in [("7x6c4", "90 %"), ("10x10c4", "85 %"), ("15x15c5", "85 %")] {
        for opponent in ["smart:depth=8", "forecast", "damped"] {
            let told = against(programs, variant, opponent, "200")?;
            rows.push(
                [&[variant.to_owned(), format!("`{opponent}`")], &tally(&told)[..], &[wanted.to_owned()]].concat(),
            );
        }
    }
    Ok(table(&["board", "opponent", "wins", "ties", "losses", "score", "wanted"], rows))
}

fn unseen_openings(programs: &Programs) -> Result<String, String> {
    let players = ["engine:time=100ms", "smart:depth=8"];
    let row = |variant: &str| {
        let told = met(programs, players, variant, "--games 100 --seed 7")?;
        let names = players.map(|player| format!("`{player}`"));
        Ok([&[variant.to_owned()], &names[..], &tally(&told)[..], &["92 %".to_owned()]].concat())
    };
    let head = ["board", "player", "opponent", "wins", "ties", "losses", "score", "wanted"];
    measured(&head, ["15x15c5", "12x10c5", "20x20c5"], row)
}

/// How games end from openings of which some are lost before anybody has made a choice; of each game that the first player lost it is proven whether it was.
fn lost_openings(programs: &Programs) -> Result<String, String> {
    let row = |variant: &str| {
        let players = "engine:time=1s smart:depth=10";
        let report = arena(
            programs,
            &format!("{players} --variant {variant} --games 100 --openings random:4 --seed 7 --jobs 2"),
        )?;
        let games = report["games"].as_array().ok_or("the report has no games")?;
        let ([mut wins, mut ties, mut in_opening, mut later], mut openings) = ([0; 4], Vec::new());
        for game in games {
            if !game["forfeit"].is_null() {
                return Err(format!("{variant}: game {} was forfeited", game["game"]));
            }
            let side = if game["red"] == 0 { "red" } else { "black" };
            match game["winner"].as_str() {
                Some(winner) if winner == side => wins += 1,
                Some("red" | "black") => {
                    let opening = game["opening"].as_str().ok_or("a game has no opening")?;
                    let told = programs.json(&format!("solve --weak --variant {variant} --memory 4G {opening}"))?;
                    // Four plies lie there, so red is to move.
                    let for_red =
                        told["score"].as_i64().ok_or_else(|| format!("{variant} {opening} was not solved"))?;
                    if (for_red < 0) == (side == "red") && for_red != 0 {
                        in_opening += 1;
                        openings.push(format!("{opening} as {side}"));
                    } else {
                        later += 1;
                    }
                }
                _ => ties += 1,
            }
        }
        openings.sort_unstable();
        openings.dedup();
        let counted = [wins, ties, in_opening + later, in_opening].map(|games: usize| games.to_string());
        Ok([&[variant.to_owned()], &counted[..], &[format!("**{later}**"), openings.join(", ")]].concat())
    };
    let head = ["board", "wins", "ties", "losses", "of these from a lost opening", "from another one", "lost openings"];
    measured(&head, ["8x7c4", "9x6c4"], row)
}

fn chances(programs: &Programs) -> Result<String, String> {
    let boards = [("9x7c4", "800"), ("12x10c5", "400"), ("15x15c5", "200")];
    let mut told = Vec::new();
    for (board, games) in boards {
        let text = programs.output("example chances", &format!("--games {games} --nodes 10000 --seed 7 {board}"))?;
        // Tenth, positions, told, got; the means are in percent.
        let rows = text.lines().filter(|line| line.starts_with("| ") && line.contains(" to ")).map(|line| {
            let cells: Vec<String> =
                line.trim_matches(['|', ' ']).split(" | ").map(|cell| cell.trim_end_matches(" %").to_owned()).collect();
            let number = |index: usize| cells.get(index).and_then(|cell| cell.parse::<f64>().ok()).unwrap_or_default();
            (cells.first().cloned().unwrap_or_default(), [number(1), number(2), number(3)])
        });
        told.push(rows.collect::<Vec<_>>());
    }
    let rows = (0..10).map(|tenth| {
        let each: Vec<&(String, [f64; 3])> = told.iter().filter_map(|rows| rows.get(tenth)).collect();
        let positions: f64 = each.iter().map(|row| row.1[0]).sum();
        let mean = |index: usize| each.iter().map(|row| row.1[0] * row.1[index]).sum::<f64>() / positions.max(1.0);
        let off = each.iter().map(|row| format!("{:+.1}", row.1[2] - row.1[1]));
        let name = format!("{} to {} %", 10 * tenth, 10 * tenth + 10);
        let first = [
            name,
            grouped(positions as u64),
            format!("{:.1} %", mean(1)),
            format!("{:.1} %", mean(2)),
            format!("**{:+.1}**", mean(2) - mean(1)),
        ];
        first.into_iter().chain(off).collect::<Vec<_>>()
    });
    Ok(table(&["told", "positions", "mean told", "got", "off", "off on 9x7c4", "on 12x10c5", "on 15x15c5"], rows))
}

fn coverage(programs: &Programs) -> Result<String, String> {
    let row = |(board, positions): (&str, &str)| {
        let told = programs.output("example coverage", &format!("{board} {positions}"))?;
        let after = |begin: &str| {
            told.split_once(begin).and_then(|(_, rest)| rest.split([',', '\n']).next()).unwrap_or_default().to_owned()
        };
        let [both, best, random] = ["both ", "best column ", "random column "].map(after);
        Ok([board.to_owned(), both, best, random, positions.to_owned()])
    };
    let boards = [("7x6c4", "2000"), ("9x7c4", "2000"), ("7x6m4", "700")];
    measured(&["board", "both", "best column", "random column", "positions"], boards, row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_meet_in_the_order_of_the_standings() {
        let report = serde_json::json!({
            "standings": [{"name": "b", "player": 1}, {"name": "a", "player": 0}],
            "cross_table": [{"player": 0, "opponent": 1, "score": 0.25}, {"player": 1, "opponent": 0, "score": 0.75}],
        });
        assert_eq!(cross_table(&report), "```text\n          1      2\n1  b      ·   75.0\n2  a   25.0      ·\n```\n");
    }
}
