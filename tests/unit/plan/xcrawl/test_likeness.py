"""Which pages are like the examples."""

from periplus.plan.xcrawl.likeness import LIKE, Likeness, Seen, layout_of
from unit.plan.xcrawl.site_pages import BASE, item, listing, other, view


def taught() -> Likeness:
    examples = [Seen(f"{BASE}/item/{n}", layout_of(view(item(n)))) for n in range(3)]
    likeness = Likeness(examples)
    likeness.contrast(view(listing(range(8))))
    return likeness


def test_pages_of_the_template_are_accepted_and_others_are_not() -> None:
    likeness = taught()
    for number in range(10, 30):
        assert likeness.accepts(f"{BASE}/item/{number}", view(item(number)))
        assert not likeness.accepts(f"{BASE}/other/{number}", view(other(number)))
        assert not likeness.accepts(f"{BASE}/list/{number}", view(listing(range(number))))


def test_most_of_the_core_is_enough() -> None:
    likeness = taught()
    without_button = item(9).replace("<div class='buy'><a href='/cart/9'>buy</a></div>", "")
    assert LIKE <= likeness.likeness(layout_of(view(without_button))) < 1
    assert likeness.accepts(f"{BASE}/item/9", view(without_button))


def test_a_pattern_whose_pages_are_accepted_speaks_for_a_broken_one() -> None:
    broken = view("<html><body><center><i><p>torn markup</p></i></center></body></html>")
    likeness = taught()
    assert not likeness.accepts(f"{BASE}/item/99", broken)
    likeness = taught()
    for number in range(10, 50):
        likeness.learn_urls([f"{BASE}/item/{number}"])
        likeness.accepts(f"{BASE}/item/{number}", view(item(number)))
    assert likeness.accepts(f"{BASE}/item/99", broken)
    # A page that looks like rejected ones is not helped by its URL.
    for number in range(5):
        likeness.accepts(f"{BASE}/x/{number}", view(other(number)))
    assert not likeness.accepts(f"{BASE}/item/98", view(other(98)))


def test_what_was_learned_is_restored() -> None:
    likeness, again = taught(), Likeness([])
    likeness.accepts(f"{BASE}/item/5", view(item(5)))
    likeness.accepts(f"{BASE}/other/5", view(other(5)))
    again.restore(likeness.save())
    assert again.save() == likeness.save()
    for page in (item(7), other(7), listing(range(4))):
        layout = layout_of(view(page))
        assert again.likeness(layout) == likeness.likeness(layout)


def test_without_examples_nothing_is_alike() -> None:
    assert not Likeness([]).accepts(f"{BASE}/item/1", view(item(1)))


def test_examples_are_compared_once_there_are_pages_to_tell_them_from() -> None:
    items = [Seen(f"{BASE}/item/{n}", layout_of(view(item(n)))) for n in range(3)]
    stray = Seen(f"{BASE}/other/1", layout_of(view(other(1))))
    alike, mixed = Likeness(items), Likeness([*items, stray])
    apart = Likeness([items[0], stray])
    assert alike.compare(items) is None
    for number in range(12):
        for likeness in (alike, mixed, apart):
            likeness.contrast(view(listing(range(number))))
    compared = alike.compare(items)
    assert compared is not None
    assert (compared.shared > 0.5, compared.strays) == (True, [])
    compared = mixed.compare([*items, stray])
    assert compared is not None
    assert (compared.shared > 0.5, compared.strays) == (True, [stray.url])
    compared = apart.compare([items[0], stray])
    assert compared is not None
    assert compared.shared < 0.05
