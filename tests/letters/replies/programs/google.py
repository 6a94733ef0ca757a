"""Gmail: in the browser, on Android, in plain text."""

from __future__ import annotations

from tests.letters.replies.programs.as_text import GMAIL
from tests.letters.replies.programs.prompt import US, Builder, Prompt, divs, linked, mail, marked

_STYLE = 'style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"'


def _quote(prompt: Prompt, said: str, verb: str) -> str:
    return (
        f'<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">{said} '
        f'{linked(prompt.reply_to)}{verb}<br></div><blockquote class="gmail_quote" {_STYLE}><u></u>'
        f"<div>{prompt.body}</div></blockquote></div>"
    )


def _top(written: str, prompt: Prompt, said: str, verb: str) -> bytes:
    head = "\n".join(_wrapped(f"{said} <{prompt.reply_to}>{verb}"))
    text = f"{written}\n\n{head}\n\n{marked(prompt.said(GMAIL))}\n"
    quote = _quote(prompt, said, verb)
    return mail(prompt, text, f'<div dir="ltr">{divs(written)}</div><br>{quote}\n')


def _wrapped(line: str) -> list[str]:
    """Gmail folds a long attribution before its address, and before the verb."""
    from tests.letters.replies.programs.as_text import wrapped

    return wrapped(line, 78)


def gmail_web(written: str, prompt: Prompt) -> bytes:
    return _top(written, prompt, f"On Sat, Nov 21, 2026 at 10:47\u202fPM {US}", " wrote:")


def gmail_web_russian(written: str, prompt: Prompt) -> bytes:
    return _top(written, prompt, f"сб, 21 нояб. 2026\u202fг. в 22:47, {US}", ":")


def gmail_web_spanish(written: str, prompt: Prompt) -> bytes:
    return _top(written, prompt, f"El sáb, 21 nov 2026 a la(s) 10:47\u202fp.m., {US}", " escribió:")


def gmail_web_below_french(written: str, prompt: Prompt) -> bytes:
    said = f"Le sam. 21 nov. 2026 à 22:47, {US}"
    text = f"{said} <{prompt.reply_to}>\na écrit :\n\n{marked(prompt.said(GMAIL))}\n\n{written}\n"
    quote = _quote(prompt, said, " a écrit :")
    return mail(prompt, text, f'<div dir="ltr"><div dir="ltr"></div>{quote}{divs(written)}</div>')


def gmail_web_inline(written: str, prompt: Prompt) -> bytes:
    lines = prompt.said(GMAIL).splitlines()
    said = f"On Sat, Nov 21, 2026 at 10:47 PM {US} <{prompt.reply_to}> wrote:"
    above, below = "\n".join(lines[:6]), "\n".join(lines[6:])
    return mail(prompt, f"{said}\n\n{marked(above)}\n\n{written}\n\n{marked(below)}\n")


def gmail_android(written: str, prompt: Prompt) -> bytes:
    quote = _quote(prompt, f"On Sat, 21 Nov 2026, 22:47 {US},", " wrote:")
    return mail(prompt, None, f'<div dir="auto">{divs(written, about="dir=auto")}</div><br>{quote}')


def gmail_android_german(written: str, prompt: Prompt) -> bytes:
    quote = _quote(prompt, US, " schrieb am Sa., 21. Nov. 2026, 22:47:")
    return mail(prompt, None, f'<div dir="auto">{divs(written, about="dir=auto")}</div><br>{quote}', encoding="base64")


def gmail_plain(written: str, prompt: Prompt) -> bytes:
    said = f"On Sat, Nov 21, 2026 at 10:47 PM {US}\n<{prompt.reply_to}> wrote:"
    return mail(prompt, f"{written}\n\n{said}\n>\n{marked(prompt.text, columns=76)}\n")


def gmail_answer_in_the_quotation(written: str, prompt: Prompt) -> bytes:
    """Below the quotation, and still inside its container."""
    body = f'<blockquote class="gmail_quote" {_STYLE}>{prompt.body}</blockquote>'
    said = f'<div dir="ltr" class="gmail_attr">On Sat, Nov 21, 2026 at 10:47 PM {US} {linked(prompt.reply_to)} wrote:<br></div>'
    return mail(prompt, None, f'<div dir="ltr"><div class="gmail_quote">{said}{body}{divs(written)}</div></div>')


PROGRAMS: tuple[Builder, ...] = (
    gmail_web, gmail_web_russian, gmail_web_spanish, gmail_web_below_french, gmail_web_inline, gmail_android,
    gmail_android_german, gmail_plain, gmail_answer_in_the_quotation,
)  # fmt: skip
