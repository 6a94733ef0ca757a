"""What is ordered for the set-up: where one's tiles go, which starting items one would like (D1, D2, D23)."""

from __future__ import annotations

from typing import Literal

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.plans import Facts, Ranked, Standing
from engine.games.asgards_chosen.moves import PickItem
from engine.games.asgards_chosen.orders.plans.following import Wanted


class AutoTiles(Standing):
    """`tile auto`: one's tiles and towns go where they would at a time-out (R3.3.9)."""

    kind: Literal["auto_tiles"] = "auto_tiles"

    def lapsed(self, desk: Desk) -> bool:
        """When the board is laid."""
        return bool(desk.view.stage != "board")

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """The nearest place, which stands first in the menu."""
        if decision.kind in ("tile", "town"):
            yield desk.menus(decision).first(), self


class ItemRank(Ranked[PickItem]):
    """`item Raskovnik > Aarni > Gram`: the first of these that is offered."""

    kind: Literal["item_rank"] = "item_rank"
    asked: Literal["item"] = "item"

    def lapsed(self, desk: Desk) -> bool:
        """When the items have been picked."""
        return bool(desk.view.stage not in ("board", "items"))
