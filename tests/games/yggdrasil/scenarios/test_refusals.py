"""Illegal moves, X01 to X22 of the dossier: each is refused with its code, and nothing happens."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.moves import IllegalMove
from engine.games.yggdrasil.data import GIANT
from engine.games.yggdrasil.moves import PickGod
from tests.games.yggdrasil.scene import RULES, Scene


def test_x01_a_world_twice() -> None:
    assert Scene("thor").does("elf").refused("elf", "E_WORLD_ALREADY_USED") == {"world": "elves"}


def test_x02_not_your_turn() -> None:
    assert Scene("thor odin").refused("elf", "E_NOT_YOUR_TURN", by="odin") == {"seat": 0, "god": "thor"}


def test_x03_an_enemy_on_its_first_space() -> None:
    Scene("thor").refused("fight surt v0", "E_ENEMY_AT_START")


def test_x04_and_x05_more_than_one_owns() -> None:
    scene = Scene("thor", at={"hel": 2}, stock={"thor": (1, 0)})
    assert scene.refused("fight hel v2", "E_NOT_ENOUGH_VIKINGS") == {"god": "thor", "have": 1}
    assert scene.refused("fight hel v0 e=1", "E_NOT_ENOUGH_ELVES") == {"god": "thor", "have": 0}


@pytest.mark.parametrize(
    "line, code",
    [
        ("fight hel v48", "E_NOT_ENOUGH_VIKINGS"),
        ("fight hel v200 e1", "E_NOT_ENOUGH_VIKINGS"),
        ("fight hel v1 e=8", "E_NOT_ENOUGH_ELVES"),
        ("ice top v48", "E_NOT_ENOUGH_VIKINGS"),
        ("ice top v0 e=20", "E_NOT_ENOUGH_ELVES"),
        ("trade odin give 60v", "E_NOT_ENOUGH_VIKINGS"),
        ("trade odin give 1v 8e", "E_NOT_ENOUGH_ELVES"),
        ("trade odin take 99v", "E_TRADE_PARTNER_SHORT"),
        ("trade odin give 1v take 12e", "E_TRADE_PARTNER_SHORT"),
    ],
)
def test_more_than_there_is_in_the_box_is_still_more_than_one_owns(line: str, code: str) -> None:
    """R7.2, R7.5, R8.5: such a line is well understood."""
    Scene("thor odin", at={"hel": 2}, stock={"thor": (1, 0)}).refused(line, code)


def test_answers_with_more_than_there_is_in_the_box_are_too_many() -> None:
    asked = Scene("thor", at={"hel": 1}, stock={"thor": (2, 2)}).does("fight hel v2 e?", roll=0)
    assert asked.refused("e 9", "E_NOT_ENOUGH_ELVES")["have"] == 2
    given = {"defeated": "skadi thrym suttung", "active": "hymir", "stock": {"thor": (2, 0)}}
    asked = Scene("thor odin", **given).does("ice hymir v2", roll=0)
    assert asked.refused("on sigel: odin 50", "E_RUNE_CHOICE_INVALID")["most"] == 7


def test_x06_and_x07_where_the_valkyries_cannot_go_or_search() -> None:
    scene = Scene("thor")
    scene.refused("mid blue", "E_ISLAND_NOT_ADJACENT")
    scene.refused("mid stay search", "E_RAINBOW_NO_SEARCH")


def test_x08_a_whirlpool() -> None:
    scene = Scene("thor", active="hrym", tile="blue", valkyries="white")
    scene.refused("mid blue", "E_WHIRLPOOL")
    assert scene.does("mid rainbow").valkyries == "rainbow"
    scene = Scene("thor", active="hrym", tile="blue", valkyries="blue")
    scene.refused("mid stay search", "E_ISLAND_SUBMERGED")
    assert scene.does("mid green").valkyries == "green"


def test_x09_and_x10_artifacts() -> None:
    scene = Scene("thor odin", owns={"odin": "horn_1"})
    assert scene.refused("forge loki 1", "E_ARTIFACT_NOT_IN_FORGE")["god"] == "odin"
    scene.refused("forge loki 2", "E_ARTIFACT_LEVEL_SKIP")
    Scene("thor", owns={"thor": "horn_2"}).refused("forge loki 1", "E_ARTIFACT_ALREADY_OWNED")


def test_x11_no_elf_is_left() -> None:
    Scene("thor odin", stock={"odin": (0, 3)}).refused("elf", "E_NO_ELVES_LEFT")


def test_x12_trades() -> None:
    Scene("thor").refused("trade odin give 1v", "E_NO_OTHER_GOD")
    scene = Scene("thor odin", stock={"thor": (1, 0)})
    scene.refused("trade odin give 0v", "E_TRADE_EMPTY")
    assert scene.refused("trade odin give 2v", "E_NOT_ENOUGH_VIKINGS") == {"god": "thor", "have": 1}
    assert scene.refused("trade odin give 1v 1e", "E_NOT_ENOUGH_ELVES") == {"god": "thor", "have": 0}
    short = scene.refused("trade odin give 1v take 1e", "E_TRADE_PARTNER_SHORT")
    assert short == {"god": "odin", "what": "elves", "have": 0}


def test_x13_and_x17_giants_that_cannot_be_fought() -> None:
    Scene("thor", stock={"thor": (1, 0)}).refused("ice gialp v1", "E_GIANT_NOT_ACTIVE")
    Scene("thor", defeated=" ".join(GIANT)).refused("ice top v0", "E_NO_GIANTS")
    others = " ".join(code for code in GIANT if code != "greip")
    scene = Scene("thor", active="greip", defeated=others)
    scene.refused("ice top v0", "E_PILE_EMPTY")
    scene.does("ice greip v0", roll=0)


def test_x14_the_vanir_at_its_end() -> None:
    scene = Scene("thor", vanir=5, active="greip")
    scene.refused("vanir +", "E_VANIR_AT_END")
    scene.refused("vanir 5 greip", "E_GIANT_NOT_IN_PILE")
    Scene("thor", vanir=5, defeated=" ".join(GIANT)).refused("vanir 5 greip", "E_VANIR_NO_EFFECT")


def test_x15_an_empty_bag() -> None:
    scene = Scene("thor", bags={"blue": (0, 0)})
    scene.refused("fire blue", "E_BAG_EMPTY")


def test_x16_no_action_left_and_the_game_over() -> None:
    scene = Scene("thor").does("elf", "vanir +", "dead white")
    scene.refused("vanir +", "E_NO_ACTIONS_LEFT")
    scene = Scene("thor", deck=["normal_loki"]).does("end")
    assert scene.result == ("won", ("deck",))
    assert scene.refused("elf", "E_GAME_OVER") == {"won": True}


def test_x18_what_is_asked_first() -> None:
    scene = Scene("odin", cards=["normal_hel", "normal_surt"])
    assert scene.refused("elf", "E_CHOICE_PENDING") == {"choice": "odin"}


def test_x19_a_name_cut_too_short() -> None:
    scene = Scene("thor", active="gialp gilling")
    with pytest.raises(IllegalMove) as refused:
        scene.read("ice gi v0")
    assert (refused.value.code, refused.value.where["found"]) == ("E_AMBIGUOUS", ["gialp", "gilling"])
    scene.does("ice gia v0", roll=0)
    Scene("thor", active="gialp").does("ice gi v0", roll=0)


@pytest.mark.parametrize("gods, line", [
    ("thor frey", "trade fre give 1v"), ("thor freyja", "trade fre give 1v"), ("frey freyja", "trade fre give 1v"),
    ("thor frey", "обмен фрей дать 1в"),
])  # fmt: skip
def test_a_god_may_be_cut_as_far_as_one_alone_of_this_game_begins_so(gods: str, line: str) -> None:
    first, second = gods.split()
    assert Scene(gods, stock={first: (3, 0)}).does(line).stock(second) == (1, 0)


def test_x19_gods_that_are_both_there_are_both_named() -> None:
    scene = Scene("thor freyja frey", stock={"thor": (3, 0)})
    with pytest.raises(IllegalMove) as refused:
        scene.read("trade fre give 1v")
    assert (refused.value.code, refused.value.where["found"]) == ("E_AMBIGUOUS", ["frey", "freyja"])


def test_x20_whom_one_cannot_trade_with() -> None:
    scene = Scene("thor odin", stock={"thor": (1, 0)})
    scene.refused("trade thor give 1v", "E_UNKNOWN_TARGET")
    scene.refused("trade tyr give 1v", "E_UNKNOWN_TARGET")


@pytest.mark.parametrize("line", ["dead rainbow", "fire rainbow", "огонь радуга"])
def test_the_rainbow_island_has_no_bag_to_name(line: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        Scene("thor odin").read(line)
    assert (refused.value.code, refused.value.where) == ("E_UNKNOWN_TARGET", {"island": "rainbow"})


def test_x21_square_four() -> None:
    scene = Scene("thor", vanir=4, at={"loki": 1})
    scene.refused("vanir 4 surt", "E_ENEMY_AT_START")
    assert scene.does("vanir 4 loki").space("loki") == 0
    Scene("thor", vanir=4).refused("vanir 4 loki", "E_VANIR_NO_EFFECT")


def test_x22_a_god_who_is_taken() -> None:
    state, _ = RULES.setup(RULES.Options(), 2, SeededChance(b"x"))
    RULES.apply(state, 0, PickGod(god="thor"), SeededChance(b"x"))
    before = state.copy()
    with pytest.raises(IllegalMove) as refused:
        RULES.apply(state, 1, PickGod(god="thor"), SeededChance(b"x"))
    assert (refused.value.code, state) == ("E_GOD_TAKEN", before)
    RULES.apply(state, 1, PickGod(god="tyr"), SeededChance(b"x"))
