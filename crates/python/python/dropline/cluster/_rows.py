"""Positions in, rows with exact scores out: what data sets and ``solve`` are made of."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from dropline import _dropline
from dropline._dropline import MASKED, DroplineError, RowError, Variant, __version__
from dropline.cluster._crew import Crew
from dropline.cluster._progress import Progress
from dropline.cluster._shards import Parts, write_whole

ROW_GROUP = 65_536
"""Rows that are read at a time."""

_SAMPLE = 64
_SAMPLE_NODES = 200_000
_LEAST_NODES, _USUAL_NODES, _MOST_SHARDS = 200_000, 200_000_000, 20_000


def schema(variant: Variant) -> pa.Schema:
    """The columns of a file of positions of a variant; docs/data.md describes them."""
    return pa.schema(
        [
            pa.field("variant", pa.string(), nullable=False),
            pa.field("ply", pa.int16(), nullable=False),
            pa.field("moves", pa.string()),
            pa.field("key", pa.string(), nullable=False),
            pa.field("board", pa.list_(pa.int8(), variant.cells), nullable=False),
            pa.field("turn", pa.string(), nullable=False),
            pa.field("score", pa.int16(), nullable=False),
            pa.field("scores", pa.list_(pa.int16(), variant.columns)),
            pa.field("outcome", pa.string(), nullable=False),
            pa.field("nodes", pa.int64(), nullable=False),
            pa.field("source", pa.string(), nullable=False),
        ]
    )


def table(variant: Variant, told: dict[str, Any], source: str) -> pa.Table:
    """The rows of positions that were solved."""
    score = told["score"]
    count = len(score)
    kinds = schema(variant)
    if "scores" in told:
        flat = told["scores"].reshape(-1)
        full = flat == MASKED
        values = pa.array(np.where(full, 0, flat).astype(np.int16), mask=full)
        scores = pa.FixedSizeListArray.from_arrays(values, variant.columns)
    else:
        scores = pa.nulls(count, kinds.field("scores").type)
    columns = [
        pa.array([str(variant)] * count, pa.string()),
        pa.array(told["ply"].astype(np.int16)),
        pa.array(told["moves"], pa.string()),
        pa.array(told["key"], pa.string()),
        pa.FixedSizeListArray.from_arrays(pa.array(told["board"]), variant.cells),
        pa.array(told["turn"], pa.string()),
        pa.array(score.astype(np.int16)),
        scores,
        pa.array(np.array(["loss", "tie", "win"])[np.sign(score) + 1].tolist(), pa.string()),
        pa.array(told["nodes"].astype(np.int64)),
        pa.array([source] * count, pa.string()),
    ]
    return pa.Table.from_arrays(columns, schema=kinds)


class RowWorker:
    """Solves the positions of a shard."""

    def __init__(self, variant: str, columns: bool) -> None:
        self.solver = _dropline.RowSolver(variant)
        self.columns = columns

    def work(self, item: list[str]) -> dict[str, Any]:
        """Columns about the positions of a shard."""
        return self.solver.solve(item, columns=self.columns)

    def stop(self) -> None:
        """Ends what another thread waits for."""
        self.solver.stop()


def check_positions(solver: _dropline.RowSolver, positions: Sequence[str], place: Callable[[int], str]) -> list[int]:
    """The plies of all positions; an error names the place of one that cannot be solved."""
    plies: list[int] = []
    for first in range(0, len(positions), ROW_GROUP):
        try:
            plies += solver.plies(list(positions[first : first + ROW_GROUP]))
        except RowError as error:
            raise DroplineError(f"{place(first + error.row)}: {error}") from None
    return plies


def cut(solver: _dropline.RowSolver, positions: Sequence[str], plies: Sequence[int]) -> list[int]:
    """Where shards begin, and the end: each takes about as many nodes as the others, as far as a sample tells."""
    count = len(positions)
    if count == 0:
        return [0]
    ply = np.asarray(plies, dtype=np.float64)
    costs = np.zeros(count)
    # What the book knows takes no nodes.
    searched = np.flatnonzero(ply > solver.known_plies)
    if len(searched) > 0:
        chosen = searched[sorted({place * len(searched) // _SAMPLE for place in range(_SAMPLE)})]
        nodes = np.array(solver.cost([positions[place] for place in chosen], _SAMPLE_NODES), dtype=np.float64)
        seen = ply[chosen]
        # The nodes grow by about the same factor with each vacant cell.
        growth = min(float(np.polyfit(seen, np.log(nodes + 50), 1)[0]), 0.0) if np.ptp(seen) > 0 else 0.0
        costs[searched] = np.exp(np.clip(growth * (ply[searched] - seen.min()), -40, 40))
        # Few positions take most of the nodes: the mean counts, not the usual one.
        costs *= (nodes.mean() + 50) / costs[chosen].mean()
    total = float(costs.sum())
    share = max(_LEAST_NODES, min(total / 200, _USUAL_NODES), total / _MOST_SHARDS)
    cuts, spent = [0], 0.0
    for place in range(1, count):
        spent += costs[place - 1]
        if spent >= share or place - cuts[-1] >= ROW_GROUP:
            cuts.append(place)
            spent = 0.0
    return [*cuts, count]


def solve_rows(
    parts: Parts,
    variant: Variant,
    positions: Sequence[str],
    plies: Sequence[int],
    *,
    columns: bool,
    source: str,
    metadata: dict[str, Any],
    crew: Crew,
    quiet: bool,
) -> None:
    """Solves positions shard by shard and writes them to the output of a job, in order."""
    solver = _dropline.RowSolver(variant)
    cuts: list[int] | None = parts.note("cuts")
    if cuts is None:
        cuts = cut(solver, positions, plies)
        parts.save_note("cuts", cuts)
    shards = list(zip(cuts, cuts[1:]))
    asked = {number: list(positions[first:last]) for number, (first, last) in enumerate(shards)}
    digests = {number: hashlib.sha256("\n".join(texts).encode()).hexdigest() for number, texts in asked.items()}
    left = [number for number in asked if not _is_done(_shard(parts, number), digests[number])]
    # The hardest first: what is left at the end is quickly done.
    left.sort(key=lambda number: min(plies[slice(*shards[number])]))
    progress = Progress("positions", len(positions), len(positions) - sum(len(asked[number]) for number in left), quiet)
    make = functools.partial(RowWorker, str(variant), columns)
    with progress:
        for number, told in crew.run(make, ((number, asked[number]) for number in left)):
            rows = table(variant, told, source)
            rows = rows.replace_schema_metadata({"positions": digests[number]})
            write_whole(_shard(parts, number), lambda file: _write(file, rows))
            progress.add(len(rows), told["nodes"], told["key"])
    names = [_shard(parts, number) for number in asked]
    write_whole(parts.out, lambda file: _merge(file, names, variant, metadata))
    parts.remove()


def _shard(parts: Parts, number: int) -> Path:
    return parts.path(f"shard-{number:06}.parquet")


def _is_done(path: Path, digest: str) -> bool:
    try:
        return (pq.read_schema(path).metadata or {}).get(b"positions") == digest.encode()
    except (OSError, pa.ArrowInvalid):
        return False


def _write(file: IO[bytes], rows: pa.Table) -> None:
    pq.write_table(rows, file, compression="zstd", store_schema=True)


def _merge(file: IO[bytes], shards: Sequence[Path], variant: Variant, metadata: dict[str, Any]) -> None:
    told = {"dropline": json.dumps({"version": __version__, **metadata}, sort_keys=True)}
    kinds = schema(variant).with_metadata(told)
    with pq.ParquetWriter(file, kinds, compression="zstd") as writer:
        for rows in regrouped((pq.read_table(path) for path in shards), ROW_GROUP):
            writer.write_table(rows.replace_schema_metadata(told), row_group_size=ROW_GROUP)


def regrouped(tables: Iterator[pa.Table], size: int) -> Iterator[pa.Table]:
    """The same rows in tables of one size, whatever the sizes were; the last may be shorter."""
    waiting: list[pa.Table] = []
    count = 0
    for rows in tables:
        waiting.append(rows.replace_schema_metadata(None))
        count += len(rows)
        while count >= size:
            whole = pa.concat_tables(waiting)
            yield whole.slice(0, size).combine_chunks()
            waiting, count = [whole.slice(size)], count - size
    if count:
        yield pa.concat_tables(waiting).combine_chunks()
