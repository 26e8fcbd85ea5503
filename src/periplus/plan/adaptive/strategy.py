"""The adaptive strategy: takes pages in, learns what arcs bring, and orders the frontier by it."""

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from periplus.page.view import U64, AnchorKind, PageView, Rel, Stage
from periplus.plan.adaptive.arcs import NO_ARC, ArcKey, Arcs
from periplus.plan.adaptive.coverage import Coverage
from periplus.plan.adaptive.exclusive import Exclusive
from periplus.plan.adaptive.index import ArcColumns, worth
from periplus.plan.adaptive.numbers import NumberColumn, Numbers, numbers_of, size_of
from periplus.plan.adaptive.objective import Content, Objective
from periplus.plan.adaptive.revealed import Revealed
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.spellings import Spellings
from periplus.plan.adaptive.threads import is_same_thread
from periplus.plan.adaptive.waiting import Waiting
from periplus.plan.adaptive.words import chore_factor
from periplus.plan.adaptive.yields import ROOT, YieldTree
from periplus.plan.strategy import Choice, Judgement, Offered, Progress, Reason, Visit
from periplus.site.label_keys import LabelKeys
from periplus.site.seen_grams import SeenGrams
from periplus.site.url_patterns import UrlPatterns

_TURNING = (AnchorKind.NUMBER, AnchorKind.NEXT, AnchorKind.PREVIOUS)
_TURNING_RELS = int(Rel.NEXT | Rel.PREV)
_IN_HAND = Choice(Reason.STRATEGY)
_BETTER = 1.1  # how much better another arc must be for a waiting link to change to it
_NO_GRAMS: U64 = np.empty(0, np.uint64)
_REPORTED_CHANGE = 0.02


