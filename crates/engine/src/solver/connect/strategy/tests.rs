use super::*;
use crate::Think;
use crate::budget::Budget;
use crate::solver::Plane;
use crate::solver::connect::geometry::AnyBoard;
use crate::solver::connect::kernel::{Build, Kernel, SolveTask};
use crate::solver::connect::lanes::One;
use crate::solver::connect::lines::threats;
use crate::solver::connect::mutation::{Mutation, with};
use crate::solver::connect::simd::Simd;

#[path = "../../../../tests/solver/reference.rs"]
mod reference;

use reference::{Checkers, Reference, numbers};

/// Board sizes for the rules: four in a row on odd and even heights, narrow and wide, and other numbers.
const BOARDS: [(u32, u32, u32); 14] = [
    (4, 4, 4),
    (5, 4, 4),
    (4, 5, 4),
    (5, 5, 4),
    (6, 5, 4),
    (4, 6, 4),
    (5, 6, 4),
    (4, 7, 4),
    (7, 4, 4),
    (8, 4, 4),
    (4, 4, 3),
    (5, 3, 3),
    (6, 5, 5),
    (5, 6, 5),
];

/// A position for the rules, and which.
struct Case {
    g: AnyBoard<u64, 8, 0>,
    at: Positions<One<u64>>,
    played: i32,
    name: String,
}

impl Case {
    /// Whether the slow rules, among them all fast ones, hold M to at most α.
    fn holds_slowly(&self, alpha: i32) -> bool {
        holds_slowly(&self.g, &Techniques::ALL, self.at, self.played, alpha)
    }

    /// What the fast rules say to it.
    fn fast(&self, alpha: i32) -> Claim {
        // SAFETY: one lane needs no particular instructions.
        unsafe { holds(&self.g, &Techniques::ALL, self.at, self.played, alpha) }
    }
}

/// A claim that a random position, one of `count` of each board with few vacant cells, is at most α; with `false_ones` one that minimax contradicts.
fn claim(
    (seed, count, vacant): (u64, usize, usize),
    false_ones: bool,
    claims: impl Fn(&Case, i32) -> bool,
) -> Option<String> {
    let mut random = numbers(seed);
    for (columns, levels, connect) in BOARDS {
        let mut truth = Reference::new(columns, levels, connect);
        let g = AnyBoard::<u64, 8, 0>(Plane::<u64>::new(columns, levels, connect));
        for _ in 0..count {
            truth.forget();
            let checkers = truth.cells() - 2 - random(vacant - 1) as i32;
            let (position, _) = truth.random(checkers.max(0), &mut random);
            let (mover, other) = (position.0 as u64, position.1 as u64);
            let mask = mover | other;
            let free = g.board() & !mask;
            let playable = (mask + g.bottom()) & g.board();
            if playable.count_ones() == 0 || threats(&g, One(mover), One(free)).0 & playable != 0 {
                continue;
            }
            let at = Positions::new(&g, One(mover), One(other), threats(&g, One(other), One(free)), true);
            let played = mask.count_ones() as i32;
            let name = format!("{columns}x{levels}c{connect} {mover:#x} {other:#x}");
            let (case, most) = (Case { g, at, played, name }, (truth.cells() - played) / 2);
            let claimed = (-most..=most).find(|&alpha| claims(&case, alpha));
            if let Some(alpha) = claimed.filter(|&alpha| !false_ones || truth.score(position) > alpha) {
                return Some(format!("{} is at most {alpha}", case.name));
            }
        }
    }
    None
}

/// A claim of the rules that minimax contradicts.
fn false_claim(seed: u64, count: usize, vacant: usize) -> Option<String> {
    let claims = |case: &Case, alpha| case.holds_slowly(alpha) || matches!(case.fast(alpha), Claim::Proven);
    claim((seed, count, vacant), true, claims)
}

fn kernel(columns: u32, levels: u32, connect: u32, techniques: Techniques) -> Box<dyn Kernel> {
    let build =
        Build { columns, levels, connect, memory: 1 << 16, simd: Simd::Portable, techniques, specialised: false };
    build.kernel().unwrap()
}

