"""The muster phase: turns round and round until all pass (R10)."""

from __future__ import annotations

from engine.core.flow import Answers, Asked, Frame, answered, step
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Json, Seat
from engine.core.questions import Question
from engine.games.asgards_chosen.data import (
    CARDS,
    COLUMNS,
    FAERY_RING,
    HEROES,
    KIND,
    NAME,
    NONE,
    SLOT,
    SLOTS,
    SORT,
    TOWN,
    Design,
)
from engine.games.asgards_chosen.happenings import (
    CardMustered,
    CardsDiscarded,
    EnemyTurned,
    MusterPassed,
    PaymentFailed,
    PaymentOpened,
    PhaseBegan,
    RingUsed,
)
from engine.games.asgards_chosen.moves import AddPay, AnyMove, Muster, PassTurn, Pay, Ring
from engine.games.asgards_chosen.rules.battle.totals import standing
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.rules.muster.events import happens, refill
from engine.games.asgards_chosen.rules.muster.paying import payments
from engine.games.asgards_chosen.rules.muster.payment import (
    bonus,
    cost,
    drawing_with,
    drawn_by,
    helpers,
    payment,
    pays,
)
from engine.games.asgards_chosen.rules.play import Chosen
from engine.games.asgards_chosen.state import State


@step
def muster_phase(play: Chosen) -> None:
    """In turn order (R10.1)."""
    state = play.state
    state.stage, state.passes, state.rings, state.mustered = "muster", 0, [], NONE
    state.turn = 0
    play.tell(PhaseBegan("muster"))
    play.then(muster_turn(state.first))


@step
def muster_turn(play: Chosen, seat: Seat) -> None:
    """The Tisch is filled first; then the player musters or passes (R10.2, R10.5)."""
    play.state.seat = seat
    play.state.turn += 1
    play.then(refill(seat), muster_ask(seat))


@step
def muster_ask(play: Chosen, seat: Seat) -> None:
    play.ask("muster", (seat,), mustering(seat))


@answered
def mustering(play: Chosen, answers: Answers, seat: Seat) -> None:
    state = play.state
    for move in answers.values():
        if isinstance(move, Ring):
            play.then(muster_ask(seat))
            _ring(play, seat, 2 * state.side(seat) + HEROES.index(move.hero))
            return
        play.then(turn_over(seat))
        if isinstance(move, Muster):
            _muster(play, seat, move)
        else:
            state.passes += 1
            play.tell(MusterPassed(seat))


@step
def turn_over(play: Chosen, seat: Seat) -> None:
    """What solitaire does after every turn; then the next player, unless all have passed (R10.1, R15.6)."""
    state = play.state
    following = next_turn((seat + 1) % state.seats)
    if play.mode.enemy:
        play.then(refill(seat), enemy_takes(), refill(seat), following)
    else:
        play.then(following)


@step
def next_turn(play: Chosen, seat: Seat) -> None:
    if not play.mode.enough_passes(play.state):
        play.then(muster_turn(seat))


@step
def enemy_takes(play: Chosen) -> None:
    """The card under the enemy's tile goes; the tile moves with the one that slides, and turns (R15.6)."""
    state = play.state
    up, down = state.tile
    card, state.tisch[up] = state.tisch[up], NONE
    if card != NONE:
        play.banish([card], "enemy")
    state.tile = [down, up]
    play.tell(EnemyTurned(down, up))


# --- Faery Ring (R10.4) ---------------


def _ring(play: Chosen, seat: Seat, hero: int) -> None:
    state = play.state
    state.rings.append(hero)
    card = play.reveal()
    play.tell(RingUsed(seat, HEROES[hero % 2], NAME[card] if card != NONE else ""))
    if card == NONE:
        return
    if SORT[card] == "event":
        play.then(happens(card, seat))
    else:
        state.hands[seat].append(card)
        play.grown(seat)


def rings(state: State, seat: Seat) -> list[int]:
    """The active heroes of a seat on a Faery Ring that works."""
    if not state.lands_work:
        return []
    heroes = MODES[state.mode].movable(state, seat)
    return [
        one for one in heroes if not state.down[one] and state.at[one] != NONE and KIND[state.at[one]] == FAERY_RING
    ]


# --- What may be mustered (R10.5) ---------------


def may_take(state: State, seat: Seat, slot: int) -> bool:
    """Whether a card of this slot is open to a seat; by Frigg's favor too."""
    card = state.tisch[slot]
    if card == NONE:
        return False
    design = CARDS[card]
    if slot < COLUMNS:
        return _bottom(state, seat, design)
    return _scouted(state, seat, design) or needs_frigg(state, seat, slot)


