"""Why an order is refused: one sentence for every code, or one for each thing that it may be about."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.moves import Json
from engine.core.speech import N_
from engine.games.asgard.rules.odin import offer_label
from engine.games.asgard.words.speech import Speech

Where = Mapping[str, Json]

REFUSALS: dict[str, str | Mapping[str, str]] = {
    "E_SYNTAX": N_("This line could not be read as an order: {text}"),
    "E_NOT_YOUR_TURN": N_("It is not your turn."),
    "E_GOD_COUNT": N_("Choose exactly this many gods: {count}, one for each disc in front of you."),
    "E_GOD_DUPLICATE": N_("{god} is named twice; all chosen gods must be different."),
    "E_GOD_NOT_RISEN": N_("{god} has not risen yet."),
    "E_CARD_NOT_HELD": N_("{god} is not among your chosen gods that are still to be revealed."),
    "E_SLOT_UNKNOWN": N_("There is no such slot: {spot}."),
    "E_SLOT_TAKEN": N_("{god}: a disc stands on that slot already."),
    "E_ALREADY_SUPPORTING": N_("A disc of yours already supports {god}: the temple slot is barred."),
    "E_NO_SUPPORT_SLOT": N_("{god}: no Support slot is empty, so the temple slot is barred."),
    "E_SILVER": N_("This request slot is not silver; Mímir cannot send a disc there: {slot}."),
    "E_TILE_NOT_OWNED": N_("This tile is not in front of you: {tile}."),
    "E_STONE_MATCH": N_(
        "This is not the exact price of temple {temple} in stones that you have; a T7 temple also takes one "
        "further stone of a fourth colour."
    ),
    "E_WORLD_SLOT": N_("The tile of {of_god} cannot go there: it needs a slot of its side with a population tile."),
    "E_BATTLE_SLOT": N_(
        "Battle slot {slot} is closed to you: it is taken, its world is full or empty, or you have a disc in "
        "its Victory Area."
    ),
    "E_MUST_MOVE": N_("Every disc of yours in the middle must move to a battle slot as long as one is open to you."),
    "E_STRENGTH": N_("These recruits do not win: strength {need} must be added on battle slot {slot}."),
    "E_ORDER": N_("Name every player exactly once, from order tile 1 on."),
    "E_NOT_SUPPORTED": N_("No disc of yours lies below a tile of {of_god} in world {world}."),
    "E_PASSED": N_("You have passed in Valhalla for good."),
    "E_GIVER": N_("Only those who own most may be named: {names}."),
    "E_MUST_FLIP": N_("A face-up tile of the Asgard Row must be flipped: name one."),
    "E_PHASE": {
        "place": N_("A disc on a temple slot builds a temple or is declined."),
        "": N_("That order does not fit this moment of the game."),
    },
    "E_PICK": {
        "colour": N_("The colour {colour} is taken."),
        "stack": N_("There is no face-up temple on a stack {stack}."),
        "stone": N_("You have no stone of this colour: {stone}."),
        "recruit god": N_("{god} has none of these: {recruit}."),
        "recruit": N_("This is not there to be taken: {recruit}."),
        "tile~A-.*": N_("The Asgard Row has no face-up tile {code} that gives this."),
        "tile": N_("There is no such tile to be had: {code}."),
        "": N_("What is named is not there to be taken."),
    },
    "E_TARGET": {
        "stone": N_("An exchange needs two different colours."),
        "tile": N_("This tile of the Asgard Row has no such bonus: {tile}."),
        "god~mimir|surtr slot": N_("{slot}: say where the disc goes or what is flipped, or decline."),
        "god~fenrir slot~upper": N_("{slot}: say where the disc goes or what is flipped, or decline."),
        "god~odin slot~bottom": N_("{slot}: name the one stone that you take."),
        "god slot": N_("{slot}: this slot has no such skill, or is no temple slot for Fenrir to send to."),
        "god": N_("{god}: Hel needs a warrior there, and a giant cannot be the victim."),
        "": N_("Surtr cannot do this at {slot}: name a face-up population tile and its own bonus."),
    },
    "E_NO_EFFECT": {
        "recruit": N_("You would pay for nothing: this cannot be had ({recruit})."),
        "stone": N_("You would exchange for nothing: no stone of this colour can be had: {stone}."),
        "tile~thor_skill": N_("You have nothing left to do in this phase: no further turn."),
        "tile~.*first_player": N_("You are the first player already."),
        "tile": N_("This tile would change nothing now: {tile}."),
        "": N_("The disc on battle slot {slot} wins anyway, or is settled already."),
    },
    "E_COST": {
        "price": N_("The seals do not fit, the price is: {price}."),
        "": N_("All discs in Asgard together bring one free disc instead of paid ones."),
    },
    "E_TILE_TIMING": {
        "tile~thor_skill": N_("The skill tile of Thor is used at the end of a turn."),
        "": N_("This tile cannot be used here: {tile}."),
    },
    "E_DEAL": {
        "item": N_("Not everything in this offer is in front of you: {item}."),
        "offer": N_("The offer of {name} for order tile {number} is another one by now, {label}: {items}."),
        "seat": N_("There is no valid offer of {name} for order tile {number} that fits this order."),
        "": N_("This offer or deal for order tile {number} is not possible."),
    },
    "E_RECRUITS": {
        "slot": N_("You do not have that many recruits left for battle slot {slot}."),
        "kinds": N_("{god} wants all your recruits of one kind, one of: {kinds}."),
        "": N_("{god} takes no recruits here."),
    },
    "E_RECOVER": {
        "count~[1-9].*": N_("Name exactly this many discs of yours to take back: {count}."),
        "": N_("With two discs in front of you none is taken back."),
    },
    "E_NO_DISC_THERE": {
        "place~row": N_("You have no further disc on the row."),
        "": N_("You have no disc {place}."),
    },
}


class Refusing(Speech):
    """Sentences about refusals."""

    refusals = REFUSALS

    def named(self, where: Where) -> dict[str, str]:
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
