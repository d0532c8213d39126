"""How fast ``solve`` is, here and on Ray, and what a thousand million positions would take: ``python benches/clusters.py [POSITIONS]``.

It wants a release build (``pip install './crates/python[cluster]'``) and a quiet computer with two processors or more. The default takes about ten minutes.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import dropline
import pyarrow.parquet as pq
from dropline import _dropline, cluster
from dropline.cluster import Crew

VARIANT = "7x6c4"
PLIES = (8, 30)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40_000
    games = _dropline.sampled_positions(VARIANT, "random", PLIES, 1, 0, 4 * count)
    positions = list({key: moves for key, moves in games}.values())[:count]
    folder = Path(tempfile.mkdtemp(prefix="dropline-clusters-"))
    source = folder / "moves.txt"
    source.write_text("\n".join(positions))
    import ray

    ray.init(num_cpus=2, logging_level="ERROR", log_to_driver=False, include_dashboard=False)
    # The first job on Ray starts its workers.
    cluster.solve(_few(folder, positions), folder / "warm.parquet", crew=Crew(2, ray=True))
    rates: dict[str, float] = {}

    def measure(name: str, work: Callable[[], object]) -> None:
        start = time.perf_counter()
        work()
        seconds = time.perf_counter() - start
        rates[name] = len(positions) / seconds
        print(f"| {name} | {seconds:.1f} s | {rates[name]:,.0f} |", flush=True)

    print(f"{len(positions):,} positions of {VARIANT} with {PLIES[0]} to {PLIES[1]} checkers, the score of each:\n\n| | time | positions/s |\n| --- | --- | --- |")
    for workers in (1, 2):
        measure(f"solve_many, {workers} threads", lambda: dropline.solve_many(positions, threads=workers))
        measure(f"--local, {workers} workers", lambda: cluster.solve(source, folder / f"local-{workers}.parquet", crew=Crew(workers)))
        measure(f"Ray, {workers} workers", lambda: cluster.solve(source, folder / f"ray-{workers}.parquet", crew=Crew(workers, ray=True)))
    written = {path.read_bytes() for path in folder.glob("*-?.parquet")}
    assert len(written) == 1, "the files differ"
    print(f"\nRay to --local, 2 workers: {rates['Ray, 2 workers'] / rates['--local, 2 workers']:.0%}")
    for name in ("--local", "Ray"):
        print(f"{name}, 2 workers to 1: {rates[f'{name}, 2 workers'] / rates[f'{name}, 1 workers']:.2f} times")
    plan(folder / "ray-2.parquet", rates["Ray, 1 workers"], rates["Ray, 2 workers"] / 2)


def _few(folder: Path, positions: list[str]) -> Path:
    path = folder / "few.txt"
    path.write_text("\n".join(positions[:200]))
    return path


def plan(file: Path, alone: float, beside: float) -> None:
    """What a thousand million positions take on a thousand processors, by what was measured."""
    rows = pq.ParquetFile(file)
    size = file.stat().st_size / rows.metadata.num_rows
    text = sum(len(moves) + 1 for moves in rows.read(["moves"]).column(0).to_pylist()) / rows.metadata.num_rows
    many, cores = 1e9, 1000
    hours = many / (beside * cores) / 3600
    print(
        f"\n10⁹ positions on {cores:,} processors, by these figures: {alone:,.0f} positions/s for a processor alone, {beside:,.0f} beside another;"
        f" {hours:.1f} h, {hours * cores:,.0f} processor hours; {many * text / 1e9:.0f} GB in, {many * size / 1e9:.0f} GB out,"
        f" {many * (text + 8 * size) / hours / 3600 / 1e6:.1f} MB/s through the head at most"
    )


if __name__ == "__main__":
    main()