def market_open(state: State, seat: Seat) -> bool:
    """Whether any card is open to a seat, whatever it could pay."""
    return any(may_take(state, seat, slot) for slot in range(len(SLOTS)))


def needs_frigg(state: State, seat: Seat, slot: int) -> bool:
    """Whether a top row card is open by Frigg's favor alone; so are enchanted items, which nobody can scout (R17.1)."""
    design = CARDS[state.tisch[slot]]
    allowed = slot >= COLUMNS and not _scouted(state, seat, design)
    return allowed and bool(standing(state, seat, "frigg")) and _bottom(state, seat, design)


def _bottom(state: State, seat: Seat, design: Design) -> bool:
    side = state.side(seat)
    if design.sort == "creature":
        return state.controls(side, design.terrain)
    if design.kind == "town":
        return state.controls(side, TOWN)
    return any(not state.down[one] and KIND[state.at[one]] > TOWN for one in state.heroes(side))


def _scouted(state: State, seat: Seat, design: Design) -> bool:
    """Deep scouting: a matching territory with both the marker and an active hero (R10.5.2)."""
    if design.kind == "enchanted":
        return False
    side, kind = state.side(seat), design.terrain if design.sort == "creature" else TOWN
    return any(
        not state.down[one] and state.markers[state.at[one]] == side and KIND[state.at[one]] == kind
        for one in MODES[state.mode].movable(state, seat)
    )


# --- Mustering (R10.6) ---------------


def _muster(play: Chosen, seat: Seat, move: Muster) -> None:
    state = play.state
    slot = SLOT[move.slot]
    design = CARDS[state.tisch[slot]]
    cards, power = payment(state, seat, move.pay, design)
    power += bonus(state, seat, favor=move.favor)
    favor = move.favor and play.version > 2
    if move.favor:
        _spend(state, seat, "freyja")
    play.leave(seat, cards)
    state.played[seat] += cards
    if move.open:
        names = tuple(NAME[card] for card in cards)
        play.tell(PaymentOpened(seat, design.name, names, power, _helped(play, favor=favor)))
        play.then(_told(add_window(seat, slot, power, move.top, favor=favor)))
    draws = sum(drawn_by(card, one) for card, one in zip(cards, move.pay, strict=True))
    if draws:
        play.draw(seat, draws, "payment")
    if not move.open:
        _pay(play, seat, slot, power, move.top, favor=favor)


def _spend(state: State, seat: Seat, god: str) -> None:
    card = state.favor(seat, god)
    assert card is not None
    state.spent.append(card)


def _pay(play: Chosen, seat: Seat, slot: int, power: int, top: str | None, *, favor: bool) -> None:
    """Card and payment onto the own discard pile; if all that lies there is too little, the payment alone."""
    state = play.state
    card, paid = state.tisch[slot], state.played[seat]
    names = tuple(NAME[one] for one in paid)
    state.played[seat] = []
    pile = state.discards[state.side(seat)]
    price = cost(state, CARDS[card])
    if power < price:
        pile += paid
        state.passes += 1
        play.tell(PaymentFailed(seat, NAME[card], names, power), CardsDiscarded(seat, names, "payment"))
        return
    helped = _helped(play, favor=favor)
    if needs_frigg(state, seat, slot):
        helped += ("frigg",) * (play.version > 2)
        _spend(state, seat, "frigg")
    state.tisch[slot], state.passes, state.mustered = NONE, 0, seat
    order = [*paid, card]
    upper = next((one for one in reversed(order) if top is not None and NAME[one] == top), card)
    order.remove(upper)
    pile += [*order, upper]
    play.tell(CardMustered(seat, NAME[card], SLOTS[slot], names, power, price, helped))


def _helped(play: Chosen, *, favor: bool) -> tuple[str, ...]:
    """What a payment tells of besides its cards; nothing before version 3."""
    return helpers(play.state, favor=favor) if play.version > 2 else ()


# --- Open payments (R10.6.4) ---------------


def _told(frame: Frame) -> Frame:
    """Without the favor where there is none to tell of: no game of version 2 has it, which the release before reads."""
    if frame.args["favor"]:
        return frame
    return Frame(frame.step, {name: value for name, value in frame.args.items() if name != "favor"})


