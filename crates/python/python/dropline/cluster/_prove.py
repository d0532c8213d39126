"""The score of one hard position, in parts."""

from __future__ import annotations

import functools
import json
import os
import threading
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

Question = tuple[str, str, int]
"""A part, its position, and what its score is compared with."""

Answer = tuple[int, int, int]
"""Bounds of the score, and nodes."""


class Asker:
    """Answers one question after the other, with a table of its own; any of them can be called off."""

    def __init__(self, variant: str, memory: int, threads: int) -> None:
        self.prover = _dropline.Prover(variant, memory, threads)
        self.lock = threading.Lock()
        self.current: str | None = None
        self.called_off: set[str] = set()

    def ask(self, question: Question, most: int | None) -> Answer | None:
        """An answer, or as much of it as was found; ``None`` if the question was called off before."""
        part, position, alpha = question
        with self.lock:
            if part in self.called_off:
                self.called_off.discard(part)
                return None
            self.current = part
            self.prover.stop(False)
        try:
            return self.prover.ask(position, alpha, most)
        finally:
            with self.lock:
                self.current = None
                self.called_off.discard(part)

    def call_off(self, part: str) -> None:
        """Ends the search for an answer that nobody needs any more."""
        with self.lock:
            self.called_off.add(part)
            if self.current == part:
                self.prover.stop(True)


class _Askers(Protocol):
    """Askers somewhere."""

    def free(self) -> int: ...
    def ask(self, question: Question) -> None: ...
    def call_off(self, part: str) -> None: ...
    def answers(self) -> Iterator[tuple[Question, Answer | None]]: ...
    def close(self) -> None: ...


class _Threads:
    """Askers in this process."""

    def __init__(self, make: Callable[[], Asker], count: int, most: int | None) -> None:
        self.idle = [make() for _ in range(count)]
        self.pool = ThreadPoolExecutor(len(self.idle))
        self.most = most
        self.asked: dict[Future[Answer | None], tuple[Question, Asker]] = {}

    def free(self) -> int:
        return len(self.idle)

    def ask(self, question: Question) -> None:
        asker = self.idle.pop()
        self.asked[self.pool.submit(asker.ask, question, self.most)] = question, asker

    def call_off(self, part: str) -> None:
        for question, asker in self.asked.values():
            if question[0] == part:
                asker.call_off(part)

    def answers(self) -> Iterator[tuple[Question, Answer | None]]:
        for future in wait(self.asked, return_when=FIRST_COMPLETED).done:
            question, asker = self.asked.pop(future)
            self.idle.append(asker)
            yield question, future.result()

    def close(self) -> None:
        for question, asker in self.asked.values():
            asker.call_off(question[0])
        self.pool.shutdown()


class _Actors:
    """Askers on Ray. One that dies with its computer is started elsewhere, and asked again."""

    def __init__(self, crew: Crew, make: Callable[[], Asker], count: int, threads: int, most: int | None) -> None:
        crew.connect()
        import ray

        self.ray = ray
        place = {**PLACE, "num_cpus": PLACE["num_cpus"] * threads}
        # One thread answers, the other hears that an answer is not needed any more.
        remote = ray.remote(max_restarts=-1, max_task_retries=-1, max_concurrency=2, **place)(_RemoteAsker)
        self.idle = [remote.remote(make) for _ in range(count)]
        self.most = most
        self.asked: dict[Any, tuple[Question, Any]] = {}

    def free(self) -> int:
        return len(self.idle)

    def ask(self, question: Question) -> None:
        actor = self.idle.pop()
        self.asked[actor.ask.remote(question, self.most)] = question, actor

    def call_off(self, part: str) -> None:
        for question, actor in self.asked.values():
            if question[0] == part:
                actor.call_off.remote(part)

    def answers(self) -> Iterator[tuple[Question, Answer | None]]:
        ready, _ = self.ray.wait(list(self.asked), num_returns=1)
        for reference in ready:
            question, actor = self.asked.pop(reference)
            self.idle.append(actor)
            yield question, self.ray.get(reference)

    def close(self) -> None:
        for _, actor in self.asked.values():
            self.idle.append(actor)
        for actor in self.idle:
            self.ray.kill(actor)


