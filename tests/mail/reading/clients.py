"""Replies as mail programs build them: what was written, and the prompt quoted in each program's way.

Written for these tests after the programs' own habits. Every builder takes the written text and the prompt and returns
the raw mail.
"""

from __future__ import annotations

import html
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP

OURS = "Asgard PBEM <play+token@games.example>"
PLAYER = "Freya Njordsdottir <freya@folkvang.example>"

Builder = Callable[[str, str], bytes]


def _mail(text: str | None, markup: str | None = None, **params: str) -> bytes:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = PLAYER, OURS, "Re: [Game 4711] Aesir"
    message["Message-ID"], message["In-Reply-To"] = "<reply-1@folkvang.example>", "<turn.4711.3.x@games.example>"
    if text is not None:
        message.set_content(text, params=params)
    if markup is not None and text is not None:
        message.add_alternative(markup, subtype="html")
    elif markup is not None:
        message.set_content(markup, subtype="html")
    return message.as_bytes()


def _marked(prompt: str, mark: str = "> ") -> str:
    return "\n".join((mark + line).rstrip() for line in prompt.splitlines())


def _rows(text: str, tag: str = "div") -> str:
    return "".join(f"<{tag}>{html.escape(line) or '<br>'}</{tag}>" for line in text.splitlines())


def _gmail_markup(written: str, prompt: str) -> str:
    return (
        f'<div dir="ltr">{_rows(written)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" '
        f'class="gmail_attr">On Sat, Nov 21, 2026 at 9:15 AM Asgard PBEM &lt;<a href="mailto:x">'
        f"play+token@games.example</a>"
        f'&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid '
        f'rgb(204,204,204);padding-left:1ex">{_rows(prompt)}</blockquote></div>'
    )


def gmail(written: str, prompt: str) -> bytes:
    said = "On Sat, Nov 21, 2026 at 9:15 AM Asgard PBEM <play+token@games.example>\nwrote:\n\n"
    return _mail(f"{written}\n\n{said}{_marked(prompt)}\n", _gmail_markup(written, prompt))


def gmail_html(written: str, prompt: str) -> bytes:
    return _mail(None, _gmail_markup(written, prompt))


def gmail_russian(written: str, prompt: str) -> bytes:
    return _mail(f"{written}\n\nсб, 21 нояб. 2026 г. в 09:15, {OURS}:\n\n{_marked(prompt)}\n")


def outlook(written: str, prompt: str) -> bytes:
    head = f"From: {OURS}\nSent: Saturday, November 21, 2026 9:15 AM\nTo: {PLAYER}\nSubject: [Game 4711] Aesir\n"
    return _mail(f"{written}\n\n________________________________\n{head}\n{prompt}\n")


def outlook_german(written: str, prompt: str) -> bytes:
    head = f"Von: {OURS}\nGesendet: Samstag, 21. November 2026 09:15\nAn: {PLAYER}\nBetreff: [Game 4711] Aesir\n"
    return _mail(f"{written}\n\n-----Ursprüngliche Nachricht-----\n{head}\n{prompt}\n")


def outlook_html(written: str, prompt: str) -> bytes:
    head = (
        "<p class=MsoNormal><b>From:</b> Asgard PBEM &lt;play+token@games.example&gt; <br><b>"
        "Sent:</b> Saturday, November 21,"
        " 2026 9:15 AM<br><b>To:</b> Freya<br><b>Subject:</b> [Game 4711] Aesir</p>"
    )
    return _mail(
        None,
        "<html><head><style>p {margin:0}</style></head><body lang=EN><div class=WordSection1>"
        f"{_rows(written, 'p')}<div><div style='border:none;border-top:solid #E1E1E1 "
        f"1.0pt;padding:3.0pt 0cm 0cm 0cm'>{head}"
        f"</div></div>{_rows(prompt, 'p')}</div></body></html>",
    )


def outlook_web(written: str, prompt: str) -> bytes:
    head = "<b>From:</b> Asgard PBEM<br><b>Sent:</b> Saturday<br><b>To:</b> Freya<br><b>Subject:</b> Aesir"
    return _mail(
        None,
        f'<html><body dir="ltr">{_rows(written)}<div id="appendonsend"></div><hr style="width:98%">'
        f'<div id="divRplyFwdMsg" dir="ltr">{head}</div><div>{_rows(prompt)}</div></body></html>',
    )


