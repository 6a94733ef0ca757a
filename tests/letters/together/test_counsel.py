"""Counsel by mail: advising, being advised, and doing it with one word."""

from __future__ import annotations

from uuid import uuid5

import pytest

from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from tests.letters.conftest import NAMESPACE, SEED, Post
from tests.toys.installed import _rampart_is_installed

pytestmark = pytest.mark.django_db
__all__ = ["_rampart_is_installed"]


@pytest.fixture
def game(people: list[Player]) -> Game:
    """Rampart for Anna, who is on turn, Boris, who reads Russian, and Cleo."""
    cleo = services.player_for("cleo@home.example", name="Cleo")
    opened = services.open_table(
        opened_by=people[0], key="rampart", seats=3, cause=uuid5(NAMESPACE, "open"), title="The wall", seed=SEED
    )
    for player in (people[1], cleo):
        services.take_seat(opened.pk, player=player, cause=uuid5(NAMESPACE, f"sit {player.name}"))
    services.send_press(opened.pk, seat=0, player=people[0], to=None, text="What now?", cause=uuid5(NAMESPACE, "say"))
    people.append(cleo)
    return Game.objects.get(pk=opened.pk)


def flat(text: str) -> str:
    return " ".join(text.split())


def said(mail: InboundMail) -> list[str]:
    """What became of the lines."""
    receipt = Receipt.model_validate(mail.outcome)
    return [one.did.code for one in receipt.understood] + [one.why.code for one in receipt.refused]


def test_a_proposal_reaches_the_one_on_turn_who_does_it_with_one_word(
    game: Game, people: list[Player], post: Post
) -> None:
    assert said(post.answer(people[2], "propose build; scout", purpose="press")) == ["proposed"]
    mail = post.last(people[0])
    assert mail.purpose == "notice"
    assert "Cleo proposes: build; scout" in flat(mail.text).replace(
        "CLEO PROPOSES: BUILD; SCOUT", "Cleo proposes: build; scout"
    )
    assert "  do 1  " in mail.text
    assert "body=do%201" in mail.html
    assert "Please answer by" in mail.text
    assert said(post.answer(people[0], "do 1")) == ["order_done"]
    assert history.table_now(game.pk).state.used == ["build", "scout"]


@pytest.mark.parametrize("line", ["let's do 1", "I'd like to do 1 please"])
def test_a_number_that_a_proposal_has_as_well_as_the_list_is_asked_about(
    game: Game, people: list[Player], post: Post, line: str
) -> None:
    post.answer(people[2], "propose scout", purpose="press")
    assert said(post.answer(people[0], line)) == ["no_order"]
    assert said(post.answer(people[0], line.replace("1", "2"))) == ["order_done"]


def test_orders_may_stand_on_lines_below_and_name_whom_they_are_for(
    game: Game, people: list[Player], post: Post
) -> None:
    mail = post.answer(people[2], "propose:", "build", "call P3", "", "propose P1: end", purpose="press")
    assert said(mail) == ["proposed", "proposed"]
    desk = history.desk(game.pk, 0)
    assert desk is not None
    assert [len(one.orders) for one in desk.counsel or ()] == [2, 1]


def test_others_stand_behind_it_in_their_own_language(game: Game, people: list[Player], post: Post) -> None:
    post.answer(people[2], "propose build", purpose="press")
    assert said(post.answer(people[1], "поддерживаю 1", "status", purpose="press")) == ["endorsed", "shown_below"]
    text = flat(post.last(people[1], "receipt").text)
    assert "Cleo предлагает: строить" in text
    assert said(post.answer(people[0], "status", purpose="prompt")) == ["shown_below"]


def test_the_prompt_and_its_reminder_list_what_is_proposed_as_answers(
    game: Game, people: list[Player], post: Post
) -> None:
    services.propose(game.pk, seat=2, player=people[2], lines=["build"], cause=uuid5(NAMESPACE, "p"))
    services.endorse(game.pk, seat=1, player=people[1], number=1, cause=uuid5(NAMESPACE, "e"))
    mail = post.last(people[0], "prompt")
    assert "What the others propose" in mail.text
    assert "Cleo proposes: build (1 more stands behind it)" in flat(mail.text)


