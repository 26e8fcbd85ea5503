"""Arcs are divided by the number that tells their links apart."""

import json

from periplus.plan.adaptive.arcs import NO_ARC, ArcKey, Arcs
from periplus.plan.adaptive.dividing import Dividing
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.waiting import Waiting
from periplus.plan.adaptive.yields import YieldTree
from periplus.site.url_patterns import UrlKeys

REPLIES = 0  # a column


class Board:
    """An arc whose links show numbers, some of which wait."""

    def __init__(self) -> None:
        settings = AdaptiveSettings()
        self.arcs = Arcs(YieldTree(settings), settings)
        pattern = self.arcs.pattern(UrlKeys("/topic/*", "/topic/*"))
        self.arc = self.arcs.make(ArcKey(pattern, "td/a", False, False, -1), 1.0)
        self.other = self.arcs.make(ArcKey(pattern, "h1/a", False, False, -1), 1.0)
        self.waiting = Waiting(self.arcs.shape)
        self.dividing = Dividing(self.arcs)

    def wait(self, target: int, replies: float, arc: int) -> None:
        self.waiting.make_room(target)
        self.waiting.arc[target] = arc
        self.waiting.put_numbers(target, {REPLIES: replies})

    def learn(self) -> dict[int, int]:
        """Topics with many replies bring much, others little; all links that move."""
        moves: dict[int, int] = {}
        for n in range(40):
            replies = 500.0 if n % 2 else 1.0
            gain = 900.0 if n % 2 else 5.0
            moves |= self.dividing.learn(self.arc, {REPLIES: replies}, gain, self.waiting)
        return moves


def test_waiting_links_of_the_arc_move_when_a_number_matters() -> None:
    board = Board()
    for target, replies in ((1, 1.0), (2, 500.0), (3, 500.0)):
        board.wait(target, replies, board.arc if target < 3 else board.other)
    board.wait(4, 500.0, NO_ARC)
    assert board.dividing.size(board.arc, {REPLIES: 500.0}) is None
    moves = board.learn()
    assert set(moves) == {1, 2}  # not what stands elsewhere, or waits no longer
    assert moves[1] != moves[2]
    size = board.dividing.size(board.arc, {REPLIES: 500.0})
    assert board.arcs.keys[moves[2]] == board.arcs.keys[board.arc]._replace(size=size)


def test_links_without_numbers_are_not_divided() -> None:
    board = Board()
    board.learn()
    assert board.dividing.size(board.arc, {}) is None
    assert board.dividing.size(board.other, {REPLIES: 500.0}) is None


def test_state_is_kept() -> None:
    board = Board()
    board.learn()
    other = Dividing(board.arcs)
    other.restore(json.loads(json.dumps(board.dividing.save())))
    for replies in (1.0, 500.0):
        numbers = {REPLIES: replies}
        assert other.size(board.arc, numbers) == board.dividing.size(board.arc, numbers)
