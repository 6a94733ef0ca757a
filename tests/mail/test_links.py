"""Mailed links: a GET shows a form and changes nothing, a POST acts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
from django.test import Client
from pytest_django import Settings as SettingsWrapper

from asgard_pbem.mail import links, tokens
from asgard_pbem.mail.answering import pending
from asgard_pbem.mail.models import Pending
from asgard_pbem.tables.models import Event, Game, Outbox, Player
from tests.mail.conftest import Post

pytestmark = pytest.mark.django_db


def path(url: str) -> str:
    return "/" + url.split("/", 3)[3]


def test_a_scanner_that_follows_the_unsubscribe_link_stops_nothing(people: list[Player], client: Client) -> None:
    answer = client.get(path(links.unsubscribe_url(people[0].pk)))
    people[0].refresh_from_db()
    assert (answer.status_code, people[0].mail_state) == (200, "on")
    assert b"<form" in answer.content


def test_one_click_stops_mail_without_cookie_or_token_and_twice_is_once(people: list[Player]) -> None:
    client = Client(enforce_csrf_checks=True)
    for _ in range(2):
        answer = client.post(path(links.unsubscribe_url(people[0].pk)), {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
    people[0].refresh_from_db()
    assert people[0].mail_state == "stopped"


def test_the_mailto_half_of_unsubscribing_works_without_an_answer(game: Game, people: list[Player], post: Post) -> None:
    address = links.unsubscribe_address(people[0].pk)
    row = post.take(b"From: anyone@home.example\r\n\r\n", to=address)
    people[0].refresh_from_db()
    assert (row.state, people[0].mail_state) == ("done", "stopped")
    other = links.unsubscribe_address(people[1].pk)
    for signature in ("0" * 32, address[21:53]):
        forged = other[:21] + signature + other[53:]
        assert tokens.box_of(forged).stop == forged[5:53]
        assert post.take(b"From: anyone@home.example\r\n\r\nx", to=forged).reason == "unknown_token"
    people[1].refresh_from_db()
    assert people[1].mail_state == "on"
    assert not Outbox.objects.filter(purpose="receipt").exists()
    assert game.holders.get(seat=0).player == people[0]


def test_a_mail_of_before_stops_mail_by_either_way_when_the_key_and_the_domain_are_others(
    people: list[Player], post: Post, client: Client, settings: SettingsWrapper
) -> None:
    """Mail programs use the address: a service that moved, or has a new SECRET_KEY, must not go on writing."""
    link, address = path(links.unsubscribe_url(people[0].pk)), links.unsubscribe_address(people[0].pk)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key " * 5
    settings.FORMER_IN_DOMAINS, settings.IN_DOMAIN = [settings.IN_DOMAIN], "in.elsewhere.example"
    assert links.unsubscribe_address(people[0].pk) != address
    assert client.get(link).status_code == 200
    assert post.take(b"From: anyone@home.example\r\n\r\n", to=address).state == "done"
    people[0].refresh_from_db()
    assert people[0].mail_state == "stopped"


def test_an_answer_to_the_domain_of_before_is_carried_out_and_to_that_of_nobody_is_not(
    game: Game, people: list[Player], post: Post, settings: SettingsWrapper
) -> None:
    post.to(people[0])  # asked by a mail of before
    settings.FORMER_IN_DOMAINS, settings.IN_DOMAIN = [settings.IN_DOMAIN], "in.elsewhere.example"
    assert post.reply(people[0], "1").state == "done"
    assert not tokens.is_ours("play@in.nobody.example")


@pytest.mark.parametrize("kind", ["u", "confirm"])
def test_an_altered_link_leads_nowhere(people: list[Player], client: Client, kind: str) -> None:
    good = path(links.unsubscribe_url(people[0].pk) if kind == "u" else links.confirm_url(people[0].pk))
    for bad in (good[:-2] + "xx", f"/{kind}/nonsense"):
        assert client.get(bad).status_code == 404
        assert client.post(bad).status_code == 404


def test_a_link_is_good_for_what_it_was_made_for_and_to_confirm_for_eight_days(people: list[Player]) -> None:
    player = people[0].pk
    made = {links.read_unsubscribe: links.unsubscribe_url(player), links.read_digest: links.digest_url(player)}
    for read in made:
        for other, url in made.items():
            assert read(url.rstrip("/").rpartition("/")[2]) == (player if read is other else None)
    days = [datetime.now(UTC) - timedelta(days=days, minutes=1) for days in (7, 8)]
    for then, found in zip(days, (player, None), strict=True):
        with patch("django.core.signing.time.time", then.timestamp):
            signed = links.confirm_url(player).rstrip("/").rpartition("/")[2]
        assert links.read_confirm(signed) == found


def test_a_held_mail_is_confirmed_by_a_form_and_once(
    game: Game, people: list[Player], post: Post, client: Client
) -> None:
    post.reply(people[0], "1", dmarc="fail")
    url = path(links.confirm_url(Pending.objects.get().pk))
    shown = client.get(url)
    assert (shown.status_code, b"<pre>1" in shown.content) == (200, True)
    assert Event.objects.filter(game=game, kind="move_made").count() == 0
    for _ in range(2):
        assert client.post(url, {"answer": "yes"}).status_code == 200
    assert Event.objects.filter(game=game, kind="move_made").count() == 1
    assert Outbox.objects.filter(key__startswith="confirmed:").count() == 1


def test_a_link_says_no_as_well_and_lapses(game: Game, people: list[Player], post: Post, client: Client) -> None:
    post.reply(people[0], "1", dmarc="fail")
    found = Pending.objects.get()
    client.post(path(links.confirm_url(found.pk)), {"answer": "no"})
    assert pending.settle(found.pk, agreed=True).code == "cancelled_before"
    post.reply(people[0], "resign")
    later = Pending.objects.get(kind="resign")
    Pending.objects.filter(pk=later.pk).update(expires_at="2020-01-01T00:00:00Z")
    answer = client.post(path(links.confirm_url(later.pk)), {"answer": "yes"})
    assert answer.status_code == 200
    assert game.holders.get(seat=0).player == people[0]


def test_text_of_a_mail_is_escaped_on_the_page(game: Game, people: list[Player], post: Post, client: Client) -> None:
    post.reply(people[0], "<script>alert(1)</script>", dmarc="fail")
    page = client.get(path(links.confirm_url(Pending.objects.get().pk))).content
    assert b"<script>alert" not in page


def test_the_page_speaks_the_language_of_its_player(people: list[Player], client: Client) -> None:
    Player.objects.filter(pk=people[0].pk).update(language="ru")
    page = client.get(path(links.unsubscribe_url(people[0].pk))).content.decode()
    assert "Больше не присылать вам писем?" in page
