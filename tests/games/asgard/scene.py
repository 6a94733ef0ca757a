"""A table in the middle of a game, set up by hand, and orders as text: the language of the scenario tests."""

from __future__ import annotations

from typing import Any

from engine.core.chance import SeededChance
from engine.core.decisions import Decision
from engine.core.happenings import Happening
from engine.games.asgard import game
from engine.games.asgard import pieces as p
from engine.games.asgard.rules.placing import disc_place
from engine.games.asgard.rules.setup import blank
from engine.games.asgard.state import Offer, State
from engine.table.orders import Refused, take
from engine.table.session import Session
from engine.table.table import Table

SEATS = "RYBP"  # red, yellow, blue, purple: the players of the scenarios, by seat
CODES = {"stone": "PYRBGKW", "recruit": "wog", "seal": "LD"}


class Scene:
    """Players are letters of SEATS; stones, recruits and seals their codes; everything else as in the notation."""

    def __init__(
        self, round_: int = 3, stage: str = "act", order: str = "RYBP", active: str = "", seats: int = 4
    ) -> None:
        rules = game.rules
        self.table = Table(game, rules, rules.Options(), seats, None, [()] * seats)
        state = blank("standard", seats)
        data = state.components
        state.colours = list(range(seats))
        state.round, state.stage = round_, stage  # type: ignore[assignment]
        state.order = [SEATS.index(one) for one in order[:seats]]
        state.active = SEATS.index(active or order[0])
        state.start_recruits = [0, 0, 0]
        state.temples = [[t for t, of in enumerate(data.temple_stack) if of == s] for s in range(len(data.stacks))]
        for side in (0, 1):
            tiles = [tile for tile, of in enumerate(data.side) if of == side]
            for world, tile in enumerate(tiles):
                state.worlds[2 * world + side] = tile
        state.asgard_row, state.asgard_up = [0, 1, 2], [False, False, False]
        state.asgard_stack = [3, 4]
        for god in range(10):
            state.god_seals[god] = 0
        self.table.state = state
        self.happenings: list[Happening] = []

    @property
    def state(self) -> State:
        return self.table.state  # type: ignore[no-any-return]

    # --- giving

    def disc(self, who: str, *places: str) -> Scene:
        """Discs on `loki upper` or `asgard`, from the front."""
        for place in places:
            god, _, slot = place.partition(" ")
            number = p.ASGARD if god == "asgard" else disc_place(self.state, p.GOD_NUMBER[god], slot)
            seat = SEATS.index(who)
            if number != p.ASGARD:
                self.state.slots[number] = seat
            self.state.placed[seat].append(number)
            self.state.front[seat] -= 1
        return self

    def busy(self, *players: str) -> Scene:
        """Everybody else has something left to do: a disc in Asgard."""
        for who in players or SEATS[: self.state.seats]:
            if not self.state.placed[SEATS.index(who)]:
                self.disc(who, "asgard")
        return self

    def own(self, who: str, stones: str = "", recruits: str = "", seals: str = "", tiles: str = "") -> Scene:
        """What lies in front of a player, instead of what did; taken from the supply where it has it."""
        state, seat = self.state, SEATS.index(who)
        for kind, text, own, supply in (
            ("stone", stones, state.own_stones, state.stones),
            ("recruit", recruits, state.own_recruits, state.recruits),
            ("seal", seals, state.own_seals, state.seals),
        ):
            for code in text:
                number = CODES[kind].index(code)
                own[seat][number] += 1
                supply[number] -= 1
        for name in tiles.split():
            tile = state.components.population.index(name)
            state.own_population[seat].append(tile)
            if tile in state.worlds:
                state.worlds[state.worlds.index(tile)] = 7 if tile < 8 else 15  # a second seal tile
        return self

    def arms(self, who: str, *names: str) -> Scene:
        """Weapons and wizardry tiles that a player took earlier."""
        for name in names:
            kind = 0 if name.isdigit() else 1
            tile = next(t for t in self.state.in_stack(kind) if self.state.components.arms[t] == name)
            self.state.searches[kind].append(SEATS.index(who))
            self.state.arms[tile], self.state.taken[tile] = SEATS.index(who), len(self.state.searches[kind])
        return self

    def support(self, god: str, upper: str = "", bottom: str = "") -> Scene:
        for place, who in enumerate((upper, bottom)):
            if who:
                self.state.support[2 * p.GOD_NUMBER[god] + place] = SEATS.index(who)
        return self

    def on_god(self, god: str, recruits: str) -> Scene:
        self.state.god_recruits[p.GOD_NUMBER[god]] = [recruits.count(code) for code in "wog"]
        return self

    def seal(self, *gods: str) -> Scene:
        for god in gods:
            self.state.god_seals[p.GOD_NUMBER[god]] = 1
        return self

    def world(self, slot: str, tile: str) -> Scene:
        """`odin 3` for a god tile, else a population tile."""
        number = p.WORLD_SLOT[slot]
        god, _, value = tile.partition(" ")
        if value:
            self.state.worlds[number] = p.GOD_TILE + 10 * p.GOD_NUMBER[god] + int(value)
            tiles = self.state.god_tiles[p.GOD_NUMBER[god]]
            if int(value) in tiles:
                tiles.remove(int(value))
            return self
        wanted = self.state.components.population.index(tile)
        if wanted in self.state.worlds:
            self.state.worlds[self.state.worlds.index(wanted)] = self.state.worlds[number]
        self.state.worlds[number] = wanted
        return self

    def battle(self, slot: str, who: str) -> Scene:
        self.state.battle[p.BATTLE_SLOT[slot]] = SEATS.index(who)
        return self

    def victory(self, who: str, *worlds: int) -> Scene:
        for world in worlds:
            self.state.victory[world - 1][SEATS.index(who)] += 1
        return self

    def middle(self, who: str, discs: int = 1) -> Scene:
        self.state.middle[SEATS.index(who)] = discs
        return self

    def temple_top(self, temple: str) -> Scene:
        number = self.state.components.temples.index(temple)
        stack = self.state.temples[self.state.components.temple_stack[number]]
        stack.remove(number)
        stack.append(number)
        return self

    def god_top(self, god: str, value: int) -> Scene:
        tiles = self.state.god_tiles[p.GOD_NUMBER[god]]
        tiles.remove(value)
        tiles.append(value)
        return self

    def row(self, *tiles: str) -> Scene:
        """The Asgard Row; a tile in brackets lies face down."""
        names = self.state.components.asgard
        self.state.asgard_row = [names.index(tile.strip("()")) for tile in tiles]
        self.state.asgard_up = [not tile.startswith("(") for tile in tiles]
        self.state.asgard_stack = [t for t in range(5) if t not in self.state.asgard_row]
        return self

    def skill(self, who: str, tile: str) -> Scene:
        self.state.skills[p.SKILLS.index(tile)] = SEATS.index(who)
        return self

    def scores(self, **points: int) -> Scene:
        for who, value in points.items():
            self.state.scores[SEATS.index(who)] = value
        return self

    def chose(self, who: str, *gods: str) -> Scene:
        self.state.hand[SEATS.index(who)] = sorted(p.GOD_NUMBER[god] for god in gods)
        return self

    def offer(self, who: str, number: int, *items: tuple[str, int]) -> Scene:
        self.state.offers.append(Offer(SEATS.index(who), number, list(items)))
        return self

    # --- playing

    def play(self, who: str, *lines: str) -> list[Happening]:
        """A mail of these lines. Raises AssertionError when it is refused."""
        session = self._session()
        try:
            taken = take(session, SEATS.index(who), lines)
        except Refused as refused:
            raise AssertionError(f"{refused.text!r}: {refused.why}") from refused
        assert taken.rest == len(lines), f"not read: {lines[taken.rest :]}"
        self.table = session.table
        self.happenings = [one for made in session.made for one in made.happenings]
        return self.happenings

    def refuse(self, who: str, *lines: str) -> str:
        """The code with which a mail is refused, after showing that nothing changed."""
        before = self.state.copy()
        session = self._session()
        try:
            take(session, SEATS.index(who), lines)
        except Refused as refused:
            assert self.state == before
            return refused.why.code
        raise AssertionError(f"accepted: {lines}")

    def go_on(self) -> Scene:
        """Let plans and forced answers run."""
        session = self._session()
        session.settle()
        self.table = session.table
        return self

    def _session(self) -> Session:
        return Session(self.table.copy(), SeededChance(b"scene"), ())

    # --- looking

    def asked(self) -> list[tuple[str, str]]:
        """(who, what) of every question for which the game waits."""
        return [(SEATS[one.seat], one.kind) for one in self.table.pending()]

    def turn(self) -> str:
        """Whose turn it is in phase 2 or 3."""
        return SEATS[self.state.active]

    def order(self) -> str:
        return "".join(SEATS[seat] for seat in self.state.order)

    def stones(self, who: str) -> str:
        return self._codes("stone", self.state.own_stones[SEATS.index(who)])

    def recruits(self, who: str) -> str:
        return self._codes("recruit", self.state.own_recruits[SEATS.index(who)])

    def seals(self, who: str) -> str:
        return self._codes("seal", self.state.own_seals[SEATS.index(who)])

    def tiles(self, who: str) -> list[str]:
        names = self.state.components.population
        return [names[tile] for tile in self.state.own_population[SEATS.index(who)]]

    def owned_arms(self, who: str) -> list[str]:
        seat = SEATS.index(who)
        return [self.state.components.arms[t] for t, at in enumerate(self.state.arms) if at == seat]

    def at(self, place: str) -> str:
        """Who stands on `loki upper`, `B3L`, `support:odin upper`; empty when nobody."""
        if place in p.BATTLE_SLOT:
            seat = self.state.battle[p.BATTLE_SLOT[place]]
        else:
            god, _, slot = place.removeprefix("support:").partition(" ")
            number = p.GOD_NUMBER[god]
            if place.startswith("support:"):
                seat = self.state.support[2 * number + ("upper", "bottom").index(slot)]
            else:
                seat = self.state.slots[disc_place(self.state, number, slot)]
        return SEATS[seat] if seat >= 0 else ""

    def decision(self, who: str) -> Decision:
        return next(one for one in self.table.decisions() if one.seat == SEATS.index(who))

    def view(self, who: str | None) -> Any:
        return self.table.rules.view(self.state, None if who is None else SEATS.index(who))

    def score(self, who: str) -> int:
        return self.state.scores[SEATS.index(who)]

    def front(self, who: str) -> int:
        return self.state.front[SEATS.index(who)]

    def victories(self, who: str) -> list[int]:
        """Worlds from 1 in whose Victory Area the player has a disc, one entry a disc."""
        seat = SEATS.index(who)
        return [world for world, discs in enumerate(self.state.victory, 1) for _ in range(discs[seat])]

    @staticmethod
    def _codes(kind: str, counts: list[int]) -> str:
        return "".join(code * count for code, count in zip(CODES[kind], counts, strict=True))
