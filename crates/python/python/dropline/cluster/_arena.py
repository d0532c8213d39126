"""A tournament over many computers."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Sequence
from typing import Any

from dropline import _dropline
from dropline._arena import Report, definition_of
from dropline._dropline import Variant
from dropline._types import Time
from dropline.cluster._crew import Crew
from dropline.cluster._progress import Progress

SHARD = 4
"""Games that one worker plays at a time."""


class _Fixtures:
    def __init__(self, definition: str) -> None:
        self.player = _dropline.FixturePlayer(definition)

    def work(self, item: list[int]) -> list[str]:
        return self.player.play(item)

    def stop(self) -> None:
        """A game ends by itself; what it came to is not saved."""


class Tournament:
    """A tournament with its journal, which is that of ``dropline arena``: either goes on with what the other began."""

    def __init__(
        self, journal: str | os.PathLike[str], players: Sequence[str], definition: dict[str, Any], time: Time | None = None
    ) -> None:
        self.is_test = definition.get("sprt") is not None
        self.contest = _dropline.Contest(os.fspath(journal), list(players), json.dumps(definition), time)

    def play(self, crew: Crew = Crew(), quiet: bool = True) -> None:
        """Plays the games that are left; each is saved as it ends."""
        games = len(self.contest)
        left = self.contest.left()
        make = functools.partial(_Fixtures, self.contest.definition)
        items = ((first, left[first : first + SHARD]) for first in range(0, len(left), SHARD))
        with Progress("games", games, games - len(left), quiet) as progress:
            for _, records in crew.run(make, items):
                for record in records:
                    self.contest.add(record)
                progress.add(len(records))
                if self.is_test and not self.contest.left():
                    break

    def report(self, form: str = "text") -> str:
        """The report of ``dropline arena``: ``text``, ``json``, ``csv`` or ``html``."""
        return self.contest.report(form)


def arena(
    players: Sequence[str],
    games: int | None = 20,
    *,
    journal: str | os.PathLike[str],
    variant: Variant | str = "7x6c4",
    openings: str | Sequence[str] | None = "random:4",
    format: str = "round-robin",
    time: Time | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    sprt: Sequence[float] | None = None,
    seed: int = 0,
    crew: Crew = Crew(),
    quiet: bool = True,
) -> Report:
    """A tournament of players and programs, by their specs, as ``dropline.arena`` plays it; killed and called again it goes on with the games of its journal.

    ``depth`` and ``nodes`` are limits for a move; with ``sprt``, which is Elo 0, Elo 1, α and β, a match ends as soon as the question is decided.
    """
    definition = definition_of(games, variant, openings, format, seed, sprt, depth=depth, nodes=nodes)
    tournament = Tournament(journal, players, definition, time)
    tournament.play(crew, quiet)
    return Report(json.loads(tournament.report("json")), tournament.report("text"))
