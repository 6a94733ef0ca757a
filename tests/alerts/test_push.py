"""Notices by the browser, against a push service on this machine: no real one was ever reached by these tests."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from django.db.models import F
from django.test import Client
from django.utils import timezone

from asgard_pbem.alerts import keys, pushing, subscribing
from asgard_pbem.alerts.models import Call, Subscription
from asgard_pbem.tables import notify, services
from asgard_pbem.tables.models import Game, OpenDecision, Player
from tests.alerts.conftest import Browser, Service
from tests.web.test_watching import play

Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]
State = Call.State


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The calls that workers were told of."""
    found: list[str] = []
    monkeypatch.setattr(notify, "tell", lambda name, *given, **_: bool(found.extend(given)) or True)
    return found


@pytest.fixture
def game(service: Service, astrid: Player, bjorn: Player, browse: Browse, table: Table) -> Game:
    """A running game; Astrid's browser wanted to be told before it began."""
    subscribe(astrid, f"{service.url}/send/astrid", browse)
    return table(astrid, bjorn, title="Vigrid")


def subscribe(player: Player, endpoint: str, browse: Browse) -> Browser:
    browser = Browser(endpoint)
    BROWSERS[endpoint] = browser
    answer = browse(player).post("/settings/push/", browser.given, follow=True)
    assert answer.status_code == 200
    return browser


BROWSERS: dict[str, Browser] = {}


def called(later: timedelta = timedelta(minutes=2)) -> list[Call]:
    """The calls that are due by then, sent as far as they go."""
    pushing.owe(timezone.now() + later)
    Call.objects.filter(state=State.QUEUED).update(due_at=timezone.now())
    for one in Call.objects.filter(state=State.QUEUED).order_by("made_at", "pk"):
        pushing.send(one.pk)
    return list(Call.objects.order_by("made_at", "pk"))


def test_a_question_calls_its_owner_once(game: Game, service: Service, astrid: Player, told: list[str]) -> None:
    assert OpenDecision.objects.filter(game=game, seat=0, answered=False).exists()
    assert pushing.owe(timezone.now()) == 0, "whoever is at the table just now needs no notice"
    (call,) = called()
    assert (call.state, told) == (State.SENT, [str(call.pk)])
    assert [one.pk for one in called()] == [call.pk]
    assert len(service.got) == 1


def test_a_question_that_was_told_is_not_written_down_again_with_every_look(
    game: Game, service: Service, told: list[str], django_assert_num_queries: Any
) -> None:
    """It was, every thirty seconds for a day, with the games and the seats of all who want to be told read for it."""
    called()
    with django_assert_num_queries(4) as asked:  # browsers, calls, questions, what is due
        pushing.owe(timezone.now() + timedelta(minutes=3))
    assert not [one["sql"] for one in asked.captured_queries if "INSERT" in one["sql"]]


def test_what_was_asked_before_a_browser_wanted_to_be_told_calls_it_not(
    game: Game, service: Service, astrid: Player, browse: Browse, told: list[str]
) -> None:
    subscribe(astrid, f"{service.url}/send/later", browse)
    called()
    assert [path for path, _, _ in service.got] == ["/send/astrid"]


def test_a_notice_is_for_the_browser_alone_and_says_that_a_table_waits(
    game: Game, service: Service, told: list[str]
) -> None:
    called()
    ((path, headers, body),) = service.got
    assert path == "/send/astrid"
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) == 24 * 60 * 60
    for secret in (b"Vigrid", b"Astrid", b"waits", str(game.pk).encode(), game.pk.hex.encode()):
        assert secret not in body
        assert secret.decode() not in str(headers)
    read = json.loads(BROWSERS[f"{service.url}/send/astrid"].reads(body))
    assert read == {
        "title": "Asgard PBEM", "body": "A table waits for you.", "url": f"/g/{game.pk}/", "tag": game.pk.hex,
    }  # fmt: skip


