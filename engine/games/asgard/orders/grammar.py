"""The verbs of the notation: every line is read and written by one declaration. Skills declare theirs in rules/skills.

A line is read as the most that it can say: `colour red blue` as a plan, which `orders.sheet` takes for moves as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from engine.core.contract import Desk
from engine.core.grammar.parts import clauses, flag, key, many, maybe, sign, skip, the
from engine.core.grammar.records import Either, record
from engine.core.grammar.values import At, Code, No, Number, Says, Text, Value
from engine.core.grammar.verbs import Grammar, Verb
from engine.core.moves import IllegalMove, Move, Plan
from engine.games.asgard import moves
from engine.games.asgard.moves import Part as MovePart
from engine.games.asgard.orders import plans as orders
from engine.games.asgard.orders.lexicon import LEXICON
from engine.games.asgard.orders.steps import (
    ActStep,
    AgainStep,
    AnyStep,
    EndPlan,
    PlaceStep,
    StepsPlan,
    StopStep,
    UseStep,
)
from engine.games.asgard.orders.values import (
    BATTLE_PLACE,
    COLOUR,
    FIGHT_PLACE,
    GOD,
    GOODS,
    PLAYER,
    POPULATION,
    RECRUIT,
    SEAL,
    SLOT,
    STONE,
    TILE,
    VICTORY_PLACE,
    WISH,
    WORLD,
    WORLD_PLACE,
    Disc,
    bad,
    bare,
    read_disc,
)
from engine.games.asgard.pieces import GOD_NUMBER, RECRUIT_CODES, RECRUITS
from engine.games.asgard.rules.placing import disc_place
from engine.games.asgard.rules.skills import BY_EFFECT
from engine.games.asgard.rules.skills.order import NEW_ORDER
from engine.games.asgard.rules.tiles import FLIP

COLON = sign(":", must=False)
COMMA = sign(",", must=False)
SEMICOLON = skip(";")


# --- values of single verbs


@dataclass(frozen=True, slots=True)
class Source:
    """Where a disc is taken back from: `middle`, `V3`, `support:odin`."""

    def read(self, text: Text, at: At) -> str:
        """Raises No."""
        word = at.lexicon.find("key", text.peek() or " ")
        if word not in ("middle", "support"):
            return str(VICTORY_PLACE.read(text, at))
        text.at += 1
        if word == "middle":
            return word
        sign("=", must=False).read(text, at, {})
        return f"support:{GOD.read(text, at)}"

    def write(self, value: str, at: At) -> str:
        head, _, god = value.partition(":")
        said = at.lexicon.say("key", head, at.language) if head in ("middle", "support") else head
        return f"{said}:{GOD.write(god, at)}" if god else said


@dataclass(frozen=True, slots=True)
class Slots:
    """What stands after PLAN and a god: slots, best first, or `stop`; for the fields `god` and `options`."""

    fields: frozenset[str] = frozenset({"god", "options"})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises No, IllegalMove E_SLOT_UNKNOWN."""
        assert at.desk is not None
        god = into["god"] = GOD.read(text, at)
        into["options"] = None
        if at.lexicon.find("key", text.peek() or " ") == "stop":
            text.at += 1
            return
        found = dict[str, Any]()
        many("slots", SLOT, between=">").read(text, at, found)
        for slot in found["slots"]:
            disc_place(at.desk.view.table, GOD_NUMBER[god], slot)
        into["options"] = tuple(moves.Place.model_validate({"god": god, "slot": slot}) for slot in found["slots"])

    def write(self, source: Any, at: At) -> list[str]:
        slots = [SLOT.write(option.slot, at) for option in source.options or ()]
        stop = at.lexicon.say("key", "stop", at.language)
        return [GOD.write(source.god, at), ":", " > ".join(slots) or stop]


@dataclass(frozen=True, slots=True)
class DiscName:
    """A disc as plans call it: `loki upper`, `asgard`, and `loki` for whatever disc stands there."""

    def read(self, text: Text, at: At) -> str:
        """Raises No."""
        return " ".join(word for word in read_disc(text, at) if word)

    def write(self, value: str, at: At) -> str:
        god, _, slot = value.partition(" ")
        if god == "asgard":
            return SLOT.write(god, at)
        return f"{GOD.write(god, at)} {SLOT.write(slot, at)}" if slot else GOD.write(god, at)


