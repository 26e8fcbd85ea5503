"""What the objectives `topic` and `accepted` of the adaptive strategy look for, by the settings."""

from typing import Any

from periplus.crawl.examples import given_examples
from periplus.crawl.settings import Settings
from periplus.crawl.topics import topic_options
from periplus.crawl.validating import check_validator
from periplus.errors import ConfigError
from periplus.plan.adaptive.objective import DEFAULT, Means, objective_terms
from periplus.plan.adaptive.searching import AcceptedPages, TopicPages
from periplus.plan.topic.settings import settings_of
from periplus.plan.verdicts import Verdicts
from periplus.store import JobStore
from periplus.validate.making import LIKE_EXAMPLES, TEXT

_TOPIC, _ACCEPTED = "topic", "accepted"


def searched_for(settings: Settings, store: JobStore | None = None) -> dict[str, Any]:
    """Options of the adaptive strategy. Files are read once and kept in the job.

    Raises:
        ConfigError: a setting that no objective has a use for, or that cannot be used.
    """
    names = {name for _, name in objective_terms(settings.objective or DEFAULT)}
    _check_use(settings, names)
    means, verdicts = Means(), None
    if _TOPIC in names and (settings.topic is not None or settings.topic_like):
        given = {**topic_options(settings, store), "tunnel": None, "keep_all": None}
        means = means._replace(topic=TopicPages(settings_of(given)))
    if _ACCEPTED in names and (settings.accept is not None or settings.like):
        verdicts, accepted = _accepted(settings, store)
        means = means._replace(accepted=accepted)
    return {"means": means if means != Means() else None, "verdicts": verdicts}


def _check_use(settings: Settings, names: set[str]) -> None:
    if _TOPIC not in names:
        for flag, value in (
            ("topic", settings.topic),
            ("topic-like", settings.topic_like or None),
            ("relevance", settings.relevance),
        ):
            if value is not None:
                raise ConfigError(
                    f"--{flag} is for --objective topic, or for --strategy topic alone"
                )
    if _ACCEPTED not in names and (settings.accept is not None or settings.like):
        flag = "accept" if settings.accept is not None else "like"
        raise ConfigError(f"--{flag} is for --objective accepted, or for periplus find")


def _accepted(settings: Settings, store: JobStore | None) -> tuple[Verdicts | None, AcceptedPages]:
    examples = given_examples(settings.like, store)
    accept = settings.accept or LIKE_EXAMPLES
    if accept in (LIKE_EXAMPLES, TEXT) and not examples:
        raise ConfigError(f"--accept {accept} needs an example of what to look for: --like PAGE")
    if store is None:
        check_validator(accept, examples)  # before anything is made
    verdicts = None if accept == LIKE_EXAMPLES else Verdicts()
    return verdicts, AcceptedPages(
        tuple(e.url for e in examples if e.body is None),
        tuple(e.seen() for e in examples if e.body is not None),
        verdicts,
    )
