"""The lab: the same figures as the command, parts that add up, and rows without a file."""

import json
from typing import Any

import pytest
import undercroft
from undercroft import lab


def without_time(figures: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in figures.items() if key not in ("seconds", "playouts_per_second")}


@pytest.mark.parametrize("cut", [1, 137, 299])
def test_parts_add_up_to_the_whole(cut: int) -> None:
    setting: lab.Setting = {"seats": 3, "bots": ["random"], "seed": 11, "options": {}}
    whole = lab.run("gloombah", 300, **setting)
    late = lab.run("gloombah", 300 - cut, first=cut, threads=1, **setting)
    early = lab.run("gloombah", cut, threads=2, **setting)
    assert without_time(lab.merge([late, early]).figures) == without_time(whole.figures)


def test_rows_are_those_of_the_matches() -> None:
    result = lab.run("dungeon-rummy", 40, seats=2, seed=5, rows=True)
    table = result.table()
    assert table.column("match").to_pylist() == list(range(40))
    plies = table.column("plies").to_pylist()
    assert sum(plies) / 40 == pytest.approx(result.figures["plies"]["mean"])
    metadata = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    assert (metadata["undercroft.seats"], json.loads(metadata["undercroft.bots"])) == ("2", ["reference"] * 2)
    for match in (0, 39):
        assert undercroft.verify(result.record(match))["steps"] == plies[match]


def test_rows_have_to_be_asked_for() -> None:
    with pytest.raises(ValueError, match="rows=True"):
        lab.run("gloombah", 1).table()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"game": "chess"}, "there is no game"),
        ({"game": "gloombah", "bots": ["nobody"]}, "nobody"),
        ({"game": "gloombah", "bots": ["easy", "hard"], "seats": 3}, "one bot for all seats"),
        ({"game": "gloombah", "options": {"sugar": 1}}, "sugar"),
        ({"game": "gloombah", "first": 10**15}, "numbered up to"),
    ],
)
def test_what_is_wrong_is_said(arguments: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        lab.run(**arguments)


def test_parts_of_other_runs_are_refused() -> None:
    part = lab.run("gloombah", 5, seed=1)
    with pytest.raises(ValueError, match="seed"):
        lab.merge([part, lab.run("gloombah", 5, seed=2, first=5)])
    with pytest.raises(ValueError, match="has matches"):
        lab.merge([part, part])
    with pytest.raises(ValueError, match="no parts"):
        lab.merge([])
