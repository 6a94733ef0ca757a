"""A worker dies between what the game did and the answer: what was shown stands, and the repeat answers as if nothing
had happened."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import OperationalError
from psycopg.errors import DiskFull

from asgard_pbem.mail.answering import orders, pending, process
from asgard_pbem.mail.management import stuck
from asgard_pbem.mail.models import InboundMail, Pending
from asgard_pbem.mail.reading import sandbox
from asgard_pbem.simulation.programs import reply_to
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Outbox, Player
from tests.mail.conftest import PLAY, Post, letter, receipt_of

pytestmark = pytest.mark.django_db


def moves(game: Game) -> int:
    return Event.objects.filter(game=game, kind="move_made").count()


def die(*_: object) -> None:
    raise MemoryError


def full(*_: object) -> None:
    raise OperationalError("no room") from DiskFull("no room")


def again(row: InboundMail) -> InboundMail:
    InboundMail.objects.filter(pk=row.pk).update(next_attempt_at=None)
    process.process(row.pk)
    row.refresh_from_db()
    return row


def test_what_a_mail_showed_stands_when_its_worker_dies_and_the_repeat_answers_it(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    post.reply(people[0], "1")
    prompt = post.to(people[1])
    with monkeypatch.context() as patch:
        patch.setattr(orders, "finish", die)
        row = post.take(reply_to(prompt, people[1].email, ["1", "status", "press: well?"]))
    assert (row.state, row.error, moves(game)) == ("new", "MemoryError", 2)
    assert not Outbox.objects.filter(purpose="receipt", player=people[1]).exists()
    receipt = receipt_of(again(row))
    assert (row.state, moves(game)) == ("done", 2)
    assert [one.did.code for one in receipt.understood] == ["order_done", "shown_below", "press_sent"]
    assert Outbox.objects.filter(purpose="receipt", player=people[1]).count() == 1


def test_what_was_shown_stands_even_when_the_mail_is_given_up(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    post.reply(people[0], "1")
    prompt = post.to(people[1])
    with monkeypatch.context() as patch:
        patch.setattr(orders, "finish", die)
        row = post.take(reply_to(prompt, people[1].email, ["1"]))
        for _ in range(6):
            again(row)
    assert (row.state, moves(game)) == ("quarantined", 2)
    other = post.take(reply_to(prompt, people[1].email, ["2"]))
    assert (other.state, other.reason, moves(game)) == ("refused", "old_prompt", 2)


def test_a_question_that_is_answered_between_judging_and_playing_is_answered_once(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    post.reply(people[0], "1")
    prompt, play = post.to(people[1]), orders.play

    def overtaken(work: orders.Work) -> None:
        assert work.writer.current
        services.submit_orders(game.pk, seat=1, player=people[1], lines=["2"], cause=uuid4())
        play(work)

    monkeypatch.setattr(orders, "play", overtaken)
    row = post.take(reply_to(prompt, people[1].email, ["1"]))
    assert (row.state, row.reason, moves(game)) == ("refused", "old_prompt", 2)


def test_a_doubt_that_comes_up_only_afterwards_changes_nothing(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read again, a line may look otherwise, as the game has gone on."""
    prompt = post.to(people[0])
    with monkeypatch.context() as patch:
        patch.setattr(orders, "finish", die)
        row = post.take(reply_to(prompt, people[0].email, ["1"]))
    with monkeypatch.context() as patch:
        patch.setattr(orders.doubts, "end_of_reading", lambda _: 0)
        patch.setattr(orders.doubts, "doubt", lambda *_: orders.doubts._ambiguous("1"))
        receipt = receipt_of(again(row))
    assert (row.state, [one.did.code for one in receipt.understood]) == ("done", ["order_done"])


def test_a_held_mail_goes_on_when_the_worker_of_its_yes_died(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = post.reply(people[0], "1", dmarc="fail")
    assert held.state == "held"
    prompt = post.to(people[0])
    with monkeypatch.context() as patch:
        patch.setattr(orders, "finish", die)
        row = post.take(reply_to(prompt, people[0].email, ["yes"]))
    held.refresh_from_db()
    assert (row.state, held.state, moves(game)) == ("new", "held", 1)
    assert pending.settle(Pending.objects.get().pk, agreed=False).code == "confirmed_before"
    receipt = receipt_of(again(row))
    held.refresh_from_db()
    assert (row.state, held.state, moves(game)) == ("done", "done", 1)
    assert [one.did.code for one in receipt.understood] == ["confirmed", "order_done"]


def test_a_no_above_a_yes_is_a_no(game: Game, people: list[Player], post: Post) -> None:
    held = post.reply(people[0], "1", dmarc="fail")
    row = post.reply(people[0], "no", "yes")
    held.refresh_from_db()
    assert [one.did.code for one in receipt_of(row).understood] == ["cancelled", "cancelled_before"]
    assert (held.state, moves(game)) == ("ignored", 0)


@pytest.mark.django_db(transaction=True)
def test_the_games_part_is_committed_before_anything_else_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import connection, transaction

    from tests.mail.conftest import make_game, make_people

    people = make_people()
    game, post = make_game(people), Post()
    seen: list[bool] = []

    def looking(work: orders.Work) -> None:
        seen.append(connection.in_atomic_block)
        played(work)

    played = orders.play
    monkeypatch.setattr(orders, "play", looking)
    assert post.reply(people[0], "1").state == "done"
    row = post.take(letter("ada@far.example", PLAY, "games"), to=PLAY, dmarc="pass")
    assert row.state == "held"
    assert post.reply(Player.objects.get(email="ada@far.example"), "yes").state == "done"
    assert seen == [False, False, False]
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        orders.play(_work(game, people[1]))


def _work(game: Game, player: Player) -> orders.Work:
    from uuid import uuid4

    from asgard_pbem.mail.reading.cutting.cut import cut_reply

    return orders.begin(orders.Writer(player, uuid4(), "play", game, 1), cut_reply("1"))


def test_a_machine_on_which_no_reader_begins_puts_no_mail_aside(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too little memory, no more processes: whoever wrote within three minutes was told that their mail had failed."""
    sandbox.stop()
    with monkeypatch.context() as patch:
        patch.setattr(sandbox, "PROGRAM", ("-c", "raise MemoryError"))
        row = post.reply(people[0], "1")
        for _ in range(process.MAX_ATTEMPTS):
            again(row)
    assert (row.state, row.error) == ("new", "NoReaderError (by EOFError)")
    InboundMail.objects.filter(pk=row.pk).update(received_at=row.received_at - 2 * stuck.UNREAD)
    assert "ulimit" in next(one.do for one in stuck.everything() if one.name == str(row.pk))
    assert (again(row).state, moves(game)) == ("done", 1)


def test_a_disk_that_is_full_for_long_puts_no_mail_aside_and_it_is_carried_out_when_there_is_room(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five tries are over in three minutes: each mail that was stored just before wanted a hand of the operator's."""
    with monkeypatch.context() as patch:
        patch.setattr(orders, "play", full)
        row = post.reply(people[0], "1")
        for _ in range(process.MAX_ATTEMPTS):
            again(row)
    assert (row.state, row.error) == ("new", "OperationalError (by DiskFull)")
    assert row.next_attempt_at is not None
    InboundMail.objects.filter(pk=row.pk).update(received_at=row.received_at - 2 * stuck.UNREAD)
    assert "DiskFull" in next(one.why for one in stuck.everything() if one.name == str(row.pk))
    assert (again(row).state, moves(game)) == ("done", 1)
