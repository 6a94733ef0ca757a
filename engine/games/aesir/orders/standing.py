"""Standing orders as they are stored. They hold wishes, understood when they were written, and never text."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, TypeAdapter, model_validator

from engine.core.contract import IllegalMove, Plan
from engine.core.grammar.text import fold
from engine.games.aesir.data import SEATS, God
from engine.games.aesir.orders.spelling import Wish, wish


class PickPlan(Plan):
    """`plan H>O>OT:T`: in every remaining step of its round the first item that the hand allows."""

    kind: Literal["plan"] = "plan"
    round: int = Field(ge=1)
    items: tuple[str, ...] = Field(min_length=1)  # a god `H`, a pair `OT:T` or a card `OT1:T`, best first


class LastPlan(Plan):
    """`last H>O`: the same for the last card of the hand only."""

    kind: Literal["last"] = "last"
    round: int = Field(ge=1)
    items: tuple[str, ...] = Field(min_length=1)


class Conditional(Plan):
    """What is wanted when something comes to pass: the first of the wishes that is legal then."""

    wishes: tuple[Wish, ...] = Field(min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _of_old(cls, raw: Any) -> Any:
        """Plans of the first releases had `orders`, text in the canonical notation (English, seats as P1, P2 ...)."""
        if not isinstance(raw, dict) or "orders" not in raw:
            return raw
        rest = {name: value for name, value in raw.items() if name != "orders"}
        return {**rest, "wishes": tuple(_understood(text) for text in raw["orders"])}


class FavourPlan(Conditional):
    """`if F: double H | double F`: when the own seat gets this favour in its round."""

    kind: Literal["if"] = "if"
    round: int = Field(ge=1)
    god: God


class TallyPlan(Conditional):
    """`tally S: keep`: the same for the final tally; `*` stands for every god not named. Kept until the game ends."""

    kind: Literal["tally"] = "tally"
    god: God | Literal["*"]


AnyPlan: TypeAlias = Annotated[PickPlan | LastPlan | FavourPlan | TallyPlan, Field(discriminator="kind")]
PLANS: TypeAdapter[AnyPlan] = TypeAdapter(AnyPlan)


def _understood(text: str) -> Wish:
    """An old order as a wish. One that cannot be read stays in the log and is refused when its turn comes."""
    try:
        return wish(fold(text), SEATS.stop - 1)
    except IllegalMove:
        return Wish("", note=text)
