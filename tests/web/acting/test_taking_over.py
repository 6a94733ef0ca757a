"""A seat that was given up in a running game: who may offer it, who takes it over, on the pages and by the API."""

from __future__ import annotations

import json
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Player, Seat

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]


@pytest.fixture
def left(table: Table, astrid: Player, bjorn: Player) -> Game:
    """Bjorn has given up his seat at a private table; a bot plays it."""
    game = table(astrid, bjorn, visibility="private")
    services.resign(game.pk, seat=1, player=bjorn, cause=uuid4(), confirmed=True)
    return game


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def offered(browse: Browse, game: Game, by: Player, to: str) -> Invitation:
    browse(by).post(f"/g/{game.pk}/invite/", {"nonce": str(uuid4()), "addresses": to})
    return Invitation.objects.get(game=game, player__email=to)


def test_the_seat_is_offered_and_taken_over_on_the_pages(
    left: Game, astrid: Player, eir: Player, browse: Browse
) -> None:
    said = page(browse(astrid), f"/g/{left.pk}/")
    assert "A seat was given up" in said
    assert "Greedy plays it until somebody takes it over." in said
    offer = offered(browse, left, astrid, eir.email)
    assert eir.email in page(browse(astrid), f"/g/{left.pk}/")
    assert f"/i/{offer.pk}/" in page(browse(eir), "/")
    asked = page(browse(eir), f"/i/{offer.pk}/")
    assert "a bot plays it until you take it over" in asked
    assert "Your word for the seed" not in asked
    assert "Take it over" in page(browse(eir), f"/g/{left.pk}/")  # a private table shows itself to who is asked to it
    answer = browse(eir).post(f"/i/{offer.pk}/accept/", {"nonce": str(uuid4())}, follow=True)
    assert "You sit at the table." in answer.content.decode()
    assert "You added nothing to the seed." not in answer.content.decode()  # to that of a game that runs nobody adds
    assert Seat.objects.get(game=left, seat=1).player == eir
    assert "A seat was given up" not in page(browse(astrid), f"/g/{left.pk}/")


def test_who_is_not_at_the_table_is_shown_no_such_thing(
    table: Table, astrid: Player, bjorn: Player, eir: Player, browse: Browse
) -> None:
    game = table(astrid, bjorn)
    services.resign(game.pk, seat=1, player=bjorn, cause=uuid4(), confirmed=True)
    for reader in (eir, bjorn, None):
        assert "given-up-heading" not in page(browse(reader), f"/g/{game.pk}/")
    browse(eir).post(f"/g/{game.pk}/invite/", {"nonce": str(uuid4()), "addresses": "x@example.org"})
    assert not Invitation.objects.filter(player__email="x@example.org").exists()


def told(client: Client, game: Game) -> str:
    """Everything by which the log of a table leaves: its page, its feed, the API."""
    paths = (f"/g/{game.pk}/log/", f"/g/{game.pk}/feed.atom", f"/api/v1/tables/{game.pk}/moments")
    return "\n".join(page(client, path) for path in paths)


def test_the_log_tells_of_whoever_held_the_seat_then(
    table: Table, astrid: Player, bjorn: Player, eir: Player, browse: Browse
) -> None:
    game = table(astrid, bjorn, "greedy")
    services.send_press(game.pk, seat=1, player=bjorn, text="A good wind to all", to=None, cause=uuid4())
    services.ask_pause(game.pk, player=bjorn, cause=uuid4())
    services.resign(game.pk, seat=1, player=bjorn, cause=uuid4(), confirmed=True)
    offer = offered(browse, game, astrid, eir.email)
    services.accept_invitation(offer.pk, player=eir, cause=uuid4())
    game = Game.objects.get(pk=game.pk)
    assert game.names == ["Astrid", "Eir", "Greedy"]
    shown = told(browse(astrid), game)
    (message,) = browse(astrid).get(f"/api/v1/tables/{game.pk}/messages").json()["items"]
    assert message["name"] == "Bjorn"
    for line, times in (
        ("Bjorn sits down.", 3), ("Bjorn would like the table to rest.", 3), ("Greedy 2 plays on for Bjorn.", 3),
        ("Eir plays on for Greedy 2.", 3), ("Eir sits down.", 0), ("Eir would like", 0),
    ):  # fmt: skip
        assert shown.count(line) >= 2 if times else line not in shown, line
    services.erase_player(bjorn)
    shown = told(browse(astrid), game)
    assert "Bjorn" not in shown
    assert "P2 would like the table to rest." in shown
    assert "Eir plays on for Greedy 2." in shown


