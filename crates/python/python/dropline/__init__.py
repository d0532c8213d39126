"""Connect-N of every size: play it, solve it, learn it, compete in it.

>>> import dropline
>>> dropline.solve("44455554221")
-15
>>> game = dropline.Game("4453")
>>> dropline.player("perfect").choose(game) in game.legal
True

Columns count from 1 everywhere but in the adapters for Gymnasium, PettingZoo, OpenSpiel and Kaggle, which count as those do.
"""

from importlib.util import find_spec as _find_spec

from dropline._dropline import (
    MASKED,
    DroplineError,
    Game,
    MoveError,
    NotationError,
    Outcome,
    Player,
    PlayerError,
    SolveError,
    UnsolvedError,
    Variant,
    VariantError,
    __version__,
    scores,
    scores_many,
    solve,
    solve_many,
)
from dropline import kaggle
from dropline._arena import Report, arena, match
from dropline._players import PlayerInfo, player, players
from dropline._told import Analysis, Explanation, Review, analyze, explain, review
from dropline._widget import widget

if _find_spec("gymnasium") is not None:
    # Registers the environments.
    from dropline import gym as gym

__all__ = [
    "MASKED",
    "Analysis",
    "DroplineError",
    "Explanation",
    "Game",
    "MoveError",
    "NotationError",
    "Outcome",
    "Player",
    "PlayerError",
    "PlayerInfo",
    "Report",
    "Review",
    "SolveError",
    "UnsolvedError",
    "Variant",
    "VariantError",
    "__version__",
    "analyze",
    "arena",
    "explain",
    "kaggle",
    "match",
    "player",
    "players",
    "review",
    "scores",
    "scores_many",
    "solve",
    "solve_many",
    "widget",
]
