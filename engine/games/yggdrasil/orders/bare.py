"""Answers that are nothing else: the open question says what is done with `Hel`, `2 Elves` or `Thor 5, Odin 4`."""

from __future__ import annotations

import re

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.moves import IllegalMove
from engine.games.yggdrasil.cards.runes import RAISED, evenly
from engine.games.yggdrasil.moves import PickGod
from engine.games.yggdrasil.orders.lexicon import LEXICON
from engine.games.yggdrasil.orders.spoken import ARTICLES, ONE
from engine.games.yggdrasil.view import View

_GODS = re.compile(r" ?(?:>|,| or | или ) ?")
_PART = re.compile(r" ?[,;&>]+ ?(?:and |и )?| (?:and|и|then|затем) ")
_LEAD = re.compile(
    r"^(?:(?:i )?(?:choose|move|advance|take|use|add|pick|play|draw)|(?:я )?(?:выбираю|двинуть|взять|беру|добавить"
    r"|применить|играть)|(?:on |на )?(?:mann|tiwaz|sigel|манн|тиваз|сигель)):? "
)
_NO_ELF = frozenset(
    {"none", "no", "no elf", "no elves", "nothing", "0 elves", "нет", "ничего", "без альвов", "без эльфов"}
)
_ELF = re.compile(rf"^([0-7]|{ONE}) (?:elf|elves|(?:альв|эльф)\w*)$")
_FOR = re.compile(r"([0-9]{1,2}) (?:vikings? |викинг\w* )?(?:for |to |для )?([^\W\d]+)")
_EVENLY = frozenset({
    "even", "evenly", "equally", "even shares", "split evenly", "share evenly", "split them evenly",
    "share them evenly", "поровну", "всем поровну", "раздать поровну", "разделить поровну",
})  # fmt: skip
_EVERY = r"(?:all|everything|all of them|вс[её]|всех)"
_ALL = re.compile(rf"{_EVERY} (?:(?:go )?to |for )?([^\W\d]+)|([^\W\d]+):? {_EVERY}")
_PICKED = re.compile(
    r"^(?P<card>.+?),? (?:(?:and |и )?(?:the )?(?:other|другая|другую)(?: one| card)?,? ?)?(?:goes )?(?:on |to |на )?"
    r"(?:the )?"
    r"(?P<where>top|bottom|верх|низ)$"
)


def gods_named(line: str, desk: Desk[View]) -> tuple[PickGod, ...]:
    """`thor`, `thor or tyr` where a god is asked for; nothing for any other line, or anybody else."""
    asked = desk.asked()
    if asked is None or asked.kind != "god":
        return ()
    try:
        found = [LEXICON.find("god", name) for name in _GODS.split(line)]
    except IllegalMove:  # the beginning of several
        return ()
    return tuple(PickGod.model_validate({"god": one}) for one in found) if all(found) else ()


def answers(line: str, asked: Decision, view: View) -> str:
    """The order that a bare answer to this question is; empty: none."""
    kind = asked.kind
    said = ARTICLES.sub("", _LEAD.sub("", line))
    parts = _PART.split(said)
    if kind in ("nidhogg", "mann"):
        return f"{'nidhogg' if kind == 'nidhogg' else 'on mann:'} {said}"
    if kind == "tiwaz":
        return f"on tiwaz: {', '.join(parts if len(parts) > 1 else said.split())}"
    if kind == "sigel":
        return f"on sigel: {_shares(said, asked, view)}"
    if kind == "elves":
        found = _ELF.match(_LEAD.sub("", line))
        count = "0" if line in _NO_ELF else "" if found is None else found[1] if found[1].isdigit() else "1"
        return f"e {count}" if count else ""
    if kind == "odin" and (picked := _PICKED.match(said)):
        cards = [str(number) for number, code in enumerate(view.drawn, 1) if _is_card(picked["card"], code)]
        return f"pick {cards[0]} {picked['where']}" if len(cards) == 1 else ""
    return ""


def _shares(said: str, asked: Decision, view: View) -> str:
    """Who gets how many Vikings: `5 for Thor, 4 for Odin`, `all to Odin`, `evenly` (as they are dealt, R10.1)."""
    most = min(RAISED, view.dead)
    if said in _EVENLY:
        around = [sheet.code for sheet in (*view.sheets[asked.seat :], *view.sheets[: asked.seat])]
        return ", ".join(f"{one.god} {one.vikings}" for one in evenly(around, most).shares)
    if one := _ALL.fullmatch(said):
        return f"{one[1] or one[2]} {most}"
    return ", ".join(_FOR.sub(r"\2 \1", one) if one[:1].isdigit() else one for one in _PART.split(said))


def _is_card(said: str, code: str) -> bool:
    """Whether an Enemy's name, `angry` before it or behind, is a card's."""
    words = re.findall(r"\w+", said)
    angry = not {"angry", "гнев"}.isdisjoint(words)
    try:
        names = {LEXICON.find("enemy", word) for word in words if word not in ("angry", "гнев")}
    except IllegalMove:
        return False
    return names == {code.rpartition("_")[2]} and (angry or code.startswith("normal")) if names else False
