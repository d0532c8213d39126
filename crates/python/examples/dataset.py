"""A file of positions with exact scores of every column, to learn from: ``python dataset.py FILE.npz [COUNT]``."""

from __future__ import annotations

import random
import sys

import numpy as np

import dropline
from dropline import Game


def positions(count: int, seed: int = 0) -> list[Game]:
    """Random positions of 7x6 with 20 to 30 checkers, none of them over."""
    chance = random.Random(seed)
    found: list[Game] = []
    while len(found) < count:
        game = Game()
        plies = chance.randint(20, 30)
        while not game.over and len(game) < plies:
            game.play(chance.choice(game.legal))
        if not game.over:
            found.append(game)
    return found


if __name__ == "__main__":
    games = positions(int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
    scores = dropline.scores_many(games)
    np.savez_compressed(sys.argv[1], boards=np.stack([game.to_array() for game in games]), scores=scores)
    print(f"{len(games)} positions, {np.mean(scores.max(axis=1) > 0):.0%} of them won by the side to move")
