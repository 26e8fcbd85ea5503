"""Writes a generated site as a mirrored site: WARC, labels and site.json, by a breadth-first walk.

The walk asks as a guest without cookies and follows every link of the same host, as a blind crawl
would. What is linked but beyond a limit is listed as unfetched.
"""

import gzip
import json
import lzma
import re
import uuid
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any

from periplus import url as urls
from periplus.archive.compose import response_record, warcinfo_record
from periplus.archive.digest import payload_digest
from periplus.archive.members import deflate_member
from periplus.archive.record import RevisitOf, warc_date
from periplus.errors import ConfigError
from periplus.exchange import Response
from periplus.synthetic.nature import Answer, Label
from periplus.synthetic.site import GeneratedSite

_ANCHOR = re.compile(rb'<a href="([^"]*)"')
_FIRST_DATE = 1_767_225_600.0  # 2026-01-01, so that equal sites are written as equal bytes
_TRAP_LIMIT = 300


@dataclass(frozen=True, slots=True)
class Walked:
    """One URL of a walk: its answer where it was asked for, None where a limit forbade it."""

    url: str
    depth: int
    label: Label
    answer: Answer | None


@dataclass(frozen=True, slots=True)
class MirrorCounts:
    """What was written."""

    urls: int
    unfetched: int
    by_verdict: dict[str, int]
    by_kind: dict[str, int]
    by_status: dict[str, int]


def walk(
    site: GeneratedSite, limit: int | None = None, trap_limit: int = _TRAP_LIMIT
) -> Iterator[Walked]:
    """Every URL that links lead to, breadth first, at most `trap_limit` of each trap."""
    depths = {site.start_url: 0}
    queue = deque([site.start_url])
    asked = 0
    trapped: Counter[str] = Counter()
    while queue:
        url = queue.popleft()
        label = site.label_of(url)
        trap = label.why if label.why and label.why.startswith("trap:") else None
        if (limit is not None and asked >= limit) or (trap and trapped[trap] >= trap_limit):
            yield Walked(url, depths[url], label, None)
            continue
        asked += 1
        trapped[trap or ""] += 1
        answer = site.answer(urls.path_and_query(url))
        yield Walked(url, depths[url], label, answer)
        for target in links_of(site, url, answer):
            if target not in depths:
                depths[target] = depths[url] + 1
                queue.append(target)


def links_of(site: GeneratedSite, url: str, answer: Answer) -> list[str]:
    """The URLs of the same site that an answer links or redirects to, in order."""
    headers = dict(answer.headers)
    if "Location" in headers:
        found = [headers["Location"]]
    elif headers.get("Content-Type", "").startswith("text/html"):
        anchors = _ANCHOR.findall(answer.body)
        found = [anchor.decode().replace("&amp;", "&") for anchor in anchors]
    else:
        found = []
    joined = (urls.join(url, reference) for reference in found)
    return [target for target in joined if target and target.startswith(site.start_url)]


def write_site(
    site: GeneratedSite,
    directory: Path,
    limit: int | None = None,
    *,
    trap_limit: int = _TRAP_LIMIT,
    compression: str = "gz",
) -> MirrorCounts:
    """Writes a mirrored-site directory that `periplus bench` reads.

    Args:
        limit: the most URLs to write; None for all of a site (endless parts are cut anyway).
        trap_limit: the most URLs of each endless part.
        compression: `gz` (a member for each record) or `xz` (one stream).

    Raises:
        ConfigError: an unknown compression.
    """
    if compression not in ("gz", "xz"):
        raise ConfigError(f"compression of a mirrored site is gz or xz, not {compression!r}")
    directory.mkdir(parents=True, exist_ok=True)
    name = f"site.warc.{compression}"
    verdicts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    unfetched = 0
    with ExitStack() as stack:
        warc = _RecordSink(directory / name, compression, stack)
        labels = stack.enter_context(_open_lines(directory / "labels.jsonl.gz"))
        rest = _LateFile(directory / "unfetched.jsonl.gz", stack)
        warc.write(warcinfo_record({"software": "periplus"}, name, warc_date(_FIRST_DATE)))
        for step in walk(site, limit, trap_limit):
            line = json.dumps(_label_row(step), ensure_ascii=False) + "\n"
            if step.answer is None:
                rest.write(line)
                unfetched += 1
                continue
            labels.write(line)
            warc.write_answer(step.url, step.answer)
            verdicts[step.label.verdict.value] += 1
            kinds[step.label.kind] += 1
            statuses[str(step.label.status)] += 1
    counts = MirrorCounts(
        urls=sum(verdicts.values()),
        unfetched=unfetched,
        by_verdict=dict(verdicts),
        by_kind=dict(kinds),
        by_status=dict(statuses),
    )
    _write_description(site, directory, counts)
    return counts


def _label_row(step: Walked) -> dict[str, Any]:
    row = asdict(step.label)
    if row["why"] is None:
        del row["why"]
    row["depth"] = step.depth
    return row


def _write_description(site: GeneratedSite, directory: Path, counts: MirrorCounts) -> None:
    described = {
        "name": directory.name,
        "software": f"generated {site.kind_name}",
        "start_url": site.start_url,
        **asdict(counts),
        "notes": "Generated: every label is exact.",
        "source": "generated",
        "licence": "none needed",
    }
    (directory / "site.json").write_text(json.dumps(described, indent=1) + "\n")


def _open_lines(path: Path) -> IO[str]:
    return gzip.open(path, "wt", encoding="utf-8", compresslevel=6)


class _LateFile:
    """A file of lines that comes into being with its first line."""

    def __init__(self, path: Path, stack: ExitStack) -> None:
        self._path = path
        self._stack = stack
        self._file: IO[str] | None = None
        path.unlink(missing_ok=True)

    def write(self, line: str) -> None:
        if self._file is None:
            self._file = self._stack.enter_context(_open_lines(self._path))
        self._file.write(line)


class _RecordSink:
    """Appends records; an identical payload becomes a revisit of its first occurrence."""

    def __init__(self, path: Path, compression: str, stack: ExitStack) -> None:
        self._pack: Callable[[bytes], bytes] = deflate_member if compression == "gz" else bytes
        opened = path.open("wb") if compression == "gz" else lzma.open(path, "wb")  # noqa: SIM115
        self._file: IO[bytes] = stack.enter_context(opened)
        self._seen: dict[str, RevisitOf] = {}
        self._count = 0

    def write(self, record: bytes) -> None:
        self._file.write(self._pack(record))

    def write_answer(self, url: str, answer: Answer) -> None:
        self._count += 1
        date = _FIRST_DATE + self._count
        digest = payload_digest(answer.body)
        earlier = self._seen.get(digest) if answer.body else None
        headers = (*answer.headers, ("Content-Length", str(len(answer.body))))
        response = Response(
            url=url,
            status=answer.status,
            reason=HTTPStatus(answer.status).phrase,
            headers=tuple((name.encode(), value.encode()) for name, value in headers),
            body=answer.body,
            request_head=b"",
            date=date,
            seconds=0.0,
        )
        self.write(
            response_record(
                response,
                url=url,
                date=warc_date(date),
                record_id=f"<urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, url)}>",
                request_id=None,
                digest=digest,
                revisit_of=earlier,
            )
        )
        if answer.body and earlier is None:
            self._seen[digest] = RevisitOf(url, date, digest)
