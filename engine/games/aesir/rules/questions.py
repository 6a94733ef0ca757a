"""The questions of Aesir, a class a kind: the menu, the check, the time-out default, and what an answer does.

What is asked follows from the state alone (see there why it is not kept in a flow). A default is the first answer of
the menu: for a goal as many cards as allowed from the top, in the tally the top card.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any

from engine.core.flow import Asked, Wave
from engine.core.happenings import Happening
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Json, Move, Seat
from engine.core.questions import Question
from engine.games.aesir.data import CARD, CARDS, GODS, HALVES, NUMBER, OTHER, ROW_LIMIT, SEATS
from engine.games.aesir.happenings import CardPlaced, GoalChosen, PickChosen, PickReplaced, TallyKept
from engine.games.aesir.moves import Achieve, AnyMove, Pick, Place, StackRef, Tally
from engine.games.aesir.rules.operands import ScoredCard, check_scored
from engine.games.aesir.rules.stacks import lay, own_cards, score
from engine.games.aesir.rules.wills import WILLS
from engine.games.aesir.state import NOBODY, NOTHING, State


class Asking(Question[State, AnyMove]):
    """A question of Aesir also knows what its answer does; what follows of itself is for the rules."""

    @abstractmethod
    def act(self, state: State, seat: Seat, move: Any, out: list[Happening]) -> None:
        """Carry out a checked answer, and settle (R10)."""


class ChooseCard(Asking):
    """Which card of the hand, and which half up? (R6.1)"""

    kind, answers = "pick", (Pick,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        """Each pair once, with the lowest copy held: its earlier god up, then its later god."""
        pairs: dict[str, int] = {}
        for card in sorted(state.hands[asked.seat]):
            pairs.setdefault(CARDS[card][:2], card)
        return Lines(tuple(
            Option(("pick", CARDS[card], GODS[half]), Pick(card=CARDS[card], up=GODS[half]))
            for card in pairs.values()
            for half in HALVES[card]
        ))  # fmt: skip

    def check(self, state: State, asked: Asked[AnyMove], move: Pick) -> None:
        card = CARD.get(move.card, NOTHING)
        if card not in state.hands[asked.seat]:
            raise IllegalMove("E_NOT_IN_HAND", card=move.card)
        if OTHER[card][NUMBER[move.up]] < 0:
            raise IllegalMove("E_HALF_NOT_ON_CARD", card=move.card, god=move.up)

    def act(self, state: State, seat: Seat, move: Pick, out: list[Happening]) -> None:
        """Lay it face down, or instead of the one that lies there (R6.2)."""
        card, up, picks = move.card, move.up, state.picks
        out.append(PickChosen(seat, card, up) if picks[seat] == NOTHING else PickReplaced(seat, card, up))
        picks[seat] = CARD[card] * 7 + NUMBER[up]


class FulfilWill(Asking):
    """How is the will of the awake god fulfilled? (R9)"""

    kind, answers = "will", tuple(will.move for will in WILLS)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        return WILLS[state.god].menu(state, asked.seat)

    def forced(self, state: State, asked: Asked[AnyMove]) -> Move | None:
        """The single way to fulfil it; every other question has at least two answers."""
        return self.menu(state, asked).single()

    def check(self, state: State, asked: Asked[AnyMove], move: Any) -> None:
        _check_god(state, move)
        WILLS[state.god].check(state, asked.seat, move)

    def act(self, state: State, seat: Seat, move: Any, out: list[Happening]) -> None:
        WILLS[state.god].act(state, seat, move, out)


class GoalOrWill(FulfilWill):
    """Is the goal achieved (R8), or the will fulfilled?"""

    kind, answers = "goal_or_will", (Achieve, *FulfilWill.answers)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        """The uppermost cards for the goal, the ways to fulfil the will, then a list for other cards."""
        god, seat = state.god, asked.seat
        cards = own_cards(state, seat, god)
        wills = WILLS[god].options(state, seat) if WILLS[god].possible(state, seat) else ()
        options = [*_goals(GODS[god], cards[: state.limit]), *wills]
        if len(cards) > 1:
            options.append(Option(("choose",), then=partial(_others, GODS[god], cards, state.limit, ())))
        return Lines(tuple(options))

    def forced(self, state: State, asked: Asked[AnyMove]) -> Move | None:
        return None

    def check(self, state: State, asked: Asked[AnyMove], move: Any) -> None:
        if not isinstance(move, Achieve):
            super().check(state, asked, move)
            return
        _check_god(state, move)
        if len(move.cards) > state.limit:
            raise IllegalMove("E_GOAL_LIMIT", row=ROW_LIMIT.index(state.limit) + 1, limit=state.limit)
        for ref in move.cards:
            check_scored(state, asked.seat, ref)
        if len({(ref.face, ref.pos) for ref in move.cards}) < len(move.cards):
            raise IllegalMove("E_SAME_CARD")

    def act(self, state: State, seat: Seat, move: Any, out: list[Happening]) -> None:
        """R8: cards of the awake god become points, or none."""
        if not isinstance(move, Achieve):
            super().act(state, seat, move, out)
            return
        state.touched = []
        out.append(GoalChosen(seat, move.god, len(move.cards)))
        if move.cards:
            score(state, seat, move.cards, "goal", out)


class LayDrawn(Asking):
    """Which half of the card drawn for Sif is up? (R9.5b)"""

    kind, answers = "place", (Place,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        return Lines(tuple(Option(("up", GODS[half]), Place(up=GODS[half])) for half in HALVES[state.drawn]))

    def check(self, state: State, asked: Asked[AnyMove], move: Place) -> None:
        if OTHER[state.drawn][NUMBER[move.up]] < 0:
            raise IllegalMove("E_HALF_NOT_ON_CARD", card=CARDS[state.drawn], god=move.up)

    def act(self, state: State, seat: Seat, move: Place, out: list[Happening]) -> None:
        card, state.drawn, state.touched = state.drawn, NOTHING, []
        lay(state, seat, NUMBER[move.up], card)
        out.append(CardPlaced(seat, CARDS[card], move.up))


class ScoreInTally(Asking):
    """Is a card of the awake god scored in the final tally? (R12.2)"""

    kind, answers = "tally", (Tally,)
    card = ScoredCard("card")

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        god = GODS[state.god]
        scores = (replace(one, move=Tally(god=god, card=one.what[1])) for one in self.card.options(state, asked.seat))
        return Lines((*scores, Option(("keep",), Tally(god=god))))

    def check(self, state: State, asked: Asked[AnyMove], move: Tally) -> None:
        _check_god(state, move)
        if move.card is not None:
            self.card.check(state, asked.seat, move)

    def act(self, state: State, seat: Seat, move: Tally, out: list[Happening]) -> None:
        if move.card is None:
            out.append(TallyKept(seat, move.god))
        else:
            score(state, seat, [move.card], "tally", out)


ASKED: tuple[Asked[AnyMove], ...] = tuple(Asked(seat) for seat in range(SEATS.stop))  # all that a check wants to know
PICK = ChooseCard()
QUESTIONS: tuple[Asking, ...] = (PICK, FulfilWill(), GoalOrWill(), LayDrawn(), ScoreInTally())
_BY_KIND = {one.kind: one for one in QUESTIONS}


def kind_asked(state: State) -> str:
    """The kind of question that is open; after the end `over`, which asks nothing."""
    if state.stage != "awaken":
        return state.stage
    if state.drawn != NOTHING:
        return "place"
    return "goal_or_will" if state.limit else "will"


def open_wave(state: State) -> Wave[AnyMove] | None:
    """Everybody's pick, or the one question to the favoured player."""
    kind = kind_asked(state)
    if kind == "pick":
        step = {"round": state.round, "cards": len(state.hands[0])}
        picks = (_pick_of(choice) for choice in state.picks)
        return Wave(kind, tuple(Asked(seat, step, pick) for seat, pick in enumerate(picks)), sealed=True)
    if state.favoured == NOBODY:
        return None
    about: dict[str, Json] = {"god": GODS[state.god], "round": state.round}
    if kind == "goal_or_will":
        about["limit"] = state.limit
    return Wave(kind, (Asked(state.favoured, about),))


