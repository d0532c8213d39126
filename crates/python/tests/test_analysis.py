import random

import pytest
from conftest import random_game

import dropline
from dropline import Game


def test_an_analysis_has_the_fields_of_its_json() -> None:
    analysis = dropline.analyze("121", "4x3c3")
    assert (analysis.variant, analysis.moves, analysis.turn, analysis.kind) == ("4x3c3", "121", "black", "loses")
    assert (analysis.exact, analysis.outlook, analysis.score, analysis.drops, analysis.best) == (True, "loss", -2, 3, [1])
    assert analysis.bounds is None and analysis.line[0] == 1 and analysis.nodes > 0
    assert [value.column for value in analysis.columns] == [1, 2, 3, 4]
    assert analysis.columns[0].words == analysis.words == "loses in 3"
    told = analysis.as_dict()
    assert told["columns"][0]["score"] == -2 and told["best"] == [1]
    told["best"].append(9)
    assert analysis.best == [1]
    with pytest.raises(AttributeError, match="'Analysis' object has no attribute 'worth'"):
        analysis.worth
    assert "column  1: loses in 3  best" in str(analysis)
    assert analysis._repr_svg_().count("<text") == 4 and "L3" in analysis._repr_svg_()
    assert analysis.game == Game("121", "4x3c3")


def test_an_analysis_agrees_with_the_scores() -> None:
    chance = random.Random(7)
    for _ in range(10):
        game = random_game("7x6c4", chance, 28)
        if not game.over:
            analysis, scores = dropline.analyze(game), dropline.scores(game)
            assert analysis.score == scores.max()
            assert analysis.best == [column + 1 for column in range(7) if scores[column] == scores.max()]
            full = [value.full or False for value in analysis.columns]
            assert full == [score == dropline.MASKED for score in scores]


@pytest.mark.parametrize("variant", ["20x20c5", "12x10c5", "9x8c4"])
def test_what_is_not_proven_in_time_is_estimated(variant: str) -> None:
    analysis = dropline.analyze(Game(variant=variant), time="300ms")
    assert analysis.kind == "estimate" and not analysis.exact and analysis.score is None
    assert analysis.depth is not None and analysis.depth > 0
    assert len(analysis.columns) == dropline.Variant(variant).columns


def test_an_analysis_without_a_time_comes_to_an_end() -> None:
    # Nobody solves this board: it was looked at for ever.
    analysis = dropline.analyze("", "9x8c4")
    assert not analysis.exact and analysis.best


def test_a_column_is_explained() -> None:
    explanation = dropline.explain("434343", 4)
    assert (explanation.column, explanation.reasons[0].reason) == (4, "wins-at-once")
    assert explanation.reasons[0].cells[0].as_dict() == {"column": 4, "level": 1}
    assert str(explanation) == "It wins at once: the line is 4/1, 4/2, 4/3 and 4/4."
    assert dropline.explain("434343").column == 4
    with pytest.raises(dropline.MoveError, match="column 9 is off the board: choose 1 to 7"):
        dropline.explain("4", 9)
    with pytest.raises(dropline.MoveError, match="column 4 is full"):
        dropline.explain("444444", 4)


def test_a_game_is_reviewed() -> None:
    review = dropline.review("11", "3x3m2")
    assert [move.grade for move in review.moves] == ["lost-points", "best"]
    assert review.turning_points == [1] and review.perfect[1].best == 1
    assert review.moves[0].value.kind == "margin" and review.as_dict()["perfect"][0] == {"side": "red", "best": 0, "decided": 1, "moves": 1}
    with pytest.raises(dropline.SolveError, match="there is no move to review"):
        dropline.review("")


def test_what_is_over_is_not_analysed() -> None:
    line = "Red wins with the line 1/1, 1/2, 1/3, 1/4"
    with pytest.raises(dropline.SolveError, match=f"there is nothing to analyse, the game is over: {line}"):
        dropline.analyze("1212121")
    with pytest.raises(dropline.SolveError, match=f"there is no move to explain, the game is over: {line}"):
        dropline.explain("1212121", 2)
