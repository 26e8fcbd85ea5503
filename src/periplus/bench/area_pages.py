"""Pages to lay out in a browser: spread evenly over a mirrored or a generated site."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from periplus import url as urls
from periplus.exchange import Response
from periplus.fetch.mirror import Mirror
from periplus.synthetic.presets import by_name

_LOOKED_AT = 20  # pages of a generated site for each one that is taken


def sampled(site: str, pages: int) -> Iterator[Response]:
    """So many pages of a site directory, or of the generated site of that name.

    Raises:
        ConfigError: there is no such site.
    """
    directory = Path(site)
    return _mirrored(directory, pages) if directory.is_dir() else _generated(site, pages)


def _mirrored(directory: Path, pages: int) -> Iterator[Response]:
    with Mirror(directory, None) as mirror:
        good = [
            row
            for row, entry in enumerate(mirror.entries)
            if entry.status == 200 and (label := mirror.label(row)) and label.verdict == "valuable"
        ]
        taken = 0
        for row in good[:: max(1, len(good) // pages)]:
            response = mirror.response(row)
            if response.is_html and taken < pages:
                taken += 1
                yield response


def _generated(name: str, pages: int) -> Iterator[Response]:
    site = by_name(name)
    views = list(islice(site.views(), _LOOKED_AT * pages))
    taken = 0
    for view in views[:: max(1, len(views) // (3 * pages))]:
        path = site.path(view)
        answer = site.answer(path)
        url = urls.canonical(site.base_url + path)
        headers = tuple((name.encode(), value.encode()) for name, value in answer.headers)
        if url is None or answer.status != 200 or taken == pages:
            continue
        response = Response(url, 200, "OK", headers, answer.body, b"", 0.0, 0.0)
        if response.is_html:
            taken += 1
            yield response
