"""One order line, read without regard to whose turn it is: its verb and what it asks for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from engine.core.contract import Desk, IllegalMove, Plan
from engine.games.asgard import moves
from engine.games.asgard.moves import AnyMove, Bid
from engine.games.asgard.orders import lines, reading
from engine.games.asgard.orders import plans as orders
from engine.games.asgard.orders import vocabulary as v
from engine.games.asgard.pieces import COLOURS, GOD_NUMBER, God, Slot
from engine.games.asgard.rules.placing import disc_place


@dataclass(slots=True)
class Line:
    """A line: moves for a question of its kind, or a step of a plan, or plans."""

    verb: str
    moves: tuple[AnyMove, ...] = ()
    step: orders.AnyStep | None = None  # what it becomes when its turn has not come
    plans: tuple[Plan, ...] = ()
    bids: tuple[Bid, ...] = ()
    head: tuple[God | None, Slot] | None = None  # of an ACT line, for the fall-backs below it
    stop: bool = field(default=False)


def read_line(text: str, desk: Desk) -> Line:
    """Raises IllegalMove: E_SYNTAX, or what the line says that can never be right."""
    text = v.plain(text)
    first, _, rest = text.partition(" ")
    name = v.verb(first)
    if not name:
        raise v.bad(text)
    return _READERS[name](rest.strip(), desk)


_REPEATED = {"act": "act", "place": "place", "plan": "place"}  # verb of a line -> the verb of its fall-backs


def fall_back(text: str, above: Line, desk: Desk) -> tuple[moves.AnyMove, ...] | None:
    """The moves of a line that begins with `>` or `else`, below an ACT, PLACE or PLAN line. None: it is no such line.

    Raises IllegalMove, also where nothing can be fallen back from (`stop`, USE, AGAIN) or to (PLACE below ACT).
    """
    if text.startswith(">"):
        text = text.lstrip("> ")
    elif v.key(text.partition(" ")[0]) == "else":
        text = text.partition(" ")[2]
    else:
        return None
    plain = v.plain(text)
    wanted = None if above.stop else _REPEATED.get(above.verb)
    if wanted is not None and v.verb(plain.partition(" ")[0]) == wanted:
        return read_line(text, desk).moves
    if wanted != "act" or above.head is None:
        raise v.bad(text)
    return reading.act(*above.head, plain, desk)


# --- one reader a verb


def _colour(rest: str, desk: Desk) -> Line:
    names = [v.colour(word) for word in re.split(r"[\s,>]+", rest) if word]
    if not names:
        raise v.bad(rest)
    ranked = tuple(sorted((colour for colour in COLOURS if colour in names), key=names.index))
    return Line(
        "colour", tuple(moves.ChooseColour(colour=one) for one in ranked), plans=(orders.ColourPlan(colours=ranked),)
    )


def _pick(rest: str, desk: Desk) -> Line:
    kinds = tuple(v.recruit(word) for word in re.split(r"[\s,>]+", rest) if word)
    if not kinds:
        raise v.bad(rest)
    return Line(
        "pick", tuple(moves.StartPick(recruit=kind) for kind in kinds), plans=(orders.PickPlan(recruits=kinds),)
    )


def _recover(rest: str, desk: Desk) -> Line:
    return Line("recover", (moves.Recover(places=lines.place_names(rest.replace(",", " ").split())),))


def _gods(rest: str, desk: Desk) -> Line:
    return Line("gods", (moves.ChooseGods(gods=tuple(v.god(word) for word in rest.replace(",", " ").split())),))


def _placements(god: God, texts: list[str], desk: Desk) -> tuple[moves.Place, ...]:
    found = []
    for text in texts:
        slot = v.slot(text.strip())
        if slot is None:
            raise v.bad(text)
        disc_place(desk.view.table, GOD_NUMBER[god], slot)
        found.append(moves.Place(god=god, slot=slot))
    return tuple(found)


def _plan(rest: str, desk: Desk) -> Line:
    name, _, places = rest.partition(" ")
    god = v.god(name)
    if v.verb(places.strip()) == "stop":
        return Line("plan", step=orders.PlaceStep(god=god, options=None), stop=True)
    return Line("plan", step=orders.PlaceStep(god=god, options=_placements(god, places.split(">"), desk)))


def _place(rest: str, desk: Desk) -> Line:
    name, _, slot = rest.partition(" ")
    god = v.god(name)
    word = v.slot(slot.strip())
    if word is None:
        raise v.bad(rest)
    move = moves.Place(god=god, slot=word)
    return Line("place", (move,), orders.PlaceStep(god=god, options=(move,)))


def _act(rest: str, desk: Desk) -> Line:
    god, slot, words = reading.act_head(rest.split(), desk.view.table.components)
    place = "asgard" if god is None else god if slot == "asgard" else f"{god} {slot}"
    if len(words) == 1 and v.verb(words[0]) == "stop":
        return Line("act", step=orders.ActStep(place=place, options=None), head=(god, slot), stop=True)
    found = reading.act(god, slot, " ".join(words), desk)
    step = orders.ActStep(place=place, options=cast("tuple[orders.Act, ...]", found))
    return Line("act", found, step, head=(god, slot))


def _use(rest: str, desk: Desk) -> Line:
    move = lines.use(rest.replace(",", " ").replace(";", " ").split())
    _check_tile(move.tile, desk)
    return Line("use", (move,), orders.UseStep(options=(move,)))


def _again(rest: str, desk: Desk) -> Line:
    return Line("again", (moves.Again(),), orders.AgainStep())


def _end(rest: str, desk: Desk) -> Line:
    return Line("end", (moves.End(),))


def _stop(rest: str, desk: Desk) -> Line:
    if rest:
        raise v.bad(rest)
    return Line("stop", step=orders.StopStep())


def _giver(rest: str, desk: Desk) -> Line:
    move = lines.giver(rest.replace(",", " ").split(), desk)
    plan = orders.GiverPlan(what=move.what, which=move.which, players=move.players)
    return Line("giver", (move,), plans=(plan,))


def _offer(rest: str, desk: Desk) -> Line:
    bids = lines.offers(rest)
    return Line("offer", (moves.MakeOffer(bids=bids),), bids=bids)


def _order(rest: str, desk: Desk) -> Line:
    clauses = reading.lists(rest)
    if not clauses:
        raise v.bad(rest)
    if v.key(clauses[0][0]) == "none":
        if len(clauses) > 1:  # deals without an order: `same` says that it stays
            raise v.bad(rest)
        return Line("order", (moves.Redistribute(),))
    new, accept = reading.order(clauses[0], desk), reading.accept(clauses[1:], desk)
    return Line("order", (moves.Redistribute(order=new, accept=accept),))


def _get(rest: str, desk: Desk) -> Line:
    names = reading.wishes(rest.replace(",", " ").split())
    if not names:
        raise v.bad(rest)
    return Line("get", tuple(moves.Get(tile=name) for name in names))


_FIGHT = re.compile(
    r"(?P<list>.*?)(?:\s+(?:if|если)\s+(?:need|нужно)\s*<=\s*(?P<limit>\d{1,2}))?(?:\s+(?:else|иначе)\s+(?P<else>\S+))?"
)


def _fight(rest: str, desk: Desk) -> Line:
    """`w6l max w w g if need<=3 else tyr`, `w2d send g`, `w7d none`, `w4l tyr`, `rest max w o`."""
    name, _, tail = rest.partition(" ")
    slot = None if v.key(name) == "rest" else v.battle_slot(name, lenient=True)
    match = _FIGHT.fullmatch(tail.strip())
    if match is None or not tail.strip():
        raise v.bad(rest)
    words = match["list"].split()
    mode = v.key(words[0]) if words else ""
    listed = mode in ("send", "max")
    declared = None if listed or mode == "none" else _declared(" ".join(words), desk)
    other = match["else"]
    if other is not None and v.key(other) != "none":
        declared = _declared(other, desk)
    limit = None if match["limit"] is None else int(match["limit"])
    send = lines.codes(words[1:]) if listed else ""
    parts = {"slot": slot, "send": send, "fixed": mode == "send", "limit": limit, "declare": declared}
    plan = cast("orders.FightPlan", reading.make(orders.FightPlan, rest, round=desk.view.round, **parts))
    plain = limit is None and other is None and slot is not None and mode != "max"
    return Line("fight", (_battle(slot, send, declared),) if plain and slot is not None else (), plans=(plan,))


def _battle(slot: str, send: str, declare: str | None) -> moves.AnyMove:
    counts = tuple(send.count(code) for code in "wog")
    return cast("moves.AnyMove", reading.make(moves.Battle, send, slot=slot, send=counts, declare=declare))


def _declared(word: str, desk: Desk) -> str:
    if v.key(word) == "tyr":
        return "tyr_skill"
    return _check_tile(v.tile(word), desk)


def _check_tile(name: str, desk: Desk) -> str:
    """A population tile that the game has; who owns it may change until the line is carried out. Raises IllegalMove."""
    if name not in desk.view.table.components.population:
        raise IllegalMove("E_TILE_NOT_OWNED", tile=name)
    return name


def _valhalla(rest: str, desk: Desk) -> Line:
    found = lines.valhalla(rest.replace(",", " "))
    return Line("valhalla", found, plans=(orders.ValhallaPlan(wishes=found),))


def _arm(rest: str, desk: Desk) -> Line:
    move = lines.arm(rest.replace(",", " ").split())
    return Line("arm", (move,), plans=(orders.ArmsPlan(arms=(move,)),))


_READERS: dict[str, Callable[[str, Desk], Line]] = {
    "colour": _colour, "pick": _pick, "recover": _recover, "gods": _gods, "plan": _plan, "place": _place, "act": _act,
    "use": _use, "again": _again, "end": _end, "stop": _stop, "giver": _giver, "offer": _offer, "order": _order,
    "get": _get, "fight": _fight, "valhalla": _valhalla, "arm": _arm,
}  # fmt: skip
