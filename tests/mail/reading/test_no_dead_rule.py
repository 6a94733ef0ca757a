"""Every word and every pattern of the tables fires on an example: a rule that can never match helps nobody."""

from __future__ import annotations

import re

import pytest

from asgard_pbem.mail.reading.cutting import manners, rules, words
from tests.mail.reading.test_manners import GREETINGS, PARTINGS, PROGRAM_LINES


def alternatives(pattern: str) -> list[str]:
    """The parts of a pattern between the bars that stand in no brackets."""
    found, depth, now = [], 0, ""
    for sign, before in zip(pattern, " " + pattern, strict=False):
        depth += ((sign in "([") - (sign in ")]")) if before != "\\" else 0
        if sign == "|" and depth == 0:
            found.append(now)
            now = ""
        else:
            now += sign
    return [*found, now]


def spelt(alternative: str) -> list[str]:
    """What a simple pattern matches: each choice of its brackets, its optional letters there and not."""
    alternative = alternative.replace(" ?", " ")
    opened = re.search(r"\((?:\?:)?([^()]*)\)(\??)|\[([^\[\]]+)\](\??)|(\w)\?", alternative)
    if opened is None:
        return [alternative.replace("\\b", "").replace("\\+", "+").replace("\\", "")]
    choices = opened[1].split("|") if opened[1] is not None else list(opened[3] or opened[5])
    if opened[2] or opened[4] or opened[5]:
        choices = [*choices, ""]
    rest = alternative[: opened.start()], alternative[opened.end() :]
    return [text for choice in choices for text in spelt(rest[0] + choice + rest[1])]


def simple(pattern: str) -> list[str]:
    return [text.strip() for one in alternatives(pattern) for text in spelt(one)]


@pytest.mark.parametrize("word", simple(manners.GREETINGS))
def test_each_greeting_is_known(word: str) -> None:
    assert rules.is_greeting(f"{word.capitalize()}, Asgard!")


@pytest.mark.parametrize("word", simple(manners.PARTINGS))
def test_each_parting_is_known(word: str) -> None:
    assert rules.is_parting(f"{word.capitalize()},")


@pytest.mark.parametrize("word", simple(manners.CLOSINGS))
def test_each_closing_formula_is_known(word: str) -> None:
    assert rules.is_closing(f"{word.capitalize()},")


@pytest.mark.parametrize("verb", words.VERBS_LAST.split("|"))
def test_each_verb_of_saying_ends_an_attribution(verb: str) -> None:
    assert rules.is_attribution([f"21.11.2026 9:15 Asgard <play@games.example> {verb}"], frozenset())


@pytest.mark.parametrize("verb", words.VERBS_FIRST.split("|"))
def test_each_verb_before_a_name_makes_an_attribution(verb: str) -> None:
    assert rules.is_attribution([f"21.11.2026 9:15 {verb} Asgard:"], frozenset())


@pytest.mark.parametrize("word", words.OPENERS.split("|"))
def test_each_opening_word_opens_an_attribution(word: str) -> None:
    assert rules.begins_attribution(f"{word} 21.11.2026 9:15 Asgard")


@pytest.mark.parametrize("day", words.WEEKDAYS.split("|"))
def test_each_weekday_opens_an_attribution(day: str) -> None:
    assert rules.begins_attribution(f"{day}., 21.11.2026 9:15 Asgard")


@pytest.mark.parametrize("month", words.MONTHS.split("|"))
def test_each_month_makes_a_date(month: str) -> None:
    assert rules.has_date(f"21 {month} 2026")
    assert rules.has_date(f"{month}. 21, 2026")


@pytest.mark.parametrize(
    "kind, label", [(kind, label) for kind, all_ in words.LABELS.items() for label in all_.split("|")]
)
def test_each_label_is_known(kind: str, label: str) -> None:
    assert rules.labels(f"{label}: x"), kind


@pytest.mark.parametrize("mark", simple(words.ORIGINAL))
def test_each_mark_above_a_quotation_is_known(mark: str) -> None:
    assert rules.is_mark(f"-----{mark.capitalize()}-----")


@pytest.mark.parametrize("mark", simple(words.FORWARD))
def test_each_mark_of_forwarding_is_known(mark: str) -> None:
    assert rules.is_mark(f"---------- {mark.capitalize()} ---------") == "forward"


LINES = [
    *PROGRAM_LINES, "Get Outlook for iOS", "Sent with love", "Von unterwegs gesendet", "Vom Handy gesendet",
    "Verschickt vom iPad", "Outlook for Mac ", "Gesendet über Handy", "Enviado a partir do celular",
    "Enviado con Gmail", "Verstuurd vanaf mijn iPad", "Skickades från min iPhone", "Sendt fra min iPhone",
    "Sendt via telefon", "Lähetetty iPhonesta", "Wysłano z telefonu", "Odesláno z iPhonu",
    "Odoslané z iPhonu", "iPhone'umdan gönderildi", "Trimis de pe iPhone", "Enviat des del meu iPhone",
    "发自我的iPhone", "發自我的 iPhone", "傳送自 iPhone", "Xperiaから送信", "내 Galaxy에서 보냄", "从我的iPhone傳送",
    "Sent from Whale", "Laden Sie Outlook für iOS", "Télécharger Outlook pour Android",
    "Descargar Outlook para iOS", "Obtenha o Outlook para Android", "Baixar Outlook",
    "Scarica Outlook per Android", "Download Outlook voor iOS", "Hent Outlook til Android",
    "Hanki Outlook for iOS", "Отримати Outlook для iOS", "Získat Outlook pro iOS",
    "Aol Mail: Stay connected", "Virenfrei. www.avast.com", "Sans virus. www.avast.com", "Do you Yahoo!?",
    "This email has been checked for viruses by Avast", "Diese E-Mail wurde von Avast auf Viren geprüft",
    "Это письмо проверено антивирусом", "Get your own encrypted, ad-free mailbox", "Enviada do meu iPhone",
    "Vom iPad gesendet", "Inviato da mobile", "Verzonden met Outlook", "Sent from Outlook",
    "Отправлено из Почты", "Надіслано з телефону",
]  # fmt: skip


@pytest.mark.parametrize("pattern", [*alternatives(manners.MOBILE), *alternatives(manners.OFFERED)])
def test_each_pattern_of_a_programs_line_fires(pattern: str) -> None:
    assert any(re.match(pattern, line, re.IGNORECASE) and rules.is_mobile(line) for line in LINES), pattern


@pytest.mark.parametrize("product", simple(manners.PRODUCTS.replace(r"\w*", "").replace(r"\w+", "xx")))
def test_each_product_is_known_by_its_name(product: str) -> None:
    assert rules.is_mobile(f"Sent from my {product}, excuse typos.")


@pytest.mark.parametrize("verb", manners.SENT.split("|"))
def test_each_word_for_sending_begins_such_a_line(verb: str) -> None:
    assert rules.is_mobile(f"{verb.capitalize()} via iPhone, sorry.")


@pytest.mark.parametrize("word", manners.FROM.split("|"))
def test_each_word_between_the_two_is_known(word: str) -> None:
    assert rules.is_mobile(f"Sent {word} iPhone, sorry.")


def test_the_examples_are_known_themselves() -> None:
    assert all(map(rules.is_mobile, PROGRAM_LINES))
    assert all(map(rules.is_parting, PARTINGS))
    assert all(map(rules.is_greeting, GREETINGS))
