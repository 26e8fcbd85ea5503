"""Answering for the links of a page: the arc of each, and whether it is another spelling."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from periplus.plan.adaptive.answers import Answers
from periplus.plan.adaptive.arcs import LISTED, NO_ARC, ArcKey, Arcs, ArcValues
from periplus.plan.adaptive.better_arcs import BETTER, better_arcs
from periplus.plan.adaptive.derived import PageWords, page_words
from periplus.plan.adaptive.dividing import Dividing
from periplus.plan.adaptive.link_rows import place_rows, turning_rows
from periplus.plan.adaptive.numbers import NO_NUMBERS, Numbers, numbers_of_links, size_of
from periplus.plan.adaptive.objective import Searching
from periplus.plan.adaptive.ranks import changes_rank, rank
from periplus.plan.adaptive.renaming import renamed
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.spellings import Claim, Spellings
from periplus.plan.adaptive.things import Things
from periplus.plan.adaptive.waiting import Waiting
from periplus.plan.adaptive.words import link_factor
from periplus.plan.strategy import Choice, Offered, Reason, Visit
from periplus.site.label_keys import LabelKeys
from periplus.site.page_counts import changes
from periplus.site.url_functions import UrlFunctions
from periplus.site.url_patterns import UrlKeys, UrlPatterns

_IN_HAND = Choice(Reason.STRATEGY)
_OFTEN = 10  # pages that show a link: it may belong to the site's own navigation
_BEFORE_ALL = -1e15  # a place in the order of an arc


@dataclass(slots=True)
class _Page:
    visit: Visit
    # By row, with one more at the end for a redirect's row -1.
    places: list[str]
    turns: list[bool]
    numbers: dict[int, Numbers]  # by row, of links that show some and turn no pages
    claims: dict[int, Claim]
    richness: int  # by the number of new links that don't turn pages
    words: PageWords
    pattern: int
    answers: Answers


class Offers:
    """Puts links into arcs."""

    def __init__(
        self,
        settings: AdaptiveSettings,
        arcs: Arcs,
        worth: Callable[[int], float],
        seed: int,
        searching: Searching | None = None,
    ) -> None:
        self._settings = settings
        self._arcs = arcs
        self._worth = worth
        self._seed = seed
        self._searching = searching
        self.functions = UrlFunctions()
        self.patterns = UrlPatterns(self.functions if settings.use_functions else None)
        self.labels = LabelKeys()
        self.spellings = Spellings(settings)
        self.things = Things(arcs.name_of_pattern, arcs.shape)
        self.waiting = Waiting(arcs.shape)
        self.dividing = Dividing(arcs)
        self._pages = 0
        self._samples: dict[int, int] = {}  # by arc: the link that is to be tried for its like

    def taken(self, page: int, answers: Answers, *, is_barren: bool) -> None:
        """A URL left the frontier, and brought something or not."""
        self.waiting.make_room(page)
        for target in self.waiting.try_stand_in(page, is_barren):
            self.waiting.stand_for(target, self.waiting.pattern[target])
            self._respell(target, answers, is_spelling=False)
            url = self.waiting.urls.get(target)
            rival = self.spellings.released(target, url, self.patterns.keys(url)) if url else None
            if rival is not None:
                self._respell(rival, answers, is_spelling=False)
        held = self.waiting.arc[page]
        if held != NO_ARC:
            self._arcs.stock[held] -= 1
            self.waiting.forget(page)

    def answer(self, visit: Visit, answers: Answers, pages: int) -> None:
        """Answer for all links of a page."""
        self._pages, links = pages, visit.links
        self.waiting.make_room(max(visit.page, *[target for _, target, _, _, _ in links]))
        self.patterns.learn([url for _, _, url, fresh, _ in links if fresh], visit.url)
        rows = {row for row, _, _, _, fetched in links if not fetched and row >= 0}
        turns = turning_rows(visit.view, visit.url, rows)
        held, listed = self.waiting.arc, self._arcs.listed
        new = [row for row, target, _, fresh, _ in links if fresh or held[target] in listed]
        counted = [row for row in rows if not turns[row]] if self._settings.use_numbers else []
        page = _Page(
            visit,
            self._places(visit),
            turns,
            numbers_of_links(visit.view, counted),
            self.spellings.look_up(visit, turns, self.patterns, self._arcs, self.waiting),
            size_of(len(new) - sum([turns[row] for row in new])) // 2,
            page_words(visit.url, self.patterns.keys(visit.url)),
            self.waiting.pattern_of(visit.page),
            answers,
        )
        answers.choices = [_IN_HAND if o.fetched else self._answer(page, o) for o in links]
        for i, offered in enumerate(links if answers.moves else ()):
            # A link that another one made move after or before its own answer: where it is now.
            arc = held[offered.target]
            if offered.target in answers.moves and arc != NO_ARC:
                place = answers.choices[i].rank
                answers.choices[i] = Choice(Reason.FOLLOW, self._arcs.names[arc], place, True)

    def _answer(self, page: _Page, offered: Offered) -> Choice:
        arcs, waiting = self._arcs, self.waiting
        row, target, url, _, _ = offered
        held, turns = waiting.arc[target], page.turns[row]
        claim = page.claims.get(target)
        numbers = page.numbers.get(row, NO_NUMBERS)
        if claim is None:
            is_spelling = arcs.keys[held].is_other_spelling
        else:
            is_spelling = self._is_spelling(claim, target, page.answers)
            # The only way known to the page that it stands for: as good as that page's own URL.
            waiting.stand_for(target, waiting.pattern[target] if is_spelling else claim.pattern)
        pattern = waiting.pattern_of(target)
        if pattern == page.pattern and not turns:
            self.things.show(target, url)
        arc = self._arc(page, offered, numbers, pattern, is_spelling=is_spelling)
        if claim is not None and is_spelling:
            own = self._arc(page, offered, numbers, claim.pattern, is_spelling=False)
            former = waiting.arc[claim.owner]
            if self._takes_over(page, claim, own):
                waiting.put_other(target, former)
                self.spellings.give(claim.form, target)
                arc, is_spelling = own, False
                waiting.stand_for(target, claim.pattern)
            elif waiting.arc[claim.owner] != NO_ARC:
                self.spellings.deny(claim, target)
        if arc == held:
            return self._shown_again(page, offered, arc)
        if held == NO_ARC or (held in arcs.listed and page.places[row] not in LISTED):
            # What only a sitemap told of is found when a page shows it, and says more of it.
            arcs.links[arc] += 1
            arcs.derived[arc] += page.words.make(url, arcs.pattern_names[pattern])
            if not is_spelling:
                page.answers.fresh[arc] += 1
        elif arcs.are_alike(arc, held) and self._worth(arc) <= BETTER * self._worth(held):
            self._remember_other(target, arc)
            return arcs.choices[held]
        else:
            arcs.outdone[held] += arcs.are_alike(arc, held)
            self._remember_other(target, held)
        if turns and not is_spelling:
            page.answers.turning.add(arc)
            if changes(page.visit.url, url):
                page.answers.continuing.add(arc)
        self.put(target, arc)
        waiting.put_url(target, url)
        if numbers:
            waiting.put_numbers(target, numbers)
        if self._pages == 1 and self._word_prior(page, offered) == 1.0:
            waiting.top.add(target)
        return Choice(Reason.FOLLOW, arcs.names[arc], self.rank(target, numbers), held != NO_ARC)

    def _shown_again(self, page: _Page, offered: Offered, arc: int) -> Choice:
        """A link stands on one more page: what many pages show comes before its like."""
        target = offered.target
        times = self.waiting.show_again(target)
        if times == _OFTEN and self._word_prior(page, offered) == 1.0:
            self.waiting.plain.add(target)
        if not changes_rank(times) or target in self.waiting.numbers:
            return self._arcs.choices[arc]
        return Choice(Reason.FOLLOW, self._arcs.names[arc], self.rank(target, NO_NUMBERS), True)

    def _remember_other(self, target: int, arc: int) -> None:
        """Keep the better one of the arcs that a URL does not wait in."""
        known = self.waiting.others.get(target)
        if known == arc or self._arcs.keys[arc].is_other_spelling:
            return
        if known is None or self._worth(arc) > self._worth(known):
            self.waiting.put_other(target, arc)

    def _reconsider(self, answers: Answers) -> None:
        """Move URLs to the other place where a link to them stood, if that has proved better."""
        for target, arc in better_arcs(self.waiting, self._arcs, self._worth).items():
            held = self.waiting.others[target] = self.waiting.arc[target]
            self._arcs.outdone[held] += 1
            self._move(target, arc, answers)

    def _move(self, target: int, arc: int, answers: Answers) -> None:
        """Let a waiting URL wait in another arc, in the order of that."""
        self.put(target, arc)
        place = self.rank(target, self.waiting.numbers.get(target, NO_NUMBERS))
        answers.moves[target] = Choice(Reason.FOLLOW, self._arcs.names[arc], place, True)

    def take_in(self, visit: Visit, keys: UrlKeys, new: int, grams: int, answers: Answers) -> None:
        """Learn what a page stands for; its other spellings move accordingly."""
        turns = self._arcs.keys[self._arcs.find(visit.group)].turns_pages
        changed = self.spellings.take_in(
            visit, keys, new, grams, self.waiting, self.patterns, turns_pages=turns
        )
        if changed.demoted is not None:
            self._respell(changed.demoted, answers, is_spelling=True)
        if changed.promoted is not None:
            self._respell(changed.promoted, answers, is_spelling=False)

    def review(self, answers: Answers) -> None:
        """Look waiting links up again of which more is known now."""
        self._reconsider(answers)
        self._rename(answers)
        self.look_up_again(answers)

    def look_up_again(self, answers: Answers) -> None:
        """Look up what waiting links stand for of whose kind more is known now."""
        claims = self.spellings.review(self.patterns, self._arcs, self.waiting)
        for target, claim in claims.items():
            is_spelling = self._is_spelling(claim, target, answers)
            self._merge(target, claim, answers)
            own = self.waiting.pattern[target]
            self.waiting.stand_for(target, own if is_spelling else claim.pattern)
            self._respell(target, answers, is_spelling=is_spelling)

    def _merge(self, target: int, claim: Claim, answers: Answers) -> None:
        """A link stands for a page of another pattern: as one to that page, where it stands."""
        arcs, held = self._arcs, self.waiting.arc[target]
        key = arcs.keys[held]
        if held == NO_ARC or key.is_other_spelling or key.pattern == claim.pattern:
            return
        answers.merged.add((key.pattern, claim.pattern))
        if claim.owner != target and self.waiting.arc[claim.owner] != NO_ARC:
            key = key._replace(pattern=claim.pattern)
            self._remember_other(claim.owner, arcs.number(key) or arcs.make(key, 1.0))

    def _rename(self, answers: Answers) -> None:
        """Move waiting links whose URLs name a function of pages that was not known before."""
        waiting, arcs = self.waiting, self._arcs
        passed_on: set[tuple[int, int]] = set()
        for target, pattern in renamed(waiting, arcs, self.patterns, self.functions).items():
            waiting.pattern[target] = pattern
            held = waiting.arc[target]
            self._respell(target, answers, is_spelling=arcs.keys[held].is_other_spelling)
            passed_on.add((held, waiting.arc[target]))
        for held, arc in sorted(passed_on):
            arcs.pass_on(held, arc)

    def _respell(self, target: int, answers: Answers, *, is_spelling: bool) -> None:
        """Move a waiting link to the arc of other spellings, or back, or to that of its form."""
        self.waiting.make_room(target)
        arcs, held = self._arcs, self.waiting.arc[target]
        if held == NO_ARC:
            return
        pattern = self.waiting.pattern[target] if is_spelling else self.waiting.pattern_of(target)
        if arcs.keys[held].pattern == pattern and arcs.keys[held].is_other_spelling == is_spelling:
            return
        key = arcs.keys[held]._replace(pattern=pattern, is_other_spelling=is_spelling, size=-1)
        self.put(target, moved := arcs.number(key) or arcs.make(key, 1.0))
        answers.moves[target] = Choice(Reason.FOLLOW, arcs.names[moved], 0.0, True)

    def _arc(
        self, page: _Page, offered: Offered, numbers: Numbers, pattern: int, *, is_spelling: bool
    ) -> int:
        """The arc of a link; it is made where there was none."""
        row, target, url, _, _ = offered
        place, turns = page.places[row], page.turns[row]
        if is_spelling or turns:
            size, is_known = -1 if is_spelling else page.richness, False
        else:
            size, is_known = -1, self.things.shows_known(target, url, pattern)
        values = (pattern, place, turns, is_spelling, size, is_known)
        arc = self._arcs.number(values) or self._made(page, offered, values)
        if is_spelling or not numbers:
            return arc
        divided = self.dividing.size(arc, numbers)
        if divided is None:
            return arc
        values = (pattern, place, turns, is_spelling, divided, is_known)
        return self._arcs.number(values) or self._made(page, offered, values)

    def _made(self, page: _Page, offered: Offered, values: ArcValues) -> int:
        return self._arcs.make(ArcKey(*values), self._prior(page, offered))

    def _is_spelling(self, claim: Claim, target: int, answers: Answers) -> bool:
        """Whether another URL owns the form, and is no other spelling itself by older rules."""
        owner, waiting = claim.owner, self.waiting
        held, url = self._arcs.keys[waiting.arc[owner]], waiting.urls.get(owner)
        if owner == target or not held.is_other_spelling or url is None:
            return owner != target
        keys = self.patterns.keys(url)
        if self.spellings.stands_for(url, keys, claim.form, turns_pages=held.turns_pages):
            self._respell(owner, answers, is_spelling=False)
            return True
        self.spellings.give(claim.form, target)
        return False

    def _takes_over(self, page: _Page, claim: Claim, own: int) -> bool:
        """Whether a link is a better way than the waiting owner, which then makes room."""
        held = self.waiting.arc[claim.owner]
        if held == NO_ARC or self._arcs.keys[held].is_other_spelling:
            return False
        if self._worth(own) <= BETTER * self._worth(held):
            return False
        self._respell(claim.owner, page.answers, is_spelling=True)
        return True

    def _prior(self, page: _Page, offered: Offered) -> float:
        prior = self._word_prior(page, offered)
        return prior * (self._searching.mark(page.visit, offered).prior if self._searching else 1.0)

    def _word_prior(self, page: _Page, link: Offered) -> float:
        return link_factor(page.visit.view, link.row, link.url) if self._settings.use_words else 1.0

    def _places(self, visit: Visit) -> list[str]:
        """The place of each link, with what else tells links apart where pages are looked for."""
        labels, words = self._settings.use_labels, self._settings.use_words
        places = place_rows(visit.view, self.labels, use_labels=labels, use_words=words)
        if self._searching is not None:
            for offered in visit.links:
                if not offered.fetched:
                    places[offered.row] += self._searching.mark(visit, offered).name
        return places

    def learn_thing(self, visit: Visit, arc: int, answers: Answers, *, is_fruit: bool) -> None:
        """A page is in hand: links that show other parts of the same thing move."""
        if visit.view is None or not 200 <= visit.status < 300 or not self._settings.use_duplicates:
            return  # of what could not be had, another part may be the only way to the thing
        arcs, waiting, things, key = self._arcs, self.waiting, self.things, self._arcs.keys[arc]
        pattern = arcs.pattern(self.patterns.keys(visit.url)) if arc == NO_ARC else key.pattern
        counts = arc != NO_ARC and not key.turns_pages and not key.is_other_spelling
        targets = things.waiting_for(visit.url)
        varies, tells = self.patterns.varies, is_fruit if counts else None
        if things.learn(visit.page, visit.url, pattern, varies, tells):
            shape = arcs.shape(pattern)
            targets += [t for t in waiting.urls if arcs.shape(waiting.pattern_of(t)) == shape]
        for target in targets:
            key, url = arcs.keys[waiting.arc[target]], waiting.urls.get(target)
            if url is None or key.turns_pages or key.is_other_spelling or key.shows_known:
                continue
            if things.shows_known(target, url, key.pattern):
                key = key._replace(shows_known=True)
                self._move(target, arcs.number(key) or arcs.make(key, 1.0), answers)

    def put(self, target: int, arc: int) -> None:
        """Note that a URL waits in an arc now."""
        stock, held = self._arcs.stock, self.waiting.arc[target]
        stock[held] -= held != NO_ARC
        stock[arc] += 1
        self.waiting.arc[target] = arc

    def put_samples_first(self, arcs: list[int], answers: Answers) -> None:
        """Let links that stand for their like come first in these arcs."""
        for arc in arcs:
            if self.waiting.arc[self._samples.get(arc, 0)] == arc:
                continue
            target = self._samples[arc] = self.waiting.any_of(arc, self._seed + self._pages)
            if target:
                name = self._arcs.names[arc]
                answers.moves[target] = Choice(Reason.FOLLOW, name, _BEFORE_ALL, True)

    def rank(self, target: int, numbers: Numbers) -> float:
        """The order inside an arc."""
        return rank(target, numbers, self.waiting.times_shown(target), self._pages, self._seed)

    def learn_numbers(self, page: int, arc: int, gain: float, answers: Answers) -> None:
        """What the numbers beside the link said; where another column says more, links move."""
        numbers = self.waiting.numbers.pop(page, None)
        if numbers is None or not self._settings.use_numbers:
            return
        for target, moved in self.dividing.learn(arc, numbers, gain, self.waiting).items():
            self._move(target, moved, answers)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "pages": self._pages,
            "patterns": self.patterns.save(),
            "functions": self.functions.save(),
            "labels": self.labels.save(),
            "spellings": self.spellings.save(),
            "things": self.things.save(),
            "waiting": self.waiting.save(),
            "samples": [[arc, target] for arc, target in self._samples.items()],
            "columns": self.dividing.save(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._pages = int(state["pages"])
        self.patterns.restore(state["patterns"])
        self.functions.restore(state["functions"])
        self.labels.restore(state["labels"])
        self.spellings.restore(state["spellings"])
        self.things.restore(state["things"])
        self.waiting.restore(state["waiting"])
        self._samples = {int(arc): int(target) for arc, target in state["samples"]}
        self.dividing.restore(state["columns"])
