"""The process of a Python validator."""

import io
import json

import pytest

from periplus.validate.function_worker import load, serve


def pages(*bodies: bytes) -> io.BytesIO:
    sent = b""
    for body in bodies:
        sent += json.dumps({"url": "http://a.test/", "bytes": len(body)}).encode() + b"\n" + body
    return io.BytesIO(sent)


def test_each_page_has_one_answer_whatever_is_in_it() -> None:
    answers = io.BytesIO()
    serve(lambda url, body: b"yes" in body, pages(b"yes\n\n{", b"", b"no\n"), answers)
    found = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert found == [{"accepts": True}, {"accepts": False}, {"accepts": False}]


def test_an_exception_is_an_answer_too() -> None:
    answers = io.BytesIO()
    serve(lambda url, body: 1 // 0 > 0, pages(b"x"), answers)
    assert "ZeroDivisionError" in json.loads(answers.getvalue())["failed"]


def test_functions_are_found_by_name() -> None:
    assert load("json:dumps") is json.dumps
    assert load("io:BytesIO.getvalue") is io.BytesIO.getvalue
    with pytest.raises(AttributeError):
        load("json:absent")
    with pytest.raises(TypeError):
        load("json:__name__")
