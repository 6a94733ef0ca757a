"""Small tables for single sentences of the rules that the scenarios leave out."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.moves import IllegalMove
from engine.games.asgard import moves
from engine.games.asgard import pieces as p
from engine.games.asgard.play import NEWEST, Play
from engine.games.asgard.rules.battles import take_battle_tiles
from engine.games.asgard.rules.ragnarok import split
from engine.games.asgard.rules.round_start import refill_row
from tests.games.asgard.playing import RULES, play
from tests.games.asgard.scene import Scene


def test_a_first_player_tile_before_the_action_leaves_the_turn_running() -> None:
    """R5.4: the next turn belongs to the new owner of tile 2."""
    scene = Scene(order="RYBP", active="B").busy().own("B", tiles="PL-first_player")
    scene.play("B", "USE PL-first_player")
    assert (scene.order(), scene.turn(), scene.asked()) == ("BYRP", "B", [("B", "act")])
    scene.play("B", "ACT asgard: decline")
    assert scene.turn() == "Y"
    again = Scene(order="RYBP", active="R").busy().own("R", tiles="PL-first_player")
    assert again.refuse("R", "USE PL-first_player") == "E_NO_EFFECT"


def test_an_extra_turn_follows_at_once_and_the_order_is_that_of_the_moment() -> None:
    """R5.4, R6.7."""
    scene = Scene(order="RYBP", active="B").disc("B", "freyja bottom", "tyr bottom").busy()
    scene.own("B", tiles="PL-first_player").skill("B", "thor_skill")
    scene.play("B", "ACT freyja bottom", "USE PL-first_player", "AGAIN", "ACT tyr bottom")
    assert (scene.order(), scene.turn(), scene.stones("B")) == ("BYRP", "Y", "PPRR")


def test_naming_oneself_costs_one_item_and_the_tie_is_looked_at_again() -> None:
    """R3.4."""
    scene = Scene().disc("R", "freyja bottom").busy().own("R", stones="PP").own("B", stones="PP")
    scene.state.stones[0] = 0
    scene.play("R", "ACT freyja bottom")
    scene.play("R", "GIVER stone pink: red")
    assert scene.asked() == [("R", "giver")]
    scene.play("R", "GIVER stone pink: blue")
    assert (scene.stones("R"), scene.stones("B"), scene.turn()) == ("PPP", "P", "Y")
    assert [plan.model_dump()["players"] for plan in scene.table.standing[0]] == [(2,)]  # not himself


def test_an_exchange_for_what_only_the_receiver_has_is_refused() -> None:
    """R3.3, R3.6: red is out, and red alone owns the most of it."""
    scene = Scene().disc("R", "baldr upper").busy().own("R", stones="BRR").own("Y", stones="R")
    scene.state.stones[2] = 0
    assert scene.refuse("R", "ACT baldr upper: swap B>R") == "E_NO_EFFECT"
    scene.own("Y", stones="RR")
    scene.state.stones[2] = 0
    scene.play("R", "ACT baldr upper: swap B>R")
    assert (scene.stones("R"), scene.stones("Y")) == ("YYRRR", "RR")


def test_a_stone_just_received_may_be_exchanged() -> None:
    """R7.2, R8.2: the stones of the request come first."""
    scene = Scene().disc("R", "baldr upper").busy()
    scene.play("R", "ACT baldr upper: swap Y>K")
    assert scene.stones("R") == "YK"


def test_discs_of_the_middle_move_as_long_as_a_slot_is_open() -> None:
    """R7.4.5: with one slot open one disc moves, the other stays."""
    scene = Scene().disc("R", "asgard").busy().middle("R", 2)
    for slot in range(14):
        scene.state.battle[slot] = 1 if slot not in (5, 12, 13) else -1
    scene.state.battle[12] = 1  # world 7 takes one disc in all
    assert scene.refuse("R", "ACT asgard") == "E_MUST_MOVE"
    assert scene.refuse("R", "ACT asgard: move B7D") == "E_BATTLE_SLOT"
    assert scene.refuse("R", "ACT asgard: move B3D B7D") == "E_BATTLE_SLOT"
    scene.play("R", "ACT asgard: move B3D")
    assert (scene.at("B3D"), scene.state.middle[0]) == ("R", 1)


def test_all_discs_at_once_want_two_of_them_and_pay_for_nothing() -> None:
    """R7.5."""
    scene = Scene().disc("R", "asgard").busy().own("R", seals="LLDD")
    assert scene.refuse("R", "ACT asgard all: free front") == "E_NO_DISC_THERE"
    scene.disc("R", "asgard")
    assert scene.refuse("R", "ACT asgard all: free front; disc front pay L") == "E_COST"
    assert scene.refuse("R", "ACT asgard: free front") == "E_COST"
    scene.play("R", "ACT asgard all: free front; hire o")
    assert (scene.front("R"), scene.seals("R"), scene.recruits("R")) == (4, "LLD", "o")


@pytest.mark.parametrize(
    "own, pay, code",
    [
        ("BWKB", "B W K +B", "E_STONE_MATCH"),  # the fourth colour is none of the three
        ("BWK", "B W K", "E_STONE_MATCH"),
        ("BWKRP", "B W K +R +P", "E_STONE_MATCH"),
        ("BWKB", "B W K +B=K(PD-convert_stone)", "E_STONE_MATCH"),  # judged by what it counts as
        ("BWK", "B W K +PL-any_stone=B", "E_STONE_MATCH"),
        ("BWKB", "B W K +B=R(PL-any_stone)", "E_TILE_TIMING"),
        ("BWK", "B W PL-any_stone=K +PL-any_stone=R", "E_STONE_MATCH"),  # the tile is there, but only once
        ("BWK", "B W PD-any_stone=K +R", "E_TILE_NOT_OWNED"),
    ],
)
def test_wrong_prices_of_the_dearest_temples(own: str, pay: str, code: str) -> None:
    """R7.3.2."""
    scene = dear_temple(own)
    assert scene.refuse("R", f"ACT odin temple: T7 pay {pay}; recruits w; to W5L") == code


@pytest.mark.parametrize(
    "own, pay, left",
    [
        ("BWKB", "B W K +B=R(PD-convert_stone)", ""),
        ("BWRR", "B W R=K(PD-convert_stone) +R", ""),
        ("BWKP", "B W K +PL-any_stone=R", "P"),
        ("BB", "B PL-any_stone=W B=K(PD-convert_stone) +R", "E_STONE_MATCH"),
    ],
)
def test_right_prices_of_the_dearest_temples(own: str, pay: str, left: str) -> None:
    scene = dear_temple(own)
    line = f"ACT odin temple: T7 pay {pay}; recruits w; to W5L"
    if left.startswith("E_"):
        assert scene.refuse("R", line) == left
        return
    scene.play("R", line)
    assert scene.stones("R") == left


def dear_temple(stones: str) -> Scene:
    """A T7 temple of blue, white and black lies open."""
    scene = Scene().disc("R", "odin temple").busy().own("R", stones, "w", tiles="PL-any_stone PD-convert_stone")
    data = scene.state.components
    cost = tuple("PYRBGKW".index(one) for one in "BWK")
    wanted = [t for t, of in enumerate(data.temple_stack) if of == 3 and sorted(data.cost[t]) == sorted(cost)]
    return scene.temple_top(data.temples[wanted[0]])


def test_recruits_are_split_over_any_number_of_tiles() -> None:
    """R10.5: giants first, each to the weakest group, ties to the lower number."""
    assert split([0, 0, 3], 2) == [[0, 0, 2], [0, 0, 1]]
    assert split([1, 2, 1], 3) == [[0, 0, 1], [1, 1, 0], [0, 1, 0]]
    assert split([0, 0, 1], 4) == [[0, 0, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0]]


def test_set_aside_tiles_of_this_round_are_drawn_again() -> None:
    """R4.2.3: three lie face down, the stack holds two, so the third comes from those set aside."""
    scene = Scene()
    scene.state.asgard_row, scene.state.asgard_up, scene.state.asgard_stack = [0, 1, 2], [False] * 3, [3, 4]
    refill_row.run(Play(scene.state, SeededChance(b"row"), NEWEST))
    assert scene.state.asgard_up == [True] * 3
    assert scene.state.asgard_row[:2] == [4, 3]
    assert sorted([scene.state.asgard_row[2], *scene.state.asgard_stack]) == [0, 1, 2]
    assert scene.state.asgard_aside == []


def test_battle_tiles_go_from_the_lowest_score_up_and_fall_downward_only() -> None:
    """R9.7: ties in turn order."""
    scene = Scene(order="PBYR").scores(R=5, Y=3, B=3, P=9)
    for who, count in (("R", 6), ("Y", 5), ("B", 5), ("P", 1)):
        scene.victory(who, *range(1, count + 1))
    scene.state.battle_tiles = [0, 1, 0, 1, 1]
    take_battle_tiles(Play(scene.state, SeededChance(b"tiles"), NEWEST))
    assert scene.state.own_battle_tiles == [[5], [14], [20], []]


def test_nothing_can_be_played_after_the_end() -> None:
    played = play(2, 3)
    before = played.state.copy()
    tried: list[moves.AnyMove] = [
        moves.Recover(places=("middle",)), moves.Recover(places=("support:odin",)), moves.Valhalla(), moves.End(),
        moves.Again(), moves.MakeOffer(), moves.Arm(tile="6", god="odin", world=1), moves.ChooseGods(gods=("odin",)),
    ]  # fmt: skip
    for seat in (0, 1):
        played.state.front[seat] = before.front[seat] = 0
        for move in tried:
            with pytest.raises(IllegalMove):
                RULES.apply(played.state, seat, move, SeededChance(b"over"))
    assert played.state == before


def test_the_higher_code_of_the_table_is_given() -> None:
    scene = Scene().disc("R", "fenrir upper", "mimir single").busy()
    assert scene.refuse("R", "USE PL-weapon get 99") == "E_PICK"  # neither owned nor a tile of the game
    assert scene.refuse("R", "ACT mimir: to mimir") == "E_SLOT_TAKEN"
    assert scene.refuse("R", "ACT fenrir: to loki upper") == "E_SYNTAX"
    scene.disc("Y", "loki temple").support("hel", "R")
    assert scene.refuse("R", "ACT fenrir upper: to loki temple") == "E_SLOT_TAKEN"
    assert scene.refuse("R", "ACT fenrir upper: to hel temple") == "E_ALREADY_SUPPORTING"
    assert scene.refuse("R", "ACT fenrir upper: to hel upper") == "E_TARGET"
    assert scene.refuse("R", "ACT asgard: flip 1; hire w; disc B9L") == "E_SYNTAX"
    scene.disc("R", "asgard").battle("B1L", "Y")
    assert scene.refuse("R", "ACT asgard: flip 1; disc B1L pay L get vp_top") == "E_PICK"  # nor open, nor paid for


def test_who_was_given_a_tile_does_not_learn_which_search_took_it() -> None:
    scene = Scene().arms("Y", "3", "6")
    tile = next(t for t, at in enumerate(scene.state.arms) if at == 1 and scene.state.components.arms[t] == "6")
    scene.state.arms[tile] = 0
    view = scene.view("R")
    assert view.weapons[0].known == ("6",)
    assert view.table.taken[tile] == p.UNKNOWN
    assert scene.view("Y").table.taken[tile] == p.UNKNOWN
