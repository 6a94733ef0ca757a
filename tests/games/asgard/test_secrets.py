"""What others learn of secret acts: nothing but what the table of hidden information opens."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.games.asgard import happenings as h
from engine.games.asgard.moves import End, Giver
from engine.games.asgard.pieces import GOD_NUMBER, UNKNOWN
from engine.games.asgard.state import State
from engine.table.session import Session
from engine.table.table import Recorded
from engine.table.undo import take_back
from tests.games.asgard.playing import RULES, play, positions
from tests.games.asgard.scene import Scene


@given(st.integers(2, 4), st.integers(0, 2**32))
@settings(max_examples=12)
def test_faces_for_others_hold_no_secret(seats: int, seed: int) -> None:
    played = play(seats, seed)
    for happening in played.happenings:
        for viewer in (*range(seats), None):
            face = happening.seen_by(viewer)
            if viewer is not None and viewer == getattr(happening, "seat", None):
                assert face == happening
            elif isinstance(face, h.Searched):
                assert (face.tile, face.saw) == (None, ())
            elif isinstance(face, h.ChoiceMade):
                assert face.names is None
                assert face.what != "battle"
            elif isinstance(face, h.ArmLaid):
                assert face.tile is None
            elif isinstance(face, h.OfferMade | h.DealMade):
                told = (face.secret_to,) if isinstance(face, h.OfferMade) else (face.giver, face.taker)
                hidden = [which for what, which in face.items if what in ("weapon", "wizardry") and which]
                assert viewer in told or not hidden


@given(st.integers(2, 4), st.integers(0, 2**32))
@settings(max_examples=6)
def test_views_mask_what_lies_hidden(seats: int, seed: int) -> None:
    for number, (state, _, _, _) in enumerate(positions(seats, seed)):
        if number % 9:
            continue
        for viewer in (*range(seats), None):
            table = RULES.view(state, viewer).table
            assert all(god == UNKNOWN for seat in range(seats) if seat != viewer for god in table.hand[seat])
            assert not any(table.known[seat] for seat in range(seats) if seat != viewer)
            hidden = [*(stack[:-1] for stack in [*table.god_tiles, *table.temples]), table.asgard_stack, *table.ancient]
            assert {tile for stack in hidden for tile in stack} <= {UNKNOWN}
            assert {value for value in table.beneath if value} <= {UNKNOWN}
            others = [tile for tile, at in enumerate(state.arms) if 0 <= at < seats and at != viewer]
            known = set() if viewer is None else set(state.known[viewer])
            assert all(table.arms[tile] == UNKNOWN for tile in others if tile not in known)


def battle_with_two_discs() -> Scene:
    scene = Scene(active="Y").disc("Y", "asgard").own("R", recruits="gg").battle("B6L", "R").battle("B2L", "R")
    for world in (2, 6):
        scene.world(f"W{world}L", f"odin {world // 2}").world(f"W{world}D", f"hel {4 - world // 6}")
    scene.battle("B3D", "B").own("B", recruits="gg").world("W3D", "loki 1").world("W3L", "tyr 4")
    scene.state.ancient = [[3], [3]]
    scene.play("Y", "ACT asgard: decline")
    return scene


def test_nobody_sees_which_of_several_battles_is_answered() -> None:
    """Red has recruits for one of two discs. What Red answers for the first leaves everything as it was for Blue."""
    seen = []
    for line in ("FIGHT W2L none", "FIGHT W2L send g g"):
        scene = battle_with_two_discs()
        asked = scene.asked()
        happenings = scene.play("R", line)
        assert [one.seen_by(2) for one in happenings] == [None]
        assert scene.asked() == asked  # the waiting list, too
        seen.append((scene.view("B"), RULES.decisions(scene.state)))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("line", ["FIGHT W2L none", "FIGHT W2L send g g"])
def test_whoever_answers_battle_by_battle_is_waited_for_until_the_last_of_them(line: str) -> None:
    scene = battle_with_two_discs()
    scene.play("R", line)
    assert ("R", "battle") in scene.asked()
    scene.play("R", "FIGHT W6L none")
    assert scene.asked() == [("B", "battle")]


def test_a_battle_that_can_only_be_lost_is_not_asked_about_when_nobody_else_is_waited_for() -> None:
    scene = battle_with_two_discs()
    scene.play("B", "FIGHT W3D none")
    scene.play("R", "FIGHT W2L send g g")
    assert scene.state.stage != "battle"


def test_a_disc_that_nothing_could_save_from_the_beginning_is_not_asked_about() -> None:
    scene = battle_with_two_discs()
    assert all(len(RULES.menu(scene.state, one).options) > 1 for one in RULES.decisions(scene.state))


def wishes_of(state: State) -> list[Any]:
    """What the discs that are still to be placed mean to search for."""
    return [frame.args["wishes"] for frame in state.flow.frames if frame.step == "row_disc"]


def test_a_redeal_forgets_what_another_player_means_to_search_for() -> None:
    """Red hires, and while Red names who gives the recruit the search of the same action waits with its wishes."""
    scene = Scene().disc("R", "asgard").busy().own("R", seals="LLLLLL").own("Y", recruits="w").own("B", recruits="w")
    scene.state.recruits[0] = 0
    scene.play("R", "ACT asgard: hire w; disc B3L get 5 4")
    assert scene.asked() == [("R", "giver")]
    waiting = wishes_of(scene.state)
    for viewer, wishes in ((0, 2), (1, 0), (2, 0), (None, 0)):
        redealt = RULES.redeal(scene.state, viewer, SeededChance(b"fork"))
        assert [len(one) for one in wishes_of(redealt)] == [wishes]
        assert RULES.view(redealt, viewer) == RULES.view(scene.state, viewer)
        RULES.apply(redealt, 0, Giver(what="recruit", which="white", players=(1,)), SeededChance(b"go on"))
        assert (redealt.ask is None) == bool(wishes)
    assert [len(one) for one in waiting] == [2]


def test_a_search_by_another_tells_a_redeal_nothing() -> None:
    scene = Scene().disc("R", "asgard").busy().own("R", tiles="PL-weapon").arms("Y", "6")
    scene.play("R", "USE PL-weapon get 5")
    found = {
        RULES.redeal(scene.state, 2, SeededChance(bytes([n]))).arms.index(0)  # what Red might hold, as Blue sees it
        for n in range(40)
    }
    assert len(found) > 3


def test_whoever_finds_only_like_tiles_in_a_stack_is_asked_all_the_same() -> None:
    """Else everybody could tell from the answer that nobody gave which tiles are left."""
    for left, kinds in ((("3", "3"), 1), (("3", "4"), 2)):
        scene = Scene().busy().own("R", tiles="PL-weapon")
        taken = ["2", "2", "3", "3", "4", "5", "6"]
        for one in left:
            taken.remove(one)
        scene.arms("Y", *taken)
        scene.play("R", "USE PL-weapon")
        assert scene.asked() == [("R", "get")]
        assert len(RULES.menu(scene.state, scene.decision("R")).options) == kinds


def test_like_arms_are_laid_when_their_owner_says_so() -> None:
    scene = Scene(round_=5, stage="arm", order="RYBP").support("odin", "R").world("W5L", "odin 1")
    scene.arms("R", "2", "2")
    assert RULES.forced(scene.state, scene.decision("R")) is None
    scene.play("R", "ARM weapon 2 odin W5")
    assert scene.state.stage == "over"


def test_who_has_nothing_to_offer_is_not_asked_for_offers() -> None:
    scene = Scene(order="RYBP").disc("R", "odin upper").busy().own("Y", stones="P")
    scene.play("R", "ACT odin upper: hear")
    assert scene.asked() == [("Y", "offer")]


def who_knows_a_weapon_of_yellow(*also: str) -> Scene:
    """At Ragnarök; Red was shown Yellow's weapon 5 in an offer."""
    scene = Scene(round_=5, stage="arm", active="Y").support("odin", "Y").world("W5L", "odin 1").arms("Y", "5", *also)
    scene.state.known[0] = [next(t for t in range(7) if scene.state.components.arms[t] == "5")]
    return scene


