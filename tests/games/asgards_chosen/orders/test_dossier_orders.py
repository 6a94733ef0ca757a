"""Every order of the dossier's chapters P3 to P8, in English and in Russian: read alike, kept, written, read again."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.contract import Order
from engine.core.grammar.text import fold
from engine.games.asgards_chosen.orders.notation import ChosenNotation
from tests.games.asgards_chosen.plans.test_plans import s_round
from tests.games.asgards_chosen.scene import RULES, Scene, begun
from tests.games.asgards_chosen.table import Letters

NOTATION = ChosenNotation()
NAMES = ("Red", "Blue", "Yellow")
FROM_P3 = (
    "ATTACK F from L7b to L7a PLAY Fossegrim[take best]; Garmr; Odin UNTIL lead 1 SHORT decline"
    " BERSERK Angurvadel; Ormr UNTIL win SHORT no STOP militia > 8"
)
FROM_P3_RU = (
    "АТАКА Ж из L7b в L7a СЫГРАТЬ Фоссегрим[взять лучшее]; Гарм; Один ПОКА перевес 1 ИНАЧЕ отказ"
    " БЕРСЕРК Ангурвадель; Орм ПОКА победа ИНАЧЕ нет СТОП ополчение > 8"
)
BEFORE_THE_ROUND = [  # given when the god phase begins
    ("GOD none", "БОГ ничего"),
    ("GOD Odin keep best", "БОГ Один беречь лучшее"),
    ("GOD Odin keep Thor, best THEN ASK", "БОГ Один беречь Тор, лучшее ПОТОМ СПРОСИТЬ"),
    ("GOD Loki on Blue discard worst", "БОГ Локи на Blue сброс худшее"),
    ("GOD Baldr discard Nixie", "БОГ Бальдр сброс Никса"),
    ("GOD Hel take Dís", "БОГ Хель взять Диса"),
    ("CHARM none", "ЧАРЫ ничего"),
    ("CHARM Aarni top Thor", "ЧАРЫ Аарни сверху Тор"),
    ("CHARM Ljóðatal discard worst", "ЧАРЫ Льодатал сброс худшее"),
    ("CHARM Skíðblaðnir discard Nixie, Troll", "ЧАРЫ Скидбладнир сброс Никса, Тролль"),
    ("CHARM Bragi's Harp take Thor", "ЧАРЫ Арфа Браги взять Тор"),
    ("CHARM Hringhorni F to T2", "ЧАРЫ Хрингхорни Ж в T2"),
    ("CHARM Buslubæn on Blue", "ЧАРЫ Проклятие Буслы на Blue"),
    ("APPEASE none", "УМИЛОСТИВИТЬ ничего"),
    ("APPEASE Thor IF met", "УМИЛОСТИВИТЬ Тор ЕСЛИ можно"),
    ("APPEASE Frigg remove T3, L9a, S2b", "УМИЛОСТИВИТЬ Фригг убрать T3, L9a, S2b"),
    ("APPEASE Hel sac Draugr, Troll, item Gram", "УМИЛОСТИВИТЬ Хель жертва Драугр, Тролль, предмет Грам"),
    ("APPEASE Hel sac bury Draugr, Troll, item Draugr", "УМИЛОСТИВИТЬ Хель жертва похоронить Драугр, Тролль, Драугр"),
    ("APPEASE Odin banish Gram, Aarni, Draupnir", "УМИЛОСТИВИТЬ Один изгнать Грам, Аарни, Драупнир"),
    ("APPEASE Freyja sac Troll, Nixie, Garmr", "УМИЛОСТИВИТЬ Фрейя жертва Тролль, Никса, Гарм"),
    ("APPEASE Loki give Troll to Blue, Nixie to Yellow", "УМИЛОСТИВИТЬ Локи отдать Тролль в Blue, Никса в Yellow"),
    ("MOVE M to T2", "ИДТИ М в T2"),
    ("MOVE F to T1 NO FAVOR", "ИДТИ Ж в T1 БЕЗ МИЛОСТИ"),
    ("PASS", "ПАС"),
    ("PASS DRAW", "ПАС КАРТА"),
    ("ATTACK M from L9a to S2b ASK", "АТАКА М из L9a в S2b СПРОСИТЬ"),
    (FROM_P3, FROM_P3_RU),
    ("ATTACK F from S1a to S1b PLAY Troll; USE Ormr[discard Gram] UNTIL all THEN ASK",
     "АТАКА Ж из S1a в S1b СЫГРАТЬ Тролль; ПРИМЕНИТЬ Орм[сброс Грам] ПОКА всё ПОТОМ СПРОСИТЬ"),
    ("MUSTER B2 pay Troll, Troll top Troll", "НАБОР B2 плата Тролль, Тролль сверху Тролль"),
    ("MUSTER Jötunn pay Troll, Odin WITH Freyja", "НАБОР Ётун плата Тролль, Один С ФРЕЙЕЙ"),
    ("MUSTER U1 pay Fairies[], Huldra OPEN", "НАБОР U1 плата Феи[], Хульдра ОТКРЫТО"),
    ("MUSTER B2 pay Troll THEN ASK", "НАБОР B2 плата Тролль ПОТОМ СПРОСИТЬ"),
    ("MUSTER none", "НАБОР ничего"),
    ("STOP AFTER 2", "СТОП ПОСЛЕ 2"),
    ("PASS UNTIL new bog", "ПАС ПОКА новое болото"),
    ("PASS UNTIL new town", "ПАС ПОКА новое город"),
    ("PASS UNTIL new enchanted", "ПАС ПОКА новое чары"),
    ("RING F", "КОЛЬЦО Ж"),
    ("ADD Troll, Nixie", "ДОБАВИТЬ Тролль, Никса"),
    ("EVENT sac Troll, Nixie", "СОБЫТИЕ жертва Тролль, Никса"),
    ("EVENT remove T4, L3b", "СОБЫТИЕ убрать T4, L3b"),
    ("EVENT take Thor", "СОБЫТИЕ взять Тор"),
    ("EVENT none", "СОБЫТИЕ ничего"),
    ("RENEW none", "ОБНОВИТЬ ничего"),
    ("RENEW discard Baldr, Nixie", "ОБНОВИТЬ сброс Бальдр, Никса"),
    ("RENEW discard gods", "ОБНОВИТЬ сброс боги"),
    ("RENEW discard all", "ОБНОВИТЬ сброс всё"),
    ("DROP Nixie, Troll", "СБРОСИТЬ Никса, Тролль"),
    ("CHOOSE worst", "ВЫБРАТЬ худшее"),
    ("CHOOSE Thor, best", "ВЫБРАТЬ Тор, лучшее"),
]  # fmt: skip
ALWAYS = [  # until they are changed
    ("DEFEND hero PLAY Bäckahästen[move F S2e]; Troll UNTIL lead 2 SHORT none",
     "ЗАЩИТА герой СЫГРАТЬ Бекахест[перевести Ж S2e]; Тролль ПОКА перевес 2 ИНАЧЕ ничего"),
    ("DEFEND T3 ASK", "ЗАЩИТА T3 СПРОСИТЬ"),
    ("DEFEND last PLAY * UNTIL win SHORT all", "ЗАЩИТА последний СЫГРАТЬ * ПОКА победа ИНАЧЕ всё"),
    ("DEFEND any PLAY Fairies; Odin UNTIL win SHORT none MAX 2",
     "ЗАЩИТА любая СЫГРАТЬ Феи; Один ПОКА победа ИНАЧЕ ничего МАКСИМУМ 2"),
    ("DEFEND bog from Blue if attack <= 4 PLAY Mamuna[keep best]",
     "ЗАЩИТА болото из Blue если атака <= 4 СЫГРАТЬ Мамуна[беречь лучшее]"),
    ("DEFEND town PLAY Nixie[copy Mamuna: keep none]; Giant Spider[withhold best]",
     "ЗАЩИТА город СЫГРАТЬ Никса[повторить Мамуна: беречь ничего]; Гигантский паук[придержать лучшее]"),
    ("KEEP Thor, Giant Spider", "БЕРЕЧЬ Тор, Гигантский паук"),
    ("BLOCK giant_spider, ormr WITH Ljóðatal IF losing", "ОТРАЗИТЬ Гигантский паук, Орм С Льодатал ЕСЛИ проигрыш"),
    ("BLOCK WITH Ljóðatal", "ОТРАЗИТЬ С Льодатал"),
    ("BLOCK ASK", "ОТРАЗИТЬ СПРОСИТЬ"),
    ("LATE dis IF flips", "ВДОГОНКУ Диса ЕСЛИ перелом"),
    ("LATE never", "ВДОГОНКУ никогда"),
    ("LATE ask", "ВДОГОНКУ спросить"),
    ("STANDUP F WITH Fairies, Nixie", "ВСТАТЬ Ж С Феи, Никса"),
    ("STANDUP never", "ВСТАТЬ никогда"),
    ("STANDUP Fairies", "ВСТАТЬ Феи"),
    ("RETREAT T2, L9a, S1e", "ОТСТУПИТЬ T2, L9a, S1e"),
    ("RETREAT T2", "ОТСТУПИТЬ T2"),
    ("SHIFT T4, L3b", "СНЯТЬ T4, L3b"),
    ("TARGET L4a, S1b", "ЦЕЛЬ L4a, S1b"),
]  # fmt: skip
SET_UP = [
    ("TILE auto", "ПЛИТКА авто"),
    ("TOWN auto", "ГОРОД авто"),
    ("ITEM Raskovnik > Aarni > Bragi's Harp", "ПРЕДМЕТ Расковник > Аарни > Арфа Браги"),
    ("ITEM Raskovnik", "ПРЕДМЕТ Расковник"),
    ("HERO F at S2a take B3", "ГЕРОЙ Ж в S2a взять B3"),
]


def order(line: str, desk: Any) -> Order:
    return NOTATION.read([fold(line)], desk)


def desk_before_the_round() -> Any:
    """Blue waits for Red's god: nothing is asked of Blue's, so all is for later."""
    return Letters(s_round()).session.table.desk(1, NAMES)


def desk_of_the_board() -> Any:
    scene = Scene(2)
    scene.state = begun(2)
    return Letters(scene).session.table.desk(next(at for at in range(2) if at != scene.state.seat), NAMES)


def read_alike(english: str, russian: str, desk: Any) -> None:
    said = order(english, desk)
    assert said.plans
    assert not said.moves
    assert order(russian, desk) == said
    for plan in said.plans:
        assert RULES.plans.validate_json(RULES.plans.dump_json(plan)) == plan
    for language in ("en", "ru"):
        written = NOTATION.write_plan(said.plans[0], language)
        assert order(written, desk).plans[0] == said.plans[0], written


@pytest.mark.parametrize("english, russian", BEFORE_THE_ROUND + ALWAYS, ids=lambda one: one)
def test_an_order_given_before_its_question(english: str, russian: str) -> None:
    read_alike(english, russian, desk_before_the_round())


@pytest.mark.parametrize("english, russian", SET_UP, ids=lambda one: one)
def test_an_order_given_while_the_board_is_laid(english: str, russian: str) -> None:
    read_alike(english, russian, desk_of_the_board())
