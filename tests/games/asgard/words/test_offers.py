"""Offers under Odin: who accepts gets what was shown to him, and what has closed or lapsed stays so (R8.4)."""

from __future__ import annotations

import pytest

from engine.core.moves import IllegalMove
from engine.games.asgard import game
from engine.games.asgard.game_rules import AsgardRules1
from engine.games.asgard.moves import Accept, Bid, MakeOffer, NewOrder, OfferItem, Request
from engine.games.asgard.words.describe import AsgardWords
from engine.table.orders import Refused, take
from tests.games.asgard.playing import RULES
from tests.games.asgard.scene import SEATS, Scene

ACCEPT = "ACT odin upper: order blue yellow purple red; accept blue 1"


def table() -> Scene:
    """Yellow stands on Odin's upper slot; Blue has something to offer for tile 1."""
    return Scene(active="Y").disc("Y", "odin upper", "asgard").busy().own("B", stones="BR", seals="L").arms("B", "6")


def refused(scene: Scene, who: str, line: str) -> IllegalMove:
    with pytest.raises(Refused) as found:
        take(scene._session(), SEATS.index(who), [line])
    return found.value.why


# --- the window of `hear`


def heard() -> Scene:
    """Red and Purple have nothing to offer; Blue's answer is the last one."""
    scene = table()
    scene.play("Y", "ACT odin upper: hear")
    scene.play("B", "OFFER 1: weapon 6, stone B")
    return scene


@pytest.mark.parametrize("line", ["OFFER 1: seal L", "OFFER 1: none", "OFFER 2: seal L", "OFFER none"])
def test_with_the_last_answer_nobody_may_make_replace_or_withdraw_an_offer(line: str) -> None:
    scene = heard()
    assert scene.asked() == [("Y", "redistribute")]
    assert scene.refuse("B", line) == "E_PHASE"
    scene.play("Y", "ORDER blue yellow purple red; accept blue 1")
    assert (scene.owned_arms("Y"), scene.stones("Y")) == (["6"], "BW")


def test_until_the_last_answer_an_offer_may_be_replaced() -> None:
    scene = table().own("P", seals="L")
    scene.play("Y", "ACT odin upper: hear")
    scene.play("B", "OFFER 1: weapon 6, stone B")
    scene.play("B", "OFFER 1: seal L")
    scene.play("P", "OFFER none")
    assert refused(scene, "Y", "ORDER blue yellow purple red; accept blue 1").where["issue"] == 2
    scene.play("Y", "ORDER blue yellow purple red; accept blue 1b")
    assert scene.seals("Y") == "L"


def test_a_game_of_version_1_still_takes_a_late_offer() -> None:
    scene = heard()
    late = MakeOffer(bids=(Bid(number=1, items=(OfferItem(what="seal", which="light"),)),))
    scene.table.rules = AsgardRules1()
    AsgardRules1().apply(scene.state, 2, late, scene._session().chance)
    assert [len(offer.items) for offer in scene.state.offers] == [1]


# --- without `hear`


def test_an_acceptance_holds_only_for_the_offer_that_its_writer_was_shown() -> None:
    scene = table()
    scene.play("B", "OFFER 1: weapon 6, stone B")
    scene.play("B", "OFFER 1: seal L")  # while Yellow's answer is on its way
    why = refused(scene, "Y", ACCEPT)
    assert why.where == {"number": 1, "seat": 2, "issue": 2, "offer": [("seal", "light")]}
    assert AsgardWords("en", ("Red", "Yellow", "Blue", "Purple")).refusal(why.code, why.where) == (
        "The offer of Blue for order tile 1 is another one by now, 1b: 1 Light seal."
    )
    scene.play("Y", ACCEPT + "b")
    assert (scene.seals("Y"), scene.owned_arms("Y")) == ("L", [])


def test_the_same_offer_once_more_is_the_same_offer() -> None:
    scene = table()
    scene.play("B", "OFFER 1: seal L")
    scene.play("B", "OFFER 1: seal L")
    scene.play("Y", ACCEPT)
    assert scene.seals("Y") == "L"


def test_an_offer_withdrawn_and_made_again_is_another_one() -> None:
    scene = table()
    for line in ("OFFER 1: stone B", "OFFER 1: none", "OFFER 1: seal L"):
        scene.play("B", line)
    assert scene.refuse("Y", ACCEPT) == "E_DEAL"


