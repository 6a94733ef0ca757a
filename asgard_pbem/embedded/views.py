"""Pages of the local mailbox. They belong to whoever sits there: no sign-in, only where all mail stays."""

import base64
import html
import re
from email.message import EmailMessage as MimeMessage
from email.utils import parseaddr
from urllib.parse import parse_qsl, unquote, urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.db.models import Count, Max, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_safe

from asgard_pbem.embedded import mailbox as box
from asgard_pbem.embedded import maildir
from asgard_pbem.embedded.forms import ComposeForm, ReplyForm
from asgard_pbem.embedded.models import EmbeddedMail
from asgard_pbem.tables import services
from asgard_pbem.web.views.sign_in import BACKEND

SHOWN = 200
PART_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'self'; frame-ancestors 'self'; "
    "sandbox allow-popups allow-same-origin allow-top-navigation-by-user-activation"
)  # of our own origin, so that the page around it can see how high it is; it may run nothing
MAILTO = re.compile(r"""(href=)(["'])mailto:([^"'<>]*)\2""", re.IGNORECASE)
CID = re.compile(r"""(src=)(["'])cid:([^"'<>]*)\2""", re.IGNORECASE)
PARTS = ("html", "text", "raw")
HERE = re.compile(r"http://127\.0\.0\.1:\d+(?=/)")


@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    """All local addresses, and the newest 200 messages of the one that is asked for."""
    owners = list(
        EmbeddedMail.objects.values("owner")
        .annotate(unread=Count("id", filter=Q(read_at=None)), newest=Max("id"))
        .order_by("owner")
    )
    chosen = _asked_for(request) or _first([owner["owner"] for owner in owners])
    mails = EmbeddedMail.objects.filter(owner=chosen).defer("raw").order_by("-id")[:SHOWN]
    return render(request, "embedded/mailbox.html", {"owners": owners, "chosen": chosen, "mails": mails})


def _asked_for(request: HttpRequest) -> str:
    """The address that is asked for; PostgreSQL takes no NUL, which no address has either."""
    return request.GET.get("address", "").lower().replace("\x00", "")


def _first(names: list[str]) -> str:
    """The address of whoever started the service, if it has mail; else any that has."""
    mine = settings.EMBEDDED_PLAYER_EMAIL
    return mine if mine in names or not names else names[0]


@require_http_methods(["GET", "HEAD", "POST"])
def message(request: HttpRequest, mail_id: int) -> HttpResponse:
    """One message and, when it was received, the form to answer it."""
    mail = get_object_or_404(EmbeddedMail, pk=mail_id)
    form = ReplyForm(request.POST or None)
    if request.method == "POST" and not mail.written and form.is_valid():
        return _send(request, box.reply(mail, form.cleaned_data["text"]), mail.owner)
    box.mark_read(mail)
    parsed = box.parsed(mail)
    plain, marked_up = _led_here(box.body(parsed, "plain")), box.body(parsed, "html")
    part = request.GET.get("part", "")
    if part not in PARTS or (part == "html" and not marked_up):
        part = "html" if marked_up else "text"
    context = {
        "mail": mail,
        "form": form,
        "part": part,
        "has_html": bool(marked_up),
        "plain": plain,
        "raw": bytes(mail.raw).decode("utf-8", "replace") if part == "raw" else "",
        "answer_address": box.answer_address(parsed),
        "headers": [(name, parsed[name]) for name in ("From", "To", "Reply-To", "Date", "Subject") if parsed[name]],
    }
    return render(request, "embedded/message.html", context, status=200 if request.method != "POST" else 400)


@xframe_options_sameorigin
@require_safe
def html_part(request: HttpRequest, mail_id: int) -> HttpResponse:
    """The HTML part for the sandboxed frame: pictures inline, links to write a mail lead to the compose form."""
    mail = get_object_or_404(EmbeddedMail, pk=mail_id)
    parsed = box.parsed(mail)
    shown = CID.sub(lambda found: _picture(parsed, found), _led_here(box.body(parsed, "html")))
    shown = MAILTO.sub(lambda found: _compose_link(mail.owner, found), shown)
    shown = re.sub(r"(<head[^>]*>)", r'\1<base target="_top">', shown, count=1, flags=re.IGNORECASE)
    return HttpResponse(shown, headers={"Content-Security-Policy": PART_POLICY})


