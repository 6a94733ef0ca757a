"""The mails that an append owes: a prompt to whoever is asked something new, the result to all."""

from __future__ import annotations

from uuid import UUID

from asgard_pbem.tables.store.acting import Acting
from asgard_pbem.tables.store.folding import Asked, Course
from asgard_pbem.tables.store.rows import TIMED_OUT, Owed
from engine.core.moves import Seat
from engine.table.events import GameEnded


def mails(acting: Acting, head: int) -> list[Owed]:
    """Of an act whose last event is `head`: what it owes by itself, prompts, results."""
    return [*_in_one(acting.owed, _prompts(acting, head)), *_results(acting)]


def asked_now(course: Course) -> list[Asked]:
    """What is open and not answered."""
    return [one for one in course.asked.values() if not one.decision.answered]


def _prompts(acting: Acting, head: int) -> list[Owed]:
    """One prompt for each seat of a person that was asked something new."""
    asked = asked_now(acting.course)
    found: list[Owed] = []
    for seat in sorted({one.decision.seat for one in asked if one.prompt == head}):
        holder = acting.holders[seat]
        if holder.player is None:
            continue
        why = acting.session.balked.get(seat)
        payload = {"balked": {"code": why.code, "where": why.where}} if why else {}
        spent = all(acting.course.is_spent(one) for one in asked if one.decision.seat == seat)
        told = acting.game.practice or seat in acting.told or spent
        key = f"prompt:{acting.game.id}:{seat}:{head}"
        found.append(Owed(holder.player, "prompt", key, seat, head, payload, told))
    return _one_a_person(acting, found) if acting.course.table.game.together else found


def _in_one(owed: list[Owed], prompts: list[Owed]) -> list[Owed]:
    """Whoever was too late and is asked anew by the same act is told of both in one mail."""
    for notice in owed:
        prompt = next((one for one in prompts if one.player == notice.player and not one.told), None)
        if prompt is not None and notice.payload.get("what") == TIMED_OUT:
            prompt.payload = {**prompt.payload, "late": {**notice.payload, "seat": notice.seat}}
            notice.told = True
    return [*owed, *prompts]


def _one_a_person(acting: Acting, owed: list[Owed]) -> list[Owed]:
    """Where one person may hold several seats: one mail that asks for all of them, older questions too.

    The others are kept as records: they say what each seat was asked last.
    """
    asked: dict[UUID | None, set[Seat]] = {}
    for one in asked_now(acting.course):
        asked.setdefault(acting.holders[one.decision.seat].player, set()).add(one.decision.seat)
    seen: set[UUID] = set()
    for mail in owed:
        seats = sorted(asked[mail.player])
        if mail.told or len(seats) == 1:
            continue
        mail.payload = {**mail.payload, "seats": seats}
        mail.told = mail.player in seen
        seen.add(mail.player)
    return owed


def _results(acting: Acting) -> list[Owed]:
    """The result, to everybody who sat at the table until the end: once, the others of their seats are told by it."""
    if acting.course.table.ended is None or not any(isinstance(one.payload, GameEnded) for one in acting.session.noted):
        return []
    game, seen = acting.game, set[UUID]()
    found: list[Owed] = []
    for holder in acting.holders:
        if holder.player is not None:
            told = game.practice or holder.player in seen
            found.append(Owed(holder.player, "result", f"result:{game.id}:{holder.seat}", holder.seat, told=told))
            seen.add(holder.player)
    return found
