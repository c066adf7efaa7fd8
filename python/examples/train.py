"""Trains a policy by proximal policy optimisation (PPO), in one file.

Run it after `pip install './python[train]'`, for example:

    python python/examples/train.py --game rogue-ascension --seats 1 --minutes 10 --save climber.npz

The policy plays seat 0 against `--opponents`, or all seats of a game in which all win together. It
is compared with the bots `random` and `reference` in the same seats and the same matches. The
policy file needs NumPy only; `bot.py` plays with it. The same settings, seed, threads and number of
updates give the same policy.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
import undercroft
from numpy.typing import NDArray
from torch import Tensor, nn
from undercroft import lab

Floats = NDArray[np.float32]
FORBIDDEN = -1e9
"""The logit of an illegal action."""


@dataclass(frozen=True)
class Task:
    """The matches to learn: the game, its seats and options, and the bots of the other seats."""

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    opponents: str = "reference"

    @property
    def is_shared(self) -> bool:
        """Whether all seats win together; the policy then plays all of them."""
        spirits = {entry["id"]: entry["spirit"] for entry in undercroft.games(toys=True)}
        return self.seats == 1 or spirits[self.game] == "cooperative"

    def environments(self, count: int, threads: int) -> undercroft.VectorEnv:
        """Returns environments in which the policy must act in each step."""
        others = {} if self.is_shared else {seat: self.opponents for seat in range(1, self.seats)}
        return undercroft.vector(
            self.game, count, self.seats, options=self.options, opponents=others, threads=threads, progress=True
        )

    def shares_of(self, bot: str, games: int, seed: int, threads: int) -> Floats:
        """Returns the share in the victory of a bot in the seats of the policy, for each match."""
        others = [] if self.is_shared else [self.opponents] * (self.seats - 1)
        bots = [bot] * (self.seats - len(others)) + others
        setting: lab.Setting = {"seats": self.seats, "bots": bots, "options": self.options, "seed": seed}
        table = lab.run(self.game, games, threads=threads, rows=True, **setting).table()
        if "victory" in table.column_names:
            return np.asarray(table["victory"].to_numpy(), np.float32)
        first = np.stack([table[f"place_{seat}"].to_numpy() == 1 for seat in range(self.seats)])
        return np.asarray(first[0] / first.sum(axis=0), np.float32)


class Scale:
    """Scales observations to the mean and spread of those seen so far."""

    def __init__(self, size: int) -> None:
        self.count, self.mean, self.square = 1e-4, np.zeros(size), np.zeros(size)

    def learn(self, seen: Floats) -> None:
        """Adds observations."""
        self.count += len(seen)
        self.mean += (seen - self.mean).sum(axis=0) / self.count
        self.square += (np.square(seen, dtype=np.float64) - self.square).sum(axis=0) / self.count

    def arrays(self) -> tuple[Floats, Floats]:
        """Returns the mean and the spread of each number."""
        spread = np.sqrt(np.maximum(self.square - self.mean**2, 0.0))
        return self.mean.astype(np.float32), np.maximum(spread, 0.1).astype(np.float32)

    def __call__(self, seen: Floats) -> Tensor:
        mean, spread = self.arrays()
        return torch.from_numpy(np.clip((seen - mean) / spread, -5.0, 5.0))


class Policy(nn.Module):
    """A network: the logit of each action, and the expected rest of the rewards."""

    def __init__(self, size: int, actions: int, width: int) -> None:
        super().__init__()
        hidden = nn.Linear(size, width), nn.Linear(width, width)
        self.actor, self.critic = nn.Linear(width, actions), nn.Linear(width, 1)
        for layer, spread in zip((*hidden, self.actor, self.critic), (2**0.5, 2**0.5, 0.01, 1.0), strict=True):
            nn.init.orthogonal_(layer.weight, spread)
            nn.init.zeros_(layer.bias)
        self.body = nn.Sequential(hidden[0], nn.ReLU(), hidden[1], nn.ReLU())

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Returns the logit of each action, and the expected rest of the rewards."""
        inner = self.body(seen)
        return self.actor(inner).masked_fill(~mask, FORBIDDEN), self.critic(inner).squeeze(1)


