"""What one thing brings is there for the next: cards and Giants, gods and runes, goods spent and taken again."""

from __future__ import annotations

from typing import Any

from tests.games.yggdrasil.correspondence import Correspondence
from tests.games.yggdrasil.scene import Scene

SIGEL, DAEG, MANN = "hymir skadi thrym", "ymir gialp geirrod", "hrungnir thiazi vafthrudnir"  # three of each four
ONE_BEHIND = {"fenrir": 1, "jormungand": 1, "loki": 1, "surt": 1}  # and Hel on space 0

# --- The Enemy phase ---------------


def test_an_angry_nidhogg_draws_on_one_enemy_once_and_from_the_end_of_the_track_too() -> None:
    for at, reached in ((1, 3), (7, 7)):
        scene = Scene("thor", at={"nidhogg": at, **ONE_BEHIND}, cards=["angry_nidhogg"])
        assert (scene.space("nidhogg"), scene.space("hel"), scene.state.dead) == (reached, 1, 5)


def test_of_a_tie_behind_those_at_the_end_only_the_rearmost_can_be_named() -> None:
    at = {"hel": 6, "fenrir": 6, "jormungand": 7, "loki": 7, "surt": 7}
    scene = Scene("thor", at=at, cards=["normal_nidhogg"])
    scene.refused("nidhogg loki", "E_NIDHOGG_CHOICE_INVALID")
    assert scene.does("nidhogg hel").space("hel") == 7


def test_odin_picks_his_card_and_then_whom_it_draws_on() -> None:
    scene = Scene("odin thor", cards=["normal_hel", "normal_nidhogg"]).does("pick 2 top")
    assert scene.asked == "nidhogg"
    scene.refused("elf", "E_CHOICE_PENDING")
    scene.does("nidhogg surt")
    assert (scene.on_top(1), scene.space("surt"), scene.state.kingdom) == (["normal_hel"], 1, 12)


def test_what_odin_puts_below_the_last_card_is_the_last_of_the_game() -> None:
    scene = Scene("odin thor", deck=["normal_hel", "normal_surt"]).does("pick 1 bottom", "end")
    assert (scene.space("hel"), scene.space("surt"), scene.state.deck) == (1, 1, [])
    assert scene.does("end").result == ("won", ("deck",))


def test_odin_chooses_nothing_while_daeg_lasts_nor_after_loki_has_turned_vafthrudnir() -> None:
    scene = Scene("odin thor", daeg=2, cards=["normal_hel", "normal_surt"])
    assert (scene.asked, scene.state.daeg, len(scene.state.deck)) == ("action", 1, 42)
    scene = Scene("odin", cards=["normal_loki", "normal_hel", "normal_surt"], top="vafthrudnir").does("pick 1 top")
    scene.does("end")
    assert (scene.asked, scene.space("hel"), scene.on_top(1)) == ("action", 1, ["normal_surt"])


# --- Runes ---------------


def test_a_giant_of_square_five_completes_sigel_with_what_lies_there() -> None:
    scene = Scene("thor odin", vanir=5, defeated=SIGEL, dead=7).does("vanir 5 suttung")
    assert (scene.asked, scene.state.vanir) == ("sigel", 1)
    scene.does("on sigel: odin 7")
    assert (scene.stock("odin"), scene.state.dead) == ((7, 0), 0)


def test_daeg_with_one_card_left_lengthens_the_game_by_three_turns() -> None:
    """R3.2, R12.2: no end before the last card's own turn."""
    scene = Scene("thor odin", top="greip", defeated=DAEG, stock={"thor": (3, 0)}, cards=["normal_hel"])
    state = scene.state
    state.discard, state.deck = state.discard + state.deck[:-1], state.deck[-1:]
    scene.does("ice top v3", "end", roll=0)
    for left in (2, 1, 0):
        assert (state.daeg, len(state.deck), scene.result) == (left, 1, None)
        scene.does("end")
    assert (len(state.deck), scene.result) == (0, None)
    assert scene.does("end").result == ("won", ("deck",))


