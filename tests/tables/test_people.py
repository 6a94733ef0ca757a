"""Persons: names, zones, addresses, limits."""

from __future__ import annotations

import unicodedata
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Absence, Game, Player
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.services.persons.naming import MARKS
from asgard_pbem.tables.services.playing.press import clean_text
from tests.tables.conftest import OpenToy, lay

pytestmark = pytest.mark.django_db


def test_an_address_is_one_person_whatever_its_case() -> None:
    one = services.player_for("Some.One@Home.Example", name=" Eve\u202e\n the  Bold ", language="ru")
    assert services.player_for("some.one@home.example").pk == one.pk
    assert (one.email, one.name, one.language, one.has_usable_password()) == (
        "some.one@home.example", "Eve the Bold", "ru", False,
    )  # fmt: skip
    with pytest.raises(services.ServiceError, match="E_EMAIL"):
        services.player_for("nobody")


@pytest.mark.parametrize(
    "address",
    ["Play@in.asgard.localhost", f"play+{'a' * 26}@in.asgard.localhost", "games@asgard.localhost", "me@ours.example"],
)
def test_nobody_is_one_of_our_own_addresses(
    address: str, open_toy: OpenToy, people: list[Player], settings: Any
) -> None:
    """A mail from there is a loop and is not read; an invitation to it was sent all the same, to ourselves."""
    settings.OWN_DOMAINS = [*settings.OWN_DOMAINS, "ours.example"]
    game = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), title="T")
    with pytest.raises(services.ServiceError, match="E_OWN_ADDRESS"):
        services.invite(game.pk, by=people[0], email=address, cause=uuid4())
    assert not Player.objects.filter(email=address.casefold()).exists()


def test_where_one_mailbox_is_ours_the_others_of_its_domain_are_peoples(settings: Any) -> None:
    settings.ONE_ADDRESS = settings.PLAY_ADDRESS = "games@mail.example"
    settings.OWN_DOMAINS = ["mail.example"]
    for own in ("games@mail.example", "games+a@mail.example"):
        with pytest.raises(services.ServiceError, match="E_OWN_ADDRESS"):
            services.player_for(own)
    assert services.player_for("anna@mail.example").email == "anna@mail.example"


