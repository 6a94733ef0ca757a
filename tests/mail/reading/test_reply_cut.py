"""The rules of the cutter, each by an example of its own (mail notes 7)."""

from __future__ import annotations

import pytest

from asgard_pbem.mail.reading.cutting.cut import Cut, cut_answer, cut_reply
from asgard_pbem.mail.reading.reply import line_hash, prompt_hashes

# How mail programs say in their languages that a quotation follows; all of them about the same letter.
ATTRIBUTIONS = [
    "On Sat, 21 Nov 2026 at 09:15, Asgard <play@games.example> wrote:",
    "On 21/11/26 09:15, Asgard wrote:",
    "On 11/21/2026 9:15 AM, play@games.example wrote:",
    "Asgard <play@games.example> wrote on 21 November 2026:",
    "Asgard <play@games.example> wrote:",
    "On Saturday at 09:15 Asgard wrote:",
    "---- On Sat, 21 Nov 2026 09:15:00 +0100 play@games.example wrote ----",
    "2026-11-21 9:15 GMT+01:00 Asgard <play@games.example>:",
    '21.11.2026, 09:15, "Asgard" <play@games.example>:',
    "Am 21.11.2026 um 09:15 schrieb Asgard:",
    "Am Sa., 21. Nov. 2026 um 09:15 Uhr schrieb Asgard <play@games.example>:",
    "Asgard <play@games.example> schrieb am Sa., 21. Nov. 2026, 09:15:",
    "Le sam. 21 nov. 2026 à 09:15, Asgard <play@games.example> a écrit :",
    "El sáb, 21 nov 2026 a las 9:15, Asgard (<play@games.example>) escribió:",
    "Em sáb., 21 de nov. de 2026 às 09:15, Asgard <play@games.example> escreveu:",
    "Il giorno sab 21 nov 2026 alle ore 09:15 Asgard <play@games.example> ha scritto:",
    "Op za 21 nov. 2026 om 09:15 schreef Asgard <play@games.example>:",
    "Den lör 21 nov. 2026 kl 09:15 skrev Asgard <play@games.example>:",
    "lør. 21. nov. 2026 kl. 09:15 skrev Asgard <play@games.example>:",
    "la 21. marraskuuta 2026 klo 9.15 Asgard <play@games.example> kirjoitti:",
    "sob., 21 lis 2026 o 09:15 Asgard <play@games.example> napisał(a):",
    "W dniu 21.11.2026 o 09:15, Asgard pisze:",
    "so 21. 11. 2026 v 9:15 odesílatel Asgard <play@games.example> napsal:",
    "сб, 21 нояб. 2026 г. в 09:15, Asgard <play@games.example>:",
    "21.11.2026 09:15, Asgard пишет:",
    "Суббота, 21 ноября 2026, 9:15 +03:00 от Asgard <play@games.example>:",
    "21 ноября 2026 г., в 09:15, Asgard <play@games.example> написал(а):",
    "сб, 21 лист. 2026 р. о 09:15 Asgard <play@games.example> пише:",
    "2026年11月21日(土) 9:15 Asgard <play@games.example>:",
    "2026/11/21 9:15、Asgard <play@games.example>のメール:",
    "在 2026年11月21日，上午9:15，Asgard <play@games.example> 写道：",
    "2026. 11. 21. 오전 9:15 Asgard <play@games.example> 작성:",
    "On Sat, Nov 21, 2026 at 9:15 AM Asgard, the table of five gods and their friends\n<play@games.example>\nwrote:",
    "Samedi le 21 novembre 2026 à 9:15, Asgard <play@games.example> a écrit :",
    "Samstag am 21.11.2026 um 9:15 schrieb Asgard <play@games.example>:",
    "um 9:15 am 21.11.2026 schrieb Asgard <play@games.example>:",
    "Asgard PBEM schrieb am 21.11.2026 um 9:15 (play@games.example):",
    "21.11.2026\nAsgard <play@games.example>:",
]

