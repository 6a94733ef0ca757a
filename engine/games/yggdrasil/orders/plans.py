"""Orders for what is still to come: the lines of a turn (P2, P3), its choices (P9), standing orders (P4)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.core.contract import Decision, Desk
from engine.core.moves import Json, Move
from engine.core.plans import Facts, Guard, Left, Ranked, Standing
from engine.games.yggdrasil.cards.runes import MANY, RAISED, evenly
from engine.games.yggdrasil.data import EnemyCode
from engine.games.yggdrasil.moves import (
    Action,
    Answer,
    MannPick,
    NidhoggPick,
    OdinPick,
    PickGod,
    Rearrange,
    Share,
    SigelShare,
    TiwazPick,
)
from engine.games.yggdrasil.rules.worlds.sacred import LOOKED, avoiding, badness
from engine.games.yggdrasil.view import View

Wants: TypeAlias = Iterator[tuple[Move, Left]]
Enemies: TypeAlias = Annotated[tuple[EnemyCode, ...], Field(min_length=1, max_length=6)]
ASKED: dict[str, str] = {
    "pick": "odin", "nidhogg": "nidhogg", "elves": "elves", "order": "order", "mann": "mann", "tiwaz": "tiwaz",
    "sigel": "sigel",
}  # fmt: skip  # the kind of an answer -> the question that it answers


class PlanLine(BaseModel):
    """One line of a turn: the first legal choice, if the guard holds. No choice: stop here, and ask."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    guard: Guard = ()
    optional: bool = False  # a line that cannot be carried out is passed over
    choices: tuple[Annotated[Action, Field(discriminator="kind")], ...] = ()


class TurnPlan(Standing):
    """What is left of the lines of one turn; it waits while something else is asked.

    `after`: how many worlds have been used when its first line comes. A god who has done something else since has
    dropped the plan.
    """

    kind: Literal["turn"] = "turn"
    turn: int
    after: int
    lines: tuple[PlanLine, ...]

    def lapsed(self, desk: Desk[View]) -> bool:
        return self.turn != desk.view.turn or len(desk.view.used) > self.after

    def wants(self, desk: Desk[View], decision: Decision, facts: Facts) -> Wants:
        """The first line whose guard holds; below an optional one the next as well."""
        view = desk.view
        if decision.kind != "action" or len(view.used) != self.after or not view.actions:
            return
        for number, line in enumerate(self.lines):
            if not facts.hold(line.guard, desk):
                continue
            rest = self.lines[number + 1 :]
            for move in line.choices:
                left = TurnPlan(turn=self.turn, after=self.after + 1, lines=rest) if rest else None
                yield move, left
            if not line.optional:
                return


class ChoicePlan(Standing):
    """The answer to a question that may come in this turn, such as a rune's."""

    kind: Literal["choice"] = "choice"
    turn: int
    move: Annotated[Answer, Field(discriminator="kind")]

    @property
    def topic(self) -> tuple[Json, ...]:
        return self.kind, self.move.kind

    def lapsed(self, desk: Desk[View]) -> bool:
        return self.turn != desk.view.turn

    def wants(self, desk: Desk[View], decision: Decision, facts: Facts) -> Wants:
        if decision.kind == ASKED[self.move.kind]:
            yield self.move, None


class GodRank(Ranked[PickGod]):
    """`god thor>tyr`: the first of these that is still free (D1)."""

    kind: Literal["gods"] = "gods"
    asked: Literal["god"] = "god"

    def lapsed(self, desk: Desk[View]) -> bool:
        return desk.view.turn > 0


# --- Standing orders: they hold until they are changed ---------------


class Always(Standing):
    """A standing order for one kind of question."""

    asked: ClassVar[str]

    def wants(self, desk: Desk[View], decision: Decision, facts: Facts) -> Wants:
        """Its answers, best first; it stays."""
        if decision.kind == self.asked:
            for move in self.answers(desk.view, decision):
                yield move, self

    @abstractmethod
    def answers(self, view: View, decision: Decision) -> Iterator[Move]:
        """What it comes to now."""


