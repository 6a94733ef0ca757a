"""Nothing that can be done is left out of the menu: whoever answers by numbers has every action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from engine.games.yggdrasil.data import BAG_CODES, ENEMIES, GIANT, GIANTS, GODS, ISLANDS
from engine.games.yggdrasil.moves import (
    AnyMove,
    ClearBag,
    ElfPolicy,
    EndTurn,
    FightEnemy,
    FightGiant,
    Forge,
    Goods,
    Midgard,
    ReturnVikings,
    TakeElf,
    Trade,
    VanirAdvance,
    VanirUse,
)
from engine.games.yggdrasil.rules.turns import is_legal
from tests.games.yggdrasil.scene import RULES, Scene

# Tables on which a little is there, or nothing: gods, what lies there, and what has been done in this turn already.
TABLES: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "a first turn": ("thor odin", {}, ()),
    "a single god with a stock": ("tyr", {"stock": {"tyr": (3, 2)}, "at": {"hel": 3, "surt": 7}, "vanir": 5}, ()),
    "artifacts": ("thor odin", {"owns": {"thor": "horn_2", "odin": "horn_1"}, "vanir": 3}, ("elf",)),
    "a whirlpool beside the valkyries": ("thor", {"active": "hrym gilling", "tile": "blue", "valkyries": "green"}, ()),
    "an empty bag and no dead": ("thor odin", {"bags": {"white": (0, 0)}, "dead": 0, "valkyries": "white",
                                               "vanir": 4, "stock": {"odin": (2, 1)}}, ()),
    "the last giant awake": ("freyja thor", {"active": "greip", "vanir": 5, "at": {"loki": 1},
                                             "defeated": " ".join(set(GIANT) - {"greip"})}, ("elf",)),
    "one viking": ("thor odin", {"at": {"hel": 1}, "stock": {"thor": (1, 0)}}, ()),
    "freyja has repeated": ("freyja thor tyr", {"vanir": 2}, ("elf", "elf")),
    "no action left": ("thor", {}, ("elf", "vanir +", "dead white")),
}  # fmt: skip


def actions(scene: Scene) -> Iterator[AnyMove]:
    """Everything that a god might order with this stock; of Elves as many as may help, or to be asked."""
    vikings, elves = scene.state.vikings[scene.state.seat], scene.state.elves[scene.state.seat]
    policies = [ElfPolicy(most=count) for count in range(elves + 1)] + [ElfPolicy(mode="ask")] * (elves > 0)
    for count, policy in product(range(vikings + 1), policies):
        yield from (FightEnemy(enemy=one, vikings=count, elves=policy) for one in ENEMIES)
        yield from (FightGiant(target=one, vikings=count, elves=policy) for one in ("top", *GIANTS))
    yield from (Midgard(to=to, search=search) for to, search in product((None, *ISLANDS), (False, True)))
    yield from (Forge(enemy=enemy, level=level) for enemy, level in product(ENEMIES, (1, 2, 3)))
    yield from (TakeElf(), VanirAdvance(), EndTurn(), VanirUse(square=2), VanirUse(square=3))
    yield from (world(bag=bag) for world, bag in product((ReturnVikings, ClearBag), BAG_CODES))
    yield from (VanirUse(square=1, island=island) for island in ISLANDS)
    yield from (VanirUse(square=4, enemy=enemy) for enemy in ENEMIES)
    yield from (VanirUse(square=5, giant=giant) for giant in GIANTS)
    goods = [Goods(vikings=count, elves=few) for count, few in product(range(4), range(3))]
    yield from (Trade(god=god, give=give, take=take) for god, give, take in product(GODS, goods, goods))


@pytest.mark.parametrize("table", TABLES)
def test_all_that_can_be_done_stands_in_the_menu_and_nothing_else(table: str) -> None:
    gods, given, done = TABLES[table]
    scene = Scene(gods, **given).does(*done)
    state, decision = scene.state, RULES.decisions(scene.state)[0]
    offered = [move for _, _, move in RULES.menu(state, decision).leaves()]
    able = [move for move in actions(scene) if is_legal(state, state.seat, move)]
    assert [move for move in able if move not in offered] == []
    assert [move for move in offered if move not in able] == []
    assert len(offered) == len(able)


def test_a_line_of_a_fight_says_how_likely_it_is_won_with_these_vikings_and_elves() -> None:
    """Force 5, Thor adds 1; the die shows 0, 1, 1, 2, 2, 3."""
    scene = Scene("thor odin", at={"hel": 1}, stock={"thor": (1, 1)})
    found = {
        reply: option.what for reply, option, _ in RULES.menu(scene.state, RULES.decisions(scene.state)[0]).leaves()
    }
    said = {reply: found[f"1a.{reply}"] for reply in ("0.0", "0.1", "1.0", "1.1")}
    assert said == {
        "0.0": ("up_to", 0, 0), "0.1": ("up_to", 1, 17), "1.0": ("up_to", 0, 17), "1.1": ("up_to", 1, 33),
    }  # fmt: skip
