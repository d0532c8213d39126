import random

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.classic import connect_four_v3  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from dropline import pettingzoo as ours  # noqa: E402


@pytest.mark.parametrize("variant", ["7x6c4", "9x7c4", "12x10c5", "7x6m4"])
def test_the_tests_of_pettingzoo_are_passed(variant: str) -> None:
    api_test(ours.env(variant=variant), num_cycles=100, verbose_progress=False)
    seed_test(lambda: ours.env(variant=variant), num_cycles=50)


def test_a_thousand_games_go_as_in_their_own_environment() -> None:
    theirs, own = connect_four_v3.env(), ours.env()
    chance = random.Random(11)
    for _ in range(1000):
        theirs.reset()
        own.reset()
        while theirs.agents:
            expected, reward, terminated, truncated, _ = theirs.last()
            observation, own_reward, own_terminated, own_truncated, _ = own.last()
            assert own.agent_selection == theirs.agent_selection
            assert (own_reward, own_terminated, own_truncated) == (reward, terminated, truncated)
            assert (observation["observation"] == expected["observation"]).all()
            assert (observation["action_mask"] == expected["action_mask"]).all()
            assert observation["observation"].dtype == expected["observation"].dtype
            action = None if terminated else int(chance.choice(np.flatnonzero(expected["action_mask"])))
            theirs.step(action)
            own.step(action)
        assert not own.agents


def test_spaces_are_theirs() -> None:
    theirs, own = connect_four_v3.env(), ours.env()
    for agent in theirs.possible_agents:
        assert own.observation_space(agent) == theirs.observation_space(agent)
        assert own.action_space(agent) == theirs.action_space(agent)


def test_pictures_are_rendered() -> None:
    env = ours.env(variant="9x7c4", render_mode="rgb_array")
    env.reset()
    env.step(4)
    assert env.render().shape == (7 * 32, 9 * 32, 3)
