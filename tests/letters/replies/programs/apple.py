"""Apple Mail on the Mac and on the telephone."""

from __future__ import annotations

from tests.letters.replies.programs.as_text import APPLE
from tests.letters.replies.programs.prompt import US, Builder, Prompt, breaks, divs, linked, mail, marked

_BODY = '<body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">'


def apple_mail(written: str, prompt: Prompt) -> bytes:
    said = f"On Nov 21, 2026, at 10:47 PM, {US} <{prompt.reply_to}> wrote:"
    text = f"{written}\n\n> {said}\n> \n{marked(prompt.said(APPLE))}\n\n"
    html = (
        f'<html><head></head>{_BODY}{divs(written)}<div><br><blockquote type="cite"><div>On Nov 21, 2026, at 10:47 PM, '
        f'{US} {linked(prompt.reply_to)} wrote:</div><br class="Apple-interchange-newline"><div>{prompt.body}</div>'
        "</blockquote></div><br></body></html>"
    )
    return mail(prompt, text, html)


def apple_mail_html_alone(written: str, prompt: Prompt) -> bytes:
    html = (
        f'<html>{_BODY}{breaks(written)}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite">'
        f"<div>On 21. Nov 2026, at 22:47, {US} {linked(prompt.reply_to)} wrote:</div>"
        f'<br class="Apple-interchange-newline">{prompt.body}</blockquote></div></body></html>'
    )
    return mail(prompt, None, html)


def _phone(written: str, prompt: Prompt, line: str, said: str) -> bytes:
    text = f"{written}\n\n{line}\n\n> {said.format(f'<{prompt.reply_to}>')}\n> \n> {marked(prompt.said(APPLE))}\n"
    html = (
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto">'
        f'{divs(written)}<div><br id="lineBreakAtBeginningOfSignature"><div dir="ltr">{line}</div><div dir="ltr"><br>'
        f'<blockquote type="cite">{said.format(linked(prompt.reply_to))}<br><br></blockquote></div>'
        f'<blockquote type="cite"><div dir="ltr">\ufeff{prompt.body}</div></blockquote></div></body></html>'
    )
    return mail(prompt, text, html)


def iphone(written: str, prompt: Prompt) -> bytes:
    return _phone(written, prompt, "Sent from my iPhone", f"On Nov 21, 2026, at 10:47\u202fPM, {US} {{}} wrote:")


def iphone_german(written: str, prompt: Prompt) -> bytes:
    return _phone(written, prompt, "Von meinem iPhone gesendet", f"Am 21.11.2026 um 22:47 schrieb {US} {{}}:")


def iphone_russian(written: str, prompt: Prompt) -> bytes:
    return _phone(written, prompt, "Отправлено с iPhone", f"21 нояб. 2026\u202fг., в 22:47, {US} {{}} написал(а):")


def iphone_french(written: str, prompt: Prompt) -> bytes:
    return _phone(written, prompt, "Envoyé de mon iPhone", f"Le 21 nov. 2026 à 22:47, {US} {{}} a écrit :")


def iphone_below(written: str, prompt: Prompt) -> bytes:
    said = f"On Nov 21, 2026, at 10:47 PM, {US} <{prompt.reply_to}> wrote:"
    text = f"\n\nSent from my iPhone\n\n> {said}\n> \n{marked(prompt.said(APPLE))}\n\n{written}\n"
    return mail(prompt, text)


def ipad_html_below(written: str, prompt: Prompt) -> bytes:
    html = (
        f'<html><body dir="auto"><div dir="ltr">Sent from my iPad</div><div dir="ltr"><br><blockquote type="cite">On Nov 21, '
        f'2026, at 10:47 PM, {US} {linked(prompt.reply_to)} wrote:<br><br></blockquote></div><blockquote type="cite">'
        f'<div dir="ltr">{prompt.body}</div></blockquote>{divs(written)}</body></html>'
    )
    return mail(prompt, None, html)


PROGRAMS: tuple[Builder, ...] = (
    apple_mail, apple_mail_html_alone, iphone, iphone_german, iphone_russian, iphone_french, iphone_below,
    ipad_html_below,
)  # fmt: skip
