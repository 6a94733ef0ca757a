"""What one viewer may know. Everything is open but the order of the deck and of the Giants' pile (R14.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.core.contract import View as CoreView
from engine.core.moves import Seat
from engine.games.yggdrasil import names
from engine.games.yggdrasil.cards.giants import blocks, is_whirlpool
from engine.games.yggdrasil.data import (
    ALL_CARDS,
    BAGS,
    CARDS,
    ENEMIES,
    ISLANDS,
    RUNES,
    WORLDS,
    EnemyCode,
)
from engine.games.yggdrasil.play import force_of, giants_force
from engine.games.yggdrasil.rules.combat import bonus_of, force, rolls_of
from engine.games.yggdrasil.rules.odds import percent
from engine.games.yggdrasil.rules.turns import actions_left, defeats
from engine.games.yggdrasil.state import ZONES, State

Codes = tuple[str, ...]
UNKNOWN = "?"
CERTAIN = 100  # per cent


@dataclass(frozen=True, slots=True)
class Foe:
    """An Enemy on the track."""

    code: EnemyCode
    space: int
    force: int


@dataclass(frozen=True, slots=True)
class Bag:
    """What an island's bag holds."""

    code: str
    vikings: int
    fires: int


@dataclass(frozen=True, slots=True)
class Fight:
    """What the god whose turn it is would have to reach against an Enemy, or against `giants`."""

    code: str
    force: int
    bonus: int  # of Artifact and power
    rolls: int  # of the die, of which the best counts

    def odds(self, helpers: int) -> int:
        """How likely it is won with so many Vikings and Elves, in per cent."""
        return percent(self.force - self.bonus - helpers, self.rolls)

    def chances(self, helpers: Iterable[int]) -> list[int]:
        """The odds with each number of helpers, up to the first that wins for certain."""
        found: list[int] = []
        for count in helpers:
            found.append(self.odds(count))
            if found[-1] == CERTAIN:
                break
        return found


@dataclass(frozen=True, slots=True)
class Sheet:
    """A god, with stock and Artifacts. `code` is empty while none is chosen."""

    code: str
    vikings: int
    elves: int
    artifacts: tuple[int, ...]  # the level owned, by Enemy


@dataclass(slots=True)
class View(CoreView):
    """Exactly what the viewer may know."""

    level: str
    turn: int
    seat: Seat  # whose turn it is
    actions: int  # that are left
    used: Codes  # worlds, this turn
    won: bool | None  # the last combat of this turn
    sheets: tuple[Sheet, ...]  # by seat
    foes: tuple[Foe, ...]  # in roster order
    bags: tuple[Bag, ...]
    dead: int
    kingdom: int
    elves: int  # on their world
    valkyries: str
    threatened: str  # the island where effects strike (R5.0)
    tile: str
    whirlpool: bool
    vanir: int
    daeg: int
    rage: int
    deck: Codes  # from the top; `?` where the viewer does not know
    left: tuple[tuple[str, int], ...]  # how many cards of each code the deck holds
    drawn: Codes  # Odin's two
    discard: Codes
    pile: Codes  # the Giants face down, in the order of the data: theirs is not known
    active: Codes
    defeated: Codes
    runes: tuple[tuple[str, int], ...]  # parts defeated
    blocked: tuple[tuple[str, str], ...]  # unreachable worlds, and by whom
    giants_force: int
    fights: tuple[Fight, ...]  # that there could be; none before the first turn and after the end
    causes: Codes  # of a defeat, if the turn ended now
    touched: Codes  # what the last move changed (`rules.touched`)


def view(state: State, viewer: Seat | None) -> View:
    """What `viewer` may know; after the end everything."""
    left = [*state.deck, *state.drawn]
    counts = tuple((code, sum(CARDS[card] == code for card in left)) for code in dict.fromkeys(CARDS))
    return View(
        viewer=viewer, round=round_of(state), stage=stage(state), scores=(),
        level=state.level, turn=state.turn, seat=state.seat, actions=actions_left(state),
        used=tuple(WORLDS[world] for world in state.used), won=state.won,
        sheets=tuple(
            Sheet(state.god(seat), state.vikings[seat], state.elves[seat], tuple(state.artifacts[seat]))
            for seat in range(state.seats)
        ),
        foes=tuple(Foe(code, state.spaces[one], force_of(state, one)) for one, code in enumerate(ENEMIES)),
        bags=tuple(Bag(ISLANDS[bag], state.bag_vikings[bag], state.bag_fires[bag]) for bag in BAGS),
        dead=state.dead, kingdom=state.kingdom, elves=state.elves_left, valkyries=ISLANDS[state.valkyries],
        threatened=ISLANDS[state.threatened],
        tile=ISLANDS[state.tile], whirlpool=is_whirlpool(state, state.tile), vanir=state.vanir, daeg=state.daeg,
        rage=state.rage, deck=_deck(state, viewer), left=tuple(one for one in counts if one[1]),
        drawn=_codes(state.drawn), discard=_codes(state.discard), pile=_codes(sorted(state.pile)),
        active=_codes(state.active), defeated=_codes(state.defeated),
        runes=tuple((rune, state.parts(rune)) for rune in RUNES),
        blocked=tuple((code, giant) for world, code in enumerate(WORLDS) if (giant := blocks(state, world))),
        giants_force=giants_force(state), fights=_fights(state), causes=defeats(state), touched=tuple(state.touched),
    )  # fmt: skip


def _fights(state: State) -> tuple[Fight, ...]:
    """Against every Enemy that can go back, and against Giants while there are any."""
    if not state.turn or state.stage == "over":
        return ()
    seat, rolls = state.seat, rolls_of(state, state.seat)
    codes: list[str] = [code for code, space in zip(ENEMIES, state.spaces, strict=True) if space]
    if state.pile or state.active:
        codes.append("giants")
    return tuple(Fight(code, force(state, code), bonus_of(state, seat, code), rolls) for code in codes)


def round_of(state: State) -> int:
    """A turn of every god (R3.3); 0 before the first."""
    return -(-state.turn // state.seats)


def stage(state: State) -> str:
    """A word for what goes on: the question that is open, or the stage."""
    wave = state.flow.wave
    return wave.kind if wave is not None else state.stage


def _codes(cards: list[int]) -> Codes:
    return tuple(ALL_CARDS[card] for card in cards)


def _deck(state: State, viewer: Seat | None) -> Codes:
    over = state.stage == "over"
    known = (over or ZONES.knows(state, viewer, None, "nobody", card) for card in reversed(state.deck))
    return tuple(
        CARDS[card] if is_known else UNKNOWN for card, is_known in zip(reversed(state.deck), known, strict=True)
    )


def called(view: View, seat: Seat) -> Mapping[str, str]:
    """What a seat goes by beside its holder's name: its god, by language."""
    return names.GODS.get(view.sheets[seat].code, {})
