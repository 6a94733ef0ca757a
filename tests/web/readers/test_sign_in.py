"""Signing in by mailed link."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db.models import F
from django.test import Client, RequestFactory
from django.utils import timezone

from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.mail.writing.render import render
from asgard_pbem.tables import notify, signin
from asgard_pbem.tables.guards.networks import customer
from asgard_pbem.tables.models import Outbox, Player, Tally
from asgard_pbem.tables.services.persons.addressing import mailbox
from asgard_pbem.tables.services.persons.signing_in import forget_old
from asgard_pbem.web.access import asker
from asgard_pbem.web.models import Session

pytestmark = pytest.mark.django_db


def path_of(player: Player) -> str:
    player.refresh_from_db()
    return signin.sign_in_url(player).partition("//")[2].partition("/")[2].join(["/", ""])


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def ask(client: Client, address: str) -> str:
    answer = client.post("/sign-in/", {"email": address})
    assert answer.status_code == 200
    page = answer.content.decode().replace(address, "ADDRESS")
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)


def owed() -> int:
    return Outbox.objects.filter(purpose=Outbox.Purpose.SIGN_IN).count()


def test_strangers_find_the_sign_in_form_on_the_first_page(client: Client) -> None:
    page = client.get("/").content.decode()
    assert 'action="/sign-in/"' in page
    assert "Norse board games by email" in page


def test_known_and_unknown_addresses_get_the_same_answer_and_a_mail_each(astrid: Player, client: Client) -> None:
    assert ask(client, "astrid@example.org") == ask(Client(), "nobody@example.org")
    assert owed() == 2


def test_the_mailed_letter_holds_the_link_that_signs_in(astrid: Player, client: Client) -> None:
    ask(client, astrid.email)
    letter = render(Outbox.objects.get(), reply_to="play+x@in.example.org")
    found = re.search(rf"{re.escape(settings.PUBLIC_URL)}(/sign-in/\S+/)", letter.text)
    assert found is not None
    client.post(found[1])
    assert signed_in(client)


def test_opening_the_link_signs_nobody_in(astrid: Player, client: Client) -> None:
    answer = client.get(path_of(astrid))
    assert answer.status_code == 200
    assert "Sign me in" in answer.content.decode()
    assert not signed_in(client)


def test_sending_the_form_signs_in_and_spends_the_link(astrid: Player, client: Client) -> None:
    link = path_of(astrid)
    assert client.post(link).status_code == 302
    assert signed_in(client)
    other = Client()
    assert (other.get(link).status_code, other.post(link).status_code) == (410, 410)
    assert not signed_in(other)


def test_who_comes_for_the_first_time_is_shown_the_settings_and_later_the_games(astrid: Player, client: Client) -> None:
    assert client.post(path_of(astrid)).headers["Location"] == "/settings/"
    assert Client().post(path_of(astrid)).headers["Location"] == "/"
    astrid.refresh_from_db()
    assert astrid.verified_at is not None


@pytest.mark.parametrize("broken", ["/sign-in/x/", "/sign-in/eyJwIjoiYSJ9:1abc:defgh/"])
def test_an_altered_link_is_refused_in_words(client: Client, broken: str) -> None:
    answer = client.post(broken)
    assert answer.status_code == 410
    assert "Ask for a new one" in answer.content.decode()


def test_an_old_link_is_refused(astrid: Player, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    link = path_of(astrid)
    monkeypatch.setattr(signin, "MAX_AGE", timedelta(seconds=-1))
    assert client.post(link).status_code == 410
    assert not signed_in(client)


def test_the_sixth_link_of_an_hour_is_not_mailed_and_nobody_learns_of_it(astrid: Player, client: Client) -> None:
    answers = {ask(client, "astrid@example.org") for _ in range(6)}
    assert len(answers) == 1
    assert owed() == 5


def test_one_asker_may_not_have_links_sent_all_over(client: Client) -> None:
    codes = [client.post("/sign-in/", {"email": f"p{number}@example.org"}).status_code for number in range(31)]
    assert codes[:30] == [200] * 30
    assert codes[30] == 429


def test_behind_a_proxy_one_asker_does_not_lock_everybody_out(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """All requests come from the proxy's address; it adds the true one last, behind whatever the asker claims."""
    monkeypatch.setattr(settings, "SECURE_PROXY_SSL_HEADER", ("HTTP_X_FORWARDED_PROTO", "https"))
    for number in range(31):
        claimed = f"198.51.100.{number}, 203.0.113.5"
        last = client.post("/sign-in/", {"email": f"a{number}@example.org"}, HTTP_X_FORWARDED_FOR=claimed)
    assert last.status_code == 429
    other = client.post("/sign-in/", {"email": "b@example.org"}, HTTP_X_FORWARDED_FOR="203.0.113.6")
    assert other.status_code == 200


