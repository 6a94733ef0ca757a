"""Every form of the notation is understood, in both languages; sheets become plans, and plans read back."""

from __future__ import annotations

import pytest

from engine.core.contract import Desk
from engine.core.grammar.text import fold
from engine.core.moves import IllegalMove
from engine.games.asgard import game, moves, pieces
from engine.games.asgard.orders import plans as orders
from engine.games.asgard.orders.sheet import read_line
from tests.games.asgard.playing import RULES
from tests.games.asgard.scene import SEATS, Scene

EXAMPLES = """
GODS freyja odin loki mimir
PLAN odin: temple > bottom > asgard
PLAN mimir: single > asgard
PLAN loki: stop
PLACE hel asgard
RECOVER middle V3
RECOVER middle V3 support:odin
ACT freyja upper: take w o
ACT baldr upper: swap Y>R
ACT odin upper: order red yellow blue purple; accept yellow 2, blue 3
ACT odin upper: order none
ACT odin upper: hear
ACT odin bottom: stone W
ACT loki upper: steal g from hel      # or: steal none
ACT loki upper: steal none
ACT hel upper: god tyr kill o         # or: god none
ACT hel upper: god none
ACT mimir: to loki upper > hel bottom > asgard
ACT surtr: flip W3D; stone G        # also: seal L | swap Y>R | victory B2D | get 5 4 | asgard 2 take o
ACT surtr: flip W3D; seal L
ACT surtr: flip W3D; swap Y>R
ACT surtr: flip W3D; victory B2D
ACT surtr: flip W3D; get 5 4
ACT surtr: flip W3D; asgard 2 take o
ACT fenrir upper: to thor temple
ACT surtr temple: T7 pay P G W +K; recruits o; to W1D
ACT odin temple: T3 pay P PL-any_stone=B; recruits w; to LL
ACT baldr temple: T7 pay B PL-any_stone=W R=K(PD-convert_stone) +R; recruits w; to W5L
ACT thor temple: decline
ACT asgard: flip 2 take g g o; hire o; disc front pay L; disc B6L pay D L get 6 5; move B2D
ACT asgard: flip A-exchange swap P>W; hire g pay L PL-seal=D; disc front pay PD-seal=L
ACT asgard all: flip 1; free B3L get 5 4
ACT asgard: decline
USE PL-first_player
USE PD-wizardry get negate_tile vp_top
USE PL-asgard_flip: flip 3 take w o
GET 5                                  # answer to D15
AGAIN
END
GIVER stone pink: blue, purple
GIVER recruit w: red
GIVER seal D: blue
OFFER 2: stone R, seal L
OFFER 1: weapon 5, PL-seal, recruit g
OFFER 1: wizardry vp_top, skill thor, temple T3-1, battle 9
OFFER 2: none
ORDER red yellow blue purple; accept yellow 2
ORDER none
FIGHT W2D send g
FIGHT W6L max: w w g if need<=3 else none
FIGHT W4L tyr
FIGHT W3D PL-victory
FIGHT W3D none
FIGHT rest max: w o g
FIGHT rest max: w o g if need<=2 else tyr
VALHALLA o odin W5 > w odin W5 > pass
VALHALLA pass
ARM weapon 6 odin W5
ARM wizardry vp_top surtr W3
COLOUR red blue
PICK g w o
STOP
"""
RUSSIAN = """
БОГИ фрейя один локи мимир
ПЛАН один: храм > низ > асгард
ПЛАН мимир: место > асгард
ПЛАН локи: стоп
ПОСТАВИТЬ хель асгард
ВЕРНУТЬ середина V3
ВЕРНУТЬ середина П3 опора:один
ДЕЙСТВИЕ фрейя верх: взять б о
ДЕЙСТВИЕ бальдр верх: обмен жёл>крас
ДЕЙСТВИЕ один верх: порядок красный жёлтый синий фиолетовый; принять жёлтый 2, синий 3
ДЕЙСТВИЕ один верх: порядок нет
ДЕЙСТВИЕ один верх: выслушать
ДЕЙСТВИЕ один низ: камень белый
ДЕЙСТВИЕ локи верх: украсть в у хель
ДЕЙСТВИЕ локи верх: украсть нет
ДЕЙСТВИЕ хель верх: бог тюр убить о
ДЕЙСТВИЕ хель верх: бог нет
ДЕЙСТВИЕ мимир: на локи верх > хель низ > асгард
ДЕЙСТВИЕ сурт: перевернуть М3Т; камень зел
ДЕЙСТВИЕ сурт: перевернуть М3Т; печать свет
ДЕЙСТВИЕ сурт: перевернуть М3Т; обмен Ж>К
ДЕЙСТВИЕ сурт: перевернуть М3Т; победа Б2Т
ДЕЙСТВИЕ сурт: перевернуть W3D; получить 5 4
ДЕЙСТВИЕ сурт: перевернуть W3D; асгард 2 взять о
ДЕЙСТВИЕ фенрир верх: на тор храм
ДЕЙСТВИЕ сурт храм: T7 плата роз зел бел +чёр; рекруты о; на М1Т
ДЕЙСТВИЕ один храм: T3 плата роз PL-any_stone=син; рекруты б; на НС
ДЕЙСТВИЕ бальдр храм: T7 плата син PL-any_stone=бел кра=чер(PD-convert_stone) +кра; рекруты б; на М5С
ДЕЙСТВИЕ тор храм: отказ
ДЕЙСТВИЕ асгард: перевернуть 2 взять в в о; нанять о; диск себе плата С; диск Б6С плата Т С получить 6 5; двинуть Б2Т
ДЕЙСТВИЕ асгард: перевернуть A-exchange обмен роз>бел; нанять в плата С PL-seal=Т; диск себе плата PD-seal=С
ДЕЙСТВИЕ асгард все: перевернуть 1; даром Б3С получить 5 4
ДЕЙСТВИЕ асгард: отказ
ПРИМЕНИТЬ PL-first_player
ПРИМЕНИТЬ PD-wizardry получить negate_tile vp_top
ПРИМЕНИТЬ PL-asgard_flip: перевернуть 3 взять б о
ПОЛУЧИТЬ 5
ЕЩЁ
КОНЕЦ
ДАРИТЕЛЬ камень розовый: синий, фиолетовый
ДАРИТЕЛЬ рекрут б: красный
ДАРИТЕЛЬ печать Т: синий
ПРЕДЛОЖИТЬ 2: камень кра, печать С
ПРЕДЛОЖИТЬ 1: оружие 5, PL-seal, рекрут в
ПРЕДЛОЖИТЬ 1: чары vp_top, умение тор, храм T3-1, жетон 9
ПРЕДЛОЖИТЬ 2: нет
ПОРЯДОК красный жёлтый синий фиолетовый; принять жёлтый 2
ПОРЯДОК нет
БОЙ М2Т послать в
БОЙ М6С макс: б б в если нужно<=3 иначе нет
БОЙ М4С тюр
БОЙ М3Т PL-victory
БОЙ М3Т нет
БОЙ прочие макс: б о в
БОЙ прочие макс: б о в если нужно<=2 иначе тюр
ВАЛЬХАЛЛА о один М5 > б один М5 > пас
ВАЛЬХАЛЛА пас
ВООРУЖИТЬ оружие 6 один М5
ВООРУЖИТЬ чары vp_top сурт М3
ЦВЕТ красный синий
ВЫБРАТЬ в б о
СТОП
"""
PAIRS = list(zip(EXAMPLES.strip().splitlines(), RUSSIAN.strip().splitlines(), strict=True))


