"""Which URLs belong to a crawl: an ordered list of rules, each with the reason it gives."""

from collections.abc import Callable, Sequence

import re2

from periplus import url as urls
from periplus.crawl.settings import ScopeKind, Settings
from periplus.errors import ConfigError
from periplus.plan.strategy import Reason

Rule = Callable[[str, int], Reason | None]

GOES_DEEPER = "goes_deeper"  # noted in a job whose --max-depth was raised, until that is done


class Scope:
    """Asks the rules in order; the first one that objects decides."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = tuple(rules)

    @classmethod
    def of(cls, settings: Settings, seeds: Sequence[str]) -> "Scope":
        """The rules of a crawl.

        Raises:
            ConfigError: an include or exclude pattern is not a regular expression.
        """
        rules: list[Rule] = [_reach(settings.scope, seeds)]
        if settings.max_depth is not None:
            rules.append(_depth(settings.max_depth))
        if settings.exclude:
            rules.append(_excluded(_compile(settings.exclude, "exclude")))
        if settings.include:
            rules.append(_included(_compile(settings.include, "include"), frozenset(seeds)))
        return cls(rules)

    def objection(self, url: str, depth: int) -> Reason | None:
        """Why a URL is outside, or None when it belongs to the crawl."""
        for rule in self._rules:
            reason = rule(url, depth)
            if reason is not None:
                return reason
        return None


def _reach(kind: ScopeKind, seeds: Sequence[str]) -> Rule:
    hosts = frozenset(urls.host(seed) for seed in seeds)
    if kind is ScopeKind.HOST:

        def same_host(url: str, depth: int) -> Reason | None:
            return None if urls.host(url) in hosts else Reason.OUT_OF_SCOPE

        return same_host
    if kind is ScopeKind.DOMAIN:
        sites = frozenset(urls.site(name) for name in hosts)

        def same_domain(url: str, depth: int) -> Reason | None:
            return None if urls.site(urls.host(url)) in sites else Reason.OUT_OF_SCOPE

        return same_domain
    prefixes = tuple(seed[: seed.rindex("/") + 1] for seed in seeds)

    def same_prefix(url: str, depth: int) -> Reason | None:
        return None if url.startswith(prefixes) else Reason.OUT_OF_SCOPE

    return same_prefix


def _depth(max_depth: int) -> Rule:
    def not_too_deep(url: str, depth: int) -> Reason | None:
        return Reason.TOO_DEEP if depth > max_depth else None

    return not_too_deep


def _excluded(patterns: "list[re2.Pattern]") -> Rule:
    def excluded(url: str, depth: int) -> Reason | None:
        return Reason.EXCLUDED if any(p.search(url) for p in patterns) else None

    return excluded


def _included(patterns: "list[re2.Pattern]", seeds: frozenset[str]) -> Rule:
    def included(url: str, depth: int) -> Reason | None:
        if url in seeds or any(p.search(url) for p in patterns):
            return None
        return Reason.NOT_INCLUDED

    return included


def _compile(patterns: Sequence[str], flag: str) -> "list[re2.Pattern]":
    """RE2 matches in linear time whatever a user or a hostile URL brings."""
    compiled = []
    options = re2.Options()
    options.log_errors = False
    for pattern in patterns:
        try:
            compiled.append(re2.compile(pattern, options))
        except re2.error as error:
            detail = error.args[0].decode() if isinstance(error.args[0], bytes) else error
            raise ConfigError(
                f"--{flag} '{pattern}' is not a regular expression (RE2 syntax): {detail}"
            ) from error
    return compiled
