"""The notation: orders that answer a question at once, and whole sheets that are filed until their questions come."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.core.contract import Desk, Order
from engine.core.grammar.spoken import first_that_reads
from engine.core.grammar.values import At, No, Text
from engine.core.menu import is_numbers
from engine.core.moves import IllegalMove, Move, Plan
from engine.games.asgard import moves
from engine.games.asgard.orders import plans as orders
from engine.games.asgard.orders import spoken
from engine.games.asgard.orders.grammar import write, write_plan
from engine.games.asgard.orders.lexicon import GODS, LEXICON
from engine.games.asgard.orders.sheet import Line, fall_back, read_line
from engine.games.asgard.orders.steps import AnyStep, EndPlan, PlaceStep, StepsPlan
from engine.games.asgard.orders.timely import ROUNDS, check_there, check_time
from engine.games.asgard.orders.values import BATTLE_PLACE, COLOUR, RECRUIT, VICTORY_PLACE, WORLD_PLACE, plain
from engine.games.asgard.pieces import COLOURS, RECRUITS, THOR_TILE
from engine.games.asgard.rules.population import POPULATION
from engine.games.asgard.rules.supply import NAMES
from engine.games.asgard.view import View

_GODS = {word for code, words in GODS.items() for word in (code, *words)}  # to the letter: `top` is no Thor
_NAMED = (*COLOURS, *COLOUR.russian, *RECRUITS, *RECRUIT.russian)
_NOUNS = ("none", "pass", "rest", "middle", "weapon", "wizardry", "stone", "recruit", "seal", "same")


class AsgardNotation:
    """Order lines in English and Russian."""

    def read(self, lines: Sequence[str], desk: Desk) -> Order:
        """A line that answers a question is a move; from the first line that does not, the sheet is filed as plans."""
        try:
            return self._read(lines, desk)
        except IllegalMove as why:
            if why.code != "E_SYNTAX" or why.below:
                raise
            ways = spoken.answers(lines[0], desk)
            said = first_that_reads(ways, lambda other: self._read([other, *lines[1:]], desk), why)
            if said is None and (said := _numbered(lines[0], desk)) is None:
                raise
            return said

    def _read(self, lines: Sequence[str], desk: Desk) -> Order:
        first = read_line(lines[0], desk)
        if _answers(first, desk):
            return _answer(first, lines, desk)
        return _file(lines, desk)

    def write(self, move: Move, language: str, desk: Desk | None = None) -> str:
        """See `Notation.write`."""
        return write(move, language, desk)

    def write_plan(self, plan: Plan, language: str) -> str:
        """Several lines for a plan of several steps."""
        return write_plan(plan, language)

    def sounds_like_order(self, line: str) -> bool:
        """A verb followed by something of the game."""
        words = plain(line.lstrip("> ")).split()
        if not words or (verb := LEXICON.find("verb", words[0])) is None:
            return False
        second = words[1] if len(words) > 1 else ""
        if not second or second[0].isdigit() or re.fullmatch(r"p[1-4]|[a-z]+_[a-z]+", second):
            return True
        if any(word in _GODS or re.match(r"(a|pl|pd)-.", word) or _is_place(word) for word in words[1:4]):
            return True
        if LEXICON.find("slot", second) or LEXICON.find("key", second) in _NOUNS or second.startswith(_NAMED):
            return True
        picks = verb == "pick" and all(len(word) == 1 for word in words[1:])
        return picks or ":" in " ".join(line.split()[:4])


def _numbered(line: str, desk: Desk) -> Order | None:
    """`gods 1 2 3`: the verb of what is asked, and numbers of its list."""
    asked, (verb, _, numbers) = desk.asked(), plain(line).partition(" ")
    code = LEXICON.find("verb", verb or " ")
    if asked is None or code is None or not spoken.asks_for(code, asked.kind) or not is_numbers(numbers.strip()):
        return None
    moves = desk.menus(asked).read(numbers.strip())
    return Order(1, moves) if moves else None


def _is_place(word: str) -> bool:
    for value in (WORLD_PLACE, BATTLE_PLACE, VICTORY_PLACE):
        try:
            value.read(Text([word]), At(LEXICON))
        except No:
            continue
        return True
    return False


def _mine(desk: Desk, *kinds: str) -> bool:
    return any(decision.kind in kinds and decision.waits for decision in desk.decisions)


def _listed(desk: Desk, kind: str) -> bool:
    return any(decision.kind == kind for decision in desk.decisions)


def _answers(line: Line, desk: Desk) -> bool:
    """Whether a line is a move now, rather than something to be kept for later."""
    view: View = desk.view
    asked: dict[str, tuple[str, ...]] = {
        "colour": ("colour",),
        "pick": ("start_pick",),
        "place": ("place",),
        "act": ("act",),
        "use": ("place", "act", "end"),
        "arm": ("arm",),
        "valhalla": ("valhalla",),
    }
    if line.verb in asked:
        return bool(line.moves) and _mine(desk, *asked[line.verb])
    if line.verb in ("again", "end", "get", "order", "offer"):
        return True
    if line.verb == "giver":
        ask = view.table.ask
        giver = line.moves[0]
        assert isinstance(giver, moves.Giver)
        mine = ask is not None and ask.seat == desk.seat and ask.kind in ("giver", "seal_giver")
        return mine and ask is not None and ask.what == giver.what and NAMES[giver.what].index(giver.which) == ask.which
    if line.verb == "fight":
        return bool(line.moves) and view.stage == "battle"
    if line.verb == "recover":
        over = view.stage == "gods" or (view.stage == "recover" and view.table.ask is None)
        return _listed(desk, "recover") or over or _late(view)
    return line.verb == "gods" and (_listed(desk, "gods") or _late(view))


def _late(view: View) -> bool:
    """Whether there is no round left for which gods could be chosen."""
    return view.round == ROUNDS and view.stage not in ("recover", "gods", "start")


def _answer(first: Line, lines: Sequence[str], desk: Desk) -> Order:
    """A move, with the fall-backs below it; offers on further lines join the first."""
    found, used = list(first.moves), 1
    if first.verb == "offer":
        return _offers(first, lines, desk)
    while first.verb in ("act", "place") and (at := _past_comments(lines, used)) < len(lines):
        below = _fall_back(lines, at, first, desk)
        if below is None:
            break
        found += below
        used = at + 1
    plans: tuple[Plan, ...] = ()
    if _ranks(first, desk):
        plans = tuple(_for_this_turn(plan, desk) for plan in first.plans)
    elif _may_ask_on(first, found, desk):
        plans = (EndPlan(turn=desk.view.table.turn),)
    return Order(used, tuple(found), plans)


def _ranks(line: Line, desk: Desk) -> bool:
    """Whether an answer is a ranking, which stands for what is asked later, too.

    Who names but himself as giver goes without this once, not for the rest of the turn.
    """
    if line.verb == "valhalla":
        return len(line.moves) > 1
    return any(isinstance(move, moves.Giver) and move.players != (desk.seat,) for move in line.moves)


def _for_this_turn(plan: Plan, desk: Desk) -> Plan:
    """An answer about givers holds for the further items of this turn; only a line written unasked stands on."""
    if isinstance(plan, orders.GiverPlan):
        return plan.model_copy(update={"turn": desk.view.table.turn})
    return plan


def _may_ask_on(first: Line, found: Sequence[Move], desk: Desk) -> bool:
    """Whether the end of the turn may be asked after this line: then the written block answers that."""
    table = desk.view.table
    if first.verb == "use":
        return _mine(desk, "end")
    if first.verb not in ("act", "place"):
        return False
    kinds = [POPULATION[table.components.kind[tile]] for tile in table.own_population[desk.seat]]
    owns = any(kind.in_turn for kind in kinds) or table.skills[THOR_TILE] == desk.seat
    return owns or any(map(_may_gain, found))


def _may_gain(move: Move) -> bool:
    """Whether a move may bring a tile that can be used in this turn: a population tile, Thor's, or any by a deal."""
    if isinstance(move, moves.Request):
        return move.god == "thor" or isinstance(move.skill, moves.NewOrder | moves.HearOffers)
    return isinstance(move, moves.Temple)


