"""The board: what the view knows, all of it and no more; every text fits, in both layouts and in every language."""

from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from PIL import Image

from asgard_pbem.boards.fonts import length
from asgard_pbem.boards.parts import own_definitions
from asgard_pbem.boards.pixels.board import board_png
from asgard_pbem.boards.pixels.packing import LIMIT_BYTES
from asgard_pbem.boards.render import board_svg
from engine.core.board import MARKS, Drawing, Layout, Part, laid_out
from engine.core.chance import Draw, RecordedChance, SeededChance
from engine.core.menu import Option
from engine.core.moves import Seat
from engine.games.blood_rage import game
from engine.games.blood_rage.board.cards import effect_lines
from engine.games.blood_rage.board.labels import Labels
from engine.games.blood_rage.board.picture import draw
from engine.games.blood_rage.board.pieces import in_two
from engine.games.blood_rage.board.text import short
from engine.games.blood_rage.data import BY_CODE, FIGURE_CODES, PLACE, PLACES, STATS
from engine.games.blood_rage.moves import BattleCard, CallPass
from engine.games.blood_rage.state import State
from engine.games.blood_rage.view import View
from engine.games.blood_rage.words.effects import EFFECTS
from engine.games.blood_rage.words.names import CARDS
from engine.games.blood_rage.words.status import RageWords
from tests.games.all.test_fitting import FIRST_SCREEN, LANGUAGES, NAMES, SMALLEST
from tests.games.blood_rage.scene import RULES, Scene
from tests.games.blood_rage.test_properties import walk
from tests.games.fitting import complaints
from tests.games.golden import HOME

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [(2, 1), (3, 2), (4, 1), (4, 3)]


def _drawn(view: View, language: str = "en") -> Drawing:
    return draw(view, RageWords(language, NAMES))


@cache
def _states(seats: int, seed: int) -> tuple[State, ...]:
    """Every third state of a random game, and its last one."""
    found = [state.copy() if number % 3 == 0 else state for number, (state, _, _) in enumerate(walk(seats, seed))]
    return (*found[::3], found[-1])


def _views(seats: int, seed: int) -> list[View]:
    """Each of them, seen by one seat after the other and by a spectator."""
    viewers: list[Seat | None] = [*range(seats), None]
    return [RULES.view(state, viewers[at % len(viewers)]) for at, state in enumerate(_states(seats, seed))]


def _parts(drawing: Drawing, piece: str) -> list[Part]:
    return [part for block in drawing.blocks for part in block.parts if part.marks.get("piece") == piece]


@pytest.mark.parametrize("seats, seed", GAMES)
def test_every_text_fits_and_the_whole_board_stands_on_the_first_screen(seats: int, seed: int) -> None:
    for number, view in enumerate(_views(seats, seed)):
        for language in LANGUAGES:
            drawing = _drawn(view, language)
            assert complaints("blood_rage", drawing) == [], number
            sheet = laid_out(drawing, Layout.LANDSCAPE)
            scale = min(FIRST_SCREEN[0] / sheet.width, FIRST_SCREEN[1] / sheet.height)
            assert 20 * scale >= SMALLEST, (number, sheet.height)


@pytest.mark.parametrize("seats, seed", GAMES)
def test_the_board_does_not_depend_on_what_the_viewer_cannot_know(seats: int, seed: int) -> None:
    for number, state in enumerate(_states(seats, seed)):
        viewer = (None, 0, 1)[number % 3]
        other = RULES.redeal(state, viewer, SeededChance(bytes([number % 250])))
        assert _drawn(RULES.view(state, viewer)) == _drawn(RULES.view(other, viewer))


def test_a_hand_a_pack_and_quests_are_drawn_for_their_owner_alone() -> None:
    for state in _states(3, 2)[::4]:
        for viewer in (0, 2, None):
            drawn = Counter(part.marks["ref"] for part in _parts(_drawn(RULES.view(state, viewer)), "card"))
            own = [] if viewer is None else [*state.packs[viewer], *state.hands[viewer], *state.quests[viewer]]
            if state.stage != "over":
                assert drawn.total() == len(own)


