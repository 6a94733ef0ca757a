"""The skeleton of mails: within its limits, nothing loaded from outside, the same order in both parts."""

import re

import pytest
from django.template.loader import render_to_string

from asgard_pbem.mail.html import HTML_LIMIT_BYTES, MailTooLarge, mail_html

MAILTO = "mailto:play%2B" + "x" * 26 + "@in.example.org?subject=%5BGame%204711%5D&body=3%0D%0A"


def _context(options: int = 40) -> dict[str, object]:
    return {
        "language": "en",
        "sentinel": "Write above this line. Code K7QX",
        "wanted": "Choose a card",
        "deadline": "By Sunday, 18:00",
        "picture": {"cid": "board", "width": 600, "height": 800, "alt": "Round 2. Points: Erik 3, Anna 2."},
        "text_board": "the board in letters",
        "happened": [{"text": f"Erik plays card {number}.", "seat": number % 6} for number in range(12)],
        "more_url": "https://games.example.org/g/1",
        "groups": [
            {
                "heading": "Cards",
                "options": [
                    {"number": number, "text": "Odin / Thor, <Odin> up", "order": "OT:O", "mailto": MAILTO}
                    for number in range(1, options + 1)
                ],
            }
        ],
        "answer": ["Answer with one number.", "Or write orders, one a line."],
        "form_url": "https://games.example.org/f",
        "table_name": "Aesir at Anna's",
        "table_url": "https://games.example.org/g/1",
        "chain_head": "9f" * 32,
        "settings_url": "https://games.example.org/s",
        "unsubscribe_url": "https://games.example.org/u",
    }


def test_a_long_menu_stays_under_the_limit() -> None:
    assert len(mail_html("mail/base.html", _context()).encode()) <= HTML_LIMIT_BYTES


def test_a_mail_that_would_be_clipped_is_refused() -> None:
    with pytest.raises(MailTooLarge, match="at most"):
        mail_html("mail/base.html", _context(options=400))


def test_nothing_is_loaded_from_outside() -> None:
    page = mail_html("mail/base.html", _context())
    assert re.findall(r'src="([^"]*)"', page) == ["cid:board"]
    assert not re.search(r"<svg|data:|<link|@import|url\(|<script|<form", page)


def test_the_styles_are_in_the_elements_and_the_dark_ones_in_the_head() -> None:
    page = mail_html("mail/base.html", _context())
    assert re.search(r'<td class="sentinel" style="[^"]*font-size: ?13px', page)
    assert page.count("<style") == 1
    assert "prefers-color-scheme: dark" in page
    assert '<meta name="color-scheme" content="light dark">' in page


def test_the_picture_has_size_ground_and_words() -> None:
    image = re.search(r"<img [^>]*>", mail_html("mail/base.html", _context()))
    assert image is not None
    assert 'width="600"' in image[0]
    assert 'height="800"' in image[0]
    assert 'alt="Round 2. Points: Erik 3, Anna 2."' in image[0]
    assert re.search(r"background: ?#F6F0E2", image[0])
    assert re.search(r"border: ?1px solid", image[0])


def test_data_is_escaped() -> None:
    assert "<Odin>" not in mail_html("mail/base.html", _context())


@pytest.mark.parametrize("template", ["mail/base.html", "mail/base.txt"])
def test_both_parts_have_the_same_order(template: str) -> None:
    page = render_to_string(template, _context() | {"t": {}, "d": {}})
    board = "cid:board" if template.endswith("html") else "the board in letters"
    parts = ["Code K7QX", ">Choose a card" if template.endswith("html") else "Choose a card", "By Sunday", board]
    parts += ["Erik plays card 0", "OT:O", "Answer with one number", "Seal of the history", "No more mail"]
    places = [page.index(part) for part in parts]
    assert places == sorted(places)


def test_every_option_is_a_link_and_a_written_order() -> None:
    page = mail_html("mail/base.html", _context(options=3))
    assert page.count(MAILTO.replace("&", "&amp;")) == 6
    assert page.count("OT:O") == 3


def test_the_text_part_holds_no_line_that_mail_would_change() -> None:
    lines = render_to_string("mail/base.txt", _context()).splitlines()
    assert not [line for line in lines if line.startswith(("From ", ">", ".")) or line != line.rstrip()]
