"""The mail that would have left the machine, kept for the local mailbox page. Empty outside embedded mode."""

from django.db import models


class EmbeddedMail(models.Model):
    """One message in one person's local mailbox, received or written there."""

    owner = models.EmailField()  # whose mailbox, lower case
    written = models.BooleanField(default=False)  # by the owner; otherwise received
    sender = models.TextField()
    recipient = models.TextField()
    subject = models.TextField(blank=True)
    preview = models.CharField(max_length=120, blank=True)  # the line that tells mails of one subject apart
    raw = models.BinaryField()  # RFC 5322
    stored_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["owner", "-id"], name="mailbox_newest")]
