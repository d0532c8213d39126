"""A page of plots about a data set."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dropline._dropline import DroplineError
from dropline.cluster._shards import write_whole
from dropline.data._check import opened

_OUTCOMES = ["win", "tie", "loss"]
_COLORS = {"win": "#2a9d4a", "tie": "#9a9a9a", "loss": "#c8443a"}


class Summary:
    """What a file of positions holds, counted row group by row group."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        file, self.variant, self.parameters = opened(path)
        self.rows = 0
        cells = self.variant.cells
        self.outcomes = np.zeros((cells, 3), dtype=np.int64)
        self.scores = np.zeros((cells, 2 * cells + 1), dtype=np.int64)
        self.nodes = np.zeros(cells)
        self.openings = np.zeros((self.variant.columns, 3), dtype=np.int64)
        names = ["ply", "score", "outcome", "nodes", "moves"]
        for batch in file.iter_batches(columns=names):
            self._add({name: batch.column(place) for place, name in enumerate(names)})

    def _add(self, columns: dict[str, Any]) -> None:
        ply = columns["ply"].to_numpy()
        score = columns["score"].to_numpy()
        outcome = np.array([_OUTCOMES.index(text) for text in columns["outcome"].to_pylist()], dtype=np.int64)
        middle = self.variant.cells
        np.add.at(self.outcomes, (ply, outcome), 1)
        np.add.at(self.scores, (ply, np.clip(score, -middle, middle) + middle), 1)
        np.add.at(self.nodes, ply, columns["nodes"].to_numpy())
        for place, moves in enumerate(columns["moves"].to_pylist()):
            if moves:
                first = moves.split(",")[0] if "," in moves or self.variant.columns > 9 else moves[0]
                # What red makes of its first move, whoever is to move now.
                red = outcome[place] if ply[place] % 2 == 0 else 2 - outcome[place]
                self.openings[int(first) - 1, red] += 1
        self.rows += len(ply)

    def lines(self) -> list[str]:
        """The same as a table."""
        lines = [f"{self.rows:,} positions of {self.variant}", " ply  positions    wins    ties  losses   mean nodes"]
        for ply in np.flatnonzero(self.outcomes.sum(axis=1)):
            count = int(self.outcomes[ply].sum())
            shares = "".join(f"{100 * part / count:7.1f}%" for part in self.outcomes[ply])
            lines.append(f"{ply:4} {count:10,}{shares} {self.nodes[ply] / count:12,.0f}")
        return lines


def stats(path: str | os.PathLike[str], out: str | os.PathLike[str] | None = None) -> Summary:
    """What a file of positions holds; with ``out`` also a page of plots, as SVG, PNG or PDF by the end of its name."""
    summary = Summary(path)
    if out is not None:
        _draw(summary, Path(out))
    return summary


def _draw(summary: Summary, out: Path) -> None:
    if out.suffix not in (".svg", ".png", ".pdf"):
        raise DroplineError(f"{out} ends in none of .svg, .png and .pdf")
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        raise DroplineError("matplotlib is not installed: pip install 'dropline[data]'") from error
    # Names in an SVG that do not change from one time to the next.
    matplotlib.rcParams["svg.hashsalt"] = "dropline"
    figure = Figure(figsize=(11, 8.5), layout="constrained")
    by_score, by_outcome, by_opening, by_nodes = figure.subplots(2, 2).flat
    told = summary.parameters
    figure.suptitle(f"{summary.rows:,} positions of {summary.variant}" + (f", source {told['source']}, seed {told['seed']}" if "seed" in told else ""))
    plies = np.flatnonzero(summary.outcomes.sum(axis=1))
    used = np.flatnonzero(summary.scores.sum(axis=0))
    if len(plies):
        first, last = int(plies[0]), int(plies[-1])
        low, high = int(used[0]), int(used[-1])
        shares = _shares(summary.scores[first : last + 1, low : high + 1])
        middle = summary.variant.cells
        extent = (first - 0.5, last + 0.5, low - middle - 0.5, high - middle + 0.5)
        by_score.imshow(shares.T, origin="lower", aspect="auto", extent=extent, cmap="viridis")
        outcomes = _shares(summary.outcomes[plies]) * 100
        by_outcome.stackplot(plies, outcomes.T, labels=["won", "tied", "lost"], colors=[_COLORS[name] for name in _OUTCOMES])
        by_outcome.legend(loc="lower left")
        by_nodes.semilogy(plies, np.maximum(summary.nodes[plies] / summary.outcomes[plies].sum(axis=1), 1), marker=".")
    below = np.zeros(summary.variant.columns)
    for place, name in enumerate(_OUTCOMES):
        counts = summary.openings[:, place]
        by_opening.bar(np.arange(1, summary.variant.columns + 1), counts, bottom=below, color=_COLORS[name])
        below = below + counts
    _label(by_score, "Scores by ply, share of each ply", "ply", "score for the side to move")
    _label(by_outcome, "Outcomes by ply, for the side to move", "ply", "%")
    _label(by_opening, "Openings: red's first column, won (green), tied or lost by red", "column", "positions")
    _label(by_nodes, "Mean nodes by ply", "ply", "nodes")
    write_whole(out, lambda file: figure.savefig(file, format=out.suffix[1:], metadata={"Date": None} if out.suffix == ".svg" else None))


def _shares(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    shares: npt.NDArray[np.float64] = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return shares


def _label(axes: Any, title: str, across: str, up: str) -> None:
    axes.set_title(title)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
