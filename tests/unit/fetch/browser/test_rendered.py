"""The values of rendering."""

from periplus.errors import PeriplusError
from periplus.fetch.browser.rendered import Rendered, RenderFailed, RenderFault


def test_a_failure_says_which_page_and_how() -> None:
    failure = RenderFailed("http://a.example/", RenderFault.TIMEOUT, "no answer for 10 s")
    assert isinstance(failure, PeriplusError)
    assert str(failure) == "http://a.example/: render-timeout (no answer for 10 s)"
    assert str(RenderFailed("u", RenderFault.CRASHED)) == "u: render-crashed"


def test_a_rendering_without_limits_reached_says_so() -> None:
    assert not Rendered(b"").limits
    assert dict(Rendered(b"").refused) == {}
