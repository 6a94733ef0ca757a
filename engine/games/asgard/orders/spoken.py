"""An order as people say it, in the words of the notation: `gods Thor, Loki and Hel`, `plan odin temple, else asgard`.

What is written in the notation stays as it is. Where a question is open, a line that names but its answer is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from engine.core.contract import Desk
from engine.games.asgard.orders.lexicon import LEXICON
from engine.games.asgard.pieces import BATTLE_SLOTS

_I = re.compile(r"^(?:i|we|я|мы)(?:'ll|'d like to| will| want to| would like to| хочу| хотим)? ")
_ARTICLES = re.compile(r"(?<=\s)(?:the|an?|my|with) (?=\w)|'s(?= )")
_VERBS = tuple(
    (re.compile(pattern), verb)
    for pattern, verb in (
        (r"^(?:put|reveal|set)(?: disc on)? ", "place "),
        (r"^(?:ставлю|поставлю|открываю|открыть) ", "поставить "),
        (r"^(?:perform|do|activate) ", "act "),
        (r"^(?:выполнить|выполняю) ", "действие "),
        (r"^(?:take back|decline) (.+)$", r"act \1 decline"),
    )
)
_LISTS = frozenset({"gods", "pick", "colour", "recover", "giver"})
_AND = re.compile(r"(?:[\s,;&]|\b(?:and|и)\b)+")
_OR = "(?:or else|or|else|then|или|иначе|потом|затем)"
_ELSE = re.compile(rf" ?(?:[,;/]|,? {_OR}(?= )) ?(?:{_OR} )?(?=\S)")
_IN = re.compile(r" (?:in|on|at|to|into|в|на)(?= )")
_SLOTS = (
    (re.compile(r"\b(?:request )?slot\b|\bместо просьбы\b"), ""),
    (re.compile(r"\bверхн\w+"), "верх"),
    (re.compile(r"\bнижн\w+"), "низ"),
    (re.compile(r"\bместо храма\b"), "храм"),
)
_COUNT = re.compile(r"\b([1-9]) (white|orange|giant|бел|оран|вел)\w*(?: (?:warriors?|воин\w*))?")
# The order that a bare answer to a question is; `{slot}`: the battle slot that is asked about.
_ASKED = {
    "colour": "colour", "start_pick": "pick", "gods": "gods", "recover": "recover", "place": "place", "act": "act",
    "get": "get", "battle": "fight {slot}", "valhalla": "valhalla", "arm": "arm", "offer": "offer",
}  # fmt: skip
_NONE = frozenset({"none", "nothing", "pass", "no", "нет", "ничего", "пас"})
_NOTHING = {
    "end": "end", "offer": "offer none", "battle": "fight {slot} none", "valhalla": "valhalla pass",
}  # fmt: skip
_CHOOSE = re.compile(r"^(?:choose|take|pick|play|выбираю|беру|выбрать|взять) ")


@lru_cache(maxsize=2048)
def plain(line: str) -> str:
    """One folded order."""
    said = _ARTICLES.sub("", _I.sub("", line))
    for pattern, order in _VERBS:
        said = pattern.sub(order, said)
    verb = LEXICON.find("verb", re.split("[ :]", said, maxsplit=1)[0] or " ")
    if verb in _LISTS:
        return _AND.sub(" ", said).strip()
    if verb in ("plan", "place", "act"):
        for slot, name in _SLOTS:
            said = slot.sub(name, said)
        said = " ".join(said.split())
        if verb != "act":
            return _ELSE.sub(" > ", _IN.sub("", said))
    return _COUNT.sub(_each, said) if verb == "fight" else said


def asks_for(verb: str, kind: str) -> bool:
    """Whether a verb, alone, begins the answer to a question of this kind."""
    return _ASKED.get(kind) == verb


def _each(found: re.Match[str]) -> str:
    return " ".join([found[2]] * int(found[1]))


def answers(line: str, desk: Desk) -> Iterator[str]:
    """What a line that has no verb may mean as an answer to the open question."""
    asked = desk.asked()
    if asked is None:
        return
    slots = desk.view.table.fighting[desk.seat]
    slot = BATTLE_SLOTS[slots[0]].replace("B", "W", 1) if slots else ""
    if line in _NONE and asked.kind in _NOTHING:
        yield _NOTHING[asked.kind].format(slot=slot)
    if asked.kind in _ASKED:
        verb, said = _ASKED[asked.kind].format(slot=slot), _I.sub("", line)
        yield plain(f"{verb} {_CHOOSE.sub('', said)}")
        if asked.kind == "battle":
            yield plain(f"{verb} send {said}")
