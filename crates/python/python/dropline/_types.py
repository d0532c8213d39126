"""What may be passed, by name."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, Union

import numpy.typing as npt

from dropline._dropline import Game

Position: TypeAlias = Union[Game, str, npt.NDArray[Any]]
"""A game, its moves, or an array of shape (levels, columns)."""

Time: TypeAlias = Union[float, str]
"""Seconds, or text such as ``"500ms"``."""

Side: TypeAlias = Literal["red", "black"]
