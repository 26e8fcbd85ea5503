from benchmarks.software.blog_posts import blog
from benchmarks.software.prose import Prose


def test_posts_are_in_order_and_have_slugs_of_their_own() -> None:
    made = blog(Prose(5), 30, lambda slug: f"/{slug}.html")
    dates = [post.date for post in made.posts]
    assert dates == sorted(dates)
    assert len({post.slug for post in made.posts}) == 30
    assert any(".html)" in post.text for post in made.posts)
