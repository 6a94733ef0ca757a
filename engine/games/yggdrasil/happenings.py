"""What the log tells. Everything goes by its code; `why` is the code of a card, Enemy, rune or world."""

from __future__ import annotations

from typing import TypeAlias

from engine.core.happenings import Happening, Kinds, happening, seated
from engine.core.moves import Seat

Codes: TypeAlias = tuple[str, ...]


@happening("game_began", reveals=True)
class GameBegan(Happening):
    level: str
    special: Codes  # Angry and Ragnarok cards in the deck
    first: Seat
    elves: int


@happening("god_picked")
class GodPicked(Happening):
    seat: Seat
    god: str
    dealt: bool = False


# --- Enemy phase (R4, R5) ---------------


@happening("turn_began", role="round")
class TurnBegan(Happening):
    seat: Seat
    turn: int
    daeg: int | None = None  # no Enemy phase, and so many more turns without one


@happening("odin_drew", reveals=True)
class OdinDrew(Happening):
    seat: Seat
    cards: Codes


@happening("odin_returned")
class OdinReturned(Happening):
    seat: Seat
    card: str
    to: str  # top, bottom


@happening("card_drawn", reveals=True)
class CardDrawn(Happening):
    seat: Seat
    card: str
    left: int


@happening("enemy_moved")
class EnemyMoved(Happening):
    enemy: str
    source: int
    to: int
    why: str


@happening("vikings_lost")
class VikingsLost(Happening):
    bag: str
    vikings: int


@happening("fires_came")
class FiresCame(Happening):
    bag: str
    fires: int


@happening("giant_turned", reveals=True)
class GiantTurned(Happening):
    giant: str


@happening("tile_moved")
class TileMoved(Happening):
    source: str
    to: str


@happening("fenrir_rages")
class FenrirRages(Happening):
    need: int


@happening("fenrir_calmed")
class FenrirCalmed(Happening):
    """One action spent on him."""

    seat: Seat
    rolls: tuple[int, ...]
    left: int


# --- Combat (R7) ---------------


@happening("combat_began")
class CombatBegan(Happening):
    seat: Seat
    opponent: str  # an Enemy, a Giant, or "top"
    force: int
    vikings: int
    rolls: tuple[int, ...]  # none: no die
    bonus: int  # Artifact and god


@happening("combat_ended", role="landmark")
class CombatEnded(Happening):
    seat: Seat
    opponent: str
    elves: int
    total: int
    force: int
    won: bool


@happening("giant_defeated", reveals=True, role="landmark")
class GiantDefeated(Happening):
    seat: Seat
    giant: str
    rune: str
    parts: int


@happening("rune_completed")
class RuneCompleted(Happening):
    seat: Seat
    rune: str


@happening("vikings_shared")
class VikingsShared(Happening):
    seat: Seat
    shares: tuple[int, ...]  # by seat


# --- Worlds (R8) ---------------


@happening("valkyries_moved")
class ValkyriesMoved(Happening):
    seat: Seat
    source: str
    to: str


@happening("island_searched", reveals=True)
class IslandSearched(Happening):
    seat: Seat
    bag: str
    vikings: int
    fires: int


@happening("artifact_forged")
class ArtifactForged(Happening):
    seat: Seat
    enemy: str
    level: int


@happening("elf_taken")
class ElfTaken(Happening):
    seat: Seat
    left: int


@happening("goods_traded")
class GoodsTraded(Happening):
    seat: Seat
    other: Seat
    gives: tuple[int, int]  # Vikings, Elves
    takes: tuple[int, int]


@happening("vikings_returned")
class VikingsReturned(Happening):
    seat: Seat
    bag: str
    vikings: int


@happening("bag_cleared", reveals=True)
class BagCleared(Happening):
    seat: Seat
    bag: str
    fires: int
    vikings: int


@happening("vanir_advanced")
class VanirAdvanced(Happening):
    seat: Seat
    square: int


@happening("vanir_used")
class VanirUsed(Happening):
    seat: Seat
    square: int


@happening("vikings_raised")
class VikingsRaised(Happening):
    seat: Seat
    vikings: int


@happening("deck_looked_at", reveals=True)
class DeckLookedAt(Happening):
    seat: Seat
    count: int
    cards: Codes | None = seated()  # the top first


@happening("deck_arranged")
class DeckArranged(Happening):
    seat: Seat
    cards: Codes | None = seated()


# --- The end (R12) ---------------


@happening("turn_ended")
class TurnEnded(Happening):
    seat: Seat
    given_up: int  # actions


@happening("game_ended", role="landmark")
class GameEnded(Happening):
    won: bool
    causes: Codes
    turns: int
    left: int  # cards


AnyHappening: TypeAlias = (
    GameBegan | GodPicked | TurnBegan | OdinDrew | OdinReturned | CardDrawn | EnemyMoved | VikingsLost | FiresCame
    | GiantTurned | TileMoved | FenrirRages | FenrirCalmed | CombatBegan | CombatEnded | GiantDefeated | RuneCompleted
    | VikingsShared | ValkyriesMoved | IslandSearched | ArtifactForged | ElfTaken | GoodsTraded | VikingsReturned
    | BagCleared | VanirAdvanced | VanirUsed | VikingsRaised | DeckLookedAt | DeckArranged | TurnEnded | GameEnded
)  # fmt: skip
KINDS = Kinds.of(AnyHappening)
