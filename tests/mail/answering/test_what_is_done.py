"""What a mail's commands and orders do, and what its writer is told: nothing guessed, nothing silent."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from asgard_pbem.mail.answering import doubts
from asgard_pbem.mail.answering.work import MOST_COMMANDS
from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.mail.writing.codes import headline
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Outbox, Player
from asgard_pbem.tables.reading import history
from engine.table.reading.answers import reads_as_order
from tests.mail.conftest import PLAY, Post, letter, make_game, receipt_of

pytestmark = pytest.mark.django_db


def moves(game: Game) -> int:
    return Event.objects.filter(game=game, kind="move_made").count()


def codes(receipt: Receipt) -> list[str]:
    return [one.did.code for one in receipt.understood]


def unchanged(player: Player) -> bool:
    player.refresh_from_db()
    return (player.name, player.mail_state) == ("Anna", "on")


# --- Below a line that cannot be read


@pytest.mark.parametrize(
    "lines",
    [
        ["Sorry, I have a question.", "", "name: Anna Smith", "stop mail"],
        ["Dear friend, I write to you in confidence.", "Name: Rev.John Ntepe", "Country: far away", "stop mail"],
        ["1", "Is that all right?", "name Mallory", "stop mail", "press: hello"],
        ["lay what I have", "name Mallory", "stop mail"],
        ["status", "Is that all right?", "stop mail", "undo", "name Mallory"],
    ],
)
def test_nothing_below_a_line_that_cannot_be_read_is_carried_out(
    game: Game, people: list[Player], post: Post, lines: list[str]
) -> None:
    receipt = receipt_of(post.reply(people[0], *lines))
    assert unchanged(people[0])
    assert receipt.notes
    assert not Outbox.objects.filter(purpose="press").exists()


def test_the_receipt_says_from_which_line_on_nothing_was_read(game: Game, people: list[Player], post: Post) -> None:
    receipt = receipt_of(post.reply(people[0], "1", "", "Is that all right?", "stop mail"))
    assert [(one.code, one.params["line"]) for one in receipt.notes] == [("rest_not_read", 3)]
    receipt = receipt_of(post.reply(people[0], "Is that all right?", "stop mail"))
    assert [one.code for one in receipt.notes] == ["below_not_read", "nothing_asked"]
    assert (receipt.outcome, receipt.reason) == ("refused", "no_orders")


def test_a_mail_of_no_game_ends_at_its_first_line_that_is_no_command(people: list[Player], post: Post) -> None:
    row = post.take(letter(people[0].email, PLAY, "language ru", "Dear all,", "name: Mallory", "stop mail"), to=PLAY)
    assert codes(receipt_of(row)) == ["language_set"]
    assert unchanged(people[0])


def test_commands_below_an_order_that_was_refused_still_count(game: Game, people: list[Player], post: Post) -> None:
    receipt = receipt_of(post.reply(people[0], "1", "lay 99", "status", "press: I have moved"))
    assert codes(receipt) == ["shown_below"]
    assert [one.why.code for one in receipt.refused] == ["E_NOT_IN_HAND", "press_not_sent"]


# --- Done means done


@pytest.mark.parametrize("lines", [["# only a note"], ["# one", "", "# two"]])
def test_a_mail_of_comments_alone_is_not_called_done(
    game: Game, people: list[Player], post: Post, lines: list[str]
) -> None:
    row = post.reply(people[0], *lines)
    assert (row.state, row.reason) == ("refused", "no_orders")
    assert headline(receipt_of(row)) == "Nothing was carried out"
    assert moves(game) == 0


def test_nothing_of_a_mail_that_can_be_read_in_two_ways_is_done_commands_included(
    game: Game, people: list[Player], post: Post
) -> None:
    to = post.to(people[0]).reply_to
    body = "name Mallory\r\n1\r\n> which card?\r\nperhaps the low one\r\n> or later?\r\nstop mail\r\n"
    raw = f"From: anna@home.example\r\nTo: {to}\r\nMessage-ID: <two@home.example>\r\n\r\n{body}".encode()
    row = post.take(raw, to=to)
    assert (row.state, row.reason) == ("refused", "ambiguous")
    assert moves(game) == 0
    assert unchanged(people[0])


def test_an_undo_below_the_orders_is_refused_with_them(game: Game, people: list[Player], post: Post) -> None:
    receipt = receipt_of(post.reply(people[0], "1", "undo"))
    assert [(one.line, one.text, one.why.code) for one in receipt.refused] == [(2, "undo", "E_UNDO_BELOW")]
    assert moves(game) == 0


def test_choices_replaced_further_down_are_said_to_be(game: Game, people: list[Player], post: Post) -> None:
    hand = history.desk(game.pk, 0).view.hand  # type: ignore[union-attr]  # the game runs
    receipt = receipt_of(post.reply(people[0], f"lay {hand[0]}", f"lay {hand[1]}"))
    assert [(one.line, one.did.code) for one in receipt.understood] == [(1, "order_replaced"), (2, "order_done")]
    assert moves(game) == 1


def test_a_choice_that_replaces_one_above_it_is_read_out_as_any_other(
    game: Game, people: list[Player], post: Post
) -> None:
    """Which of the two counts shows only by this, and a slip of the number too."""
    alone = receipt_of(post.reply(people[0], "2")).understood[0].did.params["said"]
    receipt = receipt_of(post.reply(people[0], "1", "2"))
    assert [one.did.params.get("said") for one in receipt.understood] == [None, alone]


# --- Press


@pytest.mark.parametrize("order", ["3", "lay 3", "1 2", "boast", "* 3"])
def test_a_line_of_press_that_reads_as_an_order_is_neither_sent_nor_done(
    game: Game, people: list[Player], post: Post, order: str
) -> None:
    row = post.reply(people[0], "1", "press P2: hi", order)
    receipt = receipt_of(row)
    assert (row.state, row.reason) == ("refused", "ambiguous")
    assert [(one.line, one.text, one.why.code) for one in receipt.refused] == [(3, order, "order_in_press")]
    assert (history.press(game.pk, 1), moves(game)) == ([], 0)


@pytest.mark.parametrize(
    "line",
    ["undo", "Undo my last move!", "отмена", "drop plans", "pause", "go on", "note: Boris bluffs", "заметка 3: блеф"],
)
def test_a_command_for_the_table_below_a_message_is_neither_sent_nor_done(
    game: Game, people: list[Player], post: Post, line: str
) -> None:
    """It went to the others as words, and whoever had written “undo” read of it that all was done."""
    row = post.reply(people[0], "press: sorry, I slipped", line)
    assert (row.state, row.reason) == ("refused", "ambiguous")
    assert [(one.line, one.text, one.why.code) for one in receipt_of(row).refused] == [(2, line, "order_in_press")]
    assert history.press(game.pk, 1) == []


@pytest.mark.parametrize("line", ["status", "back", "yes", "I resign", "Note that P2 leads", "I'll be away for a week"])
def test_what_people_say_to_each_other_is_sent_though_it_is_a_command_too(
    game: Game, people: list[Player], post: Post, line: str
) -> None:
    post.reply(people[0], "press: hi", line)
    assert [said.text for said in history.press(game.pk, 1)] == [f"hi\n{line}"]


def test_press_of_several_lines_and_paragraphs_is_sent_whole(game: Game, people: list[Player], post: Post) -> None:
    post.reply(people[0], "1", "press P2: 3", "I lay low;", "", "you may boast, status and all. 7 days!", "Anna")
    said = "3\nI lay low;\n\nyou may boast, status and all. 7 days!\nAnna"
    assert [line.text for line in history.press(game.pk, 1)] == [said]


def test_two_messages_of_one_mail_go_each_to_those_that_it_names(people: list[Player], post: Post) -> None:
    game = make_game(people, 3)
    receipt = receipt_of(post.reply(people[0], "1", "press: to all", "press P2: only you", "press P3: and only you"))
    assert [line.text for line in history.press(game.pk, 1)] == ["to all", "only you"]
    assert [line.text for line in history.press(game.pk, 2)] == ["to all", "and only you"]
    assert codes(receipt)[1:] == ["press_sent"] * 3


def test_press_that_nobody_can_read_is_not_called_sent(people: list[Player], post: Post) -> None:
    """Whoever played alone read “sent to all”."""
    anna, boris = people[:2]
    alone = services.open_table(
        opened_by=anna, key="highest_card", seats=3, cause=uuid4(), options={"hand": 5}, bots={1: "random", 2: "random"}
    )
    receipt = receipt_of(post.reply(anna, "press: well met", "press P2: is anybody there?"))
    assert codes(receipt) == ["press_unheard", "press_unheard"]
    assert [line.text for line in history.press(alone.pk, None)] == ["well met"], "the game's record has it"
    make_game([anna, boris])
    assert codes(receipt_of(post.reply(anna, "press: well met"))) == ["press_sent"]


def test_an_order_below_a_second_message_is_neither_sent_nor_done(game: Game, people: list[Player], post: Post) -> None:
    row = post.reply(people[0], "1", "press: hi", "press P2: ho", "lay 3")
    assert (row.state, row.reason, moves(game)) == ("refused", "ambiguous", 0)
    assert history.press(game.pk, 1) == []


# --- How much


def test_a_section_comes_once_however_often_it_is_asked_for(game: Game, people: list[Player], post: Post) -> None:
    receipt = receipt_of(post.reply(people[0], *["help", "replay 1", "help", "rules", "replay 1", "status", "status"]))
    assert [one.kind for one in receipt.answers] == ["help", "replay", "rules", "status"]
    assert codes(receipt) == ["shown_below"] * 7


def test_a_mail_carries_twenty_commands_and_says_which_came_too_many(
    game: Game, people: list[Player], post: Post
) -> None:
    receipt = receipt_of(post.reply(people[0], *["help"] * MOST_COMMANDS, "stop mail", "help"))
    assert codes(receipt) == ["shown_below"] * MOST_COMMANDS
    note = {"most": MOST_COMMANDS, "line": MOST_COMMANDS + 1}
    assert [(one.code, one.params) for one in receipt.notes] == [("too_many_commands", note)]
    assert unchanged(people[0])


def test_a_mail_of_a_thousand_messages_has_each_of_its_lines_judged_once(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each was held against hundreds of lines below it: one mail took a worker for a minute, and was tried again."""
    judged: list[object] = []

    def reads(*line: Any) -> bool:
        judged.append(line[0])
        return reads_as_order(*line)

    monkeypatch.setattr(doubts, "reads_as_order", reads)
    row = post.reply(people[0], *["press P2: a", "1 2 3 4 and so on"] * 990)
    assert (row.state, len(history.press(game.pk, 1)), len(judged)) == ("done", MOST_COMMANDS, 1)


def test_a_sheet_of_thousands_of_replaced_choices_is_refused_and_leaves_no_event(
    game: Game, people: list[Player], post: Post
) -> None:
    row = post.reply(people[0], *["1", "2"] * 900)
    receipt = receipt_of(row)
    assert [one.why.code for one in receipt.refused] == ["E_SHEET_LONG"]
    assert moves(game) == 0


def test_a_command_of_which_only_the_beginning_would_be_read_is_none() -> None:
    assert not grammar.read_sheet(["status" + " " * 2000 + "stop mail"]).commands


def test_an_accept_stands_whatever_is_refused_below_it(people: list[Player], post: Post) -> None:
    post.take(letter(people[0].email, PLAY, "open highest_card 2 boris@home.example"), to=PLAY)
    receipt = receipt_of(post.reply(people[1], "accept", "language klingon", "zone Mars/Base"))
    assert codes(receipt) == ["invitation_accepted"]
    assert [one.why.code for one in receipt.refused] == ["E_LANGUAGE", "E_ZONE"]
    assert Game.objects.get().status == "running"
    assert InboundMail.objects.filter(state="done").count() == 2
