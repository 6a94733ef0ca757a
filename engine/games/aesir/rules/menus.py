"""The numbered answers to each decision, in the canonical order.

Gods in awakening order; cards from the top down, face-up before face-down; opponents clockwise from the chooser's left.
What an option says (`Option.what`) is data for `describe.Words.option`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.contract import Decision, Seat
from engine.core.menu import Columns, Lines, Menu, Option
from engine.games.aesir.data import (
    ALL_GODS,
    BRAGI,
    CARDS,
    FREYA,
    GODS,
    HALVES,
    HEIMDALL,
    LOKI,
    ODIN,
    SIF,
    THOR,
    pair_of,
)
from engine.games.aesir.moves import (
    Achieve,
    BragiWill,
    FreyaWill,
    HeimdallWill,
    LokiWill,
    OdinWill,
    Pick,
    Place,
    SifWill,
    StackRef,
    Tally,
    ThorWill,
)
from engine.games.aesir.rules.wills import possible
from engine.games.aesir.state import NOBODY, State


def decisions(state: State) -> tuple[Decision, ...]:
    """Everybody's pick, or the one question to the favoured player."""
    if state.stage == "pick":
        step = (("round", state.round), ("cards", len(state.hands[0])))
        return tuple(
            Decision(seat, "pick", step, secret=True, answered=choice >= 0) for seat, choice in enumerate(state.picks)
        )
    if state.favoured == NOBODY:
        return ()
    about = (("god", GODS[state.god]), ("round", state.round))
    if state.stage == "tally":
        return (Decision(state.favoured, "tally", about),)
    if state.drawn >= 0:
        return (Decision(state.favoured, "place", about),)
    if state.limit:
        return (Decision(state.favoured, "goal_or_will", (*about, ("limit", state.limit))),)
    return (Decision(state.favoured, "will", about),)


def menu(state: State, decision: Decision) -> Menu:
    """The legal answers to an open question."""
    seat, god = decision.seat, state.god
    if decision.kind == "pick":
        return Lines(tuple(_picks(state, seat)))
    if decision.kind == "place":
        return Lines(tuple(Option(("up", GODS[half]), Place(up=GODS[half])) for half in HALVES[state.drawn]))
    if decision.kind == "tally":
        scores = (Option(("score", ref), Tally(god=GODS[god], card=ref)) for ref in own_cards(state, seat, god))
        return Lines((*scores, Option(("keep", GODS[god]), Tally(god=GODS[god]))))
    if decision.kind == "goal_or_will":
        return Lines((*_goals(state, seat, god), *_wills_beside_goals(state, seat, god), *_choose(state, seat, god)))
    return _swaps(state, seat) if god == BRAGI else Lines(tuple(_wills(state, seat, god)))


def own_cards(state: State, seat: Seat, god: int) -> list[StackRef]:
    """The cards of one own stack in canonical order."""
    hidden = range(1, len(state.down[seat][god]) + 1)
    return [*face_up(state, seat, god), *(StackRef(stack=GODS[god], face="down", pos=pos) for pos in hidden)]


def _picks(state: State, seat: Seat) -> Iterator[Option]:
    """Each pair once, with the lowest copy held: its earlier god up, then its later god."""
    seen = set()
    for card in sorted(state.hands[seat]):
        if pair_of(card) in seen:
            continue
        seen.add(pair_of(card))
        for half in HALVES[card]:
            yield Option(("pick", CARDS[card], GODS[half]), Pick(card=CARDS[card], up=GODS[half]))


def _goals(state: State, seat: Seat, god: int) -> Iterator[Option]:
    cards = own_cards(state, seat, god)
    for count in range(min(state.limit, len(cards)), -1, -1):
        yield Option(("goal", count, tuple(cards[:count])), Achieve(god=GODS[god], cards=tuple(cards[:count])))


def _choose(state: State, seat: Seat, god: int) -> Iterator[Option]:
    """After everything else: a further list for other cards than the uppermost ones."""
    cards = own_cards(state, seat, god)
    if len(cards) > 1:
        yield Option(("choose", GODS[god]), then=partial(_chosen, GODS[god], cards, state.limit, ()))


