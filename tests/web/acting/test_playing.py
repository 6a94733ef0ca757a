"""Playing on the page of a table: menus, sheets, plans, taking back, press, resigning."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Player, Seat
from asgard_pbem.tables.reading import history
from asgard_pbem.web import commands

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]


@pytest.fixture
def game(astrid: Player, bjorn: Player, eir: Player, table: Table) -> Game:
    return table(astrid, bjorn, eir)


def page(client: Client, game: Game, query: str = "") -> str:
    answer = client.get(f"/g/{game.pk}/{query}")
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def mark(shown: str) -> str:
    found = re.search(r'name="question" value="([0-9a-f]{20})"', shown)
    assert found is not None
    return found[1]


def form(seat: int = 0, **fields: str) -> dict[str, str]:
    return {"seat": str(seat), "nonce": str(uuid4())} | fields


def send(client: Client, game: Game, act: str, data: dict[str, str]) -> str:
    answer = client.post(f"/g/{game.pk}/{act}/", data, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def events(game: Game) -> int:
    return Event.objects.filter(game=game).count()


def test_a_menu_answer_is_the_same_move_as_by_mail(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    shown = page(client, game)
    menu = history.table_now(game.pk)
    wanted = menu.rules.menu(menu.state, menu.decisions()[0]).pick("2")
    after = send(client, game, "answer", form(answer="2", question=mark(shown)))
    made = Event.objects.filter(game=game, kind="move_made").get()
    assert made.payload["move"] == wanted.model_dump(mode="json")  # type: ignore[union-attr]  # a whole answer
    assert "You chose: " in after
    assert "You have answered; you may still change it" in after


def test_the_same_form_sent_twice_moves_once(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    data = form(answer="2", question=mark(page(client, game)))
    send(client, game, "answer", data)
    before = events(game)
    assert "nothing was done twice" in send(client, game, "answer", data)
    assert events(game) == before


def test_an_answer_to_an_older_question_is_refused(
    astrid: Player, bjorn: Player, eir: Player, game: Game, browse: Browse
) -> None:
    old = mark(page(browse(astrid), game))
    for seat, player in enumerate((astrid, bjorn, eir)):
        services.submit_move(game.pk, seat=seat, player=player, cause=uuid4(), path="1")
    before = events(game)
    assert "errorlist" not in send(browse(astrid), game, "answer", form(answer="1", question=old))
    assert events(game) == before


def test_nobody_moves_for_another_seat(bjorn: Player, game: Game, browse: Browse) -> None:
    client = browse(bjorn)
    before = events(game)
    after = send(client, game, "answer", form(0, answer="1", question=mark(page(client, game))))
    assert 'class="error"' in after
    assert events(game) == before


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"seat": "x", "nonce": "y"},
        {"seat": "0", "nonce": str(uuid4()), "question": "0" * 20},
        {"seat": "0", "nonce": str(uuid4()), "question": "0" * 20, "answer": "1; drop"},
        {"seat": "0", "nonce": str(uuid4()), "question": "0" * 20, "answer": "999"},
        {"seat": "99", "nonce": str(uuid4()), "question": "0" * 20, "answer": "1"},
    ],
)
def test_a_malformed_answer_is_refused_in_words(
    astrid: Player, game: Game, browse: Browse, data: dict[str, str]
) -> None:
    before = events(game)
    assert 'class="error"' in send(browse(astrid), game, "answer", data)
    assert events(game) == before


def test_a_sheet_of_orders_is_read_as_by_mail(astrid: Player, game: Game, browse: Browse) -> None:
    after = send(browse(astrid), game, "orders", form(text="# mine\n2\n"))
    assert "Done: 2" in after
    assert Event.objects.filter(game=game, kind="move_made", seat=0).count() == 1


def test_a_refused_sheet_does_nothing_and_stays_in_the_field(astrid: Player, game: Game, browse: Browse) -> None:
    before = events(game)
    after = send(browse(astrid), game, "orders", form(text="2\n99"))
    assert 'class="error"' in after
    assert "2\n99</textarea>" in after
    assert events(game) == before


def test_what_follows_the_orders_is_said_to_be_unread(astrid: Player, game: Game, browse: Browse) -> None:
    after = send(browse(astrid), game, "orders", form(text="2\nWell met, friends!"))
    assert "Not read as orders: “Well met, friends!”" in after


@pytest.mark.parametrize("text", ["", " ", "x" * 17_000, "\u202e\u200b"])
def test_what_is_no_sheet_is_answered_with_a_sentence(astrid: Player, game: Game, browse: Browse, text: str) -> None:
    before = events(game)
    assert 'class="error"' in send(browse(astrid), game, "orders", form(text=text))
    assert events(game) == before


def test_plans_are_listed_for_their_owner_alone_and_can_be_dropped(
    astrid: Player, bjorn: Player, game: Game, browse: Browse
) -> None:
    client = browse(astrid)
    example = re.search(r'<dl class="examples"><dt><code>(.*?)</code>', page(client, game), re.DOTALL)
    assert example is not None
    shown = send(client, game, "orders", form(text=example[1]))
    assert "Your plans" in shown
    assert "Your plans" not in page(browse(bjorn), game)
    found = re.search(r'name="plan" value="(\d+)"><input type="hidden" name="text" value="(.*?)">', shown, re.DOTALL)
    assert found is not None
    wrong = send(client, game, "drop", form(plan=found[1], text="another plan"))
    assert "Your plans" in wrong
    dropped = send(client, game, "drop", form(plan=found[1], text=found[2]))
    assert "The plan is dropped." in dropped
    assert "Your plans" not in dropped


def test_a_move_can_be_taken_back_while_nothing_has_come_of_it(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    shown = send(client, game, "answer", form(answer="2", question=mark(page(client, game))))
    assert "Take back my last move" in shown
    after = send(client, game, "undo", form())
    assert "Taken back." in after
    assert "taken back" in after
    assert "(taken back)" in browse(None).get(f"/g/{game.pk}/feed.atom").content.decode()  # to whom it was told as done
    assert 'class="error"' in send(client, game, "undo", form())


def test_press_reaches_those_it_is_meant_for(
    astrid: Player, bjorn: Player, eir: Player, game: Game, browse: Browse
) -> None:
    client = browse(astrid)
    assert "The message is sent." in send(client, game, "press", form(text="To all of you"))
    client.post(f"/g/{game.pk}/press/", form(text="Between us") | {"to": ["1"]})
    assert "Between us" in page(browse(bjorn), game)
    for reader in (browse(eir), browse(None)):
        shown = page(reader, game)
        assert "To all of you" in shown
        assert "Between us" not in shown


def test_press_that_nobody_else_can_read_is_not_called_sent(
    astrid: Player, bjorn: Player, table: Callable[..., Game], browse: Browse
) -> None:
    kept = "The message is kept; no other person plays there."
    alone = table(astrid, "random")
    assert kept in send(browse(astrid), alone, "press", form(text="Hm"))
    other = table(astrid, bjorn, "random")
    assert kept in send(browse(astrid), other, "press", form(text="Hm") | {"to": ["2"]})
    assert "The message is sent." in send(browse(astrid), other, "press", form(text="Hm") | {"to": ["1"]})


def test_press_is_text_and_nothing_else(astrid: Player, bjorn: Player, game: Game, browse: Browse) -> None:
    send(browse(astrid), game, "press", form(text="<script>alert(1)</script>\u202e"))
    answer = browse(bjorn).get(f"/g/{game.pk}/").content.decode()
    assert "<script>alert" not in answer
    assert "&lt;script&gt;" in answer
    assert "\u202e" not in answer


@pytest.mark.parametrize(
    "data", [{"text": ""}, {"text": "x" * 5000}, {"text": "hello", "to": "17"}, {"text": "hello", "seat": "1"}]
)
def test_press_that_cannot_be_sent_is_refused_in_words(
    astrid: Player, game: Game, browse: Browse, data: dict[str, str]
) -> None:
    assert 'class="notice error"' in send(browse(astrid), game, "press", form() | data)


def test_resigning_asks_first(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    asked = client.get(f"/g/{game.pk}/resign/").content.decode()
    assert "Resign as Astrid" in asked
    assert Seat.objects.get(game=game, seat=0).player_id == astrid.pk
    assert "You have resigned." in send(client, game, "resign", form())
    assert Seat.objects.get(game=game, seat=0).player_id is None


def test_who_gives_up_one_of_two_seats_reads_which(astrid: Player, browse: Browse) -> None:
    game = services.open_table(
        opened_by=astrid, key="aesir", seats=3, cause=uuid4(), sit=(0, 1), bots={2: "greedy"}, visibility="private"
    )
    client = browse(astrid)
    assert "You have given up seat 2; your other seats stay yours." in send(client, game, "resign", form(1))
    assert "You have resigned." in send(client, game, "resign", form(0))


def test_a_table_rests_when_all_press_the_button_and_goes_on_when_one_does(
    astrid: Player, bjorn: Player, eir: Player, game: Game, browse: Browse, client: Client
) -> None:
    one, two, three = (browse(player) for player in (astrid, bjorn, eir))
    mark = {"nonce": str(uuid4())}
    assert "The table rests as soon as all the others want it too." in send(one, game, "pause", mark)
    assert "Shall the table rest?" in page(one, game)
    assert "Yes, let it rest" not in page(one, game)
    shown = page(two, game)
    assert "Astrid would like the table to rest: no deadline would run." in shown
    assert "Yes, let it rest" in shown
    send(two, game, "orders", form(1, text="пауза"))  # in the words of mail too
    assert "Yes, let it rest" not in page(one, game)  # who has asked is not asked again when others have
    assert "The table rests from now on." in send(three, game, "pause", {"nonce": str(uuid4())})
    assert 'class="faint deadline"' not in page(one, game)
    assert "This table has been resting since" in page(one, game)
    watched = page(client, game)  # whoever looks on reads it, and has no button
    assert "This table has been resting since" in watched
    assert "Let it go on" not in watched
    listed = unescape(one.get("/").content.decode())
    assert "rests · " in listed
    assert "The table goes on." in send(one, game, "go-on", {"nonce": str(uuid4())})
    assert "This table rests" not in page(one, game)
    assert "Astrid lets the table go on." in page(one, game)
    services.pause_table(game.pk, why="", cause=uuid4())
    assert "Let it go on" not in page(one, game)  # the service has it rest, and lets it go on
    assert f'action="/g/{game.pk}/go-on/"' not in page(one, game)


def test_who_has_no_seat_has_nothing_to_resign(game: Game, browse: Browse, db: None) -> None:
    stranger = services.player_for("stranger@example.org")
    assert "You have no seat at this table." in browse(stranger).get(f"/g/{game.pk}/resign/").content.decode()


def test_a_practice_table_goes_on_from_any_moment(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    answer = client.post(f"/g/{game.pk}/{game.moment}/fork/", form(lens="0"))
    made = Game.objects.get(practice=True)
    assert answer.headers["Location"] == f"/g/{made.pk}/#next"
    assert (made.forked_from, made.forked_moment) == (game.pk, game.moment)
    shown = page(client, made)
    assert "practice" in shown
    assert f"branched off at moment {game.moment}" in shown


def test_a_fork_keeps_only_what_its_maker_may_know(bjorn: Player, game: Game, browse: Browse) -> None:
    answer = browse(bjorn).post(f"/g/{game.pk}/{game.moment}/fork/", form(lens="0"))
    assert answer.status_code == 404
    assert not Game.objects.filter(practice=True).exists()


def test_before_the_first_deal_there_is_nothing_to_branch_off(astrid: Player, game: Game, browse: Browse) -> None:
    assert 'class="error"' in send(browse(astrid), game, "1/fork", form(lens="0"))


GARBAGE = (
    "",
    "0",
    "-1",
    "9" * 5000,
    "x" * 5000,
    "\x00",
    "\u202e",
    "null",
    "[]",
    "1.1.1.1.1.1.1.1.1.1.1.1",
    "b7",
    "%s%n",
    "💥",
)
FIELDS = ("seat", "nonce", "question", "answer", "at", "first", "second", "text", "plan", "to", "lens", "addresses")
ACTS = ("answer", "orders", "drop", "undo", "press", "resign", "join", "leave", "bot", "close", "invite", "4/fork")


@pytest.mark.parametrize("act", ACTS)
def test_no_form_however_broken_ends_in_a_server_error(astrid: Player, game: Game, browse: Browse, act: str) -> None:
    client = browse(astrid)
    before = events(game)
    for junk in GARBAGE:
        for seat in (junk, "0"):
            data = dict.fromkeys(FIELDS, junk) | {"seat": seat, "nonce": str(uuid4()) if act != "undo" else junk}
            answer = client.post(f"/g/{game.pk}/{act}/", data)
            assert answer.status_code in (302, 400, 404), junk[:20]
    assert events(game) >= before


@pytest.mark.parametrize("name", ["question", "list", "as"])
def test_no_address_however_broken_ends_in_a_server_error(
    astrid: Player, game: Game, browse: Browse, name: str
) -> None:
    client = browse(astrid)
    known = mark(page(client, game))
    for junk in GARBAGE:
        answer = client.get(f"/g/{game.pk}/", {"question": known, name: junk})
        assert answer.status_code in (200, 404), junk[:20]


@pytest.mark.parametrize("word", ["press", "message Bjorn", "note", "rules"])
def test_blanks_in_what_was_typed_hold_nobody_up(word: str) -> None:
    """A sheet of them took the process half a minute, and all whom it served."""
    began = time.process_time()
    commands.command([f"{word}{' ' * 15_000}x"])
    assert time.process_time() - began < 1
