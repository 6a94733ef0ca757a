"""Monsters (R20.1-R20.9)."""

from __future__ import annotations

from engine.core.flow import Answers, Asked, answered
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import Move, Seat
from engine.core.questions import Question
from engine.games.blood_rage.data import PLACES, YGGDRASIL
from engine.games.blood_rage.happenings import WitchRetreated
from engine.games.blood_rage.moves import AnyMove, Volur
from engine.games.blood_rage.rules.battle.plunder import reward
from engine.games.blood_rage.rules.battle.settle import enemies_fallen
from engine.games.blood_rage.rules.destruction import destroy, doomed_of, spare, swept
from engine.games.blood_rage.rules.play import Rage, card, effect, trait
from engine.games.blood_rage.state import State


@card("troll", at="invaded")
def troll(play: Rage, seat: Seat, province: int) -> None:
    """Where it invades, all enemy Warriors are destroyed."""
    destroy(play, swept(play.state, seat, "TRO", province), seat, "TRO")


@card("fire_giant", at="invaded")
def fire_giant(play: Rage, seat: Seat, province: int) -> None:
    """Where it invades, all enemy figures but monsters are destroyed, in the fjord too."""
    destroy(play, swept(play.state, seat, "FIR", province), seat, "FIR")


@trait("dwarf_chieftain", "soldier_of_hel", at="price")
def costs_nothing(state: State) -> int:
    """Card and invasion cost 0 Rage."""
    return 0


@trait("sea_serpent", at="ship")
def is_a_ship(state: State) -> bool:
    """A ship in every respect, and a monster as well."""
    return True


@card("valkyrie", at="aftermath")
def valkyrie(play: Rage, seat: Seat) -> None:
    """Each enemy figure destroyed in her battle pays 2 Glory, whoever won."""
    play.glory(seat, effect("valkyrie", "glory") * enemies_fallen(play.state, seat), "VAL")


@trait("dark_elf", at="may_invade")
def may_invade_yggdrasil(state: State) -> bool:
    """May invade Yggdrasil."""
    return True


@trait("dark_elf", at="strength")
def dark_elf_in_yggdrasil(state: State) -> int:
    """Strength 3 in Yggdrasil."""
    return effect("dark_elf", "str_there")


@card("frost_giant", at="plunder")
def frost_giant(play: Rage, seat: Seat) -> None:
    """If it stands there the reward is taken again."""
    play.then(reward())


# --- The Volur Witch ---------------


@card("volur_witch", at="retreat")
def volur_witch(play: Rage, seat: Seat, figure: int, why: str) -> None:
    """About to be destroyed in an outer province she may go to Yggdrasil instead."""
    if figure in doomed_of(play.state, seat):
        place = PLACES[play.state.places[seat][figure]]
        play.ask("volur", (seat,), fled(figure), place=place, why=why)


@answered
def fled(play: Rage, answers: Answers, figure: int) -> None:
    state = play.state
    for seat, move in answers.items():
        if move.retreat:
            source = state.places[seat][figure]
            spare(play, seat, [figure])
            state.places[seat][figure] = YGGDRASIL
            play.tell(WitchRetreated(seat, PLACES[source]))


class Flee(Question[State, AnyMove]):
    """Does the Volur Witch go to Yggdrasil?"""

    kind = "volur"
    answers = (Volur,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        return Lines(tuple(Option(("volur", word), Volur(retreat=word)) for word in (True, False)))

    def check(self, state: State, asked: Asked[AnyMove], move: Move) -> None:
        """Both can always be said."""

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        """Yes in the Action phase; no in Ragnarok, where her death pays."""
        return Volur(retreat=state.stage == "action")
