"""What one viewer may know: never another's hand, unopened choice, covered lower half or face-down card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.core.moves import Seat
from engine.games.aesir.data import ALL_GODS, BOXED, CARDS, COLUMNS, DEAL, GODS, NUMBER, PASS_TO, ROW_LIMIT, God
from engine.games.aesir.rules.favour import attention
from engine.games.aesir.state import NOBODY, NOTHING, Stage, State

FACE_DOWN = "##"  # a face-down card whose identity the viewer may not see


@dataclass(frozen=True, slots=True)
class Stack:
    """One stack of one player. A card is its id (`LS2`), `L?` when only the up half shows, `##` when face down."""

    god: God
    up: tuple[str, ...]  # bottom to top; never empty
    down: tuple[str, ...]  # the face-down Thor cards beneath, bottom to top
    count: int  # physical count
    attention: int  # twice that while the Doubling card lies here
    doubled: bool

    def card(self, face: str, pos: int) -> str | None:
        """A card by its place, 1 on top; None where there is none."""
        pile = self.down if face == "down" else self.up
        return pile[-pos] if pos <= len(pile) else None


@dataclass(frozen=True, slots=True)
class Player:
    """One seat's side of the table."""

    stacks: tuple[Stack, ...]  # in awakening order, only those that exist
    attention: tuple[int, ...]  # by god, all seven
    points: int
    scored: tuple[str, ...]  # ids of the scored cards where the viewer may see them; `##` where not
    hand: int  # number of cards
    cards: tuple[str, ...]  # the hand itself in canonical order; empty where the viewer may not see it
    chosen: bool  # whether a choice lies face down in this step
    choice: tuple[str, God] | None  # (card, god up) of that choice, for its owner only


@dataclass(frozen=True, slots=True)
class Goal:
    """One place of the goal columns."""

    god: God | None  # None: closed
    row: int  # from 1
    limit: int  # cards it may score


@dataclass(slots=True)
class View:
    """The table as `viewer` may know it; after the end everything lies open."""

    viewer: Seat | None
    round: int
    stage: Stage
    scores: tuple[int, ...]
    players: tuple[Player, ...]
    step: int  # of the contest, from 1; 0 outside it
    steps: int  # cards dealt to each player in this round
    direction: int  # where hands travel this round: 1 to the left, -1 to the right
    god: God | None  # awake now
    favoured: Seat | None  # who has its favour
    compared: tuple[God, ...]  # gods by which the favour was disputed
    limit: int  # cards that may be scored for it as a goal; 0: no goal
    placing: bool  # Sif's card is drawn and waits to be laid
    drawn: str | None  # that card, for its drawer only
    columns: tuple[tuple[Goal, ...], ...]
    boxed: God | None  # the seventh goal, after the end
    column: int  # from 1: the column of this round
    doubling: tuple[Seat, God] | None  # None: in the centre
    deck: int  # cards left
    deciding: tuple[Seat, ...]  # for whom the game waits
    touched: tuple[tuple[Seat, God], ...]  # stacks changed by the last act

    def goal_limit(self, god: str) -> int:
        """Cards that `god` may score as a goal of this round; 0: it is none, or the game is over."""
        if self.stage == "over":
            return 0
        return next((goal.limit for goal in self.columns[self.column - 1] if goal.god == god), 0)

    def stack(self, seat: Seat, god: str) -> Stack | None:
        """A stack, or None where there is none."""
        return next((stack for stack in self.players[seat].stacks if stack.god == god), None)

    def lead(self, seat: Seat, god: str) -> Literal["", "shared", "alone"]:
        """Whether a seat has the most attention for `god`, alone or with others."""
        found = [player.attention[NUMBER[god]] for player in self.players]
        if not found[seat] or found[seat] < max(found):
            return ""
        return "alone" if found.count(found[seat]) == 1 else "shared"

    def own_stack(self, god: str) -> Stack | None:
        """The same of the viewer's own."""
        return self.stack(self.viewer, god) if self.viewer is not None else None


def view(state: State, viewer: Seat | None) -> View:
    """What `viewer` (None: a spectator) may know."""
    over, dealt = state.stage == "over", DEAL[state.seats][state.round - 1]
    return View(
        viewer=viewer,
        round=state.round,
        stage=state.stage,
        scores=tuple(state.points),
        players=tuple(_player(state, seat, open_=over or seat == viewer) for seat in range(state.seats)),
        step=dealt - len(state.hands[0]) + 1 if state.stage == "pick" else 0,
        steps=dealt,
        direction=PASS_TO[state.round - 1],
        god=GODS[state.god] if state.god != NOTHING else None,
        favoured=state.favoured if state.favoured != NOBODY else None,
        compared=tuple(GODS[god] for god in state.compared),
        limit=state.limit,
        placing=state.drawn != NOTHING,
        drawn=CARDS[state.drawn] if state.drawn != NOTHING and viewer == state.favoured else None,
        columns=tuple(tuple(_goals(state, number)) for number in range(len(COLUMNS))),
        boxed=GODS[state.goals[BOXED]] if over and state.goals else None,
        column=state.round,
        doubling=(state.doubled // 7, GODS[state.doubled % 7]) if state.doubled != NOTHING else None,
        deck=len(state.deck),
        deciding=_deciding(state),
        touched=tuple((place // 7, GODS[place % 7]) for place in state.touched),
    )


def _player(state: State, seat: Seat, *, open_: bool) -> Player:
    hand, choice = state.hands[seat], state.picks[seat]
    scored = state.scored[seat]
    return Player(
        stacks=tuple(_stack(state, seat, god, open_=open_) for god in ALL_GODS if state.up[seat][god]),
        attention=tuple(attention(state, seat, god) for god in ALL_GODS),
        points=state.points[seat],
        scored=tuple(CARDS[card] for card in scored) if open_ else (FACE_DOWN,) * len(scored),
        hand=len(hand),
        cards=tuple(CARDS[card] for card in sorted(hand)) if open_ else (),
        chosen=choice != NOTHING,
        choice=(CARDS[choice // 7], GODS[choice % 7]) if open_ and choice != NOTHING else None,
    )


def _stack(state: State, seat: Seat, god: int, *, open_: bool) -> Stack:
    up, down = state.up[seat][god], state.down[seat][god]
    covered = tuple(CARDS[card] for card in up[:-1]) if open_ else (f"{GODS[god]}?",) * (len(up) - 1)
    return Stack(
        god=GODS[god],
        up=(*covered, CARDS[up[-1]]),
        down=tuple(CARDS[card] for card in down) if open_ else (FACE_DOWN,) * len(down),
        count=len(up) + len(down),
        attention=attention(state, seat, god),
        doubled=state.doubled == seat * 7 + god,
    )


def _goals(state: State, number: int) -> Iterator[Goal]:
    """Row 1 of each column lies open from the start, the rest from its round on."""
    for row, place in enumerate(COLUMNS[number]):
        goal, opened = state.goals[place], row == 0 or number < state.round
        yield Goal(GODS[goal] if opened and goal != NOTHING else None, row + 1, ROW_LIMIT[row])


def _deciding(state: State) -> tuple[Seat, ...]:
    if state.stage == "pick":
        return tuple(seat for seat, choice in enumerate(state.picks) if choice == NOTHING)
    return (state.favoured,) if state.stage != "over" else ()
