"""Making an opening book."""

from __future__ import annotations

import functools
import hashlib
import os
from pathlib import Path

from dropline import _dropline
from dropline._dropline import Variant
from dropline.cluster._crew import Crew
from dropline.cluster._progress import Progress
from dropline.cluster._shards import Parts, write_whole

_SHARD_NODES = 20_000_000
"""Nodes that one worker may take at a time: a few seconds."""


class _BookWorker:
    def __init__(self, variant: str, nodes: int) -> None:
        self.solver = _dropline.BookSolver(variant, nodes)

    def work(self, item: list[str]) -> list[int | None]:
        return self.solver.solve(item)

    def stop(self) -> None:
        self.solver.stop()


def book(
    out: str | os.PathLike[str],
    *,
    variant: Variant | str = "7x6c4",
    nodes: int = 500_000,
    crew: Crew = Crew(),
    quiet: bool = True,
) -> None:
    """Writes the opening book of a variant: the positions that take more than so many nodes. The file is that of ``dropline book build``, byte for byte.

    Killed and called again it goes on where it was.
    """
    variant = Variant(variant)
    builder = _dropline.BookBuilder(variant, nodes)
    make = functools.partial(_BookWorker, str(variant), nodes)
    size = min(max(_SHARD_NODES // max(nodes, 1), 8), 4096)
    with Parts(Path(out), {"job": "book", "variant": str(variant), "nodes": nodes}) as parts:
        while positions := builder.open():
            shards = [positions[first : first + size] for first in range(0, len(positions), size)]
            # A shard goes by its positions: those of a ply follow from the plies before.
            names = ["ply-{:02}-{}".format(builder.ply, hashlib.sha256(repr(shard).encode()).hexdigest()[:16]) for shard in shards]
            found: dict[int, list[int | None]] = {}
            for number, name in enumerate(names):
                known = parts.note(name)
                if known is not None:
                    found[number] = known
            left = [(number, [text for _, text in shards[number]]) for number in range(len(shards)) if number not in found]
            done = sum(len(shards[number]) for number in found)
            with Progress(f"positions of ply {builder.ply}", len(positions), done, quiet) as progress:
                progress.say(f"{builder.hard:,} hard so far")
                for number, scores in crew.run(make, left):
                    parts.save_note(names[number], scores)
                    found[number] = scores
                    progress.add(len(scores))
            for number, shard in enumerate(shards):
                for (key, _), score in zip(shard, found[number]):
                    builder.record(key, score)
            builder.next_ply()
        write_whole(parts.out, lambda file: file.write(builder.finish()))
        parts.remove()
