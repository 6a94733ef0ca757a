"""What players read: every refusal, every name, both languages, the board in letters, the odds of a fight."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

import engine.games.yggdrasil
from engine.core.chance import SeededChance
from engine.core.happenings import Happening
from engine.games.yggdrasil.data import HAMMERS
from engine.games.yggdrasil.happenings import (
    BagCleared,
    CombatBegan,
    CombatEnded,
    DeckArranged,
    EnemyMoved,
    FenrirCalmed,
    GiantTurned,
    GoodsTraded,
)
from engine.games.yggdrasil.moves import FightEnemy
from engine.games.yggdrasil.names import ARTIFACT_OF, ENEMY_NAMES, GIANTS, GODS, ISLANDS, LEVELS, RUNES, WORLDS
from engine.games.yggdrasil.rules.odds import at_least, percent
from engine.games.yggdrasil.words.refusals import REFUSALS
from engine.games.yggdrasil.words.status import YggdrasilWords
from tests.games.yggdrasil.correspondence import GAME
from tests.games.yggdrasil.scene import RULES, Scene

RAISED = re.compile(r'"(E_[A-Z_]+)"')
LANGUAGES = ("en", "ru")


def test_every_refusal_has_its_sentence() -> None:
    home = Path(engine.games.yggdrasil.__file__).parent
    sources = [
        home / "game_rules.py",
        *(one for room in ("rules", "cards", "orders") for one in (home / room).rglob("*.py")),
    ]
    raised = {code for path in sources for code in RAISED.findall(path.read_text(encoding="utf-8"))}
    assert raised <= set(REFUSALS)
    assert set(REFUSALS) <= raised | {"E_WRONG_STAGE", "E_SYNTAX"}


def test_an_order_that_would_answer_what_comes_first_is_told_as_an_example() -> None:
    """`First choose one of the two cards: pick 1 top.` reads as if that were the card to choose."""
    told = REFUSALS["E_CHOICE_PENDING"]
    assert isinstance(told, dict)
    assert [kind for kind, text in told.items() if kind and not re.search("such as “[^”]+”", text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_name_what_they_are_about(language: str) -> None:
    scene = Scene("thor odin", active="gialp", owns={"odin": "horn_1"}, stock={"thor": (1, 0)})
    words = YggdrasilWords(language, ["Anna", "Boris"])
    for line, code, names in (
        ("fire blue", "E_WORLD_UNREACHABLE", (WORLDS["fire"], GIANTS["gialp"])),
        ("forge loki 1", "E_ARTIFACT_NOT_IN_FORGE", (ARTIFACT_OF["loki"], GODS["odin"])),
        ("fight surt v1", "E_ENEMY_AT_START", (ENEMY_NAMES["surt"],)),
        ("mid blue", "E_ISLAND_NOT_ADJACENT", (ISLANDS["white"],)),
        ("trade odin give 1v take 1e", "E_TRADE_PARTNER_SHORT", (GODS["odin"],)),
        ("trade thor give 1v", "E_UNKNOWN_TARGET", (GODS["thor"],)),
        ("dead rainbow", "E_UNKNOWN_TARGET", (ISLANDS["rainbow"],)),
    ):
        said = words.refusal(code, scene.refused(line, code))
        assert all(name[language] in said for name in names), said
        assert "{" not in said


def test_all_things_have_names_in_both_languages() -> None:
    for table in (GODS, ENEMY_NAMES, ISLANDS, WORLDS, GIANTS, RUNES, ARTIFACT_OF, LEVELS):
        for names in table.values():
            assert names["en"]
            assert re.search("[а-яё]", names["ru"].casefold())


@pytest.mark.parametrize(
    "why, said",
    [
        ("normal_loki", "Loki: 0 → 1."),
        ("angry_loki", "Loki: 0 → 1."),
        ("ragnarok_1", "Loki: 0 → 1."),
        ("nidhogg", "Loki: 0 → 1 (Nidhogg)."),
    ],
)
def test_an_enemy_that_a_card_moves_is_named_without_it(why: str, said: str) -> None:
    """The sentence before has named the card."""
    assert YggdrasilWords("en", ["Anna"]).happening(EnemyMoved("loki", 0, 1, why)) == said


def told(one: Happening, language: str = "en") -> str:
    return YggdrasilWords(language, ["Anna", "Boris"]).happening(one)


@pytest.mark.parametrize(
    "gives, takes, english, russian",
    [
        ((0, 0), (2, 0), "Anna takes from Boris: Vikings 2.", "Boris отдаёт, Anna получает: викинги 2."),
        ((0, 1), (0, 0), "Anna gives Boris: Elves 1.", "Anna отдаёт, Boris получает: альвы 1."),
        (
            (1, 0),
            (1, 2),
            "Anna gives Boris: Vikings 1; takes: Vikings 1, Elves 2.",
            "Anna отдаёт: викинги 1; Boris отдаёт взамен: викинги 1, альвы 2.",
        ),
    ],
)
def test_who_gives_and_who_takes_is_told(
    gives: tuple[int, int], takes: tuple[int, int], english: str, russian: str
) -> None:
    one = GoodsTraded(0, 1, gives, takes)
    assert (told(one), told(one, "ru")) == (english, russian)


def test_of_several_rolls_the_one_that_counts_is_told() -> None:
    """“Hammers 1, 1” with a total that holds but one of them told a sum that cannot be followed (R11.3)."""
    assert "hammers 2 (of 0, 2), bonus" in told(CombatBegan(0, "hel", 5, 1, (0, 2), 0))
    assert "hammers 2, bonus" in told(CombatBegan(0, "hel", 5, 1, (2,), 0))
    assert "hammers –, bonus" in told(CombatBegan(0, "hel", 5, 1, (), 0))
    assert told(FenrirCalmed(0, (1, 1), 2), "ru") == "Anna: действие уходит на Фенрира: 1 (из 1, 1). Ещё нужно: 2."


@pytest.mark.parametrize(
    "language, won, said",
    [
        ("en", True, "Anna beats Surt: 7 against 6 (Elves 1)."),
        ("en", False, "Anna fails against Surt: 7 against 6 (Elves 1)."),
        ("ru", True, "Anna: победа, Сурт: 7 против 6 (альвы 1)."),
    ],
)
def test_how_a_fight_ended_says_whose_it_was(language: str, won: bool, said: str) -> None:
    """A mail that has much to tell keeps this line and leaves out the one above."""
    ended = CombatEnded(seat=0, opponent="surt", elves=1, total=7, force=6, won=won)
    assert told(ended, language) == said


def test_who_clears_a_bag_is_told() -> None:
    assert told(BagCleared(0, "blue", 2, 3)) == "Anna clears Blue Island: Fire Giants 2; Vikings, put back: 3."


def test_which_end_of_the_deck_the_cards_go_back_to_is_told() -> None:
    back = DeckArranged(0, ("normal_hel", "normal_surt"))
    assert told(back) == "They go back, the top one first: Hel, Surt."
    assert told(back, "ru") == "Они возвращаются, верхняя первой: Хель, Сурт."


def test_what_a_giant_does_stands_in_brackets() -> None:
    """“Thiazi is active: unreachable: World of the Elves” has one colon too many."""
    assert told(GiantTurned("thiazi")) == "Thiazi is active (unreachable: World of the Elves)."


def test_what_no_god_may_use_agrees_with_no_gender_of_a_world() -> None:
    """Мир is of one gender, Земля of another, Царство of the third."""
    words = YggdrasilWords("ru", ["Anna"])
    for giant in ("gilling", "thiazi", "gialp"):
        assert words.giants_effect(giant).startswith("нет доступа: ")


def test_the_board_in_letters() -> None:
    scene = Scene(
        "thor odin", at={"hel": 3, "surt": 7}, stock={"thor": (2, 1)}, owns={"odin": "ring_2"}, active="gialp"
    )
    text = GAME.text_board(RULES.view(scene.state, 0), YggdrasilWords("en", ["Anna", "Boris"]))
    assert "*A Anna, Thor: Vikings 2, Elves 1" in text
    assert " B Boris, Odin: Vikings 0, Elves 0; Ring 2" in text
    assert "Gialp!: unreachable: Kingdom of Fire" in text
    assert "Rainbow Island: the Valkyries" in text
    assert "Ring 1/3" in text
    assert re.search(r"Hel +\. +\. +\. +\| # +\. +\| \. +\. +\| \. +force 6", text)


@pytest.mark.parametrize("rolls", [0, 1, 2])
@pytest.mark.parametrize("hammers", range(-1, 5))
def test_odds_are_those_of_all_rolls(hammers: int, rolls: int) -> None:
    every = list(product(HAMMERS, repeat=rolls))
    reached = sum(max(roll, default=0) >= hammers for roll in every)
    assert at_least(hammers, rolls) * len(every) == reached
    assert (percent(hammers, rolls) == 100) == (reached == len(every))
    assert (percent(hammers, rolls) == 0) == (reached == 0)


@pytest.mark.parametrize("gods, expected", [("odin", 33), ("thor", 67), ("tyr", 56)])
def test_a_planned_fight_shows_its_odds(gods: str, expected: int) -> None:
    scene = Scene(gods, at={"hel": 1}, stock={gods: (3, 0)})
    menu = RULES.menu(scene.state, RULES.decisions(scene.state)[0])
    (line,) = [option for _, option in menu.lines if option.what[:2] == ("fight", "hel")]
    assert line.what == ("fight", "hel", 5, expected)
    assert FightEnemy(enemy="hel", vikings=2) in [move for _, _, move in menu.leaves()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_new_is_explained(language: str) -> None:
    """Gods to choose from; then worlds, the Enemy that has come, runes that have begun: all of what a menu names."""
    words = YggdrasilWords(language, ["Anna", "Boris"])
    state, _ = RULES.setup(RULES.Options(), 2, SeededChance(b"new"))
    told = words.explanations(RULES.decisions(state)[0], RULES.view(state, 0))
    assert [name for name, _ in told] == [by[language] for by in GODS.values()]
    scene = Scene("thor odin", cards=["normal_hel"], defeated="gialp")
    told = words.explanations(RULES.decisions(scene.state)[0], RULES.view(scene.state, 0))
    names = [*WORLDS.values(), RUNES["daeg"]]
    assert [name for name, _ in told[1:]] == [by[language] for by in names]
    assert ENEMY_NAMES["hel"][language] in told[0][0]
    scene = Scene("odin thor", cards=["angry_surt", "ragnarok_1"])
    told = words.explanations(RULES.decisions(scene.state)[0], RULES.view(scene.state, 0))
    assert ENEMY_NAMES["surt"][language] in told[0][0]
    assert not any("{" in text or "None" in text for _, text in told)


def test_the_examples_for_nidhogg_are_the_rearmost_of_the_others() -> None:
    """He himself is behind them all and draws none but others on."""
    at = {"fenrir": 4, "hel": 3, "jormungand": 2, "loki": 2, "surt": 2}
    scene = Scene("thor odin", cards=["normal_nidhogg"], at=at)
    assert scene.space("nidhogg") == 1
    words, (asked,) = YggdrasilWords("en", ["Anna", "Boris"]), RULES.decisions(scene.state)
    examples = [*words.examples(asked, RULES.view(scene.state, 0))]
    assert examples == ["nidhogg Jormungand", "nidhogg Loki", "nidhogg Surt"]


FIGHTS: list[tuple[str, str, dict[str, object]]] = [
    ("odin", "hel", {}),
    ("thor", "hel", {"owns": {"thor": "ring_1"}}),
    ("tyr", "hel", {"active": "suttung"}),
    ("thor", "hel", {"active": "vafthrudnir", "owns": {"thor": "ring_2"}}),
    ("tyr", "giants", {"active": "greip"}),
    ("odin", "giants", {"active": "thrym"}),
]


@pytest.mark.parametrize("god, opponent, given", FIGHTS)
@pytest.mark.parametrize("vikings, elves", [(0, 0), (1, 0), (1, 1), (3, 1)])
def test_odds_are_those_of_fights_played_with_every_roll(
    god: str, opponent: str, given: dict[str, object], vikings: int, elves: int
) -> None:
    """What board and menu promise, beside the rules themselves: each roll of the die is tried once."""

    def scene() -> Scene:
        return Scene(f"{god} frey", at={"hel": 2}, stock={god: (4, 1)}, **given)

    (fight,) = (one for one in RULES.view(scene().state, None).fights if one.code == opponent)
    order = f"fight hel v{vikings} e{elves}" if opponent == "hel" else f"ice {given['active']} v{vikings} e{elves}"
    every = list(product(HAMMERS, repeat=fight.rolls))
    won = sum(scene().does(order, roll=list(rolls)).state.won is True for rolls in every)
    assert fight.odds(vikings + elves) == round(100 * won / len(every))
