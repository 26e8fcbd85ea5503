"""Whether the examples can be looked for, and what to say if not."""

from collections.abc import Mapping, Sequence
from typing import Any

from periplus.plan.strategy import Visit
from periplus.plan.xcrawl.examples import Examples
from periplus.plan.xcrawl.kinds import Kind
from periplus.plan.xcrawl.likeness import Comparison, layout_of

_LITTLE = 0.05  # of what tells an example from other pages
_MOST_NAMED = 3
_WHAT_TO_DO = "Run periplus find once for each kind, or say with --accept what makes a page one"


class ExampleCheck:
    """Looks at the examples when they are in hand, and again when there are pages to compare."""

    def __init__(self, examples: Examples, *, has_validator: bool) -> None:
        self._examples = examples
        self._has_validator = has_validator
        self._was_looked_at = False
        self.is_to_compare = not has_validator
        self.complaint = ""  # why there is nothing to look for, if so

    def look(self, visit: Visit, *, any_accepted: bool) -> str:
        """What there is to say once all examples are there, and a page beside them."""
        in_hand = self._examples.in_hand
        is_beside = all(seen.url != visit.url for seen in in_hand)
        if self._was_looked_at or not self._examples.are_complete or (in_hand and not is_beside):
            return ""
        self._was_looked_at = True
        if not in_hand and not self._has_validator:
            self.complaint = _no_examples(self._examples.failed)
        elif self._has_validator and in_hand and not any_accepted:
            self.complaint = (
                "the validator accepts none of the examples; test it on one of them, or look for "
                "pages like the examples by leaving out --accept"
            )
        elif not self._has_validator:
            contrast = layout_of(visit.view) if visit.view is not None else None
            self.complaint = _several_kinds(self._examples.kinds(contrast))
        return self.complaint

    def compare(self, comparison: Comparison | None) -> str:
        """What there is to say once the examples can be told from other pages, or not."""
        if comparison is None:
            return ""
        self.is_to_compare = False
        if comparison.shared < _LITTLE:
            self.complaint = (
                "the examples have nothing in common that other pages lack: they seem to be of "
                f"several kinds. {_WHAT_TO_DO}"
            )
            return self.complaint
        if not comparison.strays:
            return ""
        named = ", ".join(url or "a file" for url in comparison.strays[:_MOST_NAMED])
        return (
            f"unlike the other examples: {named}. Pages like that may be left out; to have them "
            "all, run periplus find for that kind alone"
        )

    def save(self) -> dict[str, Any]:
        """All state as JSON values; the examples are their owner's."""
        return {
            "looked": self._was_looked_at,
            "to_compare": self.is_to_compare,
            "complaint": self.complaint,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._was_looked_at = bool(state["looked"])
        self.is_to_compare = bool(state["to_compare"])
        self.complaint = str(state["complaint"])


def _no_examples(failed: Sequence[str]) -> str:
    if not failed:
        return "there is no example; name pages with --like"
    return (
        f"none of the examples could be read ({', '.join(failed[:_MOST_NAMED])}); "
        "name pages of the site that answer, with --like"
    )


def _several_kinds(kinds: Sequence[Kind]) -> str:
    if len(kinds) < 2:
        return ""
    shown = "; ".join(
        " and ".join(url or "a file" for url in kind[:2]) for kind in kinds[:_MOST_NAMED]
    )
    return f"the examples are of {len(kinds)} kinds, with nothing in common: {shown}. {_WHAT_TO_DO}"
