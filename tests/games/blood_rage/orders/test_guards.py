"""Lines of a queue that wait for their condition: what does not hold ends the queue, however legal its move is."""

from __future__ import annotations

import pytest

from tests.games.blood_rage.orders.test_orders import asked, sends, session
from tests.games.blood_rage.scene import Scene


@pytest.mark.parametrize(
    "guard, holds",
    [
        ("rage>=5", True), ("rage>=6", False), ("rage>4", True), ("rage>5", False), ("rage=5", True),
        ("rage=4", False), ("rage<=5", True), ("rage<=4", False), ("rage<6", True), ("rage<5", False),
        ("unpillaged GIM", True), ("pillaged GIM", False), ("empty AND>=1", True), ("empty AND<1", False),
        ("foe GIM<1", True), ("foe GIM>=1", False), ("unpillaged GIM and rage>=6", False),
        ("rage>=6 and unpillaged GIM", False), ("rage>=5 and unpillaged GIM", True),
    ],
)  # fmt: skip
def test_a_queued_line_is_carried_out_where_its_guard_holds_and_else_its_owner_is_asked(
    guard: str, holds: bool
) -> None:
    found = session(Scene())
    sends(found, "A", "invade W GIM", f"then if {guard}: pass")
    assert asked(found) == ("B", "action")
    sends(found, "B", "invade W AND")
    assert asked(found) == (("B", "action") if holds else ("A", "action"))
    assert {seat: why.code for seat, why in found.balked.items()} == ({} if holds else {0: "E_PLAN_GUARD"})


@pytest.mark.parametrize(
    "figures, plans, answered",
    [
        # another clan has moved in since the declaration, or nobody has
        ({"A": "L @AND", "B": "W @UTG", "C": "W @GIM"}, {"B": "W<UTG", "C": "W<GIM reply"}, ["B", "C"]),
        ({"A": "L @AND", "B": "W @UTG", "C": "W @GIM"}, {"B": "none", "C": "W<GIM reply"}, []),
        # since this clan's last opportunity: its own move is no reply
        ({"A": "L @AND, W @UTG", "C": "W @GIM"}, {"A": "W<UTG", "C": "W<GIM reply"}, ["A", "C"]),
        ({"A": "L @UTG, S @FS", "C": "W2 @GIM"}, {"A": "none", "C": "W<GIM; W<GIM reply"}, ["C"]),
        # an enemy figure in the fjord is one in the battle, an own one is none
        ({"A": "L @AND, W @UTG", "C": "S @FS"}, {"A": "W<UTG contested"}, ["A"]),
        ({"A": "L @AND, S @FS, W @UTG", "C": "S @FE"}, {"A": "W<UTG contested"}, []),
        # not the highest alone: a tie is behind, ships count
        ({"A": "L @AND", "C": "L @AND, W @GIM"}, {"A": "none", "C": "W<GIM behind"}, ["C"]),
        ({"A": "L @AND", "C": "W @AND, S @FS, W @GIM"}, {"A": "none", "C": "W<GIM behind"}, ["C"]),
        ({"A": "W @AND", "C": "S @FS, W @GIM"}, {"A": "none", "C": "W<GIM behind"}, []),
    ],
)  # fmt: skip
def test_an_entry_of_a_call_plan_waits_for_its_reason(
    figures: dict[str, str], plans: dict[str, str], answered: list[str]
) -> None:
    found = session(Scene("ABC", figures=figures))
    for player in "BC":
        if player in plans:
            sends(found, player, f"call {plans[player]}")
    sends(found, "A", "pillage AND" + (f"; call {plans['A']}" if "A" in plans else ""))
    told = [one for made in found.made for one in made.happenings if one.kind == "call_answered"]
    assert ["ABC"[one.seat] for one in told] == answered  # type: ignore[attr-defined]
    assert asked(found) == ("B", "action")
