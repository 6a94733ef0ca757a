"""Whose a network address is, as far as askers are told apart and counted."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit


def customer(address: str) -> str:
    """The address, of IPv6 the network of one customer: within it anybody has as many addresses as they like.

    An IPv4 address stays one however a server that listens for both writes it: as `::ffff:` all would be one network.
    Some proxies write the port, too (RFC 7239, section 6): with it each connection would be somebody else.
    """
    found = _read(address) or _read(_host(address))
    if found is None:
        return address[:64]
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found.packed, 64), strict=False))
    return str(getattr(found, "ipv4_mapped", None) or found)


def _read(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(address)
    except ValueError:
        return None


def _host(address: str) -> str:
    """Of `192.0.2.1:443` and `[2001:db8::1]:443` what stands before the port."""
    try:
        return urlsplit(f"//{address}").hostname or ""
    except ValueError:  # brackets that do not close
        return ""
