"""Tag sequences and tag paths."""

import numpy as np

from periplus.page import Stage, Structure, read_page
from periplus.page.structure import OTHER_TAG, TAG_CODES

URL = "http://site.test/"


def structure_of(markup: str) -> Structure:
    view = read_page(markup.encode(), URL, stages=Stage.STRUCTURE)
    assert view.structure is not None
    return view.structure


def test_tag_sequence() -> None:
    tags = structure_of("<p><b>x</b><x-y></x-y>").tags
    expected = [TAG_CODES[tag] for tag in ("html", "head", "body", "p", "b")]
    assert tags == bytes([*expected, OTHER_TAG])


def test_codes_are_single_bytes_and_never_change() -> None:
    assert len(set(TAG_CODES.values())) == len(TAG_CODES) < OTHER_TAG
    assert (TAG_CODES["html"], TAG_CODES["div"], TAG_CODES["a"]) == (1, 40, 41)
    assert (TAG_CODES["tr"], TAG_CODES["path"]) == (93, 143)


def test_tag_paths_are_a_multiset() -> None:
    structure = structure_of("<ul><li>1<li>2<li>3</ul>")
    assert sorted(structure.path_counts.tolist()) == [1, 1, 1, 1, 3]
    assert (np.diff(structure.paths.astype(object)) > 0).all()


def test_tag_paths_do_not_depend_on_text_or_classes() -> None:
    one = structure_of("<div class=a><p>one</div>")
    other = structure_of("<div id=b><p>two</div>")
    assert one.paths.tolist() == other.paths.tolist()


def test_tag_paths_tell_nesting_apart() -> None:
    one, other = structure_of("<i><b></b></i>"), structure_of("<b><i></i></b>")
    assert one.paths.tolist() != other.paths.tolist()