def letters(client: Client, game: Game) -> list[str]:
    """What a reader may read, by the API; the page shows no other."""
    found = [one["text"] for one in client.get(f"/api/v1/tables/{game.pk}/messages").json()["items"]]
    shown = page(client, f"/g/{game.pk}/log/") + page(client, f"/g/{game.pk}/")
    for said in ("To all", "For Bjorn alone", "By Bjorn alone", "For Eir"):
        assert (said in shown) == (said in found)
    return found


def say(game: Game, seat: int, player: Player, text: str, to: list[int] | None = None) -> None:
    services.send_press(game.pk, seat=seat, player=player, text=text, to=to, cause=uuid4())


def test_what_was_said_in_private_is_not_handed_on_with_a_seat(
    table: Table, astrid: Player, bjorn: Player, eir: Player, browse: Browse
) -> None:
    game = table(astrid, bjorn, "greedy")
    say(game, 0, astrid, "To all")
    say(game, 0, astrid, "For Bjorn alone", [1])
    say(game, 1, bjorn, "By Bjorn alone", [0])
    services.resign(game.pk, seat=1, player=bjorn, cause=uuid4(), confirmed=True)
    offer = offered(browse, game, astrid, eir.email)
    services.accept_invitation(offer.pk, player=eir, cause=uuid4())
    say(game, 0, astrid, "For Eir", [1])
    assert letters(browse(eir), game) == ["To all", "For Eir"]
    assert letters(browse(astrid), game) == ["To all", "For Bjorn alone", "By Bjorn alone", "For Eir"]
    assert letters(browse(bjorn), game) == ["To all"]
    kept = json.loads(page(browse(eir), "/settings/kept.json"))
    assert "For Bjorn alone" not in json.dumps(kept)


def test_nor_with_a_place_that_was_left_before_the_game_began_but_to_who_comes_back(
    astrid: Player, bjorn: Player, eir: Player, browse: Browse
) -> None:
    """Any stranger could sit down where another had been, read, and leave."""
    game = services.open_table(opened_by=astrid, key="aesir", seats=3, cause=uuid4())
    services.take_seat(game.pk, player=bjorn, seat=1, cause=uuid4())
    say(game, 0, astrid, "For Bjorn alone", [1])
    services.add_word(game.pk, player=bjorn, entropy=b"another", cause=uuid4())
    assert letters(browse(bjorn), game) == ["For Bjorn alone"]
    services.leave_table(game.pk, player=bjorn, cause=uuid4())
    services.take_seat(game.pk, player=eir, seat=1, cause=uuid4())
    assert letters(browse(eir), game) == []
    services.leave_table(game.pk, player=eir, cause=uuid4())
    services.take_seat(game.pk, player=bjorn, seat=1, cause=uuid4())
    assert letters(browse(bjorn), game) == ["For Bjorn alone"]


def test_an_offer_that_nobody_can_take_any_more_says_so(
    left: Game, astrid: Player, eir: Player, browse: Browse
) -> None:
    offer = offered(browse, left, astrid, eir.email)
    services.close_table(left.pk, by=None, cause=uuid4())
    assert "It cannot be accepted any more" in page(browse(eir), f"/i/{offer.pk}/")
    assert f"/i/{offer.pk}/" not in page(browse(eir), "/")
    assert browse(eir).get(f"/g/{left.pk}/").status_code == 404


def test_by_the_api_nothing_is_said_to_be_added_to_the_seed(
    left: Game, astrid: Player, eir: Player, browse: Browse
) -> None:
    offer = offered(browse, left, astrid, eir.email)
    answer = browse(eir).post(
        f"/api/v1/invitations/{offer.pk}/accept", {"word": "late"}, content_type="application/json"
    )
    assert answer.json() == {"seat": 1, "added": ""}
