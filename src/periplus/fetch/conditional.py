"""Conditional requests (RFC 9110 section 13): ask for a page only if it is not the one in hand."""

import re

from periplus.exchange import Response
from periplus.fetch.http_date import parse_http_date
from periplus.fetch.settings import Headers

# An entity tag as the RFC spells it. What a hostile server makes of it is not sent back.
_ETAG = re.compile(r'(?:W/)?"[\x21\x23-\x7e]{0,512}"')


def conditional_headers(kept: Response) -> Headers:
    """The headers by which a server can say that what was kept is still current.

    None for what is incomplete or was no success: the server's word would be about something else.
    """
    if kept.status != 200 or kept.truncated is not None:
        return ()
    headers = []
    etag = kept.header("etag")
    if _ETAG.fullmatch(etag):
        headers.append(("If-None-Match", etag))
    modified = kept.header("last-modified")
    if modified.isascii() and modified.isprintable() and parse_http_date(modified) is not None:
        headers.append(("If-Modified-Since", modified))
    return tuple(headers)
