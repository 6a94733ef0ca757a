"""The recorded correspondences of Asgard's Chosen: an introductory round, a battle with both sides' plays, solitaire.

`python -m pytest tests/letters/test_transcript_chosen.py --record` writes them anew; read them before they are
committed.
"""

from __future__ import annotations

from uuid import uuid5

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from tests.letters.conftest import NAMESPACE, SEED, Post
from tests.letters.correspondence import Answer, correspondence, recorded

pytestmark = pytest.mark.django_db

INTRODUCTION: tuple[Answer, ...] = (
    (1, ("герой Ж в S2a взять B2",)),
    (0, ("hero M at L9a take U3",)),
    (0, ("hero F at S1b take B1",)),
    (1, ("герой М в S1a",)),
)


def sit(people: list[Player], options: dict[str, object], title: str) -> Game:
    """A running table for these people."""
    opened = services.open_table(
        opened_by=people[0], key="asgards_chosen", seats=len(people), cause=uuid5(NAMESPACE, "open"), title=title,
        seed=SEED, options=options,
    )  # fmt: skip
    for player in people[1:]:
        services.take_seat(opened.pk, player=player, cause=uuid5(NAMESPACE, f"sit {player.pk}"), entropy=b"own")
    return Game.objects.get(pk=opened.pk)


def test_an_introductory_round_is_as_recorded(people: list[Player], post: Post, pytestconfig: pytest.Config) -> None:
    game = sit(people, {"mode": "introductory"}, "The first nine worlds")
    found = correspondence(game, people, post, INTRODUCTION)
    assert found == recorded("chosen_introduction.txt", found, anew=pytestconfig.getoption("--record"))
