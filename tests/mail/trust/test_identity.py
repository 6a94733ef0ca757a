"""Whose mail it is, and what follows: every row of the table of the mail notes, section 6."""

from __future__ import annotations

import itertools
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import Settings as SettingsWrapper

from asgard_pbem.mail.doors.identity import Evidence, Ruling, judge
from asgard_pbem.mail.models import Counter, InboundMail, Pending
from asgard_pbem.mail.writing import turns
from asgard_pbem.simulation.programs import reply_to
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, OpenDecision, Outbox, Player
from tests.mail.conftest import Post, letter, receipt_of


@pytest.mark.parametrize("dmarc", ["pass", "none", "unknown"])
@pytest.mark.parametrize("prompt", ["current", "old"])
def test_a_token_and_its_players_address_are_believed(prompt: str, dmarc: str) -> None:
    assert judge(Evidence(prompt, True, dmarc)) is Ruling.ACCEPT  # type: ignore[arg-type]  # words of the table


def test_all_other_rows_of_the_table() -> None:
    assert judge(Evidence("current", True, "fail")) is Ruling.HOLD
    assert judge(Evidence("old", True, "fail")) is Ruling.IGNORE
    for token, dmarc in itertools.product(("current", "old"), ("pass", "fail", "none", "unknown")):
        assert judge(Evidence(token, False, dmarc)) is Ruling.WRONG_SENDER  # type: ignore[arg-type]  # words of the table
    assert judge(Evidence("none", True, "pass", names_our_id=True)) is Ruling.HOLD
    for matches, dmarc, named in itertools.product((True, False), ("pass", "fail", "none", "unknown"), (True, False)):
        if (matches, dmarc, named) != (True, "pass", True):
            assert judge(Evidence("none", matches, dmarc, named)) is Ruling.IGNORE  # type: ignore[arg-type]  # see above


def moves(game: Game) -> int:
    return Event.objects.filter(game=game, kind="move_made").count()


pytest_db = pytest.mark.django_db


@pytest_db
def test_a_foreign_address_does_nothing_and_its_player_hears_of_it_once_a_day(
    game: Game, people: list[Player], post: Post
) -> None:
    for text in ("1", "2"):
        row = post.reply(people[0], text, sender="mallory@evil.example")
        assert (row.state, row.reason) == ("refused", "wrong_sender")
    assert moves(game) == 0
    assert Outbox.objects.filter(payload__what="wrong_sender", player=people[0]).count() == 1
    assert not any(one.to == ["mallory@evil.example"] for one in post.messages)


@pytest_db
def test_who_answers_for_the_first_time_is_written_to_as_before(game: Game, people: list[Player], post: Post) -> None:
    """Of nobody but a guest it is guessed what they speak."""
    Player.objects.filter(pk=people[0].pk).update(verified_at=None, language="ru")
    assert post.reply(people[0], "status").state == "done"
    found = Player.objects.get(pk=people[0].pk)
    assert (found.language, found.verified_at is None) == ("ru", False)


@pytest_db
def test_another_players_token_is_no_use(game: Game, people: list[Player], post: Post) -> None:
    row = post.reply(people[0], "1", sender=people[1].email)
    assert (row.state, row.reason, moves(game)) == ("refused", "wrong_sender", 0)


@pytest_db
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_failed_dmarc_holds_the_orders_until_the_address_on_file_answers(
    game: Game, people: list[Player], post: Post, answer: str
) -> None:
    row = post.reply(people[0], "1", dmarc="fail")
    assert (row.state, row.reason, moves(game)) == ("held", "held", 0)
    assert Pending.objects.get().kind == "held_mail"
    said = post.reply(people[0], answer)
    assert said.state == "done"
    assert moves(game) == (1 if answer == "yes" else 0)
    row.refresh_from_db()
    assert row.state == ("done" if answer == "yes" else "ignored")
    if answer == "yes":
        assert {one.did.code for one in receipt_of(said).understood} == {"confirmed", "order_done"}


