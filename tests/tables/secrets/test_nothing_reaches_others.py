"""Blood Rage in pairs: games that differ only in what is concealed send all others the same mails and pages."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail as django_mail
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.store import append, loading
from engine.games.blood_rage.game_rules import BloodRageRules
from engine.table import registry
from tests.games.blood_rage.scene import Scene
from tests.secret import Players
from tests.tables.conftest import INSTALLED
from tests.tables.secrets.reaching import Mailboxes, Onlooker, differences
from tests.tables.secrets.test_secret_events import Clock, undone_afterwards

pytestmark = pytest.mark.django_db
CROWD = {"A": "W@GIM", "B": "L@GIM", "C": "W@MUS"}
TWOS = {"A": "L W@GIM", "B": "L W@GIM", "C": "W@MUS"}
REST = "TY4 OSM"
BEGUN = datetime(2030, 3, 4, 5, 6, 7, tzinfo=UTC)
STEP = timedelta(hours=2)
Deed = Callable[["Course"], object] | None


@dataclass
class Course:
    """A table of Anna, Boris and Cleo, and what reaches those who may not know."""

    game: Game
    people: list[Player]
    clock: Clock
    others: tuple[int | None, ...]
    boxes: Mailboxes = field(default_factory=Mailboxes)
    seen: list[Any] = field(default_factory=list)

    def orders(self, seat: str, text: str) -> None:
        number = "ABC".index(seat)
        services.submit_orders(
            self.game.pk, seat=number, player=self.people[number], lines=text.splitlines(), cause=uuid4()
        )

    def look(self, *, thoroughly: bool) -> None:
        """Deliver the mail, and note what each of the others has by now."""
        self.boxes.deliver()
        self.seen.append([self._has(one, thoroughly=thoroughly and one in self.others[-2:]) for one in self.others])

    def _has(self, seat: int | None, *, thoroughly: bool) -> dict[str, Any]:
        player = None if seat is None else self.people[seat]
        pages = Onlooker.of(player).sees(self.game, thoroughly=thoroughly)
        return {"pages": pages, "mails": list(self.boxes.got.get(player.email, ())) if player else []}


def says(seat: str, text: str) -> Deed:
    """Orders of a seat."""
    return lambda course: course.orders(seat, text)


def times_out(course: Course) -> None:
    """Everybody's time is up."""
    course.clock.time += timedelta(days=3, minutes=1)
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
    """Two courses of one table, step by step at the same times, and who may not tell one from the other."""

    tables: tuple[dict[str, Any], dict[str, Any]]
    steps: tuple[tuple[Deed, Deed], ...]
    others: tuple[int | None, ...] = (2, None)


def battle(a: str, b: str, figures: dict[str, str] = CROWD, **given: Any) -> dict[str, Any]:
    """A is about to pillage Gimle, where B stands; C looks on."""
    return {"figures": figures, "hand": {"A": a, "B": b, "C": REST}, **given}


def both(deed: Deed) -> tuple[Deed, Deed]:
    return (deed, deed)


