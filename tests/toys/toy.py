"""Highest Card: a whole game outside the tree of games, small enough to be read in one go.

It is registered by tests only, and shows that a third party's game works with everything there is. Each seat is
dealt `hand` cards; all lay one face down, the highest wins the round. A card laid may be replaced until all lie.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.core.chance import Chance
from engine.core.contract import Candidate, Desk, Game, Order, Progress, Result
from engine.core.decisions import Decision
from engine.core.happenings import Happening
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Move, Plan, Seat


class Options(BaseModel):
    """`hand`: cards dealt to each seat, so many rounds."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    hand: int = Field(default=5, ge=1, le=13)


class Commit(Move):
    """Lay one card of the hand face down."""

    kind: Literal["commit"] = "commit"
    card: int = Field(ge=1, le=104)


class Boast(Move):
    """Say aloud before one lays that one will win: a public move that hides and reveals nothing."""

    kind: Literal["boast"] = "boast"


class Later(Plan):
    """Lay this card in `round`."""

    kind: Literal["later"] = "later"
    card: int
    round: int


@dataclass(slots=True)
class RoundWon(Happening):
    """All cards are turned."""

    kind: ClassVar[str] = "round_won"
    reveals: ClassVar[bool] = True
    seat: Seat | None
    cards: tuple[int, ...]


@dataclass(slots=True)
class Boasted(Happening):
    kind: ClassVar[str] = "boasted"
    seat: Seat


@dataclass(slots=True)
class Laid(Happening):
    """A card lies face down; which one, its owner alone knows."""

    kind: ClassVar[str] = "laid"
    seat: Seat
    card: int | None

    def seen_by(self, viewer: Seat | None) -> Happening | None:
        return self if viewer == self.seat else None


@dataclass(slots=True)
class Table:
    """The whole table, hidden cards too. Every list is indexed by seat."""

    hands: list[list[int]]
    laid: list[int | None]  # None until the seat has committed
    wins: list[int]
    boasts: list[int]
    round: int = 1

    def copy(self) -> Table:
        hands = [list(hand) for hand in self.hands]
        return Table(hands, list(self.laid), list(self.wins), list(self.boasts), self.round)


@dataclass(slots=True)
class View:
    viewer: Seat | None
    round: int
    stage: str
    scores: tuple[int, ...]
    hand: tuple[int, ...]
    laid: int | None
    boasts: tuple[int, ...]


