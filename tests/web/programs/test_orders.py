"""Orders, plans, taking back and giving up, as in a mail; and settings, as on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from asgard_pbem.tables.models import Game, Player
from tests.web.programs.conftest import Program, Programs
from tests.web.programs.test_whole_game import first_whole

pytestmark = pytest.mark.django_db
Table = Callable[..., Game]


def asked(program: Program, game: Game) -> dict[str, Any]:
    (one,) = program.get(f"/tables/{game.pk}/questions")["items"]
    return one


def test_a_sheet_is_carried_out_and_taken_back_and_its_question_holds_it(
    astrid: Player, bjorn: Player, table: Table, program: Programs
) -> None:
    game = table(astrid, bjorn)
    playing = next(one for one in (program(astrid), program(bjorn)) if asked(one, game)["questions"])
    question = asked(playing, game)["questions"][0]
    sheet = {"lines": ["# a remark", first_whole(playing, str(game.pk), question)], "question": question["question"]}
    done = playing.post(f"/tables/{game.pk}/orders", sheet)
    assert done["told"][0]["tone"] == "done"
    assert done["understood"]
    stale = playing.ask("POST", f"/tables/{game.pk}/orders", {**sheet, "question": "0" * 20})
    assert (stale.status_code, stale.json()["code"]) == (409, "E_STALE")
    if asked(playing, game)["may_undo"]:
        playing.post(f"/tables/{game.pk}/undo")


def test_plans_are_kept_shown_and_dropped(astrid: Player, bjorn: Player, table: Table, program: Programs) -> None:
    game = table(astrid, bjorn)
    asking = ((one, asked(one, game)["plan_examples"]) for one in (program(astrid), program(bjorn)))
    one, (example, *_) = next((one, examples) for one, examples in asking if examples)
    one.post(f"/tables/{game.pk}/orders", {"lines": example["order"].splitlines()})
    plan, *others = asked(one, game)["plans"]
    wrong = one.ask("POST", f"/tables/{game.pk}/plans/drop", {**plan, "text": "another"})
    assert wrong.json()["code"] == "E_NO_PLAN"
    assert asked(one, game)["plans"] == [plan, *others]
    key = uuid4()
    assert [one.post(f"/tables/{game.pk}/plans/drop", plan, key=key)["repeated"] for _ in range(2)] == [False, True]
    assert [each["text"] for each in asked(one, game)["plans"]] == [each["text"] for each in others]


def test_to_give_a_seat_up_is_confirmed_and_done_once(
    astrid: Player, bjorn: Player, table: Table, program: Programs
) -> None:
    game, mine, key = table(astrid, bjorn), program(astrid), uuid4()
    assert mine.ask("POST", f"/tables/{game.pk}/resign", {"confirm": False}).status_code == 422
    for _ in range(2):
        assert mine.ask("POST", f"/tables/{game.pk}/resign", {"confirm": True}, key=key).status_code == 204
    assert game.holders.get(seat=0).player_id is None


def test_a_key_that_is_used_at_two_addresses_names_two_requests(
    astrid: Player, bjorn: Player, table: Table, program: Programs
) -> None:
    mine, key = program(astrid), uuid4()
    for game in (table(astrid, bjorn), table(astrid, bjorn)):
        for _ in range(2):
            mine.post(f"/tables/{game.pk}/messages", {"text": "Good luck!"}, key=key)
        assert game.events.filter(kind="press_sent").count() == 1


def test_a_key_is_its_senders_own_and_of_one_address(
    astrid: Player, bjorn: Player, table: Table, program: Programs
) -> None:
    """Who has seen another's key, or takes it by chance, is not told that it has been done."""
    game, mine, other, key = table(astrid, bjorn), program(astrid), program(bjorn), uuid4()
    for one in (mine, other):
        one.post(f"/tables/{game.pk}/messages", {"text": "Good luck!"}, key=key)
    mine.post(f"/tables/{game.pk}/pause", key=key)
    assert [game.events.filter(kind=kind).count() for kind in ("press_sent", "pause_asked")] == [2, 1]


def test_a_table_rests_and_goes_on(astrid: Player, bjorn: Player, table: Table, program: Programs) -> None:
    game, mine, other, key = table(astrid, bjorn), program(astrid), program(bjorn), uuid4()
    for _ in range(2):
        asked = mine.ask("POST", f"/tables/{game.pk}/pause", key=key)
        assert asked.json() == {"rests": False, "waits_for": [1]}
    assert other.post(f"/tables/{game.pk}/pause") == {"rests": True, "waits_for": []}
    assert mine.get(f"/tables/{game.pk}")["rests_since"] is not None
    assert mine.get(f"/tables/{game.pk}")["deadline"] is None
    assert mine.ask("POST", f"/tables/{game.pk}/pause").json()["code"] == "E_RESTS"
    assert mine.ask("POST", f"/tables/{game.pk}/go-on").status_code == 204
    assert mine.get(f"/tables/{game.pk}")["rests_since"] is None


