"""The board: what the view knows, all of it and no more; every text fits, in both layouts and in every language."""

from __future__ import annotations

import io
import json
import random
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache
from typing import Any

import pytest
from PIL import Image

from asgard_pbem.boards.fonts import shortened
from asgard_pbem.boards.look import SEATS, TOKENS, Theme, contrast
from asgard_pbem.boards.pixels.board import board_png
from asgard_pbem.boards.pixels.packing import LIMIT_BYTES
from asgard_pbem.boards.render import board_svg
from engine.core.board import Drawing, Layout, Part, laid_out
from engine.core.chance import SeededChance
from engine.core.moves import Seat
from engine.games.asgards_chosen.board.cards import cards, lines_of
from engine.games.asgards_chosen.board.chart import chart
from engine.games.asgards_chosen.board.labels import Labels
from engine.games.asgards_chosen.board.picture import draw
from engine.games.asgards_chosen.board.text import text_board
from engine.games.asgards_chosen.data import DESIGNS, KIND, KINDS, NAME, NONE, TERRITORIES, TOWN
from engine.games.asgards_chosen.data.land import Laid, Socket, land, tile_places, town_places
from engine.games.asgards_chosen.moves import Enough, MoveHero, PlayGod
from engine.games.asgards_chosen.state import State
from engine.games.asgards_chosen.view import UNKNOWN, View
from engine.games.asgards_chosen.words.status import ChosenWords
from tests.games.all.test_fitting import FIRST_SCREEN, LANGUAGES, NAMES, SMALLEST
from tests.games.asgards_chosen.scene import RULES, Scene, begun
from tests.games.asgards_chosen.scene import play as plays
from tests.games.asgards_chosen.test_properties import TABLES, walk
from tests.games.fitting import complaints
from tests.games.golden import HOME, begin
from tests.web.look.test_look_layouts import assert_same

SVG = "{http://www.w3.org/2000/svg}"
STEP = 9  # moves between two moments that are looked at


def _drawn(view: View, language: str = "en") -> Drawing:
    return draw(view, ChosenWords(language, NAMES))


@cache
def _states(table: int, seed: int) -> tuple[State, ...]:
    """Some states of a random game, and its last one."""
    found = list[State]()
    for at, (state, _, _) in enumerate(walk(*TABLES[table], seed)):
        if at % STEP == 0:
            found.append(state.copy())
    return (*found, state)


def _views(table: int, seed: int) -> list[View]:
    """Each of them, seen by one seat after the other and by a spectator."""
    viewers: list[Seat | None] = [*range(TABLES[table][0]), None]
    return [RULES.view(state, viewers[at % len(viewers)]) for at, state in enumerate(_states(table, seed))]


def _parts(drawing: Drawing, piece: str) -> list[Part]:
    return [part for block in drawing.blocks for part in block.parts if part.marks.get("piece") == piece]


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_every_text_fits_and_the_whole_board_stands_on_the_first_screen(table: int) -> None:
    for number, view in enumerate(_views(table, 1)):
        for language in LANGUAGES:
            drawing = _drawn(view, language)
            assert complaints("asgards_chosen", drawing) == [], number
            sheet = laid_out(drawing, Layout.LANDSCAPE)
            scale = min(FIRST_SCREEN[0] / sheet.width, FIRST_SCREEN[1] / sheet.height)
            assert 20 * scale >= SMALLEST, (number, sheet.height)


@pytest.mark.parametrize("table", range(0, len(TABLES), 2))
def test_the_board_does_not_depend_on_what_the_viewer_cannot_know(table: int) -> None:
    for number, state in enumerate(_states(table, 1)):
        viewer = (None, 0)[number % 2]
        other = RULES.redeal(state, viewer, SeededChance(bytes([number % 250])))
        assert _drawn(RULES.view(state, viewer)) == _drawn(RULES.view(other, viewer))


