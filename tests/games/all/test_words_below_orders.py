"""Below an order people write to each other, in words that begin orders too: no such line is taken for an order."""

from __future__ import annotations

import pytest

from engine.core.grammar.text import fold_order
from engine.table.registry import games

BEGINNINGS = """i we you on in at to do take let see go end first then last next no not one two all good hi hope play
 plan if ask mine move pass well keep put give get so and but for with from by be is it my me he she they this that
 there here what when where who why how can could would will shall may might must have has had am are was were great
 nice thanks sorry yes ok okay sure maybe just now today tomorrow tonight soon later after before about over under up
 down out off again use using turn done ready wait still more less any some each every other others another same such
 own your our their his her its set add call send show tell say said write read buy sell trade win lose build fight
 attack defend draw card cards hand deck discard score skip choose pick choice option number order orders round war
 raid march quest pray pillage upgrade invade burn bid pay best wishes cheers regards luck fun enjoy happy merry love
 like think guess know believe wonder wish want need try start stop begin finish open close left right top bottom back
 front high low look leave return week weekend home work late ring drop fire ice dead god hero item town event target
 block
 я мы ты вы он она они на в во из к ко с со у за по о об от до для без при над под про через если когда как что чтобы
 кто где куда почему зачем не ни да нет ну вот тут там здесь сейчас потом сегодня завтра вчера скоро уже ещё только
 тоже также или и а но хорошо отлично спасибо привет пока удачи давай пусть можно нужно надо буду было мой твой ваш
 наш этот эта это тот та то все всё каждый один два три ход ходи иду пас беру взять бой битва карта рука сброс играю
 игра план приказ конец порядок стоп жду понял извини прости жаль надеюсь думаю может конечно ладно победа поход набег
 молитва торг цена плачу огонь лёд герой город бог предмет цель"""


@pytest.mark.parametrize("key", games())
def test_a_sentence_that_begins_as_an_order_is_none(key: str) -> None:
    sounds = games()[key].notation.sounds_like_order
    behind = ("monday i am away", "of course, my friend", "выходных меня не будет", "мой друг, спасибо тебе")
    lines = [f"{first} {rest}" for first in BEGINNINGS.split() for rest in behind]
    assert [line for line in lines if sounds(fold_order(line))] == []


@pytest.mark.parametrize(
    "key, line",
    [
        ("yggdrasil", "fight Fnrir 2"), ("yggdrasil", "god Thro"), ("yggdrasil", "if won: fihgt hel 2"),
        ("yggdrasil", "бой с Фенриром"), ("yggdrasil", "on mann: Hle"), ("yggdrasil", "mid purple search"),
        ("yggdrasil", "мид лиловый поиск"), ("asgards_chosen", "play trol"),
        ("asgards_chosen", "attack F"), ("asgards_chosen", "muster Nixi"), ("asgards_chosen", "tile 1 2 se"),
        ("asgards_chosen", "done"), ("asgards_chosen", "сыграть троль"),
    ],
)  # fmt: skip
def test_an_order_with_a_slip_is_one_still(key: str, line: str) -> None:
    assert games()[key].notation.sounds_like_order(fold_order(line))
