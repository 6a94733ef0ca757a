"""Thunderbird, mutt, The Bat!, Evolution, KMail, Notes, eM Client: programs that people install."""

from __future__ import annotations

from tests.letters.replies.programs.as_text import MARKED, OUTLOOK, THUNDERBIRD, wrapped
from tests.letters.replies.programs.prompt import ME, US, Builder, Prompt, breaks, divs, linked, mail, marked

FLOWED = "; format=flowed"


def _soft(text: str, *, del_sp: bool = False) -> str:
    """Long lines with soft ends (RFC 3676)."""
    end = "  " if del_sp else " "
    return "\n".join(f"{end}\n".join(wrapped(line, 72)) if line.strip() else "" for line in text.splitlines())


def thunderbird(written: str, prompt: Prompt) -> bytes:
    text = f"{_soft(written)}\n\nOn 21/11/2026 22:47, {US} wrote:\n{marked(prompt.said(THUNDERBIRD))}\n"
    html = (
        f'<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body>'
        f'{divs(written, "p")}<div class="moz-cite-prefix">On 21/11/2026 22:47, {US} wrote:<br></div>'
        f'<blockquote type="cite" cite="mid:turn.1@asgard.localhost">{prompt.body}</blockquote></body></html>'
    )
    return mail(prompt, text, html, params=FLOWED)


def thunderbird_below_german(written: str, prompt: Prompt) -> bytes:
    text = f"Am 21.11.26 um 22:47 schrieb {US}:\n{marked(prompt.text)}\n\n{written}\n\n-- \nAnna\n"
    return mail(prompt, text, params=FLOWED, encoding="8bit")


def thunderbird_top_russian(written: str, prompt: Prompt) -> bytes:
    text = f"{written}\n\n21.11.2026 22:47, {US} пишет:\n{marked(prompt.text, columns=74)}\n"
    return mail(prompt, text, params=FLOWED, encoding="8bit")


def thunderbird_html(written: str, prompt: Prompt) -> bytes:
    html = (
        f'<html><body text="#000000" bgcolor="#FFFFFF">{breaks(written)}<br><br><div class="moz-signature">-- <br>Anna</div>'
        f'<div class="moz-cite-prefix">On 11/21/2026 10:47 PM, {US} wrote:<br></div><blockquote type="cite" '
        f'cite="mid:x">{prompt.body}</blockquote><br></body></html>'
    )
    return mail(prompt, None, html)


def thunderbird_inline_delsp(written: str, prompt: Prompt) -> bytes:
    lines = prompt.text.splitlines()
    above, below = marked("\n".join(lines[:8])), marked("\n".join(lines[8:]))
    text = f"On 21/11/2026 22:47, {US} wrote:\n{above}\n\n{_soft(written, del_sp=True)}\n\n{below}\n"
    return mail(prompt, text, params=f"{FLOWED}; delsp=yes")


def mutt_trimmed(written: str, prompt: Prompt) -> bytes:
    kept = [line for line in prompt.text.splitlines() if line.strip()][:3]
    text = f"On Sat, Nov 21, 2026 at 10:47:31PM +0100, {US} wrote:\n{marked(chr(10).join(kept))}\n\n{written}\n\n-- \nanna\n"
    return mail(prompt, text, encoding="8bit")


def mutt_russian(written: str, prompt: Prompt) -> bytes:
    text = f"{written}\n\n* {US} <{prompt.reply_to}> [2026-11-21 22:47]:\n{marked(prompt.text)}\n"
    return mail(prompt, text, charset="koi8-r", encoding="8bit")


def the_bat(written: str, prompt: Prompt) -> bytes:
    """Its standard template: a greeting above, the quotation with initials, the answer below."""
    text = (
        f"Здравствуйте, Asgard,\n\nВы писали 21 ноября 2026 г., 22:47:31:\n\n{marked(prompt.text, 'AP> ')}\n\n{written}\n\n"
        "-- \nС уважением,\n Anna                          mailto:anna@home.example\n"
    )
    return mail(prompt, text, charset="windows-1251", encoding="8bit")


