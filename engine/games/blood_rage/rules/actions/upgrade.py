"""Upgrade (R8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.menu import Lines, Option
from engine.core.moves import IllegalMove, Seat
from engine.games.blood_rage.data import BOX, CARDS, EMPTY, MONSTERS, RESERVE, SLOTS, SLOTS_OF, Design
from engine.games.blood_rage.happenings import UpgradePlayed
from engine.games.blood_rage.moves import Upgrade
from engine.games.blood_rage.rules.actions.deeds import Deed, check_rage, pay
from engine.games.blood_rage.rules.actions.invade import Arrival, arrivals, check_arrival, destinations, raid
from engine.games.blood_rage.rules.gifts import known_card, price
from engine.games.blood_rage.rules.play import Rage, on_sheet, trait
from engine.games.blood_rage.state import State

_MONSTER_SLOTS = SLOTS_OF["monster"]


def cost_of(state: State, seat: Seat, design: Design) -> int:
    """What an upgrade costs now, with Frigga's Charm (R8.1, R20.22)."""
    found = price(design)
    for other in on_sheet(state, seat, "discount"):
        found = trait.speak(state, other.name, "discount", found)
    return found


def slot_of(state: State, seat: Seat, design: Design, named: str | None) -> int:
    """The slot that the card goes to (R8.2). Raises IllegalMove E_SLOT, E_NAME_SLOT."""
    slots = SLOTS_OF[design.kind]
    if named is not None:
        if named not in SLOTS or SLOTS.index(named) not in slots:
            raise IllegalMove("E_SLOT", slot=named, slots=[SLOTS[one] for one in slots])
        return SLOTS.index(named)
    free = [slot for slot in slots if state.sheets[seat][slot] == EMPTY]
    if not free and len(slots) > 1:
        raise IllegalMove("E_NAME_SLOT", slots=[SLOTS[one] for one in slots])
    return free[0] if free else slots[0]


def raiders(state: State, seat: Seat, design: Design) -> list[str]:
    """The figures that could make the free invasion, the one that is meant without a name first (R8.5)."""
    if design.kind == "monster":
        return [design.code]
    if design.kind == "clan":
        return []
    wanted = {"leader": ("L",), "warrior": ("W",), "ship": ("S", "SEA")}[design.kind]
    return [figure for figure in wanted if state.find(seat, figure, RESERVE) is not None]


