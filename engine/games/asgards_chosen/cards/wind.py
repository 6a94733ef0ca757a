"""Creatures of scrub, hill and mountain (R17.2). `card` is what uses the ability: a Nixie, where it is copied."""

from __future__ import annotations

from engine.core.moves import Seat
from engine.games.asgards_chosen.cards.water import discard_militia
from engine.games.asgards_chosen.data import NAME, NONE, SORT, Design
from engine.games.asgards_chosen.happenings import CardsDiscarded
from engine.games.asgards_chosen.happenings.clashes import CardSetAside
from engine.games.asgards_chosen.moves import Aim
from engine.games.asgards_chosen.rules.battle.plays import aims
from engine.games.asgards_chosen.rules.battle.totals import facing, other_side
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.rules.play import Chosen, ability, held
from engine.games.asgards_chosen.state import State, in_order

# --- Garmr, Mittagsfrau, Strzyga ---------------


@ability("return_self_on_win", at="battle")
def garmr(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """If your side wins, it returns to hand at resolution."""
    play.battle.returns.append(card)


@ability("cancel_terrain_bonus", at="battle")
def mittagsfrau(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """Discard this card: creatures the other side has played so far lose their terrain bonus. Militia keep theirs."""
    state = play.state
    other = other_side(state, seat)
    if other != NONE:
        play.battle.stripped += _creatures(state, other)
    if design.effect["discard_self"]:
        state.played[seat].remove(card)
        state.discards[state.side(seat)].append(card)
        play.tell(CardsDiscarded(seat, (NAME[card],), design.name))


def _creatures(state: State, seat: Seat) -> list[int]:
    return [card for card in state.played[seat] if SORT[card] == "creature"]


@ability("take_from_barrows", at="aims")
def from_barrows(state: State, seat: Seat, design: Design, card: int) -> list[Aim]:
    """The top creature; the better version takes any."""
    if design.effect["select"] == "top" or not state.graves:
        return [Aim()]
    return [Aim(card=name) for name in dict.fromkeys(NAME[one] for one in reversed(state.graves))]


@ability("take_from_barrows", at="battle")
def strzyga(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """Take the top creature of the Barrows into hand; it may then be played normally."""
    graves = play.state.graves
    if graves:
        taken = graves[-1] if aim.card is None else next(one for one in reversed(graves) if NAME[one] == aim.card)
        play.take(seat, taken, graves, design.name)


# --- Svartálfar, Giant Spider, Troll ---------------


@ability("opponent_discards_random", at="battle")
def svartalfar(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """The other player discards 1 card at random."""
    other = other_side(play.state, seat)
    if other != NONE:
        play.discard_random(other, design.number, design.name)


@ability("banish_militia_or_withhold", at="aims")
def in_the_web(state: State, seat: Seat, design: Design, card: int) -> list[Aim]:
    """A militia card on the other side, or a creature that the other side has played."""
    names, other = in_order(facing(state, seat)), other_side(state, seat)
    found = [Aim(how="banish", card=name) for name in names]
    if MODES[state.mode].enemy:
        found += [Aim(how="withhold", card=name) for name in names]
    elif other != NONE:
        found += [Aim(how="withhold", card=name) for name in in_order(_creatures(state, other))]
    return found or [Aim()]


@ability("banish_militia_or_withhold", at="battle")
def giant_spider(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """Banish 1 militia, or withhold 1 creature the other side has played until the end of the campaign phase."""
    state = play.state
    pile = facing(state, seat)
    if aim.card is None:
        return
    if aim.how == "banish" or MODES[state.mode].enemy:
        found = state.named(pile, aim.card)
        assert found is not None
        if aim.how == "banish":
            pile.remove(found)
            play.banish([found], design.name)
        else:
            discard_militia(play, seat, [found], design.name)
        return
    other = other_side(state, seat)
    found = state.named(_creatures(state, other), aim.card)
    assert found is not None
    state.played[other].remove(found)
    state.kept[other].append(found)
    play.tell(CardSetAside(other, NAME[found]))


@ability("discard_for_power", at="aims")
def any_card(state: State, seat: Seat, design: Design, card: int) -> list[Aim]:
    """Any other card of the hand."""
    names = dict.fromkeys(NAME[one] for one in sorted(state.hands[seat]) if one != card)
    return [Aim(card=name) for name in names]


@ability("discard_for_power", "double_power", at="refuse")
def cannot_pay(state: State, seat: Seat, design: Design, aim: Aim, card: int) -> None:
    """The card named is not in hand, where another one could be discarded."""
    if aim.card is not None and aims(state, seat, design, card):
        held(state, seat, aim.card)


@ability("discard_for_power", "double_power", at="cost")
def discard_price(play: Chosen, seat: Seat, design: Design, aim: Aim) -> None:
    """A card of the hand."""
    play.discard(seat, [held(play.state, seat, aim.card or "")], design.name)


@ability("discard_for_power", at="battle")
def troll(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """Discard 1 card from hand: +2 for this Troll."""
    play.battle.boosts.append([card, design.number])


# --- Dvergar (with Huldra), Ormr, Jötunn ---------------


@ability("double_power", at="aims")
def any_item(state: State, seat: Seat, design: Design, card: int) -> list[Aim]:
    """Any item of the hand."""
    names = dict.fromkeys(NAME[one] for one in sorted(state.hands[seat]) if SORT[one] == "item")
    return [Aim(card=name) for name in names]


@ability("double_power", at="battle")
def ormr(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """Discard an item from hand: this Ormr's power and terrain bonus together are doubled."""
    play.battle.doubled.append(card)


@ability("double_power", at="muster")
def ormr_pays(design: Design, bought: Design) -> int:
    """Power and terrain bonus together are doubled; see `rules.muster.payment`."""
    return 0


@ability("cancel_militia_bonus", at="battle")
def jotunn(play: Chosen, seat: Seat, card: int, design: Design, aim: Aim) -> None:
    """Militia on the other side lose their terrain bonus for this battle."""
    play.battle.stripped += facing(play.state, seat)
