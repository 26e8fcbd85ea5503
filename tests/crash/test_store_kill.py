"""A process that writes is killed at random moments: what was committed is there, whole.

The worker crawls a made-up site: it notes how far it is before and after each commit in a file
beside the job. After each kill the next worker goes on from what the database says.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from periplus.store import JobStore, UrlState
from unit.store.samples import ORIGIN, url

KILLS = int(os.environ.get("PERIPLUS_KILLS", "12"))
URLS = 60_000

WORKER = f"""
import os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from unit.store.samples import ORIGIN, links, page, url
from periplus.plan.strategy import Reason
from periplus.store import JobStore

path = Path(sys.argv[1])
if path.exists():
    store = JobStore.open(path)
else:
    store = JobStore.create(path)
    store.intern([url(0)])
    store.enqueue(
        1, origin=ORIGIN, group="g0", rank=0.0, reason=Reason.SEED, depth=0
    )
    store.commit()
seq = store.last_seq()
journal = os.open(path.with_name("journal"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
print("ready", flush=True)
while True:
    for _ in range(20):
        taken = store.take(ORIGIN)
        if taken is None:
            sys.exit()
        seq += 1
        found = [url((taken.url_id * 7 + n) % {URLS}) for n in range(30)]
        ids, fresh = store.intern(found)
        store.describe(ids[fresh].tolist(), via=taken.url_id, rows=range(fresh.sum()), depth=2)
        for target, text in zip(ids.tolist(), found):
            store.enqueue(
                target, origin=ORIGIN, group=f"g{{target % 5}}", rank=float(target % 100),
                reason=Reason.FOLLOW, depth=2,
            )
        store.add_links(taken.url_id, links(ids.tolist()))
        store.finish(page(taken.url_id, seq))
    store.set_warc("a.warc.gz", seq)
    os.write(journal, f"begin {{seq}}\\n".encode())
    store.commit()
    os.write(journal, f"done {{seq}}\\n".encode())
"""


def kill_at_random(path: Path, draw: random.Random) -> None:
    tests = Path(__file__).parents[1]
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, str(path), str(tests)], stdout=subprocess.PIPE
    )
    try:
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"ready\n"
        time.sleep(draw.uniform(0.0, 0.4))
        assert worker.poll() is None, "the worker ended by itself: the test would show nothing"
    finally:
        worker.send_signal(signal.SIGKILL)
        worker.communicate(timeout=60)


def noted(path: Path) -> tuple[int, int]:
    """How many pages the last commit had that returned, and the last that was begun."""
    journal = path.with_name("journal")
    lines = journal.read_text().splitlines() if journal.exists() else []
    done = [int(line.split()[1]) for line in lines if line.startswith("done")]
    begun = [int(line.split()[1]) for line in lines if line.startswith("begin")]
    return max(done, default=0), max(begun, default=0)


def test_a_kill_at_any_moment_leaves_the_last_commit(tmp_path: Path) -> None:
    path = tmp_path / "job.db"
    draw = random.Random(11)
    lengths = [0]
    for _ in range(KILLS):
        kill_at_random(path, draw)
        done, begun = noted(path)
        store = JobStore.open(path)
        store.check(full=True)
        pages = list(store.pages())
        # The kill before may have hit between a commit and its note.
        committed = max(done, lengths[-1])
        assert len(pages) in (committed, begun), "a commit was lost, or half of one is there"
        assert [row.seq for row in pages] == list(range(1, len(pages) + 1))
        assert store.warcs().get("a.warc.gz", 0) == len(pages)
        assert len({row.url_id for row in pages}) == len(pages), "a page was fetched twice"
        counts = store.counts()
        assert counts.urls[UrlState.FETCHED] == len(pages) if pages else True
        assert counts.urls.get(UrlState.WAITING, 0) == store.waiting() > 0
        assert store.find(url(0)) == 1
        assert store.origins() == [ORIGIN]
        lengths.append(len(pages))
        store.close()
    assert lengths == sorted(lengths)
    assert lengths[-1] > 20 * KILLS // 4, "too little was committed to show anything"
