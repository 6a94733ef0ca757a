"""The verbs: every move is read and written by one declaration."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pydantic import BaseModel, ConfigDict

from engine.core.grammar.parts import Part, clauses, flag, key, many, maybe, sign, the
from engine.core.grammar.records import Either, record
from engine.core.grammar.values import At, Name, No, Number, Says, Text
from engine.core.grammar.verbs import Clause, Grammar, Verb
from engine.core.moves import IllegalMove
from engine.core.plans import Test
from engine.games.blood_rage import moves
from engine.games.blood_rage.orders import fighting, plans
from engine.games.blood_rage.orders.lexicon import LEXICON

CARD, FIGURE, PLACE, STAT, SLOT = Name("card"), Name("figure"), Name("place"), Name("stat"), Name("slot")
YES_NO = Either((Says("yes", value=True, kind="word"), Says("no", value=False, kind="word")))
CLAUSES = clauses(flag("succor"), flag("pillage"), between="")


@dataclass(frozen=True, slots=True)
class Arrow:
    """`->` or `>`, each typed also as the other, or as `to`."""

    said: str = "->"
    fields: frozenset[str] = frozenset()

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises No."""
        if at.lexicon.find("link", text.peek() or " ") == "to":
            text.at += 1
            return
        text.at += text.peek() == "-"
        if text.peek() != ">":
            raise No
        text.at += 1

    def write(self, source: Any, at: At) -> list[str]:
        return [self.said]


@dataclass(frozen=True, slots=True)
class Source:
    """`<`, before where a figure comes from; typed also as `from`."""

    fields: frozenset[str] = frozenset()

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises No."""
        if text.peek() != "<" and at.lexicon.find("link", text.peek() or " ") != "from":
            raise No
        text.at += 1

    def write(self, source: Any, at: At) -> list[str]:
        return ["<"]


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


@dataclass(frozen=True, slots=True)
class Never:
    """What people try and cannot be done, refused by name: a word of the keys, or (`""`) whatever stands here."""

    word: str
    code: str
    fields: frozenset[str] = frozenset()

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises IllegalMove."""
        if not self.word or at.lexicon.find("key", text.peek() or " ") == self.word:
            raise IllegalMove(self.code)

    def write(self, source: Any, at: At) -> list[str]:
        return []


@dataclass(frozen=True, slots=True)
class OneSource:
    """A second place before the `>` of a march is refused by name (R7.1)."""

    fields: frozenset[str] = frozenset()

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises IllegalMove E_ONE_SOURCE."""
        if at.lexicon.find("place", text.peek() or " ") is not None:
            raise IllegalMove("E_ONE_SOURCE")

    def write(self, source: Any, at: At) -> list[str]:
        return []


STANDING = record(moves.Standing, the("figure", FIGURE), sign("@"), the("place", PLACE))
_TO: Part = key("to", kind="link", must=False, said=False)
_RAID: Part = maybe(Arrow(), maybe(the("figure", FIGURE)), the("to", PLACE))

ACTIONS: tuple[Verb, ...] = (
    Verb("invade", moves.Invade, the("figure", FIGURE), _TO, the("to", PLACE), CLAUSES),
    Verb("valhalla", moves.ValhallaInvade, the("figure", FIGURE), _TO, the("to", PLACE), CLAUSES),
    Verb("march", moves.March, the("source", PLACE), OneSource(), Arrow(">"), the("to", PLACE), sign(":", must=False),
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
    Verb("call", moves.CallMove, the("figure", FIGURE), Source(), the("source", PLACE)),
    Verb("card", moves.BattleCard, Never("none", "E_MUST_PLAY"), the("card", CARD)),
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


# --- Plans ---------------


@dataclass(frozen=True, slots=True)
class Relation:
    """`>=`, `<`, `=`."""

    def read(self, text: Text, at: At) -> str:
        """Raises No."""
        if text.peek() not in ("=", "<", "<=", ">", ">="):
            raise No
        text.at += 1
        return text.tokens[text.at - 1]

    def write(self, value: str, at: At) -> str:
        return value


class Queued(BaseModel):
    """One `then` line."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    guard: tuple[Test, ...] = ()
    move: Any


class ThenCard(BaseModel):
    """`then card Z`: for the round after a Watch."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    card: str


_COMPARED: tuple[Part, ...] = (the("relation", Relation()), the("number", Number(0, 99)))
GUARD = Either(
    (
        *(record(Test, key(word), the("about", PLACE), word=word, relation="", number=0)
          for word in ("unpillaged", "pillaged")),
        *(record(Test, key(word), the("about", PLACE), *_COMPARED, word=word) for word in ("empty", "foe")),
        record(Test, key("rage"), *_COMPARED, word="rage", about=""),
    )
)  # fmt: skip
_IF: Part = maybe(key("if"), many("guard", GUARD, between=key("and")), sign(":"), empty=())
_WHEN = ("always", "contested", "behind", "reply")
ENTRY = Either(
    tuple(
        record(fighting.Entry, the("figure", FIGURE), Source(), the("source", PLACE),
               *([key(guard)] if guard != "always" else []), guard=guard)
        for guard in (*_WHEN[1:], _WHEN[0])
    )
)  # fmt: skip
_BATTLE: dict[str, Any] = {"battle": fighting.next_battle, "place": "", "age": 0}  # `notation` reads what else is said
PLANS: tuple[Verb, ...] = (
    Verb("draft", plans.Draft, key("rank"), many("cards", CARD), key("any"), age=plans.draft_age, rest=True),
    Verb("draft", plans.Draft, key("rank"), many("cards", CARD), age=plans.draft_age, rest=False),
    Verb("then", ThenCard, key("card", kind="verb"), the("card", CARD)),
    Verb("then", Queued, _IF, the("move", Clause("verb", ACTIONS))),
    Verb("call", fighting.CallNever, key("never")),
    Verb("call", fighting.CallPlan, many("entries", ENTRY, between=";", none="none"), **_BATTLE),
    Verb("card", fighting.CardPlan, many("cards", CARD, most=12), **_BATTLE),
    Verb("late", fighting.LatePlan, many("cards", CARD), key("if"), key("wins"), when="wins", **_BATTLE),
    Verb("late", fighting.LatePlan, many("cards", CARD), key("always"), when="always", **_BATTLE),
    Verb("late", fighting.LatePlan, key("none"), when="none", cards=(), **_BATTLE),
    Verb("protect", plans.Saving, Figures("figures", none=True), most=12),
    Verb("protect", plans.Saving, Figures("figures", none=True), key("max"), the("most", Number(0, 12))),
    Verb("stats", plans.Preference, many("stats", STAT, most=3)),
    Verb("keep", plans.Keeping, many("cards", CARD, most=12), age=fighting.age_of),
)
REFUSED: tuple[Verb, ...] = (Verb("withdraw", moves.CommitQuest, Never("", "E_QUEST_STAYS"), the("card", CARD)),)
GRAMMAR = Grammar(LEXICON, "verb", (*ANSWERS, *ACTIONS, *PLANS, *REFUSED))
