"""Lists, opening a table, sitting down."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Invitation, OpenDecision, Player, Seat
from asgard_pbem.web.shown.context import turns_of

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
FORM = {"seats": "3", "title": "Thing", "visibility": "public", "days": "3", "addresses": ""}


def form(**changes: str) -> dict[str, str]:
    return FORM | {"nonce": str(uuid4())} | changes


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def open_table(astrid: Player) -> Game:
    return services.open_table(opened_by=astrid, key="aesir", seats=3, cause=uuid4(), title="Thing")


def test_a_table_is_opened_with_a_form_and_invitations_go_out(astrid: Player, browse: Browse) -> None:
    answer = browse(astrid).post("/tables/new/aesir/", form(addresses="b@example.org, c@example.org"))
    game = Game.objects.get()
    assert answer.headers["Location"] == f"/g/{game.pk}/"
    assert (game.title, game.seats, game.days_per_decision, game.opened_by_id) == ("Thing", 3, 3, astrid.pk)
    assert sorted(Invitation.objects.values_list("player__email", flat=True)) == ["b@example.org", "c@example.org"]


def test_the_same_form_sent_twice_opens_one_table(astrid: Player, browse: Browse) -> None:
    client, sent = browse(astrid), form()
    assert (
        client.post("/tables/new/aesir/", sent).headers["Location"]
        == client.post("/tables/new/aesir/", sent).headers["Location"]
    )
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": "9"},
        {"seats": ""},
        {"visibility": "secret"},
        {"days": "500"},
        {"nonce": "x"},
        {"addresses": "no address"},
        {"addresses": "a@example.org b@example.org c@example.org"},
        {"addresses": " ".join(f"{name}@example.org" for name in "abcdef"), "seats": "5"},
        {"title": "x" * 90},
    ],
)
def test_a_malformed_form_opens_nothing_and_says_why(astrid: Player, browse: Browse, wrong: dict[str, str]) -> None:
    answer = browse(astrid).post("/tables/new/aesir/", form(**wrong))
    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()
    assert not Game.objects.exists()


def test_a_game_that_is_not_installed_has_no_form(astrid: Player, browse: Browse) -> None:
    assert browse(astrid).get("/tables/new/chess/").status_code == 404


def test_practice_begins_at_once_against_bots(astrid: Player, browse: Browse) -> None:
    sent = {"seats": "3", "bot": "greedy", "nonce": str(uuid4())}
    answer = browse(astrid).post("/tables/new/aesir/practice/", sent)
    game = Game.objects.get()
    assert answer.headers["Location"] == f"/g/{game.pk}/"
    assert (game.status, game.visibility, game.days_per_decision) == ("running", "private", None)
    assert [one.bot for one in Seat.objects.filter(game=game).order_by("seat")] == ["", "greedy", "greedy"]


def test_malformed_practice_begins_nothing(astrid: Player, browse: Browse) -> None:
    answer = browse(astrid).post("/tables/new/aesir/practice/", {"seats": "3", "bot": "cheat"}, follow=True)
    assert "Against" in answer.content.decode()
    assert not Game.objects.exists()


def test_open_tables_are_listed_for_everybody_and_private_ones_for_nobody(
    astrid: Player, open_table: Game, browse: Browse
) -> None:
    services.open_table(opened_by=astrid, key="aesir", seats=2, cause=uuid4(), title="Hidden", visibility="private")
    listed = page(browse(None), "/tables/")
    assert "Thing (Aesir)" in listed
    assert "Hidden" not in listed


def test_running_public_tables_can_be_watched_by_strangers(
    astrid: Player, table: Callable[..., Game], browse: Browse
) -> None:
    game = table(astrid, "greedy", title="Watched")
    assert "Watched" in page(browse(None), "/tables/")
    assert "As seen by" in page(browse(None), f"/g/{game.pk}/")


def test_joining_fills_the_table_and_the_game_begins(
    astrid: Player, bjorn: Player, eir: Player, open_table: Game, browse: Browse
) -> None:
    for player in (bjorn, eir):
        assert "Sit down" in page(browse(player), f"/g/{open_table.pk}/")
        browse(player).post(f"/g/{open_table.pk}/join/", {"nonce": str(uuid4())})
    open_table.refresh_from_db()
    assert open_table.status == "running"


def test_leaving_frees_the_seat(bjorn: Player, open_table: Game, browse: Browse) -> None:
    client = browse(bjorn)
    client.post(f"/g/{open_table.pk}/join/", {"nonce": str(uuid4())})
    assert Seat.objects.filter(game=open_table, player=bjorn).exists()
    client.post(f"/g/{open_table.pk}/leave/", {"nonce": str(uuid4())})
    assert not Seat.objects.filter(game=open_table, player=bjorn).exists()


def test_whoever_opened_a_private_table_and_left_it_may_sit_down_again(astrid: Player, browse: Browse) -> None:
    """The service let them, and the page showed no way to."""
    game = services.open_table(opened_by=astrid, key="aesir", seats=2, cause=uuid4(), visibility="private")
    client, join = browse(astrid), f'action="/g/{game.pk}/join/"'
    assert join not in page(client, f"/g/{game.pk}/")
    client.post(f"/g/{game.pk}/leave/", {"nonce": str(uuid4())})
    assert join in page(client, f"/g/{game.pk}/")
    client.post(f"/g/{game.pk}/join/", {"nonce": str(uuid4())})
    assert Seat.objects.get(game=game, seat=0).player == astrid


def test_only_the_host_may_seat_bots_and_close(astrid: Player, bjorn: Player, open_table: Game, browse: Browse) -> None:
    other, host = browse(bjorn), browse(astrid)
    assert "Seat a bot" not in page(other, f"/g/{open_table.pk}/")
    assert "Seat a bot" in page(host, f"/g/{open_table.pk}/")
    for act in ("bot", "close"):
        other.post(f"/g/{open_table.pk}/{act}/", {"nonce": str(uuid4())})
    open_table.refresh_from_db()
    assert (open_table.status, Seat.objects.filter(game=open_table, bot="greedy").count()) == ("open", 0)
    host.post(f"/g/{open_table.pk}/bot/", {"nonce": str(uuid4())})
    assert Seat.objects.filter(game=open_table, bot="greedy").count() == 1
    host.post(f"/g/{open_table.pk}/close/", {"nonce": str(uuid4())})
    open_table.refresh_from_db()
    assert open_table.status == "closed"
    assert "when the game begins" not in page(host, f"/g/{open_table.pk}/")  # it never will


def test_an_invitation_is_seen_and_accepted_by_its_receiver_alone(
    astrid: Player, bjorn: Player, eir: Player, browse: Browse
) -> None:
    game = services.open_table(opened_by=astrid, key="aesir", seats=2, cause=uuid4(), visibility="private")
    invitation = services.invite(game.pk, by=astrid, email=bjorn.email, cause=uuid4())
    link = f"/i/{invitation.pk}/"
    assert browse(eir).get(link).status_code == 404
    assert browse(eir).post(link + "accept/", {"nonce": str(uuid4())}).status_code == 404
    assert browse(None).get(link).headers["Location"] == f"/sign-in/?next={link}"
    client = browse(bjorn)
    assert f'action="/g/{game.pk}/join/"' not in page(client, f"/g/{game.pk}/")  # the invitation is the way in
    assert "You are invited" in page(client, "/")
    assert "Accept" in page(client, link)
    assert not Seat.objects.filter(game=game, player=bjorn).exists()
    client.post(link + "accept/", {"nonce": str(uuid4())})
    assert Seat.objects.filter(game=game, player=bjorn).exists()
    assert "You have accepted it" in page(client, link)


def test_an_invitation_can_be_declined(astrid: Player, bjorn: Player, browse: Browse) -> None:
    game = services.open_table(opened_by=astrid, key="aesir", seats=2, cause=uuid4(), visibility="private")
    invitation = services.invite(game.pk, by=astrid, email=bjorn.email, cause=uuid4())
    client = browse(bjorn)
    client.post(f"/i/{invitation.pk}/decline/", {"nonce": str(uuid4())})
    invitation.refresh_from_db()
    assert invitation.state == "declined"
    assert client.get(f"/g/{game.pk}/").status_code == 404


def test_the_host_invites_from_the_page_of_the_table(astrid: Player, open_table: Game, browse: Browse) -> None:
    client = browse(astrid)
    sent = {"addresses": "freya@example.org", "nonce": str(uuid4())}
    answer = client.post(f"/g/{open_table.pk}/invite/", sent, follow=True)
    assert "Invited: freya@example.org" in answer.content.decode()
    assert "not answered yet" in page(client, f"/g/{open_table.pk}/")
    both = {"addresses": "thor@example.org, tyr@example.org", "nonce": str(uuid4())}
    for _ in range(2):  # sent again it invites nobody twice, and is told the same
        told = client.post(f"/g/{open_table.pk}/invite/", both, follow=True).content.decode()
        assert "Invited: thor@example.org" in told
        assert "Invited: tyr@example.org" in told
    assert Invitation.objects.filter(game=open_table).count() == 3
    wrong = client.post(f"/g/{open_table.pk}/invite/", {"addresses": "freya", "nonce": "x"}, follow=True)
    assert "is not an email address" in wrong.content.decode()


def test_my_games_put_my_open_turns_first(
    astrid: Player, bjorn: Player, table: Callable[..., Game], browse: Browse
) -> None:
    table(astrid, bjorn, title="Turn")
    services.open_table(opened_by=astrid, key="aesir", seats=3, cause=uuid4(), title="Filling")
    mine = page(browse(astrid), "/")
    assert mine.index("Your turn") < mine.index("Turn (Aesir)") < mine.index("Filling (Aesir)")
    assert "days" in mine


def test_every_page_of_a_player_begins_with_the_open_turns(
    astrid: Player, bjorn: Player, table: Callable[..., Game], browse: Browse
) -> None:
    game = table(astrid, bjorn, title="Turn")
    shown = page(browse(astrid), "/settings/")
    assert f'href="/g/{game.pk}/"' in shown
    assert f'href="/g/{game.pk}/"' not in page(browse(None), "/sign-in/")


def test_a_table_with_several_questions_stands_where_the_most_urgent_of_them_puts_it(
    astrid: Player, bjorn: Player, table: Callable[..., Game]
) -> None:
    """One between two of another table came before that table, whose first was due earlier."""
    several, single = table(astrid, bjorn, title="Several"), table(astrid, bjorn, title="Single")
    now = timezone.now()
    OpenDecision.objects.all().delete()
    for game, days in ((several, 1), (single, 2), (several, 3)):
        OpenDecision.objects.create(
            game=game, seat=0, key=str(days), kind="toy", since=now, prompt=1, deadline=now + timedelta(days=days)
        )
    assert [one["game"] for one in turns_of(astrid)] == [several.pk, single.pk]


def test_changing_by_a_link_is_impossible(astrid: Player, open_table: Game, browse: Browse) -> None:
    client = browse(astrid)
    acts = ("join", "leave", "bot", "close", "invite", "answer", "orders", "drop", "undo", "press", "1/fork")
    before = Event.objects.filter(game=open_table).count(), Invitation.objects.count()
    assert {client.get(f"/g/{open_table.pk}/{act}/").status_code for act in acts} == {302}  # to the page of the form
    assert (Event.objects.filter(game=open_table).count(), Invitation.objects.count()) == before


def test_strangers_are_sent_to_sign_in_before_they_can_act(open_table: Game, client: Client) -> None:
    acts = ("join", "leave", "bot", "close", "invite", "answer", "orders", "drop", "undo", "press", "resign", "1/fork")
    acts = (*acts, "pause", "go-on")
    answers = {client.post(f"/g/{open_table.pk}/{act}/").headers["Location"].partition("?")[0] for act in acts}
    assert answers == {"/sign-in/"}


def test_a_host_who_is_losing_does_not_take_the_table_away_from_the_others(
    astrid: Player, bjorn: Player, table: Callable[..., Game], browse: Browse
) -> None:
    game, alone = table(astrid, bjorn), table(astrid, "greedy")
    refused = browse(astrid).post(f"/g/{game.pk}/close/", {"nonce": str(uuid4())})
    closed = browse(astrid).post(f"/g/{alone.pk}/close/", {"nonce": str(uuid4())})
    assert (refused.headers["Location"], closed.headers["Location"]) == (f"/g/{game.pk}/#next", "/")
    assert Game.objects.get(pk=game.pk).status == "running"
    assert Game.objects.get(pk=alone.pk).status == "closed"


def test_sitting_down_thrice_gives_one_hand(astrid: Player, bjorn: Player, browse: Callable[[Player], Client]) -> None:
    game = services.open_table(opened_by=astrid, key="aesir", seats=4, cause=uuid4())
    client = browse(bjorn)
    for _ in range(3):
        answer = client.post(f"/g/{game.pk}/join/", {"nonce": str(uuid4())}, follow=True)
    assert "You have sat down already." in answer.content.decode()
    assert Game.objects.get(pk=game.pk).names == ["Astrid", "Bjorn", "", ""]


def test_the_host_does_not_read_the_addresses_that_others_invited(
    astrid: Player, bjorn: Player, browse: Callable[[Player], Client]
) -> None:
    game = services.open_table(opened_by=astrid, key="aesir", seats=4, cause=uuid4())
    services.take_seat(game.pk, player=bjorn, cause=uuid4())
    services.invite(game.pk, by=astrid, email="mine@example.org", cause=uuid4())
    services.invite(game.pk, by=bjorn, email="theirs@example.org", cause=uuid4())
    shown = page(browse(astrid), f"/g/{game.pk}/")
    assert "mine@example.org" in shown
    assert "theirs@example.org" not in shown


def test_an_invitation_is_declined_for_good_on_its_page(
    astrid: Player, bjorn: Player, browse: Callable[[Player], Client]
) -> None:
    game = services.open_table(opened_by=astrid, key="aesir", seats=4, cause=uuid4())
    offer = services.invite(game.pk, by=astrid, email=bjorn.email, cause=uuid4())
    client = browse(bjorn)
    assert "Decline, and block this person" in page(client, f"/i/{offer.pk}/")
    client.post(f"/i/{offer.pk}/block/", {"nonce": str(uuid4())})
    other = services.open_table(opened_by=astrid, key="aesir", seats=4, cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_UNWANTED"):
        services.invite(other.pk, by=astrid, email=bjorn.email, cause=uuid4())


def test_a_name_too_long_and_a_title_with_a_link_are_refused_in_words(
    astrid: Player, browse: Callable[[Player], Client]
) -> None:
    client = browse(astrid)
    profile = {"name": "x" * 41, "language": "en", "time_zone": "UTC", "mail_on": "on", "invitations_on": "on"}
    assert client.post("/settings/", profile).status_code == 400
    answer = client.post("/settings/", {**profile, "name": "see http://x.example"}, follow=True)
    assert "A name or title holds no web address" in answer.content.decode()
    assert Player.objects.get(pk=astrid.pk).name == "Astrid"


def test_who_wants_no_invitations_says_so_in_the_settings(astrid: Player, browse: Callable[[Player], Client]) -> None:
    client = browse(astrid)
    profile = {"name": "Astrid", "language": "en", "time_zone": "UTC", "mail_on": "on"}
    client.post("/settings/", profile)
    assert astrid.blocks.filter(by=None).exists()
    client.post("/settings/", {**profile, "invitations_on": "on"})
    assert not astrid.blocks.exists()
