"""Words: messages between seats, counsel, notes for oneself."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext_noop as _
from ninja import Router, Status

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Memo
from asgard_pbem.tables.reading import history, memos
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web import access as reach
from asgard_pbem.web.access import Access, me
from asgard_pbem.web.api.operations.moments import Most, Place
from asgard_pbem.web.api.reader import ANYBODY, SIGNED_IN, As, IdempotencyKey, cause, look, own_seat
from asgard_pbem.web.api.shapes import playing as shapes
from asgard_pbem.web.forms.base import clean_text
from asgard_pbem.web.shown import counsel, story

router = Router(tags=["talking"], auth=SIGNED_IN)


@router.get(
    "/tables/{uuid:table_id}/messages", response=shapes.MessageList, auth=ANYBODY, operation_id="list_messages",
    summary=_("Messages that you may read"),
)  # fmt: skip
def list_messages(
    request: HttpRequest, table_id: UUID, eyes: As = "", cursor: Place = None, limit: Most = 100
) -> shapes.MessageList:
    access, lens = look(request, table_id, eyes)
    found, first = story.press_of(access, lens), int(cursor or 0)
    return shapes.MessageList(
        items=[_message(access, one) for one in found[first : first + limit]],
        next=str(first + limit) if len(found) > first + limit else None,
    )


@router.post(
    "/tables/{uuid:table_id}/messages", response={201: shapes.Message}, operation_id="send_message",
    summary=_("A message to all other seats, or to some"),
)  # fmt: skip
def send_message(
    request: HttpRequest, table_id: UUID, body: shapes.Letter, idempotency_key: IdempotencyKey = None
) -> Status[shapes.Message]:
    access = reach.find(request, table_id)
    seat, mark = own_seat(access, body.seat), cause(request, idempotency_key)
    sent = services.send_press(
        table_id, seat=seat, player=me(request), to=body.to, text=clean_text(body.text), cause=mark
    )
    line = next(one for one in history.press(table_id, seat) if one.id == sent.pk)
    return Status(201, _message(access, line))


@router.get(
    "/tables/{uuid:table_id}/counsel", response=shapes.CounselList, operation_id="list_counsel",
    summary=_("What is proposed to whoever is on turn, where players advise each other"),
)  # fmt: skip
def list_counsel(request: HttpRequest, table_id: UUID) -> shapes.CounselList:
    access = reach.find(request, table_id)
    if not history.is_known(access.game):
        return shapes.CounselList(items=[], ahead=[], whom_ahead=[])
    now, words = history.table_now(table_id), history.words(access.game, reader_language())
    ahead = counsel.ahead(access, now, words)
    return shapes.CounselList(
        items=[_counsel(one) for one in counsel.counsels(access, now, words)],
        ahead=[_proposal(one) for one in ahead.advice] if ahead is not None else [],
        whom_ahead=[seat for seat, _ in ahead.whom] if ahead is not None else [],
    )


@router.post(
    "/tables/{uuid:table_id}/counsel", response={201: shapes.Proposed}, operation_id="propose",
    summary=_("Proposes orders to whoever is on turn"),
)  # fmt: skip
def propose(
    request: HttpRequest, table_id: UUID, body: shapes.Advice, idempotency_key: IdempotencyKey = None
) -> Status[shapes.Proposed]:
    access = reach.find(request, table_id)
    seat, lines = own_seat(access, body.seat), clean_text("\n".join(body.lines)).split("\n")
    mark = cause(request, idempotency_key)
    number = services.propose(table_id, seat=seat, player=me(request), to=body.to, lines=lines, cause=mark)
    return Status(201, shapes.Proposed(number=number))


@router.post(
    "/tables/{uuid:table_id}/counsel/{int:number}/endorse", response={204: None}, operation_id="endorse",
    summary=_("Stands behind what somebody else proposes"),
)  # fmt: skip
def endorse(
    request: HttpRequest, table_id: UUID, number: int, body: shapes.OneSeat, idempotency_key: IdempotencyKey = None
) -> Status[None]:
    access = reach.find(request, table_id)
    seat, mark = own_seat(access, body.seat), cause(request, idempotency_key)
    services.endorse(table_id, seat=seat, player=me(request), number=number, cause=mark)
    return Status(204, None)


@router.get(
    "/tables/{uuid:table_id}/notes", response=shapes.NoteList, operation_id="list_notes",
    summary=_("Your own notes to a table; nobody else ever sees them"),
)  # fmt: skip
def list_notes(request: HttpRequest, table_id: UUID) -> shapes.NoteList:
    reach.find(request, table_id)
    return shapes.NoteList(items=[_note(one) for one in memos.memos(table_id, me(request))])


@router.post(
    "/tables/{uuid:table_id}/notes", response={201: shapes.Note}, operation_id="keep_note",
    summary=_("Keeps a note to a moment, or to the table as a whole"),
)  # fmt: skip
def keep_note(
    request: HttpRequest, table_id: UUID, body: shapes.NewNote, idempotency_key: IdempotencyKey = None
) -> Status[shapes.Note]:
    reach.find(request, table_id)
    mark = cause(request, idempotency_key)
    made = services.keep_memo(table_id, player=me(request), text=body.text, moment=body.moment, cause=mark)
    return Status(201, _note(made))


@router.put(
    "/tables/{uuid:table_id}/notes/{int:number}", response=shapes.Note, operation_id="change_note",
    summary=_("Puts other words in the place of those of a note"),
)  # fmt: skip
def change_note(request: HttpRequest, table_id: UUID, number: int, body: shapes.ChangedNote) -> shapes.Note:
    reach.find(request, table_id)
    return _note(services.change_memo(table_id, player=me(request), number=number, text=body.text))


@router.delete(
    "/tables/{uuid:table_id}/notes/{int:number}", response={204: None}, operation_id="drop_note",
    summary=_("Throws a note away, for good"),
)  # fmt: skip
def drop_note(request: HttpRequest, table_id: UUID, number: int) -> Status[None]:
    reach.find(request, table_id)
    services.drop_memo(table_id, player=me(request), number=number)
    return Status(204, None)


def _message(access: Access, one: history.PressLine) -> shapes.Message:
    return shapes.Message(
        moment=one.moment, sent_at=one.sent_at, seat=one.seat, name=one.names(access.names)[one.seat],
        to=list(one.to) if one.to is not None else None, text=one.text,
    )  # fmt: skip


def _counsel(one: counsel.Counsel) -> shapes.Counsel:
    return shapes.Counsel(
        seat=one.seat, to=one.to, name=one.name, own=one.own, proposals=[_proposal(each) for each in one.advice],
        examples=list(one.examples),
    )  # fmt: skip


def _proposal(one: counsel.Advice) -> shapes.Proposal:
    return shapes.Proposal(
        number=one.number, seat=one.seat, name=one.name, to=one.to, orders=list(one.orders), behind=list(one.behind),
        mine=one.mine,
    )  # fmt: skip


def _note(one: Memo) -> shapes.Note:
    return shapes.Note(number=one.number, moment=one.moment, text=one.text, written_at=one.written_at)
