"""What another address does to mail that is late, comes back or is stopped, and what stands in its way."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from asgard_pbem.mail.sending import bounces, failing
from asgard_pbem.tables import services
from asgard_pbem.tables.guards.locking import hold_person
from asgard_pbem.tables.guards.mailboxes import marks
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.services.persons import new_address
from tests.letters.conftest import Post
from tests.letters.outcomes.test_another_address import NEW, asked, count_to, fresh, link_in, newest, says

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("state", ["bounced", "complained"])
def test_what_comes_back_late_from_the_old_address_does_not_end_the_mail(
    state: str, game: Game, people: list[Player], post: Post
) -> None:
    anna = people[0]
    post.deliver()
    old = Outbox.objects.filter(player=anna, purpose="prompt").latest("created_at")
    Outbox.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=1))
    Player.objects.filter(pk=anna.pk).update(
        mail_state=state, bounce_score=9, bounce_scored_at=timezone.now(), verified_at=None
    )
    services.take_address(fresh(anna), NEW)
    assert (fresh(anna).mail_state, fresh(anna).bounce_score) == ("on", 0)
    bounces.tracked(bounces.Report("bounced", outbox_id=old.pk, event_id="late", status="5.1.1"))
    left = Outbox.objects.get(payload__what="address_left")
    bounces.tracked(bounces.Report("bounced", outbox_id=left.pk, event_id="left", status="5.1.1"))
    assert (fresh(anna).mail_state, fresh(anna).bounce_score) == ("on", 0)


def test_mail_stays_stopped(people: list[Player]) -> None:
    """Also by what somebody knew of them a moment before."""
    Player.objects.filter(pk=people[0].pk).update(mail_state="bounced")
    known = fresh(people[0])
    services.stop_mail(services.start_mail(fresh(people[0])))
    services.take_address(known, NEW)
    assert fresh(people[0]).mail_state == "stopped"


def test_each_mailbox_that_is_left_is_told(people: list[Player], post: Post) -> None:
    services.take_address(people[0], NEW)
    services.take_address(fresh(people[0]), "anna@third.example")
    assert (count_to(post, people[0].email), count_to(post, NEW)) == (1, 1)


def test_who_is_kept_out_changes_no_mailbox(game: Game, people: list[Player], post: Post) -> None:
    """It would be a way back in: the bar is of the old one."""
    question = asked(post, people[0])
    services.bar(marks(people[0].email)[0], why="floods")
    Client().post(link_in(question), {"answer": "yes"})
    says(post, question, "yes")
    assert fresh(people[0]).email == people[0].email
    with pytest.raises(services.ServiceError, match="E_BARRED"):
        services.take_address(fresh(people[0]), NEW)


def test_an_address_that_somebody_came_by_just_now_is_theirs(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    def comes_first(player: Player) -> bool:
        return bool(services.player_for(NEW)) and hold_person(player)

    monkeypatch.setattr(new_address, "hold_person", comes_first)
    with pytest.raises(services.ServiceError, match="E_ADDRESS_TAKEN"):
        services.take_address(fresh(people[0]), NEW)
    assert fresh(people[0]).email == people[0].email
    assert not Outbox.objects.filter(payload__what="address_left").exists()


@pytest.mark.parametrize("by_report", ["bounced", "complained", ""])
def test_an_address_that_takes_no_mail_is_none(by_report: str, game: Game, people: list[Player], post: Post) -> None:
    anna = people[0]
    question = asked(post, anna)
    row = Outbox.objects.get(newcomer__isnull=False)
    if by_report:
        bounces.tracked(bounces.Report(by_report, outbox_id=row.pk, event_id="x", status="5.1.1"))
    else:
        failing.given_up(row)
    assert f"A mail to {NEW} came back" in post.last(anna, "notice").text
    assert (fresh(anna).bounce_score, fresh(anna).mail_state) == (0, "on")
    assert "Everything stays as it was" in Client().get(link_in(question)).content.decode()
    says(post, question, "yes")
    assert fresh(anna).email == anna.email


def returned_by_mail(row: Outbox) -> None:
    bounces.told_by_mail(row.pk, "failed", "5.1.1", complaint=False)


@pytest.mark.parametrize("before", ["mistyped", "left", "left since"])
def test_what_came_back_from_elsewhere_is_no_first_return_of_the_address_of_now(
    before: str, game: Game, people: list[Player], post: Post
) -> None:
    """Anybody who has seen one mail can write that it came back: it takes a second one to end the mail."""
    anna = people[0]
    Player.objects.filter(pk=anna.pk).update(verified_at=timezone.now() - timedelta(days=1))
    post.deliver()
    old = Outbox.objects.filter(player=anna, purpose="prompt").latest("created_at")
    if before == "mistyped":
        asked(post, anna)
        returned_by_mail(Outbox.objects.get(newcomer__isnull=False))
    else:
        for act in (returned_by_mail, lambda _: services.take_address(fresh(anna), NEW))[:: 1 - 2 * (before == "left")]:
            act(old)
    now = Outbox.objects.create(player=anna, purpose="notice", key="a later one")
    returned_by_mail(now)
    assert (fresh(anna).mail_state, fresh(anna).bounce_score) == ("on", 4)


@pytest.mark.parametrize("kind, status", [("deferred", "4.4.1"), ("bounced", "5.2.2")])
def test_an_address_whose_mail_is_late_may_still_say_yes(
    kind: str, status: str, game: Game, people: list[Player], post: Post
) -> None:
    question = asked(post, people[0])
    row = Outbox.objects.get(newcomer__isnull=False)
    bounces.tracked(bounces.Report(kind, outbox_id=row.pk, event_id="x", status=status))
    says(post, question, "yes")
    assert fresh(people[0]).email == NEW


def test_that_the_old_mailbox_is_lost_takes_nothing_back(game: Game, people: list[Player], post: Post) -> None:
    """Who has lost it asks whoever runs the service: what tells them so there comes back."""
    anna = people[0]
    services.ask_for_address(anna, NEW)
    post.deliver()
    failing.given_up(Outbox.objects.get(payload__what="address_asked"))
    question = newest(post, NEW)
    says(post, question, "yes")
    assert fresh(anna).email == NEW
    bounces.tracked(
        bounces.Report("bounced", outbox_id=Outbox.objects.get(purpose="confirm").pk, event_id="x", status="5.1.1")
    )
    assert not Outbox.objects.filter(payload__what="address_lost").exists(), "it has said yes"


@pytest.mark.parametrize("state", ["sent", "failed", "dropped"])
def test_what_waits_for_an_answer_comes_along_whatever_became_of_its_mail(
    state: str, game: Game, people: list[Player], post: Post
) -> None:
    post.deliver()
    Outbox.objects.filter(player=people[0], purpose="prompt").update(state=state, attempts=24)
    services.take_address(people[0], NEW)
    post.deliver()
    assert [one.purpose for one in post.sent if one.to == NEW] == ["prompt"]


def test_what_has_been_answered_is_not_asked_once_more(game: Game, people: list[Player], post: Post) -> None:
    post.deliver()
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["1"], cause=people[0].pk)
    post.deliver()
    services.take_address(people[0], NEW)
    assert count_to(post, NEW) == 0
