"""One mail, not two: the question that follows an answer says first what became of it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.core import mail as django_mail
from django.utils import timezone

from asgard_pbem.bots import driver
from asgard_pbem.mail.forgetting import erasing
from asgard_pbem.mail.sending import failing, joining
from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.simulation import by_mail as simulate
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player
from asgard_pbem.tables.store.keeping.forgetting import in_slices
from tests.letters.conftest import SEED, Post
from tests.letters.outcomes.test_receipts import flat
from tests.mail.conftest import PLAY, letter, plain_render

pytestmark = pytest.mark.django_db


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for people: mails wait for what follows them."""
    monkeypatch.setattr(settings, "PROMPT_WAITS_S", 2)
    monkeypatch.setattr(settings, "RECEIPT_WAITS_S", 10)


def against_bots(anna: Player) -> Game:
    """A running table of Aesir of one person and two bots."""
    return services.open_table(
        opened_by=anna, key="aesir", seats=3, cause=uuid4(), bots={1: "greedy", 2: "greedy"}, seed=SEED, title="Alone"
    )


def go_out(post: Post, game: Game, after_s: float) -> list[str]:
    """What has gone out by so many seconds from now: the purposes of the mails."""
    driver.play(game.pk)
    due = Outbox.objects.filter(state="queued", due_at__lte=timezone.now() + timedelta(seconds=after_s))
    later = timezone.now() + timedelta(seconds=after_s)
    return [str(row.purpose) for row in list(due.order_by("due_at", "created_at")) if sending.send(row.pk, now=later)]


def test_who_is_asked_again_gets_one_mail_which_begins_with_what_was_understood(
    people: list[Player], post: Post, waits: None
) -> None:
    anna = people[0]
    game = against_bots(anna)
    assert go_out(post, game, 5) == ["prompt"]
    first = django_mail.outbox[-1].message()
    post.sent.clear()
    answered = reply(post, anna, "1")
    assert go_out(post, game, 1) == [], "nothing goes out before the bots have had their time"
    assert go_out(post, game, 5) == ["prompt"]
    assert go_out(post, game, 60) == []
    prompt = django_mail.outbox[-1].message()
    text = flat(prompt.get_payload()[0].get_payload(decode=True).decode())
    assert text.index("“1” - ") < text.index("CHOOSE ONE CARD")
    assert "up, " in text[text.index("“1” - ") :][:40]
    assert prompt["In-Reply-To"] == f"<{answered.strip('<>')}>"
    assert first["Message-ID"] in prompt["References"]
    assert prompt["Auto-Submitted"] == "auto-replied"
    assert Outbox.objects.get(purpose="receipt").state == "joined"


def test_what_was_understood_is_not_quoted_again_below_what_was_refused(
    people: list[Player], post: Post, waits: None
) -> None:
    game = against_bots(people[0])
    go_out(post, game, 5)
    reply(post, people[0], "1", "zone Nowhere")
    assert go_out(post, game, 5) == ["prompt"]
    text = str(django_mail.outbox[-1].body)
    assert "Not carried out" in text
    assert "You wrote" not in text


def test_where_nothing_follows_soon_the_receipt_goes_out_alone(
    game: Game, people: list[Player], post: Post, waits: None
) -> None:
    go_out(post, game, 5)
    reply(post, people[0], "1")
    assert go_out(post, game, 5) == []
    assert go_out(post, game, 11) == ["receipt"]


def test_what_is_refused_or_asked_for_is_answered_at_once(
    game: Game, people: list[Player], post: Post, waits: None
) -> None:
    go_out(post, game, 5)
    for words in ("99", "status"):
        reply(post, people[0], words)
        assert go_out(post, game, 0.1) == ["receipt"]


