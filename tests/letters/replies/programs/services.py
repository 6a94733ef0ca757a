"""Mail services of the web and their apps: Proton, Yandex, Mail.ru, Yahoo, GMX, Zimbra, Tuta, Fastmail; phones' own."""

from __future__ import annotations

from tests.letters.replies.programs.as_text import MARKED, OUTLOOK, PLAIN
from tests.letters.replies.programs.microsoft import head
from tests.letters.replies.programs.prompt import ME, US, Builder, Prompt, breaks, divs, linked, mail, marked


def _proton(written: str, prompt: Prompt, line: str, said: str) -> bytes:
    text = f"{written}\n\n{line}\n\n{said} <{prompt.reply_to}> wrote:\n\n{marked(prompt.said(PLAIN))}\n"
    html = (
        f'<div style="font-family: Arial, sans-serif; font-size: 14px;">{breaks(written)}</div><div><br></div>'
        f'<div class="protonmail_signature_block" style="font-family: Arial;"><div class="protonmail_signature_block-user '
        f'protonmail_signature_block-empty"></div><div class="protonmail_signature_block-proton">{line}</div></div>'
        f'<div><br></div><div class="protonmail_quote">{said} {linked(prompt.reply_to)} wrote:<br><br>'
        f'<blockquote class="protonmail_quote" type="cite">{prompt.body}</blockquote><br></div>'
    )
    return mail(prompt, text, html)


def proton_web(written: str, prompt: Prompt) -> bytes:
    return _proton(
        written, prompt, "Sent with Proton Mail secure email.", f"On Saturday, November 21st, 2026 at 22:47, {US}"
    )


def proton_mobile(written: str, prompt: Prompt) -> bytes:
    return _proton(
        written,
        prompt,
        "Sent from Proton Mail for Android.",
        f"-------- Original Message --------\nOn Saturday, 11/21/26 at 22:47 {US}",
    )


def yandex_web(written: str, prompt: Prompt) -> bytes:
    html = (
        f'<div>{divs(written)}</div><div> </div><div>21.11.2026, 22:47, "{US}" {linked(prompt.reply_to)}:</div>'
        f"<blockquote>{prompt.body}</blockquote>"
    )
    return mail(prompt, None, html, encoding="base64")


def yandex_text(written: str, prompt: Prompt) -> bytes:
    return mail(
        prompt,
        f'{written}\n\n21.11.2026, 22:47, "{US}" <{prompt.reply_to}>:\n\n{marked(prompt.text)}\n',
        encoding="base64",
    )


def yandex_android(written: str, prompt: Prompt) -> bytes:
    html = (
        f"{divs(written)}<br><div>-- <br>Отправлено из мобильного приложения Яндекс Почты</div><br>"
        f"<div>22:47, 21 ноября 2026 г., {US} {linked(prompt.reply_to)}:</div><br><blockquote>{prompt.body}</blockquote>"
    )
    return mail(prompt, None, html, encoding="base64")


def mail_ru_web(written: str, prompt: Prompt) -> bytes:
    said = f"Суббота, 21 ноября 2026, 22:47 +03:00 от {US}"
    text = f"{written}\n\n--\nAnna Smith\n\n>{said} <{prompt.reply_to}>:\n>\n{marked(prompt.text, '>')}\n"
    html = (
        f'<HTML><BODY><div>{divs(written)}</div><div>&nbsp;</div><div data-signature-widget="container">'
        f'<div data-signature-widget="content"><div>--<br>Anna Smith</div></div></div><div>&nbsp;</div>'
        f'<blockquote style="border-left:1px solid #0857A6; margin:10px; padding:0 0 0 10px;">{said} {linked(prompt.reply_to)}:'
        f'<br>&nbsp;<div id="">{prompt.body}</div></blockquote></BODY></HTML>'
    )
    return mail(prompt, text, html)


def mail_ru_android(written: str, prompt: Prompt) -> bytes:
    said = f"суббота, 21 ноября 2026г., 22:47 +03:00 от {US}"
    text = f"{written}\n\n\n--\nОтправлено из Mail для Android {said} {prompt.reply_to}:\n\n{marked(prompt.text)}\n"
    html = (
        f"<html><body><p>{breaks(written)}<br></p><br>--<br>Отправлено из Mail для Android "
        f'<div class="mail-quote-collapse">{said} {linked(prompt.reply_to)}:<br><blockquote id="mail-app-auto-quote" '
        f'cite="x" style="border-left:1px solid #FC2C38; margin:0px 0px 0px 10px; padding:0px 0px 0px 10px;">{prompt.body}'
        "</blockquote></div></body></html>"
    )
    return mail(prompt, text, html)


