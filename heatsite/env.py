"""Settings from the environment, read strictly: a value that makes no sense stops the start, with its name."""

import os
import re
import secrets
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from urllib.parse import urlsplit

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


def number(name: str, default: int, least: int = 0, most: int = 10**9) -> int:
    """A whole number between these bounds. A negative one, which may be meant as “never”, is refused: counted in days
    it would be a moment to come, before which everything has had its time."""
    value = text(name)
    try:
        found = int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not “{value}”.") from None
    if not least <= found <= most:
        raise ImproperlyConfigured(f"{name} must be a whole number from {least} to {most}, not {found}.")
    return found


def words(name: str) -> list[str]:
    return [word for part in text(name).split(",") if (word := part.strip())]


def hosts(name: str) -> list[str]:
    """Names of hosts as they stand in an address; with anything around it a name would match no request."""
    found = words(name)
    for word in found:
        if word != "*" and not re.fullmatch(r"[\w.-]+|\[[0-9a-fA-F:.]+\]", word):
            raise ImproperlyConfigured(
                f"{name} must be host names with commas, such as heat.example.org, without port or path, not “{word}”."
            )
    return found


def redis(name: str) -> str:
    """The address of a Redis. A wrong scheme would be noticed by the first visitor only."""
    value = text(name)
    if value and not value.startswith(("redis://", "rediss://", "unix://")):
        raise ImproperlyConfigured(f"{name} must be an address such as redis://localhost:6379/0, not “{value}”.")
    try:
        urlsplit(value).port  # noqa: B018, reading it checks it
    except ValueError as fault:
        raise ImproperlyConfigured(f"{name} must be an address such as redis://localhost:6379/0: {fault}.") from None
    return value


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
        with suppress(FileExistsError), open(file, "x", opener=lambda path, flags: os.open(path, flags, 0o600)) as new:
            new.write(secrets.token_urlsafe(48))
        kept = file.read_text().strip()
    except OSError as fault:
        raise ImproperlyConfigured(
            f"The secret of this site cannot be kept in {file}: {fault.strerror}. Let its user write there, or set "
            "HEATSITE_SECRET_KEY."
        ) from None
    if not kept:
        raise ImproperlyConfigured(f"{file.name} is empty; delete it, and the next start makes a new one.")
    return kept
