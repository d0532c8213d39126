import random

import pytest

pyspiel = pytest.importorskip("pyspiel")

import dropline  # noqa: E402
from dropline import Game, openspiel  # noqa: E402


@pytest.mark.parametrize("size", ["", "(rows=5,columns=6,x_in_row=4)", "(rows=7,columns=9,x_in_row=5)"])
def test_a_thousand_random_games_agree(size: str) -> None:
    game = pyspiel.load_game("connect_four" + size)
    chance = random.Random(5)
    for _ in range(1000 if not size else 50):
        state = game.new_initial_state()
        own = openspiel.game(state)
        while not state.is_terminal():
            assert [column - 1 for column in own.legal] == state.legal_actions()
            action = chance.choice(state.legal_actions())
            state.apply_action(action)
            own.play(action + 1)
        assert own.outcome is not None and own == openspiel.game(state)
        expected = {"red": [1.0, -1.0], "black": [-1.0, 1.0], None: [0.0, 0.0]}[own.outcome.winner]
        assert state.returns() == expected


def test_bots_play_whole_games() -> None:
    game = pyspiel.load_game("connect_four")
    perfect = openspiel.bot("perfect")
    for seed in range(3):
        weak = openspiel.bot("random", seed=seed)
        assert pyspiel.evaluate_bots(game.new_initial_state(), [perfect, weak], seed) == [1.0, -1.0]
    uniform = pyspiel.make_uniform_random_bot(1, 7)
    assert pyspiel.evaluate_bots(game.new_initial_state(), [perfect, uniform], 1) == [1.0, -1.0]

    def leftmost(position: Game) -> int:
        return position.legal[0]

    returns = pyspiel.evaluate_bots(game.new_initial_state(), [openspiel.bot(leftmost), openspiel.bot("bad")], 1)
    assert returns in ([1.0, -1.0], [-1.0, 1.0], [0.0, 0.0])


def test_perfect_bots_win_with_the_first_move() -> None:
    game = pyspiel.load_game("connect_four")
    bots = [openspiel.bot("perfect"), openspiel.bot(dropline.player("perfect", seed=2))]
    assert pyspiel.evaluate_bots(game.new_initial_state(), bots, 1) == [1.0, -1.0]
