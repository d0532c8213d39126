"""Players against players."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from dropline import _dropline
from dropline._dropline import DroplineError, Variant
from dropline._fields import Fields, Told
from dropline._players import Contestant
from dropline._types import Time

if TYPE_CHECKING:
    import pandas
    import polars

_A_DAY = 86_400_000


class Report(Fields):
    """What came of a match or a tournament; ``print`` shows the tables of ``dropline arena``."""

    tournament: Told
    players: list[str]
    planned_games: int
    played_games: int
    distinct_games: int
    complete: bool
    standings: list[Told]
    cross_table: list[Told]
    forfeits: list[Told]
    timing: list[Told]
    games: list[Told]

    def __init__(self, fields: dict[str, Any], text: str) -> None:
        super().__init__(fields)
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Report of {self.played_games} games: {', '.join(row.name for row in self.standings)}>"

    def rows(self, table: Literal["standings", "games"] = "standings") -> list[dict[str, Any]]:
        """A table as a list of rows: the standings, or the games."""
        if table == "standings":
            return [_flat(row) for row in self._fields["standings"]]
        if table != "games":
            raise DroplineError(f"{table!r} is not a table: standings or games")
        names: list[str] = self._fields["players"]
        rows = []
        for game in self._fields["games"]:
            forfeit = game.get("forfeit") or {}
            rows.append(
                {
                    "game": game["game"],
                    "red": names[game["red"]],
                    "black": names[game["black"]],
                    "winner": game["winner"],
                    "opening": game["opening"],
                    "moves": game["moves"],
                    "forfeit_by": forfeit.get("side"),
                    "reason": forfeit.get("reason"),
                    "detail": forfeit.get("detail"),
                    "micros": sum(game["micros"]),
                    "nodes": sum(game["nodes"]),
                }
            )
        return rows

    def to_pandas(self, table: Literal["standings", "games"] = "standings") -> pandas.DataFrame:
        """A table for pandas, if it is installed."""
        import pandas

        return pandas.DataFrame(self.rows(table))

    def to_polars(self, table: Literal["standings", "games"] = "standings") -> polars.DataFrame:
        """A table for polars, if it is installed."""
        import polars

        return polars.DataFrame(self.rows(table), infer_schema_length=None)


def _flat(row: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in row.items():
        flat.update(_flat(value, f"{prefix}{name}_") if isinstance(value, dict) else {prefix + name: value})
    return flat


def _openings(openings: str | Sequence[str] | None) -> Any:
    if openings is None or openings == "none":
        return "none"
    if not isinstance(openings, str):
        return {"list": list(openings)}
    kind, _, plies = openings.partition(":")
    if kind not in ("all", "random") or not plies.isdecimal() or int(plies) > 4096:
        raise DroplineError(f"{openings!r} are no openings: none, all:K, random:K or a list of moves")
    return {kind: int(plies)}


def _play(
    players: Iterable[Contestant],
    definition: dict[str, Any],
    time: Time | None,
    first: int | None,
    jobs: int | None,
    progress: Callable[[int, int], object] | None,
) -> Report:
    text = json.dumps({"players": [], **definition})
    told = _dropline.tournament(list(players), text, time=time, first=first, jobs=jobs, progress=progress)
    return Report(json.loads(told[0]), told[1])


def definition_of(
    games: int | None,
    variant: Variant | str,
    openings: str | Sequence[str] | None,
    format: str,
    seed: int,
    sprt: Sequence[float] | None = None,
    **control: int | None,
) -> dict[str, Any]:
    """A tournament without its players."""
    limits = {name: value for name, value in control.items() if value is not None}
    return {
        "players": [],
        "format": format,
        "variant": str(Variant(variant)),
        "openings": _openings(openings),
        "games": games,
        "control": {"margin_ms": 50, "patience_ms": 60_000, **limits},
        "seed": seed,
        "sprt": None if sprt is None else dict(zip(("elo0", "elo1", "alpha", "beta"), sprt)),
    }


def match(
    first: Contestant,
    second: Contestant,
    games: int = 100,
    *,
    variant: Variant | str = "7x6c4",
    random_plies: int = 0,
    time: Time | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    """A match of two players, who exchange the sides after each game.

    A player is a spec, a ``Player``, or a function from a game to a column. One that raises an error, or answers a column that cannot be played,
    loses that game; the report's ``forfeits`` tell why, with the traceback in ``stderr``. ``random_plies`` starts each pair of games from another opening.

    >>> def leftmost(game):
    ...     return game.legal[0]
    >>> report = match(leftmost, "random", games=10, seed=1)
    >>> report.played_games, report.players
    (10, ['leftmost', 'random'])
    """
    if games < 1:
        raise DroplineError(f"a match has at least one game, not {games}")
    definition = {
        "format": "match",
        "variant": str(Variant(variant)),
        "openings": {"random": random_plies} if random_plies else "none",
        "games": games + games % 2,
        "control": {"margin_ms": 50, "patience_ms": _A_DAY},
        "seed": seed,
    }
    return _play([first, second], definition, time, games, jobs, progress)


def arena(
    players: Sequence[Contestant],
    games: int = 20,
    *,
    variant: Variant | str = "7x6c4",
    openings: str | Sequence[str] | None = "random:4",
    format: Literal["round-robin", "gauntlet", "match"] = "round-robin",
    time: Time | None = None,
    seed: int = 0,
    jobs: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    """A tournament with ratings: ``games`` of each two players who meet, half of them with either side.

    ``openings`` are ``"none"``, ``"all:K"``, ``"random:K"`` or a list of moves; ``time`` is the most for a move; ``jobs`` games are played at a time, as many as
    there are processors if it is not given. The same seed plays the same games.

    >>> report = arena(["random", "bad", "level:n=1"], games=4)
    >>> report.complete, len(report.games)
    (True, 12)
    """
    return _play(players, definition_of(games, variant, openings, format, seed), time, None, jobs, progress)
