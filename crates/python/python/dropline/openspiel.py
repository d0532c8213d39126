"""Players of Dropline as bots of OpenSpiel, for its ``connect_four`` of any size.

>>> import pyspiel
>>> from dropline import openspiel
>>> state = pyspiel.load_game("connect_four").new_initial_state()
>>> openspiel.bot("perfect").step(state)
3
"""

from __future__ import annotations

from typing import Any

import pyspiel

from dropline._dropline import Game
from dropline._players import Contestant, chooser


def game(state: Any) -> Game:
    """The game of a state of ``connect_four``."""
    size = state.get_game().get_parameters()
    variant = f"{size.get('columns', 7)}x{size.get('rows', 6)}c{size.get('x_in_row', 4)}"
    return Game((action + 1 for action in state.history()), variant)


class DroplineBot(pyspiel.Bot):  # type: ignore[misc]
    """A player of Dropline, or a function, who sits at OpenSpiel's board."""

    def __init__(self, contestant: Contestant, seed: int = 0) -> None:
        pyspiel.Bot.__init__(self)
        self._choose = chooser(contestant, seed)

    def restart_at(self, state: Any) -> None:
        """Nothing: a player looks at the whole game each time."""

    def step(self, state: Any) -> int:
        return self._choose(game(state)) - 1


def bot(contestant: Contestant = "perfect", *, seed: int = 0) -> DroplineBot:
    """A bot made from any player, for either side."""
    return DroplineBot(contestant, seed)
