"""Tables before the game begins, and beside it: what the forms of pages do, done by programs."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from tests.web.programs.conftest import Programs

pytestmark = pytest.mark.django_db


def test_people_are_invited_and_answer(astrid: Player, bjorn: Player, eir: Player, program: Programs) -> None:
    host, guest, other = program(astrid), program(bjorn), program(eir)
    table = host.post("/tables", {"game": "aesir", "seats": 3, "public": False})["id"]
    asked = {"addresses": [bjorn.email, eir.email, "no address"]}
    told = host.post(f"/tables/{table}/invitations", asked)["items"]
    assert [bool(one["invitation"]) for one in told] == [True, True, False]
    assert told[2]["refused"]
    (mine,) = guest.get("/me/invitations")["items"]
    assert (mine["table"], mine["by"]) == (table, "Astrid")
    assert guest.get(f"/tables/{table}")["invitation"] == mine["id"]
    assert guest.post(f"/invitations/{mine['id']}/accept", {"word": "raven"})["seat"] == 1
    assert other.ask("POST", f"/invitations/{mine['id']}/accept", {}).status_code == 404
    other.post(f"/invitations/{other.get('/me/invitations')['items'][0]['id']}/decline")
    assert other.ask("GET", f"/tables/{table}").status_code == 404
    begun = host.post(f"/tables/{table}/bots", {"bot": "greedy"})
    assert (begun["status"], begun["free"]) == ("running", 0)
    assert host.ask("POST", f"/tables/{table}/close", {}).json()["code"] == "E_STARTED"


def test_seats_are_taken_and_given_back_and_tables_closed(astrid: Player, bjorn: Player, program: Programs) -> None:
    host, guest = program(astrid), program(bjorn)
    table = host.post("/tables", {"game": "aesir", "seats": 3})["id"]
    assert guest.get(f"/tables/{table}")["may"] == {"join": True, "leave": False, "host": False}
    guest.post(f"/tables/{table}/join")
    assert guest.post(f"/tables/{table}/word", {"word": "wolf"})["added"]
    guest.post(f"/tables/{table}/leave")
    assert guest.ask("POST", f"/tables/{table}/leave", {}).status_code == 403
    host.post(f"/tables/{table}/close")
    assert Game.objects.get(pk=table).status == "closed"


def test_a_word_counts_against_the_commitment_that_was_told_before(astrid: Player, program: Programs) -> None:
    host, key = program(astrid), uuid4()
    promised = host.get(f"/seeds/{key}")["commitment"]
    wanted = {"game": "aesir", "seats": 2, "word": "raven"}
    assert host.ask("POST", "/tables", wanted, key=key).json()["code"] == "E_COMMITMENT"
    made = host.post("/tables", {**wanted, "commitment": promised}, key=key)
    assert made["seal"]["commitment"] == promised
    assert made["seal"]["added"][0]


def test_a_practice_table_goes_on_from_a_moment(astrid: Player, table: Callable[..., Game], program: Programs) -> None:
    game = table(astrid, "greedy")
    made = program(astrid).post(f"/tables/{game.pk}/moments/{game.moment}/fork", {"as": "0"})
    assert made["practice"]
    assert not made["public"]
    hands = [one.get(f"/tables/{table}/moments/{at}")["view"] for one, table, at in (
        (program(astrid), game.pk, game.moment), (program(astrid), made["id"], made["moment"]),
    )]  # fmt: skip
    assert hands[0] == hands[1]  # what its owner knew is not dealt again


def test_a_table_against_bots_is_nobody_elses(astrid: Player, program: Programs) -> None:
    made = program(astrid).post("/tables", {"game": "aesir", "seats": 3, "bot": "greedy", "public": True})
    assert (made["status"], made["public"]) == ("running", False)
    assert not Game.objects.get(pk=made["id"]).reminders


def test_to_a_seed_that_is_in_use_nothing_is_said_to_be_added(
    astrid: Player, bjorn: Player, eir: Player, table: Callable[..., Game], program: Programs
) -> None:
    game = table(astrid, bjorn)
    services.resign(game.pk, seat=1, player=bjorn, cause=uuid4(), confirmed=True)
    program(astrid).post(f"/tables/{game.pk}/invitations", {"addresses": [eir.email]})
    mine = program(eir)
    (offered,) = mine.get("/me/invitations")["items"]
    taken = mine.post(f"/invitations/{offered['id']}/accept", {"word": "raven"})
    assert taken == {"seat": 1, "added": ""}


@pytest.mark.parametrize(
    "wanted, code",
    [
        ({"game": "halma", "seats": 2}, "E_UNKNOWN_GAME"),
        ({"game": "aesir", "seats": 19}, "E_SEATS"),
        ({"game": "aesir", "seats": 2, "bot": "deep blue"}, "E_BOT"),
        ({"game": "aesir", "seats": 2, "options": {"colour": "red"}}, "E_OPTIONS"),
        ({"game": "aesir", "seats": 2, "own_seats": 2}, "E_ONE_SEAT"),
        ({"game": "yggdrasil", "seats": 2, "own_seats": 3}, "E_NO_SEAT"),
        ({"game": "aesir", "seats": 2, "title": "www.example.org"}, "E_LINK"),
    ],
)
def test_what_cannot_be_opened_is_refused_in_words(
    wanted: dict[str, object], code: str, astrid: Player, program: Programs
) -> None:
    told = program(astrid).ask("POST", "/tables", wanted)
    assert (told.status_code, told.json()["code"]) == (422, code)
    assert not Game.objects.exists()
