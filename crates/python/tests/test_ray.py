"""Long jobs on Ray: what they come to is what they come to here, also when workers and computers die in the middle."""

from __future__ import annotations

import functools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import ray
from ray.cluster_utils import Cluster

import dropline
from dropline import cluster, data
from dropline.cluster import Crew, _rows
from test_cluster import hard_positions, without_times


def started(start: Callable[[], Any]) -> Any:
    """Starts a computer of a cluster, which gives up after half a minute where this one is busy."""
    for _ in range(4):
        try:
            return start()
        except Exception as error:
            if "timed out during startup" not in str(error):
                raise
    return start()


@pytest.fixture(scope="module")
def two_nodes() -> Iterator[Cluster]:
    """A cluster of two computers, both of them this one."""
    folder = str(Path(cluster.__file__).parents[2])
    os.environ["PYTHONPATH"] = os.pathsep.join([folder, str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    made = Cluster()
    started(lambda: made.add_node(num_cpus=1, include_dashboard=False))
    made.second = started(lambda: made.add_node(num_cpus=1))
    made.wait_for_nodes()
    ray.init(address=made.address, logging_level="ERROR", log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()


class Fate(threading.Thread):
    """Kills a worker when a job has come so far, and then the second computer."""

    def __init__(self, nodes: Cluster, progress: Callable[[], int], whole_node: bool = True) -> None:
        super().__init__(daemon=True)
        self.nodes, self.progress, self.whole_node = nodes, progress, whole_node
        self.killed: list[str] = []
        self.over = threading.Event()

    def run(self) -> None:
        start = self._wait_for(1)
        workers = [process for process in psutil.process_iter(["cmdline"]) if self._is_worker(process)]
        if workers and not self.over.is_set():
            os.kill(workers[0].pid, signal.SIGKILL)
            self.killed.append("worker")
        self._wait_for(start + 1)
        if self.whole_node and not self.over.is_set():
            self.nodes.remove_node(self.nodes.second, allow_graceful=False)
            self.killed.append("node")

    def _wait_for(self, count: int) -> int:
        while (done := self.progress()) < count and not self.over.is_set():
            time.sleep(0.01)
        return done

    @staticmethod
    def _is_worker(process: psutil.Process) -> bool:
        command = " ".join(process.info["cmdline"] or ())
        return command.startswith(("ray::MapWorker", "ray::_RemoteAsker"))

    def __enter__(self) -> Fate:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.join()
        if "node" in self.killed:
            self.nodes.second = started(lambda: self.nodes.add_node(num_cpus=1))
            self.nodes.wait_for_nodes()


def count(folder: Path, pattern: str) -> Callable[[], int]:
    return lambda: len(list(folder.glob(pattern)))


def test_solve_survives_the_death_of_a_worker_and_a_computer(two_nodes: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "moves.txt"
    source.write_text("\n".join(hard_positions(150)))
    here, there = tmp_path / "here.parquet", tmp_path / "there.parquet"
    cluster.solve(source, here, crew=Crew(2))
    written: list[str] = []
    write = _rows.write_whole
    monkeypatch.setattr(_rows, "write_whole", lambda path, work: (written.append(path.name), write(path, work)))
    with Fate(two_nodes, count(tmp_path / "there.parquet.parts", "shard-*.parquet")) as fate:
        cluster.solve(source, there, crew=Crew(2, address=two_nodes.address))
    assert fate.killed == ["worker", "node"]
    assert here.read_bytes() == there.read_bytes() and len(written) == len(set(written))


@pytest.mark.slow
def test_a_data_set_survives_them(two_nodes: Cluster, tmp_path: Path) -> None:
    here, there = tmp_path / "here.parquet", tmp_path / "there.parquet"
    data.make(here, positions=400, plies=(12, 30))
    with Fate(two_nodes, count(tmp_path / "there.parquet.parts", "shard-*.parquet")) as fate:
        data.make(there, positions=400, plies=(12, 30), crew=Crew(2, address=two_nodes.address))
    assert fate.killed == ["worker", "node"] and here.read_bytes() == there.read_bytes()


@pytest.mark.slow
def test_a_book_survives_them(two_nodes: Cluster, tmp_path: Path) -> None:
    here, there = tmp_path / "here.book", tmp_path / "there.book"
    cluster.book(here, variant="6x4c4", nodes=20_000)
    with Fate(two_nodes, count(tmp_path / "there.book.parts", "ply-*.json")) as fate:
        cluster.book(there, variant="6x4c4", nodes=20_000, crew=Crew(2, address=two_nodes.address))
    assert fate.killed == ["worker", "node"] and here.read_bytes() == there.read_bytes()


@pytest.mark.slow
def test_a_tournament_survives_them(two_nodes: Cluster, tmp_path: Path) -> None:
    players = ["engine:nodes=20000", "level:n=6", "level:n=4"]
    here = cluster.arena(players, 8, journal=tmp_path / "here.jsonl", seed=2)
    journal = tmp_path / "there.jsonl"

    def games() -> int:
        return max(0, journal.read_text().count("\n") - 1) if journal.exists() else 0

    with Fate(two_nodes, games) as fate:
        there = cluster.arena(players, 8, journal=journal, seed=2, crew=Crew(2, address=two_nodes.address))
    assert fate.killed == ["worker", "node"]
    assert without_times(here.as_dict()) == without_times(there.as_dict())
    numbers = [json.loads(line)["game"] for line in journal.read_text().splitlines()[1:]]
    assert sorted(numbers) == list(range(24))


def test_a_proof_survives_them(two_nodes: Cluster, tmp_path: Path) -> None:
    out = tmp_path / "proof.json"
    journal = tmp_path / "proof.json.journal"

    def answers() -> int:
        return max(0, journal.read_text().count("\n") - 1) if journal.exists() else 0

    with Fate(two_nodes, answers) as fate:
        found = cluster.prove(out, variant="6x5c4", plies=4, memory=1 << 22, crew=Crew(2, address=two_nodes.address))
    assert fate.killed == ["worker", "node"]
    assert found.score == dropline.solve("", "6x5c4")
    assert cluster.check(out, sample=5).problems == []


@pytest.mark.slow
def test_the_commands_start_ray_by_themselves(tmp_path: Path) -> None:
    (tmp_path / "moves.txt").write_text("4453\n112233\n")
    arguments = ["solve", str(tmp_path / "moves.txt"), str(tmp_path / "out.parquet")]
    done = subprocess.run([sys.executable, "-m", "dropline.cluster", *arguments], capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr
    assert data.check(tmp_path / "out.parquet").rows == 2


def test_a_busy_computer_is_given_time(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def init(fail: int, **_: object) -> None:
        tried.append(fail)
        if len(tried) <= fail:
            raise RuntimeError("The current node timed out during startup.")

    monkeypatch.setattr(ray, "shutdown", lambda: None)
    monkeypatch.setattr(ray, "is_initialized", lambda: len(tried) > tried[0] if tried else False)
    monkeypatch.setattr(ray, "init", functools.partial(init, 3))
    Crew(1, ray=True).connect()
    assert len(tried) == 4
    tried.clear()
    monkeypatch.setattr(ray, "init", functools.partial(init, 9))
    with pytest.raises(dropline.DroplineError, match="Ray does not start on this computer"):
        Crew(1, ray=True).connect()
    assert len(tried) == 4


def test_a_cluster_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dropline.cluster", "book", str(tmp_path / "x"), "--address", "127.0.0.1:1"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 2 and "there is no Ray cluster at 127.0.0.1:1" in done.stderr, done.stderr


def test_errors_come_from_afar_in_words(two_nodes: Cluster, tmp_path: Path) -> None:
    with pytest.raises(dropline.DroplineError, match="nowhere-to-be-found"):
        cluster.arena(["exec:nowhere-to-be-found", "random"], 2, journal=tmp_path / "a.jsonl", crew=Crew(1, address=two_nodes.address))
