"""Pages that try to reach what they must not: the browser has no network but ours."""

import asyncio
import os
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from browsers import needs_browser
from periplus.errors import FetchError, FetchFault
from periplus.exchange import Request, Response
from periplus.fetch.browser.process import find_process
from periplus.fetch.browser.rendered import RenderFailed
from periplus.fetch.browser.renderer import BrowserRenderer
from periplus.fetch.http import FetchSettings, HttpFetcher
from periplus.limits import DEFAULT_LIMITS
from periplus.synthetic.presets import small
from periplus.synthetic.server import LoopbackServer, serve

HOME = "http://public.example/"

# Every way that a page has to make a browser ask for something, each towards one address.
TRIES = """
const to = '%s';
fetch(to + 'fetch').catch(() => {});
fetch(to + 'post', {method: 'POST', body: 'x', mode: 'no-cors'}).catch(() => {});
fetch(to + 'opaque', {mode: 'no-cors'}).catch(() => {});
const x = new XMLHttpRequest(); x.open('GET', to + 'xhr'); x.send();
new Image().src = to + 'image';
navigator.sendBeacon(to + 'beacon', 'x');
try { new EventSource(to + 'events'); } catch (e) {}
try { new WebSocket(to.replace('http', 'ws') + 'socket'); } catch (e) {}
try { new Worker(URL.createObjectURL(new Blob([`fetch('${to}worker')`]))); } catch (e) {}
try { new SharedWorker(URL.createObjectURL(new Blob([`fetch('${to}shared')`]))); } catch (e) {}
try { navigator.serviceWorker.register('/service.js').catch(() => {}); } catch (e) {}
try { const p = new RTCPeerConnection({iceServers: [{urls: 'stun:' + new URL(to).host}]});
  p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o)); } catch (e) {}
for (const [tag, name] of [['script', 'src'], ['iframe', 'src'], ['embed', 'src'],
    ['object', 'data'], ['video', 'src'], ['audio', 'src'], ['track', 'src']]) {
  const made = document.createElement(tag); made[name] = to + tag; document.body.append(made);
}
for (const rel of ['stylesheet', 'preload', 'prefetch', 'preconnect', 'dns-prefetch', 'prerender',
    'modulepreload', 'manifest', 'icon']) {
  const made = document.createElement('link');
  made.rel = rel; made.href = to + rel; made.as = 'script'; document.head.append(made);
}
document.head.insertAdjacentHTML('beforeend', `<style>@import '${to}import';
  body { background: url(${to}background) } @font-face { font-family: f; src: url(${to}font) }
  body { font-family: f }</style><meta http-equiv=refresh content="0;url=${to}refresh">`);
document.body.insertAdjacentHTML('beforeend', `<form id=f action=${to}form method=post></form>
  <a id=p ping=${to}ping href="#x">x</a><a id=d download href=${to}download>d</a>`);
document.getElementById('p').click(); document.getElementById('d').click();
document.getElementById('f').submit();
window.open(to + 'open');
location.href = to + 'location';
"""


def page(script: str) -> Response:
    headers = ((b"Content-Type", b"text/html"),)
    body = f"<p>text</p><script>{script}</script><a href=/next>next</a>".encode()
    return Response(HOME, 200, "OK", headers, body, b"", 0.0, 0.0)


async def show(server: LoopbackServer, addresses: list[str], allow_private: bool) -> list[str]:
    fetcher = HttpFetcher(FetchSettings("Periplus/1", allow_private=allow_private))
    renderer = BrowserRenderer("Periplus/1")

    async def ask(request: Request, kind: str) -> Response:
        return await fetcher.fetch(request)

    try:
        for address in addresses:
            rendered = await renderer.render(page(TRIES % address), ask)
            assert b"/next" in rendered.html
    finally:
        await renderer.close()
        await fetcher.close()
    return server.targets()


