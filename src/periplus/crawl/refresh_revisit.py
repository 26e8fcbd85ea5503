"""Taking in the answer of a page that was visited before: what changed, and what is kept of it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from periplus.change.compare import NO_CHANGE, Change, ChangeKind, compare
from periplus.change.evidence import (
    Entry,
    Listing,
    Sign,
    Signal,
    compare_listings,
    read_listing,
)
from periplus.change.fingerprint import Fingerprint, read_fingerprint
from periplus.change.gone import GONE_STATUSES
from periplus.crawl.counters import Counters
from periplus.crawl.events import Keep, Reading
from periplus.crawl.intake import Intake
from periplus.crawl.reader import Reader
from periplus.crawl.recall import archived_response
from periplus.crawl.refresh_noise import NoiseBook
from periplus.crawl.refresh_turns import is_later_page
from periplus.crawl.versions import NOT_MODIFIED, REVISIT_GROUP
from periplus.errors import ArchiveError
from periplus.exchange import Response
from periplus.fetch.charset import charset as charset_of
from periplus.fetch.decode import decode_payload
from periplus.limits import Limits
from periplus.page.view import PageView
from periplus.plan.strategy import Verdict
from periplus.store import JobStore, PageRow, Taken

REPLACED = 0.7  # of a page's text: perhaps this is another page
_MOST_LISTED = 100_000


class Meaning(StrEnum):
    """What a visit told."""

    NOT_MODIFIED = "not-modified"  # by the server's word
    SAME = "same"  # byte for byte, or but for noise
    CHANGED = "changed"
    BACK = "back"  # it was gone
    GONE = "gone"
    MOVED = "moved"  # it sends us elsewhere now
    ERROR = "error"  # nothing about the page


@dataclass(slots=True)
class Revisited:
    """One visit and what came of it."""

    keep: Keep
    meaning: Meaning
    change: Change = NO_CHANGE
    old: Fingerprint | None = None
    new: Fingerprint | None = None
    signals: list[Signal] = field(default_factory=list)  # about other pages
    entries: int = 0  # of the list that the page is
    fresh: int = 0  # URLs never seen before


class Revisits:
    """Compares answers with what the archive has, and asks the strategy about new links."""

    def __init__(
        self,
        store: JobStore,
        intake: Intake,
        counters: Counters,
        archive: Path | None,
        reader: Reader,
        noise: NoiseBook,
        limits: Limits,
        digest: Callable[[bytes], str],
        flush: Callable[[], None] = lambda: None,
    ) -> None:
        self._store = store
        self._intake = intake
        self._counters = counters
        self._archive = archive
        self._reader = reader
        self._noise = noise
        self._limits = limits
        self._digest = digest
        self._flush = flush
        self._listed: dict[str, Entry] = {}  # what lists said before this run

    def kept_response(self, page: PageRow) -> Response | None:
        """What the archive has of a visit; None where it cannot be read."""
        if self._archive is None:
            return None
        self._flush()  # what was appended in this run must be readable
        try:
            return archived_response(self._store, self._archive, page)
        except ArchiveError:
            return None

    def take_in(
        self,
        taken: Taken,
        response: Response,
        reading: Reading,
        *,
        template: int,
        was_gone: bool = False,
        conditional: bool = True,
    ) -> Revisited:
        """One answer of a page that was visited before."""
        base = self._store.last_content(taken.url_id)
        if response.status == NOT_MODIFIED and base is not None and conditional:
            return self._not_modified(taken, response, base)
        digest = self._digest(response.body)
        if response.status == 200 and base is not None and digest == base.digest:
            meaning = self._returned(taken) if was_gone else Meaning.SAME
            row = self._row(taken, response, reading, digest, Verdict.DUPLICATE)
            return Revisited(self._keep(response, row), meaning)
        if response.is_redirect:
            return self._moved(taken, response, digest)
        if response.status != 200:
            row = self._row(taken, response, reading, digest, Verdict.INVALID)
            is_gone = response.status in GONE_STATUSES
            meaning = Meaning.GONE if is_gone else Meaning.ERROR
            return Revisited(self._keep(response, row), meaning)
        return self._compared(taken, response, reading, base, digest, template, was_gone)

    def _not_modified(self, taken: Taken, response: Response, base: PageRow) -> Revisited:
        row = replace(
            self._row(taken, response, Reading(), base.digest, Verdict.DUPLICATE),
            media_type=base.media_type,
            text_hash=base.text_hash,
            title=base.title,
            charset=base.charset,
        )
        return Revisited(self._keep(response, row, not_modified=True), Meaning.NOT_MODIFIED)

    def _moved(self, taken: Taken, response: Response, digest: str) -> Revisited:
        fresh = self._intake.judge_again(taken, response, Reading())
        row = self._row(taken, response, Reading(), digest, Verdict.DUPLICATE)
        target = self._intake.target_of(taken, response)
        row = replace(row, redirect_to=target, group="" if fresh else REVISIT_GROUP)
        return Revisited(self._keep(response, row), Meaning.MOVED, fresh=fresh)

    def _compared(
        self,
        taken: Taken,
        response: Response,
        reading: Reading,
        base: PageRow | None,
        digest: str,
        template: int,
        was_gone: bool,
    ) -> Revisited:
        kept = self.kept_response(base) if base is not None else None
        found = Revisited(Keep(response, _NO_ROW), Meaning.CHANGED)
        if response.is_html:
            found.new = self.fingerprint(response)
            if kept is not None and kept.is_html:
                found.old = self.fingerprint(kept)
            found.change = self._learned_change(found, template, base)
            self._read_lists(found, kept, reading.view)
        else:
            found.change = Change(ChangeKind.TEXT, 1.0, "other bytes")
        found.fresh = self._intake.judge_again(taken, response, reading)
        if was_gone:
            is_other = found.change.size >= REPLACED
            found.meaning = Meaning.BACK if is_other else self._returned(taken)
        elif not found.change.matters and not found.fresh:
            found.meaning = Meaning.SAME
        verdict = Verdict.VALUABLE if found.change.matters else Verdict.DUPLICATE
        row = self._row(taken, response, reading, digest, verdict)
        found.keep = self._keep(response, replace(row, group="" if found.fresh else REVISIT_GROUP))
        return found

    def _returned(self, taken: Taken) -> Meaning:
        """A page that was gone answers like its last version: is that the page, or an error page?

        Where the last visit had an answer too, and yet found it gone, that was an error page.
        """
        visits = self._store.page_of(taken.url_id)
        was_answered = bool(visits) and visits[-1].status == 200
        return Meaning.GONE if was_answered else Meaning.BACK

    def _learned_change(self, found: Revisited, template: int, base: PageRow | None) -> Change:
        noise = self._noise.of(template)
        change = compare(found.old, found.new, noise)
        if found.old is not None and found.new is not None:
            noise.learn_page(found.new, key=base.url_id if base is not None else None)
            noise.learn_visit(found.old, found.new)
            self._noise.has_learned(template)
        return change

    def _read_lists(self, found: Revisited, kept: Response | None, view: PageView | None) -> None:
        if view is None:
            return
        now = read_listing(view)
        found.entries = len(now.entries)
        if not found.entries or kept is None:
            return
        old_view = self._reader.read(kept).view
        if old_view is None:
            return
        before = read_listing(old_view)
        is_later = is_later_page(view.links)
        found.signals = [
            signal
            for signal in compare_listings(before, now)
            if self._is_news(signal, now, is_later=is_later)
        ]
        if len(self._listed) > _MOST_LISTED:
            self._listed.clear()
        for url, entry in before.entries.items():
            self._listed.setdefault(url, entry)

    def _is_news(self, signal: Signal, listing: Listing, *, is_later: bool) -> bool:
        """Entries that an earlier page of the list has handed on are no news."""
        if signal.sign is not Sign.NEW:
            return True
        before = self._listed.get(signal.url)
        if before is None:
            return not is_later
        one = Listing({signal.url: before})
        other = Listing({signal.url: listing.entries[signal.url]})
        return bool(compare_listings(one, other))

    def fingerprint(self, response: Response) -> Fingerprint:
        payload = decode_payload(response, self._limits)
        charset = charset_of(response, payload.body)
        return read_fingerprint(
            payload.body, charset=charset, seen_at=response.date, limits=self._limits
        )

    def _row(
        self, taken: Taken, response: Response, reading: Reading, digest: str, verdict: Verdict
    ) -> PageRow:
        view = reading.view
        self._intake.sequence += 1
        self._counters.count_page(
            response.status, verdict, len(response.body), is_html=view is not None
        )
        self._counters.redirects += response.is_redirect
        return PageRow(
            url_id=taken.url_id,
            seq=self._intake.sequence,
            date=response.date,
            status=response.status,
            media_type=response.media_type,
            verdict=verdict,
            depth=taken.depth,
            group=REVISIT_GROUP,
            digest=digest,
            warc_file="",
            warc_offset=0,
            warc_length=0,
            payload_bytes=len(response.body),
            seconds=response.seconds,
            text_hash=view.words.text_hash if view and view.words else 0,
            title=view.title if view else "",
            truncated=response.truncated,
            charset=reading.charset,
        )

    def _keep(self, response: Response, row: PageRow, *, not_modified: bool = False) -> Keep:
        """A payload that the archive has already is referred to, not written again."""
        has_payload = bool(response.body) or not_modified
        twin = self._store.page_by_digest(row.digest) if has_payload else None
        if twin is None:
            return Keep(response, row)
        return Keep(response, replace(row, revisit_of=twin.url_id), twin, not_modified)


_NO_ROW = PageRow(0, 0, 0.0, 0, "", Verdict.INVALID, 0, "", "", "", 0, 0, 0, 0.0)
