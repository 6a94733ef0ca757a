"""Outlook on the desktop, in the browser and on telephones; Windows Mail."""

from __future__ import annotations

from tests.letters.replies.programs.as_text import OUTLOOK
from tests.letters.replies.programs.prompt import ME, US, Builder, Prompt, breaks, divs, mail

_WORD = (
    '<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40"><head>'
    '<meta name=Generator content="Microsoft Word 15 (filtered medium)"><style><!-- p.MsoNormal {margin:0cm} --></style>'
    '</head><body lang=EN-GB link=blue vlink=purple style="word-wrap:break-word"><div class=WordSection1>'
)
LABELS = {
    "en": ("From", "Sent", "To", "Subject", "Saturday, November 21, 2026 10:47 PM"),
    "de": ("Von", "Gesendet", "An", "Betreff", "Samstag, 21. November 2026 22:47"),
    "fr": ("De", "Envoyé", "À", "Objet", "samedi 21 novembre 2026 22:47"),
    "ru": ("От", "Отправлено", "Кому", "Тема", "21 ноября 2026 г. 22:47"),
}


def head(prompt: Prompt, language: str = "en", gap: str = "") -> str:
    """The header block in text."""
    sender, sent, to, subject, when = LABELS[language]
    rows = (
        (sender, f"{US} <{prompt.reply_to}>"),
        (sent, when),
        (to, f"{ME} <anna@home.example>"),
        (subject, prompt.subject),
    )
    return "\n".join(f"{label}{gap}: {value}" for label, value in rows)


def _bold(prompt: Prompt, language: str = "en") -> str:
    lines = [line.partition(": ") for line in head(prompt, language).splitlines()]
    return "<br>".join(
        f"<b>{label}:</b> {value.replace('<', '&lt;').replace('>', '&gt;')}" for label, _, value in lines
    )


def _desktop(written: str, prompt: Prompt, language: str = "en", above: str = "", below: str = "") -> str:
    words = divs(written, "p", "class=MsoNormal")
    return (
        f"{_WORD}{above}{words}<p class=MsoNormal><o:p>&nbsp;</o:p></p>{below}<div><div style='border:none;border-top:solid "
        f"#E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>{_bold(prompt, language)}<o:p></o:p></p></div></div>"
        f"<p class=MsoNormal><o:p>&nbsp;</o:p></p>{prompt.body}</div></body></html>"
    )


def outlook(written: str, prompt: Prompt) -> bytes:
    text = f"{written}\n\n \n\n{head(prompt)}\n\n \n\n{prompt.said(OUTLOOK)}\n"
    return mail(prompt, text, _desktop(written, prompt))


def outlook_html(written: str, prompt: Prompt) -> bytes:
    return mail(prompt, None, _desktop(written, prompt), encoding="base64")


def outlook_german(written: str, prompt: Prompt) -> bytes:
    text = f"{written}\n\n-----Ursprüngliche Nachricht-----\n{head(prompt, 'de')}\n\n{prompt.text}\n"
    return mail(prompt, text, charset="windows-1252" if not _cyrillic(written + text) else "utf-8")


def outlook_banner(written: str, prompt: Prompt) -> bytes:
    """A company's gateway adds a warning above the quoted mail and a disclaimer below everything."""
    banner = "[EXTERNAL] This e-mail originates outside the organisation."
    disclaimer = "This message is confidential and meant for its addressee alone."
    text = f"{written}\n\n{head(prompt)}\n\n{banner}\n\n{prompt.said(OUTLOOK)}\n\n{disclaimer}\n"
    return mail(prompt, text)


def outlook_signed(written: str, prompt: Prompt) -> bytes:
    name = "<p class=MsoNormal>Kind regards,<o:p></o:p></p><p class=MsoNormal>Anna Smith<o:p></o:p></p>"
    text = f"{written}\n\nKind regards,\n\nAnna Smith\n\n{head(prompt)}\n\n{prompt.said(OUTLOOK)}\n"
    return mail(prompt, text, _desktop(written, prompt, below=name))


def outlook_below(written: str, prompt: Prompt) -> bytes:
    top = "<p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='border:none;border-top:solid #E1E1E1 1.0pt'>"
    words = divs(written, "p", "class=MsoNormal")
    return mail(
        prompt,
        None,
        f"{_WORD}{top}<p class=MsoNormal>{_bold(prompt)}</p></div>{prompt.body}{words}</div></body></html>",
    )


