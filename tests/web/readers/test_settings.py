"""The own settings."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player

pytestmark = pytest.mark.django_db
PROFILE = {"name": "Astrid the Wise", "language": "ru", "time_zone": "Europe/Oslo", "mail_on": "on"}


def test_the_profile_is_saved_and_the_pages_follow_its_language(
    astrid: Player, browse: Callable[[Player], Client]
) -> None:
    client = browse(astrid)
    assert client.post("/settings/", PROFILE).status_code == 302
    astrid.refresh_from_db()
    assert (astrid.name, astrid.language, astrid.time_zone) == ("Astrid the Wise", "ru", "Europe/Oslo")
    page = client.get("/settings/")
    assert page.headers["Content-Language"] == "ru"
    assert "Настройки" in page.content.decode()


def test_without_the_tick_no_mail_is_sent_and_with_it_again(astrid: Player, browse: Callable[[Player], Client]) -> None:
    client = browse(astrid)
    client.post("/settings/", {key: value for key, value in PROFILE.items() if key != "mail_on"})
    astrid.refresh_from_db()
    assert astrid.mail_state == "stopped"
    client.post("/settings/", PROFILE)
    astrid.refresh_from_db()
    assert astrid.mail_state == "on"


@pytest.mark.parametrize("why", [Player.MailState.BOUNCED, Player.MailState.COMPLAINED])
def test_who_gets_no_mail_since_it_came_back_and_saves_another_setting_still_gets_none_for_that_reason(
    why: str, astrid: Player, browse: Callable[[Player], Client]
) -> None:
    Player.objects.filter(pk=astrid.pk).update(mail_state=why, bounce_score=8)
    client = browse(astrid)
    client.post("/settings/", {key: value for key, value in PROFILE.items() if key != "mail_on"})
    astrid.refresh_from_db()
    assert (astrid.mail_state, astrid.bounce_score) == (why, 8)
    client.post("/settings/", PROFILE)
    astrid.refresh_from_db()
    assert (astrid.mail_state, astrid.bounce_score) == ("on", 0)


def test_what_came_back_counts_on_when_other_settings_are_saved(
    astrid: Player, browse: Callable[[Player], Client]
) -> None:
    Player.objects.filter(pk=astrid.pk).update(bounce_score=7)
    browse(astrid).post("/settings/", PROFILE)
    astrid.refresh_from_db()
    assert (astrid.mail_state, astrid.bounce_score) == ("on", 7)


def test_how_often_one_is_told_of_others_turns_is_a_setting(astrid: Player, browse: Callable[[Player], Client]) -> None:
    client = browse(astrid)
    client.post("/settings/", PROFILE | {"digest": "weekly"})
    astrid.refresh_from_db()
    assert astrid.digest == "weekly"
    assert astrid.digest_due_at is not None
    client.post("/settings/", PROFILE)  # a form that does not say leaves it
    astrid.refresh_from_db()
    assert astrid.digest == "weekly"
    assert client.post("/settings/", PROFILE | {"digest": "hourly"}).status_code == 400
    assert 'value="weekly" selected' in client.get("/settings/").content.decode()


def test_whoever_is_blocked_stays_so_when_another_setting_is_saved_and_not_when_invitations_are_switched_on_anew(
    astrid: Player, bjorn: Player, browse: Callable[[Player], Client]
) -> None:
    game = services.open_table(opened_by=bjorn, key="aesir", seats=2, cause=uuid4())
    services.block_inviter(services.invite(game.pk, by=bjorn, email=astrid.email, cause=uuid4()).pk, player=astrid)
    client = browse(astrid)
    client.post("/settings/", PROFILE | {"invitations_on": "on"})
    assert astrid.blocks.filter(by=bjorn).exists()
    client.post("/settings/", PROFILE)
    client.post("/settings/", PROFILE | {"invitations_on": "on"})
    assert not astrid.blocks.exists()


@pytest.mark.parametrize(
    "change",
    [{"name": ""}, {"name": "\u202e\u200b"}, {"name": "x" * 61}, {"language": "xx"}, {"time_zone": "Mars/Base"}],
)
def test_a_malformed_profile_changes_nothing(
    astrid: Player, browse: Callable[[Player], Client], change: dict[str, str]
) -> None:
    answer = browse(astrid).post("/settings/", PROFILE | change)
    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()
    astrid.refresh_from_db()
    assert astrid.name == "Astrid"


def test_an_absence_lasts_from_the_first_day_to_the_end_of_the_last_in_the_own_zone(
    astrid: Player, browse: Callable[[Player], Client]
) -> None:
    astrid.time_zone = "Europe/Oslo"
    astrid.save()
    first = (timezone.now() + timedelta(days=400)).date().replace(month=1, day=10)
    client = browse(astrid)
    client.post(
        "/settings/absence/", {"absent_from": first.isoformat(), "absent_until": first.replace(day=12).isoformat()}
    )
    astrid.refresh_from_db()
    assert astrid.absent_from == datetime(first.year, 1, 9, 23, tzinfo=UTC)
    assert astrid.absent_until == datetime(first.year, 1, 12, 23, tzinfo=UTC)
    assert f'value="{first.replace(day=12).isoformat()}"' in client.get("/settings/").content.decode()
    client.post("/settings/absence/", {})
    astrid.refresh_from_db()
    assert astrid.absent_until is None


@pytest.mark.parametrize("more", [0, 59])
def test_an_absence_may_be_one_day_and_sixty(more: int, astrid: Player, browse: Callable[[Player], Client]) -> None:
    first = timezone.now().date() + timedelta(days=40)
    last = first + timedelta(days=more)
    days = {"absent_from": first.isoformat(), "absent_until": last.isoformat()}
    assert browse(astrid).post("/settings/absence/", days).status_code == 302
    astrid.refresh_from_db()
    assert astrid.absent_from is not None
    assert astrid.absent_until is not None
    assert (astrid.absent_from.date(), astrid.absent_until.date()) == (first, last + timedelta(days=1))


def test_an_absence_that_is_over_stands_in_no_field(astrid: Player, browse: Callable[[Player], Client]) -> None:
    now = timezone.now()
    since, until = now - timedelta(days=9), now - timedelta(days=2)
    Player.objects.filter(pk=astrid.pk).update(absent_from=since, absent_until=until)
    page = browse(astrid).get("/settings/").content.decode()
    assert since.date().isoformat() not in page
    assert until.date().isoformat() not in page


@pytest.mark.parametrize(
    "days",
    [
        ("2030-01-02", ""),
        ("2030-01-02", "2030-01-01"),
        ("2030-01-01", "2030-03-02"),
        ("", "2030-01-02"),
        ("x", "2030-01-01"),
        ("9999-12-31", "9999-12-31"),
        ("0001-01-01", "0001-01-02"),
    ],
)
def test_a_malformed_absence_is_answered_with_a_sentence(
    astrid: Player, browse: Callable[[Player], Client], days: tuple[str, str]
) -> None:
    astrid.time_zone = "Asia/Tokyo"  # where the first day of all began before the calendar does
    astrid.save()
    answer = browse(astrid).post("/settings/absence/", {"absent_from": days[0], "absent_until": days[1]})
    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()


def test_the_language_buttons_work_for_strangers_and_change_the_profile_of_players(
    astrid: Player, browse: Callable[[Player | None], Client]
) -> None:
    stranger = browse(None)
    stranger.post("/language/", {"language": "ru", "next": "/"})
    assert 'lang="ru"' in stranger.get("/").content.decode()
    browse(astrid).post("/language/", {"language": "ru", "next": "/"})
    astrid.refresh_from_db()
    assert astrid.language == "ru"


def test_an_account_is_erased_after_a_question(
    astrid: Player, bjorn: Player, table: Callable[..., Game], browse: Callable[[Player], Client]
) -> None:
    game = table(astrid, bjorn)
    services.send_press(game.pk, seat=0, player=astrid, to=None, text="My secret", cause=uuid4())
    client = browse(astrid)
    assert "Erase everything about me" in client.get("/settings/erase/").content.decode()
    assert Player.objects.filter(email="astrid@example.org").exists()
    assert "You are forgotten" in client.post("/settings/erase/", follow=True).content.decode()
    assert not Player.objects.filter(email="astrid@example.org").exists()
    page = browse(bjorn).get(f"/g/{game.pk}/").content.decode()
    assert "Astrid" not in page
    assert "My secret" not in page


def test_the_key_of_somebodys_words_is_looked_for_once_however_many_they_are(
    astrid: Player, bjorn: Player, table: Callable[..., Game], browse: Callable[[Player], Client]
) -> None:
    game, client = table(astrid, bjorn), browse(astrid)
    for at in range(5):
        services.send_press(game.pk, seat=0, player=astrid, to=None, text=f"Said {at}", cause=uuid4())
        services.keep_memo(game.pk, player=astrid, text=f"Noted {at}", cause=uuid4())
    for address in ("/settings/kept.json", "/settings/notes.json", f"/g/{game.pk}/"):
        with CaptureQueriesContext(connection) as asked:
            assert "4" in client.get(address).content.decode()
        assert 1 <= sum('FROM "tables_authorkey"' in one["sql"] for one in asked.captured_queries) <= 2, address


def test_a_zone_that_was_set_by_mail_and_is_no_place_stays_when_another_setting_is_saved(
    astrid: Player, browse: Callable[[Player], Client]
) -> None:
    """`zone CET` is understood in a mail: the page had no such choice, showed UTC and saved that with whatever else."""
    services.update_player(astrid, time_zone="CET")
    client = browse(astrid)
    page = client.get("/settings/").content.decode()
    assert '<option value="CET" selected>' in page
    assert client.post("/settings/", {**PROFILE, "time_zone": "CET"}).status_code == 302
    astrid.refresh_from_db()
    assert (astrid.time_zone, astrid.name) == ("CET", "Astrid the Wise")


def test_the_parts_of_the_world_are_named_in_the_readers_language(
    astrid: Player, browse: Callable[[Player], Client]
) -> None:
    client = browse(astrid)
    assert '<optgroup label="Europe">' in client.get("/settings/").content.decode()
    services.update_player(astrid, language="ru")
    named = re.findall('<optgroup label="(.*?)">', client.get("/settings/").content.decode())
    assert "Европа" in named
    assert [one for one in named if one.isascii()] == ["UTC"]
