"""What one viewer may know. Places, figures and cards go by their codes."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.components.zones import HIDDEN, in_order
from engine.core.contract import View as CoreView
from engine.core.moves import Seat
from engine.games.blood_rage.data import CODE, EMPTY, PLACES, RESERVE, VALHALLA
from engine.games.blood_rage.moves import AnyMove, BattleCard
from engine.games.blood_rage.rules.strength import in_province, plus
from engine.games.blood_rage.state import ZONES, State

Codes = tuple[str, ...]
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Province:
    """A province or fjord: its token (none in fjords), and the figures of each clan."""

    code: str
    token: str
    pillaged: bool
    destroyed: bool
    empty: int  # villages
    figures: tuple[Codes, ...]
    strength: tuple[int, ...]  # by seat, with the fjord


@dataclass(frozen=True, slots=True)
class Clan:
    """A seat's clan sheet, cards and figures beside the board. Cards that are not known are `?`."""

    glory: int
    rage: int
    steps: tuple[int, ...]
    values: tuple[int, ...]
    sheet: Codes  # by slot; empty: no card
    hand: Codes
    quests: Codes
    reserve: Codes
    valhalla: Codes
    on_board: int


@dataclass(frozen=True, slots=True)
class Fray:
    """The pillage that is on."""

    pillager: Seat
    province: str
    again: bool
    fighters: tuple[Seat, ...]
    strengths: tuple[int, ...]  # of their figures, in battle order
    played: tuple[Codes, ...]
    plus: tuple[tuple[int | None, ...], ...]  # what each card adds; None: a Sight
    reply: bool  # whether another clan has moved in since the viewer's last opportunity


@dataclass(slots=True)
class View(CoreView):
    """Exactly what the viewer may know."""

    first: Seat
    turn: Seat
    provinces: tuple[Province, ...]  # by place, fjords last
    doom: Codes
    clans: tuple[Clan, ...]
    pack: Codes  # in the order of the cards' numbers, as a hand is
    fray: Fray | None
    battles: int  # how many have been declared
    turns: tuple[int, ...]  # how many each clan has taken
    doomed: Codes  # own figures that are about to be destroyed
    discards: Codes
    touched: Codes  # what the last move changed on the board, see `rules.touched`
    answer: AnyMove | None  # the viewer's own, while others still have to: a battle card face down, a draft pick


def view(state: State, viewer: Seat | None) -> View:
    """What `viewer` may know; after the end everything."""
    shown = state if state.stage == "over" else ZONES.masked(state, viewer)
    answer = state.flow.answer_of(viewer)
    laid = answer.card if isinstance(answer, BattleCard) else ""
    return View(
        viewer=viewer, round=state.age, stage=stage(state), scores=tuple(state.glory), first=state.first,
        turn=state.turn, provinces=tuple(_province(state, place) for place in range(len(PLACES))),
        doom=tuple(PLACES[one] for one in state.doom),
        clans=tuple(_clan(state, shown, seat, laid if seat == viewer else "") for seat in range(state.seats)),
        pack=_codes(in_order(shown.packs[viewer])) if viewer is not None else (), fray=_fray(state, viewer),
        battles=state.battles,
        turns=tuple(state.turns),
        doomed=tuple(state.kind(seat, figure) for seat, figure in state.doomed if seat == viewer),
        discards=_codes(state.discards), touched=tuple(state.touched), answer=answer,
    )  # fmt: skip


def stage(state: State) -> str:
    """A word for what goes on: the stage, or the battle in it."""
    return state.stage if state.battle is None else "battle"


def _codes(cards: list[int]) -> Codes:
    return tuple(UNKNOWN if card == HIDDEN else CODE[card] for card in cards)


def _province(state: State, place: int) -> Province:
    seats = range(state.seats)
    figures = tuple(tuple(state.kinds(seat, place)) for seat in seats)
    if place >= len(state.tokens):
        stands = state.fjord_stands(place)
        return Province(PLACES[place], "", pillaged=False, destroyed=not stands, empty=0, figures=figures, strength=())
    return Province(
        PLACES[place], state.tokens[place], state.pillaged[place], state.destroyed[place], state.empty_villages(place),
        figures, tuple(in_province(state, seat, place) for seat in seats),
    )  # fmt: skip


def _clan(state: State, shown: State, seat: Seat, laid: str) -> Clan:
    """A seat's. `laid`: the viewer's card that lies face down in the battle, and is in hand until all are turned."""
    hand = list(_codes(in_order(shown.hands[seat])))
    if laid:
        hand.remove(laid)
    return Clan(
        glory=state.glory[seat], rage=state.rage[seat], steps=tuple(state.steps[seat]),
        values=tuple(state.value(seat, stat) for stat in range(3)),
        sheet=tuple("" if card == EMPTY else CODE[card] for card in state.sheets[seat]),
        hand=tuple(hand),
        quests=_codes(in_order(shown.quests[seat])),
        reserve=tuple(state.kinds(seat, RESERVE)), valhalla=tuple(state.kinds(seat, VALHALLA)),
        on_board=len(state.on_board(seat)),
    )  # fmt: skip


def _fray(state: State, viewer: Seat | None) -> Fray | None:
    battle = state.battle
    if battle is None:
        return None
    fighters = battle.fighters
    return Fray(
        battle.pillager, PLACES[battle.province], battle.again, tuple(fighters),
        tuple(in_province(state, seat, battle.province) for seat in fighters),
        tuple(_codes(state.played[seat]) for seat in fighters),
        tuple(tuple(plus(state, seat, card) for card in state.played[seat]) for seat in fighters),
        viewer is not None and any(seat != viewer for seat in battle.arrivals[battle.looked[viewer] :]),
    )  # fmt: skip
