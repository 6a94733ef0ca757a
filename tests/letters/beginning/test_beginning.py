"""From a stranger's first words to a running game, and what a host hears of the table that fills."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.conf import settings

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player
from tests.letters.conftest import Post
from tests.mail.conftest import PLAY, letter, receipt_of

pytestmark = pytest.mark.django_db
GINA = "gina@far.example"


def flat(text: str) -> str:
    return " ".join(text.split())


def stranger(post: Post, *lines: str) -> Player:
    """Gina's first mail, and what she is asked about it."""
    row = post.take(letter(GINA, PLAY, *lines), PLAY)
    assert row.state == "held"
    return Player.objects.get(email=GINA)


def codes(row: InboundMail) -> list[str]:
    return [one.did.code for one in receipt_of(row).understood]


@pytest.mark.parametrize("yes", ["yes", "1", "YES!", "Yes, that was me", "Sure", "Да"])
def test_i_would_like_to_play_leads_to_a_running_game_in_two_answers(
    people: list[Player], post: Post, yes: str
) -> None:
    gina = stranger(post, "Hello, I would like to play a game!")
    assert "If you did not write to us, do nothing." in flat(post.last(gina, "confirm").text)
    assert post.answer(gina, yes).state == "done"
    mail = post.last(gina, "receipt")
    text = flat(mail.text)
    assert "Welcome to Asgard PBEM" in mail.text or "WELCOME TO ASGARD PBEM" in mail.text
    assert "Begin at once with bots: answer with the name of a game" in text
    assert "Aesir you and 2 bots [open aesir 3 bots 2]" in text
    assert "play@in.asgard.localhost" in text
    assert post.answer(gina, "Aesir").state == "done"
    game = Game.objects.get()
    assert (game.key, game.seats, game.status) == ("aesir", 3, "running")
    assert "Choose one card" in flat(post.last(gina, "prompt").text) or "CHOOSE ONE CARD" in post.last(gina).text


def test_in_russian_too(people: list[Player], post: Post) -> None:
    gina = stranger(post, "Здравствуйте! Хочу поиграть.")
    post.answer(gina, "1")
    text = flat(post.last(gina, "receipt").text)
    assert "Добро пожаловать в Asgard PBEM".casefold() in text.casefold()
    assert "[открыть асы 3 боты 2]" in text
    assert post.answer(gina, "открыть асы 3 боты 2").state == "done"
    assert Game.objects.get().status == "running"


@pytest.mark.parametrize(
    "wish, order",
    [
        ("I would like to play!", "open asgards_chosen 3 introductory bots 2"),
        ("Хочу поиграть!", "открыть избранные асгарда 3 вводная боты 2"),
    ],
)
@pytest.mark.parametrize("by_name", [True, False])
def test_a_game_that_has_a_gentle_way_to_begin_begins_so(
    people: list[Player], post: Post, wish: str, order: str, by_name: bool
) -> None:
    gina = stranger(post, wish)
    post.answer(gina, "1")
    assert f"[{order}]" in flat(post.last(gina, "receipt").text)
    assert post.answer(gina, "Asgard's Chosen" if by_name else order).state == "done"
    game = Game.objects.get()
    assert (game.key, game.seats, game.status, game.options["mode"]) == ("asgards_chosen", 3, "running", "introductory")


@pytest.mark.parametrize(
    "written, shown",
    [
        ("I'd like to play Asgard's Chosen with boris@home.example please", "open asgards_chosen 2 boris@home.example"),
        ("Dear Asgard, may I play blood rage\nwith B@far.example and c@far.example?",
         "open blood_rage 3 b@far.example, c@far.example"),
        ("Хочу сыграть в Кровавую Ярость с boris@home.example", "открыть кровавая ярость 2 boris@home.example"),
        ("Я хочу сыграть в Избранных Асгарда с boris@home.example.", "открыть избранные асгарда 2 boris@home.example"),
    ],
)  # fmt: skip
def test_who_asks_for_a_table_in_a_sentence_is_shown_the_order_that_opens_it(
    people: list[Player], post: Post, written: str, shown: str
) -> None:
    gina = stranger(post, written)
    post.answer(gina, "yes")
    text = flat(post.last(gina).text)
    assert f"answer with this alone: “{shown}”" in text or f"ответьте одним этим: «{shown}»" in text, text
    assert not Game.objects.exists(), "nothing is opened by a sentence"
    assert post.answer(gina, shown).state == "done"
    assert Game.objects.get().seats == shown.count("@") + 1


