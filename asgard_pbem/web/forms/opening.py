"""Opening tables, inviting, practising."""

from __future__ import annotations

import re
from typing import Any, Final
from uuid import UUID

from django import forms
from django.core.validators import validate_email
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from asgard_pbem.tables import services
from asgard_pbem.tables.models.games import TITLE_LIMIT
from asgard_pbem.tables.store.fairness import WORD_CHARS, of_word
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web.forms.base import Form, LineField, NonceField, caused_by, clean_text
from asgard_pbem.web.shown.options import option_fields, read_options
from engine.core.chance import commitment
from engine.core.contract import Game

INVITATIONS_LIMIT: Final = 5
BOTS: Final = {
    "greedy": _("a bot that takes what it sees"),
    "random": _("a bot that moves at random"),
    "thinker": _("a bot that thinks ahead"),
}


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
    nonce = NonceField()
    commitment = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.promised = self._promise()
        self.fields["commitment"].initial = self.promised

    def _promise(self) -> str:
        """The commitment to the seed that this form opens a table with; empty when its mark is none."""
        try:
            return commitment(services.prepared_seed(caused_by(UUID(str(self["nonce"].value())))))
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
    title = LineField(label=_("Title"), required=False, max_length=TITLE_LIMIT, help_text=_("May stay empty."))
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
        self.model, self.words = game.rules.Options, game.words(reader_language(), ())
        self.fields["seats"].choices = [(number, number) for number in game.rules.seats]  # type: ignore[attr-defined]  # a choice field
        self.fields["seats"].initial = min(_by_default(game))  # fewer may be of another mode
        options = option_fields(self.model, self.words)
        self.fields |= options
        if game.together:  # one person may play several, or all of them
            choices = [(number, number) for number in range(1, max(game.rules.seats) + 1)]
            self.fields["mine"] = forms.TypedChoiceField(
                label=_("Seats for you"), coerce=int, choices=choices, required=False, empty_value=None, initial=1
            )
        own = ["mine"] if game.together else []
        order = ["seats", *own, *options, "title", "visibility", "days", "addresses", "word"]
        self.order_fields(order)

    def clean_title(self) -> str:
        return " ".join(clean_text(str(self.cleaned_data["title"])).split())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            data["options"] = read_options(self.model, data, self.words)
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
