"""The verbs of orders that are given beforehand (P3-P5)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from engine.core.contract import Desk
from engine.core.grammar.parts import Part, flag, key, many, maybe, sign, the
from engine.core.grammar.records import Either, record
from engine.core.grammar.text import fold
from engine.core.grammar.values import At, Name, Number, Of, Player, Says, Text
from engine.core.grammar.verbs import Verb
from engine.core.moves import Seat
from engine.games.asgards_chosen import moves
from engine.games.asgards_chosen.moves import Part as MovePart
from engine.games.asgards_chosen.orders.choices import CHOICE, AimOrKept, Kept, ThenAsk
from engine.games.asgards_chosen.orders.plans import battles as plans
from engine.games.asgards_chosen.orders.plans.following import AddPlan, DropPlan, EventPlan, FollowUp
from engine.games.asgards_chosen.orders.plans.market import Musters, Sleep
from engine.games.asgards_chosen.orders.plans.sheets import NoAppeasing, Unasked
from engine.games.asgards_chosen.orders.plans.starting import AutoTiles, ItemRank
from engine.games.asgards_chosen.orders.plans.trial import EVERY, Goal, Listed
from engine.games.asgards_chosen.orders.values import AIM, CARD, COUNTED, HERO, NEXT, PLACE, Between, Quiet


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


class Led(MovePart):
    """What is done with a god or an item, and what is chosen of the cards that it lets its player see (D21)."""

    card: moves.Name
    on: Seat | None = Field(default=None, ge=0, le=3)
    keep: moves.Names

    @property
    @abstractmethod
    def move(self) -> moves.PlayGod | moves.PlayCharm:
        """The card alone."""

    def follow_up(self, desk: Desk) -> FollowUp:
        """The choice."""
        return FollowUp(why=self.card, choices=self.keep, round=_round(desk))


class LedGod(Led):
    """`god Odin keep best`, `god Loki on Blue discard Thor`."""

    card: Literal["odin", "loki"]

    @property
    def move(self) -> moves.PlayGod:
        """The god alone."""
        return moves.PlayGod(god=self.card, on=self.on)


class LedCharm(Led):
    """`charm Aarni top Thor`, `charm Ljodatal discard worst`."""

    card: Literal["aarni", "ljodatal", "skidbladnir"]
    on: None = None

    @property
    def move(self) -> moves.PlayCharm:
        """The charm alone."""
        return moves.PlayCharm(item=self.card)


class NoneOf(MovePart):
    """`god none`, `charm none`: nothing is done in a phase."""

    phase: Literal["god", "charm"]


def _round(desk: Desk | None) -> int:
    return 0 if desk is None else int(desk.view.round)


def _turn(desk: Desk | None) -> int:
    return 0 if desk is None else int(desk.view.turn)


@dataclass(frozen=True, slots=True)
class Every:
    """A card, or `*` (`all`) for all that can be played."""

    def read(self, text: Text, at: At) -> str:
        """Raises No, IllegalMove E_AMBIGUOUS."""
        if text.peek() == EVERY or fold(text.peek()) in at.lexicon.words("key", "all"):
            text.at += 1
            return EVERY
        return CARD.read(text, at)

    def write(self, value: str, at: At) -> str:
        return EVERY if value == EVERY else CARD.write(value, at)


USED = record(Listed, key("use", kind="verb"), the("card", COUNTED), the("aim", AIM), use=True, keep=())
UNTIL = Either(
    (
        record(Goal, key("win"), until="win", lead=0),
        record(Goal, key("lead"), the("lead", Number(0, 20)), until="lead"),
        record(Goal, key("all"), until="all", lead=0),
    )
)
SHORT = Either(tuple(Says(word, word) for word in ("decline", "none", "all", "ask")))


def _list(verb: str, until: Goal) -> tuple[Part, ...]:
    """A list of cards, before each of which its verb may stand again; `until`: what it goes on to where it does not
    say.
    """
    one = record(Listed, Quiet(verb, "verb"), the("card", Every()), AimOrKept(), use=False)
    return (
        many("cards", Either((USED, one)), between=Between(";"), most=20, none="none"),
        maybe(key("until"), the("goal", UNTIL), empty=until),
        maybe(key("short"), the("short", SHORT), empty="none"),
        maybe(key("max"), the("most", Number(1, 20)), empty=20), ThenAsk(),
    )  # fmt: skip


PLAYING = record(plans.Playing, key("play", kind="verb"), *_list("play", Goal()))
RAGING = record(plans.Playing, key("berserk", kind="verb"), *_list("berserk", Goal()))
_ALL = Goal(until="all")
LISTS: tuple[Verb, ...] = tuple(Verb(word, plans.Playing, *_list(word, _ALL)) for word in ("play", "berserk"))
WHOM = Either(
    (*(Says(word, word) for word in ("hero", "last", "any")), Says("town", "town", kind="verb"), PLACE, Name("terrain"))
)
KIND = Either((Says("enchanted", "enchanted"), Says("town", "town", kind="verb"), Name("terrain")))
CONDITION = Either(tuple(Says(word, word) for word in ("losing", "flips", "always", "never", "ask")))
_IN_BATTLE: tuple[Part, ...] = (
    maybe(the("playing", PLAYING)), Quiet("ask"), maybe(the("berserk", RAGING)),
    maybe(key("stop"), key("militia"), sign(">"), the("stop", Number(0, 99))), Quiet("ask"),
)  # fmt: skip
_WHOM: tuple[Part, ...] = (
    the("whom", WHOM), maybe(key("from"), the("by", Player())),
    maybe(key("if"), key("attack", kind="verb"), sign("<="), the("most_attack", Number(0, 99))),
)  # fmt: skip
_OR = Between(",", (">",))
BEFORE: tuple[Verb, ...] = (  # what would else be read as a move with a card of such a name
    Verb("god", NoneOf, key("none"), phase="god"),
    Verb("charm", NoneOf, key("none"), phase="charm"),
    Verb("appease", NoAppeasing, key("none"), round=_round),
    Verb("pass", Unasked, key("if"), key("none"), key("else", must=False, said=False)),
    Verb("god", LedGod, the("card", CARD), maybe(key("on"), the("on", Player())), Kept()),
    Verb("charm", LedCharm, the("card", CARD), Kept(), on=None),
)
POLICIES: tuple[Verb, ...] = (
    Verb("keep", plans.Keep, many("cards", CARD, between=NEXT)),
    Verb("block", plans.BlockPolicy, key("ask"), kinds=(), item=None, when="ask"),
    Verb("block", plans.BlockPolicy, many("kinds", CARD, between=NEXT, least=0), key("never"), item=None, when="never"),
    Verb("block", plans.BlockPolicy, many("kinds", CARD, between=NEXT, least=0), key("with"), the("item", CARD),
         maybe(key("if", must=False), the("when", CONDITION), empty="always")),
    Verb("late", plans.LatePolicy, key("never"), card=None, when="never"),
    Verb("late", plans.LatePolicy, key("ask"), card=None, when="ask"),
    Verb("late", plans.LatePolicy, the("card", CARD), key("if", must=False), the("when", CONDITION)),
    Verb("standup", plans.StandPolicy, maybe(the("hero", HERO)), key("never"), choices=(), no=True, asked="stand"),
    Verb("standup", plans.StandPolicy, maybe(the("hero", HERO)), key("with", must=False),
         many("choices", Of(moves.StandUp, "creature", CARD), between=NEXT), asked="stand", no=False),
    Verb("retreat", plans.RetreatPolicy, Quiet("to"), many("choices", Of(moves.Retreat, "to", PLACE), between=_OR),
         asked="retreat"),
    Verb("shift", plans.ShiftPolicy, many("choices", Of(moves.Shift, "marker", PLACE), between=_OR), asked="shift"),
    Verb("target", plans.TargetPolicy, many("choices", Of(moves.Target, "territory", PLACE), between=_OR),
         asked="target"),
)  # fmt: skip
FOR_LATER: tuple[Verb, ...] = (
    Verb("tile", AutoTiles, key("auto")),
    Verb("town", AutoTiles, key("auto")),
    Verb("item", ItemRank, many("choices", Of(moves.PickItem, "item", CARD), between=_OR), asked="item"),
    Verb("event", EventPlan, key("remove"), many("markers", PLACE, between=NEXT, most=9), what="marker", cards=(),
         round=_round),
    Verb("event", EventPlan, key("take"), many("cards", CARD, between=NEXT, least=0, none="none"), what="god",
         markers=(), round=_round),
    Verb("event", EventPlan, key("sac"), many("cards", CARD, between=NEXT), what="sacrifice", markers=(), round=_round),
    Verb("drop", DropPlan, many("cards", CARD, between=NEXT), round=_round),
    Verb("add", AddPlan, many("cards", CARD, between=NEXT), round=_round),
    Verb("choose", FollowUp, many("choices", CHOICE, between=NEXT, most=13), why="", ground="", round=_round),
    Verb("muster", Musters, key("none"), most=0, round=_round),
    Verb("stop", Musters, key("after"), the("most", Number(1, 20)), round=_round),
    Verb("pass", Sleep, key("until"), key("new"), the("wanted", KIND), seen=(), round=_round),
)  # fmt: skip
STANDING: tuple[Verb, ...] = (
    Verb("attack", AttackOrder, the("hero", HERO), key("from", must=False), the("source", PLACE),
         key("to", must=False), the("ground", PLACE),
         flag("waive", mark=""), *_IN_BATTLE),
    Verb("attack", plans.AttackPlan, key("to"), the("ground", PLACE), *_IN_BATTLE, round=_round, turn=_turn),
    Verb("defend", plans.Defend, *_WHOM, key("ask"), playing=None),
    Verb("defend", plans.Defend, *_WHOM, the("playing", PLAYING)),
    *POLICIES,
    *FOR_LATER,
)  # fmt: skip
