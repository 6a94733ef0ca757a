"""Whose a network address is, as far as askers are told apart and counted."""

from __future__ import annotations

import ipaddress


def customer(address: str) -> str:
    """The address, of IPv6 the network of one customer: within it anybody has as many addresses as they like.

    An IPv4 address stays one however a server that listens for both writes it: as `::ffff:` all would be one network.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found.packed, 64), strict=False))
    return str(getattr(found, "ipv4_mapped", None) or found)
