"""The session ended while somebody was in the middle of a move: nothing they wrote is lost, and no page is blank."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver
from django.utils import timezone

from asgard_pbem.tables.models import Event, Game, Player
from asgard_pbem.web.models import Session
from tests.web.acting.test_playing import mark, page
from tests.web.readers.test_sign_in import path_of

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
NONCE = r'name="nonce" value="([^"]+)"'
ADDRESSES = {"note": "0/note", "change": "0/note/change"}


@pytest.fixture
def game(astrid: Player, bjorn: Player, table: Callable[..., Game]) -> Game:
    return table(astrid, bjorn)


def sends(client: Client, game: Game, act: str, **fields: str) -> None:
    """Sends a form from a browser whose session has ended, and is asked to sign in, for the table's page."""
    marked = re.search(NONCE, client.get(f"/g/{game.pk}/").content.decode())
    client.logout()
    nonce = marked[1] if marked is not None else str(uuid4())  # to strangers the page has no form
    answer = client.post(f"/g/{game.pk}/{ADDRESSES.get(act, act)}/", {"seat": "0", "nonce": nonce, **fields})
    assert answer.headers["Location"] == f"/sign-in/?next=/g/{game.pk}/"


def back_in(client: Client, player: Player, game: Game) -> str:
    """The page that signing in leads to."""
    asking = client.get(f"/sign-in/?next=/g/{game.pk}/").content.decode()
    assert "no longer signed in" in asking
    client.post("/sign-in/", {"email": player.email, "next": f"/g/{game.pk}/"})
    after = client.post(path_of(player), follow=True)
    assert after.redirect_chain[-1][0] == f"/g/{game.pk}/"
    return unescape(after.content.decode())


def moves(game: Game) -> int:
    return Event.objects.filter(game=game, kind="move_made").count()


