"""Noise models by template, kept with the job."""

import pytest

from periplus.change.fingerprint import read_fingerprint
from periplus.crawl import refresh_noise
from periplus.crawl.refresh_noise import NoiseBook
from periplus.store import JobStore


def test_what_was_learned_is_there_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refresh_noise, "_MOST_MODELS", 2)
    store = JobStore.create(None)
    book = NoiseBook(store)
    one = read_fingerprint(b"<p>one clock 10:01</p><div>text that stays as it is here</div>")
    other = read_fingerprint(b"<p>other tick</p><div>text that stays as it is here</div>")
    for template in (1, 2, 3):  # more than fit into memory
        book.of(template).learn_twin(one, other)
        book.has_learned(template)
    book.save()
    again = NoiseBook(store)
    assert again.of(1).noisy(one.places).any()
    assert not again.of(9).noisy(one.places).any()
    store.close()
