#!/usr/bin/env python
"""Django's command line, with the site's own commands (`manage.py play` starts everything)."""

import os
import sys


def main() -> None:
    """What an operator has to mend is told in a sentence; with --traceback also where it came up."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import InterfaceError, OperationalError, ProgrammingError
    from django.db.migrations.exceptions import MigrationSchemaMissing

    database_faults = (OperationalError, InterfaceError, ProgrammingError, MigrationSchemaMissing)
    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, *database_faults) as fault:
        if "--traceback" in sys.argv:
            raise
        if isinstance(fault, ImproperlyConfigured):
            sys.exit(f"The settings make no sense: {fault}")
        sys.exit(f"The database cannot be used: {str(fault).strip()} (--traceback tells where)")


if __name__ == "__main__":
    main()
