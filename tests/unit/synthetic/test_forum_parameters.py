"""Parameters of forums."""

import pytest

from periplus.errors import ConfigError
from periplus.synthetic.forum_parameters import ForumParameters


def test_the_shape_follows_from_the_parameters():
    shape = ForumParameters(boards=9, threads=11, posts_per_page=4).shape()
    assert (shape.groups, shape.items, shape.parts_per_page) == (9, 11, 4)


@pytest.mark.parametrize(
    "wrong",
    [
        {"boards": 0},
        {"posts_per_thread": 0.5},
        {"redundancy": 5},
        {"invalid_share": 0.9},
    ],
)
def test_impossible_parameters_are_refused(wrong):
    with pytest.raises(ConfigError):
        ForumParameters(**wrong)
