"""A job in memory and one on disk."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from periplus.store import JobStore


@pytest.fixture
def store() -> Iterator[JobStore]:
    store = JobStore.create(None)
    yield store
    store.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "job.db"
