"""Links to URLs and the paper's Pvalue."""

from periplus.plan.topic.backlinks import Backlinks


def test_pvalue_is_forward_minus_backward_links() -> None:
    backlinks = Backlinks()
    backlinks.add([7, 8])
    backlinks.add([7])
    assert backlinks.of(7) == 2
    assert backlinks.pvalue(7, forward=10) == 8
    assert backlinks.pvalue(9, forward=3) == 3


def test_a_broken_link_that_pages_refer_to_is_negative() -> None:
    backlinks = Backlinks()
    backlinks.add([5])
    assert backlinks.pvalue(5, forward=0) == -1


def test_several_links_of_one_page_count_once() -> None:
    backlinks = Backlinks()
    backlinks.add([5, 5, 5])
    backlinks.add([])
    assert backlinks.of(5) == 1


def test_many_urls_and_many_links() -> None:
    backlinks = Backlinks()
    backlinks.add([5_000_000])
    for _ in range(3):
        backlinks.add([1])
    assert (backlinks.of(5_000_000), backlinks.of(1), backlinks.of(9_000_000)) == (1, 3, 0)


def test_kept_and_restored() -> None:
    backlinks, other = Backlinks(), Backlinks()
    other.restore(backlinks.save())
    assert other.of(1) == 0
    backlinks.add([1, 3_000])
    other.restore(backlinks.save())
    other.add([3_000])
    assert (other.of(1), other.of(3_000)) == (1, 2)
