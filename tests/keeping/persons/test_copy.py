"""All that is stored about a person, handed to them: whole by a law over the models, and nobody else's secret in it."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import models
from django.utils import timezone

from asgard_pbem.alerts import calendars
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.tables import services
from asgard_pbem.tables.guards import mailboxes
from asgard_pbem.tables.models import Deed, Game, Player
from asgard_pbem.tables.reading.personal.parts import EXCEPTED, PARTS
from asgard_pbem.tables.store import loading
from asgard_pbem.web.requests import tokens
from engine.table.table import Table
from tests.mail.conftest import PLAY, Post, letter, make_game

pytestmark = pytest.mark.django_db
DOC = Path(__file__).resolve().parents[3] / "docs" / "forgetting.md"
# Ids that are of no person.
NO_PERSON = {
    "mail.Pending.game_id", "tables.Event.cause", "tables.Game.forked_from", "tables.Logged.cause",
    "tables.ReplyToken.subject",
}  # fmt: skip


def data(who: object) -> dict[str, Any]:
    out = io.StringIO()
    call_command("data", str(who), stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def columns() -> Iterator[str]:
    """Every column that may say whose a row is: a relation to a person, a loose id, an address."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            related = field.is_relation and field.related_model is Player
            loose = isinstance(field, models.UUIDField | models.EmailField) and not field.primary_key
            if related or loose:
                yield f"{model._meta.label}.{field.name}"


# --- The law ---------------


def test_what_is_kept_of_a_person_is_in_the_copy_or_left_out_for_a_reason() -> None:
    """A new relation to a person fails here until somebody has thought about it."""
    covered = {column for part in PARTS.values() for column in part.of}
    found = set(columns()) - NO_PERSON
    assert found - covered - set(EXCEPTED) == set()
    assert (covered | set(EXCEPTED)) - found == set(), "what is named exists"
    assert covered & set(EXCEPTED) == set()
    assert all(len(why.split()) > 3 for why in EXCEPTED.values())
    assert set(columns()) >= NO_PERSON


def test_the_shape_is_documented(people: list[Player]) -> None:
    named = re.findall(r"^\| `(\w+)` \| (?:an object|a list)", DOC.read_text(), re.MULTILINE)
    assert sorted(named) == sorted(PARTS)
    assert set(data(people[0].pk)) == {"format", "made_at", "id", *PARTS}


# --- What is in it ---------------


def test_a_life_is_in_it(game: Game, people: list[Player], post: Post) -> None:
    anna, boris, cleo = people
    post.reply(anna, "1", "name Annika", "note my plan", "press: Hello all")
    services.send_press(game.pk, seat=0, player=anna, to=[1], text="only you", cause=uuid4())
    services.send_press(game.pk, seat=1, player=boris, to=[0], text="whisper to Anna", cause=uuid4())
    services.set_absence(anna, since=None, until=timezone.now() + timedelta(days=3))
    table = services.open_table(opened_by=cleo, key="highest_card", seats=3, cause=uuid4())
    asked = services.invite(table.pk, by=cleo, email=anna.email, cause=uuid4())
    services.block_inviter(asked.pk, player=anna)
    _, text = tokens.make_token(anna, name="my bot", read_only=True, cause=uuid4())
    calendars.renew(anna)
    found = data(anna.email)
    assert (found["format"], found["id"]) == ("asgard-person/1", str(anna.pk))
    assert found["profile"]["address"] == anna.email
    assert found["profile"]["name"] == "Annika"
    assert [one["id"] for one in found["games"]] == [str(game.pk)]
    own = found["games"][0]
    assert own["seats"] == [0]
    assert "move_made" in {event["what"] for event in own["events"]} | {
        note["what"] for event in own["events"] for note in event["notes"]
    }
    assert {(one["text"], one["own"]) for one in own["messages"]} == {
        ("Hello all", True), ("only you", True), ("whisper to Anna", False),
    }  # fmt: skip
    assert [one["text"] for one in found["notes"]] == ["my plan"]
    assert len(found["absences"]) == 1
    assert found["invitations"][0]["state"] == "declined"
    assert found["blocks"] == [{"by": "Cleo"}]
    assert [one["name"] for one in found["tokens"]] == ["my bot"]
    (came,) = [one for one in found["mails_in"] if one["state"] == "done"]
    assert "note my plan" in came["read"]
    assert "note my plan" in came["raw"]
    assert came["answered"]["outcome"] == "done"
    assert {"prompt", "receipt"} <= {one["purpose"] for one in found["mails_out"]}
    assert found["calendar"]["made"]
    whole = json.dumps(found, ensure_ascii=False)
    for other in (boris, cleo):
        assert other.email not in whole
    assert text not in whole
    own_calendar = calendars.address(anna)
    assert own_calendar is not None
    assert own_calendar.token not in whole
    assert Deed.objects.get(what="data").subject == str(anna.pk)


