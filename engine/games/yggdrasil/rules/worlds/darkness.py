"""World of Darkness: Vikings and Elves change hands (R8.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.menu import Menu, Option, Share
from engine.core.moves import IllegalMove, Seat
from engine.games.yggdrasil.data import DARKNESS, GOD, GODS, GodCode
from engine.games.yggdrasil.happenings import GoodsTraded
from engine.games.yggdrasil.moves import Goods, Trade
from engine.games.yggdrasil.play import Tree
from engine.games.yggdrasil.rules.worlds.world import World
from engine.games.yggdrasil.state import State


class WorldOfDarkness(World):
    """Give, take or exchange with one other god, who is not asked."""

    number, moves = DARKNESS, (Trade,)

    def closed(self, state: State, seat: Seat) -> IllegalMove | None:
        return IllegalMove("E_NO_OTHER_GOD") if state.seats == 1 else None

    def check(self, state: State, seat: Seat, move: Trade) -> None:
        god = GOD[move.god]
        if god not in state.gods or god == state.gods[seat]:
            raise IllegalMove("E_UNKNOWN_TARGET", god=move.god)
        give, take, other = move.give, move.take, state.gods.index(god)
        if give.vikings > state.vikings[seat]:
            raise IllegalMove("E_NOT_ENOUGH_VIKINGS", god=state.god(seat), have=state.vikings[seat])
        if give.elves > state.elves[seat]:
            raise IllegalMove("E_NOT_ENOUGH_ELVES", god=state.god(seat), have=state.elves[seat])
        if not (give.vikings or give.elves or take.vikings or take.elves):
            raise IllegalMove("E_TRADE_EMPTY")
        for what, wanted, owned in (
            ("vikings", take.vikings, state.vikings[other]),
            ("elves", take.elves, state.elves[other]),
        ):
            if wanted > owned:
                raise IllegalMove("E_TRADE_PARTNER_SHORT", god=move.god, what=what, have=owned)

    def act(self, play: Tree, seat: Seat, move: Trade) -> None:
        state, give, take = play.state, move.give, move.take
        other = state.gods.index(GOD[move.god])
        for stock, change in ((state.vikings, take.vikings - give.vikings), (state.elves, take.elves - give.elves)):
            stock[seat] += change
            stock[other] -= change
        play.tell(GoodsTraded(seat, other, (give.vikings, give.elves), (take.vikings, take.elves)))

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        for other in state.around(seat)[1:]:
            limits = (state.vikings[seat], state.elves[seat], state.vikings[other], state.elves[other])
            if any(limits):
                god = GODS[state.gods[other]]
                yield Option(("trade", god), then=partial(_amounts, god, limits), group="darkness")


_LINES = ("give_vikings", "give_elves", "take_vikings", "take_elves")


def _amounts(god: GodCode, limits: tuple[int, ...]) -> Menu:
    lines = [(word, limit) for word, limit in zip(_LINES, limits, strict=True) if limit]
    words = tuple(word for word, _ in lines)
    return Share(
        tuple(Option((word,)) for word, _ in lines), partial(_trade, god, words), 1,
        sum(limit for _, limit in lines), tuple(limit for _, limit in lines), question="trade",
    )  # fmt: skip


def _trade(god: GodCode, words: tuple[str, ...], amounts: tuple[int, ...]) -> Trade:
    by = dict(zip(words, amounts, strict=True))
    give, take = (
        Goods(vikings=by.get(f"{way}_vikings", 0), elves=by.get(f"{way}_elves", 0)) for way in ("give", "take")
    )
    return Trade(god=god, give=give, take=take)
