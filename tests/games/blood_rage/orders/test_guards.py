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
