"""Examples of orders: of what the reader may do now, with what the reader has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.decisions import Decision
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import COLUMNS, DESIGNS, KINDS, NAME, OPPOSING, SLOTS, START_ITEMS, TERRAINS, TOWN
from engine.games.asgards_chosen.data.land import land, tile_places, town_places
from engine.games.asgards_chosen.orders.grammar import GRAMMAR
from engine.games.asgards_chosen.orders.plans import battles, market
from engine.games.asgards_chosen.orders.plans.following import EventPlan
from engine.games.asgards_chosen.orders.plans.sheets import Unasked
from engine.games.asgards_chosen.orders.plans.starting import AutoTiles, ItemRank
from engine.games.asgards_chosen.orders.plans.trial import Listed
from engine.games.asgards_chosen.orders.standing import AttackOrder
from engine.games.asgards_chosen.view import UNKNOWN, Hero, Territory, View
from engine.games.asgards_chosen.words.speech import Speech

_PLAIN = ("thor", "tyr", "odin", "freyja", "frigg", "freyr", "heimdall")  # gods that are played by name alone
_ENDS: dict[str, Any] = {
    "god": m.Done(), "charm": m.Done(), "after": m.Done(), "campaign": m.PassTurn(), "defend": m.Enough(),
    "attack": m.Enough(), "berserk": m.Enough(), "late": m.No(), "interrupt": m.No(), "stand": m.No(),
    "muster": m.PassTurn(), "add": m.AddPay(), "renew": m.Renew(),
}  # fmt: skip
_LISTS = ("attack", "defend", "berserk")
_MANY = 3  # cards of a list that an example names


class Showing(Speech):
    """Examples of answers and of plans."""

    def examples(self, decision: Decision, view: View) -> list[str]:
        """How one may answer in notation: legal right now."""
        found = [GRAMMAR.write(move, self.language) for move in _answers(decision, view) if move is not None][:2]
        if decision.kind in _LISTS and len(found) > 1:  # both in one line, which ends the step
            found = [f"{found[0]}; {found[1].partition(' ')[2]}"]
        end = _ENDS.get(decision.kind)
        return [*found, *([GRAMMAR.write(end, self.language)] if end is not None else [])]

    def plan_examples(self, decision: Decision, view: View) -> list[tuple[str, str]]:
        """Standing orders that are useful now, of cards and heroes that the reader has."""
        hand = _hand(decision, view)
        found: list[tuple[Any, str]] = []
        if decision.kind in ("god", "campaign") and (attack := _attack(decision, view)) is not None:
            text = self._("the attack with its battle: as many of these cards as it takes to win")
            cards = _fighting(hand, _kind(view, attack.ground))
            if cards:
                given = attack.model_dump(exclude={"kind"})
                found.append((AttackOrder(**given, playing=_list(cards, short="decline")), text))
        if decision.kind in ("god", "campaign", "defend") and (cards := _fighting(hand, "")):
            text = self._("whenever you are attacked: as many of these cards as it takes to hold")
            found.append((battles.Defend(whom="any", playing=_list(cards)), text))
        if decision.kind in ("tile", "town"):
            found.append((AutoTiles(), self._("your tiles and towns lie where they would if your time were up")))
        if decision.kind in ("tile", "town", "item") and (items := _wanted(view)):
            text = self._("the first of these starting items that is there when you are asked")
            found.append((ItemRank(choices=tuple(m.PickItem(item=code) for code in items)), text))
        if decision.kind == "muster":
            found.append((market.Musters(most=0, round=0), self._("nothing more in this muster phase")))
            found.append((market.Sleep(wanted="town", round=0), self._("pass until such a card comes, then be asked")))
        if decision.kind in ("god", "campaign", "defend"):
            found += self._surprises(hand)
        if decision.kind in ("charm", "muster") and len(view.players) > 1:
            text = self._("for the whole game: where nothing else can be done you pass without being asked")
            found.append((Unasked(), text))
        return [(GRAMMAR.write(plan, self.language), meaning) for plan, meaning in found]

    def _surprises(self, hand: list[str]) -> Iterator[tuple[Any, str]]:
        """Nobody is kept waiting for these: whoever holds one is told how to order it."""
        for code in hand:
            if DESIGNS[code].interrupt:
                text = self._("an ability that would change who wins is blocked; nobody is asked without an order")
                yield battles.BlockPolicy(item=code, when="flips"), text
            elif DESIGNS[code].what == "late_play":
                text = self._("a late play that changes who wins; nobody is asked without an order")
                yield battles.LatePolicy(card=code, when="flips"), text
            elif DESIGNS[code].what == "sacrifice_substitute":
                text = self._("given up for an event before any other card: it stands for itself")
                yield EventPlan(what="sacrifice", cards=(code,), round=0), text


def _wanted(view: View) -> list[str]:
    """Starting items that may be offered."""
    there = [code for code in view.pool if code != UNKNOWN] or [NAME[card] for card in START_ITEMS]
    return there[:_MANY] if view.mode != "introductory" else []


def _hand(decision: Decision, view: View) -> list[str]:
    return list(dict.fromkeys(code for code in view.players[decision.seat].hand if code != UNKNOWN))


def _list(cards: list[str], **more: Any) -> battles.Playing:
    return battles.Playing(cards=tuple(Listed(card=code) for code in cards[:_MANY]), **more)


def _fighting(hand: list[str], ground: str) -> list[str]:
    """Creatures, the strongest first, and gods; not those that oppose a terrain that is fought for."""
    fits = [code for code in hand if DESIGNS[code].sort in ("creature", "god") and not _opposes(code, ground)]
    return sorted(fits, key=lambda code: -DESIGNS[code].power)


def _opposes(code: str, ground: str) -> bool:
    one = DESIGNS[code]
    return one.sort == "creature" and ground in TERRAINS and OPPOSING[one.terrain] == TERRAINS.index(ground)


def _kind(view: View, place: str) -> str:
    return next(one.kind for one in view.territories if one.name == place)


# --- Answers ---------------


def _answers(decision: Decision, view: View) -> Iterator[Any]:
    hand, kind = _hand(decision, view), decision.kind
    if kind == "god":
        shown = {DESIGNS[code].sort for code in view.players[decision.seat].shown}
        yield from (m.PlayGod(god=code) for code in hand if code in _PLAIN and "god" not in shown)
    elif kind == "campaign":
        yield _attack(decision, view)
        yield _step(decision, view)
    elif kind in _LISTS:
        play = m.Berserk if kind == "berserk" else m.Play
        yield from (play(card=code) for code in hand if DESIGNS[code].sort == "god")
    elif kind == "muster":
        yield _muster(decision, view)
    elif kind == "renew":
        yield from (m.Renew(cards=(code,)) for code in hand)
    elif kind == "stand":
        yield from (m.StandUp(creature=code) for code in hand if DESIGNS[code].sort == "creature")
    elif kind == "tile":
        q, r, direction = next(tile_places(land(view.laid, view.towns)))
        yield m.PlaceTile.model_validate({"q": q, "r": r, "direction": direction})
    elif kind == "town":
        q, r, corner = town_places(land(view.laid, view.towns))[0]
        yield m.PlaceTown.model_validate({"q": q, "r": r, "corner": corner})
    elif kind == "item":
        yield from (m.PickItem(item=code) for code in view.pool if code != UNKNOWN)
    elif kind == "hero":
        yield _place(decision, view)


def _ready(decision: Decision, view: View) -> list[Hero]:
    """The heroes that may go; of the two who share them nobody knows here whose is whose."""
    mine = view.players[decision.seat]
    heroes = view.sides[mine.side].heroes
    bound = "tyr" in mine.shown and any(one.moved for one in heroes)
    if view.mode == "coop" or bound:
        return []
    return [one for one in heroes if one.at and not one.down and not one.moved]


def _near(view: View, hero: Hero) -> list[Territory]:
    here = {one.name: one for one in view.territories}
    return [here[name] for name in here[hero.at].near]


def _attack(decision: Decision, view: View) -> m.Attack | None:
    """Of a territory that nobody has, beside a hero."""
    for hero in _ready(decision, view):
        for one in _near(view, hero):
            if one.side is None and not one.hero and KINDS.index(one.kind) <= TOWN:
                return m.Attack.model_validate({"hero": hero.name, "source": hero.at, "ground": one.name})
    return None


def _step(decision: Decision, view: View) -> m.MoveHero | None:
    """To a territory of one's own, or an enchanted land, where nobody is."""
    side = view.players[decision.seat].side
    for hero in _ready(decision, view):
        for one in _near(view, hero):
            if not one.hero and (one.side == side or KINDS.index(one.kind) > TOWN):
                return m.MoveHero.model_validate({"hero": hero.name, "to": one.name})
    return None


