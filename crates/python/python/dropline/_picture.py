"""Boards as pixels, for environments that record films."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dropline._dropline import Game

_CELL = 32
_BOARD, _COLOURS = (36, 78, 150), [(232, 238, 248), (208, 40, 40), (236, 196, 60)]


def pixels(game: Game) -> npt.NDArray[np.uint8]:
    """The board as array of shape (height, width, 3)."""
    across = np.arange(_CELL) - (_CELL - 1) / 2
    disc = (across[:, None] ** 2 + across**2 < (0.42 * _CELL) ** 2)[None, None, :, :, None]
    checkers = np.array(_COLOURS, np.uint8)[game.to_array()][:, :, None, None, :]
    cells = np.where(disc, checkers, np.array(_BOARD, np.uint8))
    levels, columns = cells.shape[:2]
    picture: npt.NDArray[np.uint8] = cells.swapaxes(1, 2).reshape(levels * _CELL, columns * _CELL, 3)
    return picture
