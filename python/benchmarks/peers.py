"""Steps a second of random play, next to the card games of other libraries that are installed.

Run it after `pip install ./python`, and `pip install open_spiel "pettingzoo[classic]" rlcard pgx` or
some of them. Each figure has legal actions and, but for OpenSpiel without tensors, observations.
"""

import argparse
import importlib
import random
import statistics
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

import numpy as np
import undercroft
from steps import legal_actions

Steps = Iterator[int]
"""Each item is a number of steps that were taken since the item before."""


def own_vector(game: str, seats: int) -> Steps:
    env = undercroft.vector(game, 1024, seats, threads=1)
    dice = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    while True:
        _, _, _, _, info = env.step(legal_actions(info["action_mask"], dice))
        yield 1024


def own_match(game: str, seats: int) -> Steps:
    for seed in range(10**9):
        match = undercroft.new(game, seats, seed=seed)
        while not match.is_over:
            match.act(random.choice(match.legal_numbers()))
            yield 1


def open_spiel(name: str, tensors: bool) -> Steps:
    import pyspiel

    game = pyspiel.load_game(name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            if tensors:
                state.observation_tensor()
            state.apply_action(random.choice(state.legal_actions()))
            yield 1


def pettingzoo(name: str) -> Steps:
    env = importlib.import_module(f"pettingzoo.classic.{name}").env()
    while True:
        env.reset()
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            over = ended or cut
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
            if not over:
                yield 1


def rlcard(name: str) -> Steps:
    import rlcard

    env = rlcard.make(name)
    while True:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            yield 1


def pgx(name: str) -> Steps:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    count = 1024

    # A match that has ended begins again in the same step, as in the vector environment.
    restarting = auto_reset(env.step, env.init)

    def act(state: Any, key: Any) -> Any:
        choice, chance = jax.random.split(key)
        noise = jax.random.uniform(choice, state.legal_action_mask.shape)
        return restarting(state, (noise * state.legal_action_mask).argmax(), chance)

    step = jax.jit(jax.vmap(act))
    start = jax.jit(jax.vmap(env.init))
    key = jax.random.PRNGKey(1)
    state = start(jax.random.split(key, count))
    while True:
        key, now = jax.random.split(key)
        state = step(state, jax.random.split(now, count))
        jax.block_until_ready(state)
        yield count


ROWS: list[tuple[str, str, Callable[[], Steps]]] = [
    ("undercroft", "rogue-ascension, 4 seats, vector", lambda: own_vector("rogue-ascension", 4)),
    ("undercroft", "gloombah, 4 seats, vector", lambda: own_vector("gloombah", 4)),
    ("undercroft", "dungeon-rummy, 4 seats, vector", lambda: own_vector("dungeon-rummy", 4)),
    ("undercroft", "gloombah, 4 seats, match", lambda: own_match("gloombah", 4)),
    ("undercroft", "dungeon-rummy, 4 seats, match", lambda: own_match("dungeon-rummy", 4)),
    ("open_spiel", "hearts", lambda: open_spiel("hearts", False)),
    ("open_spiel", "gin_rummy, tensors", lambda: open_spiel("gin_rummy", True)),
    ("open_spiel", "leduc_poker, tensors", lambda: open_spiel("leduc_poker", True)),
    ("pettingzoo", "texas_holdem_v4", lambda: pettingzoo("texas_holdem_v4")),
    ("pettingzoo", "leduc_holdem_v4", lambda: pettingzoo("leduc_holdem_v4")),
    ("rlcard", "gin-rummy", lambda: rlcard("gin-rummy")),
    ("rlcard", "leduc-holdem", lambda: rlcard("leduc-holdem")),
    ("pgx", "leduc_holdem, 1024 at once", lambda: pgx("leduc_holdem")),
]


def rate(steps: Steps, seconds: float) -> float:
    """Returns the steps a second, after a second to warm up."""
    for limit in (1.0, seconds):
        count, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < limit:
            count += next(steps)
        spent = time.perf_counter() - begun
    return count / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="seconds of each measurement")
    parser.add_argument("--runs", type=int, default=3, help="measurements, of which the median counts")
    arguments = parser.parse_args()
    for library, name, begin in ROWS:
        try:
            told = f"{library} {version(library)}"
            figure = statistics.median(rate(begin(), arguments.seconds) for _ in range(arguments.runs))
        except ImportError as missing:
            print(f"{library:<20}{name:<34}{'not installed':>14}  ({missing})")
            continue
        print(f"{told:<20}{name:<34}{figure:>14,.0f}", flush=True)


if __name__ == "__main__":
    main()
