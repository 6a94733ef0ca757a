"""Private notes by mail: kept with an answer, listed, thrown away."""

from __future__ import annotations

import pytest

from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.mail.writing.sections import asked
from asgard_pbem.tables.models import Game, Memo, Outbox, Player
from asgard_pbem.tables.reading import memos
from tests.mail.answering.test_commands import write
from tests.mail.conftest import Post, receipt_of

pytestmark = pytest.mark.django_db


def noted(line: str, *below: str) -> list[dict[str, str]]:
    return [one.args for one in grammar.read_sheet([line, *below]).commands if one.name == "memo"]


@pytest.mark.parametrize(
    "line, args",
    [
        ("note Boris has the Ace, I think", {"text": "Boris has the Ace, I think"}),
        ("Note: 3 discs are left", {"text": "3 discs are left"}),
        ("note 3 discs are left", {"text": "3 discs are left"}),
        ("note 12: Here it turned", {"moment": "12", "text": "Here it turned"}),
        ("note table: Boris bluffs", {"whole": "table", "text": "Boris bluffs"}),
        ("Заметка 7: у Бориса туз", {"moment": "7", "text": "у Бориса туз"}),
        ("*note:* bold", {"text": "bold"}),
        ("change note 3: Boris has no Ace", {"number": "3", "text": "Boris has no Ace"}),
        ("Изменить заметку 3: туза нет", {"number": "3", "text": "туза нет"}),
    ],
)
def test_a_note_is_its_line_as_typed(line: str, args: dict[str, str]) -> None:
    assert noted(line, "3") == [args]
    assert grammar.read_sheet([line, "3"]).orders == ("", "3")


def test_a_note_that_a_mail_program_broke_is_whole_again() -> None:
    first = "note Boris kept both of his high cards in the second round, which he did"
    sheet = grammar.read_sheet(
        [first, "not do in the first: he waits for the last trick of all, as he often", "does", "", "3"]
    )
    assert sheet.commands[0].args["text"].split("\n")[1:] == [
        "not do in the first: he waits for the last trick of all, as he often", "does",
    ]  # fmt: skip
    assert sheet.orders == ("", "", "", "", "3")


@pytest.mark.parametrize("line", ["notes", "Notes.", "мои заметки"])
def test_notes_lists_them(line: str) -> None:
    assert [one.name for one in grammar.read_sheet([line]).commands] == ["memos"]


def test_a_note_stands_beside_an_answer_and_comes_back_to_its_writer_alone(
    post: Post, people: list[Player], game: Game
) -> None:
    row = post.reply(people[0], "1", "note The quince is Boris's", "note table: He bluffs", "notes")
    assert [one.did.code for one in receipt_of(row).understood] == [
        "order_done",
        "memo_kept",
        "memo_kept_whole",
        "shown_below",
    ]
    assert [(one.moment, one.text) for one in memos.memos(game.pk, people[0])] == [
        (None, "He bluffs"), (Game.objects.get(pk=game.pk).moment, "The quince is Boris's"),
    ]  # fmt: skip
    told = asked.sections(receipt_of(row), None, people[0])
    assert "He bluffs" in told[-1].items[0]
    theirs = post.reply(people[1], "notes")
    assert asked.sections(receipt_of(theirs), None, people[1])[-1].items == ("None.",)
    for one in Outbox.objects.exclude(player=people[0]):
        assert "quince" not in f"{one.payload} {one.receipt}"
    row = post.reply(people[0], "change note 2: He never bluffs", "change note 9: What?")
    assert [one.did.code for one in receipt_of(row).understood] == ["memo_changed"]
    assert [one.why.code for one in receipt_of(row).refused] == ["E_NO_MEMO"]
    assert Memo.objects.get(number=2).text == "He never bluffs"
    row = post.reply(people[1], "change note 2: Let me see")
    assert [one.why.code for one in receipt_of(row).refused] == ["E_NO_MEMO"], "one's own alone"
    row = post.reply(people[0], "drop note 1")
    assert receipt_of(row).understood[0].did.code == "memo_dropped"
    assert Memo.objects.get().number == 2


def test_a_note_without_a_table_has_no_place(post: Post, people: list[Player]) -> None:
    assert [one.why.code for one in receipt_of(write(post, people[0], "note To self")).refused] == ["no_seat_here"]
