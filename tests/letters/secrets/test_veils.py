"""Mails from a battle behind a veil: who is asked is told what happened, all others read that the battle waits."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from tests.letters.conftest import Post
from tests.toys import skirmish
from tests.toys.skirmish.table import Attack

pytestmark = pytest.mark.django_db
WAITS = "The battle waits for orders."


@pytest.fixture
def clans(db: None) -> list[Player]:
    made = [services.player_for(f"{name}@home.example", name=name.title()) for name in ("anna", "boris", "cleo")]
    Player.objects.update(verified_at=timezone.now())
    return [Player.objects.get(pk=one.pk) for one in made]


@pytest.fixture
def battle(clans: list[Player], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Game]:
    """Anna has attacked Boris; these are the hands."""

    def begun(*hands: str) -> Game:
        skirmish.deal(monkeypatch, *hands)
        game = services.open_table(opened_by=clans[0], key="skirmish", seats=3, cause=uuid4(), title="Vigrid")
        for player in clans[1:]:
            services.take_seat(game.pk, player=player, cause=uuid4())
        attack = Attack(clan=1).model_dump(mode="json")
        services.submit_move(game.pk, seat=0, player=clans[0], move=attack, cause=uuid4())
        return Game.objects.get(pk=game.pk)

    return begun


def test_a_late_question_comes_with_what_nobody_else_has_seen(
    battle: Callable[..., Game], clans: list[Player], post: Post
) -> None:
    battle("three two", "three eye", "one two one")
    anna, boris, _ = clans
    post.answer(anna, "lay three", purpose="prompt")
    post.answer(boris, "lay three", purpose="prompt")
    asked = post.last(boris, "prompt")
    assert "DO YOU USE YOUR LATE CARD?" in asked.text
    assert "Cards: Anna three, Boris three." in asked.text
    post.answer(boris, "say no")
    everything = [one.text for one in post.sent if one.to != boris.email]
    assert not any("LATE CARD" in text for text in everything)


@pytest.mark.parametrize("hand", ["three two one", "three eye"])
def test_a_receipt_and_a_status_say_the_same_whoever_is_asked(
    hand: str, battle: Callable[..., Game], clans: list[Player], post: Post
) -> None:
    battle("three two", hand, "one two one")
    anna, boris, _ = clans
    if "eye" in hand:
        post.answer(boris, "lay three", purpose="prompt")
    post.answer(anna, "lay three", purpose="prompt")
    receipt = post.last(anna, "receipt").text
    assert WAITS in receipt
    assert "Boris" not in receipt.split("Fair play")[0].replace("Boris three", "")
    post.answer(anna, "status", purpose="receipt")
    status = post.last(anna, "receipt").text
    assert WAITS in status
    assert "Cards:" not in status


def test_who_is_asked_reads_the_stand_in_as_well_for_others_may_be_asked_too(
    battle: Callable[..., Game], clans: list[Player], post: Post
) -> None:
    battle("three two", "three eye", "one two one")
    assert WAITS in post.last(clans[1], "prompt").text
