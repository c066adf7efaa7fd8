"""Runs on a Ray cluster: the same result as on one machine, whatever is lost on the way."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster
from undercroft import cluster, lab

SPEC: cluster.Spec = {"game": "gloombah", "seats": 4, "bots": ["random"], "seed": 9}
GAMES = 20_000


@pytest.fixture
def nodes() -> Iterator[Cluster]:
    """Two nodes with a processor each."""
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False)
    yield nodes
    ray.shutdown()
    nodes.shutdown()  # type: ignore[no-untyped-call]


def whole() -> dict[str, Any]:
    return sums_of(lab.run(games=GAMES, **SPEC))


def sums_of(result: lab.Result) -> dict[str, Any]:
    return {key: value for key, value in result.figures.items() if key not in ("seconds", "playouts_per_second")}


def test_a_run_survives_a_node_that_is_killed(nodes: Cluster) -> None:
    lost: list[int] = []

    def lose_a_node(progress: cluster.Progress) -> None:
        if not lost and progress.played < progress.games / 2:
            lost.append(progress.played)
            node = nodes.list_all_nodes()[1]  # type: ignore[no-untyped-call]
            nodes.remove_node(node, allow_graceful=False)

    result = cluster.run(SPEC, GAMES, progress=lose_a_node, task_seconds=0.5)
    assert lost, "the run was over before a node could be lost"
    assert (result.missing, sums_of(result)) == ([], whole())


def test_a_run_goes_on_from_its_checkpoint(nodes: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "run.json"

    def give_up(progress: cluster.Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cluster.run(SPEC, GAMES, checkpoint=file, progress=give_up)
    before = lab.Result(file.read_text())
    assert 0 < sum(end - start for start, end in before.missing) < GAMES
    told: list[cluster.Progress] = []
    result = cluster.run(SPEC, GAMES, checkpoint=file, progress=told.append)
    assert (result.missing, sums_of(result)) == ([], whole())
    assert told[0].played > before.figures["games"]
    assert lab.Result(file.read_text()).figures == result.figures
    with pytest.raises(ValueError, match="seed"):
        cluster.run({**SPEC, "seed": 10}, GAMES, checkpoint=file)
    with pytest.raises(ValueError, match="matches of another run"):
        cluster.run(SPEC, GAMES - 1, checkpoint=file)


def test_a_setting_that_is_wrong_is_refused_before_a_cluster_is_needed() -> None:
    with pytest.raises(ValueError, match="there is no game"):
        cluster.run({"game": "chess"}, 10)
