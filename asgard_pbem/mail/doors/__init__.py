"""The ways in: bytes come, and are stored before anybody reads them."""
