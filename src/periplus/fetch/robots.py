"""robots.txt by RFC 9309: what a status means, which URLs are open, when to ask again. Pure.

`RobotsInquiry` walks through the redirects and ends in a `RobotsPolicy`; the caller makes the
requests. 2xx: the rules. 4xx, or more than five redirects: open (section 2.3.1.3). 5xx, 429, and
everything the network can do: closed (2.3.1.4), unless a good copy of the last 30 days is known.
Matching is protego's; the byte order mark that it stumbles on is removed first.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote

from protego import Protego

from periplus import url as urls
from periplus.exchange import Response, Truncation
from periplus.fetch.decode import decode_payload
from periplus.fetch.pace import retry_after_seconds
from periplus.limits import Limits

_BOMS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_STALE_SECONDS = 30 * 86400.0
_FIRST_RETRY_SECONDS = 300.0
_OUR_GROUP = "ourselves"
_AGENT_LINE = re.compile(r"^\s*user[ -]?agent\s*(?::|\s)\s*(?P<name>[^#]*)", re.IGNORECASE)
# RFC 9309 knows CR, LF and CRLF; str.splitlines, which protego uses, knows seven more.
_NOT_LINE_ENDS = {ord("\r"): "\n"} | {
    ord(c): quote(c) for c in "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
}
_PRODUCT = re.compile(r"[A-Za-z_-]+")
_REDIRECTS = (301, 302, 303, 307, 308)


class RobotsAccess(StrEnum):
    """What a robots.txt, or its absence, lets us do."""

    RULES = "rules"
    OPEN = "open"  # there is none
    CLOSED = "closed"  # there may be one that we could not read


@dataclass(frozen=True, slots=True)
class RobotsRecord:
    """What to keep in the job database: enough to make the policy again. Times are wall-clock."""

    status: int | None  # None: the network failed
    body: bytes
    fetched: float


class RobotsPolicy:
    """Which URLs of an origin are open to us, from `fetched` until `expires` (wall-clock)."""

    __slots__ = (
        "_rules",
        "access",
        "allows_everything",
        "body",
        "crawl_delay",
        "delay_too_long",
        "expires",
        "failures",
        "fetched",
        "is_stale",
        "sitemaps",
        "status",
    )

    def __init__(
        self,
        access: RobotsAccess,
        *,
        user_agent: str,
        limits: Limits,
        fetched: float,
        status: int | None = None,
        body: bytes = b"",
    ) -> None:
        self.access = access
        self.status = status
        self.body = body
        self.fetched = fetched
        self.expires = fetched + limits.robots_seconds
        self.failures = 0
        self.is_stale = False  # a good copy that stands in for one we could not read
        rules = access is RobotsAccess.RULES
        self._rules = parse_rules(body, product_token(user_agent)) if rules else None
        self.crawl_delay = self._rules.crawl_delay(_OUR_GROUP) if self._rules else None
        self.sitemaps: tuple[str, ...] = tuple(self._rules.sitemaps) if self._rules else ()
        self.delay_too_long = (self.crawl_delay or 0.0) > limits.crawl_delay_seconds
        self.allows_everything = access is RobotsAccess.OPEN or (
            self._rules is not None and _forbids_nothing(self._rules)
        )

    def allows(self, url: str) -> bool:
        """Whether a canonical URL of this origin may be asked for. /robots.txt always may."""
        if self.allows_everything:
            return True
        if self._rules is None:
            return urls.path_and_query(url) == "/robots.txt"
        # Only path and query count, and protego's own reading of authorities is not WHATWG's.
        return bool(self._rules.can_fetch(f"http://host{urls.path_and_query(url)}", _OUR_GROUP))

    def expired(self, wall: float) -> bool:
        """Whether to ask again; also when the clock was set back to before we asked."""
        return wall >= self.expires or wall < self.fetched

    def to_record(self) -> RobotsRecord:
        """What to keep in the job database."""
        return RobotsRecord(self.status, self.body, self.fetched)

    @classmethod
    def from_record(cls, record: RobotsRecord, user_agent: str, limits: Limits) -> "RobotsPolicy":
        """The policy of an earlier process."""
        access = access_of_status(record.status)
        body = record.body if access is RobotsAccess.RULES else b""
        policy = cls(
            access,
            user_agent=user_agent,
            limits=limits,
            fetched=record.fetched,
            status=record.status,
            body=body,
        )
        if access is RobotsAccess.CLOSED:
            policy.expires = record.fetched + _FIRST_RETRY_SECONDS
        return policy

    def stand_in(self, failed: "RobotsPolicy") -> "RobotsPolicy":
        """This good copy, used until `failed` is to be asked again."""
        copy = object.__new__(RobotsPolicy)
        for name in RobotsPolicy.__slots__:
            setattr(copy, name, getattr(self, name))
        copy.is_stale = True
        copy.failures = failed.failures
        copy.expires = failed.expires
        return copy


class RobotsInquiry:
    """Asking for one origin's robots.txt. `url` is what to ask for next."""

    def __init__(
        self, origin: str, user_agent: str, limits: Limits, known: RobotsPolicy | None = None
    ) -> None:
        self.url = f"{origin}/robots.txt"
        self._user_agent = user_agent
        self._limits = limits
        self._known = known
        self._redirects = 0

    def answered(self, response: Response, wall: float) -> RobotsPolicy | None:
        """The policy, or None: then ask for `url`."""
        if response.status in _REDIRECTS:
            return self._redirected(response, wall)
        if response.truncated in (Truncation.DISCONNECT, Truncation.TIME):
            return self.failed(wall)  # rules may be missing from what we have
        access = access_of_status(response.status)
        if access is RobotsAccess.CLOSED:
            return self._closed(response.status, wall, retry_after_seconds(response, wall))
        body = b""
        if access is RobotsAccess.RULES:
            body = rules_body(response, self._limits)
        return self._policy(access, wall, response.status, body)

    def failed(self, wall: float) -> RobotsPolicy:
        """The policy after a network fault or a refusal of ours."""
        return self._closed(None, wall, None)

    def _redirected(self, response: Response, wall: float) -> RobotsPolicy | None:
        location = response.header("location")
        target = urls.join(response.url, location) if location else None
        self._redirects += 1
        if not target or self._redirects > self._limits.robots_redirects:
            return self._policy(RobotsAccess.OPEN, wall, response.status, b"")
        self.url = target
        return None

    def _policy(
        self, access: RobotsAccess, wall: float, status: int | None, body: bytes
    ) -> RobotsPolicy:
        return RobotsPolicy(
            access,
            user_agent=self._user_agent,
            limits=self._limits,
            fetched=wall,
            status=status,
            body=body,
        )

    def _closed(self, status: int | None, wall: float, told: float | None) -> RobotsPolicy:
        policy = self._policy(RobotsAccess.CLOSED, wall, status, b"")
        known = self._known
        policy.failures = 1 + (known.failures if known is not None else 0)
        wait = _FIRST_RETRY_SECONDS * 2.0 ** min(policy.failures - 1, 16)
        policy.expires = wall + min(max(wait, told or 0.0), self._limits.robots_seconds)
        if known is None or known.access is RobotsAccess.CLOSED:
            return policy
        is_recent = 0 <= wall - known.fetched <= _STALE_SECONDS
        return known.stand_in(policy) if is_recent else policy


