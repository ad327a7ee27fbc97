"""Attacks that once worked, repeated from outside against a running server. Each test is named by its finding."""
