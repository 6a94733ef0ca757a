"""Barred through every door, found by listing the doors: whoever adds one that lets the barred in fails here."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver

from asgard_pbem.alerts import calendars
from asgard_pbem.mail import links
from asgard_pbem.mail.answering import pending
from asgard_pbem.mail.models import Pending
from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.tables import services, signin
from asgard_pbem.tables.guards import mailboxes
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.services.admission import FOR_ALL, persons
from asgard_pbem.web.models import AccessToken, Session
from asgard_pbem.web.requests import tokens
from engine.table import registry
from tests.tables.conftest import INSTALLED

pytestmark = pytest.mark.django_db
SERVICES = {name: one for name in services.__all__ if inspect.isfunction(one := getattr(services, name))}
TAKING = {name: persons(one) for name, one in SERVICES.items() if persons(one)}
# Doors to which no person comes as such, and what keeps the barred from each of them is tested below by name.
BY_ADDRESS = {"ask_to_sign_in", "player_for", "ensure_demo_table"}
SERVICES_OWN = {  # the service itself acts, or is asked
    "bar", "current_prompt", "find_token", "go_on_erasing", "is_nearly_gone",
    "let_go_on", "note_deed", "owe_digests", "pause_table",
    "play_time_outs", "prepared_seed", "raise_rules", "remind", "submit_bot_move", "tell_barred", "tell_inviter",
    "time_out", "to_go_on", "to_pause", "token_is_current", "token_of", "unbar", "usual_bot", "was_done",
    "whose_service",
}  # fmt: skip
BY_LINK = {"enter"}


@pytest.fixture
def anna(people: list[Player]) -> Player:
    services.bar(mailboxes.marks(people[0].email)[0], why="floods")
    return Player.objects.get(pk=people[0].pk)


# --- Services ---------------


def test_every_service_takes_a_person_or_is_named_here() -> None:
    named = BY_ADDRESS | SERVICES_OWN | BY_LINK
    assert set(SERVICES) - set(TAKING) == named
    assert set(FOR_ALL) <= set(TAKING)
    assert all(FOR_ALL.values()), "each with a reason"


@pytest.mark.parametrize("name, place", [(n, p) for n in sorted(set(TAKING) - set(FOR_ALL)) for p in TAKING[n]])
def test_no_service_acts_for_who_is_barred(name: str, place: str, anna: Player, people: list[Player]) -> None:
    """Called with that person and nothing else that makes sense: refused before anything is looked at."""
    service = SERVICES[name]
    given: dict[str, Any] = {
        one: people[1] if one in TAKING[name] else uuid4()
        for one, what in inspect.signature(service).parameters.items()
        if what.default is inspect.Parameter.empty or one in TAKING[name]
    }
    given[place] = anna
    with pytest.raises(services.ServiceError, match="E_BARRED"):
        service(**given)
    kinds = {one: what.kind for one, what in inspect.signature(service).parameters.items()}
    if kinds[place] is inspect.Parameter.POSITIONAL_OR_KEYWORD:
        first = list(kinds)[: TAKING[name][place] + 1]
        with pytest.raises(services.ServiceError, match="E_BARRED"):
            service(*[given[one] for one in first], **{k: v for k, v in given.items() if k not in first})


def test_nobody_goes_round_the_services() -> None:
    """Mail, pages and programs have them from the one package that refuses; its rooms are for each other."""
    from pathlib import Path

    root = Path(services.__file__).parents[2]
    constants = ("DAYS_LIMIT", "PRESS_LIMIT", "ABSENCE_LIMIT", "FIRST_DAY", "LAST_DAY")
    for path in root.rglob("*.py"):
        if (root / "tables") in path.parents:
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            if "tables.services." in line and "import" in line:
                taken = {one.strip() for one in line.partition(" import ")[2].split(",")}
                assert taken <= set(constants), f"{path.name}: {line}"


# --- Signing in ---------------


def test_no_link_is_sent_and_the_answer_is_that_of_anybody(anna: Player, mailoutbox: list[Any]) -> None:
    def asks(address: str) -> tuple[int, str, int]:
        with CaptureQueriesContext(connection) as asked:
            answer = Client().post("/sign-in/", {"email": address})
        return answer.status_code, answer.content.decode().replace(address, "X"), len(asked)

    asks("first@home.example")  # to whom there is nobody yet to whom letters of newcomers belong
    barred = [asks(one) for one in (anna.email, "anna+new@home.example")]
    others = [asks(one) for one in ("boris@home.example", "stranger@home.example")]
    assert [one[0] for one in (*barred, *others)] == [200] * 4
    assert [one[2] for one in barred] == [one[2] for one in others], "nor does it take longer"
    for row in Outbox.objects.filter(purpose=Outbox.Purpose.SIGN_IN):
        sending.send(row.pk)
    assert sorted(to for one in mailoutbox for to in one.to) == [
        "boris@home.example", "first@home.example", "stranger@home.example",
    ]  # fmt: skip


def test_links_of_before_let_nobody_in(people: list[Player]) -> None:
    services.ask_to_sign_in("anna+new@home.example", network="192.0.2.1", language="en")
    letter = Outbox.objects.get(newcomer__isnull=False)
    urls = [signin.newcomer_url(letter), signin.sign_in_url(people[0])]
    services.bar(mailboxes.marks(people[0].email)[0], why="floods")
    for url in urls:
        client = Client()
        answer = client.post("/" + url.split("/", 3)[3])
        assert answer.status_code == 410
        assert client.get("/settings/").status_code == 302
    assert not Player.objects.filter(email="anna+new@home.example").exists()


# --- What lets people in who were here ---------------


def test_sessions_programs_calendars_and_feeds_end(
    people: list[Player], browse: Callable[[Player | None], Client]
) -> None:
    client = browse(people[0])
    _, text = tokens.make_token(people[0], name="bot", read_only=False, cause=uuid4())
    calendars.renew(people[0])
    own = calendars.address(people[0])
    assert own is not None
    program = {"HTTP_AUTHORIZATION": f"Bearer {text}"}
    assert client.get("/settings/").status_code == 200
    assert client.get("/api/v1/me", **program).status_code == 200
    assert client.get(f"/calendar/{own.token}.ics").status_code == 200
    services.bar(mailboxes.marks(people[0].email)[0], why="floods")
    assert client.get("/settings/").status_code == 302
    assert Client().get("/api/v1/me", **program).status_code == 401
    assert client.get(f"/calendar/{own.token}.ics").status_code == 404
    for kept in (Session.objects.filter(player_id=people[0].pk), AccessToken.objects.all()):
        assert not kept.exists()


def test_a_session_and_a_token_made_at_the_very_moment_open_nothing(
    anna: Player, browse: Callable[[Player | None], Client]
) -> None:
    """What `login` and `make_token` wrote after all that there was had ended."""
    client = browse(anna)
    _, text = tokens.make_token(anna, name="bot", read_only=False, cause=uuid4())
    assert client.get("/settings/").status_code == 302
    assert tokens.use_token(text) is None


def paths(found: URLResolver, before: str = "/") -> list[tuple[str, URLPattern]]:
    rows: list[tuple[str, URLPattern]] = []
    for one in found.url_patterns:
        whole = before + str(one.pattern).lstrip("^")
        rows += paths(one, whole) if isinstance(one, URLResolver) else [(whole, one)]
    return rows


def test_no_page_knows_who_is_barred_from_a_stranger(
    anna: Player, browse: Callable[[Player | None], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every address of the service, asked with a session of theirs that is left over: as anybody not signed in."""
    monkeypatch.setattr(registry, "games", INSTALLED)
    boris = Player.objects.get(email="boris@home.example")
    game = services.open_table(opened_by=boris, key="aesir", seats=3, cause=uuid4())
    left, stranger = browse(anna), browse(None)
    asked = 0
    for path, pattern in paths(get_resolver()):
        converters = pattern.pattern.converters
        if set(converters) - {"game_id"} or "(" in path:
            continue
        address = path
        for name in converters:
            address = address.replace(f"<uuid:{name}>", str(game.pk))
        for method in ("get", "post"):
            ours, theirs = getattr(left, method)(address), getattr(stranger, method)(address)
            assert (ours.status_code, ours.get("Location")) == (theirs.status_code, theirs.get("Location")), address
            asked += 1
    assert asked > 60


