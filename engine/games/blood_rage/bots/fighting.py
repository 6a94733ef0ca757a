"""What a clan answers in battles: who joins, which card, what is added late, who is saved."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.moves import Move, Seat
from engine.games.blood_rage.bots import prices
from engine.games.blood_rage.bots.outlook import SPREAD, Outlook, goal_of, surer
from engine.games.blood_rage.data import ADJACENT, BY_CODE, CARDS, CODE, OUTER, PLACES, STRENGTH, WARRIORS
from engine.games.blood_rage.moves import BattleCard, CallMove, CallPass, KeepCards, LateCard, LatePass, Protect
from engine.games.blood_rage.rules.battle.clash import late_cards
from engine.games.blood_rage.rules.strength import battle_totals, plus, single_highest
from engine.games.blood_rage.state import Battle, State

JOIN = 0.35  # by how much each figure that joins must make it better
DENIED = 0.45  # of what the pillager would gain: what it is worth that it does not
LOST = 0.25  # how likely one wins with a tie or worse, as seen before cards are known


def battle_of(state: State) -> Battle:
    """The one that is on."""
    assert state.battle is not None
    return state.battle


# --- The call ---------------


def call(state: State, seat: Seat) -> Move:
    """Bring the figure that helps most, if the battle becomes worth it; never into a hopeless one."""
    look, battle = Outlook(state, seat), battle_of(state)
    place = battle.province
    free = [(source, kind) for source in ADJACENT[place] for kind in dict.fromkeys(state.kinds(seat, source))]
    room = look.empty[place]
    now = stake(look, place, look.mine[place], look.figures[place])
    best: tuple[float, CallMove] | None = None
    group = sorted(_all_beside(look, place), key=lambda one: -STRENGTH[one[1]])
    for count in range(1, min(room, len(group), 4) + 1):
        strength, cost = _joined(look, place, group[:count])
        gain = stake(look, place, strength, look.figures[place] + count) - now - cost - JOIN * count
        if gain > 0 and (best is None or gain > best[0]):
            source, kind = group[0]
            best = gain, CallMove(figure=kind, source=PLACES[source])
    for source, kind in free:
        strength, cost = _joined(look, place, [(source, kind)])
        gain = stake(look, place, strength, look.figures[place] + 1) - now - cost - JOIN
        if gain > 0 and (best is None or gain > best[0]):
            best = gain, CallMove(figure=kind, source=PLACES[source])
    return CallPass() if best is None else best[1]


def _all_beside(look: Outlook, place: int) -> list[tuple[int, str]]:
    return [(source, kind) for source in ADJACENT[place] for kind in look.state.kinds(look.seat, source)]


def _joined(look: Outlook, place: int, group: Sequence[tuple[int, str]]) -> tuple[float, float]:
    """Own strength with these, and what they leave behind."""
    warriors = sum(1 for _, kind in group if kind == "W")
    strength = look.strength_with(place, warriors, sum(STRENGTH[kind] for _, kind in group if kind != "W"))
    cost = 0.0
    for source in {source for source, _ in group}:
        gone = [kind for at, kind in group if at == source]
        left = look.strength_with(source, -gone.count("W"), -sum(STRENGTH[kind] for kind in gone if kind != "W"))
        raiding = look.state.rage[look.seat] > 0
        before = look.place(source, look.mine[source], look.figures[source], raiding=raiding)
        cost += before - look.place(source, left, look.figures[source] - len(gone), raiding=raiding)
        cost -= look.more_questing({source: left})
    return strength, cost


def stake(look: Outlook, place: int, strength: float, figures: int) -> float:
    """What the battle promises a clan with so much there."""
    battle = battle_of(look.state)
    pillager = battle.pillager
    token = 0.0 if battle.again and pillager != look.seat else look.token(place)
    if not figures:
        return -DENIED * token * _unopposed(look, place)
    threats = [(look.strength[one][place] + look.likely(one) + 0.25 * look.beside(one, place), 1.0)
               for one in look.others if look.strength[one][place] > 0]  # fmt: skip
    won = 1.0
    for total, _ in threats:
        won *= _chance(strength + look.card - total)
    held = look.place(place, strength, figures, raiding=False) + look.more_questing({place: strength})
    gone = -look.lost * figures + look.more_questing({place: 0.0})
    if pillager == look.seat:
        return won * (token + (look.axes if threats else 0.0) + held) + (1.0 - won) * gone
    return won * (look.axes + held) + (1.0 - won) * (gone - DENIED * token)


def _unopposed(look: Outlook, place: int) -> float:
    """How likely the pillager has it without this clan."""
    pillager = battle_of(look.state).pillager
    against = max((look.strength[one][place] for one in look.others if one != pillager), default=0.0)
    return 1.0 if against <= 0 else _chance(look.strength[pillager][place] - against)


def _chance(lead: float) -> float:
    return surer(lead / SPREAD)


# --- Cards ---------------


def lay(state: State, seat: Seat) -> Move:
    """The card that promises most: what it wins, what it pays, what is missed when it is gone."""
    look, battle = Outlook(state, seat), battle_of(state)
    swing = _swing(look, battle.province)

    def promise(card: int) -> tuple[float, int]:
        code, won = CODE[card], _carries(look, card)
        return won * (swing + _if_won(look, code) - missed(look, card)) + (1.0 - won) * _if_lost(look, code), -card

    return BattleCard(card=CODE[max(state.hands[seat], key=promise)])


def _carries(look: Outlook, card: int) -> float:
    """How likely the battle is won with this card."""
    state, battle = look.state, battle_of(look.state)
    foes = [one for one in battle.fighters if one != look.seat]
    plus_there = plus(state, look.seat, card)
    added = max(look.likely(one) for one in foes) if plus_there is None else float(plus_there)
    total = look.mine[battle.province] + added + _slain(look, CODE[card])
    won = 1.0
    for one in foes:
        won *= _chance(total - look.strength[one][battle.province] - look.likely(one))
    return won


def _swing(look: Outlook, place: int) -> float:
    """What lies between victory and defeat."""
    battle = battle_of(look.state)
    held = look.place(place, look.mine[place], look.figures[place], raiding=battle.pillager != look.seat)
    held += look.lost * look.figures[place] - look.more_questing({place: 0.0})
    token = look.token(place)
    return held + look.axes + (token if battle.pillager == look.seat else DENIED * token)


def missed(look: Outlook, card: int) -> float:
    """What a card would still be worth, were it not played here."""
    design, state = CARDS[card], look.state
    if design.kind == "battle":
        rest = 0.7 if any(look.open(place) for place in OUTER if place != battle_of(state).province) else 0.35
        return rest * 0.5 * prices.CARD[design.code]
    if design.kind == "quest":
        return design.glory * look.met(goal_of(design)) if state.rage[look.seat] else 0.3
    can = state.rage[look.seat] >= design.strength or state.age < 3
    return 0.6 * prices.CARD[design.code] if can else 0.3


def _if_won(look: Outlook, code: str) -> float:
    """What a card pays its winner beside its strength."""
    pillager = battle_of(look.state).pillager == look.seat
    step = prices.best_step(look.state, look.seat)
    pays = {"THA": 3.0, "TAS": 4.5, "TOA": step, "FGR": step if pillager else 0.0, "OJU": 2.0 * _dying(look, won=True)}
    return pays.get(code, 0.0)


def _if_lost(look: Outlook, code: str) -> float:
    """What a card pays its loser."""
    pays = {"LTR": 1.2, "LBA": 3.0, "LPO": 3.0, "OJU": 2.0 * _dying(look, won=False)}
    return pays.get(code, 0.0)


def _dying(look: Outlook, *, won: bool) -> float:
    battle = battle_of(look.state)
    losers = [one for one in battle.fighters if (one != look.seat) == won]
    return float(sum(len(look.state.in_battle(one, battle.province)) for one in losers))


def _slain(look: Outlook, code: str) -> float:
    """What Odin's cards do before totals are compared, as strength."""
    battle, state = battle_of(look.state), look.state
    foes = [one for one in battle.fighters if one != look.seat]
    if code == "OSM":
        return 1.0 if any(state.find(one, "W", battle.province) is not None for one in foes) else 0.0
    if code != "OTI":
        return 1.6 if code == "TPR" else 0.0
    return max(look.strength[one][battle.province] - _strongest(state, one, battle.province) for one in foes) - (
        look.mine[battle.province] - _strongest(state, look.seat, battle.province)
    )


