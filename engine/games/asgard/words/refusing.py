"""Why an order is refused: one sentence for every code."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.contract import Json
from engine.games.asgard.rules.odin import offer_label
from engine.games.asgard.words.speech import Speech

Where = Mapping[str, Json]


class Refusing(Speech):
    """Sentences about refusals. What a code is about decides the sentence where one code serves several rules."""

    def refusal(self, code: str, where: Where) -> str:
        """Why an order was refused; an unknown code stands for itself."""
        special = {
            "E_PICK": self._why_pick,
            "E_TARGET": self._why_target,
            "E_NO_EFFECT": self._why_no_effect,
            "E_COST": self._why_cost,
            "E_TILE_TIMING": self._why_timing,
            "E_DEAL": self._why_deal,
            "E_RECRUITS": self._why_missing_recruits,
            "E_GIVER": self._why_giver,
            "E_RECOVER": self._why_recover,
            "E_PHASE": self._why_phase,
            "E_NO_DISC_THERE": self._why_no_disc,
            "E_MUST_FLIP": self._why_must_flip,
        }
        text = special[code](where) if code in special else self._why_plain().get(code, code)
        return text.format(**self._why_named(where))

    def _why_named(self, where: Where) -> dict[str, str]:
        """What a sentence may name, in words."""
        god, slot, tile = str(where.get("god") or ""), str(where.get("slot") or ""), str(where.get("tile") or "")
        return {
            "text": str(where.get("text", "")),
            "god": self.god(god),
            "of_god": self.of_god(god),
            "slot": self._why_slot_name(god, slot),
            "spot": f"{self.god(god)}, {self.slot(slot)}" if god else self.slot(slot),
            "tile": self._why_tile_name(tile),
            "code": tile,
            "place": self.own_place(str(where["place"])) if where.get("place") else self._("there"),
            "count": str(where.get("count", "")),
            "need": str(where.get("need", "")),
            "world": str(where.get("world", "")),
            "number": str(where.get("number", "")),
            "stack": str(where.get("stack", "")),
            "temple": str(where.get("temple", "")),
            "stone": self.stone(str(where.get("stone", ""))),
            "colour": self.colour(str(where.get("colour", ""))),
            "recruit": self.recruits(where["recruit"], 1) if where.get("recruit") else "",
            "item": str(where.get("item", "")),
            "items": self.things((what, which) for what, which in where.get("offer") or ()),
            "label": offer_label(where.get("number", 0), where.get("issue", 1)),
            "name": self.seat(where["seat"]) if where.get("seat") is not None else "",
            "names": self.seats(where.get("among") or ()),
            "kinds": ", ".join(self.recruits(kind, 1) for kind in where.get("kinds") or ()),
            "price": self.price(where.get("price") or ()),
        }

    def _why_slot_name(self, god: str, slot: str) -> str:
        if slot in ("upper", "bottom", "single", "temple") and god:
            return self.place(god, slot)
        return self._("Asgard") if slot == "asgard" else slot

    def _why_tile_name(self, tile: str) -> str:
        if tile.endswith("_skill"):
            return self.skill_tile(tile)
        if tile.startswith("A-"):
            return self.asgard_tile(tile)
        return self.population(tile) if "-" in tile else self.arms([tile]) if tile else tile

    def _why_plain(self) -> dict[str, str]:
        """Codes that say one thing only."""
        return {
            "E_SYNTAX": self._("This line could not be read as an order: {text}"),
            "E_NOT_YOUR_TURN": self._("It is not your turn."),
            "E_GOD_COUNT": self._("Choose exactly this many gods: {count}, one for each disc in front of you."),
            "E_GOD_DUPLICATE": self._("{god} is named twice; all chosen gods must be different."),
            "E_GOD_NOT_RISEN": self._("{god} has not risen yet."),
            "E_CARD_NOT_HELD": self._("{god} is not among your chosen gods that are still to be revealed."),
            "E_SLOT_UNKNOWN": self._("There is no such slot: {spot}."),
            "E_SLOT_TAKEN": self._("{god}: a disc stands on that slot already."),
            "E_ALREADY_SUPPORTING": self._("A disc of yours already supports {god}: the temple slot is barred."),
            "E_NO_SUPPORT_SLOT": self._("{god}: no Support slot is empty, so the temple slot is barred."),
            "E_SILVER": self._("This request slot is not silver; Mímir cannot send a disc there: {slot}."),
            "E_TILE_NOT_OWNED": self._("This tile is not in front of you: {tile}."),
            "E_STONE_MATCH": self._(
                "This is not the exact price of temple {temple} in stones that you have; a T7 temple also takes one "
                "further stone of a fourth colour."
            ),
            "E_WORLD_SLOT": self._(
                "The tile of {of_god} cannot go there: it needs a slot of its side with a population tile."
            ),
            "E_BATTLE_SLOT": self._(
                "Battle slot {slot} is closed to you: it is taken, its world is full or empty, or you have a disc in "
                "its Victory Area."
            ),
            "E_MUST_MOVE": self._(
                "Every disc of yours in the middle must move to a battle slot as long as one is open to you."
            ),
            "E_STRENGTH": self._(
                "These recruits do not win: strength {need} must be added on battle slot {slot}."
            ),
            "E_ORDER": self._("Name every player exactly once, from order tile 1 on."),
            "E_NOT_SUPPORTED": self._(
                "No disc of yours lies below a tile of {of_god} in world {world}."
            ),
        }  # fmt: skip

    def _why_phase(self, where: Where) -> str:
        if where.get("place"):
            return self._("A disc on a temple slot builds a temple or is declined.")
        return self._("That order does not fit this moment of the game.")

    def _why_pick(self, where: Where) -> str:
        if where.get("colour"):
            return self._("The colour {colour} is taken.")
        if where.get("stack"):
            return self._("There is no face-up temple on a stack {stack}.")
        if where.get("stone"):
            return self._("You have no stone of this colour: {stone}.")
        if where.get("recruit"):
            if where.get("god"):
                return self._("{god} has none of these: {recruit}.")
            return self._("This is not there to be taken: {recruit}.")
        tile = str(where.get("tile") or "")
        if tile.startswith("A-"):
            return self._("The Asgard Row has no face-up tile {code} that gives this.")
        if tile:
            return self._("There is no such tile to be had: {code}.")
        return self._("What is named is not there to be taken.")

    def _why_target(self, where: Where) -> str:
        if where.get("stone"):
            return self._("An exchange needs two different colours.")
        if where.get("tile"):
            return self._("This tile of the Asgard Row has no such bonus: {tile}.")
        if where.get("god"):
            return self._why_target_of_god(str(where["god"]), str(where.get("slot") or ""))
        return self._("Surtr cannot do this at {slot}: name a face-up population tile and its own bonus.")

    def _why_target_of_god(self, god: str, slot: str) -> str:
        if not slot:
            return self._("{god}: Hel needs a warrior there, and a giant cannot be the victim.")
        if god in ("mimir", "surtr") or (god, slot) == ("fenrir", "upper"):
            return self._("{slot}: say where the disc goes or what is flipped, or decline.")
        if (god, slot) == ("odin", "bottom"):
            return self._("{slot}: name the one stone that you take.")
        return self._("{slot}: this slot has no such skill, or is no temple slot for Fenrir to send to.")

    def _why_no_effect(self, where: Where) -> str:
        tile = str(where.get("tile") or "")
        if where.get("recruit"):
            return self._("You would pay for nothing: this cannot be had ({recruit}).")
        if where.get("stone"):
            return self._("You would exchange for nothing: no stone of this colour can be had: {stone}.")
        if tile == "thor_skill":
            return self._("You have nothing left to do in this phase: no further turn.")
        if tile:
            text = self._("This tile would change nothing now: {tile}.")
            return self._("You are the first player already.") if tile.endswith("first_player") else text
        return self._("The disc on battle slot {slot} wins anyway, or is settled already.")

    def _why_cost(self, where: Where) -> str:
        if where.get("price") is None:
            return self._("All discs in Asgard together bring one free disc instead of paid ones.")
        return self._("The seals do not fit, the price is: {price}.")

    def _why_timing(self, where: Where) -> str:
        if where.get("tile") == "thor_skill":
            return self._("The skill tile of Thor is used at the end of a turn.")
        return self._("This tile cannot be used here: {tile}.")

    def _why_deal(self, where: Where) -> str:
        if where.get("item"):
            return self._("Not everything in this offer is in front of you: {item}.")
        if where.get("offer"):
            return self._("The offer of {name} for order tile {number} is another one by now, {label}: {items}.")
        if where.get("seat") is not None:
            return self._("There is no valid offer of {name} for order tile {number} that fits this order.")
        return self._("This offer or deal for order tile {number} is not possible.")

    def _why_missing_recruits(self, where: Where) -> str:
        if where.get("slot"):
            return self._("You do not have that many recruits left for battle slot {slot}.")
        if where.get("kinds") is None:
            return self._("{god} takes no recruits here.")
        return self._("{god} wants all your recruits of one kind, one of: {kinds}.")

    def _why_giver(self, where: Where) -> str:
        return self._("Only those who own most may be named: {names}.")

    def _why_recover(self, where: Where) -> str:
        if not where.get("count"):
            return self._("With two discs in front of you none is taken back.")
        return self._("Name exactly this many discs of yours to take back: {count}.")

    def _why_no_disc(self, where: Where) -> str:
        if where.get("place") == "row":
            return self._("You have no further disc on the row.")
        return self._("You have no disc {place}.")

    def _why_must_flip(self, where: Where) -> str:
        return self._("A face-up tile of the Asgard Row must be flipped: name one.")
