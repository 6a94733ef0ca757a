"""Sacred Land: the Vanir and its scale (R8.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from engine.core.components.zones import shuffled
from engine.core.flow import Answers, Asked, answered
from engine.core.menu import Arrange, Lines, Menu, Option
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import Question
from engine.games.yggdrasil.cards.giants import defeat
from engine.games.yggdrasil.data import (
    CARD_ROWS,
    CARDS,
    ENEMIES,
    ENEMY,
    FIRST_GIANT,
    GIANT,
    GIANTS,
    ISLAND,
    ISLANDS,
    LAST_SQUARE,
    SETUP,
    SQUARES,
    VANIR,
)
from engine.games.yggdrasil.happenings import DeckArranged, DeckLookedAt, VanirAdvanced, VanirUsed, VikingsRaised
from engine.games.yggdrasil.moves import AnyMove, Rearrange, VanirAdvance, VanirUse
from engine.games.yggdrasil.play import Tree, off_start
from engine.games.yggdrasil.rules.worlds.midgard import check_step, step_to, steps
from engine.games.yggdrasil.rules.worlds.world import World
from engine.games.yggdrasil.state import State, team

RAISED: int = SQUARES[2]["amount"]
LOOKED: int = SQUARES[3]["cards"]
BACK: int = SQUARES[4]["spaces"]


class SacredLand(World):
    """Advance the Vanir, or use a square that it has reached and begin anew."""

    number, moves = VANIR, (VanirAdvance, VanirUse)

    def check(self, state: State, seat: Seat, move: VanirAdvance | VanirUse) -> None:
        if isinstance(move, VanirUse):
            _check_use(state, move)
        elif state.vanir == LAST_SQUARE:
            raise IllegalMove("E_VANIR_AT_END")

    def act(self, play: Tree, seat: Seat, move: VanirAdvance | VanirUse) -> None:
        if isinstance(move, VanirUse):
            play.state.vanir = SETUP["vanir_square"]
            play.tell(VanirUsed(seat, move.square))
            _USES[move.square](play, seat, move)
        else:
            play.state.vanir += 1
            play.tell(VanirAdvanced(seat, play.state.vanir))

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        if state.vanir < LAST_SQUARE:
            yield Option(("advance", state.vanir + 1), VanirAdvance(), group="vanir")
        for square in range(1, state.vanir + 1):
            found = _options(state, square)
            if found and not has_no_effect(state, square):
                what = ("vanir", square)
                inner = partial(Lines, found, f"square_{square}")
                yield Option(what, then=inner, group="vanir") if square in (1, 4, 5) else found[0]


def has_no_effect(state: State, square: int) -> bool:
    """Whether a square can do nothing now (R8.9.3)."""
    idle = {2: not state.dead, 3: len(state.deck) < 2, 4: not off_start(state), 5: not state.pile}
    return idle.get(square, False)


def _check_use(state: State, move: VanirUse) -> None:
    """Raises IllegalMove, in the order of the refusals."""
    idle = has_no_effect(state, move.square)
    if move.enemy is not None and not idle and not state.spaces[ENEMY[move.enemy]]:
        raise IllegalMove("E_ENEMY_AT_START", enemy=move.enemy)
    if move.island is not None:
        check_step(state, ISLAND[move.island])
    if move.square > state.vanir:
        raise IllegalMove("E_VANIR_SQUARE_NOT_REACHED", square=state.vanir, wanted=move.square)
    if idle:
        raise IllegalMove("E_VANIR_NO_EFFECT", square=move.square)
    if move.giant is not None and GIANT[move.giant] not in state.pile:
        raise IllegalMove("E_GIANT_NOT_IN_PILE", giant=move.giant)


def _options(state: State, square: int) -> tuple[Option, ...]:
    if square == 1:
        return tuple(
            Option(("to", ISLANDS[island]), VanirUse(square=1, island=ISLANDS[island])) for island in steps(state)
        )
    if square == 4:
        codes = [ENEMIES[enemy] for enemy in off_start(state)]
        return tuple(Option(("enemy", code), VanirUse(square=4, enemy=code)) for code in codes)
    if square == 5:
        giants = [GIANTS[giant - FIRST_GIANT] for giant in sorted(state.pile)]
        return tuple(Option(("giant", code), VanirUse(square=5, giant=code)) for code in giants)
    return (Option(("vanir", square), VanirUse(square=square), group="vanir"),)


# --- The squares ---------------


def _walk(play: Tree, seat: Seat, move: VanirUse) -> None:
    assert move.island is not None
    step_to(play, seat, ISLAND[move.island])


def _raise(play: Tree, seat: Seat, move: VanirUse) -> None:
    state = play.state
    count = min(RAISED, state.dead)
    state.dead -= count
    state.vikings[seat] += count
    play.tell(VikingsRaised(seat, count))


def _look(play: Tree, seat: Seat, move: VanirUse) -> None:
    """The team knows these cards from now on; with `avoid` they are put back at once."""
    state = play.state
    looked = state.deck[-LOOKED:]
    for card in looked:
        state.seen[card] |= team(state.seats)
    codes = tuple(CARDS[card] for card in reversed(looked))
    play.tell(DeckLookedAt(seat, len(looked), codes))
    if move.avoid:
        put_back(play, seat, avoiding(codes, move.avoid))
    else:
        play.ask("order", (seat,), ordered(), count=len(looked))


def _drive_back(play: Tree, seat: Seat, move: VanirUse) -> None:
    assert move.enemy is not None
    play.move_enemy(ENEMY[move.enemy], -BACK, "vanir")


def _discard(play: Tree, seat: Seat, move: VanirUse) -> None:
    """It counts as defeated (R8.9.4); the pile is shuffled first, as the rune may ask for something."""
    assert move.giant is not None
    state, giant = play.state, GIANT[move.giant]
    state.pile.remove(giant)
    if len(state.pile) > 1:
        state.pile = shuffled(state.pile, play.chance, "giants")
    state.pile.append(giant)
    defeat(play, seat, giant)


_USES: dict[int, Callable[[Tree, Seat, VanirUse], None]] = {1: _walk, 2: _raise, 3: _look, 4: _drive_back, 5: _discard}


# --- The order of the deck ---------------


def enemies_on(code: str) -> tuple[str, ...]:
    """The Enemies that a card moves."""
    row = CARD_ROWS[code]
    return tuple(row["enemies"]) if "enemies" in row else (row["enemy"],)


def badness(code: str, avoid: tuple[str, ...]) -> int:
    """How much a card is to be avoided: 0 unlisted, else the more, the earlier the worst of its Enemies is named."""
    return max((len(avoid) - avoid.index(one) for one in enemies_on(code) if one in avoid), default=0)


def avoiding(codes: tuple[str, ...], avoid: tuple[str, ...]) -> tuple[int, ...]:
    """The order (old places from 1) in which the cards of the Enemies named come late, the first-named last of all."""
    places = sorted(range(len(codes)), key=lambda place: badness(codes[place], avoid))
    return tuple(place + 1 for place in places)


def put_back(play: Tree, seat: Seat, order: tuple[int, ...]) -> None:
    """The cards looked at, in a new order; spectators know no more where one of them lies."""
    state = play.state
    looked = state.deck[-len(order) :][::-1]
    new = [looked[place - 1] for place in order]
    for card in new:
        state.seen[card] = team(state.seats)
    state.deck[-len(order) :] = new[::-1]
    play.tell(DeckArranged(seat, tuple(CARDS[card] for card in new)))


@answered
def ordered(play: Tree, answers: Answers) -> None:
    for seat, move in answers.items():
        put_back(play, seat, move.order)


class Order(Question[State, AnyMove]):
    """In which order do the cards go back? In the old one, if nobody says (D7)."""

    kind = "order"
    answers = (Rearrange,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        looked = state.deck[-asked.number("count") :][::-1]
        return Arrange(tuple(Option(("card", CARDS[card], n)) for n, card in enumerate(looked, 1)), _order)

    def check(self, state: State, asked: Asked[AnyMove], move: Any) -> None:
        if sorted(move.order) != list(range(1, asked.number("count") + 1)):
            raise IllegalMove("E_ORDER", count=asked.number("count"))

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        return Rearrange(order=tuple(range(1, asked.number("count") + 1)))


def _order(options: tuple[Option, ...]) -> Rearrange:
    return Rearrange(order=tuple(option.what[2] for option in options))
