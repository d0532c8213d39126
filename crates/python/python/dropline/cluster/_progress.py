"""A line on the terminal about a long job."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

import numpy as np
import numpy.typing as npt
from tqdm import tqdm


class Progress:
    """How many are done, how many a second, how long it will take, and the hardest so far; nothing where there is no terminal."""

    def __init__(self, what: str, total: int, done: int, quiet: bool) -> None:
        self.bar = tqdm(total=total, initial=done, unit=" " + what, disable=True if quiet else None, smoothing=0.05)
        self.hardest = 0

    def add(self, count: int, nodes: npt.NDArray[np.uint64] | None = None, names: Sequence[str] = ()) -> None:
        """So many more, with the nodes that each took."""
        if nodes is not None and len(nodes) and int(nodes.max()) > self.hardest:
            self.hardest = int(nodes.max())
            self.bar.set_postfix_str(f"hardest {names[int(nodes.argmax())]} with {self.hardest:,} nodes", refresh=False)
        self.bar.update(count)

    def say(self, text: str) -> None:
        """Words after the bar."""
        self.bar.set_postfix_str(text)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.bar.close()