def test_who_wants_no_receipts_hears_of_clean_moves_by_the_next_question_and_of_all_else_at_once(
    game: Game, people: list[Player], post: Post, waits: None
) -> None:
    anna, boris = people
    go_out(post, game, 5)
    reply(post, anna, "no receipts")
    assert go_out(post, game, 11) == ["receipt"]
    reply(post, anna, "1")
    assert go_out(post, game, 3600) == []
    reply(post, anna, "2", "", "The rest of it follows next week")  # that this was not read is told at once
    assert go_out(post, game, 11) == ["receipt"]
    reply(post, anna, "1")
    reply(post, anna, "nonsense")
    assert go_out(post, game, 11) == ["receipt"]
    reply(post, boris, "1")
    assert sorted(go_out(post, game, 5)) == ["prompt", "prompt"]
    mine = next(one for one in reversed(django_mail.outbox) if one.to == [anna.email])
    assert "“1” - " in mine.body


def test_the_first_answer_of_a_game_is_confirmed_alone_and_further_ones_by_the_next_question(
    game: Game, people: list[Player], post: Post, waits: None
) -> None:
    anna, boris = people
    services.set_receipts(anna, on=False)
    go_out(post, game, 5)
    reply(post, anna, "1")
    assert go_out(post, game, 11) == ["receipt"]
    assert not re.search(r"^ ", django_mail.outbox[-1].body.split("Understood")[0], re.MULTILINE)
    said = "Later answers are told at the top of your next mail of this game; “receipts” has each confirmed at once."
    assert said in flat(django_mail.outbox[-1].body)
    reply(post, anna, "2")
    assert go_out(post, game, 3600) == []
    reply(post, boris, "1")
    assert sorted(go_out(post, game, 5)) == ["prompt", "prompt"]
    mine = next(one for one in reversed(django_mail.outbox) if one.to == [anna.email])
    assert "“2” - " in mine.body
    reply(post, anna, "99")
    assert go_out(post, game, 0.1) == ["receipt"], "what is refused is told at once"
    services.set_receipts(anna, on=True)
    reply(post, anna, "1")
    assert go_out(post, game, 11) == ["receipt"]
    assert "From now on" not in django_mail.outbox[-1].body


def test_to_sit_down_by_mail_is_no_answer_yet_and_the_first_one_is_confirmed_all_the_same(
    people: list[Player], post: Post, waits: None
) -> None:
    anna = people[0]
    services.set_receipts(anna, on=False)
    post.take(letter(anna.email, PLAY, "open aesir 3 bots 2"), PLAY)
    game = Game.objects.get()
    go_out(post, game, 60)
    reply(post, anna, "1")
    assert Outbox.objects.filter(purpose="receipt").latest("created_at").payload["first"] is True
    go_out(post, game, 60)
    reply(post, anna, "1")
    assert Outbox.objects.filter(purpose="receipt").latest("created_at").payload["first"] is False


