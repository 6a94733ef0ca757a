"""A successful pillage (R10.9)."""

from __future__ import annotations

from engine.core.flow import step
from engine.core.moves import Seat
from engine.games.blood_rage.data import CARDS, LEADER, PLACES, TOKEN_GLORY, has_token
from engine.games.blood_rage.happenings import ProvincePillaged
from engine.games.blood_rage.rules.play import Rage, card, on_sheet, text
from engine.games.blood_rage.rules.stats import raise_stat
from engine.games.blood_rage.state import State


@step
def plunder(play: Rage) -> None:
    """The pillage succeeds (R10.9): the token is turned, then rewards in their order."""
    state, battle = play.state, play.battle
    seat, province = battle.pillager, battle.province
    state.pillaged[province] = True
    play.tell(ProvincePillaged(seat, PLACES[province], state.tokens[province]))
    play.then(reward(), plundering("figures"), plundering("cards"), plundering("leader"))


@step
def reward(play: Rage) -> None:
    """What the token shows."""
    state, battle = play.state, play.battle
    token = state.tokens[battle.province]
    for stat in has_token(token):
        raise_stat(play, battle.pillager, stat, "token")
    if not has_token(token):
        play.glory(battle.pillager, TOKEN_GLORY, "token")


@step
def plundering(play: Rage, what: str) -> None:
    """The texts that speak at a successful pillage: of figures there, of cards played, of the Leader's upgrade."""
    state, battle = play.state, play.battle
    seat, province = battle.pillager, battle.province
    here = state.kinds(seat, province)
    names = [one.name for one in on_sheet(state, seat, "plunder") if one.kind == "monster" and one.code in here]
    if what == "cards":
        names = [name for owner, name in texts_of_round(play) if owner == seat]
    elif what == "leader":
        led = state.places[seat][LEADER] == province
        names = [one.name for one in on_sheet(state, seat, "plunder") if one.kind == "leader" and led]
    play.then(*(text(name, "plunder", seat, []) for name in names if card.has(name, "plunder")))


def texts_of_round(play: Rage) -> list[tuple[Seat, str]]:
    """The battle cards of the last round that were not cancelled, in battle order; none where there was no battle.

    A quest or an upgrade that was laid does nothing (R10.5): what an upgrade says, it says from the clan sheet. In
    version 1 it spoke from the battle as well.
    """
    battle = play.battle
    if not battle.shown:
        return []
    return [
        (seat, CARDS[one].name)
        for seat, shown in zip(battle.fighters, battle.shown, strict=True)
        for one in shown
        if one not in battle.cancelled and (CARDS[one].kind == "battle" or play.version == 1)
    ]


def token_stat(state: State) -> str:
    """The stat that Frigga's Grace cannot raise (R20.44): the token's, if it shows but one."""
    assert state.battle is not None
    token = state.tokens[state.battle.province]
    return token if has_token(token) == (token,) else ""
