"""Behind a veil: games that differ only in who was asked look the same to all others, to the letter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, OpenDecision, Player
from asgard_pbem.tables.reading import history, logfile, projecting
from asgard_pbem.tables.store import append
from engine.core.moves import IllegalMove
from tests.tables.secrets.test_secret_events import HASH, Clock, received, undone_afterwards
from tests.toys import skirmish
from tests.toys.skirmish.table import Attack, Lay, Say

pytestmark = pytest.mark.django_db
Deal = Callable[..., Game]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock(datetime(2026, 3, 4, 5, 6, 7, 123456, tzinfo=UTC))
    monkeypatch.setattr(append, "datetime", made)
    return made


@pytest.fixture
def deal(people: list[Player], monkeypatch: pytest.MonkeyPatch) -> Deal:
    """Opens a table of clans with these cards in their hands."""

    def open_(*cards: str, cause: UUID | None = None) -> Game:
        skirmish.deal(monkeypatch, *cards)
        game = services.open_table(
            opened_by=people[0],
            key="skirmish",
            seats=len(cards),
            cause=cause or uuid4(),
            days_per_decision=3,
            seed=bytes(32),
        )
        for player in people[1 : len(cards)]:
            services.take_seat(game.pk, player=player, cause=uuid4())
        return Game.objects.get(pk=game.pk)

    return open_


def move(game: Game, people: list[Player], seat: int, move: Any) -> services.SubmitResult:
    return services.submit_move(
        game.pk, seat=seat, player=people[seat], move=move.model_dump(mode="json"), cause=uuid4()
    )


@pytest.mark.parametrize("others", [(2, 3), (None,)])
def test_games_that_differ_only_in_who_was_asked_are_alike_for_all_others(
    others: tuple[int | None, ...], deal: Deal, people: list[Player], clock: Clock
) -> None:
    begun, cause, found = clock.time, uuid4(), []
    for late, hands in ((0, ("three eye", "three two")), (1, ("three two", "three eye"))):
        clock.time = begun

        def play(late: int = late, hands: tuple[str, str] = hands) -> list[object]:
            game = deal(*hands, "one two watch", "one two watch", cause=cause)
            seen = []
            moves = [
                (0, Attack(clan=1)),
                (late, Lay(card="three")),
                (1 - late, Lay(card="three")),
                (late, Say(word="no")),
            ]
            for seat, made in moves:
                clock.time += timedelta(minutes=7)
                move(game, people, seat, made)
                seen.append([part for one in others for part in alike(game, people, one)])
            assert not OpenDecision.objects.filter(game=game, concealed=True).exists()
            return seen

        found.append(undone_afterwards(play))
    assert found[0] == found[1]


def alike(game: Game, people: list[Player], viewer: int | None) -> list[object]:
    """What reaches one viewer, without the chain's hashes, which are random."""
    one = received(game.pk, viewer, people[viewer] if viewer is not None else None)
    parts = told_without_hashes(one)
    return [*parts, one["waiting"], one["asked"], one.get("desk"), one.get("may undo"), one.get("undo")]


def told_without_hashes(one: dict[str, Any]) -> list[object]:
    entries = [replace(entry, hash="") for entry in one["log"]]
    mails = [(mail["purpose"], mail["seat"], mail["moment"], mail["payload"]) for mail in one["mails"]]
    game = [part for part in one["game"] if not isinstance(part, str) or len(part) != 64]
    return [HASH.sub(b"", one["file"]), entries, one["view"], mails, game]


def test_an_answer_behind_a_veil_changes_nothing_that_others_receive(deal: Deal, people: list[Player]) -> None:
    game = deal("tide one three", "three eye two", "shield one two", "one two three")
    move(game, people, 0, Attack(clan=1))
    for seat, made in ((1, Lay(card="three")),):
        before = {viewer: received(game.pk, viewer, people[viewer]) for viewer in (0, 2, 3)}
        move(game, people, seat, made)
        assert {viewer: received(game.pk, viewer, people[viewer]) for viewer in (0, 2, 3)} == before
    before = {viewer: received(game.pk, viewer, people[viewer]) for viewer in (2, 3)}
    move(game, people, 0, Lay(card="tide"))
    assert {viewer: received(game.pk, viewer, people[viewer]) for viewer in (2, 3)} == before
    assert list(projecting.differences(game.pk)) == []


def test_the_attack_that_a_veil_followed_cannot_be_taken_back_before_or_after_an_unseen_answer(
    deal: Deal, people: list[Player]
) -> None:
    game = deal("tide one three", "three eye two", "shield one two")
    move(game, people, 0, Attack(clan=1))
    assert not history.may_undo(game.pk, 0)
    move(game, people, 1, Lay(card="three"))
    assert not history.may_undo(game.pk, 0)
    assert not history.may_undo(game.pk, 1)


