"""Matches: steps, chance, views, records and advice."""

import copy
import random
from fractions import Fraction

import pytest
import undercroft
from undercroft import Match

GAMES = [game["id"] for game in undercroft.games()]


def play(match: Match, seed: int, most: int = 100_000) -> Match:
    """Plays random actions, and draws what a match with explicit chance asks for."""
    dice = random.Random(seed)
    for _ in range(most):
        if match.question is not None:
            outcomes = match.chance_outcomes()
            match.answer(dice.choice(outcomes)[0])
        elif match.is_over:
            break
        else:
            match.act(dice.choice(match.legal()))
    return match


def midway(game: str) -> Match:
    """Returns a match that goes on after some steps; some end before."""
    matches = (play(undercroft.new(game, seed=seed), seed=5, most=12) for seed in range(20))
    return next(match for match in matches if match.turn is not None)


@pytest.mark.parametrize("game", GAMES)
def test_match_ends_with_outcome_and_verified_record(game: str) -> None:
    match = play(undercroft.new(game, seed=3), seed=1)
    assert match.is_over and match.outcome is not None
    assert match.awaited == [] and match.turn is None
    checked = undercroft.verify(match.record())
    assert checked["outcome"] == match.outcome
    assert (checked["game"], checked["steps"], checked["sealed"]) == (game, match.ply, True)


@pytest.mark.parametrize("game", GAMES)
def test_same_seed_gives_same_match(game: str) -> None:
    first, second = (play(undercroft.new(game, seed=5), seed=2) for _ in range(2))
    assert first.record() == second.record()
    assert first.record() != play(undercroft.new(game, seed=6), seed=2).record()


@pytest.mark.parametrize("game", GAMES)
def test_undo_returns_to_view_before_step(game: str) -> None:
    match = play(undercroft.new(game, seed=1), seed=4, most=10)
    before, action = match.view(match.turn), match.legal()[-1]
    for _ in range(2):
        match.act(action)
        after = match.record()
        match.undo()
        assert match.view(match.turn) == before
    match.act(action)
    assert match.record() == after


def test_clone_goes_on_by_itself() -> None:
    match = undercroft.new("gloombah", seats=3, seed=1)
    for other in [match.clone(), copy.copy(match), copy.deepcopy(match)]:
        play(other, seed=0, most=20)
        assert other.ply == 20 and match.ply == 0


@pytest.mark.parametrize("game", GAMES)
def test_explicit_chance_has_exact_weights(game: str) -> None:
    match, dice, asked = undercroft.new(game, chance="explicit"), random.Random(8), 0
    for _ in range(400):
        if match.question is not None:
            outcomes = match.chance_outcomes()
            asked += 1
            assert sum(weight for _, weight in outcomes) == Fraction(1)
            assert all(weight > 0 for _, weight in outcomes)
            assert len({outcome for outcome, _ in outcomes}) == len(outcomes)
            match.answer(dice.choice(outcomes)[0])
        elif match.is_over:
            break
        else:
            assert match.chance_outcomes() == []
            match.act(dice.choice(match.legal()))
    assert asked > 0
    assert undercroft.load(match.record()).view() == match.view()


def test_forced_outcome_happens() -> None:
    match = undercroft.new("rogue-ascension", seats=1, chance="explicit")
    while match.question is None or "die" not in match.question:
        if match.question is not None:
            match.answer(match.chance_outcomes()[0][0])
        else:
            match.act(match.legal()[0])
    sides = match.question["die"]
    assert match.chance_outcomes() == [(str(n), Fraction(1, sides)) for n in range(1, sides + 1)]
    with pytest.raises(ValueError, match=f"a number from 1 to {sides}"):
        match.answer(str(sides + 1))


@pytest.mark.parametrize("game", GAMES)
def test_imagined_world_looks_the_same_to_its_seat(game: str) -> None:
    match = midway(game)
    seat = match.turn
    assert seat is not None
    views = [match.view(other) for other in range(match.seats)]
    worlds = [match.determinize(seat, seed) for seed in range(8)]
    for world in worlds:
        assert world.view(seat) == views[seat] and world.legal() == match.legal()
        play(world, seed=1)
        assert world.is_over and not match.is_over
        with pytest.raises(ValueError, match="has no record"):
            world.record()


def test_imagined_worlds_differ_in_hidden_cards() -> None:
    match = play(undercroft.new("gloombah", seats=4, seed=2), seed=5, most=30)
    seat = match.turn
    assert seat is not None
    others = [other for other in range(match.seats) if other != seat]
    hands = {str([match.determinize(seat, seed).view(other) for other in others]) for seed in range(8)}
    assert len(hands) > 1
    same = [match.determinize(seat, 3).view(others[0]) for _ in range(2)]
    assert same[0] == same[1]


def test_undo_in_imagined_world_stops_at_its_beginning() -> None:
    match = play(undercroft.new("gloombah", seats=4, seed=2), seed=5, most=30)
    world = match.determinize(match.turn or 0, 1)
    before = world.view()
    play(world, seed=3, most=6)
    for _ in range(6):
        world.undo()
    assert world.view() == before
    with pytest.raises(ValueError, match="no step to take back"):
        world.undo()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["random", "reference", "search:20"])
def test_advice_is_legal_and_repeats(game: str, bot: str) -> None:
    match = undercroft.new(game, seed=9)
    advice = match.advice(bot, seed=4)
    assert advice["action"] in match.legal() and advice == match.advice(bot, seed=4, threads=2)
    match.act(advice["action"])


def test_false_record_is_refused() -> None:
    record = play(undercroft.new("rogue-ascension", seats=1, seed=3), seed=1).record()
    lines = record.splitlines()
    with pytest.raises(ValueError):
        undercroft.verify("\n".join(lines[: len(lines) // 2]))
    with pytest.raises(ValueError):
        undercroft.verify("no record")


def test_mistakes_are_explained() -> None:
    with pytest.raises(ValueError, match="did you mean gloombah"):
        undercroft.new("glombah")
    with pytest.raises(ValueError, match="seats"):
        undercroft.new("gloombah", seats=9)
    with pytest.raises(ValueError, match="explicit"):
        undercroft.new("gloombah", chance="never")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="64 hexadecimal"):
        undercroft.new("gloombah", seed="07")
    match = undercroft.new("gloombah", seats=2, seed=1)
    with pytest.raises(ValueError, match="no seat 2"):
        match.view(2)
    with pytest.raises(ValueError):
        match.act({"type": "nonsense"})
    with pytest.raises(ValueError, match="there is no bot"):
        match.advice("grandmaster")
    with pytest.raises(ValueError, match="no outcome was asked for"):
        match.answer("1")
    assert match.ply == 0


def test_odds_are_exact() -> None:
    odds = undercroft.odds("rogue-ascension")
    assert sum(odds["left"].values()) == Fraction(1)
    assert odds["win"] == 1 - odds["left"].get(0, 0)
