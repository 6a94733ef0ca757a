"""A digest in the middle of a veil: alike for all others whoever was asked, when, and how often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.mail.writing import digest
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.store import loading
from tests.letters.conftest import Post
from tests.tables.secrets.test_secret_events import undone_afterwards
from tests.toys import skirmish
from tests.toys.skirmish.table import Attack, Lay, Say

pytestmark = pytest.mark.django_db
HANDS = (("three eye", "three two"), ("three two", "three eye"))


def told(player: Player) -> list[Any]:
    """What a digest that is due now tells this player: rows, subjects, lines."""
    Player.objects.filter(pk=player.pk).update(digest="daily", digest_due_at=timezone.now() - timedelta(minutes=1))
    before = set(Outbox.objects.values_list("pk", flat=True))
    services.owe_digests(timezone.now())
    rows = Outbox.objects.exclude(pk__in=before).order_by("seat")
    found = []
    for row in rows:
        letter = digest.digest(row, "reply@example.org")
        plain = replace(letter, sentinel="", foot=(), links=(), table=letter.table)
        found.append((row.purpose, row.seat, row.moment, plain))
    rows.delete()
    return found


def course(people: list[Player], hands: tuple[str, str], late: int, cause: Any) -> Iterator[list[Any]]:
    monkey = pytest.MonkeyPatch()
    try:
        skirmish.deal(monkey, *hands, "one two watch")
        game = services.open_table(
            opened_by=people[0], key="skirmish", seats=3, cause=cause, title="Vigrid", seed=bytes(32)
        )
        for player in people[1:3]:
            services.take_seat(game.pk, player=player, cause=uuid4())
        lay = Lay(card="three")
        for seat, made in ((0, Attack(clan=1)), (late, lay), (1 - late, lay), (late, Say(word="no"))):
            services.submit_move(
                game.pk, seat=seat, player=people[seat], move=made.model_dump(mode="json"), cause=uuid4()
            )
            yield told(people[2])
    finally:
        monkey.undo()
        loading.shelf.clear()


def test_digests_of_games_that_differ_only_in_who_was_asked_are_alike(people: list[Player], post: Post) -> None:
    people.append(services.player_for("cleo@home.example", name="Cleo"))
    cause = uuid4()
    found = [
        undone_afterwards(lambda late=late: [repr(one) for one in course(people, HANDS[late], late, cause)])
        for late in (0, 1)
    ]
    assert found[0] == found[1]
    assert any("attacks" in one for one in found[0])


def test_a_digest_owed_behind_a_veil_and_sent_after_it_tells_no_more_than_was_owed(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.append(services.player_for("cleo@home.example", name="Cleo"))
    skirmish.deal(monkeypatch, "three two", "three two", "one two watch")
    game = services.open_table(opened_by=people[0], key="skirmish", seats=3, cause=uuid4(), seed=bytes(32))
    for player in people[1:3]:
        services.take_seat(game.pk, player=player, cause=uuid4())

    def move(seat: int, made: Attack | Lay) -> None:
        made_as_json = made.model_dump(mode="json")
        services.submit_move(game.pk, seat=seat, player=people[seat], move=made_as_json, cause=uuid4())

    move(0, Attack(clan=1))
    Player.objects.filter(pk=people[2].pk).update(digest="daily", digest_due_at=timezone.now() - timedelta(minutes=1))
    services.owe_digests(timezone.now())
    row = Outbox.objects.get(purpose="digest")
    move(0, Lay(card="three"))
    move(1, Lay(card="three"))
    letter = digest.digest(row, "reply@example.org")
    assert not [line for line in letter.happened.items if "three" in line]
    assert Game.objects.get(pk=game.pk).status == "running"
