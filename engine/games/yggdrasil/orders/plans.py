"""Standing orders (P4), and all plans of the game together."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.moves import Move, Silence
from engine.core.plans import Facts, KitPlanner, Plans, Ranked, Standing
from engine.games.yggdrasil.cards.runes import MANY, RAISED, evenly
from engine.games.yggdrasil.data import EnemyCode
from engine.games.yggdrasil.moves import (
    Amount,
    MannPick,
    NidhoggPick,
    OdinPick,
    PickGod,
    Rearrange,
    Share,
    SigelShare,
    TiwazPick,
)
from engine.games.yggdrasil.orders.turns import ASKED, ChoicePlan, TurnAhead, TurnPlan, Wants
from engine.games.yggdrasil.rules.worlds.sacred import LOOKED, avoiding, badness
from engine.games.yggdrasil.view import View

Enemies: TypeAlias = Annotated[tuple[EnemyCode, ...], Field(min_length=1, max_length=6)]


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

    def silence(self, desk: Desk[View], decision: Decision) -> Silence:
        """Nothing that it chooses from is there."""
        return "gone" if decision.kind == self.asked else ""

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


class ElvesNeed(Standing):
    """Orders of fights that name no Elves mean up to so many, if they win it. They are read so; it answers nothing."""

    kind: Literal["elves_need"] = "elves_need"
    most: Amount

    def wants(self, desk: Desk[View], decision: Decision, facts: Facts) -> Wants:
        yield from ()


def elves_unsaid(desk: Desk[View] | None) -> int:
    """How many Elves an order of this seat means that names none."""
    standing = () if desk is None else desk.standing
    return next((plan.most for plan in standing if isinstance(plan, ElvesNeed)), 0)


def rearmost_of(view: View) -> tuple[EnemyCode, ...]:
    """Those that Nidhogg may draw on, in roster order."""
    others = [foe for foe in view.foes if foe.code != "nidhogg"]
    return tuple(foe.code for foe in others if foe.space == min(one.space for one in others))


def _farthest(view: View) -> tuple[EnemyCode, ...]:
    """Those that can go back, the most advanced first, ties by roster order."""
    able = sorted((foe for foe in view.foes if foe.space), key=lambda foe: -foe.space)
    return tuple(foe.code for foe in able)


AnyPlan: TypeAlias = Annotated[
    TurnPlan
    | TurnAhead
    | ChoicePlan
    | GodRank
    | OdinAvoids
    | NidhoggRank
    | MannRank
    | TiwazFarthest
    | SigelShares
    | LookAvoids
    | ElvesNeed,
    Field(discriminator="kind"),
]
PLANS: TypeAdapter[Any] = TypeAdapter(AnyPlan)


class TurnPlanner(KitPlanner):
    """The kit's; what is said of one turn speaks before what holds in all of them."""

    def speaking(self, plans: Plans, decision: Decision) -> Plans:
        """An answer that this turn has for the question speaks alone; the god is asked where it cannot be (P9)."""
        said = tuple(plan for plan in plans if isinstance(plan, ChoicePlan) and ASKED[plan.move.kind] == decision.kind)
        return said or tuple(sorted(plans, key=lambda plan: isinstance(plan, Always)))
