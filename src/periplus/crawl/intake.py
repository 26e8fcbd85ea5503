"""Taking a page in: its verdict, its links past scope and robots, the strategy's answers."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from periplus import url as urls
from periplus.crawl.counters import Counters
from periplus.crawl.events import Keep, Reading
from periplus.crawl.scope import GOES_DEEPER, Scope
from periplus.exchange import Response
from periplus.limits import Limits
from periplus.page.view import PageView
from periplus.plan.strategy import (
    FOLLOWED,
    Choice,
    Judgement,
    Offered,
    Reason,
    Strategy,
    Verdict,
    Visit,
)
from periplus.site.threads import NOTHING, turn_marks
from periplus.store import JobStore, LinkRows, PageRow, Taken, UrlState
from periplus.store.groups import RESOURCE_GROUP, ROBOTS_GROUP

__all__ = ["ROBOTS_GROUP", "Intake", "RobotsObjection"]


DEEPER_GROUP = "deeper"  # URLs that a larger --max-depth admits
RobotsObjection = Callable[[str], Reason | None]

# As plain numbers: these are compared for every link.
_KNOWN, _WAITING, _FETCHED, _SKIPPED = map(
    int, (UrlState.KNOWN, UrlState.WAITING, UrlState.FETCHED, UrlState.SKIPPED)
)
# A later sighting may still overrule these; the other rules' objections are for good.
_NOT_FINAL = frozenset({Reason.TOO_DEEP, Reason.LIMIT})


class Intake:
    """Turns answered requests into pages, links and decisions in the store."""

    def __init__(
        self,
        store: JobStore,
        strategy: Strategy,
        scope: Scope,
        counters: Counters,
        limits: Limits,
        robots_objection: RobotsObjection,
        digest: Callable[[bytes], str],
        sitemaps_of: Callable[[str], Sequence[str]] | None = None,
    ) -> None:
        """`sitemaps_of`: for a strategy that reads them, those that an origin names."""
        self._store = store
        self._strategy = strategy
        self._scope = scope
        self._counters = counters
        self._limits = limits
        self._robots_objection = robots_objection
        self._digest = digest
        self._sitemaps_of = sitemaps_of
        self._told_sitemaps: set[str] = set()  # origins
        self._hops: dict[int, int] = {}  # redirects that led to a URL
        self.sequence = int(store.get_meta("sequence", 0))
        self.notes: list[str] = []

    def seed(self, start_urls: Sequence[str]) -> None:
        """Put the start URLs into the frontier."""
        ids, fresh = self._store.intern(list(start_urls))
        for url_id, url, is_fresh in zip(ids.tolist(), start_urls, fresh.tolist(), strict=True):
            if is_fresh:
                self._enqueue(url_id, urls.origin(url), Choice(Reason.SEED, "seed"), depth=0)
        self._store.set_priorities({"seed": 1e300})

    def take_up_deeper(self) -> int:
        """Let URLs wait that an earlier run left alone as too deep and this one may ask for."""
        if not self._store.get_meta(GOES_DEEPER):
            return 0
        self._store.set_meta(GOES_DEEPER, False)
        admitted = 0
        for url_id in self._store.left_alone(Reason.TOO_DEEP):
            row = self._store.row(url_id)
            if self._scope.objection(row.url, row.depth) is None:
                choice = Choice(Reason.FOLLOW, DEEPER_GROUP)
                self._enqueue(url_id, urls.origin(row.url), choice, row.depth)
                admitted += 1
        self._counters.uncount_skipped(Reason.TOO_DEEP, admitted)
        return admitted

    def take_in(self, taken: Taken, response: Response, reading: Reading) -> Keep:
        """Judge a page and its links; the loop archives it, if the strategy wants it kept."""
        view = reading.view
        digest = self._digest(response.body)
        twin = self._store.page_by_digest(digest) if response.body else None
        # Pages of one script are one document on the wire; what they show tells them apart.
        verdict = self._verdict(response, view, None if reading.rendered else twin)
        hops = self._hops.pop(taken.url_id, 0) + 1 if response.is_redirect else 0
        found, rows = _link_urls(taken, response, view)
        if view is not None:
            sitemaps = self._untold_sitemaps(taken.url)
            found, rows = [*found, *sitemaps], [*rows, *[-1] * len(sitemaps)]
        offered = self._offer(taken, found, rows, hops)
        if hops and offered:
            self._hops[offered[0].target] = hops
        judgement = self._judge(
            Visit(
                page=taken.url_id,
                url=taken.url,
                status=response.status,
                depth=taken.depth,
                group=taken.group,
                verdict=verdict,
                view=view,
                links=offered,
                text=reading.text,
            )
        )
        self._count(response, verdict, view, len(offered))
        if judgement.about is not None:
            self._store.notes.set(taken.url_id, judgement.about)
            self._counters.count_searched(judgement.about, verdict)
        self.sequence += judgement.keep
        page = PageRow(
            url_id=taken.url_id,
            seq=self.sequence,
            date=response.date,
            status=response.status,
            media_type=response.media_type,
            verdict=verdict,
            depth=taken.depth,
            group=taken.group,
            digest=digest,
            warc_file="",
            warc_offset=0,
            warc_length=0,
            payload_bytes=len(response.body),
            seconds=response.seconds,
            text_hash=view.words.text_hash if view and view.words else 0,
            title=view.title if view else "",
            redirect_to=offered[0].target if response.is_redirect and offered else None,
            revisit_of=twin.url_id if twin else None,
            truncated=response.truncated,
            charset=reading.charset,
        )
        rendered = reading.rendered
        return Keep(response, page, twin, is_wanted=judgement.keep, rendered=rendered)

    def judge_again(self, taken: Taken, response: Response, reading: Reading) -> int:
        """Offer the links of a page that was judged before; how many URLs are seen first here.

        Where there are none the strategy is not asked: what it knew of the page holds. It is told
        no group, for what a second visit brings says nothing about links not yet followed.
        """
        hops = int(response.is_redirect)
        offered = self._offer(taken, *_link_urls(taken, response, reading.view), hops)
        fresh = sum(link.fresh for link in offered)
        if fresh:
            self._judge(
                Visit(
                    page=taken.url_id,
                    url=taken.url,
                    status=response.status,
                    depth=taken.depth,
                    group="",
                    verdict=Verdict.DUPLICATE if response.is_redirect else Verdict.VALUABLE,
                    view=reading.view,
                    links=offered,
                    text=reading.text,
                )
            )
        return fresh

    def target_of(self, taken: Taken, response: Response) -> int | None:
        """The URL that a redirect names, if it is known."""
        found, _ = _link_urls(taken, response, None)
        return self._store.find(found[0]) if found else None

    def admit(self, taken: Taken, listed: list[str]) -> list[Offered]:
        """Of the URLs that a sitemap or feed lists: those never seen, if scope and robots allow."""
        offered = self._offer(taken, listed, [-1] * len(listed), 0)
        return [link for link in offered if link.fresh]

    def follow(self, link: Offered, group: str, depth: int) -> None:
        """Let a URL wait that no strategy was asked about."""
        self._enqueue(link.target, urls.origin(link.url), Choice(Reason.FOLLOW, group), depth)

    def keep_robots(self, response: Response) -> Keep:
        """A robots.txt is archived and noted like a page, but no strategy sees it."""
        url_id = int(self._store.intern([response.url])[0][0])
        self.sequence += 1
        return Keep(
            response,
            PageRow(
                url_id=url_id,
                seq=self.sequence,
                date=response.date,
                status=response.status,
                media_type=response.media_type,
                verdict=Verdict.INVALID,
                depth=0,
                group=ROBOTS_GROUP,
                digest=self._digest(response.body),
                warc_file="",
                warc_offset=0,
                warc_length=0,
                payload_bytes=len(response.body),
                seconds=response.seconds,
                truncated=response.truncated,
            ),
        )

    def keep_resource(self, response: Response, kind: str) -> Keep:
        """What a rendered page loaded is archived; its URL is no page and may still become one."""
        kept = self.keep_robots(response)
        twin = self._store.page_by_digest(kept.page.digest) if response.body else None
        revisit_of = twin.url_id if twin else None
        page = replace(kept.page, group=RESOURCE_GROUP, revisit_of=revisit_of)
        return Keep(response, page, twin, resource=kind)

    def give_up(self, taken: Taken, reason: Reason, fault: str) -> None:
        """A URL that could not be fetched after all tries; the strategy is told."""
        self._store.fail(taken.url_id, reason, fault, taken.attempts)
        self._counters.count_fault(fault)
        self._judge(
            Visit(taken.url_id, taken.url, 0, taken.depth, taken.group, Verdict.INVALID, None, ())
        )

    def _untold_sitemaps(self, url: str) -> Sequence[str]:
        """With the first page of an origin the sitemaps that its robots.txt names."""
        origin = urls.origin(url)
        if self._sitemaps_of is None or origin in self._told_sitemaps:
            return ()
        self._told_sitemaps.add(origin)
        return self._sitemaps_of(origin)

    def _verdict(self, response: Response, view: PageView | None, twin: PageRow | None) -> Verdict:
        if not 200 <= response.status < 400:
            return Verdict.INVALID
        if twin is not None or response.is_redirect:
            return Verdict.DUPLICATE
        text_hash = view.words.text_hash if view and view.words else 0
        if text_hash and self._store.page_by_text(text_hash) is not None:
            return Verdict.DUPLICATE
        return Verdict.VALUABLE

    def _count(
        self, response: Response, verdict: Verdict, view: PageView | None, links: int
    ) -> None:
        self._counters.count_page(
            response.status, verdict, len(response.body), is_html=view is not None
        )
        self._counters.links += links
        self._counters.redirects += response.is_redirect

    def _offer(
        self, taken: Taken, link_urls: list[str], rows: list[int], hops: int
    ) -> list[Offered]:
        """The links that scope and robots allow; objections to the others are noted."""
        if not link_urls:
            return []
        depth = taken.depth + 1
        ids, fresh = self._store.intern(link_urls)
        states = self._store.state(ids)
        new_at = np.flatnonzero(fresh).tolist()
        if new_at:
            self._store.describe(
                ids[new_at].tolist(), via=taken.url_id, rows=[rows[i] for i in new_at], depth=depth
            )
        objections: defaultdict[Reason, set[int]] = defaultdict(set)
        for i in np.flatnonzero(states == _KNOWN).tolist():
            reason = self._objection(link_urls[i], depth, hops)
            if reason is not None:
                objections[reason].add(int(ids[i]))
                states[i] = _SKIPPED
        for reason, url_ids in objections.items():
            is_final = reason not in _NOT_FINAL
            self._store.skip(sorted(url_ids), reason, final=is_final)
            # What may be skipped again and again is counted when it is seen first.
            counted = url_ids if is_final else url_ids.intersection(ids[new_at].tolist())
            if counted:
                self._counters.count_skipped(reason, len(counted))
        allowed = np.flatnonzero((states != _SKIPPED) & (ids != taken.url_id)).tolist()
        id_list, fresh_list = ids.tolist(), fresh.tolist()
        fetched = (states == _FETCHED).tolist()
        return [
            Offered(rows[i], id_list[i], link_urls[i], fresh_list[i], fetched[i]) for i in allowed
        ]

    def _objection(self, url: str, depth: int, hops: int) -> Reason | None:
        if hops > self._limits.redirects:
            return Reason.LIMIT
        return self._scope.objection(url, depth) or self._robots_objection(url)

    def _judge(self, visit: Visit) -> Judgement:
        """Ask the strategy and carry its answers into the frontier."""
        judgement = self._strategy.judge(visit)
        if judgement.priorities:
            self._store.set_priorities(judgement.priorities)
        if judgement.note:
            self.notes.append(judgement.note)
        self._move(judgement.moves)
        passed: defaultdict[Reason, list[int]] = defaultdict(list)
        states = self._store.state(np.array([o.target for o in visit.links], dtype=np.uint32))
        is_redirect = visit.view is None
        queued: set[int] = set()
        for offered, choice, state in zip(
            visit.links, judgement.choices, states.tolist(), strict=True
        ):
            if choice.reason in FOLLOWED:
                if offered.target in queued and not choice.move:
                    continue
                if state == _KNOWN or (choice.move and state == _WAITING):
                    if is_redirect:
                        choice = choice._replace(reason=Reason.REDIRECT)
                    origin = urls.origin(offered.url)
                    self._enqueue(offered.target, origin, choice, visit.depth + 1)
                    queued.add(offered.target)
            elif state == _KNOWN:
                passed[choice.reason].append(offered.target)
        for reason, url_ids in passed.items():
            # One link of a page may be passed over and another one to the same place followed.
            left = [url_id for url_id in url_ids if url_id not in queued]
            self._store.skip(left, reason, final=False)
        self._note_links(visit, judgement.choices)
        return judgement

    def _move(self, moves: Mapping[int, Choice]) -> None:
        """Carry a strategy's changed minds about earlier links into the frontier."""
        if not moves:
            return
        states = self._store.state(np.fromiter(moves, dtype=np.uint32, count=len(moves)))
        dropped: defaultdict[Reason, list[int]] = defaultdict(list)
        for (target, choice), state in zip(moves.items(), states.tolist(), strict=True):
            if choice.reason in FOLLOWED:
                if state == _WAITING:
                    origin, depth = self._store.origin_and_depth(target)
                    self._enqueue(target, origin, choice, depth)
                elif state == _KNOWN:
                    row = self._store.row(target)
                    self._enqueue(target, urls.origin(row.url), choice, row.depth)
            elif state == _WAITING:
                dropped[choice.reason].append(target)
        for reason, url_ids in dropped.items():
            self._store.drop(url_ids, reason)

    def _note_links(self, visit: Visit, choices: Sequence[Choice]) -> None:
        if not visit.links:
            return
        labels: list[str] = []
        marks: list[int] = []
        if visit.view is not None:
            names = visit.view.links.label_names
            labels = [names[i] for i in visit.view.links.labels.tolist()]
            marks = turn_marks(visit.view.links)
        self._store.add_links(
            visit.page,
            LinkRows(
                targets=np.array([o.target for o in visit.links], dtype=np.uint32),
                rows=np.array([o.row for o in visit.links], dtype=np.int32),
                labels=[labels[o.row] if o.row >= 0 else "" for o in visit.links],
                reasons=[c.reason for c in choices],
                groups=[c.group for c in choices],
                turns=[marks[o.row] if o.row >= 0 else NOTHING for o in visit.links]
                if marks
                else None,
            ),
        )

    def _enqueue(self, url_id: int, origin: str, choice: Choice, depth: int) -> None:
        self._store.enqueue(
            url_id,
            origin=origin,
            group=choice.group,
            rank=choice.rank,
            reason=choice.reason,
            depth=depth,
        )


def _link_urls(
    taken: Taken, response: Response, view: PageView | None
) -> tuple[list[str], list[int]]:
    """The targets that a response names, with their rows in the page's link table."""
    if response.is_redirect:
        target = urls.join(taken.url, response.header("location"))
        return ([target], [-1]) if target is not None else ([], [])
    if view is None:
        return [], []
    return view.links.urls, list(range(len(view.links)))
