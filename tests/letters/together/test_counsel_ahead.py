"""Counsel for a turn to come: its writer hears that it was taken, the others can stand behind it before that turn."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.reading import history
from engine.log.proof import Proof
from engine.table.events import read_payload
from tests.letters.conftest import SEED, Post

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(people: list[Player]) -> Game:
    """Yggdrasil for Anna, who is on turn, Boris, who reads Russian, and Cleo."""
    people.append(services.player_for("cleo@home.example", name="Cleo"))
    opened = services.open_table(
        opened_by=people[0], key="yggdrasil", seats=3, cause=uuid4(), title="The ash", seed=SEED, days_per_decision=7,
        options={"deal_gods": True, "first_seat": 0},
    )  # fmt: skip
    for player in people[1:]:
        services.take_seat(opened.pk, player=player, cause=uuid4())
    services.send_press(opened.pk, seat=0, player=people[0], to=None, text="What now?", cause=uuid4())
    return Game.objects.get(pk=opened.pk)


def flat(text: str) -> str:
    return " ".join(text.split())


def said(mail: InboundMail) -> list[str]:
    receipt = Receipt.model_validate(mail.outcome)
    return [one.did.code for one in receipt.understood] + [one.why.code for one in receipt.refused]


def ends(game: Game, people: list[Player]) -> None:
    """Whoever is on turn ends it, whatever else is asked before."""
    turn = history.table_now(game.pk).state.turn
    while (table := history.table_now(game.pk)).state.turn == turn:
        (asked,) = table.pending()
        move = "end" if asked.kind == "action" else table.game.notation.write(
            table.rules.default(table.state, asked), "en"
        )  # fmt: skip
        services.submit_orders(game.pk, seat=asked.seat, player=people[asked.seat], lines=[move], cause=uuid4())


def test_its_writer_is_told_for_whose_turn_it_was_taken(game: Game, people: list[Player], post: Post) -> None:
    assert said(post.answer(people[2], "propose P2: elf; end", purpose="press")) == ["proposed_ahead"]
    text = flat(post.last(people[2], "receipt").text)
    assert "proposed for the next turn of Boris, as number 1: it waits there to be done" in text
    assert said(post.answer(people[1], "предлагаю И3: альв", purpose="press")) == ["proposed_ahead"]
    assert "предложено на следующий ход (Cleo) под номером 2" in flat(post.last(people[1], "receipt").text)
    assert not Outbox.objects.filter(purpose="notice", payload__what="proposed").exists(), "their prompts will tell it"


def test_all_read_of_it_and_may_stand_behind_it_before_that_turn(game: Game, people: list[Player], post: Post) -> None:
    post.answer(people[2], "propose P2: elf; end", purpose="press")
    post.answer(people[0], "status", purpose="prompt")
    text = flat(post.last(people[0], "receipt").text)
    assert "1. For Boris: Cleo proposes: plan auto: elf; end" in text
    assert "To stand behind number 1: “endorse 1”" in text
    assert said(post.answer(people[0], "endorse 1", purpose="receipt")) == ["endorsed"]
    ends(game, people)
    prompt = post.last(people[1], "prompt")
    assert "1 поддерживает" in flat(prompt.text) or "ещё 1" in flat(prompt.text)
    assert "сделать 1" in prompt.text
    services.play_time_outs(timezone.now() + timezone.timedelta(days=60))
    state = history.table_now(game.pk).state
    assert state.elves[1] == 1  # what two of two stand behind


def test_a_log_with_such_counsel_is_proved(game: Game, people: list[Player], post: Post) -> None:
    post.answer(people[2], "propose P2: elf; end", purpose="press")
    Proof([read_payload(one.payload) for one in game.events.order_by("seq")]).play()


def test_the_prompt_of_whoever_is_on_turn_shows_what_is_proposed_for_later_turns(
    game: Game, people: list[Player], post: Post
) -> None:
    services.propose(game.pk, seat=0, player=people[0], to=2, lines=["elf"], cause=uuid4())
    ends(game, people)
    prompt = flat(post.last(people[1], "prompt").text)
    assert "Предложено на будущие ходы" in prompt.replace("ПРЕДЛОЖЕНО НА БУДУЩИЕ ХОДЫ", "Предложено на будущие ходы")
    assert "Для игрока Cleo: Anna предлагает:" in prompt
    assert said(post.answer(people[1], "поддерживаю 1", purpose="prompt")) == ["endorsed"]


def test_one_word_ahead_has_it_done_when_the_turn_comes(game: Game, people: list[Player], post: Post) -> None:
    services.propose(game.pk, seat=0, player=people[0], to=1, lines=["elf", "end"], cause=uuid4())
    post.answer(people[1], "status", purpose="press")
    told = flat(post.last(people[1], "receipt").text)
    assert "Чтобы предложение 1 было сделано, когда придёт ваш ход: «сделать 1»" in told
    assert "«предлагаю И" in told  # as it may be typed
    mail = post.answer(people[1], "сделать 1", purpose="receipt")
    assert said(mail) == ["order_kept"]
    assert "«сделать 1» — сохранено на потом" in flat(post.last(people[1], "receipt").text).replace(" - ", " — ")
    ends(game, people)
    state = history.table_now(game.pk).state
    assert (state.elves[1], state.seat) == (1, 2)
