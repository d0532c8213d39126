"""Players of Dropline as agents of Kaggle's ConnectX.

>>> import dropline
>>> agent = dropline.kaggle.agent("perfect")
>>> agent({"board": [0] * 42, "mark": 1}, {"rows": 6, "columns": 7, "inarow": 4})
3
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dropline._dropline import Game, Player
from dropline._players import Contestant, player
from dropline._types import Time

_SHARE = 0.75
"""How much of the time for a move is used: the rest is for starting and answering."""


def agent(contestant: Contestant = "perfect", *, seed: int = 0, time: Time | None = None) -> Callable[[Any, Any], int]:
    """An agent function for ``kaggle_environments.make("connectx").run``, for any rows, columns and inarow.

    It thinks for ``time`` (seconds), or else for three quarters of what the configuration allows.
    """
    chooser = player(contestant, seed=seed) if isinstance(contestant, str) else contestant

    def act(observation: Any, configuration: Any) -> int:
        rows, columns, connect = (int(configuration[name]) for name in ("rows", "columns", "inarow"))
        board = np.array(observation["board"], dtype=np.int8).reshape(rows, columns)
        game = Game.from_array(board, f"{columns}x{rows}c{connect}")
        if isinstance(chooser, Player):
            allowed = float(configuration.get("actTimeout") or configuration.get("timeout") or 2)
            return chooser.choose(game, time=_SHARE * allowed if time is None else time) - 1
        return chooser(game) - 1

    return act
