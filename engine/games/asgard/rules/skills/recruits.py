"""Skills that move recruits: Freyja's, Loki's and Hel's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from engine.core.flow import Frame, step
from engine.core.grammar.parts import key, many, the
from engine.core.grammar.records import record
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.happenings import Received, Scored, Slain
from engine.games.asgard.moves import Slay, Steal, Warriors
from engine.games.asgard.orders.values import GOD, RECRUIT
from engine.games.asgard.pieces import GIANT, GOD_NUMBER, GODS, RECRUIT_NUMBER, RECRUITS
from engine.games.asgard.play import Play
from engine.games.asgard.rules.skills.skill import UNUSED, Line, Skill
from engine.games.asgard.state import State


class FromValhalla(Skill):
    """R8.1, Freyja: up to two warriors from Valhalla."""

    effect = "take_from_valhalla"
    forms = (record(Warriors, key("take"), many("take", RECRUIT, least=0)),)

    def frames(self, state: State, seat: Seat, place: int, part: Warriors) -> list[Frame]:
        kinds = [RECRUIT_NUMBER[name] for name in part.take]
        for kind in set(kinds):
            if kind == GIANT or state.valhalla[kind] < kinds.count(kind):
                raise IllegalMove("E_PICK", recruit=RECRUITS[kind])
        return [warrior(seat, kind) for kind in kinds]

    def lines(self, state: State, seat: Seat, place: int) -> Iterator[Line]:
        yield UNUSED
        for count in (2, 1):
            for kinds in combinations_with_replacement((0, 1), count):
                take = tuple(RECRUITS[kind] for kind in kinds)
                yield ("take", take), Warriors(take=take)


@step
def warrior(play: Play, seat: Seat, kind: int) -> None:
    play.state.valhalla[kind] -= 1
    play.state.own_recruits[seat][kind] += 1
    play.out.append(Received(seat, ("recruit", RECRUITS[kind]), 1, None, "valhalla"))


class FromGod(Skill):
    """R8.7, Loki: one recruit from any god."""

    effect = "take_recruit_from_god"
    forms = (record(Steal, key("steal"), the("recruit", RECRUIT), key("from", loose=True), the("god", GOD)),)

    def frames(self, state: State, seat: Seat, place: int, part: Steal) -> list[Frame]:
        god, kind = GOD_NUMBER[part.god], RECRUIT_NUMBER[part.recruit]
        if not state.god_recruits[god][kind]:
            raise IllegalMove("E_PICK", god=part.god, recruit=part.recruit)
        return [steal(seat, god, kind)]

    def lines(self, state: State, seat: Seat, place: int) -> Iterator[Line]:
        yield UNUSED
        for god, recruits in zip(GODS, state.god_recruits, strict=True):
            for name, count in zip(RECRUITS, recruits, strict=True):
                if count:
                    yield ("steal", god, name), Steal(god=god, recruit=name)


@step
def steal(play: Play, seat: Seat, god: int, kind: int) -> None:
    play.state.god_recruits[god][kind] -= 1
    play.state.own_recruits[seat][kind] += 1
    play.out.append(Received(seat, ("recruit", RECRUITS[kind]), 1, None, GODS[god]))


class BottomlessHall(Skill):
    """R8.9, Hel: a point for every recruit of a god, then one of his warriors goes to Valhalla."""

    effect = "score_recruits_and_kill"
    forms = (record(Slay, key("god"), the("god", GOD), key("kill", loose=True), the("warrior", RECRUIT)),)

    def frames(self, state: State, seat: Seat, place: int, part: Slay) -> list[Frame]:
        god, kind = GOD_NUMBER[part.god], RECRUIT_NUMBER[part.warrior]
        if kind == GIANT or not state.god_recruits[god][kind]:
            raise IllegalMove("E_TARGET", god=part.god)
        return [slay(seat, god, kind)]

    def lines(self, state: State, seat: Seat, place: int) -> Iterator[Line]:
        yield UNUSED
        for god, recruits in zip(GODS, state.god_recruits, strict=True):
            for kind in (0, 1):
                if recruits[kind]:
                    yield ("slay", god, RECRUITS[kind], sum(recruits)), Slay(god=god, warrior=RECRUITS[kind])


@step
def slay(play: Play, seat: Seat, god: int, kind: int) -> None:
    recruits = play.state.god_recruits[god]
    points = sum(recruits)
    play.state.scores[seat] += points
    recruits[kind] -= 1
    play.state.valhalla[kind] += 1
    play.out += [Scored(seat, points, "hel"), Slain(seat, GODS[god], RECRUITS[kind])]
