"""Traffic and behaviours made by hand, for tests."""

from collections.abc import Mapping

from periplus.plan.behaviour.mining import mine
from periplus.plan.behaviour.model import Behaviour
from periplus.site.traffic import Traffic, make_traffic

SITE = "https://a.test"


def traffic_of(
    entries: Mapping[str, int],
    ways: Mapping[tuple[str, str], int],
    alone: frozenset[str] = frozenset(),
) -> Traffic:
    """Traffic by path; `alone` are the paths that one person only asked for."""
    paths = sorted({*entries, *(path for way in ways for path in way)})
    place = {path: number for number, path in enumerate(paths)}
    return make_traffic(
        [SITE + path for path in paths],
        [entries.get(path, 0) for path in paths],
        [path not in alone for path in paths],
        (
            [place[source] for source, _ in ways],
            [place[target] for _, target in ways],
            list(ways.values()),
        ),
    )


def forum_traffic() -> Traffic:
    """Visitors come to the home page, go through boards to topics; users' pages are for few."""
    entries = {"/": 100, **{f"/topic/{n}": 3 for n in range(40)}}
    entries |= {f"/user/{chr(97 + n % 26)}x{n}y": 1 for n in range(30)}
    ways = {("/", f"/board/{n}"): 30 - n for n in range(12)}
    ways |= {(f"/board/{n % 12}", f"/topic/{n}"): 40 - n for n in range(40)}
    ways |= {(f"/topic/{n}", f"/user/{chr(97 + n % 26)}x{n}y"): 1 for n in range(30)}
    alone = frozenset(f"/user/{chr(97 + n % 26)}x{n}y" for n in range(15, 30))
    return traffic_of(entries, ways, alone)


def forum_behaviour() -> Behaviour:
    return mine(forum_traffic(), {"lines": 1})
