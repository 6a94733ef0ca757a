"""Tables: found, looked at, opened."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from ninja import Query, Router, Status
from pydantic import Field

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import archive, history
from asgard_pbem.tables.reading.archive import Outcome, Search
from asgard_pbem.tables.store import fairness
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web import access as reach
from asgard_pbem.web.access import Access, me, somebody
from asgard_pbem.web.api.reader import ANYBODY, SIGNED_IN, IdempotencyKey, cause
from asgard_pbem.web.api.rows import fields, row
from asgard_pbem.web.api.shapes import tables as shapes
from asgard_pbem.web.api.shapes.base import Shape
from asgard_pbem.web.forms.base import clean_text
from asgard_pbem.web.sharing.links import absolute
from asgard_pbem.web.sharing.offered import feed_path
from asgard_pbem.web.shown import lobby
from asgard_pbem.web.shown.finding import lists
from asgard_pbem.web.shown.finding import person as persons
from engine.core.chance import commitment
from engine.core.decisions import told_of
from engine.table.registry import games

router = Router(tags=["tables"], auth=ANYBODY)


class Wanted(Shape):
    """What is looked for; empty: whatever it is."""

    state: Literal["open", "running", "ended"] = "running"
    game: str = Field(default="", max_length=40, pattern="^[a-z_]*$", description="Key of a game.")
    player: str = Field(default="", max_length=40, description="How a player's name begins.")
    person: UUID | None = Field(default=None, description="This very player.")
    year: int | None = Field(default=None, ge=2000, le=2999)
    result: Literal["", "won", "not-won", "closed"] = ""
    mine: bool = Field(default=False, description="Only the reader's own tables, private ones too.")
    cursor: str | None = Field(default=None, max_length=60, pattern="^[<>][0-9a-f]{1,14}-[0-9a-f]{32}$")


@router.get(
    "/tables", response=shapes.TableList, operation_id="list_tables", summary=_("Tables: open, running or ended")
)
def list_tables(request: HttpRequest, wanted: Annotated[Wanted, Query()]) -> shapes.TableList:
    reader = somebody(request)
    if wanted.mine and reader is None:
        return shapes.TableList(items=[], next=None, previous=None)
    search = Search(
        waiting=wanted.state == "open", running=wanted.state == "running", mine=reader if wanted.mine else None,
        game=wanted.game, player=" ".join(clean_text(wanted.player).split()), person=_person(wanted.person, reader),
        year=wanted.year, outcome=Outcome(wanted.result if wanted.state == "ended" else ""),
    )  # fmt: skip
    way, key = _place(wanted.cursor)
    page = archive.page(search, older_than=key if way == ">" else None, newer_than=key if way == "<" else None)
    found = lists.rows(lists.seated(page.games), reader, reader_language())
    return shapes.TableList(
        items=[row(one) for one in found],
        next=f">{page.older}" if page.older else None,
        previous=f"<{page.newer}" if page.newer else None,
    )


def _place(cursor: str | None) -> tuple[str, archive.Key | None]:
    """Which way a page goes, and from where: what `next` and `previous` gave."""
    return (cursor[0], archive.Key.read(cursor[1:])) if cursor else ("", None)


def _person(person_id: UUID | None, reader: Player | None) -> Player | None:
    return persons.find(person_id, reader) if person_id is not None else None


@router.get("/tables/{uuid:table_id}", response=shapes.Table, operation_id="get_table", summary=_("One table"))
def get_table(request: HttpRequest, table_id: UUID) -> shapes.Table:
    return table(reach.find(request, table_id))


@router.get(
    "/seeds/{uuid:mark}", response=shapes.Commitment, auth=SIGNED_IN, operation_id="get_seed",
    summary=_("The commitment to the seed that a table opened with this Idempotency-Key will have"),
)  # fmt: skip
def get_seed(request: HttpRequest, mark: UUID) -> shapes.Commitment:
    return shapes.Commitment(
        commitment=commitment(services.prepared_seed(cause(request, mark, reverse("api:open_table"))))
    )


@router.post(
    "/tables", response={201: shapes.Table}, auth=SIGNED_IN, operation_id="open_table",
    summary=_("Opens a table, or with bots on all other seats begins a game"),
)  # fmt: skip
def open_table(request: HttpRequest, body: shapes.Opening, idempotency_key: IdempotencyKey = None) -> Status[Any]:
    mark = cause(request, idempotency_key)
    entropy = fairness.of_word(clean_text(body.word))
    seed = services.prepared_seed(mark) if entropy else None
    if seed is not None and body.commitment != commitment(seed):
        raise services.ServiceError("E_COMMITMENT")
    if body.own_seats > 1 and not (body.game in games() and games()[body.game].together):
        raise services.ServiceError("E_ONE_SEAT")
    if body.own_seats > body.seats:
        raise services.ServiceError("E_NO_SEAT")
    made = services.open_table(
        opened_by=me(request), key=body.game, seats=body.seats, cause=mark,
        title=" ".join(clean_text(body.title).split()),
        options=body.options, visibility="public" if body.public and body.bot is None else "private",
        days_per_decision=body.days_per_decision, reminders=body.bot is None, sit=range(body.own_seats),
        bots=dict.fromkeys(range(body.own_seats, body.seats), body.bot) if body.bot is not None else None,
        entropy=entropy, seed=seed,
    )  # fmt: skip
    return Status(201, table(reach.find(request, made.pk)))


def table(access: Access) -> shapes.Table:
    """A table as this reader may know it now."""
    game = Game.objects.prefetch_related(lists.people()).get(pk=access.game.pk)
    access = Access(game, access.player, access.seats, access.invitation)
    (listed,) = lists.rows([game], access.player, reader_language())
    around = lobby.lobby(access)
    told = _told(access)
    return shapes.Table(
        **{**fields(listed), "status": game.status},
        rules=game.rules_version,
        options=game.options,
        days_per_decision=game.days_per_decision,
        practice=game.practice,
        own_seats=list(access.seats),
        eyes=[shapes.Eyes(code=one.code, label=one.label) for one in reach.lenses(access, access.names)],
        may=shapes.May(join=around.may_join, leave=around.may_leave, host=around.may_host),
        invitation=around.invitation.pk if around.invitation is not None else None,
        seal=shapes.Seal(
            commitment=game.commitment,
            added=[one.added for one in fairness.parts(game)],
            head=fairness.seal(game),
        ),
        addresses=_addresses(access),
        **told,
    )


def _told(access: Access) -> dict[str, Any]:
    """Where the game stands, in words; nothing where nobody here knows its rules, or before the start."""
    if not history.is_known(access.game):
        return {"stage": "", "result": "", "waiting": []}
    now, words = history.table_now(access.game.pk), history.words(access.game, reader_language())
    if now.state is None:
        return {"stage": "", "result": "", "waiting": []}
    result = now.rules.result(now.state)
    seen = now.rules.view(now.state, access.seats[0] if access.seats else None)
    pending = told_of(now.pending(), access.seats)
    return {
        "stage": words.stage(seen),
        "result": words.result(result) if result is not None else "",
        "waiting": list(dict.fromkeys(words.waiting(one) for one in pending if one.seat not in access.seats)),
    }


def _addresses(access: Access) -> shapes.Addresses:
    game, feed = access.game, feed_path(access)
    return shapes.Addresses(
        page=absolute(reverse("game", args=[game.pk])),
        feed=absolute(feed) if feed else "",
        log=absolute(reverse("api:export_log", args=[game.pk])),
        moving_picture=absolute(reverse("moving", args=[game.pk])) if game.moment else "",
    )
