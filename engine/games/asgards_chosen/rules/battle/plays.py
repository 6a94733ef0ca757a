"""Cards that are played in a battle, one after the other, and their abilities (R8.3, R8.6-R8.9)."""

from __future__ import annotations

from typing import Any

from engine.core.flow import Answers, answered, step
from engine.core.moves import IllegalMove, Seat
from engine.games.asgards_chosen.data import CARDS, DESIGNS, KIND, LATE_PLAYS, NAME, NONE, SORT, TOWN, Design
from engine.games.asgards_chosen.happenings.clashes import AbilityBlocked, AbilityUsed, CardFights
from engine.games.asgards_chosen.moves import Aim, Berserk, Block, Play, Played, Use
from engine.games.asgards_chosen.rules.battle.totals import (
    card_power,
    fighting_gender,
    matches,
    opposed,
    other_side,
    the_battle,
)
from engine.games.asgards_chosen.rules.play import Chosen, ability, effect, held
from engine.games.asgards_chosen.state import State, in_order

ACTIVATED = "double_power"  # the ability that can be used later in the same step (R8.3.3)


def put_down(play: Chosen, seat: Seat, move: Played, how: str) -> None:
    """A card into play; its draw, or the use of its ability."""
    state, battle = play.state, play.battle
    card = held(state, seat, move.card)
    play.leave(seat, [card])
    state.played[seat].append(card)
    if seat == battle.attacker and battle.berserk:
        battle.raging += 1
    design = CARDS[card]
    back = play.version > 3 and design.sort == "item" and move.aim is not None
    play.tell(CardFights(seat, design.name, card_power(state, seat, card), how, back=back))
    if design.sort == "item":
        if move.aim is not None:
            battle.returns.append(card)
        if design.effect.get("draw"):
            play.draw(seat, int(design.effect["draw"]), design.name)
    elif move.aim is not None:
        use(play, seat, card, design, move.aim)


def use(play: Chosen, seat: Seat, card: int, source: Design, aim: Aim) -> None:
    """Use an ability: pay for it; then the other side may interrupt; then it takes effect (R8.9)."""
    play.battle.used.append(card)
    copied = aim.card or "" if source.what == "copy_ability" else ""
    nothing = play.version > 3 and copied and aim.copied is None  # up to version 3 that was the copied creature
    play.tell(AbilityUsed(seat, source.name, copied, "" if nothing else _object(aim)))
    deepest, inner = _deepest(play.state, source, aim)
    cost = ability.find(deepest.what, "cost")
    if cost is not None:
        cost(play, seat, deepest, inner)
    play.then(interrupt(seat, card, deepest.name, inner.model_dump(exclude_defaults=True)))


def _object(aim: Aim) -> str:
    inner = aim.copied or aim
    return inner.to or inner.card or ""


def _deepest(state: State, source: Design, aim: Aim) -> tuple[Design, Aim]:
    """What an ability comes to: that of the copied creature, and what that is used on."""
    if source.what != "copy_ability" or aim.card is None:
        return source, aim
    return CARDS[fighter(state, aim.card)], aim.copied or Aim()


def fighters(state: State) -> list[int]:
    """All creatures of the battle: militia of either side, then played ones, attacker's first."""
    battle = the_battle(state)
    seats = [seat for seat in (battle.attacker, battle.defender) if seat != NONE]
    played = [card for seat in seats for card in state.played[seat] if SORT[card] == "creature"]
    return [*state.militia, *state.turned, *played]


def fighter(state: State, name: str) -> int:
    """A creature of the battle by its name."""
    card = state.named(fighters(state), name)
    assert card is not None
    return card


# --- Interrupts (R8.9) ---------------


@step
def interrupt(play: Chosen, seat: Seat, card: int, source: str, aim: dict[str, Any]) -> None:
    """The other player may block the ability with an enchanted item; whoever has no card is not asked."""
    other = other_side(play.state, seat)
    if other != NONE and play.state.hands[other] and may_play(play.state, other):
        play.window("interrupt", other, interrupted(seat, card, source, aim), card=NAME[card], source=source)
    else:
        play.then(take_effect(seat, card, source, aim))


@answered
def interrupted(play: Chosen, answers: Answers, seat: Seat, card: int, source: str, aim: dict[str, Any]) -> None:
    """Whoever does not block lifts no veil: others would count one more, and know that this was thought over."""
    state, battle = play.state, play.battle
    for other, move in answers.items():
        if not isinstance(move, Block):
            play.then(take_effect(seat, card, source, aim))
            return
        play.lift_veil()
        item = held(state, other, move.item)
        play.leave(other, [item])
        state.played[other].append(item)
        battle.silent.append(item)
        if other == battle.attacker and battle.berserk:
            battle.raging += 1
        play.tell(AbilityBlocked(other, move.item, NAME[card]))
        if CARDS[card].what == "late_play":  # a late play: it adds nothing (R8.9.2)
            state.played[seat].remove(card)
            state.discards[state.side(seat)].append(card)


@step
def take_effect(play: Chosen, seat: Seat, card: int, source: str, aim: dict[str, Any]) -> None:
    """What the ability does."""
    design = DESIGNS[source]
    ability.speak(play, design.what, "battle", seat, card, design, Aim.model_validate(aim))