fn score(kernel: &mut dyn Kernel, (mover, other): Checkers) -> i32 {
    let task = SolveTask {
        mover,
        other,
        weak: false,
        alpha: None,
        driver: None,
        threads: 1,
        in_step: false,
        fresh: true,
        tell_from: u32::MAX,
    };
    kernel.solve(&task, Budget::new(&Think::default(), u64::MAX)).score().unwrap()
}

/// A position of few vacant cells whose score minimax contradicts.
fn wrong_score(seed: u64, count: usize, vacant: usize) -> Option<String> {
    let mut random = numbers(seed);
    for (columns, levels, connect) in BOARDS {
        let mut truth = Reference::new(columns, levels, connect);
        let mut kernel = kernel(columns, levels, connect, Techniques::NONE);
        for _ in 0..count {
            truth.forget();
            let checkers = truth.cells() - 2 - random(vacant - 1) as i32;
            let (position, _) = truth.random(checkers.max(0), &mut random);
            let (found, right) = (score(kernel.as_mut(), position), truth.score(position));
            if found != right {
                return Some(format!("{columns}x{levels}c{connect} {position:x?}: {found}, {right} is true"));
            }
        }
    }
    None
}

/// A position whose score changes when dead checkers are merged in the table.
fn wrong_merge(seed: u64, count: usize) -> Option<String> {
    let mut random = numbers(seed);
    for (columns, levels) in [(4, 7), (5, 5), (5, 6)] {
        let sizes = Reference::new(columns, levels, 4);
        let merge = Techniques { merge_dead: true, ..Techniques::NONE };
        let (mut merging, mut plain) =
            (kernel(columns, levels, 4, merge), kernel(columns, levels, 4, Techniques::NONE));
        for _ in 0..count {
            let checkers = sizes.cells() - 14 - random(8) as i32;
            let (position, _) = sizes.random(checkers.max(4), &mut random);
            let (found, right) = (score(merging.as_mut(), position), score(plain.as_mut(), position));
            if found != right {
                return Some(format!("{columns}x{levels} {position:x?}: {found}, {right} is true"));
            }
        }
    }
    None
}

#[test]
fn no_rule_claims_too_much() {
    assert_eq!(false_claim(1, 2000, 11), None);
}

#[test]
fn what_only_the_slow_rules_prove_is_looked_at() {
    let unexpected = |case: &Case, alpha| matches!(case.fast(alpha), Claim::Unclear(0)) && case.holds_slowly(alpha);
    assert_eq!(claim((4, 2000, 16), false, unexpected), None);
}

#[test]
fn plain_search_is_minimax() {
    assert_eq!(wrong_score(2, 200, 10), None);
}

#[test]
fn merging_dead_checkers_changes_no_score() {
    assert_eq!(wrong_merge(3, 60), None);
}

#[test]
fn a_wrong_strategy_is_noticed() {
    for mutation in [
        Mutation::RowsFromBottom,
        Mutation::InverseWithoutVerticals,
        Mutation::ThreatsAtEitherParity,
        Mutation::WaitingOffByOne,
        Mutation::LeftWithoutTwo,
        Mutation::PairsIgnored,
        Mutation::ShareInFreeColumns,
        Mutation::AfterWholeColumn,
    ] {
        let claim = with(mutation, || false_claim(1, 400, 11));
        assert!(claim.is_some(), "{mutation:?} passes");
        println!("{mutation:?}: {}", claim.unwrap_or_default());
    }
}

#[test]
fn a_win_in_two_without_zugzwang_is_noticed() {
    assert!(with(Mutation::WinInTwoWithoutZugzwang, || wrong_score(2, 200, 10)).is_some());
}

#[test]
fn dead_checkers_in_one_colour_are_noticed() {
    assert!(with(Mutation::DeadInOneColour, || wrong_merge(3, 60)).is_some());
}