@pytest.mark.parametrize("table", [4, 6, 8])
def test_every_territory_marker_and_hero_is_drawn_once_where_it_is(table: int) -> None:
    for view in _views(table, 1)[::3]:
        drawing = _drawn(view)

        on = next(block for block in drawing.blocks if block.marks.get("piece") == "map")
        drawn = [part.marks for part in on.parts if part.marks.get("piece") == "standing"]
        assert {one["ref"] for one in drawn if one["marker"]} == {
            one.name for one in view.territories if one.side is not None
        }
        assert {(one["ref"], one["hero"]) for one in drawn if one["hero"]} == {
            (one.name, one.hero) for one in view.territories if one.hero
        }
        assert Counter(part.marks["ref"] for part in _parts(drawing, "territory")) == Counter(
            one.name for one in view.territories
        )


def test_a_hand_is_drawn_for_its_owner_and_who_has_seen_all_of_it() -> None:
    loki = Scene(4, hands={"A": "loki", "B": "gram odin"}).gods("A").does("A", PlayGod(god="loki", on=1)).state
    for state in (*_states(4, 1)[:-1:4], loki):
        for viewer in (0, 2, None):
            view = RULES.view(state, viewer)
            hand = [part.marks["ref"] for part in _parts(_drawn(view), "card") if part.marks["pile"] == "hand"]
            own = [] if viewer is None else [NAME[card] for card in state.hands[viewer]]
            others = [one.hand for seat, one in enumerate(view.players) if seat != viewer and UNKNOWN not in one.hand]
            assert sorted(hand) == sorted([*own, *(card for one in others for card in one)])
            assert not (viewer is None and hand)
            assert any(others) or state is not loki or viewer != 0


def test_at_the_end_all_hands_are_shown() -> None:
    state = _states(4, 1)[-1]
    assert state.stage == "over"
    drawn = Counter(part.marks["ref"] for part in _parts(_drawn(RULES.view(state, None)), "card"))
    assert drawn == Counter(NAME[card] for hand in state.hands for card in hand)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_card_does_is_said_in_at_most_six_lines_none_of_which_is_cut(language: str) -> None:
    labels = Labels(ChosenWords(language, NAMES), RULES.view(Scene().state, 0))
    for code in DESIGNS:
        lines = lines_of(labels, code)
        assert len(lines) <= 6, code
        assert all(shortened(line, 524, 20) == line for line in lines), code


def test_a_hand_says_as_much_of_its_cards_as_there_is_room() -> None:
    labels = Labels(ChosenWords("en", NAMES), RULES.view(Scene().state, 0))
    view = RULES.view(Scene(hands={"A": "thor odin troll1 nixie1"}).state, 0)
    highs = [cards(view, labels, room)[0].h for room in (900, 450, 300, 200, 110)]
    assert highs == sorted(set(highs), reverse=True)
    assert all(high <= room for high, room in zip(highs, (900, 450, 300, 200, 110), strict=True))


def test_the_event_in_force_and_those_that_will_attack_say_what_they_do() -> None:
    scene = Scene(1, "solitaire", keeper="wolf_age", queue="coastal_raid naglfar")
    drawing = _drawn(RULES.view(scene.state, 0))
    assert ChosenWords("en", NAMES).does("wolf_age") in _parts(drawing, "keeper")[0].title
    lines = " ".join(part.data["text"] for block in drawing.blocks for part in block.parts if part.look == "card/line")
    assert ChosenWords("en", NAMES).does("wolf_age") in lines
    assert all("attacks: " in part.title for part in _parts(drawing, "queue"))


def test_items_are_shown_to_whom_they_are_offered_alone() -> None:
    state = next(state for state, _, _ in walk(*TABLES[2], 1) if state.stage == "items")
    asked = next(one.seat for one in RULES.decisions(state) if one.waits)
    for viewer in (0, 1, None):
        pool = [part for part in _parts(_drawn(RULES.view(state, viewer)), "card") if part.marks["pile"] == "pool"]
        assert len(pool) == (len(state.pool) if viewer == asked else 0)


