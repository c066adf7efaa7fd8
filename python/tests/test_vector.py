"""Vector environments: the same trajectories on any number of threads, and legal masks."""

from typing import Any

import numpy as np
import pytest
import undercroft
from numpy.typing import NDArray

GAMES = [(game["id"], *game["seats"]) for game in undercroft.games()]
EVERY_SEATS = [(game, seats) for game, least, most in GAMES for seats in sorted({least, most})]


def legal_actions(mask: NDArray[np.bool_], dice: np.random.Generator) -> NDArray[np.int64]:
    """Returns a random legal action for each row."""
    return np.array([dice.choice(np.flatnonzero(row)) for row in mask])


def trajectory(game: str, seats: int, steps: int = 60, **settings: Any) -> list[NDArray[Any]]:
    """Returns everything that the arrays show over some steps of random actions."""
    env, dice = undercroft.vector(game, 12, seats, **settings), np.random.default_rng(3)
    observation, info = env.reset(seed=5)
    seen: list[NDArray[Any]] = [observation.copy(), info["action_mask"].copy(), info["seat"].copy()]
    for _ in range(steps):
        result = env.step(legal_actions(info["action_mask"], dice))
        info = result[4]
        seen += [array.copy() for array in result[:4]]
        seen += [info["action_mask"].copy(), info["seat"].copy(), info["rewards"].copy()]
    return seen


@pytest.mark.parametrize(("game", "seats"), EVERY_SEATS)
def test_threads_change_nothing(game: str, seats: int) -> None:
    opponents = {seat: "reference" if seat % 2 else "random" for seat in range(1, seats)}
    alone = trajectory(game, seats, opponents=opponents, threads=1)
    for threads in (2, 5):
        shared = trajectory(game, seats, opponents=opponents, threads=threads)
        assert all(np.array_equal(one, other) for one, other in zip(alone, shared, strict=True))


@pytest.mark.parametrize(("game", "seats"), EVERY_SEATS)
def test_every_seat_acts_where_no_opponents_are_given(game: str, seats: int) -> None:
    env, dice, acted = undercroft.vector(game, 8, seats, threads=1), np.random.default_rng(2), set()
    observation, info = env.reset(seed=1)
    assert observation.shape == (8, env.observation_size) and observation.dtype == np.float32
    assert info["action_mask"].shape == (8, env.num_actions)
    ended = 0
    for _ in range(3000):
        acted |= set(info["seat"].tolist())
        assert info["action_mask"].any(axis=1).all() and np.isfinite(observation).all()
        actors = info["seat"].copy()
        observation, reward, terminated, truncated, info = env.step(legal_actions(info["action_mask"], dice))
        assert np.array_equal(reward, info["rewards"][np.arange(8), actors])
        assert not reward[~terminated].any() and not truncated.any()
        ended += terminated.sum()
    assert acted == set(range(seats)) and ended > 0


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game, seats in EVERY_SEATS if seats > 1])
def test_opponents_play_inside(game: str, seats: int) -> None:
    env = undercroft.vector(game, 4, seats, opponents={seat: "easy" for seat in range(seats) if seat != 1})
    dice, (_, info) = np.random.default_rng(2), env.reset(seed=1)
    for _ in range(200):
        assert (info["seat"] == 1).all()
        info = env.step(legal_actions(info["action_mask"], dice))[4]


def test_arrays_are_the_same_objects() -> None:
    env = undercroft.vector("rogue-ascension", 4, 3)
    observation, info = env.reset(seed=1)
    other, *_, later = env.step(info["action_mask"].argmax(axis=1))
    assert other is observation and later is info


def test_match_is_cut_off_after_so_many_steps() -> None:
    env = undercroft.vector("rogue-ascension", 3, 1, max_steps=5, threads=1)
    _, info = env.reset(seed=1)
    cuts = []
    for _ in range(10):
        _, _, terminated, truncated, info = env.step(info["action_mask"].argmax(axis=1))
        cuts.append((terminated | truncated).tolist())
    assert any(cuts[4]) and not any(map(any, cuts[:4]))


def test_reset_without_seed_begins_other_matches() -> None:
    env = undercroft.vector("rogue-ascension", 4, 3, seed=1)
    first = env.reset()[0].copy()
    assert not np.array_equal(first, env.reset()[0])
    assert np.array_equal(first, env.reset(seed=1)[0])


def test_mistakes_are_explained_and_change_nothing() -> None:
    env = undercroft.vector("rogue-ascension", 4, 3, threads=2)
    with pytest.raises(ValueError, match="reset"):
        env.step(np.zeros(4, np.int64))
    observation, info = env.reset(seed=1)
    before = observation.copy()
    illegal = info["action_mask"].argmax(axis=1)
    illegal[3] = info["action_mask"][3].argmin()
    with pytest.raises(ValueError, match="environment 3"):
        env.step(illegal)
    with pytest.raises(ValueError, match="3 actions for 4"):
        env.step(illegal[:3])
    assert np.array_equal(before, observation)
    with pytest.raises(ValueError, match="none is left"):
        undercroft.vector("rogue-ascension", 4, 2, opponents={0: "easy", 1: "easy"})
    with pytest.raises(ValueError, match="no seat 2"):
        undercroft.vector("rogue-ascension", 4, 2, opponents={2: "easy"})
    with pytest.raises(ValueError, match="no bot"):
        undercroft.vector("rogue-ascension", 4, 2, opponents={1: "grandmaster"})
    with pytest.raises(ValueError, match="at least 1"):
        undercroft.vector("rogue-ascension", 0)


def test_numbers_are_those_of_match() -> None:
    for game, _, most in GAMES:
        match, dice = undercroft.new(game, most, seed=4), np.random.default_rng(1)
        described = undercroft.encoding(game)
        size = sum(one["length"] for one in described["observation"])
        for _ in range(200):
            if match.is_over:
                break
            mask, before = match.action_mask(), match.ply
            assert mask.shape == (len(described["actions"]),) and match.observation().shape == (size,)
            assert sorted(match.legal_numbers()) == np.flatnonzero(mask).tolist()
            illegal = int(mask.argmin())
            if not mask[illegal]:
                with pytest.raises(ValueError, match="not legal"):
                    match.act(illegal)
                assert match.ply == before
            match.act(int(dice.choice(np.flatnonzero(mask))))


@pytest.mark.parametrize(("game", "seats"), EVERY_SEATS)
def test_progress_adds_up_to_its_change(game: str, seats: int) -> None:
    opponents = {seat: "random" for seat in range(1, seats)}
    env = undercroft.vector(game, 4, seats, opponents=opponents, progress=True)
    dice, total, ended = np.random.default_rng(2), 0.0, 0
    _, info = env.reset(seed=1)
    assert "progress" not in undercroft.vector(game, 4, seats).reset()[1]
    sums = np.zeros(4)
    for _ in range(500):
        _, _, terminated, _, info = env.step(legal_actions(info["action_mask"], dice))
        sums += info["progress"]
        assert (np.abs(sums) <= 1.0001).all()
        ended += terminated.sum()
        total += np.abs(info["progress"]).sum()
        sums[terminated] = 0
    assert ended > 0 and total > 0
