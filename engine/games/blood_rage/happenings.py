"""What the log tells. Cards, figures and places go by their codes; `why` is a word of ours or the code of a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from engine.core.happenings import Happening, Kinds, Role, each, own
from engine.core.moves import Seat

Codes: TypeAlias = tuple[str, ...]


@dataclass(slots=True)
class GameBegan(Happening):
    kind: ClassVar[str] = "game_began"
    reveals: ClassVar[bool] = True
    seats: int
    first: Seat
    tokens: Codes  # by province, the destroyed ones too
    doom: Codes  # the provinces of Ages 1, 2, 3
    destroyed: Codes


@dataclass(slots=True)
class AgeBegan(Happening):
    kind: ClassVar[str] = "age_began"
    role: ClassVar[Role] = "round"
    reveals: ClassVar[bool] = True
    age: int
    packs: tuple[Codes | None, ...] = each()


@dataclass(slots=True)
class CardsDrafted(Happening):
    kind: ClassVar[str] = "cards_drafted"
    reveals: ClassVar[bool] = True
    private: ClassVar[bool] = True
    seat: Seat
    cards: Codes


@dataclass(slots=True)
class PacksPassed(Happening):
    kind: ClassVar[str] = "packs_passed"
    reveals: ClassVar[bool] = True
    step: int
    packs: tuple[Codes | None, ...] = each()


@dataclass(slots=True)
class ActionBegan(Happening):
    kind: ClassVar[str] = "action_began"
    role: ClassVar[Role] = "phase"
    age: int
    first: Seat
    rage: tuple[int, ...]


@dataclass(slots=True)
class FigureInvaded(Happening):
    kind: ClassVar[str] = "figure_invaded"
    seat: Seat
    figure: str
    place: str
    cost: int
    why: str = ""  # the card that brought it, if it was no action of its own


@dataclass(slots=True)
class FiguresMarched(Happening):
    kind: ClassVar[str] = "figures_marched"
    seat: Seat
    figures: Codes
    source: str
    to: str


@dataclass(slots=True)
class UpgradePlayed(Happening):
    kind: ClassVar[str] = "upgrade_played"
    reveals: ClassVar[bool] = True
    seat: Seat
    card: str
    slot: str
    cost: int
    replaced: str | None = None


@dataclass(slots=True)
class QuestCommitted(Happening):
    kind: ClassVar[str] = "quest_committed"
    seat: Seat
    card: str | None = own()


@dataclass(slots=True)
class TurnPassed(Happening):
    kind: ClassVar[str] = "turn_passed"
    seat: Seat
    rage: int  # that is lost


@dataclass(slots=True)
class FiguresSacrificed(Happening):
    kind: ClassVar[str] = "figures_sacrificed"
    seat: Seat


@dataclass(slots=True)
class PillageDeclared(Happening):
    kind: ClassVar[str] = "pillage_declared"
    seat: Seat
    province: str
    cost: int
    why: str = ""


@dataclass(slots=True)
class CallAnswered(Happening):
    kind: ClassVar[str] = "call_answered"
    seat: Seat
    figure: str
    source: str
    province: str


@dataclass(slots=True)
class CallDeclined(Happening):
    kind: ClassVar[str] = "call_declined"
    seat: Seat


@dataclass(slots=True)
class BattleJoined(Happening):
    kind: ClassVar[str] = "battle_joined"
    province: str
    fighters: tuple[Seat, ...]


@dataclass(slots=True)
class CardsRevealed(Happening):
    kind: ClassVar[str] = "cards_revealed"
    role: ClassVar[Role] = "landmark"
    reveals: ClassVar[bool] = True
    cards: tuple[tuple[Seat, str | None], ...]  # in battle order; None: an empty hand


@dataclass(slots=True)
class TextsCancelled(Happening):
    kind: ClassVar[str] = "texts_cancelled"
    seat: Seat
    cards: Codes


@dataclass(slots=True)
class BattleRestarted(Happening):
    kind: ClassVar[str] = "battle_restarted"
    seat: Seat


@dataclass(slots=True)
class LateCardAdded(Happening):
    kind: ClassVar[str] = "late_card_added"
    reveals: ClassVar[bool] = True
    seat: Seat
    card: str


@dataclass(slots=True)
class BattleDecided(Happening):
    kind: ClassVar[str] = "battle_decided"
    role: ClassVar[Role] = "landmark"
    province: str
    totals: tuple[tuple[Seat, int], ...]  # in battle order
    winner: Seat | None


@dataclass(slots=True)
class CardsReturned(Happening):
    kind: ClassVar[str] = "cards_returned"
    seat: Seat
    cards: Codes
    why: str = ""


@dataclass(slots=True)
class CardsDiscarded(Happening):
    kind: ClassVar[str] = "cards_discarded"
    seat: Seat
    cards: Codes


@dataclass(slots=True)
class CardsStolen(Happening):
    kind: ClassVar[str] = "cards_stolen"
    seat: Seat
    victim: Seat
    cards: Codes


@dataclass(slots=True)
class FiguresDestroyed(Happening):
    kind: ClassVar[str] = "figures_destroyed"
    seat: Seat
    figures: Codes
    place: str
    why: str


@dataclass(slots=True)
class FiguresSaved(Happening):
    kind: ClassVar[str] = "figures_saved"
    seat: Seat
    figures: Codes


@dataclass(slots=True)
class WitchRetreated(Happening):
    kind: ClassVar[str] = "witch_retreated"
    seat: Seat
    source: str


@dataclass(slots=True)
class ProvincePillaged(Happening):
    kind: ClassVar[str] = "province_pillaged"
    role: ClassVar[Role] = "landmark"
    seat: Seat
    province: str
    token: str


@dataclass(slots=True)
class LeaderMoved(Happening):
    kind: ClassVar[str] = "leader_moved"
    seat: Seat
    source: str
    to: str


@dataclass(slots=True)
class StatRaised(Happening):
    kind: ClassVar[str] = "stat_raised"
    seat: Seat
    stat: str
    value: int
    why: str


@dataclass(slots=True)
class GloryGained(Happening):
    kind: ClassVar[str] = "glory_gained"
    role: ClassVar[Role] = "landmark"
    seat: Seat
    glory: int  # below 0: lost
    why: str


@dataclass(slots=True)
class RageGained(Happening):
    kind: ClassVar[str] = "rage_gained"
    seat: Seat
    rage: int  # below 0: lost
    why: str


@dataclass(slots=True)
class ActionEnded(Happening):
    kind: ClassVar[str] = "action_ended"
    why: str  # "rage", "pillaged"


@dataclass(slots=True)
class HandDiscarded(Happening):
    kind: ClassVar[str] = "hand_discarded"
    seat: Seat
    count: int
    kept: bool
    cards: Codes | None = own()


@dataclass(slots=True)
class QuestsRevealed(Happening):
    kind: ClassVar[str] = "quests_revealed"
    role: ClassVar[Role] = "landmark"
    reveals: ClassVar[bool] = True
    seat: Seat
    fulfilled: Codes
    failed: Codes


@dataclass(slots=True)
class ProvinceDestroyed(Happening):
    kind: ClassVar[str] = "province_destroyed"
    role: ClassVar[Role] = "landmark"
    province: str


@dataclass(slots=True)
class ValhallaReleased(Happening):
    kind: ClassVar[str] = "valhalla_released"
    seat: Seat
    figures: Codes


@dataclass(slots=True)
class AgeEnded(Happening):
    kind: ClassVar[str] = "age_ended"
    role: ClassVar[Role] = "landmark"
    age: int
    first: Seat


@dataclass(slots=True)
class GameEnded(Happening):
    kind: ClassVar[str] = "game_ended"
    role: ClassVar[Role] = "landmark"
    winners: tuple[Seat, ...]


AnyHappening: TypeAlias = (
    GameBegan | AgeBegan | CardsDrafted | PacksPassed | ActionBegan | FigureInvaded | FiguresMarched | UpgradePlayed
    | QuestCommitted | TurnPassed | FiguresSacrificed | PillageDeclared | CallAnswered | CallDeclined | BattleJoined
    | CardsRevealed | TextsCancelled | BattleRestarted | LateCardAdded | BattleDecided | CardsReturned | CardsDiscarded
    | CardsStolen | FiguresDestroyed | FiguresSaved | WitchRetreated | ProvincePillaged | LeaderMoved | StatRaised
    | GloryGained | RageGained | ActionEnded | HandDiscarded | QuestsRevealed | ProvinceDestroyed | ValhallaReleased
    | AgeEnded | GameEnded
)  # fmt: skip
KINDS = Kinds.of(AnyHappening)