def desk(scene: Scene | None = None, who: str = "R") -> Desk:
    scene = scene or Scene()
    return scene.table.desk(SEATS.index(who))


@pytest.mark.parametrize("english, russian", PAIRS, ids=[english for english, _ in PAIRS])
def test_an_order_means_the_same_in_both_languages(english: str, russian: str) -> None:
    line = read_line(fold(english), desk())
    assert read_line(fold(russian), desk()) == line
    assert line.moves or line.step or line.plans
    assert game.notation.sounds_like_order(fold(english))
    assert game.notation.sounds_like_order(fold(russian))


@pytest.mark.parametrize("english", [english for english, _ in PAIRS])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_moves_of_the_examples_are_written_so_that_they_read_back(english: str, language: str) -> None:
    before = desk()
    line = read_line(fold(english), before)
    for move in line.moves:
        written = game.notation.write(move, language, before)
        assert read_line(fold(written), before).moves[0] == move, written
    for plan in line.plans:
        written = game.notation.write_plan(plan, language)
        assert plan in read_line(fold(written), before).plans, written


@pytest.mark.parametrize(
    "line", ["act", "act nowhere", "fight", "giver stone", "plan odin: cellar", "use", "surtr temple", "order"]
)
def test_what_is_no_order_is_refused_as_such(line: str) -> None:
    with pytest.raises(IllegalMove, match="E_SYNTAX"):
        read_line(line, desk())


