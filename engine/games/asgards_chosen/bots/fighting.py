"""Battles: what is played, by whom, and when one has had enough (R8)."""

from __future__ import annotations

from engine.core.decisions import Decision
from engine.core.moves import Move, Seat
from engine.games.asgards_chosen.bots import prices
from engine.games.asgards_chosen.bots.abilities import Way, ways
from engine.games.asgards_chosen.bots.outlook import Outlook, land_value
from engine.games.asgards_chosen.data import CARDS, DESIGNS, ENEMY, KIND, NAME, NONE, SORT, TERRITORIES, TERRITORY, TOWN
from engine.games.asgards_chosen.moves import (
    Berserk,
    Block,
    Decline,
    Enough,
    Late,
    No,
    Play,
    Retreat,
    Shift,
    StandUp,
    Target,
)
from engine.games.asgards_chosen.rules.battle.plays import late_cards, later_uses
from engine.games.asgards_chosen.rules.battle.retreat import refuges
from engine.games.asgards_chosen.rules.battle.totals import attack, card_power, defence, the_battle
from engine.games.asgards_chosen.state import Battle, State

EACH = 1.5  # what a card of another hand may add
HONOR = 1.1  # a card that the defender draws


def plan(lines: list[list[Way]], need: int) -> tuple[float, list[Way]] | None:
    """The cheapest way to gain `need`: what it costs, and what is played. None: it cannot be done."""
    best: dict[int, tuple[float, tuple[Way, ...]]] = {0: (0.0, ())}
    for line in lines:
        new = dict(best)
        for gained, (cost, chosen) in best.items():
            for way in line:
                total = min(need, gained + way.gain)
                if total > gained or way.cost < 0:
                    price = cost + max(way.cost, -2.0)
                    if total not in new or price < new[total][0]:
                        new[total] = (price, (*chosen, way))
        best = new
    found = best.get(max(0, need))
    return None if found is None else (found[0], list(found[1]))


def stake(look: Outlook, battle: Battle) -> float:
    """What winning as attacker is worth, to the attacker."""
    state, ground = look.state, battle.ground
    value = land_value(look, ground) if KIND[ground] <= TOWN else 0.8
    hero = state.hero_at(ground)
    if hero != NONE and not state.down[hero]:
        value += prices.UP
        value += 0.8 * prices.GOD * look.near("thor")
    if look.alone and KIND[ground] <= TOWN and state.markers[ground] == ENEMY:
        value += look.near("thor") * prices.GOD * look.raiding(battle.hero)
    if battle.hero not in state.wins:
        value += look.near("heimdall") * prices.GOD * look.ready("heimdall") * 0.6
    return value


def _first(chosen: list[Way]) -> Way:
    """Draws and other gifts first, then what depends on the militia as it is."""
    return min(chosen, key=lambda way: (way.aim is None, way.cost, -way.gain))


def attack_with(state: State, decision: Decision) -> Move:
    """The cheapest cards that win; nothing where they cost more than the land is worth."""
    look, battle = Outlook(state, decision.seat), the_battle(state)
    seat = decision.seat
    started = bool(state.played[seat] or battle.used)
    give_up: Move = Enough() if started else Decline()
    need = defence(state) + 1 - attack(state)
    lines = ways(look)
    if battle.defender != NONE and state.hands[battle.defender]:
        return _feint(look, battle, lines, need, give_up)
    if need <= 0:
        return Enough()
    found = plan(lines, need)
    worth = stake(look, battle)
    if found is None or found[0] > worth:
        return _ormr(state, seat, need) or give_up
    return _play(_first(found[1])) if found[1] else Enough()


def _ormr(state: State, seat: Seat, need: int) -> Move | None:
    """An Ormr in play that would do it."""
    for one in later_uses(state, seat):
        card = state.named(state.played[seat], one.card)
        if card is not None and card_power(state, seat, card) >= need:
            return one
    return None


def _play(way: Way) -> Play:
    return Play(card=NAME[way.card], aim=way.aim)


def _feint(look: Outlook, battle: Battle, lines: list[list[Way]], need: int, give_up: Move) -> Move:
    """Where somebody may answer, cards come while berserk, which nobody answers; where it is hopeless, none."""
    most = sum(max(way.gain for way in line) for line in lines)
    if need <= 0:
        return Enough()
    if most < need or (found := plan(lines, need)) is None or found[0] > stake(look, battle):
        return give_up
    return Enough()


def go_berserk(state: State, decision: Decision) -> Move:
    """Just enough to win, and a little more where a late play may come; each card gives the other side one."""
    look, battle, seat = Outlook(state, decision.seat), the_battle(state), decision.seat
    need = defence(state) + 1 - attack(state)
    if need <= 0:
        return Enough()
    lines = [[way._replace(cost=way.cost + HONOR) for way in line] for line in ways(look)]
    found = plan(lines, need)
    if found is None or found[0] > stake(look, battle) + (HONOR if battle.raging == 0 else 0.0):
        return _ormr(state, seat, need) or Enough()
    if not found[1]:
        return Enough()
    way = _first(found[1])
    return Berserk(card=NAME[way.card], aim=way.aim)


