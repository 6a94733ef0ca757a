"""The words that all sentences of Asgard share, in one language with the players' names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.core.speech import Speech as KitSpeech
from engine.games.asgard.happenings import Thing
from engine.games.asgard.pieces import RECRUITS, SEALS


class Speech(KitSpeech):
    """Names of gods, goods, tiles and places."""

    domain = "asgard"

    # --- gods

    def count_points(self, points: int) -> str:
        return self.n("{count} point", "{count} points", points).format(count=points)

    def god(self, god: str) -> str:
        return {
            "freyja": self._("Freyja"), "baldr": self._("Baldr"), "odin": self._("Odin"), "tyr": self._("Týr"),
            "thor": self._("Thor"), "loki": self._("Loki"), "hel": self._("Hel"), "mimir": self._("Mímir"),
            "surtr": self._("Surtr"), "fenrir": self._("Fenrir"),
        }.get(god, god)  # fmt: skip

    def of_god(self, god: str) -> str:
        """As in "the seal of Odin"."""
        return {
            "freyja": self.p("of", "Freyja"), "baldr": self.p("of", "Baldr"), "odin": self.p("of", "Odin"),
            "tyr": self.p("of", "Týr"), "thor": self.p("of", "Thor"), "loki": self.p("of", "Loki"),
            "hel": self.p("of", "Hel"), "mimir": self.p("of", "Mímir"), "surtr": self.p("of", "Surtr"),
            "fenrir": self.p("of", "Fenrir"),
        }.get(god, god)  # fmt: skip

    def to_god(self, god: str) -> str:
        """As in "given to Odin"."""
        return {
            "freyja": self.p("to", "Freyja"), "baldr": self.p("to", "Baldr"), "odin": self.p("to", "Odin"),
            "tyr": self.p("to", "Týr"), "thor": self.p("to", "Thor"), "loki": self.p("to", "Loki"),
            "hel": self.p("to", "Hel"), "mimir": self.p("to", "Mímir"), "surtr": self.p("to", "Surtr"),
            "fenrir": self.p("to", "Fenrir"),
        }.get(god, god)  # fmt: skip

    def gods(self, gods: Iterable[str]) -> str:
        return ", ".join(self.god(god) for god in gods)

    def colour(self, colour: str) -> str:
        """A player's colour, as the name of a colour."""
        return {
            "red": self.p("player", "red"), "yellow": self.p("player", "yellow"), "blue": self.p("player", "blue"),
            "purple": self.p("player", "purple"),
        }.get(colour, colour)  # fmt: skip

    # --- goods

    def stone(self, stone: str) -> str:
        """The colour of a stone."""
        return {
            "pink": self.p("stone", "pink"), "yellow": self.p("stone", "yellow"), "red": self.p("stone", "red"),
            "blue": self.p("stone", "blue"), "green": self.p("stone", "green"), "black": self.p("stone", "black"),
            "white": self.p("stone", "white"),
        }.get(stone, stone)  # fmt: skip

    def stones(self, stone: str, count: int) -> str:
        texts = {
            "pink": self.n("{count} pink stone", "{count} pink stones", count),
            "yellow": self.n("{count} yellow stone", "{count} yellow stones", count),
            "red": self.n("{count} red stone", "{count} red stones", count),
            "blue": self.n("{count} blue stone", "{count} blue stones", count),
            "green": self.n("{count} green stone", "{count} green stones", count),
            "black": self.n("{count} black stone", "{count} black stones", count),
            "white": self.n("{count} white stone", "{count} white stones", count),
        }
        return texts[stone].format(count=count)

    def recruits(self, recruit: str, count: int) -> str:
        texts = {
            "white": self.n("{count} white warrior", "{count} white warriors", count),
            "orange": self.n("{count} orange warrior", "{count} orange warriors", count),
            "giant": self.n("{count} giant", "{count} giants", count),
        }
        return texts[recruit].format(count=count)

    def seals(self, seal: str, count: int) -> str:
        light = self.n("{count} Light seal", "{count} Light seals", count)
        darkness = self.n("{count} Darkness seal", "{count} Darkness seals", count)
        return (light if seal == "light" else darkness).format(count=count)

    def army(self, recruits: Sequence[int]) -> str:
        """Numbers of white warriors, orange warriors and giants; empty for none."""
        return ", ".join(
            self.recruits(name, count) for name, count in zip(RECRUITS, recruits, strict=False) if count > 0
        )

    def company(self, names: Iterable[str]) -> str:
        """Recruits by name, equal ones counted."""
        return ", ".join(self.recruits(name, count) for name, count in Counter(names).items())

    def price(self, seals: Sequence[int]) -> str:
        """Numbers of Light and Darkness seals and of those of either side."""
        parts = [self.seals(side, count) for side, count in zip(SEALS, seals, strict=False) if count]
        if len(seals) > 2 and seals[2]:
            either = self.n("{count} seal of either side", "{count} seals of either side", seals[2])
            parts.append(either.format(count=seals[2]))
        return ", ".join(parts) or self._("nothing")

    def things(self, things: Iterable[Thing]) -> str:
        """Items, equal ones counted."""
        return ", ".join(self.thing(thing, count) for thing, count in Counter(things).items()) or self._("nothing")

    def thing(self, thing: Thing, count: int = 1) -> str:
        """An item; `count` is said of stones, recruits and seals, of others only where there are several."""
        what, which = thing
        counted = {"stone": self.stones, "recruit": self.recruits, "seal": self.seals}
        if what in counted:
            return counted[what](which, count)
        text = self._single(what, which)
        return text if count == 1 else f"{count} × {text}"

    def _single(self, what: str, which: str) -> str:
        if what == "population":
            return self.population(which)
        if what in ("weapon", "wizardry"):
            return self.arm(what, which or None)
        if what == "skill":
            return self.skill_tile(which)
        if what == "temple":
            return self._("temple {temple}").format(temple=which)
        return self._("battle tile worth {points}").format(points=which)

    # --- tiles

    def skill_tile(self, tile: str) -> str:
        return self._("skill tile of {god}").format(god=self.of_god(tile.removesuffix("_skill")))

    def population(self, tile: str) -> str:
        """A population tile: what it does, and its side. What orders call it stands in the orders beside menus, on the
        text board and in the manual; whoever reads a sentence has no use for `PL-any_stone`.
        """
        text = self._("“{kind}” (Light)") if tile.startswith("PL") else self._("“{kind}” (Darkness)")
        return text.format(kind=self.population_kind(tile.partition("-")[2]))

    def population_kind(self, kind: str) -> str:
        return {
            "weapon": self._("choose a weapon"), "wizardry": self._("choose wizardry"),
            "first_player": self._("become first player"), "asgard_flip": self._("flip an Asgard tile"),
            "victory": self._("a battle won"), "any_stone": self._("any stone"),
            "convert_stone": self._("a stone as another"), "seal": self._("any seal"),
        }.get(kind, kind)  # fmt: skip

    def asgard_tile(self, tile: str) -> str:
        """What an Asgard tile gives."""
        return {
            "A-recruit1": self._("one recruit"),
            "A-recruit1+1": self._("two recruits of different kinds"),
            "A-recruit2+1": self._("two recruits of one kind and one of another"),
            "A-exchange": self._("exchange of a stone"),
            "A-nothing": self._("no bonus"),
        }.get(tile, tile)

    def asgard_tiles(self, tiles: Iterable[str]) -> str:
        return ", ".join(self.asgard_tile(tile) for tile in tiles)

    def any_tile(self, tile: str | None) -> str:
        """A population or skill tile that is used."""
        return self.skill_tile(tile) if tile and tile.endswith("_skill") else self.population(tile or "")

    def arm(self, kind: str, tile: str | None) -> str:
        """`weapon 5`, `wizardry “recruits count double”`; `tile` None: hidden."""
        if tile is None:
            return self._("a weapon tile") if kind == "weapon" else self._("a wizardry tile")
        if kind == "weapon":
            return self._("weapon {value}").format(value=tile)
        return self._("wizardry “{name}”").format(name=self.wizardry(tile))

    def arms(self, tiles: Iterable[str]) -> str:
        """Weapons and wizardry tiles by name, equal ones counted."""
        return ", ".join(
            self.thing(("weapon" if tile.isdigit() else "wizardry", tile), count)
            for tile, count in Counter(tiles).items()
        )

    def wizardry(self, tile: str) -> str:
        return {
            "double_recruits": self._("recruits count double"), "negate_weapon": self._("a weapon does not count"),
            "negate_tile": self._("a tile does not count"), "vp_top": self._("10 points for the top disc"),
            "vp_bottom": self._("10 points for the bottom disc"),
        }.get(tile, tile)  # fmt: skip

    # --- places

    def place(self, god: str | None, slot: str) -> str:
        """A slot by its name alone."""
        if god is None or slot == "asgard":
            return self._("Asgard")
        texts = {
            "upper": self._("the upper request slot of {god}"), "bottom": self._("the bottom request slot of {god}"),
            "single": self._("the request slot of {god}"), "temple": self._("the temple slot of {god}"),
        }  # fmt: skip
        return texts[slot].format(god=self.of_god(god))

    def slot(self, slot: str) -> str:
        """A kind of slot, beside the name of its god."""
        return {
            "upper": self._("upper request slot"), "bottom": self._("bottom request slot"),
            "single": self._("request slot"), "temple": self._("temple slot"), "asgard": self._("Asgard"),
        }.get(slot, slot)  # fmt: skip

    def to_place(self, god: str | None, slot: str) -> str:
        """As in "a disc goes to ..."."""
        if god is None or slot == "asgard":
            return self._("to Asgard")
        texts = {
            "upper": self._("to the upper request slot of {god}"),
            "bottom": self._("to the bottom request slot of {god}"),
            "single": self._("to the request slot of {god}"), "temple": self._("to the temple slot of {god}"),
        }  # fmt: skip
        return texts[slot].format(god=self.of_god(god))

    def from_place(self, god: str | None, slot: str) -> str:
        """As in "a disc comes back from ..."."""
        if god is None or slot == "asgard":
            return self._("from Asgard")
        texts = {
            "upper": self._("from the upper request slot of {god}"),
            "bottom": self._("from the bottom request slot of {god}"),
            "single": self._("from the request slot of {god}"), "temple": self._("from the temple slot of {god}"),
        }  # fmt: skip
        return texts[slot].format(god=self.of_god(god))

    def disc_source(self, place: str) -> str:
        """`middle`, `V3`, `support:odin`, `B3L` as in "a disc from ..."."""
        head, _, god = place.partition(":")
        if head == "support":
            return self._("from the support of {god}").format(god=self.of_god(god))
        if place == "middle":
            return self._("from the middle")
        if place.startswith("V"):
            return self._("from the Victory Area of world {world}").format(world=place[1:])
        return self._("from battle slot {slot}").format(slot=self.of_battle_slot(place))

    def disc_sources(self, places: Iterable[str]) -> str:
        parts = Counter(self.disc_source(place) for place in places)
        return ", ".join(text if count == 1 else f"{count} × {text}" for text, count in parts.items())

    def of_battle_slot(self, slot: str) -> str:
        """`of world 3, Light (B3L)`, as in "the battle slot of world 3, Light"."""
        side = self._("Light") if slot.endswith("L") else self._("Darkness")
        return self._("of world {world}, {side} ({slot})").format(world=slot[1:-1], side=side, slot=slot)

    def world_slot(self, slot: str) -> str:
        """`world 3, Light (W3L)`."""
        side = self._("Light") if slot.endswith("L") else self._("Darkness")
        if len(slot) == 2:
            return self._("lower world, {side} ({slot})").format(side=side, slot=slot)
        return self._("world {world}, {side} ({slot})").format(world=slot[1:-1], side=side, slot=slot)

    def own_place(self, name: str) -> str:
        """`loki upper`, `asgard`, `row`, `middle`, `B3L`: as a refusal names it, in "no disc of yours ..."."""
        if name == "row":
            return self._("on the row of discs")
        if name == "middle":
            return self._("in the middle")
        if name == "asgard":
            return self._("in Asgard")
        god, _, slot = name.partition(" ")
        if slot:
            return self._at_slot(slot).format(god=self.of_god(god))
        return self._("on battle slot {slot}").format(slot=name)

    def _at_slot(self, slot: str) -> str:
        texts: Mapping[str, str] = {
            "upper": self._("on the upper request slot of {god}"),
            "bottom": self._("on the bottom request slot of {god}"),
            "single": self._("on the request slot of {god}"),
            "temple": self._("on the temple slot of {god}"),
        }
        return texts.get(slot, "{god}")