class HighestCard:
    """The rules, version 1."""

    key, version, seats = "highest_card", 1, range(2, 9)
    Options: type[BaseModel] = Options
    State = Table
    moves: TypeAdapter[Any] = TypeAdapter(Commit | Boast)
    plans: TypeAdapter[Any] = TypeAdapter(Later)

    def seats_with(self, options: BaseModel) -> range:
        return self.seats

    def pins(self, options: BaseModel) -> dict[str, str]:
        return {}

    def setup(self, options: Any, seats: int, chance: Chance) -> tuple[Table, list[Happening]]:
        deck = chance.shuffle("deck", 13 * seats)
        hands = [sorted(card + 1 for card in deck[s * options.hand : (s + 1) * options.hand]) for s in range(seats)]
        return Table(hands, [None] * seats, [0] * seats, [0] * seats), []

    def decisions(self, state: Table) -> tuple[Decision, ...]:
        over = not any(state.hands) and all(card is None for card in state.laid)
        return () if over else tuple(
            Decision(seat, "commit", (("round", state.round),), secret=True, answered=state.laid[seat] is not None)
            for seat in range(len(state.hands))
        )  # fmt: skip

    def menu(self, state: Table, decision: Decision) -> Menu:
        hand = self._cards(state, decision.seat)
        return Lines(tuple(Option(("card", card), Commit(card=card)) for card in hand))

    def default(self, state: Table, decision: Decision) -> Move:
        return Commit(card=self._cards(state, decision.seat)[0])

    def forced(self, state: Table, decision: Decision) -> Move | None:
        hand = state.hands[decision.seat]
        return Commit(card=hand[0]) if len(hand) == 1 and state.laid[decision.seat] is None else None

    def apply(self, state: Table, seat: Seat, move: Move, chance: Chance) -> list[Happening]:
        if isinstance(move, Boast):
            if state.boasts[seat] >= state.round:
                raise IllegalMove("E_BOASTED")
            state.boasts[seat] = state.round
            return [Boasted(seat)]
        assert isinstance(move, Commit)
        if move.card not in self._cards(state, seat):
            raise IllegalMove("E_NOT_IN_HAND", card=move.card)
        if (old := state.laid[seat]) is not None:
            state.hands[seat].append(old)
            state.hands[seat].sort()
        state.hands[seat].remove(move.card)
        state.laid[seat] = move.card
        happenings: list[Happening] = [Laid(seat, move.card)]
        if all(card is not None for card in state.laid):
            happenings.append(self._open(state))
        return happenings

    def _cards(self, state: Table, seat: Seat) -> list[int]:
        laid = state.laid[seat]
        return sorted(state.hands[seat] + ([laid] if laid is not None else []))

    def _open(self, state: Table) -> RoundWon:
        cards = tuple(card for card in state.laid if card is not None)
        winner = cards.index(max(cards))
        state.wins[winner] += 1
        state.laid = [None] * len(cards)
        state.round += 1
        return RoundWon(winner, cards)

    def view(self, state: Table, viewer: Seat | None) -> View:
        hand = tuple(state.hands[viewer]) if viewer is not None else ()
        laid = state.laid[viewer] if viewer is not None else None
        return View(viewer, state.round, "laying", tuple(state.wins), hand, laid, tuple(state.boasts))

    def redeal(self, state: Table, viewer: Seat | None, chance: Chance) -> Table:
        """Everybody else's cards, from all cards that the viewer has not in hand."""
        fresh = state.copy()
        others = [seat for seat in range(len(state.hands)) if seat != viewer]
        pool = sorted(card for seat in others for card in self._cards(state, seat))
        order = chance.shuffle("redeal", len(pool))
        cards = iter(pool[i] for i in order)
        for seat in others:
            fresh.hands[seat] = sorted(next(cards) for _ in state.hands[seat])
            fresh.laid[seat] = next(cards) if state.laid[seat] is not None else None
        return fresh

    def progress(self, state: Table) -> Progress:
        return Progress(state.round, "laying", tuple(state.wins))

    def result(self, state: Table) -> Result | None:
        if self.decisions(state):
            return None
        best = max(state.wins)
        winners = tuple(seat for seat, wins in enumerate(state.wins) if wins == best)
        return Result(winners, ("rounds",), tuple(state.wins))


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) < 4


class ToyNotation:
    """`lay 7`, a menu number, `boast`, `later 7 in 3`."""

    def read(self, lines: Sequence[str], desk: Desk) -> Order:
        words = lines[0].split()
        if words[0] == "boast":
            return Order(1, (Boast(),))
        if words[0] == "lay" and len(words) == 2 and _is_number(words[1]):
            return Order(1, (Commit(card=int(words[1])),))
        if words[0] == "later" and len(words) == 4 and _is_number(words[1]) and _is_number(words[3]):
            return Order(1, plans=(Later(card=int(words[1]), round=int(words[3])),))
        if desk.decisions and (moves := desk.menus(desk.decisions[0]).read(lines[0])):
            return Order(1, moves)
        raise IllegalMove("E_SYNTAX")

    def write(self, move: Move, language: str, desk: Desk | None = None) -> str:
        return f"lay {move.card}" if isinstance(move, Commit) else "boast"

    def write_plan(self, plan: Plan, language: str) -> str:
        assert isinstance(plan, Later)
        return f"later {plan.card} in {plan.round}"

    def sounds_like_order(self, line: str) -> bool:
        return line.split(maxsplit=1)[0] in {"lay", "later", "boast"}


