"""The verbs: every move is read and written by one declaration."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from engine.core.grammar.parts import Part, clauses, flag, key, many, maybe, sign, the
from engine.core.grammar.records import Either, record
from engine.core.grammar.values import At, Name, No, Says, Text
from engine.core.grammar.verbs import Verb
from engine.games.blood_rage import moves

CARD, FIGURE, PLACE, STAT, SLOT = Name("card"), Name("figure"), Name("place"), Name("stat"), Name("slot")
YES_NO = Either((Says("yes", value=True, kind="word"), Says("no", value=False, kind="word")))
CLAUSES = clauses(flag("succor"), flag("pillage"), between="")


@dataclass(frozen=True, slots=True)
class Arrow:
    """`->`, typed also as `>`."""

    fields: frozenset[str] = frozenset()

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises No."""
        text.at += text.peek() == "-"
        if text.peek() != ">":
            raise No
        text.at += 1

    def write(self, source: Any, at: At) -> list[str]:
        return ["->"]


@dataclass(frozen=True, slots=True)
class Figures:
    """`L W2`: figures with how many of them; `none` where there may be none."""

    name: str
    none: bool = False

    @property
    def fields(self) -> frozenset[str]:
        return frozenset({self.name})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises No."""
        if self.none and at.lexicon.find("key", text.peek() or " ") == "none":
            text.at += 1
            into[self.name] = ()
            return
        found: list[str] = []
        while text.left:
            try:
                found += _counted(text, at)
            except No:
                break
        if not found:
            raise No
        into[self.name] = tuple(found)

    def write(self, source: Any, at: At) -> list[str]:
        figures = getattr(source, self.name)
        if not figures:
            return [at.lexicon.say("key", "none", at.language)]
        runs = [(code, len(list(run))) for code, run in groupby(figures)]
        return [FIGURE.write(code, at) + (str(count) if count > 1 else "") for code, count in runs]


def _counted(text: Text, at: At) -> list[str]:
    """One figure, or `W2`."""
    word = re.fullmatch(r"([^\W\d_]+)([1-9])", text.peek())
    if word is None or at.lexicon.find("figure", text.peek()) is not None:
        return [FIGURE.read(text, at)]
    code = at.lexicon.find("figure", word[1])
    if code is None:
        raise No
    text.at += 1
    return [code] * int(word[2])


STANDING = record(moves.Standing, the("figure", FIGURE), sign("@"), the("place", PLACE))
_RAID: Part = maybe(Arrow(), maybe(the("figure", FIGURE)), the("to", PLACE))

ACTIONS: tuple[Verb, ...] = (
    Verb("invade", moves.Invade, the("figure", FIGURE), the("to", PLACE), CLAUSES),
    Verb("valhalla", moves.ValhallaInvade, the("figure", FIGURE), the("to", PLACE), CLAUSES),
    Verb("march", moves.March, the("source", PLACE), sign(">"), the("to", PLACE), sign(":", must=False),
         Figures("figures")),
    Verb("upgrade", moves.Upgrade, the("card", CARD), maybe(the("slot", SLOT)), _RAID, CLAUSES),
    Verb("quest", moves.CommitQuest, the("card", CARD)),
    Verb("pillage", moves.Pillage, the("province", PLACE)),
    Verb("repillage", moves.Repillage, the("province", PLACE)),
    Verb("sacrifice", moves.Sacrifice, many("figures", STANDING, least=2, most=2), the("stat", STAT)),
    Verb("pass", moves.Pass),
)  # fmt: skip
ANSWERS: tuple[Verb, ...] = (
    Verb("draft", moves.DraftPick, many("cards", CARD, most=2)),
    Verb("call", moves.CallPass, key("pass")),
    Verb("call", moves.CallMove, the("figure", FIGURE), sign("<"), the("source", PLACE)),
    Verb("card", moves.BattleCard, the("card", CARD)),
    Verb("late", moves.LatePass, key("none")),
    Verb("late", moves.LateCard, the("card", CARD)),
    Verb("tide", moves.TideKeep, the("figure", FIGURE)),
    Verb("protect", moves.Protect, Figures("figures", none=True)),
    Verb("volur", moves.Volur, the("retreat", YES_NO)),
    Verb("prowess", moves.KeepCards, many("cards", CARD, least=0, none="none")),
    Verb("stat", moves.RaiseStat, the("stat", STAT)),
    Verb("hammers", moves.LeaderMove, the("to", Either((Says("none", None), PLACE)))),
    Verb("blessing", moves.Blessing, the("invade", YES_NO)),
    Verb("keep", moves.KeepCard, the("card", CARD)),
)
