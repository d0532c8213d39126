"""How fast the package is, beside the command and beside bitbully: ``python speed.py [--quick]``.

It wants the package and the command built for release, and a quiet computer. Each figure is the best of three runs. bitbully is measured if it is installed
(``pip install bitbully``), through its own Python calls, without its opening
book, its table emptied before each position; ours has the embedded book and keeps nothing from one position to the next.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import dropline

ROOT = Path(__file__).parents[3]
MEMORY = """
import random, sys
import dropline
chance = random.Random(1)
positions = []
while len(positions) < int(sys.argv[1]):
    game = dropline.Game()
    while not game.over and len(game) < 34:
        game.play(chance.choice(game.legal))
    if not game.over:
        positions.append(game.moves)
dropline.solve_many(positions)
print(next(int(line.split()[1]) // 1024 for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def positions(name: str) -> tuple[list[str], list[int]]:
    rows = [line.split() for line in (ROOT / f"testdata/positions/7x6c4-{name}.txt").read_text().splitlines()]
    return [moves for moves, _ in rows], [int(score) for _, score in rows]


def best(work: Callable[[], object], runs: int = 3) -> float:
    """The least seconds of several runs."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def command() -> str | None:
    built = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "release/dropline"
    return str(built) if built.exists() else shutil.which("dropline")


def against_command() -> None:
    program = command()
    if program is None:
        print("the command is not there: cargo build --release")
        return
    moves, expected = positions("begin-medium")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(moves) + "\n")
        file.flush()
        arguments = [program, "solve", "--jobs", "1", "--file", file.name]
        theirs = best(lambda: subprocess.run(arguments, check=True, capture_output=True))
    own = best(lambda: dropline.solve_many(moves, threads=1))
    assert dropline.solve_many(moves).tolist() == expected
    print(f"begin-medium, {len(moves)} positions, one thread: command {theirs:.3f} s, solve_many {own:.3f} s ({own / theirs:.2f})")


def against_bitbully(quick: bool) -> None:
    try:
        from bitbully import BitBully, Board  # type: ignore[import-untyped]
    except ImportError:
        print("bitbully is not there: pip install bitbully")
        return
    for name, count in (("middle-medium", 1000), ("begin-medium", 20 if quick else 100)):
        moves, expected = positions(name)
        moves, expected = moves[:count], expected[:count]
        boards = [Board([int(column) - 1 for column in text]) for text in moves]
        solver = BitBully(opening_book=None)

        def solve() -> None:
            for board, score in zip(boards, expected):
                solver.reset_transposition_table()
                assert solver.mtdf(board) == score

        theirs = best(solve, 1 if quick else 3)
        own = best(lambda: dropline.solve_many(moves, threads=1))
        print(f"{name}, {count} positions: bitbully {theirs:.3f} s, solve_many {own:.3f} s ({theirs / own:.1f} times as fast)")


def calls() -> None:
    moves, _ = positions("end-easy")
    games = [dropline.Game(text) for text in moves]
    cold = best(lambda: [dropline.solve(game) for game in games], 1) / len(games)
    # The second time the answers stand in the solver's table: what is left is the way there.
    warm = best(lambda: [dropline.solve(game) for game in games]) / len(games)
    print(f"solve on end-easy: {cold * 1e6:.2f} µs a call, {warm * 1e6:.2f} µs if the answer is known already")
    rounds = 20_000
    empty, filled = dropline.Game(), [4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5]

    def play() -> None:
        for _ in range(rounds):
            drop = empty.copy().play
            for column in filled:
                drop(column)

    def without() -> None:
        for _ in range(rounds):
            drop = id
            empty.copy()
            for column in filled:
                drop(column)

    drops = rounds * len(filled)
    print(f"Game.play: {best(play) / drops * 1e9:.0f} ns, of which the loop and a call of id() take {best(without) / drops * 1e9:.0f} ns")


def steps() -> None:
    try:
        import gymnasium
    except ImportError:
        print("gymnasium is not there: pip install gymnasium")
        return
    count, rounds = 1024, 200
    envs = gymnasium.make_vec("dropline/Connect-v0", num_envs=count, opponent="random")
    chance = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)

    def play() -> None:
        masks = infos["action_mask"]
        for _ in range(rounds):
            actions = (chance.random(masks.shape) * masks).argmax(axis=1)
            masks = envs.step(actions)[4]["action_mask"]

    print(f"vector environment against random: {count * rounds / best(play):,.0f} steps/s")


def memory(count: int) -> None:
    def most(positions: int) -> str:
        done = subprocess.run([sys.executable, "-c", MEMORY, str(positions)], check=True, capture_output=True, text=True)
        return done.stdout.strip()

    print(f"solve_many of {count:,} positions: {most(count)} MB at most, {most(1)} MB with one")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer positions and runs")
    quick = parser.parse_args().quick
    calls()
    steps()
    against_command()
    against_bitbully(quick)
    memory(100_000 if quick else 1_000_000)
