"""A referee who knows rules.md alone reads the log: each step is legal, and what it does is counted again."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.core.happenings import Happening
from engine.games.yggdrasil.data import CARD_ROWS, GIANT
from engine.games.yggdrasil.state import State

ENEMIES = ("fenrir", "hel", "jormungand", "loki", "nidhogg", "surt")
CHAIN = ("rainbow", "white", "blue", "green", "black")
AREA = (1, 1, 1, 2, 2, 3, 3, 4)  # of each space
FORCE = {1: 5, 2: 6, 3: 7, 4: 8}
RUNES = {
    "sigel": ("hymir", "skadi", "thrym", "suttung"), "daeg": ("ymir", "geirrod", "gialp", "greip"),
    "mann": ("hrungnir", "thiazi", "vafthrudnir", "gilling"), "tiwaz": ("angrboda", "farbauti", "baugi", "hrym"),
}  # fmt: skip
BARS = {
    "geirrod": "forge",
    "thiazi": "elves",
    "baugi": "darkness",
    "skadi": "dead",
    "gialp": "fire",
    "gilling": "vanir",
}
STRONGER = {"hymir": "jormungand", "suttung": "hel", "ymir": "surt", "hrungnir": "nidhogg", "angrboda": "loki",
            "farbauti": "fenrir"}  # fmt: skip
Due = tuple[Any, ...]


class Referee:
    """The table as the log tells it, and what has to come next (`due`); a method for each kind of happening."""

    def __init__(self, state: State) -> None:
        seats = state.seats
        self.gods, self.seats, self.seat, self.turn, self.left = [""] * seats, seats, -1, 0, 42
        self.space = {code: state.spaces[at] for at, code in enumerate(ENEMIES)}
        self.bag = {code: [state.bag_vikings[at], state.bag_fires[at]] for at, code in enumerate(CHAIN)}
        self.dead, self.kingdom, self.elves = state.dead, state.kingdom, state.elves_left
        self.stock = [[vikings, 0] for vikings in state.vikings]
        self.artifacts: list[dict[str, int]] = [{} for _ in range(seats)]
        self.valkyries, self.tile, self.vanir, self.daeg = "rainbow", "black", state.vanir, 0
        self.active, self.defeated = set[str](), {code for code, at in GIANT.items() if at in state.defeated}
        self.used, self.spent, self.rage = list[str](), 0, 0
        self.due, self.drawn, self.top = list[Due](), list[str](), list[str]()
        self.searches = False  # this Midgard action has moved and may still search
        self.walked = False  # a search of this turn came after a step
        self.lines: tuple[str, ...] = ()  # of defeat, that held when the last turn ended

    def read(self, one: Happening) -> None:
        getattr(self, one.kind, lambda _: None)(one)

    def god(self, name: str) -> bool:
        """Whether this god's power counts now."""
        return self.gods[self.seat] == name and "vafthrudnir" not in self.active

    @property
    def own(self) -> list[int]:
        return self.stock[self.seat]

    @property
    def actions(self) -> int:
        return 4 if self.god("frey") else 3

    def pile(self) -> int:
        return 16 - len(self.active | self.defeated)

    def takes(self, *kinds: str) -> Due:
        assert self.due, kinds
        assert self.due[0][0] in kinds, (kinds, self.due)
        return self.due.pop(0)

    def acts(self, world: str) -> None:
        """R6: the action of a world, legal now."""
        assert not self.due, self.due
        assert self.rage == 0
        assert self.spent < self.actions
        times = Counter(self.used)
        assert times[world] == 0 or (self.god("freyja") and max(times.values()) == 1)
        assert all(BARS.get(giant) != world for giant in self.active)
        self.spent, self.searches = self.spent + 1, False
        self.used.append(world)

    # --- The Enemy phase ---------------

    def god_picked(self, one: Any) -> None:
        assert one.god not in self.gods
        self.gods[one.seat] = one.god

    def turn_began(self, one: Any) -> None:
        assert not self.due, self.due
        assert not self.lines
        assert self.left
        assert one.seat == (self.seat + 1) % self.seats or self.turn == 0
        self.seat, self.turn, self.used, self.spent, self.rage = one.seat, self.turn + 1, [], 0, 0
        self.searches = self.walked = False
        assert one.daeg == (self.daeg - 1 if self.daeg else None)
        self.due = [] if self.daeg else [("card",)]
        self.daeg = max(0, self.daeg - 1)

    def odin_drew(self, one: Any) -> None:
        assert self.god("odin")
        self.takes("card")
        self.drawn = list(one.cards)
        for card in self.drawn[: len(self.top)]:
            assert card == self.top.pop(0)
        self.due = [("back card",)]

    def odin_returned(self, one: Any) -> None:
        self.takes("back card")
        self.drawn.remove(one.card)
        self.top = [one.card, *self.top] if one.to == "top" else self.top
        self.due = [("card",)]

    def card_drawn(self, one: Any) -> None:
        """R4.3-R4.5, R5."""
        self.takes("card")
        self.left -= 1
        assert one.left == self.left
        assert bool(self.drawn) == (self.god("odin") and self.left > 0)
        known = self.drawn.pop() if self.drawn else self.top.pop(0) if self.top else one.card
        assert known == one.card
        row = CARD_ROWS[one.card]
        moved = list(row["enemies"]) if row["kind"] == "ragnarok" else [row["enemy"]]
        steps = {code: min(row["advance"], 7 - self.space[code]) for code in moved}
        self.due = [("advance", code, count) for code, count in steps.items() if count]
        if row["kind"] != "ragnarok":
            self.due += self.effect(moved[0], AREA[self.space[moved[0]] + steps[moved[0]]])

    def effect(self, enemy: str, strength: int) -> list[Due]:
        threatened = "white" if self.valkyries == "rainbow" else self.valkyries
        match enemy:
            case "hel":
                return [("vikings", threatened, min(2 * strength, self.bag[threatened][0]))]
            case "surt":
                return [("fires", threatened, min(2 * strength, self.kingdom))]
            case "loki":
                return [("giant",)] * bool(self.pile())
            case "jormungand":
                return [("tile", threatened)] * (self.tile != threatened)
            case "nidhogg":
                others = {code: at for code, at in self.space.items() if code != "nidhogg"}
                rearmost = [code for code, at in others.items() if at == min(others.values()) < 7]
                return [("drawn on", rearmost)] * bool(rearmost)
        return [("rage", strength)]

    def enemy_moved(self, one: Any) -> None:
        assert self.space[one.enemy] == one.source
        self.space[one.enemy] = one.to
        if one.to < one.source:
            _, who, spaces, more = self.takes("back")
            assert one.enemy in who
            assert one.source - one.to == min(spaces, one.source)
            self.due += [("back", [code for code in who if code != one.enemy], spaces, more - 1)] * (more > 1)
            return
        kind, who, *count = self.takes("advance", "drawn on")
        assert (one.enemy, one.to - one.source) == (who, *count) if kind == "advance" else one.enemy in who

    def vikings_lost(self, one: Any) -> None:
        assert self.takes("vikings")[1:] == (one.bag, one.vikings)
        self.bag[one.bag][0] -= one.vikings
        self.dead += one.vikings

    def fires_came(self, one: Any) -> None:
        assert self.takes("fires")[1:] == (one.bag, one.fires)
        self.bag[one.bag][1] += one.fires
        self.kingdom -= one.fires

    def giant_turned(self, one: Any) -> None:
        self.takes("giant")
        assert one.giant not in self.active | self.defeated
        self.active.add(one.giant)

    def tile_moved(self, one: Any) -> None:
        assert self.takes("tile")[1] == one.to
        self.tile = one.to

    def fenrir_rages(self, one: Any) -> None:
        assert self.takes("rage")[1] == one.need
        self.rage = one.need

    def fenrir_calmed(self, one: Any) -> None:
        assert self.rage
        assert not self.used
        assert len(one.rolls) == (2 if self.god("tyr") else 1)
        self.spent, self.rage = self.spent + 1, max(0, self.rage - max(one.rolls))
        assert self.spent <= self.actions
        assert one.left == self.rage

    # --- Combat ---------------

    def combat_began(self, one: Any) -> None:
        giant = one.opponent not in ENEMIES
        self.acts("ice" if giant else "asgard")
        if giant:
            assert one.opponent in self.active or (one.opponent == "top" and self.pile())
            force, artifact = 3 + ("greip" in self.active), 0
        else:
            assert self.space[one.opponent]
            force = FORCE[AREA[self.space[one.opponent]]] + sum(STRONGER.get(at) == one.opponent for at in self.active)
            artifact = self.artifacts[self.seat].get(one.opponent, 0)
        dice = 0 if "thrym" in self.active else 2 if self.god("tyr") else 1
        assert (one.force, one.bonus, len(one.rolls)) == (force, artifact + self.god("thor"), dice)
        self.own[0] -= one.vikings
        self.dead += one.vikings
        self.due = [("fight", one.vikings + max(one.rolls, default=0) + one.bonus, force, one.opponent)]

    def combat_ended(self, one: Any) -> None:
        _, strength, force, opponent = self.takes("fight")
        assert (one.total, one.won) == (strength + one.elves, strength + one.elves >= force)
        self.own[1] -= one.elves
        self.elves += one.elves
        if one.won:
            self.due = [("back", [opponent], 1, 1) if opponent in ENEMIES else ("falls", opponent)]

    def giant_defeated(self, one: Any) -> None:
        _, opponent = self.takes("falls")
        assert opponent == one.giant or (opponent == "top" and one.giant not in self.active | self.defeated)
        self.active.discard(one.giant)
        self.defeated.add(one.giant)
        parts = len(self.defeated & set(RUNES[one.rune]))
        assert one.parts == parts
        assert one.giant in RUNES[one.rune]
        self.due = [("rune", one.rune)] * (parts == 4)

    def rune_completed(self, one: Any) -> None:
        assert self.takes("rune")[1] == one.rune
        off = [code for code, at in self.space.items() if at]
        back = {"mann": (3, 1), "tiwaz": (1, min(3, len(off)))}
        if one.rune == "daeg":
            self.daeg = 3
        elif one.rune == "sigel":
            self.due = [("share",)] * bool(self.dead)
        elif off:
            self.due = [("back", off, *back[one.rune])]

    def vikings_shared(self, one: Any) -> None:
        self.takes("share")
        assert sum(one.shares) <= min(15, self.dead)
        self.dead -= sum(one.shares)
        for stock, share in zip(self.stock, one.shares, strict=True):
            stock[0] += share

    # --- Worlds ---------------

    def valkyries_moved(self, one: Any) -> None:
        if self.due:
            self.takes("step")
        else:
            self.acts("midgard")
            self.searches = True
        assert abs(CHAIN.index(one.source) - CHAIN.index(one.to)) == 1
        assert "hrym" not in self.active or one.to != self.tile
        self.valkyries = one.to

    def island_searched(self, one: Any) -> None:
        if not self.searches:
            self.acts("midgard")
        self.walked, self.searches = self.walked or self.searches, False
        assert one.bag == self.valkyries != self.tile
        self.draws(one, 4 if self.god("heimdall") else 3)
        self.bag[one.bag][0] -= one.vikings
        self.own[0] += one.vikings

    def bag_cleared(self, one: Any) -> None:
        self.acts("fire")
        self.draws(one, 5)
        self.bag[one.bag][1] -= one.fires
        self.kingdom += one.fires

    def draws(self, one: Any, count: int) -> None:
        vikings, fires = self.bag[one.bag]
        assert 0 < one.vikings + one.fires == min(count, vikings + fires)
        assert one.vikings <= vikings
        assert one.fires <= fires

    def artifact_forged(self, one: Any) -> None:
        self.acts("forge")
        assert all(owned.get(one.enemy) != one.level for owned in self.artifacts)
        assert one.level == self.artifacts[self.seat].get(one.enemy, 0) + 1
        self.artifacts[self.seat][one.enemy] = one.level

    def elf_taken(self, one: Any) -> None:
        self.acts("elves")
        self.own[1] += 1
        self.elves -= 1
        assert one.left == self.elves

    def goods_traded(self, one: Any) -> None:
        self.acts("darkness")
        assert one.other != self.seat
        assert sum(one.gives) + sum(one.takes)
        for kind in range(2):
            assert one.gives[kind] <= self.own[kind]
            assert one.takes[kind] <= self.stock[one.other][kind]
            self.own[kind] += one.takes[kind] - one.gives[kind]
            self.stock[one.other][kind] += one.gives[kind] - one.takes[kind]

    def vikings_returned(self, one: Any) -> None:
        self.acts("dead")
        assert 0 < one.vikings == min(5, self.dead)
        self.dead -= one.vikings
        self.bag[one.bag][0] += one.vikings

    def vanir_advanced(self, one: Any) -> None:
        self.acts("vanir")
        self.vanir += 1
        assert one.square == self.vanir <= 5

    def vanir_used(self, one: Any) -> None:
        self.acts("vanir")
        assert one.square <= self.vanir
        self.vanir = 1
        off = [code for code, at in self.space.items() if at]
        self.due = [{1: ("step",), 2: ("raise", min(2, self.dead)), 3: ("look", min(6, self.left)),
                     4: ("back", off, 1, 1), 5: ("falls", "top")}[one.square]]  # fmt: skip

    def vikings_raised(self, one: Any) -> None:
        assert self.takes("raise")[1] == one.vikings > 0
        self.dead -= one.vikings
        self.own[0] += one.vikings

    def deck_looked_at(self, one: Any) -> None:
        assert self.takes("look")[1] == len(one.cards) >= 2
        known = self.top[: len(one.cards)]
        assert list(one.cards)[: len(known)] == known
        self.due, self.drawn = [("order",)], []

    def deck_arranged(self, one: Any) -> None:
        self.takes("order")
        self.top = [*one.cards, *self.top[len(one.cards) :]]

    # --- The end ---------------

    def turn_ended(self, one: Any) -> None:
        assert not self.due, self.due
        # Freyja may step in one action and search in another: that reads like both in one.
        twice = self.god("freyja") and self.walked and max(Counter(self.used).values()) == 1
        assert self.actions - self.spent - one.given_up in ((0, 1) if twice else (0,))
        at = list(self.space.values())
        held = {
            "wall": sum(one >= 3 for one in at) >= 5,
            "door": sum(one >= 5 for one in at) >= 3,
            "residence": 7 in at,
        }
        self.lines = tuple(line for line, crossed in held.items() if crossed)

    def game_ended(self, one: Any) -> None:
        assert one.won is not bool(self.lines)
        assert one.causes == self.lines or (one.won and not self.left)
        assert (one.left, one.turns) == (self.left, self.turn)
