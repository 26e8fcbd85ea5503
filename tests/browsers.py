"""Tests that need a browser are skipped, with the reason, where there is none; CI has one."""

import os

import pytest

from periplus.fetch.browser.renderer import is_available

needs_browser = pytest.mark.skipif(
    not is_available() and not os.environ.get("PERIPLUS_TEST_BROWSER"),
    reason="no browser: pip install 'periplus[browser]' and apt-get install chromium",
)