@pytest.mark.parametrize("written", ["I want to play Yggdrasil.", "Hi! Is bob@home.example playing here?", "Hello"])
def test_nobody_is_shown_a_table_who_names_no_game_and_nobody(people: list[Player], post: Post, written: str) -> None:
    gina = stranger(post, written)
    post.answer(gina, "yes")
    assert "alone:" not in flat(post.last(gina).text)


@pytest.mark.parametrize(
    "written, shown",
    [
        ("I want to play Yggdrasil.", "answer with just that: “Yggdrasil”"),
        ("Хочу поиграть в Иггдрасиль, пожалуйста", "ответьте одним её названием: «Иггдрасиль»"),
        ("Мы с внуком хотим сыграть в Кровавую ярость", "ответьте одним её названием: «Кровавая ярость»"),
    ],
)
def test_who_names_a_game_in_a_sentence_is_told_that_its_name_is_enough(
    people: list[Player], post: Post, written: str, shown: str
) -> None:
    gina = stranger(post, written)
    post.answer(gina, "yes")
    assert shown in flat(post.last(gina).text)
    assert not Game.objects.exists(), "nothing is opened by a sentence"
    assert post.answer(gina, shown.rpartition(": ")[2].strip("“”«»")).state == "done"
    assert Game.objects.get().status == "running"


def test_a_no_does_nothing(people: list[Player], post: Post) -> None:
    gina = stranger(post, "Hello, I would like to play a game!")
    assert codes(post.answer(gina, "2")) == ["cancelled"]


def test_a_lost_order_is_no_greeting(people: list[Player], post: Post) -> None:
    for line in ("3", "turn L"):
        row = post.take(letter(people[0].email, PLAY, line), PLAY)
        assert (row.state, receipt_of(row).refused[0].why.code) == ("refused", "no_seat_here")
    assert post.take(letter(people[0].email, PLAY, "What is this?"), PLAY).state == "done"


def test_help_begins_with_how_to_start_a_game(people: list[Player], post: Post) -> None:
    post.take(letter(people[0].email, PLAY, "help"), PLAY)
    text = post.last(people[0], "receipt").text
    assert text.index("What can be written to us") < text.index("Start a game") < text.index("At the table")
    assert "bots 1" in text
    assert "play@in.asgard.localhost" in text
    assert "Done" not in text


@pytest.mark.parametrize(
    "answer, code",
    [
        ("1", "invitation_accepted"), ("Yes, gladly!", "invitation_accepted"), ("да", "invitation_accepted"),
        ("Хорошо, играем!", "invitation_accepted"), ("OK, count me in", "invitation_accepted"),
        ("accept", "invitation_accepted"), ("2", "invitation_declined"), ("No, thank you", "invitation_declined"),
        ("Sorry, no time this month", "invitation_declined"), ("Нет, спасибо", "invitation_declined"),
    ],
)  # fmt: skip
def test_an_invitation_is_answered_by_number_or_as_people_say_it(
    people: list[Player], post: Post, answer: str, code: str
) -> None:
    post.take(letter(people[0].email, PLAY, "open aesir 3", GINA), PLAY)
    assert codes(post.answer(Player.objects.get(email=GINA), answer)) == [code]


