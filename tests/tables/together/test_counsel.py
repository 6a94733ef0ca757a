"""Counsel: what others propose to whoever is on turn. It changes no game, and stands in the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, OpenDecision, Outbox, Player
from asgard_pbem.tables.reading import history, logfile
from asgard_pbem.tables.store import append, loading
from engine.core.chance import SeededChance
from engine.core.contract import Desk
from engine.core.counsel import Advised, OpenCounsel, Proposal
from engine.core.decisions import Decision
from engine.core.moves import IllegalMove, Plan
from engine.log.exported import Divergence, verify
from engine.log.proof import Proof
from engine.table import counsel
from engine.table.events import Endorsed, GameOpened, Proposed, read_payload
from engine.table.session import Session
from engine.table.table import Table
from tests.toys import rampart, toy

pytestmark = pytest.mark.django_db
LATE = timedelta(days=30)


@pytest.fixture
def game(people: list[Player]) -> Game:
    """Rampart for Anna (on turn), Boris and Cleo."""
    opened = services.open_table(opened_by=people[0], key="rampart", seats=3, cause=uuid4(), options={"turns": 2})
    for player in people[1:3]:
        services.take_seat(opened.pk, player=player, cause=uuid4())
    return Game.objects.get(pk=opened.pk)


def propose(game: Game, player: Player, seat: int, *lines: str) -> int:
    return services.propose(game.pk, seat=seat, player=player, lines=lines, cause=uuid4())


def endorse(game: Game, player: Player, seat: int, number: int) -> int:
    return services.endorse(game.pk, seat=seat, player=player, number=number, cause=uuid4())


def say(game: Game, player: Player, seat: int, *lines: str) -> services.SubmitResult:
    return services.submit_orders(game.pk, seat=seat, player=player, lines=lines, cause=uuid4())


def standing(game: Game, seat: int) -> Sequence[Proposal]:
    desk = history.desk(game.pk, seat)
    assert desk is not None
    return desk.counsel or ()


def kinds(game: Game) -> list[tuple[str, str]]:
    """The moves of the log and how they came about."""
    moves = game.events.filter(kind="move_made").order_by("seq")
    return list(moves.values_list("payload__move__kind", "payload__by"))


def refused(why: str) -> pytest.RaisesExc[Exception]:
    blocked = (services.ServiceError, services.IllegalMove, services.Refused)
    return pytest.RaisesExc(blocked, check=lambda one: why in {getattr(one, "code", ""), _of_line(one)})


def _of_line(why: BaseException) -> str:
    return why.why.code if isinstance(why, services.Refused) else ""


# --- Proposing and doing ---------------


def test_what_is_proposed_is_done_by_its_number(game: Game, people: list[Player]) -> None:
    number = propose(game, people[1], 1, "build", "call P3", "end")
    assert [one.number for one in standing(game, 0)] == [number]
    say(game, people[0], 0, f"do {number}")
    assert kinds(game) == [("build", "player"), ("call", "player")]
    assert OpenDecision.objects.get(game=game).seat == 2  # who is asked for help: the rest of the proposal is void


def test_a_proposal_changes_no_state_no_question_and_no_deadline(game: Game, people: list[Player]) -> None:
    before = history.table_now(game.pk).state.copy()
    asked = OpenDecision.objects.filter(game=game).values().get()
    propose(game, people[1], 1, "build")
    endorse(game, people[2], 2, 1)
    assert history.table_now(game.pk).state == before
    assert OpenDecision.objects.filter(game=game).values().get() == asked
    game.refresh_from_db()
    assert history.row_of(game.pk).moment == game.moments.count()


def test_what_is_proposed_must_be_an_order_that_can_be_made(game: Game, people: list[Player]) -> None:
    for lines, why in (
        (["dance"], "E_SYNTAX"), (["build", "build"], "E_USED"), (["1"], "E_COUNSEL_WORDS"), ([" "], "E_COUNSEL_LONG"),
        (["build"] * 21, "E_COUNSEL_LONG"), (["drive 2"], "E_WRONG_STAGE"), (["call P1"], "E_NOBODY"),
    ):  # fmt: skip
        with refused(why):
            propose(game, people[1], 1, *lines)
    assert not Event.objects.filter(game=game, kind="proposed").exists()


def test_below_what_chance_decides_lines_are_read_and_not_tried(game: Game, people: list[Player]) -> None:
    """What the scout finds nobody knows: neither a yes nor a no may be told of it."""
    propose(game, people[1], 1, "scout", "drive 6", "build")
    with refused("E_SYNTAX"):
        propose(game, people[1], 1, "scout", "dance")


def test_it_is_checked_again_when_it_is_used(game: Game, people: list[Player]) -> None:
    number = propose(game, people[1], 1, "build")
    say(game, people[0], 0, "build")
    with refused("E_USED"):
        say(game, people[0], 0, f"do {number}")


def test_a_proposal_is_over_with_its_turn_and_its_number_never_means_another(game: Game, people: list[Player]) -> None:
    propose(game, people[1], 1, "build")
    say(game, people[0], 0, "end")
    with refused("E_NO_PROPOSAL"):
        say(game, people[1], 1, "do 1")
    assert propose(game, people[0], 0, "build") == 2
    with refused("E_NO_PROPOSAL"):
        endorse(game, people[2], 2, 1)


def test_only_the_one_on_turn_does_it_and_only_others_propose(game: Game, people: list[Player]) -> None:
    with refused("E_OWN_COUNSEL"):
        propose(game, people[0], 0, "build")
    number = propose(game, people[1], 1, "build")
    with refused("E_NO_PROPOSAL"):
        say(game, people[2], 2, f"do {number}")
    with refused("E_NOT_YOURS"):
        propose(game, people[1], 2, "build")
    with refused("E_OWN_COUNSEL"):
        endorse(game, people[0], 0, number)
    with refused("E_ENDORSED"):
        endorse(game, people[1], 1, number)


def test_nobody_proposes_or_agrees_for_a_seat_that_is_not_theirs(game: Game, people: list[Player]) -> None:
    number = propose(game, people[1], 1, "build")
    for act in (lambda: propose(game, people[1], 2, "end"), lambda: endorse(game, people[1], 2, number)):
        with refused("E_NOT_YOURS"):
            act()
    assert [(one.number, one.endorsed) for one in standing(game, 0)] == [(number, standing(game, 1)[0].endorsed)]
    assert not Event.objects.filter(game=game, kind="endorsed").exists()


def test_who_holds_the_seat_on_turn_advises_nobody_from_another_seat_of_theirs(people: list[Player]) -> None:
    opened = services.open_table(opened_by=people[0], key="rampart", seats=2, sit=[0, 1], cause=uuid4())
    with refused("E_OWN_COUNSEL"):
        propose(opened, people[0], 1, "build")


def test_a_question_that_takes_no_counsel_takes_none(game: Game, people: list[Player]) -> None:
    say(game, people[0], 0, "call P2")
    with refused("E_NO_COUNSEL"):
        propose(game, people[2], 2, "grant")
    toy = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4())
    services.take_seat(toy.pk, player=people[1], cause=uuid4())
    with refused("E_NO_COUNSEL"):
        propose(toy, people[1], 1, "lay 3")


def test_there_is_an_end_to_proposals(game: Game, people: list[Player]) -> None:
    for _ in range(5):
        propose(game, people[1], 1, "build")
    with refused("E_MANY_PROPOSALS"):
        propose(game, people[1], 1, "build")
    assert propose(game, people[2], 2, "build") == 6


def test_who_is_on_turn_gets_a_mail_and_nobody_else(game: Game, people: list[Player]) -> None:
    propose(game, people[1], 1, "build")
    (mail,) = Outbox.objects.filter(game=game, purpose="notice", payload__what="proposed")
    assert (mail.player, mail.seat) == (people[0], 0)


def test_asked_twice_it_is_proposed_once(game: Game, people: list[Player]) -> None:
    again = {"seat": 1, "player": people[1], "lines": ["build"], "cause": uuid4()}
    assert services.propose(game.pk, **again) == services.propose(game.pk, **again) == 1  # type: ignore[arg-type]  # as above
    assert game.events.filter(kind="proposed").count() == 1


# --- Time-outs ---------------


def test_at_a_time_out_what_half_of_the_others_stand_behind_is_played(game: Game, people: list[Player]) -> None:
    propose(game, people[1], 1, "scout", "drive 0", "end")
    services.play_time_outs(timezone.now() + LATE)
    assert kinds(game) == [("scout", "timeout"), ("drive", "timeout"), ("end", "timeout")]


def test_the_latest_one_with_enough_behind_it_counts(people: list[Player]) -> None:
    opened = services.open_table(opened_by=people[0], key="rampart", seats=4, cause=uuid4())
    for player in people[1:]:
        services.take_seat(opened.pk, player=player, cause=uuid4())
    first = propose(opened, people[1], 1, "build", "end")
    second = propose(opened, people[2], 2, "end")
    propose(opened, people[3], 3, "scout")
    for seat, number in ((3, first), (1, second)):
        endorse(opened, people[seat], seat, number)
    services.play_time_outs(timezone.now() + LATE)
    assert kinds(opened)[:1] == [("end", "timeout")]


def test_without_enough_behind_it_the_rules_answer(people: list[Player]) -> None:
    opened = services.open_table(opened_by=people[0], key="rampart", seats=4, cause=uuid4())
    for player in people[1:]:
        services.take_seat(opened.pk, player=player, cause=uuid4())
    propose(opened, people[1], 1, "end")
    services.play_time_outs(timezone.now() + LATE)
    assert kinds(opened) == [("build", "timeout"), ("end", "timeout")]


def test_a_person_counts_once_however_many_seats_they_hold(people: list[Player]) -> None:
    opened = services.open_table(opened_by=people[1], key="rampart", seats=4, sit=[1, 2], cause=uuid4())
    for player in (people[0], people[3]):
        services.take_seat(opened.pk, player=player, cause=uuid4())
    number = propose(opened, people[1], 1, "end")
    endorse(opened, people[1], 2, number)
    services.play_time_outs(timezone.now() + LATE)
    assert kinds(opened)[0] == ("end", "timeout")  # one of the two others: half


@pytest.mark.parametrize("last", ["a bot", "a second seat of the one on turn"])
def test_who_cannot_advise_is_none_of_the_others_half_of_whom_carry(last: str, people: list[Player]) -> None:
    more = {"bots": {3: "random"}} if last == "a bot" else {"sit": [0, 3]}
    opened = services.open_table(opened_by=people[0], key="rampart", seats=4, cause=uuid4(), **more)  # type: ignore[arg-type]  # one of two
    for player in people[1:3]:
        services.take_seat(opened.pk, player=player, cause=uuid4())
    propose(opened, people[1], 1, "end")
    services.play_time_outs(timezone.now() + LATE)
    assert kinds(opened)[0] == ("end", "timeout")


def test_where_a_proposal_ends_the_rules_play_the_rest(game: Game, people: list[Player]) -> None:
    propose(game, people[1], 1, "scout", "drive 4", "drive 0", "end")  # more than there are; the last could be done
    services.play_time_outs(timezone.now() + LATE)
    made = kinds(game)
    assert made[0] == ("scout", "timeout")
    assert made[-1] == ("end", "timeout")
    assert ("build", "timeout") in made


def test_who_answers_in_time_is_bound_by_nothing(game: Game, people: list[Player]) -> None:
    number = propose(game, people[1], 1, "end")
    endorse(game, people[2], 2, number)
    say(game, people[0], 0, "build")
    assert kinds(game) == [("build", "player")]


# --- The log ---------------


def test_the_team_reads_it_in_their_log_and_spectators_do_not(game: Game, people: list[Player]) -> None:
    propose(game, people[1], 1, "build")
    for viewer in range(3):
        noted = [note.what for entry in history.history(game.pk, viewer) for note in entry.notes]
        assert noted == ["proposed"]
    assert all(not entry.notes for entry in history.history(game.pk, None))
    assert b"proposed" not in logfile.export(game.pk, viewer=None)
    assert b'"number":1' in logfile.export(game.pk, viewer=2)


def test_the_log_with_counsel_verifies_and_one_with_forged_counsel_does_not(game: Game, people: list[Player]) -> None:
    number = propose(game, people[1], 1, "build", "end")
    endorse(game, people[2], 2, number)
    say(game, people[0], 0, f"do {number}")
    services.play_time_outs(timezone.now() + LATE)
    assert verify(logfile.export(game.pk, viewer=None)).complete
    events = [read_payload(one.payload) for one in game.events.order_by("seq")]
    at = next(n for n, one in enumerate(events) if isinstance(one, Proposed))
    made = events[at]
    assert isinstance(made, Proposed)
    forged = [
        made.model_copy(update={"to": 2}), made.model_copy(update={"number": 7}),
        made.model_copy(update={"topic": "turn 9"}), made.model_copy(update={"team": (1, 9)}),
        made.model_copy(update={"orders": (Advised(moves=({"kind": "dance"},)),)}),
        Endorsed(seat=2, team=(0, 1, 2), number=1),
    ]  # fmt: skip
    for one in forged:
        with pytest.raises(Divergence):
            Proof([*events[:at], one, *events[at + 1 :]]).play()


def test_counsel_outlives_memory_snapshots_and_undo(
    game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(append, "SNAPSHOT_EVERY", 1)
    say(game, people[0], 0, "build")
    first = propose(game, people[1], 1, "end")
    loading.shelf.clear()
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    loading.shelf.clear()
    second = propose(game, people[2], 2, "build")
    endorse(game, people[2], 2, first)
    loading.shelf.clear()
    assert [(one.number, one.endorsed) for one in standing(game, 0)] == [(first, (1, 2)), (second, (2,))]


def test_a_move_that_was_taken_back_leaves_what_was_said_about_the_question_after_it(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a clock each question has proposals of its own; an undo plays them on questions that are not open."""
    monkeypatch.setattr(rampart.Rampart, "clock", lambda self, state, asked: "")
    opened = services.open_table(opened_by=people[0], key="rampart", seats=3, cause=uuid4())
    for player in people[1:3]:
        services.take_seat(opened.pk, player=player, cause=uuid4())
    say(opened, people[0], 0, "build")
    number = propose(opened, people[1], 1, "end")
    endorse(opened, people[2], 2, number)
    services.undo(opened.pk, seat=0, player=people[0], cause=uuid4())
    assert standing(opened, 0) == ()
    say(opened, people[0], 0, "build")
    assert [one.number for one in standing(opened, 0)] == [number]


