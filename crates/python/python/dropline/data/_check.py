"""Solving a sample of a file anew."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from dropline import _dropline
from dropline._dropline import DroplineError, Game, Variant
from dropline.cluster._crew import Crew
from dropline.cluster._rows import RowWorker, schema, table


@dataclass(frozen=True)
class Difference:
    """A value of a file that is not what it should be; rows count from 1."""

    row: int
    column: str
    written: Any
    found: Any

    def __str__(self) -> str:
        return f"row {self.row}: {self.column} is {self.written!r}, solving gives {self.found!r}"


@dataclass(frozen=True)
class Check:
    """What a look at a file found."""

    rows: int
    solved: int
    differences: list[Difference]


def opened(path: str | os.PathLike[str]) -> tuple[pq.ParquetFile, Variant, dict[str, Any]]:
    """A file of positions, its variant and the parameters it was made with."""
    try:
        file = pq.ParquetFile(path)
        told = json.loads((file.schema_arrow.metadata or {})[b"dropline"])
        variant = Variant(told["variant"])
    except (OSError, pa.ArrowInvalid) as error:
        raise DroplineError(f"cannot read {os.fspath(path)}: {error}") from error
    except (KeyError, ValueError) as error:
        raise DroplineError(f"{os.fspath(path)} is a Parquet file, but not one of Dropline's") from error
    if not file.schema_arrow.equals(schema(variant)):
        raise DroplineError(f"{os.fspath(path)} has other columns than a file of {variant}: it is of another version")
    return file, variant, told


def check(path: str | os.PathLike[str], *, sample: int = 1000, crew: Crew = Crew()) -> Check:
    """Reads all rows of a file, solves so many of them anew, evenly spread, and tells what differs.

    Of a data set the order is looked at too: keys ascending, none twice, none the mirror image of another.
    """
    if sample < 1:
        raise DroplineError(f"the sample must be 1 or more, not {sample}")
    file, variant, told = opened(path)
    rows: int = file.metadata.num_rows
    solved = min(sample, rows)
    chosen = [place * rows // solved for place in range(solved)]
    picked = _rows(file, chosen)
    differences: list[Difference] = []
    if told["job"] == "data":
        differences += _disorder(file)
        for place, row in zip(chosen, picked):
            image = _mirrored(row["key"])
            if image < row["key"]:
                differences.append(Difference(place + 1, "key", row["key"], image))
    columns = told["job"] == "data" or bool(told.get("columns"))
    size = 50
    items = [
        (first, [row["moves"] if row["moves"] is not None else row["key"] for row in picked[first : first + size]])
        for first in range(0, len(picked), size)
    ]
    for first, told_rows in sorted(crew.run(lambda: RowWorker(str(variant), columns), items), key=lambda result: result[0]):
        found = table(variant, told_rows, "").to_pylist()
        for place, row in enumerate(found, first):
            written = picked[place]
            row["source"] = written["source"]
            differences += [
                Difference(chosen[place] + 1, name, written[name], value) for name, value in row.items() if written[name] != value
            ]
    return Check(rows, len(picked), sorted(differences, key=lambda difference: difference.row))


def _disorder(file: pq.ParquetFile) -> Iterator[Difference]:
    number, last = 0, ""
    for batch in file.iter_batches(columns=["key"]):
        for key in batch.column(0).to_pylist():
            number += 1
            if key <= last:
                yield Difference(number, "key", key, f"one after {last}")
            last = key


def _rows(file: pq.ParquetFile, chosen: list[int]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    first = 0
    for group in range(file.num_row_groups):
        count = file.metadata.row_group(group).num_rows
        here = [place - first for place in chosen if first <= place < first + count]
        if here:
            found += file.read_row_group(group).take(here).to_pylist()
        first += count
    return found


def _mirrored(key: str) -> str:
    game = Game.from_key(key)
    return Game.from_array(game.to_array()[:, ::-1], game.variant).to_key()
