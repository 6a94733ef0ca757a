"""Looking for games."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from asgard_pbem.tables.models.players import NAME_LIMIT
from asgard_pbem.tables.reading.archive import Outcome
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web.forms.base import Form, clean_text
from asgard_pbem.web.naming import game_title
from engine.table.registry import games


class SearchForm(Form):
    """What is looked for. Sent by GET, so that the address is the search and can be kept."""

    use_required_attribute = False

    game = forms.ChoiceField(label=_("Game"), required=False)
    player = forms.CharField(
        label=_("Player"),
        required=False,
        max_length=NAME_LIMIT,
        help_text=_("How the name begins."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    year = forms.TypedChoiceField(label=_("Year"), required=False, coerce=int, empty_value=None)
    result = forms.TypedChoiceField(
        label=_("Result"),
        required=False,
        coerce=Outcome,
        empty_value=Outcome.ANY,
        choices=[
            ("", _("Any result")),
            (Outcome.WON.value, _("Won")),
            (Outcome.NOT_WON.value, _("Not won")),
            (Outcome.CLOSED.value, _("Broken off")),
        ],
    )
    person = forms.UUIDField(required=False, widget=forms.HiddenInput)
    state = forms.CharField(required=False, widget=forms.HiddenInput)
    mine = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, years: range, running: bool) -> None:
        super().__init__(data, auto_id="find_%s")
        language = reader_language()
        titles = sorted((game_title(key, language), key) for key in games())
        self.fields["game"].choices = [("", gettext("Every game")), *((key, title) for title, key in titles)]  # type: ignore[attr-defined]  # a choice field
        self.fields["year"].choices = [("", gettext("Every year")), *((year, year) for year in reversed(years))]  # type: ignore[attr-defined]  # a choice field
        if running:  # has no result yet
            del self.fields["result"]

    def clean_player(self) -> str:
        return " ".join(clean_text(str(self.cleaned_data["player"])).split())