def test_when_the_question_cannot_be_sent_what_it_would_have_told_goes_out_alone(
    people: list[Player], post: Post, waits: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = against_bots(people[0])
    go_out(post, game, 5)
    reply(post, people[0], "1")
    driver.play(game.pk)
    prompt = Outbox.objects.get(purpose="prompt", state="queued")

    def fails(*_: object, **__: object) -> None:
        raise OSError("the relay is away")

    later = timezone.now() + timedelta(seconds=5)
    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", fails)
        assert not sending.send(prompt.pk, now=later)
    receipt = Outbox.objects.get(purpose="receipt")
    assert receipt.state == "queued"
    assert not sending.send(receipt.pk, now=later), "while it was tried nobody else may tell it"
    assert sending.send(receipt.pk, now=later + timedelta(minutes=2))
    assert sending.send(prompt.pk, now=later + timedelta(minutes=2))
    assert "“1”" not in str(django_mail.outbox[-1].body), "told once"


def test_an_order_in_words_is_read_back_only_where_it_was_not_written_so(
    game: Game, people: list[Player], post: Post
) -> None:
    post.answer(people[0], "OL1:O")
    assert "“OL1:O” - Odin up, Loki below (OL1:O)" in flat(post.last(people[0], "receipt").text)


@pytest.mark.parametrize("number", ["01", "001", "1.", "1)"])
def test_a_number_is_read_back_however_it_is_written(number: str, game: Game, people: list[Player], post: Post) -> None:
    assert post.answer(people[0], number).state == "done"
    assert "up, " in flat(post.last(people[0], "receipt").text).split(f"“{number}” - ")[1][:40]


def test_the_first_words_of_the_html_are_the_question_and_its_time(
    game: Game, people: list[Player], post: Post
) -> None:
    html = post.last(people[0], "prompt").html
    body = html[html.index("<body") :]
    assert flat(body).index("Choose one card") < flat(body).index("Please write above this line")
    assert "display:none" in body[: body.index("Choose one card")]


def test_against_bots_a_person_gets_hardly_more_mails_than_they_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """2.1 mails for each that was answered before; at most 1.15 now."""
    monkeypatch.setattr("asgard_pbem.mail.sending.owed._renderer", lambda: plain_render)
    monkeypatch.setattr(settings, "PROMPT_WAITS_S", 2)
    monkeypatch.setattr(settings, "RECEIPT_WAITS_S", 10)
    played = simulate.play_by_mail(key="aesir", seats=3, seed=3, bots=["greedy"], people=1, plans=False)
    assert len(played.answers) == 1
    assert played.mails_out <= 1.15 * played.mails_in


def asked_anew(post: Post, people: list[Player]) -> tuple[Outbox, Outbox]:
    """Anna's receipt, which waits, and the question that follows it."""
    game = against_bots(people[0])
    go_out(post, game, 5)
    reply(post, people[0], "1")
    driver.play(game.pk)
    return Outbox.objects.get(purpose="receipt"), Outbox.objects.get(purpose="prompt", state="queued")


def soon(seconds: float = 5) -> datetime:
    return timezone.now() + timedelta(seconds=seconds)


def test_a_question_waits_for_bots_of_whom_all_know_that_they_are_asked_and_for_no_others(
    people: list[Player], waits: None
) -> None:
    """Whoever got their mail later than usual would know that a bot was asked behind the veil."""
    game = against_bots(people[0])
    row = Outbox.objects.get(player=people[0], purpose="prompt")
    assert joining.bots_come_first(row, timezone.now())
    assert not joining.bots_come_first(row, soon(9)), "nor so long that the receipt goes out alone"
    OpenDecision.objects.filter(game=game).update(concealed=True)
    assert not joining.bots_come_first(row, timezone.now())


def test_what_one_mail_is_telling_at_this_moment_no_other_takes_in(
    people: list[Player], post: Post, waits: None
) -> None:
    receipt, prompt = asked_anew(post, people)
    again = Outbox.objects.get(pk=prompt.pk)
    again.pk, again.key, again.purpose = uuid4(), "reminder:1", "reminder"
    again.save(force_insert=True)
    first, second = (sending.claim(one.pk, soon()) for one in (prompt, again))
    assert first is not None
    assert second is not None
    assert first.row.payload["joined"] == [str(receipt.pk)]
    assert not second.row.payload.get("joined")


def test_a_receipt_that_is_going_out_alone_is_not_told_again_by_the_question(
    people: list[Player], post: Post, waits: None
) -> None:
    receipt, prompt = asked_anew(post, people)
    assert sending.claim(receipt.pk, soon(11)) is not None
    claimed = sending.claim(prompt.pk, soon())
    assert claimed is not None
    assert not claimed.row.payload.get("joined")


def test_what_came_to_its_end_while_the_question_went_out_is_not_said_to_be_told_by_it(
    people: list[Player], post: Post, waits: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its reader was forgotten in those seconds."""
    receipt, prompt = asked_anew(post, people)

    def meanwhile(*_: object, **__: object) -> int:
        Outbox.objects.filter(pk=receipt.pk).update(state="dropped")
        return 1

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", meanwhile)
    assert sending.send(prompt.pk, now=soon())
    receipt.refresh_from_db()
    assert (receipt.state, receipt.sent_at) == ("dropped", None)


def test_a_question_that_is_overtaken_leaves_what_it_would_have_told_to_the_next(
    people: list[Player], post: Post, waits: None
) -> None:
    receipt, prompt = asked_anew(post, people)
    assert sending.claim(prompt.pk, soon()) is not None  # and its worker dies
    newer = Outbox.objects.get(pk=prompt.pk)
    newer.pk, newer.key, newer.prompt, newer.due_at = uuid4(), "prompt:newer", prompt.prompt + 1, soon(0)
    newer.payload, newer.attempts, newer.message_id = {}, 0, ""
    newer.save(force_insert=True)
    assert sending.claim(prompt.pk, soon(120)) is None
    assert Outbox.objects.get(pk=prompt.pk).state == "dropped"
    claimed = sending.claim(newer.pk, soon(120))
    assert claimed is not None
    assert claimed.row.payload["joined"] == [str(receipt.pk)]


def test_a_question_that_fails_for_good_takes_nothing_with_it(
    people: list[Player], post: Post, waits: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    receipt, prompt = asked_anew(post, people)
    Outbox.objects.filter(pk=prompt.pk).update(attempts=failing.MAX_ATTEMPTS - 1)

    def fails(*_: object, **__: object) -> None:
        raise OSError("the relay is away")

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", fails)
        assert not sending.send(prompt.pk, now=soon())
    assert Outbox.objects.get(pk=prompt.pk).state == "failed"
    assert sending.send(receipt.pk, now=soon(7 * 3600))
    assert "“1” - " in str(django_mail.outbox[-1].body)


def test_what_waits_for_a_question_is_forgotten_with_the_mail_that_it_quotes(
    game: Game, people: list[Player], post: Post, waits: None
) -> None:
    anna, boris = people
    go_out(post, game, 5)
    services.set_receipts(anna, on=False)
    reply(post, anna, "1")
    go_out(post, game, 11)  # the first goes out alone
    reply(post, anna, "2")
    receipt = Outbox.objects.get(purpose="receipt", player=anna, state="queued")
    in_slices(erasing.steps(soon(1)))
    receipt.refresh_from_db()
    assert not receipt.receipt
    reply(post, boris, "1")
    go_out(post, game, 5)
    mine = next(one for one in reversed(django_mail.outbox) if one.to == [anna.email])
    assert "“1” - " not in str(mine.body)
    assert "Auto-Submitted: auto-generated" in mine.message().as_string(), "it answers no mail any more"


def test_what_is_about_to_be_tried_again_keeps_its_words(
    game: Game, people: list[Player], post: Post, waits: None
) -> None:
    go_out(post, game, 5)
    reply(post, people[0], "1")
    receipt = Outbox.objects.get(purpose="receipt")
    assert sending.claim(receipt.pk, soon(11)) is not None
    in_slices(erasing.steps(soon(1)))
    receipt.refresh_from_db()
    assert receipt.receipt


def test_the_first_question_says_once_what_all_chance_rests_on(people: list[Player], post: Post, waits: None) -> None:
    to = "new@in.asgard.localhost"
    post.take(letter(people[0].email, to, "open aesir 2 bots 1"), to)
    game = Game.objects.get()
    assert go_out(post, game, 5) == ["prompt"]
    text = flat(django_mail.outbox[-1].body)
    assert "“open aesir 2 bots 1” - " in text
    assert text.count(game.commitment) == 1
    assert "nothing of yours" not in text, "the section on fair play says so by name"


def test_a_word_that_counts_is_told_beside_the_first_question(people: list[Player], post: Post, waits: None) -> None:
    to = "new@in.asgard.localhost"
    post.take(letter(people[0].email, to, f"open aesir 2 {people[1].email}"), to)
    game = Game.objects.get()
    go_out(post, game, 11)
    reply(post, people[1], "accept Blue Whale")
    assert sorted(go_out(post, game, 5)) == ["prompt", "prompt"]
    text = flat(next(one.body for one in reversed(django_mail.outbox) if one.to == [people[1].email]))
    assert "Blue Whale" in text
    assert text.count(game.commitment) == 1


def reply(post: Post, player: Player, *lines: str) -> str:
    """`player` answers the last mail that went out; the Message-ID of the answer."""
    from asgard_pbem.simulation.programs import Incoming, reply_to

    raw = django_mail.outbox[-1] if django_mail.outbox[-1].to == [player.email] else None
    raw = raw or next(one for one in reversed(django_mail.outbox) if one.to == [player.email])
    mail = Incoming.read(raw.message().as_bytes(linesep="\r\n"))
    row = post.take(reply_to(mail, player.email, lines), mail.reply_to)
    return row.message_id
