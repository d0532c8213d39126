"""An AEC environment for PettingZoo, shaped as its ``connect_four_v3``, for any variant.

>>> from dropline import pettingzoo
>>> env = pettingzoo.env(variant="9x7c4")
>>> env.reset(seed=1)
>>> env.last()[0]["observation"].shape
(7, 9, 2)
"""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from dropline._dropline import Game, Variant
from dropline._picture import pixels

Agent = str
_SIDES = {"player_0": "red", "player_1": "black"}


def env(**options: Any) -> Any:
    """The environment: two agents, ``player_0`` first. An action that is not possible loses."""
    raw: Any = raw_env(**options)
    raw = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    raw = wrappers.AssertOutOfBoundsWrapper(raw)
    return wrappers.OrderEnforcingWrapper(raw)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]
    """The environment without the wrappers that guard it."""

    metadata = {
        "render_modes": ["ansi", "rgb_array"],
        "name": "dropline_connect_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, variant: Variant | str = "7x6c4", render_mode: Literal["ansi", "rgb_array"] | None = None
    ) -> None:
        EzPickle.__init__(self, str(variant), render_mode)
        super().__init__()
        self.variant = Variant(variant)
        self.render_mode = render_mode
        self.possible_agents = list(_SIDES)
        self.agents = self.possible_agents[:]
        self.game = Game(variant=self.variant)
        levels, columns = self.variant.levels, self.variant.columns
        self.action_spaces = {agent: spaces.Discrete(columns) for agent in self.agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (levels, columns, 2), np.int8),
                    "action_mask": spaces.Box(0, 1, (columns,), np.int8),
                }
            )
            for agent in self.agents
        }

    def observation_space(self, agent: Agent) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        return self.action_spaces[agent]

    def observe(self, agent: Agent) -> dict[str, npt.NDArray[np.int8]]:
        board = self.game.to_array()
        own, other = (1, 2) if _SIDES[agent] == "red" else (2, 1)
        mask = (board[0] == 0).astype(np.int8) if agent == self.agent_selection else np.zeros(board.shape[1], np.int8)
        return {"observation": np.stack([board == own, board == other], axis=2).astype(np.int8), "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.game = Game(variant=self.variant)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.play(int(action) + 1)
        outcome = self.game.outcome
        if outcome is not None:
            for other in self.agents:
                worth = 1 if outcome.winner == _SIDES[other] else -1
                self.rewards[other] = worth if outcome.winner is not None else 0
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[1 - self.agents.index(agent)]
        self._accumulate_rewards()

    def render(self) -> Any:
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        return str(self.game) if self.render_mode == "ansi" else pixels(self.game)

    def close(self) -> None:
        pass
