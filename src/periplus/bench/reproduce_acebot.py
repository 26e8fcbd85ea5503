"""ACEBot's experiments on mirrored sites: its tables and figures as rows of JSON.

    python -m periplus.bench.reproduce_acebot levels SITE... --seeds 2
    python -m periplus.bench.reproduce_acebot labels|samples|patterns SITE...
    python -m periplus.bench.reproduce_acebot learning 500 1000 3000 10000
    python -m periplus.bench.reproduce_acebot optimum

`levels` is Table 2, `labels` Figure 9, `samples` Figure 6, `patterns` Figure 8; `learning` the CPU
time of learning from generated sites, `optimum` the greedy selection against the best one that
trying all sets of patterns finds.
"""

import argparse
import itertools
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from periplus.bench.runner import Run, measure
from periplus.bench.scale import SyntheticFetcher
from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.page.options import LabelStyle
from periplus.plan.acebot.candidates import Candidate, find_candidates
from periplus.plan.acebot.graph import SiteGraph, make_graph
from periplus.plan.acebot.label_clusters import LabelClusters
from periplus.plan.acebot.learning import learn
from periplus.plan.acebot.sample import Sample
from periplus.plan.acebot.selection import Selection, select_patterns
from periplus.plan.acebot.settings import AceBotSettings
from periplus.plan.acebot.strategy import AceBot
from periplus.plan.strategy import Judgement, Visit
from periplus.synthetic import presets

Row = dict[str, Any]

LEVELS = (2, 3, 4)
RATIOS = (0.85, 0.90, 0.95)
SAMPLES = (100, 300, 500, 1_000, 2_000, 3_000)
PATTERNS = (1, 2, 4, 8, 16, 32)


def over_options(
    sites: Sequence[Path], seeds: int, options: Sequence[dict[str, Any]], cache: Path | None
) -> Iterator[Row]:
    """One row for each site and set of options: means over seeds, and how far they spread."""
    for site in sites:
        for given in options:
            runs = [
                measure(Run(site, "acebot", seed, cache=cache, options=tuple(given.items())))
                for seed in range(seeds)
            ]
            content = [run.content for run in runs]
            yield {
                "site": runs[0].site,
                **{key: str(value) for key, value in given.items()},
                "requests": round(float(np.mean([run.requests for run in runs]))),
                "content": round(float(np.mean(content)), 4),
                "content_least": round(min(content), 4),
                "content_spread": round(float(np.std(content)), 4),
                "external_links": _mean([run.external_links for run in runs]),
            }


def _mean(values: Sequence[float | None]) -> float | None:
    found = [value for value in values if value is not None]
    return round(float(np.mean(found)), 4) if found else None


def level_options() -> list[dict[str, Any]]:
    """Table 2: navigation steps and completion ratios."""
    return [{"steps": k, "completion": cr} for k in LEVELS for cr in RATIOS]


def label_options() -> list[dict[str, Any]]:
    """Figure 9: attributes in labels."""
    return [{"label": style} for style in LabelStyle]


def sample_options() -> list[dict[str, Any]]:
    """Figure 6: sizes of the sample."""
    return [{"sample": size} for size in SAMPLES]


def pattern_options() -> list[dict[str, Any]]:
    """Figure 8: patterns selected."""
    return [{"patterns": number} for number in PATTERNS]


class Sampler(AceBot):
    """Samples, and keeps the sample to learn from it under a stopwatch."""

    def __init__(self, pages: int) -> None:
        super().__init__(0, {"sample": pages, "only_sample": True})
        self.sample = Sample()

    def judge(self, visit: Visit) -> Judgement:
        self.sample.add(visit)
        return super().judge(visit)


