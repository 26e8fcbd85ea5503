import re

import pytest

from periplus.logs.rules import ASSET_TARGET, BOT_AGENT, MEANINGS, Rule


def test_every_rule_is_explained() -> None:
    assert set(MEANINGS) == set(Rule)
    assert Rule.SPAM_REFERRER.slug == "spam-referrer"


@pytest.mark.parametrize(
    "agent",
    [
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        "curl/8.1",
        "python-requests/2.3",
        "Scrapy/2.11 (+https://scrapy.org)",
        "UptimeRobot/2.0",
        "Mozilla/5.0 zgrab/0.x",
        "Go-http-client/1.1",
    ],
)
def test_programs_are_known_by_their_agents(agent: str) -> None:
    assert re.search(BOT_AGENT, agent)


@pytest.mark.parametrize(
    "agent",
    [
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
        "Chrome/122.0.0.0 Safari/537.36",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Mobile/15E148",
        "Mozilla/5.0 (X11; Linux x86_64; rv:122.0) Gecko/20100101 Firefox/124.0",
        "Mozilla/5.0 (Linux; Android 13; CUBOT X30) AppleWebKit/537.36 Mobile Safari/537.36",
    ],
)
def test_browsers_are_not(agent: str) -> None:
    found = re.search(BOT_AGENT, agent)
    # A phone called CUBOT is the known price of a short word.
    assert not found or "CUBOT" in agent


@pytest.mark.parametrize("target", ["/x.css", "/a/b.JPG?v=1", "/feed.xml", "/robots.txt"])
def test_assets_by_name(target: str) -> None:
    assert re.search(ASSET_TARGET, target)


@pytest.mark.parametrize("target", ["/", "/a.html", "/index.php?f=x.css", "/css", "/a.js/b"])
def test_pages_by_name(target: str) -> None:
    assert not re.search(ASSET_TARGET, target)
