"""Who is no god of this game, what is done for whoever does not say, what an empty bag has to offer."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.yggdrasil.data import GIANT
from engine.games.yggdrasil.happenings import EnemyMoved
from engine.games.yggdrasil.moves import MannPick, Midgard, TiwazPick
from tests.games.yggdrasil.scenarios.test_crossings import menu
from tests.games.yggdrasil.scene import RULES, Scene


def test_vikings_of_sigel_go_to_gods_of_this_game_each_named_once() -> None:
    scene = Scene("thor odin", dead=11, vanir=5, defeated="hymir skadi thrym").does("vanir 5 suttung")
    assert scene.refused("on sigel: freyja 3", "E_RUNE_CHOICE_INVALID")["reason"] == "god"
    assert scene.refused("on sigel: odin 3, odin 4", "E_RUNE_CHOICE_INVALID")["reason"] == "god"
    scene.does("on sigel: odin 3")
    assert (scene.stock("odin"), scene.state.dead) == ((3, 0), 8)


def test_for_an_odin_who_does_not_say_the_first_card_is_played_and_the_other_lies_on_top() -> None:
    """D3: as if he had no power."""
    scene = Scene("odin thor", cards=["normal_hel", "normal_surt"]).times_out()
    assert (scene.space("hel"), scene.space("surt"), scene.on_top(1)) == (1, 0, ["normal_surt"])


def test_an_empty_bag_is_neither_searched_nor_cleared_nor_offered() -> None:
    """R8.2.3, R8.7: the Valkyries may leave it."""
    scene = Scene("thor", valkyries="white", bags={"white": (0, 0), "blue": (9, 21)})
    for line in ("mid stay search", "fire white"):
        assert scene.refused(line, "E_BAG_EMPTY") == {"bag": "white"}
    found = menu(scene)
    assert [move.bag for move in found if move.kind == "fire"] == ["blue", "green", "black"]
    steps = [(move.to, move.search) for move in found if move.kind == "mid"]
    assert sorted(steps) == [("blue", False), ("blue", True), ("rainbow", False)]


def test_what_is_said_of_a_search_is_said_of_the_island_that_is_gone_to() -> None:
    """R8.2.3: one counter is enough."""
    scene = Scene("thor", valkyries="green", bags={"green": (1, 0), "blue": (9, 2)})
    lines = [one.what for _, one, move in RULES.menu(scene.state, RULES.decisions(scene.state)[0]).leaves()
             if isinstance(move, Midgard) and move.search and move.to in (None, "blue")]  # fmt: skip
    assert lines == [("mid", "", True, "green", 1, 0), ("mid", "blue", True, "blue", 9, 2)]
    scene.does("mid stay search")
    assert scene.stock("thor") == (1, 0)


def test_the_other_giants_are_shuffled_when_one_is_taken_from_the_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    """R8.9, N11."""
    scene = Scene("thor", vanir=5)
    rest = [giant for giant in scene.state.pile if giant != GIANT["baugi"]]
    monkeypatch.setattr(scene.chance, "shuffle", lambda label, size: tuple(reversed(range(size))))
    assert scene.does("vanir 5 baugi").state.pile == rest[::-1]


def test_a_card_of_several_enemies_is_as_bad_as_the_worst_of_them() -> None:
    looked = ["ragnarok_1", "normal_hel", "normal_surt", "normal_fenrir", "normal_nidhogg", "normal_jormungand"]
    scene = Scene("thor", vanir=3, cards=["normal_loki", *looked]).does("vanir 3 avoid loki, hel")
    assert scene.on_top(6) == [*looked[2:], "normal_hel", "ragnarok_1"]


def test_an_artifact_of_the_last_level_needs_the_second() -> None:
    assert Scene("thor", owns={"thor": "horn_1"}).refused("forge loki 3", "E_ARTIFACT_LEVEL_SKIP")["needed"] == 2
    assert Scene("thor").refused("forge loki 2", "E_ARTIFACT_LEVEL_SKIP")["needed"] == 1


def test_an_enemy_that_stays_where_it_is_is_not_told_to_move() -> None:
    for cards in (["normal_surt"], ["angry_surt"], ["ragnarok_1"]):
        scene = Scene("thor", at={"surt": 7, "hel": 7, "loki": 7}, cards=cards)
        assert not [one for one in scene.told if isinstance(one, EnemyMoved)]


def test_what_one_god_has_won_or_lost_is_nothing_that_the_next_can_wait_for() -> None:
    """`if won` and `if lost` are said of the own fights of a turn."""
    for vikings, won in ((9, True), (0, False)):
        scene = Scene("thor odin", stock={"thor": (9, 0)}, at={"surt": 1}).does(f"fight surt v{vikings}", roll=0)
        assert RULES.view(scene.state, 1).won is won
        scene.does("end")
        assert RULES.view(scene.state, 1).won is None


def forced(scene: Scene) -> object:
    """The answer that is given for whoever has no other."""
    return RULES.forced(scene.state, RULES.decisions(scene.state)[0])


def test_runes_ask_only_who_has_a_choice() -> None:
    """R10.1, R10.2: with nobody dead, one Enemy off the start, or no more than three, there is none."""
    given: dict[str, Any] = {"vanir": 5, "defeated": "hymir skadi thrym"}
    assert Scene("thor odin", dead=0, **given).does("vanir 5 suttung").asked == "action"
    assert Scene("thor odin", dead=1, **given).does("vanir 5 suttung").asked == "sigel"
    given = {"defeated": "hrungnir thiazi gilling", "vanir": 5}
    assert forced(Scene("odin", at={"loki": 5}, **given).does("vanir 5 vafthrudnir")) == MannPick(enemy="loki")
    assert forced(Scene("odin", at={"loki": 5, "hel": 1}, **given).does("vanir 5 vafthrudnir")) is None
    given = {"defeated": "angrboda farbauti hrym", "vanir": 5}
    three = {"loki": 5, "hel": 1, "surt": 2}
    scene = Scene("odin", at=three, **given).does("vanir 5 baugi")
    answer = forced(scene)
    assert isinstance(answer, TiwazPick)
    assert {*answer.enemies} == {*three}
    assert forced(Scene("odin", at={**three, "fenrir": 1}, **given).does("vanir 5 baugi")) is None
