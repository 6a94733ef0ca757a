"""A digest invites to standing orders for the next turn: they count though that turn has come meanwhile."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Player
from asgard_pbem.tables.reading import history
from engine.table import registry
from tests.letters.conftest import SEED, Post, dealt
from tests.letters.digests.conftest import INSTALLED, due

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked_since(people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Boris has chosen and got a digest; then Anna has chosen too, so that both are asked for the next card."""
    monkeypatch.setattr(registry, "games", INSTALLED)
    game = dealt(people, "aesir", "Valhalla")
    services.set_digest(people[1], "daily")
    chosen(game, people, 1)
    services.send_press(game.pk, seat=0, player=people[0], to=[1], text="Good luck!", cause=uuid4())
    post.deliver()
    assert due(people[1]) == 1
    assert post.last(people[1]).purpose == "digest"
    chosen(game, people, 0)
    return game


def chosen(game: Game, people: list[Player], seat: int) -> None:
    services.submit_orders(game.pk, seat=seat, player=people[seat], lines=["1"], cause=uuid4())


def turn_of(game: Game) -> int:
    return history.table_now(game.pk).pending()[0].seat


def play_on(game: Game, people: list[Player]) -> None:
    """Whoever is asked ends their turn as soon as they may."""
    table = history.table_now(game.pk)
    asked = table.pending()[0]
    default = table.rules.default(table.state, asked)
    line = "end" if asked.kind == "action" else table.game.notation.write(default, "en")
    player = people[min(asked.seat, 1)]
    services.submit_orders(game.pk, seat=asked.seat, player=player, lines=[line], cause=uuid4())


def filed(game: Game) -> list[str]:
    return history.written(game, history.desk(game.pk, 1).standing, "en")  # type: ignore[union-attr]  # it runs


def moves(game: Game) -> int:
    return Event.objects.filter(game=game, kind="move_made").count()


def why(row: InboundMail) -> list[str]:
    return [one.why.code for one in Receipt.model_validate(row.outcome).refused]


def test_an_order_for_later_is_kept(asked_since: Game, people: list[Player], post: Post) -> None:
    row = post.answer(people[1], "last H>O", purpose="digest")
    receipt = Receipt.model_validate(row.outcome)
    assert [one.did.code for one in receipt.understood] == ["order_kept"]
    assert filed(asked_since) == ["last H>O"]


def test_one_for_the_turn_that_has_come_is_carried_out(asked_since: Game, people: list[Player], post: Post) -> None:
    before = moves(asked_since)
    row = post.answer(people[1], "plan O>T>S>F>B>H>L", purpose="digest")
    receipt = Receipt.model_validate(row.outcome)
    assert [one.did.code for one in receipt.understood] == ["order_going"]
    assert moves(asked_since) == before + 1


@pytest.mark.parametrize(
    "lines", [["1"], ["last H>O", "1"], ["1. last H"], ["O"], ["Thanks for the news!"], ["drop plans", "last H"]]
)
def test_nothing_else_is(asked_since: Game, people: list[Player], post: Post, lines: list[str]) -> None:
    before = moves(asked_since)
    row = post.answer(people[1], *lines, purpose="digest")
    assert "old_prompt" in why(row)
    assert (row.reason, filed(asked_since), moves(asked_since)) == ("old_prompt", [], before)


def test_a_turn_that_has_been_played_meanwhile_was_the_next(
    asked_since: Game, people: list[Player], post: Post
) -> None:
    chosen(asked_since, people, 1)
    assert why(post.answer(people[1], "last H>O", purpose="digest")) == ["old_prompt"]
    chosen(asked_since, people, 0)
    assert why(post.answer(people[1], "last H>O", purpose="digest")) == ["old_prompt"]
    assert filed(asked_since) == []


def test_the_order_in_answer_to_an_older_question_is_none(asked_since: Game, people: list[Player], post: Post) -> None:
    assert why(post.answer(people[1], "last H>O", purpose="prompt")) == []
    chosen(asked_since, people, 1)
    chosen(asked_since, people, 0)
    old = next(one for one in post.sent if one.to == people[1].email and one.purpose == "prompt")
    post.deliver()
    post.sent.append(old)
    assert why(post.answer(people[1], "last T>O", purpose="prompt")) == ["old_prompt"]


@pytest.mark.parametrize(
    "lines, found",
    [
        (["plan:", "elf", "end"], []),
        (["plan: elf; end"], []),
        (["fight surtr", "end"], ["old_prompt"]),
        (["end"], ["old_prompt"]),
        (["plan:", "1", "2"], ["E_PLAN_EMPTY"]),
        (["plan: 1; 2"], ["E_PLAN_EMPTY"]),
        (["P3: plan: elf; end"], []),
        (["P3:", "plan:", "elf", "end"], []),
        (["P3: end"], ["E_NOT_YOUR_TURN"]),
    ],
)
def test_a_turn_that_is_stored_for_later_is_kept_and_not_done_with_numbers_of_a_list_that_was_not_seen(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch, lines: list[str], found: list[str]
) -> None:
    """By who holds two seats as well, below a heading."""
    monkeypatch.setattr(registry, "games", INSTALLED)
    opened = services.open_table(
        opened_by=people[0], key="yggdrasil", seats=3, cause=uuid4(), seed=SEED,
        options={"deal_gods": True, "first_seat": 0},
    )  # fmt: skip
    for _ in range(2):
        services.take_seat(opened.pk, player=people[1], cause=uuid4())
    game = Game.objects.get(pk=opened.pk)
    services.set_digest(people[1], "daily")
    for seat in (0, 1, 2):  # nothing of the first turns is too old
        while turn_of(game) == seat:
            play_on(game, people)
    post.deliver()
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["elf"], cause=uuid4())
    assert due(people[1]) == 1
    assert post.last(people[1]).purpose == "digest"
    while turn_of(game) == 0:
        play_on(game, people)
    before = moves(game)
    row = post.answer(people[1], *lines, purpose="digest")
    assert why(row) == found, row.outcome
    assert moves(game) == before
