"""What the log tells of campaign turns and battles; all other happenings stand in `happenings`."""

from __future__ import annotations

from typing import TypeAlias

from engine.core.happenings import Happening, happening, later, own
from engine.core.moves import Seat

Names: TypeAlias = tuple[str, ...]


@happening("hero_moved")
class HeroMoved(Happening):
    seat: Seat
    hero: str
    source: str
    to: str
    why: str = ""


@happening("favor_waived")
class FavorWaived(Happening):
    seat: Seat
    god: str


@happening("turn_passed")
class TurnPassed(Happening):
    seat: Seat


@happening("battle_began", reveals=True)
class BattleBegan(Happening):
    attacker: Seat | None
    defender: Seat | None
    hero: str
    origin: str
    ground: str


@happening("militia_revealed", reveals=True)
class MilitiaRevealed(Happening):
    """What was turned: those that joined the side, and what became of the others; `what`: militia, bodyguard, foes."""

    what: str
    joined: Names
    sacrificed: Names
    banished: Names
    queued: Names
    power: int


@happening("card_fights")
class CardFights(Happening):
    seat: Seat
    card: str
    power: int
    how: str  # attack, defend, berserk, late
    back: bool = later(default=False)  # an item of which it was said that it returns to the hand if its side wins


@happening("ability_used")
class AbilityUsed(Happening):
    seat: Seat
    card: str
    copied: str
    on: str


@happening("ability_blocked")
class AbilityBlocked(Happening):
    seat: Seat  # who blocked it
    item: str
    card: str


@happening("card_withheld", reveals=True)
class CardsWithheld(Happening):
    """From a hand, of which both sides of the battle know what, and all others how many."""

    seat: Seat  # whose they are
    by: Seat
    count: int
    cards: Names | None = None

    def seen_by(self, viewer: Seat | None) -> Happening | None:
        if viewer in (self.seat, self.by) and viewer is not None:
            return self
        return CardsWithheld(self.seat, self.by, self.count)


@happening("card_set_aside")
class CardSetAside(Happening):
    seat: Seat
    card: str


@happening("cards_returned")
class CardsReturned(Happening):
    seat: Seat
    count: int
    cards: Names | None = own()


@happening("attack_declined")
class AttackDeclined(Happening):
    seat: Seat


@happening("step_ended")
class StepEnded(Happening):
    seat: Seat
    step: str  # attack, defend, berserk
    attack: int
    defence: int


@happening("battle_decided", reveals=True, role="landmark")
class BattleDecided(Happening):
    attacker: Seat | None
    defender: Seat | None
    ground: str
    attack: int
    defence: int
    won: bool  # by the attacker


@happening("territory_taken", role="landmark")
class TerritoryTaken(Happening):
    seat: Seat | None
    territory: str
    lost_by: Seat | None


@happening("enemy_rises")
class EnemyRises(Happening):
    """An enemy marker comes to a territory; `lost_by`: who controlled it."""

    event: str
    territory: str
    lost_by: Seat | None


@happening("event_misses")
class EventMisses(Happening):
    """It finds neither anything to attack nor a place for an enemy marker."""

    event: str


@happening("marker_removed")
class MarkerRemoved(Happening):
    seat: Seat
    territory: str
    why: str


@happening("last_marker_stays")
class LastMarkerStays(Happening):
    seat: Seat
    territory: str


@happening("hero_vanquished", role="landmark")
class HeroVanquished(Happening):
    seat: Seat
    hero: str
    territory: str


@happening("hero_stands")
class HeroStands(Happening):
    seat: Seat
    hero: str
    why: str


@happening("hero_rebuked")
class HeroRebuked(Happening):
    seat: Seat
    hero: str
    territory: str
