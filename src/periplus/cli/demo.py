"""periplus demo: crawl a bundled example forum on loopback and show what was saved."""

import tempfile
import time
from collections import Counter
from pathlib import Path

import typer

from periplus.cli import options
from periplus.cli.crawl import run_and_report
from periplus.cli.output import say, show
from periplus.crawl.intake import ROBOTS_GROUP
from periplus.crawl.job import Job, open_job
from periplus.errors import ExitCode
from periplus.synthetic.presets import demo as demo_site
from periplus.synthetic.server import LoopbackServer, serve_in_thread
from periplus.synthetic.site import GeneratedSite

# A blind crawler never ends on a site with a calendar: this many requests show what it does.
_BLIND_REQUESTS = 5_000


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("demo")(demo)


def demo(
    output: options.JobOption = None,
    strategy: options.StrategyName = None,
    max_requests: options.MaxRequests = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Crawl a generated forum on this machine: what is fetched, what it costs, what is saved."""
    path = output or Path(tempfile.mkdtemp(prefix="periplus-demo-"))
    site = demo_site()
    with serve_in_thread(site) as server:
        if not quiet and not as_json:
            say(f"a generated forum is served at {server.url}; crawling it into {path}")
        given = {
            "urls": [server.url],
            "strategy": strategy,
            "max_requests": max_requests or _BLIND_REQUESTS,
            "delay": 0.0,
            "concurrency": 4,
            "allow_private": True,
        }
        with open_job(path, given, wall=time.time()) as job:
            code = run_and_report(job, as_json=as_json, quiet=quiet)
            if not quiet and not as_json:
                show(_what_was_saved(job, site, server))
    return ExitCode.DONE if code == ExitCode.BUDGET else code


def _what_was_saved(job: Job, site: GeneratedSite, server: LoopbackServer) -> str:
    """What the generator's labels say of the pages that were fetched."""
    base = server.base_url
    kinds: Counter[tuple[str, str]] = Counter()
    for page in job.store.pages():
        if page.group != ROBOTS_GROUP:
            label = site.label_of(job.store.url(page.url_id), base)
            kinds[label.verdict, label.kind] += 1
    verdicts = Counter(str(label.verdict) for label in site.labels(base))
    worth = verdicts["valuable"]
    lines = ["", "what the pages were (the generator knows)"]
    for verdict in ("valuable", "duplicate", "invalid"):
        found = {kind: n for (v, kind), n in kinds.items() if v == verdict}
        names = ", ".join(f"{n} {kind}" for kind, n in sorted(found.items(), key=lambda i: -i[1]))
        lines.append(f"  {verdict:10} {sum(found.values()):5,}  {names}")
    fetched = sum(n for (verdict, _), n in kinds.items() if verdict == "valuable")
    requests = len(server.requests)
    lines += [
        f"  {fetched:,} of {worth:,} pages worth having in {requests:,} requests "
        f"({requests / max(1, fetched):.1f} a page)",
        f"  a blind crawler would ask for {verdicts.total():,} URLs, and a calendar without end",
        "",
        "look at it",
        f"  periplus explain {job.path} {server.url}",
        f"  periplus verify {job.path}",
        f"  periplus export {job.path} --format wacz",
    ]
    return "\n".join(lines)
