"""Plans: standing and conditional orders, as they are stored, and what each wants when its question comes.

Each knows the round for which it was written. A sheet's steps are in `steps.py`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.moves import Move, Silence
from engine.core.plans import Facts, Left, Standing
from engine.games.asgard import moves
from engine.games.asgard.moves import AnySeat, Arm, Valhalla
from engine.games.asgard.orders.steps import LAST, EndPlan, StepsPlan
from engine.games.asgard.pieces import BATTLE_SLOT, BATTLE_SLOTS, COLOURS, RECRUIT_CODES, STRENGTH, God, Recruit
from engine.games.asgard.pieces import Colour as ColourName
from engine.games.asgard.rules import battles
from engine.games.asgard.rules.supply import NAMES
from engine.games.asgard.view import View

Wants: TypeAlias = Iterator[tuple[Move, Left]]
STARTS = ("colour", "start_pick")


class Simple(Standing):
    """A plan for questions of one kind."""

    answers: ClassVar[tuple[str, ...]]

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wants:
        """See `here`."""
        if decision.kind in self.answers:
            yield from self.here(desk)

    def silence(self, desk: Desk, decision: Decision) -> Silence:
        """Moves that cannot be are tried, and refused; of what is left out beforehand nothing was there."""
        return "gone" if decision.kind in self.answers and self.expected(desk) else ""

    def expected(self, desk: Desk) -> bool:
        """Whether the question that is open is the one that it was made for."""
        return True

    @abstractmethod
    def here(self, desk: Desk) -> Wants:
        """Moves for the question that is open, each with what is left of the plan."""


class OfRound(Simple):
    """A plan for the start of a round."""

    round: int

    def expected(self, desk: Desk) -> bool:
        return bool(self.round == desk.view.round)

    def lapsed(self, desk: Desk) -> bool:
        view: View = desk.view
        return self.round < view.round or (self.round == view.round and view.stage in ("place", "act", "battle"))


class GodsPlan(OfRound):
    """The gods of a round."""

    kind: Literal["gods"] = "gods"
    answers: ClassVar = ("gods",)
    gods: tuple[God, ...]

    def here(self, desk: Desk) -> Wants:
        if self.round == desk.view.round:
            yield moves.ChooseGods(gods=self.gods), None


class RecoverPlan(OfRound):
    """The discs that come back at the start of a round."""

    kind: Literal["recover"] = "recover"
    answers: ClassVar = ("recover",)
    places: tuple[Annotated[str, Field(pattern=r"^(middle|V[1-7]|support:[a-z]{3,6})$")], ...]

    def here(self, desk: Desk) -> Wants:
        if self.round == desk.view.round:
            yield moves.Recover(places=self.places), None


class GiverPlan(Simple):
    """A standing ranking of givers for one kind of item; `turn`: it was an answer, and holds for that turn only."""

    kind: Literal["giver"] = "giver"
    answers: ClassVar = ("giver", "seal_giver")
    what: Literal["stone", "recruit", "seal"]
    which: str
    players: tuple[AnySeat, ...] = Field(min_length=1)
    turn: int | None = None

    @property
    def topic(self) -> tuple[object, ...]:
        return self.kind, self.what, self.which, self.turn is None

    def lapsed(self, desk: Desk) -> bool:
        view: View = desk.view
        return view.stage == "over" if self.turn is None else self.turn != view.table.turn

    def expected(self, desk: Desk) -> bool:
        ask = desk.view.table.ask
        return ask is not None and (self.what, self.which) == (ask.what, NAMES[ask.what][ask.which])

    def here(self, desk: Desk) -> Wants:
        """Players who are not tied are passed over."""
        ask = desk.view.table.ask
        if ask is not None and self.expected(desk):
            players = tuple(seat for seat in self.players if seat in ask.among)
            if players:
                yield moves.Giver(what=self.what, which=self.which, players=players), self


class FightPlan(Simple):
    """A conditional battle order. `slot` None: every disc without an order of its own.

    `send`: recruits as codes, best first; with `fixed` all of them or nothing, else the shortest beginning that wins.
    `limit`: the most strength to be added. `declare`: a tile to use when the list does not do it.
    """

    kind: Literal["fight"] = "fight"
    answers: ClassVar = ("battle",)
    round: int
    slot: str | None
    send: str = Field(default="", pattern=r"^[wog]{0,36}$")
    fixed: bool = False
    limit: int | None = Field(default=None, ge=0, le=99)
    declare: str | None = None

    @property
    def topic(self) -> tuple[object, ...]:
        return self.kind, self.slot

    def lapsed(self, desk: Desk) -> bool:
        return self.round < max(desk.view.round, 1) or desk.view.stage in LAST

    def expected(self, desk: Desk) -> bool:
        return False  # it answers whenever it is asked for its disc

    def here(self, desk: Desk) -> Wants:
        """The order for the first open disc, in the order of worlds."""
        slots = desk.view.table.fighting[desk.seat]
        name = BATTLE_SLOTS[slots[0]] if slots else ""
        if name and self.round == desk.view.round and self.slot in (None, name):
            yield self.order(desk, name), self

    def order(self, desk: Desk, name: str) -> moves.Battle:
        """What it comes to now, for the disc on one battle slot."""
        table, slot, send, strength = desk.view.table, BATTLE_SLOT[name], [0, 0, 0], 0
        due, left = battles.need(table, slot), battles.left(table, desk.seat)
        for code in self.send if self.limit is None or due <= self.limit else "":
            if strength >= due and not self.fixed:
                break
            kind = RECRUIT_CODES.index(code)
            if send[kind] < left[kind]:
                send[kind] += 1
                strength += STRENGTH[kind]
            elif self.fixed:
                strength = -99
        if strength >= due:
            return moves.Battle(slot=name, send=(send[0], send[1], send[2]))
        if self.declare is not None and self._owned(desk):
            return moves.Battle(slot=name, declare=self.declare)
        return moves.Battle(slot=name)

    def _owned(self, desk: Desk) -> bool:
        names = desk.view.table.components.population
        number = battles.NOTHING
        if self.declare == "tyr_skill":
            number = battles.TYR_SKILL
        elif self.declare in names:
            number = names.index(self.declare)
        return number in battles.tiles_left(desk.view.table, desk.seat)


class ColourPlan(Simple):
    """A ranking of colours for the sign-up."""

    kind: Literal["colour"] = "colour"
    answers: ClassVar = ("colour",)
    colours: tuple[ColourName, ...] = Field(min_length=1)

    def lapsed(self, desk: Desk) -> bool:
        return bool(desk.view.stage != "colour")

    def here(self, desk: Desk) -> Wants:
        for colour in self.colours:
            if COLOURS.index(colour) not in desk.view.colours:
                yield moves.ChooseColour(colour=colour), None


class PickPlan(Simple):
    """A ranking of start recruits."""

    kind: Literal["pick"] = "pick"
    answers: ClassVar = ("start_pick",)
    recruits: tuple[Recruit, ...] = Field(min_length=1)

    def lapsed(self, desk: Desk) -> bool:
        return desk.view.stage not in STARTS

    def here(self, desk: Desk) -> Wants:
        for recruit in self.recruits:
            yield moves.StartPick(recruit=recruit), None


class ValhallaPlan(Simple):
    """The first wish that is legal, every time."""

    kind: Literal["valhalla"] = "valhalla"
    answers: ClassVar = ("valhalla",)
    wishes: tuple[Valhalla, ...]

    def lapsed(self, desk: Desk) -> bool:
        return desk.view.stage in ("arm", "over")

    def here(self, desk: Desk) -> Wants:
        for wish in self.wishes:
            yield wish, None if wish.warrior is None else self


class ArmsPlan(Simple):
    """The first tile of the list that can be laid."""

    kind: Literal["arms"] = "arms"
    answers: ClassVar = ("arm",)
    arms: tuple[Arm, ...]

    def lapsed(self, desk: Desk) -> bool:
        return bool(desk.view.stage == "over")

    def here(self, desk: Desk) -> Wants:
        for arm in self.arms:
            rest = list(self.arms)
            rest.remove(arm)
            yield arm, ArmsPlan(arms=tuple(rest)) if rest else None


AnyPlan: TypeAlias = Annotated[
    StepsPlan | EndPlan | GodsPlan | RecoverPlan | GiverPlan | FightPlan | ColourPlan | PickPlan | ValhallaPlan
    | ArmsPlan,
    Field(discriminator="kind"),
]  # fmt: skip
PLANS: TypeAdapter[AnyPlan] = TypeAdapter(AnyPlan)
