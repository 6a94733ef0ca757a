"""The panels of the players and the battle on the board: every figure and every sign, held beside the state."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.board import Drawing, Part
from engine.core.moves import Seat
from engine.games.asgards_chosen.board.picture import draw
from engine.games.asgards_chosen.data import DESIGNS, ENEMY, SLOTS
from engine.games.asgards_chosen.state import State
from engine.games.asgards_chosen.view import UNKNOWN
from engine.games.asgards_chosen.words.status import ChosenWords
from tests.games.asgards_chosen.scene import ENOUGH, RULES, Scene, play

NAMES = ("Anna", "Boris", "Carl", "Dora")


def drawn(state: State, viewer: Seat | None = None) -> Drawing:
    return draw(RULES.view(state, viewer), ChosenWords("en", NAMES))


def parts(drawing: Drawing, piece: str, **marks: Any) -> list[Part]:
    wanted = {"piece": piece, **marks}.items()
    return [part for block in drawing.blocks for part in block.parts if wanted <= part.marks.items()]


def score(drawing: Drawing, seat: Seat) -> dict[str, Any]:
    (found,) = (part.data for block in drawing.blocks if block.marks == {"piece": "seat", "seat": seat}
                for part in block.parts if part.look == "panel/score")  # fmt: skip
    return dict(found)


@pytest.mark.parametrize("players", [2, 3])
def test_a_panel_counts_what_its_player_has(players: int) -> None:
    scene = Scene(players, heroes={"AF": "S1a", "BM": "S1e down"}, markers={"A": "S1b T1", "B": "S2b"},
                  hands={"A": "odin thor troll1", "B": "gram"}, draws={"B": "tyr troll1 garmr1 ormr1"},
                  discards={"A": "dis1 dis1"}, appeased={"B": "frigg"}, first=1)  # fmt: skip
    scene.turn("A")
    drawing = drawn(scene.state, 0)
    counts = {part.marks["ref"]: part.data["text"] for part in parts(drawing, "count", seat=0)}
    assert counts == {"hand": 3, "markers": 3, "draws": 0, "discards": 2}
    counts = {part.marks["ref"]: part.data["text"] for part in parts(drawing, "count", seat=1)}
    assert counts == {"hand": 1, "markers": 1, "draws": 4, "discards": 0}
    own, other = score(drawing, 0), score(drawing, 1)
    assert (own["waiting"], own["first"], own["leads"]) == (True, False, False)
    assert (other["waiting"], other["first"], other["leads"]) == (False, True, True)


def test_a_panel_shows_its_heroes_on_the_board_and_what_was_played_in_the_round() -> None:
    scene = Scene(heroes={"AF": "S1a", "BM": "S1e down"}, shown={"A": "tyr", "B": "merseburg"})
    scene.state.moved[0] = True
    scene.state.spent = list(scene.state.shown[1])
    drawing = drawn(scene.state)
    heroes = {(part.marks["seat"], part.data["text"]): part.data for part in parts(drawing, "hero")}
    assert {where: (one["moved"], one["each"][0]["down"]) for where, one in heroes.items()} == {
        (0, "S1a"): (True, False), (1, "S1e"): (False, True),
    }  # fmt: skip
    assert [(part.marks["seat"], part.marks["ref"], part.data["spent"]) for part in parts(drawing, "shown")] == [
        (0, "tyr", False), (1, "merseburg", True),
    ]  # fmt: skip


def test_nobody_leads_before_a_god_is_appeased() -> None:
    drawing = drawn(Scene().state)
    assert not any(score(drawing, seat)["leads"] for seat in range(3))


def test_markers_and_heroes_on_the_map_have_the_colour_of_their_side_and_lie_where_they_were_beaten() -> None:
    scene = Scene(1, "solitaire", heroes={"AF": "S1a", "AM": "S1e down"}, markers={"enemy": "S2a"})
    assert scene.state.markers.count(ENEMY) == 1
    standing = {part.marks["ref"]: part.data["each"] for part in parts(drawn(scene.state), "standing")}
    assert {at: [(one["symbol"], one["down"]) for one in each] for at, each in standing.items()} == {
        "S1a": [("seat-a", False), ("ac-hero-a", False)], "S1e": [("ac-hero-a", True)], "S2a": [("ac-enemy", False)],
    }  # fmt: skip
    sides = {part.marks["ref"]: part.data["side"] for part in parts(drawn(scene.state), "territory")}
    assert (sides["S1a"], sides["S2a"], sides["S1b"]) == (0, ENEMY, None)


def test_a_battle_shows_which_side_leads_and_whose_the_cards_are() -> None:
    scene = Scene(heroes={"AF": "L7b"}, markers={"B": "L7a T1"}, hands={"A": "odin thor", "B": "tyr"},
                  deck="draugr1 mittagsfrau1").attacks("A", "F", "L7b", "L7a")  # fmt: skip

    def sides() -> list[tuple[str, int, bool]]:
        return [
            (one.data["symbol"], one.data["total"], one.data["wins"]) for one in parts(drawn(scene.state), "fighter")
        ]

    assert sides() == [("seat-a", 0, False), ("seat-b", scene.totals[1], True)]
    scene.does("A", play("odin"))
    drawing = drawn(scene.state)
    assert [(one.marks["ref"], one.data["militia"]) for one in parts(drawing, "militia")] == [
        ("draugr1", True), ("mittagsfrau1", True),
    ]  # fmt: skip
    assert [(one.marks["ref"], one.data["militia"]) for one in parts(drawing, "played")] == [("odin", False)]
    assert scene.does("A", ENOUGH).asked == ("B", "defend")


def test_a_tie_is_shown_as_the_defenders() -> None:
    scene = Scene(heroes={"AF": "L7b", "BF": "S1e down"}, hands={"A": "odin"}).attacks("A", "F", "L7b", "S1e")
    shown = [(one.data["total"], one.data["wins"]) for one in parts(drawn(scene.state), "fighter")]
    assert shown == [(0, False), (0, True)]


def test_what_is_withheld_to_the_end_of_the_phase_or_of_the_battle_is_named() -> None:
    """From a hand it is named to nobody else; a creature that was played is known to all."""
    scene = Scene(hands={"A": "troll1 gram", "B": "odin"})
    scene.state.kept[0], scene.state.held[0] = scene.state.hands[0][:1], scene.state.hands[0][1:]
    scene.state.hands[0] = []
    (line,) = parts(drawn(scene.state), "withheld")
    words = ChosenWords("en", NAMES)
    assert (line.marks["seat"], line.data["text"].partition(": ")[2]) == (0, words.cards(("troll1", UNKNOWN)))


def test_the_middle_shows_prices_the_enemys_tiles_and_how_many_creatures_are_left() -> None:
    scene = Scene(1, "solitaire", tisch={"B1": "gram", "U1": "troll1"}, deck="troll1 dis1", later="ormr1")
    drawing = drawn(scene.state)
    slots = {part.marks["ref"]: part.data for part in parts(drawing, "slot")}
    for slot, card in (("B1", "gram"), ("U1", "troll1")):
        assert slots[slot]["cost"] == DESIGNS[card].cost
    up, down = scene.state.tile
    assert {slot: one["enemy"] for slot, one in slots.items() if one["enemy"]} == {SLOTS[up]: "up", SLOTS[down]: "down"}
    (deck,) = (part for part in parts(drawing, "count", ref="deck"))
    assert deck.data["text"] == 3
