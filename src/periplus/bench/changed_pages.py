"""Pages to make edits of: content pages of mirrored sites, or of generated ones."""

from collections.abc import Iterator
from pathlib import Path

from periplus.fetch.charset import charset as charset_of
from periplus.fetch.decode import decode_payload
from periplus.fetch.mirror import Mirror
from periplus.limits import DEFAULT_LIMITS
from periplus.synthetic.mirror import walk
from periplus.synthetic.nature import Verdict
from periplus.synthetic.presets import by_name


def mirror_pages(sites: list[Path], number: int) -> Iterator[tuple[str, bytes]]:
    """Pages worth having, spread over each mirrored site, as UTF-8."""
    for site in sites:
        with Mirror(site, None) as mirror:
            rows = [row for row in range(len(mirror)) if _is_content(mirror, row)]
            for row in rows[:: max(1, len(rows) // number)][:number]:
                response = mirror.response(row)
                body = decode_payload(response, DEFAULT_LIMITS).body
                name = charset_of(response, body)
                try:
                    text = body.decode(name or "utf-8", "replace")
                except LookupError:
                    text = body.decode("utf-8", "replace")
                yield response.url, text.encode()


def _is_content(mirror: Mirror, row: int) -> bool:
    label = mirror.label(row)
    if label is None or label.verdict != "valuable" or mirror.entries[row].status != 200:
        return False
    return mirror.response(row).is_html


def generated_pages(number: int) -> Iterator[tuple[str, bytes]]:
    """Pages worth having of generated sites, some of each kind."""
    for name in ("small", "blog", "shop", "wiki"):
        found = 0
        for walked in walk(by_name(name)):
            answer = walked.answer
            if answer is None or walked.label.verdict is not Verdict.VALUABLE:
                continue
            if dict(answer.headers).get("Content-Type", "").startswith("text/html"):
                yield f"{name} {walked.url}", answer.body
                found += 1
            if found >= number:
                break
