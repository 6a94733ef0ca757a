"""Two bots that see their desk only: `random` answers anything legal, `greedy` builds and writes whole sheets."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping

from engine.core.contract import Bot, Decision, Desk, Move, Notation, Seat
from engine.games.asgard import moves
from engine.games.asgard.bots.acting import WEAPONS, WIZARDRY, acts, legal
from engine.games.asgard.bots.foresight import Intent, intend, ragnarok_slots
from engine.games.asgard.orders.steps import PlaceStep
from engine.games.asgard.pieces import COLOURS, GODS, NOBODY, RECRUITS, SEALS, STONES, STRENGTH, THOR
from engine.games.asgard.rules import battles
from engine.games.asgard.rules.placing import due, entries
from engine.games.asgard.rules.round_start import LEAST, place_name, places_of
from engine.games.asgard.state import State

NO_MORE_RECRUITS_THAN = 3  # strength that a victory is worth


class RandomBot:
    """Any legal answer, found by walking down the menu."""

    def move(self, desk: Desk, rng: random.Random) -> Move:
        return desk.menus(_asked(desk)).random(rng)

    def sheet(self, desk: Desk, rng: random.Random, notation: Notation, language: str) -> list[str]:
        return [notation.write(self.move(desk, rng), language, desk)]


class GreedyBot:
    """Temples as early as they can be had, discs where they are likely to win, tiles where they help."""

    def move(self, desk: Desk, rng: random.Random) -> Move:
        decision = _asked(desk)
        move = answer_of(desk, decision)
        return desk.menus(decision).first() if move is None else move

    def sheet(self, desk: Desk, rng: random.Random, notation: Notation, language: str) -> list[str]:
        """Everything that can be said now: sign-up, round sheet A or B, the sheet for Ragnarök."""
        decision = _asked(desk)
        write = _SHEETS.get(decision.kind)
        if write is None:
            return [notation.write(self.move(desk, rng), language, desk)]
        return [line for line in write(desk, lambda move: notation.write(move, language, desk)) if line]


Write = Callable[[Move], str]


def answer_of(desk: Desk, decision: Decision) -> Move | None:
    """What the bot has in mind for a question; None: the first line of the menu will do."""
    answer = _ANSWERS.get(decision.kind)
    return None if answer is None else answer(desk)


def _asked(desk: Desk) -> Decision:
    """The question to answer. Raises ValueError when there is none."""
    found = desk.asked()
    if found is None:
        raise ValueError("nothing is asked of this seat")
    return found


# --- single answers


def _recovered(desk: Desk) -> moves.Recover:
    """Supports last, and of the Victory Areas as few as can be."""
    table = desk.view.table
    places = places_of(table, desk.seat)[: LEAST - table.front[desk.seat]]
    return moves.Recover(places=tuple(place_name(place) for place in places))


def _chosen(desk: Desk, count: int) -> tuple[moves.ChooseGods, list[PlaceStep]]:
    """The gods of a round, and the plan for them."""
    table = desk.view.table
    intent = intend(table, desk.seat, count, table.risen_gods())
    steps = [
        PlaceStep(
            god=GODS[god],
            options=tuple(moves.Place.model_validate({"god": GODS[god], "slot": slot}) for slot in intent.slots[god]),
        )
        for god in intent.gods
    ]
    return moves.ChooseGods(gods=tuple(GODS[god] for god in sorted(intent.gods))), steps


def _gods(desk: Desk) -> Move:
    return _chosen(desk, due(desk.view.table, desk.seat))[0]


def _place(desk: Desk) -> Move:
    """The next card of the round's plan."""
    return place_by(desk.view.table, desk.seat, plan_of_round(desk.view.table, desk.seat))


def place_by(table: State, seat: Seat, intent: Intent) -> Move:
    """The next card of a plan."""
    god = next(god for god in intent.gods if god in table.hand[seat])
    open_ = [*entries(table, seat, god), "asgard"]
    return moves.Place.model_validate(
        {"god": GODS[god], "slot": next(slot for slot in intent.slots[god] if slot in open_)}
    )