def test_every_card_in_the_middle_is_drawn_and_explained() -> None:
    for view in _views(6, 1)[::4]:
        drawing = _drawn(view)
        for piece, pile in (("creatures", view.graves), ("items", view.relics), ("queue", view.queue)):
            assert [part.marks["ref"] for part in _parts(drawing, piece)] == list(pile)
        slots = {part.marks["ref"]: part.marks["card"] for part in _parts(drawing, "slot")}
        assert list(slots.values()) == [] if not any(view.tisch) else sorted(slots.values()) == sorted(view.tisch)
        for part in (one for block in drawing.blocks for one in block.parts):
            code = str(part.marks.get("card") or part.marks.get("ref", "")).partition("#")[0]
            if code in DESIGNS and part.marks["piece"] not in ("god", "territory"):
                assert ChosenWords("en", NAMES).explained(code, view.mode) in part.title


# --- The map ---------------


def _built(seats: int, pick: Any) -> tuple[tuple[Laid, ...], tuple[Socket, ...]]:
    """A map that players might build, with all its tiles and towns."""
    tiles, count = {2: (7, 7), 3: (9, 9), 4: (11, 10)}[seats]
    laid, towns = list[Laid](), list[Socket]()
    for tile in range(tiles):
        q, r, direction = pick(list(tile_places(land(tuple(laid), tuple(towns)))))
        laid.append((tile, q, r, direction))
        if tile < count:
            towns.append(pick(town_places(land(tuple(laid), tuple(towns)))))
    return tuple(laid), tuple(towns)


PICKS = [
    *((f"random {seed}", random.Random(seed).choice) for seed in range(12)),
    ("near", lambda found: found[0]), ("far", lambda found: found[-1]),
    ("east", max), ("north", lambda found: min(found, key=lambda at: (at[1], -at[0]))),
    ("south-west", lambda found: min(found, key=lambda at: at[0] - at[1])),
]  # fmt: skip


def _crowded(seats: int, pick: Any, *, building: bool) -> State:
    """All territories controlled, and all heroes on the board, some of them vanquished."""
    state = begun(seats, automatic_board=True)
    state.laid, state.towns = _built(seats, pick)
    if building:
        state.stage = "board"
        return state
    state.stage = "campaign"
    there = state.land.there
    for number, at in enumerate(there):
        state.markers[at] = number % seats if KIND[at] <= TOWN else NONE
    for hero in range(2 * seats):
        state.at[hero], state.down[hero] = there[3 * hero], hero % 3 == 0
    state.touched = [TERRITORIES[at] for at in there[:2]]
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("pick", [pick for _, pick in PICKS], ids=[name for name, _ in PICKS])
def test_whatever_map_is_built_fits_and_its_names_can_be_read(seats: int, pick: Any) -> None:
    for building in (True, False):
        view = RULES.view(_crowded(seats, pick, building=building), None)
        for language in LANGUAGES:
            drawing = _drawn(view, language)
            assert complaints("asgards_chosen", drawing) == []
            assert 20 * FIRST_SCREEN[1] / laid_out(drawing, Layout.LANDSCAPE).height >= SMALLEST
        assert chart(view.laid, view.towns, building=False).size >= 38


