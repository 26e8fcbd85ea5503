"""What a page about a topic is worth to a crawl: new text of its own, not a list of links.

A page that mostly names other pages is a way to them, and says what they say; a page whose text
was seen before adds nothing. Neither changes a page's relevance, only what its siblings are
expected to bring.
"""

from collections.abc import Sequence

from periplus.plan.topic.repeats import OwnText
from periplus.plan.topic.words import plain_words

_LEAST_NEW = 0.1  # of the text: below it a page repeats what is known
_MOST_ANCHORS = 2_000


def content_share(own: OwnText, anchors: Sequence[str]) -> float:
    """How far a page is new text that is not links, 0 to 1."""
    words = len(plain_words(own.text))
    if not words:
        return 0.0
    new = len(plain_words(own.new)) / words
    linked = 0
    for anchor in anchors[:_MOST_ANCHORS]:
        if anchor and anchor in own.text:
            linked += len(anchor.split())
    running = max(0.0, 1.0 - linked / words)
    return running * running * (new if new >= _LEAST_NEW else 0.0)
