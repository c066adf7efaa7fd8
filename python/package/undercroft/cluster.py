"""Runs of the lab on a Ray cluster: ranges of matches as tasks, added up as they come.

The result is that of `undercroft.lab.run` with the same setting, whatever the number of machines:
a task that is lost with its machine is played again, and each match counts once.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, TypedDict

import ray

from undercroft import _native, lab

__all__ = ["Progress", "Spec", "run"]

_FEW = 64
"""The matches of the first tasks, whose time tells how many a later task gets."""
_RETRIES = 5
"""How often Ray plays a range again whose machine or process was lost."""
_LATE = 2.0
"""A task that takes so many times the usual is sent a second time once a processor is free."""
_CHECKPOINT_SECONDS = 10.0


class _Game(TypedDict):
    game: str


class Spec(_Game, lab.Setting):
    """The game and the setting of a run."""


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    played: int
    """The matches so far, with those of a checkpoint."""
    games: int
    """The matches of the whole run."""
    seconds: float
    """The time since the run began or went on."""
    rate: float
    """The matches a second in this time."""


@dataclass
class _Task:
    """A range of matches that a process plays."""

    first: int
    end: int
    sent: float = field(default_factory=time.monotonic)


def run(
    spec: Spec,
    games: int,
    *,
    first: int = 0,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[Progress], None] | None = None,
    task_seconds: float = 10.0,
) -> lab.Result:
    """Plays `games` matches from number `first` on, on all processors of the cluster.

    It uses the cluster that this program is connected to (`ray.init`), or starts one on this
    machine. The `checkpoint` is a file that `undercroft lab merge` reads: it is written every ten
    seconds and when the run ends or is interrupted, and a run goes on from it. `progress` is called
    after each task; without it, a line on the terminal tells. A task takes about `task_seconds`.

    Raises `ValueError` for a setting that is not possible, and for a checkpoint of another run.
    """
    result = lab.Result(_native.lab_plan(games=games, first=first, **spec))
    file = None if checkpoint is None else Path(checkpoint)
    work = _Work(result, task_seconds) if file is None else _Work(_resumed(result, file), task_seconds)
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    tell = _on_terminal if progress is None else progress
    written = time.monotonic()
    try:
        while work.left:
            work.send()
            if work.receive():
                tell(work.progress())
            if file is not None and time.monotonic() - written >= _CHECKPOINT_SECONDS:
                _write(file, work.result)
                written = time.monotonic()
    finally:
        work.cancel(list(work.running))
        if file is not None:
            _write(file, work.result)
    return work.result


def _resumed(plan: lab.Result, file: Path) -> lab.Result:
    """Returns the result so far in a checkpoint, or the plan if there is none."""
    if not file.exists():
        return plan
    result = lab.merge([plan, lab.Result(file.read_text(encoding="utf-8"))])
    if result.matches != plan.matches:
        raise ValueError(f"{file} has matches of another run: together they are {result.matches}")
    return result


def _write(file: Path, result: lab.Result) -> None:
    """Writes a checkpoint. Whatever happens, the file is whole."""
    part = file.with_name(f"{file.name}.part")
    with part.open("w", encoding="utf-8") as out:
        out.write(result.sums)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)


class _Work:
    """A run under way: its result so far, the matches that wait, and the tasks that run."""

    def __init__(self, result: lab.Result, task_seconds: float) -> None:
        self.result = result
        self.task_seconds = task_seconds
        self.plan = result.sums
        self.waiting = result.missing[::-1]
        self.left = self.before = sum(end - start for start, end in self.waiting)
        self.running: dict[Any, _Task] = {}
        self.size = _FEW
        self.times: deque[float] = deque(maxlen=32)
        self.begun = time.monotonic()
        self.play = ray.remote(num_cpus=1, max_retries=_RETRIES)(_play)

    def send(self) -> None:
        """Sends tasks until each processor has one."""
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        processors = max(1, int(resources.get("CPU", 0)))
        while len(self.running) < processors:
            if self.waiting:
                start, end = self.waiting.pop()
                cut = min(end, start + self.size)
                if cut < end:
                    self.waiting.append((cut, end))
            elif (late := self._late()) is not None:
                start, cut = late.first, late.end
            else:
                return
            self.running[self.play.remote(self.plan, start, cut - start)] = _Task(start, cut)

    def _late(self) -> _Task | None:
        """Returns a task that takes too long and was sent once."""
        if not self.times:
            return None
        limit = time.monotonic() - _LATE * max(median(self.times), self.task_seconds)
        sent = Counter(task.first for task in self.running.values())
        late = (task for task in self.running.values() if task.sent < limit and sent[task.first] == 1)
        return next(late, None)

    def receive(self) -> bool:
        """Waits a second for a task, and adds its matches up. Returns whether one has ended."""
        ended, _ = ray.wait(list(self.running), timeout=1.0)
        for reference in ended:
            task = self.running.pop(reference)
            self.result = lab.merge([self.result, lab.Result(ray.get(reference))])
            self.cancel([other for other, same in self.running.items() if same.first == task.first])
            matches, seconds = task.end - task.first, time.monotonic() - task.sent
            self.left -= matches
            self.times.append(seconds)
            # No estimate is trusted far.
            self.size = max(1, min(4 * self.size, int(matches / max(seconds, 1e-9) * self.task_seconds)))
        return bool(ended)

    def cancel(self, references: list[Any]) -> None:
        """Ends tasks whose matches are not needed any more."""
        for reference in references:
            del self.running[reference]
            ray.cancel(reference)

    def progress(self) -> Progress:
        """Returns how far the run is."""
        games, seconds = len(self.result.matches), time.monotonic() - self.begun
        return Progress(games - self.left, games, seconds, (self.before - self.left) / seconds)


def _play(plan: str, first: int, games: int) -> str:
    """Plays a range of a plan, as a process of the cluster; returns its sums."""
    return _native.lab_play(plan, games, first=first, threads=1)[0]


def _on_terminal(progress: Progress) -> None:
    """Tells the progress in a line of the terminal, if there is one."""
    if not sys.stderr.isatty():
        return
    left = (progress.games - progress.played) / max(progress.rate, 1e-9)
    line = f"{progress.played:,} of {progress.games:,} matches, {progress.rate:,.0f} a second, {left / 60:,.1f} min left"
    end = "\n" if progress.played == progress.games else ""
    print(f"\r{line:<78}", end=end, file=sys.stderr, flush=True)
