"""A form that is refused is shown again as it was filled in, with what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.web.models import AccessToken

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
PROFILE = {"name": "Freya", "language": "en", "time_zone": "Europe/Oslo", "digest": "daily"}


def typed(text: str) -> str:
    """How a page has it in a field of several lines."""
    return f">{text}</textarea>"


@pytest.fixture
def filling(astrid: Player) -> Game:
    return services.open_table(opened_by=astrid, key="aesir", seats=4, cause=uuid4())


def invite(client: Client, game: Game, addresses: str) -> str:
    sent = {"addresses": addresses, "nonce": str(uuid4())}
    return client.post(f"/g/{game.pk}/invite/", sent, follow=True).content.decode()


def test_addresses_with_a_slip_among_them_are_typed_once(astrid: Player, filling: Game, browse: Browse) -> None:
    shown = invite(browse(astrid), filling, "thor@example.org\ntyr@example")
    assert "“tyr@example” is not an email address." in shown
    assert typed("thor@example.org\ntyr@example") in shown
    assert typed("") in browse(astrid).get(f"/g/{filling.pk}/").content.decode()


def test_of_several_addresses_those_that_could_not_be_invited_are_shown_again(
    astrid: Player, filling: Game, browse: Browse
) -> None:
    shown = invite(browse(astrid), filling, f"thor@example.org\n{astrid.email}")
    assert "Invited: thor@example.org" in shown
    assert typed(astrid.email) in shown


def test_addresses_that_were_sent_after_the_session_had_ended_wait_at_the_table(
    astrid: Player, filling: Game, browse: Browse
) -> None:
    client = browse(astrid)
    marked = re.search(r'name="nonce" value="([^"]+)"', client.get(f"/g/{filling.pk}/").content.decode())
    assert marked is not None
    client.logout()
    client.post(f"/g/{filling.pk}/invite/", {"addresses": "thor@example.org", "nonce": marked[1]})
    client.force_login(astrid, backend="django.contrib.auth.backends.ModelBackend")
    assert typed("thor@example.org") in client.get(f"/g/{filling.pk}/").content.decode()


def test_a_seat_that_was_given_up_is_offered_again_with_what_was_typed(
    astrid: Player, bjorn: Player, table: Callable[..., Game], browse: Browse
) -> None:
    game = table(astrid, bjorn)
    services.resign(game.pk, seat=1, player=bjorn, cause=uuid4(), confirmed=True)
    assert typed("tyr@example") in invite(browse(astrid), game, "tyr@example")


@pytest.mark.parametrize(
    "name, why", [("Greedy", "A bot is called so."), ("Asgard PBEM", "This service is called so.")]
)
def test_a_name_that_cannot_be_is_told_at_its_field_and_all_else_stays(
    name: str, why: str, astrid: Player, browse: Browse
) -> None:
    answer = browse(astrid).post("/settings/", PROFILE | {"name": name})
    shown = answer.content.decode()
    assert answer.status_code == 400
    assert f'value="{name}"' in shown
    assert '<option value="Europe/Oslo" selected>' in shown
    assert '<option value="daily" selected>' in shown
    assert shown.index('id="profile-heading"') < shown.index(why) < shown.index('id="id_name"')


def test_an_absence_that_cannot_be_is_told_at_its_days(astrid: Player, browse: Browse) -> None:
    answer = browse(astrid).post("/settings/absence/", {"absent_from": "2020-01-01", "absent_until": "2020-01-05"})
    shown = answer.content.decode()
    assert answer.status_code == 400
    assert 'value="2020-01-01"' in shown
    assert 'value="2020-01-05"' in shown
    assert shown.index('id="absence-heading"') < shown.index("errorlist")


def test_a_token_that_cannot_be_made_keeps_its_name(astrid: Player, browse: Browse) -> None:
    sent = {"name": "n" * 61, "read_only": "on", "nonce": str(uuid4())}
    answer = browse(astrid).post("/settings/tokens/", sent)
    shown = answer.content.decode()
    assert answer.status_code == 400
    assert f'value="{"n" * 61}"' in shown
    assert shown.index('id="programs-heading"') < shown.index("errorlist") < shown.index('id="token_name"')
    assert re.search(r'<input[^>]* name="read_only"[^>]* checked', shown)


@pytest.mark.parametrize("sent_to, fields, status", [
    ("absence", {"absent_from": "2030-01-02", "absent_until": "2030-01-01"}, 400),
    ("address", {"address": "nowhere"}, 400),
    ("tokens", {"name": "Bot", "nonce": "5b7e1a3c-0000-4000-8000-000000000001"}, 200),
])  # fmt: skip
def test_below_the_answer_to_another_form_the_profile_is_saved_as_ever(
    sent_to: str, fields: dict[str, str], status: int, astrid: Player, browse: Browse
) -> None:
    """It was sent to the address of that other form, which ended an absence, or complained of a token."""
    answer = browse(astrid).post(f"/settings/{sent_to}/", fields)
    assert answer.status_code == status
    _, profile = answer.content.decode().split('id="profile-heading"', 1)
    form = re.search(r'(<form[^>]*>)(?:(?!<form).)*name="time_zone"', profile, re.DOTALL)
    assert form is not None
    assert 'action="/settings/"' in form[1]


def test_a_token_beyond_the_last_is_refused_at_its_form(astrid: Player, browse: Browse) -> None:
    client = browse(astrid)
    while (answer := client.post("/settings/tokens/", {"name": "Bot", "nonce": str(uuid4())})).status_code == 200:
        assert AccessToken.objects.count() < 100
    shown = answer.content.decode()
    assert answer.status_code == 400
    assert shown.index('id="programs-heading"') < shown.index("errorlist") < shown.index('id="token_name"')


@pytest.mark.parametrize("key, fields, said, at", [
    ("aesir", {"title": "see www.example.org"}, "holds no web address", "title"),
    ("asgards_chosen", {"option_mode": "solitaire"}, "With these options this game has exactly 1 seat.", "seats"),
    ("asgards_chosen", {"seats": "1"}, "With these options this game is for 2 to 4 seats.", "seats"),
])  # fmt: skip
def test_a_table_that_cannot_be_is_told_at_the_field_that_is_wrong(
    key: str, fields: dict[str, str], said: str, at: str, astrid: Player, browse: Browse
) -> None:
    page = browse(astrid).get(f"/tables/new/{key}/").content.decode()
    chosen = {"seats": "2", "visibility": "public", "days": "3", "nonce": str(uuid4())}
    chosen |= {name: "standard" for name in ("option_mode", "option_length") if name in page}
    answer = browse(astrid).post(f"/tables/new/{key}/", chosen | fields)
    shown = answer.content.decode()
    assert answer.status_code == 400
    assert shown.index(f'for="id_{at}"') < shown.index(said) < shown.index(f'id="id_{at}"')


def test_practice_that_cannot_begin_keeps_what_was_chosen(astrid: Player, browse: Browse) -> None:
    sent = {"seats": "4", "bot": "cheat", "word": "mistletoe", "nonce": str(uuid4())}
    answer = browse(astrid).post("/tables/new/aesir/practice/", sent)
    shown = answer.content.decode()
    assert answer.status_code == 400
    assert 'value="mistletoe"' in shown
    side = shown[shown.index('id="practice-heading"') :]
    assert "errorlist" in side
    assert '<option value="4" selected>' in side
    assert 'method="post" action="/tables/new/aesir/"' in shown, "the form beside opens a table, as ever"
