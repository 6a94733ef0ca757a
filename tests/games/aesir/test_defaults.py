"""What a time-out answers, decision by decision, is what the table of decisions says."""

from __future__ import annotations

import pytest

from engine.core.moves import Move
from engine.games.aesir.moves import (
    Achieve,
    BragiWill,
    FreyaWill,
    HeimdallWill,
    LokiWill,
    OdinWill,
    Pick,
    Place,
    SifWill,
    StackRef,
    Tally,
    ThorWill,
)
from engine.games.aesir.state import State
from tests.games.aesir.playing import NO_CHANCE, RULES, say
from tests.games.aesir.test_notation import awake, picking

GOALS = "- / - - / O L S"


def card(stack: str, pos: int, face: str = "up") -> StackRef:
    return StackRef.model_validate({"stack": stack, "face": face, "pos": pos})


def drawn() -> State:
    state = awake("S")
    say(state, 0, "draw")
    return state


CASES: list[tuple[str, State, Move]] = [
    ("D1 the first card in canonical order, its earlier god up", picking(), Pick(card="OT2", up="O")),
    ("D2 the goal, with as many cards as it allows", awake("S", goals=GOALS, rounds=3),
     Achieve(god="S", cards=(card("S", 1), card("S", 2)))),
    ("D3 from the top, face-up cards first", awake("L", goals="- / - - / O S L", rounds=3),
     Achieve(god="L", cards=(card("L", 1), card("L", 2), card("L", 1, "down")))),
    ("D4 Odin", awake("O"), OdinWill(stack="O")),
    ("D5 Thor", awake("T"), ThorWill(target="O")),
    ("D6 Freya", awake("F"), FreyaWill(stack="O")),
    ("D7 Loki: from the left, in awakening order", awake("L"), LokiWill(opponent=1, card=card("S", 1))),
    ("D8 Sif", awake("S"), SifWill()),
    ("D8 Sif's card: the earlier god up", drawn(), Place(up="O")),
    ("D9 Bragi: the first of either list", awake("B"), BragiWill(give=card("O", 1), opponent=1, take=card("S", 1))),
    ("D10 Heimdall", awake("H"), HeimdallWill(card=card("H", 1))),
    ("D11 the top card is scored", awake("L", stage="tally", rounds=3), Tally(god="L", card=card("L", 1))),
]  # fmt: skip


@pytest.mark.parametrize("state, answer", [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_time_out_answers_as_the_table_says(state: State, answer: Move) -> None:
    decision = next(one for one in RULES.decisions(state) if one.seat == 0)
    assert RULES.default(state, decision) == answer
    RULES.apply(state.copy(), 0, answer, NO_CHANCE)
