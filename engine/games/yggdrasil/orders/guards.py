"""Conditions of a line: what may be asked of the table before it is carried out (P2)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.contract import Desk
from engine.core.grammar.parts import key, the
from engine.core.grammar.records import Either, record
from engine.core.grammar.values import At, Name, No, Number, Text
from engine.core.plans import Facts, Test
from engine.games.yggdrasil.view import View


def _space(desk: Desk[View], enemy: str) -> int:
    return next(foe.space for foe in desk.view.foes if foe.code == enemy)


FACTS = Facts(
    {
        "vikings": lambda desk, _: desk.view.sheets[desk.seat].vikings,
        "elves": lambda desk, _: desk.view.sheets[desk.seat].elves,
        "actions": lambda desk, _: desk.view.actions,
        "won": lambda desk, _: desk.view.won is True,
        "lost": lambda desk, _: desk.view.won is False,
        "at": _space,
        "active": lambda desk, giant: giant in desk.view.active,
    }
)


@dataclass(frozen=True, slots=True)
class Compared:
    """`>=` and its like."""

    def read(self, text: Text, at: At) -> str:
        """Raises No."""
        sign = text.peek()
        if sign not in ("=", "<", "<=", ">", ">="):
            raise No
        text.at += 1
        return sign

    def write(self, value: str, at: At) -> str:
        return value


_NUMBER = (the("relation", Compared()), the("number", Number(0, 99)))
_PLAIN = {"about": "", "relation": "", "number": 0}
TEST = Either(
    (
        *(record(Test, key(word), *_NUMBER, word=word, about="") for word in ("vikings", "elves", "actions")),
        *(record(Test, key(word), word=word, **_PLAIN) for word in ("won", "lost")),
        record(Test, key("at"), the("about", Name("enemy")), *_NUMBER, word="at"),
        record(Test, key("active"), the("about", Name("giant")), word="active", relation="", number=0),
    )
)