def _offers(first: Line, lines: Sequence[str], desk: Desk) -> Order:
    bids, used = list(first.bids), 1
    while used < len(lines) and bids:
        try:
            line = read_line(lines[used], desk)
        except IllegalMove:
            break
        if line.verb != "offer" or not line.bids:
            break
        bids += line.bids
        used += 1
    return Order(used, (moves.MakeOffer(bids=tuple(bids)),))


# --- sheets


@dataclass(slots=True)
class _Sheet:
    """What the lines of a sheet add up to."""

    round: int
    place_round: int  # the round of the next phase 2
    steps: dict[str, list[AnyStep]] = field(default_factory=lambda: {"place": [], "act": []})
    phase: str = ""
    plans: list[Plan] = field(default_factory=list)
    wishes: list[moves.Valhalla] = field(default_factory=list)
    arms: list[moves.Arm] = field(default_factory=list)
    bids: list[moves.Bid] = field(default_factory=list)
    lines: list[tuple[int, ...]] = field(default_factory=list)  # of each of `plans`
    places: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))  # lines of all else, by what it is

    def order(self, used: int) -> Order:
        plans, lines = list(self.plans), list(self.lines)
        for phase, round_ in (("place", self.place_round), ("act", self.round)):
            if self.steps[phase]:
                plans.append(StepsPlan.model_validate({"round": round_, "phase": phase, "steps": self.steps[phase]}))
                lines.append(tuple(self.places[phase]))
        if self.wishes:
            plans.append(orders.ValhallaPlan(wishes=tuple(self.wishes)))
            lines.append(tuple(self.places["valhalla"]))
        if self.arms:
            plans.append(orders.ArmsPlan(arms=tuple(self.arms)))
            lines.append(tuple(self.places["arm"]))
        offer = (moves.MakeOffer(bids=tuple(self.bids)),) if self.bids else ()
        return Order(used, offer, tuple(plans), lines=(*lines, tuple(self.places["offer"])))

    def add(self, line: Line, at: int) -> None:
        """What the line at place `at` says."""
        if line.verb in ("recover", "gods"):
            self._plan(_early(line.moves[0], self.place_round), at)
        elif line.verb == "valhalla":
            self.wishes += [move for move in line.moves if isinstance(move, moves.Valhalla)]
        elif line.verb == "arm":
            self.arms += [move for move in line.moves if isinstance(move, moves.Arm)]
        elif line.verb == "offer":
            self.bids += line.bids
        elif line.step is not None:
            self._step(line, at)
        else:
            for plan in line.plans:
                self._plan(plan, at)
        if line.verb in ("valhalla", "arm", "offer"):
            self.places[line.verb].append(at)

    def phase_of(self, line: Line) -> str:
        """The phase of a step: it says so, or is that of the step above it; empty: it is no step."""
        said = {"plan": "place", "place": "place", "act": "act"}.get(line.verb, self.phase)
        return said if line.step is not None else ""

    def _plan(self, plan: Plan, at: int) -> None:
        self.plans.append(plan)
        self.lines.append((at,))

    def _step(self, line: Line, at: int) -> None:
        assert line.step is not None
        self.phase = self.phase_of(line)
        self.steps[self.phase].append(_ending_in_asgard(line.step) if line.verb == "plan" else line.step)
        self.places[self.phase].append(at)