def access_of_status(status: int | None) -> RobotsAccess:
    """What the final status means. A redirect ends here only when there were too many."""
    if status is None or status == 429:
        return RobotsAccess.CLOSED
    if 200 <= status < 300:
        return RobotsAccess.RULES
    if 300 <= status < 500:
        return RobotsAccess.OPEN
    return RobotsAccess.CLOSED


def rules_body(response: Response, limits: Limits) -> bytes:
    """The decoded file, at most `robots_bytes` of it, without the line that the limit cut."""
    payload = decode_payload(response, limits)
    body = payload.body
    was_cut = response.truncated is not None or payload.cut is not None
    if len(body) > limits.robots_bytes:
        body, was_cut = body[: limits.robots_bytes], True
    if was_cut:
        body = body[: max(body.rfind(b"\n"), body.rfind(b"\r")) + 1]
    return body


def parse_rules(body: bytes, token: str) -> Protego:
    """The rules of a file for the crawler of that product token, as protego's `_OUR_GROUP`.

    protego matches a group whose name is the beginning of ours; RFC 9309 section 2.2.1 asks for
    the whole token. So the groups are renamed before protego sees them.
    """
    text = _decoded(body).translate(_NOT_LINE_ENDS)
    lines = [_AGENT_LINE.sub(lambda m: _renamed(m, token), line) for line in text.split("\n")]
    return Protego.parse("\n".join(lines))


def _decoded(body: bytes) -> str:
    """UTF-8 by RFC 9309; what is not becomes marks that match nothing."""
    for mark, encoding in _BOMS.items():
        if body.startswith(mark):
            return body[len(mark) :].decode(encoding, "replace")
    return body.decode("utf-8", "replace")


def _renamed(line: re.Match[str], token: str) -> str:
    name = line["name"].strip()
    if name.startswith("*"):
        return f"user-agent: {name}"
    found = _PRODUCT.match(name)
    is_ours = found is not None and found.group().lower() == token.lower()
    return f"user-agent: {_OUR_GROUP if is_ours else 'another'}"


def product_token(user_agent: str) -> str:
    """The name that robots.txt groups are matched with: `Periplus` of `Periplus/1.0 (+url)`."""
    found = _PRODUCT.match(user_agent)
    return found.group() if found else user_agent


def _forbids_nothing(rules: Protego) -> bool:
    """Whether no rule can close a URL to us. False where protego does not let us look."""
    try:
        group = rules._get_matching_rule_set(_OUR_GROUP)
        return group is None or not any(rule.field == "disallow" for rule in group._rules)
    except AttributeError:
        return False
