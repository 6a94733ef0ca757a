"""What is shown of tables, mails, the outbox and people: times, states and ids, never words.

A member of staff who sits at a running table must learn nothing of it here: not when the others were asked, nor when
they wrote. Its mails and rows are left out, and all mails of those who sit there. Of a table itself is shown what its
page shows to anybody; numbers of events, which count secret ones, and what is sealed are shown of no table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.admin.utils import display_for_value
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.serving.logs import masked
from asgard_pbem.serving.staff.site import site
from asgard_pbem.tables.guards import ahead
from asgard_pbem.tables.guards.mailboxes import bar_of
from asgard_pbem.tables.models import Bar, Deed, Game, Outbox, Player, Seat
from asgard_pbem.tables.models.games import called

if TYPE_CHECKING:
    _Paginator = Paginator[Any]
    _ModelAdmin = admin.ModelAdmin[Any]
else:  # these take no types when they run
    _Paginator = Paginator
    _ModelAdmin = admin.ModelAdmin
COUNTED = 10_000  # rows of a list: nobody turns more pages, and counting millions takes long


class Bounded(_Paginator):
    """Counts no further than anybody reads."""

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        return rows.order_by()[:COUNTED].count() if isinstance(rows, QuerySet) else len(rows)


class ReadOnly(_ModelAdmin):
    """Shows `fields`, and changes nothing."""

    list_per_page = 50
    show_full_result_count = False
    paginator = Bounded
    actions = None
    view_on_site = False

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """Called by its id: rows have no names of their own, and “Game object (…)” is Python."""
        called = {**(extra_context or {}), "subtitle": object_id, "original": object_id}
        return super().changeform_view(request, object_id, form_url, called)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return site.has_permission(request)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only what the list's filters ask: by others one could find out column by column what is not shown."""
        return lookup.partition("__")[0] in self.list_filter

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def _played_by(request: HttpRequest) -> QuerySet[Any]:
    """The running tables at which whoever looks sits."""
    unfinished = [Game.Status.RUNNING, Game.Status.UNKNOWN_RULES]
    return Seat.objects.filter(player=request.user.pk, game__status__in=unfinished).values("game")


class Tables(ReadOnly):
    """As anybody sees them; of private ones not what people call them."""

    fields = (
        "id", "key", "rules_version", "status", "shown_title", "visibility", "practice", "several_seats", "seats",
        "days_per_decision", "moment", "round", "opened_at", "started_at", "moved_at", "ended_at",
        "paused_at", "paused_by_service", "paused_why",
    )  # fmt: skip
    readonly_fields = ("shown_title",)
    list_display = ("id", "key", "status", "shown_title", "opened_at", "moved_at", "paused_at")
    list_filter = ("status", "key")
    search_fields = ("=id",)
    search_help_text = "its id, or the six digits of it in the subjects of its mails"
    ordering = ("-opened_at",)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        try:
            return queryset.filter(called(search_term.strip())), False
        except ValueError:
            return super().get_search_results(request, queryset, search_term)

    @admin.display(description="title")
    def shown_title(self, game: Game) -> str:
        return game.title if game.visibility == Game.Visibility.PUBLIC else ""


class Mails(ReadOnly):
    """What came in and what became of it."""

    fields = (
        "id", "received_at", "source", "size_bytes", "recipient", "kind", "state", "reason", "attempts", "error",
        "next_attempt_at", "processed_at", "duplicate",
    )  # fmt: skip
    readonly_fields = ("recipient",)
    list_display = ("id", "received_at", "source", "kind", "state", "reason", "attempts", "error")
    list_filter = ("state", "kind", "source")
    search_fields = ("=id",)
    ordering = ("-received_at",)

    @admin.display(description="to")
    def recipient(self, mail: InboundMail) -> str:
        return masked(mail.envelope_to)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        own = _played_by(request)
        with_them = Seat.objects.filter(game__in=own, player__isnull=False).values("player")
        theirs = Q(token__game__in=own) | Q(player__in=with_them) | Q(token__player__in=with_them)
        hidden = super().get_queryset(request).filter(theirs).values("pk")
        return super().get_queryset(request).exclude(pk__in=hidden)


class Owed(ReadOnly):
    """What we owe and have sent."""

    fields = (
        "id", "purpose", "state", "attempts", "error", "created_at", "due", "sent_at", "provider_id",
    )  # fmt: skip
    readonly_fields = ("due",)
    list_display = ("id", "purpose", "state", "attempts", "error", "created_at", "sent_at")
    list_filter = ("state", "purpose")
    search_fields = ("=id",)
    ordering = ("-created_at",)

    @admin.display(description="due at")
    def due(self, row: Outbox) -> str:
        waits = ahead.is_for_another_to_tell(row)
        return "with the question that follows" if waits else str(display_for_value(row.due_at, ""))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        own = _played_by(request)
        with_them = Seat.objects.filter(game__in=own, player__isnull=False).values("player")
        hidden = super().get_queryset(request).filter(Q(game__in=own) | Q(player__in=with_them)).values("pk")
        return super().get_queryset(request).exclude(pk__in=hidden)


class People(ReadOnly):
    """Who is here, and whether mail reaches them. When they were here last is told of nobody: it tells who plays."""

    fields = (
        "id", "email", "name", "language", "time_zone", "mail_state", "bounce_score", "bounce_scored_at", "is_active",
        "barred", "verified_at", "joined_at", "erased_at",
    )  # fmt: skip
    readonly_fields = ("barred",)
    list_display = ("id", "email", "name", "mail_state", "bounce_score", "is_active", "joined_at", "erased_at")
    list_filter = ("mail_state", "is_active")
    search_fields = ("=email", "=id")
    ordering = ("-joined_at",)

    @admin.display(description="barred")
    def barred(self, player: Player) -> str:
        found = bar_of(player.email)
        return f"since {found.since:%d %b %Y}: {found.why}" if found is not None else ""


class Bars(ReadOnly):
    """Which mailboxes are kept out, by marks that tell nobody's address; a person's own page says whether they are."""

    fields = list_display = ("mark", "since", "why", "told_at")
    search_fields = ("=mark",)
    ordering = ("-since",)


class Deeds(ReadOnly):
    """What operators did by hand."""

    fields = list_display = ("at", "by", "what", "subject", "why")
    ordering = ("-at",)


SHOWN: tuple[tuple[type[Model], type[ReadOnly]], ...] = (
    (Game, Tables), (InboundMail, Mails), (Outbox, Owed), (Player, People), (Bar, Bars), (Deed, Deeds),
)  # fmt: skip
for model, shown in SHOWN:
    site.register(model, shown)