HEADER_BLOCKS = [
    "From: Asgard\nSent: Saturday\nTo: Freya\nSubject: Aesir",
    "*From:* Asgard [mailto:play@games.example]\n*Sent:* Saturday\n*Subject:* Aesir",
    "Von: Asgard\nGesendet: Samstag\nAn: Freya\nBetreff: Aesir",
    "De : Asgard\nEnvoyé : samedi\nÀ : Freya\nObjet : Aesir",
    "De: Asgard\nEnviado el: sábado\nPara: Freya\nAsunto: Aesir",
    "Da: Asgard\nInviato: sabato\nA: Freya\nOggetto: Aesir",
    "Van: Asgard\nVerzonden: zaterdag\nAan: Freya\nOnderwerp: Aesir",
    "От: Asgard\nОтправлено: суббота\nКому: Freya\nТема: Aesir",
    "Від: Asgard\nНадіслано: субота\nКому: Freya\nТема: Aesir",
    "Od: Asgard\nWysłano: sobota\nDo: Freya\nTemat: Aesir",
    "Från: Asgard\nSkickat: lördag\nTill: Freya\nÄmne: Aesir",
    "Fra: Asgard\nSendt: lørdag\nTil: Freya\nEmne: Aesir",
    "差出人: Asgard\n送信日時: 土曜日\n宛先: Freya\n件名: Aesir",
    "发件人: Asgard\n发送时间: 星期六\n收件人: Freya\n主题: Aesir",
    "От / From: Asgard\nОтправлено / Sent: суббота\nКому / To: Freya\nТема / Subject: Aesir",
    "De / From : Asgard\nEnvoyé / Sent : samedi\nÀ / To : Freya\nObjet / Subject : Aesir",
    "From(发件人): Asgard\nDate(日期): 星期六\nTo(收件人): Freya\nSubject(主题): Aesir",
    "From: Asgard Sent: Saturday To: Freya Subject: Aesir",
    "---- Your message ----\nFrom: Asgard\nSent: Saturday\nTo: Freya\nSubject: Aesir",
    (
        "_______________________\nFrom: A long name of a table\n<play@games.example>\nSent: "
        "Saturday\nTo: Freya\nSubject: Aesir"
    ),
]

MARKS = [
    "-----Original Message-----",
    "----- Ursprüngliche Nachricht -----",
    "-------- Message d'origine --------",
    "-------- Исходное сообщение --------",
    "-----Oryginalna wiadomość-----",
    "---------- Forwarded message ---------",
    "---------- Пересланное сообщение ---------",
    "Begin forwarded message:",
    "Anfang der weitergeleiteten Nachricht:",
]

PHONE_LINES = [
    "Sent from my iPhone",
    "Sent from my Galaxy S24 Ultra",
    "Sent from Outlook for Android",
    "Get Outlook for iOS<https://aka.example/x>",
    "Von meinem iPhone gesendet",
    "Gesendet mit der GMX Mail App",
    "Envoyé de mon iPhone",
    "Enviado desde mi iPhone",
    "Inviato da iPhone",
    "Verstuurd vanaf mijn iPhone",
    "Отправлено с iPhone",
    "Wysłane z iPhone'a",
    "Skickat från min iPhone",
    "iPhoneから送信",
]


@pytest.mark.parametrize("said", ATTRIBUTIONS)
def test_an_attribution_ends_the_answer_where_the_quotation_is_not_marked(said: str) -> None:
    assert cut_reply(f"b7\nthanks\n\n{said}\n\nYour hand: Odin").text == "b7\nthanks"


@pytest.mark.parametrize("said", ATTRIBUTIONS)
def test_an_attribution_may_be_glued_to_the_answer(said: str) -> None:
    assert cut_reply(f"b7\n{said}\n> Your hand: Odin").text == "b7"


@pytest.mark.parametrize("said", ATTRIBUTIONS)
def test_what_stands_below_a_marked_quotation_is_kept(said: str) -> None:
    assert cut_reply(f"{said}\n\n> Your hand: Odin\n\nb7").text == "b7"


