"""A mail of several commands locks as everybody does, though it is one transaction: mails, games, then the person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from asgard_pbem.mail.answering import process
from asgard_pbem.mail.models import Pending
from asgard_pbem.tables import services
from asgard_pbem.tables.guards.mailboxes import marks
from asgard_pbem.tables.models import Game, Invitation, Player
from tests.mail.conftest import Post, make_game, make_people, receipt_of
from tests.tables.seating.test_gone_while_sitting_down import Beside

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def once_the_person_is_locked(act: Callable[[], Any]) -> Iterator[list[Beside]]:
    """Begin `act` on a connection of its own as soon as this one has locked somebody's row, until it waits too.

    A person is locked last: what is begun then may wait for games that are held here, and holds none that is wanted.
    """
    begun: list[Beside] = []

    def ours(execute: Any, sql: str, *given: Any) -> Any:
        found = execute(sql, *given)
        locks = sql.startswith('UPDATE "tables_player"') or ('FROM "tables_player"' in sql and "FOR NO KEY" in sql)
        if locks and not begun:
            begun.append(Beside(act))
            begun[0].until_it_waits()
        return found

    with connection.execute_wrapper(ours):
        yield begun


@pytest.fixture
def people() -> list[Player]:
    return make_people()


def meanwhile(cleo: Player, offer: Invitation) -> dict[str, Callable[[], Any]]:
    """What else may be done to her and to the tables at the same moment: it holds a game, and then wants her."""
    return {
        "accepts on the page": lambda: services.accept_invitation(offer.pk, player=cleo, cause=uuid4()),
        "is told of her games": lambda: services.owe_digest(cleo, timezone.now() + timedelta(days=30)),
        "is renamed": lambda: services.update_player(Player.objects.get(pk=cleo.pk), name="Klea"),
        "goes away": lambda: services.set_absence(cleo, since=None, until=timezone.now() + timedelta(days=9)),
        "is barred": lambda: services.bar(marks(cleo.email)[0], why="floods"),
        "is erased": lambda: services.erase_player(Player.objects.get(pk=cleo.pk)),
    }


MEANWHILE = ("is told of her games", "is renamed", "goes away", "is barred", "is erased")
ABOUT_HER = ("language ru", "digest daily", "no receipts", "away until {day:%d.%m.%Y}")


@pytest.mark.parametrize(
    "own, other",
    [("name Klio", "accepts on the page")]
    + [(own, "accepts on the page") for own in ABOUT_HER]
    + [("name Klio", other) for other in MEANWHILE],
)
def test_who_changes_something_of_theirs_and_sits_down_in_one_mail_ends_in_no_deadlock(
    own: str, other: str, people: list[Player], post: Post
) -> None:
    anna, boris, cleo = people
    for table in (make_game([boris, cleo]), make_game([cleo, anna])):  # at which she sits already
        assert table.status == Game.Status.RUNNING
    waiting = services.open_table(opened_by=anna, key="highest_card", seats=3, cause=uuid4())
    offer = services.invite(waiting.pk, by=anna, email=cleo.email, cause=uuid4())
    post.deliver()
    with once_the_person_is_locked(meanwhile(cleo, offer)[other]) as begun:
        mail = post.reply(cleo, own.format(day=timezone.now() + timedelta(days=3)), "accept")
    assert begun[0].end() is None
    assert mail.attempts == 1
    assert mail.error == ""
    assert mail.state in {"done", "refused", "ignored"}
    if other not in {"is barred", "is erased"}:
        assert [one.did.code for one in receipt_of(mail).understood][1] == "invitation_accepted"


@pytest.mark.parametrize(
    "first, other",
    [("language ru", other) for other in MEANWHILE]
    + [(first, "is told of her games") for first in ("digest daily", "open highest_card 2", "start mail")],
)
def test_who_changes_something_of_theirs_and_speaks_in_one_mail_ends_in_no_deadlock(
    first: str, other: str, people: list[Player], post: Post
) -> None:
    anna, boris, cleo = people
    make_game([anna, boris])
    make_game([cleo, anna])
    offer = Invitation(pk=uuid4())
    with once_the_person_is_locked(meanwhile(cleo, offer)[other]) as begun:
        mail = post.reply(cleo, first, "", "press: Odin knows it")
    assert begun[0].end() is None
    assert (mail.attempts, mail.error) == (1, "")


@pytest.mark.parametrize("other", ["says yes on the page", "is erased"])
def test_a_yes_by_mail_with_more_in_it_ends_in_no_deadlock_with_one_on_the_page_or_whoever_erases_her(
    other: str, people: list[Player], post: Post
) -> None:
    _, boris, cleo = people
    game = make_game([cleo, boris])
    post.reply(cleo, "resign")
    asked = Pending.objects.get(player=cleo).pk
    acts = {
        "says yes on the page": lambda: process.settle_on_page(asked, agreed=True),
        "is erased": lambda: services.erase_player(Player.objects.get(pk=cleo.pk)),
    }
    with once_the_person_is_locked(acts[other]) as begun:
        mail = post.reply(cleo, "language ru", "yes")
    assert begun[0].end() is None
    assert (mail.attempts, mail.error) == (1, "")
    assert not game.holders.filter(player=cleo).exists()
