import random
from pathlib import Path

import numpy as np
import pytest
from conftest import random_game

import dropline
from dropline import MASKED, Game

POSITIONS = Path(__file__).parents[3] / "testdata/positions"


def known(name: str, count: int) -> tuple[list[str], list[int]]:
    """Positions with the scores that others found."""
    rows = [line.split() for line in (POSITIONS / name).read_text().splitlines()[:count]]
    return [moves for moves, _ in rows], [int(score) for _, score in rows]


@pytest.mark.parametrize(
    ("name", "variant", "count"),
    [
        ("7x6c4-end-easy.txt", "7x6c4", 1000),
        ("7x6c4-middle-medium.txt", "7x6c4", 100),
        ("7x6c4-begin-medium.txt", "7x6c4", 20),
        ("10x6c4-endgame-1.txt", "10x6c4", 5),
    ],
)
def test_published_scores_are_found(name: str, variant: str, count: int) -> None:
    moves, expected = known(name, count)
    games = [Game(text, variant) for text in moves]
    found = dropline.solve_many(moves, variant)
    assert found.dtype == np.int32 and found.tolist() == expected
    assert dropline.solve_many(games, threads=1).tolist() == expected
    assert dropline.solve_many(np.stack([game.to_array() for game in games]), variant).tolist() == expected
    assert [dropline.solve(game) for game in games[:20]] == expected[:20]
    assert [dropline.solve(text, variant, weak=True) for text in moves[:20]] == [int(np.sign(s)) for s in expected[:20]]
    assert dropline.solve_many(moves, variant, weak=True).tolist() == np.sign(expected).tolist()


@pytest.mark.parametrize("variant", ["7x6c4", "5x4c4", "4x4m3", "3x3c3", "11x2c3", "2x2m2"])
def test_a_position_is_worth_its_best_column(variant: str) -> None:
    chance = random.Random(variant)
    games = []
    while len(games) < 20:
        cells = dropline.Variant(variant).cells
        game = random_game(variant, chance, chance.randrange(max(0, cells - 16), cells))
        if not game.over:
            games.append(game)
    columns = dropline.scores_many(games)
    assert columns.shape == (20, games[0].variant.columns)
    for game, row in zip(games, columns):
        assert (dropline.scores(game) == row).all()
        assert [column + 1 for column in np.flatnonzero(row != MASKED)] == game.legal
        assert dropline.solve(game) == row.max()
        for column in game.legal:
            after = game.copy()
            after.play(column)
            if not after.over:
                assert dropline.solve(after) == -row[column - 1]
    assert dropline.solve_many(games).tolist() == columns.max(axis=1).tolist()


def test_positions_of_several_variants_are_solved_together() -> None:
    games = [Game("112233"), Game("", "4x4c3"), Game("", "3x3m2")]
    assert dropline.solve_many(games, threads=2).tolist() == [dropline.solve(game) for game in games]
    with pytest.raises(dropline.DroplineError, match=r"positions\[1\]: it has 4 columns, the first has 7"):
        dropline.scores_many(games)


def test_nothing_is_solved_for_nothing() -> None:
    assert dropline.solve_many([]).tolist() == []
    assert dropline.scores_many([]).shape == (0, 7)
    assert dropline.solve_many(np.zeros((0, 6, 7), np.int8)).shape == (0,)


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(dropline.SolveError, match="the game is over"):
        dropline.solve("1212121")
    with pytest.raises(dropline.SolveError, match="20x20c5 is too large to solve"):
        dropline.solve(Game(variant="20x20c5"))
    with pytest.raises(dropline.NotationError, match="the moves: line 1, character 3: column 8 is off the board"):
        dropline.solve("44844")
    with pytest.raises(dropline.DroplineError, match=r"positions\[2\]: the game is over"):
        dropline.solve_many(["1", "2", "1212121", "3"])
    with pytest.raises(dropline.NotationError, match="this is a position of 7x6c4, not of 9x7c4"):
        dropline.solve(Game("4"), "9x7c4")
    with pytest.raises(TypeError, match="positions is one position"):
        dropline.solve_many("4453")
    with pytest.raises(TypeError, match="a position is a Game, a string of moves or an array, not int"):
        dropline.solve(4453)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads must be 1 to 1024, not 0"):
        dropline.solve_many(["4"], threads=0)


def test_time_that_is_over_leaves_bounds() -> None:
    with pytest.raises(dropline.UnsolvedError, match="the time is over: the score is") as raised:
        dropline.solve("", "9x8c4", time=0.05)
    assert raised.value.lower < raised.value.upper
    with pytest.raises(ValueError, match="the time: unknown unit `w`"):
        dropline.solve("4", time="5w")
    with pytest.raises(ValueError, match="the time: `-1` is out of range"):
        dropline.solve("4", time=-1)


def test_progress_is_told_and_may_end_it() -> None:
    moves, _ = known("7x6c4-begin-medium.txt", 40)
    told: list[tuple[int, int]] = []
    dropline.solve_many(moves, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (40, 40) and [done for done, _ in told] == sorted({done for done, _ in told})

    def refuse(done: int, total: int) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        dropline.solve_many(known("7x6c4-begin-hard.txt", 200)[0], progress=refuse)