def defend_with(state: State, decision: Decision) -> Move:
    """Enough against what the other may still bring, if that can be had for what is at stake."""
    look, battle = Outlook(state, decision.seat), the_battle(state)
    if battle.declined:
        return Enough()
    lead = defence(state) - attack(state)
    lines = ways(look)
    want = _safe(state, battle)
    worth = _loss(look, battle)
    for margin in sorted({want, (want + 1) // 2, 0}, reverse=True):
        if margin <= lead:
            break
        found = plan(lines, margin - lead)
        if found is not None and found[1] and found[0] <= worth * _holds(margin, want):
            return _play(_first(found[1]))
    return Enough()


def _safe(state: State, battle: Battle) -> int:
    """By how much the defence should lead, for what the attacker may still add."""
    if battle.attacker == NONE:
        return 3  # an event reveals one card more
    count = len(state.hands[battle.attacker])
    return round(EACH * min(count, 6))


def _holds(margin: int, want: int) -> float:
    """How likely a lead is enough."""
    return 0.9 if margin >= want else 0.35 + 0.4 * margin / max(1, want)


def _loss(look: Outlook, battle: Battle) -> float:
    """What the defender would lose."""
    state, ground = look.state, battle.ground
    value = 0.6 + (land_value(look, ground) - prices.TAKEN if KIND[ground] <= TOWN else 0.5)
    hero = state.hero_at(ground)
    if hero != NONE and not state.down[hero]:
        value += prices.UP
        if "baldr" in look.gods and look.now("baldr") and sum(state.down[one] for one in state.heroes(look.side)) == 1:
            value -= prices.GOD
    return value


def come_late(state: State, decision: Decision) -> Move:
    """A late card where it turns the battle."""
    seat, battle = decision.seat, the_battle(state)
    lead = attack(state) - defence(state)
    need = lead if seat == battle.defender else 1 - lead
    for name in late_cards(state, seat):
        card = state.named(state.hands[seat], name)
        if card is not None and card_power(state, seat, card) >= need:
            return Late(card=name)
    return No()


STRONG = frozenset({
    "convert_militia", "take_militia_to_discard", "banish_militia_or_withhold", "double_power", "cancel_terrain_bonus",
})  # fmt: skip


def interrupt(state: State, decision: Decision) -> Move:
    """An enchanted item against an ability that may turn the battle."""
    look, battle = Outlook(state, decision.seat), the_battle(state)
    items = sorted((card for card in look.hand if CARDS[card].interrupt), key=look.stay)
    source = decision.text("source")
    what = DESIGNS[source].what
    lead = attack(state) - defence(state)
    close = -4 <= lead <= 4
    if not items or not close or (what not in STRONG and what != "late_play"):
        return No()
    worth = stake(look, battle) if decision.seat == battle.attacker else _loss(look, battle)
    return Block(item=NAME[items[0]]) if 0.5 * worth > look.stay(items[0]) else No()


# --- After the battle ---------------


def shift(state: State, decision: Decision) -> Move:
    """The marker that is missed least."""
    look = Outlook(state, decision.seat)
    battle = the_battle(state)
    heroes = [state.at[hero] for hero in state.heroes(look.side) if hero != battle.hero]
    free = [at for at in state.owned(look.side) if at not in heroes]
    return Shift(marker=TERRITORIES[min(free, key=lambda at: (kept_value(look, at), at))])


def kept_value(look: Outlook, at: int) -> float:
    """What an own marker is worth that lies there already: dearer where it is the only one of its kind."""
    owned = look.state.owned(look.side)
    same = sum(KIND[one] == KIND[at] for one in owned)
    if KIND[at] == TOWN:
        return prices.MARKER + (prices.TOWN_FIRST if same == 1 else 0.2)
    return prices.MARKER + (prices.KIND_FIRST + (2.0 if "freyr" in look.open else 0.0) if same == 1 else 0.0)


def retreat(state: State, decision: Decision) -> Move:
    """Home to the most valuable land, away from others."""
    look = Outlook(state, decision.seat)
    hero = state.heroes(look.side)["FM".index(decision.text("hero"))]
    places = refuges(state, hero)
    return Retreat(to=TERRITORIES[max(places, key=lambda at: (_refuge(look, at), -at))])


def _refuge(look: Outlook, at: int) -> float:
    value = kept_value(look, at) if KIND[at] <= TOWN else 0.5
    return value - 0.3 * sum(look.state.markers[one] not in (NONE, look.side) for one in look.state.land.near[at])


def stand_again(state: State, decision: Decision) -> Move:
    """A weak creature for a hero who has still something to do; not where lying is what Baldr asks for."""
    look = Outlook(state, decision.seat)
    hero = state.heroes(look.side)["FM".index(decision.text("hero"))]
    creatures = sorted((card for card in look.hand if SORT[card] == "creature"), key=lambda card: _lost(look, card))
    if not creatures or ("baldr" in look.gods and look.now("baldr")):
        return No()
    worth = 0.0 if state.moved[hero] else 4.1 if "heimdall" in look.gods else 1.9
    return StandUp(creature=NAME[creatures[0]]) if _lost(look, creatures[0]) < worth else No()


def _lost(look: Outlook, card: int) -> float:
    """What it costs to sacrifice a card: it is gone for good."""
    return look.stay(card) + 0.5 * prices.price(card)


def target(state: State, decision: Decision) -> Move:
    """Where an event leaves a choice: what is missed least; attackers whose creatures match least."""
    look = Outlook(state, decision.seat)
    what, numbers = decision.text("what"), [TERRITORY[name] for name in decision.texts("places")]
    if what == "target":
        return Target(territory=TERRITORIES[min(numbers, key=lambda at: (kept_value(look, at), at))])
    if what == "marker":
        return Target(territory=TERRITORIES[min(numbers, key=lambda at: (land_value(look, at), at))])
    return Target(territory=TERRITORIES[numbers[0]])
