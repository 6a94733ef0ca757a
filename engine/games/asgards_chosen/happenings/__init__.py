"""What the log tells. Cards, territories and heroes go by their names; `side` is a colour, `seat` who plays it."""

from __future__ import annotations

from typing import TypeAlias

from engine.core.happenings import Happening, Kinds, each, happening, later, own
from engine.core.moves import Seat
from engine.games.asgards_chosen.happenings.clashes import (
    AbilityBlocked,
    AbilityUsed,
    AttackDeclined,
    BattleBegan,
    BattleDecided,
    CardFights,
    CardSetAside,
    CardsReturned,
    CardsWithheld,
    EnemyRises,
    EventMisses,
    FavorWaived,
    HeroMoved,
    HeroRebuked,
    HeroStands,
    HeroVanquished,
    LastMarkerStays,
    MarkerRemoved,
    MilitiaRevealed,
    StepEnded,
    TerritoryTaken,
    TurnPassed,
)

Names: TypeAlias = tuple[str, ...]


# --- Set-up ---------------


@happening("game_began", reveals=True)
class GameBegan(Happening):
    seats: int
    first: Seat
    hands: tuple[Names | None, ...] = each()


@happening("tile_drawn", reveals=True)
class TileDrawn(Happening):
    seat: Seat
    tile: str


@happening("tile_laid")
class TileLaid(Happening):
    seat: Seat
    tile: str
    q: int
    r: int
    direction: str


@happening("town_placed")
class TownPlaced(Happening):
    seat: Seat
    town: str
    q: int
    r: int
    corner: str


@happening("tile_removed")
class TileRemoved(Happening):
    tile: str


@happening("items_offered", reveals=True, private=True)
class ItemsOffered(Happening):
    seat: Seat
    items: Names


@happening("item_picked", reveals=True)
class ItemPicked(Happening):
    seat: Seat
    item: str | None = own()


@happening("tisch_dealt", reveals=True)
class TischDealt(Happening):
    cards: Names
    banished: Names
    aside: Names


@happening("hero_placed", reveals=True)
class HeroPlaced(Happening):
    seat: Seat
    hero: str
    to: str
    taken: str | None


@happening("enemy_placed", reveals=True)
class EnemyPlaced(Happening):
    territories: Names


# --- Rounds and phases ---------------


@happening("round_began", role="round")
class RoundBegan(Happening):
    round: int
    first: Seat


@happening("phase_began", role="phase")
class PhaseBegan(Happening):
    phase: str


@happening("turns_over", reveals=True)  # and who is not asked to appease a god has none for it
class TurnsOver(Happening):
    """Partners have both had their turn of a phase (R16.3)."""


@happening("nobody_appeased", reveals=True)  # and the partner is asked, or has none for it either
class NobodyAppeased(Happening):
    """One of two partners has the choice, and appeases no god (R16.3)."""

    seat: Seat


@happening("god_played")
class GodPlayed(Happening):
    seat: Seat
    god: str


@happening("charm_played")
class CharmPlayed(Happening):
    seat: Seat
    item: str


@happening("god_appeased", role="landmark")
class GodAppeased(Happening):
    seat: Seat
    god: str
    count: int


@happening("cards_drawn", reveals=True)
class CardsDrawn(Happening):
    seat: Seat
    count: int
    why: str
    cards: Names | None = own()


@happening("pile_shuffled", reveals=True)
class PileShuffled(Happening):
    seat: Seat
    count: int


@happening("cards_discarded", reveals=True)
class CardsDiscarded(Happening):
    seat: Seat
    cards: Names
    why: str


@happening("cards_sacrificed")
class CardsSacrificed(Happening):
    seat: Seat
    cards: Names
    why: str


@happening("cards_banished", reveals=True)
class CardsBanished(Happening):
    cards: Names
    why: str


@happening("card_taken", reveals=True)
class CardTaken(Happening):
    seat: Seat
    card: str
    why: str


@happening("card_given")
class CardGiven(Happening):
    seat: Seat
    card: str
    to: Seat


