"""Coverage against requests as one SVG, drawn without any library."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from periplus.bench.metrics import Curve

# Okabe and Ito's colours: told apart by people with any kind of colour vision.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7A5C00", "#332288")
ORACLE_COLOUR = "#111111"
BLIND_COLOUR = "#8A8A8A"

_WIDTH, _HEIGHT = 860, 430
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 150, 18, 48
_POINTS = 400  # of each line: more is not seen
_LABEL_GAP = 20.0
_AIR = 1.03  # to the right of the longest line


@dataclass(frozen=True, slots=True)
class Line:
    """One curve of a chart."""

    name: str
    curve: Curve
    colour: str
    dashed: bool = False


def chart_svg(title: str, lines: Sequence[Line], bound: dict[str, int | None]) -> str:
    """The chart of a site; `bound` gives the least possible requests to levels of content."""
    horizon = max([len(line.curve) for line in lines], default=1)
    frame = _Frame(max(1, round(horizon * _AIR)))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        *frame.grid(),
        *(frame.line(line) for line in lines),
        *frame.labels(lines),
        *frame.bound(bound),
        "</svg>",
    ]
    return "\n".join(parts)


def thin(curve: Curve, points: int = _POINTS) -> list[tuple[int, float]]:
    """(requests, content) at so many places that a line through them looks the same."""
    if not len(curve):
        return [(0, 0.0)]
    steps = np.unique(np.linspace(0, len(curve) - 1, min(points, len(curve))).astype(int))
    return [(0, 0.0), *((int(step) + 1, float(curve[step])) for step in steps)]


def _step(value: int) -> int:
    rough = max(1.0, value / 6)
    power = 10 ** int(np.floor(np.log10(rough)))
    factor = next(factor for factor in (1, 2, 5, 10) if factor * power >= rough)
    return int(factor * power)


class _Frame:
    """Places in the picture."""

    def __init__(self, end: int) -> None:
        self._end = end
        self._right = _WIDTH - _RIGHT
        self._base = _HEIGHT - _BOTTOM

    def x(self, requests: float) -> float:
        return round(_LEFT + (self._right - _LEFT) * requests / self._end, 1)

    def y(self, content: float) -> float:
        return round(self._base - (self._base - _TOP) * content, 1)

    def grid(self) -> list[str]:
        parts = []
        for level in (0.0, 0.25, 0.5, 0.75, 0.97, 1.0):
            y, strong = self.y(level), level in (0.0, 0.97)
            colour = "#b0b0b0" if strong else "#e6e6e6"
            parts.append(f'<path d="M{_LEFT} {y}H{self._right}" stroke="{colour}" fill="none"/>')
            if level != 1.0:
                parts.append(_text(_LEFT - 8, y + 4, f"{level:.0%}", "end"))
        parts += [
            _text(self.x(requests), self._base + 18, f"{requests:,}", "middle")
            for requests in range(0, self._end + 1, _step(self._end))
        ]
        middle = (_LEFT + self._right) / 2
        parts.append(_text(middle, _HEIGHT - 10, "requests (all of them)", "middle"))
        parts.append(
            f'<text transform="translate(14 {(_TOP + self._base) / 2}) rotate(-90)" '
            f'text-anchor="middle" fill="#444">content in hand</text>'
        )
        return parts

    def line(self, line: Line) -> str:
        points = " ".join(f"{self.x(n)},{self.y(share)}" for n, share in thin(line.curve))
        dash = ' stroke-dasharray="6 4"' if line.dashed else ""
        return (
            f'<polyline points="{points}" fill="none" stroke="{line.colour}" stroke-width="2" '
            f'stroke-linejoin="round"{dash}><title>{escape(line.name)}</title></polyline>'
            + self._end_mark(line)
        )

    def _end_mark(self, line: Line) -> str:
        if not len(line.curve):
            return ""
        x, y = self.x(len(line.curve)), self.y(float(line.curve[-1]))
        return f'<circle cx="{x}" cy="{y}" r="3.5" fill="{line.colour}"/>'

    def labels(self, lines: Sequence[Line]) -> list[str]:
        """The legend on the right, in the order in which the lines reach 90 % of the content."""
        ranked = sorted(lines, key=_lateness)
        parts = []
        for number, line in enumerate(ranked):
            y = _TOP + 14 + number * _LABEL_GAP
            x = self._right + 18
            dash = ' stroke-dasharray="6 4"' if line.dashed else ""
            parts.append(
                f'<path d="M{x} {y - 4}h22" stroke="{line.colour}" stroke-width="2.5"{dash}/>'
            )
            parts.append(_text(x + 28, y, line.name, "start"))
        y = _TOP + 14 + len(ranked) * _LABEL_GAP
        parts.append(f'<path d="M{x + 11} {y - 9}v10" stroke="{ORACLE_COLOUR}" stroke-width="2"/>')
        parts.append(_text(x + 28, y, "lower bound", "start"))
        return parts

    def bound(self, bound: dict[str, int | None]) -> list[str]:
        """A tick for each level that no crawl can reach earlier."""
        parts = []
        for level, requests in bound.items():
            if requests is not None:
                x, y = self.x(requests), self.y(float(level))
                title = f"no crawl reaches {float(level):.0%} before request {requests:,}"
                parts.append(
                    f'<path d="M{x} {y - 5}v10" stroke="{ORACLE_COLOUR}" stroke-width="2">'
                    f"<title>{title}</title></path>"
                )
        return parts


def _lateness(line: Line) -> tuple[int, float]:
    reached = int(np.searchsorted(line.curve, 0.9))
    last = float(line.curve[-1]) if len(line.curve) else 0.0
    return (reached if last >= 0.9 else 1 << 60, -last)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="#444">{escape(text)}</text>'
