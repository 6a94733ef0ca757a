"""What an answer says when it is done, and when it cannot be; commands of mail where orders are typed; messages."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.mail.reading.grammar import memo_lines
from asgard_pbem.mail.reading.grammar.commands import _SIMPLE as BY_MAIL
from asgard_pbem.mail.writing.sections.wishes import leading_on
from asgard_pbem.tables.models import Event, Game, Player, Press
from asgard_pbem.tables.reading import history, memos
from asgard_pbem.web.commands import _WORDS, Command, command
from asgard_pbem.web.requests import wishes
from tests.web.acting.test_moving import played

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]


@pytest.fixture
def game(astrid: Player, bjorn: Player, table: Table) -> Game:
    return table(astrid, bjorn)


def send(client: Client, game: Game, act: str, **fields: object) -> tuple[str, str]:
    """Where it leads, and the page there."""
    answer = client.post(f"/g/{game.pk}/{act}/", {"seat": "0", "nonce": str(uuid4()), **fields}, follow=True)
    assert answer.status_code == 200
    return answer.redirect_chain[0][0], unescape(answer.content.decode())


def mark(client: Client, game: Game) -> str:
    found = re.search(r'name="question" value="([0-9a-f]{20})"', client.get(f"/g/{game.pk}/").content.decode())
    assert found is not None
    return found[1]


def test_what_was_chosen_is_said_in_the_words_of_the_menu(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    shown = unescape(client.get(f"/g/{game.pk}/").content.decode())
    second = re.search(r'value="2"><span class="num">2</span><span class="words">([^<]+)', shown)
    assert second is not None
    where, after = send(client, game, "answer", answer="2", question=mark(client, game))
    assert where.endswith("#next")
    assert f'<li class="success">You chose: {second[1]}</li>' in after
    assert "Done." not in after


def test_whoever_moved_on_the_board_is_told_there(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    sent = {"answer": "2", "question": mark(client, game), "from": "board"}
    where, after = send(client, game, "answer", **sent)
    assert where.endswith("?told=board#board")
    assert after.count("You chose: ") == 1
    assert 'role="status"><p class="success">You chose: ' in after[after.index('<div id="sheet"') :]


def asked_for_three(astrid: Player, bjorn: Player, table: Table) -> tuple[Game, int]:
    """A table at which a seat chooses three of a list, and that seat."""
    game = table(astrid, bjorn, key="asgard", seed=b"m" * 32)
    for seat in played(game, 40):
        state = history.table_now(game.pk)
        pending = state.pending()[0]
        if state.rules.menu(state.state, pending).form == "pick":
            return game, seat
    raise AssertionError("nobody was asked")


def test_a_wrong_number_of_ticks_keeps_them_and_says_it_for_a_page(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game, seat = asked_for_three(astrid, bjorn, table)
    client = browse((astrid, bjorn)[seat])
    fields = {"question": mark(client, game), "form": "pick", "seat": str(seat)}
    before = Event.objects.count()
    _, after = send(client, game, "answer", several=["2", "5"], **fields)
    assert Event.objects.count() == before
    assert "Choose exactly 3 of them: now you have chosen 2." in after
    assert "in one line" not in after
    sheet = after[after.index('<div id="sheet"') : after.index('id="explained"')]
    assert re.findall(r'name="several" value="(\d+)" checked', sheet) == ["2", "5"]
    _, after = send(client, game, "answer", several=["2", "5", "1"], **fields)
    assert "You chose: " in after
    assert Event.objects.count() > before


def test_whoever_takes_nothing_of_a_list_is_told_so(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn, key="asgards_chosen", seed=b"m" * 32)
    client = browse(astrid)
    for seat in played(game, 60):
        state = history.table_now(game.pk)
        menu = state.rules.menu(state.state, state.pending()[0])
        if menu.form in {"pick", "share"} and menu.least == 0:
            client = browse((astrid, bjorn)[seat])
            fields = {"question": mark(client, game), "form": menu.form, "seat": str(seat)}
            assert "You chose: nothing of the list" in send(client, game, "answer", **fields)[1]
            return
    raise AssertionError("nobody was asked")


@pytest.mark.parametrize(
    "typed, place",
    [
        ("help", "/help/"),
        ("Rules", "/rules/aesir/"),
        ("board.", "#board"),
        ("history", "#log-heading"),
        ("resign", "/resign/"),
        ("помощь", "/help/"),
        ("press: Good luck!\nAll of you.", "#press"),
        ("rules Thor's hand", "/rules/aesir/#:~:text=thor%27s%20hand"),
        ("drop plans", "#plans"),
    ],
)
def test_a_command_of_mail_leads_to_where_the_page_does_it(
    typed: str, place: str, astrid: Player, game: Game, browse: Browse
) -> None:
    before = Event.objects.count()
    where, after = send(browse(astrid), game, "orders", text=typed)
    assert where.endswith(place)
    assert "could not be read" not in after
    assert Event.objects.count() == before
    assert ("Good luck!\nAll of you.</textarea>" in after) == (place == "#press")
    assert not Press.objects.exists()


@pytest.mark.parametrize(
    "to, ticked", [("P2", {"1"}), ("to Bjorn", {"1"}), ("all", set()), ("P1", set()), ("Nobody", set()), ("P9", set())]
)
def test_a_message_typed_among_orders_is_for_whom_it_names(
    to: str, ticked: set[str], astrid: Player, game: Game, browse: Browse
) -> None:
    _, after = send(browse(astrid), game, "orders", text=f"press {to}: For you alone")
    press = after[after.index('aria-labelledby="press"') :]
    assert "For you alone</textarea>" in press
    assert set(re.findall(r'name="to" value="(\d+)" checked', press)) == ticked
    assert ("tick who is to read it" in press) == (not ticked and to != "all")


def test_a_note_typed_among_orders_is_kept_as_by_mail(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    for text in ("note think of Loki", "Note 1: so it began", "note table: beware"):
        assert "Your note is kept." in send(client, game, "orders", text=text)[1]
    kept = {(one.moment, one.text) for one in memos.memos(game.pk, astrid)}
    assert kept == {(game.moment, "think of Loki"), (1, "so it began"), (None, "beware")}
    _, refused = send(client, game, "orders", text="note 999: too far")
    assert "Your note is kept." not in refused
    assert "too far</textarea>" in refused


def test_undo_status_and_comments_are_understood(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    send(client, game, "answer", answer="2", question=mark(client, game))
    assert "Taken back." in send(client, game, "orders", text="undo")[1]
    status = send(client, game, "orders", text="status")[1]
    assert "Round: 1 of 3" in status
    comment = send(client, game, "orders", text="# think of Loki")[1]
    assert "A comment carries nothing out." in comment
    assert "# think of Loki</textarea>" in comment
    mixed = send(client, game, "orders", text="3\nstatus\nfoo")[1]
    assert "“status” is no order: send it alone." in mixed or "Not read as orders: “status" in mixed


@pytest.mark.parametrize(
    "typed, leads",
    [
        ("leave", 'href="/g/{game}/resign/">Resign'),
        ("I want to quit", 'href="/g/{game}/resign/">Resign'),
        ("stop emailing me", 'href="/settings/">settings'),
        ("forget me", 'href="/settings/erase/">Erase my account'),
        ("more time", 'href="/settings/#absence-heading">absence'),
        ("мне нужно больше времени", "“Let the table rest”"),
        ("I changed my mind", "“Take back my last move”"),
        ("кто ходит?", 'href="#log-heading">what happened'),
        ("whose turn is it?", "Who is waited for stands above"),
        ("how do I win?", 'href="/rules/aesir/">rules'),
    ],
)
def test_prose_that_wishes_something_is_led_to_where_the_page_does_it(
    typed: str, leads: str, astrid: Player, game: Game, browse: Browse
) -> None:
    before = Event.objects.count()
    where, after = send(browse(astrid), game, "orders", text=typed)
    told = after[after.index('<ul class="messages">') :].partition("</ul>")[0]
    assert leads.format(game=game.pk) in told
    assert where.endswith("#next")
    assert Event.objects.count() == before


def test_prose_that_wishes_nothing_known_is_led_nowhere(astrid: Player, game: Game, browse: Browse) -> None:
    _, after = send(browse(astrid), game, "orders", text="<b>good luck everyone</b>")
    assert after.partition('<ul class="messages">')[2].partition("</ul>")[0].count("<li") == 1


def test_every_wish_that_mail_knows_the_page_knows_too() -> None:
    assert {code for code in leading_on() if code != "wish_get_up"} == set(wishes._SENTENCES)


def test_mail_knows_every_word_that_the_page_takes_for_a_command() -> None:
    for name, pattern in _WORDS.items():
        for word in pattern.replace("\\", "").replace("(?:my )?", "").replace("(?:мои )?", "").split("|"):
            assert command([word]) is not None, word
            if name != "rules":
                assert BY_MAIL[name].fullmatch(word), word


@pytest.mark.parametrize(
    "line",
    ["note 12: Keep Thor", "note table: Keep Thor", "note: Keep Thor", "Note keep Thor", "заметка стол: Тор", "notes"],
)
def test_a_note_on_a_page_is_what_it_is_by_mail(line: str) -> None:
    by_mail, here = memo_lines.first(line), command([line])
    if by_mail is None:
        assert here is None or here.name != "memo"
        return
    to = by_mail.get("moment") or ("table" if "whole" in by_mail else "")
    assert here == Command("memo", by_mail["text"], to)


def test_a_message_is_answered_where_it_was_written(
    astrid: Player, bjorn: Player, game: Game, browse: Browse, table: Table
) -> None:
    client = browse(astrid)
    where, after = send(client, game, "press", text="Hello")
    press = after[after.index('aria-labelledby="press"') :]
    assert where.endswith("#press")
    assert 'role="status">The message is sent.' in press
    assert "read by everybody who looks at this table, strangers too" in press
    _, refused = send(client, game, "press", text="x" * 5000)
    press = refused[refused.index('aria-labelledby="press"') :]
    assert "4000" in press.partition("</section>")[0]
    assert "x" * 4000 in press
    assert 'value="1" checked' not in press
    _, refused = send(client, game, "press", text="x" * 5000, to=["1"])
    assert 'name="to" value="1" checked' in refused  # sent once more with nobody ticked it would go to all
    private = table(astrid, bjorn, visibility="private")
    assert "Only those who sit at this table read it." in client.get(f"/g/{private.pk}/").content.decode()
