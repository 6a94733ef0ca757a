"""The recorded correspondences of Yggdrasil: three gods of three people with counsel and time-outs; one person's three.

`python -m pytest tests/letters/test_transcript_yggdrasil.py --record` writes them anew; read them before they are
committed.
"""

from __future__ import annotations

from uuid import uuid5

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from tests.letters.conftest import NAMESPACE, SEED, Post
from tests.letters.correspondence import LATE, Answer, correspondence, recorded

pytestmark = pytest.mark.django_db

# Anna and Cleo write in English, Boris in Russian. The first turn is Cleo's. Done by the clock: what two of three stand
# behind, a turn that was stored for the case, and the steward's. Refused on the way: numbers of a list not yet seen.
COUNSEL: tuple[Answer, ...] = (
    (0, ("god odin",)),
    (1, ("бог тор",)),
    (2, ("god freyja",)),
    (0, ("propose freyja: elf; elf; vanir +", "say An Elf is never wrong."), ""),
    (1, ("поддерживаю 1", "предлагаю мид белый поиск"), ""),
    (2, ("do 1",)),
    (2, ("plan:", "elf / vanir +", "mid stay search / mid white search", "end"), ""),
    (0, ("pick 2 bottom", "elf", "forge hel 1", "nidhogg hel", "dead white", "end")),
    (2, ("propose elf / vanir +; mid white search",), ""),
    (0, ("endorse 3",), ""),
    LATE,
    LATE,
    (0, ("standing odin avoid fenrir>loki other bottom", "1", "4; 1a v1", "vanir +")),
    LATE,
)
# Anna holds all three gods: three choices, then two turns in one mail and a third that she has stored by then; a fight
# of which she is asked on the way, and conditions.
ALONE: tuple[Answer, ...] = (
    (0, ("god thor", "P2: god freyja", "P3: god heimdall")),
    (
        0,
        (
            *("nidhogg hel", "elf; mid white search; end"),
            *("Thor:", "vanir +", "dead white", "end"),
            *("plan freyja:", "auto", "mid stay search", "mid blue search", "elf", "plan thor:", "elf", "end"),
        ),
    ),
    (0, ("plans",), ""),
    (0, ("mid stay search", "if vikings>=2: ice top v2 e?", "if lost: vanir +", "end")),
    (0, ("e 1",)),
    (0, ("status",), ""),
)


def sit(people: list[Player], options: dict[str, object], seats: tuple[int, ...] = (0,)) -> Game:
    """A table of three: for these people, or all of it for the first one."""
    opened = services.open_table(
        opened_by=people[0], key="yggdrasil", seats=3, cause=uuid5(NAMESPACE, "open"), title="The ash", seed=SEED,
        options=options, sit=seats,
    )  # fmt: skip
    for player in people[1:] if seats == (0,) else ():
        services.take_seat(opened.pk, player=player, cause=uuid5(NAMESPACE, f"sit {player.pk}"), entropy=b"own")
    return Game.objects.get(pk=opened.pk)


def test_counsel_and_a_time_out_are_as_recorded(people: list[Player], post: Post, pytestconfig: pytest.Config) -> None:
    people.append(services.player_for("cleo@home.example", name="Cleo"))
    game = sit(people, {"difficulty": "standard"})
    found = correspondence(game, people, post, COUNSEL)
    assert found == recorded("yggdrasil_counsel.txt", found, anew=pytestconfig.getoption("--record"))


def test_a_game_of_one_person_is_as_recorded(people: list[Player], post: Post, pytestconfig: pytest.Config) -> None:
    game = sit(people, {}, (0, 1, 2))
    found = correspondence(game, people, post, ALONE)
    assert found == recorded("yggdrasil_alone.txt", found, anew=pytestconfig.getoption("--record"))
