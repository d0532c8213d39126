"""Environments for Gymnasium: ``gymnasium.make("dropline/Connect-v0")``.

The learner plays one side, a player of Dropline or a function the other. An observation holds for each cell, top row first, whether the learner has it and
whether the opponent has; actions count columns from 0; ``info["action_mask"]`` says which can be played. A win is 1, a loss or an action that is
not possible -1.
"""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from dropline._dropline import Variant, VectorGames
from dropline._picture import pixels
from dropline._players import Contestant

_NAME = "dropline/Connect-v0"
_SEEDS = 2**63

Observation = npt.NDArray[np.int8]
LearnerSide = Literal["red", "black", "random"]


def _observations(variant: Variant) -> spaces.Box:
    return spaces.Box(0, 1, (variant.levels, variant.columns, 2), np.int8)


class ConnectEnv(gymnasium.Env[Observation, np.int64]):
    """One game against an opponent."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        variant: Variant | str = "7x6c4",
        opponent: Contestant = "random",
        side: LearnerSide = "red",
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        variant = Variant(variant)
        self.observation_space = _observations(variant)
        self.action_space = spaces.Discrete(variant.columns)
        self.render_mode = render_mode
        self._games = VectorGames(1, variant, opponent, side)
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        fresh = seed is not None or not self._seeded
        self._seeded = True
        observations, _, _, _, masks = self._games.reset(int(self.np_random.integers(_SEEDS)) if fresh else None)
        return observations[0], {"action_mask": masks[0]}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        observations, rewards, terminated, illegal, masks = self._games.step(np.array([action], np.int64))
        info = {"action_mask": masks[0], "illegal": bool(illegal[0])}
        return observations[0], float(rewards[0]), bool(terminated[0]), False, info

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        game = self._games.game(0)
        return str(game) if self.render_mode == "ansi" else pixels(game)


class ConnectVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games against one opponent; one that is over begins anew with the next step."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        variant: Variant | str = "7x6c4",
        opponent: Contestant = "random",
        side: LearnerSide = "red",
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        super().__init__()
        variant = Variant(variant)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = _observations(variant)
        self.single_action_space = spaces.Discrete(variant.columns)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._games = VectorGames(num_envs, variant, opponent, side)
        self._all = np.ones(num_envs, np.bool_)
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        fresh = seed is not None or not self._seeded
        self._seeded = True
        observations, _, _, _, masks = self._games.reset(int(self.np_random.integers(_SEEDS)) if fresh else None)
        return observations, {"action_mask": masks, "_action_mask": self._all}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        observations, rewards, terminated, illegal, masks = self._games.step(np.asarray(actions, np.int64))
        info = {"action_mask": masks, "_action_mask": self._all, "illegal": illegal, "_illegal": self._all}
        return observations, rewards, terminated, np.zeros(self.num_envs, np.bool_), info

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        games = [self._games.game(index) for index in range(self.num_envs)]
        return tuple(str(game) if self.render_mode == "ansi" else pixels(game) for game in games)


if _NAME not in gymnasium.registry:
    gymnasium.register(_NAME, "dropline.gym:ConnectEnv", vector_entry_point="dropline.gym:ConnectVectorEnv")
