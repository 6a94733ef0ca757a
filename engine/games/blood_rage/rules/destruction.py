"""Destruction and Valhalla (R11)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.flow import step
from engine.core.moves import Seat
from engine.games.blood_rage.data import BY_CODE, FJORD_OF, OUTER, PLACES, VALHALLA
from engine.games.blood_rage.happenings import FiguresDestroyed
from engine.games.blood_rage.rules.play import Rage, card, on_sheet, text, trait
from engine.games.blood_rage.state import State

SACRIFICE = "FSA"  # a cost: nothing saves from it (R20.35)


def destroy(play: Rage, figures: Iterable[tuple[Seat, int]], acting: Seat, why: str, each: int = 0) -> None:
    """Destroy these figures together, as the next thing that happens (R11.2); each pays its owner `each` Glory.

    First the owners may save theirs, the acting player first. `why`: "battle", "ragnarok" or the code of a card.
    """
    play.state.doomed = [[seat, figure] for seat, figure in figures]
    if not play.state.doomed:
        return
    owners = {seat for seat, _ in play.state.doomed} if why != SACRIFICE else set()
    play.then(*(mercy(seat, why) for seat in play.state.around(acting) if seat in owners), bury(why, each))


@step
def mercy(play: Rage, seat: Seat, why: str) -> None:
    """The owner may let the Volur Witch flee and use Frigga's Protection."""
    state = play.state
    frames = []
    for owner, figure in state.doomed:
        code = state.kind(owner, figure)
        name = BY_CODE[code].name if code in BY_CODE else ""
        if owner == seat and card.has(name, "retreat") and state.places[seat][figure] in OUTER:
            frames.append(text(name, "retreat", seat, [figure, why]))
    frames += [text(design.name, "protect", seat, [why]) for design in on_sheet(state, seat, "protect")]
    play.then(*frames)


@step
def bury(play: Rage, why: str, each: int) -> None:
    """Whatever was not saved goes to Valhalla; then ship Glory is scored."""
    state, battle = play.state, play.state.battle
    sunk: list[Seat] = []
    groups: dict[tuple[Seat, int], list[int]] = {}
    for seat, figure in state.doomed:
        groups.setdefault((seat, state.places[seat][figure]), []).append(figure)
    for (seat, where), lost in groups.items():
        sunk += [seat for figure in lost if state.sails(seat, figure)]
        for figure in lost:
            state.places[seat][figure] = VALHALLA
        if battle is not None and battle.fallen:
            battle.fallen[seat] += len(lost)
        codes = tuple(state.kind(seat, figure) for figure in lost)
        play.tell(FiguresDestroyed(seat, codes, PLACES[where], why))
        if each:
            factors = [trait.speak(state, one.name, "ragnarok") for one in on_sheet(state, seat, "ragnarok")]
            play.glory(seat, each * len(lost) * (factors[0] if factors else 1), why)
    state.doomed = []
    for seat in sunk:
        for design in on_sheet(state, seat, "ship_lost"):
            card.speak(play, design.name, "ship_lost", seat)


def doomed_of(state: State, seat: Seat) -> list[int]:
    """A clan's figures that are about to be destroyed."""
    return [figure for owner, figure in state.doomed if owner == seat]


def spare(play: Rage, seat: Seat, figures: Iterable[int]) -> None:
    """These figures are not destroyed (R11.3)."""
    saved = set(figures)
    play.state.doomed = [[owner, figure] for owner, figure in play.state.doomed
                         if owner != seat or figure not in saved]  # fmt: skip


def swept(state: State, seat: Seat, code: str, province: int) -> list[tuple[Seat, int]]:
    """The enemy figures that a monster destroys where it invades (R20.1, R20.6)."""
    design = BY_CODE.get(code)
    if design is None or not card.has(design.name, "invaded") or province not in range(len(FJORD_OF)):
        return []
    victims = {"leader": "L", "warrior": "W", "ship": "S"}
    kinds = {victims[one] for one in design.effect["victims"]}
    return [
        (other, figure)
        for other in range(state.seats) if other != seat
        for figure in state.in_battle(other, province) if state.kind(other, figure) in kinds
    ]  # fmt: skip
