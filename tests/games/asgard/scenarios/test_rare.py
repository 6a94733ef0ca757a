"""What seldom meets: lone discs and doubled wizardry at Ragnarök, tiles in battle, skills at their borders (R6-R10)."""

from __future__ import annotations

import pytest

from engine.core.moves import IllegalMove
from engine.games.asgard import pieces as p
from engine.games.asgard.happenings import ArmsDiscarded, RoundBegan, WorldFought
from engine.games.asgard.moves import Battle
from engine.games.asgard.rules import battles, course, ragnarok
from tests.games.asgard.scenarios.test_scenarios_battles import four_battles, lay, playing, to_battle
from tests.games.asgard.scene import Scene

# --- Ragnarök (R10) ---------------


def world_four(light: tuple[str, ...] = (), darkness: tuple[str, ...] = (), *, odin: int = 4, hel: int = 1) -> Scene:
    """Odin against Hel in world 4, which is worth 10 and 6; these arms lie below them."""
    scene = Scene(round_=5).world("W4L", f"odin {odin}").world("W4D", f"hel {hel}")
    lay(scene, "W4L", *light)
    lay(scene, "W4D", *darkness)
    return scene


def fought(scene: Scene) -> tuple[int, int]:
    """The values of both sides."""
    play = playing(scene)
    ragnarok.fight_world(play, 3)
    [world] = [one for one in play.out if isinstance(one, WorldFought)]
    return world.values


@pytest.mark.parametrize("arms, points", [((), 16), (("vp_top",), 26), (("vp_bottom",), 16)])
def test_a_lone_disc_is_on_top_whichever_slot_it_comes_from(arms: tuple[str, ...], points: int) -> None:
    scene = world_four(arms).support("odin", "", "B")
    assert fought(scene) == (4, 1)
    assert scene.score("B") == points


def test_points_of_wizardry_are_for_the_god_who_wins_and_a_god_without_discs_wins_for_nobody() -> None:
    scene = world_four(("vp_top", "vp_bottom"), odin=1, hel=4).support("odin", "R", "B").support("hel", "Y")
    fought(scene)
    assert scene.state.scores == [0, 16, 0, 0]
    scene = world_four().support("hel", "Y")
    fought(scene)
    assert scene.state.scores == [0, 0, 0, 0]


def test_recruits_are_doubled_once_and_each_spell_takes_the_next_highest_weapon() -> None:
    two = ("double_recruits", "double_recruits", "6", "5", "2")
    scene = world_four(two, ("negate_weapon", "negate_weapon", "negate_tile"))
    scene.state.fallen[p.WORLD_SLOT["W4L"]] = [1, 0, 1]
    assert fought(scene) == (0 + 2 * 3 + 2, 1)
    assert fought(world_four(("3",), ("negate_weapon", "negate_weapon"))) == (4, 1)  # one more than there are


def test_recruits_of_a_god_on_a_lower_world_alone_leave_the_game() -> None:
    scene = Scene(round_=5).world("LL", "odin 2").on_god("odin", "wwo").on_god("hel", "g")
    before = list(scene.state.valhalla)
    ragnarok.begin(playing(scene))
    assert scene.state.god_recruits == [[0, 0, 0]] * 10
    assert all(group == [0, 0, 0] for group in scene.state.fallen)
    assert scene.state.valhalla == before


def test_discs_of_battles_and_the_lower_worlds_are_gone_before_ragnarok_and_supporters_stay() -> None:
    """R10.2."""
    scene = Scene(round_=5).middle("R", 2).victory("B", 1, 6).world("LL", "odin 2").world("W3D", "hel 4")
    scene.support("odin", "R", "Y").support("hel", "P").battle("B3D", "P")
    ragnarok.begin(playing(scene))
    state = scene.state
    assert (state.middle, [sum(discs) for discs in state.victory]) == ([0, 0, 0, 0], [0] * 7)
    assert [state.worlds[p.WORLD_SLOT[slot]] for slot in ("LL", "LD")] == [p.EMPTY, p.EMPTY]
    assert [scene.at(f"support:{place}") for place in ("odin upper", "odin bottom", "hel upper")] == ["R", "Y", "P"]


