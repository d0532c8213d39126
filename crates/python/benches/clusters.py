"""How fast ``solve`` is, here and on Ray, and what a plan for more needs to know: ``python benches/clusters.py [POSITIONS] [WHAT ...]``.

WHAT is ``many:2`` (``solve_many`` with two threads), ``local:2``, ``ray:2`` (two workers), or ``constants``; without it all of them with one and two. It wants a release build
(``pip install './crates/python[cluster]'``) and a quiet computer with two processors. The default takes about ten minutes.
"""

from __future__ import annotations

import functools
import os
import pickle
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dropline
from dropline import _dropline, cluster
from dropline.cluster import Crew
from dropline.cluster._rows import RowWorker

VARIANT = "7x6c4"
PLIES = (8, 30)


class Echo:
    """A worker that does nothing, to tell what handing out costs."""

    def work(self, item: object) -> object:
        return item

    def stop(self) -> None: ...


class Weighed(RowWorker):
    """A worker that tells how much memory it takes, in bytes."""

    def work(self, item: list[str]) -> Any:
        super().work(item)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> None:
    numbers = [word for word in sys.argv[1:] if word.isdecimal()]
    chosen = sys.argv[1 + len(numbers) :] or ["many:1", "many:2", "local:1", "local:2", "ray:1", "ray:2", "constants"]
    count = int(numbers[0]) if numbers else 48_000
    games = _dropline.sampled_positions(VARIANT, "random", PLIES, 1, 0, 4 * count)
    positions = list({key: moves for key, moves in games}.values())[:count]
    folder = Path(tempfile.mkdtemp(prefix="dropline-clusters-"))
    source = folder / "moves.txt"
    source.write_text("\n".join(positions))
    if any(what.startswith(("ray", "constants")) for what in chosen):
        start_ray()

    def solve(crew: Crew) -> Path:
        out = folder / f"{crew.on_ray}-{crew.workers}.parquet"
        cluster.solve(source, out, crew=crew)
        return out

    print(f"{len(positions):,} positions of {VARIANT} with {PLIES[0]} to {PLIES[1]} checkers, the score of each:\n\n| | time | positions/s |\n| --- | --- | --- |")
    written: set[bytes] = set()
    for what in chosen:
        kind, _, workers = what.partition(":")
        if kind == "constants":
            continue
        start = time.perf_counter()
        if kind == "many":
            dropline.solve_many(positions, threads=int(workers))
        else:
            written.add(solve(Crew(int(workers), ray=kind == "ray")).read_bytes())
        seconds = time.perf_counter() - start
        print(f"| {what} | {seconds:.1f} s | {len(positions) / seconds:,.0f} |", flush=True)
    assert len(written) <= 1, "the files differ"
    for size in map(len, written):
        print(f"\n{size / len(positions):.1f} bytes a row, in as text {source.stat().st_size / len(positions):.1f}")
    if "constants" in chosen:
        constants(positions[:1000])


def start_ray() -> None:
    import ray

    start = time.perf_counter()
    ray.init(num_cpus=2, logging_level="ERROR", log_to_driver=False, include_dashboard=False)
    print(f"Ray starts in {time.perf_counter() - start:.1f} s")
    # The first job on Ray imports what Ray Data needs.
    list(Crew(2, ray=True).run(Echo, [(0, 0)]))


def constants(positions: list[str]) -> None:
    """What handing out costs, and what goes over the network."""

    def timed(make: Callable[[], Any], items: list[tuple[int, Any]], workers: int) -> tuple[float, list[Any]]:
        start = time.perf_counter()
        results = [result for _, result in Crew(workers, ray=True).run(make, items)]
        return time.perf_counter() - start, results

    one, _ = timed(Echo, [(0, 0)], 1)
    many, _ = timed(Echo, [(number, 0) for number in range(201)], 1)
    make = functools.partial(Weighed, VARIANT, False)
    _, (memory,) = timed(make, [(0, positions)], 1)
    told = RowWorker(VARIANT, False).work(positions)
    sent, back = len(pickle.dumps(positions)) / len(positions), len(pickle.dumps(told)) / len(positions)
    print(
        f"\na job with one actor starts in {one:.1f} s; a batch costs {(many - one) / 200 * 1000:.0f} ms; a worker takes {memory / 2**20:,.0f} MiB;"
        f" {sent:.0f} bytes a row go out, {back:.0f} come back"
    )


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    main()