def _ending_in_asgard(step: AnyStep) -> AnyStep:
    """A `PLAN` ends at Asgard, which is always legal: it never comes to a question, but where it says `stop` (R6.2)."""
    if not isinstance(step, PlaceStep) or step.options is None:
        return step
    last = moves.Place(god=step.god, slot="asgard")
    return step.model_copy(update={"options": tuple(dict.fromkeys([*step.options, last]))})


def _early(move: Move, round_: int) -> Plan:
    if isinstance(move, moves.Recover):
        return orders.RecoverPlan(round=round_, places=move.places)
    assert isinstance(move, moves.ChooseGods)
    return orders.GodsPlan(round=round_, gods=move.gods)


def _file(lines: Sequence[str], desk: Desk) -> Order:
    """File lines until one answers a question, or is no order. Raises IllegalMove for a first line that is refused."""
    view: View = desk.view
    before = view.stage in ("colour", "start_pick", "start", "recover", "gods")
    round_ = max(view.round, 1)
    sheet = _Sheet(round_, round_ if before or view.stage == "place" else round_ + 1)
    if view.stage == "place":
        sheet.place_round = round_
    sheet.phase = "act" if view.stage == "act" else "place"
    used, at = 0, 0
    while at < len(lines):
        if not plain(lines[at]):
            at += 1
            continue
        try:
            line, count = _line_with_fall_backs(lines, at, desk)
            if used and not _goes_on(line, sheet, desk):
                break
            check_time(line, view, sheet.phase_of(line), sheet.place_round)
            check_there(line, desk)
        except IllegalMove:
            if used:  # it is read again as a line of its own, and refused as that
                break
            raise
        sheet.add(line, at)
        at += count
        used = at
    return sheet.order(used)


def _line_with_fall_backs(lines: Sequence[str], at: int, desk: Desk) -> tuple[Line, int]:
    line, count = read_line(lines[at], desk), 1
    while line.step is not None and (next_ := _past_comments(lines, at + count)) < len(lines):
        below = _fall_back(lines, next_, line, desk) if lines[next_] else None
        if below is None:
            break
        options = getattr(line.step, "options", None) or ()
        line.step = line.step.model_copy(update={"options": (*options, *below)})
        count = next_ + 1 - at
    return line, count


def _fall_back(lines: Sequence[str], at: int, above: Line, desk: Desk) -> tuple[moves.AnyMove, ...] | None:
    """See `fall_back`; a refusal is of this line, not of the one above it."""
    try:
        return fall_back(lines[at], above, desk)
    except IllegalMove as why:
        why.below = at
        raise


def _past_comments(lines: Sequence[str], at: int) -> int:
    """The first line from `at` on that is no comment."""
    while at < len(lines) and lines[at].startswith("#"):
        at += 1
    return at


def _goes_on(line: Line, sheet: _Sheet, desk: Desk) -> bool:
    """Whether a further line belongs to what is being filed, not to what is asked now."""
    if line.verb == "offer":
        return _listed(desk, "offer") and bool(line.bids)
    if line.verb in ("use", "again") and sheet.steps[sheet.phase]:
        return True
    if line.verb in ("act", "place") and sheet.steps["act" if line.verb == "act" else "place"]:
        return True
    return not _answers(line, desk)
