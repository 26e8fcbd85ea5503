"""An adaptive strategy from the options that a user gave."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from periplus.errors import ConfigError
from periplus.plan.adaptive.crawling import AdaptiveCrawl
from periplus.plan.adaptive.objective import DEFAULT, Means, make_objective
from periplus.plan.adaptive.plan_content import from_content
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.behaviour.model import Behaviour, read_behaviour
from periplus.plan.plan_file import PlanFile

ADAPTIVE_OPTIONS = frozenset(
    {
        "coverage",
        "objective",
        "plans",
        "behaviour",
        "sample",
        "only_sample",
        "parts",
        "means",
        "verdicts",
        "sitemaps",
    }
)
_SAMPLE = 300  # requests of `periplus learn`


def make_adaptive(seed: int, options: Mapping[str, Any] | None = None) -> AdaptiveCrawl:
    """The strategy.

    Options: `coverage`, `objective` (as a user writes it), `means` (what objectives need),
    `verdicts` (of a validator, where `means` hears one), `sitemaps` (whether to read them),
    `behaviour` (a `Behaviour`, or the name and the text of its file), `plans` (plan files),
    `only_sample` with `sample` (a crawl has no use for one), and `parts`: names and values of
    `AdaptiveSettings`.

    Raises:
        ConfigError: an option for another strategy, or a value that cannot be used.
    """
    given = dict(options or {})
    unknown = sorted(given.keys() - ADAPTIVE_OPTIONS)
    if unknown:
        raise ConfigError(f"the strategy adaptive takes no {unknown[0].replace('_', '-')}")
    settings = AdaptiveSettings()
    if "coverage" in given:
        coverage = float(given["coverage"])
        if not 0 < coverage <= 1:
            raise ConfigError("coverage must be more than 0 and at most 1, for example 0.95")
        settings = replace(settings, coverage=coverage)
    settings = _with_parts(settings, dict(given.get("parts", ())))
    means = given.get("means", Means())
    if "behaviour" in given:
        means = means._replace(behaviour=_behaviour(given["behaviour"]))
    plans: list[PlanFile] = list(given.get("plans", ()))
    sample = int(given.get("sample", _SAMPLE)) if given.get("only_sample") else None
    return AdaptiveCrawl(
        seed,
        settings,
        make_objective(str(given.get("objective", DEFAULT)), means),
        [from_content(plan.plan, f"the plan of {plan.site}") for plan in plans],
        sample,
        given.get("verdicts"),
        reads_lists=bool(given.get("sitemaps", True)),
    )


def _with_parts(settings: AdaptiveSettings, parts: Mapping[str, Any]) -> AdaptiveSettings:
    unknown = sorted(parts.keys() - {field.name for field in fields(AdaptiveSettings)})
    if unknown:
        raise ConfigError(f"the strategy adaptive has no part '{unknown[0]}'")
    return replace(settings, **parts)


def _behaviour(given: Any) -> Behaviour:
    if isinstance(given, Behaviour):
        return given
    name, text = given
    return read_behaviour(text, name)
