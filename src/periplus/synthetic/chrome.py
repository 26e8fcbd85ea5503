"""What every page of a site carries and nobody reads: styles, scripts, notices."""

from periplus.synthetic.names import Names
from periplus.synthetic.noise import Noise
from periplus.synthetic.words import coin

_PROPERTIES = (
    "margin: 0 0 {0}px",
    "padding: {0}px {1}px",
    "color: #{2:06x}",
    "background: #{2:06x}",
    "border: 1px solid #{2:06x}",
    "font-size: {0}px",
    "float: left; width: {1}%",
)
_ROLES = "header nav crumbs main aside footer entry side text tools pager list head odd even"
_NOTICE_WORDS = 70


def style_block(names: Names, noise: Noise) -> str:
    """An inline style sheet of some 1.5 KB."""
    rules = []
    for turn, role in enumerate(_ROLES.split()):
        values = noise.values(2, "style", turn)
        lines = [
            noise.pick(_PROPERTIES, "property", turn, part).format(
                values[0] % 24, values[1] % 90, noise.integer("colour", turn) & 0xFFFFFF
            )
            for part in range(3)
        ]
        rules.append(f".{names.css(role)} {{ {'; '.join(lines)} }}")
    return "<style>\n" + "\n".join(rules) + "\n</style>\n"


def script_block(names: Names, noise: Noise) -> str:
    """An inline script of some 1 KB that does nothing of importance."""
    lines = []
    for turn in range(10):
        name, field = names.coined(f"script-{turn}"), names.coined(f"field-{turn}", 1)
        value = noise.below(100_000, "script", turn)
        lines.append(f"  window.{name} = window.{name} || {{ {field}: {value}, queue: [] }};")
    return "<script>\n(function () {\n" + "\n".join(lines) + "\n})();\n</script>\n"


def notice(noise: Noise) -> str:
    """The small print at the foot of each page."""
    words = [coin(noise.integer("notice", turn), 1 + turn % 3) for turn in range(_NOTICE_WORDS)]
    half = _NOTICE_WORDS // 2
    return f"{' '.join(words[:half]).capitalize()}. {' '.join(words[half:]).capitalize()}."