@pytest_db
def test_orders_for_an_older_prompt_are_refused_though_legal(game: Game, people: list[Player], post: Post) -> None:
    first = post.to(people[0])
    post.reply(people[0], "1")
    post.reply(people[1], "1")
    post.to(people[0])
    before = moves(game)
    from asgard_pbem.simulation.programs import reply_to

    row = post.take(reply_to(first, people[0].email, ["1"]))
    assert (row.state, row.reason) == ("refused", "old_prompt")
    assert moves(game) == before
    forged = post.take(reply_to(first, people[0].email, ["status"]), dmarc="fail")
    assert (forged.state, forged.reason) == ("ignored", "dmarc_fail"), "nobody is asked about it"
    assert post.take(reply_to(first, people[0].email, ["status"])).state == "done"


@pytest_db
def test_the_receipts_own_address_takes_the_next_order(game: Game, people: list[Player], post: Post) -> None:
    assert post.reply(people[0], "Hm.").state == "refused"
    assert post.reply(people[0], "1").state == "done"
    assert moves(game) == 1


@pytest_db
def test_an_unknown_token_is_ignored_and_counted(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is done; a known person hears of it once a day, with their games (a copy may have been restored in which
    our last mails are not), whoever wrote it and whatever their mail program names. tests/keeping has who is proven.
    """
    monkeypatch.setattr("django.conf.settings.LOCAL_MAILBOX", False)
    unknown = "play+" + "a" * 26 + "@in.asgard.localhost"
    for sender, verdict in (("somebody@else.example", "unknown"), (people[0].email, "fail")):
        row = post.take(letter(sender, unknown, "1"), dmarc=verdict)
        assert (row.state, row.reason) == ("ignored", "unknown_token")
    assert Counter.objects.get(what="unknown_token").count == 2
    assert not Outbox.objects.filter(payload__what="lost_address").exists()
    named = letter(people[0].email, unknown, "1", In_Reply_To="<turn.aaaaaa.7.0011@asgard.localhost>")
    for raw in (letter(people[0].email, unknown, "1"), named):
        row = post.take(raw)
        assert (row.state, row.reason) == ("refused", "lost_address")
    assert not Outbox.objects.filter(purpose="receipt").exists()
    told = turns.notice(Outbox.objects.get(payload__what="lost_address"), "")
    assert told.headline == "Nothing was carried out"
    assert "We do not know any more" in told.intro[0]
    assert "“status”" in told.intro[0]
    [line] = [line for section in told.sections for line in section.items]
    assert line.startswith("Highest Card: Anna, Boris - Toy [")  # as its mails are called, to be found by
    assert line.endswith(f"/g/{game.pk}/")


@pytest_db
def test_what_is_held_waits_for_a_yes_no_longer_than_its_question_waits(
    game: Game, people: list[Player], post: Post
) -> None:
    due = timezone.now() + timedelta(hours=2)
    OpenDecision.objects.filter(game=game, seat=0).update(deadline=due)
    assert post.reply(people[0], "1", dmarc="fail").state == "held"
    assert Pending.objects.get().expires_at == due


@pytest_db
@pytest.mark.parametrize("dmarc, state", [("pass", "held"), ("none", "ignored"), ("fail", "ignored")])
def test_without_a_token_an_answer_to_our_mail_is_held_only_when_dmarc_passes(
    game: Game, people: list[Player], post: Post, dmarc: str, state: str
) -> None:
    prompt = post.to(people[0])
    raw = letter(people[0].email, "games@asgard.localhost", "1", In_Reply_To=prompt.message_id)
    row = post.take(raw, to="somebody@in.asgard.localhost", dmarc=dmarc)
    assert (row.state, moves(game)) == (state, 0)
    if state == "held":
        assert post.reply(people[0], "yes").state == "done"
        assert moves(game) == 1


@pytest_db
def test_what_cannot_be_read_and_names_no_token_waits_for_no_yes(game: Game, people: list[Player], post: Post) -> None:
    raw = letter(people[0].email, "games@asgard.localhost", "1", In_Reply_To=post.to(people[0]).message_id)
    row = post.take(raw + b"\n--x" * 201, to="somebody@in.asgard.localhost", dmarc="pass")
    assert (row.state, row.kind, Pending.objects.count()) == ("ignored", "unreadable", 0)
    unknown = "play+" + "a" * 26 + "@in.asgard.localhost"
    assert post.take(letter(people[0].email, unknown, "1") + b"\n--x" * 201).reason == "unknown_token"


@pytest_db
def test_a_token_is_found_in_any_case_and_in_other_headers(game: Game, people: list[Player], post: Post) -> None:
    address = post.to(people[0]).reply_to
    row = post.take(letter(people[0].email, "x@y.example", "1", X_Original_To=address.upper()), to="")
    assert row.state == "done"


@pytest_db
def test_who_no_longer_holds_the_seat_sees_and_does_nothing_in_it(game: Game, people: list[Player], post: Post) -> None:
    from uuid import uuid4

    from asgard_pbem.tables import services

    prompt = post.to(people[0])
    services.resign(game.pk, seat=0, player=people[0], cause=uuid4(), confirmed=True)
    from asgard_pbem.simulation.programs import reply_to

    row = post.take(reply_to(prompt, people[0].email, ["1"]))
    assert (row.state, moves(game)) == ("refused", 0)
    board = post.take(reply_to(prompt, people[0].email, ["board"]))
    assert receipt_of(board).answers == ()


@pytest_db
def test_a_mail_to_two_seats_is_judged_for_each(game: Game, people: list[Player], post: Post) -> None:
    first, second = post.to(people[0]).reply_to, post.to(people[1]).reply_to
    raw = letter(people[0].email, f"{first}, {second}", "1")
    from asgard_pbem.mail.answering import process

    row = post.take(raw, to="")
    for other in InboundMail.objects.filter(state="new"):
        process.process(other.pk)
    states = sorted(InboundMail.objects.values_list("state", "reason"))
    assert row.state == "done"
    assert states == [("done", ""), ("refused", "wrong_sender")]
    assert moves(game) == 1


@pytest_db
def test_held_orders_that_name_no_question_answer_the_one_that_was_open_when_they_came(
    game: Game, people: list[Player], post: Post
) -> None:
    """An answer to a receipt, which has no number of its own; its sender says yes when the next question is open."""
    assert post.reply(people[0], "Hm.").state == "refused"
    receipt = post.to(people[0])
    raw = letter(people[0].email, "games@asgard.localhost", "1", In_Reply_To=receipt.message_id)
    row = post.take(raw, to="somebody@in.asgard.localhost", dmarc="pass")
    assert row.state == "held"
    asked = post.to(people[0])
    for seat in (0, 1):
        services.submit_orders(game.pk, seat=seat, player=people[seat], lines=["1"], cause=uuid4())
    before = moves(game)
    post.take(reply_to(asked, people[0].email, ["yes"]))
    row.refresh_from_db()
    assert (row.state, row.reason, moves(game)) == ("refused", "old_prompt", before)


@pytest_db
def test_who_knows_an_address_and_fails_dmarc_uses_up_nothing_that_is_its_players(
    game: Game, people: list[Player], post: Post, settings: SettingsWrapper
) -> None:
    """Not their hour, in which they would miss a deadline, nor their mailbox."""
    settings.MAIL_PER_SEAT_HOUR = settings.MAIL_PER_PERSON_HOUR = 8
    prompt = post.to(people[0])
    before = post.count_to(people[0])
    rows = [post.take(reply_to(prompt, people[0].email, [f"hello {n}"]), dmarc="fail") for n in range(10)]
    assert [row.state for row in rows] == ["held"] * 5 + ["ignored"] * 5
    assert post.count_to(people[0]) == before + 5
    Pending.objects.filter(pk=Pending.objects.latest("created_at").pk).update(settled_at=timezone.now(), agreed=False)
    assert post.take(reply_to(prompt, people[0].email, ["hello again"]), dmarc="fail").state == "held"
    row = post.take(reply_to(prompt, people[0].email, ["1"]))
    assert (row.state, moves(game)) == ("done", 1)
