"""Curves of harvests: the share of a category's pages in hand against requests, as SVG and PNG."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from periplus.bench.chart import BLIND_COLOUR, COLOURS, Line, chart_svg
from periplus.bench.harvest import Harvest
from periplus.bench.metrics import Curve
from periplus.bench.plots import MISSING, can_plot, write_png
from periplus.errors import ConfigError
from periplus.plan.topic.words import plain_words

_BLIND = "bfs"


def write_harvest_report(directory: Path, results: Sequence[Harvest]) -> list[str]:
    """Draw each site's topics; what there is to say about it.

    Raises:
        ConfigError: the directory cannot be written to.
    """
    notes: list[str] = []
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for site, topic in dict.fromkeys((result.site, result.topic) for result in results):
            mine = [r for r in results if (r.site, r.topic) == (site, topic)]
            name = "-".join([site, *plain_words(topic)[:4]])
            title = f"{site}: share of the {mine[0].members:,} pages of '{topic}' in hand"
            lines = _lines(mine)
            (directory / f"{name}.svg").write_text(chart_svg(title, lines, {}), encoding="utf-8")
            if can_plot():
                write_png(directory / f"{name}.png", title, lines, {})
    except OSError as error:
        raise ConfigError(f"cannot write to {directory}: {error.strerror}") from error
    if not can_plot():
        notes.append(MISSING)
    return notes


def _lines(results: Sequence[Harvest]) -> list[Line]:
    """One line a strategy: the mean over its seeds."""
    lines = []
    for number, strategy in enumerate(dict.fromkeys(result.strategy for result in results)):
        runs = [result for result in results if result.strategy == strategy]
        colour = BLIND_COLOUR if strategy == _BLIND else COLOURS[number % len(COLOURS)]
        lines.append(Line(strategy, _mean_curve(runs), colour, dashed=strategy == _BLIND))
    return lines


def _mean_curve(runs: Sequence[Harvest]) -> Curve:
    longest = max(len(run.curve) for run in runs)
    curves = [
        np.pad(np.array(run.curve, dtype=np.float64), (0, longest - len(run.curve)), mode="edge")
        / max(1, run.members)
        for run in runs
    ]
    mean: Curve = np.mean(curves, axis=0)
    return mean
