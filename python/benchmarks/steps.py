"""Steps a second of the vector environment and of a single match, on this machine.

Run it after `pip install ./python`; --help lists the options.
"""

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np
import undercroft
from numpy.typing import NDArray


def legal_actions(mask: NDArray[np.bool_], dice: np.random.Generator) -> NDArray[np.int64]:
    """Returns a random legal action for each row of a mask."""
    counts = mask.cumsum(axis=1)
    wanted = dice.integers(counts[:, -1]) + 1
    return np.asarray((counts >= wanted[:, None]).argmax(axis=1), np.int64)


def vector(game: str, seats: int, opponents: dict[int, str], arguments: argparse.Namespace) -> float:
    """Returns the steps a second of a vector environment; the choice of actions is not counted."""
    env = undercroft.vector(game, arguments.envs, seats, opponents=opponents, threads=arguments.threads)
    dice, spent, steps = np.random.default_rng(1), 0.0, 0
    _, info = env.reset(seed=1)
    while spent < arguments.seconds:
        actions = legal_actions(info["action_mask"], dice)
        begun = time.perf_counter()
        _, _, _, _, info = env.step(actions)
        spent += time.perf_counter() - begun
        steps += arguments.envs
    return steps / spent


def match(game: str, seats: int, arguments: argparse.Namespace) -> float:
    """Returns the steps a second of a single match: the legal actions by number, and one of them."""
    dice, steps, begun = np.random.default_rng(1), 0, time.perf_counter()
    while time.perf_counter() - begun < arguments.seconds:
        one = undercroft.new(game, seats, seed=steps)
        while not one.is_over:
            one.act(int(dice.choice(np.flatnonzero(one.action_mask()))))
            steps += 1
    return steps / (time.perf_counter() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--envs", type=int, default=1024, help="environments of a vector")
    parser.add_argument("--threads", type=int, default=1, help="threads of a vector")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds of each measurement")
    parser.add_argument("--runs", type=int, default=3, help="measurements, of which the median counts")
    arguments = parser.parse_args()

    def median(measure: Callable[[], float]) -> float:
        return statistics.median(measure() for _ in range(arguments.runs))

    print(f"steps a second; {arguments.envs} environments, threads: {arguments.threads}")
    print(f"{'game':<18}{'seats':>6}{'vector':>14}{'against bots':>14}{'match':>14}")
    for entry in undercroft.games():
        game, seats = entry["id"], min(4, entry["seats"][1])
        bots = {seat: "reference" for seat in range(1, seats)}
        figures = [
            median(lambda: vector(game, seats, {}, arguments)),
            median(lambda: vector(game, seats, bots, arguments)),
            median(lambda: match(game, seats, arguments)),
        ]
        print(f"{game:<18}{seats:>6}" + "".join(f"{figure:>14,.0f}" for figure in figures))


if __name__ == "__main__":
    main()
