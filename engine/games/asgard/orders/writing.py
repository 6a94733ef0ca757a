"""Moves and plans as lines that the notation reads back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.core.contract import Desk, Move, Plan
from engine.games.asgard import moves
from engine.games.asgard.orders import plans as orders
from engine.games.asgard.orders import vocabulary as v
from engine.games.asgard.pieces import RECRUIT_CODES, RECRUITS
from engine.games.asgard.rules.odin import offer_label


class Writer:
    """Words of one language; players by colour where the desk knows them."""

    def __init__(self, language: str, desk: Desk | None) -> None:
        self.language = "ru" if language == "ru" else "en"
        self.desk = desk

    def word(self, name: str) -> str:
        return v.say(name, self.language)

    def god(self, name: str) -> str:
        return v.said(v.GOD_WORDS, name, self.language)  # type: ignore[arg-type]

    def slot(self, name: str) -> str:
        return v.said(v.SLOTS, name, self.language)  # type: ignore[arg-type]

    def stone(self, name: str) -> str:
        return v.letters("stone", name, self.language)

    def recruit(self, name: str) -> str:
        return v.letters("recruit", name, self.language)

    def recruits(self, names: Iterable[str]) -> str:
        return " ".join(self.recruit(name) for name in names)

    def seal(self, name: str) -> str:
        return v.letters("seal", name, self.language)

    def player(self, seat: int) -> str:
        return v.player_name(seat, self.desk, self.language)

    def place(self, god: str | None, slot: str) -> str:
        """`loki upper`, `asgard`."""
        return self.slot("asgard") if god is None else f"{self.god(god)} {self.slot(slot)}"

    def names(self, places: Sequence[str]) -> str:
        """`middle V3 support:odin`."""
        found = []
        for place in places:
            head, _, god = place.partition(":")
            if head == "support":
                found.append(f"{self.word('support')}:{self.god(god)}")
            else:
                found.append(self.word("middle") if place == "middle" else place)
        return " ".join(found)

    # --- parts

    def swap(self, part: moves.Exchange) -> str:
        return f"{self.word('swap')} {self.stone(part.give)}>{self.stone(part.get)}"

    def flip(self, part: moves.FlipTile) -> str:
        """What follows `flip`."""
        if part.bonus is None:
            return part.tile
        if isinstance(part.bonus, moves.Exchange):
            return f"{part.tile} {self.swap(part.bonus)}"
        return f"{part.tile} {self.word('take')} {self.recruits(part.bonus.take)}"

    def accept(self, accept: Sequence[moves.Accept]) -> str:
        listed = ", ".join(f"{self.player(one.seat)} {offer_label(one.number, one.issue or 1)}" for one in accept)
        return f"; {self.word('accept')} {listed}" if accept else ""

    def order(self, order: Sequence[int]) -> str:
        return " ".join(self.player(seat) for seat in order) or self.word("same")

    def skill(self, skill: Any) -> str:
        return _SKILLS[type(skill)](self, skill)

    def surtr(self, part: moves.FlipPopulation) -> str:
        bonus = part.bonus
        text = f"{self.word('flip')} {part.slot}"
        if bonus is None:
            return text
        if isinstance(bonus, moves.FlipTile):
            return f"{text}; {self.slot('asgard')} {self.flip(bonus)}"
        if isinstance(bonus, moves.Search):
            return f"{text}; {self.get_word()} {' '.join(bonus.get)}"
        if isinstance(bonus, moves.TakeSeal):
            return f"{text}; {self.word('seal')} {self.seal(bonus.seal)}"
        if isinstance(bonus, moves.Victory):
            return f"{text}; {self.word('victory')} {bonus.slot}"
        return f"{text}; {self.skill(bonus)}"

    def pay(self, part: moves.Pay) -> str:
        if part.tile is None:
            return self.stone(str(part.stone))
        if part.stone is None:
            return f"{part.tile}={self.stone(str(part.counts))}"
        return f"{self.stone(part.stone)}={self.stone(str(part.counts))}({part.tile})"

    def seals(self, pay: Sequence[moves.PaySeal] | None) -> str:
        if pay is None:
            return ""
        parts = [self.seal(p.seal) if p.tile is None else f"{p.tile}={self.seal(p.seal)}" for p in pay]
        return " ".join(["", self.word("pay"), *parts])

    def disc(self, disc: moves.RowDisc) -> str:
        get = f" {self.get_word()} {' '.join(disc.get)}" if disc.get else ""
        return f"{disc.to or self.word('front')}{self.seals(disc.pay)}{get}"

    def get_word(self) -> str:
        return self.word("get").lower()

    def item(self, item: moves.OfferItem) -> str:
        named: dict[str, Callable[[str], str]] = {"stone": self.stone, "recruit": self.recruit, "seal": self.seal}
        if item.what == "population":
            return item.which
        if item.what == "skill":
            return f"{self.word('skill')} {self.god(item.which.removesuffix('_skill'))}"
        return f"{self.word(item.what)} {named.get(item.what, str)(item.which)}"

    def bids(self, bids: Sequence[moves.Bid]) -> str:
        if not bids:
            return self.word("none")
        parts = [(bid.number, ", ".join(self.item(item) for item in bid.items)) for bid in bids]
        return "; ".join(f"{number}: {items or self.word('none')}" for number, items in parts)


_SKILLS: dict[type, Callable[[Writer, Any], str]] = {
    moves.Warriors: lambda w, s: f"{w.word('take')} {w.recruits(s.take)}".strip(),
    moves.Exchange: lambda w, s: w.swap(s),
    moves.TakeStone: lambda w, s: f"{w.word('stone')} {w.stone(s.stone)}",
    moves.NewOrder: lambda w, s: f"{w.word('order').lower()} {w.order(s.order)}{w.accept(s.accept)}",
    moves.HearOffers: lambda w, _: w.word("hear"),
    moves.Steal: lambda w, s: f"{w.word('steal')} {w.recruit(s.recruit)} {w.word('from')} {w.god(s.god)}",
    moves.Slay: lambda w, s: f"{w.word('god')} {w.god(s.god)} {w.word('kill')} {w.recruit(s.warrior)}",
    moves.GoTo: lambda w, s: f"{w.word('to')} {w.place(s.god, s.slot)}",
    moves.FlipPopulation: lambda w, s: w.surtr(s),
}


# --- moves


def write(move: Move, language: str, desk: Desk | None = None) -> str:
    """One line."""
    return _MOVES[move.kind](Writer(language, desk), move)


def _request(w: Writer, move: moves.Request) -> str:
    head = f"{w.word('act')} {w.place(move.god, move.slot)}"
    return f"{head}: {w.skill(move.skill)}" if move.skill is not None else head


def _temple(w: Writer, move: moves.Temple) -> str:
    parts = [f"{move.stack} {w.word('pay')} {' '.join(w.pay(part) for part in move.pay)}"]
    if move.recruits:
        count = "" if move.count is None else str(move.count)
        parts.append(f"{w.word('recruits')} {w.recruits(move.recruits)}{count}")
    if move.to is not None:
        parts.append(f"{w.word('to')} {move.to}")
    return f"{w.word('act')} {w.place(move.god, 'temple')}: {'; '.join(parts)}"


def _asgard(w: Writer, move: moves.Asgard) -> str:
    parts = [f"{w.word('flip')} {w.flip(move.flip)}"] if move.flip is not None else []
    parts += [f"{w.word('hire')} {w.recruit(hire.recruit)}{w.seals(hire.pay)}" for hire in move.hire]
    parts += [f"{w.word('disc')} {w.disc(disc)}" for disc in move.discs]
    if move.free is not None:
        parts.append(f"{w.word('free')} {w.disc(move.free)}")
    if move.move:
        parts.append(f"{w.word('move')} {' '.join(move.move)}")
    head = f"{w.word('act')} {w.slot('asgard')}" + (f" {w.word('all')}" if move.all else "")
    return f"{head}: {'; '.join(parts)}" if parts else head


def _use(w: Writer, move: moves.Use) -> str:
    text = f"{w.word('use')} {move.tile}"
    if move.flip is not None:
        return f"{text}: {w.word('flip')} {w.flip(move.flip)}"
    return f"{text} {w.get_word()} {' '.join(move.get)}" if move.get else text


def _battle(w: Writer, move: moves.Battle) -> str:
    head = f"{w.word('fight')} W{move.slot[1:]}"
    if move.declare is not None:
        return f"{head} {w.word('tyr') if move.declare == 'tyr_skill' else move.declare}"
    if not any(move.send):
        return f"{head} {w.word('none')}"
    sent = [RECRUITS[kind] for kind, count in enumerate(move.send) for _ in range(count)]
    return f"{head} {w.word('send')} {w.recruits(sent)}"


def _valhalla(w: Writer, move: moves.Valhalla) -> str:
    return f"{w.word('valhalla')} {_wish(w, move)}"


def _wish(w: Writer, move: moves.Valhalla) -> str:
    if move.warrior is None or move.god is None:
        return w.word("pass")
    return f"{w.recruit(move.warrior)} {w.god(move.god)} W{move.world}"


def _arm(w: Writer, move: moves.Arm) -> str:
    kind = w.word("weapon" if move.tile.isdigit() else "wizardry")
    return f"{w.word('arm')} {kind} {move.tile} {w.god(move.god)} W{move.world}"


def _giver(w: Writer, move: moves.Giver | orders.GiverPlan) -> str:
    which = v.letters(move.what, move.which, w.language)
    return f"{w.word('giver')} {w.word(move.what)} {which}: {', '.join(w.player(seat) for seat in move.players)}"


def _redistribute(w: Writer, move: moves.Redistribute) -> str:
    if not move.order and not move.accept:
        return f"{w.word('order')} {w.word('none')}"
    return f"{w.word('order')} {w.order(move.order)}{w.accept(move.accept)}"


_MOVES: dict[str, Callable[[Writer, Any], str]] = {
    "colour": lambda w, m: f"{w.word('colour')} {v.said(v.COLOUR_WORDS, m.colour, w.language)}",
    "start_pick": lambda w, m: f"{w.word('pick')} {w.recruit(m.recruit)}",
    "giver": _giver,
    "recover": lambda w, m: f"{w.word('recover')} {w.names(m.places)}",
    "gods": lambda w, m: f"{w.word('gods')} {' '.join(w.god(god) for god in m.gods)}",
    "place": lambda w, m: f"{w.word('place')} {w.god(m.god)} {w.slot(m.slot)}",
    "use": _use,
    "end": lambda w, _: w.word("end"),
    "again": lambda w, _: w.word("again"),
    "decline": lambda w, m: f"{w.word('act')} {w.place(m.god, m.slot)}: {w.word('decline')}",
    "request": _request,
    "temple": _temple,
    "asgard": _asgard,
    "get": lambda w, m: f"{w.word('get')} {m.tile}",
    "offer": lambda w, m: f"{w.word('offer')} {w.bids(m.bids)}",
    "redistribute": _redistribute,
    "battle": _battle,
    "valhalla": _valhalla,
    "arm": _arm,
}


# --- plans


def write_plan(plan: Plan, language: str) -> str:
    """Lines parted by line breaks; empty for what needs no line."""
    return _PLANS[plan.kind](Writer(language, None), plan)


def _steps(w: Writer, plan: orders.StepsPlan) -> str:
    return "\n".join(_step(w, step) for step in plan.steps)


def _step(w: Writer, step: orders.AnyStep) -> str:
    if isinstance(step, orders.PlaceStep):
        slots = [w.slot(option.slot) for option in step.options] if step.options else [w.word("stop").lower()]
        return f"{w.word('plan')} {w.god(step.god)}: {' > '.join(slots)}"
    if isinstance(step, orders.ActStep):
        if not step.options:
            words = step.place.split()
            place = w.slot("asgard") if words == ["asgard"] else w.god(words[0])
            slot = f" {w.slot(words[1])}" if len(words) > 1 else ""
            return f"{w.word('act')} {place}{slot}: {w.word('stop').lower()}"
        first, *others = [_MOVES[option.kind](w, option) for option in step.options]
        return "\n".join([first, *(f"{w.word('else')} {other}" for other in others)])
    if isinstance(step, orders.UseStep):
        return "\n".join(_use(w, option) for option in step.options)
    return w.word("again" if isinstance(step, orders.AgainStep) else "stop")


def _fight(w: Writer, plan: orders.FightPlan) -> str:
    slot = w.word("rest") if plan.slot is None else f"W{plan.slot[1:]}"
    tile = w.word("tyr") if plan.declare == "tyr_skill" else plan.declare
    head = f"{w.word('fight')} {slot}"
    if not plan.send:
        return f"{head} {tile or w.word('none')}"
    sent = w.recruits(RECRUITS[RECRUIT_CODES.index(code)] for code in plan.send)
    text = f"{head} {w.word('send' if plan.fixed else 'max')}{'' if plan.fixed else ':'} {sent}"
    if plan.limit is not None:
        text += f" {w.word('if')} {w.word('need')}<={plan.limit}"
    return f"{text} {w.word('else')} {tile}" if tile else text


_PLANS: dict[str, Callable[[Writer, Any], str]] = {
    "steps": _steps,
    "end": lambda *_: "",
    "gods": lambda w, p: f"{w.word('gods')} {' '.join(w.god(god) for god in p.gods)}",
    "recover": lambda w, p: f"{w.word('recover')} {w.names(p.places)}",
    "giver": _giver,
    "fight": _fight,
    "colour": lambda w, p: " ".join(
        [w.word("colour"), *(v.said(v.COLOUR_WORDS, one, w.language) for one in p.colours)]
    ),
    "pick": lambda w, p: f"{w.word('pick')} {w.recruits(p.recruits)}",
    "valhalla": lambda w, p: f"{w.word('valhalla')} {' > '.join(_wish(w, wish) for wish in p.wishes)}",
    "arms": lambda w, p: "\n".join(_arm(w, arm) for arm in p.arms),
}