def test_the_log_shows_each_reader_what_that_reader_saw_and_when(deal: Deal, people: list[Player]) -> None:
    game = deal("three two", "three eye", "one two one")
    move(game, people, 0, Attack(clan=1))
    battle = Game.objects.get(pk=game.pk).moment
    move(game, people, 0, Lay(card="three"))
    move(game, people, 1, Lay(card="three"))
    assert Game.objects.get(pk=game.pk).moment == battle  # nobody else sees anything move
    assert news(game, 1) == {battle: ["card_laid", "cards_shown"]}
    assert news(game, 0) == {battle: ["card_laid"]}
    assert news(game, 2) == news(game, None) == {}
    lifting = move(game, people, 1, Say(word="yes"))
    assert [one.kind for one in lifting.faces] == ["eye_added", "battle_won"]
    assert shown(game, 1)[battle + 1] == ["eye_added", "battle_won"]
    assert shown(game, 2)[battle + 1] == shown(game, 0)[battle + 1] == ["cards_shown", "eye_added", "battle_won"]
    assert news(game, 1) == {battle: ["card_laid", "cards_shown"]}  # as it was then


def news(game: Game, viewer: int | None) -> dict[int, list[str]]:
    told = {
        one.number: [face.kind for note in one.notes for face in note.news] for one in history.history(game.pk, viewer)
    }
    return {number: kinds for number, kinds in told.items() if kinds}


def shown(game: Game, viewer: int | None) -> dict[int, list[str]]:
    return {one.number: [face.kind for face in one.faces] for one in history.history(game.pk, viewer)}


def test_a_time_out_that_lifts_a_veil_does_not_say_whose_time_was_up(deal: Deal, people: list[Player]) -> None:
    game = deal("three two", "three eye", "one two one")
    move(game, people, 0, Attack(clan=1))
    for seat in (0, 1):
        move(game, people, seat, Lay(card="three"))
    assert services.play_time_outs(datetime.now(UTC) + timedelta(days=9)) == 1
    last = history.history(game.pk, 2)[-1]
    assert (last.by, last.seat) == ("", None)
    assert "timeout" in {one.by for one in history.history(game.pk, 1)}


@pytest.mark.parametrize("hand", ["three eye", "three two", "three"])
def test_a_sheet_behind_a_veil_stands_up_to_its_refused_line_whatever_came_of_it(
    hand: str, deal: Deal, people: list[Player]
) -> None:
    """Else a line that is refused on purpose would tell whether somebody has been shown something."""
    game = deal("three two", hand, "one two one")
    move(game, people, 0, Attack(clan=1))
    sheet = services.submit_orders(game.pk, seat=0, player=people[0], lines=["lay three", "lay two"], cause=uuid4())
    assert sheet.orders == ("lay three",)
    assert sheet.refused is not None
    assert sheet.refused.why.code == "E_NOT_YOUR_TURN"


@pytest.mark.parametrize("hand", ["three one two", "three eye"])
def test_a_second_answer_is_refused_alike_whoever_is_asked_by_now(hand: str, deal: Deal, people: list[Player]) -> None:
    game = deal("three two", hand, "one two one")
    move(game, people, 0, Attack(clan=1))
    move(game, people, 0, Lay(card="three"))
    if "eye" in hand:
        move(game, people, 1, Lay(card="three"))
    with pytest.raises(IllegalMove) as why:
        move(game, people, 0, Lay(card="two"))
    assert (why.value.code, why.value.where) == ("E_NOT_YOUR_TURN", {})


def test_a_practice_table_from_behind_a_veil_can_be_played(deal: Deal, people: list[Player]) -> None:
    game = deal("three two", "three eye", "one two one")
    move(game, people, 0, Attack(clan=1))
    moment = Game.objects.get(pk=game.pk).moment
    for seat, viewer in ((0, 0), (2, 2)):
        fork = services.fork(game.pk, moment=moment, viewer=viewer, player=people[seat], cause=uuid4())
        assert history.table_now(fork.pk).pending()


def test_nothing_is_veiled_any_more_when_people_have_closed_the_table(deal: Deal, people: list[Player]) -> None:
    game = deal("three two", "three eye", "one two one")
    for seat, made in ((0, Attack(clan=1)), (0, Lay(card="three")), (1, Lay(card="three"))):
        move(game, people, seat, made)
    services.close_table(game.pk, by=None, cause=uuid4())
    table = history.table_now(game.pk)
    assert table.rules.view(table.state, None).laid == (("three",), ("three",), ())
    assert logfile.export(game.pk, viewer=None)
