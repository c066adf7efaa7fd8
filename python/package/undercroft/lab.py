"""Many matches of bots on all cores, their figures, and a table with a row for each.

>>> from undercroft import lab
>>> result = lab.run("gloombah", games=200, seed=3)
>>> result.figures["games"], result.figures["stopped"]
(200, False)
>>> parts = [lab.run("gloombah", games=100, seed=3, first=first) for first in (0, 100)]
>>> lab.merge(parts).figures["plies"] == result.figures["plies"]
True
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict

from undercroft import _native

if TYPE_CHECKING:
    import pyarrow
    from typing_extensions import Unpack

__all__ = ["Result", "Setting", "merge", "run"]


class Setting(TypedDict, total=False):
    """The setting of a run. What is left out is usual: its seats, options, and `reference` bots."""

    seats: int
    bots: list[str]
    options: dict[str, Any]
    seed: int
    max_plies: int


@dataclass(frozen=True)
class Result:
    """The result of a run: exact sums, and a row for each match if they were asked for."""

    sums: str
    """The sums as `undercroft lab run --summary` writes them, for `merge`."""
    parquet: bytes | None = None
    """The rows as a Parquet file in memory."""

    @cached_property
    def figures(self) -> dict[str, Any]:
        """The figures, as `undercroft lab run --json` prints them."""
        figures: dict[str, Any] = _native.lab_figures(self.sums)
        return figures

    @property
    def matches(self) -> range:
        """The numbers of the matches of the run."""
        sums = json.loads(self.sums)
        return range(sums["first"], sums["first"] + sums["games"])

    @property
    def missing(self) -> list[tuple[int, int]]:
        """The matches that the sums lack, as ranges: the first of each, and the one after its last."""
        return _native.lab_missing(self.sums)

    def table(self) -> pyarrow.Table:
        """Returns the rows as a table of pyarrow, with game, options, bots and seed as metadata."""
        if self.parquet is None:
            raise ValueError("the run kept no rows: run it with rows=True")
        import pyarrow.parquet

        return pyarrow.parquet.read_table(io.BytesIO(self.parquet))

    def record(self, match: int) -> str:
        """Returns the record of one match of the run, by the number in the column `match`."""
        return _native.lab_record(self.sums, match)


def run(
    game: str,
    games: int = 10_000,
    *,
    first: int = 0,
    threads: int = 0,
    rows: bool = False,
    **setting: Unpack[Setting],
) -> Result:
    """Plays `games` matches from number `first` on, on `threads` threads (0: one for each core).

    The same seed and number give the same match, so ranges of one run can be played anywhere.
    """
    plan = _native.lab_plan(game, games, first=first, **setting)
    return Result(*_native.lab_play(plan, games, first=first, threads=threads, rows=rows))


def merge(parts: Iterable[Result]) -> Result:
    """Adds up parts of one run: the same setting and seed, and no match in common."""
    return Result(_native.lab_merge([part.sums for part in parts]))