def test_who_takes_from_valhalla_names_a_warrior_of_it_and_a_god_where_he_lies_or_passes_for_good() -> None:
    """R10.6."""
    scene = Scene(round_=5).world("W1L", "odin 1").world("W2L", "tyr 1").world("W3D", "hel 1")
    scene.support("odin", "R", "Y").support("tyr", "R").support("hel", "R").state.valhalla = [0, 3]
    ragnarok.begin(playing(scene))
    for line, code in (
        ("w odin W1", "E_PICK"), ("g odin W1", "E_PICK"), ("o tyr W1", "E_NOT_SUPPORTED"),
        ("o odin W2", "E_NOT_SUPPORTED"), ("o hel W3", "E_NOT_SUPPORTED"),
    ):  # fmt: skip
        assert scene.refuse("R", f"VALHALLA {line}") == code
    told = scene.play("R", "VALHALLA pass")
    assert ("from_valhalla", 0) in [(one.kind, getattr(one, "seat", None)) for one in told]
    scene.play("Y", "VALHALLA o odin W1")
    assert scene.asked() == [("Y", "valhalla")]
    scene.play("Y", "VALHALLA o odin W1")
    scene.play("Y", "VALHALLA o odin W1")
    assert (scene.state.fallen[p.WORLD_SLOT["W1L"]], scene.state.stage) == ([0, 3, 0], "over")


def test_the_last_of_six_worlds_finds_no_ancient_weapon_left() -> None:
    """R10.4: from world 7 down, one of the population's side each, as long as there are any."""
    scene = Scene(round_=5)
    for world, tile in zip(range(2, 8), ("hel 1", "hel 2", "hel 3", "hel 4", "loki 1", "loki 2"), strict=True):
        scene.world(f"W{world}D", tile)
    ragnarok.begin(playing(scene))
    beneath = scene.state.beneath
    assert sorted(beneath[p.WORLD_SLOT[f"W{world}L"]] for world in range(3, 8)) == [1, 2, 3, 4, 5]
    assert (beneath[p.WORLD_SLOT["W2L"]], [len(one) for one in scene.state.ancient]) == (0, [0, 5])


@pytest.mark.parametrize("order", ["RYPB", "BPYR", "YBRP"])
def test_arms_are_laid_in_turn_order_from_the_first_player_on(order: str) -> None:
    """R10.7, also when somebody else was the last to take a warrior."""
    scene = Scene(round_=5, order=order).world("W1L", "odin 1").world("W2L", "tyr 1").world("W5L", "odin 2")
    scene.support("odin", order[0], order[3]).support("tyr", order[0], order[3])
    scene.arms(order[0], "2", "3").arms(order[3], "4", "5").state.valhalla = [1, 0]
    ragnarok.begin(playing(scene))
    scene.play(order[0], "VALHALLA w odin W1")
    for who, arms in ((order[0], "2"), (order[3], "4"), (order[0], "3")):
        assert scene.asked() == [(who, "arm")]
        scene.play(who, f"ARM weapon {arms} odin W5")


def test_arms_are_not_laid_below_a_god_on_a_lower_world() -> None:
    scene = Scene(round_=5).world("LL", "odin 1").support("odin", "R").arms("R", "6", "vp_top", "vp_bottom")
    scene.world("W1L", "tyr 1").support("tyr", "Y").state.valhalla = [0, 0]
    play = playing(scene)
    ragnarok.begin(play)
    course.go_on(play)
    assert (scene.state.stage, scene.state.arms.count(p.GONE)) == ("over", 3)
    [told] = [one for one in play.out if isinstance(one, ArmsDiscarded)]
    assert (told.seat, told.weapons, told.wizardry) == (0, 1, 2)


# --- The start of a round (R4.2) ---------------


