"""Whoever has but one answer is asked all the same where nobody else may know it, and reads why."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from engine.games.asgards_chosen.game_rules import ChosenRules
from engine.games.asgards_chosen.rules.phases import charm_turn
from engine.games.asgards_chosen.rules.rounds import phase
from tests.games.asgards_chosen.scene import Scene
from tests.letters.conftest import SEED, Post

pytestmark = pytest.mark.django_db
HEROES = {"AF": "S1a", "AM": "L9b", "BF": "S1b", "BM": "S3b"}
WHY = {
    "en": "You have only one answer here. You are asked all the same: the others shall not learn what you hold",
    "ru": "Ответ у вас здесь только один. Вас всё равно спрашивают: по тому, кого ждёт игра, другие не должны узнать",
}


@pytest.fixture
def charms(people: list[Player], monkeypatch: pytest.MonkeyPatch) -> Game:
    """A charm phase: Anna has none, nor has Boris."""
    scene = Scene(2, heroes=HEROES, hands={"A": "troll1 thor", "B": "odin tyr"})
    monkeypatch.setattr(
        ChosenRules, "setup",
        lambda *_: (scene.frames(phase("charm"), *(charm_turn(seat) for seat in (0, 1)), phase("campaign"),
                                 charm_turn(0)).state, []),
    )  # fmt: skip
    opened = services.open_table(
        opened_by=people[0], key="asgards_chosen", seats=2, cause=uuid4(), title="Charms", seed=SEED
    )
    services.take_seat(opened.pk, player=people[1], cause=uuid4())
    return Game.objects.get(pk=opened.pk)


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_mail_says_why_it_asks_and_how_to_be_asked_no_more(charms: Game, people: list[Player], post: Post) -> None:
    post.deliver()
    first = post.last(people[0], "prompt")
    assert WHY["en"] in flat(first.text)
    assert WHY["en"] in flat(first.html)
    assert "“pass if none”" in first.text
    post.answer(people[0], "pass if none")
    assert history.table_now(charms.pk).pending()[0].seat == 1
    assert "“pass if none” - nothing more now; the rest is kept for later" in flat(post.last(people[0], "receipt").text)
    post.answer(people[1], "готово")
    russian = post.last(people[1], "prompt")
    assert WHY["ru"] in flat(russian.text)