def test_a_menu_answer_waits_to_be_sent_and_says_what_it_was(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    shown = page(client, game)
    line = re.search(r'value="2"><span class="num">2</span><span class="words">([^<]+)', shown)
    assert line is not None
    sends(client, game, "answer", question=mark(shown), answer="2")
    shown = back_in(client, astrid, game)
    late = shown[shown.index('id="late"') :].partition("</section>")[0]
    assert f"<strong>{line[1]}</strong>" in late
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', late))
    assert moves(game) == 0
    client.post(f"/g/{game.pk}/answer/", fields)
    assert moves(game) == 1
    assert 'id="late"' not in page(client, game)


def test_what_was_filled_in_is_said_field_by_field(astrid: Player, game: Game, browse: Browse) -> None:
    """By the words of its lines where they have any; what was left empty is left out."""
    client = browse(astrid)
    shown = page(client, game)
    words = re.findall(r'value="(\d)"><span class="num">\1</span><span class="words">([^<]+)', shown)
    one, two = (dict(words)[number] for number in "12")
    filled = {
        "several": "1",
        "amount.2": "3",
        "place.1": "4",
        "place.2": "",
        "answer": "",
        "first": "97",
        "second": "2",
    }
    sends(client, game, "answer", question=mark(shown), **filled)
    late = back_in(client, astrid, game)
    assert f"<strong>{one}; {two}: 3; {one}: 4; 97; {two}</strong>" in late[late.index('id="late"') :]


def test_an_answer_whose_question_is_gone_is_not_offered_any_more(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    sends(client, game, "answer", question="0" * 20, answer="2")
    shown = back_in(client, astrid, game)
    assert 'id="late"' not in shown
    assert "your answer was not sent" in shown


@pytest.mark.parametrize("act, field", [("orders", "text-0"), ("press", "press-text")])
def test_what_was_typed_stands_in_its_field_again(
    astrid: Player, game: Game, browse: Browse, act: str, field: str
) -> None:
    client = browse(astrid)
    sends(client, game, act, text="3\nwait > for <me>")
    shown = back_in(client, astrid, game)
    assert re.search(rf'id="{field}"[^>]*>3\nwait > for <me></textarea>', shown)


def test_what_was_pressed_and_says_nothing_is_no_answer_that_waits(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    sends(client, game, "undo", to="1")
    shown = back_in(client, astrid, game)
    assert 'id="late"' not in shown
    assert "your answer was not sent" not in shown


@pytest.mark.parametrize("to", ["all", "²", "9" * 5000, "", "-1"])
def test_a_message_to_nobody_who_sits_there_is_kept_for_all(
    to: str, astrid: Player, game: Game, browse: Browse
) -> None:
    """Anybody may send anything: no form of ours does."""
    client = browse(astrid)
    sends(client, game, "press", text="Hail!", to=to)
    shown = back_in(client, astrid, game)
    assert ">Hail!</textarea>" in shown
    assert not re.search(r'name="to" value="\d" checked', shown)


def test_nobody_else_in_that_browser_is_given_what_waits_at_another_table(
    astrid: Player, eir: Player, game: Game, browse: Browse, table: Callable[..., Game]
) -> None:
    client, other = browse(astrid), table(eir, astrid)
    shown = page(client, game)
    sends(client, game, "answer", question=mark(shown), answer="2")
    client.force_login(eir, backend="django.contrib.auth.backends.ModelBackend")
    assert 'id="late"' not in page(client, other)
    assert 'id="late"' not in page(client, game)


def test_a_refused_message_is_not_lost(astrid: Player, game: Game, browse: Browse) -> None:
    client, long = browse(astrid), "x" * 4001
    client.post(f"/g/{game.pk}/press/", {"seat": "0", "nonce": str(uuid4()), "text": long})
    assert f">{long}</textarea>" in page(client, game)


def addresses() -> list[str]:
    """Every address of the pages, with something in each place."""
    found = []
    for one in get_resolver("asgard_pbem.web.urls").url_patterns:
        assert isinstance(one, URLPattern)
        found.append(str(one.pattern))
    return found


def test_no_address_answers_a_link_or_a_form_with_a_blank_page(astrid: Player, game: Game, browse: Browse) -> None:
    given = {
        "uuid:game_id": str(game.pk), "uuid:invitation_id": str(uuid4()), "uuid:person_id": str(astrid.pk),
        "slug:key": "aesir", "str:token": "none",
        "language:language": "en", "picture:form": "svg", "int:moment": "1", "int:first": "1", "int:last": "1",
    }  # fmt: skip
    client = browse(astrid)
    for address in addresses():
        path = "/" + re.sub(r"<([^>]+)>", lambda found: given.get(found[1], "none"), address)
        for ask in (client.get, client.put):
            answer = ask(path, headers={"accept": "text/html"})
            assert answer.status_code in {302, 405} or answer.content, path
            assert answer.status_code != 405 or b"<h1>" in answer.content, path
        assert client.get(path).status_code != 405, path
        client.force_login(astrid, backend="django.contrib.auth.backends.ModelBackend")


def test_reloading_an_address_of_a_form_leads_to_its_page(astrid: Player, game: Game, browse: Browse) -> None:
    client, lead = (
        browse(astrid),
        {"settings/absence/": "/settings/", "tables/new/aesir/practice/": "/tables/new/aesir/"},
    )
    lead |= dict.fromkeys((f"g/{game.pk}/answer/", f"g/{game.pk}/join/", f"g/{game.pk}/propose/"), f"/g/{game.pk}/")
    for path, goes in lead.items():
        assert client.get(f"/{path}").headers["Location"] == goes


def test_a_program_is_told_in_short_that_an_address_does_not_take_that(game: Game, client: Client) -> None:
    answer = client.put(f"/g/{game.pk}/1.json", headers={"accept": "application/json"})
    assert (answer.status_code, answer.content) == (405, b"")


def test_drafts_of_who_never_signs_in_do_not_pile_up(client: Client, game: Game, astrid: Player) -> None:
    sends(client, game, "orders", text="turn F, the first that goes")
    for _ in range(15):
        client.post(f"/g/{uuid4()}/orders/", {"seat": "0", "nonce": str(uuid4()), "text": "x" * 10_000})
    assert len(str(dict(client.session.items()))) < 150_000
    assert "the first that goes" not in back_in(client, astrid, game)


@pytest.mark.parametrize("path", ["/g/5b7e1a3c-0000-4000-8000-000000000001/orders/", "/tables/new/aesir/"])
def test_sessions_of_who_never_signs_in_do_not_pile_up(path: str, game: Game, astrid: Player, browse: Browse) -> None:
    browse(astrid).get(f"/g/{game.pk}/")
    for number in range(70):
        here = {"REMOTE_ADDR": "198.51.100.7", "HTTP_USER_AGENT": f"another {number}"}
        Client(**here).post(path, {"text": "x" * 10_000})
    strangers = Session.objects.filter(player_id=None)
    assert strangers.count() == 60
    assert not strangers.filter(expire_date__gt=timezone.now() + timedelta(days=1)).exists()
    assert Session.objects.get(player_id=astrid.pk).expire_date > timezone.now() + timedelta(days=50)
    Client(REMOTE_ADDR="198.51.100.8").post(f"/g/{game.pk}/orders/", {"text": "another's"})
    assert strangers.count() == 61


def test_a_page_that_was_wanted_before_is_not_led_to_by_a_later_link(
    client: Client, game: Game, astrid: Player
) -> None:
    sends(client, game, "orders", text="turn F")
    back_in(client, astrid, game)
    client.post("/sign-in/", {"email": astrid.email})
    assert client.post(path_of(astrid), follow=True).redirect_chain[-1][0] == "/"


TABLE = {
    "seats": "4",
    "title": "A long <evening>",
    "visibility": "private",
    "days": "",
    "addresses": "thor@example.org",
    "word": "mistletoe",
}
PRACTICE = {"seats": "4", "bot": "thinker", "word": "mistletoe"}


@pytest.mark.parametrize(
    "address, fields, begins",
    [("/tables/new/aesir/", TABLE, "open-heading"), ("/tables/new/aesir/practice/", PRACTICE, "practice-heading")],
)
def test_a_new_table_waits_to_be_opened_as_it_was_filled_in(
    address: str, fields: dict[str, str], begins: str, astrid: Player, browse: Browse
) -> None:
    def form(shown: str) -> str:
        return unescape(shown[shown.index(f'aria-labelledby="{begins}"') :].partition("</form>")[0])

    def marks(form: str) -> dict[str, str]:
        return dict(re.findall(r'name="(nonce|commitment)" value="([^"]*)"', form))

    client = browse(astrid)
    before = marks(form(client.get("/tables/new/aesir/").content.decode()))
    client.logout()
    answer = client.post(address, fields | before)
    assert answer.headers["Location"] == "/sign-in/?next=/tables/new/aesir/"
    assert "so nothing was sent" in client.get("/sign-in/?next=/tables/new/aesir/").content.decode()
    client.post("/sign-in/", {"email": astrid.email, "next": "/tables/new/aesir/"})
    shown = form(client.post(path_of(astrid), follow=True).content.decode())
    assert "errorlist" not in shown
    assert marks(shown) == before
    for name, value in fields.items():
        kinds = (f'<option value="{value}" selected>', f'name="{name}" value="{value}"', f">{value}</textarea>")
        assert any(kind in shown.replace(">\n", ">") for kind in kinds), name
    assert not Game.objects.exists()
    client.post(address, fields | before)
    assert Game.objects.count() == 1
    assert "mistletoe" not in form(client.get("/tables/new/aesir/").content.decode())


def test_a_form_for_another_game_waits_at_its_own_page(astrid: Player, browse: Browse) -> None:
    client = browse(astrid)
    marked = re.search(NONCE, client.get("/tables/new/asgard/").content.decode())
    assert marked is not None
    client.logout()
    client.post("/tables/new/asgard/", {"title": "Ragnarök", "nonce": marked[1]})
    client.force_login(astrid, backend="django.contrib.auth.backends.ModelBackend")
    assert "Ragnarök" not in client.get("/tables/new/aesir/").content.decode()
    assert 'value="Ragnarök"' in client.get("/tables/new/asgard/").content.decode()


WRITTEN: dict[str, dict[str, str]] = {
    "orders": {"seat": "0"},
    "press": {"seat": "0", "to": "1"},
    "note": {},
    "change": {"number": "1"},
    "answer": {"answer": "2", "question": "0" * 20},
}


@pytest.mark.parametrize("act", WRITTEN)
def test_nobody_else_in_that_browser_is_given_what_was_written_at_their_common_table(
    act: str, astrid: Player, bjorn: Player, game: Game, browse: Browse
) -> None:
    client = browse(astrid)
    sends(client, game, act, text="what Bjorn may not know", **WRITTEN[act])
    shown = back_in(client, bjorn, game)
    assert "what Bjorn may not know" not in shown
    assert "your answer was not sent" not in shown
    assert not re.search(r'name="to" value="\d" checked', shown)
    assert "what Bjorn may not know" not in str(dict(client.session.items()))


@pytest.mark.parametrize("nonce", ["", "no mark", "5b7e1a3c-0000-4000-8000-000000000001"])
def test_what_came_by_no_form_of_theirs_is_given_to_nobody(
    nonce: str, astrid: Player, game: Game, browse: Browse
) -> None:
    client = browse(astrid)
    sends(client, game, "press", text="whose is it", nonce=nonce)
    assert "whose is it" not in back_in(client, astrid, game)


def test_two_forms_of_one_page_are_two_and_each_is_sent_once(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    first, second = (re.search(NONCE, client.get(f"/g/{game.pk}/").content.decode()) for _ in range(2))
    assert first is not None
    assert second is not None
    for nonce, text in ((first[1], "Hail!"), (first[1], "Hail!"), (second[1], "Hail again!")):
        client.post(f"/g/{game.pk}/press/", {"seat": "0", "nonce": nonce, "text": text})
    assert Event.objects.filter(game=game, kind="press_sent").count() == 2


def test_what_somebody_wrote_there_before_takes_nothing_from_a_refused_message(
    astrid: Player, bjorn: Player, game: Game, browse: Browse
) -> None:
    client, long = browse(astrid), "x" * 4001
    sends(client, game, "press", text="Astrid's own")
    back_in(client, bjorn, game)
    client.post(f"/g/{game.pk}/press/", {"seat": "1", "nonce": str(uuid4()), "text": long})
    assert f">{long}</textarea>" in page(client, game)


@pytest.mark.parametrize("fields", [{f"field{number}": "x" * 10_000 for number in range(90)}, {"x" * 150_000: "y"}])
def test_of_a_form_no_more_is_kept_than_ours_have(fields: dict[str, str], client: Client) -> None:
    client.post("/tables/new/aesir/", urlencode(fields), content_type="application/x-www-form-urlencoded")
    assert "form" in client.session
    assert len(str(dict(client.session.items()))) < 150_000


def test_no_more_is_kept_than_a_sheet_may_have(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    sends(client, game, "orders", text="x" * 100_000)
    assert len(str(dict(client.session.items()))) < 20_000


def test_nobody_else_in_that_browser_is_given_a_table_that_was_to_be_opened(
    astrid: Player, bjorn: Player, browse: Browse
) -> None:
    client = browse(astrid)
    marked = re.search(NONCE, client.get("/tables/new/aesir/").content.decode())
    assert marked is not None
    client.logout()
    client.post("/tables/new/aesir/", TABLE | {"nonce": marked[1]})
    client.force_login(bjorn, backend="django.contrib.auth.backends.ModelBackend")
    shown = client.get("/tables/new/aesir/").content.decode()
    assert "thor@example.org" not in shown
    assert "mistletoe" not in shown


def test_what_was_typed_waits_also_where_its_writer_looks_on_before_they_sign_in(
    astrid: Player, game: Game, browse: Browse
) -> None:
    client = browse(astrid)
    sends(client, game, "press", text="not to be lost")
    assert "not to be lost" not in page(client, game)
    client.force_login(astrid, backend="django.contrib.auth.backends.ModelBackend")
    assert "not to be lost" in page(client, game)
