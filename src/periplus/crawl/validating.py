"""Asking a validator about each page as it is read, and keeping its answers with the job.

A page is asked about once: a resumed crawl judges archived pages again with the answers of the
first time, whatever the validator would say now.
"""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from periplus.crawl.events import Reading
from periplus.crawl.examples import Example, given_examples
from periplus.crawl.reader import Reader
from periplus.crawl.settings import Settings
from periplus.errors import ConfigError
from periplus.exchange import Response
from periplus.fetch.charset import charset as charset_of
from periplus.fetch.decode import decode_payload
from periplus.limits import Limits
from periplus.plan.strategy import Strategy
from periplus.plan.verdicts import Verdicts
from periplus.store import JobStore
from periplus.validate.making import LIKE_EXAMPLES, TEXT, make_validator
from periplus.validate.validator import CheckedPage, Validator, ValidatorFailed

VALIDATION = "validation"
_MOST_TEXT = 100_000  # characters of an example


@runtime_checkable
class HearsVerdicts(Protocol):
    """A strategy that may want to be told what a validator says."""

    verdicts: Verdicts | None  # None: it does not


class Validation:
    """The validator of a job with what it has said. Without `accept` it does nothing."""

    def __init__(self, settings: Settings, strategy: Strategy, store: JobStore) -> None:
        self._store = store
        self._verdicts = strategy.verdicts if isinstance(strategy, HearsVerdicts) else None
        self._accept = settings.accept or ""
        examples = given_examples(settings.like, store) if self._verdicts is not None else []
        self._example_urls = {example.url for example in examples if example.body is None}
        self._example_texts = [e.text()[:_MOST_TEXT] for e in examples if e.body is not None]
        self._validator: Validator | None = None
        if self._verdicts is not None:
            self._restore(self._verdicts)

    def around(self, reader: Reader, limits: Limits) -> Reader:
        """A reader that asks the validator too."""
        if self._verdicts is None:
            return reader
        return _ValidatingReader(reader, self, self._verdicts, limits)

    def check(self, page: CheckedPage) -> bool:
        """What the validator says; raises ValidatorFailed."""
        if self._accept == TEXT and page.url in self._example_urls:
            self._learn_example(page)
            return True
        if self._accept == TEXT and not self._example_texts:
            return False  # asked side by side with the examples, and answered first
        if self._validator is None:
            self._validator = make_validator(self._accept, lambda: self._example_texts)
        return self._validator is not None and self._validator.accepts(page)

    def _learn_example(self, page: CheckedPage) -> None:
        self._example_texts.append(page.text()[:_MOST_TEXT])
        if self._validator is not None:
            learned = self._validator.save()
            self._validator = make_validator(self._accept, lambda: self._example_texts)
            if self._validator is not None:
                self._validator.restore(learned)

    def save(self) -> None:
        """Put what must be remembered into the store, before a commit."""
        if self._verdicts is None:
            return
        state: dict[str, Any] = {"verdicts": self._verdicts.save()}
        if self._accept == TEXT:
            state["texts"] = self._example_texts
        if self._validator is not None:
            state["validator"] = self._validator.save()
        self._store.set_meta(VALIDATION, state)

    def _restore(self, verdicts: Verdicts) -> None:
        state = self._store.get_meta(VALIDATION)
        if state is None:
            return
        verdicts.restore(state["verdicts"])
        self._example_texts = list(state.get("texts", self._example_texts))
        if "validator" in state:
            self._validator = make_validator(self._accept, lambda: self._example_texts)
        if self._validator is not None:
            self._validator.restore(state["validator"])

    def close(self) -> None:
        """Let go of the validator's processes."""
        if self._validator is not None:
            self._validator.close()


class _ValidatingReader:
    """Reads a page and notes the validator's verdict on it."""

    def __init__(
        self, reader: Reader, validation: Validation, verdicts: Verdicts, limits: Limits
    ) -> None:
        self._reader = reader
        self._validation = validation
        self._verdicts = verdicts
        self._limits = limits

    def read(self, response: Response) -> Reading:
        reading = self._reader.read(response)
        is_page = reading.view is not None and 200 <= response.status < 300
        if is_page and self._verdicts.of(response.url) is None:
            payload = decode_payload(response, self._limits)
            page = CheckedPage(response.url, payload.body, charset_of(response, payload.body))
            try:
                self._verdicts.note(response.url, self._validation.check(page))
            except ValidatorFailed as error:
                self._verdicts.note(response.url, False)
                self._verdicts.report(response.url, str(error))
        return reading


def check_validator(accept: str, examples: Sequence[Example]) -> None:
    """Try a validator before anything is made.

    Raises:
        ConfigError: it is unknown or wrong, or accepts none of the examples that are files.
    """
    files = [example for example in examples if example.body is not None]
    if accept == LIKE_EXAMPLES or (accept == TEXT and not files):
        return
    validator = make_validator(accept, lambda: [example.text() for example in files])
    if validator is None:
        return
    try:
        if files and len(files) == len(examples) and not _accepts_any(validator, files):
            raise ConfigError(
                f"the validator {accept} accepts none of the examples; test it on one of them, "
                "or look for pages like the examples by leaving out --accept"
            )
    finally:
        validator.close()


def _accepts_any(validator: Validator, files: Sequence[Example]) -> bool:
    for example in files:
        try:
            if validator.accepts(CheckedPage(example.url, example.body or b"")):
                return True
        except ValidatorFailed as error:
            raise ConfigError(f"the validator failed on {example.name}: {error}") from error
    return False
