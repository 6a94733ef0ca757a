"""What happened in battles and at Ragnarök, and every point that was scored, one sentence each."""

from __future__ import annotations

from functools import singledispatchmethod

from engine.core.contract import Happening
from engine.games.asgard import happenings as h
from engine.games.asgard.words.telling import Telling


class Saga(Telling):
    """The rest of the log."""

    @singledispatchmethod
    def happening(self, happening: Happening) -> str:
        """One sentence; empty for what is not worth telling."""
        return super().happening(happening)

    @happening.register
    def _scored(self, it: h.Scored) -> str:
        texts = {
            "temples": self._("{name} +{points}: the temples."),
            "lower": self._("{name} +{points}: the god tile on the lower world."),
            "hel": self._("{name} +{points}: the recruits that Hel counts."),
            "battle_tiles": self._("{name} +{points}: the battle tiles."),
            "world": self._("{name} +{points}: the god won world {world}."),
            "vp_top": self._("{name} +{points}: wizardry for the top disc in world {world}."),
            "vp_bottom": self._("{name} +{points}: wizardry for the bottom disc in world {world}."),
        }
        text = texts.get(it.why, self._("{name} +{points}."))
        return text.format(name=self.seat(it.seat), points=it.points, world=it.world)

    @happening.register
    def _ancient_turned(self, it: h.AncientTurned) -> str:
        text = self._("Ancient weapons of this round: Light {light}, Darkness {darkness}.")
        return text.format(light=it.light, darkness=it.darkness)

    @happening.register
    def _battle_settled(self, it: h.BattleSettled) -> str:
        texts = {
            "won": self._(
                "Battle slot {slot}, {mine} against {theirs}: {name} wins; the disc goes to the Victory Area."
            ),
            "sent": self._(
                "Battle slot {slot}, {mine} against {theirs}: {name} sends {sent} and wins; "
                "the disc goes to the Victory Area."
            ),
            "declared": self._(
                "Battle slot {slot}, {mine} against {theirs}: {name} uses the tile {tile}; "
                "the disc goes to the Victory Area."
            ),
            "lost": self._("Battle slot {slot}, {mine} against {theirs}: the disc of {name} goes to the middle."),
        }
        tile = it.tile or ""
        return texts[it.how].format(
            slot=it.slot,
            mine=it.values[0],
            theirs=it.values[1],
            name=self.seat(it.seat),
            sent=self.army(it.sent),
            tile=self.skill_tile(tile) if tile.endswith("_skill") else self.population(tile),
        )

    @happening.register
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

    @happening.register
    def _ragnarok_began(self, it: h.RagnarokBegan) -> str:
        said = [self._("Ragnarök begins.")]
        if it.empty:
            text = self._("Worlds that take no part: {worlds}.")
            said.append(text.format(worlds=", ".join(map(str, it.empty))))
        if it.ancient:
            said.append(self._("Face-down ancient weapons at: {slots}.").format(slots=", ".join(it.ancient)))
        return " ".join(said)

    @happening.register
    def _from_valhalla(self, it: h.FromValhalla) -> str:
        if it.warrior is None:
            return self._("{name} passes in Valhalla.").format(name=self.seat(it.seat))
        text = self._("{name} takes {warrior} from Valhalla: to {god}, {slot}.")
        return text.format(
            name=self.seat(it.seat),
            warrior=self.recruits(it.warrior, 1),
            god=self.to_god(it.god),
            slot=self.world_slot(it.slot),
        )

    @happening.register
    def _arm_laid(self, it: h.ArmLaid) -> str:
        text = self._("{name} lays {tile} face down under the tile of {god}: {slot}.")
        return text.format(
            name=self.seat(it.seat),
            tile=self.arm(it.arms, it.tile),
            god=self.of_god(it.god),
            slot=self.world_slot(it.slot),
        )

    @happening.register
    def _arms_discarded(self, it: h.ArmsDiscarded) -> str:
        parts = []
        if it.weapons:
            parts.append(self.n("{count} weapon tile", "{count} weapon tiles", it.weapons).format(count=it.weapons))
        if it.wizardry:
            text = self.n("{count} wizardry tile", "{count} wizardry tiles", it.wizardry)
            parts.append(text.format(count=it.wizardry))
        text = self._("{name} supports no god in worlds 1 to 7 and discards unseen: {tiles}.")
        return text.format(name=self.seat(it.seat), tiles=", ".join(parts))

    @happening.register
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

    @happening.register
    def _game_over(self, it: h.GameOver) -> str:
        text = self._("The game is over. Points: {points}. The winner is {names}.")
        return text.format(points=self.points(it.scores), names=self.seats(it.winners))
