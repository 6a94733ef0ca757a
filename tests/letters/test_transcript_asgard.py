"""The recorded correspondence of Asgard's first round and the beginning of its second, word for word.

`python -m pytest tests/letters/test_transcript_asgard.py --record` writes it anew; read it before it is committed.
"""

from __future__ import annotations

import pytest

from asgard_pbem.tables.models import Game, Player
from tests.letters.conftest import Post
from tests.letters.correspondence import Answer, correspondence, recorded

pytestmark = pytest.mark.django_db

# Anna writes round sheets in English, Boris in Russian; both use numbers too. Refused on the way: too few gods, and
# a battle slot that does not exist. Boris is led through further lists by their numbers, and searches a stack.
SCRIPT: tuple[Answer, ...] = (
    (1, ("ВЫБРАТЬ вел бел оран",)),
    (0, ("1 4",)),
    (0, ("Choose 3: 1 2 6", "PLAN freyja: upper > bottom > asgard", "PLAN baldr: stop")),
    (
        1,
        (
            "БОГИ фрейя локи тор",
            "ПЛАН фрейя: верх > асгард",
            "ПЛАН тор: верх > низ",
            "ПЛАН локи: верх > низ > асгард",
        ),
    ),
    (0, ("1", "PLAN loki: bottom > asgard")),
    (
        0,
        (
            "ACT freyja upper: take w w",
            "ACT loki bottom",
            "ACT baldr upper: swap B>R",
            "else swap P>W",
            "GIVER stone pink: blue",
            "FIGHT rest max: w w if need<=2",
        ),
    ),
    (
        1,
        (
            "ДЕЙСТВИЕ тор верх",
            "ЕЩЕ",
            "ДЕЙСТВИЕ локи верх: украсть вел у хель",
            "ДЕЙСТВИЕ асгард: перевернуть 1 обмен син>бел; диск B9L плата тьма получить 6 5",
            "БОЙ прочие макс: вел вел",
        ),
    ),
    (
        1,
        (
            "ДЕЙСТВИЕ тор верх",
            "ЕЩЕ",
            "ДЕЙСТВИЕ локи верх: украсть вел у хель",
            "ДЕЙСТВИЕ асгард: стоп",
            "ДАРИТЕЛЬ камень роз: красный",
            "БОЙ B6L макс: вел вел если нужно<=2 иначе нет",
            "БОЙ прочие макс: вел",
            "правила храм",
        ),
    ),
    (1, ("1",)),
    (1, ("1.1", "пресса: думаю")),
    (1, ("1.1.1.11", "ПОЛУЧИТЬ 6")),
    (
        0,
        (
            "GODS odin tyr mimir",
            "PLAN odin: temple > asgard",
            "PLAN mimir: single > asgard",
            "PLAN tyr: upper > bottom > asgard",
        ),
    ),
    (
        1,
        (
            "1 5 8",
            "ПЛАН мимир: место > асгард",
            "ПЛАН фрейя: верх > низ > асгард",
            "ПЛАН тор: храм > асгард",
        ),
    ),
    (
        0,
        (
            "ACT odin temple: T5 pay P Y G; recruits w; to W7L",
            "else decline",
            "USE PL-weapon get 6 5",
            "ACT tyr upper",
            "ACT asgard: flip 1 take w",
            "FIGHT rest max: w w",
        ),
    ),
    (0, ("rules temple",)),
    (1, ("история", "правила лист a")),
)


def test_the_correspondence_of_two_round_sheets_each_is_as_recorded(
    asgard: Game, people: list[Player], post: Post, pytestconfig: pytest.Config
) -> None:
    found = correspondence(asgard, people, post, SCRIPT)
    assert found == recorded("asgard_first_round.txt", found, anew=pytestconfig.getoption("--record"))
