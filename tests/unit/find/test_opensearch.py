"""Engines by their OpenSearch description."""

import asyncio

import pytest

from periplus.find.engine import EngineFailed, Found
from periplus.find.opensearch import OpenSearch
from unit.find.answers import Asked

AT = "http://o.test/description.xml"


def description(kind: str, template: str) -> bytes:
    return (
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">'
        f'<Url type="{kind}" template="{template}"/></OpenSearchDescription>'
    ).encode()


RSS = b"""<rss xmlns:o="http://a9.com/-/spec/opensearch/1.1/"><channel><o:totalResults>55
</o:totalResults><item><title>x</title><link>http://a.test/1</link></item><item>
<link>http://a.test/2</link></item></channel></rss>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><entry>
<link rel="self" href="http://o.test/self"/><link href="http://a.test/3"/></entry></feed>"""


def search(*bodies: bytes) -> tuple[Found, Asked]:
    ask = Asked(*bodies)
    return asyncio.run(OpenSearch(ask, AT).search("big zoom")), ask


def test_rss_with_a_number_of_hits() -> None:
    template = "/s?q={searchTerms}&amp;n={count?}&amp;l={language?}"
    found, ask = search(description("application/rss+xml", template), RSS)
    assert found == Found(("http://a.test/1", "http://a.test/2"), 55)
    assert ask.urls == [AT, "http://o.test/s?q=big%20zoom&n=10&l="]


def test_atom_takes_the_alternate_link() -> None:
    found, _ = search(description("application/atom+xml", "http://o.test/{searchTerms}"), ATOM)
    assert found.urls == ("http://a.test/3",)


def test_a_page_of_results_gives_the_links_of_its_list() -> None:
    records = "".join(
        f"<div class='hit'><h3><a href='http://a.test/{i}'>title {i}</a></h3><p>{'text ' * 30}"
        f"</p></div>"
        for i in range(6)
    )
    body = f"<html><body><nav><a href='/'>home</a></nav><div>{records}</div></body></html>"
    found, _ = search(description("text/html", "http://o.test/{searchTerms}"), body.encode())
    assert found.urls == tuple(f"http://a.test/{i}" for i in range(6))
    found, _ = search(description("text/html", "http://o.test/{searchTerms}"), b"<p>nothing")
    assert found == Found((), 0)


@pytest.mark.parametrize(
    "bodies",
    [
        (b"<html><p>",),
        (description("image/png", "http://o.test/"),),
        (description("text/html", "http://o.test/{who}"),),
        (b"<!DOCTYPE x [<!ENTITY a 'aa'>]><x/>",),
        (description("application/rss+xml", "http://o.test/{searchTerms}"), b"<rss"),
    ],
)
def test_nonsense_is_a_failure(bodies: tuple[bytes, ...]) -> None:
    with pytest.raises(EngineFailed):
        search(*bodies)
