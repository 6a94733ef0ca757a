"""What Sentry would be told: the class of an error and its way through the code; no value, word, name or address."""

from __future__ import annotations

import json
import logging
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sentry_sdk
from django.db import connections
from django.test import Client
from sentry_sdk.transport import Transport

from asgard_pbem.serving import reporting
from asgard_pbem.tables.models import Game, Player
from tests.mail.conftest import Post, _toy_is_installed, game, people, post

__all__ = ["_toy_is_installed", "game", "people", "post"]
SECRET = "Loki lies about the ravens"


class Kept(Transport):
    """Takes what would go out."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def capture_envelope(self, envelope: Any) -> None:
        self.told.append(envelope.serialize().decode("utf-8", "replace"))


def told_of(work: Callable[[], object], kept: Path) -> list[str]:
    """What goes out while `work` is done, in a child: what Sentry wraps around Django, Celery and logging it never
    takes off again, and it would stay around all later tests.
    """
    connections.close_all()  # no two processes speak through one session
    if child := os.fork():
        os.waitpid(child, 0)
        return list(json.loads(kept.read_text()))
    try:
        transport = Kept()
        assert reporting.begin("https://key@sentry.example/1", release="1", transport=transport)
        work()
        kept.write_text(json.dumps(transport.told))
    except BaseException:  # noqa: BLE001 - above a child is pytest, which would go on with the next test here as well
        traceback.print_exc()
    finally:
        connections.close_all()
        os._exit(0)


@pytest.mark.django_db(transaction=True)
def test_an_error_of_a_mail_a_page_or_a_log_line_goes_out_without_a_word(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = f"{SECRET} of {people[0].email}"
    token = post.to(people[0]).reply_to

    def fail(*_: Any, **__: Any) -> None:
        quoted = words  # a local variable
        raise ValueError(quoted) from KeyError(quoted)

    def fail_everywhere() -> None:
        monkeypatch.setattr("asgard_pbem.mail.answering.orders.play", fail)
        post.reply(people[0], "1")
        monkeypatch.setattr("asgard_pbem.serving.health.HttpResponse", fail)
        Client(raise_request_exception=False, headers={"cookie": f"a={SECRET}"}).post("/healthz", {"a": SECRET})
        Client(raise_request_exception=False, headers={"user-agent": SECRET}).get("/healthz", {"a": SECRET})
        logging.getLogger("asgard_pbem.x").error("it failed for %s at /sign-in/abc:def/", words, extra={"a": SECRET})

    told = told_of(fail_everywhere, tmp_path / "told")
    assert not sentry_sdk.is_initialized()
    assert len(told) >= 3
    text = "\n".join(told)
    assert '"type":"ValueError"' in text.replace(" ", "")
    assert "test_reporting" in text
    for secret in (SECRET, people[0].email, people[0].name, token, "abc:def", "Cookie", "127.0.0.1"):
        assert secret not in text


def test_what_a_later_library_would_add_stays_here() -> None:
    event = {
        "level": "error", "message": SECRET, "user": SECRET, "extra": SECRET, "anything": SECRET, "request": SECRET,
        "exception": {"values": [{
            "type": "ValueError", "value": SECRET, "anything": SECRET,
            "stacktrace": {"frames": [{"function": "f", "lineno": 1, "vars": SECRET, "context_line": SECRET}]},
        }]},
    }  # fmt: skip
    left = reporting.scrubbed(event, {})
    assert SECRET not in json.dumps(left)
    assert left["exception"]["values"][0]["stacktrace"]["frames"] == [{"function": "f", "lineno": 1}]


def test_without_an_address_or_the_package_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert not reporting.begin("")
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    assert not reporting.begin("https://key@sentry.example/1")
    assert "sentry-sdk is missing" in caplog.text
