"""The manual: both languages alike, and every order in it understood."""

import re
from itertools import pairwise
from pathlib import Path

from engine.core.chance import SeededChance, chance_key
from engine.core.contract import Desk
from engine.core.menu import Menu
from engine.core.text import fold
from engine.games.asgard import data, sheet
from engine.games.asgard.rules import AsgardRules, Options

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
    return Desk(0, RULES.view(state, 0), (), lambda _: Menu(()), (), ("Anna", "Boris", "Clara", "Dan"))


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


def test_both_manuals_have_the_same_chapters_and_tables() -> None:
    shapes = []
    for language in ("en", "ru"):
        lines = _manual(language).splitlines()
        shapes.append([line[0] for line in lines if line.startswith(("## ", "| ", "- "))])
    assert shapes[0] == shapes[1]


def test_no_line_of_the_manual_looks_like_a_quotation_or_an_envelope_in_a_mail() -> None:
    for language in ("en", "ru"):
        assert not re.search(r"^\s*(>|From )", _manual(language), re.MULTILINE)


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


def test_chapters_are_short_enough_for_a_mail() -> None:
    for language in ("en", "ru"):
        starts = [found.start() for found in re.finditer("^## ", _manual(language), re.MULTILINE)]
        assert max(later - earlier for earlier, later in pairwise(starts)) < 5000
