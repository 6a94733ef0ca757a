"""Scenarios S34 to S52, S57 and S62: battles, the start of a round, Ragnarök."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.games.asgard import game, moves
from engine.games.asgard import pieces as p
from engine.games.asgard.play import NEWEST, Play
from engine.games.asgard.rules import battles, course, ragnarok, round_start
from tests.games.asgard.scene import SEATS, Scene


def playing(scene: Scene) -> Play:
    return Play(scene.state, SeededChance(b"by hand"), NEWEST)


def to_battle(scene: Scene) -> Scene:
    """Phase 4 with the ancient weapons AL-4 and AD-1."""
    scene.state.ancient = [[1, 2, 3, 5, 4], [2, 3, 4, 5, 1]]
    play = playing(scene)
    battles.begin(play)
    course.go_on(play)
    return scene


def test_s34_temples_score_every_round() -> None:
    scene = Scene()
    data = scene.state.components
    scene.state.own_temples[0] = [data.temples.index("T3-1"), data.temples.index("T7-1")]
    to_battle(scene)
    assert scene.score("R") == 10


def four_battles(*, tyr: bool = False) -> Scene:
    scene = Scene().world("W1L", "PL-seal").world("W1D", "PD-any_stone").battle("B1D", "Y")
    scene.world("W2L", "odin 1").world("W2D", "hel 4").battle("B2D", "R").own("R", recruits="wg")
    scene.world("W6D", "loki 4").battle("B6L", "Y").own("Y", recruits="wo")
    scene.world("W7L", "tyr 3").world("W7D", "mimir 4").battle("B7D", "B")
    if tyr:
        scene.skill("B", "tyr_skill")
    return to_battle(scene)


def test_s35_four_battles() -> None:
    scene = four_battles()
    giants, valhalla = scene.state.recruits[2], sum(scene.state.valhalla)
    assert scene.asked() == [("R", "battle"), ("Y", "battle")]  # B can do nothing for his disc
    scene.play("R", "FIGHT W2D send g")
    scene.play("Y", "FIGHT W6L send w o")
    assert (scene.victories("Y"), scene.victories("R"), scene.victories("B")) == ([1, 6], [2], [])
    assert (scene.recruits("R"), scene.recruits("Y"), scene.state.middle[2]) == ("w", "", 1)
    assert (scene.state.recruits[2], sum(scene.state.valhalla)) == (giants + 1, valhalla + 2)


def test_s35_values_are_those_of_the_rules() -> None:
    scene = four_battles()
    values = [battles.values(scene.state, p.BATTLE_SLOT[slot]) for slot in ("B1D", "B2D", "B6L", "B7D")]
    assert values == [(7, 6), (5, 5), (4, 5), (5, 7)]


def test_s36_recruits_that_do_not_win() -> None:
    scene = four_battles()
    assert scene.refuse("Y", "FIGHT W6L send w") == "E_STRENGTH"
    assert scene.refuse("Y", "FIGHT W1D send w") == "E_NO_EFFECT"


def test_s37_tyrs_tile_wins_without_recruits() -> None:
    scene = four_battles(tyr=True)
    scene.play("R", "FIGHT W2D none")
    scene.play("Y", "FIGHT W6L none")
    scene.play("B", "FIGHT W7D tyr")
    assert (scene.victories("B"), scene.state.skills[1]) == ([7], -1)


@pytest.mark.parametrize(
    "left, points",
    [([1, 1, 1, 1, 1], [9]), ([1, 1, 0, 1, 1], [5]), ([1, 0, 0, 1, 1], [3]), ([0, 0, 0, 1, 1], [])],
)
def test_s38_battle_tiles_fall_through_downward_only(left: list[int], points: list[int]) -> None:
    scene = Scene().victory("R", 1, 2, 3)
    scene.state.battle_tiles = left
    battles.take_battle_tiles(playing(scene))
    assert scene.state.own_battle_tiles[0] == points


def test_s39_the_lowest_score_takes_first() -> None:
    scene = Scene(round_=4).scores(R=15, B=10, P=8, Y=4)
    for who in "RBY":
        scene.victory(who, 1, 2, 3)
    scene.victory("P", 1).state.battle_tiles = [0, 4, 1, 3, 2]
    battles.take_battle_tiles(playing(scene))
    assert [scene.state.own_battle_tiles[SEATS.index(who)] for who in "YPBR"] == [[9], [], [5], [5]]
    assert scene.state.battle_tiles == [0, 2, 0, 3, 2]


def test_s40_a_tie_in_points_goes_by_turn_order() -> None:
    scene = Scene(order="YPRB").scores(R=10, P=10).victory("R", 1, 2, 3).victory("P", 1, 2, 3)
    scene.state.battle_tiles = [0, 2, 1, 0, 0]
    battles.take_battle_tiles(playing(scene))
    assert (scene.state.own_battle_tiles[3], scene.state.own_battle_tiles[0]) == ([9], [5])


def test_s41_too_few_discs() -> None:
    scene = Scene(round_=4, stage="recover").middle("R").victory("R", 3, 1).support("odin", "R").support("tyr", "R")
    scene.support("hel", "R").victory("Y", 1).state.victory[0][0] = 0
    scene.state.front = [0, 2, 3, 3]
    scene.state.chosen = [False, True, True, True]
    assert scene.refuse("R", "RECOVER middle") == "E_RECOVER"
    assert scene.refuse("R", "RECOVER middle V3 support:odin") == "E_RECOVER"
    assert scene.refuse("Y", "RECOVER V1") == "E_RECOVER"
    scene.play("R", "RECOVER middle support:odin")
    assert (scene.front("R"), scene.at("support:odin upper"), scene.state.stage) == (2, "", "gods")


def new_round(scene: Scene) -> Scene:
    scene.state.stage = "start"
    course.go_on(play := playing(scene))
    assert play.out
    return scene


def test_s42_the_row_is_refilled_and_the_stack_renewed() -> None:
    scene = Scene(round_=2).row("(A-recruit1)", "(A-recruit1+1)", "(A-recruit2+1)")
    new_round(scene)
    assert (scene.state.asgard_up, len(scene.state.asgard_stack), scene.state.asgard_aside) == ([True] * 3, 2, [])
    assert {3, 4} <= set(scene.state.asgard_row)


def test_s42_tiles_that_nobody_flipped_stay() -> None:
    scene = Scene(round_=2).row("A-recruit1", "(A-recruit1+1)", "A-recruit2+1")
    new_round(scene)
    assert (scene.state.asgard_row[0], scene.state.asgard_row[2]) == (0, 2)
    assert (scene.state.asgard_aside, len(scene.state.asgard_stack), scene.state.asgard_up) == ([1], 1, [True] * 3)


def seals_run_short() -> Scene:
    scene = Scene(round_=3, order="PRYB").seal("freyja", "baldr", "odin", "tyr", "thor", "mimir", "surtr")
    scene.state.seals = [4, 0]
    for who, count in (("R", 3), ("B", 3), ("Y", 1)):
        scene.state.own_seals[SEATS.index(who)][1] = count
    return new_round(scene)


def test_s43_the_first_player_names_who_gives_a_seal() -> None:
    scene = seals_run_short()
    assert scene.asked() == [("P", "seal_giver")]
    assert scene.refuse("P", "GIVER seal D: yellow") == "E_GIVER"
    scene.play("P", "GIVER seal D: blue")
    assert [scene.seals(who) for who in "RBY"] == ["DD", "D", "D"]
    assert scene.state.god_seals == [1] * 10
    assert scene.state.stage == "gods"


def test_s44_battle_tiles_count_at_ragnarok() -> None:
    scene = Scene(round_=5)
    scene.state.own_battle_tiles[2] = [3, 9, 9]
    scene.state.stage = "start"
    course.go_on(playing(scene))
    assert scene.score("B") == 21


def test_s45_ancient_weapons_go_under_the_populations_that_face_a_god() -> None:
    scene = Scene(round_=5).world("W7L", "odin 1").world("W7D", "hel 1").world("W6D", "hel 2")
    scene.world("W5L", "odin 2").world("W3D", "loki 1")
    ragnarok.begin(playing(scene))
    state = scene.state
    laid = [p.WORLD_SLOTS[slot] for slot in range(14) if state.beneath[slot]]
    assert laid == ["W3L", "W5D", "W6L"]
    assert [state.worlds[p.WORLD_SLOT[slot]] for slot in ("W1L", "W2L", "W4L", "W4D")] == [-1] * 4
    assert (len(state.ancient[0]), len(state.ancient[1])) == (3, 4)
    assert sorted([*state.ancient[0], state.beneath[p.WORLD_SLOT["W6L"]], state.beneath[p.WORLD_SLOT["W3L"]]]) == [
        1, 2, 3, 4, 5,
    ]  # fmt: skip


def test_s46_warriors_from_valhalla() -> None:
    scene = Scene(round_=5, order="RPBY").world("W1L", "odin 1").world("W5L", "odin 2")
    scene.world("W2L", "tyr 1").world("W3L", "freyja 1").world("W4L", "thor 1")
    scene.support("odin", "R", "P").support("thor", "R").support("tyr", "P", "Y").support("freyja", "P", "Y")
    scene.on_god("tyr", "").state.valhalla = [1, 2]
    ragnarok.begin(playing(scene))
    assert scene.asked() == [("R", "valhalla")]
    scene.play("R", "VALHALLA o odin W5")
    scene.play("P", "VALHALLA o odin W1")
    assert scene.asked() == [("Y", "valhalla")]  # B stands below no Light god
    assert scene.refuse("Y", "VALHALLA w odin W1") == "E_NOT_SUPPORTED"
    scene.play("Y", "VALHALLA w tyr W2")
    assert scene.state.stage == "over"  # nobody has arms
    fallen = scene.state.fallen
    assert [fallen[p.WORLD_SLOT[slot]] for slot in ("W5L", "W1L", "W2L")] == [[0, 1, 0], [0, 1, 0], [1, 0, 0]]


def with_arms(*, second_tiles: bool = True) -> Scene:
    scene = Scene(round_=5, order="RYPB").world("W5L", "odin 1").world("W3D", "surtr 1")
    if second_tiles:
        scene.world("W6L", "odin 2").world("W4D", "surtr 2")
    scene.support("odin", "R", "P").support("surtr", "Y")
    scene.arms("R", "2", "3").arms("Y", "3", "negate_weapon").arms("P", "vp_top")
    scene.state.valhalla = [0, 0]
    play = playing(scene)
    ragnarok.begin(play)
    course.go_on(play)
    return scene


def test_s47_arms_are_laid_face_down() -> None:
    scene = with_arms()
    [laid] = scene.play("R", "ARM weapon 2 odin W5")
    assert laid.seen_by(1).tile is None  # type: ignore[union-attr]
    assert scene.refuse("Y", "ARM weapon 3 odin W5") == "E_NOT_SUPPORTED"
    scene.play("Y", "ARM wizardry negate_weapon surtr W3")
    view = scene.view("P")
    seen = [(one.slot, one.kind, one.seat, one.tile) for one in view.laid]
    assert seen == [("W3D", "wizardry", 1, None), ("W5L", "weapon", 0, None)]
    assert scene.refuse("P", "ARM wizardry vp_bottom odin W5") == "E_TILE_NOT_OWNED"


def test_s47_the_last_tile_has_but_one_place_to_go() -> None:
    scene = with_arms(second_tiles=False)
    scene.play("R", "ARM weapon 2 odin W5")
    scene.play("Y", "ARM wizardry negate_weapon surtr W3")
    assert scene.state.stage == "over"  # what was left had one place each


def lay(scene: Scene, slot: str, *names: str) -> None:
    scene.arms("R", *names)
    for tile in range(14):
        if scene.state.arms[tile] == 0:
            scene.state.arms[tile] = p.LAID + p.WORLD_SLOT[slot]
            scene.state.owner[tile] = 0


def test_s48_world_one() -> None:
    for wizardry, points in ((("negate_weapon",), 9), ((), 0)):
        scene = Scene(round_=5).world("W1L", "thor 4").world("W1D", "PD-any_stone").support("thor", "R")
        scene.state.fallen[0] = [2, 0, 0]
        scene.state.beneath[1] = 3
        lay(scene, "W1L", "2", *wizardry)
        ragnarok.fight_world(playing(scene), 0)
        assert scene.score("R") == points


@pytest.mark.parametrize(
    "wizardry, scores", [(("negate_tile", "vp_top"), [0, 23, 0, 11]), (("vp_top",), [0, 0, 13, 21])]
)
def test_s49_world_seven(wizardry: tuple[str, ...], scores: list[int]) -> None:
    scene = Scene(round_=5).world("W7L", "freyja 1").world("W7D", "mimir 3")
    scene.support("freyja", "Y", "P").support("mimir", "B", "P")
    scene.state.fallen[12], scene.state.fallen[13] = [3, 0, 0], [2, 0, 1]
    lay(scene, "W7L", "6", *wizardry)
    lay(scene, "W7D", "double_recruits", "vp_bottom")
    ragnarok.fight_world(playing(scene), 6)
    assert scene.state.scores == scores


def test_s50_ties_and_populations_give_nothing() -> None:
    scene = Scene(round_=5).world("W3L", "odin 4").world("W3D", "PD-weapon").support("odin", "R").support("hel", "B")
    scene.state.fallen[4], scene.state.beneath[5] = [3, 0, 0], 3
    scene.world("W4D", "hel 4").world("W4L", "PL-victory")
    scene.state.fallen[7], scene.state.beneath[6] = [1, 0, 0], 2
    for world in (2, 3):
        ragnarok.fight_world(playing(scene), world)
    assert scene.state.scores == [0, 0, 0, 0]


def test_s51_recruits_are_split_as_equally_as_can_be() -> None:
    scene = Scene(round_=5).world("W2L", "tyr 1").world("W6L", "tyr 4").world("W3D", "loki 2").world("W5D", "loki 3")
    scene.on_god("tyr", "oow").on_god("loki", "goo")
    for god in (p.TYR, p.LOKI):
        ragnarok.gather(scene.state, god)
    strength = [
        sum(n * each for n, each in zip(scene.state.fallen[p.WORLD_SLOT[slot]], p.STRENGTH, strict=True))
        for slot in ("W2L", "W6L", "W3D", "W5D")
    ]
    assert strength == [2, 1, 2, 2]


def test_s52_a_tie_at_the_end_goes_to_the_lowest_order_tile() -> None:
    scene = Scene(round_=5, stage="over", order="YBRP").scores(R=80, B=80, Y=71, P=66)
    result = game.rules.result(scene.state)
    assert result is not None
    assert (result.winners, result.causes) == ((2,), ("order_tile",))


def both_sides() -> Scene:
    scene = Scene(order="YRBP").disc("Y", "asgard").own("Y", seals="LLLDD", recruits="g").battle("B3L", "Y")
    scene.world("W3L", "PL-convert_stone").world("W3D", "PD-weapon")
    scene.state.row = [6, 6, 6, 6]
    scene.state.ancient = [[2], [2]]
    scene.play("Y", "ACT asgard: disc B3D pay L get vp_top")
    return scene


def test_s57_both_sides_of_one_world() -> None:
    scene = both_sides()
    assert scene.owned_arms("Y") == ["vp_top"]
    assert scene.asked() == [("Y", "battle")]
    scene.play("Y", "FIGHT W3L send g")
    assert (scene.victories("Y"), scene.state.own_battle_tiles[1]) == ([3, 3], [5])


def test_s57_without_recruits_one_of_the_two_discs_goes_to_the_middle() -> None:
    scene = both_sides()
    scene.play("Y", "FIGHT W3L none")
    assert (scene.victories("Y"), scene.state.middle[1]) == ([3], 1)


def test_s62_discs_come_back_together_and_then_gods_are_chosen() -> None:
    scene = Scene(round_=3, stage="recover").victory("R", 2).middle("B").victory("B", 3)
    scene.state.front = [1, 4, 0, 2]
    scene.state.chosen = [False, True, False, True]
    scene.support("odin", "R").support("hel", "B")
    scene.play("R", "RECOVER V2")
    assert scene.front("R") == 1  # not yet
    scene.play("B", "RECOVER middle V3")
    assert (scene.state.front, scene.state.stage) == ([2, 4, 2, 2], "gods")
    for who, gods in (("R", "odin hel"), ("B", "odin hel"), ("Y", "odin hel tyr thor")):
        scene.play(who, f"GODS {gods}")
        assert len(scene.state.hand[SEATS.index(who)]) == len(gods.split())


def test_recovering_by_default_takes_the_middle_first() -> None:
    scene = Scene(round_=4, stage="recover").middle("R").victory("R", 3).support("odin", "R")
    scene.state.front[0] = 0
    assert round_start.default_recovery(scene.state, 0) == moves.Recover(places=("middle", "V3"))
