"""A recorded correspondence: what two people wrote, and every mail that they got, word for word.

`python -m pytest tests/letters/test_transcript.py --record` writes the transcript anew; read it before it is committed.
"""

from __future__ import annotations

import pytest

from asgard_pbem.tables.models import Game, Player
from tests.letters.conftest import Post
from tests.letters.correspondence import Answer, correspondence, recorded

pytestmark = pytest.mark.django_db

# Who answers what; each answers the last prompt. Anna plays with numbers, plans and press, Boris in Russian notation.
SCRIPT: tuple[Answer, ...] = (
    (0, ("status", "1")),
    (1, ("помощь",)),
    (1, ("план Х>Б>С>Л>Ф>Т>О", "пресса: Доброй битвы!")),
    (0, ("turn L",)),
    (0, ("undo", "2", "press P2: and to you", "Anna")),
    (0, ("plan O>T>F>L>S>B>H", "last H>B", "if O: turn H | turn L", "history")),
    (0, ("replay 7", "plans")),
)


def test_the_correspondence_of_a_first_round_is_as_recorded(
    game: Game, people: list[Player], post: Post, pytestconfig: pytest.Config
) -> None:
    found = correspondence(game, people, post, SCRIPT)
    assert found == recorded("aesir_first_round.txt", found, anew=pytestconfig.getoption("--record"))
