"""Players by name."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeAlias, Union

from dropline import _dropline
from dropline._dropline import Game, Player
from dropline._fields import Fields, Told

Contestant: TypeAlias = Union[str, Player, Callable[[Game], int]]
"""Who may take part: a spec such as ``"level:n=4"``, a player, or a function from a game to a column."""


class PlayerInfo(Fields):
    """What there is to know about a player before it is made."""

    name: str
    about: str
    interactive: bool
    rules: list[str]
    options: list[Told]


def players() -> list[PlayerInfo]:
    """All players, the simplest first.

    >>> "perfect" in [info.name for info in players()]
    True
    """
    return [PlayerInfo(fields) for fields in json.loads(_dropline.players())]


def player(spec: str, *, seed: int = 0) -> Player:
    """A player by its spec, such as ``"level:n=4"``; its chance comes from the seed.

    >>> player("bad").choose("444")
    1
    """
    return Player(spec, seed=seed)


def chooser(contestant: Contestant, seed: int = 0) -> Callable[[Game], int]:
    """Whoever may take part, as a function from a game to a column."""
    return player(contestant, seed=seed) if isinstance(contestant, str) else contestant
