"""Solving the positions of a file."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from dropline import _dropline
from dropline._dropline import DroplineError, Variant
from dropline.cluster._crew import Crew
from dropline.cluster._rows import check_positions, solve_rows
from dropline.cluster._shards import Parts

Place = Callable[[int], str]


def solve(
    source: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    variant: Variant | str | None = None,
    columns: bool = False,
    crew: Crew = Crew(),
    quiet: bool = True,
) -> None:
    """Writes a Parquet file with the exact scores of the positions of another file, in their order; with ``columns`` those of every column too.

    The positions are moves or keys: the lines of a text (what follows the first word of a line is left alone), or a column ``moves`` or ``key`` of a Parquet file. Killed and called
    again it goes on where it was.
    """
    path = Path(source)
    positions, variant, place = _read(path, None if variant is None else Variant(variant))
    solver = _dropline.RowSolver(variant)
    plies = check_positions(solver, positions, place)
    parameters = {"variant": str(variant), "rows": len(positions), "columns": columns}
    with Parts(Path(out), {"job": "solve", **parameters}) as parts:
        digest = hashlib.sha256("\n".join(positions).encode()).hexdigest()
        solve_rows(
            parts,
            variant,
            positions,
            plies,
            columns=columns,
            source=path.name,
            metadata={"job": "solve", **parameters, "input": digest},
            crew=crew,
            quiet=quiet,
        )


def _read(path: Path, variant: Variant | None) -> tuple[list[str], Variant, Place]:
    """The positions of a file, what they are of, and how the place of one is told."""
    try:
        with open(path, "rb") as file:
            is_table = file.read(4) == b"PAR1"
        return _read_table(path, variant) if is_table else _read_lines(path, variant)
    except UnicodeDecodeError as error:
        raise DroplineError(f"cannot read {path}: it is neither Parquet nor text") from error
    except (OSError, pa.ArrowInvalid) as error:
        raise DroplineError(f"cannot read {path}: {error}") from error


def _read_lines(path: Path, variant: Variant | None) -> tuple[list[str], Variant, Place]:
    positions, numbers = [], []
    with open(path, encoding="utf-8-sig") as file:
        for number, line in enumerate(file, 1):
            words = line.split()
            if words and not words[0].startswith("#"):
                positions.append("" if words[0] == "-" else words[0])
                numbers.append(number)
    return positions, variant or _variant_of(positions), lambda row: f"{path}, line {numbers[row]}"


def _variant_of(positions: list[str]) -> Variant:
    """What the first key is of; moves do not tell."""
    first = next(iter(positions), "")
    return Variant(first.partition(":")[0] if ":" in first else "7x6c4")


def _read_table(path: Path, variant: Variant | None) -> tuple[list[str], Variant, Place]:
    rows = pq.ParquetFile(path)
    names = rows.schema_arrow.names
    name = next((name for name in ("key", "moves") if name in names), None)
    if name is None:
        raise DroplineError(f"{path} has no column `key` or `moves`, only {', '.join(names)}")

    def place(row: int) -> str:
        return f"{path}, row {row + 1}"

    wanted = [name for name in ("moves", "key", "variant") if name in names]
    found = rows.read(wanted).to_pydict()
    keys = found.get("key", [None] * rows.metadata.num_rows)
    # Moves say more: they are kept in the output.
    positions = [key if moves is None else moves for moves, key in zip(found.get("moves", keys), keys)]
    for row, text in enumerate(positions):
        if not isinstance(text, str):
            raise DroplineError(f"{place(row)}: there is no position, but {text!r}")
    variants = found.get("variant")
    variant = variant or (Variant(variants[0]) if variants else _variant_of(positions))
    for row, other in enumerate(variants or ()):
        if other != str(variant):
            raise DroplineError(f"{place(row)}: it is a position of {other}, not of {variant}")
    return positions, variant, place