@dataclass(frozen=True, slots=True)
class Kinds:
    """The recruits that come with a temple, `w o3`: for the fields `recruits` and `count`, that of the last."""

    fields: frozenset[str] = frozenset({"recruits", "count"})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises No."""
        into |= {"recruits": (), "count": None}
        while text.left:
            name, digits = _parted(text.peek())
            short = Text([name])
            try:
                into["recruits"] += (RECRUIT.read(short, at),)
            except No:
                if at.lexicon.find("key", name) != "none":
                    return
            into["count"] = int(digits) if digits else into["count"]
            text.at += 1

    def write(self, source: Any, at: At) -> list[str]:
        said = [RECRUIT.write(one, at) for one in source.recruits]
        return [*said[:-1], f"{said[-1]}{'' if source.count is None else source.count}"] if said else []


def _parted(word: str) -> tuple[str, str]:
    found = re.fullmatch(r"([^0-9]+)([0-9]{0,2})", word)
    return (found[1], found[2]) if found else (word or " ", "")


@dataclass(frozen=True, slots=True)
class Sent:
    """`send w w`, `max: w o g`, also `max wog`: for the fields `send` (letters) and `fixed`."""

    fields: frozenset[str] = frozenset({"send", "fixed"})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises No."""
        word = at.lexicon.find("key", text.peek() or " ")
        if word not in ("send", "max"):
            raise No
        text.at += 1
        into |= {"fixed": word == "send", "send": ""}
        if re.fullmatch(f"[{RECRUIT_CODES}]+", text.peek()):
            into["send"] = text.peek()
            text.at += 1
        found = dict[str, Any]()
        many("kinds", RECRUIT, least=0).read(text, at, found)
        into["send"] += "".join(RECRUIT_CODES[RECRUITS.index(kind)] for kind in found["kinds"])

    def write(self, source: Any, at: At) -> list[str]:
        sent = [RECRUIT.write(RECRUITS[RECRUIT_CODES.index(code)], at) for code in source.send]
        if source.fixed:
            return [at.lexicon.say("key", "send", at.language), *sent]
        return [at.lexicon.say("key", "max", at.language), ":", *sent]


@dataclass(frozen=True, slots=True)
class SkillTile:
    """`thor` or `thor_skill`."""

    def read(self, text: Text, at: At) -> str:
        """Raises No."""
        text.tokens[text.at :] = [text.peek().removesuffix("_skill"), *text.tokens[text.at + 1 :]]
        return f"{GOD.read(text, at)}_skill"

    def write(self, value: str, at: At) -> str:
        return GOD.write(value.removesuffix("_skill"), at)


@dataclass(frozen=True, slots=True)
class ArmsKind:
    """`weapon` or `wizardry` before a tile: it need not be typed, the tile says it as well."""

    fields: frozenset[str] = frozenset()

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        if at.lexicon.find("key", text.peek() or " ") in ("weapon", "wizardry"):
            text.at += 1

    def write(self, source: Any, at: At) -> list[str]:
        return [at.lexicon.say("key", "weapon" if source.tile.isdigit() else "wizardry", at.language)]


# --- parts of moves

PLUS = skip("+")
EQUALS = sign("=", tight=True)
PAY = Either((
    record(moves.Pay, PLUS, the("stone", STONE), EQUALS, the("counts", STONE),
           sign("(", tight=True), the("tile", TILE), sign(")")),
    record(moves.Pay, PLUS, the("tile", TILE), EQUALS, the("counts", STONE), stone=None),
    record(moves.Pay, PLUS, the("stone", STONE), tile=None, counts=None),
))  # fmt: skip
PAY_SEAL = Either((
    record(moves.PaySeal, the("tile", TILE), EQUALS, the("seal", SEAL)),
    record(moves.PaySeal, the("seal", SEAL), tile=None),
))  # fmt: skip
PAID = maybe(key("pay"), many("pay", PAY_SEAL, least=0))
HIRE = record(moves.Hire, the("recruit", RECRUIT), PAID)
GETS = maybe(key("get"), many("get", WISH, least=0), empty=())
TO_FRONT = record(moves.RowDisc, key("front"), clauses(PAID, GETS, between=""), to=None)
ROW_DISC = Either((TO_FRONT, record(moves.RowDisc, the("to", BATTLE_PLACE), clauses(PAID, GETS, between=""))))
NAME = Code("[a-z0-9_+-]{1,24}", upper=False)
OFFERED: dict[str, Value[Any]] = {
    **GOODS, "population": TILE, "skill": SkillTile(), "temple": Code(NAME.pattern), "weapon": NAME, "wizardry": NAME,
    "battle": NAME,
}  # fmt: skip
ITEM = Either((
    record(moves.OfferItem, the("which", TILE), what="population"),
    *(record(moves.OfferItem, key(what), the("which", value), what=what) for what, value in OFFERED.items()),
))  # fmt: skip
BID = record(moves.Bid, the("number", Number(1, 4)), COLON, many("items", ITEM, between=COMMA, none="none"))
WISHED = Either((
    record(moves.Valhalla, key("pass"), warrior=None, god=None, world=None),
    record(moves.Valhalla, the("warrior", RECRUIT), the("god", GOD), the("world", WORLD)),
))  # fmt: skip
SKILL = Either(tuple({id(form): form for skill in BY_EFFECT.values() for form in skill.forms}.values()))
REQUEST = Disc(("upper", "bottom", "single"))


