"""What `make bench` measures. Nothing here is a test: figures are printed beside a baseline of the same run."""

# One person plays all that is measured: limits that hold people back would hold the measuring back.
UNBOUND = ("TABLES_AN_HOUR", "TABLES_WAITING", "TABLES_AT_ONCE", "FORKS_AN_HOUR", "PRESS_AN_HOUR", "UNDOS_AN_HOUR",
           "MAIL_PER_SEAT_HOUR", "MAIL_PER_PERSON_HOUR")  # fmt: skip
