"""Labels: the normalised root-to-element path that says where on a page a link stands.

A label is `html/body/div#main/ul.items/li/a`. Ids and class tokens lose what counts (digits) and
what changes with state (odd, active, is-open), so that the rows of a list and the pages of a
template share their labels. `html` and `body` carry no attributes: theirs describe the page.
"""

import re
from functools import lru_cache

from periplus.page.options import LabelStyle
from periplus.page.parser import Element

_STATES = """
odd even first last active inactive current selected unselected hover focus focused open opened
closed collapsed expanded disabled enabled checked visited visible hidden alt alternate new unread
read sticky pinned locked hot
"""
STATE_WORDS = frozenset(_STATES.split())

_DIGIT = re.compile(r"\d")
_NOT_TOKEN = re.compile(r"[^\w-]+", re.ASCII)
_PART = re.compile(r"([-_]+)")
_GLUED = re.compile(r"(.{3,}?)(?:odd|even)$", re.IGNORECASE)
_MIN_TOKEN = 3  # what remains of a token with digits says nothing if shorter
_MAX_TOKENS = 3  # themes add a class for each category and tag of a post after the layout's own
_MAX_NAME = 40
_MAX_SEGMENTS = 64
_ELLIPSIS = "*"
_BARE_TAGS = ("html", "body")


def normal_token(token: str) -> str:
    """An id or class token without digits, state words and signs; empty where nothing is left."""
    token = _NOT_TOKEN.sub("-", token)[:_MAX_NAME]
    while True:
        shorter = _without_state(_without_digits(token))
        if shorter == token:
            return token
        token = shorter


def _without_digits(token: str) -> str:
    found = _DIGIT.search(token)
    if found is None:
        return token.strip("-_")
    prefix = token[: found.start()].strip("-_")
    return prefix if len(prefix) >= _MIN_TOKEN else ""


def _without_state(token: str) -> str:
    parts = _PART.split(token)
    if len(parts) > 1:
        if parts[0].lower() in ("is", "has"):
            return ""
        kept = [part for part in parts[::2] if part.lower() not in STATE_WORDS]
        if len(kept) < (len(parts) + 1) // 2:
            return "-".join(part for part in kept if part)
    elif token.lower() in STATE_WORDS:
        return ""
    glued = _GLUED.match(token)
    return glued.group(1) if glued else token


@lru_cache(maxsize=16384)
def _cached_token(token: str) -> str:
    return normal_token(token)


@lru_cache(maxsize=32768)
def segment(tag: str, element_id: str, classes: str, style: LabelStyle) -> str:
    """One step of a label: `div#main.box`."""
    name = tag if tag.isalnum() else (_NOT_TOKEN.sub("-", tag) or "x")
    name = name[:_MAX_NAME]
    if tag in _BARE_TAGS or style is LabelStyle.TAGS:
        return name
    if element_id and style is not LabelStyle.CLASS:
        token = _cached_token(element_id[:256])
        if token:
            name += "#" + token
    if classes and style is not LabelStyle.ID:
        tokens: dict[str, None] = {}
        for raw in classes[:1024].split():
            token = _cached_token(raw)
            if token:
                tokens[token] = None
                if len(tokens) == _MAX_TOKENS:
                    break
        for token in sorted(tokens):
            name += "." + token
    return name


def deeper(label: str, depth: int, step: str) -> str:
    """The label one step further down; very deep ones lose their upper part."""
    if depth >= _MAX_SEGMENTS:
        start = label.find("/", 2 if label.startswith(_ELLIPSIS) else 0)
        label = _ELLIPSIS + label[start:]
    return f"{label}/{step}"


@lru_cache(maxsize=32768)
def _below(
    label: str, depth: int, tag: str, element_id: str | None, classes: str | None, style: LabelStyle
) -> str:
    step = segment(tag, element_id or "", classes or "", style)
    return deeper(label, depth, step) if label else step


class Labeller:
    """Labels of one page's elements: each ancestor is looked at once."""

    __slots__ = ("_known", "_style", "deepest")

    def __init__(self, root: Element | None, style: LabelStyle) -> None:
        self._style = style
        self._known: dict[Element, tuple[str, int]] = {}
        self.deepest = 1
        if root is not None:
            self._known[root] = (root.tag, 1)

    def label(self, element: Element) -> str:
        """The label of an element."""
        known, style = self._known, self._style
        chain: list[Element] = []
        node: Element | None = element
        found = None
        while node is not None and (found := known.get(node)) is None:
            chain.append(node)
            node = node.parent
        label, depth = found or ("", 0)
        while chain:
            node = chain.pop()
            try:
                label = _below(label, depth, node.tag, node.attr("id"), node.attr("class"), style)
            except AttributeError:  # a fragment above a detached tree has no tag
                continue
            depth += 1
            known[node] = (label, depth)
        if depth > self.deepest:
            self.deepest = depth
        return label


def tags_only(label: str) -> str:
    """A label without ids and classes."""
    return "/".join(_tag(step) for step in label.split("/"))


def without_classes(label: str) -> str:
    """A label with tags and ids only."""
    return "/".join(step.partition(".")[0] for step in label.split("/"))


def _tag(step: str) -> str:
    return step.partition(".")[0].partition("#")[0]


def coarser(label: str) -> list[str]:
    """Ever coarser forms of a label, finest first: the back-off chain of a link group.

    Six last steps, those without classes, those as tags, the three last tags. Forms that are
    equal to the one before are left out; the label itself is not part of the chain.
    """
    last_six = "/".join(label.split("/")[-6:])
    last_three = "/".join(tags_only(label).split("/")[-3:])
    chain: list[str] = []
    for form in (last_six, without_classes(last_six), tags_only(last_six), last_three):
        if form != label and (not chain or chain[-1] != form):
            chain.append(form)
    return chain