class Sends(MovePart):
    """`ACT mimir: to loki upper > asgard`: several requests, best first."""

    god: str
    slot: str
    targets: tuple[moves.GoTo, ...]


DECLARED = Either((Says("tyr", "tyr_skill"), POPULATION))
LOOSE = skip(">")
IF = maybe(key("if"), key("need"), sign("<="), the("limit", Number(0, 99)))
ELSE_TILE, ELSE_NONE = maybe(key("else"), the("declare", DECLARED)), maybe(key("else"), key("none"))
NOW: dict[str, Any] = {"round": lambda desk: desk.view.round}  # a battle order is for the round in which it is written
NO_SEND: dict[str, Any] = {"send": "", "fixed": False} | NOW
SLOT_OR_REST = the("slot", Either((Says("rest", None), FIGHT_PLACE)))
GRAMMAR = Grammar(LEXICON, "verb", [
    Verb("colour", orders.ColourPlan, many("colours", COLOUR, between=LOOSE)),
    Verb("pick", orders.PickPlan, many("recruits", RECRUIT, between=LOOSE)),
    Verb("recover", moves.Recover, many("places", Source(), least=0)),
    Verb("gods", moves.ChooseGods, many("gods", GOD, least=0)),
    Verb("plan", PlaceStep, Slots(), step="place"),
    Verb("place", moves.Place, the("god", GOD), the("slot", SLOT)),
    Verb("act", ActStep, the("place", DiscName()), COLON, key("stop"), step="act", options=None),
    Verb("act", moves.Decline, Disc(), COLON, key("decline")),
    Verb("act", moves.Asgard, Disc(("asgard",)), flag("all", mark=""), clauses(
        maybe(key("flip"), *(the("flip", record(moves.FlipTile, *FLIP)),)),
        maybe(key("hire"), many("hire", HIRE), empty=()),
        maybe(key("disc"), many("discs", ROW_DISC), empty=()),
        maybe(key("free"), the("free", ROW_DISC)),
        maybe(key("move"), many("move", BATTLE_PLACE, least=0), empty=()),
        maybe(key("none")), lead=":", each=("hire", "discs"),
    )),
    Verb("act", moves.Temple, Disc(("temple",)), COLON, the("stack", Code("[a-z][a-z0-9]{0,3}")),
         key("pay"), many("pay", PAY, least=0), clauses(
        maybe(key("recruits"), Kinds(), empty={"recruits": (), "count": None}),
        maybe(key("to"), the("to", WORLD_PLACE)),
    )),
    Verb("act", moves.Request, REQUEST, maybe(COLON, the("skill", SKILL))),
    *(Verb("act", moves.Request, REQUEST, key(word, must=False), key("none"), skill=None)
      for word in ("take", "swap", "stone", "order", "steal", "god", "to")),
    Verb("act", Sends, REQUEST, key("to"), many(
        "targets", record(moves.GoTo, key("to", must=False, said=False), Disc()), between=">")),
    Verb("use", moves.Use, the("tile", POPULATION), SEMICOLON,
         maybe(key("get"), many("get", WISH, between=SEMICOLON, least=0), empty=()),
         maybe(COLON, key("flip"), the("flip", record(moves.FlipTile, *FLIP)))),
    Verb("again", moves.Again),
    Verb("end", moves.End),
    Verb("stop", StopStep, step="stop"),
    *(Verb("giver", orders.GiverPlan, key(what), the("which", value), COLON, many("players", PLAYER, between=COMMA),
           what=what, turn=None) for what, value in GOODS.items()),
    Verb("offer", moves.MakeOffer, many("bids", BID, between=";", none="none")),
    Verb("order", moves.Redistribute, key("none"), order=(), accept=()),
    Verb("order", moves.Redistribute, *NEW_ORDER),
    Verb("get", moves.Search, many("get", WISH)),
    Verb("fight", orders.FightPlan, SLOT_OR_REST, key("none"), IF, ELSE_NONE, declare=None, **NO_SEND),
    Verb("fight", orders.FightPlan, SLOT_OR_REST, the("declare", DECLARED), IF, ELSE_NONE, **NO_SEND),
    Verb("fight", orders.FightPlan, SLOT_OR_REST, Sent(), IF, ELSE_TILE, ELSE_NONE, **NOW),
    Verb("fight", orders.FightPlan, SLOT_OR_REST, key("none"), IF, key("else"), the("declare", DECLARED), **NO_SEND),
    Verb("valhalla", orders.ValhallaPlan, many("wishes", WISHED, between=">")),
    Verb("arm", moves.Arm, ArmsKind(), the("tile", WISH), the("god", GOD), the("world", WORLD)),
])  # fmt: skip


