"""The log, one sentence for every happening, causes named: by table where one sentence serves, or a choice of them."""

from __future__ import annotations

from typing import Any

from engine.core.happenings import Happening
from engine.core.sentences import Told, Word, by, either, one
from engine.core.speech import N_, tells
from engine.games.asgard import happenings as h
from engine.games.asgard.rules.odin import offer_label
from engine.games.asgard.words.speech import Speech


def _of_god(w: Speech, it: Any) -> str:
    return w.of_god(it.god)


_WORDS: dict[str, Word] = {
    "name": lambda w, it: w.seat(it.seat),
    "giver": lambda w, it: w.seat(it.giver),
    "taker": lambda w, it: w.seat(it.taker),
    "order": lambda w, it: w.seats(it.order),
    "god": lambda w, it: w.god(it.god),
    "item": lambda w, it: w.thing(it.item, getattr(it, "count", 1)),
    "items": lambda w, it: w.things(it.items),
    "place": lambda w, it: w.place(it.god, it.slot),
    "slot": lambda w, it: w.world_slot(it.slot),
    "population": lambda w, it: w.population(it.population),
    "tile": lambda w, it: w.any_tile(it.tile),
    "mine": lambda _, it: it.values[0],
    "theirs": lambda _, it: it.values[1],
}

LOG: dict[type[Happening], Told] = {
    # set-up and the start of a round
    h.GameBegan: one(
        N_("The game begins. Turn order: {order}. Asgard Row: {row}."), row=lambda w, it: w.asgard_tiles(it.row)
    ),
    h.ColourChosen: by("colour", {
        "red": N_("{name} plays red."), "yellow": N_("{name} plays yellow."),
        "blue": N_("{name} plays blue."), "purple": N_("{name} plays purple."),
    }),
    h.RoundBegan: either("god", N_("Round {round} begins: {god} rises."), N_("Round {round} begins.")),
    h.PhaseBegan: by("stage", {
        "place": N_("All gods are chosen. Phase 2: the discs are placed."),
        "act": N_("All discs are placed. Phase 3: the actions."),
        "battle": N_("All actions are done. Phase 4: the battles."),
    }),
    h.RowRefilled: one(N_("New in the Asgard Row: {tiles}."), tiles=lambda w, it: w.asgard_tiles(it.tiles)),
    # phases 2 and 3
    h.Placed: one(
        N_("{name} reveals {god} and places a disc: {slot}."), slot=lambda w, it: w.slot(it.slot)
    ),
    h.Performed: by("how", {
        "request": N_("{name} performs a disc: {place}."),
        "temple": N_("{name} builds: {place}."),
        "asgard": N_("{name} acts with a disc in Asgard."),
        "all": N_("{name} takes all own discs back from Asgard and acts there once."),
        "decline": N_("{name} takes a disc back without its action: {place}."),
    }),
    h.SealTaken: by("seal", {
        "light": N_("{name} takes the Light seal of {god}."),
        "darkness": N_("{name} takes the Darkness seal of {god}."),
    }, god=_of_god),
    h.NothingLeft: one(
        N_("{name} gets nothing: the supply is out of this ({item}), and nobody else has to give it.")
    ),
    h.Gave: either("items", N_("{name} pays: {items}."), ""),
    h.TileUsed: one(N_("{name} uses the tile {tile}.")),
    h.Searching: by("arms", {
        "weapon": N_("{name} looks through the stack of weapons."),
        "wizardry": N_("{name} looks through the stack of wizardry."),
    }),
    h.AsgardFlipped: one(
        N_("{name} flips a tile of the Asgard Row: {tile}."), tile=lambda w, it: w.asgard_tile(it.tile)
    ),
    h.OrderChanged: one(N_("New turn order: {order}.")),
    h.ExtraTurn: one(N_("{name} returns the skill tile of Thor and takes a further turn.")),
    h.GodTilePlaced: either(
        "gained", N_("Tile {value} of {god} goes to {slot}; {name} gains the population tile {population}."),
        N_("Tile {value} of {god} goes to {slot}; the face-down population tile there is discarded."), god=_of_god,
    ),
    h.GodTileLost: one(N_("Tile {value} of {god} leaves the game: no world slot is free for it."), god=_of_god),
    h.Slain: by("warrior", {
        "white": N_("A white warrior of {god} goes to Valhalla."),
        "orange": N_("An orange warrior of {god} goes to Valhalla."),
    }, god=_of_god),
    h.PopulationFlipped: one(N_("{name} flips the population tile {tile}: {slot}.")),
    h.OffersHeard: one(N_("{name} hears offers for the order tiles.")),
    h.DealMade: one(N_("A deal: {giver} gets order tile {number} and gives {taker}: {items}.")),
    # battles and Ragnarök
    h.Scored: by("why", {
        "temples": N_("{name} +{points}: the temples."),
        "lower": N_("{name} +{points}: the god tile on the lower world."),
        "hel": N_("{name} +{points}: the recruits that Hel counts."),
        "battle_tiles": N_("{name} +{points}: the battle tiles."),
        "world": N_("{name} +{points}: the god won world {world}."),
        "vp_top": N_("{name} +{points}: wizardry for the top disc in world {world}."),
        "vp_bottom": N_("{name} +{points}: wizardry for the bottom disc in world {world}."),
        None: N_("{name} +{points}."),
    }),
    h.AncientTurned: one(N_("Ancient weapons of this round: Light {light}, Darkness {darkness}.")),
    h.BattleSettled: by("how", {
        "won": N_("Battle slot {slot}, {mine} against {theirs}: {name} wins; the disc goes to the Victory Area."),
        "sent": N_(
            "Battle slot {slot}, {mine} against {theirs}: {name} sends {sent} and wins; "
            "the disc goes to the Victory Area."
        ),
        "declared": N_(
            "Battle slot {slot}, {mine} against {theirs}: {name} uses the tile {tile}; "
            "the disc goes to the Victory Area."
        ),
        "lost": N_("Battle slot {slot}, {mine} against {theirs}: the disc of {name} goes to the middle."),
    }, slot=lambda _, it: it.slot, sent=lambda w, it: w.army(it.sent)),
    h.FromValhalla: either(
        "warrior", N_("{name} takes {warrior} from Valhalla: to {god}, {slot}."), N_("{name} passes in Valhalla."),
        warrior=lambda w, it: w.recruits(it.warrior, 1), god=lambda w, it: w.to_god(it.god),
    ),
    h.ArmLaid: one(
        N_("{name} lays {tile} face down under the tile of {god}: {slot}."),
        tile=lambda w, it: w.arm(it.arms, it.tile), god=_of_god,
    ),
    h.GameOver: one(
        N_("The game is over. Points: {points}. The winner is {names}."),
        points=lambda w, it: w.points(it.scores), names=lambda w, it: w.seats(it.winners),
    ),
}  # fmt: skip


