"""The same chart as PNG, for papers and slides: needs the `plots` extra (matplotlib)."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from periplus.bench.chart import Line, thin

MISSING = "PNG plots need matplotlib: pip install 'periplus[plots]' (the HTML report has SVG ones)"


def can_plot() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def write_png(path: Path, title: str, lines: Sequence[Line], bound: dict[str, int | None]) -> None:
    """Draw the curves of one site into a PNG file."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, PercentFormatter

    figure = Figure(figsize=(8.6, 4.6), dpi=150, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for line in lines:
        requests, content = zip(*thin(line.curve), strict=True)
        axes.plot(
            requests,
            content,
            label=line.name,
            color=line.colour,
            linewidth=1.6,
            linestyle="--" if line.dashed else "-",
        )
        axes.plot(requests[-1:], content[-1:], "o", markersize=4, color=line.colour)
    known = [(count, float(level)) for level, count in bound.items() if count is not None]
    if known:
        xs, ys = zip(*known, strict=True)
        axes.plot(xs, ys, "|", color="#111111", markersize=9, label="lower bound")
    axes.set_title(title, loc="left", fontsize=11)
    axes.set_xlabel("requests (all of them)")
    axes.set_ylabel("content in hand")
    axes.set_xlim(left=0)
    axes.set_ylim(0, 1.02)
    axes.axhline(0.97, color="#b0b0b0", linewidth=0.8, zorder=0)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.grid(color="#eeeeee")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9)
    figure.savefig(path)
