"""The recorded correspondence of Blood Rage's first Age and the beginning of its second, word for word.

`python -m pytest tests/letters/test_transcript_blood_rage.py --record` writes it anew; read it before it is committed.
"""

from __future__ import annotations

import re

import pytest

from asgard_pbem.tables.models import Player
from tests.letters.conftest import Post, dealt
from tests.letters.correspondence import RECORDED, Answer, correspondence, recorded

pytestmark = pytest.mark.django_db

# Anna writes English, Boris Russian. Both draft an Age by one mail. A queue pillages with its battle orders, against
# orders that wait for whoever pillages there; a stat is raised, a figure saved and a card kept by standing orders,
# while the Lord of Hammers, a battle card and a late card are asked for. Refused on the way: places that are no
# neighbours, with an order below, and cards that nobody holds, planned or played.
SCRIPT: tuple[Answer, ...] = (
    (0, ("1 2", "draft rank TY5 TY3 TY2 OSM LTR any")),
    (1, ("драфт ряд LHA FGR BRO HSI TGL DWA QAL1 любая", "черты рога секиры ярость")),
    (1, ("усиление LHA -> ANG", "затем если враг ANG>=1: грабёж ANG; карта FGR")),
    (0, ("1.2", "battle ANG: card LTR", "battle any: call none", "keep HSI FCH")),
    (1, ("молоты GIM",)),
    (1, ("молоты UTG", "оставить BRO QAL1")),
    (1, ("молоты ELV", "оставить BRO QAL1")),
    (0, ("upgrade TRO m1 -> UTG", "then pass")),
    (1, ("пас",)),
    (0, ("6 7", "draft rank TY4 EXP LBA any", "stats horns axes rage")),
    (1, ("draft TY6 FPR", "драфт ряд VAL HWA TY4 любая")),
    (0, ("invade L ELV",)),
    (1, ("усиление FPR c1", "защита L", "черты рога секиры ярость")),
    (0, ("pillage ELV; card TY4",)),
    (0, ("pillage ELV; card HSI",)),
    (1, ("карта TY5",)),
    (1, ("карта TY6", "статус", "поле")),
    (0, ("late HEY",)),
    (0, ("late none", "battle any: card LBA")),
    (1, ("планы", "битва UTG: зов L<ELV отстаю; карта TY4")),
)


def test_the_correspondence_of_a_first_age_is_as_recorded(
    people: list[Player], post: Post, pytestconfig: pytest.Config
) -> None:
    game = dealt(people, "blood_rage", "Fimbulwinter")
    found = correspondence(game, people, post, SCRIPT)
    assert found == recorded("blood_rage_first_age.txt", found, anew=pytestconfig.getoption("--record"))


def test_what_a_plan_did_is_said_to_its_owner_alone_and_of_nobody_elses_deeds() -> None:
    """By the record: a reader's move may bring to light what others chose before, and that was no plan of theirs."""
    text = (RECORDED / "blood_rage_first_age.txt").read_text()
    mails = re.split(r"^===== ", text, flags=re.MULTILINE)
    for name, other, said in (("anna", "Boris", "(by plan)"), ("boris", "Anna", "(по плану)")):
        told = " ".join(" ".join(mail.split()) for mail in mails if mail.startswith(f"to {name}@"))
        sentences = [one for one in told.split("· ") if said in one]
        assert sentences
        assert not [one for one in sentences if one.startswith(other)]


def test_a_card_is_explained_once_to_each_reader_by_the_record() -> None:
    text = (RECORDED / "blood_rage_first_age.txt").read_text()
    mails = re.split(r"^===== ", text, flags=re.MULTILINE)
    for name, title in (("anna", "New to you"), ("boris", "Для вас новое")):
        parts = [mail.partition(title)[2].split("\n\n")[0] for mail in mails if mail.startswith(f"to {name}@")]
        explained = re.findall(r"^· .*?\((\w{3,4})\):", "\n".join(parts), re.MULTILINE)
        assert len(explained) > 12
        assert sorted(explained) == sorted(set(explained))
