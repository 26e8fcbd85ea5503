"""Sites that several tests of generated sites walk over."""

import pytest

from periplus.synthetic.blog import BlogSite
from periplus.synthetic.collection import CollectionParameters
from periplus.synthetic.forum import ForumParameters, ForumSite
from periplus.synthetic.shop import ShopSite
from periplus.synthetic.site import GeneratedSite
from periplus.synthetic.wiki import WikiSite

KINDS = ("forum", "blog", "shop", "wiki")


def make_site(kind: str, seed: int = 0, redundancy: int | None = None) -> GeneratedSite:
    """A site of each kind with a few hundred URLs."""
    if kind == "forum":
        level = 4 if redundancy is None else redundancy
        return ForumSite(ForumParameters(seed=seed, threads=20, members=12, redundancy=level))
    classes = {"blog": BlogSite, "shop": ShopSite, "wiki": WikiSite}
    level = 3 if redundancy is None else redundancy
    return classes[kind](CollectionParameters(seed=seed, items=30, groups=4, redundancy=level))


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of site."""
    return str(request.param)


@pytest.fixture
def site_of_kind():
    """A maker of sites."""
    return make_site
