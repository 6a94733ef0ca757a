"""Parts of an order line as moves: what stands after `ACT`, `USE`, `OFFER` and the like."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, cast

from pydantic import ValidationError

from engine.core.contract import Desk, Seat
from engine.core.menu import letter_index
from engine.games.asgard import moves
from engine.games.asgard.data import Data
from engine.games.asgard.orders import vocabulary as v
from engine.games.asgard.pieces import GOD_NUMBER, God, Slot

Line = list[str]  # words


def lists(text: str) -> list[Line]:
    """Clauses parted by `;`, each as words."""
    return [words for words in (clause.split() for clause in text.replace(",", " ").split(";")) if words]


def make(build: Callable[..., Any], text: str, **parts: Any) -> Any:
    """A move of these parts. Raises IllegalMove where a part has a shape that no move takes."""
    try:
        return build(**parts)
    except ValidationError as why:
        raise v.bad(text) from why


def swap(words: Line) -> moves.Exchange:
    """`y>r`, also with blanks."""
    give, arrow, get = "".join(words).partition(">")
    if not arrow:
        raise v.bad(" ".join(words))
    return moves.Exchange(give=v.stone(give), get=v.stone(get))


def bonus(words: Line) -> moves.TakeRecruits | moves.Exchange | None:
    """What follows `flip 2`: `take w o`, `swap p>w`, `none` or nothing."""
    if not words or v.key(words[0]) == "none":
        return None
    if v.key(words[0]) == "take":
        return moves.TakeRecruits(take=tuple(v.recruit(word) for word in words[1:]))
    if v.key(words[0]) == "swap":
        return swap(words[1:])
    raise v.bad(" ".join(words))


def flip(words: Line) -> moves.FlipTile:
    """`2 take g g o`, `a-exchange swap p>w`."""
    if not words:
        raise v.bad("flip")
    name = words[0] if words[0].isdigit() else v.tile(words[0])
    return cast("moves.FlipTile", make(moves.FlipTile, words[0], tile=name, bonus=bonus(words[1:])))


def wishes(words: Line) -> tuple[str, ...]:
    """Names of weapons or wizardry tiles."""
    for word in words:
        if not re.fullmatch(r"[0-9]{1,2}|[a-z_]{1,20}", word):
            raise v.bad(word)
    return tuple(words)


# --- ACT


def act_head(words: Line, data: Data) -> tuple[God | None, Slot, Line]:
    """(god, slot, rest) of what follows ACT. The slot may be left out where a god has one request slot."""
    if not words:
        raise v.bad("act")
    if v.slot(words[0]) == "asgard":
        return None, "asgard", words[1:]
    god = v.god(words[0])
    slot = v.slot(words[1]) if len(words) > 1 else None
    if slot is not None:
        return god, slot, words[2:]
    names = data.slots[GOD_NUMBER[god]]
    return god, cast("Slot", names[0]) if len(names) == 1 else "asgard", words[1:]


def act(god: God | None, slot: Slot, rest: str, desk: Desk) -> tuple[moves.AnyMove, ...]:
    """The moves of an ACT line, best first. Raises IllegalMove."""
    clauses = lists(rest)
    first = v.key(clauses[0][0]) if clauses else ""
    if god is not None and slot == "asgard":  # the slot was left out
        raise v.bad(rest)
    if first == "decline":
        return (moves.Decline(god=god, slot=slot),)
    if god is None:
        return (asgard(clauses),)
    if slot == "temple":
        return (temple(god, clauses),)
    if first == "to":
        return tuple(moves.Request(god=god, slot=slot, skill=skill) for skill in targets(rest, desk))
    return (moves.Request(god=god, slot=slot, skill=cast("Any", skill_of(clauses, desk))),)


def targets(rest: str, desk: Desk) -> list[moves.GoTo]:
    """`to loki upper > hel bottom > asgard`."""
    data = desk.view.table.components
    found = []
    for part in rest.split(">"):
        words = part.split()
        words = words[1:] if words and v.key(words[0]) == "to" else words
        god, slot, more = act_head(words, data)
        if more or (god is not None and slot == "asgard"):
            raise v.bad(part)
        found.append(moves.GoTo(god=god, slot=slot))
    return found


def skill_of(clauses: list[Line], desk: Desk) -> moves.Part | None:
    """The optional part of a request."""
    if not clauses:
        return None
    head, words = v.key(clauses[0][0]), clauses[0][1:]
    if head == "none" or (words and v.key(words[0]) == "none" and head != "flip"):
        if len(clauses) > 1:
            raise v.bad(" ".join(clauses[1]))
        return None
    if head == "order":
        return moves.NewOrder(order=order(words, desk), accept=accept(clauses[1:], desk))
    if head == "flip" and words:
        slot = v.world_slot(words[0])
        return cast("moves.Part", make(moves.FlipPopulation, head, slot=slot, bonus=surtr(clauses[1:])))
    shapes: dict[tuple[str, int], Callable[[], moves.Part]] = {
        ("stone", 1): lambda: moves.TakeStone(stone=v.stone(words[0])),
        ("hear", 0): moves.HearOffers,
        ("steal", 3): lambda: moves.Steal(recruit=v.recruit(words[0]), god=v.god(words[2])),
        ("god", 3): lambda: moves.Slay(god=v.god(words[0]), warrior=v.recruit(words[2])),
    }
    if (head, len(words)) in shapes:
        return shapes[head, len(words)]()
    if head == "take":
        return cast("moves.Part", make(moves.Warriors, head, take=tuple(v.recruit(word) for word in words)))
    if head == "swap":
        return swap(words)
    raise v.bad(" ".join(clauses[0]))


def surtr(clauses: list[Line]) -> moves.Part | None:
    """The bonus of a flipped population tile."""
    if not clauses:
        return None
    head, words = v.key(clauses[0][0]), clauses[0][1:]
    if head == "none":
        return None
    if head == "stone" and words:
        return moves.TakeStone(stone=v.stone(words[0]))
    if head == "seal" and words:
        return moves.TakeSeal(seal=v.seal(words[0]))
    if head == "swap":
        return swap(words)
    if head == "victory" and words:
        return moves.Victory(slot=v.battle_slot(words[0]))
    if head == "get":
        return moves.Search(get=wishes(words))
    if v.slot(clauses[0][0]) == "asgard":
        return flip(words)
    raise v.bad(" ".join(clauses[0]))


def order(words: Sequence[str], desk: Desk) -> tuple[Seat, ...]:
    """Players in the new order; `same` leaves it."""
    if not words:
        raise v.bad("order")
    if v.key(words[0]) == "same":
        return ()
    return tuple(v.player(word, desk) for word in words)


_LABEL = re.compile(r"([1-4])([a-z]{0,2})")


def accept(clauses: list[Line], desk: Desk) -> tuple[moves.Accept, ...]:
    """`accept yellow 2, blue 3b` (commas are blanks by now): `b` is the second offer of blue for tile 3."""
    found = []
    for clause in clauses:
        if v.key(clause[0]) != "accept" or len(clause) % 2 == 0:
            raise v.bad(" ".join(clause))
        for name, label in zip(clause[1::2], clause[2::2], strict=True):
            match = _LABEL.fullmatch(label)
            if match is None:
                raise v.bad(label)
            issue = 1 + letter_index(match[2] or "a")
            found.append(moves.Accept(seat=v.player(name, desk), number=int(match[1]), issue=issue))
    return tuple(found)


# --- temples


_CONVERT = re.compile(r"(\w+)=(\w+)\((p[ld]-\w+)\)")


def temple(god: God, clauses: list[Line]) -> moves.AnyMove:
    """`T7 pay P G W +K; recruits o; to W1D`."""
    if not clauses or len(clauses[0]) < 2 or v.key(clauses[0][1]) != "pay":
        raise v.bad(" ".join(clauses[0]) if clauses else "temple")
    parts: dict[str, Any] = {"god": god, "stack": clauses[0][0].upper()}
    parts["pay"] = tuple(_pay(word) for word in clauses[0][2:])
    for head, *words in clauses[1:]:
        if v.key(head) == "recruits":
            parts["recruits"], parts["count"] = _recruits(words)
        elif v.key(head) == "to" and len(words) == 1:
            parts["to"] = v.world_slot(words[0])
        else:
            raise v.bad(head)
    return cast("moves.AnyMove", make(moves.Temple, clauses[0][0], **parts))


def _recruits(words: Line) -> tuple[tuple[str, ...], int | None]:
    """Kinds, and the number behind one of them."""
    kinds, count = [], None
    for word in words:
        if v.key(word) == "none":
            continue
        name = word.rstrip("0123456789")
        if len(word) - len(name) > 2:
            raise v.bad(word)
        kinds.append(v.recruit(name))
        count = int(word[len(name) :]) if word != name else count
    return tuple(kinds), count


def _pay(word: str) -> moves.Pay:
    word = word.removeprefix("+")
    if match := _CONVERT.fullmatch(word):
        return moves.Pay(stone=v.stone(match[1]), counts=v.stone(match[2]), tile=v.tile(match[3]))
    if v.is_tile(word):
        name, _, counts = word.partition("=")
        return moves.Pay(tile=v.tile(name), counts=v.stone(counts))
    return moves.Pay(stone=v.stone(word))


# --- Asgard


def asgard(clauses: list[Line]) -> moves.AnyMove:
    """`flip 2 take w; hire o; disc B6L pay D L get 6; move B2D`; `all` first: the action for several discs."""
    parts: dict[str, Any] = {"hire": (), "discs": (), "move": ()}
    if clauses and v.key(clauses[0][0]) == "all":
        parts["all"] = True
        clauses = [clauses[0][1:], *clauses[1:]] if len(clauses[0]) > 1 else clauses[1:]
    for head, *words in clauses:
        name = v.key(head)
        if name == "flip":
            parts["flip"] = flip(words)
        elif name == "hire":
            parts["hire"] += _hires(words)
        elif name == "disc":
            parts["discs"] += (_disc(words),)
        elif name == "free":
            parts["free"] = _disc(words)
        elif name == "move":
            parts["move"] += tuple(v.battle_slot(word) for word in words)
        elif name != "none":
            raise v.bad(head)
    return cast("moves.AnyMove", make(moves.Asgard, "asgard", **parts))


def _split(words: Line, *marks: str) -> dict[str, Line]:
    """Words after each of the marks; those before the first under the empty name."""
    found: dict[str, Line] = {"": []}
    at = ""
    for word in words:
        if v.key(word) in marks:
            at = v.key(word)
            found[at] = []
        else:
            found[at].append(word)
    return found


def _seals(words: Line | None) -> tuple[moves.PaySeal, ...] | None:
    if words is None:
        return None
    found = []
    for word in words:
        name, given, counts = word.partition("=")
        found.append(
            moves.PaySeal(seal=v.seal(counts), tile=v.tile(name)) if given else moves.PaySeal(seal=v.seal(name))
        )
    return tuple(found)


def _hires(words: Line) -> tuple[moves.Hire, ...]:
    parts = _split(words, "pay")
    kinds = [v.recruit(word) for word in parts[""]]
    if not kinds or ("pay" in parts and len(kinds) > 1):
        raise v.bad(" ".join(words))
    return tuple(moves.Hire(recruit=kind, pay=_seals(parts.get("pay"))) for kind in kinds)


def _disc(words: Line) -> moves.RowDisc:
    parts = _split(words, "pay", "get")
    if len(parts[""]) != 1:
        raise v.bad(" ".join(words))
    to = None if v.key(parts[""][0]) == "front" else v.battle_slot(parts[""][0])
    return moves.RowDisc(to=to, pay=_seals(parts.get("pay")), get=wishes(parts.get("get", [])))
