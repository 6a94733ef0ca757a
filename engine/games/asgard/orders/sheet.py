"""One order line, read without regard to whose turn it is: its verb and what it asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.contract import Desk
from engine.core.grammar.spoken import as_said
from engine.core.moves import Plan
from engine.games.asgard import moves
from engine.games.asgard.moves import AnyMove, Bid
from engine.games.asgard.orders import plans as orders
from engine.games.asgard.orders import spoken
from engine.games.asgard.orders.grammar import Sends, read
from engine.games.asgard.orders.lexicon import LEXICON
from engine.games.asgard.orders.steps import ActStep, AgainStep, AnyStep, PlaceStep, StopStep, UseStep
from engine.games.asgard.orders.values import bad, plain
from engine.games.asgard.pieces import RECRUIT_CODES


@dataclass(slots=True)
class Line:
    """A line: moves for a question of its kind, or a step of a plan, or plans."""

    verb: str
    moves: tuple[AnyMove, ...] = ()
    step: AnyStep | None = None  # what it becomes when its turn has not come
    plans: tuple[Plan, ...] = ()
    bids: tuple[Bid, ...] = ()
    head: str = ""  # of an ACT line: the disc, for the fall-backs below it


def read_line(text: str, desk: Desk) -> Line:
    """Raises IllegalMove: E_SYNTAX, or what the line says that can never be right."""
    said = _said(text, desk)
    line = _LINES[type(said)](said)
    if line.verb == "fight" and any(_is(word, "else") for word in plain(text).split()):
        line.moves = ()  # what falls back on something else is no order for one disc
    return line


def _said(text: str, desk: Desk) -> Any:
    """See `as_said`."""
    return as_said(text, spoken.plain, lambda said: read(said, desk))


_REPEATED = {"act": "act", "place": "place", "plan": "place"}  # verb of a line -> the verb of its fall-backs


def fall_back(text: str, above: Line, desk: Desk) -> tuple[AnyMove, ...] | None:
    """The moves of a line that begins with `>` or `else`, below an ACT, PLACE or PLAN line. None: it is no such line.

    Raises IllegalMove, also where nothing can be fallen back from (`stop`, USE, AGAIN) or to (PLACE below ACT).
    """
    if text.startswith(">"):
        text = text.lstrip("> ")
    elif _is(text.partition(" ")[0], "else"):
        text = text.partition(" ")[2]
    else:
        return None
    stops = above.step is not None and getattr(above.step, "options", ()) is None
    wanted = None if stops else _REPEATED.get(above.verb)
    if wanted is not None and LEXICON.find("verb", plain(text).partition(" ")[0] or " ") == wanted:
        return read_line(text, desk).moves
    if wanted != "act":
        raise bad(plain(text))
    return read_line(f"act {above.head} {text}", desk).moves


def _is(word: str, key: str) -> bool:
    return LEXICON.find("key", word or " ") == key


# --- what each thing that a line says comes to


def _act(*found: Any) -> Line:
    """Actions of one disc, best first."""
    step = act_step(found)
    return Line("act", found, step, head=step.place)


def act_step(found: Sequence[Any]) -> ActStep:
    """What the actions of one disc are as a step of a sheet."""
    first = found[0]
    slot = "temple" if isinstance(first, moves.Temple) else getattr(first, "slot", "asgard")
    return ActStep(place="asgard" if slot == "asgard" else f"{first.god} {slot}", options=tuple(found))


def _sends(it: Sends) -> Line:
    return _act(*(moves.Request.model_validate({"god": it.god, "slot": it.slot, "skill": one}) for one in it.targets))


def _fight(it: orders.FightPlan) -> Line:
    """An order for one disc that says what is sent or used is a move as well."""
    found: tuple[AnyMove, ...] = ()
    if it.slot is not None and it.limit is None and (it.fixed or not it.send):
        white, orange, giants = map(it.send.count, RECRUIT_CODES)
        found = (moves.Battle(slot=it.slot, send=(white, orange, giants), declare=it.declare),)
    return Line("fight", found, plans=(it,))


def _colour(it: orders.ColourPlan) -> Line:
    ranked = tuple(dict.fromkeys(it.colours))
    plan = orders.ColourPlan(colours=ranked)
    return Line("colour", tuple(moves.ChooseColour(colour=one) for one in ranked), plans=(plan,))


def _giver(it: orders.GiverPlan) -> Line:
    return Line("giver", (moves.Giver(what=it.what, which=it.which, players=it.players),), plans=(it,))


_LINES: dict[type, Callable[[Any], Line]] = {
    orders.ColourPlan: _colour,
    orders.PickPlan: lambda it: Line("pick", tuple(moves.StartPick(recruit=one) for one in it.recruits), plans=(it,)),
    moves.Recover: lambda it: Line("recover", (it,)),
    moves.ChooseGods: lambda it: Line("gods", (it,)),
    PlaceStep: lambda it: Line("plan", step=it),
    moves.Place: lambda it: Line("place", (it,), PlaceStep(god=it.god, options=(it,))),
    ActStep: lambda it: Line("act", step=it, head=it.place),
    moves.Decline: _act,
    moves.Request: _act,
    moves.Temple: _act,
    moves.Asgard: _act,
    Sends: _sends,
    moves.Use: lambda it: Line("use", (it,), UseStep(options=(it,))),
    moves.Again: lambda it: Line("again", (it,), AgainStep()),
    moves.End: lambda it: Line("end", (it,)),
    StopStep: lambda it: Line("stop", step=it),
    orders.GiverPlan: _giver,
    moves.MakeOffer: lambda it: Line("offer", (it,), bids=it.bids),
    moves.Redistribute: lambda it: Line("order", (it,)),
    moves.Search: lambda it: Line("get", tuple(moves.Get(tile=one) for one in it.get)),
    orders.FightPlan: _fight,
    orders.ValhallaPlan: lambda it: Line("valhalla", it.wishes, plans=(it,)),
    moves.Arm: lambda it: Line("arm", (it,), plans=(orders.ArmsPlan(arms=(it,)),)),
}
