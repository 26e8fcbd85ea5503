"""The ways in which scripts lead on, each on a page of its own, in real Chromium."""

import asyncio

import pytest

from browsers import needs_browser
from periplus.errors import FetchError, FetchFault
from periplus.exchange import Request, Response
from periplus.fetch.browser.renderer import BrowserRenderer
from periplus.page import read_page

HOME = "http://site.example/"

# Each page with the paths that it leads to.
WAYS: dict[str, tuple[str, set[str]]] = {
    "one listener for all cards": (
        """<style>.c { cursor: pointer }</style><div id=r></div><script>
        r.innerHTML = [1, 2, 3].map(n => `<div class=c data-id=${n}>Card ${n}</div>`).join('');
        document.addEventListener('click', e => { const c = e.target.closest('.c');
          if (c) { history.pushState({}, '', '/' + c.dataset.id); r.innerHTML = 'view'; } });
        </script>""",
        {"1", "2", "3"},
    ),
    "shown first, then the address": (
        """<div id=r></div><script>for (let n = 1; n < 4; n++) {
        const b = document.createElement('button'); b.textContent = n; r.append(b);
        b.onclick = () => { r.innerHTML = 'view';
          setTimeout(() => history.pushState(0, '', n), 30); };
        }</script>""",
        {"1", "2", "3"},
    ),
    "waits for its data before the next": (
        """<div id=r></div><script>let busy = false; for (let n = 1; n < 4; n++) {
        const b = document.createElement('button'); b.textContent = n; r.append(b);
        b.addEventListener('click', async () => { if (busy) return; busy = true;
          history.pushState({}, '', n); await fetch('/api').catch(() => {}); busy = false; });
        }</script>""",
        {"1", "2", "3"},
    ),
    "rows that come and go": (
        """<div id=el style='position:relative;height:4500px'></div><script>
        const draw = () => { const f = Math.floor(scrollY / 30);
          el.innerHTML = ''; for (let n = f; n < Math.min(f + 40, 150); n++) el.innerHTML +=
            `<a style='position:absolute;top:${n * 30}px' href=/${n}>x</a>`; };
        addEventListener('scroll', draw); draw();</script>""",
        {str(n) for n in range(150)},
    ),
    "pages of a list without an address": (
        """<ul id=l></ul><button id=n>Next</button><script>let p = 0;
        const draw = () => { l.innerHTML = `<li><a href=/${2 * p}>x<li><a href=/${2 * p + 1}>x`; };
        n.onclick = () => { if (p < 4) { p++; draw(); } }; draw();</script>""",
        {str(n) for n in range(10)},
    ),
    "one listener for all menus": (
        """<nav><ul><li data-m=a>A</li><li data-m=b>B</li></ul></nav><div id=s></div><script>
        document.addEventListener('mouseover', e => { const m = e.target.closest('li');
          if (m) s.innerHTML = `<a href=/${m.dataset.m}>go</a>`; });</script>""",
        {"a", "b"},
    ),
    "rows of a table": (
        """<table id=t></table><script>for (let n = 0; n < 3; n++) {
        const tr = document.createElement('tr'); tr.innerHTML = `<td>${n}</td><td>x</td>`;
        tr.addEventListener('click', () => { location.href = '/' + n; }); t.append(tr);
        }</script>""",
        {"0", "1", "2"},
    ),
    "links that are none": (
        """<a href='#' id=x>Go</a><a href='javascript:void(0)' id=y>On</a><script>
        x.onclick = e => { e.preventDefault(); location = '/1'; };
        y.addEventListener('click', () => window.open('/2'));</script>""",
        {"1", "2"},
    ),
    "back to where there is nothing": (
        """<a href='javascript:history.go(-1)'>Back</a>
        <button onclick='history.back()'>Back</button>
        <button onclick='location = "/on"'>On</button>""",
        {"on"},
    ),
    "sent on when it is loaded": (
        "<p>wait</p><script>setTimeout(() => location.replace('/on'), 100)</script>",
        {"on"},
    ),
    "elements of its own": (
        """<x-card to=/1></x-card><x-card to=/2></x-card><script>
        customElements.define('x-card', class extends HTMLElement { connectedCallback() {
          const s = this.attachShadow({mode: 'closed'}); s.innerHTML = '<button>open</button>';
          s.querySelector('button').addEventListener('click',
            () => { location.href = this.getAttribute('to'); }); } });</script>""",
        {"1", "2"},
    ),
}


async def nothing(request: Request, kind: str) -> Response:
    raise FetchError(request.url, FetchFault.CONNECT)


@needs_browser
@pytest.mark.slow
def test_every_way_is_found() -> None:
    async def main() -> dict[str, set[str]]:
        found = {}
        renderer = BrowserRenderer("Periplus/1")
        try:
            for way, (markup, _) in WAYS.items():
                headers = ((b"Content-Type", b"text/html; charset=utf-8"),)
                body = f"<!doctype html>{markup}".encode()
                page = Response(HOME, 200, "OK", headers, body, b"", 0.0, 0.0)
                rendered = await renderer.render(page, nothing)
                links = read_page(rendered.html, HOME, charset="utf-8").links.urls
                found[way] = {link.removeprefix(HOME) for link in links}
        finally:
            await renderer.close()
        return found

    assert asyncio.run(main()) == {way: paths for way, (_, paths) in WAYS.items()}