def plan_of_round(table: State, seat: Seat) -> Intent:
    """What the seat had in mind when it chose its gods.

    A bot remembers nothing between two questions. So each card is placed by the plan for all of the round, worked
    out from the table before the first disc stood; a plan for what is left of the hand forgot what the others were for.
    """
    cards = [*table.shown[seat], *table.hand[seat]]
    before = table.copy()
    before.slots, before.placed = [NOBODY] * len(table.slots), [[] for _ in table.placed]
    intent = intend(before, seat, len(cards), before.risen_gods())
    # Gods that somebody else chose (a clock, a person before the bot) are made the best of.
    return intent if set(intent.gods) == set(cards) else intend(before, seat, len(cards), cards)


def _act(desk: Desk) -> Move | None:
    table = desk.view.table
    for use in _uses(desk):
        return use
    for options in acts(table, desk.seat):
        for option in options:
            if not isinstance(option, moves.Decline) and legal(table, desk.seat, option):
                return option
    return next((options[-1] for options in acts(table, desk.seat) if options), None)


def _uses(desk: Desk) -> Iterable[moves.Use]:
    """Tiles for a weapon or wizardry, as long as nobody can have emptied the stack before."""
    table = desk.view.table
    for tile in table.own_population[desk.seat]:
        kind = table.components.kind[tile]
        if kind in ("weapon", "wizardry") and desk.view.stacks[kind == "wizardry"] > table.seats:
            get = WEAPONS if kind == "weapon" else WIZARDRY
            yield moves.Use(tile=table.components.population[tile], get=get)


def _end(desk: Desk) -> Move:
    return moves.End()


def _battle(desk: Desk) -> Move:
    """A tile, or the fewest recruits that do."""
    table = desk.view.table
    slot = table.fighting[desk.seat][0]
    name = f"B{slot // 2 + 1}{'LD'[slot % 2]}"
    due_ = battles.need(table, slot)
    left, send = battles.left(table, desk.seat), [0, 0, 0]
    if due_ <= NO_MORE_RECRUITS_THAN or table.round == 5:
        strength = 0
        for kind in (2, 1, 0):
            while strength < due_ and send[kind] < left[kind]:
                send[kind] += 1
                strength += STRENGTH[kind]
        if strength >= due_:
            return moves.Battle(slot=name, send=(send[0], send[1], send[2]))
    tiles = battles.tiles_left(table, desk.seat)
    if tiles:
        tile = "tyr_skill" if tiles[0] == battles.TYR_SKILL else table.components.population[tiles[0]]
        return moves.Battle(slot=name, declare=tile)
    return moves.Battle(slot=name)


def _valhalla(desk: Desk) -> Move | None:
    return next((wish for wish in _wishes(desk) if desk.view.table.valhalla[RECRUITS.index(wish.warrior or "")]), None)


def _arm(desk: Desk) -> Move:
    return _arms(desk)[0]


_ANSWERS: Mapping[str, Callable[[Desk], Move | None]] = {
    "recover": _recovered,
    "gods": _gods,
    "place": _place,
    "act": _act,
    "end": _end,
    "offer": lambda _: moves.MakeOffer(),
    "redistribute": lambda _: moves.Redistribute(),
    "battle": _battle,
    "valhalla": _valhalla,
    "arm": _arm,
}


# --- sheets


def _sign_up(desk: Desk, write: Write) -> Iterable[str]:
    colours = [colour for number, colour in enumerate(COLOURS) if number not in desk.view.colours]
    colours = sorted(colours, key=lambda colour: (COLOURS.index(colour) - desk.seat) % 4)
    if _asked(desk).kind == "colour":
        yield write(moves.ChooseColour(colour=colours[0]))
    picks = [write(moves.StartPick(recruit=RECRUITS[kind])) for kind in (1, 0, 2)]
    yield " ".join([picks[0], *(pick.split()[1] for pick in picks[1:])])


