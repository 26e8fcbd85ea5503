"""Threads of whole crawls, with their posts."""

import json
import time
from pathlib import Path

from periplus.crawl.job import open_job
from periplus.crawl.observer import Silent
from periplus.crawl.run import run_until_stopped
from periplus.crawl.settings import Secrets
from periplus.crawl.thread_export import threads_of, write_job_threads
from periplus.synthetic.forum import ForumParameters, ForumSite
from periplus.synthetic.server import serve_in_thread

PARAMETERS = ForumParameters(seed=3, boards=3, threads=16, posts_per_thread=14.0, members=10)


def test_posts_of_a_crawled_forum_are_joined(tmp_path: Path) -> None:
    site = ForumSite(PARAMETERS)
    with serve_in_thread(site) as server:
        given = {
            "urls": [server.url],
            "strategy": "irobot",
            "sample": 60,
            "delay": 0.0,
            "concurrency": 4,
            "allow_private": True,
            "max_requests": 600,
        }
        with open_job(tmp_path / "job", given, wall=time.time()) as job:
            run_until_stopped(job, Silent(), Secrets())
            long = [
                thread
                for thread in threads_of(job.store, job.archive_directory)
                if len(thread.pages) > 1
                and site.label_of(thread.id, server.base_url).kind == "thread"
            ]
            count = write_job_threads(job, tmp_path / "out.jsonl")
    assert long
    for thread in long:
        assert thread.title
        texts = [post.text for post in thread.posts]
        assert len(texts) == len(set(texts))
        assert len(texts) > len(thread.pages)
        assert sum(post.author is not None for post in thread.posts) > 0.5 * len(texts)
        assert sum(post.date is not None for post in thread.posts) > 0.5 * len(texts)
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert len(lines) == count
    written = (tmp_path / "job" / "threads" / "threads.jsonl").read_text().splitlines()
    assert [json.loads(line)["id"] for line in lines] == [json.loads(w)["id"] for w in written]
