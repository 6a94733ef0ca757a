"""Blood Rage in pairs: what is answered in a battle, when, and by hand or beforehand, reaches nobody else."""

from __future__ import annotations

import pytest

from asgard_pbem.tables.models import Player
from tests.tables.secrets.pairing import TWOS, Pair, battle, both, clock, compare, known, reader_ends, says
from tests.tables.secrets.test_secret_events import Clock

__all__ = ["clock", "known", "reader_ends"]
pytestmark = pytest.mark.django_db
PILLAGE = both(says("A", "pillage GIM"))
A_LAYS = says("A", "card TY3")
TIDE = battle("OTI TY2", "TY5 TY3", TWOS)
PAIRS = {
    "which cards stay in the hand": Pair(
        (battle("TY3 TY2", "TY5 LPO"), battle("TY3 TAS", "TY5 OJU")),
        (PILLAGE, both(A_LAYS), both(says("B", "card TY5"))),
    ),
    "who answers Odin's Tide first": Pair(
        (TIDE, TIDE),
        (PILLAGE, both(says("A", "card OTI")), both(says("B", "card TY5")),
         (says("A", "tide L"), says("B", "tide L")), (says("B", "tide L"), says("A", "tide L"))),
    ),
    "Odin's Tide answered by hand or beforehand": Pair(
        (TIDE, TIDE),
        (PILLAGE, (says("A", "card OTI"), says("A", "card OTI\ntide L")), (says("B", "card TY5"), None),
         (says("A", "tide L"), None), (says("B", "tide L"), says("B", "card TY5\ntide L"))),
    ),
    "what is kept after a battle, by hand or beforehand, before another saves nobody": Pair(
        (battle("TY3 TY2", "TY6 OJU", sheet={"A": "FPR", "B": "YPR"}),) * 2,
        (PILLAGE, both(A_LAYS), (says("B", "card TY6"), says("B", "card TY6\nprowess none")),
         (says("B", "prowess none"), None), both(says("A", "protect none"))),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_that_differs_in_what_is_concealed_reaches_all_others_alike(
    name: str, known: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(PAIRS[name], known, clock, monkeypatch)