@pytest.mark.parametrize(
    "written, whose",
    [
        ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:50443", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"), ("[2001:db8::2]", "2001:db8::/64"), ("[2001:db8::3]:443", "2001:db8::/64"),
        ("2001:db8::/64", "2001:db8::/64"), ("[2001:db8::", "[2001:db8::"), ("unknown", "unknown"), ("", ""),
    ],
)  # fmt: skip
def test_an_asker_is_the_same_at_each_port(written: str, whose: str) -> None:
    assert customer(written) == whose


@pytest.mark.parametrize("proxy, whose", [(None, "127.0.0.1"), (("HTTP_X_FORWARDED_PROTO", "https"), "203.0.113.5")])
def test_what_an_asker_claims_of_themselves_counts_for_nothing(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch, proxy: tuple[str, str] | None, whose: str
) -> None:
    monkeypatch.setattr(settings, "SECURE_PROXY_SSL_HEADER", proxy)
    assert asker(rf.get("/", headers={"X-Forwarded-For": "198.51.100.1, 203.0.113.5"})) == whose
    assert asker(rf.get("/")) == "127.0.0.1"


@pytest.mark.parametrize("address", ["", "no address", "a@b@c", "x" * 300 + "@example.org"])
def test_what_is_no_address_is_answered_with_a_sentence(client: Client, address: str) -> None:
    answer = client.post("/sign-in/", {"email": address})
    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()
    assert owed() == 0


@pytest.mark.parametrize("wanted, goes", [("/tables/", "/tables/"), ("https://evil.example/", "/settings/")])
def test_after_signing_in_one_goes_on_to_a_page_of_ours_only(
    astrid: Player, client: Client, wanted: str, goes: str
) -> None:
    client.post("/sign-in/", {"email": astrid.email, "next": wanted})
    assert client.post(path_of(astrid)).headers["Location"] == goes


@pytest.mark.parametrize("wanted", ["abc", "game", "?x", "\\x", "./tables/"])
def test_a_next_page_that_is_no_path_costs_nobody_their_link(astrid: Player, client: Client, wanted: str) -> None:
    """`/sign-in/?next=abc` was an error after the link had been spent, and nobody was signed in."""
    client.post("/sign-in/", {"email": astrid.email, "next": wanted})
    assert client.post(path_of(astrid)).headers["Location"] == "/settings/"
    assert signed_in(client)


@pytest.mark.django_db
def test_who_follows_a_link_to_a_private_table_reads_why_there_is_a_form(client: Client) -> None:
    said = "The page of a private table is shown to its players: sign in if you are one of them."
    nowhere = client.get("/g/00000000-0000-0000-0000-000000000000/", follow=True)
    assert said in nowhere.content.decode()
    for other in ("/sign-in/", "/sign-in/?next=/settings/", "/sign-in/?next=/g/1/&sit=1"):
        assert said not in client.get(other).content.decode()


def test_who_is_signed_in_already_is_led_to_their_games(astrid: Player, browse: Callable[[Player], Client]) -> None:
    client = browse(astrid)
    assert client.get("/sign-in/").headers["Location"] == "/"
    assert client.post("/sign-in/", {"email": "other@example.org"}).headers["Location"] == "/"
    assert owed() == 0


