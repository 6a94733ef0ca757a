"""Log lines for machines: one object each, ids that lead on, and not a word, name, address or token of anybody."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.serving.lines import Json, about
from asgard_pbem.serving.logs import masked_json
from asgard_pbem.tables.models import Event, Game, Outbox, Player
from tests.mail.conftest import Post, _toy_is_installed, game, letter, people, post

__all__ = ["_toy_is_installed", "game", "people", "post"]
SECRET = "Loki lies about the ravens"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """All that is logged, down to the least, as production writes it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(masked_json())
    root = logging.getLogger()
    level, others = root.level, root.handlers
    root.handlers = [handler]
    root.setLevel(logging.DEBUG)
    yield stream
    root.handlers = others
    root.setLevel(level)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.django_db
def test_a_mail_a_page_and_every_failure_leave_ids_and_no_words(
    game: Game, people: list[Player], post: Post, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = post.to(people[0]).reply_to.partition("+")[2][:26]
    row = post.reply(people[0], "1", f"press: {SECRET}", envelope_from=people[0].email)
    post.deliver()

    def fail(*_: Any, **__: Any) -> None:
        raise ValueError(f"{SECRET} of {people[0].email} by {token}") from KeyError(SECRET)

    with monkeypatch.context() as patched:
        patched.setattr("asgard_pbem.mail.answering.orders.play", fail)
        failed = post.reply(people[1], "2")
        patched.setattr("asgard_pbem.mail.sending.owed.compose", fail)
        post.take(letter(people[1].email, post.messages[-1].message()["Reply-To"], "status"))
        post.deliver()
        patched.setattr("asgard_pbem.serving.health.HttpResponse", fail)
        Client(raise_request_exception=False).get("/healthz")
    said = lines(written)
    text = written.getvalue()
    assert SECRET not in text
    assert token not in text
    assert not any(one.email in text or one.name in text for one in people)
    assert "home.example" not in text
    mine = [one for one in said if one.get("mail") == str(row.pk)]
    assert {"mail stored", "events written", "mail read"} <= {one["message"] for one in mine}
    events = next(one for one in mine if one["message"] == "events written")
    assert Event.objects.get(game=events["game"], seq=events["last"]).cause.hex in events["cause"].replace("-", "")
    sent = {one["outbox"] for one in said if one["message"] == "mail sent"}
    assert sent == {str(one) for one in Outbox.objects.filter(state="sent").values_list("pk", flat=True)}
    broken = next(one for one in said if one["level"] == "ERROR" and one.get("mail") == str(failed.pk))
    assert "ValueError (by KeyError) at " in broken["message"]
    page = next(one for one in said if one["logger"] == "django.request" and "error" in one)
    assert page["error"].startswith("ValueError (by KeyError) at ")
    assert all({"time", "level", "logger", "message"} <= set(one) for one in said)
    assert InboundMail.objects.filter(state="new").exists()


def record(name: str = "x", **more: Any) -> logging.LogRecord:
    made = logging.LogRecord(name, logging.ERROR, __file__, 1, "%s", ("said",), None)
    made.__dict__.update(more)
    return made


def test_what_celery_says_of_a_failed_task_is_its_name_alone() -> None:
    words = dict.fromkeys(("exc", "args", "kwargs", "traceback"), SECRET)
    data = {"name": "tasks.send", "description": "raised unexpected", **words}
    said = json.loads(Json().format(record("celery.app.trace", data=data, msg="%(exc)s", args=(data,))))
    assert said["message"] == "tasks.send raised unexpected"
    assert SECRET not in json.dumps(said)


def test_what_libraries_add_to_a_line_is_left_out() -> None:
    said = json.loads(Json().format(record(request=SECRET, anything=SECRET, status_code=500)))
    assert (set(said), said["status_code"]) == ({"time", "level", "logger", "message", "status_code"}, 500)


def test_ids_stand_in_every_line_inside_and_in_none_after() -> None:
    with about(mail="m"), about(outbox="o"):
        inside = json.loads(Json().format(record()))
    assert (inside["mail"], inside["outbox"]) == ("m", "o")
    assert not {"mail", "outbox"} & set(json.loads(Json().format(record())))