def test_the_service_learns_from_whom_it_comes(game: Game, service: Service, told: list[str], settings: Any) -> None:
    """A signed token for this service alone, for half a day (RFC 8292)."""
    called()
    scheme, _, rest = service.got[0][1]["authorization"].partition(" ")
    found = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    assert found["k"] == keys.public()
    head, claims, signature = (base64.urlsafe_b64decode(one + "==") for one in found["t"].split("."))
    assert json.loads(head)["alg"] == "ES256"
    said = json.loads(claims)
    assert (said["aud"], said["sub"]) == (service.url, settings.VAPID_SUBJECT)
    assert 0 < said["exp"] - timezone.now().timestamp() <= 24 * 60 * 60
    point = base64.urlsafe_b64decode(found["k"] + "==")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    signed = encode_dss_signature(int.from_bytes(signature[:32]), int.from_bytes(signature[32:]))
    public.verify(signed, found["t"].rpartition(".")[0].encode(), ec.ECDSA(hashes.SHA256()))


def test_it_speaks_the_readers_language(game: Game, service: Service, astrid: Player, told: list[str]) -> None:
    services.update_player(astrid, language="ru")
    called()
    read = BROWSERS[f"{service.url}/send/astrid"].reads(service.got[0][2])
    assert json.loads(read)["body"] == "Вас ждут за столом."


def test_who_has_answered_meanwhile_is_not_called(
    game: Game, service: Service, astrid: Player, bjorn: Player, told: list[str]
) -> None:
    pushing.owe(timezone.now() + timedelta(minutes=2))
    OpenDecision.objects.filter(game=game, seat=0).update(answered=True)
    (call,) = called()
    assert (call.state, service.got) == (State.DROPPED, [])


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(status: int, game: Game, service: Service, told: list[str]) -> None:
    service.status = status
    assert called() == []
    assert not Subscription.objects.exists()
    assert len(service.got) == 1


@pytest.mark.parametrize("status", [429, 500, 403, 307])
def test_what_fails_is_tried_again_and_given_up(status: int, game: Game, service: Service, told: list[str]) -> None:
    service.status = status
    service.headers = {"Location": f"{service.url}/elsewhere"} if status == 307 else {}  # where it would be got too
    for attempt in range(1, pushing.MAX_ATTEMPTS + 1):
        (call,) = called()
        assert call.attempts == attempt
    assert (call.state, len(service.got)) == (State.FAILED, pushing.MAX_ATTEMPTS)
    assert Subscription.objects.get().failures == 1
    called()
    assert len(service.got) == pushing.MAX_ATTEMPTS


def test_a_service_that_wants_to_be_left_alone_is(game: Game, service: Service, told: list[str]) -> None:
    service.status, service.headers = 429, {"Retry-After": "7200"}
    (call,) = called()
    assert call.due_at > timezone.now() + timedelta(minutes=119)
    assert pushing.send(call.pk) is False
    assert len(service.got) == 1


@pytest.mark.parametrize(
    "asked, most", [("999999999", pushing.NEWS), ("1", pushing.BACKOFF[0]), ("soon", pushing.BACKOFF[0])]
)
def test_no_service_can_put_a_notice_off_for_ever_or_have_it_at_once(
    asked: str, most: timedelta, game: Game, service: Service, told: list[str]
) -> None:
    service.status, service.headers = 503, {"Retry-After": asked}
    (call,) = called()
    assert most - timedelta(seconds=10) < call.due_at - timezone.now() <= most


def test_a_question_of_more_than_a_day_ago_is_no_news(game: Game, service: Service, told: list[str]) -> None:
    """After an outage of the rounds nobody is called to what they have long known of."""
    assert called(pushing.NEWS + timedelta(minutes=2)) == []


def test_who_has_given_the_seat_up_or_is_asked_something_else_by_now_is_not_called(
    game: Game, service: Service, astrid: Player, told: list[str]
) -> None:
    subscription = Subscription.objects.get()
    pushing.owe(timezone.now() + timedelta(minutes=2))
    OpenDecision.objects.filter(game=game, seat=0).update(prompt=F("prompt") + 100)
    assert [one.state for one in called(timedelta())] == [State.DROPPED]
    Call.objects.all().delete()
    OpenDecision.objects.filter(game=game, seat=0).update(prompt=F("prompt") - 100)
    pushing.owe(timezone.now() + timedelta(minutes=2))
    services.resign(game.pk, seat=0, player=astrid, cause=uuid4(), confirmed=True)
    assert OpenDecision.objects.filter(game=game, seat=0, answered=False).exists(), "its bot is asked"
    assert [one.state for one in called(timedelta())] == [State.DROPPED]
    assert service.got == []
    assert Subscription.objects.get() == subscription


