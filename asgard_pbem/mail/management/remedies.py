"""What an operator may do about an error: of one on the way to the relay it is mostly one word of EMAIL_URL."""

from __future__ import annotations

REMEDIES = {
    "SSLError": "does EMAIL_URL say smtps:// where the port speaks STARTTLS? That is smtp+tls://",
    "SSLCertVerificationError": "the relay's certificate is none that the system knows for the host of EMAIL_URL: "
    "name its file in SSL_CERT_FILE, or the host as the certificate does",
    "SMTPNotSupportedError": "the relay offers no STARTTLS at the port of EMAIL_URL, or no way to log in",
    "SMTPAuthenticationError": "the relay does not take user and password of EMAIL_URL",
    "ConnectionRefusedError": "nobody listens at host and port of EMAIL_URL",
    "gaierror": "no such host: does EMAIL_URL name it rightly, does the machine's DNS answer?",
    "TimeoutError": "the relay says nothing: does it run? Does EMAIL_URL say smtp+tls:// where the port wants TLS from "
    "the first byte? That is smtps://",
}


NO_READER = (
    "the process that reads mails does not begin: may the service's user have more memory, processes and files "
    "(ulimit, LimitAS)? `python -m asgard_pbem.mail.reading.sandbox </dev/null`, as that user, says why"
)


def of_reading(error: str) -> str:
    """What to do about a mail that came in and is tried again. `error`: as a row has it."""
    return NO_READER if error.startswith("NoReaderError") else "it is tried again by itself"


def of(error: str) -> str:
    """What to do, with a separator before it; empty where the error tells nothing of the setting. `error`: as a row has
    it, its class and codes.
    """
    remedy = REMEDIES.get(error.partition(" ")[0], "")
    return f"; {remedy}" if remedy else ""
