import email
import email.policy

from benchmarks.software.letters import discussions, mails
from benchmarks.software.prose import Prose


def test_letters_answer_earlier_ones_of_their_discussion() -> None:
    prose = Prose(5)
    people = prose.people(6)
    found = list(discussions(prose, 40, people, [prose.topic()]))
    assert len({letter.id for letters in found for letter in letters}) == sum(map(len, found))
    longest = max(found, key=len)
    assert len(longest) > 3
    for letter, mail in zip(longest, mails(longest, "owls@example.org"), strict=True):
        read = email.message_from_string(mail, policy=email.policy.default)
        assert read["message-id"] == f"<{letter.id}>"
        if letter.number > 1:
            assert letter.answers is not None
            answered = longest[letter.answers - 1]
            assert read["in-reply-to"] == f"<{answered.id}>"
            assert answered.moment <= letter.moment