def k9_text(written: str, prompt: Prompt) -> bytes:
    line = "-- \nSent from my Android device with K-9 Mail. Please excuse my brevity."
    text = f"{written}\n{line}\n\nOn 21 November 2026 22:47:31 CET, {US} <{prompt.reply_to}> wrote:\n{marked(prompt.text, '>')}\n"
    return mail(prompt, text)


def k9_html(written: str, prompt: Prompt) -> bytes:
    html = (
        f'<!DOCTYPE html><html><body><div dir="auto">{breaks(written)}</div><br><br><div class="gmail_quote"><div dir="auto">'
        f'Am 21. November 2026 22:47:31 MEZ schrieb {US} {linked(prompt.reply_to)}:</div><blockquote class="gmail_quote" '
        f'style="margin: 0pt 0pt 0pt 0.8ex; border-left: 1px solid rgb(204, 204, 204);">{prompt.body}</blockquote></div>'
        "<div style='white-space: pre-wrap'>Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.</div></body></html>"
    )
    return mail(prompt, None, html)


def fair_email(written: str, prompt: Prompt) -> bytes:
    text = f"{written}\n\nNov 21, 2026 10:47:31 PM {US} <{prompt.reply_to}>:\n\n{marked(prompt.said(MARKED))}\n"
    html = (
        f'<!DOCTYPE html><html><body>{breaks(written)}<br><br><div fairemail="reference"><p>Nov 21, 2026 10:47:31 PM {US} '
        f'{linked(prompt.reply_to)}:</p><blockquote type="cite" style="margin: 0px; border-left: 3px solid #ccc; '
        f'padding-left: 10px;">{prompt.body}</blockquote></div></body></html>'
    )
    return mail(prompt, text, html, params="; format=flowed")


def _samsung(written: str, prompt: Prompt, line: str, title: str, labels: str) -> bytes:
    text = f"{written}\n\n\n\n{line}\n\n\n-------- {title} --------\n{labels}\n\n{prompt.said(MARKED)}\n"
    rows = "".join(f"<div>{one.replace('<', '&lt;')} </div>" for one in labels.splitlines())
    html = (
        f'<html><head></head><body dir="auto">{divs(written, about="dir=auto")}<div><br></div><div id="composer_signature" '
        f'dir="auto"><div style="font-size:12px;color:#575757" dir="auto">{line}</div></div><div><br></div><div align="left" '
        f'style="font-size:100%;color:#000000"><div>-------- {title} --------</div>{rows}<div><br></div></div>{prompt.body}</body></html>'
    )
    return mail(prompt, text, html, encoding="base64")


def samsung(written: str, prompt: Prompt) -> bytes:
    labels = f"From: {US} <{prompt.reply_to}>\nDate: 21/11/2026  22:47  (GMT+01:00)\nTo: anna@home.example\nSubject: {prompt.subject}"
    return _samsung(written, prompt, "Sent from my Galaxy", "Original message", labels)


def samsung_russian(written: str, prompt: Prompt) -> bytes:
    labels = f"От: {US} <{prompt.reply_to}>\nДата: 21.11.2026  22:47  (GMT+03:00)\nКому: anna@home.example\nТема: {prompt.subject}"
    return _samsung(written, prompt, "Отправлено с устройства Samsung", "Исходное сообщение", labels)


def samsung_below(written: str, prompt: Prompt) -> bytes:
    labels = f"From: {US} <{prompt.reply_to}>\nDate: 21/11/2026  22:47  (GMT+01:00)\nTo: anna@home.example\nSubject: {prompt.subject}"
    return mail(prompt, f"-------- Original message --------\n{labels}\n\n{prompt.said(MARKED)}\n\n{written}\n")


