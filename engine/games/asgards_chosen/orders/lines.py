"""Which lines of a reply are one order, as what is done in an attack may stand below it (P3), and a line made plain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from engine.core.contract import Desk
from engine.core.grammar.values import Text
from engine.core.moves import IllegalMove
from engine.games.asgards_chosen.orders.lexicon import LEXICON

STEPS = ("attack", "defend", "berserk")  # of a battle, as its questions are called
LISTED = ("play", "berserk")  # verbs before lists of cards
CAMPAIGN = ("move", "attack", "pass")
_STOP_MILITIA = re.compile(r"(?:stop militia|стоп ополчение)\b")
_NO_FAVOR = re.compile(r"\b(?:no favou?r|без милости)\b")
_WITH_FREYJA = re.compile(r"\b(?:with freyja|с фрейей)\b")
# What questions, lists and the log say: `отступить на T2`, `нападает на S1b`; a marker and a god by these words.
_ONTO = re.compile(r"(?<=\s)на (?=[slтt][0-9])")
_CALLED = {"shift": re.compile(r"(?<=\s)(?:(?:the|my|мой|свой) )?(?:marker|маркер)(?: on| from| с| на)? (?=\S)"),
           "appease": re.compile(r"(?<=\s)(?:(?:the )?god|бога) (?=\S)")}  # fmt: skip
# What begins a clause: a comma before it parts nothing. Words that begin a thing of a list (`bury Draugr`) are none.
_KEYS = (
    "at", "take", "from", "to", "pay", "top", "with", "open", "discard", "sac", "banish", "remove", "give", "on",
    "waive", "until", "short", "max", "if", "stop", "then", "ask",
)  # fmt: skip
_CLAUSES = "|".join(
    sorted({word for key in _KEYS for word in LEXICON.words("key", key)} | {*LEXICON.words("verb", "keep")})
)
_COMMA = re.compile(rf" ?[,;] ?(?=(?:{_CLAUSES})(?!\w))")
# `, play Troll`, `; berserk Ormr`: the first of each, in the line of an attack.
_FIRST = tuple(re.compile(rf"[ ,;]+(?=(?:{'|'.join(LEXICON.words('verb', verb))}) )") for verb in LISTED)

# `pass if none`, as people say it.
_PASSES = (
    r"(?:always |auto(?:matically)? |всегда )?(?:pass|пас|пасовать|пасую|пасуй)"
    r"(?: auto(?:matically)?| for me| за меня)?"
)
_WHERE = r"(?:if|when|whenever|where|wherever|если|когда|где)"
_THERE_IS = r"(?:there(?:'s| is) |i(?:'ve| have)(?: got)? )?"
_DO = r"(?:делать|играть|сыграть|выбирать|выбрать)"
_NONE = "|".join((
    "none",
    rf"{_THERE_IS}nothing(?: else)?(?: to (?:do|play|choose)| can be (?:done|played))?",
    rf"{_THERE_IS}no(?: other)? choice",
    r"i can(?: do nothing|(?:not|'t) do anything)(?: else)?",
    rf"(?:мне )?(?:больше )?нечего(?: больше)?(?: {_DO})?",
    rf"(?:мне )?(?:больше )?{_DO} нечего",
    "(?:у меня )?(?:нет выбора|выбора нет)",
    "нет ничего(?: другого)?",
    "ничего(?: другого)?(?: нет)?",
    "(?:больше )?ничего(?: другого)? (?:нельзя|не могу)(?: сделать)?",
))  # fmt: skip
_IF_NONE = re.compile(rf"{_PASSES},? {_WHERE} (?:{_NONE})|{_WHERE} (?:{_NONE}),? (?:then |то )?{_PASSES}")


def orders_of(lines: Sequence[str], desk: Desk) -> Iterator[tuple[int, int, str]]:
    """Where each order begins and ends, and what it says: what is done in an attack may stand below it (P3).

    `play` alone, below an attack that is made now, or where a battle asks already, answers what is asked then.
    """
    end = 0
    while end < len(lines):
        start, below = end, list[str]()
        if verb_of(lines[start]) == "attack":
            below = list(takewhile(_of_attack, lines[start + 1 :]))
            if kind_of(desk) in ("campaign", *STEPS) and all(_is_answer(line) for line in below):
                below = []
        end += 1 + len(below)
        yield start, end, " ".join((lines[start], *below))


def _of_attack(line: str) -> bool:
    return verb_of(line) in LISTED or _STOP_MILITIA.match(line) is not None


def _is_answer(line: str) -> bool:
    """Whether it plays cards and says nothing of what is asked after them."""
    return verb_of(line) == "play" and _FIRST[1].search(line) is None


def tidied(line: str) -> str:
    """A folded line with what is said in two words said in one, and no comma or semicolon before a clause."""
    if _IF_NONE.fullmatch(line):
        return "pass if none"
    line = _COMMA.sub(" ", _NO_FAVOR.sub("waive", _WITH_FREYJA.sub("favor", _ONTO.sub("в ", line))))
    verb = verb_of(line)
    if verb in _CALLED:
        line = _CALLED[verb].sub("", line, count=1)
    for first in _FIRST if verb in ("attack", "defend") else ():
        line = first.sub(" ", line, count=1)
    return line


def kind_of(desk: Desk) -> str:
    """The kind of what the seat is asked; empty: nothing."""
    asked = desk.asked()
    return "" if asked is None else asked.kind


def verb_of(line: str) -> str:
    """The verb with which a line begins; empty: none."""
    try:
        return LEXICON.find("verb", Text.of(line).peek() or " ") or ""
    except IllegalMove:
        return ""
