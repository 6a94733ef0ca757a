"""Which one of a list by its place: `the third`, `third one`, `the 3rd option`, `третий`, `3-й вариант`, `третью`.

A noun stands behind it or an article before it: `third!` may be who came in third, `third time` is no line. Russian has
no article; its cases are those of what is named or taken, as others (`третьего`) are dates.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Final

_ENGLISH = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
_RUSSIAN = (
    "перв(?:ый|ая|ую|ое)", "втор(?:ой|ая|ую|ое)", "трет(?:ий|ья|ью|ье)", "четв[её]рт(?:ый|ая|ую|ое)",
    "пят(?:ый|ая|ую|ое)", "шест(?:ой|ая|ую|ое)", "седьм(?:ой|ая|ую|ое)", "восьм(?:ой|ая|ую|ое)",
    "девят(?:ый|ая|ую|ое)", "десят(?:ый|ая|ую|ое)",
)  # fmt: skip
MOST: Final = len(_ENGLISH)
_OF_A_LIST = r"(?:one|option|answer|choice|line|item|variant)"
_IN_A_LIST = r"(?:вариант|номер|пункт|ответ|строк[ау])"
_PLACE, _MESTO = "|".join(_ENGLISH), "|".join(_RUSSIAN)
# `3 вариант` is what has that number, wherever it stands.
PLACE: Final = (
    rf"(?:the (?:{_PLACE})(?: {_OF_A_LIST})?|(?:{_PLACE}) {_OF_A_LIST}"
    rf"|(?:the )?[0-9]{{1,2}} ?(?:st|nd|rd|th)(?: {_OF_A_LIST})?"
    rf"|(?:{_MESTO})(?: {_IN_A_LIST})?|[0-9]{{1,2}}-?(?:[иы]?й|ь?[яюе]|ое)(?: {_IN_A_LIST})?)"
)
_DIGITS = re.compile("[0-9]+")
_EACH = [re.compile(rf"\b(?:{'|'.join(ways)})\b") for ways in zip_longest(_ENGLISH, _RUSSIAN, fillvalue="(?!)")]


def number(place: str) -> int:
    """Of what `PLACE` matches, counted from 1."""
    if (digits := _DIGITS.search(place)) is not None:
        return int(digits[0])
    return next(at for at, one in enumerate(_EACH, 1) if one.search(place))
