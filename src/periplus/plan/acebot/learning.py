"""Learning: from a sample to a plan. Clusters labels, makes the graph, selects patterns."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from periplus.plan.acebot.candidates import Candidate, find_candidates
from periplus.plan.acebot.graph import SiteGraph, make_graph
from periplus.plan.acebot.label_clusters import LabelClusters, cluster_labels
from periplus.plan.acebot.patterns import NavigationPlan, Pattern, Repeat, Step
from periplus.plan.acebot.sample import Sample
from periplus.plan.acebot.selection import Selected, select_patterns
from periplus.plan.acebot.settings import AceBotSettings

_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Learned:
    """A plan and what it was learned from."""

    plan: NavigationPlan
    clusters: LabelClusters
    labels: int  # distinct labels before clustering
    candidates: int
    grams: int  # of the sample
    coverage: float  # of them, by the plan


def learn(sample: Sample, settings: AceBotSettings) -> Learned:
    """The patterns that cover a sample for the fewest pages."""
    pages = {sample.label_names[label]: n for label, n in sample.label_pages.items()}
    clusters = cluster_labels(pages, settings.label)
    graph = make_graph(sample, clusters)
    tree = find_candidates(graph, settings.steps, settings.repeats)
    chosen = select_patterns(graph, tree, settings.completion, settings.patterns)
    patterns = tuple(_pattern(sample, graph, clusters, tree, one) for one in chosen)
    return Learned(
        plan=NavigationPlan(patterns, clusters.names, graph.canonical_trusted),
        clusters=clusters,
        labels=len(pages),
        candidates=len(tree) - 1,
        grams=round(graph.gram_count / graph.gram_share),
        coverage=chosen[-1].coverage if chosen else 0.0,
    )


def _pattern(
    sample: Sample,
    graph: SiteGraph,
    clusters: LabelClusters,
    tree: Sequence[Candidate],
    chosen: Selected,
) -> Pattern:
    steps: list[Step] = []
    number = chosen.candidate
    while number >= 0:
        node = tree[number]
        own = [Step(clusters.names[f], Repeat.FLIP) for f in _flips_on(graph, node)]
        if node.label >= 0:
            repeat = Repeat.MORE if node.repeated else Repeat.ONCE
            own.insert(0, Step(clusters.names[node.label], repeat))
        steps = own + steps
        number = node.parent
    examples = tree[chosen.candidate].pages[:_EXAMPLES].tolist()
    return Pattern(
        steps=tuple(steps),
        pages=chosen.pages,
        new_grams=round(chosen.new_grams),
        score=chosen.score,
        examples=tuple(sample.urls[page] for page in examples),
        is_expected=chosen.is_expected,
    )


def _flips_on(graph: SiteGraph, node: Candidate) -> list[int]:
    """The page-turning labels that stand on a node's pages."""
    inside = np.zeros(graph.sampled, dtype=np.bool_)
    inside[node.pages] = True
    return [label for label in sorted(graph.flips) if len(graph.targets_along(label, inside))]