class Log(Speech):
    """What happened. What a face of a happening hides is left out of its sentence."""

    log, names_in_log = LOG, _WORDS

    @tells(h.SealLaid)
    def _seal_laid(self, it: h.SealLaid) -> str:
        dark = it.seal == "darkness"
        if it.giver is None:
            text = self._("A Darkness seal for {god}.") if dark else self._("A Light seal for {god}.")
            return text.format(god=self.to_god(it.god))
        text = self._("A Light seal for {god}, given by {name}: the supply is empty.")
        if dark:
            text = self._("A Darkness seal for {god}, given by {name}: the supply is empty.")
        return text.format(god=self.to_god(it.god), name=self.seat(it.giver))

    @tells(h.ChoiceMade)
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

    @tells(h.Recovered)
    def _recovered(self, it: h.Recovered) -> str:
        count, name = len(it.places), self.seat(it.seat)
        text = self.n("{name} takes back {count} disc: {places}.", "{name} takes back {count} discs: {places}.", count)
        return text.format(name=name, count=count, places=self.disc_sources(it.places))

    @tells(h.Received)
    def _received(self, it: h.Received) -> str:
        text = self._("{name} gets: {item}.")
        if it.giver is not None:
            text = self._("{name} gets from {giver}: {item}.")
        elif it.place == "valhalla":
            text = self._("{name} takes from Valhalla: {item}.")
        elif it.place:
            text = self._("{name} takes from {god}: {item}.")
        giver = self.seat(it.giver) if it.giver is not None else ""
        item = self.thing(it.item, it.count)
        return text.format(name=self.seat(it.seat), item=item, giver=giver, god=self.of_god(it.place))

    @tells(h.Searched)
    def _searched(self, it: h.Searched) -> str:
        name = self.seat(it.seat)
        if it.tile is None:
            text = self._("{name} keeps a weapon tile of the stack, face down.")
            if it.arms == "wizardry":
                text = self._("{name} keeps a wizardry tile of the stack, face down.")
            return text.format(name=name)
        text = self._("{name} keeps {tile}. In the stack lay: {saw}.")
        return text.format(name=name, tile=self.arm(it.arms, it.tile), saw=self.arms(it.saw))

    @tells(h.TempleBuilt)
    def _temple_built(self, it: h.TempleBuilt) -> str:
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
        name, god = self.seat(it.seat), self.of_god(it.god)
        recruits = "" if it.recruits is None else self.recruits(*it.recruits)
        return text.format(name=name, temple=it.temple, count=it.points, god=god, recruits=recruits)

    @tells(h.Turned)
    def _turned(self, it: h.Turned) -> str:
        if it.stack[:1].isupper():  # a temple stack: T3
            text = self._("Next in temple stack {stack}: {name}.")
            return (text if it.name else self._("Temple stack {stack} is empty.")).format(stack=it.stack, name=it.name)
        text = self._("The next tile of {god} has value {value}.")
        text = text if it.name else self._("The last tile of {god} is placed.")
        return text.format(god=self.of_god(it.stack), value=it.name)

    @tells(h.DiscMoved)
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

    @tells(h.OfferMade, h.TileOffered)
    def _offer_made(self, it: h.OfferMade) -> str:
        text = self._("{name} offers for order tile {number}: {items}.")
        if not it.number:
            text = self._("{name} offers nothing.")
        elif not it.items:
            text = self._("{name} no longer offers anything for order tile {number}.")
        number = offer_label(it.number, it.issue) if it.items else it.number
        return text.format(name=self.seat(it.seat), number=number, items=self.things(it.items))

    @tells(h.BattleTileTaken)
    def _battle_tile_taken(self, it: h.BattleTileTaken) -> str:
        text = self.n(
            "{name}, {count} disc in Victory Areas: a battle tile worth {points}.",
            "{name}, {count} discs in Victory Areas: a battle tile worth {points}.",
            it.discs,
        )
        if not it.points:
            text = self.n(
                "{name}, {count} disc in Victory Areas: no battle tile is left.",
                "{name}, {count} discs in Victory Areas: no battle tile is left.",
                it.discs,
            )
        return text.format(name=self.seat(it.seat), count=it.discs, points=it.points)

    @tells(h.RagnarokBegan)
    def _ragnarok_began(self, it: h.RagnarokBegan) -> str:
        said = [self._("Ragnarök begins.")]
        if it.empty:
            text = self._("Worlds that take no part: {worlds}.")
            said.append(text.format(worlds=", ".join(map(str, it.empty))))
        if it.ancient:
            said.append(self._("Face-down ancient weapons at: {slots}.").format(slots=", ".join(it.ancient)))
        return " ".join(said)

    @tells(h.ArmsDiscarded)
    def _arms_discarded(self, it: h.ArmsDiscarded) -> str:
        parts = []
        if it.weapons:
            parts.append(self.n("{count} weapon tile", "{count} weapon tiles", it.weapons).format(count=it.weapons))
        if it.wizardry:
            text = self.n("{count} wizardry tile", "{count} wizardry tiles", it.wizardry)
            parts.append(text.format(count=it.wizardry))
        text = self._("{name} supports no god in worlds 1 to 7 and discards unseen: {tiles}.")
        return text.format(name=self.seat(it.seat), tiles=", ".join(parts))

    @tells(h.WorldFought)
    def _world_fought(self, it: h.WorldFought) -> str:
        texts = {
            0: self._("World {world}: Light {light}, Darkness {darkness}. Light wins."),
            1: self._("World {world}: Light {light}, Darkness {darkness}. Darkness wins."),
            None: self._("World {world}: Light {light}, Darkness {darkness}. A tie, nobody scores."),
        }
        text = texts[it.winner].format(world=it.world, light=it.values[0], darkness=it.values[1])
        shown = [self._revealed(side, arms) for side, arms in enumerate(it.arms) if arms]
        if it.ancient:
            shown.append(self._("an ancient weapon {value}").format(value=it.ancient))
        return f"{text} {self._('Revealed: {tiles}.').format(tiles='; '.join(shown))}" if shown else text

    def _revealed(self, side: int, arms: tuple[str, ...]) -> str:
        text = self._("Darkness {tiles}") if side else self._("Light {tiles}")
        return text.format(tiles=self.arms(arms))