def test_a_call_whose_last_worker_died_over_it_is_given_up(game: Game, service: Service, told: list[str]) -> None:
    pushing.owe(timezone.now() + timedelta(minutes=2))
    Call.objects.update(attempts=pushing.MAX_ATTEMPTS)
    (call,) = called()
    assert (call.state, service.got) == (State.FAILED, [])


def test_a_browser_that_was_reached_begins_anew_with_what_failed(game: Game, service: Service, told: list[str]) -> None:
    Subscription.objects.update(failures=pushing.MOST_FAILURES - 1)
    (call,) = called()
    assert call.state == State.SENT
    assert Subscription.objects.get().failures == 0


def test_a_later_notice_of_a_table_takes_the_place_of_the_one_that_still_lies_at_the_service(
    game: Game, service: Service, astrid: Player, bjorn: Player, table: Table, told: list[str]
) -> None:
    """By its topic (RFC 8030, 5.4): 32 characters at most, which tell the service nothing of the table."""
    called()
    Call.objects.all().delete()
    table(astrid, bjorn)
    called()
    topics = [headers["topic"] for _, headers, _ in service.got]
    assert len(topics) == 3
    assert sorted(map(topics.count, topics)) == [1, 2, 2], "the same table twice, and another"
    assert all(len(one) <= 32 and one != game.pk.hex for one in topics)


def test_a_service_that_is_not_there_fails_nobody(game: Game, told: list[str], settings: Any) -> None:
    settings.PUSH_SERVICES = ["http://127.0.0.1:1"]
    Subscription.objects.all().delete()
    player = Player.objects.get(email="astrid@example.org")
    OpenDecision.objects.update(asked_at=timezone.now() + timedelta(seconds=1))
    subscribing.subscribe(player, **Browser("http://127.0.0.1:1/x").given)
    (call,) = called()
    assert (call.state, call.attempts) == (State.QUEUED, 1)


def test_a_browser_that_fails_again_and_again_is_forgotten(game: Game, service: Service, told: list[str]) -> None:
    service.status = 400
    Subscription.objects.update(failures=pushing.MOST_FAILURES - 1)
    for _ in range(pushing.MAX_ATTEMPTS):
        called()
    assert not Subscription.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://example.org/send/x", "http://fcm.googleapis.com/x", "https://fcm.googleapis.com.evil.example/x",
        "https://127.0.0.1/x", "https://fcm.googleapis.com:8443/x", "https://me@fcm.googleapis.com/x",
        "https://evil.example#.push.apple.com", "https://evil.example/.push.apple.com",
        "https://evil.example:1.push.apple.com/x", "https://.push.apple.com/", "file:///etc/passwd", "x",
        "https://evil.example\\.push.apple.com/x", "https://127.0.0.1\\.push.apple.com", "https://evil.example\t.push.apple.com/",
        "https://evil.example%2f.push.apple.com/x", "https://fcm.googleapis.com\\@evil.example/x", "https://[", "",
    ],
)  # fmt: skip
def test_only_known_services_are_ever_called(endpoint: str, astrid: Player, browse: Browse, settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = keys.fresh()
    assert not subscribing.known(endpoint)
    browse(astrid).post("/settings/push/", Browser(endpoint).given)
    assert not Subscription.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    ["https://fcm.googleapis.com/fcm/send/x:y", "https://updates.push.services.mozilla.com/wpush/v2/x",
     "https://wns2-par02p.notify.windows.com/w/?token=x", "https://web.push.apple.com/x"],
)  # fmt: skip
def test_the_services_of_the_browsers_are_known(endpoint: str) -> None:
    assert subscribing.known(endpoint)


def test_a_service_that_is_known_no_more_is_called_no_more(
    game: Game, service: Service, told: list[str], settings: Any
) -> None:
    settings.PUSH_SERVICES = []
    called()
    assert service.got == []