def test_the_sheet_of_each_clan_says_what_it_holds_and_whose_turn_it_is() -> None:
    for number, state in enumerate(_states(4, 1)[::3]):
        if state.veil is not None:
            continue  # what all see is the table of before
        drawing = _drawn(RULES.view(state, (None, 1)[number % 2]))
        asked = {one.seat for one in RULES.decisions(state) if one.waits and one.kind == "action"}
        falls = {PLACES[state.doom[age]]: age + 1 == state.age for age in range(len(state.doom))}
        doomed = {part.marks["ref"]: part.data["now"] for part in _parts(drawing, "doom")}
        assert doomed.items() <= falls.items()
        for seat in range(4):
            found = {part.look: part.data for block in drawing.blocks for part in block.parts
                     if block.marks == {"piece": "seat", "seat": seat}}  # fmt: skip
            counts = found["clan/counts"]
            assert (counts["hand"], counts["quests"]) == (len(state.hands[seat]), len(state.quests[seat]))
            assert (counts["glory"], counts["first"]) == (state.glory[seat], state.first == seat)
            assert counts["waiting"] == (seat in asked)


def test_every_figure_is_drawn_once_where_it_stands() -> None:
    for state in _states(4, 3)[::5]:
        drawing = _drawn(RULES.view(state, None))
        land = next(block for block in drawing.blocks if block.marks.get("piece") == "land")
        drawn = Counter[Seat]()
        for part in land.parts:
            if part.marks.get("piece") == "figure":
                drawn[part.marks["seat"]] += int(part.data["text"].removeprefix("×") or 1)
        assert drawn == Counter({seat: len(state.on_board(seat)) for seat in range(4) if state.on_board(seat)})


def test_every_piece_has_a_name() -> None:
    for view in _views(4, 1)[::12]:
        picture = ET.fromstring(board_svg("blood_rage", _drawn(view), theme="light"))
        pieces = [element for element in picture.iter(f"{SVG}g") if element.get("role") == "img"]
        assert len(pieces) > 50
        assert all(piece.get("aria-label") for piece in pieces)


def test_an_upgrade_a_card_and_a_monster_say_what_they_do() -> None:
    scene = Scene("AB", sheet={"A": "FCH VAL"}, figures={"A": "VAL@GIM"}, hand={"A": "THA QYG1"})
    drawing = _drawn(RULES.view(scene.state, 0))
    assert [part.title for part in _parts(drawing, "card")] == [
        "Thor's Hammer (THA) · battle card, strength +1 · If you win: 3 Glory.",
        "Yggdrasil I (QYG1) · quest, 6 Glory and a stat raised · Be strictly strongest in Yggdrasil.",
    ]
    upgrade = next(part for part in _parts(drawing, "slot") if part.marks.get("card") == "FCH")
    assert upgrade.title.endswith("Your upgrade cards cost 1 Rage less (never below 0).")
    monster = next(part for part in _parts(drawing, "figure") if part.marks["ref"] == "VAL@GIM")
    assert monster.title.endswith(
        "Gimle · strength 2 · Each enemy figure destroyed in a battle she fights in pays 2 Glory."
    )


def test_what_the_last_move_changed_is_ringed() -> None:
    def ringed(scene: Scene) -> set[str]:
        blocks = _drawn(RULES.view(scene.state, None)).blocks
        return {part.marks.get("card") or part.marks["ref"] for block in blocks for part in block.parts if part.touched}

    scene = Scene("AB", figures={"A": "W2@GIM W@YGG"}, hand={"A": "TRO"})
    assert ringed(scene.does("A", "invade W GIM")) == {"W@GIM"}
    assert sum(part.touched for part in _parts(_drawn(RULES.view(scene.state, 0)), "figure")) == 1
    assert ringed(scene.does("A", "march GIM > YGG: W3")) == {"W@YGG"}
    assert ringed(scene.does("A", "pillage YGG")) == {"YGG"}
    assert ringed(scene.does("A", "upgrade TRO -> HOR")) == {"TRO", "TRO@HOR"}


# --- The battle ---------------


def _battle() -> Scene:
    scene = Scene("ABC", figures={"A": "L W@GIM", "B": "W@GIM S@FW"}, hand={"A": "TY5 THA", "B": "TY2 HEY", "C": "TY3"})
    scene.does("A", "pillage GIM")
    while scene.asked is not None and scene.asked[1] == "call":
        scene.move(scene.asked[0], CallPass())
    return scene


def test_a_call_to_battle_shows_who_has_come() -> None:
    scene = Scene("ABC", figures={"A": "L@GIM", "B": "W@GIM", "C": "W@MYR"}, hand={"A": "TY5 THA"})
    scene.does("A", "pillage GIM")
    drawing = _drawn(RULES.view(scene.state, None))
    assert [part.marks["seat"] for part in _parts(drawing, "fighter")] == [0, 1]
    ground = next(part for part in _parts(drawing, "province") if part.marks["ref"] == "GIM")
    assert ground.touched
    assert _parts(drawing, "laid") == []


