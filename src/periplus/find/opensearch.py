"""An engine by its OpenSearch description: RSS or Atom answers, else the links of its pages."""

import re
from collections.abc import Iterator
from urllib.parse import quote
from xml.etree import ElementTree

from periplus import url as urls
from periplus.exchange import Response
from periplus.find.engine import RESULTS, AskEngine, EngineFailed, Found, number
from periplus.page import read_page
from periplus.page.view import PageView, Stage

_PARAMETER = re.compile(r"\{(?:[A-Za-z]+:)?([A-Za-z]+)(\?)?\}")
_PREFERRED = ("application/rss+xml", "application/atom+xml", "text/html", "application/xhtml+xml")
_MOST_BYTES = 2_000_000


class OpenSearch:
    """Reads the description with the first query."""

    name = "opensearch"
    most_words = 8

    def __init__(self, ask: AskEngine, description: str) -> None:
        self._ask = ask
        self._description = description
        self._template = ""
        self._type = ""

    async def search(self, query: str) -> Found:
        if not self._template:
            self._read(await self._ask(self._description))
        response = await self._ask(self._filled(query))
        if self._type.endswith(("rss+xml", "atom+xml")):
            return _from_feed(response)
        return _from_page(response)

    def _read(self, response: Response) -> None:
        found = {}
        for element in _xml(response, "the OpenSearch description").iter():
            if _local(element.tag) == "Url" and element.get("rel", "results") == "results":
                found[element.get("type", "").lower()] = element.get("template", "")
        for kind in _PREFERRED:
            joined = urls.join(self._description, found.get(kind, "")) if found.get(kind) else None
            if joined is not None:
                # Joining may escape the braces of the template.
                self._type = kind
                self._template = joined.replace("%7B", "{").replace("%7D", "}")
                return
        raise EngineFailed(
            "the OpenSearch description names no address for results in RSS, Atom or HTML"
        )

    def _filled(self, query: str) -> str:
        values = {"searchTerms": quote(query), "count": str(RESULTS), "startIndex": "1"}
        values |= {"startPage": "1", "inputEncoding": "UTF-8", "outputEncoding": "UTF-8"}

        def fill(match: re.Match[str]) -> str:
            value = values.get(match.group(1))
            if value is None and not match.group(2):
                raise EngineFailed(
                    f"the OpenSearch description asks for '{match.group(1)}', which is not known"
                )
            return value or ""

        return _PARAMETER.sub(fill, self._template)


def _from_feed(response: Response) -> Found:
    found, total = [], None
    for element in _xml(response, "the engine's answer").iter():
        name = _local(element.tag)
        if name == "totalResults":
            total = element.text
        elif name in ("item", "entry"):
            found += list(_links(element))[:1]
    return Found(tuple(found[:RESULTS]), number(total, len(found)))


def _links(element: ElementTree.Element) -> Iterator[str]:
    for child in element:
        if _local(child.tag) == "link" and child.get("rel", "alternate") == "alternate":
            address = (child.get("href") or child.text or "").strip()
            if "://" in address:
                yield address


def _from_page(response: Response) -> Found:
    """The links of the largest repetitive region: one of each record, the first."""
    view = read_page(response.body, response.url, stages=Stage.ALL)
    records: dict[int, dict[int, str]] = {}
    for link in view.links:
        if link.region >= 0 and link.column >= 0:
            records.setdefault(link.region, {}).setdefault(link.record, link.url)
    if not records:
        return Found((), 0)
    best = max(records, key=lambda region: (_area(view, region), len(records[region])))
    found = tuple(dict.fromkeys(records[best].values()))
    return Found(found[:RESULTS], len(found))


def _area(view: PageView, region: int) -> float:
    return view.structure.regions[region].area if view.structure is not None else 0.0


def _xml(response: Response, what: str) -> ElementTree.Element:
    body = response.body
    # Entities could blow up, and neither feeds nor descriptions need them.
    if len(body) > _MOST_BYTES or b"<!ENTITY" in body:
        raise EngineFailed(f"{what} is too large or has entities of its own")
    try:
        return ElementTree.fromstring(body)  # noqa: S314
    except ElementTree.ParseError as error:
        raise EngineFailed(f"{what} is not XML: {error}") from error


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]
