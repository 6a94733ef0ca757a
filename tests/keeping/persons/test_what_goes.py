"""What goes with a person who is erased, and what of others stays: whom they invited, what others wrote to us."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.mail.answering import process
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.models import InboundMail, RawMail
from asgard_pbem.tables import services
from asgard_pbem.tables.guards import mailboxes
from asgard_pbem.tables.models import Block, Erasure, Game, Invitation, Outbox, Player
from tests.mail.conftest import PLAY, Post, letter, make_game

pytestmark = pytest.mark.django_db


def stored(player: Player, to: str, *lines: str, envelope: str | None = None) -> InboundMail:
    """A mail that came and that nobody has read."""
    return inbound.accept(
        letter(player.email, to, *lines), envelope_from=envelope, envelope_to=[to], received_at=timezone.now(),
        source="test", provider_event_id=None, verdicts=AuthVerdicts(),
    )  # fmt: skip


def put_aside(mail: InboundMail) -> InboundMail:
    InboundMail.objects.filter(pk=mail.pk).update(state=InboundMail.State.QUARANTINED, player=None, token=None)
    return mail


@pytest.mark.parametrize("state", [InboundMail.State.NEW, InboundMail.State.HELD, InboundMail.State.QUARANTINED])
def test_what_they_wrote_and_what_waited_is_not_done_any_more(
    state: str, game: Game, people: list[Player], post: Post
) -> None:
    mail = stored(people[0], post.to(people[0]).reply_to, "1", envelope=people[0].email)
    InboundMail.objects.filter(pk=mail.pk).update(state=state)
    services.erase_player(people[0])
    owed = Outbox.objects.count()
    process.process(mail.pk)
    mail.refresh_from_db()
    assert (mail.state, mail.reason) == ("ignored", "erased")
    assert Outbox.objects.count() == owed, "nobody is told of it"


def test_of_mails_that_were_read_no_name_stays_that_their_program_gave_them(
    game: Game, people: list[Player], post: Post
) -> None:
    """A Message-ID bears the domain of its writer, often their machine; and by the address one could tell a seat."""
    row = post.reply(people[0], "1")
    other = post.reply(people[1], "1")
    assert row.message_id
    services.erase_player(people[0])
    for mail in (row, other):
        mail.refresh_from_db()
    assert (row.message_id, row.token, row.state) == ("", None, "done")
    assert other.message_id
    assert other.token is not None


def test_a_mail_of_somebody_else_that_was_put_aside_waits_for_its_mending(
    game: Game, people: list[Player], post: Post
) -> None:
    theirs, others = (put_aside(stored(one, post.to(one).reply_to, "1")) for one in people[:2])
    services.erase_player(people[0])
    theirs.refresh_from_db()
    others.refresh_from_db()
    assert (theirs.state, others.state) == ("ignored", "quarantined")
    assert list(RawMail.objects.values_list("pk", flat=True)) == [others.sha256]


def test_of_words_that_were_told_no_fingerprints_stay_where_they_sit_no_more(
    game: Game, people: list[Player], post: Post
) -> None:
    services.send_press(game.pk, seat=0, player=people[0], to=None, text="Walnuts", cause=uuid4())
    services.send_press(game.pk, seat=1, player=people[1], to=None, text="Quinces", cause=uuid4())
    post.deliver()
    services.send_press(game.pk, seat=0, player=people[0], to=None, text="Almonds", cause=uuid4())
    services.resign(game.pk, seat=0, player=people[0], cause=uuid4(), confirmed=True)
    services.send_press(game.pk, seat=1, player=people[1], to=None, text="Medlars", cause=uuid4())
    Outbox.objects.filter(purpose="press").update(line_hashes=["0123"])
    services.erase_player(people[0])
    told = Outbox.objects.filter(purpose="press", player=people[1])
    assert {one.state: one.line_hashes for one in told} == {"sent": [], "dropped": []}


def test_words_of_who_sits_there_no_more_and_never_at_its_start_go_too(people: list[Player], post: Post) -> None:
    """No row says any more that they were there: their words do."""
    game = make_game(people)
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    services.substitute(game.pk, seat=1, player=people[2], by=people[0], cause=uuid4())
    services.send_press(game.pk, seat=1, player=people[2], to=None, text="Walnuts", cause=uuid4())
    services.resign(game.pk, seat=1, player=people[2], cause=uuid4(), confirmed=True)
    services.erase_player(people[2])
    (told,) = Outbox.objects.filter(purpose="press")
    assert (told.state, told.player) == ("dropped", people[0])


def test_who_sat_at_a_game_that_is_over_is_erased_to_the_end(people: list[Player], post: Post) -> None:
    """Of ended games the rows say for good who sat there: nothing there is left to do."""
    game = make_game(people)
    Game.objects.filter(pk=game.pk).update(status="over", ended_at=timezone.now())
    services.erase_player(people[0])
    assert not Erasure.objects.exists()
    game.refresh_from_db()
    assert game.names == ["", "Boris"]


def test_of_the_mails_they_got_it_stays_that_they_went_out_and_no_word(
    game: Game, people: list[Player], post: Post
) -> None:
    post.reply(people[0], "nonsense")
    post.deliver()
    Outbox.objects.update(line_hashes=["0123"])
    others = Outbox.objects.filter(player=people[1]).values("id", "payload", "line_hashes")
    before = list(others)
    services.erase_player(people[0])
    theirs = Outbox.objects.filter(player=people[0])
    assert {(str(one.payload), str(one.line_hashes)) for one in theirs} == {("{}", "[]")}
    assert not theirs.filter(receipt__isnull=False).exists(), "not even sealed, under a key that is gone"
    assert {one.purpose for one in theirs} >= {"prompt", "receipt"}
    assert [one for one in others if one in before] == before


def test_of_their_row_nothing_stays_but_its_id(people: list[Player]) -> None:
    now = timezone.now()
    player = services.set_absence(people[0], since=None, until=now + timedelta(days=3))
    services.set_digest(player, "daily")
    player.set_password("walnuts")
    player.save()
    Player.objects.filter(pk=player.pk).update(
        language="ru", time_zone="Asia/Tokyo", bounce_score=3, bounce_scored_at=now, last_login=now, turns_seen_at=now
    )
    services.erase_player(Player.objects.get(pk=player.pk))
    gone, plain = Player.objects.get(pk=player.pk), Player(id=player.pk)
    assert not gone.has_usable_password()
    assert not gone.absences.exists()
    differs = {
        one.name for one in Player._meta.concrete_fields if getattr(gone, one.name) != getattr(plain, one.name)
    }  # fmt: skip
    assert differs == {"email", "password", "is_active", "mail_state", "joined_at", "erased_at"}
    assert (gone.email, gone.mail_state) == (f"{player.pk.hex}@erased.invalid", "stopped")


def test_what_another_process_is_at_is_left_to_it(people: list[Player]) -> None:
    services.erase_player(people[0])
    lease = Erasure.objects.create(player=people[0], due_at=timezone.now() + timedelta(minutes=1))
    services.go_on_erasing(people[0].pk)
    assert Erasure.objects.exists()
    Erasure.objects.filter(pk=lease.pk).update(due_at=timezone.now())
    services.go_on_erasing(people[0].pk)
    assert not Erasure.objects.exists()


def test_no_block_stays_by_them_or_against_them(people: list[Player]) -> None:
    Block.objects.create(player=people[0], by=people[1])
    Block.objects.create(player=people[1], by=people[0])
    kept = Block.objects.create(player=people[1], by=people[2])
    services.erase_player(people[0])
    assert list(Block.objects.all()) == [kept]


GUEST = "guest@far.example"


def _has_signed_in(guest: Player, people: list[Player]) -> None:
    Player.objects.filter(pk=guest.pk).update(last_login=timezone.now())


def _is_proven(guest: Player, people: list[Player]) -> None:
    Player.objects.filter(pk=guest.pk).update(verified_at=timezone.now())


def _sits_somewhere(guest: Player, people: list[Player]) -> None:
    game = make_game(people, seats=3)
    services.resign(game.pk, seat=2, player=people[2], cause=uuid4(), confirmed=True)
    services.substitute(game.pk, seat=2, player=guest, by=people[0], cause=uuid4())


def _is_asked_by_another(guest: Player, people: list[Player]) -> None:
    game = services.open_table(opened_by=people[1], key="highest_card", seats=2, cause=uuid4())
    services.invite(game.pk, by=people[1], email=GUEST, cause=uuid4())


def _has_said_yes(guest: Player, people: list[Player]) -> None:
    Invitation.objects.filter(player=guest).update(state=Invitation.State.ACCEPTED)


@pytest.mark.parametrize(
    "known", [_has_signed_in, _is_proven, _sits_somewhere, _is_asked_by_another, _has_said_yes, None]
)
def test_whom_they_invited_goes_with_them_only_if_nothing_else_brought_them_here(
    known: Any, people: list[Player]
) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4())
    services.invite(game.pk, by=people[0], email=GUEST, cause=uuid4())
    guest = Player.objects.get(email=GUEST)
    if known is not None:
        known(guest, people)
    Invitation.objects.filter(by=people[0], state=Invitation.State.OPEN).update(state=Invitation.State.LAPSED)
    services.erase_player(people[0])
    assert Player.objects.filter(email=GUEST).exists() is (known is not None)
    assert not Invitation.objects.filter(by=people[0]).exists()


def test_what_was_done_for_who_is_barred_since_stays_done(game: Game, people: list[Player], post: Post) -> None:
    row = post.reply(people[0], "1")
    services.bar(mailboxes.marks(people[0].email)[0], why="floods")
    row.refresh_from_db()
    assert (row.state, row.reason) == ("done", "")


def test_a_stranger_at_a_constant_address_is_not_taken_for_who_is_erased(people: list[Player], post: Post) -> None:
    mail = stored(people[1], PLAY, "games", envelope=people[1].email)
    services.erase_player(people[0])
    mail.refresh_from_db()
    assert mail.state == "new"
    assert RawMail.objects.filter(pk=mail.sha256).exists()