def test_before_the_reveal_every_fighter_has_a_back_and_after_it_a_face() -> None:
    scene = _battle()
    for viewer in (0, 1, 2, None):
        laid = _parts(_drawn(RULES.view(scene.state, viewer)), "laid")
        assert [part.marks for part in laid] == [{"piece": "laid", "ref": "", "seat": seat} for seat in (0, 1)]
    scene.move("A", BattleCard(card="TY5"))
    for viewer, seen in ((0, ["TY5", ""]), (1, ["", ""]), (2, ["", ""]), (None, ["", ""])):  # to its owner the own face
        laid = _parts(_drawn(RULES.view(scene.state, viewer)), "laid")
        assert [part.marks["ref"] for part in laid] == seen, viewer
    scene.move("B", BattleCard(card="TY2"))
    own = _parts(_drawn(RULES.view(scene.state, 1)), "laid")
    assert [part.marks["ref"] for part in own] == ["TY5", "TY2"]  # B may add a late card and sees the reveal
    totals = [part.data["total"] for part in _parts(_drawn(RULES.view(scene.state, 1)), "fighter")]
    assert totals == [4 + 5, 3 + 2]


# --- In letters ---------------


def _in_letters(view: View, language: str) -> str:
    return " ".join(game.text_board(view, RageWords(language, NAMES)).split())


def test_a_monster_is_named_by_the_code_that_it_stands_by() -> None:
    """`reserve W8 TRO` told nobody what a TRO is."""
    scene = Scene("AB", figures={"A": "W2@GIM"}, hand={"A": "TRO"})
    scene.does("A", "upgrade TRO -> GIM")
    assert "m1 Troll (TRO)" in _in_letters(RULES.view(scene.state, None), "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats, seed", GAMES)
def test_the_board_in_letters_says_what_the_picture_shows(seats: int, seed: int, language: str) -> None:
    words = RageWords(language, NAMES)
    for view in _views(seats, seed):
        drawing, text = _drawn(view, language), _in_letters(view, language)
        flat = " ".join(text.split())
        assert text.startswith(Labels(words).stage(view))
        for part in _parts(drawing, "strength"):
            each = [f"{one['symbol'][-1].upper()}{one['text']}" for one in part.data["each"]]
            assert Labels(words).each_strength(each) in text
        for it in (view.provinces[PLACE[part.marks["ref"]]] for part in _parts(drawing, "province")):
            standing = words._("pillaged") if it.pillaged else words.token(it.token)
            said = words._("destroyed") if it.destroyed else standing
            assert f"{it.code}{'*' * (it.code in view.touched)} {words.place(it.code)} {said}" in text
        for part in (*_parts(drawing, "slot"), *_parts(drawing, "card")):
            if code := part.marks.get("card") or (part.marks["ref"] if part.marks["ref"] in BY_CODE else ""):
                assert words.card(code) in text
        for part in _parts(drawing, "discard"):
            assert part.data["name"] == words.card(part.marks["ref"])
            assert part.data["name"] in flat
        for seat, clan in enumerate(view.clans):
            assert f"{MARKS[seat]} {words.seat(seat)} ({words.clan(seat)})" in text
            raised = zip(STATS, clan.values, clan.steps, strict=True)  # of two steps of one value the last pays double
            assert all(f"{words.stat(stat)} {value}[{step}]" in text for stat, value, step in raised)
            assert f"{short(clan.reserve) or '-'}; " in text


def test_a_stat_that_rises_to_a_step_of_the_same_value_is_told_by_the_step() -> None:
    view = RULES.view(Scene("AB").state, 0)
    view = replace(view, clans=(replace(view.clans[0], steps=(5, 3, 1)), *view.clans[1:]))
    found = [RageWords("en", NAMES).option(Option(("stat", stat), None), view) for stat in STATS[:2]]
    assert found == ["Rage, from 12 to 12, step 6", "Axes, from 5 to 6, step 4"]


