"""People are read as people write: numbers in every dress, greetings, copied lines. Nothing is guessed into a move."""

from __future__ import annotations

import pytest

from asgard_pbem.tables.models import Event, Game, Player
from asgard_pbem.tables.reading import history
from tests.letters.conftest import Post
from tests.letters.replies.test_our_lines import bare, receipt

pytestmark = pytest.mark.django_db


def made(game: Game) -> list[dict[str, str]]:
    """The moves of the log."""
    return [row.payload["move"] for row in Event.objects.filter(game=game, kind="move_made").order_by("seq")]


def third(post: Post, anna: Player) -> tuple[str, str]:
    """The third line of the menu as it is printed, and its order in notation."""
    line = next(line for line in post.last(anna, "prompt").text.splitlines() if line.startswith("   3  "))
    return line, line.rpartition("(")[2].rstrip(")")


@pytest.mark.parametrize("typed", [
    "#3", "№3", "“3”", "3️⃣", "3 please", "ok 3", "move 3", "Play 3", "I choose 3", "three", "три", "Ход 3",
    "Hi! I'd like to play 3 please. Thanks, Anna", "вариант 3, спасибо",
])  # fmt: skip
def test_a_number_is_read_in_its_dress(game: Game, people: list[Player], post: Post, typed: str) -> None:
    _, order = third(post, people[0])
    row = bare(post, people[0], typed)
    assert (row.state, made(game)[0]["card"]) == ("done", order.partition(":")[0])
    assert [one.code for one in receipt(row).next][:1] == ["waiting_for"], "something was done"


@pytest.mark.parametrize(
    "dress",
    ["({})", "“{}”", '"{}"', "«{}»", "[{}]", "{}.", "{}!", "{},", "*{}*", "_{}_", "- {}", "{} <https://x.example/y>"],
)
def test_an_order_in_words_may_be_dressed_too(game: Game, people: list[Player], post: Post, dress: str) -> None:
    _, order = third(post, people[0])
    assert bare(post, people[0], dress.format(order)).state == "done"
    assert len(made(game)) == 1


def test_the_colon_of_an_order_may_be_typed_without_the_shift_key(game: Game, people: list[Player], post: Post) -> None:
    _, order = third(post, people[0])
    assert bare(post, people[0], order.replace(":", ";")).state == "done"


@pytest.mark.parametrize("gap", ["  ", " ", "\t", ". ", ") "])
def test_a_line_of_the_menu_may_be_copied(game: Game, people: list[Player], post: Post, gap: str) -> None:
    line, order = third(post, people[0])
    words = line.strip().removeprefix("3").strip()
    row = bare(post, people[0], f"3{gap}{words}")
    assert (row.state, made(game)[0]["card"]) == ("done", order.partition(":")[0])


@pytest.mark.parametrize("typed", [
    "{words}", "{said}", "{said}.", "3 {said}", "3. {said}", "3) {said}", "“{words}”", "Hi,\n\n{said}\n\nThanks\nAnna",
])  # fmt: skip
def test_the_words_of_the_menu_are_its_answer_with_its_number_or_without(
    game: Game, people: list[Player], post: Post, typed: str
) -> None:
    line, order = third(post, people[0])
    words = line.strip().removeprefix("3").strip()
    said = typed.format(words=words, said=words.rpartition(" (")[0])
    for one in (said, said.upper()):
        row = bare(post, people[0], *one.split("\n"))
        assert (row.state, made(game)[-1]["card"]) == ("done", order.partition(":")[0]), one
        bare(post, people[0], "undo")


def test_the_words_of_the_menu_below_another_line_are_a_name_perhaps(
    game: Game, people: list[Player], post: Post
) -> None:
    line, order = third(post, people[0])
    said = line.strip().removeprefix("3").strip().rpartition(" (")[0]
    bare(post, people[0], "1", said)
    assert [move["card"] for move in made(game)] != [order.partition(":")[0]]
    bare(post, people[0], "undo")
    assert bare(post, people[0], "what a game!", said).state == "refused"


def test_a_line_of_the_menu_under_another_number_is_refused(game: Game, people: list[Player], post: Post) -> None:
    line, _ = third(post, people[0])
    assert bare(post, people[0], line.replace("3", "4", 1)).state == "refused"
    assert made(game) == []


def test_several_copied_lines_are_a_menu_that_was_quoted(game: Game, people: list[Player], post: Post) -> None:
    lines = [line for line in post.last(people[0], "prompt").text.splitlines() if "below (" in line]
    assert bare(post, people[0], *lines[:2]).state == "refused"
    assert made(game) == []


@pytest.mark.parametrize("plan", ["last H→O", "last H › O", "last H&gt;O", "last H > O", "last H>O.", "«last H>O»"])
def test_arrows_are_arrows(game: Game, people: list[Player], post: Post, plan: str) -> None:
    row = bare(post, people[0], "3", plan)
    assert row.state == "done"
    assert len(history.table_now(game.pk).standing[0]) == 1


