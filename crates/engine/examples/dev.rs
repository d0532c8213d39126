#![allow(unsafe_code)]
use dropline_engine::solver::{Dev, Rules, Simd};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (w, h) = a[1].split_once('x').unwrap();
    let (mut kib, mut simd, mut generic, mut weak, mut threads, mut driver, mut n, mut v) = (8192usize, Simd::best(), false, false, 1, None, usize::MAX, false);
    let mut connect = 4;
    let mut rules = Rules::ALL;
    let mut file = None;
    for x in &a[2..] {
        let (k, y) = x.split_once('=').unwrap_or((x, ""));
        match k {
            "kib" => kib = y.parse().unwrap(), "c" => connect = y.parse().unwrap(), "simd" => simd = [Simd::Portable, Simd::Avx2, Simd::Avx512][y.parse::<usize>().unwrap()],
            "generic" => generic = true, "weak" => weak = true, "t" => threads = y.parse().unwrap(), "d" => driver = Some(y.parse().unwrap()), "n" => n = y.parse().unwrap(), "v" => v = true,
            "norules" => rules.follow_up = false,
            "nobi" => rules.base_inverse = false, "nofree" => rules.free_columns = false, "nolim" => rules.budget_lines = false, "nopair" => rules.pairing = false, "nores" => rules.reserve = false,
            f => file = Some(f.to_string()),
        }
    }
    let mut dev = Dev::new(w.parse().unwrap(), h.parse().unwrap(), connect, kib << 10, simd, rules, generic);
    let text = file.as_ref().map_or("-".into(), |f| std::fs::read_to_string(f).unwrap());
    let (mut t, mut nodes, mut bad, mut c) = (0.0, 0, 0, 0);
    for line in text.lines().take(n) {
        let mut it = line.split_whitespace();
        let m = it.next().unwrap();
        let e: Option<i32> = it.next().map(|x| x.parse().unwrap());
        let w0 = std::time::Instant::now(); let t0 = cpu();
        let (l, u, k) = dev.solve(m, weak, threads, driver, v);
        t += if threads > 1 { w0.elapsed().as_secs_f64() } else { cpu() - t0 };
        nodes += k; c += 1;
        let ok = l == u && e.is_none_or(|e| if weak { e.signum() == l } else { e == l });
        if !ok { bad += 1; if bad < 4 { println!("BAD {m} exp {e:?} got {l}..{u}"); } }
        if v || file.is_none() { println!("{m} = {l}"); }
    }
    println!("{:24} {} n={c} ms={:.5} nodes={:.1} Mn/s={:.2} bad={bad}", file.unwrap_or("empty".into()).rsplit('/').next().unwrap(), a[1], t * 1e3 / c as f64, nodes as f64 / c as f64, nodes as f64 / t / 1e6);
}

fn cpu() -> f64 { unsafe { let mut t: libc::timespec = std::mem::zeroed(); libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t); t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9 } }