@pytest.mark.parametrize(
    "host, answer, spoken",
    [
        ("en", "Да, с удовольствием!", "ru"), ("en", "Что это такое?", "ru"), ("en", "yes", "en"), ("ru", "yes", "ru"),
        ("ru", "Yes, I'd love to play", "en"), ("ru", "1", "ru"),
    ],
)  # fmt: skip
def test_who_is_invited_is_written_to_in_the_hosts_language_until_they_answer_in_their_own(
    people: list[Player], post: Post, host: str, answer: str, spoken: str
) -> None:
    Player.objects.filter(pk=people[0].pk).update(language=host)
    post.take(letter(people[0].email, PLAY, "open aesir 3", GINA), PLAY)
    assert Player.objects.get(email=GINA).language == host
    post.answer(Player.objects.get(email=GINA), answer)
    gina = Player.objects.get(email=GINA)
    assert gina.language == spoken
    assert post.last(gina).text.startswith("Пожалуйста, пишите" if spoken == "ru" else "Please write")
    post.take(letter(GINA, PLAY, "покажи мои игры" if spoken == "en" else "what are my games"), PLAY)
    assert Player.objects.get(email=GINA).language == spoken, "only their first words are a sign of it"


@pytest.mark.parametrize("written", ["What is this?", "Great, but not now", "3", "Okay, I don't know"])
def test_an_answer_to_an_invitation_that_is_no_yes_and_no_no_is_told_what_is_asked(
    people: list[Player], post: Post, written: str
) -> None:
    post.take(letter(people[0].email, PLAY, "open aesir 3", GINA), PLAY)
    gina = Player.objects.get(email=GINA)
    row = post.answer(gina, written)
    assert [one.why.code for one in receipt_of(row).refused] == ["invited_here"]
    again = post.last(gina, "receipt")
    assert "Answer this mail with “accept” or “decline”" in flat(again.text)
    assert "You will answer about 25 mails" in flat(again.text)
    assert str(again.message["Subject"]) == "Anna invites you to a game of Aesir"
    assert codes(post.answer(gina, "accept", purpose="receipt")) == ["invitation_accepted"]
    assert "invites you" not in post.last(gina).text


def test_who_asks_for_another_language_is_invited_again_in_it(people: list[Player], post: Post) -> None:
    Player.objects.filter(pk=people[0].pk).update(language="ru")
    post.take(letter(people[0].email, PLAY, "open aesir 3", GINA), PLAY)
    gina = Player.objects.get(email=GINA)
    assert "To read this in English, answer “language en”." in flat(post.last(gina, "invitation").text)
    post.answer(gina, "language en")
    again = post.last(gina, "receipt")
    assert "Anna invites you to a game of Aesir" in flat(again.text)
    assert "Yes, I will play [accept]" in flat(again.text)
    assert codes(post.answer(gina, "1", purpose="receipt")) == ["invitation_accepted"]


@pytest.mark.parametrize("said, lapsed", [("accept", False), ("decline", False), ("", True)])
def test_who_has_sat_down_or_has_said_no_is_not_told_that_the_seat_is_taken(
    said: str, people: list[Player], post: Post, *, lapsed: bool
) -> None:
    post.take(letter(people[0].email, PLAY, "open aesir 3", GINA), PLAY)
    gina = Player.objects.get(email=GINA)
    post.deliver()
    if said:
        _answer(post, gina, said)
    else:
        services.close_table(Game.objects.get().pk, by=people[0], cause=uuid4())
    row = post.answer(gina, "Hello, what is this about?", purpose="invitation")
    assert ("invitation_lapsed" in [one.code for one in receipt_of(row).notes]) is lapsed


@pytest.mark.parametrize("words", ["no invitations", "stop mail", "decline", "block"])
def test_nobody_is_invited_again_who_wants_none(people: list[Player], post: Post, words: str) -> None:
    post.take(letter(people[0].email, PLAY, "open aesir 3", GINA), PLAY)
    row = post.answer(Player.objects.get(email=GINA), words)
    assert receipt_of(row).offered is None


