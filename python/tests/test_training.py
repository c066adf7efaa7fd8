"""Trained policies: at the table of a hall, and in the trainer where PyTorch is installed."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import undercroft

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "python" / "examples"
PROGRAM = Path(os.environ.get("UNDERCROFT_PROGRAM", ROOT / "target" / "debug" / "undercroft"))


def example(name: str) -> ModuleType:
    """Returns an example as a module."""
    described = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert described is not None and described.loader is not None
    module = importlib.util.module_from_spec(described)
    sys.modules[name] = module
    described.loader.exec_module(module)
    return module


bot = example("bot")


def untrained(path: Path, game: str, seats: int, shared: bool, **options: Any) -> Path:
    """Writes the policy of a network that has learned nothing."""
    described, dice = undercroft.encoding(game), np.random.default_rng(1)
    size, actions = sum(one["length"] for one in described["observation"]), len(described["actions"])
    about = {"game": game, "encoding": described["version"], "shared": shared, "seats": seats, "options": options}
    arrays = {"mean": np.zeros(size), "spread": np.ones(size), "about": np.array(json.dumps(about))}
    for place, (wide, high) in enumerate([(size, 16), (16, actions)]):
        arrays |= {f"weight_{place}": dice.normal(size=(high, wide)), f"bias_{place}": dice.normal(size=high)}
    np.savez(path, **arrays)  # type: ignore[arg-type]
    return path


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Opens a hall of its own. Returns its address."""
    if not PROGRAM.exists():
        pytest.skip(f"there is no {PROGRAM}: build it with cargo build")
    data = str(tmp_path_factory.mktemp("hall"))
    command = [str(PROGRAM), "serve", "--listen", "127.0.0.1:0", "--pace", "0", "--data", data]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
        process.terminate()


@pytest.mark.parametrize(
    ("game", "seats", "shared", "options"),
    [
        ("rogue-ascension", 2, True, {"ascension": 1}),
        ("accursed-tomb", 2, False, {"max_rounds": 30}),
        ("dungeon-rummy", 1, True, {"level": "easy"}),
    ],
)
def test_policy_plays_at_a_table_that_it_opens(
    hall: str, tmp_path: Path, game: str, seats: int, shared: bool, options: dict[str, Any]
) -> None:
    policy = untrained(tmp_path / "policy.npz", game, seats, shared, **options)
    command = [sys.executable, str(EXAMPLES / "bot.py"), str(policy), "--hall", hall]
    played = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert played.returncode == 0, played.stderr
    first, last = played.stdout.splitlines()
    assert len(json.loads(last)["placings"]) == seats
    # Each step of the policy is the one that it chooses in the same match here.
    record = bot.Hall(hall, None, "Watcher").request("GET", f"/tables/{first.split()[-1]}/record")
    text = bot.urllib.request.urlopen(record).read().decode()
    assert undercroft.verify(text)["sealed"]
    chooser, match = bot.Policy(policy), undercroft.load(text)
    own = range(seats) if shared else [0]
    steps = [json.loads(line) for line in text.splitlines()]
    for step in reversed([step for step in steps if "action" in step]):
        match.undo()
        if step["seat"] in own:
            world = match.clone()
            while world.ply == match.ply:
                seat = step["seat"]
                world.act(chooser.choose(world.observation(seat), world.action_mask(seat)), seat)
            assert json.loads(world.record().splitlines()[match.ply + 1])["action"] == step["action"]


def test_policy_sits_down_at_a_table_of_a_person(hall: str, tmp_path: Path) -> None:
    policy = untrained(tmp_path / "policy.npz", "accursed-tomb", 2, False)
    host = bot.Hall(hall, None, "Ada")
    wanted = {"game": "accursed-tomb", "seats": 2, "options": {"max_rounds": 20}, "take": 0}
    table = host.call("POST", "/tables", wanted)["id"]
    command = [sys.executable, str(EXAMPLES / "bot.py"), str(policy), "--hall", hall, "--table", table]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"seats [1] of table {table}\n"
        host.call("POST", f"/tables/{table}/start", {})
        outcome = bot.play(host, table, [0], bot.Policy(policy))
        assert json.loads(process.stdout.readline()) == outcome
    assert process.returncode == 0


def test_policy_plays_in_the_lab_as_here(tmp_path: Path) -> None:
    if not PROGRAM.exists():
        pytest.skip(f"there is no {PROGRAM}: build it with cargo build")
    policy = untrained(tmp_path / "policy.npz", "accursed-tomb", 2, True)
    own = f"{sys.executable} {EXAMPLES / 'bot.py'} {policy} --lab"
    command = [str(PROGRAM), "lab", "run", "accursed-tomb", "--seats", "2", "--games", "1", "--seed", "5", "--json"]
    shown = subprocess.run([*command, "--bot", own], capture_output=True, text=True, timeout=120, check=True)
    figures = json.loads(shown.stdout)
    # The first match of a vector environment has the same dice, and each choice is an action.
    env, chooser, steps = undercroft.vector("accursed-tomb", 1, 2, seed=5), bot.Policy(policy), 0
    seen, info = env.reset()
    while True:
        seen, _, ended, _, info = env.step(np.array([chooser.choose(seen[0], info["action_mask"][0])]))
        steps += 1
        if ended[0]:
            break
    assert (figures["bots"], figures["plies"]["mean"]) == ([own, own], steps)
    # A match that nobody wins is shared in the environment.
    assert [seat["rate"] for seat in figures["wins_by_seat"]] == [share == 1.0 for share in info["rewards"][0]]


def test_policy_never_chooses_what_is_masked(tmp_path: Path) -> None:
    policy, dice = bot.Policy(untrained(tmp_path / "policy.npz", "gloombah", 4, False)), np.random.default_rng(2)
    match = undercroft.new("gloombah", 4, seed=1)
    for _ in range(200):
        if match.is_over:
            break
        mask = match.action_mask()
        number = policy.choose(match.observation() + dice.normal(size=len(policy.mean)).astype(np.float32), mask)
        assert mask[number]
        match.act(number)


def test_trainer_repeats_itself_and_saves_what_it_plays(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    command = [sys.executable, str(EXAMPLES / "train.py"), "--game", "accursed-tomb", "--seats", "2"]
    command += ["--updates", "2", "--envs", "16", "--steps", "16", "--width", "16", "--matches", "64"]
    for name in ("first", "second"):
        files = ["--save", f"{tmp_path}/{name}.npz", "--curve", f"{tmp_path}/{name}.csv"]
        subprocess.run([*command, *files], check=True, capture_output=True, timeout=120)
    with np.load(tmp_path / "first.npz") as first, np.load(tmp_path / "second.npz") as second:
        assert all(np.array_equal(first[name], second[name]) for name in first)
    rows = [line.split(",") for line in (tmp_path / "first.csv").read_text().splitlines()]
    assert [row[0] for row in rows] == ["update", "0", "2"]
    # The file plays the matches of the last comparison as the trainer did.
    policy = bot.Policy(tmp_path / "first.npz")
    env = undercroft.vector("accursed-tomb", 64, 2, opponents={1: "reference"})
    seen, info = env.reset(seed=1_000_001)
    shares = np.full(64, np.nan)
    while np.isnan(shares).any():
        actions = [policy.choose(*row) for row in zip(seen, info["action_mask"], strict=True)]
        seen, reward, ended, _, info = env.step(np.array(actions))
        shares[ended & np.isnan(shares)] = reward[ended & np.isnan(shares)]
    assert float(rows[-1][rows[0].index("share")]) == pytest.approx(100 * shares.mean(), abs=0.01)