class Learner:
    """A policy that learns, with its environments and its place in them."""

    def __init__(self, task: Task, settings: argparse.Namespace) -> None:
        torch.manual_seed(settings.seed)
        self.task, self.settings = task, settings
        self.env = task.environments(settings.envs, settings.threads)
        self.policy = Policy(self.env.observation_size, self.env.num_actions, settings.width)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=settings.rate, eps=1e-5)
        self.scale = Scale(self.env.observation_size)
        self.seen, self.info = self.env.reset(seed=settings.seed)
        self.scale.learn(self.seen)
        self.updates = self.matches = 0

    def decay(self, half_life: float) -> float:
        """Returns 1, halved every so many updates. A half-life of 0 stands for no decay."""
        return 0.5 ** (self.updates / half_life) if half_life > 0 else 1.0

    @torch.no_grad()
    def collect(self) -> dict[str, Tensor]:
        """Plays some steps in each environment. Returns them with their advantages and returns."""
        steps, count = self.settings.steps, self.settings.envs
        seen = torch.empty(steps, count, self.env.observation_size)
        masks = torch.empty(steps, count, self.env.num_actions, dtype=torch.bool)
        actions = torch.empty(steps, count, dtype=torch.int64)
        rewards, ends, values, logs = (torch.empty(steps, count) for _ in range(4))
        raw = np.empty((steps, count, self.env.observation_size), np.float32)
        shaping = self.settings.shaping * self.decay(self.settings.shaping_half_life)
        for step in range(steps):
            raw[step], seen[step] = self.seen, self.scale(self.seen)
            masks[step] = torch.from_numpy(self.info["action_mask"])
            logits, values[step] = self.policy(seen[step], masks[step])
            # The greatest of the logits with this noise is a sample (Gumbel).
            actions[step] = (logits - torch.empty_like(logits).exponential_().log()).argmax(dim=1)
            chosen = torch.log_softmax(logits, dim=1).gather(1, actions[step][:, None])
            logs[step] = chosen.squeeze(1)
            self.seen, reward, ended, _, self.info = self.env.step(actions[step].numpy())
            rewards[step] = torch.from_numpy(reward + shaping * self.info["progress"])
            ends[step] = torch.from_numpy(ended)
            self.matches += int(ended.sum())
        _, following = self.policy(self.scale(self.seen), torch.from_numpy(self.info["action_mask"]))
        advantage, advantages = torch.zeros(count), torch.empty(steps, count)
        for step in reversed(range(steps)):
            goes_on = 1.0 - ends[step]
            error = rewards[step] + goes_on * following - values[step]
            advantage = error + self.settings.trace * goes_on * advantage
            advantages[step], following = advantage, values[step]
        self.scale.learn(raw.reshape(-1, raw.shape[2]))
        batch = {"seen": seen, "mask": masks, "action": actions, "log": logs}
        batch |= {"advantage": advantages, "return": advantages + values}
        return {name: array.flatten(0, 1) for name, array in batch.items()}

    def update(self) -> None:
        """Collects steps and improves the policy by them."""
        settings, batch = self.settings, self.collect()
        for group in self.optimizer.param_groups:
            group["lr"] = settings.rate * self.decay(settings.rate_half_life)
        # A forced action teaches the critic only.
        is_free = batch["mask"].sum(dim=1) > 1
        spread, mean = torch.std_mean(batch["advantage"][is_free])
        advantage = (batch["advantage"] - mean) / (spread + 1e-6)
        for _ in range(settings.epochs):
            for rows in torch.randperm(len(advantage)).split(settings.minibatch):
                logits, values = self.policy(batch["seen"][rows], batch["mask"][rows])
                value_loss = (values - batch["return"][rows]).square().mean()
                free, logs = is_free[rows], torch.log_softmax(logits, dim=1)
                chosen = logs.gather(1, batch["action"][rows, None]).squeeze(1)
                ratio, better = (chosen - batch["log"][rows]).exp()[free], advantage[rows][free]
                gain = torch.min(ratio * better, ratio.clamp(0.8, 1.2) * better).mean()
                entropy = -(logs.exp() * logs)[free].sum(dim=1).mean()
                self.optimizer.zero_grad()
                (0.5 * value_loss - gain - settings.entropy * entropy).backward()
                nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
                self.optimizer.step()
        self.updates += 1

    @torch.no_grad()
    def shares(self, games: int, seed: int) -> Floats:
        """Returns the share in the victory of the policy's best actions, for each match."""
        count = min(games, 500)
        env = self.task.environments(count, self.settings.threads)
        seen, info = env.reset(seed=seed)
        shares, ended = np.full((games // count, count), np.nan, np.float32), np.zeros(count, np.int64)
        # Each environment plays the same number of matches: quick ones must not count more.
        while (ended < len(shares)).any():
            logits, _ = self.policy(self.scale(seen), torch.from_numpy(info["action_mask"]))
            seen, reward, over, _, info = env.step(logits.argmax(dim=1).numpy())
            counted = np.flatnonzero(over & (ended < len(shares)))
            shares[ended[counted], counted] = reward[counted]
            ended[counted] += 1
        return shares.flatten()

    def save(self, path: Path) -> None:
        """Writes the policy as arrays of NumPy."""
        mean, spread = self.scale.arrays()
        layers = [self.policy.body[0], self.policy.body[2], self.policy.actor]
        arrays = {f"weight_{place}": layer.weight.detach().numpy() for place, layer in enumerate(layers)}
        arrays |= {f"bias_{place}": layer.bias.detach().numpy() for place, layer in enumerate(layers)}
        version = undercroft.encoding(self.task.game)["version"]
        about = {"game": self.task.game, "encoding": version, "shared": self.task.is_shared}
        about |= {"seats": self.task.seats, "options": self.task.options}
        np.savez_compressed(path, mean=mean, spread=spread, about=np.array(json.dumps(about)), **arrays)


def interval(numbers: Floats) -> tuple[float, float]:
    """Returns the mean and half the width of its 95 % interval, in percent."""
    return 100 * float(numbers.mean()), 196 * float(numbers.std()) / len(numbers) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    option = parser.add_argument
    option("--game", default="rogue-ascension")
    option("--seats", type=int, default=1)
    option("--options", type=json.loads, default={}, help='options of the game, such as {"ascension": 1}')
    option("--opponents", default="reference", help="the bot of all other seats, where players are rivals")
    option("--minutes", type=float, default=10.0, help="begin no update after so many minutes")
    option("--updates", type=int, default=10**9, help="the greatest number of updates")
    option("--threads", type=int, default=1)
    option("--seed", type=int, default=1)
    option("--envs", type=int, default=256, help="matches that are played at once")
    option("--steps", type=int, default=64, help="steps in each match before an update")
    option("--epochs", type=int, default=3, help="times that an update uses each step")
    option("--minibatch", type=int, default=2048)
    option("--width", type=int, default=128, help="units of a hidden layer")
    option("--rate", type=float, default=1e-3, help="learning rate")
    option("--rate-half-life", type=float, default=200, help="updates that halve the rate; 0: never")
    option("--trace", type=float, default=0.95, help="lambda of the advantages")
    option("--entropy", type=float, default=0.01, help="weight of the entropy")
    option("--shaping", type=float, default=1.0, help="weight of the progress at the beginning")
    option("--shaping-half-life", type=float, default=50, help="updates that halve it; 0: never")
    option("--matches", type=int, default=20_000, help="matches of the last comparison")
    option("--every", type=int, default=20, help="updates between comparisons of 2,000 matches")
    option("--save", type=Path, help="the policy, as .npz")
    option("--curve", type=Path, help="the comparisons, as .csv")
    settings = parser.parse_args()
    torch.set_num_threads(settings.threads)
    task = Task(settings.game, settings.seats, settings.options, settings.opponents)
    learner, test = Learner(task, settings), settings.seed + 1_000_000
    bots = {bot: task.shares_of(bot, settings.matches, test, settings.threads) for bot in ("random", "reference")}
    for bot, theirs in bots.items():
        print("{}: {:.2f} ± {:.2f} %".format(bot, *interval(theirs)), flush=True)
    rows, begun = [], time.perf_counter()

    def compare(games: int) -> None:
        """Compares the policy with the bots in so many matches, and notes the result."""
        shares, spent = learner.shares(games, test), time.perf_counter() - begun
        share, half = interval(shares)
        row = {"update": learner.updates, "steps": learner.updates * settings.envs * settings.steps}
        row |= {"matches": learner.matches, "seconds": round(spent), "processor": round(time.process_time())}
        row |= {"compared": games, "share": round(share, 2), "half": round(half, 2)}
        for bot, theirs in bots.items():
            mean, half = interval(shares - theirs[: len(shares)])
            row |= {f"over_{bot}": round(mean, 2), f"over_{bot}_half": round(half, 2)}
        rows.append(row)
        print(json.dumps(row), flush=True)

    while learner.updates < settings.updates and time.perf_counter() - begun < 60 * settings.minutes:
        if learner.updates % settings.every == 0:
            compare(min(2000, settings.matches))
        learner.update()
    compare(settings.matches)
    if settings.save:
        learner.save(settings.save)
    if settings.curve:
        with settings.curve.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
