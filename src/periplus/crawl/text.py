"""The visible text of an archived response, for exports."""

from periplus.exchange import Response
from periplus.fetch.charset import charset as charset_of
from periplus.fetch.decode import decode_payload
from periplus.limits import DEFAULT_LIMITS
from periplus.page.text import visible_text


def text_of(response: Response) -> str:
    """What a reader of the page sees, a block a line; "" where there is no text."""
    if response.is_redirect or not response.body:
        return ""
    payload = decode_payload(response, DEFAULT_LIMITS)
    charset = charset_of(response, payload.body)
    if response.is_html:
        return visible_text(payload.body, charset=charset)
    if response.media_type.startswith("text/"):
        return payload.body.decode(charset, "replace")
    return ""