def _sheet_a(desk: Desk, write: Write) -> Iterable[str]:
    """Discs taken back, gods, and the plan for them; once in a game also the rankings of givers."""
    table = desk.view.table
    if _asked(desk).kind == "recover":
        yield write(_recovered(desk))
    gods, steps = _chosen(desk, max(LEAST, due(table, desk.seat)))
    yield write(gods)
    for step in steps:
        words = [write(option).split() for option in step.options or ()]
        yield f"{_plan_word(words[0][0])} {words[0][1]}: {' > '.join(word[2] for word in words)}"
    if table.round == 1:
        yield from _givers(desk, write)


def _plan_word(place: str) -> str:
    """PLAN in the language in which PLACE was written."""
    return "ПЛАН" if place == "ПОСТАВИТЬ" else "PLAN"


def _givers(desk: Desk, write: Write) -> Iterable[str]:
    others = tuple(seat for seat in range(desk.view.table.seats) if seat != desk.seat)
    for what, names in (("stone", STONES), ("recruit", RECRUITS), ("seal", SEALS)):
        for name in names:
            yield write(moves.Giver.model_validate({"what": what, "which": name, "players": others}))


def _sheet_b(desk: Desk, write: Write) -> Iterable[str]:
    """Every disc with its fall-backs, and battle orders."""
    table = desk.view.table
    for use in _uses(desk):
        yield write(use)
    for options in acts(table, desk.seat):
        for number, option in enumerate(options):
            yield f"{_other(write) if number else ''}{write(option)}"
    yield from _fights(desk, write)


def _other(write: Write) -> str:
    """What begins a fall-back, in the language of `write`; mail programs would take a `>` for a quotation."""
    return "else " if write(moves.End()) == "END" else "иначе "


def _fights(desk: Desk, write: Write) -> Iterable[str]:
    """`FIGHT rest` with all recruits there may be, giants first."""
    table = desk.view.table
    english = write(moves.End()) == "END"
    listed = "g g o o o w w w" if english else "вел вел оран оран оран бел бел бел"
    limit = "" if table.round == 5 else (" if need<=3" if english else " если нужно<=3")
    tiles = battles.tiles_left(table, desk.seat)
    name = "" if not tiles else table.components.population[tiles[0]] if tiles[0] != battles.TYR_SKILL else "tyr"
    other = f" {'else' if english else 'иначе'} {name}" if name else ""
    yield f"{'FIGHT rest max' if english else 'БОЙ прочие макс'}: {listed}{limit}{other}"


def _wishes(desk: Desk) -> list[moves.Valhalla]:
    """Warriors to the god tile where help counts most."""
    table: State = desk.view.table
    slots = [slot for slot in ragnarok_slots(table, desk.seat) if table.god_at(slot) <= THOR]
    return [
        moves.Valhalla(warrior=RECRUITS[kind], god=GODS[table.god_at(slot)], world=slot // 2 + 1)
        for slot in slots[:1]
        for kind in (0, 1)
    ]


def _arms(desk: Desk) -> list[moves.Arm]:
    """All own tiles: weapons to the closest fights, wizardry with them."""
    table = desk.view.table
    slots = ragnarok_slots(table, desk.seat)
    if not slots:
        return []
    names = table.components.arms_name
    tiles = sorted((tile for tile, at in enumerate(table.arms) if at == desk.seat), key=lambda tile: (tile > 6, -tile))
    found = []
    for number, tile in enumerate(tiles):
        slot = slots[min(number // 2, len(slots) - 1)]
        found.append(moves.Arm(tile=names(tile), god=GODS[table.god_at(slot)], world=slot // 2 + 1))
    return found


def _last_sheet(desk: Desk, write: Write) -> Iterable[str]:
    """VALHALLA and ARM lines."""
    if _asked(desk).kind == "valhalla":
        wishes = [write(wish) for wish in [*_wishes(desk), moves.Valhalla()]]
        yield " > ".join([wishes[0], *(wish.split(" ", 1)[1] for wish in wishes[1:])])
    yield from (write(arm) for arm in _arms(desk))


_SHEETS: Mapping[str, Callable[[Desk, Write], Iterable[str]]] = {
    "colour": _sign_up,
    "start_pick": _sign_up,
    "recover": _sheet_a,
    "gods": _sheet_a,
    "act": _sheet_b,
    "valhalla": _last_sheet,
    "arm": _last_sheet,
}

BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}