def yahoo_web(written: str, prompt: Prompt) -> bytes:
    said = f"On Saturday, November 21, 2026 at 10:47:31 PM GMT+1, {US}"
    text = f" {written}\n\n    {said} <{prompt.reply_to}> wrote:  \n \n {prompt.said(PLAIN)}  "
    html = (
        f'<html><body><div class="ydp42yahoo-style-wrap" style="font-family:Helvetica;font-size:16px;"><div></div>'
        f'{divs(written, about="dir=ltr data-setdir=false")}<div><br></div></div><div id="ydp77yahoo_quoted_1" '
        f'class="ydp77yahoo_quoted"><div style="font-family:Helvetica;font-size:13px;color:#26282a;"><div>{said} '
        f"{linked(prompt.reply_to)} wrote: </div><div><br></div><div>{prompt.body}</div></div></div></body></html>"
    )
    return mail(prompt, text, html)


def yahoo_android(written: str, prompt: Prompt) -> bytes:
    line = "Yahoo Mail: Search, Organize, Conquer"
    said = f"On Sat, Nov 21, 2026 at 22:47, {US}"
    text = f"{written}\n\n{line}<https://mail.onelink.me/107872968?pid=nativeplacement>\n\n{said}<{prompt.reply_to}> wrote:   {prompt.said(PLAIN)}"
    html = (
        f'{breaks(written)}<br><br><div id="ymail_android_signature"><a id="ymail_android_signature_link" '
        f'href="https://mail.onelink.me/107872968">{line}</a></div> <br> <blockquote style="margin: 0 0 20px 0;"> '
        f'<div style="font-family:Roboto, sans-serif; color:#6D00F6;"> <div>{said}</div><div>{linked(prompt.reply_to)} wrote:</div> '
        f'</div> <div style="padding: 10px 0 0 20px; margin: 10px 0 0 0; border-left: 1px solid #6D00F6;">{prompt.body}</div>'
        "</blockquote>"
    )
    return mail(prompt, text, html)


def yahoo_below(written: str, prompt: Prompt) -> bytes:
    html = (
        f'<html><body><div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Saturday, November 21, 2026 at 10:47:31 PM GMT+1, '
        f"{US} {linked(prompt.reply_to)} wrote: </div><div><br></div><div>{prompt.body}</div></div>"
        f'<div class="yahoo-style-wrap">{divs(written)}</div></body></html>'
    )
    return mail(prompt, None, html)


def web_de(written: str, prompt: Prompt) -> bytes:
    rows = "".join(
        f"<div><b>{line.replace(': ', ':</b> ', 1).replace('<', '&lt;', 1) if '<play' in line else line}</div>"
        for line in head(prompt, "de").splitlines()
    )
    html = (
        f'<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;">{divs(written)}<div>&nbsp;</div>'
        f'<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;">'
        f'<div style="margin:0 0 10px 0;">{rows}</div><div name="quoted-content">{prompt.body}</div></div></div></body></html>'
    )
    return mail(prompt, None, html)


def gmx_android(written: str, prompt: Prompt) -> bytes:
    line = "Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet."
    text = (
        f"{written}\n\n-- \n{line}\n\nAm 21.11.26, 22:47 schrieb {US} <{prompt.reply_to}>:\n\n{marked(prompt.text)}\n"
    )
    html = (
        f"<html><body>{breaks(written)}<br>-- <br>{line}<br><br><div>Am 21.11.26, 22:47 schrieb {US} {linked(prompt.reply_to)}:"
        f"</div><blockquote style='margin:0 0 0 5px;border-left:2px solid #ccc'>{prompt.body}</blockquote></body></html>"
    )
    return mail(prompt, text, html)


def gmx_below(written: str, prompt: Prompt) -> bytes:
    return mail(prompt, f"{head(prompt, 'de')}\n\n{prompt.said(OUTLOOK)}\n\n{written}\n")


def zimbra_french(written: str, prompt: Prompt) -> bytes:
    labels = f'De: "{US}" <{prompt.reply_to}>\nÀ: "{ME}" <anna@home.example>\nEnvoyé: Samedi 21 Novembre 2026 22:47:31\nObjet: {prompt.subject}'
    text = f"{written}\n\n\n{labels}\n\n\n{prompt.said(PLAIN)}\n"
    html = (
        f'<html><body><div style="font-family: arial, helvetica, sans-serif; font-size: 12pt"><div>{breaks(written)}</div>'
        f'<div><br></div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__">{_bold_rows(labels)}</div>'
        f'<div><br></div><div data-marker="__QUOTED_TEXT__">{prompt.body}</div></div></body></html>'
    )
    return mail(prompt, text, html)


