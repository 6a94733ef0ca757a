"""A card that is new to its reader is explained in the mail, below the menu."""

from __future__ import annotations

import pytest

from asgard_pbem.tables.models import Player
from tests.letters.conftest import Post, dealt

pytestmark = pytest.mark.django_db


def test_the_first_pack_is_explained_below_its_menu_in_both_languages(people: list[Player], post: Post) -> None:
    dealt(people, "blood_rage", "Fury")
    for player, title, menu in ((people[0], "New to you", "(draft "), (people[1], "Для вас новое", "(драфт ")):
        text = post.last(player, "prompt").text
        below = text.partition(title)[2]
        assert menu in text
        assert menu not in below
        assert title in post.last(player, "prompt").html
        assert below.count("· ") >= 5
