"""Standing orders: how they are stored, written, checked at once, and what they mean when their question comes.

They hold wishes, understood when they were written, and never text. Those of a round lapse with it, `tally` with the
game; a later order of the same kind and god replaces.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field, TypeAdapter, model_validator

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.grammar.parts import many, sign, skip, the
from engine.core.grammar.text import fold
from engine.core.grammar.values import At, Name, No, Text
from engine.core.grammar.verbs import Verb
from engine.core.moves import IllegalMove, Move, Plan, Silence
from engine.core.plans import Facts, KitPlanner, Plans, Standing
from engine.games.aesir.data import NUMBER, ROUNDS, God
from engine.games.aesir.moves import Pick, SifWill, Wish
from engine.games.aesir.orders.answers import answers, tally_move, will_move
from engine.games.aesir.orders.lexicon import LEXICON
from engine.games.aesir.orders.wishes import GOD, WISH, Item
from engine.games.aesir.view import View

Wanted: TypeAlias = Iterator[tuple[Move, Plan | None]]


class Picks(Standing):
    """What to pick in the contest of a round, best first."""

    round: int = Field(ge=1)
    items: tuple[str, ...] = Field(min_length=1)  # a god `H`, a pair `OT:T` or a card `OT1:T`, best first

    def check(self, desk: Desk) -> None:
        """Raises IllegalMove for what could never come true."""
        if desk.view.stage != "pick":
            raise IllegalMove("E_TOO_LATE")

    def lapsed(self, desk: Desk) -> bool:
        """With the contest of its round."""
        return bool(desk.view.stage != "pick" or self.round != desk.view.round)

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """For each item the first card in canonical order that it allows; the plan stays."""
        hand: tuple[str, ...] = desk.view.players[desk.seat].cards
        for item in self.items if decision.kind == "pick" else ():
            card, _, up = item.rpartition(":")
            held = next((one for one in hand if up in one and card in ("", one, one[:2])), None)
            if held is not None:
                yield Pick.model_validate({"card": held, "up": up}), self

    def silence(self, desk: Desk, decision: Decision) -> Silence:
        """None of what it names is in hand any more."""
        return "gone" if decision.kind == "pick" else ""


class PickPlan(Picks):
    """`plan H>O>OT:T`: in every remaining step of its round the first item that the hand allows."""

    kind: Literal["plan"] = "plan"


class LastPlan(Picks):
    """`last H>O`: the same for the last card of the hand only; there it speaks first."""

    kind: Literal["last"] = "last"

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """See `Picks.wants`."""
        return super().wants(desk, decision, facts) if len(desk.view.players[desk.seat].cards) == 1 else iter(())

    def silence(self, desk: Desk, decision: Decision) -> Silence:
        """See `Picks.silence`."""
        return super().silence(desk, decision) if len(desk.view.players[desk.seat].cards) == 1 else ""


class Conditional(Standing):
    """What is wanted when something comes to pass: the first of the wishes that is legal then."""

    kinds: ClassVar[tuple[str, ...]]  # of questions that it answers
    god: str
    wishes: tuple[Wish, ...] = Field(min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _of_old(cls, raw: Any) -> Any:
        """Plans of the first releases had `orders`, text in the canonical notation (English, seats as P1, P2 ...)."""
        if not isinstance(raw, dict) or "orders" not in raw:
            return raw
        rest = {name: value for name, value in raw.items() if name != "orders"}
        return {**rest, "wishes": tuple(_understood(text) for text in raw["orders"])}

    @property
    def topic(self) -> tuple[str, str]:
        """One order for a god."""
        return self.kind, self.god

    @abstractmethod
    def check(self, desk: Desk) -> None:
        """Raises IllegalMove for what could never come true."""

    def means(self, decision: Decision) -> bool:
        """Whether this question is the one that was meant."""
        return decision.kind in self.kinds and self.god in ("*", decision.text("god"))

    def left(self, wish: Wish, move: Move) -> Plan | None:
        """What stands when this move of a wish is made."""
        return self

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """Raises IllegalMove for an order of old that is none any more."""
        for wish in self.wishes if self.means(decision) else ():
            if not wish.word:
                raise IllegalMove("E_SYNTAX", line=wish.note)
            try:
                moves = answers(wish, decision, desk)
            except IllegalMove:  # `up H` before the draw, `goal 1` after it: another part of the plan answers
                continue
            for move in moves:
                yield move, self.left(wish, move)

    def silence(self, desk: Desk, decision: Decision) -> Silence:
        """No wish of it fits."""
        return "gone" if self.means(decision) else ""


class FavourPlan(Conditional):
    """`if F: double H | double F`: when the own seat gets this favour in its round."""

    kinds = ("will", "goal_or_will", "place")
    kind: Literal["if"] = "if"
    round: int = Field(ge=1)
    god: God

    def check(self, desk: Desk) -> None:
        """Raises IllegalMove for what could never come true."""
        if desk.view.stage == "tally":
            raise IllegalMove("E_WRONG_STAGE", expected="tally", god=desk.view.god)
        if self.been_awake(desk):
            raise IllegalMove("E_TOO_LATE", god=self.god, needs="round" if self.round < ROUNDS else "last")
        for wish in self.wishes:
            if (self.god, wish.word) != ("S", "up"):
                will_move(wish, self.god, desk)

    def been_awake(self, desk: Desk) -> bool:
        """Whether the favour in this round is settled, and no longer for this seat to use."""
        return _been_awake(self.god, "awaken", desk)

    def lapsed(self, desk: Desk) -> bool:
        """With its round, and once the god has been awake."""
        return self.round != desk.view.round or desk.view.stage in ("tally", "over") or self.been_awake(desk)

    def left(self, wish: Wish, move: Move) -> Plan | None:
        """After `draw up H` its second half, after `draw` any `up` of the plan."""
        if not isinstance(move, SifWill):
            return None
        again = (one for one in self.wishes if one.word == "up")
        halves = (Wish(word="up", gods=wish.gods),) if wish.gods else tuple(again)
        return self.model_copy(update={"wishes": halves}) if halves else None


class TallyPlan(Conditional):
    """`tally S: keep`: the same for the final tally; `*` stands for every god not named. Kept until the game ends."""

    kinds = ("tally",)
    kind: Literal["tally"] = "tally"
    god: God | Literal["*"]

    def check(self, desk: Desk) -> None:
        """Raises IllegalMove for what could never come true."""
        if self.been_counted(desk):
            raise IllegalMove("E_TOO_LATE", god=self.god, needs="tally")
        for wish in self.wishes:
            if self.god == "*" and wish.word == "score" and wish.refs:
                raise IllegalMove("E_SYNTAX")
            card = tally_move(wish, "O" if self.god == "*" else self.god, desk).card
            if self.god != "*" and card is not None and card.stack != self.god:
                raise IllegalMove("E_WRONG_STACK", god=self.god)

    def been_counted(self, desk: Desk) -> bool:
        """Whether the tally has passed this god, or another seat has the favour."""
        return self.god != "*" and _been_awake(self.god, "tally", desk)

    def lapsed(self, desk: Desk) -> bool:
        """With the game, and once the tally has passed its god."""
        return bool(desk.view.stage == "over") or self.been_counted(desk)


AnyPlan: TypeAlias = Annotated[PickPlan | LastPlan | FavourPlan | TallyPlan, Field(discriminator="kind")]
PLANS: TypeAdapter[AnyPlan] = TypeAdapter(AnyPlan)


def _been_awake(god: str, stage: str, desk: Desk) -> bool:
    """Whether a god has awakened in this stage, and leaves this seat nothing to decide."""
    view: View = desk.view
    if view.stage != stage or view.god is None:
        return False
    mine = view.god == god and view.favoured == desk.seat
    return NUMBER[god] <= NUMBER[view.god] and not mine


def _understood(text: str) -> Wish:
    """An old order as a wish. One that cannot be read stays in the log and is refused when its turn comes."""
    try:
        wish: Wish = WISH.read(Text.of(fold(text)), At(LEXICON), whole=True)
    except No:
        return Wish(word="", note=text)
    return wish


def _this_round(desk: Desk | None) -> int:
    return int(desk.view.round) if desk is not None else 1


_ITEMS = many("items", Item(alone=True), between=">", tight=True)
_WISHES = many("wishes", WISH, between="|")
PLAN_VERBS = (
    Verb("plan", PickPlan, skip(":"), _ITEMS, round=_this_round),
    Verb("last", LastPlan, skip(":"), _ITEMS, round=_this_round),
    Verb("if", FavourPlan, skip(":"), the("god", GOD), sign(":"), _WISHES, round=_this_round),
    Verb("tally", TallyPlan, skip(":"), the("god", Name("god or all")), sign(":"), _WISHES),
)


class AesirPlanner(KitPlanner):
    """The kit's planner; nothing is filed after the end."""

    def __init__(self) -> None:
        super().__init__(Facts({}))

    def file(self, standing: Plans, new: Plans, desk: Desk) -> Plans:
        """See `Planner.file`. Raises IllegalMove after the end."""
        if desk.view.stage == "over":
            raise IllegalMove("E_GAME_OVER")
        return super().file(standing, new, desk)

    def speaking(self, plans: Plans, decision: Decision) -> Plans:
        """`last` before `plan`; an order for every god only where none names this one."""
        named = any(isinstance(plan, TallyPlan) and plan.god != "*" and plan.means(decision) for plan in plans)
        heard = (plan for plan in plans if not (named and isinstance(plan, TallyPlan) and plan.god == "*"))
        return tuple(sorted(heard, key=lambda plan: plan.kind != "last"))
