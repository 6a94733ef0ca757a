"""The words of the game itself, in a sentence or two a language: territories, and what a battle or a phase speaks of.

The first word of each is its name, as the manual uses it; rules.md binds.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.components.names import Names, called
from engine.games.asgards_chosen.data import (
    BARROWS_SIDE,
    CHAIN_MAX,
    ELEMENT,
    ELEMENTS,
    FOCUS_DRAWS,
    MASTERY_POWER,
    MOST_MARKERS,
    OPPOSING,
    REFILL,
    TERRAINS,
)
from engine.games.asgards_chosen.data.names import KIND_NAMES

_TERRAIN = {
    "en": "Terrain of {element}; opposing terrain: {opposing}.",
    "ru": "Местность стихии {element}; противоположная местность: {opposing}.",
}
_ELEMENTS: Names = {"water": {"en": "water", "ru": "воды"}, "wind": {"en": "wind", "ru": "ветра"}}
_LANDS: Names = {
    "town": {
        "en": "Counts as every terrain that it touches for who defends it. Whoever controls a town may muster town "
        "items.",
        "ru": "Для того, кто его защищает, считается каждой местностью, которой касается. Кто владеет городом, может "
        "набирать городские предметы.",
    },
    "focus": {
        "en": "Enchanted land: an active hero here draws {n} more cards in renewal.",
        "ru": "Волшебная земля: герой, который здесь стоит, при обновлении приносит ещё карт: {n}.",
    },
    "water_mastery": {
        "en": "Enchanted land: an active hero here, or one who attacks from here, adds {n} in battles for forest, bog, "
        "lake or a town beside one.",
        "ru": "Волшебная земля: герой, который здесь стоит или отсюда нападает, прибавляет {n} в битвах за лес, "
        "болото, озеро или город рядом с ними.",
    },
    "wind_mastery": {
        "en": "Enchanted land: an active hero here, or one who attacks from here, adds {n} in battles for scrub, hill, "
        "mountain or a town beside one.",
        "ru": "Волшебная земля: герой, который здесь стоит или отсюда нападает, прибавляет {n} в битвах за кустарник, "
        "холм, гору или город рядом с ними.",
    },
    "faery_ring": {
        "en": "Enchanted land: in the muster phase an active hero here takes the top card of the creature deck, once.",
        "ru": "Волшебная земля: в фазе набора герой, который здесь стоит, один раз берёт верхнюю карту колоды существ.",
    },
}
TERMS: Names = {
    "favor": {"en": "Favor", "ru": "Милость"},
    "appease": {"en": "Appease", "ru": "Умилостивить"},
    "charm": {"en": "Charm", "ru": "Чары"},
    "bonus": {"en": "Terrain bonus", "ru": "Прибавка за местность"},
    "ability": {"en": "Ability", "ru": "Умение"},
    "opposing": {"en": "Opposing terrain", "ru": "Противоположная местность"},
    "militia": {"en": "Militia", "ru": "Ополчение"},
    "chain": {"en": "Heraldry", "ru": "Гербы"},
    "bodyguard": {"en": "Bodyguard", "ru": "Телохранитель"},
    "decline": {"en": "Decline", "ru": "Отказ"},
    "berserk": {"en": "Berserk", "ru": "Ярость берсерка"},
    "late": {"en": "Late play", "ru": "Карта вдогонку"},
    "interrupt": {"en": "Interrupt", "ru": "Прерывание"},
    "honor": {"en": "Honor draw", "ru": "Почётный добор"},
    "vanquished": {"en": "Vanquished", "ru": "Повержен"},
    "rebuked": {"en": "Rebuked", "ru": "Атака отбита"},
    "last": {"en": "Last marker", "ru": "Последний маркер"},
    "limit": {"en": "Eight markers", "ru": "Восемь маркеров"},
    "sacrifice": {"en": "Sacrifice", "ru": "Жертва"},
    "banish": {"en": "Banish", "ru": "Изгнание"},
    "withhold": {"en": "Withhold", "ru": "Придержать"},
    "tisch": {"en": "Tisch", "ru": "Тиш"},
    "muster": {"en": "Muster", "ru": "Набор"},
    "deep": {"en": "Deep scouting", "ru": "Глубокая разведка"},
    "keeper": {"en": "Event in force", "ru": "Событие в силе"},
    "renewal": {"en": "Renewal", "ru": "Обновление"},
    "hemmed": {"en": "Hemmed in", "ru": "Заперты"},
    "enemy": {"en": "Enemy", "ru": "Враг"},
    "raid": {"en": "Event attack", "ru": "Нападение события"},
}  # what they are called
_MEANINGS: Names = {
    "favor": {
        "en": "One god a round is played from hand; it helps in the phase named on it and is discarded in renewal.",
        "ru": "Раз в раунд бога играют с руки; он помогает в названной на нём фазе и уходит в сброс при обновлении.",
    },
    "appease": {
        "en": "Once what a god asks for is met, its card leaves your hand for your row of appeased gods. Whoever has "
        "most of them wins.",
        "ru": "Когда желание бога исполнено, его карта уходит с руки в ряд умилостивленных. У кого их больше, тот "
        "победит.",
    },
    "charm": {
        "en": "One item with a charm may be played in the charm phase; it lies there until renewal.",
        "ru": "В фазе чар можно сыграть один предмет с чарами; он лежит до обновления.",
    },
    "bonus": {
        "en": "A creature has it where its terrain is that of the battleground or of the territory the attack comes "
        "from. In a town only defenders look at the terrains beside it.",
        "ru": "Существо получает её, если его местность — у поля битвы или там, откуда нападают. В городе на местности "
        "рядом смотрят только защитники.",
    },
    "ability": {
        "en": "May be used as the creature is played, if its terrain is part of the battle; militia never use theirs.",
        "ru": "Применяется, когда существо играют, и только если его местность есть в битве; ополчение умений не "
        "применяет.",
    },
    "opposing": {
        "en": "Hill and bog, lake and scrub, forest and mountain. A creature cannot fight for its opposing terrain nor "
        "pay for a creature of it.",
        "ru": "Холм и болото, озеро и кустарник, лес и гора. Существо не сражается за свою противоположную местность и "
        "не платит за существо оттуда.",
    },
    "militia": {
        "en": "Creatures turned up from the deck that defend every territory; two cards, as a rule. They are banished "
        "after the battle.",
        "ru": "Существа, открытые из колоды; они защищают любую территорию, обычно это две карты. После битвы их "
        "изгоняют.",
    },
    "chain": {
        "en": "With two players a militia creature that shares its symbol with an earlier one brings another card, up "
        "to {n}.",
        "ru": "Вдвоём: если у существа ополчения тот же герб, что у прежнего, открывают ещё карту, всего не больше "
        "{n}.",
    },
    "bodyguard": {
        "en": "One militia card more, where an active hero of the defender stands.",
        "ru": "Ещё одна карта ополчения там, где стоит герой защитника.",
    },
    "decline": {
        "en": "The attacker gives the battle up after seeing the militia and cannot go berserk.",
        "ru": "Увидев ополчение, нападающий сдаёт битву; впасть в ярость берсерка он уже не может.",
    },
    "berserk": {
        "en": "An attacker who is not ahead after the defender's cards may play more. Only late plays and interrupts "
        "answer.",
        "ru": "Если после карт защитника нападающий не впереди, он может сыграть ещё. Ответить можно лишь картой "
        "вдогонку или прерыванием.",
    },
    "late": {
        "en": "After a berserk play the side that is losing may play a Dís, in turns, until it passes.",
        "ru": "После ярости берсерка тот, кто проигрывает, может сыграть Дису, и так по очереди, пока он не пасует.",
    },
    "interrupt": {
        "en": "When a creature's ability is used against you, an enchanted item from hand takes its effect away.",
        "ru": "Когда против вас применяют умение существа, зачарованный предмет с руки лишает его действия.",
    },
    "honor": {
        "en": "After the battle the defending player draws as many cards as the attacker played while berserk, and one "
        "at least.",
        "ru": "После битвы защитник добирает столько карт, сколько нападающий сыграл в ярости берсерка, но хотя бы "
        "одну.",
    },
    "vanquished": {
        "en": "A hero who defended and lost lies down and retreats; until renewal it neither moves nor helps. A "
        "creature sacrificed from hand makes it stand up at once.",
        "ru": "Герой, который защищался и проиграл, повержен и отступает; до обновления он не ходит и не помогает. "
        "Если принести в жертву существо с руки, он сразу встанет.",
    },
    "rebuked": {
        "en": "An attacking hero that lost goes back to where the attack came from; it stays active, its move is used.",
        "ru": "Герой, который напал и проиграл, возвращается туда, откуда нападал; он не повержен, но ход его "
        "истрачен.",
    },
    "last": {
        "en": "The last marker of a colour stays: the attacker has won, but does not take the territory.",
        "ru": "Последний маркер цвета остаётся: нападающий победил, но территорию не получает.",
    },
    "limit": {
        "en": "No more than {n} markers of yours are on the board; for a further one another is taken off.",
        "ru": "На поле не больше {n} ваших маркеров; ради нового снимают другой.",
    },
    "sacrifice": {
        "en": "The card goes to the Barrows, where each side keeps the last {n}.",
        "ru": "Карта уходит в курганы; там на каждой стороне лежат последние {n}.",
    },
    "banish": {"en": "The card leaves the game.", "ru": "Карта уходит из игры."},
    "withhold": {
        "en": "The card lies aside and comes back later; alone, a militia card is discarded instead.",
        "ru": "Карта лежит в стороне и потом вернётся; в одиночной игре вместо этого сбрасывают карту ополчения.",
    },
    "tisch": {
        "en": "Eight open cards in two rows to be mustered. A gap below is filled by the card above it.",
        "ru": "Восемь открытых карт в двух рядах, их набирают. Пустое место внизу занимает карта над ним.",
    },
    "muster": {
        "en": "Pay with cards of your hand to take one: creatures where you control their terrain, town items with a "
        "town, enchanted items with an active hero on an enchanted land. All these cards go to your discard pile.",
        "ru": "Заплатите картами с руки и возьмите одну: существо, если владеете его местностью; городской предмет, "
        "если владеете городом; зачарованный, если ваш герой стоит на волшебной земле. Все эти карты идут в ваш сброс.",
    },
    "deep": {
        "en": "The top row is open to whoever has both a marker and an active hero on a territory that fits; never its "
        "enchanted items, unless Frigg's favor opens one.",
        "ru": "Верхний ряд открыт тому, у кого на подходящей территории и маркер, и герой, который стоит; но не его "
        "зачарованные предметы, если одного из них не откроет милость Фригг.",
    },
    "keeper": {
        "en": "It holds for everybody until the next event comes in a muster phase.",
        "ru": "Касается всех, пока в фазе набора не придёт следующее событие.",
    },
    "renewal": {
        "en": "Discard what you like, fill your hand up to {n}, and all heroes stand up.",
        "ru": "Сбросьте, что хотите, пополните руку до {n}, и все герои встают.",
    },
    "hemmed": {
        "en": "In the first round of an introductory game, if none of your heroes can attack: pass and draw a card.",
        "ru": "В первом раунде вводной игры, если ни один ваш герой не может напасть: пас, и доберите карту.",
    },
    "enemy": {
        "en": "A colour that nobody plays. Its territories are defended by more militia; events attack for it.",
        "ru": "Цвет, за который никто не играет. Его территории защищает больше ополчения, а события нападают за него.",
    },
    "raid": {
        "en": "An event met in the militia attacks afterwards: its cards against your militia and what you play.",
        "ru": "Событие, встреченное в ополчении, потом нападает: его карты против вашего ополчения и сыгранного вами.",
    },
}  # what they mean
_NUMBERS = {"chain": CHAIN_MAX, "limit": MOST_MARKERS, "sacrifice": BARROWS_SIDE, "renewal": REFILL}
_POWERS = {"focus": FOCUS_DRAWS, "water_mastery": MASTERY_POWER, "wind_mastery": MASTERY_POWER}


def term(word: str, language: str) -> tuple[str, str]:
    """What it is called, and what it means."""
    return called(TERMS, word, language), _said(_MEANINGS[word], language).format(n=_NUMBERS.get(word))


def land(kind: str, language: str) -> str:
    """What a kind of territory is and does: a terrain by its element, and what opposes it."""
    if kind not in TERRAINS:
        return _said(_LANDS[kind], language).format(n=_POWERS.get(kind))
    at = TERRAINS.index(kind)
    return _said(_TERRAIN, language).format(
        element=called(_ELEMENTS, ELEMENTS[ELEMENT[at]], language),
        opposing=called(KIND_NAMES, TERRAINS[OPPOSING[at]], language),
    )


def _said(by: Mapping[str, str], language: str) -> str:
    return by.get(language, by["en"])
