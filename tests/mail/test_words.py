"""Every kind of mail that the pipeline owes is rendered by the real renderer, in both languages, without a failure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from asgard_pbem.mail.sending import failing
from asgard_pbem.tables import notify, services
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.store import loading
from tests.mail.conftest import PLAY, Post, letter

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _toy_is_installed() -> Iterator[None]:
    """The installed games here, not the toy."""
    loading.shelf.clear()
    with notify.quietly():
        yield
    loading.shelf.clear()


@pytest.fixture
def real(post: Post, monkeypatch: pytest.MonkeyPatch) -> Post:
    """The post office with the project's own renderer; a mail that cannot be made fails the test."""

    def failed(row: Outbox, problem: Exception) -> None:
        raise problem

    monkeypatch.setattr("tests.mail.conftest.plain_render", None)
    monkeypatch.setattr(failing, "failed", failed)
    return post


@pytest.fixture(params=["en", "ru"])
def aesir(people: list[Player], request: Any) -> Game:
    Player.objects.update(language=request.param)
    game = services.open_table(opened_by=people[0], key="aesir", seats=2, cause=uuid4())
    services.take_seat(game.pk, player=people[1], cause=uuid4())
    return Game.objects.get(pk=game.pk)


def test_a_receipt_with_everything_that_can_be_asked_for(aesir: Game, people: list[Player], real: Post) -> None:
    people[0].refresh_from_db()
    assert real.reply(people[0], "2").state == "done"
    row = real.reply(
        people[0], "undo", "1", "status", "board", "history", f"replay {aesir.moment}", "rules", "help", "plans",
        "games", "away 2031-12-01 2031-12-14", "zone Mars/Base", "name Anna", "press: hello",
    )  # fmt: skip
    assert row.state == "done"
    assert len(real.to(people[0]).text) > 1000
    assert "%(" not in real.to(people[0]).text


@pytest.mark.parametrize(
    "lines, dmarc",
    [
        (["nonsense"], "pass"), (["99"], "pass"), (["OT:X"], "pass"), ([""], "pass"), (["1"], "fail"),
        (["resign"], "pass"), (["replay 999"], "pass"), (["press Zoe: x"], "pass"), (["1", "", "thanks"], "pass"),
        (["stop mail"], "pass"), (["undo"], "pass"), (["drop plans"], "pass"), (["open aesir 2 x@y.example"], "pass"),
        (["invite"], "pass"), (["language xx"], "pass"), (["open nothing 3", "away", "invite no address"], "pass"),
    ],
)  # fmt: skip
def test_each_refusal_and_question_has_its_words(
    aesir: Game, people: list[Player], real: Post, lines: list[str], dmarc: str
) -> None:
    people[0].refresh_from_db()
    before = real.count_to(people[0])
    real.reply(people[0], *lines, dmarc=dmarc)
    assert real.count_to(people[0]) == before + 1
    assert "%(" not in real.to(people[0]).text


def test_a_table_from_opening_to_its_first_prompt(people: list[Player], real: Post) -> None:
    real.take(letter(people[0].email, PLAY, "open aesir 2", people[1].email, "status"), to=PLAY)
    assert "aesir" in real.to(people[0]).text.lower() or real.to(people[0]).text
    assert real.reply(people[1], "accept", "language ru").state == "done"
    assert real.reply(people[0], "1", "status").state == "done"
    assert "%(" not in real.to(people[1]).text


def test_a_strangers_question_and_a_wrong_senders_notice(aesir: Game, people: list[Player], real: Post) -> None:
    real.take(letter("ada@far.example", PLAY, "games"), to=PLAY)
    ada = Player.objects.get(email="ada@far.example")
    assert real.reply(ada, "yes").state == "done"
    assert real.reply(ada, "help", sender="mallory@evil.example").state == "refused"
    assert real.reply(people[0], "1", sender="mallory@evil.example").state == "refused"
    real.deliver()
    assert Outbox.objects.filter(payload__what="wrong_sender", state="sent").count() == 2
