"""Whether the database can be used, and what the log says while it cannot: one line when it goes for each reason, and
one when it is back. Every command, page and look at the clocks would have a trace of its own otherwise."""

import logging

from django.db import InterfaceError, InternalError, OperationalError

logger = logging.getLogger(__name__)

FAULTS = (OperationalError, InterfaceError, InternalError)
"""What is raised while the database is away, full, read-only or locked. The last is PostgreSQL's for read-only."""


class DatabaseHealth:
    def __init__(self) -> None:
        self._told: set[str] = set()

    def failed(self, fault: BaseException) -> None:
        """It could not be used, for this reason."""
        why = (str(fault).strip().splitlines() or [type(fault).__name__])[0]
        if why not in self._told:
            self._told.add(why)
            logger.error("The database could not be used: %s. Nothing is acknowledged that is not stored", why)

    def worked(self) -> None:
        """It was read and written."""
        if self._told:
            logger.warning("The database can be used again")
        self._told.clear()


health = DatabaseHealth()


class ToldOnce(logging.Filter):
    """A filter of the log: a trace whose end is the database is told as above instead."""

    def filter(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if record.exc_info else None
        while fault is not None and not isinstance(fault, FAULTS):
            fault = fault.__cause__
        if fault is None:
            return True
        health.failed(fault)
        return False
