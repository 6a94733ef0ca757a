"""Who is no god of this game, what is done for whoever does not say, what an empty bag has to offer."""

from __future__ import annotations

from engine.games.yggdrasil.happenings import EnemyMoved
from tests.games.yggdrasil.scenarios.test_crossings import menu
from tests.games.yggdrasil.scene import Scene


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


def test_an_artifact_of_the_last_level_needs_the_second() -> None:
    assert Scene("thor", owns={"thor": "horn_1"}).refused("forge loki 3", "E_ARTIFACT_LEVEL_SKIP")["needed"] == 2
    assert Scene("thor").refused("forge loki 2", "E_ARTIFACT_LEVEL_SKIP")["needed"] == 1


def test_an_enemy_that_stays_where_it_is_is_not_told_to_move() -> None:
    for cards in (["normal_surt"], ["angry_surt"], ["ragnarok_1"]):
        scene = Scene("thor", at={"surt": 7, "hel": 7, "loki": 7}, cards=cards)
        assert not [one for one in scene.told if isinstance(one, EnemyMoved)]
