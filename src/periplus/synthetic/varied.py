"""Sites of all sorts: kind, size, software, walls and traps drawn by chance from a seed.

What a crawler does on most of them says little; the worst of many show what nobody thought of.
"""

from dataclasses import fields

from periplus.synthetic.blog import BlogSite
from periplus.synthetic.collection import CollectionParameters, CollectionSite
from periplus.synthetic.forum import ForumSite
from periplus.synthetic.forum_parameters import ForumParameters
from periplus.synthetic.noise import Noise
from periplus.synthetic.scheme import UrlStyle
from periplus.synthetic.shop import ShopSite
from periplus.synthetic.site import GeneratedSite
from periplus.synthetic.traps import NO_TRAPS, Traps
from periplus.synthetic.wiki import WikiSite

_TRAP_SHARE = 0.2  # of sites that have a certain trap
_FORUM = "forum"
_KINDS = (_FORUM, _FORUM, "blog", "shop", "wiki")
_COLLECTIONS: dict[str, type[CollectionSite]] = {
    "blog": BlogSite,
    "shop": ShopSite,
    "wiki": WikiSite,
}


def varied(seed: int, *, has_traps: bool = True) -> GeneratedSite:
    """The site of a seed; without its traps it is the same, and has an end."""
    noise = Noise(seed).child("varied")
    traps = _traps(noise) if has_traps else NO_TRAPS
    kind = noise.pick(_KINDS, "kind")
    return _forum(noise, seed, traps) if kind == _FORUM else _collection(noise, seed, traps, kind)


def _traps(noise: Noise) -> Traps:
    kinds = [f.name for f in fields(Traps) if isinstance(getattr(NO_TRAPS, f.name), bool)]
    return Traps(**{kind: noise.chance(_TRAP_SHARE, kind) for kind in kinds})


def _forum(noise: Noise, seed: int, traps: Traps) -> ForumSite:
    threads = noise.pick((40, 120, 300, 500), "threads")
    return ForumSite(
        ForumParameters(
            seed=seed,
            boards=noise.pick((3, 6, 12), "boards"),
            depth=noise.pick((1, 2), "depth"),
            threads=threads,
            posts_per_thread=noise.pick((2.5, 6.0, 15.0), "posts"),
            members=round(threads * noise.pick((0.2, 0.5, 1.0), "members")),
            threads_per_page=noise.pick((10, 25, 50), "threads-per-page"),
            posts_per_page=noise.pick((5, 10, 20), "posts-per-page"),
            redundancy=noise.below(5, "redundancy"),
            invalid_share=noise.pick((0.1, 0.3, 0.6), "invalid"),
            style=_style(noise),
            coined_names=noise.pick((0.0, 0.5, 1.0), "coined"),
            traps=traps,
        )
    )


def _collection(noise: Noise, seed: int, traps: Traps, kind: str) -> CollectionSite:
    return _COLLECTIONS[kind](
        CollectionParameters(
            seed=seed,
            groups=noise.pick((3, 8, 20), "groups"),
            items=noise.pick((40, 120, 300), "items"),
            parts_per_item=noise.pick((1.5, 4.0, 12.0), "parts"),
            people=noise.pick((4, 15, 60), "people"),
            items_per_page=noise.pick((5, 10, 30), "items-per-page"),
            parts_per_page=noise.pick((4, 8, 20), "parts-per-page"),
            redundancy=noise.below(4, "redundancy"),
            dead_links=noise.pick((0.0, 0.2, 0.5), "dead-links"),
            style=_style(noise),
            coined_names=noise.pick((0.0, 0.5, 1.0), "coined"),
            traps=traps,
        )
    )


def _style(noise: Noise) -> UrlStyle | None:
    styles: tuple[UrlStyle | None, ...] = (None, *UrlStyle)
    return noise.pick(styles, "style")
