"""A mail that holds no order is asked what it may have meant. A yes does exactly that, or nothing at all."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest

from asgard_pbem.mail.models import Pending
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Outbox, Player, ReplyToken
from asgard_pbem.tables.reading import history
from tests.letters.conftest import Post, dealt
from tests.letters.replies.test_our_lines import bare, receipt
from tests.letters.replies.test_what_people_write import made, third

pytestmark = pytest.mark.django_db


def flat(post: Post, player: Player) -> str:
    return " ".join(post.last(player, "receipt").text.split())


def asked(post: Post, player: Player, *lines: str) -> str:
    """What the answer to a mail says, in one line; nothing was done by the mail."""
    events = Event.objects.count()
    row = post.answer(player, *lines, style="bare", purpose="prompt")
    assert (row.state, Event.objects.count()) == ("refused", events)
    return flat(post, player)


def test_a_sentence_with_one_number_is_asked_about_and_done_by_a_yes(
    game: Game, people: list[Player], post: Post
) -> None:
    line, order = third(post, people[0])
    text = asked(post, people[0], "Sorry for the delay!", "", "I wonder about 3")
    said = " ".join(line.split()).removeprefix("3 ")
    assert f"Did you mean 3 - {said}? Answer “yes” and it is done, or send just “3”." in text
    assert text.count("I wonder about 3") == 1, "its writer's own words once"
    assert text.index("Still wanted") < text.index("What you may do"), "the question above the list"
    row = post.answer(people[0], "yes", purpose="receipt")
    assert (row.state, made(game)[0]["card"]) == ("done", order.partition(":")[0])
    assert f"“3” - {said}" in flat(post, people[0])
    assert Pending.objects.get(kind="meant").agreed is True


@pytest.mark.parametrize("line, side, other", [
    ("Odin up", "Odin up, ", "up, Odin below"), ("I'd like Odin below", ", Odin below", "Odin up, "),
    ("Odin up, please, this time", "Odin up, ", "up, Odin below"),
])  # fmt: skip
def test_words_that_stand_side_by_side_in_an_answer_mean_no_other_that_has_them_too(
    game: Game, people: list[Player], post: Post, line: str, side: str, other: str
) -> None:
    """Every card of Odin has both words in both of its lines: too many to be asked about, and nothing was."""
    menu = post.last(people[0], "prompt").text.partition("What you may do")[2]
    meant = re.findall(rf"^ +(\d+)  .*{side}", menu, re.MULTILINE)
    text = asked(post, people[0], line)
    assert meant
    if len(meant) == 1:
        assert f"Did you mean {meant[0]} - " in text
    else:
        assert f"Answer with its number alone, such as “{meant[0]}”." in text
    offered = text.partition("What you may have meant")[2].partition("What you may do")[0]
    assert other not in offered


def test_who_asks_what_something_is_hears_how_its_rules_are_read_beside_the_offer_to_play_it(
    people: list[Player], post: Post
) -> None:
    dealt(people, "yggdrasil", "Valhalla")
    hint = "If that was a question: “rules” and the name of a card, or another word, show what it is and does."
    told = asked(post, people[0], "Who is Thor?")
    assert "Did you mean 2 - Thor?" in told
    assert hint in told
    assert hint in asked(post, people[0], "What is a giant?")
    assert hint not in asked(post, people[0], "Thor I suppose")
    assert hint not in asked(post, people[0], "2 perhaps?")
    row = post.answer(people[0], "What does Thor do?", style="bare", purpose="prompt")
    assert (row.state, row.reason) == ("done", "")
    assert "The rules" in flat(post, people[0])


@pytest.mark.parametrize("line", ["I'm on vacation next week", "vacation next week", "Меня не будет до понедельника"])
def test_who_says_that_they_will_be_away_without_a_day_reads_how_that_is_said(
    game: Game, people: list[Player], post: Post, line: str
) -> None:
    text = asked(post, people[0], line)
    assert "Say from when to when, for instance “away 1.12.-14.12.”." in text
    assert made(game) == []


@pytest.mark.parametrize("line", ["done", "None.", "nothing", "I'm done", "готово"])
def test_who_has_nothing_more_to_do_is_asked_whether_that_is_a_pass(
    people: list[Player], post: Post, line: str
) -> None:
    """Where one line of the list alone says so; it may as well be the end of a mail, so nothing is done unasked."""
    rage = dealt(people, "blood_rage", "Fimbulwinter")
    while (one := history.table_now(rage.pk).pending()[0]).kind != "action":
        desk = history.desk(rage.pk, one.seat)
        assert desk is not None
        move = desk.menus(one).first()
        services.submit_move(rage.pk, seat=one.seat, player=people[one.seat], move=move, cause=uuid4())
    text = asked(post, people[one.seat], line)
    assert re.search(r"Did you mean [0-9]+ - Pass|Вы имели в виду [0-9]+ — Пас", text)


def test_nothing_is_no_answer_where_something_must_be_chosen(game: Game, people: list[Player], post: Post) -> None:
    assert "Did you mean" not in asked(post, people[0], "none")


def test_in_russian(game: Game, people: list[Player], post: Post) -> None:
    text = asked(post, people[1], "Наверное, всё-таки 3")
    assert "Вы имели в виду 3 — " in text
    assert "Ответьте «да», и это будет сделано, или пришлите одно «3»." in text
    assert post.answer(people[1], "Да!", purpose="receipt").state == "done"
    assert len(made(game)) == 1


def test_two_numbers_are_asked_about_one_by_one(game: Game, people: list[Player], post: Post) -> None:
    text = asked(post, people[0], "either 3 or 4")
    assert "Which of these did you mean? Answer with its number alone, such as “3”." in text
    assert not Pending.objects.exists()
    assert post.answer(people[0], "4", purpose="receipt").state == "done"
    assert len(made(game)) == 1


@pytest.mark.parametrize("line", ["thor sif", "I take Thor and Sif", "Sif, Thor"])
def test_words_of_a_few_answers_are_asked_about(game: Game, people: list[Player], post: Post, line: str) -> None:
    text = asked(post, people[0], line)
    assert "Which of these did you mean?" in text
    assert "5 Thor up, Sif below" in text.partition("What you may do")[0]


def test_what_is_wished_below_a_word_to_the_others_is_asked_about(people: list[Player], post: Post) -> None:
    dealt(people, "yggdrasil", "Home")
    text = asked(post, people[0], "Hi Boris, great to have you here!", "", "I'd like to be Thor.", people[0].name)
    assert "Did you mean 2 - Thor?" in text
    assert post.answer(people[0], "yes", purpose="receipt").state == "done"
    text = asked(post, people[1], "Привет! Рад тебя видеть.", "Давай я буду Фреем, а ты?")
    assert "имели в виду" not in text, "a sentence about more is no wish of one"
    text = asked(post, people[1], "Привет! Рад тебя видеть.", "Давай я буду Хеймдаллем!")
    assert "Вы имели в виду 5 — Хеймдалль?" in text


def test_an_answer_that_a_sentence_names_is_asked_about(people: list[Player], post: Post) -> None:
    dealt(people, "yggdrasil", "Home")
    text = asked(post, people[0], "I have always liked Heimdall best, whatever he can do")
    assert "Did you mean 6 - Heimdall?" in text
    text = asked(post, people[0], "Is Heimdall better than Thor, or are both of them good?")
    assert "Which of these did you mean?" in text
    text = asked(post, people[0], "No idea, they all look fine to me")
    assert "The shortest right answer" in text


def test_one_slip_of_the_fingers_is_asked_about(game: Game, people: list[Player], post: Post) -> None:
    text = asked(post, people[0], "lst h>o")
    assert "this could not be read as an order." in text
    row = post.answer(people[0], "3", "lst h>o", style="bare", purpose="prompt")
    assert row.state == "refused", "a plan below an order is not dropped in silence"
    assert "Line 2, “lst h>o”: this could not be read as an order. Did you mean “last h>o”?" in flat(post, people[0])
    assert made(game) == []
    assert post.answer(people[0], "3", "Lost my keys, sorry!", style="bare", purpose="prompt").state == "done"
    assert "From line 2 on (“Lost my keys, sorry!”) we found no orders" in flat(post, people[0])


def test_an_order_that_says_too_little_is_shown_one_that_begins_so(people: list[Player], post: Post) -> None:
    """In its reader's language; it can be copied as it stands."""
    dealt(people, "blood_rage", "Valhalla")
    for at, line, told in (
        (0, "draft", "is for instance “"),
        (1, "Драфт, пожалуйста", "можно отдать сейчас, — например, «"),
    ):
        text = asked(post, people[at], line)
        order = re.split("[”»]", text.partition(told)[2])[0]
        assert post.answer(people[at], f"{order}, please", purpose="receipt").state == "done"
        assert len(order.split()) > 1


