"""Oscar: a shop for Django sites."""

import re
from typing import Any

from benchmarks.software.discussions import person_values
from benchmarks.software.django_project import DjangoSoftware
from benchmarks.software.prose import Person, Prose, Topic
from benchmarks.software.software import DUPLICATE, INVALID, Label, Place, number, split

PRODUCTS = 620
_PRODUCT = re.compile(r"/catalogue/[\w-]*_(\d+)/(reviews/.*)?")
_CATEGORY = re.compile(r"/catalogue/category/.*_(\d+)/")
_REVIEW = re.compile(r"reviews/(\d+)/")


class DjangoOscar(DjangoSoftware):
    """A shop with a tree of categories; products with reviews and recommendations."""

    name = "django-oscar"
    title = "Oscar"
    kind = "shop"
    start = "/catalogue/"
    limit = 3_000
    never = (r"selected_facets=.*selected_facets=",)  # every combination of facets
    requirements = ("django-oscar==4.2.1", "Django<5.3", "sorl-thumbnail", "whoosh")
    notes = (
        "Products, categories and all products page by page are worth having. Lists by "
        "facets repeat them, reviews repeat products; baskets, accounts and forms are invalid."
    )

    def fill(self, place: Place, prose: Prose) -> None:
        """Make the shop."""
        people = prose.people(120)
        topics = [(prose.word().capitalize(), prose.topic()) for _ in range(8)]
        trails = [trail for name, _ in topics for trail in _trails(prose, name)]
        about = dict(topics)
        content = {
            "people": [person_values(prose, person) for person in people],
            "categories": [
                {"trail": trail, "text": prose.paragraph(about[trail.split(" > ")[0]])}
                for trail in trails
            ],
            "products": [_product(prose, key, trails, about, people) for key in range(PRODUCTS)],
            "pages": [
                {"url": f"/{name}/", "title": name.capitalize(), "content": prose.paragraph()}
                for name in ("about", "delivery", "terms")
            ],
        }
        self.load(place, content)
        self.manage(place, "rebuild_index", "--noinput", "-v", "0")

    def label(self, url: str, status: int, html: str) -> Label:
        """What a URL is by its path."""
        path, query = split(url)
        if path == "/catalogue/":
            return self._list(path, query, "all")
        if category := _CATEGORY.fullmatch(path):
            return self._list(path, query, f"category:{category[1]}")
        if product := _PRODUCT.fullmatch(path):
            return self._product(path, product[1], product[2] or "")
        if path.startswith(("/basket/", "/accounts/", "/password", "/checkout/", "/wishlists/")):
            return Label("login", INVALID)
        if path.startswith(("/search/", "/offers/", "/dashboard/")):
            return Label("other", INVALID)
        return Label("other", entity=path)

    def _list(self, path: str, query: dict[str, str], entity: str) -> Label:
        page = number(query.get("page"))
        if query.keys() - {"page"}:  # facets and orders
            return Label("list", DUPLICATE, entity, page)
        if query.get("page") == "1":
            return Label("list", DUPLICATE, entity, same_as=path)
        return Label("list", entity=entity, page=page)

    def _product(self, path: str, key: str, rest: str) -> Label:
        if not rest:
            return Label("product", entity=f"product:{key}")
        itself = path.removesuffix(rest)
        if rest == "reviews/" or _REVIEW.fullmatch(rest):
            return Label("review", DUPLICATE, f"product:{key}", same_as=itself)
        return Label("edit", INVALID, f"product:{key}")


def _trails(prose: Prose, name: str) -> list[str]:
    """A category and those below it, as Oscar writes them."""
    below = [f"{name} > {word.capitalize()}" for word in prose.words(prose.random.randint(2, 6))]
    return [name, *below]


def _product(
    prose: Prose, key: int, trails: list[str], about: dict[str, Topic], people: list[Person]
) -> dict[str, Any]:
    trail = prose.often_first([trail for trail in trails if ">" in trail])
    topic = about[trail.split(" > ")[0]]
    return {
        "key": f"p-{key}",
        "title": prose.title(topic).capitalize(),
        "text": "".join(f"<p>{text}</p>" for text in prose.paragraphs(3, topic)),
        "price": f"{prose.random.lognormvariate(3, 1):.2f}",
        "categories": [trail],
        "similar": sorted({prose.random.randrange(PRODUCTS) for _ in range(3)} - {key}),
        "reviews": _reviews(prose, topic, people),
    }


def _reviews(prose: Prose, topic: Topic, people: list[Person]) -> list[dict[str, Any]]:
    """None mostly; at most one by each person."""
    writers = {prose.often_first(people).login for _ in range(prose.long_tail(25) - 1)}
    return [
        {
            "author": login,
            "title": prose.title(topic),
            "text": prose.paragraph(topic),
            "score": prose.random.randint(1, 5),
            "date": prose.moment().isoformat(),
        }
        for login in sorted(writers)
    ]


SOFTWARE = DjangoOscar()