@pytest.mark.parametrize(
    "line",
    ["Thanks, see you tomorrow", "On Monday I am away", "get well soon", "use your head", "end of the week, perhaps",
     "place your bets", "Act two was better", "Best regards", "Конец недели у меня занят", "План на завтра простой",
     "Use top quality, please", "End e-mail footer", "Place Anna, Boris and me"],
)  # fmt: skip
def test_small_talk_does_not_sound_like_an_order(line: str) -> None:
    assert not game.notation.sounds_like_order(fold(line))


@pytest.mark.parametrize(
    "line",
    ["End of the month I am away", "end it all", "end not yet", "Again, I do not know", "again 3", "End?",
     "again and again", "Конец недели у меня занят", "Ещё 3", "Ещё раз привет", "act s1: decline not"],
)  # fmt: skip
def test_a_sentence_that_begins_as_an_order_of_one_word_is_none(line: str) -> None:
    with pytest.raises(IllegalMove, match="E_SYNTAX"):
        read_line(fold(line), desk())


@pytest.mark.parametrize(
    "line, kind",
    [("end", "end"), ("end turn", "end"), ("End my turn", "end"), ("end of turn", "end"), ("конец", "end"),
     ("Конец хода", "end"), ("again", "again"), ("again another turn", "again"), ("ещё раз", "again"),
     ("Ещё ход", "again")],
)  # fmt: skip
def test_an_order_of_one_word_may_name_its_turn(line: str, kind: str) -> None:
    assert [one.kind for one in read_line(fold(line), desk()).moves] == [kind]


def test_a_bonus_is_not_lost_where_another_sign_parts_it_from_the_tile() -> None:
    said = read_line(fold("ACT surtr: flip W3D; stone G"), desk())
    assert said.moves[0].model_dump()["skill"]["bonus"]["stone"] == "green"
    for line in ("ACT surtr: flip W3D, stone G", "ACT surtr: flip W3D: stone G", "ACT surtr flip W3D stone G"):
        assert read_line(fold(line), desk()) == said


SHEET_A = ["GODS freyja odin loki", "PLAN odin: temple > asgard", "", "PLAN freyja: upper > bottom > asgard",
           "PLAN loki: upper > asgard"]  # fmt: skip
SHEET_B = ["ACT loki upper: steal g from hel", "> steal none", "GIVER stone green: blue, purple, yellow",
           "ACT freyja upper", "ACT odin temple: T3 pay P B; recruits w; to W5L", "> decline",
           "FIGHT rest max: w o if need<=2 else none"]  # fmt: skip


def test_a_whole_round_goes_by_in_two_sheets() -> None:
    scene = Scene(round_=1, stage="gods")
    scene.state.god_seals = [1] * 7 + [0] * 3
    for who in "RYBP":
        scene.play(who, *SHEET_A)
    assert scene.state.stage == "act"
    assert [scene.at(place) for place in ("odin temple", "freyja upper", "loki upper")] == ["R", "R", "R"]
    scene.play("P", "ACT asgard: decline", "ACT asgard: decline", "GIVER seal D: red", "ACT asgard: decline")
    assert scene.asked() == [("R", "act")]
    assert len(scene.table.standing[3]) == 2
    scene.play("R", *SHEET_B)
    assert scene.asked() == [("Y", "act")]
    scene.play("Y", "ACT freyja bottom", "ACT asgard", "ACT asgard")
    scene.play("B", "ACT asgard", "ACT asgard", "ACT asgard")
    assert (scene.recruits("R"), scene.stones("R")) == ("g", "PPGG")  # the temple could not be paid: declined


