"""What everything does, in a sentence or two a language: for mails, board, index of the manual, for whoever asks.

`{n}` and the like stand for the numbers in the data. R17 of rules.md binds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.components.names import Names
from engine.games.asgards_chosen.data import DESIGNS

CREATURES: Names = {
    "alfar": {
        "en": "Battle: the militia card against you with the lowest power fights for you.",
        "ru": "Битва: карта ополчения с наименьшей силой из тех, что против вас, сражается за вас.",
    },
    "fairies": {
        "en": "Battle or payment: draw {n_cards}.",
        "ru": "Битва или плата: доберите {n_cards}.",
    },
    "huldra": {"en": "Payment: adds {n} more.", "ru": "Плата: прибавляет ещё {n}."},
    "backahasten": {
        "en": "Battle: your other active hero goes to an enchanted land or to a territory that you control, where no "
        "hero is. Or your fighting hero retreats to one.",
        "ru": "Битва: другой ваш герой, который не повержен, переходит на волшебную землю или на вашу территорию, где "
        "нет героя. Или туда отступает герой, который сражается.",
    },
    "fossegrim": {
        "en": "Battle, if at least {min_facing_militia} against you: one such card and this one go to your discard "
        "pile.",
        "ru": "Битва, если против вас не меньше {min_facing_militia}: одна такая карта и эта идут в ваш сброс.",
    },
    "nixie": {
        "en": "Battle: uses the ability of any other creature in the battle, militia too.",
        "ru": "Битва: применяет умение любого другого существа в битве, и ополчения тоже.",
    },
    "dis": {
        "en": "Late play: once the attacker has gone berserk, the side that is losing may still play it.",
        "ru": "Карта вдогонку: когда нападающий впал в ярость берсерка, её ещё может сыграть тот, кто проигрывает.",
    },
    "draugr": {
        "en": "God and muster phase: discard it in place of a card that you have to sacrifice.",
        "ru": "Фазы богов и набора: сбросьте эту карту вместо той, которую надо принести в жертву.",
    },
    "mamuna": {
        "en": "Battle: look at {look_random_cards} of the other player's hand at random; withhold at most {withhold} "
        "of them until the battle is over.",
        "ru": "Битва: посмотрите наугад {look_random_cards} с руки другого игрока; не больше {withhold} из них "
        "придержите до конца битвы.",
    },
    "garmr": {
        "en": "Battle: returns to your hand if your side wins. Say so as you play it.",
        "ru": "Битва: возвращается на руку, если ваша сторона победила. Объявляется, когда карту играют.",
    },
    "mittagsfrau1": {
        "en": "Battle: discard it at once; creatures that the other side has played so far lose their terrain bonus. "
        "Militia keep theirs.",
        "ru": "Битва: сразу сбросьте её; существа, уже сыгранные другой стороной, теряют прибавку за местность. "
        "Ополчение её сохраняет.",
    },
    "mittagsfrau2": {
        "en": "Battle: creatures that the other side has played so far lose their terrain bonus. Militia keep theirs. "
        "This card stays in play.",
        "ru": "Битва: существа, уже сыгранные другой стороной, теряют прибавку за местность. Ополчение её сохраняет. "
        "Эта карта остаётся в игре.",
    },
    "strzyga1": {
        "en": "Battle: take the top creature of the Barrows into your hand; it may be played at once.",
        "ru": "Битва: возьмите на руку верхнее существо из курганов; его можно тут же сыграть.",
    },
    "strzyga2": {
        "en": "Battle: take any creature of the Barrows into your hand; it may be played at once.",
        "ru": "Битва: возьмите на руку любое существо из курганов; его можно тут же сыграть.",
    },
    "svartalfar": {
        "en": "Battle: the other player discards {n_cards} at random.",
        "ru": "Битва: другой игрок сбрасывает наугад {n_cards}.",
    },
    "giant_spider": {
        "en": "Battle: banish a militia card against you. Or withhold a creature that the other side has played, until "
        "the campaign phase is over.",
        "ru": "Битва: изгоните карту ополчения, которая против вас. Или придержите сыгранное другой стороной существо "
        "до конца фазы похода.",
    },
    "troll": {
        "en": "Battle: discard a card from your hand, and this one has {n} power more.",
        "ru": "Битва: сбросьте карту с руки, и сила этой больше на {n}.",
    },
    "dvergar": {
        "en": "Payment for an item: adds {n} more.",
        "ru": "Плата за предмет: прибавляет ещё {n}.",
    },
    "ormr": {
        "en": "Battle: discard an item from your hand, and its power and terrain bonus are doubled; this may also be "
        "done later in the same step. Payment: both are always doubled.",
        "ru": "Битва: сбросьте предмет с руки, и сила этой карты вместе с прибавкой за местность удваивается; можно и "
        "позже в том же шаге. Плата: то и другое удваивается всегда.",
    },
    "jotunn": {
        "en": "Battle: militia against you lose their terrain bonus.",
        "ru": "Битва: ополчение против вас теряет прибавку за местность.",
    },
}  # abilities, by kind; by design where the two versions differ in more than a number (R17.2)

ITEMS: Names = {
    "almace": {
        "en": "Battle, if your heroine fights: +{n}.",
        "ru": "Битва, если сражается ваша героиня: +{n}.",
    },
    "curtana": {
        "en": "Battle, if your male hero fights: +{n}.",
        "ru": "Битва, если сражается ваш герой-мужчина: +{n}.",
    },
    "gram": {
        "en": "Battle, if your male hero fights: +{n}, and draw {draw_cards}.",
        "ru": "Битва, если сражается ваш герой-мужчина: +{n}, и доберите {draw_cards}.",
    },
    "angurvadel": {
        "en": "Battle, if your heroine fights: +{n}, and draw {draw_cards}.",
        "ru": "Битва, если сражается ваша героиня: +{n}, и доберите {draw_cards}.",
    },
    "skadis_bow": {
        "en": "Battle: +{n}, or +{n_if_terrain} where hill or mountain is part of the battle.",
        "ru": "Битва: +{n}, а где в ней участвует холм или гора, +{n_if_terrain}.",
    },
    "aarni": {
        "en": "Charm: draw {draw_cards}; then put one card of your hand on top of your draw pile.",
        "ru": "Чары: доберите {draw_cards}; затем положите одну карту с руки на свою стопку добора.",
    },
    "bragis_harp": {
        "en": "Charm: take a god from your discard pile into your hand.",
        "ru": "Чары: возьмите на руку бога из своего сброса.",
    },
    "raskovnik": {
        "en": "Charm: once in this round a hero of yours may pass through a territory with another's marker and no "
        "hero.",
        "ru": "Чары: один раз в этом раунде ваш герой может пройти через территорию с чужим маркером, где нет героя.",
    },
    "draupnir": {"en": "Payment: adds {n}.", "ru": "Плата: прибавляет {n}."},
    "andvaranaut": {
        "en": "Payment: adds {n}, and draw {draw_cards}.",
        "ru": "Плата: прибавляет {n}, и доберите {draw_cards}.",
    },
    "jarngreipr": {
        "en": "Battle: +{n}. Returns to your hand if your side wins; say so as you play it.",
        "ru": "Битва: +{n}. Возвращается на руку, если ваша сторона победила; объявляется, когда карту играют.",
    },
    "megingjord": {
        "en": "Battle: +{n} for each creature that you have in play there, up to +{max}.",
        "ru": "Битва: +{n} за каждое ваше сыгранное в ней существо, но не больше +{max}.",
    },
    "gjallarhorn": {
        "en": "Charm: whenever you are attacked in this round, {n_cards} more is turned up for the militia.",
        "ru": "Чары: каждый раз, когда на вас нападают в этом раунде, для ополчения открывают на {n_cards} больше.",
    },
    "hringhorni": {
        "en": "Charm: put an active hero of yours on a territory that you control and where no hero is.",
        "ru": "Чары: переставьте своего героя, который не повержен, на свою территорию, где нет героя.",
    },
    "tyrfing": {
        "en": "Battle: +{n}. Afterwards it is sacrificed, not discarded.",
        "ru": "Битва: +{n}. После битвы карту приносят в жертву, а не сбрасывают.",
    },
    "skofnung": {
        "en": "Battle: +{n}, and draw {draw_cards}.",
        "ru": "Битва: +{n}, и доберите {draw_cards}.",
    },
    "brisingamen": {"en": "Payment: adds {n}.", "ru": "Плата: прибавляет {n}."},
    "skidbladnir": {
        "en": "Charm: draw {draw_cards}; then discard {discard_cards}.",
        "ru": "Чары: доберите {draw_cards}; затем сбросьте {discard_cards}.",
    },
    "aecerbot": {
        "en": "Payment for a creature: adds {n}.",
        "ru": "Плата за существо: прибавляет {n}.",
    },
    "wid_faerstice": {"en": "Battle: +{n}.", "ru": "Битва: +{n}."},
    "merseburg": {
        "en": "Charm: the first of your heroes to be vanquished in this round stands up at once.",
        "ru": "Чары: первый ваш герой, поверженный в этом раунде, сразу встаёт.",
    },
    "ljodatal": {
        "en": "Charm: draw {draw_cards}; then discard {discard_cards}.",
        "ru": "Чары: доберите {draw_cards}; затем сбросьте {discard_cards}.",
    },
    "havamal": {"en": "Payment: adds {n}.", "ru": "Плата: прибавляет {n}."},
    "sigrdrifumal": {"en": "Battle: +{n}.", "ru": "Битва: +{n}."},
    "grogaldr": {
        "en": "Charm: take a creature from your discard pile into your hand.",
        "ru": "Чары: возьмите на руку существо из своего сброса.",
    },
    "buslubaen": {
        "en": "Charm: an opponent of your choice discards {n_cards} at random.",
        "ru": "Чары: противник по вашему выбору сбрасывает наугад {n_cards}.",
    },
}  # (R17.4)
INTERRUPT = {
    "en": "Or interrupt: the ability of a creature that the other side is using does nothing.",
    "ru": "Или прерывание: умение существа, которое применяет другая сторона, ничего не даёт.",
}  # of every enchanted item (R8.9)

EVENTS: Names = {
    "fimbulwinter": {
        "en": "In every battle {n_cards} more is turned up for the militia.",
        "ru": "В каждой битве для ополчения открывают на {n_cards} больше.",
    },
    "bog_iron": {
        "en": "Items cost {less} less, but at least {min}.",
        "ru": "Предметы дешевле на {less}, но цена не ниже {min}.",
    },
    "spring_flood": {
        "en": "Creatures of scrub, hill and mountain have no terrain bonus anywhere.",
        "ru": "У существ кустарника, холма и горы нигде нет прибавки за местность.",
    },
    "north_wind": {
        "en": "Creatures of forest, bog and lake have no terrain bonus anywhere.",
        "ru": "У существ леса, болота и озера нигде нет прибавки за местность.",
    },
    "midsummer_truce": {
        "en": "Nobody may attack a territory where an opponent's hero is.",
        "ru": "Нельзя нападать на территорию, где стоит или лежит герой противника.",
    },
    "harvest_moon": {"en": "Each payment counts {n} more.", "ru": "Каждая плата больше на {n}."},
    "blot": {
        "en": "Everybody sacrifices {n} creature or item from hand.",
        "ru": "Каждый приносит в жертву {n} существо или предмет с руки.",
    },
    "coastal_raid": {
        "en": "Everybody discards {n_cards} at random.",
        "ru": "Каждый сбрасывает наугад {n_cards}.",
    },
    "good_omens": {"en": "Everybody draws {n_cards}.", "ru": "Каждый добирает {n_cards}."},
    "wandering_folk": {
        "en": "The bottom row of the Tisch is banished.",
        "ru": "Нижний ряд Тиша изгоняется.",
    },
    "murrain": {
        "en": "Whoever has at least {min_markers} markers on the board takes one off, not from under a hero of theirs.",
        "ru": "Каждый, у кого на поле не меньше {min_markers} маркеров, снимает один, но не из-под своего героя.",
    },
    "barrow_robbers": {"en": "All cards in the Barrows are banished.", "ru": "Все карты в курганах изгоняются."},
    "thing_assembly": {
        "en": "Everybody may take a god from their discard pile.",
        "ru": "Каждый может взять бога из своего сброса.",
    },
    "long_night": {
        "en": "Enchanted lands have no power; enchanted items can still be mustered there.",
        "ru": "Волшебные земли бездействуют; зачарованные предметы там набирать можно.",
    },
    "wolf_age": {
        "en": "Every honor draw is {n} larger.",
        "ru": "Каждый почётный добор больше на {n}.",
    },
    "sword_age": {
        "en": "Each item that adds power in a battle adds {n} more.",
        "ru": "Каждый предмет, дающий силу в битве, даёт ещё {n}.",
    },
    "wind_age": {
        "en": "In renewal hands are filled up to {n} cards only.",
        "ru": "При обновлении руку пополняют только до {n} карт.",
    },
    "shadow_of_ragnarok": {
        "en": "The attacker has {n} more in every battle against a player.",
        "ru": "У нападающего на {n} больше в каждой битве против игрока.",
    },
    "great_blot": {
        "en": "Everybody sacrifices {n} creatures or items from hand, or as many as there are.",
        "ru": "Каждый приносит в жертву с руки {n_cards} существ или предметов, а если их меньше, то все.",
    },
    "naglfar": {
        "en": "The top {n} cards of the creature deck are banished. Events among them do nothing.",
        "ru": "Изгоняются верхние {n_cards} колоды существ. События среди них ничего не делают.",
    },
    "horn_at_dawn": {"en": "All vanquished heroes stand up.", "ru": "Все поверженные герои встают."},
    "heavy_tribute": {
        "en": "Whoever has most markers takes one off, not from under a hero of theirs and never the last.",
        "ru": "У кого больше всех маркеров, снимает один, но не из-под своего героя и не последний.",
    },
    "gift_of_the_norns": {
        "en": "Whoever has appeased the fewest gods draws {n_cards}.",
        "ru": "Кто умилостивил меньше всех богов, добирает {n_cards}.",
    },
}  # (R17.5)
STAYS = {
    "en": "Stays until the next event of a muster phase.",
    "ru": "Действует до следующего события фазы набора.",
}  # of keepers


ALONE: Names = {
    "mamuna": {
        "en": "Battle: look at the top {look_random_cards} of the creature deck; they stay there. At most {withhold} "
        "of the militia against you go to your discard pile.",
        "ru": "Битва: посмотрите верхние {look_random_cards} колоды существ; они остаются там. Не больше {withhold} из "
        "карт ополчения, которые против вас, идут в ваш сброс.",
    },
    "giant_spider": {
        "en": "Battle: a militia card against you is banished or goes to your discard pile.",
        "ru": "Битва: карта ополчения, которая против вас, изгоняется или идёт в ваш сброс.",
    },
    "svartalfar": {
        "en": "Its ability takes a card from another player: here there is none.",
        "ru": "Умение лишает карты другого игрока, а здесь его нет.",
    },
    "buslubaen": {
        "en": "Its charm takes a card from an opponent: here there is none.",
        "ru": "Чары лишают карты противника, а здесь его нет.",
    },
    "midsummer_truce": {
        "en": "It keeps opponents from each other's heroes: here there are none, and events attack all the same.",
        "ru": "Запрещает противникам нападать на героев друг друга: здесь противников нет, а события нападают всё "
        "равно.",
    },
    "shadow_of_ragnarok": {
        "en": "It adds to attacks on other players: here there are none, and to those of events it adds nothing.",
        "ru": "Прибавляет к нападениям на других игроков: здесь их нет, а к нападениям событий ничего не прибавляет.",
    },
    "heavy_tribute": {
        "en": "Take one of your markers off, however many the enemy has: not from under a hero of yours and never the "
        "last.",
        "ru": "Снимите один свой маркер, сколько бы их ни было у врага, но не из-под своего героя и не последний.",
    },
    "gift_of_the_norns": {
        "en": "Draw {n_cards}, however many gods have been appeased.",
        "ru": "Доберите {n_cards}, сколько бы богов ни было умилостивлено.",
    },
}  # where nobody plays against one (R15.5, R15.7, R15.8)
ONE = {
    "en": "It concerns only whoever has met it.",
    "ru": "Касается только того, кто его встретил.",
}  # of partners, where an event speaks of everybody (R16.5)
_OF_PLAYERS = ("each_player", "most_markers", "fewest_appeased", "revive_all")  # so such effects begin


class Numbers(dict[str, Any]):
    """The numbers of a card: `{n}` as it stands in the data, `{n_cards}` as so many cards, whatever its name."""

    def __init__(self, effect: Mapping[str, Any], language: str) -> None:
        super().__init__(effect)
        self._counted = _COUNTED.get(language, _english)

    def __missing__(self, name: str) -> str:
        number, _, what = name.rpartition("_")
        return self._counted(int(self[number]), what)


def _english(number: int, what: str) -> str:
    one, many = {"cards": ("a card", "{} cards"), "militia": ("a militia card is", "{} militia cards are")}[what]
    return (one if number == 1 else many).format(number)


def _russian(number: int, what: str) -> str:
    """As an object: `карту`, `3 карты`, `5 карт`; of militia: `1 карты ополчения`, `2 карт ополчения`."""
    if what == "militia":
        return f"{number} {'карты' if number == 1 else 'карт'} ополчения"
    return "карту" if number == 1 else f"{number} {'карты' if number < 5 else 'карт'}"


_COUNTED = {"en": _english, "ru": _russian}


def does(code: str, language: str, mode: str = "") -> str:
    """What a creature, an item or an event does; `gods` tells of those. Raises KeyError for them.

    Where nobody plays against one there is no other hand, and nothing to interrupt.
    """
    one, alone = DESIGNS[code], mode in ("solitaire", "coop")
    key = one.kind if one.sort == "creature" else code
    texts = {"creature": CREATURES, "item": ITEMS, "event": EVENTS}[one.sort]
    less = {"less": -one.number} if one.sort == "event" and "n" in one.effect else {}
    here = ALONE.get(key) if alone else None
    text = said(here or texts.get(code) or texts[key], language, {**one.effect, **less})
    more = INTERRUPT if one.interrupt and not alone else STAYS if one.keeper else None
    if mode == "coop" and one.sort == "event" and one.what.startswith(_OF_PLAYERS):
        more = ONE
    return text if more is None else f"{text} {more.get(language, more['en'])}"


def said(by: Mapping[str, str], language: str, numbers: Mapping[str, Any]) -> str:
    """A text with its numbers."""
    return by.get(language, by["en"]).format_map(Numbers(numbers, language))