def test_of_a_running_game_it_tells_what_its_page_tells_them_and_no_more(
    game: Game, people: list[Player], post: Post
) -> None:
    """Boris has laid a card face down, and written to Cleo's seat: neither is Anna's."""
    three = make_game(people, seats=3)
    services.submit_orders(three.pk, seat=1, player=people[1], lines=["1"], cause=uuid4())
    services.send_press(three.pk, seat=1, player=people[1], to=[2], text="against Anna", cause=uuid4())
    found = {one["id"]: one for one in data(people[0].pk)["games"]}[str(three.pk)]
    assert "against Anna" not in json.dumps(found)
    assert {event["seat"] for event in found["events"]} == {0}
    assert found["messages"] == []
    theirs = {one["id"]: one for one in data(people[1].pk)["games"]}[str(three.pk)]
    assert [note["what"] for event in theirs["events"] for note in event["notes"]] == ["move_made"]


def test_of_a_seat_that_was_given_up_it_tells_what_was_theirs_and_nothing_of_their_successor(
    game: Game, people: list[Player]
) -> None:
    three = make_game(people, seats=3)
    services.submit_orders(three.pk, seat=0, player=people[0], lines=["1"], cause=uuid4())
    services.resign(three.pk, seat=0, player=people[0], cause=uuid4(), confirmed=True)
    services.send_press(three.pk, seat=1, player=people[1], to=[0], text="to whoever sits there", cause=uuid4())
    found = {one["id"]: one for one in data(people[0].pk)["games"]}[str(three.pk)]
    assert found["seats"] == []
    whole = json.dumps(found)
    assert "to whoever sits there" not in whole
    assert [event["what"] for event in found["events"]].count("seat_taken") == 1
    assert not [event for event in found["events"] if event["by"] == "bot"]


def test_a_game_whose_rules_fail_keeps_nobody_from_their_copy(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    post.reply(people[0], "1", "press: Hello all")
    other = make_game(people)

    def failing(self: Table, event: object) -> None:
        raise RuntimeError("a card that somebody holds")

    loading.shelf.clear()  # as in a command, which is a process of its own
    whole = data(people[0].pk)
    with monkeypatch.context() as patched:
        patched.setattr(Table, "advance", failing)
        found = data(people[0].pk)
    assert [one["id"] for one in found["games"]] == [one["id"] for one in whole["games"]]
    assert {str(game.pk), str(other.pk)} == {one["id"] for one in found["games"]}
    ours = next(one for one in found["games"] if one["id"] == str(game.pk))
    assert [one["text"] for one in ours["messages"]] == ["Hello all"]
    assert f"table {game.pk}, which fails: RuntimeError at " in caplog.text
    assert "a card" not in caplog.text


def test_a_mail_that_somebody_else_wrote_in_their_name_is_named_and_not_shown(
    game: Game, people: list[Player], post: Post
) -> None:
    address = post.to(people[0]).reply_to
    post.take(letter("somebody@far.example", address, "secret of somebody"))
    found = data(people[0].pk)
    assert [one["reason"] for one in found["mails_in"]] == ["wrong_sender"]
    assert "far.example" not in json.dumps(found)
    assert "secret of somebody" not in json.dumps(found)


def test_what_another_wrote_under_their_envelope_sender_is_that_others(
    game: Game, people: list[Player], post: Post
) -> None:
    """Anybody may write any envelope sender; the words are sealed for who wrote them, and opened for nobody else."""
    post.take(
        letter(people[1].email, PLAY, "note Boris his secret"), to=PLAY, dmarc="pass", envelope_from=people[0].email
    )
    assert data(people[0].pk)["mails_in"] == []


def test_bytes_that_are_no_text_are_whole_too(people: list[Player]) -> None:
    raw = letter(people[0].email, PLAY, "hello") + b"\xff\xfe"
    inbound.accept(
        raw, envelope_from=people[0].email, envelope_to=[PLAY], source="test", provider_event_id=None,
        verdicts=AuthVerdicts(),
    )  # fmt: skip
    (came,) = data(people[0].pk)["mails_in"]
    assert came["raw"] is None
    assert came["raw_base64"]


def test_who_is_barred_is_told_that_and_why(people: list[Player]) -> None:
    assert data(people[0].pk)["barred"] == {}
    services.bar(mailboxes.marks(people[0].email)[0], why="floods")
    assert data(people[0].pk)["barred"]["why"] == "floods"


def test_whom_it_is_about_has_to_be_here(people: list[Player]) -> None:
    with pytest.raises(CommandError, match="no such person"):
        data("nobody@home.example")
    services.erase_player(people[0])
    with pytest.raises(CommandError, match="was erased"):
        data(people[0].pk)