def test_whoever_knows_the_only_weapon_of_a_player_knows_it_where_it_is_laid() -> None:
    scene = who_knows_a_weapon_of_yellow("vp_top", "negate_tile")
    assert scene.view("R").weapons[1].known == ("5",)
    scene.play("Y", "ARM weapon 5 odin W5")
    assert ("weapon", "5") in [(one.kind, one.tile) for one in scene.view("R").laid]
    assert ("weapon", None) in [(one.kind, one.tile) for one in scene.view("B").laid]


@pytest.mark.parametrize("laid", ["5", "2"])
def test_of_two_weapons_nobody_else_can_tell_which_was_laid(laid: str) -> None:
    scene = who_knows_a_weapon_of_yellow("2", "vp_top", "negate_tile")
    scene.play("Y", f"ARM weapon {laid} odin W5")
    view = scene.view("R")
    assert ([one.tile for one in view.laid], view.weapons[1].known) == ([None], ())
    assert scene.view("Y").laid[0].tile == laid


def test_whoever_gave_a_weapon_away_knows_it_as_long_as_it_is_the_only_one() -> None:
    scene = Scene(active="Y").disc("Y", "odin upper", "asgard").busy().arms("B", "6")
    scene.play("B", "OFFER 1: weapon 6")
    scene.play("Y", "ACT odin upper: order blue yellow purple red; accept blue 1")
    assert [scene.view(who).weapons[1].known for who in "RYBP"] == [(), ("6",), ("6",), ()]


def test_an_offered_weapon_stays_known_when_a_wizardry_tile_changes_hands() -> None:
    scene = Scene(active="Y").disc("Y", "odin upper", "asgard").busy().arms("B", "6", "vp_top")
    scene.play("B", "OFFER 1: weapon 6", "OFFER 2: wizardry vp_top")
    scene.play("Y", "ACT odin upper: order red blue yellow purple; accept blue 2")
    assert scene.view("Y").weapons[2].known == ("6",)


def red_ends_a_turn(*gods: str, taken: str) -> tuple[list[tuple[str, str]], bool]:
    """Who is asked next, where Yellow has these gods left and one god has no free slot; may Red take the end back?"""
    scene = Scene(stage="place", seats=2).own("R", tiles="PL-weapon")  # so that Red says when the turn ends
    scene.disc("R", *taken.split(", ")).state.acted = True
    scene.state.hand[1] = sorted(GOD_NUMBER[god] for god in gods)
    session = Session(scene.table.copy(), SeededChance(b"end"))
    session.move(0, End())
    session.settle()
    asked = [("RY"[one.seat], one.kind) for one in session.table.pending()]
    events = [Recorded(at, one.payload) for at, one in enumerate(session.made)]
    return asked, take_back(scene.table, events, 0) is not None


def test_who_has_seen_that_another_is_asked_for_the_last_god_takes_nothing_back() -> None:
    """With another god, of which no slot is free, nobody would have been asked."""
    odin = "odin upper, odin bottom, odin temple"
    assert red_ends_a_turn("odin", taken=odin) == ([("R", "act")], False)
    assert red_ends_a_turn("hel", taken=odin) == ([("Y", "place")], False)
    assert red_ends_a_turn("hel", taken="odin upper, odin bottom") == ([("Y", "place")], True)
    assert red_ends_a_turn("odin", "hel", taken=odin) == ([("Y", "place")], True)
