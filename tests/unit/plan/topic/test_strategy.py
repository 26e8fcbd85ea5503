"""The strategy: relevant pages first."""

import json

from periplus.plan.strategy import Offered, Progress, Reason, Verdict, Visit
from periplus.plan.topic.kinds import kind_of_group
from periplus.plan.topic.strategy import TopicFirst
from periplus.plan.topic.topic import make_topic
from unit.plan.topic.pages import SITE, Site, link

FOX = "<p>The red fox hunts at night and the foxes run.</p>"
BREAD = "<p>Bread is made of flour, water, salt and time by bakers.</p>"


def by_topic(**options: object) -> TopicFirst:
    return TopicFirst(0, {"topic": make_topic({"fox": 1}), **options})


def test_links_that_name_the_topic_come_before_others() -> None:
    strategy = by_topic()
    judgement = strategy.judge(Site().visit("/", FOX + link("/1", "foxes") + link("/2", "bread")))
    fox, bread = judgement.choices
    assert fox.reason is bread.reason is Reason.FOLLOW
    assert judgement.priorities[fox.group] > judgement.priorities[bread.group]


def test_links_of_relevant_pages_come_before_those_of_others() -> None:
    strategy, site = by_topic(), Site()
    [of_fox] = strategy.judge(site.visit("/a", FOX + link("/1"))).choices
    judgement = strategy.judge(site.visit("/b", BREAD + link("/2"), of_fox.group))
    [of_bread] = judgement.choices
    kinds = [kind_of_group(choice.group) for choice in (of_fox, of_bread)]
    assert [kind.steps for kind in kinds if kind] == [0, 1]
    assert [kind.parent for kind in kinds if kind] == [1, 0]


def test_pages_below_the_threshold_are_not_kept_and_say_why() -> None:
    site = Site()
    kept = by_topic().judge(site.visit("/a", FOX))
    dropped = by_topic().judge(site.visit("/b", BREAD))
    assert (kept.keep, dropped.keep) == (True, False)
    assert kept.about is not None
    assert kept.about["keywords"] == {"fox": 2}
    assert dropped.about is not None
    assert dropped.about["relevance"] == 0
    assert by_topic(keep_all=True).judge(site.visit("/c", BREAD)).keep


def test_what_cannot_be_measured_is_kept() -> None:
    image = Visit(1, SITE + "/i.png", 200, 1, "seed", Verdict.VALUABLE, None, ())
    missing = Site().visit("/x", "<p>no fox here</p>", verdict=Verdict.INVALID, status=404)
    for visit in (image, missing):
        judgement = by_topic().judge(visit)
        assert judgement.keep
        assert judgement.about is None


def test_a_tunnel_has_an_end() -> None:
    strategy, site = by_topic(tunnel=2), Site()
    group, reasons = "seed", []
    for number in range(4):
        markup = f"<p>Bread number {number} of flour {number}.</p>" + link(f"/{number + 1}")
        [choice] = strategy.judge(site.visit(f"/{number}", markup, group)).choices
        reasons.append(choice.reason)
        group = choice.group or group
    assert reasons == [Reason.FOLLOW, Reason.FOLLOW, Reason.FOLLOW, Reason.OFF_TOPIC]


def test_a_relevant_page_ends_the_tunnel() -> None:
    strategy, site = by_topic(tunnel=1), Site()
    [choice] = strategy.judge(site.visit("/0", BREAD + link("/1"))).choices
    [choice] = strategy.judge(
        site.visit("/1", BREAD + "<p>1</p>" + link("/2"), choice.group)
    ).choices
    [choice] = strategy.judge(site.visit("/2", FOX + link("/3"), choice.group)).choices
    kind = kind_of_group(choice.group)
    assert kind is not None
    assert kind.steps == 0


def test_kinds_of_broken_links_come_last() -> None:
    strategy, site = by_topic(), Site()
    links = "".join(link(f"/old/{n}") for n in range(9)) + link("/new/1") + link("/new/2")
    start = strategy.judge(site.visit("/", FOX + links))
    broken, other = start.choices[0].group, start.choices[-1].group
    priorities = dict(start.priorities)
    for n in range(6):
        gone = site.visit(f"/old/{n}", "<p>gone</p>", broken, Verdict.INVALID, 404)
        priorities.update(strategy.judge(gone).priorities)
    assert priorities[broken] < priorities[other] / 2


def test_a_redirect_keeps_its_place() -> None:
    strategy = by_topic()
    target = Offered(-1, 9, SITE + "/to", True, False)
    group = "1.1.0 /* @ a"
    visit = Visit(3, SITE + "/from", 301, 1, group, Verdict.DUPLICATE, None, [target])
    [choice] = strategy.judge(visit).choices
    assert (choice.reason, choice.group) == (Reason.FOLLOW, group)


def test_it_ends_when_nothing_relevant_comes_any_more() -> None:
    strategy, site = by_topic(), Site()
    strategy.judge(site.visit("/", FOX))
    for n in range(499):
        strategy.judge(site.visit(f"/{n}", BREAD, "0.0.0 /N @ a", Verdict.DUPLICATE))
    assert not strategy.is_done(Progress(500, 500, 10))
    for n in range(3):
        strategy.judge(site.visit(f"/more/{n}", BREAD, "0.0.0 /N @ a", Verdict.DUPLICATE))
    assert strategy.is_done(Progress(503, 503, 10))


def test_examples_are_learned_from_and_held_links_move() -> None:
    strategy = TopicFirst(0, {"example_urls": [SITE + "/fox"]})
    site = Site()
    strategy.judge(site.visit("/fox", FOX + FOX + "<p>A red fox, foxes.</p>" + link("/x", "other")))
    assert strategy.topic is None
    moves, notes = {}, []
    for n in range(12):
        markup = f"<p>Flour {n} and water.</p>" + link(f"/l/{n}", "A fox" if n == 1 else "Bread")
        judgement = strategy.judge(site.visit(f"/b/{n}", markup))
        moves.update(judgement.moves)
        notes.append(judgement.note)
    assert strategy.topic is not None
    assert list(moves) == [site.ids[SITE + "/l/1"]]
    assert any("learned the topic" in note for note in notes)


def test_state_goes_through_json_and_decides_alike() -> None:
    one, other, site = by_topic(), by_topic(), Site()
    for n in range(25):
        one.judge(
            site.visit(f"/{n}", (FOX if n % 3 else BREAD) + f"<p>{n}</p>" + link(f"/{n + 1}"))
        )
    other.restore(json.loads(json.dumps(one.save())))
    assert other.save() == one.save()
    visit = site.visit("/last", FOX + link("/a", "foxes") + link("/b"))
    first, second = one.judge(visit), other.judge(visit)
    assert first.choices == second.choices
    assert first.priorities == second.priorities
    assert first.about == second.about
