"""A table played by answering mails."""

from __future__ import annotations

import pytest

from asgard_pbem.tables.models import Event, Game, Outbox, Player
from asgard_pbem.tables.reading import history
from tests.mail.conftest import Post, receipt_of

pytestmark = pytest.mark.django_db


def moves(game: Game) -> int:
    return Event.objects.filter(game=game, kind="move_made").count()


@pytest.mark.parametrize("style", ["top", "bottom", "bare", "html", "outlook", "mobile"])
def test_a_menu_number_is_a_move_whatever_program_wrote_it(
    game: Game, people: list[Player], post: Post, style: str
) -> None:
    row = post.reply(people[0], "2", style=style)
    assert (row.state, row.kept, moves(game)) == ("done", "2", 1)
    assert [one.did.code for one in receipt_of(row).understood] == ["order_done"]
    assert receipt_of(row).next[0].code == "waiting_for"


def test_each_answered_mail_gets_exactly_one_receipt(game: Game, people: list[Player], post: Post) -> None:
    post.deliver()
    row = post.reply(people[0], "1")
    assert Outbox.objects.filter(purpose="receipt").count() == 1
    assert post.count_to(people[0]) == 2
    assert post.messages[-1].extra_headers["Auto-Submitted"] == "auto-replied"
    assert row.message_id in post.messages[-1].extra_headers["In-Reply-To"]


def test_orders_plans_and_commands_are_mixed_freely(game: Game, people: list[Player], post: Post) -> None:
    hand = history.desk(game.pk, 0).view.hand  # type: ignore[union-attr]  # the game runs
    row = post.reply(
        people[0], "language ru", f"lay {hand[1]}", "status", f"later {hand[0]} in 2", "zone europe/moscow", "plans",
        "press: hello", "and good luck",
    )  # fmt: skip
    receipt = receipt_of(row)
    assert receipt.outcome == "done"
    assert [(one.line, one.did.code) for one in receipt.understood] == [
        (1, "language_set"), (2, "order_done"), (3, "shown_below"), (4, "order_kept"), (5, "zone_set"),
        (6, "shown_below"), (7, "press_sent"),
    ]  # fmt: skip
    assert [one.kind for one in receipt.answers] == ["status", "plans"]
    people[0].refresh_from_db()
    assert (people[0].language, people[0].time_zone) == ("ru", "Europe/Moscow")
    assert [line.text for line in history.press(game.pk, 1)] == ["hello\nand good luck"]


def test_one_refused_order_refuses_all_orders_but_not_the_commands(
    game: Game, people: list[Player], post: Post
) -> None:
    row = post.reply(people[0], "1", "lay 99", "status", "press: I have moved")
    receipt = receipt_of(row)
    assert moves(game) == 0
    assert (receipt.outcome, receipt.reason) == ("partly", "illegal_order")
    assert [(one.line, one.text, one.why.code) for one in receipt.refused] == [
        (2, "lay 99", "E_NOT_IN_HAND"),
        (4, "press: I have moved", "press_not_sent"),
    ]
    assert [one.did.code for one in receipt.understood] == ["shown_below"]
    assert history.press(game.pk, 1) == []


def test_text_below_the_orders_is_named_and_not_carried_out(game: Game, people: list[Player], post: Post) -> None:
    row = post.reply(people[0], "1", "", "See you on Sunday,", "Anna", "undo")
    receipt = receipt_of(row)
    assert moves(game) == 1
    assert [one.did.code for one in receipt.understood] == ["order_done"]
    assert [(one.code, one.params["line"]) for one in receipt.notes] == [("rest_not_read", 3)]


@pytest.mark.parametrize("name", ["Anna", "anna", "Anna Smith", "-Anna"])
def test_who_signs_with_their_name_is_not_told_that_it_is_no_order(
    game: Game, people: list[Player], post: Post, name: str
) -> None:
    receipt = receipt_of(post.reply(people[0], "1", "", name))
    assert ([one.did.code for one in receipt.understood], list(receipt.notes)) == (["order_done"], [])


@pytest.mark.parametrize("below", [["Boris"], ["Anna says: undo"], ["Anna", "Boris?"]])
def test_what_is_more_than_the_writers_name_is_told(
    game: Game, people: list[Player], post: Post, below: list[str]
) -> None:
    receipt = receipt_of(post.reply(people[0], "1", "", *below))
    assert [one.code for one in receipt.notes] == ["rest_not_read"]


def test_a_note_below_a_command_is_no_failed_order(game: Game, people: list[Player], post: Post) -> None:
    receipt = receipt_of(post.reply(people[0], "status", "", "Where is Boris?"))
    assert (receipt.outcome, [one.kind for one in receipt.answers]) == ("done", ["status"])
    assert receipt.notes[0].code == "rest_not_read"


def test_text_without_any_order_is_refused_as_such(game: Game, people: list[Player], post: Post) -> None:
    row = post.reply(people[0], "I am not sure what to do.")
    assert (row.state, row.reason) == ("refused", "no_orders")
    assert post.count_to(people[0]) == 2


@pytest.mark.parametrize("order", ["lay {}", "3"])
def test_undo_above_a_new_order_replaces_the_move(order: str, game: Game, people: list[Player], post: Post) -> None:
    """A number too: the list that the undo opens again is one that was seen."""
    hand = history.desk(game.pk, 0).view.hand  # type: ignore[union-attr]  # the game runs
    post.reply(people[0], "1")
    row = post.reply(people[0], "undo", order.format(hand[2]))
    assert [one.did.code for one in receipt_of(row).understood] == ["undo_done", "order_done"]
    assert Event.objects.filter(game=game, kind="undone").count() == 1


def test_an_undo_is_taken_back_when_the_order_below_it_is_refused(game: Game, people: list[Player], post: Post) -> None:
    post.reply(people[0], "1")
    row = post.reply(people[0], "undo", "lay 99")
    assert row.state == "refused"
    refused = [(one.line, one.why.code) for one in receipt_of(row).refused]
    assert refused == [(1, "not_done_either"), (2, "E_NOT_IN_HAND")]
    assert Event.objects.filter(game=game, kind="undone").count() == 0


def test_russian_words_do_the_same(game: Game, people: list[Player], post: Post) -> None:
    row = post.reply(people[0], "1", "статус", "история", "язык русский", "письмо всем: привет")
    assert [one.did.code for one in receipt_of(row).understood] == [
        "order_done", "shown_below", "shown_below", "language_set", "press_sent",
    ]  # fmt: skip


def test_a_whole_game_is_played_by_answers(people: list[Player], post: Post) -> None:
    from tests.mail.conftest import make_game

    game = make_game(people, hand=3)
    for _ in range(20):
        game.refresh_from_db()
        if game.status != "running":
            break
        asked = game.open_decisions.filter(answered=False).order_by("seat").first()
        assert asked is not None
        assert post.reply(people[asked.seat], "1").state == "done"
    assert game.status == "over"
    row = post.reply(people[0], "1")
    assert (row.state, row.reason) == ("refused", "game_over")
