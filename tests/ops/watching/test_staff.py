"""What staff may look at: by a fresh link, read only, no words, and nothing of a table at which they sit."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib import admin
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from asgard_pbem import urls
from asgard_pbem.mail.answering.one_answer import UNTIL_ASKED
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.serving.staff import site as door
from asgard_pbem.serving.staff.site import site
from asgard_pbem.tables import services, signin
from asgard_pbem.tables.guards import mailboxes
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.models.fields import SealedField
from tests.mail.conftest import Post, _toy_is_installed, game, people, post

__all__ = ["_toy_is_installed", "game", "people", "post"]
pytestmark = pytest.mark.django_db
SECRET = "Loki lies about the ravens"
LISTS = ("tables_game", "mail_inboundmail", "tables_outbox", "tables_player", "tables_bar", "tables_deed")


@pytest.fixture(autouse=True)
def on(settings: Any) -> None:
    settings.STAFF = ["cleo@home.example"]
    settings.ROOT_URLCONF = "tests.ops.watching.staff_urls"


def signed_in(player: Player) -> Client:
    """By the link that a mail has, as anybody signs in."""
    client = Client()
    player.refresh_from_db()
    client.post(signin.sign_in_url(player).partition("//")[2].partition("/")[2].join(["/", ""]))
    assert client.get("/settings/").status_code == 200
    return client


@pytest.fixture
def staff(people: list[Player]) -> Client:
    return signed_in(people[2])


def pages(client: Client) -> str:
    """Every list and the page of every row on it, as text."""
    text = ""
    for name in LISTS:
        listed = client.get(reverse(f"admin:{name}_changelist"))
        assert listed.status_code == 200
        text += listed.content.decode()
        row = rf'href="(/admin/{name.replace("_", "/", 1)}/[^"?]+/change/[^"]*)"'
        for address in re.findall(row, listed.content.decode()):
            shown = client.get(address.replace("&amp;", "&"))
            assert shown.status_code == 200
            text += shown.content.decode()
    return text


def test_rows_are_called_by_their_ids_and_times_say_where_they_are(game: Game, post: Post, staff: Client) -> None:
    shown = pages(staff)
    assert " object (" not in shown
    assert not re.search(r"\b[ap]\.m\.", shown)
    assert f"{timezone.localtime(game.opened_at):%H:%M}" in shown
    assert "Times: UTC" in shown


def test_what_is_shown_has_names_that_are_words(staff: Client) -> None:
    front = staff.get("/admin/").content.decode()
    for name in ("Bars", "Deeds", "Games", "Inbound mails", "Outbound mails", "Players"):
        assert name in front
    assert "outboxs" not in front.lower()


def test_pages_are_of_one_language_and_offer_nothing_that_is_not_there(people: list[Player], staff: Client) -> None:
    """Who reads Russian had “Выберите game для просмотра”; of changes, of which there are none, a list and a button."""
    Player.objects.filter(pk=people[2].pk).update(language="ru")
    front, listed = staff.get("/admin/").content.decode(), staff.get("/admin/tables/player/").content.decode()
    one = staff.get(f"/admin/tables/player/{people[2].pk}/change/").content.decode()
    assert not [page for page in (front, listed, one) if re.search("[а-яё]", page) or '<html lang="en' not in page]
    assert "Select player to view" in listed
    assert "Recent actions" not in front
    assert "History" not in one


def test_where_nobody_is_named_there_is_no_such_page(client: Client, settings: Any) -> None:
    settings.ROOT_URLCONF = urls.__name__  # loaded where nobody was named
    assert client.get("/admin/").status_code == 404


def test_only_staff_with_a_fresh_link_come_in(people: list[Player], staff: Client) -> None:
    assert staff.get("/admin/").status_code == 200
    assert signed_in(people[0]).get("/admin/").status_code == 404
    stranger = Client().get("/admin/tables/game/")
    assert (stranger.status_code, stranger["Location"]) == (302, "/sign-in/?next=%2Fadmin%2Ftables%2Fgame%2F")
    session = staff.session
    session[door.SIGNED_IN_AT] = (timezone.now() - door.FRESH).isoformat()
    session.save()
    assert staff.get("/admin/").status_code == 302
    assert staff.get("/settings/").status_code == 302, "the old session has ended"
    forced = Client()
    forced.force_login(people[2])  # a session that began in any other way
    assert forced.get("/admin/").status_code == 302


@pytest.mark.parametrize("field, value", [("is_active", False), ("verified_at", None)])
def test_an_address_that_was_not_proven_or_is_no_more_is_no_staff(
    field: str, value: object, people: list[Player], staff: Client
) -> None:
    Player.objects.filter(pk=people[2].pk).update(**{field: value})
    assert staff.get("/admin/").status_code in {302, 404}


def test_nothing_can_be_changed_added_or_taken_away(game: Game, post: Post, staff: Client) -> None:
    post.deliver()
    for model, shown in site._registry.items():
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        row: Any = model._default_manager.first()
        asked = [reverse(f"admin:{name}_add")]
        if row is not None:
            asked += [reverse(f"admin:{name}_{what}", args=[row.pk]) for what in ("delete", "change")]
        for address in asked:
            assert staff.post(address, {"state": "sent"}).status_code == 403
        assert shown.actions is None


def test_pages_hold_no_words_no_reply_address_and_no_script_or_style_of_their_own(
    game: Game, people: list[Player], post: Post, staff: Client
) -> None:
    token = post.to(people[0]).reply_to
    post.reply(people[0], "1", f"press: {SECRET}", envelope_from=people[0].email)
    services.note_deed("resend", game.pk, why="the relay is well")
    post.deliver()
    text = pages(staff)
    assert str(game.pk) in text
    assert str(InboundMail.objects.get().pk) in text
    assert str(Outbox.objects.first().pk) in text  # type: ignore[union-attr]  # there is one
    assert people[0].email in text
    assert "the relay is well" in text
    assert SECRET not in text
    assert token.partition("@")[0] not in text
    assert not re.search(r"<script(?![^>]*\ssrc=)[^>]*>\s*[^\s<]", text)
    assert not re.search(r"<style|\sstyle=|\son\w+=", text)


def test_who_is_barred_is_shown_with_the_operators_words(people: list[Player], staff: Client) -> None:
    services.bar(mailboxes.marks("boris@home.example")[0], why="floods")
    mark = mailboxes.marks("boris@home.example")[0]
    assert mark in staff.get("/admin/tables/bar/").content.decode()
    shown = staff.get(f"/admin/tables/player/{people[1].pk}/change/").content.decode()
    assert re.search(r"since \d\d \w+ \d{4}: floods", shown)
    assert "floods" not in staff.get(f"/admin/tables/player/{people[0].pk}/change/").content.decode()


def test_no_column_of_words_keys_or_secret_numbers_is_shown() -> None:
    hidden = {"payload", "receipt", "newcomer", "key", "prompt", "head_seq", "head_hash", "last_snapshot", "token",
        "raw", "verdicts", "message_id", "envelope_from", "password", "last_login", "seat", "commitment"}  # fmt: skip
    for model, shown in site._registry.items():
        assert isinstance(shown, admin.ModelAdmin)
        named = {*(shown.fields or ()), *shown.list_display, *shown.list_filter}
        assert not named & (hidden - ({"key"} if model is Game else set()))  # of a table: which game it is
        assert shown.fields, "what is not named would be shown"
        sealed = {one.name for one in model._meta.get_fields() if isinstance(one, SealedField)}
        assert not named & sealed


@pytest.mark.parametrize(
    "asked",
    [
        "tables/game/?head_seq__gte=1",  # counts what was done unseen
        "tables/game/?title__startswith=R",  # of private tables too
        "tables/player/?last_login__gte=2020-01-01",
        "tables/outbox/?due_at__gte=2020-01-01",
        "tables/outbox/?player__exact=00000000-0000-4000-8000-000000000000",
        "mail/inboundmail/?envelope_from__startswith=a",
    ],
)
def test_no_list_is_filtered_by_what_it_does_not_show(asked: str, game: Game, staff: Client) -> None:
    assert staff.get(f"/admin/{asked}").status_code == 400


def test_the_filters_that_a_list_offers_work(game: Game, staff: Client) -> None:
    for name in LISTS:
        front = staff.get(reverse(f"admin:{name}_changelist")).content.decode()
        for query in set(re.findall(r'href="(\?[^"]+)"', front)):
            address = reverse(f"admin:{name}_changelist") + query.replace("&amp;", "&")
            assert staff.get(address).status_code == 200, address


def test_nobody_is_asked_for_a_password(people: list[Player], staff: Client) -> None:
    """Django's form stood there for everybody, and each try cost a second of computing."""
    tried = {"username": people[2].email, "password": "x"}
    for stranger in (Client().get("/admin/login/"), Client().post("/admin/login/", tried)):
        assert (stranger.status_code, stranger["Location"]) == (302, "/sign-in/?next=%2Fadmin%2Flogin%2F")
    assert signed_in(people[0]).get("/admin/login/").status_code == 404
    assert staff.get("/admin/login/")["Location"] == "/admin/"
    assert staff.get("/admin/password_change/").status_code == 404


