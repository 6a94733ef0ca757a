"""Several seats of one person in one mail: what each of them is asked, and how to answer for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext as _

from asgard_pbem.mail.writing import phrases, scene
from asgard_pbem.mail.writing.letter import Choice, Group
from asgard_pbem.mail.writing.scene import Scene, mailto
from asgard_pbem.tables.reading import history


def asked(one: Scene, seats: Iterable[int], reply_to: str) -> tuple[Group, ...]:
    """The menus of the reader's other seats that wait; their answers begin with the seat (`P2: 3`)."""
    found: list[Group] = []
    for seat in seats:
        if seat == one.seat or not history.may_look_as(one.game, one.player, seat):
            continue
        other = scene.scene(one.game, seat, one.player)
        desk = other.desk()
        for decision in desk.decisions:
            if decision.waits:
                question = one.words.question(decision, desk.view)
                subject = f"Re: {phrases.subject(one.game, '')}"
                groups = scene.groups(other, desk, decision, reply_to, subject)
                found += [_of_seat(group, other, question, reply_to, subject) for group in groups]
    return tuple(found)


def _of_seat(group: Group, other: Scene, question: str, reply_to: str, subject: str) -> Group:
    assert other.seat is not None
    head = f"{history.heading(other.game, other.seat, other.player.language)} "
    choices = tuple(_headed(choice, head, reply_to, subject) for choice in group.choices)
    example = head + group.example if group.example else ""
    return replace(group, heading=f"{other.words.seat(other.seat)} - {question}", choices=choices, example=example)


def _headed(choice: Choice, head: str, reply_to: str, subject: str) -> Choice:
    reply, order = head + choice.reply, head + choice.order if choice.order else ""
    if not choice.url:
        return replace(choice, reply=reply, order=order)
    url = mailto(reply_to, subject, order or reply)
    return replace(choice, reply=reply, order=order, url=url, number_url=mailto(reply_to, subject, reply))


def named(one: Scene, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """The menus of the seat itself, told apart from those of the others."""
    assert one.seat is not None
    return tuple(replace(group, heading=f"{one.words.seat(one.seat)} - {group.heading}") for group in groups)


def hint(one: Scene) -> tuple[str, ...]:
    """How to send orders for other own seats in the same mail; nothing for who holds one."""
    if one.seat is None:
        return ()
    own = sorted(each.seat for each in one.game.holders.all() if each.player_id == one.player.pk)
    seats = [seat for seat in own if seat != one.seat]
    others = [(one.words.seat(seat), history.heading(one.game, seat, one.player.language)) for seat in seats]
    if not others:
        return ()
    listed = ", ".join(f"{name} ({phrases.quoted(head)})" for name, head in others)
    return (
        _("You hold other seats here: %(seats)s. Their orders may stand in the same mail, below such a heading.")
        % {"seats": listed},
    )