# --- Pictures and their languages ---------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", BY_CODE)
def test_every_design_is_explained_where_it_lies(code: str, language: str) -> None:
    """Its name and what it does are what pointer, focus and tap show: tests/browser/games/test_blood_rage.py."""
    lies: list[tuple[str, dict[str, dict[str, str]]]] = [("card", {"hand": {"A": code}})]
    lies += [("slot", {"sheet": {"B": code}})] if BY_CODE[code].is_upgrade else []
    for piece, given in lies:
        view = RULES.view(Scene("AB", **given).state, 0)
        picture = ET.fromstring(board_svg("blood_rage", _drawn(view, language), theme="light"))
        pieces = [one for one in picture.iter(f"{SVG}g") if one.get("role") == "img"]
        (found,) = (one for one in pieces if one.get("data-piece") == piece and code in one.attrib.values())
        said = found.get("aria-label") or ""
        assert CARDS[code][language] in said
        assert EFFECTS[code][language] in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_explained_in_two_lines(language: str) -> None:
    labels = Labels(RageWords(language, NAMES))
    assert max(len(effect_lines(labels, code)) for code in BY_CODE) == 2


def test_a_name_is_broken_between_words_and_behind_hyphens() -> None:
    assert in_two("Ведьма-вёльва") == ["Ведьма-", "вёльва"]
    assert in_two("Lord of Hammers") == ["Lord of", "Hammers"]
    assert in_two("Троллем") == ["Троллем"]


def test_every_figure_has_a_sign_of_its_own() -> None:
    own = own_definitions("blood_rage", "light")
    for code in FIGURE_CODES:
        assert f'id="br-{code.casefold()}"' in own


@pytest.mark.parametrize("seats, seed", GAMES[::2])
def test_the_picture_fits_into_a_mail(seats: int, seed: int) -> None:
    views = _views(seats, seed)
    assert len(board_png("blood_rage", _drawn(views[len(views) * 3 // 4], "ru"))) <= LIMIT_BYTES


def test_no_board_of_a_recorded_game_of_four_is_shrunk_for_a_mail() -> None:
    """What passes 100 KiB loses its sharpness, and takes the time of a second picture."""
    record = json.loads((HOME / "blood_rage" / "v1_4p.json").read_text(encoding="utf-8"))
    chance = RecordedChance([Draw.model_validate(draw) for draw in record["draws"]])
    state, _ = RULES.setup(RULES.Options(), 4, chance)
    for number, step in enumerate(record["steps"]):
        if number % 5 == 0:
            drawing = _drawn(RULES.view(state, step["seat"]), LANGUAGES[number // 5 % len(LANGUAGES)])
            made = board_png("blood_rage", drawing)
            assert (len(made) <= LIMIT_BYTES, Image.open(io.BytesIO(made)).width) == (True, 600), number
        RULES.apply(state, step["seat"], RULES.moves.validate_python(step["move"]), chance)


def test_a_russian_board_has_no_english_words() -> None:
    drawing = _drawn(_views(3, 2)[-2], "ru")
    for part in (part for block in drawing.blocks for part in block.parts):
        words = {word.strip("():,·.") for word in part.title.split() if word.isascii()}
        assert not [word for word in words if len(word) > 4 and word.isalpha() and word.islower()], part.title


def test_a_province_is_destroyed_in_its_own_gender_in_the_picture_as_in_letters() -> None:
    view = _views(3, 2)[-2]
    titles = [part.title for block in _drawn(view, "ru").blocks for part in block.parts]
    assert any("разрушена, вне игры" in title for title in titles)
    assert "разрушена" in _in_letters(view, "ru")
    assert not any("разрушено" in title for title in titles)


def test_a_picture_in_a_page_follows_its_theme() -> None:
    svg = board_svg("blood_rage", _drawn(_views(4, 1)[20]))
    assert "var(--paper)" in svg
    assert "<style" not in svg


@pytest.mark.parametrize("fjord", ["FN", "FE", "FS", "FW"])
def test_all_ships_of_four_clans_and_the_serpent_find_room_in_one_fjord(fjord: str) -> None:
    scene = Scene("ABCD", sheet={"A": "SEA"}, figures={"A": f"S SEA @{fjord}"} | dict.fromkeys("BCD", f"S @{fjord}"))
    assert complaints("blood_rage", _drawn(RULES.view(scene.state, 0))) == []


@pytest.mark.parametrize("fjord", ["FE", "FW"])
def test_a_ship_that_has_room_does_not_touch_the_code_of_its_fjord(fjord: str) -> None:
    """The ring of the last move lies round it: 5 units, and as many between."""
    scene = Scene("AB", figures={"A": f"S @{fjord}"})
    drawing = _drawn(RULES.view(scene.state, 0))
    (water,) = (part for part in _parts(drawing, "fjord") if part.marks["ref"] == fjord)
    (ship,) = (part for part in _parts(drawing, "figure") if part.marks["ref"] == f"S@{fjord}")
    assert ship.x - water.x >= 3 + length(fjord, 20, serif=True, bold=True) + 10
