"""Sheets: orders of a round before their question comes (P7)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from engine.core.contract import Decision, Desk
from engine.core.moves import Json, Move
from engine.core.plans import Facts, Standing
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import DESIGNS
from engine.games.asgards_chosen.orders.battles import AttackPlan, Wanted

Ordered: TypeAlias = Annotated[
    m.PlayGod | m.PlayCharm | m.Appease | m.Done | m.MoveHero | m.Attack | m.PassTurn | m.Muster | m.Ring | m.Renew
    | m.EventChoice,
    Field(discriminator="kind"),
]  # fmt: skip
Phase: TypeAlias = Literal["god", "charm", "campaign", "muster", "event", "renew"]
PHASES: tuple[Phase, ...] = ("god", "charm", "campaign", "muster", "event", "renew")
_OF: dict[type[Move], Phase] = {
    m.PlayGod: "god", m.PlayCharm: "charm", m.MoveHero: "campaign", m.Attack: "campaign", m.PassTurn: "campaign",
    m.Muster: "muster", m.Ring: "muster", m.Renew: "renew", m.EventChoice: "event",
}  # fmt: skip


class Ahead(Standing):
    """An order for a phase of this round that has not come to its player yet, in the order in which it was written."""

    kind: Literal["ahead"] = "ahead"
    phase: Phase
    round: int
    move: Ordered
    battle: AttackPlan | None = None

    @property
    def topic(self) -> tuple[Json, ...]:
        """The same order twice is one."""
        return (self.kind, self.phase, str(self.move))

    def lapsed(self, desk: Desk) -> bool:
        """With its round, for which it was written."""
        return bool(desk.view.round > self.round)

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """The move, when its question has come; its battle is planned from then on."""
        if decision.kind == self.phase or (decision.kind == "after" and isinstance(self.move, m.Appease)):
            battle = self.battle
            if battle is not None:
                battle = battle.model_copy(update={"round": desk.view.round, "turn": desk.view.turn})
            yield self.move, battle


def phase_of(move: Any) -> Phase | None:
    """In which phase a move is made; None: it answers something else."""
    if isinstance(move, m.Appease):
        found: Phase = DESIGNS[move.god].appease["phase"]
        return found
    return _OF.get(type(move))


def ahead(move: Any, desk: Desk, battle: AttackPlan | None = None) -> Ahead | None:
    """A move whose question is not open, as an order for later in this round; None: it is for now, or for never."""
    phase, asked = phase_of(move), desk.asked()
    if phase is None or desk.view.round == 0 or desk.view.stage == "over":
        return None
    if asked is not None and asked.kind in (phase, "after" if isinstance(move, m.Appease) else phase):
        return None
    if isinstance(move, m.PassTurn) and asked is not None and asked.kind == "muster":
        return None
    now = desk.view.stage if desk.view.stage != "battle" else "campaign"
    if now in PHASES and PHASES.index(phase) < PHASES.index(now):
        return None  # that phase is over: the refusal says so
    if phase == now and not _still_comes(desk, phase):
        return None
    return Ahead(phase=phase, round=desk.view.round, move=move, battle=battle)


def _still_comes(desk: Desk, phase: Phase) -> bool:
    """Whether the seat will be asked in this phase again: before its turn, or for its second campaign turn."""
    view = desk.view
    count = len(view.players)
    turn = (view.seat - view.first) % count
    own = (desk.seat - view.first) % count
    return phase in ("muster", "event", "renew") or own > turn or (phase == "campaign" and view.turn < 2)
