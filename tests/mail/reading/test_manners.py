"""What stands in a letter beside what it says: lines of mail programs, greetings, partings; each by an example."""

from __future__ import annotations

import pytest

from asgard_pbem.mail.reading.cutting import rules
from asgard_pbem.mail.reading.cutting.cut import cut_answer, cut_reply
from asgard_pbem.mail.reading.reply import visible_text

PROGRAM_LINES = """\
Sent from my iPhone, please excuse typos
Sent from my cell, please excuse any typos.
Sent from my Samsung Galaxy smartphone.
Get [Outlook for Android](https://aka.ms/ghei36)
Yahoo Mail: Search, Organize, Conquer
Sent from AOL on Android
Sent from ProtonMail mobile
Sent from Proton Mail for iOS.
Sent from Proton Mail for Android.
Sent with Proton Mail secure email.
Sent with ProtonMail Secure Email.
Sent via Superhuman
Sent from Mailspring, the best free email app for work
Sent from Mailspring (https://getmailspring.com/), the best free email app for work
Sent with Tutanota, enjoy secure & ad-free emails.
Sent with Tuta; enjoy secure & ad-free emails:
Securely sent with Tuta Mail. Get your own encrypted, ad-free mailbox: https://tuta.com/free-email
Sent from Thunderbird for Android
Sent from Zoho Mail
Sent using Zoho Mail
Sent from Edison Mail
Sent from Mail for Windows
Sent from Mail<https://go.microsoft.com/fwlink/?LinkId=550986> for Windows 10
Sent from my Android device with K-9 Mail. Please excuse my brevity.
Sent from Yahoo Mail on Android
Sent from Outlook for iOS<https://aka.ms/o0ukef>
Please excuse my brevity.
Someone from mobile
From My Iphone 6
(sent from a phone)
<<sent by galaxy>>
Envoyé de mon iPhone
Envoyé depuis mon Galaxy
Obtenez Outlook pour iOS
Obtenez Outlook pour iOS<https://aka.ms/o0ukef>
Envoyé avec la messagerie sécurisée Proton Mail.
Von meinem/meiner Galaxy gesendet
Von meinem iPad gesendet
Gesendet von meinem Samsung Galaxy Smartphone.
Gesendet mit der GMX Mail App
Holen Sie sich Outlook für iOS
Outlook für Android beziehen
Diese Nachricht wurde von meinem Android-Mobiltelefon mit K-9 Mail gesendet.
Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.
Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.
Gesendet mit Proton Mail E-Mail.
Отправлено с помощью защищенной электронной почты Proton Mail.
Отправлено из мобильной Почты Mail.ru
Отправлено из мобильной Яндекс Почты: http://m.ya.ru/ymail
Отправлено с устройства Samsung
Получить Outlook для Android
Скачать Gmail
Enviado desde mi iPhone
Obtener Outlook para Android
Enviado do meu iPhone
Obter o Outlook para iOS
Inviato da iPhone
Ottieni Outlook per iOS
Verzonden vanaf mijn iPhone
Outlook voor Android downloaden
Skickat från min iPhone
Hämta Outlook för iOS
Wysłane z iPhone'a
Pobierz aplikację Outlook dla systemu Android
Надіслано з iPhone
從我的 iPhone 傳送
从我的iPhone发送
iPhoneから送信
나의 iPhone에서 보냄
Virus-free.www.avast.com
Без вирусов. www.avast.com
ᐧ""".splitlines()

NO_PROGRAM_LINES = [
    "I sent it from my phone", "Sent from my ship, with love.",
    "Sent from my desk, is much easier then my mobile phone.", "Please excuse the delay", "Get Thor",
    "From Odin", "Sent Thor to Valhalla", "from 3 to 4", "last O>T", "GODS a b c", "Yahoo!",
    "Gesendet habe ich nichts", "Von Odin", "press: sent from my heart",
]  # fmt: skip

PARTINGS = [
    "Thanks,", "Thanks", "Thank you", "Cheers,", "Cheers", "Best,", "All the best,", "Yours,", "Sincerely,",
    "Take care", "Danke", "Gruß", "LG", "VG", "Herzlichst", "Merci", "Bien à toi", "À bientôt", "Amicalement",
    "Спасибо", "Спасибо!", "С наилучшими пожеланиями,", "Удачи", "Всего доброго", "Пока", "Kind regards,",
    "MfG", "Thanks, Anna", "Thanks :)",
]  # fmt: skip

