"""Where cards, Giants, gods and runes meet, and what is done with the last of anything: decided by rules.md alone."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.yggdrasil.data import GIANT
from engine.games.yggdrasil.happenings import TileMoved
from engine.games.yggdrasil.moves import MannPick, ReturnVikings, SigelShare, TiwazPick
from tests.games.yggdrasil.scene import RULES, Scene

FAR = {"hel": 7, "fenrir": 7, "jormungand": 7, "loki": 7, "surt": 7}  # all whom Nidhogg could draw on


def turn_is_over(scene: Scene) -> Scene:
    """The engine closes a turn in which no action is left (R6.8)."""
    end = RULES.forced(scene.state, RULES.decisions(scene.state)[0])
    assert end is not None
    return scene.move(end)


def menu(scene: Scene) -> list[Any]:
    """The moves that are offered."""
    return [move for _, _, move in RULES.menu(scene.state, RULES.decisions(scene.state)[0]).leaves()]


# --- The Enemy phase ---------------


def test_an_enemy_at_the_end_of_the_track_cannot_move_and_acts_all_the_same() -> None:
    """R4.4: once, in the area where it stands."""
    scene = Scene("thor", at={"surt": 7}, valkyries="blue", cards=["normal_surt"])
    assert (scene.space("surt"), scene.bag("blue"), scene.state.kingdom) == (7, (9, 17), 4)
    scene = Scene("thor", at={"loki": 7}, cards=["normal_loki"], top="suttung")
    assert scene.codes("active") == ["suttung"]


def test_nidhogg_draws_on_nobody_where_all_others_are_at_the_end() -> None:
    scene = Scene("thor", at=FAR | {"nidhogg": 2}, cards=["normal_nidhogg"])
    assert (scene.space("nidhogg"), scene.asked) == (3, "action")


def test_nidhogg_never_draws_on_himself_though_he_is_the_rearmost() -> None:
    scene = Scene("thor", at=FAR | {"surt": 6}, cards=["normal_nidhogg"])
    assert (scene.space("nidhogg"), scene.space("surt"), scene.bag("white")) == (1, 7, (6, 12))


def test_a_ragnarok_card_with_fenrir_wakes_no_rage_and_stops_at_the_end() -> None:
    """R4.5, R4.7: Jormungand moves no water, Nidhogg draws on nobody."""
    scene = Scene("thor", at={"fenrir": 6, "nidhogg": 7, "jormungand": 2}, cards=["ragnarok_2"])
    assert [scene.space(one) for one in ("fenrir", "nidhogg", "jormungand", "hel")] == [7, 7, 3, 0]
    assert (scene.actions, scene.tile) == (3, "black")


def test_jormungand_takes_the_whirlpool_along_and_the_valkyries_may_leave_it() -> None:
    """R5.4, R9.3: the tile keeps its side; black is open again."""
    scene = Scene("thor", active="hrym", valkyries="green", cards=["normal_jormungand"])
    scene.refused("mid stay search", "E_ISLAND_SUBMERGED")
    scene.does("mid black search", drawn="VVV")
    scene = Scene("thor", active="hrym", valkyries="green", cards=["normal_jormungand"]).does("mid blue")
    assert scene.turn("thor").refused("mid green", "E_WHIRLPOOL") == {"island": "green"}


@pytest.mark.parametrize("valkyries, moved", [("black", False), ("green", True)])
def test_water_that_stays_where_it_is_is_not_told(valkyries: str, moved: bool) -> None:
    scene = Scene("thor", valkyries=valkyries, cards=["normal_jormungand"])
    assert any(isinstance(one, TileMoved) for one in scene.told) is moved


def test_with_the_white_island_in_the_whirlpool_nothing_is_to_be_done_from_the_rainbow() -> None:
    """R8.2.2, R8.9: Midgard is open and has no line, nor has square 1; the others of the scale have theirs."""
    scene = Scene("thor", active="hrym", tile="white", vanir=2)
    for line, code in (("mid white search", "E_WHIRLPOOL"), ("vanir 1 white", "E_WHIRLPOOL"),
                       ("mid stay search", "E_RAINBOW_NO_SEARCH"), ("mid stay", "E_NOTHING_TO_DO")):  # fmt: skip
        scene.refused(line, code)
    assert {move.kind for move in menu(scene)} == {"forge", "elf", "dead", "fire", "ice", "advance", "vanir", "end"}
    assert [move.square for move in menu(scene) if move.kind == "vanir"] == [2]


def test_the_tile_is_turned_back_when_hrym_falls() -> None:
    scene = Scene("thor", active="hrym", tile="white", stock={"thor": (2, 0)}).does("ice hrym v2", "mid white", roll=0)
    assert (scene.valkyries, scene.tile) == ("white", "white")
    scene.turn("thor").refused("mid stay search", "E_ISLAND_SUBMERGED")


# --- Fenrir ---------------


def test_frey_has_four_actions_to_calm_fenrir_with_and_tyr_the_better_of_two_rolls() -> None:
    scene = Scene("frey", at={"fenrir": 6}, cards=["normal_fenrir"], chance={"roll": [1, 1, 1, 1]})
    assert (scene.space("fenrir"), scene.state.rage, scene.actions) == (7, 0, 0)
    scene = Scene("tyr", at={"fenrir": 4}, cards=["normal_fenrir"], chance={"roll": [0, 1, 2, 0]})
    assert (scene.state.rage, scene.actions, scene.chance.dice) == (0, 1, [])


def test_neither_thrym_nor_thor_counts_for_calming_and_without_powers_tyr_rolls_once() -> None:
    """R5.6, R9.6: Fenrir is no combat."""
    scene = Scene("thor", active="thrym", at={"fenrir": 2}, cards=["normal_fenrir"], chance={"roll": [1, 1]})
    assert (scene.actions, scene.chance.dice) == (1, [])
    scene = Scene("tyr", active="vafthrudnir", cards=["normal_fenrir"], chance={"roll": [0, 1]})
    assert (scene.actions, scene.chance.dice) == (1, [])


def test_calming_uses_no_world_and_more_hammers_than_needed_are_lost() -> None:
    scene = Scene("thor", cards=["normal_fenrir"], chance={"roll": 3}).does("elf", "vanir +")
    assert scene.actions == 0
    scene = Scene("freyja", cards=["normal_fenrir"], chance={"roll": 3}).does("elf", "elf")
    assert scene.actions == 0


def test_a_defeat_is_looked_at_when_fenrir_has_taken_the_whole_turn() -> None:
    scene = Scene("thor", at={"fenrir": 4, "hel": 5, "surt": 5}, cards=["normal_fenrir"], chance={"roll": [0, 0, 0]})
    assert turn_is_over(scene).result == ("lost", ("door",))


# --- Gods, and Giants that silence them ---------------


def test_without_powers_each_god_is_like_the_others() -> None:
    """R9.6 with R11.1-R11.6."""
    given: dict[str, Any] = {"active": "vafthrudnir"}
    scene = Scene("odin", cards=["normal_loki", "normal_surt"], **given)
    assert (scene.asked, scene.space("loki"), len(scene.state.deck)) == ("action", 1, 41)
    stock = {"thor": (4, 0), "tyr": (3, 0)}
    scene = Scene("thor tyr", at={"hel": 1}, stock=stock, **given).does("fight hel v4", roll=0)
    assert scene.space("hel") == 1
    scene.turn("tyr").does("fight hel v3", roll=2)
    assert scene.space("hel") == 0
    scene = Scene("freyja heimdall", valkyries="green", **given).does("elf")
    scene.refused("elf", "E_WORLD_ALREADY_USED")
    scene.turn("heimdall").does("mid stay search", drawn="VVV")
    scene = Scene("frey", **given).does("elf", "vanir +", "dead white")
    scene.refused("fire blue", "E_NO_ACTIONS_LEFT")


def test_powers_come_back_in_the_turn_in_which_vafthrudnir_falls() -> None:
    """R6.7: Frey has a fourth action, Freyja may repeat what she used before."""
    scene = Scene("frey", active="vafthrudnir", stock={"frey": (3, 0)}).does(
        "elf", "vanir +", "ice vafthrudnir v3", roll=0
    )
    assert scene.does("dead white").actions == 0
    scene = Scene("freyja thor", active="vafthrudnir", stock={"freyja": (3, 0)})
    scene.does("elf", "ice vafthrudnir v3", "elf", roll=0)
    assert scene.stock("freyja") == (0, 2)


def test_freyja_repeats_a_fight_in_midgard_and_in_the_fortress_alike() -> None:
    """R8.2.4, R11.5: each Midgard action has its own step and search."""
    scene = Scene("freyja").does("mid white search", "mid blue search", drawn="FFFVVV")
    assert (scene.valkyries, scene.stock("freyja")) == ("blue", (3, 0))
    scene.refused("mid white", "E_WORLD_ALREADY_USED")
    scene = Scene("freyja", at={"hel": 1}, stock={"freyja": (3, 0)}).does("fight hel v1", "fight hel v1", roll=[0, 0])
    assert (scene.actions, scene.state.used) == (1, [0, 0])


def test_an_enemy_and_a_giant_may_be_fought_in_one_turn_and_the_other_place_takes_neither() -> None:
    """R8.1."""
    scene = Scene("thor", at={"hel": 1}, active="greip", stock={"thor": (7, 0)})
    scene.does("fight hel v4", "ice greip v3", roll=[0, 0])
    assert (scene.space("hel"), scene.codes("defeated")) == (0, ["greip"])


def test_a_world_unreachable_is_reached_again_once_its_giant_has_fallen_and_two_may_bar_two() -> None:
    """R9.4, R9.8."""
    scene = Scene("thor", active="thiazi skadi", stock={"thor": (2, 0)})
    scene.refused("elf", "E_WORLD_UNREACHABLE")
    scene.refused("dead white", "E_WORLD_UNREACHABLE")
    scene.does("ice thiazi v2", "elf", roll=0)
    assert scene.refused("dead white", "E_WORLD_UNREACHABLE") == {"world": "dead", "giant": "skadi"}


# --- Combat ---------------


def test_giants_that_add_force_do_so_for_one_enemy_or_for_all_giants_greip_too() -> None:
    scene = Scene("odin", at={"hel": 3, "surt": 3}, active="suttung greip", stock={"odin": (6, 0)})
    assert (scene.force("hel"), scene.force("surt")) == (7, 6)
    assert scene.does("ice greip v3", roll=0).codes("active") == ["greip", "suttung"]
    scene.turn("odin").does("ice suttung v3", roll=1)
    assert scene.codes("defeated") == ["suttung"]


def test_without_a_die_strength_alone_decides_and_tyr_has_nothing_of_his() -> None:
    """R9.6: no roll at all; the Artifact counts."""
    scene = Scene("tyr", at={"hel": 1}, active="thrym", stock={"tyr": (3, 1)}, owns={"tyr": "ring_1"})
    assert scene.does("fight hel v3 e1").space("hel") == 0
    assert scene.stock("tyr") == (0, 0)


def test_exact_elves_are_spent_though_they_do_not_win_or_are_not_needed() -> None:
    scene = Scene("odin", at={"hel": 1}, stock={"odin": (0, 2)}).does("fight hel v0 e=2", roll=0)
    assert (scene.space("hel"), scene.stock("odin"), scene.state.elves_left) == (1, (0, 0), 2)
    scene = Scene("odin", at={"hel": 1}, stock={"odin": (5, 1)}).does("fight hel v5 e=1", roll=3)
    assert (scene.space("hel"), scene.stock("odin")) == (0, (0, 0))


def test_elves_up_to_a_number_are_none_where_more_are_missing() -> None:
    scene = Scene("odin", at={"hel": 1}, stock={"odin": (3, 2)}).does("fight hel v3 e1", roll=0)
    assert (scene.space("hel"), scene.stock("odin")) == (1, (0, 2))
    scene = Scene("odin", at={"hel": 1}, stock={"odin": (3, 2)}).does("fight hel v3 e7", roll=0)
    assert (scene.space("hel"), scene.stock("odin")) == (0, (0, 0))


@pytest.mark.parametrize("vikings, roll, won", [(5, 0, True), (1, 3, False)])
def test_elves_that_cannot_decide_are_not_asked_for(vikings: int, roll: int, won: bool) -> None:
    """RULINGS, R7.5: it is won already, or lost even with the one Elf."""
    scene = Scene("odin freyja", at={"surt": 3}, stock={"odin": (vikings + 1, 1)})
    if won:
        scene.state.spaces[5] = 1
    scene.does(f"fight surt v{vikings} e?", roll=roll)
    assert (scene.asked, scene.state.won, scene.stock("odin")) == ("action", won, (1, 1))


def test_all_the_elves_that_one_has_may_help_after_the_roll_and_no_more_are_offered() -> None:
    scene = Scene("odin freyja", at={"hel": 1}, stock={"odin": (2, 2)}).does("fight hel v2 e?", roll=1)
    assert [move.elves for move in menu(scene)] == [0, 1, 2]
    scene.does("e 2")
    assert (scene.space("hel"), scene.stock("odin")) == (0, (0, 0))


# --- Worlds ---------------


def test_an_artifact_put_back_is_another_gods_in_its_turn() -> None:
    scene = Scene("thor odin", owns={"thor": "horn_1"}).does("forge loki 2")
    assert scene.artifacts("thor") == ["horn_2"]
    scene.turn("odin").refused("forge loki 2", "E_ARTIFACT_NOT_IN_FORGE")
    assert scene.does("forge loki 1").artifacts("odin") == ["horn_1"]
    assert scene.turn("odin").refused("forge loki 2", "E_ARTIFACT_NOT_IN_FORGE")["god"] == "thor"


def test_a_trade_may_only_take_and_swaps_both_ways_at_once() -> None:
    scene = Scene("thor odin tyr", stock={"odin": (3, 1), "thor": (1, 0)}).does("trade odin take 3v1e")
    assert (scene.stock("thor"), scene.stock("odin"), scene.asked) == ((4, 1), (0, 0), "action")
    scene.turn("tyr").does("trade thor take 4v")
    scene.turn("thor").does("trade tyr give 1e take 4v")
    assert (scene.stock("thor"), scene.stock("tyr")) == ((4, 0), (0, 1))


def test_heimdall_empties_a_bag_of_four_and_a_fifth_is_left_to_chance() -> None:
    scene = Scene("heimdall", valkyries="blue", bags={"blue": (3, 1)}, dead=11, kingdom=20).does("mid stay search")
    assert (scene.stock("heimdall"), scene.bag("blue")) == ((3, 0), (0, 1))
    scene = Scene("heimdall", valkyries="blue", bags={"blue": (3, 2)}, dead=11, kingdom=19)
    assert scene.does("mid stay search", drawn="FVFV").bag("blue") == (1, 2)


def test_the_kingdom_of_fire_may_be_opened_for_the_submerged_bag_and_takes_all_of_five() -> None:
    scene = Scene("thor", bags={"black": (4, 1)}, dead=16, kingdom=14).does("fire black")
    assert (scene.bag("black"), scene.state.kingdom) == ((4, 0), 15)


# --- Sacred Land ---------------


def test_square_two_takes_the_last_viking_and_square_three_the_last_two_cards() -> None:
    scene = Scene("thor", vanir=2, dead=1).does("vanir 2")
    assert (scene.stock("thor"), scene.state.dead, scene.state.vanir) == ((1, 0), 0, 1)
    scene.state.vanir = 2
    scene.turn("thor").refused("vanir 2", "E_VANIR_NO_EFFECT")
    scene = Scene("odin thor", vanir=3, deck=["normal_hel", "normal_loki", "normal_surt"]).does("pick 1 top")
    assert len(scene.state.deck) == 2
    scene.does("vanir 3", "order 2 1")
    assert scene.on_top(2) == ["normal_surt", "normal_loki"]
    scene = Scene("thor", vanir=3, deck=["normal_hel", "normal_loki"])
    scene.refused("vanir 3", "E_VANIR_NO_EFFECT")


def test_an_angry_card_is_avoided_as_its_enemy_and_a_ragnarok_card_as_the_worst_of_its_three() -> None:
    """P4: unlisted ones come first in their old order, those of the first-named Enemy last of all."""
    looked = ["ragnarok_1", "angry_fenrir", "normal_nidhogg", "normal_hel", "normal_loki", "normal_surt"]
    scene = Scene("thor", vanir=3, cards=["normal_jormungand", *looked]).does("vanir 3 avoid loki, fenrir")
    assert scene.on_top(6) == [
        "normal_nidhogg",
        "normal_hel",
        "normal_surt",
        "angry_fenrir",
        "ragnarok_1",
        "normal_loki",
    ]


def test_the_next_god_draws_what_was_put_on_top() -> None:
    scene = Scene("odin thor", cards=["normal_loki", "normal_hel"]).does("pick 1 top", "end")
    assert (scene.state.seat, scene.space("hel"), scene.state.dead) == (1, 1, 7)


def test_square_five_beats_the_last_giant_of_the_pile_and_completes_its_rune() -> None:
    """R8.9.4."""
    others = " ".join(code for code in GIANT if code != "baugi")
    scene = Scene("thor", vanir=5, defeated=others, at={"hel": 2}).does("vanir 5 baugi")
    assert (scene.state.pile, scene.state.parts("tiwaz"), scene.asked) == ([], 4, "tiwaz")
    assert RULES.forced(scene.state, RULES.decisions(scene.state)[0]) == TiwazPick(enemies=("hel",))
    scene.times_out().refused("ice top", "E_NO_GIANTS")
    assert scene.space("hel") == 1


# --- Runes ---------------

MANN: dict[str, Any] = {"defeated": "hrungnir thiazi gilling", "active": "vafthrudnir", "stock": {"thor": (3, 0)}}


def test_mann_and_tiwaz_with_all_enemies_at_the_start_are_passed_over() -> None:
    """R10.4."""
    assert Scene("thor", **MANN).does("ice vafthrudnir v3", roll=0).asked == "action"
    given = {"defeated": "angrboda farbauti hrym", "active": "baugi", "stock": {"thor": (3, 0)}}
    assert Scene("thor", **given).does("ice baugi v3", roll=0).asked == "action"


def test_an_enemy_on_its_first_space_is_no_choice_for_mann_and_the_most_advanced_is_the_time_outs() -> None:
    scene = Scene("thor", at={"surt": 4, "loki": 4, "hel": 2}, **MANN).does("ice vafthrudnir v3", roll=0)
    scene.refused("on mann: fenrir", "E_RUNE_CHOICE_INVALID")
    assert RULES.default(scene.state, RULES.decisions(scene.state)[0]) == MannPick(enemy="loki")
    assert scene.does("on mann: hel").space("hel") == 0


@pytest.mark.parametrize("dead, shares", [(20, (5, 5, 5)), (8, (3, 3, 2)), (3, (1, 1, 1)), (1, (1, 0, 0))])
def test_sigel_raises_fifteen_at_most_dealt_round_from_the_god_on_turn(dead: int, shares: tuple[int, ...]) -> None:
    """D10; thor, who is on turn, is the second seat. `dead`: with the three Vikings of the fight."""
    given = {"defeated": "skadi thrym suttung", "active": "hymir", "stock": {"thor": (1, 0)}, "dead": dead - 1}
    scene = Scene("odin thor tyr", **given).turn("thor").does("ice hymir v1", roll=1)
    assert scene.refused(f"on sigel: odin {min(15, dead) + 1}", "E_RUNE_CHOICE_INVALID")["most"] == min(15, dead)
    offered = [sum(share.vikings for share in move.shares) for move in menu(scene)]
    assert (min(offered), max(offered)) == (0, min(15, dead))
    scene.times_out()
    assert tuple(scene.stock(god)[0] for god in ("thor", "tyr", "odin")) == shares
    assert scene.state.dead == dead - sum(shares)


def test_sigel_may_leave_them_where_they_lie() -> None:
    given = {"defeated": "skadi thrym suttung", "active": "hymir", "stock": {"thor": (2, 0)}}
    scene = Scene("thor odin", **given).does("ice hymir v2", roll=0).move(SigelShare())
    assert (scene.state.dead, scene.asked) == (7, "action")


def test_daeg_of_the_turn_of_the_last_card_saves_nobody_from_the_end() -> None:
    """R12.2: no card is left, so the game is won before the first turn without one."""
    given = {"defeated": "ymir geirrod greip", "active": "gialp", "stock": {"thor": (3, 0)}}
    scene = Scene("thor", deck=["normal_hel"], **given).does("ice gialp v3", "end", roll=0)
    assert (scene.state.daeg, scene.result) == (3, ("won", ("deck",)))


def test_in_a_turn_without_enemy_phase_defeat_is_looked_at_all_the_same() -> None:
    scene = Scene("thor odin", daeg=2, at={"surt": 7}).does("end")
    assert scene.result == ("lost", ("residence",))
    scene = Scene("thor odin", daeg=2, at={"fenrir": 4}).does("end")
    assert (scene.state.seat, scene.state.daeg, scene.asked, scene.state.rage) == (1, 1, "action", 0)


# --- The end, and who says nothing ---------------


def test_one_short_of_each_line_is_no_defeat_and_one_more_may_cross_all_three() -> None:
    at = {"surt": 6, "hel": 6, "loki": 4, "fenrir": 3, "nidhogg": 2, "jormungand": 2}
    scene = Scene("thor odin", at=at)
    scene.move(scene.read("end"))
    assert scene.result is None
    scene = Scene("thor", at=at | {"loki": 7, "nidhogg": 3}).does("end")
    assert scene.result == ("lost", ("wall", "door", "residence"))


def test_the_steward_goes_where_the_way_is_open() -> None:
    """P7: no Elf is to be had, the Vanir is at its end, the island is submerged; Vikings go to the threatened bag."""
    scene = Scene("thor odin", active="thiazi", vanir=5, tile="blue", valkyries="blue")
    assert RULES.default(scene.state, RULES.decisions(scene.state)[0]) == ReturnVikings(bag="blue")
    scene.times_out().times_out()
    assert (scene.state.seat, scene.bag("blue"), scene.state.vanir) == (1, (14, 9), 5)


def test_for_freyja_the_steward_takes_two_elves() -> None:
    scene = Scene("freyja thor tyr").times_out().times_out().times_out()
    assert (scene.stock("freyja"), scene.state.vanir, scene.actions) == ((0, 2), 2, 0)
