"""Orders as people say them, in the words of the lists and of the printed game: the same as in the notation."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.chance import SeededChance
from engine.core.grammar.text import fold_order
from engine.core.moves import IllegalMove
from engine.games.yggdrasil.moves import PickGod
from engine.games.yggdrasil.words.status import YggdrasilWords
from engine.table.events import GameOpened
from engine.table.orders import Refused
from engine.table.session import Session
from engine.table.table import Table
from tests.games.yggdrasil.correspondence import NOTATION, Correspondence
from tests.games.yggdrasil.scene import RULES, Scene


def mail() -> Correspondence:
    at, stock = {"loki": 1, "hel": 2, "fenrir": 1}, {"thor": (4, 2), "frey": (3, 1)}
    return Correspondence(Scene("thor frey tyr", at=at, stock=stock, active="greip"))


@pytest.mark.parametrize(
    "said, plain",
    [
        ("attack Loki with 2 Vikings", "fight loki v2"),
        ("fight: Loki v2, e1", "fight loki v2 e1"),
        ("fight loki 2v 1e", "fight loki v2 e1"),
        ("I fight against Loki with 3 Vikings and an Elf", "fight loki v3 e1"),
        ("fight Loki with 2 vikings and take an elf", "fight loki v2; elf"),
        ("напасть на Локи с 2 викингами и 1 альвом", "бой локи в2 э1"),
        ("напасть на Локи с 2 викингами и 1 эльфом", "бой локи в2 э1"),
        ("бой локи в2, до 2 эльфов", "бой локи в2 э2"),
        ("эльф; ваны +; конец", "альв; ваны +; конец"),
        ("обмен с Фрейром дать 1 эльфа", "обмен фрейр дать 1э"),
        ("бой с Фенриром, 2 викинга", "бой фенрир в2"),
        ("fight the top Giant with 2 Vikings", "ice top v2"),
        ("бой с верхним великаном в2", "лёд верх в2"),
        ("fight Greip with 2 Vikings", "ice greip v2"),
        ("Ледяная крепость: Грейп, 2 викинга", "лёд грейп в2"),
        ("take an Elf", "elf"),
        ("беру эльфа, ваны вперёд, конец хода", "альв; ваны +; конец"),
        ("беру альва, ваны вперёд, конец хода", "альв; ваны +; конец"),
        ("an elf, forge the Chain level 1 and advance the Vanir", "elf; forge fenrir 1; vanir +"),
        ("Midgard: White Island, search", "mid white search"),
        ("Valkyries to White Island, search", "mid white search"),
        ("mid search", "mid stay search"),
        ("Мидгард: Белый остров, поиск", "мид белый поиск"),
        ("Валькирии: Белый остров, с поиском", "мид белый поиск"),
        ("Dwarven Forge: Ring, level 1", "forge hel 1"),
        ("выковать кольцо 1", "кузница хель 1"),
        ("World of the Dead: White Island", "dead white"),
        ("мир мёртвых: белый остров", "мёртвые белый"),
        ("clear the blue island", "fire blue"),
        ("trade with Frey: give 1 Viking and take an Elf", "trade frey give 1v take 1e"),
        ("trade Boris give 2v", "trade frey give 2v"),
        ("обмен с Фрейром дать 1 викинга", "обмен фрейр дать 1в"),
        ("pass", "end"),
        ("end my turn", "end"),
        ("закончить ход", "конец"),
        ("if vikings>=2: attack Loki with 2 Vikings / take an Elf", "if vikings>=2: fight loki v2 / elf"),
        ("plan elf; vanir +", "plan: elf; vanir +"),
        ("план взять альва, ваны вперёд", "план: альв; ваны +"),
        ("standing: nidhogg Hel, Loki and Surt", "standing nidhogg hel>loki>surt"),
        ("постоянно один избегать Фенрира, потом Локи", "постоянно один избегать фенрир>локи"),
        ("standing rearrange avoid Hel and Loki", "standing rearrange avoid hel, loki"),
        ("plan: take an Elf; fight Hel with 2 Vikings; end turn", "plan: elf; fight hel v2; end"),
    ],
)
def test_an_order_in_the_words_of_people_is_that_of_the_notation(said: str, plain: str) -> None:
    desk = mail().session.table.desk(0, ("Anna", "Boris", "Cleo"))
    spoken, written = (NOTATION.read([fold_order(one)], desk) for one in (said, plain))
    assert (spoken.moves, spoken.plans) == (written.moves, written.plans)


@pytest.mark.parametrize(
    "line", ["I fight alone", "pass the salt", "end of the day", "elf yourself", "take a rest", "plan ahead, friends"]
)
def test_prose_is_no_order(line: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        NOTATION.read([fold_order(line)], mail().session.table.desk(0))
    assert refused.value.code == "E_SYNTAX"


# --- Answers that are nothing else ---------------


def elves() -> Correspondence:
    found = Correspondence(Scene("thor odin", at={"hel": 1}, stock={"thor": (2, 2)}))
    found.replies("fight hel v2 e?", roll=1)
    return found


def tiwaz() -> Correspondence:
    given = {"defeated": "angrboda farbauti hrym", "top": "baugi", "stock": {"thor": (2, 0)}}
    found = Correspondence(Scene("thor odin", at={"surt": 5, "hel": 3, "loki": 1, "fenrir": 1}, **given))
    found.replies("ice top v2", roll=0)
    return found


def sigel() -> Correspondence:
    stock = {"thor": (2, 0)}
    found = Correspondence(Scene("thor odin", defeated="skadi thrym suttung", active="hymir", dead=11, stock=stock))
    found.replies("ice hymir v2", roll=0)
    return found


def mann() -> Correspondence:
    given = {"defeated": "hrungnir thiazi vafthrudnir", "top": "gilling", "stock": {"thor": (2, 0)}}
    found = Correspondence(Scene("thor odin", at={"surt": 2, "hel": 3, "loki": 1}, **given))
    found.replies("ice top v2", roll=0)
    return found


def odin() -> Correspondence:
    return Correspondence(Scene("odin thor", cards=["normal_hel", "angry_surt", "normal_loki"]))


def nidhogg() -> Correspondence:
    return Correspondence(Scene("thor odin", cards=["normal_nidhogg", "normal_loki"]))


@pytest.mark.parametrize(
    "asked, said, plain",
    [
        (elves, "an Elf", "e 1"),
        (elves, "use 2 Elves", "e 2"),
        (elves, "none", "e 0"),
        (elves, "1 альв", "э 1"),
        (tiwaz, "Surt, Hel and Loki", "on tiwaz: surt, hel, loki"),
        (tiwaz, "Сурта, Хель и Локи", "на тиваз: сурт, хель, локи"),
        (sigel, "5 for Thor, 4 for Odin", "on sigel: thor 5, odin 4"),
        (sigel, "Тору 5, Одину 4", "на сигель: тор 5, один 4"),
        (sigel, "thor 5 odin 4", "on sigel: thor 5, odin 4"),
        (sigel, "sigel тор 5 один 4", "on sigel: thor 5, odin 4"),
        (sigel, "on sigel: thor 5 odin 4", "on sigel: thor 5, odin 4"),
        (sigel, "evenly", "on sigel: thor 7, odin 6"),
        (sigel, "поровну", "on sigel: thor 7, odin 6"),
        (sigel, "all to Odin", "on sigel: odin 13"),
        (sigel, "Одину все", "на сигель: один 13"),
        (tiwaz, "on tiwaz: surt hel loki", "on tiwaz: surt, hel, loki"),
        (mann, "Surt", "on mann: surt"),
        (mann, "манн Сурт", "на манн: сурт"),
        (nidhogg, "I move Hel", "nidhogg hel"),
        (nidhogg, "Сурта", "нидхёгг сурт"),
        (odin, "Hel, the other to the bottom", "pick 1 bottom"),
        (odin, "pick Surt (angry), other on top", "pick 2 top"),
        (odin, "взять Хель, другую на верх", "взять 1 верх"),
    ],
)
def test_a_bare_answer_is_that_to_what_is_asked(asked: Callable[[], Correspondence], said: str, plain: str) -> None:
    found = asked()
    desk = found.session.table.desk(found.scene.asking)
    spoken, written = (NOTATION.read([fold_order(one)], desk) for one in (said, plain))
    assert spoken.moves == written.moves != ()


@pytest.mark.parametrize("line", ["pick 2", "взять 2"])
def test_half_of_odins_choice_is_no_number_of_the_list(line: str) -> None:
    """There `2` is the first card, with the other one under the deck."""
    found = odin()
    with pytest.raises(Refused) as refused:
        found.replies(line)
    assert refused.value.why.code == "E_PICK_OTHER"
    found.replies("2")
    assert found.scene.asked == "action"


@pytest.mark.parametrize("line", ["plan: elf", "plan thor: elf", "plan: nonsense", "план: альв"])
def test_a_plan_before_all_gods_are_chosen_hears_when_it_can_be_made(line: str) -> None:
    """It was said to fit no moment, in answer to a mail that asks for standing orders."""
    session = Session(
        Table.opened(GameOpened(game="yggdrasil", rules=RULES.version, options={}, seats=3, commitment="0")),
        SeededChance(bytes(32)),
    )
    session.start()
    words = YggdrasilWords("en", ["Anna", "Boris", "Cleo"])
    for seat, wish in ((0, True), (2, True)):
        with pytest.raises(IllegalMove, match="E_PLAN_EARLY") as refused:
            session.table.game.notation.read([line], session.table.desk(seat))
        assert ("god thor>freyja" in words.refusal(refused.value.code, refused.value.where)) is wish
    session.move(0, PickGod(god="odin"))
    with pytest.raises(IllegalMove, match="E_PLAN_EARLY") as refused:
        session.table.game.notation.read([line], session.table.desk(0))
    assert "god thor" not in words.refusal(refused.value.code, refused.value.where)
    wished = session.table.game.notation.read(["god thor>freyja"], session.table.desk(2))
    assert len(wished.plans) == 1
