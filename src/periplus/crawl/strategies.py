"""The strategy that a job's settings ask for, with its options and the plans it may reuse."""

from pathlib import Path
from typing import Any

from periplus import url as urls
from periplus.crawl.examples import given_examples
from periplus.crawl.objectives import searched_for
from periplus.crawl.settings import ScopeKind, Settings
from periplus.crawl.topics import topic_options
from periplus.errors import ConfigError
from periplus.plan.plan_file import PlanFile, read_plan
from periplus.plan.registry import make_strategy
from periplus.plan.strategy import Strategy
from periplus.plan.verdicts import Verdicts
from periplus.store import JobStore
from periplus.validate.making import LIKE_EXAMPLES

_GIVEN_PLANS = "given_plans"
_GIVEN_BEHAVIOUR = "given_behaviour"


def strategy_for(
    settings: Settings, store: JobStore | None = None, *, only_sample: bool = False
) -> Strategy:
    """A fresh strategy. Plans are kept in the job, so that a resumed crawl has the same ones.

    Raises:
        ConfigError: an unknown strategy, an option that it lacks, or a plan that cannot be used.
    """
    options: dict[str, Any] = {
        "sample": settings.sample,
        "steps": settings.steps,
        "completion": settings.completion,
        "label": settings.label,
        "faithful": settings.faithful or None,
        "coverage": settings.coverage,
        "objective": settings.objective,
        "sitemaps": settings.sitemaps,
        "only_sample": only_sample or None,
        "behaviour": _behaviour(settings, store),
        "purpose": settings.purpose,
        "patterns_only": settings.patterns_only,
        "restart": settings.restart,
        "iterations": settings.iterations,
        **_searched_for(settings, store),
    }
    texts = store.get_meta(_GIVEN_PLANS) if store is not None else None
    if texts is None and settings.plan is not None:
        texts = plan_texts(Path(settings.plan))
        if store is not None:
            store.set_meta(_GIVEN_PLANS, texts)
    if texts:
        options["plans"] = usable_plans(texts, settings.strategy)
    return make_strategy(settings.strategy, settings.seed, options)


def _searched_for(settings: Settings, store: JobStore | None) -> dict[str, Any]:
    """What a crawl looks for; what its strategy has no use for is named to it."""
    without_use = {"tunnel": settings.tunnel, "keep_all": settings.keep_all}
    if settings.strategy == "adaptive":
        return {**searched_for(settings, store), **without_use}
    found = _examples(settings, store)
    if settings.strategy == "topic":
        return {**found, **topic_options(settings, store)}
    return {
        **found,
        **without_use,
        "topic": settings.topic,
        "topic_like": settings.topic_like or None,
        "relevance": settings.relevance,
    }


def _examples(settings: Settings, store: JobStore | None) -> dict[str, Any]:
    """What a search is for: the URLs and the pages of its examples, and a validator's verdicts."""
    examples = given_examples(settings.like, store)
    start_urls = [url for text in settings.urls if (url := urls.canonical(text)) is not None]
    named = {example.url for example in examples}
    sites = {urls.origin(url) for url in start_urls if url not in named}
    is_by_examples = settings.accept in (None, LIKE_EXAMPLES)
    return {
        "examples": [e.url for e in examples if e.body is None] or None,
        "example_pages": [e.seen() for e in examples if e.body is not None] or None,
        "sites": sorted(sites) if settings.scope is ScopeKind.HOST and examples else None,
        "verdicts": None if is_by_examples else Verdicts(),
    }


def _behaviour(settings: Settings, store: JobStore | None) -> list[str] | None:
    """Name and text of the behaviour file, kept in the job."""
    kept: list[str] | None = store.get_meta(_GIVEN_BEHAVIOUR) if store is not None else None
    if kept is None and settings.behaviour is not None:
        kept = [settings.behaviour, behaviour_file(Path(settings.behaviour))]
        if store is not None:
            store.set_meta(_GIVEN_BEHAVIOUR, kept)
    return kept


def behaviour_file(path: Path) -> str:
    """What a behaviour file holds. Raises ConfigError where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is no behaviour file: it is not text") from error
    except OSError as error:
        raise ConfigError(f"cannot read the behaviour {path}: {error.strerror}") from error


def plan_texts(path: Path) -> dict[str, str]:
    """What a plan file holds, or each of the *.json files of a plan library.

    Raises:
        ConfigError: it cannot be read, or the directory has no plans.
    """
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    if not files:
        raise ConfigError(f"{path} has no plan files (*.json); write one with periplus learn")
    try:
        return {file.name: file.read_text(encoding="utf-8") for file in files}
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is no plan: it is not text") from error
    except OSError as error:
        raise ConfigError(f"cannot read the plan {path}: {error.strerror}") from error


def usable_plans(texts: dict[str, str], strategy: str) -> list[PlanFile]:
    """The plans for a strategy. Of one file alone it must be; a library may hold others.

    Raises:
        ConfigError: a plan is damaged or of another version, or none is for the strategy.
    """
    if len(texts) == 1:
        return [read_plan(text, name, strategy) for name, text in texts.items()]
    plans = [read_plan(text, name) for name, text in texts.items()]
    usable = [plan for plan in plans if plan.strategy == strategy]
    if not usable:
        raise ConfigError(f"none of the {len(plans)} plans is for the strategy {strategy}")
    return usable
