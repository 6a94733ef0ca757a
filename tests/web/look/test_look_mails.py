"""The HTML of a mail: within its limits, nothing loaded from outside, the same order in both parts."""

import re
from dataclasses import replace

import pytest

from asgard_pbem.mail.writing.letter import Choice, Group, Letter, Link, Picture, Section
from asgard_pbem.mail.writing.markup import HTML_LIMIT_BYTES, markup
from asgard_pbem.mail.writing.plain_text import written

MAILTO = "mailto:play%2B" + "x" * 26 + "@in.example.org?subject=%5BGame%204711%5D&body=3%0D%0A"


def _letter(options: int = 40) -> Letter:
    choices = tuple(Choice(str(n), "Odin / Thor, <Odin> up", "OT:O", MAILTO) for n in range(1, options + 1))
    return Letter(
        language="en",
        sentinel="Write above this line. Code K7QX",
        subject="[4711] Aesir at Anna's",
        headline="Choose a card",
        subline="By Sunday, 18:00",
        table="Aesir at Anna's - round 2",
        picture=Picture(b"PNG", 600, 800, "Round 2. Points: Erik 3, Anna 2.", "the board in letters"),
        happened=Section("What happened", items=tuple(f"Erik plays card {n}." for n in range(12))),
        groups=(Group("Cards", choices),),
        how=("Answer with one number.",),
        sections=(Section("Standing orders", items=("plan H>O",)),),
        links=(Link("Settings", "https://games.example.org/s"),),
        foot=("Seal of moment 9: 9f9f9f9f",),
    )


def test_a_long_menu_stays_under_the_limit() -> None:
    assert len(markup(_letter())[0].encode()) <= HTML_LIMIT_BYTES


def test_a_mail_that_would_be_clipped_goes_out_as_text_alone() -> None:
    assert markup(_letter(options=400)) == ("", [])
    assert "  400  Odin" in written(_letter(options=400))


def test_nothing_is_loaded_from_outside() -> None:
    page, images = markup(_letter())
    assert re.findall(r'src="([^"]*)"', page) == [f"cid:{images[0][0]}"]
    assert not re.search(r"<svg|data:|<link|@import|url\(|<script|<form", page)


def test_the_styles_are_in_the_elements_and_the_dark_ones_in_the_head() -> None:
    page, _images = markup(_letter())
    assert re.search(r'<td class="sentinel" style="[^"]*font-size: ?13px', page)
    assert page.count("<style") == 1
    assert "prefers-color-scheme: dark" in page
    assert '<meta name="color-scheme" content="light dark">' in page


def test_the_picture_has_size_ground_and_words() -> None:
    image = re.search(r"<img [^>]*>", markup(_letter())[0])
    assert image is not None
    assert 'width="600"' in image[0]
    assert 'height="800"' in image[0]
    assert 'alt="Round 2. Points: Erik 3, Anna 2."' in image[0]
    assert re.search(r"background: ?#F6F0E2", image[0])
    assert re.search(r"border: ?1px solid", image[0])


def test_data_is_escaped() -> None:
    assert "<Odin>" not in markup(_letter())[0]


def test_both_parts_have_the_same_order() -> None:
    marks = (
        "Write above", "choose a card", "By Sunday", "Aesir at", "Cards", "Odin / Thor", "Answer with",
        "What happened", "Erik plays card 11", "Standing orders", "Seal of", "games.example.org/s",
    )  # fmt: skip
    page = markup(replace(_letter(), subject="x"))[0]
    shown = page[page.index("</div>", page.index("<body")) :]  # below what programs show beside the subject
    for part in (shown, written(_letter())):
        places = [part.lower().index(mark.lower()) for mark in marks]
        assert places == sorted(places)


@pytest.mark.parametrize("replies, written_long", [
    (("Асы", "Избранные Асгарда"), [True, True]),
    (("1", "6a-6d", "0"), [False, True, False]),
])  # fmt: skip
def test_answers_that_are_names_are_all_written_alike_and_numbers_large(
    replies: tuple[str, ...], written_long: list[bool]
) -> None:
    choices = tuple(Choice(reply, "you and 2 bots", url="mailto:x@example.org") for reply in replies)
    page, _images = markup(replace(_letter(), groups=(Group("", choices),)))
    assert [" long" in cell for cell in re.findall(r'<td class="(num[^"]*)"', page)] == written_long
