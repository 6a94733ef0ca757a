"""Thor's cards."""

from __future__ import annotations

from engine.core.moves import Seat
from engine.games.blood_rage.data import CARDS, CODE, DESIGNS, Design
from engine.games.blood_rage.happenings import TextsCancelled
from engine.games.blood_rage.rules.actions.deeds import pay
from engine.games.blood_rage.rules.actions.invade import DOMAIN_RAGE
from engine.games.blood_rage.rules.actions.pillage import declare
from engine.games.blood_rage.rules.battle.settle import enemies_fallen
from engine.games.blood_rage.rules.play import Rage, card, effect
from engine.games.blood_rage.rules.stats import choose_stat


@card("thors_primacy", at="primacy")
def thors_primacy(play: Rage, seat: Seat) -> None:
    """The texts of all opponents' cards are cancelled; their +STR stays."""
    battle = play.battle
    found = [one for other in battle.fighters if other != seat for one in play.state.played[other]]
    battle.cancelled += found
    told = tuple(CODE[one] for one in found if _speaks_in_battle(CARDS[one]))
    if told:
        play.tell(TextsCancelled(seat, told))


def _speaks_in_battle(design: Design) -> bool:
    """Whether there is a text to cancel: an upgrade or a quest has none here, an Eye that was laid has said all."""
    return design.kind == "battle" and bool(design.at) and not design.is_late


@card("thors_hammer", "thors_ascension", at="won")
def if_you_win(play: Rage, seat: Seat, name: str) -> None:
    """If you win, Glory (and Rage)."""
    play.rage(seat, effect(name, "rage"), DESIGNS[name].code)
    play.glory(seat, effect(name, "glory"), DESIGNS[name].code)


@card("thors_oath", at="won")
def thors_oath(play: Rage, seat: Seat) -> None:
    """If you win, raise one stat."""
    play.then(choose_stat(seat, "TOA"))


@card("thors_glory", at="aftermath")
def thors_glory(play: Rage, seat: Seat) -> None:
    """2 Glory if 2 or more enemy figures were destroyed in the battle."""
    if enemies_fallen(play.state, seat) >= effect("thors_glory", "at_least"):
        play.glory(seat, effect("thors_glory", "glory"), "TGL")


@card("thors_domain", at="after_invasion")
def thors_domain(play: Rage, seat: Seat, province: int) -> None:
    """Pay 2 Rage to pillage the province that was invaded."""
    pay(play, seat, DOMAIN_RAGE)
    play.then(declare(seat, province, DOMAIN_RAGE, again=False, why="TDO"))


@card("thors_conquest", at="end")
def thors_conquest(play: Rage, seat: Seat) -> None:
    """At the end 3 Glory for each own figure on the board."""
    play.glory(seat, effect("thors_conquest", "glory") * len(play.state.on_board(seat)), "TCO")
