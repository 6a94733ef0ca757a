"""Pairs of games that differ only in what is concealed: two courses of one table, and all that others get of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail as django_mail
from django.utils import timezone

from asgard_pbem.mail.reading import sandbox
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.store import append, loading
from engine.games.blood_rage.game_rules import BloodRageRules
from engine.table import registry
from tests.games.blood_rage.scene import Scene
from tests.tables.conftest import INSTALLED
from tests.tables.secrets.reaching import Mailboxes, Onlooker, differences
from tests.tables.secrets.test_secret_events import Clock, undone_afterwards

CROWD = {"A": "W@GIM", "B": "L@GIM", "C": "W@MUS"}
TWOS = {"A": "L W@GIM", "B": "L W@GIM", "C": "W@MUS"}
REST = "TY4 OSM"
BEGUN = datetime(2030, 3, 4, 5, 6, 7, tzinfo=UTC)
STEP, TIME = timedelta(hours=2), timedelta(days=3)
ASKED = ("status", "board", "history", "menu")  # what anybody may ask by mail, at any time
Deed = Callable[["Course"], object] | None


@dataclass
class Course:
    """A table of Anna, Boris and Cleo, and what reaches those who may not know."""

    game: Game
    people: list[Player]
    clock: Clock
    others: tuple[int | None, ...]
    boxes: Mailboxes
    seen: list[Any] = field(default_factory=list)

    def orders(self, seat: str, text: str) -> None:
        number = "ABC".index(seat)
        services.submit_orders(
            self.game.pk, seat=number, player=self.people[number], lines=text.splitlines(), cause=uuid4()
        )

    def look(self, *, thoroughly: bool) -> None:
        """Deliver the mail, and note what each of the others has by now.

        `thoroughly`: also what they are answered who ask for all that one may ask for, and who would take back.
        """
        seated = [one for one in self.others if one is not None]
        if thoroughly:
            for seat in seated:
                self.boxes.asks(self.people[seat], *ASKED)
        self.boxes.deliver()
        self.seen.append([self._has(one, thoroughly=thoroughly and one in self.others[-2:]) for one in self.others])
        if thoroughly:
            self.seen[-1][0]["undo"] = [self._told_who_takes_back(self.people[seat]) for seat in seated]

    def _told_who_takes_back(self, player: Player) -> list[bytes]:
        """All mails of one who writes `undo`; the course goes on as if nobody had."""
        sent, boxes = len(django_mail.outbox), self.boxes.copy()

        def act() -> list[bytes]:
            boxes.asks(player, "undo")
            boxes.deliver()
            return list(boxes.got.get(player.email, ()))

        told = undone_afterwards(act)
        loading.shelf.clear()
        del django_mail.outbox[sent:]
        return told

    def _has(self, seat: int | None, *, thoroughly: bool) -> dict[str, Any]:
        player = None if seat is None else self.people[seat]
        pages = Onlooker.of(player).sees(self.game, thoroughly=thoroughly)
        return {"pages": pages, "mails": list(self.boxes.got.get(player.email, ())) if player else []}


def says(seat: str, text: str) -> Deed:
    """Orders of a seat."""
    return lambda course: course.orders(seat, text)


def times_out(course: Course) -> None:
    """Everybody's time is up."""
    course.clock.time += TIME + timedelta(minutes=1)
    services.play_time_outs(course.clock.time)


def veil_ends(course: Course) -> None:
    """Three days after the first deed the time of the veil is up, whoever was asked behind it, and when."""
    course.clock.time = BEGUN + STEP + TIME + timedelta(minutes=1)
    services.play_time_outs(course.clock.time)


def reminded(course: Course) -> None:
    """So late that whoever is waited for is reminded."""
    course.clock.time += timedelta(days=2, hours=12)
    services.remind(course.clock.time)


def digested(course: Course) -> None:
    """Cleo's daily digest is due."""
    Player.objects.filter(pk=course.people[2].pk).update(digest="daily", digest_due_at=course.clock.time)
    services.owe_digests(course.clock.time)
    assert Outbox.objects.filter(player=course.people[2], purpose="digest").exists()


def takes_back(seat: str) -> Deed:
    number = "ABC".index(seat)
    return lambda course: services.undo(course.game.pk, seat=number, player=course.people[number], cause=uuid4())


def in_one(*deeds: Deed) -> Deed:
    """All of them at the same time."""

    def act(course: Course) -> None:
        for deed in deeds:
            assert deed is not None
            deed(course)

    return act


