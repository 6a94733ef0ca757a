"""Another address for a person: asked there first, taken with a yes from there, and with all that waits for them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from asgard_pbem.mail.answering import pending
from asgard_pbem.mail.models import InboundMail, Pending
from asgard_pbem.simulation.programs import Incoming, reply_to
from asgard_pbem.tables import services, signin
from asgard_pbem.tables.guards.mailboxes import marks
from asgard_pbem.tables.models import Deed, Game, Outbox, Player
from asgard_pbem.tables.services.persons import signing_in
from tests.letters.conftest import Post, Sent

pytestmark = pytest.mark.django_db
NEW = "anna@far.example"


def asked(post: Post, anna: Player, *more: str) -> Sent:
    """Anna asks by mail; what came to her new address."""
    post.deliver()
    post.answer(anna, f"address {NEW}", *more)
    post.deliver()
    return newest(post, NEW)


def newest(post: Post, address: str) -> Sent:
    return next(one for one in reversed(post.sent) if one.to == address)


def says(post: Post, mail: Sent, *lines: str, sender: str = NEW) -> InboundMail:
    """Whoever reads a mail answers it."""
    raw = reply_to(Incoming.read(mail.message.as_bytes()), sender, lines, "top")
    return post.take(raw, str(mail.message["Reply-To"]))


def fresh(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def link_in(mail: Sent) -> str:
    found = re.search(r"/\S*/confirm/\S+", mail.text)
    assert found is not None
    return found[0]


def count_to(post: Post, address: str) -> int:
    post.deliver()
    return sum(one.to == address for one in post.sent)


def test_a_yes_from_there_moves_the_person_with_their_open_question(
    game: Game, people: list[Player], post: Post
) -> None:
    anna = people[0]
    question = asked(post, anna)
    assert "Anna" in question.text
    assert anna.email not in question.message.as_string(), "which address was theirs is theirs to tell"
    assert fresh(anna).email == anna.email, "till a yes nothing changes"
    receipt = newest(post, anna.email)
    assert f"we have asked at {NEW}" in receipt.text
    assert receipt.purpose == "receipt", "and no notice besides"
    assert not Outbox.objects.filter(payload__what="address_asked").exists()

    says(post, question, "yes")
    assert fresh(anna).email == NEW
    post.deliver()
    there = [one for one in post.sent if one.to == NEW]
    assert [one.purpose for one in there if one.purpose != "confirm"] == ["prompt", "receipt"], "what waits came along"
    assert f"you play from {NEW} now" in there[-1].text
    told = newest(post, anna.email)
    assert f"goes to {NEW} from now on" in told.text
    assert "List-Unsubscribe" not in told.message
    # And from there the game goes on.
    prompt = next(one for one in there if one.purpose == "prompt")
    assert says(post, prompt, "1").state == "done"


def test_a_mail_from_the_old_address_counts_no_more(game: Game, people: list[Player], post: Post) -> None:
    anna = people[0]
    prompt = post.last(anna, "prompt")
    says(post, asked(post, anna), "yes")
    came = says(post, prompt, "1", sender=anna.email)
    assert (came.state, came.reason) == ("refused", "wrong_sender")
    assert says(post, prompt, "1").state == "done", "an old reply address is theirs still, from the new one"


def test_whoever_writes_from_elsewhere_is_told_how_to_play_from_there(
    game: Game, people: list[Player], post: Post
) -> None:
    anna = people[0]
    prompt = post.last(anna, "prompt")
    raw = reply_to(Incoming.read(prompt.message.as_bytes()), NEW, ["1"], "top")
    came = post.take(raw, str(prompt.message["Reply-To"]))
    InboundMail.objects.filter(pk=came.pk).update(envelope_from=NEW)
    assert f"“address {NEW}”" in post.last(anna, "notice").text


def test_a_no_changes_nothing_and_a_later_yes_neither(game: Game, people: list[Player], post: Post) -> None:
    anna = people[0]
    question = asked(post, anna)
    says(post, question, "no")
    assert "cancelled" in post.last(anna).text
    says(post, question, "yes")
    assert fresh(anna).email == anna.email
    assert says(post, question, "What?").reason == "no_yes_or_no"
    assert count_to(post, NEW) == 1, "it is not asked again"


def test_only_the_last_word_about_an_address_is_taken_back(game: Game, people: list[Player], post: Post) -> None:
    """What else waits for a yes of theirs waits on."""
    resigns = pending.ask(Pending.Kind.RESIGN, people[0], game_id=game.pk, seat=0)
    asked(post, people[0])
    assert pending.settle(resigns.pk, agreed=True).code == "resigned"


def test_whoever_reads_there_does_nothing_else_in_the_persons_name(
    game: Game, people: list[Player], post: Post
) -> None:
    """The address may have been mistyped: then somebody else has the mail."""
    anna = people[0]
    question = asked(post, anna)
    before = count_to(post, anna.email)
    for _ in range(4):
        came = says(post, question, "name Villain", "stop mail", "play aesir", "Who is this?")
        assert (came.state, came.reason) == ("refused", "no_yes_or_no")
    assert (fresh(anna).name, fresh(anna).mail_state, Game.objects.count()) == ("Anna", "on", 1)
    assert count_to(post, anna.email) == before
    assert count_to(post, NEW) == 3, "it is asked again, and not for ever"
    services.ask_for_address(anna, NEW)
    post.deliver()
    says(post, newest(post, NEW), "Who is this?")
    assert count_to(post, NEW) == 5, "what was asked before counts for nothing"
    says(post, newest(post, NEW), "name Villain", "yes")
    assert (fresh(anna).email, fresh(anna).name) == (NEW, "Anna")


def test_the_yes_comes_from_the_new_address(game: Game, people: list[Player], post: Post) -> None:
    """Who asks on the web is told at the address of now, and can say no there."""
    anna = people[0]
    services.ask_for_address(anna, NEW)
    note = post.last(anna, "notice")
    assert NEW in note.text
    says(post, note, "yes", sender=anna.email)
    assert "The yes must come from the new address" in post.last(anna).text
    assert fresh(anna).email == anna.email
    says(post, note, "no", sender=anna.email)
    says(post, newest(post, NEW), "yes")
    assert fresh(anna).email == anna.email


def test_the_last_one_asked_counts_and_they_are_few(game: Game, people: list[Player], post: Post) -> None:
    anna = people[0]
    services.ask_for_address(anna, "anna@typo.example")
    services.ask_for_address(anna, f" {NEW.upper()} ")
    post.deliver()
    says(post, newest(post, "anna@typo.example"), "yes", sender="anna@typo.example")
    assert fresh(anna).email == anna.email
    says(post, newest(post, NEW), "yes")
    assert fresh(anna).email == NEW
    services.ask_for_address(fresh(anna), "anna@third.example")
    with pytest.raises(services.ServiceError, match="E_ADDRESS_OFTEN"):
        services.ask_for_address(fresh(anna), "anna@fourth.example")


def test_one_mailbox_is_not_asked_by_many(people: list[Player]) -> None:
    for number in range(3):
        services.ask_for_address(services.player_for(f"p{number}@home.example"), f"victim+{number}@far.example")
    with pytest.raises(services.ServiceError, match="E_ADDRESS_OFTEN"):
        services.ask_for_address(people[0], "victim@far.example")


@pytest.mark.parametrize(
    "address, why",
    [("anna@home.example", "E_SAME_ADDRESS"), ("anna", "E_EMAIL"), ("play@in.asgard.localhost", "E_OWN_ADDRESS")],
)
def test_addresses_that_are_none(people: list[Player], address: str, why: str) -> None:
    with pytest.raises(services.ServiceError, match=why):
        services.ask_for_address(people[0], address)
    assert not Pending.objects.exists()


def test_too_late(game: Game, people: list[Player], post: Post) -> None:
    question = asked(post, people[0])
    Pending.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert "nothing left to confirm" in Client().get(link_in(question)).content.decode()
    says(post, question, "yes")
    assert fresh(people[0]).email == people[0].email
    says(post, question, "Who is this?")
    assert count_to(post, NEW) == 1, "it is not asked again"


def test_who_wrote_from_there_before_and_sat_nowhere_is_the_same_person(
    game: Game, people: list[Player], post: Post
) -> None:
    stranger = services.player_for(NEW)
    says(post, asked(post, people[0]), "yes")
    assert fresh(people[0]).email == NEW
    assert fresh(stranger).erased_at is not None


def test_where_somebody_plays_already_nobody_else_does(game: Game, people: list[Player], post: Post) -> None:
    other = services.player_for(NEW)
    services.open_table(opened_by=other, key="aesir", seats=2, cause=other.pk)
    question = asked(post, people[0])
    says(post, question, "yes")
    assert fresh(people[0]).email == people[0].email
    assert fresh(other).email == NEW
    assert "Somebody plays here from this address already" in post.last(people[0]).text
    services.erase_player(other)  # as the answer says
    says(post, question, "yes please")
    assert fresh(people[0]).email == NEW


def test_nobody_comes_in_by_a_mailbox_that_is_kept_out(game: Game, people: list[Player], post: Post) -> None:
    services.bar(marks(NEW)[0], why="floods")
    services.ask_for_address(people[0], NEW)
    assert count_to(post, NEW) == 0
    with pytest.raises(services.ServiceError, match="E_BARRED"):
        services.take_address(people[0], NEW)


def test_links_and_sessions_of_the_old_mailbox_open_nothing(game: Game, people: list[Player], post: Post) -> None:
    anna, browser = people[0], Client()
    browser.force_login(anna)
    assert browser.get("/settings/").status_code == 200
    link = signin.sign_in_token(fresh(anna))
    says(post, asked(post, anna), "yes")
    assert browser.get("/settings/").status_code == 302
    assert not signin.is_good(signin.read_sign_in(link))


def test_on_the_page_of_the_link(game: Game, people: list[Player], post: Post) -> None:
    question = asked(post, people[0])
    link = link_in(question)
    page = Client().get(link).content.decode()
    assert f"Do you want to play from {NEW}" in page
    assert fresh(people[0]).email == people[0].email, "to look changes nothing"
    page = Client().post(link, {"answer": "yes"}).content.decode()
    assert f"You play from {NEW} now" in page
    assert fresh(people[0]).email == NEW
    assert "Nothing was done" not in Client().get(link).content.decode()


def test_in_russian(game: Game, people: list[Player], post: Post) -> None:
    boris = people[1]
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["1"], cause=people[0].pk)
    post.deliver()
    post.answer(boris, "адрес boris@far.example")
    post.deliver()
    question = newest(post, "boris@far.example")
    assert "Boris" in question.text
    assert "отныне я играю отсюда" in question.text
    says(post, question, "да", sender="boris@far.example")
    assert fresh(boris).email == "boris@far.example"
    post.deliver()
    assert "Отныне мы пишем вам на boris@far.example" in newest(post, boris.email).text


def test_where_a_mail_went_is_forgotten(game: Game, people: list[Player], post: Post) -> None:
    says(post, asked(post, people[0]), "yes")
    post.deliver()
    elsewhere = Outbox.objects.filter(newcomer__isnull=False)
    assert elsewhere.count() == 2
    signing_in.forget_old(timezone.now() + timedelta(days=13))
    assert elsewhere.count() == 2
    signing_in.forget_old(timezone.now() + timedelta(days=14, minutes=1))
    assert not elsewhere.exists()


def test_who_is_forgotten_leaves_neither_address(game: Game, people: list[Player], post: Post) -> None:
    question = asked(post, people[0])
    services.erase_player(people[0])
    assert not Pending.objects.exists()
    assert not Outbox.objects.filter(newcomer__isnull=False).exists()
    says(post, question, "yes")
    assert fresh(people[0]).email.endswith("erased.invalid")


# --- Other ways to ask ---------------


def test_on_the_settings_page(people: list[Player], post: Post) -> None:
    browser = Client()
    browser.force_login(people[0])
    answer = browser.post("/settings/address/", {"address": NEW}, follow=True)
    assert f"We have asked at {NEW}" in answer.content.decode()
    assert count_to(post, NEW) == 1
    refused = browser.post("/settings/address/", {"address": people[0].email})
    assert refused.status_code == 400
    page = refused.content.decode()
    assert "This is the address that you play from." in page
    assert "<details open>" in page
    assert browser.post("/settings/address/", {"address": "anna"}).status_code == 400


def test_by_whoever_runs_the_service(people: list[Player], post: Post, capsys: pytest.CaptureFixture[str]) -> None:
    """Who has lost their mailbox, and is signed in nowhere, can ask nobody else."""
    call_command("readdress", people[0].email, NEW)
    assert capsys.readouterr().out == f"{NEW} is asked; it has three days to say yes.\n"
    assert Deed.objects.get().what == "readdress"
    post.deliver()
    says(post, newest(post, NEW), "yes")
    assert fresh(people[0]).email == NEW
    with pytest.raises(CommandError, match="the address that you play from"):
        call_command("readdress", NEW, NEW)
    with pytest.raises(CommandError, match="no such person"):
        call_command("readdress", "nobody@home.example", NEW)