def learning_time(pages: int) -> Row:
    """The CPU time of learning from so many pages of a generated site."""
    import asyncio

    site = presets.sized(3 * pages, 0)
    sampler = Sampler(pages)
    settings = make_settings({"urls": (site.start_url,), "delay": 0.0})
    asyncio.run(crawl_in_memory(settings, SyntheticFetcher(site), sampler))
    started = time.process_time()
    learned = learn(sampler.sample, AceBotSettings())
    seconds = time.process_time() - started
    return {
        "pages": len(sampler.sample),
        "links": sum(len(targets) for targets in sampler.sample.targets),
        "cpu_seconds": round(seconds, 2),
        "milliseconds_per_page": round(1000 * seconds / max(1, len(sampler.sample)), 3),
        "patterns": len(learned.plan.patterns),
    }


def random_graph(seed: int) -> tuple[SiteGraph, list[Candidate]]:
    """A small site at random: at most a dozen patterns."""
    draw = np.random.default_rng(seed)
    pages, labels = int(draw.integers(5, 10)), int(draw.integers(3, 5))
    sample = Sample()
    sample.label_names = [f"l{n}" for n in range(labels)]
    for page in range(pages):
        degree = int(draw.integers(1, 4))
        targets = draw.integers(1, pages + 1, degree)
        sample.ids.append(page + 1)
        sample.urls.append(f"http://site.test/{page}")
        sample.forms.append(sample.urls[-1])
        sample.grams.append(
            np.unique(draw.integers(0, 60, int(draw.integers(3, 30)))).astype(np.uint32)
        )
        sample.targets.append(targets.astype(np.uint32))
        sample.labels.append(draw.integers(0, labels, degree).astype(np.int32))
    sample.roots = [0]
    graph = make_graph(sample, LabelClusters(sample.label_names))
    return graph, find_candidates(graph, 3, 3)[:12]


def greedy_and_best(seed: int, completion: float = 0.95) -> tuple[int, int] | None:
    """Pages that the greedy selection and the best one pay for one coverage; None if trivial."""
    graph, tree = random_graph(seed)
    chosen = [one.candidate for one in select_patterns(graph, tree, completion)]
    reached, greedy = _coverage_and_pages(graph, tree, chosen)
    best = greedy
    for size in range(len(tree)):
        for patterns in itertools.combinations(range(1, len(tree)), size):
            coverage, pages = _coverage_and_pages(graph, tree, patterns)
            if coverage >= min(reached, completion) and pages < best:
                best = pages
    return (greedy, best) if greedy else None


def _coverage_and_pages(
    graph: SiteGraph, tree: Sequence[Candidate], patterns: Sequence[int]
) -> tuple[float, int]:
    selection = Selection(graph, tree, expecting=False)
    pages = 0
    for pattern in patterns:
        pages += selection.pages(pattern)
        selection.take(pattern)
    return selection.coverage, pages


def optimum(graphs: int = 200) -> Row:
    """How many pages more than the best selection the greedy one pays for, over random graphs."""
    pairs = [pair for seed in range(graphs) if (pair := greedy_and_best(seed)) is not None]
    ratios = np.array([greedy / best for greedy, best in pairs if best])
    return {
        "graphs": len(ratios),
        "mean_ratio": round(float(ratios.mean()), 4),
        "worst_ratio": round(float(ratios.max()), 3),
        "optimal": round(float((ratios == 1).mean()), 3),
    }


_OPTIONS: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "levels": level_options,
    "labels": label_options,
    "samples": sample_options,
    "patterns": pattern_options,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one JSON line a row."""
    parser = argparse.ArgumentParser(description="ACEBot's experiments on mirrored sites.")
    parser.add_argument("experiment", choices=[*_OPTIONS, "learning", "optimum"])
    parser.add_argument("arguments", nargs="*", metavar="SITE or PAGES")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--cache", type=Path)
    given = parser.parse_args(arguments)
    if given.experiment == "optimum":
        rows: Iterator[Row] = iter([optimum()])
    elif given.experiment == "learning":
        rows = (learning_time(int(pages)) for pages in given.arguments)
    else:
        options = _OPTIONS[given.experiment]()
        rows = over_options(list(map(Path, given.arguments)), given.seeds, options, given.cache)
    for row in rows:
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