@pytest.mark.parametrize("round_, risen", [(2, "mimir"), (3, "surtr"), (4, "fenrir"), (5, None)])
def test_a_god_rises_in_each_of_three_rounds_and_what_was_chosen_before_is_no_more(
    round_: int, risen: str | None
) -> None:
    scene = Scene(round_=round_ - 1)
    scene.state.hand, scene.state.shown = [[1], [], [], []], [[2], [3], [], []]
    scene.state.stage = "start"
    course.go_on(play := playing(scene))
    assert [(one.round, one.god) for one in play.out if isinstance(one, RoundBegan)] == [(round_, risen)]
    assert (scene.state.hand, scene.state.shown) == ([[], [], [], []], [[], [], [], []])


def test_discs_that_are_taken_back_leave_the_places_where_they_were() -> None:
    """R4.2.4: each once, from where there is one."""
    scene = Scene(round_=4, stage="recover").middle("R").victory("R", 3, 3, 6).victory("Y", 6)
    scene.state.front, scene.state.chosen = [0, 2, 3, 3], [False, True, True, True]
    for places in ("middle middle", "V6 V6", "V3 V1", "V3 support:odin", "middle V3 V3", "V3"):
        assert scene.refuse("R", f"RECOVER {places}") == "E_RECOVER"
    scene.play("R", "RECOVER V3 middle")
    assert (scene.front("R"), scene.victories("R"), scene.state.middle[0]) == (2, [3, 6], 0)
    assert scene.victories("Y") == [6]


# --- Battles (R9) ---------------


def test_more_than_is_needed_may_be_sent_and_giants_do_not_go_to_valhalla() -> None:
    scene = Scene().world("W1L", "PL-seal").world("W1D", "PD-any_stone").battle("B1L", "R").own("R", recruits="gggwww")
    to_battle(scene)  # 2 + 4 against 6 + 1
    valhalla, giants = sum(scene.state.valhalla), scene.state.recruits[p.GIANT]
    assert scene.refuse("R", "FIGHT W1L send w") == "E_STRENGTH"
    scene.play("R", "FIGHT W1L send g w w")
    assert (scene.recruits("R"), scene.victories("R")) == ("wgg", [1])
    assert (sum(scene.state.valhalla), scene.state.recruits[p.GIANT]) == (valhalla + 2, giants + 1)


def test_a_victory_tile_wins_a_tie_and_serves_one_disc() -> None:
    scene = Scene().own("R", tiles="PL-victory")
    for world in (2, 3):
        scene.world(f"W{world}L", "odin 1").world(f"W{world}D", "hel 4").battle(f"B{world}L", "R")
    to_battle(scene)  # 5 against 5
    assert scene.refuse("R", "FIGHT W2L PL-victory", "FIGHT W3L PL-victory") == "E_TILE_NOT_OWNED"
    scene.play("R", "FIGHT W2L PL-victory", "FIGHT W3L none")
    assert (scene.victories("R"), scene.tiles("R"), scene.state.middle[0]) == ([2], [], 1)


def test_a_settled_disc_leaves_its_battle_slot_whether_it_has_won_or_not() -> None:
    """R9.4."""
    scene = four_battles()
    scene.play("R", "FIGHT W2D none")
    scene.play("Y", "FIGHT W6L send w o")
    assert [scene.at(slot) for slot in ("B1D", "B2D", "B6L", "B7D")] == [""] * 4
    assert (scene.state.middle, scene.victories("Y")) == ([1, 0, 1, 0], [1, 6])


