"""Opening and branching off: sent twice at once, named as one wants, refused where it cannot be, with the reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.db import connections
from django.http import HttpResponse
from django.test import Client

from asgard_pbem.tables.models import Game, Player
from engine.table import registry
from tests.web.test_watching import play

Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]
FAMILY = "👨\u200d👩\u200d👧"


def at_once(send: Callable[[], Any], times: int = 5) -> list[HttpResponse]:
    """The answers to a form that as many browsers send at the same moment."""
    start, found = Barrier(times), list[HttpResponse]()

    def one() -> None:
        start.wait()
        try:
            found.append(send())
        finally:
            connections.close_all()

    threads = [Thread(target=one) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return found


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["table", "practice", "fork"])
def test_a_form_sent_five_times_at_once_opens_one_table_and_leads_all_five_there(
    what: str, astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn)
    form = {"nonce": str(uuid4())}
    path, more = {
        "table": (
            "/tables/new/aesir/",
            {"seats": "3", "visibility": "public", "days": "3", "addresses": "eir@example.org"},
        ),
        "practice": ("/tables/new/aesir/practice/", {"seats": "2", "bot": "greedy"}),
        "fork": (f"/g/{game.pk}/{game.moment}/fork/", {"lens": "0"}),
    }[what]
    answers = at_once(lambda: browse(astrid).post(path, {**form, **more}))
    made = Game.objects.exclude(pk=game.pk).get()
    assert [one.headers["Location"].partition("#")[0] for one in answers] == [f"/g/{made.pk}/"] * 5


@pytest.mark.django_db
def test_a_practice_table_is_called_after_the_moment_that_it_comes_from(
    astrid: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, "greedy", title="Valhalla")
    client = browse(astrid)
    client.post(f"/g/{game.pk}/{game.moment}/fork/", {"nonce": str(uuid4()), "lens": "0"})
    made = Game.objects.get(practice=True)
    for path in ("/", f"/g/{made.pk}/"):
        assert f"Valhalla (Aesir), from moment {game.moment}" in client.get(path).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("key", sorted(registry.games()))
def test_branching_off_is_offered_where_it_is_not_refused(
    key: str, astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game, client = table(astrid, bjorn, key=key), browse(astrid)
    play(game, [astrid, bjorn], 3 if key != "aesir" else 500)
    game.refresh_from_db()

    def offered(moment: int) -> bool:
        shown = client.get(f"/g/{game.pk}/{moment}/?as=spectator").content.decode()
        found = re.search(r'<form method="post" class="row" id="fork"[^>]*>', shown)
        return found is not None and " hidden" not in found[0]

    def taken(moment: int) -> bool:
        before = Game.objects.count()
        client.post(f"/g/{game.pk}/{moment}/fork/", {"nonce": str(uuid4()), "lens": "spectator"})
        return Game.objects.count() > before

    for moment in {1, 2, 3, 4, game.moment // 2, game.moment - 3, game.moment - 2, game.moment - 1, game.moment}:
        if 1 <= moment <= game.moment:
            assert offered(moment) == taken(moment), (moment, game.moment)


@pytest.mark.django_db
def test_a_spectator_says_whose_seat_to_play_on(astrid: Player, eir: Player, table: Table, browse: Browse) -> None:
    game, client = table(astrid, "greedy", "random"), browse(eir)
    shown = client.get(f"/g/{game.pk}/").content.decode()
    asked = shown.split('id="fork-seat"')[1].split("</select>")[0]
    offered = re.findall(r'<option value="(\d)">([^<]+)</option>', asked)
    assert offered == [("0", "Astrid"), ("1", "Greedy"), ("2", "Random")]
    client.post(f"/g/{game.pk}/{game.moment}/fork/", {"nonce": str(uuid4()), "lens": "spectator", "seat": "2"})
    made = Game.objects.get(practice=True)
    assert made.holders.get(player=eir).seat == 2
    mine = browse(astrid).get(f"/g/{game.pk}/").content.decode()
    assert "fork-seat" not in mine  # whoever sits there plays on in the own seat


@pytest.mark.django_db
@pytest.mark.parametrize("seat", ["9", "-1", "x"])
def test_a_seat_that_is_none_is_refused_in_words(
    seat: str, astrid: Player, eir: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, "greedy")
    form = {"nonce": str(uuid4()), "lens": "spectator", "seat": seat}
    answer = browse(eir).post(f"/g/{game.pk}/{game.moment}/fork/", form, follow=True)
    assert 'class="error"' in answer.content.decode()
    assert not Game.objects.filter(practice=True).exists()


SETTINGS = {"language": "en", "time_zone": "UTC", "mail_on": "on", "receipts": "on", "page_on": "on", "digest": "never"}


@pytest.mark.django_db
def test_a_name_or_title_that_is_too_long_is_never_cut_in_silence(astrid: Player, browse: Browse) -> None:
    client = browse(astrid)
    for path in ("/settings/", "/tables/new/aesir/"):
        text = client.get(path).content.decode()
        assert not re.search(r'name="(name|title)"[^>]*maxlength', text), path  # browsers cut what is pasted
    answer = client.post("/settings/", {**SETTINGS, "name": "x" * 41})
    assert answer.status_code == 400
    assert "at most 40 characters (it has 41)" in answer.content.decode()
    opened = client.post(
        "/tables/new/aesir/", {"nonce": str(uuid4()), "seats": "2", "visibility": "public", "title": "y" * 81}
    )
    assert "at most 80 characters (it has 81)" in opened.content.decode()
    client.post("/settings/", {**SETTINGS, "name": "x" * 40})
    astrid.refresh_from_db()
    assert astrid.name == "x" * 40
    client.post("/tables/new/aesir/", {"nonce": str(uuid4()), "seats": "2", "visibility": "public", "title": "y" * 80})
    assert Game.objects.get().title == "y" * 80


@pytest.mark.django_db
def test_each_box_to_tick_stands_before_its_words(astrid: Player, browse: Browse) -> None:
    page = browse(astrid).get("/settings/").content.decode()
    boxes = re.findall(r'<input type="checkbox"[^>]* id="([^"]+)"', page)
    assert len(boxes) == page.count('type="checkbox"') > 3
    for box in boxes:
        assert re.search(rf'id="{box}"[^>]*> <label class="inline" for="{box}">', page), box


BOTS = ("Greedy", "greedy", "GREEDY 2", "Ｇreedy", "Grееdy", "Τhinκer", "Thinker", "random.")
OURS = ("Asgard PBEM", "asgard-pbem", "AsgardPBEM team", "Аsgаrd РBЕМ", "The Ａsgard PBEM")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name, said", [*product(BOTS, ["A bot is called so."]), *product(OURS, ["This service is called so."])]
)
def test_nobody_is_called_like_a_bot_or_like_the_service(name: str, said: str, astrid: Player, browse: Browse) -> None:
    """A player's name stands before a table's address as the sender of press, and in the subject of invitations."""
    answer = browse(astrid).post("/settings/", {**SETTINGS, "name": name}, follow=True)
    assert said in answer.content.decode()
    astrid.refresh_from_db()
    assert astrid.name == "Astrid"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Asgard", "PBEM fan", "Asgard's PB"])
def test_a_name_may_begin_like_the_service(name: str, astrid: Player, browse: Browse) -> None:
    browse(astrid).post("/settings/", {**SETTINGS, "name": name}, follow=True)
    astrid.refresh_from_db()
    assert astrid.name == name


@pytest.mark.django_db
def test_a_table_for_oneself_is_said_to_have_begun(astrid: Player, browse: Browse) -> None:
    """It was said to wait for its last seat, above the first question of the game."""
    sent = {"seats": "1", "option_mode": "solitaire", "option_length": "standard", "visibility": "private", "days": "3"}
    sent["nonce"] = str(uuid4())
    shown = browse(astrid).post("/tables/new/asgards_chosen/", sent, follow=True).content.decode()
    assert "The game has begun." in shown
    assert "last seat is taken" not in shown


@pytest.mark.django_db
@pytest.mark.parametrize("name, kept", [("Thor Heyerdahl", "Thor Heyerdahl"), ("THOR!", "Astrid")])
def test_a_service_of_one_word_shares_it(name: str, kept: str, settings: Any, astrid: Player, browse: Browse) -> None:
    settings.DEFAULT_FROM_EMAIL = "Thor <games@example.org>"
    browse(astrid).post("/settings/", {**SETTINGS, "name": name}, follow=True)
    astrid.refresh_from_db()
    assert astrid.name == kept


@pytest.mark.django_db
@pytest.mark.parametrize("name, kept", [
    (f"Eir {FAMILY}", f"Eir {FAMILY}"),
    ("❤️\u200d🔥 Eir", "❤️\u200d🔥 Eir"),
    ("نامه\u200cای", "نامه\u200cای"),
    ("क्\u200dष", "क्\u200dष"),
    ("Ei\u200dr", "Ei r"),
    ("\u200dEir\u200d", "Eir"),
    ("Ei\u202er", None),
])  # fmt: skip
def test_an_emoji_of_a_family_stays_one_and_nothing_invisible_hides_in_a_name(
    name: str, kept: str | None, astrid: Player, browse: Browse
) -> None:
    browse(astrid).post("/settings/", {**SETTINGS, "name": name})
    astrid.refresh_from_db()
    assert astrid.name == (kept if kept is not None else "Eir")


@pytest.mark.django_db
def test_an_absence_in_the_past_is_refused(astrid: Player, browse: Browse) -> None:
    client = browse(astrid)
    form = {"absent_from": "2020-02-01", "absent_until": "2020-02-10"}
    assert "These days are over" in client.post("/settings/absence/", form, follow=True).content.decode()
    astrid.refresh_from_db()
    assert astrid.absent_until is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path, status", [("/nothing/", 404), ("/g/00000000-0000-0000-0000-000000000000/small.webp", 404)]
)
def test_an_error_page_has_the_links_of_the_foot(path: str, status: int, browse: Browse) -> None:
    answer = browse(None).get(path)
    text = answer.content.decode()
    assert answer.status_code == status
    assert 'href="/rules/"' in text
    assert 'href="/help/"' in text
