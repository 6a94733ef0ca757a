"""What gods decide: one class a kind of answer. Everything is named by its code."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from engine.core.moves import Move
from engine.games.yggdrasil.data import BagCode, EnemyCode, GiantCode, GodCode, IslandCode

MOST = 999  # that anybody says; how many there are is for the rules to say, not for the form of a move
Amount: TypeAlias = Annotated[int, Field(ge=0, le=MOST)]


class Part(BaseModel):
    """A value inside a move."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PickGod(Move):
    """The god of a seat (R2.1)."""

    kind: Literal["god"] = "god"
    god: GodCode


class OdinPick(Move):
    """Which of two cards is applied, and where the other goes (R11.1)."""

    kind: Literal["pick"] = "pick"
    card: int
    other: Literal["top", "bottom"]


class NidhoggPick(Move):
    """Which of the rearmost Enemies advances (R5.5)."""

    kind: Literal["nidhogg"] = "nidhogg"
    enemy: EnemyCode


# --- Actions (R8) ---------------


class ElfPolicy(Part):
    """Elves after the roll (R7.5): as many as are `need`ed to win, at most `most`; `exact` ones; or to be `ask`ed."""

    mode: Literal["need", "exact", "ask"] = "need"
    most: Amount = 0


class FightEnemy(Move):
    """Asgard (R8.1)."""

    kind: Literal["fight"] = "fight"
    enemy: EnemyCode
    vikings: Amount = 0
    elves: ElfPolicy = ElfPolicy()


class Midgard(Move):
    """Move the Valkyries (`to` None: they stay), then search or not (R8.2)."""

    kind: Literal["mid"] = "mid"
    to: IslandCode | None = None
    search: bool = False


class Forge(Move):
    """Take or upgrade an Artifact (R8.3)."""

    kind: Literal["forge"] = "forge"
    enemy: EnemyCode
    level: Annotated[int, Field(ge=1, le=3)]


class TakeElf(Move):
    """World of the Elves (R8.4)."""

    kind: Literal["elf"] = "elf"


class Goods(Part):
    """Counters that change hands."""

    vikings: Amount = 0
    elves: Amount = 0


class Trade(Move):
    """World of Darkness (R8.5)."""

    kind: Literal["trade"] = "trade"
    god: GodCode
    give: Goods = Goods()
    take: Goods = Goods()


class ReturnVikings(Move):
    """World of the Dead (R8.6)."""

    kind: Literal["dead"] = "dead"
    bag: BagCode


class ClearBag(Move):
    """Kingdom of Fire (R8.7)."""

    kind: Literal["fire"] = "fire"
    bag: BagCode


class FightGiant(Move):
    """Ice Fortress (R8.8); `target` "top": the first of the face-down pile."""

    kind: Literal["ice"] = "ice"
    target: GiantCode | Literal["top"]
    vikings: Amount = 0
    elves: ElfPolicy = ElfPolicy()


class VanirAdvance(Move):
    """Sacred Land: one square on (R8.9.1)."""

    kind: Literal["advance"] = "advance"


class VanirUse(Move):
    """Sacred Land: the effect of a square (R8.9.2), with what that square asks for."""

    kind: Literal["vanir"] = "vanir"
    square: Annotated[int, Field(ge=1, le=5)]
    island: IslandCode | None = None  # square 1
    avoid: Annotated[tuple[EnemyCode, ...], Field(max_length=6)] = ()  # square 3: the new order, given beforehand
    enemy: EnemyCode | None = None  # square 4
    giant: GiantCode | None = None  # square 5

    @model_validator(mode="after")
    def says_what_its_square_wants(self) -> Self:
        """Neither less nor more."""
        said = (self.island is not None, self.enemy is not None, self.giant is not None)
        if said != (self.square == 1, self.square == 4, self.square == 5) or (self.avoid and self.square != 3):
            raise ValueError("what the square asks for")
        return self


class EndTurn(Move):
    """Give up what is left of the turn (R6.4, R6.8)."""

    kind: Literal["end"] = "end"


# --- Answers in the middle of a turn ---------------


class UseElves(Move):
    """How many Elves help after the roll (R7.5)."""

    kind: Literal["elves"] = "elves"
    elves: Amount


class Rearrange(Move):
    """The new order of the cards looked at: old places, counted from 1, the new top first (R8.9)."""

    kind: Literal["order"] = "order"
    order: Annotated[tuple[Annotated[int, Field(ge=1, le=6)], ...], Field(min_length=1, max_length=6)]


class MannPick(Move):
    """The Enemy that goes back (R10.2)."""

    kind: Literal["mann"] = "mann"
    enemy: EnemyCode


class TiwazPick(Move):
    """The Enemies that go back (R10.2)."""

    kind: Literal["tiwaz"] = "tiwaz"
    enemies: Annotated[tuple[EnemyCode, ...], Field(min_length=1, max_length=6)]


class Share(Part):
    """What one god gets."""

    god: GodCode
    vikings: Amount


class SigelShare(Move):
    """Who gets the Vikings off the World of the Dead (R10.1)."""

    kind: Literal["sigel"] = "sigel"
    shares: Annotated[tuple[Share, ...], Field(max_length=6)] = ()


Action: TypeAlias = (
    FightEnemy | Midgard | Forge | TakeElf | Trade | ReturnVikings | ClearBag | FightGiant | VanirAdvance | VanirUse
    | EndTurn
)  # fmt: skip
Answer: TypeAlias = OdinPick | NidhoggPick | UseElves | Rearrange | MannPick | TiwazPick | SigelShare
AnyMove: TypeAlias = PickGod | Action | Answer
ACTIONS = (
    FightEnemy, Midgard, Forge, TakeElf, Trade, ReturnVikings, ClearBag, FightGiant, VanirAdvance, VanirUse, EndTurn
)  # fmt: skip
MOVES: TypeAdapter[Any] = TypeAdapter(Annotated[AnyMove, Field(discriminator="kind")])
