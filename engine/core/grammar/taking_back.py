"""Whether a line below an answer takes it back or doubts it: `or 4`, `no wait, 4`, `not 3, I meant 4`, `нет, 4`, `?`.

A closed pattern as courtesy is: with any other word it is a note to the others (`Sorry, I was away for 3 days`).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.core.grammar.courtesy import signed_answer

_STOP = (
    r"(?:no,? wait|wait|hold on|stop|scratch that|never ?mind|not that|not this|i changed my mind"
    r"|стоп|стой(?:те)?|погоди(?:те)?|подожди(?:те)?|не то|не это|(?:я )?передумала?)"
)
_BUT = (
    r"(?:no|nope|not|actually|sorry|oops|or|rather|better|maybe|perhaps|but|even|i mean|i meant|i think|correction|hmm"
    r"|нет|не|а|ой|упс|или|либо|вернее|точнее|лучше|извини(?:те)?|прости(?:те)?|может(?: быть)?|вс[её]-таки|хотя|но"
    r"|имела? в виду)"
)
_MANNERS = re.compile(r"(?:please|thanks|thank you|пожалуйста|спасибо)?")
_BEGINS = re.compile(rf"((?:(?:{_STOP}|{_BUT})(?: |$))*)(.*?)(?: (?:instead|rather|вместо(?: этого)?))?")
_STOPS = re.compile(rf"(?:{_BUT} )*{_STOP}(?: {_BUT})*")
_PIECE = re.compile(r"[,;:.!?]+(?: |$)| - ")


def takes_back(line: str, is_order: Callable[[str], bool] = lambda _: False) -> bool:
    """Of a folded line. `is_order`: whether a piece of it is an order in the words of the game."""
    if "?" in line and not line.strip("?!. "):
        return True
    doubted, spoken = "?" in line, False
    for piece in filter(None, map(str.strip, _PIECE.split(line))):
        if _STOPS.fullmatch(piece):
            doubted = spoken = True
            continue
        found = _BEGINS.fullmatch(piece)
        assert found is not None  # anything is a rest
        doubted = doubted or bool(found[1]) or piece != (found[1] + found[2]).strip()
        if not found[2] or _MANNERS.fullmatch(found[2]):
            continue
        if not (signed_answer(found[2]).answer or is_order(found[2])):
            return False
        spoken = True
    return doubted and spoken
