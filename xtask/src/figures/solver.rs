//! What the exact solver of Connect-N takes: docs/solver.md. Every score is checked while it is measured.

use super::peers::Cost;
use super::programs::Programs;
use super::{Figure, LOCAL, count, grouped, measured, table, time};
use crate::shell::{read, write};

const SOLVE_SET: &str = "example solve_set";

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        name: "threads",
        page: "solver.md",
        runs: "`solve_set --threads 2 --variant 6x7c4 FILE`, FILE with the line `- 1`; three runs each, alternating, times on the wall; one with `--in-step`",
        seconds: 50,
        needs: &[SOLVE_SET],
        make: threads,
    },
    Figure {
        name: "instruction-sets",
        page: "solver.md",
        runs: "`solve_set --simd avx2 testdata/positions/7x6c4-begin-medium.txt`, the better of two runs each, alternating, processor time",
        seconds: 80,
        needs: &[SOLVE_SET],
        make: instruction_sets,
    },
    Figure {
        name: "techniques",
        page: "solver.md",
        runs: "`solve_set --memory 8 --without reserve FILE`, FILE with the first 40 lines of 7x6c4-begin-medium; processor time",
        seconds: 20,
        needs: &[SOLVE_SET],
        make: techniques,
    },
    Figure {
        name: "techniques-elsewhere",
        page: "solver.md",
        runs: "`solve_set --variant 9x5c4 --with budget-lines FILE`; processor time",
        seconds: 45,
        needs: &[SOLVE_SET],
        make: techniques_elsewhere,
    },
    Figure {
        name: "growth",
        page: "solver.md",
        runs: "`solve_set --variant 5x8c4 FILE`, FILE with the line `- 0`; one thread, 4 MiB unless it says so, processor time",
        seconds: 90,
        needs: &[SOLVE_SET],
        make: growth,
    },
    Figure {
        name: "checkers",
        page: "solver.md",
        runs: "`solve_set --random 10 --positions 40`; means of processor time",
        seconds: 40,
        needs: &[SOLVE_SET],
        make: checkers,
    },
    Figure {
        name: "larger-boards",
        page: "solver.md",
        runs: "`solve_set --variant 8x6c4 --memory 1024 FILE`; one thread, processor time",
        seconds: 1200,
        needs: &[SOLVE_SET],
        make: larger_boards,
    },
    Figure {
        name: "rules",
        page: "solver.md",
        runs: "`solve_set --variant 8x5c4 --memory 256 --without follow-up FILE`, with `--with` for each rule in the last column",
        seconds: 1_800,
        needs: &[SOLVE_SET],
        make: rules,
    },
];

