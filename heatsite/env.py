"""Settings from the environment, read strictly: a value that makes no sense stops the start, with its name."""

import os
import secrets
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def flag(name: str, default: bool = False) -> bool:
    value = text(name).lower()
    if value in {"", "0", "no", "false", "off"}:
        return default if not value else False
    if value in {"1", "yes", "true", "on"}:
        return True
    raise ImproperlyConfigured(f"{name} must be yes or no, not “{value}”.")


def number(name: str, default: int) -> int:
    value = text(name)
    try:
        return int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not “{value}”.") from None


def words(name: str) -> list[str]:
    return [word for part in text(name).split(",") if (word := part.strip())]


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Addresses and networks, such as 127.0.0.1 or 10.0.0.0/8."""
    try:
        return [ip_network(word) for word in words(name)]
    except ValueError as fault:
        raise ImproperlyConfigured(f"{name} must be addresses and networks with commas: {fault}.") from None


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    value = text(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not “{value}”.")
    return value


def secret_of(file: Path) -> str:
    """The secret of this copy of the site; made at the first start, and readable by its owner only."""
    try:
        with open(file, "x", opener=lambda path, flags: os.open(path, flags, 0o600)) as new:
            new.write(secrets.token_urlsafe(48))
    except FileExistsError:
        pass
    if not (kept := file.read_text().strip()):
        raise ImproperlyConfigured(f"{file.name} is empty; delete it, and the next start makes a new one.")
    return kept
