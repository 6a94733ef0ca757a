"""One order of locks, the game first: whatever two people do at the same moment, neither is sent away by a deadlock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import combinations_with_replacement
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from asgard_pbem.database.base import DatabaseWrapper
from asgard_pbem.database.patience import Patient
from asgard_pbem.database.together import Statement
from asgard_pbem.tables import notify, services
from asgard_pbem.tables.guards.locking import hold
from asgard_pbem.tables.guards.mailboxes import marks
from asgard_pbem.tables.models import Game, Invitation, OpenDecision, Player
from asgard_pbem.tables.services import erasure
from asgard_pbem.tables.services.seating import getting_up
from asgard_pbem.tables.store import sql as store
from tests.tables.test_races import people

pytestmark = pytest.mark.django_db(transaction=True)
MEETING_S = 5  # how long a thread that holds its first lock waits at most for the other to hold one too
Act = Callable[[], Any]
HERE = "SELECT pg_blocking_pids(%s) <> '{}'"
ON_MACHINES = "SELECT EXISTS (SELECT FROM citus_lock_waits WHERE waiting_gpid %% 10000000000 = %s)"  # of a cluster
LOOK = store.LOOK.decode()
BLOCKED = (services.ServiceError, services.IllegalMove, services.Refused)
# What locks nothing that others lock, or has no game: lookups, rows of one's own, and what runs others one by one.
ALONE = {
    "ADDRESS_LEFT",
    "Anew", "Asking", "BARRED", "IllegalMove", "NOBODY", "Outcome", "Refused", "SeatSheet", "ServiceError", "Sitting",
    "SubmitResult", "TABLE_NEWS",
    "ask_for_address", "ask_to_sign_in",
    "block_inviter", "current_prompt", "ensure_demo_table", "enter", "erase_player", "find_token",
    "go_on_erasing", "hold_before",
    "is_nearly_gone",
    "issue_token", "note_deed", "owe", "owe_digests",
    "play_again", "play_time_outs", "player_for", "prepared_seed", "remind", "set_digest",
    "set_invitations", "set_mail", "set_page", "set_receipts", "sitting", "start_mail", "stop_mail",
    "take_address",
    "tell_barred", "tell_inviter", "token_is_current", "token_of", "to_go_on", "to_pause", "unbar", "usual_bot",
    "was_done", "whose_service",
}  # fmt: skip


@dataclass(slots=True)
class Tables:
    """A table that waits for its last player, with two people invited, and one that is played."""

    players: list[Player]
    filling: Game
    running: Game
    invited: list[Invitation]

    def acts(self) -> dict[str, Act]:
        """One use of every service that changes a game: while it fills up, while it is played, at any time."""
        return {**self.while_filling(), **self.while_running(), **self.about_people()}

    def while_filling(self) -> dict[str, Act]:
        anna, boris, cleo, dan = self.players
        game = self.filling.pk
        return {
            "accept_invitation": lambda: services.accept_invitation(self.invited[0].pk, player=cleo, cause=uuid4()),
            "accept another": lambda: services.accept_invitation(self.invited[1].pk, player=dan, cause=uuid4()),
            "decline_invitation": lambda: services.decline_invitation(self.invited[1].pk, player=dan),
            "invite": lambda: services.invite(game, by=anna, email="else@home.example", cause=uuid4()),
            "take_seat": lambda: services.take_seat(game, player=dan, cause=uuid4()),
            "add_bot": lambda: services.add_bot(game, by=anna, cause=uuid4()),
            "add_word": lambda: services.add_word(game, player=boris, cause=uuid4(), entropy=b"word"),
            "leave_table": lambda: services.leave_table(game, player=boris, cause=uuid4()),
            "close the open one": lambda: services.close_table(game, by=anna, cause=uuid4()),
        }

    def while_running(self) -> dict[str, Act]:
        anna, boris, _, dan = self.players
        game, at = self.running.pk, {"seat": 0, "player": anna}
        asked = OpenDecision.objects.filter(game=game, seat=1).first()
        assert asked is not None
        late = timezone.now() + timedelta(days=30)
        return {
            "submit_orders": lambda: services.submit_orders(game, **at, lines=["boast", "1"], cause=uuid4()),
            "submit_sheets": lambda: services.submit_sheets(
                game, player=anna, sheets=[services.SeatSheet(0, ["1"])], cause=uuid4()
            ),
            "submit_move": lambda: services.submit_move(game, seat=1, player=boris, path="1", cause=uuid4()),
            "submit_bot_move": lambda: services.submit_bot_move(game, seat=0, move=None, cause=uuid4()),  # type: ignore[arg-type]  # no bot's seat
            "drop_plans": lambda: services.drop_plans(game, **at, cause=uuid4()),
            "undo": lambda: services.undo(game, **at, cause=uuid4()),
            "send_press": lambda: services.send_press(game, **at, to=None, text="Hello", cause=uuid4()),
            "resign": lambda: services.resign(game, seat=1, player=boris, cause=uuid4(), confirmed=True),
            "substitute": lambda: services.substitute(game, seat=1, player=dan, by=boris, cause=uuid4()),
            "propose": lambda: services.propose(game, **at, lines=["lay 1"], cause=uuid4()),
            "endorse": lambda: services.endorse(game, **at, number=1, cause=uuid4()),
            "time_out": lambda: services.time_out(game, seat=1, key=asked.key, now=late),
            "keep_memo": lambda: services.keep_memo(game, player=anna, text="Mine", cause=uuid4()),
            "change_memo": lambda: services.change_memo(game, player=anna, number=1, text="Mine still"),
            "drop_memo": lambda: services.drop_memo(game, player=anna, number=1),
            "ask_pause": lambda: services.ask_pause(game, player=anna, cause=uuid4()),
            "go_on": lambda: services.go_on(game, player=boris, cause=uuid4()),
            "pause_table": lambda: services.pause_table(game, why="", cause=uuid4()),
            "let_go_on": lambda: services.let_go_on(game, cause=uuid4()),
            "raise_rules": lambda: services.raise_rules(game, version=2, cause=uuid4()),
            "close_table": lambda: services.close_table(game, by=None, cause=uuid4()),
            "open_next": lambda: services.open_next(Game.objects.get(pk=game), player=anna),
            "fork": lambda: services.fork(game, moment=self.running.moment, viewer=0, player=anna, cause=uuid4()),
            "open_table": lambda: services.open_table(opened_by=anna, key="highest_card", seats=2, cause=uuid4()),
        }

    def about_people(self) -> dict[str, Act]:
        boris, until = self.players[1], timezone.now() + timedelta(days=3)
        return {
            "update_player": lambda: services.update_player(boris, name="Bjorn"),
            "set_absence": lambda: services.set_absence(boris, since=None, until=until),
            "owe_digest": lambda: services.owe_digest(boris, until),
            "bar": lambda: services.bar(marks(boris.email)[0], why="floods"),
            "erased at a table": lambda: erasure._leave_nothing_at(boris, [self.filling.pk, self.running.pk], set()),
            "erased where they wait": lambda: getting_up._leave(boris, self.filling.pk),
            "erased where they play": lambda: getting_up._resign(boris, self.running.pk, 1),
            "erased and named no more": lambda: erasure._take_name(boris),
        }


@pytest.fixture
def tables() -> Tables:
    players = people(4)
    anna, boris, cleo, dan = players
    filling = services.open_table(opened_by=anna, key="highest_card", seats=3, cause=uuid4())
    services.take_seat(filling.pk, player=boris, cause=uuid4())
    invited = [services.invite(filling.pk, by=anna, email=one.email, cause=uuid4()) for one in (cleo, dan)]
    running = services.open_table(opened_by=anna, key="highest_card", seats=2, cause=uuid4())
    services.take_seat(running.pk, player=boris, cause=uuid4())
    return Tables(players, filling, Game.objects.get(pk=running.pk), invited)


def locks(statement: str, parameters: Any) -> bool:
    """Whether a statement locks rows."""
    if statement == LOOK:
        return bool(parameters[2] == b"t")
    text = statement.lstrip().upper()
    return text.startswith(("UPDATE", "DELETE", "INSERT", "WITH")) or (" FOR " in text and "UPDATE" in text)


@contextmanager
def after_locks(told: Callable[[str], None]) -> Iterator[None]:
    """Call `told` with every statement of this thread that has just locked rows."""

    def ours(execute: Any, sql: str, params: Any, many: Any, context: Any) -> Any:
        found = execute(sql, params, many, context)
        if locks(sql, params):
            told(sql)
        return found

    with ExitStack() as stack:
        stack.enter_context(connection.execute_wrapper(ours))
        _TOLD.told = told
        try:
            yield
        finally:
            _TOLD.told = None


_TOLD = threading.local()


@pytest.fixture(autouse=True)
def _store_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    together = DatabaseWrapper.together

    def heard(self: DatabaseWrapper, *statements: Statement) -> Any:
        found = together(self, *statements)
        told = getattr(_TOLD, "told", None)
        for text, values in statements:
            if told is not None and (text == store.WRITE or locks(text.decode(), values)):
                told(text.decode())
        return found

    monkeypatch.setattr(DatabaseWrapper, "together", heard)


def tried(act: Act, told: Callable[[str], None]) -> None:
    """Do it as far as it goes, and take it back."""
    around = transaction.atomic()
    around._from_testcase = True  # what is durable elsewhere is taken back here
    with notify.quietly(), after_locks(told), around:
        with suppress(*BLOCKED):
            act()
        transaction.set_rollback(True)


def test_every_service_that_changes_a_game_is_crossed_with_every_other(tables: Tables) -> None:
    """A new service belongs into `Tables`, or into ALONE if it locks nothing that others lock."""
    assert set(services.__all__) == ALONE | (set(tables.acts()) & set(services.__all__))


def test_the_first_lock_of_every_service_is_the_games(tables: Tables) -> None:
    for name, act in tables.acts().items():
        found: list[str] = []
        tried(act, found.append)
        # Mails and sessions come before games: whoever reads a mail holds it, and nobody who holds a game wants one.
        # So do bars, which nobody else locks.
        found = [one for one in found if one == LOOK or ('"tables_' in one and '"tables_bar"' not in one)]
        first = found[0]
        game_first = first == LOOK or ('"tables_game"' in first and "FOR NO KEY UPDATE" in first)
        new_game = first.startswith('INSERT INTO "tables_game"')
        assert game_first or (new_game and name in {"open_table", "open_next", "fork"}), (name, first)


@dataclass(slots=True)
class Meeting:
    """Two threads that wait for each other where each holds its first lock; not for one that cannot come, as it waits
    for a lock that the other holds, or is done.
    """

    watch: Patient  # a session beside theirs
    sessions: dict[int, int] = field(default_factory=dict)  # of whom the server may be asked
    came: set[int] = field(default_factory=set)
    done: set[int] = field(default_factory=set)

    def of_one(self, side: int) -> Callable[[str], None]:
        other = 1 - side

        def told(statement: str) -> None:
            if side in self.came:
                return
            self.came.add(side)
            latest = time.monotonic() + MEETING_S
            while other not in self.came | self.done and not self._waits(other) and time.monotonic() < latest:
                time.sleep(0.002)

        return told

    def _waits(self, side: int) -> bool:
        """Whether the server lets it wait for a lock."""
        (waits,) = self.watch.execute(ON_MACHINES if settings.DATABASE_SPREAD else HERE, [self.sessions.get(side, 0)])
        return bool(waits[0])


@pytest.mark.parametrize("phase", ["while_filling", "while_running"])
def test_no_two_services_at_once_end_in_a_deadlock(tables: Tables, phase: str) -> None:
    acts = {**getattr(tables, phase)(), **tables.about_people()}
    failed: list[tuple[str, str, BaseException]] = []

    def run(act: Act, meeting: Meeting, side: int) -> BaseException | None:
        connection.ensure_connection()
        meeting.sessions[side] = connection.connection.info.backend_pid
        try:
            tried(act, meeting.of_one(side))
        except Exception as why:  # noqa: BLE001 - the test names it
            return why
        finally:
            meeting.done.add(side)
        return None

    watch = connection.get_new_connection(connection.get_connection_params())
    watch.autocommit = True
    with watch, ThreadPoolExecutor(2) as pool:
        for one, other in combinations_with_replacement(acts, 2):
            meeting = Meeting(watch)
            running = [pool.submit(run, acts[name], meeting, side) for side, name in enumerate((one, other))]
            failed += [(one, other, why) for done in running if (why := done.result(30)) is not None]
        together = threading.Barrier(2)
        list(pool.map(lambda _: (together.wait(5), connection.close()), range(2)))
    assert failed == []


def test_a_mail_that_goes_out_does_not_wait_for_whoever_moves(tables: Tables) -> None:
    """Or who is erased would hold their games and wait for the mail, and the mail for the game."""
    anna = tables.players[0]

    def issue() -> str:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '2s'")
            return services.issue_token(player=anna, game=tables.running, seat=0, prompt=1)

    def close() -> None:
        connection.close()  # a thread's own: the name is bound where it is used

    with ThreadPoolExecutor(1) as pool:
        for held in (lambda: store.look(tables.running.pk, cause=None, lock=True), lambda: hold(tables.running.pk)):
            with transaction.atomic():
                held()
                assert pool.submit(issue).result(10)
        pool.submit(close).result(5)
