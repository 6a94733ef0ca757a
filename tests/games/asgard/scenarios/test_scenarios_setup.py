"""Scenarios S01 to S10: set-up, choosing gods, placing discs."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.games.asgard import game, moves
from engine.games.asgard.state import State
from tests.games.asgard.scene import SEATS, Scene


def new_game(seats: int) -> State:
    """A dealt game whose players have chosen their colours."""
    rules, chance = game.rules, SeededChance(b"set-up")
    state, _ = rules.setup(rules.Options(), seats, chance)
    for seat, colour in enumerate(("red", "yellow", "blue", "purple")[:seats]):
        rules.apply(state, seat, moves.ChooseColour.model_validate({"colour": colour}), chance)
    return state


def pick_all(state: State, *recruits: str) -> State:
    for recruit in recruits:
        game.rules.apply(
            state, state.active, moves.StartPick.model_validate({"recruit": recruit}), SeededChance(b"picks")
        )
    return state


def test_s01_four_players_find_everything_laid_out_as_the_rules_say() -> None:
    state = new_game(4)
    assert state.stones == [5, 5, 5, 5, 5, 5, 3]
    assert state.seals == [4, 7]
    assert state.god_seals == [1, 1, 1, 1, 1, 1, 1, 0, 0, 0]
    assert (state.asgard_up, len(state.asgard_stack)) == ([True] * 3, 2)
    assert state.battle_tiles == [4, 5, 5, 3, 2]
    assert sorted(state.worlds) == list(range(16))
    assert state.god_recruits[:7] == [[1, 0, 0], [1, 0, 0], [0, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]]
    assert (state.valhalla, state.recruits, state.start_recruits) == ([2, 3], [7, 6, 7], [1, 1, 1])
    assert (state.front, state.row, state.scores) == ([3] * 4, [7] * 4, [0] * 4)


def test_s02_three_players_play_with_fewer_pieces() -> None:
    state = new_game(3)
    assert state.stones == [4, 4, 4, 4, 4, 4, 2]
    assert state.seals == [3, 6]
    assert (len(state.asgard_row), len(state.asgard_stack)) == (2, 2)
    assert 2 not in state.asgard_row + state.asgard_stack  # A-recruit2+1
    assert state.battle_tiles == [3, 4, 4, 2, 1]
    assert state.worlds[0] == state.worlds[1] == -1
    names = [state.components.population[tile] for tile in state.worlds if tile >= 0]
    assert len(names) == 14
    assert not any("first_player" in name for name in names)
    assert sorted(state.order) == [0, 1, 2]
    assert state.active == state.order[2]
    pick_all(state, "giant")
    assert state.active == state.order[1]
    pick_all(state, "white")
    assert state.stage == "gods"
    assert state.recruits == [7, 7, 7]


def test_s03_two_players_play_with_fewest() -> None:
    state = new_game(2)
    assert state.stones == [3, 3, 3, 3, 3, 3, 1]
    assert state.seals == [2, 5]
    assert (len(state.asgard_row), len(state.asgard_stack)) == (1, 2)
    assert sorted(state.asgard_row + state.asgard_stack) == [0, 1, 3]
    assert state.battle_tiles == [2, 2, 3, 2, 1]
    assert [state.worlds[slot] for slot in (0, 1, 6, 7)] == [-1] * 4
    names = [state.components.population[tile] for tile in state.worlds if tile >= 0]
    assert len(names) == 12
    assert not any("first_player" in name or "asgard_flip" in name for name in names)
    assert state.active == state.order[1]
    pick_all(state, "giant")
    assert state.recruits == [8, 7, 7]


def test_s04_start_recruits_are_picked_from_the_last_order_tile_up() -> None:
    scene = Scene(round_=0, stage="start_pick", active="P")
    scene.state.start_recruits = [1, 1, 1]
    scene.play("P", "PICK giant")
    assert scene.refuse("B", "PICK giant") == "E_PICK"
    scene.play("B", "PICK orange")
    assert [scene.recruits(who) for who in SEATS] == ["", "w", "o", "g"]
    assert scene.state.stage == "gods"


def choosing() -> Scene:
    scene = Scene(stage="gods")
    scene.state.front[0] = 4
    return scene


def test_s05_the_chosen_gods_stay_secret_and_their_number_is_open() -> None:
    scene = choosing()
    [happening] = scene.play("R", "GODS freyja odin loki mimir")
    assert len(scene.state.hand[0]) == 4
    for other in (1, 2, 3, None):
        seen = happening.seen_by(other)
        assert seen is not None
        assert (seen.count, seen.names) == (4, None)  # type: ignore[attr-defined]


def test_s06_a_god_that_has_not_risen_cannot_be_chosen() -> None:
    scene = choosing()
    assert scene.refuse("R", "GODS freyja odin loki fenrir") == "E_GOD_NOT_RISEN"
    scene.play("R", "GODS freyja odin loki surtr")
    assert scene.state.chosen[0]


@pytest.mark.parametrize(
    "line, code", [("GODS freyja odin loki", "E_GOD_COUNT"), ("GODS freyja odin loki loki", "E_GOD_DUPLICATE")]
)
def test_s07_as_many_different_gods_as_discs(line: str, code: str) -> None:
    assert choosing().refuse("R", line) == code


def placing() -> Scene:
    scene = Scene(stage="place", order="RBYP").support("mimir", "B")
    for who, gods in (("R", "odin tyr"), ("B", "mimir tyr"), ("Y", "odin tyr"), ("P", "hel tyr")):
        scene.chose(who, *gods.split())
    return scene


def test_s08_discs_are_placed_in_turn() -> None:
    scene = placing()
    scene.play("R", "PLACE odin temple")
    scene.play("B", "PLACE mimir single")
    scene.play("Y", "PLACE odin asgard")
    scene.play("P", "PLACE hel asgard")
    assert (scene.at("odin temple"), scene.at("mimir single")) == ("R", "B")
    assert [scene.state.in_asgard(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_s09_a_supporter_and_a_late_comer_are_kept_from_the_temple() -> None:
    scene = placing()
    scene.play("R", "PLACE odin temple")
    assert scene.refuse("B", "PLACE mimir temple") == "E_ALREADY_SUPPORTING"
    scene.play("B", "PLACE mimir single")
    assert scene.refuse("Y", "PLACE odin temple") == "E_SLOT_TAKEN"
    menu = scene.table.rules.menu(scene.state, scene.decision("Y"))
    listed = [option.what[2] for option in menu.options if option.what[1] == "odin"]
    assert listed == ["upper", "bottom", "asgard"]


def test_s10_no_support_slot_no_such_slot_and_a_card_not_held() -> None:
    scene = Scene(stage="place", active="Y", order="YRBP").support("thor", "R", "B").chose("Y", "thor", "surtr")
    assert scene.refuse("Y", "PLACE thor temple") == "E_NO_SUPPORT_SLOT"
    assert scene.refuse("Y", "PLACE surtr upper") == "E_SLOT_UNKNOWN"
    assert scene.refuse("Y", "PLACE loki bottom") == "E_CARD_NOT_HELD"