def _chosen(god: str, cards: list[StackRef], limit: int, chosen: tuple[int, ...]) -> Menu:
    """Choose one card after another, from the top down; what `goal k` offers anyway is left out."""
    options = []
    prefix = chosen == tuple(range(len(chosen)))
    if not prefix:
        refs = tuple(cards[i] for i in chosen)
        options.append(Option(("enough", refs), Achieve.model_validate({"god": god, "cards": refs})))
    first = chosen[-1] + 1 if chosen else 0
    left = limit - len(chosen)
    # A card that only continues the uppermost ones needs another one after it, or it leads nowhere.
    for i in range(first, len(cards) if left else first):
        longer = (*chosen, i)
        still = longer == tuple(range(len(longer)))
        if still and (left < 2 or i + 2 >= len(cards)):
            continue
        if left == 1 or i + 1 == len(cards):
            refs = tuple(cards[j] for j in longer)
            options.append(Option(("card", cards[i]), Achieve.model_validate({"god": god, "cards": refs})))
        else:
            options.append(Option(("card", cards[i]), then=partial(_chosen, god, cards, limit, longer)))
    return Lines(tuple(options), question="choose")


def _wills_beside_goals(state: State, seat: Seat, god: int) -> Iterator[Option]:
    if not possible(state, seat, god):
        return
    if god == BRAGI:
        yield Option(("swaps",), then=partial(_swaps, state, seat))
    else:
        yield from _wills(state, seat, god)


def _wills(state: State, seat: Seat, god: int) -> Iterator[Option]:
    """The ways to fulfil any will but Bragi's."""
    if god in (ODIN, THOR, FREYA):
        yield from _stack_wills(state, seat, god)
    elif god == LOKI:
        for owner, ref in theirs(state, seat):
            what = ("turn_theirs", owner, ref, _name(state, owner, ref))
            yield Option(what, LokiWill(opponent=owner, card=ref), group=_group(state, owner))
    elif god == SIF:
        yield Option(("draw",), SifWill())
    elif god == HEIMDALL:
        for ref in own_cards(state, seat, god):
            yield Option(("score", ref), HeimdallWill(card=ref))


def _stack_wills(state: State, seat: Seat, god: int) -> Iterator[Option]:
    for own in ALL_GODS:
        if not state.counts[seat][own]:
            continue
        stack = GODS[own]
        if god == ODIN:
            yield Option(("turn", stack, CARDS[state.up[seat][own][-1]]), OdinWill(stack=stack))
        elif god == FREYA:
            yield Option(("double", stack), FreyaWill(stack=stack))
        elif own != THOR:
            yield Option(("move", stack), ThorWill(target=stack))


def _swaps(state: State, seat: Seat) -> Menu:
    """Bragi: what to give, lettered, and what to take, numbered."""
    gives = tuple(
        Option(("give", ref, CARDS[_card(state, seat, ref)]), group="give")
        for god in ALL_GODS
        for ref in face_up(state, seat, god)
    )
    takes = tuple(
        Option(("take", owner, ref, _name(state, owner, ref)), group="take") for owner, ref in theirs(state, seat)
    )
    return Columns(columns=(gives, takes), join=_swap, question="swap")


def _swap(give: Option, take: Option) -> BragiWill:
    return BragiWill(give=give.what[1], opponent=take.what[1], take=take.what[2])


def theirs(state: State, seat: Seat) -> Iterator[tuple[Seat, StackRef]]:
    """Every face-up card of the opponents."""
    for step in range(1, state.seats):
        owner = (seat + step) % state.seats
        for god in ALL_GODS:
            for ref in face_up(state, owner, god):
                yield owner, ref


def face_up(state: State, seat: Seat, god: int) -> Iterator[StackRef]:
    """The face-up cards of one stack from the top down."""
    for pos in range(1, len(state.up[seat][god]) + 1):
        yield StackRef(stack=GODS[god], pos=pos)


def _card(state: State, owner: Seat, ref: StackRef) -> int:
    stack = state.up[owner][GODS.index(ref.stack)]
    return stack[len(stack) - ref.pos]


def _name(state: State, owner: Seat, ref: StackRef) -> str:
    """An opponent's card as it is seen: the id of a top card, `L?` of a covered one."""
    return CARDS[_card(state, owner, ref)] if ref.pos == 1 else f"{ref.stack}?"


def _group(state: State, owner: Seat) -> str:
    return f"cards:{owner}" if state.seats > 2 else ""