@pytest.mark.parametrize("block", HEADER_BLOCKS)
def test_a_header_block_ends_the_answer(block: str) -> None:
    reply = cut_reply(f"b7\n\n{block}\n\nYour hand: Odin")
    assert (reply.text, reply.rule, reply.line) == ("b7", "header_block", 3)


@pytest.mark.parametrize("mark", MARKS)
def test_a_forward_or_original_mark_ends_the_answer(mark: str) -> None:
    assert cut_reply(f"b7\n\n{mark}\n\nYour hand: Odin").text == "b7"


@pytest.mark.parametrize("line", PHONE_LINES)
def test_the_line_of_a_phone_is_dropped_at_the_end_only(line: str) -> None:
    assert cut_reply(f"b7\n\n{line}").text == "b7"
    assert cut_reply(line).text == line
    early = f"b7\n{line}\nc1\nc2\nc3\nc4"
    assert cut_reply(early).text == early


@pytest.mark.parametrize(
    "text",
    [
        "On turn three I take b7",
        "On the one hand:\n\nb7",
        "On Monday:\n\nb7",
        "Odin wrote: never give up\nb7",
        "2026-11-21 09:15\n21.11.2026 9:15\nb7",
        "From: Asgard\nTo: Midgard\nb7",
        "See https://games.example/2026/11/21/what-odin-wrote\nb7",
        "b7 -- and nothing else\nc2",
        "-- first point\n-- second point\nb7",
        "----\nb7\n----\nc2\n====\nd1",
        "Sent from my ship, with love.",
        "b7\nSent from my ship, with love",
        "b7\nSent from my ship with love.",
        "I take it with regards to the plan\nb7",
        "a < b > c",
        "Meet me at 10:15:\nb7",
        "I shall do at 10:15 as Odin wrote:\nb7",
        "From: Asgard\nDate: 21 Nov 2026 09:15\nb7",
        "From: a@home.example\nDate: soon\nb7",
        "From: Valhalla\nwe\nall\nlook\nat you\nTo: the North\nSubject: war\nb7",
        "From: Asgard\nTo: Boris\nCc: Freya\nb7",
        "b7\nPlease excuse the brevity of my last letter" + " and of the one before that" * 5,
        "21.11.2026" + " I told <a@b.example> of the gods" * 9 + "\nand" + " of Ragnarök" * 14 + "\nand wrote:\nb7",
    ],
)
def test_text_that_only_looks_like_a_mark_stays(text: str) -> None:
    assert cut_reply(text).text == text


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "> > ", "| ", "Odin> ", " > "])
def test_quote_marks_of_every_kind_are_quotation(mark: str) -> None:
    reply = cut_reply(f"{mark}pick one\nb7\n{mark}two words")
    assert (reply.text, reply.between) == ("b7", "b7")


def test_a_signature_and_all_below_it_is_off() -> None:
    assert cut_reply("b7\n-- \nFreya\nb8").text == "b7"
    assert cut_reply("b7\n--\nFreya").rule == "signature"


def test_a_signature_below_an_answer_that_stands_below_the_quotation_is_off() -> None:
    sentinel = "Please write above this line. [Asgard QK7FZ2]"
    asked = f"On 21 Nov 2026 Asgard wrote:\n> {sentinel}\n> pick one"
    assert cut_reply(f"{asked}\n\nb7\n-- \nFreya\nb8", sentinel=sentinel).text == "b7"
    assert cut_reply(f"{asked}\n\nb7\n\n{HEADER_BLOCKS[0]}\n\nb8", sentinel=sentinel).text == "b7"


def test_a_closing_formula_takes_the_name_below_it_along() -> None:
    assert cut_reply("b7\n\nKind regards,\nFreya").text == "b7"
    assert cut_reply("b7\n\nС уважением,\nФрейя").text == "b7"
    assert cut_reply("Regards").text == "Regards"