def test_players_of_one_team_advise_each_other(astrid: Player, bjorn: Player, program: Programs) -> None:
    host, guest = program(astrid), program(bjorn)
    table = host.post("/tables", {"game": "yggdrasil", "seats": 2, "days_per_decision": None})["id"]
    guest.post(f"/tables/{table}/join")
    for one in (host, guest):
        for counsel in one.get(f"/tables/{table}/counsel")["items"]:
            if not counsel["own"] and counsel["examples"]:
                made = one.post(f"/tables/{table}/counsel", {"lines": [counsel["examples"][0]], "to": counsel["to"]})
                other = guest if one is host else host
                (own,) = other.get(f"/tables/{table}/counsel")["items"]
                assert [each["number"] for each in own["proposals"]] == [made["number"]]
                return
    pytest.fail("nobody could advise")


def test_settings_are_changed_as_on_the_page(astrid: Player, program: Programs) -> None:
    mine = program(astrid)
    changed = {
        "name": "Astrid the Wise", "language": "ru", "time_zone": "Europe/Oslo", "mail": False, "receipts": False,
        "digest": "weekly", "page": False, "invitations": False,
    }  # fmt: skip
    told = mine.post("/me", changed, method="PATCH")
    assert {name: told[name] for name in changed} == {**changed, "mail": "stopped"}
    assert mine.get("/me") == told
    refused = mine.ask("PATCH", "/me", {"receipts": True, "time_zone": "Atlantis"})
    assert refused.json()["code"] == "E_ZONE"
    assert not mine.get("/me")["receipts"]
    away = mine.post("/me/absence", {"first": "2099-01-01", "last": "2099-01-03"}, method="PUT")
    assert away["absent_from"].startswith("2098-12-31T23:00")
    assert away["absent_until"].startswith("2099-01-03T23:00")  # the last day is one of them
    for first, last in (("9999-12-31", "9999-12-31"), ("0001-01-01", "0001-01-02")):  # beyond the calendar in some zone
        assert mine.ask("PUT", "/me/absence", {"first": first, "last": last}).status_code == 422
    assert mine.post("/me/absence", method="DELETE")["absent_from"] is None


def test_a_setting_that_is_sent_as_it_is_leaves_blocks_as_they_are(
    astrid: Player, bjorn: Player, program: Programs
) -> None:
    host, guest = program(astrid), program(bjorn)
    table = host.post("/tables", {"game": "aesir", "seats": 3})["id"]
    host.post(f"/tables/{table}/invitations", {"addresses": [bjorn.email]})
    guest.post(f"/invitations/{guest.get('/me/invitations')['items'][0]['id']}/block")
    other = host.post("/tables", {"game": "aesir", "seats": 3})["id"]

    def invited() -> bool:
        (told,) = host.post(f"/tables/{other}/invitations", {"addresses": [bjorn.email]})["items"]
        return told["invitation"] is not None

    settings = guest.get("/me")
    guest.post("/me", {"name": "Bjorn", "invitations": settings["invitations"]}, method="PATCH")
    assert not invited()
    for on in (False, True):
        guest.post("/me", {"invitations": on}, method="PATCH")
    assert invited()


def test_who_has_several_seats_names_the_one_that_acts(astrid: Player, bjorn: Player, program: Programs) -> None:
    host, guest = program(astrid), program(bjorn)
    table = host.post("/tables", {"game": "yggdrasil", "seats": 3, "own_seats": 2})["id"]
    guest.post(f"/tables/{table}/join")
    for seat, status in ((None, 403), (2, 403), (1, 201)):
        letter = {"text": "Good luck!", **({"seat": seat} if seat is not None else {})}
        assert host.ask("POST", f"/tables/{table}/messages", letter).status_code == status
    assert [one["seat"] for one in guest.get(f"/tables/{table}/messages")["items"]] == [1]
    assert guest.ask("POST", f"/tables/{table}/messages", {"text": "And you!"}).json()["seat"] == 2


def test_the_calendar_has_an_address_until_it_is_ended(astrid: Player, program: Programs) -> None:
    mine = program(astrid)
    address = mine.post("/me/calendar")["address"]
    assert mine.get("/me")["calendar"] == address
    path = address.removeprefix("http://127.0.0.1:8000")
    assert Client().get(path).status_code == 200
    mine.post("/me/calendar", method="DELETE")
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize("language, said", [("en", "For programs"), ("ru", "Смысл отдельных полей")])
def test_the_page_about_it_needs_no_script_and_is_light(language: str, said: str) -> None:
    page = Client().get(reverse("api_guide"), headers={"accept-language": language, "accept-encoding": "gzip"})
    assert len(page.content) < 40_000
    page = Client().get(reverse("api_guide"), headers={"accept-language": language})
    text = page.content.decode()
    assert said in text
    assert "<script>" not in text
    assert "style=" not in text
    assert 'id="open_table"' in text
    assert 'id="shape-Opening"' in text
