"""Set-up, printed examples and the end of the game: the dossier's scenarios S01 to S21, straight from it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.games.yggdrasil.data import ARTIFACTS, CARDS, ENEMIES, GODS, ISLANDS
from engine.games.yggdrasil.happenings import CombatEnded
from engine.games.yggdrasil.moves import PickGod
from engine.games.yggdrasil.state import State, missing
from tests.games.yggdrasil.scene import RULES, Scene


def begun(gods: str, **options: Any) -> State:
    """A new game up to its first question after the gods are chosen."""
    names = gods.split()
    chance = SeededChance(b"begun")
    state, _ = RULES.setup(RULES.Options.model_validate(options), len(names), chance)
    for seat, name in enumerate(names):
        RULES.apply(state, seat, PickGod.model_validate({"god": name}), chance)
    return state


def table(gods: str) -> State:
    """A new game before its first turn, which chance would change."""
    state, _ = RULES.setup(RULES.Options(), len(gods.split()), SeededChance(b"begun"))
    return state


def test_s01_a_table_for_three_gods() -> None:
    state = table("odin thor freyja")
    assert (state.elves_left, state.dead, state.kingdom) == (4, 5, 12)
    assert list(zip(state.bag_vikings, state.bag_fires, strict=True))[1:] == [(6, 12), (9, 9), (12, 6), (15, 3)]
    assert (ISLANDS[state.valkyries], ISLANDS[state.tile], state.vanir) == ("rainbow", "black", 1)
    assert state.spaces == [0] * 6
    assert Counter(CARDS[card] for card in state.deck) == dict.fromkeys([f"normal_{code}" for code in ENEMIES], 7)
    assert (len(state.pile), state.active, state.defeated) == (16, [], [])
    assert state.artifacts == [[0] * 6] * 3
    assert len(ARTIFACTS) * 3 == 18
    assert (state.vikings, state.elves) == ([0] * 3, [0] * 3)
    assert missing(state) == []
    began = begun("odin thor freyja")
    assert [GODS[god] for god in began.gods] == ["odin", "thor", "freyja"]
    assert began.turn == 1


@pytest.mark.parametrize("gods, elves", [("odin", 2), ("odin thor", 3), ("odin thor tyr frey freyja heimdall", 7)])
def test_s02_elves_are_counted_by_gods(gods: str, elves: int) -> None:
    state = table(gods)
    assert state.elves_left == elves
    assert (state.dead, state.kingdom, len(state.deck)) == (5, 12, 42)
    assert missing(state) == []


def test_s02_each_god_has_a_turn_in_the_order_of_seats() -> None:
    scene = Scene("odin thor")
    seats = []
    for _ in range(4):
        seats.append(scene.state.seat)
        while scene.asked != "action":
            scene.times_out()
        scene.lucky(roll=[3] * 4)
        scene.move(scene.read("end"))
    assert seats == [0, 1, 0, 1]


def test_s03_combat_forces() -> None:
    at = {"hel": 7, "jormungand": 5, "loki": 6, "nidhogg": 4, "fenrir": 2, "surt": 3}
    scene = Scene("odin", at=at, stock={"odin": (6, 0)})
    assert scene.bag("black") == (9, 3)
    forces = {code: scene.force(code) for code in at}
    assert forces == {"hel": 8, "jormungand": 7, "loki": 7, "nidhogg": 6, "fenrir": 5, "surt": 6}
    scene.does("fight surt v6", roll=0)
    assert (scene.space("surt"), scene.force("surt")) == (2, 5)
    assert (scene.stock("odin"), scene.state.dead) == ((0, 0), 11)
    assert [scene.bag(code) for code in ISLANDS[1:]] == [(6, 12), (9, 9), (12, 6), (9, 3)]


def surt_and_odin() -> Scene:
    return Scene("odin freyja", at={"surt": 3}, stock={"odin": (2, 1)}, owns={"odin": "sword_1"})


def test_s04_odin_fights_surt() -> None:
    scene = surt_and_odin().does("fight surt v2 e1", roll=2)
    assert (scene.space("surt"), scene.stock("odin"), scene.artifacts("odin")) == (2, (0, 0), ["sword_1"])
    assert (scene.state.dead, scene.state.elves_left) == (7, 3)


def test_s05_an_elf_that_is_not_needed_stays() -> None:
    scene = surt_and_odin().does("fight surt v2 e1", roll=3)
    assert (scene.space("surt"), scene.stock("odin"), scene.state.elves_left) == (2, (0, 1), 2)


def test_s06_an_elf_that_would_not_help_stays() -> None:
    scene = surt_and_odin().does("fight surt v2 e1", roll=0)
    assert (scene.space("surt"), scene.stock("odin"), scene.state.dead) == (3, (0, 1), 7)
    assert (scene.actions, scene.state.used) == (2, [0])


def test_s07_moving_the_valkyries() -> None:
    for line in ("mid white search", "mid white", "mid green", "mid stay search"):
        Scene("odin", valkyries="blue", tile="green").does(line, drawn="VVV" if "search" in line else "")
    scene = Scene("odin", valkyries="blue", tile="green")
    scene.refused("mid green search", "E_ISLAND_SUBMERGED")
    assert scene.refused("mid black", "E_ISLAND_NOT_ADJACENT") == {"island": "blue", "among": ["white", "green"]}
    scene.refused("mid stay", "E_NOTHING_TO_DO")


def test_s08_odin_searches_the_green_bag() -> None:
    scene = Scene("odin", valkyries="green").does("mid stay search", drawn="VVF")
    assert (scene.stock("odin"), scene.bag("green")) == ((2, 0), (10, 6))


def test_s09_upgrading_the_ring() -> None:
    scene = Scene("odin", owns={"odin": "ring_2"}, at={"hel": 1}).does("forge hel 3")
    assert scene.artifacts("odin") == ["ring_3"]
    assert scene.does("fight hel", roll=2).space("hel") == 0


def test_s10_a_gift_to_freyja() -> None:
    scene = Scene("odin freyja", stock={"odin": (3, 1)}).does("trade freyja give 2v1e")
    assert (scene.stock("odin"), scene.stock("freyja"), scene.asked) == ((1, 0), (2, 1), "action")


def test_s11_kingdom_of_fire() -> None:
    scene = Scene("odin").does("fire blue", drawn="FFFVV")
    assert (scene.state.kingdom, scene.bag("blue")) == (15, (9, 6))


def test_s12_odin_fights_gialp() -> None:
    scene = Scene("odin", active="gialp", stock={"odin": (2, 0)})
    assert scene.refused("fire blue", "E_WORLD_UNREACHABLE") == {"world": "fire", "giant": "gialp"}
    scene.does("ice gialp v2", roll=1).does("fire blue", drawn="FFFVV")
    assert (scene.codes("defeated"), scene.state.parts("daeg"), scene.actions) == (["gialp"], 1, 1)


def test_s13_the_vanir() -> None:
    scene = Scene("odin thor", vanir=2).does("vanir 2")
    assert (scene.stock("odin"), scene.state.dead, scene.state.vanir) == ((2, 0), 3, 1)
    scene = Scene("odin thor", vanir=2).does("vanir 1 white")
    assert (scene.valkyries, scene.stock("odin"), scene.state.vanir) == ("white", (0, 0), 1)
    scene = Scene("odin thor", vanir=2).does("vanir +")
    assert scene.state.vanir == 3
    for line in ("vanir 3", "vanir 2", "vanir 1 white"):
        other = Scene("odin thor", vanir=3).turn("thor")
        other.does(line)
    Scene("odin thor", vanir=2).refused("vanir 3 avoid loki", "E_VANIR_SQUARE_NOT_REACHED")


def test_s14_an_enemy_card_is_taken() -> None:
    scene = Scene("thor tyr", cards=["normal_hel"])
    assert (scene.space("hel"), scene.bag("white"), scene.state.dead) == (1, (4, 12), 7)
    assert (len(scene.state.deck), len(scene.state.discard)) == (41, 1)


def test_s15_five_beyond_the_wall() -> None:
    at = {"surt": 3, "fenrir": 3, "nidhogg": 4, "loki": 3, "hel": 4, "jormungand": 0}
    assert Scene("odin", at=at).does("end").result == ("lost", ("wall",))
    scene = Scene("odin", at=at | {"hel": 2})
    scene.move(scene.read("end"))
    assert scene.result is None


def test_s16_three_beyond_the_door() -> None:
    assert Scene("odin", at={"surt": 5, "nidhogg": 6, "loki": 5}).does("end").result == ("lost", ("door",))


def test_s17_one_in_the_residence() -> None:
    assert Scene("odin", at={"surt": 7}).does("end").result == ("lost", ("residence",))


LAST = {"hel": 4, "loki": 4, "surt": 4, "fenrir": 3, "jormungand": 1, "nidhogg": 0}


def last_card(jormungand: int, **given: Any) -> Scene:
    at = LAST | {"jormungand": jormungand}
    return Scene("frey", at=at, valkyries="white", deck=["normal_jormungand"], **given)


def test_s18_victory_after_the_last_card() -> None:
    scene = last_card(1)
    assert (scene.space("jormungand"), scene.tile, scene.state.deck) == (2, "white", [])
    assert scene.does("end").result == ("won", ("deck",))
    assert RULES.decisions(scene.state) == ()


def test_s19_defeat_on_the_last_card() -> None:
    scene = last_card(2)
    assert scene.space("jormungand") == 3
    assert scene.does("end").result == ("lost", ("wall",))


def test_s20_repaired_before_the_check() -> None:
    scene = last_card(2, stock={"frey": (3, 0)}).does("fight jormungand v3", "end", roll=3)
    assert (scene.space("jormungand"), scene.state.dead, scene.result) == (2, 8, ("won", ("deck",)))


def test_s21_two_causes_at_once() -> None:
    scene = Scene("odin", at={"surt": 7, "loki": 5, "hel": 6}).does("end")
    assert scene.result == ("lost", ("door", "residence"))


# --- What a fight comes to ---------------

ODIN = {"at": {"surt": 3}, "stock": {"odin": (2, 1)}, "owns": {"odin": "sword_1"}}
BAUGI = {"defeated": "angrboda farbauti hrym", "top": "baugi", "stock": {"thor": (2, 0)}, "at": {"hel": 3}}
GIALP = {"defeated": "ymir geirrod greip", "active": "gialp", "stock": {"odin": (3, 0)}}
ASKED = {"at": {"hel": 1}, "stock": {"thor": (2, 2)}}
# Scenario -> gods, what lies there, the fight, hammers, and then total, force, Elves that helped, whether it is won.
FIGHTS: dict[str, tuple[str, dict[str, Any], list[str], Any, tuple[int, int, int, bool]]] = {
    "S03": ("odin", {"at": {"surt": 3}, "stock": {"odin": (6, 0)}}, ["fight surt v6"], 0, (6, 6, 0, True)),
    "S04": ("odin freyja", ODIN, ["fight surt v2 e1"], 2, (6, 6, 1, True)),
    "S05": ("odin freyja", ODIN, ["fight surt v2 e1"], 3, (6, 6, 0, True)),
    "S06": ("odin freyja", ODIN, ["fight surt v2 e1"], 0, (3, 6, 0, False)),
    "S12": ("odin", {"active": "gialp", "stock": {"odin": (2, 0)}}, ["ice gialp v2"], 1, (3, 3, 0, True)),
    "S20": ("frey", {"at": {"jormungand": 3}, "stock": {"frey": (3, 0)}}, ["fight jormungand v3"], 3, (6, 6, 0, True)),
    "S38": ("tyr", {"at": {"hel": 1}, "stock": {"tyr": (2, 0)}}, ["fight hel v2"], [1, 3], (5, 5, 0, True)),
    "S39": ("thor", {"top": "skadi", "stock": {"thor": (1, 0)}}, ["ice top v1"], 1, (3, 3, 0, True)),
    "S39 with Greip": ("thor", {"top": "skadi", "active": "greip", "stock": {"thor": (1, 0)}}, ["ice top v1"], 1,
                       (3, 4, 0, False)),
    "S41": ("thor", BAUGI, ["ice top v2"], 0, (3, 3, 0, True)),
    "S43": ("odin thor", GIALP, ["ice gialp v3"], 0, (3, 3, 0, True)),
    "S52": ("thor odin", ASKED, ["fight hel v2 e?", "e 1"], 1, (5, 5, 1, True)),
    "S52 without": ("thor odin", ASKED, ["fight hel v2 e?", "e 0"], 1, (4, 5, 0, False)),
}  # fmt: skip


@pytest.mark.parametrize("name", FIGHTS)
def test_a_fight_comes_to_what_the_dossier_counts(name: str) -> None:
    gods, given, lines, roll, counted = FIGHTS[name]
    scene = Scene(gods, **given).does(*lines, roll=roll)
    (ended,) = (one for one in scene.told if isinstance(one, CombatEnded))
    assert (ended.total, ended.force, ended.elves, ended.won) == counted