GREETINGS = [
    "Hi,", "Hello!", "Привет!", "Здравствуйте,", "Hi Asgard PBEM,", "Dear all", "Hallo zusammen!", "Guten Tag,",
    "Hola:", "Здравствуйте, Asgard,", "Добрый день!", "Bonjour,", "Hello there :)", "Dear Boris and Anna,",
    "Ciao", "Cześć!",
    "Sorry for the delay!", "So sorry for the late reply,", "Apologies for the wait.", "Sorry for being late, all!",
    "Извините за задержку!", "Простите за опоздание,", "Извините, что долго!",
]  # fmt: skip

PROMPT = "Please write above this line. [Asgard QK7FZ2]\nYOUR TURN, ANNA, IN ROUND 2\n  1  Odin up\n  2  Thor up"
SENTINEL = PROMPT.split("\n", 1)[0]
MARKED = "On Sat, 21 Nov 2026 at 09:15, Asgard <play@games.example> wrote:\n" + "\n".join(
    f"> {line}" for line in PROMPT.split("\n")
)


@pytest.mark.parametrize("line", PROGRAM_LINES)
def test_the_line_of_a_program_is_dropped_below_an_answer(line: str) -> None:
    assert cut_reply(f"3\n\n{line}").text == "3"
    assert cut_reply(f"3\n\n{line}\n\n{MARKED}").text == "3"
    assert cut_reply(line).text == line, "never all that was said"


@pytest.mark.parametrize("line", NO_PROGRAM_LINES)
def test_a_sentence_that_names_no_program_stays(line: str) -> None:
    assert not rules.is_mobile(line)


@pytest.mark.parametrize("line", [*PROGRAM_LINES[:12], "Отправлено с iPhone"])
def test_the_line_of_a_program_above_a_quotation_leaves_the_answer_below_it(line: str) -> None:
    assert cut_reply(f"{line}\n\n{MARKED}\n\n3").text == "3"
    assert cut_reply(f"{line}\n\n{MARKED}\n\n3", sentinel=SENTINEL).text == "3"


@pytest.mark.parametrize("line", PARTINGS)
def test_parting_words_and_a_name_say_nothing(line: str) -> None:
    reply = cut_reply(f"3\nlast O>T\n\n{line}\nAnna")
    assert [said for said in reply.lines if said] == ["3", "last O>T"]


CARDS = (
    """\
Max Muster
Key Accounts

Muster & Partners Ltd.
12 High Street, London W1A 1AA
T +44 20 7946 0018 | M +44 7700 900123
www.muster.example
This message is confidential and meant for the one to whom it was written, nobody else at all.""",
    """\
Анна
главный бухгалтер
ООО «Ромашка»
г. Москва, ул. Ленина, 1
тел.: 8 (495) 123-45-67
anna@romashka.example""",
)


@pytest.mark.parametrize("card", CARDS)
def test_a_business_card_below_the_closing_words_goes_with_them_however_long_it_is(card: str) -> None:
    assert cut_reply(f"b7\n\nKind regards,\n{card}").text == "b7"
    assert cut_reply(f"b7\n\nThanks,\n{card}").text == "b7\n\nThanks,"


@pytest.mark.parametrize("line", ["1.1.1.11", "1 2 3 4 5 6 7 8", "T 1 2", "invite boris@home.example", "turn L"])
def test_what_may_be_said_below_closing_words_is_no_card(line: str) -> None:
    said = f"b7\nKind regards\nAnna\nBerlin\nb8\nb9\n{line}"
    assert cut_reply(said).text == said


@pytest.mark.parametrize("line", GREETINGS)
def test_a_greeting_says_nothing(line: str) -> None:
    reply = cut_reply(f"{line}\n\n3")
    assert reply.text == f"{line}\n\n3"
    assert [said for said in reply.lines if said] == ["3"]


@pytest.mark.parametrize("line", GREETINGS)
def test_a_greeting_above_the_quotation_leaves_the_answer_below_it(line: str) -> None:
    reply = cut_answer(f"{line}\n\n{MARKED}\n\n3", sentinel=SENTINEL)
    assert [said for said in reply.lines if said] == ["3"]
    assert not reply.below


