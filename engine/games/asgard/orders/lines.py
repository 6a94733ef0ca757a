"""Order lines other than ACT, as moves and parts of moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, cast

from engine.core.contract import Desk
from engine.games.asgard import moves
from engine.games.asgard.orders import vocabulary as v
from engine.games.asgard.orders.reading import Line, flip, make, wishes
from engine.games.asgard.pieces import RECRUIT_CODES, RECRUITS


def use(words: Line) -> moves.Use:
    """`PL-weapon get 6 5`, `PL-asgard_flip flip 3 take w o`."""
    if not words:
        raise v.bad("use")
    name, rest = v.tile(words[0]), words[1:]
    if not rest:
        return moves.Use(tile=name)
    if v.key(rest[0]) == "get":
        return moves.Use(tile=name, get=wishes(rest[1:]))
    if v.key(rest[0]) == "flip":
        return moves.Use(tile=name, flip=flip(rest[1:]))
    raise v.bad(rest[0])


def giver(words: Line, desk: Desk) -> moves.Giver:
    """`stone pink blue purple`."""
    if len(words) < 3:
        raise v.bad(" ".join(words))
    what = v.key(words[0])
    kinds: dict[str, Callable[[str], str]] = {"stone": v.stone, "recruit": v.recruit, "seal": v.seal}
    if what not in kinds:
        raise v.bad(words[0])
    which = kinds[what](words[1])
    return moves.Giver(what=cast("Any", what), which=which, players=tuple(v.player(word, desk) for word in words[2:]))


def bid(words: Line, clause: str) -> moves.Bid:
    """`2 stone r, seal l` (`clause` as typed, for its commas)."""
    number, items = words[0], clause.split(None, 1)[1:]
    if number not in ("1", "2", "3", "4") or not items:
        raise v.bad(clause)
    if v.key(items[0].strip()) == "none":
        return moves.Bid(number=int(number), items=())
    things = tuple(_item(one.split()) for one in items[0].split(","))
    return cast("moves.Bid", make(moves.Bid, clause, number=int(number), items=things))


def _item(words: Line) -> moves.OfferItem:
    if len(words) == 1 and v.is_tile(words[0]):
        return moves.OfferItem(what="population", which=v.tile(words[0]))
    if len(words) != 2:
        raise v.bad(" ".join(words))
    what, which = v.key(words[0]), words[1]
    kinds: dict[str, Callable[[str], str]] = {
        "stone": v.stone,
        "recruit": v.recruit,
        "seal": v.seal,
        "population": v.tile,
        "skill": lambda word: f"{v.god(word.removesuffix('_skill'))}_skill",
        "temple": str.upper,
        "weapon": str,
        "wizardry": str,
        "battle": str,
    }
    if what not in kinds:
        raise v.bad(words[0])
    return cast("moves.OfferItem", make(moves.OfferItem, which, what=what, which=kinds[what](which)))


def offers(text: str) -> tuple[moves.Bid, ...]:
    """`2 stone r, seal l; 1 weapon 5`; `none`: no bids."""
    clauses = [clause.strip() for clause in text.split(";") if clause.strip()]
    if len(clauses) == 1 and v.key(clauses[0]) == "none":
        return ()
    if not clauses:
        raise v.bad(text)
    return tuple(bid(clause.split(), clause) for clause in clauses)


def place_names(words: Line) -> tuple[str, ...]:
    """`middle v3 support=odin`."""
    found = []
    for word in words:
        head, _, name = word.partition("=")
        if v.key(word) == "middle":
            found.append("middle")
        elif v.key(head) == "support":
            found.append(f"support:{v.god(name)}")
        else:
            found.append(v.victory_area(word))
    return tuple(found)


def codes(words: Sequence[str]) -> str:
    """Recruits as letters: `w w g`, also `wwg`."""
    if len(words) == 1 and re.fullmatch(f"[{RECRUIT_CODES}]+", words[0]):
        return words[0]
    return "".join(RECRUIT_CODES[RECRUITS.index(v.recruit(word))] for word in words)


def valhalla(text: str) -> tuple[moves.Valhalla, ...]:
    """`o odin w5 > pass`."""
    found = []
    for part in text.split(">"):
        words = part.split()
        if len(words) == 1 and v.key(words[0]) == "pass":
            found.append(moves.Valhalla())
        elif len(words) == 3:
            found.append(moves.Valhalla(warrior=v.recruit(words[0]), god=v.god(words[1]), world=world(words[2])))
        else:
            raise v.bad(part)
    return tuple(found)


def arm(words: Line) -> moves.Arm:
    """`weapon 6 odin w5`; the kind may be left out."""
    if words and v.key(words[0]) in ("weapon", "wizardry"):
        words = words[1:]
    if len(words) != 3:
        raise v.bad(" ".join(words))
    return moves.Arm(tile=wishes(words[:1])[0], god=v.god(words[1]), world=world(words[2]))


def world(word: str) -> int:
    """`w5`, `м5` or `5`."""
    number = word.lstrip("wм")
    if number not in ("1", "2", "3", "4", "5", "6", "7"):
        raise v.bad(word)
    return int(number)
