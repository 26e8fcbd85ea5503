"""What URLs name, and whether two of them name one thing."""

from periplus.site.url_names import changed_parameters, common_values, names_same

BASE = "http://site.test"
THREADS = [f"{BASE}/forum/thread-{n}?name=subject{n}" for n in range(40)]


def test_what_many_urls_have_names_nothing() -> None:
    common = common_values(THREADS)
    assert "forum" in common
    assert "subject3" not in common


def test_a_rare_value_names_one_thing() -> None:
    common = common_values(THREADS)
    assert names_same(f"{BASE}/forum/a?name=Subject+3", f"{BASE}/print/b?name=subject+3", common)
    assert not names_same(THREADS[3], THREADS[4], common)


def test_urls_that_differ_in_one_parameter_name_one_thing_unless_it_is_a_number() -> None:
    assert names_same(f"{BASE}/?after=abc", f"{BASE}/?after=xyz", frozenset())
    assert not names_same(f"{BASE}/?id=7", f"{BASE}/?id=8", frozenset())


def test_parameters_that_changed() -> None:
    assert changed_parameters(f"{BASE}/l?a=1&b=2", f"{BASE}/l?a=1&c=3") == {"b", "c"}
    assert changed_parameters(f"{BASE}/l?a=1", f"{BASE}/m?a=1") is None


def test_a_name_may_be_the_whole_query() -> None:
    assert names_same(f"{BASE}/wiki?RoseGarden", f"{BASE}/print?RoseGarden", frozenset())
