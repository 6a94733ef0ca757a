"""Sheets: orders of a round before their question comes (P7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.moves import Json, Move, Silence
from engine.core.plans import Facts, Left, Standing
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import DESIGNS, SLOTS
from engine.games.asgards_chosen.orders.plans.battles import AttackPlan
from engine.games.asgards_chosen.orders.plans.following import FollowUp, InRound, held_still, table_of
from engine.games.asgards_chosen.rules.phases import appeasable
from engine.games.asgards_chosen.view import View

Wanted: TypeAlias = Iterator[tuple[Move, Left]]
Ordered: TypeAlias = Annotated[
    m.PlaceHero | m.PlayGod | m.PlayCharm | m.Appease | m.Done | m.MoveHero | m.Attack | m.PassTurn | m.Muster | m.Ring
    | m.Renew,
    Field(discriminator="kind"),
]  # fmt: skip
Phase: TypeAlias = Literal["hero", "god", "charm", "campaign", "muster", "renew"]
PHASES: tuple[Phase, ...] = ("hero", "god", "charm", "campaign", "muster", "renew")
_OF: dict[type[Move], Phase] = {
    m.PlaceHero: "hero", m.PlayGod: "god", m.PlayCharm: "charm", m.MoveHero: "campaign", m.Attack: "campaign",
    m.PassTurn: "campaign", m.Muster: "muster", m.Ring: "muster", m.Renew: "renew",
}  # fmt: skip
_STAGES: dict[str, Phase] = {
    "board": "hero", "items": "hero", "heroes": "hero", "god": "god", "charm": "charm", "campaign": "campaign",
    "battle": "campaign", "muster": "muster", "renewal": "renew",
}  # fmt: skip


class Ahead(InRound):
    """An order for a phase of this round that has not come to its player yet, in the order in which it was written."""

    kind: Literal["ahead"] = "ahead"
    phase: Phase
    move: Ordered
    card: str = ""  # of a slot of the Tisch: what lay there; it is followed where it slides
    battle: AttackPlan | None = None
    follow: FollowUp | None = None
    then_ask: bool = False
    met: bool = False  # `if met`: a god whose wish is not met is passed over, and nobody told
    place: int = 0  # among equal orders of a sheet: two passes are two

    @property
    def topic(self) -> tuple[Json, ...]:
        """The same order twice is one, unless they stand on one sheet."""
        return (self.kind, self.phase, str(self.move), self.place)

    def lapsed(self, desk: Desk) -> bool:
        """With its phase."""
        return super().lapsed(desk) or self.missed(desk)

    def missed(self, desk: Desk) -> bool:
        """Whether its phase in this round is over, and it has not been carried out."""
        now = _STAGES.get(desk.view.stage)
        return desk.view.round == self.round and now is not None and PHASES.index(now) > PHASES.index(self.phase)

    def idle(self, desk: Desk) -> bool:
        """See `missed`: its owner is told."""
        return self.missed(desk)

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """The move, when its question has come; its battle is planned from then on."""
        if isinstance(self.move, m.Appease):
            if decision.kind in (self.phase, "after") and self._met(desk, decision):
                yield self.move, self._left(desk)
        elif decision.kind == self.phase:
            for move in self.now(desk):
                yield move, self._left(desk)

    def silence(self, desk: Desk, decision: Decision) -> Silence:
        """The card that it takes is gone. A god who waits to be appeased keeps nobody from anything."""
        return "gone" if decision.kind == self.phase and not isinstance(self.move, m.Appease) else ""

    def _met(self, desk: Desk, decision: Decision) -> bool:
        """Whether what a god asks for is met, where it was said so, or comes of what happens: campaign, partners."""
        if not self.met and self.phase != "campaign" and decision.kind != "after" and desk.view.mode != "coop":
            return True
        return self.move.kind == "appease" and self.move.god in appeasable(table_of(desk), desk.seat, self.phase)

    def now(self, desk: Desk) -> Iterator[Ordered]:
        """The move as it is now: cards that have slid are followed, those that are gone are left out."""
        view: View = desk.view
        move = self.move
        if isinstance(move, m.Renew):
            yield m.Renew(cards=held_still(move.cards, desk))
        elif isinstance(move, m.Muster) and self.card:
            at = _slot(view, self.card, move.slot)
            if at:
                yield move.model_copy(update={"slot": at})
        elif isinstance(move, m.PlaceHero) and self.card:
            at = _slot(view, self.card, move.take or "")
            if at:
                yield move.model_copy(update={"take": at})
            yield move.model_copy(update={"take": None})
        else:
            yield move

    def _left(self, desk: Desk) -> tuple[InRound | AttackPlan, ...]:
        battle = self.battle
        if battle is not None:
            battle = battle.model_copy(update={"round": desk.view.round, "turn": desk.view.turn})
        pause = Paused(round=self.round, phase=self.phase) if self.then_ask else None
        return tuple(one for one in (battle, self.follow, pause) if one is not None)


class NoAppeasing(InRound):
    """`appease none`: nobody need ask about gods that could be appeased in this round."""

    kind: Literal["no_appeasing"] = "no_appeasing"

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """Nothing by itself: what is said of single gods goes before it."""
        yield from ()


class Unasked(Standing):
    """`pass if none`: where there is but one answer it is given. Who says so is waited for only with a choice, and lets
    that be seen; nobody sees who has said so.
    """

    kind: Literal["unasked"] = "unasked"

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """Nothing by itself: what is ordered for a question goes before it."""
        yield from ()


class Paused(InRound):
    """After `then ask`: what comes next is asked, though something is planned for it."""

    kind: Literal["paused"] = "paused"
    phase: Phase

    def lapsed(self, desk: Desk) -> bool:
        """When the next phase is over; of the campaign, when its second turn has come."""
        now = PHASES.index(_STAGES.get(desk.view.stage, "renew"))
        beyond = now > PHASES.index(self.phase) + 1 or (now == PHASES.index("campaign") and desk.view.turn > 1)
        return super().lapsed(desk) or beyond

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """Nothing."""
        yield from ()


def _slot(view: View, card: str, best: str) -> str:
    """Where a card lies in the Tisch, by choice where it lay; empty: it is gone."""
    found = [slot for slot, name in zip(SLOTS, view.tisch, strict=True) if name == card]
    return best if best in found else found[0] if found else ""


def phase_of(move: Any) -> Phase | None:
    """In which phase a move is made; None: it answers something else."""
    if isinstance(move, m.Appease):
        found: Phase = DESIGNS[move.god].appease["phase"]
        return found
    return _OF.get(type(move))


def ahead(move: Any, desk: Desk, phase: Phase | None = None, **more: Any) -> Ahead | None:
    """A move whose question is not open, as an order for later in this round; None: it is for now, or for never.

    `phase`: of a move that may be for several; `more`: what else the order says.
    """
    view: View = desk.view
    asked, phase = desk.asked(), phase or phase_of(move)
    if phase is None or view.stage == "over":
        return None
    appeases = isinstance(move, m.Appease)
    shared = appeases and view.mode == "coop"  # when both have had their turn (R16.3)
    if asked is not None and ((asked.kind == phase and not shared) or (appeases and asked.kind == "after")):
        return None
    now = _STAGES.get(view.stage)
    if isinstance(move, m.PassTurn) and now == "muster":
        if asked is not None and asked.kind == "muster":
            return None
        phase = "muster"
    if now is not None and PHASES.index(phase) < PHASES.index(now):
        return None  # that phase is over: the refusal says so
    if (phase == "hero") != (view.round == 0) or (phase == now and not _still_comes(desk, phase, move)):
        return None
    return Ahead(phase=phase, round=view.round, move=move, card=_card(move, view), **more)


def _card(move: Any, view: View) -> str:
    """What lies in the slot that is named."""
    slot = move.slot if isinstance(move, m.Muster) else move.take if isinstance(move, m.PlaceHero) else None
    return view.tisch[SLOTS.index(slot)] if slot in SLOTS else ""


def _still_comes(desk: Desk, phase: Phase, move: Move) -> bool:
    """Whether the seat will be asked in this phase again: before its turn, for its second one, after its battle."""
    view = desk.view
    count = len(view.players)
    turn = (view.seat - view.first) % count
    own = (desk.seat - view.first) % count
    if phase in ("hero", "muster", "renew") or own > turn or (phase == "campaign" and view.turn < 2):
        return True
    return isinstance(move, m.Appease) and (own == turn or view.mode == "coop")