# --- What a refusal tells ---------------


class TakesAll(OpenCounsel):
    """Counsel even where hands are hidden."""

    def advisers(self, state: object, decision: Decision, seats: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(seats) if seat != decision.seat)

    def carries(self, endorsing: int, others: int) -> bool:
        return True


def test_whether_a_proposal_is_refused_tells_nothing_of_a_hidden_hand_or_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables that differ in what the adviser cannot know refuse the same: every card of the pack is tried."""
    file = toy.ToyPlanner.file

    def one_plan(
        self: toy.ToyPlanner, standing: tuple[Plan, ...], new: tuple[Plan, ...], desk: Desk
    ) -> tuple[Plan, ...]:
        if standing:
            raise IllegalMove("E_ONE_PLAN")
        return file(self, standing, new, desk)

    monkeypatch.setattr(toy.ToyPlanner, "file", one_plan)
    opened = GameOpened(game="highest_card", rules=1, options={}, seats=3, commitment="")
    table = Table.opened(opened)
    table.game = replace(table.game, counsel=TakesAll())
    session = Session(table, SeededChance(b"one"))
    session.start()
    other = table.copy()
    other.state = table.rules.redeal(table.state, 1, SeededChance(b"two"))
    assert other.state != table.state
    other.standing[0] = (toy.Later(card=1, round=1),)
    for card in range(1, 40):
        answers = []
        for one in (table, other):
            (asked,) = (decision for decision in one.pending() if decision.seat == 0)
            try:
                answers.append(counsel.read(one, (), 1, asked, [f"later {card} in 2", f"lay {card}"]))
            except IllegalMove as why:
                answers.append([Advised(moves=(why.code,))])
        assert answers[0] == answers[1]
