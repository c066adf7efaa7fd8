"""Environments of Gymnasium and PettingZoo, by the checks of these libraries."""

import functools
import types
import warnings
from typing import Any

import numpy as np
import pytest
import undercroft
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils import parallel_to_aec
from undercroft.gymnasium import Env, VectorEnv
from undercroft.pettingzoo import ParallelEnv, env, parallel_env

GAMES = [game["id"] for game in undercroft.games()]
SOLO = [game["id"] for game in undercroft.games() if game["seats"][0] == 1]


@pytest.mark.parametrize("game", SOLO)
def test_solo_environment_passes_check_of_gymnasium(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(Env(game, seats=1), skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_single_environment_plays_to_the_end(game: str) -> None:
    single = Env(game)
    _, info = single.reset(seed=4)
    for _ in range(20_000):
        observation, _, terminated, truncated, info = single.step(single.action_space.sample())
        assert single.observation_space.contains(observation)
        if terminated or truncated:
            break
    assert terminated and not info["action_mask"].any()


def test_illegal_action_ends_single_match() -> None:
    single = Env("rogue-ascension", seats=1)
    before, info = single.reset(seed=4)
    after, reward, terminated, _, info = single.step(info["action_mask"].argmin())
    assert (reward, terminated) == (-1, True) and not info["action_mask"].any()
    assert np.array_equal(before, after)


@pytest.mark.parametrize("game", GAMES)
def test_vector_view_names_final_observations(game: str) -> None:
    many, dice, ended = VectorEnv(game, 16, threads=1), np.random.default_rng(1), 0
    observation, info = many.reset(seed=4)
    assert many.observation_space.contains(observation)
    for _ in range(2000):
        before = observation.copy()
        actions = np.array([dice.choice(np.flatnonzero(row)) for row in info["action_mask"]])
        later, reward, terminated, truncated, info = many.step(actions)
        assert later is not observation and np.array_equal(before, observation)
        observation = later
        if "final_obs" in info:
            ended += terminated.sum()
            assert np.array_equal(info["_final_obs"], terminated | truncated)
            assert all(many.single_observation_space.contains(info["final_obs"][n]) for n in np.flatnonzero(terminated))
    assert ended > 0


@pytest.mark.parametrize("game", GAMES)
def test_agents_pass_checks_of_pettingzoo(game: str) -> None:
    api_test(env(game), num_cycles=500)
    seed_test(functools.partial(env, game), num_cycles=200)
    render_test(functools.partial(env, game))
    parallel_api_test(parallel_env(game), num_cycles=200)


def seeded(game: str, seed: int, **settings: int) -> ParallelEnv:
    """Returns an environment whose next match and random actions come from a seed."""
    made = parallel_env(game, **settings)
    made.reset(seed=seed)
    for agent in made.possible_agents:
        made.action_space(agent).seed(seed)
    return made


def lasts(made: ParallelEnv, cycles: int) -> bool:
    """Returns whether the next match with random actions goes on for so many cycles."""
    made.reset()
    for _ in range(cycles):
        made.step({agent: int(made.action_space(agent).sample()) for agent in made.agents})
        if not made.agents:
            return False
    return True


@pytest.mark.parametrize("game", GAMES)
def test_cycles_are_limited(game: str) -> None:
    seed = next(seed for seed in range(100) if lasts(seeded(game, seed), 6))

    def in_turn(**settings: int) -> Any:
        return parallel_to_aec(seeded(game, seed, **settings))

    max_cycles_test(types.SimpleNamespace(parallel_env=functools.partial(seeded, game, seed), env=in_turn))
    cut = env(game, max_cycles=1)
    cut.reset(seed=seed)
    assert not any(cut.truncations.values())
    cut.step(int(cut.action_space(cut.agent_selection).sample()))
    assert all(cut.truncations.values()) or all(cut.terminations.values())