def picks(seat: str, number: int) -> Deed:
    """Of the pack in hand this card is kept, for now."""
    who = "ABC".index(seat)

    def act(course: Course) -> None:
        table = history.table_now(course.game.pk)
        course.orders(seat, f"draft {table.rules.view(table.state, who).pack[number]}")

    return act


@dataclass(frozen=True)
class Pair:
    """Two courses of one table, step by step at the same times, and who may not tell one from the other.

    `endings`: each goes on from the same steps; nothing of one is left when the next one begins.
    """

    tables: tuple[dict[str, Any], dict[str, Any]]
    steps: tuple[tuple[Deed, Deed], ...]
    others: tuple[int | None, ...] = (2, None)
    endings: tuple[tuple[tuple[Deed, Deed], ...], ...] = ((),)


def battle(a: str, b: str, figures: dict[str, str] = CROWD, **given: Any) -> dict[str, Any]:
    """A is about to pillage Gimle, where B stands; C looks on."""
    return {"figures": figures, "hand": {"A": a, "B": b, "C": REST}, **given}


def both(deed: Deed) -> tuple[Deed, Deed]:
    return (deed, deed)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock(BEGUN)
    monkeypatch.setattr(append, "datetime", made)
    monkeypatch.setattr(timezone, "now", lambda: made.time)
    monkeypatch.setattr(registry, "games", INSTALLED)
    return made


@pytest.fixture
def known(people: list[Player]) -> list[Player]:
    """All are known, so that mails go out; Cleo reads Russian."""
    Player.objects.update(verified_at=BEGUN)
    Player.objects.filter(pk=people[2].pk).update(language="ru")
    return [Player.objects.get(pk=one.pk) for one in people[:3]]


@pytest.fixture(scope="module", autouse=True)
def reader_ends() -> Iterator[None]:
    yield
    sandbox.stop()


def opened(people: list[Player], cause: Any) -> Game:
    game = services.open_table(
        opened_by=people[0], key="blood_rage", seats=3, cause=cause, days_per_decision=3, seed=bytes(32), title="Vigrid"
    )
    for player in people[1:3]:
        services.take_seat(game.pk, player=player, cause=uuid4())
    return Game.objects.get(pk=game.pk)


def reached(pair: Pair, number: int, people: list[Player], clock: Clock, cause: Any) -> list[Any]:
    """What the others have after each step of one of the two courses."""
    django_mail.outbox.clear()
    loading.shelf.clear()
    clock.time = BEGUN
    boxes = Mailboxes(to=tuple(people[one] for one in pair.others if one is not None))
    course = Course(opened(people, cause), people, clock, pair.others, boxes)
    services.send_press(course.game.pk, seat=0, player=people[0], to=None, text="Hail", cause=cause)
    boxes.deliver()  # so that everybody has a mail to answer
    thorough = (*pair.steps, *pair.endings[0])[-2]  # the last one ends what is concealed
    _go(course, pair.steps, number, thorough)
    found = list(course.seen)
    for ending in pair.endings:
        found += undone_afterwards(partial(_end, course, ending, number, thorough))
    return found


def _go(course: Course, steps: Sequence[tuple[Deed, Deed]], number: int, thorough: tuple[Deed, Deed]) -> None:
    for deeds in steps:
        course.clock.time += STEP
        deed = deeds[number]
        if deed is not None:
            deed(course)
        course.look(thoroughly=deeds is thorough)


def _end(course: Course, steps: Sequence[tuple[Deed, Deed]], number: int, thorough: tuple[Deed, Deed]) -> list[Any]:
    """One ending, on a course that is as it was afterwards."""
    time, boxes, sent = course.clock.time, course.boxes, len(django_mail.outbox)
    course.boxes, course.seen = boxes.copy(), []
    _go(course, steps, number, thorough)
    assert not OpenDecision.objects.filter(game=course.game, concealed=True).exists(), "the veil is lifted"
    loading.shelf.clear()
    del django_mail.outbox[sent:]
    course.clock.time, course.boxes = time, boxes
    return course.seen


def compare(pair: Pair, people: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Assert that nobody who may not know can tell one course from the other."""
    cause, found = uuid4(), []
    for number, table in enumerate(pair.tables):
        if table:
            monkeypatch.setattr(BloodRageRules, "setup", lambda *_, table=table: (Scene("ABC", **table).state, []))
        found.append(undone_afterwards(partial(reached, pair, number, people, clock, cause)))
    told = differences(*found)
    assert not told, "\n".join(told)
    assert all(len(step) == len(pair.others) for step in found[0])