def test_a_new_name_shows_at_every_table(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    services.update_player(people[0], name="Boris", time_zone="berlin", language="RU")
    assert Game.objects.get(pk=game.pk).names == ["Boris", "Boris 2"]
    assert Player.objects.get(pk=people[0].pk).time_zone == "Europe/Berlin"


@pytest.mark.parametrize(
    "said, zone",
    [
        ("europe/london", "Europe/London"), ("London", "Europe/London"), (" new york.", "America/New_York"),
        ("Москва", "Europe/Moscow"), ("нью-йорк", "America/New_York"), ("utc", "UTC"), ("Kolkata", "Asia/Kolkata"),
        ("Istanbul", "Asia/Istanbul"), ("Buenos Aires", "America/Argentina/Buenos_Aires"),
    ],
)  # fmt: skip
def test_a_zone_is_found_by_its_name_or_its_city(people: list[Player], said: str, zone: str) -> None:
    assert services.update_player(people[0], time_zone=said).time_zone == zone


def test_what_two_requests_of_one_person_change_at_once_both_stays(open_toy: OpenToy, people: list[Player]) -> None:
    """Each wrote back what it had found of all that it did not change: a name was gone that every table showed."""
    game, anna = open_toy(), people[0]
    mail, page, other = (Player.objects.get(pk=anna.pk) for _ in range(3))
    services.set_digest(page, "daily")
    services.update_player(page, name="Annika")
    services.update_player(mail, language="ru")
    services.update_player(other, time_zone="Asia/Tokyo")
    anna.refresh_from_db()
    assert (anna.name, anna.language, anna.time_zone) == ("Annika", "ru", "Asia/Tokyo")
    assert anna.digest_due_at is not None
    assert anna.digest_due_at.astimezone(anna.zone).hour == 7
    assert Game.objects.get(pk=game.pk).names[0] == "Annika"


def test_a_new_name_at_many_tables_asks_the_database_no_more_than_at_one(
    open_toy: OpenToy, people: list[Player], django_assert_num_queries: Any
) -> None:
    """It took seconds for whoever had played at thousands: a row of a model for each, three times, and cases of SQL."""
    games = [open_toy(2)]
    with CaptureQueriesContext(connection) as at_one:
        services.update_player(people[0], name="Boris")
    games += [open_toy(2) for _ in range(4)]
    more = 4 if settings.DATABASE_SPREAD else 0  # a cluster locks one game at a time
    with django_assert_num_queries(len(at_one) + more):
        services.update_player(people[0], name="Bo")
    assert {tuple(Game.objects.get(pk=game.pk).names) for game in games} == {("Bo", "Boris")}
    assert not [query["sql"] for query in at_one if "head_hash" in query["sql"]], "no whole rows are read"


@pytest.mark.parametrize("said, code", [("ru", "ru"), (" RU ", "ru"), ("ru-RU", "ru"), ("en_GB", "en")])
def test_a_language_is_known_by_its_code_and_by_a_country_s(people: list[Player], said: str, code: str) -> None:
    assert services.update_player(people[0], language=said).language == code


@pytest.mark.parametrize(
    "change, code",
    [
        ({"name": "\u200b"}, "E_NAME"),
        ({"language": "tlh"}, "E_LANGUAGE"),
        ({"language": "rust"}, "E_LANGUAGE"),  # begins as Russian's code does
        ({"language": ""}, "E_LANGUAGE"),
        ({"time_zone": "Mars"}, "E_ZONE"),
        ({"time_zone": "Eastern"}, "E_ZONE"),  # which country's?
    ],
)
def test_what_cannot_be_is_refused(people: list[Player], change: dict[str, str], code: str) -> None:
    with pytest.raises(services.ServiceError, match=code):
        services.update_player(people[0], **change)


def test_an_absence_has_an_end_and_is_not_for_ever(people: list[Player]) -> None:
    now, day = timezone.now(), timedelta(days=1)
    for since, until, code in (
        (None, now - day, "E_ABSENCE_PAST"),
        (now - 5 * day, now - day, "E_ABSENCE_PAST"),  # it would bring back what has run out
        (None, now + 61 * day, "E_ABSENCE"),
        (now + 5 * day, now + 4 * day, "E_ABSENCE"),
    ):
        with pytest.raises(services.ServiceError) as refused:
            services.set_absence(people[0], since=since, until=until)
        assert refused.value.code == code


def test_absences_one_after_the_other_come_to_an_end(people: list[Player]) -> None:
    player, now = people[0], timezone.now()
    services.set_absence(player, since=None, until=now + timedelta(days=60))
    Absence.objects.update(since=now - timedelta(days=60), until=now)  # sixty days later
    Player.objects.filter(pk=player.pk).update(absent_from=now - timedelta(days=60), absent_until=now)
    player.refresh_from_db()
    with pytest.raises(services.ServiceError, match="E_ABSENT_LONG"):
        services.set_absence(player, since=None, until=now + timedelta(days=31))
    services.set_absence(player, since=None, until=now + timedelta(days=29))
    with pytest.raises(services.ServiceError, match="E_ABSENT_LONG"):
        services.set_absence(player, since=now + timedelta(days=40), until=now + timedelta(days=75))


def test_days_that_are_not_taken_are_given_back_and_a_year_later_all_are(people: list[Player]) -> None:
    player, now = people[0], timezone.now()
    for _ in range(5):
        services.set_absence(player, since=now + timedelta(days=10), until=now + timedelta(days=69))
        services.set_absence(player, since=None, until=None)
    assert not player.absences.exists()
    long_ago = now - timedelta(days=430)
    for days in (60, 0):
        Absence.objects.create(player=player, since=long_ago, until=long_ago + timedelta(days=days))
    services.set_absence(player, since=None, until=now + timedelta(days=59))


def away_since(player: Player, days: int) -> None:
    """Has this player away since so many days ago, and until tomorrow."""
    since, until = timezone.now() - timedelta(days=days), timezone.now() + timedelta(days=1)
    Player.objects.filter(pk=player.pk).update(absent_from=since, absent_until=until)
    Absence.objects.create(player=player, since=since, until=until)
    player.refresh_from_db()


def test_days_of_one_absence_that_is_made_longer_count_once(open_toy: OpenToy, people: list[Player]) -> None:
    open_toy(2)
    away_since(people[0], 40)
    services.set_absence(people[0], since=None, until=timezone.now() + timedelta(days=19))
    with pytest.raises(services.ServiceError, match="E_ABSENCE"):
        services.set_absence(people[0], since=None, until=timezone.now() + timedelta(days=21))


def test_an_absence_that_was_over_when_the_open_question_was_asked_is_joined_to_no_other(
    open_toy: OpenToy, people: list[Player]
) -> None:
    away_since(people[0], 40)
    Player.objects.filter(pk=people[0].pk).update(absent_until=timezone.now())
    people[0].refresh_from_db()
    open_toy(2)
    until = timezone.now() + timedelta(days=30)
    services.set_absence(people[0], since=None, until=until)
    assert people[0].absent_from is not None
    assert people[0].absent_from > until - timedelta(days=31)


def test_what_others_are_asked_joins_nobodys_absences(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])
    away_since(people[0], 40)
    Player.objects.filter(pk=people[0].pk).update(absent_until=timezone.now())
    people[0].refresh_from_db()
    now = timezone.now()
    services.set_absence(people[0], since=None, until=now + timedelta(days=30))
    assert people[0].absent_from is not None
    assert people[0].absent_from >= now