class OdinAvoids(Always):
    """Of Odin's two cards the one that is less to be avoided; the first, if they are equal."""

    asked: ClassVar = "odin"
    kind: Literal["odin_avoids"] = "odin_avoids"
    avoid: Enemies
    other: Literal["top", "bottom"] = "top"

    def answers(self, view: View, decision: Decision) -> Iterator[Move]:
        first, second = (badness(code, self.avoid) for code in view.drawn)
        yield OdinPick(card=1 if first <= second else 2, other=self.other)


class NidhoggRank(Always):
    """The first of these that is among the rearmost."""

    asked: ClassVar = "nidhogg"
    kind: Literal["nidhogg_rank"] = "nidhogg_rank"
    enemies: Enemies

    def answers(self, view: View, decision: Decision) -> Iterator[Move]:
        among = decision.texts("among")
        yield from (NidhoggPick(enemy=code) for code in self.enemies if code in among)


class MannRank(Always):
    """The first of these that can go back, else the most advanced one."""

    asked: ClassVar = "mann"
    kind: Literal["mann_rank"] = "mann_rank"
    enemies: Annotated[tuple[EnemyCode, ...], Field(max_length=6)] = ()

    def answers(self, view: View, decision: Decision) -> Iterator[Move]:
        able = _farthest(view)
        yield from (MannPick(enemy=code) for code in (*self.enemies, *able) if code in able)


class TiwazFarthest(Always):
    """The three most advanced."""

    asked: ClassVar = "tiwaz"
    kind: Literal["tiwaz_farthest"] = "tiwaz_farthest"

    def answers(self, view: View, decision: Decision) -> Iterator[Move]:
        yield TiwazPick(enemies=_farthest(view)[:MANY])


class SigelShares(Always):
    """So many Vikings to each, as far as they go; no shares: one by one clockwise from the active god."""

    asked: ClassVar = "sigel"
    kind: Literal["sigel_shares"] = "sigel_shares"
    shares: Annotated[tuple[Share, ...], Field(max_length=6)] = ()

    def answers(self, view: View, decision: Decision) -> Iterator[Move]:
        left, found = min(RAISED, view.dead), list[Share]()
        for one in self.shares:
            count = min(left, one.vikings)
            left -= count
            found += [Share(god=one.god, vikings=count)] if count else []
        gods = [sheet.code for sheet in (*view.sheets[view.seat :], *view.sheets[: view.seat])]
        yield SigelShare(shares=tuple(found)) if self.shares else evenly(gods, left)


class LookAvoids(Always):
    """Cards looked at: those of the first-named Enemy last of all."""

    asked: ClassVar = "order"
    kind: Literal["look_avoids"] = "look_avoids"
    avoid: Enemies

    def answers(self, view: View, decision: Decision) -> Iterator[Move]:
        yield Rearrange(order=avoiding(view.deck[:LOOKED], self.avoid))


def rearmost_of(view: View) -> tuple[EnemyCode, ...]:
    """Those that Nidhogg may draw on, in roster order."""
    others = [foe for foe in view.foes if foe.code != "nidhogg"]
    return tuple(foe.code for foe in others if foe.space == min(one.space for one in others))


def _farthest(view: View) -> tuple[EnemyCode, ...]:
    """Those that can go back, the most advanced first, ties by roster order."""
    able = sorted((foe for foe in view.foes if foe.space), key=lambda foe: -foe.space)
    return tuple(foe.code for foe in able)


AnyPlan: TypeAlias = Annotated[
    TurnPlan | ChoicePlan | GodRank | OdinAvoids | NidhoggRank | MannRank | TiwazFarthest | SigelShares | LookAvoids,
    Field(discriminator="kind"),
]
PLANS: TypeAdapter[Any] = TypeAdapter(AnyPlan)
