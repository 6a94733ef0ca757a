"""`.ci/run` installs Debian's postfix; elsewhere these run wherever somebody has it, as root: a mail server is nothing
that tests put on a person's machine unasked.
"""

from tests.mail.relays import postfix

collect_ignore = [] if postfix.installed() else ["test_postfix.py"]
