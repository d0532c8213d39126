"""Analyses, explanations and reviews."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any, Literal

from dropline import _dropline
from dropline._dropline import Game, Variant
from dropline._fields import Fields, Told
from dropline._types import Position, Side, Time


class Value(Fields):
    """What a column or a position is worth for the side to move."""

    kind: Literal["wins", "tie", "loses", "margin", "between", "estimate"]
    exact: bool
    proven: bool
    outlook: Literal["win", "tie", "loss"] | None
    score: int | None
    drops: int | None
    bounds: list[int] | None
    chance: float | None
    margin: float | None
    depth: int | None
    words: str
    short: str
    height: float


class ColumnValue(Value):
    """A column and what it is worth; ``full`` if nothing can be dropped there."""

    column: int
    full: bool | None


class Analysis(Value):
    """What every column of a position is worth; its own value is that of the position."""

    variant: str
    moves: str | None
    turn: Side
    best: list[int]
    line: list[int]
    nodes: int
    time: float

    def __init__(self, fields: dict[str, Any], game: Game) -> None:
        super().__init__(fields)
        self._game = game

    @property
    def columns(self) -> list[ColumnValue]:
        """All columns, from the left."""
        return [ColumnValue(fields) for fields in self._fields["columns"]]

    @property
    def game(self) -> Game:
        """The game that was analysed."""
        return self._game.copy()

    def __str__(self) -> str:
        lines = [f"{self.turn.capitalize()} to move: {self.words}."]
        for value in self.columns:
            best = "  best" if value.column in self.best else ""
            lines.append(f"column {value.column:>2}: {'full' if value.full else value.words}{best}")
        return "\n".join(lines)

    def _repr_svg_(self) -> str:
        return _with_values(self._game.svg(), self.columns, self.best)


def _with_values(svg: str, columns: list[ColumnValue], best: list[int]) -> str:
    """A picture of a board with the value of each column above it."""
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    assert size is not None
    width, height = int(size[1]), int(size[2])
    cell = (width - 24) / len(columns)
    words = [
        f'<text x="{12 + (place + 0.5) * cell:.1f}" y="17" text-anchor="middle" font-family="sans-serif" font-size="13"'
        f' font-weight="{"bold" if value.column in best else "normal"}" fill="currentColor">'
        f"<title>{escape(value.words or 'full')}</title>{escape(value.short or '')}</text>"
        for place, value in enumerate(columns)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 24}" width="{width}"'
        f' height="{height + 24}">{"".join(words)}<g transform="translate(0 24)">{svg}</g></svg>'
    )


class Explanation(Fields):
    """Why a column is good or bad."""

    variant: str
    column: int
    reasons: list[Told]

    def __str__(self) -> str:
        return "\n".join(str(reason.words) for reason in self.reasons)


class Review(Fields):
    """Every move of a game, graded."""

    variant: str
    moves: list[Told]
    turning_points: list[int]
    perfect: list[Told]

    def __str__(self) -> str:
        return "\n".join(f"{move.number:>3}. {move.side:<5} column {move.column:>2}: {move.words}" for move in self.moves)


def _position(position: Position, variant: Variant | str | None) -> Game:
    if isinstance(position, Game):
        return position.copy()
    return Game(position, variant) if isinstance(position, str) else Game.from_array(position, variant)


def analyze(position: Position, variant: Variant | str | None = None, *, time: Time | None = None) -> Analysis:
    """What every column is worth.

    What is not proven when ``time`` (seconds, or text such as ``"500ms"``; 10 s if nothing is said) is over is estimated.

    >>> analysis = analyze("112233")
    >>> analysis.words, analysis.best
    ('wins at once', [4])
    >>> [value.short for value in analysis.columns][3]
    'W1'
    """
    told = _dropline.analyze(position, variant, time)
    return Analysis(json.loads(told), _position(position, variant))


def explain(
    position: Position,
    column: int | None = None,
    variant: Variant | str | None = None,
    *,
    time: Time | None = None,
) -> Explanation:
    """Why a column is good or bad, as far as ``time`` (10 s if nothing is said) tells; a best one if none is named.

    >>> print(explain("434343", 4))
    It wins at once: the line is 4/1, 4/2, 4/3 and 4/4.
    """
    return Explanation(json.loads(_dropline.explain(position, column, variant, time)))


def review(game: Game | str, variant: Variant | str | None = None, *, time: Time | None = None) -> Review:
    """Every move of a game, graded; ``time`` (2 s if nothing is said) is for each of them.

    >>> print(review("11", "3x3m2"))
      1. red   column  1: cost a point: column 2 kept it
      2. black column  1: best, tie
    """
    return Review(json.loads(_dropline.review(game, variant, time)))
