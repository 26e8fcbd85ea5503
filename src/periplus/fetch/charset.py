"""Which character encoding a page is in: byte order mark, header, <meta>, then its bytes.

The order and the prescan are those of the HTML standard (section 13.2.3.2); names and labels those
of the Encoding standard. Detection knows UTF-8, UTF-16 without a mark, windows-1251 and KOI8-R;
everything else is windows-1252, as in browsers.
"""

import codecs
import re

from periplus.exchange import Response
from periplus.fetch.charset_labels import CODECS, encoding_of_label
from periplus.fetch.meta_prescan import declared_encoding

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
_PARAMETER = re.compile(r";\s*charset\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s;]+))", re.IGNORECASE)
_PRESCAN_BYTES = 4096  # the standard asks for 1,024 at least
_DETECT_BYTES = 65536
_LONGEST_SEQUENCE = 4
_LETTERS = re.compile(rb"[A-Za-z\xc0-\xff]")
_HIGH = re.compile(rb"[\xc0-\xff]")
_UPPER_HALF = re.compile(rb"[\xc0-\xdf]")


def charset(response: Response, body: bytes) -> str:
    """The WHATWG name of the encoding of a decoded body."""
    for mark, name in _BOMS:
        if body.startswith(mark):
            return name
    content_type = response.header("content-type")
    found = _PARAMETER.search(content_type)
    if found:
        named = encoding_of_label(found[1] or found[2] or found[3] or "")
        if named is not None:
            return named
    declared = declared_encoding(body[:_PRESCAN_BYTES])
    if declared is not None:
        return declared
    return detected(body, is_cut=response.truncated is not None)


def detected(body: bytes, *, is_cut: bool = False) -> str:
    """The encoding that the bytes themselves suggest."""
    if body.isascii() and b"\x00" not in body:
        return "utf-8"
    sample = body[:_DETECT_BYTES]
    utf16 = _utf16_without_mark(sample)
    if utf16 is not None:
        return utf16
    if is_utf8(body, is_cut=is_cut):
        return "utf-8"
    return _single_byte(sample)


def is_utf8(body: bytes, *, is_cut: bool = False) -> bool:
    """Whether the bytes are valid UTF-8; a cut body may end inside a character."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError as error:
        at_end = error.start > len(body) - _LONGEST_SEQUENCE
        return is_cut and at_end and error.reason == "unexpected end of data"
    return True


def decode_text(body: bytes, name: str) -> str:
    """The text of a body in the encoding of that WHATWG name; what is malformed becomes U+FFFD."""
    for mark, mark_name in _BOMS:
        if name == mark_name and body.startswith(mark):
            body = body[len(mark) :]
    return body.decode(CODECS.get(name, "cp1252"), "replace")


def text_of(response: Response, body: bytes) -> str:
    """The text of a decoded body."""
    return decode_text(body, charset(response, body))


def _utf16_without_mark(sample: bytes) -> str | None:
    """Markup is mostly ASCII, so that UTF-16 has a zero in nearly every other byte."""
    pairs = len(sample) // 2
    if pairs < 4:
        return None
    even = sample[0 : 2 * pairs : 2].count(0)
    odd = sample[1 : 2 * pairs : 2].count(0)
    if odd > 0.4 * pairs and even < 0.1 * pairs:
        return "utf-16le"
    if even > 0.4 * pairs and odd < 0.1 * pairs:
        return "utf-16be"
    return None


def _single_byte(sample: bytes) -> str:
    """Cyrillic text has most of its letters above 0xC0; small letters prevail, and tell which."""
    text = re.sub(rb"<[^<>]{0,2000}>", b" ", sample)
    high = len(_HIGH.findall(text))
    if high < 16 or high < 0.5 * len(_LETTERS.findall(text)):
        return "windows-1252"
    upper = len(_UPPER_HALF.findall(text))
    return "koi8-r" if upper > 0.6 * high else "windows-1251"
