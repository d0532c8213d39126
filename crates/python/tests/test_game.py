import copy
import pickle
import random

import numpy as np
import pytest
from conftest import VARIANTS, random_game

import dropline
from dropline import Game, Variant


def test_a_variant_is_read_compared_and_kept() -> None:
    variant = Variant("9x7c4")
    assert (variant.columns, variant.levels, variant.connect, variant.rules, variant.cells) == (9, 7, 4, "connect", 63)
    assert variant == Variant("9X7c4") and hash(variant) == hash(Variant(variant))
    assert variant != Variant("9x7m4") and str(variant) == "9x7c4" and repr(variant) == "Variant('9x7c4')"
    assert pickle.loads(pickle.dumps(variant)) == variant
    with pytest.raises(dropline.VariantError, match="`7y6c4` is not a variant: at character 2, expected an `x`"):
        Variant("7y6c4")
    with pytest.raises(ValueError, match="columns must be 1 or more, not 0"):
        Variant("0x6c4")


def test_a_game_is_played_undone_and_redone() -> None:
    game = Game("4453")
    assert (game.moves, game.history, game.turn, len(game)) == ("4453", [4, 4, 5, 3], "red", 4)
    game.play(np.int64(4))
    assert game.turn == "black" and game.moves == "44534"
    assert (game.undo(), game.undo(), game.redo(), game.redo(), game.redo()) == (4, 3, 3, 4, None)
    assert Game([4, 4, 5, 3, 4]) == game and Game().undo() is None
    won = Game("1212121")
    assert won.outcome == Game("1212121").outcome and won.outcome is not None
    assert (won.outcome.winner, won.outcome.by, won.over, won.legal) == ("red", "line", True, [])
    assert won.winning_cells == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert Game("1122", "2x2m2").points == (1, 1) and Game("1122", "2x2m2").outcome is not None


def test_what_cannot_be_played_is_refused_with_a_cure() -> None:
    game = Game("444444")
    for column in (0, -1, 8, 70000, 2**80):
        with pytest.raises(dropline.MoveError, match=f"column {column} is off the board: choose 1 to 7"):
            game.play(column)
    with pytest.raises(ValueError, match="column 4 is full: choose 1 to 3, 5 to 7"):
        game.play(4)
    with pytest.raises(dropline.MoveError, match="the game is over: no more moves can be played"):
        Game("1212121").play(1)
    with pytest.raises(TypeError):
        game.play("4")  # type: ignore[arg-type]
    assert game.moves == "444444"


def test_games_are_equal_by_their_moves_and_hash_by_their_position() -> None:
    one, two = Game("1234"), Game("3412")
    assert one != two and hash(one) == hash(two)
    undone = Game("12345")
    undone.undo()
    assert undone == one and hash(undone) == hash(one)
    assert one != Game("1234", "7x6m4") and one != Game("1234", "8x6c4") and one != "1234"
    assert len({Game("12"), Game("12"), Game("21")}) == 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_notation_comes_back(variant: str) -> None:
    chance = random.Random(variant)
    for _ in range(20):
        game = random_game(variant, chance, chance.randrange(30))
        array = game.to_array()
        assert array.shape == (game.variant.levels, game.variant.columns) and array.dtype == np.int8
        again = [
            Game(game.moves, variant),
            Game(game.history, variant),
            Game.from_key(game.to_key()),
            Game.from_grid(game.to_grid(), variant),
            Game.from_array(array, variant),
            Game.from_array(array.tolist(), variant),
            Game.from_json(game.to_json()),
            Game.from_course(game.to_course(), variant),
        ]
        for other in again:
            assert (other.to_array() == array).all() and other.turn == game.turn and other.variant == game.variant
            assert hash(other) == hash(game) and (other.outcome is None) == (game.outcome is None)
        assert again[0] == again[1] == again[6] == game


@pytest.mark.parametrize("variant", VARIANTS)
def test_copies_and_pickles_keep_everything(variant: str) -> None:
    chance = random.Random(variant)
    for _ in range(10):
        game = random_game(variant, chance, chance.randrange(30))
        for _ in range(chance.randrange(3)):
            game.undo()
        for other in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert other == game and other is not game
            replay = game.copy()
            assert other.redo() == replay.redo() and other == replay
    set_up = Game.from_grid("...\n.B.\nBRR\nblack", "3x3c3")
    set_up.play(1)
    assert pickle.loads(pickle.dumps(set_up)) == set_up
    set_up.resign("red")
    again = pickle.loads(pickle.dumps(set_up))
    assert again.outcome == set_up.outcome and again.outcome is not None and again.outcome.by == "resignation"


def test_arrays_are_top_row_first() -> None:
    array = Game("12", "3x2c3").to_array()
    assert array.tolist() == [[0, 0, 0], [1, 2, 0]]
    assert Game.from_array([[0, 0, 0], [1, 2, 1]], "3x2c3").turn == "black"
    with pytest.raises(dropline.NotationError, match="the array: .*hangs in the air"):
        Game.from_array([[1, 0], [0, 2]], "2x2c2")
    with pytest.raises(dropline.NotationError, match="must be 0 .vacant., 1 .red. or 2 .black."):
        Game.from_array([[0, 0], [3, 0]], "2x2c2")
    with pytest.raises(dropline.NotationError, match="must be 0"):
        Game.from_array([[0.0, 0.0], [0.5, 0.0]], "2x2c2")
    with pytest.raises(dropline.NotationError, match=r"its shape is \[3\], not \(levels, columns\)"):
        Game.from_array([0, 0, 0])


def test_pictures_show_the_game() -> None:
    game = Game("211", "3x2c3")
    assert game.text("scaffold") == "|R| | |\n|B|R| |\n+-+-+-+\n"
    assert game.svg().startswith("<svg ") and game._repr_svg_() == game.svg() != game.svg("dark")
    assert "Black to move." in str(game) and repr(game) == "Game('211', '3x2c3')"
    assert eval(repr(Game("4453"))) == Game("4453")
    assert repr(Game.from_key(game.to_key())) == f"Game.from_key('{game.to_key()}')"
    with pytest.raises(ValueError, match="`stones` is not a board style: scaffold"):
        game.text("stones")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`pink`"):
        game.svg("pink")  # type: ignore[arg-type]