def outlook_text_below(written: str, prompt: Prompt) -> bytes:
    return mail(prompt, f"{head(prompt)}\n\n{prompt.said(OUTLOOK)}\n\n{written}\n")


_ELEMENT = '<div class="elementToProof" style="font-family: Aptos, Calibri, sans-serif; font-size: 12pt;">'


def _web(written: str, prompt: Prompt, language: str) -> str:
    return (
        f'<html><head><style type="text/css" style="display:none;"> P {{margin-top:0;}} </style></head><body dir="ltr">'
        f'{_ELEMENT}{breaks(written)}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" '
        f'tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt">'
        f"{_bold(prompt, language)}</font><div>&nbsp;</div></div><div>{prompt.body}</div></body></html>"
    )


def outlook_web(written: str, prompt: Prompt) -> bytes:
    rule = "_" * 32
    return mail(prompt, f"{written}\n{rule}\n{head(prompt)}\n\n{prompt.said(OUTLOOK)}\n", _web(written, prompt, "en"))


def outlook_web_russian(written: str, prompt: Prompt) -> bytes:
    text = f"{written}\n{'_' * 32}\n{head(prompt, 'ru')}\n\n{prompt.text}\n"
    return mail(prompt, text, _web(written, prompt, "ru"), charset="koi8-r", encoding="base64")


def outlook_web_html(written: str, prompt: Prompt) -> bytes:
    return mail(prompt, None, _web(written, prompt, "fr"))


def _app(written: str, prompt: Prompt, line: str, language: str) -> bytes:
    text = f"{written}\n\n{line}<https://aka.ms/o0ukef>\n{'_' * 32}\n{head(prompt, language, ' ' if language == 'fr' else '')}\n\n{prompt.said(OUTLOOK)}\n"
    html = (
        f'<html><body dir="ltr"><div dir="ltr">{divs(written)}</div><div id="ms-outlook-mobile-signature" dir="ltr">'
        f'<div></div>{line.replace("Outlook", "<a href=https://aka.ms/o0ukef>Outlook</a>")}</div><hr style="display:inline-block;'
        f'width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">{_bold(prompt, language)}</div>{prompt.body}</body></html>'
    )
    return mail(prompt, text, html)


def outlook_android(written: str, prompt: Prompt) -> bytes:
    return _app(written, prompt, "Get Outlook for Android", "en")


def outlook_ios_french(written: str, prompt: Prompt) -> bytes:
    return _app(written, prompt, "Obtenez Outlook pour iOS", "fr")


def outlook_ios_german(written: str, prompt: Prompt) -> bytes:
    return _app(written, prompt, "Holen Sie sich Outlook für iOS", "de")


def outlook_mac(written: str, prompt: Prompt) -> bytes:
    text = f"{written}\n\n{head(prompt).replace('Sent:', 'Date:')}\n\n{prompt.said(OUTLOOK)}\n"
    words = divs(written, "p", 'class="MsoNormal"')
    border = "border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0in 0in 0in"
    block = f'<div id="mail-editor-reference-message-container"><div style="{border}"><p class="MsoNormal">{_bold(prompt)}</p></div>'
    return mail(prompt, text, f"{_WORD}{words}{block}{prompt.body}</div></div></body></html>")


def windows_mail(written: str, prompt: Prompt) -> bytes:
    line = "Sent from Mail<https://go.microsoft.com/fwlink/?LinkId=550986> for Windows"
    text = f"{written}\n\n{line}\n\nFrom: {US}<mailto:{prompt.reply_to}>\nSent: 21 November 2026 22:47\nTo: {ME}<mailto:anna@home.example>\nSubject: {prompt.subject}\n\n{prompt.said(OUTLOOK)}\n"
    html = _desktop(
        written,
        prompt,
        below='<p class=MsoNormal>Sent from <a href="https://go.microsoft.com/x">Mail</a> for Windows</p>',
    )
    return mail(prompt, text, html)


def _cyrillic(text: str) -> bool:
    return any("а" <= letter <= "я" for letter in text.lower())


PROGRAMS: tuple[Builder, ...] = (
    outlook, outlook_html, outlook_german, outlook_banner, outlook_signed, outlook_below, outlook_text_below, outlook_web,
    outlook_web_russian, outlook_web_html, outlook_android, outlook_ios_french, outlook_ios_german, outlook_mac,
    windows_mail,
)  # fmt: skip
