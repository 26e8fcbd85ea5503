"""What every page carries."""

from periplus.synthetic.chrome import notice, script_block, style_block
from periplus.synthetic.names import Names
from periplus.synthetic.noise import Noise


def test_blocks_have_some_size_and_vary_with_the_seed():
    for make in (style_block, script_block):
        first = make(Names(1, "skin"), Noise(1))
        assert 500 < len(first) < 3000
        assert first == make(Names(1, "skin"), Noise(1))
        assert first != make(Names(2, "skin"), Noise(2))


def test_styles_name_the_classes_of_the_skin():
    names = Names(1, "skin")
    assert f".{names.css('entry')} {{" in style_block(names, Noise(1))


def test_the_notice_is_two_sentences():
    text = notice(Noise(1))
    assert len(text.split()) == 70
    assert text.count(".") == 2
