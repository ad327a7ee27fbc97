"""Copies of all that a site has stored: made while it runs, put back into SQLite or PostgreSQL alike."""
