"""Counsel on the page: what is proposed to a seat of the reader's that is on turn, and to others of the team."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from asgard_pbem.web.access import Access
from engine.core.contract import Words
from engine.core.counsel import Proposal
from engine.core.decisions import Decision
from engine.table import counsel
from engine.table.table import Table, topic_of

AHEAD: Final = -1  # for a turn to come


@dataclass(frozen=True, slots=True)
class Advice:
    """One proposal."""

    number: int
    seat: int
    name: str
    orders: tuple[str, ...]
    behind: tuple[str, ...]  # names, without its own
    mine: bool  # the reader stands behind it already, or made it
    to: int
    to_name: str


@dataclass(frozen=True, slots=True)
class Counsel:
    """What is proposed to one seat. `own`: it is the reader's, who may do it; else they may say more, as `seat`."""

    seat: int
    to: int
    name: str
    own: bool
    advice: tuple[Advice, ...]
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ahead:
    """What is proposed for turns to come, and to whom the reader may propose more, as `seat`. `own`: the reader's."""

    seat: int
    own: tuple[int, ...]
    whom: tuple[tuple[int, str], ...]
    advice: tuple[Advice, ...]


def ahead(access: Access, table: Table, words: Words) -> Ahead | None:
    """None where nothing is proposed for a turn to come and nothing may be."""
    if table.state is None or access.over or not access.seats:
        return None
    coming = counsel.coming(table)
    turns = [(decision.seat, topic_of(decision)) for decision, _ in coming]
    own = set(access.seats)
    known = [one for one in table.counsel() if (one.to, one.topic) in turns and not own.isdisjoint(one.team)]
    people = {row.seat: row.player_id for row in access.game.holders.all()}
    advised = [(decision.seat, sorted(own & set(seats))) for decision, seats in coming if decision.seat not in own]
    whom = [(seat, mine[0]) for seat, mine in advised if mine and people.get(seat) is not None]
    if not known and not whom:
        return None
    mine = list(access.seats)
    return Ahead(
        seat=whom[0][1] if whom else mine[0],
        own=tuple(mine),
        whom=tuple((seat, words.seat(seat)) for seat, _ in whom),
        advice=tuple(_advice(one, table, words, mine) for one in known),
    )


def typed_at(shown: Sequence[Counsel], coming: Ahead | None, to: Sequence[int]) -> int | None:
    """Where what was typed for the seat `to` and refused stands again: at that seat's question, or AHEAD.

    At any other place to propose, where the game has gone on meanwhile; None where there is none.
    """
    now = [one.to for one in shown if not one.own]
    later = [seat for seat, _ in coming.whom] if coming is not None else []
    if any(seat in later and seat not in now for seat in to):
        return AHEAD
    places = [*(seat for seat in to if seat in now), *now, *([AHEAD] if later else [])]
    return places[0] if places else None


def counsels(access: Access, table: Table, words: Words) -> tuple[Counsel, ...]:
    """Of every question that takes counsel and that the reader is asked, if anything is proposed, or may advise on."""
    if table.state is None or access.over or not access.seats:
        return ()
    return tuple(_counsels(access, table, words))


def _counsels(access: Access, table: Table, words: Words) -> Iterator[Counsel]:
    people = {row.seat: row.player_id for row in access.game.holders.all()}
    for decision, advisers in counsel.taking(table):
        own = decision.seat in access.seats
        mine = [seat for seat in access.seats if own or seat in advisers]
        standing = [one for one in table.counsel() if (one.to, one.topic) == (decision.seat, topic_of(decision))]
        known = [one for one in standing if not set(mine).isdisjoint(one.team)]  # made among those who may know of it
        if not mine or (own and not known):
            continue
        seat = decision.seat if own else mine[0]
        # The others' notation, from the adviser's own view: what the one asked alone can see must not show here.
        examples = () if own else _examples(table, words, decision, seat)
        advice = tuple(_advice(one, table, words, mine) for one in known)
        if own or people.get(decision.seat) is not None:
            yield Counsel(seat, decision.seat, words.seat(decision.seat), own, advice, examples)


def _advice(one: Proposal, table: Table, words: Words, mine: list[int]) -> Advice:
    return Advice(
        number=one.number,
        seat=one.seat,
        name=words.seat(one.seat),
        orders=tuple(counsel.written(table.game, one.orders, words.language)),
        behind=tuple(words.seat(seat) for seat in one.endorsed if seat != one.seat),
        mine=any(seat in one.endorsed for seat in mine),
        to=one.to,
        to_name=words.seat(one.to),
    )


def _examples(table: Table, words: Words, decision: Decision, seat: int) -> tuple[str, ...]:
    return tuple(words.examples(decision, table.rules.view(table.state, seat)))