def test_a_name_that_comes_with_the_last_yes_stands_in_the_subject(people: list[Player], post: Post) -> None:
    post.take(letter(people[0].email, PLAY, "open aesir 2", GINA), PLAY)
    gina = Player.objects.get(email=GINA)
    post.answer(gina, "accept", "name Gina")
    assert Game.objects.get().begun_by == ["Anna", "Gina"]


def test_a_table_that_was_opened_by_a_yes_is_named_and_is_filled_by_answering(people: list[Player], post: Post) -> None:
    gina = stranger(post, "open aesir 3 public")
    post.answer(gina, "yes")
    mail = post.last(gina, "receipt")
    game = Game.objects.get()
    assert f"[{game.id.hex[:6]}]" in mail.message["Subject"]
    text = flat(mail.text)
    assert "Seat 1: you Seat 2: free Seat 3: free" in text
    assert str(game.pk) in text, "its page"
    row = post.answer(gina, "invite ivan@far.example")
    assert codes(row) == ["invited"]
    assert "ivan@far.example: invited, no answer yet" in flat(post.last(gina, "receipt").text)
    assert codes(post.answer(gina, "bots 1")) == ["bots_added"]
    assert "Seat 2: a bot" in flat(post.last(gina, "receipt").text)


def test_who_says_yes_hears_when_the_game_begins_and_again_when_they_ask(people: list[Player], post: Post) -> None:
    post.take(letter(people[0].email, PLAY, f"open aesir 3 {people[1].email} {GINA}"), PLAY)
    post.answer(people[1], "да")
    for ask in ("", "статус"):
        if ask:
            post.answer(people[1], ask)
        text = flat(post.last(people[1]).text)
        assert "Игра начнётся, когда все места заняты." in text, text
        assert GINA not in text


def test_a_host_hears_who_accepts_who_declines_and_what_is_missing_in_one_mail(
    people: list[Player], post: Post
) -> None:
    anna = people[0]
    post.take(letter(anna.email, PLAY, "open aesir 4", GINA, "ivan@far.example, lea@far.example"), PLAY)
    gina, ivan = (Player.objects.get(email=f"{name}@far.example") for name in ("gina", "ivan"))
    post.deliver()
    before = len([one for one in post.sent if one.to == anna.email])
    _answer(post, gina, "accept", "name Gina")
    _answer(post, ivan, "decline")
    mails = [one for one in post.deliver() if one.to == anna.email]
    assert [one.purpose for one in mails] == ["notice"], f"one mail, after {before}"
    text = flat(mails[0].text)
    assert "2 seats of your table are free" in text
    assert "Seat 2: Gina" in text
    assert "ivan@far.example: has declined (and may change their mind while a seat is free)" in text
    assert "lea@far.example: invited, no answer yet" in text
    assert codes(post.answer(anna, "bots 1", purpose="notice")) == ["bots_added"]
    assert codes(post.answer(anna, "invite kim@far.example", purpose="notice")) == ["invited"]


def test_a_host_who_sits_at_none_of_its_seats_fills_their_table_by_answering_too(
    people: list[Player], post: Post
) -> None:
    anna = people[0]
    post.take(letter(anna.email, PLAY, "open aesir 4", GINA, "ivan@far.example"), PLAY)
    game = Game.objects.get()
    services.leave_table(game.pk, player=anna, cause=uuid4())
    post.deliver()
    _answer(post, Player.objects.get(email=GINA), "decline")
    assert codes(post.answer(anna, "invite kim@far.example", purpose="notice")) == ["invited"]
    assert game.invitations.filter(player__email="kim@far.example").exists()


def test_what_a_host_hears_tells_others_no_address(people: list[Player], post: Post) -> None:
    anna, boris = people
    post.take(letter(anna.email, PLAY, "open aesir 4 public", GINA, boris.email), PLAY)
    post.answer(boris, "accept")
    row = post.answer(boris, "invite lea@far.example", purpose="receipt")
    assert codes(row) == ["invited"]
    text = flat(post.last(boris, "receipt").text)
    assert "lea@far.example" in text
    assert GINA not in text


