"""Draws learning curves of `train.py` as one SVG picture, for light and dark pages.

    python curves.py OUT.svg "Rogue Ascension, alone=curves/rogue-ascension-1.csv" ...
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT = 340, 250, 44, 34, 44, 10
"""The size of a panel, and the space around its chart."""
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#222}.grid{stroke:#8885}.policy{stroke:#1f6feb;fill:none;stroke-width:2}"
    ".band{fill:#1f6feb33}.random{stroke:#b35900}.reference{stroke:#1a7f37}.bot{stroke-width:1.5;stroke-dasharray:6 4}"
    "text.random{fill:#b35900;stroke:none}text.reference{fill:#1a7f37;stroke:none}text.policy{fill:#1f6feb;stroke:none}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.policy{stroke:#6cb6ff}text.policy{fill:#6cb6ff}"
    ".band{fill:#6cb6ff33}.random{stroke:#f0a45d}text.random{fill:#f0a45d}.reference{stroke:#57ab5a}"
    "text.reference{fill:#57ab5a}}"
)


def numbers(path: Path) -> list[dict[str, float]]:
    """Returns the rows of a curve."""
    with path.open(newline="", encoding="utf-8") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


def panel(title: str, rows: list[dict[str, float]], at: int) -> list[str]:
    """Returns the elements of one chart, which begins `at` so many pixels from the left."""
    minutes = [row["processor"] / 60 for row in rows]
    last = rows[-1]
    bots = {bot: last["share"] - last[f"over_{bot}"] for bot in ("random", "reference")}
    top = max([*bots.values(), *(row["share"] + row["half"] for row in rows)])
    step = next(step for step in (5, 10, 20, 25) if top / step <= 5)
    top = -(-top // step) * step
    end = max(minutes)
    tick = next(tick for tick in (1, 2, 5, 10, 20, 60) if end / tick <= 6)

    def place(minute: float, share: float) -> tuple[float, float]:
        x = at + LEFT + (WIDTH - LEFT - RIGHT) * minute / end
        return round(x, 1), round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share / top), 1)

    def points(line: list[tuple[float, float]]) -> str:
        return " ".join(f"{x},{y}" for x, y in (place(*point) for point in line))

    parts = [f'<text x="{at + LEFT}" y="18">{title}: matches won, %</text>']
    for share in range(0, int(top) + 1, step):
        (x, y), (right, _) = place(0, share), place(end, share)
        parts.append(f'<path class="grid" d="M{x} {y}H{right}"/>')
        parts.append(f'<text x="{x - 6}" y="{y + 4}" text-anchor="end">{share}</text>')
    for minute in range(0, int(end) + 1, tick):
        x, y = place(minute, 0)
        parts.append(f'<text x="{x}" y="{y + 16}" text-anchor="middle">{minute}</text>')
    x, y = place(end / 2, 0)
    parts.append(f'<text x="{x}" y="{y + 34}" text-anchor="middle">minutes of processor time</text>')
    upper = [(minute, row["share"] + row["half"]) for minute, row in zip(minutes, rows, strict=True)]
    lower = [(minute, row["share"] - row["half"]) for minute, row in zip(minutes, rows, strict=True)]
    parts.append(f'<polygon class="band" points="{points(upper + lower[::-1])}"/>')
    for bot, level in bots.items():
        (x, y), (right, _) = place(0, level), place(end, level)
        parts.append(f'<path class="bot {bot}" d="M{x} {y}H{right}"/>')
        below = -6 if level < top / 10 else 14
        parts.append(f'<text class="{bot}" x="{right}" y="{y + below}" text-anchor="end">{bot}</text>')
    line = points([(minute, row["share"]) for minute, row in zip(minutes, rows, strict=True)])
    parts.append(f'<polyline class="policy" points="{line}"/>')
    return parts


def main() -> None:
    out, *charts = sys.argv[1:]
    parts: list[str] = []
    for place, chart in enumerate(charts):
        title, _, path = chart.partition("=")
        parts += panel(title, numbers(Path(path)), place * WIDTH)
    size = f'viewBox="0 0 {WIDTH * len(charts)} {HEIGHT}" width="{WIDTH * len(charts)}" height="{HEIGHT}"'
    label = "Share of matches won, in percent, over the processor time of the training"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{label}"><style>{STYLE}</style>'
    Path(out).write_text("\n".join([head, *parts, "</svg>\n"]), encoding="utf-8")


if __name__ == "__main__":
    main()
