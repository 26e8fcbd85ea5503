"""Redirects at the level of a whole crawl: loops end, and no Location leads out of bounds."""

from pathlib import Path

import pytest

from crash.crawls import QUICK, Pages, page, periplus, plain, redirect
from periplus import url as urls
from periplus.crawl.finish import captured_pages
from periplus.exchange import Request, Response
from periplus.fetch.http import HttpFetcher
from periplus.store import JobStore
from periplus.synthetic.server import serve_in_thread

LOOPS = range(1, 51)
MOST_REQUESTS = 11


def loop_of(length: int) -> dict[str, str]:
    """Where each path of a loop leads: back to the start after so many redirects."""
    return {f"/loop-{length}/{i}": f"/loop-{length}/{(i + 1) % length}" for i in range(length)}


def test_loops_of_every_length_end(tmp_path: Path) -> None:
    ways = {path: target for length in LOOPS for path, target in loop_of(length).items()}
    answers = {path: redirect(target) for path, target in ways.items()}
    starts = [f"/loop-{length}/0" for length in LOOPS]
    site = Pages({"/": page("start", *starts), "/robots.txt": plain(""), **answers})
    with serve_in_thread(site) as server:
        assert periplus("crawl", server.url, "-o", tmp_path, "-q", *QUICK).code == 0
    asked = server.targets()
    for length in LOOPS:
        mine = [target for target in asked if target.startswith(f"/loop-{length}/")]
        assert len(mine) == min(length, MOST_REQUESTS)
        assert len(set(mine)) == len(mine)


class Endless(Pages):
    """Every page of `/on/` leads to the next one."""

    def answer(self, target, cookies=None, base_url=None):
        if target.startswith("/on/"):
            return redirect(f"/on/{int(target[4:]) + 1}", status=301 + int(target[4:]) % 2 * 6)
        return super().answer(target)


def test_a_way_without_end_is_left_after_ten_redirects(tmp_path: Path) -> None:
    site = Endless({"/": page("start", "/on/1"), "/robots.txt": plain("")})
    with serve_in_thread(site) as server:
        assert periplus("crawl", server.url, "-o", tmp_path, "-q", *QUICK).code == 0
    assert sorted(server.targets()) == sorted(
        ["/robots.txt", "/", *(f"/on/{i}" for i in range(1, MOST_REQUESTS + 1))]
    )


def hostile_locations(port: int) -> list[str]:
    """Two hundred values of Location, none of which may be followed.

    NUL, CR and LF are not among them: no header that holds them gets as far as a redirect.
    """
    addresses = (
        "169.254.169.254",
        "0.0.0.0",
        "127.0.0.2",
        "127.1.1.1",
        "10.0.0.1",
        "192.168.0.1",
        "172.16.0.1",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "2852039166",
        "0xa9.0xfe.0xa9.0xfe",
        "0251.0376.0251.0376",
        "169.254.43518",
        "[::1]",
        "[::]",
        "[fe80::1]",
        "[fc00::1]",
        "[::ffff:169.254.169.254]",
        "[64:ff9b::a9fe:a9fe]",
        "[2002:a9fe:a9fe::1]",
        "[ff02::1]",
        "198.18.0.1",
        "metadata.google.internal",
        "localhost",
        "localhost.localdomain",
        "evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.1%2eevil.example",
        "ⓛocalhost",
        "evil。example",
    )
    schemes = (
        "file:///etc/passwd",
        "file://127.0.0.1/etc/passwd",
        "FILE:/etc/passwd",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,<a href=/found>x</a>",
        "data:text/html;base64,PGEgaHJlZj0vZm91bmQ+",
        "ftp://127.0.0.1/x",
        "gopher://127.0.0.1:6379/_FLUSHALL",
        "dict://127.0.0.1:11211/stats",
        "ldap://127.0.0.1/",
        "ws://127.0.0.1/",
        "wss://127.0.0.1/",
        "about:blank",
        "blob:http://127.0.0.1/1",
        "view-source:http://127.0.0.1/",
        "mailto:root@127.0.0.1",
        "tel:1",
        "jar:http://127.0.0.1/x!/y",
        "unix:/run/docker.sock",
        "http+unix://%2Frun%2Fdocker.sock/info",
        "chrome://settings",
        "vbscript:x",
        "netdoc:///etc/passwd",
        "http:",
        "http://",
        "http:///",
        "https://:80/",
        "http://[",
        "http://[::1",
        "http://a b/",
        "http://%00/",
        "http://\x01/",
        "http://127.0.0.1:99999/",
        "http://127.0.0.1:port/",
    )
    found = [f"http://{address}/found" for address in addresses]
    found += [f"//{address}/found" for address in addresses]
    found += [f"http://127.0.0.1:{port}@{address}/found" for address in addresses]
    found += [f"//user:pass@{address}:{port}/found" for address in addresses]
    found += [f"https:\\\\{address}\\found" for address in addresses]
    found += schemes
    found += [f"http://evil.example/{chr(code)}" for code in (1, 2, 7, 8, 11, 12, 27, 31, 127)]
    found += ["http://evil.example/" + "a" * length for length in (8_000, 9_000, 20_000)]
    found += ["/" + "a" * length for length in (8_192, 10_000, 20_000, 30_000)]
    found += ["http://" + "a" * 300 + ".example/", "http://" + "a." * 200 + "example/"]
    return list(dict.fromkeys(found))


def test_no_hostile_location_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    fetch = HttpFetcher.fetch

    async def noted(self: HttpFetcher, request: Request) -> Response:
        asked.append(request.url)
        return await fetch(self, request)

    monkeypatch.setattr(HttpFetcher, "fetch", noted)
    site = Pages({"/robots.txt": plain(""), "/good": redirect("/found"), "/found": page("found")})
    with serve_in_thread(site) as server:
        port = int(server.base_url.rpartition(":")[2])
        locations = hostile_locations(port)
        assert len(locations) >= 200
        hostile = {
            f"/h/{i}": redirect(
                location.encode().decode("latin-1"), (301, 302, 303, 307, 308)[i % 5]
            )
            for i, location in enumerate(locations)
        }
        site.answers.update(hostile)
        site.answers["/"] = page("start", *hostile, "/good")
        assert periplus("crawl", server.url, "-o", tmp_path, "-q", *QUICK).code == 0
    expected = {"/", "/robots.txt", "/good", "/found", *hostile}
    assert {urls.path_and_query(url) for url in asked} == expected
    assert {urls.origin(url) for url in asked} == {server.base_url}
    # Every request that was made reached this server, once.
    assert sorted(server.targets()) == sorted(expected)
    assert kept_redirects(tmp_path) == len(locations) + 1
    outcome = periplus("verify", tmp_path)
    assert outcome.code == 0, outcome.out + outcome.err


def kept_redirects(job: Path) -> int:
    """Each redirect is a record of its own, whatever it says."""
    store = JobStore.open(job / "job.db")
    try:
        return sum(300 <= captured.status < 400 for captured in captured_pages(store))
    finally:
        store.close()