def test_an_acceptance_in_a_plan_is_for_an_offer_that_stood_when_it_was_written() -> None:
    scene = table()
    scene.state.active = 0
    assert scene.refuse("Y", ACCEPT) == "E_DEAL"  # nothing is offered yet
    scene.play("B", "OFFER 1: weapon 6, stone B")
    scene.play("Y", ACCEPT)
    scene.play("B", "OFFER 1: seal L")
    scene.play("R", "ACT asgard: decline")
    assert scene.asked() == [("Y", "act")]
    assert (scene.at("odin upper"), scene.seals("B")) == ("Y", "L")


def test_a_move_recorded_before_offers_were_told_apart_accepts_what_stands() -> None:
    scene = table()
    scene.play("B", "OFFER 1: weapon 6, stone B")
    scene.play("B", "OFFER 1: seal L")
    move = Request(god="odin", slot="upper", skill=NewOrder(order=(2, 1, 3, 0), accept=(Accept(seat=2, number=1),)))
    RULES.apply(scene.state, 1, move, scene._session().chance)
    assert scene.seals("Y") == "L"


# --- lapsed offers


def test_a_lapsed_offer_does_not_come_back_to_life() -> None:
    scene = table().disc("R", "baldr upper")
    scene.state.active, scene.state.front[0] = 0, 2
    scene.state.seals = [0, 0]
    scene.own("R", seals="")
    scene.play("B", "OFFER 1: stone B")
    assert len(scene.view("Y").offers) == 1
    scene.state.own_stones[2][3] -= 1  # the blue stone goes ...
    scene.play("R", "ACT baldr upper: swap none")
    assert scene.view("Y").offers == ()
    scene.state.own_stones[2][3] += 1  # ... and Blue gets another
    assert scene.refuse("Y", ACCEPT) == "E_DEAL"
    scene.play("B", "OFFER 1: stone B")
    assert [(one.number, one.issue) for one in scene.view("Y").offers] == [(1, 2)]


# --- the end of the turn


@pytest.mark.parametrize("lines", [(ACCEPT,), ("ACT odin upper: hear", "ORDER blue yellow purple red; accept blue 1")])
def test_a_written_block_ends_the_turn_though_a_deal_brought_a_tile_that_could_be_used(lines: tuple[str, ...]) -> None:
    scene = table().skill("B", "thor_skill").own("B", tiles="PL-weapon")
    if len(lines) == 1:
        scene.play("B", "OFFER 1: skill thor, PL-weapon")
    scene.play("Y", lines[0])
    if len(lines) > 1:
        scene.play("B", "OFFER 1: skill thor, PL-weapon")
        scene.play("Y", lines[1])
    assert scene.tiles("Y") == ["PL-weapon"]
    assert ("Y", "end") not in scene.asked()
    assert scene.turn() != "Y"


def test_a_tile_of_a_deal_may_be_used_in_the_same_block() -> None:
    scene = table().skill("B", "thor_skill").own("B", tiles="PL-weapon")
    scene.play("B", "OFFER 1: PL-weapon")
    scene.play("Y", ACCEPT, "USE PL-weapon get 5")
    assert (scene.owned_arms("Y"), scene.turn()) == (["5"], "P")


@pytest.mark.parametrize("language, said", [("en", "“any stone” (Light)"), ("ru", "«любой камень» (Свет)")])
def test_the_board_says_of_an_offered_population_tile_what_it_does(language: str, said: str) -> None:
    """It said `PL-any_stone`, which is what orders call it."""
    scene = table().own("B", tiles="PL-any_stone").own("P", seals="L")
    scene.play("Y", "ACT odin upper: hear")
    scene.play("B", "OFFER 1: PL-any_stone")
    words = AsgardWords(language, ["Anna", "Boris", "Cleo", "Dora"])
    view = RULES.view(scene.state, SEATS.index("Y"))
    titles = [part.title for block in game.draw(view, words).blocks for part in block.parts]
    assert any(said in title for title in titles)
    assert not any("PL-any_stone" in title for title in titles)
    assert f"1: {said}" in " ".join(game.text_board(view, words).split())
