"""A calendar of one's deadlines: of the own seats alone, behind an address that its owner can change."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client, override_settings
from icalendar import Calendar

from asgard_pbem.alerts import calendars
from asgard_pbem.alerts.models import CalendarAddress
from asgard_pbem.serving.logs import masked
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, OpenDecision, Player
from asgard_pbem.tables.reading.promised import promised
from tests.web.test_watching import play

Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]


@pytest.fixture
def running(astrid: Player, bjorn: Player, table: Table) -> Game:
    return table(astrid, bjorn, title="Vigrid", visibility="private")


def path_of(player: Player, browse: Browse) -> str:
    browse(player).post("/settings/calendar/", {"act": "renew"})
    page = browse(player).get("/settings/").content.decode()
    found: str = page.split('id="calendar-url" readonly value="')[1].split('"')[0]
    return found.removeprefix(settings.PUBLIC_URL)


def entries(client: Client, path: str) -> list[Any]:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def test_a_deadline_stands_in_the_calendar_until_it_is_met(
    running: Game, astrid: Player, bjorn: Player, browse: Browse
) -> None:
    path, stranger = path_of(astrid, browse), browse(None)
    (entry,) = entries(stranger, path)
    asked = OpenDecision.objects.filter(game=running, seat=0).first()
    assert asked is not None
    assert asked.deadline is not None
    assert entry["DTEND"].dt == promised(asked.deadline)
    assert entry["DTEND"].dt - entry["DTSTART"].dt == calendars.LENGTH
    assert entry["DTSTAMP"].dt == asked.since.replace(second=0, microsecond=0)  # to the minute, as pages tell it
    assert "Vigrid" in entry["SUMMARY"]
    assert f"{settings.PUBLIC_URL}/g/{running.pk}/" in entry["DESCRIPTION"]
    while OpenDecision.objects.filter(game=running, seat=0, answered=False).exists():
        play(running, [astrid, bjorn], 1)
    assert entries(stranger, path) == []


def test_a_calendar_without_a_deadline_is_a_calendar(astrid: Player, running: Game, browse: Browse) -> None:
    """RFC 5545, 3.6: of one or more components; without any, some programs refuse the address."""
    path = path_of(astrid, browse)
    full = Calendar.from_ical(browse(None).get(path).content)
    assert [one.name for one in full.subcomponents] == ["VEVENT"]
    services.close_table(running.pk, by=None, cause=uuid4())
    empty = Calendar.from_ical(browse(None).get(path).content)
    assert [one.name for one in empty.subcomponents] == ["VTIMEZONE"]
    assert b"TZOFFSETTO:+0000" in empty.to_ical()


def test_what_one_has_chosen_unseen_waits_for_others_and_is_no_deadline_of_ones_own(
    running: Game, astrid: Player, bjorn: Player, browse: Browse
) -> None:
    path, stranger = path_of(astrid, browse), browse(None)
    services.submit_orders(running.pk, seat=0, player=astrid, lines=["1"], cause=uuid4())
    assert OpenDecision.objects.filter(game=running, seat=0, answered=True).exists()  # it may be changed still
    assert entries(stranger, path) == []
    assert len(entries(stranger, path_of(bjorn, browse))) == 1


def test_several_questions_of_one_turn_are_one_entry_and_one_without_a_deadline_is_none(
    running: Game, astrid: Player, browse: Browse
) -> None:
    path = path_of(astrid, browse)
    asked = OpenDecision.objects.get(game=running, seat=0)
    another = OpenDecision.objects.get(game=running, seat=0)
    another.key = "another"
    another.save(force_insert=True)
    assert len(entries(browse(None), path)) == 1
    OpenDecision.objects.filter(game=running, seat=0, key=asked.key).update(deadline=asked.deadline + timedelta(days=1))
    assert len(entries(browse(None), path)) == 2
    OpenDecision.objects.filter(game=running, seat=0, key=asked.key).update(deadline=None)
    assert len(entries(browse(None), path)) == 1


def test_an_entry_rings_before_the_time_ends_and_blocks_none(running: Game, astrid: Player, browse: Browse) -> None:
    (entry,) = entries(browse(None), path_of(astrid, browse))
    (rings,) = entry.walk("VALARM")
    assert (rings["ACTION"], rings["TRIGGER"].dt) == ("DISPLAY", -calendars.AHEAD)
    assert entry["TRANSP"] == "TRANSPARENT"


def test_an_entry_keeps_its_name_when_the_deadline_moves(running: Game, astrid: Player, browse: Browse) -> None:
    path, stranger = path_of(astrid, browse), browse(None)
    (before,) = entries(stranger, path)
    services.set_absence(astrid, since=before["DTEND"].dt - timedelta(days=2), until=before["DTEND"].dt)
    (after,) = entries(stranger, path)
    assert after["UID"] == before["UID"]
    assert after["DTEND"].dt > before["DTEND"].dt


def test_a_new_address_ends_the_old_one(running: Game, astrid: Player, browse: Browse) -> None:
    first = path_of(astrid, browse)
    second = path_of(astrid, browse)
    stranger = browse(None)
    assert first != second
    assert stranger.get(first).status_code == 404
    assert stranger.get(second).status_code == 200
    browse(astrid).post("/settings/calendar/", {"act": "end"})
    assert stranger.get(second).status_code == 404
    assert browse(astrid).get("/settings/").content.decode().count("calendar-url") == 0


def test_the_address_is_kept_sealed_and_no_log_shows_it(running: Game, astrid: Player, browse: Browse) -> None:
    from django.db import connection

    path = path_of(astrid, browse)
    token = path.removeprefix("/calendar/").removesuffix(".ics")
    with connection.cursor() as cursor:
        cursor.execute("SELECT sha256, token FROM alerts_calendaraddress")
        (row,) = cursor.fetchall()
    assert token.encode() not in b"".join(bytes(one) for one in row)
    assert token not in masked(f'"GET {path} HTTP/1.1" 200')


def test_nobody_elses_session_matters(
    running: Game, astrid: Player, bjorn: Player, eir: Player, browse: Browse
) -> None:
    path = path_of(astrid, browse)
    found = [browse(one).get(path).content for one in (None, astrid, bjorn, eir)]
    assert len(set(found)) == 1


def test_who_has_no_turn_has_an_empty_calendar(running: Game, eir: Player, browse: Browse) -> None:
    assert entries(browse(None), path_of(eir, browse)) == []


def test_a_calendar_says_nothing_of_what_is_asked(running: Game, astrid: Player, browse: Browse) -> None:
    book = browse(None).get(path_of(astrid, browse)).content.decode()
    page = browse(astrid).get(f"/g/{running.pk}/").content.decode()
    questions = re.findall(r'<h2 id="question-[^>]+>(?:<svg.*?</svg>)?([^<]+)</h2>', page)
    assert questions
    for question in questions:
        assert question.strip() not in Calendar.from_ical(book).to_ical().decode()
    for kind in OpenDecision.objects.filter(game=running).values_list("kind", flat=True):
        assert kind not in book.casefold()


def test_it_speaks_its_owners_language(running: Game, astrid: Player, browse: Browse) -> None:
    services.update_player(astrid, language="ru")
    book = browse(None).get(path_of(astrid, browse), headers={"accept-language": "en"})
    assert "Ваш ход" in str(Calendar.from_ical(book.content).walk("VEVENT")[0]["SUMMARY"])


def test_who_is_forgotten_has_no_calendar_any_more(running: Game, astrid: Player, browse: Browse) -> None:
    path = path_of(astrid, browse)
    services.erase_player(Player.objects.get(pk=astrid.pk))
    assert browse(None).get(path).status_code == 404
    assert not CalendarAddress.objects.exists()


def test_what_is_kept_of_a_person_can_be_taken_away(running: Game, astrid: Player, browse: Browse) -> None:
    path = path_of(astrid, browse)
    services.send_press(running.pk, seat=0, player=astrid, to=None, text="Ragnarok is near", cause=uuid4())
    kept = browse(astrid).get("/settings/kept.json").json()
    assert f"/calendar/{kept['calendar']['token']}.ics" == path
    assert kept["address"] == astrid.email
    assert [one["text"] for one in kept["messages"]] == ["Ragnarok is near"]
    assert [one["game"] for one in kept["seats"]] == [str(running.pk)]
    assert browse(None).get("/settings/kept.json").status_code == 302


@pytest.mark.parametrize("token", ["x", "A" * 32, "%00", "no-such-token"])
def test_an_address_that_is_none_is_not_found(token: str, db: None, browse: Browse) -> None:
    assert browse(None).get(f"/calendar/{token}.ics").status_code == 404


def test_no_number_of_the_log_can_be_tried_out_of_an_entry(running: Game, astrid: Player, browse: Browse) -> None:
    """A prompt's number counts all events, what others did unseen too; its name here is keyed, not only hashed."""
    (entry,) = entries(browse(None), path_of(astrid, browse))
    name, _, host = str(entry["UID"]).partition("@")
    assert (len(name), host) == (32, settings.PUBLIC_HOST)
    asked = OpenDecision.objects.get(game=running, seat=0)
    with override_settings(SECRET_KEY="another" * 10):
        assert calendars._name(asked) != name
    assert calendars._name(asked) == name