def test_prose_is_told_what_an_answer_looks_like(game: Game, people: list[Player], post: Post) -> None:
    for line in ("I do not know", "I would like to take 33", "yes"):
        text = asked(post, people[0], line)
        assert "The shortest right answer is one from the list below, alone on its line, such as “1”." in text
    assert not Pending.objects.exists()


def test_a_plan_that_cannot_be_read_is_no_answer_to_the_question_of_the_moment(
    people: list[Player], post: Post
) -> None:
    dealt(people, "yggdrasil", "Home")
    assert "Did you mean" in asked(post, people[0], "I would be Thor")
    assert "Did you mean" not in asked(post, people[0], "plan: elf; forge thor; end")


def test_whoever_is_asked_nothing_is_told_so(game: Game, people: list[Player], post: Post) -> None:
    bare(post, people[0], "3")
    assert bare(post, people[0], "well then").state == "refused"
    assert "Nothing is asked of you just now. To write to the others, begin with “press:”; “help” says" in flat(
        post, people[0]
    )


def test_a_yes_to_a_question_that_is_answered_does_nothing(game: Game, people: list[Player], post: Post) -> None:
    asked(post, people[0], "I wonder about 3")
    old = post.last(people[0], "receipt")
    post.answer(people[0], "5", purpose="prompt")
    before = made(game)
    row = _answer_to(post, people[0], old, "yes")
    assert (row.state, made(game)) == ("refused", before)
    assert "about a question that is no longer the same" in flat(post, people[0])


