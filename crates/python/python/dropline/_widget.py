"""A board to play on in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dropline._dropline import Game, Variant
from dropline._players import Contestant
from dropline._types import Time

if TYPE_CHECKING:
    from dropline.board import Board


def widget(
    game: Game | str | None = None,
    opponent: Contestant | None = None,
    *,
    variant: Variant | str | None = None,
    seed: int = 0,
    time: Time = 1.0,
) -> Board:
    """A board to play on by mouse or keyboard; ``widget.game`` is the game as it stands.

    The person has the side to move now, the opponent the other; without an opponent both sides are played here. ``time`` is the most for the opponent's
    move, and for the values of the columns, which a button shows. It needs ``pip install dropline[notebook]``.
    """
    try:
        from dropline.board import Board
    except ImportError as error:
        raise ImportError("the board needs anywidget: pip install dropline[notebook]") from error
    if not isinstance(game, Game):
        game = Game(game, variant)
    return Board(game, opponent, seed=seed, time=time)