@pytest.mark.parametrize(
    "hello, style",
    [
        ("Hi,", "top"), ("Sorry for the delay!", "top"), ("Извините за задержку!", "bare"),
        ("Hello!", "bottom"), ("Привет!", "bare"), ("Здравствуйте,", "outlook"),
        ("Dear Asgard PBEM,", "html"), ("Guten Tag,", "mobile"),
    ],
)  # fmt: skip
def test_manners_do_not_matter(game: Game, people: list[Player], post: Post, hello: str, style: str) -> None:
    row = post.answer(people[0], hello, "", "3", "", "Thanks,", "Anna", style=style)
    assert row.state == "done"
    assert len(made(game)) == 1
    assert not receipt(row).notes, "manners need no word"


def test_the_line_by_which_a_telephone_names_itself_is_told_only_where_something_went_wrong(
    game: Game, people: list[Player], post: Post
) -> None:
    post.answer(people[0], "3", style="mobile")
    assert "Sent from my iPhone" not in post.last(people[0]).text.partition("> ")[0]
    post.answer(people[0], "what now", style="mobile")
    assert "Sent from my iPhone" in post.last(people[0]).text


def test_a_greeting_above_the_quotation_and_the_answer_below_it(game: Game, people: list[Player], post: Post) -> None:
    quoted = "\n".join(f"> {line}" for line in post.last(people[0], "prompt").text.splitlines())
    said = "On Sat, 21 Nov 2026 at 09:15, Asgard PBEM <games@asgard.localhost> wrote:"
    for n, above in enumerate(["Hi,", "Sent from my iPhone", "Здравствуйте, Asgard,"]):
        row = bare(post, people[0], above, "", said, *quoted.split("\n"), "", "3")
        assert row.state == "done", above
        assert len(made(game)) == n + 1
        bare(post, people[0], "undo")


def test_parting_words_are_no_part_of_press(game: Game, people: list[Player], post: Post) -> None:
    bare(post, people[0], "3", "press: well met", "all of you", "", "Cheers,", "Anna")
    assert [line.text for line in history.press(game.pk, 1)] == ["well met\nall of you"]


@pytest.mark.parametrize(
    "line",
    [
        "Sent with Proton Mail secure email.", "Sent from Proton Mail for Android.", "Holen Sie sich Outlook für iOS",
        "Yahoo Mail: Search, Organize, Conquer<https://more.att.com/x>", "Sent from my iPhone",
    ],
)  # fmt: skip
def test_the_line_of_a_program_is_no_part_of_press(game: Game, people: list[Player], post: Post, line: str) -> None:
    row = bare(post, people[0], "press: hello", "", line)
    assert [one.text for one in history.press(game.pk, 1)] == ["hello"]
    assert row.state == "done"


def test_a_usual_quotation_is_no_news_in_a_refusal_either(game: Game, people: list[Player], post: Post) -> None:
    assert post.answer(people[0], "what shall I say", style="top").state == "refused"
    assert "Not read" not in post.last(people[0]).text


@pytest.mark.parametrize(
    "below",
    [
        "or 4",
        "no wait, 4",
        "not 3, I meant 4",
        "4?",
        "Actually no, {order}",
        "нет, лучше 4",
        "make it 4",
        "ignore the above",
        "no, cancel",
        "не надо",
        "4\nor whichever is better",
        "last H>O\nno, 4",
    ],
)
def test_an_answer_that_is_taken_back_below_is_not_carried_out(
    game: Game, people: list[Player], post: Post, below: str
) -> None:
    """What it showed could not be taken back any more."""
    _, order = third(post, people[0])
    for above in ("3", "I'll take 3\n\nHi Boris!"):
        row = post.answer(people[0], *above.split("\n"), *below.format(order=order).split("\n"), purpose="prompt")
        assert (row.state, row.reason, made(game)) == ("refused", "ambiguous", [])
        assert [one.why.code for one in receipt(row).refused] == ["taken_back"]


@pytest.mark.parametrize("typed", ["stop", "STOP!", "Please stop.", "стоп", "Стоп!\n\nАнна"])
def test_stop_alone_is_asked_about(game: Game, people: list[Player], post: Post, typed: str) -> None:
    """In one game it is a pass, in another it is kept for later; its writer may want no mails."""
    row = post.answer(people[0], *typed.split("\n"), purpose="prompt")
    assert (row.state, made(game)) == ("refused", [])
    assert [one.why.code for one in receipt(row).refused] == ["stop"]
    assert "“stop mail”" in post.last(people[0]).text


def test_a_note_below_an_answer_takes_nothing_back(game: Game, people: list[Player], post: Post) -> None:
    note = ("Sorry, I was away for 3 days.", "No worries about the 4th!", "Or so I think?", "Not sure when I am back")
    assert post.answer(people[0], "3", *note, purpose="prompt").state == "done"
