"""A sheet of Asgard's Chosen by mail: its receipt says of each line whether it is done or kept for later."""

from __future__ import annotations

import pytest

from asgard_pbem.tables.models import Player
from tests.letters.conftest import Post
from tests.letters.test_transcript_chosen import sit

pytestmark = pytest.mark.django_db

HEROES = (
    (1, "герой Ж в S2a взять B2"), (0, "hero M at L9a take U3"), (1, "герой М в S1a"), (0, "hero F at S1b"),
)  # fmt: skip
MORNING = (
    "БОГ Один беречь лучшее", "атака Ж из S2a в S2b сыграть * пока победа иначе отказ", "идти М в S1e",
    "защита любая сыграть * пока победа", "встать никогда", "пас если ничего",
)  # fmt: skip
LATER = ("god none", "MUSTER B1 pay Thor, Tyr", "stop after 1", "renew discard gods", "pass", "pass")


def told(post: Post, player: Player, purpose: str) -> str:
    """The last mail of this kind, its lines unwrapped."""
    return " ".join(post.last(player, purpose).text.split())


def test_the_receipt_tells_what_is_done_and_what_is_kept(people: list[Player], post: Post) -> None:
    sit(people, {"mode": "introductory"}, "Sheets")
    for seat, line in HEROES:
        post.answer(people[seat], line)
    post.answer(people[1], *MORNING)
    receipt = told(post, people[1], "receipt")
    assert "«БОГ Один беречь лучшее» - сыграть: Один" in receipt
    assert receipt.count("» - сохранено на потом") == len(MORNING) - 1
    post.answer(people[0], *LATER)
    receipt = told(post, people[0], "receipt")
    assert "“god none” - nothing more now" in receipt
    assert "“MUSTER B1 pay Thor, Tyr” - not done, as it did not come to that" in receipt  # nobody could pay for it
    assert "passed over" not in receipt
    assert receipt.count("“pass” - done") == 2  # at once, for Boris has planned his turns
    assert "kept for later" not in receipt


def test_what_is_told_as_not_reached_does_not_stand(people: list[Player], post: Post) -> None:
    """The god has drawn, so the sheet stands up to the line that cannot be given: what was below it was kept."""
    sit(people, {"mode": "introductory"}, "Sheets")
    for seat, line in HEROES:
        post.answer(people[seat], line)
    post.answer(people[1], *MORNING)
    post.answer(people[0], "god Odin keep best", "appease Tyr", "keep Tyr, Freyr", "retreat S1e", "drop Freyr")
    prompt = told(post, people[0], "prompt")
    assert "“keep Tyr, Freyr”: Tyr: not among those to choose from." in prompt
    assert "line 4 on was not reached" in prompt
    assert "Your standing orders" not in prompt


def test_what_was_ordered_beforehand_stands_in_the_next_question(people: list[Player], post: Post) -> None:
    sit(people, {"mode": "introductory"}, "Sheets")
    for seat, line in HEROES:
        post.answer(people[seat], line)
    post.answer(people[1], *MORNING)
    post.answer(people[0], "god none", "pass", "pass", "muster none")
    prompt = told(post, people[1], "prompt")
    assert "Ваши приказы впрок" in prompt
    assert "· защита любая сыграть * · встать никогда" in prompt


@pytest.mark.parametrize(
    "language,said",
    [
        ("en", "nothing more now; the rest is kept for later"),
        ("ru", "пока всё; остальное сохранено впрок"),
    ],
)
def test_a_plan_that_has_answered_at_once_and_still_stands_is_told_as_both(
    language: str, said: str, people: list[Player], post: Post
) -> None:
    sit(people, {"mode": "introductory"}, "Sheets")
    for seat, line in HEROES:
        post.answer(people[seat], line)
    post.answer(people[1], *MORNING)
    Player.objects.filter(pk=people[0].pk).update(language=language)
    post.answer(people[0], "god none", "pass if none", "standup never" if language == "en" else "встать никогда")
    at_once, later = (line for line in post.last(people[0], "prompt").text.split("· ")[2:4])
    assert said in " ".join(at_once.split())
    assert said not in " ".join(later.split())


@pytest.mark.parametrize("language,said", [("en", "“tile auto” - done"), ("ru", "«tile auto» - исполнено")])
def test_a_plan_that_has_answered_all_it_was_for_is_done(
    language: str, said: str, people: list[Player], post: Post
) -> None:
    Player.objects.filter(pk=people[0].pk).update(language=language)
    sit(people[:1], {"mode": "solitaire"}, "Alone against the Nine")
    post.answer(people[0], "tile auto", "stand never" if language == "en" else "встать никогда")
    at_once = " ".join(post.last(people[0], "prompt").text.split("· ")[1].split())
    assert at_once == said


def test_who_plays_alone_is_not_told_how_to_write_to_others(people: list[Player], post: Post) -> None:
    sit(people[:1], {"mode": "solitaire"}, "Alone")
    assert "You may add: status, history, rules, undo, help. " in told(post, people[0], "prompt")


def test_orders_for_a_phase_that_take_the_place_of_others_name_them(people: list[Player], post: Post) -> None:
    """Ruling P7: what is written for a phase is all that is ordered there; who meant to add to it must read that."""
    sit(people, {"mode": "introductory"}, "Sheets")
    for seat, line in HEROES:
        post.answer(people[seat], line)
    post.answer(people[0], "MUSTER B1 pay Thor, Tyr", "MUSTER B2 pay Odin, Freyja")
    assert "takes the place" not in told(post, people[0], "receipt")
    post.answer(people[0], "MUSTER B2 pay Odin, Thor")
    receipt = told(post, people[0], "receipt")
    assert receipt.count("takes the place of") == 1
    assert "takes the place of “muster B1 pay Thor, Tyr; muster B2 pay Odin, Freyja" in receipt
