"""Learning which places move by themselves."""

import numpy as np

from periplus.change.fingerprint import Fingerprint, read_fingerprint
from periplus.change.noise import LINKS, NoiseModel


def page(own: str, advert: str = "soap", recent: str = "news") -> Fingerprint:
    html = (
        f"<body><div class=text><p>{own} " + "long text of the page " * 5 + "</p></div>"
        f"<div class=ad>{advert}</div><ul class=recent><li>{recent}</li></ul>"
    )
    return read_fingerprint(html.encode())


def test_what_is_replaced_at_every_visit_is_noise() -> None:
    model = NoiseModel()
    for number in range(3):
        model.learn_visit(page("same", f"ad {number}"), page("same", f"ad {number + 1}"))
    assert model.noisy(page("same").places).tolist() == [False, True, False]


def test_two_replacements_are_not_enough() -> None:
    model = NoiseModel()
    for number in range(2):
        model.learn_visit(page("same", f"ad {number}"), page("same", f"ad {number + 1}"))
    assert not model.noisy(page("same").places).any()


def test_the_bulk_of_a_page_is_its_content_however_often_it_changes() -> None:
    model = NoiseModel()
    for number in range(6):
        model.learn_visit(page(f"weather {number}"), page(f"weather {number + 1}"))
        model.learn_twin(page(f"weather {number}"), page(f"weather {number + 1}"))
    assert not model.noisy(page("weather").places).any()


def test_a_list_that_grows_is_no_noise() -> None:
    model = NoiseModel()
    for number in range(2, 9):
        old = "".join(f"<li>entry {n}</li>" for n in range(number))
        text = "<p>" + "text of the page " * 20
        model.learn_visit(
            read_fingerprint((text + old).encode()),
            read_fingerprint((text + f"<li>entry {number}</li>" + old).encode()),
        )
    assert not model.noisy(read_fingerprint(b"<p>text<li>entry").places).any()


def test_a_twin_tells_at_once() -> None:
    model = NoiseModel()
    model.learn_twin(page("same", "one"), page("same", "two"))
    assert model.noisy(page("same").places).tolist() == [False, True, False]


def test_what_many_pages_show_belongs_to_the_site() -> None:
    model = NoiseModel()
    for number in range(6):
        model.learn_page(page(f"own {number}", advert=f"other {number}"))
    assert model.shared(page("any").places).tolist() == [False, False, True]


def test_one_page_visited_again_and_again_shares_nothing() -> None:
    anonymous, named = NoiseModel(), NoiseModel()
    for number in range(12):
        anonymous.learn_page(page("own"))
        named.learn_page(page("own", f"advert {number}", f"news {number}"), key=7)
    for model in (anonymous, named):
        assert not model.shared(page("own").places).any()


def test_enough_pages_are_enough() -> None:
    model = NoiseModel()
    for number in range(200):
        model.learn_page(page(f"own {number}", f"other {number}"), key=number)
    assert max(counts.pages for counts in model.places.values()) == 60


def test_a_model_survives_storing() -> None:
    model = NoiseModel()
    model.learn_twin(page("same", "one"), page("same", "two"))
    again = NoiseModel.from_json(model.to_json())
    places = page("same").places
    np.testing.assert_array_equal(again.noisy(places), model.noisy(places))


def test_links_that_move_alone_are_noise_and_those_of_new_texts_are_not() -> None:
    def linked(target: str, text: str) -> Fingerprint:
        body = f"<p>{text} " + "text " * 30 + f"</p><a class=x href=/{target}>go</a>"
        return read_fingerprint(body.encode())

    alone, along = NoiseModel(), NoiseModel()
    for n in range(4):
        alone.learn_visit(linked(f"t{n}", "same"), linked(f"t{n + 1}", "same"))
        along.learn_visit(linked(f"t{n}", f"{n} one"), linked(f"t{n + 1}", f"{n + 1} two"))
    places = linked("t", "same").link_places
    assert alone.noisy(places, LINKS).all()
    assert not along.noisy(places, LINKS).any()
