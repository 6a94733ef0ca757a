"""What the ten gods give, and what appeases them, in a sentence a language; `{n}` and the like: as in `effects`."""

from __future__ import annotations

from engine.core.components.names import Names
from engine.games.asgards_chosen.data import DESIGNS
from engine.games.asgards_chosen.words.effects import said

FAVORS: Names = {
    "thor": {
        "en": "+{n} in every battle that you start in this round.",
        "ru": "+{n} в каждой битве, которую вы начнёте в этом раунде.",
    },
    "tyr": {
        "en": "+{n} in the battle that you start; in return only one of your heroes may move in this round.",
        "ru": "+{n} в битве, которую вы начнёте; зато в этом раунде идёт только один ваш герой.",
    },
    "odin": {
        "en": "draw {draw_cards}, keep {keep}, discard the others.",
        "ru": "доберите {draw_cards}, оставьте {keep}, остальные сбросьте.",
    },
    "baldr": {
        "en": "discard {discard_cards}, draw {draw_cards}.",
        "ru": "сбросьте {discard_cards}, доберите {draw_cards}.",
    },
    "freyja": {
        "en": "one payment of your choice counts {n} more.",
        "ru": "одна плата по вашему выбору больше на {n}.",
    },
    "loki": {
        "en": "look at {look_random_cards} of an opponent's hand at random; one of them, of your choice, is discarded.",
        "ru": "посмотрите наугад {look_random_cards} с руки противника; одну из них, по вашему выбору, он сбрасывает.",
    },
    "frigg": {
        "en": "one card of the top row may be mustered without deep scouting.",
        "ru": "одну карту верхнего ряда можно набрать без глубокой разведки.",
    },
    "freyr": {
        "en": "in battle all your creatures have their terrain bonus.",
        "ru": "в битве у всех ваших существ есть прибавка за местность.",
    },
    "heimdall": {
        "en": "whenever an opponent attacks you in this round, {n_cards} more is turned up for the militia.",
        "ru": "каждый раз, когда противник нападает на вас в этом раунде, для ополчения открывают на {n_cards} больше.",
    },
    "hel": {
        "en": "take any creature from the Barrows into your hand.",
        "ru": "возьмите на руку любое существо из курганов.",
    },
}  # (R17.1)
DEMANDS: Names = {
    "thor": {
        "en": "as attacker you have won a battle in this phase that vanquished a defending hero",
        "ru": "вы в этой фазе, нападая, выиграли битву, в которой повержен защищавшийся герой",
    },
    "tyr": {
        "en": "discard your whole hand, at least {min_other_cards} cards besides Tyr",
        "ru": "сбросьте всю руку, не меньше {min_other_cards} карт, не считая Тюра",
    },
    "odin": {"en": "banish {n} items from your hand", "ru": "изгоните с руки {n} предмета"},
    "baldr": {"en": "both your heroes are vanquished now", "ru": "оба ваших героя сейчас повержены"},
    "freyja": {"en": "sacrifice {creature} creatures", "ru": "принесите в жертву {creature_cards} существ"},
    "loki": {
        "en": "give {n} cards that are no gods to opponents, onto their discard piles",
        "ru": "отдайте противникам в сброс {n_cards}, но не богов",
    },
    "frigg": {
        "en": "take {n} of your markers off territories without a hero of yours; one at least must stay on the board",
        "ru": "снимите {n} своих маркера с территорий, где нет ваших героев; хотя бы один должен остаться на поле",
    },
    "freyr": {
        "en": "you control terrains of at least {n} different types",
        "ru": "вы владеете местностями хотя бы {n} разных видов",
    },
    "heimdall": {
        "en": "you have won a battle as attacker with each of your heroes in this phase",
        "ru": "в этой фазе каждый из ваших героев, нападая, выиграл битву",
    },
    "hel": {
        "en": "sacrifice {creature} creatures and {item} item",
        "ru": "принесите в жертву {creature_cards} существ и {item} предмет",
    },
}  # what appeases them
ALONE: Names = {
    "thor": {
        "en": "you have won a battle in this phase for a territory with an enemy marker",
        "ru": "вы в этой фазе выиграли битву за территорию с маркером врага",
    },
    "loki": {"en": "banish {n} cards that are no gods from your hand", "ru": "изгоните с руки {n_cards}, но не богов"},
}  # where there is no opponent (R15.9); in co-operative play Thor asks it of both (R16.4)
ALONE_FAVORS: Names = {
    "loki": {
        "en": "look at the top {look_random_cards} of the creature deck; they stay there.",
        "ru": "посмотрите верхние {look_random_cards} колоды существ; они остаются там.",
    },
    "heimdall": {
        "en": "whenever an event attacks you in this round, {n_cards} more is turned up for the militia.",
        "ru": "каждый раз, когда на вас нападает событие в этом раунде, для ополчения открывают на {n_cards} больше.",
    },
}  # where there is no opponent (R15.5, R15.8)
TOGETHER_FAVORS: Names = {
    "tyr": {
        "en": "+{n} for the first of you two who attacks; in return only one of your heroes may move in this round.",
        "ru": "+{n} тому из вас двоих, кто первым нападёт; зато в этом раунде идёт только один из ваших двух героев.",
    },
}  # (R16.4)
TOGETHER: Names = {
    "thor": {
        "en": "each of you two has won a battle in this phase for a territory with an enemy marker",
        "ru": "каждый из вас двоих выиграл в этой фазе битву за территорию с маркером врага",
    },
}


def favor(code: str, language: str, mode: str = "") -> str:
    """What a god gives to who plays it: where there is no opponent partly another thing."""
    alone = (ALONE_FAVORS, FAVORS)
    tables = {"solitaire": alone, "coop": (TOGETHER_FAVORS, *alone)}.get(mode, (FAVORS,))
    return said(next(table[code] for table in tables if code in table), language, DESIGNS[code].effect)


def demand(code: str, language: str, mode: str = "") -> str:
    """What appeases a god: in solitaire and co-operative play partly another thing."""
    tables = {"solitaire": (ALONE, DEMANDS), "coop": (TOGETHER, ALONE, DEMANDS)}.get(mode, (DEMANDS,))
    return said(next(table[code] for table in tables if code in table), language, DESIGNS[code].appease)