def test_the_footer_of_a_mailing_list_is_off() -> None:
    footer = "_______________________________________________\ngames mailing list\ngames@lists.example"
    assert cut_reply(f"b7\n\n{footer}").text == "b7"
    drawn = f"b7\n{'_' * 40}\nc2\nd1"
    assert cut_reply(drawn).text == drawn


@pytest.mark.parametrize("lines", [8, 14])
def test_many_lines_below_a_drawn_line_are_no_footer_whatever_they_speak_of(lines: int) -> None:
    said = "\n".join(f"line {number} is mine" for number in range(lines))
    text = f"b7\n{'_' * 40}\n{said}\nand I shall unsubscribe soon"
    assert cut_reply(text).text == text


def test_a_quotation_that_begins_with_a_header_block_and_goes_on_leaves_the_answer_below_it() -> None:
    head = "> From: Asgard <play@games.example>\n> Sent: Saturday\n> To: Freya"
    asked = "> Your hand: Odin\n> and Thor\n> and Loki"
    assert cut_reply(f"{head}\n{asked}\n\nb7").text == "b7"


def test_the_wrapped_end_of_a_quoted_line_is_quotation_but_one_word_is_an_answer() -> None:
    long = "> " + "Odin looks at the well for nine days and nights and gives up an eye"
    assert cut_reply(f"b7\n\n{long}\nfor wisdom.\n> Thor").text == "b7"
    assert cut_reply(f"{long}\nb7\n> Thor").between == "b7"


def test_an_answer_of_several_words_below_a_quoted_line_is_none_of_its_words() -> None:
    long = "> " + "Odin looks at the well for nine days and nights and gives up an eye"
    assert cut_reply(f"{long}\ntake b7\n\n> Thor").text == "take b7"
    assert cut_reply("> Which card do you take, and where does it lie?\ntake b7\n> Thor").text == "take b7"


def test_answers_between_quotations_are_kept_and_told_apart() -> None:
    reply = cut_reply("Hi\n> first?\nb7\n> second?\nc2\nBye")
    assert reply.text == "Hi\nb7\nc2\nBye"
    assert reply.between == "b7"
    assert reply.quoted == "first?\nsecond?"


def test_answers_below_the_sentinel_are_reported_when_something_stands_above_it() -> None:
    prompt = "Please write above this line. [Asgard QK7FZ2]\n" + "\n".join(
        f"Pick card {n} of your hand" for n in range(9)
    )
    reply = cut_reply(f"Hello!\n{prompt}\nb7", sentinel=prompt.splitlines()[0], own_lines=prompt_hashes(prompt))
    assert (reply.text, reply.below) == ("Hello!", "b7")
    twice = cut_answer(f"c2\n{prompt}\nb7", sentinel=prompt.splitlines()[0], own_lines=prompt_hashes(prompt))
    assert (twice.text, twice.below) == ("c2", "b7")


def test_a_link_that_a_program_wrote_out_below_a_line_of_ours_is_no_answer() -> None:
    known = prompt_hashes("Pick one card of your hand")
    quoted = "Pick one card of your hand\n<https://games.example/g/1/>"
    assert cut_reply(f"b7\n\n{quoted}", own_lines=known).text == "b7"
    assert cut_reply(f"{quoted}\n\nb7", own_lines=known).text == "b7"


def test_an_unmarked_quotation_in_unknown_lines_is_no_answer_below_the_sentinel() -> None:
    sentinel = "Please write above this line. [Asgard QK7FZ2]"
    reply = cut_reply(f"b7\n\n{sentinel}\n[board] <https://x>\tOdin\nThor\tLoki", sentinel=sentinel)
    assert (reply.text, reply.below) == ("b7", "")
    phone = cut_reply(f"Sent from my iPhone\n\n{sentinel}\n\n1  Odin\n2  Thor", sentinel=sentinel)
    assert (phone.text, phone.below) == ("Sent from my iPhone", "")
    half = cut_reply(
        f"Sent from my iPhone\n\n{sentinel}\nPick one card of your hand\n1  Odin", sentinel=sentinel,
        own_lines=prompt_hashes("Pick one card of your hand"),
    )  # fmt: skip
    assert (half.text, half.below) == ("Sent from my iPhone", "")
    marked = cut_reply(f"Hello\n> {sentinel}\n> Odin\nb7", sentinel=sentinel)
    assert (marked.text, marked.below) == ("Hello", "b7")


