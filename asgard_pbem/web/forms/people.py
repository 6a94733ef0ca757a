"""Who somebody is, and when they are away."""

from __future__ import annotations

import zoneinfo
from datetime import datetime
from functools import cache
from typing import Any, Final

from django import forms
from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from asgard_pbem.tables.models.players import NAME_LIMIT, whole_days
from asgard_pbem.tables.services.persons.absence import ABSENCE_LIMIT, FIRST_DAY, LAST_DAY
from asgard_pbem.web.forms.base import Form, LineField, NonceField, clean_text
from asgard_pbem.web.models import TOKEN_NAME_LIMIT


class AddressForm(Form):
    """Where the sign-in link is mailed."""

    email = forms.EmailField(
        label=_("Your email address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autocapitalize": "off", "spellcheck": "false"}),
    )

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).strip().casefold()


class NewAddressForm(Form):
    """From where somebody wants to play from now on."""

    address = forms.EmailField(
        label=_("Another address"),
        max_length=254,
        help_text=_("We ask there first. Till somebody says yes there, nothing changes."),
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autocapitalize": "off", "spellcheck": "false"}),
    )


# By what the names of zones begin with.
_REGIONS: Final = {
    "UTC": "UTC", "Africa": _("Africa"), "America": _("America"), "Asia": _("Asia"), "Atlantic": _("Atlantic"),
    "Australia": _("Australia"), "Europe": _("Europe"), "Indian": _("Indian Ocean"), "Pacific": _("Pacific"),
}  # fmt: skip


@cache
def zones() -> tuple[tuple[Any, tuple[tuple[str, str], ...]], ...]:
    """(region, its zones) of every place that the clock data of this machine knows, and UTC first."""
    regions: dict[str, list[tuple[str, str]]] = {"UTC": [("UTC", "UTC")]}
    for name in sorted(zoneinfo.available_timezones()):
        region, _slash, place = name.partition("/")
        if place and region in _REGIONS:
            regions.setdefault(region, []).append((name, place.replace("_", " ").replace("/", ", ")))
    return tuple((_REGIONS[region], tuple(places)) for region, places in regions.items())


class ProfileForm(Form):
    """Name, language, clock and when mail may come."""

    name = LineField(label=_("Name"), max_length=NAME_LIMIT, help_text=_("The others at the table read it."))
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=zones, help_text=_("Deadlines are told in it."))
    mail_on = forms.BooleanField(
        label=_("Mail me when it is my turn"),
        required=False,
        help_text=_("Without mail you keep your seats and play here."),
    )
    receipts = forms.BooleanField(
        label=_("Confirm each of my answers by mail at once"),
        required=False,
        help_text=_(
            "Else the next question says what became of it; what could not be done is told at once all the same."
        ),
    )
    digest = forms.ChoiceField(
        label=_("Tell me what happens while it is not my turn"),
        choices=[
            ("never", _("Never")),
            ("turn", _("Every turn")),
            ("round", _("Every round")),
            ("daily", _("Every morning")),
            ("weekly", _("Every Monday")),
        ],
        required=False,
    )
    page_on = forms.BooleanField(
        label=_("My public games stand together on a page"),
        required=False,
        help_text=_("With my name and how often I won; anybody may read it. Without it nobody finds games by my name."),
    )
    invitations_on = forms.BooleanField(
        label=_("Others may invite me"),
        required=False,
        help_text=_("Whoever you have blocked may not, until you switch this off and on again."),
    )

    def __init__(self, *arguments: Any, **more: Any) -> None:
        """The zone that is kept is a choice even where it is no place, as `CET` is: mails and programs may name it."""
        super().__init__(*arguments, **more)
        field, kept = self.fields["time_zone"], self.initial.get("time_zone")
        if isinstance(field, forms.ChoiceField) and kept and not field.valid_value(kept):
            field.choices = [(kept, kept), *zones()]

    def clean_name(self) -> str:
        name = " ".join(clean_text(str(self.cleaned_data["name"])).split())
        if not name:
            raise forms.ValidationError(gettext("A name needs at least one letter."))
        return name


class DayField(forms.DateField):
    """A day of our times, or none: those at the ends of the calendar begin or end beyond it in some zones."""

    widget = forms.DateInput(attrs={"type": "date"})

    def __init__(self, *, label: Any) -> None:
        super().__init__(
            label=label, required=False, validators=[MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY)]
        )


class AbsenceForm(Form):
    """Days on which no deadline runs; both empty: none."""

    absent_from = DayField(label=_("First day"))
    absent_until = DayField(label=_("Last day"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("absent_from"), data.get("absent_until")
        if bool(first) != bool(last) and not self.errors:
            raise forms.ValidationError(gettext("Give both days, or none."))
        if first and last and last < first:
            raise forms.ValidationError(gettext("The last day lies before the first."))
        if first and last and last - first >= ABSENCE_LIMIT:
            said = gettext("An absence lasts at most %(days)d days.")
            raise forms.ValidationError(said % {"days": ABSENCE_LIMIT.days})
        return data

    def span(self) -> tuple[datetime, datetime] | tuple[None, None]:
        """From when to when, in the reader's zone; (None, None): present."""
        first, last = self.cleaned_data["absent_from"], self.cleaned_data["absent_until"]
        if first is None:
            return None, None
        return whole_days(first, last, timezone.get_current_timezone())


class TokenForm(Form):
    """A token for a program of one's own."""

    name = LineField(
        label=_("Name"), max_length=TOKEN_NAME_LIMIT, help_text=_("For what it is, so that you know it again.")
    )
    read_only = forms.BooleanField(
        label=_("It may only read"), required=False, help_text=_("Without moves, messages and changes of settings.")
    )
    nonce = NonceField()


class BrowserForm(forms.Form):
    """What a browser gives to be told by (`PushSubscription.toJSON`)."""

    endpoint = forms.CharField(max_length=1000)
    p256dh = forms.CharField(max_length=200)
    auth = forms.CharField(max_length=100)


class EndBrowserForm(forms.Form):
    """Which browser is told no more."""

    browser = forms.UUIDField()
