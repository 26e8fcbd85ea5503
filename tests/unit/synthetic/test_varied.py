"""Sites of all sorts are drawn from a seed."""

from collections import Counter
from itertools import islice

from periplus.synthetic.blog import BlogSite
from periplus.synthetic.forum import ForumSite
from periplus.synthetic.shop import ShopSite
from periplus.synthetic.varied import varied
from periplus.synthetic.wiki import WikiSite

SEEDS = range(60)


def test_a_seed_makes_one_site() -> None:
    for seed in range(4):
        first, again = varied(seed), varied(seed)
        assert first.start_url == again.start_url
        assert list(islice(first.views(), 50)) == list(islice(again.views(), 50))


def test_there_are_sites_of_every_kind_and_size() -> None:
    kinds = Counter(type(varied(seed)) for seed in SEEDS)
    assert set(kinds) == {ForumSite, BlogSite, ShopSite, WikiSite}
    assert kinds[ForumSite] == max(kinds.values())
    sizes = [sum(1 for _ in varied(seed, has_traps=False).views()) for seed in range(12)]
    assert max(sizes) > 10 * min(sizes)


def test_some_sites_have_traps_unless_told_otherwise() -> None:
    def is_trapped(seed: int, *, has_traps: bool = True) -> bool:
        site = varied(seed, has_traps=has_traps)
        assert isinstance(site, (ForumSite, BlogSite, ShopSite, WikiSite))
        return site.parameters.traps.endless

    assert 0 < sum(map(is_trapped, SEEDS)) < len(SEEDS)
    assert not any(is_trapped(seed, has_traps=False) for seed in SEEDS)