@step
def add_window(play: Chosen, seat: Seat, slot: int, power: int, top: str | None = None, *, favor: bool = False) -> None:
    """What has been drawn may be added."""
    about: dict[str, Json] = {"slot": SLOTS[slot], "power": power}
    if play.version > 2:  # what is asked about is part of a question that is open in a game of before
        about["cost"] = cost(play.state, CARDS[play.state.tisch[slot]])
    play.ask("add", (seat,), _told(added(seat, slot, power, top, favor=favor)), **about)


@answered
def added(
    play: Chosen, answers: Answers, seat: Seat, slot: int, power: int, top: str | None = None, *, favor: bool = False
) -> None:
    state = play.state
    for move in answers.values():
        if not move.pay:
            _pay(play, seat, slot, power, top, favor=favor)
            return
        cards, more = payment(state, seat, move.pay, CARDS[state.tisch[slot]])
        play.leave(seat, cards)
        state.played[seat] += cards
        play.then(_told(add_window(seat, slot, power + more, top, favor=favor)))
        draws = sum(drawn_by(card, one) for card, one in zip(cards, move.pay, strict=True))
        if draws:
            play.draw(seat, draws, "payment")


class AddToPayment(Question[State, AnyMove]):
    """What is added to the open payment?"""

    kind = "add"
    answers = (AddPay,)

    def _card(self, state: State, asked: Asked[AnyMove]) -> Design:
        return CARDS[state.tisch[SLOT[asked.text("slot")]]]

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        design = self._card(state, asked)
        found = {
            NAME[card]: worth
            for card in sorted(state.hands[asked.seat])
            if (worth := pays(state, card, design)) is not None
        }
        lines = [
            Option(("pay", one.card, one.draw, worth), AddPay(pay=(one,)))
            for name, worth in found.items()
            for one in dict.fromkeys((Pay(card=name), drawing_with(name)))
        ]
        return Lines((Option(("enough",), AddPay(), label="0"), *lines))

    def check(self, state: State, asked: Asked[AnyMove], move: AddPay) -> None:
        payment(state, asked.seat, move.pay, self._card(state, asked))


# --- The question ---------------


class MusterTurn(Question[State, AnyMove]):
    """Which card is mustered, and what pays for it?"""

    kind = "muster"
    answers = (Muster, PassTurn, Ring)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        seat = asked.seat
        lines = [Option(("pass",), PassTurn(), label="0")]
        lines += [
            Option(("ring", HEROES[hero % 2]), Ring.model_validate({"hero": HEROES[hero % 2]}))
            for hero in rings(state, seat)
            if hero not in state.rings
        ]
        for slot in range(len(SLOTS)):
            if may_take(state, seat, slot):
                lines += list(payments(state, seat, slot))
        return Lines(tuple(lines))

    def check(self, state: State, asked: Asked[AnyMove], move: Muster | PassTurn | Ring) -> None:
        seat = asked.seat
        if isinstance(move, PassTurn):
            if move.draw:
                raise IllegalMove("E_NOT_HEMMED_IN")
        elif isinstance(move, Ring):
            hero = 2 * state.side(seat) + HEROES.index(move.hero)
            if hero in state.rings:
                raise IllegalMove("E_RING_USED", hero=move.hero)
            if state.down[hero]:
                raise IllegalMove("E_HERO_VANQUISHED", hero=move.hero)
            if hero not in rings(state, seat):
                raise IllegalMove("E_NO_RING", hero=move.hero)
        else:
            self._check_muster(state, seat, move)

    def _check_muster(self, state: State, seat: Seat, move: Muster) -> None:
        slot = SLOT.get(move.slot, NONE)
        if slot == NONE or state.tisch[slot] == NONE:
            raise IllegalMove("E_SLOT", slot=move.slot)
        design = CARDS[state.tisch[slot]]
        if not may_take(state, seat, slot):
            raise IllegalMove("E_CANNOT_MUSTER" if slot < COLUMNS else "E_NO_DEEP_SCOUT", card=design.name)
        if move.favor and not standing(state, seat, "freyja"):
            raise IllegalMove("E_NO_FAVOR")
        _, power = payment(state, seat, move.pay, design)
        power += bonus(state, seat, favor=move.favor)
        if power < cost(state, design) and not move.open:
            raise IllegalMove("E_PAYMENT_SHORT", card=design.name, cost=cost(state, design), power=power)
        if move.top is not None and move.top not in (design.name, *(one.card for one in move.pay)):
            raise IllegalMove("E_CARD_NOT_IN_HAND", card=move.top)
