"""A generated shop: products under several URLs, sort orders, brands, empty review pages."""

from collections.abc import Iterator
from html import escape
from typing import ClassVar

from periplus.synthetic.collection import CollectionSite
from periplus.synthetic.nature import Nature, Verdict
from periplus.synthetic.scheme import NO_ID, Options, View
from periplus.synthetic.skin import Document

_SORTS = ("replies", "views", "title")
_ACTIONS = ("wish", "compare")


class ShopSite(CollectionSite):
    """A shop as a pure function of its parameters and a path."""

    kind_name = "shop"
    single: ClassVar[tuple[str, ...]] = ("about", "login", "register", "cart", "admin")
    numbered: ClassVar[tuple[str, ...]] = (
        *("product", "category", "brand", "review", "wish", "compare"),
    )
    menu: ClassVar[tuple[str, ...]] = ("about", "login", "register", "cart")
    option_names: ClassVar[tuple[str, ...]] = ("sort", "direction", "within", "brand-of")
    item_view: ClassVar[str] = "product"

    @property
    def brands(self) -> int:
        """How many brands there are; each product is of one."""
        return self.data.starters if self.parameters.redundancy >= 1 else 0

    @property
    def sorts(self) -> tuple[str, ...]:
        """The sort orders that lists offer."""
        return _SORTS if self.parameters.redundancy >= 2 else ()

    def reviews(self, item: int) -> range:
        """The numbers of a product's reviews: half of the products have none."""
        if self.draw.chance(0.5, "unreviewed", item):
            return range(0)
        return self.data.parts_on(item, 1)[1:]

    def page_count(self, view: View) -> int:
        """Over how many pages an existing view goes; 0 where it doesn't exist."""
        limits = {"category": self.parameters.groups, "brand": self.brands}
        if view.id != NO_ID and view.id >= limits.get(view.name, self.parameters.items):
            return 0
        match view.name:
            case "category":
                return self.data.group_pages(view.id)
            case "brand":
                size = self.parameters.items_per_page
                return max(1, -(-len(self.data.started_by(view.id)) // size))
            case _:
                return 1

    def worth(self, view: View) -> Nature:
        """The nature of an existing view."""
        number, page = view.id, view.page
        match view.name:
            case "home" | "about":
                kind = "home" if view.name == "home" else "other"
                return Nature(kind, Verdict.VALUABLE, view.name)
            case "product":
                entity = f"product:{number}"
                if not view.options:
                    return Nature("product", Verdict.VALUABLE, entity)
                original = View("product", number)
                return Nature(
                    "product", Verdict.DUPLICATE, entity, same_as=original, why="other-way"
                )
            case "category":
                return self._category_nature(view)
            case "brand":
                return Nature("list", Verdict.DUPLICATE, f"brand:{number}", page, why="brand")
            case "review":
                return self._review_nature(number)
            case "wish" | "admin":
                return Nature(
                    "login", Verdict.INVALID, status=302, sends_to=View("login"), why="action"
                )
            case _:
                return Nature(
                    "other" if view.name in ("cart", "compare") else "login",
                    Verdict.INVALID,
                    why="form",
                )

    def _category_nature(self, view: View) -> Nature:
        entity = f"category:{view.id}"
        if not view.options:
            return Nature("list", Verdict.VALUABLE, entity, view.page)
        whole = self.data.group_pages(view.id) == 1
        original = View("category", view.id) if whole else None
        return Nature("list", Verdict.DUPLICATE, entity, view.page, same_as=original, why="sort")

    def _review_nature(self, item: int) -> Nature:
        entity = f"product:{item}"
        if not self.reviews(item):
            return Nature("other", Verdict.INVALID, entity, why="empty")
        original = View("product", item)
        return Nature("other", Verdict.DUPLICATE, entity, same_as=original, why="review")

    def views(self) -> Iterator[View]:
        """Every view that can be reached by links, endless traps left out; each one once."""
        yield View("home")
        yield from (View(name) for name in self.single)
        for group in range(self.parameters.groups):
            for page in range(1, self.data.group_pages(group) + 1):
                yield View("category", group, page)
                if self.data.items_in(group):
                    yield from (View("category", group, page, o) for o in self._orders())
        for brand in range(self.brands):
            if self.data.started_by(brand):
                for page in range(1, self.page_count(View("brand", brand)) + 1):
                    yield View("brand", brand, page)
        for item in range(self.parameters.items):
            yield from self._product_views(item)

    def _orders(self) -> Iterator[Options]:
        for key in self.sorts:
            for direction in ("down", "up"):
                yield (("sort", key), ("direction", direction))

    def _product_views(self, item: int) -> Iterator[View]:
        level = self.parameters.redundancy
        yield View("product", item)
        yield View("review", item)
        yield from (View(action, item) for action in _ACTIONS)
        if level >= 1:
            yield View("product", item, options=self._within(item))
            yield View("product", item, options=(("brand-of", str(self.data.starter(item))),))
        dead = self.dead_link(item)
        if dead is not None:
            yield dead

    def _within(self, item: int) -> Options:
        return (("within", str(self.data.group_of(item) + 1)),)

    def content(self, view: View) -> Document:
        """The page of an existing view, without its frame."""
        match view.name:
            case "home":
                featured = [View("product", item) for item in self.data.recent(1)]
                return Document("Shop", "<h2>Featured</h2>" + self._products(featured))
            case "product":
                return self._product(view.id)
            case "category":
                return self._category(view)
            case "brand":
                return self._brand(view)
            case "review":
                return self._review(view.id)
            case "about":
                return self.about()
            case "cart" | "compare":
                return Document("Empty", "<h2>Your list</h2><p>There is nothing in it yet.</p>")
            case _:
                return self.wall()

    def _price(self, item: int) -> str:
        return (
            f"{3 + self.draw.below(900, 'price', item)}.{self.draw.below(100, 'cents', item):02d}"
        )

    def _products(self, products: list[View], head: tuple[str, ...] = ()) -> str:
        rows = [
            (
                self.link(view, escape(self.title(view.id)), "name"),
                " ".join(self.sentences(view.id)[:1]),
                self._price(view.id),
                self.link(View("wish", view.id), "Wish list", "wish", action=True),
                self.link(View("compare", view.id), "Compare", "compare", action=True),
            )
            for view in products
        ]
        columns = head or ("Name", "About", "Price", "Keep", "Compare")
        return self.skin.listing("products", columns, rows)

    def _category(self, view: View) -> Document:
        key, direction = view.option("sort") or "", view.option("direction")
        known = key if key in self.sorts else ""
        items = self.data.group_items(view.id, view.page, known, direction == "up")
        options = "".join(f"<li>{self._order_link(view.id, o)}</li>" for o in self._orders())
        decorated = self.parameters.redundancy >= 1
        products = [
            View("product", item, options=self._within(item) if decorated else ()) for item in items
        ]
        title = self.group_title(view.id)
        body = f"<h2>{title}</h2>"
        if items and options:
            body += f"<ul{self.skin.css('orders')}>{options}</ul>"
        body += self._products(products) + self.pager(view, self.data.group_pages(view.id))
        return Document(title, body)

    def _order_link(self, group: int, order: Options) -> str:
        text = " ".join(value for _, value in order)
        return self.link(View("category", group, options=order), text, "order")

    def _brand(self, view: View) -> Document:
        size = self.parameters.items_per_page
        items = self.data.started_by(view.id)[(view.page - 1) * size : view.page * size]
        products = [View("product", i, options=(("brand-of", str(view.id)),)) for i in items]
        title = self.name(view.id)
        body = f"<h2>{escape(title)}</h2>{self._products(products)}"
        return Document(title, body + self.pager(view, self.page_count(view)))

    def _remarks(self, item: int) -> str:
        return self.skin.thread([self.remark(part) for part in self.reviews(item)])

    def _product(self, item: int) -> Document:
        title, skin = self.title(item), self.skin
        tools = [
            self.link(View("wish", item), "Wish list", "wish", action=True),
            self.link(View("compare", item), "Compare", "compare", action=True),
            self.link(View("review", item), f"Reviews ({len(self.reviews(item))})", "reviews"),
        ]
        if self.brands:
            brand = self.data.starter(item)
            tools.append(self.link(View("brand", brand), escape(self.name(brand)), "brand"))
        own = self.link(View("product", item), escape(title))
        body = (
            f"<h2>{own}</h2><p{skin.css('price')}>{self._price(item)}</p>"
            f"<p{skin.css('tools')}>{' '.join(tools)}</p>{self.paragraphs(item)}"
            f"{self._remarks(item)}"
        )
        group = self.data.group_of(item)
        crumb = self.link(View("category", group), escape(self.group_title(group)))
        return Document(title, body, crumbs=(crumb,))

    def _review(self, item: int) -> Document:
        if not self.reviews(item):
            return Document("Reviews", "<p>There are no reviews for this product.</p>", bare=True)
        return Document("Reviews", self._remarks(item), bare=True)