# --- What waits for a yes ---------------


@pytest.mark.parametrize("late", [False, True])
def test_the_page_behind_a_link_to_confirm_does_nothing_for_them(late: bool, game: Game, people: list[Player]) -> None:
    """Also where the question is put at the very moment."""
    asked = pending.ask(Pending.Kind.RESIGN, people[0], game_id=game.pk, seat=0)
    url = links.confirm_url(asked.pk)
    if late:
        Player.objects.filter(pk=people[0].pk).update(is_active=False)
    else:
        services.bar(mailboxes.marks(people[0].email)[0], why="floods")
    answer = Client().post("/" + url.split("/", 3)[3], {"answer": "yes"})
    assert answer.status_code == (200 if late else 404)
    assert ("closed to you" in answer.content.decode()) is late


def test_they_may_still_stop_our_mail(anna: Player) -> None:
    for url in (links.unsubscribe_url(anna.pk), links.digest_url(anna.pk)):
        assert Client().post("/" + url.split("/", 3)[3]).status_code == 200
    anna.refresh_from_db()
    assert anna.mail_state == Player.MailState.STOPPED


def test_they_may_still_be_forgotten(anna: Player) -> None:
    services.erase_player(anna)
    assert Player.objects.get(pk=UUID(str(anna.pk))).erased_at is not None