def apple(written: str, prompt: str) -> bytes:
    said = "On 21. Nov 2026, at 09:15, Asgard PBEM <play+token@games.example> wrote:"
    markup = (
        f'<html><body style="overflow-wrap: break-word;">{_rows(written)}<div><br><blockquote '
        f'type="cite"><div>{html.escape(said)}'
        f'</div><br class="Apple-interchange-newline"><div>{_rows(prompt)}</div></blockquote></div><br></body></html>'
    )
    return _mail(f"{written}\n\n> {said}\n> \n{_marked(prompt)}\n", markup)


def apple_html(written: str, prompt: str) -> bytes:
    said = "On 21. Nov 2026, at 09:15, Asgard PBEM &lt;play+token@games.example&gt; wrote:"
    return _mail(
        None,
        f'<html><body>{_rows(written)}<div><br><blockquote type="cite"><div>{said}</div>'
        f"{_rows(prompt)}</blockquote></div>"
        "</body></html>",
    )


def phone(written: str, prompt: str) -> bytes:
    said = "On Nov 21, 2026, at 09:15, Asgard PBEM <play+token@games.example> wrote:"
    return _mail(f"{written}\n\nSent from my iPhone\n\n> {said}\n> \n{_marked(prompt)}\n")


def samsung(written: str, prompt: str) -> bytes:
    head = (
        f"From: {OURS} \nDate: 21/11/2026  09:15  (GMT+01:00) \nTo: freya@folkvang.example "
        f"\nSubject: [Game 4711] Aesir \n"
    )
    return _mail(f"{written}\n\nSent from my Galaxy\n\n-------- Original message --------\n{head}\n{prompt}\n")


def thunderbird(written: str, prompt: str) -> bytes:
    text = f"{written}\n\nOn 21/11/2026 09:15, Asgard PBEM wrote:\n{_marked(prompt)}\n"
    return _mail(text, format="flowed")


def thunderbird_html(written: str, prompt: str) -> bytes:
    return _mail(
        None,
        f'<html><body>{_rows(written, "p")}<div class="moz-cite-prefix">On 21/11/2026 09:15, Asgard '
        f"PBEM wrote:<br></div>"
        f'<blockquote type="cite" cite="mid:turn@games.example">{_rows(prompt, "p")}</blockquote></body></html>',
    )


def thunderbird_below(written: str, prompt: str) -> bytes:
    return _mail(
        None,
        f'<html><body><div class="moz-cite-prefix">On 21/11/2026 09:15, Asgard PBEM wrote:<br></div>'
        f'<blockquote type="cite">'
        f"{_rows(prompt, 'p')}</blockquote>{_rows(written, 'p')}</body></html>",
    )


def yahoo_html(written: str, prompt: str) -> bytes:
    return _mail(
        None,
        f'<html><body><div class="ydp1yahoo-style-wrap">{_rows(written)}</div><div '
        f'id="yahoo_quoted_77" class="yahoo_quoted">'
        f"<div>On Saturday, November 21, 2026 at 09:15:00 AM GMT+1, Asgard PBEM "
        f"&lt;play+token@games.example&gt; wrote: </div>"
        f"<div><br></div>{_rows(prompt)}</div></body></html>",
    )


def plain_marks(written: str, prompt: str) -> bytes:
    return _mail(f"{written}\n\n{_marked(prompt, '>')}\n")


def below(written: str, prompt: str) -> bytes:
    said = "On Sat, 21 Nov 2026 09:15:00 +0100\nAsgard PBEM <play+token@games.example> wrote:"
    return _mail(f"{said}\n\n{_marked(prompt)}\n\n{written}\n\n-- \nFreya\n")


def unmarked_below(written: str, prompt: str) -> bytes:
    head = f"From: {OURS}\nSent: Saturday, November 21, 2026 9:15 AM\nTo: {PLAYER}\nSubject: [Game 4711] Aesir\n"
    return _mail(f"{head}\n{prompt}\n\n{written}\n")


# Every style of which the text alone tells what is quoted.
CLIENTS: dict[str, Builder] = {
    builder.__name__: builder
    for builder in (
        gmail, gmail_html, gmail_russian, outlook, outlook_german, outlook_html, outlook_web, apple, apple_html, phone,
        samsung, thunderbird, thunderbird_html, thunderbird_below, yahoo_html, plain_marks, below,
    )
}  # fmt: skip
