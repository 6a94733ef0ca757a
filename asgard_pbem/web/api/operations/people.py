"""The reader: settings, turns, what is kept. And other people, as everybody may read of them."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop as _
from ninja import Router, Status

from asgard_pbem.alerts import calendars
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Player
from asgard_pbem.tables.models.players import whole_days
from asgard_pbem.tables.reading import archive, memos
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web.access import me, somebody
from asgard_pbem.web.api.reader import ANYBODY, SIGNED_IN
from asgard_pbem.web.api.rows import row
from asgard_pbem.web.api.shapes import people as shapes
from asgard_pbem.web.api.shapes.tables import TableList
from asgard_pbem.web.sharing.links import absolute
from asgard_pbem.web.shown import beside_mail, personal
from asgard_pbem.web.shown.finding import lists
from asgard_pbem.web.shown.finding import person as persons

router = Router(tags=["people"], auth=SIGNED_IN)


@router.get(
    "/players/{uuid:player_id}", response=shapes.Person, auth=ANYBODY, operation_id="get_player",
    summary=_("A person: the name they chose, their record, their public games"),
)  # fmt: skip
def get_player(request: HttpRequest, player_id: UUID) -> shapes.Person:
    player = persons.find(player_id, somebody(request))
    found = persons.of(player, reader_language())
    record = archive.record(player)
    return shapes.Person(
        id=player.pk, name=player.name, games=found.games, won=found.won,
        record=[shapes.Record(game=key, games=games, won=won) for key, games, won in record],
        running=[row(one) for one in found.running], ended=[row(one) for one in found.ended], more=found.more,
        feed=absolute(reverse("player_feed", args=[player.pk])),
    )  # fmt: skip


@router.get("/me", response=shapes.Settings, operation_id="get_settings", summary=_("Your settings"))
def get_settings(request: HttpRequest) -> shapes.Settings:
    return _settings(me(request))


@router.patch(
    "/me", response=shapes.Settings, operation_id="change_settings", summary=_("Changes some of your settings")
)
def change_settings(request: HttpRequest, body: shapes.SettingsChange) -> shapes.Settings:
    player = me(request)
    with transaction.atomic():
        services.update_player(player, name=body.name, language=body.language, time_zone=body.time_zone)
        if body.mail is not None:
            services.set_mail(player, on=body.mail)
        if body.receipts is not None:
            services.set_receipts(player, on=body.receipts)
        if body.page is not None:
            services.set_page(player, on=body.page)
        if body.digest is not None:
            services.set_digest(player, body.digest)
        if body.invitations is not None and body.invitations != player.invitable:
            services.set_invitations(player, on=body.invitations)
    return _settings(player)


@router.put(
    "/me/absence", response=shapes.Settings, operation_id="set_absence",
    summary=_("Days on which your deadlines wait, in your time zone"),
)  # fmt: skip
def set_absence(request: HttpRequest, body: shapes.Absence) -> shapes.Settings:
    begins, ends = whole_days(body.first, body.last, timezone.get_current_timezone())
    return _settings(services.set_absence(me(request), since=begins, until=ends))


@router.delete("/me/absence", response=shapes.Settings, operation_id="end_absence", summary=_("You are back"))
def end_absence(request: HttpRequest) -> shapes.Settings:
    return _settings(services.set_absence(me(request), since=None, until=None))


@router.get(
    "/me/turns",
    response=TableList,
    operation_id="list_turns",
    summary=_("Tables that wait for you, the most urgent first"),
)
def list_turns(request: HttpRequest) -> TableList:
    found = lists.my_games(me(request), reader_language())
    return TableList(items=[row(one) for one in found.turns], next=None, previous=None)


@router.post(
    "/me/calendar", response={201: shapes.Calendar}, operation_id="renew_calendar",
    summary=_("New secret addresses of your calendar of deadlines and of your private feeds; those before end"),
)  # fmt: skip
def renew_calendar(request: HttpRequest) -> Status[shapes.Calendar]:
    calendars.renew(me(request))
    return Status(201, shapes.Calendar(address=_calendar(me(request))))


@router.delete(
    "/me/calendar", response={204: None}, operation_id="drop_calendar",
    summary=_("No calendar and no private feeds any more"),
)  # fmt: skip
def drop_calendar(request: HttpRequest) -> Status[None]:
    calendars.drop(me(request))
    return Status(204, None)


@router.get("/me/kept", response=shapes.Kept, operation_id="get_kept", summary=_("All that is kept of you as a person"))
def get_kept(request: HttpRequest) -> shapes.Kept:
    return shapes.Kept(kept=personal.kept(me(request)))


@router.get(
    "/me/notes", response=shapes.AllNotes, operation_id="list_all_notes", summary=_("All notes you have written")
)
def list_all_notes(request: HttpRequest) -> shapes.AllNotes:
    return shapes.AllNotes(items=memos.everywhere(me(request)))


def _settings(player: Player) -> shapes.Settings:
    return shapes.Settings(
        id=player.pk, address=player.email, name=player.name, language=player.language, time_zone=player.time_zone,
        mail=player.mail_state, receipts=player.receipts, digest=player.digest, page=player.has_page,  # type: ignore[arg-type]  # one of its choices
        invitations=player.invitable, absent_from=player.absent_from, absent_until=player.absent_until,
        calendar=_calendar(player), feed=beside_mail.own_feed(player),
    )  # fmt: skip


def _calendar(player: Player) -> str:
    own = calendars.address(player)
    return absolute(reverse("calendar", args=[own.token])) if own is not None and own.token else ""
