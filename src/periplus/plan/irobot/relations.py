"""What the links of a page say about its relations: pages turned, and what it stands for."""

from periplus.page.view import AnchorKind, LinkSource
from periplus.plan.irobot.pages import SampledPage, is_turning
from periplus.plan.irobot.turns import PageTurns
from periplus.plan.strategy import Offered, Visit


def own_url(page: SampledPage) -> str:
    """The URL that a page's links are compared with: the one it stands for."""
    return page.form or page.url


def learn_turns(turns: PageTurns, visit: Visit, page: SampledPage) -> None:
    """Learn from numbered links where in URLs pages are counted."""
    if visit.view is None:
        return
    own, anchors = own_url(page), visit.view.links.anchors
    for link in page.links:
        if link.kind == AnchorKind.NUMBER:
            turns.learn(own, link.url, anchors[link.row])


def turns_page(turns: PageTurns, visit: Visit, page: SampledPage, offered: Offered) -> bool:
    """Whether a link turns the page it stands on."""
    if visit.view is None or offered.row < 0:
        return False
    kind = int(visit.view.links.kinds[offered.row])
    return is_turning(kind) and turns.is_turn(own_url(page), offered.url)


def is_canonical(visit: Visit, page: SampledPage, offered: Offered) -> bool:
    """Whether a link is the page's declaration of what it stands for."""
    return (
        visit.view is not None
        and offered.row >= 0
        and int(visit.view.links.sources[offered.row]) == LinkSource.LINK_CANONICAL
        and offered.url == page.form
    )