def test_an_answer_that_begins_with_a_name_is_no_attribution() -> None:
    text = "Freya, I say:\n> pick one\nb7"
    assert cut_reply(text, names=frozenset({"freya"})).text == "Freya, I say:\nb7"
    dated = "Freya, I am away on 14.12.2026\n> pick one\nb7"
    assert cut_reply(dated, names=frozenset({"freya"})).text == "Freya, I am away on 14.12.2026\nb7"


def test_a_short_name_makes_no_attribution_of_the_words_that_it_is_in() -> None:
    said = "About the 21.11.2026:\nb7"
    assert cut_reply("About the 21.11.2026:\n> pick one\nb7", names=frozenset({"Bo"})).text == said


def test_a_day_on_which_one_is_away_above_a_quotation_is_no_attribution() -> None:
    assert cut_reply("On 14 December I am away\n> pick one\nb7").text == "On 14 December I am away\nb7"


def test_an_answer_between_a_day_and_an_attribution_is_none_of_it() -> None:
    said = "On Sat, 21 Nov 2026 at 9:15 I saw it\n\nb7"
    assert cut_reply(f"{said}\n\nAsgard <play@games.example> wrote:\n> pick one").text == said
    assert cut_reply(f"{said}\n\nAsgard <play@games.example> wrote:\n\nYour hand: Odin").text == said


def test_an_order_with_an_address_and_a_day_above_a_quotation_is_no_attribution() -> None:
    order = "invite boris@home.example until 14.12.2026"
    assert cut_reply(f"{order}\n> pick one").text == order
    assert cut_reply(f"{order}\n\nb7").text == f"{order}\n\nb7"


def test_a_name_of_ours_makes_an_attribution_in_any_language() -> None:
    text = "b7\n\nAsgard PBEM, 21.11.2026 klokkan 9:15 sagði svo:\n> pick"
    assert cut_reply(text, names=frozenset({"asgard pbem"})).text == "b7"


def test_an_attribution_in_any_language_that_was_wrapped_before_the_address_goes_whole() -> None:
    assert cut_reply("b7\n\nAsgard PBEM í gær\n<play@games.example> sagði svo:\n> pick").text == "b7"


def test_every_cut_names_its_rule_and_its_lines() -> None:
    reply = cut_reply("b7\n\nOn 21 Nov 2026 Asgard wrote:\n> pick\n> one\n\n-- \nFreya")
    assert reply.cuts == (Cut("attribution", 3, 3), Cut("quote", 4, 5), Cut("signature", 7, 8))


def test_a_line_is_known_again_through_marks_emphasis_and_case() -> None:
    assert line_hash("> *Pick one of the cards*") == line_hash("pick  ONE of the cards")
    assert line_hash("b7") == ""


@pytest.mark.parametrize(
    "said",
    [
        "away until 14.12.2026\npress Boris:\nsorry, I am away",
        "away 14 Dec - 20 Dec\npress Boris:\nhi",
        "away until 14.12.2026\npress: as I wrote",
        "press Boris: we meet on 14.12.2026 at 12:30:\nhello",
        "press: on 14.12.2026 it was you who wrote",
        "note: 14.12.2026 Boris:\nb7",
        "1.2.11\nBoris 2:\n3",
        "1/2 1/3\nplan Boris:\nb7",
        "away from Mon, 14 Dec\npress Boris:\nhi",
    ],
)
def test_what_is_said_to_us_with_a_day_and_a_name_is_no_attribution(said: str) -> None:
    names = frozenset({"boris"})
    assert cut_reply(said, names=names).text == said
    assert cut_reply(f"b7\n{said}\n\n{ATTRIBUTIONS[0]}\n> pick one", names=names).text == f"b7\n{said}"
