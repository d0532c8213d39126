"""Data sets: the same bytes whoever makes them, exact, read by everybody."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dropline
from dropline import data
from dropline.cluster import _rows
from dropline.data import Crew


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "positions.parquet"
    data.make(path, positions=200, plies=(16, 30), seed=3, crew=Crew(1))
    return path


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "dropline.data", *arguments], capture_output=True, text=True, timeout=120)


def test_rows_say_what_the_solver_says(made: Path) -> None:
    rows = pq.read_table(made).to_pylist()
    assert len(rows) == 200
    for row in rows[::10]:
        game = dropline.Game(row["moves"])
        scores = dropline.scores(game).tolist()
        assert row["key"] == game.to_key() and row["ply"] == len(game) and row["turn"] == game.turn
        assert row["board"] == game.to_array().reshape(-1).tolist()
        assert [dropline.MASKED if score is None else score for score in row["scores"]] == scores
        assert row["score"] == max(scores) and row["outcome"] == ("loss", "tie", "win")[np.sign(row["score"]) + 1]
        assert row["nodes"] >= 0 and (row["variant"], row["source"]) == ("7x6c4", "random")


def test_a_position_and_its_mirror_image_stand_there_once(made: Path) -> None:
    keys = pq.read_table(made).column("key").to_pylist()
    images = [dropline.Game.from_array(dropline.Game.from_key(key).to_array()[:, ::-1]).to_key() for key in keys]
    assert keys == sorted(set(keys))
    assert all(key <= image for key, image in zip(keys, images))
    assert not set(keys) & {image for key, image in zip(keys, images) if image != key}


def test_the_bytes_do_not_depend_on_the_workers(made: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.parquet"
    data.make(again, positions=200, plies=(16, 30), seed=3, crew=Crew(3))
    assert again.read_bytes() == made.read_bytes()
    assert not list(tmp_path.glob("*.parts"))
    data.make(again, positions=200, plies=(16, 30), seed=4)
    assert again.read_bytes() != made.read_bytes()


def test_what_is_done_is_not_done_again(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_rows, "_LEAST_NODES", 1)
    out = tmp_path / "cut.parquet"
    work, solved = _rows.RowWorker.work, []

    def failing(self: _rows.RowWorker, item: list[str]) -> dict[str, Any]:
        solved.extend(item)
        if len(solved) > 100:
            raise KeyboardInterrupt
        return work(self, item)

    monkeypatch.setattr(_rows.RowWorker, "work", failing)
    with pytest.raises(KeyboardInterrupt):
        data.make(out, positions=200, plies=(16, 30), seed=3, crew=Crew(1))
    kept = {path.name for path in (tmp_path / "cut.parquet.parts").glob("shard-*")}
    assert kept and not out.exists()
    first = len(solved)
    monkeypatch.setattr(_rows.RowWorker, "work", lambda self, item: solved.extend(item) or work(self, item))
    data.make(out, positions=200, plies=(16, 30), seed=3, crew=Crew(2))
    assert len(solved) - first < 200
    assert pq.read_table(out).equals(pq.read_table(made))


@pytest.mark.parametrize("variant, plies", [("5x4m3", (4, 12)), ("9x7c4", (44, 50)), ("12x9c5", (95, 100)), ("4x4c3", (0, 4))])
def test_every_variant_has_data_sets(variant: str, plies: tuple[int, int], tmp_path: Path) -> None:
    out = tmp_path / "positions.parquet"
    data.make(out, variant=variant, positions=30, plies=plies)
    found = data.check(out, sample=30)
    assert (found.rows, found.solved, found.differences) == (30, 30, [])


@pytest.mark.parametrize("source", ["levels", "engine"])
def test_players_make_positions(source: Any, tmp_path: Path) -> None:
    for name, workers in (("one", 1), ("two", 2)):
        data.make(tmp_path / name, variant="6x5c4", positions=20, plies=(10, 20), source=source, crew=Crew(workers))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert set(pq.read_table(tmp_path / "one").column("source").to_pylist()) == {source}


def test_wrong_values_are_found(made: Path, tmp_path: Path) -> None:
    rows = pq.read_table(made)
    wrong = rows.to_pylist()
    wrong[20]["score"] += 1
    wrong[40]["board"][0] = 2
    wrong[60], wrong[61] = wrong[61], wrong[60]
    path = tmp_path / "wrong.parquet"
    pq.write_table(pa.Table.from_pylist(wrong, rows.schema), path)
    found = data.check(path, sample=200)
    assert {(difference.row, difference.column) for difference in found.differences} == {(21, "score"), (41, "board"), (62, "key")}
    assert data.check(made, sample=20).differences == []
    done = run("check", str(path))
    assert done.returncode == 1 and "row 21: score is" in done.stdout and "3 differences" in done.stdout


def test_pandas_polars_and_duckdb_read_it(made: Path) -> None:
    import duckdb
    import pandas
    import polars

    rows = pq.read_table(made).to_pylist()
    frame = pandas.read_parquet(made)
    assert frame["score"].tolist() == [row["score"] for row in rows]
    assert np.stack(frame["board"]).shape == (200, 42)
    other = polars.read_parquet(made)
    assert other["scores"].to_list() == [row["scores"] for row in rows]
    assert other["board"].dtype == polars.Array(polars.Int8, 42)
    counted = duckdb.sql(f"select outcome, count(*) from '{made}' group by outcome").fetchall()
    assert dict(counted) == {name: sum(row["outcome"] == name for row in rows) for name in {row["outcome"] for row in rows}}


def test_the_parameters_stand_in_the_file(made: Path) -> None:
    told = json.loads(pq.read_schema(made).metadata[b"dropline"])
    assert told == {
        "job": "data",
        "version": dropline.__version__,
        "variant": "7x6c4",
        "positions": 200,
        "plies": [16, 30],
        "source": "random",
        "seed": 3,
    }


def test_rows_are_grouped_for_streaming() -> None:
    tables = [pa.table({"n": pa.array(range(size), pa.int64())}) for size in (3, 0, 10, 1)]
    assert [len(rows) for rows in _rows.regrouped(iter(tables), 4)] == [4, 4, 4, 2]


def test_stats_draw_a_page(made: Path, tmp_path: Path) -> None:
    for name, start in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")):
        summary = data.stats(made, tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    assert summary.rows == 200 and summary.outcomes.sum() == 200 and summary.openings.sum() == 200
    done = run("stats", str(made))
    assert done.returncode == 0 and done.stdout.startswith("200 positions of 7x6c4")


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["make", "OUT", "--variant", "20x20c5", "--plies", "4:8"], "20x20c5 is too large to solve"),
        (["make", "OUT", "--plies", "30:8"], "the plies of 7x6c4 are 0 to 41"),
        (["make", "OUT", "--plies", "8:99"], "the plies of 7x6c4 are 0 to 41"),
        (["make", "OUT", "--positions", "0"], "at least one position"),
        (["make", "OUT", "--variant", "4x4c3", "--plies", "0:2", "--positions", "50"], "11 different positions"),
        (["make", "OUT", "--variant", "1x1c1", "--plies", "0", "--seed", "-1"], "a seed is 0 or more"),
        (["make", "/nowhere/x", "--positions", "1", "--plies", "30"], "cannot write /nowhere/x.parts: No such file"),
        (["check", "/dev/null"], "cannot read /dev/null"),
        (["stats", "OUT"], "cannot read"),
    ],
)
def test_what_cannot_be_is_told(arguments: list[str], said: str, tmp_path: Path) -> None:
    done = run(*[str(tmp_path / "out.parquet") if argument == "OUT" else argument for argument in arguments])
    assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr, done.stderr


def test_another_job_does_not_go_on(made: Path, tmp_path: Path) -> None:
    out = tmp_path / "positions.parquet"
    parts = tmp_path / "positions.parquet.parts"
    parts.mkdir()
    (parts / "manifest.json").write_text('{"job": "data", "seed": 9}')
    (parts / "shard-000000.parquet").write_bytes(b"")
    with pytest.raises(dropline.DroplineError, match="belongs to another job: its seed is 9, not 3"):
        data.make(out, positions=200, plies=(16, 30), seed=3)
    (parts / "shard-000000.parquet").unlink()
    data.make(out, positions=200, plies=(16, 30), seed=3)
    assert out.read_bytes() == made.read_bytes()