class ToyPlanner:
    """One plan a round; the newest for a round counts."""

    def file(self, standing: tuple[Plan, ...], new: tuple[Plan, ...], desk: Desk) -> tuple[Plan, ...]:
        rounds = {plan.round for plan in new if isinstance(plan, Later)}
        return (*(plan for plan in standing if isinstance(plan, Later) and plan.round not in rounds), *new)

    def candidates(self, desk: Desk, decision: Decision, standing: tuple[Plan, ...]) -> Iterable[Candidate]:
        for plan in standing:
            if isinstance(plan, Later) and plan.round == desk.view.round:
                yield Candidate(Commit(card=plan.card), tuple(one for one in standing if one != plan))

    def in_force(self, standing: tuple[Plan, ...], desk: Desk) -> tuple[Plan, ...]:
        return tuple(plan for plan in standing if isinstance(plan, Later) and plan.round >= desk.view.round)


@dataclass(slots=True)
class ToyWords:
    language: str
    names: Sequence[str]

    def round(self, number: int) -> str:
        return ""

    def setting(self, option: str, value: str = "") -> str:
        return ""

    def title(self) -> str:
        return "Highest Card"

    def seat(self, seat: Seat) -> str:
        return self.names[seat] if seat < len(self.names) and self.names[seat] else f"Seat {seat + 1}"

    def happening(self, happening: Happening) -> str:
        if isinstance(happening, RoundWon):
            winner = "Nobody" if happening.seat is None else self.seat(happening.seat)
            return f"{winner} wins the round with {max(happening.cards)}."
        if isinstance(happening, Boasted):
            return f"{self.seat(happening.seat)} boasts."
        return f"You lay {happening.card}." if isinstance(happening, Laid) else ""

    def passages(self, happenings: Sequence[Happening]) -> Iterable[tuple[Happening, str]]:
        return [(one, text) for one in happenings if (text := self.happening(one))]

    def question(self, decision: Decision, view: Any) -> str:
        return "Which card do you lay?"

    def waiting(self, decision: Decision) -> str:
        return f"{self.seat(decision.seat)} lays a card"

    def option(self, option: Option, view: Any) -> str:
        return f"the {option.what[1]}"

    def heading(self, key: str) -> str:
        return key

    def refusal(self, code: str, where: Mapping[str, Any]) -> str:
        return code

    def status(self, view: Any) -> list[tuple[str, str]]:
        return [("Round", str(view.round)), ("Wins", " ".join(map(str, view.scores)))]

    def stage(self, view: Any) -> str:
        return f"round {view.round}"

    def result(self, result: Result) -> str:
        return f"{', '.join(self.seat(seat) for seat in result.winners)} win"

    def examples(self, decision: Decision, view: Any) -> list[str]:
        return [f"lay {view.hand[0]}"] if view.hand else []

    def plan_examples(self, decision: Decision, view: Any) -> list[tuple[str, str]]:
        return []


class ToyBot:
    """Lays any card."""

    def move(self, desk: Desk, rng: random.Random) -> Move:
        decision = desk.asked()
        assert decision is not None
        return rng.choice([move for _, _, move in desk.menus(decision).leaves()])

    def sheet(self, desk: Desk, rng: random.Random, notation: Any, language: str) -> list[str]:
        return [notation.write(self.move(desk, rng), language, desk)]


def _text_board(view: View, words: Any) -> str:
    return f"Round {view.round}. Hand: {' '.join(map(str, view.hand)) or '-'}"


game: Game[Any] = Game(
    key="highest_card",
    versions={1: HighestCard()},
    notation=ToyNotation(),
    planner=ToyPlanner(),
    words=ToyWords,
    bots={"random": ToyBot(), "greedy": ToyBot()},
    draw=lambda view, words: {"round": view.round},
    text_board=_text_board,
    manual=lambda language: "# Highest Card\n",
)
