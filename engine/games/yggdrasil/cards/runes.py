"""What a completed rune does, and what is asked for it (R10)."""

from __future__ import annotations

from typing import Any

from engine.core.flow import Answers, Asked, answered
from engine.core.menu import Lines, Menu, Option, Pick, lines_of
from engine.core.menu import Share as Shares
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import Question
from engine.games.yggdrasil.data import ENEMIES, ENEMY, GOD, RUNE_VALUES
from engine.games.yggdrasil.happenings import VikingsShared
from engine.games.yggdrasil.moves import AnyMove, MannPick, Share, SigelShare, TiwazPick
from engine.games.yggdrasil.play import Tree, most_advanced, off_start, rune
from engine.games.yggdrasil.state import State

RAISED: int = RUNE_VALUES["sigel"]["max"]
SKIPPED: int = RUNE_VALUES["daeg"]["turns"]
FAR: int = RUNE_VALUES["mann"]["spaces"]
MANY: int = RUNE_VALUES["tiwaz"]["enemies"]
NEAR: int = RUNE_VALUES["tiwaz"]["spaces"]


@rune("sigel", at="completed")
def sigel(play: Tree, seat: Seat) -> None:
    """Vikings off the World of the Dead, 15 at most, to any gods (R10.1)."""
    if play.state.dead:
        play.ask("sigel", (seat,), shared())


@rune("daeg", at="completed")
def daeg(play: Tree, seat: Seat) -> None:
    """No Enemy phase in the next three turns (R10.3)."""
    play.state.daeg = SKIPPED


@rune("mann", at="completed")
def mann(play: Tree, seat: Seat) -> None:
    """One Enemy goes back 3 spaces (R10.2)."""
    if off_start(play.state):
        play.ask("mann", (seat,), driven_back())


@rune("tiwaz", at="completed")
def tiwaz(play: Tree, seat: Seat) -> None:
    """Three Enemies go back 1 space each (R10.2)."""
    if off_start(play.state):
        play.ask("tiwaz", (seat,), driven_back())


@answered
def driven_back(play: Tree, answers: Answers) -> None:
    for move in answers.values():
        if isinstance(move, MannPick):
            play.move_enemy(ENEMY[move.enemy], -FAR, "mann")
        else:
            for code in move.enemies:
                play.move_enemy(ENEMY[code], -NEAR, "tiwaz")


@answered
def shared(play: Tree, answers: Answers) -> None:
    state = play.state
    for seat, move in answers.items():
        counts = by_seat(state, move)
        for other, count in enumerate(counts):
            state.vikings[other] += count
            state.dead -= count
        play.tell(VikingsShared(seat, counts))


def by_seat(state: State, move: SigelShare) -> tuple[int, ...]:
    """What each god gets. Raises IllegalMove for a god that is not in this game, and for one named twice."""
    counts = [0] * state.seats
    for one in move.shares:
        god = GOD[one.god]
        if god not in state.gods or sum(other.god == one.god for other in move.shares) > 1:
            raise _invalid("sigel", "god", god=one.god)
        counts[state.gods.index(god)] = one.vikings
    return tuple(counts)


def _invalid(name: str, reason: str, **where: Any) -> IllegalMove:
    return IllegalMove("E_RUNE_CHOICE_INVALID", rune=name, reason=reason, **where)


class PickOne(Question[State, AnyMove]):
    """Mann: which Enemy goes back? The most advanced, if nobody says (D8)."""

    kind = "mann"
    answers = (MannPick,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        return Lines(lines_of(MannPick(enemy=ENEMIES[enemy]) for enemy in off_start(state)))

    def check(self, state: State, asked: Asked[AnyMove], move: Any) -> None:
        if not state.spaces[ENEMY[move.enemy]]:
            raise _invalid("mann", "start", enemy=move.enemy)

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        return MannPick(enemy=ENEMIES[most_advanced(state, 1)[0]])

    def forced(self, state: State, asked: Asked[AnyMove]) -> Move | None:
        return self.default(state, asked) if len(off_start(state)) == 1 else None


class PickThree(Question[State, AnyMove]):
    """Tiwaz: which Enemies go back? The most advanced, if nobody says (D9)."""

    kind = "tiwaz"
    answers = (TiwazPick,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        found = off_start(state)
        count = min(MANY, len(found))
        return Pick(tuple(Option(("enemy", ENEMIES[enemy])) for enemy in found), _gathered, count, count)

    def check(self, state: State, asked: Asked[AnyMove], move: Any) -> None:
        for code in move.enemies:
            if not state.spaces[ENEMY[code]]:
                raise _invalid("tiwaz", "start", enemy=code)
            if move.enemies.count(code) > 1:
                raise _invalid("tiwaz", "twice", enemy=code)
        count = min(MANY, len(off_start(state)))
        if len(move.enemies) != count:
            raise _invalid("tiwaz", "count", count=count)

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        return TiwazPick(enemies=tuple(ENEMIES[enemy] for enemy in most_advanced(state, MANY)))

    def forced(self, state: State, asked: Asked[AnyMove]) -> Move | None:
        found = off_start(state)
        return TiwazPick(enemies=tuple(ENEMIES[one] for one in found)) if len(found) <= MANY else None


def _gathered(options: tuple[Option, ...]) -> TiwazPick:
    return TiwazPick(enemies=tuple(option.what[1] for option in options))


class ShareOut(Question[State, AnyMove]):
    """Sigel: who gets how many Vikings? All in turn, clockwise from the active god, if nobody says (D10)."""

    kind = "sigel"
    answers = (SigelShare,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        gods = [state.god(seat) for seat in state.around(asked.seat)]

        def gather(amounts: tuple[int, ...]) -> SigelShare:
            return _share(gods, amounts)

        return Shares(tuple(Option(("share", god)) for god in gods), gather, 0, min(RAISED, state.dead))

    def check(self, state: State, asked: Asked[AnyMove], move: Any) -> None:
        most = min(RAISED, state.dead)
        if sum(by_seat(state, move)) > most:
            raise _invalid("sigel", "too_many", most=most)

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        return evenly([state.god(seat) for seat in state.around(asked.seat)], min(RAISED, state.dead))


def evenly(gods: list[str], count: int) -> SigelShare:
    """One by one, the first god first."""
    return _share(gods, tuple((count + len(gods) - 1 - at) // len(gods) for at in range(len(gods))))


def _share(gods: list[str], amounts: tuple[int, ...]) -> SigelShare:
    found = zip(gods, amounts, strict=True)
    return SigelShare(shares=tuple(Share.model_validate({"god": god, "vikings": n}) for god, n in found if n))
