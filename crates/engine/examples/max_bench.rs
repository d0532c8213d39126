//! scratch
use dropline_core::{Board, Column, Game, Side, Variant};
use dropline_engine::Think;
use dropline_engine::max_solver::{MaxSolver, MaxSolverOptions};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap()
        .parse::<f64>()
        .unwrap()
        * 1e-9
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let variant: Variant = a[1].parse().unwrap();
    let vacant: usize = a[2].parse().unwrap();
    let count: usize = a[3].parse().unwrap();
    let memory: usize = a[4].parse::<usize>().unwrap() << 20;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut times, mut nodes) = (vec![], vec![]);
    let t = cpu();
    let mut sum = 0;
    for _ in 0..count {
        let mut board = Board::new(variant);
        let mut side = Side::Red;
        while board.vacant() > vacant {
            let columns: Vec<Column> = board.open_columns().collect();
            board.drop(*columns.choose(&mut rng).unwrap(), side).unwrap();
            side = side.other();
        }
        let game = Game::from_board(board, side);
        let mut solver = MaxSolver::new(MaxSolverOptions { memory, ..Default::default() });
        let t = cpu();
        let s = solver.solve(&game, &Think::default()).unwrap();
        times.push(cpu() - t);
        nodes.push(s.nodes);
        sum += s.margin().unwrap();
    }
    times.sort_by(f64::total_cmp);
    nodes.sort();
    let total: u64 = nodes.iter().sum();
    println!(
        "{variant} {vacant}: median {:.4}s {} nodes; max {:.3}s; total {total} nodes, {:.0} n/s, sum {sum}",
        times[count / 2],
        nodes[count / 2],
        times[count - 1],
        total as f64 / (cpu() - t)
    );
}