class Upgrading(Deed[Upgrade]):
    """A card of the hand goes to the clan sheet; the figure it is about may invade at once."""

    move, group = Upgrade, "upgrade"

    def check(self, state: State, seat: Seat, move: Upgrade) -> None:
        design = known_card(move.card)
        if state.in_hand(seat, move.card) is None:
            raise IllegalMove("E_NOT_IN_HAND", card=move.card)
        if not design.is_upgrade:
            raise IllegalMove("E_NO_UPGRADE", card=move.card)
        cost = cost_of(state, seat, design)
        check_rage(state, seat, cost)
        slot = slot_of(state, seat, design, move.slot)
        if move.to is None:
            if move.succor or move.pillage or move.figure:
                raise IllegalMove("E_NO_INVASION")
            return
        self._check_raid(state, seat, move, design, slot)

    def _check_raid(self, state: State, seat: Seat, move: Upgrade, design: Design, slot: int) -> None:
        found = raiders(state, seat, design)
        if not found:
            raise IllegalMove("E_NO_RAID", card=move.card)
        if move.figure is not None and move.figure not in found:
            raise IllegalMove("E_NOT_IN_RESERVE", figure=move.figure)
        check_arrival(_after(state, seat, slot), self._arrival(state, seat, move, design))

    def _arrival(self, state: State, seat: Seat, move: Upgrade, design: Design) -> Arrival:
        """The invasion as it is checked: what is paid is the card's price."""
        assert move.to is not None
        figure = move.figure or raiders(state, seat, design)[0]
        return Arrival(seat, figure, RESERVE, move.to, cost_of(state, seat, design), move.succor, move.pillage)

    def act(self, play: Rage, seat: Seat, move: Upgrade) -> None:
        state, design = play.state, known_card(move.card)
        slot, cost = slot_of(state, seat, design, move.slot), cost_of(state, seat, design)
        found = raiders(state, seat, design)
        pay(play, seat, cost)
        self._lay(play, seat, move.card, slot, cost)
        if move.to is not None:
            play.then(raid(seat, move.figure or found[0], move.to, move.succor, move.pillage))

    def _lay(self, play: Rage, seat: Seat, code: str, slot: int, cost: int) -> None:
        """The card in its slot; what lay there is discarded, and a covered monster goes to the box (R8.3)."""
        state = play.state
        card, old = state.in_hand(seat, code), state.sheets[seat][slot]
        assert card is not None
        state.hands[seat].remove(card)
        state.seen[card] = 0
        if old != EMPTY:
            state.discards.append(old)
        state.sheets[seat][slot] = card
        if slot in _MONSTER_SLOTS:
            state.places[seat][_monster(slot)] = RESERVE
        play.tell(UpgradePlayed(seat, code, SLOTS[slot], cost, CARDS[old].code if old != EMPTY else None))

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        for code in dict.fromkeys(CARDS[card].code for card in sorted(state.hands[seat])):
            design = known_card(code)
            if design.is_upgrade and cost_of(state, seat, design) <= state.rage[seat]:
                yield from self._card(state, seat, design)

    def _card(self, state: State, seat: Seat, design: Design) -> Iterator[Option]:
        head = ("upgrade", design.code, cost_of(state, seat, design))
        ways = [self._into(state, seat, design, slot) for slot in self._slots(state, seat, design)]
        if len(ways) > 1:
            yield Option(head, then=partial(Lines, tuple(ways), "slot"), group=self.group)
        else:
            yield Option(head, ways[0].move, then=ways[0].then, group=self.group)

    def _into(self, state: State, seat: Seat, design: Design, slot: int) -> Option:
        """One slot: a whole move where the card comes alone."""
        what = ("slot", SLOTS[slot], self._covered(state, seat, slot))
        ways = partial(self._ways, state, seat, design, slot)
        only = ways().options
        return Option(what, only[0].move) if len(only) == 1 else Option(what, then=ways)

    def _slots(self, state: State, seat: Seat, design: Design) -> list[int]:
        """Those of its kind; of empty ones the first, for they differ in nothing."""
        slots, sheet = list(SLOTS_OF[design.kind]), state.sheets[seat]
        empty = [slot for slot in slots if sheet[slot] == EMPTY]
        return [slot for slot in slots if slot not in empty[1:]]

    def _covered(self, state: State, seat: Seat, slot: int) -> str:
        old = state.sheets[seat][slot]
        return CARDS[old].code if old != EMPTY else ""

    def _ways(self, state: State, seat: Seat, design: Design, slot: int) -> Lines:
        """The card alone, and with each free invasion."""
        named = SLOTS[slot] if len(SLOTS_OF[design.kind]) > 1 else None
        alone = Upgrade(card=design.code, slot=named)
        found = [Option(("no_raid", design.code), alone)]
        raids = raiders(state, seat, design)
        for figure in raids:
            for to in destinations(_after(state, seat, slot), figure):
                move = Upgrade(card=design.code, slot=named, to=to, figure=figure if len(raids) > 1 else None)
                found += arrivals(_after(state, seat, slot), move, self._arrival(state, seat, move, design))
        return Lines(tuple(found), "raid")


def _after(state: State, seat: Seat, slot: int) -> State:
    """The board as the invasion finds it: what the card covers is gone, its monster no longer takes a village."""
    covered = state.sheets[seat][slot]
    if covered == EMPTY:
        return state
    after = state.copy()
    after.sheets[seat][slot] = EMPTY
    if slot in _MONSTER_SLOTS and after.places[seat][_monster(slot)] >= 0:
        after.places[seat][_monster(slot)] = BOX
    return after


def _monster(slot: int) -> int:
    return MONSTERS[slot - _MONSTER_SLOTS.start]
