"""What every step of the rules gets, and the tables in which the cards' texts are found.

A `card` text does something when its moment comes; a `trait` says what a card is worth or allows while it lies there.
"""

from __future__ import annotations

from engine.core.components.cards import Cards
from engine.core.flow import Play, step
from engine.core.moves import Json, Seat
from engine.games.blood_rage.data import CARDS, DESIGNS, EMPTY, MOST_RAGE, Design
from engine.games.blood_rage.happenings import GloryGained, RageGained
from engine.games.blood_rage.state import Battle, State


class Rage(Play[State]):
    """One move of Blood Rage."""

    __slots__ = ()

    def glory(self, seat: Seat, glory: int, why: str) -> None:
        """Gain or lose Glory, never below 0 (R19.4)."""
        state = self.state
        change = max(glory, -state.glory[seat])
        if change:
            state.glory[seat] += change
            self.tell(GloryGained(seat, change, why))

    def rage(self, seat: Seat, rage: int, why: str) -> None:
        """Gain or lose Rage, within its track (R5.8)."""
        state = self.state
        now = min(MOST_RAGE, max(0, state.rage[seat] + rage))
        change = now - state.rage[seat]
        if change:
            state.rage[seat] = now
            self.tell(RageGained(seat, change, why))

    @property
    def battle(self) -> Battle:
        """The one that is on."""
        assert self.state.battle is not None
        return self.state.battle


card: Cards[Rage] = Cards(
    moments=(
        "invaded", "after_invasion", "action", "primacy", "watch", "reveal", "won", "lost", "keep_cards", "plunder",
        "aftermath", "after_loss", "protect", "retreat", "ship_lost", "release", "end",
    )
)  # fmt: skip
trait: Cards[State] = Cards(
    moments=(
        "price", "discount", "may_invade", "ship", "strength", "warriors", "quest_plus", "sight", "late", "ragnarok",
        "quest", "judged",
    )
)  # fmt: skip


@step
def text(play: Rage, name: str, at: str, seat: Seat, about: list[Json]) -> None:
    """The text of a card."""
    card.speak(play, name, at, seat, *about)


def on_sheet(state: State, seat: Seat, at: str) -> list[Design]:
    """The upgrades of a clan that have something to say at this moment, by slot."""
    return [CARDS[one] for one in state.sheets[seat] if one != EMPTY and at in CARDS[one].at]


def effect(name: str, what: str) -> int:
    """A number of a card's text."""
    return int(DESIGNS[name].effect[what])
