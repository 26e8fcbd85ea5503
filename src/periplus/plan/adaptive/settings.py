"""The constants of the adaptive strategy, in one place, each with its meaning."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AdaptiveSettings:
    """Tuned on some sites and checked on others; every part can be switched off to measure it."""

    # Yields
    memory: float = 0.92  # weight that older fetches of an arc keep with each newer one
    coarse_memory: float = 0.97  # the same for patterns and shapes
    prior_weight: float = 1.0  # how many fetches the coarser estimate counts for
    barren: float = 0.35  # how much a barren fetch lowers the belief that an arc bears at all
    barren_share: float = 0.5  # of the price of a request: less than that is barren
    caution: float = 0.3  # how much arcs are held back of which some fetches are not worth it
    skip_level: float = 0.3  # how much of the expectation comes from the level above the parent
    likeness: float = 0.5  # what the next page of a thing brings, relative to the page before it
    unknown: float = 0.25  # what kinds never tried are worth, relative to first tries so far
    other_spelling: float = 0.5  # the same for foretold duplicates, before any was tried

    # Index
    patience: float = 0.7  # worth of what is revealed, relative to what is in hand
    price_share: float = 0.8  # of the best waiting yield: what revealed links must exceed
    stock_scale: float = 100.0  # waiting links of an arc that halve the worth of more of them
    curiosity: float = 0.0  # bonus of arcs never tried, by the logarithm of their stock
    untried: float = 0.3  # how much of the worth of revealed kinds never tried is believed
    sweeps: int = 12
    index_every: int = 10  # pages

    # Stop
    stop_share: float = 0.06  # of the mean gain of useful pages: not worth a request
    coverage: float = 0.99
    least_pages: int = 30
    audit_share: float = 0.01  # of the requests, for links that nothing is expected of
    first_audits: int = 8  # beyond that share
    first_try_share: float = 0.01  # of the requests, beyond those: for kinds never tried
    look_share: float = 0.03  # of the requests, for links of which it is least known what they hold
    look_from: float = 0.6  # in hand by the estimate
    first_look: int = 100  # pages
    look_least: float = 0.002  # of what is in hand: less is not worth knowing
    benefit: float = 2.0  # standard errors that arcs get for good before they are left
    doubt: float = 0.75  # useful pages that a kind may hold without being tried further
    doubt_share: float = 0.0025  # the same, of the useful pages in hand

    # Parts that can be left out
    use_labels: bool = True
    use_patterns: bool = True
    use_functions: bool = True
    use_numbers: bool = True
    use_revealed: bool = True
    use_duplicates: bool = True
    use_words: bool = True
    use_exclusive: bool = True