def test_no_news_of_a_table_that_has_begun(people: list[Player], post: Post) -> None:
    anna = people[0]
    post.take(letter(anna.email, PLAY, "open aesir 2", GINA), PLAY)
    post.deliver()
    _answer(post, Player.objects.get(email=GINA), "accept")
    post.deliver()
    assert not [one for one in post.sent if one.to == anna.email and one.purpose == "notice"]
    assert Invitation.objects.get().state == "accepted"


def test_a_wrong_address_is_told_with_the_address_and_no_board(game: Game, people: list[Player], post: Post) -> None:
    from asgard_pbem.simulation.programs import Incoming, reply_to

    mail = post.last(people[0], "prompt")
    raw = reply_to(Incoming.read(mail.message.as_bytes()), "anna@work.example", ["3"], "top")
    post.take(raw, str(mail.message["Reply-To"]))
    told = post.last(people[0], "notice")
    text = flat(told.text)
    assert "Somebody else answered a mail that was sent to you. Nothing was done." in text
    assert "If it was you, send it again from anna@home.example" in text
    assert told.pictures == []
    assert len(told.message.as_bytes()) < 20_000


def test_a_number_does_not_give_up_a_seat_nor_play_a_card(game: Game, people: list[Player], post: Post) -> None:
    post.answer(people[0], "resign", purpose="prompt")
    text = flat(post.last(people[0], "receipt").text)
    assert "your seat is given up for good: a bot plays on there; “no” keeps it" in text
    row = post.answer(people[0], "1", purpose="receipt")
    assert (row.state, receipt_of(row).refused[0].why.code) == ("refused", "yes_or_no")
    assert game.holders.get(seat=0).player == people[0]


@pytest.mark.parametrize("word, stays", [("no", True), ("yes", False)])
def test_a_number_is_asked_about_and_that_mail_takes_the_yes_or_no_too(
    game: Game, people: list[Player], post: Post, word: str, stays: bool
) -> None:
    post.answer(people[0], "resign", purpose="prompt")
    post.answer(people[0], "1", purpose="receipt")
    assert "Answer “yes” to leave it or “no” to keep it." in flat(post.last(people[0], "receipt").text)
    assert post.answer(people[0], word, purpose="receipt").state == "done"
    assert (game.holders.get(seat=0).player == people[0]) is stays


def test_what_was_asked_while_mail_was_stopped_is_asked_when_it_starts_again(
    game: Game, people: list[Player], post: Post
) -> None:
    post.answer(people[0], "stop mail", purpose="prompt")
    post.answer(people[0], "3", purpose="prompt")
    post.answer(people[1], "3", purpose="prompt")
    post.deliver()
    assert Outbox.objects.filter(player=people[0], purpose="prompt", state="dropped").exists()
    asked = len([one for one in post.sent if one.to == people[0].email and one.purpose == "prompt"])
    post.take(letter(people[0].email, PLAY, "start mail"), PLAY)
    post.deliver()
    assert len([one for one in post.sent if one.to == people[0].email and one.purpose == "prompt"]) == asked + 1


def test_the_id_of_a_mail_stands_on_its_own_line(game: Game, people: list[Player], post: Post) -> None:
    head = post.last(people[0], "prompt").message.as_bytes().partition(b"\n\n")[0]
    line = next(line for line in head.splitlines() if line.lower().startswith(b"message-id:"))
    assert line.strip().endswith(b">"), line
    assert len(line) <= 78
    assert settings.MAIL_DOMAIN.encode() in line


def _answer(post: Post, player: Player, *lines: str) -> InboundMail:
    """Answers an invitation, while nobody else's mail goes out."""
    from asgard_pbem.simulation.programs import Incoming, reply_to

    mail = next(one for one in reversed(post.sent) if one.to == player.email)
    raw = reply_to(Incoming.read(mail.message.as_bytes()), player.email, lines, "top")
    return post.take(raw, str(mail.message["Reply-To"]))
