"""Whose turn it is, and where the discs stand that are still to be performed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.games.asgard import happenings as told
from engine.games.asgard.state import State
from tests.games.asgard.reading.printed import SUPPORTED_AT, spend


class Turns:
    """Phases 2 and 3. Raises AssertionError at a line that breaks the rules."""

    def __init__(self, state: State) -> None:
        """The table after set-up."""
        self.order = list(state.order)
        self.discs = [Counter[str]() for _ in range(state.seats)]  # on slots and in Asgard
        self.hand = [Counter[str]() for _ in range(state.seats)]  # gods that are not yet revealed
        self.support: dict[tuple[str, str], int] = {}
        self.last: int | None = None  # whose turn it was
        self.again = self.begun = self.placing = self.all_at_once = False

    def order_changed(self, it: told.OrderChanged) -> None:
        self.order = list(it.order)

    def extra_turn(self, it: told.ExtraTurn) -> None:
        assert it.seat == self.last
        self.again = True

    def phase(self, it: told.PhaseBegan) -> None:
        self.last, self.placing = None, it.stage == "place"

    def chosen(self, it: told.ChoiceMade) -> None:
        if it.what == "gods":
            self.hand[it.seat] = Counter(god=it.count)

    def disc_placed(self, it: told.Placed) -> None:
        """R6.2 to R6.4."""
        self._acts(it.seat, self.hand)
        spend(self.hand[it.seat], "god")
        place = "asgard" if it.slot == "asgard" else f"{it.god} {it.slot}"
        self.stand(it.seat, place)

    def performed(self, it: told.Performed) -> None:
        """R7.1, R7.5."""
        self._acts(it.seat, self.discs)
        self.all_at_once = it.how == "all"
        place = f"{it.god} {it.slot}" if it.god else "asgard"
        if self.all_at_once:
            assert self.discs[it.seat].pop(place) > 1
        else:
            spend(self.discs[it.seat], place)

    def used(self, it: told.TileUsed) -> None:
        """Before the action it begins the turn, by the order as it was (R5.4)."""
        if it.seat != self.last:
            self._turn(it.seat, self.hand if self.placing else self.discs)
            self.begun = True

    def _acts(self, seat: int, left: Sequence[Counter[str]]) -> None:
        if self.begun:
            assert seat == self.last
        else:
            self._turn(seat, left)
        self.begun = False

    def _turn(self, seat: int, left: Sequence[Counter[str]]) -> None:
        """The next in turn order who has something left, from the first on or behind who was last (R6.6, R6.7)."""
        at = -1 if self.last is None else self.order.index(self.last)
        line = [self.order[(at + step) % len(self.order)] for step in range(1, len(self.order) + 1)]
        after = line[-1:] if self.again else line  # whoever was last comes last, or again
        assert seat == next(one for one in after if left[one].total())
        self.last, self.again = seat, False

    def stand(self, seat: int, place: str) -> None:
        god, _, slot = place.partition(" ")
        assert god == "asgard" or not any(discs[place] for discs in self.discs)
        if slot == "temple":
            supporters = [self.support.get((god, at)) for at in SUPPORTED_AT]
            assert None in supporters
            assert seat not in supporters
        self.discs[seat][place] += 1
