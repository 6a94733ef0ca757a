"""Plans: standing and conditional orders, as they are stored. Each knows the round for which it was written."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from engine.core.contract import Plan
from engine.games.asgard.moves import (
    AnySeat,
    Arm,
    Asgard,
    Decline,
    Part,
    Place,
    Request,
    Temple,
    Use,
    Valhalla,
)
from engine.games.asgard.pieces import Colour as ColourName
from engine.games.asgard.pieces import God, Recruit

Act: TypeAlias = Annotated[Decline | Request | Temple | Asgard, Field(discriminator="kind")]


class PlaceStep(Part):
    """`PLAN odin: temple > asgard`: the first legal one. None: `stop`, ask me."""

    step: Literal["place"] = "place"
    god: God
    options: tuple[Place, ...] | None


class ActStep(Part):
    """An `ACT` line with its fall-backs. `place` says which disc (`loki upper`, `loki`, `asgard`); None: `stop`."""

    step: Literal["act"] = "act"
    place: str
    options: tuple[Act, ...] | None


class UseStep(Part):
    step: Literal["use"] = "use"
    options: tuple[Use, ...]


class AgainStep(Part):
    step: Literal["again"] = "again"


class StopStep(Part):
    """`stop` on a line of its own: from here on I am asked."""

    step: Literal["stop"] = "stop"


AnyStep: TypeAlias = Annotated[PlaceStep | ActStep | UseStep | AgainStep | StopStep, Field(discriminator="step")]


class StepsPlan(Plan):
    """The steps of phase 2 or 3 of one round, in order."""

    kind: Literal["steps"] = "steps"
    round: int = Field(ge=0)
    phase: Literal["place", "act"]
    steps: tuple[AnyStep, ...]


class EndPlan(Plan):
    """A written block ends its turn after its last line."""

    kind: Literal["end"] = "end"
    turn: int


class GodsPlan(Plan):
    kind: Literal["gods"] = "gods"
    round: int
    gods: tuple[God, ...]


class RecoverPlan(Plan):
    kind: Literal["recover"] = "recover"
    round: int
    places: tuple[Annotated[str, Field(pattern=r"^(middle|V[1-7]|support:[a-z]{3,6})$")], ...]


class GiverPlan(Plan):
    """A standing ranking of givers for one kind of item; `turn`: it was an answer, and holds for that turn only."""

    kind: Literal["giver"] = "giver"
    what: Literal["stone", "recruit", "seal"]
    which: str
    players: tuple[AnySeat, ...] = Field(min_length=1)
    turn: int | None = None


class FightPlan(Plan):
    """A conditional battle order. `slot` None: every disc without an order of its own.

    `send`: recruits as codes, best first; with `fixed` all of them or nothing, else the shortest beginning that wins.
    `limit`: the most strength to be added. `declare`: a tile to use when the list does not do it.
    """

    kind: Literal["fight"] = "fight"
    round: int
    slot: str | None
    send: str = Field(default="", pattern=r"^[wog]{0,36}$")
    fixed: bool = False
    limit: int | None = Field(default=None, ge=0, le=99)
    declare: str | None = None


class ColourPlan(Plan):
    """A ranking of colours for the sign-up."""

    kind: Literal["colour"] = "colour"
    colours: tuple[ColourName, ...] = Field(min_length=1)


class PickPlan(Plan):
    """A ranking of start recruits."""

    kind: Literal["pick"] = "pick"
    recruits: tuple[Recruit, ...] = Field(min_length=1)


class ValhallaPlan(Plan):
    kind: Literal["valhalla"] = "valhalla"
    wishes: tuple[Valhalla, ...]


class ArmsPlan(Plan):
    kind: Literal["arms"] = "arms"
    arms: tuple[Arm, ...]


AnyPlan: TypeAlias = Annotated[
    StepsPlan
    | EndPlan
    | GodsPlan
    | RecoverPlan
    | GiverPlan
    | FightPlan
    | ColourPlan
    | PickPlan
    | ValhallaPlan
    | ArmsPlan,
    Field(discriminator="kind"),
]
PLANS: TypeAdapter[AnyPlan] = TypeAdapter(AnyPlan)
