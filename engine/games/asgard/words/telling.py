"""What happened from set-up to phase 3, one sentence each, causes named."""

from __future__ import annotations

from functools import singledispatchmethod

from engine.core.contract import Happening
from engine.games.asgard import happenings as h
from engine.games.asgard.rules.odin import offer_label
from engine.games.asgard.words.speech import Speech


class Telling(Speech):
    """The log. What a face of a happening hides is left out of its sentence."""

    @singledispatchmethod
    def happening(self, happening: Happening) -> str:
        """One sentence; empty for what is not worth telling."""
        return ""

    # --- set-up and the start of a round

    @happening.register
    def _game_began(self, it: h.GameBegan) -> str:
        row = ", ".join(self.asgard_tile(tile) for tile in it.row)
        text = self._("The game begins. Turn order: {order}. Asgard Row: {row}.")
        return text.format(order=self.seats(it.order), row=row)

    @happening.register
    def _colour_chosen(self, it: h.ColourChosen) -> str:
        text = {
            "red": self._("{name} plays red."), "yellow": self._("{name} plays yellow."),
            "blue": self._("{name} plays blue."), "purple": self._("{name} plays purple."),
        }[it.colour]  # fmt: skip
        return text.format(name=self.seat(it.seat))

    @happening.register
    def _round_began(self, it: h.RoundBegan) -> str:
        if it.god is None:
            return self._("Round {round} begins.").format(round=it.round)
        return self._("Round {round} begins: {god} rises.").format(round=it.round, god=self.god(it.god))

    @happening.register
    def _phase_began(self, it: h.PhaseBegan) -> str:
        return {
            "place": self._("All gods are chosen. Phase 2: the discs are placed."),
            "act": self._("All discs are placed. Phase 3: the actions."),
            "battle": self._("All actions are done. Phase 4: the battles."),
        }.get(it.stage, "")

    @happening.register
    def _seal_laid(self, it: h.SealLaid) -> str:
        dark = it.seal == "darkness"
        if it.giver is None:
            text = self._("A Darkness seal for {god}.") if dark else self._("A Light seal for {god}.")
            return text.format(god=self.to_god(it.god))
        text = self._("A Light seal for {god}, given by {name}: the supply is empty.")
        if dark:
            text = self._("A Darkness seal for {god}, given by {name}: the supply is empty.")
        return text.format(god=self.to_god(it.god), name=self.seat(it.giver))

    @happening.register
    def _row_refilled(self, it: h.RowRefilled) -> str:
        tiles = ", ".join(self.asgard_tile(tile) for tile in it.tiles)
        return self._("New in the Asgard Row: {tiles}.").format(tiles=tiles)

    @happening.register
    def _choice_made(self, it: h.ChoiceMade) -> str:
        name = self.seat(it.seat)
        if it.names is None:
            if it.what == "recover":
                return self._("{name} has decided which discs come back.").format(name=name)
            text = self.n("{name} has chosen {count} god.", "{name} has chosen {count} gods.", it.count)
            return text.format(name=name, count=it.count)
        if it.what == "recover":
            text = self._("{name} wants discs back {places}; that shows when all have decided.")
            return text.format(name=name, places=self.disc_sources(it.names))
        if it.what == "battle":
            text = self._("{name} has settled what happens on battle slot {slot}; the others do not see it yet.")
            return text.format(name=name, slot=", ".join(it.names))
        text = self._("{name} now chooses {gods}.") if it.replaced else self._("{name} chooses {gods}.")
        return text.format(name=name, gods=self.gods(it.names))

    @happening.register
    def _recovered(self, it: h.Recovered) -> str:
        count, name = len(it.places), self.seat(it.seat)
        text = self.n("{name} takes back {count} disc: {places}.", "{name} takes back {count} discs: {places}.", count)
        return text.format(name=name, count=count, places=self.disc_sources(it.places))

    # --- phases 2 and 3

    @happening.register
    def _placed(self, it: h.Placed) -> str:
        text = self._("{name} reveals {god} and places a disc: {slot}.")
        return text.format(name=self.seat(it.seat), god=self.god(it.god), slot=self.slot(it.slot))

    @happening.register
    def _performed(self, it: h.Performed) -> str:
        texts = {
            "request": self._("{name} performs a disc: {place}."),
            "temple": self._("{name} builds: {place}."),
            "asgard": self._("{name} acts with a disc in Asgard."),
            "all": self._("{name} takes all own discs back from Asgard and acts there once."),
            "decline": self._("{name} takes a disc back without its action: {place}."),
        }
        return texts[it.how].format(name=self.seat(it.seat), place=self.place(it.god, it.slot))

    @happening.register
    def _seal_taken(self, it: h.SealTaken) -> str:
        light, darkness = (
            self._("{name} takes the Light seal of {god}."),
            self._("{name} takes the Darkness seal of {god}."),
        )
        text = light if it.seal == "light" else darkness
        return text.format(name=self.seat(it.seat), god=self.of_god(it.god))

    @happening.register
    def _received(self, it: h.Received) -> str:
        text = self._("{name} gets: {item}.")
        if it.giver is not None:
            text = self._("{name} gets from {giver}: {item}.")
        elif it.place == "valhalla":
            text = self._("{name} takes from Valhalla: {item}.")
        elif it.place:
            text = self._("{name} takes from {god}: {item}.")
        return text.format(
            name=self.seat(it.seat),
            item=self.thing(it.item, it.count),
            giver=self.seat(it.giver) if it.giver is not None else "",
            god=self.of_god(it.place),
        )

    @happening.register
    def _nothing_left(self, it: h.NothingLeft) -> str:
        text = self._("{name} gets nothing: the supply is out of this ({item}), and nobody else has to give it.")
        return text.format(name=self.seat(it.seat), item=self.thing(it.item))

    @happening.register
    def _gave(self, it: h.Gave) -> str:
        if not it.items:
            return ""
        return self._("{name} pays: {items}.").format(name=self.seat(it.seat), items=self.things(it.items))

    @happening.register
    def _tile_used(self, it: h.TileUsed) -> str:
        tile = self.skill_tile(it.tile) if it.tile.endswith("_skill") else self.population(it.tile)
        return self._("{name} uses the tile {tile}.").format(name=self.seat(it.seat), tile=tile)

    @happening.register
    def _searched(self, it: h.Searched) -> str:
        name = self.seat(it.seat)
        if it.tile is None:
            text = self._("{name} keeps a weapon tile of the stack, face down.")
            if it.arms == "wizardry":
                text = self._("{name} keeps a wizardry tile of the stack, face down.")
            return text.format(name=name)
        text = self._("{name} keeps {tile}. In the stack lay: {saw}.")
        return text.format(name=name, tile=self.arm(it.arms, it.tile), saw=self.arms(it.saw))

    @happening.register
    def _searching(self, it: h.Searching) -> str:
        text = self._("{name} looks through the stack of weapons.")
        if it.arms == "wizardry":
            text = self._("{name} looks through the stack of wizardry.")
        return text.format(name=self.seat(it.seat))

    @happening.register
    def _asgard_flipped(self, it: h.AsgardFlipped) -> str:
        text = self._("{name} flips a tile of the Asgard Row: {tile}.")
        return text.format(name=self.seat(it.seat), tile=self.asgard_tile(it.tile))

    @happening.register
    def _order_changed(self, it: h.OrderChanged) -> str:
        return self._("New turn order: {order}.").format(order=self.seats(it.order))

    @happening.register
    def _extra_turn(self, it: h.ExtraTurn) -> str:
        return self._("{name} returns the skill tile of Thor and takes a further turn.").format(name=self.seat(it.seat))

    @happening.register
    def _temple_built(self, it: h.TempleBuilt) -> str:
        name, god = self.seat(it.seat), self.of_god(it.god)
        text = self.n(
            "{name} builds temple {temple} ({count} point a round); the disc now supports {god}.",
            "{name} builds temple {temple} ({count} points a round); the disc now supports {god}.",
            it.points,
        )
        if it.recruits is not None:
            text = self.n(
                "{name} builds temple {temple} ({count} point a round); the disc now supports {god}, "
                "recruits there: {recruits}.",
                "{name} builds temple {temple} ({count} points a round); the disc now supports {god}, "
                "recruits there: {recruits}.",
                it.points,
            )
        recruits = "" if it.recruits is None else self.recruits(*it.recruits)
        return text.format(name=name, temple=it.temple, count=it.points, god=god, recruits=recruits)

    @happening.register
    def _god_tile_placed(self, it: h.GodTilePlaced) -> str:
        text = self._("Tile {value} of {god} goes to {slot}; {name} gains the population tile {population}.")
        if not it.gained:
            text = self._("Tile {value} of {god} goes to {slot}; the face-down population tile there is discarded.")
        return text.format(
            name=self.seat(it.seat),
            value=it.value,
            god=self.of_god(it.god),
            slot=self.world_slot(it.slot),
            population=self.population(it.population),
        )

    @happening.register
    def _god_tile_lost(self, it: h.GodTileLost) -> str:
        text = self._("Tile {value} of {god} leaves the game: no world slot is free for it.")
        return text.format(value=it.value, god=self.of_god(it.god))

    @happening.register
    def _turned(self, it: h.Turned) -> str:
        if it.stack[:1].isupper():  # a temple stack: T3
            text = self._("Next in temple stack {stack}: {name}.")
            return (text if it.name else self._("Temple stack {stack} is empty.")).format(stack=it.stack, name=it.name)
        text = self._("The next tile of {god} has value {value}.")
        text = text if it.name else self._("The last tile of {god} is placed.")
        return text.format(god=self.of_god(it.stack), value=it.name)

    @happening.register
    def _slain(self, it: h.Slain) -> str:
        text = self._("A white warrior of {god} goes to Valhalla.")
        if it.warrior == "orange":
            text = self._("An orange warrior of {god} goes to Valhalla.")
        return text.format(god=self.of_god(it.god))

    @happening.register
    def _disc_moved(self, it: h.DiscMoved) -> str:
        god, _, slot = it.target.partition(" ")
        if it.source in ("mimir", "fenrir"):
            text = self._("{god} sends the disc of {name} on {place}.")
            place = self.to_place(god if slot else None, slot or "asgard")
            return text.format(god=self.god(it.source), name=self.seat(it.seat), place=place)
        text = self._("{name} moves a disc from the middle to battle slot {slot}.")
        if it.source == "row":
            text = self._("{name} takes a disc from the row to battle slot {slot}.")
            if it.target == "front":
                text = self._("{name} takes a disc from the row.")
        elif it.source.startswith("B"):
            text = self._("{name} moves a disc from battle slot {source} to the Victory Area of world {world}.")
        return text.format(name=self.seat(it.seat), slot=it.target, source=it.source, world=it.target[1:])

    @happening.register
    def _population_flipped(self, it: h.PopulationFlipped) -> str:
        text = self._("{name} flips the population tile {tile}: {slot}.")
        return text.format(name=self.seat(it.seat), tile=self.population(it.tile), slot=self.world_slot(it.slot))

    # --- Odin's offers

    @happening.register
    def _offers_heard(self, it: h.OffersHeard) -> str:
        return self._("{name} hears offers for the order tiles.").format(name=self.seat(it.seat))

    @happening.register
    def _offer_made(self, it: h.OfferMade) -> str:
        text = self._("{name} offers for order tile {number}: {items}.")
        if not it.number:
            text = self._("{name} offers nothing.")
        elif not it.items:
            text = self._("{name} no longer offers anything for order tile {number}.")
        number = offer_label(it.number, it.issue) if it.items else it.number
        return text.format(name=self.seat(it.seat), number=number, items=self.things(it.items))

    @happening.register
    def _deal_made(self, it: h.DealMade) -> str:
        text = self._("A deal: {giver} gets order tile {number} and gives {taker}: {items}.")
        return text.format(
            giver=self.seat(it.giver), taker=self.seat(it.taker), number=it.number, items=self.things(it.items)
        )
