from benchmarks.software.discussions import Size, forum
from benchmarks.software.prose import Prose


def test_every_post_is_by_somebody_and_dates_go_on() -> None:
    made = forum(Prose(3), Size(categories=2, boards=2, threads=20, people=9, longest=30))
    logins = {person["login"] for person in made["people"]}
    threads = [
        thread
        for category in made["categories"]
        for board in category["boards"]
        for thread in board["threads"]
    ]
    assert len(threads) >= 8
    for thread in threads:
        dates = [post["date"] for post in thread["posts"]]
        assert dates == sorted(dates)
        assert {post["author"] for post in thread["posts"]} <= logins


def test_the_same_seed_makes_the_same_forum() -> None:
    size = Size(threads=5, people=3)
    assert forum(Prose(1), size) == forum(Prose(1), size)