def _muster(decision: Decision, view: View) -> m.Muster | None:
    """A creature of the bottom row, for cards whose printed power is enough."""
    side = view.players[decision.seat].side
    owned = {one.kind for one in view.territories if one.side == side}
    for slot, code in zip(SLOTS[:COLUMNS], view.tisch, strict=False):
        if not code or DESIGNS[code].sort != "creature" or TERRAINS[DESIGNS[code].terrain] not in owned:
            continue
        pay: list[str] = []
        for card in sorted(view.players[decision.seat].hand, key=lambda card: DESIGNS[card].power):
            if DESIGNS[card].power and not _opposes(card, TERRAINS[DESIGNS[code].terrain]):
                pay.append(card)
            if sum(DESIGNS[one].power for one in pay) >= DESIGNS[code].cost:
                return m.Muster(slot=slot, pay=tuple(m.Pay(card=one) for one in pay))
    return None


def _place(decision: Decision, view: View) -> m.PlaceHero | None:
    """The first hero that is not on the board, on the first free territory."""
    heroes = view.sides[view.players[decision.seat].side].heroes
    free = next((one.name for one in view.territories if not one.hero and one.side is None), "")
    waiting = next((one.name for one in heroes if not one.at), "")
    if not free or not waiting or view.mode == "coop":
        return None
    return m.PlaceHero.model_validate({"hero": waiting, "to": free})
