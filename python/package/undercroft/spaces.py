"""Spaces of Gymnasium for the actions and observations of a game."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from undercroft._native import encoding


class LegalActions(spaces.Discrete):
    """The numbered actions of a seat. Without a mask of its own a sample is a legal action."""

    def __init__(self, count: int, mask: Callable[[], NDArray[np.bool_]]) -> None:
        super().__init__(count)
        self._legal = mask

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Returns a random action: a legal one, or one that `mask` or `probability` allows."""
        if mask is None and probability is None:
            mask = self._legal().astype(np.int8)
        return super().sample(mask, probability)


def observations(game: str) -> spaces.Space[Any]:
    """Returns the space of the observations of a game, with the range of each number."""
    slices = encoding(game)["observation"]
    low, high = (
        np.concatenate([np.full(one["length"], one[end], np.float32) for one in slices]) for end in ("min", "max")
    )
    return spaces.Box(low, high, dtype=np.float32)
