"""Environments of PettingZoo: every seat is an agent.

>>> from undercroft.pettingzoo import env
>>> match = env("rogue-ascension", seats=3)
>>> match.reset(seed=7)
>>> match.agents
['player_0', 'player_1', 'player_2']
"""

from functools import partial
from typing import Any, ClassVar

import numpy as np
import pettingzoo
from gymnasium import spaces
from numpy.typing import NDArray

from undercroft import _native
from undercroft.spaces import LegalActions, observations

Observation = dict[str, NDArray[Any]]


class _Table:
    """A match, its agents and their spaces."""

    def __init__(self, game: str, seats: int | None, options: dict[str, Any] | None, waits: bool) -> None:
        self.game, self.seats, self.options = game, seats, options
        self.dice = np.random.default_rng()
        self.cycles = 0
        self.match = self.open(0)
        self.agents = [f"player_{seat}" for seat in range(self.match.seats)]
        self.waits = waits
        self.count = len(_native.encoding(game)["actions"]) + waits
        places = range(self.match.seats)
        self.actions = [LegalActions(self.count, partial(self.mask, seat)) for seat in places]
        self.observations = [
            spaces.Dict(
                {
                    "observation": observations(game),
                    "action_mask": spaces.Box(0, 1, (self.count,), np.int8),
                }
            )
            for _ in places
        ]

    def open(self, seed: int) -> _native.Match:
        return _native.new(self.game, self.seats, options=self.options, seed=seed)

    def begin(self, seed: int | None) -> None:
        """Begins another match."""
        if seed is not None:
            self.dice = np.random.default_rng(seed)
        self.match = self.open(int(self.dice.integers(2**63)))
        self.cycles = 0

    def act(self, seat: int, action: int) -> None:
        """Takes an action, or chooses a part of one."""
        self.match.act(int(action), seat)
        self.cycles += 1

    def mask(self, seat: int) -> NDArray[np.bool_]:
        """Returns which actions are legal. A seat that the match does not ask can only wait."""
        if seat == self.match.turn:
            legal = self.match.action_mask(seat)
            return np.append(legal, False) if self.waits else legal
        mask = np.zeros(self.count, np.bool_)
        mask[-1] = self.waits
        return mask

    def observe(self, seat: int) -> Observation:
        return {"observation": self.match.observation(seat), "action_mask": self.mask(seat).astype(np.int8)}

    def text(self) -> str:
        """Returns the last step in words, as a spectator hears it."""
        return "\n".join(event["text"] for event in self.match.events())


class _Environment:
    """The parts that both kinds of environment share: a table, its agents and their spaces."""

    _waits: ClassVar[bool]
    _facts: ClassVar[dict[str, Any]]

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        options: dict[str, Any] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        facts = {"name": f"undercroft_{game}", "render_modes": ["human", "ansi"]}
        self.metadata: dict[str, Any] = facts | self._facts
        self._table = _Table(game, seats, options, waits=self._waits)
        self.possible_agents = list(self._table.agents)
        self.max_cycles, self.render_mode = max_cycles, render_mode

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.observations[self.possible_agents.index(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.actions[self.possible_agents.index(agent)]

    def _is_cut(self) -> bool:
        """Returns whether the match goes on, but has taken as many cycles as it may."""
        is_over = self._table.match.turn is None
        return not is_over and self.max_cycles is not None and self._table.cycles >= self.max_cycles

    def render(self) -> str | None:
        """Prints the last step in words, or returns them with `render_mode="ansi"`."""
        if self.render_mode == "ansi":
            return self._table.text()
        print(self._table.text())
        return None

    def close(self) -> None:
        """Does nothing: a match holds no resources."""


class AECEnv(_Environment, pettingzoo.AECEnv[str, Observation, int]):
    """A match in which each agent acts when its seat must. An observation has its `action_mask`."""

    _waits = False
    _facts = {"is_parallelizable": False}

    def observe(self, agent: str) -> Observation:
        return self._table.observe(self.possible_agents.index(agent))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a match. The same seed begins the same match."""
        self._table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[self._table.match.turn or 0]

    def step(self, action: int | None) -> None:
        """Takes the action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must act, so its action is a number")
        match, seat = self._table.match, self.possible_agents.index(agent)
        self._table.act(seat, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if match.turn is None:
            self.rewards = dict(zip(self.agents, match.rewards(), strict=True))
            self.terminations = {agent: True for agent in self.agents}
        elif self._is_cut():
            self.truncations = {agent: True for agent in self.agents}
        turn = (seat + 1) % len(self.agents) if match.turn is None else match.turn
        self.agent_selection = self.agents[turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class ParallelEnv(_Environment, pettingzoo.ParallelEnv[str, Observation, int]):
    """A match in which all agents act at once. Agents that the match does not ask can only wait.

    The last action is to wait.
    """

    _waits = True
    _facts: ClassVar[dict[str, Any]] = {}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins a match. The same seed begins the same match."""
        self._table.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Takes the action of the agent whose seat must act; the others wait."""
        match, agents = self._table.match, list(self.agents)
        if match.turn is not None:
            self._table.act(match.turn, actions[self.possible_agents[match.turn]])
        is_over, is_cut = match.turn is None, self._is_cut()
        rewards = match.rewards() if is_over else [0.0] * len(agents)
        if is_over or is_cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            dict(zip(agents, rewards, strict=True)),
            {agent: is_over for agent in agents},
            {agent: is_cut for agent in agents},
            {agent: {} for agent in agents},
        )

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._table.observe(seat) for seat, agent in enumerate(self.possible_agents)}


def env(game: str, seats: int | None = None, **settings: Any) -> AECEnv:
    """Makes an environment in which agents act in turn."""
    return AECEnv(game, seats, **settings)


def parallel_env(game: str, seats: int | None = None, **settings: Any) -> ParallelEnv:
    """Makes an environment in which all agents act at once."""
    return ParallelEnv(game, seats, **settings)
