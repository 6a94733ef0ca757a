"""The board: what the view knows, all of it and no more; every text fits, in both layouts and in every language."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

import pytest

from asgard_pbem.boards.parts import drawn, own_definitions
from asgard_pbem.boards.pixels.board import board_png
from asgard_pbem.boards.pixels.packing import LIMIT_BYTES
from asgard_pbem.boards.render import XMLNS, board_svg
from engine.core.board import COLUMNS, Drawing, Layout, Part, laid_out
from engine.core.chance import SeededChance
from engine.core.moves import Seat
from engine.games.yggdrasil.board.labels import Labels
from engine.games.yggdrasil.board.legend import SIGNS
from engine.games.yggdrasil.board.picture import draw
from engine.games.yggdrasil.board.pieces import WORLD_SIGNS
from engine.games.yggdrasil.board.text import text_board
from engine.games.yggdrasil.board.worlds import SQUARE_SIGNS
from engine.games.yggdrasil.data import CARDS, ENEMIES, GIANTS, ISLANDS, WORLDS
from engine.games.yggdrasil.state import KNOWN, State
from engine.games.yggdrasil.view import View
from engine.games.yggdrasil.words.status import YggdrasilWords
from tests.games.all.test_fitting import FIRST_SCREEN, LANGUAGES, NAMES, SMALLEST
from tests.games.fitting import complaints
from tests.games.yggdrasil.scene import RULES, Scene
from tests.games.yggdrasil.test_properties import walk

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [(seats, seed) for seats in range(1, 7) for seed in (1, 2)]


def _drawn(view: View, language: str = "en") -> Drawing:
    names = [NAMES[seat % len(NAMES)] for seat in range(len(view.sheets))]
    return draw(view, YggdrasilWords(language, names))


@cache
def _states(seats: int, seed: int) -> tuple[State, ...]:
    """Every fifth state of a random game, and its last one."""
    found = [state.copy() if number % 5 == 0 else state for number, (state, _, _) in enumerate(walk(seats, seed))]
    return (*found[::5], found[-1])


def _views(seats: int, seed: int) -> list[View]:
    """Each of them, seen by one seat after the other and by a spectator."""
    viewers: list[Seat | None] = [*range(seats), None]
    return [RULES.view(state, viewers[at % len(viewers)]) for at, state in enumerate(_states(seats, seed))]


def _parts(drawing: Drawing, piece: str) -> list[Part]:
    return [part for block in drawing.blocks for part in block.parts if part.marks.get("piece") == piece]


def _part(drawing: Drawing, piece: str, ref: Any) -> Part:
    (found,) = (part for part in _parts(drawing, piece) if part.marks.get("ref") == ref)
    return found


def _ringed(drawing: Drawing) -> set[str]:
    parts = (part for block in drawing.blocks for part in block.parts if part.touched)
    return {f"{part.marks['piece']} {part.marks.get('ref', part.marks.get('seat'))}" for part in parts}


# --- All of it ---------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats, seed", GAMES)
def test_every_text_fits_at_every_moment(seats: int, seed: int, language: str) -> None:
    for view in _views(seats, seed):
        drawing = _drawn(view, language)
        assert complaints("yggdrasil", drawing) == []
        assert len(_parts(drawing, "legend")) == 1


@pytest.mark.parametrize("seats, seed", GAMES)
def test_the_whole_board_stands_on_the_first_screen_of_a_wide_page(seats: int, seed: int) -> None:
    for view in _views(seats, seed):
        sheet = laid_out(_drawn(view, "ru"), Layout.LANDSCAPE)
        assert 20 * min(FIRST_SCREEN[0] / sheet.width, FIRST_SCREEN[1] / sheet.height) >= SMALLEST


@pytest.mark.parametrize("seats, seed", GAMES[::3])
def test_everything_there_is_has_its_place_and_can_be_reached(seats: int, seed: int) -> None:
    for view in _views(seats, seed):
        drawing = _drawn(view)
        for piece, codes in (("enemy", ENEMIES), ("world", WORLDS), ("island", ISLANDS), ("giant", GIANTS)):
            assert sorted(part.marks["ref"] for part in _parts(drawing, piece)) == sorted(codes)
        assert next(part.marks["seat"] for part in _parts(drawing, "goods")) == (view.viewer or 0)
        titles = [part.title for block in drawing.blocks for part in block.parts if part.marks]
        assert all(titles)
        assert not any("{" in title for title in titles)


@pytest.mark.parametrize("seats, seed", GAMES[1::4])
def test_the_board_does_not_depend_on_what_the_viewer_cannot_know(seats: int, seed: int) -> None:
    for number, state in enumerate(_states(seats, seed)):
        viewer = (None, 0)[number % 2]
        other = RULES.redeal(state, viewer, SeededChance(bytes([number % 250])))
        assert _drawn(RULES.view(state, viewer)) == _drawn(RULES.view(other, viewer))


def test_pieces_are_images_with_a_name_that_a_keyboard_reaches() -> None:
    root = ET.fromstring(board_svg("yggdrasil", _drawn(_views(3, 1)[9])))
    pieces = [one for one in root.iter(f"{SVG}g") if one.get("role") == "img"]
    assert len(pieces) > 60
    assert all(piece.get("aria-label") for piece in pieces)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_of_the_game_is_cut_short(language: str) -> None:
    """Names of players may be; those of things are known, and have their room."""
    names = ["A", "B"]
    scene = Scene("heimdall freyja", at=dict.fromkeys(ENEMIES, 1), active=" ".join(GIANTS[::2]))
    svg = board_svg("yggdrasil", draw(RULES.view(scene.state, 0), YggdrasilWords(language, names)), theme="light")
    shown = ["".join(text.itertext()) for text in ET.fromstring(svg).iter(f"{SVG}text")]
    assert len(shown) > 100
    assert not [text for text in shown if "…" in text]


def test_every_sign_is_in_the_legend_or_beside_its_name() -> None:
    """Signs of worlds and of squares stand beside a name; what is left is said in the legend."""
    named = {*WORLD_SIGNS.values(), *SQUARE_SIGNS.values()}
    own = set(re.findall(r'<symbol id="(yg-[a-z]+)"', own_definitions("yggdrasil", "light")))
    assert own <= named | {symbol for _, symbol, _ in SIGNS}


# --- What it shows ---------------


def test_the_track_shows_where_everybody_stands_and_how_near_defeat_is() -> None:
    at = {"hel": 3, "surt": 5, "loki": 6, "fenrir": 2}
    scene = Scene("thor odin", at=at, active="suttung", stock={"thor": (1, 1)})
    drawing = _drawn(RULES.view(scene.state, 0))
    assert {part.marks["ref"]: part.marks["space"] for part in _parts(drawing, "enemy")} == {
        "fenrir": 2, "hel": 3, "jormungand": 0, "loki": 6, "nidhogg": 0, "surt": 5,
    }  # fmt: skip
    assert [part.data["text"] for part in _parts(drawing, "line")] == ["3/5", "2/3", "0/1"]
    assert [part.data["near"] for part in _parts(drawing, "line")] == [False, True, False]
    hel = _part(drawing, "force", "hel")
    assert (hel.data["force"], hel.data["plus"]) == (7, True)
    assert hel.title == "Hel: combat force 7 · one more by a Giant · Thor: 0% with all Vikings and Elves in stock"
    assert _part(drawing, "enemy", "hel").title == (
        "Hel: space 3, beyond the wall of Asgard · its card: one space on, then: "
        "Hel takes Vikings from the threatened bag to the World of the Dead: 4."
    )


def test_chances_are_those_of_the_die_with_artifact_and_power() -> None:
    scene = Scene("thor odin", at={"hel": 1}, owns={"thor": "ring_2"}, stock={"thor": (1, 1)})
    drawing = _drawn(RULES.view(scene.state, 1))
    row = _part(drawing, "chance", "hel")
    assert [cell["text"] for cell in row.data["cells"]] == ["33%", "67%", "100%"]
    assert [cell["on"] for cell in row.data["cells"]] == [True, True, True]
    assert "force 5, own bonus 3; won with so many Vikings and Elves: 0: 33%, 1: 67%, 2: 100%" in row.title
    assert {part.marks["ref"] for part in _parts(drawing, "chance")} == {"hel", "giants"}


@pytest.mark.parametrize("active, fought", [(GIANTS[0], ["giants"]), ("", [])])
def test_a_chance_against_giants_is_shown_as_long_as_any_lie_there(active: str, fought: list[str]) -> None:
    scene = Scene("thor odin", active=active, defeated=" ".join(code for code in GIANTS if code != active))
    assert [part.marks["ref"] for part in _parts(_drawn(RULES.view(scene.state, 0)), "chance")] == fought


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_sheet_of_each_god_says_what_it_holds_and_whose_turn_it_is(viewer: Seat | None) -> None:
    scene = Scene("thor odin", owns={"thor": "ring_2", "odin": "sword_1"}, stock={"thor": (3, 0), "odin": (2, 1)},
                  active="vafthrudnir")  # fmt: skip
    scene.turn("odin")
    drawing = _drawn(RULES.view(scene.state, viewer))
    for seat, actions, held in ((0, None, (3, 0, ["+2"])), (1, scene.actions, (2, 1, ["+1"]))):
        sheets = (part.data for part in _parts(drawing, "god") if part.marks["seat"] == seat)
        (goods,) = (part.data for part in _parts(drawing, "goods") if part.marks["seat"] == seat)
        for sheet in sheets:
            assert (sheet["own"], sheet["waiting"], sheet["actions"]) == (seat == viewer, seat == 1, actions)
            assert sheet["off"]  # Vafthrudnir
        assert (goods["vikings"], goods["elves"], [one["text"] for one in goods["artifacts"]]) == held


def test_a_god_without_powers_and_one_before_the_first_turn_are_drawn_so() -> None:
    assert [part.data["off"] for part in _parts(_drawn(RULES.view(Scene("thor odin").state, 0)), "god")] == [False] * 2
    state, _ = RULES.setup(RULES.Options(), 2, SeededChance(b"new"))
    assert not any(part.data["waiting"] for part in _parts(_drawn(RULES.view(state, None)), "god"))


def test_cards_to_come_are_counted_by_their_enemy_and_known_ones_by_their_place() -> None:
    scene = Scene("odin thor", cards=["normal_fenrir", "normal_surt", "angry_hel"]).does("pick 2 bottom")
    drawing = _drawn(RULES.view(scene.state, 0))
    assert _part(drawing, "cards", "hel").data["angry"]
    for enemy in ENEMIES:
        cards = [CARDS[card] for card in scene.state.deck]
        angry = cards.count(f"angry_{enemy}")
        data = _part(drawing, "cards", enemy).data
        assert (data["count"], data["angry"]) == (angry + cards.count(f"normal_{enemy}"), bool(angry))
    assert [part.data["text"] for part in _parts(drawing, "known")] == ["↓1"]
    scene = Scene("odin thor", cards=["normal_fenrir", "normal_surt"]).does("pick 2 top")
    assert [part.data["text"] for part in _parts(_drawn(RULES.view(scene.state, 0)), "known")] == ["1"]


def test_worlds_say_whether_they_were_used_or_cannot_be_reached() -> None:
    scene = Scene("thor odin", active="gialp", stock={"thor": (1, 0)}).does("elf")
    drawing = _drawn(RULES.view(scene.state, 0))
    assert _part(drawing, "world", "elves").data["used"]
    assert "used this turn" in _part(drawing, "world", "elves").title
    assert _part(drawing, "world", "fire").data["blocked"]
    assert "unreachable while Gialp is active" in _part(drawing, "world", "fire").title
    assert _part(drawing, "giant", "gialp").marks["state"] == "active"


def test_an_island_shows_its_bag_the_valkyries_the_threat_and_the_water() -> None:
    scene = Scene("thor odin", valkyries="rainbow", tile="white", active="hrym", bags={"blue": (3, 10)})
    drawing = _drawn(RULES.view(scene.state, 0))
    white, blue = _part(drawing, "island", "white"), _part(drawing, "island", "blue")
    assert "threatened" in white.title
    assert "whirlpool" in white.title
    assert "bag: Vikings 3 of 13 counters, Fire Giants 10" in blue.title
    assert "the Valkyries are here" in _part(drawing, "island", "rainbow").title


def test_water_is_a_whirlpool_wherever_it_is() -> None:
    scene = Scene("thor odin", valkyries="black", tile="white", active="hrym")
    signs = [sign["symbol"] for sign in _part(_drawn(RULES.view(scene.state, 0)), "island", "white").data["signs"]]
    assert signs == ["yg-whirlpool"]
    scene = Scene("thor odin", valkyries="black", tile="white")
    signs = [sign["symbol"] for sign in _part(_drawn(RULES.view(scene.state, 0)), "island", "white").data["signs"]]
    assert signs == ["yg-flood"]


def test_known_cards_lie_where_they_lie_and_no_other_is_shown() -> None:
    scene = Scene("odin thor", cards=["normal_fenrir", "normal_surt"]).does("pick 2 bottom")
    view = RULES.view(scene.state, None)
    known = _parts(_drawn(view), "known")
    assert [(part.marks["ref"], part.title) for part in known] == [
        (len(view.deck), f"Card {len(view.deck)} from the top: Fenrir")
    ]
    assert _parts(_drawn(view), "last")[0].title == "The last Enemy card: Surt"


def test_cards_that_odin_chooses_from_are_still_to_come_and_one_that_was_played_is_not() -> None:
    def shown() -> tuple[int, list[str], list[int]]:
        drawing = _drawn(RULES.view(scene.state, 0))
        ragnarok = [part.marks["ref"] for part in _parts(drawing, "ragnarok")]
        return (
            _part(drawing, "cards", "surt").data["count"],
            ragnarok,
            [p.marks["ref"] for p in _parts(drawing, "drawn")],
        )

    scene = Scene("odin thor", cards=["ragnarok_1", "normal_surt"])
    count, ragnarok, drawn = shown()
    assert ("ragnarok_1" in ragnarok, drawn) == (True, [1, 2])
    scene.does("pick 2 bottom")
    assert shown() == (count - 1, ragnarok, [])
    scene = Scene("odin thor", cards=["ragnarok_1", "normal_surt"]).does("pick 1 bottom")
    assert shown() == (count, [code for code in ragnarok if code != "ragnarok_1"], [])


# --- The last move ---------------


def test_what_the_last_move_changed_is_ringed() -> None:
    def ringed() -> set[str]:
        return _ringed(_drawn(RULES.view(scene.state, 0)))

    scene = Scene("thor odin", at={"hel": 2}, stock={"thor": (3, 1)}, dead=0).does("fight hel v2", roll=3)
    assert ringed() == {"enemy hel", "goods 0", "world dead"}
    scene.does("mid white search", drawn="VVF")
    assert ringed() == {"island white", "goods 0"}
    scene.does("forge loki 1")
    assert ringed() == {"artifact loki", "goods 0"}
    scene.turn("odin").does("vanir +")
    assert ringed() == {"square 2"}


def test_after_a_turn_what_the_next_enemy_card_did_is_ringed() -> None:
    scene = Scene("thor tyr", cards=["normal_loki", "normal_hel"], top="gialp")
    scene.does("end")
    assert _ringed(_drawn(RULES.view(scene.state, 0))) == {"enemy hel", "island white", "world dead"}


# --- Pictures and their languages ---------------


@pytest.mark.parametrize("seats, seed", GAMES[::3])
def test_the_picture_fits_into_a_mail(seats: int, seed: int) -> None:
    views = _views(seats, seed)
    assert len(board_png("yggdrasil", _drawn(views[len(views) * 3 // 4], "ru"))) <= LIMIT_BYTES


def test_a_russian_board_has_no_english_words() -> None:
    for view in _views(4, 1)[::6]:
        for part in (part for block in _drawn(view, "ru").blocks for part in block.parts):
            words = {word.strip("():,·.") for word in part.title.split() if word.isascii()}
            assert not [word for word in words if len(word) > 4 and word.isalpha() and word.islower()], part.title


# --- In letters ---------------


def _text(view: View, language: str = "en") -> str:
    return text_board(view, YggdrasilWords(language, [f"Player {seat}" for seat in range(len(view.sheets))]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats, seed", GAMES[1::3])
def test_the_board_in_letters_says_what_the_picture_shows(seats: int, seed: int, language: str) -> None:
    for view in _views(seats, seed):
        drawing, text = _drawn(view, language), " ".join(_text(view, language).split())
        labels = Labels(YggdrasilWords(language, [""] * seats), seats)
        assert text.startswith(labels.stage(view))
        for part in _parts(drawing, "chance"):
            cells = (cell["text"].replace("–", "-") for cell in part.data["cells"])
            assert f"{labels.opponent(part.marks['ref'])} {' '.join(cells)}" in text
        for part in _parts(drawing, "line"):
            assert part.data["text"] in text
        for part in _parts(drawing, "island"):
            bag = part.data["bag"]
            assert bag is None or f"{bag['vikings']}, " in text
        for part in _parts(drawing, "giant"):
            shape = {"active": "{}!", "defeated": "[{}]", "pile": "{}"}[part.marks["state"]]
            assert shape.format(labels.said.giant(part.marks["ref"])) in text
        for part in _parts(drawing, "world"):
            assert not part.data["used"] or labels.used_line(view) in text
        for world, giant in view.blocked:
            assert labels.blocked_line(world, giant) in text
        for power in {line["text"] for part in _parts(drawing, "god") for line in part.data["lines"]}:
            assert power in text
        for part in (*_parts(drawing, "last"), *_parts(drawing, "drawn")):
            assert part.title in text


def test_the_board_in_letters_marks_what_the_last_move_changed() -> None:
    scene = Scene("thor odin", at={"hel": 2}, stock={"thor": (3, 1)}, dead=0).does("fight hel v2", roll=3)
    text = _text(RULES.view(scene.state, 0))
    assert re.search(r"^Hel\+ +\. +# ", text, re.MULTILINE)
    assert "World of the Dead 2+" in text
    assert "*A Player 0, Thor: Vikings 1, Elves 1+" in text
    assert text.count("+") == 4  # and the legend
    scene.does("forge loki 1")
    assert "Horn 2/3+" in _text(RULES.view(scene.state, 0))


def test_a_room_of_the_board_that_is_empty_takes_no_line_in_letters() -> None:
    views = [view for view in _views(2, 1) if not view.fights]
    assert views
    assert not [view for view in views if "\n\n\n" in _text(view)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_in_letters_is_narrow(language: str) -> None:
    for view in _views(6, 1):
        assert max(map(len, _text(view, language).splitlines())) <= COLUMNS


# --- A long game of one god ---------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_whole_deck_is_known_of_has_its_room(language: str) -> None:
    scene = Scene("odin", at=dict.fromkeys(ENEMIES, 2))
    scene.state.seen = [KNOWN] * len(scene.state.seen)
    drawing = _drawn(RULES.view(scene.state, 0), language)
    assert complaints("yggdrasil", drawing) == []
    assert laid_out(drawing, Layout.LANDSCAPE).height * SMALLEST <= 20 * FIRST_SCREEN[1]
    chips = _parts(drawing, "known")
    assert chips[-1].data["text"].startswith("+")
    assert len(RULES.view(scene.state, 0).deck) > len(chips)


def test_every_piece_can_be_pointed_at_in_its_middle() -> None:
    """A text alone is hit on its strokes: whatever has a name has a ground under it."""
    shapes = {f"{SVG}rect", f"{SVG}circle", f"{SVG}path"}
    for view in _views(3, 1)[::10]:
        for part in (part for block in _drawn(view).blocks for part in block.parts if part.title):
            inner = ET.fromstring(f"<svg {XMLNS}>{drawn('yggdrasil', part, 'light')}</svg>")
            grounds = [one for one in inner if one.tag in shapes and one.get("fill") not in {None, "none"}]
            assert grounds, part.look
            first = grounds[0]
            if first.tag == f"{SVG}rect":
                assert float(first.get("width", 0)) >= part.w - 4, part.look