def test_a_long_map_lies_on_its_side_and_the_rose_with_it() -> None:
    sizes = Counter[bool]()
    for _, pick in PICKS:
        view = RULES.view(_crowded(4, pick, building=True), None)
        on, drawing = chart(view.laid, view.towns, building=True), _drawn(view)
        sizes[on.turned] += 1
        rose = _parts(drawing, "rose")[0]
        assert ("left" in rose.title) == on.turned
        east = rose.data["each"][0]
        assert (east["y"] < rose.h / 2 - 20) == on.turned
    assert sizes[True]
    assert sizes[False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_has_the_coordinates_of_the_text_board(language: str) -> None:
    view = RULES.view(_crowded(3, PICKS[0][1], building=False), None)
    text = text_board(view, ChosenWords(language, NAMES))
    labels = Labels(ChosenWords(language, NAMES), view)
    for part in _parts(_drawn(view, language), "territory"):
        where = labels.where(part.marks["ref"])
        assert part.title.partition(" · ")[0].endswith(f", {where}")
        assert any(line.startswith(part.marks["ref"]) and f" {where}" in line for line in text.splitlines())


def test_free_places_are_named_as_orders_write_them() -> None:
    view = RULES.view(_crowded(2, PICKS[12][1], building=True), None)
    sockets = {part.marks["ref"]: part.title for part in _parts(_drawn(view, "ru"), "socket")}
    assert len(sockets) == len(town_places(land(view.laid, view.towns)))
    assert all(title.endswith((" С", " Ю")) for title in sockets.values())
    free = {part.marks["ref"] for part in _parts(_drawn(view), "free")}
    assert free.isdisjoint({f"{q},{r}" for q, r in land(view.laid, view.towns).hexes})


def test_the_tile_to_be_laid_is_shown_with_what_is_on_it() -> None:
    state = begun(3)
    view = RULES.view(state, state.seat)
    tile = _parts(_drawn(view), "tile")[0]
    assert tile.marks["ref"] == view.tile
    assert [one["letter"] for one in tile.data["hexes"]] == ["a", "b"]
    kinds = [ChosenWords("en", NAMES).kind(KINDS[KIND[3 * state.stack[-1] + at]]) for at in range(3)]
    assert [line["text"] for line in tile.data["lines"]] == [
        f"{at} {kind}" for at, kind in zip("abe", kinds, strict=True)
    ]


# --- The battle, the panels ---------------


def test_a_battle_shows_both_sides_with_what_each_card_adds_and_the_totals() -> None:
    scene = Scene(
        heroes={"AF": "S1a", "BF": "S1b"}, hands={"A": "garmr1 thor", "B": "troll1"}, deck="nixie1 nixie1 troll1"
    )
    scene.attacks("A", "F", "S1a", "S1b").does("A", plays("garmr1"))
    view = RULES.view(scene.state, 1)
    assert view.fray is not None
    drawing = _drawn(view)
    assert [part.data["total"] for part in _parts(drawing, "fighter")] == [view.fray.attack, view.fray.defence]
    played = _parts(drawing, "played")
    assert [(part.marks["ref"], part.data["number"]) for part in played] == [
        ("garmr1", dict(view.fray.played[0])["garmr1"])
    ]
    assert [part.marks["ref"] for part in _parts(drawing, "militia")] == [card for card, _ in view.fray.militia]
    shown = sum(part.data["number"] for part in (*played, *_parts(drawing, "militia")))
    rest = sum(int(part.title.rpartition(" ")[2]) for part in _parts(drawing, "rest"))
    assert shown + rest == view.fray.attack + view.fray.defence
    assert played[0].title.endswith(f"adds {played[0].data['number']} now")
    scene.does("A", Enough())
    assert _drawn(RULES.view(scene.state, 2)) == _drawn(RULES.view(scene.state, 2))


def test_gods_of_the_viewer_are_explained_and_of_others_only_the_appeased_are_drawn() -> None:
    scene = Scene(appeased={"A": "thor", "B": "loki hel"}, hands={"A": "odin"})
    drawing = _drawn(RULES.view(scene.state, 0))
    gods = _parts(drawing, "god")
    assert Counter(part.marks["seat"] for part in gods) == {0: 10, 1: 2}
    assert {part.marks["ref"] for part in gods if part.data["on"] and part.marks["seat"] == 0} == {"thor"}
    assert all("Favor (" in part.title and "Appeased (" in part.title for part in gods if part.marks["seat"] == 0)


def test_two_seats_of_one_colour_share_what_is_shown() -> None:
    view = RULES.view(_states(8, 1)[-2], 0)
    drawing = _drawn(view)
    assert Counter(part.marks["seat"] for part in _parts(drawing, "god")) == {0: 10}
    assert Counter(part.marks["ref"] for part in _parts(drawing, "count"))["hand"] == 2


def test_what_the_last_move_changed_is_ringed() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1"}).turn("A")
    scene.does("A", MoveHero(hero="F", to="S1e"))
    touched = {part.marks["ref"] for part in _parts(_drawn(RULES.view(scene.state, None)), "territory") if part.touched}
    assert touched == {"S1a", "S1e"}


# --- Pictures and their languages ---------------


@pytest.mark.parametrize("table", [5, 6, 9])
def test_every_piece_has_a_name(table: int) -> None:
    for view in _views(table, 1)[::12]:
        picture = ET.fromstring(board_svg("asgards_chosen", _drawn(view), theme="light"))
        pieces = [element for element in picture.iter(f"{SVG}g") if element.get("role") == "img"]
        assert len(pieces) > 20
        assert all(piece.get("aria-label") for piece in pieces)


def test_a_russian_board_has_no_english_words() -> None:
    for table in (4, 7, 8):
        for view in _views(table, 1)[::5]:
            for part in (part for block in _drawn(view, "ru").blocks for part in block.parts):
                title = part.title
                for name in NAMES:
                    title = title.replace(name, "")
                words = {word.strip("():,·.") for word in title.split() if word.isascii()}
                assert not [word for word in words if len(word) > 3 and word.isalpha() and word.islower()], part.title


@pytest.mark.parametrize("table", [2, 5, 6, 8])
def test_the_picture_fits_into_a_mail(table: int) -> None:
    views = _views(table, 1)
    for view in views[:: max(1, len(views) // 4)]:
        assert len(board_png("asgards_chosen", _drawn(view, "ru"))) <= LIMIT_BYTES


def test_a_name_can_be_read_on_the_ground_of_whoever_controls_it() -> None:
    """Three tenths of a colour over the ground of a terrain, or of a town."""
    for theme in (0, 1):
        for ground in (*(f"tint{number}" for number in range(1, 9)), "card"):
            for seat in SEATS[:4]:
                mixed = _mixed(seat.colour, TOKENS[ground][theme], 0.3)
                assert contrast(TOKENS["ink"][theme], mixed) >= 4.5, (theme, ground, seat.letter)


def _mixed(colour: str, ground: str, share: float) -> str:
    def channels(text: str) -> list[int]:
        return [int(text[at : at + 2], 16) for at in (1, 3, 5)]

    both = zip(channels(colour), channels(ground), strict=True)
    return "#" + "".join(f"{round(share * one + (1 - share) * other):02x}" for one, other in both)


@pytest.mark.parametrize("table, theme", [(2, "dark"), (5, "light"), (6, "dark"), (8, "light")])
def test_a_board_of_parts_looks_like_the_board_drawn_whole(table: int, theme: Theme) -> None:
    for view in (*_views(table, 1)[1::40], RULES.view(_crowded(3, PICKS[2][1], building=False), 0)):
        assert_same("asgards_chosen", _drawn(view, "ru"), theme, Layout.PORTRAIT, 1)


def test_no_board_of_a_recorded_game_is_shrunk_for_a_mail() -> None:
    """What passes 100 KiB in 96 colours loses its sharpness, and takes the time of a second picture."""
    record = json.loads((HOME / "asgards_chosen" / "v2_4p.json").read_text(encoding="utf-8"))
    state, _begun, source = begin(RULES, record)
    for number, step in enumerate(record["steps"]):
        if number % 20 == 0:
            drawing = _drawn(RULES.view(state, step["seat"]), LANGUAGES[number // 20 % len(LANGUAGES)])
            made = board_png("asgards_chosen", drawing)
            assert (len(made) <= LIMIT_BYTES, Image.open(io.BytesIO(made)).width) == (True, 600), number
        RULES.apply(state, step["seat"], RULES.moves.validate_python(step["move"]), source)


def test_from_move_to_move_few_parts_are_new() -> None:
    seats, options = TABLES[5]
    known, new, count = set[str](), 0, 0
    for at, (state, _, _) in enumerate(walk(seats, options, 1)):
        if at < 300:
            continue
        for part in (part for block in _drawn(RULES.view(state, 0)).blocks for part in block.parts):
            key = f"{part.look} {part.w} {part.h} {part.data!r}"
            new += at > 300 and key not in known
            known.add(key)
        count += 1
        if count == 200:
            break
    assert new / count < 6