@pytest.mark.parametrize("wrong", [{"p256dh": "AAAA"}, {"auth": "AAAA"}, {"auth": ""}, {"p256dh": "***"}])
def test_keys_that_are_none_are_refused(
    wrong: dict[str, str], service: Service, astrid: Player, browse: Browse
) -> None:
    page = browse(astrid).post("/settings/push/", Browser(f"{service.url}/x").given | wrong, follow=True)
    assert "This browser cannot be told" in page.content.decode()
    assert not Subscription.objects.exists()


def test_the_same_browser_in_other_hands_calls_its_last_owner(
    service: Service, astrid: Player, bjorn: Player, browse: Browse
) -> None:
    for player in (astrid, bjorn):
        subscribe(player, f"{service.url}/one", browse)
    assert [one.player for one in Subscription.objects.all()] == [bjorn]


def test_a_person_has_so_many_browsers_and_the_oldest_goes(service: Service, astrid: Player, browse: Browse) -> None:
    for number in range(subscribing.MOST + 2):
        subscribing.subscribe(astrid, **Browser(f"{service.url}/{number}").given)
    kept = [one.given["endpoint"].rpartition("/")[2] for one in subscribing.subscriptions(astrid)]
    assert kept == [str(number) for number in range(subscribing.MOST + 1, 1, -1)]


def test_nobody_ends_anothers_browser(game: Game, bjorn: Player, astrid: Player, browse: Browse) -> None:
    own = Subscription.objects.get()
    browse(bjorn).post("/settings/push/end/", {"browser": str(own.pk)})
    assert Subscription.objects.exists()
    browse(astrid).post("/settings/push/end/", {"browser": str(own.pk)})
    assert not Subscription.objects.exists()


def test_whoever_ends_all_other_sessions_is_told_nowhere(game: Game, astrid: Player, browse: Browse) -> None:
    browse(astrid).post("/settings/sessions/")
    assert not Subscription.objects.exists()


def test_who_is_forgotten_is_called_no_more(game: Game, service: Service, astrid: Player, told: list[str]) -> None:
    pushing.owe(timezone.now() + timedelta(minutes=2))
    assert Call.objects.exists()
    services.erase_player(Player.objects.get(pk=astrid.pk))
    assert not Subscription.objects.exists()
    assert not Call.objects.exists()
    assert called() == []
    assert service.got == []


def test_what_a_browser_gave_lies_sealed(game: Game, service: Service) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT given FROM alerts_subscription")
        (given,) = cursor.fetchone()
    assert b"/send/astrid" not in bytes(given)


def test_calls_are_forgotten_after_some_days(game: Game, told: list[str]) -> None:
    called()
    assert pushing.forget_old(timezone.now() + timedelta(days=6)) == 0
    assert pushing.forget_old(timezone.now() + timedelta(days=8)) == 1


def test_practice_calls_nobody(game: Game, told: list[str]) -> None:
    Game.objects.update(practice=True)
    assert called() == []


def test_without_a_key_there_is_nothing_of_it(
    game: Game, astrid: Player, browse: Browse, settings: Any, told: list[str]
) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    Subscription.objects.all().delete()
    assert pushing.owe(timezone.now() + timedelta(minutes=2)) == 0
    reader = browse(astrid)
    assert "Tell me in this browser" not in reader.get("/settings/").content.decode()
    assert reader.get("/push-worker.js").status_code == 404
    reader.post("/settings/push/", Browser("https://web.push.apple.com/x").given)
    assert not Subscription.objects.exists()


def test_what_others_do_unseen_calls_nobody_else(
    service: Service, astrid: Player, bjorn: Player, eir: Player, browse: Browse, table: Table, told: list[str]
) -> None:
    """A call is of an own open question alone: whatever others are asked, or answer, it is the same."""
    subscribe(eir, f"{service.url}/eir", browse)
    game = table(astrid, bjorn, eir, key="blood_rage")
    for _ in range(12):
        before = Call.objects.count()
        asked = OpenDecision.objects.filter(game=game, seat=2, answered=False)
        fresh = asked.exclude(prompt__in=Call.objects.values("prompt")).exists()
        called()
        assert (Call.objects.count() > before) == fresh
        play(game, [astrid, bjorn, eir], 1)
