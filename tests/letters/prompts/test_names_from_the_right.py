"""Names that are written from right to left, in lines that are not: each keeps its own order to itself."""

from __future__ import annotations

import pytest

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.reading.reply import line_hash
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Player
from asgard_pbem.tables.reading import history
from engine.core.speech import isolated, padded, shortened
from tests.letters.conftest import Post, dealt

pytestmark = pytest.mark.django_db
NAMES = ("דוד", "بدر")


def bare(text: str) -> list[str]:
    """Lines in which such a name stands without its marks, so that what is beside it may change places with it."""
    lines = text.split("\n")
    return [line for line in lines if any(one in line.replace(f"\u2068{one}\u2069", "") for one in NAMES)]


@pytest.mark.parametrize("key", ["aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil"])
def test_a_name_from_the_right_is_isolated_in_every_line_and_the_subject_has_no_marks(
    key: str, people: list[Player], post: Post
) -> None:
    for player, name in zip(people, NAMES, strict=True):
        services.update_player(player, name=name)
    game = dealt(people, key, "Bifrost")
    post.deliver()
    table = history.table_now(game.pk)
    first = table.pending()[0]
    post.answer(people[first.seat], next(iter(table.desk(first.seat).menus(first).leaves()))[0], "press: hello")
    mails = post.deliver()
    assert mails
    for mail in mails:
        assert bare(mail.text) == []
        assert [line for line in bare(mail.html) if "<title>" not in line] == []
        assert not set("\u2068\u2069") & set(str(mail.message["Subject"]))


def test_our_line_comes_back_without_the_marks_and_is_known_and_the_name_is_an_address_for_press(
    people: list[Player], post: Post
) -> None:
    for player, name in zip(people, NAMES, strict=True):
        services.update_player(player, name=name)
    game = dealt(people, "aesir", "Bifrost")
    line = f"· {isolated(NAMES[1])} chooses a card of the hand."
    assert line_hash(line) == line_hash(line.replace("\u2068", "").replace("\u2069", ""))
    post.answer(people[0], f"press {NAMES[1]}: shalom")
    assert InboundMail.objects.get().state == "done"
    assert [one.text for one in history.press(game.pk, 1)] == ["shalom"]


@pytest.mark.parametrize(
    "name, columns",
    [
        ("李小龍", 6),
        ("이순신", 6),
        ("Zoe\u0308", 3),
        ("👩\u200d👩\u200d👧 Anna", 7),
        ("👍\U0001f3fd", 2),
        ("क्\u200dष", 2),
    ],
)
def test_a_name_takes_as_much_of_a_column_as_it_is_wide(name: str, columns: int) -> None:
    assert padded(name, 12) == name + " " * (12 - columns)


def test_marks_take_no_room_and_are_never_cut_in_two() -> None:
    name = isolated("אברהם בן יצחק")
    assert isolated(name) == name
    assert isolated("Anna") == "Anna"
    assert shortened(name, 8) == isolated("אברהם ב…")
    assert shortened(name, 40) == name
    assert len(padded(name, 20)) == 22
    assert padded("Anna", 6) == "Anna  "
