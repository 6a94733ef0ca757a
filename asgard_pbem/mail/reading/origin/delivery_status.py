"""What a report of a failed or late delivery says (RFC 3464). Pure."""

import re

_LOOKED_AT = 256 * 1024  # bytes from the top
_STATUS = re.compile(rb"(?im)^status:[ \t]*([245]\.\d{1,3}\.\d{1,3})")
_ACTION = re.compile(rb"(?im)^action:[ \t]*([a-z]{1,20})")


def action_and_status(raw: bytes) -> tuple[str, str]:
    """The first `Action` in lower case (failed, delayed …) and the first `Status` (RFC 3463); empty when unsaid."""
    head = raw[:_LOOKED_AT]
    action, status = _ACTION.search(head), _STATUS.search(head)
    return action[1].decode().lower() if action else "", status[1].decode() if status else ""
