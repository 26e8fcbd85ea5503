"""The answers for one page say nothing of another's."""

from periplus.plan.adaptive.answers import Answers
from periplus.plan.strategy import Choice, Reason


def test_each_page_has_answers_of_its_own() -> None:
    one, other = Answers(), Answers()
    one.choices.append(Choice(Reason.FOLLOW))
    one.fresh[3] += 2
    one.turning.add(3)
    one.continuing.add(3)
    one.moves[7] = Choice(Reason.FOLLOW)
    assert one.fresh[4] == 0  # an arc of which nothing is new
    assert other == Answers() != one
