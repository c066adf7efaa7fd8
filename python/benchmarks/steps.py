"""Steps a second of the vector environment and of a single match, on this machine.

Run it after `pip install ./python`; --help lists the options.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable

import numpy as np
import undercroft
from numpy.typing import NDArray
from undercroft import lab


def legal_actions(mask: NDArray[np.bool_], dice: np.random.Generator) -> NDArray[np.int64]:
    """Returns a random legal action for each row of a mask."""
    rows, width = mask.shape
    marked = np.flatnonzero(mask)
    counts = np.bincount(marked // width, minlength=rows)
    place = counts.cumsum() - counts + (dice.random(rows) * counts).astype(np.int64)
    return np.asarray(marked[place] % width, np.int64)


def vector(game: str, seats: int, opponents: dict[int, str], arguments: argparse.Namespace) -> tuple[float, float]:
    """Returns the steps and the matches a second of a vector environment.

    The choice of actions is not counted.
    """
    env = undercroft.vector(game, arguments.envs, seats, opponents=opponents, threads=arguments.threads)
    dice, spent, steps, matches = np.random.default_rng(1), 0.0, 0, 0
    _, info = env.reset(seed=1)
    while spent < arguments.seconds:
        actions = legal_actions(info["action_mask"], dice)
        begun = time.perf_counter()
        _, _, terminated, _, info = env.step(actions)
        spent += time.perf_counter() - begun
        steps += arguments.envs
        matches += int(terminated.sum())
    return steps / spent, matches / spent


def of_lab(game: str, seats: int, opponents: dict[int, str], arguments: argparse.Namespace) -> float:
    """Returns the matches a second against bots, as a part of those of the lab with the same bots."""
    _, matches = vector(game, seats, opponents, arguments)
    bots, games, spent = ["random", *opponents.values()], 100, 0.0
    while spent < arguments.seconds / 2:
        games *= 2
        begun = time.perf_counter()
        lab.run(game, games, seats=seats, bots=bots, threads=arguments.threads)
        spent = time.perf_counter() - begun
    return matches * spent / games


def match(game: str, seats: int, arguments: argparse.Namespace) -> float:
    """Returns the steps a second of a single match: the legal actions by number, and one of them."""
    dice, steps, begun = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - begun < arguments.seconds:
        one = undercroft.new(game, seats, seed=steps)
        act, legal_numbers = one.act, one.legal_numbers
        while not one.is_over:
            numbers = legal_numbers()
            act(numbers[int(dice.random() * len(numbers))])
            steps += 1
    return steps / (time.perf_counter() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--envs", type=int, default=1024, help="environments of a vector")
    parser.add_argument("--threads", type=int, default=1, help="threads of a vector and of the lab")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds of each measurement")
    parser.add_argument("--runs", type=int, default=3, help="measurements, of which the median counts")
    arguments = parser.parse_args()

    def median(measure: Callable[[], float]) -> float:
        return statistics.median(measure() for _ in range(arguments.runs))

    print(f"steps a second; {arguments.envs} environments, threads: {arguments.threads}")
    print(f"{'game':<18}{'seats':>6}{'vector':>12}{'against bots':>14}{'of the lab':>12}{'match':>12}")
    for entry in undercroft.games():
        game, seats = entry["id"], min(4, entry["seats"][1])
        bots = {seat: "reference" for seat in range(1, seats)}
        figures = [
            f"{median(lambda: vector(game, seats, {}, arguments)[0]):>12,.0f}",
            f"{median(lambda: vector(game, seats, bots, arguments)[0]):>14,.0f}" if bots else f"{'-':>14}",
            f"{median(lambda: of_lab(game, seats, bots, arguments)):>12.2f}" if bots else f"{'-':>12}",
            f"{median(lambda: match(game, seats, arguments)):>12,.0f}",
        ]
        print(f"{game:<18}{seats:>6}" + "".join(figures), flush=True)


if __name__ == "__main__":
    main()