PILLAGE = both(says("A", "pillage GIM"))
A_LAYS, B_LAYS = says("A", "card TY3"), says("B", "card TY3")
A_IS_LATE, B_IS_LATE = says("A", "late none"), says("B", "late none")
EYES = battle("TY3 HEY", "TY3 TY2"), battle("TY3 TY2", "TY3 HEY")
TIDE = battle("OTI TY2", "TY5 TY3", TWOS)
DRAFT: dict[str, Any] = {}  # the game as it begins
PAIRS = {
    "whether a late card is held": Pair(
        (battle("TY3 TY2", "TY3 HEY"), battle("TY3 TY2", "TY3 OJU")),
        (PILLAGE, both(A_LAYS), (B_LAYS, None), (B_IS_LATE, B_LAYS)),
        others=(0, 2, None),
    ),
    "who holds a late card": Pair(
        EYES, (PILLAGE, (A_LAYS, B_LAYS), (B_LAYS, A_LAYS), both(digested), (A_IS_LATE, B_IS_LATE))
    ),
    "which cards stay in the hand": Pair(
        (battle("TY3 TY2", "TY5 LPO"), battle("TY3 TAS", "TY5 OJU")),
        (PILLAGE, both(A_LAYS), both(says("B", "card TY5"))),
    ),
    "who answers Odin's Tide first": Pair(
        (TIDE, TIDE),
        (PILLAGE, both(says("A", "card OTI")), both(says("B", "card TY5")),
         (says("A", "tide L"), says("B", "tide L")), (says("B", "tide L"), says("A", "tide L"))),
    ),
    "Odin's Tide answered by hand or beforehand": Pair(
        (TIDE, TIDE),
        (PILLAGE, (says("A", "card OTI"), says("A", "card OTI\ntide L")), (says("B", "card TY5"), None),
         (says("A", "tide L"), None), (says("B", "tide L"), says("B", "card TY5\ntide L"))),
    ),
    "what is kept after a battle, by hand or beforehand, before another saves nobody": Pair(
        (battle("TY3 TY2", "TY6 OJU", sheet={"A": "FPR", "B": "YPR"}),) * 2,
        (PILLAGE, both(A_LAYS), (says("B", "card TY6"), says("B", "card TY6\nprowess none")),
         (says("B", "prowess none"), None), both(says("A", "protect none"))),
    ),
    "whose time is up behind a veil": Pair(EYES, (PILLAGE, (A_LAYS, B_LAYS), (B_LAYS, A_LAYS), both(times_out))),
    "who is reminded behind a veil": Pair(
        EYES, (PILLAGE, (A_LAYS, B_LAYS), (B_LAYS, A_LAYS), both(reminded), (A_IS_LATE, B_IS_LATE))
    ),
    "which quest is committed": Pair(
        ({"hand": {"A": "QYG1 QAL1 TY2", "B": "TY3", "C": REST}},) * 2,
        ((says("A", "quest QYG1"), says("A", "quest QAL1")), both(says("B", "pass"))), others=(1, 2, None),
    ),
    "plans filed or none": Pair(
        ({"hand": {"A": "QYG1 TY2", "B": "TY3 HEY", "C": REST}, "figures": CROWD},) * 2,
        ((says("B", "stats horns axes rage"), None), (says("B", "protect L W\nvolur no"), None),
         both(says("A", "invade L GIM"))),
        others=(0, 2, None),
    ),
    "a queue that could not go on, or none": Pair(
        ({"hand": {"A": "QYG1 TY2", "B": "TY3 HEY", "C": REST}, "figures": CROWD},) * 2,
        ((says("B", "then if pillaged AND: pillage AND"), None), both(says("A", "invade L MUS")),
         both(says("B", "pass"))),
        others=(0, 2, None),
    ),
    "what is drafted, how often it is changed, and whether it is taken back": Pair(
        (DRAFT, DRAFT),
        ((picks("A", 0), picks("A", 5)), (picks("A", 3), None), (in_one(takes_back("A"), picks("A", 1)), None),
         both(picks("B", 2))),
        others=(1, 2, None),
    ),
    "what is kept, and how often it is changed": Pair(
        ({"hand": {"A": "TY3 QAL1 LTR", "B": "TY2 HEY", "C": REST}, "rage": {"A": 6, "B": 0, "C": 0}},) * 2,
        (both(says("A", "pass")), (says("A", "keep TY3"), says("A", "keep QAL1")), (says("A", "keep LTR"), None),
         both(says("B", "keep TY2"))),
        others=(2, None),
    ),
}  # fmt: skip


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock(BEGUN)
    monkeypatch.setattr(append, "datetime", made)
    monkeypatch.setattr(timezone, "now", lambda: made.time)
    monkeypatch.setattr(registry, "games", INSTALLED)
    return made


@pytest.fixture(autouse=True)
def _languages(people: list[Player]) -> None:
    """Cleo reads Russian; all are known, so that mails go out."""
    Player.objects.update(verified_at=BEGUN)
    Player.objects.filter(pk=people[2].pk).update(language="ru")


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
    course = Course(opened(people, cause), people, clock, pair.others)
    course.look(thoroughly=False)
    for deeds in pair.steps:
        clock.time += STEP
        if deeds[number] is not None:
            deeds[number](course)
        course.look(thoroughly=deeds is pair.steps[-2])  # the last one ends what is concealed
    assert not OpenDecision.objects.filter(game=course.game, concealed=True).exists(), "the veil is lifted"
    return course.seen


@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_that_differs_in_what_is_concealed_reaches_all_others_alike(
    name: str, people: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair, cause, found = PAIRS[name], uuid4(), []
    people = [Player.objects.get(pk=one.pk) for one in people]
    for number, table in enumerate(pair.tables):
        if table:
            monkeypatch.setattr(BloodRageRules, "setup", lambda *_, table=table: (Scene("ABC", **table).state, []))
        found.append(undone_afterwards(lambda number=number: reached(pair, number, people, clock, cause)))
    assert differences(*found) == []
    assert all(len(step) == len(pair.others) for step in found[0])


@pytest.mark.parametrize("seed", range(2))
def test_nothing_that_is_done_unseen_changes_a_page_or_sends_a_mail_to_anybody_else(
    seed: int, people: list[Player], clock: Clock
) -> None:
    course = Course(opened(people[:3], uuid4()), people[:3], clock, (0, 1, 2, None))
    players, events = Players(course.game, people[:3], random.Random(seed)), 0
    while events < 4 and players.go_on():
        clock.time += STEP
        course.look(thoroughly=False)
        actor = players.secretly()
        if actor is None:
            course.seen.clear()
            continue
        course.look(thoroughly=False)
        before, after = (one[:actor] + one[actor + 1 :] for one in course.seen[-2:])
        assert differences(before, after) == [], actor
        events += 1
    assert events == 4
