"""The words of a text for comparing texts: lower case, no stop words, counted."""

import re
from collections import Counter

_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")
_LONGEST = 40
# The most frequent words of the languages that many sites are written in.
STOP_WORDS = frozenset(
    """
a about above after again against all also am an and any are as at be because been before being
below between both but by can could did do does doing don down during each few for from further had
has have having he her here hers him his how i if in into is it its itself just me more most my no
nor not now of off on once only or other our ours out over own same she should so some such than
that the their theirs them then there these they this those through to too under until up very was
we were what when where which while who whom why will with would you your yours
aber als am an auch auf aus bei bin bis da das dass dem den der des die du ein eine einem einen
einer er es für haben hat ich ihr im in ist ja kann mich mir mit nach nicht noch nur oder sich sie
sind so und uns von vor war was wenn wer wie wir wird zu zum zur über
au aux avec ce ces cette dans de des du elle en est et eux il ils je la le les leur lui mais ne nous
on ou par pas pour qu que qui sa se ses son sont sur un une vous
al como con de del el en es esta este la las lo los más no o para pero por que se su sus un una y
che ci da dal del della di e gli i il in la le ma nel non per più si sono un una
de een en het in is niet op te van zijn
""".split()  # noqa: SIM905
)


def word_counts(text: str) -> Counter[str]:
    """How often each word stands in a text."""
    return Counter(
        word
        for word in _WORD.findall(text.lower())
        if 1 < len(word) <= _LONGEST and word not in STOP_WORDS and not word.isdigit()
    )
