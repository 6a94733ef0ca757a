"""Lines of menus about cards in a battle: what they add, and what their abilities are used on."""

from __future__ import annotations

from engine.core.speech import tells
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import DESIGNS
from engine.games.asgards_chosen.view import View
from engine.games.asgards_chosen.words.speech import Speech

_COSTS = ("discard_for_power", "double_power")  # what is named is discarded for it


class Aiming(Speech):
    """Cards that are played, and abilities that are used."""

    @tells(m.Play, m.Berserk)
    def _plays(self, it: m.Played, view: View) -> str:
        """A card with what it adds; below its own line, what it is used on."""
        if it.aim is None:
            return self._worth(it.card, view)
        said = self._aim(it.card, it.aim)
        if said:
            return self._("{card}, with its ability: {aim}").format(card=self._worth(it.card, view), aim=said)
        if DESIGNS[it.card].sort == "item":
            return self._("{card}, and back to hand if you win").format(card=self._worth(it.card, view))
        return self._("{card}, with its ability").format(card=self._worth(it.card, view))

    @tells("aim")
    def _used_on(self, _: str, view: View, move: m.Played | m.Use) -> str:
        """What it is used on, below the line of the card."""
        return self._aim(move.card, move.aim or m.Aim())

    @tells("ability")
    def _ability(self, _: str, view: View, card: str) -> str:
        """What leads to all that an ability can be used on."""
        return self._("{card}, with its ability").format(card=self._worth(card, view))

    @tells(m.Use)
    def _use(self, it: m.Use, view: View) -> str:
        """The ability of a card that lies in play."""
        text = self._("the ability of your {card} in play: {aim}")
        return text.format(card=self.card(it.card), aim=self._aim(it.card, it.aim))

    def _worth(self, card: str, view: View) -> str:
        worth = dict(view.fray.worth).get(card, 0) if view.fray is not None else 0
        return self.card(card) + (f" (+{worth})" if worth else "")

    def _aim(self, card: str, aim: m.Aim) -> str:
        """What an ability is used on; empty: it asks for nothing."""
        if aim.copied is not None or (aim.card is not None and DESIGNS[_bare(card)].what == "copy_ability"):
            inner = self._aim(_bare(aim.card or ""), aim.copied) if aim.copied is not None else ""
            return self._("copy {card}").format(card=self.card(aim.card or "")) + (f": {inner}" if inner else "")
        if aim.how == "move" and aim.hero is not None:
            return self._("{hero} to {place}").format(hero=self.hero(aim.hero), place=self.spot(aim.to or ""))
        texts = {
            "retreat": self._("retreat to {place}"),
            "banish": self._("banish {card}"),
            "withhold": self._("withhold {card}"),
            "cost": self._("discard {card}"),
            "": "{card}",
        }
        how = aim.how or ("cost" if DESIGNS[_bare(card)].what in _COSTS else "")
        if aim.card is None and aim.to is None:
            return ""
        return texts[how].format(card=self.card(aim.card or ""), place=self.spot(aim.to or ""))


def _bare(card: str) -> str:
    return card.partition("#")[0]