def test_stop_asks_and_the_rest_of_the_plan_goes_on() -> None:
    scene = Scene(stage="place").chose("R", "odin", "tyr", "hel").chose("Y", "tyr")
    scene.state.active = 1
    scene.play("R", "PLAN odin: upper", "PLAN tyr: stop", "PLAN hel: bottom > asgard")
    scene.play("Y", "PLACE tyr upper")
    assert scene.at("odin upper") == "R"
    assert scene.asked() == [("R", "place")]
    scene.play("R", "PLACE tyr bottom")
    assert (scene.at("tyr bottom"), scene.at("hel bottom")) == ("R", "R")


def test_tiles_below_a_line_belong_to_its_turn() -> None:
    scene = Scene(order="YRBP").disc("R", "freyja bottom", "baldr bottom").busy().own("R", tiles="PL-weapon")
    scene.disc("Y", "asgard").skill("R", "thor_skill")
    scene.play("R", "ACT freyja bottom", "USE PL-weapon get 6", "AGAIN", "ACT baldr bottom")
    assert scene.state.stage == "act"
    scene.play("Y", "ACT asgard: decline")
    assert (scene.stones("R"), scene.owned_arms("R"), scene.state.skills[0]) == ("PPYY", ["6"], -1)
    assert scene.turn() == "B"


def test_a_written_block_ends_the_turn_and_a_click_does_not() -> None:
    scene = Scene().disc("R", "freyja bottom", "baldr bottom").busy().own("R", tiles="PL-weapon")
    clicked = Scene().disc("R", "freyja bottom", "baldr bottom").busy().own("R", tiles="PL-weapon")
    scene.play("R", "ACT freyja bottom")
    assert scene.turn() == "Y"
    session = clicked._session()
    session.move(0, moves.Request(god="freyja", slot="bottom"))
    session.settle()
    assert [one.kind for one in session.table.pending()] == ["end"]


def test_plans_of_another_round_lapse() -> None:
    scene = Scene(round_=2, stage="act", active="Y").busy()
    scene.play("R", "ACT asgard: decline", "FIGHT rest max: w")
    before = scene.table.desk(0)
    assert len(game.planner.in_force(scene.table.standing[0], before)) == 2
    scene.state.round, scene.state.stage = 3, "gods"
    assert game.planner.in_force(scene.table.standing[0], scene.table.desk(0)) == ()


def test_gods_may_be_named_a_round_ahead() -> None:
    scene = Scene(round_=2, stage="act", active="Y").busy()
    assert scene.refuse("R", "GODS odin odin tyr") == "E_GOD_DUPLICATE"
    assert scene.refuse("R", "GODS odin tyr fenrir") == "E_GOD_NOT_RISEN"
    scene.play("R", "GODS odin tyr surtr")
    assert scene.table.standing[0] == (orders.GodsPlan(round=3, gods=("odin", "tyr", "surtr")),)


@pytest.mark.parametrize(
    "line, sent", [("max: w w g", "wwg"), ("max: g w", ""), ("max: w if need<=2 else tyr", ""), ("send w w", "")]
)
def test_conditional_battle_orders(line: str, sent: str) -> None:
    """Light 4 against 7: three more are not enough, four are."""
    scene = Scene(active="Y").disc("Y", "asgard").own("R", recruits="wwg").battle("B6L", "R")
    scene.world("W6L", "odin 1").world("W6D", "hel 4")
    scene.state.ancient = [[3], [3]]
    scene.play("R", f"FIGHT W6L {line}")
    scene.play("Y", "ACT asgard: decline")
    assert scene.recruits("R") == ("" if sent else "wwg")
    assert scene.victories("R") == ([6] if sent else [])


def test_the_rules_know_their_plans() -> None:
    plan = orders.FightPlan(round=2, slot="B3D", send="wog", limit=2, declare="tyr_skill")
    assert RULES.plans.validate_json(RULES.plans.dump_json(plan)) == plan


def test_who_is_called_by_anothers_colour_is_not_meant_by_it() -> None:
    before = desk()
    colours = before.view.colours
    names = [f"Somebody {seat}" for seat in range(len(colours))]
    names[1] = pieces.COLOURS[colours[0]]
    before.names = tuple(names)
    assert read_line(f"giver stone pink {names[1]}", before).moves == (
        moves.Giver(what="stone", which="pink", players=(0,)),
    )
