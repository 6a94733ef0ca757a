"""What people send from pages, checked: a malformed form is answered with a sentence, never with a traceback."""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import Any, Final
from uuid import UUID

from django import forms
from django.conf import settings
from django.core.validators import validate_email
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from asgard_pbem.tables import services
from asgard_pbem.tables.models.games import TITLE_LIMIT
from asgard_pbem.tables.models.players import NAME_LIMIT
from asgard_pbem.tables.store.fairness import WORD_CHARS, of_word
from asgard_pbem.web.shown.options import option_fields, read_options
from engine.core.chance import commitment
from engine.core.contract import Game
from engine.core.menu import LABEL

SHEET_LIMIT: Final = 16_000  # characters; a sheet of orders with every plan of a long game has about 2,000
PRESS_LIMIT: Final = 4_000
INVITATIONS_LIMIT: Final = 5
BOTS: Final = {
    "greedy": _("a bot that takes what it sees"),
    "random": _("a bot that moves at random"),
    "thinker": _("a bot that thinks ahead"),
}
HIDDEN_MARKS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def clean_text(text: str) -> str:
    """What people wrote, without controls, zero-width characters and bidi marks; line ends are LF."""
    return HIDDEN_MARKS.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()


class Form(forms.Form):
    """Labels stand above their fields and need no colon."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class AddressForm(Form):
    """Where the sign-in link is mailed."""

    email = forms.EmailField(
        label=_("Your email address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autocapitalize": "off", "spellcheck": "false"}),
    )

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).strip().casefold()


@cache
def zones() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """(region, its zones) of every place that the clock data of this machine knows, and UTC first."""
    regions: dict[str, list[tuple[str, str]]] = {"UTC": [("UTC", "UTC")]}
    for name in sorted(zoneinfo.available_timezones()):
        region, _slash, place = name.partition("/")
        if place and region in {"Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}:
            regions.setdefault(region, []).append((name, place.replace("_", " ").replace("/", ", ")))
    return tuple((region, tuple(places)) for region, places in regions.items())


class ProfileForm(Form):
    """Name, language, clock and when mail may come."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LIMIT, help_text=_("The others at the table read it."))
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=zones, help_text=_("Deadlines are told in it."))
    mail_on = forms.BooleanField(
        label=_("Mail me when it is my turn"),
        required=False,
        help_text=_("Without mail you keep your seats and play here."),
    )
    digest = forms.ChoiceField(
        label=_("Tell me what happens while it is not my turn"),
        choices=[("never", _("Never")), ("daily", _("Every morning")), ("weekly", _("Every Monday"))],
        required=False,
    )
    invitations_on = forms.BooleanField(
        label=_("Others may invite me"),
        required=False,
        help_text=_("Whoever you have blocked may not, until you switch this off and on again."),
    )

    def clean_name(self) -> str:
        name = " ".join(clean_text(str(self.cleaned_data["name"])).split())
        if not name:
            raise forms.ValidationError(gettext("A name needs at least one letter."))
        return name


