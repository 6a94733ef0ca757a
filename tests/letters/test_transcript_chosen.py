"""The recorded correspondences of Asgard's Chosen: an introductory round, a battle with both sides' plays, solitaire.

`python -m pytest tests/letters/test_transcript_chosen.py --record` writes them anew; read them before they are
committed.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid5

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from engine.games.asgards_chosen.game_rules import ChosenRules
from engine.games.asgards_chosen.rules.campaign import campaign_turn
from engine.games.asgards_chosen.rules.muster.turns import muster_phase
from engine.games.asgards_chosen.rules.rounds import round_ends
from tests.games.asgards_chosen.scene import Scene
from tests.letters.conftest import NAMESPACE, SEED, Post
from tests.letters.correspondence import Answer, correspondence, recorded

pytestmark = pytest.mark.django_db

INTRODUCTION: tuple[Answer, ...] = (
    (1, ("герой Ж в S2a взять B2",)),
    (0, ("hero M at L9a take U3",)),
    (1, ("герой М в S1a",)),
    (0, ("hero F at S1b",)),
    (1, ("бог Один",)),
    (
        1,
        (
            "выбрать Фрейр",
            "готово",
            "атака Ж из S2a в L7a сыграть Драугр; Тор иначе отказ",
            "атака М из S1a в T2 сыграть Тюр; Бальдр иначе отказ",
        ),
    ),
    (
        0,
        (
            "god Odin keep best",
            "attack F from S1b to T1 play Giant Spider; Thor short decline",
            "attack M from L9a to T4 ask",
        ),
    ),
    (0, ("play Gram; Tyr",)),
    (1, ("набор U3 плата Драугр, Тор",)),
    (0, ("muster B3 pay Giant Spider, Thor, Baldr", "muster Mittagsfrau pay Freyja, Freyr", "renew none")),
    (1, ("пас", "обновить сброс Тюр")),
    (0, ("status", "board"), ""),
)
# Anna attacks Boris in a bog: the militia first, then her cards, his, hers again while berserk; his hero stands up.
BATTLE: tuple[Answer, ...] = (
    (0, ("attack F from L7b to L7a",)),
    (0, ("play Troll", "play Fossegrim[take Draugr]; Garmr; Odin")),
    (0, ("play Fossegrim[take Draugr]; Garmr; Odin",)),
    (1, ("отразить с Заговор от колотья если всегда", "сыграть Бекахест[перевести Ж S2e]")),
    (0, ("berserk Angurvadel; Ormr",)),
    (1, ("встать Никса", "отступить S2a")),
    (0, ("status", "history"), ""),
)
TABLE: dict[str, Any] = {
    "heroes": {"AF": "L7b", "AM": "T7", "BF": "S3b", "BM": "L7a"}, "markers": {"B": "S2a T6"},
    "hands": {"A": "fossegrim1 garmr1.1 odin angurvadel ormr1 troll1.1", "B": "backahasten1 wid_faerstice nixie1"},
    "draws": {"A": "tyr thor", "B": "troll1.2 dvergar1 huldra1"}, "tisch": {"B1": "dis1", "B3": "gram", "U2": "nixie1"},
    "deck": "blot troll1 mittagsfrau1.1 draugr1 garmr1.3 fairies1 fairies1 huldra1 dvergar1",
}  # fmt: skip
REST = (*(campaign_turn(seat, turn) for turn in (1, 2) for seat in (0, 1)), muster_phase(), round_ends())
ALONE: tuple[Answer, ...] = (
    (0, ("tile auto",)),
    (0, ("1",)),
    (0, ("hero F at L7b",)),
    (0, ("hero M at L9a",)),
    (0, ("hero M to L1b take B2",)),
    (
        0,
        (
            "done",
            "charm Aarni top worst",
            "attack F from L7b to L7a play Dís; Thor until win short none",
            "attack M from L1b to S2a ask",
        ),
    ),
    (0, ("play Tyr; Dís",)),
    (0, ("play Dís; Thor",)),
    (0, ("muster B3 pay Freyr, Odin", "renew none")),
    (0, ("muster U3 pay Freyr, Odin, Heimdall", "renew discard gods")),
    (0, ("pass",)),
    (0, ("status",), ""),
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


def test_a_battle_of_two_is_as_recorded(
    people: list[Player], post: Post, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ChosenRules, "setup", lambda *_: (Scene(2, **TABLE).frames(*REST).state, []))
    found = correspondence(sit(people, {}, "Vigrid"), people, post, BATTLE)
    assert found == recorded("chosen_battle.txt", found, anew=pytestconfig.getoption("--record"))


def test_a_round_alone_is_as_recorded(people: list[Player], post: Post, pytestconfig: pytest.Config) -> None:
    game = sit(people[:1], {"mode": "solitaire"}, "Alone against the Nine")
    found = correspondence(game, people, post, ALONE)
    assert found == recorded("chosen_alone.txt", found, anew=pytestconfig.getoption("--record"))
