"""The adaptive strategy on generated sites: content early, an end, and resumption."""

import heapq
import json
import zlib
from array import array
from collections import Counter

import numpy as np
import pytest

from periplus import url as urls
from periplus.page.read import read_page
from periplus.plan.adaptive import Adaptive
from periplus.plan.adaptive import strategy as module
from periplus.plan.adaptive.answers import Answers
from periplus.plan.adaptive.crawling import AdaptiveCrawl
from periplus.plan.adaptive.offers import Offers
from periplus.plan.strategy import FOLLOWED, Choice, Offered, Progress, Reason, Verdict, Visit
from periplus.synthetic import presets
from periplus.synthetic.forum import ForumParameters, ForumSite
from periplus.synthetic.nature import Answer
from periplus.synthetic.site import GeneratedSite
from periplus.synthetic.traps import Traps


class Crawl:
    """A crawl of a generated site without sockets: the frontier as the crawl core keeps it."""

    def __init__(self, site: "GeneratedSite | Shelves", strategy: Adaptive) -> None:
        self.site, self.strategy = site, strategy
        self.ids: dict[str, int] = {}
        self.urls: list[str] = [""]
        self.state = [""]
        self.place: list[tuple[str, int]] = [("", 0)]
        self.queues: dict[str, list[tuple[float, int, int]]] = {}
        self.priorities: dict[str, float] = {"seed": 1e300}
        self.asked: list[str] = []
        self.tickets = 0
        self.last = 0  # the URL that was fetched last
        start = urls.canonical(site.start_url)
        assert start is not None
        self.put(self.intern(start)[0], Choice(Reason.SEED, "seed"))

    def intern(self, url: str) -> tuple[int, bool]:
        if url in self.ids:
            return self.ids[url], False
        self.ids[url] = number = len(self.urls)
        self.urls.append(url)
        self.state.append("known")
        self.place.append(("", 0))
        return number, True

    def put(self, number: int, choice: Choice) -> None:
        self.tickets += 1
        self.state[number] = "waiting"
        self.place[number] = (choice.group, self.tickets)
        entry = (choice.rank, self.tickets, number)
        heapq.heappush(self.queues.setdefault(choice.group, []), entry)

    def take(self) -> int | None:
        for group in sorted(self.queues, key=lambda g: -self.priorities.get(g, 0.0)):
            queue = self.queues[group]
            while queue:
                _, ticket, number = heapq.heappop(queue)
                if self.state[number] == "waiting" and self.place[number] == (group, ticket):
                    return number
        return None

    def step(self) -> bool:
        number = self.take()
        if number is None:
            return False
        url = self.urls[number]
        self.state[number] = "fetched"
        self.last = number
        self.asked.append(url)
        answer = self.site.answer(urls.path_and_query(url))
        headers = {name.lower(): value for name, value in answer.headers}
        view, links = None, []
        if "location" in headers:
            links = [(-1, urls.join(url, headers["location"]))]
        elif "html" in headers["content-type"]:
            view = read_page(answer.body, url, charset="utf-8")
            links = list(enumerate(view.links.urls))
        offered = []
        for row, link in links:
            if link and urls.host(link) == urls.host(url):
                target, fresh = self.intern(link)
                offered.append(Offered(row, target, link, fresh, self.state[target] == "fetched"))
        group = self.place[number][0]
        verdict = Verdict.VALUABLE if answer.status == 200 else Verdict.INVALID
        visit = Visit(number, url, answer.status, 0, group, verdict, view, offered)
        judgement = self.strategy.judge(visit)
        for target, choice in judgement.moves.items():
            if self.state[target] == "waiting":
                self.put(target, choice)
        for link, choice in zip(offered, judgement.choices, strict=True):
            state = self.state[link.target]
            if choice.reason in FOLLOWED and (
                state == "known" or (choice.move and state == "waiting")
            ):
                self.put(link.target, choice)
        self.priorities.update(judgement.priorities)
        return True

    def run(self, most: int) -> bool:
        """Whether the strategy said that it is done."""
        while len(self.asked) < most:
            if self.strategy.is_done(Progress(len(self.asked), len(self.asked), 1)):
                return True
            if not self.step():
                return False
        return False

    def waiting(self) -> Counter[str]:
        return Counter(
            group
            for (group, _), state in zip(self.place, self.state, strict=True)
            if state == "waiting"
        )


