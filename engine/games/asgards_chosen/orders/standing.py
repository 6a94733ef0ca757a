"""The verbs of orders that are given beforehand (P3-P5)."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from engine.core.contract import Desk
from engine.core.grammar.parts import Part, flag, key, many, maybe, sign, the
from engine.core.grammar.records import Either, record
from engine.core.grammar.values import At, Name, Number, Of, Player, Says, Text
from engine.core.grammar.verbs import Verb
from engine.games.asgards_chosen import moves
from engine.games.asgards_chosen.moves import Part as MovePart
from engine.games.asgards_chosen.orders import battles as plans
from engine.games.asgards_chosen.orders.trial import EVERY, Goal, Listed
from engine.games.asgards_chosen.orders.values import AIM, CARD, COUNTED, HERO, PLACE


class AttackOrder(MovePart):
    """An attack, and what is to be done in its battle."""

    hero: moves.Hero
    source: moves.Place
    ground: moves.Place
    waive: bool = False
    playing: plans.Playing | None = None
    berserk: plans.Playing | None = None
    stop: int | None = Field(default=None, ge=0)

    @property
    def move(self) -> moves.Attack:
        """The attack alone."""
        return moves.Attack(hero=self.hero, source=self.source, ground=self.ground, waive=self.waive)

    def plan(self, desk: Desk) -> plans.AttackPlan | None:
        """What it says of the battle; None: nothing."""
        if self.playing is None and self.berserk is None and self.stop is None:
            return None
        return plans.AttackPlan(
            ground=self.ground, round=_round(desk), turn=_turn(desk), playing=self.playing, berserk=self.berserk,
            stop=self.stop,
        )  # fmt: skip


def _round(desk: Desk | None) -> int:
    return 0 if desk is None else int(desk.view.round)


def _turn(desk: Desk | None) -> int:
    return 0 if desk is None else int(desk.view.turn)


@dataclass(frozen=True, slots=True)
class Every:
    """A card, or `*` for all that can be played."""

    def read(self, text: Text, at: At) -> str:
        """Raises No, IllegalMove E_AMBIGUOUS."""
        if text.peek() == EVERY:
            text.at += 1
            return EVERY
        return CARD.read(text, at)

    def write(self, value: str, at: At) -> str:
        return EVERY if value == EVERY else CARD.write(value, at)


ONE = Either(
    (
        record(Listed, key("use", kind="verb"), the("card", COUNTED), the("aim", AIM), use=True),
        record(Listed, the("card", Every()), maybe(the("aim", AIM)), use=False),
    )
)
UNTIL = Either(
    (
        record(Goal, key("win"), until="win", lead=0),
        record(Goal, key("lead"), the("lead", Number(0, 20)), until="lead"),
        record(Goal, key("all"), until="all", lead=0),
    )
)
SHORT = Either(tuple(Says(word, word) for word in ("decline", "none", "all", "ask")))
_LIST: tuple[Part, ...] = (
    many("cards", ONE, between=";", most=20), maybe(key("until"), the("goal", UNTIL), empty=Goal()),
    maybe(key("short"), the("short", SHORT), empty="none"), maybe(key("max"), the("most", Number(1, 20)), empty=20),
)  # fmt: skip
PLAYING = record(plans.Playing, key("play", kind="verb"), *_LIST)
RAGING = record(plans.Playing, key("berserk", kind="verb"), *_LIST)
WHOM = Either(
    (*(Says(word, word) for word in ("hero", "last", "any")), Says("town", "town", kind="verb"), PLACE, Name("terrain"))
)
CONDITION = Either(tuple(Says(word, word) for word in ("losing", "flips", "always", "never", "ask")))
_IN_BATTLE: tuple[Part, ...] = (
    maybe(the("playing", PLAYING)), maybe(the("berserk", RAGING)),
    maybe(key("stop"), key("militia"), sign(">"), the("stop", Number(0, 99))),
)  # fmt: skip
STANDING: tuple[Verb, ...] = (
    Verb("attack", AttackOrder, the("hero", HERO), key("from"), the("source", PLACE), key("to"), the("ground", PLACE),
         flag("waive", mark=""), *_IN_BATTLE),
    Verb("attack", plans.AttackPlan, key("to"), the("ground", PLACE), *_IN_BATTLE, round=_round, turn=_turn),
    Verb("defend", plans.Defend, the("whom", WHOM), maybe(key("from"), the("by", Player())),
         maybe(key("if"), key("attack", kind="verb"), sign("<="), the("most_attack", Number(0, 99))),
         key("ask"), playing=None),
    Verb("defend", plans.Defend, the("whom", WHOM), maybe(key("from"), the("by", Player())),
         maybe(key("if"), key("attack", kind="verb"), sign("<="), the("most_attack", Number(0, 99))),
         the("playing", PLAYING)),
    Verb("keep", plans.Keep, many("cards", CARD, between=",")),
    Verb("block", plans.BlockPolicy, key("ask"), kinds=(), item=None, when="ask"),
    Verb("block", plans.BlockPolicy, many("kinds", CARD, between=",", least=0), key("with"), the("item", CARD),
         maybe(key("if", must=False), the("when", CONDITION), empty="always")),
    Verb("late", plans.LatePolicy, key("never"), card=None, when="never"),
    Verb("late", plans.LatePolicy, key("ask"), card=None, when="ask"),
    Verb("late", plans.LatePolicy, the("card", CARD), key("if", must=False), the("when", CONDITION)),
    Verb("standup", plans.StandPolicy, key("with", must=False),
         many("choices", Of(moves.StandUp, "creature", CARD), between=","), asked="stand"),
    Verb("retreat", plans.RetreatPolicy, many("choices", Of(moves.Retreat, "to", PLACE), between=","),
         asked="retreat"),
    Verb("shift", plans.ShiftPolicy, many("choices", Of(moves.Shift, "marker", PLACE), between=","), asked="shift"),
)  # fmt: skip
