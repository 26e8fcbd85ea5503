"""Words that links to chores carry, as a weak prior: evidence overrides it after a fetch or two.

Links named "log in", "reply", "print" or "sort" rarely lead to content, in any software. The words
are those of the web in general, in several languages; no product's parameters are among them.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from periplus.page.view import LinkSource, PageView, Rel
from periplus.site.split_url import split_url

_CHORE_WORDS = """
    login logon logout signin signup signoff register registration join forgot
    password reply quote report print printable share sort order sortby orderby
    asc desc edit history histories diff diffs revision revisions source raw download export feed
    rss atom rename revert restore undo rollback attach attachments upload blame annotate changelog
    changes backlinks admin moderate ban block ignore unread cart basket
    checkout wishlist compare account email mailto subscribe unsubscribe watch unwatch favorite
    bookmark vote rate flag like delete remove random search advanced permalink trackback calendar
    help privacy terms cookie cookies preferences settings contact
    passwords credentials reset import merge protect purge watchlist
    permanentlink pageinformation
    anmelden registrieren antworten drucken suche bearbeiten passwort warenkorb quelltext
    versionsgeschichte connexion inscription repondre imprimer modifier recherche panier historique
    buscar entrar registro responder editar imprimir carrito iniciar historial
    accedi rispondi stampa modifica cerca cronologia inloggen registreren zoeken afdrukken
    войти вход регистрация ответить поиск печать правка история корзина
    登录 注册 回复 搜索 打印 编辑 ログイン 登録 返信 検索 印刷 編集
"""
_CHORES = frozenset(_CHORE_WORDS.split())
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST_CHORE_ANCHOR = 3  # words
_MOST_ANCHORS = 1 << 14  # that are remembered
_FACTORS = (1.0, 0.35, 0.15, 0.1)
_NO_LETTERS = 0.7
_UNSEEN = 0.7  # of links that no reader can follow
_REPEATS = 3  # of one path segment
_GROWING = 0.02


def link_factor(view: PageView | None, row: int, url: str) -> float:
    """How much a link in a row of a page is to be expected to bring; a redirect has row -1."""
    if view is None or row < 0:
        return chore_factor(url, "", 0)
    links = view.links
    factor = chore_factor(url, links.anchors[row], int(links.rels[row]))
    return factor if links.sources[row] <= LinkSource.AREA else factor * _UNSEEN


def chore_factor(url: str, anchor: str, rel: int) -> float:
    """How much a link is to be expected to bring, relative to one without such words."""
    hits = int(names_chore(anchor))
    segments, pairs = split_url(url)
    parts = [*pairs, segments[-1]] if len(segments) < 3 else pairs
    last = next(filter(None, reversed(segments)), "")  # of a long path the word alone: /user/login/
    hits += last.lower() in _CHORES or any(not _CHORES.isdisjoint(_words(p)) for p in parts)
    hits += bool(rel & Rel.NOFOLLOW)
    factor = _FACTORS[hits] * (_GROWING if _is_growing(segments) else 1.0)
    return factor * _NO_LETTERS if anchor and not _WORD.search(anchor) else factor


@lru_cache(_MOST_ANCHORS)
def names_chore(anchor: str) -> bool:
    """Whether the few words of an anchor name one; a long title may have any word in it."""
    words = _words(anchor)
    if len(words) > _LONGEST_CHORE_ANCHOR:
        return False
    joined = [a + b for a, b in pairwise(words)]
    return not _CHORES.isdisjoint(words) or not _CHORES.isdisjoint(joined)


def _is_growing(segments: Sequence[str]) -> bool:
    """Whether a path repeats itself, as relative links on pages that answer to any path make it."""
    named = [segment for segment in segments if segment]
    return len(named) >= _REPEATS and max(map(named.count, named)) >= _REPEATS


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