def test_manners_alone_are_what_was_said() -> None:
    for text in ("Hi,", "Thanks", "Hi,\n\nThanks"):
        assert "".join(cut_reply(text).lines)


def test_a_word_of_parting_that_is_the_press_stays() -> None:
    assert cut_reply("3\npress:\nThanks!").lines == ["3", "press:", "Thanks!"]
    assert cut_reply("3\npress: well played\n\nThanks,\nAnna").lines[:2] == ["3", "press: well played"]


@pytest.mark.parametrize("line", ["3", "T/F", "last O>T", "goal: Thor", "turn all of them to the left"])
def test_an_order_below_parting_words_is_no_name(line: str) -> None:
    assert line in cut_reply(f"b7\n\nThanks,\n{line}").lines


def test_many_lines_below_thanks_are_no_names() -> None:
    said = ["b7", "Thanks", "turn all", "undo", "status", "pass", "help"]
    assert cut_reply("\n".join(said)).lines == said


def test_the_link_of_a_program_below_its_line_goes_with_it() -> None:
    assert cut_reply("b7\n\nGet Outlook for Android\n<https://aka.example/x>").text == "b7"


def test_a_long_sentence_below_a_closing_formula_is_no_name() -> None:
    said = "b7\nRegards\n" + "And if Freya is taken before my turn, I want to have Thor in her place."
    assert cut_reply(said).text == said


@pytest.mark.parametrize(
    "line",
    [
        "3", "status", "hi 3", "last O>T", "hello: goal 1", "Hey Odin, take 3", "pass", "hi O>T", "hello: turn L",
        "hi turn all of them over",
    ],
)  # fmt: skip
def test_what_may_be_an_order_is_no_greeting(line: str) -> None:
    assert not rules.is_greeting(line)
    assert not rules.is_parting(line)


@pytest.mark.parametrize(
    "said",
    [
        "On Sat, Nov 21, 2026 at 9:15 AM Asgard <play@games.example> wrote:",
        "On Sat, 21 Nov 2026, 09:15 Asgard PBEM, <play@games.example> wrote:",
        "On 21/11/26 09:15, Asgard wrote:",
        "Am 21.11.2026 um 09:15 schrieb Asgard:",
        "Am Sa., 21. Nov. 2026 um 09:15 Uhr schrieb Asgard <play@games.example>:",
        "Le sam. 21 nov. 2026 à 09:15, Asgard <play@games.example> a écrit :",
        "El sáb, 21 nov 2026 a las 9:15, Asgard (<play@games.example>) escribió:",
        "Op za 21 nov. 2026 om 09:15 schreef Asgard <play@games.example>:",
        "сб, 21 нояб. 2026 г. в 09:15, Asgard <play@games.example>:",
        "On Sat, Nov 21, 2026 at 9:15 AM Asgard PBEM, the table of the gods\n<play@games.example> wrote:",
    ],
)
def test_an_answer_may_stand_on_the_line_of_the_attribution(said: str) -> None:
    assert cut_reply(f"3 {said}\n> Your hand: Odin").text == "3"
    assert cut_reply(f"take 3 {said}\n\nYour hand: Odin").text == "take 3"


@pytest.mark.parametrize(
    "text", ["See you On Monday 3 May 2020", "It was said on 3 May 2020: never give up", "3 on Sat, 21 Nov\nb7"]
)
def test_a_date_behind_words_is_no_attribution(text: str) -> None:
    assert cut_reply(text).text == text


def test_an_attribution_torn_by_blank_lines_is_whole_again() -> None:
    head = "On Sat, Nov 21, 2026 at 9:15 AM Asgard PBEM"
    torn = f"{head}\n\n<\n\nmailto:Asgard PBEM <play@games.example>\n\n> wrote:\n\nHand"
    assert cut_reply(f"3\n\n{torn}").text == "3"


