"""A card that is new to its reader is explained in the mail, below the menu."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from engine.games.blood_rage.data import CODE
from tests.letters.conftest import SEED, Post

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(people: list[Player]) -> Game:
    """A third one sits there: at a table of two a line of the menu keeps two cards at once."""
    carl = services.player_for("carl@home.example", name="Carl")
    Player.objects.filter(pk=carl.pk).update(verified_at=timezone.now())
    people.append(Player.objects.get(pk=carl.pk))
    opened = services.open_table(opened_by=people[0], key="blood_rage", seats=3, cause=uuid4(), seed=SEED)
    for one in people[1:]:
        services.take_seat(opened.pk, player=one, cause=uuid4())
    return Game.objects.get(pk=opened.pk)


def parts(text: str) -> tuple[set[str], list[str]]:
    """The cards that the menu of a prompt offers, and those that it explains."""
    menu, _, below = text.partition("New to you")
    return set(re.findall(r"\(draft (\w+)\)", menu)), re.findall(r"^· .*?\((\w+)\):", below, re.MULTILINE)


def test_the_first_pack_is_explained_below_its_menu_in_both_languages(
    table: Game, people: list[Player], post: Post
) -> None:
    for player, title, menu in ((people[0], "New to you", "(draft "), (people[1], "Для вас новое", "(драфт ")):
        text = post.last(player, "prompt").text
        below = text.partition(title)[2]
        assert menu in text
        assert menu not in below
        assert title in post.last(player, "prompt").html
        assert below.count("· ") >= 5


@pytest.mark.parametrize("planned", [False, True], ids=["asked every time", "a plan answers for the second pack"])
def test_every_card_offered_was_explained_once(table: Game, people: list[Player], post: Post, planned: bool) -> None:
    """What a standing order answered for was in no mail: its cards are as new as ever when they are seen."""
    told: list[str] = []
    for number in range(4):
        offered, explained = parts(post.last(people[0], "prompt").text)
        told += explained
        assert offered <= set(told), "a card is offered that no mail has explained"
        plan = [f"draft rank {only_in_the_next_pack(table)}"] if planned and number == 0 else []
        post.answer(people[0], "1", *plan, purpose="prompt")
        for _ in range(1 + len(plan)):
            for other in people[1:]:
                post.answer(other, "1", purpose="prompt")
    assert len(told) == len(set(told)), "a card is explained twice"
    assert len(told) > 8


def only_in_the_next_pack(game: Game) -> str:
    """A card that comes to the first seat with the second pack, and in no other."""
    packs = [{CODE[card] for card in pack} for pack in history.table_now(game.pk).state.packs]
    return max(packs[2] - packs[1] - packs[0])  # the first of its menu is gone by then


def test_worlds_are_explained_in_the_first_turn_and_never_again(people: list[Player], post: Post) -> None:
    opened = services.open_table(opened_by=people[0], key="yggdrasil", seats=2, cause=uuid4(), seed=SEED)
    services.take_seat(opened.pk, player=people[1], cause=uuid4())
    told = (list[str](), list[str]())
    for _ in range(8):
        asked = history.table_now(opened.pk).pending()[0]
        text = post.last(people[asked.seat], "prompt").text
        below = re.split(r"\r?\n\r?\n", text.partition(("New to you", "Для вас новое")[asked.seat])[2])[0]
        told[asked.seat].extend(re.findall(r"^· ([^·:]+):", below, re.MULTILINE))
        post.answer(people[asked.seat], "end" if asked.kind == "action" else "1")
    for names, world in zip(told, ("World of the Dead", "Мир мёртвых"), strict=True):
        assert names.count(world) == 1
        assert len(names) == len(set(names))