@needs_browser
def test_no_way_leads_to_a_private_address() -> None:
    async def main() -> tuple[list[str], int]:
        async with serve(small()) as server:
            port = server.url.rsplit(":", 1)[1]
            spellings = ["127.0.0.1", "localhost", "0x7f.1", "[::ffff:127.0.0.1]"]
            asked = await show(server, [f"http://{name}:{port}" for name in spellings], False)
            return asked, server.connections

    assert asyncio.run(main()) == ([], 0)


@needs_browser
def test_where_private_addresses_are_allowed_only_scripts_styles_and_data_are_asked_for() -> None:
    async def main() -> list[str]:
        async with serve(small()) as server:
            return await show(server, [server.url], True)

    asked = {target.strip("/") for target in asyncio.run(main())}
    assert {"fetch", "xhr", "script", "stylesheet"} <= asked
    assert asked <= {
        *("fetch", "opaque", "xhr", "script", "stylesheet", "import", "worker", "shared"),
        *("preload", "modulepreload"),
    }


@needs_browser
def test_files_of_this_machine_stay_unread(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret")
    script = (
        f"fetch('{secret.as_uri()}').then(r => r.text()).then(t => document.body.append(t))"
        f".catch(() => {{}}); const f = document.createElement('iframe');"
        f"f.src = '{secret.as_uri()}'; document.body.append(f);"
        f"location.href = '{secret.as_uri()}';"
    )

    async def main() -> bytes:
        renderer = BrowserRenderer("Periplus/1")
        try:

            async def ask(request: Request, kind: str) -> Response:
                raise AssertionError

            return (await renderer.render(page(script), ask)).html
        finally:
            await renderer.close()

    html = asyncio.run(main())
    assert b"/next" in html
    assert b"the secret" not in html.replace(secret.as_uri().encode(), b"")


RUNAWAYS = {
    "loop": "for (;;);",
    "alerts": "for (;;) alert('x');",
    "memory": "const a = []; for (;;) a.push(new Array(1e6).fill(Math.random()));",
    "nodes": "for (let i = 0; i < 5e5; i++) document.body.append(document.createElement('p'));",
    "depth": "let e = document.body; for (let i = 0; i < 2e4; i++) {"
    " const d = document.createElement('div'); e.append(d); e = d; }",
    "refresh": "document.head.innerHTML = '<meta http-equiv=refresh content=0>'",
    "reload": "setInterval(() => location.reload(), 1); location.reload();",
    "history": "setInterval(() => { for (let i = 0; i < 50; i++) history.pushState(0, '', i) }, 1)",
    "windows": "setInterval(() => open('about:blank'), 1)",
    "rewrite": "setInterval(() => { document.open(); document.write('<p>x'); }, 1)",
    "prototypes": "Array.prototype.push = Map.prototype.get = JSON.stringify = null;",
}


EVERY = bool(os.environ.get("PERIPLUS_EVERY_RUNAWAY"))  # takes a minute
_QUICK = ("loop", "nodes", "refresh", "reload", "windows", "prototypes")
SOME = [(name, RUNAWAYS[name]) for name in _QUICK]


@needs_browser
@pytest.mark.slow
def test_runaway_pages_end_and_leave_nothing_behind() -> None:
    limits = replace(DEFAULT_LIMITS, render_seconds=1.0, render_step_seconds=2.0)

    async def ask(request: Request, kind: str) -> Response:
        raise FetchError(request.url, FetchFault.CONNECT)

    async def main() -> None:
        renderer = BrowserRenderer("Periplus/1", replace(limits, browser_failures=99))
        try:
            for name, script in RUNAWAYS.items() if EVERY else SOME:
                started = time.monotonic()
                with suppress(RenderFailed):
                    await renderer.render(page(script), ask)
                assert time.monotonic() - started < 60.0, name
            rendered = await renderer.render(page("1"), ask)
            assert b"/next" in rendered.html
            token = renderer._token
        finally:
            await renderer.close()
        assert find_process(token) is None

    asyncio.run(main())