# --- What can be played ---------------


def may_play(state: State, seat: Seat) -> bool:
    """Whether a side may play cards at all: not for a hero who lies in an enchanted land (R8.6.1)."""
    battle = the_battle(state)
    if seat != battle.defender or KIND[battle.ground] <= TOWN:
        return True
    hero = state.hero_at(battle.ground)
    return hero != NONE and not state.down[hero]


def check_play(state: State, seat: Seat, move: Played | Use) -> None:
    """Raises IllegalMove (R8.3.2, R8.3.3)."""
    if isinstance(move, Use):
        _check_later(state, seat, move)
        return
    card = held(state, seat, move.card)
    design = CARDS[card]
    if design.sort == "creature":
        if opposed(state, card):
            raise IllegalMove("E_OPPOSING_TERRAIN", card=design.name)
        if move.aim is not None:
            check_ability(state, seat, design, move.aim, card)
    elif design.sort == "item":
        if not item_playable(state, seat, design):
            raise IllegalMove("E_NOT_PLAYABLE", card=design.name)
        if move.aim is not None and not (design.effect.get("return_on_win") and move.aim == Aim()):
            raise IllegalMove("E_ABILITY_NOT_USABLE", card=design.name)
    elif move.aim is not None:
        raise IllegalMove("E_ABILITY_NOT_USABLE", card=design.name)


def item_playable(state: State, seat: Seat, design: Design) -> bool:
    """Whether an item adds to a battle here (R17.4)."""
    if not effect.has(design.what, "campaign"):
        return False
    wanted = design.effect.get("hero")
    return wanted is None or wanted == fighting_gender(state, seat)


def _check_later(state: State, seat: Seat, move: Use) -> None:
    card = state.named(state.played[seat], move.card)
    if card is None or not _waits(state, card):
        raise IllegalMove("E_ABILITY_NOT_USABLE", card=move.card)
    check_ability(state, seat, CARDS[card], move.aim, card)


def check_ability(state: State, seat: Seat, design: Design, aim: Aim, card: int) -> None:
    """Raises IllegalMove E_ABILITY_NOT_USABLE, or what the ability itself says of its aim."""
    if ability.find(design.what, "battle") is None or not matches(state, seat, design.terrain):
        raise IllegalMove("E_ABILITY_NOT_USABLE", card=design.name)
    refuse = ability.find(design.what, "refuse")
    if refuse is not None:
        refuse(state, seat, design, aim, card)
    if aim not in aims(state, seat, design, card):
        raise IllegalMove("E_ABILITY_NOT_USABLE", card=design.name)


def aims(state: State, seat: Seat, design: Design, card: int) -> list[Aim]:
    """All that an ability can be used on; none: it cannot be used. An ability without a choice has one empty aim."""
    find = ability.find(design.what, "aims")
    if find is None:
        return [Aim()] if ability.has(design.what, "battle") else []
    found: list[Aim] = find(state, seat, design, card)
    return found


def moves(state: State, seat: Seat, play: type[Play | Berserk] = Play) -> list[Played | Use]:
    """All that a seat can play now, in the order of the cards' numbers."""
    found: list[Played | Use] = []
    names: set[str] = set()
    for card in sorted(state.hands[seat]):
        design = CARDS[card]
        if design.name in names:
            continue
        names.add(design.name)
        if design.sort == "item":
            if item_playable(state, seat, design):
                found.append(play(card=design.name))
                found += [play(card=design.name, aim=Aim())] if design.effect.get("return_on_win") else []
        elif not opposed(state, card):
            found.append(play(card=design.name))
            found += [play(card=design.name, aim=aim) for aim in usable(state, seat, design, card)]
    return [*found, *later_uses(state, seat)]


def usable(state: State, seat: Seat, design: Design, card: int) -> list[Aim]:
    """The aims of a creature's ability where its terrain matches."""
    if design.sort != "creature" or not matches(state, seat, design.terrain):
        return []
    return aims(state, seat, design, card)


def later_uses(state: State, seat: Seat) -> list[Use]:
    """Abilities of cards in play that can still be used (R8.3.3)."""
    played = state.played[seat]
    return [
        Use(card=name, aim=aim)
        for name, card in zip(in_order(played), played, strict=True)
        if _waits(state, card)
        for aim in usable(state, seat, CARDS[card], card)
    ]


def _waits(state: State, card: int) -> bool:
    """Whether a card in play, of the step that is on, has an ability that was not used as it was played."""
    battle = the_battle(state)
    return CARDS[card].what == ACTIVATED and card not in battle.used and card not in battle.before


def late_cards(state: State, seat: Seat) -> list[str]:
    """The late plays of a hand that may be played here (R8.7.3)."""
    return [
        one.name
        for one in LATE_PLAYS
        if matches(state, seat, one.terrain)
        and any(NAME[card] == one.name and not opposed(state, card) for card in state.hands[seat])
    ]


def late_possible(state: State, seat: Seat) -> bool:
    """Whether a late play could be in that hand, as everybody knows."""
    return bool(state.hands[seat]) and any(matches(state, seat, one.terrain) for one in LATE_PLAYS)