def _bold_rows(labels: str) -> str:
    pieces = [line.replace("<", "&lt;").partition(": ") for line in labels.splitlines()]
    return "".join(f"<b>{label}: </b>{value}<br>" for label, _, value in pieces)


def tuta(written: str, prompt: Prompt) -> bytes:
    line = "Sent with Tuta; enjoy secure & ad-free emails:\nhttps://tuta.com"
    text = f"{written}\n\n--\n{line}\n\n\n21 Nov 2026, 22:47 by {prompt.reply_to}:\n\n{marked(prompt.said(PLAIN))}\n"
    html = (
        f"<html><body>{divs(written)}<div><br></div><div>-- <br></div><div>Sent with Tuta; enjoy secure &amp; ad-free emails:<br>"
        f"</div><div>https://tuta.com<br></div><div><br></div><div>21 Nov 2026, 22:47 by {prompt.reply_to}:<br></div>"
        f'<blockquote class="tutanota_quote" style="border-left: 1px solid #93A3B8; padding-left: 10px;">{prompt.body}'
        "</blockquote></body></html>"
    )
    return mail(prompt, text, html)


def spark(written: str, prompt: Prompt) -> bytes:
    said = f"On 21 Nov 2026 at 22:47 +0100, {US}"
    text = f"{written}\n{said} <{prompt.reply_to}>, wrote:\n{marked(prompt.text)}\n"
    html = (
        f'<html><body><div name="messageBodySection"><div dir="auto">{breaks(written)}</div></div><div '
        f'name="messageReplySection">{said} {linked(prompt.reply_to)}, wrote:<br><blockquote type="cite" class="spark_quote" '
        f'style="margin: 5px 5px; padding-left: 10px; border-left: thin solid #1abc9c;">{prompt.body}</blockquote></div></body></html>'
    )
    return mail(prompt, text, html)


def fastmail(written: str, prompt: Prompt) -> bytes:
    text = f"{written}\n\nOn Sat, 21 Nov 2026, at 10:47 PM, {US} wrote:\n{marked(prompt.said(MARKED))}\n"
    html = (
        f"<!DOCTYPE html><html><body>{divs(written)}<div><br></div><div>On Sat, 21 Nov 2026, at 10:47 PM, {US} wrote:<br></div>"
        f'<blockquote type="cite" id="qt" style=""><div class="qt-ground">{prompt.body}</div></blockquote></body></html>'
    )
    return mail(prompt, text, html)


def hey_superhuman(written: str, prompt: Prompt) -> bytes:
    text = f"{written}\n\nSent via Superhuman ( https://sprh.mn/?vip=anna@home.example )\n\nOn Sat, Nov 21, 2026 at 10:47 PM, {US} < {prompt.reply_to} > wrote:\n\n{marked(prompt.said(PLAIN), '> ')}\n"
    return mail(prompt, text)


def button(written: str, prompt: Prompt) -> bytes:
    """A `mailto:` link of our own: no quotation, no thread."""
    return mail(prompt, written, threaded=False)


def button_of_a_phone(written: str, prompt: Prompt) -> bytes:
    return mail(prompt, f"{written}\n\nSent from my iPhone", threaded=False)


def soft_breaks(written: str, prompt: Prompt) -> bytes:
    """Quoted-printable with a soft line break in the middle of every order."""
    raw = mail(
        prompt, f"{written}\n\nOn 21 Nov 2026 at 22:47, {US} <{prompt.reply_to}> wrote:\n{marked(prompt.text)}\n"
    )
    start, gap, body = raw.partition(b"\r\n\r\n")
    lines = body.split(b"\r\n")
    for n in range(written.count("\n") + 1):
        half = len(lines[n]) // 2
        if half and b"=" not in lines[n]:
            lines[n] = lines[n][:half] + b"=\r\n" + lines[n][half:]
    return start + gap + b"\r\n".join(lines)


PROGRAMS: tuple[Builder, ...] = (
    proton_web, proton_mobile, yandex_web, yandex_text, yandex_android, mail_ru_web, mail_ru_android, k9_text, k9_html,
    fair_email, samsung, samsung_russian, samsung_below, yahoo_web, yahoo_android, yahoo_below, web_de, gmx_android,
    gmx_below, zimbra_french, tuta, spark, fastmail, hey_superhuman, button, button_of_a_phone, soft_breaks,
)  # fmt: skip
