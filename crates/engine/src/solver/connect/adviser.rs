
use std::sync::OnceLock;
use super::geometry::BoardGeometry;
use super::lanes::One;
use super::lines::threats;
use crate::solver::CellSet;

pub(crate) struct Param { pub(crate) ply: i32, pub(crate) ply2: i32, pub(crate) win: i32, pub(crate) hold: i32, pub(crate) hold1: i32, pub(crate) hopeless: i32, w: Vec<i32> }
pub(crate) fn param() -> &'static Param {
    static P: OnceLock<Param> = OnceLock::new();
    P.get_or_init(|| {
        let v = |n: &str, d: i32| std::env::var(n).ok().and_then(|x| x.parse().ok()).unwrap_or(d);
        let w = std::env::var("W").unwrap_or("16,40,10,12,26,3,3,4,6,14,14,3".into()).split(',').map(|x| x.parse().unwrap()).collect();
        Param { ply: v("PLY", 0), ply2: v("PLY2", 0), win: v("WIN", 6), hold: v("HOLD", 6), hold1: v("HOLD1", 0), hopeless: v("HOPELESS", 1), w }
    })
}

#[inline(always)]
fn runs<W: CellSet>(set: W, distance: u32, connect: u32) -> W {
    let mut r = set;
    for i in 1..connect { r &= set.down(i * distance); }
    r
}

pub(crate) fn worth<G: BoardGeometry>(g: &G, own: G::Word, other: G::Word, gets: G::Word, w: &[i32]) -> i32 {
    let vacant = g.board() & !(own | other);
    let good = vacant & gets;
    let usable = own | vacant;
    let mut sum = 0;
    for (k, distance) in [g.stride(), g.stride() - 1, g.stride() + 1, 1].into_iter().enumerate() {
        let open = runs(usable, distance, g.connect());
        if open.is_empty() { continue; }
        let count = |set: G::Word| {
            let (mut ones, mut twos, mut more) = (G::Word::EMPTY, G::Word::EMPTY, G::Word::EMPTY);
            for i in 0..g.connect() {
                let v = set.down(i * distance);
                let carry = ones & v;
                ones = ones ^ v;
                more |= twos & carry;
                twos = twos ^ carry;
            }
            (ones, twos, more)
        };
        let (ones, twos, more) = count(vacant);
        let live = open & !more;
        let (m1, m2, m3) = (live & ones & !twos, live & twos & !ones, live & ones & twos);
        let n = |set: G::Word| set.count();
        if k == 3 {
            sum += w[9] * n(m1) + w[10] * n(m2) + w[11] * n(m3);
            continue;
        }
        let (g1, g2, _) = count(good);
        sum += w[0] * n(m1 & !g1) + w[1] * n(m1 & g1);
        sum += w[2] * n(m2 & !g1 & !g2) + w[3] * n(m2 & g1) + w[4] * n(m2 & g2);
        sum += w[5] * n(m3 & !g1 & !g2) + w[6] * n(m3 & g1 & !g2) + w[7] * n(m3 & g2 & !g1) + w[8] * n(m3 & g1 & g2);
    }
    sum
}

/// value for mover
fn value<G: BoardGeometry>(g: &G, mover: G::Word, other: G::Word, mover_gets: G::Word) -> i32 {
    let p = param();
    worth(g, mover, other, mover_gets, &p.w) - worth(g, other, mover, !mover_gets, &p.w)
}

#[inline(never)]
pub(crate) fn advise<G: BoardGeometry>(g: &G, mover: G::Word, other: G::Word, moves: G::Word, played: i32, beta: i32, out: &mut [i32; 64]) {
    let p = param();
    // who fills even levels of the last column
    let vacant = g.cells() - played;
    let rows0 = (0..g.levels()).step_by(2).fold(G::Word::EMPTY, |r, l| r | g.bottom().up(l));
    let mover_gets = if (vacant + g.levels() as i32) % 2 == 0 { rows0 } else { !rows0 };
    let deep = beta <= 0 && played < p.ply2;
    let mut rest = moves;
    while !rest.is_empty() {
        let cell = rest.lowest();
        rest = rest.rest();
        let column = cell.first() as u32 / g.stride();
        let after = mover | cell;
        let v = if deep {
            let mask = after | other;
            let replies = mask.plus(g.bottom()) & g.board();
            let vac = g.board() & !mask;
            let wins = threats(g, One(after), One(vac)).0;
            let forced = replies & wins;
            let mut replies = if forced.is_empty() { replies } else { forced };
            let better = replies & !wins.down(1);
            if !better.is_empty() { replies = better; }
            let mut least = i32::MAX;
            while !replies.is_empty() {
                let reply = replies.lowest();
                replies = replies.rest();
                least = least.min(value(g, after, other | reply, mover_gets));
            }
            least
        } else { value(g, after, other, mover_gets) };
        out[column as usize] = v * if beta > 0 { p.win } else if deep { p.hold } else { p.hold1 } / 16;
    }
}