def test_orders_for_a_battle_are_for_an_own_disc_once_with_what_there_is() -> None:
    scene = four_battles(tyr=True)
    assert scene.refuse("R", "FIGHT W6L send w o") == "E_NO_DISC_THERE"
    assert scene.refuse("R", "FIGHT W3D send g") == "E_NO_DISC_THERE"
    assert scene.refuse("R", "FIGHT W2D send g g") == "E_RECRUITS"
    assert scene.refuse("R", "FIGHT W2D send w o") == "E_RECRUITS"
    assert scene.refuse("R", "FIGHT W2D tyr") == "E_TILE_NOT_OWNED"  # it is B's
    assert scene.refuse("Y", "FIGHT W1D send g") == "E_RECRUITS"
    assert scene.refuse("Y", "FIGHT W1D send w") == "E_NO_EFFECT"  # it wins anyway
    scene.own("R", tiles="PL-weapon")
    assert scene.refuse("R", "FIGHT W2D PL-weapon") == "E_TILE_TIMING"
    assert scene.refuse("R", "FIGHT W2D PD-victory") == "E_TILE_NOT_OWNED"
    scene.state.own_recruits[2] = [0, 0, 2]
    both = Battle(slot="B7D", send=(0, 0, 2), declare="tyr_skill")
    with pytest.raises(IllegalMove, match="E_NO_EFFECT"):
        battles.order(playing(scene), 2, both)
    battles.order(playing(scene), 2, Battle(slot="B7D"))
    with pytest.raises(IllegalMove, match="E_NO_EFFECT"):
        battles.order(playing(scene), 2, Battle(slot="B7D"))


def test_recruits_that_are_promised_to_one_disc_are_not_there_for_another() -> None:
    """R9.4, D12: all orders are carried out together."""
    scene = Scene().world("W2L", "odin 1").world("W2D", "hel 4").battle("B2L", "R").own("R", recruits="gww")
    scene = to_battle(scene.world("W6D", "loki 4").battle("B6L", "R"))
    assert [battles.need(scene.state, p.BATTLE_SLOT[slot]) for slot in ("B2L", "B6L")] == [1, 2]
    scene.play("R", "FIGHT W2L send g")
    assert scene.refuse("R", "FIGHT W6L send g") == "E_RECRUITS"
    assert scene.refuse("R", "FIGHT W6L send w") == "E_STRENGTH"
    scene.play("R", "FIGHT W6L send w w")
    assert (scene.victories("R"), scene.recruits("R")) == ([2, 6], "")


def test_six_discs_take_the_tile_of_five() -> None:
    scene = Scene().victory("R", 1, 2, 3, 4, 5, 6)
    battles.take_battle_tiles(playing(scene))
    assert scene.state.own_battle_tiles[0] == [20]


# --- Asgard (R7.4) ---------------


def test_no_disc_fights_in_an_empty_world_or_where_one_has_won() -> None:
    scene = Scene(seats=2, order="RY").disc("R", "asgard").busy().own("R", seals="LLLDDD").victory("R", 6)
    for slot in ("W1L", "W1D", "W4L", "W4D"):
        scene.state.worlds[p.WORLD_SLOT[slot]] = p.EMPTY
    assert scene.refuse("R", "ACT asgard: disc B4L") == "E_BATTLE_SLOT"
    assert scene.refuse("R", "ACT asgard: disc B6L") == "E_BATTLE_SLOT"
    scene.play("R", "ACT asgard: disc B5L get 6")
    assert scene.at("B5L") == "R"


def test_recruits_of_a_bonus_are_of_its_pattern_in_any_order() -> None:
    scene = Scene().disc("R", "asgard").busy().row("A-recruit2+1", "(A-nothing)", "(A-exchange)")
    for flip in ("1 take g g g", "1 take g g", "2"):
        assert scene.refuse("R", f"ACT asgard: flip {flip}") == "E_PICK"
    scene.play("R", "ACT asgard: flip 1 take g o g")
    assert scene.recruits("R") == "ogg"


def test_any_number_of_recruits_is_hired_for_the_seals_that_there_are() -> None:
    scene = Scene().disc("R", "asgard").busy().own("R", seals="LLLDD")
    assert scene.refuse("R", "ACT asgard: hire w w g o o") == "E_COST"
    scene.play("R", "ACT asgard: hire w w g o")
    assert (scene.recruits("R"), scene.seals("R")) == ("wwog", "")


# --- Skills (R8) ---------------


def test_surtr_wins_a_battle_before_it_is_fought_and_asks_which() -> None:
    scene = Scene().disc("R", "surtr single").busy().world("W4L", "PL-victory").battle("B1L", "R").battle("B2D", "R")
    assert scene.refuse("R", "ACT surtr: flip W4L") == "E_TARGET"
    scene.play("R", "ACT surtr: flip W4L; victory B2D")
    assert (scene.victories("R"), scene.at("B1L")) == ([2], "R")
    none = Scene().disc("R", "surtr single").busy().world("W4L", "PL-victory")
    none.play("R", "ACT surtr: flip W4L")
    assert none.state.flipped[p.WORLD_SLOT["W4L"]]