def test_an_absence_to_come_gives_way_to_another_and_is_called_off(open_toy: OpenToy, people: list[Player]) -> None:
    open_toy(2)
    player, now, day = people[0], timezone.now(), timedelta(days=1)
    services.set_absence(player, since=now + 5 * day, until=now + 10 * day)
    services.set_absence(player, since=now + 20 * day, until=now + 25 * day)
    assert (player.absent_from, player.absent_until) == (now + 20 * day, now + 25 * day)
    services.set_absence(player, since=None, until=None)
    assert (player.absent_from, player.absent_until) == (None, None)


def test_the_days_of_an_absence_that_is_cut_short_are_given_back(people: list[Player]) -> None:
    player, now, day = people[0], timezone.now(), timedelta(days=1)
    away_since(player, 10)
    Player.objects.filter(pk=player.pk).update(absent_until=now + 40 * day)
    player.absences.update(until=now + 40 * day)
    player.refresh_from_db()
    services.set_absence(player, since=None, until=None)
    services.set_absence(player, since=now + 50 * day, until=now + 109 * day)  # ten of the year, and fifty-nine
    assert (player.absent_from, player.absent_until) == (now + 50 * day, now + 109 * day)


def test_nobody_mails_strangers_without_end(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=8, cause=uuid4())
    for number in range(30):
        services.invite(game.pk, by=people[0], email=f"guest{number}@home.example", cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_INVITES"):
        services.invite(game.pk, by=people[0], email="guest30@home.example", cause=uuid4())
    assert not Player.objects.filter(email="guest30@home.example").exists()


@pytest.mark.parametrize("unseen", ["\u3164", "\u2800", "\u115f\u1160", "\ufe0f", "\u034f", "\uffa0", "\U000e0101"])
def test_nobody_is_called_by_what_nobody_sees(unseen: str, people: list[Player]) -> None:
    """Letters and symbols that are blank made a name without a letter, a second Boris, or a person called as a bot."""
    with pytest.raises(services.ServiceError, match="E_NAME"):
        services.update_player(people[0], name=unseen)
    with pytest.raises(services.ServiceError, match="E_NAME_BOT"):
        services.update_player(people[0], name=f"Greedy{unseen}")
    assert services.update_player(people[0], name=f"Bo{unseen}ris{unseen}").name == "Boris"


def test_nobody_paints_over_the_lines_of_others(people: list[Player]) -> None:
    """A letter with thirty accents is as high as a page. What scripts have on one letter stays, as in Hebrew."""
    heap = "\u0316" * 30
    assert services.update_player(people[0], name=f"An{heap}na").name == f"An{heap[:MARKS]}na"
    assert clean_text(f"He{heap}y\nyou") == f"He{heap[:MARKS]}y\nyou"
    for word in ("น้ำ", "שָּׁלוֹם", "སྒྲུབས", "Vi\u1ec7t"):
        assert services.update_player(people[0], name=word).name == unicodedata.normalize("NFC", word)


@pytest.mark.parametrize("name", ["Anna \u2620\ufe0f", "1\ufe0f\u20e3", "\u2764\ufe0f\u200d\U0001f525", "Zoe\u0308"])
def test_what_shapes_a_sign_stays_in_a_name(name: str, people: list[Player]) -> None:
    assert services.update_player(people[0], name=name).name == unicodedata.normalize("NFC", name)


def test_an_address_goes_with_the_last_of_those_who_invited_it(people: list[Player]) -> None:
    for host in people[:2]:
        game = services.open_table(opened_by=host, key="highest_card", seats=3, cause=uuid4())
        services.invite(game.pk, by=host, email="guest@home.example", cause=uuid4())
    for host, left in zip(people[:2], (True, False), strict=True):
        services.erase_player(host)
        assert Player.objects.filter(email="guest@home.example").exists() is left


def test_who_is_erased_leaves_open_tables(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4())
    services.take_seat(game.pk, player=people[1], cause=uuid4())
    services.erase_player(people[1])
    assert Game.objects.get(pk=game.pk).names == ["Anna", "", ""]


def test_what_the_erased_called_a_table_stands_on_no_table_that_came_of_it(
    open_toy: OpenToy, people: list[Player]
) -> None:
    game = open_toy(2, title="Words of Anna's")
    for _ in range(3):  # others' practice, from a table of practice each
        game = services.fork(game.pk, moment=game.moment, viewer=None, player=people[1], cause=uuid4())
    services.erase_player(people[0])
    assert set(Game.objects.values_list("title", flat=True)) == {""}


def test_what_was_on_its_way_while_somebody_was_forgotten_brings_nothing_back(people: list[Player]) -> None:
    """A form, or a program, has read whose it is before the row is emptied, and writes after it."""
    on_its_way = Player.objects.get(pk=people[1].pk)
    services.erase_player(people[1])
    services.update_player(on_its_way, name="Boris")
    services.set_absence(on_its_way, since=None, until=timezone.now() + timedelta(days=3))
    left = Player.objects.get(pk=people[1].pk)
    assert (left.name, left.absent_until) == ("", None)
    assert not Absence.objects.filter(player=left).exists()


def open_one(player: Player, title: str = "") -> Game:
    return services.open_table(opened_by=player, key="highest_card", seats=4, cause=uuid4(), title=title)


def test_a_name_or_title_that_is_too_long_is_refused_and_not_cut(people: list[Player]) -> None:
    services.update_player(people[0], name="x" * 40)
    with pytest.raises(services.ServiceError, match="E_NAME_LONG"):
        services.update_player(people[0], name="x" * 41)
    assert Player.objects.get(pk=people[0].pk).name == "x" * 40
    assert open_one(people[0], title="y" * 80).title == "y" * 80
    with pytest.raises(services.ServiceError, match="E_TITLE_LONG"):
        open_one(people[0], title="y" * 81)


def test_nobody_is_called_by_a_part_of_their_address(people: list[Player]) -> None:
    host = services.player_for("john.q.public1961@home.example")
    game = open_one(host)
    services.take_seat(game.pk, player=people[1], cause=uuid4())
    game.refresh_from_db()
    assert (host.name, game.names) == ("", ["", "Boris", "", ""])
    assert history.words(game, "en").seat(0) == "Seat 1"
