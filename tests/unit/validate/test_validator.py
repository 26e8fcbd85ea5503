"""Pages as validators see them."""

from periplus.validate.validator import CheckedPage, Stateless


def test_a_page_is_read_in_its_charset() -> None:
    page = CheckedPage("http://a.test/", "<p>Größe</p>".encode("latin-1"), "iso-8859-1")
    assert "Größe" in page.markup()
    assert "Größe" in page.text()
    assert page.document().select_one("p") is not None


def test_a_charset_that_nobody_knows_is_no_trouble() -> None:
    page = CheckedPage("http://a.test/", b"<p>plain</p>", "x-unheard-of")
    assert page.markup() == "<p>plain</p>"
    assert page.document().select_one("p") is not None


def test_without_state_there_is_nothing_to_keep() -> None:
    plain = Stateless()
    plain.restore(plain.save())
    plain.close()
    assert plain.save() == {}