def test_a_flipped_tile_is_flipped_no_more_and_comes_to_nobody() -> None:
    scene = Scene().disc("R", "surtr single", "surtr temple").busy().own("R", stones="PGWK", recruits="g")
    scene.temple_top("T7-1").state.flipped[p.WORLD_SLOT["W4D"]] = True
    assert scene.refuse("R", "ACT surtr: flip W4D") == "E_TARGET"
    scene.play("R", "ACT surtr temple: T7 pay P G W +K; recruits g; to W4D")
    assert (scene.tiles("R"), scene.state.flipped[p.WORLD_SLOT["W4D"]]) == ([], False)


def test_hel_counts_giants_as_one_and_takes_a_warrior() -> None:
    scene = Scene().disc("R", "hel upper").busy().on_god("tyr", "oogg")
    scene.play("R", "ACT hel upper: god tyr kill o")
    assert (scene.score("R"), scene.state.god_recruits[p.TYR]) == (4, [0, 1, 2])


def test_fenrir_enters_temples_alone_and_none_of_a_god_whom_one_supports() -> None:
    scene = Scene(round_=4).disc("R", "fenrir upper").busy().support("thor", "R")
    assert scene.refuse("R", "ACT fenrir upper: to thor temple") == "E_ALREADY_SUPPORTING"
    assert scene.refuse("R", "ACT fenrir upper: to thor upper") == "E_TARGET"
    scene.play("R", "ACT fenrir upper: to tyr temple")
    assert scene.at("tyr temple") == "R"


def test_after_odin_the_next_turn_is_that_of_the_number_behind_the_own_new_one() -> None:
    scene = Scene(order="RYBP").disc("R", "odin upper", "asgard").busy("Y", "B", "P")
    scene.play("R", "ACT odin upper: order yellow blue red purple")
    assert scene.turn() == "P"


# --- Phases 1 and 2 (R4.2.2, R5.4, R6) ---------------


def test_whoever_has_more_discs_than_gods_have_risen_chooses_all_of_them() -> None:
    scene = Scene(round_=1, stage="gods")
    scene.state.front, scene.state.chosen = [8, 3, 3, 3], [False] * 4
    assert scene.refuse("R", "GODS freyja baldr odin tyr thor loki") == "E_GOD_COUNT"
    scene.play("R", "GODS freyja baldr odin tyr thor loki hel")
    assert scene.state.hand[0] == list(range(7))


def test_a_further_turn_and_a_change_of_order_work_in_phase_2_too() -> None:
    scene = Scene(stage="place").chose("R", "odin", "tyr").chose("Y", "loki").chose("B", "hel").chose("P", "thor")
    scene.skill("R", "thor_skill").own("B", tiles="PL-first_player")
    scene.play("R", "PLACE odin upper", "AGAIN", "PLACE tyr upper")
    assert (scene.at("odin upper"), scene.at("tyr upper"), scene.turn()) == ("R", "R", "Y")
    scene.play("Y", "PLACE loki upper")
    scene.play("B", "PLACE hel upper", "USE PL-first_player")
    assert (scene.order(), scene.turn()) == ("BYRP", "P")  # Yellow and Red have no god left


def test_the_first_player_may_be_the_giver_of_a_gods_seal() -> None:
    scene = Scene(round_=3, stage="start")
    state = scene.state
    state.seals, state.god_seals = [9, 0], [1] * 9 + [0]
    state.own_seals[0][1] = state.own_seals[2][1] = 3
    course.go_on(playing(scene))
    assert scene.asked() == [("R", "seal_giver")]
    assert scene.refuse("R", "GIVER seal D: yellow") == "E_GIVER"
    scene.play("R", "GIVER seal D: red")
    assert scene.seals("R") == "DD"