def _strongest(state: State, seat: Seat, place: int) -> float:
    return float(max((STRENGTH[state.kind(seat, one)] for one in state.in_battle(seat, place)), default=0))


def late(state: State, seat: Seat) -> Move:
    """The weakest cards that turn a battle which is not won yet."""
    battle = battle_of(state)
    me, totals = battle.fighters.index(seat), battle_totals(state)
    held = sorted((code for code in late_cards(state, seat) for _ in range(_copies(state, seat, code))),
                  key=lambda code: BY_CODE[code].plus)  # fmt: skip
    if single_highest(totals) == me:
        return LatePass()
    lead = max(total for at, total in enumerate(totals) if at != me) - totals[me]
    for code in held:
        if BY_CODE[code].plus > lead:
            return LateCard(card=code)
    return LateCard(card=held[-1]) if sum(BY_CODE[code].plus for code in held) > lead else LatePass()


def _copies(state: State, seat: Seat, code: str) -> int:
    return sum(1 for card in state.hands[seat] if CODE[card] == code)


# --- The rest ---------------


def save(state: State, seat: Seat, doomed: Sequence[int]) -> Protect:
    """The figures that are worth a Rage, the dearest first."""
    look = Outlook(state, seat)
    worth = {one: STRENGTH[state.kind(seat, one)] * (0.5 if one in WARRIORS else 0.7) + look.lost for one in doomed}
    wanted = sorted((one for one in doomed if worth[one] > prices.PRICE), key=lambda one: -worth[one])
    spare = max(0, state.rage[seat] - (1 if state.age else 0))
    return Protect(figures=tuple(state.kind(seat, one) for one in wanted[:spare]))


def regain(state: State, seat: Seat) -> KeepCards:
    """Strong cards come back for a Rage while there is more of it than one."""
    best = sorted(state.played[seat], key=lambda card: -prices.CARD[CODE[card]])
    most = max(0, state.rage[seat] - 1)
    return KeepCards(cards=tuple(CODE[card] for card in best if prices.CARD[CODE[card]] >= 4)[:most])
