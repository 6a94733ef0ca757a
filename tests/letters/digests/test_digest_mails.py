"""A digest as a mail: its language, what may be answered to it, how it is ordered and stopped."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from asgard_pbem.mail import links
from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.writing import digest, scene
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import mailed
from asgard_pbem.tables.reading.eyes import Entry
from asgard_pbem.tables.services.persons.digests import next_due
from tests.letters.conftest import SEED, Post
from tests.letters.digests.conftest import Sit, due, flat, row, say, told

pytestmark = pytest.mark.django_db


# --- The mail ---------------


def test_it_comes_in_the_readers_language_with_what_is_proposed_and_who_is_waited_for(
    game: Game, people: list[Player], post: Post
) -> None:
    boris = people[1]
    services.set_digest(boris, "weekly")
    say(game, people[0], 0, "build")
    services.propose(game.pk, seat=2, player=people[2], lines=["end"], cause=uuid4())
    assert due(boris) == 1
    mail = post.last(boris, "digest")
    text = flat(mail.text)
    for words in (
        "Что произошло с нашего прошлого письма", "Cleo предлагает: конец", "«поддерживаю 1»", "«предлагаю …; …»",
            "по понедельникам",
        "Больше не присылать сводок: http", "«сводка никогда»",
    ):  # fmt: skip
        assert words in text
    assert 'lang="ru"' in mail.html


def test_it_can_be_answered_with_counsel_and_press(game: Game, people: list[Player], post: Post) -> None:
    services.set_digest(people[2], "daily")
    say(game, people[0], 0, "build")
    due(people[2])
    receipt = Receipt.model_validate(
        post.answer(people[2], "propose scout", "press: Good luck!", purpose="digest").outcome
    )
    assert [one.did.code for one in receipt.understood] == ["proposed", "press_sent"]


# --- Wanting it, and no more ---------------


def test_one_line_orders_it_and_one_line_stops_it(game: Game, people: list[Player], post: Post) -> None:
    for line, rhythm in (
        ("digest daily", "daily"), ("сводка еженедельно", "weekly"), ("digest never", "never"),
        ("Digest: every week", "weekly"), ("digest every turn", "turn"), ("сводка каждый ход", "turn"),
        ("Digest: rounds", "round"), ("сводка каждый круг", "round"), ("сводка каждый раунд", "round"),
        ("сводки: не надо", "never"),
        ("сводка по понедельникам", "weekly"), ("digest every morning", "daily"),
    ):  # fmt: skip
        row = post.answer(people[0], line)
        assert Receipt.model_validate(row.outcome).understood[0].did.code == f"digest_{rhythm}"
        assert Player.objects.get(pk=people[0].pk).digest == rhythm
    row = post.answer(people[0], "digest hourly")
    assert Receipt.model_validate(row.outcome).refused[0].why.code == "E_RHYTHM"


def test_its_link_and_its_header_stop_digests_and_no_other_mail(
    game: Game, people: list[Player], post: Post, client: Client
) -> None:
    cleo = people[2]
    services.set_digest(cleo, "daily")
    say(game, people[0], 0, "build")
    due(cleo)
    mail = post.last(cleo, "digest")
    named = re.fullmatch(r"<([^>]+)>", str(mail.message["List-Unsubscribe"]).replace("\n", "").replace(" ", ""))
    assert named is not None
    url = named[1]
    assert url in html.unescape(mail.html)
    path = url.partition("/u/")[1] + url.partition("/u/")[2]
    assert "Stop digests?" in client.get(path).content.decode()
    assert Player.objects.get(pk=cleo.pk).digest == "daily"  # looking changes nothing
    assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    cleo.refresh_from_db()
    assert (cleo.digest, cleo.digest_due_at, cleo.mail_state) == ("never", None, "on")
    assert client.get("/u/digest/forged").status_code == 404


def test_who_has_stopped_mail_or_is_forgotten_gets_none(game: Game, people: list[Player], post: Post) -> None:
    services.set_digest(people[2], "daily")
    services.set_mail(people[2], on=False)
    say(game, people[0], 0, "build")
    assert due(people[2]) == 1
    post.deliver()
    assert row(people[2]).state == "dropped"
    services.set_digest(people[2], "turn")
    services.erase_player(people[2])
    gone = Player.objects.get(pk=people[2].pk)
    assert (gone.digest, gone.digest_due_at, gone.turns_seen_at) == ("never", None, None)


def test_the_link_is_of_one_person_and_one_purpose(people: list[Player]) -> None:
    signed = links.digest_url(people[0].pk).rpartition("/")[2]
    assert links.read_digest(signed) == people[0].pk
    assert links.read_unsubscribe(signed) is None
    assert links.read_digest(links.unsubscribe_url(people[0].pk).rpartition("/")[2]) is None


def test_a_digest_comes_at_seven_in_the_readers_own_morning() -> None:
    now = datetime(2026, 3, 28, 12, tzinfo=UTC)  # a Saturday; the night after, clocks change in Berlin
    assert next_due("daily", "Europe/Berlin", now) == datetime(2026, 3, 29, 5, tzinfo=UTC)
    assert next_due("weekly", "Europe/Berlin", now) == datetime(2026, 3, 30, 5, tzinfo=UTC)
    assert next_due("daily", "Asia/Tokyo", now) == datetime(2026, 3, 28, 22, tzinfo=UTC)
    assert next_due("daily", "UTC", now.replace(hour=7)) == datetime(now.year, now.month, now.day + 1, 7, tzinfo=UTC)
    assert next_due("never", "UTC", now) is None


def test_whoever_moves_gets_the_next_one_in_the_morning_of_the_new_place(people: list[Player]) -> None:
    services.set_digest(people[0], "daily")
    services.update_player(people[0], time_zone="Asia/Tokyo")
    due_at = Player.objects.get(pk=people[0].pk).digest_due_at
    assert due_at is not None
    assert due_at.astimezone(ZoneInfo("Asia/Tokyo")).hour == 7


# --- What came between owing and sending ---------------


def test_whoever_wants_no_more_digests_gets_none_that_was_owed_before(
    game: Game, people: list[Player], post: Post
) -> None:
    services.set_digest(people[2], "daily")
    say(game, people[0], 0, "build")
    assert due(people[2]) == 1
    services.set_digest(people[2], "never")
    post.deliver()
    assert row(people[2]).state == "dropped"


def test_no_digest_follows_the_result_of_a_game(game: Game, people: list[Player], post: Post) -> None:
    services.set_digest(people[2], "daily")
    say(game, people[0], 0, "build")
    assert due(people[2]) == 1
    services.close_table(game.pk, by=None, cause=uuid4())
    post.deliver()
    assert row(people[2]).state == "dropped"


def test_a_game_that_cannot_be_read_stops_no_digest_of_others(
    sit: Sit, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = sit(), sit()
    services.set_digest(people[2], "daily")
    say(broken, people[0], 0, "build")
    say(sound, people[0], 0, "build")
    real = mailed.news

    def news(game_id: UUID, *where: int) -> list[tuple[Entry, bool]]:
        if game_id == broken.pk:
            raise ValueError("a log that does not replay")
        return real(game_id, *where)

    monkeypatch.setattr(mailed, "news", news)
    assert due(people[2]) == 1
    assert row(people[2]).game == sound
    assert Player.objects.get(pk=people[2].pk).digest_due_at > timezone.now()  # and tomorrow again


def test_a_player_whose_zone_is_unknown_here_stops_no_digest_of_others(game: Game, people: list[Player]) -> None:
    for player in people[1:]:
        services.set_digest(player, "daily")
    say(game, people[0], 0, "build")
    hour_ago = timezone.now() - timedelta(hours=1)
    Player.objects.filter(pk=people[1].pk).update(time_zone="Mars/Olympus", digest_due_at=hour_ago)
    assert due(people[2]) >= 1
    assert row(people[2]).game == game


def test_a_long_digest_asks_the_database_no_more_than_a_short_one(
    game: Game, people: list[Player], django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    services.set_digest(people[2], "daily")
    for seat in (0, 1, 2, 0):
        say(game, people[seat], seat, "build")
        say(game, people[seat], seat, "end")
    assert due(people[2]) == 1
    last = row(people[2])
    one = scene.scene(game, 2, people[2])
    with django_assert_max_num_queries(12):
        assert len(digest.lines(last, one)) > 5


def test_what_a_prompt_told_one_of_several_own_seats_is_told_to_no_other(people: list[Player], post: Post) -> None:
    opened = services.open_table(
        opened_by=people[1], key="rampart", seats=3, cause=uuid4(), several_seats=True, sit=[0, 1], seed=SEED
    )
    services.take_seat(opened.pk, player=people[0], cause=uuid4())
    services.set_digest(people[1], "daily")
    say(opened, people[1], 0, "build", "end")
    post.deliver()  # the prompt of the second seat tells of this
    say(opened, people[1], 1, "end")
    assert due(people[1]) == 1
    assert not [line for line in told(people[1]) if "builds" in line]


def test_where_nothing_of_it_could_be_seen_no_heading_stands_above_nothing(
    game: Game, people: list[Player], post: Post
) -> None:
    """A card that somebody laid face down is an event of which no log says anything."""
    anna = people[0]
    services.set_digest(anna, "daily")
    post.deliver()
    say(game, anna, 0, "build", "end")
    assert due(anna) == 1
    owed = row(anna)
    owed.payload["after"] = owed.payload["upto"]
    owed.save(update_fields=["payload"])
    assert told(anna) == []
    mail = post.last(anna, "digest")
    for part in (mail.text, mail.html):
        assert "What has happened since our last mail" in flat(part)
        assert "What happened" not in flat(part)
