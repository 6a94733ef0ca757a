"""What a market sheet says beside what is to be mustered: how often, and what one waits for (P7)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.moves import Json
from engine.core.plans import Facts
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import COLUMNS, DESIGNS, KINDS
from engine.games.asgards_chosen.orders.plans.following import InRound, Wanted

NOTHING = "none"


class InMarket(InRound):
    """A plan for one muster phase."""

    def lapsed(self, desk: Desk) -> bool:
        """With the phase."""
        return super().lapsed(desk) or desk.view.stage in ("renewal", "over")


class Musters(InMarket):
    """`stop after 2`: no more than so many of the sheet's lines are carried out. `muster none`: not a single one."""

    kind: Literal["musters"] = "musters"
    most: int = Field(ge=0, le=20)

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """To pass, when there have been enough."""
        if decision.kind == "muster" and self.most == 0:
            yield m.PassTurn(), self

    @property
    def one_more(self) -> Musters:
        """After another card has been mustered."""
        return self.model_copy(update={"most": max(0, self.most - 1)})


class Sleep(InMarket):
    """`pass until new bog`: passes until such a card shows up in the bottom row; then its owner is asked."""

    kind: Literal["sleep"] = "sleep"
    wanted: str  # a terrain, `town`, `enchanted`
    seen: tuple[str, ...] = ()  # what of that lay there when it was ordered

    @property
    def topic(self) -> tuple[Json, ...]:
        """One of these at a time."""
        return (self.kind,)

    def filed(self, desk: Desk) -> Sleep:
        """With what lies there already."""
        return self.model_copy(update={"seen": self.there(desk)})

    def there(self, desk: Desk) -> tuple[str, ...]:
        """The cards of the bottom row that are waited for."""
        bottom = [name for name in desk.view.tisch[:COLUMNS] if name]
        return tuple(name for name in bottom if self._fits(name))

    def _fits(self, name: str) -> bool:
        design = DESIGNS[name]
        return (KINDS[design.terrain] if design.sort == "creature" else design.kind) == self.wanted

    def lapsed(self, desk: Desk) -> bool:
        """With its round, or when such a card has come."""
        return super().lapsed(desk) or any(
            self.there(desk).count(name) > self.seen.count(name) for name in self.there(desk)
        )

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """To pass."""
        if decision.kind == "muster":
            yield m.PassTurn(), self