@happening("cards_looked_at", reveals=True)
class CardsLookedAt(Happening):
    """What a seat sees of another's hand, who sees it too, or on top of the creature deck (`whose` None)."""

    seat: Seat
    whose: Seat | None
    count: int
    why: str
    cards: Names | None = own()

    def seen_by(self, viewer: Seat | None) -> Happening | None:
        return self if viewer is not None and viewer == self.whose else Happening.seen_by(self, viewer)


@happening("card_put_back", reveals=True)
class CardPutBack(Happening):
    seat: Seat
    card: str | None = own()


@happening("card_kept", reveals=True)
class CardsKept(Happening):
    seat: Seat
    count: int
    cards: Names | None = own()


# --- Muster and renewal ---------------


@happening("tisch_filled", reveals=True)
class TischFilled(Happening):
    slots: Names
    cards: Names


@happening("event_revealed", reveals=True)
class EventRevealed(Happening):
    event: str
    why: str  # resolved, keeper, banished, queued
    alone: bool = later(default=False)  # it concerns but one of two partners


@happening("deck_renewed", reveals=True)
class DeckRenewed(Happening):
    """The creature deck: the second one, banished cards of it again, or that of the set-up with the events back."""

    why: str  # second, again, setup
    count: int


@happening("keeper_left")
class KeeperLeft(Happening):
    event: str


@happening("card_mustered", reveals=True)
class CardMustered(Happening):
    seat: Seat
    card: str
    slot: str
    paid: Names
    power: int
    cost: int
    helped: Names = later(())  # what has helped and is no card of it: Freyja's favor, the keeper, Frigg's favor


@happening("payment_failed", reveals=True)
class PaymentFailed(Happening):
    seat: Seat
    card: str
    paid: Names
    power: int


@happening("payment_opened", reveals=True)
class PaymentOpened(Happening):
    seat: Seat
    card: str
    paid: Names
    power: int
    helped: Names = later(())


@happening("ring_used", reveals=True)
class RingUsed(Happening):
    seat: Seat
    hero: str
    card: str


@happening("muster_passed")
class MusterPassed(Happening):
    seat: Seat


@happening("hands_renewed", reveals=True)
class HandsRenewed(Happening):
    discarded: tuple[Names, ...]
    counts: tuple[int, ...]
    cards: tuple[Names | None, ...] = each()


@happening("enemy_turned")
class EnemyTurned(Happening):
    """The enemy's tiles in solitaire: the columns of the one face up and of the one face down."""

    up: int
    down: int


@happening("end_triggered", role="landmark")
class EndTriggered(Happening):
    why: str  # gods, deck


@happening("game_ended", reveals=True, role="landmark")
class GameEnded(Happening):
    winners: tuple[Seat, ...]
    appeased: tuple[int, ...]
    markers: tuple[int, ...]
    cards: tuple[int, ...]


AnyHappening: TypeAlias = (
    GameBegan | TileDrawn | TileLaid | TownPlaced | TileRemoved | ItemsOffered | ItemPicked | TischDealt | HeroPlaced
    | EnemyPlaced | RoundBegan | PhaseBegan | TurnsOver | NobodyAppeased | GodPlayed | CharmPlayed | GodAppeased
    | CardsDrawn | PileShuffled | CardsDiscarded | CardsSacrificed | CardsBanished | CardTaken | CardGiven
    | CardsLookedAt | CardPutBack | CardsKept | HeroMoved | TurnPassed | BattleBegan | MilitiaRevealed | CardFights
    | AbilityUsed | AbilityBlocked | CardsWithheld | CardSetAside | CardsReturned | AttackDeclined | StepEnded
    | BattleDecided | TerritoryTaken | MarkerRemoved | LastMarkerStays | HeroVanquished | HeroStands | HeroRebuked
    | TischFilled | EventRevealed | KeeperLeft | CardMustered | PaymentFailed | PaymentOpened | RingUsed | MusterPassed
    | HandsRenewed | EnemyTurned | EndTriggered | GameEnded | EnemyRises | EventMisses | FavorWaived | DeckRenewed
)  # fmt: skip
KINDS = Kinds.of(AnyHappening)
