"""What is wanted of a seat, and what the others read about it."""

from __future__ import annotations

from engine.core.decisions import Decision
from engine.games.asgard.pieces import BATTLE_SLOTS, GODS, NOBODY
from engine.games.asgard.rules import battles
from engine.games.asgard.rules.odin import holder
from engine.games.asgard.rules.placing import due
from engine.games.asgard.rules.round_start import LEAST, place_name
from engine.games.asgard.rules.supply import NAMES
from engine.games.asgard.view import View
from engine.games.asgard.words.speech import Speech


class Asking(Speech):
    """Questions D0 to D15."""

    def question(self, decision: Decision, view: View) -> str:
        """What is wanted of the seat, one line."""
        asked = {
            "giver": self._ask_giver,
            "seal_giver": self._ask_giver,
            "get": self._ask_get,
            "recover": self._ask_recover,
            "gods": self._ask_gods,
            "end": self._ask_end,
            "offer": self._ask_offer,
            "battle": self._ask_battle,
            "arm": self._ask_arm,
        }
        if decision.kind in asked:
            return asked[decision.kind](decision, view)
        return {
            "colour": self._("Which colour do you play?"),
            "start_pick": self._("Which recruit do you begin with?"),
            "place": self._("Your turn: reveal one of your gods and place a disc."),
            "act": self._("Your turn: perform one of your discs, or take it back."),
            "redistribute": self._("Who gets which order tile, and which offers do you accept?"),
            "valhalla": self._("Take a warrior from Valhalla to a Light god whom you support, or pass for good."),
        }[decision.kind]

    def waiting(self, decision: Decision) -> str:
        """What others read about who is waited for."""
        text = {
            "colour": self._("{name}: choosing a colour"),
            "start_pick": self._("{name}: picking the first recruit"),
            "giver": self._("{name}: naming who gives in a shortage"),
            "seal_giver": self._("{name}: naming who gives a seal"),
            "get": self._("{name}: looking through a closed stack"),
            "recover": self._("{name}: taking back discs"),
            "gods": self._("{name}: choosing gods"),
            "place": self._("{name}: placing a disc"),
            "act": self._("{name}: performing a disc"),
            "end": self._("{name}: ending the turn"),
            "offer": self._("{name}: making offers"),
            "redistribute": self._("{name}: handing out the order tiles"),
            "battle": self._("{name}: battle orders"),
            "valhalla": self._("{name}: Valhalla"),
            "arm": self._("{name}: laying weapons and wizardry"),
        }[decision.kind]
        return text.format(name=self.seat(decision.seat))

    # --- questions that say more

    def _ask_giver(self, decision: Decision, view: View) -> str:
        what = decision.text("what")
        item = self.thing((what, NAMES[what][decision.number("which")]))
        if decision.kind == "seal_giver":
            return self._("The supply is empty and several own most: who gives this to the god ({item})?").format(
                item=item
            )
        text = self._("The supply is empty and several own most: who gives you this ({item})?")
        if view.table.ask is not None and decision.seat in view.table.ask.among:
            text = self._("The supply is empty and several own most: who gives this ({item})? You yourself: nothing.")
        return text.format(item=item)

    def _ask_get(self, decision: Decision, view: View) -> str:
        text = self._("You look through the stack of weapons: which one do you keep?")
        if decision.text("what") == "wizardry":
            text = self._("You look through the stack of wizardry: which tile do you keep?")
        return text

    def _ask_recover(self, decision: Decision, view: View) -> str:
        if decision.answered:
            places = self.disc_sources(map(place_name, view.table.recover[decision.seat]))
            text = self._("You take discs back {places}; until all have decided, you may answer anew.")
            return text.format(places=places)
        count = LEAST - view.table.front[decision.seat]
        text = self.n("Take back {count} disc: which one?", "Take back {count} discs: which ones?", count)
        return text.format(count=count)

    def _ask_gods(self, decision: Decision, view: View) -> str:
        if decision.answered:
            chosen = self.gods(GODS[god] for god in view.table.hand[decision.seat])
            text = self._("You chose {gods}; until all have chosen, you may choose anew.")
            return text.format(gods=chosen)
        count = due(view.table, decision.seat)
        text = self.n(
            "Round {round}: choose {count} god in secret.",
            "Round {round}: choose {count} different gods in secret.",
            count,
        )
        return text.format(round=view.round, count=count)

    def _ask_end(self, decision: Decision, view: View) -> str:
        if view.stage == "place":
            return self._("Your disc is placed. Use a tile, or end the turn?")
        return self._("Your action is done. Use a tile, or end the turn?")

    def _ask_offer(self, decision: Decision, view: View) -> str:
        to = holder(view.table)
        if to == NOBODY:
            return self._("What do you offer for an order tile?")
        text = self._("{name} may hand out the order tiles: what do you offer for one?")
        return text.format(name=self.seat(to))

    def _ask_battle(self, decision: Decision, view: View) -> str:
        slot = view.table.fighting[decision.seat][0]
        mine, theirs = battles.values(view.table, slot)
        text = self._(
            "Your disc on battle slot {slot} does not win: {mine} against {theirs}. Strength {need} is missing."
        )
        need = battles.need(view.table, slot)
        return text.format(slot=BATTLE_SLOTS[slot], mine=mine, theirs=theirs, need=need)

    def _ask_arm(self, decision: Decision, view: View) -> str:
        left = view.weapons[decision.seat].count + view.wizardry[decision.seat].count
        text = self._("Lay a weapon or wizardry tile face down under a god whom you support (left: {count}).")
        return text.format(count=left)