def test_who_sits_at_a_running_table_finds_nothing_of_its_mails_nor_of_those_who_sit_there(
    game: Game, people: list[Player], post: Post, settings: Any, staff: Client
) -> None:
    """Who was asked when, and who wrote when, are secrets of a game with hidden choices."""
    post.reply(people[1], "2")
    post.deliver()
    theirs = {str(row.pk) for model in (InboundMail, Outbox) for row in model.objects.all()}
    settings.STAFF = ["cleo@home.example", "anna@home.example"]
    assert all(one in pages(staff) for one in theirs)
    anna = signed_in(people[0])
    text = pages(anna)
    assert not any(one in text for one in theirs)
    for one in theirs:
        for name in ("mail_inboundmail", "tables_outbox"):
            assert anna.get(reverse(f"admin:{name}_change", args=[one])).status_code == 302, "there is no such row"
    Game.objects.filter(pk=game.pk).update(status="over")
    assert all(one in pages(anna) for one in theirs)


def test_a_private_table_has_no_name_here(people: list[Player], staff: Client) -> None:
    services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), title="Ravens", options={})
    assert "Ravens" in pages(staff)
    Game.objects.update(visibility="private")
    assert "Ravens" not in pages(staff)


@override_settings(SESSION_COOKIE_AGE=int(timedelta(days=60).total_seconds()))
def test_lists_are_searched_by_ids_and_addresses(game: Game, people: list[Player], staff: Client) -> None:
    found = staff.get("/admin/tables/game/", {"q": str(game.pk)}).content.decode()
    assert str(game.pk) in found
    for begun in (game.pk.hex[:6], f" {game.pk}"[:10]):  # as in the subjects of its mails, and in its address
        assert str(game.pk) in staff.get("/admin/tables/game/", {"q": begun}).content.decode()
    other = f"{game.pk.int ^ 1 << 104:032x}"[:8]
    assert str(game.pk) not in staff.get("/admin/tables/game/", {"q": other}).content.decode()
    assert staff.get("/admin/tables/game/", {"q": "nonsense"}).status_code in {200, 302}
    assert people[1].email in staff.get("/admin/tables/player/", {"q": people[1].email}).content.decode()


def test_a_receipt_that_waits_for_a_question_is_not_due_in_a_year(
    game: Game, people: list[Player], staff: Client
) -> None:
    now = timezone.now()
    waits, tried = (
        Outbox.objects.create(player=people[0], game=game, purpose="receipt", key=key, attempts=attempts, due_at=due)
        for key, attempts, due in (("waits", 0, now + UNTIL_ASKED), ("tried", 1, now + timedelta(hours=6)))
    )
    shown = [staff.get(f"/admin/tables/outbox/{one.pk}/change/").content.decode() for one in (waits, tried)]
    assert ["with the question that follows" in one for one in shown] == [True, False]
    assert f"{waits.due_at:%Y}" not in shown[0]
    assert f"{tried.due_at:%d %b %Y, %H:%M}".lstrip("0") in shown[1]