class _RemoteAsker:
    def __init__(self, make: Callable[[], Asker]) -> None:
        self.asker = make()

    def ask(self, question: Question, most: int | None) -> Answer | None:
        return self.asker.ask(question, most)

    def call_off(self, part: str) -> None:
        self.asker.call_off(part)


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
    nodes = _retell(proof, notebook.lines)
    make = functools.partial(Asker, str(game.variant), memory, threads)
    count = max(1, crew.count() // threads) if crew.workers is None else crew.workers
    askers: _Askers = _Actors(crew, make, count, threads, split_after) if crew.on_ray else _Threads(make, count, split_after)
    running: dict[str, int] = {}
    try:
        with Progress("answers", 0, len(notebook.lines), quiet) as progress:
            while True:
                questions = proof.questions()
                needed = {part for part, _ in questions}
                for part in running:
                    if part not in needed:
                        askers.call_off(part)
                over = most_nodes is not None and nodes >= most_nodes
                if not questions or over:
                    break
                for part, alpha in questions:
                    if not askers.free():
                        break
                    if part not in running:
                        askers.ask((part, proof.position(part), alpha))
                        running[part] = alpha
                for (part, _, alpha), answer in askers.answers():
                    running.pop(part)
                    if answer is not None:
                        nodes += answer[2]
                        _take(proof, notebook, part, alpha, answer, split_after)
                progress.add(1)
                progress.say(f"score {proof.bounds[0]} to {proof.bounds[1]}, {nodes / 1e6:,.0f} M nodes, {len(questions):,} open")
            # What others were at counts as well.
            for part in running:
                askers.call_off(part)
            while running:
                for (part, _, alpha), answer in askers.answers():
                    running.pop(part)
                    if answer is not None:
                        nodes += answer[2]
                        _take(proof, notebook, part, alpha, answer, None)
    finally:
        askers.close()
    lower, upper = proof.bounds
    result = ProofResult(lower, upper, nodes, len({line["part"] for line in notebook.lines}), notebook.lines)
    if result.score is not None:
        certificate = {**head, "score": result.score, "nodes": nodes, "answers": notebook.lines}
        write_whole(path, lambda file: file.write(json.dumps(certificate, indent=0).encode()))
    notebook.file.close()
    return result


def _take(proof: _dropline.Proof, notebook: _Notebook, part: str, alpha: int, answer: Answer, split_after: int | None) -> None:
    lower, upper, nodes = answer
    line = {"part": part, "position": proof.position(part), "lower": lower, "upper": upper, "nodes": nodes}
    unanswered = lower <= alpha < upper
    if unanswered and split_after is not None and nodes >= split_after:
        line["split"] = True
    notebook.add(line)
    _retell(proof, [line])


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
    try:
        told = json.loads(Path(path).read_bytes())
        game = Game.from_key(told["position"])
        proof = _dropline.Proof(game, int(told["plies"]))
        answers, score = told["answers"], int(told["score"])
        problems = [] if told["job"] == "prove" else ["it is no certificate"]
        for line in answers:
            if proof.position(line["part"]) != line["position"]:
                problems.append(f"part {line['part']} is {proof.position(line['part'])}, not {line['position']}")
        _retell(proof, answers)
    except OSError as error:
        raise DroplineError(f"cannot read {os.fspath(path)}: {error}") from error
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise DroplineError(f"{os.fspath(path)} is no certificate") from error
    except DroplineError as error:
        raise DroplineError(f"{os.fspath(path)} is damaged: {error}") from error
    if proof.bounds != (score, score):
        problems.append(f"the answers prove a score of {proof.bounds[0]} to {proof.bounds[1]}, not {score}")
    count = min(sample, len(answers))
    chosen = [answers[place * len(answers) // count] for place in range(count)]
    make = functools.partial(_Checker, str(game.variant), memory)
    for _, problem in crew.run(make, enumerate(chosen)):
        if problem is not None:
            problems.append(problem)
    return CertificateCheck(score, len(answers), count, problems)


class _Checker:
    def __init__(self, variant: str, memory: int) -> None:
        self.variant, self.memory = variant, memory
        self.prover: _dropline.Prover | None = None

    def work(self, item: dict[str, Any]) -> str | None:
        """What is wrong with an answer."""
        position, lower, upper = item["position"], item["lower"], item["upper"]
        for alpha in (lower - 1, upper):
            self.prover = _dropline.Prover(self.variant, self.memory)
            least, most, _ = self.prover.ask(position, alpha)
            if most < lower or least > upper:
                return f"{position}: {lower} to {upper} is written, asking gives {least} to {most}"
        return None

    def stop(self) -> None:
        """Ends what another thread waits for."""
        if self.prover is not None:
            self.prover.stop(True)