def test_signing_out_needs_a_form(astrid: Player, browse: Callable[[Player], Client]) -> None:
    client = browse(astrid)
    assert client.get("/sign-out/").headers["Location"] == "/"
    assert signed_in(client)
    assert client.post("/sign-out/").status_code == 302
    assert not signed_in(client)


def test_a_person_ends_their_sessions_in_all_other_browsers(
    astrid: Player, bjorn: Player, browse: Callable[[Player], Client]
) -> None:
    here, lost, other = browse(astrid), browse(astrid), browse(bjorn)
    assert lost.get("/settings/").status_code == 200
    page = here.post("/settings/sessions/", follow=True).content.decode()
    assert "1 other session has ended." in page
    assert lost.get("/settings/").headers["Location"] == "/sign-in/?next=/settings/"
    assert here.get("/settings/").status_code == other.get("/settings/").status_code == 200


def test_being_forgotten_ends_every_session(astrid: Player, browse: Callable[[Player], Client]) -> None:
    here, other = browse(astrid), browse(astrid)
    here.post("/settings/erase/")
    assert not Session.objects.filter(player_id=astrid.pk).exists()
    assert other.get("/settings/").headers["Location"] == "/sign-in/?next=/settings/"


def test_pages_of_players_send_strangers_to_the_sign_in_form(client: Client) -> None:
    assert client.get("/settings/").headers["Location"] == "/sign-in/?next=/settings/"


# --- Whoever is typed into the form ---------------


def letter_to(address: str) -> EmailMultiAlternatives:
    """Send what is owed; the last letter to this address."""
    with notify.quietly():
        for row in Outbox.objects.filter(state=Outbox.State.QUEUED).order_by("created_at"):
            assert sending.send(row.pk)
    return next(one for one in reversed(mail.outbox) if one.to == [address])  # type: ignore[return-value]  # ours all are


def link_in(letter: EmailMultiAlternatives) -> str:
    found = re.search(rf"{re.escape(settings.PUBLIC_URL)}(/sign-in/\S+/)", str(letter.body))
    assert found is not None
    return found[1]


def test_every_spelling_of_a_mailbox_has_one_share_of_links(db: None) -> None:
    spellings = ("victim@example.org", "Victim@EXAMPLE.org", "victim+a@example.org", "victim+b@example.org",
                 "victim@ｅｘample.org", "ｖictim@example.org")  # fmt: skip
    for number in range(3):
        for address in spellings:
            Client(REMOTE_ADDR=f"198.51.100.{number}").post("/sign-in/", {"email": address})
    assert owed() == 5
    assert mailbox("o.k@example.org") != mailbox("ok@example.org")


def test_a_customer_of_the_sixth_version_is_one_asker_whatever_address_they_take(db: None) -> None:
    askers = [(Client(REMOTE_ADDR=f"2001:db8:1:2::{number:x}"), number) for number in range(31)]
    codes = [one.post("/sign-in/", {"email": f"p{number}@example.org"}).status_code for one, number in askers]
    assert codes == [200] * 30 + [429]
    other = Client(REMOTE_ADDR="2001:db8:1:3::1").post("/sign-in/", {"email": "q@example.org"})
    assert other.status_code == 200


def test_askers_of_the_fourth_version_are_told_apart_however_a_server_writes_them(db: None) -> None:
    """One that listens for both writes `::ffff:` before them: all the world would have been one customer."""
    askers = [(Client(REMOTE_ADDR=f"::ffff:198.51.100.{number}"), number) for number in range(31)]
    codes = [one.post("/sign-in/", {"email": f"p{number}@example.org"}).status_code for one, number in askers]
    assert codes == [200] * 31


def test_the_share_is_back_after_an_hour(astrid: Player, client: Client) -> None:
    for _ in range(6):
        ask(client, astrid.email)
    Tally.objects.update(until=timezone.now())
    ask(client, astrid.email)
    assert owed() == 6


