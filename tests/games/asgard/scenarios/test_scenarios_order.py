"""Scenarios S26 to S33, S53, S55, S56, S59 and S60: shortages, skills, the order of turns, searches, offers."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from engine.games.asgard import pieces as p
from engine.games.asgard.happenings import DealMade, OfferMade, Searched
from tests.games.asgard.scene import SEATS, Scene


def test_s26_who_owns_most_receives_no_more() -> None:
    scene = Scene().disc("R", "freyja bottom").busy().own("R", stones="PP").own("B", stones="PPP")
    assert scene.state.stones[0] == 0
    scene.play("R", "ACT freyja bottom")
    assert (scene.stones("R"), scene.stones("B")) == ("PPP", "PP")


def shortage_of_blue() -> Scene:
    scene = Scene(order="YRBP").disc("Y", "thor bottom").busy().own("P", stones="BB").own("B", stones="BB")
    scene.state.stones[3] = 1
    return scene


@pytest.mark.parametrize(
    "lines",
    [("GIVER stone blue: blue", "ACT thor bottom"), ("ACT thor bottom", "GIVER stone blue: blue"),
     ("ACT thor bottom", "GIVER stone blue: red, blue")],
)  # fmt: skip
def test_s27_the_receiver_names_the_giver(lines: tuple[str, ...]) -> None:
    scene = shortage_of_blue()
    scene.play("Y", *lines)
    assert (scene.stones("Y"), scene.stones("P"), scene.stones("B")) == ("BB", "BB", "B")


def test_s27_asked_for_the_giver_one_must_name_a_tied_player() -> None:
    scene = shortage_of_blue()
    scene.play("Y", "ACT thor bottom")
    assert scene.asked() == [("Y", "giver")]
    assert scene.stones("Y") == "B"
    assert scene.refuse("Y", "GIVER stone blue: red") == "E_GIVER"
    scene.play("Y", "GIVER stone blue: red, blue")
    assert (scene.stones("Y"), scene.stones("B"), scene.turn()) == ("BB", "B", "R")


def no_giants() -> Scene:
    scene = Scene(order="PRYB").disc("P", "asgard").busy().own("P", seals="LD")
    scene.row("A-recruit1", "(A-exchange)", "(A-nothing)").on_god("loki", "ggggg").on_god("hel", "ggggg")
    scene.state.recruits[2] = 0
    return scene


def test_s28_a_recruit_that_nobody_has_is_not_received() -> None:
    scene = no_giants()
    scene.play("P", "ACT asgard: flip A-recruit1 take g")
    assert (scene.recruits("P"), scene.state.asgard_up[0]) == ("", False)


def test_s28_a_recruit_that_nobody_has_cannot_be_bought() -> None:
    assert no_giants().refuse("P", "ACT asgard: flip A-recruit1; hire g pay L D") == "E_NO_EFFECT"


def test_s29_mimir_sends_his_disc_to_a_silver_slot() -> None:
    scene = Scene(order="BRYP").disc("B", "mimir single").busy("R").seal("mimir", "loki")
    assert scene.refuse("B", "ACT mimir: to odin bottom") == "E_SILVER"
    assert scene.refuse("B", "ACT mimir: to fenrir bottom") == "E_GOD_NOT_RISEN"
    scene.play("B", "ACT mimir: to loki upper")
    assert (scene.seals("B"), scene.at("loki upper"), scene.turn()) == ("D", "B", "R")
    scene.play("R", "ACT asgard: decline")
    scene.play("B", "ACT loki upper: steal none")
    assert (scene.seals("B"), scene.stones("B"), scene.front("B")) == ("DD", "GG", 3)


def test_s30_hel_counts_the_recruits_of_a_god_and_takes_a_warrior() -> None:
    scene = Scene().disc("R", "hel upper").busy().on_god("loki", "goo").on_god("hel", "g").scores(R=20)
    orange = scene.state.valhalla[1]
    assert scene.refuse("R", "ACT hel upper: god hel kill g") == "E_TARGET"
    scene.play("R", "ACT hel upper: god loki kill o")
    assert (scene.stones("R"), scene.score("R")) == ("KK", 23)
    assert (scene.state.god_recruits[p.LOKI], scene.state.valhalla[1]) == ([0, 1, 1], orange + 1)


def on_odin() -> Scene:
    scene = Scene(order="RYBP", active="Y").disc("Y", "odin upper", "asgard").busy().own("P", stones="R")
    scene.play("P", "OFFER 1: stone R")
    return scene


def test_s31_odin_redistributes_with_a_deal() -> None:
    scene = on_odin()
    scene.play("Y", "ACT odin upper: order purple red blue yellow; accept purple 1")
    assert (scene.stones("Y"), scene.stones("P"), scene.order(), scene.turn()) == ("RW", "", "PRBY", "P")


def test_s31_odin_redistributes_without_a_deal() -> None:
    scene = on_odin()
    scene.play("Y", "ACT odin upper: order red blue purple yellow")
    assert (scene.stones("Y"), scene.stones("P"), scene.order(), scene.turn()) == ("W", "R", "RBPY", "R")


@pytest.mark.parametrize(
    "rest, code",
    [("order red blue purple yellow; accept purple 1", "E_DEAL"), ("order purple red red yellow", "E_ORDER")],
)
def test_s31_orders_and_deals_must_fit(rest: str, code: str) -> None:
    assert on_odin().refuse("Y", f"ACT odin upper: {rest}") == code


def test_s31_odin_may_hear_the_others_first() -> None:
    scene = Scene(order="RYBP", active="Y").disc("Y", "odin upper", "asgard").busy().own("P", stones="R")
    scene.own("R", stones="P").own("B", stones="B")
    scene.play("Y", "ACT odin upper: hear")
    assert scene.asked() == [("R", "offer"), ("B", "offer"), ("P", "offer")]
    scene.play("R", "OFFER none")
    scene.play("P", "OFFER 1: stone R", "OFFER 2: none")
    assert scene.asked() == [("B", "offer")]
    assert scene.refuse("Y", "ORDER none") == "E_PHASE"
    scene.play("B", "OFFER none")
    scene.play("Y", "ORDER purple red blue yellow; accept purple 1")
    assert (scene.stones("Y"), scene.order(), scene.turn(), scene.state.offers) == ("RW", "PRBY", "P", [])


def test_who_has_made_an_offer_is_not_waited_for_again() -> None:
    """D10: only those are asked whom nothing has been heard of."""
    scene = on_odin().own("R", stones="P").own("B", stones="B")
    scene.play("Y", "ACT odin upper: hear")
    assert scene.asked() == [("R", "offer"), ("B", "offer")]


def test_s32_the_first_player_tile_changes_the_order_in_the_middle_of_a_turn() -> None:
    scene = Scene(active="B").disc("B", "freyja bottom", "asgard").busy().own("B", tiles="PL-first_player")
    scene.play("B", "USE PL-first_player", "ACT freyja bottom")
    assert (scene.order(), scene.stones("B"), scene.turn(), scene.tiles("B")) == ("BYRP", "PP", "Y", [])


def test_s32_the_first_player_has_no_use_for_it() -> None:
    scene = Scene().disc("R", "freyja bottom").busy().own("R", tiles="PL-first_player")
    assert scene.refuse("R", "USE PL-first_player") == "E_NO_EFFECT"


def test_s33_thor_gives_a_further_turn() -> None:
    scene = Scene().disc("R", "thor upper", "baldr bottom").busy().skill("P", "thor_skill")
    scene.play("R", "ACT thor upper", "AGAIN", "ACT baldr bottom")
    assert (scene.stones("R"), scene.state.skills[0], scene.turn()) == ("YYBB", -1, "Y")


def test_s33_with_nothing_left_to_do_there_is_no_further_turn() -> None:
    scene = Scene().disc("R", "thor upper").busy().skill("P", "thor_skill")
    assert scene.refuse("R", "ACT thor upper", "AGAIN") == "E_NO_EFFECT"
    scene.play("R", "ACT thor upper")
    assert scene.refuse("R", "AGAIN") == "E_NO_EFFECT"
    assert scene.state.skills[0] == 0
    assert scene.refuse("Y", "AGAIN") == "E_TILE_NOT_OWNED"


def everything(value: object) -> str:
    return json.dumps(value, default=str)


def test_s53_a_view_holds_nothing_that_is_hidden() -> None:
    scene = Scene(stage="place", order="YRBP").chose("R", "loki").chose("Y", "tyr", "thor")
    scene.arms("R", "5", "vp_top")
    for other in ("Y", None):
        view = scene.view(other)
        assert view.hands[0] == 1
        assert (view.weapons[0].count, view.wizardry[0].count) == (1, 1)
        assert (view.weapons[0].known, view.wizardry[0].known) == ((), ())
        assert view.table.hand[0] == [p.UNKNOWN]
        text = everything([asdict(view.weapons[0]), asdict(view.wizardry[0]), view.table.hand[0], view.saw])
        assert "loki" not in text
        assert "vp_top" not in text
        assert not any(at == 0 for at in view.table.arms)
    own = scene.view("R")
    assert (own.table.hand[0], own.weapons[0].known, own.wizardry[0].known) == ([p.LOKI], ("5",), ("vp_top",))
    for who in (*SEATS, None):
        table = scene.view(who).table
        hidden = [*table.god_tiles, *table.temples]
        assert all(tile == p.UNKNOWN for stack in hidden for tile in stack[:-1])
        assert all(value == p.UNKNOWN for stack in [*table.ancient, table.asgard_stack] for value in stack)


def searching() -> Scene:
    scene = Scene().disc("R", "asgard").busy().own("R", tiles="PL-weapon")
    return scene.arms("Y", "6")


def test_s55_the_first_wish_that_is_there_is_taken() -> None:
    scene = searching()
    scene.play("R", "USE PL-weapon get 6 5")
    assert (scene.owned_arms("R"), scene.tiles("R")) == (["5"], [])


def test_s55_a_wish_that_is_gone_is_asked_about_in_secret() -> None:
    scene = searching()
    scene.play("R", "USE PL-weapon get 6")
    assert (scene.tiles("R"), scene.asked()) == ([], [("R", "get")])
    assert scene.view("R").searching == ("2", "2", "3", "3", "4", "5")
    assert scene.view("Y").searching == ()
    assert scene.refuse("R", "GET 6") == "E_PICK"
    happenings = scene.play("R", "GET 4")
    assert scene.owned_arms("R") == ["4"]
    [searched] = [one for one in happenings if isinstance(one, Searched)]
    assert searched.saw == ("2", "2", "3", "3", "4", "5")
    for other in (1, 2, 3, None):
        assert searched.seen_by(other) == Searched(0, "weapon", None, ())


def test_s55_no_such_weapon_exists_at_all() -> None:
    scene = searching()
    assert scene.refuse("R", "USE PL-weapon get 9") == "E_PICK"
    assert scene.tiles("R") == ["PL-weapon"]


def a_temple_on_a_first_player_tile() -> Scene:
    scene = Scene(active="B").disc("B", "baldr temple", "asgard").own("B", stones="PB", recruits="w")
    for who in "RYP":
        scene.disc(who, "asgard", "asgard")
    return scene.temple_top("T3-1").world("W5L", "PL-first_player")


def test_s56_a_tile_is_used_after_the_action_that_gained_it() -> None:
    scene = a_temple_on_a_first_player_tile()
    scene.play("B", "ACT baldr temple: T3 pay P B; recruits w; to W5L", "USE PL-first_player")
    assert (scene.order(), scene.turn(), scene.tiles("B")) == ("BYRP", "Y", [])


def test_s56_a_written_block_ends_the_turn() -> None:
    scene = a_temple_on_a_first_player_tile()
    scene.play("B", "ACT baldr temple: T3 pay P B; recruits w; to W5L")
    assert (scene.order(), scene.turn(), scene.tiles("B")) == ("RYBP", "P", ["PL-first_player"])


def test_s59_surtrs_bonus_is_not_optional() -> None:
    scene = Scene(active="P").disc("P", "surtr single", "asgard").busy().world("W4L", "PL-first_player")
    scene.play("P", "ACT surtr: flip W4L")
    assert (scene.order(), scene.turn()) == ("PYBR", "Y")
    slot = p.WORLD_SLOT["W4L"]
    assert (scene.state.flipped[slot], scene.state.value_at(slot)) == (True, 2)


def test_s59_only_the_exchange_is_optional() -> None:
    scene = Scene(active="P").disc("P", "surtr single", "asgard").busy().own("P", stones="P")
    scene.world("W4L", "PL-convert_stone").play("P", "ACT surtr: flip W4L")
    assert (scene.stones("P"), scene.state.flipped[p.WORLD_SLOT["W4L"]]) == ("P", True)


def offers() -> Scene:
    scene = Scene(active="Y").disc("Y", "odin upper", "asgard").busy().own("B", stones="R").own("P", seals="L")
    scene.arms("P", "5").play("B", "OFFER 1: stone R")
    scene.happenings = scene.play("P", "OFFER 1: weapon 5", "OFFER 2: seal L")
    scene.state.own_stones[2][2] -= 1
    scene.state.own_stones[0][2] += 1  # R took B's red stone through a shortage
    return scene


@pytest.mark.parametrize(
    "rest",
    ["order blue purple red yellow; accept blue 1", "order purple blue red yellow; accept purple 1, purple 2"],
)
def test_s60_offers_that_lapsed_or_contradict_each_other(rest: str) -> None:
    assert offers().refuse("Y", f"ACT odin upper: {rest}") == "E_DEAL"


def test_s60_an_accepted_offer_is_binding() -> None:
    scene = offers()
    happenings = scene.play("Y", "ACT odin upper: order red purple blue yellow; accept purple 2")
    assert (scene.seals("Y"), scene.seals("P"), scene.order(), scene.turn()) == ("L", "", "RPBY", "R")
    assert any(isinstance(one, DealMade) for one in happenings)


def test_s60_only_the_offerer_and_the_active_player_see_which_weapon_it_is() -> None:
    scene = offers()
    [offer] = [one for one in scene.happenings if isinstance(one, OfferMade) and one.number == 1]
    assert [offer.seen_by(viewer).items for viewer in (0, 1, 2, 3, None)] == [
        (("weapon", ""),), (("weapon", "5"),), (("weapon", ""),), (("weapon", "5"),), (("weapon", ""),),
    ]  # fmt: skip
    assert [scene.view(who).weapons[3].known for who in "RYBP"] == [(), ("5",), (), ("5",)]
    bids = [next(bid.items for bid in scene.view(who).offers if bid.number == 1 and bid.seat == 3) for who in "RY"]
    assert bids == [(("weapon", ""),), (("weapon", "5"),)]
