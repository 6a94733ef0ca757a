"""Blood Rage in pairs: who is asked behind a veil, and for how long, reaches nobody else by any mail or page."""

from __future__ import annotations

import pytest

from asgard_pbem.tables.models import Player
from tests.tables.secrets.pairing import (
    Pair,
    battle,
    both,
    clock,
    compare,
    digested,
    known,
    reader_ends,
    reminded,
    says,
    times_out,
    veil_ends,
)
from tests.tables.secrets.test_secret_events import Clock

__all__ = ["clock", "known", "reader_ends"]
pytestmark = pytest.mark.django_db
PILLAGE = both(says("A", "pillage GIM"))
A_LAYS, B_LAYS = says("A", "card TY3"), says("B", "card TY3")
A_IS_LATE, B_IS_LATE = says("A", "late none"), says("B", "late none")
EYES = battle("TY3 HEY", "TY3 TY2"), battle("TY3 TY2", "TY3 HEY")
PAIRS = {
    "whether a late card is held": Pair(
        (battle("TY3 TY2", "TY3 HEY"), battle("TY3 TY2", "TY3 OJU")),
        (PILLAGE, both(A_LAYS), (B_LAYS, None), (B_IS_LATE, B_LAYS)),
        others=(0, 2, None),
    ),
    "who holds a late card, and answers, is reminded, or lets the time run out": Pair(
        EYES, (PILLAGE, (A_LAYS, B_LAYS), (B_LAYS, A_LAYS), both(digested)),
        endings=(((A_IS_LATE, B_IS_LATE),), (both(reminded), (A_IS_LATE, B_IS_LATE)), (both(times_out),)),
    ),
    "whether the veil waits to its end for a card, or for a late one": Pair(
        EYES, (PILLAGE, both(A_LAYS), (B_LAYS, None), both(reminded), both(veil_ends))
    ),
    "whether a veil's time is up for one or for all": Pair(
        EYES, (PILLAGE, (A_LAYS, None), both(reminded), both(veil_ends))
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_that_differs_in_what_is_concealed_reaches_all_others_alike(
    name: str, known: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(PAIRS[name], known, clock, monkeypatch)