def the_bat_english(written: str, prompt: Prompt) -> bytes:
    text = (
        f"Hello Asgard,\n\nSaturday, November 21, 2026, 10:47:31 PM, you wrote:\n\n{marked(prompt.text)}\n\n{written}\n\n"
        "-- \nBest regards,\n Anna                            mailto:anna@home.example\n"
    )
    return mail(prompt, text)


def evolution(written: str, prompt: Prompt) -> bytes:
    text = f"{written}\n\nOn Sat, 2026-11-21 at 22:47 +0100, {US} wrote:\n{marked(prompt.text)}\n"
    html = (
        f"<html><body>{divs(written)}<div><br></div><div>On Sat, 2026-11-21 at 22:47 +0100, {US} wrote:</div>"
        f'<blockquote type="cite" style="margin:0 0 0 .8ex; border-left:2px #729fcf solid;padding-left:1ex">{prompt.body}'
        "</blockquote></body></html>"
    )
    return mail(prompt, text, html)


def kmail_german(written: str, prompt: Prompt) -> bytes:
    text = f"{written}\n\nAm Samstag, 21. November 2026, 22:47:31 CET schrieb {US}:\n{marked(prompt.text)}\n"
    return mail(prompt, text, encoding="base64")


def kmail_html(written: str, prompt: Prompt) -> bytes:
    html = (
        f'<html><head><style type="text/css">p, li {{ white-space: pre-wrap; }}</style></head><body>{divs(written, "p")}'
        f"<p>On Saturday, 21 November 2026 22:47:31 CET {US} wrote:</p><blockquote>{prompt.body}</blockquote></body></html>"
    )
    return mail(prompt, None, html)


def roundcube(written: str, prompt: Prompt) -> bytes:
    text = f"{_soft(written)}\n\nOn 2026-11-21 22:47, {US} wrote:\n\n{marked(prompt.text, '> ', 76)}"
    html = (
        f"<html><body style='font-size: 10pt'><p>{breaks(written)}</p><p id=\"reply-intro\">On 2026-11-21 22:47, {US} wrote:</p>"
        f'<blockquote type="cite" style="padding: 0 0.4em; border-left: #1010ff 2px solid; margin: 0">{prompt.body}'
        "</blockquote></body></html>"
    )
    return mail(prompt, text, html, params=FLOWED)


def notes(written: str, prompt: Prompt) -> bytes:
    labels = f'From:        "{US}" <{prompt.reply_to}>\nTo:        {ME}\nDate:        21.11.2026 22:47\nSubject:        {prompt.subject}'
    text = f"{written}\n\n\n\n{labels}\n\n\n\n{prompt.said(MARKED)}\n"
    rows = "".join(f"<br><font size=1 color=#5f5f5f face=sans-serif>{line}</font>" for line in labels.splitlines())
    html = (
        f"<font size=2 face=sans-serif>{breaks(written)}</font><br><br><br>{rows.replace('<' + prompt.reply_to, '&lt;' + prompt.reply_to)}"
        f"<br><hr noshade><br><br>{prompt.body}<br>"
    )
    return mail(prompt, text, html)


def notes_below(written: str, prompt: Prompt) -> bytes:
    labels = f'From:        "{US}" <{prompt.reply_to}>\nTo:        {ME}\nDate:        21.11.2026 22:47\nSubject:        {prompt.subject}'
    return mail(prompt, f"{labels}\n\n{prompt.said(OUTLOOK)}\n\n{written}\n")


def em_client(written: str, prompt: Prompt) -> bytes:
    html = (
        f'<html><body>{divs(written)}<div>------ Original Message ------</div><div>From "{US}" {linked(prompt.reply_to)}</div>'
        f"<div>To {ME}</div><div>Date 21.11.2026 22:47:31</div><div>Subject {prompt.subject}</div><div><br></div>"
        f'<div id="x1" class="plain"><blockquote type="cite" class="cite2">{prompt.body}</blockquote></div></body></html>'
    )
    return mail(prompt, None, html)


PROGRAMS: tuple[Builder, ...] = (
    thunderbird, thunderbird_below_german, thunderbird_top_russian, thunderbird_html, thunderbird_inline_delsp,
    mutt_trimmed, mutt_russian, the_bat, the_bat_english, evolution, kmail_german, kmail_html, roundcube, notes,
    notes_below, em_client,
)  # fmt: skip
