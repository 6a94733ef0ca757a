"""The manual: both languages alike, and every order in it understood."""

import re
from pathlib import Path

import pytest

from engine.core.chance import SeededChance, chance_key
from engine.core.contract import Desk
from engine.core.grammar.text import fold
from engine.core.menu import Lines
from engine.games.asgard import data
from engine.games.asgard.game_rules import AsgardRules, Options
from engine.games.asgard.orders import sheet
from engine.games.asgard.pieces import GOD_TILE, ODIN, WORLD_SLOT
from tests.games.asgard.scene import Scene

FOLDER = Path(data.__file__).parent / "manual"
RULES = AsgardRules()


def _manual(language: str) -> str:
    return (FOLDER / f"{language}.md").read_text(encoding="utf-8")


def _orders(language: str) -> list[str]:
    """Lines of the blocks, without the names of the players of the worked round."""
    found = [line.strip() for line in _manual(language).splitlines() if line.startswith("    ")]
    return [re.sub(r"^(Anna|Boris|Анна|Борис):\s*", "", line) for line in found]


def _desk() -> Desk:
    chance = SeededChance(chance_key(b"\x07" * 32, [b"manual"]))
    state, _ = RULES.setup(Options(), 4, chance)
    state.colours[:] = [0, 1, 2, 3]
    return Desk(0, RULES.view(state, 0), (), lambda _: Lines(()), (), ("Anna", "Boris", "Clara", "Dan"))


def _read(language: str) -> list[object]:
    """Every order, as the notation understands it. Raises IllegalMove for one that it does not."""
    desk, above, found = _desk(), None, list[object]()
    for order in _orders(language):
        instead = sheet.fall_back(fold(order), above, desk) if above is not None else None
        if instead is None:
            above = sheet.read_line(fold(order), desk)
        found.append(above if instead is None else instead)
    return found


def test_every_order_of_the_manual_is_understood_and_means_the_same_in_both_languages() -> None:
    english, russian = _read("en"), _read("ru")
    assert len(english) > 50
    assert english == russian


def test_what_a_player_asks_for_is_in_the_title_of_a_chapter() -> None:
    wanted = {
        "en": ("temple", "ragnarok", "valhalla", "seal", "shortage", "odin", "mimir", "battle", "asgard", "tile",
               "notation", "round sheet", "beginner", "reconstructed", "hidden", "phase 1", "phase 2", "phase 3"),
        "ru": ("храм", "рагнарёк", "рагнарек", "вальхалла", "печати", "нехватка", "один", "мимир", "битв", "асгард",
               "плитки", "запись", "лист a", "начинающих", "восстановленные", "скрытые", "фаза 1", "фаза 2", "фаза 3"),
    }  # fmt: skip
    for language, words in wanted.items():
        titles = " ".join(re.findall("^## (.*)$", _manual(language), re.MULTILINE)).casefold()
        assert not [word for word in words if word not in titles]


def test_the_tables_of_the_manual_are_those_of_the_data() -> None:
    data_ = data.load(data.STANDARD)
    rewards = [" | ".join(str(pair[place]) for pair in data_.reward) for place in (0, 1)]
    for language in ("en", "ru"):
        text = _manual(language)
        assert all(f"| {row} |" in text for row in rewards)
        stones = " | ".join(f"{data_.setups[n].stones} / {data_.setups[n].white_stones}" for n in (4, 3, 2))
        tiles = " | ".join(" ".join(map(str, data_.setups[n].battle_tiles)) for n in (4, 3, 2))
        assert f"| {stones} |" in text
        assert f"| {tiles} |" in text


# --- the worked first round


def _sheets(language: str) -> list[tuple[str, list[str]]]:
    """(player, lines) of the four sheets, in the order of the text."""
    sheets: list[tuple[str, list[str]]] = []
    for line in _manual(language).splitlines():
        head = re.match(r"^    (Anna|Boris|Анна|Борис):\s+(.*)$", line)
        if head:
            sheets.append(("R" if head[1] in ("Anna", "Анна") else "Y", [head[2]]))
        elif sheets and len(sheets) <= 4 and line.startswith(" " * 12):
            sheets[-1][1].append(line.strip())
    return sheets


def _first_round() -> Scene:
    """Two players after the start pick; stacks and worlds as the text has them."""
    scene = Scene(1, "gods", "RY", seats=2)
    state, _ = RULES.setup(Options(), 2, SeededChance(chance_key(b"\x07" * 32, [b"manual"])))
    state.colours, state.order, state.round, state.stage = [0, 1], [0, 1], 1, "gods"
    state.own_recruits[1][2], state.start_recruits = 1, [0, 0, 0]
    state.recruits[0] += 1
    state.recruits[1] += 1
    names, worlds = state.components.population, state.worlds
    for place, name in (("W5L", "PL-convert_stone"), ("W6L", "PL-victory"), ("W6D", "PD-weapon")):
        here, there = WORLD_SLOT[place], worlds.index(names.index(name))
        worlds[here], worlds[there] = worlds[there], worlds[here]
    for stack, top in ((state.temples[0], state.components.temples.index("T3-6")), (state.god_tiles[ODIN], 4),
                       (state.ancient[0], 1), (state.ancient[1], 4)):  # fmt: skip
        stack.append(stack.pop(stack.index(top)))
    tiles = [*state.asgard_row, *state.asgard_stack]
    tiles.sort(key=lambda tile: state.components.asgard[tile] != "A-recruit1")
    state.asgard_row, state.asgard_stack = tiles[:1], tiles[1:]
    scene.table.state = state
    return scene


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_worked_first_round_plays_as_told(language: str) -> None:
    scene = _first_round()
    sheets = _sheets(language)
    assert [who for who, _ in sheets] == ["R", "Y", "R", "Y"]
    for who, lines in sheets[:2]:
        scene.play(who, *lines)
    assert (scene.at("freyja upper"), scene.at("freyja bottom"), scene.at("loki upper")) == ("R", "Y", "Y")
    assert (scene.at("odin temple"), scene.state.in_asgard(1)) == ("R", 1)
    for who, lines in sheets[2:]:
        scene.play(who, *lines)
    state = scene.state
    assert (state.round, state.stage) == (2, "gods")  # two mails each, and the round is over
    assert (scene.score("R"), scene.score("Y")) == (3, 0)
    assert state.worlds[WORLD_SLOT["W5L"]] == GOD_TILE + 10 * ODIN + 4
    assert (scene.tiles("R"), scene.owned_arms("Y")) == (["PL-convert_stone"], ["6"])
    assert (scene.victories("Y"), state.own_battle_tiles[1]) == ([6], [3])
    assert (scene.stones("R"), scene.stones("Y")) == ("Y", "PPGG")
    assert (scene.recruits("R"), scene.recruits("Y")) == ("", "og")
    assert (scene.seals("R"), scene.seals("Y")) == ("LL", "")
    assert (scene.front("R"), scene.front("Y")) == (2, 3)
    assert state.god_seals[:8] == [1, 1, 1, 1, 1, 1, 1, 1]
    assert scene.view(None).hands == (0, 0)
