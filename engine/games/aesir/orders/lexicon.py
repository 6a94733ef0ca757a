"""How things are called in orders, in English and Russian, with the look-alikes of both alphabets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.grammar.lexicon import Lexicon
from engine.core.grammar.text import bare_name, fold
from engine.games.aesir.data import DATA

_GODS = {god["code"]: {"en": god["code"], "ru": (god["code_ru"], *DATA["letters"][god["code"]])} for god in DATA["god"]}
# Whole words only: `s`, `h` and `up` are so short that beginnings of words would turn letters to friends into orders.
LEXICON = Lexicon(
    {
        "verb": {english: {"en": english, "ru": russian} for english, russian in DATA["words"].items()},
        "god": _GODS,
        "god or all": {**_GODS, "*": {"en": "*"}},
        "seat": {"P": {"en": "P", "ru": DATA["seats"]["prefixes"][1:]}},
    },
    prefixes=False,
)


# Gods by their names, as the lists call them; an order has letters.
_NAMED = {
    "o": r"odin|один(?:а|у|ом)?", "t": r"thor|тор(?:а|у|ом)?", "f": r"freyj?a|фре[йиюя]я?", "l": r"loki|локи",
    "s": r"sif|сиф", "b": r"bragi|браги", "h": r"heimdall|хеймдалл(?:ь|я|ю|ем)",
}  # fmt: skip


def letter(god: str, language: str) -> str:
    """A god's letter in the language."""
    return LEXICON.say("god", god, language)


def card_name(card: str, language: str) -> str:
    """`OT1`, `ОТ1`; also of masks (`L?`), places (`H~1`) and picks (`OT1:T`)."""
    return "".join(letter(sign, language) if sign in _GODS else sign for sign in card)


def _words(*verbs: str) -> str:
    return "|".join(
        sorted({fold(word) for verb in verbs for word in (verb, DATA["words"][verb])}, key=len, reverse=True)
    )


_ANY = _words(*DATA["words"])
_GOD = "[" + "".join(sign for signs in DATA["letters"].values() for sign in signs).lower() + "]"
_SEAT = "[" + "".join(DATA["seats"]["prefixes"]).lower() + "]"
_TRIED = re.compile(
    rf"(?:{_ANY})(?::? +(?:[a-zа-я*][0-9]?|\S*[0-9>~|:*]\S*|{_ANY})){{0,8}}[.!]?"
    r"|[a-zа-я]{2}[0-9]? ?[:;=] ?[a-zа-я][.!]?"
    r"|[0-9]{1,3}[.)]?|[a-zа-я]-?[0-9]{1,2}[.)]?"
    rf"|(?:\S+ ){{1,3}}(?:{_ANY}) (?:{_SEAT}[0-9]\.)?{_GOD}(?:~?[0-9])?[.!]?"
)


_NAMES = tuple((re.compile(rf"(?<![\w.])(?:{said})(?![\w.])"), sign) for sign, said in _NAMED.items())
_ORDER = re.compile(rf"(?:[pир][0-9]: *)?(?:(?:{_ANY})(?!\w)|[a-zа-я]{{2}}[0-9]? ?:)")
_IF = re.compile(rf"^({_words('if', 'tally')}):? ([a-zа-я*])(?: ?[:,] ?| )(?:(?:then|то) )?(?=(?:{_ANY})(?!\w))")
_RANKED = re.compile(rf"(?:{_words('plan', 'last', 'up')}|(?:{_words('draw')}):? (?:{_words('up')}))(?!\w)")
_NEXT = re.compile(r" ?[,;] ?(?:(?:then|and|потом|и) )?| (?:then|and|потом|и) ")


def plain(line: str) -> str:
    """A folded order as the notation has it: letters for names of gods, `>` in a ranking, `:` after a condition."""
    if _ORDER.match(line) is None:
        return line
    for name, sign in _NAMES:
        line = name.sub(sign, line)
    if _RANKED.match(line) is not None:
        return _NEXT.sub(">", line)
    return re.sub(r" (?:or|или) ", " | ", _IF.sub(r"\1 \2: ", line)) if _IF.match(line) is not None else line


def sounds_like_order(line: str) -> bool:
    """Whether a folded line was meant as an order: an order word with short operands, a pick, or a number."""
    return _TRIED.fullmatch(plain(line)) is not None


def name_seats(line: str, names: Sequence[str]) -> str:
    """Write `P2.` for every handle that stands before a card: `mark.s2` -> `p2.s2`; not for one of several seats."""
    bare = [bare_name(name) for name in names]
    for seat, name in sorted(enumerate(names), key=lambda named: -len(named[1])):
        handle = fold(name) if bare.count(bare[seat]) == 1 else ""  # anybody may take another's name
        if handle and not re.fullmatch(rf"{_SEAT}?[0-9]+", handle):  # nobody's name makes `2.1` another answer
            line = re.sub(rf"(?<!\S){re.escape(handle)}\.(?=\S)", f"p{seat + 1}.", line)
    return line
