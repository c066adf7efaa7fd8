"""Environments of Gymnasium: one seat learns, and opponents play the others.

>>> from undercroft.gymnasium import Env
>>> env = Env("rogue-ascension", seats=1)
>>> observation, info = env.reset(seed=7)
>>> bool(info["action_mask"][env.action_space.sample()])
True
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from undercroft import _native
from undercroft.spaces import LegalActions, observations

Info = dict[str, Any]
Observations = NDArray[np.float32]


def _native_env(
    game: str, num_envs: int, seats: int | None, opponents: dict[int, str] | None, **settings: Any
) -> _native.VectorEnv:
    """Makes native environments in which one seat learns; by default it is seat 0."""
    if seats is None:
        seats = next((entry["usual_seats"] for entry in _native.games() if entry["id"] == game), 1)
    if opponents is None:
        opponents = {seat: "reference" for seat in range(1, seats)}
    if len(opponents) != seats - 1:
        raise ValueError(f"one seat learns, so {seats - 1} of {seats} need an opponent, not {len(opponents)}")
    return _native.vector(game, num_envs, seats, opponents=opponents, **settings)


class Env(gymnasium.Env[Observations, np.int64]):
    """A match in which one seat learns. `info["action_mask"]` has the legal actions.

    An illegal action ends the match with a reward of -1.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        opponents: dict[int, str] | None = None,
        options: dict[str, Any] | None = None,
        max_steps: int | None = None,
    ) -> None:
        self._env = _native_env(game, 1, seats, opponents, options=options, threads=1, max_steps=max_steps)
        self._mask = np.zeros(self._env.num_actions, np.bool_)
        self.observation_space = observations(game)
        self.action_space = LegalActions(self._env.num_actions, lambda: self._mask)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Info]:
        """Begins a match. The same seed begins the same match."""
        super().reset(seed=seed)
        observation, info = self._env.reset(seed=int(self.np_random.integers(2**63)))
        return self._seen(observation[0]), self._info(info["action_mask"][0])

    def step(self, action: np.int64) -> tuple[Observations, float, bool, bool, Info]:
        """Takes a legal action. Opponents then play until the seat must act again."""
        if not self._mask[action]:
            return self._observation.copy(), -1.0, True, False, self._info(np.zeros_like(self._mask))
        observation, reward, terminated, truncated, info = self._env.step(np.asarray([action], np.int64))
        ended = bool(terminated[0] or truncated[0])
        mask = np.zeros_like(self._mask) if ended else info["action_mask"][0]
        seen = self._seen(info["final_obs"][0] if ended else observation[0])
        return seen, float(reward[0]), bool(terminated[0]), bool(truncated[0]), self._info(mask)

    def _seen(self, observation: Observations) -> Observations:
        self._observation = observation.copy()
        return observation.copy()

    def _info(self, mask: NDArray[np.bool_]) -> Info:
        self._mask = mask.copy()
        return {"action_mask": self._mask.astype(np.int8)}


class VectorEnv(gymnasium.vector.VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """Many matches, in each of which one seat learns. A match that ends makes room in the same step.

    With `copy=False` each step returns the same arrays, with new values.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int,
        seats: int | None = None,
        *,
        opponents: dict[int, str] | None = None,
        options: dict[str, Any] | None = None,
        threads: int | None = None,
        max_steps: int | None = None,
        copy: bool = True,
    ) -> None:
        self._env = _native_env(
            game, num_envs, seats, opponents, options=options, threads=threads, max_steps=max_steps
        )
        self._copy = copy
        self.num_envs = num_envs
        self.single_observation_space = observations(game)
        self.single_action_space = gymnasium.spaces.Discrete(self._env.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Info]:
        """Begins a match in every environment."""
        if isinstance(seed, list):
            raise ValueError("one seed is enough for all environments")
        observation, info = self._env.reset(seed=seed)
        return self._own(observation), {"action_mask": self._own(info["action_mask"])}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Takes a legal action in each environment."""
        observation, reward, terminated, truncated, info = self._env.step(np.asarray(actions, np.int64))
        told = {"action_mask": self._own(info["action_mask"])}
        ended = terminated | truncated
        if ended.any():
            told |= {"final_obs": self._own(info["final_obs"]), "_final_obs": ended}
        return self._own(observation), self._own(reward), self._own(terminated), self._own(truncated), told

    def _own(self, array: Any) -> Any:
        return array.copy() if self._copy else array