class Adaptive:
    """Learns while it crawls; every request counts, there is no separate sample."""

    name: ClassVar[str] = "adaptive"
    needs: ClassVar[Stage] = Stage.ALL

    def __init__(
        self,
        seed: int = 0,
        settings: AdaptiveSettings | None = None,
        objective: Objective | None = None,
    ) -> None:
        self.settings = settings or AdaptiveSettings()
        self._objective = objective or Content()
        self._seed = seed
        self._patterns = UrlPatterns()
        self._labels = LabelKeys()
        self._seen = SeenGrams()
        self._tree = YieldTree(self.settings)
        self.arcs = Arcs(self._tree, self.settings)
        self._revealed = Revealed()
        self._exclusive = Exclusive()
        self._spellings = Spellings(self.settings)
        self._waiting = Waiting()
        self._columns: dict[int, NumberColumn] = {}  # by the arc without division
        self.coverage = Coverage(self.settings)
        self._at_root = 0.0
        self._hopes = [0.0]  # by arc: the part of the priority that is not the page's own gain
        self._shares = [1.0]  # by arc: what of its gain is found nowhere else
        self._priorities = [0.0]
        self._pages = 0

    # Learning from the page itself

    def judge(self, visit: Visit) -> Judgement:
        self._pages += 1
        arc = self.arcs.find(visit.group)
        self._take_from_frontier(visit.page)
        gain, grams, new = self._gain(visit)
        self.coverage.count(gain)
        moves: dict[int, Choice] = {}
        if self._pages == 1:
            self._tree.mean_gain = gain
        if arc != NO_ARC:
            self._tree.learn(self.arcs.nodes[arc], gain)
            moves = self._learn_numbers(visit.page, arc, gain)
        keys = self._patterns.keys(visit.url)
        pattern = self.arcs.pattern(keys)
        if self.settings.use_exclusive and len(new):
            self._exclusive.learn(pattern, grams, new)
        self._spellings.take_in(visit, keys, gain, len(grams))
        fresh: Counter[int] = Counter()
        turning: set[int] = set()
        choices = self._answers(visit, fresh, turning) if visit.links else []
        if arc != NO_ARC:
            self._revealed.learn(arc, fresh)
        for other in turning:
            if not self._revealed.is_known(other):
                self._revealed.learn(other, fresh, weight=0.5)
        priorities = self._reported(arc)
        return Judgement(choices, priorities, moves=moves)

    def _take_from_frontier(self, page: int) -> None:
        waiting = self._waiting
        waiting.make_room(page)
        held = waiting.arc[page]
        if held != NO_ARC:
            self.arcs.stock[held] -= 1
            waiting.arc[page] = NO_ARC

    def _gain(self, visit: Visit) -> tuple[float, U64, U64]:
        view = visit.view
        if view is None or view.words is None or not 200 <= visit.status < 300:
            return 0.0, _NO_GRAMS, _NO_GRAMS
        new = self._seen.take(view.words.grams)
        return self._objective.gain(visit, new), view.words.grams, new

    def _learn_numbers(self, page: int, arc: int, gain: float) -> dict[int, Choice]:
        """What the numbers beside the link said; where another column says more, links move."""
        numbers = self._waiting.numbers.pop(page, None)
        if numbers is None or not self.settings.use_numbers:
            return {}
        key = self.arcs.keys[arc]
        base = self.arcs.arc(self.arcs.base(key), 1.0)
        column = self._columns.setdefault(base, NumberColumn())
        if not column.learn(numbers, gain):
            return {}
        moves = {}
        waiting, arcs = self._waiting, self.arcs
        base_key = arcs.keys[base]
        for target, shown in waiting.numbers.items():
            held = waiting.arc[target]
            if held == NO_ARC or arcs.base(arcs.keys[held]) != base_key:
                continue
            size = column.size(shown)
            moved = arcs.arc(base_key._replace(size=-1 if size is None else size), 1.0)
            if moved != held:
                self._put(target, moved)
                moves[target] = Choice(Reason.FOLLOW, arcs.names[moved], self._rank(target, shown))
        return moves

    # Answering for links

    def _answers(self, visit: Visit, fresh: Counter[int], turning: set[int]) -> list[Choice]:
        view, waiting = visit.view, self._waiting
        last = max(offered.target for offered in visit.links)
        waiting.make_room(last)
        self._patterns.learn(offered.url for offered in visit.links if offered.fresh)
        places = self._places(view)
        other_spelling = self._spellings.look_up(visit, self._patterns, self.arcs, waiting)
        richness = size_of(sum(1 for o in visit.links if o.fresh and not self._turns(view, o.row)))
        choices = []
        for offered in visit.links:
            if offered.fetched:
                choices.append(_IN_HAND)
                continue
            choices.append(
                self._answer(visit, offered, places, other_spelling, richness, fresh, turning)
            )
        return choices

    def _answer(
        self,
        visit: Visit,
        offered: Offered,
        places: list[str],
        other_spelling: Mapping[int, bool],
        richness: int,
        fresh: Counter[int],
        turning: set[int],
    ) -> Choice:
        view, target, row = visit.view, offered.target, offered.row
        waiting, arcs = self._waiting, self.arcs
        held = waiting.arc[target]
        is_spelling = other_spelling.get(
            target, held != NO_ARC and arcs.keys[held].is_other_spelling
        )
        turns = self._turns(view, row)
        numbers: Numbers = {}
        place, anchor, rel = "redirect", "", 0
        if view is not None and row >= 0:
            links = view.links
            place, anchor = places[int(links.labels[row])], links.anchors[row]
            rel = int(links.rels[row])
            if self.settings.use_numbers and not turns:
                numbers = numbers_of(anchor, int(links.kinds[row]), _record(view, row))
        key = ArcKey(
            waiting.pattern[target],
            place if self.settings.use_labels else "",
            turns,
            is_spelling,
            richness if turns and not is_spelling else -1,
        )
        prior = chore_factor(offered.url, anchor, rel) if self.settings.use_words else 1.0
        arc = arcs.arc(key, prior)
        if numbers and not is_spelling:
            column = self._columns.get(arc)
            size = None if column is None else column.size(numbers)
            if size is not None:
                arc = arcs.arc(key._replace(size=size), prior)
        if arc == held:
            return Choice(Reason.FOLLOW, arcs.names[arc])
        if held != NO_ARC:
            was_spelling = arcs.keys[held].is_other_spelling
            if was_spelling == is_spelling and self._worth(arc) <= _BETTER * self._worth(held):
                return Choice(Reason.FOLLOW, arcs.names[held])
        elif not is_spelling:
            fresh[arc] += 1
        if turns and not is_spelling:
            turning.add(arc)
        self._put(target, arc)
        if numbers:
            waiting.put_numbers(target, numbers)
        reason = Reason.FOLLOW
        if turns and is_same_thread(visit.url, offered.url):
            reason = Reason.KEEP_TOGETHER
        return Choice(reason, arcs.names[arc], self._rank(target, numbers), held != NO_ARC)

    def _places(self, view: PageView | None) -> list[str]:
        if view is None:
            return []
        self._labels.learn(view.links.label_names)
        return [self._labels.key(label) for label in view.links.label_names]

    def _turns(self, view: PageView | None, row: int) -> bool:
        if view is None or row < 0:
            return False
        return view.links.kinds[row] in _TURNING or bool(view.links.rels[row] & _TURNING_RELS)

    def _put(self, target: int, arc: int) -> None:
        held = self._waiting.arc[target]
        if held != NO_ARC:
            self.arcs.stock[held] -= 1
        self.arcs.stock[arc] += 1
        self._waiting.arc[target] = arc

    def _rank(self, target: int, numbers: Numbers) -> float:
        if numbers:
            return -math.log1p(max(0.0, numbers.get(-1, next(iter(numbers.values())))))
        # A little disorder, so that no accident of the site's order is followed blindly.
        return self._pages + ((target * 2654435761 + self._seed * 40503) % 1024) / 64

    # Priorities

    def _worth(self, arc: int) -> float:
        if arc < len(self._priorities):
            return self._priorities[arc]
        return self._tree.estimate(self.arcs.nodes[arc], self._at_root)

    def _reported(self, fetched: int) -> dict[str, float]:
        """Priorities that changed: of all arcs now and then, else of the one just fetched from."""
        pages, every = self._pages, self.settings.index_every
        if pages % every == 0 or pages < 2 * every:
            return self._reindexed()
        changed = {}
        if NO_ARC < fetched < len(self._priorities):
            own = self._tree.estimate(self.arcs.nodes[fetched], self._at_root)
            value = own * self._shares[fetched] + self._hopes[fetched]
            self._priorities[fetched] = changed[self.arcs.names[fetched]] = value
        for arc in range(len(self._priorities), len(self.arcs)):
            value = self._tree.estimate(self.arcs.nodes[arc], self._at_root)
            self._priorities.append(value)
            self._hopes.append(0.0)
            self._shares.append(1.0)
            changed[self.arcs.names[arc]] = value
        return changed

    def _reindexed(self) -> dict[str, float]:
        arcs = self.arcs
        values = self._tree.estimates()
        self._at_root = float(values[ROOT])
        nodes = np.array(arcs.nodes)
        patterns = np.array([max(0, key.pattern) for key in arcs.keys], np.int32)
        shares = np.ones(len(arcs))
        if self.settings.use_exclusive:
            shares = self._exclusive.share(patterns)
        own = values[nodes] * shares
        own[NO_ARC] = 0.0
        columns = ArcColumns(
            own=own,
            stock=np.array(arcs.stock, float),
            fetches=np.array(self._tree.fetches)[nodes].astype(float),
            patterns=patterns,
            is_other_spelling=np.array([key.is_other_spelling for key in arcs.keys]),
            is_revealing_known=np.array([self._revealed.is_known(i) for i in range(len(arcs))]),
        )
        index = worth(columns, self._revealed.entries(), self.coverage.price(), self.settings)
        self.coverage.estimate(columns, index)
        self._shares = shares.tolist()
        self._hopes = (index - own).tolist()
        changed = {}
        self._priorities += [math.nan] * (len(arcs) - len(self._priorities))
        for arc, value in enumerate(index.tolist()):
            old = self._priorities[arc]
            if not abs(value - old) <= _REPORTED_CHANGE * abs(old):
                self._priorities[arc] = value
                changed[arcs.names[arc]] = value
        return changed

    def is_done(self, progress: Progress) -> bool:
        return self.coverage.is_enough(progress)

    # State

    def save(self) -> dict[str, Any]:
        return {
            "patterns": self._patterns.save(),
            "labels": self._labels.save(),
            "seen": self._seen.save(),
            "tree": self._tree.save(),
            "arcs": self.arcs.save(),
            "revealed": self._revealed.save(),
            "exclusive": self._exclusive.save(),
            "spellings": self._spellings.save(),
            "waiting": self._waiting.save(),
            "columns": [[arc, column.save()] for arc, column in self._columns.items()],
            "coverage": self.coverage.save(),
            "at_root": self._at_root,
            "hopes": self._hopes,
            "shares": self._shares,
            "priorities": self._priorities,
            "pages": self._pages,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self._patterns.restore(state["patterns"])
        self._labels.restore(state["labels"])
        self._seen.restore(state["seen"])
        self._tree.restore(state["tree"])
        self.arcs.restore(state["arcs"])
        self._revealed.restore(state["revealed"])
        self._exclusive.restore(state["exclusive"])
        self._spellings.restore(state["spellings"])
        self._waiting.restore(state["waiting"])
        self._columns = {int(a): NumberColumn.restored(c) for a, c in state["columns"]}
        self.coverage.restore(state["coverage"])
        self._at_root = float(state["at_root"])
        self._hopes = [float(h) for h in state["hopes"]]
        self._shares = [float(h) for h in state["shares"]]
        self._priorities = [float(p) for p in state["priorities"]]
        self._pages = int(state["pages"])


def _record(view: PageView, row: int) -> "np.typing.NDArray[np.float64] | None":
    """The numbers of the record that a link stands in."""
    region = int(view.links.regions[row])
    if region < 0 or view.structure is None:
        return None
    numbers = view.structure.regions[region].numbers
    record = int(view.links.records[row])
    return numbers[record] if record < len(numbers) and numbers.shape[1] else None