def test_a_yes_counts_once(game: Game, people: list[Player], post: Post) -> None:
    asked(post, people[0], "I wonder about 3")
    old = post.last(people[0], "receipt")
    assert _answer_to(post, people[0], old, "yes").state == "done"
    again = _answer_to(post, people[0], old, "yes")
    assert len(made(game)) == 1
    assert [one.did.code for one in receipt(again).understood] == ["confirmed_before"]


@pytest.mark.parametrize(
    "said, done",
    [
        ("Да, давай", True), ("Yes, please do!", True), ("Exactly, thanks", True), ("Именно так.", True),
        ("Yes, I'm sure", True), ("No, not that", False), ("Нет, не это", False),
    ],
)  # fmt: skip
def test_a_yes_or_no_is_said_as_people_say_it(
    game: Game, people: list[Player], post: Post, said: str, done: bool
) -> None:
    asked(post, people[0], "I wonder about 3")
    row = post.answer(people[0], said, purpose="receipt")
    assert [one.did.code for one in receipt(row).understood] == (["order_done"] if done else ["cancelled"])
    assert (row.state, len(made(game))) == ("done", int(done))


@pytest.mark.parametrize("said", ["Yes, but Thor up and Sif below", "No, Thor up", "Да, но не сейчас", "Sure?", "ok"])
def test_more_than_yes_or_no_is_neither(game: Game, people: list[Player], post: Post, said: str) -> None:
    asked(post, people[0], "I wonder about 3")
    row = post.answer(people[0], said, purpose="receipt")
    assert (row.state, made(game)) == ("refused", [])


def test_a_no_leaves_it(game: Game, people: list[Player], post: Post) -> None:
    asked(post, people[0], "I wonder about 3")
    row = post.answer(people[0], "no", purpose="receipt")
    assert [one.did.code for one in receipt(row).understood] == ["cancelled"]
    assert made(game) == []
    assert "Still wanted" in flat(post, people[0]), "what is asked stands below"


def test_another_order_may_answer_the_question_whether_it_was_meant(
    game: Game, people: list[Player], post: Post
) -> None:
    asked(post, people[0], "I wonder about 3")
    assert post.answer(people[0], "5", purpose="receipt").state == "done"
    assert len(made(game)) == 1


def test_a_yes_of_somebody_elses_does_nothing(game: Game, people: list[Player], post: Post) -> None:
    asked(post, people[0], "I wonder about 3")
    token = ReplyToken.objects.get(purpose="confirm")
    assert (token.player, token.seat) == (people[0], 0)
    mail = post.last(people[0], "receipt")
    row = _answer_to(post, people[1], mail, "yes")
    assert (row.state, row.reason) == ("refused", "wrong_sender")
    assert made(game) == []


def test_nothing_of_what_was_meant_is_told_to_others(game: Game, people: list[Player], post: Post) -> None:
    asked(post, people[0], "I wonder about 3")
    post.deliver()
    assert not Outbox.objects.filter(player=people[1]).exclude(purpose="prompt").exists()


def _answer_to(post: Post, player: Player, mail, *lines: str):  # type: ignore[no-untyped-def]  # Sent, InboundMail
    from asgard_pbem.simulation.programs import Incoming, reply_to

    raw = reply_to(Incoming.read(mail.message.as_bytes()), player.email, lines, "bare")
    return post.take(raw, str(mail.message["Reply-To"]))


@pytest.mark.parametrize("word", ["menu", "status", "board", "plans", "start mail", "Please show the menu!"])
def test_whoever_looks_at_the_table_is_asked_again_what_is_asked(
    game: Game, people: list[Player], post: Post, word: str
) -> None:
    assert bare(post, people[0], word).state == "done"
    text = flat(post, people[0])
    assert "Still wanted: Choose one card and which half is up" in text
    assert "Please answer by" in text
    assert "3 Odin up, Heimdall below (OH2:O)" in text
    if word in {"status", "plans"}:
        shown = {"status": "Points: Anna: 0", "plans": "Your standing orders"}[word]
        assert text.index(shown) < text.index("Still wanted")
    mail = post.last(people[0], "receipt")
    assert mail.html.index("Still wanted") < mail.html.index("What you may do")
    assert post.answer(people[0], "3", purpose="receipt").state == "done", "and may be answered there"