def test_what_cannot_be_proposed_is_refused_with_its_reason(game: Game, people: list[Player], post: Post) -> None:
    assert said(post.answer(people[2], "propose 1", purpose="press")) == ["E_COUNSEL_WORDS"]
    assert said(post.answer(people[2], "propose dance", purpose="receipt")) == ["no_order"]
    text = flat(post.last(people[2], "receipt").text)
    assert "propose dance" in text
    assert "this could not be read as an order." in text
    assert said(post.answer(people[2], "endorse 7", purpose="receipt")) == ["E_NO_PROPOSAL"]
    text = flat(post.last(people[2], "receipt").text)
    assert "There is no proposal 7 for this turn." in text
    desk = history.desk(game.pk, 0)
    assert desk is not None
    assert not desk.counsel


def test_ok_with_a_number_is_an_answer_unless_a_proposal_of_that_number_stands(
    game: Game, people: list[Player], post: Post
) -> None:
    """It is one in every other game, and no mail of ours says that it means anything else."""
    services.propose(game.pk, seat=2, player=people[2], lines=["build"], cause=uuid5(NAMESPACE, "p"))
    assert said(post.answer(people[1], "ok 1", purpose="press")) == ["endorsed"]
    assert said(post.answer(people[1], "ok 2", purpose="receipt")) == ["E_NO_PROPOSAL"]
    assert said(post.answer(people[0], "ok 1", purpose="prompt")) == ["E_OWN_COUNSEL"]
    assert said(post.answer(people[0], "ok 2", purpose="prompt")) == ["order_done"]


def test_a_mail_that_comes_after_its_turn_says_so(game: Game, people: list[Player], post: Post) -> None:
    services.propose(game.pk, seat=2, player=people[2], lines=["build"], cause=uuid5(NAMESPACE, "p"))
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["end"], cause=uuid5(NAMESPACE, "o"))
    mail = post.last(people[0], "notice")
    assert "You were advised on a question that is over by now." in flat(mail.text)
    assert "do 1" not in mail.text


def test_help_speaks_of_counsel_where_there_is_any(game: Game, people: list[Player], post: Post) -> None:
    post.answer(people[2], "help", purpose="press")
    assert "Advising each other" in post.last(people[2], "receipt").text


def test_at_a_game_without_counsel_its_words_are_the_games_own(people: list[Player], post: Post) -> None:
    opened = services.open_table(opened_by=people[0], key="aesir", seats=2, cause=uuid5(NAMESPACE, "a"), seed=SEED)
    services.take_seat(opened.pk, player=people[1], cause=uuid5(NAMESPACE, "b"))
    mail = post.answer(people[0], "propose build")
    assert said(mail) == ["no_order"]
    assert mail.reason == "no_orders"


def test_what_can_be_done_of_a_proposal_only_in_part_is_told_so(game: Game, people: list[Player], post: Post) -> None:
    """The scout has looked, which stands: neither "done" nor "not done" alone would be true."""
    services.propose(game.pk, seat=2, player=people[2], lines=["scout", "drive 6"], cause=uuid5(NAMESPACE, "p"))
    assert said(post.answer(people[0], "do 1")) == ["order_partly", "E_SO_MANY"]
    text = flat(post.last(people[0]).text)
    assert "“do 1” - done as far as it could be" in text


def test_who_reads_russian_is_given_a_russian_word_to_do_it_by(game: Game, people: list[Player], post: Post) -> None:
    services.update_player(people[0], language="ru")
    services.propose(game.pk, seat=2, player=people[2], lines=["build"], cause=uuid5(NAMESPACE, "p"))
    mail = post.last(people[0], "notice")
    assert "  сделать 1  " in mail.text
    assert said(post.answer(people[0], "сделать 1")) == ["order_done"]


@pytest.mark.parametrize(
    "line", ["Do what Cleo proposes.", "follow what P3 proposed", "сделать то, что предлагает Cleo"]
)
def test_what_somebody_proposes_is_done_by_naming_them(line: str, game: Game, people: list[Player], post: Post) -> None:
    for order in ("scout", "build"):
        services.propose(game.pk, seat=2, player=people[2], lines=[order], cause=uuid5(NAMESPACE, order))
    services.propose(game.pk, seat=1, player=people[1], lines=["end"], cause=uuid5(NAMESPACE, "b"))
    assert said(post.answer(people[0], line)) == ["order_done"]
    assert history.table_now(game.pk).state.used == ["build"]  # the last that she has proposed


def test_whoever_has_proposed_nothing_is_not_followed(game: Game, people: list[Player], post: Post) -> None:
    assert said(post.answer(people[0], "do what Cleo proposes")) == ["no_order"]
    assert history.table_now(game.pk).state.used == []
