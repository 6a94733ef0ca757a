"""Questions and their answers, plans, taking back, giving up."""

from __future__ import annotations

import re
from typing import Annotated
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext_noop as _
from ninja import Query, Router, Status

from asgard_pbem.tables import services
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web import access as reach
from asgard_pbem.web.access import Access, me
from asgard_pbem.web.api.reader import SIGNED_IN, IdempotencyKey, cause, own_seat
from asgard_pbem.web.api.rows import by
from asgard_pbem.web.api.shapes import playing as shapes
from asgard_pbem.web.forms.base import clean_text
from asgard_pbem.web.requests.receipts import told, words_at
from asgard_pbem.web.requests.refusals import words_of
from asgard_pbem.web.shown import asking, moving
from engine.core.menu import PATH

router = Router(tags=["playing"], auth=SIGNED_IN)
Mark = Annotated[str, Query(pattern="^(|[0-9a-f]{20})$", description="Of which question a further list is wanted.")]
Path = Annotated[str, Query(alias="list", pattern=rf"^(|{PATH})$", description="The answer that leads there.")]


@router.get(
    "/tables/{uuid:table_id}/questions", response=shapes.AskingList, operation_id="list_questions",
    summary=_("What your seats are asked, with their menus and plans"),
)  # fmt: skip
def list_questions(request: HttpRequest, table_id: UUID, question: Mark = "", path: Path = "") -> shapes.AskingList:
    access = reach.find(request, table_id)
    if not history.is_known(access.game):
        return shapes.AskingList(items=[])
    now, words = history.table_now(table_id), history.words(access.game, reader_language())
    found = asking.asking(access, now, words, step=(question, path))
    return shapes.AskingList(items=[_asking(one) for one in found])


@router.post(
    "/tables/{uuid:table_id}/answers", response=shapes.Receipt, operation_id="answer",
    summary=_("Answers a question from its menu"),
)  # fmt: skip
def answer(
    request: HttpRequest, table_id: UUID, body: shapes.Answer, idempotency_key: IdempotencyKey = None
) -> shapes.Receipt:
    access = reach.find(request, table_id)
    seat = own_seat(access, body.seat)
    said = moving.chosen(access, seat, body.question, body.answer, reader_language())
    result = services.submit_move(
        table_id, seat=seat, player=me(request), cause=cause(request, idempotency_key), path=body.answer,
        question=body.question,
    )  # fmt: skip
    return _receipt(access, result, said)


@router.post(
    "/tables/{uuid:table_id}/orders", response=shapes.Receipt, operation_id="send_orders",
    summary=_("A sheet of orders, as in a mail: moves, plans, standing orders"),
)  # fmt: skip
def send_orders(
    request: HttpRequest, table_id: UUID, body: shapes.Sheet, idempotency_key: IdempotencyKey = None
) -> shapes.Receipt:
    access = reach.find(request, table_id)
    seat, lines = own_seat(access, body.seat), clean_text("\n".join(body.lines)).split("\n")
    result = services.submit_orders(
        table_id, seat=seat, player=me(request), lines=lines, cause=cause(request, idempotency_key),
        question=body.question,
    )  # fmt: skip
    return _receipt(access, result, unread=[line for line in lines[result.rest :] if line.strip()])


@router.post(
    "/tables/{uuid:table_id}/plans/drop", response=shapes.Receipt, operation_id="drop_plan",
    summary=_("Drops a plan, if it still stands where it was shown"),
)  # fmt: skip
def drop_plan(
    request: HttpRequest, table_id: UUID, body: shapes.DroppedPlan, idempotency_key: IdempotencyKey = None
) -> shapes.Receipt:
    access = reach.find(request, table_id)
    seat, mark = own_seat(access, body.seat), cause(request, idempotency_key)
    before = services.was_done(table_id, mark)
    if not before and not asking.still_stands(access, seat, body.plan, body.text, reader_language()):
        raise services.ServiceError("E_NO_PLAN")
    result = services.drop_plans(table_id, seat=seat, player=me(request), cause=mark, index=body.plan)
    return _receipt(access, result)


@router.post(
    "/tables/{uuid:table_id}/undo", response=shapes.Receipt, operation_id="undo",
    summary=_("Takes back what the seat did last, while the rules of undo allow it"),
)  # fmt: skip
def undo(
    request: HttpRequest, table_id: UUID, body: shapes.OneSeat, idempotency_key: IdempotencyKey = None
) -> shapes.Receipt:
    access = reach.find(request, table_id)
    seat = own_seat(access, body.seat)
    result = services.undo(table_id, seat=seat, player=me(request), cause=cause(request, idempotency_key))
    return _receipt(access, result)


@router.post(
    "/tables/{uuid:table_id}/resign", response={204: None}, operation_id="resign",
    summary=_("Gives the seat up for good: a bot plays it on"),
)  # fmt: skip
def resign(
    request: HttpRequest, table_id: UUID, body: shapes.Resigning, idempotency_key: IdempotencyKey = None
) -> Status[None]:
    access = reach.find(request, table_id)
    mark = cause(request, idempotency_key)
    if not services.was_done(table_id, mark):
        seat = own_seat(access, body.seat)
        services.resign(table_id, seat=seat, player=me(request), cause=mark, confirmed=body.confirm)
    return Status(204, None)


def _receipt(
    access: Access, result: services.SubmitResult, said: str = "", unread: list[str] | None = None
) -> shapes.Receipt:
    refused = words_of(result.refused, words_at(access)) if result.refused is not None else ""
    return shapes.Receipt(
        repeated=result.repeated,
        told=[shapes.Told(tone=one.tone, text=one.text) for one in told(access, result, said)],
        understood=[re.sub(r"\s+", " ", text) for _, text in sorted(result.said.items())] or ([said] if said else []),
        unread=unread or [],
        refused=refused,
        moment=result.moment,
        asked=result.asked,
        over=result.over,
    )


def _asking(one: asking.Asking) -> shapes.Asking:
    return shapes.Asking(
        seat=one.seat,
        name=one.name,
        questions=[_question(question) for question in one.questions],
        plans=[shapes.Plan(plan=plan.index, text=plan.text) for plan in one.plans],
        plan_examples=[shapes.Example(order=order, text=text) for order, text in one.plan_examples],
        may_undo=one.may_undo,
    )


def _question(one: asking.Question) -> shapes.Question:
    return shapes.Question(
        question=one.mark, text=one.text, answered=one.answered, optional=one.optional,
        deadline=by(one.deadline), form=one.form, least=one.least, most=one.most, at=one.at,
        groups=[_group(group) for group in one.groups], examples=list(one.examples),
    )  # fmt: skip


def _group(one: asking.Group) -> shapes.Group:
    choices = [
        shapes.Choice(
            answer=choice.reply, text=choice.text, depth=choice.depth, whole=choice.answers, leads=choice.leads,
            most=choice.most,
        )
        for choice in one.choices
    ]  # fmt: skip
    return shapes.Group(heading=one.heading, choices=choices)
