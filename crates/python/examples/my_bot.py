"""How good is a bot of one's own? Plays it against Dropline's levels and shows the ratings."""

from __future__ import annotations

import dropline
from dropline import Game


def cautious(game: Game) -> int:
    """Wins if it can, stops the other side if it must, and else stays near the middle."""
    middle = (game.variant.columns + 1) / 2
    columns = sorted(game.legal, key=lambda column: abs(column - middle))
    for column in columns:
        after = game.copy()
        after.play(column)
        if after.outcome is not None and after.outcome.winner == game.turn:
            return column
    for column in columns:
        after = game.copy()
        after.play(column)
        replies = after.legal
        if not any(_wins(after, reply) for reply in replies):
            return column
    return columns[0]


def _wins(game: Game, column: int) -> bool:
    after = game.copy()
    after.play(column)
    return after.outcome is not None and after.outcome.winner == game.turn


if __name__ == "__main__":
    report = dropline.arena([cautious, "random", "level:n=1", "level:n=3"], games=10, seed=1)
    print(report)