class AbsenceForm(Form):
    """Days on which no deadline runs; both empty: none."""

    absent_from = forms.DateField(label=_("First day"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    absent_until = forms.DateField(label=_("Last day"), required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("absent_from"), data.get("absent_until")
        if bool(first) != bool(last) and not self.errors:
            raise forms.ValidationError(gettext("Give both days, or none."))
        if first and last and last < first:
            raise forms.ValidationError(gettext("The last day lies before the first."))
        if first and last and (last - first).days > 60:
            raise forms.ValidationError(gettext("An absence lasts at most 60 days."))
        return data

    def span(self) -> tuple[datetime, datetime] | tuple[None, None]:
        """From the first day's beginning to the last day's end in the reader's zone, as UTC. (None, None): present."""
        first, last = self.cleaned_data["absent_from"], self.cleaned_data["absent_until"]
        if first is None:
            return None, None
        zone = timezone.get_current_timezone()
        begins = datetime.combine(first, time.min, tzinfo=zone)
        ends = datetime.combine(last + timedelta(days=1), time.min, tzinfo=zone)
        return begins.astimezone(UTC), ends.astimezone(UTC)


class OrdersForm(Form):
    """A sheet of orders, as it would stand in a mail."""

    seat = forms.IntegerField(min_value=0, max_value=20, widget=forms.HiddenInput)
    nonce = forms.UUIDField(widget=forms.HiddenInput)
    text = forms.CharField(max_length=SHEET_LIMIT, strip=False, widget=forms.Textarea(attrs={"rows": 4}))

    def lines(self) -> list[str]:
        """The sheet line by line."""
        return clean_text(str(self.cleaned_data["text"])).split("\n")


_PATH: Final = rf"{LABEL}(\.{LABEL})*"


class AnswerForm(Form):
    """An answer by menu: a path (`3`, `2.1`), a row and a column (`b` and `7`), several lines (`1`, `4`, `5`), amounts
    by line (`amount.1`: 5) or places by line (`place.1`: 2).
    """

    seat = forms.IntegerField(min_value=0, max_value=20)
    nonce = forms.UUIDField()
    question = forms.RegexField(r"^[0-9a-f]{20}$")
    answer = forms.RegexField(rf"^{_PATH}(\.[a-z]{{1,2}}[0-9]{{1,3}})?$|^[a-z]{{1,2}}[0-9]{{1,3}}$", required=False)
    at = forms.RegexField(rf"^{_PATH}$", required=False)  # the list that the parts belong to
    form = forms.ChoiceField(choices=[(one, one) for one in ("pick", "share", "arrange")], required=False)
    first = forms.RegexField(r"^[a-z]{1,2}$", required=False)
    second = forms.RegexField(r"^[0-9]{1,3}$", required=False)

    def clean(self) -> dict[str, Any]:
        """Adds `path`: what one would reply by mail."""
        data = super().clean() or {}
        if self.errors:
            return data
        parts = {"pick": self._picked, "share": self._shared, "arrange": self._arranged}
        reply = data["first"] + data["second"] if data["first"] and data["second"] else ""
        form = data["form"] or ("pick" if "several" in self.data else "")
        if form:
            reply = parts[form]()
        data["path"] = data["answer"] or ".".join(part for part in (data["at"], reply) if part and reply)
        if not data["path"]:
            raise forms.ValidationError(gettext("Choose an answer first."))
        return data

    def _picked(self) -> str:
        """`1 4 5`; no box ticked is none."""
        assert isinstance(self.data, QueryDict)
        ticked = self.data.getlist("several")
        if not all(re.fullmatch(LABEL, one) for one in ticked):
            raise forms.ValidationError(gettext("The answer came garbled. Please choose again."))
        return " ".join(ticked) or "0"

    def _shared(self) -> str:
        """`1=5 3=2`; an empty field is nothing."""
        return " ".join(f"{label}={amount}" for label, amount in self._numbers("amount.") if amount) or "0"

    def _arranged(self) -> str:
        """`2 1 3`. Raises ValidationError where two lines have one place."""
        places = {place: label for label, place in self._numbers("place.")}
        if len(places) != len(list(self._numbers("place."))):
            raise forms.ValidationError(gettext("Give every line a place of its own."))
        return " ".join(places[place] for place in sorted(places))

    def _numbers(self, prefix: str) -> Iterator[tuple[str, int]]:
        """Line and number of every field whose name begins so. Raises ValidationError for what is no number."""
        for key in self.data:
            label, number = key.removeprefix(prefix), self.data[key].strip() or "0"
            if key == label:
                continue
            if not re.fullmatch(LABEL, label) or not re.fullmatch(r"[0-9]{1,3}", number, re.ASCII):
                raise forms.ValidationError(gettext("Whole numbers only, please."))
            yield label, int(number)


class SeatForm(Form):
    """Which of my seats acts, and the form's own mark, so that sending it twice does it once."""

    seat = forms.IntegerField(min_value=0, max_value=20, widget=forms.HiddenInput)
    nonce = forms.UUIDField(widget=forms.HiddenInput)


class NonceForm(Form):
    """The form's own mark alone."""

    nonce = forms.UUIDField()


class WordForm(NonceForm):
    """Sitting down, with a word for the seed or without."""

    word = forms.CharField(required=False, max_length=WORD_CHARS)

    def clean_word(self) -> str:
        return clean_text(str(self.cleaned_data["word"]))

    def entropy(self) -> bytes:
        """What the word counts for; empty: nothing."""
        return of_word(str(self.cleaned_data["word"]))


class OpeningForm(Form):
    """Opening a table: the seed is made from the form's own mark, so the opener sees its commitment before a word."""

    word = forms.CharField(
        label=_("Your word for the seed"),
        required=False,
        max_length=WORD_CHARS,
        help_text=_(
            "Anything that nobody can guess; keep it. It has a part in every shuffle and roll. May stay empty."
        ),
        widget=forms.TextInput(attrs={"data-word": "1", "autocomplete": "off", "spellcheck": "false"}),
    )
    nonce = forms.UUIDField(widget=forms.HiddenInput)
    commitment = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.promised = self._promise()
        self.fields["commitment"].initial = self.promised

    def _promise(self) -> str:
        """The commitment to the seed that this form opens a table with; empty when its mark is none."""
        try:
            return commitment(services.prepared_seed(UUID(str(self["nonce"].value()))))
        except ValueError:
            return ""

    def clean_word(self) -> str:
        return clean_text(str(self.cleaned_data["word"]))

    def clean(self) -> dict[str, Any]:
        """A word counts against the commitment that its writer saw, or the form is shown again with the right one."""
        data = super().clean() or {}
        if data.get("word") and data.get("commitment") != self.promised:
            shown = QueryDict(mutable=True)
            shown.update(self.data)
            shown[self.add_prefix("commitment")] = self.promised
            self.data = shown
            raise forms.ValidationError(gettext("The commitment to the seed has changed. Please look at it again."))
        return data

    def chance(self) -> dict[str, Any]:
        """Seed and what the opener adds, for `services.open_table`."""
        entropy = of_word(str(self.cleaned_data["word"]))
        return {"entropy": entropy, "seed": services.prepared_seed(self.cleaned_data["nonce"]) if entropy else None}


class ForkForm(NonceForm):
    """From whose knowledge a practice table begins."""

    lens = forms.RegexField(r"^([0-9]{1,2}|spectator|table)$", required=False)


class DropForm(SeatForm):
    """A standing plan to be dropped, by its place in the list as it was shown and its text."""

    plan = forms.IntegerField(min_value=0, max_value=500)
    text = forms.CharField(max_length=4_000)


class PressForm(SeatForm):
    """A message to all, or to chosen seats."""

    text = forms.CharField(label=_("Message"), max_length=PRESS_LIMIT, widget=forms.Textarea(attrs={"rows": 3}))
    to = forms.TypedMultipleChoiceField(label=_("To"), required=False, coerce=int)

    def __init__(self, *args: Any, seats: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"].choices = [(number, number) for number in range(seats)]  # type: ignore[attr-defined]  # a choice field

    def clean_text(self) -> str:
        text = clean_text(str(self.cleaned_data["text"]))
        if not text:
            raise forms.ValidationError(gettext("The message is empty."))
        return text

    def receivers(self) -> tuple[int, ...] | None:
        """The chosen seats; None: all."""
        return tuple(self.cleaned_data["to"]) or None


class AddressesField(forms.CharField):
    """Addresses, one a line or parted by commas; gives a list of case-folded addresses."""

    widget = forms.Textarea(attrs={"rows": 3, "autocapitalize": "off", "spellcheck": "false"})

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return list(dict.fromkeys(word.casefold() for word in re.split(r"[\s,;]+", text or "") if word))

    def validate(self, value: list[str]) -> None:
        for address in value:
            try:
                validate_email(address)
            except forms.ValidationError:
                raise forms.ValidationError(
                    gettext("“%(word)s” is not an email address.") % {"word": address}
                ) from None

    def run_validators(self, value: list[str]) -> None:
        """Each address was checked above; the text's own limits do not fit a list."""


class InviteForm(Form):
    """Addresses to which free seats are offered."""

    addresses = AddressesField(label=_("Invite by email"), required=False, help_text=_("One address a line."))

    def clean_addresses(self) -> list[str]:
        addresses: list[str] = self.cleaned_data["addresses"]
        if len(addresses) > INVITATIONS_LIMIT:
            raise forms.ValidationError(gettext("At most %(number)d addresses.") % {"number": INVITATIONS_LIMIT})
        return addresses


class TableForm(OpeningForm, InviteForm):
    """A new table of one game. Its options come from the game."""

    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    title = forms.CharField(label=_("Title"), required=False, max_length=TITLE_LIMIT, help_text=_("May stay empty."))
    visibility = forms.ChoiceField(
        label=_("Who may join and watch"),
        choices=[("public", _("Everybody")), ("private", _("Invited players only"))],
        widget=forms.RadioSelect,
        initial="public",
    )
    days = forms.TypedChoiceField(
        label=_("Time for a decision"),
        coerce=int,
        empty_value=None,
        required=False,
        initial=3,
        choices=[
            (1, _("One day")),
            (2, _("Two days")),
            (3, _("Three days")),
            (7, _("A week")),
            (14, _("Two weeks")),
            ("", _("No limit")),
        ],
        help_text=_("When it runs out, the game's own default is played for the seat."),
    )
    field_order = ("seats", "title", "visibility", "days")

    def __init__(self, *args: Any, game: Game[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.model = game.rules.Options
        self.fields["seats"].choices = [(number, number) for number in game.rules.seats]  # type: ignore[attr-defined]  # a choice field
        self.fields |= option_fields(self.model)
        if game.together:  # one person may play several, or all of them
            choices = [(number, number) for number in range(1, max(game.rules.seats) + 1)]
            self.fields["mine"] = forms.TypedChoiceField(
                label=_("Seats for you"), coerce=int, choices=choices, required=False, empty_value=None, initial=1
            )
        own = ["mine"] if game.together else []
        order = ["seats", *own, *option_fields(self.model), "title", "visibility", "days", "addresses", "word"]
        self.order_fields(order)

    def clean_title(self) -> str:
        return " ".join(clean_text(str(self.cleaned_data["title"])).split())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            data["options"] = read_options(self.model, data)
            mine = data.get("mine") or 1
            if mine > data["seats"]:
                self.add_error("mine", gettext("The table has not so many seats."))
            elif len(data["addresses"]) > data["seats"] - mine:
                self.add_error("addresses", gettext("There are not so many seats beside yours."))
        return data


def _by_default(game: Game[Any]) -> range:
    return game.rules.seats_with(game.rules.Options())


class PracticeForm(OpeningForm):
    """A table against bots."""

    seats = forms.TypedChoiceField(label=_("Players"), coerce=int)
    bot = forms.ChoiceField(label=_("Against"))
    field_order = ("seats", "bot", "word")

    def __init__(self, *args: Any, game: Game[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seats"].choices = [(number, number) for number in _by_default(game) if number > 1]  # type: ignore[attr-defined]  # a choice field
        self.fields["bot"].choices = [(key, BOTS.get(key, key)) for key in sorted(game.bots)]  # type: ignore[attr-defined]  # a choice field


def errors(form: forms.Form) -> Iterator[str]:
    """Every complaint of a form as one sentence, with the name of its field."""
    for name, complaints in form.errors.items():
        label = str(form.fields[name].label or name) if name in form.fields else ""
        for complaint in complaints:
            yield f"{label}: {complaint}" if label else str(complaint)
