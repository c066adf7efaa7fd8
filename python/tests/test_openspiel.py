"""The games of OpenSpiel: its own tests by random play, and what a player knows."""

import numpy as np
import pyspiel
import pytest
import undercroft.openspiel  # noqa: F401
from open_spiel.python.algorithms import sequence_form_lp

SMALL = {
    "rogue_ascension": "players=2,ascension=3",
    "accursed_tomb": "players=2,max_rounds=5",
    "gloombah": "players=3,round_limit=10",
    "dungeon_rummy": "players=2,heroes=lily+bob",
    "crimsonbranch": "players=1,max_visits=4,hero=Ann",
}


def load(game: str, parameters: str = "") -> pyspiel.Game:
    return pyspiel.load_game(f"python_undercroft_{game}({parameters})")


@pytest.mark.parametrize(("game", "parameters"), SMALL.items())
def test_random_play_of_openspiel_passes(game: str, parameters: str) -> None:
    pyspiel.random_sim_test(load(game, parameters), num_sims=1, serialize=False, verbose=False)


def test_liars_dice_has_the_value_that_openspiels_own_has() -> None:
    ours = load("liars_dice", "players=2,dice=1,die=d4,wild=True")
    theirs = pyspiel.load_game("liars_dice(numdice=1,dice_sides=4)")
    values = [sequence_form_lp.solve_zero_sum_game(game)[0] for game in (ours, theirs)]
    assert values[0] == pytest.approx(values[1], abs=1e-6)


def test_a_state_is_the_history_of_its_choices() -> None:
    game = load("gloombah", SMALL["gloombah"])
    dice = np.random.default_rng(3)
    state = game.new_initial_state()
    for _ in range(120):
        legal = [number for number, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(dice.choice(legal)))
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    for player in range(3):
        assert again.information_state_string(player) == state.information_state_string(player)
        assert again.information_state_tensor(player) == state.information_state_tensor(player)


def test_a_hidden_card_changes_only_its_owners_information() -> None:
    game = load("gloombah", "players=2")
    states = [game.new_initial_state() for _ in range(2)]
    # The first cards go into the first hand.
    states[0].apply_action(0)
    states[1].apply_action(1)
    while states[0].is_chance_node():
        shared = min({number for number, _ in states[0].chance_outcomes()} & {n for n, _ in states[1].chance_outcomes()})
        for state in states:
            state.apply_action(shared)
    assert states[0].information_state_string(0) != states[1].information_state_string(0)
