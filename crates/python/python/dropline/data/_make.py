"""Making a data set."""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from dropline import _dropline
from dropline._dropline import DroplineError, Variant
from dropline.cluster._crew import Crew
from dropline.cluster._progress import Progress
from dropline.cluster._rows import solve_rows
from dropline.cluster._shards import Parts, write_whole

Source = Literal["random", "levels", "engine"]

_BLOCK = {"random": 4096, "levels": 32, "engine": 32}
"""Games that one worker plays at a time."""

_NEW = 0.001
"""The share of positions found that have to be new: with less, they are as good as used up."""

_IN_VAIN = 250
"""Blocks that may find nothing."""


class _GameWorker:
    def __init__(self, variant: str, source: str, plies: tuple[int, int], seed: int) -> None:
        self.variant, self.source, self.plies, self.seed = variant, source, plies, seed

    def work(self, item: tuple[int, int]) -> list[tuple[str, str]]:
        return _dropline.sampled_positions(self.variant, self.source, self.plies, self.seed, *item)

    def stop(self) -> None:
        """A block is short."""


def make(
    out: str | os.PathLike[str],
    *,
    variant: Variant | str = "7x6c4",
    positions: int = 1_000_000,
    plies: tuple[int, int] = (8, 30),
    source: Source = "random",
    seed: int = 1,
    crew: Crew = Crew(),
    quiet: bool = True,
) -> None:
    """Writes a Parquet file of so many different positions with the exact scores of all their columns, sorted by key.

    Each is the position of a game after a number of ``plies`` that chance chooses: of random moves, of two levels drawn by lot, or of the engine against itself
    after a random opening. The same parameters give the same bytes, whoever the workers are. Killed and called again it goes on where it was.
    """
    variant = Variant(variant)
    if positions < 1:
        raise DroplineError(f"a data set has at least one position, not {positions}")
    least, most = plies
    if not 0 <= least <= most < variant.cells:
        raise DroplineError(f"the plies of {variant} are 0 to {variant.cells - 1}, as in 0:{variant.cells - 1}, not {least}:{most}")
    if source not in _BLOCK:
        raise DroplineError(f"{source!r} is not a source: random, levels or engine")
    if not 0 <= seed < 2**64:
        raise DroplineError(f"a seed is 0 or more and below 2^64, not {seed}")
    _dropline.RowSolver(variant)
    parameters = {"variant": str(variant), "positions": positions, "plies": [least, most], "source": source, "seed": seed}
    with Parts(Path(out), {"job": "data", **parameters}) as parts:
        found = parts.path("positions.parquet")
        if not found.exists():
            rows = _sampled(variant, positions, plies, source, seed, crew, quiet)
            write_whole(found, lambda file: pq.write_table(rows, file, compression="zstd"))
        moves = pq.read_table(found).column("moves").to_pylist()
        known = _dropline.RowSolver(variant).plies(moves)
        solve_rows(
            parts,
            variant,
            moves,
            known,
            columns=True,
            source=source,
            metadata={"job": "data", **parameters},
            crew=crew,
            quiet=quiet,
        )


def _sampled(
    variant: Variant, positions: int, plies: tuple[int, int], source: Source, seed: int, crew: Crew, quiet: bool
) -> pa.Table:
    """The first so many different positions that the games come to, sorted by key."""
    block = _BLOCK[source]
    work = functools.partial(_GameWorker, str(variant), source, plies, seed)
    keys = np.array([], dtype=np.bytes_)
    moves = pa.array([], pa.string())
    chosen = np.array([], dtype=np.int64)
    blocks = 0
    with Progress("positions found", positions, 0, quiet) as progress:
        while len(chosen) < positions:
            # A few more than are likely to be enough.
            share = len(chosen) / (blocks * block) if blocks else 1.0
            wave = int((positions - len(chosen)) / max(share, 0.01) / block * 1.05) + 1
            items = [(number, (number * block, block)) for number in range(blocks, blocks + wave)]
            results = sorted(crew.run(work, items))
            pairs = [pair for _, found in results for pair in found]
            before = len(chosen)
            keys = np.concatenate([keys, np.array([key for key, _ in pairs], dtype=np.bytes_)])
            moves = pa.concat_arrays([moves, pa.array([moves for _, moves in pairs], pa.string())])
            chosen = np.unique(keys, return_index=True)[1]
            blocks += wave
            progress.add(min(len(chosen), positions) - before)
            used_up = len(chosen) - before < len(pairs) * _NEW if pairs else blocks >= _IN_VAIN
            if used_up and len(chosen) < positions:
                raise DroplineError(
                    f"{blocks * block:,} games came to {len(chosen):,} different positions of {variant} after {plies[0]} to {plies[1]} plies:"
                    " ask for at most so many, or for other plies"
                )
    chosen = np.sort(chosen)[:positions]
    chosen = chosen[np.argsort(keys[chosen], kind="stable")]
    return pa.table({"moves": moves.take(pa.array(chosen))})
