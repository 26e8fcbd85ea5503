"""The examples of a search for pages like them: URLs to begin with, and files read beforehand."""

import base64
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from periplus import url as urls
from periplus.errors import ConfigError
from periplus.limits import DEFAULT_LIMITS
from periplus.page import read_page
from periplus.page.text import visible_text
from periplus.page.view import Stage
from periplus.plan.xcrawl.likeness import Seen, layout_of
from periplus.store import JobStore

GIVEN_EXAMPLES = "given_examples"
_LARGEST = 20_000_000  # bytes of a file
_EMPTY_PATHS = 3  # html, head and body, which every parse makes


@dataclass(frozen=True, slots=True)
class Example:
    """One example: a URL that the crawl will fetch, or a page from a file."""

    name: str  # as it was given
    url: str  # "" where a file does not say whose page it is
    body: bytes | None = None  # of a file

    def seen(self) -> Seen:
        """How the page of a file looks."""
        view = read_page(self.body or b"", self.url or "http://file.invalid/", stages=Stage.ALL)
        return Seen(self.url, layout_of(view))

    def text(self) -> str:
        """What a reader sees of the page of a file."""
        return visible_text(self.body or b"")


def read_example(name: str) -> Example:
    """A URL, or the file of that name.

    Raises:
        ConfigError: it is neither, or the file is no page.
    """
    if "://" in name:
        url = urls.canonical(name)
        if url is None or not urls.host(url):
            raise ConfigError(f"--like '{name}' is not an http or https URL")
        return Example(name, url)
    path = Path(name)
    try:
        if path.stat().st_size > _LARGEST:
            raise ConfigError(f"--like {name}: the file is larger than {_LARGEST // 10**6} MB")
        body = path.read_bytes()
    except OSError as error:
        raise ConfigError(
            f"cannot read the example {name}: {error.strerror}; "
            "give a page saved as HTML, or a URL with https://"
        ) from error
    view = read_page(body, "http://file.invalid/", stages=Stage.ALL)
    if b"\0" in body[:1000] or view.structure is None or len(view.structure.paths) <= _EMPTY_PATHS:
        raise ConfigError(f"--like {name}: the file holds no HTML page; save the page as HTML")
    return Example(name, _own_url(view.canonical), body)


def _own_url(canonical: str | None) -> str:
    """What a saved page says that its URL is."""
    if canonical is None or urls.host(canonical) in ("", "file.invalid"):
        return ""
    return canonical


def liked_urls(names: Sequence[str]) -> tuple[str, ...]:
    """The examples that the crawl is to fetch. Raises ConfigError for what is no URL."""
    return tuple(dict.fromkeys(read_example(name).url for name in names if "://" in name))


def given_examples(names: Sequence[str], store: JobStore | None) -> list[Example]:
    """The examples of a job; files are kept in it, so that a resumed crawl has the same ones.

    Raises:
        ConfigError: one of them cannot be used.
    """
    kept: list[dict[str, Any]] | None = (
        store.get_meta(GIVEN_EXAMPLES) if store is not None else None
    )
    if kept is not None:
        return [_unpacked(example) for example in kept]
    examples = [read_example(name) for name in names]
    if store is not None:
        store.set_meta(GIVEN_EXAMPLES, [_packed(example) for example in examples])
    return examples


def _packed(example: Example) -> dict[str, Any]:
    body = example.body
    text = base64.b64encode(zlib.compress(body)).decode("ascii") if body is not None else None
    return {"name": example.name, "url": example.url, "body": text}


def _unpacked(kept: dict[str, Any]) -> Example:
    body = zlib.decompress(base64.b64decode(kept["body"])) if kept["body"] is not None else None
    if body is not None and len(body) > DEFAULT_LIMITS.page_bytes:
        body = body[: DEFAULT_LIMITS.page_bytes]
    return Example(kept["name"], kept["url"], body)
