"""Orders that leave a question open: the receipt shows it again, for no mail of its own will ask it anew."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from tests.letters.conftest import SEED, Post

pytestmark = pytest.mark.django_db


@pytest.fixture
def odin(people: list[Player]) -> Game:
    """Yggdrasil for Anna's Odin, who is asked for a card, and Boris."""
    opened = services.open_table(
        opened_by=people[0], key="yggdrasil", seats=2, cause=uuid4(), title="The ash", seed=SEED,
        options={"deal_gods": True, "first_seat": 0},
    )  # fmt: skip
    services.take_seat(opened.pk, player=people[1], cause=uuid4())
    while history.table_now(opened.pk).pending()[0].kind != "odin":
        pytest.fail("deal another seed: Odin begins in this test")
    return Game.objects.get(pk=opened.pk)


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_turn_sent_before_the_card_was_chosen_waits_and_the_card_is_asked_for_again(
    odin: Game, people: list[Player], post: Post
) -> None:
    post.answer(people[0], "elf", "vanir +", "mid white search")
    receipt = post.last(people[0], "receipt")
    assert "“elf” - waits until you have answered" in flat(receipt.text)
    assert "You are still asked what stands below." in flat(receipt.text)
    assert "[pick 1 bottom]" in receipt.text
    assert [one.purpose for one in post.deliver()] == []
    post.answer(people[0], "2", purpose="receipt")
    assert "Done" in post.last(people[0], "receipt").text
    assert history.table_now(odin.pk).state.seat == 1 or history.table_now(odin.pk).state.elves[0] == 1


def test_a_standing_order_is_kept_and_the_question_shown_again(odin: Game, people: list[Player], post: Post) -> None:
    post.answer(people[0], "standing elves need 1")
    text = flat(post.last(people[0], "receipt").text)
    assert "kept for later" in text
    assert "You are still asked what stands below." in text
    assert "a mail of its own" not in text


def test_where_no_condition_holds_nothing_was_carried_out_and_the_question_is_shown_again(
    odin: Game, people: list[Player], post: Post
) -> None:
    post.answer(people[0], "2")
    post.answer(people[0], "if vikings>=7: elf")
    text = flat(post.last(people[0], "receipt").text)
    assert "Nothing was carried out" in text
    assert "“if vikings>=7: elf” - not done, as it did not come to that" in text
    assert "You are still asked what stands below." in text
    assert "end the turn" in text


def test_what_nothing_asked_for_is_passed_over_and_not_kept(odin: Game, people: list[Player], post: Post) -> None:
    post.answer(people[0], "pick 1 bottom", "nidhogg hel", "elf", "end")
    text = flat(post.last(people[0], "receipt").text)
    assert "“nidhogg hel” - kept for later" not in text
    assert "“nidhogg hel” - not done, as it did not come to that" in text
    assert "passed over" not in text  # it would be said twice


def test_what_new_orders_take_the_place_of_is_named_once(odin: Game, people: list[Player], post: Post) -> None:
    post.answer(people[0], "standing elves need 1")
    assert "takes the place" not in post.last(people[0], "receipt").text
    post.answer(people[0], "standing elves need 1")
    assert "takes the place" not in post.last(people[0], "receipt").text, "the same again"
    post.answer(people[0], "standing elves need 2")
    told = "What you wrote takes the place of “standing elves need 1”, which no longer stands."
    assert told in flat(post.last(people[0], "receipt").text)
    post.answer(people[0], "standing elves need 3", "standing elves need 4")
    text = flat(post.last(people[0], "receipt").text)
    assert "takes the place of “standing elves need 2”" in text
    assert "takes the place of “standing elves need 3”" not in text, "its own line says that"
    post.answer(people[0], "drop plans")
    assert "takes the place" not in post.last(people[0], "receipt").text


def test_a_turn_that_waits_is_named_when_another_is_written(odin: Game, people: list[Player], post: Post) -> None:
    post.answer(people[0], "elf", "vanir +", "mid white search")
    post.answer(people[0], "vanir +", "elf", "mid white search")
    text = flat(post.last(people[0], "receipt").text)
    assert "takes the place of “elf; vanir +; mid white search”, which no longer stands." in text


def test_in_russian_too(odin: Game, people: list[Player], post: Post) -> None:
    Player.objects.filter(pk=people[0].pk).update(language="ru")
    post.answer(people[0], "standing elves need 1")
    post.answer(people[0], "standing elves need 2")
    said = flat(post.last(people[0], "receipt").text)
    assert "Написанное вами заменяет «" in said