def _led_here(text: str) -> str:
    """The text with links to this service where it is today: an earlier start may have had another port."""
    here = settings.PUBLIC_URL
    return HERE.sub(here, text) if HERE.match(f"{here}/") else text


@require_safe
def download(request: HttpRequest, mail_id: int) -> HttpResponse:
    """One message as a file that mail programs open."""
    mail = get_object_or_404(EmbeddedMail, pk=mail_id)
    return _file(bytes(mail.raw), "message/rfc822", f"asgard-{mail.pk}.eml")


@require_safe
def download_all(request: HttpRequest) -> HttpResponse:
    """All messages of one address, written ones too, oldest first, as one file (mbox)."""
    owner = _asked_for(request)
    mails = EmbeddedMail.objects.filter(owner=owner).order_by("pk")
    if not mails.exists():
        raise Http404
    found = ((_envelope(one.sender), one.stored_at.strftime("%a %b %d %H:%M:%S %Y"), bytes(one.raw)) for one in mails)
    return _file(b"".join(maildir.as_mbox(found)), "application/mbox", "asgard.mbox")


def _envelope(sender: str) -> str:
    """The bare address, for the line that begins a message in an mbox."""
    return re.sub(r"\s", "", parseaddr(sender)[1]) or "MAILER-DAEMON"


def _file(data: bytes, kind: str, name: str) -> HttpResponse:
    answer = HttpResponse(data, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@never_cache
@require_safe
def enter(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Whoever sits at this machine comes in as the player who started the service, and to a page of ours.

    No secret is given away: the mailbox, to which links to sign in are sent, lies open beside it.
    """
    player = services.whose_service(settings.EMBEDDED_PLAYER_EMAIL)
    if player is not None:
        login(request, player, backend=BACKEND)
    return redirect(f"/{rest.lstrip('/')}")


def _picture(parsed: MimeMessage, found: re.Match[str]) -> str:
    """The attribute with the inline picture as a data: address, or empty when the mail has no such part."""
    wanted = f"<{html.unescape(found[3])}>"
    for part in parsed.walk():
        if part["Content-ID"] == wanted and part.get_content_maintype() == "image":
            data = base64.b64encode(part.get_payload(decode=True) or b"").decode()  # type: ignore[arg-type]  # bytes
            return f'{found[1]}"data:{part.get_content_type()};base64,{data}"'
    return f'{found[1]}""'


def _compose_link(owner: str, found: re.Match[str]) -> str:
    """The attribute with the address of the compose form, filled in as the mailto: link says."""
    address, _mark, query = html.unescape(found[3]).partition("?")
    asked = {name.lower(): value for name, value in parse_qsl(query.replace("+", "%2B"))}
    fields = {"from": owner, "to": unquote(address), "subject": asked.get("subject", ""), "body": asked.get("body", "")}
    return f'{found[1]}"{html.escape(reverse("mailbox_compose") + "?" + urlencode(fields))}"'


@require_http_methods(["GET", "HEAD", "POST"])
def compose(request: HttpRequest) -> HttpResponse:
    """Write a new message; the fields may come filled in from a mailto: link."""
    if request.method != "POST":
        filled = {
            "sender": request.GET.get("from") or settings.EMBEDDED_PLAYER_EMAIL,
            "to": request.GET.get("to") or f"play@{settings.IN_DOMAIN}",
            "subject": request.GET.get("subject", ""),
            "text": request.GET.get("body", ""),
        }
        return render(request, "embedded/compose.html", {"form": ComposeForm(initial=filled)})
    form = ComposeForm(request.POST)
    if not form.is_valid():
        return render(request, "embedded/compose.html", {"form": form}, status=400)
    data = form.cleaned_data
    written = box.compose(sender=data["sender"], recipient=data["to"], subject=data["subject"], text=data["text"])
    return _send(request, written, data["sender"])


def _send(request: HttpRequest, written: MimeMessage, owner: str) -> HttpResponse:
    """Submit and go back to the owner's mailbox, saying which way the message went."""
    try:
        by_smtp = box.submit(written, owner)
    except box.NotSentError as refused:
        messages.error(request, _("The service did not take the message: %(answer)s") % {"answer": refused})
    else:
        if by_smtp:
            messages.success(request, _("Sent. The answer will be here in a moment; reload to see it."))
        else:
            messages.warning(request, _("Sent, though nobody listens on the local mail port: handed over directly."))
    return redirect(f"{reverse('mailbox')}?{urlencode({'address': owner.lower()})}")