/// Some positions to solve.
pub(super) enum Positions {
    /// The empty board, which has this score.
    Empty(i32),
    /// The first so many of a given set.
    First(&'static str, usize),
}

impl Positions {
    /// A file of lines `MOVES SCORE` that has them.
    pub(super) fn file(&self, variant: &str) -> Result<String, String> {
        let (name, text) = match self {
            Positions::Empty(score) => (format!("{variant}-empty.txt"), format!("- {score}\n")),
            Positions::First(set, most) => {
                let text = read(format!("testdata/positions/{variant}-{set}.txt"))?;
                let lines = text.lines().take(*most).map(|line| format!("{line}\n"));
                (format!("{variant}-{set}-{most}.txt"), lines.collect())
            }
        };
        let file = format!("{LOCAL}/{name}");
        write(&file, text).map(|()| file)
    }
}

/// What the solver takes for them; `args` besides the variant.
fn solve(programs: &Programs, variant: &str, args: &str, positions: &Positions) -> Result<Cost, String> {
    let args = format!("--variant {variant} {args} {}", positions.file(variant)?);
    Cost::of(&programs.output(SOLVE_SET, &args)?).map_err(|error| format!("solve_set {args}: {error}"))
}

/// A board with the sign that people write, from how variants are written: `7×6` of `7x6c4`.
fn size(variant: &str) -> String {
    variant.split(['c', 'm']).next().unwrap_or(variant).replace('x', "×")
}

fn threads(programs: &Programs) -> Result<String, String> {
    let mut rows = Vec::new();
    for (variant, score) in [("7x6c4", 1), ("6x7c4", 1)] {
        let mut runs: [Vec<Cost>; 2] = Default::default();
        for _ in 0..3 {
            for (runs, threads) in runs.iter_mut().zip(["1", "2"]) {
                runs.push(solve(programs, variant, &format!("--threads {threads}"), &Positions::Empty(score))?);
            }
        }
        let mean = |runs: &[Cost]| runs.iter().map(|run| run.seconds()).sum::<f64>() / runs.len() as f64;
        let alone = mean(&runs[0]);
        for (runs, threads) in runs.iter().zip(["1", "2"]) {
            let each = |told: fn(&Cost) -> String| runs.iter().map(told).collect::<Vec<_>>().join(", ");
            let nodes = if threads == "1" { count(runs[0].mean_nodes()) } else { each(|run| count(run.mean_nodes())) };
            let faster = format!("{:.2}", alone / mean(runs));
            rows.push([size(variant), threads.to_owned(), nodes, each(|run| format!("{:.2}", run.seconds())), faster]);
        }
        for threads in ["2", "4", "8"] {
            let run = solve(programs, variant, &format!("--threads {threads} --in-step"), &Positions::Empty(score))?;
            let nodes = count(run.mean_nodes());
            rows.push([size(variant), format!("{threads} in step"), nodes, String::new(), String::new()]);
        }
    }
    Ok(table(&["empty board", "threads", "nodes", "seconds", "times as fast, means"], rows))
}

fn instruction_sets(programs: &Programs) -> Result<String, String> {
    let builds = [
        ("AVX-512, the board's size compiled in (the default where the processor has it)", "--simd avx512"),
        ("AVX2", "--simd avx2"),
        ("two lanes (any x86-64 since 2008)", "--simd simd128"),
        ("portable", "--simd portable"),
        (
            "AVX-512, size read at run time (`--generic`), as on boards without a copy of their own",
            "--simd avx512 --generic",
        ),
    ];
    let mut best = [f64::INFINITY; 5];
    for _ in 0..2 {
        for (best, (_, args)) in best.iter_mut().zip(builds) {
            *best = best.min(solve(programs, "7x6c4", args, &Positions::First("begin-medium", 500))?.mean_ms());
        }
    }
    let rows = builds
        .iter()
        .zip(best)
        .map(|((name, _), ms)| [(*name).to_owned(), format!("{ms:.1} ms"), format!("{:.2}", ms / best[0])]);
    Ok(table(&["build", "a position", "times as long as the first"], rows))
}

/// Every rule of the strategy, and what goes with them, by the names that `solve_set` knows.
const RULES: &str = "follow-up base-inverse free-columns pairing reserve late budget-lines refutation merge-dead";

/// The rules that look at one child at a time, however few cells are vacant.
const EVERYWHERE: &str = "--slow-vacant 0";

/// Every rule on every position.
fn everything() -> String {
    each("--with", RULES) + EVERYWHERE
}

/// The same option for each of some rules.
fn each(option: &str, rules: &str) -> String {
    rules.split_whitespace().map(|rule| format!("{option} {rule} ")).collect()
}

/// Whether AVX-512 is what the solver uses on this computer by itself: it needs all of these.
pub(super) fn has_avx512() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512dq")
        && std::arch::is_x86_feature_detected!("avx512bw")
        && std::arch::is_x86_feature_detected!("avx512vl")
        && std::arch::is_x86_feature_detected!("avx512vpopcntdq");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

fn techniques(programs: &Programs) -> Result<String, String> {
    let beyond = "free-columns pairing reserve late budget-lines refutation";
    let set = [
        ("defaults", String::new()),
        ("without any proof by strategy", each("--without", "follow-up")),
        ("follow-up only", each("--without", &format!("base-inverse {beyond}"))),
        ("follow-up and base inverse", each("--without", beyond)),
        ("defaults without reserve", each("--without", "reserve")),
        ("defaults without open lines", each("--without", "open-lines")),
        ("defaults without recent cuts", each("--without", "recent-cuts")),
        ("defaults without pairing", each("--without", "pairing")),
        ("defaults without refutation", each("--without", "refutation")),
        ("pairing and refutation on every position", EVERYWHERE.to_owned()),
        ("with budget lines", each("--with", "budget-lines")),
        ("with late wait", each("--with", "late")),
        ("with dead checkers merged", each("--with", "merge-dead")),
        ("everything", everything()),
        ("AVX2 instead of AVX-512", "--simd avx2".to_owned()),
        ("portable code", "--simd portable".to_owned()),
    ]
    .into_iter()
    .filter(|(_, args)| args != "--simd avx2" || has_avx512());
    let row = |(name, args): (&str, String)| {
        let positions = Positions::First("begin-medium", 40);
        let cost = solve(programs, "7x6c4", &format!("--memory 8 {args}"), &positions)?;
        Ok([name.to_owned(), grouped(cost.mean_nodes() as u64), format!("{:.1}", cost.mean_ms())])
    };
    measured(&["technique", "mean nodes", "mean ms"], set, row)
}

fn techniques_elsewhere(programs: &Programs) -> Result<String, String> {
    use Positions::{Empty, First};
    let slow = "defaults without pairing and refutation";
    let sets = [
        ("9x5c4", First("midgame-2", 80), "defaults", String::new()),
        ("9x5c4", First("midgame-2", 80), "with budget lines", each("--with", "budget-lines")),
        ("9x5c4", First("midgame-2", 80), "everything", everything()),
        ("9x5c4", First("opening-1", 200), "defaults", String::new()),
        ("9x5c4", First("opening-1", 200), "with budget lines", each("--with", "budget-lines")),
        ("10x6c4", First("midgame-2", 12), "defaults", String::new()),
        ("10x6c4", First("midgame-2", 12), "with budget lines", each("--with", "budget-lines")),
        ("10x6c4", First("midgame-2", 12), "everything", everything()),
        ("6x6c4", Empty(-1), "defaults", String::new()),
        ("6x6c4", Empty(-1), slow, each("--without", "pairing refutation")),
        ("8x5c4", Empty(1), "defaults", String::new()),
        ("8x5c4", Empty(1), slow, each("--without", "pairing refutation")),
        ("6x7c4", Empty(1), "defaults", String::new()),
        ("6x7c4", Empty(1), slow, each("--without", "pairing refutation")),
        ("5x9c4", Empty(0), "defaults", String::new()),
        ("5x9c4", Empty(0), slow, each("--without", "pairing refutation")),
    ];
    let row = |(variant, positions, name, args): (&str, Positions, &str, String)| {
        let cost = solve(programs, variant, &args, &positions)?;
        let what = match positions {
            Empty(score) => format!("{} empty, score {score}", size(variant)),
            First(set, most) => format!("{} {set} (first {most})", size(variant)),
        };
        Ok([what, name.to_owned(), count(cost.mean_nodes()), time(cost.mean_ms() / 1e3)])
    };
    measured(&["board or set", "techniques", "nodes", "time"], sets, row)
}

/// Empty boards, with MiB for the table and the score.
fn empty_boards(programs: &Programs, boards: &[(&str, usize, i32)]) -> Result<String, String> {
    let row = |&(variant, memory, score): &(&str, usize, i32)| {
        let cost = solve(programs, variant, &format!("--memory {memory}"), &Positions::Empty(score))?;
        let (nodes, time) = (count(cost.mean_nodes()), time(cost.mean_ms() / 1e3));
        Ok([size(variant), format!("{memory} MiB"), score.to_string(), nodes, time])
    };
    measured(&["columns × levels", "table", "score", "nodes", "time"], boards, row)
}

fn growth(programs: &Programs) -> Result<String, String> {
    let boards = [
        ("4x4c4", 4, 0),
        ("4x5c4", 4, 0),
        ("4x6c4", 4, 0),
        ("4x7c4", 4, 0),
        ("4x8c4", 4, 0),
        ("4x9c4", 4, 0),
        ("4x10c4", 4, 0),
        ("4x11c4", 4, 0),
        ("4x12c4", 4, 0),
        ("4x13c4", 4, 0),
        ("5x4c4", 4, 0),
        ("5x5c4", 4, 0),
        ("5x6c4", 4, 0),
        ("5x7c4", 4, 0),
        ("5x8c4", 4, 0),
        ("5x9c4", 4, 0),
        ("5x10c4", 64, 0),
        ("6x4c4", 4, -1),
        ("6x5c4", 4, 0),
        ("6x6c4", 4, -1),
        ("6x7c4", 4, 1),
        ("7x4c4", 4, 0),
        ("7x5c4", 4, 0),
        ("7x6c4", 4, 1),
        ("7x7c4", 64, 0),
        ("8x4c4", 4, -1),
        ("8x5c4", 4, 1),
        ("9x4c4", 4, -1),
    ];
    empty_boards(programs, &boards)
}

fn larger_boards(programs: &Programs) -> Result<String, String> {
    let boards = [
        ("6x8c4", 1024, -1),
        ("7x7c4", 1024, 0),
        ("10x4c4", 1024, -1),
        ("9x5c4", 1024, 3),
        ("9x5c4", 256, 3),
        ("8x6c4", 1024, -1),
        ("8x6c4", 256, -1),
    ];
    empty_boards(programs, &boards)
}

fn checkers(programs: &Programs) -> Result<String, String> {
    let row = |checkers: usize| {
        let positions = match checkers {
            0 => 1,
            1..10 => 10,
            10..14 => 40,
            _ => 100,
        };
        let cost = programs.output(SOLVE_SET, &format!("--random {checkers} --positions {positions}"))?;
        let cost = Cost::of(&cost)?;
        Ok([checkers.to_string(), positions.to_string(), count(cost.mean_nodes()), time(cost.mean_ms() / 1e3)])
    };
    measured(&["checkers", "positions", "nodes", "time"], (0..=40).step_by(2), row)
}

fn rules(programs: &Programs) -> Result<String, String> {
    use Positions::{Empty, First};
    // Board or set, positions, MiB, whether `off` and `all` are measured (some take hours), and the study's nodes with all of its rules.
    let sets = [
        ("8x5c4", Empty(1), 256, true, true, "70 M"),
        ("6x7c4", Empty(1), 256, true, true, "23 M"),
        ("7x7c4", Empty(0), 1024, true, true, "326 M"),
        ("9x5c4", Empty(3), 1024, false, false, ""),
        ("8x6c4", Empty(-1), 1024, false, false, ""),
        ("4x14c4", Empty(0), 64, false, true, "23 M"),
        ("9x5c4", First("endgame-1", 200), 4, true, true, ""),
        ("9x5c4", First("midgame-1", 200), 4, true, true, ""),
        ("9x5c4", First("midgame-2", 200), 4, true, true, "43 k"),
        ("9x5c4", First("opening-1", 200), 4, true, true, ""),
        ("9x5c4", First("opening-2", 200), 4, true, true, ""),
        ("9x5c4", First("opening-3", 200), 4, false, false, "21 M"),
        ("10x6c4", First("endgame-1", 200), 4, true, true, ""),
        ("10x6c4", First("midgame-1", 200), 4, true, true, ""),
        ("10x6c4", First("midgame-2", 200), 4, true, true, "309 k"),
        ("10x6c4", First("opening-1", 200), 4, true, true, ""),
        ("10x6c4", First("opening-2", 200), 4, false, false, ""),
    ];
    let row = |(variant, positions, memory, off, all, study): (&str, Positions, usize, bool, bool, &str)| {
        let nodes = |args: &str| {
            let cost = solve(programs, variant, &format!("--memory {memory} {args}"), &positions)?;
            Ok::<_, String>(count(cost.mean_nodes()))
        };
        let what = match positions {
            Empty(_) => format!("{} empty", size(variant)),
            First(set, most) => format!("{} {set} ({most})", size(variant)),
        };
        let off = if off { nodes("--without follow-up")? } else { String::new() };
        let all = if all { nodes(&everything())? } else { String::new() };
        Ok([what, format!("{memory} MiB"), off, nodes("")?, all, study.to_owned()])
    };
    measured(&["board or set", "table", "off", "on", "all", "study"], sets, row)
}

/// The mean milliseconds of the first so many of a set of the standard board.
pub(super) fn mean_ms(programs: &Programs, args: &str, set: &'static str, most: usize) -> Result<f64, String> {
    Ok(solve(programs, "7x6c4", args, &Positions::First(set, most))?.mean_ms())
}
