"""Manuals as pages."""

from __future__ import annotations

from asgard_pbem.web.shown.manual import read, slug


def test_the_first_heading_becomes_the_title_and_the_others_get_anchors() -> None:
    manual = read("# Aesir\n\nWords.\n\n## The end\n\n### Конец игры\n")
    assert manual.title == "Aesir"
    assert [(one.anchor, one.text, one.level) for one in manual.sections] == [
        ("s1-the-end", "The end", 2),
        ("s2-конец-игры", "Конец игры", 3),
    ]
    assert '<h2 id="s1-the-end">' in manual.html
    assert "Aesir" not in manual.html


def test_raw_html_is_shown_and_not_obeyed() -> None:
    manual = read("<script>alert(1)</script>\n\n[x](javascript:alert)\n")
    assert "<script>" not in manual.html
    assert 'href="javascript' not in manual.html


def test_tables_can_be_moved_sideways_on_a_phone() -> None:
    assert '<div class="scroll" tabindex="0"><table>' in read("| a | b |\n|---|---|\n| 1 | 2 |\n").html


def test_an_anchor_of_signs_alone_is_empty() -> None:
    assert slug("!?") == ""