def read(line: str, desk: Desk) -> Any:
    """What a line says: a move, a plan, a step of one, or several requests as `Sends`. Raises IllegalMove."""
    text = bare(line)
    try:
        return GRAMMAR.read(text, desk)
    except IllegalMove as why:
        if why.code != "E_SYNTAX":
            raise
        raise bad(why.where["near"] or text) from why


# --- writing


def write(move: Move, language: str, desk: Desk | None = None) -> str:
    """One line."""
    return GRAMMAR.write(_whole(move), language, desk)


def _whole(move: Move) -> Any:
    """What the verbs write, for a move that is one of many on a line of theirs."""
    if isinstance(move, moves.ChooseColour):
        return orders.ColourPlan(colours=(move.colour,))
    if isinstance(move, moves.StartPick):
        return orders.PickPlan(recruits=(move.recruit,))
    if isinstance(move, moves.Giver):
        return orders.GiverPlan(what=move.what, which=move.which, players=move.players)
    if isinstance(move, moves.Get):
        return moves.Search(get=(move.tile,))
    if isinstance(move, moves.Valhalla):
        return orders.ValhallaPlan(wishes=(move,))
    if isinstance(move, moves.Battle):
        send = "".join(code * count for code, count in zip(RECRUIT_CODES, move.send, strict=True))
        return orders.FightPlan(round=0, slot=move.slot, send=send, fixed=bool(send), declare=move.declare)
    return move


def write_plan(plan: Plan, language: str) -> str:
    """Lines parted by line breaks; empty for what needs no line."""
    return "\n".join(_lines(plan, language))


def _lines(plan: Plan, language: str) -> list[str]:
    if isinstance(plan, StepsPlan):
        return [line for step in plan.steps for line in _step(step, language)]
    if isinstance(plan, orders.ArmsPlan):
        return [write(arm, language) for arm in plan.arms]
    if isinstance(plan, EndPlan):
        return []
    said: Any = plan
    if isinstance(plan, orders.GodsPlan):
        said = moves.ChooseGods(gods=plan.gods)
    elif isinstance(plan, orders.RecoverPlan):
        said = moves.Recover(places=plan.places)
    elif isinstance(plan, orders.GiverPlan):
        said = plan.model_copy(update={"turn": None})
    return [GRAMMAR.write(said, language)]


def _step(step: AnyStep, language: str) -> list[str]:
    """A step of a sheet, its fall-backs on lines of their own."""
    if isinstance(step, AgainStep):
        return [write(moves.Again(), language)]
    if isinstance(step, UseStep) or (isinstance(step, ActStep) and step.options):
        first, *others = [write(option, language) for option in step.options or ()]
        word = LEXICON.say("key", "else", language)
        return [first, *(f"{word} {other}" for other in others)]
    return [GRAMMAR.write(step, language)]
