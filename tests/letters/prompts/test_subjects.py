"""What stands in a mailbox's list: who writes, and about which table; the same subject as long as the table lives."""

from __future__ import annotations

from email.message import EmailMessage
from importlib import import_module
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.core import mail as django_mail
from django.db import connection

from asgard_pbem.mail.sending.outgoing import MAX_HEADER_CHARS, sender
from asgard_pbem.mail.writing import phrases
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Erasure, Game, Player, Seat
from tests.letters.conftest import Post, dealt

pytestmark = pytest.mark.django_db


def test_a_subject_names_game_people_and_title_and_stays_the_same_whoever_is_renamed_or_leaves(
    game: Game, people: list[Player], post: Post
) -> None:
    mark = game.pk.hex[:6]
    wanted = f"Aesir: Anna, Boris - Valhalla [{mark}]"
    assert {str(one.message["Subject"]) for one in post.deliver()} == {wanted}
    services.update_player(people[0], name="Anneliese")
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    post.answer(people[0], "status")
    assert {str(one.message["Subject"]) for one in post.deliver()} == {wanted}


def test_the_name_of_who_is_forgotten_stands_in_no_subject(game: Game, people: list[Player], post: Post) -> None:
    services.erase_player(people[1])
    post.deliver()
    post.answer(people[0], "status")
    assert str(post.last(people[0]).message["Subject"]) == f"Aesir: Valhalla [{game.pk.hex[:6]}]"


def test_an_older_name_is_forgotten_too_though_its_owner_sits_at_the_table_no_more(
    game: Game, people: list[Player], post: Post
) -> None:
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    services.update_player(people[1], name="Bertram")
    services.erase_player(people[1])
    post.deliver()
    post.answer(people[0], "status")
    assert str(post.last(people[0]).message["Subject"]) == f"Aesir: Valhalla [{game.pk.hex[:6]}]"


def test_who_began_is_read_from_the_logs_of_before(game: Game, people: list[Player]) -> None:
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    seats = Seat.objects.filter(game=game).order_by("seat")
    began = list(seats.values_list("began", flat=True))
    assert began == [one.pk for one in people]
    seats.update(began=None)
    step = import_module("asgard_pbem.tables.migrations.0040_who_began_before")
    step.read(None, SimpleNamespace(connection=connection))
    assert list(seats.values_list("began", flat=True)) == began


def test_a_game_that_began_under_the_release_before_while_0038_came_is_found_and_so_is_who_was_erased_since(
    game: Game, people: list[Player]
) -> None:
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    Seat.objects.filter(game=game).update(began=None)
    services.erase_player(people[1])
    game.refresh_from_db()
    assert game.begun_by == ["Anna", "Boris"], "their row said nothing, and they sat there no more"
    step = import_module("asgard_pbem.tables.migrations.0053_who_began_in_between")
    step.read(None, SimpleNamespace(connection=connection))
    assert [*Seat.objects.filter(game=game).order_by("seat").values_list("began", flat=True)] == [
        one.pk for one in people
    ]
    with connection.cursor() as cursor:
        cursor.execute(step.ERASED)
    [left] = Erasure.objects.values_list("pk", flat=True)
    services.go_on_erasing(left)
    game.refresh_from_db()
    assert game.begun_by == []
    assert not Erasure.objects.exists()


def test_who_is_only_called_like_somebody_forgotten_keeps_their_name(game: Game, people: list[Player]) -> None:
    stranger = Player.objects.create(email="other@home.example", name="Boris")
    services.erase_player(stranger)
    game.refresh_from_db()
    assert game.begun_by == ["Anna", "Boris"]


def test_long_names_and_titles_leave_room_for_the_mark_of_the_table(game: Game) -> None:
    game.begun_by, game.title = ["Wilhelmina Konstantinopolskaya the Third"] * 5, "T" * 80
    subject = phrases.subject(game, "")
    assert len(subject) <= MAX_HEADER_CHARS
    assert subject.endswith(f"… [{game.pk.hex[:6]}]")


def test_an_invitation_comes_from_a_person_and_says_to_what(people: list[Player], post: Post) -> None:
    opened = services.open_table(opened_by=people[0], key="aesir", seats=2, cause=uuid4(), title="Bifrost")
    services.invite(opened.pk, by=people[0], email="carl@home.example", cause=uuid4())
    mail = post.deliver()[-1].message
    assert str(mail["Subject"]) == "Anna invites you to a game of Aesir"
    assert str(mail["From"]) == "Anna via Asgard PBEM <games@asgard.localhost>"


def test_words_at_the_table_come_from_their_writer_and_a_prompt_from_us(
    game: Game, people: list[Player], post: Post
) -> None:
    services.send_press(game.pk, seat=1, player=people[1], to=[0], text="Hail", cause=uuid4())
    said = {one.purpose: str(one.message["From"]) for one in post.deliver() if one.to == people[0].email}
    assert said == {
        "prompt": "Asgard PBEM <games@asgard.localhost>",
        "press": "Boris via Asgard PBEM <games@asgard.localhost>",
    }


@pytest.mark.parametrize("name", ["a\r\nBcc: x@y.example", 'a" <b@c.example>, "d', "Зоя, Ко", "x" * 300, ""])
def test_a_name_of_a_person_can_be_no_other_address(name: str) -> None:
    message = django_mail.EmailMessage("s", "t", "e@f.example", ["g@h.example"], headers={"From": sender(name)})
    read = EmailMessage()  # as a mail program reads it
    read["From"] = str(message.message()["From"])
    assert [one.addr_spec for one in read["From"].addresses] == ["games@asgard.localhost"]


@pytest.mark.parametrize("name", ["👩\u200d👩\u200d👧 Eir", "می\u200cنا"])
def test_a_name_is_the_same_in_subject_and_sender_as_in_the_letter(name: str, people: list[Player], post: Post) -> None:
    """Without what joins its signs a family was three people, and a Persian name was misspelt."""
    services.update_player(people[0], name=name)
    game = dealt(people, "aesir", "Valhalla")
    services.send_press(game.pk, seat=0, player=people[0], to=[1], text="Hail", cause=uuid4())
    press = next(one for one in post.deliver() if one.purpose == "press")
    assert name in press.text
    assert name in str(press.message["Subject"])
    assert str(press.message["From"]).startswith((name, f'"{name}'))
