"""What one wants in a game, by its mode and length; the manual's first line can only speak of all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.core.components.names import Names
from engine.games.asgards_chosen.data import gods_wanted

AIMS: Final[Names] = {
    "against": {
        "en": "You want to appease gods; most appeased gods win. The end comes when somebody has appeased {n}, or the"
        " creature deck runs out.",
        "ru": "Нужно умилостивить богов: у кого их больше, тот победит. Конец наступает, когда их у кого-то {n} или"
        " закончилась колода существ.",
    },  # (R13.1, R13.2)
    "solitaire": {
        "en": "You alone want to appease {n} gods before the creature deck runs out: then the game is won at once, and"
        " otherwise it is lost. An enemy that nobody plays holds land, and events attack you for it.",
        "ru": "Вы играете в одиночку, и вам нужно умилостивить богов: {n}, пока не закончилась колода существ. Тогда"
        " партия сразу выиграна, иначе она проиграна. Землями владеет и враг, за которого никто не играет; за него"
        " нападают события.",
    },  # (R15.5, R15.10)
    "coop": {
        "en": "The two of you together want to appease {n} gods before the creature deck runs out: then you have won at"
        " once, and otherwise lost. An enemy that nobody plays holds land, and events attack you for it.",
        "ru": "Вы играете вдвоём заодно, и вам нужно умилостивить богов: {n} на двоих, пока не закончилась колода"
        " существ. Тогда вы сразу победили, иначе проиграли. Землями владеет и враг, за которого никто не играет; за"
        " него нападают события.",
    },  # (R16.5, R16.6)
}


def aim(options: Mapping[str, Any], language: str) -> str:
    """See `Game.aim`. `options` as a table has them: what is not said is as usual."""
    mode = str(options.get("mode", "standard"))
    texts = AIMS.get(mode, AIMS["against"])
    return texts.get(language, texts["en"]).format(n=gods_wanted(mode, str(options.get("length", "standard"))))