def test_a_rune_of_the_last_action_is_done_before_the_turn_is_over() -> None:
    """R6.3, P9."""
    given: dict[str, Any] = {"top": "gilling", "defeated": MANN, "at": {"loki": 2, "hel": 7}, "stock": {"odin": (3, 0)}}
    mails = Correspondence(Scene("odin thor", **given))
    mails.replies("elf", "vanir +", "ice top v3", "on mann: hel", roll=0)
    assert (mails.scene.space("hel"), mails.scene.result, mails.scene.state.seat) == (4, None, 1)
    mails = Correspondence(Scene("odin thor", **given))
    mails.replies("elf", "vanir +", "ice top v3", roll=0)
    assert (mails.scene.asked, mails.scene.state.seat) == ("mann", 0)


# --- Powers ---------------


def test_the_line_below_vafthrudnirs_fall_is_freys_fourth_action() -> None:
    """R6.7, R6.8: the turn is not closed after the third."""
    mails = Correspondence(Scene("frey thor", active="vafthrudnir", stock={"frey": (3, 0)}))
    mails.replies("elf", "vanir +", "ice vafthrudnir v3", "dead white", roll=0)
    assert (mails.scene.bag("white")[0], mails.scene.state.seat) == (6 + 5, 1)


def test_freyja_forges_two_levels_and_fights_with_the_second() -> None:
    scene = Scene("freyja", at={"hel": 1}, stock={"freyja": (3, 0)})
    assert scene.does("forge hel 1", "forge hel 2", "fight hel v3", roll=0).space("hel") == 0


def test_freyja_uses_square_one_twice_and_the_vanir_never_moves() -> None:
    scene = Scene("freyja").does("vanir 1 white", "vanir 1 blue")
    assert (scene.valkyries, scene.state.vanir) == ("blue", 1)
    scene.refused("vanir +", "E_WORLD_ALREADY_USED")


# --- Goods ---------------


def test_greip_unseen_in_the_pile_makes_no_giant_stronger() -> None:
    """R9.2, R9.7."""
    scene = Scene("odin", top="greip", stock={"odin": (3, 0)}).does("ice top v3", roll=0)
    assert scene.codes("defeated") == ["greip"]


def test_an_enemy_that_a_giant_strengthens_is_won_by_the_elf_that_was_asked_for() -> None:
    scene = Scene("odin", at={"hel": 2}, active="suttung", stock={"odin": (3, 1)}).does("fight hel v3 e?", roll=2)
    assert scene.asked == "elves"
    assert scene.does("e 1").space("hel") == 1


def test_vikings_beyond_the_force_are_spent_and_elves_are_not() -> None:
    scene = Scene("odin", at={"hel": 2}, stock={"odin": (9, 2)}).does("fight hel v9 e2", roll=0)
    assert (scene.stock("odin"), scene.state.dead, scene.space("hel")) == ((0, 2), 14, 1)


def test_a_viking_that_fell_is_raised_and_an_elf_that_helped_is_taken_again_in_the_same_turn() -> None:
    """R7.2, R7.5: both go back at once."""
    scene = Scene("odin", at={"hel": 2}, vanir=2, dead=0, stock={"odin": (1, 0)})
    scene.refused("vanir 2", "E_VANIR_NO_EFFECT")
    assert scene.does("fight hel v1", "vanir 2", roll=0).stock("odin") == (1, 0)
    scene = Scene("odin thor", at={"hel": 2}, stock={"odin": (3, 3)})
    scene.refused("elf", "E_NO_ELVES_LEFT")
    assert scene.does("fight hel v3 e2", "elf", roll=0).stock("odin") == (0, 2)


def test_what_a_search_brings_decides_the_next_line() -> None:
    """P2: where the condition does not hold, neither of the two is done."""
    for drawn, roll, left in (("VVV", 2, 0), ("VVF", (), 1)):
        mails = Correspondence(Scene("odin thor", at={"hel": 1}, valkyries="black", tile="white"))
        mails.replies("mid stay search", "if vikings>=3: fight hel v3 / vanir +", "end", drawn=drawn, roll=roll)
        assert (mails.scene.space("hel"), mails.scene.state.vanir) == (left, 1)
