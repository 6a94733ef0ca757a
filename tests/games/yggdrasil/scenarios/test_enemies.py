"""The Enemy phase and the gods: the dossier's scenarios S22 to S39, straight from it."""

from __future__ import annotations

import pytest

from engine.games.yggdrasil.data import CARDS, GIANT
from engine.games.yggdrasil.happenings import FenrirCalmed, GiantDefeated
from tests.games.yggdrasil.scene import RULES, Scene


def test_s22_an_angry_card_moves_two_spaces_and_acts_once() -> None:
    scene = Scene("odin", at={"hel": 2}, valkyries="blue", cards=["angry_hel", "normal_loki"]).does("pick 1 top")
    assert (scene.space("hel"), scene.bag("blue"), scene.state.dead) == (4, (5, 9), 9)


def test_s23_an_angry_card_stopped_by_the_end_of_the_track() -> None:
    scene = Scene("thor", at={"loki": 6}, cards=["angry_loki"], top="suttung")
    assert (scene.space("loki"), scene.codes("active"), scene.force("hel")) == (7, ["suttung"], 6)
    assert scene.does("end").result == ("lost", ("residence",))


def test_s24_surt_with_a_short_kingdom() -> None:
    scene = Scene("thor", at={"surt": 4}, kingdom=2, valkyries="green", cards=["normal_surt"])
    assert (scene.space("surt"), scene.bag("green"), scene.bag("white"), scene.state.kingdom) == (
        5,
        (12, 8),
        (6, 22),
        0,
    )


def test_s25_hel_with_a_short_bag() -> None:
    bags = {"white": (1, 12)}
    scene = Scene("thor", at={"hel": 6}, valkyries="white", bags=bags, dead=10, cards=["normal_hel"])
    assert (scene.space("hel"), scene.bag("white"), scene.state.dead) == (7, (0, 12), 11)


def test_s26_loki_and_a_blocked_world() -> None:
    scene = Scene("thor", top="geirrod", cards=["normal_loki"])
    assert (scene.space("loki"), scene.codes("active")) == (1, ["geirrod"])
    scene.refused("forge loki 1", "E_WORLD_UNREACHABLE")
    assert scene.actions == 3


def test_s27_loki_and_an_empty_pile() -> None:
    scene = Scene("thor", at={"loki": 1}, defeated=" ".join(GIANT), cards=["normal_loki"])
    assert (scene.space("loki"), scene.codes("active")) == (2, [])


def test_s28_jormungand() -> None:
    scene = Scene("thor", valkyries="blue", cards=["normal_jormungand"])
    assert scene.tile == "blue"
    scene.refused("mid stay search", "E_ISLAND_SUBMERGED")
    for line, drawn in (("mid white search", "FFF"), ("mid green search", "FFF"), ("fire blue", "FFFVV")):
        Scene("thor", valkyries="blue", cards=["normal_jormungand"]).does(line, drawn=drawn)
    scene = Scene("thor", cards=["normal_jormungand"])
    assert scene.tile == "white"
    scene.refused("mid white search", "E_ISLAND_SUBMERGED")
    assert scene.does("mid white").valkyries == "white"
    scene = Scene("thor", valkyries="black", cards=["normal_jormungand"])
    assert (scene.tile, scene.space("jormungand")) == ("black", 1)


def nidhogg() -> Scene:
    at = {"nidhogg": 1, "fenrir": 0, "hel": 1, "jormungand": 0, "loki": 2, "surt": 3}
    return Scene("thor", at=at, cards=["normal_nidhogg"])


def test_s29_nidhogg_and_a_tie() -> None:
    scene = nidhogg()
    scene.refused("nidhogg hel", "E_NIDHOGG_CHOICE_INVALID")
    scene.does("nidhogg jormungand")
    assert (scene.space("nidhogg"), scene.space("jormungand"), scene.tile) == (2, 1, "black")
    scene = nidhogg().times_out()
    assert (scene.space("fenrir"), scene.state.rage, scene.actions) == (1, 0, 3)


def test_s30_nidhogg_without_a_tie() -> None:
    at = {"nidhogg": 0, "fenrir": 1, "hel": 2, "jormungand": 2, "loki": 2, "surt": 3}
    scene = Scene("thor", at=at, cards=["normal_nidhogg"])
    assert (scene.space("nidhogg"), scene.space("fenrir"), scene.asked, scene.actions) == (1, 2, "action", 3)


@pytest.mark.parametrize("space, rolls, left", [(0, [0, 2], 1), (2, [1, 1], 1), (4, [0, 1, 1], 0)])
def test_s31_fenrir(space: int, rolls: list[int], left: int) -> None:
    scene = Scene("thor", at={"fenrir": space}, cards=["normal_fenrir"], chance={"roll": rolls})
    assert (scene.space("fenrir"), scene.actions, scene.chance.dice) == (space + 1, left, [])


