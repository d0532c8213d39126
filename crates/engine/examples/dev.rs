#![allow(unsafe_code, missing_docs, clippy::all)]
use dropline_core::Game;
use dropline_engine::solver::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let variant = a[1].parse().unwrap();
    let mut o = SolverOptions::default();
    let mut q = Techniques::best_for(variant);
    let (mut weak, mut n, mut v, mut file) = (false, usize::MAX, false, None);
    for x in &a[2..] {
        let (k, y) = x.split_once('=').unwrap_or((x, ""));
        match k {
            "kib" => o.memory = y.parse::<usize>().unwrap() << 10,
            "simd" => o.simd = Some(Simd::ALL[y.parse::<usize>().unwrap()]),
            "generic" => o.specialised = false,
            "weak" => weak = true,
            "t" => o.threads = y.parse().unwrap(),
            "d" => o.driver = Some([Driver::Outwards, Driver::Halving, Driver::Inwards][y.parse::<usize>().unwrap()]),
            "n" => n = y.parse().unwrap(),
            "v" => v = true,
            "norules" => q.follow_up = false,
            "nobi" => q.base_inverse = false,
            "nofree" => q.free_columns = false,
            "nores" => q.reserve = false,
            "nolim" => q.budget_lines = false,
            "lim" => q.budget_lines = true,
            "after" => q.refutation = true,
            "noafter" => q.refutation = false,
            "dead" => q.merge_dead = true,
            "nodead" => q.merge_dead = false,
            "late" => q.late = true,
            "nolate" => q.late = false,
            "nopair" => q.pairing = false,
            f => file = Some(f.to_string()),
        }
    }
    o.techniques = Some(q);
    let mut solver = Solver::new(o);
    let text = file.as_ref().map_or("-".into(), |f| std::fs::read_to_string(f).unwrap());
    let (mut t, mut nodes, mut bad, mut c) = (0.0, 0, 0, 0);
    for line in text.lines().take(n) {
        let mut it = line.split_whitespace();
        let m = it.next().unwrap();
        let e: Option<i32> = it.next().map(|x| x.parse().unwrap());
        let game = Game::from_moves(variant, m).unwrap();
        let l = SolveLimits { progress: if v { Some(&|p| eprintln!("{p:?}")) } else { None }, ..Default::default() };
        let w0 = std::time::Instant::now();
        let t0 = cpu();
        let s = if weak { solver.solve_weak(&game, &l) } else { solver.solve(&game, &l) }.unwrap();
        t += if o.threads > 1 { w0.elapsed().as_secs_f64() } else { cpu() - t0 };
        nodes += s.nodes;
        c += 1;
        let ok = s.score().is_some() && e.is_none_or(|e| if weak { e.signum() == s.lower } else { e == s.lower });
        if !ok {
            bad += 1;
            if bad < 4 {
                println!("BAD {m} exp {e:?} got {s:?}");
            }
        }
        if v || file.is_none() {
            println!("{m} = {}", s.lower);
        }
    }
    println!(
        "{:24} {} n={c} ms={:.5} nodes={:.1} Mn/s={:.2} bad={bad}",
        file.unwrap_or("empty".into()).rsplit('/').next().unwrap(),
        a[1],
        t * 1e3 / c as f64,
        nodes as f64 / c as f64,
        nodes as f64 / t / 1e6
    );
}
unsafe extern "C" {
    fn clock_gettime(c: i32, t: *mut [i64; 2]) -> i32;
}
fn cpu() -> f64 {
    let mut t = [0i64; 2];
    unsafe {
        clock_gettime(3, &mut t);
    }
    t[0] as f64 + t[1] as f64 * 1e-9
}