@cache
def _pick_of(choice: int) -> Pick | None:
    return Pick.model_construct(card=CARDS[choice // 7], up=GODS[choice % 7]) if choice != NOTHING else None


def _check_god(state: State, move: Any) -> None:
    if move.god != GODS[state.god]:
        raise IllegalMove("E_WRONG_STAGE", **expected(state))


def expected(state: State) -> dict[str, Json]:
    """What is asked for now, for refusals: a kind of question and its god."""
    kind = kind_asked(state)
    return {"expected": kind} if kind == "pick" else {"expected": kind, "god": GODS[state.god]}


def question_of(state: State, seat: Seat, move: Move) -> Asking:
    """The question that `seat` answers with this move. Raises IllegalMove when none is open that it could answer."""
    question = _BY_KIND.get(kind_asked(state))
    if question is None or type(move) not in question.answers or (seat != state.favoured and question is not PICK):
        raise _refused(state, seat, move)
    return question


def _refused(state: State, seat: Seat, move: Move) -> IllegalMove:
    """Why a move answers no question that is open to `seat`."""
    if state.stage == "over":
        return IllegalMove("E_GAME_OVER")
    if isinstance(move, Pick):
        return IllegalMove("E_TOO_LATE")
    if state.stage != "pick" and seat != state.favoured:
        return IllegalMove("E_NOT_YOUR_TURN", who=state.favoured)
    if state.stage == "awaken" and isinstance(move, Tally) and move.card is None:
        return IllegalMove("E_MUST_ACT", god=GODS[state.god])
    if isinstance(move, Achieve) and kind_asked(state) == "will" and move.god == GODS[state.god]:
        return IllegalMove("E_NO_GOAL", god=move.god)
    return IllegalMove("E_WRONG_STAGE", **expected(state))


def _goals(god: str, cards: list[StackRef]) -> Iterator[Option]:
    """The goal with the uppermost cards, as many as allowed first."""
    for count in range(len(cards), -1, -1):
        first = tuple(cards[:count])
        yield Option(("goal", first), Achieve.model_validate({"god": god, "cards": first}))


def _others(god: str, cards: list[StackRef], limit: int, chosen: tuple[int, ...]) -> Menu:
    """Choose one card after another, from the top down; what `_goals` offers anyway is left out."""

    def achieve(places: tuple[int, ...]) -> Achieve:
        return Achieve.model_validate({"god": god, "cards": tuple(cards[at] for at in places)})

    options = []
    if chosen != tuple(range(len(chosen))):
        options.append(Option(("enough", achieve(chosen).cards), achieve(chosen)))
    left = limit - len(chosen)
    # A card that only continues the uppermost ones needs another one after it, or it leads nowhere.
    for at in range(chosen[-1] + 1 if chosen else 0, len(cards) if left else 0):
        longer = (*chosen, at)
        if longer == tuple(range(len(longer))) and (left < 2 or at + 2 >= len(cards)):
            continue
        last = left == 1 or at + 1 == len(cards)
        options.append(Option(
            ("own", cards[at]),
            move=achieve(longer) if last else None,
            then=None if last else partial(_others, god, cards, limit, longer),
        ))  # fmt: skip
    return Lines(tuple(options), question="choose")
