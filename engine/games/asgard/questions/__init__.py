"""Every decision of the game: who is asked, the menu, the check and the default beside each other."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.decisions import Decision
from engine.core.flow import Asked
from engine.core.menu import Menu
from engine.games.asgard.moves import AnyMove
from engine.games.asgard.pieces import TURN
from engine.games.asgard.questions import last, middle, start, turns
from engine.games.asgard.questions.question import Choice
from engine.games.asgard.state import State

OFFER, END = turns.Offer(), turns.End()
QUESTIONS: dict[str, Choice] = {
    one.kind: one
    for one in (
        start.Colour(), start.StartPick(), start.Recover(), start.Gods(), turns.Place(), turns.Act(), END, OFFER,
        middle.Giver(), middle.SealGiver(), middle.Get(), middle.Redistribute(),
        last.Battle(), last.Valhalla(), last.Arm(),
    )
}  # fmt: skip


def open_now(state: State) -> Choice | None:
    """What is asked now, besides offers; None: nothing more."""
    wave = state.flow.wave
    if wave is not None:
        return QUESTIONS[wave.kind]
    return END if state.acted and state.stage in TURN else QUESTIONS.get(state.stage)


def decisions(state: State) -> Iterator[Decision]:
    """Who has to answer, and who may still replace an answer."""
    question = open_now(state)
    if question is None:
        return
    if not (question.kind == "redistribute" and True in state.offering):  # it waits until the others made their offers
        yield from question.open(state)
    if state.stage in TURN:
        yield from OFFER.open(state)


def asked(state: State, decision: Decision) -> tuple[Choice, Asked[AnyMove]]:
    """The question of a decision, and what it is about."""
    wave = state.flow.wave
    found = wave.of(decision.seat) if wave is not None and wave.kind == decision.kind else None
    return QUESTIONS[decision.kind], found or Asked(decision.seat)


def menu(state: State, decision: Decision) -> Menu:
    """The legal answers."""
    question, one = asked(state, decision)
    return question.menu(state, one)
