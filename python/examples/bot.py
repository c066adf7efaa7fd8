"""Plays a policy of `train.py` at the tables of a hall, or in the lab. It needs NumPy only.

    python bot.py climber.npz --hall http://127.0.0.1:7777 --table ID
    undercroft lab run rogue-ascension --bot "python bot.py climber.npz --lab"

It sits down on a free seat of the table, or on `--seat`, and plays until the match is over. Without
`--table` it opens a table with the settings that it was trained on, and begins. `--token` is that
of its guest session or account; without it, the hall makes a guest of the name `--name`.
"""

from __future__ import annotations

import argparse
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Policy:
    """A trained network: an observation and a mask of the legal choices give a choice."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as arrays:
            self.about: dict[str, Any] = json.loads(str(arrays["about"]))
            self.mean, self.spread = arrays["mean"], arrays["spread"]
            count = sum(name.startswith("weight_") for name in arrays)
            self.layers = [(arrays[f"weight_{place}"], arrays[f"bias_{place}"]) for place in range(count)]

    def choose(self, observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> int:
        """Returns the number of the best legal choice."""
        values = np.clip((observation - self.mean) / self.spread, -5.0, 5.0)
        for place, (weight, bias) in enumerate(self.layers):
            values = weight @ (values if place == 0 else np.maximum(values, 0.0)) + bias
        return int(np.where(mask, values, -np.inf).argmax())


class Refused(Exception):
    """The hall has refused a call: its status, its code and its message."""

    def __init__(self, status: int, error: dict[str, str]) -> None:
        super().__init__(error["message"])
        self.status, self.code = status, error["code"]


class Hall:
    """The calls of a hall, for one person."""

    def __init__(self, address: str, token: str | None, name: str) -> None:
        self.api, self.token = f"{address.rstrip('/')}/api/v1", token
        if token is None:
            self.token = self.call("POST", "/guests", {"name": name})["token"]

    def request(self, method: str, path: str, body: object = None) -> urllib.request.Request:
        """Returns the request for a call."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.Request(self.api + path, data, headers, method=method)

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Makes a call. Returns its answer."""
        try:
            with urllib.request.urlopen(self.request(method, path, body), timeout=60) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(error.code, json.loads(error.read())["error"]) from None

    def changes(self, table: str) -> Iterator[None]:
        """Yields now, and after each change of the table. A connection that is lost is opened again."""
        while True:
            try:
                # The hall sends at least a comment every 15 seconds.
                events = self.request("GET", f"/tables/{table}/events?state=1")
                with urllib.request.urlopen(events, timeout=40) as lines:
                    yield from (None for line in lines if line.startswith(b"data:"))
            except (OSError, HTTPException) as lost:
                if isinstance(lost, urllib.error.HTTPError) and lost.code < 500:
                    raise
                print(f"the connection is lost: {lost}", file=sys.stderr)


def chosen_path(hall: Hall, table: str, seat: int, policy: Policy, observed: dict[str, Any]) -> list[int]:
    """Returns the choices of a legal action, as the policy makes them one after the other."""
    paths, path = observed["actions"], list[int]()
    while path not in paths:
        mask = np.zeros(observed["choices"], np.bool_)
        mask[[one[len(path)] for one in paths if one[: len(path)] == path]] = True
        path.append(policy.choose(np.asarray(observed["numbers"], np.float32), mask))
        if path not in paths:
            observed = hall.call("GET", f"/tables/{table}/observation?seat={seat}&chosen={path[0]}")
    return path


def act(hall: Hall, table: dict[str, Any], seat: int, policy: Policy) -> None:
    """Acts for a seat, unless the table has moved on meanwhile."""
    observed = hall.call("GET", f"/tables/{table['id']}/observation?seat={seat}")
    if observed["encoding"] != policy.about["encoding"]:
        sys.exit(f"the hall has version {observed['encoding']} of the encoding; train the policy again")
    if observed["step"] != table["step"]:
        return
    try:
        number = observed["actions"].index(chosen_path(hall, table["id"], seat, policy, observed))
        action = table["state"]["legal"][str(seat)][number]["action"]
        body = {"seat": seat, "step": table["step"], "epoch": table["epochs"][str(seat)], "action": action}
        hall.call("POST", f"/tables/{table['id']}/act", body)
    except Refused as refused:
        # Another seat was quicker: the caller looks at the table again.
        if refused.code not in ("stale", "not_awaited"):
            raise


def play(hall: Hall, address: str, seats: Sequence[int], policy: Policy) -> dict[str, Any]:
    """Plays seats of a table to the end of the match. Returns its outcome."""
    for _ in hall.changes(address):
        table = hall.call("GET", f"/tables/{address}")
        while state := table["state"]:
            if "over" in state["status"]:
                outcome: dict[str, Any] = state["status"]["over"]
                return outcome
            mine = [seat for seat in seats if state["legal"].get(str(seat))]
            if not mine:
                break
            act(hall, table, mine[0], policy)
            table = hall.call("GET", f"/tables/{address}")
    raise AssertionError("a table changes until its match is over")


def sit_down(hall: Hall, table: str, seat: int | None) -> int:
    """Takes a free seat of a table. Returns its number."""
    seats = hall.call("GET", f"/tables/{table}")["seats"]
    free = [number for number, one in enumerate(seats) if not one.get("player") and not one.get("bot")]
    if seat is None:
        if not free:
            sys.exit("there is no free seat")
        seat = free[0]
    hall.call("PUT", f"/tables/{table}/seats/{seat}", {})
    return seat


def play_in_lab(policy: Policy) -> None:
    """Answers the questions of the lab, a line each, until there are no more."""
    mask, answer = np.zeros(0, np.bool_), dict[str, str | int]()
    for line in sys.stdin:
        question = json.loads(line)
        if question["cmd"] == "begin":
            if question["encoding"] != policy.about["encoding"]:
                sys.exit(f"the lab has version {question['encoding']} of the encoding; train the policy again")
            mask, answer = np.zeros(question["choices"], np.bool_), {"wants": "numbers"}
        else:
            mask[:] = False
            mask[question["legal"]] = True
            answer = {"choice": policy.choose(np.asarray(question["observation"], np.float32), mask)}
        print(json.dumps({"id": question["id"], "ok": answer}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("policy", type=Path)
    parser.add_argument("--lab", action="store_true", help="answer the questions of `undercroft lab run --bot`")
    parser.add_argument("--hall", default="http://127.0.0.1:7777")
    parser.add_argument("--token")
    parser.add_argument("--name", default="Learner")
    parser.add_argument("--table")
    parser.add_argument("--seat", type=int)
    parser.add_argument("--opponents", default="reference", help="the bot of the other seats of a table that it opens")
    settings = parser.parse_args()
    policy = Policy(settings.policy)
    if settings.lab:
        return play_in_lab(policy)
    hall = Hall(settings.hall, settings.token, settings.name)
    if settings.table:
        table, seats = settings.table, [sit_down(hall, settings.table, settings.seat)]
    else:
        about = policy.about
        others = {} if about["shared"] else {str(seat): settings.opponents for seat in range(1, about["seats"])}
        seats = [seat for seat in range(about["seats"]) if str(seat) not in others]
        wanted = {name: about[name] for name in ("game", "seats", "options")} | {"bots": others, "take": 0}
        table = hall.call("POST", "/tables", wanted)["id"]
        for seat in seats[1:]:
            hall.call("PUT", f"/tables/{table}/seats/{seat}", {})
        hall.call("POST", f"/tables/{table}/start", {})
    print(f"seats {seats} of table {table}", flush=True)
    print(json.dumps(play(hall, table, seats, policy)))


if __name__ == "__main__":
    main()
