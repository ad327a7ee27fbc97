"""Addresses for other people and devices. What this machine calls itself means another machine everywhere else."""

import socket

from django.http import HttpRequest
from django.http.request import split_domain_port

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}

is_open_to_network = False
"""Whether others in the network reach this process; `manage.py play` knows, and says so."""


def to_share(request: HttpRequest, path: str) -> str:
    """The whole address of a page. Where the request came by a loopback name, the address has the
    name that the network knows: a loopback address leads no other computer here."""
    host, port = split_domain_port(request.get_host())
    if is_open_to_network and host in LOOPBACK and (address := network_address()):
        return f"{request.scheme}://{address}{f':{port}' if port else ''}{path}"
    return request.build_absolute_uri(path)


def network_address() -> str:
    """The address by which others in the network reach this machine; none without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # chooses a route; nothing is sent
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
    return "" if address.startswith("127.") else address
