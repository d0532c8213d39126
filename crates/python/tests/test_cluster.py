"""Long jobs on this computer: the results of the command, whatever interrupts them. What Ray does with them stands in test_ray.py."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dropline
from dropline import _dropline, cluster, data
from dropline.cluster import Crew, _rows
from dropline.cluster._rows import cut

Command = Callable[..., subprocess.CompletedProcess[str]]


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dropline.cluster", *arguments], capture_output=True, text=True, timeout=120, **options
    )


def hard_positions(count: int) -> list[str]:
    """Moves of positions that take a while."""
    return [moves for _, moves in _dropline.sampled_positions("7x6c4", "random", (11, 13), 5, 0, 2 * count)][:count]


@pytest.fixture(scope="module")
def moves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("moves") / "moves.txt"
    path.write_text("\n".join(hard_positions(60)) + "\n")
    return path


def test_solve_keeps_the_order_and_the_scores(moves: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    cluster.solve(moves, out, crew=Crew(2))
    rows = pq.read_table(out)
    assert rows.column("moves").to_pylist() == moves.read_text().split()
    assert rows.column("score").to_pylist() == dropline.solve_many(moves.read_text().split()).tolist()
    assert rows.column("scores").null_count == len(rows) == 60
    assert data.check(out, sample=10).differences == []
    # A table in, every column out.
    again = tmp_path / "again.parquet"
    cluster.solve(out, again, columns=True)
    assert pq.read_table(again).column("moves").equals(rows.column("moves"))
    assert [max(filter(None.__ne__, row)) for row in pq.read_table(again)["scores"].to_pylist()] == rows["score"].to_pylist()
    assert data.check(again, sample=5).differences == []


def test_solve_reads_keys_and_lines_with_more_words(tmp_path: Path) -> None:
    games = [moves for _, moves in _dropline.sampled_positions("9x5c4", "random", (24, 24), 1, 0, 50)]
    positions = [dropline.Game(moves, "9x5c4").to_key() for moves in games[:2]]
    (tmp_path / "keys.txt").write_text(f"# two\n\n{positions[0]} 3 words\n{positions[1]}\n")
    cluster.solve(tmp_path / "keys.txt", tmp_path / "out.parquet")
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert [(row["key"], row["moves"], row["variant"]) for row in rows] == [(key, None, "9x5c4") for key in positions]
    assert data.check(tmp_path / "out.parquet").differences == []


def test_shards_are_of_like_cost() -> None:
    # Hard ones among many easy ones, and some that the book knows: those in one shard are few.
    games = _dropline.sampled_positions("7x6c4", "random", (8, 34), 1, 0, 9000)
    positions = [moves for _, moves in games]
    solver = _dropline.RowSolver("7x6c4")
    plies = solver.plies(positions)
    order = sorted(range(len(positions)), key=lambda place: plies[place])
    cuts = cut(solver, [positions[place] for place in order], [plies[place] for place in order])
    sizes = [last - first for first, last in zip(cuts, cuts[1:])]
    assert len(sizes) > 10 and sum(sizes) == len(positions)
    known = sum(ply <= solver.known_plies for ply in plies)
    assert solver.known_plies == 10 and known > 500 and sizes[0] > known
    assert sizes[1] * 10 < sizes[-1] and sizes[1] * 10 < sizes[0]


def test_what_the_book_knows_is_one_shard() -> None:
    positions = [moves for _, moves in _dropline.sampled_positions("7x6c4", "random", (4, 9), 1, 0, 300)]
    solver = _dropline.RowSolver("7x6c4")
    assert cut(solver, positions, solver.plies(positions)) == [0, len(positions)]
    assert _dropline.RowSolver("9x5c4").known_plies == 0


def test_a_killed_solve_goes_on(moves: Path, tmp_path: Path) -> None:
    whole, out = tmp_path / "whole.parquet", tmp_path / "out.parquet"
    cluster.solve(moves, whole, crew=Crew(2))
    arguments = [sys.executable, "-m", "dropline.cluster", "solve", str(moves), str(out), "--local", "--workers", "1"]
    job = subprocess.Popen(arguments)
    parts = tmp_path / "out.parquet.parts"
    deadline = time.monotonic() + 60
    while len(list(parts.glob("shard-*.parquet"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    job.send_signal(signal.SIGKILL)
    assert job.wait() != 0 and not out.exists()
    kept = {path: path.stat().st_mtime_ns for path in parts.glob("shard-*.parquet")}
    assert len(kept) >= 2
    done: list[int] = []
    write = _rows.write_whole
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_rows, "write_whole", lambda path, work: (done.append(path.name), write(path, work)))
        cluster.solve(moves, out, crew=Crew(2))
    assert not {path.name for path in kept} & set(map(str, done))
    assert out.read_bytes() == whole.read_bytes()


def test_one_run_at_a_time(moves: Path, tmp_path: Path) -> None:
    with cluster._shards.Parts(tmp_path / "out.parquet", {}):
        with pytest.raises(dropline.DroplineError, match="is in use by another run"):
            cluster.solve(moves, tmp_path / "out.parquet")


@pytest.mark.parametrize(
    "lines, said",
    [
        (["4453", "44844"], "line 2: `44844`: line 1, character 3: column 8 is off the board"),
        (["4453", "", "1212121"], "line 3: `1212121`: the game is over"),
        (["4453", "9x5c4"], "line 2: `9x5c4`"),
    ],
)
def test_a_line_that_cannot_be_is_named(lines: list[str], said: str, tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text("\n".join(lines))
    done = run("solve", str(path), str(tmp_path / "out.parquet"), "--local")
    assert done.returncode == 2 and f"{path}, {said}" in done.stderr and "Traceback" not in done.stderr


def test_a_row_of_another_variant_is_named_and_what_is_finished_is_kept(moves: Path, tmp_path: Path) -> None:
    keys = [dropline.Game(text).to_key() for text in moves.read_text().split()]
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"key": keys}), source)
    with pytest.MonkeyPatch.context() as patch:
        # Stopped when some is done.
        count: list[int] = []
        work = _rows.RowWorker.work

        def failing(self: _rows.RowWorker, item: list[str]) -> dict[str, Any]:
            count.append(1)
            if len(count) > 2:
                raise KeyboardInterrupt
            return work(self, item)

        patch.setattr(_rows, "_LEAST_NODES", 1000)
        patch.setattr(_rows.RowWorker, "work", failing)
        with pytest.raises(KeyboardInterrupt):
            cluster.solve(source, out, crew=Crew(1))
    kept = sorted((tmp_path / "out.parquet.parts").glob("shard-*"))
    assert kept
    other = dropline.Game("4453", "9x7c4").to_key()
    pq.write_table(pa.table({"key": [*keys[:30], other, *keys[31:]]}), source)
    with pytest.raises(dropline.DroplineError, match=f"in.parquet, row 31: `{other}` is a position of 9x7c4, not of 7x6c4"):
        cluster.solve(source, out)
    assert sorted((tmp_path / "out.parquet.parts").glob("shard-*")) == kept
    pq.write_table(pa.table({"key": keys}), source)
    cluster.solve(source, out)
    assert pq.read_table(out).column("key").to_pylist() == keys
    columns = {"moves": ["4453", "44"], "variant": ["7x6c4", "9x5c4"]}
    pq.write_table(pa.table(columns), source)
    with pytest.raises(dropline.DroplineError, match="row 2: it is a position of 9x5c4, not of 7x6c4"):
        cluster.solve(source, tmp_path / "new.parquet")


@pytest.mark.parametrize("text", [b"PAR1 is not all it takes", b"\xff\xfe\x00", None])
def test_unreadable_input_is_told(text: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "in"
    if text is not None:
        path.write_bytes(text)
    done = run("solve", str(path), str(tmp_path / "out.parquet"), "--local")
    assert done.returncode == 2 and f"cannot read {path}" in done.stderr and "Traceback" not in done.stderr


def test_a_full_disk_costs_nothing_that_is_finished(moves: Path, tmp_path: Path) -> None:
    # No file may be longer than this: shards are shorter, the output is not.
    code = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (5500, 5500)); from dropline.cluster.__main__ import DroplineError, _parser, main; main(_parser(), DroplineError)"
    out = tmp_path / "out.parquet"
    arguments = ["solve", str(moves), str(out), "--local", "--columns"]
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == 2 and f"cannot write {out}: File too large; what is finished is kept" in done.stderr, done.stderr
    shards = sorted(path.name for path in (tmp_path / "out.parquet.parts").glob("shard-*"))
    assert shards and not list(tmp_path.glob("**/*.tmp"))
    assert run(*arguments).returncode == 0 and out.exists()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of ten pages."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=40k", "tmpfs", folder], capture_output=True).returncode:
        pytest.skip("to mount a disk takes rights that are missing here")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def test_no_room_on_a_disk_is_told_and_then_the_job_goes_on(moves: Path, small_disk: Path, tmp_path: Path) -> None:
    arguments = ["solve", str(moves), str(small_disk / "out.parquet"), "--local"]
    done = run(*arguments)
    assert done.returncode == 2 and "No space left on device; what is finished is kept" in done.stderr, done.stderr
    shards = {path: path.stat().st_mtime_ns for path in small_disk.glob("*/shard-*.parquet")}
    assert shards and not list(small_disk.glob("**/*.tmp")) and not (small_disk / "out.parquet").exists()
    subprocess.run(["mount", "-o", "remount,size=4m", small_disk], check=True)
    assert run(*arguments).returncode == 0
    cluster.solve(moves, tmp_path / "whole.parquet")
    assert (small_disk / "out.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()


def test_a_proof_without_room_is_told_and_goes_on(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(bytes(36 << 10))
    out = small_disk / "proof.json"
    with pytest.raises(dropline.DroplineError, match="cannot write .*proof.json.*: No space left on device"):
        cluster.prove(out, variant="5x5c4", plies=5, memory=1 << 20, crew=Crew(1))
    (small_disk / "ballast").unlink()
    assert cluster.prove(out, variant="5x5c4", plies=5, memory=1 << 20).score == 0 and cluster.check(out).problems == []


def test_the_book_is_that_of_the_command(command: Command, tmp_path: Path) -> None:
    for variant, nodes in (("5x4c4", "100"), ("4x4c3", "5"), ("1x1c1", "1")):
        one, two = tmp_path / f"{variant}.one", tmp_path / f"{variant}.two"
        assert command("book", "build", "--variant", variant, "--nodes", nodes, "--out", str(one)).returncode == 0
        cluster.book(two, variant=variant, nodes=int(nodes), crew=Crew(2))
        assert one.read_bytes() == two.read_bytes()
    done = run("book", str(tmp_path / "max.book"), "--variant", "7x6m4", "--local")
    assert done.returncode == 2 and "books hold Connect-N positions" in done.stderr


def test_a_killed_book_goes_on(command: Command, tmp_path: Path) -> None:
    one, two = tmp_path / "one.book", tmp_path / "two.book"
    assert command("book", "build", "--variant", "5x4c4", "--nodes", "300", "--out", str(one)).returncode == 0
    job = subprocess.Popen(
        [sys.executable, "-m", "dropline.cluster", "book", str(two), "--variant", "5x4c4", "--nodes", "300", "--local"]
    )
    parts = tmp_path / "two.book.parts"
    deadline = time.monotonic() + 60
    while len(list(parts.glob("ply-*.json"))) < 4 and time.monotonic() < deadline:
        time.sleep(0.005)
    job.send_signal(signal.SIGKILL)
    assert job.wait() != 0 and not two.exists() and len(list(parts.glob("ply-*.json"))) >= 4
    cluster.book(two, variant="5x4c4", nodes=300)
    assert one.read_bytes() == two.read_bytes()


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    """A report without what the clock said."""
    told = {name: report[name] for name in ("players", "standings", "cross_table", "played_games", "complete")}
    told["games"] = [{name: value for name, value in game.items() if name != "micros"} for game in report["games"]]
    return told


def test_the_tournament_is_that_of_the_command(command: Command, tmp_path: Path) -> None:
    players = ["bad", "random", "level:n=1", "level:n=2"]
    options = ["--games", "4", "--seed", "7", "--format", "json"]
    one = command("arena", *players, *options, "--journal", str(tmp_path / "one.jsonl"))
    journal = tmp_path / "two.jsonl"
    two = run("arena", *players, *options, "--journal", str(journal), "--local", "--report", str(tmp_path / "page.html"))
    assert two.returncode == 0, two.stderr
    assert without_times(json.loads(one.stdout)) == without_times(json.loads(two.stdout))
    assert (tmp_path / "page.html").read_text().startswith("<!")
    # Either goes on with what the other began.
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lines[:9]) + lines[9][:20])
    three = command("arena", "--resume", "--journal", str(journal), "--format", "json")
    assert without_times(json.loads(one.stdout)) == without_times(json.loads(three.stdout))
    journal.write_text("".join(lines[:5]))
    report = cluster.arena(players, 4, journal=journal, seed=7, crew=Crew(2))
    assert without_times(report.as_dict()) == without_times(json.loads(one.stdout))
    with pytest.raises(dropline.DroplineError, match="holds another tournament: its seed is 7, not 8"):
        cluster.arena(players, 4, journal=journal, seed=8)


@pytest.mark.parametrize(
    "options",
    [
        ["--sprt", "0,200,0.05,0.05", "--games", "400", "--depth", "1"],
        ["--depth", "2", "--openings", "FILE", "--margin", "80ms", "--patience", "20s"],
        ["--nodes", "500", "--openings", "all:1"],
    ],
)
def test_tournaments_of_all_kinds_are_those_of_the_command(options: list[str], command: Command, tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text("# two\n44\n\n45\n")
    options = [str(tmp_path / "openings.txt") if option == "FILE" else option for option in options]
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    here = command("arena", "smart", "random", *options, "--format", "json", "--journal", str(one))
    there = run("arena", "smart", "random", *options, "--format", "json", "--journal", str(two), "--local")
    assert there.returncode == here.returncode == 0, there.stderr
    assert without_times(json.loads(here.stdout)) == without_times(json.loads(there.stdout))
    assert json.loads(one.read_text().splitlines()[0])["tournament"] == json.loads(two.read_text().splitlines()[0])["tournament"]
    # What the command alone can add to it.
    more = command("arena", "--resume", "--journal", str(two), "--ladder", str(tmp_path / "club.json"), "--perfect")
    assert more.returncode == 0 and (tmp_path / "club.json").exists() and "perfect" in more.stdout.lower(), more.stdout + more.stderr


def test_times_are_read_as_the_command_reads_them() -> None:
    from dropline.cluster._shell import time_in_ms

    assert [time_in_ms(text) for text in ("80ms", "1.5s", "2", "1m")] == [80, 1500, 2000, 60_000]
    done = run("arena", "smart", "random", "--margin", "5w", "--local")
    assert done.returncode == 2 and "unknown unit `w`: use ms, s, m, h or d" in done.stderr, done.stderr


def test_programs_take_part_where_the_worker_is(tmp_path: Path) -> None:
    bot = Path(__file__).parents[3] / "examples" / "bot.py"
    report = cluster.arena([f"exec:{sys.executable} {bot}", "random"], 2, format="match", journal=tmp_path / "a.jsonl")
    assert report.complete and not report.forfeits
    with pytest.raises(dropline.DroplineError, match="nowhere-to-be-found"):
        cluster.arena(["exec:nowhere-to-be-found", "random"], 2, journal=tmp_path / "b.jsonl")
    with pytest.raises(dropline.DroplineError, match="stays here"):
        cluster.arena([lambda game: 1, "random"], 2, journal=tmp_path / "c.jsonl")  # type: ignore[list-item]


@pytest.mark.parametrize("workers", [1, 3])
def test_parts_prove_the_score_of_the_whole(workers: int, tmp_path: Path) -> None:
    for variant, moves, plies in (("5x4c4", "", 3), ("5x5c4", "3", 2), ("7x6c4", "444444122", 4), ("1x1c1", "", 2)):
        out = tmp_path / f"{variant}.json"
        found = cluster.prove(out, moves, variant=variant, plies=plies, memory=1 << 20, threads=workers, crew=Crew(workers))
        assert found.score == dropline.solve(moves, variant)
        checked = cluster.check(out)
        assert (checked.score, checked.problems) == (found.score, [])
        assert sum(line["nodes"] for line in found.answers) == found.nodes


def test_a_proof_goes_on_and_tells_bounds(tmp_path: Path) -> None:
    out = tmp_path / "proof.json"
    cost = cluster.prove(tmp_path / "other.json", variant="6x4c4", plies=3, memory=1 << 20, crew=Crew(1)).nodes
    some = cluster.prove(out, variant="6x4c4", plies=3, memory=1 << 20, most_nodes=cost // 3, crew=Crew(1))
    assert some.score is None and some.lower <= dropline.solve("", "6x4c4") <= some.upper and not out.exists()
    journal = tmp_path / "proof.json.journal"
    # A line that was cut off in the middle.
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines) + lines[-1][:15])
    whole = cluster.prove(out, variant="6x4c4", plies=3, memory=1 << 20, split_after=50_000, crew=Crew(2))
    assert whole.score == dropline.solve("", "6x4c4") and whole.nodes > some.nodes
    assert whole.answers[: len(some.answers)] == some.answers
    assert cluster.check(out, sample=50).problems == []
    with pytest.raises(dropline.DroplineError, match="belongs to another proof"):
        cluster.prove(out, variant="6x4c4", plies=2)


def test_hard_parts_are_split(tmp_path: Path) -> None:
    out = tmp_path / "proof.json"
    cost = cluster.prove(tmp_path / "whole.json", variant="5x5c4", plies=0, memory=1 << 20).nodes
    found = cluster.prove(out, variant="5x5c4", plies=0, split_after=cost // 20, memory=1 << 20)
    assert found.score == 0 and sum(line.get("split", False) for line in found.answers) > 3
    assert cluster.check(out).problems == []


def test_a_wrong_certificate_is_found(tmp_path: Path) -> None:
    out = tmp_path / "proof.json"
    cluster.prove(out, variant="5x4c4", plies=2, memory=1 << 20)
    told = json.loads(out.read_text())

    def checked(**changes: Any) -> subprocess.CompletedProcess[str]:
        out.write_text(json.dumps({**told, **changes}))
        return run("check", str(out), "--sample", "1000", "--local")

    assert checked().returncode == 0
    # A score that does not follow, an answer left out, an answer that is not true.
    assert checked(score=1).returncode == 1
    assert checked(answers=told["answers"][:1]).returncode == 1
    answers = [{**line, "lower": line["upper"]} if line["lower"] < line["upper"] else line for line in told["answers"]]
    assert answers != told["answers"] and checked(answers=answers).returncode in (1, 2)
    out.write_text("{}")
    done = run("check", str(out))
    assert done.returncode == 2 and "is no certificate" in done.stderr


def test_the_proof_of_a_game_without_end_is_refused(tmp_path: Path) -> None:
    for arguments, said in (
        (["--variant", "7x6m4"], "positions of Connect-N"),
        (["1212121"], "the game is over"),
        (["--variant", "20x20c5"], "(levels + 1) × columns up to 128"),
    ):
        done = run("prove", str(tmp_path / "proof.json"), *arguments, "--local")
        assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr, done.stderr


def test_ctrl_c_ends_a_job_soon(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text("\n")
    job = subprocess.Popen(
        [sys.executable, "-m", "dropline.cluster", "prove", str(tmp_path / "p.json"), "--variant", "9x8c4", "--local"],
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not (tmp_path / "p.json.journal").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1)
    os.kill(job.pid, signal.SIGINT)
    said = job.communicate(timeout=20)[1]
    assert job.returncode == 130 and "the same command goes on" in said