def test_nobody_keeps_a_player_out_by_asking_for_their_links(astrid: Player, client: Client) -> None:
    """Who asks for five of them leaves their owner with links that are good for half an hour, and none for the rest."""
    for _ in range(9):
        ask(Client(REMOTE_ADDR="198.51.100.9"), astrid.email)
    assert owed() == 5
    _later(timedelta(minutes=31))
    ask(client, astrid.email)
    assert owed() == 6
    ask(client, astrid.email)
    assert owed() == 6  # it is good
    assert client.post(path_of(astrid)).status_code == 302
    ask(Client(), astrid.email)
    assert owed() == 7  # it is spent


def test_nobody_has_strangers_mailed_day_by_day(client: Client) -> None:
    for hour in range(24):
        for _ in range(5):
            Client(REMOTE_ADDR=f"198.51.100.{hour}").post("/sign-in/", {"email": "victim@elsewhere.example"})
        _later(timedelta(hours=1))
    assert owed() == 10


def _later(by: timedelta) -> None:
    """As much time passes for all that is counted."""
    Tally.objects.update(until=F("until") - by)


def test_nobody_becomes_a_player_by_being_typed_into_a_form(client: Client) -> None:
    for number in range(20):
        ask(client, f"typed{number}@example.org")
    assert owed() == 20
    assert not Player.objects.filter(email__startswith="typed").exists()
    assert not any(b"typed" in bytes(row.newcomer or b"") for row in Outbox.objects.all())
    assert not Player.objects.exclude(is_active=False).exists()


def test_a_newcomer_becomes_a_player_by_the_link_and_once(client: Client) -> None:
    client.post("/language/", {"language": "ru"})
    ask(client, "new@example.org")
    letter = letter_to("new@example.org")
    link = link_in(letter)
    assert "войти" in str(letter.body).lower()
    assert client.get(link).status_code == 200
    assert not Player.objects.filter(email="new@example.org").exists()
    assert client.post(link).headers["Location"] == "/settings/"
    new = Player.objects.get(email="new@example.org")
    assert (signed_in(client), new.name, new.language, new.verified_at is None) == (True, "", "ru", False)
    other = Client()
    assert (other.get(link).status_code, other.post(link).status_code) == (410, 410)
    assert not Outbox.objects.filter(newcomer__isnull=False).exists()


def test_of_two_letters_to_a_newcomer_one_signs_in(client: Client) -> None:
    links = []
    for _ in range(2):
        ask(client, "new@example.org")
        links.append(link_in(letter_to("new@example.org")))
    assert Client().post(links[1]).status_code == 302
    assert Client().post(links[0]).status_code == 410


def test_a_letter_to_a_newcomer_offers_no_address_of_theirs(client: Client) -> None:
    ask(client, "new@example.org")
    headers = letter_to("new@example.org").message()
    assert headers["Reply-To"] == f"play@{settings.IN_DOMAIN}"
    assert headers["List-Unsubscribe"] is None
    assert "new@example.org" not in link_in(letter_to("new@example.org"))


def test_who_does_not_come_is_forgotten_within_a_day(astrid: Player, client: Client) -> None:
    ask(client, "new@example.org")
    assert forget_old(timezone.now()) == 0
    ask(client, astrid.email)
    Outbox.objects.update(created_at=timezone.now() - timedelta(days=1))
    Tally.objects.update(until=timezone.now())
    assert forget_old(timezone.now()) > 0
    assert Outbox.objects.get().player == astrid, "mails to players are kept as long as others"
    assert not Tally.objects.exists()


def test_an_address_of_ours_is_sent_no_link_and_is_told_why() -> None:
    """The link came back to us, and whoever waited for it was told that they had asked too often."""
    answer = Client().post("/sign-in/", {"email": settings.PLAY_ADDRESS})
    assert answer.status_code == 400
    assert "This address is our own: nobody can play from it." in answer.content.decode()
    assert not Outbox.objects.exists()
