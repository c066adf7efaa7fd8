"""The games as Python games of OpenSpiel, with explicit chance.

Importing this module registers `python_undercroft_<game>` for each game, with `-` as `_` in its id,
and `python_undercroft_liars_dice` to check solvers with.
The parameters are `players` and the options of the game; a list is written with `+` between its
entries.

>>> import pyspiel
>>> import undercroft.openspiel
>>> game = pyspiel.load_game("python_undercroft_gloombah(players=4,round_limit=10)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), game.num_players(), game.max_utility()
(True, 4, 1.0)

Rivals play for a sum of zero: of n players the winner gets 1, each other -1 / (n - 1), and several
winners share. Players who win or lose together get 1 or 0 each.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from undercroft import _native

__all__ = ["Game", "Observer", "State"]

_MOST_OUTCOMES = 256
"""No question has more possible answers."""


class Game(pyspiel.Game):
    """A game with its number of players and its options. Each game is a subclass."""

    described: dict[str, Any]
    """The entry in the list of games."""
    kind: pyspiel.GameType
    """The description for OpenSpiel."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        described = self.described
        given = dict(self.kind.parameter_specification) | (params or {})
        self.players = given.pop("players")
        self.is_rivalry = described["spirit"] == "competitive"
        properties = described["options"]["properties"]
        self.options = {key: _option(properties[key], value) for key, value in given.items()}
        encoding = _native.encoding(described["id"])
        self.actions = encoding["actions"]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=_MOST_OUTCOMES,
            num_players=self.players,
            min_utility=-1.0 / (self.players - 1) if self.is_rivalry else 0.0,
            max_utility=1.0,
            utility_sum=0.0 if self.is_rivalry else None,
            max_game_length=min(self.open().bound, 2**31 - 1),
        )
        super().__init__(self.kind, info, params or {})

    def open(self) -> _native.Match:
        """Opens a match that waits for its chance."""
        return _native.new(self.described["id"], self.players, options=self.options, chance="explicit")

    def new_initial_state(self) -> State:
        """Returns the state of a match that begins."""
        return State(self)

    def make_py_observer(self, kind: pyspiel.IIGObservationType | None = None, params: Any = None) -> Observer:
        """Returns an observer."""
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False), params)


class State(pyspiel.State):
    """A match, and a summary of all that each player has seen and done in it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.match = game.open()
        self.names = game.actions
        self.is_rivalry = game.is_rivalry
        self.chosen: list[int] = []
        """The parts of the action that the player in turn has chosen."""
        self.memories = [""] * self.match.seats
        self._remember()

    def current_player(self) -> int:
        """Returns the player in turn, chance, or the player id of ended matches."""
        if self.match.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        turn = self.match.turn
        return int(pyspiel.PlayerId.CHANCE) if turn is None else turn

    def _legal_actions(self, player: int) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.match.action_mask(player))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the possible outcomes by number, each with its probability."""
        return [(number, float(weight)) for number, (_, weight) in enumerate(self.match.chance_outcomes()) if weight]

    def _apply_action(self, action: int) -> None:
        player, ply = self.match.turn, self.match.ply
        if player is None:
            self.match.answer(self.match.chance_outcomes()[action][0])
        else:
            self.match.act(action, player)
            self.chosen.append(action)
            self.memories[player] = _digest(self.memories[player], str(action))
        if self.match.ply != ply:
            self.chosen.clear()
        if self.match.question is None and not self.chosen:
            self._remember()

    def _remember(self) -> None:
        """Adds the present view of each player to the memory."""
        self.memories = [_digest(memory, self.view(player)) for player, memory in enumerate(self.memories)]

    def view(self, player: int | None) -> str:
        """Returns the information that a player may have now, or a spectator, as JSON."""
        return json.dumps(self.match.view(player), separators=(",", ":"))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.match.chance_outcomes()[action][0]
        return str(self.names[action])

    def is_terminal(self) -> bool:
        """Whether the match has ended."""
        return self.match.is_over

    def returns(self) -> list[float]:
        """Returns the utility of each player; 0 until the match ends."""
        shares = self.match.rewards()
        if not (self.is_rivalry and self.match.is_over):
            return shares
        rivals = len(shares) - 1
        return [((rivals + 1) * share - 1) / rivals for share in shares]

    def __str__(self) -> str:
        return f"{self.match!r} {self.chosen}"


class Observer:
    """Numbers and texts of what a player knows.

    The text of a perfect memory has a digest of all earlier views and own actions before the present
    view. The numbers are those of the present view in any case, and 0 where the match waits for its
    chance.
    """

    def __init__(self, game: Game, kind: pyspiel.IIGObservationType, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observation, but {params} was given")
        self.remembers = kind.perfect_recall
        self.is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        size = _native.encoding(game.described["id"])["observation"]
        pieces = {"player": game.players}
        if self.is_private:
            pieces["observation"] = sum(one["length"] for one in size)
        self.tensor = np.zeros(sum(pieces.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, length in pieces.items():
            self.dict[name] = self.tensor[start : start + length]
            start += length

    def set_from(self, state: State, player: int) -> None:
        """Writes the numbers of a player."""
        self.dict["player"].fill(0)
        self.dict["player"][player] = 1
        if self.is_private:
            waits = state.match.question is not None
            self.dict["observation"][:] = 0 if waits else state.match.observation(player)

    def string_from(self, state: State, player: int) -> str:
        """Returns the text of a player."""
        view = state.view(player if self.is_private else None)
        chosen = state.chosen if player == state.match.turn and self.is_private else []
        memory = f"{state.memories[player]} " if self.remembers else ""
        return f"{memory}player {player} chosen {chosen} {view}"


def _digest(memory: str, more: str) -> str:
    return hashlib.sha256(f"{memory} {more}".encode()).hexdigest()


def _option(described: dict[str, Any], value: Any) -> Any:
    """Returns the value of an option as the game reads it."""
    return [entry for entry in value.split("+") if entry] if described["type"] == "array" else value


def _parameter(described: dict[str, Any]) -> Any:
    """Returns the usual value of an option as a parameter."""
    usual = described["default"]
    return "+".join(usual) if described["type"] == "array" else usual


def _register(described: dict[str, Any]) -> None:
    fewest, most = described["seats"]
    kinds = pyspiel.GameType.Utility
    utility = kinds.ZERO_SUM if described["spirit"] == "competitive" else kinds.IDENTICAL
    options = {key: _parameter(one) for key, one in described["options"]["properties"].items()}
    kind = pyspiel.GameType(
        short_name=f"python_undercroft_{described['id'].replace('-', '_')}",
        long_name=described["title"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": described["usual_seats"]} | options,
    )
    pyspiel.register_game(kind, type(kind.short_name, (Game,), {"described": described, "kind": kind}))


for _described in _native.games(toys=True):
    _register(_described)
