"""An order as people say it, in the words of the notation: `gods Thor, Loki and Hel`, `plan odin temple, else asgard`.

What is written in the notation stays as it is. Where a question is open, a line that names but its answer is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from engine.core.contract import Desk
from engine.core.grammar.spoken import WHO
from engine.games.asgard.orders.lexicon import LEXICON
from engine.games.asgard.pieces import BATTLE_SLOTS
from engine.games.asgard.rules.supply import NAMES

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
# What stands behind an order of one word: `end my turn`, `ещё ход`. Anything else makes a sentence.
_TURN = re.compile(r"(?:of )?(?:one more |another )?turn|(?:моего |мой |свой |один )?(?:хода?|раз)")
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
_COUNT = re.compile(r"\b([1-9]|an?|one|одного) (white|orange|giant|бел|оран|вел)\w*(?: (?:warriors?|воин\w*))?")
# The order that a bare answer to a question is.
_ASKED = {
    "colour": "colour", "start_pick": "pick", "gods": "gods", "recover": "recover", "place": "place", "act": "act",
    "get": "get", "valhalla": "valhalla", "arm": "arm", "offer": "offer",
}  # fmt: skip
_NONE = frozenset({"none", "nothing", "pass", "no", "нет", "ничего", "пас"})
_COLOURED = r"pink|yellow|red|blue|green|black|white|розов\w+|желт\w+|красн\w+|син\w+|зелен\w+|черн\w+|бел\w+"
_STONE = re.compile(rf"\b({_COLOURED}) (stone|камень)\b")
_SEAL = re.compile(r"\b(light|dark\w*) (seal)\b")
_NOTHING = {
    "end": "end", "offer": "offer none", "valhalla": "valhalla pass",
}  # fmt: skip
_THE = re.compile(r"^the | player$|^игрок ")
_CHOOSE = re.compile(r"^(?:choose|take|pick|play|выбираю|беру|выбрать|взять) ")


@lru_cache(maxsize=2048)
def plain(line: str) -> str:
    """One folded order."""
    said = _ARTICLES.sub("", _COUNT.sub(_each, WHO.sub("", line)))
    for pattern, order in _VERBS:
        said = pattern.sub(order, said)
    verb = LEXICON.find("verb", re.split("[ :]", said, maxsplit=1)[0] or " ")
    if verb in ("end", "again") and _TURN.fullmatch(said.partition(" ")[2]):
        return said.partition(" ")[0]
    if verb in _LISTS:
        return _AND.sub(" ", said).strip()
    if verb in ("plan", "place", "act"):
        for slot, name in _SLOTS:
            said = slot.sub(name, said)
        said = " ".join(said.split())
        if verb != "act":
            return _ELSE.sub(" > ", _IN.sub("", said))
    if verb == "fight":
        return said.replace(" and ", " ").replace(" и ", " ")
    return _SEAL.sub(r"\2 \1", _STONE.sub(r"\2 \1", said)) if verb == "offer" else said


def asks_for(verb: str, kind: str) -> bool:
    """Whether a verb, alone, begins the answer to a question of this kind."""
    return _ASKED.get(kind) == verb


def _each(found: re.Match[str]) -> str:
    return " ".join([found[2]] * (int(found[1]) if found[1].isdigit() else 1))


def answers(line: str, desk: Desk) -> Iterator[str]:
    """What a line that has no verb may mean as an answer to the open question."""
    asked = desk.answerable()
    if asked is None:
        return
    said, table = WHO.sub("", line), desk.view.table
    if asked.kind == "battle" and table.fighting[desk.seat]:
        yield from _of_battle(said, BATTLE_SLOTS[table.fighting[desk.seat][0]].replace("B", "W", 1))
    elif asked.kind in ("giver", "seal_giver") and table.ask is not None:
        which = NAMES[table.ask.what][table.ask.which]
        yield plain(f"giver {table.ask.what} {which}: {_THE.sub('', said)}")
    elif line in _NONE and asked.kind in _NOTHING:
        yield _NOTHING[asked.kind]
    elif asked.kind in _ASKED:
        yield plain(f"{_ASKED[asked.kind]} {_CHOOSE.sub('', said)}")


def _of_battle(said: str, slot: str) -> Iterator[str]:
    """For the disc that is asked about: `none`, `send a giant`, `1 orange warrior`."""
    verb, _, rest = said.partition(" ")
    sent = rest if LEXICON.find("verb", verb) == "fight" or LEXICON.find("key", verb) == "send" else said
    if sent in _NONE:
        yield f"fight {slot} none"
        return
    yield plain(f"fight {slot} {sent}")
    yield plain(f"fight {slot} send {sent}")
