import random
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

import dropline  # noqa: E402
from dropline import Game  # noqa: E402

NAME = "dropline/Connect-v0"


@pytest.mark.parametrize("variant", ["7x6c4", "9x7c4", "7x6m4", "20x20c5", "1x1m1"])
@pytest.mark.parametrize("side", ["red", "black", "random"])
def test_the_checker_of_gymnasium_is_content(variant: str, side: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*Casting input.*")
        check_env(gymnasium.make(NAME, variant=variant, side=side).unwrapped)


def test_a_game_is_played_to_its_end() -> None:
    env = gymnasium.make(NAME, opponent="bad")
    observation, info = env.reset(seed=1)
    assert observation.shape == (6, 7, 2) and not observation.any() and info["action_mask"].tolist() == [1] * 7
    moves: list[int] = []
    terminated = False
    while not terminated:
        action = next(column for column in (6, 5, 4) if info["action_mask"][column])
        moves.append(action)
        observation, reward, terminated, truncated, info = env.step(action)
        game = env.unwrapped._games.game(0)
        board = game.to_array()
        assert (observation[:, :, 0] == (board == 1)).all() and (observation[:, :, 1] == (board == 2)).all()
        assert [column + 1 for column in np.flatnonzero(info["action_mask"])] == game.legal
    assert (reward, truncated) == (1.0, False) and game.outcome is not None and game.outcome.winner == "red"


def test_what_cannot_be_played_loses() -> None:
    env = gymnasium.make(NAME, opponent=lambda game: 4)
    env.reset(seed=1)
    for action in (3, 3, 3):
        _, reward, terminated, _, info = env.step(action)
        assert (reward, terminated, info["illegal"]) == (0.0, False, False)
    _, reward, terminated, _, info = env.step(3)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True) and not info["action_mask"].any()


def test_a_function_may_be_the_opponent_and_its_errors_come_through() -> None:
    env = gymnasium.make(NAME, opponent=lambda game: game.legal[-1], side="black")
    observation, _ = env.reset(seed=1)
    assert observation[5, 6, 1] == 1
    with pytest.raises(dropline.PlayerError, match="ZeroDivisionError"):
        gymnasium.make(NAME, opponent=lambda game: 1 // 0, side="black").reset(seed=1)
    with pytest.raises(dropline.PlayerError, match="there is no player `nobody`"):
        gymnasium.make(NAME, opponent="nobody")
    with pytest.raises(ValueError, match="`green` is not a side: red, black or random"):
        gymnasium.make(NAME, side="green")


def test_pictures_are_rendered() -> None:
    env = gymnasium.make(NAME, variant="9x7c4", render_mode="rgb_array")
    env.reset(seed=1)
    env.step(4)
    picture = env.render()
    assert picture.shape == (7 * 32, 9 * 32, 3) and picture.dtype == np.uint8 and len(np.unique(picture)) > 3
    env = gymnasium.make(NAME, render_mode="ansi")
    env.reset(seed=1)
    assert "Red to move." in env.render()


@pytest.mark.parametrize("variant", ["7x6c4", "12x10c5", "7x6m4"])
def test_many_games_go_on_as_one_does(variant: str) -> None:
    count = 8
    envs = gymnasium.make_vec(NAME, num_envs=count, variant=variant, opponent="bad", side="random")
    chance = random.Random(3)
    observations, infos = envs.reset(seed=5)
    assert observations.shape[0] == count and envs.observation_space.contains(observations)
    over = np.zeros(count, bool)
    finished = 0
    for _ in range(200):
        actions = np.array([chance.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in infos["action_mask"]])
        before = [envs.unwrapped._games.game(index) for index in range(count)]
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert not truncated.any() and not infos["illegal"].any()
        for index in range(count):
            after = envs.unwrapped._games.game(index)
            if over[index]:
                assert len(after) <= 1 and rewards[index] == 0 and not terminated[index]
                continue
            before[index].play(int(actions[index]) + 1)
            if not before[index].over:
                before[index].play(before[index].legal[0])
            assert after == before[index] and terminated[index] == after.over
            assert abs(rewards[index]) == float(after.outcome is not None and after.outcome.winner is not None)
        finished += int(terminated.sum())
        over = terminated
    assert finished > 3
    envs.reset(seed=5)
    with pytest.raises(ValueError, match="3 actions for 8 games"):
        envs.step(np.zeros(3, np.int64))


def test_the_seed_decides() -> None:
    def play(seed: int) -> list[str]:
        envs = gymnasium.make_vec(NAME, num_envs=4, side="random")
        envs.reset(seed=seed)
        for _ in range(3):
            envs.step(np.zeros(4, np.int64))
        return [envs.unwrapped._games.game(index).moves for index in range(4)]

    assert play(1) == play(1) != play(2)


def test_a_learner_may_play_against_the_perfect_player() -> None:
    env = gymnasium.make(NAME, opponent="perfect", side="black")
    _, info = env.reset(seed=1)
    terminated, reward = False, 0.0
    chance = random.Random(1)
    while not terminated:
        _, reward, terminated, _, info = env.step(chance.choice(np.flatnonzero(info["action_mask"])))
    assert reward == -1.0 and isinstance(env.unwrapped._games.game(0), Game)
