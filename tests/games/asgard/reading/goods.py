"""What everybody owns: goods come from the supply, from who owns most, from gods and Valhalla, and prices are paid."""

from __future__ import annotations

from collections import Counter

from engine.games.asgard import happenings as told
from engine.games.asgard.happenings import Thing
from engine.games.asgard.state import State
from tests.games.asgard.reading.printed import PRINTED, STRENGTH, goods, spend


class Goods:
    """Recruits, stones and seals. Raises AssertionError at a line that breaks the rules."""

    def __init__(self, state: State) -> None:
        """The table after set-up."""
        self.own = [Counter[Thing]() for _ in range(state.seats)]
        self.supply = goods(state.recruits, state.stones, state.seals)
        self.supply += goods(state.start_recruits, (), ())  # what nobody picks comes there
        self.beside = {
            god["id"]: Counter({kind: count for kind, count in zip(STRENGTH, on, strict=True) if count})
            for god, on in zip(PRINTED["god"], state.god_recruits, strict=True)
        }
        self.valhalla = Counter({"white": state.valhalla[0], "orange": state.valhalla[1]})
        self.row = list(state.row)
        self.paid: Counter[str] = Counter()  # seals and tiles, till it is told for what

    def same_goods(self, state: State) -> None:
        """Raises AssertionError where the table has others."""
        owned = map(goods, state.own_recruits, state.own_stones, state.own_seals)
        assert [+own for own in self.own] == [+own for own in owned]
        assert [[on[kind] for kind in STRENGTH] for on in self.beside.values()] == state.god_recruits
        assert [self.valhalla[kind] for kind in ("white", "orange")] == state.valhalla

    def received(self, it: told.Received) -> None:
        """R3: from the supply as long as it has any, then from an owner of most, one item at a time."""
        if it.item[0] == "skill":
            return
        if it.giver is not None:
            assert it.count == 1
            assert it.giver in self.most(it.item)
            spend(self.own[it.giver], it.item)
        elif it.place:
            spend(self.valhalla if it.place == "valhalla" else self.beside[it.place], it.item[1], it.count)
        else:
            spend(self.supply, it.item, it.count)
        self.own[it.seat][it.item] += it.count
        if it.item[0] == "recruit" and self.paid:
            [row] = [row for row in PRINTED["recruit_price"] if row["recruit"] == it.item[1]]
            self.is_paid(Counter(row["seals"]))

    def is_paid(self, price: Counter[str]) -> None:
        """By seals, `either` among them, and tiles that stand for any."""
        tiles = sum(name.endswith("-seal") for name in self.paid)
        assert self.paid.total() == price.total()
        assert sum(max(0, price[side] - self.paid[side]) for side in ("light", "darkness")) <= tiles
        self.paid = Counter()

    def most(self, which: Thing) -> list[int]:
        """Who may have to give, when the supply is empty."""
        assert not self.supply[which]
        most = max(own[which] for own in self.own)
        return [seat for seat, own in enumerate(self.own) if own[which] == most > 0]

    def nothing_left(self, it: told.NothingLeft) -> None:
        """R3.3 to R3.5: nobody has one, or who should receive it owns most."""
        owners = self.most(it.item)
        assert not owners or it.seat in owners

    def gave(self, it: told.Gave) -> None:
        stones = any(what == "stone" for what, _ in it.items)
        self.paid = Counter() if stones else Counter(which for _, which in it.items)
        for item in it.items:
            if item[0] != "population":
                spend(self.own[it.seat], item)
                self.supply[item] += 1

    def seal_taken(self, it: told.SealTaken) -> None:
        self.own[it.seat]["seal", it.seal] += 1

    def seal_laid(self, it: told.SealLaid) -> None:
        """R4.2.2."""
        if it.giver is not None:
            assert it.giver in self.most(("seal", it.seal))
        spend(self.supply if it.giver is None else self.own[it.giver], ("seal", it.seal))

    def given_away(self, giver: int, taker: int, item: Thing) -> None:
        """A deal (R8.4)."""
        spend(self.own[giver], item)
        self.own[taker][item] += 1

    def sent(self, seat: int, recruits: Counter[str]) -> None:
        """Warriors to Valhalla, giants to the supply (R9.4)."""
        for kind, count in recruits.items():
            spend(self.own[seat], ("recruit", kind), count)
            if kind == "giant":
                self.supply["recruit", kind] += count
            else:
                self.valhalla[kind] += count

    def disc_of_row(self, seat: int, *, free: bool) -> None:
        """R7.4.3: the slot of the disc, and all slots further left on which anybody's disc still stands; R7.5."""
        at = 8 - self.row[seat]
        slots = [row for row in PRINTED["row_slot"] if row["slot"] == at or at > row["slot"] > 7 - max(self.row)]
        self.is_paid(Counter() if free else Counter(row["seal"] for row in slots))
        self.row[seat] -= 1