def content(site: GeneratedSite, asked: list[str]) -> float:
    wanted = [label.url for label in site.labels() if label.verdict == "valuable"]
    total, found = grams(site, wanted), grams(site, asked)
    return len(np.intersect1d(total, found)) / len(total)


def grams(site: GeneratedSite, pages: list[str]) -> np.typing.NDArray[np.uint64]:
    parts = [np.empty(0, np.uint64)]
    for url in pages:
        answer = site.answer(urls.path_and_query(url))
        if answer.status == 200 and "html" in dict(answer.headers).get("Content-Type", ""):
            words = read_page(answer.body, url, charset="utf-8").words
            assert words is not None
            parts.append(words.grams)
    return np.unique(np.concatenate(parts))


@pytest.fixture(scope="module")
def shop() -> GeneratedSite:
    return presets.collection("shop", 1200, seed=2)


def test_a_shop_is_had_in_few_requests_and_the_crawl_ends_by_itself(shop: GeneratedSite) -> None:
    crawl = Crawl(shop, Adaptive(seed=1))
    assert crawl.run(1200)
    valuable = sum(label.verdict == "valuable" for label in shop.labels())
    assert len(crawl.asked) < 1.6 * valuable
    assert content(shop, crawl.asked) > 0.95


def test_what_waits_is_looked_up_once_more_before_the_end(
    shop: GeneratedSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the last pages told may make pages of their own of what seemed known."""
    crawl, looked_up = Crawl(shop, Adaptive(seed=1)), []
    look_up = Offers.look_up_again

    def noted(offers: Offers, answers: Answers) -> None:
        looked_up.append(len(crawl.asked))
        look_up(offers, answers)

    monkeypatch.setattr(Offers, "look_up_again", noted)
    assert crawl.run(1200)
    assert looked_up[-1] == len(crawl.asked)
    assert len(looked_up) < len(crawl.asked) / 2


def test_the_strategy_knows_what_waits(shop: GeneratedSite) -> None:
    crawl = Crawl(shop, Adaptive(seed=1))
    crawl.run(150)
    arcs = crawl.strategy.arcs
    counted = {name: n for name, n in zip(arcs.names, arcs.stock, strict=True) if n}
    assert counted == dict(crawl.waiting())


def test_nothing_is_asked_twice(shop: GeneratedSite) -> None:
    crawl = Crawl(shop, Adaptive(seed=1))
    crawl.run(200)
    assert len(set(crawl.asked)) == len(crawl.asked)


def test_a_seed_makes_the_same_crawl(shop: GeneratedSite) -> None:
    one, other = Crawl(shop, Adaptive(seed=3)), Crawl(shop, Adaptive(seed=3))
    one.run(120)
    other.run(120)
    assert one.asked == other.asked


def test_a_restored_strategy_goes_on_as_if_nothing_had_happened(shop: GeneratedSite) -> None:
    through, broken = Crawl(shop, Adaptive(seed=2)), Crawl(shop, Adaptive(seed=2))
    through.run(160)
    broken.run(75)
    state = json.loads(json.dumps(broken.strategy.save()))
    broken.strategy = Adaptive(seed=2)
    broken.strategy.restore(state)
    broken.run(160)
    assert broken.asked == through.asked


def forum(traps: Traps, seed: int = 5) -> ForumSite:
    return ForumSite(
        ForumParameters(
            seed=seed, boards=3, threads=30, posts_per_thread=4.0, members=10, traps=traps
        )
    )


@pytest.mark.parametrize("trap", ["calendar", "facets", "growing_paths", "sessions", "link_farm"])
def test_a_trap_costs_at_most_fifty_requests_and_is_no_reason_to_stop(trap: str) -> None:
    site = forum(Traps(**{trap: True}))
    crawl = Crawl(site, AdaptiveCrawl())
    assert crawl.run(400)
    whys = [site.label_of(url).why or "" for url in crawl.asked]
    assert 0 < sum(why.startswith("trap:") for why in whys) <= 50
    threads = {site.label_of(url).entity for url in crawl.asked}
    assert sum(f"thread:{thread}" in threads for thread in range(30)) >= 28


def test_a_long_honest_list_is_followed_to_its_end() -> None:
    site = forum(Traps(deep_pages=500))
    crawl = Crawl(site, AdaptiveCrawl())
    assert crawl.run(900)
    pages = {label.page for url in crawl.asked if (label := site.label_of(url)).entity == "deep"}
    assert pages == set(range(1, 501))


def test_a_kind_that_bears_now_and_then_is_not_given_up_and_the_estimate_is_honest() -> None:
    wiki = presets.collection("wiki", 700, seed=1)  # a third of its talk pages exist
    crawl = Crawl(wiki, Adaptive())
    assert crawl.run(700)
    truth = content(wiki, crawl.asked)
    low, high = crawl.strategy.coverage.interval
    assert truth > 0.97
    assert low <= truth <= high + 1e-5
    assert crawl.strategy.coverage.share < truth + 0.02


@pytest.mark.parametrize("seed", [152, 157])
def test_discussions_are_had_though_of_the_first_ones_hardly_one_is_written(seed: int) -> None:
    wiki = presets.collection("wiki", 2_400, seed)
    crawl = Crawl(wiki, AdaptiveCrawl())
    assert crawl.run(600)
    assert content(wiki, crawl.asked) > 0.98


def test_failed_requests_are_taken_in() -> None:
    strategy = Adaptive()
    visit = Visit(1, "http://site.test/x", 0, 0, "seed", Verdict.INVALID, None, ())
    assert strategy.judge(visit).choices == []
    assert not strategy.is_done(Progress(1, 1, 0))


def test_a_site_that_changes_its_markup_half_way_is_still_had() -> None:
    parameters = ForumParameters(seed=4, boards=4, threads=50, posts_per_thread=4.0, members=15)
    plain = ForumSite(parameters)
    crawl = Crawl(plain, Adaptive())
    assert not crawl.run(50)
    crawl.site = ForumSite(parameters, skin_seed=9)
    assert crawl.run(500)
    assert content(plain, crawl.asked) > 0.97


class Shelves:
    """Articles, chores that say nothing, and a list whose next page has the address of a chore."""

    start_url = "http://site.test/"

    def answer(self, target: str) -> Answer:
        draw = np.random.default_rng(zlib.crc32(target.encode()))
        articles = [f"/a/n{number}" for number in range(90)]
        if target.startswith("/a/"):
            links = [f"/x?do=edit&of={target[3:]}", "/", "/list"]
            text = " ".join(f"w{word}" for word in draw.integers(0, 4000, 120).tolist())
        else:
            links, text = [], "nothing to be seen here, log in"
            if target == "/":
                links, text = [*articles[:60], "/list"], "home"
            elif target == "/list":
                links, text = articles[:60], "list"
            elif target == "/x?do=list&from=n60":
                links = articles[60:]
        anchors = "".join(f'<p><a href="{link}">go {link}</a></p>' for link in links)
        if target == "/list":
            anchors += '<div><a href="/x?do=list&amp;from=n60">next page</a></div>'
        body = f"<html><body><p>{text}</p>{anchors}</body></html>"
        return Answer(200, (("Content-Type", "text/html; charset=utf-8"),), body.encode())


def test_the_next_page_of_a_list_is_tried_though_its_like_brings_nothing() -> None:
    crawl = Crawl(Shelves(), Adaptive(0))
    crawl.run(400)
    assert "http://site.test/x?do=list&from=n60" in crawl.asked
    assert {f"http://site.test/a/n{number}" for number in range(90)} <= set(crawl.asked)


class RatedThreads(Shelves):
    """Threads that lead to others and have a star for each number of points, behind a wall."""

    def answer(self, target: str) -> Answer:
        draw = np.random.default_rng(zlib.crc32(target.encode()))
        threads: list[int] = []
        stars = ""
        text = "you are not logged in or may not do this"
        if target == "/":
            threads, text = list(range(20)), "home"
        elif target.startswith("/t/"):
            number = int(target[3:])
            threads = [(number * 3 + step) % 300 for step in range(8)]
            text = " ".join(f"w{word}" for word in draw.integers(0, 9000, 120).tolist())
            for points in range(1, 6):
                to = f"/rate?t={number}&amp;points={points}"
                stars += f'<li><a class="star{"i" * points}" href="{to}">{points}</a></li>'
        links = "".join(f'<p><a href="/t/{number}">thread {number}</a></p>' for number in threads)
        body = f"<html><body><p>{text}</p>{links}<ul>{stars}</ul></body></html>"
        return Answer(200, (("Content-Type", "text/html; charset=utf-8"),), body.encode())


def test_nothing_is_expected_behind_a_wall_whatever_its_links_look_like() -> None:
    crawl = Crawl(RatedThreads(), Adaptive(0))
    crawl.run(600)
    assert len([url for url in crawl.asked if "/t/" in url]) == 300
    assert len([url for url in crawl.asked if "/rate" in url]) < 20


class ThreadsOfMessages(Shelves):
    """Threads under the address of each of their messages; lists show any of these."""

    def answer(self, target: str) -> Answer:
        threads: list[tuple[str, str]] = []
        lists: list[int] = []
        text = "messages of this list"
        if target == "/":
            lists = list(range(8))
        elif target.startswith("/list"):
            number = int(target[6:])
            threads = [
                (name(thread, (number + thread) % 5), name(thread, (number + 2 * thread) % 5))
                for thread in range(60)
            ]
        elif target.startswith("/m/"):
            thread = THREADS[target]
            draw = np.random.default_rng(thread)
            text = " ".join(f"w{word}" for word in draw.integers(0, 4000, 120).tolist())
            threads = [(name(thread, message), "") for message in range(5)]
        anchors = "".join(f'<p><a href="/list?{link}">more</a></p>' for link in lists)
        for pair in threads:
            found = "".join(f'<a href="{link}">thread</a>' for link in pair if link)
            anchors += f"<div>{found}</div>"
        body = f"<html><body><p>{text} {target}</p>{anchors}</body></html>"
        return Answer(200, (("Content-Type", "text/html; charset=utf-8"),), body.encode())


def name(thread: int, message: int) -> str:
    """The address of a thread by one of its messages, which tells nothing of the thread."""
    return f"/m/x{zlib.crc32(f'{thread} {message}'.encode()):x}@host/thread"


THREADS = {name(thread, message): thread for thread in range(60) for message in range(5)}


def test_a_thread_is_had_once_though_each_of_its_messages_is_its_address() -> None:
    crawl = Crawl(ThreadsOfMessages(), Adaptive(0))
    assert crawl.run(400)
    asked = [THREADS[path] for path in map(urls.path_and_query, crawl.asked) if path in THREADS]
    assert set(asked) == set(range(60))
    assert len(asked) < 75


def test_what_went_to_a_better_place_matters_less_with_each_fetch_of_what_is_left() -> None:
    crawl = Crawl(Shelves(), Adaptive(0))
    crawl.run(30)
    outdone = crawl.strategy.arcs.outdone
    outdone[:] = array("d", [10.0] * len(outdone))
    crawl.step()
    faded = [arc for arc, gone in enumerate(outdone) if 5.0 < gone < 10.0]
    assert [crawl.strategy.arcs.names[arc] for arc in faded] == [crawl.place[crawl.last][0]]


class DryingTags(Shelves):
    """Articles, some of which only tags show, and each of these many tags."""

    def answer(self, target: str) -> Answer:
        draw = np.random.default_rng(zlib.crc32(target.encode()))
        links: list[str] = []
        text = "articles of this tag"
        if target == "/":
            links = [f"/tag/t{number}" for number in range(150)]
            links += [f"/a/n{number}" for number in range(120)]
        elif target.startswith("/tag/"):
            number = int(target[6:])
            links = [f"/a/n{200 + (7 * number + step) % 60}" for step in range(12)]
        elif target.startswith("/a/"):
            text = " ".join(f"w{word}" for word in draw.integers(0, 4000, 120).tolist())
        anchors = "".join(f'<p><a href="{link}">go {link}</a></p>' for link in links)
        body = f"<html><body><p>{text}</p>{anchors}</body></html>"
        return Answer(200, (("Content-Type", "text/html; charset=utf-8"),), body.encode())


def test_pages_that_neither_say_nor_show_anything_new_are_left_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    for weight in (module.DEAD, 1.0):
        monkeypatch.setattr(module, "DEAD", weight)
        crawl = Crawl(DryingTags(), Adaptive(0))
        assert crawl.run(400)
        asked.append(sum("/tag/" in url for url in crawl.asked))
        assert {f"http://site.test/a/n{n}" for n in range(200, 260)} <= set(crawl.asked)
    assert asked[0] < asked[1]


class Changes(Shelves):
    """A list shows all pages of a wiki, and the last change of each, which has all of its text."""

    def answer(self, target: str) -> Answer:
        name = target.removeprefix("/_diff").strip("/")
        text, links = "the last changes", ""
        if not name:
            names = [f"page{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(200)]
            links = "".join(
                f'<tr><td><a href="/_diff/{one}">changed</a><td><a href="/{one}">{one}</a>'
                for one in names
            )
        else:
            draw = np.random.default_rng(zlib.crc32(name.encode()))
            text = " ".join(f"w{word}" for word in draw.integers(0, 9000, 120).tolist())
        if target.startswith("/_diff"):
            text += " by somebody on a day"
        body = f"<html><body><p>{text}</p><table>{links}</table></body></html>"
        return Answer(200, (("Content-Type", "text/html; charset=utf-8"),), body.encode())


@pytest.mark.parametrize("seed", range(3))
def test_pages_are_had_rather_than_what_others_show_of_them(seed: int) -> None:
    crawl = Crawl(Changes(), Adaptive(seed))
    crawl.run(600)
    diffs = [url for url in crawl.asked if "/_diff/" in url]
    assert len(crawl.asked) - len(diffs) > 195
    assert len(diffs) < 20


def test_what_is_only_tried_or_worth_nothing_waits_for_what_is_under_way() -> None:
    strategy = Adaptive()
    crawl = Crawl(presets.small(), strategy)
    crawl.run(5)
    assert strategy.hesitates(1, 1e9, is_under_way=True)  # hardly anything is known yet
    assert not strategy.hesitates(1, 0.0, is_under_way=False)
    crawl.run(60)
    price = strategy.coverage.price()
    fetches = [strategy._tree.fetches[node] for node in strategy.arcs.nodes]
    known = max(range(1, len(fetches)), key=fetches.__getitem__)
    assert not strategy.hesitates(known, 2 * price, is_under_way=True)
    strategy._tries.raised = {known}
    assert strategy.hesitates(known, 2 * price, is_under_way=True)
    assert not strategy.hesitates(known, 2 * price, is_under_way=False)
    assert strategy.hesitates(known, 0.5 * price, is_under_way=False)
    new = fetches.index(0)
    assert strategy.hesitates(new, 2 * price, is_under_way=True)
    assert not strategy.hesitates(new, 2 * price, is_under_way=False)
