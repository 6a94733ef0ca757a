"""Signed links and reply tokens reach no log: not Django's, not gunicorn's."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.utils.log import configure_logging
from gunicorn.config import Config

from asgard_pbem.mail import links
from asgard_pbem.serving.logs import GunicornLogger, masked
from asgard_pbem.tables import services, signin

TOKEN = "abcdefghijklmnopqrstuvwxyz"[:24] + "27"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What the service's own log says while the test runs."""
    stream = io.StringIO()
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
    handler = next(one for one in logging.getLogger().handlers if type(one) is logging.StreamHandler)
    before, handler.stream = handler.stream, stream
    root_level = logging.getLogger().level
    logging.getLogger().setLevel(logging.DEBUG)
    yield stream
    logging.getLogger().setLevel(root_level)
    handler.stream = before


@pytest.mark.django_db
def test_a_signed_link_that_is_asked_for_in_a_wrong_way_is_not_written_down(written: io.StringIO) -> None:
    player = services.player_for("anna@home.example", name="Anna")
    asked = [
        signin.sign_in_url(player).removeprefix(settings.PUBLIC_URL),
        links.unsubscribe_url(player.pk).removeprefix(settings.PUBLIC_URL),
        links.confirm_url(player.pk).removeprefix(settings.PUBLIC_URL),
    ]
    strict = Client(enforce_csrf_checks=True)
    for path in asked:
        for method in ("options", "put", "delete"):
            getattr(strict, method)(path)
        strict.post(path[:-3] + "/")  # altered, and without a cookie
        strict.post(path.rstrip("/") + "/x")
        with override_settings(ALLOWED_HOSTS=["elsewhere.example"]):
            strict.get(path)
    strict.post(asked[0])
    said = written.getvalue()
    assert "/sign-in/***" in said
    for path in asked:
        secret = path.rstrip("/").rpartition("/")[2]
        assert secret not in said
        assert secret[: len(secret) // 2] not in said


@pytest.mark.parametrize(
    "line, shown",
    [
        ("Gone: /sign-in/eyJwIjoi:1abc:defgh/", "Gone: /sign-in/***/"),
        ("GET /u/0123abc:sig HTTP/1.1", "GET /u/*** HTTP/1.1"),
        ("Not Found: /confirm/x:y:z?answer=no", "Not Found: /confirm/***?answer=no"),
        (f"Key (envelope_to)=(play+{TOKEN}@in.example)", "Key (envelope_to)=(play+***@in.example)"),
        (f"to {TOKEN.upper()}@in.example", "to ***@in.example"),
        (f"stop+{'0a' * 24}@in.example", "stop+***@in.example"),
        ("GET /sign-in/?next=/g/1/", "GET /sign-in/?next=/g/1/"),
        ("celery@worker-1 ready, /user/1", "celery@worker-1 ready, /user/1"),
    ],
)
def test_what_is_masked_and_what_is_not(line: str, shown: str) -> None:
    assert masked(line) == shown


def test_gunicorns_logs_are_masked_too(capsys: pytest.CaptureFixture[str]) -> None:
    config = Config()
    config.set("accesslog", "-")
    log = GunicornLogger(config)
    log.access_log.info("GET /sign-in/%s/ HTTP/1.1", "abc:def:ghi")
    log.error("Error handling request %s", "/u/abc:def")
    log.error("worker", exc_info=ValueError("/confirm/abc:def"))
    said = "".join(capsys.readouterr())
    assert said.count("***") == 3
    assert "abc:def" not in said
