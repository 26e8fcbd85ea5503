"""However requests start, end, fail and are refused, a host is never asked too soon or too often.

The rules are checked against a second account kept beside the plan: every promise that a server was
given is noted as a bar, and no start may come before it. 125,000 steps in all.
"""

import math
import random
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from periplus.errors import FetchFault
from periplus.fetch.pace import HostPlan, PaceSettings

STATUSES = (200, 200, 200, 301, 404, 429, 500, 503)
YEAR = 365 * 86400.0

ACTIONS = ("start", "start", "start", "finish", "finish", "fail", "restart", "jump")
STEPS = 500
EXAMPLES = 250

plans = st.builds(
    PaceSettings,
    delay=st.sampled_from([0.0, 0.5, 1.0, 10.0]),
    max_in_flight=st.integers(1, 4),
    adaptive_factor=st.sampled_from([0.0, 1.0, 5.0]),
    seed=st.integers(0, 9),
)


@dataclass
class Account:
    """What the server may expect of us, kept independently of the plan."""

    plan: HostPlan
    crawl_delay: float
    now: float = 1_000.0
    wall: float = 1.8e9
    under_way: list[float] = field(default_factory=list)
    last_start: float = -math.inf
    barred_until: float = -math.inf
    starts: int = 0

    def start(self, seconds: float) -> None:
        """Wait as told (or not quite), and start if allowed."""
        wait = self.plan.may_start(self.now)
        assert wait >= 0
        if math.isfinite(wait):
            self.now += wait if seconds > 5 else min(wait, seconds)
        if self.plan.may_start(self.now) > 0:
            return
        told = max(self.plan.settings.delay, self.crawl_delay)
        assert len(self.under_way) < self.plan.settings.max_in_flight
        assert self.now >= self.barred_until - 1e-6
        assert self.now - self.last_start >= told - 1e-6
        self.plan.started(self.now)
        self.under_way.append(self.now)
        self.last_start = self.now
        self.starts += 1

    def finish(self, seconds: float, status: int, retry_after: float | None) -> None:
        if not self.under_way:
            return
        self.now += seconds
        began = self.under_way.pop(0)
        self.plan.finished(self.now, self.now - began, status, retry_after)
        longest = self.plan.settings.longest_wait
        if retry_after is not None:
            self.barred_until = max(self.barred_until, self.now + min(retry_after, longest))
        elif status in (429, 503):
            self.barred_until = max(self.barred_until, self.now + self.plan.settings.backoff)

    def fail(self, seconds: float, fault: FetchFault) -> None:
        if self.under_way:
            self.now += seconds
            self.under_way.pop(0)
            self.plan.failed(self.now, fault)

    def restart(self, clock_change: float) -> None:
        """A new process: nothing in flight, another monotonic clock, the wall clock set back."""
        row = self.plan.to_row(self.now, self.wall)
        new_now = self.now / 2
        shift = new_now - self.now
        self.plan = HostPlan.from_row(
            self.plan.origin, self.plan.settings, row, new_now, self.wall - clock_change
        )
        self.plan.set_crawl_delay(self.crawl_delay)
        self.now, self.last_start = new_now, self.last_start + shift
        self.barred_until += shift
        self.under_way.clear()


def walk(account: Account, chance: random.Random) -> None:
    """One step. A long list of drawn steps would cost Hypothesis a hundred times as much."""
    seconds = chance.choice((0.0, 0.01, chance.uniform(0, 3), chance.uniform(0, 40)))
    match chance.choice(ACTIONS):
        case "start":
            account.start(seconds)
        case "finish":
            told = chance.choice(
                (None, None, 0.0, chance.uniform(0, 200), 10 ** chance.uniform(0, 9))
            )
            account.finish(seconds, chance.choice(STATUSES), told)
        case "fail":
            account.fail(seconds, chance.choice(list(FetchFault)))
        case "restart":
            account.restart(clock_change=chance.choice((0.0, 10.0, YEAR)))
        case "jump":
            # Only the wall clock jumps; nothing that runs may notice.
            account.wall += chance.choice((-YEAR, YEAR))


@given(plans, st.sampled_from([0.0, 0.0, 3.0]), st.integers(0, 2**32))
@settings(max_examples=EXAMPLES, deadline=None)
def test_never_early_never_too_many(pace: PaceSettings, crawl_delay: float, seed: int) -> None:
    plan = HostPlan("https://a.example", pace)
    plan.set_crawl_delay(crawl_delay)
    account = Account(plan, crawl_delay)
    chance = random.Random(seed)
    for _ in range(STEPS):
        walk(account, chance)
    assert account.starts >= STEPS // 50  # it did run


@given(plans, st.floats(-YEAR, YEAR), st.floats(0, 1e6), st.integers(0, 20))
@settings(max_examples=300, deadline=None)
def test_a_stored_bar_is_kept_whole_when_the_clock_is_set_back(
    pace: PaceSettings, jump: float, wait: float, strikes: int
) -> None:
    plan = HostPlan("https://a.example", pace)
    for _ in range(strikes):
        plan.started(0.0)
        plan.finished(0.0, 0.0, 429, wait)
    row = plan.to_row(0.0, 2e9)
    restored = HostPlan.from_row(plan.origin, pace, row, 500.0, 2e9 + jump)
    left = restored.may_start(500.0)
    owed = row.not_before - 2e9
    assert left <= pace.longest_wait
    if jump <= 0:
        assert left >= min(owed, pace.longest_wait) - 1e-3
    else:
        assert left >= owed - jump - 1e-3