def test_s31_what_is_left_of_his_rage_is_gone_with_the_turn() -> None:
    scene = Scene("thor", at={"fenrir": 4}, cards=["normal_fenrir", "normal_loki"], chance={"roll": [0, 1, 1]})
    decision = RULES.decisions(scene.state)[0]
    end = RULES.forced(scene.state, decision)
    assert end is not None
    scene.move(end)
    assert (scene.actions, scene.state.rage) == (3, 0)
    assert sum(isinstance(one, FenrirCalmed) for one in scene.told) == 3
    last = Scene("thor", at={"fenrir": 6}, cards=["normal_fenrir"], chance={"roll": [0, 0, 0]})
    assert last.state.rage
    end = RULES.forced(last.state, RULES.decisions(last.state)[0])
    assert end is not None
    assert last.move(end).result == ("lost", ("residence",))
    assert last.state.rage == 0


def test_s32_a_ragnarok_card() -> None:
    scene = Scene("thor", at={"loki": 2, "hel": 6, "surt": 0}, cards=["ragnarok_1"])
    assert (scene.space("loki"), scene.space("hel"), scene.space("surt"), scene.actions) == (3, 7, 1, 3)
    assert (scene.codes("active"), scene.bag("white"), scene.state.dead) == ([], (6, 12), 5)


# --- Gods ---------------


def test_s33_odin_chooses() -> None:
    scene = Scene("odin", cards=["normal_fenrir", "normal_surt"])
    scene.refused("pick 3 top", "E_ODIN_CHOICE_INVALID")
    scene.does("pick 2 bottom")
    assert (scene.space("surt"), scene.bag("white"), scene.state.kingdom, scene.actions) == (1, (6, 14), 10, 3)
    assert CARDS[scene.state.deck[0]] == "normal_fenrir"
    assert [CARDS[card] for card in scene.state.discard] == ["normal_surt"]
    assert len(scene.state.deck) == 41


def test_s34_odin_with_one_card_left() -> None:
    scene = Scene("odin", deck=["normal_loki"])
    assert (scene.asked, scene.space("loki"), scene.state.deck) == ("action", 1, [])


def test_s35_frey() -> None:
    scene = Scene("frey").does("elf", "vanir +", "forge surt 1", "mid white search", drawn="FFV")
    assert (scene.stock("frey"), scene.artifacts("frey"), scene.state.vanir) == ((1, 1), ["sword_1"], 2)
    assert (scene.valkyries, scene.bag("white")) == ("white", (5, 12))
    assert scene.refused("dead white", "E_NO_ACTIONS_LEFT") == {"god": "frey"}


def test_s36_freyja() -> None:
    scene = Scene("freyja thor").does("vanir +", "vanir +", "elf")
    assert (scene.state.vanir, scene.stock("freyja")) == (3, (0, 1))
    scene = Scene("freyja thor").does("elf", "vanir +", "elf")
    assert (scene.stock("freyja"), scene.state.elves_left) == ((0, 2), 1)
    scene = Scene("freyja thor").does("elf", "elf")
    scene.refused("elf", "E_WORLD_ALREADY_USED")
    scene = Scene("freyja thor").does("elf", "elf", "vanir +")
    assert scene.actions == 0


def test_s36_freyja_repeats_one_world_alone() -> None:
    scene = Scene("freyja thor").does("elf", "elf")
    scene.state.spent = 1  # as if she had one action more
    scene.does("vanir +")
    scene.refused("vanir +", "E_WORLD_ALREADY_USED")


def test_s37_heimdall() -> None:
    scene = Scene("heimdall", valkyries="black", tile="white").does("mid stay search", drawn="VVFV")
    assert scene.stock("heimdall") == (3, 0)
    scene.does("fire black", drawn="FFFVV")
    assert scene.bag("black") == (12, 0)


def test_s38_tyr() -> None:
    scene = Scene("tyr", at={"hel": 1}, stock={"tyr": (2, 0)}).does("fight hel v2", roll=[1, 3])
    assert scene.space("hel") == 0


def test_s39_thor_and_a_giant_of_the_pile() -> None:
    scene = Scene("thor", stock={"thor": (1, 0)}, top="skadi").does("ice top v1", roll=1)
    assert (scene.codes("defeated"), scene.state.parts("sigel"), scene.state.dead) == (["skadi"], 1, 6)
    assert len(scene.state.pile) == 15
    scene.does("dead white")


def test_s39_with_greip_the_same_fight_is_lost_and_nothing_is_shown() -> None:
    scene = Scene("thor", stock={"thor": (1, 0)}, top="skadi", active="greip").does("ice top v1", roll=1)
    assert (scene.codes("defeated"), len(scene.state.pile), scene.state.dead) == ([], 15, 6)
    assert not any(isinstance(one, GiantDefeated) for one in scene.told)