@pytest.mark.parametrize("order", ["1.1.1.11", "1.12.2026", "2.1 3.4.5", "12.11 10.10", "1/2/3"])
def test_an_order_of_nothing_but_numbers_is_no_attribution(order: str) -> None:
    assert cut_reply(f"{order}\n\n{MARKED}").text == order
    assert cut_reply(f"{order}\nlast O>T\n{MARKED}").text == f"{order}\nlast O>T"
    assert cut_reply(f"{order}\n> Your hand").text == order


def test_the_end_of_a_quoted_attribution_that_was_wrapped_is_quotation() -> None:
    text = f"3\n\n{MARKED}\n> > On Fri, 20 Nov 2026 at 10:00 Freya <freya@folkvang.example\n> > wrote:\n> > status"
    assert cut_reply(text).text == "3"
    inner = "> On Fri, 20 Nov 2026 at 10:00 Asgard <play@games.example\n> > wrote:\n> > pick one"
    assert (cut_reply(f"3\n\n{inner}").text, cut_reply(f"3\n\n{inner}").between) == ("3", "")


def test_a_header_block_of_two_labels_ends_the_answer() -> None:
    head = "From: Asgard <play@games.example>\nDate: 21 Nov 2026 09:15"
    assert cut_reply(f"3\n\n{head}\n\nYour hand: Odin").text == "3"
    assert cut_reply("From: Asgard\nDate: soon\n3").text == "From: Asgard\nDate: soon\n3"


def test_a_header_block_that_is_marked_takes_the_unmarked_body_along() -> None:
    head = "> From: Asgard <play@games.example>\n> Sent: Saturday\n> To: Freya\n> Subject: Aesir"
    assert cut_reply(f"3\n\n{head}\n\nYour hand: Odin\n1  Odin up").text == "3"


def test_an_attribution_without_verb_or_address_introduces_a_marked_quotation() -> None:
    assert cut_reply("3\n\nOn 21 Nov 2026, at 09:15, Asgard PBEM\n> Your hand").text == "3"


@pytest.mark.parametrize(
    "said", ["Вы писали 21 ноября 2026 г., 22:47:31:", "You wrote on Saturday, November 21, 2026, 10:47:31 PM:"]
)
def test_the_bat_introduces_what_you_wrote(said: str) -> None:
    assert cut_reply(f"3\n\n{said}\n\nAG> Your hand").text == "3"
    assert cut_reply(f"{said}\n\nАП> Ваша рука: Один\n\n3").text == "3"


def test_an_attribution_without_a_date_names_us() -> None:
    ours = frozenset({"asgard pbem"})
    assert cut_reply("3\n\nOn Monday Asgard PBEM wrote:\n> Your hand", names=ours).text == "3"
    assert cut_reply("В понедельник Asgard PBEM пишет:\n> Ваша рука\n\n3", names=ours).text == "3"
    kept = "3\n\nOn Monday Boris wrote:"
    assert cut_reply(f"{kept}\n> Your hand", names=ours).text == kept


def html(body: str) -> bytes:
    head = "From: a@b.example\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    return f"{head}<html><body>{body}</body></html>".encode()


def test_a_paragraph_that_is_set_in_is_no_quotation() -> None:
    assert visible_text(html("<p>My orders</p><blockquote><p>3</p></blockquote>")) == "My orders\n3"
    said = "On 21 Nov 2026, Asgard wrote:"
    assert visible_text(html(f"<p>3</p><p>{said}</p><blockquote><p>Your hand</p></blockquote>")) == "3"
    assert visible_text(html("<blockquote><p>Your hand</p></blockquote><p>3</p>")) == "3"


def test_a_byte_order_mark_before_the_first_field_is_passed_over() -> None:
    assert visible_text(b"\xef\xbb\xbfFrom: a@b.example\r\nSubject: x\r\n\r\n3") == "3"


@pytest.mark.parametrize("charset", ["; charset=utf-8", ""])
def test_one_damaged_byte_costs_one_letter(charset: str) -> None:
    head = f"From: a@b.example\r\nContent-Type: text/plain{charset}\r\n\r\n".encode()
    damaged = "план О".encode() + b"\xd0" + " последняя".encode()
    assert visible_text(head + damaged) == "план О\ufffd последняя"


def test_another_charset_under_a_false_label_is_not_taken_for_damaged() -> None:
    head = b"From: a@b.example\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    assert visible_text(head + "déjà".encode("windows-1252")) == "déjà"
