"""What the text of a link looks like: a number, a word for next or previous, a word, an image."""

import re
import unicodedata
from functools import lru_cache

from periplus.page.view import AnchorKind

_NEXT = """
next|next page|next post|next posts|next topic|next thread|next entry|next entries|next article
next chapter|older|older posts|older entries|older articles|older topics
forward|next results|go to next page|following
weiter|nächste|nächste seite|nächster|nächstes|nächster beitrag|nächstes thema|ältere beiträge
vorwärts|folgende
suivant|suivante|page suivante|suivants|article suivant|articles plus anciens|plus ancien
siguiente|siguientes|página siguiente|siguiente página|entradas anteriores|más antiguas
próxima|próximo|próxima página|página seguinte|seguinte|avançar|posts mais antigos|mais antigos
successivo|successiva|pagina successiva|prossimo|prossima|avanti|articoli precedenti
volgende|volgende pagina|verder|oudere berichten
nästa|nästa sida|äldre inlägg|neste|neste side|eldre innlegg|næste|næste side|ældre indlæg|seuraava
seuraava sivu|vanhemmat
następna|następny|następna strona|dalej|starsze wpisy|další|další stránka|další strana|následující
starší|ďalšia|ďalší|nasledujúca|következő|következő oldal|régebbi
следующая|следующий|следующая страница|след|далее|вперед|вперёд|дальше|старые записи
наступна|наступна сторінка|далі|вперед|напред|следваща|следваща страница|sljedeća|sledeća|sljedeće
naslednja|următoarea|următorul|pagina următoare|înainte
sonraki|sonraki sayfa|ileri|επόμενη|επόμενη σελίδα|επόμενο|הבא|הבאה|التالي|التالية|بعدی
صفحه بعد|अगला|अगला पृष्ठ|ถัดไป|หน้าถัดไป|tiếp|trang sau|tiếp theo|selanjutnya|berikutnya
halaman berikutnya|seterusnya
下一页|下一頁|下页|下頁|后一页|後一頁|下一个|下一個|下一篇
次|次へ|次のページ|次ページ|다음|다음 페이지
"""

_PREVIOUS = """
previous|prev|previous page|prev page|previous post|previous posts|previous topic|previous thread
previous entry|previous article|previous chapter|newer|newer posts|newer entries|newer articles
go to previous page|preceding
zurück|vorherige|vorherige seite|vorheriger|vorheriges|vorige|vorheriger beitrag|neuere beiträge
précédent|précédente|page précédente|précédents|article précédent|plus récent|retour
anterior|anteriores|página anterior|entradas más recientes|más recientes|atrás|posts mais recentes
mais recentes|voltar
precedente|pagina precedente|indietro|articoli più recenti
vorige pagina|terug|nieuwere berichten
föregående|föregående sida|forrige|forrige side|edellinen|edellinen sivu|tilbake|tilbage|tillbaka
poprzednia|poprzedni|poprzednia strona|wstecz|nowsze wpisy|předchozí|předchozí stránka|zpět
predchádzajúca|späť|előző|előző oldal|vissza
предыдущая|предыдущий|предыдущая страница|пред|назад|новые записи|попередня|попередня сторінка
предишна|предишна страница|prethodna|prethodno|prejšnja|anterioara|pagina anterioară|înapoi
önceki|önceki sayfa|geri|προηγούμενη|προηγούμενη σελίδα|προηγούμενο|הקודם|הקודמת|السابق|السابقة|قبلی
صفحه قبل|पिछला|पिछला पृष्ठ|ก่อนหน้า|หน้าก่อนหน้า|trước|trang trước|sebelumnya|halaman sebelumnya
上一页|上一頁|上页|上頁|前一页|前一頁|上一个|上一個|上一篇
前|前へ|前のページ|前ページ|이전|이전 페이지
"""


def _phrases(text: str) -> frozenset[str]:
    return frozenset(p.strip().casefold() for p in text.replace("\n", "|").split("|") if p.strip())


NEXT_WORDS = _phrases(_NEXT)
PREVIOUS_WORDS = _phrases(_PREVIOUS)

_NEXT_SIGNS = frozenset("»›>→⇒⟩▶►▸❯⏩⏵≫≻⟶➔➜➡⇨")
_PREVIOUS_SIGNS = frozenset("«‹<←⇐⟨◀◄◂❮⏪⏴≪≺⟵⬅⇦")
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_NUMBER = re.compile(
    r"(?:(?:page|pages|seite|página|pagina|стр|страница|strona|sayfa|sida|side|第)\.?\s*)?"
    r"\d[\d.,\s]*(?:页|頁|ページ|페이지)?",
    re.IGNORECASE,
)
_LONGEST_PHRASE = 40
_MORE_SAID = re.compile(r"\s*[(（].*$|\s+\d+\b")  # next page (Gardening); older 50 entries


@lru_cache(maxsize=16384)
def anchor_kind(text: str) -> AnchorKind:
    """The kind of a link by its text alone (white space collapsed)."""
    if not text:
        return AnchorKind.EMPTY
    if len(text) > _LONGEST_PHRASE:
        text = _MORE_SAID.sub("", text)
        if len(text) > _LONGEST_PHRASE:
            return AnchorKind.WORD
    core = _EDGES.sub("", text)
    if not core:
        return _sign_kind(text)
    if _NUMBER.fullmatch(core):
        return AnchorKind.NUMBER
    phrase = unicodedata.normalize("NFC", core).casefold()
    for said in (phrase, _EDGES.sub("", _MORE_SAID.sub("", phrase))):
        if said in NEXT_WORDS:
            return AnchorKind.NEXT
        if said in PREVIOUS_WORDS:
            return AnchorKind.PREVIOUS
    return AnchorKind.WORD


def _sign_kind(text: str) -> AnchorKind:
    signs = {sign for sign in text if not sign.isspace()}
    if signs & _NEXT_SIGNS and not signs & _PREVIOUS_SIGNS:
        return AnchorKind.NEXT
    if signs & _PREVIOUS_SIGNS and not signs & _NEXT_SIGNS:
        return AnchorKind.PREVIOUS
    return AnchorKind.WORD
