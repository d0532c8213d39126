"""The score of one hard position, in parts."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Protocol

from dropline import _dropline
from dropline._dropline import DroplineError, Game, Variant, __version__
from dropline.cluster._crew import PLACE, Crew
from dropline.cluster._progress import Progress
from dropline.cluster._shards import hold, unwritten, write_whole

Question = tuple[str, int]
"""A position, and what its score is compared with."""

Answer = tuple[int, int, int, bytes]
"""Bounds of the score, nodes, and what others can use of it."""

Bounds = tuple[int, int, int]
"""Bounds of a score, and the nodes they took."""

TURN = 2_000_000
"""Nodes of a thread between two looks at what is needed and what others have found: a fraction of a second."""

MOST_NEWS = 36 * 300_000
"""Bytes of findings that wait for one asker: 36 for each, the oldest go."""


class Asker:
    """Answers one question after the other and keeps its table."""

    def __init__(self, variant: str, memory: int, threads: int) -> None:
        self.prover = _dropline.Prover(variant, memory, threads)

    def ask(self, question: Question, most: int, news: bytes) -> Answer:
        """An answer, or as much of it as so many nodes find."""
        self.prover.take_in(news)
        return self.prover.ask(*question, most)


@dataclass(eq=False)
class _Desk:
    """An asker, the part it was at last, and what it has not been told yet."""

    asker: Any
    part: str | None = None
    alpha: int = 0
    news: bytes = b""


class _Askers(Protocol):
    """Askers somewhere."""

    desks: list[_Desk]

    def ask(self, desk: _Desk, question: Question, most: int) -> None: ...
    def answers(self) -> Iterator[tuple[_Desk, Answer]]: ...
    def close(self) -> None: ...


class _Threads:
    """Askers in this process."""

    def __init__(self, make: Callable[[], Asker], count: int) -> None:
        self.desks = [_Desk(make()) for _ in range(count)]
        self.pool = ThreadPoolExecutor(count)
        self.asked: dict[Future[Answer], _Desk] = {}

    def ask(self, desk: _Desk, question: Question, most: int) -> None:
        self.asked[self.pool.submit(desk.asker.ask, question, most, desk.news)] = desk

    def answers(self) -> Iterator[tuple[_Desk, Answer]]:
        for future in wait(self.asked, return_when=FIRST_COMPLETED).done:
            yield self.asked.pop(future), future.result()

    def close(self) -> None:
        for desk in self.desks:
            desk.asker.prover.stop(True)
        self.pool.shutdown()


class _Actors:
    """Askers on Ray. One that dies with its computer is started elsewhere, and asked again."""

    def __init__(self, crew: Crew, make: Callable[[], Asker], count: int, threads: int) -> None:
        crew.connect()
        import ray

        self.ray = ray
        place = {**PLACE, "num_cpus": PLACE["num_cpus"] * threads}
        remote = ray.remote(max_restarts=-1, max_task_retries=-1, **place)(_RemoteAsker)
        self.desks = [_Desk(remote.remote(make)) for _ in range(count)]
        self.asked: dict[Any, _Desk] = {}

    def ask(self, desk: _Desk, question: Question, most: int) -> None:
        self.asked[desk.asker.ask.remote(question, most, desk.news)] = desk

    def answers(self) -> Iterator[tuple[_Desk, Answer]]:
        self.ray.wait(list(self.asked), num_returns=1)
        # All that are ready by now, so that the next questions are looked for once.
        ready, _ = self.ray.wait(list(self.asked), num_returns=len(self.asked), timeout=0)
        for reference in ready:
            yield self.asked.pop(reference), self.ray.get(reference)

    def close(self) -> None:
        for desk in self.desks:
            self.ray.kill(desk.asker)


class _RemoteAsker:
    def __init__(self, make: Callable[[], Asker]) -> None:
        self.asker = make()

    def ask(self, question: Question, most: int, news: bytes) -> Answer:
        return self.asker.ask(question, most, news)


@dataclass
class ProofResult:
    """What was proven: the score is at least ``lower`` and at most ``upper``."""

    lower: int
    upper: int
    nodes: int
    """Positions visited, those of answers that came to nothing included."""
    parts: int
    """Parts of which something is known."""
    answers: list[dict[str, Any]] = field(repr=False)

    @property
    def score(self) -> int | None:
        """The score, if it is proven."""
        return self.lower if self.lower == self.upper else None


class _Notebook:
    """All answers so far, a line each; lines are only ever added."""

    def __init__(self, path: Path, head: dict[str, Any]) -> None:
        self.path = path
        self.lines: list[dict[str, Any]] = []
        try:
            self.file: IO[bytes] = open(path, "a+b")
            hold(self.file, path)
            self._read(head)
        except OSError as error:
            raise unwritten(path, error) from error

    def _read(self, head: dict[str, Any]) -> None:
        self.file.seek(0)
        whole = 0
        for number, line in enumerate(self.file, 1):
            if not line.endswith(b"\n"):
                break
            try:
                told = json.loads(line)
            except ValueError as error:
                raise DroplineError(f"{self.path}, line {number} is damaged: {error}") from error
            if number == 1 and told != head:
                raise DroplineError(f"{self.path} belongs to another proof, {told}: choose another file")
            if number > 1:
                self.lines.append(told)
            whole += len(line)
        # What was cut off is written again.
        self.file.truncate(whole)
        if whole == 0:
            self._write(head)

    def add(self, line: dict[str, Any]) -> None:
        """Keeps a line, whatever happens next."""
        try:
            self._write(line)
        except OSError as error:
            raise unwritten(self.path, error) from error
        self.lines.append(line)

    def _write(self, line: dict[str, Any]) -> None:
        self.file.write(json.dumps(line).encode() + b"\n")
        self.file.flush()
        os.fsync(self.file.fileno())


def prove(
    out: str | os.PathLike[str],
    position: Game | str = "",
    *,
    variant: Variant | str | None = None,
    plies: int = 4,
    split_after: int | None = None,
    memory: int = 256 << 20,
    threads: int = 1,
    most_nodes: int | None = None,
    crew: Crew = Crew(),
    quiet: bool = True,
) -> ProofResult:
    """Proves the score of a position by those ``plies`` on, and writes a certificate; ``OUT.journal`` holds all answers meanwhile.

    Each worker has a table of so many bytes of ``memory``, which its ``threads`` share: with one worker on each computer and as many threads as it has processors, least is found twice. A part that takes more than
    ``split_after`` nodes is split in turn. After ``most_nodes`` in all it ends with the bounds proven so far and without a certificate. Killed
    and called again it goes on where it was; so it does with more workers.
    """
    game = position if isinstance(position, Game) else Game(position, variant)
    path = Path(out)
    head = {"dropline": __version__, "job": "prove", "position": game.to_key(), "plies": plies}
    proof = _dropline.Proof(game, plies)
    notebook = _Notebook(path.with_name(path.name + ".journal"), head)
    make = functools.partial(Asker, str(game.variant), memory, threads)
    count = max(1, crew.count() // threads) if crew.workers is None else crew.workers
    askers: _Askers = _Actors(crew, make, count, threads) if crew.on_ray else _Threads(make, count)
    try:
        with Progress("answers", 0, len(notebook.lines), quiet) as progress:
            job = _Job(proof, notebook, askers, threads, split_after, most_nodes)
            while job.hand_out():
                progress.add(job.take_in())
                progress.say(f"score {proof.bounds[0]} to {proof.bounds[1]}, {job.nodes / 1e6:,.0f} M nodes, {job.open:,} open")
            job.end()
    finally:
        askers.close()
    lower, upper = proof.bounds
    result = ProofResult(lower, upper, job.nodes, len({line["part"] for line in notebook.lines}), notebook.lines)
    if result.score is not None:
        certificate = {**head, "score": result.score, "nodes": result.nodes, "answers": notebook.lines}
        write_whole(path, lambda file: file.write(json.dumps(certificate, indent=0).encode()))
    notebook.file.close()
    return result


class _Job:
    """A proof under way: who is at what."""

    def __init__(
        self, proof: _dropline.Proof, notebook: _Notebook, askers: _Askers, threads: int, split_after: int | None, most_nodes: int | None
    ) -> None:
        self.proof, self.notebook, self.askers = proof, notebook, askers
        self.turn, self.split_after, self.most_nodes = TURN * threads, split_after, most_nodes
        self.nodes = _retell(proof, notebook.lines)
        self.found: dict[str, Bounds] = {}
        self.busy: list[_Desk] = []
        self.open = 0

    def hand_out(self) -> bool:
        """Gives everybody something to do; false when the proof is over or has taken enough."""
        if self.most_nodes is not None and self.nodes >= self.most_nodes:
            return False
        questions = dict(self.proof.questions())
        idle = [desk for desk in self.askers.desks if desk not in self.busy]
        # Whoever was at a part that is still needed goes on with it.
        for desk in idle:
            if desk.part not in questions:
                self._leave(desk)
        for desk in sorted(idle, key=lambda desk: desk.part is None):
            taken = {desk.part for desk in self.askers.desks}
            if desk.part is None and questions.keys() <= taken and self._split_the_hardest(questions):
                questions = dict(self.proof.questions())
            part = desk.part or next((part for part in questions if part not in taken), None)
            if part is not None:
                self._ask(desk, part, questions[part])
        self.open = len(questions)
        return bool(questions)

    def _ask(self, desk: _Desk, part: str, alpha: int) -> None:
        limits = [self.turn]
        if self.split_after is not None:
            limits.append(self.split_after - self._nodes(part))
        if self.most_nodes is not None:
            limits.append(self.most_nodes - self.nodes)
        self.askers.ask(desk, (self.proof.position(part), alpha), max(1, min(limits)))
        desk.part, desk.alpha, desk.news = part, alpha, b""
        self.busy.append(desk)

    def _nodes(self, part: str) -> int:
        return self.found[part][2] if part in self.found else 0

    def _split_the_hardest(self, questions: dict[str, int]) -> bool:
        """Splits the part that has taken most, so that nobody has nothing to do."""
        hardest = max(questions, key=self._nodes, default="")
        if self._nodes(hardest) >= self.turn:
            self._note(hardest, split=True)
            return True
        return False

    def take_in(self) -> int:
        """Waits for answers; how many came."""
        came = 0
        for desk, (lower, upper, nodes, news) in self.askers.answers():
            self.busy.remove(desk)
            part, desk.part = desk.part, None
            assert part is not None
            self.nodes += nodes
            self.found[part] = lower, upper, nodes + self._nodes(part)
            for other in self.askers.desks:
                if other is not desk:
                    other.news = (other.news + news)[-MOST_NEWS:]
            if lower > desk.alpha or upper <= desk.alpha:
                came += 1
                self._note(part)
            elif self.split_after is not None and self._nodes(part) >= self.split_after:
                self._note(part, split=True)
            else:
                desk.part = part
        return came

    def _leave(self, desk: _Desk) -> None:
        """Writes down what a part took that is not needed any more."""
        if desk.part in self.found:
            self._note(desk.part)
        desk.part = None

    def _note(self, part: str, split: bool = False) -> None:
        lower, upper, nodes = self.found.pop(part)
        line = {"part": part, "position": self.proof.position(part), "lower": lower, "upper": upper, "nodes": nodes}
        if split:
            line["split"] = True
        self.notebook.add(line)
        _retell(self.proof, [line])

    def end(self) -> None:
        """Waits for those that are still at something: their nodes count as well."""
        while self.busy:
            self.take_in()
        for part in list(self.found):
            self._note(part)


def _retell(proof: _dropline.Proof, lines: list[dict[str, Any]]) -> int:
    """Tells a proof what is known; the nodes that took."""
    for line in lines:
        proof.answer(line["part"], line["lower"], line["upper"])
        if line.get("split"):
            proof.split(line["part"])
    return sum(line["nodes"] for line in lines)


@dataclass(frozen=True)
class CertificateCheck:
    """What a look at a certificate found."""

    score: int
    answers: int
    asked: int
    problems: list[str]


def check(path: str | os.PathLike[str], *, sample: int = 20, memory: int = 64 << 20, crew: Crew = Crew()) -> CertificateCheck:
    """Makes sure that a certificate proves its score: the answers are folded anew, all of them, and so many are asked anew, evenly spread, with an empty table."""
    name = os.fspath(path)
    try:
        certificate = _dropline.Certificate(Path(path).read_bytes())
        problems = certificate.problems
    except OSError as error:
        raise DroplineError(f"cannot read {name}: {error}") from error
    except DroplineError as error:
        raise DroplineError(f"{name}: {error}") from error
    chosen = certificate.sample(sample)
    for _, problem in crew.run(functools.partial(_Checker, memory), enumerate(chosen)):
        if problem is not None:
            problems.append(problem)
    return CertificateCheck(certificate.score, len(certificate), len(chosen), problems)


class _Checker:
    def __init__(self, memory: int) -> None:
        self.checker = _dropline.AnswerChecker(memory)

    def work(self, item: str) -> str | None:
        """What is wrong with an answer."""
        return self.checker.problem(item)

    def stop(self) -> None:
        """Ends what another thread waits for."""
        self.checker.stop()
