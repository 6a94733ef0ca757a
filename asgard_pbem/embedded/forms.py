"""What the local mailbox lets one write."""

from django import forms
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

LONGEST = 60_000  # characters; the service cuts at 64 KiB


class ReplyForm(forms.Form):
    text = forms.CharField(
        label=_("Your answer"),
        max_length=LONGEST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
    )


class ComposeForm(forms.Form):
    sender = forms.CharField(label=_("From"), max_length=254, validators=[validate_email])
    to = forms.CharField(label=_("To"), max_length=254, validators=[validate_email])
    subject = forms.CharField(label=_("Subject"), max_length=200, required=False)
    text = forms.CharField(
        label=_("Text"),
        max_length=LONGEST,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
    )
