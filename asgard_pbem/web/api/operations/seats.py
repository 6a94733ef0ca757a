"""Sitting down, getting up, inviting: what people do at a table before the game begins, and beside it."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid5

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest
from django.utils.translation import gettext_noop as _
from ninja import Router, Status

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Invitation
from asgard_pbem.tables.store import fairness
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web import access as reach
from asgard_pbem.web.access import me
from asgard_pbem.web.api.operations.tables import table
from asgard_pbem.web.api.reader import SIGNED_IN, IdempotencyKey, cause, look
from asgard_pbem.web.api.shapes import tables as shapes
from asgard_pbem.web.forms.base import clean_text
from asgard_pbem.web.naming import table_title
from asgard_pbem.web.requests.refusals import REFUSALS, words_of
from asgard_pbem.web.shown.finding import lists

router = Router(tags=["seats"], auth=SIGNED_IN)


@router.post(
    "/tables/{uuid:table_id}/join",
    response=shapes.Joined,
    operation_id="join_table",
    summary=_("Takes the first free seat"),
)
def join_table(
    request: HttpRequest, table_id: UUID, body: shapes.Word, idempotency_key: IdempotencyKey = None
) -> shapes.Joined:
    reach.find(request, table_id)
    entropy = _entropy(body)
    mark = cause(request, idempotency_key)
    seat = services.take_seat(table_id, player=me(request), cause=mark, entropy=entropy)
    return shapes.Joined(seat=seat, added=fairness.added(entropy))


@router.post(
    "/tables/{uuid:table_id}/word", response=shapes.Joined, operation_id="add_word",
    summary=_("Puts another word for the seed in the place of the last, while seats are free"),
)  # fmt: skip
def add_word(
    request: HttpRequest, table_id: UUID, body: shapes.Word, idempotency_key: IdempotencyKey = None
) -> shapes.Joined:
    reach.find(request, table_id)
    entropy = _entropy(body)
    mark = cause(request, idempotency_key)
    seat = services.add_word(table_id, player=me(request), cause=mark, entropy=entropy)
    return shapes.Joined(seat=seat, added=fairness.added(entropy))


@router.post(
    "/tables/{uuid:table_id}/leave", response={204: None}, operation_id="leave_table",
    summary=_("Gives the seat back before the game has begun"),
)  # fmt: skip
def leave_table(request: HttpRequest, table_id: UUID, idempotency_key: IdempotencyKey = None) -> Status[None]:
    reach.find(request, table_id)
    services.leave_table(table_id, player=me(request), cause=cause(request, idempotency_key))
    return Status(204, None)


@router.post(
    "/tables/{uuid:table_id}/bots", response=shapes.Table, operation_id="add_bot",
    summary=_("The host gives a free seat to a bot; when it is the last one the game begins"),
)  # fmt: skip
def add_bot(
    request: HttpRequest, table_id: UUID, body: shapes.BotWanted, idempotency_key: IdempotencyKey = None
) -> shapes.Table:
    reach.find(request, table_id)
    mark = cause(request, idempotency_key)
    services.add_bot(table_id, by=me(request), cause=mark, seat=body.seat, bot=body.bot)
    return table(reach.find(request, table_id))


@router.post(
    "/tables/{uuid:table_id}/close", response={204: None}, operation_id="close_table",
    summary=_("The host takes the table away: not from others who play at it"),
)  # fmt: skip
def close_table(request: HttpRequest, table_id: UUID, idempotency_key: IdempotencyKey = None) -> Status[None]:
    reach.find(request, table_id)
    services.close_table(table_id, by=me(request), cause=cause(request, idempotency_key))
    return Status(204, None)


@router.post(
    "/tables/{uuid:table_id}/pause", response=shapes.PauseAsked, operation_id="pause_table",
    summary=_("Asks that the table rest: it does once all its people have asked; no deadline runs then"),
)  # fmt: skip
def pause_table(request: HttpRequest, table_id: UUID, idempotency_key: IdempotencyKey = None) -> shapes.PauseAsked:
    reach.find(request, table_id)
    found = services.ask_pause(table_id, player=me(request), cause=cause(request, idempotency_key))
    return shapes.PauseAsked(rests=not found.wait_for, waits_for=list(found.wait_for))


@router.post(
    "/tables/{uuid:table_id}/go-on", response={204: None}, operation_id="go_on_with_table",
    summary=_("Lets a table go on that rests, or says no to who would like it to"),
)  # fmt: skip
def go_on_with_table(request: HttpRequest, table_id: UUID, idempotency_key: IdempotencyKey = None) -> Status[None]:
    reach.find(request, table_id)
    services.go_on(table_id, player=me(request), cause=cause(request, idempotency_key))
    return Status(204, None)


@router.post(
    "/tables/{uuid:table_id}/invitations", response=shapes.InvitedList, operation_id="invite",
    summary=_("Offers free seats, or in a running game those given up, to addresses; each is told what became of it"),
)  # fmt: skip
def invite(
    request: HttpRequest, table_id: UUID, body: shapes.Addressees, idempotency_key: IdempotencyKey = None
) -> shapes.InvitedList:
    reach.find(request, table_id)
    mark = cause(request, idempotency_key)
    wanted = dict.fromkeys(one.strip().casefold() for one in body.addresses)
    return shapes.InvitedList(items=[_invited(request, table_id, one, mark) for one in wanted])


def _invited(request: HttpRequest, table_id: UUID, address: str, mark: UUID) -> shapes.Invited:
    try:
        validate_email(address)
        made = services.invite(table_id, by=me(request), email=address, cause=uuid5(mark, address))
    except ValidationError:
        said = words_of(services.ServiceError("E_EMAIL"))
    except REFUSALS as refusal:
        said = words_of(refusal)
    else:
        return shapes.Invited(address=address, invitation=made.pk, refused="")
    return shapes.Invited(address=address, invitation=None, refused=said)


@router.post(
    "/tables/{uuid:table_id}/again", response=shapes.Table, operation_id="play_again",
    summary=_("The same table anew after a game that you played: opens it and invites the others, or sits down there"),
)  # fmt: skip
def play_again(request: HttpRequest, table_id: UUID, idempotency_key: IdempotencyKey = None) -> shapes.Table:
    access, mark = reach.find(request, table_id), cause(request, idempotency_key)
    anew = services.play_again(access.game, player=me(request), seat=min(access.seats, default=0), cause=mark)
    return table(reach.find(request, anew.table.pk))


@router.post(
    "/tables/{uuid:table_id}/moments/{int:moment}/fork", response={201: shapes.Table}, operation_id="fork_table",
    summary=_("A practice table against bots from this moment on; what the viewer cannot know is dealt again"),
)  # fmt: skip
def fork_table(
    request: HttpRequest, table_id: UUID, moment: int, body: shapes.Forking, idempotency_key: IdempotencyKey = None
) -> Status[Any]:
    _access, lens = look(request, table_id, body.eyes)
    mark = cause(request, idempotency_key)
    made = services.fork(table_id, moment=moment, viewer=lens.viewer, seat=body.seat, player=me(request), cause=mark)
    return Status(201, table(reach.find(request, made.pk)))


# --- Invitations to the reader ---------------------------------------------------------------------------------------


@router.get(
    "/me/invitations", response=shapes.InvitationList, operation_id="list_invitations",
    summary=_("Invitations that wait for your answer"),
)  # fmt: skip
def list_invitations(request: HttpRequest) -> shapes.InvitationList:
    found = lists.invitations(me(request), reader_language())
    return shapes.InvitationList(items=[_shaped(one, title) for one, title in found])


@router.get(
    "/invitations/{uuid:invitation_id}", response=shapes.Invitation, operation_id="get_invitation",
    summary=_("One of your invitations"),
)  # fmt: skip
def get_invitation(request: HttpRequest, invitation_id: UUID) -> shapes.Invitation:
    found = reach.own_invitation(request, invitation_id)
    return _shaped(found, table_title(found.game, reader_language()))


@router.post(
    "/invitations/{uuid:invitation_id}/accept", response=shapes.Joined, operation_id="accept_invitation",
    summary=_("Takes the offered seat"),
)  # fmt: skip
def accept_invitation(
    request: HttpRequest, invitation_id: UUID, body: shapes.Word, idempotency_key: IdempotencyKey = None
) -> shapes.Joined:
    found, entropy = reach.own_invitation(request, invitation_id), _entropy(body)
    mark = cause(request, idempotency_key)
    seat = services.accept_invitation(found.pk, player=me(request), cause=mark, entropy=entropy)
    return shapes.Joined(seat=seat, added="" if found.takes_over else fairness.added(entropy))


@router.post(
    "/invitations/{uuid:invitation_id}/decline", response={204: None}, operation_id="decline_invitation",
    summary=_("Refuses the offered seat"),
)  # fmt: skip
def decline_invitation(request: HttpRequest, invitation_id: UUID) -> Status[None]:
    services.decline_invitation(reach.own_invitation(request, invitation_id).pk, player=me(request))
    return Status(204, None)


@router.post(
    "/invitations/{uuid:invitation_id}/block", response={204: None}, operation_id="block_inviter",
    summary=_("Declines, and takes no invitation from this sender any more"),
)  # fmt: skip
def block_inviter(request: HttpRequest, invitation_id: UUID) -> Status[None]:
    services.block_inviter(reach.own_invitation(request, invitation_id).pk, player=me(request))
    return Status(204, None)


def _entropy(body: shapes.Word) -> bytes:
    return fairness.of_word(clean_text(body.word))


def _shaped(one: Invitation, title: str) -> shapes.Invitation:
    return shapes.Invitation(
        id=one.pk, table=one.game_id, title=title, game=one.game.key, by=one.by.name if one.by is not None else "",
        state=one.state,  # type: ignore[arg-type]  # one of `Invitation.State`
    )  # fmt: skip
