"""God phase and charm phase, and appeasing in these and the campaign phase (R5, R6, R12)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Seat
from engine.core.questions import Question
from engine.games.asgards_chosen.data import CARDS, DESIGNS, NAME, SORT
from engine.games.asgards_chosen.happenings import CharmPlayed, GodAppeased, GodPlayed, NobodyAppeased
from engine.games.asgards_chosen.moves import AnyMove, Appease, Done, PlayCharm, PlayGod
from engine.games.asgards_chosen.rules.finish import over
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.rules.play import Chosen, demand, effect, favor, held, sort_of
from engine.games.asgards_chosen.state import State

# --- The god phase ---------------


@step
def god_turn(play: Chosen, seat: Seat, again: bool = False) -> None:  # noqa: FBT001, FBT002  a frame's argument
    """A god may be played for the favor, one appeased, in any order (R5.1)."""
    _ask(play, seat, "god", again=again)


@step
def charm_turn(play: Chosen, seat: Seat, again: bool = False) -> None:  # noqa: FBT001, FBT002  a frame's argument
    """An item may be played for its charm, a god appeased (R6.1)."""
    _ask(play, seat, "charm", again=again)


def _ask(play: Chosen, seat: Seat, phase: str, *, again: bool) -> None:
    """Whoever has cards is asked; after the first answer only if something may be left that can be done.

    What a hand leaves open is its owner's secret, so all that it might is asked for. Version 1 looked into the hand.
    """
    state = play.state
    state.seat = seat
    left = _may_be_left if play.version > 1 else _left
    if not state.hands[seat] or (again and not left(state, seat, phase)):
        return
    play.ask(phase, (seat,), phase_done(phase))


def _may_be_left(state: State, seat: Seat, phase: str) -> bool:
    """As far as all can see who may play one card of a sort and appease one god."""
    return shown(state, seat, _SORT[phase]) is None or not _bars_appeasing(state, seat)


def _left(state: State, seat: Seat, phase: str) -> bool:
    if appeasable(state, seat, phase):
        return True
    playable = gods_in_hand(state, seat) if phase == "god" else charms_in_hand(state, seat)
    return not shown(state, seat, _SORT[phase]) and bool(playable)


_SORT = {"god": "god", "charm": "item"}


@answered
def phase_done(play: Chosen, answers: Answers, phase: str) -> None:
    for seat, move in answers.items():
        if isinstance(move, Done):
            return
        play.then(god_turn(seat, again=True) if phase == "god" else charm_turn(seat, again=True))
        if isinstance(move, Appease):
            appease(play, seat, move)
        elif isinstance(move, PlayGod):
            play_god(play, seat, move)
        else:
            play_charm(play, seat, move)


def shown(state: State, seat: Seat, sort: str) -> int | None:
    """The god or the charm that a seat has played in this round."""
    return next((card for card in state.shown[seat] if SORT[card] == sort), None)


def play_god(play: Chosen, seat: Seat, move: PlayGod) -> None:
    """It lies there until renewal; a favor of this phase is done at once (R5.2)."""
    card = held(play.state, seat, move.god)
    play.leave(seat, [card])
    play.state.shown[seat].append(card)
    play.tell(GodPlayed(seat, move.god))
    favor.speak(play, CARDS[card].what, "god", seat, CARDS[card], move)


def play_charm(play: Chosen, seat: Seat, move: PlayCharm) -> None:
    """It lies there until renewal (R6.2)."""
    card = held(play.state, seat, move.item)
    play.leave(seat, [card])
    play.state.shown[seat].append(card)
    play.tell(CharmPlayed(seat, move.item))
    effect.speak(play, CARDS[card].what, "charm", seat, CARDS[card], move)


# --- Appeasing (R12) ---------------


def appease(play: Chosen, seat: Seat, move: Appease) -> None:
    """Pay what the god asks for; the card goes to the appeased row."""
    state = play.state
    side = state.side(seat)
    card = held(state, seat, move.god)
    demand.speak(play, CARDS[card].appease["kind"], "paid", seat, CARDS[card], move)
    play.leave(seat, [card])
    state.appeased[side].append(card)
    state.calmed.append(seat)
    play.tell(GodAppeased(seat, move.god, len(state.appeased[side])))
    if play.mode.won(state):
        state.flow.frames.clear()
        play.then(over())
    elif len(state.appeased[side]) >= play.mode.wanted(state):
        play.end("gods")


def gods_in_hand(state: State, seat: Seat) -> list[int]:
    """The god cards of a hand."""
    return [card for card in state.hands[seat] if SORT[card] == "god"]


def charms_in_hand(state: State, seat: Seat) -> list[int]:
    """The items of a hand that have a charm."""
    return [card for card in state.hands[seat] if "charm" in CARDS[card].phases and SORT[card] == "item"]


def appeasable(state: State, seat: Seat, phase: str) -> list[str]:
    """The gods of a hand that could be appeased now."""
    if _bars_appeasing(state, seat):
        return []
    found = []
    for card in gods_in_hand(state, seat):
        wanted = CARDS[card].appease
        if wanted["phase"] == phase and demand.text(wanted["kind"], "can")(state, seat, CARDS[card]):
            found.append(NAME[card])
    return found


def _bars_appeasing(state: State, seat: Seat) -> bool:
    """Whether no god can be appeased now, whatever the hand holds (R12.1, R16.3)."""
    mode = MODES[state.mode]
    taken = bool(state.calmed) if mode.shared else seat in state.calmed
    return taken or (mode.shared and not state.turn_over)


def could_appease(state: State, seat: Seat, phase: str) -> bool:
    """Whether a hand may hold a god that can be appeased now; in the campaign all that gods ask for lies open."""
    wanted = (god for god in DESIGNS.values() if god.sort == "god" and god.appease["phase"] == phase)
    barred = _bars_appeasing(state, seat)
    return not barred and any(demand.text(god.appease["kind"], "can")(state, seat, god) for god in wanted)


def check_appease(state: State, seat: Seat, phase: str, move: Appease) -> None:
    """Raises IllegalMove (R12.1, R12.2, R16.3)."""
    mode = MODES[state.mode]
    design = DESIGNS.get(move.god)
    if design is None or design.sort != "god":
        raise IllegalMove("E_CARD", card=move.god)
    if all(NAME[card] != move.god for card in state.hands[seat]):
        raise IllegalMove("E_GOD_NOT_IN_HAND", god=move.god)
    if design.appease["phase"] != phase or (mode.shared and not state.turn_over):
        raise IllegalMove("E_WRONG_PHASE", god=move.god, phase=design.appease["phase"])
    if state.calmed if mode.shared else seat in state.calmed:
        raise IllegalMove("E_ALREADY_APPEASED_THIS_PHASE")
    demand.text(design.appease["kind"], "check")(state, seat, design, move)


def ways_to_appease(state: State, seat: Seat, phase: str) -> Iterator[Option]:
    """A line for each god that can be appeased."""
    for god in appeasable(state, seat, phase):
        menu: Menu = demand.text(DESIGNS[god].appease["kind"], "ways")(state, seat, DESIGNS[god])
        yield _line(("appease", god), menu)


def _line(what: tuple[str, ...], menu: Menu) -> Option:
    move = menu.single()
    return Option(what, move) if move is not None else Option(what, then=lambda: menu)


# --- Questions ---------------


class GodPhase(Question[State, AnyMove]):
    """Which god is played, which one appeased?"""

    kind = "god"
    answers = (PlayGod, Appease, Done)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        seat = asked.seat
        gods = gods_in_hand(state, seat) if shown(state, seat, "god") is None else []
        lines = [_line(("god", NAME[card]), _favors(state, seat, card)) for card in sorted(gods)]
        return Lines((Option(("done",), Done(), label="0"), *ways_to_appease(state, seat, "god"), *lines))

    def check(self, state: State, asked: Asked[AnyMove], move: PlayGod | Appease | Done) -> None:
        if isinstance(move, Appease):
            check_appease(state, asked.seat, "god", move)
        elif isinstance(move, PlayGod):
            if sort_of(move.god) != "god":
                raise IllegalMove("E_WRONG_PHASE" if sort_of(move.god) else "E_CARD", card=move.god)
            if shown(state, asked.seat, "god") is not None:
                raise IllegalMove("E_GOD_ALREADY_PLAYED")
            card = held(state, asked.seat, move.god)
            check = favor.find(CARDS[card].what, "check")
            if check is not None:
                check(state, asked.seat, CARDS[card], move)
            elif move.card is not None or move.on is not None:
                raise IllegalMove("E_NOTHING_TO_NAME", card=move.god)


def _favors(state: State, seat: Seat, card: int) -> Menu:
    ways = favor.find(CARDS[card].what, "ways")
    if ways is None:
        return Lines((Option(("god", NAME[card]), PlayGod(god=NAME[card])),))
    menu: Menu = ways(state, seat, CARDS[card])
    return menu


class CharmPhase(Question[State, AnyMove]):
    """Which charm is played, which god appeased?"""

    kind = "charm"
    answers = (PlayCharm, Appease, Done)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        seat = asked.seat
        charms = charms_in_hand(state, seat) if shown(state, seat, "item") is None else []
        lines = [_line(("charm", NAME[card]), _charms(state, seat, card)) for card in sorted(charms)]
        return Lines((Option(("done",), Done(), label="0"), *ways_to_appease(state, seat, "charm"), *lines))

    def check(self, state: State, asked: Asked[AnyMove], move: PlayCharm | Appease | Done) -> None:
        if isinstance(move, Appease):
            check_appease(state, asked.seat, "charm", move)
        elif isinstance(move, PlayCharm):
            if sort_of(move.item) != "item":
                raise IllegalMove("E_WRONG_PHASE" if sort_of(move.item) else "E_CARD", card=move.item)
            if shown(state, asked.seat, "item") is not None:
                raise IllegalMove("E_CHARM_ALREADY_PLAYED")
            card = held(state, asked.seat, move.item)
            if "charm" not in CARDS[card].phases:
                raise IllegalMove("E_WRONG_PHASE", card=move.item)
            check = effect.find(CARDS[card].what, "check")
            if check is not None:
                check(state, asked.seat, CARDS[card], move)
            elif (move.card, move.hero, move.to, move.on) != (None, None, None, None):
                raise IllegalMove("E_NOTHING_TO_NAME", card=move.item)


def _charms(state: State, seat: Seat, card: int) -> Menu:
    ways = effect.find(CARDS[card].what, "ways")
    if ways is None:
        return Lines((Option(("charm", NAME[card]), PlayCharm(item=NAME[card])),))
    menu: Menu = ways(state, seat, CARDS[card])
    return menu


class AfterTurn(Question[State, AnyMove]):
    """Is a god appeased now?"""

    kind = "after"
    answers = (Appease, Done)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        lines = ways_to_appease(state, asked.seat, asked.text("phase"))
        return Lines((Option(("done",), Done(), label="0"), *lines))

    def check(self, state: State, asked: Asked[AnyMove], move: Appease | Done) -> None:
        if isinstance(move, Appease):
            check_appease(state, asked.seat, asked.text("phase"), move)


@step
def after(play: Chosen, seat: Seat, phase: str) -> None:
    """Whoever can appease a god now is asked (R7.6, R16.3)."""
    if appeasable(play.state, seat, phase):
        play.ask("after", (seat,), after_done(seat, phase), phase=phase)


@answered
def after_done(play: Chosen, answers: Answers, seat: Seat, phase: str) -> None:
    for move in answers.values():
        if isinstance(move, Appease):
            appease(play, seat, move)
        elif play.mode.shared and play.version > 1:
            play.tell(NobodyAppeased(seat))
