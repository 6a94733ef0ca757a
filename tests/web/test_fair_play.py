"""What a page lets its reader add to the seed, and what it says of it: theirs, or nothing, never ours."""

from __future__ import annotations

import hashlib
import html
import re
from uuid import UUID, uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Player
from asgard_pbem.web.forms.base import caused_by
from engine.core.chance import commitment

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(astrid: Player, bjorn: Player, eir: Player) -> list[Player]:
    return [astrid, bjorn, eir]


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def shown(client: Client, url: str) -> str:
    return html.unescape(client.get(url).content.decode())


def added(game: Game) -> list[str]:
    found = Event.objects.filter(game=game, kind="seat_taken").order_by("seq")
    return [event.payload["entropy"] for event in found]


@pytest.fixture
def open_table(people: list[Player]) -> Game:
    """Three seats, of which Anna has one."""
    return services.open_table(opened_by=people[0], key="aesir", seats=3, cause=uuid4())


def test_who_joins_sees_the_commitment_first_and_their_word_and_its_hash_afterwards(
    open_table: Game, people: list[Player]
) -> None:
    client, url = signed_in(people[1]), f"/g/{open_table.pk}/"
    assert open_table.commitment in shown(client, url)
    client.post(url + "join/", {"nonce": str(uuid4()), "word": " Blue Whale "})
    page = shown(client, url)
    assert f"“Blue Whale”, has the SHA-256 {sha256('Blue Whale')}" in page
    assert added(open_table) == ["", sha256("Blue Whale")]


def test_who_says_nothing_adds_nothing_and_is_told_so(open_table: Game, people: list[Player]) -> None:
    client = signed_in(people[1])
    client.post(f"/g/{open_table.pk}/join/", {"nonce": str(uuid4())})
    assert "You added nothing to the seed." in shown(client, f"/g/{open_table.pk}/")
    assert added(open_table) == ["", ""]


def test_a_word_may_be_replaced_while_seats_are_free_and_not_after(open_table: Game, people: list[Player]) -> None:
    client = signed_in(people[0])
    for word in ("first", "second"):
        client.post(f"/g/{open_table.pk}/word/", {"nonce": str(uuid4()), "word": word})
    for player in people[1:3]:
        services.take_seat(open_table.pk, player=player, cause=uuid4())
    client.post(f"/g/{open_table.pk}/word/", {"nonce": str(uuid4()), "word": "third"})
    assert added(open_table) == ["", sha256("first"), sha256("second"), "", ""]
    page = shown(client, f"/g/{open_table.pk}/")
    open_table.refresh_from_db()
    assert all(said in page for said in (sha256("second"), open_table.commitment, open_table.moment_hash[:32]))


def test_an_invitation_shows_the_commitment_and_takes_a_word(open_table: Game, people: list[Player]) -> None:
    offer = services.invite(open_table.pk, by=people[0], email=people[1].email, cause=uuid4())
    client = signed_in(people[1])
    assert open_table.commitment in shown(client, f"/i/{offer.pk}/")
    client.post(f"/i/{offer.pk}/accept/", {"nonce": str(uuid4()), "word": "deer"})
    assert added(open_table) == ["", sha256("deer")]


def prepared(nonce: str) -> bytes:
    """The seed of a table that a form with this mark opens."""
    return services.prepared_seed(caused_by(UUID(nonce)))


def opening(client: Client, form: str) -> dict[str, str]:
    """The hidden fields of one of the forms that open a table."""
    page = client.get("/tables/new/aesir/").content.decode()
    part = page.split('action="/tables/new/aesir/practice/"')[form == "practice"]
    fields = ("nonce", "commitment")
    return {name: re.search(rf'name="{name}" value="([^"]+)"', part)[1] for name in fields}  # type: ignore[index]  # there


def test_the_opener_too_sees_the_commitment_before_a_word(people: list[Player]) -> None:
    client = signed_in(people[0])
    hidden = opening(client, "practice")
    client.post("/tables/new/aesir/practice/", {**hidden, "seats": "2", "bot": "random", "word": "mine"})
    game = Game.objects.get()
    assert game.commitment == hidden["commitment"] == commitment(prepared(hidden["nonce"]))
    assert added(game) == [sha256("mine"), ""]
    assert game.commitment in shown(client, f"/g/{game.pk}/")


def test_a_word_against_another_commitment_opens_nothing(people: list[Player]) -> None:
    client = signed_in(people[0])
    hidden = opening(client, "table") | {"commitment": "f" * 64}
    said = {**hidden, "seats": "2", "visibility": "public", "days": "3", "word": "mine"}
    page = client.post("/tables/new/aesir/", said).content.decode()
    assert "The commitment to the seed has changed" in page
    assert not Game.objects.exists()
    assert commitment(prepared(hidden["nonce"])) in page


def test_nothing_is_made_on_the_server_in_a_players_name(people: list[Player]) -> None:
    client = signed_in(people[0])
    client.post("/tables/new/aesir/practice/", {"nonce": str(uuid4()), "seats": "2", "bot": "random"})
    assert added(Game.objects.get()) == ["", ""]
