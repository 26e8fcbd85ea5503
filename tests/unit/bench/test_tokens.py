import pytest
from selectolax.lexbor import LexborHTMLParser

from periplus.bench.tokens import WordHashes, grams, read_tokens

URL = "http://site.test/dir/page"


def tokens_of(html: str, encoding: str | None = None):  # type: ignore[no-untyped-def]
    return read_tokens(html.encode(encoding or "utf-8"), URL, encoding, WordHashes())


def test_grams_run_across_blocks_and_ignore_case() -> None:
    assert (tokens_of("<p>One</p><p>two THREE").grams == grams("one Two three", WordHashes())).all()


def test_the_order_of_words_matters_and_repetition_does_not() -> None:
    words = WordHashes()
    assert grams("a b", words) != grams("b a", words)
    assert len(grams("a b a b a b", words)) == 2
    assert len(grams("alone", words)) == 0
    assert len(grams("", words)) == 0


def test_what_nobody_sees_is_no_text() -> None:
    html = (
        "<head><title>t u</title></head><body><!-- c d --><script>e f</script><style>g</style>"
        "<noscript>h i</noscript><template>j k</template>seen words</body>"
    )
    assert len(tokens_of(html).grams) == 1


def test_the_declared_encoding_is_used() -> None:
    assert (tokens_of("<p>été chaud", "iso-8859-1").grams == tokens_of("<p>été chaud").grams).all()


def test_links_are_joined_with_the_base_and_distinct() -> None:
    html = (
        '<base href="/there/"><a href="x">1</a><a href="x#part">2</a><map><area href="y"></map>'
        '<a href="mailto:a@b">3</a><a name="z">4</a><link rel="next" href="n">'
        '<a href="http://other.test/">5</a>'
    )
    assert tokens_of(html).links == (
        "http://site.test/there/x",
        "http://site.test/there/y",
        "http://other.test/",
    )


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td>a<td>b<p>c</table>d e",
        "<p>x<b>y<i>z</b>w</i> &amp;&nbsp;v &eacute;t\u00e9",
        "<ul><li>one<li>two</ul><textarea>three four</textarea><select><option>five</select>",
        "<body><div>naïve_word 12.5 a-b c'd</div>",
        "plain words without any element",
    ],
)
def test_words_are_those_of_another_parser(html: str) -> None:
    tree = LexborHTMLParser(html)
    assert tree.body is not None
    expected = grams(tree.body.text(separator=" "), WordHashes())
    assert tokens_of(html).grams.tolist() == expected.tolist()
